"""Stopped or killed at any moment: nothing half-written, and the next run works."""

from __future__ import annotations

import random
import signal
import time
from pathlib import Path

import pytest
import soundfile

from tests.app.run import espressivo, files_in, start

LONG = " ".join(
    f"Chair number {number} stood in the hall, and nobody sat on it for a very long time."
    for number in range(13_000)
)
"""A megabyte, hours of speech: it is still being spoken whenever the test stops it."""

FAKE = ("--backend", "fake")
SAY = ("say", "-f", "long.txt", *FAKE, "-o", "out.flac", "--captions", "out.srt")


def wait_for_part(folder: Path, least: int = 0) -> None:
    """Wait until the program writes its sound."""
    deadline = time.monotonic() + 60
    while not any(p.stat().st_size > least for p in folder.glob(".*part")):
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_stops_it_quietly_and_leaves_nothing(tmp_path: Path, number: int) -> None:
    (tmp_path / "long.txt").write_text(LONG, encoding="utf-8")
    (tmp_path / "out.flac").write_bytes(b"the file before")
    with start(SAY, tmp_path) as running:
        wait_for_part(tmp_path, 100_000)
        stopped = time.monotonic()
        running.send_signal(number)
        out, said = running.communicate(timeout=20)
    assert time.monotonic() - stopped < 10
    assert (running.returncode, out, said) == (130, b"", b"")
    assert files_in(tmp_path) == {"long.txt", "out.flac"}
    assert (tmp_path / "out.flac").read_bytes() == b"the file before"


def test_a_second_signal_ends_it_at_once(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(LONG, encoding="utf-8")
    with start(SAY, tmp_path) as running:
        wait_for_part(tmp_path)
        running.send_signal(signal.SIGINT)
        running.send_signal(signal.SIGTERM)
        running.communicate(timeout=20)
    assert running.returncode == 130


def test_killed_at_random_moments_the_next_run_works_and_sweeps(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(LONG, encoding="utf-8")
    choose = random.Random(20_26)
    for _ in range(4):
        with start(SAY, tmp_path) as running:
            if choose.random() < 0.75:
                wait_for_part(tmp_path)
            time.sleep(choose.uniform(0, 0.5))
            running.kill()
            running.communicate()
        assert not (tmp_path / "out.flac").exists()
        assert not (tmp_path / "out.srt").exists()
    done = espressivo("say", "Hello there.", *FAKE, "-o", "out.flac", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, b"")
    assert files_in(tmp_path) == {"long.txt", "out.flac"}
    assert soundfile.info(tmp_path / "out.flac").frames > 10_000


def test_when_the_reader_of_a_stream_goes_it_says_so(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text(LONG, encoding="utf-8")
    with start(("say", "-f", "long.txt", *FAKE, "-o", "-"), tmp_path) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.read(4) == b"RIFF"
        running.stdout.close()
        said = running.stderr.read().decode()
    assert running.returncode == 5
    assert said == (
        "espressivo: the output cannot be written: standard output: the program that was "
        "reading it has ended; choose another place with -o.\n"
    )
