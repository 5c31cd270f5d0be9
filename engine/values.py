"""The values that flow through the engine: frozen, slotted, arrays read-only.

One request travels as ``RenderRequest -> Reading + Emotion -> Plan -> Take``.
Nothing here computes or is mutable: arrays have their write flag off, and a shape and unit.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from engine.keys import LATER
from engine.local import NO_LOCAL, Local

SAMPLE_RATE = 24_000
"""Hz; what the voice model's decoder produces."""

FRAME_SAMPLES = 600
"""Samples in one duration frame (25 ms at 24 kHz)."""

FRAME_S = FRAME_SAMPLES / SAMPLE_RATE
"""Seconds in one duration frame."""

CURVE_S = FRAME_S / 2
"""Seconds between two values of the F0 and energy curves (12.5 ms)."""

MAX_TOKENS = 510
"""Most token ids the model reads at once, without the two pads."""

EMOVEC_SIZE = 128

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]

_Scalar = TypeVar("_Scalar", bound=np.generic)


def readonly(array: NDArray[_Scalar]) -> NDArray[_Scalar]:
    """Return ``array`` itself with its write flag off."""
    array.flags.writeable = False
    return array


NONE: Floats = readonly(np.zeros(0, np.float32))
"""A curve that asks for nothing."""


class Want(Enum):
    """How deep a request goes."""

    PLAN = "plan"
    SOUND = "sound"
    DRAFT = "draft"
    """Sound, and until it is there one that is alike may be heard (``Renderer.near``)."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A non-fatal thing worth saying: a value, not a log line.

    ``code`` is a stable word (``"prompt-not-understood"``), ``subject`` what it belongs
    to, ``detail`` the variable part (the word ignored, the reason).
    """

    code: str
    subject: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Keyframe:
    """The strength of the emotion at one word of a line.

    ``word`` is the index of a word of the reading; ``strength`` 0..1.5 is the
    share of the direction's emotion reached at that word's start.
    """

    word: int
    strength: float


@dataclass(frozen=True, slots=True)
class Deltas:
    """How prosody differs from the neutral reading of the same voice.

    The identity (all defaults) changes nothing, to the sample. Values add in
    semitones, dB and log-ratio; the x fields are ratios (1 = unchanged).
    """

    f0_level_st: float = 0.0
    """Shift of the whole F0 contour, semitones."""
    f0_excursion: float = 1.0
    """Ratio of F0 movement about the line's median, in the log domain."""
    declination_st_s: float = 0.0
    """Slope added over the line, semitones a second (positive = flatter fall)."""
    final_st: float = 0.0
    """Shift reached at the last voiced frame, over the final contour, semitones."""
    vowel_duration: float = 1.0
    consonant_duration: float = 1.0
    pause_s: float = 0.0
    """Seconds added to each pause the text already has (negative = shorter)."""
    pauses_per_s: float = 0.0
    """Extra phrase pauses per second of speech (sadness: about 0.4)."""
    energy_db: float = 0.0
    """Level against the neutral take, dB."""
    tilt_db: float = 0.0
    """Spectral tilt: change of the alpha ratio (1-5 kHz over 50-1000 Hz), dB."""
    jitter_st: float = 0.0
    """Bound of the slow random movement added to F0, semitones."""
    breathy: float = 0.0
    """Breath beside the voice, 0..1 (``engine.voice_quality`` says what 1 is)."""
    whispered: float = 0.0
    """Share of the voice that is a whisper, 0..1; 1 leaves no voice."""
    tense: float = 0.0
    """-1 (lax) .. 1 (pressed)."""
    bright: float = 0.0
    """-1 (dark) .. 1 (bright): timbre, beside the overall slope of ``tilt_db``."""
    tremor_db: float = 0.0
    """Depth of the tremor of level, dB to either side."""

    @property
    def is_identity(self) -> bool:
        """True if nothing at all is asked."""
        return self == IDENTITY


IDENTITY = Deltas()


