"""Rules that begin at a digit or a sign: money, measures, ranges, plain numbers."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.rules_time import clock, ends_here
from engine.reading.scan import Scanner
from engine.reading.symbols import CURRENCY_SIGNS
from engine.reading.tables import word_set
from engine.reading.units import (
    ATTACHED,
    CURRENCIES,
    CURRENCY_CODES,
    SCALES,
    SPACED_ONLY,
    UNITS,
)

NUM = (
    r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,8}(?![0-9])|[0-9]{1,2}(?:,[0-9]{2}){1,7},[0-9]{3}(?![0-9,])"
    r"|[0-9]{1,400})(?:\.[0-9]{1,60})?"
)
"""Groups of three, the Indian ``2,00,000``, or no groups."""
_NUMBER = re.compile(rf"(?P<sign>[-−+]?)(?P<num>{NUM}|\.[0-9]{{1,60}})")
SCALE = re.compile(
    r"(?:[ -]?(thousand|million|billion|trillion|lakhs?|crores?)"
    r"| ?(cr)(?=[ ,.;)]|$)|(k|K|m|M|mn|bn|B|b|tn|T))(?![A-Za-zΩ])"
)
_UNIT = re.compile(
    "( |-)?("
    + "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
    + r"|(?<=[0-9])in|in(?=\.? ?(?:[.,;)\n]|$)|\. [a-z]))(?![A-Za-z0-9²³])"
)
_INCH = ("inch", "inches")
"""Written ``in`` only right after digits or before a mark: else it is the preposition."""
_MONEY_AFTER = re.compile(rf" ?([{CURRENCY_SIGNS}]|(?:{'|'.join(CURRENCY_CODES)}))(?![A-Za-z0-9])")
_CUPS = re.compile(r" c\.(?= [a-z])")
"""Recipes: ``2 c. flour``."""
_RANGE = re.compile(rf"({NUM})(?: ?– ?|-)({NUM})(?![0-9]|-(?![a-z]))")
_TIMES = re.compile(r"[xX](?= [a-z]|[.,;)]|$)")
_RANK = re.compile(r"(?:st|nd|rd|th)(?![A-Za-z0-9])")
_HALVES = frozenset({"50", "20"})
"""``50-50``, ``20-20``: said twice, without "to"."""
_PER = re.compile(
    r"/(?:(day|night|week|month|year|hour|person|head|piece|mile|acre|dose|user|seat|ton)"
    r"|(mo|yr|wk|hr|min|sec|h|s|d)\.?|(unit))(?![A-Za-z0-9])".replace(
        "unit", "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
    )
)
_PERIODS = {
    "mo": "month", "yr": "year", "wk": "week", "hr": "hour", "min": "minute", "sec": "second",
    "h": "hour", "s": "second", "d": "day",
}  # fmt: skip
_ROOMS = frozenset(
    {"apartment", "apt", "unit", "room", "flat", "gate", "seat", "row", "number", "suite", "bay"}
)
_BITS = ("bit per second", "bits per second")
_LINE = re.compile(
    r"\b(?:modems?|baud|serial|ports?|links?|line|bandwidth|UART|bitrate|bits?|data|download|upload"
    r"|transmi\w+|connection|network|bus)\b",
    re.IGNORECASE,
)
"""Near these ``bps`` are bits per second; elsewhere basis points, as markets count."""
_STRAND = re.compile(
    r" (?:[DR]NA|fragments?|genome|genes?|sequences?|amplicons?|deletion)(?![a-z])"
)
_NEAR = 60
"""Characters before a number that tell what it counts."""
_SECONDS = re.compile(r" ?[0-9]{1,2} ?s(?:ec|ecs)?(?![A-Za-z])")
_GLUED = re.compile(r"([0-9]{1,6})([A-Za-z]{1,12})(?![A-Za-z])")
_NEXT = re.compile(r"[ -]([A-Za-z]{2,30})(?![A-Za-z])")
_SLANG = ("bucks", "dollars")
_OPERATOR = re.compile(r" ?[+=−^×<>)²³]| [-/] ")
_OPERATORS = frozenset({"equals", "plus", "minus", "times", "squared"})
"""Beside them ``2x`` is two x, not twice."""
_SCIENTIFIC = re.compile(rf"({NUM})[eE]([+−-]?)([0-9]{{1,3}})(?![A-Za-z0-9.])")
_SPACED = re.compile(r"[1-9][0-9]{0,2}(?:(?: [0-9]{3}){2,4}|(?: [0-9]{3})? 000)(?! ?[0-9])")
"""Groups parted by spaces, where nothing else can be meant: ``1 000``, ``1 234 567``."""
_YEAR_LEADS = word_set("year_leads")
_FAR_LEADS = frozenset({"by", "until", "till", "before", "after", "in"})
"""Before these a year after 2099 is one, unless things are counted."""
_ADJECTIVE_LEADS = word_set("adjective_leads")
NOT_NOUNS = word_set("not_nouns")
_PLURAL_NOUNS = word_set("plural_nouns")
_MEASURED = word_set("measured")
"""Things named by their size or price: "3 TB disk", "$1.2B deal", whatever stands before."""


def number_words(scan: Scanner, text: str) -> list[str]:
    """A number as written, in words."""
    return numbers.decimal(text, scan.joiner)


def as_adjective(scan: Scanner, end: int, also: str = "the") -> bool:
    """ "a 5 km run": the unit stays singular before its noun."""
    after = scan.next_word(end)
    if after in _MEASURED:
        return True
    return bool(
        after
        and scan.text[end : end + 1] in {" ", "-"}
        and (scan.last_word().lower() in _ADJECTIVE_LEADS or scan.last_word().lower() == also)
        and after.islower()
        and after not in NOT_NOUNS
    )


def money_words(
    scan: Scanner, text: str, names: tuple[str, str, str, str], singular: bool
) -> list[str]:
    """An amount with its unit: dollars and cents, or "point" where cents do not fit."""
    one, many, small, smalls = names
    whole, _, part = text.partition(".")
    if part and (len(part) != 2 or not small):
        return [*number_words(scan, text), many]
    words: list[str] = []
    units = int(whole.replace(",", "") or 0)
    cents = int(part or 0)
    if units or not cents:
        words += [*numbers.whole(whole, scan.joiner), one if units == 1 or singular else many]
    if cents:
        words += ["and"] if words else []
        words += [*numbers.cardinal(cents, scan.joiner), small if cents == 1 else smalls]
    return words


def span(scan: Scanner, pos: int) -> int:
    """``1914–1918``, ``pp. 10-12``, ``5–10 km``: "to" between the two."""
    match = _RANGE.match(scan.text, pos)
    before = scan.text[max(0, pos - 2) : pos]
    inside_name = before[-1:].isalpha() or (before[-1:] == "-" and before[:1].isalnum())
    if not match or inside_name:
        return -1
    low, high = match[1], match[2]
    if low == high and low in _HALVES:
        scan.say([*number_words(scan, low), *number_words(scan, high)], pos, match.end())
        return match.end()
    years = len(low) == 4 and low.isdigit() and 1100 <= int(low) <= 2099
    if years and high.isdigit() and len(high) in (2, 4):
        words = [*numbers.year(int(low), scan.joiner), "to"]
        words += numbers.year(int(high), scan.joiner) if len(high) == 4 else _short_year(high)
        scan.say(words, pos, match.end())
        return match.end()
    scan.say([*number_words(scan, low), "to"], pos, match.start(2))
    timed = clock(scan, match.start(2))
    return timed if timed > 0 else plain(scan, match.start(2))


def _short_year(text: str) -> list[str]:
    """The last two digits of a year: ``08`` -> oh eight."""
    return ["oh", *numbers.whole(text[1])] if text[0] == "0" != text[1] else numbers.whole(text)


def scientific(scan: Scanner, pos: int) -> int:
    """``3.5e6`` -> three point five times ten to the power of six."""
    match = _SCIENTIFIC.match(scan.text, pos)
    if not match:
        return -1
    words = [*number_words(scan, match[1]), *["times", "ten", "to", "the", "power", "of"]]
    words += ["minus"] if match[2] in {"-", "−"} else []
    scan.say([*words, *numbers.whole(match[3])], pos, match.end())
    return match.end()


def spaced(scan: Scanner, pos: int) -> int:
    """``1 000`` and ``1 234 567``."""
    match = _SPACED.match(scan.text, pos)
    if not match:
        return -1
    scan.say(numbers.whole(match[0].replace(" ", ""), scan.joiner), pos, match.end())
    return match.end()


def plain(scan: Scanner, pos: int) -> int:
    """Any other number, with its sign, scale, unit, currency or letters."""
    match = _NUMBER.match(scan.text, pos)
    if not match:
        return -1
    text, end = match["num"], match.end()
    lead = _sign(scan, match["sign"], pos)
    if match["sign"] and _RANK.match(scan.text, end):  # "the 90+3rd minute"
        scan.say(lead, pos, pos + 1)
        return pos + 1
    scale = SCALE.match(scan.text, end)
    name = ""
    scaled = scale is not None and (scale[1] or scale[2] or scale[3] not in {"m", "b", "T"})
    if scale and scaled and not _is_letter(scan, scale, text):
        name, end = SCALES[scale[1] or scale[2] or scale[3]], scale.end()
    if _measure(scan, pos, end, [*lead, *number_words(scan, text), *name.split()], text):
        return rate(scan, echoed(scan, _measure_end(scan, end)))
    if name or not _looks_like_year(scan, text, end):
        words = [*lead, *number_words(scan, text), *name.split()]
    else:
        words = numbers.year(int(text), scan.joiner)
    if "." in text and _TIMES.match(scan.text, end):
        words, end = [*words, "times"], end + 1
    if scan.text[end : end + 2] in {"'s", "'S"} and not scan.text[end + 2 : end + 3].isalnum():
        words[-1] += "'s"
        end += 2
    scan.say(words, pos, end)
    return rate(scan, end)


def _is_letter(scan: Scanner, scale: re.Match[str], number: str) -> bool:
    """``221B``, ``apartment 4B``: a house's letter and no billion."""
    if scale[3] != "B" or "." in number:
        return False
    after = scan.next_word(scale.end())
    counted = after.islower() and (after.endswith("s") or after in _PLURAL_NOUNS)
    return scan.last_word().lower() in _ROOMS or not counted


