"""Words in a script that the language does not write with: ``λόγος``, ``Москва``, ``東京``.

A run of letters of such a script is a word: it is written in Latin letters (``anyascii``),
said as a guess, and named in one remark. A lone Greek letter is a sign with a name, and so
are a few that no word is made of: ``αβ``, ``ΦΒΚ``.
"""

from __future__ import annotations

import re
import unicodedata

from anyascii import anyascii

from engine.reading.scan import Scanner
from engine.reading.tables import table
from engine.values import Remark

FIRST_FOREIGN = "\u0370"
"""Letters from here on are none of the Latin alphabet's (save a few accented ones)."""
_EXTENDED = ("\u1e00", "\u1eff")
LONGEST = 120
"""Letters of one run that are taken as a word; a longer one is cut."""
_MIXED = re.compile(r"[A-Za-z]{1,40}(?=[\u0400-\u04ff])[A-Za-z\u0400-\u04ff]{1,40}")
_FEW = 4
"""Most capitals that are letters said one by one, as of a society: ``ΦΒΚ``."""
_VOWELS = frozenset("αεηιουωάέήίόύώϊϋΐΰ")
_ALPHABET = "αβγδεζηθικλμνξοπρστυφχψω"
_FORMULA = re.compile(r"[A-Za-z]{1,2}(?![A-Za-z'])")
_VOWELLESS = ("\u0590", "\u08ff")
"""Hebrew and Arabic and their kin leave vowels out."""
_INDIC = ("\u0900", "\u0dff")
"""Devanagari to Sinhala: a consonant carries an "a" unless a sign follows it."""
_NASALS = 3
"""Signs of an Indic block's beginning that add a nasal or a breath and no vowel."""
_BLOCK = 0x80
_BARE = re.compile(r"(?<=[bcdfghjklmnpqrstvwxyz])(?=[bcdfgjklmnpqrstvwxyz])")
_NOT_SAID = re.compile("[^A-Za-z]")
PLACES = {row[0]: row[1] for row in table("places.tsv")}
"""Places whose Han letters are read otherwise in Japan, or have a common English name."""
_SORTS = frozenset("都府県市省縣")
"""Metropolis, prefecture, city, province."""
_OWNED = re.compile(r"'s(?![A-Za-z0-9])")
_ALIKE = str.maketrans("аеорсухіјѕАВЕКМНОРСТХУІЈЅ", "aeopcyxijsABEKMHOPCTXYIJS")
"""Cyrillic letters that look like Latin ones, for words that mix the two."""


def word(scan: Scanner, pos: int) -> int:
    """A run of letters of another script; gives the place after it."""
    text = scan.text
    if text[pos] < FIRST_FOREIGN:
        return _mixed(scan, pos)
    if not is_foreign(scan, text[pos]):
        return -1
    end = pos + 1
    while end < len(text) and end - pos < LONGEST and _goes_on(scan, text[end]):
        end += 1
    run = text[pos:end]
    if _names(scan, run, pos):
        return _formula(scan, end) if len(run) == 1 else end
    place = _place(run)
    latin = place or romanised(run)
    if not latin:
        scan.remarks.append(Remark("script-skipped", "text", run))
        return end
    if place:
        owned = end + 2 if _OWNED.match(text, end) else end
        scan.say(place + ("'s" if owned > end else ""), pos, owned)
        _tell(scan, run, place)
        return owned
    _say(scan, run, latin, pos, end)
    return end + 2 if _OWNED.match(text, end) else end


def _place(run: str) -> str:
    """A place written in Han letters (and the sort of place) by its English name, or ""."""
    bare = run[:-1] if len(run) > 2 and run[-1] in _SORTS else run
    return PLACES.get(run) or PLACES.get(bare, "")


def is_foreign(scan: Scanner, char: str) -> bool:
    """Is this a letter that the language does not write with?"""
    latin = char < FIRST_FOREIGN or _EXTENDED[0] <= char <= _EXTENDED[1]
    return char.isalpha() and not latin and not scan.holds(char)


def _goes_on(scan: Scanner, char: str) -> bool:
    return is_foreign(scan, char) or unicodedata.category(char)[0] == "M"


def _mixed(scan: Scanner, pos: int) -> int:
    """A word of Latin letters with Cyrillic ones among them that look the same."""
    match = _MIXED.match(scan.text, pos)
    if not match or scan.holds(match[0][-1]):
        return -1
    _say(scan, match[0], romanised(match[0].translate(_ALIKE)), pos, match.end())
    return match.end()


def _say(scan: Scanner, run: str, latin: str, pos: int, end: int) -> None:
    owned = "'s" if _OWNED.match(scan.text, end) else ""
    scan.guess(latin + owned, pos, end + len(owned))
    _tell(scan, run, latin)


def _tell(scan: Scanner, run: str, latin: str) -> None:
    told = Remark("word-foreign", "text", f"{run} ({latin})")
    if told not in scan.remarks[-_NEAR:]:
        scan.remarks.append(told)


_NEAR = 8
"""Remarks looked back at: a word told of a moment ago is not told of again."""


def _names(scan: Scanner, run: str, pos: int) -> bool:
    """Say Greek letters by their names, if they are letters and no word."""
    names = [scan.greek.get(char.lower(), "") for char in run]
    if not all(names) or not _are_signs(run):
        return False
    for at, name in enumerate(names, pos):
        scan.say(name, at, at + 1)
    return True


def _are_signs(run: str) -> bool:
    lower = run.lower()
    if len(run) == 1 or (run.isupper() and len(run) <= _FEW):
        return True
    return len(run) <= _FEW and (lower in _ALPHABET or not _VOWELS & set(lower))


def _formula(scan: Scanner, end: int) -> int:
    """``Δx``, ``πr``: Latin letters right after a Greek one are letters too."""
    tail = _FORMULA.match(scan.text, end)
    if not tail:
        return end
    scan.spell(tail[0].upper(), end, tail.end())
    return tail.end()


def romanised(run: str) -> str:
    """A word of any script in Latin letters; "" if none of it can be written so."""
    latin = _NOT_SAID.sub("", anyascii(run))
    if _VOWELLESS[0] <= run[0] <= _VOWELLESS[1]:
        return _BARE.sub("a", latin.lower())
    if _INDIC[0] <= run[0] <= _INDIC[1]:
        return _indic(run)
    return latin if run[0].isupper() or run[0].islower() else latin.lower()


def _indic(run: str) -> str:
    out = ""
    for char, following in zip(run, [*run[1:], ""], strict=True):
        latin = _NOT_SAID.sub("", anyascii(char)).lower()
        bare = unicodedata.category(char) == "Lo" and latin[-1:] not in set("aeiou")
        signed = unicodedata.category(following)[0] == "M" if following else True
        signed = signed and not 0 < ord(following or "\0") % _BLOCK <= _NASALS
        out += latin + ("a" if bare and following and not signed else "")
    return out
