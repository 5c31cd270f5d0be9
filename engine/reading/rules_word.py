"""Rules that begin at a letter: short forms, roman numerals, addresses, words."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.abbreviations import (
    COUNTED,
    ENDERS,
    LEADERS,
    MONTHS,
    NEEDS_POINT,
    STARTERS,
    STREET,
    TITLES,
)
from engine.reading.capitals import SPELLED, as_letters
from engine.reading.rules_time import ends_here
from engine.reading.scan import Scanner
from engine.reading.symbols import COMPASS
from engine.reading.tables import word_set
from engine.values import Remark

LONGEST_WORD = 48
"""Letters; a longer unbroken run is cut, so that no word alone fills a model run."""

_LETTER = "[A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ]"
_WORD = re.compile(rf"'?{_LETTER}{{1,400}}(?:'{_LETTER}{{1,40}}){{0,3}}'?")
_DOTTED = re.compile(
    r"((?:[A-Za-z]\.){2,8}|(?:[A-Za-z]\.){1,7}[A-Za-z](?![A-Za-z])|Ph\.D\.?|[MB]\.Sc\.?|[MB]\.Ed\.?)('s|s(?![A-Za-z]))?"
)
_SHORT = re.compile(r"([A-Za-z]{1,7})(\.)?(?![A-Za-z'])")
_ROMAN = re.compile(r"([IVXLCDM]{1,15})('s)?(?![A-Za-z0-9'])(?!\.[A-Za-z])")
_SMALL_ROMAN = re.compile(r"[ivx]{2,7}(?![A-Za-z0-9'])")
"""``page xi``, ``scene ii``; one small letter is no numeral."""
_MONTH_DAY = re.compile(
    rf"({'|'.join(MONTHS)}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec)(\.?) "
    r"([0-3]?[0-9])(?:st|nd|rd|th)?(?: ?[-–—] ?([0-3]?[0-9])(?:st|nd|rd|th)?)?"
    r"(?![0-9:/.,-]?[0-9]|[A-Za-z])(,? [12][0-9]{3}(?![0-9,]))?"
)
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_URL = re.compile(
    r"(?:https?://|www\.)[A-Za-z0-9.\-_~/?#@!$&*+=%:]{1,300}"
    r"|[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}"
    r"\.(?:com|org|net|edu|gov|io|co\.uk|ac\.uk|dev|app|info|ai|fm|tv|uk|eu|ca|de|fr|biz)(?![A-Za-z0-9])"
    r"(?:/[A-Za-z0-9.\-_~/?#@!$&*+=%:]{0,300})?"
)
_URL_PART = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+|[./\-_@?=#:~&+%]")
_VOWEL = re.compile("[aeiouyAEIOUY]")
_URL_WORDS = {
    ".": "dot", "/": "slash", "-": "dash", "_": "underscore", "@": "at", "?": "question mark",
    "=": "equals", "#": "hash", ":": "colon", "~": "tilde", "&": "and", "+": "plus", "%": "percent",
}  # fmt: skip
_SAID_DOMAINS = frozenset({"co", "com", "org", "net", "gov", "info", "app", "dev"})
_COUNTED_BY = word_set("counted_by")
_TITLES_OF_RULERS = word_set("titles_of_rulers")
_RULERS = word_set("rulers")
_SPEAKER = word_set("speaker")
"""After "Elizabeth I" at a sentence's start these show that "I" speaks."""
_SIGNED = re.compile(r"([CFJ])(\+\+|#)(?![A-Za-z0-9])|([A-F])-(?=[ .,;:)]|$)")
_GRADED = frozenset(
    {"a", "an", "got", "of", "grade", "from", "to", "and", "or", "earned", "straight"}
)
"""Before these ``A-`` is a mark at school."""
_MIXED = {"PhD": "PHD", "PhDs": "PHDs", "iOS": "IOS", "MSc": "MSC", "BSc": "BSC", "kWh": "KWH"}
_WARS = {"WW": "World War", "WWI": "World War one", "WWII": "World War two"}
_JOINED = re.compile(r"([A-Z]{1,3})&([A-Z]{1,3})('s|s)?(?![A-Za-z])")
_WHOSE = frozenset({"my", "your", "his", "her", "our", "their", "phone", "account", "serial"})
_RANKED = re.compile(r"(?:first|second|third|fourth|fifth|[hnx]th|twelfth|teenth|tieth|dth)$")
"""A numbered street's name ends so: "Fifth Ave.", "42nd St."; not "and", "with"."""
_SYSTEM = re.compile(r"([A-Za-z]{0,12}[a-z])([A-Z]{2,4})(s)?")
"""``macOS``, ``iPadOS``: a word that ends in letters of its own."""
_FOUNDED = re.compile(r" (?:in )?(?:1[0-9]|20)[0-9]{2}(?![0-9,])|[ ,;)]*$")
"""After ``est.``: a year (or the end), as on a shop's sign; else it is an estimate."""
_LIVED = {"b": "born", "d": "died", "r": "reigned", "fl": "flourished", "m": "married"}
_YEARS = re.compile(
    rf" ?(?:ca?\. ?)?(?:[1-9][0-9]{{2,3}}(?![0-9]|[.,][0-9])|[0-3]?[0-9] (?:{'|'.join(MONTHS)})"
    rf"|(?:{'|'.join(MONTHS)}|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.? [0-9])"
)
"""After ``b.`` and ``d.``: a year or a day, as in the brackets after a name."""
_CIRCA = re.compile(r"c[12]?[0-9]{3}(?![0-9A-Za-z])")
_CHAT = word_set("chat")
"""Initials that are written small in chat: "idk", "brb"."""
_AND_SO = {"w/v": "weight per volume", "w/w": "weight per weight", "v/v": "volume per volume",
           "gr8": "great", "l8r": "later", "w/o": "without", "w/": "with", "b/c": "because",
           "y/y": "year over year", "q/q": "quarter over quarter"}  # fmt: skip


