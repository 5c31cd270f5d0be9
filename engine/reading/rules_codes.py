"""Rules for numbers that are names or codes: plans, forms, races, postal and military ones."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.scan import Scanner
from engine.reading.tables import table, word_set

_PARAGRAPH = re.compile(
    r"([1-9][0-9]{0,3})((?:\([a-z0-9]{1,3}\)){1,5}|(?<=401)[kK]|(?<=403)[bB]|(?<=457)[bB])('?s)?"
    r"(?![A-Za-z0-9])"
)
"""``401(k)``, ``501(c)(3)``, ``230(c)(1)``: numbers of laws and what is named after them."""
_PART = re.compile(r"[a-zA-Z]+|[0-9]+")
_HEX = re.compile(r"0([xXbo])([0-9A-Fa-f]{1,32})(?![0-9A-Za-z]|\.[0-9])")
_COLOUR = re.compile(
    r"#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3}(?=[0-9A-Fa-f]{0,1}[a-fA-F]|[a-fA-F]))(?![0-9A-Za-z])"
)
_ZIP = re.compile(r"([0-9]{5})(?:-([0-9]{4}))?(?![0-9,.]?[0-9]|[A-Za-z%])")
_STATES = {row[0]: row[1] for row in table("states.tsv")}
_STATE = re.compile(r"([A-Z]{2})(?![A-Za-z0-9'&-]|\.[A-Za-z])")
_CITY = re.compile(r"[a-z.] ?, $|[a-z], $")
_ADDRESSED = re.compile(r" [0-9]{5}(?![0-9,])")
_STATE_ENDS = re.compile(r"[,.;:)?!\n]|$| (?:[a-z(]|[0-9]{5})")
_INTERJECTIONS = frozenset({"OK", "HI", "OH", "PA", "MD"})
"""Codes that are cries or titles too: a state only before a postal code."""
_ALSO_WORDS = frozenset({"IN", "OR", "ME", "CO", "DE", "ID", "AL"})
"""Codes that are words too: a state only between two marks."""
_PARTED = re.compile(r"[,;)]")
_POSTCODE = re.compile(r"([A-Z]{1,2}[0-9][0-9A-Z]?) ([0-9][A-Z]{2})(?![A-Za-z0-9])")
_HOURS = re.compile(
    r"([01][0-9]|2[0-4])([0-5][0-9])( ?(?:[-–]|to) ?)?(?:([01][0-9]|2[0-4])([0-5][0-9]))?"
    r"(?: ?(hours|hrs|Hrs|Hours)\.?| ?(Z)(?![A-Za-z])| (?=local time|GMT|UTC|Zulu))"
)
_COUNTS_HOURS = re.compile(r" (?:of|worked|spent|logged|flown|per|a|each|in)(?![a-z])")
_COUNTING = frozenset(
    {"for", "over", "than", "about", "spent", "took", "total", "logged", "nearly", "almost", "flew",
     "worked", "required", "takes", "another", "roughly", "approximately", "of", "some", "least"}
)  # fmt: skip
_TIMED = frozenset({"at", "by", "until", "till", "from", "before", "after", "since", "around"})
_EARLY = re.compile(r"(0[0-9])([0-5][0-9])(?![0-9A-Za-z:/.,-]?[0-9])")
_KILO = re.compile(r"([0-9]{1,3})([ -]?)([KkQM])('s|s)?(?![A-Za-z0-9])")
_NO_LEADS = frozenset("$£€.,")
_PICTURES = word_set("pictures")
_PICTURE_SIZES = frozenset({"2", "3", "4", "5", "6", "8", "10", "12", "16"})
_RACES = word_set("races")
_RACE_SIZES = frozenset({"1", "2", "3", "4", "5", "8", "10", "12", "15", "20", "25", "50", "100"})
_RACE_LEADS = frozenset({"a", "the", "my", "his", "her", "our", "their", "first", "annual"})
_RUNS = re.compile(
    r"\b(?:run|runs|ran|running|race|raced|racing|jog|walk|train\w*|marathon|finish\w*)\b",
    re.IGNORECASE,
)
_FORMS = frozenset({"8", "10", "20", "6", "11", "13"})
_FILED = re.compile(r" (?:filings?|forms?|reports?|disclosures?)(?![a-z])")
_MAKER = re.compile(
    r"(?:'s)? ?(?:Compan(?:y|ies)|Corp|Inc|Co|is|was|has|said|says|shares?|stock|tapes?"
    r"|employees?|executives?|products?|masks?|plant|makes?|made|announced|will|agreed|N95|spun)(?![a-z])"
)
_OF_MANY = frozenset(
    {"about", "over", "nearly", "almost", "reached", "hit", "passed", "than", "raised", "sold",
     "up", "worth", "around", "roughly", "paid", "spent", "approximately", "topped", "some", "cost"}
)  # fmt: skip


def paragraph(scan: Scanner, pos: int) -> int:
    """``401(k)``, ``403b``, ``501(c)(3)``: digits as a name, letters by name."""
    match = _PARAGRAPH.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.say(named(match[1]), pos, match.end(1))
    parts = _PART.findall(match[2])
    for index, part in enumerate(parts):
        ending = (match[3] or "") if index == len(parts) - 1 else ""
        if part.isdigit():
            scan.say(numbers.whole(part), match.start(2), match.end())
        else:
            scan.spell(part.upper(), match.start(2), match.end(), ending)
    return match.end()


def named(digits: str) -> list[str]:
    """Digits that are a name: ``401`` -> four oh one, ``230`` -> two thirty, ``12`` -> twelve."""
    if len(digits) != 3 or digits.endswith("00"):
        return numbers.whole(digits) if len(digits) < 4 else numbers.year(int(digits))
    rest = int(digits[1:])
    tail = ["oh", *numbers.cardinal(rest)] if rest < 10 else numbers.cardinal(rest)
    return [*numbers.whole(digits[0]), *tail]


def hexadecimal(scan: Scanner, pos: int) -> int:
    """``0x1F``, ``0b1010``: the sign of the base and each digit by itself."""
    match = _HEX.match(scan.text, pos)
    if not match or (match[1] == "b" and set(match[2]) - set("01")):
        return -1
    scan.say("zero", pos, match.end())
    scan.spell(match[1].upper(), pos, match.end())
    one_by_one(scan, match[2], pos, match.end())
    return match.end()


def colour(scan: Scanner, pos: int) -> int:
    """``#1F2E3D``: a colour of a web page."""
    match = _COLOUR.match(scan.text, pos)
    if not match or match[1].isdigit() or not any(char.isdigit() for char in match[1]):
        return -1
    scan.say("hash", pos, pos + 1)
    one_by_one(scan, match[1], pos, match.end())
    return match.end()


