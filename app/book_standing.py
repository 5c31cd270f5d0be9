"""The open book as it stands: what came of each line, kept so that one line costs one line.

Everything that grows with the book is made beside the window (``standing_of``); after
that a line that is spoken changes its own row, its chapter's sums and its chapter's row of
the map, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from app.book import BookWork
from app.book_laid import LaidBook, LineFact, Manner, Tally, about_s, lay, tallies_of
from app.book_present import line_rows, map_row, map_view, spoken_row
from app.settings import Settings
from widgets.book_views import BookLineView, MapRow, MapView


@dataclass(slots=True)
class Standing:
    """A book with what is known of its lines."""

    laid: LaidBook
    rows: list[list[BookLineView]]
    """Of each chapter."""
    row_of: list[dict[int, int]]
    """Row of each line."""
    tallies: list[Tally]
    facts: list[list[LineFact | None]]
    asked: Mapping[Manner, tuple[float, float]] = field(default_factory=dict)
    _map: list[MapRow] = field(default_factory=list)
    _old: set[int] = field(default_factory=set)
    """Chapters whose row of the map is not of today."""

    def put(self, chapter: int, line: int, fact: LineFact) -> None:
        """A line is spoken."""
        tally, before = self.tallies[chapter], self.facts[chapter][line]
        text = self.laid.lines[chapter][line].request.text
        tally.seconds += fact.seconds - (about_s(text) if before is None else before.seconds)
        tally.done += before is None
        tally.ear += _ear(fact) - (before is not None and _ear(before))
        self.facts[chapter][line] = fact
        at = self.row_of[chapter][line]
        self.rows[chapter][at] = spoken_row(self.rows[chapter][at], fact)
        self._old.add(chapter)

    def ask(self, asked: Mapping[Manner, tuple[float, float]]) -> None:
        """It is known what each manner asks for."""
        self.asked = asked
        self._old.update(range(len(self.rows)))

    def picture(self) -> MapView:
        """The map; only chapters that changed are drawn up anew."""
        chapters = self.laid.planned.book.chapters
        if not self._map:
            self._map = [MapRow("", ())] * len(chapters)
            self._old.update(range(len(chapters)))
        for at in self._old:
            lines, facts = self.laid.lines[at], self.facts[at]
            self._map[at] = map_row(chapters[at].title, lines, self.asked, facts)
        self._old.clear()
        return map_view(self._map)


def standing_of(work: BookWork, settings: Settings, suggested: Mapping[str, str]) -> Standing:
    """A book of which nothing is known yet.

    Raises:
        InputError: ``book-plan-invalid``.
    """
    laid = lay(work, settings, suggested)
    rows = [line_rows(laid, chapter, suggested) for chapter in range(len(laid.lines))]
    row_of = [{view.line: at for at, view in enumerate(each) if view.line >= 0} for each in rows]
    facts: list[list[LineFact | None]] = [[None] * len(each) for each in laid.lines]
    return Standing(laid, rows, row_of, tallies_of(laid), facts)


def carry_over(before: Standing, standing: Standing) -> None:
    """What is known of lines that are asked for as they were."""
    if before.laid.work.path != standing.laid.work.path:
        return
    standing.ask(before.asked)
    for request, (chapter, line) in before.laid.places.items():
        fact, place = before.facts[chapter][line], standing.laid.places.get(request)
        if fact is not None and place is not None:
            standing.put(*place, fact)


def _ear(fact: LineFact) -> bool:
    return bool(fact.faults or fact.unread)
