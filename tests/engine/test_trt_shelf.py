"""The engines TensorRT built, kept: their keys, what is stale, torn or has no place."""

from __future__ import annotations

import dataclasses
import errno
import os
import time
from pathlib import Path

import pytest

from engine.backends.protocol import Stage
from tests.engine.standin_tensorrt import World
from tests.engine.trt_row import Row, graph
from tests.kernels.standin import StandIn


def test_an_engine_is_kept_for_the_next_start(standin: StandIn, tmp_path: Path) -> None:
    for _ in range(2):
        row = Row(standin, tmp_path)
        row.settled(10)
        built, served = row.world.builds, row.row.served
        row.row.close()
    assert (built, served) == (0, 0)


def test_every_part_of_the_key_makes_another_engine(here: Row) -> None:
    key = here.row.key(Stage.DURATION, 64)
    names = [field.name for field in dataclasses.fields(key)]
    assert len(names) == 9
    others = {
        dataclasses.replace(key, **{n: 65 if n == "bucket" else "other"}).digest for n in names
    }
    assert len(others | {key.digest}) == 10
    assert key.device == "Stand-in 9000 8.6"


def test_another_precision_builds_its_own_engines(standin: StandIn, tmp_path: Path) -> None:
    name = "int8 (weights 8 bit, ranges 0123abcd)"
    keys = []
    for start in range(2):  # the second finds what the first one built
        row = Row(standin, tmp_path)
        half = row.row.key(Stage.WAVEFORM, 96), row.row.key(Stage.DURATION, 64)
        row.row.take(graph, name)
        assert row.row.describe().precision == name
        keys = [row.row.key(Stage.WAVEFORM, 96), row.row.key(Stage.DURATION, 64)]
        assert keys[0].digest != half[0].digest
        assert keys[1].digest == half[1].digest  # only the waveform stage has another graph
        if start == 0:
            row.shelf.keep(keys[0], b"kept")
        row.settled(10)
        assert row.world.builds == 1 - start
        assert row.shelf.get(keys[0]) == b"kept"
        row.row.close()


def test_what_another_release_built_is_removed(standin: StandIn, tmp_path: Path) -> None:
    old = Row(standin, tmp_path)
    old.settled(10)
    old.row.close()
    (tmp_path / "engines" / "a-person's.txt").write_text("stays")
    world = World()
    world.version = "11.5.0.1"
    new = Row(standin, tmp_path, world)
    stale = {path.name for path in (tmp_path / "engines").iterdir()} - {"a-person's.txt"}
    assert len(stale) == 2  # an engine, and times
    new.settled(10)
    left = {path.name for path in (tmp_path / "engines").iterdir()}
    assert not left & stale
    assert "a-person's.txt" in left
    assert world.builds == 1
    new.row.close()


def test_an_engine_that_does_not_fit_is_built_again_once(here: Row) -> None:
    here.shelf.keep(here.row.key(Stage.DURATION, 64), b"not an engine\n")
    here.settled(10)
    assert here.world.builds == 1
    here.world.refuse_shapes = True
    for _ in range(200):
        here.run(10)
        time.sleep(0.005)
        if here.state.startswith("failed"):
            break
    assert here.state.startswith("failed: bert may not be")
    assert here.world.builds <= 2
    assert here.run(10)["durations"].shape == (1, 10)  # the next row's


def test_an_engine_the_disk_has_no_place_for_serves_all_the_same(
    here: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    here.settled(10)
    (truth,) = here.row.truth()
    assert (truth.state, truth.runs) == ("ready", 1)
    assert truth.remark.startswith("not kept: ")
    assert "No space left on device" in truth.remark
    assert list(here.shelf.folder.iterdir()) == []  # no part is left either
    assert here.world.builds == 1


def test_a_folder_of_engines_that_is_none_costs_only_the_keeping(
    standin: StandIn, tmp_path: Path
) -> None:
    (tmp_path / "engines").write_text("a file in its place")
    row = Row(standin, tmp_path)
    row.settled(10)
    (truth,) = row.row.truth()
    assert truth.remark.startswith("not kept: ")
    row.row.close()


def test_a_torn_engine_that_may_not_be_removed_stops_nothing(
    here: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = here.row.key(Stage.DURATION, 64)
    here.shelf.keep(key, b"some engine")
    (torn,) = here.shelf.folder.iterdir()
    torn.write_bytes(b"torn")

    def held(path: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "unlink", held)
        assert here.run(10)["durations"].shape == (1, 10)
        here.shelf.discard(key)
    here.settled(10)


def test_a_folder_where_an_engine_should_lie_costs_only_the_keeping(here: Row) -> None:
    (here.shelf.folder / f"{here.row.key(Stage.DURATION, 64).digest}.engine").mkdir(parents=True)
    here.settled(10)
    (truth,) = here.row.truth()
    assert truth.remark.startswith("not kept: ")


def test_what_a_killed_process_left_is_swept_an_hour_later(here: Row) -> None:
    here.shelf.folder.mkdir()
    old, new = here.shelf.folder / "part-old", here.shelf.folder / "part-new"
    for path in (old, new):
        path.write_bytes(b"half an engine")
    os.utime(old, (time.time() - 7200, time.time() - 7200))
    here.settled(10)
    assert not old.exists()
    assert new.exists()


def test_a_torn_file_counts_as_absent(here: Row) -> None:
    here.settled(10)
    key = here.row.key(Stage.DURATION, 64)
    (path,) = here.shelf.folder.glob(f"{key.digest}*")
    path.write_bytes(path.read_bytes()[:-1])
    assert here.shelf.get(key) is None
    assert not path.exists()
    assert here.shelf.age(key) is None
