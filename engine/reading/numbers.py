"""Numbers as English words: cardinals, ordinals, years, digits.

The names of the powers of a thousand follow the short scale (million = 10^6).
American English says no "and" after the hundreds, British English does
(*New Hart's Rules*, 11.1; *Chicago Manual of Style*, 9.1): ``joiner`` is
``""`` or ``"and"``.
"""

from __future__ import annotations

import re

from engine.reading.tables import word_list

_ONES = word_list("ones")
_TENS = word_list("tens")
_POWERS = word_list("powers")
_ODD_ORDINALS = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}

MOST_DIGITS = 21
"""Longer runs of digits are read one by one: nobody says "sextillion" twice."""


def _below_hundred(value: int) -> str:
    if value < len(_ONES):
        return _ONES[value]
    tens, ones = divmod(value, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


def _below_thousand(value: int, joiner: str) -> list[str]:
    hundreds, rest = divmod(value, 100)
    words: list[str] = []
    if hundreds:
        words += [_ONES[hundreds], "hundred"]
        if rest and joiner:
            words.append(joiner)
    if rest or not hundreds:
        words.append(_below_hundred(rest))
    return words


def cardinal(value: int, joiner: str = "") -> list[str]:
    """Say a whole number: ``3208`` -> three, thousand, two, hundred, eight.

    Args:
        value: 0 or more, below ``10 ** MOST_DIGITS``.
        joiner: the word after the hundreds, or ``""`` for none.
    """
    if value == 0:
        return ["zero"]
    groups: list[int] = []
    while value:
        value, group = divmod(value, 1000)
        groups.append(group)
    words: list[str] = []
    for power in range(len(groups) - 1, -1, -1):
        group = groups[power]
        if not group:
            continue
        if power == 0 and words and group < 100 and joiner:
            words.append(joiner)
        words += _below_thousand(group, joiner)
        if power:
            words.append(_POWERS[power - 1])
    return words


def ordinal(value: int, joiner: str = "") -> list[str]:
    """Say a rank: ``33`` -> thirty-third."""
    words = cardinal(value, joiner)
    head, dash, last = words[-1].rpartition("-")
    if last in _ODD_ORDINALS:
        last = _ODD_ORDINALS[last]
    elif last.endswith("y"):
        last = last[:-1] + "ieth"
    else:
        last += "th"
    words[-1] = head + dash + last
    return words


def year(value: int, joiner: str = "") -> list[str]:
    """Say a year of 1000..2999 as people do: 1806 -> eighteen, oh, six.

    Years 2000 to 2009 are read whole ("two thousand six"), full hundreds as
    hundreds ("nineteen hundred"), all others in pairs.
    """
    high, low = divmod(value, 100)
    if value % 1000 < 10 or not 10 <= high < 100:
        return cardinal(value, joiner)
    if low == 0:
        return [*cardinal(high), "hundred"]
    if low < 10:
        return [*cardinal(high), "oh", *cardinal(low)]
    return [*cardinal(high), *cardinal(low)]


_INDIAN = re.compile(r"[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3}")
_INDIAN_POWERS = ((10**7, "crore"), (10**5, "lakh"))


def indian(value: int, joiner: str = "") -> list[str]:
    """Say a whole number in crores and lakhs: ``250000`` -> two, lakh, fifty, thousand."""
    for power, name in _INDIAN_POWERS:
        count, rest = divmod(value, power)
        if count:
            return [*indian(count, joiner), name, *(indian(rest, joiner) if rest else [])]
    return cardinal(value, joiner)


def digits(text: str) -> list[str]:
    """Say each ASCII digit of ``text`` by itself; other characters are skipped."""
    return [_ONES[int(char)] for char in text if "0" <= char <= "9"]


def whole(text: str, joiner: str = "") -> list[str]:
    """Say a written whole number: commas allowed, leading zeros kept as digits."""
    bare = text.replace(",", "")
    if _INDIAN.fullmatch(text):
        return indian(int(bare), joiner)
    if len(bare) > MOST_DIGITS or (len(bare) > 1 and bare[0] == "0"):
        return digits(bare)
    return cardinal(int(bare), joiner)


def decimal(text: str, joiner: str = "") -> list[str]:
    """Say a written number with an optional point: ``2.71`` -> two, point, seven, one."""
    before, point, after = text.partition(".")
    words = whole(before, joiner) if before else ["zero"]
    if point and after:
        words += ["point", *digits(after)]
    return words


def plural(word: str) -> str:
    """The regular plural of a number word or unit: ``twenty`` -> twenties."""
    if word.endswith("y") and word[-2:-1] not in {"a", "e", "o"}:
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "ch", "sh")):
        return word + "es"
    return word + "s"


_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}
_ROMAN_PARTS = (
    ("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50),
    ("XL", 40), ("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1),
)  # fmt: skip


def roman(text: str) -> int:
    """The value of a well-formed capital roman numeral below 4000, else 0."""
    if not text or len(text) > 15 or any(char not in _ROMAN for char in text):
        return 0
    total = 0
    for here, after in zip(text, text[1:] + "I", strict=True):
        value = _ROMAN[here]
        total += -value if value < _ROMAN[after] else value
    rest, spelled = total, ""
    for letters, value in _ROMAN_PARTS:
        count, rest = divmod(rest, value)
        spelled += letters * count
    return total if spelled == text else 0
