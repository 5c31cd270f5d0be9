"""Upkeep of the cache from its dialog: what is done, and what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.project.own_presets import change, own_presets
from app.project.values import Preset
from app.studio import upkeep
from app.studio.wiring import Studio
from engine.build import build_engine
from engine.errors import InputError
from engine.values import Direction, RenderRequest
from tests.studio.opened import until
from tests.widgets.test_names import nameless
from widgets.dialogs.health import CLEAR, COMPACT, EXPORT, IMPORT, MEND
from widgets.dialogs.pack import PackDialog

LINE = RenderRequest("The parcel came today.", direction=Direction("sad"))


def test_each_does_what_it_says(tmp_path: Path) -> None:
    data, other, file = tmp_path / "data", tmp_path / "other", tmp_path / "my.pack"
    with build_engine(data, "fake") as engine:
        take = engine.renderer.render(LINE)
        change(data, (), (Preset("Stern", Direction("stern")),))
        assert upkeep.mend(engine) == "All that is kept is as it was written."
        assert engine.store is not None
        path = engine.store.path(take.key)
        content = bytearray(path.read_bytes())
        content[-200] ^= 1
        path.write_bytes(content)
        said = upkeep.mend(engine)
        assert said.startswith("Damaged takes or plans: 1; emotions: 0.")
        assert not path.exists()
        assert upkeep.compact(engine).endswith("MB are free again.")
        said = upkeep.export(engine, data, file, "A", "CC0-1.0")
        assert said == "Written emotions: 1; presets: 1."
        engine.renderer.render(LINE)
        assert upkeep.clear(engine) == "Removed takes: 1; plans: 0; emotions: 1."
        assert engine.renderer.render(LINE).provenance.cache == "miss: no record"
    with build_engine(other, "fake") as engine:
        said = upkeep.take(engine, other, file)
        assert said == "Taken emotions: 1; presets: 1; plans: 0. By A, under CC0-1.0."
        assert [each.name for each in own_presets(other)] == ["Stern"]
        file.write_bytes(b"no pack")
        with pytest.raises(InputError, match="pack-unusable"):
            upkeep.take(engine, other, file)


def test_the_dialog_asks_and_is_told(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    studio.window.actions_by_name["view.health"].trigger()
    until(lambda: studio.health.dialog is not None)
    dialog, asking = studio.health.dialog, studio.health.upkeep.asking
    assert dialog is not None
    assert nameless(dialog) == []
    answers: dict[str, object] = {
        "clear_cache": False, "pack_names": None, "open_pack": None, "save_pack": None,
    }  # fmt: skip
    for name in answers:
        monkeypatch.setattr(asking, name, lambda *_args, name=name: answers[name])
    for word in (CLEAR, EXPORT, IMPORT):  # thought better of
        dialog.buttons[word].click()
        assert dialog.buttons[word].isEnabled()
        assert not dialog.done_says.isVisible()
    came: list[bool] = []
    studio.state.presets_came.connect(lambda: came.append(True))
    answers |= {"clear_cache": True, "pack_names": ("A", "L")}
    answers |= {"open_pack": tmp_path / "none", "save_pack": tmp_path / "p"}
    for word in (MEND, COMPACT, CLEAR, EXPORT, IMPORT):
        dialog.done_says.hide()
        dialog.buttons[word].click()
        until(dialog.done_says.isVisible)
        assert dialog.done_says.text() == "Takes are not stored."
        assert all(button.isEnabled() for button in dialog.buttons.values())
    assert came == [True]
    dialog.close()


def test_a_pack_has_author_and_licence(qtbot: QtBot) -> None:
    dialog = PackDialog()
    qtbot.addWidget(dialog)
    agree = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    assert not agree.isEnabled()
    dialog.author.setText(" ")
    assert not agree.isEnabled()
    dialog.author.setText("A")
    assert agree.isEnabled()
    dialog.licence.clear()
    assert not agree.isEnabled()
    assert nameless(dialog) == []
