"""The same line on every backend: seconds by stage, and how far the sounds lie apart.

Each backend speaks the line twice: once to load and to warm up, once for the figures. Where
one cannot run its reason stands in place of figures. Nothing that is kept answers, and
nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import TYPE_CHECKING

import numpy as np

from engine.backends.choose import Row, require
from engine.backends.facts import Placement, RunFacts, facts_of, placement_of
from engine.backends.protocol import Backend, BackendInfo
from engine.cancel import CancelToken
from engine.errors import BackendFailed, StudioError
from engine.stages import Stages
from engine.values import SAMPLE_RATE, Floats, RenderRequest, Take

if TYPE_CHECKING:
    from engine.renderer import Renderer

FRAME, HOP = 512, 128
"""Samples of a spectrum and from one to the next: 21 and 5 ms."""
FLOOR = 1e-7
"""Power added to every bin before its logarithm: under the 16-bit step, so that digital
silence beside rounding is no difference."""

NEAR_DB = 2.0
"""A difference nobody hears: as far as the processor's own sound lies from itself when F0
moves by 0.01 % (measured, ``docs/gpu.md``)."""

LOOK_S = 0.2
"""Between two looks whether a race was cancelled while engines are built."""

ENGINES_S = 300.0
"""Longest wait for engines to be built, where waiting is asked for."""


@dataclass(frozen=True, slots=True)
class Lap:
    """One backend's part in a race."""

    name: str
    reason: str = ""
    """Why it did not run; empty if it did."""
    hint: str = ""
    """What would help."""
    info: BackendInfo | None = None
    first_s: float = 0.0
    """Seconds of the first time, with loading."""
    total_s: float = 0.0
    """Seconds of the second time, from text to the last sample."""
    seconds: tuple[tuple[str, float], ...] = ()
    """Of the second time, by stage."""
    sound_s: float = 0.0
    difference_db: float | None = None
    """Log-spectral distance to the first backend that ran; None for that one."""
    facts: RunFacts | None = None
    placement: Placement = field(default_factory=dict)
    error: StudioError | None = None
    """What ``reason`` and ``hint`` are of, for whoever has a sentence for it."""

    @property
    def ran(self) -> bool:
        """Whether there are figures."""
        return not self.reason


def race(
    renderer: Renderer,
    rows: Mapping[str, Row],
    request: RenderRequest,
    token: CancelToken,
    *,
    running: Backend | None = None,
    wait_s: float = 0.0,
    progress: Callable[[str, float], None] = lambda name, share: None,
) -> Iterator[Lap]:
    """Speak a line on each backend in turn.

    Args:
        renderer: whose other parts are used: reading, understanding, voices.
        rows: the backends, in order; the sounds are compared with the first that runs.
        request: the line.
        token: cancels, also within a run.
        running: the backend in use; its row uses it instead of opening another.
        wait_s: longest wait for engines a backend builds; without it the next row serves.
        progress: told whose turn it is and the share of the race that is over.

    Yields:
        a lap for every row, as soon as it is over.

    Raises:
        Cancelled: the token was cancelled.
        InputError: text, prompt, voice or a knob is not usable.
    """
    first: Floats | None = None
    for place, (name, row) in enumerate(rows.items()):
        token.check()
        progress(name, place / len(rows))
        own = running is not None and running.describe().name == name
        backend: Backend | None = running if own else None
        try:
            if backend is None:
                require(row)
                backend = row.build()
            lap, sound = _lap(name, backend, renderer, request, token, wait_s)
        except (StudioError, OSError) as error:
            if isinstance(error, StudioError) and not _of_backend(error):
                raise
            yield _missing(name, error)
            continue
        finally:
            if backend is not None and not own:
                backend.close()
        yield lap if first is None else _compared(lap, first, sound)
        first = sound if first is None else first


def in_order(rows: Mapping[str, Row], first: str) -> dict[str, Row]:
    """Return the rows of a race: the one the others are compared with, then all but the double."""
    names = [first, *(name for name in reversed([*rows]) if name not in {first, FAKE})]
    return {name: rows[name] for name in names}


FAKE = "fake"
"""The double's row: it races only where it is what runs."""


def distance_db(one: Floats, two: Floats) -> float:
    """Return the log-spectral distance of two sounds, dB.

    The root mean square over frequency of the difference of log power spectra, averaged over
    frames (Gray and Markel 1976); what is longer is cut.
    """
    size = min(one.size, two.size)
    if size < FRAME:
        return 0.0
    difference = _spectra(one[:size]) - _spectra(two[:size])
    return float(np.sqrt((difference**2).mean(axis=1)).mean())


def _spectra(audio: Floats) -> Floats:
    frames = np.lib.stride_tricks.sliding_window_view(audio, FRAME)[::HOP] * np.hanning(FRAME)
    power: Floats = 10 * np.log10(np.abs(np.fft.rfft(frames)) ** 2 + FLOOR)
    return power


def _lap(
    name: str,
    backend: Backend,
    renderer: Renderer,
    request: RenderRequest,
    token: CancelToken,
    wait_s: float,
) -> tuple[Lap, Floats]:
    begun = perf_counter()
    _spoken(renderer, backend, request, token)
    first_s = perf_counter() - begun
    if _waited(backend, token, wait_s):
        _spoken(renderer, backend, request, token)
    begun = perf_counter()
    take = _spoken(renderer, backend, request, token)
    total_s = perf_counter() - begun
    assert take.audio is not None
    lap = Lap(
        name,
        info=backend.describe(),
        first_s=first_s,
        total_s=total_s,
        seconds=take.provenance.seconds,
        sound_s=take.audio.size / SAMPLE_RATE,
        facts=facts_of(backend),
        placement=placement_of(backend) or {},
    )
    return lap, take.audio


def _waited(backend: Backend, token: CancelToken, most_s: float) -> bool:
    """Wait for engines a backend builds; False where it builds none, or nobody waits."""
    wait = getattr(backend, "wait", None)
    if not callable(wait) or not most_s:
        return False
    end = perf_counter() + most_s
    while not wait(LOOK_S) and perf_counter() < end:
        token.check()
    return True


def _spoken(
    renderer: Renderer, backend: Backend, request: RenderRequest, token: CancelToken
) -> Take:
    # New stages each time: what one remembers of the first run would not be run again.
    return renderer.over(Stages(backend)).render(request, token)


def _compared(lap: Lap, first: Floats, sound: Floats) -> Lap:
    return replace(lap, difference_db=distance_db(first, sound))


def _of_backend(error: StudioError) -> bool:
    return (
        isinstance(error, BackendFailed)
        or error.subject in {"backend", "model"}
        or (error.code.startswith("backend-"))
    )


def _missing(name: str, error: Exception) -> Lap:
    if isinstance(error, StudioError):
        return Lap(name, error.detail or error.code, error.hint, error=error)
    return Lap(name, str(error))
