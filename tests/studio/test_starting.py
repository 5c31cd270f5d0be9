"""The studio as a program: what it says when it cannot open."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.notices import NOTICES
from app.studio.program import main
from widgets.opening import show_opening


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


def test_what_is_seen_first_says_that_it_is_loading(qtbot: QtBot, qapp: QApplication) -> None:
    card = show_opening(qapp)
    qtbot.addWidget(card)
    assert card.isVisible()
    assert card.accessibleName() == "Loading the voice…"
    picture = card.grab().toImage()
    colours = {picture.pixel(x, y) for x in range(0, 420, 3) for y in range(0, 240, 3)}
    assert len(colours) > 10, "an icon, a name and a word on a ground"


def test_the_window_does_not_wait_for_what_draws_plots() -> None:
    """Nor for the engine: both take as long to load as all else."""
    late = ("pyqtgraph", "scipy", "rapidfuzz", "engine.planning", "engine.measure")
    asks = (
        "import app.studio.wiring, sys; from widgets.plot_colours import cividis; cividis(); "
        f"print([n for n in sys.modules if n in {late}])"
    )
    run = [sys.executable, "-c", asks]
    assert subprocess.run(run, capture_output=True, text=True, check=True).stdout.strip() == "[]"


def test_the_release_is_printed_without_a_window(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out.strip() == version("espressivo")
