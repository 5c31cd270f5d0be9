"""EmoVec: 128 numbers that hold an emotion, and the linear read-outs of it.

An emotion is composed of *parts*, each with a coordinate: for every vocabulary
entry a global part (level, range, tempo, energy: what the whole line does) and a
local part (pauses, declination, boundary), so that "confident yet hesitant" can
take its pauses from the second word without averaging the levels away; and one
part per axis of the deltas for plain delivery words ("slowly").

``EmoVec = coordinates @ basis`` with independent rows, so every coordinate, the
deltas and valence, arousal, dominance are exact linear functions of the vector.
A trained head may replace how the coordinates come about; the read-outs stay.

The basis is built from the vocabulary alone. Entries of like V/A/D get like
vectors: the Cholesky factor of an RBF kernel over V/A/D and family (with a share
of identity, so no two coincide), spread over 128 dimensions by rows of a
Hadamard matrix, whose entries are all +-1 and which needs no random numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.emotion.axes import AXES, Vector, index, to_vector
from engine.emotion.vocabulary import NEUTRAL, Entry, Vocabulary
from engine.values import EMOVEC_SIZE, Floats, readonly

LOCAL_AXES: Final = ("declination_st_s", "final_st", "pause_s", "pauses_per_s")
"""Axes that shape places in the line rather than the whole of it."""

AXIS_UNIT: Final = np.array(
    [6.0, 0.5, 3.0, 4.0, 0.4, 0.4, 0.5, 0.5, 10.0, 6.0, 0.5, 1.0, 1.0, 1.0, 1.0, 4.0]
)
"""Size of a delivery change that counts like a full emotion in EmoVec's geometry."""

AXIS_VAD: Final = {
    "f0_level_st": (0.0, 0.35, 0.0),
    "vowel_duration": (0.0, -0.25, 0.0),
    "consonant_duration": (0.0, -0.25, 0.0),
    "energy_db": (0.0, 0.5, 0.25),
}
"""V/A/D of one unit of a delivery axis: louder, higher and faster speech is heard
as more aroused, louder also as more dominant (signs of EmoTale's regressions of
prosody on ratings; sizes judged)."""

SCALE: Final = 0.11
"""Size of one coordinate in every dimension: keeps usual blends inside -1..1."""

_KERNEL_WIDTH: Final = 0.8
"""V/A/D distance at which two emotions are about 0.6 alike."""
_FAMILY_SHARE: Final = 0.3
_OWN_SHARE: Final = 0.3
_LOCAL_VAD: Final = 0.3
"""Share of an entry's V/A/D carried by its local part."""


