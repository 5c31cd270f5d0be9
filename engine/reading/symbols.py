"""Single characters: which are read, which are marks, which are skipped."""

from __future__ import annotations

import re

from engine.reading.tables import word_list, word_set

_GREEK_LETTERS = dict(zip("αβγδεζηθικλμνξοπρστυφχψω", word_list("greek"), strict=True))
GREEK = _GREEK_LETTERS | {"ς": _GREEK_LETTERS["σ"]}

SYMBOL_WORDS = {
    "&": "and",
    "+": "plus",
    "=": "equals",
    "@": "at",
    "×": "times",
    "÷": "divided by",
    "±": "plus or minus",
    "≈": "approximately",
    "≠": "is not equal to",
    "≤": "less than or equal to",
    "≥": "greater than or equal to",
    "<": "less than",
    ">": "greater than",
    "√": "square root of",
    "∞": "infinity",
    "§": "section",
    "°": "degrees",
    "%": "percent",
    "‰": "per mille",
    "№": "number",
    "²": "squared",
    "³": "cubed",
    "µ": "micro",
    "∑": "sum",
    "∆": "delta",
    "→": "to",
    "−": "minus",
    "¶": "paragraph",
    "_": "underscore",
    "♯": "sharp",
    "♭": "flat",
    "♮": "natural",
}
"""Signs read as words when they stand where words stand."""

FRACTIONS = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5),
    "⅗": (3, 5), "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8),
    "⅞": (7, 8), "⅐": (1, 7), "⅑": (1, 9), "⅒": (1, 10),
}  # fmt: skip

CURRENCY_SIGNS = "$£€¥₹₽₩₪₺₴₦¢฿"

KEPT_SYMBOLS = frozenset(
    [*SYMBOL_WORDS, *FRACTIONS, *CURRENCY_SIGNS, *GREEK, *(g.upper() for g in GREEK), "ς", "–", "−"]
)

CJK_MARKS = {
    "。": ".", "、": ",", "，": ",", "．": ".", "！": "!", "？": "?", "：": ":", "；": ";",
    "（": "(", "）": ")", "「": "“", "」": "”", "『": "“", "』": "”", "¿": "", "¡": "",
    "‚": ",", "⁄": "/", "∕": "/", "؟": "?", "،": ",", "•": ",", "·": "",
    "।": ".", "॥": ".",
}  # fmt: skip

COMPASS = {
    "N": "north", "S": "south", "E": "east", "W": "west",
    "NE": "northeast", "NW": "northwest", "SE": "southeast", "SW": "southwest",
}  # fmt: skip
"""Points of the compass as addresses write them."""

STAGE_WORDS = word_set("stage_words")
"""Bracketed words that direct the voice rather than belong to the text. Until
directions inside a line are applied they are left out with a remark."""

_HEARTS = frozenset("❤♥💙💚💛💜")
_LOVER = re.compile(r"(?<![A-Za-z'])(?<!am )(?<!do )(?:I|[Ww]e) $")
_LOVED = re.compile("\ufe0f? [A-Za-z]")
"""A heart is a verb between one who loves and what is loved."""
_KEYS = {"⌘": "Cmd", "⌥": "Option", "⇧": "Shift", "⌃": "Ctrl"}
"""Keys as they are printed on Apple's keyboards."""
_PICTURED = {
    "🔥": "fire", "🐐": "goat", "💯": "one hundred", "👑": "queen", "🌊": "wave",
    "🍕": "pizza", "🍔": "burger", "🍣": "sushi", "🌮": "taco", "🍺": "beer", "🍷": "wine",
    "☕": "coffee", "🎂": "cake", "🍦": "ice cream", "🐶": "dog", "🐱": "cat", "🚗": "car",
    "🏆": "trophy", "🗑": "trash", "💩": "poop", "🧢": "cap", "🤡": "clown",
    "🔑": "key", "💰": "money", "💎": "diamond", "🎁": "present", "🚀": "rocket", "🌈": "rainbow",
}  # fmt: skip
"""Emoji that stand for a word where a sentence needs one, by their short Unicode names."""
_NAMED = re.compile(
    r"\b(?:a|an|the|some|this|my|your|of|pure|love|loves|want|need|eat|ate|more|no|on) $",
    re.IGNORECASE,
)
"""Before an emoji these leave the sentence without its noun: "she is the 🐐"."""
_SAID_OF = re.compile(r"(?:\b(?:is|are|was|were|so)|['’](?:s|re)) $", re.IGNORECASE)
_ENDED = re.compile(
    r"\ufe0f?(?! ?[A-Za-z0-9])|\ufe0f? (?:start|from|and|but|right|all|for|in|on|this)\b"
)
"""Between these an emoji is what is said of something: "the album is 🔥"."""
_DOTS = frozenset("·⋅∙")
"""Points at half height: between numbers they multiply."""
_EMOJI_RANGES = (
    (0x2190, 0x21FF), (0x2300, 0x23FF), (0x2460, 0x24FF), (0x25A0, 0x27BF), (0x2900, 0x297F),
    (0x2B00, 0x2BFF), (0xFE00, 0xFE0F), (0x1F000, 0x1FAFF), (0xE0000, 0xE007F),
)  # fmt: skip


def is_emoji(char: str) -> bool:
    """True for pictographs, dingbats, arrows, and the characters that modify them."""
    point = ord(char)
    return any(low <= point <= high for low, high in _EMOJI_RANGES)


def stands_for(char: str, text: str, start: int, end: int) -> str | None:
    """What is read in place of a character: a mark's plain form, "love" for ``I ❤ Rome``."""
    if char in _HEARTS:
        loves = _LOVER.search(text, max(0, start - 6), start) and _LOVED.match(text, end)
        return "love" if loves else None
    if char in _KEYS:
        follows = text[end : end + 1]
        joined = "+" if follows.isalnum() or follows in _KEYS else ""
        return _KEYS[char] + joined if joined or follows == "+" or char == "⌘" else None
    if char in _PICTURED and _needs_word(text, start, end):
        return _PICTURED[char]
    if char in _DOTS:
        return _dot(char, text, start, end)
    return CJK_MARKS.get(char)


def _dot(char: str, text: str, start: int, end: int) -> str:
    """``3·5`` is a product, as is ``3 ⋅ 4``; beside one digit alone the dot only parts."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    if char != "·":
        before, after = before.rstrip(" "), after.lstrip(" ")
    left, right = before[-1:].isdigit(), after[:1].isdigit()
    if (left or before[-1:] == ")") and (right or after[:1] == "("):
        return "×"
    return " " if left or right or char != "·" else CJK_MARKS[char]


def _needs_word(text: str, start: int, end: int) -> bool:
    """Does the sentence want a word where the emoji ``text[start:end]`` stands?"""
    if _NAMED.search(text, max(0, start - 12), start):
        return True
    said = _SAID_OF.search(text, max(0, start - 12), start)
    return said is not None and _ENDED.match(text, end) is not None
