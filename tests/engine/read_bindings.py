"""Our side of TensorRT's Python plugins, held to the source in a wheel of its bindings.

``python -m tests.engine.read_bindings WHEEL`` (``pip download --no-deps
tensorrt-cu13-bindings==11.4.0.106``) compares ``data/tensorrt_plugin.json`` with the wheel's
``plugin/*.py``, then runs that very code, which is Python, over a made-up core: it registers
our plugins, asks them for types, shapes and launches as a build does, and takes real PTX.
What the core would do with the answers stays unseen.
"""

from __future__ import annotations

import ast
import importlib
import sys
import tempfile
import types
import zipfile
from enum import IntEnum
from pathlib import Path
from typing import Any

import numpy as np

from engine.backends import trt_plugins
from kernels.compiled import Source, ptx
from kernels.nvrtc import Nvrtc
from tests.engine.standin_plugins import RECORD

ARCHITECTURE = 90


def record_of(folder: Path) -> dict[str, Any]:
    """Return the record as this wheel has it."""
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob("*.py")]
    nodes = [node for tree in trees for node in tree.body]
    nodes += [inner for node in nodes if isinstance(node, ast.If) for inner in node.body]
    functions = {
        n.name: [a.arg for a in n.args.args] for n in nodes if isinstance(n, ast.FunctionDef)
    }
    (launch,) = (n for n in nodes if isinstance(n, ast.ClassDef) and n.name == "KernelLaunchParams")
    made = next(n for n in launch.body if isinstance(n, ast.FunctionDef))
    held = {
        target.id: [getattr(e, "value", getattr(e, "id", "")) for e in n.value.elts]
        for n in nodes
        if isinstance(n, ast.Assign) and isinstance(n.value, ast.Tuple | ast.Set)
        for target in n.targets
        if isinstance(target, ast.Name)
    }
    validate = (folder / "_validate.py").read_text(encoding="utf-8")
    body = validate.split("def _validate_aot_impl")[1].split("def ")[0]
    after = "outputs, tactic" if '+ ", outputs, tactic)"' in body else "changed"
    return {
        "functions": {name: functions[name] for name in RECORD["functions"]},
        "launch": [a.arg for a in made.args.args][1:],
        "after the attributes": after.split(", "),
        "attribute types": sorted(held["SERIALIZABLE_BUILTIN_TYPES"]),
        "disallowed attributes": sorted(held["DISALLOWED_ATTR_NAMES"]),
    }


class Number:
    """A symbol of the core: an ``IDimensionExpr``."""

    def __init__(self, value: int) -> None:
        self.value = value

    def is_constant(self) -> bool:
        return False