def address(scan: Scanner, pos: int) -> int:
    """E-mail and web addresses, part by part."""
    match = _EMAIL.match(scan.text, pos) or _URL.match(scan.text, pos)
    if not match:
        return -1
    text = match[0].rstrip(".?!:&")
    end = pos + len(text)
    bare = re.sub(r"^https?://", "", text).rstrip("/")
    previous = ""
    for part in _URL_PART.findall(bare):
        if part in _URL_WORDS:
            scan.say(_URL_WORDS[part], pos, end)
        elif part.isdigit():
            scan.say(numbers.whole(part), pos, end)
        elif part.lower() not in _SAID_DOMAINS and (
            (previous == "." and len(part) <= 2) or not _sayable(scan, part)
        ):
            scan.spell(part.upper(), pos, end)
        else:
            scan.say([part.lower()], pos, end)
        previous = part
    return end


def _sayable(scan: Scanner, part: str) -> bool:
    if part.upper() in SPELLED or len(part) < 2 or part.lower() == "www":
        return False
    return len(part) > 4 or scan.words.knows(part) or bool(_VOWEL.search(part) and len(part) > 2)


def month_day(scan: Scanner, pos: int) -> int:
    """``July 4, 1776`` and ``Sept. 3``."""
    match = _MONTH_DAY.match(scan.text, pos)
    if not match or not 1 <= int(match[3]) <= 31:
        return -1
    name = next(full for full in MONTHS if full.startswith(match[1][:3]))
    scan.say(name, pos, match.end(2))
    day = numbers.ordinal(int(match[3]))
    if scan.british:
        day = ["the", *day]
    if match[4]:
        day += ["to", *(["the"] if scan.british else []), *numbers.ordinal(int(match[4]))]
    stop = match.start(5) if match[5] else match.end()
    scan.say(day, match.start(3), stop)
    if match[5]:
        first = match.end() - 4
        if match[5][0] == ",":
            scan.mark(",", match.start(5), match.start(5) + 1)
        scan.say(numbers.year(int(match[5][-4:]), scan.joiner), first, match.end())
    return match.end()


def dotted(scan: Scanner, pos: int) -> int:
    """``U.S.``, ``e.g.``, ``p.m.``, ``J.R.R.``, ``Ph.D.``."""
    match = _DOTTED.match(scan.text, pos)
    if not match:
        return -1
    form = match[1].rstrip(".")
    ending = match[2] or ""
    said = LEADERS.get(form.lower())
    if said:
        scan.say(said, pos, match.end())
    else:
        scan.spell(
            form.replace(".", ""),
            pos,
            match.end(),
            ending,
        )
    if match[1].endswith(".") and not ending and ends_here(scan, match.end(1) - 1):
        scan.mark(".", match.end(1) - 1, match.end(1))
    return match.end()


def short_form(scan: Scanner, pos: int) -> int:
    """``Dr.``, ``St.``, ``etc.``, ``No. 5``, ``vs``."""
    slash = scan.text[pos : pos + 3]
    for form, said in _AND_SO.items():
        if slash.startswith(form):
            scan.say(said, pos, pos + len(form))
            return pos + len(form)
    if scan.text[pos] == "c" and _CIRCA.match(scan.text, pos):
        scan.say("circa", pos, pos + 1)
        return pos + 1
    match = _SHORT.match(scan.text, pos)
    if not match:
        return -1
    form, point = match[1], bool(match[2])
    said = _expand(scan, form, point, match.end())
    if not said:
        return -1
    scan.say(said, pos, match.end())
    if point and form not in COUNTED and ends_here(scan, match.end() - 1):
        scan.mark(".", match.end() - 1, match.end())
    return match.end()


