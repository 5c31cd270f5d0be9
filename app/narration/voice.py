"""The voice as it lives in another process, here or elsewhere: it speaks lines it is sent."""

from __future__ import annotations

import os
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import xxhash

from app.narration.hearing import ear_of
from app.narration.voicing import Ear, Voiced, voiced
from app.settings import data_folder
from engine.build import Engine, build_engine
from engine.cancel import CancelToken
from engine.errors import StudioError
from engine.keys import key_of
from engine.precision import EXACT
from engine.reading.own_words import OwnWords
from engine.values import RenderRequest

TEST_LINE = "Both of us say this alike, down to the last sample."


@dataclass(frozen=True, slots=True)
class Spec:
    """How an engine is built, here and on every machine."""

    data: Path
    """A machine that has no such folder takes its own (``ESPRESSIVO_DATA``)."""
    backend: str
    speak_brackets: bool
    own: OwnWords | None
    precision: str = EXACT
    listen: bool = False
    """Whether a recogniser listens to each line where it is spoken."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """An engine's error on its way between machines: its values, since it has keywords."""

    code: str
    subject: str
    detail: str
    hint: str
    kind: type[StudioError]

    @classmethod
    def of(cls, error: StudioError) -> Refusal:
        """The values of an error."""
        return cls(error.code, error.subject, error.detail, error.hint, type(error))

    @property
    def error(self) -> StudioError:
        """The error again."""
        return self.kind(self.code, subject=self.subject, detail=self.detail, hint=self.hint)


def likeness(engine: Engine, own: OwnWords | None) -> str:
    """A key that is equal where lines sound equal: what speaks, and a line spoken by it.

    The number of threads does not count: the test line tells whether it matters.

    Raises:
        StudioError: from the engine.
    """
    info = engine.backend.describe()
    token = CancelToken()
    made = voiced(engine.renderer.for_delivery(), RenderRequest(TEST_LINE), token)
    return key_of(
        version("espressivo"),
        (info.name, info.model, info.precision, info.runtime),
        (engine.voices.hash, engine.understander.version),
        repr(None if own is None else own.entries),
        (made.done.key, xxhash.xxh3_128_hexdigest(made.audio.tobytes())),
    )


class Voice:
    """What lives in a worker: an engine of its own, built when it is first asked."""

    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self._engine: Engine | None = None
        self._ear: Ear | None = None

    def hello(self) -> str | Refusal:
        """Open the voice; returns ``likeness``."""
        try:
            return likeness(self._opened(), self._spec.own)
        except StudioError as error:
            return Refusal.of(error)

    def speak(self, request: RenderRequest) -> Voiced | Refusal:
        """Speak a line."""
        try:
            renderer = self._opened().renderer.for_delivery()
            return voiced(renderer, request, CancelToken(), self._ear)
        except StudioError as error:
            return Refusal.of(error)

    def _opened(self) -> Engine:
        if self._engine is None:
            spec = self._spec
            data = spec.data if spec.data.exists() else data_folder(os.environ)
            self._ear = ear_of(data) if spec.listen else None
            self._engine = build_engine(
                data,
                spec.backend,
                speak_brackets=spec.speak_brackets,
                own=spec.own,
                precision=spec.precision,
            )
        return self._engine
