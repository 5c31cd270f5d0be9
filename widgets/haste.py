"""Curves that move are drawn in haste, and with care once they rest."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from widgets.plot_view import PlotView

MOVING_MS = 150
"""Curves that come anew within this are drawn without smoothing until they rest: nobody sees
the steps of a line that moves, and they are drawn in a third of the time."""


class Haste(QObject):
    """Tells the curves of some plots whether they move."""

    rested = Signal()
    """They no longer do."""

    def __init__(self, plots: tuple[PlotView, ...], parent: QObject) -> None:
        super().__init__(parent)
        self._plots = plots
        self._moving = QTimer(self)
        self._moving.setSingleShot(True)
        self._moving.setInterval(MOVING_MS)
        self._moving.timeout.connect(lambda: self._set(hasty=False))
        self._moving.timeout.connect(self.rested)

    def moved(self, *, anew: bool) -> None:
        """Take that the curves have changed; ``anew``: to those of another line."""
        self._set(hasty=self._moving.isActive() and not anew)
        self._moving.start()

    def _set(self, *, hasty: bool) -> None:
        for plot in self._plots:
            plot.lines.set_hasty(hasty)
