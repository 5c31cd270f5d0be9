"""The engine thread: every way a job can end, and that the thread always ends."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from app.studio.desk import Job
from app.studio.worker import EngineThread, Errand, Unexpected
from engine.backends.fake import FakeBackend
from engine.build import Engine
from engine.cancel import CancelToken
from engine.errors import MissingModel, StudioError
from engine.streaming import Streamed
from engine.values import Direction, RenderRequest, Take, Want
from tests.hygiene.guards import ExpectLog
from tests.studio.opened import until

LINE = RenderRequest("Good morning, and good night.", direction=Direction("joyfully"))


class Heard:
    """What came back from the thread, in order."""

    def __init__(self, thread: EngineThread) -> None:
        self.all: list[tuple[object, ...]] = []
        worker = thread.worker
        for name in ("loaded", "load_failed", "planned", "unit", "finished", "failed"):
            getattr(worker, name).connect(lambda *given, name=name: self.all.append((name, *given)))
        worker.answered.connect(lambda *given: self.all.append(("answered", *given)))
        worker.settled.connect(lambda ticket: self.all.append(("settled", ticket)))

    def names(self) -> list[str]:
        return [str(each[0]) for each in self.all]


@contextmanager
def running(build: object) -> Iterator[tuple[EngineThread, Heard]]:
    thread = EngineThread(build)  # type: ignore[arg-type]
    heard = Heard(thread)
    thread.start()
    try:
        yield thread, heard
    finally:
        assert thread.stop()


@pytest.fixture
def backend(fake_engine: Engine) -> FakeBackend:
    assert isinstance(fake_engine.backend, FakeBackend)
    return fake_engine.backend


def test_a_plan_and_a_sound_come_back_whole(qapp: QApplication, fake_engine: Engine) -> None:
    with running(lambda: fake_engine) as (thread, heard):
        thread.job.emit(Job(1, "l1", RenderRequest(LINE.text, want=Want.PLAN)))
        thread.job.emit(Job(2, "l1", LINE))
        until(lambda: ("settled", 2) in heard.all)
    names = [name for name in heard.names() if name != "unit"]
    assert names == ["loaded", "planned", "settled", "planned", "finished", "settled"]
    streamed = [each[-1] for each in heard.all]
    pieces = [piece.audio for piece in streamed if isinstance(piece, Streamed)]
    take = next(each[2] for each in heard.all if each[0] == "finished")
    assert isinstance(take, Take)
    assert take.audio is not None
    np.testing.assert_array_equal(np.concatenate(pieces), take.audio)


def test_a_stalled_sound_is_cut_by_its_token(
    qapp: QApplication, fake_engine: Engine, backend: FakeBackend
) -> None:
    job = Job(1, "l1", LINE)
    with running(lambda: fake_engine) as (thread, heard):
        until(lambda: heard.all)
        backend.stall()
        thread.job.emit(job)
        assert backend.wait_stalled(10.0)
        job.token.cancel()
        until(lambda: ("settled", 1) in heard.all)
        backend.release()
    assert heard.names() == ["loaded", "planned", "settled"]


def test_a_failing_backend_is_told_and_the_next_job_runs(
    qapp: QApplication, fake_engine: Engine, backend: FakeBackend
) -> None:
    other = RenderRequest("A text that was never asked before.", want=Want.PLAN)
    with running(lambda: fake_engine) as (thread, heard):
        until(lambda: heard.all)
        backend.fail_next("out of memory")
        thread.job.emit(Job(1, "l1", other))
        thread.job.emit(Job(2, "l1", other))
        until(lambda: ("settled", 2) in heard.all)
    assert heard.names() == ["loaded", "failed", "settled", "planned", "settled"]
    error = heard.all[1][2]
    assert isinstance(error, StudioError)
    assert (error.code, error.detail) == ("backend-failed", "out of memory")


def test_an_unforeseen_failure_is_wrapped_with_its_stage(
    qapp: QApplication, fake_engine: Engine, expect_log: ExpectLog
) -> None:
    expect_log("job -1 failed")

    def broken(_engine: Engine, _token: CancelToken) -> object:
        raise ZeroDivisionError

    with running(lambda: fake_engine) as (thread, heard):
        thread.job.emit(Errand(-1, broken, CancelToken()))
        until(lambda: ("settled", -1) in heard.all)
    error = heard.all[1][2]
    assert isinstance(error, Unexpected)
    assert isinstance(error.error, ZeroDivisionError)


def test_an_errand_answers(qapp: QApplication, fake_engine: Engine) -> None:
    with running(lambda: fake_engine) as (thread, heard):
        errand = Errand(-1, lambda engine, _token: engine.voices.names()[0], CancelToken())
        thread.job.emit(errand)
        until(lambda: ("settled", -1) in heard.all)
    assert ("answered", -1, "af_alloy") in heard.all


def test_a_model_that_is_missing_is_told(qapp: QApplication) -> None:
    def build() -> Engine:
        raise MissingModel("model-missing", subject="model", detail="not there")

    with running(build) as (thread, heard):
        thread.job.emit(Job(1, "l1", LINE))
        until(lambda: ("settled", 1) in heard.all)
    assert heard.names() == ["load_failed", "settled"]


def test_a_thread_stops_during_a_render(
    qapp: QApplication, fake_engine: Engine, backend: FakeBackend
) -> None:
    job = Job(1, "l1", LINE)
    thread = EngineThread(lambda: fake_engine)
    thread.start()
    backend.stall()
    thread.job.emit(job)
    assert backend.wait_stalled(10.0)
    job.token.cancel()
    assert thread.stop()
    backend.release()
