"""Rules that begin at a digit or a sign, in a language with a table."""

from __future__ import annotations

import re
from functools import cache

from engine.reading.alphabet import POWER
from engine.reading.symbols import FRACTIONS
from engine.reading.tongues import counting
from engine.reading.tongues.amounts import (
    Amount,
    amount_at,
    counted_words,
    linked,
    money_pattern,
    money_words,
    scale_pattern,
    unit_pattern,
    words_of,
)
from engine.reading.tongues.scanner import TongueScanner
from engine.reading.tongues.tongue import Tongue

_VERSION = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,6}){2,6}(?![0-9])")
_GROUPED = re.compile(r"[1-9][0-9]{0,2}(?:\.[0-9]{3}){2,4}(?![0-9.])")
_FRACTION = re.compile(r"(?:([0-9]{1,4}) )?([0-9]{1,4})/([0-9]{1,4})(?![0-9/])")
_SIGN_FRACTION = re.compile(rf"([0-9]{{1,4}})? ?([{''.join(FRACTIONS)}])")
_RATIO = re.compile(r"([0-9]{1,4}):([0-9]{1,4})(?![0-9:])")
_PHONE = re.compile(
    r"\+[0-9]{1,3}(?:[ .-]?\(?[0-9]{1,4}\)?){2,6}(?![0-9])"
    r"|\([0-9]{2,3}\) ?[0-9]{4,5}[ .-][0-9]{4}(?![0-9])"
    r"|0[0-9](?:[ .-][0-9]{2}){4}(?![0-9])"
    r"|[689][0-9]{2}(?: [0-9]{2}){3}(?![0-9])"
    r"|[0-9]{3}[.-][0-9]{3}[.-][0-9]{3,4}(?![0-9])"
    r"|0[0-9]{1,3}[ /-][0-9]{5,8}(?![0-9])"
    r"|3[0-9]{2} [0-9]{6,7}(?![0-9])"
    r"|(?P<local>[0-9]{3,5}-[0-9]{4})(?![0-9-])"
)
_SHORTEST_PHONE = 7
_LAST_YEAR = 2100
_GROUPS = re.compile(r"[0-9]{3}(?: [0-9]{2,3}){2,3}(?![0-9])")
_RANGE = re.compile(r" ?[–-] ?(?=[0-9])")
_ORDINALS = {
    "es": r"([0-9]{1,4})\.?(?:(?P<f>ª|[rdtmvn]a)|(?P<short>er)|(?P<m>º|[rdtmvn]o))",
    "fr": r"([0-9]{1,4})(?:(?P<second>nde?|ds?)|(?P<f>[èe]?re)s?|(?P<m>er|i?[èe]me|e)s?)",
    "it": r"([0-9]{1,4})\.?(?:(?P<f>ª)|(?P<m>º|°(?= [^\W\d_]|[,.;]| *$)))",
    "pt-br": r"([0-9]{1,4})\.?(?:(?P<f>ª)|(?P<m>º))",
    "hi": r"([0-9]{1,4})(?P<m>वाँ|वां|वीं|वें|वा)",
}
_GLUED = re.compile(r"([0-9]{1,6})([^\W\d_]{1,3})(?![^\W_])")


def phone(at: TongueScanner, pos: int) -> int:
    """Telephone numbers: group by group (in French in pairs), a rest between."""
    match = _PHONE.match(at.text, pos)
    if match and match["local"] and _is_range(at, match["local"]):
        return -1
    if not match and at.last_word().lower() in at.tongue.set("phone_leads"):
        match = _GROUPS.match(at.text, pos)
    if not match:
        return -1
    groups = re.findall(r"\+?[0-9]+", match[0])
    if sum(map(len, groups)) < _SHORTEST_PHONE:
        return -1
    for index, group in enumerate(groups):
        if index:
            at.mark(",", pos, match.end())
        lead = at.tongue.say("plus").split() if group[0] == "+" else []
        bare = group.lstrip("+")
        pairs = at.tongue.code == "fr" and len(bare) <= 2
        words = counting.whole(at.tongue, bare) if pairs else counting.digits(at.tongue, bare)
        at.say([*lead, *words], pos, match.end())
    return match.end()


