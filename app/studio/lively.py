"""What of Python itself would make the window wait: changes of threads and the collector.

Both are settings of the whole process; a studio makes them when it starts and takes them
back when it stops.
"""

from __future__ import annotations

import gc
import sys

from PySide6.QtCore import QObject, QTimer

SWITCH_S = 0.003
"""A thread that computes gives way after this. The window asks for its turn several times
a picture, and with Python's own 5 ms each of them could cost a third of a picture's time."""

QUIET_MS = 3_000
"""The collector goes through all there is once nothing was done for this long."""

ELDEST = 100
"""It does so unasked only after this many times as much as it looks at in between, ten times
Python's own: a script of a thousand lines made it stop the window for a tenth of a second."""


class Lively(QObject):
    """Keeps the interpreter from standing in the window's way."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before: float | None = None
        self._thresholds = gc.get_threshold()
        self._quiet = QTimer(self)
        self._quiet.setSingleShot(True)
        self._quiet.setInterval(QUIET_MS)
        self._quiet.timeout.connect(self._collect)

    def start(self) -> None:
        """Before the engine is loaded: what comes by the million then is no garbage."""
        if self._before is None:
            self._before = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_S)
            gc.disable()

    def loaded(self) -> None:
        """Once it is loaded, or is not to be: collect again, but leave alone what is there.

        Going through a lexicon and all that the window is made of takes a tenth of a
        second, in which nothing is drawn, and finds nothing.
        """
        if self._before is not None and not gc.isenabled():
            gc.freeze()
            gc.set_threshold(*self._thresholds[:2], ELDEST)
            gc.enable()

    def worked(self) -> None:
        """Something was done, of which garbage may be left."""
        if self._before is not None:
            self._quiet.start()

    def _collect(self) -> None:
        """Collect, and go through what is left no more: it is the script, and libraries."""
        if gc.isenabled():
            gc.collect()
            gc.freeze()

    def stop(self) -> None:
        """Leave the interpreter as it was found."""
        if self._before is not None:
            sys.setswitchinterval(self._before)
            self._before = None
            self._quiet.stop()
            gc.set_threshold(*self._thresholds)
            gc.unfreeze()
            gc.enable()
