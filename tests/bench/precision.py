"""Eight bits against float32, and ways to find the ranges: the table of docs/precision.md.

``python -m tests.bench.precision`` calibrates on the lines the program calibrates on and
compares on other ones. ``--sensitivity`` first measures anew how far noise at each layer
moves what is read out of the sound (minutes); without it the kept figures are used.
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnx

from app.evaluate.cells import spoken as request_of
from app.evaluate.sections.grid import cells_of
from app.settings import load
from engine.backends.onnx_cpu import OnnxCpuBackend, thread_count
from engine.backends.protocol import Stage
from engine.backends.trt_prepare import prepare_graph
from engine.build import build_engine, build_reader, build_understander, build_voices
from engine.calibration import LINES, Peaks, Unit, largest, observe, peaks_of, units_of
from engine.calibration import wanted as tensors_of
from engine.evaluation.changes import NOTICED
from engine.lowering import in_int8_only
from engine.models.adain import fuse_adain
from engine.models.half import HALF_MAX, islands
from engine.models.int8 import LARGEST, in_fused, products, quantised
from engine.models.prepared import CPU_WAVEFORM, load_prepared
from engine.precision import EXACT, FAST
from engine.renderer import Renderer
from engine.values import Direction, RenderRequest, Take
from tests.bench.calibrators import Sketch, moving, per_tensor
from tests.bench.closeness import Closeness, closeness
from tests.bench.dnsmos import Dnsmos
from tests.bench.sensitivity import ranked, sensitivity
from tests.bench.spoken import Audio, spoken
from tests.quality import grid

KEPT = Path(__file__).with_name("precision_sensitivity.json")

JUDGED = tuple(
    RenderRequest(text, voice, Direction(prompt, intensity))
    for text, voice, prompt, intensity in (
        ("My brother moved the chairs.", "af_sarah", "angry", 1.4),
        ("They will open the door at seven.", "bm_george", "happy", 1.4),
        ("The letter came on Monday.", "af_heart", "sad", 1.4),
        ("Someone is waiting in the garden.", "am_michael", "fearful", 1.4),
        ("The menu is on the wall.", "bf_emma", "whispering", 1.2),
        ("I read the message again.", "am_fenrir", "", 1.0),
    )
)
"""Lines, and two voices, that no range was taken from."""

CELLS = tuple(
    request_of(emotion, voice, grid.TESTED[0])
    for emotion, voice in itertools.product(grid.EMOTIONS, grid.VOICES)
)
"""The emotion grid, one of its sentences: what cards' graphs are emulated on."""

SHOUT_AND_TEARS = (0, 3)
"""Which calibration lines noise is tried on."""

BITS = 7


class Material:
    """Graphs and units, made once."""

    def __init__(self, data: Path) -> None:
        self.prepared = load_prepared(data)
        self.plain = onnx.load(str(self.prepared.waveform))
        self.fused = onnx.ModelProto()
        self.fused.CopyFrom(self.plain)
        fuse_adain(self.fused)
        backend = OnnxCpuBackend({s: self.prepared.stage(s.value) for s in Stage}, "bench")
        parts = (build_reader(), build_understander(data), build_voices(data))
        self.calibration = units_of(LINES, backend, parts)
        plain = [replace(r, direction=Direction()) for r in LINES]
        self.neutral = units_of(plain, backend, parts)
        steady = [replace(r, direction=replace(r.direction, stability=0.9)) for r in JUDGED]
        self.judged, self.null = (
            units_of([replace(r, seed=seed) for r in steady], backend, parts) for seed in (1, 2)
        )
        self.cells = units_of(CELLS, backend, parts)
        backend.close()
        parts[0].close()

    def exact(self, units: Sequence[Unit]) -> list[Audio]:
        """The sound in float32 as the program makes it."""
        return spoken(str(self.prepared.folder / CPU_WAVEFORM), units)[0]


def only(reach: Peaks, model: onnx.ModelProto, keep: Callable[[str], bool]) -> Peaks:
    """The reaches of products that are kept in int8."""
    chosen = [each for each in products(model) if each.out in reach and keep(each.out)]
    return {name: reach[name] for each in chosen for name in (each.source, each.out)}


