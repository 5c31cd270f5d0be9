"""What can stand in a text as written, besides plain letters: one pattern each.

Every repeat is bounded and every pattern is anchored where it is tried, so
that no text can make matching cost more than linear time.
"""

from __future__ import annotations

import re

PLAIN = re.compile(r"(?!^[=+]|(?<!\S)!\[)[A-Za-z0-9,;:!?)$%/@=+]+(?![\u0300-\u036f])", re.MULTILINE)
"""Not where ``=`` and ``+`` can be marks, at the beginning of a row, nor at a picture's ``!``."""
SPECIAL = re.compile(
    r"""
    (?P<rule>^[ \t]{0,3}([-*_=~])(?:[ \t]{0,3}\2){2,200}[ \t]{0,80}$)
  | (?P<setext>(?<=[^\n]\n)[ \t]{0,3}(?:={1,200}|-{1,200})[ \t]{0,80}$)
  | (?P<defined>^[ \t]{0,3}\[[^\[\]\n]{1,120}\]:[ \t]{1,20}
      (?:<[^<>\n]{0,400}>|(?=[/\#.]|mailto:|\S{1,200}(?:://|\.[a-z]{2}))\S{1,400})
      (?:[ \t]{1,20}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}'|\([^()\n]{0,200}\)))?[ \t]{0,80}$)
  | (?P<table>^[ \t]{0,3}\|[ \t:|-]{3,400}$)
  | (?P<fence>^[ \t]{0,3}```[^\n`]{0,100}$)
  | (?P<heading>^[ \t]{0,3}\#{1,6}[ \t]+)
  | (?P<bullet>^[ \t]{0,12}[-*+•‣▪◦·][ \t]+(?:\[[ xX]\][ \t]+)?)
  | (?P<cite>^[ \t]{0,3}(?:>[ \t]?){1,10})
  | (?P<space>[^\S\n]+|\n)
  | (?P<comment><!--)
  | (?P<less><|&lt;)
  | (?P<more>>|&gt;)
  | (?P<phon>(?<!\\)\[(?P<said>[^\[\]\n]{1,120})\]\(/(?P<ipa>[^/()\n]{1,120})/\))
  | (?P<link>!?(?<!\\)\[(?P<label>[^\[\]\n]{1,300})\]
      \((?:(?P<step>[+-][12])|lang:(?P<tongue>[a-z]{2}(?:-[a-z]{2})?)
          |[^()\s]{1,400}(?:\ "[^"\n]{0,200}")?)\))
  | (?P<reference>(?<![^\W_])!?\[(?P<shown>(?=[^\[\]\n]{0,40}[^\W\d_])[^\[\]\n]{1,300})\]
      \[(?:\d{1,3}|[^\[\]\n]{1,60}[\d._-][^\[\]\n]{0,60})?\])
  | (?P<nested>(?<!\\)\[(?=\s{0,3}/?[^\W\d_][^\[\]\n]{0,120}\[))
  | (?P<command>(?<!\\)\[\s{0,3}(?P<order>/?[^\W\d_][^\[\]\n]{0,120})\])
  | (?P<note>(?<!\\)\[(?P<cited>\^?\d{1,3}
      |(?P<listed>[1-9]\d{0,2}(?:[ ]?[,;–‒-][ ]?[1-9]\d{0,2}){1,20}))\])
  | (?P<stage>\(\s{0,3}(?P<act>[A-Za-z][A-Za-z ]{0,40})\s{0,3}\))
  | (?P<entity>&(?:\#\d{1,7}|\#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});)
  | (?P<hash>\#{1,6}[ \t]+(?=[^\W\d]))
  | (?P<emph>\*{1,3}|_+|~~|`+)
  | (?P<raised>[⁰¹²³⁴-⁹⁺⁻]{1,8})
  | (?P<dots>\.{2,}|\.(?:\ \.){2,}|…[.…]*)
  | (?P<dash>[—―⸺⸻]+|-{2,}|[-–‒−‐‑])
  | (?P<apos>['’‘ʼʹ′＇´‛])
  | (?P<quote>["“”„‟«»〝〞＂″])
  | (?P<silent>[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\\{}\[\]™®©])
  | (?P<script>[\u0370-\u1cff\u1f00-\u1fff\u2c00-\u2dff\u3005-\u318f\u3400-\u9fff\ua000-\ud7ff
      \uf900-\ufaff\ufb1d-\ufdff\ufe70-\ufefc\uff66-\uffdc\U00010000-\U0001d3ff\U00020000-\U0003ffff]
      (?<=[^\W\d_])[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a
      \u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0962\u0963\u0e31\u0e34-\u0e3a\u0e47-\u0e4e
      \u3099\u309a]{0,8})
  | (?P<composed>.[\u0300-\u036f]+)
    """,
    re.VERBOSE | re.MULTILINE,
)
PAUSE = re.compile(
    r"(?:pause|break|silence|beat)(?:[\s:]\s{0,3}(\d{1,6}(?:\.\d{1,6})?)\s{0,3}(ms|msecs?|s|secs?|seconds?)?)?\s*$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"\S{0,64}@|\S{0,64}://|www\.|[\w-]{1,60}(?:\.[\w-]{1,60}){1,4}/")
_REACH = 64
"""Characters either side of a place that are looked at."""
COMMANDS = re.compile(r"/?(?:voice(?:[\s:=]|$)|normal$|\w{1,20}\s*=)", re.IGNORECASE)


def in_address(text: str, pos: int) -> bool:
    """Is ``text[pos]`` inside an e-mail or web address or a name after ``@``?"""
    before = text[max(0, pos - _REACH) : pos].rsplit(maxsplit=1)
    after = text[pos : pos + _REACH].split(maxsplit=1)
    joined = text[max(0, pos - 1) : pos + 2].split() == [text[max(0, pos - 1) : pos + 2]]
    return bool(joined and before and after and _ADDRESS.match(before[-1] + after[0]))
