"""Sound written to files piece by piece, whole or not at all.

A file is written under a temporary name beside its target, re-opened and
checked, then renamed: whoever looks sees the old file or the new one. The
temporary file is locked while its program lives, so the next run can tell the
remains of a killed program from work in progress and take them away.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import sys
from collections.abc import Callable
from io import FileIO
from pathlib import Path
from typing import Protocol

import soundfile

from app.refusals import from_os, kind_of, unwritable
from engine.errors import ExportError
from engine.values import SAMPLE_RATE, Floats
from kernels.waveform import to_pcm16

if sys.platform != "win32":
    import fcntl

FORMATS: dict[str, tuple[str, str]] = {
    "wav": ("WAV", "PCM_16"),
    "flac": ("FLAC", "PCM_16"),
    "mp3": ("MP3", "MPEG_LAYER_III"),
    "ogg": ("OGG", "VORBIS"),
    "opus": ("OGG", "OPUS"),
}
"""Extension -> container and coding, by libsndfile's names."""

WHOLE_PCM = ("wav", "flac")
"""Formats of 16-bit samples, which this program rounds itself."""

MOST_WAV_SAMPLES = (2**32 - 2**16) // 2
"""16-bit samples a WAV holds: its sizes are 32-bit numbers of bytes (24.8 hours)."""

LENGTH_TOLERANCE = {"wav": 0, "flac": 0, "ogg": 0, "opus": 0, "mp3": 3 * 1152}
"""Samples by which a re-opened file may differ: MP3 codes whole blocks of 1,152
(576 at this rate, two granules) and its encoder adds delay and padding."""

_PART = ".espressivo-part"


