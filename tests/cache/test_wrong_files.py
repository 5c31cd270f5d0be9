"""Things that are no records in the places of records: nothing waits, breaks or answers wrongly."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.cache.eviction import Limits
from engine.cache.metrics import History, Metrics
from engine.cache.rollout import SIDES, Rollout
from engine.cache.shelf import Shelf
from engine.cache.table import EmotionTable
from engine.cache.table_file import files_of
from engine.errors import CacheDamage
from engine.record_file import read_meta, record_bytes
from tests.cache.entries import HEAD, entry_of, is_right, key_number

KEYS = [key_number(number) for number in range(20)]
HUGE = 1 << 40


def folder(path: Path) -> None:
    path.mkdir()
    (path / "x").touch()


def circle(path: Path) -> None:
    path.symlink_to(path)


def nowhere(path: Path) -> None:
    path.symlink_to(path.with_name("none"))


def rubbish(path: Path) -> None:
    path.write_bytes(b"rubbish" * 1000)


def nothing(path: Path) -> None:
    path.touch()


WRONG: list[Callable[[Path], None]] = [folder, circle, nowhere, rubbish, nothing]
if sys.platform != "win32":
    WRONG.append(os.mkfifo)


def named(wrong: Callable[[Path], None]) -> str:
    return wrong.__name__


@pytest.mark.parametrize("wrong", WRONG, ids=named)
def test_in_the_place_of_a_table(tmp_path: Path, wrong: Callable[[Path], None]) -> None:
    table = EmotionTable(tmp_path, HEAD)
    assert table.put_many((key, entry_of(key)) for key in KEYS)
    table.close()
    path = files_of(tmp_path, f"emotions-{HEAD}")[-1][1]
    path.unlink()
    wrong(path)
    for last in (False, True):
        table = EmotionTable(tmp_path, HEAD)
        assert table.size() >= 0
        assert table.get(KEYS[1]) is None
        assert table.repair() == (1, 0) if last else table.put(KEYS[0], entry_of(KEYS[0]))
    assert EmotionTable(tmp_path, HEAD).verify() == []
    found = EmotionTable(tmp_path, HEAD).get(KEYS[0])
    assert found is not None
    assert is_right(KEYS[0], found)


def test_a_table_with_a_terabyte_behind_it_is_mended(tmp_path: Path) -> None:
    table = EmotionTable(tmp_path, HEAD)
    assert table.put_many((key, entry_of(key)) for key in KEYS)
    table.close()
    with files_of(tmp_path, f"emotions-{HEAD}")[-1][1].open("rb+") as file:
        file.truncate(HUGE)
    table = EmotionTable(tmp_path, HEAD)
    assert table.get(KEYS[1]) is None
    assert table.repair() == (len(KEYS), 0)
    found = table.get(KEYS[1])
    assert found is not None
    assert is_right(KEYS[1], found)


@pytest.mark.parametrize("wrong", WRONG, ids=named)
def test_in_the_place_of_a_record(tmp_path: Path, wrong: Callable[[Path], None]) -> None:
    shelf = Shelf(tmp_path, Limits())
    content = record_bytes({"a": 1}, {})
    assert shelf.write(KEYS[0], content)
    assert shelf.write(KEYS[1], content)
    wrong(shelf.archive_path(KEYS[0]))
    shelf.path(KEYS[0]).unlink()
    with pytest.raises((CacheDamage, OSError)):
        shelf.read(KEYS[0])
    wrong(shelf.path(KEYS[0]))
    for read in (shelf.read, lambda key: read_meta(shelf.path(key))):
        with pytest.raises((CacheDamage, OSError)):
            read(KEYS[0])
    for each in shelf.kept():
        if each.key == KEYS[0]:
            with pytest.raises((CacheDamage, OSError)):
                shelf.check(each)
    assert shelf.size() >= len(content)
    assert shelf.read(KEYS[1])[0] == {"a": 1}
    shelf.make_room()
    shelf.forget(KEYS[0])
    if wrong is not folder:  # that is not removed: nobody knows what is in it
        assert shelf.write(KEYS[0], content)
        assert shelf.read(KEYS[0])[2] == "disk"
    assert shelf.clear() >= 1


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names are Unicode there")
def test_names_that_are_no_text(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, Limits())
    assert shelf.write(KEYS[0], record_bytes({}, {}))
    odd = os.fsdecode(b"\xff\xfe")
    (tmp_path / odd).mkdir()
    for place in (tmp_path / odd, shelf.path(KEYS[0]).parent):
        for suffix in (".take", ".cold"):
            (place / f"{odd}x{suffix}").write_bytes(b"x" * 99)
    strangers = [each for each in shelf.kept() if each.key != KEYS[0]]
    assert [each.key for each in strangers] == [f"{odd}x"] * 2  # at their place, so they count
    for each in strangers:
        with pytest.raises(CacheDamage):
            shelf.check(each)
        shelf.drop(each)
    assert [each.key for each in shelf.kept()] == [KEYS[0]]


@pytest.mark.parametrize("project", ["a  b\n c", os.fsdecode(b"\xff.espressivo"), "ä\u2028b", " "])
def test_a_projects_name_may_be_anything(tmp_path: Path, project: str) -> None:
    content = record_bytes({}, {})
    shelf = Shelf(tmp_path, Limits(project_bytes=2 * len(content)), project)
    for key in KEYS[:4]:
        assert shelf.write(key, content)
    shelf.pins.pin(project, KEYS[:1])
    again = Shelf(tmp_path, Limits(), project)
    if project.strip():
        assert len(again.kept()) == 2  # its own quota
        assert len({each.project for each in again.kept()} - {""}) == 1
    again.pins.tidy(KEYS)
    assert again.pins.pinned() == {KEYS[0]}
    assert Rollout("h", 0.5).side(project) in SIDES
    History(tmp_path / "h", project).add(counted())
    assert [name for _, name in History(tmp_path / "h").windows()] == [project]
    assert again.clear(project) == (2 if project.strip() else 4)


def counted() -> Metrics:
    metrics = Metrics()
    metrics.count("take", "miss")
    return metrics


def test_a_history_nobody_can_have_written(tmp_path: Path) -> None:
    lines = (
        '[1e400, "p", [["take", "disk", 1]]]',
        '[99999999999999999999, "p", [["take", "disk", 1]]]',
        '[300, "p", [["take", "disk", -5]]]',
        '[300, "p", [["take", "disk", 1e400]]]',
        '[600, "p", [["take", "disk", 2]]]',
        "[1, 2, 3]",
        "{}",
    )
    (tmp_path / "h").write_text("\n".join(lines))
    assert list(History(tmp_path / "h").windows()) == [(600, "p")]
    (tmp_path / "h").write_bytes(os.urandom(3000))
    assert History(tmp_path / "h").windows() == {}
