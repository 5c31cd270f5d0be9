"""A prompt in free words becomes an emotion.

The route: ``scan`` finds known phrases; ``_Reader`` gives each its degree and
negation; unknown words go to the trained head and are compared with the descriptors;
``_compose`` blends what was found into EmoVec; the read-outs give the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np

from engine.emotion.axes import LISTENER_STEP, SHARES, Vector, index, to_deltas, to_vector
from engine.emotion.encoder import Encoder
from engine.emotion.head import Head, shipped_head
from engine.emotion.knobs import check_prompt
from engine.emotion.lexicon import Lexicon
from engine.emotion.nearest import Nearest
from engine.emotion.reader import Hit, read
from engine.emotion.scan import Piece, scan
from engine.emotion.space import LOCAL_AXES, EmoSpace
from engine.emotion.vocabulary import NEUTRAL, Vocabulary, load_vocabulary
from engine.values import Emotion, Match, Remark

MAX_DEGREE: Final = 1.8
"""Largest strength that stacked degree words can reach."""

SECOND_SHARE: Final = 0.25
"""Share of the whole-line part that the second word of a contradictory pair gets."""

DAMPING: Final = 0.7
"""Share taken from an emotion's own change where a delivery word asks for the opposite."""

NEGATED_DELIVERY: Final = -0.5
""""Not loud" asks for half of the opposite of "loud"."""

LONGEST_DIRECTION: Final = 120
"""Characters of a direction in brackets: a longer bracket is a remark or a part of the text."""


@dataclass(frozen=True, slots=True)
class _Blend:
    whole: dict[str, float]
    local: dict[str, float]
    delivery: Vector


