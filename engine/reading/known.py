"""Readings of lines that were read lately: a knob changes the sound of a line, not its words."""

from __future__ import annotations

from typing import Final, Protocol

from cachetools import LRUCache

from engine.values import Reading

IN_MEMORY: Final = 512
"""Readings kept: the lines somebody works on in a sitting; some 10 MB at the most."""


class Reads(Protocol):
    """What reads text: see ``engine.reading.reader.Reader``."""

    def read(self, text: str, language: str = ...) -> Reading:
        """Make a line speakable."""
        ...


class KnownReadings:
    """Reads each line once. Used by one thread.

    Args:
        inner: reads what is not known yet; same text, same reading.
    """

    def __init__(self, inner: Reads) -> None:
        self._inner = inner
        self._memory: LRUCache[tuple[str, str], Reading] = LRUCache(IN_MEMORY)

    def read(self, text: str, language: str = "en-us") -> Reading:
        """Return the reading of a line; raises what ``inner`` raises, each time anew."""
        reading = self._memory.get((text, language))
        if reading is None:
            reading = self._memory[text, language] = self._inner.read(text, language)
        return reading
