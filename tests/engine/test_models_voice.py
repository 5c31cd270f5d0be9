"""The real model: what preparation makes of it, against the published int8 graph."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper

from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Stage
from engine.backends.runtime import onnx_runtime
from engine.cancel import CancelToken
from engine.models.dequantise import dequantise
from engine.models.manifest import load_manifest
from engine.models.prepare import prepare
from engine.models.prepared import (
    PREPARATION_VERSION,
    STAGE_NAMES,
    PreparedModel,
    form_for_cpu,
    verify,
)
from engine.models.resolver import Search, Sources, find_model
from engine.models.stages import STAGES, WEIGHTS_SUFFIX
from engine.models.vocab import PAD_ID, load_vocab
from engine.voices import VoiceBank

ort = onnx_runtime()

pytestmark = [pytest.mark.voice, pytest.mark.slow]

PHONEMES = "hˈɛlO, ðə tɹˈAn ɪz lˈAt."

ADAINS = 58
"""Adaptive normalisations of the published waveform stage."""

MAPS = Path("/proc/self/maps")

QUICKENED_DB = 90.0
"""How far the form for processors lies below the signal at least (106 dB measured); two
thread counts of one graph differ by 115 dB."""

GRAPHS = {2: "6746364a03f7a79ef44d877635a381883975603e4bb98b1afe719554a77a6a19"}
"""Digest of the stage graphs by preparation version. A change means: raise the version."""


def session(source: bytes | Path) -> ort.InferenceSession:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    content = source if isinstance(source, bytes) else str(source)
    return ort.InferenceSession(content, options, providers=["CPUExecutionProvider"])


@pytest.fixture(scope="module")
def tokens() -> np.ndarray:
    vocab = load_vocab()
    return np.array([[PAD_ID, *(vocab[symbol] for symbol in PHONEMES), PAD_ID]])


@pytest.fixture(scope="module")
def style(prepared_model: PreparedModel) -> np.ndarray:
    bank = VoiceBank(prepared_model.voices)
    return bank.row(bank.parse_mix("af_heart"), len(PHONEMES))[None]


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The int8 file from the installed packages."""
    work = tmp_path_factory.mktemp("work")
    return find_model(Search(Sources(), load_manifest(), {}, work)).read()


