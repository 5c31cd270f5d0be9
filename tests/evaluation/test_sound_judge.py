"""The judge that speaks: what it asks for, and that one sound serves both judges."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.cancel import CancelToken
from engine.evaluation.sound_judge import MOST_TAKES, SoundJudge
from engine.values import Floats, RenderRequest

LINE = "They are waiting for us."


@dataclass(frozen=True)
class Take:
    audio: Floats


class Parts:
    """A voice whose sound is its intensity, and judges who hear just that."""

    def __init__(self) -> None:
        self.spoken: list[RenderRequest] = []

    def render(self, request: RenderRequest, token: CancelToken | None = None) -> Take:
        assert token is not None
        self.spoken.append(request)
        return Take(np.full(4, request.direction.intensity, np.float32))

    def embed(self, audio: Floats) -> Floats:
        return audio[:2]

    def hear(self, audio: Floats, language: str) -> str:
        assert language == "en-us"
        return LINE if audio[0] < 1.5 else "They are waiting."


def test_a_sound_is_spoken_once_for_both_judges() -> None:
    parts: Any = Parts()
    judge = SoundJudge(parts, parts, parts, CancelToken())
    by_voice = judge.hear("af_heart", "angry", 2.0, LINE, repeat=False, words=False)
    assert (by_voice.embedding.tolist(), by_voice.errors) == ([2.0, 2.0], 0)
    by_words = judge.hear("af_heart", "angry", 2.0, LINE, repeat=False, words=True)
    assert by_words.errors == 2
    assert judge.hear("af_heart", "angry", 1.0, LINE, repeat=False, words=True).errors == 0
    assert [each.direction.intensity for each in parts.spoken] == [2.0, 1.0]


def test_a_repeat_is_another_take_and_old_sounds_are_let_go() -> None:
    parts: Any = Parts()
    judge = SoundJudge(parts, parts, parts, CancelToken())
    judge.hear("af_heart", "", 0.0, LINE, repeat=False, words=False)
    judge.hear("af_heart", "", 0.0, LINE, repeat=True, words=False)
    plain, again = parts.spoken
    assert (plain.direction.stability, plain.seed) == (1.0, 0)
    assert (again.direction.stability, again.seed) == (0.0, 1)
    for step in range(MOST_TAKES):
        judge.hear("af_heart", "sad", step / 10, LINE, repeat=False, words=False)
    judge.hear("af_heart", "", 0.0, LINE, repeat=False, words=False)
    assert parts.spoken[-1] == plain
