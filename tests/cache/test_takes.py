"""The folder of takes: under its cap, pinned ones kept, archived ones back again."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import zstandard
from filelock import FileLock

from engine.backends.fake import FakeBackend
from engine.cache import shelf as shelf_module
from engine.cache.archive import MOST_BYTES, pack, unpack
from engine.cache.eviction import DAY_S, HOT_SHARE, Limits
from engine.cache.inputs import differing
from engine.cache.pins import Pins
from engine.cache.quality import quality_of
from engine.cache.shelf import Shelf
from engine.cancel import CancelToken
from engine.errors import CacheDamage
from engine.keys import key_of
from engine.planning import Planner, Wish
from engine.record_file import read_meta, record_bytes, write_record
from engine.stages import Stages
from engine.store import MEMORY_BYTES, Stored, TakeStore
from engine.values import Curves, Deltas, Direction, Plan
from tests.engine.readings import TRAIN, reading_of

ONE = 200_000
"""Bytes of a record, about."""


def plan_of(deltas: Deltas) -> Plan:
    wish = Wish(reading_of(TRAIN, ()), np.zeros(256, np.float32), deltas, Direction(), 3)
    return Planner(Stages(FakeBackend())).plan(wish, CancelToken())


def stored_of(number: int, plan: Plan) -> Stored:
    sound = np.random.default_rng(number).uniform(-1, 1, ONE // 4).astype(np.float32)
    return Stored(plan, sound, Curves(plan.f0, np.full(len(plan.f0), -20, np.float32), ()))


@pytest.fixture(scope="module")
def plan() -> Plan:
    return plan_of(Deltas(f0_level_st=2.0))


def key(number: int) -> str:
    return key_of("take", number)


def put(store: TakeStore, number: int, plan: Plan, used_ago: float = 0.0) -> None:
    assert store.put(key(number), stored_of(number, plan)) == ()
    at = time.time() - used_ago
    os.utime(store.path(key(number)), (at, at))


def is_right(store: TakeStore, number: int) -> bool:
    found, _ = store.get(key(number))
    sound = np.random.default_rng(number).uniform(-1, 1, ONE // 4).astype(np.float32)
    return found is not None and found.audio.tobytes() == sound.tobytes()


def folder_bytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_three_times_the_cap_stays_under_it_over_a_restart(tmp_path: Path, plan: Plan) -> None:
    """CACHE-04, CACHE-07: at every moment, and the used ones stay."""
    limits = Limits(cap_bytes=8 * ONE)
    store = TakeStore(tmp_path, limits)
    for number in range(24):
        if number == 12:
            store = TakeStore(tmp_path, limits)
        put(store, number, plan, used_ago=1000 - number)
        assert store.shelf.size() <= limits.cap_bytes
        assert folder_bytes(tmp_path) <= limits.cap_bytes + ONE
    assert is_right(store, 23)
    assert not is_right(store, 0)


def test_the_least_recently_used_go_first_by_any_process(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path, Limits(cap_bytes=4 * ONE + 100_000, cold_days=0))
    for number in range(3):
        put(store, number, plan, used_ago=100 - number)
    assert is_right(TakeStore(tmp_path), 0)  # used by another: now the youngest
    for number in (3, 4, 5):
        put(store, number, plan, used_ago=50 - number)
    assert is_right(store, 0)
    assert not is_right(store, 1)


def test_what_leaves_the_open_is_archived_and_comes_back(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path, Limits(cap_bytes=8 * ONE))
    for number in range(7):
        put(store, number, plan, used_ago=100 - number)
    cold = [each for each in store.shelf.kept() if each.cold]
    assert key(0) in {each.key for each in cold}
    assert cold[0].used < time.time() - 90  # it keeps the time of its last use
    assert not store.path(key(0)).exists()
    assert is_right(store, 0)
    assert store.metrics.counts()["take", "cold"] == 1
    assert store.path(key(0)).exists()
    assert not store.shelf.archive_path(key(0)).exists()
    hot = sum(each.size for each in store.shelf.kept() if not each.cold)
    assert hot <= HOT_SHARE * 8 * ONE
    assert store.verify() == []


def test_old_archives_go_when_there_is_a_compaction(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path, Limits(cap_bytes=8 * ONE))
    for number in range(7):
        put(store, number, plan, used_ago=40 * DAY_S)
    (tmp_path / "takes-1" / "ab").mkdir(parents=True)
    (store.path(key(0)).parent / "a folder").mkdir()
    assert store.compact() > 0
    assert [each for each in store.shelf.kept() if each.cold] == []
    assert not (tmp_path / "takes-1").exists()
    assert TakeStore(tmp_path / "none").compact() == 0


def test_pins_and_quotas(tmp_path: Path, plan: Plan) -> None:
    limits = Limits(cap_bytes=40 * ONE, project_bytes=3 * ONE + 90_000)
    mine, other = TakeStore(tmp_path, limits, "mine"), TakeStore(tmp_path, limits, "other one")
    put(mine, 0, plan, used_ago=100)
    put(other, 1, plan, used_ago=200)
    mine.shelf.pins.pin("mine", [key(0)])
    for number in range(2, 6):
        put(mine, number, plan, used_ago=90 - number)
    there = {each.key: each for each in mine.shelf.kept()}
    assert there[key(0)].pinned
    assert {each.project for each in there.values()} == {"mine", "other one"}
    assert key(1) in there
    assert key(2) not in there
    mine.shelf.pins.pin("mine", [])
    mine.shelf.pins.pin("mine", [])
    assert mine.shelf.pins.pinned() == set()
    mine.compact()
    assert set(mine.shelf.pins.owners()) == {each.key for each in mine.shelf.kept()}
    assert mine.shelf.clear("other one") == 1
    assert mine.shelf.clear() == 3
    assert mine.shelf.size() == 0


def test_what_does_not_fit_beside_pinned_ones_is_told(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path, Limits(cap_bytes=2 * ONE + 100_000))
    put(store, 0, plan)
    put(store, 1, plan)
    store.shelf.pins.pin("p", [key(0), key(1)])
    (remark,) = store.put(key(2), stored_of(2, plan))
    assert remark.code == "store-full"
    assert "no room" in remark.detail
    assert is_right(store, 0)
    assert is_right(store, 1)
    assert TakeStore(tmp_path, Limits(cap_bytes=10)).put(key(3), stored_of(3, plan)) != ()


def test_a_jobs_records_stay_while_it_runs(tmp_path: Path, plan: Plan) -> None:
    limits = Limits(cap_bytes=4 * ONE + 100_000)
    job, other = TakeStore(tmp_path, limits), TakeStore(tmp_path, limits)
    put(job, 0, plan, used_ago=500)
    with job.job():
        assert is_right(job, 0)
        put(job, 1, plan, used_ago=400)
        for number in range(2, 8):
            put(other, number, plan)
        assert is_right(job, 0)
        assert is_right(job, 1)
    assert job.shelf.pins.pinned() == set()
    assert list((job.shelf.folder / "pins").iterdir()) == []


def test_a_job_inside_a_job_leaves_the_outer_one_its_records(tmp_path: Path, plan: Plan) -> None:
    limits = Limits(cap_bytes=4 * ONE + 100_000)
    job, other = TakeStore(tmp_path, limits), TakeStore(tmp_path, limits)
    with job.job():
        put(job, 0, plan, used_ago=500)
        with job.job():
            put(job, 1, plan, used_ago=400)
        put(job, 2, plan, used_ago=300)
        for number in range(3, 9):
            put(other, number, plan)
        assert is_right(job, 0)
        assert is_right(job, 2)
        assert job.get(key(1)) == (None, ())
    assert job.shelf.pins.pinned() == set()


KILLED_JOB = """
import os, signal, sys
from pathlib import Path
from engine.cache.pins import Pins
pins = Pins(Path(sys.argv[1]))
with pins.job("one"):
    pins.hold("ab" * 16)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_jobs_pins_are_free_again(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED_JOB, tmp_path], check=False)
    assert (tmp_path / "pins" / "job-one").read_text() == "ab" * 16 + "\n"
    assert Pins(tmp_path).pinned() == set()
    assert not (tmp_path / "pins" / "job-one").exists()


