"""Written amounts: where a number ends, what it counts, and how that is said."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from engine.reading.tongues import counting
from engine.reading.tongues.scanner import TongueScanner
from engine.reading.tongues.tongue import Tongue, Unit

_EUROPEAN = re.compile(
    r"(?P<grouped>[1-9][0-9]{0,2}(?:(?:\.[0-9]{3}){1,4}(?!\.?[0-9])|(?: [0-9]{3}){1,4}(?! ?[0-9])"
    r"|(?:'[0-9]{3}){1,4}(?!'?[0-9])))(?:,(?P<after>[0-9]{1,60}))?"
    r"|(?P<us>[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4})\.(?P<us_after>[0-9]{1,60})(?![0-9])"
    r"|(?P<plain>[0-9]{1,400})(?:(?P<mark>[.,])(?P<part>[0-9]{1,60})(?![0-9]|[.,][0-9]))?"
)
_INDIAN = re.compile(
    r"(?P<grouped>[1-9][0-9]{0,2}(?:,[0-9]{2,3}){1,6})(?:\.(?P<after>[0-9]{1,60}))?(?![0-9])"
    r"|(?P<us>(?!))(?P<us_after>(?!))"
    r"|(?P<plain>[0-9]{1,400})(?:(?P<mark>\.)(?P<part>[0-9]{1,60})(?![0-9]|\.[0-9]))?"
)


class Amount(NamedTuple):
    """A number as written: digits before the decimal mark, the mark, digits after."""

    end: int
    whole: str
    mark: str
    part: str

    @property
    def value(self) -> int:
        """The whole part as a number (0 if it is too long to be one)."""
        return int(self.whole) if len(self.whole) <= counting.MOST_DIGITS else 0


def amount_at(tongue: Tongue, text: str, pos: int) -> Amount | None:
    """The number that begins at ``pos``: points or spaces group, a comma parts."""
    match = (_INDIAN if tongue.code == "hi" else _EUROPEAN).match(text, pos)
    if not match:
        return None
    if match["plain"]:
        return Amount(match.end(), match["plain"], match["mark"] or "", match["part"] or "")
    whole = re.sub(r"[^0-9]", "", match["grouped"] or match["us"])
    return Amount(match.end(), whole, ",", match["after"] or match["us_after"] or "")


def words_of(tongue: Tongue, amount: Amount, gender: str = "") -> list[str]:
    """Say an amount alone."""
    return counting.decimal(tongue, amount.whole, amount.mark, amount.part, gender)


def noun_gender(tongue: Tongue, word: str) -> str:
    """``"m"`` or ``"f"`` of a noun that is counted; "" if ``word`` is none."""
    if not word or not word[0].islower() or word in tongue.set("function"):
        return ""
    if word in tongue.set("feminine_nouns"):
        return "f"
    if word in tongue.set("masculine_nouns"):
        return "m"
    return "f" if word.endswith(tuple(tongue.set("feminine_endings") or {"\0"})) else "m"


def counted_words(scan: TongueScanner, amount: Amount) -> list[str]:
    """Say a number before whatever follows it, in that noun's gender."""
    tongue, text = scan.tongue, amount.whole
    written = scan.text[amount.end - 4 : amount.end]
    year = len(text) == 4 and written == text and 1100 <= amount.value < 2100
    named = scan.last_word().lower() in tongue.set("counted_by")
    if year and not noun_counts(scan, amount):
        return counting.year_words(tongue, text)
    if amount.part or year or named:
        return words_of(tongue, amount)
    return words_of(tongue, amount, noun_gender(tongue, scan.next_word(amount.end)))


def noun_counts(scan: TongueScanner, amount: Amount) -> bool:
    """Hindi: does a plural that is counted follow the number (1500 people)?"""
    return scan.next_word(amount.end) in scan.tongue.set("counted_nouns")


@cache
def unit_pattern(tongue: Tongue) -> re.Pattern[str]:
    """A unit after a number, longest first."""
    names = "|".join(re.escape(unit) for unit in sorted(tongue.units, key=len, reverse=True))
    return re.compile(rf" ?({names})(?![^\W_]|['’/²³])")


@cache
def scale_pattern(tongue: Tongue) -> re.Pattern[str]:
    """A word or letters for a large number after a number."""
    names = "|".join(re.escape(name) for name in sorted(tongue.scales, key=len, reverse=True))
    return re.compile(rf" ?({names})(?![^\W_]|['’/])")


@cache
def money_pattern(tongue: Tongue) -> re.Pattern[str]:
    """A currency, longest first."""
    names = "|".join(re.escape(sign) for sign in sorted(tongue.moneys, key=len, reverse=True))
    return re.compile(rf" ?(?:(?:de|di|d') ?)?({names})(?![^\W\d_])")


def linked(tongue: Tongue, words: list[str], noun: str) -> list[str]:
    """Words and the noun they count; "de" comes between after millions."""
    link = tongue.say("million_link")
    large = {name for power, one, many in tongue.powers if power >= 10**6 for name in (one, many)}
    if link and words and words[-1] in large:
        if tongue.code == "fr" and noun[0] in "aeiouyéh":
            return [*words, f"d'{noun.split()[0]}", *noun.split()[1:]]
        return [*words, link, *noun.split()]
    return [*words, *noun.split()]


def money_words(tongue: Tongue, amount: Amount, unit: Unit) -> list[str]:
    """An amount of money: two decimals are cents, others part of the number."""
    gender = "f" if unit.feminine else "m"
    part = amount.part
    if part and (len(part) != 2 or not unit.small):
        return [*words_of(tongue, amount), *unit.many.split()]
    name = (
        unit.one if amount.value == 1 or (tongue.code == "fr" and not amount.value) else unit.many
    )
    cents = int(part or 0)
    small = unit.small if cents == 1 else unit.smalls
    if cents and not amount.value:
        return [*counting.cardinal(tongue, cents, "m"), *small.split()]
    words = linked(tongue, counting.whole(tongue, amount.whole, gender), name)
    if not cents:
        return words
    form = tongue.money_form
    head, tail = form.split("{n} {unit}", 1)
    c = " ".join(counting.cardinal(tongue, cents, "m" if "{small}" in form else ""))
    return [*head.split(), *words, *tail.format(c=c, small=small).split()]
