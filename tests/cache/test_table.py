"""The emotion table: what is put is got, whatever happens to the file between."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
import xxhash
from filelock import FileLock

from engine.cache import table as table_module
from engine.cache import table_file
from engine.cache import table_format as form
from engine.cache.table import EmotionTable, Entry
from engine.cache.table_file import files_of
from engine.errors import CacheDamage
from tests.cache.entries import HEAD, entry_of, is_right, key_number

KEYS = [key_number(i) for i in range(40)]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[EmotionTable]:
    made = EmotionTable(tmp_path, HEAD)
    assert made.put_many((key, entry_of(key)) for key in KEYS)
    yield made
    made.close()  # a fixture's value outlives its test


def file_of(folder: Path) -> Path:
    return files_of(folder, f"emotions-{HEAD}")[-1][1]


def at(folder: Path) -> form.Geometry:
    return form.read_header(memoryview(file_of(folder).read_bytes()))[0]


def poke(path: Path, offset: int, content: bytes) -> None:
    with path.open("rb+") as file:
        file.seek(offset)
        file.write(content)


def test_what_is_put_is_got(table: EmotionTable, tmp_path: Path) -> None:
    for reader in (table, EmotionTable(tmp_path, HEAD)):
        for key in KEYS:
            found = reader.get(key)
            assert found is not None
            assert is_right(key, found)
            assert not found.emovec.flags.writeable
        assert reader.get(key_number(-1)) is None
        assert len(reader) == len(KEYS)
    assert table.verify() == []


def test_a_vector_alone_is_the_entrys_and_is_checked(table: EmotionTable, tmp_path: Path) -> None:
    reader = EmotionTable(tmp_path, HEAD)
    for _ in range(2):  # the first look opens the file
        for key in KEYS:
            vector = reader.vector(key)
            assert vector is not None
            assert vector.tobytes() == entry_of(key).emovec.tobytes()
            assert not vector.flags.writeable
    assert reader.vector(key_number(-1)) is None
    poke(file_of(tmp_path), at(tmp_path).matrix_at + 3 * form.ROW_BYTES + 10, b"\xee")
    assert reader.vector(KEYS[3]) is None
    table.put(KEYS[3], entry_of(KEYS[3]))
    vector = reader.vector(KEYS[3])
    assert vector is not None
    assert vector.tobytes() == entry_of(KEYS[3]).emovec.tobytes()
    assert EmotionTable(tmp_path / "none", HEAD).vector(KEYS[0]) is None


def test_a_second_put_changes_nothing(table: EmotionTable) -> None:
    table.put(KEYS[0], entry_of(KEYS[1]))
    found = table.get(KEYS[0])
    assert found is not None
    assert is_right(KEYS[0], found)
    assert len(table) == len(KEYS)


def test_an_empty_table_answers_nothing(tmp_path: Path) -> None:
    table = EmotionTable(tmp_path / "none", HEAD)
    assert table.get(KEYS[0]) is None
    assert len(table) == 0
    assert table.matrix().shape == (0, 128)
    assert len(table.column("vad")) == 0
    assert table.nearest(entry_of(KEYS[0]).emovec) == []
    assert table.verify() == []
    assert table.repair() == (0, 0)
    assert table.size() == 0
    table.clear()
    assert not (tmp_path / "none").exists()


def test_it_grows_while_another_reads(tmp_path: Path) -> None:
    reader, writer = EmotionTable(tmp_path, HEAD), EmotionTable(tmp_path, HEAD)
    keys = [key_number(i) for i in range(2500)]
    writer.put(keys[0], entry_of(keys[0]))
    held = reader.get(keys[0])
    writer.put_many((key, entry_of(key)) for key in keys)
    assert held is not None
    assert is_right(keys[0], held)  # the old map lives on
    for key in keys:
        found = reader.get(key)
        assert found is not None
        assert is_right(key, found)
    assert len(files_of(tmp_path, f"emotions-{HEAD}")) == 1
    assert at(tmp_path).capacity == 4096
    assert writer.verify() == []
    assert writer.repair() == (len(keys), 0)
    assert writer.verify() == []


def test_it_grows_for_words(tmp_path: Path) -> None:
    table = EmotionTable(tmp_path, HEAD)
    long = Entry(np.ones(128, np.float32), 1, (0, 0, 0), 1, np.zeros(11), b"w" * 600_000)
    assert table.put(KEYS[0], long)
    found = table.get(KEYS[0])
    assert found is not None
    assert found.words == long.words
    assert at(tmp_path).capacity == 4096


def test_nearest_is_what_counting_out_gives(table: EmotionTable) -> None:
    wanted = entry_of(key_number(99)).emovec
    vectors = {key: entry_of(key).emovec for key in KEYS}
    cosines = {
        key: float(v @ wanted / np.linalg.norm(v) / np.linalg.norm(wanted))
        for key, v in vectors.items()
    }
    right = sorted(KEYS, key=lambda key: -cosines[key])[:5]
    found = table.nearest(wanted, 5)
    assert [key for key, _ in found] == right
    np.testing.assert_allclose([c for _, c in found], [cosines[k] for k in right], atol=1e-5)
    assert table.nearest(np.zeros(128, np.float32)) == []
    assert len(table.nearest(wanted, 1000)) == len(KEYS)
    assert table.matrix().base is not None  # a view of the map, no copy
    assert table.column("deltas").shape == (len(KEYS), 11)


@pytest.mark.parametrize(
    ("way", "offset", "content"),
    [
        ("magic", 0, b"NOTOURS!"),
        ("header", 17, b"\xff"),
        ("header", 44, b"\xff"),
        ("commit", 64, b"\xff" * 64),
    ],
)
def test_damage_of_the_whole_is_named_and_mended_by_the_next_put(
    table: EmotionTable, tmp_path: Path, way: str, offset: int, content: bytes
) -> None:
    poke(file_of(tmp_path), offset, content)
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[0]) is None
    assert again.damaged == way
    assert again.verify()[0].startswith(f"{way}: ")
    assert again.put(key_number(100), entry_of(key_number(100)))
    for key in [*KEYS, key_number(100)]:
        found = again.get(key)
        assert found is not None
        assert is_right(key, found)
    assert again.verify() == []


def test_a_commit_lost_while_mapped_is_a_miss_then_mended(
    table: EmotionTable, tmp_path: Path
) -> None:
    other = EmotionTable(tmp_path, HEAD)
    other._current()
    poke(file_of(tmp_path), 64, b"\xff" * 64)
    assert other.get(KEYS[0]) is None
    assert other.damaged == "commit"
    assert other.put(key_number(100), entry_of(key_number(100)))
    assert len(other) == len(KEYS) + 1


def resealed(content: bytearray, **changed: int) -> bytes:
    fields = list(form.HEADER.unpack(content[: form.HEADER.size]))
    for name, value in changed.items():
        fields[("magic", "version", "size", "capacity").index(name)] = value
    body = form.HEADER.pack(*fields)
    return body + form.SUM.pack(xxhash.xxh3_64_intdigest(body))


@pytest.mark.parametrize("changed", [{"version": 1}, {"size": 64}, {"capacity": 0}])
def test_another_version_is_not_read(
    table: EmotionTable, tmp_path: Path, changed: dict[str, int]
) -> None:
    path = file_of(tmp_path)
    poke(path, 0, resealed(bytearray(path.read_bytes()), **changed))
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[0]) is None
    assert again.damaged == "version"


def test_a_capacity_nobody_believes_leaves_nothing_to_salvage(
    table: EmotionTable, tmp_path: Path
) -> None:
    path = file_of(tmp_path)
    poke(path, 0, resealed(bytearray(path.read_bytes()), capacity=1 << 40))
    again = EmotionTable(tmp_path, HEAD)
    assert again.repair() == (0, 0)
    assert len(again) == 0


def test_another_heads_file_is_not_read(table: EmotionTable, tmp_path: Path) -> None:
    other = "cd" * 16
    file_of(tmp_path).rename(tmp_path / f"emotions-{other}-00000001.emo")
    again = EmotionTable(tmp_path, other)
    assert again.get(KEYS[0]) is None
    assert again.damaged == "header"


@pytest.mark.parametrize("size", [0, 100, 4096, 50_000, 600_000, 800_000])
def test_a_file_that_was_cut_keeps_what_is_left(
    table: EmotionTable, tmp_path: Path, size: int
) -> None:
    with file_of(tmp_path).open("rb+") as file:
        file.truncate(size)
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[0]) is None
    assert again.damaged == "short"
    kept, lost = again.repair()
    assert kept + lost in (len(KEYS), 0)
    assert (kept == len(KEYS)) == (size == 800_000)
    assert again.verify() == []
    assert len(again) == kept


def test_a_longer_file_is_mended(table: EmotionTable, tmp_path: Path) -> None:
    with file_of(tmp_path).open("ab") as file:
        file.write(b"more")
    assert EmotionTable(tmp_path, HEAD).repair() == (len(KEYS), 0)


@pytest.mark.parametrize("way", ["row", "words", "index"])
def test_damage_of_one_entry_leaves_the_others(
    table: EmotionTable, tmp_path: Path, way: str
) -> None:
    where = at(tmp_path)
    offset = {
        "row": where.matrix_at + 3 * form.ROW_BYTES + 10,
        "words": where.words_at + 2,
        "index": 0,
    }[way]
    entry = {"row": 3, "words": 0, "index": 5}[way]
    if way == "index":
        place, _ = form.slot_of(bytes.fromhex(KEYS[5]), where)
        content = bytes(8)
        offset = form.PAGE + form.SLOT_BYTES * place
    else:
        content = b"\xee"
    poke(file_of(tmp_path), offset, content)
    again = EmotionTable(tmp_path, HEAD)
    assert f"{way}: {entry}" in again.verify()
    assert again.get(KEYS[entry]) is None
    right = [key for key in KEYS if (found := again.get(key)) and is_right(key, found)]
    assert len(right) >= len(KEYS) - 2
    assert KEYS[3] not in [key for key, _ in again.nearest(entry_of(KEYS[3]).emovec, 3)] or (
        way != "row"
    )
    for key in KEYS:
        assert again.put(key, entry_of(key))
    for key in KEYS:
        found = again.get(key)
        assert found is not None
        assert is_right(key, found)
    kept, _ = again.repair()
    assert kept == len(KEYS)
    assert again.verify() == []


def test_an_index_of_rubbish_is_mended_by_the_next_put(table: EmotionTable, tmp_path: Path) -> None:
    random = np.random.default_rng(1).integers(1, 1 << 63, 2 * at(tmp_path).slots, np.uint64)
    poke(file_of(tmp_path), form.PAGE, random.tobytes())
    again = EmotionTable(tmp_path, HEAD)
    assert [key for key in KEYS if again.get(key)] == []
    assert again.put(key_number(100), entry_of(key_number(100)))
    assert again.verify() == []
    assert len(again) == len(KEYS) + 1


def test_a_count_beyond_all_room_is_damage(table: EmotionTable, tmp_path: Path) -> None:
    commit = form.pack_commit(form.Commit(1000, 1 << 40, 0))
    poke(file_of(tmp_path), form.COMMITS_AT[0], commit)
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[0]) is None
    assert again.damaged == "commit"
    assert again.repair() == (len(KEYS), 0)


def test_an_entry_written_but_never_counted_is_not_read(
    table: EmotionTable, tmp_path: Path
) -> None:
    """As a writer leaves it that was killed between the index and the commit."""
    content = file_of(tmp_path).read_bytes()
    newest = max(form.COMMITS_AT, key=lambda at: struct.unpack_from("<Q", content, at)[0])
    poke(file_of(tmp_path), newest, bytes(32))
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[-1]) is None
    assert len(again) == len(KEYS) - 1
    other = key_number(500)
    assert again.put(other, entry_of(other))
    assert again.put(KEYS[-1], entry_of(KEYS[-1]))
    for key in [*KEYS, other]:
        found = again.get(key)
        assert found is not None
        assert is_right(key, found)


def test_a_writer_that_does_not_let_go_is_waited_for_so_long_only(
    table: EmotionTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "WAIT_S", 0.01)
    with FileLock(tmp_path / f"emotions-{HEAD}.lock"):
        other = EmotionTable(tmp_path, HEAD)
        assert not other.put(key_number(100), entry_of(key_number(100)))
        assert other.get(KEYS[0]) is not None  # a reader never waits


def test_a_full_disk_leaves_what_is_there(
    table: EmotionTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table_file, "reserve", full)
    keys = [key_number(i) for i in range(1100)]
    with pytest.raises(OSError, match="No space"):
        table.put_many((key, entry_of(key)) for key in keys)
    assert table.get(KEYS[0]) is not None
    assert [path.suffix for path in tmp_path.iterdir()].count(".part") == 0
    assert table.verify() == []


def test_room_is_reserved_where_the_system_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(os, "posix_fallocate")
    table = EmotionTable(tmp_path, HEAD)
    assert table.put(KEYS[0], entry_of(KEYS[0]))
    assert file_of(tmp_path).stat().st_size == at(tmp_path).size


def test_clear_and_size(table: EmotionTable, tmp_path: Path) -> None:
    reader = EmotionTable(tmp_path, HEAD)
    held = reader.get(KEYS[0])
    assert table.size() == at(tmp_path).size
    table.clear()
    assert table.size() == 0
    assert held is not None
    assert is_right(KEYS[0], held)
    assert reader.get(key_number(77)) is None  # a miss looks for a newer file
    assert reader.get(KEYS[0]) is None


def test_a_file_nobody_may_open_is_damage(table: EmotionTable, tmp_path: Path) -> None:
    path = file_of(tmp_path)
    path.unlink()
    path.mkdir()
    again = EmotionTable(tmp_path, HEAD)
    assert again.get(KEYS[0]) is None
    assert again.damaged == "unreadable"


def test_a_file_retired_between_two_looks(
    table: EmotionTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = table_file.files_of
    calls = []

    def first_looks_back(folder: Path, name: str) -> list[tuple[int, Path]]:
        calls.append(name)
        return [(9, folder / "gone")] if len(calls) == 1 else real(folder, name)

    monkeypatch.setattr(table_file, "files_of", first_looks_back)
    assert EmotionTable(tmp_path, HEAD).get(KEYS[0]) is not None


def test_a_table_without_its_first_page_is_short() -> None:
    with pytest.raises(CacheDamage, match="short"):
        form.read_header(memoryview(bytes(100)))


def test_equal_keys_twice_in_a_file_are_kept_once(table: EmotionTable, tmp_path: Path) -> None:
    """A place of the index that was lost lets a key be put again."""
    place, _ = form.slot_of(bytes.fromhex(KEYS[5]), at(tmp_path))
    poke(file_of(tmp_path), form.PAGE + form.SLOT_BYTES * place, bytes(8))
    table.put(KEYS[5], entry_of(KEYS[5]))
    assert len(table) == len(KEYS) + 1
    assert table.repair() == (len(KEYS), 1)
    assert table.verify() == []