def one_by_one(scan: Scanner, text: str, pos: int, end: int) -> None:
    """Digits and letters, each by its name."""
    for part in re.findall(r"[A-Za-z]+|[0-9]+", text):
        if part.isdigit():
            scan.say(numbers.digits(part), pos, end)
        else:
            scan.spell(part.upper(), pos, end)


def state(scan: Scanner, pos: int) -> int:
    """``Springfield, IL 62704``, ``Austin, TX``: a state after its city, and the postal code."""
    match = _STATE.match(scan.text, pos)
    name = _STATES.get(match[1]) if match else None
    if not match or not name:
        return -1
    coded = _ADDRESSED.match(scan.text, match.end())
    before = scan.text[max(0, pos - 3) : pos]
    city = scan.last_word(1) == "" and _CITY.search(before) and _is_city(scan)
    ends = _PARTED if match[1] in _ALSO_WORDS else _STATE_ENDS
    plain = match[1] not in _INTERJECTIONS and city and ends.match(scan.text, match.end())
    if not (coded or plain):
        return -1
    if match[1] == "DC":
        scan.spell("DC", pos, match.end())
    else:
        scan.say(name, pos, match.end())
    return match.end()


def postcode(scan: Scanner, pos: int) -> int:
    """British ``SW1A 1AA``: every letter and digit by itself."""
    match = _POSTCODE.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    one_by_one(scan, match[1], pos, match.end(1))
    one_by_one(scan, match[2], match.start(2), match.end())
    return match.end()


def _is_city(scan: Scanner) -> bool:
    """Does a name stand before the comma?"""
    words = [item for item in scan.items[-3:] if item.kind == "word"]
    return bool(words) and words[-1].text[:1].isupper() and words[-1].how == "look"


