"""Which of the packages a card needs are installed, found by name without importing them."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Sequence

from engine.backends.nvidia import EXTRA_STEP, Lack

TENSORRT = ("tensorrt", "tensorrt-cu13", "tensorrt-cu13-bindings")
"""Distributions that bring the module ``tensorrt``."""

MAJOR = 11
"""The release whose interface is used: strongly typed networks, no precision flags."""

STEP = "pip install 'tensorrt-cu13>=11,<12'"


def version_of(distributions: Sequence[str]) -> str:
    """Return the version of the first of these that is installed, or ""."""
    for name in distributions:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            continue
    return ""


def lacks_of_tensorrt() -> list[Lack]:
    """Return what is wrong with TensorRT's Python package."""
    version = version_of(TENSORRT)
    if not version:
        return [Lack("TensorRT is not installed", STEP)]
    if version.split(".")[0] != str(MAJOR):
        return [Lack(f"TensorRT {version} is installed, {MAJOR}.x is needed", STEP)]
    return []


def lacks_of_onnx_runtime() -> list[Lack]:
    """Return what is wrong with ONNX Runtime's GPU build."""
    if version_of(["onnxruntime-gpu"]):
        return []
    there = version_of(["onnxruntime"])
    words = f"onnxruntime {there} has no CUDA" if there else "onnxruntime-gpu is not installed"
    return [Lack(words, EXTRA_STEP)]
