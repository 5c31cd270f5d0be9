"""Plans are kept: of takes, and of lines that were planned and not spoken."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from pathlib import Path

import numpy as np
import pytest

from engine.backends.fake import FakeBackend
from engine.build import Engine, build_engine
from engine.cache.eviction import Limits
from engine.plan_store import PlanStore
from engine.renderer import Renderer
from engine.stages import Stages
from engine.store import TakeStore
from engine.values import Direction, Plan, RenderRequest, Take, Want

LIMITS = Limits(clarity=0.0, strength=0.0)
LINE = RenderRequest("Who left this open?", want=Want.PLAN, direction=Direction("sad, slowly"))


@pytest.fixture(scope="module")
def afresh() -> Iterator[Afresh]:
    with build_engine(None, "fake") as made:
        yield Afresh(made)


def is_same(one: Plan, two: Plan) -> bool:
    for field in fields(Plan):
        a, b = getattr(one, field.name), getattr(two, field.name)
        if isinstance(a, np.ndarray):
            same = a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        else:
            same = a == b
        if not same:
            return False
    return True


@dataclass(frozen=True, slots=True)
class Afresh:
    """Renderers as other processes have them: nothing is remembered from one to the next."""

    engine: Engine

    def renderer(self, store: TakeStore | None) -> Renderer:
        return self.engine.renderer.over(Stages(FakeBackend())).with_store(store)

    def plan(self, folder: Path) -> tuple[Take, TakeStore]:
        store = TakeStore(folder, LIMITS)
        return self.renderer(store).plan(LINE), store


def test_a_plan_is_there_the_next_time(tmp_path: Path, afresh: Afresh) -> None:
    first, store = afresh.plan(tmp_path)
    assert first.provenance.cache == "not asked"
    assert store.metrics.counts()["plan", "miss"] == 1
    again, store = afresh.plan(tmp_path)
    assert again.provenance.cache == "hit"
    assert is_same(again.plan, first.plan)
    assert again.audio is None
    assert not again.plan.f0.flags.writeable
    assert store.metrics.counts()["plan", "disk"] == 1
    spoken = afresh.renderer(TakeStore(tmp_path / "other", LIMITS)).render(
        replace(LINE, want=Want.SOUND)
    )
    assert is_same(spoken.plan, first.plan)


def test_a_takes_plan_answers_too(tmp_path: Path, afresh: Afresh) -> None:
    renderer = afresh.renderer(TakeStore(tmp_path, LIMITS))
    spoken = renderer.render(replace(LINE, want=Want.SOUND))
    again, store = afresh.plan(tmp_path)
    assert again.provenance.cache == "hit"
    assert is_same(again.plan, spoken.plan)
    assert not store.plans.shelf.kept()
    for _ in range(2):
        renderer.render(replace(LINE, want=Want.SOUND))
    assert renderer.plan(LINE).provenance.cache == "hit"


def test_a_knob_that_bends_contours_writes_nothing(tmp_path: Path, afresh: Afresh) -> None:
    store = TakeStore(tmp_path, LIMITS)
    renderer = afresh.renderer(store)
    for intensity in (0.5, 0.6, 0.7):
        direction = Direction("sad", intensity)
        assert renderer.plan(replace(LINE, direction=direction)).plan.samples
    assert len(store.plans.shelf.kept()) == 1
    assert afresh.renderer(store).for_delivery().plan(LINE).plan.samples
    assert len(store.plans.shelf.kept()) == 1


def test_a_plan_that_was_kept_leaves_the_stages_to_be_run(tmp_path: Path, afresh: Afresh) -> None:
    afresh.plan(tmp_path)
    renderer = afresh.renderer(TakeStore(tmp_path, LIMITS))
    assert "encode" not in dict(renderer.plan(LINE).provenance.seconds)
    renderer.ready(LINE)
    bent = replace(LINE, direction=replace(LINE.direction, intensity=0.5))
    assert "encode" not in dict(renderer.plan(bent).provenance.seconds)


@pytest.mark.parametrize("harm", ["cut", "changed", "rubbish", "empty"])
def test_a_damaged_plan_is_made_again(tmp_path: Path, harm: str, afresh: Afresh) -> None:
    first, store = afresh.plan(tmp_path)
    path = store.plans.shelf.path(first.key)
    content = path.read_bytes()
    path.write_bytes(
        {
            "cut": content[:-100],
            "changed": content[:-9] + bytes([content[-9] ^ 1]) + content[-8:],
            "rubbish": b"no record",
            "empty": b"",
        }[harm]
    )
    again, store = afresh.plan(tmp_path)
    assert again.provenance.cache == "not asked"
    assert is_same(again.plan, first.plan)
    assert afresh.plan(tmp_path)[0].provenance.cache == "hit"


def test_a_disk_that_will_not_have_it_costs_nothing(tmp_path: Path, afresh: Afresh) -> None:
    (tmp_path / "plans-1").write_text("in the way")
    take, store = afresh.plan(tmp_path)
    assert take.plan.samples > 0
    assert take.remarks == ()
    assert store.metrics.counts()["plan", "not kept"] == 1
    assert PlanStore(tmp_path).get(take.key) is None
