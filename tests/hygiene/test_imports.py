"""The import rules hold, and would be seen to break."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "widgets", "engine", "kernels", "assets")

BREAKS = {
    "engine/planted.py": "import app.planted",
    "app/planted.py": "import engine",
    "widgets/planted.py": "import engine.values",
    "kernels/planted.py": "import engine.values",
    "engine/models/planted.py": "import PySide6.QtCore",
    "engine/reading/planted.py": "import argparse",
    "engine/backends/planted.py": "import platformdirs",
}
"""Planted module -> the import in it; ``app`` may import ``engine``, the rest is forbidden."""

SEEN = (
    "engine.planted -> app.planted",
    "widgets.planted -> engine.values",
    "kernels.planted -> engine.values",
    "engine.models.planted -> PySide6",
    "engine.reading.planted -> argparse",
    "engine.backends.planted -> platformdirs",
)


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    env = {**os.environ, "PYTHONPATH": str(folder), "COLUMNS": "200"}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for name in PACKAGES:
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def test_the_rules_hold(copy: Path) -> None:
    done = lint(copy)
    assert done.returncode == 0, done.stdout


def test_a_broken_rule_is_seen(copy: Path) -> None:
    for name, line in BREAKS.items():
        (copy / name).write_text(f"{line}\n")
    done = lint(copy)
    assert done.returncode == 1, done.stdout + done.stderr
    for edge in SEEN:
        assert edge in done.stdout, f"{edge}\n{done.stdout}"
    assert "app.planted -> engine" not in done.stdout


def test_torch_is_no_requirement_of_the_program() -> None:
    pins = (ROOT / "packaging" / "constraints.txt").read_text().split()
    assert "onnxruntime" in " ".join(pins)
    cards = [pin for pin in pins if pin.startswith(("torch", "nvidia-"))]
    assert [pin.split("==")[0] for pin in cards] == ["nvidia-cuda-nvrtc"]  # compiles our kernels