class EmoSpace:
    """The basis of EmoVec and its read-outs, made from a vocabulary."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._entries = tuple(e for e in vocabulary.entries if e.name != NEUTRAL)
        self._position = {e.name: i for i, e in enumerate(self._entries)}
        self._basis = self._make_basis()
        self._inverse = np.linalg.pinv(self._basis)
        self._deltas, self._vad = self._make_readouts()

    @property
    def names(self) -> tuple[str, ...]:
        """Entries with parts of their own, in order (neutral has none: it is zero)."""
        return tuple(entry.name for entry in self._entries)

    def emovec(
        self,
        whole: dict[str, float],
        local: dict[str, float],
        delivery: Vector,
    ) -> Floats:
        """Return float32[128] for the given parts.

        Args:
            whole: entry -> weight of its global part (1 = its target).
            local: entry -> weight of its local part.
            delivery: float64[16] changes on the axes of the deltas.

        The vector is read-only and all zero if nothing is asked. If a component
        would leave -1..1, the whole vector is scaled down: direction is kept.
        """
        count = len(self._entries)
        coordinates = np.zeros(2 * count + len(AXES))
        for offset, weights in ((0, whole), (count, local)):
            for name, weight in weights.items():
                if name != NEUTRAL:
                    coordinates[offset + self._position[name]] += weight
        coordinates[2 * count :] = delivery / AXIS_UNIT
        vector = coordinates @ self._basis
        largest = float(np.abs(vector).max())
        if largest > 1.0:
            vector /= largest
        result = vector.astype(np.float32)
        readonly(result)
        return result

    def deltas(self, emovec: Floats) -> Vector:
        """Return float64[16]: the deltas at intensity 1, on the axes of ``axes.AXES``."""
        values: Vector = emovec.astype(np.float64) @ self._deltas
        values[np.abs(values) < 1e-6] = 0.0
        return values

    def vad(self, emovec: Floats) -> tuple[float, float, float]:
        """Return valence, arousal, dominance, each clipped to -1..1."""
        values = np.clip(emovec.astype(np.float64) @ self._vad, -1.0, 1.0)
        v, a, d = (round(float(x), 4) + 0.0 for x in values)
        return v, a, d

    def mixture(self, emovec: Floats) -> dict[str, float]:
        """Return the weight of every entry's global part (may be negative for foreign vectors)."""
        coordinates = emovec.astype(np.float64) @ self._inverse
        return {e.name: float(coordinates[i]) for i, e in enumerate(self._entries)}

    def readouts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return copies of the matrices: deltas float64[128, 16] and V/A/D float64[128, 3]."""
        return self._deltas.copy(), self._vad.copy()

    def _make_basis(self) -> NDArray[np.float64]:
        """float64[2K + 16, 128], rows independent."""
        factor = np.linalg.cholesky(_kernel(self._entries))
        count = len(factor)
        parts = np.zeros((2 * count + len(AXES), 2 * count + len(AXES)))
        parts[:count, :count] = factor
        parts[count : 2 * count, count : 2 * count] = factor
        parts[2 * count :, 2 * count :] = np.eye(len(AXES))
        # row 0 is constant and row 1 alternates; any distinct rows do, these start at 1
        return SCALE * parts @ _hadamard(EMOVEC_SIZE)[1 : len(parts) + 1]

    def _make_readouts(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        targets = np.stack([to_vector(entry.deltas) for entry in self._entries])
        is_local = np.zeros(len(AXES), dtype=bool)
        is_local[[index(name) for name in LOCAL_AXES]] = True
        deltas = np.concatenate(
            [np.where(is_local, 0.0, targets), np.where(is_local, targets, 0.0), np.diag(AXIS_UNIT)]
        )
        vad = np.array([(e.valence, e.arousal, e.dominance) for e in self._entries])
        axes = np.array([AXIS_VAD.get(name, (0.0, 0.0, 0.0)) for name in AXES])
        vads = np.concatenate([(1.0 - _LOCAL_VAD) * vad, _LOCAL_VAD * vad, axes])
        return self._inverse @ deltas, self._inverse @ vads


def _kernel(entries: tuple[Entry, ...]) -> NDArray[np.float64]:
    """Similarity of entries, float64[K, K], positive definite, ones on the diagonal."""
    vad = np.array([(e.valence, e.arousal, e.dominance) for e in entries])
    families = np.array([e.family for e in entries])
    square = ((vad[:, None] - vad[None, :]) ** 2).sum(axis=-1)
    near = np.exp(-0.5 * square / _KERNEL_WIDTH**2)
    same = (families[:, None] == families[None, :]).astype(np.float64)
    shared = 1.0 - _FAMILY_SHARE - _OWN_SHARE
    kernel: NDArray[np.float64] = (
        shared * near + _FAMILY_SHARE * same + _OWN_SHARE * np.eye(len(entries))
    )
    return kernel


def _hadamard(size: int) -> NDArray[np.float64]:
    """Sylvester's Hadamard matrix, ``size`` a power of two: rows orthogonal, entries +-1."""
    matrix = np.ones((1, 1))
    while len(matrix) < size:
        matrix = np.block([[matrix, matrix], [matrix, -matrix]])
    return matrix
