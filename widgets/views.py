"""What widgets are given to draw: frozen values, made by ``app`` from the engine's records.

A widget takes one of these whole (``show_...(view)``) and never asks for more;
what the person does comes back as Qt signals ("intents") that carry plain
values. So widgets know nothing of the engine, and each can be tried alone.
Texts in views are already in the person's language. Arrays are read-only.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class LineState(Enum):
    """How far a line is. Each has its own sign, so that none is told by colour alone."""

    FRESH = "fresh"
    """Never planned."""
    PLANNED = "planned"
    RENDERING = "rendering"
    RENDERED = "rendered"
    STALE = "stale"
    """Its text, voice or direction changed after its last take."""
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class LineView:
    """One row of the script."""

    id: str
    number: int
    """1-based place in the script."""
    text: str
    voice: str
    """The mix; empty = the project's."""
    prompt: str
    """Empty = the project's."""
    state: LineState
    seconds: float
    """Length of its sound or plan; 0 = not known."""
    takes: int
    error: str = ""
    """Why it failed, one sentence."""


@dataclass(frozen=True, slots=True)
class WordView:
    """A spoken word: where it stands in the line's text and when it sounds."""

    text: str
    phonemes: str
    start: int
    end: int
    """Code point offsets into the line's text."""
    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True)
class HeatmapView:
    """A line's pitch and energy over time, on the clock of its finished sound.

    All curves are float32[n] with ``step_s`` seconds between values.
    """

    line: str
    step_s: float
    words: tuple[WordView, ...]
    asked_f0: Floats
    """Hz; 0 = unvoiced or silent."""
    neutral_f0: Floats
    """Hz the model would have spoken unasked; 0 = unvoiced."""
    asked_db: Floats
    """Level asked against the line's loudest moment, dB, floor -60."""
    achieved_f0: Floats | None = None
    """Hz measured; None before there is sound."""
    achieved_db: Floats | None = None
    asked_map: Floats | None = None
    """float32[rows, n] 0..1: strength of the asked pitch per log-frequency row."""
    achieved_map: Floats | None = None
    """float32[rows, m] 0..1, the same measured from the sound."""
    map_hz: tuple[float, float] = (55.0, 880.0)
    """Frequencies of the centres of the lowest and highest row, log-spaced between."""
    mel_db: Floats | None = None
    """float32[bands, m] dB re the loudest cell, floor -80; None before there is sound."""
    mel_step_s: float = 0.0125
    mel_hz: tuple[float, ...] = ()
    """Centre of each band, Hz, rising."""
    audio: Floats | None = None
    """float32[samples] -1..1."""
    rate: int = 24_000
    stale: bool = False
    """The achieved half belongs to an older direction: it is hatched."""
    tell: Callable[[], str] = str
    """Works out ``summary``; only when it is asked for, since that takes its time."""

    @property
    def summary(self) -> str:
        """One sentence for ears instead of eyes."""
        return self.tell()


@dataclass(frozen=True, slots=True)
class MatchView:
    """A stretch of the prompt and what it was understood as."""

    start: int
    end: int
    kind: str
    """``emotion``, ``delivery``, ``degree``, ``negation`` or ``blend``."""
    meaning: str
    """In the person's language."""
    weight: float


@dataclass(frozen=True, slots=True)
class PromptView:
    """The prompt and what became of it."""

    prompt: str
    matched: tuple[MatchView, ...]
    ignored: tuple[tuple[int, int], ...]
    """Stretches of the prompt that changed nothing."""
    says: str
    """One sentence: what it was understood as, or that it was not."""
    guessed: bool = False


@dataclass(frozen=True, slots=True)
class PadView:
    """Where the prompt landed: each -1..1."""

    valence: float
    arousal: float
    dominance: float
    landmarks: tuple[tuple[str, float, float], ...] = ()
    """Named emotions with their valence and arousal, to steer by."""


@dataclass(frozen=True, slots=True)
class KnobsView:
    """The three knobs and their ranges are fixed: intensity 0..2, the others 0..1."""

    intensity: float
    stability: float
    ramp: float
    safe_intensity: float | None = None
    """Largest intensity at which the speaker stays himself; None = not known."""


@dataclass(frozen=True, slots=True)
class DeltaView:
    """One dimension of the decoded prosody."""

    name: str
    """Field of the deltas, e.g. ``f0_level_st``."""
    label: str
    unit: str
    asked: float
    """What the prompt and the knobs ask, without the nudge."""
    nudge: float
    """Added by hand (for ratios: multiplied), identity 0 or 1."""
    low: float
    high: float
    step: float
    identity: float
    achieved: float | None = None
    verdict: str = ""
    mechanism: str = ""
    """By which means it is made: style, duration, pitch, energy, filter."""


