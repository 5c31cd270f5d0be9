"""Word lists and tables kept as data beside the code, in ``assets/reading``.

Two plain forms, UTF-8: a *list file* has sections ``[name]`` followed by words
parted by white space; a *table* has tab-separated cells. Lines that begin with
``//`` are comments in both.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files


@cache
def _read(name: str) -> tuple[str, ...]:
    content = files("assets").joinpath("reading", name).read_text(encoding="utf-8")
    return tuple(row for row in content.splitlines() if row.strip() and not row.startswith("//"))


def word_list(section: str, name: str = "words.txt") -> tuple[str, ...]:
    """The words of one section of a list file, in order."""
    found: list[str] = []
    inside = False
    for row in _read(name):
        if row.startswith("["):
            inside = row.strip() == f"[{section}]"
        elif inside:
            found += row.split()
    if not found:
        msg = f"no section {section!r} in {name}"
        raise LookupError(msg)
    return tuple(found)


def word_set(section: str, name: str = "words.txt") -> frozenset[str]:
    """The words of one section of a list file, for asking whether one is there."""
    return frozenset(word_list(section, name))


def table(name: str) -> tuple[tuple[str, ...], ...]:
    """The rows of a table, split at tabs."""
    return tuple(tuple(row.split("\t")) for row in _read(name))
