"""Text made speakable: the one door to this package."""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace

from engine.errors import InputError, StudioError
from engine.reading.alphabet import LATIN
from engine.reading.cleaned import Clean
from engine.reading.foreign import Said, language_of
from engine.reading.guess import Fallback, Guesser
from engine.reading.items import Item
from engine.reading.lexicon import Lexicon
from engine.reading.own_words import Hit, OwnWords, named
from engine.reading.phrases import cut
from engine.reading.pronounce import Speaker
from engine.reading.rules import DIGIT_RULES, LETTER_RULES
from engine.reading.scan import Scanner, walk
from engine.reading.source import clean
from engine.reading.stress import stressed
from engine.reading.tagger import Tagger
from engine.reading.tongues import east, tongue
from engine.reading.tongues.east import EastReader
from engine.reading.tongues.reading import TongueReader
from engine.values import Break, PauseKind, Reading, Remark, Word

READING_VERSION = 6
"""Raised when the same text would be read otherwise, so that old keys do not match."""

_OTHERS = (*tongue.CODES, *east.CODES)
LANGUAGES = ("en-us", "en-gb", *_OTHERS)

REST_S = 0.6
"""Seconds of rest for a text with nothing to speak: one sentence's rest."""
LEAST_MARK_S = 0.15
"""Shortest rest heard at a dash or an ellipsis. Below about 100 ms a gap in
speech is taken for the closure of a consonant, not for a pause."""

_KINDS: dict[str, PauseKind] = {
    ",": "comma", ";": "clause", ":": "clause", ".": "sentence", "!": "sentence",
    "?": "sentence", "—": "dash", "…": "ellipsis",
}  # fmt: skip
_OPENING = frozenset("“(")


class Reader:
    """Reads text. Loads a language's tables, lexicon and tagger on first need; thread-safe.

    Args:
        vocab: phoneme character -> token id of the voice model.
        speak_tags: speak words in square brackets that are no command, and
            ``(sighs)``, instead of leaving them out with a remark.
        fallback: how unknown words are guessed; see ``Guesser``.
        own: the person's own lexicon, which counts before everything else.
    """

    def __init__(
        self,
        vocab: Mapping[str, int],
        *,
        speak_tags: bool = False,
        fallback: Fallback = "auto",
        own: OwnWords | None = None,
    ) -> None:
        self._vocab = dict(vocab)
        self._speak_tags = speak_tags
        self._fallback = fallback
        self._own = own or OwnWords()
        self._lock = threading.Lock()
        self._tagger = Tagger()
        self._speakers: dict[str, Speaker] = {}
        self._tongues: dict[str, TongueReader | EastReader] = {}

    def read(self, text: str, language: str = "en-us") -> Reading:
        """Make ``text`` speakable.

        Returns:
            The reading; with empty ``tokens`` and a rest if there is nothing
            to speak. Same text, same reading.

        Raises:
            InputError: ``language-unsupported``; its detail names what is missing.
            MissingModel: the lexicon or the tagger is not installed.
        """
        if language not in LANGUAGES:
            raise InputError(
                "language-unsupported", subject="voice", detail=language, hint=" ".join(LANGUAGES)
            )
        script = self._tongue(language).script if language in _OTHERS else LATIN
        plain = clean(
            text,
            speak_tags=self._speak_tags,
            script=script,
            foreign=self._foreign,
            sounds=self._vocab,
        )
        items, sounds, remarks, hits = self._said(plain, language)
        reading = _assemble(text, language, items, sounds, self._vocab, remarks)
        return replace(reading, own_words=named(hits))

    def _said(
        self, plain: Clean, language: str
    ) -> tuple[list[Item], list[str], list[Remark], tuple[Hit, ...]]:
        """Words, marks and rests of clean text, the phonemes of the words, and remarks."""
        if language in _OTHERS:
            plain, hits = self._own.apply(plain, language, str)
            items, sounds, remarks = self._tongue(language).read(plain)
            return items, stressed(items, sounds, plain.stressed), remarks, hits
        speaker = self._speaker(language)
        plain, hits = self._own.apply(plain, language, speaker.lexicon.plural)
        scan = Scanner(plain, speaker.lexicon, british=language == "en-gb")
        items = walk(scan, DIGIT_RULES, LETTER_RULES)
        sounds, guessed = speaker.sounds(items, self._tagger.tags(items, speaker.wants_tag))
        return items, stressed(items, sounds, plain.stressed), [*scan.remarks, *guessed], hits

    def _foreign(self, text: str, tag: str) -> tuple[list[Said], list[Remark]] | None:
        """Read words of another language inside a text; None if it cannot be read."""
        language = language_of(tag)
        if not language:
            return None
        try:
            script = self._tongue(language).script if language in _OTHERS else LATIN
            items, sounds, remarks, _ = self._said(clean(text, script=script), language)
        except StudioError:
            return None  # not installed: the words are read as the text's own, with a remark
        found = [
            Said(item.text, sound, item.start, item.end)
            for item, sound in zip(items, sounds, strict=True)
            if sound or item.kind == "mark"
        ]
        return found, remarks

    def _english(self, text: str) -> Sequence[Said]:
        """Words in Latin letters inside a language that leaves them to English."""
        found = self._foreign(text, "en-us")
        return found[0] if found else ()

    def identity(self, language: str = "en-us") -> str:
        """What a reading hangs on besides its text, for keys: ``reading-6/letters``."""
        if language in _OTHERS:
            return f"reading-{READING_VERSION}/{language}"
        return f"reading-{READING_VERSION}/{self._speaker(language).guesser.source}"

    def close(self) -> None:
        """End the processes started for guessing; the reader stays usable."""
        with self._lock:
            for speaker in self._speakers.values():
                speaker.guesser.close()
            for other in self._tongues.values():
                other.close()

    def _tongue(self, language: str) -> TongueReader | EastReader:
        with self._lock:
            if language not in self._tongues:
                known = language in tongue.CODES
                made = TongueReader(language) if known else EastReader(language, self._english)
                self._tongues[language] = made
            return self._tongues[language]

    def _speaker(self, language: str) -> Speaker:
        with self._lock:
            if language not in self._speakers:
                lexicon = Lexicon(british=language == "en-gb")
                self._speakers[language] = Speaker(lexicon, Guesser(lexicon, self._fallback))
            return self._speakers[language]