@dataclass(frozen=True, slots=True)
class Direction:
    """How a line should be spoken, as one value.

    Args:
        prompt: free words; empty means neutral.
        intensity: 0..2; 0 is sample-identical to neutral, 1 a clear emotion.
        stability: 0..1; 1 = every take alike, 0 = an actor's own spread.
        ramp: 0..1; how slowly the emotion is reached (0 = at once, 1 = at the line's end).
        keyframes: strengths on words; when given they replace ``ramp``.
        nudges: manual changes added to the decoded deltas.
        local: what is asked of pitch at places inside the line.
    """

    prompt: str = ""
    intensity: float = 1.0
    stability: float = 1.0
    ramp: float = 0.0
    keyframes: tuple[Keyframe, ...] = ()
    nudges: Deltas = IDENTITY
    local: Local = field(default=NO_LOCAL, metadata=LATER)


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """One line to plan or to speak. ``voice`` is a mix: ``af_heart:0.7+bf_emma:0.3``."""

    text: str
    voice: str = "af_heart"
    direction: Direction = field(default_factory=Direction)
    want: Want = Want.SOUND
    seed: int = 0
    correct: bool = False
    """Whether a sound that misses what was asked is made once more, corrected."""
    context: Deltas | None = None
    """What earlier lines leave to this one (``engine.emotion.context``); None = nothing."""


PauseKind = Literal["comma", "clause", "sentence", "dash", "ellipsis", "asked", "phrase"]


