"""The ramp of a line: the picture, its table twin and the buttons for both."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from widgets.ramp_canvas import NOTHING, RampCanvas
from widgets.ramp_table import RampModel, RampTable
from widgets.views import RampView


class RampEditor(QWidget):
    """Keyframes of the emotion's strength on the words of a line."""

    changed = Signal(object)
    """All keyframes: ``tuple[tuple[int, float], ...]``, word index and strength 0..1.5."""
    cleared = Signal()
    """The ramp knob is to rule again."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.canvas = RampCanvas(self)
        self._model = RampModel(self)
        self.table = RampTable(self._model, self)
        self._view = NOTHING
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self.canvas)
        self._pages.addWidget(self.table)
        self.table_button = QPushButton(self.tr("Table"), self)
        self.table_button.setCheckable(True)
        self.clear_button = QPushButton(self.tr("Use the ramp knob"), self)
        self.clear_button.setToolTip(self.tr("Remove all keyframes"))
        self._lay()
        self.canvas.changed.connect(self._changed)
        self._model.typed.connect(self.canvas.set_keyframe)
        self.table.removed.connect(self.canvas.remove_keyframe)
        self.table_button.toggled.connect(self._turn)
        self.clear_button.clicked.connect(self.cleared)
        self._refresh()

    def show_ramp(self, view: RampView) -> None:
        """Show the words, the keyframes and the curve in force."""
        self._view = view
        self.canvas.show_ramp(view)
        self._refresh()

    def _lay(self) -> None:
        buttons = QHBoxLayout()
        buttons.addWidget(self.table_button)
        buttons.addStretch(1)
        buttons.addWidget(self.clear_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self._pages, 1)
        whole.addLayout(buttons)

    def _changed(self, keyframes: tuple[tuple[int, float], ...]) -> None:
        self._refresh()
        if keyframes:
            self.changed.emit(keyframes)
        else:
            self.cleared.emit()

    def _refresh(self) -> None:
        between = tuple(self.canvas.strength_at(word) for word in range(len(self._view.words)))
        self._model.show_ramp(self._view.words, self.canvas.keyframes, between)
        self.clear_button.setEnabled(bool(self.canvas.keyframes))
        self.table_button.setEnabled(bool(self._view.words))

    def _turn(self, table: bool) -> None:
        self._pages.setCurrentWidget(self.table if table else self.canvas)
