"""The one place where the engine's parts are put together.

The window and the command line both build here, from settings; everything is
passed by argument, nothing is found by itself. What a command does not need is
not loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.settings import Settings
from engine.backends import absent, fake, onnx_cpu
from engine.backends.choose import Row, choose
from engine.backends.fake_voices import FakeVoices
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.protocol import Backend, Stage
from engine.errors import MissingModel
from engine.models.prepared import PreparedModel, load_prepared
from engine.values import Remark
from engine.voices import VoiceBank

if TYPE_CHECKING:
    from engine.emotion.understand import Understander
    from engine.reading.reader import Reader
    from engine.renderer import Renderer
    from engine.store import TakeStore

FAKE = "fake"
"""The double: it needs no model and is chosen by name only."""

AnyVoices = VoiceBank | FakeVoices


@dataclass(frozen=True, slots=True)
class Engine:
    """Everything that turns a request into sound. Used by one thread."""

    renderer: Renderer
    reader: Reader
    understander: Understander
    voices: AnyVoices
    store: TakeStore
    backend: Backend
    prepared: PreparedModel | None
    """None only for the double."""
    remarks: tuple[Remark, ...]
    """What was passed over while choosing the backend."""


def build_engine(settings: Settings, backend: str | None = None) -> Engine:
    """Put the engine together.

    Args:
        settings: where data lies, and the backend unless ``backend`` is given.
        backend: another choice than the settings'.

    Raises:
        MissingModel: the voice model is not prepared, or damaged.
        BackendUnavailable: the backend asked for cannot run here.
        InputError: ``backend-unknown``.
    """
    from engine.renderer import Renderer
    from engine.stages import Stages
    from engine.store import TakeStore

    wish = backend or settings.backend
    if wish != settings.backend:
        settings = replace(settings, backend=wish)
    prepared = None if wish == FAKE else load_prepared(settings.data)
    chosen, remarks = choose(wish, backend_rows(prepared))
    voices: AnyVoices = (
        FakeVoices() if prepared is None else VoiceBank(prepared.voices, prepared.voices_hash)
    )
    reader = build_reader(settings)
    understander = build_understander(settings)
    store = TakeStore(settings.data / "takes")
    renderer = Renderer(Stages(chosen), reader, understander, voices, store)
    return Engine(renderer, reader, understander, voices, store, chosen, prepared, remarks)


def backend_rows(prepared: PreparedModel | None) -> Mapping[str, Row]:
    """Every backend by name, the most wanted first.

    Args:
        prepared: the graphs to open; with None only the double can be built.
    """

    def cpu() -> Backend:
        if prepared is None:
            raise MissingModel("model-missing", subject="model", hint="models prepare")
        graphs = {stage: prepared.stage(stage.value) for stage in Stage}
        return OnnxCpuBackend(graphs, prepared.model_hash)

    def row(name: str) -> Row:
        # Chosen by name only: passing over what no version of ours has is not worth a word.
        return Row(name, lambda: absent.probe(name), lambda: absent.build(name), automatic=False)

    return {
        "trt": row("trt"),
        "cuda": row("cuda"),
        "cpu": Row("cpu", onnx_cpu.probe, cpu),
        FAKE: Row(FAKE, fake.probe, fake.FakeBackend, automatic=False),
    }


def build_voices(settings: Settings, backend: str | None = None) -> AnyVoices:
    """The voices alone: those of the prepared model, or the double's."""
    if (backend or settings.backend) == FAKE:
        return FakeVoices()
    return VoiceBank(load_prepared(settings.data).voices)


def build_reader(settings: Settings) -> Reader:
    """What makes text speakable."""
    from engine.models.vocab import load_vocab
    from engine.reading.reader import Reader

    del settings  # the reading has none yet
    return Reader(load_vocab())


def build_understander(settings: Settings) -> Understander:
    """What understands prompts."""
    from engine.emotion.understand import Understander

    del settings  # one encoder and one head ship with the program
    return Understander()
