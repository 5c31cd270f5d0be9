"""The cover of a book as players and readers take it: JPEG or PNG, and one that can be seen.

A picture that cannot be decoded would end a narration at its last step, so it is looked at
before the first.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from app.narration.book import Picture
from app.narration.ffmpeg import SAME_BYTES, run
from app.narration.plan import Planned
from app.refusals import from_os
from engine.cancel import CancelToken
from engine.errors import ExportError

PICTURED = frozenset(("m4b", "epub"))
"""Formats that hold the cover."""

_BEGINNINGS = {b"\xff\xd8\xff": "jpg", b"\x89PNG\r\n\x1a\n": "png"}
"""Of the files themselves: what a document says of them may be wrong."""


def kind_of(data: bytes) -> str:
    """``jpg`` or ``png`` by how a picture begins; "" for any other."""
    return next((kind for mark, kind in _BEGINNINGS.items() if data.startswith(mark)), "")


def covered(
    planned: Planned,
    formats: Sequence[str],
    folder: Path,
    token: CancelToken,
    tell: Callable[[str], None],
) -> Planned:
    """A book with the cover its files can hold; see ``usable``."""
    cover, told = usable(planned.book.cover, formats, folder, token)
    if told:
        tell(f"{told}.")
    return replace(planned, book=replace(planned.book, cover=cover))


def usable(
    cover: Picture | None, formats: Sequence[str], folder: Path, token: CancelToken
) -> tuple[Picture | None, str]:
    """A cover that can be put into files, and what is to be told of it.

    Args:
        cover: as the document has it.
        formats: what is to be made.
        folder: a picture is put there for a moment.
        token: cancels.

    Raises:
        Cancelled: the token was cancelled.
        ExportError: ``disk-full``, ``output-unwritable``, ``tool-missing``.
    """
    if cover is None or PICTURED.isdisjoint(formats):
        return None, ""
    kind = kind_of(cover.data)
    given, png = folder / "cover.given", folder / "cover.png"
    try:
        given.write_bytes(cover.data)
        run(["-i", given, "-frames:v", "1", "-update", "1", *SAME_BYTES], png, token)
        seen = png.read_bytes()
    except OSError as error:
        raise from_os(error, folder) from error
    except ExportError as error:
        if error.code != "tool-failed":
            raise
        return None, f"the cover ({cover.kind}) cannot be decoded and is left out"
    finally:
        given.unlink(missing_ok=True)
        png.unlink(missing_ok=True)
    if kind:
        return Picture(cover.data, kind), ""
    return Picture(seen, "png"), f"the cover ({cover.kind}) is put in as PNG: players take no other"
