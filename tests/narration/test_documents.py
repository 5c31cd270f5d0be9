"""Documents of real size: the words that go in are the words that are spoken, each once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from app.narration.book import ROLES
from app.narration.chapters import open_book
from app.narration.lines import Directed, book_lines, plain_cut
from app.narration.plan import BookPlan, follow
from engine.values import Direction
from tests.narration.documents import BUILDERS, Words

WORDS = 12_000

pytestmark = pytest.mark.soak


@pytest.mark.parametrize("build", BUILDERS, ids=lambda each: str(each.__name__))
def test_words_in_are_the_visible_words(
    build: Callable[[Path, int], Words], tmp_path: Path
) -> None:
    made = build(tmp_path, WORDS)
    book = open_book(made.path)
    skip = frozenset(ROLES)
    planned = follow(book, BookPlan())
    chapters = book_lines(planned, Directed("af_heart", Direction()), skip, plain_cut("en"))
    spoken = [word for lines in chapters for line in lines for word in line.request.text.split()]
    plain = [word.strip(",") for word in spoken]  # cells of a row are parted by commas
    assert plain == [word.strip(",") for word in made.spoken]
    silent = [
        word
        for block in book.blocks
        for run in block.runs
        if run.role in skip
        for word in run.text.split()
    ]
    assert Counter(silent) == Counter(made.silent)
    print(f"\n{made.path.name}: {len(spoken)} words spoken, {len(silent)} seen and not spoken")