def postal(scan: Scanner, pos: int) -> int:
    """``62704`` or ``02134-1234`` after a state: digit by digit."""
    match = _ZIP.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos] not in {" ", "\u00a0"}:
        return -1
    last = scan.last_word()
    full = f"{scan.last_word(2)} {last}"
    if not ({last, full} & set(_STATES.values())):
        return -1
    scan.say(numbers.digits(match[1]), pos, match.end(1))
    if match[2]:
        scan.mark(",", match.end(1), match.start(2))
        scan.say(numbers.digits(match[2]), match.start(2), match.end())
    return match.end()


def hours(scan: Scanner, pos: int) -> int:
    """``1430 hours``, ``0600–1700 hours``, ``0915Z``, ``at 0630``: as armies tell the time."""
    match = _HOURS.match(scan.text, pos)
    if match and bool(match[3]) == bool(match[4]) and not _are_counted(scan, match):
        scan.say(_military(match[1], match[2]), pos, match.end(2))
        if match[4]:
            scan.say("to", match.start(3), match.end(3))
            scan.say(_military(match[4], match[5]), match.start(4), match.end(5))
        if match[6]:
            scan.say("hours", match.start(6), match.end(6))
        if match[7]:
            scan.say("Zulu", match.start(7), match.end(7))
        return match.end(6) if match[6] else match.end()
    early = _EARLY.match(scan.text, pos)
    if not early or scan.last_word().lower() not in _TIMED:
        return -1
    scan.say(_military(early[1], early[2]), pos, early.end())
    return early.end()


def _are_counted(scan: Scanner, match: re.Match[str]) -> bool:
    """``for 1500 hours``, ``1200 hours of work``: a length and no time of day."""
    if match[1][0] == "0":
        return False
    return scan.last_word().lower() in _COUNTING or bool(
        _COUNTS_HOURS.match(scan.text, match.end())
    )


def _military(hour: str, minute: str) -> list[str]:
    lead = ["oh"] if hour[0] == "0" and hour != "00" else []
    words = [*lead, *numbers.cardinal(int(hour))]
    if minute == "00":
        return [*words, "hundred"]
    return [*words, *(["oh"] if minute[0] == "0" else []), *numbers.cardinal(int(minute))]


def kilo(scan: Scanner, pos: int) -> int:
    """``8K display``, ``the 5K``, ``Form 10-K``, ``3M``: a letter that is no scale."""
    match = _KILO.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum() or scan.text[pos - 1 : pos] in _NO_LEADS:
        return -1
    if not (_is_lettered(scan, match)):
        return -1
    scan.say(numbers.whole(match[1]), pos, match.end(1))
    scan.spell(match[3].upper(), match.end(1), match.end(), match[4] or "")
    return match.end()


def _is_lettered(scan: Scanner, match: re.Match[str]) -> bool:
    number, gap, letter = match[1], match[2], match[3]
    after = scan.next_word(match.end()).lower()
    if letter == "M":
        return number == "3" and not gap and _is_maker(scan, match.end(), after)
    filed = _FILED.match(scan.text, match.end()) or scan.last_word().lower() in {"form", "forms"}
    if letter == "Q" or gap == "-":
        return number in _FORMS and gap == "-"
    if gap or letter == "k":
        return after in _RACES and number in _RACE_SIZES and bool(_runs(scan, match))
    if filed and number in _FORMS:
        return True
    lead = scan.last_word().lower()
    if number in _PICTURE_SIZES and (
        after in _PICTURES or (lead == "in" and not after.endswith("s"))
    ):
        return True
    if number not in _RACE_SIZES:
        return False
    led = lead in _RACE_LEADS and not after.endswith("s")
    return after in _RACES or led or bool(_runs(scan, match) and not after.endswith("s"))


def _runs(scan: Scanner, match: re.Match[str]) -> re.Match[str] | None:
    first, last = max(0, match.start() - 40), match.end() + 24
    return _RUNS.search(scan.text, first, last)


def _is_maker(scan: Scanner, end: int, after: str) -> bool:
    """Is 3M the company? Not where things are counted or sums spoken of."""
    if _MAKER.match(scan.text, end):
        return True
    if scan.last_word().lower() in _OF_MANY:
        return False
    return not (after.islower() and after.endswith("s")) and after not in {"people", "dollars"}