class _Tape:
    """Tokens being laid out, with the words and rests that belong to them."""

    def __init__(self, vocab: Mapping[str, int]) -> None:
        self.vocab = vocab
        self.symbols: list[str] = []
        self.words: list[Word] = []
        self.breaks: list[Break] = []
        self.unknown: dict[str, int] = {}
        self.glue = True

    def word(self, item: Item, sounds: str) -> None:
        """Lay out one word, after a space unless it opens the text or a quote."""
        known = []
        for char in sounds:
            if char in self.vocab:
                known.append(char)
            else:
                self.unknown[char] = self.unknown.get(char, 0) + 1
        if not known:
            return
        if not self.glue:
            self.symbols.append(" ")
        first = len(self.symbols)
        self.symbols += known
        self.glue = False
        self.words.append(
            Word(item.text, item.start, item.end, first, len(self.symbols), "".join(known))
        )

    def mark(self, item: Item) -> None:
        """Lay out one mark: opening ones cling to what follows, others to what precedes."""
        if item.text in _OPENING:
            if not self.glue:
                self.symbols.append(" ")
            self.symbols.append(item.text)
            self.glue = True
            return
        self.symbols.append(item.text)
        self.glue = False
        kind = _KINDS.get(item.text)
        if kind:
            least = LEAST_MARK_S if kind in {"dash", "ellipsis"} else 0.0
            self.breaks.append(Break(len(self.symbols) - 1, kind, 0.0, least))


def _assemble(
    text: str,
    language: str,
    items: list[Item],
    sounds: list[str],
    vocab: Mapping[str, int],
    remarks: list[Remark],
) -> Reading:
    tape = _Tape(vocab)
    rests = 0.0
    for item, sound in zip(items, sounds, strict=True):
        if item.kind == "word":
            tape.word(item, sound)
        elif item.kind == "rest":
            rests += item.seconds
            tape.breaks.append(Break(len(tape.symbols) - 1, "asked", item.seconds))
        else:
            tape.mark(item)
    for char, count in sorted(tape.unknown.items()):
        remarks.append(Remark("symbol-unknown", "text", f"{char} ({count})"))
    if not tape.words:
        return Reading(text, language, "", "", (), (), (), (), rests or REST_S, tuple(remarks))
    symbols = "".join(tape.symbols)
    spoken = tuple(word.spoken for word in tape.words)
    return Reading(
        text=text,
        language=language,
        spoken=" ".join(spoken),
        phonemes=symbols,
        tokens=tuple(vocab[char] for char in symbols),
        words=tuple(tape.words),
        phrases=cut(symbols, [word.first for word in tape.words], spoken),
        breaks=tuple(tape.breaks),
        remarks=tuple(remarks),
    )
