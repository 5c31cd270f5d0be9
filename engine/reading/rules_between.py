"""Rules for pairs: days and months to each other, sizes, seasons, codes before an amount."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import ENDERS, MONTHS
from engine.reading.alphabet import POWER
from engine.reading.rules_number import NOT_NOUNS, NUM
from engine.reading.rules_time import ends_here
from engine.reading.scan import Scanner
from engine.reading.tables import word_set
from engine.reading.units import UNITS

_DAYS = "Mon|Tues|Tue|Wed|Thurs|Thur|Thu|Fri|Sat|Sun"
_SHORT_MONTHS = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_LONG_DAYS = "(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day"
_NAMES = rf"(?:{_DAYS}|{_SHORT_MONTHS}|{'|'.join(MONTHS)}|{_LONG_DAYS})"
_PAIR = re.compile(rf"({_NAMES})(\.?) ?([-–—/]) ?({_NAMES})(\.?)(?![a-z])")
_DAY_BEFORE_DATE = re.compile(
    rf"({_DAYS})\.?(,? )(?=(?:{_NAMES}\.?|the [0-9]|"
    r"[0-9]{1,2}(?:st|nd|rd|th|[-–:/°., ]))(?![a-z]))"
)
_MONTH_YEAR = re.compile(rf"({_SHORT_MONTHS})(\.?),? (?=(?:[12][0-9]{{3}}|'[0-9]{{2}})(?![0-9]))")
_SIZE = re.compile(rf"({NUM}) ?[xX×] ?(?={NUM}(?![0-9]*[A-Za-z]?[0-9]))")
_LENGTH = r"(?:[mck]?m|ft|in|yd|feet|foot|inch(?:es)?|met(?:er|re)s?|yards?)"
_LENGTH_BEFORE = re.compile(rf"[0-9] ?-?{_LENGTH}\.? ?$")
_LENGTH_AFTER = re.compile(rf" ?[xX×] ?(?={NUM}[ -]?{_LENGTH}(?![A-Za-z]))")
_LENGTHS = re.compile(
    rf"{NUM}(?: ?[xX×] ?{NUM}){{0,2}}[ -]?(?!in [a-z]){_LENGTH}(?![A-Za-z0-9²³{POWER}])"
)
_SIZED = re.compile(rf"{NUM}(?: ?× ?{NUM}){{0,2}}[ -]([a-z]{{2,30}})(?![A-Za-z])")
_ARTICLES = frozenset({"a", "an", "the", "this", "that", "each", "every", "his", "her", "my"})
_SHEETS = word_set("sheets")
"""Things named by two sizes, whatever stands before: "3 × 5 cards"."""
_SUMS = frozenset(
    {"product", "result", "answer", "term", "sum", "makes", "gives", "equals", "becomes", "comes"}
)
"""After these bare numbers a product is meant, as before "is"."""
_EQUALS = re.compile(r"[^=]{0,24}=")
_SEASON = re.compile(r"((?:1[89]|20)[0-9]{2})[/–-]([0-9]{2})(?![0-9/-])")
_TWO_YEARS = re.compile(r"((?:1[1-9]|20)[0-9]{2})/((?:1[1-9]|20)[0-9]{2})(?![0-9/-])")
_EMERGENCY = re.compile(r"(?:911|999|112|988|111|101|000|311|411|511|211)(?![0-9.,:/-]?[0-9%])")
_CALLS = frozenset({"call", "dial", "called", "dialed", "dialled", "ring", "rang", "phone"})
_SECRET = re.compile(r"[0-9]{3,8}(?![0-9.,:/-]?[0-9%])")
_SECRETS = frozenset({"pin", "pins", "zip", "passcode", "code", "password", "otp", "codes"})


def _name(written: str) -> str:
    months = {full[:3]: full for full in MONTHS}
    return months.get(written[:3]) or ENDERS.get(written, written)


def pair(scan: Scanner, pos: int) -> int:
    """``Mon–Fri``, ``Jan.–Mar.``, ``Sat/Sun``: "to" (or "and") between the two."""
    match = _PAIR.match(scan.text, pos)
    if not match:
        return -1
    scan.say(_name(match[1]), pos, match.end(2))
    scan.say("and" if match[3] == "/" else "to", match.start(3), match.end(3))
    scan.say(_name(match[4]), match.start(4), match.end())
    return match.end() - 1 if match[5] and ends_here(scan, match.end() - 1) else match.end()


def dated_name(scan: Scanner, pos: int) -> int:
    """``Fri, Dec 6``, ``Tue 3 May``, ``Dec 2020``: a short name before a date needs no point."""
    match = _DAY_BEFORE_DATE.match(scan.text, pos) or _MONTH_YEAR.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.say(_name(match[1]), pos, match.end(1))
    return match.end() - 1 if "," in match[0] else match.end()


def size(scan: Scanner, pos: int) -> int:
    """``4x4``, ``1920x1080``, ``2 × 3 m``, ``a 3 × 5 card``: "by", unless a product is meant."""
    match = _SIZE.match(scan.text, pos)
    if not match or _EQUALS.match(scan.text, match.end()):
        return -1
    if "×" in match[0] and not (_LENGTHS.match(scan.text, match.end()) or _is_sized(scan, match)):
        return -1
    scan.say([*_sized(scan, match[1]), "by"], pos, match.end())
    after = re.compile(NUM).match(scan.text, match.end())
    if after and len(after[0]) == 4 and after[0].isdigit():
        scan.say(_sized(scan, after[0]), match.end(), after.end())
        return after.end()
    return match.end()


def _is_sized(scan: Scanner, match: re.Match[str]) -> bool:
    """``a 3 × 5 card``: do bare numbers say how large the thing after them is?"""
    thing = _SIZED.match(scan.text, match.end())
    if not thing:
        return False
    if thing[1] in _SHEETS:
        return True
    before = scan.last_word().lower()
    sized = before in _ARTICLES or (
        before == "by" and scan.text[: match.start()].rstrip()[-1:] == "×"
    )
    return sized and thing[1] not in NOT_NOUNS | _SUMS and thing[1] not in UNITS


def by(scan: Scanner, pos: int) -> int:
    """``4 m × 3 m``, ``10 ft x 12 ft``: "by" between two lengths."""
    match = _LENGTH_AFTER.match(scan.text, pos)
    if not match or not _LENGTH_BEFORE.search(scan.text[max(0, pos - 12) : pos]):
        return -1
    scan.say("by", pos, match.end())
    return match.end()


def _sized(scan: Scanner, text: str) -> list[str]:
    """Four digits in pairs, as screens are named."""
    if len(text) == 4 and text.isdigit():
        return numbers.year(int(text), scan.joiner)
    return numbers.decimal(text, scan.joiner)


def season(scan: Scanner, pos: int) -> int:
    """``2021/22``, ``1999/00``, ``1999/2000``: two years that follow each other, in pairs."""
    both = _TWO_YEARS.match(scan.text, pos)
    if both:
        scan.say(numbers.year(int(both[1]), scan.joiner), pos, both.end(1))
        scan.say(numbers.year(int(both[2]), scan.joiner), both.start(2), both.end())
        return both.end()
    match = _SEASON.match(scan.text, pos)
    if not match or (int(match[1]) + 1) % 100 != int(match[2]):
        return -1
    second = int(match[2])
    said = (["oh"] if 0 < second < 10 else []) + numbers.cardinal(second)
    words = said if second else numbers.year(int(match[1]) + 1, scan.joiner)
    between = [] if scan.text[match.end(1)] == "/" else ["to"]
    scan.say([*numbers.year(int(match[1]), scan.joiner), *between, *words], pos, match.end())
    return match.end()


def secret(scan: Scanner, pos: int) -> int:
    """``call 911``, ``PIN 4821``, ``ZIP code 94103``: digit by digit."""
    lead = scan.last_word().lower()
    emergency = lead in _CALLS and _EMERGENCY.match(scan.text, pos)
    if lead in {"is", "was"}:  # "my PIN is 4821"
        lead = scan.last_word(2).replace(" ", "").lower()
    match = emergency or (lead in _SECRETS and _SECRET.match(scan.text, pos))
    if not match:
        return -1
    scan.say(numbers.digits(match[0]), pos, match.end())
    return match.end()
