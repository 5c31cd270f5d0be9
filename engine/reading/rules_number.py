"""Rules that begin at a digit or a sign: money, times, dates, measures, plain numbers."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import MONTHS
from engine.reading.scan import Rule, Scanner
from engine.reading.sentences import is_end
from engine.reading.symbols import CURRENCY_SIGNS, FRACTIONS, SYMBOL_WORDS
from engine.reading.tables import word_set
from engine.reading.units import (
    ATTACHED,
    CURRENCIES,
    CURRENCY_CODES,
    SCALES,
    SPACED_ONLY,
    UNITS,
)

_NUM = r"(?:[0-9]{1,3}(?:,[0-9]{3}){1,8}(?![0-9])|[0-9]{1,400})(?:\.[0-9]{1,60})?"
_NUMBER = re.compile(rf"(?P<sign>[-−+]?)(?P<num>{_NUM}|\.[0-9]{{1,60}})")
_SCALE = re.compile(
    r"(?: ?(thousand|million|billion|trillion)|(k|K|m|M|mn|bn|B|b|tn|T))(?![A-Za-z])"
)
_MONEY = re.compile(rf"(?P<minus>[-−]?)(?P<sign>[{CURRENCY_SIGNS}]) ?(?P<num>{_NUM})")
_UNIT = re.compile(
    "( ?)("
    + "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
    + r")(?![A-Za-z0-9/²³])"
)
_MONEY_AFTER = re.compile(rf" ?([{CURRENCY_SIGNS}]|(?:{'|'.join(CURRENCY_CODES)}))(?![A-Za-z0-9])")
_PHONE = re.compile(
    r"(?:\+[0-9]{1,3}[ .-]?(?:\([0-9]{1,4}\)[ .-]?)?[0-9]{2,4}(?:[ .-][0-9]{2,4}){1,4}"
    r"|\([0-9]{3}\) ?[0-9]{3}[ .-][0-9]{4}"
    r"|(?:1[ .-])?[0-9]{3}[.-][0-9]{3}[.-][0-9]{4}"
    r"|[0-9]{3}-[0-9]{4})(?![0-9-])"
)
_ISO = re.compile(r"([12][0-9]{3})-([01]?[0-9])-([0-3]?[0-9])(?![0-9-])")
_SLASHED = re.compile(r"([0-3]?[0-9])([/.])([0-3]?[0-9])\2([12][0-9]{3}|[0-9]{2})(?![0-9/])")
_TIME = re.compile(
    r"([0-2]?[0-9])[:.]([0-5][0-9])(?::([0-5][0-9]))? ?([AaPp])\.?[Mm](?![A-Za-z])(\.)?"
    r"|([0-2]?[0-9]):([0-5][0-9])(?::([0-5][0-9]))?(?![0-9:])"
    r"|([0-1]?[0-9]) ?([AaPp])\.?[Mm](?![A-Za-z])(\.)?"
)
_RATIO = re.compile(r"([0-9]{1,4}):([0-9]{1,4})(?![0-9:])")
_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){2,6}(?![0-9])")
_FRACTION = re.compile(r"(?:([0-9]{1,4})[ -])?([0-9]{1,4})/([0-9]{1,4})(?![0-9/])")
_ORDINAL = re.compile(
    r"([0-9]{1,3}(?:,[0-9]{3}){1,4}|[0-9]{1,12})(st|nd|rd|th)(?![A-Za-z0-9])", re.I
)
_DECADE = re.compile(r"'?([12][0-9]{2}0|[0-9]0)'?s(?![A-Za-z0-9])")
_ELIDED = re.compile(r"'([0-9]{2})(?![0-9A-Za-z])")
_RANGE = re.compile(rf"({_NUM})(?:–|-)({_NUM})(?![0-9-])")
_HEIGHT = re.compile(r"([0-9]{1,2})' ?(?:([0-9]{1,2}(?:\.[0-9])?)\")?")
_INCHES = re.compile(rf"({_NUM})\"")
_DAY_MONTH = re.compile(
    rf"([0-3]?[0-9]) ({'|'.join(MONTHS)})(?![a-z])(?:,? ([12][0-9]{{3}})(?![0-9]))?"
)
_GLUED = re.compile(r"[A-Za-z]{1,12}")
_YEAR_LEADS = word_set("year_leads")
_ADJECTIVE_LEADS = word_set("adjective_leads")
_NOT_NOUNS = word_set("not_nouns")
_PLURAL_NOUNS = word_set("plural_nouns")


def _value(text: str) -> float:
    return float(text.replace(",", ""))


def _number_words(scan: Scanner, text: str) -> list[str]:
    return numbers.decimal(text, scan.joiner)


def _as_adjective(scan: Scanner, end: int) -> bool:
    """ "a 5 km run": the unit stays singular before its noun."""
    after = scan.next_word(end)
    return bool(
        after
        and scan.text[end : end + 1] in {" ", "-"}
        and scan.last_word().lower() in _ADJECTIVE_LEADS
        and after.islower()
        and after not in _NOT_NOUNS
    )


def phone(scan: Scanner, pos: int) -> int:
    """Telephone numbers: digit by digit, a short rest between groups."""
    match = _PHONE.match(scan.text, pos)
    if not match:
        return -1
    groups = re.findall(r"\+?[0-9]+", match[0])
    if sum(map(len, groups)) < 7:
        return -1
    for index, group in enumerate(groups):
        if index:
            scan.mark(",", pos, match.end())
        words = (["plus"] if group[0] == "+" else []) + numbers.digits(group)
        if group == "800":
            words = ["eight", "hundred"]
        scan.say(words, pos, match.end())
    return match.end()


def date(scan: Scanner, pos: int) -> int:
    """``2024-03-09``, ``3/9/2024``, ``9.3.2024``."""
    iso = _ISO.match(scan.text, pos)
    if iso:
        year, month, day = int(iso[1]), int(iso[2]), int(iso[3])
        end = iso.end()
    else:
        match = _SLASHED.match(scan.text, pos)
        if not match:
            return -1
        first, second, year = int(match[1]), int(match[3]), int(match[4])
        if len(match[4]) == 2:
            year += 2000 if year < 50 else 1900
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
    scan.say(numbers.year(year), pos, end)
    return end


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
        scan.say(numbers.year(int(match[3])), match.start(3), match.end(3))
    return match.end()


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
    words = _clock_words(int(hour), minute, second, bool(half))
    tail = match.end()
    scan.say(words, pos, tail)
    if half:
        scan.spell(half.lower() + "m", pos, tail)
        point = match[5] or match[11]
        if point and ends_here(scan, tail - 1):
            scan.mark(".", tail - 1, tail)
    return tail


def _clock_words(hour: int, minute: str | None, second: str | None, half: bool) -> list[str]:
    words = numbers.cardinal(hour)
    if minute is None:
        return words
    if int(minute):
        words += (["oh"] if minute[0] == "0" else []) + numbers.cardinal(int(minute))
    elif not half and not second:
        words += ["o'clock"] if 1 <= hour <= 12 else ["hundred"]
    if second and int(second):
        words += ["and", *numbers.cardinal(int(second)), "seconds"]
    return words


def ends_here(scan: Scanner, point: int) -> bool:
    """Does the point at clean index ``point`` end the sentence (or paragraph)?"""
    rest = scan.text[point + 1 : point + 3].strip(" ")
    return not rest or rest[0] == "\n" or is_end(scan.text, point)


def ratio(scan: Scanner, pos: int) -> int:
    """``3:1`` -> three to one."""
    match = _RATIO.match(scan.text, pos)
    if not match:
        return -1
    words = [*numbers.whole(match[1]), "to", *numbers.whole(match[2])]
    scan.say(words, pos, match.end())
    return match.end()


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
    whole, top, bottom = match[1], int(match[2]), int(match[3])
    if whole and not 0 < top < bottom:
        return -1
    end = match.end()
    if (top, bottom) in {(24, 7), (9, 11), (20, 20)}:
        words = numbers.cardinal(top) + numbers.cardinal(bottom)
    elif 0 < top < bottom and (bottom <= 20 or bottom in {25, 32, 50, 64, 100, 1000}):
        words = _fraction_words(top, bottom)
    else:
        words = [*numbers.cardinal(top), "over", *numbers.cardinal(bottom)]
    if whole:
        words = [*numbers.cardinal(int(whole)), "and", *_article(words)]
    scan.say(words, pos, end)
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
    return match.end()


def ordinal(scan: Scanner, pos: int) -> int:
    """``33rd`` -> thirty-third."""
    match = _ORDINAL.match(scan.text, pos)
    if not match:
        return -1
    scan.say(numbers.ordinal(int(match[1].replace(",", "")), scan.joiner), pos, match.end())
    return match.end()


def decade(scan: Scanner, pos: int) -> int:
    """``1990s``, ``'90s``, ``'45``."""
    match = _DECADE.match(scan.text, pos)
    if match:
        value = int(match[1])
        words = numbers.year(value) if value > 99 else numbers.cardinal(value)
        words[-1] = numbers.plural(words[-1])
        scan.say(words, pos, match.end())
        return match.end()
    match = _ELIDED.match(scan.text, pos)
    if not match:
        return -1
    value = int(match[1])
    scan.say((["oh"] if value < 10 else []) + numbers.cardinal(value), pos, match.end())
    return match.end()


def money(scan: Scanner, pos: int) -> int:
    """``$3,208.45``, ``£5m``, ``€2.5 billion``."""
    match = _MONEY.match(scan.text, pos)
    if not match:
        return -1
    end, text = match.end(), match["num"]
    scale = _SCALE.match(scan.text, end)
    one, many, small, smalls = CURRENCIES[match["sign"]]
    lead = ["minus"] if match["minus"] else []
    if scale:
        end = scale.end()
        unit = one if _as_adjective(scan, end) else many
        name = SCALES[scale[1] or scale[2]]
        scan.say([*lead, *_number_words(scan, text), name, unit], pos, end)
        return end
    singular = _as_adjective(scan, end)
    scan.say([*lead, *money_words(scan, text, (one, many, small, smalls), singular)], pos, end)
    return end


def money_words(
    scan: Scanner, text: str, names: tuple[str, str, str, str], singular: bool
) -> list[str]:
    """An amount with its unit: dollars and cents, or "point" where cents do not fit."""
    one, many, small, smalls = names
    whole, _, part = text.partition(".")
    if part and (len(part) != 2 or not small):
        return [*_number_words(scan, text), many]
    words: list[str] = []
    units = int(whole.replace(",", "") or 0)
    cents = int(part or 0)
    if units or not cents:
        words += [*numbers.whole(whole, scan.joiner), one if units == 1 or singular else many]
    if cents:
        words += ["and"] if words else []
        words += [*numbers.cardinal(cents, scan.joiner), small if cents == 1 else smalls]
    return words


def height(scan: Scanner, pos: int) -> int:
    """``6'2"`` -> six feet two inches; ``15"`` -> fifteen inches."""
    match = _HEIGHT.match(scan.text, pos)
    if match and match[2]:
        words = [*numbers.whole(match[1]), "foot" if match[1] == "1" else "feet"]
        words += [*_number_words(scan, match[2]), "inch" if match[2] == "1" else "inches"]
        scan.say(words, pos, match.end())
        return match.end()
    if match and not scan.text[match.end() : match.end() + 1].isalnum():
        scan.say([*numbers.whole(match[1]), "feet"], pos, match.end())
        return match.end()
    match = _INCHES.match(scan.text, pos)
    if not match:
        return -1
    scan.say([*_number_words(scan, match[1]), "inches"], pos, match.end())
    return match.end()


