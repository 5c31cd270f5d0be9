"""What is asked for again and again: done at once, then seldom, and the last never lost."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from widgets.at_most import AtMost

EACH_MS = 60


@pytest.fixture
def done() -> list[int]:
    return []


@pytest.fixture
def acts(qtbot: QtBot, done: list[int]) -> Iterator[AtMost]:
    del qtbot  # a timer needs the application
    owner = QObject()
    yield AtMost(EACH_MS, lambda: done.append(len(done)), owner)
    owner.deleteLater()


def test_the_first_is_done_at_once(acts: AtMost, done: list[int]) -> None:
    acts.ask()
    assert len(done) == 1


def test_many_are_done_seldom_and_the_last_is_done(
    acts: AtMost, done: list[int], qtbot: QtBot
) -> None:
    start, asked = time.monotonic(), 0
    while time.monotonic() - start < 0.4:
        acts.ask()
        asked += 1
        qtbot.wait(1)
    took = time.monotonic() - start
    assert len(done) <= 1 + 1000 * took / EACH_MS
    assert asked > len(done)
    before = len(done)
    acts.ask()  # owed, or done at once: in either case once more
    qtbot.waitUntil(lambda: len(done) > before, timeout=5_000)
    before = len(done)
    qtbot.wait(3 * EACH_MS)
    assert len(done) <= before + 1, "nothing is owed any more"


def test_what_is_owed_is_settled_once(acts: AtMost, done: list[int]) -> None:
    acts.ask()
    acts.settle()
    assert len(done) == 1, "nothing was owed"
    acts.ask()
    acts.settle()
    acts.settle()
    assert len(done) == 2


def test_now_is_now(acts: AtMost, done: list[int]) -> None:
    acts.ask()
    acts.now()
    assert len(done) == 2


def test_another_state_is_followed_at_once(acts: AtMost, done: list[int]) -> None:
    for state in ("speaks", "speaks", "rests"):
        acts.follow(state)
    assert len(done) == 2, "and the same one no sooner than it may"
