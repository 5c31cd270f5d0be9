"""The interpreter's settings while a studio is open, and as they were after it."""

from __future__ import annotations

import gc
import sys

from app.studio.lively import SWITCH_S, Lively


def test_it_is_as_before_once_it_is_over() -> None:
    interval, frozen = sys.getswitchinterval(), gc.get_freeze_count()
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
    lively.stop()
    assert sys.getswitchinterval() == interval
    assert gc.isenabled()
    assert gc.get_freeze_count() == frozen


def test_nothing_is_touched_before_it_starts() -> None:
    lively = Lively()
    lively.loaded()
    lively.stop()
    assert gc.isenabled()
    assert sys.getswitchinterval() != SWITCH_S
