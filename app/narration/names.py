"""File names out of titles: valid on every system, none twice."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

MOST = 100
"""Characters of a name without number and ending: 120 with them, and under 255 bytes."""
MOST_UTF8 = 200

_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?$", re.IGNORECASE)
"""Names Windows keeps for devices, whatever their ending."""
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')


def safe(title: str, other: str = "untitled") -> str:
    """A title as the stem of a file name.

    What Windows, macOS or Linux forbids becomes a space or a hyphen; ``other`` is taken
    where nothing is left.
    """
    text = unicodedata.normalize("NFC", title)
    text = re.sub(r"(?<=\w)[/\\|](?=\w)", "-", text)
    text = _FORBIDDEN.sub(" ", text)
    text = "".join(c if unicodedata.category(c)[0] not in "C" else " " for c in text)
    text = " ".join(text.split())[:MOST]
    while len(text.encode()) > MOST_UTF8:
        text = text[:-1]
    text = text.strip(" .").lstrip("-~ ")
    if _RESERVED.match(text):
        text = f"{text} -"
    return text or other


def numbered(titles: Iterable[str]) -> tuple[str, ...]:
    """Stems for chapters in order: ``01 - The Pond``; the number makes each the only one."""
    names = [safe(title, "chapter") for title in titles]
    width = max(2, len(str(len(names))))
    return tuple(f"{number:0{width}d} - {name}" for number, name in enumerate(names, 1))


def unique(names: Iterable[str]) -> tuple[str, ...]:
    """Stems as they were asked for; of equal ones (case aside) the later get a number."""
    taken: set[str] = set()
    found = []
    for name in names:
        stem, number = safe(name), 1
        while (chosen := stem if number == 1 else f"{stem} ({number})").casefold() in taken:
            number += 1
        taken.add(chosen.casefold())
        found.append(chosen)
    return tuple(found)
