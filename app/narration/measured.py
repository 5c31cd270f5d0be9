"""Encoded files measured as a listener gets them: decoded again and judged by the profile.

Nothing here trusts what an encoder said of itself. Sound is decoded by ffmpeg and read
piece by piece; whether an MP3 has one bit rate throughout is counted in its frames.
"""

from __future__ import annotations

import contextlib
import mmap
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile

from app.narration.ffmpeg import program
from app.narration.mastering import TWO_CHANNELS_LU
from app.narration.profiles import Profile
from engine.cancel import CancelToken
from engine.errors import ExportError
from engine.metering import Meter, Reading
from engine.values import Floats

_PIECE_BYTES = 4 << 18
_RATES_1 = (0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320)
_RATES_2 = (0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160)
"""kbit/s of layer III by the frame's index: MPEG-1, and MPEG-2 and 2.5 (ISO/IEC 11172-3,
2.4.2.3 and 13818-3, 2.4.2.3)."""
_HERTZ = (44_100, 48_000, 32_000)


@dataclass(frozen=True, slots=True)
class Judged:
    """One property of a file: what it measures, what the profile allows, and the verdict."""

    name: str
    value: float
    low: float | None
    high: float | None

    @property
    def passes(self) -> bool:
        """Whether it is within its limits."""
        return (self.low is None or self.value >= self.low) and (
            self.high is None or self.value <= self.high
        )


@dataclass(frozen=True, slots=True)
class FileReport:
    """A delivered file as it was measured."""

    path: Path
    title: str
    channels: int
    kbps: tuple[int, ...]
    """Bit rates of an MP3's frames; one value where it is constant, none for other kinds."""
    reading: Reading
    judged: tuple[Judged, ...]
    faults: tuple[str, ...]
    """What is wrong beyond figures: ``silent``, ``rate``, ``channels``, ``vbr``."""

    @property
    def passes(self) -> bool:
        """Whether all is as the profile wants it."""
        return not self.faults and all(each.passes for each in self.judged)


def measure(path: Path, title: str, profile: Profile, token: CancelToken) -> FileReport:
    """Decode a file of one chapter, measure it and judge it by a profile.

    Raises:
        ExportError: ``tool-missing``; ``tool-failed`` if it cannot be decoded.
        Cancelled: the token was cancelled.
    """
    rate, channels = _shape(path)
    kbps = mp3_rates(path) if path.suffix == ".mp3" else ()
    faults = []
    if rate != profile.rate:
        faults.append("rate")
    if len(kbps) > 1:
        faults.append("vbr")
    meter = Meter(rate)
    for piece in _decoded(path, channels, token):
        meter.add(piece)
    return _report(path, title, channels, kbps, meter.read(), faults, profile)


def measure_joined(
    path: Path, marks: Sequence[tuple[str, float]], profile: Profile, token: CancelToken
) -> tuple[FileReport, ...]:
    """Decode a file of the whole book and judge each chapter in it.

    Args:
        path: the file.
        marks: title and end of each chapter, seconds from the start.
        profile: its rate is not asked for: joined files have one of their own.
        token: cancels.

    Raises:
        ExportError, Cancelled: see ``measure``.
    """
    rate, channels = _shape(path)
    ends = [round(end * rate) for _, end in marks]
    readings: list[Reading] = []
    meter, at = Meter(rate), 0
    for piece in _decoded(path, channels, token):
        while piece.size:
            last = len(readings) == len(ends) - 1
            part = piece if last else piece[: max(ends[len(readings)] - at, 0)]
            meter.add(part)
            at += part.size
            piece = piece[part.size :]
            if not last and at >= ends[len(readings)]:
                # One meter at a time: each keeps megabytes, and a book has many chapters.
                readings.append(meter.read())
                meter = Meter(rate)
    while len(readings) < len(ends):
        readings.append(meter.read())
        meter = Meter(rate)
    return tuple(
        _report(path, title, channels, (), reading, [], profile)
        for (title, _), reading in zip(marks, readings, strict=True)
    )


def _report(
    path: Path,
    title: str,
    channels: int,
    kbps: tuple[int, ...],
    reading: Reading,
    faults: Sequence[str],
    profile: Profile,
) -> FileReport:
    found = [*faults]
    if reading.is_silent:
        found.append("silent")
    if channels != profile.channels:
        found.append("channels")
    judged = _judged(reading, channels, kbps, profile)
    return FileReport(path, title, channels, kbps, reading, judged, tuple(found))


