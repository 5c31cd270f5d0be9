"""``--play`` through the real PortAudio, heard by a device that records."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.hygiene.sound_card import SoundCard

PROGRAM = str(Path(sys.executable).with_name("espressivo"))
SAY = [PROGRAM, "say", "You can hear me.", "--backend", "fake", "-q", "--play"]


@pytest.fixture
def data(tmp_path: Path) -> dict[str, str]:
    return {"ESPRESSIVO_DATA": str(tmp_path / "data")}


def test_what_is_played_is_what_is_written(
    sound_card: SoundCard, data: dict[str, str], tmp_path: Path
) -> None:
    env = sound_card.env | data
    written = tmp_path / "said.wav"
    for command in (SAY, [*SAY[:-1], "-o", str(written)]):
        done = subprocess.run(
            command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
    said, rate = soundfile.read(written, dtype="float32")
    heard, heard_rate = soundfile.read(sound_card.heard, dtype="float32")
    heard = heard if heard.ndim == 1 else heard[:, 0]
    assert heard_rate == rate
    # Silence may stand before and after, the device's buffers being whole periods.
    start = int(np.argmax(np.abs(heard) > 0.01)) - int(np.argmax(np.abs(said) > 0.01))
    assert 0 <= start <= heard.size - said.size
    assert float(np.abs(heard[start : start + said.size] - said).max()) < 2 / 32768


def test_without_a_device_nothing_is_played_and_it_is_said(
    no_sound_card: dict[str, str], data: dict[str, str], tmp_path: Path
) -> None:
    done = subprocess.run(
        SAY, cwd=tmp_path, env=no_sound_card | data, capture_output=True, text=True, check=False
    )
    assert done.returncode == 5
    assert len(done.stderr.strip().splitlines()) == 1
    assert "Traceback" not in done.stderr