def rate(scan: Scanner, end: int) -> int:
    """``£9.99/mo.``, ``24.5 kg/m²``, ``3x/day``: "per" and what follows; the place after it."""
    match = _PER.match(scan.text, end)
    if not match:
        return end
    name = match[1] or _PERIODS.get(match[2] or "") or UNITS[match[3]][0]
    scan.say(["per", *name.split()], end, match.end())
    pointed = scan.text[match.end() - 1] == "."
    if pointed and ends_here(scan, match.end() - 1):
        return match.end() - 1
    return rate(scan, match.end())


def echoed(scan: Scanner, end: int) -> int:
    """``5% percent``, ``$5 dollars``: a unit that is written twice is said once."""
    last, match = scan.items[-1].text.lower(), _NEXT.match(scan.text, end)
    after = match[1].lower() if match else ""
    same = after in {last, f"{last}s", last.removesuffix("s")} or (after, last) == _SLANG
    return match.end() if match and same else end


def _sign(scan: Scanner, sign: str, pos: int) -> list[str]:
    if sign == "+":
        return ["plus"]
    attached = pos > 0 and scan.text[pos - 1].isalnum()
    return ["minus"] if sign and not attached else []


def _measure(scan: Scanner, pos: int, end: int, words: list[str], text: str) -> bool:
    """Say number and unit if a unit or currency follows."""
    unit = _UNIT.match(scan.text, end)
    if unit and _is_unit(unit[1], unit[2], text) and _may_hyphen(scan, unit):
        one, many = _unit_names(scan, unit)
        pointed = scan.text.startswith(". ", unit.end())
        single = text == "1" or unit[1] == "-"
        single = single or as_adjective(scan, unit.end() + pointed, "the")
        scan.say(words, pos, end)
        _say_spelled(scan, one if single else many, pos, unit.end())
        return True
    cups = _CUPS.match(scan.text, end)
    if cups:
        scan.say([*words, "cup" if text == "1" else "cups"], pos, cups.end())
        return True
    money_after = _MONEY_AFTER.match(scan.text, end)
    if not money_after:
        return False
    sign = money_after[1]
    if sign in CURRENCIES:
        said = money_words(scan, text, CURRENCIES[sign], singular=False)
        scan.say(
            said if len(words) <= len(said) else [*words, CURRENCIES[sign][1]],
            pos,
            money_after.end(),
        )
    else:
        one, many = CURRENCY_CODES[sign]
        scan.say(words, pos, end)
        _say_spelled(scan, one if text == "1" else many, pos, money_after.end())
    return True


