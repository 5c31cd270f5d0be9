"""The interpreter's settings while a studio is open, and as they were after it."""

from __future__ import annotations

import gc
import sys
import weakref

import pytest

from app.studio.lively import ELDEST, SWITCH_S, Lively
from tests.studio.opened import until


class Garbage:
    """Something that can be seen to be gone."""


def test_it_is_as_before_once_it_is_over() -> None:
    interval, frozen = sys.getswitchinterval(), gc.get_freeze_count()
    thresholds = gc.get_threshold()
    lively = Lively()
    lively.start()
    lively.start()  # a second time changes nothing
    assert sys.getswitchinterval() == SWITCH_S
    assert not gc.isenabled()
    lively.loaded()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0
    lively.loaded()  # another engine
    assert gc.isenabled()
    assert gc.get_threshold() == (*thresholds[:2], ELDEST)
    lively.stop()
    assert sys.getswitchinterval() == interval
    assert gc.get_threshold() == thresholds
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


@pytest.mark.usefixtures("qapp")
def test_garbage_goes_once_nothing_is_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("app.studio.lively.QUIET_MS", 10)
    lively = Lively()
    lively.start()
    lively.loaded()
    ring: list[object] = [Garbage()]
    ring.append(ring)
    gone, frozen = weakref.ref(ring[0]), gc.get_freeze_count()
    del ring
    kept = [[number] for number in range(1_000)]
    lively.worked()
    until(lambda: gc.get_freeze_count() >= frozen + len(kept))
    assert gone() is None
    lively.stop()


def test_nothing_is_touched_before_it_starts() -> None:
    lively = Lively()
    lively.loaded()
    lively.stop()
    assert gc.isenabled()
    assert sys.getswitchinterval() != SWITCH_S
