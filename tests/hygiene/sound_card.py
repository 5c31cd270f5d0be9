"""A sound card for machines without one: real PortAudio and ALSA, writing what they play."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

CONFIG = """
pcm.!default {{
    type plug
    slave {{ pcm recorded format S16_LE }}
}}
pcm.recorded {{
    type file
    slave.pcm silent
    file "{file}"
    format wav
}}
pcm.silent {{ type null }}
"""


@dataclass(frozen=True)
class SoundCard:
    """A recording default device: pass ``env`` to a program, then read ``heard``."""

    heard: Path
    env: dict[str, str]


@pytest.fixture
def sound_card(tmp_path: Path) -> SoundCard:
    """Give a program started with this environment a default device that records.

    PortAudio reads its devices when it is loaded, so this serves programs started
    by the test, not the test's own process. The device takes sound at once rather
    than in real time.
    """
    heard = tmp_path / "heard.wav"
    config = tmp_path / "asound.conf"
    config.write_text(CONFIG.format(file=heard), encoding="utf-8")
    return SoundCard(heard, {**os.environ, "ALSA_CONFIG_PATH": str(config)})


@pytest.fixture
def no_sound_card(tmp_path: Path) -> dict[str, str]:
    """Return an environment in which no sound device can be found."""
    config = tmp_path / "asound.conf"
    config.write_text("pcm.default { type hw card 99 }\n", encoding="utf-8")
    return {**os.environ, "ALSA_CONFIG_PATH": str(config)}
