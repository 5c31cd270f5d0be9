"""The lines as a list model: rows are views, changes touch only what changed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import (
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QStringListModel,
    Qt,
)

from widgets.views import LineState, LineView

ID_ROLE = int(Qt.ItemDataRole.UserRole)
VIEW_ROLE = ID_ROLE + 1

LINE_MIME = "application/x-espressivo-line"

Index = QModelIndex | QPersistentModelIndex


class ScriptModel(QStringListModel):
    """One row a line. Of the base only the count of rows is used, and nothing edits it.

    The list asks for it twice a row each time it is laid out; answered in Python, that
    took most of a scroll step in a script of a thousand lines.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._views: tuple[LineView, ...] = ()
        self._rows: dict[str, int] = {}

    def take(self, views: tuple[LineView, ...]) -> bool:
        """Take the lines to show.

        Returns:
            Whether the same lines stayed in the same order, so that the view's
            current row, selection and editor are untouched.
        """
        old = self._views
        if [view.id for view in views] != [view.id for view in old]:
            self._hold(views)
            self.setStringList([view.id for view in views])
            return False
        self._hold(views)
        changed = [row for row, pair in enumerate(zip(old, views, strict=True)) if _differ(*pair)]
        if changed:
            self.dataChanged.emit(self.index(changed[0]), self.index(changed[-1]))
        return True

    def _hold(self, views: tuple[LineView, ...]) -> None:
        self._views = views
        self._rows = {view.id: row for row, view in enumerate(views)}

    def view_at(self, row: int) -> LineView:
        """Return the view of a row."""
        return self._views[row]

    def row_of(self, line: str) -> int | None:
        """Return the row of a line, None if it is not there."""
        return self._rows.get(line)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a line's text, its view, or what a screen reader says of it."""
        if not index.isValid():
            return None
        view = self._views[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return view.text
            case Qt.ItemDataRole.AccessibleTextRole:
                return self.spoken(view)
            case Qt.ItemDataRole.ToolTipRole:
                return view.error or self.state_name(view.state)
            case _ if role == ID_ROLE:
                return view.id
            case _ if role == VIEW_ROLE:
                return view
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Lines can be chosen, edited and dragged; drops fall between them."""
        if not index.isValid():
            return Qt.ItemFlag.ItemIsDropEnabled
        return (
            Qt.ItemFlag.ItemIsEnabled
            | Qt.ItemFlag.ItemIsSelectable
            | Qt.ItemFlag.ItemIsEditable
            | Qt.ItemFlag.ItemIsDragEnabled
        )

    def setData(self, index: Index, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take nothing: a line is edited by whoever is told that it was."""
        del index, value, role
        return False

    def removeRows(self, row: int, count: int, parent: Index | None = None) -> bool:
        """Take nothing away: a line that was dragged is moved by whoever is told so."""
        del row, count, parent
        return False

    def mimeTypes(self) -> list[str]:
        """A line inside the list, its text elsewhere."""
        return [LINE_MIME, "text/plain"]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """Return what a drag of these rows carries."""
        rows = sorted(index.row() for index in indexes)
        data = QMimeData()
        data.setText("\n".join(self._views[row].text for row in rows))
        data.setData(LINE_MIME, "\n".join(self._views[row].id for row in rows).encode())
        return data

    def supportedDropActions(self) -> Qt.DropAction:
        """Lines are moved, text from elsewhere is copied."""
        return Qt.DropAction.MoveAction | Qt.DropAction.CopyAction

    def state_name(self, state: LineState) -> str:
        """Return a state in the person's language."""
        return {
            LineState.FRESH: self.tr("not spoken yet"),
            LineState.PLANNED: self.tr("planned"),
            LineState.RENDERING: self.tr("being spoken"),
            LineState.RENDERED: self.tr("spoken"),
            LineState.STALE: self.tr("changed since it was spoken"),
            LineState.FAILED: self.tr("failed"),
        }[state]

    def spoken(self, view: LineView) -> str:
        """Return a row as one sentence."""
        parts = [f"{view.number}. {view.text}", self.state_name(view.state)]
        if view.error:
            parts.append(view.error)
        if view.seconds:
            parts.append(self.tr("{seconds} seconds").format(seconds=f"{view.seconds:.1f}"))
        if view.voice:
            parts.append(self.tr("voice {voice}").format(voice=view.voice))
        if view.prompt:
            parts.append(view.prompt)
        return ", ".join(parts)


def _differ(old: LineView, new: LineView) -> bool:
    return old is not new and old != new
