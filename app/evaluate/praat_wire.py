"""How Praat's process is asked: what both sides of the pipe know, without Praat."""

from __future__ import annotations

import struct
from typing import Final

MODULE: Final = "app.evaluate.praat"
"""Started as a program; never imported by the program."""

HEAD: Final = struct.Struct("<IB")
"""Number of samples, and whether the voice is a woman's; float32 samples follow."""