def _expand(scan: Scanner, form: str, point: bool, end: int) -> str:
    after = scan.next_word(end)
    if form in COUNTED and point:
        following = scan.text[end : end + 3].strip()
        if following.lstrip("(")[:1].isdigit() or (numbers.roman(after) and after != "I"):
            return COUNTED[form]
        if len(after) > 1 and set(after) <= set("ivx"):
            return COUNTED[form]
    if point and form in _LIVED and _YEARS.match(scan.text, end):
        return _LIVED[form]
    if form == "no" and point and after.islower() and scan.last_word().lower() in _WHOSE:
        return "number"
    if form in STREET:
        return _saint_or_street(scan, form, point, after)
    if not point and form in NEEDS_POINT:
        return TITLES[form] if form == "Ms" and after[:1].isupper() else ""
    if form == "Gen" and scan.text[end : end + 2].strip()[:1].isdigit():
        return "Genesis"
    if form in TITLES:
        return TITLES[form] if after[:1].isupper() or point else ""
    if form in LEADERS or (form.lower() in LEADERS and len(form) > 2):
        return LEADERS[form.lower()]
    if form in {"est", "Est"} and point:
        return "established" if _FOUNDED.match(scan.text, end) else "estimated"
    if form == "v" and point and scan.last_word()[:1].isupper():
        return "versus"
    if form in ENDERS and (point or form == "etc" or form in {"Jr", "Sr", "Ltd", "Inc"}):
        return ENDERS[form]
    return ""


def _saint_or_street(scan: Scanner, form: str, point: bool, after: str) -> str:
    """After a name "St." is a street and "Dr." a drive; before one, a title."""
    before, earlier = scan.last_word(), scan.last_word(2)
    named = before[:1].isupper() and before.lower() not in STARTERS
    named = named or _RANKED.search(before) is not None
    names_on = after[:1].isupper() and after.lower() not in STARTERS
    if named and (not names_on or earlier):
        return STREET[form]
    return TITLES[form] if names_on or point else ""


def roman(scan: Scanner, pos: int) -> int:
    """``Part IV``, ``Leo XIII``, ``Henry VIII's``, ``World War II``."""
    if scan.last_word().lower() in _COUNTED_BY | {"page", "pages"}:
        small = _SMALL_ROMAN.match(scan.text, pos)
        if small and numbers.roman(small[0].upper()):
            scan.say(numbers.cardinal(numbers.roman(small[0].upper())), pos, small.end())
            return small.end()
    match = _ROMAN.match(scan.text, pos)
    value = numbers.roman(match[1]) if match else 0
    if not match or not value:
        return -1
    letters, ending = match[1], match[2] or ""
    before, earlier = scan.last_word(), scan.last_word(2)
    if before == "the" and earlier[:1].isupper() and earlier.lower() in _RULERS:
        scan.say(
            [*numbers.ordinal(value)[:-1], numbers.ordinal(value)[-1] + ending], pos, match.end()
        )
        return match.end()
    lettered = len(letters) == 1 and letters not in "IVX"  # "Appendix C"
    counted = before.lower() in _COUNTED_BY and (len(letters) > 1 or before[:1].isupper())
    counted = counted and not lettered
    ranked = _is_ranked(before, earlier, letters, scan.text[match.end() : match.end() + 12])
    alone = not before and len(letters) > 1 and scan.text[match.end() : match.end() + 1] == "."
    if counted or (alone and value < 40):
        words = numbers.cardinal(value)
    elif ranked and value < 40:
        words = ["the", *numbers.ordinal(value)]
    elif len(letters) > 3 and value > 100 and not scan.words.knows(letters):
        words = (
            numbers.year(value, scan.joiner) if 1100 <= value < 2100 else numbers.cardinal(value)
        )
    elif len(letters) > 1 and value < 60 and before[:1].isupper() and not before.isupper():
        words = numbers.cardinal(value)
    else:
        return -1
    words[-1] += ending
    scan.say(words, pos, match.end())
    return match.end()


def _is_ranked(before: str, earlier: str, letters: str, after: str) -> bool:
    """Is a numeral after ``before`` a ruler's (or a grandson's) rank?"""
    titled = earlier.lower() in _TITLES_OF_RULERS and before[:1].isupper()
    known = before.lower() in _RULERS and before[:1].isupper()
    if letters == "I":
        follows = (after.split() or [""])[0].rstrip(".,;:!?")
        reigns = not earlier and known and after[:1] == " " and follows not in _SPEAKER
        return (titled or known) and (titled or reigns or after[:1] in ",.;:)'")
    if letters in {"X", "V"}:
        return titled or known
    both = before[:1].isupper() and earlier[:1].isupper() and earlier.lower() not in STARTERS
    return len(letters) > 1 and (titled or known or (both and letters in {"II", "III", "IV"}))


