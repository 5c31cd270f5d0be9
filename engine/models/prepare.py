"""Preparing the voice model once: find it, rewrite it, cut it, keep it.

The work is done in a temporary folder beside its final place, flushed to the
disk and renamed, so that a reader sees a whole preparation or none. A lock
file keeps two processes from doing it twice; the operating system frees it if
its holder dies. What a killed process leaves behind is swept by the next.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import filelock
import onnx

from engine.cancel import CancelToken
from engine.errors import MissingModel
from engine.models import prepared
from engine.models.dequantise import dequantise, unsupported
from engine.models.manifest import Manifest, load_manifest
from engine.models.prepared import Flaw, PreparedModel, load_prepared, verify
from engine.models.quicken import QUICKENED, quicken
from engine.models.resolver import (
    FoundModel,
    FoundVoices,
    Search,
    Sources,
    find_model,
    find_voices,
)
from engine.models.stages import STAGES, cut, open_joints, write_mapped, write_stage

__all__ = ["Flaw", "PreparedModel", "Sources", "adopt", "load_prepared", "prepare", "verify"]

Progress = Callable[[str, float], None]
"""Called with the name of the step at hand and the share of the work done, 0..1."""

_LOCK = "prepare.lock"
_WORK_PREFIX = "work-"
"""Temporary folders; whoever holds the lock may delete all of them."""

_ASIDE_PREFIX = "aside-"
"""A damaged preparation making room for its successor; its voices are still looked at."""

_RETIRED = "retired"
"""Marker in a preparation that is no longer pointed to; its time says since when."""

RETIRED_KEEP_S = 86_400.0
"""How long a retired preparation stays. Another process may have it open and reads a
graph or voice only when it first needs one, which a day's work has done. No lock is held
on it, because the folder may be one that its users cannot write to."""

_LOCK_POLL_S = 0.2
"""Seconds between two tries for the lock, which is also how fast a cancel is seen."""

_SPACE_BYTES = 720_000_000
"""Free space asked for before starting: 634 MB of graphs, 28 MB of voices, and air."""

_COPY_BYTES = 8_000_000
"""Copied at once: on a slow disk a fifth of a second, after which it says how far it is."""

_STAGE_SHARE = 0.14
"""Share of the work that is in one stage's graph; the one for processors takes as much."""


def prepare(
    sources: Sources,
    data_dir: Path,
    *,
    progress: Progress | None = None,
    token: CancelToken | None = None,
    afresh: bool = False,
    manifest: Manifest | None = None,
) -> PreparedModel:
    """Make the voice model ready under ``data_dir``; do nothing if it is.

    What is already prepared and sound (every file hashed) is kept, unless a
    folder is named in ``sources`` or ``afresh`` is set. Anything half-written
    or damaged is built again.

    Args:
        sources: where to look, and whether the network may be used.
        data_dir: the program's data folder; made if absent.
        progress: called from this thread as the work goes on.
        token: ends the work when cancelled; nothing is left behind.
        afresh: look for the source files even if a preparation is sound.
        manifest: the published files known; by default those that ship.

    Raises:
        MissingModel: the codes of ``find_model``, ``find_voices``,
            ``dequantise`` and ``cut``; ``data-full``; ``data-unwritable``;
            ``prepare-failed``, a file to prepare from cannot be read.
        Cancelled: the token was cancelled.
    """
    say = progress or _say_nothing
    models = prepared.models_folder(data_dir)
    try:
        models.mkdir(parents=True, exist_ok=True)
        with _locked(models / _LOCK, say, token):
            _sweep_work(models)
            if sources.folder is None and not afresh and _is_sound(data_dir):
                _sweep_others(models, prepared.current_folder(data_dir))
                say("ready", 1.0)
                return load_prepared(data_dir)
            with tempfile.TemporaryDirectory(prefix=_WORK_PREFIX, dir=models) as work:
                search = Search(
                    sources=sources,
                    manifest=manifest or load_manifest(),
                    earlier={
                        folder: prepared.read_origins(folder.parent)
                        for folder in sorted(models.glob("*/voices"))
                    },
                    work=Path(work),
                    token=token,
                )
                _find_and_build(search, data_dir, say)
            say("ready", 1.0)
            return load_prepared(data_dir)
    except OSError as error:
        raise _refusal(error, data_dir) from error


