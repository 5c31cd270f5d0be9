"""The voices: style rows read from disk, and mixes of them."""

from __future__ import annotations

import difflib
import math
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from engine.errors import InputError, MissingModel
from engine.models.manifest import (
    VOICE_BYTES,
    VOICE_ROWS,
    VOICE_WIDTH,
    load_manifest,
)
from engine.values import Floats
from engine.voice_levels import Loudness, load_levels, loudness_of

if TYPE_CHECKING:
    # Only for its type: whoever names voices need not know how a model is made.
    from engine.models.prepared import PreparedModel

LANGUAGES = {
    "a": "en-us",
    "b": "en-gb",
    "e": "es",
    "f": "fr",
    "h": "hi",
    "i": "it",
    "j": "ja",
    "p": "pt-br",
    "z": "zh",
}
"""First letter of a voice's name to its language (the model's naming, ``VOICES.md``)."""

SEXES = {"f": "female", "m": "male"}
"""Second letter of a voice's name."""

WEIGHT_PARTS = 10_000
"""Weights are kept in ten-thousandths, so that a mix written out and read again is the same."""

_NEAR_NAMES = 3
_NAME_SHOWN = 64
"""Characters of an unknown name that are looked at and repeated: no voice's is as long."""

_PART = re.compile(r"\s*([a-z]{2}_[a-z0-9_]+)\s*(?::\s*([0-9]{1,9}(?:\.[0-9]{0,9})?))?\s*")


@dataclass(frozen=True, slots=True)
class Voice:
    """One voice: ``language`` and ``sex`` are ``"unknown"`` if its name does not say."""

    name: str
    language: str
    sex: str
    attribution: str
    """Whom its training data is owed to; empty if nobody is named."""


@dataclass(frozen=True, slots=True)
class VoiceMix:
    """Voices and their shares.

    ``parts`` are (name, ten-thousandths), heaviest first, then by name; the
    shares add up to ``WEIGHT_PARTS``. Equal mixes are equal values however
    they were written.
    """

    parts: tuple[tuple[str, int], ...]

    @property
    def weights(self) -> tuple[tuple[str, float], ...]:
        """Names and shares, which add up to 1."""
        return tuple((name, share / WEIGHT_PARTS) for name, share in self.parts)

    @property
    def text(self) -> str:
        """The mix as it is written: ``af_heart:0.7+bf_emma:0.3``, ``af_heart``."""
        if len(self.parts) == 1:
            return self.parts[0][0]
        return "+".join(f"{name}:{weight:g}" for name, weight in self.weights)

    @property
    def language(self) -> str:
        """Language of the heaviest voice (of equals, the first by name), by its first letter."""
        return LANGUAGES.get(self.parts[0][0][0], "unknown")

    def __str__(self) -> str:
        return self.text


def parse_mix(text: str, names: Collection[str]) -> VoiceMix:
    """Read a mix such as ``af_heart:0.7+bf_emma:0.3``.

    Weights are any numbers from 0 (1 where none is written), not all 0, and
    are scaled to add up to 1, in steps of 1 / ``WEIGHT_PARTS``; a voice named
    twice counts with both. Capitals and spaces do not matter.

    Args:
        text: the mix.
        names: the voices there are.

    Raises:
        InputError: ``voice-mix-malformed``, or ``voice-unknown`` with the
            nearest names, comma-separated, in ``hint``.
    """
    weights: dict[str, float] = {}
    for piece in text.lower().split("+"):
        match = _PART.fullmatch(piece)
        if match is None:
            if piece.strip().isidentifier():
                raise _unknown(piece.strip(), names)
            raise _malformed(f"cannot read {piece.strip()[:_NAME_SHOWN]!r}")
        name, weight = match[1], float(match[2] or 1)
        if name not in names:
            raise _unknown(name, names)
        weights[name] = weights.get(name, 0.0) + weight
    shares = _shares(weights)
    return VoiceMix(tuple(sorted(shares.items(), key=lambda part: (-part[1], part[0]))))