def span(scan: Scanner, pos: int) -> int:
    """``1914–1918``, ``pp. 10-12``, ``5–10 km``: "to" between the two."""
    match = _RANGE.match(scan.text, pos)
    if not match:
        return -1
    low, high = match[1], match[2]
    years = len(low) == 4 and low.isdigit() and 1100 <= int(low) <= 2099
    if years and high.isdigit() and len(high) in (2, 4):
        words = [*numbers.year(int(low)), "to"]
        words += numbers.year(int(high)) if len(high) == 4 else numbers.whole(high)
        scan.say(words, pos, match.end())
        return match.end()
    scan.say([*_number_words(scan, low), "to"], pos, match.start(2))
    return plain(scan, match.start(2))


def plain(scan: Scanner, pos: int) -> int:
    """Any other number, with its sign, scale, unit, currency or letters."""
    match = _NUMBER.match(scan.text, pos)
    if not match:
        return -1
    text, end = match["num"], match.end()
    lead = _sign(scan, match["sign"], pos)
    scale = _SCALE.match(scan.text, end)
    name = ""
    if scale and (scale[1] or scale[2] not in {"m", "b", "T"}):
        name, end = SCALES[scale[1] or scale[2]], scale.end()
    if _measure(scan, pos, end, [*lead, *_number_words(scan, text), *name.split()], text):
        return _measure_end(scan, end)
    if name or not _looks_like_year(scan, text, end):
        scan.say([*lead, *_number_words(scan, text), *name.split()], pos, end)
    else:
        scan.say(numbers.year(int(text)), pos, end)
    return end


