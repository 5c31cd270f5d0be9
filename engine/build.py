"""The one place where the engine's parts are put together, and its face for Python users.

The window and the command line build here too; everything is passed by argument,
nothing is found by itself, and what a caller does not need is not loaded.

    >>> from engine.build import build_engine
    >>> from engine.values import Direction, RenderRequest
    >>> with build_engine(backend="fake") as engine:
    ...     line = RenderRequest("Good morning.", direction=Direction("cheerful"))
    ...     take = engine.renderer.render(line)
    >>> take.audio.dtype, take.plan.samples == len(take.audio)
    (dtype('float32'), True)
    >>> take.emotion.mixture[0][0]
    'joy'

With the real voice, ``build_engine(Path("~/.local/share/espressivo").expanduser())``
opens what ``espressivo models prepare`` made there.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from engine.backends import fake, onnx_cpu, onnx_cuda, openvino_cpu, trt_probe
from engine.backends.choose import AUTO, Row, choose, require
from engine.backends.fake_voices import FakeVoices
from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.onnx_cuda import OnnxCudaBackend
from engine.backends.openvino_cpu import OpenVinoBackend
from engine.backends.protocol import Backend, Stage
from engine.backends.two_sided import TwoSided
from engine.cache.access import PLAIN, Access
from engine.cache.metrics import History
from engine.cache.rollout import CANDIDATE, STABLE, running
from engine.errors import MissingModel
from engine.models.prepared import PreparedModel, load_prepared
from engine.precision import EXACT, in_precision
from engine.reading.known import KnownReadings
from engine.stages import Stages
from engine.steering import Steering
from engine.turns import lock_of
from engine.values import Remark
from engine.voices import VoiceBank, is_mix, open_bank

if TYPE_CHECKING:
    from types import TracebackType

    from engine.cache.checkup import Checkup
    from engine.cache.emotions import Understands
    from engine.cache.eviction import Limits
    from engine.cache.sides import Sides
    from engine.cache.table import EmotionTable
    from engine.emotion.suggest import Suggester
    from engine.emotion.understand import Understander
    from engine.reading.own_words import OwnWords
    from engine.reading.reader import Reader
    from engine.reading.script import Script
    from engine.reading.tags import Parentheses
    from engine.renderer import Progress, Renderer
    from engine.store import TakeStore

TAKES, CANDIDATES_TAKES = "takes", "takes-of-candidate"
"""Folders in the data folder; what a rollout's candidate makes has a cap of its own."""

ROLLOUT = "rollout"
"""File in the data folder: which head or voice model is tried, and for which projects."""

ENGINES = "engines"
"""Folder in the data folder: what TensorRT built for this machine's card."""

