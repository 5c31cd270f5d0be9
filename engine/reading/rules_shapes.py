"""Rules for shapes that a shorter rule would misread: ``5s``, ``5%-6%``, ``Q1-Q3``, ``(ii)``."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import ENDERS, MONTHS, STARTERS
from engine.reading.capitals import as_letters
from engine.reading.rules_number import NUM, number_words, plain
from engine.reading.rules_word import month_day
from engine.reading.scan import SUFFIX, Scanner
from engine.reading.symbols import SYMBOL_WORDS
from engine.reading.units import UNITS

_SECONDS = re.compile(r"([0-9]{1,3})s(?![A-Za-z0-9'/-])")
_SECOND_NOUNS = frozenset(
    {"delay", "timeout", "pause", "wait", "gap", "interval", "silence", "countdown", "window",
     "later", "ago", "sleep", "limit", "penalty", "lead"}
)  # fmt: skip
"""Before these ``30s`` are seconds and no decade."""
_LASTING = frozenset(
    {"took", "takes", "take", "taking", "waits", "waited", "lasts", "lasted", "lasting", "within",
     "every"}
)  # fmt: skip
_LENGTH_LEADS = _LASTING | {"then", "after", "for", "only", "just", "about", "than", "another"}
"""After these ``5s`` are seconds; "two 5s" and "the 5s" are figures."""
_HEADED = frozenset({"a", "the", "this", "each", "every", "another"})
_DASH = re.compile(r" ?– ?|-")
_UNITED = "|".join(re.escape(unit) for unit in sorted(UNITS, key=len, reverse=True))
_UNIT_RANGE = re.compile(
    rf"{NUM} ?({_UNITED}|°)(?: ?– ?|-)(?={NUM} ?({_UNITED}|°)(?![A-Za-z0-9²³]))"
)
_SHORT_MONTH = "Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec"
_ANY_MONTH = rf"(?:{'|'.join(MONTHS)}|{_SHORT_MONTH})\.?"
_MONTHS_APART = re.compile(
    rf"{_ANY_MONTH} [0-3]?[0-9](?:st|nd|rd|th)? ?[-–—] ?(?={_ANY_MONTH} [0-3]?[0-9])"
)
_DAY_DASH = re.compile(r" ?[-–—] ?")
_QUARTERS = re.compile(r"([QH])([1-4])(?: ?– ?|-)(?=\1[1-4](?![A-Za-z0-9]))")
_ROAD = re.compile(r"(?:Rd|Ln|Sq|Ave|Blvd|Pkwy|Jr)(?![A-Za-z.'])(?! Maria)")
_NAME_BEFORE = re.compile(r"(?:\b[A-Z][a-z']+|[0-9](?:st|nd|rd|th)) $")
_REACH = 40
"""Characters before a place that are looked at."""
_ROMAN = re.compile(r"([ivx]{1,5})(?=\))")
_ROMAN_ITEM = re.compile(r"\([ivx]{1,5}\)")
_LIST_REACH = 240
"""Characters either side of ``(v)`` where another item shows a list."""
_NOTE = re.compile(r"([A-G])([♯♭♮])")
_RATIO = re.compile(
    r"([0-9]{1,4}\.[0-9]{1,3}):([0-9]{1,4}(?:\.[0-9]{1,3})?)(?![0-9:]|\.[0-9])"
    r"|([0-9]{1,4}):([0-9]\.[0-9]{1,3})(?![0-9:]|\.[0-9])"
)
_PAST = re.compile(r"([A-Z]{2,5})'d(?![A-Za-z])")
_SPEED = re.compile(r"(km|mi|ft|m|kg|g|cm|mm)/(h|s|hr|sec|min)(?![A-Za-z0-9])")
_PERIODS = {"h": "hour", "hr": "hour", "s": "second", "sec": "second", "min": "minute"}
_ARROW = re.compile(r"[A-Za-z0-9]->")
_FULL = re.compile(r"(?:(5|10|100)/\1)(?![0-9/])")
_DATE_LEADS = frozenset({"on", "by", "since", "until", "before", "after", "from", "dated"})
"""After these ``10/10`` is a day."""
_PARTS = re.compile(r"([0-9]{1,3})/([0-9]{1,3})ths(?![A-Za-z])")
_ALWAYS = re.compile(r"24/7/365(?![0-9/])")


def seconds(scan: Scanner, pos: int) -> int:
    """``took 5s``, ``a 2s delay``, ``30s later``: seconds; ``the 90s`` and ``two 5s`` are not."""
    match = _SECONDS.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum() or scan.text[pos - 1 : pos] in {"'", "."}:
        return -1
    noun = scan.next_word(match.end())
    lead = scan.last_word().lower()
    led = lead in (_LASTING if match[1].endswith("0") else _LENGTH_LEADS)
    if not (led or noun in _SECOND_NOUNS):
        return -1
    headed = lead in _HEADED and noun in _SECOND_NOUNS - {"later", "ago"}
    single = match[1] == "1" or headed
    scan.say([*numbers.whole(match[1]), "second" if single else "seconds"], pos, match.end())
    return match.end()


def unit_range(scan: Scanner, pos: int) -> int:
    """``5%-6%``, ``3°-5°C``, ``10kg–12kg``: "to" where both ends have their unit."""
    match = _UNIT_RANGE.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    if not (match[1] == match[2] or (match[1] == "°" and match[2][0] == "°")):
        return -1
    if match[1] == "°":
        end = match.end(1)
        number = scan.text[pos : match.start(1)].strip()
        scan.say([*number_words(scan, number), "degree" if number == "1" else "degrees"], pos, end)
    else:
        end = plain(scan, pos)
    dash = _DASH.match(scan.text, end)
    if not dash:
        return end
    scan.say("to", dash.start(), dash.end())
    return dash.end()


def months_apart(scan: Scanner, pos: int) -> int:
    """``May 5–June 3``: "to" between two dates."""
    if not _MONTHS_APART.match(scan.text, pos):
        return -1
    end = month_day(scan, pos)
    dash = _DAY_DASH.match(scan.text, end) if end > pos else None
    if not dash:
        return end
    scan.say("to", dash.start(), dash.end())
    return dash.end()


def quarters(scan: Scanner, pos: int) -> int:
    """``Q1-Q3``, ``H1–H2``: parts of a year."""
    match = _QUARTERS.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.spell(match[1], pos, pos + 1)
    scan.say(numbers.whole(match[2]), match.start(2), match.end(2))
    scan.say("to", match.end(2), match.end())
    return match.end()


def after_name(scan: Scanner, pos: int) -> int:
    """``12 High Rd``, ``Queen Sq``, ``Smith Jr``: no point is needed after a name."""
    match = _ROAD.match(scan.text, pos)
    named = match and _NAME_BEFORE.search(scan.text, max(0, pos - _REACH), pos)
    if not match or not named or scan.last_word().lower() in STARTERS | {""}:
        return -1
    scan.say(ENDERS[match[0]], pos, match.end())
    return match.end()


def listed(scan: Scanner, pos: int) -> int:
    """``(ii)``, and ``(i)`` or ``(v)`` beside others: the numerals of a list."""
    match = _ROMAN.match(scan.text, pos)
    value = numbers.roman(match[1].upper()) if match else 0
    if not match or not value or scan.text[pos - 1 : pos] != "(":
        return -1
    if len(match[1]) == 1:
        before = _ROMAN_ITEM.search(scan.text, max(0, pos - _LIST_REACH), pos)
        after = _ROMAN_ITEM.search(scan.text, match.end(), match.end() + _LIST_REACH)
        if not (before or after):
            return -1
    scan.say(numbers.cardinal(value), pos, match.end())
    return match.end()


def note(scan: Scanner, pos: int) -> int:
    """``C♯``, ``A♭``: the name of a note, by its letter."""
    match = _NOTE.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.spell(match[1], pos, pos + 1)
    scan.say(SYMBOL_WORDS[match[2]], pos + 1, match.end())
    return match.end()


def decimal_ratio(scan: Scanner, pos: int) -> int:
    """``3.5:1``, ``1:2.5`` -> three point five to one."""
    match = _RATIO.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    low, high = match[1] or match[3], match[2] or match[4]
    scan.say([*number_words(scan, low), "to", *number_words(scan, high)], pos, match.end())
    return match.end()


def suffix(scan: Scanner, pos: int) -> int:
    """``.NET``, ``a .txt file``: a name that begins with its point."""
    match = SUFFIX.match(scan.text, pos)
    if not match:
        return -1
    name = match[1]
    scan.say("dot", pos, pos + 1)
    spelled = as_letters(name.upper(), scan.words, shouted=False)
    if name.islower() and (spelled or not re.search("[aeiou]", name)):
        scan.spell(name.upper(), pos + 1, match.end())
    else:
        scan.say(name.lower(), pos + 1, match.end())
    return match.end()


def past(scan: Scanner, pos: int) -> int:
    """``IPO'd``: initials as a verb."""
    match = _PAST.match(scan.text, pos)
    letters = as_letters(match[1], scan.words, shouted=False) if match else None
    if not match or not letters or scan.words.knows(match[0]):
        return -1
    scan.spell(letters.letters, pos, match.end(), "'d")
    return match.end()


