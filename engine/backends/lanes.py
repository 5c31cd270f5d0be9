"""Running a graph as a whole, or its pieces two at a time; see ``engine.models.pieces``."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Mapping, Sequence
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
        self, inputs: Mapping[str, Tensor], options: onnxruntime.RunOptions, _output: str = ""
    ) -> dict[str, Tensor]:
        """Run it, whichever output is wanted; ``options.terminate`` stops it.

        Raises:
            Exception: what the session raised.
        """
        values = self._session.run(None, dict(inputs), options)
        names = [output.name for output in self._session.get_outputs()]
        return {name: np.asarray(value) for name, value in zip(names, values, strict=True)}


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """A piece's session; the piece itself may hold weights, which the session has by now."""

    session: onnxruntime.InferenceSession
    needs: tuple[str, ...]
    gives: tuple[str, ...]

    def run(
        self, given: Mapping[str, onnxruntime.OrtValue], options: onnxruntime.RunOptions
    ) -> dict[str, onnxruntime.OrtValue]:
        made = self.session.run_with_ort_values(list(self.gives), given, options)
        return dict(zip(self.gives, made, strict=True))


class Lanes:
    """Runs pieces as their inputs become ready; what comes out hangs on no order of events.

    Args:
        pieces: each after those it needs.
        threads: compute threads in all.
        open_: opens a session for a serialised graph on so many threads, with the
            environment's allocator.
        outputs: of the whole graph.
        keeps: memory is kept between runs.
    """

    def __init__(
        self,
        pieces: Sequence[Piece],
        threads: int,
        open_: Callable[[bytes, int], onnxruntime.InferenceSession],
        outputs: Sequence[str],
        *,
        keeps: bool,
    ) -> None:
        _renew_arena()
        self._sweeping = open_(_nothing(), 1)
        shared = -(-threads // LANES)
        self._parts = []
        for piece in pieces:
            session = open_(piece.model.SerializeToString(), threads if piece.alone else shared)
            session._model_bytes = None  # a second copy, kept to open the session once more
            self._parts.append(_Part(session, piece.inputs, piece.outputs))
        self._outputs = tuple(outputs)
        self._keeps = keeps

    def run(
        self, inputs: Mapping[str, Tensor], options: onnxruntime.RunOptions, output: str = ""
    ) -> dict[str, Tensor]:
        """Run what leads to an output, or the whole graph; ``options.terminate`` stops it.

        Raises:
            Exception: what a session raised first.
        """
        outputs = (output,) if output else self._outputs
        value = onnx_runtime().OrtValue.ortvalue_from_numpy
        have = {name: value(np.ascontiguousarray(array)) for name, array in inputs.items()}
        course = _Course(self._leading_to(outputs), have, outputs, options)
        try:
            made = course.run()
            return {name: np.array(made[name].numpy()) for name in outputs}
        finally:
            del course
            have.clear()
            if not self._keeps:
                self._sweep()

    def _leading_to(self, outputs: Sequence[str]) -> list[_Part]:
        wanted, found = set(outputs), []
        for part in reversed(self._parts):
            if wanted.intersection(part.gives):
                wanted.update(part.needs)
                found.append(part)
        return found[::-1]

    def _sweep(self) -> None:
        """Give back what the arena holds: it only lets go at the end of a run."""
        options = onnx_runtime().RunOptions()
        options.add_run_config_entry("memory.enable_memory_arena_shrinkage", "cpu:0")
        self._sweeping.run(None, {"in": np.zeros(1, np.float32)}, options)


class _Course:
    """One run: each lane takes the next part that has what it needs, till none is left."""

    def __init__(
        self,
        parts: Sequence[_Part],
        have: dict[str, onnxruntime.OrtValue],
        outputs: tuple[str, ...],
        options: onnxruntime.RunOptions,
    ) -> None:
        self._left = list(parts)
        self._have = have
        self._outputs = outputs
        self._options = options
        self._fault: BaseException | None = None
        self._changed = threading.Condition()

    def run(self) -> Mapping[str, onnxruntime.OrtValue]:
        """Run every part; this thread is one of the lanes.

        Raises:
            Exception: what a session raised first.
        """
        others = [threading.Thread(target=self._lane, name="lane") for _ in range(LANES - 1)]
        for other in others:
            other.start()
        try:
            self._lane()
        finally:
            for other in others:
                other.join()
        if self._fault is not None:
            raise self._fault
        return self._have

    def _lane(self) -> None:
        try:
            while (taken := self._next()) is not None:
                part, given = taken
                made = part.run(given, self._options)
                del taken, given  # else they outlive the last part that needs them
                with self._changed:
                    self._have.update(made)
                    wanted = {name for left in self._left for name in left.needs}
                    for name in self._have.keys() - wanted - set(self._outputs):
                        del self._have[name]
                    self._changed.notify_all()
                del made
        except BaseException as fault:  # noqa: BLE001 - handed to the thread that asked
            with self._changed:
                self._fault = self._fault or fault
                self._options.terminate = True  # the other lane must not go on for nothing
                self._changed.notify_all()

    def _next(self) -> tuple[_Part, dict[str, onnxruntime.OrtValue]] | None:
        """Take a part and its inputs, once there is one; None if nobody needs to go on."""
        with self._changed:
            while self._left and self._fault is None:
                for part in self._left:
                    if self._have.keys() >= set(part.needs):
                        self._left.remove(part)
                        return part, {name: self._have[name] for name in part.needs}
                self._changed.wait()
        return None


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