def _is_range(at: TongueScanner, text: str) -> bool:
    """``páginas 998-1002``, ``1999-2005``: a number to a number and no telephone."""
    low, high = (int(part) for part in text.split("-"))
    if at.last_word().lower() in at.tongue.set("phone_leads"):
        return False
    years = 1000 <= low < high <= _LAST_YEAR
    return years or at.last_word().lower() in at.tongue.set("counted_by")


def version(at: TongueScanner, pos: int) -> int:
    """``1.2.13``: every part a number, "point" between."""
    match = _VERSION.match(at.text, pos)
    if not match or _GROUPED.match(at.text, pos):
        return -1
    words: list[str] = []
    for index, part in enumerate(match[0].split(".")):
        words += ([at.tongue.say("point")] if index else []) + counting.whole(at.tongue, part)
    at.say(words, pos, match.end())
    return match.end()


def fraction(at: TongueScanner, pos: int) -> int:
    """``3/4``, ``2 1/2``, ``½``, ``3 ¼``."""
    sign = _SIGN_FRACTION.match(at.text, pos)
    if sign:
        whole, (top, bottom), end = sign[1], FRACTIONS[sign[2]], sign.end()
    else:
        match = _FRACTION.match(at.text, pos)
        if not match:
            return -1
        whole, top, bottom, end = match[1], int(match[2]), int(match[3]), match.end()
    if whole and not 0 < top < bottom:
        return -1
    if (top, bottom) == (24, 7):
        words = [*counting.cardinal(at.tongue, 24), *counting.cardinal(at.tongue, 7)]
    else:
        words = counting.fraction(at.tongue, top, bottom)
    half = (top, bottom) == (1, 2) and (whole or sign)
    if half:
        words = [at.tongue.say("half")]
    if whole:
        words = [*counting.whole(at.tongue, whole), at.tongue.say("and"), *words]
    at.say(words, pos, end)
    return end


def ratio(at: TongueScanner, pos: int) -> int:
    """``3:1``, ``16:9``: one number to the other."""
    match = _RATIO.match(at.text, pos)
    if not match:
        return -1
    between = at.tongue.say("ratio").split()
    words = [*counting.whole(at.tongue, match[1]), *between, *counting.whole(at.tongue, match[2])]
    at.say(words, pos, match.end())
    return match.end()


@cache
def _ordinal_pattern(tongue: Tongue) -> re.Pattern[str]:
    return re.compile(_ORDINALS[tongue.code] + r"(?![^\W_])")


def ordinal(at: TongueScanner, pos: int) -> int:
    """``1.º``, ``3ª``, ``1er``, ``2e``, ``3°``."""
    match = _ordinal_pattern(at.tongue).match(at.text, pos)
    if not match or not int(match[1]):
        return -1
    found = match.groupdict()
    words = counting.ordinal(at.tongue, int(match[1]), "f" if found.get("f") else "m")
    if found.get("second") and match[1] == "2":
        words = ["seconde" if "e" in found["second"] else "second"]
    if found.get("short"):
        short = dict(at.tongue.endings("short_ordinal"))
        words[-1] = short.get(words[-1], words[-1])
    if at.tongue.code == "hi" and words[-1].endswith("वाँ"):
        words[-1] = words[-1][: -len("वाँ")] + match["m"]
    at.say(words, pos, match.end())
    return match.end()


def money(at: TongueScanner, pos: int) -> int:
    """``€ 12,50``, ``$5``, ``R$ 1.234,56``, ``£3 millones``; the minus may stand before."""
    minus = at.text[pos] in "-−"
    sign = money_pattern(at.tongue).match(at.text, pos + minus)
    if not sign or at.text[pos] == " ":
        return -1
    start = sign.end() + (at.text[sign.end() : sign.end() + 1] == " ")
    amount = amount_at(at.tongue, at.text, start)
    if not amount:
        return -1
    lead = [at.tongue.say("minus")] if minus else []
    unit = at.tongue.moneys[sign[1]]
    scale = scale_pattern(at.tongue).match(at.text, amount.end)
    if scale:
        name, link = at.tongue.scales[scale[1]]
        words = _scaled(at.tongue, amount, name, link, unit.many)
        at.say([*lead, *words], pos, scale.end())
        return scale.end()
    at.say([*lead, *money_words(at.tongue, amount, unit)], pos, amount.end)
    return amount.end


