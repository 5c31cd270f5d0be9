"""A chapter's sound to its profile: rate, level, peaks, room tone; never held at once.

The lines are read from their records twice, once to measure and once to write. One
gain serves the whole chapter, so that what is quiet in it stays quieter than what is
loud; the limiter touches peaks alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from pathlib import Path

import numpy as np
import soundfile
import soxr

from app.narration.profiles import Profile
from app.narration.timeline import Timeline
from app.refusals import from_os, unwritable
from app.speak import silence
from engine.cancel import CancelToken
from engine.limiter import limited
from engine.metering import Meter, Reading, decibels
from engine.values import SAMPLE_RATE, Floats

MASTER = "flac"
MASTER_BITS = "PCM_24"
MOST_GAIN_DB = 30.0
"""More than this is no level to be corrected but something that was hardly spoken."""
MOST_PASSES = 3
NEAR_DB = 0.2
"""Nearer to the target than listeners can tell; broadcasters allow 0.5 LU."""
TONE_S = 10
"""Length of the room tone before it returns: long enough not to be heard as a rhythm."""
TONE_SEED = 20_261_130
TONE_KNEE_HZ = 400.0
"""Above this the room tone falls by 6 dB an octave, as quiet rooms do."""
TWO_CHANNELS_LU = 10 * math.log10(2)
"""The same sound in two channels reads this much louder (ITU-R BS.1770-4, equation 2)."""

Sound = Callable[[str], Floats]
"""Gives the sound of a line by its key."""


def chapter_pieces(line: Timeline, sound: Sound, token: CancelToken) -> Iterator[Floats]:
    """A chapter as the voice made it: float32 pieces at 24 kHz, silences digital."""
    at = 0
    for placed in line.placed:
        token.check()
        yield from silence(placed.start - at)
        yield sound(placed.done.key)
        at = placed.end
    yield from silence(line.samples - at)


def master(line: Timeline, sound: Sound, profile: Profile, path: Path, token: CancelToken) -> None:
    """Write a chapter's master: 24-bit FLAC, one channel, at the profile's rate.

    Raises:
        Cancelled: nothing is left behind.
        ExportError: ``disk-full``, ``output-unwritable``.
    """
    gain = 0.0
    if profile.changes_level:
        meter = Meter(SAMPLE_RATE, true_peak=False)
        for piece in chapter_pieces(line, sound, token):
            meter.add(piece)
        gain = _wanted(profile, meter.read())
    part = path.with_name(f".{path.name}.part")
    try:
        for _ in range(MOST_PASSES):
            pieces = _mastered(chapter_pieces(line, sound, token), profile, gain, line.samples)
            reading = _write(part, pieces, profile.rate)
            off = _wanted(profile, reading) if profile.changes_level else 0.0
            if abs(off) <= NEAR_DB or reading.is_silent:
                break
            gain += off
        part.replace(path)
    except (soundfile.SoundFileError, OSError) as error:
        refused = error if isinstance(error, OSError) else None
        raise from_os(refused, path) if refused else unwritable(path, str(error)) from error
    finally:
        part.unlink(missing_ok=True)


def _wanted(profile: Profile, reading: Reading) -> float:
    """The gain that brings a reading to the profile's level, dB."""
    if reading.is_silent:
        return 0.0
    measured = reading.rms_db
    if profile.target == "lufs":
        measured = reading.lufs + (TWO_CHANNELS_LU if profile.channels == 2 else 0.0)
    return min(profile.level_db - measured, MOST_GAIN_DB)


def _mastered(
    pieces: Iterable[Floats], profile: Profile, gain_db: float, samples: int
) -> Iterator[Floats]:
    resampled = _resampled(pieces, profile.rate, samples)
    if not profile.changes_level:
        return resampled
    factor = np.float32(10 ** (gain_db / 20))
    louder = (piece * factor for piece in resampled)
    return _over_tone(limited(louder, profile.ceiling_db, profile.rate), profile)


def _resampled(pieces: Iterable[Floats], rate: int, samples: int) -> Iterator[Floats]:
    """The same sound at another rate, as long to the sample as it was."""
    if rate == SAMPLE_RATE:
        yield from pieces
        return
    stream = soxr.ResampleStream(SAMPLE_RATE, rate, 1, dtype="float32")
    left = round(samples * rate / SAMPLE_RATE)
    end: tuple[Floats, bool] = (np.zeros(0, np.float32), True)
    for piece, last in chain(((piece, False) for piece in pieces), (end,)):
        made = stream.resample_chunk(np.ascontiguousarray(piece), last=last)[:left]
        left -= made.size
        if made.size:
            yield made
    if left:
        yield np.zeros(left, np.float32)


def _over_tone(pieces: Iterable[Floats], profile: Profile) -> Iterator[Floats]:
    if profile.tone_db is None:
        yield from pieces
        return
    tone = room_tone(profile.tone_db, profile.rate)
    at = 0
    for piece in pieces:
        yield piece + np.take(tone, np.arange(at, at + piece.size), mode="wrap")
        at = (at + piece.size) % tone.size


def room_tone(level_db: float, rate: int) -> Floats:
    """Ten seconds of a quiet room that return without a seam: float32[10 * rate]."""
    size = TONE_S * rate
    spectrum = np.fft.rfft(np.random.default_rng(TONE_SEED).standard_normal(size))
    hertz = np.fft.rfftfreq(size, 1 / rate)
    spectrum *= 1 / np.sqrt(1 + (hertz / TONE_KNEE_HZ) ** 2)
    spectrum[hertz < 20] = 0
    tone = np.fft.irfft(spectrum, size)
    level = math.sqrt(float(np.mean(np.square(tone))))
    return (tone * 10 ** ((level_db - decibels(level)) / 20)).astype(np.float32)


def _write(path: Path, pieces: Iterable[Floats], rate: int) -> Reading:
    meter = Meter(rate, true_peak=False)
    with soundfile.SoundFile(
        path, "w", samplerate=rate, channels=1, format="FLAC", subtype=MASTER_BITS
    ) as file:
        for piece in pieces:
            file.write(np.clip(piece, -1.0, 1.0))
            meter.add(piece)
    return meter.read()
