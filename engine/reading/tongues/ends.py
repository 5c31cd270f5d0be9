"""Where sentences end in a language with a table."""

from __future__ import annotations

import re
from functools import cache

from engine.reading.numbers import roman
from engine.reading.tongues.tongue import Tongue

_AFTER = re.compile(r"[\s\"'”’“‘«»¿¡)\](*_—–-]{0,8}([^\W_][\w'’]{0,20}|.)?", re.DOTALL)
_CLOSERS = "\"'”’)]»*_"
_REACH = 16
"""Characters before a point in which its short form begins."""


@cache
def form_pattern(tongue: Tongue) -> re.Pattern[str]:
    """The short forms of a language, longest first; spaces after inner points are free."""
    parts = []
    for form in sorted(tongue.forms, key=len, reverse=True):
        body = re.escape(form).replace(r"\.\ ", r"\. ?")
        parts.append(re.sub(r"\\\.(?=[^\W\d_])", r"\\. ?", body))
    return re.compile(f"(?:{'|'.join(parts)})(?![^\\W\\d_]|(?<!\\.)['’])")


def form_at(tongue: Tongue, text: str, pos: int) -> tuple[int, str, str]:
    """The short form at ``pos``: end, kind and what is said; ``(-1, "", "")`` if none."""
    if pos and text[pos - 1].isalnum():
        return -1, "", ""
    pattern = form_pattern(tongue)
    match = pattern.match(text, pos)
    written = match[0] if match else ""
    if not match and text[pos : pos + 1].isupper():
        match = pattern.match(text[pos].lower() + text[pos + 1 : pos + _REACH])
        written = match[0] if match and len(match[0]) > 2 else ""
    if not written:
        return -1, "", ""
    bare = written.replace(" ", "")
    for form, (kind, said) in tongue.forms.items():
        if form.replace(" ", "") == bare:
            return pos + len(written), kind, said
    return -1, "", ""


def _following(text: str, pos: int) -> tuple[str, bool]:
    match = _AFTER.match(text, pos)
    word = (match[1] or "") if match else ""
    gap = text[pos : match.start(1)] if match and match[1] else text[pos : pos + 8]
    return word, any(char.isspace() for char in gap)


def _form_around(tongue: Tongue, text: str, pos: int) -> tuple[int, str]:
    """The short form that holds the point at ``pos``: its end and kind."""
    for start in range(max(0, pos - _REACH), pos):
        if start and text[start - 1].isalnum():
            continue
        end, kind, _ = form_at(tongue, text, start)
        if end > pos:
            return end, kind
    return -1, ""


def is_end(tongue: Tongue, text: str, pos: int) -> bool:
    """Does the full stop at ``text[pos]`` end a sentence? Looks a few characters around."""
    word, spaced = _following(text, pos + 1)
    if not word:
        return True
    if not spaced or word[0].islower():
        return False
    end, kind = _form_around(tongue, text, pos)
    if end > pos + 1 or kind in {"title", "leader"}:
        return False
    if kind == "counted":
        return not (word[0].isdigit() or roman(word))
    if kind == "ender":
        return True
    if kind == "era":  # "nel 50 a.C. Roma": a name goes on, an article begins
        return word.lower() in tongue.set("function")
    before = text[pos - 1 : pos]
    alone = before.isupper() and not text[max(0, pos - 2) : pos - 1].isalnum()
    if alone:
        return word.lower() in tongue.set("rank_skip") or word.lower() in tongue.set("function")
    return True


def stop_ends(tongue: Tongue, text: str, pos: int) -> bool:
    """Does the mark at ``text[pos]`` (one of ``. ! ? …``) end a sentence?"""
    mark = text[pos]
    if mark == ".":
        return is_end(tongue, text, pos)
    word, spaced = _following(text, pos + 1)
    if not word:
        return True
    if mark == "…":
        return spaced and not word[0].islower()
    closed = text[pos + 1 : pos + 2] in _CLOSERS
    return (spaced or closed) and not word[0].islower()
