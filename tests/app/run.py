"""Running the real program as a person does."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

LONGEST_S = 120.0
"""No command of these tests takes longer, even on a busy machine."""

PROGRAM = (sys.executable, "-c", "import sys; from app.cli import main; sys.exit(main())")


def environment(data: Path, **more: str) -> dict[str, str]:
    """An environment with its own data folder and nothing of the person who runs the tests."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("ESPRESSIVO_")}
    own = {"ESPRESSIVO_DATA": str(data), "ESPRESSIVO_SETTINGS": str(data / "settings.toml")}
    return kept | own | {"MPLBACKEND": "Agg", "TERM": "dumb"} | more


def espressivo(
    *arguments: str | Path,
    folder: Path,
    env: dict[str, str] | None = None,
    typed: bytes | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program in ``folder``; its data lie in ``folder/data`` unless ``env`` says other."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        cwd=folder,
        env=env or environment(folder / "data"),
        input=b"" if typed is None else typed,
        capture_output=True,
        timeout=LONGEST_S,
        check=False,
    )


def start(
    arguments: Sequence[str | Path], folder: Path, env: dict[str, str] | None = None
) -> subprocess.Popen[bytes]:
    """Start the program and let it run."""
    return subprocess.Popen(
        [*PROGRAM, *map(str, arguments)],
        cwd=folder,
        env=env or environment(folder / "data"),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def files_in(folder: Path) -> set[str]:
    """Every file under ``folder`` but the program's data."""
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {str(path) for path in found if path.parts[0] != "data"}
