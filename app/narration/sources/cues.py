"""SRT and WebVTT: captions to be voiced, each in its time."""

from __future__ import annotations

import html
import io
import re
from pathlib import Path

import webvtt
from webvtt.errors import MalformedCaptionError, MalformedFileError

from app import intake
from app.narration.book import Block, Draft, Run, Slot
from app.narration.sources.packed import unreadable

_TAG = re.compile(r"</?[^<>]{1,80}>|\{\\[^{}]{1,40}\}")
"""Marks of styles and voices, which are not seen as words."""


def read_cues(path: Path, encoding: str | None) -> Draft:
    """Captions: a block for each cue, with its time.

    Raises:
        InputError: ``book-damaged``: it cannot be read as captions.
    """
    text = intake.from_file(path, encoding).replace("\r\n", "\n")
    kind = path.suffix.lower().removeprefix(".")
    try:
        captions = webvtt.from_buffer(io.BytesIO(text.encode("utf-8")), format=kind)
    except (MalformedFileError, MalformedCaptionError, ValueError) as error:
        raise unreadable(path, f"it cannot be read as captions ({error})") from error
    blocks = []
    for each in captions.captions:
        words = html.unescape(_TAG.sub("", each.raw_text if kind == "vtt" else each.text))
        slot = Slot(_seconds(each.start), _seconds(each.end))
        blocks.append(Block((Run(words),), slot=slot))
    return Draft(kind, path.stem, tuple(blocks))


def _seconds(stamp: str) -> float:
    """A stamp such as ``01:02:03.456`` (or with a comma) in seconds."""
    total = 0.0
    for part in stamp.replace(",", ".").split(":"):
        total = total * 60 + float(part)
    return total
