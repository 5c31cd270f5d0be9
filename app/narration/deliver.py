"""The finished chapters as the files that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.captions import Cue
from app.narration import daisy2, daisy3, epub_book, timed
from app.narration.book import Book
from app.narration.delivered import SoundOf
from app.narration.encoding import CHAPTER_FORMATS, JOINED_FORMATS, About, Mark, encode_joined
from app.narration.ledger import Ledger
from app.narration.making import Making
from app.narration.names import safe
from app.narration.outbox import Outbox
from app.narration.products import Product
from app.narration.profiles import Profile
from app.narration.provenance import Origin
from app.narration.talking import Talking
from engine.cancel import CancelToken
from engine.errors import InputError
from engine.keys import key_of
from engine.values import SAMPLE_RATE

GROUPS: dict[str, tuple[str, ...]] = {
    "captions": ("srt", "vtt", "lrc"),
    "daisy": ("daisy202", "daisy3"),
    "labels": ("audacity", "textgrid"),
}
"""Names that stand for several formats."""
FORMATS = (
    *CHAPTER_FORMATS, *JOINED_FORMATS, "epub", "daisy202", "daisy3",
    "srt", "vtt", "lrc", "audacity", "textgrid",
)  # fmt: skip
TALKING = ("epub", "daisy202", "daisy3")
"""Formats of text with sound: their sound is the chapters' MP3."""
USUAL = "mp3,m4b,captions"
JOINED_VERSION = 1


def formats_of(asked: str) -> tuple[str, ...]:
    """The formats a list parted by commas names, each once.

    Raises:
        InputError: ``delivery-unknown``.
    """
    found: list[str] = []
    named = [each.strip().lower() for each in asked.split(",")]
    for name in [each for each in named if each] or ["nothing"]:
        for each in GROUPS.get(name, (name,)):
            if each not in FORMATS:
                hint = ", ".join((*FORMATS, *GROUPS))
                raise InputError("delivery-unknown", subject="setting", detail=each, hint=hint)
            if each not in found:
                found.append(each)
    return tuple(found)


def chapter_kinds(formats: Sequence[str]) -> tuple[str, ...]:
    """Which of a chapter's encodings the formats need."""
    kinds = [kind for kind in CHAPTER_FORMATS if kind in formats]
    if "mp3" not in kinds and any(each in formats for each in TALKING):
        kinds.append("mp3")
    return tuple(kinds)


def makes_sound(formats: Sequence[str]) -> bool:
    """Whether any of the formats needs the chapters' sound."""
    return any(each in (*CHAPTER_FORMATS, *JOINED_FORMATS, *TALKING) for each in formats)


@dataclass(frozen=True, slots=True)
class Finished:
    """A narration whose chapters are made: all that delivering them takes."""

    book: Book
    skip: frozenset[str]
    products: tuple[Product, ...]
    profile: Profile
    origin: Origin
    tags: Mapping[str, str]
    identifier: str
    """A ``urn:uuid`` that stays the same for the same job."""

    @property
    def stem(self) -> str:
        """The book's title as a file name."""
        return safe(self.book.title, "book")

    @property
    def ends(self) -> tuple[int, ...]:
        """The end of each chapter in the joined sound, in samples at the profile's rate."""
        found, at = [], 0
        for product in self.products:
            at += round(product.line.samples * self.profile.rate / SAMPLE_RATE)
            found.append(at)
        return tuple(found)

    @property
    def offsets(self) -> tuple[int, ...]:
        """Where each chapter begins in the joined sound, in samples at 24 kHz."""
        rate = self.profile.rate
        return tuple(round(at * SAMPLE_RATE / rate) for at in (0, *self.ends[:-1]))


