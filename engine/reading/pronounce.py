"""From words to phonemes: lexicon, weak forms, spelling, guesses."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.reading import stress
from engine.reading.guess import Guesser
from engine.reading.heteronyms import Heteronyms, context_of, mended_tag
from engine.reading.items import Item
from engine.reading.lexicon import Lexicon
from engine.values import Remark

_CAMEL = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[A-Z]")


_WEAK = {"an": "ɐn", "An": "ɐn", "am": "ɐm", "I": "ˌI"}
_NO_OBJECTS = frozenset({"and", "or", "but", "when", "as", "from", "to", "for", "with", "then"})
"""Words that cannot be what a preposition governs: "come in and sit"."""


class Speaker:
    """Pronounces the words of one text in context.

    Args:
        lexicon: the accent's lexicon.
        guesser: what is asked when the lexicon has no answer.
    """

    def __init__(self, lexicon: Lexicon, guesser: Guesser) -> None:
        self.lexicon = lexicon
        self.guesser = guesser
        self.heteronyms = Heteronyms(british=lexicon.british)

    def sounds(self, items: Sequence[Item], tags: Sequence[str]) -> tuple[list[str], list[Remark]]:
        """Phonemes for each item ("" for marks and rests), and remarks."""
        found: list[str] = [""] * len(items)
        remarks: list[Remark] = []
        following = ""
        for index in range(len(items) - 1, -1, -1):
            item = items[index]
            if item.kind != "word":
                following = "" if item.text not in "“”()" or item.kind == "rest" else following
                continue
            found[index] = self._sound(items, tags, index, following, remarks)
            following = found[index] or following
        remarks.reverse()
        return found, remarks

    def wants_tag(self, item: Item) -> bool:
        """Does the sound of this item hang on its part of speech?"""
        word = item.text.lower()
        return item.kind == "word" and (
            word in self.heteronyms
            or self.lexicon.wants_tag(word)
            or any(self.lexicon.wants_tag(part) for part in word.split("-")[1:])
        )

    def _sound(
        self,
        items: Sequence[Item],
        tags: Sequence[str],
        index: int,
        following: str,
        remarks: list[Remark],
    ) -> str:
        item = items[index]
        if item.how == "given":
            return item.phonemes
        if item.how == "spell":
            return self._spelled(item.text)
        if item.how == "guess":
            return self._foreign(item.text)
        after = items[index + 1].text if following and index + 1 < len(items) else ""
        opens = index == 0 or items[index - 1].kind != "word" or after.isupper()
        weak = self._weak_form(item.text, after, following, opens=opens)
        if weak:
            return weak
        tag, lower = tags[index], item.text.lower()
        if lower in self.heteronyms or self.lexicon.has_forms(lower):
            context = context_of(items, tags, index)
            tag = mended_tag(context)
            chosen = self.heteronyms.choose(lower, context.tagged(tag))
            if chosen:
                return chosen
        return self._word(item.text, tag, not following, remarks)

    def _word(self, text: str, tag: str, last: bool, remarks: list[Remark]) -> str:
        found = self.lexicon.find(text, tag, last=last)
        if found is None and "-" in text:
            parts = [part for part in text.split("-") if part]
            sounds = [self._word(part, tag, False, remarks) for part in parts]
            return stress.join([sound for sound in sounds if sound] or [""])
        if found is None:
            return self._guess(text, remarks)
        if text.isupper() and len(text) > 1:
            return stress.primary(found)
        if text[:1].isupper():
            return stress.at_least_secondary(found)
        return found

    def _foreign(self, text: str) -> str:
        """A word of another script in Latin letters: a name may be known, all else is guessed."""
        named: list[Remark] = []  # the word has its remark already
        if text[0].isupper():
            return self._word(text, "NNP", False, named)
        return self._guess(text, named)

    def _guess(self, text: str, remarks: list[Remark]) -> str:
        if len(text) == 1:
            name = self.lexicon.letter(text)
            if name:
                return name
        for ending in ("'s", "s'", "'"):
            stem = text[: -len(ending)].rstrip("'")
            if text.endswith(ending) and len(stem) > 1:
                said = self._word(stem, "NNP", False, remarks)
                return self.lexicon.plural(said) if said and ending != "'" else said
        parts = _CAMEL.findall(text)
        if 1 < len(parts) < 6 and not text.isupper() and "".join(parts) == text:
            known = [self.lexicon.find(part, "NNP", last=False) for part in parts]
            sounds = [sound for sound in known if sound]
            if len(sounds) == len(parts):
                return stress.join(sounds)
        remarks.append(Remark("word-guessed", "text", text))
        return self.guesser.guess(text)

    def _spelled(self, text: str) -> str:
        """Letter names in one breath: the last carries the stress."""
        letters = text.split()
        ending = ""
        if letters and len(letters[-1]) > 1:
            ending = "d" if letters[-1].endswith("'d") else "s"
            letters[-1] = letters[-1][0]
        names = [self.lexicon.letter(letter) for letter in letters]
        sounds = stress.join([name for name in names if name] or [""])
        if ending == "d":
            return self.lexicon.past(sounds) if sounds else sounds
        return self.lexicon.plural(sounds) if ending and sounds else sounds

    @staticmethod
    def _weak_form(text: str, after: str, following: str, *, opens: bool) -> str:
        """Little words whose sound hangs on what comes next (after misaki)."""
        lower = text.lower()
        vowel_next = following.lstrip("ˈˌ")[:1] in stress.VOWELS if following else False
        if lower == "the":
            return "ði" if vowel_next else "ðə"
        if lower == "a":
            return "ɐ" if following and (text == "a" or opens) else "ˈA"
        if not following:
            return "ˈɪn" if lower == "in" else ""
        if lower == "to":
            return "tʊ" if vowel_next else "tə"
        if lower == "in":
            return "ˈɪn" if after.lower() in _NO_OBJECTS else "ɪn"
        return _WEAK.get(text, "")
