"""What earlier lines leave: the window, the drift, how it fades, and lines that meet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from app.carrying import carried
from engine.asked import resolve
from engine.backends.fake import FakeBackend
from engine.backends.fake_voices import FakeVoices
from engine.emotion.axes import AXES, LISTENER_STEP, to_vector
from engine.emotion.context import (
    CARRIED,
    CARRY,
    FADE_S,
    WINDOW_LINES,
    Earlier,
    Window,
    context_of,
    drift,
    fading,
    jump_steps,
    weight_of,
)
from engine.emotion.understand import Understander
from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
from engine.renderer import Renderer
from engine.stages import Stages
from engine.values import IDENTITY, Deltas, Direction, Line, RenderRequest

LOUD = Deltas(f0_level_st=4.0, energy_db=6.0, vowel_duration=1.2, final_st=2.0, jitter_st=0.3)
TEXTS = ("We drove along the river.", "The menu is on the wall.", "The keys are on the table.")


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    parts = (Stages(FakeBackend()), Reader(load_vocab()), Understander(), FakeVoices())
    return Renderer(*parts)


def test_weights_are_three_steps_and_an_end() -> None:
    found = [weight_of(age) for age in (0.0, 2.0, 2.1, 8.0, 8.1, 90.0, 90.1)]
    assert found == [1.0, 1.0, 0.75, 0.75, 0.30, 0.30, 0.0]


def test_context_is_the_weighted_mean_on_the_states_of_the_voice() -> None:
    lines = (Earlier(LOUD, 3.0, 0.5), Earlier(IDENTITY, 3.0, 0.5))
    # The loud line ended 0.5 + 3.0 + 0.5 = 4 s ago: weight 0.75 against 1.
    found = to_vector(context_of(lines) or IDENTITY)
    wanted = np.where([axis in CARRIED for axis in AXES], to_vector(LOUD) * 0.75 / 1.75, 0.0)
    assert np.allclose(found, wanted, atol=1e-3)
    assert context_of(()) is None
    assert context_of((Earlier(LOUD, 3.0, 100.0),)) is None


def test_a_feeling_dies_away_over_neutral_lines_and_is_forgotten() -> None:
    window, levels = Window(), []
    window.add(Earlier(LOUD, 3.0, 0.3))
    for _ in range(WINDOW_LINES):
        context = window.context()
        assert context is not None
        levels.append(context.f0_level_st)
        window.add(Earlier(IDENTITY, 3.0, 0.3))
    assert levels[0] == 4.0
    assert levels == sorted(levels, reverse=True)
    assert window.context() == IDENTITY


def test_lengths_of_neighbours_count_only_over_the_three_steps() -> None:
    one = context_of((Earlier(LOUD, 2.0), Earlier(IDENTITY, 2.5), Earlier(IDENTITY, 3.0)))
    two = context_of((Earlier(LOUD, 9.0), Earlier(IDENTITY, 3.5), Earlier(IDENTITY, 4.0)))
    assert one == two


def test_the_drift_goes_half_way_to_what_was() -> None:
    own = Deltas(f0_level_st=-1.0, energy_db=-2.0, pause_s=0.1)
    found = drift(own, LOUD)
    assert found.f0_level_st == pytest.approx(CARRY * 5.0)
    assert found.energy_db == pytest.approx(CARRY * 8.0)
    assert (found.final_st, found.jitter_st, found.pause_s) == (0.0, 0.0, 0.0)
    assert drift(own, None) == IDENTITY
    assert drift(LOUD, context_of((Earlier(LOUD, 3.0),))) == IDENTITY


def test_the_drift_fades() -> None:
    found = fading(((0.2, 0.5), (0.5, 0.9)), np.arange(0, 2, 0.1))
    assert found[0] == found[2] == 1.0
    assert found[-1] == 0.0
    assert (np.diff(found) <= 0).all()
    assert np.abs(np.diff(found)).max() <= 0.1 / FADE_S + 1e-6


def test_lines_meet_more_closely_with_context(renderer: Renderer) -> None:
    """Continuity: the step of the asked voice from each line into the next."""
    prompts = ("furious", "", "sad")
    requests = [
        RenderRequest(t, direction=Direction(p)) for t, p in zip(TEXTS, prompts, strict=True)
    ]
    lines = [Line(text, 0, len(text), 0.4) for text in TEXTS]
    asked = [renderer.inputs(request) for request in requests]
    found = [renderer.inputs(each) for each in carried(renderer, lines, requests)]
    assert found[0].drift == IDENTITY
    for number in (1, 2):
        before, own = asked[number - 1].deltas, found[number]
        plain = jump_steps(before, own.deltas, IDENTITY)
        assert jump_steps(before, own.deltas, own.drift) <= (0.55, 0.85)[number - 1] * plain
        assert own.key() != asked[number].key()
        assert own.deltas == asked[number].deltas


def test_a_line_begins_near_the_one_before_and_ends_as_itself(renderer: Renderer) -> None:
    request = RenderRequest(" ".join(TEXTS[:2]).replace(". The", ", the"))
    moved = renderer.plan(replace(request, context=LOUD)).plan
    assert moved.gain_db[0] == pytest.approx(CARRY * LOUD.energy_db, abs=0.1)
    assert moved.gain_db[-1] == 0.0
    assert moved.f0[-60:].tobytes() == moved.neutral_f0[-60:].tobytes()
    voiced = np.flatnonzero(moved.neutral_f0[:60] > 10)
    raised = 12 * np.log2(moved.f0[voiced[0]] / moved.neutral_f0[voiced[0]])
    assert raised == pytest.approx(CARRY * LOUD.f0_level_st, abs=0.5)
    steps = np.abs(np.diff(moved.gain_db))
    assert steps.max() < 0.1


def test_without_context_or_intensity_nothing_moves(renderer: Renderer) -> None:
    request = RenderRequest(TEXTS[0], direction=Direction("angry"))
    off = replace(request, direction=Direction("angry", intensity=0.0))
    assert renderer.inputs(off).key() == renderer.inputs(replace(off, context=LOUD)).key()
    assert renderer.inputs(request).drift == IDENTITY
    asked = resolve(Understander().understand("angry"), request, "female")
    assert float(np.abs(to_vector(asked) / LISTENER_STEP).max()) > 1
