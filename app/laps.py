"""A race's laps as tables and as data, for the command line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from app.notices import halves
from engine.backends.facts import Placement, RunFacts
from engine.race import Lap

MEBIBYTE = 2**20

STAGES = ("reading", "emotion", "encode", "duration", "prosody", "waveform", "measure")
"""In the order they run."""

Table = tuple[tuple[str, ...], Sequence[tuple[str, ...]]]
"""Heads and rows."""


def tables_of(laps: Sequence[Lap]) -> Iterator[Table]:
    """Return what a race found: seconds, reasons, and where the stages ran."""
    ran = {name for lap in laps for name, _ in lap.seconds}
    stages = [name for name in STAGES if name in ran]
    heads = ("backend", "with loading", "seconds", "of sound", "distance", *stages)
    yield heads, [_figures(lap, stages) for lap in laps if lap.ran]
    missing = [(lap.name, *why(lap)) for lap in laps if not lap.ran]
    if missing:
        yield ("did not run", "why", "helps"), missing
    where = [row for lap in laps for row in _where(lap)]
    if where:
        yield ("backend", "stage", "ran on", "nodes", "engine"), where
    facts = [(lap.name, words) for lap in laps if lap.facts for words in _machine(lap.facts)]
    if facts:
        yield ("backend", "card"), facts
    nodes = [(lap.name, *row) for lap in laps for row in placement_rows(lap.placement)]
    if nodes:
        yield ("backend", "stage", "provider", "nodes", "operators"), nodes


def why(lap: Lap) -> tuple[str, str]:
    """Return why a backend did not run and what helps.

    What lacks for a backend is told as it is; every other error has its sentence.
    """
    if lap.error is None or lap.error.code == "backend-unavailable":
        return lap.reason, lap.hint
    return halves(lap.error)


def _figures(lap: Lap, stages: Sequence[str]) -> tuple[str, ...]:
    took = dict(lap.seconds)
    far = "" if lap.difference_db is None else f"{lap.difference_db:.1f} dB"
    each = (f"{took[name]:.3f}" if name in took else "" for name in stages)
    factor = f"{lap.total_s / lap.sound_s:.2f}" if lap.sound_s else ""
    return (lap.name, f"{lap.first_s:.2f}", f"{lap.total_s:.3f}", factor, far, *each)


def _where(lap: Lap) -> Iterator[tuple[str, ...]]:
    for each in lap.facts.stages if lap.facts else ():
        nodes = str(each.nodes) if each.nodes else ""
        yield (lap.name, each.stage, each.provider, nodes, engine_words(each))


def engine_words(each: Any) -> str:
    """Say which length a stage's engine is made for, whether it ran, and how old it is."""
    if not each.bucket:
        return each.state or ""
    words = [f"for {each.bucket}", "hit" if each.hit else "miss"]
    if each.age_s is not None:
        words.append(f"{each.age_s / 3600:.1f} h old")
    return ", ".join(filter(None, (*words, each.state if each.state != "ready" else "")))


def _machine(facts: RunFacts) -> Iterator[str]:
    if facts.driver:
        yield f"driver for CUDA {facts.driver}"
    if facts.memory_total:
        used, total = facts.memory_used / MEBIBYTE, facts.memory_total / MEBIBYTE
        yield f"{used:.0f} of {total:.0f} MiB in use"
    yield from facts.remarks


def placement_rows(placement: Placement) -> Iterator[tuple[str, str, str, str]]:
    """Return a row for each stage and provider: how many nodes, and which where it is not all."""
    for stage, providers in placement.items():
        most = max(providers, key=lambda name: sum(providers[name].values()), default="")
        for provider, counts in providers.items():
            kinds = sorted(counts, key=lambda op: -counts[op])
            shown = "" if provider == most else ", ".join(f"{counts[op]} {op}" for op in kinds)
            yield stage, provider, str(sum(counts.values())), shown


def data_of(lap: Lap) -> dict[str, Any]:
    """Return a lap for JSON."""
    facts, info = lap.facts, lap.info
    reason, hint = why(lap)
    return {
        "backend": lap.name,
        "ran": lap.ran,
        "reason": reason,
        "hint": hint,
        "device": info.device if info else "",
        "precision": info.precision if info else "",
        "runtime": info.runtime if info else "",
        "first_s": lap.first_s,
        "total_s": lap.total_s,
        "sound_s": lap.sound_s,
        "seconds": dict(lap.seconds),
        "difference_db": lap.difference_db,
        "driver": facts.driver if facts else "",
        "memory_used": facts.memory_used if facts else 0,
        "memory_total": facts.memory_total if facts else 0,
        "remarks": list(facts.remarks) if facts else [],
        "stages": [
            {
                "stage": each.stage,
                "provider": each.provider,
                "nodes": each.nodes,
                "bucket": each.bucket,
                "hit": each.hit,
                "engine_age_s": each.age_s,
                "state": each.state,
            }
            for each in (facts.stages if facts else ())
        ],
        "nodes": placement_data(lap.placement),
    }


def placement_data(placement: Placement) -> dict[str, dict[str, dict[str, int]]]:
    """Return where nodes ran for JSON: by stage, provider and operator."""
    return {
        stage: {provider: dict(counts) for provider, counts in providers.items()}
        for stage, providers in placement.items()
    }
