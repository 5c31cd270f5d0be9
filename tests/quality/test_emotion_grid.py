"""Does an emotion land? A part of the grid at every test run, judged by Praat."""

from __future__ import annotations

import sys

import pytest

from engine.renderer import Renderer
from tests.quality import grid

pytestmark = [pytest.mark.voice, pytest.mark.slow]


@pytest.fixture(scope="module")
def measured(voice_renderer: Renderer, request: pytest.FixtureRequest) -> list[grid.Cell]:
    found = list(grid.measure_cells(voice_renderer, grid.VOICES, grid.TESTED))
    capture = request.config.pluginmanager.getplugin("capturemanager")
    with capture.global_and_fixture_disabled():
        sys.stdout.write("\n" + grid.table(found) + "\n")
    return found


def test_changes_have_the_right_sign(measured: list[grid.Cell]) -> None:
    assert len(measured) > 85
    assert grid.share(measured) >= 0.9


def test_no_emotion_fails_on_its_own(measured: list[grid.Cell]) -> None:
    for emotion in grid.EMOTIONS:
        assert grid.share([c for c in measured if c.emotion == emotion]) >= 0.75, emotion


def test_the_table_proves_something(measured: list[grid.Cell]) -> None:
    """A neutral repeat, as different as an actor's next take, must not look like emotion."""
    assert grid.share(measured, null=True) < 0.7


def test_pitch_lands_where_it_was_asked(measured: list[grid.Cell]) -> None:
    assert grid.landed_share(measured) >= 0.8


def test_pitch_follows_its_contour(measured: list[grid.Cell]) -> None:
    assert grid.tracking(measured) < 0.35
