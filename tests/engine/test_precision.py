"""Which precision is taken, what is kept of a trial, and how the int8 form is made and found."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from app.lowering import precision_words
from app.settings import PRECISIONS as NAMES
from engine import lowering
from engine.backends.fake import FakeBackend
from engine.backends.fake_voices import FakeVoices
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import BackendInfo, Stage, Tensor
from engine.build import build_engine, build_reader, build_understander
from engine.calibration import LINES, MOST_FRAMES, units_of, with_voices
from engine.cancel import CancelToken
from engine.errors import Cancelled, MissingModel
from engine.lowering import is_whole, lower, ranges_hash, read_ranges, settled, try_both
from engine.models.prepared import PreparedModel
from engine.precision import (
    AUTO,
    EXACT,
    FAST,
    PRECISIONS,
    Machine,
    Trial,
    asked_of,
    automatic,
    keep_trial,
    known_trial,
    this_machine,
    weight_bits,
)

OLD, NEW = Machine("old", ()), Machine("new", ("avx512_vnni",))
INFO = BackendInfo("cpu", "CPU", "float32", "onnxruntime 9", 2, "model")
FRAMES = 12


def test_the_settings_know_the_same_names() -> None:
    assert NAMES == PRECISIONS


def test_weights_have_eight_bits_only_where_these_cannot_overflow() -> None:
    assert (weight_bits(OLD), weight_bits(NEW)) == (7, 8)


def test_automatic_wants_a_clear_gain() -> None:
    assert [automatic(Trial(1.0, fast_s)) for fast_s in (0.5, 0.89)] == [FAST, FAST]
    assert [automatic(Trial(1.0, fast_s)) for fast_s in (0.95, 2.0)] == [EXACT, EXACT]


def test_a_trial_is_known_on_the_same_machine_with_the_same_versions_only(tmp_path: Path) -> None:
    (tmp_path / "int8").mkdir()
    assert known_trial(tmp_path, OLD, INFO) is None
    keep_trial(tmp_path, OLD, INFO, Trial(1.0, 0.6))
    keep_trial(tmp_path, NEW, INFO, Trial(1.0, 0.3))
    assert known_trial(tmp_path, OLD, INFO) == Trial(1.0, 0.6)
    assert known_trial(tmp_path, NEW, INFO) == Trial(1.0, 0.3)
    other = dataclasses.replace
    for info in (other(INFO, runtime="9.1"), other(INFO, threads=4), other(INFO, model="x")):
        assert known_trial(tmp_path, OLD, info) is None
    for broken in (b"{", b"[1]", b'{"x": 1}'):
        (tmp_path / "int8" / "trials.json").write_bytes(broken)
        assert known_trial(tmp_path, OLD, INFO) is None
    keep_trial(tmp_path, OLD, INFO, Trial(1.0, 0.7))
    assert known_trial(tmp_path, OLD, INFO) == Trial(1.0, 0.7)
    assert [path.name for path in (tmp_path / "int8").iterdir()] == ["trials.json"]


def test_a_place_that_takes_no_file_costs_only_the_next_trial(tmp_path: Path) -> None:
    keep_trial(tmp_path, OLD, INFO, Trial(1.0, 0.6))  # no folder
    assert known_trial(tmp_path, OLD, INFO) is None


def test_what_is_known_is_told(tmp_path: Path) -> None:
    assert "was not tried here yet" in precision_words(tmp_path, INFO, EXACT)


def test_a_backend_of_one_precision_says_so() -> None:
    with build_engine(None, "fake", precision=FAST) as engine:
        assert [(r.code, r.subject) for r in engine.remarks] == [("precision-exact-only", "fake")]
    with build_engine(None, "fake", precision=EXACT) as engine:
        assert engine.remarks == ()


def test_calibration_lines_are_emotional_and_spoken_by_women_and_men() -> None:
    backend = FakeBackend()
    parts = (build_reader(), build_understander(), FakeVoices())
    units = units_of(LINES[:2], backend, parts)
    parts[0].close()
    assert Stage.WAVEFORM not in backend.runs
    for unit in units:
        frames = unit["aligned_text"].shape[2]
        assert 10 < frames <= MOST_FRAMES
        assert unit["f0"].shape == unit["energy"].shape == (1, 2 * frames)
    assert {line.voice[:2] for line in LINES} == {"af", "am", "bf", "bm"}
    assert len({line.voice for line in LINES}) == len(LINES)
    assert len({line.direction.prompt for line in LINES}) == len(LINES)


def test_voices_that_are_not_there_are_replaced() -> None:
    lines = with_voices(LINES, ["bf_emma", "mine"])
    assert {line.voice for line in lines} == {"bf_emma", "mine"}
    assert [line.text for line in lines] == [line.text for line in LINES]


class Small(OnnxCpuBackend):
    """The processor's row with a waveform stage of two convolutions; the double does the rest."""

    closed = False

    def __init__(self, waveform: Path) -> None:
        super().__init__(dict.fromkeys(Stage, waveform), "small", 1)
        self._double = FakeBackend()

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        if stage is Stage.WAVEFORM:
            return super().run(stage, inputs, token)
        return self._double.run(stage, inputs, token)

    def close(self) -> None:
        self.closed = True
        super().close()


