"""Same speaker, still clear: the section's figures, from judges whose truth is known."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.evaluate.cells import SEVEN, SUBSET, Choice
from app.evaluate.sections import same
from app.evaluate.sections.listing import ALL
from app.evaluate.sections.same import SAME, Costs, gathered, nulls_of, table_of
from engine.cancel import CancelToken
from engine.evaluation.guard import PROMPTS, Nulls
from engine.evaluation.once import Once
from engine.values import Floats, RenderRequest

CHOICE = Choice(replace(SUBSET, voices=4, seven_lines=2, other_lines=0), 7)


@dataclass(frozen=True)
class Take:
    request: RenderRequest


class Cells:
    """A laboratory in which every cell was spoken but those of one emotion."""

    def __init__(self, without: str = "") -> None:
        self.token = CancelToken()
        self._without = without

    def find(self, request: RenderRequest) -> Take | None:
        emotion = request.direction.prompt
        return None if emotion and emotion == self._without else Take(request)


class Judges:
    """Anger turns 40 degrees away, loses a word and sounds worse by 0.2; a repeat turns 5."""

    missing = ("nothing",)

    def embedding(self, take: Take) -> Floats:
        asked = take.request
        turned = 60.0 * CHOICE.voices.index(asked.voice) + 3.0 * CHOICE.lines.index(asked.text)
        turned += 40.0 * (asked.direction.prompt == "angry") + 5.0 * asked.seed
        return np.array([math.cos(math.radians(turned)), math.sin(math.radians(turned))], "f4")

    def errors(self, take: Take) -> int:
        return 1 + (take.request.direction.prompt == "angry")

    def mos(self, take: Take) -> float:
        return 3.5 - 0.2 * (take.request.direction.prompt == "angry")


def costs_of(lab: Any, judges: Any) -> tuple[dict[str, Costs], tuple[int, int]]:
    return gathered(lab, CHOICE, judges)


def test_costs_are_against_the_neutral_take_of_the_same_line() -> None:
    found, cells = costs_of(Cells(), Judges())
    assert cells == (64, 64)
    anger, joy, repeat = found["angry"], found["happy"], found[""]
    assert anger.drop == pytest.approx(1 - math.cos(math.radians(40)), abs=1e-4)
    assert repeat.drop == pytest.approx(1 - math.cos(math.radians(5)), abs=1e-4)
    assert joy.drop == pytest.approx(0.0, abs=1e-5)
    assert anger.points == pytest.approx(100.0 * 8 / sum(anger.words))
    assert (joy.points, repeat.points) == (0.0, 0.0)
    assert anger.mos == pytest.approx([-0.2] * 4)  # of the first line alone
    rows = table_of({"angry": anger}, {"angry": 0.2}).rows
    assert rows == [("angry", "0.234", "0.200", f"{anger.points:+.1f}", "-0.20")]


def test_nulls_are_other_voices_of_the_same_sex_and_other_lines() -> None:
    lab: Any = Cells()
    judges: Any = Judges()
    nulls = nulls_of(lab, CHOICE, judges, gathered(lab, CHOICE, judges)[0][""])
    assert nulls.other == pytest.approx(1 - math.cos(math.radians(120)), abs=1e-4)
    assert nulls.floor == pytest.approx(1 - math.cos(math.radians(3)), abs=1e-4)
    assert nulls.repeat == pytest.approx(1 - math.cos(math.radians(5)), abs=1e-4)


def test_what_is_not_there_is_left_out_and_counted() -> None:
    found, cells = costs_of(Cells(without="fearful"), Judges())
    assert cells == (56, 64)
    assert math.isnan(found["fearful"].drop)
    assert math.isnan(found["fearful"].points)
    found.pop("")
    figures = same.figures_of(found, Costs(), Nulls(1.0, 0.0, 0.1), dict.fromkeys(SEVEN, 0.1))
    share = figures[1]
    assert (share.value, share.count, share.met) == (pytest.approx(5 / 6), 6, False)
    alone = Nulls(math.nan, 0.0, math.nan)  # one voice and one line have no nulls
    share = same.figures_of(found, Costs(), alone, dict.fromkeys(SEVEN, math.nan))[1]
    assert (share.count, share.met) == (0, None)


def test_the_section_is_in_the_report_and_wants_cells_of_the_grid() -> None:
    assert SAME in ALL
    assert set(SEVEN) == set(PROMPTS.values())
    assert len(set(SAME.wants(CHOICE))) == len(CHOICE.voices) * 2 * (2 + len(SEVEN))


def test_a_sound_is_judged_once(tmp_path: Path) -> None:
    asked: list[str] = []

    def judge() -> Floats:
        asked.append("")
        return np.array([0.25, 1.0], np.float32)

    for sound in (b"one", b"one", b"two"):
        assert Once(tmp_path).judged("ear", sound, judge) == pytest.approx([0.25, 1.0])
    assert len(asked) == 2
    Once(tmp_path).judged("another", b"one", judge)
    assert len(asked) == 3
    damaged = next(tmp_path.glob("*.rec"))
    damaged.write_bytes(b"torn")
    for sound in (b"one", b"two"):
        Once(tmp_path).judged("ear", sound, judge)
    assert len(asked) in {3, 4}  # 4 if it was one of these two