def adopt(
    folder: Path,
    data_dir: Path,
    *,
    progress: Progress | None = None,
    token: CancelToken | None = None,
) -> PreparedModel:
    """Copy what is prepared in another data folder.

    Args:
        folder: a data folder with a prepared model.
        data_dir: the program's data folder; made if absent.
        progress: called from this thread as the copy goes on, with the step ``copy``.
        token: ends the copy when cancelled; nothing is left behind.

    Raises:
        MissingModel: ``model-missing``; ``model-damaged``, a file of ``folder`` is not as
            it was written; ``data-full``; ``data-unwritable``; ``prepare-failed``.
        Cancelled: the token was cancelled.
    """
    source = prepared.current_folder(folder)
    if not _folder_is_sound(source):
        raise MissingModel("model-damaged", subject="model", detail=str(source))
    models = prepared.models_folder(data_dir)
    final = models / source.name
    try:
        models.mkdir(parents=True, exist_ok=True)
        with _locked(models / _LOCK, progress or _say_nothing, token):
            _sweep_work(models)
            if not _folder_is_sound(final):
                with tempfile.TemporaryDirectory(prefix=_WORK_PREFIX, dir=models) as work:
                    built = Path(work) / "built"
                    copy = _Copy(source, progress or _say_nothing, token)
                    shutil.copytree(source, built, copy_function=copy)
                    _flush(built)
                    _put_in_place(built, final)
            _point_to(final)
            return load_prepared(data_dir)
    except OSError as error:
        raise _refusal(error, data_dir) from error


class _Copy:
    """Copies one file after another of a folder and says how much of it all is done.

    Args:
        folder: what is copied.
        say: told the step ``copy``.
        token: ends it when cancelled.
    """

    def __init__(self, folder: Path, say: Progress, token: CancelToken | None) -> None:
        self._whole = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
        self._done = 0
        self._say = say
        self._token = token or CancelToken()

    def __call__(self, source: str, target: str) -> str:
        with open(source, "rb") as taken, open(target, "wb") as given:
            while part := taken.read(_COPY_BYTES):
                self._token.check()
                given.write(part)
                self._done += len(part)
                self._say("copy", self._done / self._whole)
        return target


def _refusal(error: OSError, data_dir: Path) -> MissingModel:
    """What the operating system refuses, told as a fault of the data folder or of a source."""
    where = Path(error.filename) if isinstance(error.filename, str) else data_dir
    detail = f"{where}: {error.strerror or error}"
    if not where.is_relative_to(data_dir) and not data_dir.is_relative_to(where):
        return MissingModel("prepare-failed", subject="model", detail=detail)
    full = error.errno in (errno.ENOSPC, errno.EDQUOT)
    code = "data-full" if full else "data-unwritable"
    return MissingModel(code, subject="model", detail=detail, hint=str(data_dir))


def _find_and_build(search: Search, data_dir: Path, say: Progress) -> None:
    """Find both sources, build the preparation if it is not there, point to it."""
    models = prepared.models_folder(data_dir)
    say("find-model", 0.0)
    model = find_model(search)
    say("find-voices", 0.05)
    if search.sources.fetch:
        _ask_for_space(models)  # a download that fails for want of room says something else
    voices = find_voices(search)
    model_hash = prepared.model_hash_of(model.origin.sha256)
    shas = {origin.file.removesuffix(".bin"): origin.sha256 for origin in voices.origins}
    voices_hash = prepared.voices_hash_of(shas)
    final = models / prepared.folder_name_of(model_hash, voices_hash)
    if not _folder_is_sound(final):
        _ask_for_space(models)
        built = search.work / "built"
        built.mkdir()
        _copy_voices(voices, built / "voices")
        _write_stages(model, built, search, say)
        say("check", 0.9)
        _flush(built)
        prepared.write_manifest(built, model_hash, voices_hash, (model.origin, *voices.origins))
        _flush_file(built / prepared.MANIFEST)
        search.check()
        _put_in_place(built, final)
    _point_to(final)
    _sweep_others(models, final)


