"""The studio as a program: ``espressivo-studio [PROJECT] [--backend NAME]``."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType, TracebackType
from typing import TYPE_CHECKING

from app import settings
from app.notices import sentence, status
from app.settings import Settings
from engine.errors import ExportError, StudioError

if TYPE_CHECKING:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication

    from app.studio.wiring import Studio
    from engine.build import Engine
    from widgets.themes import Theming

LOG = logging.getLogger(__name__)

NO_WINDOW = (
    "espressivo-studio: there is no screen to open a window on; "
    "`espressivo say` speaks without one."
)


def parser() -> argparse.ArgumentParser:
    """The options of the studio."""
    made = argparse.ArgumentParser(
        prog="espressivo-studio", description="Tune emotional speech by ear and eye."
    )
    made.add_argument("project", nargs="?", type=Path, help="project file to open")
    made.add_argument(
        "--project", dest="opened", type=Path, metavar="FILE", help="the same, by name"
    )
    made.add_argument("--backend", metavar="NAME", help=", ".join(settings.BACKENDS))
    made.add_argument("--version", action=_Version, nargs=0, help="print the release and end")
    return made


class _Version(argparse.Action):
    """Looks the release up only when it is asked for: that takes as long as Qt does."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        from importlib.metadata import version

        sys.stdout.write(f"{version('espressivo')}\n")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Open the studio and return its exit status when it is closed."""
    asked = parser().parse_args(argv)
    try:
        own = settings.load(os.environ)
        if asked.backend is not None:
            settings.backend_name(asked.backend)
        _make_folder(own.data)
    except StudioError as error:
        print(f"espressivo-studio: {sentence(error)}", file=sys.stderr)  # noqa: T201
        return int(status(error))
    if sys.platform == "linux" and not has_screen(os.environ):
        print(NO_WINDOW, file=sys.stderr)  # noqa: T201
        return 2
    return run(own, asked.project or asked.opened, asked.backend)


def _make_folder(data: Path) -> None:
    """Make the data folder: settings, takes and recovery go there.

    Raises:
        ExportError: ``data-unwritable``.
    """
    try:
        data.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ExportError(
            "data-unwritable", subject="file", detail=error.strerror or "", hint=str(data)
        ) from error


def has_screen(environment: os._Environ[str] | dict[str, str]) -> bool:
    """Whether a window can be opened at all."""
    names = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    return any(environment.get(name) for name in names)


def run(own: Settings, project: Path | None, backend: str | None) -> int:
    """Open the window; the engine is loaded behind it."""
    # Here, not above: they take a third of a second, and `--help` needs none of them.
    from PySide6.QtCore import QLocale, QSettings, QTimer
    from PySide6.QtWidgets import QApplication

    from app.studio import fonts
    from widgets.language import LANGUAGES, install_language, language_for
    from widgets.opening import show_opening

    app = QApplication(sys.argv[:1])
    app.setApplicationName("espressivo")
    app.setApplicationDisplayName("Espressivo")
    app.setDesktopFileName("espressivo")
    kept = QSettings(str(own.data / settings.STUDIO_FILE), QSettings.Format.IniFormat)
    chosen = language_for(str(kept.value("language", "")), tuple(QLocale.system().uiLanguages()))
    readable = fonts.readable(chosen)
    install_language(app, chosen if readable else LANGUAGES[0])
    if not fonts.has_font():
        print(fonts.NO_FONT, file=sys.stderr, flush=True)  # noqa: T201
    theming = _theming(app, kept)
    opening = show_opening(app)
    precision = str(kept.value("precision", ""))
    own = settings.with_precision(own, precision if precision in settings.PRECISIONS else None)
    studio = _studio(own, backend or str(kept.value("backend", "")) or own.backend, theming)
    studio.start(project)
    opening.finish(studio.window)
    if not readable:
        studio.state.board.say(fonts.unreadable_notice())
    # A signal that came before the loop found nothing to end: it ends the loop as that begins.
    QTimer.singleShot(0, lambda: app.quit() if studio.keep_recovery else None)
    if project is None:
        # Within the loop: a signal to end that comes while it asks then ends all of it.
        QTimer.singleShot(0, studio.files.offer_recovery)
    code = app.exec()
    if not studio.stop():
        os._exit(1)
    return int(code)


def _theming(app: QApplication, kept: QSettings) -> Theming:
    """The theming, with the colours the window was left in."""
    from widgets.themes import SYSTEM, THEMES, Theming

    theming = Theming(app, app)
    theme = str(kept.value("theme", SYSTEM))
    theming.colour(theme if theme in THEMES else SYSTEM)
    return theming


def _studio(own: Settings, backend: str, theming: Theming) -> Studio:
    """The studio, behind what is seen already: what it is made of takes a second to load."""
    from app.studio.making import Making
    from app.studio.wiring import Studio

    making = Making(theming)
    rebuild = _builder(own, backend, making.tell)
    studio = Studio(own, lambda: rebuild(""), theming, rebuild)
    making.words.connect(studio.window.show_engine)
    _catch(studio)
    _leave_on_signals(studio)
    return studio


def _builder(
    own: Settings, wanted: str, progress: Callable[[str, float], None]
) -> Callable[[str], Engine]:
    """What puts the engine together with a backend of a name, or with ``wanted``."""

    def rebuild(named: str) -> Engine:
        # Here, on the engine thread: the window need not wait for them.
        from app import keeping, lexicons
        from engine.build import build_engine

        return build_engine(
            own.data,
            named or wanted,
            precision=own.precision,
            steer=own.steer == "on",
            progress=progress,
            speak_brackets=own.brackets == "speak",
            own=lexicons.own_words(own),
            limits=keeping.limits(own),
        )

    return rebuild


def _leave_on_signals(studio: Studio) -> None:
    """End as when the window is closed, with what is unsaved left to be offered again."""
    from PySide6.QtWidgets import QApplication

    def leave(_number: int, _frame: FrameType | None) -> None:
        studio.keep_recovery = True
        QApplication.quit()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, leave)


def _catch(studio: Studio) -> None:
    """Say what nobody foresaw in the window's own thread, and go on."""

    from app.studio.worker import Unexpected

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        LOG.critical("unexpected", exc_info=(kind, error, trace))
        if isinstance(error, Exception):
            studio.engine.unexpected(Unexpected("window", error))

    sys.excepthook = hook


if __name__ == "__main__":
    sys.exit(main())
