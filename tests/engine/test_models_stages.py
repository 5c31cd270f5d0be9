from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

from engine.backends.runtime import onnx_runtime
from engine.errors import MissingModel
from engine.models.dequantise import dequantise
from engine.models.prepared import STAGE_NAMES
from engine.models.stages import STAGES, cut, open_joints, write_stage
from tests.engine.tiny_export import whole_graph

ort = onnx_runtime()

TOKENS = np.arange(1, 31)[None]
STYLE = np.random.default_rng(1).standard_normal((1, 256)).astype(np.float32)
SPEED = np.ones(1, np.float32)


def session(content: bytes | str) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    return ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])


def write_all(model: onnx.ModelProto, folder: Path) -> None:
    open_joints(model)
    for stage in STAGES:
        part = cut(model, stage)
        dequantise(part)
        write_stage(part, folder / stage.file)


def speak(folder: Path) -> np.ndarray:
    """Run the four stages as the small graph joins them: one frame a token."""
    run = {stage.name: session(str(folder / stage.file)) for stage in STAGES}
    acoustic, prosody = STYLE[:, :128], STYLE[:, 128:]
    bert, text = run["encode"].run(None, {"tokens": TOKENS})
    _, features = run["duration"].run(None, {"bert": bert, "prosody_style": prosody})
    aligned = np.ascontiguousarray(features.transpose(0, 2, 1))
    f0, energy = run["prosody"].run(None, {"aligned": aligned, "prosody_style": prosody})
    feed = {"aligned_text": text, "f0": f0, "energy": energy, "acoustic_style": acoustic}
    return run["waveform"].run(None, feed)[0]


def test_the_stages_in_turn_give_the_samples_of_the_whole_graph(tmp_path: Path) -> None:
    whole = session(whole_graph().SerializeToString())
    expected = whole.run(None, {"tokens": TOKENS, "style": STYLE, "speed": SPEED})[0]
    write_all(whole_graph(), tmp_path)
    audio = speak(tmp_path)
    assert audio.shape == (TOKENS.size * 600,)
    assert np.array_equal(audio, expected.reshape(-1))


def test_the_stages_have_the_names_in_the_order_that_loading_expects() -> None:
    assert tuple(stage.name for stage in STAGES) == STAGE_NAMES


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.name)
def test_a_stage_has_exactly_its_inputs_and_outputs(tmp_path: Path, stage) -> None:  # type: ignore[no-untyped-def]
    write_all(whole_graph(), tmp_path)
    opened = session(str(tmp_path / stage.file))
    assert tuple(i.name for i in opened.get_inputs()) == stage.inputs
    assert tuple(o.name for o in opened.get_outputs()) == stage.outputs


def test_equal_sources_give_equal_bytes(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        write_all(whole_graph(), tmp_path / name)
    for stage in STAGES:
        first, second = ((tmp_path / name / stage.file).read_bytes() for name in ("a", "b"))
        assert first == second


def test_another_export_may_name_its_input_and_output_differently(tmp_path: Path) -> None:
    for name, model in (("a", whole_graph()), ("b", whole_graph(0, "input_ids", "waveform"))):
        (tmp_path / name).mkdir()
        write_all(model, tmp_path / name)
    assert np.array_equal(speak(tmp_path / "a"), speak(tmp_path / "b"))


def test_a_graph_saved_with_its_joints_open_is_accepted_again(tmp_path: Path) -> None:
    model = whole_graph()
    open_joints(model)
    path = tmp_path / "opened.onnx"
    onnx.save(model, path)
    for name, source in (("a", whole_graph()), ("b", onnx.load(path))):
        (tmp_path / name).mkdir()
        write_all(source, tmp_path / name)
    assert np.array_equal(speak(tmp_path / "a"), speak(tmp_path / "b"))


def test_a_model_without_the_joints_is_refused_by_name() -> None:
    model = whole_graph()
    for node in model.graph.node:
        for side in (node.input, node.output):
            for i, name in enumerate(side):
                if name == "/encoder/Squeeze_1_output_0":
                    side[i] = "renamed"
    with pytest.raises(MissingModel, match="/encoder/Squeeze_1_output_0") as caught:
        open_joints(model)
    assert caught.value.code == "model-unsupported"


def test_a_part_that_needs_more_than_its_inputs_is_refused(tmp_path: Path) -> None:
    model = whole_graph()
    for node in model.graph.node:
        if node.output[0] == "timbre":
            node.input[0] = "/encoder/Slice_output_0"  # the sound would follow the other half
    open_joints(model)
    with pytest.raises(MissingModel, match="'style'") as caught:
        write_stage(cut(model, STAGES[3]), tmp_path / "waveform.onnx")
    assert caught.value.code == "model-unsupported"


def test_a_half_precision_export_is_refused(tmp_path: Path) -> None:
    model = whole_graph()
    for tensor in model.graph.initializer:
        if tensor.data_type == TensorProto.FLOAT:
            half = numpy_helper.to_array(tensor).astype(np.float16)
            tensor.CopyFrom(numpy_helper.from_array(half, tensor.name))
    style = next(i for i in model.graph.input if i.name == "style")
    style.CopyFrom(helper.make_tensor_value_info("style", TensorProto.FLOAT16, [1, 256]))
    open_joints(model)
    with pytest.raises(MissingModel) as caught:
        write_stage(cut(model, STAGES[0]), tmp_path / "encode.onnx")
    assert caught.value.code == "model-unsupported"
