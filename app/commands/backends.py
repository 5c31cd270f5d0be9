"""``espressivo backends``: what the voice can run on here, and why not the rest."""

from __future__ import annotations

import argparse
import itertools
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from app.lowering import ROW, precision_data, precision_words
from app.parser import examples
from app.settings import BACKENDS, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from app.screen import Screen
    from engine.backends.choose import Row
    from engine.backends.facts import Placement
    from engine.backends.protocol import BackendInfo, Probe
    from engine.models.prepared import PreparedModel

NAME = "backends"
SUMMARY = "show what the voice can run on"

DESCRIPTION = """\
Show what the voice can run on. Automatic choice takes the first that can run; one
asked for by name either runs or says why not. With --explain and a prepared voice it also
counts which node of the voice model runs where. `fake` is a sine voice for trying
things out without a model; it is never chosen automatically."""

EPILOG = examples("espressivo backends", "espressivo backends --explain")

SCHEMA = "espressivo.backends/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``backends``."""
    parser.add_argument("--explain", action="store_true", help="say why, and what would help")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Show the backends; returns the exit status."""
    from app.laps import placement_data as data
    from app.laps import placement_rows as table
    from engine.build import backend_rows

    prepared = _prepared(settings.data) if options.explain else None
    rows = backend_rows(prepared)
    probes = [row.probe() for row in rows.values()]
    chosen = next((p.name for p in probes if p.available and rows[p.name].automatic), None)
    if options.json:
        found = [asdict(p) | {"automatic": rows[p.name].automatic} for p in probes]
        answer: dict[str, Any] = {"schema": SCHEMA, "automatic": chosen, "backends": found}
        if options.explain:
            if (info := _info(rows, prepared)) is not None:
                answer["precision"] = precision_data(settings.data, info, settings.precision)
            answer["nodes"] = {name: data(each) for name, each in _placements(rows, probes)}
        screen.data(answer)
        return 0
    shown = []
    for probe in probes:
        state = "runs" if probe.available else "cannot run"
        note = _chosen(probes, chosen, options.explain) if chosen == probe.name else ""
        why = "; ".join(filter(None, (probe.reason, _step(probe.hint))))
        shown.append((probe.name, state, why if options.explain and why else note))
    screen.table(("backend", "here", "why" if options.explain else ""), shown)
    if options.explain:
        counted_rows = [
            (name, *row) for name, found in _placements(rows, probes) for row in table(found)
        ]
        if counted_rows:
            heads = ("backend", "stage", "provider", "nodes", "which, where it is not most")
            screen.table(heads, counted_rows)
        if (info := _info(rows, prepared)) is not None:
            screen.out(precision_words(settings.data, info, settings.precision))
    return 0


def _info(rows: Mapping[str, Row], prepared: PreparedModel | None) -> BackendInfo | None:
    """What the processor's row tells of itself, if it can run; no session is opened for that."""
    if prepared is None or not rows[ROW].probe().available:
        return None
    backend = rows[ROW].build()
    try:
        return backend.describe()
    finally:
        backend.close()


def _prepared(data: Path) -> PreparedModel | None:
    """The prepared voice, if there is one: without it nothing can be counted."""
    from engine.errors import MissingModel
    from engine.models.prepared import load_prepared

    try:
        return load_prepared(data)
    except MissingModel:
        return None


def _placements(rows: Mapping[str, Row], probes: list[Probe]) -> Iterator[tuple[str, Placement]]:
    """Where each backend's nodes run, for those that can run and can tell."""
    from engine.backends.facts import placement_of
    from engine.errors import StudioError

    for probe in probes:
        if not probe.available:
            continue
        try:
            backend = rows[probe.name].build()
        except (StudioError, OSError):  # no voice is prepared: nothing to count
            continue
        try:
            placement = placement_of(backend)
            if placement is not None:
                yield probe.name, placement
        finally:
            backend.close()


def _chosen(probes: list[Probe], chosen: str, explain: bool) -> str:
    """That this one is taken by itself, and what was passed over on the way to it."""
    before = itertools.takewhile(lambda probe: probe.name != chosen, probes)
    passed = " and ".join(p.name for p in before if not p.available)
    why = f": {passed} cannot run here" if explain and passed else ""
    return f"chosen automatically{why}"


def _step(hint: str) -> str:
    """What to do: another backend to take, or whatever else would help."""
    return f"use --backend {hint} instead" if hint in BACKENDS else hint and f"helps: {hint}"
