"""Saying no at once: a graphics card asked for by name where there is none.

Nothing heavy is imported on the way to that answer, neither NumPy nor ONNX Runtime, so that
it comes within two seconds on a busy machine too. Packages are looked up by their names.
"""

from __future__ import annotations

from engine.backends import nvidia
from engine.backends.packages import lacks_of_onnx_runtime, lacks_of_tensorrt
from engine.errors import BackendUnavailable

ON_A_CARD = ("trt", "cuda")
"""Rows that need a card."""


def refuse(name: str) -> None:
    """Do nothing unless a row is asked for that needs a card, and there is none to use.

    Raises:
        BackendUnavailable: with all that is missing and what would bring it.
    """
    if name not in ON_A_CARD:
        return
    machine = nvidia.look()
    if not machine.lacks:
        return  # whether the rest is there is found out by the row itself
    own = lacks_of_tensorrt() if name == "trt" else lacks_of_onnx_runtime()
    reason, hint = nvidia.said([*machine.lacks, *own])
    raise BackendUnavailable("backend-unavailable", subject=name, detail=reason, hint=hint)
