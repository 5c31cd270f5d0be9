"""Settings, shortcuts, help, reports, the view menu, and what notices' buttons do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QByteArray,
    QCoreApplication,
    QObject,
    QSettings,
)

from app import report
from app.settings import BACKENDS, PRECISIONS
from app.studio.control.engine import EngineControl
from app.studio.control.files import FilesControl
from app.studio.control.playing import PlayingControl
from app.studio.control.state import State
from app.studio.rebuilding import Build, Rebuilding
from widgets.actions import apply_shortcuts, shortcut_views
from widgets.dialogs.about import AboutDialog
from widgets.dialogs.crash import CrashDialog
from widgets.dialogs.settings import SettingsDialog
from widgets.dialogs.shortcuts import ShortcutsDialog
from widgets.themes import Theming
from widgets.views import CrashView, LicenceView, SettingsView

translate = QCoreApplication.translate

ZOOM = 0.5
"""Share of the time that stays in sight at one step."""


BACKEND_LABELS: dict[str, object] = {
    "auto": QT_TRANSLATE_NOOP("Studio", "What is best here"),
    "cpu": QT_TRANSLATE_NOOP("Studio", "The processor"),
    "openvino": QT_TRANSLATE_NOOP("Studio", "The processor (OpenVINO)"),
    "cuda": QT_TRANSLATE_NOOP("Studio", "The graphics card (CUDA)"),
    "trt": QT_TRANSLATE_NOOP("Studio", "The graphics card (TensorRT)"),
    "fake": QT_TRANSLATE_NOOP("Studio", "A humming voice, to try the program"),
}
"""What a person reads in place of a backend's name."""


PRECISION_LABELS: dict[str, object] = {
    "exact": QT_TRANSLATE_NOOP("Studio", "Exact"),
    "fast": QT_TRANSLATE_NOOP("Studio", "Fast; made ready once, in half a minute"),
    "auto": QT_TRANSLATE_NOOP("Studio", "Whichever is quicker here"),
}
"""What a person reads in place of a precision's name."""


def backend_label(name: str) -> str:
    """Return what a backend is called in the settings."""
    return translate("Studio", str(BACKEND_LABELS.get(name, name)))


def precision_label(name: str) -> str:
    """Return what a precision is called in the settings."""
    return translate("Studio", str(PRECISION_LABELS.get(name, name)))


def look_of(kept: QSettings) -> tuple[str, float]:
    """Return the theme and the scale of fonts as they were left."""
    return str(kept.value("theme", "system")), _number(kept.value("font_scale"), 1.0)


