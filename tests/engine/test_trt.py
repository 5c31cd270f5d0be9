"""The TensorRT row: background builds, cancelling, no memory, a lost card.

TensorRT and its card are stand-ins (``standin_tensorrt.py``, ``standin_driver.cpp``): this
shows our side of their documented interfaces and nothing of theirs.
"""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from engine.backends.facts import pin, stand_in, stop_building
from engine.backends.fake import FakeBackend
from engine.backends.protocol import Stage
from engine.backends.trt import TrtBackend
from engine.backends.trt_buckets import BUCKETS, bucket_for, length_of, profiles, shapes
from engine.backends.trt_build import WORKSPACE_BYTES, build
from engine.backends.trt_open import open_trt, plug_in
from engine.backends.trt_plugins import PLUGINS
from engine.backends.trt_shelf import EngineShelf
from engine.cache.access import access_of
from engine.cache.eviction import Limits
from engine.cache.opened import MOST_OPEN
from engine.cache.table import EmotionTable
from engine.cancel import CancelToken
from engine.errors import BackendFailed, BackendUnavailable, Cancelled
from engine.pinning import pinned
from engine.record_file import record_bytes
from engine.store import TakeStore
from kernels.driver import Driver
from tests.cache.entries import HEAD, entry_of, key_number
from tests.engine import standin_plugins
from tests.engine.standin_tensorrt import RECORD, World, tensorrt
from tests.engine.trt_row import PATIENCE_S, Row, graph, inputs
from tests.kernels.standin import StandIn


def test_the_next_row_serves_while_an_engine_is_built_and_then_the_engine(here: Row) -> None:
    gate = threading.Event()
    here.world.on_step = lambda step: None if step else gate.wait(PATIENCE_S) and None
    first = here.run(40)
    assert here.next.runs == [Stage.DURATION]
    assert first["durations"].shape == (1, 40)
    assert here.row.stood_in == 1
    (stage,) = here.row.facts().stages
    assert (stage.provider, stage.hit, stage.bucket) == ("fake", False, 64)
    while "building" not in here.state:
        time.sleep(0.005)
    gate.set()
    made = here.settled(40)
    wanted = inputs(40)["bert"]
    assert (made["durations"] == 2 * wanted[:, :, 0]).all()
    assert (made["features"] == wanted + 2).all()
    (truth,) = here.row.truth()
    assert (truth.stage, truth.bucket, truth.state, truth.runs) == ("duration", 64, "ready", 1)
    assert truth.age_s is not None
    told = here.row.facts()
    (stage,) = told.stages
    assert (stage.stage, stage.provider, stage.nodes) == ("duration", "TensorRT", 5)
    assert (stage.bucket, stage.hit, stage.state) == (64, True, "ready")
    assert (told.driver, told.memory_used, told.memory_total) == ("13.0", 1 << 30, 8 << 30)
    assert here.settled(64)["durations"].shape == (1, 64)
    assert here.settled(3)["durations"].shape == (1, 3)
    assert here.world.builds == 1
    info = here.row.describe()
    assert (info.name, info.runtime, info.device) == (
        "trt",
        "TensorRT 11.4.0.106",
        "Stand-in 9000",
    )


def test_what_is_asked_of_tensorrt(here: Row) -> None:
    here.settled(10)
    assert here.world.asked == [
        "network",
        f"WORKSPACE {WORKSPACE_BYTES}",
        "no TF32",
        "times b''",
        "build",
    ]
    here.settled(100)
    assert "times b'+'" in here.world.asked  # what was measured is used again


def test_a_build_that_fails_is_said_and_not_tried_again(here: Row) -> None:
    here.world.fail_build = "no tactic fits into 2 GiB"
    here.run(10)
    while not here.state.startswith("failed"):
        time.sleep(0.005)
    assert here.state == "failed: no tactic fits into 2 GiB"
    here.run(10)
    assert here.row.wait(PATIENCE_S)
    assert here.world.builds == 1
    assert here.row.served == 2


