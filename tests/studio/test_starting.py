"""The studio as a program: what it says when it cannot open."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.notices import NOTICES
from app.studio import main


def test_a_data_folder_that_cannot_be_made_is_one_plain_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("ESPRESSIVO_DATA", str(tmp_path / "file" / "data"))
    assert main(["--backend", "fake"]) == int(NOTICES["data-unwritable"].status)
    said = capsys.readouterr().err
    assert "the data folder cannot be written" in said
    assert "ESPRESSIVO_DATA" in said
    assert said.count("\n") == 1