def _scaled(tongue: Tongue, amount: Amount, name: str, link: str, noun: str) -> list[str]:
    single = amount.value == 1 and not amount.part
    words = [*words_of(tongue, amount, "m"), *name.split()]
    if single:
        names = {many: one for _, one, many in tongue.powers}
        words = words[:-1] + names.get(name, name).split()
    return linked(tongue, words, noun) if link else [*words, *noun.split()]


def number(at: TongueScanner, pos: int) -> int:
    """Any other number, with its sign, scale, unit, currency, range or letters."""
    start = pos
    lead: list[str] = []
    if at.text[pos] in "-−+" and at.text[pos + 1 : pos + 2].isdigit():
        lead = [at.tongue.say("plus" if at.text[pos] == "+" else "minus")]
        start += 1
    amount = amount_at(at.tongue, at.text, start)
    if not amount:
        return -1
    between = _RANGE.match(at.text, amount.end)
    other = amount_at(at.tongue, at.text, between.end()) if between else None
    if between and other:
        at.say([*lead, *words_of(at.tongue, amount)], pos, amount.end)
        at.say(at.tongue.say("to"), amount.end, between.end())
        return _measured(at, between.end(), other, [])
    return _measured(at, pos, amount, lead)


def _measured(at: TongueScanner, pos: int, amount: Amount, lead: list[str]) -> int:
    """Say a number with the scale, currency or unit after it."""
    tongue, text = at.tongue, at.text
    scale = scale_pattern(tongue).match(text, amount.end)
    money_sign = money_pattern(tongue).match(text, scale.end() if scale else amount.end)
    if money_sign:
        unit = tongue.moneys[money_sign[1]]
        if scale:
            name, link = tongue.scales[scale[1]]
            words = _scaled(tongue, amount, name, link, unit.many)
        else:
            words = money_words(tongue, amount, unit)
        at.say([*lead, *words], pos, money_sign.end())
        return money_sign.end()
    if scale and len(scale[1]) > 1 and text[amount.end] == " ":
        at.say([*lead, *words_of(tongue, amount, "m")], pos, amount.end)
        at.say(tongue.scales[scale[1]][0], amount.end, scale.end())
        return scale.end()
    measure = unit_pattern(tongue).match(text, amount.end)
    if measure:
        unit = tongue.units[measure[1]]
        one = amount.value in ({0, 1} if tongue.code == "fr" else {1})
        one = one and (not amount.part or tongue.code == "fr")
        gender = "" if measure[1] in "%‰" else "f" if unit.feminine else "m"
        at.say([*lead, *words_of(tongue, amount, gender)], pos, amount.end)
        at.say((unit.one if one else unit.many), amount.end, measure.end())
        return measure.end()
    at.say([*lead, *counted_words(at, amount)], pos, amount.end)
    return amount.end


def glued(at: TongueScanner, pos: int) -> int:
    """``3D``, ``5G``, ``4x4``: digits with letters right after them."""
    match = _GLUED.match(at.text, pos)
    if not match or unit_pattern(at.tongue).match(at.text, match.end(1)):
        return -1
    if scale_pattern(at.tongue).match(at.text, match.end(1)) and match[2] != "M":
        return -1
    at.say(counting.whole(at.tongue, match[1]), pos, match.end(1))
    if match[2].isupper() or len(match[2]) == 1:
        at.spell(match[2].upper(), match.start(2), match.end())
        return match.end()
    return match.end(1)


def symbol(at: TongueScanner, pos: int) -> int:
    """A sign read as a word."""
    char, after = at.text[pos], at.text[pos + 1 : pos + 2]
    if char == "~" and (after.isdigit() or after in at.tongue.moneys):
        at.say(at.tongue.say("about"), pos, pos + 1)
        return pos + 1
    if char == "#" and after.isalpha():
        at.say(at.tongue.say("hashtag"), pos, pos + 1)
        return pos + 1
    before = at.text[pos - 1 : pos]
    if char == POWER and not (before.isalnum() and (after.isalnum() or after == "-")):
        return pos + 1
    if char in at.tongue.moneys:
        at.say(at.tongue.moneys[char].many, pos, pos + 1)
        return pos + 1
    if at.text[pos - 1 : pos] == char or (char == "<" and not (after == " " or after.isdigit())):
        return pos + 1  # a run of one sign is said once
    words = at.tongue.symbols.get(char)
    if words:
        at.say(words, pos, pos + 1)
        return pos + 1
    return -1
