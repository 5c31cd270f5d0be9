"""Switches of how files are mapped: the same bytes with each, and a project read ahead."""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.settings import load
from engine.build import Engine, build_engine
from engine.cache.access import SWITCHES, WARM, access_of
from engine.cache.eviction import Limits
from engine.cache.table import EmotionTable
from engine.errors import CacheDamage, InputError
from engine.record_file import read_record, write_record
from engine.store import TakeStore
from engine.values import Direction, RenderRequest
from tests.cache.entries import HEAD, entry_of, is_right, key_number

LIMITS = Limits(clarity=0.0, strength=0.0, access=access_of(WARM))


@pytest.mark.parametrize("words", [*SWITCHES, ",".join(SWITCHES), ""])
def test_each_switch_reads_the_same(tmp_path: Path, words: str) -> None:
    access = access_of(words)
    sound = np.arange(50_000, dtype=np.float32)
    write_record(tmp_path / "one", {"a": 1}, {"audio": sound})
    meta, arrays = read_record(tmp_path / "one", access.map)
    assert meta == {"a": 1}
    assert arrays["audio"].tobytes() == sound.tobytes()
    assert not arrays["audio"].flags.writeable
    keys = [key_number(number) for number in range(20)]
    EmotionTable(tmp_path, HEAD, access).put_many((key, entry_of(key)) for key in keys)
    table = EmotionTable(tmp_path, HEAD, access)
    for key in keys:
        found = table.get(key)
        assert found is not None
        assert is_right(key, found)
    (tmp_path / "empty").touch()
    with pytest.raises(CacheDamage, match="short"):
        read_record(tmp_path / "empty", access.map)


def test_a_system_without_a_switch_passes_it_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("MAP_POPULATE", "MADV_WILLNEED", "MADV_HUGEPAGE"):
        monkeypatch.delattr(mmap, name, raising=False)
    write_record(tmp_path / "one", {}, {"x": np.arange(9)})
    _, arrays = read_record(tmp_path / "one", access_of(",".join(SWITCHES)).map)
    assert arrays["x"].tolist() == list(range(9))


def test_switches_are_a_setting(tmp_path: Path) -> None:
    own = {"ESPRESSIVO_SETTINGS": str(tmp_path / "none"), "ESPRESSIVO_DATA": str(tmp_path)}
    assert load(own).cache_access == "warm,huge,keep"
    assert load(own | {"ESPRESSIVO_CACHE_ACCESS": "warm, populate"}).cache_access
    with pytest.raises(InputError) as caught:
        load(own | {"ESPRESSIVO_CACHE_ACCESS": "warm,fast"})
    assert caught.value.code == "setting-invalid"
    assert "populate" in caught.value.hint
    (tmp_path / "some").write_text("cache_access = 4")
    with pytest.raises(InputError):
        load(own | {"ESPRESSIVO_SETTINGS": str(tmp_path / "some")})


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with build_engine(None, "fake") as made:
        yield made


def test_a_projects_takes_are_read_ahead_and_answer_drafts(tmp_path: Path, engine: Engine) -> None:
    store = TakeStore(tmp_path, LIMITS, "p")
    renderer = engine.renderer.with_store(store)
    line = RenderRequest("Who left this open?", direction=Direction("gentle concern", 0.5))
    keys = {renderer.render(replace(line, text=text)).key for text in (line.text, "Who?", "Well.")}
    store.shelf.project = "other"
    renderer.render(replace(line, text="Not this one."))
    again = TakeStore(tmp_path, LIMITS)
    warming = again.warm("p")
    assert warming is not None
    warming.join()
    assert set(warming.done) == keys
    near = engine.renderer.with_store(again).near(
        replace(line, direction=replace(line.direction, intensity=0.51))
    )
    assert near is not None
    assert near.key in keys
    again.close()
    again.close()
    assert TakeStore(tmp_path, replace(LIMITS, access=access_of(""))).warm("p") is None
    assert again.warm("") is None


def test_a_warm_up_passes_over_what_cannot_be_read_and_stops(
    tmp_path: Path, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = TakeStore(tmp_path, LIMITS, "p")
    renderer = engine.renderer.with_store(store)
    takes = [renderer.render(RenderRequest(text)) for text in ("One.", "Two.", "Three.")]
    store.path(takes[0].key).write_bytes(b"no record")
    with monkeypatch.context() as patch:
        patch.delattr("os.posix_fadvise", raising=False)
        warming = TakeStore(tmp_path, LIMITS).warm("p")
        assert warming is not None
        warming.join()
    assert set(warming.done) == {take.key for take in takes[1:]}
    monkeypatch.setattr("engine.cache.warming.MOST_BYTES", 10)
    small = TakeStore(tmp_path, LIMITS).warm("p")
    assert small is not None
    small.stop()
    assert not small.done
