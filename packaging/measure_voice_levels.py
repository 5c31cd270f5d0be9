"""Measure how loud each voice is by nature and write assets/voice_levels.json.

Usage: ``python packaging/measure_voice_levels.py DATA_DIR`` with a prepared
model in DATA_DIR. Takes about five minutes on two cores. The sentences are read
by every voice in its own timbre, whatever its language: only level is measured.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import pyloudnorm

from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Stage
from engine.cancel import CancelToken
from engine.models.prepared import load_prepared
from engine.models.vocab import load_vocab
from engine.planning import Planner, Wish
from engine.reading.reader import Reader
from engine.sounding import Sounder, unit_level_db
from engine.stages import Stages
from engine.values import IDENTITY, SAMPLE_RATE, Direction, Unit
from engine.voices import VoiceBank

SENTENCES = (
    "The tram arrived at nine and the station was already empty.",
    "She put the cup down and walked over to the window.",
    "We will meet again tomorrow, after the rain has stopped.",
)


def main() -> None:
    """Measure every voice of the prepared model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    prepared = load_prepared(parser.parse_args().data)
    graphs = {stage: prepared.stage(stage.value) for stage in Stage}
    stages = Stages(OnnxCpuBackend(graphs, prepared.model_hash))
    bank = VoiceBank(prepared.voices)
    rows = {}
    for name in bank.names():
        rows[name] = measured(name, bank, stages)
        print(name, rows[name], flush=True)  # noqa: T201 - a script's progress
    table = {"unit": "lufs: LUFS; anchor_db: dB re full scale", "voices": rows}
    target = Path(__file__).parents[1] / "assets" / "voice_levels.json"
    target.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


def measured(name: str, bank: VoiceBank, stages: Stages) -> dict[str, float]:
    """Return the voice's loudness over all sentences and the mean of its anchors."""
    reader, planner, sounder = Reader(load_vocab()), Planner(stages), Sounder(stages)
    sounds, anchors = [], []
    for sentence in SENTENCES:
        reading = reader.read(sentence)
        style = bank.row(bank.parse_mix(name), len(reading.tokens))
        plan = planner.plan(Wish(reading, style, IDENTITY, Direction(), 0), CancelToken())
        whole = Unit(0, int(plan.durations.sum()))
        raw = sounder.decode(plan, whole, CancelToken())
        sounds.append(raw)
        anchors.append(unit_level_db(raw, plan, whole))
    meter = pyloudnorm.Meter(SAMPLE_RATE)
    lufs = float(meter.integrated_loudness(np.concatenate(sounds)))
    return {"lufs": round(lufs, 2), "anchor_db": round(float(np.mean(anchors)), 2)}


if __name__ == "__main__":
    main()
