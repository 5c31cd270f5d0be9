"""What of NVIDIA's is here: driver and graphics card, asked without any CUDA package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kernels.driver import NO_DEVICE, Device, Driver, DriverFault, DriverMissing

CUDA_RELEASE = (13, 0)
"""What a driver has to run: ONNX Runtime's GPU build, TensorRT's ``cu13`` packages and our
kernels are all made for CUDA 13."""

DRIVER_STEP = "install NVIDIA's driver 580 or newer"
"""580 is the first branch that runs CUDA 13.0 (CUDA 13.0 release notes, table of drivers)."""

EXTRA_STEP = "pip uninstall onnxruntime, then pip install 'espressivo[gpu]'"
"""What brings ONNX Runtime's GPU build: the two distributions overwrite each other."""


@dataclass(frozen=True, slots=True)
class Lack:
    """One thing that is missing, and what would bring it."""

    reason: str
    step: str


@dataclass(frozen=True, slots=True)
class Machine:
    """What was found. ``lacks`` is empty if a card can be used."""

    devices: tuple[Device, ...]
    release: tuple[int, int]
    """Newest CUDA release the driver runs; ``(0, 0)`` without one."""
    lacks: tuple[Lack, ...]

    @property
    def device(self) -> str:
        """The first card in words: its name and memory."""
        if not self.devices:
            return ""
        first = self.devices[0]
        return f"{first.name}, {first.memory_bytes / 2**30:.0f} GiB"


def memory_and_release(library: Path | None = None) -> tuple[int, int, str]:
    """Return used and total bytes of the card in use and the driver's release, or nothing.

    Only where a context is current, as on a thread that computes there. Never raises.
    """
    try:
        driver = Driver(library)
        release = ".".join(map(str, driver.version()))
        free, total = driver.memory()
    except (DriverMissing, DriverFault):
        return 0, 0, ""
    return total - free, total, release


def said(lacks: Sequence[Lack]) -> tuple[str, str]:
    """Put what is missing into one reason, and what would bring it into one hint."""
    steps = dict.fromkeys(lack.step for lack in lacks if lack.step)
    return "; ".join(lack.reason for lack in lacks), "; ".join(steps)


def look(library: Path | None = None) -> Machine:
    """Look for a driver and a card. Never raises.

    Args:
        library: the driver's library; by default the installed one's.
    """
    try:
        driver = Driver(library)
        release, devices = driver.version(), driver.devices()
    except DriverMissing as error:
        return Machine((), (0, 0), (Lack(f"no NVIDIA driver ({error})", DRIVER_STEP),))
    except DriverFault as error:
        step = "" if error.code == NO_DEVICE else DRIVER_STEP
        return Machine((), (0, 0), (Lack(f"the NVIDIA driver finds no card ({error})", step),))
    from kernels.card import nearest_architecture  # with NumPy, which a refusal needs not

    lacks = []
    if release < CUDA_RELEASE:
        can = f"the NVIDIA driver runs CUDA {release[0]}.{release[1]}"
        lacks.append(Lack(f"{can}, 13.0 is needed", DRIVER_STEP))
    if not devices:
        lacks.append(Lack("no NVIDIA graphics card", ""))
    elif nearest_architecture(devices[0].capability) is None:
        major, minor = devices[0].capability
        able = f"compute capability {major}.{minor}"
        lacks.append(Lack(f"{devices[0].name} has {able}, 7.5 is needed", ""))
    return Machine(devices, release, tuple(lacks))
