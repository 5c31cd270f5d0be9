"""What one benchmark found, as JSON that is kept and compared with earlier ones."""

from __future__ import annotations

import importlib.metadata
import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import xxhash

from app.bench.measure import Figures
from engine.backends.protocol import BackendInfo

SCHEMA = "espressivo.bench/1"

_PACES = (("whole_s", "second of sound"), ("processor_s", "second of sound, of the processor"))
"""Figures that are compared for each second of sound."""

FOLDER = "bench"
"""Under the data folder: results by machine, and the peers' environment."""


@dataclass(frozen=True, slots=True)
class PeerFigures:
    """Medians of one peer on one line."""

    peer: str
    version: str
    first_s: float
    whole_s: float
    sound_s: float
    processor_s: float
    peak_mib: float


@dataclass(frozen=True, slots=True)
class Result:
    """One benchmark."""

    created: str
    version: str
    machine: dict[str, object]
    backend: dict[str, object]
    rounds: int
    load_s: float
    """From nothing to an engine that can plan."""
    peak_mib: float
    """The most memory this process held; 0 where that is not told."""
    lines: dict[str, Figures]
    operators: dict[str, float]
    """Seconds of the waveform stage by operator kind, for the last unit of the longest line."""
    peers: dict[str, list[PeerFigures]] = field(default_factory=dict)

    def data(self) -> dict[str, Any]:
        """Return the result as JSON values."""
        return {"schema": SCHEMA, **asdict(self)}


def machine() -> dict[str, object]:
    """Say what this machine is: results are compared on one machine only."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return {
        "processor": _processor(),
        "architecture": platform.machine(),
        "cores": cores or 1,
        "vectors": [name for name in _VECTORS if name in _flags()],
        "system": platform.system(),
    }


_VECTORS = ("avx2", "fma", "avx512f", "avx512_vnni", "avx_vnni", "avx512_bf16", "amx_int8")
"""What decides how quick a precision is, by its name on Linux."""


def _flags() -> set[str]:
    return set(_told("flags").split())


def _processor() -> str:
    return _told("model name") or platform.processor() or platform.machine()


def _told(name: str) -> str:
    """Return the first value of this name in Linux's account of its processors, or ""."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
    lines = (line.partition(":") for line in text.splitlines())
    return next((value.strip() for key, _, value in lines if key.strip() == name), "")


def result_of(
    info: BackendInfo,
    rounds: int,
    load_s: float,
    peak_mib: float,
    lines: dict[str, Figures],
    operators: dict[str, float],
    peers: dict[str, list[PeerFigures]],
) -> Result:
    """Put a result together, dated now."""
    return Result(
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        version=importlib.metadata.version("espressivo"),
        machine=machine(),
        backend=asdict(info),
        rounds=rounds,
        load_s=load_s,
        peak_mib=peak_mib,
        lines=lines,
        operators=operators,
        peers=peers,
    )


def keep(result: Result, data: Path) -> Path:
    """Write a result where later ones on this machine find it; return its file."""
    folder = _folder(data, result.machine)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{result.created.replace(':', '')}.json"
    path.write_text(json.dumps(result.data(), indent=1), encoding="utf-8")
    return path


def earlier(result: Result, data: Path) -> list[dict[str, Any]]:
    """Return the kept results of this machine and backend, the oldest first.

    What cannot be read or has another schema is passed over.
    """
    found = []
    for path in sorted(_folder(data, result.machine).glob("*.json")):
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue
        same = ("name", "precision", "threads")
        if isinstance(kept, dict) and kept.get("schema") == SCHEMA:
            backend = kept.get("backend", {})
            if all(backend.get(name) == result.backend[name] for name in same):
                found.append(kept)
    return found


def ratios(result: Result) -> dict[str, dict[str, float]]:
    """Return, by line and peer, our seconds over theirs; below 1 we are quicker.

    Of our plan of new words and of our first sound over their whole, which is what one waits
    for theirs; and for each second of sound, by the clock and of the processor. Only the last
    means something on a machine that is busy with other things.
    """
    found: dict[str, dict[str, float]] = {}
    for line, peers in result.peers.items():
        own = result.lines[line]
        of_line = found.setdefault(line, {})
        for peer in peers:
            of_line[f"{peer.peer}, plan to its whole"] = own.plan_s / peer.whole_s
            of_line[f"{peer.peer}, first sound to its whole"] = own.first_s / peer.whole_s
            for name, what in _PACES:
                pace, other = (getattr(who, name) / who.sound_s for who in (own, peer))
                of_line[f"{peer.peer}, {what}"] = pace / other
    return found


def _folder(data: Path, described: dict[str, object]) -> Path:
    name = xxhash.xxh3_64_hexdigest(json.dumps(described, sort_keys=True).encode())
    return data / FOLDER / name


def table(result: Result) -> tuple[Sequence[str], list[Sequence[str]]]:
    """Return heads and rows of what is printed: a row for each line and speaker."""
    heads = ("line", "who", "sound s", "plan ms", "style ms", "new pause ms", "contour ms",
             "first sound s", "slack s", "whole s", "s per s", "processor")  # fmt: skip
    rows: list[Sequence[str]] = []
    for name, own in result.lines.items():
        pace = f"{own.whole_s / own.sound_s:.3f}"
        plans = [f"{1000 * each:.0f}" for each in (own.plan_s, own.style_s, own.paused_s)]
        spent = f"{own.processor_s / own.sound_s:.3f}"
        first = (f"{own.first_s:.3f}", f"{own.slack_s:+.2f}")
        sound = (*first, f"{own.whole_s:.3f}", pace, spent)
        bent = f"{1000 * own.contour_s:.1f}"
        rows.append((name, "espressivo", f"{own.sound_s:.2f}", *plans, bent, *sound))
        rows += [
            (name, f"{peer.peer} {peer.version}", f"{peer.sound_s:.2f}", "", "", "", "",
             f"{peer.first_s:.3f}", "", f"{peer.whole_s:.3f}", f"{peer.whole_s / peer.sound_s:.3f}",
             f"{peer.processor_s / peer.sound_s:.3f}")
            for peer in result.peers.get(name, [])
        ]  # fmt: skip
    return heads, rows
