"""Faults that rivals were reported for, on the real voice: none may be here.

The ids are those of the project's list of open cases; every kind has its right
value here, and inputs of our own beside the reported ones.
"""

from __future__ import annotations

import numpy as np
import pyloudnorm
import pytest

from engine.renderer import Renderer
from engine.values import SAMPLE_RATE, Direction, Floats, RenderRequest, Take
from kernels.waveform import CEILING

pytestmark = [pytest.mark.voice, pytest.mark.slow]

SOME_VOICES = ("af_heart", "af_nicole", "am_adam", "am_santa", "bf_emma", "bm_fable")
PLAIN = (
    "We drove along the river until noon.",
    "The tram arrived at nine and the station was already empty.",
)
"""Loudness is a figure of some seconds of speech: one short sentence strays by 1 LU."""
PORTER = (
    "The old porter walked slowly through the long row of empty rooms and counted every chair "
    "that stood beside every window while the rain kept falling on the wide grey courtyard and "
    "the lamps along the lower corridor went out one after another until only the light above "
    "the narrow stairs was left and he could hear nothing except his own careful steps upon the "
    "worn red carpet"
)
"""Seventy words, no comma (SYNTH-02)."""


def spoken(renderer: Renderer, text: str, voice: str = "af_heart", prompt: str = "") -> Take:
    return renderer.with_store(None).render(RenderRequest(text, voice, Direction(prompt)))


def audio_of(take: Take) -> Floats:
    assert take.audio is not None
    return take.audio


def level_db(audio: Floats) -> float:
    return float(10 * np.log10(np.mean(audio.astype(float) ** 2) + 1e-12))


def loud_steps(audio: Floats, below_peak_db: float) -> np.ndarray:
    """Indices of the 5 ms steps within so many dB of the loudest."""
    size = SAMPLE_RATE // 200
    steps = audio[: len(audio) // size * size].reshape(-1, size).astype(float)
    level = 10 * np.log10(np.mean(steps**2, axis=1) + 1e-12)
    return np.flatnonzero(level > level.max() - below_peak_db)


def gap_after(take: Take, word: int) -> float:
    """Longest silence, in seconds, between the middles of a word and of the next."""
    middles = [int((a + b) / 2 * SAMPLE_RATE) for a, b in take.plan.word_times]
    audio = audio_of(take)
    peak = level_db(audio[np.abs(audio).argmax() - 600 :][:1200])
    size = SAMPLE_RATE // 200
    part = audio[middles[word] : middles[word + 1]]
    steps = part[: len(part) // size * size].reshape(-1, size).astype(float)
    quiet = 10 * np.log10(np.mean(steps**2, axis=1) + 1e-12) < peak - 35
    longest = run = 0
    for silent in quiet:
        run = run + 1 if silent else 0
        longest = max(longest, run)
    return longest * 0.005


@pytest.mark.parametrize("voice", ["af_heart", "am_adam"])
@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("Wait… she said—quietly -- that... no.", (0, 2, 3, 4)),
        ("The door – a blue one – was open.", (1, 4)),
        ("I thought... well — never mind.", (1, 2)),
    ],
)
def test_norm_16_dashes_and_ellipses_are_heard(
    voice_renderer: Renderer, voice: str, text: str, before: tuple[int, ...]
) -> None:
    take = spoken(voice_renderer, text, voice)
    gaps = {take.reading.words[word].spoken: gap_after(take, word) for word in before}
    assert min(gaps.values()) >= 0.12, gaps


@pytest.mark.parametrize("times", [1, pytest.param(2, marks=pytest.mark.soak)])
def test_synth_02_a_long_sentence_keeps_its_end(voice_renderer: Renderer, times: int) -> None:
    text = " and ".join([PORTER] * times) + "."
    take = spoken(voice_renderer, text)
    assert len(take.reading.words) == len(text.split())
    audio = audio_of(take)
    last = loud_steps(audio, 30.0)[-1] * SAMPLE_RATE // 200
    end = audio[max(last - round(0.3 * SAMPLE_RATE), 0) : last]
    assert level_db(end) > level_db(audio) - 12


@pytest.mark.parametrize(
    "text", ["Open up at once.", "Apples are on the table.", "Her voice was soft."]
)
@pytest.mark.parametrize("prompt", ["", "as fast as possible", "furious, very fast"])
def test_synth_08_first_and_last_sounds_are_kept(
    voice_renderer: Renderer, text: str, prompt: str
) -> None:
    audio = audio_of(spoken(voice_renderer, text, prompt=prompt))
    assert_kept(audio)


@pytest.mark.parametrize(
    "text", ["Abre ya. Otra vez llueve.", "Este año iré a Italia.", "Alguien espera abajo."]
)
def test_synth_08_first_and_last_sounds_are_kept_in_spanish(
    voice_renderer: Renderer, text: str
) -> None:
    assert_kept(audio_of(spoken(voice_renderer, text, "ef_dora")))


def assert_kept(audio: Floats) -> None:
    """At least 30 ms before the first loud step and 60 ms after the last."""
    heard = loud_steps(audio, 45.0)
    assert heard[0] * 0.005 >= 0.03
    assert (len(audio) / SAMPLE_RATE) - (heard[-1] + 1) * 0.005 >= 0.06


@pytest.mark.parametrize("voice", ["af_heart", "af_sarah", "am_michael", "bf_emma"])
@pytest.mark.parametrize(
    "text", ["Someone is waiting.", "The keys are here.", "If he comes, wait."]
)
def test_synth_08_the_first_word_sounds_in_its_own_time(
    voice_renderer: Renderer, voice: str, text: str
) -> None:
    take = spoken(voice_renderer, text, voice)
    audio = audio_of(take)
    start, end = (round(time * SAMPLE_RATE) for time in take.plan.word_times[0])
    assert end - start >= 0.04 * SAMPLE_RATE
    assert level_db(audio[start:end]) > level_db(audio) - 15
    assert all(first < last for first, last in take.plan.word_times)


def test_synth_09_no_voice_wraps_and_all_are_equally_loud(voice_renderer: Renderer) -> None:
    meter = pyloudnorm.Meter(SAMPLE_RATE)
    loudness = {}
    for voice in SOME_VOICES:
        lines = [audio_of(spoken(voice_renderer, text, voice)) for text in PLAIN]
        audio = np.concatenate(lines)
        assert np.abs(audio).max() <= CEILING
        hot = np.abs(audio) > 0.9
        flips = (np.sign(audio[1:]) != np.sign(audio[:-1])) & hot[1:] & hot[:-1]
        assert not flips.any(), voice
        loudness[voice] = meter.integrated_loudness(audio.astype(np.float64))
    assert max(loudness.values()) - min(loudness.values()) <= 2.0, loudness


@pytest.mark.parametrize("text", ["", "   ", "…", '"."', "—", "?!", "***"])
def test_synth_11_marks_alone_are_a_rest(voice_renderer: Renderer, text: str) -> None:
    take = spoken(voice_renderer, text)
    audio = audio_of(take)
    assert len(audio) == take.plan.samples > 0
    assert not audio.any()
    assert not {"encode", "waveform"} & {name for name, _ in take.provenance.seconds}