def ways(material: Material, steps: Mapping[str, float]) -> dict[str, Peaks]:
    """Return the ranges each way of calibration finds, on the graph as published."""
    graph, names = material.prepared.waveform, tensors_of(material.plain)
    seen = [peaks_of(t) for t in observe(graph, names, material.calibration, thread_count())]
    calm = [peaks_of(t) for t in observe(graph, names, material.neutral, thread_count())]
    sketch = Sketch(most := largest(seen))
    for tensors in observe(graph, names, material.calibration, thread_count()):
        sketch.add(tensors)
    rank = ranked(material.plain, steps)
    bar = sorted(steps.values())[-8]

    def pick(reach: Peaks) -> Peaks:
        return in_int8_only(reach, material.plain)

    feels = moving(seen, rank)
    return {
        "largest, a range per tensor": pick(per_tensor(most)),
        "largest, a range per channel": pick(most),
        "the same, the lines spoken neutrally": pick(largest(calm)),
        "the same, all 60 layers": most,
        "all but one in 10,000": pick(sketch.percentile()),
        "least entropy": pick(sketch.entropy()),
        "moving average": pick(moving(seen, dict.fromkeys(names, 0.0))),
        "moving average by sensitivity": pick(feels),
        "that, 8 most sensitive in float": only(
            pick(feels), material.plain, lambda out: steps[out] < bar
        ),
    }


def calibrated(material: Material) -> Peaks:
    """Return the ranges the program takes."""
    names = tensors_of(material.plain)
    units = observe(material.prepared.waveform, names, material.calibration, thread_count())
    return in_int8_only(largest([peaks_of(each) for each in units]), material.plain)


def mean(found: Sequence[Closeness]) -> list[float]:
    """Means over lines of mcd, F0, voicing, read-outs, signal to difference."""
    columns = ("mcd_db", "f0_st", "unvoiced", "readouts", "snr_db")
    return [float(np.mean([getattr(each, name) for each in found])) for name in columns]


def row(name: str, found: Sequence[Closeness], seconds: float | None) -> str:
    mcd, f0, voicing, readouts, snr = mean(found)
    cost = "" if seconds is None else f"{seconds:.2f}"
    ratio = "" if np.isnan(snr) else f"{snr:.1f}"
    cells = (f"{mcd:.2f}", f"{f0:.3f}", f"{voicing:.1%}", f"{readouts:.3f}", ratio, cost)
    return f"| {name} | {' | '.join(cells)} |"


HEAD = """\
| ranges | MCD dB | F0 st | voicing | read-outs, steps | SNR dB | processor s |
|---|---|---|---|---|---|---|"""


def table(material: Material, found: Mapping[str, Peaks]) -> str:
    """Return the rows: what differs from float32 on lines no range was taken from."""
    exact = material.exact(material.judged)
    path = str(material.prepared.folder / CPU_WAVEFORM)
    rows = [HEAD]

    def add(name: str, sounds: Sequence[Audio], seconds: float | None = None) -> None:
        pairs = zip(exact, sounds, strict=True)
        rows.append(row(name, [closeness(*pair) for pair in pairs], seconds))
        sys.stderr.write(rows[-1] + "\n")

    add("float32 again", *spoken(path, material.judged))
    nudged = [{**unit, "f0": unit["f0"] * np.float32(1.0001)} for unit in material.judged]
    add("float32, F0 moved by 0.01 %", spoken(path, nudged)[0])
    add("float32, another seed at stability 0.9", material.exact(material.null))
    for name, reach in found.items():
        fitting = in_fused(reach, material.plain, material.fused)
        graph = quantised(material.fused, fitting, BITS).SerializeToString()
        add(name, *spoken(graph, material.judged))
    return "\n".join(rows)


def card_forms(
    material: Material, reach: Peaks
) -> dict[str, tuple[onnx.ModelProto, list[str], float]]:
    """Return TensorRT's graphs: each with the tensors whose size counts, and its limit."""

    def form(precision: str) -> onnx.ModelProto:
        return prepare_graph(material.plain, Stage.WAVEFORM, precision, ranges=reach)

    half, eight = form("float16"), form("int8")
    scaled = [n.input[0] for n in eight.graph.node if n.op_type == "QuantizeLinear"]
    return {
        "TensorRT's graph, half precision": (half, islands(half), HALF_MAX),
        "TensorRT's graph, int8 and half": (eight, scaled, float(LARGEST)),
    }


