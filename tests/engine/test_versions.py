"""No stage's code changes unseen: its version is raised, or somebody says that need not be.

``stage_versions.json`` holds for each version constant its value and a hash of the code
that decides what the stage makes. A change of that code fails here until the constant is
raised (old records must not answer) or the change is known to alter no result; then::

    python -m tests.engine.test_versions

writes the file anew. Comments, docstrings and formatting do not count.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import xxhash

from engine.cache.emotions import EMOTION_VERSION
from engine.models.prepared import PREPARATION_VERSION
from engine.planning import PLAN_VERSION
from engine.precision import LOWERING_VERSION
from engine.sounding import SOUND_VERSION
from engine.store import STORE_VERSION

ROOT = Path(__file__).resolve().parents[2]
RECORD = Path(__file__).with_name("stage_versions.json")
REFRESH = "python -m tests.engine.test_versions"

STAGES = {
    "PLAN_VERSION": (
        PLAN_VERSION,
        "engine/planning.py engine/layout.py engine/prosody.py engine/steering.py "
        "engine/emotion/context.py engine/resting.py engine/units.py engine/timeline.py "
        "engine/runs.py engine/phonemes.py engine/stages.py engine/emotion/ramp.py "
        "engine/local.py engine/patterns.py "
        "kernels/contour.py kernels/durations.py kernels/ranks.py",
    ),
    "SOUND_VERSION": (
        SOUND_VERSION,
        "engine/sounding.py engine/timeline.py engine/stages.py engine/measure.py engine/pitch.py "
        "engine/runs.py engine/voice_quality.py kernels/phonation.py kernels/waveform.py "
        "kernels/durations.py",
    ),
    "STORE_VERSION": (STORE_VERSION, "engine/store.py engine/plan_store.py engine/record_file.py"),
    "EMOTION_VERSION": (
        EMOTION_VERSION,
        "engine/cache/emotions.py engine/emotion/understand.py engine/emotion/scan.py "
        "engine/emotion/reader.py engine/emotion/nearest.py engine/emotion/space.py "
        "engine/emotion/axes.py engine/emotion/encoder.py engine/emotion/lexicon.py "
        "engine/emotion/by_head.py engine/emotion/head.py engine/emotion/states.py "
        "engine/emotion/vocabulary.py",
    ),
    "LOWERING_VERSION": (
        LOWERING_VERSION,
        "engine/models/int8.py engine/models/adain.py engine/calibration.py",
    ),
    "PREPARATION_VERSION": (
        PREPARATION_VERSION,
        "engine/models/dequantise.py engine/models/stages.py engine/models/quicken.py "
        "engine/models/adain.py engine/models/phases.py engine/models/signals.py "
        "engine/models/graph_index.py",
    ),
}
"""Each constant's value, and the files that decide what its stage makes."""


def shape_of(node: object) -> Iterator[str]:
    """Yield a tree's own account of itself, the same in every version of Python.

    ``ast.dump`` leaves out other empty fields in each; positions, docstrings and
    strings that stand alone are left out here.
    """
    if isinstance(node, list):
        yield "["
        for item in node:
            yield from shape_of(item)
        yield "]"
    elif isinstance(node, ast.AST):
        alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not (alone and isinstance(node.value.value, str)):  # type: ignore[attr-defined]
            yield type(node).__name__
            for name, value in ast.iter_fields(node):
                if value is not None and value != []:
                    yield f".{name}"
                    yield from shape_of(value)
    else:
        yield repr(node)


def hash_of(*sources: str) -> str:
    """Return one hash of what some sources do, 16 hex digits."""
    told = "\n".join("|".join(shape_of(ast.parse(source))) for source in sources)
    return xxhash.xxh3_64_hexdigest(told.encode())


def now(name: str) -> dict[str, int | str]:
    """Return a stage's version and the hash of its code as they are."""
    version, files = STAGES[name]
    sources = ((ROOT / file).read_text(encoding="utf-8") for file in files.split())
    # A stage is known apart from its number, or raising it would be a change of its own.
    return {
        "version": version,
        "source": hash_of(*(source.replace(f"{name} = {version}\n", "") for source in sources)),
    }


@pytest.mark.parametrize("name", STAGES)
def test_code_and_version_change_together(name: str) -> None:
    kept, found = json.loads(RECORD.read_text(encoding="utf-8"))[name], now(name)
    if found["source"] != kept["source"] and found["version"] == kept["version"]:
        pytest.fail(
            f"the code behind {name} has changed: raise it if any result differs, "
            f"then (or if none does) refresh with `{REFRESH}`"
        )
    assert found == kept, f"refresh with `{REFRESH}`"
    assert found["version"] >= kept["version"]


def test_what_changes_no_result_changes_no_hash() -> None:
    plain = "LIMIT = 3\ndef f(x):\n    return x + LIMIT\n"
    told = '"""Module."""\nLIMIT = 3  # why\n"""Reason."""\n'
    told += 'def f(\n  x):\n    """F."""\n\n    return (x + LIMIT)\n'
    assert hash_of(plain) == hash_of(told)
    for other in (plain.replace("3", "4"), plain.replace("+", "-"), plain + "g = f\n"):
        assert hash_of(plain) != hash_of(other)


if __name__ == "__main__":
    RECORD.write_text(json.dumps({name: now(name) for name in STAGES}, indent=2) + "\n")
    sys.stdout.write(f"{RECORD}\n")
