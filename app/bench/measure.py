"""Where the time of one line goes, from its text to the kept take, and what it needs.

Every run speaks words that were not spoken before, so nothing is answered from memory;
the first run of all is left out, since it loads models. Figures are medians.
"""

from __future__ import annotations

import itertools
import statistics
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic, perf_counter, process_time

from engine.backends.facts import open_stage, run_for
from engine.backends.operators import operator_seconds
from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.build import Engine
from engine.cancel import CancelToken
from engine.models.prepared import form_for_cpu
from engine.renderer import Renderer
from engine.stages import Stages
from engine.store import TakeStore
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Deltas, Direction, RenderRequest

NAMES = ("Anna", "Bernard", "Clara", "Dennis", "Edith", "Frank", "Greta", "Henry", "Ida", "James")
"""One for each run: a text that was not planned before."""

MOST_ROUNDS = len(NAMES) - 1

LINES = {
    "short": "{} is here.",
    "comma": "When the rain had stopped, {} opened the window and looked over the wet roofs.",
    "long": "When the rain had stopped at last, {} opened the window, looked over the wet roofs "
    "of the town, and thought of nothing in particular, which did not happen often. The boats "
    "lay on the river as if nobody would ever need them again, and far away a dog was barking.",
}
"""Lines of about one, five and fifteen seconds."""

PARTS = (
    "reading",
    "emotion",
    "encode",
    "duration",
    "prosody",
    "contour",
    "waveform",
    "post-filter",
    "measure",
    "store",
)
"""What a line goes through, in order."""

_PLANNING = PARTS[:5]
"""Those that are told apart while a line is planned."""

MOVED = Direction("happy", intensity=0.5)
"""Another emotion for the same words: style, durations and contours change."""

PAUSED = Direction("with gentle sadness", intensity=0.5)
"""One that adds pauses where a line is long: each is a mark in the text, which is then new to
the model."""

BENT = Direction("", nudges=Deltas(energy_db=1.0))
"""A knob that only bends contours of the plan before."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Medians of one line."""

    sound_s: float
    parts: dict[str, float]
    """Seconds by ``PARTS``."""
    plan_s: float
    """New words, to the plan."""
    style_s: float
    """The same words with another emotion, to the plan."""
    paused_s: float
    """The same words with an emotion that adds pauses, to the plan."""
    contour_s: float
    """The same words with a contour bent, to the plan."""
    first_s: float
    """New words, until sound is heard."""
    whole_s: float
    """New words, to the last piece of sound."""
    processor_s: float
    """Processor time of all threads, new words to the kept take."""
    slack_s: float
    """How long before it is due the latest later piece of sound is there; negative: it would
    have been heard. The length of the sound if there is one piece."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A piece of sound, in seconds from the beginning of the work."""

    there_s: float
    sound_s: float
    from_s: float
    """From when on the line may be played, as ``Streamed.plays_from``."""


class _Keeping(TakeStore):
    """A store that counts the seconds it keeps takes in."""

    seconds = 0.0

    def put(self, *arguments: object, **named: object) -> tuple[object, ...]:  # type: ignore[override]
        started = perf_counter()
        try:
            return super().put(*arguments, **named)  # type: ignore[arg-type]
        finally:
            self.seconds = perf_counter() - started


