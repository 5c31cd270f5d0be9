"""Questions to the person that stop the program until they are answered."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from widgets.dialogs.pack import PackDialog
from widgets.dialogs.recovery import RecoveryDialog

translate = QCoreApplication.translate


class Asking:
    """Asks over a window."""

    def __init__(self, window: QWidget) -> None:
        self._window = window

    def open_project(self, folder: Path) -> Path | None:
        """Ask which project to open."""
        kinds = translate("Studio", "Espressivo projects (*.espressivo)")
        return self._open(translate("Studio", "Open a project"), folder, kinds)

    def open_text(self, folder: Path) -> Path | None:
        """Ask which text to put into the script."""
        kinds = translate("Studio", "Text (*.txt *.md *.ssml *.xml);;All files (*)")
        return self._open(translate("Studio", "Insert a text file"), folder, kinds)

    def open_book(self, folder: Path, endings: Sequence[str]) -> Path | None:
        """Ask which document to open as a book; ``endings`` are those that can be read."""
        kinds = translate("Studio", "Books (*.epub *.docx *.odt *.pdf *.html *.md *.txt)")
        rest = " ".join(f"*.{ending}" for ending in endings)
        every = translate("Studio", "All documents ({endings})").format(endings=rest)
        return self._open(translate("Studio", "Open a book"), folder, f"{every};;{kinds}")

    def open_lexicon(self, folder: Path) -> Path | None:
        """Ask for a book's own lexicon."""
        kinds = translate("Studio", "Lexicons (*.tsv);;All files (*)")
        return self._open(translate("Studio", "Choose a lexicon"), folder, kinds)

    def open_folder(self, folder: Path, title: str = "") -> Path | None:
        """Ask for a folder; the voice's, unless a title says otherwise."""
        title = title or translate("Studio", "Folder with the voice's files")
        name = QFileDialog.getExistingDirectory(self._window, title, str(folder))
        return Path(name) if name else None

    def save_project(self, folder: Path) -> Path | None:
        """Ask where to save the project."""
        kinds = translate("Studio", "Espressivo projects (*.espressivo)")
        return self._save(translate("Studio", "Save the project"), folder, kinds)

    def export_to(self, place: Path) -> Path | None:
        """Ask for the file of an export; its ending says what it will be."""
        kinds = ";;".join(
            (
                translate("Studio", "Sound (*.wav *.flac *.mp3 *.ogg *.opus)"),
                translate("Studio", "Captions (*.srt *.vtt)"),
                translate("Studio", "Pitch and level (*.csv)"),
                translate("Studio", "Praat labels (*.TextGrid)"),
                translate("Studio", "Praat pitch (*.PitchTier)"),
            )
        )
        return self._save(translate("Studio", "Export"), place, kinds)

    def open_pack(self, folder: Path) -> Path | None:
        """Ask which pack to import."""
        kinds = translate("Studio", "Espressivo packs (*.pack);;All files (*)")
        return self._open(translate("Studio", "Import a pack"), folder, kinds)

    def save_pack(self, place: Path) -> Path | None:
        """Ask for the file of a pack."""
        kinds = translate("Studio", "Espressivo packs (*.pack)")
        return self._save(translate("Studio", "Export a pack"), place, kinds)

    def pack_names(self) -> tuple[str, str] | None:
        """Ask who hands a pack on and under which terms."""
        dialog = PackDialog(self._window)
        agreed = bool(dialog.exec())
        named = (dialog.author.text(), dialog.licence.text())
        dialog.deleteLater()
        return named if agreed else None

    def clear_cache(self) -> bool:
        """Ask whether all that is kept is to be removed."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Espressivo")
        box.setText(
            translate(
                "Studio",
                "Remove all stored takes, plans and emotions? They can be made again; "
                "that takes as long as the first time.",
            )
        )
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Yes | buttons.Cancel)
        box.setDefaultButton(buttons.Cancel)
        answer = buttons(box.exec())
        box.deleteLater()
        return answer == buttons.Yes

    def save_changes(self, name: str) -> Literal["save", "discard", "stay"]:
        """Ask what becomes of unsaved edits."""
        box = QMessageBox(self._window)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Espressivo")
        box.setText(translate("Studio", "Save the changes of “{name}”?").format(name=name))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answer = buttons(box.exec())
        box.deleteLater()
        if answer == buttons.Save:
            return "save"
        return "discard" if answer == buttons.Discard else "stay"

    def recover(self, name: str, when: str) -> str:
        """Ask what becomes of unsaved work; a word of ``widgets.dialogs.recovery``."""
        dialog = RecoveryDialog(name, when, self._window)
        dialog.exec()
        dialog.deleteLater()
        return dialog.answer

    def _open(self, title: str, folder: Path, kinds: str) -> Path | None:
        name, _ = QFileDialog.getOpenFileName(self._window, title, str(folder), kinds)
        return Path(name) if name else None

    def _save(self, title: str, place: Path, kinds: str) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self._window, title, str(place), kinds)
        return Path(name) if name else None