HISTORY = "cache-history"
"""File in the data folder: how often the cache answered, by window."""

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
    store: TakeStore | None
    backend: Backend
    prepared: PreparedModel | None
    """None only for the double."""
    remarks: tuple[Remark, ...]
    """What was passed over while choosing the backend."""
    history: History | None = None
    """Where it is kept how often the cache answered."""
    sides: Sides | None = None
    """The rollout, while one runs."""
    emotions: EmotionTable | None = None
    """What was understood, for looks at it; the stable side's."""

    def close(self) -> None:
        """Release sessions, maps and processes; the engine is not used again."""
        self._tell()
        if self.store is not None:
            self.store.close()
        self.backend.close()
        self.reader.close()
        self.voices.close()

    def work_for(self, project: str) -> None:
        """Keep takes on behalf of this project from now on; "" for nobody's."""
        self._tell()
        if self.sides is not None:
            self.sides.work_for(project)
        if self.store is not None:
            self.store.shelf.project = project
            self.store.warm(project)
        if self.history is not None:
            self.history.project = project

    @contextlib.contextmanager
    def job(self) -> Iterator[None]:
        """While this is entered, no take that is got or made here is evicted by anybody."""
        with contextlib.ExitStack() as held:
            if self.store is not None:
                with contextlib.suppress(OSError):  # a take that goes is only made again
                    held.enter_context(self.store.job())
            yield

    def checkup(self) -> Checkup | None:
        """Look at how the cache is, now included; None where nothing is kept."""
        if self.history is None or self.emotions is None:
            return None
        from engine.cache.checkup import checkup

        self._tell()
        return checkup(self.history.windows(), self.emotions)

    def _tell(self) -> None:
        """Add what was counted to the history."""
        if self.history is not None and self.store is not None:
            with contextlib.suppress(OSError):  # a disk that is full costs only the figures
                self.history.add(self.store.metrics)

    def __enter__(self) -> Engine:
        return self

    def script(
        self, text: str, voice: str = "af_heart", *, parentheses: Parentheses = "text"
    ) -> Script:
        """Cut a text with directions into lines (``engine.reading.script``).

        Args:
            text: plain, with tags in brackets, or SSML.
            voice: the mix that speaks the whole.
            parentheses: ``tags`` takes ``(whispering)`` for ``[whispering]``.

        Raises:
            InputError: ``markup-malformed``, or the mix is not usable.
        """
        from engine.reading.script import script_of

        language = self.voices.parse_mix(voice).language
        judge = self.understander.is_direction
        return script_of(
            text, judge, is_mix(self.voices), parentheses=parentheses, language=language
        )

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def build_engine(
    data: Path | None = None,
    backend: str = AUTO,
    *,
    speak_brackets: bool = False,
    own: OwnWords | None = None,
    limits: Limits | None = None,
    project: str = "",
    precision: str = EXACT,
    steer: bool = False,
    progress: Progress | None = None,
    looks: bool = False,
) -> Engine:
    """Put the engine together.

    Args:
        data: folder of the model and of takes; without it only the double speaks.
        backend: ``auto`` or a row of ``backend_rows``.
        speak_brackets: speak words in square brackets that are no direction.
        own: the person's own lexicon.
        limits: how much is kept in ``data``, and how good a take must be to answer.
        project: on whose behalf takes are kept; "" for nobody's.
        precision: one of ``engine.precision.PRECISIONS``.
        steer: ask the model's own prosody first (``engine.steering``); not of the double.
        progress: told how far the int8 form is, where one has to be made first.
        looks: what is kept is only looked at: no emotion is added, no wish is counted.

    Raises:
        MissingModel: the voice model is not prepared, or damaged.
        BackendUnavailable: the backend asked for cannot run here.
        InputError: ``backend-unknown``.
    """
    from engine.cache.emotions import KnownEmotions
    from engine.pinning import pinned
    from engine.renderer import Renderer

    chosen, remarks, prepared, voices = _opened(data, backend)
    reader = build_reader(speak_brackets=speak_brackets, own=own)
    understander = build_understander(data)
    parts = (reader, understander, voices)
    chosen, told = in_precision(chosen, precision, prepared, data, parts, progress)
    remarks += told
    store: TakeStore | None = None
    known: Understands = understander
    history = sides = table = None
    stages = Stages(chosen := _with_candidate(data, chosen), lock=lock_of(data))
    if data is not None:
        store = build_store(data, limits, project)
        table = emotion_table(data, understander, store.limits.access)
        known = KnownEmotions(understander, table, store.metrics, store.tell, keeps=not looks)
        store.warm(project)
        history = None if looks else History(data / HISTORY, project)
        sides, told = build_sides(data, known, store, _turning(chosen, stages))
        known = known if sides is None else sides
        remarks += (*pinned(chosen, table, store), *told)
    steering = Steering.load() if steer and prepared is not None else None
    renderer = Renderer(stages, KnownReadings(reader), known, voices, store, steering=steering)
    made = (renderer, reader, understander, voices, store, chosen, prepared, remarks, history)
    return Engine(*made, sides, table)


def _opened(
    data: Path | None, backend: str
) -> tuple[Backend, tuple[Remark, ...], PreparedModel | None, AnyVoices]:
    """Choose the backend; return it, what was passed over, its model, and the voices."""
    if backend in (unbuilt := backend_rows(None)):
        require(unbuilt[backend])  # before minutes are spent on a model it cannot run
    prepared = None if backend == FAKE else _prepared(data)
    chosen, remarks = choose(backend, backend_rows(prepared))
    return chosen, remarks, prepared, FakeVoices() if prepared is None else open_bank(prepared)


def backend_rows(prepared: PreparedModel | None) -> Mapping[str, Row]:
    """Every backend by name, the most wanted first.

    Args:
        prepared: the graphs to open; with None only the double can be built.
    """

    def graphs() -> dict[Stage, Path]:
        if prepared is None:
            raise MissingModel("model-missing", subject="model", hint="models prepare")
        return {stage: prepared.stage(stage.value) for stage in Stage}

    def cpu() -> Backend:
        return OnnxCpuBackend(graphs(), prepared.model_hash if prepared else "")

    def openvino() -> Backend:
        return OpenVinoBackend(graphs(), prepared.model_hash if prepared else "")

    def cuda() -> Backend:
        return OnnxCudaBackend(graphs(), prepared.model_hash if prepared else "")

    def trt() -> Backend:
        from engine.backends.trt_open import open_trt

        paths = graphs()
        serve = cuda() if onnx_cuda.probe().available else cpu()
        folder = paths[Stage.ENCODE].parents[2] / ENGINES
        return open_trt(paths, prepared.model_hash if prepared else "", folder, serve)

    return {
        # By name only: engines take minutes to build, and no card has confirmed them yet.
        "trt": Row("trt", trt_probe.probe, trt, automatic=False),
        "cuda": Row("cuda", onnx_cuda.probe, cuda),
        "cpu": Row("cpu", onnx_cpu.probe, cpu),
        # By name only: it is quicker than ONNX Runtime where the processor has bfloat16 alone.
        openvino_cpu.NAME: Row(openvino_cpu.NAME, openvino_cpu.probe, openvino, automatic=False),
        FAKE: Row(FAKE, fake.probe, fake.FakeBackend, automatic=False),
    }


