"""The rounds of a benchmark: we and each peer speak every line, one after the other."""

from __future__ import annotations

import contextlib
import statistics
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from app.bench.measure import LINES, MOST_ROUNDS, NAMES, Bench, Figures, median
from app.bench.peer import peak_mib
from app.bench.peers import Answer, Peer, opened_peers
from app.bench.result import PeerFigures, Result, result_of
from engine.build import build_engine
from engine.errors import InputError
from engine.models.prepared import load_prepared
from engine.precision import EXACT

Progress = Callable[[str, float], None]
"""Receives what is at hand and the share of the work done, 0..1."""


def run_rounds(
    data: Path,
    backend: str,
    voice: str,
    rounds: int,
    *,
    peers: Path | None,
    progress: Progress,
    precision: str = EXACT,
) -> Result:
    """Measure every line ``rounds`` times after one that warms up.

    Args:
        data: the data folder; nothing but the peers' environment is written into it.
        backend: whose row; peers are compared whatever it is.
        voice: who speaks.
        rounds: 1 to ``MOST_ROUNDS``.
        peers: folder of the peers' environment, made if absent; None leaves them out.
        progress: is told what is at hand.
        precision: see ``build_engine``.

    Raises:
        InputError: ``knob-out-of-range``, the rounds.
        MissingModel: nothing is prepared, and it is needed.
        ExportError: ``tool-failed``, a peer cannot be installed or opened.
        StudioError: as ``build_engine``.
    """
    _check(rounds)
    with contextlib.ExitStack() as stack:
        others: tuple[Peer, ...] = ()
        if peers is not None:
            progress("setting up the others", 0.0)
            peers.mkdir(parents=True, exist_ok=True)
            others = stack.enter_context(opened_peers(peers, load_prepared(data)))
        if precision != EXACT:  # what is made once is no part of being ready
            build_engine(data, backend, precision=precision, progress=progress).close()
        started = perf_counter()
        engine = stack.enter_context(build_engine(data, backend, precision=precision))
        load_s = perf_counter() - started
        bench = Bench(engine, voice)
        stack.callback(bench.close)
        lines, theirs = _speak_in_turn(bench, others, voice, rounds, progress)
        info = engine.backend.describe()
        peak = peak_mib()
        progress("looking into the voice model", 1.0)
        operators = bench.waveform_operators()
        return result_of(info, rounds, load_s, peak, lines, operators, theirs)


def _speak_in_turn(
    bench: Bench, others: tuple[Peer, ...], voice: str, rounds: int, progress: Progress
) -> tuple[dict[str, Figures], dict[str, list[PeerFigures]]]:
    lines: dict[str, Figures] = {}
    theirs: dict[str, list[PeerFigures]] = {}
    for i, (name, line) in enumerate(LINES.items()):
        own: list[Figures] = []
        answers: list[list[Answer]] = [[] for _ in others]
        for turn in range(rounds + 1):
            progress(f"speaking: {name}", (i + turn / (rounds + 1)) / len(LINES))
            text = line.format(NAMES[turn])
            own.append(bench.once(text))
            for peer, heard in zip(others, answers, strict=True):
                heard.append(peer.speak(text, voice))
        lines[name] = median(own[1:])
        if others:
            theirs[name] = [_median(p, a[1:]) for p, a in zip(others, answers, strict=True)]
    return lines, theirs


def _check(rounds: int) -> None:
    if not 1 <= rounds <= MOST_ROUNDS:
        hint = f"1 to {MOST_ROUNDS}"
        raise InputError("knob-out-of-range", subject="rounds", detail=str(rounds), hint=hint)


def _median(peer: Peer, answers: list[Answer]) -> PeerFigures:
    names = ("first_s", "whole_s", "sound_s", "processor_s", "peak_mib")
    figures = {n: statistics.median(getattr(a, n) for a in answers) for n in names}
    return PeerFigures(peer=peer.name, version=str(peer.opened["version"]), **figures)
