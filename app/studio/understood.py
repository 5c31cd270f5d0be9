"""What a prompt was understood as, made into views only when that is another.

A dragged knob leaves prompt and emotion as they are, and its pictures come sixty times a
second; all names of emotions were looked up in the person's language with each.
"""

from __future__ import annotations

from app.studio.present.direction import mix_parts
from app.studio.present.records import pad_view, prompt_view
from engine.emotion.safe import safe_intensity
from engine.values import Emotion
from widgets.views import PadView, PromptView


class Understood:
    """Keeps the views that were made last."""

    def __init__(self) -> None:
        self._pad: tuple[Emotion, PadView] | None = None
        self._prompt: tuple[str, Emotion | None, PromptView] | None = None
        self._safe: tuple[Emotion, str, float | None] | None = None

    def pad(self, emotion: Emotion) -> PadView:
        """Return where the prompt landed."""
        known = self._pad
        if known is None or known[0] is not emotion:
            known = self._pad = emotion, pad_view(emotion)
        return known[1]

    def prompt(self, prompt: str, emotion: Emotion | None) -> PromptView:
        """Return a prompt and what became of it; None = not asked yet."""
        known = self._prompt
        if known is None or known[0] != prompt or known[1] is not emotion:
            known = self._prompt = prompt, emotion, prompt_view(prompt, emotion)
        return known[2]

    def safe(self, emotion: Emotion, voice: str) -> float | None:
        """Return the largest intensity at which a mix stays itself; None = all there is."""
        known = self._safe
        if known is None or known[0] is not emotion or known[1] != voice:
            limit = safe_intensity(emotion.mixture, mix_parts(voice))
            known = self._safe = emotion, voice, limit
        return known[2]
