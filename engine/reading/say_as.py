"""SSML's ``say-as``: what is written so that the reading says it as asked.

The kinds and formats are those in wide use for SSML 1.1 (W3C leaves them open):
``characters``, ``cardinal``, ``ordinal``, ``date``, ``time``, ``telephone``.
The result is text again, so it is read by the language's own rules.
"""

from __future__ import annotations

import re

from engine.reading.abbreviations import MONTHS

_KINDS = {
    "characters": "characters", "spell-out": "characters", "verbatim": "characters",
    "letters": "characters", "digits": "telephone", "number_digit": "telephone",
    "telephone": "telephone", "cardinal": "cardinal", "number": "cardinal",
    "ordinal": "ordinal", "date": "date", "time": "time",
}  # fmt: skip
_ENGLISH_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_PARTS = re.compile(r"[0-9]{1,4}")
_GROUP = re.compile(r"\+?[0-9]+|[A-Za-z]+")
_RUN = re.compile(r"[^\W\d_]+|[0-9]+")
_LONE_A = "[A](/ˈA/)"
"""Alone it would be taken for the article."""
_TIME = re.compile(r"\s*([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}))?\s*([ap])?\.?m?\.?\s*$", re.I)


def written(kind: str, text: str, form: str, language: str) -> str | None:
    """``text`` rewritten, or None if the kind or the text is not understood.

    Args:
        kind: the element's ``interpret-as``.
        text: what it holds.
        form: its ``format``, such as ``dmy`` for dates.
        language: language of the reading.
    """
    english = language.startswith("en")
    stripped = " ".join(text.split())
    match _KINDS.get(kind.strip().lower()):
        case "characters":
            return _characters(stripped)
        case "telephone":
            return _telephone(stripped)
        case "cardinal":
            return _cardinal(stripped, english=english)
        case "ordinal":
            return _ordinal(stripped, english=english)
        case "date":
            return _date(stripped, form.strip().lower(), english=english)
        case "time":
            return _time(stripped)
    return None


def _characters(text: str) -> str | None:
    """One by one: letters joined by hyphens are read by their names in one breath."""
    runs = ["-".join(run) if run.isalpha() else " ".join(run) for run in _RUN.findall(text)]
    return " ".join(_LONE_A if run in "aA" else run.upper() for run in runs) or None


def _telephone(text: str) -> str | None:
    """Digit by digit, a comma where the groups part."""
    groups = _GROUP.findall(text)
    return ", ".join(" ".join(group.upper()) for group in groups) or None


def _cardinal(text: str, *, english: bool) -> str | None:
    digits = text.replace(",", "").replace(" ", "") if english else text
    if not digits.lstrip("-+").isdecimal():
        return None
    return f"{int(digits):,}" if english else digits


def _ordinal(text: str, *, english: bool) -> str | None:
    if not text.isdecimal() or not english:
        return None
    number = int(text)
    teen = number % 100 in (11, 12, 13)
    return f"{number}{'th' if teen else _ENGLISH_ORDINALS.get(number % 10, 'th')}"


def _date(text: str, form: str, *, english: bool) -> str | None:
    """``2024-05-03`` -> May 3, 2024; the order of the parts is the format's."""
    parts = _PARTS.findall(text)
    order = form if set(form) <= set("dmy") and form else _order(parts)
    if not english or len(parts) != len(order):
        return text if not form and english else None
    named = {letter: int(part) for letter, part in zip(order, parts, strict=True)}
    month, day, year = named.get("m"), named.get("d"), named.get("y")
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    words = [MONTHS[month - 1]] if month is not None else []
    if day is not None:
        words.append(str(day) if words else str(_ordinal(str(day), english=True)))
    if year is None:
        return " ".join(words) or None
    return f"{' '.join(words)}, {year}" if day is not None else " ".join([*words, str(year)])


def _order(parts: list[str]) -> str:
    """The order of a date without a format: a year is seen by its four digits."""
    if len(parts) == 3 and len(parts[0]) == 4:
        return "ymd"
    return "mdy" if len(parts) == 3 else ""


def _time(text: str) -> str | None:
    match = _TIME.match(text)
    if not match:
        return None
    clock = f"{int(match[1])}:{match[2]}" + (f":{match[3]}" if match[3] else "")
    return f"{clock} {match[4].upper()}M" if match[4] else clock
