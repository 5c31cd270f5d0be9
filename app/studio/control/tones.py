"""The asked pitch as a tone, to be heard before there is any sound of the voice."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.studio.control.engine import EngineControl
from app.studio.control.playing import PlayingControl
from app.studio.control.state import State


class ToneControl(QObject):
    """Plays the current line's asked pitch, of the selected stretch if there is one."""

    def __init__(self, state: State, engine: EngineControl, playing: PlayingControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.playing = playing
        state.window.actions_by_name["play.tone"].triggered.connect(lambda _checked: self.play())

    def play(self) -> None:
        """Play it; nothing happens for a line that is not planned yet."""
        # Here: the engine's modules are loaded behind the open window.
        from engine.tones import tone_of

        shown = self.engine.pictures.get(self.state.current)
        if shown is None:
            return
        curve, step_s = shown.view.asked_f0, shown.view.step_s
        stretch = self.state.window.heatmap.time.selection
        if stretch is not None:
            first, last = (round(at / step_s) for at in stretch)
            curve = curve[first : max(last, first + 1)]
        self.playing.hear_sound(tone_of(curve, step_s))