def speed(scan: Scanner, pos: int) -> int:
    """``km/h`` and ``m/s`` without a number."""
    match = _SPEED.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.say(UNITS[match[1]][1], pos, match.end(1))
    scan.say(f"per {_PERIODS[match[2]]}", match.end(1), match.end())
    return match.end()


def marked_of(scan: Scanner, pos: int) -> int:
    """``10/10`` -> ten out of ten; ``9/10ths`` -> nine tenths; ``24/7/365``."""
    if scan.text[pos - 1 : pos].isalnum():
        return -1
    full = _FULL.match(scan.text, pos)
    if full and scan.last_word().lower() not in _DATE_LEADS:
        words = numbers.whole(full[1])
        scan.say([*words, "out", "of", *words], pos, full.end())
        return full.end()
    always = _ALWAYS.match(scan.text, pos)
    if always:
        scan.say("twenty-four seven three sixty-five", pos, always.end())
        return always.end()
    parts = _PARTS.match(scan.text, pos)
    if not parts or int(parts[2]) == 0:
        return -1
    rank = numbers.ordinal(int(parts[2]))
    rank[-1] = numbers.plural(rank[-1])
    scan.say([*numbers.whole(parts[1]), *rank], pos, parts.end())
    return parts.end()


def arrow(scan: Scanner, pos: int) -> int:
    """``a->b``: after a letter the hyphen is passed over, and only ``>`` is left."""
    if scan.text[pos] != ">" or not _ARROW.match(scan.text, max(0, pos - 2)):
        return -1
    scan.say("to", pos, pos + 1)
    return pos + 1
