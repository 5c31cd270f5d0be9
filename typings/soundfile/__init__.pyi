# ruff: noqa: A002 - the library's own argument names
import os
from types import TracebackType
from typing import Any, BinaryIO, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

class _VirtualFile(Protocol):
    def seek(self, offset: int, whence: int = ..., /) -> int: ...
    def tell(self) -> int: ...
    def readinto(self, buffer: memoryview, /) -> int: ...
    def write(self, data: bytes, /) -> int: ...

_File = str | os.PathLike[str] | int | BinaryIO | _VirtualFile
_Samples = NDArray[np.float32] | NDArray[np.float64] | NDArray[np.int16] | NDArray[np.int32]

__libsndfile_version__: str

class SoundFileError(Exception): ...
class SoundFileRuntimeError(SoundFileError, RuntimeError): ...

class LibsndfileError(SoundFileRuntimeError):
    code: int
    @property
    def error_string(self) -> str: ...

class SoundFile:
    samplerate: int
    channels: int
    format: str
    subtype: str
    frames: int
    def __init__(
        self,
        file: _File,
        mode: str | None = ...,
        samplerate: int | None = ...,
        channels: int | None = ...,
        subtype: str | None = ...,
        endian: str | None = ...,
        format: str | None = ...,
        closefd: bool = ...,
    ) -> None: ...
    def __enter__(self) -> SoundFile: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...
    def write(self, data: _Samples) -> None: ...
    def read(
        self, frames: int = ..., dtype: Literal["float32"] = ..., always_2d: bool = ...
    ) -> NDArray[np.float32]: ...
    def seek(self, frames: int, whence: int = ...) -> int: ...
    def flush(self) -> None: ...
    @property
    def closed(self) -> bool: ...
    def close(self) -> None: ...

def read(
    file: _File,
    frames: int = ...,
    start: int = ...,
    stop: int | None = ...,
    dtype: str = ...,
    always_2d: bool = ...,
) -> tuple[NDArray[Any], int]: ...
def write(
    file: _File,
    data: _Samples,
    samplerate: int,
    subtype: str | None = ...,
    endian: str | None = ...,
    format: str | None = ...,
    closefd: bool = ...,
) -> None: ...
def info(file: _File, verbose: bool = ...) -> Any: ...
def available_formats() -> dict[str, str]: ...
def available_subtypes(format: str | None = ...) -> dict[str, str]: ...
def check_format(format: str, subtype: str | None = ..., endian: str | None = ...) -> bool: ...
