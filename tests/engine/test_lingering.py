"""The end of a word before a pause that a direction adds is held."""

from __future__ import annotations

import numpy as np

from engine.backends.fake import FakeBackend
from engine.cancel import CancelToken
from engine.phonemes import Kind, TokenKinds
from engine.planning import Planner, Wish
from engine.prosody import LINGER
from engine.stages import Stages
from engine.values import Deltas, Direction, Floats, Plan
from tests.engine.readings import TRAIN, reading_of

STYLE: Floats = np.zeros(256, np.float32)


def plan_of(deltas: Deltas) -> Plan:
    wish = Wish(reading_of(TRAIN), STYLE, deltas, Direction(), 0)
    return Planner(Stages(FakeBackend())).plan(wish, CancelToken())


def test_what_comes_before_an_added_pause_is_held_and_nothing_else() -> None:
    plain = plan_of(Deltas())
    paused = plan_of(Deltas(pauses_per_s=0.4))
    kinds = TokenKinds().of(paused.tokens)
    rests = [pause.token for pause in paused.pauses if pause.kind == "phrase"]
    old, held, rest = list(plain.tokens), [], []
    at = 0
    for token, (value, frames) in enumerate(zip(paused.tokens, paused.durations, strict=True)):
        if at >= len(old) or value != old[at]:
            continue  # the mark that was added
        own = int(plain.durations[at])
        at += 1
        nearby = [mark for mark in rests if token < mark]
        last = min(nearby) if nearby else -1
        vowels = [place for place in range(max(last, 0)) if kinds[place] == Kind.VOWEL]
        among = held if vowels and vowels[-1] <= token < last else rest
        among.append((own, int(frames)))
    assert rests
    before, after = (sum(column) for column in zip(*held, strict=True))
    assert 1.0 < after / before < LINGER + 0.3
    others = [frames - own for own, frames in rest]
    assert abs(sum(others)) <= 2  # frames that rounding carries on
