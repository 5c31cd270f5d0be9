"""Sixty thousand words through the double: in time, in flat memory, ten kills survived."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

import pytest

from app.narration.narrate import narrate
from app.narration.profiles import profile_of
from app.screen import Screen
from app.settings import Settings
from engine.cancel import CancelToken
from tests.app.run import environment, start
from tests.narration.book_maker import make, write_epub
from tests.narration.runs import CREATED, files, rows, task

WORDS = 60_000
VOICE_WORDS = 1_500
KILLS = 10
FORMATS = "m4b,epub,daisy,mp3,captions"
MOST_S = 720.0
"""Twelve minutes for one whole run on two idle cores."""
MOST_GROWTH_MB = 150.0

pytestmark = pytest.mark.soak


def narrating(book: Path, out: Path) -> subprocess.Popen[bytes]:
    arguments = ["narrate", book, "--out", out, "--formats", FORMATS, "--backend", "fake", "-q"]
    folder = out.parent
    env = environment(folder / "data", SOURCE_DATE_EPOCH=str(CREATED))
    return start([str(each) for each in (*arguments, "--profile", "accessible")], folder, env)


def resident_mb(pid: int) -> float:
    for row in Path(f"/proc/{pid}/status").read_text().splitlines():
        if row.startswith("VmRSS"):
            return int(row.split()[1]) / 1024
    return 0.0


def count(out: Path) -> int:
    path = out / ".narration" / "ledger.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def test_a_long_book_in_time_in_flat_memory_and_the_same_after_ten_kills(tmp_path: Path) -> None:
    book = write_epub(make(WORDS, chapters=40), tmp_path / "book.epub")
    for name in ("whole", "killed"):
        (tmp_path / name).mkdir()
    whole, killed = tmp_path / "whole" / "out", tmp_path / "killed" / "out"
    sizes = _undisturbed(book, whole)
    lines = len(rows(whole))
    least, most = sizes[lines // 10], sizes[lines * 9 // 10]
    print(f"resident at 10 % {least:.0f} MB, at 90 % {most:.0f} MB, {lines} lines")
    assert most - least <= MOST_GROWTH_MB
    _with_kills(book, killed, lines)
    assert files(killed) == files(whole)


def _undisturbed(book: Path, out: Path) -> dict[int, float]:
    """Run through; returns the memory in use when so many lines were done."""
    began = time.monotonic()
    program = narrating(book, out)
    sizes: dict[int, float] = {}
    while program.poll() is None:
        sizes[count(out)] = resident_mb(program.pid)
        time.sleep(0.02)
    seconds = time.monotonic() - began
    assert program.returncode == 0, (program.stderr and program.stderr.read().decode()) or ""
    print(f"\n{WORDS} words in {seconds:.0f} s")
    assert seconds <= MOST_S
    reached = 0.0
    return {n: (reached := sizes.get(n, reached)) for n in range(max(sizes) + 1)}


def _with_kills(book: Path, out: Path, lines: int) -> None:
    """Kill it ten times, the last after all lines are spoken; each costs one line at most."""
    chance = random.Random(9)
    goals = [*sorted(chance.sample(range(lines // 20, lines - 1), KILLS - 1)), lines]
    for goal in goals:
        program = narrating(book, out)
        while program.poll() is None and count(out) < goal:
            time.sleep(0.01)
        if goal == lines:
            time.sleep(5.0)  # while chapters are joined and packed
        program.send_signal(signal.SIGKILL)
        program.communicate()
    before = count(out)
    program = narrating(book, out)
    _, said = program.communicate()
    assert program.returncode == 0, said.decode()
    assert before >= lines
    assert len(rows(out)) == lines


@pytest.mark.voice
def test_a_part_of_a_book_with_the_real_voice(
    prepared_model: object, data_dir: Path, tmp_path: Path
) -> None:
    """Every chapter passes the strictest profile on the decoded files, no line needs the ear."""
    del prepared_model  # the program loads it itself
    made = make(VOICE_WORDS, chapters=3)
    book = write_epub(made, tmp_path / "book.epub")
    asked = task(book, tmp_path / "out", "mp3,m4b,srt", profile=profile_of("acx"), backend="cpu")
    settings = Settings(data=data_dir, file=tmp_path / "settings.toml")
    result = narrate(asked, settings, Screen(quiet=True), CancelToken())
    assert result["passes"]
    assert result["for_the_ear"] == 0
    srt = (tmp_path / "out" / "The Sand & the Sea.srt").read_text(encoding="utf-8")
    said = [row for row in srt.splitlines() if row and "-->" not in row and not row.isdigit()]
    assert " ".join(said) == made.spoken