class Understander:
    """Understands prompts; the encoder is loaded when a prompt needs it.

    Args:
        encoder: another than the one that ships.
        folder: where embeddings are kept between starts (``engine.emotion.nearest``).
        head: another than the one that ships.
    """

    def __init__(
        self,
        encoder: Encoder | None = None,
        folder: Path | None = None,
        head: Head | None = None,
    ) -> None:
        self._vocabulary: Vocabulary = load_vocabulary()
        self._lexicon = Lexicon(self._vocabulary)
        self._encoder = encoder or Encoder(folder)
        self._head = head or shipped_head()
        self._nearest = Nearest(self._encoder, self._lexicon, self._vocabulary, self._head, folder)
        self._space = EmoSpace(self._vocabulary)

    @property
    def space(self) -> EmoSpace:
        """EmoVec's basis and read-outs."""
        return self._space

    @property
    def version(self) -> str:
        """Changes whenever the same prompt might be understood differently: for keys."""
        parts = (self._encoder, self._vocabulary, self._lexicon, self._head)
        return "-".join(part.hash for part in parts)

    @property
    def steps(self) -> tuple[Callable[[], object], ...]:
        """What loads all that the first unknown word of a prompt would have to wait for.

        Each takes up to a second, and up to two where nothing is kept in the folder yet;
        one that is done is done at once. Mostly it is unpacking, in which other threads go on.
        """
        return self._nearest.steps

    def warm(self, between: Callable[[], None] = lambda: None) -> None:
        """Take all ``steps``.

        Args:
            between: called before each of them; may raise to end it there.
        """
        for step in self.steps:
            between()
            step()

    def understand(self, prompt: str) -> Emotion:
        """Return what ``prompt`` asks for, at intensity 1.

        An empty prompt is neutral. A prompt in which nothing is understood is
        neutral too, with the remark ``prompt-not-understood``; words in no list
        that were understood by likeness alone are told as ``prompt-guessed``. What a
        share below nothing goes with is left out: ``prompt-share-negative``.

        Raises:
            InputError: ``prompt-too-long`` over 5,000 characters.
        """
        check_prompt(prompt)
        if not prompt.strip():
            return self._emotion(_Blend({}, {}, np.zeros(len(LISTENER_STEP))), (), (), 1.0)
        pieces = scan(prompt, self._lexicon, self._nearest.knows)
        read_hits = read(prompt, pieces, self._nearest, self._encoder.is_babble)
        hits = [hit for hit in read_hits if hit.strength >= 0.0]
        below = list(dict.fromkeys(prompt[h.start : h.end] for h in read_hits if h.strength < 0.0))
        told = tuple(Remark("prompt-share-negative", "prompt", text[:200]) for text in below)
        ignored = (*_ignored(prompt, pieces, hits), *below)
        if not hits:
            blend = _Blend({}, {}, np.zeros(len(LISTENER_STEP)))
            nothing = (Remark("prompt-not-understood", "prompt", prompt.strip()[:200]),)
            return replace(self._emotion(blend, (), ignored, 0.0), remarks=told or nothing)
        blend = self._compose(hits)
        matched = _matches(prompt, pieces, hits)
        confidence = float(np.mean([hit.likeness for hit in hits]))
        guessed = dict.fromkeys(prompt[h.start : h.end] for h in hits if h.guessed)
        remarks = tuple(Remark("prompt-guessed", "prompt", text[:200]) for text in guessed)
        emotion = self._emotion(blend, matched, ignored, confidence)
        return replace(emotion, remarks=(*told, *remarks))

    def is_direction(self, words: str) -> bool:
        """Whether words in brackets say how to speak, rather than what.

        True if all of them are known and at least one is an emotion or a way of
        speaking ("[a bit tired]"), or if they open like a direction and something
        in them is understood ("[as if to a child]"). Likeness alone is not
        enough: "[door slams]" is like anger. Costs some 0.1 ms without the encoder.
        """
        words = words.strip()
        if not 0 < len(words) <= LONGEST_DIRECTION:
            return False
        kinds = {piece.kind for piece in scan(words, self._lexicon, lambda _: True)}
        known = bool(kinds & {"emotion", "delivery"})
        if known and "word" not in kinds:
            return True
        if not self._lexicon.opens_direction(words):
            return False
        return known or bool(self.understand(words).matched)

    def _compose(self, hits: list[Hit]) -> _Blend:
        wanted = [h for h in hits if h.kind == "emotion" and not h.negated]
        whole, local = self._wanted(wanted) if wanted else self._absent(hits)
        delivery = self._delivery(hits, whole)
        return _Blend(whole, local, delivery)

    def _wanted(self, hits: list[Hit]) -> tuple[dict[str, float], dict[str, float]]:
        first = min(hit.clause for hit in hits)
        main = _shares([hit for hit in hits if hit.clause == first])
        after = _shares([h for h in hits if h.clause != first and h.meaning not in main])
        if not after:
            main, after = self._split_contradiction(main, hits)
        if not after:
            return main, dict(main)
        whole = {name: (1.0 - SECOND_SHARE) * weight for name, weight in main.items()}
        whole |= {name: SECOND_SHARE * weight for name, weight in after.items()}
        patterned = {n: w for n, w in after.items() if self._has_pattern(n)}
        return whole, patterned or dict(whole)

    def _split_contradiction(
        self, main: dict[str, float], hits: list[Hit]
    ) -> tuple[dict[str, float], dict[str, float]]:
        """Take the second of two opposite emotions out of the blend, as a pattern."""
        known = [hit for hit in hits if hit.meaning in main and hit.share == 1.0]
        if len(main) != 2 or len(known) < 2:
            return main, {}
        first, second = main
        if second in dict(self._vocabulary[first].opposite) or first in dict(
            self._vocabulary[second].opposite
        ):
            return (
                _shares([hit for hit in known if hit.meaning == first]),
                _shares([hit for hit in known if hit.meaning == second]),
            )
        return main, {}

    def _has_pattern(self, name: str) -> bool:
        vector = to_vector(self._vocabulary[name].deltas)
        chosen = [index(axis) for axis in LOCAL_AXES]
        return bool(np.any(np.abs(vector[chosen]) >= 0.5 * LISTENER_STEP[chosen]))

    def _absent(self, hits: list[Hit]) -> tuple[dict[str, float], dict[str, float]]:
        denied = [h for h in hits if h.kind == "emotion"]
        whole: dict[str, float] = {}
        for hit in denied:
            for name, weight in self._vocabulary[hit.meaning].opposite or ((NEUTRAL, 1.0),):
                whole[name] = max(whole.get(name, 0.0), weight)
        names = {hit.meaning for hit in denied}
        whole = {n: w for n, w in whole.items() if n not in names} or (
            {NEUTRAL: 1.0} if denied else {}
        )
        return whole, dict(whole)

    def _delivery(self, hits: list[Hit], whole: dict[str, float]) -> Vector:
        strengths: dict[str, float] = {}
        for hit in hits:
            if hit.kind == "delivery":
                signed = hit.strength * (NEGATED_DELIVERY if hit.negated else 1.0)
                if abs(signed) > abs(strengths.get(hit.meaning, 0.0)):
                    strengths[hit.meaning] = signed
        total = np.zeros(len(LISTENER_STEP))
        for effect, strength in strengths.items():
            total += strength * to_vector(self._lexicon.effects[effect])
        own = np.zeros_like(total)
        for name, weight in whole.items():
            own += weight * to_vector(self._vocabulary[name].deltas)
        against = (np.sign(own) == -np.sign(total)) & (np.abs(total) >= 0.5 * LISTENER_STEP)
        return np.where(against, total - DAMPING * own, total)

    def _emotion(
        self,
        blend: _Blend,
        matched: tuple[Match, ...],
        ignored: tuple[str, ...],
        confidence: float,
    ) -> Emotion:
        emovec = self._space.emovec(blend.whole, blend.local, blend.delivery)
        valence, arousal, dominance = self._space.vad(emovec)
        deltas = self._space.deltas(emovec)
        whole = [index(name) for name in SHARES]
        deltas[whole] = np.clip(deltas[whole], -1.0, 1.0)
        ranked = sorted(blend.whole.items(), key=lambda item: -item[1])  # ties: as said
        return Emotion(
            emovec=emovec,
            valence=valence,
            arousal=arousal,
            dominance=dominance,
            mixture=tuple((name, round(weight, 4)) for name, weight in ranked),
            deltas=to_deltas(deltas),
            matched=matched,
            ignored=ignored,
            confidence=round(confidence, 4),
        )


