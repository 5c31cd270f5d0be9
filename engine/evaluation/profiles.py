"""Which of seven actors' profiles the measured changes of a voice lie nearest to.

The profiles (``assets/evaluation/ravdess.json``) are the mean changes of 24 actors. A
voice's changes are averaged over its lines, each measure is divided by the mean of the
seven SDs, and the nearest profile is the one at the least Euclidean distance. What actors
would reach on the same test is simulated: each draw takes one actor, independently in every
measure, from a profile's own mean and SD.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

LEVEL: Final = ("level_db",)
"""Left out where profiles are compared without level."""

DRAWS: Final = 400
"""Simulated actors per emotion: the share is then within 2 points."""

Wide = NDArray[np.float64]


@dataclass(frozen=True)
class Profiles:
    """Profiles over some of the measures.

    Args:
        measures: their names, as in the asset.
        table: emotion -> measure -> mean and SD over actors.
    """

    measures: tuple[str, ...]
    table: Mapping[str, Mapping[str, Sequence[float]]]

    @property
    def emotions(self) -> tuple[str, ...]:
        """The seven, in the asset's order."""
        return tuple(self.table)

    @cached_property
    def means(self) -> Wide:
        """float64[7, measures], in units of the mean SD."""
        return self._column(0) / self.unit

    @cached_property
    def unit(self) -> Wide:
        """float64[measures]: mean over the emotions of the SD over actors."""
        unit: Wide = self._column(1).mean(axis=0)
        return unit

    def nearest(self, changes: Mapping[str, float]) -> str:
        """Return the emotion whose profile lies nearest to a voice's changes."""
        place = np.array([changes[name] for name in self.measures]) / self.unit
        return self.emotions[int(np.linalg.norm(self.means - place, axis=1).argmin())]

    def simulated(self, seed: int) -> float:
        """Return the share of simulated actors whose own profile is the nearest."""
        rng = np.random.default_rng(seed)
        spread = self._column(1) / self.unit
        right = []
        for at, (mean, sd) in enumerate(zip(self.means, spread, strict=True)):
            draws = mean + sd * rng.standard_normal((DRAWS, mean.size))
            away = np.linalg.norm(draws[:, None, :] - self.means[None, :, :], axis=2)
            right.append(float(np.mean(away.argmin(axis=1) == at)))
        return float(np.mean(right))

    def _column(self, which: int) -> Wide:
        rows = [[row[name][which] for name in self.measures] for row in self.table.values()]
        return np.array(rows, float)


def load_profiles(known: Iterable[str], *, without: Sequence[str] = ()) -> Profiles:
    """Return the seven profiles over the measures that are known, less ``without``."""
    text = files("assets").joinpath("evaluation/ravdess.json").read_text(encoding="utf-8")
    table = json.loads(text)["profiles"]
    there = set(known) - set(without)
    measures = tuple(name for name in next(iter(table.values())) if name in there)
    return Profiles(measures, table)
