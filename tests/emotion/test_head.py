"""A head: its size, its arithmetic, and what the command that makes it says."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from app import cli
from engine.emotion.encoder import Encoder
from engine.emotion.head import DELIVERY, NOTHING, Head
from engine.emotion.training import make
from engine.emotion.training.sources import classes
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import ExportError

WIDTH, HIDDEN, EMOVEC = 256, 384, 128
SHAPES = {
    "centre": (1280,), "axes": (1280, WIDTH), "gate": (WIDTH, 1), "gate_bias": (1,),
    "first": (WIDTH + 512, HIDDEN), "first_bias": (HIDDEN,), "gain": (HIDDEN,),
    "shift": (HIDDEN,), "second": (HIDDEN, EMOVEC), "second_bias": (EMOVEC,),
    "classes": (EMOVEC, 28), "classes_bias": (28,), "vad": (EMOVEC, 3),
    "strength": (EMOVEC, 1), "strength_bias": (1,), "deltas": (EMOVEC, 11),
}  # fmt: skip


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Head:
    """One of the trained size with drawn weights: what is tested here is the arithmetic."""
    rng = np.random.default_rng(4)
    arrays = {
        name: (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float16)
        for name, shape in SHAPES.items()
    }
    file = tmp_path_factory.mktemp("head") / "head.npz"
    make.write(arrays | {"names": np.array(classes())}, file)
    assert file.stat().st_size < 4_500_000
    return Head(file)


def test_it_is_small_and_knows_the_vocabulary(head: Head) -> None:
    assert head.size <= 2_000_000
    assert head.names == (*load_vocabulary().names, DELIVERY, NOTHING)


def test_what_it_hears_is_within_bounds(head: Head, encoder: Encoder) -> None:
    for text in ("a widow alone at the table", "two kilos of nails", "泣きそうな声", "x"):
        states = encoder.states(text)
        heard = head.hear(states)
        assert heard.emovec.shape == (128,)
        assert np.abs(heard.emovec).max() <= 1.0
        assert heard.classes.sum() == pytest.approx(1.0, abs=1e-4)
        assert heard.gates.shape == (len(states.pieces),)
        assert heard.gates.min() >= 0.0
        assert heard.gates.max() <= 1.0
        assert head.hear(states).emovec.tobytes() == heard.emovec.tobytes()


def test_training_without_pytorch_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    assert cli.main(["train", "head", "--data", str(tmp_path)]) == 2
    assert "extra called train" in capsys.readouterr().err


def test_no_part_of_the_program_loads_pytorch(encoder: Encoder, head: Head) -> None:
    head.hear(encoder.states("glad"))
    assert "torch" not in sys.modules


def test_a_head_is_written_whole_or_not_at_all(tmp_path: Path, head: Head) -> None:
    arrays = dict(head._raw)
    make.write(arrays, tmp_path / "head.npz")
    assert Head(tmp_path / "head.npz").size == head.size
    with pytest.raises(ExportError):
        make.write(arrays, tmp_path / "missing" / "head.npz")
    assert [path.name for path in tmp_path.iterdir()] == ["head.npz"]
