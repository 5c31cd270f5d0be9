"""Plans on the double: what is asked is what is planned, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backends import fake
from engine.backends.fake import FakeBackend
from engine.backends.protocol import Stage, Tensor
from engine.cancel import CancelToken
from engine.emotion.law import HARD_LIMITS
from engine.layout import lay_out
from engine.models.vocab import load_vocab
from engine.phonemes import Kind
from engine.planning import (
    LEAD_FRAMES,
    TAIL_FRAMES,
    Planner,
    Wish,
    heard_frames,
    silent_plan,
)
from engine.resting import GROWN_REST_FRAMES, PHRASE_PAUSE_S
from engine.sounding import Sounder
from engine.stages import Stages
from engine.timeline import curve_positions
from engine.values import (
    CURVE_S,
    FRAME_S,
    IDENTITY,
    SAMPLE_RATE,
    Break,
    Deltas,
    Direction,
    Keyframe,
    PauseKind,
    Plan,
    Reading,
)
from engine.voice_levels import Loudness
from tests.engine.readings import TRAIN, reading_of

STYLE = np.zeros(256, np.float32)


def plan_of(
    reading: Reading, deltas: Deltas = IDENTITY, direction: Direction | None = None, seed: int = 0
) -> Plan:
    planner = Planner(Stages(FakeBackend()))
    wish = Wish(reading, STYLE, deltas, direction or Direction(), seed)
    return planner.plan(wish, CancelToken())


def test_nothing_asked_changes_nothing() -> None:
    plan = plan_of(reading_of(TRAIN))
    assert plan.f0.tobytes() == plan.neutral_f0.tobytes()
    assert not plan.gain_db.any()
    assert not plan.tilt_db.any()
    assert plan.pauses == ()


def test_a_knob_that_asks_nothing_is_neutral_to_the_bit() -> None:
    one = plan_of(reading_of(TRAIN))
    two = plan_of(reading_of(TRAIN), IDENTITY, Direction(prompt="angry", ramp=0.7), seed=9)
    for name in ("durations", "f0", "energy", "gain_db", "tilt_db"):
        assert getattr(one, name).tobytes() == getattr(two, name).tobytes()


def test_lengths_agree() -> None:
    plan = plan_of(reading_of(TRAIN), Deltas(pause_s=0.1, pauses_per_s=0.4))
    frames = int(plan.durations.sum())
    assert len(plan.tokens) == len(plan.durations)
    assert all(len(curve) == 2 * frames for curve in (plan.f0, plan.energy, plan.gain_db))
    heard = plan.units[-1].last - plan.units[0].first
    assert plan.samples == heard * 600 + sum(pause.samples for pause in plan.pauses)
    assert 0 <= plan.units[0].first < plan.units[-1].last <= frames


def test_arrays_are_read_only() -> None:
    plan = plan_of(reading_of(TRAIN), Deltas(f0_level_st=2.0))
    for name in ("tokens", "durations", "f0", "energy", "gain_db", "tilt_db", "neutral_f0"):
        with pytest.raises(ValueError, match="read-only"):
            getattr(plan, name)[0] = 0


def test_vowels_and_consonants_stretch_apart() -> None:
    def lengths(deltas: Deltas) -> tuple[int, int]:
        plan = plan_of(reading_of("sˈisˈisˈisˈisˈisˈisˈisˈi"), deltas)
        vocab_i, vocab_s = plan.tokens[3], plan.tokens[1]
        by = plan.durations
        return int(by[plan.tokens == vocab_i].sum()), int(by[plan.tokens == vocab_s].sum())

    own = lengths(IDENTITY)
    slow = lengths(Deltas(vowel_duration=1.5))
    assert slow[0] > 1.3 * own[0]
    assert slow[1] == pytest.approx(own[1], rel=0.2)


@settings(max_examples=25)
@given(ratio=st.floats(0.7, 1.5))
def test_small_changes_of_tempo_arrive(ratio: float) -> None:
    own, plan = (
        plan_of(reading_of(TRAIN), deltas)
        for deltas in (IDENTITY, Deltas(vowel_duration=ratio, consonant_duration=ratio))
    )
    rests = 16 + 16
    change = (plan.durations.sum() - rests) / (own.durations.sum() - rests)
    assert change == pytest.approx(ratio, rel=0.04)


def test_an_asked_pause_is_exact_to_the_sample() -> None:
    at = TRAIN.index("ænd") - 2
    plan = plan_of(reading_of(TRAIN, (Break(at, "asked", seconds=0.8),)))
    assert [(p.kind, p.samples) for p in plan.pauses] == [("asked", round(0.8 * SAMPLE_RATE))]


def test_pauses_before_and_after_the_line() -> None:
    last = len(TRAIN) - 1
    breaks = (Break(-1, "asked", seconds=0.5), Break(last, "asked", seconds=0.25))
    plan = plan_of(reading_of(TRAIN, breaks))
    ends = 2 * plan.units[0].first, 2 * plan.units[-1].last
    assert [(p.at, p.samples) for p in plan.pauses] == [(ends[0], 12_000), (ends[1], 6_000)]
    assert plan.word_times[0][0] >= 0.5


def test_a_dash_is_heard_for_its_least_time() -> None:
    text = "hi kˈAm — nˈɑt ˈivᵊn mˌi."
    plan = plan_of(reading_of(text, (Break(text.index("—"), "dash", least_s=0.15),)))
    assert [(p.kind, p.samples) for p in plan.pauses] == [("dash", 3600)]


def test_a_longer_rest_is_grown_before_it_is_spliced() -> None:
    text = "hi kˈAm, ænd ʃi lˈɛft."
    mark = 1 + text.index(",")
    plan = plan_of(reading_of(text), Deltas(pause_s=0.4))
    own = plan_of(reading_of(text))
    added = (int(plan.durations[mark]) - int(own.durations[mark])) * FRAME_S
    heard = added + sum(p.samples for p in plan.pauses) / SAMPLE_RATE
    assert heard == pytest.approx(0.4, rel=0.2)
    assert plan.durations[mark] >= GROWN_REST_FRAMES


def test_fewer_pauses_keep_a_rest() -> None:
    own = plan_of(reading_of(TRAIN))
    plan = plan_of(reading_of(TRAIN), Deltas(pause_s=-0.3))
    assert own.durations.sum() - 12 <= plan.durations.sum() < own.durations.sum()
    assert (plan.durations >= 1).all()


def test_added_pauses_are_phrased_by_the_model() -> None:
    line = "wˌi wɪl mˈit ɐɡˈɛn təmˈɑɹO ˈæftəɹ ðə ɹˈAn hɐz stˈɑpt ænd wˌi wɪl sˈi."
    plan = plan_of(reading_of(line), Deltas(pauses_per_s=0.4))
    own = plan_of(reading_of(line))
    added = len(plan.tokens) - len(own.tokens)
    assert 1 <= added <= 3
    assert len(plan.word_times) == len(own.word_times)
    spliced = [p.samples / SAMPLE_RATE for p in plan.pauses if p.kind == "phrase"]
    assert len(spliced) == added
    assert all(0 < seconds <= PHRASE_PAUSE_S for seconds in spliced)


def test_added_pauses_come_before_a_word_that_opens_a_phrase() -> None:
    line = "ˈI stˈɪl nˈO ˈɛvəɹi wˈɜɹd bI hˈɑɹt təmˈɑɹO ˈæftəɹ ðə ɹˈAn"
    reading = reading_of(line)
    spoken = {"bI": "by", "ˈæftəɹ": "after"}
    words = tuple(replace(w, spoken=spoken.get(w.spoken, w.spoken)) for w in reading.words)
    plan = plan_of(replace(reading, words=words), Deltas(pauses_per_s=0.3))
    comma = load_vocab()[","]
    places = np.flatnonzero(plan.tokens == comma)
    assert len(places) == 1
    assert places[0] - 1 == line.index(" bI")


def test_words_begin_and_end_where_they_are_heard() -> None:
    plan = plan_of(reading_of(TRAIN))
    sound = plan.samples / SAMPLE_RATE
    assert plan.word_times[0][0] == pytest.approx(LEAD_FRAMES * FRAME_S, abs=FRAME_S)
    assert plan.word_times[-1][1] == pytest.approx(sound - TAIL_FRAMES * FRAME_S, abs=FRAME_S)
    assert all(start < end for start, end in plan.word_times)


def test_keyframes_put_the_emotion_where_they_say() -> None:
    reading = reading_of(TRAIN)
    frames = (Keyframe(0, 0.0), Keyframe(4, 0.0), Keyframe(5, 1.0))
    plan = plan_of(reading, Deltas(f0_level_st=4.0), Direction(keyframes=frames))
    moved = 12 * np.log2(np.where(plan.f0 > 10, plan.f0 / np.maximum(plan.neutral_f0, 1), 1))
    turn = plan.word_times[4][0] / CURVE_S
    assert np.abs(moved[: int(turn) - 1]).max() < 0.01
    late = moved[int(plan.word_times[6][0] / CURVE_S) :]
    assert late[late != 0] == pytest.approx(4.0, abs=0.05)


def test_phrases_are_run_apart_and_joined() -> None:
    border = TRAIN.index("nˈObɑdi")
    phrases = ((0, border), (border, len(TRAIN)))
    plan = plan_of(reading_of(TRAIN, phrases=phrases))
    assert (plan.tokens == 0).sum() == 4
    whole = plan_of(reading_of(TRAIN))
    assert len(plan.word_times) == len(whole.word_times)


LONG = (
    "wˌi wɪl mˈit ɐɡˈɛn təmˈɑɹO ˈæftəɹ ðə ɹˈAn hɐz stˈɑpt ænd wˌi wɪl sˈi ðə stˈAʃᵊn "
    "wɛn nˈObɑdi sˈɛd ɐ wˈɜɹd tə ðə tɹˈAn ɐɹˈIvd ɐt nˈIn ænd wˌi wɪl sˈi"
)


def added(direction: Direction, per_second: float) -> list[float]:
    """Return where the pauses added to ``LONG`` lie, as shares of its words."""
    plan = plan_of(reading_of(LONG), Deltas(pauses_per_s=per_second), direction)
    places = np.flatnonzero(plan.tokens == load_vocab()[","])
    return [LONG[: place - n].count(" ") / LONG.count(" ") for n, place in enumerate(places)]


def test_added_pauses_follow_the_strength_at_their_place() -> None:
    last = LONG.count(" ")
    none = Direction(keyframes=(Keyframe(0, 0.0),))
    late = Direction(keyframes=(Keyframe(0, 0.0), Keyframe(last // 2, 0.0), Keyframe(last, 1.5)))
    early = Direction(keyframes=(Keyframe(0, 1.5), Keyframe(last // 2, 0.0)))
    everywhere = added(Direction(), 0.5)
    assert len(everywhere) >= 3
    assert min(everywhere) < 0.4
    assert added(none, 0.5) == []
    for direction, low, high in ((late, 0.5, 1.0), (early, 0.0, 0.5)):
        found = added(direction, 0.8)
        assert found
        assert all(low <= share <= high for share in found)
    assert len(added(Direction(keyframes=(Keyframe(0, 0.5),)), 0.5)) < len(everywhere)


@pytest.mark.parametrize(("ratio", "way"), [(0.7, -1), (1.4, 1)])
def test_rests_follow_the_tempo_modestly(ratio: float, way: int) -> None:
    text = "hi kˈAm, ænd ʃi lˈɛft; nˈObɑdi sˈɛd ɐ wˈɜɹd."
    deltas = Deltas(vowel_duration=ratio, consonant_duration=ratio)
    even = Direction(keyframes=(Keyframe(0, 1.0),))
    own, plan = plan_of(reading_of(text)), plan_of(reading_of(text), deltas, even)
    marks = np.isin(own.tokens, [load_vocab()[mark] for mark in ",;"])
    change = plan.durations[marks] / own.durations[marks]
    assert (way * (change - 1) > 0.1).all()
    assert (np.abs(change - 1) < abs(ratio - 1)).all()


def test_an_exact_pause_keeps_its_length_at_any_tempo() -> None:
    text = "hi kˈAm, ænd ʃi lˈɛft."
    breaks = (Break(text.index(","), "asked", seconds=0.5),)
    own, slow = (
        plan_of(reading_of(text, breaks), Deltas(vowel_duration=r, consonant_duration=r))
        for r in (1.0, 1.6)
    )
    mark = 1 + text.index(",")
    assert slow.durations[mark] == own.durations[mark]
    assert [pause.samples for pause in slow.pauses] == [12_000]


def test_a_line_ends_in_silence_though_the_model_leaves_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The real voice was seen to leave 50 ms after a last word without a mark."""
    monkeypatch.setitem(fake.FRAMES_OF_KIND, Kind.PAD, 2.0)
    last = len(TRAIN) - 2
    for breaks, asked in (((), 0), ((Break(last, "asked", seconds=0.25),), 6_000)):
        plan = plan_of(reading_of(TRAIN[:-1], breaks))
        spoken = int(plan.durations.sum())
        tail = spoken - heard_frames(plan.neutral_energy)[1]
        silence = tail * 600 + sum(pause.samples for pause in plan.pauses)
        assert tail < TAIL_FRAMES
        assert silence == TAIL_FRAMES * 600 + asked
        end = plan.samples / SAMPLE_RATE - plan.word_times[-1][1]
        assert end == pytest.approx(silence / SAMPLE_RATE, abs=1e-6)


