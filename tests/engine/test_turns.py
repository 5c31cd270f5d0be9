"""Live before batch, between processes: who holds, who waits, and for how long at most."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from engine import turns
from engine.backends.fake import FakeBackend
from engine.cancel import CancelToken
from engine.errors import Cancelled
from engine.stages import Stages
from engine.turns import Turns

HOLD = """
import sys, time
from pathlib import Path
from engine.turns import Turns
with Turns(Path(sys.argv[1])).live():
    print("holds", flush=True)
    sys.stdin.readline()
"""


def holder(lock: Path) -> subprocess.Popen[str]:
    """Another process that is at work for someone who listens."""
    other = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "holds\n"
    return other


def test_a_batch_waits_for_a_live_process_and_a_live_one_for_nobody(tmp_path: Path) -> None:
    lock = tmp_path / "turns"
    mine, batch = Turns(lock), Turns(lock)
    batch.give_way(CancelToken())
    assert batch.waited_s < 1
    other = holder(lock)
    with mine.live():  # beside the other at once
        pass
    waited = threading.Thread(target=batch.give_way, args=(CancelToken(),))
    waited.start()
    waited.join(0.1)
    assert waited.is_alive()
    other.communicate("go\n", timeout=30)
    waited.join(30)
    assert not waited.is_alive()
    mine.close()
    batch.close()


def test_a_process_that_dies_holds_nothing(tmp_path: Path) -> None:
    other, batch = holder(tmp_path / "turns"), Turns(tmp_path / "turns")
    other.kill()
    other.communicate()
    batch.give_way(CancelToken())
    assert batch.waited_s < turns.MOST_S
    batch.close()


def test_nobody_waits_without_end_and_a_cancel_ends_it_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live, batch = Turns(tmp_path / "turns"), Turns(tmp_path / "turns")
    token = CancelToken()
    with live.live():
        monkeypatch.setattr(turns, "MOST_S", 0.05)
        batch.give_way(token)
        assert batch.waited_s >= 0.05
        monkeypatch.setattr(turns, "MOST_S", 60.0)
        timer = threading.Timer(0.05, token.cancel)
        timer.start()
        with pytest.raises(Cancelled):
            batch.give_way(token)
        timer.join()
    live.close()
    batch.close()


def test_where_no_lock_can_be_nobody_waits(tmp_path: Path) -> None:
    lost = Turns(tmp_path / "no folder" / "turns")
    with lost.live():
        lost.give_way(CancelToken())
    assert lost.waited_s == 0
    lost.close()


def test_stages_for_delivery_let_others_go_first(tmp_path: Path) -> None:
    backend = FakeBackend()
    stages = Stages(backend, lock=tmp_path / "turns")
    delivering = stages.giving_way()
    tokens = np.array([0, 5, 6, 0])
    delivering.text(tokens, CancelToken())
    runs = len(backend.runs)
    stages.text(tokens, CancelToken())
    assert len(backend.runs) == runs  # one memo
    mine = Turns(tmp_path / "turns")
    with mine.live():
        begun = time.monotonic()
        work = threading.Thread(
            target=delivering.text, args=(np.array([0, 7, 8, 0]), CancelToken())
        )
        work.start()
        stages.text(np.array([0, 9, 9, 0]), CancelToken())
        assert time.monotonic() - begun < turns.MOST_S
        assert len(backend.runs) == runs + 1
    work.join(30)
    assert len(backend.runs) == runs + 2
    for each in (stages, delivering):
        each.close()
    mine.close()
