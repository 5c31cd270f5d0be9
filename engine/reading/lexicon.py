"""The pronouncing lexicon: what is known, and what follows from it by rule.

The entries come from the ``kokorog2p`` package's data (the misaki lexicons,
Apache-2.0): a hand-checked "gold" list and a wider "silver" one for each of
American and British English. An entry is one pronunciation, or several by
part of speech (``NOUN``, ``VERB``, ``VBD``...), with ``None`` as the name of
the form at the end of a clause. Only the data is used; the package's code is
never run.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path

from engine.errors import MissingModel
from engine.reading.letters import bare_letters
from engine.reading.names import name_of
from engine.reading.tables import table

VOWELS = frozenset("AIOQWYaiuæɑɒɔəɛɜɪʊʌᵻᵊeo")
_FLAP_AFTER = frozenset("AIOWYiuæɑəɛɪɹʊʌ")
"""American t between one of these and a vowel becomes a tap (writing, waiting)."""

_LONG_NAME = 5
"""Letters of a name from which its capitals are no initials."""

Entry = str | dict[str, str | None]

_PARENTS = {"VB": "VERB", "NN": "NOUN", "RB": "ADV", "JJ": "ADJ"}
_SUFFIXES = {
    "ness": "nəs", "less": "ləs", "ly": "li", "ful": "fᵊl", "like": "lˌIk", "ship": "ʃˌɪp",
    "hood": "hˌʊd", "wise": "wˌIz", "ward": "wəɹd", "wards": "wəɹdz", "ish": "ɪʃ",
}  # fmt: skip


def parent_tag(tag: str) -> str:
    """The coarse class of a Penn Treebank tag: VBD -> VERB."""
    return _PARENTS.get(tag[:2], tag)


def _data_folder() -> Path:
    spec = find_spec("kokorog2p")
    places = list(spec.submodule_search_locations or []) if spec else []
    if not places:
        raise MissingModel("model-missing", subject="model", detail="lexicon data of kokorog2p")
    return Path(places[0]) / "en" / "data"


def _by_class(entry: Entry) -> bool:
    return not isinstance(entry, str) and bool({"NOUN", "VERB"} & entry.keys())


class Lexicon:
    """One accent's lexicon. Read-only after construction, so safe to share."""

    def __init__(self, *, british: bool) -> None:
        self.british = british
        accent = "gb" if british else "us"
        folder = _data_folder()
        self._gold = self._load(folder / f"{accent}_gold.json")
        self._silver = self._load(folder / f"{accent}_silver.json")
        for word, american, british_sounds in table("extra_words.tsv"):
            self._gold[word] = british_sounds if british else american
        self._forms = frozenset(
            word for word, entry in self._gold.items() if _by_class(entry) and word.islower()
        )
        self._tagged = frozenset(
            word
            for word, entry in self._gold.items()
            if word.islower()
            and not isinstance(entry, str)
            and not entry.keys() <= {"DEFAULT", "None"}
        )
        self.weak = "ɪ" if british else "ᵻ"

    @staticmethod
    def _load(path: Path) -> dict[str, Entry]:
        try:
            entries: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise MissingModel("model-missing", subject="model", detail=str(error)) from error
        return entries

    def knows(self, word: str) -> bool:
        """True if the lexicon has this word in some case."""
        return self.entry(word.lower()) is not None or (
            len(word) >= _LONG_NAME and self._named(word) is not None
        )

    def is_acronym_word(self, word: str) -> bool:
        """True if these capitals have an entry of their own, said as a word."""
        return isinstance(self._gold.get(word), str)

    def entry(self, word: str) -> Entry | None:
        """The entry for a word as written, or for its other cases."""
        lower = word.lower()
        for form in (word, lower, lower.capitalize()):
            found = self._gold.get(form)
            if found is not None:
                return found
        for form in (word, lower, lower.capitalize()):
            found = self._silver.get(form)
            if found is not None:
                return found
        if not word.isascii():
            plain = bare_letters(word)
            return self.entry(plain) if plain else None
        return None

    def _named(self, word: str) -> str | None:
        """A name or rarer word of the wider list."""
        return name_of(word.lower() if word.isascii() else bare_letters(word), british=self.british)

    def wants_tag(self, word: str) -> bool:
        """True if the part of speech decides how a lower-case word sounds."""
        return word in self._tagged

    def has_forms(self, word: str) -> bool:
        """True if a lower-case word sounds otherwise as a noun than as a verb."""
        return word in self._forms

    def hand_checked(self, word: str) -> str | None:
        """The default form of a lower-case word of the gold list, else None."""
        entry = self._gold.get(word)
        return entry if entry is None or isinstance(entry, str) else entry["DEFAULT"]

    def plain_entries(self) -> Iterator[tuple[str, str]]:
        """Every word with its default pronunciation, the hand-checked ones first."""
        for entries in (self._gold, self._silver):
            for word, entry in entries.items():
                sounds = entry if isinstance(entry, str) else entry["DEFAULT"]
                if sounds:
                    yield word, sounds

    def letter(self, letter: str) -> str:
        """The name of one letter A-Z, with its stress."""
        found = self._gold.get(letter.upper())
        return found if isinstance(found, str) else ""

    def pick(self, entry: Entry, tag: str, *, last: bool) -> str | None:
        """The pronunciation that fits the tag and the place in the clause."""
        if isinstance(entry, str):
            return entry
        if last and "None" in entry:
            return entry["None"]
        for key in (tag, parent_tag(tag)):
            if key in entry:
                return entry[key]
        return entry["DEFAULT"]

    def find(self, word: str, tag: str, *, last: bool) -> str | None:
        """A known word, or a regular form of one; None if neither."""
        entry = self.entry(word)
        if entry is not None:
            found = self.pick(entry, tag, last=last)
            if found:
                return found
        return self._regular(word.lower(), tag) or self._named(word)

    def _stem(self, stem: str, tag: str) -> str | None:
        entry = self.entry(stem) if len(stem) > 1 else None
        return self.pick(entry, tag, last=False) if entry is not None else None

    def _regular(self, word: str, tag: str) -> str | None:
        for ending, build in (("'s", self._s), ("s'", self._s), ("'", None), ("s", self._s)):
            if word.endswith(ending) and len(word) > len(ending) + 1:
                stem = self._s_stem(word, ending, tag)
                if not stem and "'" in ending:
                    stem = self._named(word[: -len(ending)])
                if stem:
                    return build(stem) if build else stem
        if word.endswith("ed"):
            return self._first(word, tag, ("ed", "d"), self._ed) or self._by_suffix(word, tag)
        if word.endswith("ing"):
            return self._first(word, tag, ("ing",), self._ing)
        return self._by_suffix(word, tag)

    def _s_stem(self, word: str, ending: str, tag: str) -> str | None:
        base = word[: -len(ending)]
        if ending != "s":
            return self._stem(base, tag) or self._regular(base, tag)
        if word.endswith("ies") and len(word) > 4:
            found = self._stem(word[:-3] + "y", tag)
            if found:
                return found
        if word.endswith(("ss", "us", "is")):
            return None
        found = self._stem(base, tag)
        if found or not word.endswith("es"):
            return found
        return self._stem(word[:-2], tag)

    def _first(
        self, word: str, tag: str, endings: tuple[str, ...], build: Callable[[str], str]
    ) -> str | None:
        for ending in endings:
            base = word[: -len(ending)]
            doubled = len(base) > 2 and base[-1] == base[-2]
            for stem in (base, base + "e", base[:-1] if doubled else ""):
                found = self._stem(stem, tag)
                if found:
                    return build(found)
        return None

    def _by_suffix(self, word: str, tag: str) -> str | None:
        for suffix, sound in _SUFFIXES.items():
            if word.endswith(suffix) and len(word) > len(suffix) + 2:
                base = word[: -len(suffix)]
                found = self._stem(base, tag)
                if not found and base.endswith("i"):
                    found = self._stem(base[:-1] + "y", tag)
                if found:
                    return found + (sound if not self.british else sound.replace("əɹd", "əd"))
        return None

    def _s(self, stem: str) -> str:
        if stem[-1] in "ptkfθ":
            return stem + "s"
        if stem[-1] in "szʃʒʧʤ":
            return stem + self.weak + "z"
        return stem + "z"

    def plural(self, sounds: str) -> str:
        """Add the regular -s to phonemes."""
        return self._s(sounds)

    def past(self, sounds: str) -> str:
        """Add the regular -ed to phonemes."""
        return self._ed(sounds)

    def _ed(self, stem: str) -> str:
        if stem[-1] in "pkfθʃsʧ":
            return stem + "t"
        if stem[-1] == "d":
            return stem + self.weak + "d"
        if stem[-1] == "t":
            tapped = not self.british and len(stem) > 1 and stem[-2] in _FLAP_AFTER
            return (stem[:-1] + "ɾ" if tapped else stem) + self.weak + "d"
        return stem + "d"

    def _ing(self, stem: str) -> str:
        if not self.british and len(stem) > 1 and stem[-1] == "t" and stem[-2] in _FLAP_AFTER:
            return stem[:-1] + "ɾɪŋ"
        if self.british and stem[-1] in "əː":
            return stem + "ɹɪŋ"
        return stem + "ɪŋ"
