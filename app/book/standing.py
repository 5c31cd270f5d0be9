"""The open book as it stands: what came of each line, kept so that one line costs one line.

Everything that grows with the book is made beside the window (``standing_of``); after
that a line that is spoken changes its own row, its chapter's sums and its chapter's row of
the map, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from app.book.laid import LaidBook, LineFact, Manner, Tally, about_s, lay, tallies_of
from app.book.present import Drawn, drawn, line_rows, map_line, map_view, spoken_row
from app.book.values import BookWork
from app.settings import Settings
from engine.values import RenderRequest
from widgets.book.views import BookLineView, MapLine, MapRow, MapView

MAP_STEP = 50
"""Lines of the map that are drawn up in a step: a millisecond."""


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
    said: list[tuple[int, int]] = field(default_factory=list)
    """Chapter and line of what was put, in that order."""
    _map: list[Drawn] = field(default_factory=list)
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
        self.said.append((chapter, line))

    def put_all(self, facts: Mapping[tuple[int, int], LineFact]) -> Iterator[None]:
        """Lines are spoken, a line a step."""
        for place, fact in facts.items():
            self.put(*place, fact)
            yield

    def ask(self, asked: Mapping[Manner, tuple[float, float]]) -> None:
        """It is known what each manner asks for."""
        self.asked = asked
        self._old.update(range(len(self.rows)))

    def draw(self) -> Iterator[None]:
        """Draw up the rows of the map that are not of today, a few lines a step."""
        if not self._map:
            chapters = self.laid.planned.book.chapters
            self._map = [Drawn(MapRow(each.title, ())) for each in chapters]
            self._old.update(range(len(chapters)))
        for at in sorted(self._old):
            self._old.discard(at)  # before: a line that is spoken meanwhile makes it old again
            lines: list[MapLine] = []
            for line, fact in zip(self.laid.lines[at], self.facts[at], strict=True):
                lines.append(map_line(line, self.asked, fact))
                if len(lines) % MAP_STEP == 0:
                    yield
            self._map[at] = drawn(self._map[at].row.title, lines)
            yield

    def picture(self) -> MapView:
        """The map as far as it is drawn up; chapters that are not spoken have no row."""
        spoken = [at for at, lines in enumerate(self.laid.lines) if lines]
        rows = [self._map[at] for at in spoken] if self._map else []
        longest = max((self.tallies[at].seconds for at in spoken), default=0.0)
        return map_view(rows, longest)


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


def carry_over(before: Standing, standing: Standing) -> Iterator[None]:
    """Take over what is known of lines that are asked for as they were, a line a step."""
    if before.laid.work.path != standing.laid.work.path:
        return
    standing.ask(before.asked)
    said = len(before.said)
    for request, place in before.laid.places.items():
        _carry(before, standing, request, place)
        yield
    for chapter, line in before.said[said:]:  # spoken meanwhile
        _carry(before, standing, before.laid.lines[chapter][line].request, (chapter, line))
        yield


def _carry(
    before: Standing, standing: Standing, request: RenderRequest, at: tuple[int, int]
) -> None:
    fact, place = before.facts[at[0]][at[1]], standing.laid.places.get(request)
    if fact is not None and place is not None:
        standing.put(*place, fact)


def _ear(fact: LineFact) -> bool:
    return bool(fact.faults or fact.unread)