def _shares(hits: list[Hit]) -> dict[str, float]:
    """Return entry -> weight: a blend is as strong as its strongest part, no stronger."""
    weights: dict[str, float] = {}
    top = 0.0
    for hit in hits:
        limit = MAX_DEGREE * hit.share
        weights[hit.meaning] = max(weights.get(hit.meaning, 0.0), min(hit.strength, limit))
        top = max(top, min(hit.strength / hit.share, MAX_DEGREE))
    if hits and all(hit.percent for hit in hits):
        top = max(top, 1.0)  # shares in figures make up a whole, whatever the largest is
    total = sum(weights.values())
    scale = min(1.0, top / total) if total else 1.0
    return {name: weight * scale for name, weight in weights.items()}


def _matches(prompt: str, pieces: list[Piece], hits: list[Hit]) -> tuple[Match, ...]:
    found = [
        Match(prompt[h.start : h.end], h.start, h.end, h.kind, h.meaning, round(h.strength, 4))
        for h in hits
    ]
    for piece in pieces:
        text = prompt[piece.start : piece.end]
        if piece.kind == "degree" and piece.sense is not None:
            factor = piece.sense.strength
            if factor < 0.0:
                continue
            found.append(Match(text, piece.start, piece.end, "degree", f"x{factor:g}", factor))
        elif piece.kind in ("negation", "negation_after"):
            found.append(Match(text, piece.start, piece.end, "negation", "not", -1.0))
        elif piece.kind == "contrast":
            found.append(Match(text, piece.start, piece.end, "blend", "yet", 1.0))
    return tuple(sorted(found, key=lambda match: (match.start, match.end, match.meaning)))


def _ignored(prompt: str, pieces: list[Piece], hits: list[Hit]) -> tuple[str, ...]:
    def used(piece: Piece) -> bool:
        return any(h.start <= piece.start and piece.end <= h.end for h in hits)

    words: list[str] = []
    last_end = -1
    for piece in pieces:
        if piece.kind != "word" or used(piece):
            continue
        text = prompt[piece.start : piece.end]
        if words and piece.start == last_end:  # unspaced scripts: one run, one word
            words[-1] += text
        else:
            words.append(text)
        last_end = piece.end
    return tuple(words)
