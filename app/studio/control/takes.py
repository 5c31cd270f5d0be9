"""Takes: heard, kept, named, chosen, discarded, spoken again, and compared."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication, QObject

from app.project.takes import add_comparison, choose, discard, keep, name_take
from app.project.values import Comparison, reroll, take_request
from app.studio.blind import BlindTest, matched
from app.studio.control.engine import EngineControl
from app.studio.control.playing import PlayingControl
from app.studio.control.state import State, stamp_now
from app.studio.present.records import take_views
from engine.cancel import CancelToken
from engine.values import Floats
from widgets.at_most import AtMost
from widgets.views import BlindView

if TYPE_CHECKING:
    # Only for its type: loading it is the engine thread's, behind the open window.
    from engine.build import Engine

translate = QCoreApplication.translate

STALE_MS = 100
"""Takes whose line is no longer as it was spoken are marked so at most this often: a dragged
knob changes the line sixty times a second, and its takes remain what they are."""

TRIALS = 12
"""Trials of a blind test: 10 right of 12 are sure (p = 0.019), and two can be missed."""


class TakesControl(QObject):
    """Edits the takes of the current line; runs comparisons."""

    def __init__(self, state: State, engine: EngineControl, playing: PlayingControl) -> None:
        super().__init__(state)
        self.state = state
        self.engine = engine
        self.playing = playing
        self._blind: BlindTest | None = None
        takes = state.window.takes
        takes.heard.connect(self.hear)
        takes.chosen.connect(self._choose)
        takes.kept.connect(self._keep)
        takes.named.connect(self._name)
        takes.discarded.connect(self._discard)
        takes.rerolled.connect(self.reroll)
        compare = takes.compare
        compare.heard.connect(self._hear_pair)
        compare.preferred.connect(self._prefer)
        compare.blind_started.connect(self._start_blind)
        compare.blind_heard.connect(self._hear_blind)
        compare.blind_answered.connect(self._answer_blind)
        compare.blind_stopped.connect(self._end_blind)
        self._stale = AtMost(STALE_MS, self.show, self)
        state.project_changed.connect(self._changed)
        state.line_changed.connect(self._line_changed)
        self._connect_actions()

    def _connect_actions(self) -> None:
        takes = self.state.window.takes
        wanted: dict[str, Callable[[], object]] = {
            "take.reroll": self.reroll,
            "take.keep": lambda: self._keep(takes.current_id(), True),
            "take.choose": lambda: self._choose(takes.current_id()),
            "take.hear_a": takes.compare.hear_a.click,
            "take.hear_b": takes.compare.hear_b.click,
            "take.blind": takes.compare.start.click,
        }
        for name, act in wanted.items():
            action = self.state.window.actions_by_name[name]
            action.triggered.connect(lambda _checked=False, act=act: act())

    def show(self) -> None:
        """Show the takes of the current line."""
        line = self.state.line
        views = () if line is None else take_views(self.state.project, line)
        self.state.window.takes.show_takes(views)

    def _changed(self) -> None:
        """Show what has become of the takes; that they are stale may come a little later."""
        line = self.state.line
        self._stale.follow(None if line is None else (line.id, line.takes, line.chosen))

    def _line_changed(self) -> None:
        self._blind = None
        self.state.window.takes.show_blind(BlindView(running=False))
        self.show()

    def hear(self, take_id: str) -> None:
        """Play a take as it was made."""
        line = self.state.line
        take = None if line is None else line.take(take_id)
        if take is not None:
            self.playing.hear(take_request(take))

    def reroll(self) -> None:
        """Speak the line once more with another seed."""
        line = self.state.line
        if line is not None:
            changed = reroll(self.state.project, line.id)
            self.state.edit(changed, translate("Studio", "speak again"))
            self.engine.speak(line.id, play=True)

    def _choose(self, take_id: str) -> None:
        changed = choose(self.state.project, self.state.current, take_id)
        self.state.edit(changed, translate("Studio", "use take"))

    def _keep(self, take_id: str, kept: bool) -> None:
        changed = keep(self.state.project, self.state.current, take_id, kept)
        self.state.edit(changed, translate("Studio", "keep take"))

    def _name(self, take_id: str, name: str) -> None:
        changed = name_take(self.state.project, self.state.current, take_id, name)
        self.state.edit(changed, translate("Studio", "name take"))

    def _discard(self, take_id: str) -> None:
        changed = discard(self.state.project, self.state.current, take_id)
        self.state.edit(changed, translate("Studio", "discard take"))

    # comparing

    def _pair(self, first: str, second: str, then: Callable[[Floats, Floats], None]) -> None:
        """Get the sound of two takes, brought to one loudness."""
        line = self.state.line
        takes = (None, None) if line is None else (line.take(first), line.take(second))
        if takes[0] is None or takes[1] is None:
            return
        requests = [take_request(take) for take in takes if take is not None]

        def render(engine: Engine, token: CancelToken) -> tuple[Floats, Floats] | None:
            sounds = [engine.renderer.render(each, token).audio for each in requests]
            if sounds[0] is None or sounds[1] is None:
                return None
            return matched(sounds[0], sounds[1])

        def heard(answer: object) -> None:
            if isinstance(answer, tuple):
                then(*answer)

        self.engine.errand(render, heard)

    def _hear_pair(self, first: str, second: str, which: str) -> None:
        def play(one: Floats, two: Floats) -> None:
            self.playing.hear_sound(one if which == "A" else two)

        self._pair(first, second, play)

    def _prefer(self, better: str, other: str) -> None:
        made = Comparison(self.state.current, better, other, "ab", better, stamp_now())
        changed = add_comparison(self.state.project, made)
        self.state.edit(changed, translate("Studio", "prefer take"))

    def _start_blind(self, first: str, second: str) -> None:
        self._blind = BlindTest(self.state.current, first, second, secrets.randbits(32))
        self._show_blind()

    def _hear_blind(self, which: str) -> None:
        test = self._blind
        if test is None:
            return
        wanted = {"A": test.a, "B": test.b, "X": test.x}[which]

        def play(one: Floats, two: Floats) -> None:
            self.playing.hear_sound(one if wanted == test.first else two)

        self._pair(test.first, test.second, play)

    def _answer_blind(self, letter: str) -> None:
        if self._blind is None:
            return
        said: Literal["a", "b"] = "a" if letter == "A" else "b"
        self._blind = self._blind.answer(said)
        if len(self._blind.answers) >= TRIALS:
            self._end_blind()
        else:
            self._show_blind()

    def _end_blind(self) -> None:
        test, self._blind = self._blind, None
        says = ""
        if test is not None and test.answers:
            changed = add_comparison(self.state.project, test.comparison(stamp_now(), ""))
            self.state.edit(changed, translate("Studio", "blind comparison"))
            result = test.result
            says = translate("Studio", "{right} of {trials} right; by guessing {chance} % likely.")
            if result.sure:
                says += " " + translate("Studio", "You hear the difference.")
            else:
                says += " " + translate("Studio", "That may be chance.")
            chance = f"{100 * result.chance:.1f}"
            says = says.format(right=result.count, trials=result.trials, chance=chance)
        self.state.window.takes.show_blind(BlindView(running=False, says=says))

    def _show_blind(self) -> None:
        if self._blind is not None:
            done = len(self._blind.answers)
            says = translate("Studio", "Hear X, then say which of the two it is.")
            view = BlindView(running=True, trial=done + 1, trials=TRIALS, says=says)
            self.state.window.takes.show_blind(view)
