"""Hold named modules to full branch coverage; says nothing when they have it.

Run after the tests, on the ``.coverage`` they left. These are the modules where
a line never run is a failure nobody has seen: cancelling, error codes, keys, the
record file, the choice of backend, the sentences shown to people.
"""

from __future__ import annotations

import io
import json
import sys
import tempfile
from pathlib import Path

from coverage import Coverage

FULL = (
    "app/studio/desk.py",
    "app/notices.py",
    "app/remarks.py",
    "app/settings.py",
    "engine/backends/choose.py",
    "engine/cache/archive.py",
    "engine/cache/emotion_id.py",
    "engine/cache/eviction.py",
    "engine/cache/finding.py",
    "engine/cache/inputs.py",
    "engine/cache/opened.py",
    "engine/cache/pins.py",
    "engine/cache/shelf.py",
    "engine/cache/table.py",
    "engine/cache/table_file.py",
    "engine/cache/table_format.py",
    "engine/cancel.py",
    "engine/errors.py",
    "engine/keys.py",
    "engine/plan_store.py",
    "engine/record_file.py",
    "engine/store.py",
)


def main() -> int:
    """Print what is missing in each named module; 1 if anything is."""
    coverage = Coverage()
    coverage.load()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        coverage.json_report(
            morfs=[path for path in FULL if Path(path).exists()], outfile=str(report)
        )
        files = json.loads(report.read_text())["files"]
    short = io.StringIO()
    for path in FULL:
        found = files.get(path)
        if found is None:
            short.write(f"{path}: never imported by any test\n")
        elif found["missing_lines"] or found["missing_branches"]:
            lines, branches = found["missing_lines"], found["missing_branches"]
            short.write(f"{path}: lines {lines} and branches {branches} never run\n")
    sys.stderr.write(short.getvalue())
    return 1 if short.getvalue() else 0


if __name__ == "__main__":
    sys.exit(main())
