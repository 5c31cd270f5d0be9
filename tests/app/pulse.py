"""A sound server of the tests' own: real time, silent sinks, a monitor recorded."""

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
"""Hz; what sinks run at, and the monitor is recorded at, unless a test says otherwise."""

START_S = 10.0

ALSA = """
pcm.!default {{ type pulse server "unix:{socket}" }}
ctl.!default {{ type pulse server "unix:{socket}" }}
pcm.second {{ type pulse server "unix:{socket}" device "second" }}
"""


@dataclass
class SoundServer:
    """A running server: pass ``env`` to a program and record what it plays."""

    env: dict[str, str]
    folder: Path
    process: subprocess.Popen[bytes]
    heard: NDArray[np.float32] = field(default_factory=lambda: np.zeros(0, np.float32))

    @property
    def raw(self) -> Path:
        """The file a recording grows in, float32."""
        return self.folder / "heard.raw"

    @contextmanager
    def recording(self, sink: str = "null", rate: int = RATE) -> Iterator[None]:
        """Record a sink's monitor while inside; afterwards ``heard`` holds it, mono."""
        with self._listening(sink, self.raw, rate):
            yield
            time.sleep(0.3)  # what is on its way through the server
        self.heard = np.fromfile(self.raw, "<f4")

    @contextmanager
    def awake(self, sink: str = "null") -> Iterator[None]:
        """Keep a sink that is not recorded in real time while inside.

        A silent sink works in strides of up to two seconds until someone listens; so
        nothing that is about time should be tried without.
        """
        with self._listening(sink, self.folder / f"{sink}.raw"):
            yield

    @contextmanager
    def _listening(self, sink: str, to: Path, rate: int = RATE) -> Iterator[None]:
        to.unlink(missing_ok=True)
        command = ["parec", "-d", f"{sink}.monitor", "--format=float32le", f"--rate={rate}",
                   "--channels=1", "--latency-msec=20"]  # fmt: skip
        with to.open("wb") as out:
            recorder = subprocess.Popen(command, stdout=out, env=self.env)
            try:
                wait_until(lambda: to.stat().st_size > 0)
                yield
            finally:
                recorder.terminate()
                recorder.wait()

    def add_sink(self, name: str = "null", rate: int = RATE) -> str:
        """Plug in a silent sink; returns what ``remove`` takes."""
        done = subprocess.run(
            ["pactl", "load-module", "module-null-sink", f"sink_name={name}", f"rate={rate}",
             "channels=1", "format=float32le"],
            env=self.env, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.strip()

    def remove(self, sink: str) -> None:
        """Unplug what ``add_sink`` plugged in."""
        subprocess.run(["pactl", "unload-module", sink], env=self.env, check=True)

    def stop(self) -> None:
        """End the server, as when all of a machine's sound fails."""
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
def bare_server(tmp_path: Path) -> Iterator[SoundServer]:
    """Start a sound server without any sink."""
    with serving(tmp_path / "pulse") as server:
        yield server


@contextmanager
def serving(folder: Path) -> Iterator[SoundServer]:
    """Start a sound server without any sink, all of whose files are in a new folder."""
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


@pytest.fixture
def sound_server(bare_server: SoundServer, request: pytest.FixtureRequest) -> SoundServer:
    """Start a sound server with a silent sink, at 48 kHz or the rate given as parameter."""
    bare_server.add_sink(rate=getattr(request, "param", RATE))
    return bare_server