class LookControl(QObject):
    """What is around the work."""

    def __init__(
        self,
        state: State,
        engine: EngineControl,
        playing: PlayingControl,
        files: FilesControl,
        theming: Theming,
        log: report.LastLines,
        build: Build,
    ) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.playing = playing
        self.files = files
        self.theming = theming
        self.log = log
        self.rebuilding = Rebuilding(state, engine, files.asking, build)
        state.board.listen(state.window.show_notices)
        state.window.notice_acted.connect(self.act)
        state.window.notice_closed.connect(lambda notice: state.board.drop(notice))
        self._connect()
        self.apply(self.read())
        self._restore()

    def _connect(self) -> None:
        window = self.state.window
        time = window.heatmap.time
        wanted: dict[str, Callable[[], object]] = {
            "edit.settings": self.settings,
            "edit.paste": self._paste,
            "help.shortcuts": self.shortcuts,
            "help.report": self.report,
            "help.about": self.about,
            "view.zoom_in": lambda: time.zoom(ZOOM, self._middle()),
            "view.zoom_out": lambda: time.zoom(1.0 / ZOOM, self._middle()),
            "view.zoom_all": window.heatmap.reset_view,
            "view.table": self._table,
        }
        for name, act in wanted.items():
            action = window.actions_by_name[name]
            action.triggered.connect(lambda _checked=False, act=act: act())
        window.actions_by_name["view.side_by_side"].toggled.connect(window.heatmap.set_split)

    def _middle(self) -> float:
        time = self.state.window.heatmap.time
        inside = time.start <= time.cursor <= time.end
        return time.cursor if inside else (time.start + time.end) / 2

    def _table(self) -> None:
        window = self.state.window
        window.heatmap.set_table(not window.heatmap.table.isVisible())

    def _paste(self) -> None:
        from PySide6.QtGui import QGuiApplication

        self.files.lines.pasting.paste(QGuiApplication.clipboard().text())

    # settings

    def read(self) -> SettingsView:
        """The settings as they were left."""
        kept = self.state.settings
        theme, scale = look_of(kept)
        return SettingsView(
            theme=theme,
            font_scale=scale,
            language=str(kept.value("language", "")),
            reduce_motion=kept.value("reduce_motion", "false") == "true",
            live_sound=kept.value("live_sound", "true") == "true",
            backend=str(kept.value("backend", "auto")),
            backends=tuple((name, backend_label(name)) for name in BACKENDS),
            precision=str(kept.value("precision", "exact")),
            precisions=tuple((name, precision_label(name)) for name in PRECISIONS),
            device=str(kept.value("device", "")),
            devices=self.playing.playback.devices(),
            data_folder=str(self.state.data),
        )

    def settings(self) -> None:
        """Show the settings and do as they say."""
        dialog = SettingsDialog(self.read(), self.state.window)
        if dialog.exec():
            self.keep(dialog.wanted())
        dialog.deleteLater()

    def keep(self, wanted: SettingsView) -> None:
        """Keep settings and do as they say."""
        kept = self.state.settings
        kept.setValue("theme", wanted.theme)
        kept.setValue("font_scale", f"{wanted.font_scale:g}")
        kept.setValue("language", wanted.language)
        kept.setValue("reduce_motion", "true" if wanted.reduce_motion else "false")
        kept.setValue("live_sound", "true" if wanted.live_sound else "false")
        kept.setValue("backend", wanted.backend)
        kept.setValue("precision", wanted.precision)
        kept.setValue("device", wanted.device)
        self.apply(wanted)

    def apply(self, wanted: SettingsView) -> None:
        """Do as settings say; language and backend count from the next start."""
        self.theming.apply(wanted.theme, wanted.font_scale)
        self.playing.live = wanted.live_sound
        self.playing.set_calm(wanted.reduce_motion)
        self.state.window.heatmap.set_reduced_motion(wanted.reduce_motion)
        if wanted.device != self.playing.device:
            self.playing.choose_device(wanted.device)
        own = _words(self.state.settings.value("shortcuts"))
        apply_shortcuts(self.state.window.actions_by_name, own)

    def shortcuts(self) -> None:
        """Show all commands with their keys, to be changed."""
        actions = self.state.window.actions_by_name
        dialog = ShortcutsDialog(shortcut_views(actions), self.state.window)
        if dialog.exec():
            self.state.settings.setValue("shortcuts", json.dumps(dialog.own_keys()))
            apply_shortcuts(actions, dialog.own_keys())
        dialog.deleteLater()

    # the window's place

    def _restore(self) -> None:
        kept = self.state.settings
        geometry, widths = kept.value("geometry"), kept.value("widths")
        opened = tuple(_list(kept.value("opened")))
        self.state.window.restore_layout(_bytes(geometry), _bytes(widths), opened)

    def remember(self) -> None:
        """Keep where the window stands."""
        geometry, widths, opened = self.state.window.layout_state()
        self.state.settings.setValue("geometry", QByteArray(geometry))
        self.state.settings.setValue("widths", QByteArray(widths))
        self.state.settings.setValue("opened", json.dumps(list(opened)))
        self.state.settings.sync()

    # help

    def about(self) -> None:
        """Show the version and all licences."""
        # Here: what reads them is long to load, and seldom asked for.
        from importlib.metadata import version

        from app.licences import licence_list

        parts = tuple(
            LicenceView(each.name, each.version, each.licence, each.attribution)
            for each in licence_list()
        )
        dialog = AboutDialog(version("espressivo"), parts, self.state.window)
        dialog.exec()
        dialog.deleteLater()

    def report(self) -> None:
        """Show a report that can be saved."""
        broken = self.engine.broken
        error = None if broken is None else broken.error
        headline = translate("Studio", "A report of this program's state")
        if broken is not None:
            headline = translate("Studio", "Something broke in {stage}.").format(stage=broken.stage)
        line = self.state.line
        private = (
            "" if line is None else f"text: {line.text}\nprompt: {self.state.direction.prompt}"
        )
        text = report.compose(error, "espressivo-studio", list(self.log.lines))
        dialog = CrashDialog(CrashView(headline, text, private), self.state.window)
        dialog.save_asked.connect(self._save_report)
        dialog.exec()
        dialog.deleteLater()

    def _save_report(self, path: str, text: str) -> None:
        from app.whole_files import write_file
        from engine.errors import StudioError

        self.state.again = lambda: self._save_report(path, text)
        self.state.elsewhere = self.report
        try:
            write_file(Path(path), text.encode())
        except StudioError as error:
            self.state.board.error(error)

    # buttons of notices

    def act(self, notice: str, word: str) -> None:
        """Do what a notice's button says."""
        wanted: dict[str, Callable[[], object]] = {
            "rescan": self.playing.rescan,
            "report": self.report,
            "again": lambda: self.state.again(),
            "elsewhere": lambda: self.state.elsewhere(),
            "copy": self.files.save_as,
            "retry": self.rebuilding.retry,
            "automatic": self.rebuilding.automatic,
            "cpu": self.rebuilding.on_cpu,
            "locate": self.rebuilding.locate,
        }
        self.state.board.drop(notice)
        wanted[word]()


def _number(value: object, otherwise: float) -> float:
    try:
        return float(str(value))
    except ValueError:
        return otherwise


def _bytes(value: object) -> bytes:
    return bytes(value.data()) if isinstance(value, QByteArray) else b""


def _list(value: object) -> list[str]:
    try:
        found = json.loads(str(value))
    except ValueError:
        return []
    return [str(each) for each in found] if isinstance(found, list) else []


def _words(value: object) -> dict[str, str]:
    try:
        found = json.loads(str(value))
    except ValueError:
        return {}
    return {str(k): str(v) for k, v in found.items()} if isinstance(found, dict) else {}
