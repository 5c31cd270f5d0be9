"""The decoded prosody in figures: what is asked, what was nudged, what is heard."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.studio.present.direction import mix_parts
from engine.emotion.axes import RATIOS
from engine.emotion.law import HARD_LIMITS, at_intensity
from engine.heatmaps import Heatmap
from engine.values import IDENTITY, Deltas, Direction, Emotion, Take
from engine.voices import SEXES
from widgets.views import DeltaView

if TYPE_CHECKING:
    # Only for its type: judging a sound comes with all that measures it.
    from engine.landing import Landing


@dataclass(frozen=True, slots=True)
class _Figure:
    """How one field of ``Deltas`` is shown."""

    name: str
    label: object
    unit: object
    step: float
    means: object


PITCH = QT_TRANSLATE_NOOP("Deltas", "pitch contour")
LENGTH = QT_TRANSLATE_NOOP("Deltas", "durations")
SILENCE = QT_TRANSLATE_NOOP("Deltas", "silences")
ST = QT_TRANSLATE_NOOP("Deltas", "st")
TIMES = QT_TRANSLATE_NOOP("Deltas", "×")
SHARE = QT_TRANSLATE_NOOP("Deltas", "of 1")
TIMBRE = QT_TRANSLATE_NOOP("Deltas", "model style")

FIGURES = (
    _Figure("f0_level_st", QT_TRANSLATE_NOOP("Deltas", "Pitch level"), ST, 0.1, PITCH),
    _Figure("f0_excursion", QT_TRANSLATE_NOOP("Deltas", "Pitch range"), TIMES, 0.01, PITCH),
    _Figure(
        "declination_st_s",
        QT_TRANSLATE_NOOP("Deltas", "Pitch slope"),
        QT_TRANSLATE_NOOP("Deltas", "st/s"),
        0.1,
        PITCH,
    ),
    _Figure("final_st", QT_TRANSLATE_NOOP("Deltas", "Final pitch"), ST, 0.1, PITCH),
    _Figure("vowel_duration", QT_TRANSLATE_NOOP("Deltas", "Vowel length"), TIMES, 0.01, LENGTH),
    _Figure(
        "consonant_duration", QT_TRANSLATE_NOOP("Deltas", "Consonant length"), TIMES, 0.01, LENGTH
    ),
    _Figure(
        "pause_s",
        QT_TRANSLATE_NOOP("Deltas", "Pause length"),
        QT_TRANSLATE_NOOP("Deltas", "s"),
        0.01,
        SILENCE,
    ),
    _Figure(
        "pauses_per_s",
        QT_TRANSLATE_NOOP("Deltas", "Extra pauses"),
        QT_TRANSLATE_NOOP("Deltas", "per s"),
        0.01,
        SILENCE,
    ),
    _Figure(
        "energy_db",
        QT_TRANSLATE_NOOP("Deltas", "Energy"),
        QT_TRANSLATE_NOOP("Deltas", "dB"),
        0.1,
        QT_TRANSLATE_NOOP("Deltas", "model energy and gain"),
    ),
    _Figure(
        "tilt_db",
        QT_TRANSLATE_NOOP("Deltas", "Spectral tilt"),
        QT_TRANSLATE_NOOP("Deltas", "dB"),
        0.1,
        QT_TRANSLATE_NOOP("Deltas", "filter"),
    ),
    _Figure("jitter_st", QT_TRANSLATE_NOOP("Deltas", "Tremble"), ST, 0.01, PITCH),
    _Figure(
        "breathy",
        QT_TRANSLATE_NOOP("Deltas", "Breath"),
        SHARE,
        0.05,
        QT_TRANSLATE_NOOP("Deltas", "model style and noise"),
    ),
    _Figure(
        "whispered",
        QT_TRANSLATE_NOOP("Deltas", "Whisper"),
        SHARE,
        0.05,
        QT_TRANSLATE_NOOP("Deltas", "noise for voice"),
    ),
    _Figure("tense", QT_TRANSLATE_NOOP("Deltas", "Tension"), SHARE, 0.05, TIMBRE),
    _Figure("bright", QT_TRANSLATE_NOOP("Deltas", "Brightness"), SHARE, 0.05, TIMBRE),
    _Figure(
        "tremor_db",
        QT_TRANSLATE_NOOP("Deltas", "Tremor"),
        QT_TRANSLATE_NOOP("Deltas", "dB"),
        0.1,
        QT_TRANSLATE_NOOP("Deltas", "gain"),
    ),
)
"""All fields of ``Deltas`` in the order shown. Steps are well under a listener's, and
the means are the kernels that ``engine.planning`` and ``engine.sounding`` apply, and what
``engine.voice_quality.MECHANISMS`` says."""

VERDICTS: dict[str, object] = {
    "landed": QT_TRANSLATE_NOOP("Deltas", "landed"),
    "weak": QT_TRANSLATE_NOOP("Deltas", "weak"),
    "over": QT_TRANSLATE_NOOP("Deltas", "over"),
}


def delta_views(
    direction: Direction,
    emotion: Emotion | None,
    voice: str,
    take: Take | None = None,
    heatmap: Heatmap | None = None,
) -> tuple[DeltaView, ...]:
    """Return the figures of a direction.

    Asked is what the prompt comes to at its intensity (``engine.emotion.law``), without
    nudges and without the variation of stability. Heard is told of pitch, lengths and
    level: all that the take was asked for, with the error that was measured in its sound
    (``engine.landing``).

    Args:
        direction: for its intensity and nudges.
        emotion: what its prompt was understood as; None = not asked yet, nothing asked.
        voice: the mix; women's pitch is raised less by some emotions.
        take: of the line as it stands, with sound; None = there is none.
        heatmap: of that take.
    """
    asked = IDENTITY if emotion is None else asked_of(direction, emotion, voice)
    judged = {} if take is None or heatmap is None else _judged(take, heatmap)
    whole = IDENTITY if take is None else take.plan.deltas
    return tuple(
        _view(figure, asked, direction.nudges, (whole, judged.get(figure.name)))
        for figure in FIGURES
    )


def _judged(take: Take, heatmap: Heatmap) -> dict[str, Landing]:
    from engine.landing import landings, pitch_landings

    return {**landings(take), **pitch_landings(heatmap)}


def asked_of(direction: Direction, emotion: Emotion, voice: str) -> Deltas:
    """Return what a prompt asks for at its intensity, without nudges or variation."""
    parts = mix_parts(voice)
    sex = SEXES.get(parts[0][0][1:2], "") if parts else ""
    return at_intensity(emotion, direction.intensity, sex=sex[:1])


def _view(
    figure: _Figure, asked: Deltas, nudges: Deltas, heard: tuple[Deltas, Landing | None]
) -> DeltaView:
    low, high = HARD_LIMITS[figure.name]
    whole, landing = heard
    verdict = landing.verdict if landing is not None else ""
    return DeltaView(
        name=figure.name,
        label=QCoreApplication.translate("Deltas", str(figure.label)),
        unit=QCoreApplication.translate("Deltas", str(figure.unit)),
        asked=float(getattr(asked, figure.name)),
        nudge=float(getattr(nudges, figure.name)),
        low=low,
        high=high,
        step=figure.step,
        identity=1.0 if figure.name in RATIOS else 0.0,
        achieved=landing.achieved(figure.name, getattr(whole, figure.name)) if landing else None,
        verdict=QCoreApplication.translate("Deltas", str(VERDICTS[verdict])) if verdict else "",
        mechanism=QCoreApplication.translate("Deltas", str(figure.means)),
    )


def with_nudge(direction: Direction, name: str, value: float) -> Direction:
    """Return ``direction`` with one nudge set, within the limits of its figure."""
    low, high = HARD_LIMITS[name]
    nudges = replace(direction.nudges, **{name: min(max(value, low), high)})
    return replace(direction, nudges=nudges)
