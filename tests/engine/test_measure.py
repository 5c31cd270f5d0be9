from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from app.evaluate.praat import praat_f0
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Stage
from engine.cancel import CancelToken
from engine.measure import FLOOR_DB, HOP, Measures, measure, summarise
from engine.models.prepare import PreparedModel
from engine.models.vocab import load_vocab
from engine.stages import Curve, Stages
from engine.values import CURVE_S, SAMPLE_RATE, Floats
from engine.voices import VoiceBank
from kernels.contour import bend_f0
from kernels.durations import regulate, stretch
from kernels.waveform import shape

LINES = (
    "mˌI bɹˈʌðəɹ mˈuvd ðə ʧˈɛɹz.",
    "ðə lˈɛɾəɹ kˈAm ˌɔn tˈuzdˌA, ænd nˈObˌɑdi nˈu hˌu hæd sˈɛnt ɪt.",
)


def buzz(f0: NDArray[np.float64], amplitude: float = 0.1) -> Floats:
    """A voiced sound whose F0 is given sample by sample (0 = silent)."""
    phase = 2 * np.pi * np.cumsum(f0) / SAMPLE_RATE
    harmonics = sum(np.sin(k * phase) / k * (f0 * k < 11_000) for k in range(1, 40))
    return np.asarray(amplitude * harmonics * (f0 > 0), np.float32)


def times(samples: int) -> NDArray[np.float64]:
    return np.arange(samples) / SAMPLE_RATE


def error_st(heard: Floats, true: NDArray[np.floating]) -> NDArray[np.float64]:
    return np.abs(12 * np.log2(heard.astype(np.float64) / true))


@pytest.mark.parametrize(("low", "high"), [(75.0, 140.0), (140.0, 320.0), (300.0, 620.0)])
def test_a_glide_is_followed(low: float, high: float) -> None:
    samples = 2 * SAMPLE_RATE
    f0 = low * (high / low) ** (0.5 - 0.5 * np.cos(2 * np.pi * times(samples)))
    curves = measure(buzz(f0))
    true = f0[HOP // 2 :: HOP]
    voiced = curves.f0 > 0
    assert voiced.mean() > 0.97
    error = error_st(curves.f0[voiced], true[voiced])
    assert np.median(error) < 0.05
    assert error[2:-2].max() < 0.2  # the first and last frames see half a window


def test_curves_stand_at_the_middle_of_their_hop() -> None:
    audio = np.zeros(SAMPLE_RATE, np.float32)
    audio[40 * HOP : 41 * HOP] = 0.5
    level = measure(audio).level_db
    assert level.size == 80
    assert int(level.argmax()) == 40
    assert level[39] == pytest.approx(level[41], abs=1e-3)
    assert level[37] == FLOOR_DB


def test_level_is_rms_re_full_scale() -> None:
    tone = (0.5 * np.sin(2 * np.pi * 200 * times(SAMPLE_RATE))).astype(np.float32)
    level = measure(tone).level_db[3:-3]
    assert np.allclose(level, 20 * np.log10(0.5 / np.sqrt(2)), atol=0.05)


def test_noise_and_silence_are_not_voiced() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE).astype(np.float32)
    assert (measure(noise).f0 > 0).mean() < 0.02
    silent = measure(np.zeros(SAMPLE_RATE, np.float32))
    assert not silent.f0.any()
    assert (silent.level_db == FLOOR_DB).all()
    assert silent.pauses == ()


