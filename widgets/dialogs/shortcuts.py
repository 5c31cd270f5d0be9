"""Shortcuts: every command with its keys, changed in place, conflicts named."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QHeaderView,
    QKeySequenceEdit,
    QLabel,
    QLineEdit,
    QPushButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from widgets.announce import announce
from widgets.views import ShortcutView

NAME_ROLE = int(Qt.ItemDataRole.UserRole)
FIRST_SIZE = (560, 520)

LONG_KEYS = "Ctrl+Shift+PgDown"
"""As wide is the field for keys at least, beside its clearing button."""


def conflicts(keys: dict[str, str]) -> dict[str, tuple[str, ...]]:
    """Return for each action with keys the others that have the same ones.

    Keys are compared as sequences: ``Ctrl+S`` also clashes with ``Ctrl+S, A``, since
    the shorter one is complete before the longer can be.
    """
    sequences = {name: QKeySequence.fromString(text) for name, text in keys.items() if text}
    found: dict[str, tuple[str, ...]] = {}
    none = QKeySequence.SequenceMatch.NoMatch
    for name, one in sequences.items():
        others = tuple(
            other
            for other, two in sequences.items()
            if other != name and (one.matches(two) != none or two.matches(one) != none)
        )
        if others:
            found[name] = others
    return found


class ShortcutsDialog(QDialog):
    """The list of commands, a filter, and a field for the keys of the chosen one."""

    def __init__(self, views: tuple[ShortcutView, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._views = {view.action: view for view in views}
        self._keys = {view.action: view.keys for view in views}
        self.setWindowTitle(self.tr("Keyboard shortcuts"))
        self.resize(*FIRST_SIZE)
        self.filter = QLineEdit(self)
        self.filter.setPlaceholderText(self.tr("Find a command or a key"))
        self.filter.setAccessibleName(self.tr("Find a command or a key"))
        self.filter.textChanged.connect(self._filter)
        self.list = QTreeWidget(self)
        self.list.setAccessibleName(self.tr("Commands and their keys"))
        self.list.setRootIsDecorated(False)
        self.list.setHeaderLabels([self.tr("Command"), self.tr("Keys")])
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.list.header().setStretchLastSection(False)
        self.list.header().setResizeContentsPrecision(-1)  # by all rows, not those in sight
        self.items = {view.action: self._item(view) for view in views}
        self.list.currentItemChanged.connect(self._show_keys)
        self.says = QLabel(self)
        self.says.setWordWrap(True)
        layout = QVBoxLayout(self)
        for part in (self.filter, self.list):
            layout.addWidget(part)
        layout.addLayout(self._editor())
        layout.addWidget(self.says)
        layout.addWidget(self._buttons())
        self.list.setCurrentItem(next(iter(self.items.values())))
        self._show_all()

    def own_keys(self) -> dict[str, str]:
        """Return the keys that differ from the defaults, by action."""
        return {
            name: keys for name, keys in self._keys.items() if keys != self._views[name].default
        }

    def set_keys(self, action: str, keys: str) -> None:
        """Give an action other keys, as the field does."""
        self._keys[action] = keys
        self._show_all()

    def _item(self, view: ShortcutView) -> QTreeWidgetItem:
        item = QTreeWidgetItem(self.list, [view.label, ""])
        item.setData(0, NAME_ROLE, view.action)
        return item

    def _editor(self) -> QHBoxLayout:
        self.keys = QKeySequenceEdit(self)
        self.keys.setMaximumSequenceLength(1)
        self.keys.setClearButtonEnabled(True)
        room = self.fontMetrics().horizontalAdvance(LONG_KEYS) + 2 * self.fontMetrics().height()
        self.keys.setMinimumWidth(room)
        self.keys.setAccessibleName(self.tr("Keys for the command"))
        self.keys.editingFinished.connect(self._take)
        label = QLabel(self.tr("&Keys for the command"), self)
        label.setBuddy(self.keys)
        none = QPushButton(self.tr("&No keys"), self)
        none.setAccessibleName(self.tr("No keys"))
        none.clicked.connect(lambda: self._give(""))
        back = QPushButton(self.tr("&Default"), self)
        back.setAccessibleName(self.tr("Default keys"))
        back.clicked.connect(self._give_default)
        row = QHBoxLayout()
        for part in (label, self.keys, none, back):
            row.addWidget(part, 1 if part is self.keys else 0)
        for button in (none, back):
            button.setAutoDefault(False)
        return row

    def _buttons(self) -> QDialogButtonBox:
        standard = QDialogButtonBox.StandardButton
        box = QDialogButtonBox(standard.Ok | standard.Cancel | standard.RestoreDefaults)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        box.button(standard.RestoreDefaults).clicked.connect(self._all_default)
        self.accept_button = box.button(standard.Ok)
        return box

    def _current(self) -> str:
        chosen = self.list.selectedItems()
        return str(chosen[0].data(0, NAME_ROLE)) if chosen else ""

    def _take(self) -> None:
        self._give(self.keys.keySequence().toString())

    def _give(self, keys: str) -> None:
        if self._current():
            self.set_keys(self._current(), keys)
            self._show_keys()

    def _give_default(self) -> None:
        if self._current():
            self._give(self._views[self._current()].default)

    def _all_default(self) -> None:
        self._keys = {name: view.default for name, view in self._views.items()}
        self._show_all()
        self._show_keys()

    def _show_keys(self) -> None:
        keys = self._keys.get(self._current(), "")
        self.keys.setKeySequence(QKeySequence.fromString(keys))

    def _show_all(self) -> None:
        """Show all keys; while two commands share keys, the dialog cannot be accepted."""
        clashes = conflicts(self._keys)
        for name, item in self.items.items():
            sequence = QKeySequence.fromString(self._keys[name])
            text = sequence.toString(QKeySequence.SequenceFormat.NativeText)
            item.setText(1, f"⚠ {text}" if name in clashes else text)
        sentences = {
            tuple(sorted((name, other))) for name, others in clashes.items() for other in others
        }
        says = self.tr("“{one}” and “{two}” have the same keys.")
        text = "\n".join(
            says.format(one=self._views[a].label, two=self._views[b].label)
            for a, b in sorted(sentences)
        )
        if text != self.says.text():
            announce(self, text, urgent=True)
        self.says.setText(text)
        self.accept_button.setEnabled(not clashes)

    def _filter(self, text: str) -> None:
        wanted = text.casefold()
        for item in self.items.values():
            shown = f"{item.text(0)} {item.text(1)}".casefold()
            item.setHidden(wanted not in shown)
