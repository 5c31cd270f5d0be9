"""What ``espressivo say`` does once its options are read: the working half."""

from __future__ import annotations

import argparse
import contextlib
import sys
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from app import captions, intake, job, picture
from app.carrying import carried
from app.heard import Heard
from app.keeping import limits
from app.lexicons import own_words
from app.lowering import int8_step
from app.notices import plain, sentence, status
from app.nudging import local_of, nudges_of
from app.outputs import Outputs, Wanted, wanted
from app.remarks import remark_sentence
from app.screen import Progress, Screen
from app.settings import Settings, backend_name, knob
from app.speak import Spoken, bounded, requests_for, speak
from app.strips import Strip, strip_of
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import ExportError, InputError
from engine.landing import Landing, landings
from engine.local import NO_LOCAL
from engine.over_mark import marked
from engine.reading.own_words import OwnWords
from engine.reading.script import ScriptLine
from engine.reading.tags import Parentheses
from engine.values import IDENTITY, SAMPLE_RATE, Direction, Remark, RenderRequest
from engine.voice_quality import MECHANISMS

SCHEMA = "espressivo.say/1"
"""Version of what ``--json`` prints: raised when a field changes or goes."""


def say(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Speak a text as the options say; returns the exit status."""
    text = text_of(options)
    direction = direction_of(options, settings)
    want = wanted(
        options.output,
        play=options.play,
        captions_to=options.captions,
        plot_to=options.plot,
        extension=settings.format,
        folder=Path(),
    )
    task = Task(
        text=text,
        voice=settings.voice if options.voice is None else options.voice,
        direction=direction,
        seed=options.seed,
        backend=backend_name(options.backend or settings.backend),
        want=want,
        details=options.json,
        speak_brackets=(options.brackets or settings.brackets) == "speak",
        parentheses=parentheses_of(options, settings),
        own=own_words(settings, options.lexicon),
        carry=(options.carry or settings.carry) == "on",
        steer=(options.steer or settings.steer) == "on",
        correct=(options.correct or settings.correct) == "on",
    )
    return carry_out(task, settings, screen)


def carry_out(task: Task, settings: Settings, screen: Screen) -> int:
    """Speak a task, print what was made; returns the exit status."""
    result, refused = job.run(lambda token: perform(task, settings, screen, token))
    if task.details:
        screen.data(result)
    elif not task.want.pipe and not screen.quiet:
        for name in ("output", "captions", "plot"):
            if result[name]:
                screen.out(result[name])
    if refused is not None:
        screen.error(sentence(refused))
        return status(refused)
    return 0


def text_of(options: argparse.Namespace) -> str:
    """The text an argument, a file or standard input gives.

    Raises:
        InputError: there is none, or it cannot be read.
    """
    if options.file is not None:
        text = intake.from_file(options.file, options.encoding)
    elif options.text == "-" or (options.text is None and not sys.stdin.isatty()):
        text = intake.from_stdin(options.encoding)
    else:
        text = intake.from_argument(options.text or "")
    if not any(unicodedata.category(character)[0] in "LNS" for character in text):
        detail = "only marks" if text.strip() else ""
        raise InputError("text-empty", subject="text", detail=detail)
    return text


def parentheses_of(options: argparse.Namespace, settings: Settings) -> Parentheses:
    """What round brackets are, as the options or else the settings say."""
    return "tags" if (options.parentheses or settings.parentheses) == "tags" else "text"


def direction_of(options: argparse.Namespace, settings: Settings) -> Direction:
    """The direction the options and the settings ask for.

    Raises:
        InputError: ``knob-out-of-range``.
    """

    def chosen(name: str, preset: float) -> float:
        given = getattr(options, name)
        return preset if given is None else knob(name, given)

    return Direction(
        prompt=intake.from_argument(options.emotion),
        intensity=chosen("intensity", settings.intensity),
        stability=chosen("stability", settings.stability),
        ramp=chosen("ramp", settings.ramp),
        nudges=nudges_of(options.nudge),
        local=local_of(options.local),
    )


@dataclass(frozen=True, slots=True)
class Task:
    """Everything one ``say`` needs, as one value."""

    text: str
    voice: str
    direction: Direction
    seed: int
    backend: str
    want: Wanted
    details: bool
    """Whether every line's data is kept for ``--json``; else memory does not grow."""
    speak_brackets: bool = False
    """Speak words in square brackets that are no direction."""
    parentheses: Parentheses = "text"
    own: OwnWords | None = None
    """The person's own lexicon."""
    carry: bool = False
    """Whether emotion is carried from line to line."""
    steer: bool = False
    """Whether style steers the model's own prosody."""
    correct: bool = False
    """Whether a line that misses what was asked is made once more."""


def perform(
    task: Task, settings: Settings, screen: Screen, token: CancelToken
) -> tuple[dict[str, Any], ExportError | None]:
    """Speak a task; returns what ``--json`` prints, and a player's refusal.

    Raises:
        Cancelled: the token was cancelled; nothing is left behind.
        StudioError: from the engine or an output; nothing is left behind.
    """
    total = len(task.text)
    with screen.progress("starting", total) as bar, contextlib.ExitStack() as undo:
        outputs = Outputs(task.want, token)
        undo.callback(outputs.abort)
        engine = build_engine(
            settings.data,
            task.backend,
            speak_brackets=task.speak_brackets,
            own=task.own,
            limits=limits(settings),
            precision=settings.precision,
            steer=task.steer,
            progress=lambda step, share: bar.show(share * total, title=int8_step(step)),
        )
        undo.callback(engine.close)
        undo.enter_context(engine.job())
        script = engine.script(task.text, task.voice, parentheses=task.parentheses)
        screen.remarks((*engine.remarks, *script.remarks))
        record = _speak(engine, task, bounded(script.lines), outputs, bar, screen, token)
        if not record.words:
            raise InputError("text-empty", subject="text", detail="no word in it can be spoken")
        if record.heard.sentence:
            screen.note(record.heard.sentence)
        result = _finish(task, outputs, record)
        bar.show(total, "playing", "done")
        outputs.play_out()
    return result, outputs.refused


class _Record:
    """What is kept of the lines while they are spoken: little of each."""

    def __init__(self, task: Task) -> None:
        self._want = task.want
        self._details = task.details
        self.cues: list[captions.Cue] = []
        self.strips: list[Strip] = []
        self.lines: list[dict[str, Any]] = []
        self.words = 0
        self.cut = False
        self.heard = Heard()

    def add(self, spoken: Spoken) -> None:
        take = spoken.take
        self.words += len(take.reading.words)
        found = landings(take)
        self.heard.add(found)
        if self._details:
            self.lines.append(_line_data(spoken, found))
        if self._want.captions is not None:
            self.cues += captions.cues_of(take.reading, take.plan, spoken.start)
        if self._want.plot is not None:
            if (spoken.start + spoken.samples) / SAMPLE_RATE <= picture.MOST_S or not self.strips:
                self.strips.append(strip_of(take, spoken.start))
            else:
                self.cut = True


def _speak(
    engine: Engine,
    task: Task,
    lines: Sequence[ScriptLine],
    outputs: Outputs,
    bar: Progress,
    screen: Screen,
    token: CancelToken,
) -> _Record:
    record = _Record(task)
    asked = requests_for(lines, task.voice, task.direction, task.seed)
    requests: Iterable[RenderRequest] = [replace(each, correct=task.correct) for each in asked]
    if task.carry:
        requests = carried(engine.renderer, lines, tuple(requests))
    for number, spoken in enumerate(speak(engine.renderer, lines, requests, outputs.hear, token)):
        spoken = replace(spoken, take=marked(spoken.take, engine.voices))
        record.add(spoken)
        screen.remarks(spoken.take.remarks)
        done = spoken.line.end
        words = f"{outputs.samples / SAMPLE_RATE:.1f} s of sound, line {number + 1}/{len(lines)}"
        bar.show(done, words, "speaking")
    return record


def _finish(task: Task, outputs: Outputs, record: _Record) -> dict[str, Any]:
    want = task.want
    if want.captions is not None:
        text = captions.to_text(record.cues, captions.format_of(want.captions))
        outputs.add(want.captions, text.encode("utf-8"))
    if want.plot is not None:
        kind = picture.format_of(want.plot)
        outputs.add(want.plot, picture.draw(record.strips, kind, _title(task), cut=record.cut))
    sound = outputs.commit()
    return {
        "schema": SCHEMA,
        "output": None if sound is None else str(sound),
        "captions": _name(want.captions),
        "plot": _name(want.plot),
        "seconds": outputs.samples / SAMPLE_RATE,
        "sample_rate": SAMPLE_RATE,
        "voice": task.voice,
        "direction": _direction_data(task.direction),
        "seed": task.seed,
        "first_sound_s": outputs.first_sound_s,
        "lines": record.lines,
    }


def _title(task: Task) -> str:
    """What the picture is of: the prompt as it was given, and the voice."""
    direction = task.direction
    asked = f"“{plain(direction.prompt)}”, intensity {direction.intensity:g}"
    return f"{asked if direction.prompt.strip() else 'neutral'}, {task.voice}"


def _name(path: Path | None) -> str | None:
    return None if path is None else str(path)


def _direction_data(direction: Direction) -> dict[str, Any]:
    names = ("prompt", "intensity", "stability", "ramp")
    told: dict[str, Any] = {name: getattr(direction, name) for name in names}
    for name, unasked in (("nudges", asdict(IDENTITY)), ("local", asdict(NO_LOCAL))):
        given = asdict(getattr(direction, name)).items()
        changed = {n: v for n, v in given if v != unasked[n]}
        told |= {name: changed} if changed else {}
    return told


def _line_data(spoken: Spoken, found: Mapping[str, Landing]) -> dict[str, Any]:
    take = spoken.take
    made = take.provenance
    return {
        "text": spoken.line.text,
        "start_s": spoken.start / SAMPLE_RATE,
        "end_s": (spoken.start + spoken.samples) / SAMPLE_RATE,
        "seed": take.request.seed,
        "voice": take.request.voice,
        "direction": _direction_data(take.request.direction),
        "words": [
            {
                "text": word.spoken,
                "start_s": spoken.start / SAMPLE_RATE + a,
                "end_s": spoken.start / SAMPLE_RATE + b,
            }
            for word, (a, b) in zip(take.reading.words, take.plan.word_times, strict=True)
        ],
        "deltas": asdict(take.plan.deltas),
        "quality": {
            name: {"asked": getattr(take.plan.deltas, name), "by": list(means)}
            for name, means in MECHANISMS.items()
            if getattr(take.plan.deltas, name)
        },
        "heard": {name: asdict(landing) for name, landing in found.items()},
        "remarks": remarks_data(take.remarks),
        "provenance": asdict(made) | {"seconds": dict(made.seconds)},
    }


def remarks_data(remarks: Sequence[Remark]) -> list[dict[str, str]]:
    """Remarks for JSON: their data and their sentence."""
    return [asdict(remark) | {"sentence": remark_sentence(remark)} for remark in remarks]
