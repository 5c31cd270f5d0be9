"""Work beside the voice: finished chapters mastered, encoded and measured, several at once.

It is done by ffmpeg and by NumPy, which let go of the interpreter. Each piece depends on what
it is given alone and writes a file of its own, so that nothing shows in which order they ended.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import Any, TypeVar

from engine.backends.onnx_cpu import thread_count
from engine.cancel import CancelToken

Made = TypeVar("Made")

MOST_AT_ONCE = 8
"""Pieces at once at most, however many cores there are: each takes some 50 MB."""
WAIT_S = 0.2
"""How long a cancel may go unnoticed while a piece is waited for."""


class Making:
    """Pieces of work, begun in the order they are handed in.

    Args:
        pool: works.
        stop: handed to each piece as its last argument; cancelled where the work ends early.
    """

    def __init__(self, pool: ThreadPoolExecutor, stop: CancelToken) -> None:
        self._pool = pool
        self._stop = stop
        self._open: list[Future[Any]] = []

    def begin(self, work: Callable[..., Made], *given: object) -> Future[Made]:
        """Hand in a piece: ``work`` is called with ``given`` and what stops it."""
        piece = self._pool.submit(work, *given, self._stop)
        self._open.append(piece)
        return piece

    def check(self) -> None:
        """Raise what a piece has failed with: it ends the run now, not in ten hours."""
        still = []
        for piece in self._open:
            if piece.done():
                piece.result()
            else:
                still.append(piece)
        self._open = still

    def result(self, piece: Future[Made], token: CancelToken) -> Made:
        """What has become of a piece, once it is there.

        Raises:
            Cancelled: the token was cancelled meanwhile.
            Exception: what this piece or another one has failed with.
        """
        while not piece.done():
            token.check()
            self.check()
            wait((piece,), WAIT_S)
        return piece.result()


@contextmanager
def making() -> Iterator[Making]:
    """Threads for the cores this process may use; they end with the block, stopped by an error."""
    pool = ThreadPoolExecutor(min(thread_count(), MOST_AT_ONCE), "making")
    stop = CancelToken()
    try:
        yield Making(pool, stop)
    except BaseException:
        stop.cancel()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
