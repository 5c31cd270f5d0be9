"""Running a graph as a whole, or its pieces two at a time; see ``engine.models.pieces``."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from onnx import TensorProto, helper

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
        open_: opens a session for a serialised graph on so many threads, with the
            environment's allocator.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        threads: int,
        open_: Callable[[bytes, int], onnxruntime.InferenceSession],
    ) -> None:
        _renew_arena()
        self._sweeping = open_(_nothing(), 1)
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
        try:
            have = self._in_lanes(have, options)
            return {name: np.array(have[name].numpy()) for name in self.outputs}
        finally:
            have.clear()
            self._sweep()

    def _in_lanes(
        self, have: dict[str, onnxruntime.OrtValue], options: onnxruntime.RunOptions
    ) -> dict[str, onnxruntime.OrtValue]:
        """Run every piece; return the graph's outputs."""
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
        return have

    def _sweep(self) -> None:
        """Give back what the arena holds: it only lets go at the end of a run."""
        options = onnx_runtime().RunOptions()
        options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        self._sweeping.run(None, {"in": np.zeros(1, np.float32)}, options)


def _renew_arena() -> None:
    """Let sessions opened from now on share an arena.

    With one each, two lanes would hold 200 MB more. A runtime that keeps the arena it
    has shares that one.
    """
    ort = onnx_runtime()
    device = ort.OrtMemoryInfo(
        "Cpu", ort.OrtAllocatorType.ORT_ARENA_ALLOCATOR, 0, ort.OrtMemType.DEFAULT
    )
    with contextlib.suppress(RuntimeError):
        ort.create_and_register_allocator(device, ort.OrtArenaCfg({"max_mem": 0}))


def _nothing() -> bytes:
    """A graph that does nothing: its runs are there for what comes with their end."""
    place = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [1]) for name in ("in", "out")]
    graph = helper.make_graph(
        [helper.make_node("Identity", ["in"], ["out"])], "nothing", place[:1], place[1:]
    )
    opsets = [helper.make_opsetid("", 20)]
    made: bytes = helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString()
    return made
