"""``espressivo licences``: every part others wrote, and its terms."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import TYPE_CHECKING

from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "licences"
SUMMARY = "list every part others wrote, with its licence"

DESCRIPTION = """\
List everything this program is made of that others wrote: packages, libraries,
the voice model, the voices and data, each with its licence and attribution."""

EPILOG = examples("espressivo licences", "espressivo licences --json")

SCHEMA = "espressivo.licences/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``licences``."""
    parser.add_argument("--json", action="store_true", help="print the list as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """List the licences; returns the exit status."""
    from app.licences import licence_list

    entries = licence_list()
    if options.json:
        screen.data({"schema": SCHEMA, "parts": [asdict(entry) for entry in entries]})
        return 0
    rows = [
        (e.kind, f"{e.name} {e.version}".strip(), e.licence, e.where, e.attribution or e.decision)
        for e in entries
    ]
    screen.table(("kind", "name", "licence", "part of", "remark"), rows)
    return 0
