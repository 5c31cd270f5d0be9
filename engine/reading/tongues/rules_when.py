"""Dates and times of day in a language with a table."""

from __future__ import annotations

import re
from functools import cache

from engine.reading.tongues import counting
from engine.reading.tongues.scanner import TongueScanner
from engine.reading.tongues.tongue import Tongue

_ISO = re.compile(r"([12][0-9]{3})-([01]?[0-9])-([0-3]?[0-9])(?![0-9-])")
_DATE = re.compile(r"([0-3]?[0-9])([/.-])([01]?[0-9])\2([12][0-9]{3}|[0-9]{2})(?![0-9/-])")
_CLOCK = re.compile(
    r"([0-2]?[0-9]):([0-5][0-9])(?::([0-5][0-9]))?(?: ?h(?![^\W\d_]))?(?![0-9:])"
    r"|([0-2]?[0-9]) ?h ?([0-5][0-9])(?: ?min(?![^\W\d_])|m(?![^\W\d_]))?(?![0-9])"
)


def date(at: TongueScanner, pos: int) -> int:
    """``2024-03-09``, ``9/3/2024``, ``9.3.24``: day first."""
    match = _ISO.match(at.text, pos)
    if match:
        year, month, day = match[1], int(match[2]), int(match[3])
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
    """``14:30``, ``14h30``, ``14 h 30``, ``7:05:10``."""
    match = _CLOCK.match(at.text, pos)
    if not match:
        return -1
    hour, minute = int(match[1] or match[4]), int(match[2] or match[5])
    if hour > 24:
        return -1
    second = int(match[3]) if match[3] else None
    at.say(counting.clock(at.tongue, hour, minute, second), pos, match.end())
    return match.end()
