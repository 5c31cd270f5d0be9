"""Work beside the voice: a failure or a cancel is heard at once, whatever is waited for."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future, wait

import pytest

from app.narration.making import making
from engine.cancel import CancelToken
from engine.errors import Cancelled, ExportError

HANG_S = 20.0


def held(stop: CancelToken) -> None:
    """A piece that lasts until it is stopped."""
    began = time.monotonic()
    while time.monotonic() - began < HANG_S:
        stop.check()
        time.sleep(0.01)


def refused(stop: CancelToken) -> None:
    del stop
    raise ExportError("disk-full", subject="file", detail="no room")


def test_a_piece_gives_what_it_was_given() -> None:
    with making() as work:
        pieces = [work.begin(lambda n, stop: n * n, number) for number in range(20)]
        assert [work.result(piece, CancelToken()) for piece in pieces] == [
            number * number for number in range(20)
        ]


def test_the_failure_of_one_piece_ends_the_wait_for_another_and_stops_it() -> None:
    pieces: list[Future[None]] = []

    def wait_for_the_held() -> None:
        with making() as work:
            pieces.extend([work.begin(refused), work.begin(held)])
            work.result(pieces[-1], CancelToken())

    began = time.monotonic()
    with pytest.raises(ExportError, match="disk-full"):
        wait_for_the_held()
    assert pieces[-1].cancelled() or isinstance(pieces[-1].exception(), Cancelled)
    assert time.monotonic() - began < HANG_S / 2


def test_a_failure_is_heard_between_lines_though_nothing_is_waited_for() -> None:
    def speak_on() -> None:
        with making() as work:
            wait([work.begin(refused)])
            work.check()

    with pytest.raises(ExportError, match="disk-full"):
        speak_on()


def test_a_cancel_ends_the_wait_and_what_was_not_begun_never_begins() -> None:
    token, pieces = CancelToken(), []

    def wait_for_the_held() -> None:
        with making() as work:
            pieces.extend([work.begin(held) for _ in range(20)])
            work.result(pieces[0], token)

    threading.Timer(0.1, token.cancel).start()
    with pytest.raises(Cancelled):
        wait_for_the_held()
    assert pieces[-1].cancelled()
