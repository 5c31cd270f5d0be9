"""Built TensorRT engines, kept under everything they depend on.

An engine fits one model, TensorRT release, driver, card, length and precision; its file's
name is a hash over all of them, so a wrong one is never even opened. Files begin with the
checksum of what follows: a torn one counts as absent.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
import time
from collections.abc import Collection
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path

import xxhash

SUFFIX = ".engine"
PART = "part-"
"""Prefix of files that are being written."""
LEFT_S = 3600.0
"""After this a part is what a killed process left: none is written for so long."""
TIMING = "timing-"
"""Prefix of the files with measured kernel times: they make the next build quicker."""

_CHECKSUM_BYTES = 16


@dataclass(frozen=True, slots=True)
class EngineKey:
    """Everything an engine depends on."""

    model: str
    """Hash of the prepared model."""
    stage: str
    bucket: int
    precision: str
    tensorrt: str
    driver: str
    device: str
    """The card's name and compute capability."""
    rules: str
    """Version of how graphs are made ready (``trt_build.RULES``)."""
    plugins: str
    """Version of our kernels (``trt_plugins.version``); empty without them."""

    @property
    def digest(self) -> str:
        """The key as a file's name."""
        text = json.dumps(asdict(self), sort_keys=True)
        return sha256(text.encode()).hexdigest()[:32]

    @property
    def machine(self) -> str:
        """The part measured times depend on, as a file's name."""
        return sha256(f"{self.tensorrt} {self.driver} {self.device}".encode()).hexdigest()[:32]


class EngineShelf:
    """A folder of engines. Used from several threads: files come whole by renaming.

    Args:
        folder: made when the first engine is kept.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, key: EngineKey) -> bytes | None:
        """Return an engine, or None if there is none; a damaged one is removed."""
        return self._read(self._path(key))

    def age(self, key: EngineKey) -> float | None:
        """Return the seconds since an engine was built, or None."""
        try:
            return max(time.time() - self._path(key).stat().st_mtime, 0.0)
        except OSError:
            return None

    def keep(self, key: EngineKey, engine: bytes) -> None:
        """Keep an engine.

        Raises:
            OSError: the folder cannot be written.
        """
        self._write(self._path(key), engine)

    def discard(self, key: EngineKey) -> None:
        """Remove an engine that turned out not to fit, if the folder lets it."""
        with contextlib.suppress(OSError):
            self._path(key).unlink()

    def timing(self, key: EngineKey) -> bytes:
        """Return the measured times for a machine, empty if there are none."""
        return self._read(self.folder / f"{TIMING}{key.machine}") or b""

    def keep_timing(self, key: EngineKey, times: bytes) -> None:
        """Keep measured times.

        Raises:
            OSError: the folder cannot be written.
        """
        self._write(self.folder / f"{TIMING}{key.machine}", times)

    def sweep(self, wanted: Collection[EngineKey]) -> int:
        """Remove engines and times no wanted key names; returns how many files went."""
        names = {f"{key.digest}{SUFFIX}" for key in wanted}
        names |= {f"{TIMING}{key.machine}" for key in wanted}
        gone = 0
        for path in self.folder.glob("*"):
            ours = path.name.endswith(SUFFIX) or path.name.startswith(TIMING)
            with contextlib.suppress(OSError):  # held open by another process on Windows
                left = path.name.startswith(PART) and time.time() - path.stat().st_mtime > LEFT_S
                if left or (ours and path.name not in names):
                    path.unlink()
                    gone += 1
        return gone

    def _path(self, key: EngineKey) -> Path:
        return self.folder / f"{key.digest}{SUFFIX}"

    def _read(self, path: Path) -> bytes | None:
        try:
            whole = path.read_bytes()
        except OSError:
            return None
        body = whole[_CHECKSUM_BYTES:]
        if whole[:_CHECKSUM_BYTES] == xxhash.xxh3_128_digest(body):
            return body
        with contextlib.suppress(OSError):  # where it must stay, it stays unread
            path.unlink()
        return None

    def _write(self, path: Path, body: bytes) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=self.folder, prefix=PART)
        try:
            with os.fdopen(descriptor, "wb") as part:
                part.write(xxhash.xxh3_128_digest(body))
                part.write(body)
                part.flush()
                os.fsync(part.fileno())
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise
