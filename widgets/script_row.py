"""How a line of the script is painted and edited in place."""

from __future__ import annotations

import unicodedata

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter, QPalette, QPixmap
from PySide6.QtWidgets import (
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from widgets.icons import icon_pixmap
from widgets.script_model import ID_ROLE, VIEW_ROLE
from widgets.text_field import TextField
from widgets.views import LineView

PAD_PX = 6
ROWS = 3
"""Two of text and one of what else there is to know."""

Index = QModelIndex | QPersistentModelIndex


class RowEditor(TextField):
    """A line's text while it is edited in the list."""

    split_asked = Signal()
    merge_asked = Signal()
    done = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter ends, Ctrl+Shift+Enter is the window's, Shift+Enter splits here."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        at_start = self.textCursor().atStart() and not self.textCursor().hasSelection()
        if enter and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.split_asked.emit()
        elif enter:
            self.done.emit()
        elif event.key() == Qt.Key.Key_Backspace and at_start:
            self.merge_asked.emit()
        else:
            super().keyPressEvent(event)


class RowDelegate(QStyledItemDelegate):
    """Paints number, state, text, length, voice and prompt; edits the text."""

    committed = Signal(str, str)
    split = Signal(str, str, int)
    merge_back = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._signs: dict[tuple[str, str, int, float], QPixmap] = {}

    # Painting

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of any row: they are all alike."""
        return QSize(120, ROWS * option.fontMetrics.lineSpacing() + 2 * PAD_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one line."""
        view: LineView = index.data(VIEW_ROLE)
        chosen = bool(option.state & QStyle.StateFlag.State_Selected)
        active = bool(option.state & QStyle.StateFlag.State_Active)
        group = QPalette.ColorGroup.Active if active else QPalette.ColorGroup.Inactive
        if option.state & QStyle.StateFlag.State_HasFocus:
            self._paint_ground(painter, option, index)
        elif chosen:
            painter.fillRect(option.rect, option.palette.brush(group, QPalette.ColorRole.Highlight))
        role = QPalette.ColorRole.HighlightedText if chosen else QPalette.ColorRole.Text
        quiet = role if chosen else QPalette.ColorRole.PlaceholderText
        colour, faint = option.palette.color(role), option.palette.color(quiet)
        area = option.rect.adjusted(PAD_PX, PAD_PX, -PAD_PX, -PAD_PX)
        painter.save()
        text_area = self._paint_margin(painter, option, area, view, colour, faint)
        self._paint_text(painter, option, text_area, view, colour, faint)
        painter.restore()

    def _paint_ground(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Have Qt draw what is under the row with the keyboard; of each it asks 40 measures."""
        bare = QStyleOptionViewItem(option)
        self.initStyleOption(bare, index)
        bare.text = ""
        item = QStyle.ControlElement.CE_ItemViewItem
        bare.widget.style().drawControl(item, bare, painter, bare.widget)

    def _paint_margin(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        area: QRect,
        view: LineView,
        colour: QColor,
        faint: QColor,
    ) -> QRect:
        """Draw number and state; return what room is left for the text."""
        row = option.fontMetrics.lineSpacing()
        width = option.fontMetrics.horizontalAdvance("0000")
        column = QRect(area.left(), area.top(), width, row)
        painter.setPen(faint)
        painter.drawText(column, Qt.AlignmentFlag.AlignHCenter, str(view.number))
        size = max(row, 14)
        ratio = painter.device().devicePixelRatioF()
        sign = self._sign(view.state.value, colour, size, ratio)
        painter.drawPixmap(column.center().x() - size // 2, area.top() + row + PAD_PX // 2, sign)
        return area.adjusted(width + PAD_PX, 0, 0, 0)

    def _paint_text(
        self,
        painter: QPainter,
        option: QStyleOptionViewItem,
        area: QRect,
        view: LineView,
        colour: QColor,
        faint: QColor,
    ) -> None:
        metrics = option.fontMetrics
        row = metrics.lineSpacing()
        painter.setPen(colour)
        first, rest = two_rows(view.text, metrics.horizontalAdvance, area.width())
        short = metrics.elidedText(rest, Qt.TextElideMode.ElideRight, area.width())
        leftward = reads_leftward(view.text)
        painter.setLayoutDirection(
            Qt.LayoutDirection.RightToLeft if leftward else Qt.LayoutDirection.LeftToRight
        )
        for number, text in enumerate(filter(None, (first, short))):
            # On the row's own base line: letters of a taller script would move it down,
            # and what hangs below it would be cut off.
            left = area.right() + 1 - metrics.horizontalAdvance(text) if leftward else area.left()
            painter.drawText(left, area.top() + number * row + metrics.ascent(), text)
        painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        font = QFont(option.font)
        painter.setFont(font)
        painter.setPen(colour if view.error else faint)
        under = QRect(area.left(), area.top() + 2 * row, area.width(), row)
        seconds = f"{view.seconds:.1f} s" if view.seconds else ""
        painter.drawText(under, Qt.AlignmentFlag.AlignRight, seconds)
        room = under.width() - metrics.horizontalAdvance(seconds) - PAD_PX
        detail = view.error or " · ".join(filter(None, (view.voice, view.prompt)))
        short = metrics.elidedText(detail, Qt.TextElideMode.ElideRight, room)
        painter.drawText(under.left(), under.top() + metrics.ascent(), short)

    def _sign(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        key = (name, colour.name(), size, ratio)
        if key not in self._signs:
            self._signs[key] = icon_pixmap(name, colour, size, ratio)
        return self._signs[key]

    # Editing

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        """Return the field for a line's text."""
        editor = RowEditor(parent, rows=(ROWS, ROWS))
        editor.setAccessibleName(self.tr("Text of the line"))
        line = str(index.data(ID_ROLE))
        editor.done.connect(lambda: self._finish(editor))
        editor.split_asked.connect(lambda: self._split(editor, line))
        editor.merge_asked.connect(lambda: self._merge(editor, line))
        return editor

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """Fill the field, once: what comes later must not undo what was typed."""
        if isinstance(editor, RowEditor) and not editor.property("filled"):
            editor.setProperty("filled", True)
            editor.show_text(str(index.data() or ""))

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        """Say what was typed."""
        if isinstance(editor, RowEditor):
            self.committed.emit(str(index.data(ID_ROLE)), editor.toPlainText())

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: Index
    ) -> None:
        """Lay the field over the whole row."""
        editor.setMinimumHeight(0)
        editor.setMaximumHeight(option.rect.height())
        editor.setGeometry(option.rect)

    def eventFilter(self, editor: QObject, event: QEvent) -> bool:
        """Leave Enter to the field; Escape, Tab and loss of focus are the delegate's."""
        if isinstance(event, QKeyEvent) and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            return False
        return super().eventFilter(editor, event)

    def _finish(self, editor: RowEditor) -> None:
        self.commitData.emit(editor)
        self.closeEditor.emit(editor, self.EndEditHint.NoHint)

    def _split(self, editor: RowEditor, line: str) -> None:
        text, offset = editor.toPlainText(), editor.cursor_offset()
        self.closeEditor.emit(editor, self.EndEditHint.RevertModelCache)
        self.split.emit(line, text, offset)

    def _merge(self, editor: RowEditor, line: str) -> None:
        text = editor.toPlainText()
        self.closeEditor.emit(editor, self.EndEditHint.RevertModelCache)
        self.merge_back.emit(line, text)


def reads_leftward(text: str) -> bool:
    """Whether a text's first letter belongs to a script that is read from right to left."""
    kinds = (unicodedata.bidirectional(letter) for letter in text)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


def two_rows(text: str, width_of: object, room: int) -> tuple[str, str]:
    """Return a text cut after the last word that fits, and what is left."""
    assert callable(width_of)
    flat = " ".join(text.split())
    if width_of(flat) <= room:
        return flat, ""
    low, high = 1, len(flat)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if width_of(flat[:middle]) <= room else (low, middle - 1)
    cut = flat.rfind(" ", 0, low + 1)
    cut = cut if cut > 0 else low
    return flat[:cut], flat[cut:].lstrip()
