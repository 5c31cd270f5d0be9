"""Voice quality of a line, on the double."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

from app.nudging import nudges_of
from engine.build import build_engine
from engine.emotion.law import HARD_LIMITS
from engine.errors import InputError
from engine.landing import landings
from engine.renderer import OnUnit
from engine.values import Deltas, Direction, Floats, Keyframe, RenderRequest, Take
from engine.voice_quality import MECHANISMS, STYLE_MOST, STYLE_REACH, STYLED, Timbre, tremor

LINE = "We were away all morning, and nobody had told us why. It rained."


Speaks = Callable[..., Take]


@pytest.fixture(scope="module")
def spoken() -> Iterator[Speaks]:
    with build_engine(None, "fake") as engine:

        def speak(direction: Direction, on_unit: OnUnit | None = None) -> Take:
            return engine.renderer.render(RenderRequest(LINE, direction=direction), on_unit=on_unit)

        yield speak


def nudged(**values: float) -> Direction:
    return Direction(nudges=Deltas(**values))


@pytest.fixture(scope="module")
def plain(spoken: Speaks) -> Take:
    return spoken(Direction())


def test_every_quality_has_a_limit_and_a_mechanism() -> None:
    names = [field.name for field in fields(Deltas)]
    assert names[11:] == list(MECHANISMS)
    assert list(HARD_LIMITS) == names
    assert {name for name, means in MECHANISMS.items() if "style" in means} == set(STYLED)


def test_intensity_zero_is_the_neutral_take_to_the_bit(spoken: Speaks, plain: Take) -> None:
    take = spoken(Direction("trembling, breathy, almost whispering, in a tense bright voice", 0.0))
    assert take.key == plain.key
    assert take.audio is not None
    assert plain.audio is not None
    assert take.audio.tobytes() == plain.audio.tobytes()
    assert plain.plan.breath.size == plain.plan.whisper.size == 0


@pytest.mark.parametrize("name", MECHANISMS)
def test_each_quality_changes_what_its_mechanism_says_and_no_more(
    name: str, spoken: Speaks, plain: Take
) -> None:
    take = spoken(nudged(**{name: 0.5}))
    means, plan = MECHANISMS[name], take.plan
    assert take.key != plain.key
    changed = {
        "style": bool((plan.style[:128] != plain.plan.style[:128]).any()),
        "breath": plan.breath.size > 0,
        "whisper": plan.whisper.size > 0,
        "gain": name == "tremor_db" and bool((plan.gain_db != plain.plan.gain_db).any()),
    }
    assert {mean for mean, did in changed.items() if did} == set(means)
    for curve in ("f0", "energy", "durations", "tilt_db"):
        assert getattr(plan, curve).tobytes() == getattr(plain.plan, curve).tobytes()
    assert (plan.style[128:] == plain.plan.style[128:]).all()
    assert plan.samples == plain.plan.samples


def test_what_is_streamed_is_what_is_kept(spoken: Speaks) -> None:
    pieces: list[Floats] = []
    asked = nudged(breathy=0.6, whispered=0.4, tremor_db=2.0, tense=-0.3)
    take = spoken(asked, lambda piece: pieces.append(piece.audio))
    assert take.audio is not None
    assert len(pieces) == len(take.plan.units) > 1
    assert np.concatenate(pieces).tobytes() == take.audio.tobytes()


def test_a_whisper_lands_at_the_level_that_was_asked(spoken: Speaks) -> None:
    """The drop of a whisper is in the plan's gain, so it is no error of the level."""
    take = spoken(nudged(whispered=1.0, energy_db=-3.0))
    assert landings(take)["energy_db"].verdict == "landed"


def test_noise_follows_the_keyframes(spoken: Speaks) -> None:
    frames = (Keyframe(0, 0.0), Keyframe(6, 0.0), Keyframe(8, 1.0))
    take = spoken(replace(nudged(breathy=1.0), keyframes=frames))
    halves = np.array_split(take.plan.breath, 2)
    assert halves[0].max() < 0.5 < halves[1].max()


def test_the_style_never_leaves_the_voices_neighbourhood() -> None:
    timbre = Timbre.load()
    one = np.linalg.norm(timbre.offset(Deltas(tense=1.0)))
    assert one == pytest.approx(STYLE_REACH, rel=1e-5)
    half = timbre.offset(Deltas(tense=1.0), 0.5)
    assert np.linalg.norm(half) == pytest.approx(STYLE_REACH / 2, rel=1e-5)
    for deltas in (Deltas(tense=-1.0, breathy=1.0, bright=-1.0), Deltas(tense=1.0, bright=1.0)):
        assert np.linalg.norm(timbre.offset(deltas)) <= STYLE_MOST * (1 + 1e-6)
    assert not timbre.offset(Deltas(whispered=1.0)).any()


def test_a_file_that_holds_no_directions_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.npz"
    np.savez(wrong, directions=np.zeros((2, 128), np.float32))
    with pytest.raises(ValueError, match="shape"):
        Timbre.load(wrong)


def test_a_tremor_beats_five_times_a_second_and_like_no_metronome() -> None:
    beat = tremor(8 * 80, seed=3)
    assert np.abs(beat).max() <= 1.0
    rises = np.flatnonzero((beat[:-1] < 0) & (beat[1:] >= 0))
    assert 4.0 < len(rises) / 8 < 7.0
    assert np.diff(rises).std() > 0.5
    assert (beat == tremor(8 * 80, seed=3)).all()
    assert (beat != tremor(8 * 80, seed=4)).any()


def test_nudges_on_the_command_line() -> None:
    assert nudges_of([]) == Deltas()
    assert nudges_of(["breathy=0.4", "f0-level-st = -1", "breathy=0.5"]) == Deltas(
        breathy=0.5, f0_level_st=-1.0
    )
    for wrong in ("breathy", "breathy=", "breathy=1.5", "smoky=0.2", "tense=nan"):
        with pytest.raises(InputError) as caught:
            nudges_of([wrong])
        assert caught.value.code == "knob-out-of-range"
