"""Look-ups near their place, and where the search has to step on, wrap or give way."""

from __future__ import annotations

import struct
from pathlib import Path

import pytest

from engine.cache import table_format as form
from engine.cache.finding import NEAR
from engine.cache.table import EmotionTable
from engine.cache.table_file import files_of
from tests.cache.entries import HEAD, entry_of, is_right, key_number

SLOTS = form.SLOTS_EACH * form.FIRST_CAPACITY
CROWD = NEAR // 2 + 8
"""Keys of one place: some stand further on than the quick search looks."""


def key_at(place: int, number: int) -> str:
    """A key whose search begins at a place, with the tag of all others."""
    return f"{7:08x}{number:08x}{number:08x}{place:08x}"


@pytest.mark.parametrize("place", [5, SLOTS - 3])
def test_keys_of_one_place_are_all_found(tmp_path: Path, place: int) -> None:
    keys = [key_at(place, number) for number in range(CROWD)]
    assert EmotionTable(tmp_path, HEAD).put_many((key, entry_of(key)) for key in keys)
    reader = EmotionTable(tmp_path, HEAD)
    for _ in range(2):  # the first look opens the file
        for key in keys:
            found, vector = reader.get(key), reader.vector(key)
            assert found is not None
            assert is_right(key, found)
            assert vector is not None
            assert vector.tobytes() == entry_of(key).emovec.tobytes()
        for stranger in (key_at(place, CROWD), key_number(1)):
            assert reader.get(stranger) is None
            assert reader.vector(stranger) is None


@pytest.mark.parametrize("value", [7 << 32, (7 << 32) + form.FIRST_CAPACITY + 1, (8 << 32) + 1])
def test_a_place_that_names_no_entry_is_passed(tmp_path: Path, value: int) -> None:
    keys = [key_at(5, number) for number in range(3)]
    table = EmotionTable(tmp_path, HEAD)
    assert table.put_many((key, entry_of(key)) for key in keys)
    path = files_of(tmp_path, f"emotions-{HEAD}")[-1][1]
    with path.open("rb+") as file:
        file.seek(form.PAGE + form.SLOT_BYTES * 5)
        file.write(struct.pack("<Q", value))
    assert [table.vector(key) is None for key in keys] == [True, False, False]
    assert [table.get(key) is None for key in keys] == [True, False, False]
