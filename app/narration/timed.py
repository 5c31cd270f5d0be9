"""Captions, lyrics and labels: when what is said, from sample counts.

Times are whole samples until they are printed, so nothing drifts. Texts are the
book's own words. Formats: SubRip and W3C WebVTT (with a time before each word, its
section 6.4), LRC with word times, Audacity's label track, Praat's TextGrid.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence

from app.captions import Cue, to_text
from app.narration.timeline import Placed, Timeline
from app.praat_files import Interval, textgrid
from engine.values import SAMPLE_RATE

Words = tuple[tuple[int, int, str], ...]


def cues_of(line: Timeline, offset: int = 0) -> tuple[Cue, ...]:
    """A chapter's captions; ``offset`` samples (24 kHz) of sound lie before it."""
    return tuple(
        Cue(offset + placed.start + cue.start, offset + placed.start + cue.end, cue.text)
        for placed in line.placed
        for cue in placed.done.cues
    )


def captions(cues: Sequence[Cue], form: str) -> str:
    """SRT or VTT."""
    return to_text(cues, form)


def words_of(placed: Placed) -> Words:
    """A line's words as a reader sees them, with their samples in the chapter.

    What no space parts counts as one ("$4" is two spoken words, "#7" too); a stretch for
    which nothing is spoken (a lone dash) stands with the word before it.
    """
    text = placed.line.request.text
    found: list[tuple[int, int, str]] = []
    for stretch in re.finditer(r"\S+", text):
        within = [
            w for w in placed.done.words if w.start < stretch.end() and w.end > stretch.start()
        ]
        if within:
            first, last = placed.start + within[0].first, placed.start + within[-1].last
            found.append((max(first, found[-1][0]) if found else first, last, stretch[0]))
        elif found:
            first, last, before = found.pop()
            found.append((first, last, f"{before} {stretch[0]}"))
    return tuple(found)


def word_captions(line: Timeline) -> str:
    """VTT with a time before each word, a cue for each line."""
    blocks = ["WEBVTT\n"]
    for placed in line.placed:
        words = words_of(placed)
        if not words:
            continue
        start, end = words[0][0], max(words[-1][1], words[0][0] + 1)
        parts = [
            f"<{_clock(first)}>{html.escape(text, quote=False)}" for first, _, text in words[1:]
        ]
        text = " ".join((html.escape(words[0][2], quote=False), *parts))
        blocks.append(f"{_clock(start)} --> {_clock(end)}\n{text}\n")
    return "\n".join(blocks)


def lyrics(line: Timeline, title: str, album: str, artist: str) -> str:
    """LRC with word times; minutes run past 59, since the form has no hours."""
    tags = {"ti": title, "al": album, "ar": artist, "length": _minutes(line.samples)}
    rows = [f"[{name}:{' '.join(value.split())}]" for name, value in tags.items() if value]
    for placed in line.placed:
        words = words_of(placed)
        if words:
            said = " ".join(f"<{_minutes(first)}>{text}" for first, _, text in words)
            rows.append(f"[{_minutes(words[0][0])}]{said}")
    return "\n".join(rows) + "\n"


def audacity(line: Timeline) -> str:
    """A label track: start, end, text, parted by tabs."""
    return "".join(
        f"{placed.start / SAMPLE_RATE:.6f}\t{placed.end / SAMPLE_RATE:.6f}\t"
        f"{' '.join(placed.line.request.text.split())}\n"
        for placed in line.placed
    )


def praat(line: Timeline) -> str:
    """A TextGrid with a tier of lines and one of words."""
    lines = [
        Interval(each.start / SAMPLE_RATE, each.end / SAMPLE_RATE, each.line.request.text)
        for each in line.placed
    ]
    words = [
        Interval(first / SAMPLE_RATE, last / SAMPLE_RATE, text)
        for each in line.placed
        for first, last, text in words_of(each)
    ]
    return textgrid((("lines", lines), ("words", words)), max(line.seconds, 0.001))


def over_limit(cues: Iterable[Cue]) -> Iterator[Cue]:
    """Captions a reader cannot follow: over 20 characters a second (Netflix's adult limit)."""
    for cue in cues:
        seconds = max((cue.end - cue.start) / SAMPLE_RATE, 1e-3)
        if len(cue.text) / seconds > MOST_CHARACTERS_S:
            yield cue


MOST_CHARACTERS_S = 20.0


def _clock(sample: int) -> str:
    milliseconds = (sample * 1000 + SAMPLE_RATE // 2) // SAMPLE_RATE
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"


def _minutes(sample: int) -> str:
    hundredths = (sample * 100 + SAMPLE_RATE // 2) // SAMPLE_RATE
    return f"{hundredths // 6000:02d}:{hundredths // 100 % 60:02d}.{hundredths % 100:02d}"
