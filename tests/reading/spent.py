"""What a call costs, for tests that compare the cost of two sizes."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

TRIES = 2
"""The cheaper of so many counts: a neighbour on the same core only ever adds."""


def spent(call: Callable[[], object]) -> float:
    """Return the processor time, in s, this thread needs for a call.

    The collector rests meanwhile: it walks all that the tests before have left, which
    says nothing about the call.
    """
    found = []
    gc.disable()
    try:
        for _ in range(TRIES):
            start = time.thread_time()
            call()
            found.append(time.thread_time() - start)
    finally:
        gc.enable()
    return min(found)
