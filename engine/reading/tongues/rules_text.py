"""Rules that begin at a letter, in a language with a table."""

from __future__ import annotations

import re
from functools import cache

from engine.reading import numbers
from engine.reading.tongues import counting
from engine.reading.tongues.amounts import money_pattern
from engine.reading.tongues.ends import form_at
from engine.reading.tongues.rules_amount import money
from engine.reading.tongues.scanner import LETTER, TongueScanner
from engine.reading.tongues.tongue import Tongue
from engine.values import Remark

LONGEST_WORD = 48
"""Letters; a longer unbroken run is cut, so that no word alone fills a model run."""

_WORD = re.compile(rf"'?{LETTER}{{1,400}}(?:['-]{LETTER}{{1,40}}){{0,5}}'?")
_DOTTED = re.compile(
    r"(?:[^\W\d_]\. ?){1,7}[^\W\d_]\.(?![^\W\d_])|(?:[^\W\d_]\.){1,7}[^\W\d_](?![^\W_])"
)
_ROMAN = re.compile(r"([IVXLCDM]{1,15})(ème|ère|er|re|e|º|ª|°|\.º|\.ª)?(?![^\W_]|['’.][^\W\d_])")
_EMAIL = re.compile(r"[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,5}")
_URL = re.compile(
    r"(?:https?://|www\.)[A-Za-z0-9.\-_~/?#@!$&*+=%:]{1,300}"
    r"|[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,4}"
    r"\.(?:com|org|net|edu|gov|gob|gouv|info|es|fr|it|br|pt|mx|ar|eu|io|in)(?![A-Za-z0-9])"
    r"(?:/[A-Za-z0-9.\-_~/?#@!$&*+=%:]{0,300})?"
)
_URL_PART = re.compile(r"[A-Z]{2,}(?![a-z])|[A-Z]?[a-z]+|[A-Z]|[0-9]+|[./\-_@?=#:~&+%]")
_VOWEL = re.compile("[aeiouyAEIOUY]")
_CAPITALS = re.compile(r"[^\W\d_a-zß-öø-ÿ]{2,12}")
_NEIGHBOUR = re.compile(r"[ ,¡¿]{0,3}([^\W\d_]{2,})")


def address(at: TongueScanner, pos: int) -> int:
    """E-mail and web addresses, part by part, in the language's words."""
    match = _EMAIL.match(at.text, pos) or _URL.match(at.text, pos)
    if not match:
        return -1
    text = match[0].rstrip(".?!:&")
    end = pos + len(text)
    bare = re.sub(r"^https?://", "", text).rstrip("/")
    said = at.tongue.set("sayable_domains")
    previous = ""
    for part in _URL_PART.findall(bare):
        if part in at.tongue.url:
            at.say(at.tongue.url[part], pos, end)
        elif part.isdigit():
            at.say(counting.whole(at.tongue, part), pos, end)
        elif part.lower() not in said and (
            (previous == "." and len(part) <= 2) or not _sayable(part)
        ):
            at.spell(part.upper(), pos, end)
        else:
            at.say([part.lower()], pos, end)
        previous = part
    return end


def _sayable(part: str) -> bool:
    return len(part) > 2 and part.lower() != "www" and bool(_VOWEL.search(part))


def short_form(at: TongueScanner, pos: int) -> int:
    """``Sr.``, ``p. ej.``, ``Mme``, ``n.º 5``, ``a. C.``."""
    end, kind, said = form_at(at.tongue, at.text, pos)
    if end < 0:
        return -1
    pointed = at.text[end - 1] == "."
    after = at.next_word(end)
    follows = at.text[end : end + 2].strip()[:1]
    if kind == "title" and not pointed and not (after[:1].isupper() or at.text[end - 1] == "-"):
        return -1
    if kind == "counted" and not (follows.isdigit() or numbers.roman(after)):
        return -1
    if kind == "leader" and not pointed and at.text[end - 1].isalpha() and not follows:
        return -1
    if said.startswith("+"):
        at.spell(said[1:].replace(" ", "").upper(), pos, end)
    else:
        at.say(said, pos, end)
    if pointed and kind in {"ender", "era"} and at.ends_here(end - 1):
        at.mark(".", end - 1, end)
    return end


def dotted(at: TongueScanner, pos: int) -> int:
    """``U.S.A.``, ``O.N.U.``: letters with points, if more than two or unspaced."""
    match = _DOTTED.match(at.text, pos)
    if not match or not match[0].isupper():
        return -1
    text = match[0]
    letters = text.replace(".", "")
    if letters in at.tongue.set("said_capitals"):
        at.say([letters], pos, match.end())
    else:
        at.spell(letters, pos, match.end())
    if text.endswith(".") and at.ends_here(match.end() - 1):
        at.mark(".", match.end() - 1, match.end())
    return match.end()


