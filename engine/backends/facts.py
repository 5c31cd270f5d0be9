"""What only some backends can tell or do: where a run was, how large, how old; a part of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.cancel import CancelToken
from engine.values import Remark


@dataclass(frozen=True, slots=True)
class StageFacts:
    """One stage, as it ran last."""

    stage: str
    provider: str
    """Who ran it, by the library's own name."""
    nodes: int = 0
    """Operators (of an engine: layers) that ran there; 0 = nobody counted."""
    bucket: int = 0
    """Length the engine or the captured graph was made for; 0 without one."""
    hit: bool = False
    """Whether that engine or graph did the run."""
    age_s: float | None = None
    """Seconds since the engine was built."""
    state: str = ""
    """What became of the engine, or why there is none."""


@dataclass(frozen=True, slots=True)
class RunFacts:
    """All that is known of a backend's runs."""

    stages: tuple[StageFacts, ...]
    driver: str = ""
    """Newest CUDA release the driver runs."""
    memory_used: int = 0
    memory_total: int = 0
    """Bytes of the card; 0 without one."""
    remarks: tuple[str, ...] = ()
    """What had to be done without."""
    building: bool = False
    """Whether an engine is being built, or waits for its turn."""


def facts_of(backend: Any) -> RunFacts | None:
    """Return what a backend tells, or None if it tells nothing."""
    tell = getattr(backend, "facts", None)
    return tell() if callable(tell) else None


def run_for(
    backend: Backend, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken, output: str
) -> dict[str, Tensor]:
    """Run as much of a stage as one of its outputs takes.

    Args:
        backend: runs the whole stage if it cannot run less.
        stage: which.
        inputs: by name.
        token: cancels.
        output: the one that is wanted; "" = all of them.

    Returns:
        Outputs by name, this one among them.

    Raises:
        Cancelled, BackendFailed: as ``Backend.run``.
    """
    part = getattr(backend, "run_for", None)
    if not output or not callable(part):
        return backend.run(stage, inputs, token)
    made: dict[str, Tensor] = part(stage, inputs, token, output)
    return made


def open_stage(backend: Backend, stage: Stage) -> None:
    """Open a stage before it is run, where it is opened apart from that.

    Raises:
        MissingModel, BackendUnavailable: it cannot be opened.
    """
    opens = getattr(backend, "open_stage", None)
    if callable(opens):
        opens(stage)


def stood_in(backend: Any) -> int:
    """Count the runs another row did because an engine of this one was not there."""
    count: int = getattr(backend, "stood_in", 0)
    return count


def stand_in(backend: Any) -> BackendInfo | None:
    """Say what ran where an engine of this backend was not there; None if it has no other row."""
    info: BackendInfo | None = getattr(backend, "stand_in", None)
    return info


def stop_building(backend: Any) -> None:
    """Build no more engines; what serves in their place goes on."""
    stop = getattr(backend, "stop_building", None)
    if callable(stop):
        stop()


def can_pin(backend: Any) -> bool:
    """Whether a backend has a card that reads arrays where they lie."""
    return callable(getattr(backend, "pin", None))


def unpin(backend: Any, array: NDArray[Any]) -> None:
    """Release an array that ``pin`` was given, before it is unmapped."""
    if can_pin(backend):
        backend.unpin(array)


def pin(backend: Any, name: str, array: NDArray[Any]) -> tuple[Remark, ...]:
    """Let a card read an array where it lies, if the backend has one that can."""
    can = getattr(backend, "pin", None)
    return can(name, array) if callable(can) else ()


Placement = Mapping[str, Mapping[str, Counter[str]]]
"""By stage and provider, how many nodes of each operator ran there."""


def placement_of(backend: Any) -> Placement | None:
    """Count where a backend's nodes run, by running each stage once; None if it cannot tell."""
    count = getattr(backend, "placement", None)
    return count() if callable(count) else None
