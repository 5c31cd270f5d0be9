"""Whose work a sound is: its key and provenance name the row that made it.

A row whose engines are still being built has another row stand in for them. A sound that
row made alone is its own, bit for bit: it has that row's key and may be kept under it. One
that two rows made is nobody's: its key is its own, and it is not kept, or a later look-up
would take it for what the engines make.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.backends.protocol import BackendInfo, Stage
from engine.cache.inputs import TakeInputs
from engine.keys import key_of
from engine.values import Remark


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a sound is known by, and who made it."""

    key: str
    inputs: TakeInputs
    made_by: BackendInfo
    keeps: bool
    """Whether it may be kept under its key."""
    remarks: tuple[Remark, ...] = ()


def stamp(
    inputs: TakeInputs,
    key: str,
    asked: BackendInfo,
    others: frozenset[Stage],
    row: BackendInfo | None,
) -> Stamp:
    """Return what a sound is stamped with.

    Args:
        inputs: what it was to depend on.
        key: of ``inputs``.
        asked: the backend that was asked.
        others: stages that another row did.
        row: that row; None if nobody can say which.
    """
    if not others:
        return Stamp(key, inputs, asked, keeps=True)
    stages = [stage.value for stage in Stage if stage in others]
    said = (Remark("take-stood-in", "backend", ", ".join(stages)),)
    if row is not None and len(others) == len(Stage):
        own = replace(
            inputs,
            model=row.model,
            precision=row.precision,
            runtime=row.runtime,
            threads=row.threads,
        )
        return Stamp(own.key(), own, row, keeps=True, remarks=said)
    told = () if row is None else (row.name, row.model, row.precision, row.runtime, row.threads)
    name = f"{asked.name}+{'?' if row is None else row.name}"
    mixed = key_of("mixed", key, told, stages)
    return Stamp(mixed, inputs, replace(asked, name=name), keeps=False, remarks=said)
