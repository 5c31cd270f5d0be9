"""The window: places the widgets and builds the menus, and decides nothing.

Three panes side by side: the script, the line with its curves, the direction.
Below, the transport. ``F6`` walks the panes. Everything inside is an attribute,
so that the app can connect signals and show views.
"""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QEvent, Qt, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from widgets.actions import LIST_MENU, fill_menu_bar, make_actions
from widgets.deltas import Deltas
from widgets.first_size import first_size
from widgets.fold import Fold
from widgets.icons import make_icon, recolour_icons
from widgets.knobs import Knobs
from widgets.late_plots import HeatmapPlace, WaveformPlace
from widgets.line_text import LineText
from widgets.notice_bar import NoticeBar
from widgets.overview import Overview
from widgets.pad import Pad
from widgets.panes import column, heading, pane_of, scrolled
from widgets.presets import Presets
from widgets.prompt_box import PromptBox
from widgets.ramp import RampEditor
from widgets.reading_order import read_as_laid_out
from widgets.script_list import ScriptList, dropped_paths
from widgets.tab_order import tab_after
from widgets.takes import Takes
from widgets.themes import PaletteWatch
from widgets.transport import Transport
from widgets.truth import Truth
from widgets.views import NoticeView
from widgets.voice_picker import VoicePicker
from widgets.wheel import keep_wheel_for_focus

FIRST_SIZE = (1280, 800)
FIRST_WIDTHS = (300, 640, 340)
"""Script, line and direction, in device independent pixels."""

MOST_SIDE = 0.3
"""Share that a pane at the side takes of the room beyond the first size."""

WAVEFORM_ROWS = 7
PAD_ROWS = 18
"""Greatest heights in rows of text, so that the heatmaps get what room there is."""

BARS = ("file", "text", "prompt", "voice", "player")
"""Where notices stand: at the top, under the line's text, its prompt, its voice, and
below the transport. Other subjects belong to the whole window and stand at the top."""