@pytest.fixture
def small(tmp_path: Path) -> PreparedModel:
    """A prepared model whose waveform stage is two convolutions."""
    draw = np.random.default_rng(5)
    weights = {"a": draw.normal(0, 0.1, (32, 512, 3)), "b": draw.normal(0, 0.1, (600, 32, 1))}
    held = [numpy_helper.from_array(v.astype(np.float32), n) for n, v in weights.items()]
    held.append(numpy_helper.from_array(np.array([-1]), "flat"))
    nodes = [
        helper.make_node("Conv", ["aligned_text", "a"], ["inner"], pads=[1, 1]),
        helper.make_node("Conv", ["inner", "b"], ["frames"]),
        helper.make_node("Transpose", ["frames"], ["turned"], perm=[0, 2, 1]),
        helper.make_node("Reshape", ["turned", "flat"], ["audio"]),
    ]
    sizes: dict[str, list[Any]] = {"aligned_text": [1, 512, "F"], "acoustic_style": [1, 128]}
    sizes |= {"f0": [1, "2F"], "energy": [1, "2F"]}
    graph = helper.make_graph(
        nodes,
        "small",
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in sizes.items()],
        [helper.make_tensor_value_info("audio", TensorProto.FLOAT, ["600F"])],
        held,
    )
    opset = [helper.make_opsetid("", 20)]
    onnx.save(
        helper.make_model(graph, opset_imports=opset, ir_version=9), tmp_path / "waveform.onnx"
    )
    return PreparedModel(tmp_path, "small", "voices", 2, ())


