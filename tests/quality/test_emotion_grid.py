"""Does an emotion land? A part of the grid at every test run, judged by Praat."""

from __future__ import annotations

import sys

import pytest

from app.evaluate.sections.grid import Cell, Taken, cells_of
from engine.renderer import Renderer
from tests.quality import grid

pytestmark = [pytest.mark.voice, pytest.mark.slow]


@pytest.fixture(scope="module")
def takes(voice_renderer: Renderer) -> list[Taken]:
    return list(grid.measure(voice_renderer, grid.VOICES, grid.TESTED))


@pytest.fixture(scope="module")
def measured(takes: list[Taken], request: pytest.FixtureRequest) -> list[Cell]:
    found = cells_of(takes)
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        sys.stdout.write("\n" + grid.table(found) + "\n")
    return found


def test_changes_have_the_right_sign(measured: list[Cell]) -> None:
    assert len(measured) > 85
    assert grid.share(measured) >= 0.9


def test_no_emotion_fails_on_its_own(measured: list[Cell]) -> None:
    for emotion in grid.EMOTIONS:
        assert grid.share([c for c in measured if c.emotion == emotion]) >= 0.75, emotion


def test_the_table_proves_something(measured: list[Cell]) -> None:
    """A neutral repeat, as different as an actor's next take, must not look like emotion."""
    assert grid.share(measured, null=True) < 0.7


def test_pitch_lands_where_it_was_asked(measured: list[Cell]) -> None:
    assert grid.landed_share(measured) >= 0.8


def test_pitch_follows_its_contour(takes: list[Taken]) -> None:
    assert grid.tracking(takes) < 0.35
