"""Who speaks in a book, and in whose voice."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from widgets.book.manner import MannerField
from widgets.book.table import Column, RowsModel, RowsTable
from widgets.book.views import MannerView, SpeakerView
from widgets.views import VoiceView

NOBODY = MannerView("", "", None)


class BookCast(QWidget):
    """Names the text itself says are speaking; none has a voice until one is given."""

    given = Signal(str, object)
    """Name and ``MannerView``; None takes the voice away again."""
    all_proposed = Signal()
    """Everybody without a voice is to have the one that is proposed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        columns = (
            Column[SpeakerView](self.tr("Name"), lambda view: view.name),
            Column[SpeakerView](self.tr("Speaks"), lambda view: f"{view.times} ×", right=True),
            Column[SpeakerView](self.tr("Voice"), self._voice),
            Column[SpeakerView](
                self.tr("Emotion"), lambda view: view.manner.emotion if view.manner else ""
            ),
        )
        self.model = RowsModel[SpeakerView](columns, self)
        self.table = RowsTable(self.model, 0, self)
        self.table.fit("", "0000 ×", "M" * 16, "M" * 12)
        self.table.setAccessibleName(self.tr("Cast"))
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        self.says.setProperty("quiet", True)
        self.field = MannerField(self.tr("this speaker"), self.tr("as the chapter"), self)
        self.give = QPushButton(self.tr("Give the &proposed voice"), self)
        self.give_all = QPushButton(self.tr("Propose voices for &all"), self)
        self.take_back = QPushButton(self.tr("By the &narrator"), self)
        row = QHBoxLayout()
        for button in (self.give, self.give_all, self.take_back):
            row.addWidget(button)
        row.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.says)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.field)
        layout.addLayout(row)
        self.table.chosen.connect(self._chosen)
        self.field.changed.connect(self._given)
        self.give.clicked.connect(self._propose)
        self.give_all.clicked.connect(self.all_proposed)
        self.take_back.clicked.connect(self._take)
        self._labels: dict[str, str] = {}
        self._chosen(-1)

    def show_voices(self, voices: tuple[VoiceView, ...]) -> None:
        """Offer these voices."""
        self._labels = {voice.name: voice.label for voice in voices}
        self.field.show_voices(voices)

    def show_cast(self, views: tuple[SpeakerView, ...]) -> None:
        """Show who speaks."""
        self.model.take(views)
        self.says.setText(self._sentence(bool(views)))
        if views and self.table.row() < 0:
            self.table.go_to(0)
        self._chosen(self.table.row())

    def _sentence(self, found: bool) -> str:
        if not found:
            return self.tr(
                "Nobody is named before a line, as in a script, or beside quoted speech: the "
                "narrator speaks all of it."
            )
        return self.tr(
            "Names before lines, as in a script, and names beside quoted speech (“…,” said "
            "Mara). Who is given a voice is spoken in it; all others by the narrator."
        )

    def current(self) -> SpeakerView | None:
        """Return the one that is chosen."""
        row = self.table.row()
        return self.model.rows[row] if 0 <= row < len(self.model.rows) else None

    def _voice(self, view: SpeakerView) -> str:
        if view.manner is not None:
            return self._labels.get(view.manner.voice, view.manner.voice) or "–"
        if not view.proposed:
            return self.tr("narrator")
        label = self._labels.get(view.proposed, view.proposed)
        return self.tr("narrator; {voice} proposed").format(voice=label)

    def _chosen(self, _row: int) -> None:
        view = self.current()
        self.field.setEnabled(view is not None)
        self.give.setEnabled(view is not None and view.manner is None and bool(view.proposed))
        self.take_back.setEnabled(view is not None and view.manner is not None)
        self.give_all.setEnabled(any(each.manner is None for each in self.model.rows))
        self.field.show_manner((view.manner if view is not None else None) or NOBODY)

    def _given(self, manner: MannerView) -> None:
        view = self.current()
        if view is not None:
            self.given.emit(view.name, None if manner == NOBODY else manner)

    def _propose(self) -> None:
        view = self.current()
        if view is not None:
            self.given.emit(view.name, MannerView(view.proposed, "", None))

    def _take(self) -> None:
        view = self.current()
        if view is not None:
            self.given.emit(view.name, None)
