"""Reading Spanish, French, Italian, Portuguese and Hindi through espeak-ng."""

from __future__ import annotations

import pytest

from engine.reading.reader import Reader
from tests.reading.conftest import rows, show

WANTED = 0.90
"""Share of each list that must come out exactly."""
CODES = {"es": "es", "fr": "fr", "it": "it", "pt": "pt-br"}


def said(reader: Reader, text: str, language: str) -> str:
    return plain(reader.read(text, language).spoken)


def plain(spoken: str) -> str:
    return " ".join(spoken.lower().replace("-", " ").split())


@pytest.mark.parametrize("part", ["seen", "held"])
@pytest.mark.parametrize("name", CODES)
def test_the_list(reader: Reader, name: str, part: str) -> None:
    """``held`` rows were written before the rules were run on any and looked at last."""
    items = [row[1:] for row in rows(f"normalise_{name}.tsv") if row[0] == part]
    found = [(written, said(reader, written, CODES[name]), plain(e)) for written, e in items]
    wrong = [(written, got, wanted) for written, got, wanted in found if got != wanted]
    show(f"\n{name} {part}: {len(items) - len(wrong)} of {len(items)} right")
    for written, got, wanted in wrong:
        show(f"  {written!r}\n    got  {got}\n    want {wanted}")
    assert len(items) == 30
    assert len(wrong) <= (1 - WANTED) * len(items)
