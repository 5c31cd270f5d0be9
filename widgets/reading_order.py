"""The order a screen reader finds widgets in, and names Qt would not tell it.

Qt tells it the children of a widget from the bottom of the stack to the top: as they
were made or raised, not as they are laid out.
"""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QComboBox, QLayout, QStackedLayout


def read_as_laid_out(layout: QLayout | None) -> None:
    """Put all widgets in a layout, and in theirs, in the order they were added to it.

    Pages of a stack stay as they are: only one is seen.
    """
    if layout is None or isinstance(layout, QStackedLayout):
        return
    for number in range(layout.count()):
        item = layout.itemAt(number)
        widget = item.widget() if item is not None else None
        if widget is not None:
            widget.raise_()
            read_as_laid_out(widget.layout())
        elif item is not None:
            read_as_laid_out(item.layout())


def name_box(box: QComboBox, name: str) -> None:
    """Name a box that has no label of its own.

    But on Windows, Qt tells what is chosen in place of a box's name, so the name goes
    into the description too.
    """
    box.setAccessibleName(name)
    if sys.platform != "win32":
        box.setAccessibleDescription(name)
