"""From words of a language to phonemes, through espeak-ng clause by clause.

A clause is asked as a whole, because words sound otherwise beside each other
(French liaison, Spanish and Portuguese linking, weak forms). espeak-ng answers
with one group of sounds per word, save where it joins words ("qu'est-ce que")
or says one as several; then the groups are matched to the words by what each
word sounds like alone.

The signs are those of the voice model's own pipeline for these languages
(misaki 0.9.4, ``EspeakG2P``, Apache-2.0): espeak-ng's IPA, with tied pairs as
one sign (``d^ʒ`` is ``ʤ``, ``e^ɪ`` is ``A``), other ties and hyphens left out.
Where espeak-ng changes to English inside a clause, the English sounds are
replaced by the language's own, as its speakers do.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from cachetools import LRUCache

from engine.reading.espeak import EspeakProcess
from engine.reading.items import Item
from engine.reading.tongues.tongue import Tongue
from engine.values import Remark

LONGEST_CLAUSE = 40
"""Words asked at once: espeak-ng breaks a longer clause where it likes."""
LONGEST_LINE = 500
"""Bytes asked at once: espeak-ng reads lines of up to 1,000 bytes."""
REMEMBERED = 4096
"""Answers kept, so that a text read again (a knob moved) is not asked again."""
MOST_JOINED = 4
"""Words that espeak-ng was seen to join into one group, at most."""

_TIED = (
    ("a^ɪ", "I"), ("a^ʊ", "W"), ("d^z", "ʣ"), ("d^ʒ", "ʤ"), ("e^ɪ", "A"), ("o^ʊ", "O"),
    ("ə^ʊ", "Q"), ("s^s", "S"), ("t^s", "ʦ"), ("t^ʃ", "ʧ"), ("ɔ^ɪ", "Y"), ("r.", "ɽ"),
)  # fmt: skip
_SWITCH = re.compile(r"\(([a-z^-]{2,16})\)")
_ALIKE = str.maketrans({"ɦ": "h", "g": "ɡ", "ɫ": "l", "ʱ": "ʰ", "ɭ": "l", "ʏ": "y"})
"""Signs the model does not have and the nearest it has."""
_DROPPED = re.compile('[\\^\\-_;:,.!?—…"()“”\u0329\u032a\u032f\u0361\u0306]')
_STRESS = re.compile("[ˈˌː]")
_KEPT = re.compile(r"[^\w'\u0300-\u036f\u0900-\u097f-]")


Groups = tuple[tuple[str, bool], ...]
"""Sounds between two spaces, and whether they are an English word's."""