class Noting:
    """A backend that passes everything on and remembers the last inputs of the waveform stage."""

    def __init__(self, inner: Backend) -> None:
        self._inner = inner
        self.inputs: dict[str, Tensor] = {}

    def describe(self) -> BackendInfo:
        """Say what really runs."""
        return self._inner.describe()

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``."""
        if stage is Stage.WAVEFORM:
            self.inputs = dict(inputs)
        return self._inner.run(stage, inputs, token)

    def run_for(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken, output: str
    ) -> dict[str, Tensor]:
        """See ``facts.run_for``."""
        return run_for(self._inner, stage, inputs, token, output)

    def open_stage(self, stage: Stage) -> None:
        """See ``facts.open_stage``."""
        open_stage(self._inner, stage)

    def close(self) -> None:
        """Release nothing: the engine that lent the backend closes it."""


class Bench:
    """Measures lines on one engine.

    Args:
        engine: whose parts to measure; its own store is left alone.
        voice: who speaks.
    """

    def __init__(self, engine: Engine, voice: str) -> None:
        self._engine = engine
        self._voice = voice
        self._backend = Noting(engine.backend)
        self._stages = Stages(self._backend)
        self._folder = tempfile.TemporaryDirectory(prefix="espressivo-bench-")
        self._store = _Keeping(Path(self._folder.name) / "takes")
        self._renderer = Renderer(
            self._stages, engine.reader, engine.understander, engine.voices, self._store
        )

    def close(self) -> None:
        """Remove what was kept."""
        self._folder.cleanup()

    def once(self, text: str) -> Figures:
        """Plan a line four times over, then speak the same words anew."""
        request = RenderRequest(text, self._voice)
        started, spent = perf_counter(), process_time()
        planned = self._renderer.plan(request)
        plan_s, planning_s = perf_counter() - started, process_time() - spent
        style_s = self._planning(replace(request, direction=MOVED))
        paused_s = self._planning(replace(request, direction=PAUSED))
        contour_s = self._planning(replace(request, direction=BENT))

        arrivals: list[Arrival] = []

        def hear(piece: Streamed) -> None:
            there, seconds = monotonic() - started, piece.audio.size / SAMPLE_RATE
            arrivals.append(Arrival(there, seconds, piece.plays_from - started))

        started, spent = monotonic(), process_time()
        take = self._renderer.render(request, on_unit=hear)
        before, after = dict(planned.provenance.seconds), dict(take.provenance.seconds)
        known = {part: before.get(part, 0.0) for part in _PLANNING}
        known["contour"] = max(plan_s - sum(known.values()), 0.0)
        known |= {part: after.get(part, 0.0) for part in ("waveform", "measure")}
        last = arrivals[-1].there_s
        known["post-filter"] = max(last - known["waveform"] - contour_s, 0.0)
        known["store"] = self._store.seconds
        return Figures(
            sound_s=sum(piece.sound_s for piece in arrivals),
            parts=known,
            plan_s=plan_s,
            style_s=style_s,
            paused_s=paused_s,
            contour_s=contour_s,
            first_s=plan_s + max(begins_s(arrivals) - contour_s, 0.0),
            whole_s=plan_s + max(last - contour_s, 0.0),
            processor_s=planning_s + process_time() - spent,
            slack_s=slack_s(arrivals),
        )

    def waveform_operators(self) -> dict[str, float]:
        """Return seconds by operator kind for the last decoded unit; empty for the double."""
        if self._engine.prepared is None:
            return {}
        info = self._backend.describe()
        graph = form_for_cpu(self._engine.prepared.waveform)
        work = Path(self._folder.name)
        return operator_seconds(graph, self._backend.inputs, info.threads, work)

    def _planning(self, request: RenderRequest) -> float:
        started = perf_counter()
        self._renderer.plan(request)
        return perf_counter() - started


def begins_s(arrivals: Sequence[Arrival]) -> float:
    """Return when playing begins: as soon as the pieces that are there by then allow it."""
    begins = [max(piece.there_s, piece.from_s) for piece in arrivals]
    early = (begin for begin, later in zip(begins, arrivals[1:], strict=False)
             if begin <= later.there_s)  # fmt: skip
    return next(early, begins[-1])


def slack_s(arrivals: Sequence[Arrival]) -> float:
    """Return the least time, seconds, by which a later piece is there before it is due."""
    due = begins_s(arrivals)
    least = sum(piece.sound_s for piece in arrivals)
    for piece, later in itertools.pairwise(arrivals):
        due += piece.sound_s
        least = min(least, due - later.there_s)
    return least


def median(runs: list[Figures]) -> Figures:
    """Return the median of each figure."""

    def of(name: str) -> float:
        return float(statistics.median(getattr(run, name) for run in runs))

    parts = {part: statistics.median(run.parts[part] for run in runs) for part in PARTS}
    names = (
        "slack_s",
        "processor_s",
        "sound_s",
        "plan_s",
        "style_s",
        "paused_s",
        "contour_s",
        "first_s",
        "whole_s",
    )
    return Figures(parts=parts, **{name: of(name) for name in names})
