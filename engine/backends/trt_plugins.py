"""Our kernels as TensorRT plugins: quickly deployable, implemented ahead of time.

TensorRT asks such a plugin what it gives back (``register``) and how its kernel is started
(``aot_impl``), and puts the kernel's PTX into the engine: no Python runs with the engine.
The rules are those of ``tensorrt.plugin`` in the bindings of 11.4 (``plugin/_lib.py``,
``_validate.py``, ``_plugin_class.py``): inputs first, then attributes; one kernel a plugin,
started with its inputs, its whole numbers of 32 bits, its outputs. The kernels of
``kernels/cuda`` take their arguments in that order, so the code is the same as everywhere.

TensorRT has no doubles. Where a kernel reads or writes doubles the tensor is INT64 of the
same bits, which TensorRT only carries. Not verified on a GPU.
"""

from __future__ import annotations

import hashlib
import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.models.trt_operators import OWN_DOMAIN
from kernels.card import MOST_BLOCKS
from kernels.compiled import SOURCES, THREADS, Source

NAMESPACE = OWN_DOMAIN
"""Plugins are ``espressivo::`` and the kernel's entry."""

VERSION = "1"
"""What ``tensorrt.plugin`` calls every plugin's version."""

Shape = Sequence[Any]
"""A tensor's extents: numbers, or TensorRT's symbols for them."""

Sizes = Callable[[Sequence[Shape], Mapping[str, int]], Shape]
"""From the shapes of the inputs and the attributes to extents or numbers."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """One kernel as a plugin.

    ``numbers`` are the kernel's whole numbers; ``work`` how many threads have something to
    do; ``outputs`` name each output's TensorRT type and give its shape.
    """

    entry: str
    inputs: tuple[str, ...]
    numbers: Sizes
    outputs: tuple[tuple[str, Sizes], ...]
    work: Sizes
    attributes: tuple[str, ...] = ()
    types: Mapping[str, str] = field(default_factory=dict)
    """Types of inputs that are not FLOAT."""

    @property
    def name(self) -> str:
        """The plugin's id."""
        return f"{NAMESPACE}::{self.entry}"


def _extent(place: int, axis: int = -1) -> Sizes:
    """One extent of an input, as a shape of one."""
    return lambda shapes, given: (shapes[place][axis],)


def _same(shapes: Sequence[Shape], given: Mapping[str, int]) -> Shape:
    return tuple(shapes[0])


def _plane(shapes: Sequence[Shape], given: Mapping[str, int]) -> Shape:
    """Channels and positions of ``[..., C, n]``."""
    return shapes[0][-2], shapes[0][-1]


def _all_of_plane(shapes: Sequence[Shape], given: Mapping[str, int]) -> Shape:
    return (shapes[0][-2] * shapes[0][-1],)


_CURVE, _DOUBLES = _extent(0), "INT64"

PLUGINS = (
    Plugin(
        "contour_frame",
        ("f0", "sounding"),
        _CURVE,
        ((_DOUBLES, lambda shapes, given: (5,)), ("INT32", _same)),
        _CURVE,
        types={"sounding": "BOOL"},
    ),
    Plugin(
        "bend_f0",
        ("f0", "strength", "line", "left", "asked"),
        lambda shapes, given: (shapes[0][-1], given["seed"]),
        (("FLOAT", _same),),
        _CURVE,
        ("seed",),
        {"strength": _DOUBLES, "line": _DOUBLES, "left": "INT32", "asked": _DOUBLES},
    ),
    Plugin("energy_frame", ("energy",), _CURVE, ((_DOUBLES, lambda s, g: (2,)),), _CURVE),
    Plugin(
        "bend_energy",
        ("energy", "strength", "line", "asked"),
        _CURVE,
        (("FLOAT", _same),),
        _CURVE,
        types={"strength": _DOUBLES, "line": _DOUBLES, "asked": _DOUBLES},
    ),
    Plugin(
        "regulate",  # frames after the last one repeat the last token
        ("features", "ends"),
        lambda shapes, given: (*_plane(shapes, given), given["frames"]),
        (("FLOAT", lambda s, given: (*s[0][:-1], given["frames"])),),
        lambda shapes, given: (shapes[0][-2] * given["frames"],),
        ("frames",),
        {"ends": "INT32"},
    ),
    Plugin(
        "channel_moments",
        ("x",),
        _plane,
        (("FLOAT", lambda shapes, given: (shapes[0][-2] * 2,)),),
        lambda shapes, given: (shapes[0][-2] * THREADS,),
    ),
    Plugin(
        "snake_norm",
        ("x", "moments", "gamma", "beta", "alpha"),
        _plane,
        (("FLOAT", _same),),
        _all_of_plane,
    ),
    Plugin(
        "shape",
        ("audio", "gain_db", "tilt_db", "bank"),
        lambda shapes, given: (shapes[0][-1], shapes[1][-1], given["hop"], shapes[3][-1]),
        (("FLOAT", _same),),
        _CURVE,
        ("hop",),
        {"bank": _DOUBLES},
    ),
    Plugin(
        "limit_need",
        ("audio", "asked"),
        _CURVE,
        ((_DOUBLES, _same),),
        _CURVE,
        types={"asked": _DOUBLES},
    ),
    Plugin(
        "limit_hold",
        ("need",),
        lambda shapes, given: (shapes[0][-1], given["half"]),
        ((_DOUBLES, _same),),
        _CURVE,
        ("half",),
        {"need": _DOUBLES},
    ),
    Plugin(
        "limit_apply",
        ("audio", "need", "held", "window", "asked"),
        lambda shapes, given: (shapes[0][-1], given["half"]),
        (("FLOAT", _same),),
        _CURVE,
        ("half",),
        dict.fromkeys(("need", "held", "window", "asked"), _DOUBLES),
    ),
)


