"""Lines that were read lately are not read again, and nothing else changes."""

from __future__ import annotations

import pytest

from engine.build import build_reader
from engine.errors import InputError
from engine.reading.known import IN_MEMORY, KnownReadings
from engine.values import Reading


class Counted:
    """The real reader and how often it was asked."""

    def __init__(self) -> None:
        self.reader = build_reader()
        self.asked: list[tuple[str, str]] = []

    def read(self, text: str, language: str = "en-us") -> Reading:
        self.asked.append((text, language))
        return self.reader.read(text, language)


def test_each_line_is_read_once_in_each_language() -> None:
    counted = Counted()
    known = KnownReadings(counted)
    first = known.read("A schedule.")
    assert known.read("A schedule.", "en-us") is first
    assert known.read("A schedule.", "en-gb").tokens != first.tokens
    assert first == counted.reader.read("A schedule.")
    assert counted.asked == [("A schedule.", "en-us"), ("A schedule.", "en-gb")]
    counted.reader.close()


def test_the_oldest_is_forgotten_and_failures_are_not_kept() -> None:
    counted = Counted()
    known = KnownReadings(counted)
    for number in range(IN_MEMORY + 1):
        known.read("." * (number + 1))
    known.read(".")
    assert len(counted.asked) == IN_MEMORY + 2
    for _ in range(2):
        with pytest.raises(InputError):
            known.read("a", "tlh")
    assert len(counted.asked) == IN_MEMORY + 4
    counted.reader.close()
