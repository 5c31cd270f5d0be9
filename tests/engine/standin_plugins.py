"""A stand-in for the module ``tensorrt.plugin``, at the interface its own source states.

``data/tensorrt_plugin.json`` was read from ``plugin/*.py`` of the bindings: arguments of
functions and methods, the fields of a launch, the order an implementation's arguments must
have. What does not keep to it is refused here as it is there. Symbols are plain numbers
behind the operations TensorRT's symbols have. A registered plugin can be run: its kernel's
host build gets what TensorRT would give the kernel, in that order.

``tests/engine/read_bindings.py`` compares the record with a wheel of the bindings, and puts
our plugins through the real ``plugin/*.py``.
"""

from __future__ import annotations

import inspect
import json
import types
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from tests.kernels.on_host import Host

RECORD = json.loads(
    (Path(__file__).parent / "data" / "tensorrt_plugin.json").read_text(encoding="utf-8")
)
DTYPES = {"FLOAT": np.float32, "INT32": np.int32, "INT64": np.int64, "BOOL": np.bool_}


class Symbol:
    """A number nobody may read: only added, multiplied and so on, as TensorRT's are."""

    def __init__(self, value: Any) -> None:
        self.value: int = value.value if isinstance(value, Symbol) else int(value)

    def __add__(self, other: Any) -> Symbol:
        return type(self)(self.value + Symbol(other).value)

    def __sub__(self, other: Any) -> Symbol:
        return type(self)(self.value - Symbol(other).value)

    def __mul__(self, other: Any) -> Symbol:
        return type(self)(self.value * Symbol(other).value)

    def __floordiv__(self, other: Any) -> Symbol:
        return type(self)(self.value // Symbol(other).value)


class SymInt32(Symbol):
    pass


class ShapeExpr(SymInt32):
    pass


class SymIntExprs:
    def __init__(self, length: int) -> None:
        self._each: list[Any] = [None] * length

    def __setitem__(self, place: int, value: Any) -> None:
        if not isinstance(value, SymInt32):
            raise TypeError(f"a number for a kernel is SymInt32, not {value!r}")
        self._each[place] = value

    def values(self) -> list[np.int32]:
        return [np.int32(each.value) for each in self._each]


class KernelLaunchParams:
    def __init__(self) -> None:
        for name in RECORD["launch"]:
            setattr(self, name, 0 if name == "shared_mem" else 1)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in RECORD["launch"]:
            raise AttributeError(f"KernelLaunchParams object has no attribute {name!r}")
        self.__dict__[name] = SymInt32(value)


class TensorDesc:
    def __init__(self, shape: tuple[Any, ...], dtype: Any) -> None:
        self.shape_expr = tuple(
            each if isinstance(each, Symbol) else ShapeExpr(each) for each in shape
        )
        self.dtype = dtype


def module(trt: Any) -> types.ModuleType:
    """Return the module, with an empty registry."""
    made: Any = types.ModuleType("tensorrt.plugin")
    made.op = types.SimpleNamespace()
    made.registry = {}
    made.trt = trt
    for kind in (TensorDesc, KernelLaunchParams, SymIntExprs, SymInt32, ShapeExpr):
        setattr(made, kind.__name__, kind)
    for function in (_register, _aot_impl, _cdiv, _min, _from_shape_expr):
        name = function.__name__[1:]
        bound = function(made) if function in (_register, _aot_impl) else function
        assert list(inspect.signature(bound).parameters) == RECORD["functions"][name]
        setattr(made, name, bound)
    return typing.cast("types.ModuleType", made)


def _cdiv(first: Any, second: Any) -> Symbol:
    if isinstance(first, int) and isinstance(second, int):
        raise ValueError("Both arguments cannot be numbers")  # noqa: TRY004 - as there
    return ShapeExpr(-(-Symbol(first).value // Symbol(second).value))


def _min(first: Any, second: Any) -> Symbol:
    if isinstance(first, int) and isinstance(second, int):
        raise ValueError("Both arguments cannot be numbers")  # noqa: TRY004 - as there
    return ShapeExpr(min(Symbol(first).value, Symbol(second).value))


def _from_shape_expr(shape_expr: Any, dtype: Any) -> TensorDesc:
    return TensorDesc(shape_expr, dtype)


def _register(made: Any) -> Callable[..., Any]:
    def register(plugin_id: str, lazy_register: bool = False) -> Callable[..., Any]:
        space, name = plugin_id.split("::")

        def decorator(function: Any) -> Any:
            there = made.op.__dict__.setdefault(space, types.SimpleNamespace())
            if hasattr(there, name):
                raise ValueError(f"there already is a definition for {name!r}")
            signature = inspect.signature(function)
            tensors, attributes = [], []
            for each in signature.parameters.values():
                assert each.default is inspect.Parameter.empty
                if each.annotation is TensorDesc:
                    assert not attributes, "tensors and attributes cannot be interspersed"
                    tensors.append(each.name)
                else:
                    assert each.annotation.__name__ in RECORD["attribute types"]
                    assert each.name not in RECORD["disallowed attributes"]
                    attributes.append(each.name)
            result = signature.return_annotation
            kinds = typing.get_args(result) if typing.get_origin(result) is tuple else (result,)
            assert set(kinds) == {TensorDesc}
            made.registry[plugin_id] = (function, tensors, attributes, len(kinds), None)
            setattr(there, name, plugin_id)
            return function

        return decorator

    return register


def _aot_impl(made: Any) -> Callable[..., Any]:
    def aot_impl(plugin_id: str) -> Callable[..., Any]:
        def decorator(function: Any) -> Any:
            if plugin_id not in made.registry:
                raise ValueError(f"Plugin {plugin_id} is not registered")
            described, tensors, attributes, outputs, _ = made.registry[plugin_id]
            signature = inspect.signature(function)
            wanted = [*tensors, *attributes, *RECORD["after the attributes"]]
            if list(signature.parameters) != wanted:
                raise ValueError(f"{list(signature.parameters)} is not {wanted}")
            kinds = [
                typing.get_args(each) or each
                for each in typing.get_args(signature.return_annotation)
            ]
            assert kinds == [(str, bytes), (str, bytes), KernelLaunchParams, SymIntExprs]
            made.registry[plugin_id] = (described, tensors, attributes, outputs, function)
            return function

        return decorator

    return aot_impl


def run(made: Any, host: Host, plugin_id: str, arrays: list[Any], **given: int) -> list[Any]:
    """Do what TensorRT does with a plugin: ask for outputs and launch, start the kernel.

    Doubles come and go as the INT64 that TensorRT would carry.
    """
    described, tensors, attributes, count, implemented = made.registry[plugin_id]
    assert (len(arrays), list(given)) == (len(tensors), attributes)
    kinds = {dtype: name for name, dtype in DTYPES.items()}
    inputs = [TensorDesc(each.shape, made.trt.DataType[kinds[each.dtype.type]]) for each in arrays]
    asked = described(*inputs, **given)
    outputs = asked if isinstance(asked, tuple) else (asked,)
    assert len(outputs) == count
    name, ptx, launch, extra = implemented(*inputs, *given.values(), outputs, 0)
    assert f".entry {name}(".encode() in ptx
    assert launch.block_x.value == 256
    assert launch.grid_x.value >= 1
    made_now = [
        np.full([each.value for each in out.shape_expr], -77, DTYPES[out.dtype.name])
        for out in outputs
    ]
    host.launch(name, launch.grid_x.value * 256, *arrays, *extra.values(), *made_now)
    return made_now
