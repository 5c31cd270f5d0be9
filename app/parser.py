"""The argument parser: plain errors, near misses named, an example per command."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NoReturn

from app.notices import Exit, plain
from app.screen import Screen, complain

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

NEAR = 0.6
"""How alike (0..1, difflib's ratio) a known word must be to be suggested."""

_CHOICE = re.compile(r"invalid choice: '(.*?)' \(choose from (.*)\)")


class UsageError(Exception):
    """Options that do not go together; its text is one sentence without a full stop."""


class Help(argparse.RawDescriptionHelpFormatter):
    """Help as it is written, defaults where they are named."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=28)


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence with the nearest known word."""

    def __init__(self, *arguments: object, **named: object) -> None:
        named.setdefault("formatter_class", Help)
        named.setdefault("allow_abbrev", False)
        super().__init__(*arguments, **named)  # type: ignore[arg-type]

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on one line and leave with status 2."""
        found = _CHOICE.search(message)
        if found:
            what = message.split(":")[0].removeprefix("argument ").lower()
            word, known = found.groups()
            near = (
                suggest(word, self._all_choices()) or f", choose from {known.replace(chr(39), '')}"
            )
            message = f"there is no {what} {plain(word)!r}{near}"
        complain(f"espressivo: {plain(message)}; see `{self.prog} --help`.")
        raise SystemExit(int(Exit.INPUT))

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help as every result is printed: a full disk is told, not a fault.

        argparse's own lets a failed write through before Python 3.11.7 and hides it since.
        """
        if file is not None:
            super().print_help(file)
        else:
            Screen().out(self.format_help().rstrip("\n"))

    def read(self, arguments: Sequence[str]) -> argparse.Namespace:
        """Parse; an unknown option is named with the nearest known one."""
        options, extra = self.parse_known_args(arguments)
        if extra:
            parser = self._chosen(options)
            parser.error(parser.unknown(extra, arguments))
        return options

    def unknown(self, extra: Sequence[str], arguments: Sequence[str] = ()) -> str:
        """What to say about arguments nobody takes."""
        option = next((word for word in extra if word.startswith("-") and word != "-"), None)
        if option is None:
            return f"nobody takes {extra[0]!r}: put a text of several words in quotes"
        name = option.split("=")[0]
        ended = arguments.index("--") if "--" in arguments else len(arguments)
        if name in self._option_string_actions and option not in arguments[:ended]:
            return f"{name} stands behind --, where nothing is an option: put it before --"
        return f"there is no option {name}{suggest(name, self._option_string_actions)}"

    def _chosen(self, options: argparse.Namespace) -> Parser:
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):
                name = getattr(options, action.dest, None)
                if name in action.choices:
                    chosen = action.choices[name]
                    return chosen._chosen(options) if isinstance(chosen, Parser) else self
        return self

    def _all_choices(self) -> list[str]:
        return [str(c) for action in self._actions if action.choices for c in action.choices]


def suggest(word: str, known: Iterable[str]) -> str:
    """``", did you mean X?"`` or nothing."""
    near = difflib.get_close_matches(word, list(known), n=2, cutoff=NEAR)
    return f", did you mean {' or '.join(near)}" if near else ""


def examples(*lines: str) -> str:
    """The end of a command's help."""
    return "\n".join(("examples:", *(f"  {line}" for line in lines)))


class Version(argparse.Action):
    """``--version``; the version is looked up only when it is asked for."""

    def __init__(self, option_strings: Sequence[str], dest: str, **named: object) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, **named)  # type: ignore[arg-type]

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and leave."""
        from importlib.metadata import version

        Screen().out(f"espressivo {version('espressivo')}")
        raise SystemExit(0)
