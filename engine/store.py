"""Takes kept on disk: one record file each, named by its key.

A store never makes a take wrong and never makes one fail: a damaged record is
removed and counts as absent, and a disk that is full is told once as a remark.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, cast

from engine.errors import CacheDamage
from engine.record_file import read_record, sweep_parts, write_record
from engine.values import Curves, Deltas, Floats, Ints, Pause, Plan, Remark, Unit

STORE_VERSION = 2
"""Folder of the records; another layout gets another folder."""

PLAN_ARRAYS = (
    "f0", "energy", "gain_db", "tilt_db", "neutral_f0", "neutral_energy", "style",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stored:
    """What a record holds: the plan, its finished sound and the curves measured."""

    plan: Plan
    audio: Floats
    achieved: Curves


class TakeStore:
    """Takes by key, in a folder. Any number of processes may share it.

    Opening it removes what killed processes left unfinished more than an hour ago
    (``engine.record_file.sweep_parts``).

    Args:
        folder: where the records live; made when the first is put.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder / f"takes-{STORE_VERSION}"
        sweep_parts(self._folder, time.time())

    def path(self, key: str) -> Path:
        """Return where the record of a key is or would be."""
        return self._folder / key[:2] / f"{key}.take"

    def get(self, key: str) -> tuple[Stored | None, tuple[Remark, ...]]:
        """Return the stored take, or None with the reason as a remark if it was damaged.

        The arrays are read-only views on a memory map.
        """
        path = self.path(key)
        try:
            meta, arrays = read_record(path)
            return _stored(meta, arrays), ()
        except FileNotFoundError:
            return None, ()
        except (CacheDamage, KeyError, TypeError, ValueError) as damage:
            with contextlib.suppress(OSError):
                path.unlink()
            reason = damage.detail if isinstance(damage, CacheDamage) else f"meta: {path}"
            return None, (Remark("record-damaged", "file", reason),)
        except OSError as error:
            return None, (Remark("store-unreadable", "file", f"{path}: {error.strerror}"),)

    def put(self, key: str, stored: Stored) -> tuple[Remark, ...]:
        """Keep a take; returns a remark instead of raising if the disk will not have it."""
        plan, achieved = stored.plan, stored.achieved
        meta = {
            "pauses": [asdict(pause) for pause in plan.pauses],
            "units": [[unit.first, unit.last] for unit in plan.units],
            "word_times": plan.word_times,
            "samples": plan.samples,
            "deltas": asdict(plan.deltas),
            "remarks": [asdict(remark) for remark in plan.remarks],
            "silences": achieved.pauses,
        }
        arrays = {name: getattr(plan, name) for name in PLAN_ARRAYS}
        arrays |= {"tokens": plan.tokens, "durations": plan.durations, "audio": stored.audio}
        arrays |= {"achieved_f0": achieved.f0, "achieved_level_db": achieved.level_db}
        try:
            write_record(self.path(key), meta, arrays)
        except OSError as error:
            return (Remark("store-full", "file", f"{self._folder}: {error.strerror}"),)
        return ()


def _stored(meta: Mapping[str, Any], arrays: Mapping[str, Any]) -> Stored:
    plan = Plan(
        tokens=cast(Ints, arrays["tokens"]),
        durations=cast(Ints, arrays["durations"]),
        **{name: cast(Floats, arrays[name]) for name in PLAN_ARRAYS},
        pauses=tuple(Pause(**pause) for pause in meta["pauses"]),
        units=tuple(Unit(*unit) for unit in meta["units"]),
        word_times=tuple((float(a), float(b)) for a, b in meta["word_times"]),
        samples=int(meta["samples"]),
        deltas=Deltas(**meta["deltas"]),
        remarks=tuple(Remark(**remark) for remark in meta["remarks"]),
    )
    achieved = Curves(
        f0=arrays["achieved_f0"],
        level_db=arrays["achieved_level_db"],
        pauses=tuple((float(a), float(b)) for a, b in meta["silences"]),
    )
    return Stored(plan, arrays["audio"], achieved)