@dataclass(frozen=True, slots=True)
class Break:
    """A place where the reading rests.

    ``token`` is the index into ``Reading.tokens`` after which the rest comes
    (the punctuation token itself if there is one; -1 = before the first).
    ``seconds`` is an exact extra silence asked by the text (``[pause 0.8s]``),
    or 0 where the model's own rest is enough; ``least_s`` is the shortest rest
    that must be heard there.
    """

    token: int
    kind: PauseKind
    seconds: float = 0.0
    least_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Word:
    """A spoken word: where it stands in the source and in the tokens.

    ``start:end`` are code point offsets into ``Reading.text`` (never empty:
    a word made from "$4" points at "$4"); ``first:last`` is the half-open
    range of token indices. ``spoken`` is the normalised form.
    """

    spoken: str
    start: int
    end: int
    first: int
    last: int
    phonemes: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Text made speakable.

    ``tokens`` are the model's ids without pads. ``phrases`` are half-open
    token ranges, in order, covering all tokens: each is one run of the text
    stages and at most ``MAX_TOKENS`` long. An empty ``tokens`` means there is
    nothing to speak (mark-only text): the model is not called and the line is
    a rest of ``rest_s`` seconds.
    """

    text: str
    language: str
    spoken: str
    phonemes: str
    tokens: tuple[int, ...]
    words: tuple[Word, ...]
    phrases: tuple[tuple[int, int], ...]
    breaks: tuple[Break, ...] = ()
    rest_s: float = 0.0
    remarks: tuple[Remark, ...] = ()
    own_words: tuple[tuple[str, int, int], ...] = ()
    """Words of the person's own lexicon that were found: entry, start and end in ``text``."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script: ``text`` is ``source[start:end]``, stripped.

    ``rest_s`` is the silence that follows it when lines are joined (longer at
    a paragraph's end).
    """

    text: str
    start: int
    end: int
    rest_s: float


@dataclass(frozen=True, slots=True)
class Match:
    """One stretch of a prompt and what it was understood as.

    ``start:end`` are offsets into the prompt; ``kind`` is one of ``emotion``,
    ``delivery``, ``degree``, ``negation``, ``blend``; ``meaning`` the
    vocabulary entry (``"sadness"``, ``"slow"``, ``"x0.6"``); ``weight`` its
    share in the result.
    """

    text: str
    start: int
    end: int
    kind: str
    meaning: str
    weight: float


@dataclass(frozen=True, slots=True)
class Emotion:
    """What a prompt was understood as, at intensity 1."""

    emovec: Floats
    """float32[128], each in -1..1; all zero = neutral."""
    valence: float
    arousal: float
    dominance: float
    """-1..1; 0 = neutral."""
    mixture: tuple[tuple[str, float], ...]
    """Vocabulary entries and weights, strongest first; empty = nothing understood."""
    deltas: Deltas
    """The targets at intensity 1."""
    matched: tuple[Match, ...] = ()
    ignored: tuple[str, ...] = ()
    confidence: float = 1.0
    """0..1; how near the nearest descriptors are."""
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """An exact silence spliced into the sound.

    It follows token ``token`` (index into the padded tokens of the plan) at
    curve position ``at`` (half-frame index of the plan) and lasts ``samples``.
    """

    token: int
    at: int
    samples: int
    kind: PauseKind


@dataclass(frozen=True, slots=True)
class Unit:
    """A stretch of the plan decoded in one run: frames ``first:last``.

    The first begins where the line's sound begins, the last ends where it ends; frames
    outside are silence that is planned but not heard.
    """

    first: int
    last: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything about a line's sound that is decided before it is made.

    ``T`` counts tokens with the pads of phrases, ``F`` frames of 25 ms with two values each.
    """

    tokens: Ints
    """int64[T] model ids, pads included."""
    durations: Ints
    """int64[T] frames per token, at least 1 for every spoken token."""
    f0: Floats
    """float32[2F] Hz asked; values under 10 are unvoiced."""
    energy: Floats
    """float32[2F] the model's own log energy N, as asked of the decoder."""
    gain_db: Floats
    """float32[2F] waveform gain on top, dB."""
    tilt_db: Floats
    """float32[2F] change of spectral tilt, dB."""
    neutral_f0: Floats
    """float32[2F] Hz the model itself would have spoken at these durations."""
    neutral_energy: Floats
    """float32[2F] the model's own N at these durations, before any change to it."""
    style: Floats
    """float32[256] style row: 128 acoustic with what voice quality asks, 128 prosody."""
    pauses: tuple[Pause, ...]
    units: tuple[Unit, ...]
    word_times: tuple[tuple[float, float], ...]
    """Start and end of each word of the reading, seconds, pauses included."""
    samples: int
    """Length of the finished sound."""
    deltas: Deltas
    """What is asked after intensity, stability and limits."""
    reached: tuple[float, float] = (1.0, 1.0)
    """Length of all vowels and of all consonants in it, over theirs with nothing asked."""
    remarks: tuple[Remark, ...] = ()
    breath: Floats = field(default_factory=lambda: NONE)
    """float32[2F] breath beside the voice, 0..1; empty where none is asked."""
    whisper: Floats = field(default_factory=lambda: NONE)
    """float32[2F] share of the voice that is a whisper, 0..1; empty where none is asked."""


@dataclass(frozen=True, slots=True)
class Curves:
    """Curves measured from a finished sound, on the 12.5 ms grid of the plan."""

    f0: Floats
    """float32[n] Hz; 0 = unvoiced."""
    level_db: Floats
    """float32[n] dB re full scale, floor -90."""
    pauses: tuple[tuple[float, float], ...]
    """Silent stretches inside the speech, seconds (start, end)."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """What made a take, enough to make it again."""

    backend: str
    device: str
    precision: str
    model: str
    voices: str
    head: str
    seed: int
    seconds: tuple[tuple[str, float], ...]
    """Wall-clock seconds per stage, in the order they ran."""
    cache: str
    """Whether a record answered and why: ``hit``, ``miss`` with its reason."""


@dataclass(frozen=True, slots=True)
class Take:
    """The result of a request."""

    request: RenderRequest
    key: str
    reading: Reading
    emotion: Emotion
    plan: Plan
    audio: Floats | None
    """float32[n] at 24 kHz within -1..1; None if only a plan was wanted."""
    achieved: Curves | None
    provenance: Provenance
    remarks: tuple[Remark, ...] = ()
    unasked_db: float = float("nan")
    """Level of the voice's speech with nothing asked, less 3.5 dB per unit of its N, dB re
    full scale (``engine.voice_levels``)."""
