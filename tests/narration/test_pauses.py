"""Pauses by kind, as a plan asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.narration.book import ROLES
from app.narration.chapters import open_book
from app.narration.lines import BookLine, Directed, book_lines, plain_cut
from app.narration.plan import BookPlan, Pauses, follow, load
from engine.build import build_engine
from engine.errors import InputError
from engine.values import SAMPLE_RATE, Direction

TEXT = (
    "# One\n\nThe lamp was lit. Nobody came to the door.\n\n* * *\n\nThey slept.\n\n"
    "- first\n- last\n\nThe end.\n"
)
PLAN = """\
{"espressivo-book-plan": 1, "pauses":
 {"sentence": 0.5, "paragraph": 1, "item": 0.6, "heading": 2, "section": 3, "comma": 0.25}}
"""


def lines(folder: Path, plan: BookPlan) -> tuple[BookLine, ...]:
    (folder / "a.md").write_text(TEXT)
    planned = follow(open_book(folder / "a.md"), plan)
    directed = Directed("af_heart", Direction())
    (found,) = book_lines(planned, directed, frozenset(ROLES), plain_cut("en-us"))
    return found


def test_each_kind_has_its_own_length(tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text(PLAN)
    usual = lines(tmp_path, BookPlan())
    assert [line.rest_s for line in usual] == [1.2, 0.35, 1.8, 0.8, 0.5, 0.5, 0.8]
    asked = lines(tmp_path, load(tmp_path / "plan.json"))
    assert [line.rest_s for line in asked] == [2, 0.5, 3, 1, 0.6, 0.6, 1]
    assert {line.request.direction.nudges.pause_s for line in usual} == {0.0}
    assert {line.request.direction.nudges.pause_s for line in asked} == {0.25}


def test_a_longer_comma_is_heard() -> None:
    from engine.values import Deltas, RenderRequest

    text = "It rained, and nobody came."
    wider = Direction(nudges=Deltas(pause_s=0.25))
    with build_engine(backend="fake") as engine:
        usual = engine.renderer.plan(RenderRequest(text)).plan.samples
        longer = engine.renderer.plan(RenderRequest(text, direction=wider)).plan.samples
    assert (longer - usual) / SAMPLE_RATE == pytest.approx(0.25, abs=0.03)


@pytest.mark.parametrize(
    "pauses", ['{"sentence": -1}', '{"heading": 11}', '{"comma": "long"}', '{"breath": 1}', "[1]"]
)
def test_a_pause_that_is_none_is_refused(tmp_path: Path, pauses: str) -> None:
    path = tmp_path / "plan.json"
    path.write_text(f'{{"espressivo-book-plan": 1, "pauses": {pauses}}}')
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.code == "book-plan-invalid"


def test_the_defaults_are_those_of_the_program() -> None:
    assert Pauses() == BookPlan().pauses
