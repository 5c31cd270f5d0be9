"""The stretches of a line in which something holds."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def runs_of(mask: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """Return the half-open index ranges in which ``mask``, bool[n], is true, in order."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
