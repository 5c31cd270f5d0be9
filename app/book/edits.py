"""What a person decides for the open book: each edit makes another book of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from app.book import means
from app.book import present as book_present
from app.book import values as book
from app.book.aside import Failure
from app.book.values import BookWork
from app.narration.chapters import open_book
from widgets.book.views import MannerView
from widgets.book.window import BookWindow

if TYPE_CHECKING:
    from app.book.control import BookControl

TITLE_WORDS = 6
"""Of a paragraph, for the title of a chapter that begins there."""


class BookEdits(QObject):
    """Hears the window's intents and changes the open book."""

    def __init__(self, control: BookControl) -> None:
        super().__init__(control)
        self._control = control

    def connect_to(self, window: BookWindow) -> None:
        """Hear the window."""
        window.titled.connect(lambda title: self.edit(book.retitled, title))
        window.whole.changed.connect(self._direct_whole)
        window.chapter.changed.connect(self._direct_chapter)
        chapters = window.chapters
        chapters.titled.connect(lambda at, title: self.edit(book.renamed, at, title.strip()))
        chapters.spoken.connect(lambda at, on: self.edit(book.speaking, at, on))
        chapters.joined.connect(self._join)
        chapters.restored.connect(lambda: self.edit(book.restored))
        window.lines.follow_chosen.connect(lambda on: self.set(suggest=on))
        window.lines.begun.connect(self._begin_at)
        window.cast.given.connect(self._give)
        window.cast.all_proposed.connect(self._give_all)
        delivery = window.delivery
        delivery.pauses.changed.connect(lambda kind, s: self.edit(book.paused, kind, s))
        delivery.pauses.usual.connect(lambda: self.edit(book.usually_paused))
        delivery.means.changed.connect(self._set_means)
        delivery.means.lexicon_asked.connect(self._ask_lexicon)
        window.skipped.spoken.connect(lambda role, on: self.edit(book.spoken_role, role, on))

    def edit(self, change: Callable[..., BookWork], *values: object) -> None:
        """Change the open book, if there is one and it is another then."""
        work = self._control.work
        if work is not None:
            changed = change(work, *values)
            if changed != work:
                self._control.change(changed)

    def set(self, **values: object) -> None:
        """Change fields of the open book."""
        self.edit(lambda work: replace(work, **values))

    def _set_means(self, name: str, value: object) -> None:
        work = self._control.work
        if work is None:
            return
        changed = means.changed(work.means, name, value)
        if name == "encoding" and "encoding" not in means.problems(changed):
            self._read_again(work, changed)
        else:
            self.set(means=changed)

    def _read_again(self, work: BookWork, changed: means.Means) -> None:
        """Read the document anew, its letters encoded otherwise."""

        def read() -> BookWork:
            found = open_book(work.path, changed.encoding or None)
            plan = book.fitting(work.plan, found)
            return replace(work, book=found, plan=plan, means=changed)

        self._control.aside.do("reading", read, self._taken, self._unread)

    def _taken(self, work: object) -> None:
        assert isinstance(work, BookWork)
        self._control.change(work)

    def _unread(self, error: Failure) -> None:
        self._control.say(error, "book")

    def _ask_lexicon(self) -> None:
        work = self._control.work
        if work is not None:
            path = self._control.asking.open_lexicon(work.path.parent)
            if path is not None:
                self._set_means("lexicon", str(path))

    def _direct_whole(self, manner: MannerView) -> None:
        work = self._control.work
        if work is not None:
            asked = book_present.asked_of(manner)
            voice = asked.voice or work.whole.voice
            self.set(whole=replace(asked, voice=voice, prompt=asked.prompt or ""))

    def _direct_chapter(self, manner: MannerView) -> None:
        work, chapter = self._control.work, self._control.chapter
        if work is not None and chapter < len(work.plan.chapters):
            self.edit(book.directed, chapter, book_present.asked_of(manner))

    def _give(self, name: str, manner: MannerView | None) -> None:
        asked = None if manner is None else book_present.asked_of(manner)
        self.edit(book.cast, name, asked)

    def _give_all(self) -> None:
        work = self._control.work
        if work is None:
            return
        narrator, voices = work.whole.voice or "", self._control.voices
        offers = book.proposals(self._control.speakers, work.plan.cast, narrator, voices)
        for name, voice in offers.items():
            work = book.cast(work, name, book_present.asked_of(MannerView(voice, "", None)))
        self._control.change(work)

    def _join(self, chapter: int) -> None:
        self._control.chapter = max(chapter - 1, 0)
        self.edit(book.joined, chapter)

    def _begin_at(self, block: int) -> None:
        work, standing = self._control.work, self._control.standing
        if work is None or standing is None:
            return
        rows = standing.rows[self._control.chapter]
        text = next((view.text for view in rows if view.block == block), "")
        changed = book.begun_at(work, block, " ".join(text.split()[:TITLE_WORDS]))
        if changed is not work:
            self._control.chapter += 1
            self._control.change(changed)
