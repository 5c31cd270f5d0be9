"""Engines of a card that are being built: seen and stopped from the window."""

from __future__ import annotations

from contextlib import closing
from dataclasses import replace
from pathlib import Path

from app.settings import Settings
from engine.build import Engine
from engine.stages import Stages
from tests.engine.trt_row import Row
from tests.kernels.standin import StandIn
from tests.studio.opened import HANG_S, idle, opened, spoken, until
from widgets.themes import Theming


def test_the_building_of_engines_is_stopped_from_the_panel(
    own: Settings, theming: Theming, fake_engine: Engine, standin: StandIn, tmp_path: Path
) -> None:
    row = Row(standin, tmp_path)
    begun, _ = row.unhurried()
    renderer = fake_engine.renderer.over(Stages(row.row))
    building = replace(fake_engine, renderer=renderer, backend=row.row)
    with closing(row.row), opened(own, theming, lambda: building) as studio:
        truth = studio.window.truth
        until(lambda: studio.state.current in studio.engine.pictures)
        assert truth.stop.isHidden()
        studio.window.folds["truth"].set_open(True)
        spoken(studio)
        until(lambda: begun.is_set() and not truth.stop.isHidden())
        truth.stop.click()
        until(truth.stop.isHidden)
        until(lambda: "stopped" in dict(truth.rows._rows).get("Durations: ran on", ""))
        assert row.row.wait(HANG_S)
        served = row.row.served
        studio.engine.speak(studio.state.current, play=False)
        until(lambda: row.row.served > served)  # the next row goes on, and nothing more is built
        idle(studio)
        assert row.world.builds == 1
        assert truth.stop.isHidden()
