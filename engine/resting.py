"""Where a line rests: at its punctuation, and where a direction adds a pause.

The model makes its own rests out of punctuation tokens. A longer one is first
given to the model as frames of its own, so that it lets the voice fade by
itself; what must be exact is a silence spliced into the finished sound, at the
quietest place the plan has there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from engine.phonemes import Kind
from engine.runs import runs_of
from engine.units import Cut
from engine.values import (
    FRAME_S,
    FRAME_SAMPLES,
    SAMPLE_RATE,
    Break,
    Floats,
    Ints,
    Pause,
    PauseKind,
    Reading,
)
from kernels.contour import VOICED_HZ
from kernels.ranks import percentile

HEARD_REST_FRAMES = 4
"""A rest of 100 ms or more is a place to cut a decode unit; listeners begin to
hear a gap as a pause from about there."""
GROWN_REST_FRAMES = 5
"""Frames a punctuation token gets before anything is spliced: at 125 ms the
decoder was seen to reach silence (-50 dB and less) by itself at commas that it
otherwise speaks straight through."""
SHORTEST_REST_FRAMES = 2
"""What a shortened rest keeps: 50 ms, or two clauses run into one another."""
PHRASE_PAUSE_S = 0.26
"""Length of a pause added inside a clause; hesitations of 0.2-0.4 s sound natural
(emotion_targets B10, hesitant)."""
TOKEN_S = 0.075
"""Mean seconds a token lasts, to spread pauses over a line before it is timed."""
PHRASE_APART_TOKENS = 10
"""Nearest an added pause may be to another rest or an end: about 0.8 s."""

REST_TEMPO = 0.5
"""Exponent of the tempo by which punctuation's rests follow it: at x1.2 they last x1.1.
Judged: a slow line with quick rests sounds cut together, while most of what an emotion
does to pauses is asked of them apart (emotion_targets B10, "pauses")."""

PHRASE_OPENERS = frozenset(
    (
        "about", "above", "across", "after", "against", "along", "although", "among", "and",
        "around", "as", "at", "because", "before", "behind", "below", "beneath", "beside",
        "between", "beyond", "but", "by", "despite", "during", "except", "for", "from", "if",
        "in", "inside", "into", "like", "near", "of", "on", "onto", "or", "outside", "over",
        "past", "since", "so", "than", "that", "though", "through", "till", "to", "toward",
        "towards", "under", "unless", "until", "upon", "when", "where", "whether", "which",
        "while", "who", "whose", "why", "with", "within", "without", "yet",
    )
)  # fmt: skip
"""English words that open a phrase: speakers pause before them, not inside the phrase.
Other languages have none listed, and their pauses are only spread evenly."""
LEAST_FELT = 0.5
"""A pause goes nowhere where the direction is felt less than this share of how strongly
it is felt at the pause's ideal place: there the line is on its way to something else."""
OPENER_TOKENS = 12
"""How much further from its ideal place, in tokens, a pause may go to find one."""

Mask = NDArray[np.bool_]

RESTING = (Kind.REST, Kind.QUOTE, Kind.SPACE, Kind.PAD)


@dataclass(frozen=True, slots=True)
class Rest:
    """A run of tokens that is heard as one rest: padded tokens ``first:last``.

    ``mark`` is the token in it that can be lengthened, -1 if the rest lies
    between two sounds without one. ``asked_s`` is an exact silence the text
    asks for; ``least_s`` the shortest rest that must be heard, whatever the
    model makes of the mark: it was seen to speak through every kind of it.
    """

    first: int
    last: int
    mark: int
    kind: PauseKind
    asked_s: float = 0.0
    least_s: float = 0.0


