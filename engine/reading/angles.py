"""What ``<`` and ``>`` are: marks of HTML, round an address or words, or "less than".

Only the elements of a closed list are marks; whatever else stands between angle
brackets is words that somebody wrote, and is kept. A bracket may be written as an
entity, ``&lt;``. Every pattern stops at the next ``<`` or is bounded, so that no
text costs more than linear time.
"""

from __future__ import annotations

import re
from typing import Literal

from engine.reading.tables import word_set

_ELEMENTS = word_set("html_elements") | word_set("block_tags")
"""Elements of HTML (the WHATWG standard's index, its obsolete ones too) and of SSML 1.1."""
_SWITCHES = (
    "allowfullscreen|async|autofocus|autoplay|checked|compact|controls|default|defer|disabled"
    "|hidden|inert|ismap|itemscope|loop|multiple|muted|nomodule|noshade|novalidate|nowrap|open"
    "|playsinline|readonly|required|reversed|selected"
)
"""Attributes that HTML lets stand without a value; "and" in ``a<b and c>d`` is none."""
_ATTRIBUTES = re.compile(
    rf"""(?:\s{{1,40}}(?:[A-Za-z_:@][\w:.-]{{0,60}}\s{{0,4}}=\s{{0,4}}
      (?:"[^"<]{{0,400}}"|'[^'<]{{0,400}}'|[^\s"'=<>`]{{1,400}})|(?:{_SWITCHES})(?=[\s/>]))){{0,40}}
      \s{{0,40}}/?>""",
    re.VERBOSE | re.IGNORECASE,
)
_NAME = re.compile(r"</?([A-Za-z][A-Za-z0-9-]{0,15})")
_DECLARED = re.compile(r"<(?:!doctype\s[^<>]{0,400}|\?[a-z][^<>]{0,400})>", re.IGNORECASE)
_COUPLED = frozenset("abiqsu")
"""Elements that are variables as well: between two words only if they are closed later."""
_PAIR = re.compile(
    r"(?:<|&lt;)/?(?P<inner>(?:[^\W\d]|(?=[^\s<>]{1,120}(?:>|&gt;)))"
    r"(?:[^<>&\n]|&(?!lt;|gt;)|<[^<>\n]{1,60}>){0,120})(?<!\s)(?P<close>>|&gt;)"
)
_OPERAND = re.compile(r"\d{1,12}(?:\.\d{1,12})?|[^\W\d_]")
_LAST = re.compile(r"\w{1,24}$")
_NEXT = re.compile(r"\w{1,24}")
_REACH = 24

Sign = Literal["silent", "less", "written"]


def element_end(source: str, pos: int) -> tuple[str, int] | None:
    """The name, in small letters, and the end of the HTML mark at ``source[pos]``.

    A document type or a processing instruction has the name "". None if the ``<``
    begins no mark. Names in mixed letters (``<Option>``) are keys or types.
    """
    declared = _DECLARED.match(source, pos)
    if declared:
        return "", declared.end()
    name = _NAME.match(source, pos)
    if name is None or name[1].lower() not in _ELEMENTS:
        return None
    if name[1] not in (name[1].lower(), name[1].upper()):
        return None
    ended = _ATTRIBUTES.match(source, name.end())
    return (name[1].lower(), ended.end()) if ended else None


def coupled(source: str, name: str, pos: int, end: int) -> bool:
    """Is the mark ``source[pos:end]`` a variable between two others, ``a<b>c``, unless closed?"""
    if name not in _COUPLED or source[pos + 1] == "/":
        return False
    return source[pos - 1 : pos].isalnum() and source[end : end + 1].isalnum()


def opening(source: str, pos: int, end: int) -> tuple[Sign, int]:
    """What the ``<`` or ``&lt;`` in ``source[pos:end]`` is, and where its silent ``>`` stands.

    Returns:
        ``silent`` round words or an address, ``less`` between operands that are
        written together, ``written`` where the rules for signs decide; then the
        offset of the bracket that closes a silent one, or -1.
    """
    last = _LAST.search(source, max(0, pos - _REACH), pos)
    before = source[pos - 1 : pos]
    glued = before.isalnum() or before == ")"
    pair = _PAIR.match(source, pos)
    if pair and not (glued and _compares(source, last, pair)):
        return "silent", pair.start("close")
    after = _NEXT.match(source, end)
    if after is None or after[0][0].isdigit():
        return "written", -1
    if glued:
        return "less", -1
    left = _LAST.search(source, max(0, pos - _REACH), pos - 1) if before == " " else None
    operands = left and _OPERAND.fullmatch(left[0]) and _OPERAND.fullmatch(after[0])
    return ("less" if operands else "silent"), -1


def _compares(source: str, last: re.Match[str] | None, pair: re.Match[str]) -> bool:
    """Two comparisons, ``a<b and c>d`` or ``0<x>y``, rather than words in brackets?"""
    after = _NEXT.match(source, pair.end())
    if after is None:
        return False
    if " " in pair["inner"]:
        return True
    sides = (last[0] if last else "", pair["inner"], after[0])
    return all(_OPERAND.fullmatch(side) for side in sides)
