"""Lexicons as text: a table that a person can read and edit, CSV, and W3C's PLS.

A table has three columns parted by tabs: the word, what is said (phonemes between
slashes, or a respelling), and the language (empty: all). The first row names
them; rows that begin with ``# `` are comments.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from xml.etree import ElementTree
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from engine.errors import InputError
from engine.reading.own_words import MOST_ENTRIES, Entry, entry_of

HEADER = ("word", "said as", "language")
_COMMENT = "# "
_ALPHABET = "x-kokoro"
"""Name of the model's phoneme alphabet in PLS, where ``ipa`` would not be true."""
_PLS = "http://www.w3.org/2005/01/pronunciation-lexicon"


def said_as(entry: Entry) -> str:
    """The second column: ``/zˈAdi/`` or a respelling."""
    return f"/{entry.sounds}/" if entry.sounds else entry.say


def row_of(entry: Entry) -> str:
    """One row of a table, without its end."""
    return "\t".join((entry.word, said_as(entry), entry.language)).rstrip("\t")


def entry_in(row: str, vocab: Mapping[str, int]) -> Entry | None:
    """The entry in a row of a table; None for the header, a comment or an empty row.

    Raises:
        InputError: ``lexicon-invalid``.
    """
    if not row.strip() or row.startswith(_COMMENT):
        return None
    return _entry(row.split("\t"), vocab)


def entries_in(text: str, name: str, vocab: Mapping[str, int]) -> tuple[Entry, ...]:
    """The entries of a file, by the ending of its name: ``.csv``, ``.pls`` or a table.

    Raises:
        InputError: ``lexicon-invalid`` names the row and what is wrong with it.
    """
    text = text.removeprefix("\ufeff")
    if name.lower().endswith((".pls", ".xml")):
        return _from_pls(text, name, vocab)
    if name.lower().endswith(".csv"):
        return tuple(_checked(enumerate(csv.reader(io.StringIO(text)), 1), name, vocab))
    lines = enumerate(text.splitlines(), 1)
    rows = ((n, line.split("\t")) for n, line in lines if not line.startswith(_COMMENT))
    return tuple(_checked(rows, name, vocab))


def _checked(
    rows: Iterable[tuple[int, list[str]]], name: str, vocab: Mapping[str, int]
) -> Iterator[Entry]:
    count = 0
    for number, cells in rows:
        try:
            entry = _entry(cells, vocab) if any(cell.strip() for cell in cells) else None
        except InputError as error:
            raise _in_file(name, number, error) from error
        if entry is not None:
            count += 1
            yield entry
        if count > MOST_ENTRIES:
            raise InputError(
                "lexicon-invalid", subject="file", detail=f"{name}: over {MOST_ENTRIES} entries"
            )


def _entry(cells: list[str], vocab: Mapping[str, int]) -> Entry | None:
    cells = [cell.strip() for cell in cells]
    if tuple(cell.lower() for cell in cells[:2]) == HEADER[:2]:
        return None
    if not 2 <= len(cells) <= 3:
        detail = f"{len(cells)} columns"
        hint = "a word, what is said, and perhaps a language"
        raise InputError("lexicon-invalid", subject="file", detail=detail, hint=hint)
    said, language = cells[1], cells[2] if len(cells) == 3 else ""
    if len(said) > 1 and said[0] == said[-1] == "/":
        return entry_of(cells[0], vocab, sounds=said[1:-1], language=language)
    return entry_of(cells[0], vocab, say=said, language=language)


def _in_file(name: str, number: int, error: InputError) -> InputError:
    detail = f"{name}, row {number}: {error.detail}"
    return InputError("lexicon-invalid", subject="file", detail=detail, hint=error.hint)


def to_text(entries: Iterable[Entry], name: str) -> str:
    """Entries as the text of a file, by the ending of its name."""
    if name.lower().endswith((".pls", ".xml")):
        return _to_pls(list(entries))
    if name.lower().endswith(".csv"):
        out = io.StringIO()
        rows = ((entry.word, said_as(entry), entry.language) for entry in entries)
        csv.writer(out, lineterminator="\n").writerows([HEADER, *rows])
        return out.getvalue()
    return "\n".join(("\t".join(HEADER), *map(row_of, entries))) + "\n"


def _to_pls(entries: list[Entry]) -> str:
    """PLS 1.0; it has one language a file, so each entry's own is an attribute."""
    lines = ['<?xml version="1.0" encoding="UTF-8"?>']
    lines.append(f'<lexicon version="1.0" xmlns="{_PLS}" alphabet="{_ALPHABET}">')
    for entry in entries:
        language = f" xml:lang={quoteattr(entry.language)}" if entry.language else ""
        name, said = ("phoneme", entry.sounds) if entry.sounds else ("alias", entry.say)
        grapheme = f"<grapheme>{escape(entry.word)}</grapheme>"
        lines.append(f"  <lexeme{language}>{grapheme}<{name}>{escape(said)}</{name}></lexeme>")
    return "\n".join((*lines, "</lexicon>")) + "\n"


def _from_pls(text: str, name: str, vocab: Mapping[str, int]) -> tuple[Entry, ...]:
    root = _parsed(text, name)
    shared = _attribute(root, "lang")
    return tuple(_checked(_lexemes(root, shared), name, vocab))


def _lexemes(root: ElementTree.Element, shared: str) -> Iterator[tuple[int, list[str]]]:
    lexemes = [each for each in root if _name(each) == "lexeme"]
    for number, lexeme in enumerate(lexemes, 1):
        language = _attribute(lexeme, "lang") or shared
        sounds = [f"/{_words(each)}/" for each in lexeme if _name(each) == "phoneme"]
        aliases = [_words(each) for each in lexeme if _name(each) == "alias"]
        said = next(iter(sounds + aliases), "")
        for grapheme in lexeme:
            if _name(grapheme) == "grapheme":
                yield number, [_words(grapheme), said, language]


def _parsed(text: str, name: str) -> ElementTree.Element:
    """The root of a document without a document type, so that nothing expands."""

    def refuse(*_: object) -> None:
        raise InputError(
            "lexicon-invalid", subject="file", detail=f"{name}: a document type is not accepted"
        )

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    data = text.encode("utf-8", "surrogatepass")
    try:
        parser.Parse(data, True)
        return ElementTree.fromstring(data)
    except (expat.ExpatError, ElementTree.ParseError) as error:
        raise InputError("lexicon-invalid", subject="file", detail=f"{name}: {error}") from error


def _name(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]


def _attribute(element: ElementTree.Element, name: str) -> str:
    found = [value for key, value in element.attrib.items() if key.rpartition("}")[2] == name]
    return found[0].strip().lower() if found else ""


def _words(element: ElementTree.Element) -> str:
    return " ".join("".join(element.itertext()).split())
