"""Playing: the one way in which this program makes sound heard. No window toolkit here.

``Playback`` is what a window or a command holds. Behind it, ``Speaker`` keeps an
output open on a thread of its own, ``Sound`` is what is played and where, and
``Deck`` is the part the audio thread runs.
"""

from __future__ import annotations

import time
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass

from app.playing.sound import Kind, Sound
from app.playing.speaker import LOOK_S, Speaker
from engine.cancel import CancelToken
from engine.errors import ExportError
from engine.streaming import Streamed
from engine.values import Floats

__all__ = ["CALM_S", "Kind", "Playback", "PlaybackEvent", "word_at"]

QUICK_S = 0.05
"""Sound the device holds ahead of the ear in a window. With what a sound server adds, the
fade and one call of the device, stop is silent within 100 ms."""

CALM_S = 0.2
"""The same where nobody turns a knob: chosen for a machine that is busy with the next
line, not for a quick answer."""

AHEAD_S = 30.0
"""Most sound waiting to be played when ``write`` hands it over; a writer ahead of the
ear by more waits, so a long text does not pile up in memory."""


@dataclass(frozen=True, slots=True)
class PlaybackEvent:
    """Something that happened, told on the playback's own thread."""

    kind: Kind
    position_s: float
    reason: ExportError | None = None
    """Why, for LOST and REFUSED."""


def _ignore(_event: PlaybackEvent) -> None:
    """For who asks instead of listening."""


class Playback:
    """One sound at a time through one open stream. No call waits but the last four.

    Args:
        on_event: called with each event, on a thread of the playback's own. It must
            return soon and must not call ``open``, ``finish``, ``write`` or ``close``.
        latency_s: sound the device holds ahead of the ear.
        keep: False lets go of what was played, so that a text of any length takes
            little memory; there is no going back then.
    """

    def __init__(
        self,
        on_event: Callable[[PlaybackEvent], None] = _ignore,
        *,
        latency_s: float = QUICK_S,
        keep: bool = True,
    ) -> None:
        self.underruns = 0
        """Times the device asked for more than had been made."""
        self._on_event = on_event
        self._failed: ExportError | None = None
        self._sound = Sound(keep=keep)
        self._speaker = Speaker(self._sound, self._tell, latency_s)

    # -- the sound ---------------------------------------------------------------------

    def load(self, total_hint_s: float = 0.0) -> None:
        """Begin a new sound; what was playing fades out.

        Args:
            total_hint_s: how long it will be, for ``length_s`` until all of it is there.
        """
        self._sound.load(total_hint_s)

    def append(self, piece: Floats) -> None:
        """Add the next samples: float32[n], -1..1 at 24 kHz; the array must not change."""
        self._sound.append(piece)

    def stream(self, piece: Streamed) -> None:
        """Add the next samples of a sound that begins no sooner than they say."""
        self.append(piece.audio)
        self._sound.hold(piece.plays_from)

    def finish_loading(self) -> None:
        """Say that the sound is complete."""
        self._sound.finish()

    # -- steering ----------------------------------------------------------------------

    def play(self, from_s: float | None = None) -> None:
        """Play, from ``from_s`` or from where it rests; at the end, from the beginning.

        What has not been made yet is waited for in silence. STARTED, LOST or REFUSED
        tells what came of it.
        """
        self._failed = None
        self._sound.play(from_s)
        self._speaker.play()

    def stop(self) -> None:
        """Fall silent within 100 ms, without a click; ``play()`` goes on from there."""
        self._sound.stop()

    def seek(self, to_s: float) -> None:
        """Go to a place, playing or not."""
        self._sound.seek(to_s)

    def set_loop(self, start_s: float | None, end_s: float = 0.0) -> None:
        """Repeat from ``start_s`` to ``end_s`` once playing comes there; None ends that."""
        self._sound.set_loop(start_s, end_s)

    def set_volume(self, volume: float) -> None:
        """Set how loud, 0 (silent) to 1 (as it was made)."""
        self._sound.set_volume(volume)

    @property
    def playing(self) -> bool:
        """Whether sound was asked for and has not ended."""
        return self._sound.playing

    @property
    def position_s(self) -> float:
        """What is heard now, or where playing will go on, seconds."""
        return self._sound.position_s

    @property
    def length_s(self) -> float:
        """How long the sound is, or will be as far as that is known, seconds."""
        return self._sound.length_s

    @property
    def rate(self) -> int:
        """Samples per second that the device is given."""
        return self._sound.rate

    # -- devices -----------------------------------------------------------------------

    def devices(self) -> tuple[str, ...]:
        """Names of the outputs when last listed, the default first."""
        return self._speaker.names

    @property
    def device(self) -> str:
        """The output that is used, or would be; empty if there is none."""
        output = self._speaker.output
        return "" if output is None else output.name

    @property
    def can_play(self) -> bool:
        """Whether there was an output when last looked for."""
        return self._speaker.output is not None

    @property
    def why_not(self) -> ExportError | None:
        """Why it cannot play; None if it can, or before the first ``rescan`` or ``open``."""
        return self._speaker.why_not

    def choose(self, name: str | None) -> Future[None]:
        """Play through the output of that name from now on, None = the default one.

        A sound that is playing goes on there. DEVICES is told when it is done.
        """
        return self._speaker.choose(name)

    def rescan(self) -> Future[None]:
        """Look for devices anew; a sound that is playing goes on a moment later.

        DEVICES is told when it is done. Also to be called once at the start.
        """
        return self._speaker.rescan()

    # -- calls that wait ---------------------------------------------------------------

    def open(self) -> None:
        """Open the device now.

        Raises:
            ExportError: ``player-unavailable`` without PortAudio, without an output
                device, or when the device refuses to open.
        """
        self._speaker.open().result()

    def write(self, piece: Streamed, token: CancelToken) -> None:
        """Add and play; waits while more than ``AHEAD_S`` are waiting to be played.

        Raises:
            Cancelled: the token was cancelled while waiting.
            ExportError: ``player-unavailable``, the device went away.
        """
        self.stream(piece)
        if self._failed is None and not self.playing:
            self.play()
        self._wait(lambda: self._sound.waiting_s <= AHEAD_S, token)

    def finish(self, token: CancelToken) -> None:
        """Say that the sound is complete, wait until it has been heard, and close.

        Raises:
            Cancelled: the token was cancelled while playing.
            ExportError: ``player-unavailable``, the device went away.
        """
        self.finish_loading()
        self._wait(lambda: not self.playing, token)
        self.close()

    def close(self) -> None:
        """Fall silent and end; may be called more than once."""
        self._speaker.close()

    def _wait(self, reached: Callable[[], bool], token: CancelToken) -> None:
        while self._failed is None and not reached():
            token.check()
            time.sleep(LOOK_S)
        if self._failed is not None:
            raise self._failed

    def _tell(self, kind: Kind, reason: ExportError | None) -> None:
        if kind is Kind.UNDERRUN:
            self.underruns += 1
        if reason is not None:
            self._failed = reason
        self._on_event(PlaybackEvent(kind, self.position_s, reason))


def word_at(words: Sequence[tuple[float, float]], position_s: float) -> int | None:
    """Number of the word that sounds at a time, or None between words.

    Args:
        words: start and end of each, seconds, in order.
        position_s: seconds from the beginning.
    """
    number = bisect_right(words, position_s, key=lambda word: word[0]) - 1
    return number if number >= 0 and position_s < words[number][1] else None
