"""The route of one request: reading, emotion, plan, sound, measured and kept.

This is the engine without a window: plain Python, used by one thread. Same
request, same bytes, whichever path asked and whether or not a record answered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import perf_counter

import numpy as np
from cachetools import LRUCache

from engine.asked import drift_of, jitter_seed, longest_phrase, resolve
from engine.backends.protocol import Stage
from engine.cache.emotions import Understands as Understands
from engine.cache.inputs import TakeInputs
from engine.cancel import CancelToken
from engine.correcting import corrected, missed
from engine.emotion.knobs import check_direction
from engine.errors import BackendFailed
from engine.keys import Steady
from engine.landing import judged, miss
from engine.measure import measure
from engine.parts import Reads as Reads
from engine.parts import Voices as Voices
from engine.patterns import asked_at
from engine.planning import PLAN_VERSION, Planner, Wish, silent_plan
from engine.sounding import SOUND_VERSION, Sounder
from engine.stages import Stages
from engine.stamping import Stamp, stamp
from engine.steering import Steering
from engine.store import Stored, TakeStore
from engine.streaming import Streamed
from engine.values import (
    Curves,
    Emotion,
    Floats,
    Plan,
    Provenance,
    Reading,
    Remark,
    RenderRequest,
    Take,
    Want,
    readonly,
)
from engine.voice_quality import is_asked

MOST_READINGS = 16
"""Texts whose reading is remembered: those one goes to and fro between."""

OnUnit = Callable[[Streamed], None]
"""Receives consecutive pieces of finished sound; together they are the take's audio."""

_REASONS = {
    "record-damaged": "damaged record",
    "record-weak": "record under a threshold",
    "store-unreadable": "record cannot be read",
}
"""Why a record that is there did not answer, by the store's remark."""

NEAR = "near"
"""The cache's verdict on a take that is not the one that was asked for."""

Progress = Callable[[str, float], None]
"""Receives the name of a step and the share of it that is done, 0..1."""


@dataclass(frozen=True, slots=True)
class _Work:
    """A request with everything cheap about it worked out."""

    request: RenderRequest
    cancel: CancelToken
    reading: Reading
    emotion: Emotion
    inputs: TakeInputs
    key: str
    seconds: dict[str, float]