class Sink(Protocol):
    """Where finished sound goes."""

    def write(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1 at 24 kHz."""

    def commit(self) -> None:
        """Everything is there: make it visible."""

    def abort(self) -> None:
        """Leave nothing behind."""


def format_of(target: Path) -> str:
    """The format of sound a file name asks for.

    Raises:
        ExportError: ``output-format-unknown``.
    """
    return kind_of(target, FORMATS)


def refuse_place(target: Path) -> None:
    """See that a file can be made at ``target`` before any work is done for it.

    Raises:
        ExportError: ``output-unwritable`` says why.
    """
    folder = target.absolute().parent
    if not folder.exists():
        raise unwritable(target, f"the folder {folder} does not exist")
    if not folder.is_dir():
        raise unwritable(target, f"{folder} is not a folder")
    if target.is_dir():
        raise unwritable(target, "it is a folder")
    if target.exists() and not target.is_file():
        raise unwritable(target, "it is a device, not a file")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise unwritable(target, f"no permission to write in {folder}")


def write_file(target: Path, data: bytes) -> None:
    """Write a small file (captions, a picture) whole or not at all.

    Raises:
        ExportError: ``output-unwritable`` or ``disk-full``.
    """
    part = Part(target)
    try:
        part.write_all(data)
        part.commit(replace=True)
    except BaseException:
        part.abort()
        raise


class Part:
    """A temporary file beside its target, locked while this program lives."""

    def __init__(self, target: Path) -> None:
        refuse_place(target)
        self.target = target
        self.error: OSError | None = None
        folder = target.absolute().parent
        sweep(folder)
        self.path = folder.joinpath(f".{secrets.token_hex(6)}{_PART}")
        try:
            self.file = _open_locked(self.path)
        except OSError as error:
            raise from_os(error, target) from error

    def write(self, data: bytes) -> int:
        """As a file's ``write``, but an error is kept instead of raised.

        libsndfile calls this from C, where no Python error can pass.
        """
        view = memoryview(data)
        try:
            while view and self.error is None:
                view = view[self.file.write(view) :]
        except OSError as error:
            self.error = error
        return len(data) - len(view)

    def write_all(self, data: bytes) -> None:
        """Write all of ``data`` or raise ``ExportError``."""
        self.write(data)
        self.check()

    def check(self) -> None:
        """Raise what stopped an earlier write, as ``ExportError``."""
        if self.error is not None:
            raise from_os(self.error, self.target) from self.error

    def commit(self, *, replace: bool) -> bool:
        """Give the file its name.

        Args:
            replace: whether a file of that name gives way.

        Returns:
            False if the name is taken and ``replace`` is off; the part stays.
        """
        self.check()
        try:
            if not self.file.closed:
                os.fsync(self.file.fileno())
            if not replace:
                return self._link()
            self.file.close()
            os.replace(self.path, self.target)
        except OSError as error:
            raise from_os(error, self.target) from error
        return True

    def _link(self) -> bool:
        try:
            os.link(self.path, self.target)
        except FileExistsError:
            return False
        except OSError:  # a file system without links: claim the name, then replace
            try:
                os.close(os.open(self.target, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            except FileExistsError:
                return False
            self.file.close()
            os.replace(self.path, self.target)
            return True
        self.abort()
        return True

    def abort(self) -> None:
        """Close and remove the temporary file; never raises."""
        for step in (self.file.close, self.path.unlink):
            try:
                step()
            except OSError:  # already gone, or its disk is: nothing more can be done
                continue


class SoundFile:
    """A sound file that appears under its name only when it is whole.

    Args:
        target: its name; a file there is replaced, unless ``next_name`` is given.
        next_name: gives another name when ``target`` was taken in the meantime.

    Raises:
        ExportError: on opening, writing or committing.
    """

    def __init__(self, target: Path, *, next_name: NextName = None) -> None:
        self.format = format_of(target)
        self.samples = 0
        self._next_name = next_name
        self._part = Part(target)
        container, coding = FORMATS[self.format]
        self._sound = soundfile.SoundFile(
            _Seekable(self._part),
            "w",
            samplerate=SAMPLE_RATE,
            channels=1,
            format=container,
            subtype=coding,
        )

    @property
    def target(self) -> Path:
        """The name the file has or will have."""
        return self._part.target

    def write(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1 at 24 kHz."""
        if self.format == "wav" and self.samples + piece.size > MOST_WAV_SAMPLES:
            raise ExportError(
                "output-too-long",
                subject="file",
                detail="a WAV file holds 24.8 hours",
                hint=".flac",
            )
        array = to_pcm16(piece) if self.format in WHOLE_PCM else piece
        self._guard(lambda: self._sound.write(array))
        self.samples += int(piece.size)

    def commit(self) -> None:
        """Finish, check what lies on the disk, and give the file its name."""
        self._guard(self._sound.close)
        self._verify()
        if self._next_name is None:
            self._part.commit(replace=True)
            return
        while not self._part.commit(replace=False):
            self._part.target = self._next_name()

    def abort(self) -> None:
        """Remove everything written so far; never raises."""
        if not self._sound.closed:
            self._part.error = self._part.error or OSError(errno.ECANCELED, "cancelled")
            # The file is removed whatever its coder thinks of it.
            with contextlib.suppress(soundfile.SoundFileError, AssertionError, OSError):
                self._sound.close()
        self._part.abort()

    def _guard(self, step: Callable[[], object]) -> None:
        try:
            step()
        except (soundfile.SoundFileError, AssertionError) as error:
            self._part.check()
            raise unwritable(self._part.target, str(error)) from error
        self._part.check()

    def _verify(self) -> None:
        try:
            found = soundfile.info(str(self._part.path)).frames
        except soundfile.SoundFileError as error:
            raise unwritable(self._part.target, "it cannot be read back") from error
        if abs(found - self.samples) > LENGTH_TOLERANCE[self.format]:
            detail = f"{found} samples can be read back of {self.samples} written"
            raise unwritable(self._part.target, detail)


NextName = Callable[[], Path] | None


class _Seekable:
    """The part as the file object libsndfile asks for."""

    def __init__(self, part: Part) -> None:
        self._part = part

    def write(self, data: bytes) -> int:
        return self._part.write(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        return self._part.file.seek(offset, whence)

    def tell(self) -> int:
        return self._part.file.tell()

    def readinto(self, buffer: memoryview) -> int:
        return self._part.file.readinto(buffer) or 0


def _open_locked(path: Path) -> FileIO:
    while True:
        file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666), "r+")
        if sys.platform == "win32":  # an open file cannot be removed there: no lock needed
            return file
        fcntl.flock(file, fcntl.LOCK_EX)
        if os.fstat(file.fileno()).st_nlink:  # else a sweep came between the two steps
            return file
        file.close()


def sweep(folder: Path) -> None:
    """Remove what killed programs left in ``folder``; never raises."""
    for left in folder.glob(f".*{_PART}"):
        try:
            if not _in_use(left):
                left.unlink()
        except OSError:  # somebody else's file, or gone already
            continue


def _in_use(path: Path) -> bool:
    if sys.platform == "win32":
        return False  # removing it fails by itself while it is open
    with path.open("rb") as opened:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
    return False


def free_name(folder: Path, stem: str, extension: str) -> Path:
    """The first of ``stem-1.ext``, ``stem-2.ext`` … that does not exist."""
    number = 1
    while os.path.lexists(path := folder / f"{stem}-{number}.{extension}"):
        number += 1
    return path
