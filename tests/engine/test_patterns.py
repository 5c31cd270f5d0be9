"""Pitch at places in a line: where it moves, by how much, how smoothly, and when not at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.asked import resolve
from engine.backends.fake import FakeBackend
from engine.cancel import CancelToken
from engine.emotion.knobs import check_direction
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from engine.heard import heard_values
from engine.keys import key_of
from engine.local import LIMITS, NO_PLACES, Local, Places
from engine.models.vocab import load_vocab
from engine.patterns import ACCENTS, RELEASE_S, asked_at
from engine.phonemes import STRESS, TokenKinds
from engine.planning import Planner, Wish
from engine.stages import Stages
from engine.values import CURVE_S, IDENTITY, Deltas, Direction, Floats, Plan, RenderRequest
from kernels.contour import FINAL_SPAN_S, VOICED_HZ
from tests.engine.readings import reading_of

CLAUSES = "ðə tɹˈAn lˈɛft, ænd ʃi stˈʊd ðˈɛɹ, sˈIləntli"
PLANNER = Planner(Stages(FakeBackend()))


def plan_of(places: Places, deltas: Deltas = IDENTITY, direction: Direction | None = None) -> Plan:
    style = np.zeros(256, np.float32)
    wish = Wish(reading_of(CLAUSES), style, deltas, direction or Direction(), 0, IDENTITY, places)
    return PLANNER.plan(wish, CancelToken())


def moved(plan: Plan, plain: Plan) -> tuple[Floats, Floats]:
    """Semitones by which one plan lies over another where both are voiced, and those places."""
    places = np.flatnonzero(plain.f0 >= VOICED_HZ)
    return (12.0 * np.log2(plan.f0[places] / plain.f0[places])).astype(np.float32), places


def rest_values(plan: Plan) -> list[int]:
    """Value of the curve at which each comma begins."""
    comma = np.flatnonzero(plan.tokens == load_vocab()[","])
    return [int(2 * plan.durations[:token].sum()) for token in comma]


def test_each_clause_but_the_last_ends_as_asked() -> None:
    plain = plan_of(NO_PLACES)
    change, places = moved(plan_of(Places(clause_st=-3.0)), plain)
    heard = heard_values(plain.energy)[places]
    rests = rest_values(plain)
    assert len(rests) == 2
    for rest in rests:
        last = np.flatnonzero((places < rest) & heard)[-1]
        assert change[last] == pytest.approx(-3.0, rel=0.16)  # as strong as the direction there
        span = round(FINAL_SPAN_S / CURVE_S)
        assert (np.diff(change[last - span + 1 : last + 1]) < 0).all()
    after = places > rests[-1] + round(RELEASE_S / CURVE_S)
    assert after.any()
    assert not change[after].any()
    assert plan_of(Places(clause_st=-3.0)).durations.tobytes() == plain.durations.tobytes()


def test_every_stressed_syllable_has_an_accent_and_no_other() -> None:
    plain = plan_of(NO_PLACES)
    change, places = moved(plan_of(Places(accent_st=2.0)), plain)
    kinds = TokenKinds()
    vowels = np.flatnonzero(kinds.accented(plain.tokens))
    assert len(vowels) == CLAUSES.count(STRESS)
    starts = 2 * np.concatenate(([0], np.cumsum(plain.durations)))[vowels]
    for start in starts:
        near = (places >= start) & (places < start + 8)
        assert change[near].max() == pytest.approx(2.0, rel=0.16)
    assert change.min() >= 0.0
    assert not change[places < starts[0] - 6].any()
    tokens = np.array([load_vocab()[sign] for sign in "ˈstɹˈIt"])
    assert np.flatnonzero(kinds.accented(tokens)).tolist() == [5]  # a mark without a vowel


def test_an_emotions_accents_stand_out_and_leave_the_level() -> None:
    plain = plan_of(NO_PLACES)
    made = plan_of(Places(own_st=2.0))
    change, places = moved(made, plain)
    by_hand, _ = moved(plan_of(Places(accent_st=2.0)), plain)
    heard = heard_values(plain.energy)[places]
    before, after = (np.median(plan.f0[places][heard]) for plan in (plain, made))
    assert abs(12.0 * np.log2(after / before)) < 0.15
    down = by_hand - change
    assert np.ptp(down) < 0.35  # the same shape, as strong as the direction is there
    assert 0.0 < float(np.median(down)) < 1.5


def test_a_step_is_no_larger_than_its_parts() -> None:
    """Slopes of the shapes are 1.5 at most; the direction's own grows by 6 a second at most."""
    asked = Places(clause_st=4.0, accent_st=3.0)
    bend = Deltas(f0_level_st=2.0, f0_excursion=1.3)
    plain, plan = plan_of(NO_PLACES, bend), plan_of(asked, bend)
    both = (plain.f0[1:] >= VOICED_HZ) & (plain.f0[:-1] >= VOICED_HZ)
    steps = [np.abs(np.diff(12.0 * np.log2(np.maximum(each.f0, 1.0)))) for each in (plan, plain)]
    steepest = 1.15 * 1.5 * (4.0 / RELEASE_S + 4.0 / FINAL_SPAN_S + 3.0 / 0.08) + 6.0 * 7.0
    assert (steps[0][both] <= steps[1][both] + steepest * CURVE_S + 1e-3).all()
    assert plan.f0[plain.f0 < VOICED_HZ].tobytes() == plain.f0[plain.f0 < VOICED_HZ].tobytes()


def test_nothing_asked_is_the_same_to_the_bit_and_has_the_same_key() -> None:
    assert plan_of(Places()).f0.tobytes() == plan_of(NO_PLACES).f0.tobytes()
    assert key_of(Direction("glad")) == key_of(Direction("glad", local=Local()))
    assert key_of(Direction("glad", local=Local(0.5))) != key_of(Direction("glad"))


def test_an_emotions_share_and_a_hand_add_up() -> None:
    understander = Understander()  # words it knows need no encoder

    def asked(prompt: str, local: Local, intensity: float = 1.0) -> Local:
        direction = Direction(prompt, intensity, local=local)
        emotion = understander.understand(prompt)
        deltas = resolve(emotion, RenderRequest("x", direction=direction), "male")
        return asked_at(emotion, direction, deltas)

    joy = Places(own_st=ACCENTS["joy"])
    assert asked("joyful", Local()) == asked("joyful", Local(1.0)) == joy
    assert asked("joyful", Local(accent_st=1.0)) == replace(joy, accent_st=1.0)
    assert asked("joyful", Local(1.0), 0.0) == asked("calm", Local()) == NO_PLACES
    assert asked("joyful", Local(1.0), 2.0).own_st == 1.5 * ACCENTS["joy"]
    surprised = asked("surprised", Local(0.5))
    assert surprised.clause_st == 0.5 * load_vocabulary()["surprise"].deltas.final_st
    assert asked("surprised", Local(1.0, clause_st=8.0)).clause_st == LIMITS["clause_st"][1]
    for bad in (Local(1.5), Local(-0.1), Local(clause_st=9.0), Local(accent_st=float("nan"))):
        with pytest.raises(InputError):
            check_direction(Direction(local=bad))
