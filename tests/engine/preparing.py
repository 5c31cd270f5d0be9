"""Preparing a voice model in a process of its own, which may be killed or made to wait."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PREPARE = """
import os, signal, sys, time
from pathlib import Path
from engine.models.prepare import prepare
from engine.models.resolver import Sources

source, data, stop_at, gate = sys.argv[1:]

def progress(step, share):
    print(step, flush=True)
    if step == stop_at and gate == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if step == stop_at:
        while not Path(gate).exists():
            time.sleep(0.01)

print(prepare(Sources(Path(source)), Path(data), progress=progress).folder)
"""


def start(source: Path, data: Path, stop_at: str, gate: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", PREPARE, str(source), str(data), stop_at, gate],
        stdout=subprocess.PIPE,
        text=True,
    )
