"""The sound devices of this machine, through PortAudio. Not for more than one thread."""

from __future__ import annotations

import contextlib
import ctypes
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.errors import ExportError
from engine.values import SAMPLE_RATE, Floats

if TYPE_CHECKING:
    import sounddevice

BLOCK_S = 0.011
"""Sound asked for at once: 256 samples at 24 kHz, 512 at 48. Powers of two, because ALSA
on PulseAudio ran dry again and again with the 240, 300 and 480 samples it was also asked
for at short latencies, and never with these."""

USUAL_RATES = (48_000, 44_100)
"""Hz; tried when a device takes neither the voice's rate nor what it calls its own."""

INVALID_RATE = -9997
"""PortAudio's paInvalidSampleRate (portaudio.h): anything else is not about rates."""

_NO_WORDS = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)(
    lambda _file, _line, _function: None
)
"""What ALSA calls instead of printing. Kept for good: C holds no count of it."""


@dataclass(frozen=True, slots=True)
class Output:
    """An output that can be opened now."""

    name: str
    index: int
    rate: int
    """The voice's own rate where the device takes it, else the device's."""


def output_names() -> tuple[str, ...]:
    """Names of the output devices, the default first.

    Raises:
        ExportError: ``player-unavailable`` without PortAudio.
    """
    with quiet_stderr():
        portaudio = _portaudio()
        default = portaudio.default.device[1]
        found = _outputs(portaudio)
    return tuple(sorted(found, key=lambda name: found[name]["index"] != default))


def look_again() -> None:
    """Let PortAudio list the devices anew. Every stream must have been closed.

    PortAudio lists devices when it starts and never again, so it is ended and
    started (python-sounddevice documents both calls for this).

    Raises:
        ExportError: ``player-unavailable`` without PortAudio.
    """
    with quiet_stderr():
        portaudio = _portaudio()
        portaudio._terminate()
        portaudio._initialize()


def find_output(name: str | None) -> Output:
    """The output of that name, or the default one, with the rate it is played at.

    Raises:
        ExportError: ``player-unavailable`` without PortAudio, without such a device, or
            when it takes neither the voice's rate nor the one it calls its own.
    """
    with quiet_stderr():
        portaudio = _portaudio()
        try:
            if name is None:
                device = portaudio.query_devices(kind="output")
            else:
                device = _outputs(portaudio)[name]
        except (portaudio.PortAudioError, ValueError) as error:
            raise _unavailable("there is no sound output device") from error
        except KeyError as error:
            raise _unavailable(f"there is no sound output device named {name}") from error
        index = int(device["index"])
        own = round(device["default_samplerate"])
        return Output(name or str(device["name"]), index, _rate(portaudio, index, own))


def open_output(
    output: Output,
    latency_s: float,
    fill: Callable[[Floats, int, Any, Any], None],
    finished: Callable[[], None],
) -> sounddevice.OutputStream:
    """Open a mono stream, not yet started.

    Raises:
        ExportError: ``player-unavailable``, the device refused.
    """
    with quiet_stderr():
        portaudio = _portaudio()
        try:
            opened: sounddevice.OutputStream = portaudio.OutputStream(
                samplerate=output.rate,
                blocksize=_block(output.rate),
                device=output.index,
                channels=1,
                dtype="float32",
                latency=latency_s,
                callback=fill,
                finished_callback=finished,
            )
        except portaudio.PortAudioError as error:
            raise _refused([output.rate], error) from error
        return opened


def start(stream: sounddevice.OutputStream) -> None:
    """Let an opened stream run.

    Raises:
        ExportError: ``player-unavailable``, the device went away meanwhile.
    """
    with quiet_stderr():
        portaudio = _portaudio()
        try:
            stream.start()
        except portaudio.PortAudioError as error:
            raise _unavailable(f"the output device does not start ({error.args[0]})") from error


def close(stream: sounddevice.OutputStream) -> None:
    """Close a stream, whatever became of its device; what it holds is thrown away."""
    with quiet_stderr():
        stream.close(ignore_errors=True)


def _outputs(portaudio: Any) -> dict[str, Any]:
    """Each output by a name of its own: several systems may list one device."""
    found = [d for d in portaudio.query_devices() if d["max_output_channels"] > 0]
    systems = [system["name"] for system in portaudio.query_hostapis()]
    times = Counter(d["name"] for d in found)
    return {
        d["name"] if times[d["name"]] == 1 else f"{d['name']} ({systems[d['hostapi']]})": d
        for d in found
    }


def _rate(portaudio: Any, index: int, own: int) -> int:
    """The first rate the device takes: the voice's, its own, a usual one."""
    rates = list(dict.fromkeys([SAMPLE_RATE, own, *USUAL_RATES]))
    refusal: Exception | None = None
    for rate in rates:
        try:
            portaudio.check_output_settings(
                device=index, samplerate=rate, channels=1, dtype="float32"
            )
        except portaudio.PortAudioError as error:
            refusal = error
            if error.args[1:2] != (INVALID_RATE,):
                raise _unavailable(f"the output device does not open ({error.args[0]})") from error
        else:
            return rate
    raise _refused(rates, refusal) from refusal


def _block(rate: int) -> int:
    """Samples asked for at once: the power of two nearest to ``BLOCK_S``."""
    return 1 << round(math.log2(BLOCK_S * rate))


def _refused(rates: list[int], error: Exception | None) -> ExportError:
    tried = ", ".join(f"{rate} Hz" for rate in rates)
    why = "" if error is None else f" ({error.args[0]})"
    return _unavailable(f"the output device refused {tried}{why}")


def _unavailable(detail: str, hint: str = "") -> ExportError:
    return ExportError("player-unavailable", subject="player", detail=detail, hint=hint)


def _portaudio() -> Any:
    try:
        import sounddevice
    except OSError as error:
        raise _unavailable(
            "the PortAudio library is not installed",
            "install it (Debian and Ubuntu: libportaudio2)",
        ) from error
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_NO_WORDS)
    return sounddevice


@contextmanager
def quiet_stderr() -> Iterator[None]:
    """Keep ALSA and JACK, which PortAudio asks, from writing on the terminal.

    They print dozens of lines from C for devices that merely do not exist;
    what matters comes back as an error value.
    """
    sys.stderr.flush()
    kept = os.dup(2)
    null = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(null)