KINDS: tuple[PauseKind, ...] = ("asked", "dash", "comma")


def random_wish(seed: int) -> Wish:
    """A line of random sounds, marks, breaks and phrases, with anything asked of it."""
    random = np.random.default_rng(seed)
    words = ["".join(random.choice(list("tsmaiuˈɜb"), random.integers(1, 9))) for _ in range(30)]
    marks = random.choice(["", "", ",", ".", " —", "…", "!"], 30)
    spelled = " ".join(w + m for w, m in zip(words, marks, strict=True))
    text = spelled[: int(random.integers(2, 160))].strip() or "a"
    low, high = sorted(int(v) for v in random.integers(0, len(text) + 1, 2))
    phrases = tuple((a, b) for a, b in ((0, low), (low, high), (high, len(text))) if a < b)
    breaks = tuple(
        Break(
            int(at),
            kind,
            seconds=float(random.uniform(0, 1)),
            least_s=float(random.uniform(0, 0.4)),
        )
        for at in sorted(random.choice(np.arange(-1, len(text)), min(4, len(text)), replace=False))
        for kind in KINDS[int(random.integers(3)) :][:1]
    )
    scales = {axis: random.uniform(*bounds) for axis, bounds in HARD_LIMITS.items()}
    deltas = Deltas(**{axis: float(value) for axis, value in scales.items()})
    style = random.normal(0, 0.1, 256).astype(np.float32)
    direction = Direction(ramp=float(random.uniform(0, 1)))
    return Wish(reading_of(text, breaks, phrases), style, deltas, direction, seed)


