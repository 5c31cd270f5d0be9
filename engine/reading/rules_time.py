"""Rules for dates and times of day."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import MONTHS
from engine.reading.scan import Scanner
from engine.reading.sentences import is_end
from engine.reading.symbols import COMPASS
from engine.reading.units import UNITS

_ISO = re.compile(
    r"([12][0-9]{3})(?:([-/])([01]?[0-9])\2([0-3]?[0-9])|\.([01][0-9])\.([0-3][0-9]))(?![0-9/-]|\.[0-9])"
)
_YEAR_MONTH = re.compile(r"([12][0-9]{3})[-/](0[1-9]|1[0-2])(?![0-9/-]|[.,][0-9])")
_MONTH_OF_YEAR = re.compile(r"(0?[1-9]|1[0-2])/((?:19|20)[0-9]{2})(?![0-9/])")
_ANGLE = re.compile(
    r"([0-9]{1,3}(?:\.[0-9]{1,6})?)°(?: ?([0-9]{1,2}(?:\.[0-9]{1,6})?)'"
    r"(?: ?([0-9]{1,2}(?:\.[0-9]{1,6})?)(?:[\"”]|''))?)?(?: ?([NSEW])(?![A-Za-z0-9]|\.[A-Za-z]))?"
)
_SLASHED = re.compile(r"([0-3]?[0-9])([/.])([0-3]?[0-9])\2([12][0-9]{3}|[0-9]{2})(?![0-9/])")
_TIME = re.compile(
    r"([0-2]?[0-9])[:.]([0-5][0-9])(?::([0-5][0-9]))? ?([AaPp])\.?[Mm](?![A-Za-z])(\.)?"
    r"|([0-2]?[0-9]):([0-5][0-9])(?::([0-5][0-9]))?(?!:?[0-9])"
    r"|([0-1]?[0-9]) ?([AaPp])\.?[Mm](?![A-Za-z])(\.)?"
)
_POINT_TIME = r"([01]?[0-9]|2[0-3])\.([0-5][0-9])"
_POINTED = re.compile(rf"{_POINT_TIME}(?:( ?[-–] ?){_POINT_TIME})?(?![0-9%]|\.[0-9])")
_MEASURE = re.compile(
    rf" ?(?:{'|'.join(map(re.escape, sorted(UNITS, key=len, reverse=True)))})(?![A-Za-z0-9])"
)
_TRAIN = re.compile(r" (?:to|from) [A-Z]| (?:train|bus|ferry|flight|service|express)(?![a-z])")
_DEPARTS = re.compile(r" (?:to|from) [A-Z][a-z]| (?:train|bus|ferry)(?![a-z])")
"""The same outside Britain, where fewer words tell a train from a number."""
_WHICH = frozenset(
    {"early", "late", "first", "last", "usual", "slow", "fast", "morning", "evening", "delayed"}
)
"""What may stand before a train's time: "the early 6.40 to Leeds"."""
_DAY_AFTER = re.compile(
    r" (?:in the (?:morning|afternoon|evening)|on [A-Z][a-z]+|sharp|this|every|each|today|tonight"
    r"|tomorrow|yesterday)(?![a-z])"
)
_TIME_LEADS = frozenset({"at", "by", "until", "till", "before", "after", "about", "around"})
_HOURS_AFTER = re.compile(
    r" (?:daily|every day|in the (?:morning|afternoon|evening)"
    r"|on (?:weekdays|weekends|[A-Z][a-z]+days?))(?![a-z])"
)
_LEAVES = frozenset(
    {"leave", "leaves", "left", "leaving", "departs", "departed", "arrives", "arrived", "begins"}
)
_CLOSES = re.compile(r"[.!?;]?(?:[ \n]*$|\n|[.!?;] )")
_PRICED = frozenset(
    {"closed", "traded", "trading", "trades", "priced", "sold", "stands", "stood", "valued",
     "opened", "peaked", "averaged", "rate", "price", "score", "mean", "set", "fixed"}
)  # fmt: skip
"""Before "at 14.30." at a sentence's end these speak of prices, not of the clock."""
_ZONE = re.compile(
    r" ([ECMP][SD]?T|GMT|UTC|CES?T|BST|[AHIJK]ST|AES?T|AEDT|AK[SD]T|EES?T|WES?T|NZ[SD]T)"
    r"(?:/([ECMP]T))?(?![A-Za-z0-9'])"
)
"""Time zones, some of whose letters would be a word or a state elsewhere."""
_RUNS = re.compile(
    r"\b(?:finish\w*|ran|runs?|running|race[sd]?|marathon|clocked|completed?|crossed|won|winning"
    r"|time of|placed|PB|record|rode|swam|walked|cycled|timed|personal best|lasts?|lasted|took)\b"
    r"[^.!?\n]{0,40}$",
    re.IGNORECASE,
)
_RUN_AFTER = re.compile(
    r" (?:marathon|finish|personal|half|race|time|ride|run|in the marathon|for the)(?![a-z])"
)
_REACH = 60
"""Characters before a time that tell whether it is a length."""
_MOMENTS = frozenset({"at", "by", "until", "till", "since", "from", "before", "after"})
_BETWEEN = re.compile(r" ?[-–—−] ?")
"""What may stand between the two ends of a time of day."""
_NEAR = 40
"""Years of two digits below this are of this century: the last one is written of more."""
_DECADE = re.compile(r"'?([12][0-9]{2}0|[0-9]0)'?s(?![A-Za-z0-9])")
_ELIDED = re.compile(r"'([0-9]{2})(?![0-9A-Za-z])")
_DAY_MONTH = re.compile(
    rf"([0-3]?[0-9]) ({'|'.join(MONTHS)})(?![a-z])(?:,? ([12][0-9]{{3}})(?![0-9]))?"
)


