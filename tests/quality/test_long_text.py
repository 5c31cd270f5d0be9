"""A text spoken line by line: no clipping, no click, no drift, streamed as whole."""

from __future__ import annotations

import sys

import pytest

from engine.renderer import Renderer
from tests.quality.long_text import growth_mib, speak_and_check
from tests.quality.prose import text_of

ALLOWED_GROWTH_MIB = 150.0


@pytest.mark.voice
@pytest.mark.slow
def test_a_page(voice_renderer: Renderer) -> None:
    found = speak_and_check(voice_renderer.with_store(None), text_of(70), "af_heart")
    assert found.faults == []
    assert found.lines > 5
    assert 0.1 < found.peak < 0.9


@pytest.mark.voice
@pytest.mark.soak
@pytest.mark.parametrize("voice", ["af_heart", "am_adam"])
def test_two_thousand_words(voice_renderer: Renderer, voice: str) -> None:
    renderer = voice_renderer.with_store(None)
    found = speak_and_check(
        renderer, text_of(2000), voice, lambda told: print(told, file=sys.stderr)
    )
    print(
        f"{voice}: {found.lines} lines, {found.seconds:.0f} s, peak {found.peak:.3f},"
        f" memory growth {growth_mib(found):+.0f} MiB"
    )
    assert found.faults == []
    assert growth_mib(found) < ALLOWED_GROWTH_MIB
