"""What cannot be prepared: each refusal is one error, and nothing half-made stays."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine.errors import MissingModel
from engine.models.prepare import prepare
from engine.models.prepared import (
    load_prepared,
)
from engine.models.resolver import Sources
from tests.engine.preparing import PREPARE


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x08\x09" + bytes(100)])
def test_a_file_that_is_no_model_is_refused_and_the_old_preparation_stays(
    source: Path, data: Path, tmp_path: Path, content: bytes
) -> None:
    made = prepare(Sources(source), data)
    broken = tmp_path / "broken"
    shutil.copytree(source, broken)
    (broken / "tiny.onnx").write_bytes(content)
    with pytest.raises(MissingModel) as caught:
        prepare(Sources(broken), data)
    assert caught.value.code == "model-unsupported"
    assert load_prepared(data) == made


@pytest.mark.parametrize("kind", ["empty", "absent", "file"])
def test_a_named_folder_with_neither_model_nor_voices_is_an_error(
    data: Path, tmp_path: Path, kind: str
) -> None:
    folder = tmp_path / "holiday pictures"
    if kind == "empty":
        folder.mkdir()
    elif kind == "file":
        folder.write_bytes(b"")
    with pytest.raises(MissingModel) as caught:
        prepare(Sources(folder, fetch=True), data)
    assert caught.value.code == "model-missing"
    assert "holiday pictures" in caught.value.detail


def test_a_data_folder_that_cannot_be_made_is_one_error(source: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(MissingModel) as caught:
        prepare(Sources(source), tmp_path / "file" / "data")
    assert caught.value.code == "data-unwritable"


def test_a_disk_too_full_names_the_data_folder(
    source: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for more room than any disk has, the real one is too full."""
    monkeypatch.setattr("engine.models.prepare._SPACE_BYTES", 2**62)
    with pytest.raises(MissingModel) as caught:
        prepare(Sources(source), data)
    assert (caught.value.code, caught.value.hint) == ("data-full", str(data))
    assert "No space" not in caught.value.detail
    assert f"{2**62} needed" in caught.value.detail
    assert not list(data.rglob("*.onnx"))


def test_a_source_that_cannot_be_read_is_no_fault_of_the_data_folder(
    source: Path, data: Path, tmp_path: Path
) -> None:
    given = tmp_path / "given"
    shutil.copytree(source, given)
    (given / "voices" / "af_tiny.bin").unlink()
    (given / "voices" / "af_tiny.bin").symlink_to("af_tiny.bin")
    with pytest.raises(MissingModel) as caught:
        prepare(Sources(given), data)
    assert caught.value.code == "prepare-failed"
    assert str(given / "voices" / "af_tiny.bin") in caught.value.detail


def test_a_write_that_fails_half_way_is_one_error_and_leaves_nothing(
    source: Path, data: Path
) -> None:
    """The operating system refuses files over 600 kB, so a voice fits and a stage does not."""
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))"
    script = f"{limit}\n{PREPARE}"
    run = subprocess.run(
        [sys.executable, "-c", script, str(source), str(data), "none", ""],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode != 0
    assert "data-unwritable" in run.stderr
    assert {path.name for path in (data / "models").iterdir()} <= {"prepare.lock"}
    assert prepare(Sources(source), data) == load_prepared(data)
