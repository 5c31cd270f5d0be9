"""NVIDIA's run-time compiler by ``ctypes``: CUDA source to PTX or to machine code.

It needs no graphics card and no CUDA installation, only the library
(``nvidia-cuda-nvrtc``). Release 13.0 is the one to have: code for the virtual machine
(PTX) from a later release is refused by a CUDA 13.0 driver.
Functions and their arguments are those of ``nvrtc.h`` in that package.
"""

from __future__ import annotations

import ctypes
import importlib.metadata
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "nvidia-cuda-nvrtc"
LIBRARY_NAME = re.compile(r"^(libnvrtc\.so(\.\d+)*|nvrtc64_\d+_\d+\.dll)$")
"""The compiler itself; its ``alt`` and ``builtins`` siblings lie beside it."""

BUILTINS_NAME = re.compile(r"^(libnvrtc-builtins\.so[.\d]*|nvrtc-builtins64_\d+\.dll)$")

_USED = re.compile(r"Used (\d+) registers")
_SPILLS = re.compile(r"(\d+) bytes spill stores, (\d+) bytes spill loads")
_ENTRY = re.compile(r"Compiling entry function '(\w+)'")


class CompileFailed(Exception):
    """The compiler refused the source, or is not there. Its text is the compiler's log."""


@dataclass(frozen=True, slots=True)
class Usage:
    """What one entry takes of a multiprocessor, as the assembler reports it."""

    entry: str
    registers: int
    spill_bytes: int


def library_path() -> Path | None:
    """Return where the compiler lies: in the installed package, or None."""
    try:
        files = importlib.metadata.files(PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    found = (Path(str(file.locate())) for file in files if LIBRARY_NAME.match(file.name))
    return next((path for path in found if path.exists()), None)


def _builtins_beside(path: Path) -> list[Path]:
    return [each for each in sorted(path.parent.iterdir()) if BUILTINS_NAME.match(each.name)]


class Nvrtc:
    """The compiler.

    Args:
        library: its shared library; by default the installed package's.

    Raises:
        CompileFailed: there is none, or it cannot be loaded.
    """

    def __init__(self, library: Path | None = None) -> None:
        path = library or library_path()
        if path is None:
            raise CompileFailed(f"the package {PACKAGE} is not installed")
        try:
            # The compiler asks the loader for this by its bare name: it must be loaded first.
            self._builtins = [ctypes.CDLL(os.fspath(each)) for each in _builtins_beside(path)]
            self._lib = ctypes.CDLL(os.fspath(path))
        except OSError as error:
            raise CompileFailed(f"{path} cannot be loaded: {error}") from error
        self._lib.nvrtcGetErrorString.restype = ctypes.c_char_p

    def version(self) -> tuple[int, int]:
        """Return the release, for example ``(13, 0)``."""
        major, minor = ctypes.c_int(), ctypes.c_int()
        self._check(self._lib.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor)))
        return major.value, minor.value

    def architectures(self) -> tuple[int, ...]:
        """Return the compute capabilities it compiles for, such as 75 for 7.5."""
        count = ctypes.c_int()
        self._check(self._lib.nvrtcGetNumSupportedArchs(ctypes.byref(count)))
        found = (ctypes.c_int * count.value)()
        self._check(self._lib.nvrtcGetSupportedArchs(found))
        return tuple(found)

    def compile(self, source: str, name: str, options: Sequence[str]) -> tuple[bytes, str]:
        """Compile one source.

        Args:
            source: CUDA C++.
            name: what messages call it.
            options: the compiler's, with ``--gpu-architecture=``: a ``compute_`` target
                gives PTX, an ``sm_`` target machine code.

        Returns:
            The code and the compiler's log.

        Raises:
            CompileFailed: the source has an error; the text is the log.
        """
        lib, program = self._lib, ctypes.c_void_p()
        made = lib.nvrtcCreateProgram(
            ctypes.byref(program), source.encode(), name.encode(), 0, None, None
        )
        self._check(made)
        try:
            words = (ctypes.c_char_p * len(options))(*(option.encode() for option in options))
            status = lib.nvrtcCompileProgram(program, len(options), words)
            log = self._read(program, "ProgramLog").rstrip(b"\0").decode(errors="replace")
            if status:
                raise CompileFailed(log or self._words(status))
            machine = any("=sm_" in option for option in options)
            return self._read(program, "CUBIN" if machine else "PTX"), log
        finally:
            lib.nvrtcDestroyProgram(ctypes.byref(program))

    def _read(self, program: ctypes.c_void_p, what: str) -> bytes:
        size = ctypes.c_size_t()
        self._check(getattr(self._lib, f"nvrtcGet{what}Size")(program, ctypes.byref(size)))
        text = ctypes.create_string_buffer(size.value)
        self._check(getattr(self._lib, f"nvrtcGet{what}")(program, text))
        return text.raw

    def _check(self, status: int) -> None:
        if status:
            raise CompileFailed(self._words(status))

    def _words(self, status: int) -> str:
        said: bytes = self._lib.nvrtcGetErrorString(status)
        return said.decode()


def usage_of(log: str) -> tuple[Usage, ...]:
    """Read the assembler's report out of a log made with ``--ptxas-options=--verbose``."""
    found = []
    for part in log.split("Compiling entry function")[1:]:
        entry = _ENTRY.search("Compiling entry function" + part)
        registers, spills = _USED.search(part), _SPILLS.search(part)
        if entry and registers and spills:
            spilled = int(spills[1]) + int(spills[2])
            found.append(Usage(entry[1], int(registers[1]), spilled))
    return tuple(found)
