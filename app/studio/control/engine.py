"""Plans and sounds: what is asked of the engine thread, and what becomes of its answers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.project.values import TakeRef, fit_keyframes, is_stale, request_of
from app.studio.control.state import State, stamp_now
from app.studio.desk import BatchItem, Desk, Job
from app.studio.notice_board import UNEXPECTED
from app.studio.present.line import heatmap_view, with_asked
from app.studio.present.script import Activity
from app.studio.soon import Soon
from app.studio.worker import EngineThread, Errand, Task, Unexpected
from engine.cancel import CancelToken
from engine.errors import StudioError
from engine.heatmaps import Heatmap
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Emotion, RenderRequest, Take, Want
from widgets.views import HeatmapView

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

translate = QCoreApplication.translate

MOST_SHOWN = 64
"""Lines whose pictures are kept to be shown at once when they become current again."""

MOST_PROMPTS = 2_000
"""Prompts whose meaning is kept: a long script's, and what is typed in an hour."""


@dataclass
class Asked:
    """A job and what has come of it so far."""

    line: str
    request: RenderRequest
    play: bool
    batch: bool = False
    at: float = field(default_factory=monotonic)
    first_s: float | None = None
    pieces: list[Streamed] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Shown:
    """The newest plan of a line, the newest sound, and the picture of both."""

    view: HeatmapView
    plan: Take
    sound: Take | None = None
    current: Take | None = None
    """The sound, while the line is as it was spoken."""
    heatmap: Heatmap | None = None
    """Of ``current``."""
    heard: HeatmapView | None = None
    """The picture of that sound."""
    first_s: float | None = None


