"""By what means a book is made: the options of ``espressivo narrate`` that are rarely needed.

Each has the field of the same name in the window. "" and None leave it to what is set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from app.commands.narrate import MOST_WORKERS
from app.nudging import nudges_of
from app.settings import CARRY, PRECISIONS, knob
from engine.errors import InputError
from engine.listening import available
from engine.values import Deltas

HOST_PORT = re.compile(r"auto|\S+:\d{1,5}")
"""What ``--cluster`` takes."""

CHOICES = {"carry": ("", *CARRY), "precision": ("", *PRECISIONS)}
"""Of the means that are one of a few words."""

KNOBS = ("stability", "ramp")


@dataclass(frozen=True, slots=True)
class Means:
    """How a book is spoken besides voice and emotion, and by what."""

    stability: float | None = None
    ramp: float | None = None
    nudges: str = ""
    """NAME=VALUE, parted by blanks: see ``app.nudging``."""
    seed: int = 0
    carry: str = ""
    tags: bool = False
    """Whether directions in brackets are followed; else words in brackets are spoken."""
    lexicon: str = ""
    """Path of the book's own lexicon."""
    encoding: str = ""
    """Of a text file; "" = UTF-8 or as it says itself."""
    precision: str = ""
    workers: int = 1
    cluster: str = ""
    listen: bool = False
    unmarked: bool = False
    """Whether tags and manifest say nothing of synthetic speech."""


NOTHING = Means()


def arguments(means: Means) -> list[str]:
    """The options they are on the command line."""
    found: list[str] = []
    for name in KNOBS:
        value = getattr(means, name)
        found += [] if value is None else [f"--{name}", f"{value:g}"]
    found += [f"--nudge={each}" for each in means.nudges.split()]
    found += [f"--seed={means.seed}"] if means.seed else []
    for name in ("carry", "lexicon", "encoding", "precision", "cluster"):
        value = getattr(means, name)
        found += [f"--{name}", value] if value else []
    found += ["--workers", f"{means.workers}"] if means.workers != 1 else []
    found += [f"--{name}" for name in ("tags", "listen", "unmarked") if getattr(means, name)]
    return found


def changed(means: Means, name: str, value: object) -> Means:
    """Other means: one of them is what a field says; what it cannot be is passed over."""
    return filled(means, {name: value})


def kept(means: Means) -> dict[str, object]:
    """What is to be kept of them: what is not left to itself."""
    usual = asdict(NOTHING)
    return {name: value for name, value in asdict(means).items() if value != usual[name]}


def filled(means: Means, values: Mapping[str, object]) -> Means:
    """Means with these values; each that is not what it should be is passed over."""
    taken: dict[str, Any] = {}
    for field in fields(Means):
        value = values.get(field.name)
        if field.name in values and _fits(field.name, value):
            number = field.name in KNOBS and value is not None
            taken[field.name] = knob(field.name, value) if number else value
    return replace(means, **taken)


def _fits(name: str, value: object) -> bool:
    if name in KNOBS:
        try:
            return value is None or knob(name, value) >= 0
        except (InputError, TypeError):
            return False
    if name in CHOICES:
        return value in CHOICES[name]
    usual = getattr(NOTHING, name)
    if name == "workers" and isinstance(value, int) and not 1 <= value <= MOST_WORKERS:
        return False
    return type(value) is type(usual)


def nudges(means: Means) -> Deltas:
    """What is changed by hand; nothing while it cannot be read, which ``problems`` names."""
    try:
        return nudges_of(means.nudges.split())
    except InputError:
        return Deltas()


def problems(means: Means) -> dict[str, tuple[str, str]]:
    """What the command would refuse, by the field it belongs to: a word and a detail."""
    found: dict[str, tuple[str, str]] = {}
    try:
        nudges_of(means.nudges.split())
    except InputError as error:
        found["nudges"] = "nudge", f"{error.detail} ({error.hint})"
    if means.encoding and not _is_encoding(means.encoding):
        found["encoding"] = "encoding", means.encoding
    if means.lexicon and not Path(means.lexicon).expanduser().is_file():
        found["lexicon"] = "no-file", means.lexicon
    if means.cluster:
        if not HOST_PORT.fullmatch(means.cluster):
            found["cluster"] = "address", means.cluster
        elif find_spec("ray") is None:
            found["cluster"] = "no-ray", "espressivo[cluster]"
        elif means.workers > 1:
            found["cluster"] = "both", ""
    if means.listen and not available():
        found["listen"] = "no-recogniser", "espressivo[recogniser]"
    return found


def _is_encoding(name: str) -> bool:
    try:
        "".encode(name)
    except (LookupError, ValueError):
        return False
    return True
