"""Pictures of takes: both halves on the clock of the sound, with the right values."""

from __future__ import annotations

import numpy as np
import pytest

from engine.build import build_engine
from engine.heatmaps import MAP_HZ, Heatmap, heatmap_of, mel_centres, mel_picture
from engine.timeline import CURVE_SAMPLES
from engine.values import SAMPLE_RATE, Direction, RenderRequest, Take, Want


@pytest.fixture(scope="module")
def spoken() -> tuple[Take, Heatmap]:
    with build_engine(None, "fake") as engine:
        line = RenderRequest("Never again, [pause 0.5s] I said.", direction=Direction("sadly"))
        take = engine.renderer.render(line)
    return take, heatmap_of(take)


def test_asked_and_achieved_lie_on_one_clock(spoken: tuple[Take, Heatmap]) -> None:
    take, picture = spoken
    assert take.audio is not None
    assert picture.achieved_f0 is not None
    assert picture.asked_f0.size == -(-take.audio.size // CURVE_SAMPLES)
    assert picture.achieved_f0.size == picture.asked_f0.size
    both = (picture.asked_f0 > 0) & (picture.achieved_f0 > 0)
    assert both.sum() > 30
    away = 12 * np.log2(picture.achieved_f0[both] / picture.asked_f0[both])
    assert abs(np.median(away)) < 0.3  # the double sings exactly what is asked


def test_maps_have_their_ridge_at_the_pitch(spoken: tuple[Take, Heatmap]) -> None:
    _, picture = spoken
    rows = np.geomspace(*MAP_HZ, picture.asked_map.shape[0])
    loud = (picture.asked_f0 > 0) & (picture.asked_db > -10)
    ridge = rows[picture.asked_map[:, loud].argmax(axis=0)]
    assert np.abs(12 * np.log2(ridge / picture.asked_f0[loud])).max() < 0.26  # half a row
    assert picture.asked_map.max() <= 1.0
    assert not picture.asked_map[:, picture.asked_f0 == 0].any()


def test_a_spliced_pause_is_silent_in_the_asked_half(spoken: tuple[Take, Heatmap]) -> None:
    take, picture = spoken
    assert any(pause.samples >= 0.4 * SAMPLE_RATE for pause in take.plan.pauses)
    silent = picture.asked_db <= -60
    assert silent.sum() * CURVE_SAMPLES >= 0.4 * SAMPLE_RATE
    assert not picture.asked_f0[silent].any()


def test_a_tone_is_brightest_in_its_band() -> None:
    seconds = np.arange(SAMPLE_RATE) / SAMPLE_RATE
    for hz in (200.0, 1_000.0, 6_000.0):
        tone = (0.5 * np.sin(2 * np.pi * hz * seconds)).astype(np.float32)
        mel = mel_picture(tone)
        band = mel[:, mel.shape[1] // 2].argmax()
        centres = np.array(mel_centres())
        assert band == np.abs(centres - hz).argmin()
        assert mel.max() == 0.0
        assert mel.min() >= -80.0


def test_nothing_to_speak_has_an_empty_picture() -> None:
    with build_engine(None, "fake") as engine:
        take = engine.renderer.plan(RenderRequest("…", want=Want.PLAN))
    picture = heatmap_of(take)
    assert not picture.asked_f0.any()
    assert mel_picture(np.zeros(0, np.float32)).shape[1] == 0
