"""Nothing is reported to anybody, nothing is left outside the program's own folders."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from engine.backends.onnx_cpu import NO_TELEMETRY

LOAD = """
from engine.backends.onnx_cpu import probe
assert probe().available
import onnxruntime
"""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """Return an environment that silences nothing, with an empty home and temporary folder."""
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ORT_", "XDG_", "COV_"))}
    for name, folder in (("HOME", "home"), ("TMPDIR", "temporary")):
        (tmp_path / folder).mkdir()
        env[name] = str(tmp_path / folder)
    return env


def traces(tmp_path: Path) -> list[str]:
    return sorted(str(p.relative_to(tmp_path)) for p in tmp_path.rglob("*") if p.is_file())


def run(code: str, env: dict[str, str]) -> None:
    subprocess.run([sys.executable, "-c", code], env=env, check=True, timeout=120)


def test_the_runtime_is_loaded_without_its_telemetry(bare: dict[str, str], tmp_path: Path) -> None:
    run(LOAD, bare)
    assert traces(tmp_path) == []


def test_the_runtime_still_knows_the_switch() -> None:
    """A release that renames it would report again; this reads the library, it runs nothing."""
    folder = distribution("onnxruntime").locate_file("onnxruntime/capi")
    libraries = list(Path(str(folder)).glob("*onnxruntime*.so*"))
    assert libraries
    assert any(NO_TELEMETRY.encode() in library.read_bytes() for library in libraries)
