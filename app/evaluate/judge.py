"""Who measures the sounds: Praat in a process of its own, else the program's own tracker."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final, Protocol

import numpy as np

from app.evaluate import praat_wire
from engine.errors import ExportError
from engine.evaluation.voice_measures import figures
from engine.measure import measure
from engine.values import Curves, Floats

PACKAGE: Final = "parselmouth"
END_S: Final = 5.0
"""How long the process may take to end once its input has."""


class Judge(Protocol):
    """Measures a sound."""

    name: str
    """Goes into the name of what is kept: another judge measures anew."""

    def judge(self, audio: Floats, *, woman: bool) -> tuple[Curves, Mapping[str, float]]:
        """Return curves (F0 the judge's) and the line's figures."""
        ...

    def close(self) -> None:
        """Release the judge."""
        ...


class OwnJudge:
    """The program's own tracker and measures."""

    name = "own tracker"

    def judge(self, audio: Floats, *, woman: bool) -> tuple[Curves, Mapping[str, float]]:
        """Return curves and figures; see ``Judge``."""
        del woman
        curves = measure(audio)
        return curves, figures(audio, curves, curves.f0)

    def close(self) -> None:
        """Release nothing."""


class PraatJudge:
    """Praat's pitch and voice quality, level and spectrum by the program's own measures."""

    name = "Praat"

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", praat_wire.MODULE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )

    def judge(self, audio: Floats, *, woman: bool) -> tuple[Curves, Mapping[str, float]]:
        """Return curves and figures; see ``Judge``.

        Raises:
            ExportError: ``tool-failed``: Praat's process ended.
        """
        told = self._ask(audio, woman=woman)
        curves = measure(audio)
        f0 = np.array(told.pop("f0"), np.float32)
        f0.flags.writeable = False
        own = figures(audio, curves, f0)
        return Curves(f0, curves.level_db, curves.pauses), own | told

    def close(self) -> None:
        """End the process."""
        with contextlib.suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        try:
            self._process.wait(END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()

    def _ask(self, audio: Floats, *, woman: bool) -> dict[str, float]:
        source, out = self._process.stdin, self._process.stdout
        assert source is not None
        assert out is not None
        try:
            source.write(praat_wire.HEAD.pack(audio.size, woman))
            source.write(audio.astype("<f4").tobytes())
            source.flush()
            return dict(json.loads(out.readline()))
        except (OSError, ValueError) as error:
            raise ExportError("tool-failed", subject="Praat", detail=str(error)) from error


def open_judge() -> Judge:
    """Return Praat where it is installed, else the own tracker."""
    frozen = getattr(sys, "frozen", False)
    return PraatJudge() if find_spec(PACKAGE) is not None and not frozen else OwnJudge()