def joined(scan: Scanner, pos: int) -> int:
    """``Q&A``, ``AT&T``, ``B&Bs``: letters on both sides of the sign."""
    match = _JOINED.match(scan.text, pos)
    if not match:
        return -1
    scan.spell(match[1], pos, match.end(1))
    scan.say("and", match.end(1), match.start(2))
    scan.spell(match[2], match.start(2), match.end(), match[3] or "")
    return match.end()


def signed_letter(scan: Scanner, pos: int) -> int:
    """``C++``, ``C#``, and the grade ``A-``."""
    match = _SIGNED.match(scan.text, pos)
    if not match or (match[3] and scan.last_word().lower() not in _GRADED):
        return -1
    scan.spell(match[1] or match[3], pos, pos + 1)
    if match[3]:
        scan.say("minus", pos + 1, match.end())
        return match.end()
    scan.say("sharp" if match[2] == "#" else "plus plus", pos + 1, match.end())
    return match.end()


def word(scan: Scanner, pos: int) -> int:
    """Everything else: one word, with its hyphens and apostrophes."""
    end = pos
    while True:
        match = _WORD.match(scan.text, end)
        if not match or match.end() - pos > 400:
            break
        end = match.end()
        hyphen = scan.text[end : end + 1] == "-" and not _DOTTED.match(scan.text, end + 1)
        follows = _WORD.match(scan.text, end + 1) if hyphen else None
        if not follows or scan.text[end - 1] == "'" or end + 1 - pos > LONGEST_WORD:
            break
        end += 1
    if end == pos:
        return -1
    if end - pos > LONGEST_WORD:
        return _long_word(scan, pos, end)
    parts = scan.text[pos:end].split("-")
    if len(parts) == 1 or not any(_is_letters(scan, part) for part in parts):
        _say_word(scan, scan.text[pos:end], pos, end)
        return end
    for part in parts:  # "non-EU", "US-led"
        if part:
            _say_word(scan, part, pos, pos + len(part))
        pos += len(part) + 1
    return end


def _is_letters(scan: Scanner, part: str) -> bool:
    """Is one part of a compound initials (or written as none of its letters sound)?"""
    return (
        part in _WARS or part in _MIXED or as_letters(part, scan.words, shouted=False) is not None
    )


def _long_word(scan: Scanner, pos: int, end: int) -> int:
    scan.remarks.append(Remark("word-cut", "text", scan.text[pos : pos + 20] + "…"))
    for start in range(pos, end, LONGEST_WORD):
        stop = min(start + LONGEST_WORD, end)
        scan.say([scan.text[start:stop]], start, stop)
    return end


def _say_word(scan: Scanner, text: str, pos: int, end: int) -> None:
    if text in _MIXED:
        letters = _MIXED[text]
        scan.spell(letters.rstrip("s"), pos, end, "s" if letters.endswith("s") else "")
        return
    if text in COMPASS and scan.last_word() in {"degrees", "degree"}:
        scan.say(COMPASS[text], pos, end)
        return
    if text in _WARS and (text != "WW" or scan.text[end : end + 1] in {"1", "2"}):
        scan.say(_WARS[text], pos, end)
        return
    system = _SYSTEM.fullmatch(text)
    if system and system[2] in SPELLED:
        scan.say(system[1], pos, pos + len(system[1]))
        scan.spell(system[2], pos + len(system[1]), end, system[3] or "")
        return
    if _is_suffix(scan, text, pos) or text in _CHAT:
        scan.spell(text.upper(), pos, end)
        return
    after_digits = scan.text[end : end + 1].isdigit()
    capitals = as_letters(text, scan.words, shouted=_shouted(scan, end))
    if capitals:
        scan.spell(capitals.letters, pos, end, capitals.ending)
    elif (
        after_digits
        and len(text) <= 3
        and (not scan.words.knows(text) or (len(text) == 2 and text.isupper()))
    ):
        scan.spell(text.upper(), pos, end)
    else:
        scan.say([text], pos, end)


def _is_suffix(scan: Scanner, text: str, pos: int) -> bool:
    """``app.py``, ``notes.txt``: the end of a file's name without a vowel is letters."""
    named = scan.text[pos - 1 : pos] == "." and scan.text[max(0, pos - 2) : pos - 1].isalnum()
    return named and 1 < len(text) < 5 and text.islower() and not re.search("[aeiou]", text)


def _shouted(scan: Scanner, end: int) -> bool:
    """Are the neighbours words in capitals too?"""
    for neighbour in (scan.last_word(), scan.next_word(end)):
        if len(neighbour) > 1 and neighbour.isupper() and scan.words.knows(neighbour):
            return True
    return False
