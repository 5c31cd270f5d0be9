"""Announcements reach Qt's accessibility when something listens, and only then."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from widgets.announce import announce


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
