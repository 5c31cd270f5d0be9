"""Where widgets that come later stand for Tab.

Qt puts a new widget at the end of the window's order, wherever it is placed.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

MOST_WIDGETS = 5_000
"""A chain longer than this is a ring without ``place`` in it."""


def takes_tab(widget: QWidget) -> bool:
    """Whether Tab stops at a widget at all."""
    tab = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(tab) and widget.focusProxy() is None


def tab_from(place: QWidget, parts: Sequence[QWidget]) -> None:
    """Make Tab reach ``parts``, in order, where ``place`` stands; all are in one window."""
    before: QWidget | None = place
    for _ in range(MOST_WIDGETS):
        if before is None or (takes_tab(before) and before not in parts):
            break
        before = before.previousInFocusChain()
    if before is None:
        return
    for part in parts:
        QWidget.setTabOrder(before, part)
        before = part
