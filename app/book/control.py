"""A book in its window: opened, planned, heard, rendered, reported on."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer

from app.book import keeping as book_keeping
from app.book import present as book_present
from app.book import screen
from app.book.aside import Aside, Failure
from app.book.edits import BookEdits
from app.book.files import BookFiles
from app.book.keeper import BookKeeper
from app.book.laid import Known, LineFact, known
from app.book.measured import columns
from app.book.notice import book_notice, interrupted_notice, no_suggestions
from app.book.pages import BookPages
from app.book.queue import BookJob
from app.book.rendering import RenderingControl
from app.book.standing import Standing, carry_over, standing_of
from app.book.suggested import SuggestedEmotions
from app.book.values import BookWork
from app.book.words import format_choices, profile_choices
from app.narration.chapters import open_book
from app.narration.sources.opening import ENDINGS
from app.settings import BACKENDS, Settings
from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.playing import PlayingControl
from app.studio.control.state import State
from app.studio.notice_board import NoticeBoard
from app.studio.present.direction import voice_views
from app.studio.slices import Slices
from engine.cancel import CancelToken
from engine.errors import StudioError
from widgets.announce import announce
from widgets.at_most import AtMost
from widgets.book.window import BookWindow

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

LOG = logging.getLogger(__name__)

translate = QCoreApplication.translate

KEEP_MS = 700
"""From an edit to the disk: typing goes on undisturbed, and little is lost."""
SHOW_MS = 200
"""Shortest time between two pictures of a book that is being spoken."""


class BookControl(QObject):
    """Owns the open book and its window, which is made when the first book is opened."""

    def __init__(
        self,
        settings: Settings,
        state: State,
        engine: EngineControl,
        playing: PlayingControl,
        asking: Asking,
    ) -> None:
        super().__init__(state)
        self.settings = settings
        self.state, self.engine, self.playing, self.asking = state, engine, playing, asking
        self.board = NoticeBoard()
        self.aside = Aside(self)
        self.keeper = BookKeeper(settings.data, self)
        self.keeper.failed.connect(lambda error: self.say(error, "book"))
        shop = engine.workshop
        self.rendering = RenderingControl(settings, shop, self._backend, self.keeper, self)
        self.files = BookFiles(self)
        self.pages = BookPages(self)
        self.edits = BookEdits(self)
        self.suggesting = SuggestedEmotions(self.rendering.environment, self)
        self.suggesting.found.connect(self._suggested)
        self.suggesting.failed.connect(self._not_suggested)
        self.suggested: Mapping[str, str] | None = None
        """Emotions by the texts that suggest them; None while nobody looked."""
        self.window: BookWindow | None = None
        self.work: BookWork | None = None
        self.standing: Standing | None = None
        self.chapter = 0
        self.speakers: dict[str, int] = {}
        self._looking: CancelToken | None = None
        self._carrying, self._putting = Slices(self), Slices(self)
        self._keep_soon = QTimer(self)
        self._keep_soon.setSingleShot(True)
        self._keep_soon.setInterval(KEEP_MS)
        self._keep_soon.timeout.connect(self.keep)
        self._show_soon = AtMost(SHOW_MS, self._show_progress, self)
        self.rendering.spoken.connect(self._spoken)
        self.rendering.changed.connect(self._show_soon.ask)
        engine.ready.connect(self._engine_ready)

    # opening

    def ask(self) -> None:
        """Ask for a document and open it."""
        folder = Path.home() if self.work is None else self.work.path.parent
        path = self.asking.open_book(folder, ENDINGS)
        if path is not None:
            self.open(path)

    def show(self) -> None:
        """Bring the open book's window back; ask for a book if there is none."""
        if self.work is None:
            self.ask()
        else:
            self._raise(self._the_window())

    def open(self, path: Path) -> None:
        """Read a document beside the window, then show it."""
        told = translate("Book", "Reading {name}…").format(name=path.name)
        self.state.window.statusBar().showMessage(told)
        self.board.drop_subjects("book")

        def read() -> tuple[BookWork, bool]:
            self.keeper.settle()
            data = self.settings.data
            book = open_book(path, book_keeping.encoding_of(path, data))
            work = book_keeping.opened(path, book, data, self.settings.voice)
            return work, book_keeping.was_running(path, data)

        self.aside.do("reading", read, self._opened, self._unread)

    def _opened(self, found: object) -> None:
        assert isinstance(found, tuple)
        work, interrupted = found
        self.state.window.statusBar().clearMessage()
        self.keep()
        window = self._the_window()
        self.work, self.standing, self.chapter = work, None, 0
        self.speakers, self.suggested = {}, None
        self.suggesting.close()
        self.board.drop(*(view.id for view in self.board.views))
        window.lines.show_lines(())
        self.change(work)
        self.aside.do(
            "speakers", lambda: book_present.speakers_of(work), self._named, self._unexpected
        )
        if interrupted:
            self.board.say(interrupted_notice())
        self.files.show_report()
        self._raise(window)
        window.chapters.table.setFocus()

    def _raise(self, window: BookWindow) -> None:
        window.show()
        window.raise_()
        window.activateWindow()
        self._show_soon.now()

    def _unread(self, error: Failure) -> None:
        self.state.window.statusBar().clearMessage()
        if self.window is not None and self.window.isVisible():
            self.say(error, "book")
        elif isinstance(error, StudioError):
            self.state.board.error(error)
        else:
            self.engine.unexpected(error)

    def _named(self, names: object) -> None:
        assert isinstance(names, dict)
        self.speakers = names
        self._show_cast()

    def _the_window(self) -> BookWindow:
        if self.window is None:
            self.window = BookWindow(format_choices(), profile_choices(), columns())
            self.board.listen(self.window.show_notices)
            self._connect(self.window)
            self._engine_ready()
        return self.window

    def _connect(self, window: BookWindow) -> None:
        window.opened.connect(self.ask)
        window.file_dropped.connect(lambda name: self.open(Path(name)))
        window.notice_closed.connect(lambda notice: self.board.drop(notice))
        window.chapters.chosen.connect(self._choose)
        window.lines.suggest_asked.connect(self._suggest)
        window.lines.heard.connect(self._hear)
        self.pages.connect_to(window)
        self.files.connect_to(window)
        self.edits.connect_to(window)

    # what is known of it

    def change(self, work: BookWork) -> None:
        """Take a book as it now is: shown at once where it can be, cut anew beside the window."""
        self.work = work
        self._keep_soon.start()
        if work.suggest and self.suggested is None:
            self._suggest()  # what is followed has to be known here too
        self._show()
        self.aside.do(
            "laying",
            lambda: standing_of(work, self.settings, self.suggested or {}),
            self._laid,
            lambda error: self.say(error, "chapter"),
        )

    def _laid(self, standing: object) -> None:
        assert isinstance(standing, Standing)
        before = self.standing
        carried = iter(()) if before is None else carry_over(before, standing)
        self._carrying.do(carried, lambda: self._stand(standing))

    def _stand(self, standing: Standing) -> None:
        self._putting.drop()
        self.pages.drop()
        self.standing = standing
        self.chapter = min(self.chapter, len(standing.laid.lines) - 1)
        self._show()
        self._show_lines()
        self._look()

    def _look(self) -> None:
        """Ask the engine what is known of the book's lines."""
        standing = self.standing
        if standing is None:
            return
        if self._looking is not None:
            self._looking.cancel()

        def task(engine: Engine, token: CancelToken) -> Known | StudioError:
            try:
                return known(standing.laid, self.settings, engine, token)
            except StudioError as error:  # said under the book's directions, not a line's
                return error

        self._looking = self.engine.errand(task, lambda found: self._known(standing, found))

    def _known(self, standing: Standing, found: object) -> None:
        self._looking = None
        if standing is not self.standing:
            return
        if isinstance(found, StudioError):
            self.say(found, "chapter")
            return
        assert isinstance(found, Known)
        self.board.drop_subjects("chapter")
        standing.ask(found.asked)
        self._putting.do(standing.put_all(found.facts), self._show_known)

    def _show_known(self) -> None:
        self._show()
        self._show_lines()

    # showing

    def _choose(self, chapter: int) -> None:
        if self.work is not None and 0 <= chapter < len(self.work.plan.chapters):
            self.chapter = chapter
            self._show_lines()

    def go_to(self, chapter: int, line: int) -> None:
        """Show a line among those of its chapter."""
        if self.standing is not None and self.window is not None:
            self.chapter = chapter
            self.window.chapters.table.go_to(chapter)
            self._show_lines()
            self.window.turn_to("lines")
            self.window.lines.table.go_to(self.standing.row_of[chapter][line])
            self.window.lines.table.setFocus()

    def _show(self) -> None:
        """Show what is decided, and what is known of the chapters as they were cut last."""
        if self.work is None or self.window is None:
            return
        screen.show_work(self.window, self.work, self.standing, self.chapter)
        self._show_cast()
        self.window.lines.show_suggesting(self.suggesting.looking, self.work.suggest)
        self.pages.show(self.window.page())
        self.files.show_jobs()

    def _show_lines(self) -> None:
        if self.standing is not None and self.window is not None:
            self.window.lines.show_lines(tuple(self.standing.rows[self.chapter]))
            screen.show_chapter(self.window, self.work, self.chapter)

    @property
    def voices(self) -> tuple[str, ...]:
        """Names of the voices there are; none while the engine is not loaded."""
        loaded = self.engine.engine
        return () if loaded is None else tuple(loaded.voices.names())

    def _show_cast(self) -> None:
        if self.work is not None and self.window is not None:
            views = book_present.speaker_views(self.work, self.speakers, self.voices)
            self.window.cast.show_cast(views)

    def _engine_ready(self) -> None:
        if self.voices and self.window is not None:
            self.window.show_voices(voice_views(self.voices))
            self._show()
            self._look()

    def _spoken(self, job: BookJob, chapter: int, line: int, fact: LineFact) -> None:
        """A line was spoken: of this book, if it still has that line as it was asked for."""
        if self.work is None or self.standing is None or job.laid.work.path != self.work.path:
            return
        request = job.laid.lines[chapter][line].request
        place = self.standing.laid.places.get(request)
        if place is not None:
            self.standing.put(*place, fact)
            self._show_soon.ask()

    def _show_progress(self) -> None:
        if self.window is None or not self.window.isVisible():
            return
        self.files.show_jobs()
        if self.standing is not None and self.work is not None:
            screen.show_chapters(self.window, self.work, self.standing, self.chapter)
            self.window.lines.show_lines(tuple(self.standing.rows[self.chapter]))
            if self.window.page() == "map":
                self.pages.map_soon.ask()

    def _suggest(self) -> None:
        """Look for the emotions that lines suggest."""
        if self.work is not None and not self.suggesting.looking:
            self.suggesting.look(self.work)
            self._show()

    def _suggested(self, found: object) -> None:
        assert isinstance(found, dict)
        self.suggested = found
        if self.work is not None:
            self.change(self.work)
        if self.window is not None:
            told = translate("Book", "{count} lines suggest an emotion.")
            announce(self.window, told.format(count=len(found)))

    def _not_suggested(self, said: str) -> None:
        self._show()
        self.board.say(no_suggestions(said))

    def _hear(self, line: int) -> None:
        """Hear a line of the chapter; the book that is rendered waits meanwhile."""
        if self.standing is not None:
            self.playing.hear(self.standing.laid.lines[self.chapter][line].request)

    # keeping, notices, the end

    def keep(self) -> None:
        """Keep what was decided."""
        self._keep_soon.stop()
        if self.work is None:
            return
        job = self.rendering.queue.active
        running = job is not None and job.laid.work.path == self.work.path
        self.keeper.keep(self.work, running=running)

    def say(self, error: Failure, subject: str) -> None:
        """Say a failure under what it belongs to."""
        self.board.say(book_notice(error, subject))

    def _unexpected(self, error: Failure) -> None:
        self.say(error, "book")

    def _backend(self) -> str:
        loaded = self.engine.engine
        name = loaded.backend.describe().name if loaded is not None else self.settings.backend
        return name if name in BACKENDS else self.settings.backend

    def close(self) -> None:
        """The program ends: what is rendered stops, and goes on when the book is opened again."""
        self.aside.close()
        self.files.close()
        self.suggesting.close()
        if self._keep_soon.isActive():
            self.keep()
        self._carrying.drop()
        self._putting.drop()
        self.pages.drop()
        self.rendering.close()
        self.keeper.settle()
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None
