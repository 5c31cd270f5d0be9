"""A blind listening page, and what its answers come to.

The page is one HTML file with its sounds inside: it can be handed to listeners as it is. It
asks two things in turn: how well a take fits an emotion (MOS-E, 1 to 5), and which of two
takes of the same words by the same voice fits a description better. Some takes are neutral
without saying so: they are the null. What is behind each number stands in a key beside the
page, never in it; answers are saved by the page as CSV.
"""

from __future__ import annotations

import base64
import csv
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import numpy as np

from app import pages
from app.evaluate.cells import SEVEN, Choice, spoken
from app.evaluate.findings import Figure, Section, Table
from app.evaluate.lab import Heard, Lab
from engine.errors import InputError
from engine.evaluation.statistics import bootstrap, wilson

SCHEMA: Final = "espressivo.listening/1"
SPEAKERS: Final = 2
FIT, PAIR = "fit", "pair"
COLUMNS: Final = ("session", "listener", "number", "kind", "answer")

NULL_OFTEN: Final = 3
"""Every third question of fit plays the neutral take."""


@dataclass(frozen=True, slots=True)
class Question:
    """One question of the page, with what is behind it."""

    number: int
    kind: str
    emotion: str
    voice: str
    line: str
    played: tuple[str, ...]
    """Emotion of each sound, in the order they are offered; "" = neutral."""

    @property
    def right(self) -> str:
        """The answer that stands for the emotion: of a pair, which of the two."""
        return "AB"[self.played.index(self.emotion)] if self.kind == PAIR else ""


def questions(choice: Choice) -> Iterator[Question]:
    """Yield the page's questions in the order of the seed: of fit, then of pairs."""
    rng = random.Random(choice.seed)
    line, cells = choice.lines[0], [(e, v) for e in SEVEN for v in choice.voices[:SPEAKERS]]
    rng.shuffle(cells)
    number = 0
    for at, (emotion, voice) in enumerate(cells):
        number += 1
        yield Question(number, FIT, emotion, voice, line, (emotion,))
        if at % NULL_OFTEN == 0:
            number += 1
            yield Question(number, FIT, emotion, voice, line, ("",))
    rng.shuffle(cells)
    for at, (emotion, voice) in enumerate(cells):
        others = [each for each in SEVEN if each != emotion]
        other = "" if at % 2 == 0 else rng.choice(others)
        number += 1
        two = (emotion, other) if rng.random() < 0.5 else (other, emotion)
        yield Question(number, PAIR, emotion, voice, line, two)


def page_of(lab: Lab, choice: Choice) -> tuple[str, str] | None:
    """Return the page and its key as JSON; None while a sound is missing."""
    asked = list(questions(choice))
    told, session = [], f"{choice.seed}-{len(asked)}"
    for each in asked:
        sounds = [lab.find(spoken(emotion, each.voice, each.line)) for emotion in each.played]
        if not all(sounds):
            return None
        told.append(
            {
                "number": each.number,
                "kind": each.kind,
                "emotion": each.emotion,
                "sounds": [_address(sound) for sound in sounds if sound is not None],
            }
        )
    key = {
        "schema": SCHEMA,
        "session": session,
        "questions": [asdict(each) | {"right": each.right} for each in asked],
    }
    script = files("assets").joinpath("evaluation/listening.js").read_text(encoding="utf-8")
    # "</" would end the script's element early.
    data = json.dumps({"session": session, "questions": told}).replace("</", "<\\/")
    body = (
        "<h1>Listening</h1>\n<p>Use headphones. Each sound may be heard as often as you like. "
        "There are no right answers to be guessed: say what you hear.</p>\n"
        f'<div id="page"></div>\n<script>const DATA = {data};\n{script}</script>'
    )
    return pages.whole("Listening", body), json.dumps(key, ensure_ascii=False, indent=1) + "\n"


