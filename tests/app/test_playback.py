"""Playing: one open stream, no holes, real PortAudio into devices that record."""

from __future__ import annotations

import subprocess
import sys
import time

import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from tests.app.pulse import RATE, SoundServer
from tests.hygiene.sound_card import SoundCard

PLAYS = """
import sys, time
import numpy as np
from app.playing.playback import CALM_S, Playback
from engine.cancel import CancelToken
from engine.streaming import Streamed

rate, seconds = 24_000, float(sys.argv[1])
t = np.arange(round(rate * seconds)) / rate
tone = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)
player = Playback(latency_s=CALM_S, keep=False)
player.open()
token = CancelToken()
for start in range(0, tone.size, 6_000):
    player.write(Streamed(tone[start : start + 6_000]), token)
player.finish(token)
print(player.rate, player.underruns)
"""

ONLY = """
import sounddevice
check = sounddevice.check_output_settings
def refuse(*a, samplerate=None, **k):
    if samplerate != {rate}:
        raise sounddevice.PortAudioError("Invalid sample rate", -9997)
    return check(*a, samplerate=samplerate, **k)
sounddevice.check_output_settings = refuse
"""
"""A sound server resamples whatever it is given; this is a card that does not."""


def play(
    env: dict[str, str], seconds: float, script: str = PLAYS
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, str(seconds)],
        env=env,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )


def loud(heard: NDArray[np.float32]) -> NDArray[np.float32]:
    """From the first to the last sample that is not silence."""
    places = np.flatnonzero(np.abs(heard) > 1e-3)
    return heard[places[0] : places[-1] + 1]


def longest_silence(heard: NDArray[np.float32]) -> int:
    """Samples of the longest run of near silence; a 440 Hz tone has at most one or two."""
    quiet = np.concatenate([[0], (np.abs(heard) < 1e-4).astype(int), [0]])
    edges = np.flatnonzero(np.diff(quiet))
    return int(max(np.diff(edges)[::2], default=0))


def test_no_sample_is_lost_over_a_hundred_seams(sound_card: SoundCard) -> None:
    done = play(sound_card.env, 25.25)
    assert (done.returncode, done.stderr) == (0, "")
    heard, rate = soundfile.read(sound_card.heard)
    assert rate == 24_000
    t = np.arange(round(25.25 * rate)) / rate
    tone = np.rint(0.5 * np.sin(2 * np.pi * 440 * t) * 32767)
    # This card takes sound faster than real time, so the player is late now and then
    # and fills up with silence; without it, every sample must be there, in order.
    kept = np.rint(heard * 32768)
    assert np.abs(kept[kept != 0] - tone[tone != 0][: np.count_nonzero(kept)]).max() <= 1
    assert np.count_nonzero(kept) == np.count_nonzero(tone)


@pytest.mark.slow
@pytest.mark.parametrize(("sound_server", "rate"), [(44_100,) * 2, (48_000,) * 2],
                         indirect=["sound_server"])  # fmt: skip
def test_a_card_that_takes_one_rate_gets_it(sound_server: SoundServer, rate: int) -> None:
    with sound_server.recording():
        done = play(sound_server.env, 10.0, ONLY.format(rate=rate) + PLAYS)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [str(rate), "0"]
    is_the_tone(loud(sound_server.heard), 10.0)


def test_a_card_that_takes_no_rate_is_told_with_the_rates(sound_server: SoundServer) -> None:
    asks = (
        "from app.playing.playback import Playback\n"
        "from engine.errors import ExportError\n"
        "try:\n    Playback().open()\nexcept ExportError as error:\n    print(error.detail)\n"
    )
    done = play(sound_server.env, 0, ONLY.format(rate=0) + asks)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("the output device refused 24000 Hz, 44100 Hz, 48000 Hz")


def is_the_tone(heard: NDArray[np.float32], seconds: float) -> None:
    assert heard.size / RATE == pytest.approx(seconds, abs=0.05)
    assert longest_silence(heard) < RATE // 1000
    assert pitch(heard) == pytest.approx(440.0, abs=1.0)


def pitch(heard: NDArray[np.float32]) -> float:
    """Hz of the strongest partial over the first three seconds."""
    part = heard[: 3 * RATE] * np.hanning(min(heard.size, 3 * RATE))
    return float(np.abs(np.fft.rfft(part)).argmax() * RATE / part.size)


GOES_AWAY = PLAYS.replace(
    "player.finish(token)",
    """
from engine.errors import ExportError
print("playing", flush=True)
try:
    player.finish(token)
except ExportError as error:
    player.close()
    print(error.code, error.detail, flush=True)
""",
)


def test_a_device_that_goes_away_is_told_within_seconds(sound_server: SoundServer) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", GOES_AWAY, "20"],
        env=sound_server.env,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "playing\n"
        time.sleep(1.0)
        sound_server.stop()
        gone = time.monotonic()
        assert running.stdout.readline() == "player-unavailable the output device went away\n"
        assert time.monotonic() - gone < 2.0


def test_no_device_is_told_plainly(no_sound_card: dict[str, str]) -> None:
    asks = (
        "from app.playing.devices import output_names\n"
        "from app.playing.playback import Playback\n"
        "from engine.errors import ExportError\n"
        "print(output_names())\n"
        "try:\n    Playback().open()\nexcept ExportError as error:\n"
        "    print(error.code, error.detail)\n"
    )
    done = play(no_sound_card, 0, asks)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "()\nplayer-unavailable there is no sound output device\n"


def test_no_portaudio_is_told_with_what_to_install() -> None:
    asks = (
        "import ctypes.util\n"
        "ctypes.util.find_library = lambda name: None\n"
        "from app.playing.playback import Playback\n"
        "from engine.errors import ExportError\n"
        "try:\n    Playback().open()\nexcept ExportError as error:\n"
        "    print(error.detail, error.hint)\n"
    )
    done = play({}, 0, asks)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "the PortAudio library is not installed install it (Debian and Ubuntu: libportaudio2)\n"
    )
