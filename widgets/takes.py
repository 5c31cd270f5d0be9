"""The takes of a line: keep, name, choose, discard, speak again, and compare two."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.compare import Compare
from widgets.flow import FlowLayout
from widgets.icons import make_icon, put_icon
from widgets.views import BlindView, TakeView

ID_ROLE = int(Qt.ItemDataRole.UserRole)
MOST_ROWS = 5
"""Takes in sight at once; more scroll."""


class TakeList(QListWidget):
    """The takes, newest first; a name is edited in place with F2."""

    discard_pressed = Signal()
    heard = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter hears, Delete discards."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.heard.emit()
        elif event.key() == Qt.Key.Key_Delete:
            self.discard_pressed.emit()
        else:
            super().keyPressEvent(event)


class Takes(QWidget):
    """The list, its buttons and the comparison."""

    heard = Signal(str)
    chosen = Signal(str)
    kept = Signal(str, bool)
    named = Signal(str, str)
    discarded = Signal(str)
    rerolled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views: dict[str, TakeView] = {}
        self._filling = False
        self.list = TakeList(self)
        self.list.setAccessibleName(self.tr("Takes of this line"))
        self.list.setAccessibleDescription(
            self.tr("Enter hears a take, F2 names it, Delete discards it.")
        )
        self.list.setEditTriggers(
            QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.SelectedClicked
        )
        self.list.setMinimumHeight(110)
        self.list.setWordWrap(True)
        self.list.itemChanged.connect(self._renamed)
        self.list.currentItemChanged.connect(self._show_buttons)
        self.list.itemDoubleClicked.connect(lambda _item: self._hear())
        self.list.heard.connect(self._hear)
        self.list.discard_pressed.connect(self._discard)
        self.list.setMaximumHeight(MOST_ROWS * 2 * self.list.fontMetrics().height())
        self.detail = QLabel(self)
        self.detail.setWordWrap(True)
        self.detail.setTextFormat(Qt.TextFormat.PlainText)
        self.detail.setProperty("quiet", True)
        self._make_buttons()
        self.compare = Compare(self)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.list)
        layout.addWidget(self.detail)
        layout.addWidget(self.buttons)
        layout.addWidget(self.compare)
        self._show_buttons()

    def _make_buttons(self) -> None:
        self.buttons = QWidget(self)
        flow = FlowLayout(self.buttons, gap=4)
        self.hear = self._button(flow, "hear", self.tr("Hear"), self._hear)
        self.choose = self._button(flow, "chosen", self.tr("Use this one"), self._choose)
        self.keep = self._button(flow, "keep", self.tr("Keep"), self._keep)
        self.keep.setCheckable(True)
        self.discard = self._button(flow, "delete", self.tr("Discard"), self._discard)
        self.reroll = self._button(flow, "reroll", self.tr("Speak again"), self.rerolled.emit)
        self.reroll.setToolTip(
            self.tr("A new take of the same direction; differs when stability is below 100 %.")
        )

    def _button(self, flow: FlowLayout, icon: str, text: str, act: object) -> QToolButton:
        assert callable(act)
        button = QToolButton(self.buttons)
        button.setText(text)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAccessibleName(text)
        put_icon(button, icon, self.palette())
        button.clicked.connect(lambda _checked=False: act())
        flow.addWidget(button)
        return button

    def show_takes(self, views: tuple[TakeView, ...]) -> None:
        """Show the takes of a line; the current one stays current."""
        if tuple(self._views.values()) == views:
            return
        current = self.current_id()
        self._views = {view.id: view for view in views}
        self._filling = True
        self.list.clear()
        for view in views:
            self.list.addItem(self._item(view))
        self._filling = False
        names = list(self._views)
        row = names.index(current) if current in self._views else 0
        self.list.setCurrentRow(row if views else -1)
        self.compare.show_takes(views)
        self._show_buttons()

    def show_blind(self, view: BlindView) -> None:
        """Show how the blind comparison stands."""
        self.compare.show_blind(view)

    def current_id(self) -> str:
        """Return the id of the current take; empty when there is none."""
        row = self.list.currentRow()
        return str(self.list.item(row).data(ID_ROLE)) if row >= 0 else ""

    def _item(self, view: TakeView) -> QListWidgetItem:
        item = QListWidgetItem(view.name)
        item.setData(ID_ROLE, view.id)
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsEditable)
        marks = self._marks(view)
        tip = " · ".join((*marks, view.detail))
        item.setToolTip(tip)
        spoken = ", ".join((view.name, *marks, view.detail))
        item.setData(Qt.ItemDataRole.AccessibleTextRole, spoken)
        sign = "chosen" if view.chosen else "keep" if view.kept else "planned"
        item.setIcon(make_icon(sign if view.current else "stale", self.palette()))
        return item

    def _marks(self, view: TakeView) -> tuple[str, ...]:
        marks = (
            (view.chosen, self.tr("used")),
            (view.kept, self.tr("kept")),
            (not view.current, self.tr("of an older state of the line")),
        )
        return tuple(text for holds, text in marks if holds)

    def _show_buttons(self) -> None:
        view = self._views.get(self.current_id())
        for button in (self.hear, self.choose, self.keep, self.discard):
            button.setEnabled(view is not None)
        detail = "" if view is None else " · ".join((*self._marks(view), view.detail))
        self.detail.setText(detail)
        self.keep.setChecked(view is not None and view.kept)
        self.choose.setEnabled(view is not None and not view.chosen)

    def _hear(self) -> None:
        if self.current_id():
            self.heard.emit(self.current_id())

    def _choose(self) -> None:
        self.chosen.emit(self.current_id())

    def _keep(self) -> None:
        self.kept.emit(self.current_id(), self.keep.isChecked())

    def _discard(self) -> None:
        if self.current_id():
            self.discarded.emit(self.current_id())

    def _renamed(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        line = str(item.data(ID_ROLE))
        name = item.text().strip()
        old = self._views[line].name
        if name and name != old:
            self.named.emit(line, name)
        elif name != item.text() or not name:
            item.setText(old)
