"""Speaks and measures cells; each that is done is a record, so a killed run goes on.

A record's name is the key of everything its sound depends on, and of the judge: another
engine, voice model or judge measures anew, and nothing old is ever shown. Records are
written whole or not at all (``engine.record_file``).
"""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import monotonic
from typing import Any, Final

import numpy as np
import soundfile
from numpy.typing import NDArray

from app.evaluate.judge import Judge
from engine.build import Engine
from engine.cancel import CancelToken
from engine.errors import CacheDamage, InputError
from engine.evaluation.changes import asked, asked_f0, gaps, planned, rest_s
from engine.evaluation.contours import Contour
from engine.keys import key_of
from engine.measure import PAUSE_S
from engine.record_file import read_record, write_record
from engine.values import SAMPLE_RATE, Deltas, Floats, Plan, RenderRequest

RECORDS: Final = "records"
RECORD_VERSION: Final = 2
"""Raised when what is measured changes."""

PLANNED: Final = "plan 5"
"""Stands for the judge where a plan's own curves are measured."""

Spans = tuple[tuple[float, float], ...]
Progress = Callable[[str, float], None]


@dataclass(frozen=True, slots=True)
class Heard:
    """One cell: what was asked and what the judge found in its sound."""

    request: RenderRequest
    deltas: Deltas
    figures: Mapping[str, float]
    contour: Contour
    asked_f0: Floats
    """float32[n] Hz on the clock of the sound; 0 = unvoiced."""
    gaps: Spans
    """Rests of the plan between words, of 150 ms and more."""
    faint: Spans
    """Of 60 ms and more."""
    rest_s: float
    flac: bytes

    @property
    def audio(self) -> Floats:
        """float32[n] at 24 kHz."""
        audio, _ = soundfile.read(io.BytesIO(self.flac), dtype="float32")
        return np.asarray(audio, np.float32)

    def asked(self, neutral: Heard) -> dict[str, float]:
        """Return what was asked, in the dimensions of ``engine.evaluation.changes``."""
        return asked(self.deltas, self.rest_s - neutral.rest_s)


@dataclass(frozen=True, slots=True)
class Planned:
    """A plan: what was asked, what its curves change, and its contour."""

    deltas: Deltas
    asked: Mapping[str, float]
    changes: Mapping[str, float]
    f0: Floats
    """float32[n] Hz on the clock of the sound; 0 = unvoiced."""


