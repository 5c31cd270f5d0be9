"""The waveform: what is drawn is the sound, and it is moved like the heatmap."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.widgets.curves import RATE, made_view
from widgets.time_axis import TimeAxis
from widgets.waveform import Envelope, Waveform

Key = Qt.Key


@pytest.fixture
def wave(qtbot: QtBot) -> Waveform:
    made = Waveform()
    qtbot.addWidget(made)
    made.resize(700, 120)
    with qtbot.waitExposed(made):
        made.show()
    return made


@settings(max_examples=60)
@given(
    size=st.integers(1, 30_000),
    first=st.integers(0, 29_999),
    length=st.integers(1, 30_000),
    columns=st.integers(1, 500),
)
def test_no_peak_is_lost_at_any_zoom(size: int, first: int, length: int, columns: int) -> None:
    audio = np.random.default_rng(size).uniform(-1, 1, size).astype(np.float32)
    first = min(first, size - 1)
    last = min(first + length, size)
    at, low, high = Envelope(audio).between(first, last, columns)
    assert at.size == low.size == high.size <= columns
    if (last - first) / Envelope.BLOCK < columns:  # looked at sample by sample
        assert low.min() == audio[first:last].min()
        assert high.max() == audio[first:last].max()
    elif at.size:
        start, end = first // 64 * 64, min(-(-last // 64), size // 64) * 64
        assert low.min() == audio[start:end].min()
        assert high.max() == audio[start:end].max()


def test_it_is_empty_until_there_is_sound(wave: Waveform) -> None:
    assert not wave.canvas.isVisible()
    wave.show_waveform(made_view(2.0, sound=False))
    assert not wave.canvas.isVisible()
    wave.show_waveform(made_view(2.0))
    assert wave.canvas.isVisible()
    assert wave.canvas.accessibleDescription().startswith("Sound of 2.00 s.")
    wave.show_waveform(made_view(2.0, sound=False))
    assert not wave.canvas.isVisible()


def test_the_line_drawn_is_the_sounds(wave: Waveform) -> None:
    wave.show_waveform(made_view(2.0))
    assert wave.plot.drawn is not None
    _, low, high = wave.plot.drawn
    assert high.max() == pytest.approx(0.5, abs=0.01)
    assert low.min() == pytest.approx(-0.5, abs=0.01)
    assert high.size <= round(wave.plot.rect().width())
    wave.time.show_range(1.0, 1.1)
    seconds, _, _ = wave.plot.drawn
    assert seconds[0] == pytest.approx(1.0, abs=0.01)
    assert seconds[-1] == pytest.approx(1.1, abs=0.01)


def test_the_keyboard_reads_seeks_and_selects(wave: Waveform, qtbot: QtBot) -> None:
    wave.show_waveform(made_view(2.0))
    wave.canvas.setFocus()
    with qtbot.waitSignal(wave.hovered) as said:
        qtbot.keyClick(wave.canvas, Key.Key_Right)
    assert said.args == ["0.05 s · peak \N{MINUS SIGN}6 dB"]
    with qtbot.waitSignal(wave.selected) as marked:
        qtbot.keyClick(wave.canvas, Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert marked.args == pytest.approx([0.05, 0.10])
    with qtbot.waitSignal(wave.seek) as sought:
        qtbot.keyClick(wave.canvas, Key.Key_Return)
    assert sought.args == [pytest.approx(0.10)]
    wave.set_loop(True)
    assert "Looped: 0.05 s to 0.10 s." in wave.canvas.accessibleDescription()
    with qtbot.waitSignal(wave.selected) as marked:
        qtbot.keyClick(wave.canvas, Key.Key_Escape)
    assert marked.args == [0.0, 0.0]


def test_with_a_shared_time_only_its_owner_speaks(qtbot: QtBot) -> None:
    time = TimeAxis()
    follower = Waveform(time)
    qtbot.addWidget(follower)
    time.set_length(2.0)
    follower.show_waveform(made_view(2.0))
    told: list[object] = []
    follower.seek.connect(told.append)
    time.seek(1.0)
    time.mark((0.5, 1.0))
    assert told == []
    assert follower.plot.selection.getRegion() == (0.5, 1.0)


def test_stale_sound_is_hatched(wave: Waveform) -> None:
    view = made_view(2.0)
    wave.show_waveform(view)
    assert not wave.plot.hatch.isVisible()
    wave.show_waveform(replace(view, stale=True))
    assert wave.plot.hatch.isVisible()


def test_one_click_in_ten_minutes_is_seen(wave: Waveform) -> None:
    audio = np.zeros(600 * RATE, np.float32)
    audio[300 * RATE] = 1.0
    wave.show_waveform(replace(made_view(2.0), audio=audio))
    assert wave.plot.drawn is not None
    assert wave.plot.drawn[2].max() == 1.0
