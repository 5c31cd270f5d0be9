"""A section that folds away: a heading with an arrow, and what is under it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSizePolicy, QToolButton, QVBoxLayout, QWidget


class Fold(QWidget):
    """Shows its content when opened; the heading is a button that says which."""

    toggled = Signal(bool)

    def __init__(self, title: str, content: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.content = content
        self.heading = QToolButton(self)
        self.heading.setText(title)
        self.heading.setCheckable(True)
        self.heading.setAutoRaise(True)
        self.heading.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        font = self.heading.font()
        font.setBold(True)
        self.heading.setFont(font)
        self.heading.setAccessibleName(title)
        self.heading.toggled.connect(self._turn)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.heading)
        layout.addWidget(content)
        self._turn(False)

    @property
    def open(self) -> bool:
        """Whether the content is shown."""
        return self.heading.isChecked()

    def set_open(self, shown: bool) -> None:
        """Open or close the section."""
        self.heading.setChecked(shown)

    def _turn(self, shown: bool) -> None:
        self.heading.setArrowType(Qt.ArrowType.DownArrow if shown else Qt.ArrowType.RightArrow)
        self.content.setVisible(shown)
        self.heading.setAccessibleDescription(self.tr("opened") if shown else self.tr("closed"))
        self.toggled.emit(shown)
