"""One run: cells are spoken where they are missing, then the sections are worked out."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, Final

from app.evaluate import listening
from app.evaluate.cells import FULL, SUBSET, Choice, unique
from app.evaluate.findings import Section, section_of
from app.evaluate.judge import open_judge
from app.evaluate.lab import Lab
from app.evaluate.report import Report
from app.evaluate.sections.listing import ALL
from app.evaluate.sections.part import Order, Part
from app.whole_files import write_file
from engine.build import build_engine
from engine.cancel import CancelToken
from engine.planning import PLAN_VERSION
from engine.sounding import SOUND_VERSION

JSON, PAGE, MARKDOWN = "evaluation.json", "evaluation.html", "evaluation.md"
SECTIONS = "sections"
LISTENING, KEY = "listening.html", "listening-key.json"

SPEAKING: Final = 0.9
"""Share of the progress bar that speaking has."""

Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a run is asked for.

    Args:
        out: folder of records and of the report; made if it is missing.
        backend: whose row.
        parts: the sections.
        full: everything, not a subset.
        seed: of lines and draws.
        minutes: after these no new cell is begun; None = no limit.
        prompts: a file of prompts in place of the one that ships.
        ratings: folder with ``emobank.csv``.
    """

    out: Path
    backend: str
    parts: Sequence[Part]
    full: bool = False
    seed: int = 7
    minutes: float | None = None
    prompts: Path | None = None
    ratings: Path | None = None

    @property
    def order(self) -> Order:
        """What the sections are told."""
        choice = Choice(FULL if self.full else SUBSET, self.seed)
        return Order(choice, self.prompts, self.ratings)


@contextmanager
def opened_lab(data: Path, wish: Wish, token: CancelToken) -> Iterator[Lab]:
    """Open the engine and the judge, and close both."""
    with build_engine(data, wish.backend) as engine:
        judge = open_judge()
        try:
            yield Lab(engine, judge, wish.out, token, data)
        finally:
            judge.close()


def evaluate(data: Path, wish: Wish, token: CancelToken, progress: Progress) -> Report:
    """Run, and write the report and, once its sounds are there, the listening page.

    Args:
        data: the data folder.
        wish: what is asked for.
        token: cancels from another thread; records stay, so the next run goes on.
        progress: told what is at hand and the share done.

    Raises:
        ExportError: the report cannot be written.
        InputError: ``text-unreadable``, ``data-missing``: the prompts, the ratings.
        StudioError: as ``build_engine``.
        Cancelled: by the token.
    """
    with opened_lab(data, wish, token) as lab:
        order = wish.order
        wanted = unique(each for part in _in_turn(wish.parts, order) for each in part)
        until = None if wish.minutes is None else monotonic() + 60.0 * wish.minutes
        lab.speak(wanted, until, lambda words, share: progress(words, SPEAKING * share))
        wish.out.mkdir(parents=True, exist_ok=True)
        kept = Kept(wish.out, _facts(lab, wish))
        for at, part in enumerate(wish.parts):
            token.check()
            progress(part.title, SPEAKING + (1 - SPEAKING) * at / len(wish.parts))
            kept.keep(part.find(lab, order))
        report = Report(_now(), kept.facts, kept.sections(ALL))
        write_file(wish.out / JSON, report.as_json().encode())
        write_file(wish.out / PAGE, report.as_html().encode())
        write_file(wish.out / MARKDOWN, report.as_markdown().encode())
        page = listening.page_of(lab, order.choice)
        if page is not None:
            write_file(wish.out / LISTENING, page[0].encode())
            write_file(wish.out / KEY, page[1].encode())
    return report


class Kept:
    """Sections as they were last worked out: a run of some of them renews those alone.

    Args:
        out: the run's folder.
        facts: what is judged; a section of anything else does not count.
    """

    def __init__(self, out: Path, facts: Mapping[str, Any]) -> None:
        self._folder = out / SECTIONS
        self.facts = facts

    def keep(self, section: Section) -> None:
        """Write a section down.

        Raises:
            ExportError: it cannot be written.
        """
        self._folder.mkdir(exist_ok=True)
        told = {"facts": dict(self.facts), "section": section.as_data()}
        write_file(self._folder / f"{section.name}.json", json.dumps(told).encode())

    def sections(self, parts: Sequence[Part]) -> list[Section]:
        """Return what is kept of these parts, in their order."""
        found = []
        for part in parts:
            with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
                text = (self._folder / f"{part.name}.json").read_text(encoding="utf-8")
                told = json.loads(text)
                if told["facts"] == dict(self.facts):
                    found.append(section_of(told["section"]))
        return found


def _in_turn(parts: Sequence[Part], order: Order) -> Iterator[Any]:
    """A share of every part's cells in turn: a run cut short has something of all."""
    lists = [unique(part.wants(order.choice)) for part in parts]
    rounds = 8
    for turn in range(rounds):
        for each in lists:
            yield each[turn * len(each) // rounds : (turn + 1) * len(each) // rounds]


def _facts(lab: Lab, wish: Wish) -> dict[str, Any]:
    info, size = lab.engine.backend.describe(), wish.order.choice.size
    return {
        "extent": "full" if wish.full else "subset",
        "cells of the grid": f"{size.voices} voices, {size.seven_lines} lines (seven emotions), "
        f"{size.other_lines} (the other twelve)",
        "seed": wish.seed,
        "judge": lab.judge.name,
        "backend": f"{info.name}, {info.precision}, {info.runtime}",
        "voice model": info.model[:16],
        "emotion head": lab.engine.understander.version[:16],
        "plan and sound versions": f"{PLAN_VERSION}, {SOUND_VERSION}",
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