@pytest.fixture(scope="module")
def float_folder(published: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the whole graph dequantised and saved, as a float export would lie there."""
    folder = tmp_path_factory.mktemp("float")
    whole = onnx.load_model_from_string(published)
    assert dequantise(whole) == 148 + 87 + 6 + 4
    onnx.save(whole, folder / "float.onnx")
    return folder


def speak_whole(run: ort.InferenceSession, tokens: np.ndarray, style: np.ndarray) -> np.ndarray:
    feed = {"tokens": tokens, "style": style, "speed": np.ones(1, np.float32)}
    return run.run(None, feed)[0]


def speak(
    model: PreparedModel,
    tokens: np.ndarray,
    style: np.ndarray,
    form: Callable[[Path], Path] = lambda graph: graph,
) -> dict[str, np.ndarray]:
    """Run the stages as the published graph joins them: round, at least one frame, repeat."""
    made: dict[str, np.ndarray] = {
        "tokens": tokens,
        "acoustic_style": style[:, :128],
        "prosody_style": style[:, 128:],
    }
    for stage in STAGES:
        if stage.name == "prosody":
            frames = np.maximum(np.round(made["durations"][0]), 1).astype(int)
            features = np.repeat(made["features"], frames, axis=1)
            made["aligned"] = np.ascontiguousarray(features.transpose(0, 2, 1))
            made["aligned_text"] = np.repeat(made["text"], frames, axis=2)
        run = session(form(model.stage(stage.name)))
        outputs = run.run(None, {name: made[name] for name in stage.inputs})
        made |= dict(zip(stage.outputs, outputs, strict=True))
    return made


@pytest.fixture(scope="module")
def spoken(
    prepared_model: PreparedModel, tokens: np.ndarray, style: np.ndarray
) -> dict[str, np.ndarray]:
    return speak(prepared_model, tokens, style)


def test_the_tensors_between_the_stages_have_the_documented_shapes(
    spoken: dict[str, np.ndarray], tokens: np.ndarray
) -> None:
    n_tokens, n_frames = tokens.size, spoken["aligned"].shape[2]
    shapes = {
        "bert": (1, n_tokens, 512),
        "text": (1, 512, n_tokens),
        "durations": (1, n_tokens),
        "features": (1, n_tokens, 640),
        "f0": (1, 2 * n_frames),
        "energy": (1, 2 * n_frames),
        "audio": (600 * n_frames,),
    }
    for name, shape in shapes.items():
        assert spoken[name].shape == shape
        assert spoken[name].dtype == np.float32
        assert np.isfinite(spoken[name]).all()
    voiced = spoken["f0"][spoken["f0"] > 10]
    assert 120 < np.median(voiced) < 300  # a woman's voice, in Hz


def test_the_stages_give_the_very_samples_of_the_dequantised_graph(
    spoken: dict[str, np.ndarray], float_folder: Path, tokens: np.ndarray, style: np.ndarray
) -> None:
    whole = speak_whole(session(float_folder / "float.onnx"), tokens, style)
    assert np.array_equal(spoken["audio"], whole)


def test_the_form_for_processors_differs_by_rounding_only(
    prepared_model: PreparedModel, spoken: dict[str, np.ndarray], tokens: np.ndarray,
    style: np.ndarray,
) -> None:  # fmt: skip
    quick = speak(prepared_model, tokens, style, form_for_cpu)
    for name, value in spoken.items():
        if name != "audio":
            assert np.array_equal(quick[name], value), name  # plans do not change
    assert below_db(quick["audio"], spoken["audio"]) > QUICKENED_DB


def test_in_lanes_plans_are_the_same_to_the_bit_and_sound_but_for_rounding(
    prepared_model: PreparedModel, spoken: dict[str, np.ndarray]
) -> None:
    backend = OnnxCpuBackend({s: prepared_model.stage(s.value) for s in Stage}, "test", 2)
    for stage in STAGES[1:]:
        feeds = {name: spoken[name] for name in stage.inputs}
        runs = [backend.run(Stage(stage.name), feeds, CancelToken()) for _ in range(2)]
        for name in stage.outputs:
            assert np.array_equal(runs[0][name], runs[1][name])
            if name == "audio":
                assert below_db(runs[0][name], spoken[name]) > QUICKENED_DB
            else:
                assert np.array_equal(runs[0][name], spoken[name]), name
    backend.close()


def below_db(sound: np.ndarray, exact: np.ndarray) -> float:
    """How far the difference of two sounds lies below them."""
    return float(10 * np.log10(np.mean(exact**2) / np.mean((sound - exact) ** 2)))


def test_every_adain_of_the_form_for_processors_is_fused(prepared_model: PreparedModel) -> None:
    graph = onnx.load(form_for_cpu(prepared_model.waveform), load_external_data=False).graph
    kinds = Counter(node.op_type for node in graph.node)
    assert kinds["InstanceNormalization"] == ADAINS
    assert kinds["ReduceMean"] == 0
    assert kinds["Pow"] == 2  # those of the source's spectrum
    longest = max(t.dims[2] for t in graph.initializer if t.dims[:2] in ([128, 128], [256, 256]))
    assert longest == 4


def test_the_weights_of_the_form_for_processors_are_mapped_and_so_shared(
    prepared_model: PreparedModel,
) -> None:
    graph = form_for_cpu(prepared_model.waveform)
    opened = session(graph)
    assert str(graph.with_suffix(WEIGHTS_SUFFIX)) in MAPS.read_text()
    assert opened.get_outputs()[0].name == "audio"


def test_the_result_is_as_long_and_as_loud_as_that_of_the_int8_graph(
    spoken: dict[str, np.ndarray], published: bytes, tokens: np.ndarray, style: np.ndarray
) -> None:
    int8 = speak_whole(session(published), tokens, style)
    assert abs(spoken["audio"].size / int8.size - 1) < 0.06
    level = 10 * np.log10(np.mean(spoken["audio"] ** 2) / np.mean(int8**2))
    assert abs(level) < 1.0


def test_the_same_input_gives_the_same_bits(
    prepared_model: PreparedModel, spoken: dict[str, np.ndarray], tokens: np.ndarray,
    style: np.ndarray,
) -> None:  # fmt: skip
    again = speak(prepared_model, tokens, style)
    for name, value in spoken.items():
        assert np.array_equal(again[name], value), name


def test_the_stages_use_standard_operators_only_and_draw_no_random_numbers(
    prepared_model: PreparedModel,
) -> None:
    for path in graphs_of(prepared_model):
        model = onnx.load(path, load_external_data=False)
        assert [(o.domain, o.version) for o in model.opset_import] == [("", 20)]
        kinds = {node.op_type for node in model.graph.node}
        assert {node.domain for node in model.graph.node} == {""}
        assert not [k for k in kinds if "Random" in k or "Quant" in k or "Integer" in k]
        assert not kinds & {"Bernoulli", "Multinomial", "Dropout"}


def graphs_of(model: PreparedModel) -> list[Path]:
    return [*(model.stage(name) for name in STAGE_NAMES), form_for_cpu(model.waveform)]


def digest(model: PreparedModel) -> str:
    """Hash what the graphs compute: operators, names, attributes, weights; not how it is stored."""
    total = hashlib.sha256()
    for path in graphs_of(model):
        graph = onnx.load(path).graph
        for node in graph.node:
            total.update(node.SerializeToString(deterministic=True))
        for tensor in sorted(graph.initializer, key=lambda t: t.name):
            total.update(tensor.name.encode() + numpy_helper.to_array(tensor).tobytes())
    return total.hexdigest()


def test_the_preparation_version_stands_for_these_graphs(prepared_model: PreparedModel) -> None:
    assert digest(prepared_model) == GRAPHS[PREPARATION_VERSION]


def test_a_float_export_is_prepared_to_the_same_sound(
    prepared_model: PreparedModel,
    float_folder: Path,
    spoken: dict[str, np.ndarray],
    tokens: np.ndarray,
    style: np.ndarray,
    tmp_path: Path,
) -> None:
    (float_folder / "voices").symlink_to(prepared_model.voices)
    model = prepare(Sources(float_folder), tmp_path)
    assert not model.origins[0].verified
    assert model.model_hash != prepared_model.model_hash
    assert model.voices_hash == prepared_model.voices_hash
    assert np.array_equal(speak(model, tokens, style)["audio"], spoken["audio"])


def test_preparing_again_gives_the_same_bytes(
    prepared_model: PreparedModel, tmp_path: Path
) -> None:
    (tmp_path / "voices").symlink_to(prepared_model.voices)
    again = prepare(Sources(tmp_path), tmp_path / "data")
    assert again.folder.name == prepared_model.folder.name
    for path in graphs_of(prepared_model):
        assert (again.folder / path.name).read_bytes() == path.read_bytes()
    weights = form_for_cpu(again.waveform).with_suffix(WEIGHTS_SUFFIX)
    assert weights.read_bytes() == (prepared_model.folder / weights.name).read_bytes()


def test_every_published_voice_is_there_and_verified(
    prepared_model: PreparedModel, data_dir: Path
) -> None:
    assert verify(data_dir, deep=True) == ()
    manifest = load_manifest()
    assert VoiceBank(prepared_model.voices).names() == tuple(manifest.voices)
    assert all(origin.verified for origin in prepared_model.origins)
    siwis = next(o for o in prepared_model.origins if o.file == "ff_siwis.bin")
    assert siwis.licence == "Apache-2.0"
    assert "CC BY 4.0" in siwis.attribution