def date(scan: Scanner, pos: int) -> int:
    """``2024-03-09``, ``3/9/2024``, ``9.3.2024``."""
    iso = _ISO.match(scan.text, pos)
    if iso:
        year, month, day = int(iso[1]), int(iso[3] or iso[5]), int(iso[4] or iso[6])
        end = iso.end()
    else:
        match = _SLASHED.match(scan.text, pos)
        if not match:
            return -1
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if len(match[4]) == 2:
            year += 2000 if year < _NEAR else 1900
        day_first = scan.british or match[2] == "." or first > 12
        day, month = (first, second) if day_first and second <= 12 else (second, first)
        end = match.end()
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return -1
    name = MONTHS[month - 1]
    if scan.british:
        scan.say(["the", *numbers.ordinal(day), "of", name], pos, end)
    else:
        scan.say([name, *numbers.ordinal(day)], pos, end)
        scan.mark(",", pos, end)
    scan.say(numbers.year(year, scan.joiner), pos, end)
    timed = scan.text[end : end + 1] == "T" and scan.text[end + 1 : end + 2].isdigit()
    return end + 1 if timed else end


def month_of_year(scan: Scanner, pos: int) -> int:
    """``2024-03``, ``03/2024``: a month and its year, where it cannot be two years."""
    match = _YEAR_MONTH.match(scan.text, pos)
    if match and int(match[2]) < int(match[1]) % 100:
        year, month = int(match[1]), int(match[2])
    else:
        match = _MONTH_OF_YEAR.match(scan.text, pos)
        if not match:
            return -1
        year, month = int(match[2]), int(match[1])
    scan.say([MONTHS[month - 1], *numbers.year(year, scan.joiner)], pos, match.end())
    return match.end()


def angle(scan: Scanner, pos: int) -> int:
    """``12°30'``, ``40°26'46"N``, ``45° N``: degrees, minutes, seconds, compass."""
    match = _ANGLE.match(scan.text, pos)
    if not match or not (match[2] or match[4]):
        return -1
    for text, name in zip(match.groups()[:3], ("degree", "minute", "second"), strict=True):
        if text:
            one = name if text == "1" else f"{name}s"
            scan.say(
                [*numbers.decimal(text, scan.joiner), one], pos, match.end(3 if match[3] else 0)
            )
    if match[4]:
        scan.say(COMPASS[match[4]], match.start(4), match.end())
    return match.end()


def day_month(scan: Scanner, pos: int) -> int:
    """``5 March 1990`` -> the fifth of March, nineteen ninety."""
    match = _DAY_MONTH.match(scan.text, pos)
    if not match or not 1 <= int(match[1]) <= 31:
        return -1
    lead = [] if scan.last_word().lower() == "the" else ["the"]
    end = match.end(1)
    scan.say([*lead, *numbers.ordinal(int(match[1])), "of"], pos, end)
    scan.say(match[2], match.start(2), match.end(2))
    if match[3]:
        scan.say(numbers.year(int(match[3]), scan.joiner), match.start(3), match.end(3))
    return match.end()


def pointed_clock(scan: Scanner, pos: int) -> int:
    """``the 17.42 to Leeds``; British ``at 7.30 in the morning``, ``8.30–11.30 on weekdays``."""
    match = _POINTED.match(scan.text, pos)
    if not match or _MEASURE.match(scan.text, match.end()):
        return -1
    if not (_is_train(scan, match) or (scan.british and _is_pointed(scan, match))):
        return -1
    end = match.end()
    scan.say(_clock_words(int(match[1]), match[2], None, half=False), pos, match.end(2))
    if match[3]:
        scan.say("to", match.start(3), match.end(3))
        until = _clock_words(int(match[4]), match[5], None, half=False)
        scan.say(until, match.start(4), end)
    return end


