"""NVIDIA's compiler makes code of every kernel, for every card, without a card.

What the code does is tested on the processor (``test_cuda_on_host.py``); that a card
runs it is not tested here: ``packaging/gpu_check.py`` does that on a machine with one.
"""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from kernels.compiled import ARCHITECTURES, SOURCES, code_key, ptx, usage
from kernels.nvrtc import CompileFailed, Nvrtc, usage_of

REGISTERS = 64
"""Most registers an entry may take: at 64 with 256 threads a multiprocessor still holds
four blocks (65,536 registers), enough to hide the memory."""


@pytest.fixture(scope="module")
def compiler() -> Nvrtc:
    return Nvrtc()


def test_the_compiler_is_the_release_that_todays_drivers_take(compiler: Nvrtc) -> None:
    assert compiler.version() == (13, 0)
    assert set(ARCHITECTURES) <= set(compiler.architectures())


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
def test_every_kernel_for_every_architecture(
    source: object, compiler: Nvrtc, tmp_path: Path
) -> None:
    for architecture in ARCHITECTURES:
        text = ptx(source, architecture, tmp_path, compiler).decode()
        assert re.search(rf"^\.target sm_{architecture}\b", text, re.MULTILINE)
        assert re.search(r"^\.version 9\.0$", text, re.MULTILINE)  # what CUDA 13.0 reads
        assert set(re.findall(r"\.visible \.entry (\w+)\(", text)) == set(source.entries)


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.name)
@pytest.mark.parametrize("architecture", [ARCHITECTURES[0], ARCHITECTURES[-1]])
def test_registers_and_spills(source: object, architecture: int, compiler: Nvrtc) -> None:
    for used in usage(source, architecture, compiler):
        assert 0 < used.registers <= REGISTERS, used
        assert used.spill_bytes == 0, used


def test_code_is_kept_by_what_it_depends_on(compiler: Nvrtc, tmp_path: Path) -> None:
    source = SOURCES[1]
    first = ptx(source, 75, tmp_path, compiler)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(b"read, not compiled again")
    assert ptx(source, 75, tmp_path, compiler) == b"read, not compiled again"
    other = dataclasses.replace(source, constants={"SOMETHING": 1.5})
    assert ptx(other, 75, tmp_path, compiler) != b"read, not compiled again"
    assert len(list(tmp_path.iterdir())) == 2
    keys = {
        code_key(source, 75, (13, 0)),
        code_key(source, 80, (13, 0)),
        code_key(source, 75, (13, 1)),
        code_key(other, 75, (13, 0)),
        code_key(SOURCES[0], 75, (13, 0)),
    }
    assert len(keys) == 5
    assert b".entry regulate" in first


def test_a_source_with_an_error_says_where(compiler: Nvrtc) -> None:
    with pytest.raises(CompileFailed, match=r"kernel\(2\): error: .*nowhere"):
        compiler.compile("\nvoid f() { nowhere(); }", "kernel", ("-default-device",))


def test_no_compiler_is_said_plainly(tmp_path: Path) -> None:
    broken = tmp_path / "libnvrtc.so.13"
    broken.write_bytes(b"no library")
    with pytest.raises(CompileFailed, match=r"libnvrtc\.so\.13 cannot be loaded"):
        Nvrtc(broken)


def test_a_spill_is_read_out_of_the_report(compiler: Nvrtc) -> None:
    source = SOURCES[0]
    options = ["--std=c++17", *source.defines, "--gpu-architecture=sm_90", "--maxrregcount=24"]
    _, log = compiler.compile(source.text, "tight", [*options, "--ptxas-options=--verbose"])
    assert max(used.spill_bytes for used in usage_of(log)) > 0
    assert max(used.registers for used in usage_of(log)) <= 32
