"""Presets: named directions, a click each; the person's own can be renamed and deleted.

One row of them is seen, the person's own first; a button shows the rest, so that the
curves below keep their room.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QInputDialog, QMenu, QSizePolicy, QToolButton, QWidget

from widgets.flow import FlowLayout
from widgets.icons import put_icon
from widgets.reading_order import read_as_laid_out
from widgets.tab_order import tab_after
from widgets.views import PresetView

LEAST_SHOWN = 2
"""Presets that are seen however little room there is."""


class PresetButton(QToolButton):
    """Applies a preset; its menu hears, renames or deletes it."""

    delete_pressed = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Delete deletes; the rest is the button's."""
        if event.matches(QKeySequence.StandardKey.Delete):
            self.delete_pressed.emit()
        else:
            super().keyPressEvent(event)


class Presets(QWidget):
    """The row of presets."""

    chosen = Signal(str)
    auditioned = Signal(str)
    saved = Signal(str)
    """Name the present direction is to be kept under."""
    renamed = Signal(str, str)
    deleted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tab_before: QWidget | None = None
        """After which widget of the window Tab comes here."""
        self._flow = FlowLayout(self)
        self._views: tuple[PresetView, ...] = ()
        self.buttons: dict[str, PresetButton] = {}
        self.more = QToolButton(self)
        self.more.setText(self.tr("More"))
        self.more.setCheckable(True)
        self.more.setAccessibleName(self.tr("Show all presets"))
        self.more.setToolTip(self.tr("Show all presets"))
        self.more.toggled.connect(self._fit)
        self.save = QToolButton(self)
        self.save.setText(self.tr("Save as preset"))
        self.save.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        put_icon(self.save, "add", self.palette())
        self.save.setAccessibleName(self.tr("Save this direction as a preset"))
        self.save.setToolTip(self.tr("Save this direction as a preset"))
        self.save.clicked.connect(self._ask_save)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._lay()

    def show_presets(self, views: tuple[PresetView, ...]) -> None:
        """Show these presets, in this order."""
        if views == self._views:
            return
        self._views = views
        own_first = sorted(views, key=lambda view: not view.own)
        for button in self.buttons.values():
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.buttons = {view.name: self._button(view) for view in own_first}
        self._lay()

    def _lay(self) -> None:
        parts = (*self.buttons.values(), self.more, self.save)
        for part in parts:
            self._flow.removeWidget(part)
            self._flow.addWidget(part)
        tab_after(self.tab_before, parts)
        read_as_laid_out(self._flow)
        self._fit()

    def sizeHint(self) -> QSize:
        """Ask for the height that the present width takes, not for that of the least."""
        least = self.minimumSizeHint()
        return QSize(least.width(), self.heightForWidth(max(self.width(), least.width())))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what fits."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show as many as there is room for in one row, or all."""
        gap = self._flow.spacing()
        widths = [button.sizeHint().width() + gap for button in self.buttons.values()]
        room = self.width() - self.save.sizeHint().width()
        short = sum(widths) > room
        room -= self.more.sizeHint().width() + gap
        for number, button in enumerate(self.buttons.values(), 1):
            fits = not short or number <= LEAST_SHOWN or sum(widths[:number]) <= room
            button.setVisible(fits or self.more.isChecked())
        self.more.setVisible(short)

    def _button(self, view: PresetView) -> PresetButton:
        button = PresetButton(self)
        button.setText(view.name)
        button.setToolTip(view.prompt)
        button.setAccessibleName(self.tr("Preset {name}").format(name=view.name))
        button.setAccessibleDescription(view.prompt)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.MenuButtonPopup)
        button.clicked.connect(partial(self.chosen.emit, view.name))
        menu = QMenu(button)
        menu.addAction(self.tr("Hear it on this line"), partial(self.auditioned.emit, view.name))
        if view.own:
            menu.addAction(self.tr("Rename…"), partial(self._ask_rename, view.name))
            menu.addAction(self.tr("Delete"), partial(self.deleted.emit, view.name))
            button.delete_pressed.connect(partial(self.deleted.emit, view.name))
        button.setMenu(menu)
        return button

    def _ask_save(self) -> None:
        name, accepted = QInputDialog.getText(
            self, self.tr("Save as preset"), self.tr("Name of the preset:")
        )
        if accepted and name.strip():
            self.saved.emit(name.strip())

    def _ask_rename(self, old: str) -> None:
        name, accepted = QInputDialog.getText(
            self, self.tr("Rename preset"), self.tr("Name of the preset:"), text=old
        )
        if accepted and name.strip() and name.strip() != old:
            self.renamed.emit(old, name.strip())
