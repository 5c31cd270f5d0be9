"""Speaking a text line by line, and holding every piece of it to the same rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from engine.reading.lines import split_lines
from engine.renderer import Renderer
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Direction, Floats, RenderRequest
from kernels.waveform import CEILING

PROMPTS = ("", "angry", "with gentle concern", "surprised", "sad", "happy", "fearful", "calm")
"""The direction changes from line to line: the hardest case for joins and memory."""

QUIET_JOIN = 0.002
"""Largest sample at a join (SYNTH-05)."""


@dataclass
class Findings:
    """What was found; the lists hold one number or sentence for each fault or unit."""

    lines: int = 0
    seconds: float = 0.0
    peak: float = 0.0
    faults: list[str] = field(default_factory=list)
    rss_mib: list[float] = field(default_factory=list)


def speak_and_check(
    renderer: Renderer, text: str, voice: str, tell: Callable[[str], None] | None = None
) -> Findings:
    """Speak every line of ``text`` and look at each unit and each join."""
    found = Findings()
    lines = split_lines(text)
    for number, line in enumerate(lines):
        direction = Direction(PROMPTS[number % len(PROMPTS)])
        heard: list[Streamed] = []
        request = RenderRequest(line.text, voice, direction, seed=number)
        take = renderer.render(request, on_unit=heard.append)
        pieces = [piece.audio for piece in heard]
        where = f"line {number} ({line.text[:30]!r}, {direction.prompt!r})"
        found.faults += [f"{where}: {fault}" for fault in faults_of(pieces)]
        found.lines += 1
        found.seconds += sum(len(piece) for piece in pieces) / SAMPLE_RATE
        found.peak = max(found.peak, *(float(np.abs(piece).max()) for piece in pieces))
        if take.audio is None or np.concatenate(pieces).tobytes() != take.audio.tobytes():
            found.faults.append(f"{where}: streamed and whole differ")
        found.rss_mib.append(rss_mib())
        if tell is not None:
            tell(f"line {number + 1} of {len(lines)}, {found.rss_mib[-1]:.0f} MiB")
    return found


def faults_of(pieces: list[Floats]) -> list[str]:
    """Return what is wrong with the units of one line, if anything."""
    faults = []
    whole = np.concatenate(pieces).astype(np.float64)
    if not np.isfinite(whole).all():
        return ["a sample is no number"]
    if np.abs(whole).max() > CEILING + 1e-6:
        faults.append(f"peak {np.abs(whole).max():.3f}")
    steps = np.abs(np.diff(whole))
    edges = np.cumsum([len(piece) for piece in pieces])[:-1]
    for edge in (0, *edges, len(whole)):
        around = whole[max(edge - 1, 0) : edge + 1]
        if np.abs(around).max() > QUIET_JOIN:
            faults.append(f"a join at {edge / SAMPLE_RATE:.2f} s is at {np.abs(around).max():.4f}")
        if edge and edge < len(whole) and steps[edge - 1] > steps.max() / 2:
            faults.append(f"a click at {edge / SAMPLE_RATE:.2f} s")
    return faults


def rss_mib() -> float:
    """Return the resident memory of this process, MiB."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * 4096 / 2**20


def growth_mib(found: Findings) -> float:
    """Return by how much memory at 90 % of the lines exceeds that at 10 %.

    Medians of a tenth of the lines about each place: single lines differ in length.
    """
    tenth = max(len(found.rss_mib) // 10, 1)
    early = np.median(found.rss_mib[tenth : 2 * tenth])
    late = np.median(found.rss_mib[8 * tenth : 9 * tenth])
    return float(late - early)
