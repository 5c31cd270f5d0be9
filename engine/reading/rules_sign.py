"""Rules for signs that stand where words stand: ``&``, ``+``, ``#``, ``^``."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.alphabet import POWER
from engine.reading.scan import Scanner
from engine.reading.symbols import SYMBOL_WORDS
from engine.reading.units import CURRENCIES

_PAIRS = {
    ">=": "greater than or equal to", "<=": "less than or equal to", "!=": "is not equal to",
    "==": "equals", "=>": "to", "->": "to",
}  # fmt: skip
"""Signs that programs and notes write as two characters."""
_QUOTIENT = re.compile(r"(?<![A-Za-z])[A-Za-z0-9)] / (?:[0-9(]|[A-Za-z](?![A-Za-z]))")
_LABEL = re.compile(r"[A-Z]{1,2}-?[0-9]")
_HEART = re.compile(r"[A-Za-z!?.] <3(?![0-9A-Za-z.])")
_ABOUT = frozenset({"about", "around", "roughly", "approximately", "nearly", "almost"})
_RUN = re.compile(r"[A-Za-z0-9]{2,60}")
_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]|[0-9]+")


def power(scan: Scanner, pos: int) -> int:
    """``10^5``: a caret between a base and its exponent; any other is no word."""
    before, after = scan.text[pos - 1 : pos], scan.text[pos + 1 : pos + 3].lstrip("({")
    if (before.isalnum() or before == ")") and (after[:1].isalnum() or after[:1] in {"-", "−"}):
        if after[:1] in {"2", "3"} and not after[1:].isalnum():
            scan.say("squared" if after[0] == "2" else "cubed", pos, pos + 2)
            return pos + 2
        scan.say("to the power of", pos, pos + 1)
        if after[:1] in {"-", "−"}:
            scan.say("minus", pos + 1, pos + 2)
            return pos + 2
    return pos + 1


def _hashtag(scan: Scanner, pos: int) -> int:
    """``#ThrowbackThursday``: a name run together is said as its words."""
    match = _RUN.match(scan.text, pos)
    parts = list(_CAMEL.finditer(match[0])) if match else []
    if not match or len(parts) < 2 or any(len(part[0]) < 2 for part in parts):
        return pos
    for part in parts:
        first, last = pos + part.start(), pos + part.end()
        digits = part[0].isdigit()
        scan.say(numbers.whole(part[0]) if digits else [part[0]], first, last)
    return match.end()


def symbol(scan: Scanner, pos: int) -> int:
    """A sign read as a word: ``&``, ``+``, ``=``, ``°``, ``§``, ``#7``."""
    char, after = scan.text[pos], scan.text[pos + 1 : pos + 2]
    if char == "#":
        if after.isdigit() or _LABEL.match(scan.text, pos + 1):
            scan.say("number", pos, pos + 1)
        elif after.isalpha():
            scan.say("hashtag", pos, pos + 1)
            return _hashtag(scan, pos + 1)
        return pos + 1
    if char == POWER:
        return power(scan, pos)
    if char == "~" and (after.isdigit() or after in CURRENCIES):
        if scan.last_word().lower() not in _ABOUT:
            scan.say("about", pos, pos + 1)
        return pos + 1
    pair = _PAIRS.get(scan.text[pos : pos + 2])
    if pair:
        scan.say(pair, pos, pos + 2)
        return pos + 2
    if char == "/" and _QUOTIENT.match(scan.text, max(0, pos - 2)):
        scan.say("divided by", pos, pos + 1)
        return pos + 1
    if scan.text[pos - 1 : pos] == char:
        return pos + 1  # a run of one sign is said once
    if char == "<" and _HEART.match(scan.text, max(0, pos - 2)):
        return pos + 2
    if char in CURRENCIES and after == " " and (not scan.items or scan.items[-1].kind == "mark"):
        return pos + 1  # a shell's prompt
    if char in CURRENCIES:
        scan.say(CURRENCIES[char][1], pos, pos + 1)
        return pos + 1
    words = SYMBOL_WORDS.get(char)
    if char == "√" and scan.last_word().lower() != "the":
        words = f"the {words}"
    if char == "<" and not (after == " " or after.isdigit()):
        return pos + 1  # before a letter it is a broken tag
    if words:
        scan.say(words, pos, pos + 1)
        return pos + 1
    return -1
