"""Which precision the voice is computed in, and what a trial on this machine found.

``exact`` is float32, ``fast`` the int8 form that ``engine.lowering`` makes, ``auto`` the
quicker of the two here. Kept in the data folder, in ``int8/trials.json``: what either took,
by processor and versions.
"""

from __future__ import annotations

import json
import os
import platform
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.backends.protocol import Backend, BackendInfo
from engine.values import Remark

if TYPE_CHECKING:
    from engine.lowering import Parts
    from engine.models.prepared import PreparedModel
    from engine.renderer import Progress

EXACT, FAST, AUTO = "exact", "fast", "auto"
PRECISIONS = (EXACT, FAST, AUTO)

LOWERING_VERSION = 1
"""Raised whenever the int8 graph made from the same preparation changes; part of every key."""

FOLDER, TRIALS = "int8", "trials.json"

DOT_PRODUCTS = frozenset({"avx512_vnni", "avx_vnni"})
"""Processor flags under which 8-bit weights cannot overflow."""

FASTER_ENOUGH = 0.9
"""``auto`` takes int8 if it needs less than this share of float32's time: another sound is
not worth less than a tenth."""


@dataclass(frozen=True, slots=True)
class Trial:
    """Processor seconds either precision needed for the same second of sound."""

    exact_s: float
    fast_s: float

    @property
    def share(self) -> float:
        """What int8 needs of float32's time."""
        return self.fast_s / self.exact_s


@dataclass(frozen=True, slots=True)
class Machine:
    """What a trial's result holds for."""

    processor: str
    flags: tuple[str, ...]
    """Of those that decide how quick a precision is."""


def this_machine() -> Machine:
    """Return the processor's name and its flags of interest."""
    told = _cpu_facts()
    name = told.get("model name") or platform.processor() or platform.machine()
    flags = sorted(DOT_PRODUCTS & set(told.get("flags", "").split()))
    return Machine(name, tuple(flags))


def weight_bits(machine: Machine) -> int:
    """Return how many bits weights may have: 7 where two products can overflow 16 bits."""
    return 8 if DOT_PRODUCTS & set(machine.flags) else 7


def automatic(trial: Trial) -> str:
    """Return what ``auto`` takes after a trial: ``exact`` or ``fast``."""
    return FAST if trial.share < FASTER_ENOUGH else EXACT


def precision_name(bits: int, ranges: str) -> str:
    """Return the precision's full name, which is in every key.

    Args:
        bits: of the weights.
        ranges: hash of the ranges: measured elsewhere they differ in their last bits.
    """
    return f"int8 (weights {bits} bit, ranges {ranges})"


def asked_of(info: BackendInfo) -> str:
    """Return what to ask for to get a backend's precision elsewhere: ``exact`` or ``fast``."""
    return EXACT if info.precision == "float32" else FAST


def in_precision(
    chosen: Backend,
    asked: str,
    prepared: PreparedModel | None,
    data: Path | None,
    parts: Parts,
    progress: Progress | None = None,
) -> tuple[Backend, tuple[Remark, ...]]:
    """Return a backend in the precision asked for, and what is to be said of it.

    Args:
        chosen: a backend in float32; closed if another is returned.
        asked: one of ``PRECISIONS``.
        prepared: its model; None for the double.
        data: the data folder.
        parts: what reads, understands and speaks; the first is closed if this raises.
        progress: told how far the int8 form is, where one has to be made.

    Raises:
        MissingModel: see ``engine.lowering.lower``.
    """
    if asked == EXACT:
        return chosen, ()
    if prepared is None or data is None:
        return chosen, (Remark("precision-exact-only", chosen.describe().name),)
    from engine.lowering import lowered  # it loads what rewrites graphs

    try:
        return lowered(chosen, asked, prepared, data, parts, progress)
    except BaseException:
        chosen.close()
        parts[0].close()
        raise


def known_trial(data: Path, machine: Machine, info: BackendInfo) -> Trial | None:
    """Return what a trial found here before, if nothing it hangs on has changed."""
    try:
        found = json.loads((data / FOLDER / TRIALS).read_bytes())[_trial_key(machine, info)]
        return Trial(float(found["exact_s"]), float(found["fast_s"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def keep_trial(data: Path, machine: Machine, info: BackendInfo, trial: Trial) -> None:
    """Keep a trial's result. A disk that is full costs only the next trial."""
    path = data / FOLDER / TRIALS
    try:
        kept = dict(json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        kept = {}
    kept[_trial_key(machine, info)] = asdict(trial)
    draft = path.with_name(f"work-{os.getpid()}-{TRIALS}")
    try:
        draft.write_text(json.dumps(kept, indent=1), encoding="utf-8")
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)


def _trial_key(machine: Machine, info: BackendInfo) -> str:
    known = (machine.processor, *machine.flags, info.runtime, info.threads, info.model)
    return " | ".join(str(each) for each in (*known, LOWERING_VERSION))


def _cpu_facts() -> dict[str, str]:
    """Linux's account of its first processor; empty elsewhere."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    lines = (line.partition(":") for line in text.split("\n\n", 1)[0].splitlines())
    return {name.strip(): value.strip() for name, _, value in lines}
