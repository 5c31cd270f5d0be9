"""Rests on their own: where a silence may lie."""

from __future__ import annotations

import numpy as np
import pytest

from engine.resting import Rest, spliced


@pytest.mark.parametrize(
    ("durations", "at"), [((1, 2, 30, 8), 10), ((2, 20, 8, 8), 44), ((2, 36, 1, 2), 60)]
)
def test_a_silence_lies_where_the_line_sounds(durations: tuple[int, ...], at: int) -> None:
    """A first sound too quiet to be heard may lie before the sound begins."""
    frames = np.array(durations, np.int64)
    energy = np.zeros(2 * int(frames.sum()), np.float32)
    energy[2 * int(frames[:2].sum()) - 1 :][:2] = -8.0
    rest = Rest(2, 2, -1, "asked", asked_s=0.5)
    (pause,) = spliced([rest], [0.5], frames, energy, (5, 30))
    assert (pause.at, pause.samples) == (at, 12_000)
