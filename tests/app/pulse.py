"""A sound server of the tests' own: real time, one silent sink, its monitor recorded."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

RATE = 48_000
"""Hz; the only rate the sink runs at."""

START_S = 10.0

ALSA = """
pcm.!default {{ type pulse server "unix:{socket}" }}
ctl.!default {{ type pulse server "unix:{socket}" }}
"""


@dataclass
class SoundServer:
    """A running server: pass ``env`` to a program and record what it plays."""

    env: dict[str, str]
    folder: Path
    process: subprocess.Popen[bytes]
    heard: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    @contextmanager
    def recording(self) -> Iterator[None]:
        """Record the sink's monitor while inside; afterwards ``heard`` holds it, 48 kHz mono."""
        path = self.folder / "heard.raw"
        command = ["parec", "-d", "null.monitor", "--format=float32le", f"--rate={RATE}",
                   "--channels=1", "--latency-msec=20"]  # fmt: skip
        with path.open("wb") as out:
            recorder = subprocess.Popen(command, stdout=out, env=self.env)
            try:
                wait_until(lambda: path.stat().st_size > 0)
                yield
                time.sleep(0.3)  # what is on its way through the server
            finally:
                recorder.terminate()
                recorder.wait()
        self.heard = np.fromfile(path, "<f4")

    def stop(self) -> None:
        """End the server, as when a device is unplugged."""
        self.process.kill()
        self.process.wait()


def wait_until(true: object) -> None:
    """Wait until ``true()`` is true, for at most START_S."""
    assert callable(true)
    deadline = time.monotonic() + START_S
    while not true():
        assert time.monotonic() < deadline, "the sound server did not start"
        time.sleep(0.02)


@pytest.fixture
def sound_server(tmp_path: Path) -> Iterator[SoundServer]:
    """Start a sound server with a silent sink at 48 kHz; real time, nothing is heard."""
    folder = tmp_path / "pulse"
    folder.mkdir(mode=0o700)
    socket = folder / "native"
    alsa = folder / "asound.conf"
    alsa.write_text(ALSA.format(socket=socket), encoding="utf-8")
    env = {
        **os.environ,
        "XDG_RUNTIME_DIR": str(folder),
        "PULSE_SERVER": f"unix:{socket}",
        "PULSE_COOKIE": str(folder / "cookie"),
        "HOME": str(folder),
        "ALSA_CONFIG_PATH": str(alsa),
    }
    command = [
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disallow-exit",
        "--log-target=stderr", "--log-level=error",
        "-L", f"module-null-sink sink_name=null rate={RATE} channels=1 format=float32le",
        "-L", f"module-native-protocol-unix auth-anonymous=1 socket={socket}",
    ]  # fmt: skip
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log)
        try:
            wait_until(socket.exists)
            yield SoundServer(env, folder, server)
        finally:
            server.terminate()
            server.wait()
