"""Rules for numbers made of parts: fractions, ratios, versions, telephone numbers, ranks."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import MONTHS
from engine.reading.rules_number import unit_after
from engine.reading.scan import Scanner
from engine.reading.symbols import FRACTIONS
from engine.reading.tables import word_set

_PHONE = re.compile(
    r"(?:\+[0-9]{1,3}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9]{2,4}(?:[ .-][0-9]{2,4}){1,4}"
    r"|\([0-9]{3}\) ?[0-9]{3}[ .-][0-9]{4}"
    r"|(?:1[ .-])?[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}"
    r"|\(0[0-9]{2,4}\) ?[0-9]{3,4}[ -]?[0-9]{3,4}"
    r"|0[0-9]{2,4}[ -][0-9]{3,4}[ -][0-9]{3,4}|0[0-9]{4}[ -][0-9]{6}"
    r"|[2-9][0-9]{2} [0-9]{3} [0-9]{4}"
    r"|[0-9]{4}(?: [0-9]{4}){3}|[0-9]{3}-[0-9]{2}-[0-9]{4}"
    r"|97[89]-[0-9]{1,5}-[0-9]{1,7}-[0-9]{1,6}-[0-9]"
    r"|[0-9]{3}-[0-9]{4})(?![0-9-])"
)
_RATIO = re.compile(r"([0-9]{1,4}):([0-9]{1,4})(?![0-9:])")
_UP_TO = re.compile(r"[-–](?=[0-9])")
_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){2,6}(?![0-9])")
_FRACTION = re.compile(r"(?:([0-9]{1,4})[ -])?([0-9]{1,4})/([0-9]{1,4})(?![0-9/])")
_DATE_LEADS = word_set("date_leads")
_COUNTED = frozenset({"pages", "page", "lines", "verses", "numbers", "items", "rooms", "between"})
"""Before these ``998-1002`` is a range and no telephone."""
_BOOKS = word_set("books")
_ORDINAL = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,12})(st|nd|rd|th)(?![A-Za-z0-9])", re.I
)

_FIRST = re.compile(r"(?<!1)1$")
_BARE = re.compile(r"\.([0-9]{2,3})(?![0-9%]|\.[0-9])")
_CRAFT = re.compile(r"([1-9][0-9]{2})('?s)?(?![A-Za-z0-9'%]|[.,][0-9])")
_MAKERS = frozenset({"Boeing", "Airbus", "Porsche", "Levi's", "Flight"})
_CENTRAL = re.compile(r"c(?![A-Za-z0-9])")
_AVERAGES = frozenset(
    {"batted", "batting", "bats", "hit", "hitting", "hits", "average", "averaged"}
)
_AT_BAT = re.compile(r"(?:[Bb]atting|slugging|on-base|fielding)[^.!?\n]{0,50}$")
_GUNS = re.compile(
    r"[ -](?:caliber|calibre|rifle|pistol|revolver|handgun|Colt|Magnum|magnum|Special|bullets?"
    r"|rounds?|shells?|slug|automatic)(?![a-z])"
)


def phone(scan: Scanner, pos: int) -> int:
    """Telephone, card and book numbers: digit by digit, a short rest between groups."""
    match = _PHONE.match(scan.text, pos)
    if not match:
        return -1
    groups = re.findall(r"\+?[0-9]+", match[0])
    if sum(map(len, groups)) < 7 or (len(groups) == 2 and scan.last_word().lower() in _COUNTED):
        return -1
    for index, group in enumerate(groups):
        if index:
            scan.mark(",", pos, match.end())
        words = (["plus"] if group[0] == "+" else []) + numbers.digits(group)
        if group == "800":
            words = ["eight", "hundred"]
        scan.say(words, pos, match.end())
    return match.end()


def verse(scan: Scanner, pos: int) -> int:
    """``Genesis 1:1–3``, ``John 3:16``: chapter and verse."""
    match = _RATIO.match(scan.text, pos)
    if not match or scan.last_word() not in _BOOKS:
        return -1
    scan.say([*numbers.whole(match[1]), *numbers.whole(match[2])], pos, match.end())
    if _UP_TO.match(scan.text, match.end()):
        scan.say("to", match.end(), match.end() + 1)
        return match.end() + 1
    return match.end()


def ratio(scan: Scanner, pos: int) -> int:
    """``3:1`` -> three to one."""
    match = _RATIO.match(scan.text, pos)
    if not match:
        return -1
    words = [*numbers.whole(match[1]), "to", *numbers.whole(match[2])]
    scan.say(words, pos, match.end())
    return match.end()


def bare(scan: Scanner, pos: int) -> int:
    """``batted .312``, ``a .45 revolver``: no point is said in an average or a calibre."""
    match = _BARE.match(scan.text, pos)
    if not match:
        return -1
    digits = match[1]
    told = scan.last_word().lower() in _AVERAGES or _AT_BAT.search(scan.text, max(0, pos - 60), pos)
    average = len(digits) == 3 and told
    if not average and not _GUNS.match(scan.text, match.end()):
        return -1
    scan.say(in_pairs(digits) if len(digits) == 3 else numbers.whole(digits), pos, match.end())
    return match.end()


def craft(scan: Scanner, pos: int) -> int:
    """``747s``, ``the 747's``, ``Boeing 737``: three digits that are a name, in pairs."""
    match = _CRAFT.match(scan.text, pos)
    named = scan.last_word() in _MAKERS
    if not match or not (named or (match[2] and match[1][1] != "0")):
        return -1
    words = in_pairs(match[1])
    words[-1] = numbers.plural(words[-1]) if match[2] == "s" else words[-1] + (match[2] or "")
    scan.say(words, pos, match.end())
    return match.end()


