"""Captions from sample counts: what is said, when, in the words of the source.

Cue times are whole samples of the finished sound until they are printed, so
nothing drifts however long it is. A cue shows at most two lines of 42
characters and never spans two lines of the script.

Sources of the limits: Netflix, "English (USA) Timed Text Style Guide" (42
characters a line, two lines, at least 5/6 s); W3C WebVTT and the SubRip form
for the file syntax.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from app.refusals import kind_of
from engine.values import SAMPLE_RATE, Plan, Reading

FORMATS = ("srt", "vtt")
LINE_WIDTH = 42
CUE_LINES = 2
SHORTEST_S = 5 / 6
"""A cue stays this long if the next one leaves the room."""
LEAST_S = 0.25
"""Where words follow each other faster than their text has room, a cue still starts this
much before the next (or an even share of a line too short for that): a quarter of a
second is about the least in which a word is seen at all. Judged."""

CLAUSE_ENDS = ",;:—–…、，；："
SENTENCE_ENDS = ".!?。！？"
BREAK_COST = {"sentence": 0.0, "clause": 4.0, "word": 12.0}
"""What it costs to end a cue after a sentence, a clause or any other word, in
characters of unevenness: a break inside a clause is taken only where it saves
more than that."""

_GONE = "\0"
"""Stands for a character that is not shown."""
_DIRECTING = re.compile(
    r"\[(?P<label>[^\[\]\n]{1,120})\]\((?:/[^/()\n]{1,120}/|[+-][12])\)|\[[^\[\]\n]{1,124}\]"
)
"""Inline phonemes and stress, rests and remarks in brackets (see ``engine.reading.patterns``)."""


@dataclass(frozen=True, slots=True)
class Cue:
    """One caption: samples ``start:end`` of the sound and its text, lines broken."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the source between two spaces and the samples it is spoken in."""

    text: str
    start: int
    end: int


def format_of(target: Path) -> str:
    """``srt`` or ``vtt`` by the name's extension.

    Raises:
        ExportError: ``output-format-unknown``.
    """
    return kind_of(target, FORMATS, "captions")


def cues_of(reading: Reading, plan: Plan, offset: int) -> tuple[Cue, ...]:
    """The cues of one line.

    Args:
        reading: its words point into its source text.
        plan: when each word is spoken.
        offset: samples of sound before this line.

    Returns:
        Cues in order without overlap, each with a length; none if nothing is spoken. Their texts,
        joined by spaces, are the source text with its white space made single,
        without phonemes, rests and remarks in brackets that were not spoken.
    """
    pieces = _pieces(reading, plan, offset)
    if not pieces:
        return ()
    groups = _group(pieces)
    starts = _spaced([group[0].start for group in groups] + [offset + plan.samples])
    cues = []
    for group, (start, next_start) in zip(groups, pairwise(starts), strict=True):
        least = start + round(SHORTEST_S * SAMPLE_RATE)
        end = min(max(group[-1].end, least), next_start)
        lines = _wrap([piece.text for piece in group])
        cues.append(Cue(start, end, "\n".join(lines)))
    return tuple(cues)


