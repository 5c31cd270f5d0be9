"""What really ran for a take, as a table to read and copy."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.studio.present.deltas import FIGURES, VERDICTS
from engine.values import SAMPLE_RATE, Take
from widgets.views import TruthView

STAGES: dict[str, object] = {
    "reading": QT_TRANSLATE_NOOP("Truth", "Reading the text"),
    "emotion": QT_TRANSLATE_NOOP("Truth", "Understanding the prompt"),
    "encode": QT_TRANSLATE_NOOP("Truth", "Encoding the text"),
    "duration": QT_TRANSLATE_NOOP("Truth", "Durations"),
    "prosody": QT_TRANSLATE_NOOP("Truth", "Pitch and energy"),
    "waveform": QT_TRANSLATE_NOOP("Truth", "Waveform"),
    "measure": QT_TRANSLATE_NOOP("Truth", "Measuring the sound"),
}
VOICE_STAGES = frozenset({"encode", "duration", "prosody", "waveform"})
"""Stages that the backend runs; the others run in the program itself."""

CACHE: dict[str, object] = {
    "hit": QT_TRANSLATE_NOOP("Truth", "hit: a stored take of exactly this request"),
    "near": QT_TRANSLATE_NOOP("Truth", "near: a stored take that sounds alike; not this one"),
    "miss: record under a threshold": QT_TRANSLATE_NOOP(
        "Truth", "miss: the stored take was under a threshold"
    ),
    "miss: record cannot be read": QT_TRANSLATE_NOOP(
        "Truth", "miss: the stored take cannot be read"
    ),
    "miss: no record": QT_TRANSLATE_NOOP("Truth", "miss: never made like this before"),
    "miss: no store": QT_TRANSLATE_NOOP("Truth", "miss: takes are not stored"),
    "miss: damaged record": QT_TRANSLATE_NOOP("Truth", "miss: the stored take was damaged"),
}
KEY_CHARACTERS = 12
"""Of a key or hash that are shown: enough to tell any two apart."""
MEGABYTE = 1e6


def truth_view(
    take: Take | None, *, first_sound_s: float | None = None, memory_bytes: int = 0
) -> TruthView:
    """Return what ran for a take.

    Args:
        take: the newest of the line; None = nothing has run.
        first_sound_s: seconds from asking to the first sound, None = none was heard.
        memory_bytes: resident memory of the program; 0 = not known.
    """
    rows: list[tuple[str, str]] = []
    if take is None:
        rows.append(
            (
                QCoreApplication.translate("Truth", "Take"),
                QCoreApplication.translate("Truth", "nothing has run yet"),
            )
        )
    else:
        rows += _machine(take) + _stages(take) + _times(take, first_sound_s)
        rows += _heard(take) + _quality(take) + _origin(take)
    if memory_bytes:
        number = f"{memory_bytes / MEGABYTE:,.0f}"
        memory = QCoreApplication.translate("Truth", "{number} MB").format(number=number)
        rows.append((QCoreApplication.translate("Truth", "Memory of the program"), memory))
    return TruthView(tuple(rows))


def _machine(take: Take) -> list[tuple[str, str]]:
    made = take.provenance
    return [
        (QCoreApplication.translate("Truth", "Backend"), made.backend),
        (QCoreApplication.translate("Truth", "Device"), made.device),
        (QCoreApplication.translate("Truth", "Precision"), made.precision),
    ]


def _stages(take: Take) -> list[tuple[str, str]]:
    """Seconds per stage; a stage of the voice also tells where it ran."""
    rows = []
    for name, seconds in take.provenance.seconds:
        label = QCoreApplication.translate("Truth", str(STAGES.get(name, name)))
        value = QCoreApplication.translate("Truth", "{seconds:.3f} s").format(seconds=seconds)
        if name in VOICE_STAGES:
            on = QCoreApplication.translate("Truth", "{time} on {backend}")
            value = on.format(time=value, backend=take.provenance.backend)
        rows.append((label, value))
    return rows


def _times(take: Take, first_sound_s: float | None) -> list[tuple[str, str]]:
    total = sum(seconds for _, seconds in take.provenance.seconds)
    length = take.plan.samples / SAMPLE_RATE
    second = QCoreApplication.translate("Truth", "{seconds:.3f} s")
    rows = [(QCoreApplication.translate("Truth", "All stages"), second.format(seconds=total))]
    if take.audio is not None and length > 0:
        rows.append(
            (
                QCoreApplication.translate("Truth", "Length of the sound"),
                second.format(seconds=length),
            )
        )
        factor = QCoreApplication.translate(
            "Truth", "{factor:.2f} (seconds of work per second of sound)"
        )
        label = QCoreApplication.translate("Truth", "Real-time factor")
        rows.append((label, factor.format(factor=total / length)))
    if first_sound_s is not None:
        label = QCoreApplication.translate("Truth", "Time to first sound")
        rows.append((label, second.format(seconds=first_sound_s)))
    return rows


def _heard(take: Take) -> list[tuple[str, str]]:
    """How much of what was asked is heard, by dimension; nothing where nothing was asked."""
    from engine.landing import landings  # here: with it comes all that measures a sound

    verdicts = [landing.verdict for landing in landings(take).values()]
    told = [
        f"{verdicts.count(name)} {QCoreApplication.translate('Deltas', str(VERDICTS[name]))}"
        for name in VERDICTS
        if name in verdicts
    ]
    label = QCoreApplication.translate("Truth", "Of what was asked")
    return [(label, ", ".join(told))] if told else []


def _quality(take: Take) -> list[tuple[str, str]]:
    """Each voice quality that was asked for, and what makes it."""
    from engine.voice_quality import MECHANISMS  # here: with it come the voice's stages

    by = QCoreApplication.translate("Truth", "{amount} by {means}")
    rows = []
    for figure in FIGURES:
        amount = getattr(take.plan.deltas, figure.name)
        if figure.name in MECHANISMS and amount:
            means = QCoreApplication.translate("Deltas", str(figure.means))
            label = QCoreApplication.translate("Deltas", str(figure.label))
            rows.append((label, by.format(amount=f"{amount:.2f}", means=means)))
    return rows


def _origin(take: Take) -> list[tuple[str, str]]:
    made = take.provenance
    verdict = QCoreApplication.translate("Truth", str(CACHE.get(made.cache, made.cache)))
    return [
        (QCoreApplication.translate("Truth", "Cache"), verdict),
        (QCoreApplication.translate("Truth", "Key"), take.key[:KEY_CHARACTERS]),
        (QCoreApplication.translate("Truth", "Model"), made.model[:KEY_CHARACTERS]),
        (QCoreApplication.translate("Truth", "Voices"), made.voices[:KEY_CHARACTERS]),
        (QCoreApplication.translate("Truth", "Seed"), str(made.seed)),
    ]
