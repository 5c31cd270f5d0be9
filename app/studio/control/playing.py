"""What is heard: the line as it is spoken, older takes, the whole script."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QCoreApplication, QObject, Qt, QTimer, Signal

from app.playing.playback import Kind, Playback, PlaybackEvent, word_at
from app.project.values import chosen_take, is_current
from app.studio.control.direction import DirectionControl
from app.studio.control.engine import Asked, EngineControl
from app.studio.control.state import State
from app.studio.trying import Trying
from engine.cancel import CancelToken
from engine.errors import StudioError
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Floats, RenderRequest, Take
from widgets.at_most import AtMost
from widgets.time_axis import NOWHERE
from widgets.views import TransportView

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

translate = QCoreApplication.translate

FRAME_MS = 33
"""The playhead moves this often: smooth to the eye, and a thirtieth of a second's work."""

STATES_MS = 50
"""While plans come one after the other, the buttons follow this often."""

CALM_MS = 250
"""The same where motion is to be reduced."""

SCRIPT = " script"
"""Stands for a line's id while the whole script plays."""


class PlayingControl(QObject):
    """Owns the playback and the transport."""

    _told = Signal(object)
    """A ``PlaybackEvent``, brought from the playback's thread to the window's."""

    def __init__(self, state: State, engine: EngineControl, direction: DirectionControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.live = True
        """Whether a line is spoken again by itself when its direction rests."""
        self.volume = 1.0
        self.device = ""
        """The device the person chose; "" = the system's."""
        self.loaded = ""
        """The line whose sound is in the player."""
        self._trying = Trying(self)
        self._trying.left.connect(self._leave_trying)
        self._script: list[str] = []
        self._loaded_by: Asked | None = None
        self._reason: tuple[StudioError | None, str] = (None, "")
        self._looking = False
        """Whether the person waits for devices to be listed."""
        self._told.connect(self._happened, Qt.ConnectionType.QueuedConnection)
        self.playback = Playback(self._told.emit)
        self._clock = QTimer(self)
        self._clock.setInterval(FRAME_MS)
        self._clock.timeout.connect(self._move)
        engine.piece.connect(self._piece)
        engine.near.connect(self._near)
        engine.sounded.connect(self._sounded)
        self._states = AtMost(STATES_MS, self.show, self)
        engine.states.connect(
            lambda: self._states.follow((engine.desk.speaking, state.current in engine.pictures))
        )
        direction.dragging.connect(self._dragging)
        direction.rested.connect(self._rested)
        direction.auditioned.connect(self.hear)
        state.replaced.connect(self._forget)
        state.line_changed.connect(self._line_changed)
        self._connect()
        self._connect_actions()

    def _connect(self) -> None:
        transport, window = self.state.window.transport, self.state.window
        transport.play_asked.connect(self.play)
        transport.stop_asked.connect(self.stop)
        transport.loop_toggled.connect(self._loop)
        transport.volume_moved.connect(self.set_volume)
        transport.device_chosen.connect(self.choose_device)
        transport.rescan_asked.connect(self.rescan)
        window.heatmap.seek.connect(self._seek)
        window.heatmap.selected.connect(lambda _start, _end: self._set_loop())

    def _connect_actions(self) -> None:
        wanted: dict[str, Callable[[], None]] = {
            "play.toggle": self.toggle,
            "play.here": self._here,
            "play.script": self.play_script,
            "play.stop": self.stop,
            "render.line": lambda: self.engine.speak(self.state.current, play=False),
            "render.stale": self.engine.speak_stale,
            "render.cancel": self.engine.cancel,
        }
        actions = self.state.window.actions_by_name
        for name, act in wanted.items():
            actions[name].triggered.connect(lambda _checked=False, act=act: act())
        actions["play.loop"].toggled.connect(self._loop)

    # playing

    def toggle(self) -> None:
        """Speak or stop."""
        if self.playback.playing or self.engine.desk.speaking:
            self.stop()
        else:
            self.play()

    def play(self) -> None:
        """Play the current line; speak it first if it has changed."""
        line = self.state.line
        if line is None:
            return
        self._script = []
        audio, silent = self._sound(), self.playback.why_not is not None
        if audio is None:
            self.engine.speak(line.id, play=not silent)
        if silent:  # perhaps there is a device by now; that there is none was seen before
            self._look(told=audio is not None)
        if audio is None or silent:
            return
        if self.loaded != line.id or self._loaded_by is not None:
            self._load(line.id, (audio,))
        self.playback.play()
        self._run()

    def _sound(self) -> Floats | None:
        """The current line's sound, if it has one and is as it was spoken."""
        line, shown = self.state.line, self.engine.pictures.get(self.state.current)
        take = None if line is None else chosen_take(line)
        sound = None if shown is None else shown.sound
        if line is None or take is None or sound is None or sound.key != take.key:
            return None
        return sound.audio if is_current(self.state.project, line, take) else None

    def play_script(self) -> None:
        """Play all lines from the current one on, each as soon as it is spoken."""
        lines = self.state.project.lines
        at = max(0, self.state.project.index(self.state.current))
        self._script = [line.id for line in lines[at:] if line.text.strip()]
        self.loaded = SCRIPT
        self.playback.load()
        self.engine.speak_all(tuple(self._script))

    def stop(self) -> None:
        """Fall silent, and speak nothing more of what was to be heard."""
        self.playback.stop()
        if self._script:
            self._script = []
            self.engine.cancel()
        elif self.engine.desk.speaking:
            self.engine.desk.stop()
        self.show()

    def hear(
        self, request: RenderRequest, change: Callable[[Floats], Floats] | None = None
    ) -> None:
        """Play what a request sounds like, without making a take of it."""

        def render(engine: Engine, token: CancelToken) -> Take | StudioError:
            return engine.renderer.render(request, token)

        def play(answer: object) -> None:
            if self._trying.on and isinstance(answer, Take) and answer.audio is not None:
                self.hear_sound(answer.audio if change is None else change(answer.audio))
                self._trying.on = True

        self._trying.on = True
        self.engine.errand(render, play)

    def hear_sound(self, audio: Floats) -> None:
        """Play a sound that is no line's."""
        self._load("", (audio,))
        self.playback.play()
        self._run()

    def close(self) -> None:
        """End the playback."""
        self._clock.stop()
        self.playback.close()

    def _load(self, line_id: str, pieces: tuple[Floats, ...]) -> None:
        self.loaded, self._loaded_by, self._trying.on = line_id, None, False
        self.playback.load()
        for piece in pieces:
            self.playback.append(piece)
        self.playback.finish_loading()
        self._set_loop()

    def _piece(self, asked: Asked, piece: Streamed) -> None:
        if asked.batch and not asked.play:
            self._script_piece(asked, piece)
            return
        if self._loaded_by is not asked:
            shown = self.engine.pictures.get(asked.line)
            hint = 0.0 if shown is None else shown.plan.plan.samples / SAMPLE_RATE
            self.loaded, self._loaded_by = asked.line, asked
            self.playback.load(hint)
            self._set_loop()
            self.playback.stream(piece)
            if self.playback.why_not is None:
                self.playback.play()
                self._run()
        else:
            self.playback.stream(piece)

    def _script_piece(self, asked: Asked, piece: Streamed) -> None:
        if asked.line in self._script and self.loaded == SCRIPT:
            self.playback.stream(piece)
            if not self.playback.playing:
                self.playback.play()
                self._run()

    def _sounded(self, asked: Asked, _take: Take) -> None:
        if self._loaded_by is asked:
            self._loaded_by = None
            self.playback.finish_loading()
        elif asked.batch and asked.line in self._script:
            line = self.state.project.line(asked.line)
            rest = 0.0 if line is None else line.rest_s
            self.playback.append(np.zeros(round(rest * SAMPLE_RATE), np.float32))
            if asked.line == self._script[-1]:
                self.playback.finish_loading()
        self.show()

    def _dragging(self) -> None:
        if self.playback.playing and self.loaded != SCRIPT:
            self.playback.stop()

    def _leave_trying(self) -> None:
        if not self.loaded:
            self.playback.stop()
            self.show()

    def _rested(self) -> None:
        if self.live:
            self.engine.speak(self.state.current, play=True, draft=True)

    def _near(self, _asked: Asked, take: Take) -> None:
        if take.audio is not None:
            self.hear_sound(take.audio)

    def _forget(self) -> None:
        """Leave what belongs to the project before: its lines' ids mean others now."""
        self._script = []
        self.playback.stop()
        self.playback.load()
        self.loaded, self._loaded_by = "", None

    def _line_changed(self, line_id: str) -> None:
        if self.loaded not in (line_id, SCRIPT) and self.playback.playing:
            self.playback.stop()
        self._show_place(NOWHERE)
        self.show()

    def _seek(self, seconds: float) -> None:
        if self.loaded == self.state.current and self._loaded_by is None:
            self.playback.seek(seconds)
            if not self.playback.playing:
                self.playback.play(seconds)
            self._run()
        else:
            self.play()

    def _here(self) -> None:
        cursor = self.state.window.heatmap.time.cursor
        self._seek(cursor if cursor != NOWHERE else 0.0)

    def _loop(self, looping: bool) -> None:
        window = self.state.window
        window.actions_by_name["play.loop"].setChecked(looping)
        window.waveform.set_loop(looping)
        self._set_loop()
        self.show()

    def _set_loop(self) -> None:
        window = self.state.window
        looping = window.actions_by_name["play.loop"].isChecked()
        selection = window.heatmap.time.selection
        if looping and selection is None and self.loaded == self.state.current:
            selection = (0.0, self.playback.length_s)
        if looping and selection is not None and selection[1] > selection[0]:
            self.playback.set_loop(*selection)
        else:
            self.playback.set_loop(None)

    # devices

    def set_volume(self, volume: float) -> None:
        """Set how loud, 0..1."""
        self.volume = volume
        self.playback.set_volume(volume)

    def choose_device(self, name: str) -> None:
        """Play through another device; "" = the system's."""
        self._looking = True
        self.device = name
        self.playback.choose(name or None)

    def rescan(self) -> None:
        """Look for devices anew because the person asks; say what came of it."""
        self._look(told=True)

    def _look(self, *, told: bool) -> None:
        self._looking = told
        self.playback.rescan()

    # what is shown

    def show(self) -> None:
        """Show the transport."""
        playback = self.playback
        why = playback.why_not
        shown = self.engine.pictures.get(self.state.current)
        whole = 0.0 if shown is None else shown.plan.plan.samples / SAMPLE_RATE
        loading = self.engine.engine is None
        if why is not self._reason[0]:  # asked with every picture, seldom another
            self._reason = (why, "" if why is None else self.state.board.sentence(why))
        reason = self._reason[1]
        if loading:
            reason = translate("Studio", "The voice is being loaded.")
        position, length = self._place()
        view = TransportView(
            playing=playback.playing or self.engine.desk.speaking,
            position_s=position,
            length_s=length,
            whole_s=max(whole, length),
            can_play=not loading and self.state.line is not None,
            why_not=reason,
            device=self.device,
            devices=playback.devices(),
            loop=self.state.window.actions_by_name["play.loop"].isChecked(),
            volume=self.volume,
        )
        self.state.window.transport.show_transport(view)

    def _place(self) -> tuple[float, float]:
        """Where in how much sound the player is, seconds; at rest, where it would go on."""
        playback = self.playback
        if playback.playing:
            return playback.position_s, playback.length_s
        if self.loaded != self.state.current or not self.loaded or self._sound() is None:
            return 0.0, 0.0
        position, length = playback.position_s, playback.length_s
        return (position if position < length else 0.0), length

    def set_calm(self, calm: bool) -> None:
        """Move the playhead seldom."""
        self._clock.setInterval(CALM_MS if calm else FRAME_MS)

    def _run(self) -> None:
        self._clock.start()
        self.show()

    def _move(self) -> None:
        if not self.playback.playing:
            self._clock.stop()
            self._show_place(self._place()[0] or NOWHERE)
            self.show()
            return
        position = self.playback.position_s
        self.state.window.transport.show_position(position, self.playback.length_s)
        self._show_place(position if self.loaded == self.state.current else NOWHERE)

    def _show_place(self, position: float) -> None:
        window = self.state.window
        window.heatmap.time.play(position)
        shown = self.engine.pictures.get(self.state.current)
        if position == NOWHERE or shown is None:
            window.line_text.show_word(0, 0)
            return
        words = shown.view.words
        number = word_at([(word.start_s, word.end_s) for word in words], position)
        word = None if number is None else words[number]
        window.line_text.show_word(*((0, 0) if word is None else (word.start, word.end)))

    def _happened(self, event: PlaybackEvent) -> None:
        why = event.reason
        if event.kind is Kind.DEVICES and self._looking:
            self._looking, why = False, self.playback.why_not
            self.state.board.drop_subjects("player")
        elif event.kind is Kind.STARTED:
            self.state.board.drop_subjects("player")
        if why is not None:  # a device that is lost is said also where another one is there
            self.state.board.error(why)
        self.show()
