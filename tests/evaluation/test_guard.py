"""The identity guard: its search, its rule, what it keeps, with a judge whose truth is known."""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.cancel import CancelToken
from engine.errors import Cancelled
from engine.evaluation.bisection import largest
from engine.evaluation.guard import (
    HALF,
    LINES,
    NULL_VOICES,
    PROMPTS,
    STEPS,
    Guard,
    Heard,
    Nulls,
    pairs,
    shares,
)
from engine.evaluation.guard_table import measured, table_of
from engine.evaluation.journal import Journal

ROOT = Path(__file__).resolve().parents[2]
VOICES = ("af_heart", "am_michael")
FEW = ("af_heart", "bf_emma")
"""Whose takes give the nulls where those are not the point."""
FAMILY_OF = {prompt: family for family, prompt in PROMPTS.items()}


def at_angle(degrees: float) -> np.ndarray:
    """A unit vector whose drop to angle 0 is 1 - cos."""
    turned = math.radians(degrees)
    return np.array([math.cos(turned), math.sin(turned)], np.float32)


class Known:
    """Speakers who turn away by so many degrees a unit of intensity; a word is lost from 1.6."""

    def __init__(self, loses: str = "", most: int | None = None) -> None:
        self.asked: list[tuple[str, str, float, str, bool, bool]] = []
        self._loses = loses
        self._most = most

    def hear(
        self, voice: str, prompt: str, intensity: float, line: str, *, repeat: bool, words: bool
    ) -> Heard:
        """See ``Judge``."""
        if self._most is not None and len(self.asked) >= self._most:
            os.kill(os.getpid(), signal.SIGKILL)
        self.asked.append((voice, prompt, intensity, line, repeat, words))
        place = 60.0 * (NULL_VOICES.index(voice) // 2)
        turn = 10.0 if prompt == "angry" else 30.0
        turned = turn * intensity + 5.0 * LINES.index(line) + (0.0 if prompt else 8.0 * repeat)
        lost = words and prompt == self._loses and intensity >= 1.6
        return Heard(at_angle(place + turned), int(lost))


def guard(judge: Known, journal: Journal, token: CancelToken | None = None) -> Guard:
    return Guard(judge, journal, token or CancelToken(), lambda _what, _share: None)


@pytest.mark.parametrize("edge", [0.0, *STEPS])
def test_bisection_finds_every_edge_in_three_questions(edge: float) -> None:
    asked: list[float] = []

    def passes(step: float) -> bool:
        asked.append(step)
        return step <= edge

    assert largest(passes, STEPS) == edge
    assert asked[0] == STEPS[-1]
    assert len(asked) <= 3


def test_nothing_to_ask_is_no_limit() -> None:
    assert largest(lambda _step: True, ()) == 0.0


def test_a_limit_is_the_last_step_whose_drop_is_allowed(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", "m")
    allowed = 1.0 - math.cos(math.radians(16.0))  # 10 degrees a unit: up to 1.6
    assert guard(Known(), journal).limit("af_heart", "anger", allowed) == 1.5
    assert guard(Known(), journal).limit("af_heart", "joy", allowed) == 0.5
    assert guard(Known(), journal).limit("af_heart", "joy", 1e-6) == 0.0
    journal.close()


def test_words_that_go_lower_a_limit_and_only_survivors_are_listened_to(tmp_path: Path) -> None:
    judge, journal = Known(loses="angry"), Journal(tmp_path / "j", "m")
    assert guard(judge, journal).limit("af_heart", "anger", 1.0) == 1.5
    judge.asked.clear()
    assert guard(judge, journal).limit("af_heart", "joy", 0.2) == 1.0
    heard = {step for _v, prompt, step, _l, _r, words in judge.asked if prompt and words}
    assert heard == {1.0}
    journal.close()


def test_the_rule_is_half_of_what_actors_show_and_never_under_the_floor(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "j", "m")
    nulls = guard(Known(), journal).nulls(NULL_VOICES)
    journal.close()
    repeat = 1.0 - math.cos(math.radians(8.0))
    assert nulls.repeat == pytest.approx(repeat, abs=1e-4)
    apart = [1.0 - math.cos(math.radians(60.0 * gap)) for gap in (1, 2, 3)]
    assert apart[0] - 1e-4 <= nulls.other <= apart[2] + 1e-4
    allowed = nulls.allowed()
    assert allowed["anger"] == pytest.approx(HALF * nulls.other)
    assert max(shares().values()) == shares()["anger"] == shares()["surprise"] == 1.0
    assert shares()["calm"] == pytest.approx((1.36 - 0.74) / (3.4 - 0.74))
    assert nulls.floor == pytest.approx(1.0 - math.cos(math.radians(5.0)), abs=1e-4)
    low = Nulls(other=0.1, repeat=0.01, floor=0.03)
    assert low.allowed()["calm"] == 0.03 > low.half_of_actors()["calm"]
    assert low.allowed()["anger"] == low.half_of_actors()["anger"] == 0.05


def test_pairs_are_of_one_sex_and_hold_every_voice() -> None:
    found = pairs(NULL_VOICES)
    assert all(one[1] == other[1] and one != other for one, other in found)
    assert {name for pair in found for name in pair} == set(NULL_VOICES)
    assert pairs(("af_a", "am_b")) == []


KILLED = """
import sys
from pathlib import Path
from tests.evaluation.test_guard import FEW, VOICES, Journal, Known, guard
guard(Known(most=int(sys.argv[2])), Journal(Path(sys.argv[1]), "m")).run(VOICES[:1], FEW)
"""


def test_a_run_that_was_killed_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = Journal(tmp_path / "whole", "m")
    every = Known()
    guard(every, whole).run(VOICES[:1], FEW)
    killed = tmp_path / "killed"
    half = len(every.asked) // 2
    ended = subprocess.run(
        [sys.executable, "-c", KILLED, str(killed), str(half)],
        cwd=ROOT,
        check=False,
        timeout=60,
    )
    assert ended.returncode == -signal.SIGKILL
    with killed.open("ab") as file:  # as if it had been killed while it wrote
        file.write(b'{"mark":"m","take":["af_he')
    rest, journal = Known(), Journal(killed, "m")
    guard(rest, journal).run(VOICES[:1], FEW)
    assert journal.limits() == whole.limits()
    assert len(rest.asked) == len(every.asked) - half
    journal.close()
    again, journal = Known(), Journal(killed, "m")
    nulls = guard(again, journal).run(VOICES[:1], FEW)
    assert again.asked == []
    assert table_of(journal, nulls, {}) == table_of(whole, nulls, {})
    journal.close()
    whole.close()


def test_findings_of_another_engine_do_not_count(tmp_path: Path) -> None:
    path = tmp_path / "j"
    journal = Journal(path, "old")
    guard(Known(), journal).limit("af_heart", "anger", 0.1)
    journal.keep_limit("af_heart", "anger", 1.0)
    journal.close()
    judge, journal = Known(), Journal(path, "new")
    assert journal.limits() == {}
    guard(judge, journal).limit("af_heart", "anger", 0.1)
    assert judge.asked
    journal.close()


def test_it_stops_between_takes_and_keeps_what_it_has(tmp_path: Path) -> None:
    token = CancelToken()
    judge, journal = Known(), Journal(tmp_path / "j", "m")
    hear = judge.hear

    def heard(*where: str, **how: bool) -> Heard:
        token.cancel()
        return hear(*where, **how)  # type: ignore[arg-type]

    judge.hear = heard  # type: ignore[method-assign,assignment]
    with pytest.raises(Cancelled):
        guard(judge, journal, token).run(VOICES)
    assert len(judge.asked) == 1
    voice, prompt, intensity, line, repeat, _words = judge.asked[0]
    assert journal.take((voice, prompt, intensity, line, repeat)) is not None
    journal.close()


def test_the_table_has_whole_voices_only_and_says_what_it_stands_on(tmp_path: Path) -> None:
    told: list[tuple[str, float]] = []
    journal = Journal(tmp_path / "j", "m")

    def tell(what: str, share: float) -> None:
        told.append((what, share))

    nulls = Guard(Known(), journal, CancelToken(), tell).run(VOICES, FEW)
    journal.keep_limit("af_bella", "anger", 1.0)  # a voice half-way
    assert measured(journal) == sorted(VOICES)
    table = table_of(journal, nulls, {"precision": "float32"})
    journal.close()
    assert set(table["voices"]) == set(VOICES)
    assert table["at_intensity_1"]["anger"]["cells"] == 1  # of those of the nulls
    assert table["at_intensity_1"]["anger"]["drop"] == pytest.approx(0.015, abs=1e-3)
    assert table["lines"] == list(LINES)
    assert table["measured_with"] == {"precision": "float32"}
    assert told[-1] == ("done", 1.0)
    assert [share for _what, share in told] == sorted(share for _what, share in told)
