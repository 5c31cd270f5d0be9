"""Which backend runs: automatic may fall back and says why, a name works or raises."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.backends.protocol import Backend, Probe
from engine.errors import BackendUnavailable, InputError
from engine.values import Remark

AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Row:
    """One backend that can be chosen.

    ``probe`` never raises; ``build`` opens the backend and may. A row that is
    not ``automatic`` is chosen by name only.
    """

    name: str
    probe: Callable[[], Probe]
    build: Callable[[], Backend]
    automatic: bool = True


def choose(name: str, rows: Mapping[str, Row]) -> tuple[Backend, tuple[Remark, ...]]:
    """Return a backend and what was skipped on the way to it.

    Args:
        name: ``auto`` or a row's name.
        rows: the rows by name, the most wanted first.

    Raises:
        InputError: ``backend-unknown``, no row has this name.
        BackendUnavailable: the row asked for cannot run here, or none can.
    """
    if name != AUTO and name not in rows:
        known = ", ".join((AUTO, *rows))
        raise InputError("backend-unknown", subject="backend", detail=name, hint=known)
    if name != AUTO:
        return _named(rows[name]), ()
    skipped: list[Remark] = []
    reasons: list[str] = []
    for row in rows.values():
        if not row.automatic:
            continue
        found = row.probe()
        if found.available:
            return row.build(), tuple(skipped)
        reasons.append(f"{row.name}: {found.reason}")
        if not found.silent:
            skipped.append(Remark("backend-skipped", row.name, found.reason))
    raise BackendUnavailable("backend-unavailable", subject=AUTO, detail="; ".join(reasons))


def _named(row: Row) -> Backend:
    require(row)
    return row.build()


def require(row: Row) -> None:
    """Do nothing if the row can run here.

    Raises:
        BackendUnavailable: it cannot; with the reason and what would help.
    """
    found = row.probe()
    if not found.available:
        raise BackendUnavailable(
            "backend-unavailable", subject=row.name, detail=found.reason, hint=found.hint
        )