def _spaced(starts: Sequence[int]) -> list[int]:
    """Move starts apart where they leave a cue no time to be seen; the last is the end."""
    count = len(starts) - 1
    least = min(round(LEAST_S * SAMPLE_RATE), (starts[-1] - starts[0]) // count)
    spaced = list(starts)
    for at in range(1, count):
        spaced[at] = max(spaced[at], spaced[at - 1] + least)
    for at in range(count - 1, 0, -1):
        spaced[at] = min(spaced[at], spaced[at + 1] - least)
    return spaced


def to_text(cues: Iterable[Cue], form: str) -> str:
    """All cues as a file's text; ``form`` is ``srt`` or ``vtt``."""
    mark = "," if form == "srt" else "."
    blocks = ["WEBVTT\n"] if form == "vtt" else []
    for number, cue in enumerate(cues, start=1):
        text = _escape(cue.text) if form == "vtt" else cue.text
        span = f"{_clock(cue.start, mark)} --> {_clock(cue.end, mark)}"
        blocks.append(f"{number}\n{span}\n{text}\n")
    return "\n".join(blocks)


def _clock(sample: int, mark: str) -> str:
    milliseconds = (sample * 1000 + SAMPLE_RATE // 2) // SAMPLE_RATE
    seconds, rest = divmod(milliseconds, 1000)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{mark}{rest:03d}"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def width(text: str) -> int:
    """Columns ``text`` takes: East Asian wide characters count two, marks none."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in "WF" else 1
        for ch in text
    )


def _pieces(reading: Reading, plan: Plan, offset: int) -> list[_Piece]:
    """Cut the source at white space and give each stretch the samples it is spoken in.

    A stretch that is part of a word takes its share of it by characters; one
    without a word (a lone dash) the point in time where the word before ends.
    """
    pieces: list[_Piece] = []
    spans = _spans(reading, plan, offset)
    if not spans:
        return []
    moment = round(spans[0].first)
    text = _shown(reading)
    for start, end in _stretches(text):
        within = [span for span in spans if span.start < end and span.end > start]
        first = max(round(within[0].at(start)) if within else moment, moment)
        moment = max(first, round(within[-1].at(end)) if within else moment)
        shown = text[start:end].replace(_GONE, "")
        if shown:
            pieces.append(_Piece(shown, first, moment))
    return pieces


@dataclass(frozen=True, slots=True)
class _Span:
    """Characters ``start:end`` of the source and the samples they are spoken in."""

    start: int
    end: int
    first: float
    last: float

    def at(self, character: int) -> float:
        """The sample ``character`` is spoken at, as if all of them took equally long."""
        share = (character - self.start) / (self.end - self.start)
        return self.first + (self.last - self.first) * min(max(share, 0.0), 1.0)


def _spans(reading: Reading, plan: Plan, offset: int) -> list[_Span]:
    """The words by their place in the source; those that share characters are one."""
    spans: list[_Span] = []
    for word, (first, last) in zip(reading.words, plan.word_times, strict=True):
        begins, ends = offset + first * SAMPLE_RATE, offset + last * SAMPLE_RATE
        span = _Span(word.start, max(word.end, word.start + 1), begins, ends)
        if spans and span.start < spans[-1].end:
            before = spans.pop()
            start, end = min(before.start, span.start), max(before.end, span.end)
            span = _Span(start, end, before.first, max(before.last, ends))
        spans.append(span)
    return spans


def _shown(reading: Reading) -> str:
    """The source with what only directs the voice put out of sight, every offset kept."""

    def hidden(match: re.Match[str]) -> str:
        if match["label"] is not None:
            before, after = match.start("label") - match.start(), match.end() - match.end("label")
            return _GONE * before + match["label"] + _GONE * after
        first, last = match.span()
        spoken = any(word.start < last and first < word.end for word in reading.words)
        return match[0] if spoken else _GONE * (last - first)

    return _DIRECTING.sub(hidden, reading.text)


def _stretches(text: str) -> list[tuple[int, int]]:
    """Stretches between white space; one wider than a line is cut to fit."""
    found: list[tuple[int, int]] = []
    start = 0
    for at in range(len(text) + 1):
        if at == len(text) or text[at].isspace():
            if at > start:
                found.append((start, at))
            start = at + 1
        elif width(text[start : at + 1].replace(_GONE, "")) > LINE_WIDTH:
            found.append((start, at))
            start = at
    return found


def _group(pieces: Sequence[_Piece]) -> list[Sequence[_Piece]]:
    """Share the pieces out over as few cues as fit, evenly, at good places.

    Dynamic programming over the last break: the cost of a cue is the square
    of what its text lacks of an even share, over that share, plus the cost of
    the place where it ends.
    """
    edges = [0, *accumulate(width(piece.text) + 1 for piece in pieces)]
    total = edges[-1] - 1
    fullest = LINE_WIDTH * CUE_LINES
    even = total / max(1, -(-total // fullest))
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(pieces) + 1):
        options = []
        ending = BREAK_COST[_ending(pieces[end - 1].text)]
        for start in range(end - 1, -1, -1):
            if start < end - 1 and not _fits(edges, start, end):
                break
            lack = even - (edges[end] - edges[start] - 1)
            cost = lack * lack / even + ending + BREAK_COST["clause"]
            options.append((best[start][0] + cost, start))
        best.append(min(options))
    bounds = [len(pieces)]
    while bounds[-1]:
        bounds.append(best[bounds[-1]][1])
    return [pieces[start:end] for start, end in pairwise(reversed(bounds))]


def _fits(edges: Sequence[int], start: int, end: int) -> bool:
    """Whether pieces ``start:end`` fit into two lines; ``edges`` are their first columns."""
    cut = bisect_right(edges, edges[start] + LINE_WIDTH + 1) - 1
    whole, lower = (edges[end] - edges[first] - 1 for first in (start, cut))
    return whole <= LINE_WIDTH * CUE_LINES and lower <= LINE_WIDTH


def _ending(text: str) -> str:
    last = text.rstrip("\"'”’»)]")[-1:]
    if last and last in SENTENCE_ENDS:
        return "sentence"
    return "clause" if last and last in CLAUSE_ENDS else "word"


def _wrap(texts: Sequence[str]) -> list[str]:
    """Break into lines of at most 42 columns; two lines as even as they can be."""
    whole = " ".join(texts)
    if width(whole) <= LINE_WIDTH:
        return [whole]
    pairs = [(" ".join(texts[:cut]), " ".join(texts[cut:])) for cut in range(1, len(texts))]
    fitting = [pair for pair in pairs if max(map(width, pair)) <= LINE_WIDTH]
    if fitting:
        upper, lower = min(fitting, key=lambda pair: abs(width(pair[0]) - width(pair[1])))
        return [upper, lower]
    lines = [texts[0]]
    for text in texts[1:]:
        if width(f"{lines[-1]} {text}") <= LINE_WIDTH:
            lines[-1] = f"{lines[-1]} {text}"
        else:
            lines.append(text)
    return lines
