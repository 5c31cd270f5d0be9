"""One correction of a sound that missed what was asked: the plan moved by its errors.

What the decoder made of a plan is measured; where that lies off by more than a listener's
step, the contour and the gain it is given are moved the other way by the error. Units,
durations and rests stay, so the corrected sound is the same line, and the plan that is
shown and judged by stays the one that was asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

import numpy as np

from engine.heard import heard_values
from engine.landing import Landing
from engine.steering import bent
from engine.values import Deltas, Plan, readonly

CORRECTED: Final = (
    "f0_level_st",
    "f0_excursion",
    "declination_st_s",
    "final_st",
    "energy_db",
)
"""What a correction can move without another plan."""

SHARE: Final = 0.8
"""Of an error that is taken back: all of it would overshoot, since a pitch tracker's own
error is part of what was measured."""

MOST: Final = Deltas(
    f0_level_st=2.0, f0_excursion=1.5, declination_st_s=2.0, final_st=2.0, energy_db=4.0
)
"""Most that is taken back; a larger error is one of the measurement."""


def missed(found: Mapping[str, Landing]) -> tuple[str, ...]:
    """Return the dimensions that a correction would move."""
    return tuple(name for name in CORRECTED if name in found and found[name].verdict in _OFF)


def corrected(plan: Plan, found: Mapping[str, Landing]) -> Plan:
    """Return what the decoder is given instead of ``plan``: the same with its errors taken back."""
    back = {name: -SHARE * found[name].error for name in missed(found)}
    heard = heard_values(plan.neutral_energy)
    level, slope, final = (
        float(np.clip(back.get(name, 0.0), -getattr(MOST, name), getattr(MOST, name)))
        for name in ("f0_level_st", "declination_st_s", "final_st")
    )
    spread = float(np.exp(back.get("f0_excursion", 0.0)))
    moved = Deltas(
        f0_level_st=level,
        f0_excursion=float(np.clip(spread, 1 / MOST.f0_excursion, MOST.f0_excursion)),
        declination_st_s=slope,
        final_st=final,
    )
    gain = float(np.clip(back.get("energy_db", 0.0), -MOST.energy_db, MOST.energy_db))
    return replace(
        plan,
        f0=readonly(bent(plan.f0, moved, 1.0, heard, 0)),
        gain_db=readonly(plan.gain_db + np.float32(gain)),
    )


_OFF: Final = ("weak", "over")