def version(codes: Mapping[str, bytes]) -> str:
    """Return a name of all that an engine has of our kernels: a hash of their code."""
    parts = b"\0".join(each.encode() + b"\0" + codes[each] for each in sorted(codes))
    return hashlib.sha256(VERSION.encode() + parts).hexdigest()[:16]


def register(trt: Any, trtp: Any, code: Callable[[Source], bytes]) -> int:
    """Register every plugin that is not registered yet, for as long as the process lives.

    Args:
        trt: the module ``tensorrt``.
        trtp: the module ``tensorrt.plugin``.
        code: gives a source's PTX for the card engines are built on.

    Returns:
        How many were registered now.
    """
    there = getattr(trtp.op, NAMESPACE, None)
    new = [each for each in PLUGINS if there is None or not hasattr(there, each.entry)]
    for plugin in new:
        source = next(each for each in SOURCES if plugin.entry in each.entries)
        trtp.register(plugin.name)(_described(trt, trtp, plugin))
        trtp.aot_impl(plugin.name)(_implemented(trtp, plugin, code(source)))
    return len(new)


def _described(trt: Any, trtp: Any, plugin: Plugin) -> Callable[..., Any]:
    """What says which outputs a plugin has; TensorRT reads its signature."""

    def describe(*inputs: Any, **given: int) -> Any:
        shapes = [tuple(each.shape_expr) for each in inputs]
        made = tuple(
            trtp.from_shape_expr(tuple(shape(shapes, given)), getattr(trt.DataType, kind))
            for kind, shape in plugin.outputs
        )
        return made if len(made) > 1 else made[0]

    several = types.GenericAlias(tuple, (trtp.TensorDesc,) * len(plugin.outputs))
    result = trtp.TensorDesc if len(plugin.outputs) == 1 else several
    _sign(describe, _parameters(trtp, plugin), result)
    return describe


def _implemented(trtp: Any, plugin: Plugin, ptx: bytes) -> Callable[..., Any]:
    """What says how a plugin's kernel is started."""

    def implement(*everything: Any) -> Any:
        inputs = everything[: len(plugin.inputs)]
        shapes = [tuple(each.shape_expr) for each in inputs]
        values = everything[len(inputs) : len(inputs) + len(plugin.attributes)]
        given = dict(zip(plugin.attributes, values, strict=True))
        numbers = plugin.numbers(shapes, given)
        extra = trtp.SymIntExprs(len(numbers))
        for place, number in enumerate(numbers):
            extra[place] = trtp.SymInt32(number)
        launch = trtp.KernelLaunchParams()
        (work,) = plugin.work(shapes, given)
        launch.grid_x = trtp.min(trtp.cdiv(work, THREADS), MOST_BLOCKS)
        launch.block_x = THREADS
        return plugin.entry, ptx, launch, extra

    named = (("outputs", tuple[trtp.TensorDesc]), ("tactic", int))
    words = str | bytes
    result = tuple[words, words, trtp.KernelLaunchParams, trtp.SymIntExprs]
    _sign(implement, (*_parameters(trtp, plugin), *named), result)
    return implement


def _parameters(trtp: Any, plugin: Plugin) -> tuple[tuple[str, Any], ...]:
    tensors = tuple((name, trtp.TensorDesc) for name in plugin.inputs)
    return (*tensors, *((name, int) for name in plugin.attributes))


def _sign(function: Callable[..., Any], parameters: Sequence[tuple[str, Any]], result: Any) -> None:
    """Give a function the signature TensorRT is to read: names and kinds of its arguments."""
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    each = [inspect.Parameter(name, kind, annotation=what) for name, what in parameters]
    vars(function)["__signature__"] = inspect.Signature(each, return_annotation=result)
