"""Rules for amounts of money: signs, codes and letters before and after the number."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.items import Item
from engine.reading.rules_number import (
    NUM,
    SCALE,
    as_adjective,
    echoed,
    money_words,
    number_words,
    rate,
)
from engine.reading.scan import Scanner
from engine.reading.symbols import CURRENCY_SIGNS
from engine.reading.tables import word_set
from engine.reading.units import CURRENCIES, CURRENCY_CODES, DOLLARS, SCALES

_COMMA = r"[0-9]{1,6},[0-9]{2}(?![0-9]|,[0-9])"
"""Cents after a comma, as half of Europe writes them."""
_MONEY = re.compile(rf"(?P<minus>[-−]?)(?P<sign>[{CURRENCY_SIGNS}]) ?(?P<num>{_COMMA}|{NUM})")
_COMMA_AFTER = re.compile(rf"(?P<num>{_COMMA}) ?(?P<sign>[{CURRENCY_SIGNS}])")
_CODE = re.compile(rf"({'|'.join(CURRENCY_CODES)})(?:(?<=Rs)\.|(?<=Re)\.)? ?(?P<num>{NUM})")
_CODE_SCALE = re.compile(
    r"(?:[ -]?(thousand|million|billion|trillion|lakhs?|crores?)"
    r"|(mn|m|bn|k|K|M|B| ?cr))(?![A-Za-z])"
)
_RUPEES = frozenset({"Rs", "Re"})
_THOUSANDS = re.compile(r"€ ?([1-9][0-9]{0,2}(?:\.[0-9]{3})+)(?![0-9.])")
"""Euros are written where a point parts thousands."""
_SPAN = re.compile(
    rf"(?P<sign>[{CURRENCY_SIGNS}]) ?(?P<low>{NUM})[-–](?P<high>{NUM})"
    r"(?: ?(?P<name>thousand|million|billion|trillion)|(?P<scale>k|K|m|M|bn|B))?(?![A-Za-z0-9])"
)
_NAMED = re.compile(rf" ?({'|'.join(CURRENCY_CODES)})(?![A-Za-z])")
_LETTERS = re.compile(r"(US|AU|CA|NZ|HK|A|C|S)(?=\$[0-9])")
_NOT_NOUNS = word_set("not_nouns")
_UP_TO = re.compile(rf"[-–](?=[{CURRENCY_SIGNS}][0-9])")
_EACH = re.compile(r"-(?:an?|per)-[a-z]")
"""``$2,000-a-month flat``: one word with its unit in the singular."""


def money(scan: Scanner, pos: int) -> int:
    """``$3,208.45``, ``£5m``, ``€2.5 billion``, ``€3,50``, ``$20-30``."""
    between = _SPAN.match(scan.text, pos)
    if between:
        return _between(scan, pos, between)
    match = _MONEY.match(scan.text, pos)
    if not match:
        return -1
    thousands = _THOUSANDS.match(scan.text, pos + len(match["minus"]))
    end, text = match.end(), _pointed(match["num"])
    if thousands:
        end, text = thousands.end(), thousands[1].replace(".", "")
    scale = SCALE.match(scan.text, end)
    one, many, small, smalls = CURRENCIES[match["sign"]]
    lead = ["minus"] if match["minus"] else []
    if scale:
        end = scale.end()
        unit = one if _is_single(scan, scale[0], end, one) else many
        name = SCALES[scale[1] or scale[2] or scale[3]]
        scan.say([*lead, *number_words(scan, text), name, unit], pos, end)
    else:
        single = bool(_EACH.match(scan.text, end)) or as_adjective(scan, end, "the")
        whole = text.rstrip("0").rstrip(".") if text.endswith(".00") else text
        named = _NAMED.match(scan.text, end) if "." not in whole else None
        text = whole if named else text
        names = (one, many, small, smalls)
        if named:  # "$58 USD"
            names, end = (*CURRENCY_CODES[named[1]], "", ""), named.end()
        scan.say([*lead, *money_words(scan, text, names, single)], pos, end)
    if _UP_TO.match(scan.text, end):
        scan.say("to", end, end + 1)
        return end + 1
    return rate(scan, echoed(scan, end))


def _is_single(scan: Scanner, scale: str, end: int, one: str) -> bool:
    """``$2.5-billion deal``, ``$1.2 billion-dollar loan``: one word with what it describes."""
    if _EACH.match(scan.text, end) or scan.text.startswith(f"-{one}", end):
        return True
    after = scan.next_word(end)
    if scale[0] == "-" and after.islower() and after not in _NOT_NOUNS:
        return True
    return as_adjective(scan, end, "the")


def _between(scan: Scanner, pos: int, match: re.Match[str]) -> int:
    """``$20-30``, ``$1-2M``: the unit is said once, after both."""
    one, many, _, _ = CURRENCIES[match["sign"]]
    scale = match["name"] or match["scale"]
    words = [*number_words(scan, match["low"]), "to", *number_words(scan, match["high"])]
    words += [SCALES[scale]] if scale else []
    scan.say([*words, one if as_adjective(scan, match.end()) else many], pos, match.end())
    return rate(scan, match.end())


def _pointed(text: str) -> str:
    return text.replace(",", ".") if re.fullmatch(_COMMA, text) else text


def comma_money(scan: Scanner, pos: int) -> int:
    """``3,50 €``."""
    match = _COMMA_AFTER.match(scan.text, pos)
    if not match:
        return -1
    names = CURRENCIES[match["sign"]]
    scan.say(money_words(scan, _pointed(match["num"]), names, singular=False), pos, match.end())
    return match.end()


def dollars(scan: Scanner, pos: int) -> int:
    """``US$5``, ``A$20``: whose dollars they are is said before "dollars"."""
    match = _LETTERS.match(scan.text, pos)
    if not match:
        return -1
    first = len(scan.items)
    end = money(scan, match.end())
    if end < 0:
        return -1
    start, stop = scan.span(pos, end)
    for item in scan.items[first:]:
        item.start, item.end = start, stop
    at = first + next(
        (index for index, item in enumerate(scan.items[first:]) if item.text.startswith("dollar")),
        0,
    )
    adjective = DOLLARS[match[1]]
    if adjective == "U S":
        scan.items.insert(at, Item("word", "U S", start, stop, how="spell"))
    else:
        scan.items[at:at] = [Item("word", word, start, stop) for word in adjective.split()]
    return end


def code(scan: Scanner, pos: int) -> int:
    """``CHF 30``, ``EUR 2.5 million``: the currency is said after the amount."""
    match = _CODE.match(scan.text, pos)
    if not match:
        return -1
    one, many = CURRENCY_CODES[match[1]]
    scale = _CODE_SCALE.match(scan.text, match.end())
    if scale:
        words = [*numbers.decimal(match["num"], scan.joiner), SCALES[scale[1] or scale[2].strip()]]
    elif match[1] in _RUPEES:
        scan.say(money_words(scan, match["num"], CURRENCIES["₹"], singular=False), pos, match.end())
        return match.end() + 2 if scan.text.startswith("/-", match.end()) else match.end()
    else:
        words = money_words(scan, match["num"], ("", "", "", ""), singular=False)[:-1]
    end = scale.end() if scale else match.end()
    scan.say([*words, *(one if match["num"] == "1" and not scale else many).split()], pos, end)
    return end
