"""A file of several sentences: joins without clicks, and nothing in it but sound (SYNTH-05)."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.values import SAMPLE_RATE
from tests.app.run import espressivo

TEXTS = {
    "ten sentences": " ".join(
        f"The {name} bell rang over the wet roofs of the town." for name in (
            "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
            "last",
        )
    ),
    "paragraphs": "We left at dawn, all five of us.\n\nNobody spoke until noon.\n\nThen it rained.",
    "voices": "[voice am_adam] Who goes there in the dark? [voice bf_emma] Only a friend of yours.",
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_synth_05_joins_are_quiet_and_the_file_is_all_sound(tmp_path: Path, name: str) -> None:
    done = espressivo(
        "say", TEXTS[name], "--backend", "fake", "-o", "x.wav", "--json", folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    lines = json.loads(done.stdout)["lines"]
    audio, rate = soundfile.read(tmp_path / "x.wav")
    assert rate == SAMPLE_RATE
    steps = np.abs(np.diff(audio))
    for line in lines:
        for edge in (line["start_s"], line["end_s"]):
            at = min(max(round(edge * rate), 1), len(audio) - 2)
            assert np.abs(audio[at - 1 : at + 1]).max() <= 0.002
            assert steps[at - 1 : at + 1].max() <= steps.max()
    data = (tmp_path / "x.wav").read_bytes()
    assert data.count(b"RIFF") == data.count(b"WAVE") == 1
    assert len(lines) > 1
