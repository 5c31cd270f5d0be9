"""The dialogs: what they show and what they give back."""

from __future__ import annotations

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLabel, QWidget
from pytestqt.qtbot import QtBot

from widgets.access_keys import plain
from widgets.actions import make_actions, shortcut_views
from widgets.dialogs.about import AboutDialog
from widgets.dialogs.crash import CrashDialog
from widgets.dialogs.health import HealthDialog
from widgets.dialogs.recovery import DISCARD, LATER, RECOVER, RecoveryDialog
from widgets.dialogs.settings import SettingsDialog
from widgets.dialogs.shortcuts import ShortcutsDialog, conflicts
from widgets.health_grid import CellView, HealthView
from widgets.views import CrashView, LicenceView, SettingsView, ShortcutView

SETTINGS = SettingsView(
    theme="dark",
    font_scale=1.5,
    language="zh_CN",
    reduce_motion=True,
    live_sound=False,
    backend="cpu",
    backends=(("auto", "Automatic"), ("cpu", "CPU")),
    precision="fast",
    precisions=(("exact", "Exact"), ("fast", "Fast")),
    device="HDMI",
    devices=("Null", "HDMI"),
    data_folder="/home/you/.local/share/espressivo",
)


def test_settings_come_back_as_they_were(qtbot: QtBot) -> None:
    dialog = SettingsDialog(SETTINGS)
    qtbot.addWidget(dialog)
    assert dialog.wanted() == SETTINGS
    dialog.theme.setCurrentIndex(0)
    dialog.scale.setValue(200)
    dialog.still.setChecked(False)
    wanted = dialog.wanted()
    assert (wanted.theme, wanted.font_scale, wanted.reduce_motion) == ("system", 2.0, False)


@pytest.mark.parametrize(
    ("keys", "clash"),
    [
        ({"a": "Ctrl+S", "b": "Ctrl+S"}, {"a": ("b",), "b": ("a",)}),
        ({"a": "Ctrl+K", "b": "Ctrl+K, Ctrl+C"}, {"a": ("b",), "b": ("a",)}),
        ({"a": "Ctrl+S", "b": "Ctrl+Shift+S", "c": ""}, {}),
        ({"a": "", "b": ""}, {}),
    ],
)
def test_conflicts_of_keys(keys: dict[str, str], clash: dict[str, tuple[str, ...]]) -> None:
    assert conflicts(keys) == clash


def test_a_conflict_is_named_and_keeps_the_dialog_open(qtbot: QtBot) -> None:
    views = (
        ShortcutView("file.save", "Save", "Ctrl+S", "Ctrl+S"),
        ShortcutView("play.stop", "Stop", "Ctrl+.", "Ctrl+."),
    )
    dialog = ShortcutsDialog(views)
    qtbot.addWidget(dialog)
    dialog.show()
    dialog.list.setCurrentItem(dialog.items["play.stop"])
    dialog.keys.setKeySequence(QKeySequence.fromString("Ctrl+S"))
    dialog.keys.editingFinished.emit()
    assert dialog.says.text() == "“Save” and “Stop” have the same keys."
    assert not dialog.accept_button.isEnabled()
    dialog.set_keys("file.save", "F2")
    assert dialog.says.text() == ""
    assert dialog.accept_button.isEnabled()
    assert dialog.own_keys() == {"file.save": "F2", "play.stop": "Ctrl+S"}


def test_commands_are_found_by_name_and_by_key(qtbot: QtBot) -> None:
    owner = QWidget()
    qtbot.addWidget(owner)
    dialog = ShortcutsDialog(shortcut_views(make_actions(owner)))
    qtbot.addWidget(dialog)
    dialog.filter.setText("blind")
    assert [name for name, item in dialog.items.items() if not item.isHidden()] == ["take.blind"]
    dialog.filter.setText("f6")
    found = [name for name, item in dialog.items.items() if not item.isHidden()]
    assert found == ["view.next_pane", "view.previous_pane"]


