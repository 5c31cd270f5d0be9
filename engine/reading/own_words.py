"""A person's own lexicon: words and phrases that are to be said their way.

It comes before everything else, so that no rule of normalisation touches its
words: they are looked for in the clean text, the longest first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from engine.errors import InputError
from engine.reading.alphabet import Script
from engine.reading.cleaned import GIVEN, PARAGRAPH, REST, Clean
from engine.reading.espeak import diphthongs
from engine.reading.source import clean
from engine.reading.stress import before_vowels

LONGEST = 120
"""Characters of a word or phrase, of its phonemes and of its respelling."""

MOST_ENTRIES = 20_000
"""More is a whole dictionary: it belongs into the reading itself."""

_ANY = Script(letters=((0x0250, 0x10FFFF),))
_RUN = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u3005-\u30ff\u3400-\u9fff\uff66-\uff9f]")
_LANGUAGE = re.compile(r"[a-z]{2}(?:-[a-z]{2})?")
_APOSTROPHES = str.maketrans("’ʼ‘＇", "''''")
_PRIVATE = {PARAGRAPH: " ", GIVEN: "", REST: ""}


@dataclass(frozen=True, slots=True)
class Entry:
    """One word or phrase.

    It is said as the phonemes ``sounds`` or as if ``say`` were written; one of
    them is empty. ``language`` is a code (``en-gb``), a first part (``en``: both
    English) or "" for all. A word with a capital is found only exactly as written.
    """

    word: str
    sounds: str = ""
    say: str = ""
    language: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What there is one entry of: the word as it is found, and the language."""
        return self.word, self.language

    def speaks(self, language: str) -> bool:
        """Whether the entry holds for a language."""
        return self.language in ("", language, language.split("-")[0])


def entry_of(
    word: str, vocab: Mapping[str, int], *, sounds: str = "", say: str = "", language: str = ""
) -> Entry:
    """An entry in its one form, checked.

    Phonemes are the model's symbols; the IPA's diphthongs and affricates and its
    places of stress are brought to them where English may be meant.

    Raises:
        InputError: ``lexicon-invalid`` says what is wrong with which part.
    """
    word = " ".join(word.translate(_APOSTROPHES).split())
    sounds, say = " ".join(sounds.split()), " ".join(say.split())
    language = language.strip().lower()
    if language[:2] in ("", "en"):
        sounds = before_vowels(diphthongs(sounds))
    if not any(char.isalnum() for char in word) or len(word) > LONGEST:
        raise _invalid(f"{word[:40]!r} is no word or phrase", f"up to {LONGEST} characters")
    if word != clean_text(word):
        raise _invalid(f"{word[:40]!r} holds markup", "letters, digits and spaces")
    if language and not _LANGUAGE.fullmatch(language):
        raise _invalid(f"the language {language!r}", "a code such as en or en-gb")
    if bool(sounds) == bool(say):
        raise _invalid(f"{word!r} needs phonemes or a respelling, and not both")
    if len(sounds) > LONGEST or len(say) > LONGEST:
        raise _invalid(f"what is said for {word!r} is too long", f"up to {LONGEST} characters")
    unknown = sorted({char for char in sounds if char not in vocab})
    if unknown:
        raise _invalid(
            f"the voice does not know the phonemes {' '.join(unknown)} of {word!r}",
            "`espressivo read` prints the phonemes it knows",
        )
    if say and not any(char.isalnum() for char in say):
        raise _invalid(f"the respelling of {word!r} has no letters")
    return Entry(word, sounds, say, language)


def _invalid(detail: str, hint: str = "") -> InputError:
    return InputError("lexicon-invalid", subject="file", detail=detail, hint=hint)


def clean_text(text: str) -> str:
    """``text`` as it stands in clean text, without rests and given phonemes."""
    plain = clean(text, script=_ANY).text
    return "".join(_PRIVATE.get(char, char) for char in plain).strip()


@dataclass(frozen=True, slots=True)
class Hit:
    """A stretch of the source, ``start:end``, that an entry decided."""

    entry: Entry
    start: int
    end: int


def named(hits: Sequence[Hit]) -> tuple[tuple[str, int, int], ...]:
    """Hits as ``Reading.own_words`` keeps them."""
    return tuple((hit.entry.word, hit.start, hit.end) for hit in hits)


