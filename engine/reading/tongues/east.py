"""Japanese and Chinese: clean text in runs, each run handed to the language's front end."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from engine.backends.runtime import onnx_runtime
from engine.errors import InputError
from engine.reading import rules_foreign
from engine.reading.alphabet import Script
from engine.reading.cleaned import Clean
from engine.reading.items import Item
from engine.reading.scan import Scanner, walk
from engine.reading.tongues.scanner import NoWords
from engine.values import Remark

CODES = ("ja", "zh")
"""Languages read through an optional extra of the same name."""

_NEEDED = {"ja": ("pyopenjtalk", "onnxruntime"), "zh": ("rjieba", "pypinyin")}
HAN = Script(
    (
        (0x3005, 0x3007), (0x3041, 0x3096), (0x30A1, 0x30FA), (0x30FC, 0x30FE), (0x31F0, 0x31FF),
        (0x3400, 0x4DBF), (0x4E00, 0x9FFF), (0xF900, 0xFAFF), (0xFF66, 0xFF9F),
        (0x20000, 0x323AF),
    ),
    frozenset("℃"),
)  # fmt: skip
"""Kana and Han characters."""

_RUN = re.compile(
    r"(?:[^\s.,;:!?…—“”()\ue000\ue001\u0370-\u1dff\u1f00-\u1fff\uac00-\ud7ff]|(?<=[0-9])[.,:](?=[0-9])"
    r"|(?<=[A-Za-z0-9])[.:?](?=[A-Za-z0-9/])){1,200}",
    re.ASCII,
)
"""Numbers and addresses keep their points."""


class Piece(NamedTuple):
    """One word of a run: its place in the run, what is said, and its sounds."""

    start: int
    end: int
    spoken: str
    phonemes: str


English = Callable[[str], Sequence[tuple[str, str, int, int]]]
"""Words in Latin letters -> word, phonemes, start and end of each; marks without phonemes."""


class FrontEnd(Protocol):
    """What a language needs: runs without marks become pieces. Thread-safe."""

    def pieces(self, run: str) -> list[Piece]:
        """The words of a run in order; ``phonemes`` is "" where there is no answer."""


class _Runs(Scanner):
    """The walk, with a front end that takes whole runs."""

    def __init__(self, clean: Clean, front: FrontEnd) -> None:
        super().__init__(clean, NoWords(), british=False)
        self.front = front

    def holds(self, char: str) -> bool:
        """Is ``char`` of the language's own script?"""
        return HAN.holds(char)

    def is_end(self, _pos: int) -> bool:
        """Points end sentences here: short forms with points are not written."""
        return True


def _run(at: _Runs, pos: int) -> int:
    match = _RUN.match(at.text, pos)
    if not match:
        return -1
    for piece in at.front.pieces(match[0]):
        first, last = at.span(pos + piece.start, pos + piece.end)
        if piece.phonemes:
            item = Item("word", piece.spoken, first, last, how="given", phonemes=piece.phonemes)
            at.items.append(item)
        else:
            at.remarks.append(Remark("word-unsaid", "text", piece.spoken))
    return match.end()


def installed(code: str) -> bool:
    """Is the extra of this language there?"""
    return all(importlib.util.find_spec(name) for name in _NEEDED[code])


class EastReader:
    """Reads one language. Thread-safe.

    Args:
        code: one of ``CODES``.
        english: says words in Latin letters, where the front end does not.

    Raises:
        InputError: ``language-unsupported`` if its extra is not installed.
    """

    script = HAN

    def __init__(self, code: str, english: English) -> None:
        if not installed(code):
            raise InputError(
                "language-unsupported",
                subject="voice",
                detail=f"{code} needs the extra espressivo[{code}]",
                hint=f'pip install "espressivo[{code}]"',
            )
        self._english = english
        self._front = _front_end(code, english)

    def read(self, text: Clean) -> tuple[list[Item], list[str], list[Remark]]:
        """Items in order, their phonemes, and remarks."""
        scan = _Runs(text, self._front)
        items = walk(scan, (_run,), (rules_foreign.word, _run))
        return items, [self._sounds(item) for item in items], scan.remarks

    def _sounds(self, item: Item) -> str:
        """The phonemes of an item; a word of another script is said as an English one."""
        if item.kind != "word" or item.how == "given":
            return item.phonemes
        return "".join(sounds for _, sounds, _, _ in self._english(item.text))

    def close(self) -> None:
        """Nothing runs beside this process."""


def _front_end(code: str, english: English) -> FrontEnd:
    if code == "ja":
        # pyopenjtalk imports ONNX Runtime; its telemetry must be off before.
        onnx_runtime()
        from engine.reading.tongues.japanese import Japanese

        return Japanese()
    from engine.reading.tongues.chinese import Chinese

    return Chinese(english)
