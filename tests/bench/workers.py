"""How much quicker two processes speak a book than one: ``python -m tests.bench.workers``.

Rounds alternate; the files must be equal. Memory is what all processes hold together, pages
they share counted once (PSS of Linux), at its highest.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import statistics
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter

from tests.quality.prose import text_of

WORDS = 250
ROUNDS = 3
SAMPLE_S = 0.25


def main() -> int:
    """Measure and print; 1 if the files differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--words", type=int, default=WORDS)
    options = parser.parse_args()
    spent: dict[int, list[float]] = {1: [], 2: []}
    held: dict[int, float] = {}
    bytes_of: set[str] = set()
    with tempfile.TemporaryDirectory() as name:
        book = Path(name) / "book.txt"
        book.write_text(text_of(options.words))
        for turn in range(options.rounds):
            for workers in spent:
                seconds, mib, digest = narrated(book, Path(name) / f"{turn}-{workers}", workers)
                spent[workers].append(seconds)
                held[workers] = max(held.get(workers, 0.0), mib)
                bytes_of.add(digest)
    for workers, seconds in spent.items():
        told = ", ".join(f"{each:.1f}" for each in seconds)
        print(f"{workers} worker(s): {told} s; {held[workers]:.0f} MiB together")
    ratio = statistics.median(spent[1]) / statistics.median(spent[2])
    print(f"two are {ratio:.2f} times as quick as one on {os.cpu_count()} cores")
    return 0 if len(bytes_of) == 1 else 1


def narrated(book: Path, out: Path, workers: int) -> tuple[float, float, str]:
    """Seconds, MiB and a hash of the sound of one narration."""
    command = [sys.executable, "-m", "app.cli", "narrate", str(book), "--out", str(out), "-q"]
    command += ["--formats", "wav", "--profile", "raw", "--workers", str(workers)]
    started = perf_counter()
    with subprocess.Popen(command, start_new_session=True, stdout=subprocess.DEVNULL) as process:
        most = [0.0]
        watch = threading.Thread(target=_watch, args=(process, most))
        watch.start()
        status = process.wait()
        watch.join()
    if status:
        raise SystemExit(f"the narration ended with status {status}")
    sound = b"".join(path.read_bytes() for path in sorted(out.rglob("*.wav")))
    return perf_counter() - started, most[0], hashlib.sha256(sound).hexdigest()


def _watch(process: subprocess.Popen[bytes], most: list[float]) -> None:
    while process.poll() is None:
        most[0] = max(most[0], sum(_pss(int(p.name)) for p in _of_session(process.pid)))
        threading.Event().wait(SAMPLE_S)


def _of_session(leader: int) -> list[Path]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(path.name)) == leader:
                found.append(path)
        except ProcessLookupError:
            continue
    return found


def _pss(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it ended meanwhile
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


if __name__ == "__main__":
    sys.exit(main())
