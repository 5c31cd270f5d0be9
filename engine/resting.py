"""Where a line rests: at its punctuation, and where a direction adds a pause.

The model makes its own rests out of punctuation tokens. What must be exact, or
longer than the model would rest, is a silence spliced into the finished sound,
counted in samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.phonemes import Kind
from engine.units import Cut
from engine.values import (
    FRAME_S,
    SAMPLE_RATE,
    Break,
    Floats,
    Ints,
    Pause,
    PauseKind,
)

HEARD_REST_FRAMES = 4
"""A rest of 100 ms or more is a place to cut a decode unit; listeners begin to
hear a gap as a pause from about there."""
SHORTEST_REST_FRAMES = 2
"""What a shortened rest keeps: 50 ms, or two clauses run into one another."""
PHRASE_PAUSE_S = 0.26
"""Length of a pause added inside a clause; hesitations of 0.2-0.4 s sound natural
(emotion_targets B10, hesitant)."""
PHRASE_PAUSE_APART_S = 0.8
"""Nearest a pause may be added to another rest or to the ends of the line."""

RESTING = (Kind.REST, Kind.QUOTE, Kind.SPACE, Kind.PAD)


@dataclass(frozen=True, slots=True)
class Rest:
    """A run of tokens that is heard as one rest: padded tokens ``first:last``.

    ``asked_s`` is an exact silence the text asks for, ``least_s`` the shortest
    rest that must be heard.
    """

    first: int
    last: int
    kind: PauseKind
    asked_s: float = 0.0
    least_s: float = 0.0

    def middle(self, ends: Ints) -> int:
        """Frame in the middle of the rest; ``ends`` int64[T] is the running sum of durations."""
        start = int(ends[self.first - 1]) if self.first else 0
        return (start + int(ends[self.last - 1])) // 2

    def frames(self, ends: Ints) -> int:
        """Length of the rest in frames."""
        start = int(ends[self.first - 1]) if self.first else 0
        return int(ends[self.last - 1]) - start


def find_rests(kinds: Ints, place: Ints, breaks: Sequence[Break]) -> tuple[Rest, ...]:
    """Return the rests inside a line, in order.

    Args:
        kinds: int64[T] ``Kind`` of each padded token.
        place: int64 padded index of each token of the reading.
        breaks: the reading's; one that falls on no punctuation (an asked pause
            between two words) becomes a rest of the single token before it.

    A run of resting tokens counts if it holds punctuation or a phrase's pads,
    and lies between two sounds; the ends of the line are no rests.
    """
    runs = _runs(np.isin(kinds, RESTING))
    inner = [(a, b) for a, b in runs if a > 0 and b < len(kinds)]
    rests = {
        (a, b): Rest(a, b, "clause")
        for a, b in inner
        if np.isin(kinds[a:b], (Kind.REST, Kind.PAD)).any()
    }
    for mark in breaks:
        if not 0 <= mark.token < len(place):
            continue
        token = int(place[mark.token])
        span = next(((a, b) for a, b in inner if a <= token < b), (token, token + 1))
        if span[1] >= len(kinds):
            continue
        rest = rests.get(span, Rest(*span, mark.kind))
        rests[span] = replace(
            rest,
            kind=mark.kind,
            asked_s=rest.asked_s + mark.seconds,
            least_s=max(rest.least_s, mark.least_s),
        )
    return tuple(rests[span] for span in sorted(rests))


def edge_pauses(place: Ints, breaks: Sequence[Break], durations: Ints) -> tuple[Pause, ...]:
    """Return the silences asked before the first sound and after the last."""
    frames = int(durations.sum())
    before = sum(mark.seconds for mark in breaks if mark.token < 0)
    after = sum(mark.seconds for mark in breaks if mark.token >= len(place) - 1)
    asked = ((0, 0, before), (len(durations) - 1, 2 * frames, after))
    return tuple(
        Pause(token, at, round(seconds * SAMPLE_RATE), "asked")
        for token, at, seconds in asked
        if seconds > 0
    )


def shortened(durations: Floats, rests: Sequence[Rest], pause_s: float) -> Floats:
    """Return float32[T] durations with every rest shortened, if ``pause_s`` is negative."""
    out = durations.copy()
    for rest in rests if pause_s < 0 else ():
        length = float(out[rest.first : rest.last].sum())
        wanted = max(length + pause_s / FRAME_S, min(length, SHORTEST_REST_FRAMES))
        out[rest.first : rest.last] *= wanted / max(length, 1e-6)
    return out


def rest_pauses(
    rests: Sequence[Rest], durations: Ints, strength: Floats, pause_s: float
) -> tuple[Pause, ...]:
    """Return the silences spliced in at rests.

    Args:
        rests: from ``find_rests``.
        durations: int64[T] planned frames.
        strength: float32[2F] how much of the direction is reached.
        pause_s: seconds added to each rest at strength 1.
    """
    ends = np.cumsum(durations)
    pauses = []
    for rest in rests:
        at = 2 * rest.middle(ends)
        longer = max(pause_s, 0.0) * float(strength[min(at, len(strength) - 1)])
        missing = max(rest.least_s - rest.frames(ends) * FRAME_S, 0.0)
        seconds = rest.asked_s + max(longer, missing)
        if seconds > 0:
            pauses.append(Pause(rest.last - 1, at, round(seconds * SAMPLE_RATE), rest.kind))
    return tuple(pauses)


def phrase_pauses(
    pauses: Sequence[Pause],
    rests: Sequence[Rest],
    words: Sequence[Cut],
    durations: Ints,
    per_second: float,
) -> tuple[Pause, ...]:
    """Add the pauses that a direction asks for inside clauses.

    They are spread evenly over the line, each at the quietest word boundary
    near its ideal place, and never within ``PHRASE_PAUSE_APART_S`` of another
    rest or an end.

    Returns:
        the old pauses and the new ones in order of place.
    """
    ends = np.cumsum(durations)
    frames = int(ends[-1])
    wanted = int(per_second * frames * FRAME_S + 0.5)
    taken = [0, frames, *(rest.middle(ends) for rest in rests), *(p.at // 2 for p in pauses)]
    found = list(pauses)
    apart = PHRASE_PAUSE_APART_S / FRAME_S
    for number in range(wanted):
        ideal = frames * (number + 1) / (wanted + 1)
        free = [cut for cut in words if min(abs(cut.frame - t) for t in taken) >= apart]
        if not free:
            break
        best = min(free, key=lambda cut: abs(cut.frame - ideal) + cut.cost / FRAME_S / 2)
        taken.append(best.frame)
        token = int(np.searchsorted(ends, best.frame, side="left"))
        samples = round(PHRASE_PAUSE_S * SAMPLE_RATE)
        found.append(Pause(token, 2 * best.frame, samples, "phrase"))
    return tuple(sorted(found, key=lambda pause: pause.at))


def rest_cuts(rests: Sequence[Rest], pauses: Sequence[Pause], durations: Ints) -> list[Cut]:
    """Return the places in silence where a decode unit may end."""
    ends = np.cumsum(durations)
    long_ones = {r.middle(ends) for r in rests if r.frames(ends) >= HEARD_REST_FRAMES}
    return [Cut(frame, 0.0) for frame in sorted(long_ones | {p.at // 2 for p in pauses})]


def word_cuts(
    kinds: Ints, durations: Ints, energy: Floats, f0: Floats, rests: Sequence[Rest]
) -> list[Cut]:
    """Return the word boundaries outside the rests, with what a cut there costs.

    Args:
        kinds: int64[T]; durations: int64[T]; energy, f0: float32[2F].

    The cost is the energy N at the boundary against the line's own range,
    0..1, and one more where the boundary is voiced.
    """
    ends = np.cumsum(durations)
    low, high = (float(v) for v in np.percentile(energy, (5, 95)))
    inside = {token for rest in rests for token in range(rest.first, rest.last)}
    cuts = []
    for token in np.flatnonzero(kinds == Kind.SPACE):
        if int(token) in inside:
            continue
        frame = int(ends[token])
        around = slice(max(2 * frame - 2, 0), 2 * frame + 2)
        loud = (float(energy[around].mean()) - low) / max(high - low, 1e-6)
        voiced = float((f0[around] >= 10.0).mean())
        cuts.append(Cut(frame, min(max(loud, 0.0), 1.0) + voiced))
    return cuts


def _runs(mask: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> list[tuple[int, int]]:
    """Return the half-open ranges where the mask is true."""
    edges = np.flatnonzero(np.diff(np.concatenate(([False], mask, [False])).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
