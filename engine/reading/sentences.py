"""Where sentences end: one judgement, used by line splitting and by reading."""

from __future__ import annotations

import re

from engine.reading.abbreviations import COUNTED, ENDERS, LEADERS, MONTHS, STARTERS, STREET, TITLES
from engine.reading.numbers import roman
from engine.reading.tables import word_set

_BEFORE = re.compile(r"[A-Za-z][A-Za-z.']{0,15}$")
_AFTER = re.compile(r"[\s\"'”’“‘)\](*_—]{0,6}([A-Za-z][A-Za-z'’]{0,20}|[0-9]|.)?", re.DOTALL)
_CLOSERS = "\"'”’)]»*_"
_BEFORE_NUMBERS = frozenset({"b", "d", "r", "m", "fl", "Rs", "Re"})
"""``b. 1912``, ``Rs. 500``: with their point they are short before a number."""
_ZONES = word_set("zones")
_DAYS = word_set("days")
_NUMBERED = word_set("numbered")


def _following(text: str, pos: int) -> tuple[str, bool]:
    """The word after ``pos`` and whether white space stands between."""
    match = _AFTER.match(text, pos)
    word = (match[1] or "") if match else ""
    gap = text[pos : match.start(1)] if match and match[1] else text[pos : pos + 6]
    return word, any(char.isspace() for char in gap)


def _leads(form: str) -> bool:
    """Short forms that point onward; "Al." and "Ca." with a capital are names."""
    return form in LEADERS or (form.lower() in LEADERS and len(form) > 2)


def _short_form_ends(form: str, before: str, word: str) -> bool:
    """True if the point after a known short form also ends the sentence."""
    starts = word.lower().replace("’", "'") in STARTERS
    if form in STREET and before[-1:].isalpha() and before[:1].isupper():
        return starts
    if form in TITLES or _leads(form):
        return False
    if form == "P.M" and not before[-1:].isdigit():
        return starts
    if form.lower() in {"a.m", "p.m", "etc"}:
        return word not in _ZONES and word not in _DAYS
    if form in ENDERS or "." in form:
        return starts
    return True


def is_end(text: str, pos: int) -> bool:
    """Does the full stop at ``text[pos]`` end a sentence?

    Args:
        text: the text; only some 20 characters either side are looked at.
        pos: index of a ``.``; for ``!``, ``?`` and ``…`` see ``stop_ends``.
    """
    word, spaced = _following(text, pos + 1)
    if not word:
        return True
    if not spaced or word[0].islower():
        return False
    found = _BEFORE.search(text, max(0, pos - 18), pos)
    if not found:
        return True
    form = found[0]
    before = text[max(0, found.start() - 20) : found.start()].split()[-1:] or [""]
    if len(form) == 1 and form.isupper():
        return _initial_ends(form, before[0], word)
    known = form in TITLES or _leads(form) or form in ENDERS or form.lower() == "etc"
    if known or ("." in form and all(len(part) < 3 for part in form.split("."))):
        return _short_form_ends(form, before[0], word)
    if form in COUNTED:
        return not (word[0].isdigit() or roman(word))
    return not (form in _BEFORE_NUMBERS and (word[0].isdigit() or word in MONTHS))


def _initial_ends(form: str, before: str, word: str) -> bool:
    """A single capital and a point: an initial, or the end ("Plan B. Then")."""
    if form == "I" and (before.lower() in _NUMBERED or before[:1].islower() or not before):
        return True
    if before.lower() in _NUMBERED:
        return True
    return word.lower().replace("’", "'") in STARTERS


def stop_ends(text: str, pos: int) -> bool:
    """Does the mark at ``text[pos]`` (one of ``. ! ? …``) end a sentence?"""
    mark = text[pos]
    if mark == ".":
        return is_end(text, pos)
    word, spaced = _following(text, pos + 1)
    if not word:
        return True
    closed = text[pos + 1 : pos + 2] in _CLOSERS
    if mark == "…":
        return spaced and word[0].isupper() and word.lower() not in {"i", "i'm", "i've", "i'll"}
    return (spaced or closed) and not word[0].islower()
