"""Where a take ran and how a race ended, as rows."""

from __future__ import annotations

from collections import Counter

from app.studio.present.ran import fact_rows, race_rows
from engine.backends.facts import RunFacts, StageFacts
from engine.backends.protocol import BackendInfo
from engine.errors import MissingModel
from engine.race import Lap

ENGINES = RunFacts(
    (
        StageFacts("encode", "TensorRT", 320, 64, True, 7200.0, "ready"),
        StageFacts("waveform", "cuda", 0, 96, False, None, "building 40 %"),
    ),
    "13.0",
    2_000_000_000,
    8_000_000_000,
    ("without plugins: no",),
)


def test_each_stage_tells_its_engine() -> None:
    assert fact_rows(ENGINES) == (
        ("Encoding the text: ran on", "TensorRT, 320 nodes, length 64, hit, engine of 2.0 h ago"),
        ("Waveform: ran on", "cuda, length 96, miss, building 40 %"),
        ("Graphics driver for", "CUDA 13.0"),
        ("Memory of the graphics card", "2,000 of 8,000 MB"),
        ("Done without", "without plugins: no"),
    )


def test_stages_that_ran_alike_are_one_row() -> None:
    alike = tuple(StageFacts(name, "CPUExecutionProvider") for name in ("encode", "waveform"))
    assert fact_rows(RunFacts(alike)) == (("All stages ran on", "CPUExecutionProvider"),)
    assert fact_rows(None) == fact_rows(RunFacts(())) == ()


def test_a_race_names_who_did_not_run() -> None:
    info = BackendInfo("cuda", "RTX", "float32", "onnxruntime", 1, "m")
    nodes = {"encode": {"CUDA": Counter(MatMul=9)}, "waveform": {"CPU": Counter(Shape=2, Range=1)}}
    laps = (
        Lap("cpu", first_s=2.0, total_s=1.5, sound_s=2.0),
        Lap("cuda", "", "", info, 3.0, 0.25, (), 2.0, 0.84, None, nodes),
        Lap("trt", "no card", "buy one"),
        Lap("openvino", "model-missing", error=MissingModel("model-missing", subject="model")),
    )
    assert race_rows(laps) == (
        ("Race: cpu", "1.50 s, with loading 2.00 s"),
        (
            "Race: cuda",
            "0.25 s, with loading 3.00 s, RTX float32, 0.8 dB from cpu, 9 nodes on CUDA,"
            " 3 nodes on CPU (2 Shape, 1 Range)",
        ),
        ("Race: trt", "did not run: no card"),
        ("Race: openvino", "did not run: The voice model is missing."),
    )
