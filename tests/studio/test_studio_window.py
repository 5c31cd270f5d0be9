"""The window with the double behind it: what a person does, and what becomes of it."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.project import autosave
from app.project import file as project_file
from app.project.values import chosen_take, is_current
from app.settings import Settings
from app.studio.present.records import truth_view
from app.studio.wiring import Studio
from engine.build import Engine
from engine.cache.eviction import Limits
from engine.emotion.safe import safe_intensity
from engine.store import TakeStore
from engine.values import Take
from tests.studio.opened import double, idle, live, opened, spoken, until
from widgets.dialogs.shortcuts import ShortcutsDialog
from widgets.themes import Theming


def test_the_first_start_shows_a_line_that_can_be_spoken(studio: Studio) -> None:
    view = studio.window.heatmap.view
    assert view is not None
    assert view.audio is None
    assert (view.asked_f0 > 0).any()
    assert "sadness" in studio.window.prompt.says.text()
    assert studio.window.transport.speak.isEnabled()


def test_a_typed_text_is_planned(studio: Studio) -> None:
    field = studio.window.line_text
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "Never again.")
    until(
        lambda: (
            [w.text for w in view.words] == ["Never", "again"]
            if (view := studio.window.heatmap.view)
            else False
        )
    )
    assert studio.state.project.lines[0].text == "Never again."


def test_speaking_makes_a_take_with_its_picture(studio: Studio) -> None:
    spoken(studio)
    line = studio.state.line
    assert line is not None
    take = chosen_take(line)
    assert take is not None
    assert is_current(studio.state.project, line, take)
    view = studio.window.heatmap.view
    assert view is not None
    assert view.audio is not None
    assert not view.stale
    assert view.achieved_f0 is not None


def test_the_last_value_of_a_dragged_knob_is_the_last_drawn(fresh: Studio) -> None:
    slider = fresh.window.knobs.knobs["intensity"].slider
    before = fresh.engine.updates
    for value in range(slider.minimum(), slider.maximum(), 5):
        slider.setValue(value)
        live(2)
    slider.setValue(slider.maximum())
    until(lambda: fresh.state.line is not None and fresh.state.line.takes)
    idle(fresh)
    shown = fresh.engine.pictures[fresh.state.current]
    assert shown.plan.request.direction.intensity == fresh.state.direction.intensity == 2.0
    assert shown.plan.request == shown.sound.request if shown.sound else False
    assert fresh.engine.updates - before > 3
    assert fresh.state.history.stack.count() < 10  # of 40 values; one, if the drag never rests


def test_a_drag_cuts_a_running_sound(fresh: Studio) -> None:
    backend = double(fresh)
    fresh.playing.live = False
    backend.stall()
    fresh.engine.speak(fresh.state.current, play=False)
    assert backend.wait_stalled(10.0)
    job = fresh.engine.desk.running
    assert job is not None
    start = time.monotonic()
    fresh.window.knobs.knobs["intensity"].slider.setValue(10)
    assert job.token.cancelled
    until(lambda: fresh.engine.desk.running is not job)
    took = time.monotonic() - start
    print(f"cut in {1000 * took:.0f} ms")  # 100 ms on an idle machine: make bench
    assert took < 5.0
    backend.release()
    idle(fresh)


def test_a_failing_line_says_so_and_the_window_goes_on(studio: Studio) -> None:
    idle(studio)  # or it is a plan under way that fails
    double(studio).fail_next("out of memory")
    studio.engine.speak(studio.state.current, play=False)
    until(lambda: studio.engine.failures)
    assert [view.id for view in studio.state.board.views][-1] == "backend-failed"
    idle(studio)
    before = studio.engine.updates
    studio.engine.plan()
    until(lambda: studio.engine.updates > before)
    assert studio.engine.failures  # that it can be planned does not mean that it sounds
    spoken(studio)
    assert not studio.engine.failures


def test_what_unknown_words_wait_for_is_loaded_by_itself(studio: Studio) -> None:
    until(lambda: studio.warming.done)
    assert studio.engine.engine is not None
    understander = studio.engine.engine.understander
    assert {"_matrix", "_spellings"} <= vars(understander._nearest).keys()
    assert "_use" in vars(understander._encoder)


def test_the_mark_of_the_intensity_follows_prompt_and_voice(studio: Studio) -> None:
    knob = studio.window.knobs.knobs["intensity"]
    until(lambda: studio.state.current in studio.engine.pictures)
    studio.window.prompt.prompt_edited.emit("furious")
    until(lambda: knob.slider.mark is not None)
    mixture = studio.engine.emotions["furious"].mixture
    for voice in ("af_heart", "bm_george"):
        studio.window.voice.changed.emit(voice)
        mark = safe_intensity(mixture, ((voice, 1.0),))
        assert mark is not None
        assert knob.slider.mark == round(100 * mark)
    studio.window.voice.changed.emit("af_nobody")
    until(lambda: knob.slider.mark is None)  # of a voice that is not here, nothing is known
    studio.window.voice.changed.emit("bm_george")
    until(lambda: knob.slider.mark is not None)
    studio.window.knobs.moved.emit("intensity", 2.0)
    studio.direction.show()
    assert f"{knob.slider.mark} %" in knob.warning.text()
    assert studio.state.direction.intensity == 2.0  # told, not forbidden
    studio.window.prompt.prompt_edited.emit("")
    until(lambda: knob.slider.mark is None)
    assert not knob.warning.text()


def test_undo_and_redo_bring_back_what_is_shown(studio: Studio) -> None:
    studio.window.presets.chosen.emit("Angry")
    idle(studio)
    angry = studio.state.direction
    studio.window.actions_by_name["edit.undo"].trigger()
    assert studio.window.prompt.field.toPlainText() == "with gentle sadness, slowly"
    studio.window.actions_by_name["edit.redo"].trigger()
    assert studio.state.direction == angry
    assert studio.window.prompt.field.toPlainText() == angry.prompt


def test_lines_are_added_split_joined_moved_and_deleted(studio: Studio) -> None:
    state, script = studio.state, studio.window.script
    script.pasted.emit("One is first. Two is second.")
    until(lambda: len(state.project.lines) == 3)
    assert [line.text for line in state.project.lines[1:]] == ["One is first.", "Two is second."]
    script.moved.emit(state.project.lines[2].id, 1)
    assert [line.text for line in state.project.lines[1:]] == ["Two is second.", "One is first."]
    script.split.emit(state.project.lines[1].id, 4)
    assert [line.text for line in state.project.lines[1:]] == ["Two", "is second.", "One is first."]
    script.merged.emit(state.project.lines[1].id)
    assert state.project.lines[1].text == "Two is second."
    script.deleted.emit(tuple(line.id for line in state.project.lines))
    assert state.project.lines == ()
    assert not studio.window.presets.isEnabled()
    studio.window.line_text.setFocus()
    QTest.keyClicks(studio.window.line_text, "Anew")  # what is typed begins a line
    assert [line.text for line in state.project.lines] == ["Anew"]
    assert studio.window.presets.isEnabled()
    idle(studio)


def test_a_new_project_has_a_line_to_type_into(studio: Studio) -> None:
    studio.files.new()
    assert studio.window.focusWidget() is studio.window.line_text
    QTest.keyClicks(studio.window.line_text, "Hello.")
    assert [line.text for line in studio.state.project.lines] == ["Hello."]
    idle(studio)


def test_save_open_and_a_second_studio(
    studio: Studio,
    tmp_path: Path,
    theming: Theming,
    fake_engine: Engine,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = tmp_path / "letters.espressivo"
    spoken(studio)
    studio.window.knobs.moved.emit("ramp", 0.5)
    assert studio.window.isWindowModified()
    monkeypatch.setattr(studio.files.asking, "save_project", lambda _folder: path)
    assert studio.files.save()
    assert not studio.window.isWindowModified()
    assert project_file.load(path).project == studio.state.project
    own = Settings(data=tmp_path / "other", file=tmp_path / "settings.toml")
    with opened(own, theming, lambda: fake_engine) as second:
        assert second.files.load(path)
        assert second.files.path is None  # a copy: the first has it open
        assert "project-in-use" in [view.id for view in second.state.board.views]
        assert second.state.project == studio.state.project
    idle(studio)


@pytest.mark.parametrize(
    ("content", "code"),
    [("{", "project-damaged"), ('{"espressivo-project": 99}', "project-newer")],
)
def test_a_file_that_cannot_be_opened_leaves_the_project(
    studio: Studio, tmp_path: Path, content: str, code: str
) -> None:
    path = tmp_path / "other.espressivo"
    path.write_text(content)
    before = studio.state.project
    assert not studio.files.load(path)
    assert studio.state.project is before
    assert code in [view.id for view in studio.state.board.views]


def test_a_line_is_exported_in_every_kind(studio: Studio, tmp_path: Path) -> None:
    for name in ("a.wav", "a.srt", "a.csv", "a.TextGrid", "a.PitchTier"):
        path = tmp_path / name
        studio.files.exports.lines_to(path, (studio.state.current,))
        until(path.exists)
    sound, rate = soundfile.read(tmp_path / "a.wav")
    assert rate == 24_000
    assert np.abs(sound).max() > 0.01
    studio.files.exports.lines_to(tmp_path / "gone" / "a.wav", None)
    until(lambda: not studio.engine._errands)
    assert "output-unwritable" in [view.id for view in studio.state.board.views]


def test_unsaved_work_is_offered_after_a_studio_died(
    own: Settings, theming: Theming, fake_engine: Engine
) -> None:
    with opened(own, theming, lambda: fake_engine) as first:
        first.keep_recovery = True
        first.window.line_text.edited.emit("Almost lost.")
        until(lambda: list((own.data / "recovery").glob("*/a")))
        first.files.autosave._lock.release()  # what its death would do
    assert [lost.project.lines[0].text for lost in autosave.lost_work(own.data)] == ["Almost lost."]
    with opened(own, theming, lambda: fake_engine) as second:
        second.files.asking.recover = lambda _name, _when: "recover"  # type: ignore[method-assign]
        second.files.offer_recovery()
        assert second.state.project.lines[0].text == "Almost lost."
        assert second.window.isWindowModified()
        assert autosave.lost_work(own.data) == ()  # it is kept by the second now


@pytest.mark.parametrize(
    "text", ["😀 Well 👩‍👩‍👧 done! 🏳️‍🌈", "שלום, good morning", "a\u0301 e\u0301 \u200b\u202e end"]
)
def test_odd_texts_are_spoken(studio: Studio, text: str) -> None:
    studio.window.line_text.edited.emit(text)
    spoken(studio)
    assert studio.state.project.lines[0].text == text


def test_a_prompt_too_long_is_said_under_the_prompt(studio: Studio) -> None:
    studio.window.prompt.prompt_edited.emit("sad " * 1_250)  # 5,000 characters are allowed
    idle(studio)
    assert [view.subject for view in studio.state.board.views if view.severity == "error"] == []
    studio.window.prompt.prompt_edited.emit("sad " * 1_251)
    idle(studio)
    found = [view for view in studio.state.board.views if view.id == "prompt-too-long"]
    assert [view.subject for view in found] == ["prompt"]


def test_a_thousand_lines_open_quickly_and_scroll(fresh: Studio, tmp_path: Path) -> None:
    script = "\n\n".join(f"Line number {n} is spoken here." for n in range(1_000))
    fresh.window.script.deleted.emit((fresh.state.current,))
    fresh.lines.pasting.paste(script)
    until(lambda: len(fresh.state.project.lines) == 1_000)
    path = tmp_path / "long.espressivo"
    project_file.save(fresh.state.project, path)
    start = time.monotonic()
    assert fresh.files.load(path)
    QApplication.processEvents()
    took = time.monotonic() - start
    print(f"1,000 lines open in {took:.2f} s")
    assert took < 10.0  # 2 s on an idle machine: make bench
    worked, waited = [], []
    for _ in range(40):
        start, used = time.monotonic(), time.thread_time()
        QTest.keyClick(fresh.window.script, Qt.Key.Key_PageDown)
        QApplication.processEvents()
        worked.append(time.thread_time() - used)
        waited.append(time.monotonic() - start)
    print(f"scrolling: longest step {1000 * max(worked):.0f} ms of the window's own work")
    print(f"scrolling: longest step {1000 * max(waited):.0f} ms on the clock")
    # Its own work, so that what else the machine does is not counted: 150 ms is promised.
    assert max(worked) < 0.75
    idle(fresh)


def test_closing_during_a_render_ends_everything(
    own: Settings, theming: Theming, fake_engine: Engine
) -> None:
    with opened(own, theming, lambda: fake_engine) as studio:
        until(lambda: studio.engine.pictures)
        backend = double(studio)
        backend.stall()
        studio.engine.speak(studio.state.current, play=False)
        assert backend.wait_stalled(10.0)
        start = time.monotonic()
        assert studio.window.close()
        assert studio.stop()
        took = time.monotonic() - start
        backend.release()
        print(f"closed during a render in {took:.2f} s")
        assert took < 5.0
        assert not list((own.data / "recovery").glob("*"))


def test_a_knob_let_go_is_heard_by_its_neighbour_until_its_own_take_is_there(
    own: Settings, theming: Theming, fake_engine: Engine
) -> None:
    store = TakeStore(own.data / "takes", Limits(clarity=0.0, strength=0.0))
    keeping = replace(fake_engine, renderer=fake_engine.renderer.with_store(store))
    with opened(own, theming, lambda: keeping) as studio:
        until(lambda: studio.window.heatmap.view is not None)
        slider = studio.window.knobs.knobs["intensity"].slider
        studio.playing.live = False
        slider.setValue(slider.value() + 2)  # at 1.00 a bin of the emotion ID begins
        spoken(studio)
        studio.playing.live = True
        before = chosen_take(studio.state.line) if studio.state.line else None
        assert before is not None
        heard: list[Take] = []
        verdicts: list[str] = []

        def told(line: str) -> None:
            shown = studio.engine.pictures[line].sound
            view = truth_view(shown)
            verdicts.append(dict(view.rows)["Cache"])

        studio.engine.near.connect(lambda _asked, take: heard.append(take))
        studio.engine.shown.connect(told)
        slider.setValue(slider.value() + 1)
        until(lambda: heard)
        assert heard[0].key == before.key
        until(lambda: studio.state.line is not None and len(studio.state.line.takes) == 2)
        idle(studio)
        line = studio.state.line
        assert line is not None
        own = chosen_take(line)
        assert own is not None
        assert is_current(studio.state.project, line, own)
        assert own.key != before.key
        shown = studio.engine.pictures[line.id]
        assert shown.sound is not None
        assert shown.sound.key == own.key
        assert [v.split(":")[0] for v in verdicts if v.startswith("near")] == ["near"]
        assert verdicts[-1].startswith("miss: never")


def test_the_keyboard_begins_on_speak(fresh: Studio) -> None:
    assert fresh.window.focusWidget() is fresh.window.transport.speak


def test_one_key_races_the_line_and_shows_it(studio: Studio) -> None:
    until(lambda: studio.window.heatmap.view is not None)
    spoken(studio)
    studio.window.actions_by_name["view.race"].trigger()
    until(lambda: studio.racing.laps)
    idle(studio)

    def rows() -> dict[str, str]:
        return dict(studio.window.truth.rows._rows)

    until(lambda: "Race: trt" in rows())
    assert studio.window.folds["truth"].open
    assert rows()["Race: fake"].count(" s, with loading ") == 1
    assert rows()["Race: trt"].startswith("did not run: no NVIDIA driver")
    assert rows()["Race: cpu"] == "did not run: The voice model is missing."


def test_the_window_and_its_keys_are_remembered(
    own: Settings, theming: Theming, fake_engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def changed(dialog: ShortcutsDialog) -> int:
        dialog.set_keys("file.new", "F9")
        return 1

    with opened(own, theming, lambda: fake_engine) as first:
        first.window.folds["takes"].set_open(True)
        first.window.splitter.setSizes([400, 500, 380])
        widths = first.window.splitter.sizes()
        monkeypatch.setattr(ShortcutsDialog, "exec", changed)
        first.look.shortcuts()
    with opened(own, theming, lambda: fake_engine) as second:
        assert second.window.folds["takes"].open
        assert not second.window.folds["ramp"].open
        assert second.window.splitter.sizes() == widths
        assert second.window.actions_by_name["file.new"].shortcut().toString() == "F9"