def in_pairs(digits: str) -> list[str]:
    """Three digits as a name is said: ``747`` -> seven forty-seven, ``305`` -> three oh five."""
    rest = int(digits[1:])
    tail = ["hundred"] if not rest else (["oh"] if rest < 10 else []) + numbers.cardinal(rest)
    return [*numbers.whole(digits[0]), *tail]


def version(scan: Scanner, pos: int) -> int:
    """``1.2.13`` and ``192.168.0.1``: every part a number, "point" between."""
    match = _VERSION.match(scan.text, pos)
    if not match:
        return -1
    words: list[str] = []
    for index, part in enumerate(match[0].split(".")):
        words += (["point"] if index else []) + numbers.whole(part)
    scan.say(words, pos, match.end())
    return match.end()


def fraction(scan: Scanner, pos: int) -> int:
    """``3/4``, ``2 1/2``, ``½``, ``24/7``."""
    sign = _sign_fraction(scan, pos)
    if sign > 0:
        return sign
    match = _FRACTION.match(scan.text, pos)
    if not match:
        return -1
    if match[1] is None and _CENTRAL.match(scan.text, match.end()):
        scan.say([*numbers.whole(match[2]), *numbers.whole(match[3])], pos, match.end())
        scan.say("central", match.end(), match.end() + 1)  # "at 8/7c", television's hours
        return match.end() + 1
    whole, top, bottom = match[1], int(match[2]), int(match[3])
    if whole and not 0 < top < bottom:
        return -1
    end = match.end()
    if not whole and _is_date(scan, top, bottom):
        return _short_date(scan, pos, end, top, bottom)
    if (top, bottom) in {(24, 7), (9, 11)} or top == bottom:
        words = numbers.cardinal(top) + numbers.cardinal(bottom)
    elif 0 < top < bottom and (bottom <= 20 or bottom in {25, 32, 50, 64, 100, 1000}):
        words = _fraction_words(top, bottom)
    else:
        words = [*numbers.cardinal(top), "over", *numbers.cardinal(bottom)]
    if whole:
        words = [*numbers.cardinal(int(whole)), "and", *_article(words)]
    scan.say(words, pos, end)
    return unit_after(scan, pos, end, single=not whole and top < bottom)


def _is_date(scan: Scanner, top: int, bottom: int) -> bool:
    """``closes 12/31``, ``by 5/14``: month and day where a date is spoken of."""
    if (top, bottom) == (9, 11) or scan.last_word().lower() not in _DATE_LEADS:
        return False
    month, day = (bottom, top) if scan.british else (top, bottom)
    multiplied = any(
        scan.last_word(back).lower().startswith(("multipl", "divi", "scal")) for back in (2, 3)
    )
    plain = scan.last_word() == "on" or (top > bottom and not multiplied)
    return 1 <= month <= 12 and (12 < day <= 31 or (plain and 0 < day <= 12))


def _short_date(scan: Scanner, pos: int, end: int, top: int, bottom: int) -> int:
    month, day = (bottom, top) if scan.british else (top, bottom)
    if scan.british:
        scan.say(["the", *numbers.ordinal(day), "of", MONTHS[month - 1]], pos, end)
    else:
        scan.say([MONTHS[month - 1], *numbers.ordinal(day)], pos, end)
    return end


def _article(words: list[str]) -> list[str]:
    """ "two and a half", not "two and one half"."""
    return ["a", *words[1:]] if words == ["one", "half"] or words == ["one", "quarter"] else words


def _fraction_words(top: int, bottom: int) -> list[str]:
    names = {2: "half", 4: "quarter"}
    last = [names[bottom]] if bottom in names else numbers.ordinal(bottom)
    if top > 1:
        last[-1] = "halves" if last[-1] == "half" else numbers.plural(last[-1])
    return numbers.cardinal(top) + last


def _sign_fraction(scan: Scanner, pos: int) -> int:
    match = re.compile(rf"([0-9]{{1,4}})? ?([{''.join(FRACTIONS)}])").match(scan.text, pos)
    if not match:
        return -1
    words = _fraction_words(*FRACTIONS[match[2]])
    if match[1]:
        words = [*numbers.cardinal(int(match[1])), "and", *_article(words)]
    scan.say(words, pos, match.end())
    return unit_after(scan, pos, match.end(), single=not match[1])


def ordinal(scan: Scanner, pos: int) -> int:
    """``33rd`` -> thirty-third; ``9st`` is no rank but a weight in stone."""
    match = _ORDINAL.match(scan.text, pos)
    if not match:
        return -1
    if match[2] == "st" and not _FIRST.search(match[1]):  # "9st 4lb"
        scan.say([*numbers.whole(match[1], scan.joiner), "stone"], pos, match.end())
        return match.end()
    scan.say(numbers.ordinal(int(match[1].replace(",", "")), scan.joiner), pos, match.end())
    return match.end()
