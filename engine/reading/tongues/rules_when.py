"""Dates and times of day in a language with a table."""

from __future__ import annotations

import re
from functools import cache

from engine.reading.tongues import counting
from engine.reading.tongues.scanner import TongueScanner
from engine.reading.tongues.tongue import Tongue, Unit

_ISO = re.compile(r"([12][0-9]{3})([-/])([01]?[0-9])\2([0-3]?[0-9])(?![0-9/-])")
_ANGLE = re.compile(
    r"([0-9]{1,3})[°º] ?([0-9]{1,2})'(?: ?([0-9]{1,2})(?:[\"”]|''))?(?: ?([NSEWO])(?![^\W_]))?"
    r"|([0-9]{1,3})[°º] ?([NSEWO])(?![^\W_]|\.[^\W_])"
)
_DATE = re.compile(r"([0-3]?[0-9])([/.-])([01]?[0-9])\2([12][0-9]{3}|[0-9]{2})(?![0-9/-])")
_CLOCK = re.compile(
    r"([0-2]?[0-9]):([0-5][0-9])(?::([0-5][0-9]))?(?: ?h(?![^\W\d_]))?(?![0-9:])"
    r"|([0-2]?[0-9]) ?h ?([0-5][0-9])(?: ?min(?![^\W\d_])|m(?![^\W\d_]))?(?![0-9])"
)

_HOUR = re.compile(r"([0-2]?[0-9]) ?h(?![^\W\d_])(?= ?[-–—] ?[0-2]?[0-9](?: ?h|:[0-5]))")
_TO_HOUR = re.compile(r" ?[-–—] ?(?=[0-2]?[0-9](?::[0-5][0-9]| ?h(?![^\W\d_])))")
_DAY = re.compile(r"([^\W\d_]{3,9})(?![^\W\d_])\.?")
_TO_DAY = re.compile(r" ?[-–—] ?")


def date(at: TongueScanner, pos: int) -> int:
    """``2024-03-09``, ``9/3/2024``, ``9.3.24``: day first."""
    match = _ISO.match(at.text, pos)
    if match:
        year, month, day = match[1], int(match[3]), int(match[4])
    else:
        match = _DATE.match(at.text, pos)
        if not match:
            return -1
        day, month, year = int(match[1]), int(match[3]), match[4]
        if len(year) == 2:
            year = ("20" if int(year) < 50 else "19") + year
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return -1
    at.say(counting.date(at.tongue, day, month, year), pos, match.end())
    return match.end()


@cache
def _first_day(tongue: Tongue) -> re.Pattern[str]:
    between = rf"{tongue.date('of')} " if tongue.date("of") else ""
    return re.compile(
        rf"1(?:\.?[º°]|er)?(?= {between}(?:{'|'.join(tongue.months)})(?![^\W_]))", re.IGNORECASE
    )


def first_day(at: TongueScanner, pos: int) -> int:
    """``1 janvier``, ``1º de maio``: the first of a month."""
    match = _first_day(at.tongue).match(at.text, pos)
    if not match:
        return -1
    written = match[0] != "1"
    word = counting.ordinal(at.tongue, 1) if written else [at.tongue.date("first")]
    at.say(word, pos, match.end())
    return match.end()


def clock(at: TongueScanner, pos: int) -> int:
    """``14:30``, ``14h30``, ``14 h 30``, ``7:05:10``; ``9 h-18 h`` with "to" between."""
    match = _CLOCK.match(at.text, pos)
    whole = _HOUR.match(at.text, pos) if not match else None
    if match:
        hour, minute = int(match[1] or match[4]), int(match[2] or match[5])
        second, end = int(match[3]) if match[3] else None, match.end()
    elif whole:
        hour, minute, second, end = int(whole[1]), 0, None, whole.end()
    else:
        return -1
    if hour > 24:
        return -1
    words = counting.clock(at.tongue, hour, minute, second)
    after = at.next_word(end)
    if after and (after == words[-1] or after in at.tongue.set("hour_words")):
        end = at.text.index(after, end) + len(after)
    at.say(words, pos, end)
    until = _TO_HOUR.match(at.text, end)
    if not until:
        return end
    at.say(at.tongue.say("to"), end, until.end())
    return until.end()


def angle(at: TongueScanner, pos: int) -> int:
    """``12°30'``, ``40°26'46"N``, ``45° S``: degrees, minutes, seconds, compass."""
    match = _ANGLE.match(at.text, pos)
    if not match:
        return -1
    found = [match[1] or match[5], match[2], match[3]]
    for text, sign in zip(found, ("°", "min", "s"), strict=True):
        if text:
            unit = at.tongue.units.get(sign) or Unit(
                at.tongue.say("degree"), at.tongue.say("degrees")
            )
            words = counting.cardinal(at.tongue, int(text), "f" if unit.feminine else "m")
            at.say([*words, unit.one if int(text) == 1 else unit.many], pos, match.end())
    point = match[4] or match[6]
    if point:
        at.say(at.tongue.say(f"compass_{'W' if point == 'O' else point}"), pos, match.end())
    return match.end()


def days(at: TongueScanner, pos: int) -> int:
    """``lun.-ven.``, ``lunes–viernes``: "to" between two days."""
    first = _day_at(at, pos)
    between = _TO_DAY.match(at.text, first[0]) if first[1] else None
    last = _day_at(at, between.end()) if between else (-1, "")
    if not between or not last[1]:
        return -1
    at.say(first[1], pos, first[0])
    at.say(at.tongue.say("to"), first[0], between.end())
    at.say(last[1], between.end(), last[0])
    pointed = at.text[last[0] - 1] == "."
    return last[0] - 1 if pointed and at.ends_here(last[0] - 1) else last[0]


def _day_at(at: TongueScanner, pos: int) -> tuple[int, str]:
    """Where a day's name or short form at ``pos`` ends and how it is said, or ``-1, ""``."""
    match = _DAY.match(at.text, pos)
    said = _days(at.tongue).get(match[1].lower(), "") if match else ""
    if not match or not said:
        return -1, ""
    return (match.end(1) if match[1].lower() == said else match.end()), said


@cache
def _days(tongue: Tongue) -> dict[str, str]:
    """Each day's name and its short form (its first three letters) to its name."""
    names = tongue.set("days")
    return {name[:3]: name for name in names} | {name: name for name in names}
