"""Plans by their keys, a small record each: what a line will be like, before it has a sound.

A take's record has its plan too and is asked first (``engine.store``); these are for lines
that were planned and not yet spoken. What cannot be read or kept costs a tenth of a second
when the line is next looked at, so nothing here is told or raised.
"""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final, cast

from engine.cache.access import PLAIN, Access
from engine.cache.eviction import Limits
from engine.cache.shelf import Shelf
from engine.errors import CacheDamage
from engine.record_file import record_bytes
from engine.values import Deltas, Floats, Ints, Pause, Plan, Remark, Unit

PLAN_ARRAYS: Final = (
    "f0", "energy", "gain_db", "tilt_db", "neutral_f0", "neutral_energy", "style",
)  # fmt: skip

QUALITY_ARRAYS: Final = ("breath", "whisper")
"""Curves that most plans have none of: a record holds those that are there."""

PLANS_BYTES: Final = 64 << 20
"""Of all plans together: about 2,000 lines of 6 s, which are looked at before they are spoken."""

PLANS_VERSION: Final = 1
"""Folder of the records; another layout gets another folder."""


class PlanStore:
    """Plans in a folder. Any number of processes may share it.

    Args:
        folder: where their own folder lies; made when the first is put.
        access: how records are mapped.
    """

    def __init__(self, folder: Path, access: Access = PLAIN) -> None:
        limits = Limits(cap_bytes=PLANS_BYTES, access=access)
        self.shelf = Shelf(folder / f"plans-{PLANS_VERSION}", limits, access=access)

    def get(self, key: str) -> Plan | None:
        """Return a plan whose arrays are read-only views of its record; None without one."""
        try:
            meta, arrays, _ = self.shelf.read(key)
            return plan_of(meta, arrays)
        except (CacheDamage, KeyError, TypeError, ValueError):
            self.shelf.forget(key)
        except OSError:
            pass
        return None

    def put(self, key: str, plan: Plan) -> bool:
        """Keep a plan; False if the disk will not have it."""
        with contextlib.suppress(OSError):
            return self.shelf.write(key, record_bytes(plan_meta(plan), plan_arrays(plan)))
        return False


def plan_meta(plan: Plan) -> dict[str, object]:
    """Return what a record says of a plan besides its arrays."""
    return {
        "pauses": [asdict(pause) for pause in plan.pauses],
        "units": [[unit.first, unit.last] for unit in plan.units],
        "word_times": plan.word_times,
        "samples": plan.samples,
        "deltas": asdict(plan.deltas),
        "reached": plan.reached,
        "remarks": [asdict(remark) for remark in plan.remarks],
    }


def plan_arrays(plan: Plan) -> dict[str, Any]:
    """Return a plan's arrays by name."""
    arrays = {name: getattr(plan, name) for name in PLAN_ARRAYS}
    arrays |= {name: getattr(plan, name) for name in QUALITY_ARRAYS if getattr(plan, name).size}
    return arrays | {"tokens": plan.tokens, "durations": plan.durations}


def plan_of(meta: Mapping[str, Any], arrays: Mapping[str, Any]) -> Plan:
    """Return the plan a record holds.

    Raises:
        KeyError, TypeError, ValueError: it holds none.
    """
    return Plan(
        tokens=cast(Ints, arrays["tokens"]),
        durations=cast(Ints, arrays["durations"]),
        **{name: cast(Floats, arrays[name]) for name in PLAN_ARRAYS},
        pauses=tuple(Pause(**pause) for pause in meta["pauses"]),
        units=tuple(Unit(*unit) for unit in meta["units"]),
        word_times=tuple((float(a), float(b)) for a, b in meta["word_times"]),
        samples=int(meta["samples"]),
        deltas=Deltas(**meta["deltas"]),
        reached=(float(meta["reached"][0]), float(meta["reached"][1])),
        remarks=tuple(Remark(**remark) for remark in meta["remarks"]),
        **{name: cast(Floats, arrays[name]) for name in QUALITY_ARRAYS if name in arrays},
    )
