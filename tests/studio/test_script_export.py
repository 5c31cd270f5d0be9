"""Exports of a script, read back by libsndfile and by Praat."""

from __future__ import annotations

import csv
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import parselmouth
import pytest
import soundfile
from parselmouth.praat import call

from app.praat_files import Interval, pitch_tier, textgrid
from app.project.lines import insert
from app.project.takes import add_take, choose
from app.project.values import NewLine, Project, TakeRef, request_of, set_text
from app.script_export import COLUMNS, Targets, asked_of, export_script
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import Cancelled, ExportError, InputError
from engine.values import CURVE_S, SAMPLE_RATE


@pytest.fixture(scope="module")
def engine() -> Engine:
    return build_engine(None, "fake")


def rendered(engine: Engine, project: Project) -> Project:
    for line in project.lines:
        request = request_of(project, line)
        take = engine.renderer.render(request)
        assert take.audio is not None
        ref = TakeRef(
            "",
            take.key,
            request.text,
            request.voice,
            request.direction,
            request.seed,
            "2026",
            take.audio.size / SAMPLE_RATE,
        )
        project = add_take(project, line.id, ref)
    return project


def whole(project: Project, engine: Engine) -> float:
    """Seconds the script lasts: its lines and the rests between them."""
    sounds = [engine.renderer.render(request).audio for _, request in asked_of(project)]
    rests = sum(line.rest_s for line in project.lines[:-1])
    return sum(0 if each is None else each.size for each in sounds) / SAMPLE_RATE + rests


@pytest.mark.parametrize("form", ["wav", "flac", "mp3", "ogg", "opus"])
def test_sound_of_the_whole_script(
    engine: Engine, project: Project, tmp_path: Path, form: str
) -> None:
    target = tmp_path / f"a.{form}"
    done: list[tuple[int, int]] = []
    made = export_script(
        engine.renderer,
        project,
        Targets(target),
        progress=lambda *each: done.append(each),
    )
    seconds = whole(project, engine)
    assert made.files == (target,)
    assert (made.lines, done) == (3, [(1, 3), (2, 3), (3, 3)])
    assert made.seconds == pytest.approx(seconds, abs=1e-3)
    info = soundfile.info(str(target))
    assert info.samplerate == SAMPLE_RATE
    assert info.frames / info.samplerate == pytest.approx(seconds, abs=0.15)


def test_some_lines_come_in_the_scripts_order(
    engine: Engine, project: Project, tmp_path: Path
) -> None:
    target = tmp_path / "a.wav"
    made = export_script(engine.renderer, project, Targets(target), {"l3", "l1"})
    assert made.lines == 2
    first = engine.renderer.render(request_of(project, project.lines[0])).audio
    last = engine.renderer.render(request_of(project, project.lines[2])).audio
    assert first is not None
    assert last is not None
    sound, _ = soundfile.read(str(target), dtype="float32")
    assert sound.size == first.size + last.size + round(project.lines[0].rest_s * SAMPLE_RATE)
    assert np.abs(sound[: first.size] - first).max() < 2 / 2**15
    assert np.abs(sound[-last.size :] - last).max() < 2 / 2**15


def test_the_chosen_take_is_what_is_exported(
    engine: Engine, project: Project, tmp_path: Path
) -> None:
    project = rendered(engine, replace(project, lines=project.lines[:1]))
    first = project.lines[0].takes[0]
    project = set_text(project, "l1", "Something else altogether, and longer.")
    export_script(engine.renderer, project, Targets(tmp_path / "a.wav"))
    assert soundfile.info(str(tmp_path / "a.wav")).duration == pytest.approx(first.seconds)
    project = rendered(engine, project)
    export_script(engine.renderer, project, Targets(tmp_path / "b.wav"))
    assert soundfile.info(str(tmp_path / "b.wav")).duration > first.seconds + 0.5
    project = choose(project, "l1", first.id)
    export_script(engine.renderer, project, Targets(tmp_path / "c.wav"))
    assert (tmp_path / "c.wav").read_bytes() == (tmp_path / "a.wav").read_bytes()