class Expressions:
    """The core's ``IExprBuilder``."""

    def constant(self, value: int) -> Number:
        return Number(value)

    def operation(self, kind: Any, first: Number, second: Number) -> Number:
        one, two = first.value, second.value
        found = {
            "SUM": one + two, "SUB": one - two, "PROD": one * two, "MIN": min(one, two),
            "MAX": max(one, two), "CEIL_DIV": -(-one // two), "FLOOR_DIV": one // two,
        }  # fmt: skip
        return Number(found[kind.name])


class Registry:
    """The core's registry of plugins."""

    def __init__(self) -> None:
        self.creators: dict[str, Any] = {}

    def register_creator(self, creator: Any, space: str) -> None:
        self.creators[creator.name] = creator

    def get_creator(self, name: str, version: str, space: str) -> Any:
        return self.creators.get(name)


def core() -> Any:
    """Return what ``plugin/*.py`` needs of the module ``tensorrt``."""
    made: Any = types.ModuleType("tensorrt")
    made.registry = Registry()
    made.get_plugin_registry = lambda: made.registry
    made.IDimensionExpr = Number
    enums = {
        "DimensionOperation": "SUM PROD MAX MIN SUB EQUAL LESS FLOOR_DIV CEIL_DIV",
        "DataType": "FLOAT HALF INT8 INT32 BOOL UINT8 FP8 BF16 INT64 INT4",
        "TensorFormat": "LINEAR",
        "PluginArgType": "INT",
        "PluginArgDataType": "INT8 INT16 INT32",
        "PluginFieldType": "FLOAT16 FLOAT32 FLOAT64 INT8 INT16 INT32 CHAR INT64 UNKNOWN",
        "QuickPluginCreationRequest": "UNKNOWN PREFER_JIT PREFER_AOT STRICT_JIT STRICT_AOT",
        "TensorRTPhase": "BUILD RUNTIME",
    }
    for name, members in enums.items():
        setattr(made, name, IntEnum(name, members.split(), start=0))
    made.float32, made.int32 = made.DataType.FLOAT, made.DataType.INT32
    bases = (
        "IPluginV3 IPluginV3QuickCore IPluginV3QuickBuild IPluginV3QuickRuntime"
        " IPluginV3QuickAOTBuild IPluginCreatorV3Quick ISymExpr ITensor"
        " DynamicPluginTensorDesc PluginTensorDesc"
    )
    for name in bases.split():
        setattr(made, name, type(name, (), {}))
    made.Logger = type("Logger", (), {"WARNING": 2, "log": lambda self, level, words: None})
    made.Dims = type("Dims", (tuple,), {"MAX_DIMS": 8})
    made.DimsExprs = lambda size: [None] * size
    made.PluginField = lambda name, data, kind: types.SimpleNamespace(
        name=name, data=data, type=kind
    )
    made.PluginFieldCollection = list
    return made


def described(trt: Any, kind: Any) -> Any:
    """A tensor as a build describes it to a plugin."""
    made = trt.DynamicPluginTensorDesc()
    made.desc = types.SimpleNamespace(
        dims=(-1,), type=kind, format=trt.TensorFormat.LINEAR, scale=1
    )
    return made


def through(trt: Any, plugin: trt_plugins.Plugin) -> str:
    """Ask one plugin what a build asks, in that order; returns the answers in words."""
    given = dict.fromkeys(plugin.attributes, 7)
    fields = [
        trt.PluginField(name, np.array([value]), trt.PluginFieldType.INT64)
        for name, value in given.items()
    ]
    creator = trt.registry.get_creator(plugin.entry, "1", trt_plugins.NAMESPACE)
    strict = trt.QuickPluginCreationRequest.STRICT_AOT
    made = creator.create_plugin(
        plugin.entry, trt_plugins.NAMESPACE, fields, trt.TensorRTPhase.BUILD, strict
    )
    kinds = [trt.DataType[plugin.types.get(name, "FLOAT")] for name in plugin.inputs]
    shapes = [[Number(3), Number(40)] for _ in kinds]
    outs = made.get_output_data_types(kinds, [2] * len(kinds))
    extents = made.get_output_shapes(shapes, [], Expressions())
    both = [described(trt, kind) for kind in (*kinds, *outs)]
    made.get_supported_format_combinations(both, len(kinds))
    made.set_tactic(0)
    launch, numbers = types.SimpleNamespace(), Numbers()
    made.get_launch_params(shapes, both, len(kinds), launch, numbers, Expressions())
    name, code = made.get_kernel(
        *([each.desc for each in part] for part in (both[: len(kinds)], both[len(kinds) :]))
    )
    assert name == plugin.entry
    assert f".visible .entry {name}(".encode() in code
    words = ", ".join(str([each.value for each in shape]) for shape in extents)
    grid = f"{launch.grid_x.expr.value} x {launch.block_x.expr.value}"
    return f"{plugin.name}: out {words}; {grid} threads; {[n.expr.value for n in numbers.each]}"


class Numbers:
    """The core's setter of a kernel's whole numbers."""

    def __init__(self) -> None:
        self.each: list[Any] = []
        self.nbSymExprs = 0

    def __setitem__(self, place: int, value: Any) -> None:
        assert place == len(self.each) < self.nbSymExprs
        self.each.append(value)


def main(wheel: Path) -> int:
    """Compare and run; returns 0 if all holds."""
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as packed:
            names = [name for name in packed.namelist() if "/plugin/" in name]
            packed.extractall(folder, names)
        source = Path(folder) / Path(names[0]).parent
        found = record_of(source)
        kept = {name: RECORD[name] for name in found}
        kept["attribute types"] = sorted(kept["attribute types"])
        assert found == kept, found
        (Path(folder) / "tensorrt").mkdir()
        source.rename(Path(folder) / "tensorrt" / "plugin")
        trt = core()
        trt.__path__ = [str(Path(folder) / "tensorrt")]
        sys.modules["tensorrt"] = trt
        trtp = importlib.import_module("tensorrt.plugin")
        compiler, codes = Nvrtc(), Path(folder) / "ptx"

        def code(each: Source) -> bytes:
            return ptx(each, ARCHITECTURE, codes, compiler)

        assert trt_plugins.register(trt, trtp, code) == len(trt_plugins.PLUGINS)
        assert trt_plugins.register(trt, trtp, code) == 0
        for plugin in trt_plugins.PLUGINS:
            sys.stdout.write(f"{through(trt, plugin)}\n")
    sys.stdout.write(f"{wheel.name}: the record holds, {len(trt_plugins.PLUGINS)} plugins taken\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