def _unit_names(scan: Scanner, unit: re.Match[str]) -> tuple[str, str]:
    """``2h 15m`` and ``5m 30s`` are times: their m is no meter."""
    if unit[2] == "m" and (
        scan.last_word() in {"hour", "hours"} or _SECONDS.match(scan.text, unit.end())
    ):
        return UNITS["min"]
    if unit[2] == "bp" and _STRAND.match(scan.text, unit.end()):
        return ("base pair", "base pairs")
    if unit[2] == "bps" and _LINE.search(scan.text, max(0, unit.start() - _NEAR), unit.end() + 24):
        return _BITS
    return _INCH if unit[2] == "in" else UNITS[unit[2]]


def unit_after(scan: Scanner, pos: int, end: int, *, single: bool) -> int:
    """Say the unit that follows ``text[pos:end]``, if one does; gives the place after it."""
    if scan.text[end : end + 1] == '"':
        scan.say(_INCH[0 if single or as_adjective(scan, end + 1) else 1], pos, end + 1)
        return end + 1
    cups = _CUPS.match(scan.text, end)
    if cups:
        scan.say("cup" if single else "cups", pos, cups.end())
        return cups.end()
    unit = _UNIT.match(scan.text, end)
    if not unit or not _is_unit(unit[1], unit[2]) or not _may_hyphen(scan, unit):
        return end
    if unit[2] == "in" and unit[1] != "-":
        return end
    single = single or unit[1] == "-"
    _say_spelled(scan, _unit_names(scan, unit)[0 if single else 1], pos, unit.end())
    return _measure_end(scan, end)