@pytest.fixture
def everything(tmp_path: Path) -> Targets:
    return Targets(
        tmp_path / "a.wav",
        tmp_path / "a.srt",
        tmp_path / "a.csv",
        tmp_path / "a.TextGrid",
        tmp_path / "a.PitchTier",
    )


HOSTILE = 'She said "no", twice; $4 & <b>?'


@pytest.fixture
def exported(engine: Engine, project: Project, everything: Targets) -> float:
    project = insert(project, 1, [NewLine(HOSTILE), NewLine("  ")])
    made = export_script(engine.renderer, project, everything)
    assert made.files == everything.paths
    assert made.lines == 4
    return made.seconds


def test_praat_reads_the_labels(everything: Targets, exported: float, project: Project) -> None:
    grid = parselmouth.read(str(everything.labels))
    assert call(grid, "Get number of tiers") == 3
    names = [call(grid, "Get tier name", tier) for tier in (1, 2, 3)]
    assert names == ["lines", "words", "phonemes"]
    assert call(grid, "Get total duration") == pytest.approx(exported, abs=1e-5)
    lines, words = labels(grid, 1), labels(grid, 2)
    texts = [project.lines[0].text, HOSTILE, project.lines[1].text, project.lines[2].text]
    assert [text for text, _, _ in lines if text] == texts
    said = [text for text, _, _ in words if text]
    assert said[:4] == ["I", "kept", "your", "letters"]
    assert "$4" in said
    assert said.count("$4") == 1
    assert len(labels(grid, 3)) == len(words)
    for tier in (lines, words):
        ends = [end for _, _, end in tier]
        assert tier[0][1] == 0
        assert [start for _, start, _ in tier[1:]] == pytest.approx(ends[:-1])
        assert ends[-1] == pytest.approx(exported, abs=1e-5)


def labels(grid: object, tier: int) -> list[tuple[str, float, float]]:
    count = int(call(grid, "Get number of intervals", tier))
    return [
        (
            call(grid, "Get label of interval", tier, n),
            call(grid, "Get start time of interval", tier, n),
            call(grid, "Get end time of interval", tier, n),
        )
        for n in range(1, count + 1)
    ]


def test_praat_reads_the_pitch_and_hears_the_same(everything: Targets, exported: float) -> None:
    tier = parselmouth.read(str(everything.pitch))
    assert call(tier, "Get end time") == pytest.approx(exported, abs=1e-5)
    count = int(call(tier, "Get number of points"))
    times = [call(tier, "Get time from index", n) for n in range(1, count + 1)]
    hertz = np.array([call(tier, "Get value at index", n) for n in range(1, count + 1)])
    assert count > 50
    assert times == sorted(times)
    heard = parselmouth.Sound(str(everything.sound)).to_pitch_ac(0.005, 60.0, pitch_ceiling=600.0)
    praat = np.array([call(heard, "Get value at time", at, "Hertz", "linear") for at in times])
    both = np.isfinite(praat)
    assert both.mean() > 0.8
    semitones = 12 * np.abs(np.log2(hertz[both] / praat[both]))
    print(f"exported pitch against Praat's: median {np.median(semitones):.3f} st of {both.sum()}")
    assert np.median(semitones) < 0.3


def test_the_table_of_contours(everything: Targets, exported: float) -> None:
    assert everything.contours is not None
    with everything.contours.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.DictReader(opened))
    assert tuple(rows[0]) == COLUMNS
    times = [float(row["time_s"]) for row in rows]
    assert times == sorted(times)
    assert times[0] == pytest.approx(CURVE_S / 2)
    assert times[-1] < exported + CURVE_S
    assert list(dict.fromkeys(row["line"] for row in rows)) == ["1", "2", "4", "5"]
    voiced = [row for row in rows if row["asked_f0_hz"] and row["achieved_f0_hz"]]
    ratio = [float(row["achieved_f0_hz"]) / float(row["asked_f0_hz"]) for row in voiced]
    assert abs(float(np.median(ratio)) - 1) < 0.01
    assert all(float(row["achieved_level_db"]) <= 0 for row in rows if row["achieved_level_db"])
    assert {"kept", "$4", "no"} <= {row["word"].strip('",') for row in rows}


