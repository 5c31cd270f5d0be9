"""The decoder's part of ``gpu_check.py``: what travels, and what is done with it on a card.

The published model's waveform stage travels as it was published (8 bit, about 55 MB), with
what one decode unit of a real line gives it and the sound the CPU makes of that.
"""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

STAGE, UNIT = "waveform-int8.onnx", "unit.npz"
REPEATS = 15
LIMIT_DB = 2.0
"""Largest log-spectral distance to the CPU's sound: as far as the CPU's own lies from itself
when F0 moves by 0.01 %."""


def pack(folder: Path, data: Path) -> int:
    """Write the stage and the unit; returns the bytes written.

    Raises:
        MissingModel: the voice is not prepared in ``data``, or its source is gone.
    """
    import onnx

    from engine.build import build_engine
    from engine.models.manifest import load_manifest
    from engine.models.resolver import Search, Sources, find_model
    from engine.models.stages import STAGES, cut, open_joints
    from engine.values import RenderRequest

    search = Search(Sources(fetch=False), load_manifest(), {}, folder)
    whole = onnx.load_model_from_string(find_model(search).read())
    open_joints(whole)
    part = cut(whole, next(stage for stage in STAGES if stage.name == "waveform"))
    (folder / STAGE).write_bytes(part.SerializeToString())
    with build_engine(data, "cpu") as engine:
        inner, seen = engine.backend.run, []

        def run(stage: Any, inputs: Any, token: Any) -> Any:
            out = inner(stage, inputs, token)
            if stage.value == "waveform":
                seen.append({**inputs, **out})
            return out

        engine.backend.run = run
        renderer = engine.renderer.with_store(None)
        renderer.render(RenderRequest("I kept your letters all these years."))
    np.savez_compressed(folder / UNIT, **max(seen, key=lambda each: each["audio"].size))
    return (folder / STAGE).stat().st_size + (folder / UNIT).stat().st_size


def check(folder: Path, target: Any = None) -> dict[str, Any]:
    """Run the stage on a card by ONNX Runtime: difference, latency, cancel.

    Args:
        folder: what ``pack`` wrote.
        target: where instead of the card.
    """
    if not (folder / STAGE).exists():
        return {"left_out": "no decoder was packed (pack with --data)"}
    try:
        import onnx

        from engine.backends.onnx_cuda import CARD, open_session
        from engine.backends.placement import fallbacks, placement
        from engine.backends.runtime import onnx_runtime
        from engine.models.dequantise import dequantise
    except ImportError as error:
        return {"left_out": f"packages are missing: {error}"}
    target = target or CARD
    with np.load(folder / UNIT) as unit:
        inputs = {name: unit[name] for name in unit.files}
    wanted = inputs.pop("audio")
    model = onnx.load(str(folder / STAGE))
    dequantise(model)
    graph = model.SerializeToString()
    try:
        session = open_session(graph, target)
    except Exception as error:  # noqa: BLE001 - whatever it is belongs into the report
        return {"left_out": f"{target.provider}: {error}"}
    if (got := session.get_providers()[0]) != target.provider:
        return {"left_out": f"asked for {target.provider}, got {got}"}
    audio = session.run(None, inputs)[0]
    took = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        session.run(None, inputs)
        took.append(1e3 * (time.perf_counter() - begun))
    distance = spectral_distance(wanted, audio)
    found = placement(graph, inputs, target)
    return {
        "seconds_of_sound": audio.size / 24_000,
        "ms": float(np.median(took)),
        "difference_db": distance,
        "ok": bool(np.isfinite(audio).all() and distance < LIMIT_DB),
        "cancel_ms": cancel_ms(onnx_runtime(), session, inputs),
        "nodes": {provider: sum(counts.values()) for provider, counts in found.items()},
        "fallbacks": dict(fallbacks(found, target)),
    }


def unpacked(folder: Path) -> tuple[Path, dict[str, Any], Any]:
    """The decoder in plain operators, beside what travelled; its inputs and the CPU's sound."""
    import onnx

    from engine.models.dequantise import dequantise

    with np.load(folder / UNIT) as unit:
        inputs = {name: unit[name] for name in unit.files}
    model = onnx.load(str(folder / STAGE))
    dequantise(model)
    path = folder / "plain" / "1" / "waveform.onnx"
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(model, str(path))
    return path, inputs, inputs.pop("audio")


