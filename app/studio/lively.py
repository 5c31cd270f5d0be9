"""What of Python itself would make the window wait: changes of threads and the collector.

Both are settings of the whole process; a studio makes them when it starts and takes them
back when it stops.
"""

from __future__ import annotations

import gc
import sys

SWITCH_S = 0.001
"""A thread that computes gives way after this. The window asks for its turn several times
a picture, and with Python's own 5 ms each of them could cost a third of a picture's time."""


class Lively:
    """Keeps the interpreter from standing in the window's way."""

    def __init__(self) -> None:
        self._before: float | None = None

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
            gc.enable()

    def stop(self) -> None:
        """Leave the interpreter as it was found."""
        if self._before is not None:
            sys.setswitchinterval(self._before)
            self._before = None
            gc.unfreeze()
            gc.enable()
