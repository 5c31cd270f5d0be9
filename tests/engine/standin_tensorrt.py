"""A stand-in for the module ``tensorrt``, at the interface its own bindings document.

``data/tensorrt_interface.json`` was read from the docstrings inside the bindings' binary:
names, order and kinds of arguments, enumerations. Every call made here is bound to that
record first, so a wrong name, order or kind is a ``TypeError``, and an attribute the
bindings lack is an ``AttributeError``. Behind it, an "engine" holds the ONNX graph, and a
run is done by ONNX Runtime on the addresses it was given (the stand-in driver's memory).

This proves our side of the interface. It proves nothing about TensorRT.
"""

from __future__ import annotations

import ctypes
import functools
import json
import types
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np
import onnx

from engine.backends.runtime import onnx_runtime

RECORD = json.loads(
    (Path(__file__).parent / "data" / "tensorrt_interface.json").read_text(encoding="utf-8")
)
KINDS: dict[str, Any] = {
    "str": str,
    "bool": bool,
    "tuple": tuple,
    "list": list,
    "typing.SupportsInt": int,
    "typing_extensions.Buffer": (bytes, bytearray, memoryview),
    "tensorrt.Dims": (tuple, list),
}


def fits(call: list[list[str]], args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether arguments suit one recorded call."""
    names = [name for name, _ in call]
    if len(args) > len(names) or not set(kwargs) <= set(names[len(args) :]):
        return False
    given = dict(zip(names, args, strict=False)) | kwargs
    for name, kind in call:
        plain, _, default = kind.partition(" = ")
        if name not in given and not default:
            return False
        wanted = KINDS.get(plain)
        if name in given and wanted is not None and not isinstance(given[name], wanted):
            return False
    return True


def recorded(method: Callable[..., Any]) -> Callable[..., Any]:
    """Bind a method's calls to the record of its class."""

    @functools.wraps(method)
    def bound(self: Any, *args: Any, **kwargs: Any) -> Any:
        kind = next(k.__name__ for k in type(self).__mro__ if k.__name__ in RECORD["classes"])
        calls = RECORD["classes"][kind][method.__name__]
        if not any(fits(call, args, kwargs) for call in calls):
            raise TypeError(f"{kind}.{method.__name__}{args}{kwargs} is not {calls}")
        return method(self, *args, **kwargs)

    return bound


class Bound:
    """Attributes may be set only where the bindings have them; ours begin with ``_``."""

    def __setattr__(self, name: str, value: Any) -> None:
        kind = next((k.__name__ for k in type(self).__mro__ if k.__name__ in RECORD["classes"]), "")
        own = type(self).__module__ != __name__  # a subclass of ours may have more
        known = RECORD["attributes"].get(kind, "").split()
        if not (own or name.startswith("_") or name in known):
            raise AttributeError(f"{kind} has no {name}")
        object.__setattr__(self, name, value)


class World:
    """What the stand-in does next, and what was asked of it, in order."""

    def __init__(self) -> None:
        self.version = "11.4.0.106"
        self.asked: list[str] = []
        self.steps = 4
        self.fail_build = ""
        self.full_context = False
        self.refuse_shapes = False
        self.on_step: Callable[[int], None] = lambda step: None
        self.builds = 0


def tensorrt(world: World) -> types.ModuleType:
    """Return the module."""
    module = types.ModuleType("tensorrt")
    module.__dict__["__version__"] = world.version
    for name, members in RECORD["enums"].items():
        if name != "Severity":
            module.__dict__[name] = IntEnum(name, members.split(), start=0)
    severity = IntEnum("Severity", RECORD["enums"]["Severity"].split(), start=0)
    module.__dict__["nptype"] = lambda kind: {"FLOAT": np.float32, "INT64": np.int64}[kind.name]

    class ILogger(Bound):
        Severity = severity

        @recorded
        def __init__(self) -> None:
            pass

    for member in severity:
        setattr(ILogger, member.name, member)

    class IProgressMonitor(Bound):
        @recorded
        def __init__(self) -> None:
            pass

    class INetworkDefinition(Bound):
        _graph = b""

    class IOptimizationProfile(Bound):
        def __init__(self) -> None:
            self._shapes: dict[str, Any] = {}

        @recorded
        def set_shape(self, input: str, min: Any, opt: Any, max: Any) -> None:  # noqa: A002
            assert all(a <= b <= c for a, b, c in zip(min, opt, max, strict=True))
            self._shapes[input] = [list(min), list(max)]

    class ITimingCache(Bound):
        def __init__(self, data: bytes) -> None:
            self._data = data

        @recorded
        def serialize(self) -> bytes:
            return self._data + b"+"

    class IBuilderConfig(Bound):
        progress_monitor: Any = None

        def __init__(self) -> None:
            self._profile: Any = None
            self._cache: Any = None

        @recorded
        def set_memory_pool_limit(self, pool: Any, pool_size: int) -> None:
            world.asked.append(f"{pool.name} {pool_size}")

        @recorded
        def clear_flag(self, flag: Any) -> None:
            world.asked.append(f"no {flag.name}")

        @recorded
        def add_optimization_profile(self, profile: Any) -> int:
            self._profile = profile
            return 0

        @recorded
        def create_timing_cache(self, serialized_timing_cache: bytes) -> Any:
            world.asked.append(f"times {bytes(serialized_timing_cache)!r}")
            return ITimingCache(bytes(serialized_timing_cache))

        @recorded
        def set_timing_cache(self, cache: Any, ignore_mismatch: bool) -> bool:
            self._cache = cache
            return b"elsewhere" not in cache._data

        @recorded
        def get_timing_cache(self) -> Any:
            return self._cache

    class Builder(Bound):
        @recorded
        def __init__(self, logger: Any) -> None:
            assert isinstance(logger, ILogger)
            self._log = logger

        @recorded
        def create_network(self, flags: int = 0) -> Any:
            assert flags == 1 << int(module.NetworkDefinitionCreationFlag.STRONGLY_TYPED)
            world.asked.append("network")
            return INetworkDefinition()

        @recorded
        def create_builder_config(self) -> Any:
            return IBuilderConfig()

        @recorded
        def create_optimization_profile(self) -> Any:
            return IOptimizationProfile()

        @recorded
        def build_serialized_network(self, network: Any, config: Any) -> bytes | None:
            world.asked.append("build")
            world.builds += 1
            monitor = config.progress_monitor
            monitor.phase_start("Building", None, world.steps)
            for step in range(world.steps):
                world.on_step(step)
                monitor.phase_start("Tactics", "Building", 3)
                monitor.step_complete("Tactics", 0)
                monitor.phase_finish("Tactics")
                if not monitor.step_complete("Building", step):
                    return None
            monitor.phase_finish("Building")
            if world.fail_build:
                self._log.log(severity.ERROR, world.fail_build)
                return None
            head = json.dumps({"version": world.version, "shapes": config._profile._shapes})
            return head.encode() + b"\n" + network._graph

    class OnnxParser(Bound):
        num_errors = 1

        @recorded
        def __init__(self, network: Any, logger: Any) -> None:
            self._network = network

        @recorded
        def parse(self, model: bytes, path: str | None = None) -> bool:
            try:
                onnx.load_model_from_string(bytes(model))
            except Exception:  # noqa: BLE001 - the class belongs to the parser's build
                return False
            self._network._graph = bytes(model)
            return True

        @recorded
        def get_error(self, index: int) -> str:
            return "no ONNX"

    class IExecutionContext(Bound):
        def __init__(self, engine: Any) -> None:
            self._engine = engine
            self._shapes: dict[str, tuple[int, ...]] = {}
            self._places: dict[str, int] = {}

        @recorded
        def set_input_shape(self, name: str, shape: tuple[int, ...]) -> bool:
            low, high = self._engine._shapes[name]
            inside = all(a <= n <= b for a, n, b in zip(low, shape, high, strict=True))
            self._shapes[name] = shape
            return inside and not world.refuse_shapes

        @recorded
        def set_tensor_address(self, name: str, memory: int) -> bool:
            self._places[name] = memory
            return True

        @recorded
        def get_tensor_shape(self, name: str) -> tuple[int, ...]:
            zeros = {n: np.zeros(s, self._engine._kind(n)) for n, s in self._shapes.items()}
            return tuple(self._engine._run(zeros)[name].shape)

        @recorded
        def execute_async_v3(self, stream_handle: int) -> bool:
            assert stream_handle
            inputs = {}
            for name, shape in self._shapes.items():
                kind = self._engine._kind(name)
                size = int(np.prod(shape)) * np.dtype(kind).itemsize
                raw = ctypes.string_at(self._places[name], size)
                inputs[name] = np.frombuffer(raw, kind).reshape(shape)
            for name, value in self._engine._run(inputs).items():
                ctypes.memmove(self._places[name], value.tobytes(), value.nbytes)
            return True

    class ICudaEngine(Bound):
        def __init__(self, plan: bytes) -> None:
            head, graph = plan.split(b"\n", 1)
            facts = json.loads(head)
            self._shapes = facts["shapes"]
            ort = onnx_runtime()
            self._session = ort.InferenceSession(graph, providers=["CPUExecutionProvider"])
            self._ins = [each.name for each in self._session.get_inputs()]
            self._outs = [each.name for each in self._session.get_outputs()]
            self.num_io_tensors = len(self._ins) + len(self._outs)
            self.num_layers = len(onnx.load_model_from_string(graph).graph.node)

        def _kind(self, name: str) -> Any:
            kinds = {each.name: each.type for each in self._session.get_inputs()}
            return np.int64 if kinds.get(name) == "tensor(int64)" else np.float32

        def _run(self, inputs: dict[str, Any]) -> dict[str, Any]:
            return dict(zip(self._outs, self._session.run(None, inputs), strict=True))

        @recorded
        def create_execution_context(self) -> Any:
            return None if world.full_context else IExecutionContext(self)

        @recorded
        def get_tensor_name(self, index: int) -> str:
            return (self._ins + self._outs)[index]

        @recorded
        def get_tensor_mode(self, name: str) -> Any:
            modes = module.TensorIOMode
            return modes.INPUT if name in self._ins else modes.OUTPUT

        @recorded
        def get_tensor_dtype(self, name: str) -> Any:
            return module.DataType.INT64 if self._kind(name) is np.int64 else module.DataType.FLOAT

    class Runtime(Bound):
        @recorded
        def __init__(self, logger: Any) -> None:
            self._log = logger

        @recorded
        def deserialize_cuda_engine(self, serialized_engine: bytes) -> Any:
            try:
                head = json.loads(bytes(serialized_engine).split(b"\n", 1)[0])
            except ValueError:
                head = {"version": "?"}
            if head["version"] != world.version:
                self._log.log(severity.ERROR, "version tag does not match")
                return None
            return ICudaEngine(bytes(serialized_engine))

    for kind in (ILogger, IProgressMonitor, Builder, OnnxParser, Runtime):
        module.__dict__[kind.__name__] = kind
    return module