def _judged(
    reading: Reading, channels: int, kbps: tuple[int, ...], profile: Profile
) -> tuple[Judged, ...]:
    lufs = reading.lufs + (TWO_CHANNELS_LU if channels == 2 else 0.0)
    values = {
        "rms_db": reading.rms_db,
        "lufs": lufs,
        "true_peak_db": reading.true_peak_db,
        "floor_db": reading.floor_db,
        "head_s": reading.head_s,
        "tail_s": reading.tail_s,
        "seconds": reading.seconds,
    }
    if kbps:
        values["kbps"] = float(min(kbps))
    limits = dict(profile.limits)
    none = (None, None)
    return tuple(Judged(name, value, *limits.get(name, none)) for name, value in values.items())


def _shape(path: Path) -> tuple[int, int]:
    """Sample rate and channels; what libsndfile cannot open is an MP4, asked of ffmpeg."""
    with contextlib.suppress(soundfile.SoundFileError):
        found = soundfile.info(str(path))
        return int(found.samplerate), int(found.channels)
    command = [program(), "-hide_banner", "-nostdin", "-i", str(path)]
    said = subprocess.run(command, capture_output=True, check=False).stderr.decode(
        "utf-8", "replace"
    )
    for row in said.splitlines():
        if "Audio:" in row and " Hz" in row:
            rate = int(row.split(" Hz")[0].split()[-1])
            return rate, 2 if " stereo" in row else 1
    raise ExportError("tool-failed", subject="file", detail=f"{path.name} cannot be decoded")


def _decoded(path: Path, channels: int, token: CancelToken) -> Iterator[Floats]:
    """The sound of a file, its channels' mean, in pieces."""
    command = [program(), "-hide_banner", "-nostdin", "-v", "error", "-i", str(path)]
    command += ["-map", "0:a:0", "-f", "f32le", "-"]
    with tempfile.TemporaryFile() as said:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said)
        try:
            if process.stdout is not None:
                with process.stdout as pipe:
                    while chunk := pipe.read(_PIECE_BYTES * channels):
                        token.check()
                        samples = np.frombuffer(chunk, np.float32).reshape(-1, channels)
                        yield samples.mean(axis=1, dtype=np.float32)
            status = process.wait()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        said.seek(0)
        words = " ".join(said.read().decode("utf-8", "replace").split())
    if status or words:
        detail = f"{path.name} cannot be decoded: {words[-300:]}"
        raise ExportError("tool-failed", subject="file", detail=detail)


def mp3_rates(path: Path) -> tuple[int, ...]:
    """The bit rates of an MP3's frames, kbit/s, without doubles, lowest first.

    The first frame is left out where it only describes the others (Xing, Info, VBRI).
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        return tuple(sorted(_rates(data)))


def _rates(data: mmap.mmap) -> set[int]:
    at = _after_id3(data)
    rates: set[int] = set()
    first = True
    while at + 4 <= len(data) and data[at] == 0xFF and data[at + 1] & 0xE0 == 0xE0:
        one, index = data[at + 1] & 0x18 == 0x18, data[at + 2] >> 4
        kbps = (_RATES_1 if one else _RATES_2)[index] if index < 15 else 0
        hertz = _hertz(data[at + 1], data[at + 2])
        if not kbps or not hertz:
            break
        size = (144 if one else 72) * kbps * 1000 // hertz + (data[at + 2] >> 1 & 1)
        described = first and any(
            mark in data[at : at + size] for mark in (b"Xing", b"Info", b"VBRI")
        )
        if not described:
            rates.add(kbps)
        first = False
        at += size
    return rates


def _after_id3(data: mmap.mmap) -> int:
    """Where the sound begins; the tag's size has seven bits a byte (ID3v2, 3.1)."""
    if data[:3] != b"ID3":
        return 0
    size = 0
    for byte in data[6:10]:
        size = size << 7 | byte & 0x7F
    return 10 + size


def _hertz(second: int, third: int) -> int:
    index = third >> 2 & 3
    if index == 3:
        return 0
    version = second >> 3 & 3
    return _HERTZ[index] // {3: 1, 2: 2, 0: 4}.get(version, 1)
