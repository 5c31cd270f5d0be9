"""ONNX Runtime, imported in one place, with its telemetry off before it begins.

From 1.29 on the official builds report sessions, models and a device identifier
to their vendor unless told not to before the library initialises. Nothing this
program does may leave the machine, so nobody else here imports the library.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import ModuleType

TELEMETRY_OFF = ("ORT_DISABLE_TELEMETRY", "ORT_TELEMETRY_DISABLED")
"""Environment variables that are a full opt-out on Linux and macOS (Privacy.md of the
wheel names the first; builds of mid-2026 read the second)."""


def onnx_runtime() -> ModuleType:
    """Import ONNX Runtime with telemetry off.

    Raises:
        ImportError: it is not installed, or broken.
    """
    for name in TELEMETRY_OFF:
        os.environ[name] = "1"
    import onnxruntime

    # Windows builds trace through the system instead and obey only this call.
    onnxruntime.disable_telemetry_events()
    return onnxruntime