@pytest.mark.parametrize("pad", [8.0, 1.0])
@pytest.mark.parametrize("seed", range(12))
def test_every_pause_lies_in_the_sound_and_the_sound_is_as_long_as_planned(
    seed: int, pad: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(fake.FRAMES_OF_KIND, Kind.PAD, pad)
    stages, wish = Stages(FakeBackend()), random_wish(seed)
    plan = Planner(stages).plan(wish, CancelToken())
    first, last = 2 * plan.units[0].first, 2 * plan.units[-1].last
    assert all(first <= pause.at <= last for pause in plan.pauses)
    assert all(pause.samples > 0 for pause in plan.pauses)
    pieces = Sounder(stages).units(plan, Loudness(fake.FULL_DB, 0.0), CancelToken())
    assert sum(len(piece) for piece in pieces) == plan.samples


def test_layout_maps_every_token() -> None:
    reading = reading_of(TRAIN, phrases=((0, 30), (30, len(TRAIN))))
    layout = lay_out(reading, (11,), 3)
    assert tuple(layout.tokens[layout.place]) == reading.tokens
    assert layout.tokens[layout.place[11] - 1] == 3


def test_a_line_without_tokens_is_a_rest() -> None:
    reading = replace(reading_of(""), tokens=(), phrases=(), rest_s=0.4, words=())
    plan = silent_plan(reading, STYLE)
    assert plan.samples == round(0.4 * SAMPLE_RATE)
    assert plan.units == ()


def test_a_planner_knows_what_it_planned_last() -> None:
    planner, first, second = Planner(Stages(FakeBackend())), reading_of(TRAIN), reading_of(TRAIN)
    assert not planner.knows(first, STYLE)
    planner.plan(Wish(first, STYLE, IDENTITY, Direction(), 0), CancelToken())
    assert planner.knows(first, STYLE.copy())
    assert not planner.knows(first, STYLE + 1)
    assert not planner.knows(second, STYLE)


def test_a_bent_contour_runs_no_stage_again() -> None:
    backend = FakeBackend()
    planner = Planner(Stages(backend))
    for level in (0.0, 1.0, 2.0):
        wish = Wish(reading_of(TRAIN), STYLE, Deltas(f0_level_st=level), Direction(), 0)
        planner.plan(wish, CancelToken())
    assert backend.runs == [Stage.ENCODE, Stage.DURATION, Stage.PROSODY]


class InParts(FakeBackend):
    """A double that can run a part of a stage, and notes which."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def run_for(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken, output: str
    ) -> dict[str, Tensor]:
        self.parts.append(output)
        return {output: self.run(stage, inputs, token)[output]}


def test_what_only_the_decoder_hears_of_a_text_waits_for_the_sound() -> None:
    backend = InParts()
    stages = Stages(backend)
    wish = Wish(reading_of(TRAIN), STYLE, Deltas(), Direction(), 0)
    plan = Planner(stages).plan(wish, CancelToken())
    assert backend.parts == ["bert"]
    for _ in range(2):
        stages.text(plan.tokens, CancelToken())
    assert backend.parts == ["bert", "text"]


def test_what_comes_with_another_output_is_not_made_again() -> None:
    backend = FakeBackend()
    stages = Stages(backend)
    wish = Wish(reading_of(TRAIN), STYLE, Deltas(), Direction(), 0)
    plan = Planner(stages).plan(wish, CancelToken())
    stages.text(plan.tokens, CancelToken())
    assert backend.runs.count(Stage.ENCODE) == 1


def test_every_sound_step_maps_back_to_the_plan() -> None:
    at = TRAIN.index("ænd") - 2
    breaks = (Break(-1, "asked", seconds=0.3), Break(at, "asked", seconds=0.8))
    plan = plan_of(reading_of(TRAIN, breaks))
    where = curve_positions(plan, -(-plan.samples // 300) + 5)
    assert (where[-5:] == -1).all()
    heard = where[where >= 0]
    whole = np.arange(2 * plan.units[0].first, 2 * plan.units[-1].last)
    np.testing.assert_array_equal(heard, whole)
    assert (where == -1).sum() == 5 + (0.3 + 0.8) / CURVE_S
