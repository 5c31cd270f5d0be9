"""Worker processes of this machine: the lines of one, and one that is killed is replaced."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.narration.crew import Crew
from app.narration.ledger import Ledger
from app.narration.processes import Processes
from app.narration.speakers import speakers
from app.narration.speaking import Pace, Speaking, stamp_of
from app.narration.voice import Spec, likeness
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import BackendUnavailable
from tests.narration.test_crew import TEXTS, lines


@pytest.fixture
def engine() -> Iterator[Engine]:
    with build_engine(backend="fake") as built:
        yield built


def spec(folder: Path) -> Spec:
    return Spec(folder / "data", "fake", True, None)


@contextmanager
def crew_of(
    engine: Engine, folder: Path, wanted: str, told: list[str], count: int = 2
) -> Iterator[Crew]:
    ledger = Ledger(folder / "crew", "x", 0)
    workers = Processes(count, spec(folder), wanted, told.append)
    stamp = stamp_of(engine, None)
    try:
        renderer = engine.renderer.for_delivery()
        yield Crew(workers, renderer, ledger, stamp, CancelToken(), told.append)
    finally:
        workers.close()
        ledger.close()


def test_two_processes_write_what_one_would_though_one_is_killed(
    engine: Engine, tmp_path: Path
) -> None:
    told: list[str] = []
    ledger = Ledger(tmp_path / "alone", "x", 0)
    renderer, stamp = engine.renderer.for_delivery(), stamp_of(engine, None)
    alone = list(Speaking(renderer, ledger, stamp, CancelToken()).lines(lines(), Pace(1)))
    ledger.close()
    with crew_of(engine, tmp_path, likeness(engine, None), told) as crew:
        book = lines()
        crew.begin(book)
        first = list(crew.lines(book[:2], Pace(1)))
        for worker in multiprocessing.active_children():
            worker.kill()
        rest = list(crew.lines(book[2:], Pace(1)))
        assert sorted(crew.spoken) == sorted(set(TEXTS))
    assert first + rest == alone
    assert told
    assert all(line.endswith("was lost; the line it was at goes to another") for line in told)
    assert multiprocessing.active_children() == []


def test_workers_that_would_sound_otherwise_are_left_out(engine: Engine, tmp_path: Path) -> None:
    told: list[str] = []
    with crew_of(engine, tmp_path, "another voice", told, 1) as crew:
        crew.begin(lines())
        with pytest.raises(BackendUnavailable) as caught:
            list(crew.lines(lines(), Pace(1)))
    assert caught.value.code == "cluster-unready"
    assert told[0].endswith("is left out: it sounds otherwise than this process")


@pytest.mark.soak
def test_workers_listen_as_one_process_does(engine: Engine, tmp_path: Path) -> None:
    """The double's tones are no words: every line is doubted, and by all alike.

    Needs the extra called recogniser, which make soak installs.
    """
    book, found = lines(TEXTS[2:5]), []
    for workers in (1, 2):
        ledger = Ledger(tmp_path / str(workers), "x", 0)
        try:
            with speakers(
                engine,
                ledger,
                CancelToken(),
                own=None,
                workers=workers,
                cluster=False,
                data=tmp_path / "data",
                speak_brackets=True,
                listen=True,
                tell=print,
            ) as speaking:
                speaking.begin(book)
                found.append(list(speaking.lines(book, Pace(1))))
        finally:
            ledger.close()
    assert found[0] == found[1]
    assert any("words-missing" in done.faults for done in found[0])
