"""Whether TensorRT could run here: driver, card, and the package, found without importing it."""

from __future__ import annotations

import importlib.metadata
from pathlib import Path

from engine.backends import nvidia
from engine.backends.onnx_cuda import probe_of
from engine.backends.protocol import Probe

PACKAGES = ("tensorrt", "tensorrt-cu13", "tensorrt-cu13-bindings")
"""Distributions that bring the module ``tensorrt``."""

MAJOR = 11
"""The release whose interface is used: strongly typed networks, no precision flags."""

STEP = "pip install 'tensorrt-cu13>=11,<12'"


def installed() -> str:
    """Return the version of TensorRT's Python package, or ""."""
    for name in PACKAGES:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return ""


def probe(library: Path | None = None) -> Probe:
    """Say whether TensorRT can run here, and all that is missing. Never raises.

    Args:
        library: the driver's library; by default the installed one's.
    """
    machine = nvidia.look(library)
    lacks = list(machine.lacks)
    version = installed()
    if not version:
        lacks.append(nvidia.Lack("TensorRT is not installed", STEP))
    elif version.split(".")[0] != str(MAJOR):
        lacks.append(nvidia.Lack(f"TensorRT {version} is installed, {MAJOR}.x is needed", STEP))
    return probe_of("trt", machine, lacks)
