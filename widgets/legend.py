"""What the lines and the colours of a heatmap stand for, with numbers and units."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QLinearGradient, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from widgets.at_most import AtMost
from widgets.energy_plot import MEL_FLOOR_DB
from widgets.palette import Colours, colours_of
from widgets.plot_colours import (
    ACHIEVED,
    ASKED,
    ASKED_DASH,
    GROUND,
    NEUTRAL,
    NEUTRAL_DASH,
    cividis_at,
    line_pen,
)
from widgets.readout import Spread, spread
from widgets.units import hz_text, level_text
from widgets.views import HeatmapView

SAMPLE_PX = 34.0
BAR_PX = 40.0
GAP_PX = 14.0
INNER_GAP_PX = 6.0
FIGURES_MS = 100
"""Figures that change faster cannot be read."""
STOPS = 8
"""Colours of the bar's gradient; cividis bends little between so many."""
STYLES = {
    "asked": (ASKED, ASKED_DASH),
    "achieved": (ACHIEVED, None),
    "neutral": (NEUTRAL, NEUTRAL_DASH),
}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line's or a colour bar's sample and its text."""

    kind: str
    """``asked``, ``achieved``, ``neutral`` or ``bar``."""
    text: str


def entries_of(view: HeatmapView) -> tuple[Entry, ...]:
    """Return what explains a view: medians in Hz and half the usual range in semitones."""
    translate = QCoreApplication.translate

    def lies(text: str, where: Spread | None) -> str:
        if where is None:
            return text
        return translate("Plot", "{curve} {hz} ±{half:.1f} st").format(
            curve=text, hz=hz_text(where.hz), half=where.semitones / 2
        )

    entries = [Entry("asked", lies(translate("Plot", "asked"), spread(view.asked_f0)))]
    if view.achieved_f0 is not None:
        fresh, stale = translate("Plot", "achieved"), translate("Plot", "achieved, older direction")
        entries.append(
            Entry("achieved", lies(stale if view.stale else fresh, spread(view.achieved_f0)))
        )
    entries.append(Entry("neutral", lies(translate("Plot", "neutral"), spread(view.neutral_f0))))
    scale = translate("Plot", "pitch 0…1")
    if view.mel_db is not None:
        low = level_text(MEL_FLOOR_DB).removesuffix(" dB")
        text = translate("Plot", "{pitch}, energy {low}…{high}")
        scale = text.format(pitch=scale, low=low, high=level_text(0.0))
    entries.append(Entry("bar", scale))
    return tuple(entries)


def _kinds(view: HeatmapView) -> tuple[object, ...]:
    """What of a view changes more than figures."""
    return view.line, view.stale, view.achieved_f0 is None, view.mel_db is None


class Legend(QFrame):
    """Samples with their texts in a row, in as many rows as it takes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._entries: tuple[Entry, ...] = ()
        self._view: HeatmapView | None = None
        self._figures = AtMost(FIGURES_MS, self._show, self)
        self.setAccessibleName(self.tr("Legend"))
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What is explained."""
        return self._entries

    def explain(self, view: HeatmapView | None) -> None:
        """Explain a view: figures that change again and again do so every ``FIGURES_MS``."""
        before, self._view = self._view, view
        if before is None or view is None or _kinds(before) != _kinds(view):
            self._figures.now()
        else:
            self._figures.ask()

    def _show(self) -> None:
        self.show_entries(() if self._view is None else entries_of(self._view))

    def show_entries(self, entries: tuple[Entry, ...]) -> None:
        """Take new entries."""
        if entries != self._entries:
            kinds = [entry.kind for entry in self._entries]
            self._entries = entries
            self.setAccessibleDescription(", ".join(entry.text for entry in entries))
            if kinds != [entry.kind for entry in entries]:
                self.updateGeometry()
            self.update()

    def heightForWidth(self, width: int) -> int:
        """Return the height all rows take."""
        return round(self._rows(width) * self._row_height())

    def minimumSizeHint(self) -> QSize:
        """Ask for one row; how wide is for whoever lays it out (``widest``)."""
        return QSize(0, round(self._row_height()))

    def widest(self) -> float:
        """Return the width of the longest entry, pixels: with less, it is cut."""
        return max((self._width(entry) for entry in self._entries), default=0.0)

    def sizeHint(self) -> QSize:
        """Ask for what the present width takes."""
        return QSize(200, self.heightForWidth(max(self.width(), 200)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the entries, left to right, wrapping."""
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        x, y = 0.0, 0.0
        for entry in self._entries:
            if x > 0 and x + self._width(entry) > self.width():
                x, y = 0.0, y + self._row_height()
            self._draw(painter, colours, entry, QPointF(x, y))
            x += self._width(entry) + GAP_PX
        painter.end()

    def _rows(self, width: float) -> int:
        rows, x = 1, 0.0
        for entry in self._entries:
            if x > 0 and x + self._width(entry) > width:
                rows, x = rows + 1, 0.0
            x += self._width(entry) + GAP_PX
        return rows

    def _row_height(self) -> float:
        return QFontMetricsF(self.font()).height() + 6.0

    def _width(self, entry: Entry) -> float:
        metrics = QFontMetricsF(self.font())
        sample = BAR_PX if entry.kind == "bar" else SAMPLE_PX
        return sample + INNER_GAP_PX + metrics.horizontalAdvance(entry.text)

    def _draw(self, painter: QPainter, colours: Colours, entry: Entry, at: QPointF) -> None:
        height = self._row_height() - 4
        sample = QRectF(
            at.x(), at.y() + 2, BAR_PX if entry.kind == "bar" else SAMPLE_PX, height - 4
        )
        self._draw_sample(painter, colours, entry.kind, sample)
        painter.setPen(QColor(colours.text))
        box = QRectF(sample.right() + INNER_GAP_PX, at.y(), self.width(), height)
        painter.drawText(box, Qt.AlignmentFlag.AlignVCenter, entry.text)

    def _draw_sample(self, painter: QPainter, colours: Colours, kind: str, box: QRectF) -> None:
        if kind == "bar":
            gradient = QLinearGradient(box.topLeft(), box.topRight())
            for stop in range(STOPS + 1):
                gradient.setColorAt(stop / STOPS, cividis_at(stop / STOPS))
            painter.fillRect(box, gradient)
            painter.setPen(QPen(QColor(colours.border), 1))
            painter.drawRect(box)
            return
        colour, dash = STYLES[kind]
        painter.fillRect(box, QColor(GROUND))
        painter.setPen(line_pen(colour, dash))
        middle = box.center().y()
        painter.drawLine(QPointF(box.left() + 3, middle), QPointF(box.right() - 3, middle))
