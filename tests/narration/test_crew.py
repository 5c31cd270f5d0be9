"""Several workers speak into one ledger: what one of them alone would have written."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest

from app.narration import crew as crew_module
from app.narration.cluster import KNOCK_S, knock, member
from app.narration.crew import Crew, Worker, WorkerLost
from app.narration.ledger import Done, Ledger
from app.narration.lines import BookLine
from app.narration.speaking import Pace, Speaking, stamp_of
from app.narration.voice import Refusal, likeness
from app.narration.voicing import Voiced, voiced
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import BackendFailed, BackendUnavailable, Cancelled, InputError
from engine.values import RenderRequest

TEXTS = (
    "The lamp was lit.", "It was late.", "Nobody came to the door.", "It was late.",
    "The rain fell on the roof all night.", "She did not sleep.", "He wrote a letter.",
)  # fmt: skip


def lines(texts: Sequence[str] = TEXTS) -> list[BookLine]:
    return [BookLine(0, 0, len(text), 0.5, RenderRequest(text)) for text in texts]


class Thread:
    """A worker with an engine and a thread of its own; it is gone after so many lines."""

    def __init__(self, name: str, lives: int = 1000) -> None:
        self.name, self.lives = name, lives
        self.engine = build_engine(backend="fake")
        self.thread = ThreadPoolExecutor(1, name)
        self.asked: list[str] = []

    def speak(self, request: RenderRequest) -> Future[Voiced]:
        self.asked.append(request.text)
        return self.thread.submit(self._speak, request)

    def _speak(self, request: RenderRequest) -> Voiced:
        if len(self.asked) > self.lives:
            raise WorkerLost("killed")
        return voiced(self.engine.renderer.for_delivery(), request, CancelToken())


class Threads:
    """Workers that are there from the start, and one that comes when another is lost."""

    def __init__(self, *workers: Thread) -> None:
        self.workers = list(workers)

    def gather(self) -> Sequence[Worker]:
        ready, self.workers = self.workers, []
        return ready


@pytest.fixture
def engine() -> Iterator[Engine]:
    with build_engine(backend="fake") as built:
        yield built


@pytest.fixture
def made(request: pytest.FixtureRequest) -> Iterator[list[Thread]]:
    workers = [Thread(f"worker-{n}", lives) for n, lives in enumerate(request.param)]
    yield workers
    for worker in workers:
        worker.thread.shutdown()
        worker.engine.close()


def crew_of(
    engine: Engine, folder: Path, workers: Sequence[Thread], token: CancelToken, told: list[str]
) -> tuple[Crew, Ledger]:
    ledger = Ledger(folder, "x", 0)
    renderer, stamp = engine.renderer.for_delivery(), stamp_of(engine, None)
    return Crew(Threads(*workers), renderer, ledger, stamp, token, told.append), ledger


def alone(engine: Engine, folder: Path) -> list[tuple[Done, bytes]]:
    ledger = Ledger(folder, "x", 0)
    renderer, stamp = engine.renderer.for_delivery(), stamp_of(engine, None)
    done = list(Speaking(renderer, ledger, stamp, CancelToken()).lines(lines(), Pace(1)))
    found = [(each, ledger.audio(each.key).tobytes()) for each in done]
    ledger.close()
    return found


@pytest.mark.parametrize("made", [(1000, 1)], indirect=True)
def test_a_crew_writes_what_one_would_and_a_lost_worker_costs_one_line(
    made: list[Thread], engine: Engine, tmp_path: Path
) -> None:
    told: list[str] = []
    crew, ledger = crew_of(engine, tmp_path / "crew", made, CancelToken(), told)
    book, pace = lines(), Pace(sum(map(len, TEXTS)))
    crew.begin(book)
    done = [*crew.lines(book[:3], pace), *crew.lines(book[3:], pace)]
    spoken = [(each, ledger.audio(each.key).tobytes()) for each in done]
    ledger.close()
    assert spoken == alone(engine, tmp_path / "alone")
    asked = [text for worker in made for text in worker.asked]
    assert sorted(crew.spoken) == sorted(set(TEXTS))  # equal lines are spoken once
    assert len(asked) == len(set(TEXTS)) + 1
    assert len(made[1].asked) == 2
    assert told == ["worker-1 was lost; the line it was at goes to another"]
    assert pace.done_letters == pace.letters
    again, ledger = crew_of(engine, tmp_path / "crew", [], CancelToken(), told)
    again.begin(book)
    assert list(again.lines(book, Pace(1))) == done  # nothing is left to do: no worker needed
    ledger.close()


@pytest.mark.parametrize("made", [(1000,)], indirect=True)
def test_a_row_that_was_lost_is_planned_here_and_its_sound_kept(
    made: list[Thread], engine: Engine, tmp_path: Path
) -> None:
    crew, ledger = crew_of(engine, tmp_path, made, CancelToken(), [])
    crew.begin(lines())
    done = list(crew.lines(lines(), Pace(1)))
    ledger.close()
    rows = tmp_path / ".narration" / "ledger.jsonl"
    rows.write_text("".join(rows.read_text().splitlines(keepends=True)[:-2]))
    crew, ledger = crew_of(engine, tmp_path, made, CancelToken(), [])
    crew.begin(lines())
    assert list(crew.lines(lines(), Pace(1))) == done
    assert crew.spoken == []
    ledger.close()


@pytest.mark.parametrize("made", [(0, 0, 0)], indirect=True)
def test_a_line_that_loses_every_worker_ends_the_run(
    made: list[Thread], engine: Engine, tmp_path: Path
) -> None:
    crew, ledger = crew_of(engine, tmp_path, made, CancelToken(), [])
    crew.begin(lines(TEXTS[:1]))
    with pytest.raises(BackendFailed) as caught:
        list(crew.lines(lines(TEXTS[:1]), Pace(1)))
    assert caught.value.code == "cluster-lost"
    assert "3 workers over one line: The lamp" in caught.value.detail
    ledger.close()


def test_without_a_worker_it_waits_a_while_and_can_be_cancelled(
    engine: Engine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = CancelToken()
    crew, ledger = crew_of(engine, tmp_path, [], token, [])
    monkeypatch.setattr(crew_module, "PATIENCE_S", 0.3)
    crew.begin(lines())
    with pytest.raises(BackendFailed) as caught:
        list(crew.lines(lines(), Pace(1)))
    assert caught.value.detail == "no worker is left"
    token.cancel()
    with pytest.raises(Cancelled):
        list(crew.lines(lines(), Pace(1)))
    ledger.close()


def test_machines_that_sound_alike_say_so(engine: Engine) -> None:
    with build_engine(backend="fake") as other:
        assert likeness(engine, None) == likeness(other, None)
    error = InputError("voice-unknown", subject="voice", detail="x", hint="y")
    again = Refusal(error.code, error.subject, error.detail, error.hint, type(error)).error
    assert (type(again), again.code, again.hint) == (InputError, "voice-unknown", "y")


def test_without_ray_a_cluster_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(BackendUnavailable) as caught, member("auto"):
        pass
    assert (caught.value.code, caught.value.hint) == ("cluster-missing", "espressivo[cluster]")


@pytest.mark.parametrize("address", ["nowhere", "ray://somebody:1", "host:", "h:99999999"])
def test_an_address_that_is_none_is_told_at_once(address: str) -> None:
    with pytest.raises(BackendUnavailable) as caught:
        knock(address)
    assert caught.value.code == "cluster-unreachable"


def test_nobody_at_the_address() -> None:
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))  # bound and not listening: refused
        start = time.monotonic()
        with pytest.raises(BackendUnavailable):
            knock(f"127.0.0.1:{held.getsockname()[1]}")
    assert time.monotonic() - start < 5 * KNOCK_S
