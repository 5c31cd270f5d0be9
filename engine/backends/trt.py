"""The TensorRT row: engines by length, built behind the work, the next row serving till then.

Whatever goes wrong on the card, nothing is lost: an engine that is missing, does not fit or
finds no memory is passed over, and the next row answers the same request. Only a card that
is lost in the middle of a run fails that run, once; after it the next row does everything.
Not verified on a GPU: this is our side of an interface, tested against a stand-in.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from engine.backends.facts import Placement, RunFacts, StageFacts, placement_of
from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.backends.trt_buckets import BUCKETS, Profile, bucket_for, length_of, profiles
from engine.backends.trt_build import RULES, Built, Job, Progress, Workshop, build, logger_of
from engine.backends.trt_engine import EngineFull, EngineRefused, LoadedEngine
from engine.backends.trt_shelf import EngineKey, EngineShelf
from engine.cancel import CancelToken
from engine.errors import BackendFailed
from engine.values import Remark
from kernels.driver import Driver, DriverFault
from kernels.pinned import OnDevice

PROVIDER = "TensorRT"

Place = tuple[Stage, int]
"""A stage and a bucket."""


@dataclass(frozen=True, slots=True)
class EngineTruth:
    """What is known of one engine, for those who ask what really ran."""

    stage: str
    bucket: int
    state: str
    """``ready``, ``building 42 %``, ``failed: ...``, ``no memory``, ``stopped`` or ``wanted``."""
    age_s: float | None
    runs: int
    remark: str = ""
    """What had to be done without."""


class TrtBackend:
    """Runs stages with TensorRT where an engine is there, with the next row where none is.

    Args:
        trt: the module ``tensorrt``.
        driver: opened.
        graph: gives a stage's graph as TensorRT gets it, ONNX, with our plugins in it or
            without; called on the build thread.
        model: hash of the prepared model.
        precision: of the graphs.
        shelf: where engines are kept.
        serve: the next row; closed with this one.
        plugins: version of the plugins that are registered, "" if there are none.
    """

    def __init__(
        self,
        trt: Any,
        driver: Driver,
        graph: Callable[[Stage, bool], bytes],
        model: str,
        precision: str,
        shelf: EngineShelf,
        serve: Backend,
        plugins: str = "",
    ) -> None:
        self._trt, self._driver, self._graph = trt, driver, graph
        self._model, self._precision, self._shelf, self._serve = model, precision, shelf, serve
        self._plugins, self._plain = plugins, precision
        self._remarks: dict[Place, str] = {}
        self._device = driver.devices()[0]
        self._release = ".".join(map(str, driver.version()))
        self._log = logger_of(trt)
        self._stream = driver.stream()
        self._workshop = Workshop()
        self._loaded: dict[Place, LoadedEngine] = {}
        self._full: set[Place] = set()
        self._again: set[Place] = set()
        self._bad: dict[Place, str] = {}
        self._wanted: set[Place] = set()
        self._unkept: dict[Place, bytes] = {}
        """Engines the disk had no place for."""
        self._runs: dict[Place, int] = {}
        self._lost = ""
        self._given_up = False
        """Building was stopped before anything was built: the next row does everything."""
        self._swept = False
        self.served = 0
        """Runs the next row did."""
        self.stood_in = 0
        """Those of them that an engine would have done, had it been there."""
        self._last: dict[Stage, StageFacts] = {}
        self._pinned: list[OnDevice] = []
        self.lacks: tuple[str, ...] = ()
        """What the row had to do without from the start."""

    def describe(self) -> BackendInfo:
        """Say what runs: with a lost card the next row, which does everything from then on.

        So it does if building was stopped before there was an engine. Stages whose engine is
        not there yet run on the next row too (``stood_in``).
        """
        if self._lost or self._given_up:
            return self._serve.describe()
        return BackendInfo(
            name="trt",
            device=self._device.name,
            precision=self._precision,
            runtime=f"TensorRT {self._trt.__version__}",
            threads=1,
            model=self._model,
        )

    @property
    def stand_in(self) -> BackendInfo:
        """What ran where an engine was not there."""
        return self._serve.describe()

    def take(self, graph: Callable[[Stage, bool], bytes], precision: str) -> None:
        """Build from other graphs from now on, as ``__init__`` takes them; before any run.

        Args:
            graph: gives them.
            precision: full name of the waveform stage's, part of its keys; the other stages'
                graphs stay as they were.
        """
        self._graph, self._precision = graph, precision

    def key(self, stage: Stage, bucket: int) -> EngineKey:
        """Return everything an engine depends on."""
        major, minor = self._device.capability
        return EngineKey(
            model=self._model,
            stage=stage.value,
            bucket=bucket,
            precision=self._precision if stage is Stage.WAVEFORM else self._plain,
            tensorrt=self._trt.__version__,
            driver=self._release,
            device=f"{self._device.name} {major}.{minor}",
            rules=RULES,
            plugins=self._plugins,
        )

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``. A run on the card is not stopped half-way."""
        token.check()
        bucket = bucket_for(stage, length_of(stage, inputs))
        place = (stage, bucket or 0)
        engine = self._engine(place) if bucket else None
        if engine is not None:
            try:
                self._driver.use()
                made = engine.run(inputs)
                token.check()
            except EngineFull:
                self._full.add(place)
                self._drop(place)
            except EngineRefused as refusal:
                self._rebuild(place, str(refusal))
            except DriverFault as fault:
                self._lose(f"{stage.value}: {fault}")
                raise BackendFailed(
                    "backend-failed", subject="trt", detail=self._lost, hint="cpu"
                ) from fault
            else:
                self._runs[place] = self._runs.get(place, 0) + 1
                self._note(place, PROVIDER, engine.layers, hit=True)
                return made
        self.served += 1
        self.stood_in += bool(bucket) and not (self._lost or self._given_up)
        self._note(place, self._serve.describe().name, 0, hit=False)
        return self._serve.run(stage, inputs, token)

    def facts(self) -> RunFacts:
        """Tell what ran each stage last, how old its engine is, and how full the card is."""
        stages = tuple(self._now(stage) for stage in Stage if stage in self._last)
        if self._lost:
            return RunFacts(stages, self._release, remarks=(self._lost,))
        self._driver.use()
        free, total = self._driver.memory()
        remarks = (*self.lacks, *dict.fromkeys(self._remarks.values()))
        return RunFacts(
            stages,
            self._release,
            total - free,
            total,
            remarks,
            building=self._workshop.busy and not self._workshop.stopped,
        )

    def pin(self, name: str, array: NDArray[Any]) -> tuple[Remark, ...]:
        """Let the card read an array that lies in a map of a file, until ``close``.

        Args:
            name: what it is, for the remark.
            array: C-contiguous; held until then, so that its map outlives the pinning.

        Returns:
            a remark if it had to be copied to the card instead, or cannot be read there.
        """
        if self._lost or not array.size:
            return ()
        self._driver.use()
        try:
            held = OnDevice(self._driver, array)
        except DriverFault as fault:
            return (Remark("map-not-read", "backend", f"{name}: {fault}"),)
        self._pinned.append(held)
        copied = (Remark("map-copied", "backend", f"{name}: {held.reason}"),)
        return copied if held.reason else ()

    def unpin(self, array: NDArray[Any]) -> None:
        """Release an array that ``pin`` was given; nothing happens if it is not held."""
        for held in [each for each in self._pinned if each.holds(array)]:
            self._pinned.remove(held)
            self._release_one(held)

    def placement(self) -> Placement:
        """Count what the next row's nodes are; engines are told by their layers in ``facts``."""
        return placement_of(self._serve) or {}

    def _note(self, place: Place, provider: str, nodes: int, *, hit: bool) -> None:
        stage, bucket = place
        age = self._shelf.age(self.key(stage, bucket)) if bucket else None
        state = self._state(place) if bucket else "longer than any engine"
        name = stage.value
        self._last[stage] = StageFacts(name, provider, nodes, bucket, hit, age, state)

    def _now(self, stage: Stage) -> StageFacts:
        """Where a stage ran last, and what has become of its engine since."""
        last = self._last[stage]
        return replace(last, state=self._state((stage, last.bucket))) if last.bucket else last

    def truth(self) -> tuple[EngineTruth, ...]:
        """Return what is known of every engine that was ever wanted."""
        places = sorted(self._wanted, key=lambda place: (place[0].value, place[1]))
        return tuple(
            EngineTruth(
                stage.value,
                bucket,
                self._state((stage, bucket)),
                self._shelf.age(self.key(stage, bucket)),
                self._runs.get((stage, bucket), 0),
                self._remarks.get((stage, bucket), ""),
            )
            for stage, bucket in places
        )

    def wait(self, timeout: float) -> bool:
        """Wait for the builds that were wanted; False after ``timeout`` seconds."""
        return self._workshop.wait(timeout)

    def stop_building(self) -> None:
        """Build nothing more until this is opened anew; between two lines.

        Engines that are there serve on; with none loaded the next row does everything, and
        what it makes is keyed as its own.
        """
        self._workshop.stop()
        self._given_up = not self._loaded

    def close(self) -> None:
        """Stop building, release the card, close the next row."""
        self._workshop.close()
        for place in tuple(self._loaded):
            self._drop(place)
        while self._pinned:
            self._release_one(self._pinned.pop())
        if not self._lost:
            self._driver.end_stream(self._stream)
            self._driver.close()
        self._serve.close()

    def _engine(self, place: Place) -> LoadedEngine | None:
        self._wanted.add(place)
        if not self._swept:  # not sooner: the precision may still be another
            self._shelf.sweep([self.key(each, b) for each in Stage for b in BUCKETS[each]])
            self._swept = True
        if self._lost or self._given_up or place in self._full or place in self._bad:
            return None
        if place in self._loaded:
            return self._loaded[place]
        self._driver.use()
        plan = self._unkept.get(place) or self._shelf.get(self.key(*place))
        if plan is None:
            self._workshop.want(self._job(place))
            return None
        try:
            loaded = LoadedEngine(self._trt, self._log, self._driver, plan, self._stream)
        except EngineFull:
            self._full.add(place)
            return None
        except EngineRefused as refusal:
            self._rebuild(place, str(refusal))
            return None
        self._loaded[place] = loaded
        return loaded

    def _job(self, place: Place) -> Job:
        stage, bucket = place

        def work(progress: Progress, token: CancelToken) -> None:
            self._driver.use()
            key = self.key(stage, bucket)
            times = self._shelf.timing(key)
            shapes = profiles(stage, bucket)
            made = self._built(place, bool(self._plugins), shapes, times, progress, token)
            try:
                self._shelf.keep(key, made.engine)
                self._shelf.keep_timing(key, made.times)
            except OSError as error:  # minutes of work: it serves until the program ends
                self._unkept[place] = made.engine
                self._remarks[place] = f"not kept: {error}"

        return Job(f"{stage.value} {bucket}", work)

    def _built(
        self,
        place: Place,
        plugins: bool,
        shapes: Mapping[str, Profile],
        times: bytes,
        progress: Progress,
        token: CancelToken,
    ) -> Built:
        """Build with our plugins; if TensorRT does not take them, without."""
        try:
            graph = self._graph(place[0], plugins)
            return build(self._trt, graph, shapes, times, progress, token)
        except BackendFailed as fault:
            if not plugins or token.cancelled:
                raise
            self._remarks[place] = f"without plugins: {fault.detail}"
            return self._built(place, False, shapes, times, progress, token)

    def _rebuild(self, place: Place, reason: str) -> None:
        """Remove an engine that does not fit and have it built again, but only once."""
        self._drop(place)
        if place in self._again:
            self._bad[place] = reason
            return
        self._again.add(place)
        self._unkept.pop(place, None)
        self._shelf.discard(self.key(*place))
        self._workshop.forget(f"{place[0].value} {place[1]}")
        self._workshop.want(self._job(place))

    def _release_one(self, held: OnDevice) -> None:
        with contextlib.suppress(DriverFault):  # a lost card holds nothing
            self._driver.use()
            held.__exit__(None, None, None)

    def _drop(self, place: Place) -> None:
        if place in self._loaded:
            self._loaded.pop(place).close()

    def _lose(self, reason: str) -> None:
        self._lost = reason
        for place in tuple(self._loaded):
            self._drop(place)

    def _state(self, place: Place) -> str:
        name = f"{place[0].value} {place[1]}"
        if self._lost:
            return f"failed: {self._lost}"
        if place in self._bad:
            return f"failed: {self._bad[place]}"
        if place in self._full:
            return "no memory"
        if place in self._loaded:
            return "ready"
        if name in self._workshop.failures:
            return f"failed: {self._workshop.failures[name]}"
        if self._workshop.stopped:
            return "stopped"
        if name in self._workshop.progress:
            return f"building {self._workshop.progress[name]:.0%}"
        return "wanted"
