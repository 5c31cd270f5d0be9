"""Health of the cache in the studio: shown when asked for, told once when it turns."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields, replace
from pathlib import Path

import numpy as np

from app.studio.control.health import _why
from app.studio.present.health import INPUTS, MOST_PROJECTS, MOST_WINDOWS, health_view
from app.studio.wiring import Studio
from engine.build import build_engine
from engine.cache.checkup import Checkup, checkup
from engine.cache.eviction import Limits
from engine.cache.health import Drift, remark_of
from engine.cache.inputs import TakeInputs
from engine.cache.metrics import WINDOW_S, History, Metrics
from engine.cache.table import EmotionTable
from engine.values import Direction, RenderRequest
from tests.cache.entries import HEAD, entry_of, key_number
from tests.studio.opened import live, until

EMPTY = Checkup({}, {}, {"take": None, "emotion": None}, None, 1.0)


def windows(rates: dict[tuple[int, str], tuple[int, int]]) -> Checkup:
    """Hits and misses by number of the window and project."""
    counted = {
        (number * WINDOW_S, project): Counter({("take", "disk"): hits, ("take", "miss"): misses})
        for (number, project), (hits, misses) in rates.items()
    }
    return replace(EMPTY, windows=counted, hit_rates={"take": 0.5, "emotion": 0.25}, score=0.7)


def test_the_view_has_the_newest_windows_and_the_busiest_projects() -> None:
    rates = {(n, f"p{n % 20}"): (n, 1) for n in range(1, 60)} | {
        (59, ""): (3, 1),
        (58, "x"): (0, 0),
    }
    view = health_view(windows(rates))
    assert len(view.times) == MOST_WINDOWS
    assert len(view.rows) == MOST_PROJECTS
    assert view.rows[0][0] == "p19"
    assert view.rows[0][1][-1].wishes == 60
    assert {cell.rate for _, cells in view.rows for cell in cells} > {None}
    assert "50 %" in view.says[1]
    nobody = health_view(windows({(1, ""): (3, 1)}))
    assert nobody.rows[0][0] == "no project"
    assert nobody.rows[0][1][0].rate == 0.75
    unsaved = health_view(windows({(1, "8e93a26c60bf"): (1, 1)}), None, "8e93a26c60bf")
    assert unsaved.rows[0][0] == "this project, not saved yet"
    other = health_view(windows({(1, "8e93a26c60bf"): (1, 1)}), None, "letters")
    assert other.rows[0][0] == "an unsaved project (8e93)"


def test_what_is_not_known_is_said() -> None:
    assert health_view(None).says == ("Takes are not stored.",)
    assert "No take was asked for yet." in health_view(EMPTY).says
    moved = replace(EMPTY, drift=Drift(0.25, 0.04, True))
    assert "0.25, by chance 0.04" in health_view(moved).says[-1]


def test_a_remark_when_it_is_ill_and_none_when_it_is_well() -> None:
    assert remark_of(0.9, None) is None
    assert remark_of(0.9, Drift(0.1, 0.05, False)) is None
    drifted, ill = remark_of(0.9, Drift(0.3, 0.05, True)), remark_of(0.4, None)
    assert drifted is not None
    assert ill is not None
    assert (drifted.code, ill.code) == ("cache-drifted", "cache-unwell")


def test_a_checkup_counts_damage_and_drift(tmp_path: Path) -> None:
    table = EmotionTable(tmp_path, HEAD)
    entries = [(key_number(n), entry_of(key_number(n))) for n in range(80)]
    table.put_many(
        (key, replace(entry, vad=(0.9, 0.9, 0.9) if n > 39 else (-0.9, -0.9, -0.9)))
        for n, (key, entry) in enumerate(entries)
    )
    metrics, history = Metrics(), History(tmp_path / "history", "p")
    for way, number in (("miss", 3), ("damaged", 1), ("disk", 1)):
        metrics.count("take", way, number)
    history.add(metrics)
    found = checkup(history.windows(), table)
    assert found.hit_rates["take"] == 0.25
    assert found.drift is not None
    assert found.drift.alarm
    assert found.remark is not None
    assert np.isclose(found.score, 0.5 * 0.25 + 0.3 * 0.8)


def test_an_engine_looks_at_its_own_cache(tmp_path: Path) -> None:
    with build_engine(tmp_path, "fake", project="p") as engine:
        engine.renderer.render(RenderRequest("Hello.", direction=Direction("sad")))
        found = engine.checkup()
        assert found is not None
        assert [project for _, project in found.windows] == ["p"]
        assert found.hit_rates == {"take": 0.0, "plan": None, "emotion": 0.0}
    with build_engine(None, "fake") as engine:
        assert engine.checkup() is None


def test_why_a_line_is_or_is_not_answered_is_said(tmp_path: Path) -> None:
    line = RenderRequest("Hello there.", direction=Direction("sad"))
    with build_engine(tmp_path, "fake", limits=Limits(clarity=0.0, strength=0.0)) as engine:

        def said(request: RenderRequest | None) -> str:
            view = health_view(engine.checkup(), _why(engine, request))
            return view.says[-1]

        assert said(line) == "This line: no stored take is like it; it is made."
        key = engine.renderer.render(line).key
        assert said(line).startswith(f"This line: the stored take {key[:12]} answers, made ")
        # Anger asks for accents of its own, so what is done at places differs as well.
        other = replace(line, direction=Direction("angry", ramp=0.5))
        assert said(other).endswith(" emotion and knobs, ramp, pitch at places in the line.")
        assert "prompts" in said(replace(line, voice="nobody"))
        assert "prompts" in said(None)
        assert set(INPUTS) == {field.name for field in fields(TakeInputs)}
    with build_engine(None, "fake") as engine:
        assert _why(engine, line) is None


def test_the_menu_shows_it(studio: Studio) -> None:
    studio.window.actions_by_name["view.health"].trigger()
    until(lambda: studio.health.dialog is not None)
    first = studio.health.dialog
    assert first is not None
    assert first.isVisible()
    assert first.grid.view.says == ("Takes are not stored.",)
    studio.window.actions_by_name["view.health"].trigger()
    until(lambda: studio.health.dialog is not first)
    assert studio.health.dialog is not None
    studio.health.dialog.close()


def test_a_turn_is_told_once(studio: Studio) -> None:
    ill = replace(EMPTY, score=0.2)
    before = len(studio.state.board.views)
    for found in (EMPTY, ill, ill, None):
        studio.health._turned(found)
    told = [view.says for view in studio.state.board.views[before:]]
    assert len(told) == 1
    assert "0.20 of 1" in told[0]
    studio.health.look()
    live(50)
