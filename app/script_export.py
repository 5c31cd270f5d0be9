"""A script, or some lines of it, written to files: sound, captions, contours, labels.

What is exported of a line is its chosen take, or the line as it stands if it has none.
Takes that are stored cost nothing; the others are spoken again, which makes the same
sound. All files of one export appear together, or none does.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np

from app import captions, export
from app.captions import Cue
from app.export import SoundFile
from app.praat_files import Interval, pitch_tier, textgrid
from app.project.values import Project, ScriptLine, chosen_take, request_of, take_request
from app.speak import Speaker, Spoken, speak
from app.strips import Strip, strip_of
from app.whole_files import SmallFile, Whole, commit_together, refuse_place
from engine.cancel import CancelToken
from engine.errors import ExportError, InputError
from engine.streaming import Streamed
from engine.values import CURVE_S, SAMPLE_RATE, Floats, Line, RenderRequest, Take

COLUMNS = (
    "time_s",
    "line",
    "word",
    "asked_f0_hz",
    "achieved_f0_hz",
    "asked_level_db",
    "achieved_level_db",
)
"""Of the table of contours: one row each 12.5 ms, empty where there is no value."""

SUFFIXES = {
    "captions": (".srt", ".vtt"),
    "contours": (".csv",),
    "labels": (".textgrid",),
    "pitch": (".pitchtier",),
}
"""Endings of the names of what is not sound, in lower case."""


@dataclass(frozen=True, slots=True)
class Targets:
    """Which files are made; None = not that one."""

    sound: Path | None = None
    """WAV, FLAC, MP3, OGG or Opus, by its ending."""
    captions: Path | None = None
    """SRT or VTT, by its ending."""
    contours: Path | None = None
    """CSV: asked and achieved F0 and level."""
    labels: Path | None = None
    """TextGrid: lines, words and their phonemes."""
    pitch: Path | None = None
    """PitchTier: achieved F0."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """All files that are made."""
        places = (getattr(self, each.name) for each in fields(self))
        return tuple(place for place in places if place is not None)


@dataclass(frozen=True, slots=True)
class Exported:
    """What an export made."""

    files: tuple[Path, ...]
    lines: int
    seconds: float


def asked_of(
    project: Project, line_ids: Collection[str] | None = None
) -> tuple[tuple[ScriptLine, RenderRequest], ...]:
    """Which lines are exported, and what is asked of the engine for each.

    Args:
        project: whose lines they are.
        line_ids: some lines; None = all. They come in the script's order, and lines
            without a word are left out.

    Raises:
        InputError: ``text-empty``: none is left.
    """
    found = []
    for line in project.lines:
        take = chosen_take(line)
        request = request_of(project, line) if take is None else take_request(take)
        if (line_ids is None or line.id in line_ids) and request.text.strip():
            found.append((line, request))
    if not found:
        raise InputError("text-empty", subject="text", detail="no line has words")
    return tuple(found)


def refuse(targets: Targets) -> None:
    """See that the files can be made before any work is done for them.

    Raises:
        ExportError: ``output-format-unknown`` or ``output-unwritable``.
    """
    if targets.sound is not None:
        export.format_of(targets.sound)
    for name, known in SUFFIXES.items():
        place = getattr(targets, name)
        if place is not None and place.suffix.lower() not in known:
            raise ExportError(
                "output-format-unknown",
                subject="file",
                detail=f"{name} in {place.suffix or place.name}",
                hint=", ".join(known),
            )
    whole = [place.resolve() for place in targets.paths]
    for place in targets.paths:
        refuse_place(place)
        if whole.count(place.resolve()) > 1:
            detail = f"{place} is named for two results"
            raise ExportError("output-unwritable", subject="file", detail=detail)


def export_script(
    speaker: Speaker,
    project: Project,
    targets: Targets,
    line_ids: Collection[str] | None = None,
    *,
    token: CancelToken | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Exported:
    """Write lines of a project to files.

    Args:
        speaker: the engine's renderer.
        project: what is exported.
        targets: the files.
        line_ids: some lines; None = the whole script.
        token: cancels between and inside lines.
        progress: gets how many lines are done, and of how many.

    Raises:
        Cancelled: the token was cancelled; nothing was written.
        StudioError: from the engine, or because a file cannot be made.
    """
    refuse(targets)
    asked = asked_of(project, line_ids)
    numbers = {line.id: number for number, line in enumerate(project.lines, 1)}
    with _Files(targets) as files:
        lines = [Line(each.text, 0, len(each.text), line.rest_s) for line, each in asked]
        requests = [request for _, request in asked]
        spoken = speak(speaker, lines, requests, files.hear, token or CancelToken())
        for done, (each, (line, _)) in enumerate(zip(spoken, asked, strict=True), 1):
            files.line(each, numbers[line.id])
            if progress is not None:
                progress(done, len(asked))
        return Exported(files.commit(), len(asked), files.samples / SAMPLE_RATE)


def export_sound(audio: Floats, target: Path) -> Exported:
    """Write a sound to a file of the kind its ending says.

    Args:
        audio: float32[n] at 24 kHz, -1..1.
        target: the file.

    Raises:
        ExportError: ``output-format-unknown``, or it cannot be written.
    """
    refuse(Targets(sound=target))
    sound = SoundFile(target)
    try:
        sound.write(audio)
        commit_together((sound,))
    except BaseException:
        sound.abort()
        raise
    return Exported((target,), 1, audio.size / SAMPLE_RATE)


class _Growing(SmallFile):
    """A file written piece by piece."""

    def write(self, data: bytes) -> None:
        """Take the next bytes, or raise ``ExportError``."""
        self._part.write_all(data)


class _Files:
    """The open ends of one export."""

    def __init__(self, targets: Targets) -> None:
        self._targets = targets
        self._open: list[Whole] = []
        self._sound: SoundFile | None = None
        self._contours: _Growing | None = None
        self.samples = 0
        self._cues: list[Cue] = []
        self._points: list[tuple[float, float]] = []
        self._tiers: dict[str, list[Interval]] = {"lines": [], "words": [], "phonemes": []}

    def __enter__(self) -> _Files:
        try:
            if self._targets.sound is not None:
                self._sound = SoundFile(self._targets.sound)
                self._open.append(self._sound)
            if self._targets.contours is not None:
                self._contours = _Growing(self._targets.contours, _rows([COLUMNS]))
                self._open.append(self._contours)
        except BaseException:
            self._abort()
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            self._abort()

    def hear(self, piece: Streamed) -> None:
        """Take the next samples."""
        if self._sound is not None:
            self._sound.write(piece.audio)
        self.samples += int(piece.audio.size)

    def line(self, spoken: Spoken, number: int) -> None:
        """Note what is to be written of a line that was spoken; ``number`` in the script."""
        take, want = spoken.take, self._targets
        if want.captions is not None:
            self._cues += captions.cues_of(take.reading, take.plan, spoken.start)
        if want.labels is not None:
            self._label(spoken)
        if want.pitch is None and self._contours is None:
            return
        strip = strip_of(take, spoken.start)
        times = strip.start + (np.arange(len(strip.achieved_f0)) + 0.5) * CURVE_S
        if want.pitch is not None:
            voiced = np.isfinite(strip.achieved_f0)
            found = zip(times[voiced].tolist(), strip.achieved_f0[voiced].tolist(), strict=True)
            self._points += found
        if self._contours is not None:
            self._contours.write(_rows(_contour_rows(strip, times.tolist(), number)))

    def commit(self) -> tuple[Path, ...]:
        """Finish all files and give them their names, together."""
        seconds = self.samples / SAMPLE_RATE
        if self._targets.captions is not None:
            form = captions.format_of(self._targets.captions)
            self._add(self._targets.captions, captions.to_text(self._cues, form))
        if self._targets.labels is not None:
            self._add(self._targets.labels, textgrid(list(self._tiers.items()), seconds))
        if self._targets.pitch is not None:
            points = [(at, hertz) for at, hertz in self._points if at < seconds]
            self._add(self._targets.pitch, pitch_tier(points, seconds))
        commit_together(self._open)
        return self._targets.paths

    def _add(self, target: Path, text: str) -> None:
        self._open.append(SmallFile(target, text.encode()))

    def _label(self, spoken: Spoken) -> None:
        start = spoken.start / SAMPLE_RATE
        end = (spoken.start + spoken.samples) / SAMPLE_RATE
        self._tiers["lines"].append(Interval(start, end, spoken.line.text))
        for words, phonemes in _words(spoken.take, start):
            self._tiers["words"].append(words)
            self._tiers["phonemes"].append(phonemes)

    def _abort(self) -> None:
        for file in self._open:
            file.abort()


def _words(take: Take, start: float) -> list[tuple[Interval, Interval]]:
    """Each word as it stands in the text and as it sounds; "$4" stands once, for two."""
    found: list[tuple[Interval, Interval]] = []
    place = (-1, -1)
    for word, (first, last) in zip(take.reading.words, take.plan.word_times, strict=True):
        text, phonemes = take.reading.text[word.start : word.end], word.phonemes
        begins = start + first
        if (word.start, word.end) == place:
            begins = found[-1][0].start
            phonemes = f"{found.pop()[1].text} {phonemes}"
        place = (word.start, word.end)
        ends = start + last
        found.append((Interval(begins, ends, text), Interval(begins, ends, phonemes)))
    return found


def _contour_rows(strip: Strip, times: list[float], number: int) -> Iterable[tuple[object, ...]]:
    words = iter((*strip.words, None))
    word = next(words)
    for at, *values in zip(
        times,
        strip.asked_f0.tolist(),
        strip.achieved_f0.tolist(),
        strip.asked_db.tolist(),
        strip.achieved_db.tolist(),
        strict=True,
    ):
        while word is not None and at >= word.end:
            word = next(words)
        said = word.text if word is not None and at >= word.start else ""
        yield f"{at:.5f}", number, said, *(_value(each) for each in values)


def _value(value: float) -> str:
    return f"{value:.2f}" if value == value else ""


def _rows(rows: Iterable[Iterable[object]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue().encode()