def _measure_end(scan: Scanner, end: int) -> int:
    unit = _UNIT.match(scan.text, end)
    number = scan.text[max(0, end - 6) : end]
    if unit and _is_unit(unit[1], unit[2], number) and _may_hyphen(scan, unit):
        pointed = scan.text[unit.end() : unit.end() + 1] == "."
        return unit.end() + (1 if pointed and not ends_here(scan, unit.end()) else 0)
    after = _CUPS.match(scan.text, end) or _MONEY_AFTER.match(scan.text, end)
    return after.end() if after else end


def _may_hyphen(scan: Scanner, unit: re.Match[str]) -> bool:
    """``10-lb. turkey``, ``9-V battery``, but not ``Room 7-A``."""
    if unit[1] != "-" or (len(unit[2]) > 1 and unit[2] != "in"):
        return True
    return scan.next_word(unit.end()).islower() or scan.text.startswith(". ", unit.end())


def _is_unit(space: str | None, unit: str, number: str = "") -> bool:
    """``9.58s`` are seconds, ``30s`` may be a decade."""
    return bool(space) or unit not in SPACED_ONLY or unit in ATTACHED or "." in number


def _say_spelled(scan: Scanner, words: str, pos: int, end: int) -> None:
    """Say unit words; single capitals among them are letters."""
    parts = words.split()
    if len(parts) > 1 and all(len(part) == 1 for part in parts):
        scan.spell("".join(parts), pos, end)
        return
    letters = "".join(part for part in parts if len(part) == 1)
    if letters:
        scan.spell(letters, pos, end)
    scan.say([part for part in parts if len(part) > 1], pos, end)


def _looks_like_year(scan: Scanner, text: str, end: int) -> bool:
    """Four bare digits from 1100 to 2099 are a year unless things are counted."""
    if len(text) != 4 or not text.isdigit() or not 1000 <= int(text) <= 2999:
        return False
    lead = scan.last_word().lower()
    if int(text) > 2099:
        return lead == "year" or (lead in _FAR_LEADS and not scan.next_word(end).islower())
    if lead in _YEAR_LEADS:
        return True
    if int(text) < 1100:
        return False
    after = scan.next_word(end)
    counted = after.islower() and (
        after in _PLURAL_NOUNS
        or (after.endswith("s") and after not in {"is", "was", "has", "as", "its"})
    )
    return not counted or int(text) % 100 == 0


def glued(scan: Scanner, pos: int) -> int:
    """``3D``, ``5G``, ``2x``: digits with letters right after them."""
    match = _GLUED.match(scan.text, pos)
    if not match or SCALE.match(scan.text, match.end(1)):
        return -1
    unit = _UNIT.match(scan.text, match.end(1))
    if unit and _is_unit(unit[1], unit[2]):
        return -1
    scan.say(numbers.whole(match[1]), pos, match.end())
    letters = match[2]
    if letters == "ers":  # "'49ers"
        last = scan.items[-1]
        last.text += "rs" if last.text.endswith("e") else "ers"
        return match.end()
    if letters in {"x", "X"} and not scan.text[match.end() : match.end() + 1].isdigit():
        algebra = _OPERATOR.match(scan.text, match.end()) or scan.last_word() in _OPERATORS
        if algebra:
            scan.spell("X", match.start(2), match.end())
        else:
            scan.say("times", pos, match.end())
        return rate(scan, match.end())
    if letters == "s" and scan.text[match.end() : match.end() + 1] != "'":
        words = numbers.whole(match[1])
        scan.items[-1].text = numbers.plural(words[-1])
        return match.end()
    if letters.isupper() or len(letters) == 1:
        scan.spell(letters, pos, match.end())
        return match.end()
    return match.end(1)