@pytest.fixture
def parts(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(lowering, "LINES", LINES[:2])
    reader = build_reader()
    yield reader, build_understander(), FakeVoices()
    reader.close()


def test_the_int8_form_is_made_once_and_anew_if_it_is_damaged(
    small: PreparedModel, parts: Any, tmp_path: Path
) -> None:
    data, exact, steps = tmp_path / "data", Small(small.waveform), []
    (data / "int8" / "work-left").mkdir(parents=True)
    graph = lower(small, data, 7, exact, parts, progress=lambda step, _: steps.append(step))
    assert list(dict.fromkeys(steps)) == ["int8-plan", "int8-ranges", "int8-write"]
    assert sorted(p.name for p in (data / "int8").iterdir()) == ["lower.lock", "small-1-7"]
    assert len(read_ranges(graph.parent / "ranges.npz")["inner"]) == 32
    assert int(ranges_hash(graph.parent), 16) > 0
    written = graph.stat().st_mtime_ns
    assert lower(small, data, 7, exact, parts) == graph
    assert graph.stat().st_mtime_ns == written
    graph.with_suffix(".weights").write_bytes(b"short")
    assert not is_whole(graph.parent)
    lower(small, data, 7, exact, parts)
    assert is_whole(graph.parent)
    exact.close()


def test_nothing_half_made_is_left(small: PreparedModel, parts: Any, tmp_path: Path) -> None:
    data, exact, token = tmp_path / "data", Small(small.waveform), CancelToken()

    def stop(step: str, _share: float) -> None:
        if step == "int8-write":
            token.cancel()

    with pytest.raises(Cancelled):
        lower(small, data, 7, exact, parts, progress=stop, token=token)
    assert [path.name for path in (data / "int8").iterdir()] == ["lower.lock"]
    exact.close()


@pytest.mark.parametrize(("code", "free"), [("data-full", 10), ("data-unwritable", 10**12)])
def test_a_disk_that_takes_nothing_is_told(
    small: PreparedModel,
    parts: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    free: int,
) -> None:
    data = tmp_path / "data"
    if code == "data-unwritable":
        data.write_text("no folder")
    monkeypatch.setattr("shutil.disk_usage", lambda _: type("", (), {"free": free}))
    exact = Small(small.waveform)
    with pytest.raises(MissingModel) as caught:
        lower(small, data, 7, exact, parts)
    assert caught.value.code == code
    with pytest.raises(MissingModel, match=code):
        settled(FAST, exact, small, data, parts)
    chosen, (remark,) = settled(AUTO, exact, small, data, parts)
    assert (chosen, remark.code) == (exact, "precision-unready")
    exact.close()


def test_each_precision_gives_what_it_names(
    small: PreparedModel, parts: Any, tmp_path: Path
) -> None:
    data, token = tmp_path / "data", CancelToken()
    (unit,) = units_of(LINES[:1], FakeBackend(), parts)
    exact = Small(small.waveform)
    assert settled(EXACT, exact, small, data, parts) == (exact, ())
    wanted = exact.run(Stage.WAVEFORM, unit, token)["audio"]
    fast, _ = settled(FAST, exact, small, data, parts)
    assert exact.closed
    info = fast.describe()
    assert (info.precision.startswith("int8 (weights "), asked_of(info)) == (True, FAST)
    assert asked_of(exact.describe()) == EXACT
    got = fast.run(Stage.WAVEFORM, unit, token)["audio"]
    assert 0 < np.abs(got - wanted).max() < 0.1 * np.abs(wanted).max()
    kept = json.loads((data / "int8" / "trials.json").read_bytes())
    assert [sorted(found) for found in kept.values()] == [["exact_s", "fast_s"]]
    fast.close()


@pytest.mark.parametrize("share", [0.5, 1.5])
def test_a_known_trial_decides_and_is_told(
    small: PreparedModel, parts: Any, tmp_path: Path, share: float
) -> None:
    data = tmp_path / "data"
    (data / "int8").mkdir(parents=True)
    machine = this_machine()
    keep_trial(data, machine, Small(small.waveform).describe(), Trial(1.0, share))
    chosen, remarks = settled(AUTO, Small(small.waveform), small, data, parts)
    assert asked_of(chosen.describe()) == (FAST if share == 0.5 else EXACT)
    assert remarks == ()
    chosen.close()
    named, remarks = settled(FAST, Small(small.waveform), small, data, parts)
    assert asked_of(named.describe()) == FAST
    assert [r.code for r in remarks] == (["precision-not-faster"] if share > 1 else [])
    named.close()


def test_automatic_tries_and_says_what_it_found(
    small: PreparedModel, parts: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for share, code in ((0.6, "precision-fast"), (1.2, "precision-exact")):
        data = tmp_path / code
        monkeypatch.setattr(lowering, "try_both", lambda *_, s=share: Trial(1.0, s))
        chosen, (remark,) = settled(AUTO, Small(small.waveform), small, data, parts)
        assert (remark.code, f"{share:.2f}" in remark.detail) == (code, True)
        chosen.close()


def test_a_trial_times_both(small: PreparedModel) -> None:
    one, two = Small(small.waveform), Small(small.waveform)
    trial = try_both(one, two)
    assert 0 < trial.exact_s < 5
    assert 0 < trial.fast_s < 5
    one.close()
    two.close()
