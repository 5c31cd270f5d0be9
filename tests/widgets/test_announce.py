"""Announcements reach Qt's accessibility when something listens, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from widgets.announce import announce
from widgets.dialogs.shortcuts import ShortcutsDialog
from widgets.prompt_box import PromptBox
from widgets.views import PromptView, ShortcutView


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[QAccessibleEvent]]:
    events: list[QAccessibleEvent] = []
    monkeypatch.setattr(QAccessible, "updateAccessibility", events.append)
    QAccessible.setActive(True)
    yield events
    QAccessible.setActive(False)


def test_the_text_and_its_urgency_are_sent(qtbot: QtBot, sent: list[QAccessibleEvent]) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    announce(label, "Render finished, 12.4 s.")
    announce(label, "182 Hz", urgent=True)
    announce(label, "")
    polite, urgent = sent
    assert isinstance(polite, QAccessibleAnnouncementEvent)
    assert isinstance(urgent, QAccessibleAnnouncementEvent)
    assert polite.message() == "Render finished, 12.4 s."
    assert polite.politeness() == QAccessible.AnnouncementPoliteness.Polite
    assert urgent.politeness() == QAccessible.AnnouncementPoliteness.Assertive
    assert polite.object() is label


def test_nothing_is_sent_where_nobody_listens(qtbot: QtBot, sent: list[QAccessibleEvent]) -> None:
    QAccessible.setActive(False)
    label = QLabel()
    qtbot.addWidget(label)
    announce(label, "Render finished, 12.4 s.")
    assert sent == []


@pytest.mark.parametrize("answer_first", [True, False])
def test_what_was_understood_is_spoken_once_typing_rests(
    qtbot: QtBot, sent: list[QAccessibleEvent], answer_first: bool
) -> None:
    box = PromptBox()
    qtbot.addWidget(box)
    box.show()
    box.activateWindow()
    box.field.setFocus()
    qtbot.waitUntil(box.field.hasFocus)
    box.show_prompt(PromptView("", (), (), "The voice as it is."))
    qtbot.keyClicks(box.field, "sad")
    answer = PromptView("sad", (), (), "Understood as sadness.")
    if answer_first:
        box.show_prompt(answer)
        assert announced(sent) == []  # not over the echo of the keys
    else:
        qtbot.waitUntil(lambda: not box._quiet.isActive(), timeout=20_000)
        assert announced(sent) == []
        box.show_prompt(answer)
    qtbot.waitUntil(lambda: announced(sent) == ["Understood as sadness."], timeout=20_000)
    box.show_prompt(answer)
    assert len(announced(sent)) == 1


def test_a_conflict_of_keys_is_spoken(qtbot: QtBot, sent: list[QAccessibleEvent]) -> None:
    views = (ShortcutView("a", "Save", "F2", "F2"), ShortcutView("b", "Stop", "F3", "F3"))
    dialog = ShortcutsDialog(views)
    qtbot.addWidget(dialog)
    dialog.set_keys("a", "F3")
    assert announced(sent) == ["“Save” and “Stop” have the same keys."]
    dialog.set_keys("a", "F4")
    assert len(announced(sent)) == 1


def announced(sent: list[QAccessibleEvent]) -> list[str]:
    return [event.message() for event in sent if isinstance(event, QAccessibleAnnouncementEvent)]
