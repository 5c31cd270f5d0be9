"""What a backend is: something that runs the voice's four stage graphs.

Names and shapes of the stages (T tokens with pads, F frames of 25 ms):

========== ============================================== =============================
stage      in                                             out
========== ============================================== =============================
ENCODE     tokens int64[1,T]                              bert float32[1,T,512],
                                                          text float32[1,512,T]
DURATION   bert, prosody_style float32[1,128]             durations float32[1,T],
                                                          features float32[1,T,640]
PROSODY    aligned float32[1,640,F], prosody_style        f0 float32[1,2F] Hz,
                                                          energy float32[1,2F]
WAVEFORM   aligned_text float32[1,512,F], f0, energy,     audio float32[600 F]
           acoustic_style float32[1,128]
========== ============================================== =============================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Protocol

from numpy.typing import NDArray

from engine.cancel import CancelToken

Tensor = NDArray[Any]
"""An array whose dtype and shape the table above states."""


class Stage(Enum):
    """The four graphs the voice model is cut into."""

    ENCODE = "encode"
    DURATION = "duration"
    PROSODY = "prosody"
    WAVEFORM = "waveform"


@dataclass(frozen=True, slots=True)
class BackendInfo:
    """What really runs: read from the sessions, never from what was asked."""

    name: str
    device: str
    precision: str
    runtime: str
    threads: int
    model: str
    """Hash of the model's graphs; part of every key."""


@dataclass(frozen=True, slots=True)
class Probe:
    """Whether a backend can run here, and why not."""

    name: str
    available: bool
    reason: str
    """Empty if available."""
    hint: str = ""
    """What would make it available."""
    silent: bool = False
    """Nothing is here that it could run on, so passing it over is not worth a word unasked."""


class Backend(Protocol):
    """Runs stage graphs. Created and used by one thread at a time."""

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        ...

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage and return its outputs by name.

        Raises:
            Cancelled: the token was cancelled before or during the run.
            BackendFailed: the run failed (``backend-failed``).
        """
        ...

    def close(self) -> None:
        """Release the sessions; the backend is not used again."""
        ...
