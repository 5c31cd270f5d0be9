"""The files of the open book: where they go, their rendering, and what they measure."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QUrl
from PySide6.QtGui import QDesktopServices

from app.book.means import problems
from app.book.measured import report_view
from app.book.notice import book_notice, complaint
from app.book.present import job_view
from app.book.queue import ACTIVE, BookJob
from app.book.rendering import BookFailure, error_of
from app.book.run import BookRun
from app.book.values import restored
from app.narration.report import PAGE
from engine.errors import InputError, StudioError
from widgets.announce import announce
from widgets.book.window import BookWindow

if TYPE_CHECKING:
    from app.book.control import BookControl

translate = QCoreApplication.translate


class BookFiles(QObject):
    """Renders the open book and shows what came of it."""

    def __init__(self, control: BookControl) -> None:
        super().__init__(control)
        self._control = control
        self._rendering = control.rendering
        self._measuring: BookRun | None = None
        self._rendering.over.connect(self._over)
        self._rendering.failed.connect(self._failed)

    def connect_to(self, window: BookWindow) -> None:
        """Hear the window."""
        set_ = self._control.edits.set
        delivery, bar, queue = window.delivery, window.render_bar, window.queue
        window.notice_acted.connect(self._act)
        delivery.formats_chosen.connect(lambda names: set_(formats=names))
        delivery.profile_chosen.connect(lambda name: set_(profile=name))
        delivery.credit_chosen.connect(lambda on: set_(credit=on))
        delivery.folder_typed.connect(lambda text: self._go_to(Path(text).expanduser()))
        delivery.folder_asked.connect(self._ask_folder)
        bar.render_asked.connect(self.render)
        bar.pause_asked.connect(self._rendering.pause)
        bar.cancel_asked.connect(lambda: self._rendering.cancel(None))
        queue.removed.connect(self._rendering.remove)
        queue.earlier.connect(self._rendering.sooner)
        window.report.folder_asked.connect(lambda: self._open_outside(""))
        window.report.page_asked.connect(lambda: self._open_outside(PAGE))
        window.report.measure_asked.connect(self._measure)

    # rendering

    def render(self) -> None:
        """Put the open book into the queue, as it is now."""
        standing, work = self._control.standing, self._control.work
        if standing is None or work is None or standing.laid.work is not work:
            return
        self._control.board.drop("interrupted", "ended")
        self._control.board.drop_subjects("render")
        self._rendering.render(standing.laid)
        self.show_jobs()  # at once: what was clicked is to answer

    def show_jobs(self) -> None:
        """Show the queue and the bar at the foot."""
        window, work = self._control.window, self._control.work
        if window is None or work is None:
            return
        jobs = self._rendering.queue.jobs
        window.queue.show_jobs(tuple(job_view(job) for job in jobs))
        active = self._rendering.queue.active
        mine = next((job for job in reversed(jobs) if job.laid.work.path == work.path), None)
        shown = active or mine
        standing = self._control.standing
        ready = standing is not None and standing.laid.work is work and standing.laid.letters > 0
        says = translate("Book", "Nothing is being rendered.")
        if not work.formats:
            ready, says = False, translate("Book", "Choose under Files what is to be made.")
        elif problems(work.means):
            ready, says = (
                False,
                translate("Book", "Something that is rarely needed cannot be done so: see Files."),
            )
        window.render_bar.show_job(
            None if shown is None else job_view(shown),
            can_render=ready and (mine is None or mine.state not in ACTIVE),
            says=says,
        )

    def _over(self, job: BookJob) -> None:
        self.show_report()
        window = self._control.window
        if window is not None and job.state.value == "done":
            told = translate("Book", "{title} is done.").format(title=job.laid.work.title)
            announce(window, told)

    def _failed(self, job: BookJob, error: StudioError | BookFailure) -> None:
        del job
        if isinstance(error, StudioError):
            self._control.board.say(book_notice(error, "render"))
        else:
            self._control.board.say(complaint(str(error)))

    # folder and report

    def _ask_folder(self) -> None:
        work = self._control.work
        if work is None:
            return
        title = translate("Book", "Folder for the files")
        place = work.out if work.out.exists() else work.out.parent
        folder = self._control.asking.open_folder(place, title)
        if folder is not None:
            self._go_to(folder)

    def _go_to(self, folder: Path) -> None:
        work = self._control.work
        if work is not None and folder != work.out and str(folder) not in ("", "."):
            self._control.edits.set(
                out=folder if folder.is_absolute() else work.path.parent / folder
            )
            self.show_report()

    def show_report(self) -> None:
        """Show what the files in the folder measured last."""
        window, work = self._control.window, self._control.work
        if window is not None and work is not None:
            window.report.show_report(report_view(work.out))

    def _measure(self) -> None:
        """Measure the files in the folder again, in a process of its own."""
        work = self._control.work
        if work is None or self._measuring is not None:
            return
        run = self._measuring = BookRun(self)
        run.told.connect(self._measure_told)
        run.ended.connect(lambda _code, _said: self._measured(run))
        profile = ["--profile", work.profile]
        run.start(["report", str(work.out), *profile], self._rendering.environment)

    def _measure_told(self, event: dict[str, Any]) -> None:
        if event.get("event") == "error":
            self._control.say(error_of(event), "report")

    def _measured(self, run: BookRun) -> None:
        self._measuring = None
        run.deleteLater()
        self.show_report()

    def close(self) -> None:
        """End what is measured."""
        run, self._measuring = self._measuring, None
        if run is not None:
            run.end()

    def _open_outside(self, name: str) -> None:
        work = self._control.work
        if work is None:
            return
        place = work.out / name if name else work.out
        if not place.exists():
            missing = InputError("report-missing", subject="file", detail=str(place))
            self._control.say(missing, "report")
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(place)))

    def _act(self, notice: str, word: str) -> None:
        """Do what a notice's button says."""
        self._control.board.drop(notice)
        if word == "other":
            self._control.ask()
        elif word == "own":
            self._control.edits.edit(restored)
        elif word == "place":
            self._ask_folder()
        elif word == "again":
            self.render()
