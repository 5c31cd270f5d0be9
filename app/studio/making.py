"""How far the voice's fast form is, told from the engine's thread to the window's."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject, Signal

translate = QCoreApplication.translate


class Making(QObject):
    """Lives in the window's thread; ``tell`` may be called from any."""

    words = Signal(str)
    """What to show; what is connected to it runs in its own thread."""

    def tell(self, step: str, share: float) -> None:
        """Say how much is done, 0..1; which step it is a person need not know."""
        del step
        line = translate("Studio", "Making the fast voice, this once: {share} %")
        self.words.emit(line.format(share=round(100 * share)))
