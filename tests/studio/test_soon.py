"""What is put off until the window is idle: the newest of it, and none of another name lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.studio.soon import Soon


@pytest.fixture
def parent(qtbot: QtBot) -> Iterator[QObject]:
    """What owns the timer; needs an event loop."""
    del qtbot
    owner = QObject()
    yield owner
    owner.deleteLater()


def test_the_newest_is_done_once_the_event_loop_is_idle(qtbot: QtBot, parent: QObject) -> None:
    done: list[int] = []
    soon = Soon(done.append, parent)
    for number in range(5):
        soon.give("line", number)
    assert done == []
    qtbot.waitUntil(lambda: done == [4])
    soon.settle()
    assert done == [4], "and only once"


def test_what_waits_under_another_name_is_done_first(parent: QObject) -> None:
    done: list[tuple[str, int]] = []
    soon = Soon(lambda name, number: done.append((name, number)), parent)
    soon.give("one", "one", 1)
    soon.give("two", "two", 2)
    assert done == [("one", 1)]
    soon.settle()
    assert done == [("one", 1), ("two", 2)]


def test_what_is_forgotten_is_not_done(qtbot: QtBot, parent: QObject) -> None:
    done: list[int] = []
    soon = Soon(done.append, parent)
    soon.give("line", 1)
    soon.forget()
    qtbot.wait(20)
    assert done == []
