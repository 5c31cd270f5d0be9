"""Playing: one open stream, no holes, real PortAudio into a device that records."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import soundfile

from tests.hygiene.sound_card import SoundCard

PLAYS = """
import sys
import numpy as np
from app.player import Player
from engine.cancel import CancelToken

rate, seconds = 24_000, 25.25
t = np.arange(round(rate * seconds)) / rate
tone = (0.5 * np.sin(2 * np.pi * 440 * t)).astype(np.float32)
player = Player()
token = CancelToken()
for start in range(0, tone.size, 6_000):
    player.write(tone[start : start + 6_000], token)
player.finish(token)
print(player.rate, player.played, player.underruns)
"""


def play(card_env: dict[str, str], script: str = PLAYS) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script], env=card_env, capture_output=True, text=True, timeout=60
    )


def test_a_tone_in_101_pieces_is_played_without_a_missing_sample(sound_card: SoundCard) -> None:
    done = play(sound_card.env)
    assert done.stderr == ""
    assert done.returncode == 0
    rate, played, _ = map(int, done.stdout.split())
    assert played == round(25.25 * rate)
    heard, _ = soundfile.read(sound_card.heard)
    print(heard.shape)
    mono = heard if heard.ndim == 1 else heard[:, 0]
    loud = np.flatnonzero(np.abs(mono) > 0.01)
    print(loud[0], loud[-1], loud[-1] - loud[0], np.abs(np.diff(mono)).max())
