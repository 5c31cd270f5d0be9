"""Playing while devices come and go, on a real sound server."""

from __future__ import annotations

import time

import pytest

from tests.app.driven import driven
from tests.app.pulse import SoundServer

TOLD_S = 2.0
"""A lost device is told within this long."""

AWAY = "player-unavailable: the output device went away"


def test_a_sink_that_is_removed_rests_the_sound_and_the_new_default_is_offered(
    bare_server: SoundServer,
) -> None:
    sink = bare_server.add_sink()
    with driven(bare_server.env) as playback:
        with bare_server.recording():
            playback.ask("tone", 20.0)
            playback.ask("play", 0.0)
            playback.wait("started")
            began = time.monotonic()
            time.sleep(1.0)
            bare_server.remove(sink)
            removed = time.monotonic()
            lost = playback.wait("lost")
        print(f"told after {lost.at - removed:.3f} s at {lost.position_s:.3f} s")
        assert lost.at - removed < TOLD_S
        assert lost.reason == AWAY
        assert lost.position_s == pytest.approx(removed - began, abs=0.25)
        assert not playback.ask("playing")
        assert playback.ask("position_s") == pytest.approx(lost.position_s, abs=1e-3)
        playback.wait("devices")
        assert not playback.ask("can_play")
        bare_server.add_sink("second")
        playback.ask("rescan")
        playback.wait("devices")
        assert playback.ask("can_play")
        assert playback.ask("device") == "default"
        with bare_server.recording("second"):
            playback.ask("play")
            again = playback.wait("started")
            assert again.position_s == pytest.approx(lost.position_s, abs=0.1)


def test_a_chosen_sink_that_is_removed_is_an_error_until_another_is_chosen(
    bare_server: SoundServer,
) -> None:
    second = bare_server.add_sink("second")
    with driven(bare_server.env) as playback:
        playback.ask("choose", "second")
        playback.wait("devices")
        assert playback.ask("device") == "second"
        with bare_server.recording("second"):
            playback.ask("tone", 20.0)
            playback.ask("play", 3.0)
            assert playback.wait("started").position_s == pytest.approx(3.0, abs=0.1)
            bare_server.remove(second)
            removed = time.monotonic()
            lost = playback.wait("lost")
            assert lost.at - removed < TOLD_S
        playback.wait("devices")
        bare_server.add_sink()
        playback.ask("rescan")
        playback.wait("devices")
        assert not playback.ask("can_play")
        playback.ask("play")
        assert playback.wait("refused").reason == playback.ask("why_not")
        assert playback.ask("position_s") == pytest.approx(lost.position_s, abs=1e-3)
        playback.ask("choose", None)
        playback.wait("devices")
        assert playback.ask("can_play")


def test_a_sound_that_the_server_moves_to_another_sink_goes_on(sound_server: SoundServer) -> None:
    second = sound_server.add_sink("second")
    with (
        sound_server.recording(),
        sound_server.awake("second"),
        driven(sound_server.env) as playback,
    ):
        playback.ask("choose", "second")
        playback.wait("devices")
        playback.ask("tone", 1.5)
        playback.ask("finish_loading")
        playback.ask("play")
        playback.wait("started")
        sound_server.remove(second)
        assert playback.wait("ended").position_s == pytest.approx(1.5)
    assert abs(sound_server.heard).max() > 0.4


def test_without_a_sink_it_says_why_and_plays_once_there_is_one(bare_server: SoundServer) -> None:
    with driven(bare_server.env) as playback:
        playback.ask("rescan")
        playback.wait("devices")
        assert not playback.ask("can_play")
        assert playback.ask("why_not").startswith("player-unavailable: ")
        playback.ask("tone", 0.5)
        playback.ask("finish_loading")
        playback.ask("play")
        assert playback.wait("refused").reason == playback.ask("why_not")
        assert not playback.ask("playing")
        bare_server.add_sink()
        playback.ask("rescan")
        playback.wait("devices")
        assert playback.ask("can_play")
        assert playback.ask("why_not") is None
        with bare_server.recording():
            playback.ask("play")
            playback.wait("started")
            assert playback.wait("ended").position_s == pytest.approx(0.5)
    assert abs(bare_server.heard).max() > 0.4


def test_a_server_that_dies_can_be_looked_for_again(sound_server: SoundServer) -> None:
    with driven(sound_server.env) as playback:
        with sound_server.recording():
            playback.ask("tone", 20.0)
            playback.ask("play")
            playback.wait("started")
            sound_server.stop()
            died = time.monotonic()
            assert playback.wait("lost").at - died < TOLD_S
        playback.wait("devices")
        assert not playback.ask("can_play")
        playback.ask("rescan")
        playback.wait("devices")
        assert playback.ask("why_not").startswith("player-unavailable: ")
