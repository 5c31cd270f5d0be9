"""One contract, held by every backend that can run here."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.backends.facts import open_stage, run_for
from engine.backends.fake import FakeBackend
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.openvino_cpu import OpenVinoBackend
from engine.backends.protocol import Backend, Stage
from engine.cancel import CancelToken
from engine.errors import Cancelled
from engine.models.vocab import load_vocab
from engine.values import FRAME_SAMPLES

WORDS = "ðə kˈWnt wʌz ɹˈIt, ænd hi nˈu ɪt."


ROWS = {"cpu": OnnxCpuBackend, "openvino": OpenVinoBackend}


@pytest.fixture(params=["fake", *(pytest.param(r, marks=pytest.mark.voice) for r in ROWS)])
def backend(request: pytest.FixtureRequest) -> Iterator[Backend]:
    made: Backend
    if request.param == "fake":
        made = FakeBackend()
    else:
        prepared = request.getfixturevalue("prepared_model")
        row = ROWS[request.param]
        made = row({s: prepared.stage(s.value) for s in Stage}, prepared.model_hash)
    yield made
    made.close()


def tokens() -> np.ndarray:
    vocab = load_vocab()
    return np.array([[0, *(vocab[c] for c in WORDS if c in vocab), 0]], np.int64)


def style() -> np.ndarray:
    return np.random.default_rng(5).normal(0, 0.1, (1, 256)).astype(np.float32)


def all_stages(backend: Backend, token: CancelToken) -> dict[str, np.ndarray]:
    row = style()
    out = dict(backend.run(Stage.ENCODE, {"tokens": tokens()}, token))
    timing = {"bert": out["bert"], "prosody_style": row[:, 128:]}
    out |= backend.run(Stage.DURATION, timing, token)
    frames = np.maximum(np.rint(out["durations"][0]), 1).astype(np.int64)
    aligned = np.repeat(out["features"][0].T, frames, axis=1)[None]
    out |= backend.run(Stage.PROSODY, {"aligned": aligned, "prosody_style": row[:, 128:]}, token)
    sound = {
        "aligned_text": np.repeat(out["text"], frames, axis=2),
        "f0": out["f0"],
        "energy": out["energy"],
        "acoustic_style": row[:, :128],
    }
    return out | backend.run(Stage.WAVEFORM, sound, token) | {"frames": frames}


def test_shapes_and_types(backend: Backend) -> None:
    out = all_stages(backend, CancelToken())
    count, frames = tokens().shape[1], int(out["frames"].sum())
    shapes = {
        "bert": (1, count, 512),
        "text": (1, 512, count),
        "durations": (1, count),
        "features": (1, count, 640),
        "f0": (1, 2 * frames),
        "energy": (1, 2 * frames),
    }
    for name, shape in shapes.items():
        assert out[name].shape == shape, name
        assert out[name].dtype == np.float32, name
        assert np.isfinite(out[name]).all(), name
    assert out["audio"].size == FRAME_SAMPLES * frames
    assert np.isfinite(out["audio"]).all()
    assert 0.001 < np.sqrt(np.mean(out["audio"] ** 2)) < 1.0


def test_same_inputs_same_bytes(backend: Backend) -> None:
    one, two = (all_stages(backend, CancelToken()) for _ in range(2))
    for name in one:
        assert one[name].tobytes() == two[name].tobytes(), name


def test_cancelled_before_a_run(backend: Backend) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        backend.run(Stage.ENCODE, {"tokens": tokens()}, token)


def test_a_stage_that_is_opened_first_runs_as_ever(backend: Backend) -> None:
    asked = {"tokens": tokens()}
    open_stage(backend, Stage.ENCODE)
    assert backend.run(Stage.ENCODE, asked, CancelToken())["bert"].shape[1] == tokens().shape[1]


def test_one_output_of_the_text_stage_is_what_it_is_beside_the_other(backend: Backend) -> None:
    both = backend.run(Stage.ENCODE, {"tokens": tokens()}, CancelToken())
    for name in ("bert", "text"):
        out = run_for(backend, Stage.ENCODE, {"tokens": tokens()}, CancelToken(), name)
        assert out[name].tobytes() == both[name].tobytes()


def test_cancelled_during_a_run_then_usable(backend: Backend) -> None:
    out = all_stages(backend, CancelToken())
    many = 2000
    sound = {
        "aligned_text": np.repeat(out["text"][:, :, :1], many, axis=2),
        "f0": np.full((1, 2 * many), 150, np.float32),
        "energy": np.zeros((1, 2 * many), np.float32),
        "acoustic_style": style()[:, :128],
    }
    token = CancelToken()
    if isinstance(backend, FakeBackend):
        backend.stall()
    timer = threading.Timer(0.3, token.cancel)
    timer.start()
    start = time.perf_counter()
    with pytest.raises(Cancelled):
        backend.run(Stage.WAVEFORM, sound, token)
    assert time.perf_counter() - start < 5.0
    timer.join()
    again = backend.run(Stage.ENCODE, {"tokens": tokens()}, CancelToken())
    assert again["text"].tobytes() == out["text"].tobytes()


def test_describes_what_runs(backend: Backend) -> None:
    info = backend.describe()
    assert info.name in {"fake", *ROWS}
    assert info.device == "CPU"
    assert info.model
    assert info.threads >= 1


def test_openvino_cannot_report_to_its_vendor(tmp_path: Path) -> None:
    """Its telemetry writes an identifier under the home folder, then sends."""
    code = (
        "import sys, threading; from engine.backends.openvino_cpu import probe;"
        "assert probe().available; assert sys.modules['openvino_telemetry'] is None;"
        "assert threading.active_count() == 1, threading.enumerate()"
    )
    subprocess.run([sys.executable, "-c", code], check=True, env={"HOME": str(tmp_path)})
    assert list(tmp_path.iterdir()) == []
