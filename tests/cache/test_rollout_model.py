"""Two preparations of the voice model side by side, on the real runtime with tiny graphs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from app import cli
from engine.build import ROLLOUT, build_engine
from engine.cache.eviction import Limits
from engine.cache.rollout import CANDIDATE, Rollout, read, write
from engine.models.prepare import Sources, prepare
from engine.models.prepared import load_prepared
from engine.values import RenderRequest
from tests.engine.tiny_export import write_folder

LIMITS = Limits(clarity=0.0, strength=0.0)
LINE = RenderRequest("Go.", voice="af_tiny")


@pytest.fixture
def both(tmp_path: Path) -> tuple[Path, Path]:
    """Two data folders whose voice models differ in their weights."""
    folders = (tmp_path / "stable", tmp_path / "candidate")
    for seed, folder in enumerate(folders):
        prepare(Sources(write_folder(tmp_path / f"source{seed}", seed=seed)), folder)
    return folders


def test_each_side_speaks_with_its_own_model_and_keeps_its_own_takes(
    both: tuple[Path, Path],
) -> None:
    data, other = both
    write(data / ROLLOUT, Rollout("", model=str(other)).choosing("c", CANDIDATE))
    with build_engine(data, "cpu", limits=LIMITS, project="c") as engine:
        theirs = engine.renderer.render(LINE)
        assert engine.renderer.render(LINE).provenance.cache == "hit"
        engine.work_for("s")
        ours = engine.renderer.render(LINE)
        assert ours.provenance.cache == "miss: no record"
        engine.work_for("c")
        assert engine.renderer.render(LINE).provenance.cache == "hit"
        assert engine.backend.describe().model == theirs.provenance.model
    assert theirs.provenance.model == load_prepared(other).model_hash
    assert ours.provenance.model == load_prepared(data).model_hash
    assert theirs.key != ours.key
    assert theirs.audio is not None
    assert ours.audio is not None
    assert theirs.audio.tobytes() != ours.audio.tobytes()  # nothing of one is remembered for both
    assert list((data / "takes-of-candidate").rglob(f"{theirs.key}.take"))
    assert list((data / "takes").rglob(f"{ours.key}.take"))
    with build_engine(other, "cpu") as engine:  # what the candidate says by itself
        alone = engine.renderer.render(LINE)
    assert alone.audio is not None
    assert alone.audio.tobytes() == theirs.audio.tobytes()


def test_a_model_that_is_gone_ends_the_rollout_and_the_line_is_spoken(
    both: tuple[Path, Path],
) -> None:
    data, other = both
    write(data / ROLLOUT, Rollout("", 1.0, model=str(other)))
    shutil.rmtree(other)
    with build_engine(data, "cpu", limits=LIMITS, project="p") as engine:
        take = engine.renderer.render(LINE)
    assert take.provenance.model == load_prepared(data).model_hash
    assert [remark.code for remark in take.remarks] == ["rollout-ended"]
    ended = read(data / ROLLOUT)
    assert ended is not None
    assert str(other) in ended.ended


def test_the_command_takes_a_data_folder(
    both: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, other = both
    monkeypatch.setenv("ESPRESSIVO_DATA", str(data))
    rollout = ["cache", "rollout"]
    assert cli.main([*rollout, "--start-model", str(data / "none")]) == 3
    assert cli.main([*rollout, "--start-model", str(other), "--share", "0.25"]) == 0
    assert f"model      {other}" in capsys.readouterr().out
    assert cli.main([*rollout, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["rollout"]
    assert (told["head"], told["model"], told["share"]) == ("", str(other), 0.25)
    assert cli.main([*rollout, "--stop"]) == 0