class OwnWords:
    """Entries made ready for finding. Read-only, so safe to share between threads.

    Args:
        entries: of two for the same word and language the later one counts.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple({entry.key: entry for entry in entries}.values())
        self._by_head: dict[str, list[Entry]] = {}
        for entry in self.entries:
            self._by_head.setdefault(_head(_small(entry.word), 0), []).append(entry)
        for found in self._by_head.values():
            found.sort(key=lambda each: (-len(each.word), not _exact(each), -len(each.language)))
        self._respelled = {each.say: clean_text(each.say) for each in self.entries if each.say}

    def apply(
        self, source: Clean, language: str, plural: Callable[[str], str]
    ) -> tuple[Clean, tuple[Hit, ...]]:
        """Put what the entries say in place of their words.

        Args:
            source: clean text with its offsets.
            language: of the reading.
            plural: adds the regular -s to phonemes, for "Zadie's".

        Returns:
            new clean text, and the hits in order; ``source`` itself if there is none.
        """
        source = _possessives(source, plural)
        spots = list(self._spots(source.text, language)) if self._by_head else []
        if not spots:
            return source, ()
        made = Clean("", [], [], {}, {}, source.remarks, source.stressed)
        pieces: list[str] = []
        hits: list[Hit] = []
        at = 0
        for first, last, owned, entry in spots:
            _copy(source, made, pieces, at, first)
            start, end = source.starts[first], source.ends[owned - 1]
            hits.append(Hit(entry, start, source.ends[last - 1]))
            if entry.sounds:
                sounds = plural(entry.sounds) if owned > last else entry.sounds
                made.given[len(made.starts)] = (source.text[first:owned], sounds)
                said = GIVEN
            else:
                said = self._respelled[entry.say] + source.text[last:owned]
            pieces.append(said)
            made.starts += [start] * len(said)
            made.ends += [end] * len(said)
            at = owned
        _copy(source, made, pieces, at, len(source.text))
        made.text = "".join(pieces)
        return made, tuple(hits)

    def _spots(self, text: str, language: str) -> Iterable[tuple[int, int, int, Entry]]:
        """First, last, last with a possessive ending, and the entry of each match."""
        lower = _small(text)
        at, size = 0, len(text)
        while at < size:
            head = _head(lower, at)
            for entry in self._by_head.get(head, ()):
                last = at + len(entry.word)
                here = text if _exact(entry) else lower
                if not here.startswith(entry.word, at) or not entry.speaks(language):
                    continue
                owned = _owned(text, at, last)
                if owned:
                    yield at, last, owned, entry
                    at = owned
                    break
            else:
                at += len(head)


def _small(text: str) -> str:
    """``text`` in small letters, as long as it was (a capital may have two small ones)."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def _exact(entry: Entry) -> bool:
    return entry.word != entry.word.lower()


def _head(text: str, at: int) -> str:
    """The run of letters that begins at ``at``, or the one character that stands there."""
    if not _UNSPACED.match(text, at):
        run = _RUN.match(text, at)
        if run:
            part = _UNSPACED.search(run[0])
            return run[0][: part.start()] if part else run[0]
    return text[at]


def _owned(text: str, first: int, last: int) -> int:
    """Where a match ends, with its "'s"; 0 if it stands inside a word."""
    after = text[last : last + 3]
    if after[:1].isalnum() and not (_UNSPACED.match(after) or _UNSPACED.match(text[last - 1])):
        return 0 if text[last - 1].isalnum() else last
    if after[:1] == "'" and after[1:2].isalnum():
        return last + 2 if after[1] in "sS" and not after[2:].isalnum() else 0
    return last


def _possessives(source: Clean, plural: Callable[[str], str]) -> Clean:
    """Take "'s" after phonemes given inline into their word: ``[Zadie](/zˈAdi/)'s``."""
    ends = [
        at + 1
        for at in source.given
        if source.text.startswith(("'s", "'S"), at + 1)
        and not source.text[at + 3 : at + 4].isalnum()
    ]
    if not ends:
        return source
    made = Clean("", [], [], {}, {}, source.remarks, source.stressed)
    pieces: list[str] = []
    last = 0
    for end in ends:
        _copy(source, made, pieces, last, end)
        word, sounds = source.given[end - 1]
        made.given[len(made.starts) - 1] = (f"{word}'s", plural(sounds))
        made.ends[-1] = source.ends[end + 1]
        last = end + 2
    _copy(source, made, pieces, last, len(source.text))
    made.text = "".join(pieces)
    return made


def _copy(source: Clean, made: Clean, pieces: list[str], first: int, last: int) -> None:
    shift = len(made.starts) - first
    text = source.text[first:last]
    pieces.append(text)
    made.starts += source.starts[first:last]
    made.ends += source.ends[first:last]
    if GIVEN in text or REST in text:
        for index in range(first, last):
            if index in source.given:
                made.given[index + shift] = source.given[index]
            if index in source.rests:
                made.rests[index + shift] = source.rests[index]


def merged(parts: Sequence[Sequence[Entry]]) -> tuple[Entry, ...]:
    """Several lexicons as one: of the same word and language the last one counts."""
    return tuple({entry.key: entry for part in parts for entry in part}.values())