class Lab:
    """Plans, speaks and measures.

    Args:
        engine: whose voice is judged; its own store of takes is left alone.
        judge: measures the sounds.
        folder: where records are kept.
        token: cancels from another thread.
        data: the data folder, for what an encoder keeps there; None for the double.
    """

    def __init__(
        self,
        engine: Engine,
        judge: Judge,
        folder: Path,
        token: CancelToken,
        data: Path | None = None,
    ) -> None:
        self.data = data
        self.folder = folder
        self.engine = engine
        self.judge = judge
        self.token = token
        self._renderer = engine.renderer.with_store(None)
        self._folder = folder / RECORDS
        self._known: dict[RenderRequest, Heard] = {}
        self._neutral: dict[RenderRequest, Plan] = {}
        self._keys: dict[RenderRequest, str] = {}

    def speak(
        self, requests: Sequence[RenderRequest], until: float | None, progress: Progress
    ) -> int:
        """Speak and measure what has no record yet.

        Args:
            requests: in the order of their worth.
            until: ``time.monotonic`` after which no new cell is begun; None = no limit.
            progress: told what is at hand and the share done.

        Returns:
            how many cells were left out for want of time.

        Raises:
            StudioError: a line cannot be spoken here; one in a language whose reader is
                missing is passed over instead.
            Cancelled: by the token.
        """
        missing = [each for each in requests if self.find(each) is None]
        for done, request in enumerate(missing):
            self.token.check()
            if until is not None and monotonic() >= until:
                return len(missing) - done
            progress(f"cell {done + 1} of {len(missing)}", done / len(missing))
            with contextlib.suppress(InputError):
                self._spoken(request)
        return 0

    def find(self, request: RenderRequest) -> Heard | None:
        """Return a cell that was measured before; None if it was not."""
        known = self._known.get(request)
        if known is None:
            try:
                known = self._read(request)
            except InputError:
                return None
        if known is not None:
            self._known[request] = known
        return known

    def plan(self, request: RenderRequest) -> Plan:
        """Return the plan of a line; nothing is sounded."""
        self.token.check()
        return self._renderer.plan(request, self.token).plan

    def planned(self, request: RenderRequest, neutral: RenderRequest) -> Planned:
        """Return what a plan changes against the neutral one of its line and voice.

        Kept as a record, like a sound.

        Raises:
            InputError: the line cannot be planned here.
        """
        path = self._path(request, PLANNED)
        with contextlib.suppress(FileNotFoundError, CacheDamage):
            meta, arrays = read_record(path)
            told: dict[str, Any] = dict(meta)
            f0 = np.array(arrays["f0"], np.float32)
            return Planned(Deltas(**told["deltas"]), told["asked"], told["changes"], f0)
        if neutral not in self._neutral:
            self._neutral[neutral] = self.plan(neutral)
        still = self._neutral[neutral]
        plan = self.plan(request)
        wish = asked(plan.deltas, rest_s(plan) - rest_s(still))
        found = Planned(plan.deltas, wish, planned(plan, still), asked_f0(plan))
        meta = {"deltas": asdict(plan.deltas), "asked": wish, "changes": dict(found.changes)}
        write_record(path, meta, {"f0": found.f0})
        return found

    def is_woman(self, voice: str) -> bool:
        """Whether a voice is a woman's."""
        return self.engine.voices.voice(voice).sex == "female"

    def _spoken(self, request: RenderRequest) -> None:
        take = self._renderer.render(request, self.token)
        assert take.audio is not None
        curves, figures = self.judge.judge(take.audio, woman=self.is_woman(request.voice))
        plan = take.plan
        meta = {
            "text": request.text,
            "voice": request.voice,
            "direction": asdict(request.direction),
            "deltas": asdict(plan.deltas),
            "figures": dict(figures),
            "pauses": curves.pauses,
            "gaps": gaps(plan),
            "faint": gaps(plan, PAUSE_S),
            "rest_s": rest_s(plan),
        }
        arrays: dict[str, NDArray[Any]] = {
            "f0": curves.f0,
            "level": curves.level_db,
            "asked": asked_f0(plan),
            "flac": np.frombuffer(_flac(take.audio), np.uint8),
        }
        write_record(self._path(request, self.judge.name), meta, arrays)

    def _read(self, request: RenderRequest) -> Heard | None:
        try:
            meta, arrays = read_record(self._path(request, self.judge.name))
        except (FileNotFoundError, CacheDamage):
            return None
        told: dict[str, Any] = dict(meta)
        # Copies: a report holds thousands of cells, and each would hold a map.
        f0, level, wished = (np.array(arrays[n], np.float32) for n in ("f0", "level", "asked"))
        return Heard(
            request,
            Deltas(**told["deltas"]),
            told["figures"],
            Contour(f0, level, _spans(told["pauses"])),
            wished,
            _spans(told["gaps"]),
            _spans(told["faint"]),
            float(told["rest_s"]),
            arrays["flac"].tobytes(),
        )

    def _path(self, request: RenderRequest, judge: str) -> Path:
        sound = self._keys.get(request)  # a reading takes milliseconds, a report asks often
        if sound is None:
            sound = self._keys[request] = self._renderer.inputs(request).key()
        key = key_of(sound, judge, RECORD_VERSION)
        return self._folder / key[:2] / f"{key}.rec"


def _spans(rows: Sequence[Sequence[float]]) -> Spans:
    return tuple((float(start), float(end)) for start, end in rows)


def _flac(audio: Floats) -> bytes:
    """A sound in 16 bits, without loss beyond that."""
    out = io.BytesIO()
    soundfile.write(out, audio, SAMPLE_RATE, format="FLAC", subtype="PCM_16")
    return out.getvalue()
