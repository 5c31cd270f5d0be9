"""Intensity 0 is the plain voice, to the sample, whatever the prompt."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from engine.renderer import Renderer
from engine.values import Direction, Plan, RenderRequest

PROMPTS = (
    "angry",
    "with gentle concern",
    "confident yet hesitant",
    "bursting with joy",
    "whispering, slowly",
    "as if the train had just left without her",
    "terrified",
    "very sad, almost crying",
    "calm and warm",
    "disgusted",
)
VOICES = ("af_heart", "af_nicole", "am_michael", "bf_emma", "bm_george")
TEXT = "I know."


HEARD = 2
"""So many of a voice's prompts are also made into sound, others for each voice; the plan,
equal to the bit, decides the sound of the rest."""


@pytest.mark.voice
@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(VOICES)), ids=VOICES)
def test_intensity_zero_is_no_prompt(voice_renderer: Renderer, number: int) -> None:
    # No store: every take is computed, none is remembered.
    renderer = voice_renderer.with_store(None)
    plain = RenderRequest(TEXT, VOICES[number])
    silent = [replace(plain, direction=Direction(prompt, intensity=0.0)) for prompt in PROMPTS]
    planned = decided(renderer.plan(plain).plan)
    for request in silent:
        assert decided(renderer.plan(request).plan) == planned, request.direction.prompt
    sound = heard(renderer, plain)
    for request in silent[HEARD * number :][:HEARD]:
        assert heard(renderer, request) == sound, request.direction.prompt


def decided(plan: Plan) -> dict[str, object]:
    """Everything a plan decides, arrays by their bytes; its remarks are no part of the sound."""
    values = {field.name: getattr(plan, field.name) for field in fields(plan)}
    del values["remarks"]
    return {
        name: value.tobytes() if isinstance(value, np.ndarray) else value
        for name, value in values.items()
    }


def heard(renderer: Renderer, request: RenderRequest) -> bytes:
    audio = renderer.render(request).audio
    assert audio is not None
    return audio.tobytes()