def _sign(scan: Scanner, sign: str, pos: int) -> list[str]:
    if sign == "+":
        return ["plus"]
    attached = pos > 0 and scan.text[pos - 1].isalnum()
    return ["minus"] if sign and not attached else []


def _measure(scan: Scanner, pos: int, end: int, words: list[str], text: str) -> bool:
    """Say number and unit if a unit or currency follows."""
    unit = _UNIT.match(scan.text, end)
    if unit and _is_unit(unit[1], unit[2]):
        one, many = UNITS[unit[2]]
        single = text == "1" or _as_adjective(scan, unit.end())
        scan.say(words, pos, end)
        _say_spelled(scan, one if single else many, pos, unit.end())
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


def _measure_end(scan: Scanner, end: int) -> int:
    unit = _UNIT.match(scan.text, end)
    if unit and _is_unit(unit[1], unit[2]):
        return unit.end()
    after = _MONEY_AFTER.match(scan.text, end)
    return after.end() if after else end


def _is_unit(space: str, unit: str) -> bool:
    return bool(space) or unit not in SPACED_ONLY or unit in ATTACHED


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
    if len(text) != 4 or not text.isdigit() or not 1100 <= int(text) <= 2099:
        return False
    if scan.last_word().lower() in _YEAR_LEADS:
        return True
    after = scan.next_word(end)
    counted = after.islower() and (
        after in _PLURAL_NOUNS
        or (after.endswith("s") and after not in {"is", "was", "has", "as", "its"})
    )
    return not counted or int(text) % 100 == 0


