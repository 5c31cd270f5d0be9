"""Which values of a line's curves are heard."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.values import Floats
from kernels.ranks import percentile

LOUD_PERCENTILE = 95.0
HEARD_N = 4.0
"""Values with an energy N within this of the line's loud ones are heard: 14 dB by
the decoder's 3.5 dB per unit. What lies lower is closure, release or silence."""


def loud_n(energy: Floats) -> float:
    """Return the energy N of a line's loud values."""
    return percentile(np.sort(energy), LOUD_PERCENTILE)


def heard_values(energy: Floats) -> NDArray[np.bool_]:
    """Return bool[2F]: which values of a line with the energy N are heard."""
    heard: NDArray[np.bool_] = energy > loud_n(energy) - HEARD_N
    return heard
