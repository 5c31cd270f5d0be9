"""Levels, peaks and silences: measured against known sounds, faults planted and found."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pyloudnorm
import pytest
import soundfile
import soxr

from app.narration import ffmpeg
from app.narration.encoding import About, Mark, encode_chapter, encode_joined
from app.narration.faults import faults_of
from app.narration.mastering import room_tone
from app.narration.measured import measure, measure_joined, mp3_rates
from app.narration.profiles import profile_names, profile_of
from engine.cancel import CancelToken
from engine.errors import ExportError, InputError
from engine.limiter import limited
from engine.loudness import loudness
from engine.metering import Meter, Reading, decibels
from engine.values import Floats


def speechlike(rate: int, seconds: float, seed: int = 1) -> Floats:
    """Bursts of noise of uneven level, silence between them and at both ends."""
    chance = np.random.default_rng(seed)
    size = round(seconds * rate)
    level = np.repeat(chance.uniform(0.0, 0.25, round(seconds * 3) + 1), rate // 3 + 1)[:size]
    level[: rate // 2] = 0.0
    level[-rate:] = 0.0
    return (chance.normal(0.0, 1.0, size) * level).astype(np.float32)


def metered(sound: Floats, rate: int, pieces: int = 7) -> Reading:
    meter = Meter(rate)
    for piece in np.array_split(sound, pieces):
        meter.add(piece)
    return meter.read()


@pytest.mark.parametrize("rate", [24_000, 44_100])
def test_a_meter_reads_in_pieces_what_the_whole_measures(rate: int) -> None:
    sound = speechlike(rate, 23.7)
    found = metered(sound, rate, 31)
    assert found.samples == sound.size
    assert found.rms_db == pytest.approx(decibels(float(np.sqrt(np.mean(sound**2)))), abs=0.01)
    assert found.lufs == pytest.approx(loudness(sound, rate), abs=0.01)
    assert found.lufs == pytest.approx(
        pyloudnorm.Meter(rate).integrated_loudness(sound.astype(np.float64)), abs=0.1
    )
    fine = np.abs(soxr.resample(sound, rate, 8 * rate, quality="VHQ"))
    assert found.true_peak_db == pytest.approx(decibels(float(fine.max())), abs=0.3)
    assert found.head_s == pytest.approx(0.5, abs=0.35)
    assert found.tail_s >= 0.99
    assert found.floor_db < -100


def test_a_true_peak_between_the_samples_is_found() -> None:
    """A sine at a quarter of the rate, sampled 45 degrees off its peaks: 3 dB between them."""
    rate = 48_000
    at = np.arange(rate)
    sine = (0.5 * np.sin(np.pi / 2 * at + np.pi / 4)).astype(np.float32)
    sine *= np.hanning(rate).astype(np.float32) ** 0.1
    found = metered(sine, rate)
    assert found.peak_db == pytest.approx(-9.03, abs=0.05)
    assert found.true_peak_db == pytest.approx(-6.02, abs=0.15)


def test_silence_is_silent() -> None:
    found = metered(np.zeros(24_000, np.float32), 24_000)
    assert found.is_silent
    assert found.lufs == -70.0
    assert metered(np.zeros(0, np.float32), 24_000).is_silent


@pytest.mark.parametrize("pieces", [1, 40])
def test_a_limiter_holds_true_peaks_and_leaves_the_rest_alone(pieces: int) -> None:
    rate = 44_100
    sound = speechlike(rate, 12.3)
    peak = metered(sound, rate).true_peak_db
    held = np.concatenate(list(limited(np.array_split(sound, pieces), peak - 6.0, rate)))
    assert held.size == sound.size
    assert metered(held, rate).true_peak_db <= peak - 6.0
    untouched = np.abs(sound) == np.abs(held)
    assert untouched.mean() > 0.3
    loud = np.concatenate(list(limited(np.array_split(sound, pieces), peak + 1.0, rate)))
    assert np.array_equal(loud, sound)


def test_room_tone_has_its_level_and_no_seam() -> None:
    tone = room_tone(-72.0, 44_100)
    assert decibels(float(np.sqrt(np.mean(np.square(tone))))) == pytest.approx(-72.0, abs=0.05)
    steps = np.abs(np.diff(np.concatenate((tone[-5:], tone[:5]))))
    assert steps.max() < 3 * np.abs(np.diff(tone)).max()
    assert np.array_equal(tone, room_tone(-72.0, 44_100))


def test_profiles_say_what_they_are() -> None:
    assert set(profile_names()) == {"acx", "podcast", "broadcast", "accessible", "raw"}
    acx = profile_of("acx")
    limits = dict(acx.limits)
    assert (limits["rms_db"], limits["true_peak_db"]) == ((-23.0, -18.0), (None, -3.0))
    assert acx.warning
    with pytest.raises(InputError) as caught:
        profile_of("loud")
    assert caught.value.code == "profile-unknown"


@pytest.fixture(scope="module")
def master(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sound that passes ACX-spec audio."""
    rate = 44_100
    sound = speechlike(rate, 12.0, seed=3)
    sound[-2 * rate :] = 0.0
    sound *= 10 ** ((-20.0 - metered(sound, rate).rms_db) / 20)
    held = np.concatenate(list(limited([sound], -4.5, rate)))
    held += np.resize(room_tone(-72.0, rate), held.size)
    path = tmp_path_factory.mktemp("master") / "master.flac"
    soundfile.write(path, held, rate, subtype="PCM_24")
    return path


