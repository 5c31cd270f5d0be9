"""Where a line's own sound lies in a delivered file, by counting decoded samples."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from engine.values import SAMPLE_RATE, Floats

AROUND_S = 0.5
"""How far beside its place a line is looked for."""
_CHUNK = SAMPLE_RATE * 10


def decoded(path: Path, spans: Sequence[tuple[float, float]]) -> list[Floats]:
    """Stretches of a file decoded from its start, never sought in: float32 at 24 kHz.

    Args:
        path: any file of sound.
        spans: seconds from and to, in order.
    """
    last = max(end for _, end in spans)
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-t", f"{last:.3f}"]
    command += ["-f", "f32le", "-ar", str(SAMPLE_RATE), "-ac", "1", "-"]
    borders = [(round(a * SAMPLE_RATE), round(b * SAMPLE_RATE)) for a, b in spans]
    found: list[list[Floats]] = [[] for _ in spans]
    at = 0
    with subprocess.Popen(command, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        while data := program.stdout.read(_CHUNK * 4):
            piece = np.frombuffer(data, np.float32)
            for number, (first, end) in enumerate(borders):
                part = piece[max(first - at, 0) : max(end - at, 0)]
                if part.size:
                    found[number].append(part)
            at += piece.size
    assert program.returncode == 0
    return [np.concatenate(parts) for parts in found]


def late_s(heard: Floats, sound: Floats) -> float:
    """How much later than ``AROUND_S`` into ``heard`` the sound lies, by cross-correlation."""
    size = 1 << (heard.size + sound.size).bit_length()
    match = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(sound, size)), size)
    return int(np.argmax(match[: round(2 * AROUND_S * SAMPLE_RATE)])) / SAMPLE_RATE - AROUND_S


def drifts(path: Path, placed: Sequence[tuple[float, Floats]]) -> list[float]:
    """For each of a file's lines, given by its start (s) and its sound, how late it is."""
    spans = [
        (max(start - AROUND_S, 0.0), start + sound.size / SAMPLE_RATE + AROUND_S)
        for start, sound in placed
    ]
    return [
        late_s(heard, sound) if start >= AROUND_S else late_s(_padded(heard, start), sound)
        for heard, (start, sound) in zip(decoded(path, spans), placed, strict=True)
    ]


def _padded(heard: Floats, start: float) -> Floats:
    silence = np.zeros(round((AROUND_S - start) * SAMPLE_RATE), np.float32)
    return np.concatenate([silence, heard])
