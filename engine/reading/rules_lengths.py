"""Rules for lengths with marks or two units: ``6'2"``, ``5 ft 3 in``, ``12"``."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.rules_number import NOT_NOUNS, NUM, as_adjective, number_words
from engine.reading.scan import Scanner

_FEET_INCHES = re.compile(
    rf"({NUM}) ?(?:ft|foot|feet)\.? ?({NUM}) ?in(?:ch(?:es)?)?(?![A-Za-z])(?:\.(?= [a-z]))?"
)
_HEIGHT = re.compile(r"([0-9]{1,2})'(?: ?([0-9]{1,2}(?:\.[0-9])?)\")?")
_BY = re.compile(r" ?[xX×] ?(?=[0-9])")
_INCHES = re.compile(rf"({NUM})\"")
_SIZED = frozenset(
    {"long", "wide", "tall", "high", "deep", "thick", "across", "apart", "above", "below", "round",
     "square", "longer", "shorter", "wider", "taller", "higher", "deeper", "thicker", "larger",
     "not", "no", "will", "would", "should", "can", "has", "have", "had", "down", "up", "out",
     "off", "via", "overnight", "yesterday", "tonight", "tomorrow", "already", "again", "since",
     "here", "x", "then", "there", "today", "fell", "only", "around", "behind", "between",
     "he", "his", "her", "my", "your", "our", "their", "this", "these", "those", "said", "does"}
)  # fmt: skip
"""After these (and after what no noun is) inches are counted: ``12" long``."""


def height(scan: Scanner, pos: int) -> int:
    """``6'2"``, ``6 ft 2 in`` -> six feet two inches; ``15"`` -> fifteen inches."""
    both = _FEET_INCHES.match(scan.text, pos)
    if both:
        single = as_adjective(scan, both.end())
        foot, inch = single or both[1] == "1", single or both[2] == "1"
        words = [*number_words(scan, both[1]), "foot" if foot else "feet"]
        words += [*number_words(scan, both[2]), "inch" if inch else "inches"]
        scan.say(words, pos, both.end())
        return both.end()
    match = _HEIGHT.match(scan.text, pos)
    if match and match[2]:
        words = [*numbers.whole(match[1]), "foot" if match[1] == "1" else "feet"]
        words += [*number_words(scan, match[2]), "inch" if match[2] == "1" else "inches"]
        scan.say(words, pos, match.end())
        return match.end()
    if match and not scan.text[match.end() : match.end() + 1].isalnum():
        scan.say([*numbers.whole(match[1]), "feet"], pos, match.end())
        between = _BY.match(scan.text, match.end())
        if between:
            scan.say("by", match.end(), between.end())
        return between.end() if between else match.end()
    match = _INCHES.match(scan.text, pos)
    if not match:
        return -1
    after = scan.next_word(match.end())
    single = match[1] == "1" or _names(after)
    words = [*number_words(scan, match[1]), "inch" if single else "inches"]
    scan.say(words, pos, match.end())
    between = _BY.match(scan.text, match.end())
    if between:
        scan.say("by", match.end(), between.end())
    return between.end() if between else match.end()


def _names(after: str) -> bool:
    """``12" single``: is the word after the mark what is so long?"""
    if len(after) > 1 and after.isupper():
        return True  # "a 42" TV"
    return after.islower() and after not in NOT_NOUNS | _SIZED and not after.endswith("ly")
