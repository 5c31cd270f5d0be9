"""The controls one by one: what they show, and what they say when they are used."""

from __future__ import annotations

from typing import TypeVar

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QPalette, QTextCharFormat, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QSlider, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.widgets import made_up
from widgets.deltas import Deltas, decimals_of
from widgets.fold import Fold
from widgets.knobs import Knobs
from widgets.presets import Presets
from widgets.prompt_box import PromptBox
from widgets.takes import Takes
from widgets.transport import Transport, clock
from widgets.truth import Truth
from widgets.views import (
    BlindView,
    KnobsView,
    MixView,
    PresetView,
    PromptView,
    TransportView,
    TruthView,
)
from widgets.voice_picker import VoicePicker
from widgets.wheel import keep_wheel_for_focus

W = TypeVar("W", bound=QWidget)


def shown(qtbot: QtBot, widget: W) -> W:
    """Show a widget in a window of its own."""
    qtbot.addWidget(widget)
    widget.show()
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)
    return widget


# The prompt


def test_each_kind_of_word_has_its_own_underline(qtbot: QtBot) -> None:
    box = shown(qtbot, PromptBox())
    box.show_prompt(made_up.prompt())
    marks = box.field.extraSelections()
    styles = [m.format.underlineStyle() for m in marks if not m.format.fontStrikeOut()]
    assert len(set(styles)) == 4
    assert QTextCharFormat.UnderlineStyle.NoUnderline not in styles
    assert [m.cursor.selectedText() for m in marks if m.format.fontStrikeOut()] == ["purple"]
    assert box.field.accessibleDescription() == made_up.prompt().says
    assert box.field.meaning_at(6) == "tired (+1.00)"
    assert box.field.meaning_at(27) == "changes nothing"
    assert box.field.meaning_at(12) == ""


def test_marks_of_an_older_prompt_are_not_drawn(qtbot: QtBot) -> None:
    box = shown(qtbot, PromptBox())
    said: list[str] = []
    box.prompt_edited.connect(said.append)
    box.show_prompt(made_up.prompt())
    box.field.setFocus()
    box.field.moveCursor(box.field.textCursor().MoveOperation.End)
    QTest.keyClicks(box.field, "!")
    assert said == [f"{made_up.PROMPT}!"]
    assert box.field.extraSelections() == []
    box.show_prompt(made_up.prompt())
    assert box.field.toPlainText() == f"{made_up.PROMPT}!"
    assert box.field.extraSelections() == []


def test_a_prompt_of_5000_characters_stays_small(qtbot: QtBot) -> None:
    box = shown(qtbot, PromptBox())
    box.resize(400, 100)
    box.show_prompt(PromptView("sad, " * 1000, (), (), "Understood."))
    qtbot.wait(1)
    assert box.field.height() < 6 * box.fontMetrics().lineSpacing()


# Knobs


