"""One line on several backends: figures, reasons, differences, and a cancel on the way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

import numpy as np
import pytest

from engine.backends.choose import Row
from engine.backends.facts import Placement, RunFacts, StageFacts
from engine.backends.fake import FakeBackend
from engine.backends.fake_voices import FakeVoices
from engine.backends.protocol import Backend, Probe, Stage, Tensor
from engine.build import backend_rows
from engine.cancel import CancelToken
from engine.emotion.understand import Understander
from engine.errors import BackendFailed, BackendUnavailable, Cancelled, InputError
from engine.race import Lap, distance_db, in_order, race
from engine.renderer import Renderer
from engine.stages import Stages
from engine.values import Reading, RenderRequest
from tests.engine.readings import reading_of

UNDERSTANDER = Understander()
REQUEST = RenderRequest("Good morning to you.")


class Written:
    """Reads one line, whatever it is asked."""

    def read(self, text: str, language: str = "en-us") -> Reading:
        return reading_of("ɡʊd mˈɔɹnɪŋ.")


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def renderer(backend: FakeBackend) -> Renderer:
    return Renderer(Stages(backend), Written(), UNDERSTANDER, FakeVoices())


class Telling(FakeBackend):
    """The double, a little louder, that says where it ran."""

    closed = 0

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        made = super().run(stage, inputs, token)
        if stage is Stage.WAVEFORM:
            made["audio"] = made["audio"] + np.float32(1e-3)
        return made

    def facts(self) -> RunFacts:
        return RunFacts((StageFacts("waveform", "Card", 7, 96, True, 60.0, "ready"),), "13.0", 1, 2)

    def placement(self) -> Placement:
        return {"waveform": {"Card": Counter(Sin=6), "Processor": Counter(Shape=1)}}

    def close(self) -> None:
        type(self).closed += 1
        super().close()


class Lost(FakeBackend):
    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        raise BackendFailed("backend-failed", subject="trt", detail="the card is gone", hint="cpu")


def row(name: str, build: Callable[[], Backend], reason: str = "", hint: str = "") -> Row:
    return Row(name, lambda: Probe(name, not reason, reason, hint), build)


def missing() -> Backend:
    raise BackendUnavailable("backend-unavailable", subject="cuda", detail="no context")


def test_every_backend_has_its_lap_or_its_reason(renderer: Renderer, backend: FakeBackend) -> None:
    rows = {
        "fake": row("fake", FakeBackend),
        "telling": row("telling", Telling),
        "none": row("none", FakeBackend, "no card", "buy one"),
        "half": row("half", missing),
        "lost": row("lost", Lost),
    }
    seen: list[tuple[str, float]] = []
    before = Telling.closed
    laps = list(
        race(
            renderer,
            rows,
            REQUEST,
            CancelToken(),
            running=backend,
            progress=lambda name, share: seen.append((name, share)),
        )
    )
    first, second, *others = laps
    assert [lap.name for lap in laps] == list(rows)
    assert [name for name, _ in seen] == list(rows)
    assert (first.ran, first.difference_db, first.facts) == (True, None, None)
    assert {name for name, _ in first.seconds} >= {"encode", "duration", "prosody", "waveform"}
    assert first.total_s > 0
    assert first.sound_s > 0.1
    assert second.difference_db is not None
    assert second.difference_db > 0
    assert second.facts is not None
    assert second.facts.stages[0].provider == "Card"
    assert second.placement["waveform"]["Processor"] == {"Shape": 1}
    assert Telling.closed == before + 1
    assert [(lap.ran, lap.reason, lap.hint) for lap in others] == [
        (False, "no card", "buy one"),
        (False, "no context", ""),
        (False, "the card is gone", "cpu"),
    ]
    # The backend in use was used, not closed.
    assert renderer.render(REQUEST).audio is not None


def test_a_race_is_cancelled_between_and_within_laps(renderer: Renderer) -> None:
    token = CancelToken()
    laps: list[Lap] = []
    rows = {"one": row("one", FakeBackend), "two": row("two", Telling)}
    before = Telling.closed

    def stop(name: str, share: float) -> None:
        if name == "two":
            token.cancel()

    with pytest.raises(Cancelled):
        laps.extend(race(renderer, rows, REQUEST, token, progress=stop))
    assert [lap.name for lap in laps] == ["one"]
    assert Telling.closed == before + 1


class Building(FakeBackend):
    """Builds an engine until it is waited for often enough."""

    looks = 0

    def wait(self, timeout: float) -> bool:
        type(self).looks += 1
        return type(self).looks > 3


def test_engines_are_waited_for_unless_the_race_is_cancelled(renderer: Renderer) -> None:
    rows = {"building": row("building", Building)}
    (lap,) = race(renderer, rows, REQUEST, CancelToken())
    assert (lap.ran, Building.looks) == (True, 0)
    (lap,) = race(renderer, rows, REQUEST, CancelToken(), wait_s=60)
    assert (lap.ran, Building.looks) == (True, 4)
    token = CancelToken()

    class Endless(FakeBackend):
        def wait(self, timeout: float) -> bool:
            token.cancel()
            return False

    with pytest.raises(Cancelled):
        list(race(renderer, {"endless": row("endless", Endless)}, REQUEST, token, wait_s=60))


def test_a_line_that_cannot_be_spoken_is_no_fault_of_a_backend(renderer: Renderer) -> None:
    wrong = RenderRequest("Good morning.", voice="nobody")
    with pytest.raises(InputError):
        list(race(renderer, {"fake": row("fake", FakeBackend)}, wrong, CancelToken()))


def test_the_order_of_a_race() -> None:
    rows = backend_rows(None)
    assert next(iter(in_order(rows, "cpu"))) == "cpu"
    assert set(in_order(rows, "cpu")) == set(rows) - {"fake"}
    assert list(in_order(rows, "fake"))[0] == "fake"  # noqa: RUF015
    assert list(in_order(rows, "cpu"))[-2:] == ["cuda", "trt"]


def test_the_distance_of_sounds() -> None:
    random = np.random.default_rng(1)
    sound = random.normal(0, 0.1, 9000).astype(np.float32)
    assert distance_db(sound, sound) == 0
    assert distance_db(sound, sound[:8000]) == 0
    assert distance_db(sound, 2 * sound) == pytest.approx(20 * np.log10(2), abs=0.01)
    assert distance_db(sound, sound[:100]) == 0
    assert distance_db(np.zeros(2000, np.float32), sound) > 20
