"""An output device kept open, and everything about it that can take time.

Opening, closing and listing devices happen on one thread of the speaker's own, so
who asks never waits. PortAudio is used from nowhere else while a speaker lives.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from app.playing import devices
from app.playing.devices import Output
from app.playing.sound import Kind, Sound
from engine.errors import ExportError
from engine.values import Floats

if TYPE_CHECKING:
    import sounddevice

GONE_S = 2.5
"""A device that asked for nothing this long has been unplugged or its server has died.
A sound server's sinks may wake only every two seconds (PulseAudio's silent ones did)."""

LOOK_S = 0.02
"""How often the open stream is looked at: events come this late at most."""

IDLE_S = 10.0
"""A stream that has been silent this long is closed: opening it again costs a moment,
keeping it open keeps the sound card awake."""

LEAD_S = 0.1
"""Silence before the first sound of an opened stream: sound servers and amplifiers that
wake up swallow their first samples (15 to 30 ms were measured through ALSA on PulseAudio)."""

TAIL_S = 0.15
"""Silence after the last sound, on top of the latency: not every driver plays out
what it holds when a stream ends, so what it holds by then is this."""

MOST_DELAY_S = 2.0
"""A driver that says its sound is heard later than this is not believed."""

Tell = Callable[[Kind, ExportError | None], None]


class Speaker:
    """Plays a ``Sound`` through one stream at a time.

    Args:
        sound: what is played.
        tell: called on the speaker's thread with what happened and why.
        latency_s: sound the device holds ahead of the ear.
    """

    def __init__(self, sound: Sound, tell: Tell, latency_s: float) -> None:
        self.names: tuple[str, ...] = ()
        """The outputs when last listed, the default first."""
        self.output: Output | None = None
        """The one that is used, or would be."""
        self.why_not: ExportError | None = None
        """Why there is none; None if there is, or nobody has looked."""
        self._sound = sound
        self._tell = tell
        self._latency_s = latency_s
        self._chosen: str | None = None
        self._stream: sounddevice.OutputStream | None = None
        self._finished = threading.Event()
        self._lead = 0
        self._asked = self._busy = 0.0
        self._jobs: queue.SimpleQueue[tuple[Callable[[], None], Future[None]] | None]
        self._jobs = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="speaker", daemon=True)
        self._thread.start()

    def open(self) -> Future[None]:
        """Open the device; the result raises ExportError ``player-unavailable``."""
        return self._post(self._open)

    def play(self) -> Future[None]:
        """Open the device for a sound that is wanted; a refusal is told."""
        return self._post(self._open_or_tell)

    def choose(self, name: str | None) -> Future[None]:
        """Use the output of that name from now on; None = the default one."""
        return self._post(lambda: self._change(name))

    def rescan(self) -> Future[None]:
        """List the devices anew."""
        return self._post(self._rescan)

    def close(self) -> None:
        """Fall silent and end; may be called more than once."""
        if self._thread.is_alive():
            self._jobs.put(None)
            self._thread.join()

    # -- the speaker's thread ----------------------------------------------------------

    def _post(self, job: Callable[[], None]) -> Future[None]:
        done: Future[None] = Future()
        self._jobs.put((job, done))
        return done

    def _run(self) -> None:
        while True:
            try:
                wanted = self._jobs.get(timeout=None if self._stream is None else LOOK_S)
            except queue.Empty:
                self._look()
                continue
            if wanted is None:
                self._close()
                return
            job, done = wanted
            try:
                job()
            except ExportError as error:
                done.set_exception(error)
            else:
                done.set_result(None)

    def _open_or_tell(self) -> None:
        try:
            self._open()
        except ExportError as error:
            self._sound.halt(time.monotonic(), playing=False)
            self._tell(Kind.REFUSED, error)

    def _open(self) -> None:
        if self._stream is not None:
            return
        if self.output is None:
            self._list()
        if self.output is None:
            assert self.why_not is not None
            raise self.why_not
        self._finished.clear()
        try:
            self._start(self.output)
        except ExportError as error:
            self._close()
            self.output, self.why_not = None, error
            raise

    def _start(self, output: Output) -> None:
        stream = devices.open_output(output, self._latency_s, self._fill, self._finished.set)
        self._stream = stream
        self._lead = round(LEAD_S * output.rate)
        self._sound.prepare(output.rate, stream.latency + TAIL_S)
        self._asked = self._busy = time.monotonic()
        devices.start(stream)

    def _close(self) -> None:
        stream, self._stream = self._stream, None
        if stream is not None:
            devices.close(stream)

    def _list(self) -> None:
        self.output = None
        try:
            self.names = devices.output_names()
            self.output = devices.find_output(self._chosen)
            self.why_not = None
        except ExportError as error:
            self.why_not = error

    def _change(self, name: str | None) -> None:
        self._chosen = name
        self._pause()
        self._list()
        self._resume()

    def _rescan(self) -> None:
        self._pause()
        try:
            devices.look_again()
            self._list()
        except ExportError as error:
            self.output, self.why_not = None, error
        self._resume()

    def _pause(self) -> None:
        """Close the stream for a moment; the sound stays wanted if it was."""
        heard = time.monotonic()
        self._close()
        self._sound.halt(heard, playing=self._sound.playing)

    def _resume(self) -> None:
        self._tell(Kind.DEVICES, None)
        if self._sound.playing:
            self._open_or_tell()

    def _look(self) -> None:
        now = time.monotonic()
        if self._finished.is_set() or now - self._asked > GONE_S:
            self._lose()
            return
        for kind in self._sound.news():
            self._tell(kind, None)
        if self._sound.busy:
            self._busy = now
        elif now - self._busy > IDLE_S:
            self._close()

    def _lose(self) -> None:
        """Rest where the device left off, tell, and see what devices there are now."""
        reason = ExportError(
            "player-unavailable", subject="player", detail="the output device went away"
        )
        stream, self._stream = self._stream, None  # from here on the audio thread reads nothing
        playing = self._sound.playing
        self._sound.halt(self._asked, playing=False)
        self.output, self.why_not = None, reason
        if playing:
            self._tell(Kind.LOST, reason)
        assert stream is not None
        devices.close(stream)
        self._rescan()

    # -- the audio thread --------------------------------------------------------------

    def _fill(self, out: Floats, frames: int, when: Any, _status: object) -> None:
        self._asked = time.monotonic()
        samples, stream = out[:, 0], self._stream
        if stream is None:
            samples[:] = 0.0
            return
        delay_s = when.outputBufferDacTime - when.currentTime
        if not 0.0 <= delay_s <= MOST_DELAY_S:
            delay_s = stream.latency
        lead = min(self._lead, frames)
        if lead:
            self._lead -= lead
            samples[:lead] = 0.0
            delay_s += lead / self._sound.rate
        self._sound.fill(samples[lead:], delay_s)
