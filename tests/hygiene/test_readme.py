"""What the README shows can be done: every command and every Python example is run."""

from __future__ import annotations

import itertools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
BIN = Path(sys.executable).parent

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
BLOCKS = FENCE.findall(TEXT)
COMMANDS = [
    line.removeprefix("$ ")
    for kind, block in BLOCKS
    if kind == "console"
    for line in block.splitlines()
    if line.startswith("$ ")
]
PYTHON = [block for kind, block in BLOCKS if kind == "python"]


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    """Return an environment with the fake backend and an empty data folder."""
    return {
        **os.environ,
        "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
        "ESPRESSIVO_BACKEND": "fake",
        "ESPRESSIVO_DATA": str(tmp_path / "data"),
        "ESPRESSIVO_SETTINGS": str(tmp_path / "settings.toml"),
    }


def run(command: list[str], folder: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_readme_has_commands_and_an_example() -> None:
    assert len(COMMANDS) >= 10
    assert PYTHON


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_work(command: str, tmp_path: Path, env: dict[str, str]) -> None:
    words = shlex.split(command)
    done = run(words, tmp_path, env)
    # The doctor reports a missing model with its own status: here there is none.
    assert done.returncode == 0 or words[1] == "doctor", done.stderr
    assert "Traceback" not in done.stderr
    for option, value in itertools.pairwise(words):
        if option in ("-o", "--plot", "--captions"):
            assert (tmp_path / value).stat().st_size > 0


@pytest.mark.parametrize("example", PYTHON)
def test_python_examples_work(example: str, tmp_path: Path, env: dict[str, str]) -> None:
    done = run([sys.executable, "-W", "error", "-c", example], ROOT, env)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_the_first_two_commands_are_run_and_test() -> None:
    first = re.search(r"^```\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE)
    assert first is not None
    assert first.group(1).split("\n")[:2] == ["make run", "make test"]


def test_every_make_target_named_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    documents = TEXT + (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"`make\s+([a-z-]+)", documents))
    assert targets >= {"run", "test", "help", "evaluate"}
    assert not {name for name in targets if not re.search(rf"^{name}:", makefile, re.MULTILINE)}


def test_every_file_named_in_the_documents_exists() -> None:
    named = set()
    for document in ("README.md", "ARCHITECTURE.md"):
        text = (ROOT / document).read_text(encoding="utf-8")
        named |= set(re.findall(r"\b(?:app|engine|kernels|packaging|tests)/[\w/]*\.\w+", text))
        named |= set(re.findall(r"\]\((?!/)([\w/.-]+)\)", text))
    assert len(named) > 10
    assert not {name for name in named if not (ROOT / name).exists()}


def test_decisions_are_numbered_and_short() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    decisions = re.findall(r"^### (\d+)\. .*?\n(.*?)(?=^##|\Z)", text, re.DOTALL | re.MULTILINE)
    assert [int(number) for number, _ in decisions] == list(range(1, len(decisions) + 1))
    assert not [n for n, body in decisions if len(body.strip().splitlines()) > 10]


def test_every_system_package_of_the_set_up_is_named() -> None:
    """Those of the window by the part of their library's name that people know."""
    script = (ROOT / "packaging" / "install_system.sh").read_text(encoding="utf-8")
    told = TEXT[TEXT.index("What the set-up does") : TEXT.index("A virtual environment")].lower()
    needed = re.findall(r'need ([a-z][\w-]+) "', script)
    libraries = re.findall(r"^lib([a-z]+)[\w.-]* lib\w.*\.so", script, re.MULTILINE)
    assert {"xvfb", "pulseaudio"} <= set(needed)
    assert "wayland" in libraries
    known = {"dbus": "d-bus", "x": "x11"}
    missing = [name for name in libraries if known.get(name, name) not in told]
    missing += [name for name in needed if name not in told and name != "fonts-dejavu-core"]
    assert missing == []
