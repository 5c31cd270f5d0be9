"""Whether TensorRT could run here: driver, card, and the package, found without importing it."""

from __future__ import annotations

from pathlib import Path

from engine.backends import nvidia
from engine.backends.packages import lacks_of_tensorrt
from engine.backends.protocol import Probe


def probe(library: Path | None = None) -> Probe:
    """Say whether TensorRT can run here, and all that is missing. Never raises.

    Args:
        library: the driver's library; by default the installed one's.
    """
    machine = nvidia.look(library)
    lacks = [*machine.lacks, *lacks_of_tensorrt()]
    # Without a card it is not worth a word unasked.
    return Probe("trt", not lacks, *nvidia.said(lacks), silent=not machine.devices)
