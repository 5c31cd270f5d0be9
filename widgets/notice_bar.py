"""Notices: what happened, what to do next, and buttons that do it.

They stay until they are answered or their cause is gone, stand under the control
they belong to, and can be read, copied and closed by keyboard.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QPalette,
    QPixmap,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QFrame,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.announce import announce
from widgets.icons import icon_pixmap, put_icon
from widgets.tab_order import tab_after
from widgets.views import NoticeView


class NoticeCard(QFrame):
    """One notice."""

    acted = Signal(str, str)
    """Id of the notice and word of the button."""
    closed = Signal(str)

    def __init__(self, view: NoticeView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setProperty("card", True)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 6, 6, 6)
        sign = QLabel(self)
        sign.setPixmap(self._sign())
        layout.addWidget(sign, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout()
        column.addWidget(self._text())
        column.addLayout(self._buttons())
        layout.addLayout(column, 1)
        layout.addWidget(self._close(), 0, Qt.AlignmentFlag.AlignTop)

    @property
    def view(self) -> NoticeView:
        """What is shown."""
        return self._view

    def spoken(self) -> str:
        """Return the notice as one text, beginning with how grave it is."""
        return f"{self._gravity()}: {self._view.says} {self._view.step}".strip()

    def stops(self) -> list[QWidget]:
        """Return what Tab reaches inside, in reading order."""
        buttons: list[QWidget] = list(self.findChildren(QAbstractButton))
        return [self.text, *buttons]

    def _gravity(self) -> str:
        names = {"info": self.tr("Note"), "warning": self.tr("Warning"), "error": self.tr("Error")}
        return names[self._view.severity]

    def _sign(self) -> QPixmap:
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        size, ratio = self.fontMetrics().height(), self.devicePixelRatioF()
        return icon_pixmap(self._view.severity, colour, size, ratio)

    def _text(self) -> QLabel:
        text = QLabel(self.spoken(), self)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setWordWrap(True)
        text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByKeyboard
            | Qt.TextInteractionFlag.TextSelectableByMouse
        )
        text.setAccessibleName(self.spoken())
        self.text = text
        self.setFocusProxy(text)
        return text

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        for word, label in self._view.actions:
            button = QPushButton(label, self)
            button.setAccessibleName(label)
            button.clicked.connect(partial(self.acted.emit, self._view.id, word))
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _close(self) -> QWidget:
        box = QWidget(self)
        row = QHBoxLayout(box)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(2)
        copy = QToolButton(box)
        put_icon(copy, "copy", self.palette())
        copy.setToolTip(self.tr("Copy this notice"))
        copy.setAccessibleName(self.tr("Copy this notice"))
        copy.clicked.connect(self._copy)
        close = QToolButton(box)
        put_icon(close, "close", self.palette())
        close.setToolTip(self.tr("Close this notice"))
        close.setAccessibleName(self.tr("Close this notice"))
        close.clicked.connect(partial(self.closed.emit, self._view.id))
        for button in (copy, close):
            button.setAutoRaise(True)
            row.addWidget(button)
        return box

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.spoken())


class NoticeBar(QWidget):
    """The notices of one place; takes no room while there are none."""

    acted = Signal(str, str)
    closed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tab_before: QWidget | None = None
        """After which widget of the window Tab comes here."""
        self._cards: dict[str, NoticeCard] = {}
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(4)
        self.hide()

    @property
    def cards(self) -> tuple[NoticeCard, ...]:
        """The notices shown, oldest first."""
        return tuple(self._cards.values())

    def show_notices(self, views: tuple[NoticeView, ...]) -> None:
        """Show exactly these; those already shown stay untouched, new ones are announced."""
        wanted = {view.id: view for view in views}
        for key, card in list(self._cards.items()):
            if wanted.get(key) != card.view:
                self._layout.removeWidget(card)
                card.hide()
                card.deleteLater()
                del self._cards[key]
        for key, view in wanted.items():
            if key not in self._cards:
                self._add(view)
        stops = [part for card in self.cards for part in card.stops()]
        tab_after(self.tab_before, stops)
        self.setVisible(bool(self._cards))

    def _add(self, view: NoticeView) -> None:
        card = NoticeCard(view, self)
        card.acted.connect(self.acted)
        card.closed.connect(self.closed)
        self._cards[view.id] = card
        self._layout.addWidget(card)
        announce(self, card.spoken(), urgent=view.severity == "error")
