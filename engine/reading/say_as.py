"""SSML's ``say-as``: what is written so that the reading says it as asked.

The kinds and formats are those in wide use for SSML 1.1 (W3C leaves them open):
``characters``, ``cardinal``, ``ordinal``, ``date``, ``time``, ``telephone``; ``fraction``,
``currency``, ``unit`` and their like are left to the reading, whose rules know them.
The result is text again, so it is read by the language's own rules.
"""

from __future__ import annotations

import re

from engine.reading.abbreviations import MONTHS
from engine.reading.tongues import counting, tongue
from engine.reading.tongues.tongue import Tongue

_KINDS = {
    "characters": "characters", "spell-out": "characters", "verbatim": "characters",
    "letters": "characters", "digits": "telephone", "number_digit": "telephone",
    "telephone": "telephone", "cardinal": "cardinal", "number": "cardinal",
    "ordinal": "ordinal", "date": "date", "time": "time", "fraction": "as written",
    "currency": "as written", "unit": "as written", "measure": "as written",
    "address": "as written", "name": "as written",
}  # fmt: skip
"""Kinds ``as written`` are what the reading's own rules are for."""
_ENGLISH_ORDINALS = {1: "st", 2: "nd", 3: "rd"}
_PARTS = re.compile(r"[0-9]{1,4}")
_GROUP = re.compile(r"\+?[0-9]+|[A-Za-z]+")
_RUN = re.compile(r"[^\W\d_]+|[0-9]+")
_LONE_A = "[A](/ˈA/)"
"""Alone it would be taken for the article."""
_MARKS_INSIDE = re.compile(r"[.,'\u00a0\u202f ](?=[0-9]{3})")
"""What groups digits in one language or another."""
_MOST_RANK = 9999
_TIME = re.compile(r"\s*([0-9]{1,2})[:.h]([0-9]{2})(?:[:.]([0-9]{2}))?\s*([ap])?\.?m?\.?\s*$", re.I)


def written(kind: str, text: str, form: str, language: str) -> str | None:
    """``text`` rewritten, or None if the kind or the text is not understood.

    Args:
        kind: the element's ``interpret-as``.
        text: what it holds.
        form: its ``format``, such as ``dmy`` for dates.
        language: language of the reading.
    """
    stripped = " ".join(text.split())
    known, form = _KINDS.get(kind.strip().lower()), form.strip().lower()
    if known == "as written":
        return stripped or None
    if language in tongue.CODES:
        return _in_tongue(tongue.load(language), known or "", stripped, form)
    english = language.startswith("en")
    match known:
        case "characters":
            return _characters(stripped)
        case "telephone":
            return _telephone(stripped)
        case "cardinal":
            return _cardinal(stripped, english=english)
        case "ordinal":
            return _ordinal(stripped, english=english)
        case "date":
            return _date(stripped, form, english=english)
        case "time":
            return _time(stripped)
    return None


def _in_tongue(language: Tongue, known: str, text: str, form: str) -> str | None:
    """As ``written``, in the words of a language with a table."""
    bare = _MARKS_INSIDE.sub("", text)
    match known:
        case "characters":
            return _named(language, text)
        case "telephone":
            return _telephone(text)
        case "cardinal" if bare.lstrip("-−").isdecimal():
            sign = [language.say("minus")] if bare[0] in "-−" else []
            return " ".join([*sign, *counting.cardinal(language, int(bare.lstrip("-−")))])
        case "ordinal" if bare.isdecimal() and 0 < int(bare) <= _MOST_RANK:
            gender = "f" if form in {"f", "feminine", "fem"} else "m"
            return " ".join(counting.ordinal(language, int(bare), gender))
        case "date":
            named = _dated(text, form, day_first=True)
            if named and named.keys() == {"d", "m", "y"}:
                return " ".join(counting.date(language, named["d"], named["m"], str(named["y"])))
        case "time":
            return _clocked(language, text)
    return None


def _named(language: Tongue, text: str) -> str | None:
    """Letters by their names, digits one by one."""
    found: list[str] = []
    for char in text.lower():
        if char.isdecimal():
            found += counting.digits(language, str(int(char)))
        elif char.isalpha():
            found.append(language.letters.get(char, char))
    return " ".join(found) or None


def _clocked(language: Tongue, text: str) -> str | None:
    match = _TIME.match(text)
    if not match or int(match[1]) > 24:
        return None
    hour = int(match[1])
    if match[4]:
        hour = hour % 12 + (12 if match[4].lower() == "p" else 0)
    second = int(match[3]) if match[3] else None
    return " ".join(counting.clock(language, hour, int(match[2]), second))


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
    named = _dated(text, form, day_first=False) if english else None
    if named is None:
        return text if not form and english and not _whole_date(text) else None
    month, day, year = named.get("m"), named.get("d"), named.get("y")
    words = [MONTHS[month - 1]] if month is not None else []
    if day is not None:
        words.append(str(day) if words else str(_ordinal(str(day), english=True)))
    if year is None:
        return " ".join(words) or None
    return f"{' '.join(words)}, {year}" if day is not None else " ".join([*words, str(year)])


def _whole_date(text: str) -> bool:
    return len(_PARTS.findall(text)) == len("dmy")


def _dated(text: str, form: str, *, day_first: bool) -> dict[str, int] | None:
    """Day, month and year by letter; None if the parts make no date."""
    parts = _PARTS.findall(text)
    order = form if set(form) <= set("dmy") and form else _order(parts, day_first=day_first)
    if len(parts) != len(order) or not parts:
        return None
    named = {letter: int(part) for letter, part in zip(order, parts, strict=True)}
    month, day = named.get("m"), named.get("d")
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    return named


def _order(parts: list[str], *, day_first: bool) -> str:
    """The order of a date without a format: a year is seen by its four digits."""
    if len(parts) == 3 and len(parts[0]) == 4:
        return "ymd"
    return ("dmy" if day_first else "mdy") if len(parts) == 3 else ""


def _time(text: str) -> str | None:
    match = _TIME.match(text)
    if not match:
        return None
    clock = f"{int(match[1])}:{match[2]}" + (f":{match[3]}" if match[3] else "")
    return f"{clock} {match[4].upper()}M" if match[4] else clock