class VoiceBank:
    """The voice files of a folder, mapped into memory as they are asked for.

    Args:
        folder: holds ``NAME.bin`` files of 510 x 256 little-endian float32.
        voices_hash: name of this set of files, for the provenance of takes.
        damaged: voices known to be damaged, and how. They, and those whose file has
            another size, are refused when they are asked for; the others speak.

    Raises:
        MissingModel: ``voices-missing``, there is none; ``model-damaged``, all are.
    """

    def __init__(
        self, folder: Path, voices_hash: str = "", damaged: Mapping[str, str] | None = None
    ) -> None:
        paths = {path.stem: path for path in sorted(folder.glob("*.bin"))}
        if not paths:
            raise MissingModel(
                "voices-missing",
                subject="voice",
                detail=f"{folder}: no *.bin",
                hint="models prepare",
            )
        self._damaged = {
            name: f"{path}: {path.stat().st_size} bytes, expected {VOICE_BYTES}"
            for name, path in paths.items()
            if path.stat().st_size != VOICE_BYTES
        }
        self._damaged |= damaged or {}
        self._paths = {name: path for name, path in paths.items() if name not in self._damaged}
        if not self._paths:
            self._refuse_damaged(*self._damaged)
        self.hash = voices_hash
        self._tables: dict[str, NDArray[np.float32]] = {}
        self._facts = load_manifest().voices
        self._levels = load_levels()

    def names(self) -> tuple[str, ...]:
        """Return the names of all sound voices, in alphabetical order."""
        return tuple(self._paths)

    def voice(self, name: str) -> Voice:
        """Return what is known of a voice.

        Raises:
            InputError: ``voice-unknown``.
            MissingModel: ``model-damaged``.
        """
        self._refuse_damaged(name)
        if name not in self._paths:
            raise _unknown(name, self._paths)
        facts = self._facts.get(name)
        return Voice(
            name=name,
            language=LANGUAGES.get(name[:1], "unknown"),
            sex=SEXES.get(name[1:2], "unknown"),
            attribution=facts.attribution if facts is not None else "",
        )

    def parse_mix(self, text: str) -> VoiceMix:
        """Read a mix of this bank's voices; see the function of the same name.

        Raises:
            InputError: ``voice-mix-malformed`` or ``voice-unknown``.
            MissingModel: ``model-damaged``, one of its voices is.
        """
        mix = parse_mix(text, self._paths.keys() | self._damaged.keys())
        self._refuse_damaged(*(name for name, _ in mix.parts))
        return mix

    def table(self, name: str) -> NDArray[np.float32]:
        """Return all style rows of a voice: read-only float32[510, 256].

        Raises:
            InputError: ``voice-unknown``.
            MissingModel: ``model-damaged``.
        """
        self._refuse_damaged(name)
        if name not in self._paths:
            raise _unknown(name, self._paths)
        if name not in self._tables:
            self._tables[name] = np.memmap(
                self._paths[name], dtype="<f4", mode="r", shape=(VOICE_ROWS, VOICE_WIDTH)
            )
        return self._tables[name]

    def _refuse_damaged(self, *names: str) -> None:
        for name in names:
            if name in self._damaged:
                raise MissingModel(
                    "model-damaged",
                    subject="voice",
                    detail=self._damaged[name],
                    hint="models prepare",
                )

    def close(self) -> None:
        """Let go of the mapped files; a table still held elsewhere keeps its own."""
        self._tables.clear()

    def row(self, mix: VoiceMix, n_tokens: int) -> Floats:
        """Return a mix's style row for a text of ``n_tokens`` ids (pads not counted).

        Row ``min(n_tokens, 510) - 1`` of every voice, averaged by share
        (source of the index: the model's own pipeline, ``pack[len(ps) - 1]``).
        A single voice's row is returned to the bit.

        Returns:
            Read-only float32[256]: 128 acoustic, then 128 prosody.

        Raises:
            ValueError: ``n_tokens`` is below 1: such a text has no style row.
            InputError: ``voice-unknown``.
        """
        if n_tokens < 1:
            msg = f"no style row for {n_tokens} tokens"
            raise ValueError(msg)
        index = min(n_tokens, VOICE_ROWS) - 1
        # Summed in float64 and in the mix's own order, so that the bits do not
        # depend on how the mix was written.
        row = np.zeros(VOICE_WIDTH)
        for name, weight in mix.weights:
            row += weight * self.table(name)[index].astype(np.float64)
        style = row.astype(np.float32)
        style.flags.writeable = False
        return style

    def loudness(self, mix: VoiceMix) -> Loudness:
        """Return how loud a mix is by nature and the gain to the common level."""
        return loudness_of(mix.weights, self._levels)


def _shares(weights: dict[str, float]) -> dict[str, int]:
    """Round weights to whole parts that add up, the largest remainders rounded up."""
    total = sum(weights.values())
    if total <= 0:
        raise _malformed("the weights add up to nothing")
    exact = {name: weight / total * WEIGHT_PARTS for name, weight in weights.items()}
    shares = {name: math.floor(part) for name, part in exact.items()}
    left = WEIGHT_PARTS - sum(shares.values())
    by_remainder = sorted(exact, key=lambda name: (shares[name] - exact[name], name))
    for name in by_remainder[:left]:
        shares[name] += 1
    # A share that rounds to nothing is nothing one could hear: the voice is left out.
    return {name: share for name, share in shares.items() if share > 0}


def _unknown(name: str, names: Collection[str]) -> InputError:
    shown = name[:_NAME_SHOWN]
    near = difflib.get_close_matches(shown, names, n=_NEAR_NAMES, cutoff=0.5)
    if not near:  # only the given name may be right: "heart"
        near = [known for known in sorted(names) if known.partition("_")[2] == shown][:_NEAR_NAMES]
    return InputError("voice-unknown", subject="voice", detail=shown, hint=", ".join(near))


def _malformed(detail: str) -> InputError:
    return InputError(
        "voice-mix-malformed", subject="voice", detail=detail, hint="af_heart:0.7+bf_emma:0.3"
    )


def open_bank(prepared: PreparedModel) -> VoiceBank:
    """Return the voices of a prepared model; those found damaged are refused by name.

    Raises:
        MissingModel: see ``VoiceBank``.
    """
    flawed = {
        Path(flaw.file).stem: f"{prepared.folder / flaw.file}: {flaw.reason}"
        for flaw in prepared.flawed_voices
    }
    return VoiceBank(prepared.voices, prepared.voices_hash, flawed)


class _Mixes(Protocol):
    def parse_mix(self, text: str) -> VoiceMix: ...


def is_mix(voices: _Mixes) -> Callable[[str], bool]:
    """Return what says whether a name is a voice or a mix of voices."""

    def known(name: str) -> bool:
        try:
            voices.parse_mix(name)
        except InputError:
            return False
        return True

    return known
