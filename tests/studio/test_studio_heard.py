"""What the window plays, as a sound server hears it; and a device that is pulled meanwhile."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soxr
from numpy.typing import NDArray

from engine.values import SAMPLE_RATE
from tests.app.driven import PORTAUDIO
from tests.app.pulse import RATE, SoundServer, bare_server

__all__ = ["bare_server"]

Ask = Callable[[str], Any]

PIECE_S = 0.1
"""Of so much of the take at once it is said whether it was heard."""

HOLE_S = 0.6
"""A device that was given nothing in time plays silence, and goes on later by as much."""

QUIET = 1e-3

ENOUGH = 0.9
"""Of a take. It is all of it on a machine that has time."""

TRIES = 5


@pytest.fixture
def asked(bare_server: SoundServer, tmp_path: Path) -> Iterator[Ask]:
    """The studio on a sound server of the test's own; asks it by word."""
    bare_server.add_sink()
    errors = tmp_path / "errors"
    command = [sys.executable, "-m", "tests.studio.heard_studio", str(tmp_path / "data")]
    with (
        errors.open("w", encoding="utf-8") as told,
        subprocess.Popen(
            command,
            env=bare_server.env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=told,
            text=True,
        ) as studio,
    ):
        reads, writes = studio.stdout, studio.stdin
        assert reads is not None
        assert writes is not None

        def ask(what: str) -> Any:
            writes.write(f"{what}\n")
            writes.flush()
            return json.loads(reads.readline())

        assert json.loads(reads.readline()) == "ready"
        yield ask
        writes.close()
    assert studio.returncode == 0
    said = errors.read_text(encoding="utf-8").splitlines()
    assert [line for line in said if not line.startswith(PORTAUDIO)] == []


def share_heard(heard: NDArray[np.float32], take: Path) -> float:
    """Which share of the take is in the recording, piece after piece within 20 dB."""
    made = soxr.resample(np.load(take), SAMPLE_RATE, RATE, quality="VHQ")
    size, reach = round(PIECE_S * RATE), round(HOLE_S * RATE)
    loud = [np.flatnonzero(np.abs(sound) > QUIET) for sound in (heard, made)]
    if not loud[0].size:
        return 0.0
    place = int(loud[0][0] - loud[1][0])
    right = []
    for start in range(0, made.size - size, size):
        piece = made[start : start + size]
        if np.abs(piece).max() < QUIET:
            continue
        where = max(0, place + start - size)
        near = heard[where : where + reach].astype(np.float64)
        squares = np.concatenate([[0.0], np.cumsum(near**2)])
        left = squares[size:] - squares[:-size] - 2.0 * np.correlate(near, piece)
        at = int(left.argmin())
        power = float(np.sum(piece**2))
        right.append(left[at] + power < power / 100.0)
        if right[-1]:
            place = where + at - start
    return sum(right) / len(right)


def is_heard(asked: Ask, server: SoundServer, sink: str) -> None:
    """What is spoken now is the take, but for holes where a busy machine came too late."""
    shares: list[float] = []
    while not shares or (shares[-1] < ENOUGH and len(shares) < TRIES):
        with server.recording(sink):
            asked("speak")
            take = Path(asked("ended"))
        shares.append(share_heard(server.heard, take))
    print(f"{sink}: in the recording, in order: {', '.join(f'{each:.0%}' for each in shares)}")
    assert shares[-1] >= ENOUGH


def test_the_window_is_heard_also_after_its_device_was_pulled(
    asked: Ask, bare_server: SoundServer
) -> None:
    asked("write")
    is_heard(asked, bare_server, "null")
    modules = subprocess.run(
        ["pactl", "list", "short", "modules"],
        env=bare_server.env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    sink = next(row.split()[0] for row in modules.stdout.splitlines() if "null-sink" in row)
    with bare_server.recording():
        asked("speak")
        time.sleep(0.5)
        bare_server.remove(sink)
        pulled = time.monotonic()
        notice = asked("notice")
        print(f"told after {time.monotonic() - pulled:.2f} s: {notice}")
    assert notice["says"] == "Sound cannot be played here: the output device went away."
    assert notice["step"].startswith("Connect an output and look again; everything else goes on")
    assert notice["buttons"] == ["Look for devices again"]
    assert asked("shift_intensity")
    bare_server.add_sink("second")
    assert asked("rescan")
    is_heard(asked, bare_server, "second")
