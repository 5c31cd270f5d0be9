"""The store of takes: never wrong, never in the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from engine.backends.fake import FakeBackend
from engine.cancel import CancelToken
from engine.planning import Planner, Wish
from engine.record_file import STALE_S, read_record, write_record
from engine.stages import Stages
from engine.store import Stored, TakeStore
from engine.values import Break, Curves, Deltas, Direction
from tests.engine.readings import TRAIN, reading_of

KEY = "ab" + "0" * 30


@pytest.fixture
def stored() -> Stored:
    breaks = (Break(TRAIN.index("ænd") - 2, "asked", seconds=0.4),)
    wish = Wish(
        reading_of(TRAIN, breaks),
        np.zeros(256, np.float32),
        Deltas(f0_level_st=2.0, jitter_st=0.1),
        Direction(),
        3,
    )
    plan = Planner(Stages(FakeBackend())).plan(wish, CancelToken())
    sound = np.linspace(-0.5, 0.5, plan.samples, dtype=np.float32)
    loud = np.full(len(plan.f0), -20, np.float32)
    return Stored(plan, sound, Curves(plan.f0, loud, ((0.5, 0.9),)))


def test_what_is_put_is_got(stored: Stored, tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    assert store.get(KEY) == (None, ())
    assert store.put(KEY, stored) == ()
    found, remarks = TakeStore(tmp_path).get(KEY)
    assert remarks == ()
    assert found is not None
    assert found.audio.tobytes() == stored.audio.tobytes()
    for name in ("pauses", "units", "word_times", "samples", "deltas", "remarks"):
        assert getattr(found.plan, name) == getattr(stored.plan, name)
    for name in ("tokens", "durations", "f0", "energy", "gain_db", "tilt_db", "neutral_f0"):
        assert getattr(found.plan, name).tobytes() == getattr(stored.plan, name).tobytes()
        assert not getattr(found.plan, name).flags.writeable
    assert found.achieved.pauses == ((0.5, 0.9),)


@pytest.mark.parametrize("damage", ["cut", "other fields"])
def test_a_damaged_record_is_removed_and_told(stored: Stored, tmp_path: Path, damage: str) -> None:
    store = TakeStore(tmp_path)
    store.put(KEY, stored)
    path = store.path(KEY)
    if damage == "cut":
        path.write_bytes(path.read_bytes()[:1000])
    else:
        write_record(path, {"not": "a take"}, {})
    found, remarks = store.get(KEY)
    assert found is None
    assert [remark.code for remark in remarks] == ["record-damaged"]
    assert not path.exists()
    assert store.get(KEY) == (None, ())


def test_a_record_that_cannot_be_opened_is_told(stored: Stored, tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    store.path(KEY).mkdir(parents=True)
    found, remarks = store.get(KEY)
    assert found is None
    assert [remark.code for remark in remarks] == ["store-unreadable"]


def test_a_folder_that_cannot_be_written_is_told(stored: Stored, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = TakeStore(tmp_path / "file")
    assert [remark.code for remark in store.put(KEY, stored)] == ["store-full"]


KILLED_WHILE_WRITING = """
import os, signal, sys
from pathlib import Path
import engine.record_file as record_file
record_file.os.fsync = lambda _: os.kill(os.getpid(), signal.SIGKILL)
record_file.write_record(Path(sys.argv[1]), {}, {})
"""


def test_what_a_killed_process_left_is_swept_when_it_is_old(stored: Stored, tmp_path: Path) -> None:
    """A young one stays: it may be another process's, still being written."""
    path = TakeStore(tmp_path).path(KEY)
    ran = subprocess.run([sys.executable, "-c", KILLED_WHILE_WRITING, path], check=False)
    assert ran.returncode == -signal.SIGKILL
    (part,) = path.parent.iterdir()
    TakeStore(tmp_path).put(KEY, stored)
    assert part.exists()
    long_ago = time.time() - STALE_S - 60
    os.utime(part, (long_ago, long_ago))
    os.utime(path, (long_ago, long_ago))
    store = TakeStore(tmp_path)
    assert list(path.parent.iterdir()) == [path]
    assert store.get(KEY)[0] is not None


def test_records_are_plain_files(stored: Stored, tmp_path: Path) -> None:
    store = TakeStore(tmp_path)
    store.put(KEY, stored)
    meta, arrays = read_record(store.path(KEY))
    assert {"pauses", "units", "word_times"} <= set(meta)
    assert {"audio", "f0", "durations"} <= set(arrays)
