"""Where the time of one stage goes, by kind of operator."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from engine.backends.protocol import Tensor
from engine.backends.runtime import onnx_runtime

_SUFFIX = "_kernel_time"
"""Ends the names of the profiler's entries that are one run of one operator."""


def operator_seconds(
    graph: Path, inputs: Mapping[str, Tensor], threads: int, work: Path
) -> dict[str, float]:
    """Run a stage's graph twice on the processor; return the second run's seconds by operator.

    Args:
        graph: the graph's file.
        inputs: its inputs by name.
        threads: compute threads.
        work: a folder the profiler may write into; its file is removed.

    Returns:
        Seconds by operator kind, the longest first. Their sum is less than the run took:
        handing tensors over is no operator's time.
    """
    ort = onnx_runtime()
    options = ort.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    options.enable_mem_pattern = False
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.enable_profiling = True
    options.profile_file_prefix = str(work / "operators")
    session = ort.InferenceSession(str(graph), options, providers=["CPUExecutionProvider"])
    for _ in range(2):  # the first one fills caches and lets the arena grow
        session.run(None, dict(inputs))
    written = Path(session.end_profiling())
    entries = json.loads(written.read_text(encoding="utf-8"))
    written.unlink()
    ran = [e for e in entries if e.get("cat") == "Node" and e["name"].endswith(_SUFFIX)]
    spent: Counter[str] = Counter()
    for entry in ran[len(ran) // 2 :]:
        spent[entry["args"]["op_name"]] += entry["dur"] / 1e6
    return dict(spent.most_common())
