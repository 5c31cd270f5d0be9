"""How the current line is spoken: prompt, knobs, pad, nudges, ramp, voice, presets."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.project.values import (
    direction_of,
    set_defaults,
    set_direction,
    set_voice,
    voice_of,
)
from app.studio.control.engine import EngineControl
from app.studio.control.state import State
from app.studio.pad_prompt import direction_from_pad
from app.studio.present.deltas import with_nudge
from app.studio.present.direction import mix_parts
from app.studio.present.records import (
    delta_views,
    knobs_view,
    mix_view,
    ramp_view,
    truth_view,
    voice_views,
)
from app.studio.understood import Understood
from engine.values import IDENTITY, Direction, Keyframe

translate = QCoreApplication.translate

LATE_MS = 200
"""A plan that comes within this takes the place of the curves before it without a blank
between: to turn the pages twice costs more than to draw, and flickers while one scrolls."""

ASIDE_MS = 100
"""The fold-outs are refilled at most this often while a knob moves: figures that change
faster cannot be read, and the curves go first."""


class DirectionControl(QObject):
    """Edits the direction; shows it and what it was understood as."""

    dragging = Signal()
    """The direction moves under the person's hand: what sounds is of the past."""
    rested = Signal()
    """It has come to rest."""
    auditioned = Signal(object)
    """A ``RenderRequest`` to be heard without keeping it."""

    def __init__(self, state: State, engine: EngineControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self._held = ""
        """The line whose knob, point or nudge moves and has not come to rest; "" = none."""
        self.told: Callable[[str], tuple[tuple[str, str], ...]] = lambda _line: ()
        """More rows of what really ran, for a line."""
        self._understood = Understood()
        self._late = QTimer(self)
        self._late.setSingleShot(True)
        self._late.setInterval(LATE_MS)
        self._late.timeout.connect(self._show_nothing)
        self._aside = QTimer(self)
        self._aside.setSingleShot(True)
        self._aside.setInterval(ASIDE_MS)
        self._aside.timeout.connect(self._show_aside)
        # Until the engine says which there are, so that the one in use has its name.
        own = [name for name, _share in mix_parts(state.project.voice)]
        state.window.voice.show_voices(voice_views(own))
        self._connect()
        self._connect_actions()

    def _connect(self) -> None:
        window = self.state.window
        window.prompt.prompt_edited.connect(self._prompt)
        window.knobs.moved.connect(self._knob)
        window.knobs.rested.connect(lambda _name: self._let_go())
        window.pad.dragged.connect(self._pad)
        window.pad.released.connect(self._let_go)
        window.deltas.nudged.connect(self._nudge)
        window.deltas.rested.connect(lambda _name: self._let_go())
        window.deltas.reset.connect(self._reset_nudges)
        window.ramp.changed.connect(self._keyframes)
        window.ramp.cleared.connect(lambda: self._keyframes(()))
        window.voice.changed.connect(self._voice)
        window.voice.own_asked.connect(self._own_voice)
        window.voice.auditioned.connect(self.rested)
        for fold in window.folds.values():
            fold.toggled.connect(lambda _open: self._show_aside())
        self.state.line_changed.connect(self._line_changed)
        self.state.direction_changed.connect(self.engine.plan)
        self.engine.shown.connect(self._shown)
        self.engine.states.connect(self._unplanned)
        self.engine.ready.connect(self._ready)

    def _connect_actions(self) -> None:
        wanted: dict[str, Callable[[], None]] = {
            "line.own_voice": lambda: self._own_voice(
                self.state.line is not None and self.state.line.voice is None
            ),
            "line.own_direction": self._toggle_own,
            "line.as_default": self._as_default,
            "line.reset": lambda: self.whole(Direction(), translate("Studio", "reset direction")),
        }
        for name, act in wanted.items():
            action = self.state.window.actions_by_name[name]
            action.triggered.connect(lambda _checked=False, act=act: act())

    # what is shown

    def show(self) -> None:
        """Show all of the current line's direction, and plan it if that is not known."""
        window, line = self.state.window, self.state.line
        direction = self.state.direction
        window.direction_pane.setEnabled(line is not None)
        window.prompt.setEnabled(line is not None)
        window.presets.setEnabled(line is not None)
        window.prompt.replace_prompt(direction.prompt)
        window.knobs.show_knobs(knobs_view(direction, self._safe()))
        if line is not None:
            window.voice.show_mix(mix_view(self.state.project, line))
        self._picture()
        self.engine.plan()

    def _ready(self) -> None:
        engine = self.engine.engine
        if engine is not None:
            self.state.window.voice.show_voices(voice_views(engine.voices.names()))
        self.show()

    def _shown(self, line_id: str) -> None:
        if line_id == self.state.current:
            self._picture()

    def _unplanned(self) -> None:
        """Say that there are no curves because the line failed, if that is so."""
        current = self.state.current
        if current in self.engine.failures:
            self.state.window.knobs.show_safe(self._safe())
            if current not in self.engine.pictures:
                self._picture()

    def _picture(self) -> None:
        """Draw what is known of the current line."""
        window = self.state.window
        shown = self.engine.pictures.get(self.state.current)
        if shown is None:
            self._await()
        else:
            self._late.stop()
            window.heatmap.show_heatmap(shown.view)
            window.waveform.show_waveform(shown.view)
            window.pad.show_pad(self._understood.pad(shown.plan.emotion))
        # The prompt as it is now, which may be newer than the plan that is drawn.
        prompt = self.state.direction.prompt
        emotion = self.engine.emotions.get(prompt)
        window.prompt.show_prompt(self._understood.prompt(prompt, emotion))
        window.knobs.show_safe(self._safe())
        if not self._aside.isActive():
            self._aside.start()

    def _safe(self) -> float | None:
        """Where the mark of the intensity lies for the current line's prompt and voice.

        None also for a line that failed: its voice may be one that is not here.
        """
        line, emotion = self.state.line, self.engine.emotions.get(self.state.direction.prompt)
        if line is None or emotion is None or line.id in self.engine.failures:
            return None
        return self._understood.safe(emotion, voice_of(self.state.project, line))

    def _await(self) -> None:
        """Show no curves, unless those of the line's plan will be here in a moment."""
        line = self.state.line
        planned = line is not None and line.text.strip() and line.id not in self.engine.failures
        if not planned or self.engine.engine is None:
            self._late.stop()
            self._show_nothing()
        elif not self._late.isActive():
            self._late.start()

    def _show_nothing(self) -> None:
        """Say in place of the curves why there are none."""
        window, line = self.state.window, self.state.line
        why = translate("Studio", "Write a line to see its pitch and energy.")
        if line is not None and line.text.strip():
            why = translate("Studio", "The curves come as soon as the voice is loaded.")
            if self.engine.engine is not None:
                why = translate("Studio", "The curves come in a moment.")
            if line.id in self.engine.failures:
                why = translate("Studio", "There are no curves: this line failed.")
        window.heatmap.show_nothing(why)
        window.waveform.show_nothing(translate("Studio", "No sound yet."))

    def tell(self, line_id: str) -> None:
        """Bring what is folded out up to date if this line is the current one."""
        if line_id == self.state.current and not self._aside.isActive():
            self._aside.start()

    def _show_aside(self) -> None:
        """Bring what is folded out up to date."""
        window = self.state.window
        shown = self.engine.pictures.get(self.state.current)
        if shown is None:
            return
        direction = self.state.direction
        if window.folds["details"].open:
            voice = shown.plan.request.voice
            views = delta_views(direction, shown.plan.emotion, voice, shown.current, shown.heatmap)
            window.deltas.show_deltas(views)
        if window.folds["ramp"].open:
            window.ramp.show_ramp(ramp_view(direction, shown.plan))
        if window.folds["truth"].open:
            view = truth_view(shown.sound, first_sound_s=shown.first_s)
            told = self.told(self.state.current)
            window.truth.show_truth(replace(view, rows=view.rows + told))

    # what the person does

    def _line_changed(self) -> None:
        self._held = ""
        self.show()

    def _drag(self) -> None:
        self._held = self.state.current
        self.dragging.emit()

    def _let_go(self) -> None:
        """End a drag; one whose line was left meanwhile must not speak the line that came."""
        held, self._held = self._held, ""
        if held and held == self.state.current:
            self._rest()
        else:  # a slider held all the while still shows the line that was left
            self.state.window.knobs.show_knobs(knobs_view(self.state.direction, self._safe()))

    def _rest(self) -> None:
        self.state.history.seal()
        self.rested.emit()

    def _prompt(self, prompt: str) -> None:
        self.state.board.drop_subjects("prompt")
        changed = replace(self.state.direction, prompt=prompt)
        self.state.direct(changed, translate("Studio", "edit prompt"), "prompt")

    def _knob(self, name: str, value: float) -> None:
        self._drag()
        texts = {
            "intensity": translate("Studio", "change intensity"),
            "stability": translate("Studio", "change stability"),
            "ramp": translate("Studio", "change ramp"),
        }
        direction = self.state.direction
        changed = {
            "intensity": replace(direction, intensity=value),
            "stability": replace(direction, stability=value),
            "ramp": replace(direction, ramp=value),
        }[name]
        self.state.direct(changed, texts[name], name)

    def _pad(self, valence: float, arousal: float) -> None:
        self._drag()
        direction = self.state.direction
        emotion = self.engine.emotions.get(direction.prompt)
        changed = direction_from_pad(direction, valence, arousal, emotion)
        self.state.window.prompt.replace_prompt(changed.prompt)
        self.state.direct(changed, translate("Studio", "move on the pad"), "pad")

    def _nudge(self, name: str, value: float) -> None:
        self._drag()
        changed = with_nudge(self.state.direction, name, value)
        self.state.direct(changed, translate("Studio", "nudge"), f"nudge {name}")

    def _reset_nudges(self) -> None:
        text = translate("Studio", "take nudges away")
        self.state.direct(replace(self.state.direction, nudges=IDENTITY), text)
        self._rest()

    def _keyframes(self, keyframes: object) -> None:
        assert isinstance(keyframes, tuple)
        self.dragging.emit()
        frames = tuple(Keyframe(word, strength) for word, strength in keyframes)
        changed = replace(self.state.direction, keyframes=frames)
        self.state.direct(changed, translate("Studio", "change ramp"), "keyframes")
        self._rest()

    def whole(self, direction: Direction, text: str) -> None:
        """Change everything about the direction but what belongs to the line's words."""
        self.dragging.emit()
        keyframes = self.state.direction.keyframes
        self.state.direct(replace(direction, keyframes=keyframes), text)
        self.show()
        self._rest()

    # the voice, and what is the project's

    def _voice(self, mix: str) -> None:
        line, project = self.state.line, self.state.project
        if line is None or voice_of(project, line) == mix:
            return
        self.state.board.drop_subjects("voice")
        if line.voice is None:
            changed = set_defaults(project, mix, project.direction)
        else:
            changed = set_voice(project, line.id, mix)
        self.state.edit(changed, translate("Studio", "change voice"), f"voice {line.id}")
        self._after()

    def _own_voice(self, own: bool) -> None:
        line, project = self.state.line, self.state.project
        if line is not None:
            voice = voice_of(project, line) if own else None
            self.state.edit(set_voice(project, line.id, voice), translate("Studio", "own voice"))
            self._after()

    def _toggle_own(self) -> None:
        line, project = self.state.line, self.state.project
        if line is not None:
            own = direction_of(project, line) if line.direction is None else None
            changed = set_direction(project, line.id, own)
            self.state.edit(changed, translate("Studio", "own direction"))
            self._after()

    def _as_default(self) -> None:
        line, project = self.state.line, self.state.project
        if line is not None:
            whole = replace(direction_of(project, line), keyframes=())
            changed = set_defaults(project, project.voice, whole)
            if not direction_of(project, line).keyframes:
                changed = set_direction(changed, line.id, None)
            self.state.edit(changed, translate("Studio", "direction of the project"))
            self._after()

    def _after(self) -> None:
        self.show()
        self.dragging.emit()
        self._rest()