def phrase_rests(
    reading: Reading, kinds: Ints, per_second: float, strength: Floats
) -> tuple[int, ...]:
    """Return where a direction's extra pauses go: indices of tokens of the reading.

    A rest goes before each; all are spaces between words. They are as dense as the
    direction is felt, each at the space nearest its ideal place (rather before a word
    that opens a phrase), never within ``PHRASE_APART_TOKENS`` of another rest or an end,
    nor where the direction is hardly felt (``LEAST_FELT``).

    Args:
        reading: the line.
        kinds: int64 ``Kind`` of each of its tokens.
        per_second: extra pauses wanted per second of speech at strength 1.
        strength: float[tokens], how much of the direction is reached at each.
    """
    count = len(reading.tokens)
    felt = np.concatenate(([0.0], np.cumsum(strength, dtype=np.float64)))
    wanted = int(per_second * felt[-1] * TOKEN_S + 0.5)
    if not wanted:
        return ()
    taken = [0, count, *np.flatnonzero(kinds == Kind.REST).tolist()]
    taken += [edge for span in reading.phrases for edge in span]
    openers = {word.first - 1 for word in reading.words if word.spoken in PHRASE_OPENERS}
    chosen: list[int] = []
    for number in range(wanted):
        ideal = float(np.interp(felt[-1] * (number + 1) / (wanted + 1), felt, np.arange(count + 1)))
        least = LEAST_FELT * strength[min(int(ideal), count - 1)]
        free = [
            int(space)
            for space in np.flatnonzero(kinds == Kind.SPACE)
            if min(abs(space - t) for t in taken) >= PHRASE_APART_TOKENS
            and strength[space] >= least
        ]
        if not free:
            break
        best = min(
            free, key=lambda space: abs(space - ideal) + OPENER_TOKENS * (space not in openers)
        )
        taken.append(best)
        chosen.append(best)
    return tuple(sorted(chosen))


def find_rests(kinds: Ints, place: Ints, breaks: Sequence[Break]) -> tuple[Rest, ...]:
    """Return the rests inside a line, in order.

    Args:
        kinds: int64[T] ``Kind`` of each padded token.
        place: int64 padded index of each token of the reading.
        breaks: the reading's; one that falls on no punctuation (an asked pause
            between two words) becomes a rest after the token before it.

    A run of resting tokens counts if it holds punctuation or a phrase's pads,
    and lies between two sounds; the ends of the line are no rests.
    """
    quiet, marking = _any_of(kinds, RESTING), _any_of(kinds, (Kind.REST, Kind.PAD))
    inner = [(a, b) for a, b in runs_of(quiet) if a > 0 and b < len(kinds)]
    marks = {(a, b): np.flatnonzero(marking[a:b]) for a, b in inner}
    rests = {
        (a, b): Rest(a, b, a + int(found[0]), "clause")
        for (a, b), found in marks.items()
        if len(found)
    }
    for asked in breaks:
        if not 0 <= asked.token < len(place) - 1:
            continue
        token = int(place[asked.token])
        span = next(((a, b) for a, b in inner if a <= token < b), (token + 1, token + 1))
        rest = rests.get(span, Rest(*span, -1, asked.kind))
        rests[span] = replace(
            rest,
            kind=asked.kind,
            asked_s=rest.asked_s + asked.seconds,
            least_s=max(rest.least_s, asked.least_s),
        )
    return tuple(rests[span] for span in sorted(rests))


def _any_of(kinds: Ints, wanted: tuple[Kind, ...]) -> Mask:
    """bool[T]: whether a token is of one of the kinds (``np.isin`` takes ten times as long)."""
    found: Mask = kinds == wanted[0]
    for kind in wanted[1:]:
        found = found | (kinds == kind)
    return found


def paced(durations: Floats, rests: Sequence[Rest], fixed: Mask, ratio: Floats) -> Floats:
    """Return durations whose rests follow the tempo of the speech around them.

    Args:
        durations: float32[T] frames.
        rests: from ``find_rests``; one of an exact length is left as it is.
        fixed: bool[T], tokens that are not stretched with the speech.
        ratio: float[T], how many times longer speech is at each token.
    """
    out = durations.copy()
    for rest in rests:
        if not rest.asked_s:
            inside = rest.first + np.flatnonzero(fixed[rest.first : rest.last])
            out[inside] *= (ratio[inside] ** REST_TEMPO).astype(np.float32)
    return out


def lengthen(
    durations: Floats, rests: Sequence[Rest], pause_s: Sequence[float]
) -> tuple[Floats, tuple[float, ...]]:
    """Give rests the length they should have.

    Args:
        durations: float32[T] frames.
        rests: from ``find_rests``.
        pause_s: seconds to add to each, negative to shorten.

    Returns:
        float32[T] frames with the rests grown or shortened, and for each rest
        the seconds of silence left to splice. A dash is not grown: the model
        speaks through it, however long it is.
    """
    out = durations.copy()
    left = []
    for rest, pause in zip(rests, pause_s, strict=True):
        run = slice(rest.first, rest.last)
        length = float(out[run].sum())
        if pause < 0:
            kept = max(length + pause / FRAME_S, min(length, SHORTEST_REST_FRAMES))
            out[run] *= kept / max(length, 1e-6)
        extra = max(pause, rest.least_s)
        if extra > 0 and rest.kind != "dash" and rest.mark >= 0:
            room = max(GROWN_REST_FRAMES - float(out[rest.mark]), 0.0)
            grown = min(int(room + 0.5), int(extra / FRAME_S))
            out[rest.mark] += grown
            extra -= grown * FRAME_S
        left.append(rest.asked_s + max(extra, rest.least_s))
    return out, tuple(left)


