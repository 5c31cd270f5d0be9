"""Stop, seek, loop and seams as a real sound server hears them."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.app.driven import driven
from tests.app.pulse import RATE, SoundServer

CLICK = 1.25 * 0.5 * 2 * np.pi * 440 / RATE
"""The largest step between two samples of the tone, and a quarter for the fades and the
server's resampling; cutting it off anywhere but at zero makes a larger one."""

STOP_S = 0.1
"""Promised: silent within this after stop."""

RECORDER_S = 0.05
"""The recording runs behind what is heard: parec was asked for 20 ms, and writes in lumps."""


def loud(heard: NDArray[np.float32]) -> NDArray[np.float32]:
    """From the first to the last sample that is not silence."""
    places = np.flatnonzero(np.abs(heard) > 1e-3)
    return heard[places[0] : places[-1] + 1]


def test_stop_is_silent_within_100_ms_and_does_not_click(sound_server: SoundServer) -> None:
    after = []
    with sound_server.recording(), driven(sound_server.env) as playback:
        playback.ask("tone", 20.0)
        for _ in range(3):
            playback.ask("play", 1.0)
            playback.wait("started")
            time.sleep(0.4)
            recorded = sound_server.raw.stat().st_size // 4
            playback.ask("stop")
            time.sleep(0.5)
            rest = np.fromfile(sound_server.raw, "<f4", offset=4 * recorded)
            after.append(np.flatnonzero(np.abs(rest) > 1e-3)[-1] / RATE)
    print("sound recorded after stop, s:", np.round(after, 3))
    assert max(after) < STOP_S + RECORDER_S
    assert np.abs(np.diff(sound_server.heard)).max() < CLICK


def test_a_hundred_seams_lose_nothing(bare_server: SoundServer) -> None:
    bare_server.add_sink(rate=24_000)
    with bare_server.recording(rate=24_000), driven(bare_server.env) as playback:
        playback.ask("tone", 2.0, 101)
        playback.ask("finish_loading")
        playback.ask("play")
        playback.wait("started")
        playback.wait("ended")
        assert playback.ask("rate") == 24_000
        assert playback.ask("underruns") == 0
    t = np.arange(2 * 24_000) / 24_000
    tone = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)
    start = int(np.flatnonzero(bare_server.heard)[0]) - 1
    heard = bare_server.heard[start : start + tone.size]
    assert np.array_equal(heard, tone)
    assert not bare_server.heard[start + tone.size :].any()


def test_seek_and_loop_do_not_click_and_the_place_is_told(sound_server: SoundServer) -> None:
    with sound_server.recording(), driven(sound_server.env) as playback:
        playback.ask("tone", 8.0)
        playback.ask("finish_loading")
        playback.ask("seek", 5.0)
        assert playback.ask("position_s") == pytest.approx(5.0)
        playback.ask("set_loop", 5.0, 5.301)
        playback.ask("play")
        playback.wait("started")
        for _ in range(12):
            time.sleep(0.1)
            assert 4.99 <= playback.ask("position_s") <= 5.31
        playback.ask("set_loop", None)
        playback.ask("seek", 7.2)
        ended = playback.wait("ended")
        assert ended.position_s == pytest.approx(8.0)
    assert np.abs(np.diff(sound_server.heard)).max() < CLICK
    assert 2.0 < loud(sound_server.heard).size / RATE < 4.0


def test_sound_begins_before_all_of_it_is_made_and_waits_for_the_rest(
    sound_server: SoundServer,
) -> None:
    with sound_server.recording(), driven(sound_server.env) as playback:
        playback.ask("load", 2.0)
        playback.ask("play", 0.0)
        playback.ask("tone", 0.5)
        playback.wait("started")
        assert playback.ask("length_s") == pytest.approx(2.0)
        playback.wait("underrun")
        playback.ask("tone", 0.5)
        playback.ask("finish_loading")
        assert playback.wait("ended").position_s == pytest.approx(1.0)
        assert playback.ask("length_s") == pytest.approx(1.0)
        assert playback.ask("underruns") == 1


def test_another_device_goes_on_where_the_first_was(sound_server: SoundServer) -> None:
    sound_server.add_sink("second")
    with (
        sound_server.recording("second"),
        sound_server.awake(),
        driven(sound_server.env) as playback,
    ):
        playback.ask("tone", 2.0)
        playback.ask("finish_loading")
        playback.ask("play")
        playback.wait("started")
        time.sleep(0.5)
        left = playback.ask("position_s")
        playback.ask("choose", "second")
        playback.wait("devices")
        assert playback.ask("playing")
        assert playback.wait("ended").position_s == pytest.approx(2.0)
    assert 0.2 < left < 1.7
    # All that was left is heard there, less what still played here until the change was made.
    assert 0.2 < loud(sound_server.heard).size / RATE < 2.0 - left + 0.15
    assert np.abs(np.diff(sound_server.heard)).max() < CLICK


def test_volume_is_heard_and_can_be_turned_while_playing(sound_server: SoundServer) -> None:
    with sound_server.recording(), driven(sound_server.env) as playback:
        playback.ask("tone", 1.2)
        playback.ask("finish_loading")
        playback.ask("set_volume", 0.2)
        playback.ask("play")
        playback.wait("started")
        time.sleep(0.5)
        playback.ask("set_volume", 1.0)
        playback.wait("ended")
    heard = loud(sound_server.heard)
    assert np.abs(heard[: RATE // 4]).max() == pytest.approx(0.1, rel=0.05)
    assert np.abs(heard[-RATE // 4 :]).max() == pytest.approx(0.5, rel=0.05)
    assert np.abs(np.diff(heard)).max() < CLICK
