"""Plain text, Markdown and HTML files."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt

from app import intake
from app.narration.book import Block, Draft, Run
from app.narration.sources.markup import blocks_of, parse_html

_NUMBER = (
    r"(?:\d{1,3}|[IVXLC]{1,7}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty"
    r"(?:[- ](?:one|two|three|four|five|six|seven|eight|nine))?)"
)
_CHAPTER = re.compile(
    rf"(?:(?:chapter|part|book|volume|section|act|scene|letter)\s+(?:the\s+)?{_NUMBER}"
    r"(?:\s*[.:–—-]\s*\S.{0,80}|\s*\.?)"
    r"|(?:prologue|epilogue|preface|foreword|introduction|afterword|interlude|appendix|"
    r"acknowledge?ments|dedication|bibliography|references|index|contents|notes|endnotes)"
    r"(?:\s*[.:–—-]\s*\S.{0,80}|\s*\.?))",
    re.IGNORECASE,
)
"""A line that names a chapter: its word, a number, and nothing more or a title after a mark.
"Chapter 3 was long." goes on without one and is prose."""
_PARTS = re.compile(r"(?:part|book|volume|act)\b", re.IGNORECASE)
_RULE = re.compile(r"\s*(?:[-*_=~#•·]\s*){3,}$")
_ITEM = re.compile(r"\s{0,12}(?:[-*+•]|\d{1,3}[.)])\s+\S")
_ENDED = re.compile(r"[.!?…:;\"'”’)\]]\s*$")
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.{0,20000}?)\n(?:---|\.\.\.)[ \t]*\n", re.DOTALL)
_FIELD = re.compile(r"^(title|author|language|lang)\s*:\s*[\"']?(.{1,300}?)[\"']?\s*$", re.M)


def read_text(path: Path, encoding: str | None) -> Draft:
    """A plain text: paragraphs at blank lines, chapters by their heading lines."""
    return Draft("text", path.stem, text_blocks(intake.from_file(path, encoding)))


def text_blocks(text: str) -> tuple[Block, ...]:
    """Paragraphs, headings, items and rules of a plain text; every word once."""
    blocks: list[Block] = []
    waiting: list[str] = []

    def flush() -> None:
        if waiting:
            blocks.append(Block((Run(" ".join(waiting)),)))
            waiting.clear()

    for row in text.splitlines():
        line = row.strip()
        if not line or _RULE.fullmatch(row):
            flush()
            if line:
                blocks.append(Block((Run(line),), "break"))
        elif _CHAPTER.fullmatch(line) and (not waiting or _ENDED.search(waiting[-1])):
            flush()
            level = 1 if _PARTS.match(line) else 2
            blocks.append(Block((Run(line),), "heading", level))
        elif _ITEM.match(row):
            flush()
            blocks.append(Block((Run(line),), "item"))
        else:
            waiting.append(line)
    flush()
    return tuple(blocks)


def read_markdown(path: Path, encoding: str | None) -> Draft:
    """A Markdown text, by way of its HTML; a block of fields at its start is not text."""
    text = intake.from_file(path, encoding)
    fields: dict[str, str] = {}
    front = _FRONT_MATTER.match(text)
    if front:
        fields = {name.lower(): value for name, value in _FIELD.findall(front[1])}
        text = text[front.end() :]
    page = MarkdownIt("commonmark").enable(["table", "strikethrough"]).render(text)
    root = parse_html(page)
    return Draft(
        "markdown",
        fields.get("title", path.stem),
        () if root is None else tuple(blocks_of(root)),
        tuple(fields[name] for name in ("author",) if name in fields),
        fields.get("language", fields.get("lang", "")),
    )


def read_html(path: Path, encoding: str | None) -> Draft:
    """A web page kept as a file."""
    root = parse_html(intake.from_file(path, encoding))
    if root is None:
        return Draft("html", path.stem, ())
    title = " ".join((root.findtext(".//title") or "").split())
    author = root.find(".//meta[@name='author']")
    named = "" if author is None else (author.get("content") or "").strip()
    return Draft(
        "html",
        title or path.stem,
        tuple(blocks_of(root)),
        (named,) if named else (),
        root.get("lang") or "",
    )
