"""Hit rate against quality for three settings of the thresholds (``engine.cache.quality``).

``python -m tests.bench.thresholds`` speaks the designer's session once on the prepared
voice (the double's tones have no words to be clear), with two knobs at their ends added.
The same line is the same sound, so what the store would have answered and asked to be made
again is then replayed for each setting with the store itself, without speaking again.
"""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from app.settings import load
from engine.build import build_engine
from engine.cache.eviction import Limits
from engine.cache.quality import Quality, quality_of
from engine.store import Stored, TakeStore
from engine.values import Deltas, Direction, RenderRequest
from tests.bench.traces import designer

SETTINGS = {
    "none": (0.0, 0.0),
    "as they are": (0.82, 0.65),
    "strict": (0.95, 0.85),
}


def trace() -> list[RenderRequest]:
    """The session, and its lines as far from neutral as knobs go: hurried, shouted, dragged."""
    session = designer()
    far = []
    for text in dict.fromkeys(request.text for request in session):
        for direction in (
            Direction("furious, very fast", 2.0),
            Direction("sad", 2.0),
            Direction("", nudges=Deltas(f0_level_st=9.0)),
            Direction("whispering", 1.5),
        ):
            far += [RenderRequest(text, direction=direction)] * 3
    return session + far


@dataclass(frozen=True, slots=True)
class Spoken:
    key: str
    stored: Stored
    quality: Quality


def spoken(requests: list[RenderRequest], data: Path | None) -> list[Spoken]:
    made: dict[str, Spoken] = {}
    asked = []
    with build_engine(data, "auto" if data is not None else "fake") as engine:
        plain = engine.renderer.with_store(None)
        for request in requests:
            key = plain.inputs(request).key()
            if key not in made:
                take = plain.render(request)
                assert take.audio is not None
                assert take.achieved is not None
                stored = Stored(replace(take.plan), take.audio, take.achieved)
                made[key] = Spoken(key, stored, quality_of(take.plan, take.achieved))
            asked.append(made[key])
    return asked


def replayed(asked: list[Spoken], clarity: float, strength: float) -> str:
    """One row: how often the store answered, with takes of which quality."""
    with tempfile.TemporaryDirectory() as folder:
        store = TakeStore(Path(folder), Limits(clarity=clarity, strength=strength))
        answered = []
        for each in asked:
            found, _ = store.get(each.key)
            if found is None:
                store.put(each.key, each.stored)
            else:
                answered.append((each.quality.clarity, each.quality.strength))
        counts = store.metrics.counts()
    again = counts.get(("take", "weak"), 0)
    mean, least = np.mean(answered, axis=0), np.min(answered, axis=0)
    return (
        f"hit rate {len(answered) / len(asked):6.1%}, made again {again:3}   "
        f"clarity {mean[0]:.2f} (least {least[0]:.2f}), "
        f"strength {mean[1]:.2f} (least {least[1]:.2f})"
    )


def main() -> None:
    asked = spoken(trace(), load(os.environ).data)
    qualities = {each.key: each.quality for each in asked}.values()
    print(f"\nthresholds: {len(asked)} wishes, {len(qualities)} takes")
    for name, (clarity, strength) in SETTINGS.items():
        under = sum(q.clarity < clarity or q.strength < strength for q in qualities)
        row = replayed(asked, clarity, strength)
        print(f"  {name:12} {clarity:.2f} {strength:.2f}   {under:2} takes under   {row}")


if __name__ == "__main__":
    main()