def answers(paths: Sequence[Path]) -> list[dict[str, str]]:
    """Read answers that the page saved.

    Raises:
        InputError: ``text-unreadable``: a file is not there or no such file.
    """
    rows: list[dict[str, str]] = []
    for path in paths:
        try:
            with path.open(encoding="utf-8-sig", newline="") as file:
                found = csv.DictReader(file)
                if tuple(found.fieldnames or ()) != COLUMNS:
                    raise _unreadable(path, "its columns are not those of the page")
                rows += list(found)
        except (OSError, UnicodeDecodeError) as error:
            raise _unreadable(path, str(error)) from error
    return rows


def analysed(key_file: Path, paths: Sequence[Path], seed: int) -> Section:
    """Return what listeners' answers come to, with 95 % intervals.

    Raises:
        InputError: ``text-unreadable``: the key or answers cannot be read, or are of another
            page.
    """
    try:
        key = json.loads(key_file.read_text(encoding="utf-8"))
        asked = {str(q["number"]): q for q in key["questions"]}
        session = str(key["session"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise _unreadable(key_file, str(error)) from error
    rows = answers(paths)
    if any(row["session"] != session or row["number"] not in asked for row in rows):
        raise _unreadable(paths[0], "answers of another page")
    fits = [(row, asked[row["number"]]) for row in rows if row["kind"] == FIT]
    pairs = [(row, asked[row["number"]]) for row in rows if row["kind"] == PAIR]
    figures = [*_fit(fits, seed), *_matched(pairs)]
    listeners = len({row["listener"] for row in rows})
    notes = [f"{listeners} listener(s), {len(rows)} answers. Intervals of MOS-E draw listeners."]
    return Section("listening", "What listeners say", figures, [_by_emotion(fits, pairs)],
                   notes=notes)  # fmt: skip


Answered = Sequence[tuple[Mapping[str, str], Mapping[str, Any]]]


def _fit(fits: Answered, seed: int) -> Iterator[Figure]:
    marks: dict[bool, dict[str, list[float]]] = {True: {}, False: {}}
    for row, question in fits:
        moved = question["played"][0] != ""
        marks[moved].setdefault(row["listener"], []).append(float(row["answer"]))
    if not marks[True]:
        return
    groups = list(marks[True].values())
    values = [value for group in groups for value in group]
    null = [value for group in marks[False].values() for value in group]
    yield Figure(
        "MOS-E: how well a take fits its emotion, 1 to 5",
        float(np.mean(values)),
        float(np.mean(null)) if null else None,
        "neutral takes",
        count=len(values),
        interval=bootstrap(groups, seed),
    )


def _matched(pairs: Answered) -> Iterator[Figure]:
    if pairs:
        right = sum(row["answer"] == question["right"] for row, question in pairs)
        yield Figure(
            "of two takes, the one that was meant was chosen", right / len(pairs), 0.5, "guessing",
            count=len(pairs), form=".1%", interval=wilson(right, len(pairs)),
        )  # fmt: skip


def _by_emotion(fits: Answered, pairs: Answered) -> Table:
    rows = []
    for emotion in SEVEN:
        marks = [float(r["answer"]) for r, q in fits if q["played"] == [emotion]]
        own = [r["answer"] == q["right"] for r, q in pairs if q["emotion"] == emotion]
        low, high = wilson(sum(own), len(own))
        told = f"{np.mean(own):.0%} ({low:.0%} to {high:.0%})" if own else "–"
        rows.append((emotion, f"{np.mean(marks):.2f}" if marks else "–", told, str(len(own))))
    return Table("Each emotion", ("emotion", "MOS-E", "chosen of two", "pairs"), rows)


def _address(sound: Heard) -> str:
    return "data:audio/flac;base64," + base64.b64encode(sound.flac).decode("ascii")


def _unreadable(path: Path, why: str) -> InputError:
    return InputError("text-unreadable", subject="file", detail=f"{path}: {why}")
