"""Sound on the double: asked levels and pitch come out, joins are quiet, pauses exact."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engine.backends.fake import FULL_DB, FakeBackend
from engine.backends.protocol import Stage
from engine.cancel import CancelToken
from engine.emotion.knobs import MAX_STRENGTH
from engine.emotion.law import HARD_LIMITS
from engine.planning import Planner, Wish
from engine.sounding import DB_PER_N, Sounder, unit_gain_db
from engine.stages import Stages
from engine.timeline import end_sample_of
from engine.values import SAMPLE_RATE, Break, Deltas, Direction, Floats, Keyframe, Plan
from engine.voice_levels import Loudness, VoiceLevel, load_levels, loudness_of
from kernels.waveform import CEILING
from tests.engine.readings import TRAIN, reading_of

STYLE = np.zeros(256, np.float32)
NATURAL = Loudness(FULL_DB, 0.0)


EVEN = Direction(keyframes=(Keyframe(0, 1.0),))
"""All of what is asked everywhere, so that levels compare to the decibel."""


def sound(
    deltas: Deltas, breaks: tuple[Break, ...] = (), direction: Direction | None = None
) -> tuple[Plan, list[Floats]]:
    stages = Stages(FakeBackend())
    wish = Wish(reading_of(TRAIN, breaks), STYLE, deltas, direction or Direction(), 0)
    plan = Planner(stages).plan(wish, CancelToken())
    return plan, list(Sounder(stages).units(plan, NATURAL, CancelToken()))


def loud(audio: Floats) -> float:
    steps = audio[: len(audio) // 300 * 300].reshape(-1, 300).astype(float)
    power = np.mean(steps**2, axis=1)
    return float(10 * np.log10(np.mean(power[power > power.max() / 300])))


def test_the_length_of_every_unit_is_known_before_it_is_made() -> None:
    plan, pieces = sound(Deltas(), (Break(4, "sentence", least_s=0.7),))
    stream = Sounder(Stages(FakeBackend())).stream(plan)
    assert [len(piece) / SAMPLE_RATE for piece in pieces] == stream.sound_s
    assert sum(stream.frames) > int(plan.durations.sum())  # context is decoded twice


class Opened(FakeBackend):
    """A double whose stages are opened apart from running them."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[Stage] = []

    def open_stage(self, stage: Stage) -> None:
        self.opened.append(stage)


def test_opening_the_decoder_is_not_counted_to_its_first_unit() -> None:
    backend = Opened()
    Sounder(Stages(backend)).stream(sound(Deltas())[0])
    assert backend.opened == [Stage.WAVEFORM]
    assert not backend.runs


def test_energy_is_heard_to_the_decibel() -> None:
    neutral = loud(np.concatenate(sound(Deltas())[1]))
    for asked in (-6.0, -2.0, 3.0, 6.0):
        heard = loud(np.concatenate(sound(Deltas(energy_db=asked))[1])) - neutral
        assert heard == pytest.approx(asked, abs=0.6)


@pytest.mark.parametrize("asked", [HARD_LIMITS["energy_db"][0], -9.0, 9.0, 11.0])
def test_level_lands_to_the_limits_of_the_law(asked: float) -> None:
    """Beyond 13 dB the change of N is cut, and the double follows all of N."""
    neutral = loud(np.concatenate(sound(Deltas())[1]))
    heard = loud(np.concatenate(sound(Deltas(energy_db=asked), direction=EVEN)[1])) - neutral
    assert heard == pytest.approx(asked, abs=0.1)


@pytest.mark.parametrize("asked", HARD_LIMITS["energy_db"])
def test_a_unit_is_moved_to_its_level_whatever_the_decoder_made_of_n(asked: float) -> None:
    stages = Stages(FakeBackend())
    for strength in (1.0, MAX_STRENGTH):
        direction = Direction(keyframes=(Keyframe(0, strength),))
        wish = Wish(reading_of(TRAIN), STYLE, Deltas(energy_db=asked), direction, 0)
        plan = Planner(stages).plan(wish, CancelToken())
        for unit in plan.units:
            followed = Sounder(stages).decode(plan, unit, CancelToken())
            ignored = Sounder(stages).decode(
                replace(plan, energy=plan.neutral_energy), unit, CancelToken()
            )
            change = float((plan.energy - plan.neutral_energy)[0])
            gains = [unit_gain_db(raw, plan, unit, NATURAL) for raw in (followed, ignored)]
            assert gains[0] - gains[1] == pytest.approx(-DB_PER_N * change, abs=0.05)


def test_a_ramp_of_level_is_not_made_twice() -> None:
    """N and the gain both rise along the line; together they are what was asked."""
    rising = Direction(keyframes=(Keyframe(0, 0.0), Keyframe(10, 1.5)))
    deltas = Deltas(energy_db=8.0)
    plan, _ = sound(deltas, direction=rising)
    raw = np.concatenate(sound(deltas, direction=rising)[1])
    flat = np.concatenate(sound(Deltas())[1])
    third = len(flat) // 3
    rise = (loud(raw[-third:]) - loud(raw[:third])) - (loud(flat[-third:]) - loud(flat[:third]))
    first, last = 2 * plan.units[0].first, 2 * plan.units[-1].last
    gain = plan.gain_db[first:last]
    asked = float(gain[-len(gain) // 3 :].mean() - gain[: len(gain) // 3].mean())
    assert asked > 6.0
    # The double follows N by 1 dB a unit more than the real voice, for which the gain is made.
    assert rise == pytest.approx(asked, abs=1.8)


def test_units_meet_in_silence() -> None:
    plan, pieces = sound(Deltas(energy_db=6.0))
    assert len(pieces) > 1
    whole = np.concatenate(pieces)
    steps = np.abs(np.diff(whole.astype(float)))
    edge = 0
    for piece in pieces[:-1]:
        edge += len(piece)
        assert np.abs(whole[edge - 1 : edge + 1]).max() <= 0.002
        assert steps[edge - 2 : edge + 1].max() <= steps.max()
    assert abs(whole[0]) <= 0.002
    assert abs(whole[-1]) <= 0.002
    assert len(whole) == plan.samples


def test_an_asked_pause_is_silent_to_the_sample() -> None:
    at = TRAIN.index("ænd") - 2
    plan, pieces = sound(Deltas(), (Break(at, "asked", seconds=0.8),))
    whole = np.concatenate(pieces)
    (pause,) = plan.pauses
    start = end_sample_of(pause.at, plan.pauses, 2 * plan.units[0].first)
    assert not whole[start : start + pause.samples].any()
    assert pause.samples == round(0.8 * SAMPLE_RATE)


def test_nothing_passes_the_ceiling() -> None:
    _, pieces = sound(Deltas(energy_db=30.0))
    assert np.abs(np.concatenate(pieces)).max() <= CEILING


def test_pieces_are_read_only() -> None:
    _, pieces = sound(Deltas())
    with pytest.raises(ValueError, match="read-only"):
        pieces[0][0] = 1.0


def test_every_voice_has_a_measured_level() -> None:
    levels = load_levels()
    assert len(levels) == 54
    assert all(-35 < level.lufs < -10 for level in levels.values())


def test_a_mix_is_as_loud_as_its_voices_by_share() -> None:
    levels = {"a": VoiceLevel(-20.0, -40.0), "b": VoiceLevel(-30.0, -50.0)}
    mixed = loudness_of((("a", 0.75), ("b", 0.25)), levels)
    assert mixed == Loudness(-42.5, -25.0 + 22.5)
    assert loudness_of((("new", 1.0),), levels).anchor_db == -45.0
