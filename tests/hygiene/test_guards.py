"""The guards themselves: each must fail the test it is there to fail, and no other."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CONFTEST = 'pytest_plugins = ["tests.hygiene.guards"]\n'

TESTS = """
import logging, mmap, tempfile, threading, time, warnings
import pytest

KEPT = []

def test_ok_quiet():
    pass

def test_ok_thread_that_ends():
    threading.Thread(target=time.sleep, args=(0.2,)).start()

def test_ok_expected_log(expect_log):
    expect_log("shelf: is full")
    logging.getLogger("shelf").warning("is %s", "full")

def test_bad_stray_log():
    logging.getLogger("shelf").warning("is full")

def test_bad_absent_log(expect_log):
    expect_log("shelf: is full")

def test_bad_warning():
    warnings.warn("old", DeprecationWarning)

def test_bad_thread():
    threading.Thread(target=time.sleep, args=(8,), daemon=True).start()

def test_bad_temporary_file():
    tempfile.mkstemp()

def test_bad_open_file(tmp_path):
    KEPT.append((tmp_path / "a").open("w"))

def test_bad_map(tmp_path):
    (tmp_path / "b").write_bytes(b"b" * 5000)
    with (tmp_path / "b").open("rb") as file:
        KEPT.append(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))

def test_bad_skip():
    pytest.skip("not today")

@pytest.mark.xfail(reason="passes, so the mark is stale")
def test_bad_stale_xfail():
    pass
"""


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("guarded")
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "test_guarded.py").write_text(TESTS)
    (folder / "test_skipped_whole.py").write_text('import pytest\npytest.importorskip("nothing")\n')
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-c",
        str(ROOT / "pyproject.toml"),
        "-v",
        "--continue-on-collection-errors",
    ]
    command += ["-p", "no:cacheprovider", "--rootdir", str(folder), str(folder)]
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env=_clean_environment()
    )
    return done.stdout + done.stderr


def _clean_environment() -> dict[str, str]:
    """Return the environment without what pytest and coverage tell their children."""
    return {k: v for k, v in os.environ.items() if not k.startswith(("PYTEST_", "COV_"))}


def test_each_guard_fails_what_it_is_for(outcome: str) -> None:
    for name in re.findall(r"def (test_bad_\w+)", TESTS):
        assert re.search(rf"(FAILED|ERROR) .*::{name}\b", outcome), f"{name}\n{outcome}"


def test_no_guard_fails_a_clean_test(outcome: str) -> None:
    for name in re.findall(r"def (test_ok_\w+)", TESTS):
        assert re.search(rf"::{name} PASSED", outcome), f"{name}\n{outcome}"
        assert not re.search(rf"(FAILED|ERROR) .*::{name}\b", outcome), f"{name}\n{outcome}"


def test_a_file_skipped_whole_fails_too(outcome: str) -> None:
    assert re.search("unexpected skip: .*could not import 'nothing'", outcome)
