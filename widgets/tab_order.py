"""Where widgets that come later stand for Tab.

Qt puts a new widget at the end of the window's order, wherever it is placed. The
place is named rather than searched for along Qt's chain: that leads through widgets
Qt keeps to itself, and Python must not take hold of those.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget


def tab_after(before: QWidget | None, parts: Sequence[QWidget]) -> None:
    """Make Tab reach ``parts``, in order, after ``before`` (None: leave their start alone).

    All have to be in one window.
    """
    for part in parts:
        if before is not None:
            QWidget.setTabOrder(before, part)
        before = part
