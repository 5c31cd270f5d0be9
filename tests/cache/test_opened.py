"""Records kept mapped: read again they are as true as when they are opened anew."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from engine.cache.access import KEEP, access_of
from engine.cache.eviction import Limits
from engine.cache.opened import OpenRecords
from engine.cache.shelf import Shelf
from engine.errors import CacheDamage
from engine.record_file import PREAMBLE, map_record, record_bytes, write_record

SOUND = np.arange(5_000, dtype=np.float32)
KEYS = [f"{number:032x}" for number in range(4)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write_record(tmp_path / "one", {"a": 1}, {"audio": SOUND})
    return tmp_path / "one"


@pytest.fixture
def kept(path: Path) -> Iterator[OpenRecords]:
    opened = OpenRecords(access_of("").map, 2)
    opened.read(path)
    yield opened
    opened.close()


def test_read_again_it_is_the_same_map(path: Path, kept: OpenRecords) -> None:
    (meta, arrays), (again, more) = kept.read(path), kept.read(path)
    assert meta == again == {"a": 1}
    assert meta is not again
    assert arrays["audio"].ctypes.data == more["audio"].ctypes.data
    np.testing.assert_array_equal(more["audio"], SOUND)
    assert not more["audio"].flags.writeable


def damaged(path: Path, at: int) -> None:
    with path.open("rb+") as file:
        file.seek(at)
        byte = file.read(1)
        file.seek(at)
        file.write(bytes([byte[0] ^ 1]))


def cut(path: Path) -> None:
    with path.open("rb+") as file:
        file.truncate(100)


@pytest.mark.parametrize(
    "happens",
    [
        lambda path: damaged(path, 0),
        lambda path: damaged(path, 8),
        lambda path: damaged(path, PREAMBLE.size),
        lambda path: damaged(path, 10_000),
        cut,
    ],
    ids=["magic", "length", "header", "sound", "cut"],
)
def test_damage_since_is_found(
    path: Path, kept: OpenRecords, happens: Callable[[Path], None]
) -> None:
    happens(path)
    for _ in range(2):
        with pytest.raises(CacheDamage):
            kept.read(path)
    assert len(kept) == 0


def test_another_record_in_its_place_is_read(path: Path, kept: OpenRecords) -> None:
    write_record(path, {"a": 2}, {"audio": SOUND + 1})
    meta, arrays = kept.read(path)
    assert meta == {"a": 2}
    np.testing.assert_array_equal(arrays["audio"], SOUND + 1)
    path.unlink()
    with pytest.raises(FileNotFoundError):
        kept.read(path)
    assert len(kept) == 0


def test_those_read_last_are_kept_until_they_are_closed(tmp_path: Path, kept: OpenRecords) -> None:
    for name in ("two", "three"):
        write_record(tmp_path / name, {}, {"audio": SOUND})
        kept.read(tmp_path / name)
    assert len(kept) == 2
    kept.close()
    assert len(kept) == 0
    none = OpenRecords(access_of("").map, 0)
    none.read(tmp_path / "two")
    assert len(none) == 0


def test_a_map_tells_which_file_it_is_of(path: Path) -> None:
    view, inode = map_record(path)
    assert (len(view), inode) == (path.stat().st_size, path.stat().st_ino)


def test_a_shelf_keeps_what_it_reads_and_lets_go_of_what_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = Shelf(tmp_path, Limits(), access=access_of(KEEP))
    for key in KEYS:
        shelf.write(key, record_bytes({"key": key}, {"audio": SOUND}))
        assert shelf.read(key)[0] == shelf.look(key)[0] == {"key": key}
    assert len(shelf._open) == len(KEYS)
    shelf.write(KEYS[0], record_bytes({"key": "new"}, {"audio": SOUND}))
    assert shelf.read(KEYS[0])[0] == {"key": "new"}
    shelf.forget(KEYS[1])
    assert len(shelf._open) == len(KEYS) - 1
    shelf.close()
    assert len(shelf._open) == 0
    monkeypatch.setattr(sys, "platform", "win32")
    assert not access_of(KEEP).keeps
