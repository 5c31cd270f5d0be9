"""The wheel that would be shipped, installed on its own and run."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import numpy as np
import pytest
import soundfile

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("app", "widgets", "engine", "kernels", "assets")
BESIDE = ("pyproject.toml", "README.md", "LICENSE")

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("source")
    for name in SHIPPED:
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in BESIDE:
        shutil.copy(ROOT / name, source)
    built = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--no-index", "-w", str(built), str(source)], check=True)
    (made,) = built.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the ``bin`` of a fresh environment with the wheel in it.

    What the program requires is not fetched again: a path file lends it from the
    environment the tests run in. The program itself is not lent: an editable
    install is reached through a path file of its own, and those do not nest.
    """
    folder = tmp_path_factory.mktemp("fresh")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = str(folder / "bin" / "python")
    scheme = {"base": str(folder), "platbase": str(folder)}
    site = Path(sysconfig.get_path("purelib", "venv", vars=scheme))
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    command = [sys.executable, "-m", "pip", "-q", "--python", python, "install", "--no-deps"]
    subprocess.run([*command, "--no-index", str(wheel)], check=True)
    return folder / "bin"


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "COV_"))}
    return {**kept, "ESPRESSIVO_DATA": str(tmp_path / "data")}


def test_the_wheel_holds_the_licence_and_all_assets(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    assets = [p for p in (ROOT / "assets").rglob("*") if p.is_file() and p.suffix != ".pyc"]
    assert assets
    assert not [p for p in assets if str(p.relative_to(ROOT)) not in inside]
    assert any(name.endswith("licenses/LICENSE") for name in inside)
    assert not [n for n in inside if n.startswith(("tests/", "packaging/", "typings/"))]


def test_the_program_runs_from_the_wheel(
    installed: Path, env: dict[str, str], tmp_path: Path
) -> None:
    where = "import app.cli, engine, sys; print(app.cli.__file__, engine.__file__)"
    python = str(installed / "python")
    shown = subprocess.run(
        [python, "-c", where], cwd=tmp_path, env=env, check=True, capture_output=True, text=True
    )
    assert all(path.startswith(str(installed.parent)) for path in shown.stdout.split())

    sound = tmp_path / "out.wav"
    command = [str(installed / "espressivo"), "say", "The wheel speaks.", "--backend", "fake"]
    said = subprocess.run(
        [*command, "-q", "-o", str(sound)],
        cwd=tmp_path,
        env=env,
        check=False,
        capture_output=True,
        text=True,
    )
    assert said.returncode == 0, said.stderr
    samples, rate = soundfile.read(sound, dtype="float32")
    assert rate == 24_000
    assert samples.size > rate // 2
    assert float(np.abs(samples).max()) > 0.01


def test_licences_are_complete_from_the_wheel(
    installed: Path, env: dict[str, str], tmp_path: Path
) -> None:
    shown = subprocess.run(
        [str(installed / "espressivo"), "licences", "--json"],
        cwd=tmp_path,
        env=env,
        check=True,
        capture_output=True,
        text=True,
    )
    assert '"soxr"' in shown.stdout
    assert '"espeak-ng"' in shown.stdout
