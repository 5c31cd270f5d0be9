"""The waveform stage in int8: made once on a machine, tried, and kept.

It is the form of ``engine.models.int8`` with ranges from ``engine.calibration``, made when
it is first asked for. In the data folder, beside the preparation it was made of::

    int8/<model>-<version>-<bits>/waveform.onnx    and its weights, mapped
    int8/<model>-<version>-<bits>/ranges.npz       float32[C] by tensor of the graph as published
    int8/<model>-<version>-<bits>/facts.json       sizes and a hash of the ranges; written last
"""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Protocol

import filelock
import numpy as np
import onnx

from engine.backends.onnx_cpu import OnnxCpuBackend
from engine.backends.openvino_cpu import BFLOAT16, OpenVinoBackend, computes_bfloat16
from engine.backends.protocol import Backend, Stage
from engine.backends.trt import TrtBackend
from engine.backends.trt_open import graphs_of
from engine.calibration import (
    LINES,
    Peaks,
    Unit,
    largest,
    observe,
    peaks_of,
    units_of,
    wanted,
    with_voices,
)
from engine.cancel import CancelToken
from engine.errors import MissingModel
from engine.keys import key_of
from engine.models.adain import fuse_adain
from engine.models.int8 import in_fused, products, quantised
from engine.models.prepared import PreparedModel
from engine.models.stages import write_mapped
from engine.precision import (
    AUTO,
    EXACT,
    FAST,
    FOLDER,
    LOWERING_VERSION,
    Machine,
    Trial,
    automatic,
    keep_trial,
    known_trial,
    precision_name,
    this_machine,
    weight_bits,
)
from engine.renderer import Reads, Understands, Voices
from engine.values import Remark

GRAPH, RANGES, FACTS = "waveform.onnx", "ranges.npz", "facts.json"

SPARED = ("/decoder/decoder/encode/", "/decoder/decoder/decode.", "/decoder/decoder/asr_res/")
"""Begins the names of products that stay in float32: they run at 40 or 80 frames a second, a
twentieth of the work, and gave a good part of the noise (docs/precision.md)."""

TRIAL_FRAMES = 40
"""Length of the unit that is tried: one second."""
TRIAL_ROUNDS = 3

TRT_BITS = 8
"""Of the weights on a card: its products of int8 are added in 32 bits."""

_BYTES = 260_000_000
"""Free space asked for before starting: 171 MB of graph, and air."""

_LOCK = "lower.lock"
_LOCK_POLL_S = 0.2
_WORK = "work-"

Progress = Callable[[str, float], None]
"""Called with the name of the step at hand and the share of the work done, 0..1."""


class ReadsAndEnds(Reads, Protocol):
    """A reader that holds processes."""

    def close(self) -> None:
        """End them."""
        ...


class NamedVoices(Voices, Protocol):
    """Voices that can be counted up."""

    def names(self) -> Sequence[str]:
        """Return the names of all."""
        ...


Parts = tuple[ReadsAndEnds, Understands, NamedVoices]


def folder_of(data: Path, model: str, bits: int) -> Path:
    """Return where the int8 form of a preparation is or would be."""
    return data / FOLDER / f"{model}-{LOWERING_VERSION}-{bits}"


def is_whole(folder: Path) -> bool:
    """Whether an int8 form is there and every file as long as it was written."""
    try:
        sizes = json.loads((folder / FACTS).read_bytes())["bytes"]
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError, KeyError, TypeError):
        return False


def ranges_hash(folder: Path) -> str:
    """Return the hash of the ranges an int8 form was made with, 8 hex digits."""
    return str(json.loads((folder / FACTS).read_bytes())["ranges"])


def lower(
    prepared: PreparedModel,
    data: Path,
    bits: int,
    exact: Backend,
    parts: Parts,
    *,
    progress: Progress | None = None,
    token: CancelToken | None = None,
) -> Path:
    """Make the int8 form, or do nothing if it is there; return its graph.

    Args:
        prepared: the float32 graphs.
        data: the data folder.
        bits: of the weights, 7 or 8.
        exact: plans the lines whose ranges are taken.
        parts: what reads, understands and speaks them.
        progress: called from this thread as the work goes on.
        token: ends the work when cancelled; nothing is left behind.

    Raises:
        MissingModel: ``data-full``, ``data-unwritable``; ``model-unsupported``.
        Cancelled: the token was cancelled.
    """
    final = folder_of(data, prepared.model_hash, bits)
    if is_whole(final):
        return final / GRAPH
    say = progress or _say_nothing
    held = token or CancelToken()
    home = data / FOLDER
    try:
        home.mkdir(parents=True, exist_ok=True)
        with _locked(home / _LOCK, held):
            if not is_whole(final):
                _sweep(home, final)
                _ask_for_space(home)
                with tempfile.TemporaryDirectory(prefix=_WORK, dir=home) as work:
                    built = Path(work) / "built"
                    built.mkdir()
                    _build(prepared, built, bits, exact, parts, say, held)
                    _put_in_place(built, final)
    except OSError as error:
        full = error.errno in (errno.ENOSPC, errno.EDQUOT)
        code = "data-full" if full else "data-unwritable"
        detail = f"{error.filename or home}: {error.strerror or error}"
        raise MissingModel(code, subject="model", detail=detail, hint=str(data)) from error
    return final / GRAPH


