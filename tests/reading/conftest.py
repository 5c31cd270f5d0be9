"""One reader for all tests of reading: loading costs seconds, reading milliseconds."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.models.vocab import load_vocab
from engine.reading.reader import Reader

DATA = Path(__file__).with_name("data")


@pytest.fixture(scope="session")
def reader() -> Iterator[Reader]:
    """A reader that guesses from letters, so that results do not hang on what is installed."""
    made = Reader(load_vocab(), fallback="letters")
    yield made
    made.close()


@pytest.fixture(scope="session")
def prose() -> str:
    return (DATA / "prose.txt").read_text(encoding="utf-8")


def rows(name: str) -> list[list[str]]:
    """The rows of a table under data/."""
    text = (DATA / name).read_text(encoding="utf-8")
    return [row.split("\t") for row in text.splitlines() if not row.startswith("//")]


def plain(spoken: str) -> str:
    """For comparing: small letters, hyphens as spaces."""
    return " ".join(spoken.lower().replace("-", " ").split())


def is_said(spoken: str, wanted: str) -> bool:
    """Whether a row's third field allows it: ``(a|b)`` is either where narrators differ."""
    return re.fullmatch(plain(wanted), plain(spoken)) is not None


def show(line: str = "") -> None:
    """Print a figure or a table row (seen with ``-s`` and in the report of a failure)."""
    sys.stdout.write(line + "\n")
