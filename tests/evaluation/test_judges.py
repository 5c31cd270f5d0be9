"""What judges sound: the speaker embedding, words; checked against other implementations."""

from __future__ import annotations

import collections
import pickle
import struct
import sys
import types
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime
import pytest
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from app.cli import main
from app.notices import Exit
from engine.errors import MissingModel
from engine.evaluation import identity, naturalness
from engine.evaluation.clarity import word_errors
from engine.evaluation.identity import BANDS, FRAMES, LAYERS, SIZE, SpeakerEncoder, drop, starts
from engine.evaluation.torch_file import MAGIC, VERSION, read_arrays
from engine.values import SAMPLE_RATE

Weights = dict[str, NDArray[np.float32]]


class Storage:
    """Stands for a storage while a checkpoint is written."""

    def __init__(self, key: str) -> None:
        self.key = key


class Tensor:
    """Pickled as PyTorch pickles a tensor: a call of a function of its own."""

    def __init__(self, key: str, array: NDArray[np.float32]) -> None:
        self._key, self._array = key, array

    def __reduce__(self) -> tuple[Any, ...]:
        steps = tuple(step // self._array.itemsize for step in self._array.strides)
        rebuild = sys.modules["torch._utils"]._rebuild_tensor_v2  # type: ignore[attr-defined]
        return rebuild, (Storage(self._key), 0, self._array.shape, steps, False, {})


class Writer(pickle.Pickler):
    """Names storages by key."""

    def persistent_id(self, thing: object) -> object:
        if isinstance(thing, Storage):
            kind = sys.modules["torch"].FloatStorage  # type: ignore[attr-defined]
            return ("storage", kind, thing.key, "cpu", 0, None)
        return None


@pytest.fixture
def torch_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """The two names of PyTorch that a checkpoint holds."""
    outer, inner = types.ModuleType("torch"), types.ModuleType("torch._utils")
    storage = type("FloatStorage", (), {"__module__": "torch"})

    def rebuild(*_parts: object) -> None:
        raise AssertionError("only its name is written")

    rebuild.__module__, rebuild.__qualname__ = "torch._utils", "_rebuild_tensor_v2"
    rebuild.__name__ = "_rebuild_tensor_v2"
    outer.FloatStorage, inner._rebuild_tensor_v2 = storage, rebuild  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch", outer)
    monkeypatch.setitem(sys.modules, "torch._utils", inner)


def write_checkpoint(path: Path, weights: Weights) -> None:
    """Write weights as PyTorch did before 1.6."""
    keys = {name: str(number) for number, name in enumerate(weights)}
    tensors = collections.OrderedDict(
        (name, Tensor(keys[name], array)) for name, array in weights.items()
    )
    with path.open("wb") as file:
        for fact in (MAGIC, VERSION, {"little_endian": True}):
            pickle.dump(fact, file, 2)
        Writer(file, 2).dump({"step": 1, "model_state": tensors})
        pickle.dump(list(keys.values()), file, 2)
        for array in weights.values():
            flat = np.array(array.ravel(order="K"), "<f4")
            file.write(struct.pack("<q", flat.size) + flat.tobytes())


def random_weights() -> Weights:
    draw = np.random.default_rng(5)
    made: Weights = {}
    for layer in range(LAYERS):
        entering = BANDS if layer == 0 else SIZE
        for name, shape in (
            (f"lstm.weight_ih_l{layer}", (4 * SIZE, entering)),
            (f"lstm.weight_hh_l{layer}", (4 * SIZE, SIZE)),
            (f"lstm.bias_ih_l{layer}", (4 * SIZE,)),
            (f"lstm.bias_hh_l{layer}", (4 * SIZE,)),
        ):
            made[name] = draw.uniform(-0.1, 0.1, shape).astype(np.float32)
    made["linear.weight"] = draw.uniform(-0.5, 0.5, (SIZE, SIZE)).astype(np.float32)
    made["linear.bias"] = draw.uniform(-0.1, 0.1, SIZE).astype(np.float32)
    return made


def in_onnx(weights: Weights, windows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Last hidden states of the same network in ONNX Runtime: float32[W, 256]."""
    nodes, stored, source = [], [], "windows"

    def as_onnx(array: NDArray[np.float32]) -> NDArray[np.float32]:
        enter, forget, fresh, leave = np.split(array, 4)  # ONNX: input, output, forget, cell
        return np.concatenate([enter, leave, forget, fresh])

    for layer in range(LAYERS):
        parts = {
            f"w{layer}": as_onnx(weights[f"lstm.weight_ih_l{layer}"])[None],
            f"r{layer}": as_onnx(weights[f"lstm.weight_hh_l{layer}"])[None],
            f"b{layer}": np.concatenate(
                [as_onnx(weights[f"lstm.bias_{kind}_l{layer}"]) for kind in ("ih", "hh")]
            )[None],
        }
        stored += [numpy_helper.from_array(array, name) for name, array in parts.items()]
        nodes.append(
            helper.make_node("LSTM", [source, *parts], [f"y{layer}", f"h{layer}"], hidden_size=SIZE)
        )
        nodes.append(helper.make_node("Squeeze", [f"y{layer}", "one"], [f"x{layer}"]))
        source = f"x{layer}"
    stored.append(numpy_helper.from_array(np.array([1], np.int64), "one"))
    graph = helper.make_graph(
        nodes,
        "ge2e",
        [helper.make_tensor_value_info("windows", TensorProto.FLOAT, [FRAMES, None, BANDS])],
        [helper.make_tensor_value_info(f"h{LAYERS - 1}", TensorProto.FLOAT, [1, None, SIZE])],
        stored,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    last: NDArray[np.float32] = session.run(None, {"windows": windows.transpose(1, 0, 2)})[0][0]
    return last


def test_the_network_is_that_of_another_runtime(tmp_path: Path, torch_names: None) -> None:
    weights = random_weights()
    path = tmp_path / "weights.pt"
    write_checkpoint(path, weights)
    encoder = SpeakerEncoder(path)
    windows = np.random.default_rng(6).uniform(0, 1, (2, FRAMES, BANDS)).astype(np.float32)
    raw = np.maximum(
        in_onnx(weights, windows) @ weights["linear.weight"].T + weights["linear.bias"], 0
    )
    wanted = raw / np.linalg.norm(raw, axis=1, keepdims=True)
    np.testing.assert_allclose(encoder._embedded(windows), wanted, atol=2e-5)

    sound = np.random.default_rng(7).normal(0, 0.1, 2 * SAMPLE_RATE).astype(np.float32)
    one = encoder.embed(sound)
    assert one.shape == (SIZE,)
    assert drop(one, one) == pytest.approx(0.0, abs=1e-5)
    assert drop(encoder.embed(0.2 * sound), one) == pytest.approx(0.0, abs=1e-5)
    low = np.cumsum(sound).astype(np.float32) / 20
    assert drop(encoder.embed(low), one) > 3e-5


def test_a_tensor_is_read_along_its_own_steps(tmp_path: Path, torch_names: None) -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    path = tmp_path / "weights.pt"
    write_checkpoint(path, {"plain": array, "turned": array.T})
    found = read_arrays(path, "model_state")
    np.testing.assert_array_equal(found["plain"], array)
    np.testing.assert_array_equal(found["turned"], array.T)


class Command:
    def __reduce__(self) -> tuple[Any, ...]:
        return eval, ("1/0",)


def test_a_file_that_would_run_something_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.pt"
    with path.open("wb") as file:
        for fact in (MAGIC, VERSION, {}, {"model_state": Command()}):
            pickle.dump(fact, file, 2)
    with pytest.raises(MissingModel, match="eval is not read") as caught:
        read_arrays(path, "model_state")
    assert caught.value.code == "model-damaged"


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 a zip", pickle.dumps(MAGIC, 2)])
def test_other_files_are_no_checkpoints(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "weights.pt"
    path.write_bytes(content)
    with pytest.raises(MissingModel):
        read_arrays(path, "model_state")


def test_windows_cover_a_clip_and_leave_out_a_last_one_of_silence() -> None:
    assert starts(16_000) == (0,)
    assert starts(16_000 * 4) == (0, 77, 154, 231)
    assert starts(1) == (0,)


@pytest.mark.parametrize(
    ("heard", "errors"),
    [
        ("they are waiting in the garden", 0),
        ("They are waiting, in the Garden!", 0),
        ("They were waiting in a garden.", 2),
        ("They are in the garden.", 1),
        ("So they are waiting in the garden", 1),
        ("", 6),
    ],
)
def test_word_errors_are_the_fewest_changes(heard: str, errors: int) -> None:
    assert word_errors("They are waiting in the garden.", heard) == errors


@pytest.mark.parametrize(("named", "said"), [(",", "names no voice"), ("af_heart,jf_alpha", "jf_")])
def test_only_english_voices_are_calibrated(
    named: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["calibrate", "--voices", named]) == Exit.INPUT
    assert said in capsys.readouterr().err


def test_without_the_judges_it_says_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(identity, "PACKAGE", "no_such_package")
    monkeypatch.setattr(naturalness, "PACKAGE", "no_such_package")
    monkeypatch.setenv("ESPRESSIVO_DATA", str(tmp_path))
    assert main(["calibrate"]) == Exit.INPUT
    said = capsys.readouterr().err
    assert "no_such_package" in said
    assert "packaging/evaluate.sh" in said
    with pytest.raises(MissingModel):
        naturalness.Dnsmos()
