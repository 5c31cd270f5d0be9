"""Kills, damage, a full disk, two processes at once: never a wrong value, never a stop."""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from engine.cache import table_format as form
from engine.cache.table import EmotionTable
from engine.cache.table_file import files_of
from engine.errors import CacheDamage
from engine.record_file import read_record, write_record
from tests.cache.entries import HEAD, entry_of, is_right, key_number

ROOT = Path(__file__).resolve().parents[2]


def killed(kills: int, writers: int, folder: Path, least: int = 1) -> dict[str, int]:
    words = [sys.executable, "-m", "tests.cache.killing", str(kills), str(writers), "6", folder]
    ran = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr[-2000:]
    seen: dict[str, int] = json.loads(ran.stdout)
    assert seen["kills"] >= kills
    assert seen["emotions"] >= least  # on a busy machine a writer dies before its first
    assert seen["takes"] >= least
    return seen


@pytest.mark.parametrize("writers", [1, 2])
def test_killed_writers_leave_only_what_is_right(tmp_path: Path, writers: int) -> None:
    """CACHE-03."""
    killed(20, writers, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("writers", [1, 2])
def test_a_thousand_kills(tmp_path: Path, writers: int) -> None:
    print(killed(1000, writers, tmp_path, 1000))


KEYS = [key_number(i) for i in range(40)]


def damage(path: Path, draw: random.Random, written: list[tuple[int, int]]) -> str:
    """Change one byte of what was written to the file, or cut it."""
    size = path.stat().st_size
    if draw.random() < 0.3:
        with path.open("rb+") as file:
            file.truncate(draw.randrange(size))
        return "cut"
    begin, end = draw.choice(written)
    at = draw.randrange(begin, end)
    with path.open("rb+") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ draw.randint(1, 255)]))
    return "byte"


def damaged_tables(times: int, folder: Path) -> None:
    draw = random.Random(3)
    base = folder / "base"
    EmotionTable(base, HEAD).put_many((key, entry_of(key)) for key in KEYS)
    ((_, path),) = files_of(base, f"emotions-{HEAD}")
    where = form.Geometry(form.FIRST_CAPACITY)
    parts = [
        (0, 128),
        (form.PAGE, where.matrix_at),
        (where.matrix_at, where.matrix_at + 40 * form.ROW_BYTES),
        (where.meta_at, where.meta_at + 40 * form.META_BYTES),
        (where.words_at, where.words_at + 3000),
    ]
    for number in range(times):
        copy = folder / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir()
        shutil.copy(path, copy / path.name)
        way = damage(copy / path.name, draw, parts)
        table = EmotionTable(copy, HEAD)
        right = sum(_right(table, key) for key in KEYS)
        if way == "byte":  # one entry and, through the index, at most those behind it
            assert table.damaged or right >= len(KEYS) - 3, (number, right)
        kept, _ = table.repair()
        assert table.verify() == []
        again = sum(_right(table, key) for key in KEYS)
        assert again == kept >= right
        if way == "byte":
            assert again >= len(KEYS) - 1


def _right(table: EmotionTable, key: str) -> bool:
    found = table.get(key)
    assert found is None or is_right(key, found)
    return found is not None


def damaged_records(times: int, folder: Path) -> None:
    draw = random.Random(4)
    path, copy = folder / "one.take", folder / "two.take"
    sound = np.random.default_rng(0).uniform(-1, 1, 4000).astype(np.float32)
    write_record(path, {"a": 1}, {"audio": sound})
    content = path.read_bytes()
    for _ in range(times):
        copy.write_bytes(content)
        damage(copy, draw, [(0, 24), (24, 200), (0, len(content))])
        with pytest.raises(CacheDamage):
            read_record(copy)


def test_damaged_files_never_answer_wrongly(tmp_path: Path) -> None:
    damaged_tables(50, tmp_path)
    damaged_records(300, tmp_path)


@pytest.mark.soak
def test_ten_thousand_damages(tmp_path: Path) -> None:
    damaged_tables(5000, tmp_path)
    damaged_records(5000, tmp_path)


CUT_WHILE_MAPPED = """
import os, sys
from pathlib import Path
from engine.cache.table import EmotionTable
from engine.cache.table_file import files_of
from tests.cache.entries import HEAD, is_right, key_number
folder = Path(sys.argv[1])
table = EmotionTable(folder, HEAD)
assert table.get(key_number(0)) is not None
os.truncate(files_of(folder, f"emotions-{HEAD}")[-1][1], 8192)
for number in range(40):
    found = table.get(key_number(number))
    assert found is None or is_right(key_number(number), found)
"""


def test_a_file_cut_under_a_map_costs_that_process_at_most(tmp_path: Path) -> None:
    """CACHE-04: whoever cuts a mapped file kills its readers; the cache is there again."""
    EmotionTable(tmp_path, HEAD).put_many((key, entry_of(key)) for key in KEYS)
    ran = subprocess.run(
        [sys.executable, "-c", CUT_WHILE_MAPPED, tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode in (0, -signal.SIGBUS), ran.stderr
    table = EmotionTable(tmp_path, HEAD)
    assert table.get(KEYS[0]) is None
    assert table.put(KEYS[0], entry_of(KEYS[0]))
    assert _right(table, KEYS[0])
    assert table.verify() == []


FULL_DISK = """
import json, resource, signal, sys
from pathlib import Path
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from engine.build import build_engine
from engine.values import Direction, RenderRequest
with build_engine(Path(sys.argv[1]), "fake") as engine:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    take = engine.renderer.render(RenderRequest("Hello there.", direction=Direction("sad")))
print(json.dumps([len(take.audio), [remark.code for remark in take.remarks]]))
"""


def test_a_disk_that_takes_no_more_ends_no_render(tmp_path: Path) -> None:
    """The system refuses every byte beyond 20,000 of a file, table and take alike."""
    ran = subprocess.run(
        [sys.executable, "-c", FULL_DISK, tmp_path],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    samples, remarks = json.loads(ran.stdout)
    assert samples > 10_000
    assert remarks == ["store-full"]
    left = [path for path in tmp_path.rglob("*") if path.is_file() and path.stat().st_size > 0]
    assert not [path for path in left if path.suffix in (".take", ".emo", ".part")]