def _is_train(scan: Scanner, match: re.Match[str]) -> bool:
    """``the 7.15 from Paddington``: a train is called by its time, in any English."""
    last = scan.last_word().lower()
    named = last == "the" or (last in _WHICH and scan.last_word(2).lower() == "the")
    after = _TRAIN if scan.british else _DEPARTS
    return named and not match[3] and after.match(scan.text, match.end()) is not None


def _is_pointed(scan: Scanner, match: re.Match[str]) -> bool:
    """Do the words around say that a British number with a point is a time?"""
    last, end = scan.last_word().lower(), match.end()
    leaves = last == "at" and scan.last_word(2).lower() in _LEAVES
    dated = last in _TIME_LEADS and _DAY_AFTER.match(scan.text, end)
    closes = last == "at" and scan.last_word(2).lower() not in _PRICED
    closes = closes and not match[3] and _CLOSES.match(scan.text, end) is not None
    return bool(leaves or dated or closes or (match[3] and _HOURS_AFTER.match(scan.text, end)))


def clock(scan: Scanner, pos: int) -> int:
    """``07:05 AM``, ``8:15PM``, ``14:30``, ``5 p.m.``."""
    match = _TIME.match(scan.text, pos)
    if not match:
        return -1
    hour = match[1] or match[6] or match[9]
    minute = match[2] or match[7]
    second = match[3] or match[8]
    half = match[4] or match[10]
    if int(hour) > 24 or (half and not 1 <= int(hour) <= 23):
        return -1
    if second and not half and _is_run(scan, pos, match.end(), int(hour)):
        words = _run_words(int(hour), minute, second)
    else:
        words = _clock_words(int(hour), minute, second, bool(half))
    tail = match.end()
    if words[-1] == "o'clock" and scan.text.startswith(" o'clock", tail):
        tail += len(" o'clock")
    scan.say(words, pos, tail)
    if half:
        scan.spell(half.lower() + "m", pos, tail)
        point = match[5] or match[11]
        if point and ends_here(scan, tail - 1):
            scan.mark(".", tail - 1, tail)
    zone = _ZONE.match(scan.text, tail)
    if zone:
        scan.spell(zone[1], zone.start(1), zone.end(1))
        if zone[2]:
            scan.spell(zone[2], zone.start(2), zone.end())
        return zone.end()
    between = _BETWEEN.match(scan.text, tail)
    if between and _TIME.match(scan.text, between.end()):
        scan.say("to", tail, between.end())
        return between.end()
    return tail


def _is_run(scan: Scanner, pos: int, end: int, hour: int) -> bool:
    """``finished in 3:07:45``: how long it took, not when it was."""
    near = _RUNS.search(scan.text, max(0, pos - _REACH), pos) or _RUN_AFTER.match(scan.text, end)
    return near is not None and hour < 24 and scan.last_word().lower() not in _MOMENTS


def _run_words(hour: int, minute: str | None, second: str) -> list[str]:
    words = numbers.cardinal(hour)
    for part in (minute or "00", second):
        value = int(part)
        if not value:
            words += ["oh", "oh"]
        else:
            words += (["oh"] if value < 10 else []) + numbers.cardinal(value)
    return words


def _clock_words(hour: int, minute: str | None, second: str | None, half: bool) -> list[str]:
    if hour in {0, 24} and minute == "00" and not half:
        return ["midnight"]
    words = numbers.cardinal(hour)
    if minute is None:
        return words
    if int(minute):
        words += (["oh"] if minute[0] == "0" else []) + numbers.cardinal(int(minute))
    elif not half:
        words += ["o'clock"] if 1 <= hour <= 12 else ["hundred"]
    if second and int(second):
        words += [
            "and",
            *numbers.cardinal(int(second)),
            "second" if int(second) == 1 else "seconds",
        ]
    return words


def ends_here(scan: Scanner, point: int) -> bool:
    """Does the point at clean index ``point`` end the sentence (or paragraph)?"""
    rest = scan.text[point + 1 : point + 3].strip(" ")
    return not rest or rest[0] == "\n" or is_end(scan.text, point)


def decade(scan: Scanner, pos: int) -> int:
    """``1990s``, ``'90s``, ``'45``."""
    match = _DECADE.match(scan.text, pos)
    if match:
        value = int(match[1])
        words = numbers.year(value, scan.joiner) if value > 99 else numbers.cardinal(value)
        words[-1] = numbers.plural(words[-1])
        scan.say(words, pos, match.end())
        between = _BETWEEN.match(scan.text, match.end())
        if between and _DECADE.match(scan.text, between.end()):
            scan.say("to", match.end(), between.end())
            return between.end()
        return match.end()
    match = _ELIDED.match(scan.text, pos)
    if not match:
        return -1
    value = int(match[1])
    scan.say((["oh"] if value < 10 else []) + numbers.cardinal(value), pos, match.end())
    return match.end()