def test_captions_and_sound_end_together(everything: Targets, exported: float) -> None:
    assert everything.captions is not None
    text = everything.captions.read_text(encoding="utf-8")
    assert "I kept your letters." in text
    minutes, seconds = (
        text.strip().split("\n\n")[-1].split("\n")[1].split(" --> ")[1].split(":")[1:]
    )
    last = 60 * int(minutes) + float(seconds.replace(",", "."))
    assert exported - 2 < last <= exported + 0.001


@pytest.mark.parametrize(
    ("name", "file", "code"),
    [
        ("sound", "a.aiff", "output-format-unknown"),
        ("captions", "a.txt", "output-format-unknown"),
        ("contours", "a.xls", "output-format-unknown"),
        ("labels", "a", "output-format-unknown"),
        ("pitch", "a.wav", "output-format-unknown"),
        ("sound", "gone/a.wav", "output-unwritable"),
        ("labels", "gone/a.TextGrid", "output-unwritable"),
    ],
)
def test_what_cannot_be_made_is_refused_before_any_work(
    engine: Engine, project: Project, tmp_path: Path, name: str, file: str, code: str
) -> None:
    with pytest.raises(ExportError) as caught:
        export_script(engine.renderer, project, Targets(**{name: tmp_path / file}))
    assert caught.value.code == code
    assert not os.listdir(tmp_path)


def test_one_file_for_two_results_is_refused(
    engine: Engine, project: Project, tmp_path: Path
) -> None:
    link = tmp_path / "b.csv"
    link.symlink_to(tmp_path / "a.wav")
    with pytest.raises(ExportError) as caught:
        export_script(engine.renderer, project, Targets(tmp_path / "a.wav", contours=link))
    assert "named for two results" in caught.value.detail


def test_nothing_to_speak_is_said(engine: Engine, project: Project, tmp_path: Path) -> None:
    for ids in ((), {"gone"}):
        with pytest.raises(InputError) as caught:
            export_script(engine.renderer, project, Targets(tmp_path / "a.wav"), ids)
        assert caught.value.code == "text-empty"


def test_a_cancelled_export_leaves_what_was_there(
    engine: Engine, project: Project, everything: Targets, tmp_path: Path
) -> None:
    for place in everything.paths:
        place.write_text("before", encoding="utf-8")
    token = CancelToken()

    def stop(done: int, of: int) -> None:
        assert of == 3
        if done == 2:
            token.cancel()

    with pytest.raises(Cancelled):
        export_script(engine.renderer, project, everything, token=token, progress=stop)
    assert {place.read_text(encoding="utf-8") for place in everything.paths} == {"before"}
    assert len(os.listdir(tmp_path)) == len(everything.paths)


def read_back(tmp_path: Path, text: str) -> object:
    place = tmp_path / "a.TextGrid"
    place.write_text(text, encoding="utf-8")
    return parselmouth.read(str(place))


def test_praat_reads_gaps_overlaps_and_every_sign(tmp_path: Path) -> None:
    spoken = [
        Interval(0.5, 1.0, 'a "quoted" word'),
        Interval(0.9, 1.5, "two\nlines"),
        Interval(1.5, 1.5, "nothing"),
        Interval(1.5, 9.0, "好 ə ˈ 😀"),
    ]
    grid = read_back(tmp_path, textgrid([("one", spoken), ("none", [])], 2.0))
    assert labels(grid, 1) == [
        ("", 0.0, 0.5),
        ('a "quoted" word', 0.5, 1.0),
        ("two lines", 1.0, 1.5),
        ("好 ə ˈ 😀", 1.5, 2.0),
    ]
    assert labels(grid, 2) == [("", 0.0, 2.0)]


def test_slivers_are_no_intervals(tmp_path: Path) -> None:
    spoken = [Interval(1e-9, 1.0, "a"), Interval(1.0 + 1e-9, 2.0 - 1e-9, "b")]
    grid = read_back(tmp_path, textgrid([("one", spoken)], 2.0))
    assert labels(grid, 1) == [("a", 0.0, 1.0), ("b", 1.0, 2.0)]


def test_a_pitch_tier_without_points_is_one(tmp_path: Path) -> None:
    place = tmp_path / "a.PitchTier"
    place.write_text(pitch_tier([], 1.0), encoding="utf-8")
    assert call(parselmouth.read(str(place)), "Get number of points") == 0
