"""The voice's stages over one backend, each memoised by its own key.

A knob that only bends contours runs no stage at all; one that changes durations
runs the prosody stage; a new voice runs all but the text stage. The memo is
what makes that so: nothing else has to know what changed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import cast

import numpy as np
from cachetools import LRUCache

from engine.backends.facts import open_stage, run_for, stand_in, stood_in
from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.keys import key_of
from engine.turns import Turns
from engine.values import Floats, Ints, readonly
from kernels.durations import regulate

MEMO_BYTES = 32 * 2**20
"""Bound of the memo: about 35 sentences, which is more than anybody goes to and fro between.
What is older costs one run of the text stage."""

Kept = tuple[tuple[Floats, ...], frozenset[Stage]]
"""Values in the memo, and the stages of them that another row stood in for."""

STYLE_HALF = 128
"""A style row is 128 acoustic numbers, then 128 prosody numbers."""


@dataclass(frozen=True, slots=True)
class Timing:
    """The model's own durations of one phrase, and the features they rest on."""

    durations: Floats
    """float32[T] frames, not yet rounded"""
    features: Floats
    """float32[640,T]"""


@dataclass(frozen=True, slots=True)
class Curve:
    """The model's own F0 (Hz) and energy (N), float32[2F] each."""

    f0: Floats
    energy: Floats


