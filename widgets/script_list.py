"""The script: its lines in order, each with its state, edited in place.

A model and a delegate, so that thousands of lines cost no more than those on the
screen. The list itself changes nothing: what the person does leaves as a signal,
and the new script comes back through ``show_lines``.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
)
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QWidget

from widgets.script_model import ID_ROLE, ScriptModel
from widgets.script_row import RowDelegate
from widgets.views import LineView

TEXT_ENDINGS = (".txt", ".md", ".markdown", ".srt", ".vtt", ".ssml", ".xml")
PROJECT_ENDING = ".espressivo"
BOOK_ENDINGS = (".epub", ".docx", ".odt", ".pdf", ".html", ".htm", ".xhtml", ".csv")
"""What is no script but a document: it is opened as a book."""


class ScriptList(QListView):
    """The lines of the script."""

    chosen = Signal(str)
    """Id of the line that is now current."""
    selected = Signal(object)
    """``tuple[str, ...]``: ids of all selected lines, in script order."""
    text_edited = Signal(str, str)
    """Id and its new text, when the person is done with it."""
    split = Signal(str, int)
    """Id and the place in its text, in code points."""
    merged = Signal(str)
    """Id of the line the next one is to be joined to."""
    moved = Signal(str, int)
    """Id and the 0-based place it is to have."""
    inserted = Signal(int, str)
    """0-based place and text of a new line."""
    deleted = Signal(object)
    """``tuple[str, ...]``: ids."""
    dropped_file = Signal(str)
    pasted = Signal(str)
    """Text to be taken in after the current line."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.lines = ScriptModel(self)
        self.setModel(self.lines)
        self._rows = RowDelegate(self)
        self._rows.committed.connect(self._commit)
        self._rows.split.connect(self._split)
        self._rows.merge_back.connect(self._merge_back)
        self.setItemDelegate(self._rows)
        self._telling = True
        self.setAccessibleName(self.tr("Script"))
        self.setAccessibleDescription(
            self.tr("Enter or F2 edits a line, Alt+Up and Alt+Down move it, Insert adds one.")
        )
        self._set_up()
        # Signals rather than overrides: the base class calls those before ``__init__`` is over.
        self.selectionModel().currentChanged.connect(self._current_changed)
        self.selectionModel().selectionChanged.connect(self._selection_changed)

    def _set_up(self) -> None:
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
        )
        self.setUniformItemSizes(True)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setDefaultDropAction(Qt.DropAction.MoveAction)
        self.setDropIndicatorShown(True)
        self.setTabKeyNavigation(False)
        self.setAcceptDrops(True)

    # What is shown

    def show_lines(self, views: tuple[LineView, ...]) -> None:
        """Show these lines; the current line, the selection and the scroll place stay."""
        current, selected = self.current_id(), self.selected_ids()
        place = self.verticalScrollBar().value()
        self._telling = False
        kept = self.lines.take(views)
        if not kept:
            self._restore(current, selected)
            self.verticalScrollBar().setValue(place)
        self._telling = True
        if not kept:
            self._selection_changed()

    def show_current(self, line: str) -> None:
        """Make a line current, the only one selected, and bring it into sight.

        What is selected now is said; that it is current is known to whoever asked.
        """
        row = self.lines.row_of(line)
        if row is not None and line != self.current_id():
            self._telling = False
            self._go_to(row)
            self._telling = True
            self._selection_changed()
            self.scrollTo(self.lines.index(row))

    def current_id(self) -> str:
        """Return the id of the current line; empty when there is none."""
        return str(self.currentIndex().data(ID_ROLE) or "")

    def selected_ids(self) -> tuple[str, ...]:
        """Return the ids of the selected lines in script order."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        return tuple(self.lines.view_at(row).id for row in rows)

    def edit_current(self) -> None:
        """Open the current line for editing in place."""
        if self.currentIndex().isValid():
            self.edit(self.currentIndex())

    def _restore(self, current: str, selected: tuple[str, ...]) -> None:
        row = self.lines.row_of(current)
        if row is not None:
            self._go_to(row)
        chooser = self.selectionModel()
        for line in selected:
            row = self.lines.row_of(line)
            if row is not None:
                chooser.select(self.lines.index(row), chooser.SelectionFlag.Select)

    def _go_to(self, row: int) -> None:
        """Select one row alone; the view's own way would ask which keys are held down."""
        chooser = self.selectionModel()
        chooser.setCurrentIndex(self.lines.index(row), chooser.SelectionFlag.ClearAndSelect)

    # What the person does

    def _current_changed(self, current: QModelIndex) -> None:
        if self._telling and current.isValid():
            self.chosen.emit(current.data(ID_ROLE))

    def _selection_changed(self) -> None:
        if self._telling:
            self.selected.emit(self.selected_ids())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit, move, add, delete, copy and paste lines."""
        row = self.currentIndex().row()
        alt = event.modifiers() == Qt.KeyboardModifier.AltModifier
        plain = event.modifiers() in (
            Qt.KeyboardModifier.NoModifier,
            Qt.KeyboardModifier.KeypadModifier,
        )
        key = event.key()
        if event.matches(QKeySequence.StandardKey.Paste):
            self.pasted.emit(QGuiApplication.clipboard().text())
        elif event.matches(QKeySequence.StandardKey.Copy):
            self.copy_selected()
        elif alt and key in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.move_current(-1 if key == Qt.Key.Key_Up else 1)
        elif plain and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.edit_current()
        elif plain and key == Qt.Key.Key_Insert:
            self.inserted.emit(row + 1, "")
        elif plain and key == Qt.Key.Key_Delete:
            self.delete_selected()
        else:
            super().keyPressEvent(event)

    def move_current(self, step: int) -> None:
        """Ask for the current line to be moved ``step`` places."""
        row = self.currentIndex().row()
        if self.currentIndex().isValid() and 0 <= row + step < self.lines.rowCount():
            self.moved.emit(self.current_id(), row + step)

    def delete_selected(self) -> None:
        """Ask for the selected lines to be deleted."""
        ids = self.selected_ids() or tuple(filter(None, (self.current_id(),)))
        if ids:
            self.deleted.emit(ids)

    def copy_selected(self) -> None:
        """Copy the selected lines' text, one a line."""
        rows = sorted(index.row() for index in self.selectedIndexes())
        text = "\n".join(self.lines.view_at(row).text for row in rows)
        if text:
            QGuiApplication.clipboard().setText(text)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the actions the window has put on the list."""
        menu = QMenu(self)
        menu.addActions(self.actions())
        if not menu.isEmpty():
            menu.exec(event.globalPos())
        menu.deleteLater()

    def _commit(self, line: str, text: str) -> None:
        row = self.lines.row_of(line)
        if row is not None and self.lines.view_at(row).text != text:
            self.text_edited.emit(line, text)

    def _split(self, line: str, text: str, offset: int) -> None:
        self._commit(line, text)
        self.split.emit(line, offset)

    def _merge_back(self, line: str, text: str) -> None:
        self._commit(line, text)
        row = self.lines.row_of(line)
        if row:
            self.merged.emit(self.lines.view_at(row - 1).id)

    # Drag and drop

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files, text and lines."""
        if dropped_paths(event) or event.mimeData().hasText():
            event.acceptProposedAction()
        else:
            super().dragEnterEvent(event)

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Welcome files and text everywhere."""
        super().dragMoveEvent(event)
        if dropped_paths(event) or event.mimeData().hasText():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say what was dropped."""
        paths = dropped_paths(event)
        if event.source() is self:
            self._drop_line(event)
        elif paths:
            for path in paths:
                self.dropped_file.emit(path)
            event.acceptProposedAction()
        elif event.mimeData().hasText():
            self.pasted.emit(event.mimeData().text())
            event.acceptProposedAction()

    def _drop_line(self, event: QDropEvent) -> None:
        """Move the dragged line to where the mark is; the view itself moves nothing."""
        line, row = self.current_id(), self.currentIndex().row()
        target = self.indexAt(event.position().toPoint())
        on = target.row() if target.isValid() else None
        below = self.dropIndicatorPosition() == self.DropIndicatorPosition.BelowItem
        place = place_of_drop(row, on, below, self.lines.rowCount())
        event.setDropAction(Qt.DropAction.IgnoreAction)
        event.accept()
        if line and place != row:
            self.moved.emit(line, place)


def place_of_drop(row: int, on: int | None, below: bool, count: int) -> int:
    """Return the place a dragged line is to have.

    Args:
        row: where it is now.
        on: the row it was dropped on; None = under the last.
        below: whether in the lower half of that row.
        count: how many lines there are.
    """
    place = count if on is None else on + below
    return place - (place > row)  # its own old place is gone by then


def dropped_paths(event: QDropEvent) -> tuple[str, ...]:
    """Return the local files an event carries that this program reads."""
    endings = (*TEXT_ENDINGS, PROJECT_ENDING, *BOOK_ENDINGS)
    paths = (url.toLocalFile() for url in event.mimeData().urls() if url.isLocalFile())
    return tuple(path for path in paths if Path(path).suffix.lower() in endings)
