"""A recogniser, where one is installed and asked for, judges the words of a take too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from app.keeping import limits
from app.settings import load
from engine import listening
from engine.build import Engine, build_engine
from engine.cache.eviction import Limits
from engine.cache.quality import Quality, heard_with
from engine.listening import ear_of
from engine.renderer import Renderer
from engine.store import Stored, TakeStore
from engine.values import Floats, RenderRequest

SAID = "nobody came to the door that night and the lamp was still burning"


@pytest.mark.parametrize(
    ("heard", "clarity"),
    [
        ("Nobody came to the door that night, and the lamp was still burning.", 0.9),
        ("Nobody came to the door at night, and the lamb was still burning.", 0.9),
        ("Nobody came to the door that night.", 1 - 6 / 13),
        (f"{SAID} and the lamp was still burning", 1 - 6 / 13),
        ("", 0.0),
        ("nobody came to 4 doors", 0.9),
        (None, 0.9),
    ],
)
def test_rows_of_lost_and_added_words_are_unclear(heard: str | None, clarity: float) -> None:
    found = heard_with(Quality(0.9, 0.5), SAID, heard)
    assert found.clarity == pytest.approx(clarity)
    assert found.strength == 0.5
    assert heard_with(Quality(0.9, 0.5), "", "word after word after word") == Quality(0.9, 0.5)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with build_engine(None, "fake") as made:
        yield made


def test_what_is_not_heard_is_made_again_once(tmp_path: Path, engine: Engine) -> None:
    store = TakeStore(tmp_path, Limits(strength=0.0, clarity=0.82))
    asked: list[tuple[int, str]] = []

    def deaf(audio: Floats, language: str) -> str:
        asked.append((len(audio), language))
        return ""

    store.ear = deaf
    renderer = engine.renderer.with_store(store)
    line = RenderRequest("Who left this open?", voice="bf_emma")
    first = renderer.render(line)
    assert first.audio is not None
    assert asked == [(len(first.audio), "en-gb")]
    assert renderer.render(line).provenance.cache == "miss: record under a threshold"
    assert renderer.render(line).provenance.cache == "hit"
    assert renderer.render(RenderRequest("...")).audio is not None
    assert len(asked) == 2  # without words there is nothing to hear


def test_it_is_a_setting_and_needs_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = {"ESPRESSIVO_SETTINGS": str(tmp_path / "none"), "ESPRESSIVO_DATA": str(tmp_path)}
    assert not limits(load(own)).listen
    kept = limits(load(own | {"ESPRESSIVO_LISTEN": "on"}))
    assert kept.listen
    monkeypatch.setattr(listening, "find_spec", lambda name: None)
    with build_engine(tmp_path, "fake", limits=kept) as engine:
        assert engine.store is not None
        assert engine.store.ear is None
        assert engine.renderer.render(RenderRequest("Hello.")).audio is not None


@pytest.mark.soak
@pytest.mark.voice
def test_the_real_recogniser_judges_the_real_voice(
    voice_renderer: Renderer, tmp_path: Path
) -> None:
    """Needs the extra called recogniser, which make soak installs."""
    store = TakeStore(tmp_path, Limits(strength=0.0))
    store.ear = ear_of(tmp_path)
    assert store.ear is not None
    line = RenderRequest("Nobody came to the door that night, and the lamp was still burning.")
    take = voice_renderer.with_store(store).render(line)
    assert store.get(take.key)[0] is not None
    assert take.audio is not None
    assert take.achieved is not None
    half = np.array(take.audio)
    half[len(half) // 2 :] = 0.0
    store.put("ab" * 16, Stored(take.plan, half, take.achieved), said=(SAID, "en-us"))
    found, told = store.get("ab" * 16)
    assert found is None
    assert [remark.code for remark in told] == ["record-weak"]
    assert told[0].detail.startswith("clarity 0.")
