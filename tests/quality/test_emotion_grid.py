"""Does an emotion land? A part of the grid at every test run, judged by Praat."""

from __future__ import annotations

import sys

import pytest

from engine.renderer import Renderer
from tests.quality import grid

pytestmark = [pytest.mark.voice, pytest.mark.slow]


@pytest.fixture(scope="module")
def measured(voice_renderer: Renderer, request: pytest.FixtureRequest) -> list[grid.Measured]:
    found = list(grid.measure_cells(voice_renderer, grid.VOICES, grid.TESTED))
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        sys.stdout.write("\n" + grid.table(found) + "\n")
    return found


def test_changes_have_the_right_sign(measured: list[grid.Measured]) -> None:
    cells = [m.cell for m in measured]
    assert len(cells) > 85
    assert grid.share(cells) >= 0.9


def test_no_emotion_fails_on_its_own(measured: list[grid.Measured]) -> None:
    for emotion in grid.EMOTIONS:
        assert grid.share([m.cell for m in measured if m.cell.emotion == emotion]) >= 0.75, emotion


def test_the_table_proves_something(measured: list[grid.Measured]) -> None:
    """With the emotion turned down to nothing the same table must collapse."""
    assert grid.share([m.null for m in measured]) < 0.2


def test_pitch_lands_where_it_was_asked(measured: list[grid.Measured]) -> None:
    assert grid.landed_share([m.cell for m in measured]) >= 0.8


def test_pitch_follows_its_contour(measured: list[grid.Measured]) -> None:
    assert grid.tracking(measured) < 0.35
