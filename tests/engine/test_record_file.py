"""The record file: whole or not there, and every way to be broken has a name."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
import xxhash
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.errors import CacheDamage
from engine.record_file import ALIGN, MAGIC, PREAMBLE, read_record, write_record

META = {"name": "Zoë", "numbers": [1, 2.5, None], "nested": {"deep": True}}


def arrays() -> dict[str, np.ndarray]:
    return {
        "f0": np.linspace(0, 300, 77, dtype=np.float32),
        "tokens": np.arange(12, dtype=np.int64).reshape(3, 4),
        "empty": np.zeros(0, np.float32),
        "byte": np.array([7], np.uint8),
    }


@pytest.fixture
def record(tmp_path: Path) -> Path:
    path = tmp_path / "deep" / "one.take"
    write_record(path, META, arrays())
    return path


def test_round_trip(record: Path) -> None:
    meta, found = read_record(record)
    assert meta == META
    for name, array in arrays().items():
        assert found[name].dtype == array.dtype
        np.testing.assert_array_equal(found[name], array)
        assert not found[name].flags.writeable


def test_arrays_are_aligned(record: Path) -> None:
    _, found = read_record(record)
    assert [array.ctypes.data % ALIGN for array in found.values() if array.size] == [0, 0, 0]


def test_same_content_same_bytes(record: Path, tmp_path: Path) -> None:
    write_record(tmp_path / "two", META, arrays())
    assert (tmp_path / "two").read_bytes() == record.read_bytes()


def test_nothing_else_is_left(record: Path) -> None:
    assert [path.name for path in record.parent.iterdir()] == ["one.take"]


def test_a_failed_write_leaves_the_old_record(record: Path) -> None:
    before = record.read_bytes()
    with pytest.raises(TypeError):
        write_record(record, {"no": object()}, arrays())
    assert record.read_bytes() == before
    assert [path.name for path in record.parent.iterdir()] == ["one.take"]


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.record_file.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_record(tmp_path / "x" / "one", META, arrays())
    assert list((tmp_path / "x").iterdir()) == []


def sealed(body: bytes, header_length: int) -> bytes:
    return PREAMBLE.pack(MAGIC, header_length, xxhash.xxh3_64_intdigest(body)) + body


@pytest.mark.parametrize(
    ("way", "content"),
    [
        ("short", b"ESPR"),
        ("short", b""),
        ("magic", struct.pack("<8sQQ", b"NOTOURS!", 2, 0) + b"{}"),
        ("header", PREAMBLE.pack(MAGIC, 10**9, 0) + b"{}"),
        ("checksum", PREAMBLE.pack(MAGIC, 2, 1) + b"{}"),
        ("array", sealed(b"not json", 8)),
        ("array", sealed(b"{}", 2)),
        ("array", sealed(b'{"meta": {}, "arrays": {"a": {"dtype": "<f4"}}}', 47)),
    ],
)
def test_each_way_to_be_broken(way: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken"
    path.write_bytes(content)
    with pytest.raises(CacheDamage) as caught:
        read_record(path)
    assert caught.value.code == "record-damaged"
    assert caught.value.detail.startswith(f"{way}: ")


def test_a_header_that_is_said_to_be_shorter_is_found(record: Path) -> None:
    """Its last bytes are spaces: without them it would read the same."""
    content = bytearray(record.read_bytes())
    content[8] -= 1
    record.write_bytes(content)
    with pytest.raises(CacheDamage, match="header"):
        read_record(record)


def test_an_absent_record(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_record(tmp_path / "none")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
@given(place=st.floats(0, 1, exclude_max=True), bit=st.integers(0, 7), cut=st.booleans())
def test_any_damage_is_found(record: Path, place: float, bit: int, cut: bool) -> None:
    content = bytearray(record.read_bytes())
    at = int(place * len(content))
    if cut:
        del content[at:]
    else:
        content[at] ^= 1 << bit
    broken = record.with_name("broken")
    broken.write_bytes(content)
    with pytest.raises(CacheDamage):
        read_record(broken)