class EngineControl(QObject):
    """Submits to the desk, hears the worker."""

    ready = Signal()
    """The engine is loaded."""
    shown = Signal(str)
    """A line has a new picture."""
    states = Signal()
    """Something about the lines' states has changed."""
    piece = Signal(object, object)
    """``Asked`` and a piece of its sound."""
    near = Signal(object, object)
    """``Asked`` and a ``Take`` to be heard in place of its sound, which is being made."""
    sounded = Signal(object, object)
    """``Asked`` and its finished ``Take``."""

    def __init__(self, state: State, thread: EngineThread) -> None:
        super().__init__(state)
        self.state = state
        self.workshop = thread
        self.desk = Desk(self._run)
        self.engine: Engine | None = None
        self.planned_s: dict[str, float] = {}
        self.failures: dict[str, str] = {}
        self._failed_for: dict[str, RenderRequest] = {}
        """What was asked of each line that failed."""
        self.emotions: dict[str, Emotion] = {}
        """What each prompt was understood as."""
        self.pictures: dict[str, Shown] = {}
        self.broken: Unexpected | None = None
        self.updates = 0
        """Pictures made so far."""
        self._plans = Soon(self._show, self)
        self._asked: dict[int, Asked] = {}
        self._errands: dict[int, tuple[Errand, Callable[[object], None]]] = {}
        self._rendering = ""
        self._errand = 0
        self._held = False
        """Whether takes are held for a batch."""
        worker = thread.worker
        worker.ahead = self.desk.ahead
        worker.loaded.connect(self._loaded)
        worker.load_failed.connect(self._load_failed)
        worker.planned.connect(self._planned)
        worker.near.connect(self._near)
        worker.unit.connect(self._unit)
        worker.finished.connect(self._finished)
        worker.failed.connect(self._failed)
        worker.answered.connect(self._answered)
        worker.settled.connect(self._settled)
        state.replaced.connect(self._forget)

    # asking

    def plan(self) -> None:
        """Plan the current line as it stands."""
        line = self.state.line
        if self.engine is not None and line is not None and line.text.strip():
            request = request_of(self.state.project, line, Want.PLAN)
            self._submit(line.id, request, play=False)

    def speak(self, line_id: str, *, play: bool, draft: bool = False) -> None:
        """Speak a line as it stands; of a draft one that sounds alike may be heard first."""
        line = self.state.project.line(line_id)
        if self.engine is not None and line is not None and line.text.strip():
            want = Want.DRAFT if draft else Want.SOUND
            self._submit(line.id, request_of(self.state.project, line, want), play=play)

    def speak_request(self, line_id: str, request: RenderRequest, *, play: bool) -> None:
        """Speak something of a line that need not be as the line stands."""
        if self.engine is not None:
            self._submit(line_id, request, play=play)

    def speak_stale(self) -> None:
        """Speak every line that has changed, one after another."""
        self._batch(self._stale())

    def speak_all(self, lines: tuple[str, ...]) -> None:
        """Speak lines in order, each as it stands when its turn comes."""
        self._batch(self._each(lines))

    def _batch(self, items: Iterator[BatchItem]) -> None:
        if self.engine is not None:
            if not self._held:
                self._held = True
                self.workshop.hold.emit(True)
            self.desk.batch(items)
            self._let_go()

    def _let_go(self) -> None:
        """End the long job once nothing of it is left."""
        if self._held and not self.desk.batching:
            self._held = False
            self.workshop.hold.emit(False)

    def errand(self, task: Task, then: Callable[[object], None]) -> CancelToken | None:
        """Have a task done on the engine thread; ``then`` gets what it returned."""
        if self.engine is None:
            return None
        self._errand -= 1
        errand = Errand(self._errand, task, CancelToken())
        self._errands[errand.ticket] = (errand, then)
        self.workshop.job.emit(errand)
        return errand.token

    def cancel(self) -> None:
        """Stop what runs and all that waits."""
        self.desk.cancel()
        for errand, _ in self._errands.values():
            errand.token.cancel()

    def close(self) -> None:
        """Take nothing more."""
        self.desk.close()
        self.cancel()

    def _stale(self) -> Iterator[BatchItem]:
        done: set[str] = set()
        while ahead := [each.id for each in self.state.project.lines if each.id not in done]:
            for line_id in ahead:  # and then those that have been put in meanwhile
                done.add(line_id)
                line = self.state.project.line(line_id)
                if line is not None and is_stale(self.state.project, line):
                    yield line.id, request_of(self.state.project, line)

    def _each(self, lines: tuple[str, ...]) -> Iterator[BatchItem]:
        for line_id in lines:
            line = self.state.project.line(line_id)
            if line is not None and line.text.strip():
                yield line.id, request_of(self.state.project, line)

    def _submit(self, line_id: str, request: RenderRequest, *, play: bool) -> None:
        before = self.desk.waiting
        ticket = self.desk.submit(line_id, request)
        if before is not None and self.desk.waiting is not before:
            running = self.desk.running
            if running is None or running.ticket != before.ticket:
                self._asked.pop(before.ticket, None)
        if ticket is None:
            return
        asked = self._asked.setdefault(ticket, Asked(line_id, request, play))
        if play and not asked.play:
            asked.play = True
            for piece in asked.pieces:
                self.piece.emit(asked, piece)

    def _run(self, job: Job) -> None:
        asked = self._asked.setdefault(job.ticket, Asked(job.line, job.request, play=False))
        asked.batch = job.batch
        if job.request.want is not Want.PLAN:
            self._rendering = job.line
            self.states.emit()
        self.workshop.job.emit(job)

    # hearing

    def _loaded(self, engine: Engine) -> None:
        self.engine = engine
        self.state.board.drop_subjects("backend")
        self.state.board.remarks(engine.remarks)
        info = engine.backend.describe()
        ready = translate("Studio", "Ready: {device}")
        if info.name.lower() not in info.device.lower():
            ready = translate("Studio", "Ready: {backend}, {device}")
        self.state.window.show_engine(ready.format(backend=info.name, device=info.device))
        self.ready.emit()

    def _load_failed(self, error: StudioError | Unexpected) -> None:
        self.state.window.show_engine(translate("Studio", "The voice is not loaded"))
        self._say(error)

    def _planned(self, ticket: int, take: Take, picture: Heatmap) -> None:
        asked = self._asked.get(ticket)
        if asked is not None:
            self._plans.give(asked.line, asked, take, picture)

    def _near(self, ticket: int, take: Take, picture: Heatmap) -> None:
        asked = self._asked.get(ticket)
        if asked is None or not asked.play:
            return
        self._plans.settle()
        asked.play = False  # the exact one is to be there, not to interrupt
        asked.first_s = monotonic() - asked.at
        before = self.pictures.get(asked.line)
        if before is None:
            before = Shown(heatmap_view(asked.line, take, picture), take)
        self.pictures[asked.line] = replace(
            before, sound=take, current=None, heatmap=None, first_s=asked.first_s
        )
        self.near.emit(asked, take)
        self.shown.emit(asked.line)

    def _unit(self, ticket: int, piece: Streamed) -> None:
        asked = self._asked.get(ticket)
        if asked is None:
            return
        if asked.first_s is None:
            asked.first_s = max(monotonic(), piece.plays_from) - asked.at
        asked.pieces.append(piece)
        if asked.play or asked.batch:
            self.piece.emit(asked, piece)

    def _finished(self, ticket: int, take: Take, picture: Heatmap) -> None:
        asked = self._asked.get(ticket)
        if asked is None:
            return
        self._plans.settle()
        self._keep(asked, take)
        self._show(asked, take, picture)
        self.sounded.emit(asked, take)

    def _keep(self, asked: Asked, take: Take) -> None:
        made = take.provenance
        ref = TakeRef(
            id="",
            key=take.key,
            text=asked.request.text,
            voice=asked.request.voice,
            direction=asked.request.direction,
            seed=asked.request.seed,
            created=stamp_now(),
            seconds=round(take.plan.samples / SAMPLE_RATE, 3),
            made=f"{made.backend} {made.precision}",
        )
        if self.state.project.line(asked.line) is not None:
            self.state.history.finished(asked.line, ref)

    def _show(self, asked: Asked, take: Take, picture: Heatmap) -> None:
        before = self.pictures.pop(asked.line, None)
        heard = None if before is None else before.heard
        if take.audio is not None:
            view = heatmap_view(asked.line, take, picture)
            shown = Shown(view, take, take, take, picture, view, asked.first_s)
        elif before is not None and heard is not None:
            view = with_asked(heard, take, picture)
            shown = Shown(view, take, before.sound, None, None, heard, before.first_s)
        else:
            shown = Shown(heatmap_view(asked.line, take, picture), take)
        self.pictures[asked.line] = shown  # last: the newest is the last to be forgotten
        while len(self.pictures) > MOST_SHOWN:
            self.pictures.pop(next(each for each in self.pictures if each != self.state.current))
        self.planned_s[asked.line] = take.plan.samples / SAMPLE_RATE
        self._learn(asked.request.direction.prompt, take.emotion)
        if not self._still_failed(asked.line, take.request):
            self.failures.pop(asked.line, None)
        self._fit(asked, take)
        self.updates += 1
        self.shown.emit(asked.line)
        self.states.emit()

    def _still_failed(self, line: str, done: RenderRequest) -> bool:
        """Whether ``done`` is but the plan of a sound that failed: that proves nothing."""
        failed = self._failed_for.get(line)
        return failed is not None and done == replace(failed, want=Want.PLAN) != failed

    def _learn(self, prompt: str, emotion: Emotion) -> None:
        self.emotions.pop(prompt, None)
        self.emotions[prompt] = emotion
        while len(self.emotions) > MOST_PROMPTS:
            self.emotions.pop(next(iter(self.emotions)))

    def _fit(self, asked: Asked, take: Take) -> None:
        fitted = fit_keyframes(self.state.project, asked.line, len(take.reading.words))
        if fitted is not self.state.project and asked.request.text == take.request.text:
            self.state.edit(fitted, translate("Studio", "fit ramp"), f"text {asked.line}")

    def _failed(self, ticket: int, error: StudioError | Unexpected) -> None:
        asked = self._asked.get(ticket)
        self._plans.settle()
        self._say(error)
        if asked is None:
            return
        if isinstance(error, StudioError) and error.code == "keyframe-off-text":
            self._drop_keyframes(asked.line)
        named = error.code if isinstance(error, StudioError) else UNEXPECTED
        self.failures[asked.line] = self.state.board.says(named)
        self._failed_for[asked.line] = asked.request
        self.states.emit()

    def _drop_keyframes(self, line_id: str) -> None:
        line = self.state.project.line(line_id)
        if line is not None:
            words = len(line.text.split())
            fitted = fit_keyframes(self.state.project, line_id, words)
            self.state.edit(fitted, translate("Studio", "fit ramp"), f"text {line_id}")

    def unexpected(self, broken: Unexpected) -> None:
        """Say that something broke that nobody foresaw."""
        self._say(broken)

    def _say(self, error: StudioError | Unexpected) -> None:
        if isinstance(error, Unexpected):
            self.broken = error
        self.state.board.error(error)

    def _answered(self, ticket: int, answer: object) -> None:
        errand, then = self._errands[ticket]
        if not errand.token.cancelled:  # else it is of a project that was left, or unwanted
            then(answer)

    def _settled(self, ticket: int) -> None:
        if ticket < 0:
            self._errands.pop(ticket, None)
            return
        self._asked.pop(ticket, None)
        self._rendering = ""
        self.desk.settled(ticket)
        self._let_go()
        self.states.emit()

    @property
    def activity(self) -> Activity:
        """What is going on with the lines."""
        rendering = frozenset((self._rendering,) if self._rendering else ())
        return Activity(self.planned_s, rendering, self.failures)

    @property
    def rendering(self) -> str:
        """The line that is being spoken; "" = none."""
        return self._rendering

    def _forget(self) -> None:
        self.cancel()
        self._plans.forget()
        self._asked.clear()  # what still comes is of lines whose ids mean others now
        self.planned_s.clear()
        self.failures.clear()
        self._failed_for.clear()
        self.pictures.clear()
