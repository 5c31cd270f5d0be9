"""Playing finished sound while more is being made. No window toolkit here.

One output stream stays open from the first piece to the last, fed from a
queue of read-only arrays, so pieces follow each other without a gap. The
audio thread only copies slices.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.cancel import CancelToken
from engine.errors import ExportError
from engine.values import SAMPLE_RATE, Floats

if TYPE_CHECKING:
    import sounddevice
    import soxr

AHEAD_S = 30.0
"""Most sound waiting to be played; a writer ahead of the player by more waits,
so a long text does not pile up in memory."""

WAIT_S = 0.05
"""How often a waiting writer looks whether it was cancelled."""

LATENCY = "high"
"""A command line gains nothing from low latency and much from robustness."""


class Player:
    """Plays pieces of sound one after another through one open stream.

    Raises:
        ExportError: ``player-unavailable`` without PortAudio, without an output
            device, or when the device refuses to open.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._waiting: deque[Floats] = deque()
        self._held = 0
        self._last = False
        self._done = threading.Event()
        self.underruns = 0
        """Times the device asked for more than had been made."""
        self.played = 0
        """Samples handed to the device, at its own rate."""
        with _quiet_stderr():
            portaudio = _portaudio()
            self.rate, self._resampler = _rate(portaudio)
            self._stream = _open(portaudio, self.rate, self._fill, self._done.set)

    def write(self, piece: Floats, token: CancelToken) -> None:
        """Queue the next samples: float32[n] within -1..1 at 24 kHz.

        Waits while more than ``AHEAD_S`` are queued.

        Raises:
            Cancelled: the token was cancelled while waiting.
        """
        self._queue(piece if self._resampler is None else self._resampler.resample_chunk(piece))
        while self._held > AHEAD_S * self.rate:
            token.check()
            with self._changed:
                self._changed.wait(WAIT_S)

    def finish(self, token: CancelToken) -> None:
        """Play what is queued to its end, then close.

        Raises:
            Cancelled: the token was cancelled while playing.
        """
        if self._resampler is not None:
            self._queue(self._resampler.resample_chunk(np.zeros(0, np.float32), last=True))
        self._last = True
        while not self._done.wait(WAIT_S) and self._stream.active:
            token.check()
        self.stop()

    def stop(self) -> None:
        """Fall silent and close; may be called more than once."""
        with self._changed:
            self._waiting.clear()
            self._held = 0
        with _quiet_stderr():
            self._stream.close(ignore_errors=True)

    def _queue(self, piece: Floats) -> None:
        if piece.size:
            with self._changed:
                self._waiting.append(piece)
                self._held += piece.size
            if not self._stream.active and not self._last:
                self._stream.start()

    def _fill(self, out: Floats, frames: int, _time: object, _status: object) -> None:
        """Called by the audio thread: copy what is next, silence if it is late."""
        filled = 0
        with self._changed:
            while filled < frames and self._waiting:
                piece = self._waiting.popleft()
                taken = min(frames - filled, piece.size)
                out[filled : filled + taken, 0] = piece[:taken]
                if taken < piece.size:
                    self._waiting.appendleft(piece[taken:])
                filled += taken
            self._held -= filled
            self.played += filled
            self._changed.notify_all()
        out[filled:] = 0.0
        if filled < frames:
            if self._last:
                import sounddevice

                raise sounddevice.CallbackStop
            self.underruns += 1


def devices() -> tuple[str, ...]:
    """Names of the output devices, the default first.

    Raises:
        ExportError: ``player-unavailable`` without PortAudio.
    """
    with _quiet_stderr():
        portaudio = _portaudio()
        found = [d for d in portaudio.query_devices() if d["max_output_channels"] > 0]
        default = portaudio.default.device[1]
    return tuple(str(d["name"]) for d in sorted(found, key=lambda d: d["index"] != default))


def _portaudio() -> Any:
    try:
        import sounddevice
    except OSError as error:
        raise ExportError(
            "player-unavailable",
            subject="player",
            detail="the PortAudio library is not installed",
            hint="install it (Debian and Ubuntu: libportaudio2)",
        ) from error
    return sounddevice


def _rate(portaudio: Any) -> tuple[int, soxr.ResampleStream | None]:
    """The rate to play at: the voice's own, else the device's, resampled."""
    try:
        device = portaudio.query_devices(kind="output")
    except (portaudio.PortAudioError, ValueError) as error:
        raise ExportError(
            "player-unavailable", subject="player", detail="there is no sound output device"
        ) from error
    try:
        portaudio.check_output_settings(samplerate=SAMPLE_RATE, channels=1, dtype="float32")
    except portaudio.PortAudioError:
        import soxr

        rate = round(device["default_samplerate"])
        return rate, soxr.ResampleStream(SAMPLE_RATE, rate, 1, dtype="float32", quality="HQ")
    return SAMPLE_RATE, None


def _open(portaudio: Any, rate: int, fill: Any, finished: Any) -> sounddevice.OutputStream:
    try:
        return portaudio.OutputStream(
            samplerate=rate,
            channels=1,
            dtype="float32",
            latency=LATENCY,
            callback=fill,
            finished_callback=finished,
        )
    except portaudio.PortAudioError as error:
        raise ExportError(
            "player-unavailable",
            subject="player",
            detail=f"the output device refused {rate} Hz ({error.args[0]})",
        ) from error


@contextmanager
def _quiet_stderr() -> Iterator[None]:
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