def captured(folder: Path, target: Any = None) -> dict[str, Any]:
    """Latency of the CUDA row's own code with and without captured graphs: P50 and P99."""
    if not (folder / STAGE).exists():
        return {"left_out": "no decoder was packed (pack with --data)"}
    try:
        from engine.backends.onnx_cuda import CARD, OnnxCudaBackend
        from engine.backends.protocol import Stage
        from engine.cancel import CancelToken
        from engine.errors import StudioError
    except ImportError as error:
        return {"left_out": f"packages are missing: {error}"}
    path, inputs, wanted = unpacked(folder)
    found: dict[str, Any] = {"published_p99_ms": [187.0, 109.0]}
    for name, capture in (("plain", False), ("captured", True)):
        graphs = {Stage.WAVEFORM: path}
        backend = OnnxCudaBackend(graphs, "check", target or CARD, "the card", capture=capture)
        try:
            took = []
            for _ in range(3 + CAPTURED_RUNS):
                begun = time.perf_counter()
                out = backend.run(Stage.WAVEFORM, inputs, CancelToken())
                took.append(1e3 * (time.perf_counter() - begun))
            found[name] = {
                "p50_p99_ms": [float(each) for each in np.percentile(took[3:], (50, 99))],
                "difference_db": spectral_distance(wanted, out["audio"].reshape(-1)),
                "remarks": list(backend.facts().remarks),
                "captured_runs": backend.captured.runs if backend.captured else 0,
            }
        except StudioError as error:
            found[name] = {"left_out": f"{error.code}: {error.detail}"}
        finally:
            backend.close()
    return found


CAPTURED_RUNS = 60
"""Runs of one unit, after three to warm up and to capture."""

ENGINE_S = 200.0
"""Longest wait for TensorRT to build the decoder's engine."""


def engine(folder: Path) -> dict[str, Any]:
    """Build the decoder's engine with TensorRT, our plugins in it, and run the unit."""
    if not (folder / STAGE).exists():
        return {"left_out": "no decoder was packed (pack with --data)"}
    try:
        import tensorrt  # noqa: F401

        from engine.backends.fake import FakeBackend
        from engine.backends.protocol import Stage
        from engine.backends.trt_open import open_trt
        from engine.cancel import CancelToken
        from engine.errors import StudioError
    except ImportError as error:
        return {"left_out": f"packages are missing: {error}"}
    path, inputs, wanted = unpacked(folder)
    begun = time.perf_counter()
    try:
        row: Any = open_trt({Stage.WAVEFORM: path}, "check", folder / "engines", FakeBackend())
        row.run(Stage.WAVEFORM, inputs, CancelToken())
        row.wait(ENGINE_S)
        build_s = time.perf_counter() - begun
        took = []
        for _ in range(REPEATS):
            begun = time.perf_counter()
            out = row.run(Stage.WAVEFORM, inputs, CancelToken())
            took.append(1e3 * (time.perf_counter() - begun))
    except StudioError as error:
        return {"left_out": f"{error.code}: {error.detail}"}
    (truth,) = row.truth()
    row.close()
    if not truth.runs:
        return {"build_s": build_s, "state": truth.state, "ok": False}
    distance = spectral_distance(wanted, out["audio"].reshape(-1))
    return {
        "build_s": build_s,
        "state": truth.state,
        "remark": truth.remark,
        "runs": truth.runs,
        "ms": float(np.median(took)),
        "difference_db": distance,
        "ok": bool(distance < LIMIT_DB),
    }


def cancel_ms(ort: Any, session: Any, inputs: dict[str, Any]) -> float | None:
    """Milliseconds from asking a run to stop until it has; None if it was done before."""
    options, asked = ort.RunOptions(), []

    def stop() -> None:
        asked.append(time.perf_counter())
        options.terminate = True

    timer = threading.Timer(0.01, stop)
    timer.start()
    try:
        session.run(None, inputs, options)
    except Exception:  # noqa: BLE001 - the library has no class of its own for it
        return 1e3 * (time.perf_counter() - asked[0]) if asked else None
    finally:
        timer.cancel()
        timer.join()
    return None


def spectral_distance(one: Any, two: Any) -> float:
    """Mean over frames of the root mean square difference of log spectra, dB."""
    size = min(one.size, two.size)

    def spectra(audio: Any) -> Any:
        frames = np.lib.stride_tricks.sliding_window_view(audio[:size], 512)[::128]
        return 10 * np.log10(np.abs(np.fft.rfft(frames * np.hanning(512))) ** 2 + 1e-7)

    difference = spectra(one) - spectra(two)
    return float(np.sqrt((difference**2).mean(axis=1)).mean())
