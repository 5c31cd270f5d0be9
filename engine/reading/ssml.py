"""SSML: the elements a narrator can follow, as spans of text in a manner.

The subset of W3C's SSML 1.1 and of the dialects in use: ``break``, ``emphasis``,
``prosody``, ``phoneme``, ``sub``, ``say-as``, ``p``, ``s``, ``lang``, ``voice``
and ``express-as`` (style and styledegree, also written degree) under any prefix. Everything else is
transparent: its words are spoken and it is named in a remark. The parser is the
standard library's, fed text without a document type, so that nothing expands.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from dataclasses import dataclass, field, replace
from xml.parsers import expat

from engine.errors import InputError
from engine.reading import ssml_values
from engine.reading.espeak import to_model_alphabet
from engine.reading.foreign import LONGEST, language_of
from engine.reading.lines import split_lines
from engine.reading.say_as import written
from engine.reading.spans import PLAIN_MANNER, Border, Judge, Manner, Segment, Span
from engine.reading.stress import before_vowels
from engine.values import Remark

_HEAD = re.compile(r"\s*(?:<\?xml[^<>]{0,200}\?>\s*)?<(?:speak(?=[\s>/])|!DOCTYPE(?!\s+html))")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_UNSPOKEN = frozenset({"desc", "metadata", "meta", "lexicon", "style", "script", "title"})
_WHOLE = frozenset({"phoneme", "sub", "say-as"})
_MANNERS = frozenset({"speak", "p", "s", "prosody", "voice", "express-as"})
_SPOKEN_IN = frozenset({"lang", "p", "s"})
"""Elements whose ``xml:lang`` is followed. That of ``speak`` and ``voice`` is left to the
voice: writers give it as a matter of form."""
_BORDERS: dict[str, Border] = {
    "p": "paragraph", "s": "sentence", "paragraph": "paragraph", "sentence": "sentence",
}  # fmt: skip
_KNOWN = _WHOLE | _MANNERS | _BORDERS.keys()
_KNOWN |= {"lang", "break", "emphasis", "w", "token", "mark", "bookmark"}
_LONGEST_GIVEN = 120
"""Characters of inline phonemes and of the word they stand for (the reading's own bound)."""
_NOT_IN_PHONEMES = str.maketrans("", "", "()/[]\n.|‿")
_LEVELS = {"strong": "+2", "moderate": "+1", "": "+1", "reduced": "-1"}
_MARKS = frozenset(" .,;:!?…—–-\"'“”‘’()¿¡«»")
"""Written without a language: they are rests in every one."""
_SHOWN = 12
"""Kinds of things not honoured that one remark names."""


def is_ssml(text: str) -> bool:
    """True if the text begins like an SSML document."""
    return bool(_HEAD.match(text))


def spans_of(
    source: str, is_voice: Judge, language: str = "en-us"
) -> tuple[list[Span], tuple[Remark, ...]]:
    """The spans of an SSML document and what was not honoured.

    Raises:
        InputError: ``markup-malformed`` with line and column.
    """
    walk = _Walk(source, is_voice, language)
    walk.run()
    return walk.spans, walk.remarks()


@dataclass(slots=True)
class _Element:
    """An open element: what holds inside it."""

    name: str
    manner: Manner
    step: str = ""
    """Stress of its words, as the inline form writes it: ``+1``."""
    tongue: str = ""
    """The language its words are read in, if not that of the whole."""
    silent: bool = False
    given: dict[str, str] = field(default_factory=dict)
    start: int = 0
    """Where its content is taken as a whole: the offset it begins at, and the content."""
    content: list[str] = field(default_factory=list)
    holder: _Element | None = None
    """The innermost open element, itself included, that takes its content as a whole."""


@dataclass(slots=True)
class _Walk:
    source: str
    is_voice: Judge
    language: str
    spans: list[Span] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    segments: list[Segment] = field(default_factory=list)
    size: int = 0
    heard: bool = False
    """Whether anything since the last border can be spoken."""
    manner: Manner = PLAIN_MANNER
    open: list[_Element] = field(default_factory=list)
    waiting: tuple[str, int] | None = None
    at: tuple[int, int] = (0, 0)
    """The last place of the parser: offset in bytes and in characters."""
    data: bytes = b""
    missed: Counter[str] = field(default_factory=Counter)
    unknown: Counter[str] = field(default_factory=Counter)
    found: list[Remark] = field(default_factory=list)

    def run(self) -> None:
        lead = len(self.source) - len(self.source.lstrip())
        self.data = self.source[lead:].encode("utf-8", "surrogatepass")
        self.at = (0, lead)
        self.open.append(_Element("", self.manner))
        parser = expat.ParserCreate("utf-8")
        parser.buffer_text = False
        parser.StartElementHandler = lambda name, given: self._start(parser, name, given)
        parser.EndElementHandler = lambda _: self._end(parser)
        parser.CharacterDataHandler = lambda text: self._text(parser, text)
        parser.CommentHandler = lambda _: self._settle(self._place(parser))
        parser.StartCdataSectionHandler = lambda: self._settle(self._place(parser))
        parser.StartDoctypeDeclHandler = lambda *_: self._refuse(parser)
        try:
            parser.Parse(self.data, True)
        except expat.ExpatError as error:
            reason = expat.ErrorString(error.code)
            raise self._malformed(error.lineno, error.offset, reason) from error
        self._close("")

    def _malformed(self, line: int, column: int, reason: str) -> InputError:
        above = self.source[: len(self.source) - len(self.source.lstrip())]
        line += above.count("\n")
        detail = f"line {line}, column {column + 1}: {reason}"
        return InputError("markup-malformed", subject="text", detail=detail)

    def remarks(self) -> tuple[Remark, ...]:
        """What was not honoured, each kind once."""
        if self.unknown:
            self.found.append(Remark("markup-unknown", "text", _counted(self.unknown)))
        if self.missed:
            self.found.append(Remark("markup-not-followed", "text", _counted(self.missed)))
        return tuple(self.found)

    def _refuse(self, parser: expat.XMLParserType) -> None:
        line, column = parser.CurrentLineNumber, parser.CurrentColumnNumber
        raise self._malformed(line, column, "a document type is not accepted")

    def _place(self, parser: expat.XMLParserType) -> int:
        """Offset in the source of what the parser has just met."""
        byte, char = self.at
        now = max(byte, parser.CurrentByteIndex)
        self.at = (now, char + len(self.data[byte:now].decode("utf-8", "surrogatepass")))
        return self.at[1]

    def _start(self, parser: expat.XMLParserType, name: str, given: dict[str, str]) -> None:
        place = self._place(parser)
        self._settle(place)
        name = name.rpartition(":")[2].lower()
        given = {key.rpartition(":")[2].lower(): value for key, value in given.items()}
        top = self.open[-1]
        silent = top.silent or name in _UNSPOKEN
        tongue = self._tongue(name, given, top.tongue)
        inner = _Element(name, top.manner, top.step, tongue, silent, given, place)
        inner.holder = inner if name in _WHOLE else top.holder
        if name not in _KNOWN and name not in _UNSPOKEN:
            self.unknown[name] += 1
        if name == "break" and not silent:
            self._pause(given, place)
        elif name == "emphasis":
            inner.step = self._emphasis(given)
        elif name in _BORDERS:
            self._close(_BORDERS[name])
        if name in _MANNERS:
            inner.manner = self._changed(name, given, top.manner)
            self._turn(inner.manner)
        self.open.append(inner)

    def _end(self, parser: expat.XMLParserType) -> None:
        place = self._place(parser)
        self._settle(place)
        closed = self.open.pop()
        if closed.name in _WHOLE and not closed.silent:
            tag = self.source.startswith("</", place)
            self._whole(closed, self.source.index(">", place) + 1 if tag else place)
        if closed.name in _BORDERS:
            self._close(_BORDERS[closed.name])
        self._turn(self.open[-1].manner)

    def _text(self, parser: expat.XMLParserType, text: str) -> None:
        place = self._place(parser)
        self._settle(place)
        self.waiting = (text, place)

    def _settle(self, place: int) -> None:
        """Write the text waiting, now that its end in the source is known."""
        if self.waiting is None:
            return
        (text, start), self.waiting = self.waiting, None
        top = self.open[-1]
        if top.silent:
            return
        text = text.replace("\n", " ")
        if top.tongue and top.holder is None:
            self._foreign(text, start, place, top.tongue)
        elif top.step:
            self._stressed(text, start, place, top.step)
        else:
            self._write(text, start, place)

    def _write(self, text: str, start: int, end: int) -> None:
        """Add text that stands for ``source[start:end]``, or hand it to who takes it whole."""
        holder = self.open[-1].holder
        if holder is not None:
            holder.content.append(text)
        elif text:
            self.pieces.append(text)
            self.segments.append(Segment(self.size, start, end))
            self.size += len(text)
            self.heard = self.heard or any(char.isalnum() for char in text)

    def _stressed(self, text: str, start: int, end: int, step: str) -> None:
        exact = len(text) == end - start
        at = 0
        for word in _WORD.finditer(text):
            first, last = (start + word.start(), start + word.end()) if exact else (start, end)
            self._write(text[at : word.start()], start + at if exact else start, first)
            self._write(f"[{word[0]}]({step})", first, last)
            at = word.end()
        self._write(text[at:], start + at if exact else start, end)

    def _foreign(self, text: str, start: int, end: int, tongue: str) -> None:
        """Write words of another language as the reading knows them, sentence by sentence."""
        exact = len(text) == end - start
        text = text.replace("[", " ").replace("]", " ")
        at = 0
        for line in split_lines(text, tongue):
            for piece in textwrap.wrap(line.text, LONGEST) or [line.text]:
                first = text.find(piece, at)
                last = first + len(piece)
                if first < 0 or set(piece) <= _MARKS:
                    continue
                begin, stop = (start + first, start + last) if exact else (start, end)
                self._write(text[at:first], start + at if exact else start, begin)
                self._write("[", begin, begin)
                self._write(piece, begin, stop)
                self._write(f"](lang:{tongue})", stop, stop)
                at = last
        self._write(text[at:], start + at if exact else start, end)

    def _whole(self, closed: _Element, end: int) -> None:
        """Write what an element that is taken as a whole stands for."""
        content = " ".join("".join(closed.content).split())
        said: str | None = content
        if closed.name == "sub":
            said = " ".join(closed.given.get("alias", "").split()) or content
        elif closed.name == "say-as":
            kind, form = closed.given.get("interpret-as", ""), closed.given.get("format", "")
            said = written(kind, content, form, closed.tongue or self.language)
            if said is None:
                self.missed[f"say-as {kind}"] += 1
        else:
            said = self._phonemes(closed.given, content)
        text = content if said is None else said
        if closed.tongue and closed.holder is closed and not text.startswith("["):
            self._foreign(text, closed.start, end, closed.tongue)
        else:
            self._write(text, closed.start, end)

    def _phonemes(self, given: dict[str, str], content: str) -> str | None:
        alphabet = given.get("alphabet", "ipa").lower()
        sounds = given.get("ph", "").translate(_NOT_IN_PHONEMES).strip()
        label = content.replace("[", "").replace("]", "")[:_LONGEST_GIVEN] or sounds
        if alphabet != "ipa" or not 0 < len(sounds) <= _LONGEST_GIVEN:
            self.missed[f"phoneme {alphabet}"] += 1
            return None
        british = self.language == "en-gb"
        words = [
            to_model_alphabet(w.replace("\u0361", "^"), british=british) for w in sounds.split()
        ]
        return f"[{label}](/{before_vowels(' '.join(words))}/)"

    def _pause(self, given: dict[str, str], place: int) -> None:
        seconds = ssml_values.pause_seconds(given.get("time"), given.get("strength"))
        if seconds is None:
            self.missed["break"] += 1
        elif seconds > 0:
            self._write(f" [pause {seconds:g}s] ", place, self.source.index(">", place) + 1)

    def _emphasis(self, given: dict[str, str]) -> str:
        level = given.get("level", "").lower()
        if level not in _LEVELS and level != "none":
            self.missed[f"emphasis {level}"] += 1
        return _LEVELS.get(level, "")

    def _changed(self, name: str, given: dict[str, str], manner: Manner) -> Manner:
        """The manner inside an element that changes it."""
        if name not in _SPOKEN_IN:
            manner = self._in_language(given, manner)
        if name == "voice" and given.get("name"):
            voice = given["name"].strip()
            if self.is_voice(voice):
                return replace(manner, voice=voice)
            self.found.append(Remark("voice-not-known", "voice", voice))
        elif name == "voice":
            self.missed["voice without a name"] += 1
        elif name == "express-as":
            degree = ssml_values.degree(given.get("styledegree", given.get("degree")))
            style = " ".join(given.get("style", "").replace("_", " ").replace("-", " ").split())
            if degree is None:
                self.missed["styledegree"] += 1
            return replace(manner, prompt=style or None, degree=1.0 if degree is None else degree)
        elif name == "prosody":
            nudges, missed = ssml_values.nudges_of(given, manner.nudges)
            self.missed.update(f"prosody {one}" for one in missed)
            return replace(manner, nudges=nudges)
        return manner

    def _tongue(self, name: str, given: dict[str, str], outer: str) -> str:
        """The language an element's words are read in; "" for that of the whole."""
        named = given.get("lang", "").strip()
        if name not in _SPOKEN_IN or not named:
            return outer
        if named[:2].lower() == self.language[:2]:
            return ""
        found = language_of(named)
        if not found:
            self.missed[f"lang {named}"] += 1
        return found

    def _in_language(self, given: dict[str, str], manner: Manner) -> Manner:
        named = given.get("lang", "").strip()
        if named and named[:2].lower() != self.language[:2]:
            self.missed[f"lang {named}"] += 1
        return replace(manner, language=named) if named else manner

    def _turn(self, manner: Manner) -> None:
        """From here on another manner; marks alone go with what follows them."""
        if manner != self.manner:
            if self.heard:
                self._close("")
            self.manner = manner

    def _close(self, border: Border) -> None:
        """End the span being written."""
        if self.heard:
            self.spans.append(Span("".join(self.pieces), tuple(self.segments), self.manner, border))
            self.pieces, self.segments, self.size, self.heard = [], [], 0, False
        elif border and self.spans and self.spans[-1].border != "paragraph":
            self.spans[-1] = replace(self.spans[-1], border=border)


def _counted(seen: Counter[str]) -> str:
    return ", ".join(f"{name} ({seen[name]})" for name in list(seen)[:_SHOWN])
