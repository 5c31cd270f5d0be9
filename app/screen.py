"""What a command prints: results on standard output, the rest on standard error."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from app.refusals import STANDARD_OUTPUT, from_os
from app.remarks import remark_sentence

if TYPE_CHECKING:
    from engine.values import Remark

PLAIN_WIDTH = 100
"""Columns of a table that goes to a file or a pipe."""


class Screen:
    """Where a command prints.

    Args:
        quiet: nothing but results and errors.
    """

    def __init__(self, *, quiet: bool = False) -> None:
        self.quiet = quiet
        self._said: set[tuple[str, str, str]] = set()

    @property
    def lively(self) -> bool:
        """Whether a progress bar can be seen and is wanted."""
        return sys.stderr.isatty() and not self.quiet and os.environ.get("TERM") != "dumb"

    def out(self, text: str) -> None:
        """Print one line of the result."""
        _print(f"{text}\n")

    def data(self, value: Mapping[str, Any]) -> None:
        """Print the result as JSON."""
        _print(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) + "\n")

    def note(self, text: str) -> None:
        """Say something worth knowing, unless quiet."""
        if not self.quiet:
            complain(f"note: {text}")

    def remarks(self, remarks: Sequence[Remark]) -> None:
        """Say each remark once, however many lines it belongs to."""
        for remark in remarks:
            mark = (remark.code, remark.subject, remark.detail)
            if mark not in self._said:
                self._said.add(mark)
                self.note(remark_sentence(remark))

    def error(self, text: str) -> None:
        """Say what went wrong, on one line."""
        complain(f"espressivo: {text}")

    def table(self, heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """Print rows in columns, fitted to the terminal."""
        from rich import box
        from rich.console import Console
        from rich.table import Table

        terminal = sys.stdout.isatty()
        table = Table(box=box.SIMPLE_HEAD if terminal else None, pad_edge=False)
        for head in heads:
            table.add_column(head, overflow="fold")
        for row in rows:
            table.add_row(*(_escape(cell) for cell in row))
        width = None if terminal else max(PLAIN_WIDTH, _natural_width(heads, rows))
        page = io.StringIO()
        Console(file=page, width=width, highlight=False, force_terminal=terminal).print(table)
        _print("".join(f"{line.rstrip()}\n" for line in page.getvalue().splitlines()))

    def flush(self) -> None:
        """See that everything printed has left the program."""
        _print("", flush=True)

    @contextmanager
    def progress(self, title: str, total: float) -> Iterator[Progress]:
        """A bar on a terminal, silence elsewhere."""
        if not self.lively:
            yield Progress()
            return
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bars

        columns = (
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[done]}"),
            TimeRemainingColumn(),
        )
        with Bars(*columns, console=Console(stderr=True), transient=True) as bars:
            yield _Bar(bars, bars.add_task(title, total=total, done=""))


class Progress:
    """How far a long piece of work has come; this one shows nothing."""

    def show(self, done: float, words: str = "", title: str = "") -> None:
        """Set how much is done, of the total given at the start."""


class _Bar(Progress):
    def __init__(self, bars: Any, task: Any) -> None:
        self._bars = bars
        self._task = task

    def show(self, done: float, words: str = "", title: str = "") -> None:
        changes: dict[str, Any] = {"completed": done, "done": words}
        if title:
            changes["description"] = title
        self._bars.update(self._task, **changes)


def _print(text: str, *, flush: bool = False) -> None:
    try:
        sys.stdout.write(text)
        if flush:
            sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise from_os(error, STANDARD_OUTPUT) from error


def complain(text: str) -> None:
    """Print one line on standard error; one that cannot be written changes nothing else.

    There is nobody left to tell, and the exit status still says what happened.
    """
    with contextlib.suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


def prepare_streams() -> None:
    """Open what was closed, and never fail on a character the terminal cannot show."""
    _open_closed()
    for stream in (sys.stdout, sys.stderr):
        _soften(stream)


def close_streams() -> None:
    """Flush, and where that fails let Python not meet the failure again at its end."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            with contextlib.suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed() -> None:
    """Give standard streams that were closed (``<&-``, ``>&-``) a place of their own.

    Otherwise the next file to be opened gets their number, and what is printed
    goes into it. Input is then empty, results are refused as they are printed,
    and what is said on standard error is lost.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            opened = os.open(os.devnull, os.O_WRONLY if name == "stderr" else os.O_RDONLY)
            os.set_inheritable(opened, True)
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(number, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _soften(stream: TextIO) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _escape(cell: str) -> str:
    from rich.markup import escape

    return escape(cell)


def _natural_width(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> int:
    widths = [max(len(cell) for cell in column) for column in zip(heads, *rows, strict=True)]
    return sum(widths) + 3 * len(widths)
