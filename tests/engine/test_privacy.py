"""Nothing leaves the machine: the runtime under the engine reports to nobody."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.models.prepared import PreparedModel

ROOT = Path(__file__).parents[2]

OPEN_A_SESSION = """
import sys
from collections.abc import Iterator
from pathlib import Path
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Stage
import numpy as np
from engine.cancel import CancelToken
backend = OnnxCpuBackend({Stage.ENCODE: Path(sys.argv[1])}, "test")
backend.run(Stage.ENCODE, {"tokens": np.array([[0, 50, 0]])}, CancelToken())
"""


@pytest.mark.voice
def test_a_session_leaves_no_trace(prepared_model: PreparedModel, tmp_path: Path) -> None:
    """The vendor's library would write a device id and an upload queue here."""
    home, temp = tmp_path / "home", tmp_path / "temp"
    home.mkdir()
    temp.mkdir()
    inherited = {name: value for name, value in os.environ.items() if "TELEMETRY" not in name}
    places = {"HOME": str(home), "TMPDIR": str(temp), "XDG_CACHE_HOME": str(home / "cache")}
    command = [sys.executable, "-B", "-c", OPEN_A_SESSION, str(prepared_model.encode)]
    subprocess.run(command, check=True, cwd=ROOT, env=inherited | places, timeout=120)
    assert [str(path) for path in tmp_path.rglob("*") if path.is_file()] == []


def test_one_module_imports_onnx_runtime() -> None:
    """Anyone else's import could come first, with telemetry still on."""
    tops = (ROOT / top for top in ("app", "engine", "kernels", "widgets"))
    found = {
        path.name
        for path in (path for top in tops for path in top.rglob("*.py"))
        for name in imported(ast.parse(path.read_text(encoding="utf-8")))
        if name.partition(".")[0] == "onnxruntime"
    }
    assert found == {"runtime.py"}


def imported(node: ast.AST) -> Iterator[str]:
    """Names a module imports when it runs, at its top and in its functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.Import):
            yield from (each.name for each in child.names)
        elif isinstance(child, ast.ImportFrom):
            yield child.module or ""
        else:
            yield from imported(child)