def _build(
    prepared: PreparedModel,
    built: Path,
    bits: int,
    exact: Backend,
    parts: Parts,
    say: Progress,
    token: CancelToken,
) -> None:
    say("int8-plan", 0.0)
    lines = with_voices(LINES, parts[2].names())
    units = units_of(lines, exact, parts, token)
    plain = onnx.load(str(prepared.waveform))
    threads = exact.describe().threads
    seen: list[Peaks] = []
    for tensors in observe(prepared.waveform, wanted(plain), units, threads):
        token.check()
        seen.append(peaks_of(tensors))
        say("int8-ranges", 0.1 + 0.6 * len(seen) / len(units))
    say("int8-write", 0.75)
    ranges = in_int8_only(largest(seen), plain)
    _write_ranges(built / RANGES, ranges)
    fused = onnx.ModelProto()
    fused.CopyFrom(plain)
    fuse_adain(fused)
    made = quantised(fused, in_fused(ranges, plain, fused), bits)
    token.check()
    write_mapped(made, built / GRAPH)
    sizes = {path.name: path.stat().st_size for path in sorted(built.iterdir())}
    facts = {
        "bytes": sizes,
        "ranges": key_of(*(part for pair in ranges.items() for part in pair))[:8],
    }
    (built / FACTS).write_text(json.dumps(facts), encoding="utf-8")


def _write_ranges(path: Path, ranges: Peaks) -> None:
    sizes = np.array([len(reach) for reach in ranges.values()])
    names = np.array(list(ranges))
    np.savez(path, names=names, sizes=sizes, reach=np.concatenate(list(ranges.values())))


def read_ranges(path: Path) -> Peaks:
    """Return the ranges an int8 form was made with.

    Raises:
        OSError, ValueError, KeyError: they are not there, or not as they were written.
    """
    with np.load(path, allow_pickle=False) as kept:
        ends = np.cumsum(kept["sizes"])[:-1]
        return dict(zip(kept["names"].tolist(), np.split(kept["reach"], ends), strict=True))


def in_int8_only(reach: Peaks, plain: onnx.ModelProto) -> Peaks:
    """Return the ranges of the products that are done in int8."""
    chosen = [each for each in products(plain) if not each.out.startswith(SPARED)]
    return {name: reach[name] for each in chosen for name in (each.source, each.out)}


def lowered(
    chosen: Backend,
    asked: str,
    prepared: PreparedModel,
    data: Path,
    parts: Parts,
    progress: Progress | None = None,
) -> tuple[Backend, tuple[Remark, ...]]:
    """Return a backend in the precision asked for: see ``engine.precision.in_precision``."""
    if isinstance(chosen, OnnxCpuBackend):
        return settled(asked, chosen, prepared, data, parts, progress)
    if isinstance(chosen, OpenVinoBackend) and computes_bfloat16():
        graphs = {stage: prepared.stage(stage.value) for stage in Stage}
        chosen.close()
        return OpenVinoBackend(graphs, prepared.model_hash, precision=BFLOAT16), ()
    if isinstance(chosen, TrtBackend) and asked == FAST:
        graph = _whole_form(prepared, data) or lower(
            prepared, data, TRT_BITS, chosen, parts, progress=progress
        )
        graphs = {stage: prepared.stage(stage.value) for stage in Stage}
        ranges, name = read_ranges(graph.parent / RANGES), ranges_hash(graph.parent)
        chosen.take(graphs_of(graphs, ranges), precision_name(TRT_BITS, name))
        return chosen, ()
    return chosen, (Remark("precision-exact-only", chosen.describe().name),)


def _whole_form(prepared: PreparedModel, data: Path) -> Path | None:
    """An int8 form that is there: a card needs its ranges, which are the same for all bits."""
    folders = (folder_of(data, prepared.model_hash, bits) for bits in (8, 7))
    return next((folder / GRAPH for folder in folders if is_whole(folder)), None)


