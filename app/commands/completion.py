"""``espressivo completion``: the script that lets a shell complete the commands."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from app.parser import examples
from app.settings import BACKENDS, Settings

if TYPE_CHECKING:
    from app.screen import Screen

NAME = "completion"
SUMMARY = "print a completion script for your shell"

DESCRIPTION = """\
Print a script that lets your shell complete the commands, options, file names and
names of voices."""

EPILOG = examples(
    "espressivo completion bash > ~/.local/share/bash-completion/completions/espressivo",
    'espressivo completion zsh > "${fpath[1]}/_espressivo"',
)

SHELLS = ("bash", "zsh", "fish", "tcsh")


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``completion``."""
    parser.add_argument("shell", choices=SHELLS, metavar="SHELL", help=", ".join(SHELLS))


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Print the script; returns the exit status."""
    import shtab

    from app.cli import parser
    from engine.models.manifest import load_manifest

    whole = parser()
    voices = tuple(load_manifest().voices)
    for action in _actions(whole):
        if action.metavar == "FILE":
            action.complete = shtab.FILE  # type: ignore[attr-defined]
        elif action.metavar == "DIR":
            action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
        elif action.metavar == "MIX":
            action.choices = voices
        elif action.dest == "backend":
            action.choices = BACKENDS
    screen.out(shtab.complete(whole, options.shell))
    return 0


def _actions(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    found: list[argparse.Action] = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            for child in action.choices.values():
                found += _actions(child)
    return found
