"""Exports from the window: a stretch, progress, a place that goes away meanwhile."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from app.studio.wiring import Studio
from engine.tones import LEVEL, tone_of
from engine.values import SAMPLE_RATE
from tests.studio.opened import HANG_S, double, idle, spoken, until


def ended(studio: Studio) -> None:
    until(lambda: not studio.engine._errands)


def test_a_folder_that_goes_while_it_is_exported_to_is_said_and_another_is_taken(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, other = tmp_path / "out", tmp_path / "other"
    folder.mkdir()
    other.mkdir()
    studio.window.line_text.edited.emit("A line that has no take yet.")
    idle(studio)
    backend = double(studio)
    backend.stall()
    studio.files.exports.lines_to(folder / "a.wav", None)
    assert backend.wait_stalled(HANG_S)
    shutil.rmtree(folder)
    backend.release()
    bar = studio.window.bars["file"]
    until(lambda: bar.cards)
    (card,) = bar.cards
    assert card.view.id == "output-unwritable"
    assert str(folder / "a.wav") in card.view.says
    assert studio.window.statusBar().currentMessage() == ""
    spoken(studio)  # the rest of the window goes on
    monkeypatch.setattr(studio.files.asking, "export_to", lambda _place: other / "b.wav")
    again, *_ = card.findChildren(QPushButton)
    assert again.text() == "Choose another place…"
    QTest.mouseClick(again, Qt.MouseButton.LeftButton)
    until((other / "b.wav").exists)
    ended(studio)
    assert not bar.cards
    until(lambda: "Exported b.wav" in studio.window.statusBar().currentMessage())
    assert [path.name for path in tmp_path.iterdir() if path.name != "data"] == ["other"]


def test_a_cancelled_export_leaves_nothing_and_says_nothing(studio: Studio, tmp_path: Path) -> None:
    studio.window.line_text.edited.emit("Another line that has no take yet.")
    idle(studio)
    backend = double(studio)
    backend.stall()
    studio.files.exports.lines_to(tmp_path / "a.wav", None)
    assert backend.wait_stalled(HANG_S)
    assert studio.window.statusBar().currentMessage() == "Exporting a.wav…"
    studio.window.actions_by_name["render.cancel"].trigger()
    backend.release()
    ended(studio)
    until(lambda: studio.window.statusBar().currentMessage() == "")
    assert not list(tmp_path.glob("*.wav*"))
    assert studio.state.board.views == ()


def test_a_selected_stretch_is_exported_to_the_sample(
    studio: Studio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    action = studio.window.actions_by_name["file.export_stretch"]
    time = studio.window.heatmap.time
    time.mark((0.5, 1.25))
    assert not action.isEnabled()  # there is no sound yet
    spoken(studio)
    time.mark((0.5, 1.25))
    assert action.isEnabled()
    path = tmp_path / "part.flac"
    monkeypatch.setattr(studio.files.asking, "export_to", lambda _place: path)
    action.trigger()
    ended(studio)
    found, rate = soundfile.read(path, dtype="float32")
    shown = studio.engine.pictures[studio.state.current].view.audio
    assert shown is not None
    assert rate == SAMPLE_RATE
    np.testing.assert_allclose(found, shown[12_000:30_000], atol=1 / 32_000)
    time.mark(None)
    assert not action.isEnabled()


def test_the_asked_pitch_is_heard_as_a_tone_before_there_is_sound(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = studio.engine.pictures[studio.state.current].view
    assert view.audio is None
    heard: list[np.ndarray] = []
    monkeypatch.setattr(studio.playing, "hear_sound", heard.append)
    action = studio.window.actions_by_name["play.tone"]
    action.trigger()
    studio.window.heatmap.time.mark((0.5, 1.0))
    action.trigger()
    whole, part = heard
    assert whole.size == round(view.asked_f0.size * view.step_s * SAMPLE_RATE)
    assert part.size == pytest.approx(SAMPLE_RATE / 2, abs=view.step_s * SAMPLE_RATE)
    studio.window.heatmap.time.mark(None)


def test_a_tone_follows_its_curve_and_is_silent_in_its_gaps() -> None:
    step_s = 0.0125
    f0 = np.concatenate([np.full(80, 200.0), np.zeros(40), np.full(80, 300.0)]).astype(np.float32)
    tone = tone_of(f0, step_s)
    for start, hertz in ((0.1, 200.0), (1.6, 300.0)):
        part = tone[round(start * SAMPLE_RATE) : round((start + 0.8) * SAMPLE_RATE)]
        bins = np.abs(np.fft.rfft(part * np.hanning(part.size)))
        assert bins.argmax() / 0.8 == pytest.approx(hertz, abs=1.5)
        assert np.abs(part).max() == pytest.approx(LEVEL, rel=0.01)
    assert np.abs(tone[round(1.1 * SAMPLE_RATE) : round(1.4 * SAMPLE_RATE)]).max() == 0.0
    assert np.abs(np.diff(tone)).max() < 1.1 * LEVEL * 2 * np.pi * 300.0 / SAMPLE_RATE
    assert not tone_of(np.zeros(8, np.float32), step_s).any()
