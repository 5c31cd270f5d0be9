"""The largest step of a knob that passes, by bisection."""

from __future__ import annotations

from collections.abc import Callable, Sequence


def largest(passes: Callable[[float], bool], steps: Sequence[float]) -> float:
    """Return the largest of ``steps`` up to which all pass; 0 when not even the first does.

    ``passes`` is taken to be true up to some step and false from there on. The last step is
    asked first, since it often passes and nothing else has to be asked then; the others by
    halves. 0 itself passes by definition and is never asked.

    Args:
        passes: asked of one step at a time.
        steps: growing, above 0.
    """
    if steps and passes(steps[-1]):
        return steps[-1]
    low, high = 0, max(len(steps) - 1, 0)
    while low < high:
        middle = (low + high + 1) // 2
        if passes(steps[middle - 1]):
            low = middle
        else:
            high = middle - 1
    return steps[low - 1] if low else 0.0