def settled(
    wanted_precision: str,
    exact: OnnxCpuBackend,
    prepared: PreparedModel,
    data: Path,
    parts: Parts,
    progress: Progress | None = None,
    token: CancelToken | None = None,
) -> tuple[OnnxCpuBackend, tuple[Remark, ...]]:
    """Return the backend in the precision asked for, and what is to be said of it.

    Args:
        wanted_precision: one of ``PRECISIONS``.
        exact: the backend in float32; closed if another is returned.
        prepared, data, parts, progress, token: see ``lower``.

    Raises:
        MissingModel: see ``lower``; ``auto`` goes on in float32 instead and says so.
        Cancelled: the token was cancelled.
    """
    if wanted_precision == EXACT:
        return exact, ()
    machine = this_machine()
    bits = weight_bits(machine)
    known = known_trial(data, machine, exact.describe())
    if known is not None and wanted_precision == AUTO and automatic(known) == EXACT:
        return exact, ()
    try:
        graph = lower(prepared, data, bits, exact, parts, progress=progress, token=token)
    except MissingModel as error:
        if wanted_precision == FAST:
            raise
        return exact, (Remark("precision-unready", "precision", error.detail),)
    fast = exact.with_waveform(graph, precision_name(bits, ranges_hash(graph.parent)))
    trial = known
    if trial is None:
        (progress or _say_nothing)("int8-trial", 0.95)
        trial = try_both(exact, fast)
        keep_trial(data, machine, exact.describe(), trial)
    taken = FAST if wanted_precision == FAST else automatic(trial)
    (exact if taken == FAST else fast).close()
    chosen = fast if taken == FAST else exact
    return chosen, _remarks(wanted_precision, taken, trial, machine, tried=known is None)


def _remarks(
    wanted_precision: str, taken: str, trial: Trial, machine: Machine, *, tried: bool
) -> tuple[Remark, ...]:
    told = f"int8 takes {trial.share:.2f} of float32's time on {machine.processor}"
    if wanted_precision == FAST and trial.share >= 1.0:
        return (Remark("precision-not-faster", "precision", told),)
    if wanted_precision == AUTO and tried and taken == FAST:
        return (Remark("precision-fast", "precision", told),)
    if wanted_precision == AUTO and tried:
        return (Remark("precision-exact", "precision", told),)
    return ()


def try_both(exact: Backend, fast: Backend) -> Trial:
    """Time one second of sound in either, in turn: medians of processor time.

    Not of the clock: another program that is busy for a moment must not decide for years.
    """
    unit, token = trial_unit(), CancelToken()
    took: tuple[list[float], list[float]] = ([], [])
    for turn in range(TRIAL_ROUNDS + 1):
        for backend, kept in zip((exact, fast), took, strict=True):
            started = process_time()
            backend.run(Stage.WAVEFORM, unit, token)
            if turn:  # the first opens the session
                kept.append(process_time() - started)
    return Trial(float(np.median(took[0])), float(np.median(took[1])))


def trial_unit() -> Unit:
    """Return inputs of the waveform stage such as speech gives: the time hangs on their size."""
    draw = np.random.default_rng(1)
    return {
        "aligned_text": draw.normal(0, 0.3, (1, 512, TRIAL_FRAMES)).astype(np.float32),
        "f0": np.full((1, 2 * TRIAL_FRAMES), 180, np.float32),
        "energy": np.zeros((1, 2 * TRIAL_FRAMES), np.float32),
        "acoustic_style": draw.normal(0, 0.1, (1, 128)).astype(np.float32),
    }


def _ask_for_space(home: Path) -> None:
    free = shutil.disk_usage(home).free
    if free < _BYTES:
        raise OSError(errno.ENOSPC, f"{free} bytes free, {_BYTES} needed", str(home))


def _sweep(home: Path, final: Path) -> None:
    """Remove what a killed process left, and forms of other preparations or versions."""
    for path in home.iterdir():
        if path.is_dir() and path != final:
            shutil.rmtree(path, ignore_errors=True)


def _put_in_place(built: Path, final: Path) -> None:
    """Rename ``built`` to ``final``; a damaged one goes."""
    shutil.rmtree(final, ignore_errors=True)
    built.rename(final)


class _locked:
    """Holds a lock file, giving way to a cancel while it waits."""

    def __init__(self, path: Path, token: CancelToken) -> None:
        self._lock, self._token = filelock.FileLock(path), token

    def __enter__(self) -> None:
        while True:
            self._token.check()
            try:
                self._lock.acquire(timeout=_LOCK_POLL_S)
            except filelock.Timeout:
                continue
            return

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _say_nothing(step: str, share: float) -> None:
    """Be the progress of somebody who does not want any."""