class Sounds:
    """Pronounces the words of a language. Thread-safe.

    Args:
        tongue: the language.
    """

    def __init__(self, tongue: Tongue) -> None:
        self._tongue = tongue
        self.espeak = EspeakProcess(tongue.voice)
        self._known: LRUCache[str, Groups] = LRUCache(REMEMBERED)

    def of(self, items: Sequence[Item]) -> tuple[list[Item], list[str], list[Remark]]:
        """Phonemes for items ("" for marks and rests).

        Returns:
            The items, words that are said in one breath joined into one; their
            phonemes; and remarks (``word-foreign`` for words said as English
            ones with the language's sounds, ``word-unsaid`` for words without
            an answer).
        """
        out: list[Item] = []
        sounds: list[str] = []
        remarks: list[Remark] = []
        run: list[Item] = []
        for item in [*items, None]:
            word = item is not None and item.kind == "word" and item.how != "given"
            if word and item is not None:
                run.append(item)
            if run and (not word or self._full(run)):
                for joined, said in self._clause(run, remarks):
                    out.append(joined)
                    sounds.append(said)
                run = []
            if item is not None and not word:
                out.append(item)
                sounds.append(item.phonemes)
        return out, sounds, remarks

    def _full(self, run: Sequence[Item]) -> bool:
        size = sum(len(self._text(item).encode()) + 1 for item in run)
        return size > LONGEST_LINE or len(run) == LONGEST_CLAUSE

    def _clause(self, run: list[Item], remarks: list[Remark]) -> list[tuple[Item, str]]:
        units = _units(run)
        texts = ["".join(self._text(item) for item in unit) for unit in units]
        groups = self._ask(" ".join(text for text in texts if text))
        sizes = [len(text.split()) for text in texts]
        parts: list[tuple[int, Groups]] = []
        if len(groups) == sum(sizes):
            at = 0
            for size in sizes:
                parts.append((1, groups[at : at + size]))
                at += size
        else:
            parts = self._matched(texts, groups)
        found: list[tuple[Item, str]] = []
        first = 0
        for count, share in parts:
            items = [item for unit in units[first : first + count] for item in unit]
            first += count
            said = " ".join(sound for sound, _ in share)
            whole = _joined(items)
            if whole.how != "guess" and any(foreign for _, foreign in share):
                remarks.append(Remark("word-foreign", "text", whole.text))
            if not said:
                remarks.append(Remark("word-unsaid", "text", whole.text))
            found.append((whole, said))
        return found

    def _text(self, item: Item) -> str:
        """What espeak-ng is asked for one item."""
        if item.how == "spell":
            names = (self._tongue.letters.get(char.lower(), char) for char in item.text.split())
            return " ".join(names)
        return _KEPT.sub(" ", unicodedata.normalize("NFC", item.text.lower())).strip(" -")

    def _ask(self, text: str) -> Groups:
        """Groups of sounds for a clause, and whether each is an English word's."""
        if not text:
            return ()
        known = self._known.get(text)
        if known is None:
            known = self._groups(self.espeak.ask(text) or "")
            self._known[text] = known
        return known

    def _groups(self, ipa: str) -> Groups:
        groups: list[tuple[str, bool]] = []
        foreign = False
        own = self._tongue.voice.partition("-")[0]  # "fr-fr" is flagged as "fr"
        for group in ipa.split():
            here = foreign
            for flag in _SWITCH.findall(group):
                foreign = flag.replace("^", "").partition("-")[0] != own
                here = here or foreign
            sounds = self._signs(_SWITCH.sub("", group), foreign=here)
            if sounds:
                groups.append((sounds, here))
        return tuple(groups)

    def _signs(self, ipa: str, *, foreign: bool) -> str:
        sounds = ipa
        for pair, sign in _TIED:
            sounds = sounds.replace(pair, sign)
        sounds = _DROPPED.sub("", sounds).translate(_ALIKE)
        if foreign:
            native = self._tongue.native
            sounds = "".join(native.get(char, char) for char in sounds)
        return sounds

    def _matched(self, texts: Sequence[str], groups: Groups) -> list[tuple[int, Groups]]:
        """Share groups among words so that each sounds most like itself alone."""
        alone = ["".join(sound for sound, _ in self._ask(text)) for text in texts]
        alone = [_STRESS.sub("", sound) for sound in alone]
        bare = [_STRESS.sub("", sound) for sound, _ in groups]
        width = len(groups) + 1
        best: dict[tuple[int, int], tuple[float, int, int]] = {(0, 0): (0.0, 0, 0)}
        for i in range(len(texts) + 1):
            for j in range(width):
                if (i, j) not in best:
                    continue
                cost = best[i, j][0]
                for words, parts in _STEPS:
                    a, b = i + words, j + parts
                    if a > len(texts) or b >= width:
                        continue
                    new = cost + _unlike("".join(alone[i:a]), "".join(bare[j:b]))
                    if (a, b) not in best or new < best[a, b][0]:
                        best[a, b] = (new, words, parts)
        if (len(texts), len(groups)) not in best:
            return [(1, self._ask(text)) for text in texts]
        path: list[tuple[int, Groups]] = []
        i, j = len(texts), len(groups)
        while i:
            _, words, parts = best[i, j]
            path.append((words, groups[j - parts : j]))
            i, j = i - words, j - parts
        return path[::-1]


_STEPS = (
    (1, 1), (1, 2), (1, 3), (1, 4), (1, 0),
    *((words, 1) for words in range(2, MOST_JOINED + 1)),
)  # fmt: skip
"""Ways to share: words taken and groups taken."""


def _units(run: Sequence[Item]) -> list[list[Item]]:
    """Words, each with the elided ones written onto it ("l'" and "80")."""
    units: list[list[Item]] = []
    for item in run:
        last = units[-1][-1] if units else None
        if last is not None and last.text.endswith("'") and last.end == item.start:
            units[-1].append(item)
        else:
            units.append([item])
    return units


def _joined(items: Sequence[Item]) -> Item:
    """One word for those said in one breath."""
    text = items[0].text
    for before, item in pairwise(items):
        text += ("" if before.text.endswith("'") and before.end == item.start else " ") + item.text
    return Item("word", text, items[0].start, items[-1].end, how=items[0].how)


def _unlike(alone: str, said: str) -> float:
    """0 for sounds that are the same, up to their length if nothing is."""
    if alone == said:
        return 0.0
    matcher = SequenceMatcher(None, alone, said, autojunk=False)
    return (1.0 - matcher.ratio()) * max(len(alone), len(said)) + 0.1
