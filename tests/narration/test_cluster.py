"""A real Ray cluster of two nodes on this machine: the same files, whoever is killed.

``make soak`` installs the extra; without it these tests fail rather than pass unseen.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.app.run import environment, espressivo, start
from tests.narration.book_maker import make, write_epub
from tests.narration.runs import CREATED, files, rows

WORDS = 600
HANG_S = 300
TOLD_S = 10.0
"""In which a cluster that is not there has to be told of, on an idle machine."""

pytestmark = pytest.mark.soak


def free_port() -> int:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        return int(held.getsockname()[1])


class Node:
    """One node of the cluster, with processes of its own, ended by group."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block"]
        command += ["--num-cpus=1", "--object-store-memory=100000000", "--disable-usage-stats"]
        with (folder / "ray.log").open("ab") as log:
            self.program = subprocess.Popen(
                [*command, *arguments],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                start_new_session=True,
                env=environment(folder / "data", RAY_USAGE_STATS_ENABLED="0"),
            )

    def end(self) -> None:
        for number in (signal.SIGTERM, signal.SIGKILL):
            try:
                os.killpg(self.program.pid, number)
            except ProcessLookupError:
                return
            try:
                self.program.wait(20)
            except subprocess.TimeoutExpired:
                continue
        self.program.wait(20)


@pytest.fixture
def nodes(tmp_path: Path) -> Iterator[tuple[str, list[Node]]]:
    """The head's address and two nodes."""
    sockets = Path(tempfile.mkdtemp(prefix="ray-", dir="/tmp"))  # a socket's path is bounded
    address = f"127.0.0.1:{free_port()}"
    port = address.partition(":")[2]
    made = [
        Node(tmp_path, "--head", f"--port={port}", f"--temp-dir={sockets}",
             "--include-dashboard=false")
    ]  # fmt: skip
    try:
        _wait_for(lambda: _status(address) == 0 or made[0].program.poll() is not None)
        assert made[0].program.poll() is None, (tmp_path / "ray.log").read_text()
        made.append(Node(tmp_path, f"--address={address}"))
        yield address, made
    finally:
        for node in reversed(made):
            node.end()
        shutil.rmtree(sockets, ignore_errors=True)


def _status(address: str) -> int:
    command = [sys.executable, "-m", "ray.scripts.scripts", "status", "--address", address]
    try:
        return subprocess.run(command, capture_output=True, timeout=20, check=False).returncode
    except subprocess.TimeoutExpired:
        return -1


def _wait_for(true: Callable[[], bool]) -> None:
    end = time.monotonic() + HANG_S
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def _workers() -> list[int]:
    """Processes that speak: Ray names them after the actor."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                title = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if title.startswith(b"ray::Voice"):
                found.append(int(folder.name))
    return found


def _arguments(book: Path, out: Path, *more: str) -> list[str]:
    options = ["--formats", "mp3,epub,srt", "--profile", "accessible", "--backend", "fake"]
    return ["narrate", str(book), "--out", str(out), *options, *more]


def test_two_workers_one_killed_then_a_node_and_the_files_are_the_same(
    nodes: tuple[str, list[Node]], tmp_path: Path
) -> None:
    address, made = nodes
    book = write_epub(make(WORDS, chapters=3), tmp_path / "book.epub")
    env = environment(tmp_path / "data", SOURCE_DATE_EPOCH=str(CREATED))
    local, far = tmp_path / "local", tmp_path / "far"
    alone = espressivo(*_arguments(book, local), folder=tmp_path, env=env)
    assert alone.returncode == 0, alone.stderr.decode()
    whole = len(rows(local))
    program = start(_arguments(book, far, "--cluster", address), tmp_path, env)
    _wait_for(lambda: len(rows(far)) > whole // 4 or program.poll() is not None)
    victims = _workers()
    assert len(victims) == 2
    os.kill(victims[0], signal.SIGKILL)
    _wait_for(lambda: len(rows(far)) > whole // 2 or program.poll() is not None)
    made[1].end()
    told, said = program.communicate(timeout=HANG_S)
    words = said.decode()
    print(words)
    assert program.returncode == 0, words
    assert told
    assert words.count("speaking on") >= 2
    lost = words.count("was lost; the line it was at goes to another")
    assert 1 <= lost <= 2  # one for the worker, one for the node, if it was at a line
    assert len(rows(far)) == whole
    assert files(far) == files(local)
    assert _workers() == []


def test_a_cluster_that_does_not_answer_is_told_within_ten_seconds(tmp_path: Path) -> None:
    book = tmp_path / "a.txt"
    book.write_text("It was late.")
    with socket.socket() as held:  # somebody listens there and says nothing
        held.bind(("127.0.0.1", 0))
        held.listen()
        address = f"127.0.0.1:{held.getsockname()[1]}"
        begun = time.monotonic()
        asked = espressivo(
            *_arguments(book, tmp_path / "out", "--cluster", address), folder=tmp_path
        )
        took = time.monotonic() - begun
    print(f"\na silent address was told of after {took:.1f} s")
    assert asked.returncode == 6
    assert b"no Ray cluster answers there" in asked.stderr
    assert took < 5 * TOLD_S