def cards(material: Material, reach: Peaks, exact: Sequence[Audio]) -> str:
    """Return rows for TensorRT's graphs, emulated, and what their narrow tensors reach."""
    rows = [HEAD]
    told = []
    for name, (model, watched, limit) in card_forms(material, reach).items():
        model.graph.output.extend(onnx.ValueInfoProto(name=each) for each in watched)
        graph, sounds = model.SerializeToString(), []
        most, beyond = dict.fromkeys(watched, 0.0), dict.fromkeys(watched, 0.0)
        for tensors in observe(graph, ["audio", *watched], material.cells, thread_count()):
            sounds.append(tensors["audio"].reshape(-1))
            for each in watched:
                size = np.abs(tensors[each].astype(np.float32))
                assert np.isfinite(size).all(), f"{name}: {each}"
                most[each] = max(most[each], float(size.max()))
                beyond[each] = max(beyond[each], float((size > limit + 0.5).mean()))
        rows.append(row(name, [closeness(*p) for p in zip(exact, sounds, strict=True)], None))
        widest, worst = max(most, key=most.__getitem__), max(beyond, key=beyond.__getitem__)
        told.append(
            f"{name}: {len(watched)} narrow tensors, all finite; the widest reaches "
            f"{most[widest]:.0f} of {limit:.0f} ({widest}); most samples cut in one of them: "
            f"{beyond[worst]:.2%} ({worst})"
        )
    return "\n".join((*rows, "", *told))


class Hearing:
    """A renderer that keeps the sounds it made."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self.sounds: list[Audio] = []

    def render(self, request: RenderRequest) -> Take:
        """Speak a line."""
        take = self._renderer.render(request)
        assert take.audio is not None
        self.sounds.append(take.audio)
        return take


def heard_table(sounds: Mapping[str, Sequence[Audio]], model: Path | None) -> str:
    """Return how near the sounds of whole lines are, and what DNSMOS says of them."""
    pairs = list(zip(sounds[EXACT], sounds[FAST], strict=True))
    rows = [HEAD, row(f"{len(pairs)} whole lines", [closeness(*pair) for pair in pairs], None)]
    if model is not None:
        judge = Dnsmos(model)
        scores = {p: np.array([judge.score(each) for each in s]) for p, s in sounds.items()}
        rows += ["", "| DNSMOS P.835 | signal | background | overall |", "|---|---|---|---|"]
        for precision, found in scores.items():
            rows.append(f"| {precision} | {' | '.join(f'{v:.3f}' for v in found.mean(axis=0))} |")
        moved = np.abs(scores[FAST] - scores[EXACT]).mean(axis=0)
        rows.append(f"| mean change of a line | {' | '.join(f'{v:.3f}' for v in moved)} |")
    return "\n".join(rows)


def grid_table(data: Path, sentences: Sequence[str], model: Path | None) -> str:
    """Return the emotion grid in both precisions, and how far its cells moved."""
    found, sounds = {}, {}
    for precision in (EXACT, FAST):
        with build_engine(data, "cpu", precision=precision) as engine:
            renderer = Hearing(engine.renderer.with_store(None))
            found[precision] = list(grid.measure(renderer, grid.VOICES, sentences))
            sounds[precision] = renderer.sounds
    rows = [
        "| precision | right sign | F0 level landed | F0 against its contour |",
        "|---|---|---|---|",
    ]
    cells = {precision: cells_of(takes) for precision, takes in found.items()}
    for precision, takes in found.items():
        own = cells[precision]
        rows.append(
            f"| {precision} | {grid.share(own):.1%} of {len(own)} "
            f"| {grid.landed_share(own):.1%} | {grid.tracking(takes):.3f} st |"
        )
    rows += ["", "| dimension | cells | mean change | largest change | noticed from |"]
    rows.append("|---|---|---|---|---|")
    for dimension, (_, up) in NOTICED.items():
        pairs = zip(cells[EXACT], cells[FAST], strict=True)
        moved = [abs(b.heard - a.heard) for a, b in pairs if a.dimension == dimension]
        rows.append(
            f"| {dimension} | {len(moved)} | {np.mean(moved):.3f} | {max(moved):.3f} | {up:.3f} |"
        )
    return "\n".join((*rows, "", heard_table(sounds, model)))


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sensitivity", action="store_true", help="measure it anew and keep it")
    parser.add_argument("--cards", action="store_true", help="only TensorRT's graphs, emulated")
    parser.add_argument("--grid", action="store_true", help="only the emotion grid, a part of it")
    parser.add_argument("--dnsmos", type=Path, metavar="MODEL", help="with --grid, see dnsmos.py")
    asked = parser.parse_args(argv)
    data = load(os.environ).data
    if asked.grid:
        print(grid_table(data, grid.TESTED, asked.dnsmos))
        return 0
    material = Material(data)
    if asked.cards:
        print(cards(material, calibrated(material), material.exact(material.cells)))
        return 0
    if asked.sensitivity:
        loud = [material.calibration[i] for i in SHOUT_AND_TEARS]
        KEPT.write_text(
            json.dumps(sensitivity(material.fused, loud), indent=1) + "\n", encoding="utf-8"
        )
    steps: dict[str, float] = json.loads(KEPT.read_text(encoding="utf-8"))
    print(table(material, ways(material, steps)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
