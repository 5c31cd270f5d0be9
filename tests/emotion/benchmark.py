"""The second benchmark: own prompts in two halves, and how an understander is scored on them.

``prompts/development.tsv`` may be looked at; ``prompts/kept_out.tsv`` is for the last look
only. Lines are ``kind``, ``wanted`` and the prompt, parted by tabs; ``degree`` has three
prompts (weak, plain, strong), ``parallel`` eight (English first). The halves were parted by
machine: sorted by SHA-256 within each kind, then dealt out in turn. The hashes of the kept
half lie in ``assets/emotion/kept_out.txt``, so that training can refuse what it must not see
without reading the half itself.

Run it: ``python -m tests.emotion.benchmark development|kept_out [--misses]``.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

from engine.emotion.axes import AXES, to_vector
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import load_vocabulary
from tests.emotion.scoring import FAMILY, Score, cosine, family_of, out_of_scope

FOLDER = Path(__file__).parent / "prompts"
OF_FAMILY = ("emotion", "situation", "role", "typo", "upper", "language")
"""Kinds whose prompts are right if the leading family is one of those wanted."""

NEAR = 0.85
"""Cosine to the English EmoVec from which a translation counts as the same."""

Row = tuple[str, tuple[str, ...]]


def load(half: str) -> dict[str, list[Row]]:
    """Kind -> rows of what is wanted and the prompts."""
    rows: dict[str, list[Row]] = defaultdict(list)
    for line in (FOLDER / f"{half}.tsv").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            kind, wanted, *prompts = line.split("\t")
            rows[kind].append((wanted, tuple(prompts)))
    return rows


def score(u: Understander, half: str) -> dict[str, Score]:
    """Kind -> score, in a fixed order; ``family`` sums the kinds of ``OF_FAMILY``."""
    rows = load(half)
    scores = {kind: _each(u, rows[kind], _family) for kind in OF_FAMILY}
    whole = Score()
    for part in scores.values():
        whole.right, whole.total = whole.right + part.right, whole.total + part.total
    scores["family"] = whole
    scores["blend"] = _each(u, rows["blend"], _blend)
    scores["negation"] = _each(u, rows["negation"], _negation)
    scores["degree"] = _each(u, rows["degree"], _degree)
    scores["delivery"] = _each(u, rows["delivery"], _delivery)
    scores["out"] = out_of_scope(u, [prompts[0] for _, prompts in rows["out"]])
    scores["parallel"] = _parallel(u, rows["parallel"])
    return scores


Judge = Callable[[Understander, str, tuple[str, ...]], tuple[bool, str]]


def _each(u: Understander, rows: list[Row], judge: Judge) -> Score:
    result = Score()
    for wanted, prompts in rows:
        good, heard = judge(u, wanted, prompts)
        result.add(good, f"{' / '.join(prompts)}: {heard}, not {wanted}")
    return result


def _family(u: Understander, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
    heard = family_of(u.understand(prompts[0]))
    return heard in wanted.split(","), heard


def _blend(u: Understander, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
    heard = {FAMILY[name] for name, _ in u.understand(prompts[0]).mixture}
    return set(wanted.split(",")) <= heard, str(sorted(heard))


def _negation(u: Understander, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
    """Right: understood, the denied family takes no part, the wanted one (if any) leads."""
    absent, _, family = wanted.partition("/")
    emotion = u.understand(prompts[0])
    heard = {FAMILY[name] for name, _ in emotion.mixture}
    good = bool(heard) and absent not in heard and (not family or family_of(emotion) == family)
    return good, str(emotion.mixture)


def _degree(u: Understander, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
    """Right: strictly growing on the strongest axis of the entry."""
    entry = load_vocabulary()[wanted]
    pure = to_vector(entry.deltas)
    axis = int(
        np.argmax(np.abs(u.space.deltas(u.space.emovec({wanted: 1}, {wanted: 1}, 0 * pure))))
    )
    got = [
        float(u.space.deltas(u.understand(p).emovec)[axis] * np.sign(pure[axis])) for p in prompts
    ]
    return got[0] < got[1] < got[2], f"{AXES[axis]} {np.round(got, 3)}"


def _delivery(u: Understander, wanted: str, prompts: tuple[str, ...]) -> tuple[bool, str]:
    vector = dict(zip(AXES, to_vector(u.understand(prompts[0]).deltas), strict=True))
    asked = [part.split("=") for part in wanted.split(",")]
    good = all(vector[axis] * (1 if sign == "+" else -1) > 0 for axis, sign in asked)
    return good, str({axis: round(float(vector[axis]), 2) for axis, _ in asked})


def _parallel(u: Understander, rows: list[Row]) -> Score:
    result = Score()
    for _, prompts in rows:
        english = u.understand(prompts[0]).emovec
        for prompt in prompts[1:]:
            value = cosine(english, u.understand(prompt).emovec)
            result.add(value >= NEAR, f"{prompt}: {value:.2f} to {prompts[0]}")
    return result


if __name__ == "__main__":
    for kind, found in score(Understander(), sys.argv[1]).items():
        sys.stdout.write(f"{kind:10} {found.right:3}/{found.total:<3} {found.share:6.1%}\n")
        if "--misses" in sys.argv:
            sys.stdout.writelines(f"      {miss}\n" for miss in found.misses)