def _write_stages(model: FoundModel, folder: Path, search: Search, say: Progress) -> None:
    """Cut the model and write its stages, rewritten one at a time to spare memory."""
    say("read", 0.1)
    whole = _parse(model)
    search.check()
    open_joints(whole)
    parts = [(stage, cut(whole, stage)) for stage in reversed(STAGES)]
    del whole
    share = 0.2
    while parts:
        stage, part = parts.pop()
        search.check()
        say(f"rewrite-{stage.name}", share)
        dequantise(part)
        write_stage(part, folder / stage.file)
        share += _STAGE_SHARE
        if stage.name == QUICKENED:
            search.check()
            say(f"quicken-{stage.name}", share)
            quicken(part)
            write_mapped(part, folder / prepared.CPU_WAVEFORM)


def _parse(model: FoundModel) -> onnx.ModelProto:
    try:
        whole = onnx.load_model_from_string(model.read())
    except OSError:
        raise
    except Exception as error:
        # The parser's error class belongs to whichever protobuf it was built with.
        raise unsupported(f"{model.origin.file}: not an ONNX model") from error
    if any(t.data_location == onnx.TensorProto.EXTERNAL for t in whole.graph.initializer):
        raise unsupported(f"{model.origin.file}: its weights lie in another file")
    return whole


def _copy_voices(voices: FoundVoices, folder: Path) -> None:
    folder.mkdir()
    for name, path in voices.files.items():
        shutil.copyfile(path, folder / f"{name}.bin")


def _is_sound(data_dir: Path) -> bool:
    try:
        return not verify(data_dir, deep=True)
    except MissingModel:
        return False


def _folder_is_sound(folder: Path) -> bool:
    try:
        return not prepared.find_flaws(folder, prepared.read_manifest(folder), deep=True)
    except MissingModel:
        return False


def _ask_for_space(models: Path) -> None:
    free = shutil.disk_usage(models).free
    if free < _SPACE_BYTES:
        raise OSError(errno.ENOSPC, f"{free} bytes free, {_SPACE_BYTES} needed", str(models))


def _put_in_place(built: Path, final: Path) -> None:
    """Rename ``built`` to ``final``, moving a damaged one out of the way first."""
    if final.exists():
        # Not into the working folder: were the process killed here, the next one
        # would sweep that, and with it voices that may be hard to come by again.
        aside = final.with_name(_ASIDE_PREFIX + final.name)
        shutil.rmtree(aside, ignore_errors=True)
        final.rename(aside)
    built.rename(final)
    _flush_folder(final.parent)


def _point_to(final: Path) -> None:
    pointer = final.parent / prepared.CURRENT
    draft = final.parent / f"{_WORK_PREFIX}{prepared.CURRENT}"
    draft.write_text(final.name, encoding="ascii")
    _flush_file(draft)
    draft.replace(pointer)
    _flush_folder(final.parent)


def _sweep_work(models: Path) -> None:
    """Delete what a killed preparation left; only the holder of the lock may."""
    for path in models.glob(f"{_WORK_PREFIX}*"):
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def _sweep_others(models: Path, kept: Path) -> None:
    """Retire preparations no longer pointed to; delete those retired ``RETIRED_KEEP_S`` ago."""
    (kept / _RETIRED).unlink(missing_ok=True)
    for path in models.iterdir():
        if not path.is_dir() or path == kept or path.name.startswith(_WORK_PREFIX):
            continue
        marker = path / _RETIRED
        if not marker.exists():
            marker.touch()
        elif time.time() - marker.stat().st_mtime >= RETIRED_KEEP_S:
            shutil.rmtree(path, ignore_errors=True)


def _flush(folder: Path) -> None:
    """Force every file of ``folder`` onto the disk."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            _flush_file(path)
        else:
            _flush_folder(path)
    _flush_folder(folder)


def _flush_file(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def _flush_folder(path: Path) -> None:
    if os.name != "posix":
        return  # Windows has no handle on a folder to flush.
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def _locked(path: Path, say: Progress, token: CancelToken | None) -> Iterator[None]:
    """Hold the preparation's lock, waiting for it if another process has it."""
    lock = filelock.FileLock(path)
    while True:
        if token is not None:
            token.check()
        try:
            lock.acquire(timeout=_LOCK_POLL_S)
            break
        except filelock.Timeout:
            say("wait", 0.0)
    try:
        yield
    finally:
        lock.release()


def _say_nothing(step: str, share: float) -> None:
    """Be the progress of somebody who does not want any."""
