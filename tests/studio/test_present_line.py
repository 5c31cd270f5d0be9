"""Pictures, summaries and ramps of real takes of the double."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from app.studio.present.records import (
    delta_views,
    heatmap_view,
    knobs_view,
    line_summary,
    ramp_view,
    truth_view,
    with_asked,
    with_nudge,
)
from engine.build import Engine, build_engine
from engine.emotion.axes import AXES
from engine.emotion.law import HARD_LIMITS
from engine.heatmaps import Heatmap, heatmap_of
from engine.values import Deltas, Direction, Keyframe, RenderRequest, Take, Want

TEXT = "You never told me. Not once, never again, did you say a word."


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with build_engine(backend="fake") as engine:
        yield engine


def spoken(engine: Engine, direction: Direction, text: str = TEXT) -> tuple[Take, Heatmap]:
    take = engine.renderer.render(RenderRequest(text, direction=direction))
    return take, heatmap_of(take)


def test_a_picture_of_a_plan_has_no_achieved_half(engine: Engine) -> None:
    take = engine.renderer.plan(RenderRequest(TEXT, direction=Direction("sad"), want=Want.PLAN))
    view = heatmap_view("l1", take, heatmap_of(take))
    assert view.line == "l1"
    assert view.achieved_f0 is None
    assert view.mel_hz == ()
    assert [word.text for word in view.words][:4] == ["You", "never", "told", "me"]
    assert all(TEXT[word.start : word.end] == word.text for word in view.words)
    starts = [word.start_s for word in view.words]
    assert starts == sorted(starts)
    assert view.words[-1].end_s <= view.asked_f0.size * view.step_s


def test_both_halves_lie_on_one_clock(engine: Engine) -> None:
    take, heatmap = spoken(engine, Direction("excited"))
    view = heatmap_view("l1", take, heatmap)
    assert view.achieved_f0 is not None
    assert view.mel_db is not None
    assert view.audio is take.audio
    assert view.achieved_f0.size == view.asked_f0.size
    assert view.mel_db.shape == (len(view.mel_hz), view.asked_f0.size)
    both = (view.achieved_f0 > 0) & (view.asked_f0 > 0)
    apart = 12 * np.log2(view.achieved_f0[both] / view.asked_f0[both])
    assert np.median(np.abs(apart)) < 0.3


def test_a_newer_plan_takes_the_asked_half_and_hatches_the_other(engine: Engine) -> None:
    old, heatmap = spoken(engine, Direction("sad"))
    plan = engine.renderer.plan(RenderRequest(TEXT, direction=Direction("excited")))
    newer = heatmap_of(plan)
    view = with_asked(heatmap_view("l1", old, heatmap), plan, newer)
    assert view.stale
    assert view.asked_f0 is newer.asked_f0
    assert view.achieved_f0 is heatmap.achieved_f0
    assert view.summary == line_summary(plan, newer)


@pytest.mark.parametrize(
    ("nudges", "starts"),
    [
        (Deltas(f0_level_st=4.0, energy_db=5.0), "Pitch rises"),
        (Deltas(f0_level_st=-4.0), "Pitch falls"),
        (Deltas(energy_db=-6.0), "Energy -"),
        (Deltas(vowel_duration=1.3), "Pitch and energy as in neutral speech"),
        (Deltas(), "Spoken as the voice speaks by itself"),
    ],
)
def test_the_summary_tells_what_is_most_notable(
    engine: Engine, nudges: Deltas, starts: str
) -> None:
    take, heatmap = spoken(engine, Direction(nudges=nudges))
    assert line_summary(take, heatmap).startswith(starts)


def test_the_summary_tells_the_figures_of_the_sound(engine: Engine) -> None:
    take, heatmap = spoken(engine, Direction(nudges=Deltas(f0_level_st=4.0, energy_db=5.0)))
    said = line_summary(take, heatmap)
    semitones = float(said.split("rises ")[1].split(" st")[0])
    decibels = float(said.split("energy ")[1].split(" dB")[0])
    assert 4.0 * 0.85 - 0.3 <= semitones <= 4.0 * 1.15 + 0.3  # the strength along a line
    assert 4.0 <= decibels <= 6.0
    named = said.split("“")[1].split("”")[0]
    assert named in TEXT
    assert said.endswith(f"{take.plan.samples / 24_000:.1f} s")


def test_text_without_words_is_said_to_have_none(engine: Engine) -> None:
    take, heatmap = spoken(engine, Direction("sad"), "...")
    assert line_summary(take, heatmap) == "Nothing to speak"
    assert heatmap_view("l1", take, heatmap).words == ()
    view = ramp_view(Direction("sad"), take)
    assert np.all(view.curve == 1.0)
    assert all(row.achieved is None for row in delta_views(Direction(), None, "", take, heatmap))


def test_the_ramp_is_the_strength_the_plan_was_made_with(engine: Engine) -> None:
    """The gain of a plan is its strength times the level asked, but for smoothing at 0."""
    for direction in (
        Direction(ramp=1.0, nudges=Deltas(energy_db=6.0)),
        Direction(keyframes=(Keyframe(0, 0.2), Keyframe(7, 1.5)), nudges=Deltas(energy_db=6.0)),
    ):
        take, heatmap = spoken(engine, direction)
        view = ramp_view(direction, take)
        assert view.curve.size == heatmap.asked_f0.size
        for word in view.words:
            at = round((word.start_s + word.end_s) / 2 / view.step_s)
            first = 2 * take.plan.units[0].first
            silence = sum(p.samples for p in take.plan.pauses if p.at <= at + first) // 300
            gain = float(take.plan.gain_db[min(first + at - silence, take.plan.gain_db.size - 1)])
            assert view.curve[at] == pytest.approx(gain / 6.0, abs=0.1)


def test_a_keyframe_off_the_line_is_left_out(engine: Engine) -> None:
    take, _ = spoken(engine, Direction(), "Two words.")
    view = ramp_view(Direction(keyframes=(Keyframe(0, 0.5), Keyframe(9, 1.0))), take)
    assert view.keyframes == ((0, 0.5),)
    assert np.allclose(view.curve, 0.5)


def test_each_field_of_the_deltas_has_its_figure(engine: Engine) -> None:
    direction = Direction("excited", nudges=Deltas(f0_level_st=1.5, f0_excursion=1.2))
    take, heatmap = spoken(engine, direction)
    views = {v.name: v for v in delta_views(direction, take.emotion, "af_heart", take, heatmap)}
    assert tuple(views) == AXES
    level = views["f0_level_st"]
    assert level.nudge == 1.5
    assert level.asked + level.nudge == pytest.approx(take.plan.deltas.f0_level_st, abs=1e-3)
    assert level.achieved == pytest.approx(take.plan.deltas.f0_level_st, abs=0.5)
    assert level.verdict == "landed"
    assert (views["f0_excursion"].identity, level.identity) == (1.0, 0.0)
    assert all((v.low, v.high) == HARD_LIMITS[name] for name, v in views.items())
    assert views["energy_db"].achieved == pytest.approx(take.plan.deltas.energy_db, abs=1.0)
    assert views["tilt_db"].achieved is None
    assert all(view.label and view.mechanism for view in views.values())


def test_a_sound_that_does_not_follow_is_called_weak_or_over(engine: Engine) -> None:
    direction = Direction(nudges=Deltas(f0_level_st=4.0))
    asked, heatmap = spoken(engine, direction)
    assert heatmap.achieved_f0 is not None
    for nudge, verdict in ((1.0, "weak"), (8.0, "over")):
        other = spoken(engine, Direction(nudges=Deltas(f0_level_st=nudge)))[1]
        mixed = Heatmap(
            heatmap.asked_f0,
            heatmap.neutral_f0,
            heatmap.asked_db,
            heatmap.asked_map,
            achieved_f0=other.achieved_f0,
        )
        level = delta_views(direction, asked.emotion, "af_heart", asked, mixed)[0]
        assert level.verdict == verdict
        assert level.achieved == pytest.approx(nudge, abs=0.5)


def test_women_are_asked_less_pitch_in_anger(engine: Engine) -> None:
    emotion = engine.understander.understand("angry")
    her, him, nobody = (
        delta_views(Direction("angry"), emotion, voice)[0].asked
        for voice in ("af_heart:0.6+am_michael:0.4", "am_michael", "nobody")
    )
    assert her < him
    assert him == nobody


def test_a_nudge_is_held_in_its_range() -> None:
    assert with_nudge(Direction(), "f0_level_st", 99.0).nudges.f0_level_st == 12.0
    assert with_nudge(Direction(), "vowel_duration", 0.0).nudges.vowel_duration == 0.6


def test_knobs_are_the_directions() -> None:
    view = knobs_view(Direction(intensity=1.4, stability=0.5, ramp=0.2), 1.7)
    assert (view.intensity, view.stability, view.ramp, view.safe_intensity) == (1.4, 0.5, 0.2, 1.7)


def test_the_truth_is_told_from_the_take(engine: Engine) -> None:
    take, _ = spoken(engine, Direction("sad"))
    view = truth_view(take, first_sound_s=0.25, memory_bytes=300_000_000)
    rows = dict(view.rows)
    assert rows["Backend"] == "fake"
    assert rows["Waveform"].endswith(" s on fake")
    assert rows["Measuring the sound"].endswith(" s")
    assert rows["Cache"] == "miss: takes are not stored"
    assert rows["Time to first sound"] == "0.250 s"
    assert rows["Memory of the program"] == "300 MB"
    work, sound = (float(rows[k].split()[0]) for k in ("All stages", "Length of the sound"))
    assert float(rows["Real-time factor"].split()[0]) == pytest.approx(work / sound, abs=0.02)


def test_the_truth_of_nothing_and_of_a_plan(engine: Engine) -> None:
    assert truth_view(None).rows == (("Take", "nothing has run yet"),)
    plan = engine.renderer.plan(RenderRequest("A plan only.", want=Want.PLAN))
    assert "Real-time factor" not in dict(truth_view(plan).rows)
