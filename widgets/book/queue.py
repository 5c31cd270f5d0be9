"""Books that are being rendered or wait for it, and the buttons that steer that."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from widgets.announce import announce
from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import JobView

STEPS = 1000
"""Of the progress bar."""


class BookQueue(QWidget):
    """All books in their order."""

    removed = Signal(int)
    """Row of a book that is not to be rendered."""
    earlier = Signal(int)
    """Row of a book that is to come one place sooner."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        columns = (
            Column[JobView](self.tr("Book"), lambda view: view.title),
            Column[JobView](self.tr("State"), lambda view: view.state),
            Column[JobView](self.tr("Done"), lambda view: f"{100 * view.share:.0f} %", right=True),
            Column[JobView](self.tr("Progress"), lambda view: view.says),
        )
        self.model = RowsModel[JobView](columns, self)
        self.table = RowsTable(self.model, 3, self)
        self.table.fit("M" * 14, "M" * 9, "100 %", "")
        self.table.setAccessibleName(self.tr("Queue"))
        self.none = QLabel(self.tr("No book is being rendered. “Render” puts this one here."), self)
        self.none.setWordWrap(True)
        self.none.setProperty("quiet", True)
        self.sooner = QPushButton(self.tr("&Sooner"), self)
        self.remove = QPushButton(self.tr("Re&move"), self)
        row = QHBoxLayout()
        row.addWidget(self.sooner)
        row.addWidget(self.remove)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.none)
        layout.addWidget(self.table, 1)
        layout.addLayout(row)
        self.table.chosen.connect(self._chosen)
        self.sooner.clicked.connect(lambda: self.earlier.emit(self.table.row()))
        self.remove.clicked.connect(lambda: self.removed.emit(self.table.row()))
        self._chosen(-1)

    def show_jobs(self, views: tuple[JobView, ...]) -> None:
        """Show the queue."""
        self.none.setVisible(not views)
        self.model.take(views)
        self._chosen(self.table.row())

    def _chosen(self, row: int) -> None:
        rows = self.model.rows
        here = rows[row] if 0 <= row < len(rows) else None
        self.remove.setEnabled(here is not None and not here.running)
        before = rows[row - 1] if here is not None and row > 0 else None
        self.sooner.setEnabled(
            here is not None and here.waiting and before is not None and before.waiting
        )


class EdgedBar(QProgressBar):
    """A progress bar whose edge is seen on dark grounds too.

    Painted here: a rule of the style sheet for it brings the program down when themes change.
    """

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar, then its edge."""
        super().paintEvent(event)
        painter = QPainter(self)
        painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()


class RenderBar(QWidget):
    """At the foot of the window: render, pause, cancel, and how far it is."""

    render_asked = Signal()
    pause_asked = Signal(bool)
    """True = pause, False = go on."""
    cancel_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.go = QPushButton(self.tr("&Render the book"), self)
        self.go.setProperty("primary", True)
        self.pause = QPushButton(self.tr("&Pause"), self)
        self.pause.setCheckable(True)
        self.cancel = QPushButton(self.tr("Ca&ncel"), self)
        self.bar = EdgedBar(self)
        self.bar.setRange(0, STEPS)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("How far the rendering is"))
        self.says = QLabel(self)
        self.says.setTextFormat(Qt.TextFormat.PlainText)
        self.says.setWordWrap(True)
        self.says.setMinimumWidth(16 * self.fontMetrics().averageCharWidth())
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for button in (self.go, self.pause, self.cancel):
            row.addWidget(button)
        row.addWidget(self.bar, 1)
        row.addWidget(self.says, 2)
        self.go.clicked.connect(self.render_asked)
        self.pause.clicked.connect(self.pause_asked)
        self.cancel.clicked.connect(self.cancel_asked)
        self._state = ""
        self.show_job(None, can_render=False, says="")

    def show_job(self, view: JobView | None, *, can_render: bool, says: str) -> None:
        """Show the running book, None if none runs, and whether this one can be rendered."""
        runs = view is not None and (view.running or view.paused)
        cancels = runs or (view is not None and view.waiting)
        self._enable({self.pause: runs, self.cancel: cancels, self.go: can_render})
        self.pause.setChecked(view is not None and view.paused)
        self.bar.setValue(round(STEPS * view.share) if view is not None else 0)
        told = says if view is None else f"{view.title} – {view.state}. {view.says}"
        if told != self.says.text():
            self.says.setText(told)
        state = view.state if view is not None else ""
        if state != self._state:
            self._state = state
            announce(self, told)

    def _enable(self, able: dict[QPushButton, bool]) -> None:
        """Enable buttons; the keyboard stays among them.

        From a button that is disabled Qt would send it on, round to the book's title, all
        of which the next key would replace.
        """
        held = next((button for button in able if button.hasFocus()), None)
        for button in sorted(able, key=lambda each: each is held):
            if button is held and not able[button]:
                to = next((each for each in able if able[each]), None)
                if to is not None:
                    to.setFocus(Qt.FocusReason.OtherFocusReason)
            button.setEnabled(able[button])
