"""Which operator of a graph ran where, from ONNX Runtime's own profile of one run."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from engine.backends.onnx_cuda import Target, open_session
from engine.backends.protocol import Tensor

KERNEL = "_kernel_time"
"""What ends the name of the event of a node's own work."""


def placement(
    model: str | bytes, inputs: Mapping[str, Tensor], target: Target
) -> dict[str, Counter[str]]:
    """Run a graph once and count its nodes.

    Args:
        model: the graph's path, or the graph.
        inputs: of any allowed size.
        target: where it should run.

    Returns:
        By provider, how many nodes of each operator ran there. Nodes that were fused
        count as what they became.
    """
    with tempfile.TemporaryDirectory(prefix="espressivo-placement-") as folder:
        session = open_session(model, target, Path(folder) / "run")
        session.run(None, dict(inputs))
        events = json.loads(Path(session.end_profiling()).read_text(encoding="utf-8"))
    found: dict[str, Counter[str]] = {}
    for event in events:
        facts = event.get("args", {})
        if event.get("cat") == "Node" and str(event.get("name", "")).endswith(KERNEL):
            found.setdefault(facts["provider"], Counter())[facts["op_name"]] += 1
    return found


def fallbacks(found: Mapping[str, Counter[str]], target: Target) -> Counter[str]:
    """Return how many nodes of each operator ran elsewhere than asked."""
    elsewhere = [counts for provider, counts in found.items() if provider != target.provider]
    return sum(elsewhere, Counter())