class MainWindow(QMainWindow):
    """All of the studio that is seen."""

    closing = Signal(object)
    """The ``QCloseEvent``; whoever listens may ignore it."""
    file_dropped = Signal(str)
    """A file dropped anywhere but on the script."""
    book_dropped = Signal(str)
    """A document that is to be opened as a book."""
    notice_acted = Signal(str, str)
    notice_closed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("studio")
        self._row = self.fontMetrics().height()
        self._widths_given = False
        """Whether the panes have widths that a person has given them, now or before."""
        self.resize(first_size(self, FIRST_SIZE))
        self.setAnimated(False)  # there is nothing to dock, and each layout would start one
        self.setAcceptDrops(True)
        self.setWindowIcon(make_icon("espressivo", self.palette()))
        self.actions_by_name = make_actions(self)
        self.menus = fill_menu_bar(self.menuBar(), self.actions_by_name)
        self.recent = QMenu(self)
        self.actions_by_name["file.recent"].setMenu(self.recent)
        self._make_script()
        self._make_line()
        self._make_direction()
        self._make_rest()
        self._lay()
        self._connect()
        self._bound()

    # The widgets

    def _make_script(self) -> None:
        self.script = ScriptList()
        self.script.addActions([self.actions_by_name[name] for name in LIST_MENU])
        self.overview = Overview()
        self.script_pane = column(
            heading(self.tr("Script")), (self.script, 1), self.overview, margin=8
        )

    def _make_line(self) -> None:
        self.line_text = LineText()
        self.prompt = PromptBox()
        self.presets = Presets()
        self.heatmap = HeatmapPlace()
        self.waveform = WaveformPlace(self.heatmap.time)
        self.heatmap.made.connect(self._order_heatmap)
        self.waveform.made.connect(self._order_waveform)
        self.bars = {name: NoticeBar() for name in BARS}
        self.line_title = heading(self.tr("Line"))
        inner = column(
            self.line_title,
            self.line_text,
            self.bars["text"],
            self.prompt,
            self.bars["prompt"],
            self.presets,
            (self.heatmap, 5),
            (self.waveform, 1),
            margin=8,
        )
        self.line_pane = scrolled(inner)

    def _make_direction(self) -> None:
        self.voice = VoicePicker()
        self.pad = Pad()
        self.knobs = Knobs()
        self.deltas = Deltas()
        self.ramp = RampEditor()
        self.takes = Takes()
        self.truth = Truth()
        self.folds = {
            "details": Fold(self.tr("Details"), self.deltas),
            "ramp": Fold(self.tr("Ramp"), self.ramp),
            "takes": Fold(self.tr("Takes"), self.takes),
            "truth": Fold(self.tr("What really ran"), self.truth),
        }
        inner = column(
            self.voice,
            self.bars["voice"],
            self.knobs,
            self.pad,
            *self.folds.values(),
            margin=8,
        )
        layout = inner.layout()
        if isinstance(layout, QVBoxLayout):
            layout.addStretch(1)
        self.direction_pane = scrolled(inner)

    def _make_rest(self) -> None:
        self.transport = Transport()
        self.readout = QLabel(self)
        self.readout.setTextFormat(Qt.TextFormat.PlainText)
        self.readout.setAccessibleDescription(self.tr("Value under the cursor"))
        self.engine_state = QLabel(self)
        self.engine_state.setTextFormat(Qt.TextFormat.PlainText)
        self.statusBar().addWidget(self.readout, 1)
        self.statusBar().addPermanentWidget(self.engine_state)

    def _lay(self) -> None:
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.splitter.setChildrenCollapsible(False)
        self.splitter.setHandleWidth(6)
        for number, pane in enumerate(self.panes()[:3]):
            self.splitter.addWidget(pane)
            self.splitter.setStretchFactor(number, 1 if number == 1 else 0)
        self.splitter.setSizes(list(FIRST_WIDTHS))
        foot = column(self.transport, self.bars["player"], margin=8)
        self.bars["file"].setContentsMargins(8, 8, 8, 0)
        whole = column(self.bars["file"], (self.splitter, 1), foot, margin=0)
        self.setCentralWidget(whole)
        read_as_laid_out(whole.layout())
        self.statusBar().raise_()
        for pane in self.panes()[:3]:  # a splitter puts each new one below the others
            pane.raise_()
            inner = pane.widget() if isinstance(pane, QScrollArea) else pane
            read_as_laid_out(inner.layout() if inner is not None else None)

    def panes(self) -> tuple[QWidget, ...]:
        """Return what ``F6`` walks, in reading order."""
        return (self.script_pane, self.line_pane, self.direction_pane, self.transport)

    # What it does by itself

    def _connect(self) -> None:
        for bar in self.bars.values():
            bar.acted.connect(self.notice_acted)
            bar.closed.connect(self.notice_closed)
        acts = self.actions_by_name
        acts["view.next_pane"].triggered.connect(lambda: self.go_to_pane(1))
        acts["view.previous_pane"].triggered.connect(lambda: self.go_to_pane(-1))
        for name, fold in self.folds.items():
            action = acts[f"view.{name}"]
            fold.toggled.connect(action.setChecked)
            action.toggled.connect(fold.set_open)
        keep_wheel_for_focus(self.direction_pane)
        self._order()
        self._watch = PaletteWatch(self)
        self._watch.repaint.connect(lambda: recolour_icons(self, self.actions_by_name.values()))
        self.heatmap.hovered.connect(self.readout.setText)
        self.splitter.splitterMoved.connect(self._keep_widths)

    def _order(self) -> None:
        """Say where what comes and goes stands for Tab."""
        self.presets.tab_before = self.prompt.field
        self.deltas.tab_before = self.folds["details"].heading
        befores = {
            "file": self.transport.rescan,
            "text": self.line_text,
            "prompt": self.prompt.field,
            "voice": self.voice.add,
            "player": self.transport.rescan,
        }
        for name, before in befores.items():
            self.bars[name].tab_before = before

    def _order_heatmap(self) -> None:
        """Say where the heatmap stands for Tab, now that it is there."""
        buttons = self.heatmap.findChildren(QToolButton)
        tab_after(self.presets.save, [*buttons, self.heatmap.canvas, self.heatmap.table])

    def _order_waveform(self) -> None:
        before = self.presets.save if self.heatmap.empty else self.heatmap.table
        tab_after(before, [self.waveform.canvas])

    def show_notices(self, views: tuple[NoticeView, ...]) -> None:
        """Show exactly these notices, each under the control it belongs to."""
        for name in reversed(BARS):  # for Tab, the one at the top comes after that at the foot
            last = [card.stops()[-1] for card in self.bars["player"].cards]
            self.bars["file"].tab_before = (last or [self.transport.rescan])[-1]
            shown = tuple(view for view in views if bar_of(view.subject) == name)
            self.bars[name].show_notices(shown)

    def show_engine(self, text: str) -> None:
        """Show in the status bar what the engine does: loading, ready, which backend."""
        self.engine_state.setText(text)

    def go_to_pane(self, step: int) -> None:
        """Give the keyboard to the next or previous pane."""
        panes = self.panes()
        focus = QApplication.focusWidget()
        here = -step if focus is None else pane_of(focus, panes, -step)
        number = (here + step) % len(panes)
        first = (self.script, self.line_text, self.voice.rows[0].box, self.transport.speak)[number]
        target = self.transport.loop if not first.isEnabled() else first
        target.setFocus(Qt.FocusReason.TabFocusReason)

    def layout_state(self) -> tuple[bytes, bytes, tuple[str, ...]]:
        """Return what brings the window back as it stands: geometry, widths, open folds."""
        opened = tuple(name for name, fold in self.folds.items() if fold.open)
        return bytes(self.saveGeometry().data()), bytes(self.splitter.saveState().data()), opened

    def restore_layout(self, geometry: bytes, widths: bytes, opened: tuple[str, ...]) -> None:
        """Bring the window back; what does not fit any more is passed over."""
        if geometry:
            self.restoreGeometry(QByteArray(geometry))
        if widths:
            self._widths_given = self.splitter.restoreState(QByteArray(widths))
        for name, fold in self.folds.items():
            fold.set_open(name in opened)

    def _bound(self) -> None:
        row = self.fontMetrics().height()
        self.waveform.setMaximumHeight(WAVEFORM_ROWS * row)
        self.pad.setMaximumHeight(PAD_ROWS * row)

    def _widen(self) -> None:
        """Let the panes beside the line grow with their letters, into what room there is."""
        if self._widths_given:
            return
        spare = MOST_SIDE * max(self.width() - FIRST_SIZE[0], 0)
        grown = self.fontMetrics().height() / self._row - 1.0
        left, _, right = (round(w + min(w * grown, spare)) for w in FIRST_WIDTHS)
        self.splitter.setSizes([left, max(self.width() - left - right, 1), right])

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width."""
        super().resizeEvent(event)
        if hasattr(self, "splitter"):
            self._widen()

    def _keep_widths(self) -> None:
        self._widths_given = True

    def changeEvent(self, event: QEvent) -> None:
        """Follow the font."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "splitter"):
            self._bound()
            self._widen()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Let the app save, stop, or stay."""
        self.closing.emit(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Welcome files this program reads."""
        if dropped_paths(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Say which files were dropped."""
        for path in dropped_paths(event):
            self.file_dropped.emit(path)
        event.acceptProposedAction()


def bar_of(subject: str) -> str:
    """Return the bar a subject's notices stand in."""
    return subject if subject in BARS else "file"
