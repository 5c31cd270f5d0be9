"""One chapter's files: its master and what is encoded from it, each made once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import astuple, dataclass
from pathlib import Path

from app.narration.book import Chapter
from app.narration.encoding import encode_chapter
from app.narration.ledger import Ledger
from app.narration.mastering import MASTER, master
from app.narration.profiles import Profile
from app.narration.timeline import Timeline
from engine.cancel import CancelToken
from engine.keys import key_of

MASTER_VERSION = 1
"""Raised when the same lines would be mastered otherwise."""
ENCODED_VERSION = 1


@dataclass(frozen=True, slots=True)
class Product:
    """A chapter that is being delivered: ``number`` counts spoken chapters from 1."""

    number: int
    chapter: Chapter
    stem: str
    line: Timeline
    master: Path
    encoded: Mapping[str, Path]
    """Format -> its file in the job's folder."""


def product_of(
    number: int,
    chapter: Chapter,
    stem: str,
    line: Timeline,
    ledger: Ledger,
    profile: Profile,
    kinds: Mapping[str, Mapping[str, str]],
) -> Product:
    """Name a chapter's files by what they are made of.

    Args:
        number, chapter, stem, line: see ``Product``.
        ledger: its folder holds the files.
        profile: how it is mastered.
        kinds: format -> the tags it gets.
    """
    sounds = tuple((each.done.key, each.start) for each in line.placed)
    key = key_of("master", MASTER_VERSION, sounds, line.samples, astuple(profile))
    path = ledger.folder / "masters" / f"{key}.{MASTER}"
    encoded = {
        kind: ledger.folder
        / "encoded"
        / f"{key_of('encoded', ENCODED_VERSION, key, tuple(tags.items()))}.{kind}"
        for kind, tags in kinds.items()
    }
    return Product(number, chapter, stem, line, path, encoded)


def make(
    product: Product,
    ledger: Ledger,
    profile: Profile,
    kinds: Mapping[str, Mapping[str, str]],
    token: CancelToken,
) -> None:
    """Make what of a chapter's files is not there yet.

    Raises:
        Cancelled: the token was cancelled; no half file is left.
        ExportError: from mastering or encoding.
    """
    if not product.master.exists():
        master(product.line, ledger.audio, profile, product.master, token)
    for kind, path in product.encoded.items():
        if not path.exists():
            encode_chapter(product.master, path, profile, kinds[kind], token)
