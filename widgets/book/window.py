"""The window of a book: its chapters, its lines, its cast, its files; decides nothing.

Chapters and how they are spoken stand at the left, everything else in pages at the right,
the rendering at the foot. ``F6`` walks these three.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QApplication,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from widgets.book.cast import BookCast
from widgets.book.chapters import BookChapters
from widgets.book.delivery import BookDelivery
from widgets.book.lines import BookLines
from widgets.book.manner import MannerField
from widgets.book.overview import BookOverview
from widgets.book.queue import BookQueue, RenderBar
from widgets.book.report import BookReport
from widgets.book.skipped import BookSkipped
from widgets.book.views import ChoiceView
from widgets.first_size import first_size
from widgets.icons import make_icon, recolour_icons
from widgets.notice_bar import NoticeBar
from widgets.panes import heading, pane_of
from widgets.reading_order import read_as_laid_out
from widgets.themes import PaletteWatch
from widgets.views import NoticeView, VoiceView
from widgets.wheel import keep_wheel_for_focus

FIRST_SIZE = (1180, 780)
FIRST_WIDTHS = (430, 750)
BARS = ("book", "chapter", "render", "report")
"""Where notices stand: at the top, under the directions, above the render bar, and over
the report."""

PAGES = ("lines", "map", "cast", "skipped", "delivery", "queue", "report")


class BookWindow(QWidget):
    """All of a book that is seen."""

    opened = Signal()
    """Another book is wanted."""
    file_dropped = Signal(str)
    titled = Signal(str)
    """The book's title was changed."""
    page_turned = Signal(str)
    """Name of the page that is now seen."""
    notice_acted = Signal(str, str)
    notice_closed = Signal(str)
    shut = Signal()

    def __init__(
        self,
        formats: tuple[ChoiceView, ...],
        profiles: tuple[ChoiceView, ...],
        figures: tuple[str, ...],
    ) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("book")
        self.resize(first_size(self, FIRST_SIZE))
        self.setAcceptDrops(True)
        self.setWindowIcon(make_icon("espressivo", self.palette()))
        self.bars = {name: NoticeBar(self) for name in BARS}
        self._make_frame()
        self._make_left()
        self._make_pages(formats, profiles, figures)
        self._rows.addWidget(self.bars["render"])
        self.render_bar = RenderBar(self)
        self._rows.addWidget(self.render_bar)
        read_as_laid_out(self._rows)
        for pane in (self.left, self.tabs):
            pane.raise_()
            read_as_laid_out(pane.layout())
        self._connect()

    # The parts, each made in its place: Qt asks a widget that is put into another for all
    # its measures again, and those of everything in it.

    def _make_frame(self) -> None:
        self.title = QLineEdit(self)
        self.title.setAccessibleName(self.tr("Title of the book"))
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setProperty("quiet", True)
        self.open = QPushButton(self.tr("Open another &book…"), self)
        head = QHBoxLayout()
        head.addWidget(self.title, 2)
        head.addWidget(self.says, 3)
        head.addWidget(self.open)
        self.splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(8)
        self.left = QWidget(self.splitter)
        self._rows = QVBoxLayout(self)
        self._rows.setSpacing(8)
        self._rows.addLayout(head)
        self._rows.addWidget(self.bars["book"])
        self._rows.addWidget(self.splitter, 1)

    def _make_left(self) -> None:
        layout = QVBoxLayout(self.left)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        self.chapters = BookChapters(self.left)
        above = self.tr("as the book")
        self.whole = MannerField(self.tr("the whole book"), "", self.left)
        self.chapter = MannerField(self.tr("this chapter"), above, self.left)
        self.chapter_title = heading(self.tr("This chapter"))
        layout.addWidget(heading(self.tr("Chapters")))
        layout.addWidget(self.chapters, 1)
        layout.addWidget(heading(self.tr("The whole book")))
        layout.addWidget(self.whole)
        layout.addWidget(self.chapter_title)
        layout.addWidget(self.chapter)
        layout.addWidget(self.bars["chapter"])

    def _make_pages(
        self,
        formats: tuple[ChoiceView, ...],
        profiles: tuple[ChoiceView, ...],
        figures: tuple[str, ...],
    ) -> None:
        labels = {
            "lines": self.tr("Lines"),
            "map": self.tr("Emotion map"),
            "cast": self.tr("Cast"),
            "skipped": self.tr("Skipped"),
            "delivery": self.tr("Files"),
            "queue": self.tr("Queue"),
            "report": self.tr("Report"),
        }
        self.tabs = QTabWidget(self.splitter)  # after the left pane: Tab goes by that order
        self.tabs.setDocumentMode(True)
        self.splitter.setStretchFactor(1, 1)
        self.splitter.setSizes(list(FIRST_WIDTHS))
        rooms = {name: page(self.tabs, labels[name]) for name in PAGES}
        self.lines = BookLines(rooms["lines"].parentWidget())
        self.map = BookOverview(rooms["map"].parentWidget())
        self.cast = BookCast(rooms["cast"].parentWidget())
        self.skipped = BookSkipped(rooms["skipped"].parentWidget())
        self.delivery = BookDelivery(formats, profiles, rooms["delivery"].parentWidget())
        self.queue = BookQueue(rooms["queue"].parentWidget())
        self.report = BookReport(figures, rooms["report"].parentWidget())
        rooms["report"].addWidget(self.bars["report"])
        for name, room in rooms.items():
            part: QWidget = getattr(self, name)
            room.addWidget(part, 1)
        self.tabs.setAccessibleName(self.tr("Pages of the book"))
        self.tabs.tabBar().setAccessibleName(self.tr("Pages of the book"))

    def _connect(self) -> None:
        for bar in self.bars.values():
            bar.acted.connect(self.notice_acted)
            bar.closed.connect(self.notice_closed)
        befores = {
            "book": self.open,
            "chapter": self.chapter.intensity,
            "render": self.report.measure,
            "report": self.tabs.tabBar(),
        }
        for name, before in befores.items():
            self.bars[name].tab_before = before
        self.open.clicked.connect(self.opened)
        self.title.editingFinished.connect(lambda: self.titled.emit(self.title.text().strip()))
        self.tabs.currentChanged.connect(lambda at: self.page_turned.emit(PAGES[at]))
        QShortcut(QKeySequence("F6"), self, lambda: self.go_to_pane(1))
        QShortcut(QKeySequence("Shift+F6"), self, lambda: self.go_to_pane(-1))
        QShortcut(QKeySequence(QKeySequence.StandardKey.Close), self, self.close)
        keep_wheel_for_focus(self)
        self._watch = PaletteWatch(self)
        self._watch.repaint.connect(lambda: recolour_icons(self, ()))

    # What is shown

    def show_book(self, title: str, says: str) -> None:
        """Show whose chapters these are."""
        if not self.title.hasFocus():
            self.title.setText(title)
        self.says.setText(says)
        self.setWindowTitle(self.tr("{title} – Book – Espressivo").format(title=title))

    def show_chapter(self, title: str) -> None:
        """Name the chapter whose manner is shown."""
        told = self.tr("This chapter")
        self.chapter_title.setText(told)
        self.chapter_title.setToolTip(title)
        self.chapter.setEnabled(bool(title))

    def show_voices(self, voices: tuple[VoiceView, ...]) -> None:
        """Offer these voices everywhere."""
        for field in (self.whole, self.chapter):
            field.show_voices(voices)
        self.cast.show_voices(voices)

    def show_notices(self, views: tuple[NoticeView, ...]) -> None:
        """Show exactly these notices, each under the control it belongs to."""
        for name, bar in self.bars.items():
            bar.show_notices(tuple(view for view in views if view.subject == name))

    def page(self) -> str:
        """Return the name of the page that is seen."""
        return PAGES[self.tabs.currentIndex()]

    def turn_to(self, page: str) -> None:
        """Show a page."""
        self.tabs.setCurrentIndex(PAGES.index(page))

    # What it does by itself

    def go_to_pane(self, step: int) -> None:
        """Give the keyboard to the next or previous pane."""
        panes: tuple[QWidget, ...] = (self.left, self.tabs, self.render_bar)
        focus = QApplication.focusWidget()
        here = -step if focus is None else pane_of(focus, panes, -step)
        number = (here + step) % len(panes)
        targets: tuple[QWidget, ...] = (self.chapters.table, self.tabs.tabBar(), self.render_bar.go)
        target = targets[number]
        if not target.isEnabled():
            target = self.render_bar.pause
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Say that it is shut; what is rendered goes on."""
        super().closeEvent(event)
        self.shut.emit()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files; whether one can be read is said once it is dropped."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say which file was dropped."""
        names = [url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile()]
        if names:
            self.file_dropped.emit(names[0])
            event.acceptProposedAction()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font: the left pane grows with its letters."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "splitter"):
            left = self.left.minimumSizeHint().width()
            self.splitter.setSizes([max(left, FIRST_WIDTHS[0]), self.width()])


def page(tabs: QTabWidget, label: str) -> QVBoxLayout:
    """Add a page that scrolls both ways, so that large letters do not widen the window.

    Returns its room, for what is to be on it.
    """
    area = QScrollArea(tabs)
    area.setWidgetResizable(True)
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    tabs.addTab(area, label)
    inner = QWidget(area)
    room = QVBoxLayout(inner)
    room.setContentsMargins(8, 8, 8, 8)
    room.setSpacing(8)
    area.setWidget(inner)
    return room