def test_an_engine_is_built_without_plugins_if_tensorrt_does_not_take_them(
    standin: StandIn, tmp_path: Path
) -> None:
    made = Row(standin, tmp_path)
    asked: list[bool] = []

    def either(stage: Stage, plugins: bool) -> bytes:
        asked.append(plugins)
        return b"\xff\xff" if plugins else graph(stage)

    driver = Driver(standin.path)
    driver.open()
    shelf = EngineShelf(tmp_path / "other")
    row = TrtBackend(
        tensorrt(made.world), driver, either, "model-1", "float16", shelf, FakeBackend(), "v1"
    )
    row.run(Stage.DURATION, inputs(10), CancelToken())
    assert row.wait(PATIENCE_S)
    row.run(Stage.DURATION, inputs(10), CancelToken())
    assert asked == [True, False]
    (truth,) = row.truth()
    assert (truth.state, truth.runs) == ("ready", 1)
    assert truth.remark == "without plugins: the graph cannot be read: no ONNX"
    assert row.key(Stage.DURATION, 64).digest != made.row.key(Stage.DURATION, 64).digest
    row.close()
    made.row.close()


def test_plugins_are_registered_with_code_for_the_card(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trt: Any = tensorrt(World())
    plugins = standin_plugins.module(trt)
    monkeypatch.setitem(sys.modules, "standin_for_plugins", plugins)
    first, without = plug_in(trt, "standin_for_plugins", tmp_path, (8, 6))
    assert (len(first), without) == (16, ())
    assert len(plugins.registry) == len(PLUGINS)
    assert {path.suffix for path in tmp_path.iterdir()} == {".ptx"}
    assert plug_in(trt, "standin_for_plugins", tmp_path, (8, 6)) == (first, ())
    none, (why,) = plug_in(trt, "standin_for_plugins", tmp_path, (6, 1))
    assert (none, why) == ("", "without plugins: the card is too old")
    none, (why,) = plug_in(trt, "no_such_module", tmp_path, (8, 6))
    assert (none, why) == ("", "without plugins: No module named 'no_such_module'")


def test_closing_stops_a_build_at_its_next_step(standin: StandIn, tmp_path: Path) -> None:
    row = Row(standin, tmp_path)
    begun = threading.Event()
    steps = []

    def step(number: int) -> None:
        steps.append(number)
        begun.set()
        time.sleep(0.01)

    row.world.steps, row.world.on_step = 10_000, step
    row.run(10)
    row.run(100)  # waits its turn, and is dropped
    assert begun.wait(PATIENCE_S)
    row.row.close()
    assert len(steps) < 5_000
    assert row.world.builds == 1
    assert not list((tmp_path / "engines").glob("*.engine"))


@pytest.mark.parametrize("where", ["context", "buffers"])
def test_a_full_card_is_passed_over(here: Row, standin: StandIn, where: str) -> None:
    here.world.full_context = where == "context"
    here.run(10)
    assert here.row.wait(PATIENCE_S)
    if where == "buffers":
        standin.fail("cuMemAlloc_v2", 2)
    made = here.run(10)
    assert made["durations"].shape == (1, 10)
    assert here.state == "no memory"
    assert here.row.served == 2
    here.run(10)
    assert here.row.served == 3
    standin.reset()


def test_the_emotions_are_pinned_in_their_map_until_the_row_is_closed(
    standin: StandIn, tmp_path: Path
) -> None:
    row = Row(standin, tmp_path)
    table = EmotionTable(tmp_path / "emotion", HEAD)
    with contextlib.closing(table):
        assert pin(row.row, "emotions", table.matrix()) == ()  # nothing is there yet
        assert standin.held()[1] == 0
        table.put(key_number(1), entry_of(key_number(1)))
        assert pin(row.row, "emotions", table.matrix()) == ()
        assert standin.held()[1] == 1
        standin.fail("cuMemHostRegister_v2", 801)
        (copied,) = pin(row.row, "emotions", table.matrix())
        assert copied.code == "map-copied"
        assert "CUDA_ERROR_NOT_SUPPORTED" in copied.detail
        standin.fail("cuMemAlloc_v2", 2)
        (left,) = pin(row.row, "emotions", table.matrix())
        assert left.code == "map-not-read"
        row.row.close()
        assert standin.held() == (0, 0, 0)
    standin.reset()
    assert pin(FakeBackend(), "emotions", np.ones(1)) == ()


def test_plans_are_pinned_while_they_are_kept_mapped(
    here: Row, standin: StandIn, tmp_path: Path
) -> None:
    table = EmotionTable(tmp_path / "emotion", HEAD)
    limits = Limits(access=access_of("keep"))
    store = TakeStore(tmp_path / "takes", limits)
    shelf, keys = store.plans.shelf, [f"{number:032x}" for number in range(MOST_OPEN + 2)]
    for key in keys:
        shelf.write(key, record_bytes({}, {"f0": np.arange(9, dtype=np.float32)}))
    assert pinned(here.row, table, store) == ()
    _, arrays = shelf.read(keys[0])[:2]
    for key in keys[:2] * 2:  # read again it is pinned already
        shelf.read(key)
    assert standin.held()[1] == 2
    for key in keys:
        shelf.read(key)
    assert standin.held()[1] == MOST_OPEN  # the first have left, and were released
    shelf.forget(keys[-1])
    assert standin.held()[1] == MOST_OPEN - 1
    standin.fail("cuMemHostRegister_v2", 801)
    for key in keys[:2]:  # copied instead, which is told once
        shelf.read(key)
    assert [(r.code, r.detail.split(":")[0]) for r in store.told()] == [("map-copied", "plans")]
    standin.reset()
    store.close()
    assert standin.held()[1] == 0
    assert arrays["f0"].tolist() == list(range(9))  # who has it keeps it


def test_a_lost_card_fails_one_run_and_the_next_row_goes_on(
    standin: StandIn, tmp_path: Path
) -> None:
    row = Row(standin, tmp_path)
    row.settled(10)
    standin.fail("cuStreamSynchronize", 719)
    with pytest.raises(BackendFailed) as caught:
        row.run(10)
    assert caught.value.code == "backend-failed"
    assert "CUDA_ERROR_LAUNCH_FAILED" in caught.value.detail
    assert caught.value.hint == "cpu"
    stood_in = row.row.stood_in
    assert row.run(10)["durations"].shape == (1, 10)
    assert row.row.describe() == row.next.describe()  # so it is keyed as what it is
    assert row.row.stood_in == stood_in
    assert row.state.startswith("failed: duration: ")
    standin.reset()
    row.driver.end_stream(row.row._stream)
    row.row.close()


def test_a_cancelled_run_is_not_started(here: Row) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        here.row.run(Stage.DURATION, inputs(5), token)
    assert here.row.truth() == ()


def test_a_cancel_during_a_run_drops_its_result_and_nothing_else(
    here: Row, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.settled(10)
    token, wait = CancelToken(), here.driver.wait

    def cancel_and_wait(stream: int = 0) -> None:
        token.cancel()
        wait(stream)

    with monkeypatch.context() as patched:
        patched.setattr(here.driver, "wait", cancel_and_wait)
        with pytest.raises(Cancelled):
            here.row.run(Stage.DURATION, inputs(10), token)
    assert here.settled(10)["durations"].shape == (1, 10)
    assert here.world.builds == 1


def test_a_cancel_while_the_next_row_serves_leaves_the_build_alone(here: Row) -> None:
    gate, token = threading.Event(), CancelToken()
    here.world.on_step = lambda step: gate.wait(PATIENCE_S) and None
    serve = here.next.run

    def cancelled(*arguments: Any) -> Any:
        token.cancel()
        return serve(*arguments)

    here.next.run = cancelled  # type: ignore[method-assign]
    with pytest.raises(Cancelled):
        here.row.run(Stage.DURATION, inputs(10), token)
    here.next.run = serve  # type: ignore[method-assign]
    gate.set()
    here.settled(10)
    assert here.world.builds == 1


def test_what_is_longer_than_every_engine_is_left_to_the_next_row(here: Row) -> None:
    assert here.run(600)["durations"].shape == (1, 600)
    assert here.row.truth() == ()


def test_times_of_another_machine_are_not_used() -> None:
    world = World()
    shape = profiles(Stage.DURATION, 64)
    module, token = tensorrt(world), CancelToken()
    seen: list[float] = []
    made = build(module, graph(Stage.DURATION), shape, b"elsewhere", seen.append, token)
    assert [each for each in world.asked if "times" in each] == ["times b'elsewhere'", "times b''"]
    assert made.times == b"+"
    assert seen[:4] == [0.25, 0.5, 0.75, 1.0]
    with pytest.raises(BackendFailed, match="the graph cannot be read: no ONNX"):
        build(module, b"\xff\xff", shape, b"", seen.append, token)


def test_every_length_falls_into_the_profile_of_its_bucket() -> None:
    for stage, sizes in BUCKETS.items():
        for length in range(1, max(sizes) + 3):
            bucket = bucket_for(stage, length)
            if bucket is None:
                assert length > max(sizes) or length < 8
                continue
            asked = shapes(stage, length)
            arrays = {name: np.empty(shape) for name, shape in asked.items()}
            assert length_of(stage, arrays) == length
            for name, profile in profiles(stage, bucket).items():
                ends = zip(profile.least, asked[name], profile.most, strict=True)
                assert all(low <= n <= high for low, n, high in ends)


def test_the_record_of_the_interface_names_its_source() -> None:
    assert "11.4.0.106" in RECORD["source"]
    with pytest.raises(TypeError, match="is not"):
        tensorrt(World()).OnnxParser("network")


def test_without_tensorrt_the_row_says_how_to_get_it() -> None:
    serve = FakeBackend()
    with pytest.raises(BackendUnavailable) as caught:
        open_trt({}, "model-1", Path("engines"), serve, module="tensorrt_that_is_not_here")
    assert "tensorrt_that_is_not_here" in caught.value.detail
    assert caught.value.hint == "pip install 'tensorrt-cu13>=11,<12'"


def test_a_build_is_stopped_and_the_next_row_does_everything(here: Row) -> None:
    begun, steps = here.unhurried()
    here.run(10)
    here.run(100)  # waits its turn, and is dropped
    assert begun.wait(PATIENCE_S)
    assert here.row.facts().building
    stop_building(here.row)
    assert here.row.wait(PATIENCE_S)
    assert len(steps) < 5_000
    assert not here.row.facts().building
    assert {truth.state for truth in here.row.truth()} == {"stopped"}
    stood_in = here.row.stood_in
    for length in (10, 200):
        assert here.run(length)["durations"].shape == (1, length)
    assert here.row.wait(PATIENCE_S)
    assert here.world.builds == 1
    assert here.row.stood_in == stood_in  # its sounds are its own from now on, by key too
    assert here.row.describe() == here.next.describe()


def test_stopping_a_build_leaves_the_engines_that_are_there(here: Row) -> None:
    here.settled(10)
    begun, _ = here.unhurried()
    here.run(100)
    assert begun.wait(PATIENCE_S)
    stop_building(here.row)
    assert here.row.wait(PATIENCE_S)
    served, stood_in = here.row.served, here.row.stood_in
    here.run(10)
    here.run(100)
    assert (here.row.served, here.row.stood_in) == (served + 1, stood_in + 1)
    assert here.row.describe().name == "trt"
    assert stand_in(here.row) == here.next.describe()
    stop_building(here.next)  # there is nothing to stop
    assert stand_in(here.next) is None