class Stages:
    """Runs the four stages. Used by one thread.

    Args:
        backend: where the graphs run.
        memo_bytes: bound of the memo.
        lock: file by which processes take turns (``engine.turns``); None = nobody waits.
    """

    def __init__(
        self, backend: Backend, memo_bytes: int = MEMO_BYTES, lock: Path | None = None
    ) -> None:
        self._backend = backend
        self._lock = lock
        self._turns = None if lock is None else Turns(lock)
        self._gives_way = False
        self._memo: LRUCache[str, Kept] = LRUCache(memo_bytes, getsizeof=_kept_size)
        self._others: set[Stage] = set()
        """Stages the memo may hold something of that another row made."""
        self.stood_in: frozenset[Stage] = frozenset()
        """Stages another row did for an engine that was not there, since ``restart_clock``."""
        self.seconds: dict[str, float] = {}
        """Wall-clock seconds spent in each stage since the last ``restart_clock``."""

    def giving_way(self) -> Stages:
        """Return the same stages, with the same memo, that let live requests go first."""
        made = Stages(self._backend, lock=self._lock)
        made._memo, made._others, made._gives_way = self._memo, self._others, True
        return made

    def close(self) -> None:
        """Let go of the lock file."""
        if self._turns is not None:
            self._turns.close()

    def describe(self) -> BackendInfo:
        """Say what the backend really runs."""
        return self._backend.describe()

    @property
    def stand_in(self) -> BackendInfo | None:
        """What did the stages in ``stood_in``; None if the backend has no other row."""
        return stand_in(self._backend)

    def restart_clock(self) -> None:
        """Forget the seconds counted so far, and what another row stood in for."""
        self.seconds = {}
        self.stood_in = frozenset()

    def forget(self) -> None:
        """Forget what was computed: another model runs from now on."""
        self._memo.clear()

    def text(self, tokens: Ints, cancel: CancelToken) -> Floats:
        """Return what the decoder hears of each of a phrase's padded tokens, int64[T].

        Returns:
            float32[512,T]
        """
        return cast(Floats, self._encoded("text", tokens, cancel)[0])

    def _encoded(self, name: str, tokens: Ints, cancel: CancelToken) -> Floats:
        """Return one output of the text stage; what comes with it is remembered."""

        def compute() -> tuple[Floats, ...]:
            out = self._run(Stage.ENCODE, {"tokens": tokens[None]}, cancel, name)
            for other in out.keys() - {name}:
                self._remember(key_of(other, tokens), (out[other],))
            return (out[name],)

        return self._once(key_of(name, tokens), compute)[0]

    def timing(self, tokens: Ints, style: Floats, cancel: CancelToken) -> Timing:
        """Run the duration stage for one phrase and a style row float32[256]."""
        prosody = style[None, STYLE_HALF:]

        def compute() -> tuple[Floats, ...]:
            bert = self._encoded("bert", tokens, cancel)
            inputs = {"bert": bert, "prosody_style": prosody}
            out = self._run(Stage.DURATION, inputs, cancel)
            return out["durations"][0], np.ascontiguousarray(out["features"][0].T)

        return Timing(*self._once(key_of("timing", tokens, prosody), compute))

    def curve(self, tokens: Ints, style: Floats, durations: Ints, cancel: CancelToken) -> Curve:
        """Run the prosody stage at these durations, int64[T] frames of sum F."""
        prosody = style[None, STYLE_HALF:]

        def compute() -> tuple[Floats, ...]:
            features = self.timing(tokens, style, cancel).features
            inputs = {"aligned": regulate(features, durations)[None], "prosody_style": prosody}
            out = self._run(Stage.PROSODY, inputs, cancel)
            return out["f0"][0], out["energy"][0]

        return Curve(*self._once(key_of("curve", tokens, prosody, durations), compute))

    def open(self, stage: Stage) -> None:
        """Open a stage, so that the seconds of its first run are those of any other."""
        open_stage(self._backend, stage)

    def waveform(
        self, aligned_text: Floats, curve: Curve, style: Floats, cancel: CancelToken
    ) -> Floats:
        """Decode F frames: ``aligned_text`` float32[512,F] to float32[600 F]."""
        inputs = {
            "aligned_text": aligned_text[None],
            "f0": curve.f0[None],
            "energy": curve.energy[None],
            "acoustic_style": style[None, :STYLE_HALF],
        }
        out = self._run(Stage.WAVEFORM, inputs, cancel)
        return cast(Floats, out["audio"].reshape(-1))

    def _run(
        self, stage: Stage, inputs: Mapping[str, Tensor], cancel: CancelToken, output: str = ""
    ) -> dict[str, Tensor]:
        """Run a stage, or what leads to one of its outputs."""
        if self._turns is not None and self._gives_way:
            self._turns.give_way(cancel)
        start = perf_counter()
        held = nullcontext() if self._turns is None or self._gives_way else self._turns.live()
        before = stood_in(self._backend)
        try:
            with held:
                made = run_for(self._backend, stage, inputs, cancel, output)
        except BackendFailed:  # what it made before is not mixed with another's
            self._memo.clear()
            raise
        else:
            self._note(stage, stood_in(self._backend) != before)
            return made
        finally:
            spent = perf_counter() - start
            self.seconds[stage.value] = self.seconds.get(stage.value, 0.0) + spent

    def _once(self, key: str, compute: Callable[[], tuple[Floats, ...]]) -> tuple[Floats, ...]:
        if key not in self._memo:
            before, self.stood_in = self.stood_in, frozenset()
            try:
                values = compute()
                self._remember(key, values)
            finally:
                self.stood_in |= before
            return values
        values, others = self._memo[key]
        self.stood_in |= others
        return values

    def _remember(self, key: str, values: tuple[Floats, ...]) -> None:
        """Keep values, and which stages another row stood in for while they were made."""
        for value in values:
            readonly(value)
        if _size(values) <= self._memo.maxsize:
            self._memo[key] = values, self.stood_in

    def _note(self, stage: Stage, stood: bool) -> None:
        """Remember who ran a stage; with its engine there, what stood in for it goes."""
        if stood:
            self.stood_in |= {stage}
            self._others.add(stage)
        elif stage in self._others:
            self._others.remove(stage)
            for key in [key for key, (_values, others) in self._memo.items() if stage in others]:
                del self._memo[key]


def _kept_size(kept: Kept) -> int:
    return _size(kept[0])


def _size(values: tuple[Floats, ...]) -> int:
    return sum(value.nbytes for value in values)
