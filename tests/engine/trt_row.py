"""A TensorRT row on stand-ins, and a small graph of the stage it runs."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper

from engine.backends.fake import FakeBackend
from engine.backends.protocol import Stage
from engine.backends.trt import TrtBackend
from engine.backends.trt_shelf import EngineShelf
from engine.cancel import CancelToken
from kernels.driver import Driver
from tests.engine.standin_tensorrt import World, tensorrt
from tests.kernels.standin import StandIn

PATIENCE_S = 60.0


def graph(stage: Stage, plugins: bool = False) -> bytes:
    """durations = twice the first 4 of bert, features = 3: small, but of the stage's shape."""
    assert stage is Stage.DURATION
    ends = [("from", [0]), ("to", [1]), ("axis", [2])]
    held = [helper.make_tensor(name, TensorProto.INT64, [1], value) for name, value in ends]
    held.append(helper.make_tensor("two", TensorProto.FLOAT, [1], [2.0]))
    nodes = [
        helper.make_node("Slice", ["bert", "from", "to", "axis"], ["column"]),
        helper.make_node("Squeeze", ["column", "axis"], ["row"]),
        helper.make_node("Mul", ["row", "two"], ["durations"]),
        helper.make_node("Add", ["bert", "two"], ["features"]),
        helper.make_node("Identity", ["prosody_style"], ["unread"]),
    ]
    ins = {"bert": [1, "T", 512], "prosody_style": [1, 128]}
    outs = {"durations": [1, "T"], "features": [1, "T", 512], "unread": [1, 128]}
    values = [
        [helper.make_tensor_value_info(n, TensorProto.FLOAT, s) for n, s in each.items()]
        for each in (ins, outs)
    ]
    made = helper.make_model(
        helper.make_graph(nodes, "duration", *values, held),
        opset_imports=[helper.make_opsetid("", 20)],
        ir_version=9,
    )
    onnx.checker.check_model(made)
    return bytes(made.SerializeToString())


def inputs(length: int) -> dict[str, Any]:
    bert = np.random.default_rng(length).normal(size=(1, length, 512)).astype(np.float32)
    return {"bert": bert, "prosody_style": np.zeros((1, 128), np.float32)}


class Row:
    """A row with its surroundings."""

    def __init__(self, standin: StandIn, folder: Path, world: World | None = None) -> None:
        self.world = world or World()
        self.driver = Driver(standin.path)
        self.driver.open()
        self.next = FakeBackend()
        self.shelf = EngineShelf(folder / "engines")
        self.row = TrtBackend(
            tensorrt(self.world), self.driver, graph, "model-1", "float16", self.shelf, self.next
        )

    def run(self, length: int) -> dict[str, Any]:
        return self.row.run(Stage.DURATION, inputs(length), CancelToken())

    def settled(self, length: int) -> dict[str, Any]:
        """Run until an engine did it."""
        end = time.monotonic() + PATIENCE_S
        before = self.row.served
        while time.monotonic() < end:
            made = self.run(length)
            if self.row.served == before:
                return made
            before = self.row.served
            time.sleep(0.01)
        raise AssertionError(self.row.truth())

    def unhurried(self) -> tuple[threading.Event, list[int]]:
        """Make builds take minutes; returns what tells that one has begun, and its steps."""
        begun, steps = threading.Event(), list[int]()

        def step(number: int) -> None:
            steps.append(number)
            begun.set()
            time.sleep(0.01)

        self.world.steps, self.world.on_step = 10_000, step
        return begun, steps

    @property
    def state(self) -> str:
        (truth,) = self.row.truth()
        return truth.state