def judged(path: Path) -> tuple[set[str], set[str]]:
    """What of a file does not pass ACX-spec audio: properties and faults."""
    report = measure(path, "x", profile_of("acx"), CancelToken())
    return {each.name for each in report.judged if not each.passes}, set(report.faults)


def test_a_good_file_passes(master: Path, tmp_path: Path) -> None:
    target = tmp_path / "good.mp3"
    encode_chapter(master, target, profile_of("acx"), {"title": "a=b;c#d"}, CancelToken())
    assert judged(target) == (set(), set())
    assert mp3_rates(target) == (192,)


@pytest.mark.parametrize(
    ("arguments", "properties", "faults"),
    [
        (("-af", "volume=12dB"), {"rms_db", "true_peak_db"}, set()),
        (("-ar", "22050", "-b:a", "160k"), {"kbps"}, {"rate"}),
        (("-q:a", "4"), {"kbps"}, {"vbr"}),
        (("-t", "10.3"), {"tail_s"}, set()),
        (("-af", "volume=-90dB"), {"rms_db", "head_s", "tail_s"}, {"silent"}),
        (("-ac", "2"), set(), {"channels"}),
    ],
)
def test_planted_faults_are_found(
    master: Path, tmp_path: Path, arguments: tuple[str, ...], properties: set[str], faults: set[str]
) -> None:
    target = tmp_path / "bad.mp3"
    rate = () if {"-q:a", "-b:a"} & set(arguments) else ("-b:a", "192k")
    command = [
        "ffmpeg",
        "-v",
        "error",
        "-i",
        master,
        "-c:a",
        "libmp3lame",
        *rate,
        *arguments,
        target,
    ]
    subprocess.run(command, check=True)
    found, wrong = judged(target)
    assert properties <= found
    assert wrong == faults


def test_what_cannot_be_decoded_is_told(tmp_path: Path) -> None:
    path = tmp_path / "none.m4b"
    path.write_bytes(b"nothing")
    with pytest.raises(ExportError) as caught:
        measure(path, "x", profile_of("acx"), CancelToken())
    assert caught.value.code == "tool-failed"


def test_without_ffmpeg_the_error_names_it(
    master: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ExportError) as caught:
        encode_chapter(master, tmp_path / "a.mp3", profile_of("acx"), {}, CancelToken())
    assert caught.value.code == "tool-missing"
    assert not list(tmp_path.iterdir())


