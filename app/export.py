"""Sound written to files piece by piece, whole or not at all.

A file is written under a temporary name beside its target, re-opened and
checked, then renamed (see ``app.whole_files``).
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import soundfile

from app.refusals import kind_of, unwritable
from app.whole_files import Part
from engine.errors import ExportError
from engine.values import SAMPLE_RATE, Floats
from kernels.waveform import to_pcm16

FORMATS: dict[str, tuple[str, str]] = {
    "wav": ("WAV", "PCM_16"),
    "flac": ("FLAC", "PCM_16"),
    "mp3": ("MP3", "MPEG_LAYER_III"),
    "ogg": ("OGG", "VORBIS"),
    "opus": ("OGG", "OPUS"),
}
"""Extension -> container and coding, by libsndfile's names."""

WHOLE_PCM = ("wav", "flac")
"""Formats of 16-bit samples, which this program rounds itself."""

MOST_WAV_SAMPLES = (2**32 - 2**16) // 2
"""16-bit samples a WAV holds: its sizes are 32-bit numbers of bytes (24.8 hours)."""

LENGTH_TOLERANCE = {"wav": 0, "flac": 0, "ogg": 0, "opus": 0, "mp3": 3 * 1152}
"""Samples by which a re-opened file may differ: MP3 codes whole blocks of 1,152
(576 at this rate, two granules) and its encoder adds delay and padding."""


class Sink(Protocol):
    """Where finished sound goes."""

    def write(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1 at 24 kHz."""

    def commit(self) -> None:
        """Everything is there: make it visible."""

    def abort(self) -> None:
        """Leave nothing behind."""


def format_of(target: Path) -> str:
    """The format of sound a file name asks for.

    Raises:
        ExportError: ``output-format-unknown``.
    """
    return kind_of(target, FORMATS)


class SoundFile:
    """A sound file that appears under its name only when it is whole.

    Args:
        target: its name; a file there is replaced, unless ``next_name`` is given.
        next_name: gives another name when ``target`` was taken in the meantime.

    Raises:
        ExportError: on opening, writing or committing.
    """

    def __init__(self, target: Path, *, next_name: NextName = None) -> None:
        self.format = format_of(target)
        self.samples = 0
        self._next_name = next_name
        self._part = Part(target)
        container, coding = FORMATS[self.format]
        self._sound = soundfile.SoundFile(
            _Seekable(self._part),
            "w",
            samplerate=SAMPLE_RATE,
            channels=1,
            format=container,
            subtype=coding,
        )

    @property
    def target(self) -> Path:
        """The name the file has or will have."""
        return self._part.target

    def write(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1 at 24 kHz."""
        if self.format == "wav" and self.samples + piece.size > MOST_WAV_SAMPLES:
            raise ExportError(
                "output-too-long",
                subject="file",
                detail="a WAV file holds 24.8 hours",
                hint=".flac",
            )
        array = to_pcm16(piece) if self.format in WHOLE_PCM else piece
        self._guard(lambda: self._sound.write(array))
        self.samples += int(piece.size)

    def finish(self) -> None:
        """End the file and check what lies on the disk; nothing is done twice."""
        if not self._sound.closed:
            self._guard(self._sound.close)
            self._part.flush()
            self._verify()

    def commit(self, *, undoable: bool = False) -> None:
        """Finish, and give the file its name."""
        self.finish()
        if self._next_name is None:
            self._part.commit(replace=True, undoable=undoable)
            return
        while not self._part.commit(replace=False):
            self._part.target = self._next_name()

    def undo(self) -> None:
        """Take a commit back: what had the name before has it again; never raises."""
        self._part.undo()

    def settle(self) -> None:
        """Let go of the file that gave way; never raises."""
        self._part.settle()

    def abort(self) -> None:
        """Remove everything written so far; never raises."""
        if not self._sound.closed:
            self._part.error = self._part.error or OSError(errno.ECANCELED, "cancelled")
            # The file is removed whatever its coder thinks of it.
            with contextlib.suppress(soundfile.SoundFileError, AssertionError, OSError):
                self._sound.close()
        self._part.abort()

    def _guard(self, step: Callable[[], object]) -> None:
        try:
            step()
        except (soundfile.SoundFileError, AssertionError) as error:
            self._part.check()
            raise unwritable(self._part.target, str(error)) from error
        self._part.check()

    def _verify(self) -> None:
        try:
            found = soundfile.info(str(self._part.path)).frames
        except soundfile.SoundFileError as error:
            raise unwritable(self._part.target, "it cannot be read back") from error
        if abs(found - self.samples) > LENGTH_TOLERANCE[self.format]:
            detail = f"{found} samples can be read back of {self.samples} written"
            raise unwritable(self._part.target, detail)


NextName = Callable[[], Path] | None


class _Seekable:
    """The part as the file object libsndfile asks for."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def write(self, data: bytes) -> int:
        return self._part.write(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._part.file.seek(offset, whence)

    def tell(self) -> int:
        return self._part.file.tell()

    def readinto(self, buffer: memoryview) -> int:
        return self._part.file.readinto(buffer) or 0


def free_name(folder: Path, stem: str, extension: str) -> Path:
    """The first of ``stem-1.ext``, ``stem-2.ext`` … that does not exist."""
    number = 1
    while os.path.lexists(path := folder / f"{stem}-{number}.{extension}"):
        number += 1
    return path
