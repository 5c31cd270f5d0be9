"""Which of the packages a card needs are installed, found by name without importing them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from engine.backends.nvidia import EXTRA_STEP, Lack

TENSORRT = ("tensorrt", "tensorrt-cu13", "tensorrt-cu13-bindings")
"""Distributions that bring the module ``tensorrt``."""

CUDA_LIBRARIES = ("libonnxruntime_providers_cuda.so", "onnxruntime_providers_cuda.dll")
"""What only ONNX Runtime's GPU build brings."""

MAJOR = 11
"""The release whose interface is used: strongly typed networks, no precision flags."""

STEP = "pip install 'tensorrt-cu13>=11,<12'"


def version_of(distributions: Sequence[str]) -> str:
    """Return the version of the first of these that is installed, or ""."""
    from importlib.metadata import PackageNotFoundError, version  # with the parser of mail

    for name in distributions:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return ""


def lacks_of_tensorrt() -> list[Lack]:
    """Return what is wrong with TensorRT's Python package."""
    version = version_of(TENSORRT) if find_spec("tensorrt") is not None else ""
    if not version:
        return [Lack("TensorRT is not installed", STEP)]
    if version.split(".")[0] != str(MAJOR):
        return [Lack(f"TensorRT {version} is installed, {MAJOR}.x is needed", STEP)]
    return []


def lacks_of_onnx_runtime() -> list[Lack]:
    """Return what is wrong with ONNX Runtime's GPU build, by the files that are there."""
    there = find_spec("onnxruntime")
    if there is None or there.origin is None:
        return [Lack("onnxruntime-gpu is not installed", EXTRA_STEP)]
    folder = Path(there.origin).parent / "capi"
    if any((folder / name).exists() for name in CUDA_LIBRARIES):
        return []
    return [Lack("onnxruntime is built without CUDA", EXTRA_STEP)]