def spliced(
    rests: Sequence[Rest],
    seconds: Sequence[float],
    durations: Ints,
    energy: Floats,
    heard: tuple[int, int],
) -> tuple[Pause, ...]:
    """Return the silences to splice at rests, at the quietest place of each.

    None lies outside ``heard``, the frames at which the sound begins and ends.
    """
    return tuple(
        Pause(
            max(rest.last - 1, rest.first - 1),
            2 * min(max(quietest(rest, durations, energy), heard[0]), heard[1]),
            round(silence * SAMPLE_RATE),
            rest.kind,
        )
        for rest, silence in zip(rests, seconds, strict=True)
        if silence > 0
    )


def edge_pauses(
    place: Ints, breaks: Sequence[Break], first: int, last: int, short: int
) -> tuple[Pause, ...]:
    """Return the silences before the first sound (frame ``first``) and after the last.

    They are those the text asks for, and after the last sound also the ``short``
    frames by which the model's own silence there is too short.
    """
    before = sum(mark.seconds for mark in breaks if mark.token < 0)
    after = sum(mark.seconds for mark in breaks if mark.token >= len(place) - 1)
    end = int(place[-1]), 2 * last
    pauses = (
        Pause(0, 2 * first, round(before * SAMPLE_RATE), "asked"),
        Pause(*end, short * FRAME_SAMPLES, "sentence"),
        Pause(*end, round(after * SAMPLE_RATE), "asked"),
    )
    return tuple(pause for pause in pauses if pause.samples > 0)


def quietest(rest: Rest, durations: Ints, energy: Floats) -> int:
    """Return the frame border inside a rest at which the planned energy is least.

    Args:
        rest: where to look.
        durations: int64[T].
        energy: float32[2F] N.
    """
    ends = np.concatenate(([0], np.cumsum(durations)))
    low, high = int(ends[rest.first]), int(ends[rest.last])
    borders = np.arange(low, high + 1)
    # The slight pull to the middle decides between places that are equally quiet.
    pull = 0.05 * np.abs(borders - (low + high) / 2)
    return int(borders[np.argmin(energy[2 * borders - 1] + energy[2 * borders] + pull)])


def rest_cuts(
    rests: Sequence[Rest], pauses: Sequence[Pause], durations: Ints, energy: Floats
) -> list[Cut]:
    """Return the places in silence where a decode unit may end."""
    heard = {
        quietest(rest, durations, energy)
        for rest in rests
        if durations[rest.first : rest.last].sum() >= HEARD_REST_FRAMES
    }
    paused = {pause.at // 2 for pause in pauses}
    return [Cut(frame, 0.0) for frame in sorted(heard | paused)]


def word_cuts(kinds: Ints, durations: Ints, energy: Floats, f0: Floats) -> list[Cut]:
    """Return the word boundaries, with what a cut there costs.

    Args:
        kinds: int64[T]; durations: int64[T]; energy, f0: float32[2F].

    The cost is the energy N at the boundary against the line's own range,
    0..1, and one more where the boundary is voiced.
    """
    ends = np.cumsum(durations)
    frames = ends[kinds == Kind.SPACE]
    ordered = np.sort(energy)
    low, high = (percentile(ordered, np.float64(share)) for share in (5, 95))
    # No space is a line's first or last token, so there are two values on both sides.
    around = 2 * frames[:, None] + np.arange(-2, 2)
    loud = (energy[around].mean(axis=1).astype(np.float64) - low) / max(high - low, 1e-6)
    costs = np.clip(loud, 0.0, 1.0) + (f0 >= VOICED_HZ)[around].mean(axis=1)
    return [Cut(*cut) for cut in zip(frames.tolist(), costs.tolist(), strict=True)]
