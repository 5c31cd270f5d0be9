"""Running a graph as a whole, or its pieces two at a time; see ``engine.models.pieces``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.backends.protocol import Tensor
from engine.backends.runtime import onnx_runtime
from engine.models.pieces import Piece

if TYPE_CHECKING:
    import onnxruntime

LANES = 2
"""Pieces that run at the same time: the branches are of such lengths that two threads are
busy throughout, and a third would wait for most of it."""


class Whole:
    """Runs a graph in one session."""

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session

    def run(
        self, inputs: Mapping[str, Tensor], options: onnxruntime.RunOptions
    ) -> dict[str, Tensor]:
        """Run it; ``options.terminate`` stops it.

        Raises:
            Exception: what the session raised.
        """
        values = self._session.run(None, dict(inputs), options)
        names = [output.name for output in self._session.get_outputs()]
        return {name: np.asarray(value) for name, value in zip(names, values, strict=True)}


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A piece and the session that runs it."""

    piece: Piece
    session: onnxruntime.InferenceSession


class Lanes:
    """Runs pieces as their inputs become ready; what comes out hangs on no order of events.

    Args:
        pieces: each after those it needs.
        threads: compute threads in all.
        open_: opens a session for a serialised graph on so many threads.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        threads: int,
        open_: Callable[[bytes, int], onnxruntime.InferenceSession],
    ) -> None:
        shared = -(-threads // LANES)
        self._parts = [
            _Part(piece, open_(piece.model.SerializeToString(), threads if piece.alone else shared))
            for piece in pieces
        ]
        self.outputs = pieces[-1].outputs

    def run(
        self, inputs: Mapping[str, Tensor], options: onnxruntime.RunOptions
    ) -> dict[str, Tensor]:
        """Run the whole graph; ``options.terminate`` stops every piece.

        Raises:
            Exception: what a session raised first.
        """
        value = onnx_runtime().OrtValue.ortvalue_from_numpy
        have = {name: value(np.ascontiguousarray(array)) for name, array in inputs.items()}
        left = list(self._parts)
        running: dict[Future[list[onnxruntime.OrtValue]], _Part] = {}
        with ThreadPoolExecutor(LANES, thread_name_prefix="lane") as pool:
            try:
                while left or running:
                    ready = [part for part in left if have.keys() >= set(part.piece.inputs)]
                    for part in ready[: LANES - len(running)]:
                        left.remove(part)
                        given = {name: have[name] for name in part.piece.inputs}
                        work = part.session.run_with_ort_values
                        future = pool.submit(work, list(part.piece.outputs), given, options)
                        running[future] = part
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        names = running.pop(future).piece.outputs
                        have.update(zip(names, future.result(), strict=True))
                    wanted = {name for part in left for name in part.piece.inputs}
                    have = {n: v for n, v in have.items() if n in wanted or n in self.outputs}
            except BaseException:
                options.terminate = True  # the other lane must not go on for nothing
                raise
        return {name: np.asarray(have[name].numpy()) for name in self.outputs}