@dataclass(frozen=True, slots=True)
class RampView:
    """Strength of the emotion over the words of a line."""

    words: tuple[WordView, ...]
    keyframes: tuple[tuple[int, float], ...]
    """Word index and strength 0..1.5; empty = the ramp knob rules."""
    curve: Floats
    """float32[n] strength in force, ``step_s`` apart."""
    step_s: float


@dataclass(frozen=True, slots=True)
class TakeView:
    """One kept rendering of a line."""

    id: str
    name: str
    detail: str
    """When, how long, by what."""
    seconds: float
    kept: bool
    chosen: bool
    """The one that is exported."""
    current: bool
    """Made from the line as it stands."""


@dataclass(frozen=True, slots=True)
class TransportView:
    """What the player does."""

    playing: bool
    position_s: float
    length_s: float
    """Sound there is so far."""
    whole_s: float
    """Sound there will be."""
    can_play: bool
    why_not: str = ""
    """Why nothing can be heard; a line can be rendered all the same, if ``can_play``."""
    device: str = ""
    """The one that was chosen; "" = the system's."""
    devices: tuple[str, ...] = ()
    loop: bool = False
    volume: float = 1.0


@dataclass(frozen=True, slots=True)
class OverviewRow:
    """One line in the picture of the whole script."""

    line: str
    seconds: float
    arousal: float
    valence: float
    state: LineState
    label: str


@dataclass(frozen=True, slots=True)
class TruthView:
    """What really ran for the line's newest take."""

    rows: tuple[tuple[str, str], ...]
    """Label and value, ready to read; copied as text."""


@dataclass(frozen=True, slots=True)
class NoticeView:
    """Something the person should know, shown under the control it belongs to."""

    id: str
    subject: str
    """``text``, ``prompt``, ``voice``, ``backend``, ``file``, ``player`` or ``project``."""
    severity: str
    """``info``, ``warning`` or ``error``."""
    says: str
    step: str
    actions: tuple[tuple[str, str], ...] = ()
    """Word sent back and label of each button."""


@dataclass(frozen=True, slots=True)
class PresetView:
    """A named direction."""

    name: str
    prompt: str
    own: bool
    """Saved by the person (may be renamed and deleted) or shipped."""


@dataclass(frozen=True, slots=True)
class VoiceView:
    """One voice a person may pick."""

    name: str
    """As it is written in a mix, e.g. ``af_heart``."""
    label: str
    """For people, e.g. ``Heart``."""
    detail: str
    """Language and kind of voice, in the person's language; also searched by the filter."""


@dataclass(frozen=True, slots=True)
class MixView:
    """The voice of a line: up to three voices with their shares."""

    parts: tuple[tuple[str, float], ...]
    """Name of the voice and its share; shares add up to 1."""
    own: bool
    """Whether the line has a voice of its own; else it speaks in the project's."""


@dataclass(frozen=True, slots=True)
class BlindView:
    """A blind comparison of two takes: is X the first or the second?"""

    running: bool
    trial: int = 0
    """1-based number of the trial that waits for an answer."""
    trials: int = 0
    right: int = 0
    says: str = ""
    """One sentence: what to do now, or how it came out and how sure that is."""


@dataclass(frozen=True, slots=True)
class ShortcutView:
    """A command and the keys that give it."""

    action: str
    """Name of the action, e.g. ``play.toggle``."""
    label: str
    keys: str
    """Portable text of the key sequence; empty = none."""
    default: str


@dataclass(frozen=True, slots=True)
class SettingsView:
    """What the settings dialog shows and gives back changed."""

    theme: str = "system"
    """``system``, ``light``, ``dark`` or ``contrast``."""
    font_scale: float = 1.0
    """Against the system's font, 1..2."""
    language: str = ""
    """``en``, ``zh_CN`` or empty for the system's."""
    reduce_motion: bool = False
    live_sound: bool = True
    """Whether the line is spoken again by itself once a knob rests."""
    backend: str = "auto"
    backends: tuple[tuple[str, str], ...] = (("auto", "auto"),)
    """Name and label of each that may be chosen."""
    precision: str = "exact"
    precisions: tuple[tuple[str, str], ...] = (("exact", "exact"),)
    """The same of what a processor computes in."""
    device: str = ""
    """Empty = the system's."""
    devices: tuple[str, ...] = ()
    data_folder: str = ""
    """Shown, not changed here."""


@dataclass(frozen=True, slots=True)
class LicenceView:
    """A part of the program and the licence it is used under."""

    name: str
    version: str
    licence: str
    text: str
    """The whole licence; empty = it travels with the part itself."""


@dataclass(frozen=True, slots=True)
class CrashView:
    """What the crash report dialog shows."""

    headline: str
    """One sentence: what broke, in which stage."""
    report: str
    """Without anything the person wrote."""
    private: str
    """What is added if the person ticks it: the line's text and prompt."""
