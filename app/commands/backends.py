"""``espressivo backends``: what the voice can run on here, and why not the rest."""

from __future__ import annotations

import argparse
import itertools
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.parser import examples
from app.settings import BACKENDS, Settings

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.backends.protocol import Probe

NAME = "backends"
SUMMARY = "show what the voice can run on"

DESCRIPTION = """\
Show what the voice can run on. Automatic choice takes the first that can run; one
asked for by name either runs or says why not. `fake` is a sine voice for trying
things out without a model; it is never chosen automatically."""

EPILOG = examples("espressivo backends", "espressivo backends --explain")

SCHEMA = "espressivo.backends/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``backends``."""
    parser.add_argument("--explain", action="store_true", help="say why, and what would help")
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Show the backends; returns the exit status."""
    from engine.build import backend_rows

    rows = backend_rows(None)
    probes = [row.probe() for row in rows.values()]
    chosen = next((p.name for p in probes if p.available and rows[p.name].automatic), None)
    if options.json:
        found = [asdict(p) | {"automatic": rows[p.name].automatic} for p in probes]
        screen.data({"schema": SCHEMA, "automatic": chosen, "backends": found})
        return 0
    shown = []
    for probe in probes:
        state = "runs" if probe.available else "cannot run"
        note = _chosen(probes, chosen, options.explain) if chosen == probe.name else ""
        why = "; ".join(filter(None, (probe.reason, _step(probe.hint))))
        shown.append((probe.name, state, why if options.explain and why else note))
    screen.table(("backend", "here", "why" if options.explain else ""), shown)
    return 0


def _chosen(probes: list[Probe], chosen: str, explain: bool) -> str:
    """That this one is taken by itself, and what was passed over on the way to it."""
    before = itertools.takewhile(lambda probe: probe.name != chosen, probes)
    passed = " and ".join(p.name for p in before if not p.available)
    why = f": {passed} cannot run here" if explain and passed else ""
    return f"chosen automatically{why}"


def _step(hint: str) -> str:
    """What to do: another backend to take, or whatever else would help."""
    return f"use --backend {hint} instead" if hint in BACKENDS else hint and f"helps: {hint}"