def build_voices(data: Path | None, backend: str = AUTO) -> AnyVoices:
    """Return the voices alone: those of the prepared model, or the double's."""
    return FakeVoices() if backend == FAKE else open_bank(_prepared(data))


def build_reader(*, speak_brackets: bool = False, own: OwnWords | None = None) -> Reader:
    """Return what makes text speakable; the arguments are those of ``build_engine``."""
    from engine.models.vocab import load_vocab
    from engine.reading.reader import Reader

    return Reader(load_vocab(), speak_tags=speak_brackets, own=own)


def build_understander(data: Path | None = None) -> Understander:
    """Return what understands prompts; in ``data`` it keeps what takes seconds to work out."""
    from engine.emotion.understand import Understander

    return Understander(folder=data / "emotion" if data is not None else None)


def build_suggester(data: Path | None = None) -> Suggester:
    """Return what suggests emotions for texts; ``data`` as in ``build_understander``."""
    from engine.emotion.encoder import Encoder
    from engine.emotion.suggest import Suggester

    return Suggester(Encoder(data / "emotion" if data is not None else None))


def build_store(data: Path, limits: Limits | None = None, project: str = "") -> TakeStore:
    """Return the takes kept in ``data``, judged by ear if that is asked for."""
    from engine.store import TakeStore

    store = TakeStore(data / TAKES, limits, project)
    if store.limits.listen:
        from engine.listening import ear_of

        store.ear = ear_of(data)
    return store


def emotion_table(data: Path, understander: Understander, access: Access = PLAIN) -> EmotionTable:
    """Return the table of what an understander understood, kept in ``data``."""
    from engine.cache.emotions import head_of
    from engine.cache.table import EmotionTable

    return EmotionTable(data / "emotion", head_of(understander.version), access)


def build_sides(
    data: Path, stable: Understands, store: TakeStore, turned: Callable[[str], None]
) -> tuple[Sides | None, tuple[Remark, ...]]:
    """Return the rollout that runs in ``data``, if one does, and what is to be said of it.

    Args:
        data: the data folder.
        stable: what understands prompts on the stable side.
        store: whose folder is changed with the side.
        turned: told which side is gone to; may raise.
    """
    rollout = running(data / ROLLOUT)
    if rollout is None:
        return None, ()
    from engine.cache.emotions import KnownEmotions, head_of
    from engine.cache.sides import Sides
    from engine.cache.table import EmotionTable
    from engine.emotion.by_head import HeadUnderstander

    theirs = stable
    if rollout.head:
        candidate = HeadUnderstander(Path(rollout.head))
        try:
            table = EmotionTable(data / "emotion", head_of(candidate.version))
        except (OSError, ValueError, KeyError) as error:
            return None, (Remark("rollout-ended", "file", f"{rollout.head}: {error}"),)
        theirs = KnownEmotions(candidate, table, store.metrics, store.tell)
    known = {STABLE: stable, CANDIDATE: theirs}
    folders = {STABLE: data / TAKES, CANDIDATE: data / CANDIDATES_TAKES}
    sides = Sides(data / ROLLOUT, rollout, known, store, folders, turned)
    sides.work_for(store.shelf.project)
    return sides, ()


def _with_candidate(data: Path | None, stable: Backend) -> Backend:
    """The backend, with that of a preparation beside it where a rollout tries one."""
    name = stable.describe().name
    rollout = running(data / ROLLOUT) if data is not None and name != FAKE else None
    if rollout is None or not rollout.model:
        return stable
    folder = Path(rollout.model)
    return TwoSided(stable, lambda: backend_rows(load_prepared(folder))[name].build())


def _turning(backend: Backend, stages: Stages) -> Callable[[str], None]:
    """What changes the preparation with the side; without a second one it does nothing."""

    def turned(side: str) -> None:
        if isinstance(backend, TwoSided):
            backend.use(candidate=side == CANDIDATE)
            stages.forget()

    return turned


def _prepared(data: Path | None) -> PreparedModel:
    if data is None:
        raise MissingModel("model-missing", subject="model", hint="models prepare")
    return load_prepared(data)