def test_about_shows_each_licence(qtbot: QtBot) -> None:
    parts = (
        LicenceView("numpy", "2.0", "BSD-3-Clause", "BSD text"),
        LicenceView("x", "1", "MIT", ""),
    )
    dialog = AboutDialog("1.2.3", parts)
    qtbot.addWidget(dialog)
    assert "BSD text" in dialog.text.toPlainText()
    dialog.list.setCurrentRow(1)
    assert dialog.text.toPlainText().startswith("x 1\nMIT\n\nThe text of the licence")
    assert "Espressivo 1.2.3" in [label.text() for label in dialog.findChildren(QLabel)]


@pytest.mark.parametrize("word", [RECOVER, DISCARD, LATER])
def test_recovery_takes_an_answer(qtbot: QtBot, word: str) -> None:
    dialog = RecoveryDialog("Letters", "14:02")
    qtbot.addWidget(dialog)
    assert dialog.answer == LATER
    dialog.buttons[word].click()
    assert dialog.answer == word
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_escape_decides_nothing(qtbot: QtBot) -> None:
    dialog = RecoveryDialog("Letters", "14:02")
    qtbot.addWidget(dialog)
    dialog.show()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert dialog.answer == LATER
    assert dialog.result() == QDialog.DialogCode.Rejected


def test_a_crash_report_holds_their_text_only_if_they_say_so(qtbot: QtBot) -> None:
    dialog = CrashDialog(CrashView("It broke.", "versions\nlog", "text: my secret"))
    qtbot.addWidget(dialog)
    assert "secret" not in dialog.text()
    assert dialog.report.toPlainText() == dialog.text()
    dialog.with_text.setChecked(True)
    assert dialog.text() == "versions\nlog\ntext: my secret"
    assert dialog.report.toPlainText() == dialog.text()


ROW_PX = 12
"""Controls of one row do not end at quite the same height."""


def test_every_part_of_a_dialog_has_a_name_and_tab_goes_down(qtbot: QtBot) -> None:
    dialogs = (
        SettingsDialog(SETTINGS),
        ShortcutsDialog((ShortcutView("a", "A", "F2", "F2"),)),
        AboutDialog("1", ()),
        RecoveryDialog("a", "b"),
        CrashDialog(CrashView("a", "b", "c")),
        HealthDialog(HealthView(("Well.",), ("now",), (("p", (CellView(0.5, 2),)),))),
    )
    for dialog in dialogs:
        qtbot.addWidget(dialog)
        dialog.show()
        dialog.activateWindow()
        seen: list[QWidget] = []
        for _ in range(40):
            QTest.keyClick(dialog.focusWidget() or dialog, Qt.Key.Key_Tab)
            focus = dialog.focusWidget()
            assert focus is not None
            if focus in seen:
                break
            seen.append(focus)
        nameless = [
            type(w).__name__
            for w in seen
            if not (w.accessibleName() or (isinstance(w, QAbstractButton) and w.text()))
        ]
        assert nameless == [], type(dialog).__name__
        first = min(seen, key=lambda w: w.mapTo(dialog, w.rect().topLeft()).y())
        turned = [*seen[seen.index(first) :], *seen[: seen.index(first)]]
        tops = [w.mapTo(dialog, w.rect().center()).y() + w.height() // 2 for w in turned]
        for before, after in itertools.pairwise(tops):  # the same row, or one further down
            assert after >= before - ROW_PX, type(dialog).__name__
        dialog.close()


def test_a_project_that_was_never_saved_can_be_dropped(qtbot: QtBot) -> None:
    dialog = RecoveryDialog("", "14:02")
    qtbot.addWidget(dialog)
    (says,) = dialog.findChildren(QLabel)
    assert "never saved" in says.text()
    assert dialog.buttons[DISCARD].text() == "&Drop it"
    assert len({b.text()[b.text().index("&") + 1].lower() for b in dialog.buttons.values()}) == 3


@pytest.mark.parametrize(
    ("label", "read"),
    [("&Save", "Save"), ("保存(&S)…", "保存…"), ("A && B", "A && B"), ("De&lete", "Delete")],
)
def test_labels_are_read_without_access_keys(label: str, read: str) -> None:
    assert plain(label) == read