def test_a_mapped_file_that_cannot_be_removed_goes_later(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    """CACHE-01, as Windows does it: the entry leaves at once, the file when it can."""
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    held, _ = store.get(key(0))

    def mapped(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(13, "used by another process", str(path))

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", mapped)
        assert store.shelf.clear() == 1
    assert store.get(key(0)) == (None, ())
    assert store.shelf.kept() == []
    assert store.path(key(0)).exists()
    assert held is not None
    assert held.audio.shape == (ONE // 4,)
    store.compact()
    assert store.shelf.size() == 0


def test_a_writer_that_does_not_let_go_costs_only_the_keeping(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf_module, "WAIT_S", 0.01)
    store = TakeStore(tmp_path)
    put(TakeStore(tmp_path), 0, plan)
    with FileLock(store.shelf.folder / "takes.lock"):
        assert [r.code for r in store.put(key(1), stored_of(1, plan))] == ["store-full"]
        assert is_right(store, 0)


def test_a_take_wanted_twice_is_in_memory_and_follows_its_file(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    for _ in range(4):
        assert is_right(store, 0)
    assert store.metrics.counts() == {("take", "disk"): 2, ("take", "memory"): 2}
    found, _ = store.get(key(0))
    assert found is not None
    assert not found.audio.flags.writeable
    store.path(key(0)).unlink()
    assert store.get(key(0)) == (None, ())


def test_a_take_too_large_for_memory_is_read_from_its_file(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path)
    sound = np.zeros(MEMORY_BYTES // 4 + 1, np.float32)
    curves = Curves(plan.f0, np.full(len(plan.f0), -20, np.float32), ())
    assert store.put(key(0), Stored(plan, sound, curves)) == ()
    for _ in range(3):
        found, _ = store.get(key(0))
        assert found is not None
        assert found.audio.size == sound.size
    assert store.metrics.counts() == {("take", "disk"): 3}


def test_damaged_archives_are_removed_and_told(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    path, archived = store.path(key(0)), store.shelf.archive_path(key(0))
    record = path.read_bytes()
    for content in (
        pack(record)[:-9],
        pack(record + b"1234")[:50],
        b"",
        pack(b"1234" * 9),
        pack(b"1234"),
    ):
        archived.write_bytes(content)
        path.unlink(missing_ok=True)
        assert len(store.verify()) == 1
        found, remarks = store.get(key(0))
        assert found is None
        assert [remark.code for remark in remarks] == ["record-damaged"]
        assert not archived.exists()
    archived.write_bytes(pack(record))
    assert is_right(store, 0)


def test_an_archive_is_its_record_again() -> None:
    record = np.random.default_rng(0).bytes(64_000)
    assert unpack(pack(record), "x") == record
    for sizes in (b"123", b"12345"):
        with pytest.raises(CacheDamage, match="archive"):
            unpack(zstandard.ZstdCompressor().compress(sizes), "x")
    assert MOST_BYTES >= 6 * 3600 * 24_000


def test_verify_mends(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    put(store, 1, plan)
    content = bytearray(store.path(key(0)).read_bytes())
    content[5000] ^= 1
    store.path(key(0)).write_bytes(content)
    assert [flaw.split(":")[0] for flaw in store.verify()] == ["checksum"]
    assert len(store.verify(mend=True)) == 1
    assert store.verify() == []
    assert is_right(store, 1)


def test_what_goes_while_it_is_verified_is_no_damage(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    seen = store.shelf.kept()
    store.path(key(0)).unlink()  # by another process, after the list was made
    monkeypatch.setattr(type(store.shelf), "kept", lambda _shelf: seen)
    assert store.verify() == []


def test_an_archive_that_cannot_be_put_back_still_answers(
    tmp_path: Path, plan: Plan, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TakeStore(tmp_path)
    put(store, 0, plan)
    store.shelf.archive_path(key(0)).write_bytes(pack(store.path(key(0)).read_bytes()))
    store.path(key(0)).unlink()
    small = TakeStore(tmp_path, Limits(cap_bytes=10))
    assert is_right(small, 0)
    assert store.shelf.archive_path(key(0)).exists()


def test_a_weak_take_is_made_again_once(tmp_path: Path, plan: Plan) -> None:
    store = TakeStore(tmp_path)
    weak = replace(stored_of(0, plan), achieved=Curves(plan.neutral_f0, plan.f0 - 20, ()))
    assert quality_of(weak.plan, weak.achieved).strength < 0.65
    store.put(key(0), weak)
    found, (remark,) = store.get(key(0))
    assert found is None
    assert remark.code == "record-weak"
    assert "strength" in remark.detail
    store.put(key(0), weak)
    assert store.get(key(0))[0] is not None
    assert store.metrics.counts()["take", "weak"] == 1
    lenient = TakeStore(tmp_path / "other", Limits(strength=0.0, clarity=0.0))
    lenient.put(key(0), weak)
    assert lenient.get(key(0))[0] is not None


def test_quality_follows_what_is_heard(plan: Plan) -> None:
    loud = np.full(len(plan.f0), -20, np.float32)
    assert quality_of(plan, Curves(plan.f0, loud, ())).clarity == 1.0
    assert quality_of(plan, Curves(plan.f0, loud, ())).strength == pytest.approx(1.0, abs=0.1)
    silent = np.zeros_like(plan.f0)
    assert quality_of(plan, Curves(silent, loud, ())).clarity == 0.0
    assert quality_of(plan, Curves(silent, loud, ())).strength == 0.0
    start, end = (int(t / 0.0125) for t in plan.word_times[1])
    gone = loud.copy()
    gone[start - 1 : end + 2] = -80
    assert 0 < quality_of(plan, Curves(plan.f0, gone, ())).clarity < 1
    assert quality_of(plan_of(Deltas()), Curves(silent, loud, ())).strength == 1.0
    empty = np.zeros(0, np.float32)
    assert quality_of(plan, Curves(empty, empty, ())).clarity == 1.0


def test_meta_alone_and_its_ways_to_be_broken(tmp_path: Path) -> None:
    path = tmp_path / "one"
    write_record(path, {"a": 1}, {"x": np.arange(9)})
    assert read_meta(path) == {"a": 1}
    whole = record_bytes({"a": 1}, {})
    for way, content in {
        "short": b"E",
        "magic": b"NOTOURS!" + whole[8:],
        "header": whole[:8] + b"\xff" * 8 + whole[16:],
        "array": whole[:24] + b"}" + whole[25:],
    }.items():
        path.write_bytes(content)
        with pytest.raises(CacheDamage, match=way):
            read_meta(path)


def test_differing_names_what_is_not_the_same() -> None:
    one = {"a": ("1", ""), "b": ("2", ""), "c": ("3", "")}
    assert differing(one, {"a": ("1", ""), "b": ("9", ""), "d": ("3", "")}) == ["b", "c", "d"]


def test_an_empty_folder_has_nothing_to_leave(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "none", Limits())
    assert shelf.make_room().fits
    assert shelf.clear() == 0
    assert shelf.kept() == []
    assert not (tmp_path / "none").exists()
    assert TakeStore(tmp_path / "none").meta(key(0)) is None
