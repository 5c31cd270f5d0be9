"""``espressivo doctor``: is everything there that speaking needs?"""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.notices import Exit
from app.parser import examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "doctor"
SUMMARY = "check that everything needed is there"

DESCRIPTION = """\
Check Python, the packages, the voice model, the backends, disk space, playing and
the pronunciation program. Each line is ok, none (not here, and not
needed), warn or fail with the next step. The exit status is 0 unless something that
speaking needs has failed."""

EPILOG = examples("espressivo doctor", "espressivo doctor --json")

SCHEMA = "espressivo.doctor/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``doctor``."""
    parser.add_argument("--json", action="store_true", help="print the findings as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Check everything; returns 0, or 3 if something that speaking needs has failed."""
    from dataclasses import asdict

    from app.checks import examine

    findings = examine(settings)
    failed = any(finding.state == "fail" for finding in findings)
    if options.json:
        found = [asdict(finding) for finding in findings]
        screen.data({"schema": SCHEMA, "ok": not failed, "checks": found})
    else:
        for finding in findings:
            step = f"; {finding.step}" if finding.step else ""
            screen.out(f"{finding.state:4}  {finding.what}: {finding.found}{step}")
    return Exit.MODEL if failed else Exit.OK
