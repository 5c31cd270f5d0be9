"""The switch that keeps ONNX Runtime from reporting to its maker must go on working."""

from __future__ import annotations

from importlib.metadata import distribution
from pathlib import Path

from engine.backends.runtime import TELEMETRY_OFF


def test_the_runtime_still_knows_the_switch() -> None:
    """A release that renames it would report again; this reads the library, it runs nothing."""
    folder = distribution("onnxruntime").locate_file("onnxruntime/capi")
    libraries = [path.read_bytes() for path in Path(str(folder)).glob("*onnxruntime*.so*")]
    assert libraries
    reporting = [library for library in libraries if b"events.data." in library]
    assert all(any(name.encode() in one for name in TELEMETRY_OFF) for one in reporting)