class Renderer:
    """Plans and speaks lines.

    Args:
        stages: the voice's stages over a backend.
        reader: text to tokens.
        understander: prompt to emotion.
        voices: style rows.
        store: finished takes; None keeps none.
        steering: asks the model's own prosody for part of a change; None = the kernels do all.
        delivers: see ``for_delivery``.
    """

    def __init__(
        self,
        stages: Stages,
        reader: Reads,
        understander: Understands,
        voices: Voices,
        store: TakeStore | None = None,
        *,
        steering: Steering | None = None,
        delivers: bool = False,
    ) -> None:
        self._stages = stages
        self._reader = reader
        self._steady = Steady()
        self._readings: LRUCache[tuple[str, str], Reading] = LRUCache(MOST_READINGS)
        self._understander = understander
        self._voices = voices
        self._store = store
        self._steering = steering
        self._planner = Planner(stages, steering)
        self._sounder = Sounder(stages)
        self._delivers = delivers

    def with_store(self, store: TakeStore | None) -> Renderer:
        """Return a renderer of the same parts that keeps its takes elsewhere."""
        parts = (self._stages, self._reader, self._understander, self._voices, store)
        return Renderer(*parts, steering=self._steering)

    def over(self, stages: Stages) -> Renderer:
        """Return a renderer of the same parts over another backend, which keeps nothing."""
        parts = (stages, self._reader, self._understander, self._voices)
        return Renderer(*parts, steering=self._steering)

    def for_delivery(self) -> Renderer:
        """Return a renderer of the same parts whose new takes are neither measured nor kept.

        Takes that are stored still answer. Who delivers keeps what it needs itself: a book
        would push everything else out of the store, and measuring what was achieved takes
        longer than the double's sound. Live requests go first (``engine.turns``).
        """
        stages = self._stages.giving_way()
        parts = (stages, self._reader, self._understander, self._voices, self._store)
        return Renderer(*parts, steering=self._steering, delivers=True)

    def plan(self, request: RenderRequest, token: CancelToken | None = None) -> Take:
        """Plan a line without sounding it: ``Take.audio`` is None.

        A plan that is kept answers (``provenance.cache`` is ``hit``); one for which the text
        stage had to run is kept. The others cost less than writing them.

        Raises:
            InputError: text, prompt, voice or a knob is not usable.
            Cancelled, BackendFailed: see ``render``.
        """
        work = self._begin(request, token)
        kept = self._store.plan(work.key) if self._store is not None else None
        if kept is not None:
            return self._take(work, kept, None, None, (), "hit")
        plan = self._planned(work)
        ran = Stage.ENCODE.value in self._stages.seconds and not self._stages.stood_in
        if ran and self._store is not None and not self._delivers:
            self._store.keep_plan(work.key, plan)
        return self._take(work, plan, None, None, (), "not asked")

    def ready(self, request: RenderRequest, token: CancelToken | None = None) -> None:
        """Run the stages of a kept plan, for a knob's next movement, unless they ran just now."""
        work = self._begin(request, token)
        if not self._planner.knows(work.reading, work.inputs.style):
            self._planned(work)

    def render(
        self,
        request: RenderRequest,
        token: CancelToken | None = None,
        on_unit: OnUnit | None = None,
        progress: Progress | None = None,
    ) -> Take:
        """Speak a line, or only plan it if that is all the request wants.

        Args:
            request: what to speak and how.
            token: cancels from another thread.
            on_unit: is given each finished piece of sound as soon as it is there.
            progress: is told how far the work is.

        Returns:
            the take; its audio is what was given to ``on_unit``, joined.

        Raises:
            InputError: text, prompt, voice or a knob is not usable.
            Cancelled: the token was cancelled; nothing was kept.
            BackendFailed: a stage failed.
        """
        if request.want is Want.PLAN:
            return self.plan(request, token)
        work = self._begin(request, token)
        stored, remarks = self._store.get(work.key) if self._store else (None, ())
        cache, held = "hit", request.correct
        if stored is None:
            cache = "miss: no record" if self._store else "miss: no store"
            cache = f"miss: {_REASONS[remarks[0].code]}" if remarks else cache
            try:
                plan, audio = self._sounded(work, None if held else on_unit, progress)
            except BackendFailed:
                if self._store is not None:
                    self._store.metrics.count("take", "error")
                raise
            if self._delivers and not held:
                return self._take(work, plan, audio, None, remarks, cache)
            stored = self._measured(work, plan, audio)
            if held:
                stored = self._corrected(work, stored)
            remarks += () if self._delivers else self._kept(work, stored)
        else:
            held = True
        if held and on_unit is not None:
            on_unit(Streamed(stored.audio))
        if progress is not None:
            progress("done", 1.0)
        return self._take(work, stored.plan, stored.audio, stored.achieved, remarks, cache)

    def near(self, request: RenderRequest) -> Take | None:
        """Return a kept take that sounds alike, to be heard until the exact one is made.

        It has the same words and voice, and no delta differs by more than a listener
        step (``engine.cache.emotion_id``). Its ``key`` is the record's, its plan and sound
        are that record's, and ``provenance.cache`` is ``near``. None if there is none, or
        if the exact one is there. Nothing final may be made from it.

        Raises:
            InputError: text, prompt, voice or a knob is not usable.
        """
        if self._store is None:
            return None
        work = self._begin(request, None)
        if self._store.has(work.key):
            return None
        found = self._store.near(work.inputs.coarse_key())
        if found is None:
            return None
        key, stored = found
        alike = replace(work, key=key)
        return self._take(alike, stored.plan, stored.audio, stored.achieved, (), NEAR)

    def inputs(self, request: RenderRequest) -> TakeInputs:
        """Return what a line's sound depends on, without making it.

        Raises:
            InputError: text, prompt, voice or a knob is not usable.
        """
        return self._begin(request, None).inputs

    def _kept(self, work: _Work, stored: Stored) -> tuple[Remark, ...]:
        made = self._stamp(work)
        if self._store is None or not made.keeps:
            return ()
        text = " ".join(word.spoken for word in work.reading.words)
        said = (text, self._voices.parse_mix(work.request.voice).language)
        told, coarse = made.inputs.told(), made.inputs.coarse_key()
        return self._store.put(made.key, stored, told, coarse, said)

    def _stamp(self, work: _Work) -> Stamp:
        stages = self._stages
        return stamp(work.inputs, work.key, stages.describe(), stages.stood_in, stages.stand_in)

    def _begin(self, request: RenderRequest, token: CancelToken | None) -> _Work:
        check_direction(request.direction)
        self._stages.restart_clock()
        start = perf_counter()
        mix = self._voices.parse_mix(request.voice)
        reading = self._read(request.text, mix.language)
        read = perf_counter()
        emotion = self._understander.understand(request.direction.prompt)
        seconds = {"reading": read - start, "emotion": perf_counter() - read}
        deltas = resolve(emotion, request, self._voices.voice(mix.parts[0][0]).sex)
        style = self._voices.row(mix, longest_phrase(reading))
        loudness = self._voices.loudness(mix)
        info = self._stages.describe()
        inputs = TakeInputs(
            plan_version=PLAN_VERSION,
            sound_version=SOUND_VERSION,
            model=info.model,
            precision=info.precision,
            runtime=info.runtime,
            threads=info.threads,
            tokens=reading.tokens,
            phrases=reading.phrases,
            breaks=reading.breaks,
            words=reading.words,
            rest_s=reading.rest_s,
            style=style,
            loudness=loudness,
            deltas=deltas,
            ramp=request.direction.ramp,
            keyframes=request.direction.keyframes,
            jitter_seed=jitter_seed(request) if deltas.jitter_st or deltas.tremor_db else 0,
            correct=request.correct,
            drift=drift_of(request, deltas),
            steering=self._steering.hash if self._steering else "",
            timbre=self._planner.timbre.hash if is_asked(deltas) else "",
            places=asked_at(emotion, request.direction, deltas),
        )
        cancel = token or CancelToken()
        return _Work(request, cancel, reading, emotion, inputs, inputs.key(self._steady), seconds)

    def _read(self, text: str, language: str) -> Reading:
        """Read a text; the last few are remembered, since a knob leaves the text as it is.

        One with remarks is read anew: what was in the way may be gone.
        """
        known = self._readings.get((text, language))
        if known is None:
            known = self._reader.read(text, language)
            if not known.remarks:
                self._readings[text, language] = known
        return known

    def _planned(self, work: _Work) -> Plan:
        work.cancel.check()
        if not work.reading.tokens:
            return silent_plan(work.reading, work.inputs.style)
        asked, inputs, seed = work.request.direction, work.inputs, jitter_seed(work.request)
        change = inputs.deltas, asked, seed, inputs.drift, inputs.places
        wish = Wish(work.reading, inputs.style, *change)
        return self._planner.plan(wish, work.cancel)

    def _sounded(
        self, work: _Work, on_unit: OnUnit | None, progress: Progress | None
    ) -> tuple[Plan, Floats]:
        plan = self._planned(work)
        return plan, self._sound(work, plan, on_unit, progress)

    def _sound(
        self, work: _Work, plan: Plan, on_unit: OnUnit | None, progress: Progress | None
    ) -> Floats:
        pieces = []
        stream = self._sounder.stream(plan)
        for piece in self._sounder.units(plan, work.inputs.loudness, work.cancel):
            pieces.append(piece)
            if on_unit is not None:
                on_unit(stream.next(piece))
            if progress is not None:
                progress("sound", len(pieces) / max(len(plan.units), 1))
        return readonly(np.concatenate(pieces))

    def _corrected(self, work: _Work, first: Stored) -> Stored:
        """Return the better of a sound and its correction; the first if it needs none."""
        unasked_db = work.inputs.loudness.unasked_db
        found = judged(first.plan, first.audio, first.achieved.f0, unasked_db)
        if not missed(found):
            return first
        audio = self._sound(work, corrected(first.plan, found), None, None)
        second = self._measured(work, first.plan, audio)
        again = judged(second.plan, second.audio, second.achieved.f0, unasked_db)
        if miss(again) >= miss(found):
            return first
        told = Remark("take-corrected", "sound", ", ".join(missed(found)))
        plan = replace(second.plan, remarks=(*second.plan.remarks, told))
        return replace(second, plan=plan)

    def _measured(self, work: _Work, plan: Plan, audio: Floats) -> Stored:
        start = perf_counter()
        achieved = measure(audio)
        work.seconds["measure"] = perf_counter() - start
        return Stored(plan, audio, achieved)

    def _take(
        self,
        work: _Work,
        plan: Plan,
        audio: Floats | None,
        achieved: Curves | None,
        remarks: tuple[Remark, ...],
        cache: str,
    ) -> Take:
        made = None if audio is None else self._stamp(work)
        info = self._stages.describe() if made is None else made.made_by
        provenance = Provenance(
            backend=info.name,
            device=info.device,
            precision=info.precision,
            model=info.model,
            voices=self._voices.hash,
            head=self._understander.version,
            seed=work.request.seed,
            seconds=tuple((work.seconds | self._stages.seconds).items()),
            cache=cache,
        )
        told = self._store.told() if self._store is not None else ()
        own = (*work.reading.remarks, *work.emotion.remarks, *plan.remarks)
        said = (*own, *(made.remarks if made else ()), *remarks, *told)
        return Take(
            work.request,
            work.key if made is None else made.key,
            work.reading,
            work.emotion,
            plan,
            audio,
            achieved,
            provenance,
            said,
            work.inputs.loudness.unasked_db,
        )
