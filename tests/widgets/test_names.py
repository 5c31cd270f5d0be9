"""Every widget that takes the keyboard has a name, by Qt's own account of it.

``test_window`` walks with Tab; here everything is asked, what is hidden too, and what
is asked is what a screen reader is given rather than what was set.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSpinBox, QComboBox, QLabel, QWidget
from pytestqt.qtbot import QtBot

from tests.widgets import made_up
from tests.widgets.test_dialogs import SETTINGS
from widgets.actions import make_actions, shortcut_views
from widgets.dialogs.about import AboutDialog
from widgets.dialogs.crash import CrashDialog
from widgets.dialogs.recovery import RecoveryDialog
from widgets.dialogs.settings import SettingsDialog
from widgets.dialogs.shortcuts import ShortcutsDialog
from widgets.main_window import MainWindow
from widgets.views import BlindView, CrashView, LicenceView

PARTED = QComboBox | QAbstractScrollArea | QAbstractSpinBox
"""Told as one with what is in them: the field, the list that drops down, the viewport."""


def full_window() -> QWidget:
    window = MainWindow()
    made_up.fill(window)
    window.show_notices(made_up.notices())
    window.takes.compare.show_blind(BlindView(running=True, trial=1, trials=10))
    return window


def shortcuts() -> QWidget:
    owner = QWidget()
    return ShortcutsDialog(shortcut_views(make_actions(owner)))


MADE: dict[str, Callable[[], QWidget]] = {
    "window": full_window,
    "settings": lambda: SettingsDialog(SETTINGS),
    "shortcuts": shortcuts,
    "about": lambda: AboutDialog("1", (LicenceView("numpy", "2", "BSD-3-Clause", "text"),)),
    "recovery": lambda: RecoveryDialog("Letters", "14:02"),
    "crash": lambda: CrashDialog(CrashView("It broke.", "log", "text")),
}


def nameless(top: QWidget) -> list[str]:
    """Return where there is something that takes the keyboard and is not named."""
    found = []
    for widget in top.findChildren(QWidget):
        inside = isinstance(widget.parent(), PARTED) or widget.window() is not top
        takes_keys = widget.focusPolicy() != Qt.FocusPolicy.NoFocus and not widget.focusProxy()
        if inside or not takes_keys:
            continue
        told = QAccessible.queryAccessibleInterface(widget)
        name = told.text(QAccessible.Text.Name)
        if isinstance(widget, QComboBox):  # its name is what is chosen; a label or more names it
            labelled = any(label.buddy() is widget for label in top.findChildren(QLabel))
            name = told.text(QAccessible.Text.Description) or ("labelled" if labelled else "")
        if not name.strip():
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


@pytest.mark.parametrize("which", MADE)
def test_everything_that_takes_the_keyboard_is_named(qtbot: QtBot, which: str) -> None:
    top = MADE[which]()
    qtbot.addWidget(top)
    assert nameless(top) == []


def test_a_widget_without_a_name_is_found(qtbot: QtBot) -> None:
    top = QWidget()
    qtbot.addWidget(top)
    QComboBox(top)
    assert nameless(top) == ["QComboBox in QWidget"]


def read(top: QWidget) -> list[str]:
    """Return the names of what is told below a widget, in the order it is told."""
    names, waiting = [], [QAccessible.queryAccessibleInterface(top)]
    while waiting:
        told = waiting.pop()
        names.append(told.text(QAccessible.Text.Name))
        waiting += [told.child(number) for number in reversed(range(told.childCount()))]
    return names


def test_labels_are_read_before_what_they_label(qtbot: QtBot) -> None:
    settings, about = MADE["settings"](), MADE["about"]()
    for top in (settings, about):
        qtbot.addWidget(top)
    names = read(settings)
    wanted = ["Theme", "As the system", "Font size", "Reduce motion"]
    wanted += ["Computed by (from the next start)", "OK"]
    places = [names.index(name) for name in wanted]
    assert places == sorted(places)
    names = read(about)
    assert names.index("Parts of the program") < names.index("Licence")
