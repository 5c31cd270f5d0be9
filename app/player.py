"""Playing finished sound while more is being made. No window toolkit here.

One output stream stays open from the first piece to the last, fed from a
queue of read-only arrays, so pieces follow each other without a gap. The
audio thread only copies slices.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
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

GONE_S = 1.5
"""A device that asked for nothing this long has been unplugged or its server has died."""

WAIT_S = 0.05
"""How often a waiting writer looks whether it was cancelled."""

LATENCY_S = 0.2
"""Sound the device holds ahead of the ear: nobody turns a knob here, so it is chosen
for a machine that is busy with the next line, not for a quick answer."""

LEAD_S = 0.1
"""Silence before the first sound: sound servers and amplifiers that wake up swallow
their first samples (15 to 30 ms were measured through ALSA on PulseAudio)."""

TAIL_S = 0.15
"""Silence after the last sound, on top of the latency: not every driver plays out
what it holds when a stream ends, so what it holds by then is this."""


_NO_WORDS = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p)(
    lambda _file, _line, _function: None
)
"""What ALSA calls instead of printing. Kept for good: C holds no count of it."""


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
        self._started = False
        self._played_out = False
        self._done = threading.Event()
        self.underruns = 0
        """Times the device asked for more than had been made."""
        self.played = 0
        """Samples handed to the device, at its own rate, the silence before them included."""
        with _quiet_stderr():
            portaudio = _portaudio()
            self.rate, self._resampler = _rate(portaudio)
            self._stream = _open(portaudio, self.rate, self._fill, self._done.set)
        self._stop_signal: type[Exception] = portaudio.CallbackStop
        self._tail = round((self._stream.latency + TAIL_S) * self.rate)
        self._queue(np.zeros(round(LEAD_S * self.rate), np.float32))

    def write(self, piece: Floats, token: CancelToken) -> None:
        """Queue the next samples: float32[n] within -1..1 at 24 kHz.

        Waits while more than ``AHEAD_S`` are queued.

        Raises:
            Cancelled: the token was cancelled while waiting.
            ExportError: ``player-unavailable``, the device went away.
        """
        self._queue(piece if self._resampler is None else self._resampler.resample_chunk(piece))
        if not self._started:
            self._started = True
            with _quiet_stderr():
                self._stream.start()
        if self._held > AHEAD_S * self.rate:
            self._wait(lambda: self._held <= AHEAD_S * self.rate, token)

    def finish(self, token: CancelToken) -> None:
        """Play what is queued to its end, then close.

        Raises:
            Cancelled: the token was cancelled while playing.
            ExportError: ``player-unavailable``, the device went away.
        """
        if self._resampler is not None:
            self._queue(self._resampler.resample_chunk(np.zeros(0, np.float32), last=True))
        if not self._started:
            self.stop()
            return
        self._queue(np.zeros(self._tail, np.float32))
        self._last = True
        self._wait(lambda: self._played_out and self._done.is_set(), token)
        self.stop()

    def stop(self) -> None:
        """Fall silent and close; may be called more than once."""
        with self._changed:
            self._waiting.clear()
            self._held = 0
        with _quiet_stderr():
            self._stream.close(ignore_errors=True)

    def _wait(self, reached: Callable[[], bool], token: CancelToken) -> None:
        """Wait while the device plays; a device that takes nothing for a while is gone."""
        played, since = self.played, time.monotonic()
        while not reached():
            token.check()
            with self._changed:
                self._changed.wait(WAIT_S)
            if self.played != played:
                played, since = self.played, time.monotonic()
            quiet = time.monotonic() - since > GONE_S
            if (quiet or self._done.is_set()) and not reached():
                raise ExportError(
                    "player-unavailable", subject="player", detail="the output device went away"
                )

    def _queue(self, piece: Floats) -> None:
        if piece.size:
            with self._changed:
                self._waiting.append(piece)
                self._held += piece.size

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
                self._played_out = True
                raise self._stop_signal
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
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL("libasound.so.2").snd_lib_error_set_handler(_NO_WORDS)
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
        opened: sounddevice.OutputStream = portaudio.OutputStream(
            samplerate=rate,
            channels=1,
            dtype="float32",
            latency=LATENCY_S,
            callback=fill,
            finished_callback=finished,
        )
    except portaudio.PortAudioError as error:
        raise ExportError(
            "player-unavailable",
            subject="player",
            detail=f"the output device refused {rate} Hz ({error.args[0]})",
        ) from error
    return opened


@contextmanager
def _quiet_stderr() -> Iterator[None]:
    """Keep ALSA and JACK, which PortAudio asks, from writing on the terminal.

    They print dozens of lines from C for devices that merely do not exist;
    what matters comes back as an error value.
    """
    with contextlib.suppress(OSError):  # nobody may be reading it
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