@pytest.mark.parametrize("samples", [0, 1, 150, 299, 300, 301, 599, 901, 3_001])
def test_any_length_is_measured(samples: int) -> None:
    curves = measure(buzz(np.full(samples, 180.0)))
    assert curves.f0.shape == curves.level_db.shape == (-(-samples // HOP),)
    assert np.isfinite(curves.f0).all()
    assert not curves.f0.flags.writeable
    assert not curves.level_db.flags.writeable


def test_pauses_lie_inside_the_speech() -> None:
    f0 = np.full(3 * SAMPLE_RATE, 150.0)
    at = times(f0.size)
    for start, end in ((0.0, 0.4), (1.0, 1.08), (1.5, 1.8), (2.2, 2.23), (2.7, 3.0)):
        f0[(at >= start) & (at < end)] = 0.0
    audio = buzz(f0)
    curves = measure(audio)
    assert len(curves.pauses) == 2  # 80 and 300 ms; 30 ms is too short, the ends are no pauses
    (first, _), (second, end) = curves.pauses
    assert first == pytest.approx(1.0, abs=0.02)
    assert second == pytest.approx(1.5, abs=0.02)
    assert end == pytest.approx(1.8, abs=0.02)
    figures = summarise(audio, curves)
    assert figures.pauses == 1
    assert figures.pause_s == pytest.approx(0.3, abs=0.03)
    assert figures.speech_s == pytest.approx(2.3, abs=0.03)


def test_pitch_figures_of_a_known_contour() -> None:
    at = times(2 * SAMPLE_RATE)
    st = 12.0 - 2.0 * at + np.where(at > 1.8, 4.0 * (at - 1.8) / 0.2, 0.0)
    audio = buzz(100.0 * 2 ** (st / 12))
    figures = summarise(audio, measure(audio))
    frames = st[HOP // 2 :: HOP]
    assert figures.f0_median_st == pytest.approx(np.median(frames), abs=0.1)
    assert figures.f0_sd_st == pytest.approx(frames.std(), abs=0.1)
    slope = np.polyfit(np.arange(frames.size) * CURVE_S, frames, 1)[0]
    assert figures.slope_st_s == pytest.approx(slope, abs=0.1)
    assert figures.final_st == pytest.approx(np.median(frames[-12:]) - np.median(frames), abs=0.3)


def test_level_figure_leaves_silence_out() -> None:
    f0 = np.where(times(2 * SAMPLE_RATE) < 1.0, 200.0, 0.0)
    audio = buzz(f0)
    whole = 10 * np.log10((audio[:SAMPLE_RATE].astype(np.float64) ** 2).mean())
    assert summarise(audio, measure(audio)).level_db == pytest.approx(whole, abs=0.2)
    louder = summarise(audio * np.float32(2), measure(audio * np.float32(2)))
    assert louder.level_db == pytest.approx(whole + 6.02, abs=0.2)


def test_nothing_voiced_has_no_pitch_figures() -> None:
    noise = np.random.default_rng(1).normal(0, 0.1, SAMPLE_RATE).astype(np.float32)
    whisper = summarise(noise, measure(noise))
    silence = summarise(np.zeros(900, np.float32), measure(np.zeros(900, np.float32)))
    for figures in (whisper, silence):
        assert np.isnan([figures.f0_median_st, figures.final_st]).all()
    assert np.isfinite(whisper.level_db)
    assert np.isnan([silence.level_db, silence.alpha_db]).all()
    assert silence.speech_s == 0.0


class Speaker:
    """The real voice, straight from its stages, without planning."""

    def __init__(self, model: PreparedModel) -> None:
        graphs = {stage: model.stage(stage.value) for stage in Stage}
        self.backend = OnnxCpuBackend(graphs, model.model_hash)
        self.stages = Stages(self.backend)
        self.bank = VoiceBank(model.voices)
        self.said: dict[tuple[str, str, float], tuple[Floats, Floats]] = {}

    def say(self, voice: str, phonemes: str, level_st: float) -> tuple[Floats, Floats]:
        """Return audio and the F0 asked for."""
        key = (voice, phonemes, level_st)
        if key not in self.said:
            self.said[key] = self._decode(*key)
        return self.said[key]

    def _decode(self, voice: str, phonemes: str, level_st: float) -> tuple[Floats, Floats]:
        vocab, cancel = load_vocab(), CancelToken()
        ids = [vocab[c] for c in phonemes]
        tokens = np.array([0, *ids, 0], np.int64)
        style = np.asarray(self.bank.row(self.bank.parse_mix(voice), len(ids)))
        length = self.stages.timing(tokens, style, cancel).durations
        frames = stretch(length, np.ones_like(length), np.zeros(length.shape, np.bool_))
        own = self.stages.curve(tokens, style, frames, cancel)
        f0 = bend_f0(own.f0, level_st=level_st)
        text = regulate(self.stages.text(tokens, cancel), frames)
        curve = Curve(f0=f0, energy=own.energy)
        return self.stages.waveform(text, curve, style, cancel), f0


@pytest.fixture(scope="module")
def speaker(prepared_model: PreparedModel) -> Iterator[Speaker]:
    made = Speaker(prepared_model)
    yield made
    made.backend.close()
    made.bank.close()


CASES = [
    ("af_heart", 1, 0.0),
    ("af_heart", 0, 5.0),
    ("am_michael", 1, 0.0),
    ("am_michael", 0, -3.0),
]


@pytest.mark.voice
@pytest.mark.parametrize(("voice", "line", "level_st"), CASES)
def test_the_tracker_agrees_with_praat(
    speaker: Speaker, voice: str, line: int, level_st: float
) -> None:
    audio, asked = speaker.say(voice, LINES[line], level_st)
    ours, theirs = measure(audio).f0, praat_f0(audio)
    both = (ours > 0) & (theirs > 0)
    error = error_st(ours[both], theirs[both])
    differ = float(((ours > 0) != (theirs > 0)).mean())
    follow = error_st(theirs[both & (asked > 50)], asked[both & (asked > 50)])
    print(
        f"{voice} {level_st:+.0f} st: median {np.median(error):.3f} st, "
        f"voicing differs {differ:.1%}, asked to heard {np.median(follow):.3f} st"
    )
    assert np.median(error) < 0.3
    assert (error > 3.16).mean() < 0.01
    assert differ < 0.08
    assert np.median(follow) < 0.35


@pytest.mark.voice
def test_a_shift_asked_is_the_shift_heard(speaker: Speaker) -> None:
    plain, _ = speaker.say("af_heart", LINES[0], 0.0)
    raised, _ = speaker.say("af_heart", LINES[0], 5.0)
    before, after = measure(plain).f0, measure(raised).f0
    both = (before > 0) & (after > 0)
    heard = 12 * np.log2(after[both].astype(np.float64) / before[both])
    assert np.median(heard) == pytest.approx(5.0, abs=0.15)
    assert both.sum() > 40


@pytest.mark.voice
@pytest.mark.parametrize("tilt", [-4.0, 3.0, 6.0])
def test_tilt_on_a_real_voice_is_the_tilt_asked(speaker: Speaker, tilt: float) -> None:
    for voice in ("af_heart", "am_michael"):
        audio, _ = speaker.say(voice, LINES[1], 0.0)
        curves = measure(audio)
        still = np.zeros_like(curves.level_db)
        tilted = shape(audio, still, np.full_like(still, tilt), SAMPLE_RATE)
        before, after = summarise(audio, curves), summarise(tilted, curves)
        assert after.alpha_db - before.alpha_db == pytest.approx(tilt, abs=0.5)
        power = 10 * np.log10((tilted**2).mean() / (audio**2).mean())
        assert power == pytest.approx(0.0, abs=0.8)


def figures(audio: Floats) -> Measures:
    return summarise(audio, measure(audio))


@pytest.mark.voice
def test_line_figures_agree_with_praat(speaker: Speaker) -> None:
    for voice in ("af_heart", "am_michael"):
        audio, _ = speaker.say(voice, LINES[1], 0.0)
        theirs = praat_f0(audio)
        pitch = 12 * np.log2(theirs[theirs > 0].astype(np.float64) / 100)
        ours = figures(audio)
        assert ours.f0_median_st == pytest.approx(np.median(pitch), abs=0.4)
        assert ours.f0_sd_st == pytest.approx(pitch.std(), abs=0.4)
        slope = np.polyfit(np.flatnonzero(theirs > 0) * CURVE_S, pitch, 1)[0]
        assert ours.slope_st_s == pytest.approx(slope, abs=0.5)
