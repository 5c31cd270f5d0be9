"""Write ``constraints.txt``: one exact release of every distribution that may be installed.

Run after a dependency in ``pyproject.toml`` has changed::

    .venv/bin/python packaging/pin.py            # keep the pins there are, add what is new
    .venv/bin/python packaging/pin.py --upgrade  # the newest of everything

Only names and versions are kept, no download addresses, so the file serves
whatever index or mirror pip is set up with. The ``train`` extra stays out: it is
never part of a set-up, and pins its one package in ``pyproject.toml``.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
EXTRA_SETS = ("cpu,voice,npm,ja,zh,studio,openvino,cluster,recogniser,bench,evaluate,dev", "gpu")
"""Resolved one by one: ``cpu`` and ``gpu`` bring the same module and must never meet."""

OLDEST = "3.11"
"""Pins are chosen for the oldest Python we run on, then checked on the newer ones."""
NEWER = ("3.12", "3.13", "3.14")


def requirements(extras: str) -> list[str]:
    """Return the requirement lines of the project with ``extras``, extras of its own flattened."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    lines = list(project["dependencies"])
    for extra in extras.split(","):
        lines += project["optional-dependencies"][extra]
    return [line for line in lines if not line.startswith("espressivo[")]


def resolve(extras: str, python: str, pins: Path | None) -> dict[str, str]:
    """Return name -> version as pip would install them from wheels for ``python``."""
    command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--ignore-installed"]
    command += ["--only-binary", ":all:", "--python-version", python, "--report", "-"]
    with tempfile.TemporaryDirectory() as target:
        command += ["--target", target, *requirements(extras)]
        if pins is not None:
            command += ["-c", str(pins)]
        report = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout
    found = (item["metadata"] for item in json.loads(report)["install"])
    return {item["name"].lower().replace("_", "-"): item["version"] for item in found}


def main() -> None:
    """Resolve, write, then prove the result on every newer Python."""
    old = CONSTRAINTS if CONSTRAINTS.exists() and "--upgrade" not in sys.argv else None
    pins: dict[str, str] = {}
    for extras in EXTRA_SETS:
        for name, version in resolve(extras, OLDEST, old).items():
            if pins.setdefault(name, version) != version:
                sys.exit(f"{name} would be both {pins[name]} and {version}")
    CONSTRAINTS.write_text("".join(f"{name}=={pins[name]}\n" for name in sorted(pins)))
    for python in NEWER:
        for extras in EXTRA_SETS:
            extra = resolve(extras, python, CONSTRAINTS).keys() - pins.keys()
            if extra:
                sys.exit(f"Python {python} needs more: {', '.join(sorted(extra))}")


if __name__ == "__main__":
    main()