def test_a_knob_says_each_step_and_once_that_it_rests(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    knobs.show_knobs(KnobsView(1.0, 0.5, 0.0))
    moved: list[tuple[str, float]] = []
    rested: list[str] = []
    knobs.moved.connect(lambda *what: moved.append(what))
    knobs.rested.connect(rested.append)
    slider = knobs.knobs["intensity"].slider
    slider.setFocus()
    for _ in range(3):
        QTest.keyClick(slider, Qt.Key.Key_Right)
    QTest.keyClick(slider, Qt.Key.Key_PageUp)
    assert moved == [
        ("intensity", 1.01),
        ("intensity", 1.02),
        ("intensity", 1.03),
        ("intensity", 1.13),
    ]
    assert rested == []
    qtbot.waitUntil(lambda: rested == ["intensity"], timeout=2000)
    assert knobs.knobs["intensity"].number.value() == 113


def test_typing_a_number_moves_the_slider(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    knob = knobs.knobs["stability"]
    with qtbot.waitSignal(knobs.moved) as signal:
        knob.number.setFocus()
        knob.number.selectAll()
        QTest.keyClicks(knob.number, "40")
        QTest.keyClick(knob.number, Qt.Key.Key_Return)
    assert signal.args == ["stability", 0.4]
    assert knob.slider.value() == 40


def test_views_move_no_knob_that_is_held(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    said: list[object] = []
    knobs.moved.connect(lambda *what: said.append(what))
    slider = knobs.knobs["intensity"].slider
    knobs.show_knobs(KnobsView(1.5, 1.0, 0.0))
    assert (slider.value(), said) == (150, [])
    slider.setSliderDown(True)
    knobs.show_knobs(KnobsView(0.2, 1.0, 0.0))
    assert slider.value() == 150
    slider.setSliderDown(False)


def test_a_knob_shows_how_far_it_is_turned(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    slider = knobs.knobs["intensity"].slider
    accent = slider.palette().color(QPalette.ColorRole.Accent)
    lit = []
    for value in (20, 180):
        slider.setValue(value)
        picture = slider.grab().toImage()
        pixels = [picture.pixelColor(x, picture.height() // 2) for x in range(picture.width())]
        lit.append(sum(abs(p.hue() - accent.hue()) < 20 and p.saturation() > 60 for p in pixels))
    assert lit[1] > 4 * lit[0] > 0


def test_the_safe_mark_is_told_in_words(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    knob = knobs.knobs["intensity"]
    knobs.show_knobs(KnobsView(1.5, 1.0, 0.0, safe_intensity=1.2))
    assert knob.slider.mark == 120
    assert "120 %" in knob.warning.text()
    knobs.show_knobs(KnobsView(1.0, 1.0, 0.0, safe_intensity=1.2))
    assert not knob.warning.isVisible()


def test_a_double_click_goes_back_to_the_start(qtbot: QtBot) -> None:
    knobs = shown(qtbot, Knobs())
    knobs.show_knobs(KnobsView(1.7, 1.0, 0.0))
    QTest.mouseDClick(knobs.knobs["intensity"].slider, Qt.MouseButton.LeftButton)
    assert knobs.knobs["intensity"].value == 1.0


def test_the_wheel_turns_only_what_has_the_keyboard(qtbot: QtBot) -> None:
    area = QScrollArea()
    inner = QWidget()
    layout = QVBoxLayout(inner)
    sliders = [QSlider(Qt.Orientation.Horizontal) for _ in range(2)]
    for slider in sliders:
        slider.setValue(50)
        layout.addWidget(slider)
    area.setWidget(inner)
    keep_wheel_for_focus(area)
    shown(qtbot, area)
    sliders[0].setFocus()
    for slider in sliders:
        event = QWheelEvent(
            QPointF(5, 5),
            QPointF(slider.mapToGlobal(QPoint(5, 5))),
            QPoint(0, 0),
            QPoint(0, 120),
            Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(slider, event)
    assert sliders[0].value() != 50
    assert sliders[1].value() == 50


# Details


def test_details_tell_asked_heard_and_by_what(qtbot: QtBot) -> None:
    deltas = shown(qtbot, Deltas())
    deltas.show_deltas(made_up.deltas())
    figures = deltas.rows["f0_level_st"].figures.text()
    assert figures == "asked +1.2 st · heard +1.1 st · landed"
    whole = deltas.rows["f0_level_st"].nudge.accessibleDescription()
    assert whole == deltas.rows["f0_level_st"].figures.toolTip() == f"{figures} · by style"
    assert deltas.rows["f0_range"].nudge.text() == "× 1.10"
    assert deltas.rows["f0_level_st"].nudge.text() == "+0.5 st"
    said: list[tuple[str, float]] = []
    deltas.nudged.connect(lambda *what: said.append(what))
    QTest.keyClick(deltas.rows["energy_db"].nudge, Qt.Key.Key_Up)
    assert said == [("energy_db", 0.5)]
    with qtbot.waitSignal(deltas.reset):
        deltas.reset_button.click()


@pytest.mark.parametrize(("step", "count"), [(1, 0), (0.1, 1), (0.05, 2), (0.5, 1), (10, 0)])
def test_decimals_follow_the_step(step: float, count: int) -> None:
    assert decimals_of(step) == count


# Voice


def test_a_mix_is_written_with_shares_of_one(qtbot: QtBot) -> None:
    picker = shown(qtbot, VoicePicker())
    picker.show_voices(made_up.voices())
    picker.show_mix(MixView((("af_heart", 1.0),), False))
    assert picker.mix() == "af_heart"
    with qtbot.waitSignal(picker.changed) as signal:
        picker.add.click()
    assert signal.args == ["af_heart:0.5+am_michael:0.5"]
    with qtbot.waitSignal(picker.changed) as signal:
        picker.rows[0].share.setValue(75)
        picker.rows[1].share.setValue(25)
    assert signal.args == ["af_heart:0.75+am_michael:0.25"]
    with qtbot.waitSignal(picker.changed) as signal:
        picker.rows[0].remove.click()
    assert signal.args == ["am_michael"]


def test_typing_finds_a_voice(qtbot: QtBot) -> None:
    picker = shown(qtbot, VoicePicker())
    picker.show_voices(made_up.voices())
    picker.show_mix(MixView((("af_heart", 1.0),), False))
    box = picker.rows[0].box
    with qtbot.waitSignal(picker.changed) as signal:
        box.setFocus()
        box.lineEdit().selectAll()
        QTest.keyClicks(box.lineEdit(), "british")
        QTest.keyClick(box.lineEdit(), Qt.Key.Key_Return)
    assert signal.args == ["bf_emma"]


def test_showing_voices_says_nothing(qtbot: QtBot) -> None:
    picker = shown(qtbot, VoicePicker())
    said: list[str] = []
    picker.changed.connect(said.append)
    picker.show_mix(MixView((("af_heart", 0.6), ("bf_emma", 0.4)), True))
    picker.show_voices(made_up.voices())
    picker.show_mix(MixView((("af_heart", 0.6), ("bf_emma", 0.4)), True))
    qtbot.wait(200)
    assert said == []
    assert picker.mix() == "af_heart:0.6+bf_emma:0.4"


# Takes


def test_takes_are_heard_kept_named_chosen_and_discarded(qtbot: QtBot) -> None:
    takes = shown(qtbot, Takes())
    said: list[tuple[object, ...]] = []
    for name in ("heard", "kept", "named", "chosen", "discarded", "rerolled"):
        getattr(takes, name).connect(lambda *what, name=name: said.append((name, *what)))
    takes.show_takes(made_up.takes())
    assert takes.current_id() == "t2"
    assert not takes.choose.isEnabled()  # it is the one in use
    takes.list.setFocus()
    QTest.keyClick(takes.list, Qt.Key.Key_Down)
    assert takes.keep.isChecked()
    assert takes.detail.text() == "kept · of an older state of the line · 13:58, 4.3 s, CPU"
    QTest.keyClick(takes.list, Qt.Key.Key_Return)
    takes.keep.click()
    takes.choose.click()
    takes.reroll.click()
    takes.list.item(1).setText("Gentle")
    takes.list.item(1).setText("  ")
    QTest.keyClick(takes.list, Qt.Key.Key_Delete)
    assert said == [
        ("heard", "t1"),
        ("kept", "t1", False),
        ("chosen", "t1"),
        ("rerolled",),
        ("named", "t1", "Gentle"),
        ("discarded", "t1"),
    ]
    assert takes.list.item(1).text() == "The tender one"


def test_two_takes_are_compared_in_the_open(qtbot: QtBot) -> None:
    takes = shown(qtbot, Takes())
    takes.show_takes(made_up.takes())
    compare = takes.compare
    said: list[tuple[object, ...]] = []
    for name in ("heard", "preferred", "blind_started"):
        getattr(compare, name).connect(lambda *what, name=name: said.append((name, *what)))
    compare.hear_b.click()
    compare.prefer_b.click()
    compare.start.click()
    assert said == [
        ("heard", "t2", "t1", "B"),
        ("preferred", "t1", "t2"),
        ("blind_started", "t2", "t1"),
    ]
    compare.second.setCurrentIndex(0)
    assert not compare.hear_a.isEnabled()  # a take cannot be compared with itself


def test_a_blind_test_gives_nothing_away(qtbot: QtBot) -> None:
    takes = shown(qtbot, Takes())
    takes.show_takes(made_up.takes())
    compare = takes.compare
    said: list[tuple[object, ...]] = []
    for name in ("blind_heard", "blind_answered", "blind_stopped"):
        getattr(compare, name).connect(lambda *what, name=name: said.append((name, *what)))
    takes.show_blind(BlindView(True, 3, 8, 2, "Is X A or B?"))
    assert compare.says.text() == "Trial 3 of 8. Is X A or B?"
    assert not compare.first.isEnabled()
    assert not compare.open_row.isVisible()
    compare.blind["X"].click()
    compare.is_b.click()
    compare.end.click()
    assert said == [("blind_heard", "X"), ("blind_answered", "B"), ("blind_stopped",)]
    takes.show_blind(BlindView(False, says="7 of 8 right."))
    assert compare.first.isEnabled()


# Transport, truth, presets, folds


def test_the_one_button_speaks_and_stops(qtbot: QtBot) -> None:
    transport = shown(qtbot, Transport())
    with qtbot.waitSignal(transport.play_asked):
        transport.speak.click()
    transport.show_transport(TransportView(True, 1.0, 2.0, 4.0, can_play=True))
    assert transport.speak.accessibleName() == "Stop"
    with qtbot.waitSignal(transport.stop_asked):
        transport.speak.click()
    assert transport.time.text() == "0:01.0 / 0:04.0"


def test_no_device_is_told_and_stop_stays(qtbot: QtBot) -> None:
    transport = shown(qtbot, Transport())
    why = "There is no sound device."
    transport.show_transport(TransportView(False, 0, 0, 0, can_play=False, why_not=why))
    assert not transport.speak.isEnabled()
    assert transport.speak.accessibleDescription() == why
    transport.show_transport(TransportView(True, 0, 0, 0, can_play=False, why_not=why))
    assert transport.speak.isEnabled()
    assert transport.speak.text() == "Stop"


def test_devices_and_volume(qtbot: QtBot) -> None:
    transport = shown(qtbot, Transport())
    said: list[object] = []
    transport.volume_moved.connect(said.append)
    transport.device_chosen.connect(said.append)
    view = TransportView(False, 0, 0, 0, True, "", "HDMI", ("Null", "HDMI"), False, 0.5)
    transport.show_transport(view)
    assert transport.device.currentText() == "HDMI"
    assert said == []
    transport.volume.setFocus()
    QTest.keyClick(transport.volume, Qt.Key.Key_Right)
    transport.device.setFocus()
    QTest.keyClick(transport.device, Qt.Key.Key_Up)
    assert said == [0.51, "Null"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00.0"), (59.96, "1:00.0"), (-1, "0:00.0"), (605.24, "10:05.2")]
)
def test_times_are_written_as_clocks(seconds: float, text: str) -> None:
    assert clock(seconds) == text


def test_the_truth_is_copied_whole_or_by_row(qtbot: QtBot) -> None:
    truth = shown(qtbot, Truth())
    truth.show_truth(TruthView((("Backend", "CPU"), ("Cache", "hit"))))
    truth.copy.click()
    assert QGuiApplication.clipboard().text() == "Backend\tCPU\nCache\thit"
    truth.table.selectRow(1)
    QTest.keyClick(truth.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Cache\thit"


def test_presets_are_chosen_heard_and_own_ones_deleted(qtbot: QtBot) -> None:
    presets = shown(qtbot, Presets())
    presets.show_presets((PresetView("Warm", "warmly", False), PresetView("Mine", "sadly", True)))
    said: list[tuple[str, str]] = []
    for name in ("chosen", "auditioned", "deleted"):
        getattr(presets, name).connect(lambda what, name=name: said.append((name, what)))
    presets.buttons["Warm"].click()
    presets.buttons["Warm"].menu().actions()[0].trigger()
    QTest.keyClick(presets.buttons["Warm"], Qt.Key.Key_Delete)
    QTest.keyClick(presets.buttons["Mine"], Qt.Key.Key_Delete)
    assert said == [("chosen", "Warm"), ("auditioned", "Warm"), ("deleted", "Mine")]
    assert len(presets.buttons["Warm"].menu().actions()) == 1


def test_a_fold_says_whether_it_is_open(qtbot: QtBot) -> None:
    content = QWidget()
    fold = shown(qtbot, Fold("Details", content))
    assert not content.isVisible()
    QTest.keyClick(fold.heading, Qt.Key.Key_Space)
    assert content.isVisible()
    assert fold.heading.accessibleDescription() == "opened"
