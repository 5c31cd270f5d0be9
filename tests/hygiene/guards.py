"""What every test is held to: no stray log lines, no leaks, no skip nobody expects."""

from __future__ import annotations

import fnmatch
import gc
import logging
import os
import re
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

ALLOWED_SKIPS = Path(__file__).with_name("allowed_skips.txt")
THREAD_END_S = 2.0
"""How long a thread that was told to stop may take to end."""

ExpectLog = Callable[[str], None]


@pytest.fixture
def expect_log() -> Iterator[ExpectLog]:
    """Declare a pattern of a warning or error line that must be logged in this test."""
    patterns: list[str] = []

    def expect(pattern: str) -> None:
        patterns.append(pattern)

    expect.patterns = patterns  # type: ignore[attr-defined]
    return expect


@pytest.fixture(autouse=True)
def no_stray_logs(expect_log: ExpectLog, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail on a log line of WARNING or above that was not expected, or did not come."""
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    lines = [f"{r.name}: {r.getMessage()}" for r in records if r.levelno >= logging.WARNING]
    patterns: list[str] = expect_log.patterns  # type: ignore[attr-defined]
    stray = [line for line in lines if not any(re.search(p, line) for p in patterns)]
    absent = [p for p in patterns if not any(re.search(p, line) for line in lines)]
    assert not stray, f"logged, not expected: {stray}"
    assert not absent, f"expected in the log, absent: {absent}"


@pytest.fixture(scope="session", autouse=True)
def own_temp_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Send temporary files of the tests, and of what they start, to a folder that is watched."""
    folder = tmp_path_factory.mktemp("watched")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(folder))
        patch.setattr(tempfile, "tempdir", str(folder))
        yield folder


@pytest.fixture(autouse=True)
def no_leaks(
    request: pytest.FixtureRequest, own_temp_folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """Fail on a thread, an open or mapped test file or a temporary file that outlives its test."""
    threads = set(threading.enumerate())
    left = _temporary(own_temp_folder)
    base = str(tmp_path_factory.getbasetemp())
    held = _held_files(base)
    yield
    # The test's own arguments are over, though pytest would keep them until the next test:
    # a studio among them may show takes that are maps.
    getattr(request.node, "funcargs", {}).clear()  # none where the run is interrupted
    deadline = time.monotonic() + THREAD_END_S
    while _held_files(base) - held and time.monotonic() < deadline:
        # A map ends with its last array, which may sit in a cycle, or with a thread that ends.
        gc.collect()
        time.sleep(0.01)
    while (alive := _alive(threads)) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not alive, f"threads left running: {alive}"
    assert not _held_files(base) - held, f"files left open: {_held_files(base) - held}"
    assert _temporary(own_temp_folder) <= left, "temporary files left behind"


def _temporary(folder: Path) -> set[str]:
    """Return what lies in ``folder``, but for what the system's sound library keeps there.

    It makes one ``pulse-`` folder the first time a home directory is used, for any
    program that so much as loads it.
    """
    return {name for name in os.listdir(folder) if not name.startswith("pulse-")}


def _alive(before: set[threading.Thread]) -> list[str]:
    found = [thread for thread in threading.enumerate() if thread not in before]
    return [thread.name for thread in found if _runs(thread)]


def _runs(thread: threading.Thread) -> bool:
    """Whether a thread still runs.

    Of one that Python did not start (a ``QThread``) it never learns the end, so the
    system is asked where it can be.
    """
    tasks = Path("/proc/self/task")
    if not isinstance(thread, threading._DummyThread) or not tasks.exists():
        return True
    return (tasks / str(thread.native_id)).exists()


def _held_files(base: str) -> set[str]:
    """Return the files under ``base`` this process has open or mapped; none off Linux."""
    if not Path("/proc/self/maps").exists():
        return set()
    mapped = {
        line.split(maxsplit=5)[-1] for line in Path("/proc/self/maps").read_text().splitlines()
    }
    opened = set()
    for number in os.listdir("/proc/self/fd"):
        try:
            opened.add(os.readlink(f"/proc/self/fd/{number}"))
        except OSError:
            continue  # the descriptor of this very listing
    return {path for path in mapped | opened if path.startswith(base)}


def _allowed(nodeid: str, reason: str) -> bool:
    for line in ALLOWED_SKIPS.read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            test, _, why = line.partition("|")
            if fnmatch.fnmatch(nodeid, test.strip()) and why.strip() in reason:
                return True
    return False


def _judge_skip(report: pytest.TestReport | pytest.CollectReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not _allowed(report.nodeid, reason):
            report.outcome = "failed"
            report.longrepr = f"unexpected skip: {reason} (see {ALLOWED_SKIPS.name})"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[pytest.TestReport]:
    report = yield
    _judge_skip(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[pytest.CollectReport]:
    report = yield
    _judge_skip(report)
    return report
