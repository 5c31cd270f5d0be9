"""A draft may be answered by a take that sounds alike; nothing final ever is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.build import Engine, build_engine
from engine.cache.eviction import Limits
from engine.renderer import NEAR, Renderer
from engine.store import TakeStore
from engine.values import Direction, RenderRequest, Take, Want

LIMITS = Limits(clarity=0.0, strength=0.0)
LINE = RenderRequest("Who left this open?", direction=Direction("gentle concern"), want=Want.DRAFT)


def at(intensity: float) -> RenderRequest:
    return replace(LINE, direction=replace(LINE.direction, intensity=intensity))


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with build_engine(None, "fake") as made:
        yield made


@pytest.fixture
def kept(engine: Engine, tmp_path: Path) -> tuple[Renderer, TakeStore]:
    store = TakeStore(tmp_path, LIMITS)
    return engine.renderer.with_store(store), store


def sound(take: Take | None) -> bytes:
    assert take is not None
    assert take.audio is not None
    return take.audio.tobytes()


def test_a_draft_hears_the_neighbour_and_gets_its_own_take(
    engine: Engine, kept: tuple[Renderer, TakeStore]
) -> None:
    renderer, store = kept
    first = renderer.render(at(0.50))
    near = renderer.near(at(0.51))
    assert near is not None
    assert near.provenance.cache == NEAR
    assert (near.key, near.request) == (first.key, at(0.51))
    assert sound(near) == sound(first)
    assert store.metrics.counts()["take", "near"] == 1
    exact = renderer.render(at(0.51))
    assert exact.key != first.key
    assert exact.provenance.cache == "miss: no record"
    assert sound(exact) == sound(engine.renderer.with_store(None).render(at(0.51)))
    assert sound(exact) != sound(first)
    assert renderer.near(at(0.51)) is None  # the exact one is there


def test_only_what_sounds_alike_is_near(kept: tuple[Renderer, TakeStore]) -> None:
    renderer, _ = kept
    renderer.render(at(0.50))
    assert renderer.near(replace(at(0.51), text="Who left that open?")) is None
    assert renderer.near(replace(at(0.51), voice="am_adam")) is None
    assert renderer.near(replace(at(0.51), direction=Direction("furious", 0.51))) is None
    assert renderer.near(at(2.0)) is None
    assert renderer.with_store(None).near(at(0.51)) is None


def test_a_neighbour_that_is_gone_or_damaged_does_not_answer(
    kept: tuple[Renderer, TakeStore],
) -> None:
    renderer, store = kept
    for harm in (b"", b"ESPRREC1 and no more"):
        key = renderer.render(at(0.50)).key
        store.path(key).write_bytes(harm)
        assert renderer.near(at(0.51)) is None
        assert renderer.near(at(0.52)) is None
        store.shelf.forget(key)
    key = renderer.render(at(0.50)).key
    renderer.render(at(0.50))
    renderer.render(at(0.50))  # in memory now
    assert sound(renderer.near(at(0.51)))
    store.path(key).unlink()
    assert renderer.near(at(0.51)) is None


def test_another_store_knows_what_it_has_learned(
    engine: Engine, kept: tuple[Renderer, TakeStore], tmp_path: Path
) -> None:
    first = kept[0].render(at(0.50))
    again = TakeStore(tmp_path, LIMITS)
    renderer = engine.renderer.with_store(again)
    assert renderer.near(at(0.51)) is None
    assert again.learn(first.key)
    assert not again.learn("ab" * 16)
    near = renderer.near(at(0.51))
    assert sound(near) == sound(first)
    with pytest.raises(ValueError, match="read-only"):
        near.audio[0] = 1.0  # type: ignore[union-attr, index]


def test_the_neighbour_is_within_a_listener_step(kept: tuple[Renderer, TakeStore]) -> None:
    """What a dragged knob hears is never further off than can just be noticed."""
    from engine.emotion.axes import LISTENER_STEP, to_vector

    renderer, _ = kept
    answered = 0
    for hundredth in range(40, 121, 4):
        wish = at(hundredth / 100)
        near = renderer.near(wish)
        own = renderer.render(wish).plan.deltas
        if near is not None:
            answered += 1
            apart = np.abs(to_vector(near.plan.deltas) - to_vector(own)) / LISTENER_STEP
            assert apart.max() <= 1.0 + 1e-9
    assert 5 < answered < 21
