"""Intensity 0 is the plain voice, to the sample, whatever the prompt."""

from __future__ import annotations

import pytest

from engine.renderer import Renderer
from engine.values import Direction, RenderRequest

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


@pytest.mark.voice
@pytest.mark.slow
@pytest.mark.parametrize("voice", VOICES)
def test_intensity_zero_is_no_prompt(voice_renderer: Renderer, voice: str) -> None:
    # No store: every take is computed, none is remembered.
    renderer = voice_renderer.with_store(None)
    plain = renderer.render(RenderRequest(TEXT, voice)).audio
    assert plain is not None
    for prompt in PROMPTS:
        direction = Direction(prompt, intensity=0.0)
        silent = renderer.render(RenderRequest(TEXT, voice, direction)).audio
        assert silent is not None
        assert silent.tobytes() == plain.tobytes(), prompt