def glued(scan: Scanner, pos: int) -> int:
    """``3D``, ``5G``, ``2x``: digits with letters right after them."""
    match = re.compile(r"([0-9]{1,6})([A-Za-z]{1,12})(?![A-Za-z])").match(scan.text, pos)
    if not match or _SCALE.match(scan.text, match.end(1)):
        return -1
    unit = _UNIT.match(scan.text, match.end(1))
    if unit and _is_unit(unit[1], unit[2]):
        return -1
    scan.say(numbers.whole(match[1]), pos, match.end())
    letters = match[2]
    if letters in {"x", "X"}:
        scan.say("times", pos, match.end())
        return match.end()
    if letters.isupper() or len(letters) == 1:
        scan.spell(letters, pos, match.end())
        return match.end()
    return match.end(1)


def symbol(scan: Scanner, pos: int) -> int:
    """A sign read as a word: ``&``, ``+``, ``=``, ``°``, ``§``, ``#7``."""
    char = scan.text[pos]
    if char == "#":
        after = scan.text[pos + 1 : pos + 2]
        if after.isdigit():
            scan.say("number", pos, pos + 1)
        elif after.isalpha():
            scan.say("hashtag", pos, pos + 1)
        return pos + 1
    if char == "~" and scan.text[pos + 1 : pos + 2].isdigit():
        scan.say("about", pos, pos + 1)
        return pos + 1
    if char in CURRENCIES:
        scan.say(CURRENCIES[char][1], pos, pos + 1)
        return pos + 1
    words = SYMBOL_WORDS.get(char)
    after = scan.text[pos + 1 : pos + 2]
    if scan.text[pos - 1 : pos] == char or (char == "<" and not (after == " " or after.isdigit())):
        return pos + 1  # a run of one sign is said once; a lone "<" before a letter is a broken tag
    if words:
        scan.say(words, pos, pos + 1)
        return pos + 1
    return -1


DIGIT_RULES: tuple[Rule, ...] = (
    phone,
    date,
    clock,
    ratio,
    version,
    fraction,
    ordinal,
    decade,
    day_month,
    money,
    height,
    span,
    glued,
    plain,
    symbol,
)
"""In the order tried: the more particular first."""
