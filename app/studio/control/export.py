"""Lines, a script or a selected stretch written to files; refused ones tried elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication

from app.studio.asking import Asking
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from engine.cancel import CancelToken
from engine.errors import StudioError
from engine.values import SAMPLE_RATE, Floats
from widgets.announce import announce

if TYPE_CHECKING:
    # Only for their types: loading it is the engine thread's, behind the open window.
    from app.script_export import Exported, Targets
    from engine.build import Engine

translate = QCoreApplication.translate

SAID_MS = 8_000
"""How long the status bar says that something is done: time to look there and read it."""

Place = Callable[[], Path]
"""Where a file is offered to be written."""


class ExportControl(QObject):
    """Asks where, writes on the engine thread, says what became of it."""

    _done = Signal(str, int, int)
    """Name of the file, lines done and of how many; from the engine thread."""
    _ended = Signal()
    """Whatever became of it; from the engine thread, before its answer."""

    def __init__(self, state: State, engine: EngineControl, asking: Asking, place: Place) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.asking = asking
        self._place = place
        self._token: CancelToken | None = None
        """Of the export under way."""
        self._ended.connect(self._stop_counting, Qt.ConnectionType.QueuedConnection)
        self._done.connect(self._count, Qt.ConnectionType.QueuedConnection)
        engine.workshop.worker.settled.connect(self._settled)
        engine.shown.connect(lambda _line: self._offer())
        state.line_changed.connect(lambda _line: self._offer())
        state.window.heatmap.time.marked.connect(lambda _stretch: self._offer())
        self._connect()
        self._offer()

    def _connect(self) -> None:
        state = self.state
        wanted: dict[str, Callable[[], object]] = {
            "file.export_line": lambda: self.lines((state.current,)),
            "file.export_selection": lambda: self.lines(state.selected or (state.current,)),
            "file.export_script": lambda: self.lines(None),
            "file.export_stretch": self.stretch,
            "edit.copy_curves": self.copy_curves,
        }
        for name, act in wanted.items():
            action = state.window.actions_by_name[name]
            action.triggered.connect(lambda _checked=False, act=act: act())

    # lines

    def lines(self, line_ids: tuple[str, ...] | None) -> None:
        """Ask for a file and write lines there; None = the whole script."""
        self._ask(lambda path: self.lines_to(path, line_ids))

    def lines_to(self, path: Path, line_ids: tuple[str, ...] | None) -> None:
        """Write lines to a file of the kind its ending says."""
        targets, project, done = targets_of(path), self.state.project, self._done

        def work(engine: Engine, token: CancelToken) -> Exported:
            from app.script_export import export_script

            def count(number: int, whole: int) -> None:
                done.emit(path.name, number, whole)

            with engine.job():
                return export_script(
                    engine.renderer, project, targets, line_ids, token=token, progress=count
                )

        self._write(path, lambda again: self.lines_to(again, line_ids), work)

    # a stretch

    def stretch(self) -> None:
        """Ask for a sound file and write what is selected of the line's sound there."""
        self._ask(self.stretch_to)

    def stretch_to(self, path: Path) -> None:
        """Write the selected stretch, to the sample, to a sound file."""
        part = self._selected()
        if part is None:
            return

        def work(_engine: Engine, _token: CancelToken) -> Exported:
            from app.script_export import export_sound

            return export_sound(part, sound_of(path))

        self._write(path, self.stretch_to, work)

    def _selected(self) -> Floats | None:
        """The samples of the sound that are selected; None where there is no such thing."""
        shown = self.engine.pictures.get(self.state.current)
        sound = None if shown is None else shown.view.audio
        stretch = self.state.window.heatmap.time.selection
        if sound is None or stretch is None:
            return None
        start, end = (round(at * SAMPLE_RATE) for at in stretch)
        part = sound[start:end]
        return part if part.size else None

    def _offer(self) -> None:
        """Offer the stretch only where there is one."""
        action = self.state.window.actions_by_name["file.export_stretch"]
        action.setEnabled(self._selected() is not None)

    # the clipboard

    def copy_curves(self) -> None:
        """Put the line's curves, or what is selected of them, on the clipboard as a table."""
        from app.studio.copying import curves_text

        shown = self.engine.pictures.get(self.state.current)
        if shown is not None:
            text = curves_text(shown.view, self.state.window.heatmap.time.selection)
            QGuiApplication.clipboard().setText(text)
            self._say(translate("Studio", "The curves are on the clipboard."), SAID_MS)

    # writing

    def _ask(self, then: Callable[[Path], None]) -> None:
        path = self.asking.export_to(self._place())
        if path is not None:
            then(path)

    def _write(
        self,
        path: Path,
        anew: Callable[[Path], None],
        work: Callable[[Engine, CancelToken], Exported],
    ) -> None:
        self.state.again = lambda: anew(path)
        self.state.elsewhere = lambda: self._ask(anew)
        self.state.board.drop_subjects("file")
        self._say(translate("Studio", "Exporting {name}…").format(name=path.name), 0)
        ended = self._ended

        def whole(engine: Engine, token: CancelToken) -> Exported | StudioError:
            try:
                return work(engine, token)
            except StudioError as error:
                return error
            finally:
                ended.emit()

        self._token = self.engine.errand(whole, self._exported)
        if self._token is None:
            self._say(translate("Studio", "The voice is being loaded."), SAID_MS)

    def _count(self, name: str, number: int, whole: int) -> None:
        if self._token is not None and whole > 1:
            says = translate("Studio", "Exporting {name}: line {number} of {whole}")
            self._say(says.format(name=name, number=number, whole=whole), 0)

    def _exported(self, answer: object) -> None:
        from app.script_export import Exported

        if isinstance(answer, StudioError):
            self.state.board.error(answer)
            return
        assert isinstance(answer, Exported)
        names = ", ".join(path.name for path in answer.files)
        says = translate("Studio", "Exported {name}: {seconds} s of sound.")
        text = says.format(name=names, seconds=f"{answer.seconds:.1f}")
        self._say(text, SAID_MS)
        announce(self.state.window, text)

    def _stop_counting(self) -> None:
        """Say no more of what was under way: it is written, failed, or was cancelled."""
        self._token = None
        self._say("", 0)

    def _settled(self, ticket: int) -> None:
        if ticket < 0 and self._token is not None and self._token.cancelled:
            self._stop_counting()

    def _say(self, text: str, milliseconds: int) -> None:
        self.state.window.statusBar().showMessage(text, milliseconds)


def targets_of(path: Path) -> Targets:
    """What a file's ending says is wanted; sound where it says nothing."""
    from app.script_export import Targets

    kind = path.suffix.lower()
    if kind in (".srt", ".vtt"):
        return Targets(captions=path)
    if kind == ".csv":
        return Targets(contours=path)
    if kind == ".textgrid":
        return Targets(labels=path)
    if kind == ".pitchtier":
        return Targets(pitch=path)
    return Targets(sound=sound_of(path))


def sound_of(path: Path) -> Path:
    """The name of a sound file: WAV where it has no ending."""
    return path if path.suffix else path.with_name(f"{path.name}.wav")
