"""Room for a record is found without a look at every file, and never where there is none."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from app.keeping import limits
from app.settings import load
from engine.cache import shelf as module
from engine.cache.eviction import DAY_S, HOT_SHARE, Kept, Limits, leaving
from engine.cache.shelf import Shelf
from engine.errors import InputError
from engine.record_file import record_bytes
from tests.cache.entries import key_number

CONTENT = record_bytes({}, {"x": np.arange(500, dtype=np.float32)})
CAP = 12 * len(CONTENT)


def aged(folder: Path) -> None:
    """As if nothing had changed for an hour."""
    for place in folder.iterdir():
        if place.is_dir():
            old = place.stat().st_mtime - 3600
            os.utime(place, (old, old))


@pytest.mark.parametrize("old", [False, True])
def test_two_writers_stay_under_the_cap(tmp_path: Path, old: bool) -> None:
    """CACHE-07, with what either knows of the folder getting out of date."""
    writers = [Shelf(tmp_path, Limits(cap_bytes=CAP)) for _ in range(2)]
    for number in range(36):
        assert writers[number % 7 % 2].write(key_number(number), CONTENT)
        assert writers[0].size() <= CAP
        if old:
            aged(tmp_path)
    assert writers[0].size() > CAP // 2


def test_only_what_changed_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf = Shelf(tmp_path, Limits(cap_bytes=1000 * len(CONTENT)))
    for number in range(40):
        shelf.write(key_number(number), CONTENT)
    aged(tmp_path)
    shelf.write(key_number(40), CONTENT)
    looked: list[str] = []
    real = module._files
    monkeypatch.setattr(module, "_files", lambda folder: looked.append(folder) or real(folder))
    shelf.write(key_number(41), CONTENT)
    assert looked == [str(shelf.path(key_number(40)).parent)]
    monkeypatch.setattr(module, "LOOK_S", -1.0)
    looked.clear()
    shelf.write(key_number(42), CONTENT)
    assert len(looked) > 20  # now and then at all


def test_a_record_larger_than_the_cap_is_not_kept(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path, Limits(cap_bytes=CAP))
    assert shelf.write(key_number(0), CONTENT)
    assert not shelf.write(key_number(1), CONTENT * 20)
    assert [each.key for each in shelf.kept()] == [key_number(0)]
    assert shelf.write(key_number(2), CONTENT * 11)
    assert shelf.size() <= CAP
    assert HOT_SHARE < 1.0


def test_how_long_archives_stay_is_a_setting(tmp_path: Path) -> None:
    own = {"ESPRESSIVO_SETTINGS": str(tmp_path / "none"), "ESPRESSIVO_DATA": str(tmp_path)}
    assert limits(load(own)).cold_days == Limits().cold_days
    kept = limits(load(own | {"ESPRESSIVO_COLD_DAYS": "2"}))
    old = Kept("k", 10, used=0.0, cold=True)
    assert leaving([old], kept, 0, now=1.9 * DAY_S).removed == ()
    assert leaving([old], kept, 0, now=2.1 * DAY_S).removed == (old,)
    with pytest.raises(InputError):
        load(own | {"ESPRESSIVO_COLD_DAYS": "-1"})