@cache
def _money_before(tongue: Tongue) -> re.Pattern[str]:
    names = "|".join(re.escape(sign) for sign in tongue.moneys if sign[0].isalpha())
    return re.compile(rf"(?:{names}) ?[0-9]") if names else re.compile(r"(?!)")


def money_letters(at: TongueScanner, pos: int) -> int:
    """``R$ 5``, ``US$ 20``, ``EUR 100``."""
    if not _money_before(at.tongue).match(at.text, pos):
        return -1
    return money(at, pos) if money_pattern(at.tongue).match(at.text, pos) else -1


def roman(at: TongueScanner, pos: int) -> int:
    """``siglo XIX``, ``Carlos III``, ``XIXe siècle``, ``capitolo IV``."""
    match = _ROMAN.match(at.text, pos)
    value = numbers.roman(match[1]) if match else 0
    if not match or not value or value >= 4000:
        return -1
    tongue, letters, ending = at.tongue, match[1], match[2] or ""
    before = at.last_word().rpartition("'")[2]
    after = at.next_word(match.end()).lower()
    century = bool({before.lower(), after, f"{after}."} & tongue.set("century"))
    counted = before.lower() in tongue.set("counted_by")
    few = set(letters) <= set("IVX")
    ranked = (
        before[:1].isupper()
        and not before.isupper()
        and before.lower() not in tongue.set("rank_skip")
        and few
    )
    if ending and (few or century):
        words = counting.ordinal(tongue, value, "f" if ending in {"re", "ère", "ª", ".ª"} else "m")
    elif century or counted or ranked:
        words = _ranked(tongue, value, counted=counted, before=before, after=after)
    elif len(letters) > 3 and value > 1000:
        words = counting.cardinal(tongue, value)
    else:
        return -1
    at.say(words, pos, match.end())
    name = tongue.say("century")
    if not name or not at.text.startswith(" s.", match.end()):
        return match.end()
    at.say(name, match.end() + 1, match.end() + 3)  # "au XIXe s."
    return match.end() + (2 if at.ends_here(match.end() + 2) else 3)


def _ranked(tongue: Tongue, value: int, *, counted: bool, before: str, after: str) -> list[str]:
    """A rank up to the language's limit, else a number; chapters are counted."""
    if counted and not tongue.roman_ordinal:
        return counting.cardinal(tongue, value)
    if value > tongue.roman_limit and not tongue.roman_ordinal:
        return counting.cardinal(tongue, value)
    noun = before if before[:1].islower() else after
    feminine = {noun.lower(), before.lower(), before} & tongue.set("feminine_ranked")
    return counting.ordinal(tongue, value, "f" if feminine else "m")


def word(at: TongueScanner, pos: int) -> int:
    """Everything else: one word, with its hyphens and apostrophes."""
    match = _WORD.match(at.text, pos)
    if not match:
        return -1
    text, end = match[0], match.end()
    if len(text) > LONGEST_WORD:
        at.remarks.append(Remark("word-cut", "text", text[:20] + "…"))
        for start in range(pos, end, LONGEST_WORD):
            stop = min(start + LONGEST_WORD, end)
            at.say([at.text[start:stop]], start, stop)
        return end
    prefix, joined, rest = text.rpartition("'")
    inner = pos + len(prefix) + 1
    if joined and prefix and form_at(at.tongue, at.text, inner)[0] > 0:
        at.say([prefix + joined], pos, inner)
        return inner
    if joined and prefix and _spelled(at, rest, end):
        at.say([prefix + joined], pos, inner)
        at.spell(rest, inner, end)
    elif _spelled(at, text, end) or (len(text) == 1 and text.isupper() and _is_name(at, text)):
        at.spell(text, pos, end)
    else:
        at.say([text], pos, end)
    return end


def _is_name(at: TongueScanner, letter: str) -> bool:
    """A lone capital consonant, or a vowel that is not also a word here."""
    return letter.lower() in at.tongue.letters and letter not in "AEIOUYÀÉÓ"


def _spelled(at: TongueScanner, text: str, end: int) -> bool:
    """Are these capitals read letter by letter?"""
    if not text.isupper() or not _CAPITALS.fullmatch(text):
        return False
    tongue = at.tongue
    if text in tongue.set("said_capitals") and text not in tongue.set("spelled_capitals"):
        return False
    if _shouted(at, end):
        return False
    if text in tongue.set("spelled_capitals"):
        return True
    if text in tongue.set("caps_words"):
        return False
    return len(text) <= 3 or not re.search("[AEIOUYÁÉÍÓÚÀÈÌÒÙÂÊÎÔÛÃÕÜ]", text)


def _shouted(at: TongueScanner, end: int) -> bool:
    """Are the neighbours words in capitals too?"""
    match = _NEIGHBOUR.match(at.text, end)
    following = match[1] if match else ""
    for neighbour in (at.last_word(), following):
        short = at.tongue.set("caps_words")
        loud = len(neighbour) > 1 and neighbour.isupper()
        if loud and (neighbour in short or len(neighbour) > 5):
            return True
    return False