def deliver(
    done: Finished,
    formats: Sequence[str],
    ledger: Ledger,
    outbox: Outbox,
    work: Making,
    token: CancelToken,
    *,
    tell: Callable[[str], None],
    heard: Callable[[SoundOf], None],
) -> tuple[Path, ...]:
    """Write everything that was asked for.

    Args:
        done: the chapters.
        formats: see ``formats_of``.
        ledger: its folder keeps the joined files.
        outbox: where files go.
        work: encodes the joined files while the others are put in their places.
        token: cancels.
        tell: hears what is being made.
        heard: is given each file of sound once it lies in its place, to be judged.

    Returns:
        the job's own joined files.

    Raises:
        Cancelled, ExportError: see ``app.narration.encoding``.
    """
    asked = [kind for kind in JOINED_FORMATS if kind in formats]
    joined = {kind: work.begin(_joined, done, kind, ledger) for kind in asked}
    for kind in CHAPTER_FORMATS:
        if kind in formats:
            for product in done.products:
                name = f"{kind}/{product.stem}.{kind}"
                outbox.copy(product.encoded[kind], name)
                heard(SoundOf(name, product.chapter.title))
    _texts(done, formats, outbox)
    paths = []
    for kind, piece in joined.items():
        tell(f"making the {kind.upper()}")
        paths.append(work.result(piece, token))
        name = f"{done.stem}.{kind}"
        outbox.copy(paths[-1], name)
        heard(SoundOf(name, done.book.title, tuple(_marks_s(done))))
    _talking(done, formats, outbox, tell)
    return tuple(paths)


def _talking(
    done: Finished, formats: Sequence[str], outbox: Outbox, tell: Callable[[str], None]
) -> None:
    if not any(each in formats for each in TALKING):
        return
    talking = Talking(done.book, done.skip, done.products, done.origin, done.identifier)
    if "epub" in formats:
        tell("making the EPUB")
        epub_book.write(talking, outbox.place(f"{done.stem}.epub"))
    if "daisy202" in formats:
        tell("making DAISY 2.02")
        daisy2.write(talking, outbox)
    if "daisy3" in formats:
        tell("making DAISY 3")
        daisy3.write(talking, outbox)


def _marks_s(done: Finished) -> Iterator[tuple[str, float]]:
    for product, end in zip(done.products, done.ends, strict=True):
        yield product.chapter.title, end / done.profile.rate


def _marks(done: Finished) -> tuple[Mark, ...]:
    """Chapters that follow each other without a gap, the first at 0."""
    milliseconds = [0, *(round(end * 1000 / done.profile.rate) for end in done.ends)]
    return tuple(
        Mark(start, max(end, start + 1), product.chapter.title)
        for product, start, end in zip(
            done.products, milliseconds[:-1], milliseconds[1:], strict=True
        )
    )


def _joined(done: Finished, kind: str, ledger: Ledger, token: CancelToken) -> Path:
    tags = {"title": done.book.title, **done.tags}
    about = About(tags, _marks(done), done.book.cover)
    masters = [product.master for product in done.products]
    names = tuple(path.name for path in masters)
    cover = b"" if about.cover is None else about.cover.data
    titles = tuple(mark.title for mark in about.marks)
    key = key_of("joined", JOINED_VERSION, kind, names, tuple(tags.items()), titles, cover)
    path = ledger.folder / "encoded" / f"{key}.{kind}"
    if not path.exists():
        encode_joined(masters, path, done.profile, about, token)
    return path


def _texts(done: Finished, formats: Sequence[str], outbox: Outbox) -> None:
    artist = ", ".join(done.book.authors)
    whole: list[Cue] = []
    for product, offset in zip(done.products, done.offsets, strict=True):
        line, stem = product.line, product.stem
        cues = timed.cues_of(line)
        whole += timed.cues_of(line, offset)
        for form in ("srt", "vtt"):
            if form in formats:
                outbox.text(f"captions/{stem}.{form}", timed.captions(cues, form))
        if "vtt" in formats:
            outbox.text(f"captions/{stem}.words.vtt", timed.word_captions(line))
        if "lrc" in formats:
            words = timed.lyrics(line, product.chapter.title, done.book.title, artist)
            outbox.text(f"captions/{stem}.lrc", words)
        if "audacity" in formats:
            outbox.text(f"labels/{stem}.txt", timed.audacity(line))
        if "textgrid" in formats:
            outbox.text(f"labels/{stem}.TextGrid", timed.praat(line))
    for form in ("srt", "vtt"):
        if form in formats:
            outbox.text(f"{done.stem}.{form}", timed.captions(whole, form))