TEXT = "Nobody had gone down to look at it"


def line(seconds: float = 2.0, level: float = 0.08) -> Floats:
    sound = speechlike(24_000, seconds + 1.5, seed=5)
    return (sound / np.sqrt(np.mean(sound**2)) * level).astype(np.float32)


@pytest.mark.parametrize(
    ("sound", "faults"),
    [
        (line(), ()),
        (np.zeros(24_000, np.float32), ("silent",)),
        (np.array([np.nan] * 100, np.float32), ("broken",)),
        (np.zeros(0, np.float32), ("broken",)),
        (np.clip(line() * 20, -1, 1), ("clipped", "level")),
        (line(level=0.003), ("level",)),
        (line()[:40_000], ("cut-off",)),
        (line()[12_000:20_000], ("cut-off", "too-short")),
        (np.concatenate([line()] * 6), ("too-long",)),
    ],
)
def test_faults_of_a_line_are_found(sound: Floats, faults: tuple[str, ...]) -> None:
    found = faults_of(sound, TEXT)
    assert set(faults) <= set(found)
    assert bool(found) == bool(faults)


def test_each_chapter_of_a_joined_file_is_measured_by_itself(tmp_path: Path) -> None:
    """Borders fall where they fall, within what is decoded at once; the last may be empty."""
    noise, path = np.random.default_rng(0), tmp_path / "book.wav"
    parts = {"one": (0.1, 12.3), "two": (0.3, 7.77), "three": (0.02, 31.2), "four": (0.0, 0.0)}
    sound = [loud * noise.uniform(-1, 1, int(44_100 * s)) for loud, s in parts.values()]
    soundfile.write(path, np.concatenate(sound).astype(np.float32), 44_100)
    ends = np.cumsum([seconds for _, seconds in parts.values()]).tolist()
    marks = list(zip(parts, ends, strict=True))
    found = measure_joined(path, marks, profile_of("acx"), CancelToken())
    assert [each.title for each in found] == list(parts)
    for each, (loud, seconds) in zip(found, parts.values(), strict=True):
        assert each.reading.seconds == pytest.approx(seconds, abs=0.01)
        assert each.reading.rms_db == pytest.approx(decibels(loud / 3**0.5), abs=0.1)


def test_a_damaged_master_makes_no_short_book(tmp_path: Path) -> None:
    """ffmpeg by itself passes over what it cannot read and says that all went well."""
    masters = [tmp_path / f"{number}.flac" for number in range(3)]
    for number, path in enumerate(masters):
        soundfile.write(path, speechlike(44_100, 3.0, number), 44_100, subtype="PCM_24")
    about = About({"title": "a"}, (Mark(0, 9000, "one"),), None)
    folder = tmp_path / "encoded"
    folder.mkdir()
    profile = profile_of("accessible")
    encode_joined(masters, folder / "a.m4b", profile, about, CancelToken())
    found = measure_joined(folder / "a.m4b", [("one", 9.0)], profile, CancelToken())
    assert found[0].reading.seconds == pytest.approx(9.0, abs=0.05)
    whole = masters[1].read_bytes()
    masters[1].write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ExportError, match="tool-failed"):
        encode_joined(masters, folder / "b.m4b", profile, about, CancelToken())
    assert [path.name for path in folder.iterdir()] == ["a.m4b"]


def test_what_a_killed_run_still_writes_reaches_no_file(tmp_path: Path) -> None:
    target, part = tmp_path / "tone.wav", tmp_path / ".part-tone.wav"
    tone = ("-f", "lavfi", "-i", "sine=d=0.1", *ffmpeg.SAME_BYTES)
    ffmpeg.run(tone, target, CancelToken())
    whole = target.read_bytes()
    with part.open("wb") as held:  # as the ffmpeg of a killed run holds it
        ffmpeg.run(tone, target, CancelToken())
        held.write(b"late" * 1000)
    assert target.read_bytes() == whole
    assert not part.exists()
