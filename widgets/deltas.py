"""What the direction comes to in figures, and a nudge by hand for each."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.knobs import REST_MS
from widgets.tab_order import tab_after
from widgets.text_field import pass_shortcuts
from widgets.views import DeltaView


def decimals_of(step: float) -> int:
    """Return how many decimals a value needs that moves in ``step``."""
    return max(0, min(4, len(f"{step:.4f}".rstrip("0").partition(".")[2])))


class DeltaRow:
    """The widgets of one dimension: label, nudge, and a sentence of figures."""

    def __init__(self, view: DeltaView, parent: QWidget) -> None:
        self.label = QLabel(view.label, parent)
        self.nudge = QDoubleSpinBox(parent)
        self.nudge.setKeyboardTracking(False)
        self.nudge.setAlignment(Qt.AlignmentFlag.AlignRight)
        pass_shortcuts(self.nudge)
        self.label.setBuddy(self.nudge)
        self.figures = QLabel(parent)
        self.figures.setProperty("quiet", True)
        self.figures.setWordWrap(True)
        self.figures.setTextFormat(Qt.TextFormat.PlainText)


class Deltas(QWidget):
    """One row for each dimension of the decoded prosody."""

    nudged = Signal(str, float)
    """Field and value; the identity takes the nudge away."""
    rested = Signal(str)
    reset = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.tab_before: QWidget | None = None
        """After which widget of the window Tab comes here."""
        self.rows: dict[str, DeltaRow] = {}
        self._last = ""
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(REST_MS)
        self._quiet.timeout.connect(lambda: self.rested.emit(self._last))
        self._grid = QGridLayout()
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(0, 1)
        self.reset_button = QPushButton(self.tr("Take all nudges away"), self)
        self.reset_button.setAccessibleName(self.tr("Take all nudges away"))
        self.reset_button.clicked.connect(self.reset)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addLayout(self._grid)
        layout.addWidget(self.reset_button, 0, Qt.AlignmentFlag.AlignLeft)

    def show_deltas(self, views: tuple[DeltaView, ...]) -> None:
        """Show these dimensions; rows are made once and only refilled."""
        for view in views:
            if view.name not in self.rows:
                self._make(view)
            self._fill(self.rows[view.name], view)
        self.reset_button.setEnabled(any(view.nudge != view.identity for view in views))

    def _make(self, view: DeltaView) -> None:
        row = DeltaRow(view, self)
        place = 2 * len(self.rows)
        self._grid.addWidget(row.label, place, 0)
        self._grid.addWidget(row.nudge, place, 1)
        self._grid.addWidget(row.figures, place + 1, 0, 1, 2)
        row.nudge.valueChanged.connect(lambda value, name=view.name: self._moved(name, value))
        self.rows[view.name] = row
        self.reset_button.raise_()  # comes after them for a screen reader too
        tab_after(self.tab_before, [row.nudge for row in self.rows.values()])

    def _fill(self, row: DeltaRow, view: DeltaView) -> None:
        shown, figures = self._figures(view)
        row.figures.setText(shown)
        row.figures.setToolTip(figures)
        row.label.setText(view.label)
        number = row.nudge
        number.blockSignals(True)
        number.setDecimals(decimals_of(view.step))
        number.setRange(view.low, view.high)
        number.setSingleStep(view.step)
        ratio = view.identity == 1.0
        number.setPrefix("× " if ratio else ("+" if view.nudge > 0 else ""))
        number.setSuffix(f" {view.unit}" if view.unit and not ratio else "")
        number.setValue(view.nudge)
        number.blockSignals(False)
        number.setAccessibleName(self.tr("{name}, nudge").format(name=view.label))
        number.setAccessibleDescription(figures)

    def _figures(self, view: DeltaView) -> tuple[str, str]:
        """What is shown, and that with the means, which would need a second row of text."""
        places = decimals_of(view.step)
        sign = "" if view.identity == 1.0 else "+"
        unit = f" {view.unit}" if view.unit else ""
        parts = [self.tr("asked {value}").format(value=f"{view.asked:{sign}.{places}f}{unit}")]
        if view.achieved is not None:
            heard = self.tr("heard {value}")
            parts.append(heard.format(value=f"{view.achieved:{sign}.{places}f}{unit}"))
        if view.verdict:
            parts.append(view.verdict)
        shown = " · ".join(parts)
        if view.mechanism:
            parts.append(self.tr("by {means}").format(means=view.mechanism))
        return shown, " · ".join(parts)

    def _moved(self, name: str, value: float) -> None:
        self._last = name
        self.nudged.emit(name, value)
        self._quiet.start()
