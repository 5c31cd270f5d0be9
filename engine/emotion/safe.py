"""Up to which intensity a voice stays itself, as ``espressivo calibrate`` found it.

``assets/emotion/safe_intensity.json`` holds for each measured voice the largest intensity of
each of seven families, with the rule and the measurements behind it. The rest by rule:

* a voice that was not measured (other languages, voices of one's own) has the lower quartile
  of the measured voices of its sex, or of all where the sex is unknown;
* an emotion of another family counts as the measured one whose target at intensity 1 lies
  nearest in listener steps;
* parts of a blend use the limit up by their weight: the mark of weights ``w`` and limits
  ``L`` is ``1 / sum(w / L)``, so that an emotion asked for at 1.2 reaches it sooner;
* a mix of voices has the mean of theirs by share.

The mark warns and forbids nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import numpy as np

from engine.emotion.axes import LISTENER_STEP, to_vector
from engine.emotion.knobs import MAX_INTENSITY
from engine.emotion.vocabulary import NEUTRAL, load_vocabulary

TABLE: Final = "emotion/safe_intensity.json"

HEADS: Final = MappingProxyType(
    {
        "anger": "hot anger",
        "joy": "joy",
        "surprise": "surprise",
        "fear": "fear",
        "sadness": "sadness",
        "calm": "calm",
        "disgust": "disgust",
    }
)
"""The entry of the vocabulary that each measured family was measured with."""

LEAST: Final = 0.25
"""A limit of none counts as this, half a step of the search: the mark has to lie somewhere."""

LOWER_QUARTILE: Final = 25.0

Limits = Mapping[str, Mapping[str, float]]
"""Voice -> family -> largest intensity; 0 = not even the first step passed."""


@cache
def load_limits() -> Limits:
    """Return the measured limits (``assets/emotion/safe_intensity.json``)."""
    text = files("assets").joinpath(TABLE).read_text(encoding="utf-8")
    rows: dict[str, dict[str, float]] = json.loads(text)["voices"]
    return MappingProxyType(rows)


def safe_intensity(
    mixture: Sequence[tuple[str, float]],
    voice: Sequence[tuple[str, float]],
    limits: Limits | None = None,
) -> float | None:
    """Return the largest intensity at which the voice stays itself; None = all of the knob's.

    Args:
        mixture: entries of the vocabulary and weights (``Emotion.mixture``).
        voice: voices and shares that add up to 1.
        limits: other than those that ship.
    """
    table = load_limits() if limits is None else limits
    used = 0.0
    for name, weight in mixture:
        family = family_of(name)
        if family is not None and weight > 0:
            limit = sum(share * _limit(table, who, family) for who, share in voice)
            used += weight / max(limit, LEAST)
    if used * MAX_INTENSITY <= 1.0:
        return None
    return 1.0 / used


@cache
def family_of(name: str) -> str | None:
    """Return the measured family an entry counts as; None for neutral."""
    vocabulary = load_vocabulary()
    entry = vocabulary[name]
    if entry.name == NEUTRAL:
        return None
    if entry.family in HEADS:
        return entry.family
    target = to_vector(entry.deltas)
    away = {
        family: float(np.linalg.norm((to_vector(vocabulary[head].deltas) - target) / LISTENER_STEP))
        for family, head in HEADS.items()
    }
    return min(away, key=lambda family: away[family])


def _limit(table: Limits, voice: str, family: str) -> float:
    if voice in table:
        return table[voice][family]
    sex = voice[1:2]
    same = [row[family] for name, row in table.items() if name[1:2] == sex]
    found = same or [row[family] for row in table.values()]
    return float(np.percentile(found, LOWER_QUARTILE)) if found else MAX_INTENSITY
