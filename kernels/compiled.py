"""The CUDA kernels: which there are, their constants, and their compiled code, kept by hash.

Each source in ``kernels/cuda`` takes its constants from the module whose contract it
follows, so that no number stands in two places.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path

from kernels import contour, snake_norm, waveform
from kernels.nvrtc import CompileFailed, Nvrtc, Usage, usage_of

ARCHITECTURES = (75, 80, 86, 89, 90, 100, 120)
"""Compute capabilities code is made for: from Turing (the oldest CUDA 13 drives) to
Blackwell. A card in between runs the next lower one's PTX."""

THREADS = 256
"""Threads of a block; ``LANES`` in ``both.cuh``."""

HEADER = "both.cuh"
INCLUDE = f'#include "{HEADER}"'

OPTIONS = ("--std=c++17", "--fmad=false", "--restrict", "-default-device")
"""``--fmad=false``: a * b + c rounds twice, as on a processor, so that the tests there
speak for the card too."""


@dataclass(frozen=True, slots=True)
class Source:
    """One file of ``kernels/cuda``, its entries and its constants."""

    name: str
    entries: tuple[str, ...]
    constants: Mapping[str, float] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The source with its header in place."""
        folder = files("kernels") / "cuda"
        own = (folder / f"{self.name}.cu").read_text(encoding="utf-8")
        shared = (folder / HEADER).read_text(encoding="utf-8")
        return own.replace(INCLUDE, shared.replace("#pragma once", ""))

    @property
    def defines(self) -> tuple[str, ...]:
        """The constants as compiler options; ``repr`` keeps every bit of a number."""
        return tuple(f"-D{name}={value!r}" for name, value in self.constants.items())


def _constants(module: object, *names: str) -> dict[str, float]:
    return {name: float(getattr(module, name)) for name in names}


SOURCES = (
    Source(
        "emotion_contour",
        ("contour_frame", "bend_f0", "energy_frame", "bend_energy"),
        _constants(
            contour,
            "VOICED_HZ",
            "F0_LOW_HZ",
            "F0_HIGH_HZ",
            "F0_HIGH_KNEE_HZ",
            "EXCURSION_REACH_ST",
            "JITTER_KNOTS_HZ",
            "ENERGY_LIMIT",
        ),
    ),
    Source("regulate", ("regulate",)),
    Source("snake_norm", ("channel_moments", "snake_norm"), _constants(snake_norm, "EPSILON")),
    Source(
        "gain_tilt_limit",
        ("shape", "limit_need", "limit_hold", "limit_apply"),
        _constants(waveform, "TILT_LIMIT_DB", "TILT_GRID_DB"),
    ),
)


def code_key(source: Source, architecture: int, compiler: tuple[int, int]) -> str:
    """Return the name of a source's code: a hash over all that it depends on."""
    parts = (source.text, *OPTIONS, *source.defines, str(architecture), repr(compiler))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:32]


def ptx(source: Source, architecture: int, folder: Path, compiler: Nvrtc) -> bytes:
    """Return a source's PTX for a compute capability, compiled once and then kept.

    Args:
        source: one of ``SOURCES``.
        architecture: compute capability times ten.
        folder: where code is kept; made if absent.
        compiler: NVIDIA's.

    Raises:
        CompileFailed: the source has an error.
        OSError: the folder cannot be written.
    """
    kept = folder / f"{source.name}-{code_key(source, architecture, compiler.version())}.ptx"
    if kept.exists():
        return kept.read_bytes()
    target = f"--gpu-architecture=compute_{architecture}"
    code, _ = compiler.compile(source.text, source.name, (*OPTIONS, *source.defines, target))
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, delete=False) as part:
        part.write(code)
    os.replace(part.name, kept)
    return code


def usage(source: Source, architecture: int, compiler: Nvrtc) -> tuple[Usage, ...]:
    """Compile to machine code and return what each entry takes: registers and spills.

    Raises:
        CompileFailed: the source has an error, or the report cannot be read.
    """
    target = f"--gpu-architecture=sm_{architecture}"
    verbose = "--ptxas-options=--verbose"
    options = (*OPTIONS, *source.defines, target, verbose)
    _, log = compiler.compile(source.text, source.name, options)
    found = usage_of(log)
    if {each.entry for each in found} != set(source.entries):
        raise CompileFailed(f"{source.name}: no report for each entry in {log!r}")
    return found
