"""From the text as written to plain characters, each with its place in the source.

Marks that are not language (Markdown, HTML, zero-width characters, emoji) are taken
out here; quotes, dashes and ellipses become the few that the voice knows; inline
phonemes and pauses become one private character each. It takes time linear in the
text: every pattern is anchored and its repeats are bounded.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass, field

from engine.reading.alphabet import LATIN, Script, dashed, is_latin, raised
from engine.reading.angles import coupled, element_end, opening
from engine.reading.brackets import cited, is_edited, nested_end, parts_words, unsayable, verdict
from engine.reading.cleaned import GIVEN, REST, Clean
from engine.reading.foreign import Foreign
from engine.reading.patterns import PLAIN, SPECIAL, in_address
from engine.reading.symbols import KEPT_SYMBOLS, STAGE_WORDS, is_emoji, stands_for
from engine.reading.tables import word_set
from engine.reading.writing import Writing
from engine.values import Remark

_BLOCK_TAGS = word_set("block_tags")
_PARTED_TAGS = frozenset({"button", "label"})
"""Elements that stand in a sentence, but never in a word."""
_UNSEEN_TAGS = frozenset({"script", "style"})


@dataclass(slots=True)
class _Cleaner(Writing):
    speak_tags: bool = False
    script: Script = LATIN
    foreign: Foreign | None = None
    sounds: Container[str] | None = None
    nested_until: int = 0
    apart: int = 0
    given: dict[int, tuple[str, str]] = field(default_factory=dict)
    rests: dict[int, float] = field(default_factory=dict)
    remarks: list[Remark] = field(default_factory=list)
    stressed: list[tuple[int, int, int]] = field(default_factory=list)
    heading: bool = False
    closing: set[int] = field(default_factory=set)
    last_closed: dict[str, int] = field(default_factory=dict)

    def run(self) -> Clean:
        source, pos, size = self.source, 0, len(self.source)
        while pos < size:
            plain = PLAIN.match(source, pos)
            if plain:
                self._flush(pos)
                end = plain.end()
                self.out.extend(source[pos:end])
                self.starts.extend(range(pos, end))
                self.ends.extend(range(pos + 1, end + 1))
                pos = end
                continue
            special = SPECIAL.match(source, pos)
            if special and special.lastgroup:
                pos = _HANDLERS[special.lastgroup](self, special, pos)
            else:
                self._other(source[pos], pos, pos + 1)
                pos += 1
        for code, seen in self.skipped.items():
            shown = " ".join(sorted(seen)[:8])
            self.remarks.append(Remark(code, "text", f"{shown} ({seen.total()})"))
        text = "".join(self.out)
        return Clean(
            text, self.starts, self.ends, self.given, self.rests, self.remarks, self.stressed
        )

    def _space(self, match: re.Match[str], pos: int) -> int:
        self._wait(pos)
        if match[0] == "\n":
            self.breaks += 2 if self.heading else 1
            self.heading = False
        return match.end()

    def _line_mark(self, match: re.Match[str], pos: int) -> int:
        self._block(pos)
        self.heading = bool(match["heading"])
        return match.end()

    def _hash(self, match: re.Match[str], pos: int) -> int:
        if pos and not self.source[pos - 1].isspace():
            self._other("#", pos, pos + 1)
            return pos + 1
        self._block(pos)
        self.heading = True
        return match.end()

    def _comment(self, _match: re.Match[str], pos: int) -> int:
        return self._to("-->", pos, pos + 4)

    def _less(self, match: re.Match[str], pos: int) -> int:
        """``<`` or ``&lt;``: a mark of HTML, a bracket round words, or a sign."""
        end = match.end()
        element = element_end(self.source, pos) if match[0] == "<" else None
        if element is not None and not self._never_closed(element[0], pos, element[1]):
            return self._element(element[0], pos, element[1])
        if stands_for("❤", self.source, pos, end + 1) and self.source[end] == "3":
            self._write("love", pos, end + 1)
            return end + 1
        sign, closes = opening(self.source, pos, end)
        if sign == "written":
            self._write("<", pos, end)
            return end
        self._wait(pos)
        if sign == "less":
            self._write("<", pos, end)
            self._wait(end)
        self.closing.add(closes)
        return end + (self.source[end : end + 1] == "/")

    def _more(self, match: re.Match[str], pos: int) -> int:
        if pos in self.closing:
            self._wait(pos)
        else:
            self._write(">", pos, match.end())
        return match.end()

    def _never_closed(self, name: str, pos: int, end: int) -> bool:
        if not coupled(self.source, name, pos, end):
            return False
        if name not in self.last_closed:
            ends = (self.source.rfind(f"</{each}>") for each in (name, name.upper()))
            self.last_closed[name] = max(ends)
        return self.last_closed[name] < pos

    def _element(self, name: str, pos: int, end: int) -> int:
        if name in _UNSEEN_TAGS and self.source[pos + 1] != "/":
            return self._to(f"</{name}>", pos, end)
        if name in _BLOCK_TAGS:
            self._block(pos)
        elif not name or name in _PARTED_TAGS:
            self._wait(pos)
        return end

    def _phon(self, match: re.Match[str], pos: int) -> int:
        unknown = unsayable(match["ipa"], self.sounds)
        if unknown is not None:
            self.remarks.append(Remark("phonemes-unknown", "text", f"{match['said']} ({unknown})"))
            self._label(match, "said")
            return match.end()
        self._flush(pos)
        self.given[len(self.out)] = (match["said"].strip(), match["ipa"].strip())
        self._put(GIVEN, pos, match.end())
        return match.end()

    def _link(self, match: re.Match[str], pos: int) -> int:
        if match["tongue"] and self._in_tongue(match):
            return match.end()
        self._label(match, "label")
        if match[0][0] == "!":
            self._wait(match.end())
        if match["step"]:
            self.stressed.append((pos, match.end(), int(match["step"])))
        return match.end()

    def _reference(self, match: re.Match[str], _pos: int) -> int:
        self._label(match, "shown")
        return match.end()

    def _label(self, match: re.Match[str], group: str) -> None:
        """Write what stands between the square brackets of a link."""
        inner = clean(match[group], speak_tags=self.speak_tags, script=self.script)
        self._flush(match.start())
        shift = match.start(group)
        for index, char in enumerate(inner.text):
            if index in inner.rests:
                self.rests[len(self.out)] = inner.rests[index]
            self._put(char, inner.starts[index] + shift, inner.ends[index] + shift)
        self.remarks += inner.remarks

    def _in_tongue(self, match: re.Match[str]) -> bool:
        """Write words of another language with their phonemes; False if it cannot be read."""
        read = self.foreign(match["label"], match["tongue"]) if self.foreign else None
        if read is None:
            self.remarks.append(Remark("language-not-followed", "text", match["tongue"]))
            return False
        shift = match.start("label")
        for said in read[0]:
            if said.phonemes:
                if self.out and self.space_from < 0 and self.out[-1] == GIVEN:
                    self._wait(shift + said.start)
                self._flush(shift + said.start)
                self.given[len(self.out)] = (said.text, said.phonemes)
            char = GIVEN if said.phonemes else said.text
            self._put(char, shift + said.start, shift + said.end)
        self.remarks += read[1]
        return True

    def _command(self, match: re.Match[str], pos: int) -> int:
        return self._bracket(pos, match.end())

    def _nested(self, _match: re.Match[str], pos: int) -> int:
        """A bracket that holds others is judged as one."""
        end = nested_end(self.source, pos)
        if end < 0 or self.source[end : end + 1] == "(":
            return pos + 1
        return self._bracket(pos, end)

    def _bracket(self, pos: int, end: int) -> int:
        order = self.source[pos + 1 : end - 1].strip()
        edited = is_edited(self.source, pos, end)
        inside = edited or self.source[max(0, pos - 1) : pos] == "[" or end <= self.nested_until
        found = verdict(order, inside=inside, speak=self.speak_tags)
        if found.remark is not None:
            self.remarks.append(found.remark)
        if found.does == "speak":
            self.nested_until = max(self.nested_until, end)
            self.apart = self.apart if edited else end
            if not edited and self.source[pos - 1 : pos].isalnum():
                self._wait(pos)
            return pos + 1
        if found.does == "skip":
            self._wait(pos)
            return end
        self._flush(pos)
        self.rests[len(self.out)] = found.seconds
        self._put(REST, pos, end)
        return end

    def _stage(self, match: re.Match[str], pos: int) -> int:
        act = match["act"].strip()
        before = "".join(self.out[-2:]).rstrip()[-1:]
        if act.lower() in STAGE_WORDS and before in ".!?…\n”" and not self.speak_tags:
            self.remarks.append(Remark("tag-not-applied", "text", act))
            self._wait(pos)
            return match.end()
        self._write("(", pos, pos + 1)
        return pos + 1

    def _entity(self, match: re.Match[str], pos: int) -> int:
        plain = html.unescape(match[0])
        if plain == match[0]:
            self._write("&", pos, pos + 1)
            return pos + 1
        if plain.isspace():
            self._wait(pos)
            return match.end()
        for char in plain:
            special = SPECIAL.match(char)
            if special and special["dots"]:
                self._write("…", pos, match.end())
            elif special and special["dash"]:
                self._write("—" if char != "-" else "-", pos, match.end())
            elif special and (special["apos"] or special["quote"]):
                self._quote_char(char, pos, match.end())
            elif PLAIN.match(char) or char in ".&<>":
                self._write(char, pos, match.end())
            else:
                self._other(char, pos, match.end())
        return match.end()

    def _emph(self, match: re.Match[str], pos: int) -> int:
        marks, end = match[0], match.end()
        before = self.source[max(0, pos - 2) : pos].strip()[-1:]
        around = (before, self.source[end : end + 2].strip()[:1])
        if marks == "_" and all(map(str.isalnum, around)) and in_address(self.source, pos):
            self._write("_", pos, end)
        elif marks == "*" and around[0].isdigit() and around[1].isdigit():
            self._write("×", pos, end)
        elif marks[0] == "_" and around[0].isalnum() and around[1].isalnum():
            self._wait(pos)
        return end

    def _raised(self, match: re.Match[str], pos: int) -> int:
        plain = raised(match[0], self.source[max(0, pos - 4) : pos])
        if plain:
            self._write(plain, pos, match.end())
        else:
            self._skip("symbol-skipped", match[0])
            self._wait(pos)
        return match.end()

    def _dots(self, match: re.Match[str], pos: int) -> int:
        self._write("…", pos, match.end())
        return match.end()

    def _dash(self, match: re.Match[str], pos: int) -> int:
        self._write(dashed(match[0], self.source, pos, match.end()), pos, match.end())
        return match.end()

    def _apos(self, match: re.Match[str], pos: int) -> int:
        self._quote_char(match[0], pos, match.end())
        return match.end()

    def _silent(self, match: re.Match[str], pos: int) -> int:
        if parts_words(self.source, pos, match.end(), self.apart):
            self._wait(pos)
        return match.end()

    def _note(self, match: re.Match[str], pos: int) -> int:
        if pos < self.nested_until or (match["listed"] and self.speak_tags):
            return pos + 1
        self.remarks += cited(match["cited"])
        self.apart = match.end()
        return self._silent(match, pos)

    def _composed(self, match: re.Match[str], pos: int) -> int:
        for char in unicodedata.normalize("NFC", match[0]):
            if unicodedata.combining(char):
                continue
            self._other(char, pos, match.end())
        return match.end()

    def _script(self, match: re.Match[str], pos: int) -> int:
        """A letter of another script with its marks: kept, so that its word can be read."""
        self._write(unicodedata.normalize("NFC", match[0]), pos, match.end())
        return match.end()

    def _other(self, char: str, start: int, end: int) -> None:
        """Decide about one character that no pattern took."""
        if char in KEPT_SYMBOLS or char < "\x7f":
            if char >= " ":
                self._write(char, start, end)
            return
        written = char if self.script.holds(char) else stands_for(char, self.source, start, end)
        if written is not None:
            self._write(written, start, end)
            return
        if is_emoji(char):
            self._skip("emoji-skipped", char)
            self._wait(start)
            return
        plain = unicodedata.normalize("NFKC", char)
        if all(is_latin(one) or one in KEPT_SYMBOLS or "!" <= one <= "~" for one in plain):
            self._write(plain, start, end)
        elif plain.isdigit() and len(plain) == 1:
            self._write(str(unicodedata.digit(plain)), start, end)
        elif plain.isspace() or unicodedata.combining(char):
            return
        else:
            self._skip("script-skipped" if plain.isalpha() else "symbol-skipped", char)
            self._wait(start)


_HANDLERS = {
    **dict.fromkeys(("space", "cite"), _Cleaner._space),
    **dict.fromkeys(
        ("rule", "setext", "defined", "table", "fence", "heading", "bullet"), _Cleaner._line_mark
    ),
    "comment": _Cleaner._comment,
    "less": _Cleaner._less,
    "more": _Cleaner._more,
    "reference": _Cleaner._reference,
    "phon": _Cleaner._phon,
    "link": _Cleaner._link,
    "nested": _Cleaner._nested,
    "command": _Cleaner._command,
    "stage": _Cleaner._stage,
    "entity": _Cleaner._entity,
    "hash": _Cleaner._hash,
    "emph": _Cleaner._emph,
    "raised": _Cleaner._raised,
    "dots": _Cleaner._dots,
    "dash": _Cleaner._dash,
    **dict.fromkeys(("apos", "quote"), _Cleaner._apos),
    "note": _Cleaner._note,
    "silent": _Cleaner._silent,
    "composed": _Cleaner._composed,
    "script": _Cleaner._script,
}


def clean(
    source: str,
    *,
    speak_tags: bool = False,
    script: Script = LATIN,
    foreign: Foreign | None = None,
    sounds: Container[str] | None = None,
) -> Clean:
    """Take out what is not language and bring marks to their few forms.

    Args:
        source: the text as written.
        speak_tags: speak what stands in square brackets and is no command, and
            ``(sighs)``, instead of leaving them out with a remark.
        script: what the language writes with besides Latin letters.
        foreign: reads ``[words](lang:fr)``; without it they are read as the text's own.
        sounds: the phonemes that the voice knows; a word that is given none of them
            is read as it is written. None takes all that are given.
    """
    cleaner = _Cleaner(source, speak_tags=speak_tags, script=script, foreign=foreign, sounds=sounds)
    return cleaner.run()
