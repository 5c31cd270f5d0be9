"""Lines of any length: bounded, seeded by their own text, in order, cancelled between."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.speak import MOST_CHARACTERS, bounded, line_seeds, requests_for, silence, speak
from engine.cancel import CancelToken
from engine.errors import Cancelled
from engine.streaming import Streamed
from engine.values import Direction, Line, RenderRequest, Take


def lines(*texts: str, rest_s: float = 0.5) -> tuple[Line, ...]:
    return tuple(Line(text, 0, len(text), rest_s) for text in texts)


@given(st.text("ab \n", max_size=6000).map(str.strip).filter(bool))
def test_bounded_lines_are_short_and_lose_nothing(text: str) -> None:
    (line,) = lines(text)
    pieces = bounded([line])
    assert all(0 < len(piece.text) <= MOST_CHARACTERS for piece in pieces)
    assert all(piece.text == text[piece.start : piece.end] for piece in pieces)
    assert "".join("".join(p.text for p in pieces).split()) == "".join(text.split())
    assert [piece.rest_s for piece in pieces] == [0.0] * (len(pieces) - 1) + [0.5]
    if " " not in text:
        return
    for piece in pieces[:-1]:
        assert text[piece.end].isspace() or len(piece.text) == MOST_CHARACTERS


def test_a_line_of_usual_length_is_left_alone() -> None:
    given_lines = lines("One line.", "Another.")
    assert bounded(given_lines) == given_lines


def test_seeds_come_from_a_line_and_how_often_it_came_before() -> None:
    first = line_seeds(lines("a", "b", "a"), 0)
    assert len(set(first)) == 3
    assert line_seeds(lines("x", "a", "y", "b", "z", "a"), 0)[1::2] == first
    assert set(line_seeds(lines("a", "b", "a"), 1)).isdisjoint(first)
    assert all(0 <= seed < 2**63 for seed in first)


def test_requests_carry_the_direction_and_their_own_seed() -> None:
    direction = Direction("sad", 0.5)
    made = requests_for(lines("a", "b"), "af_heart", direction, 3)
    assert [request.text for request in made] == ["a", "b"]
    assert {request.direction for request in made} == {direction}
    assert made[0].seed != made[1].seed


def test_silence_is_exact_and_comes_in_pieces() -> None:
    pieces = list(silence(60_001))
    assert sum(piece.size for piece in pieces) == 60_001
    assert max(piece.size for piece in pieces) <= 24_000
    assert not any(piece.any() for piece in pieces)


class Refuses:
    """Speaks nothing: it must not be asked."""

    def render(
        self,
        request: RenderRequest,
        token: CancelToken | None = None,
        on_unit: Callable[[Streamed], None] | None = None,
        progress: Callable[[str, float], None] | None = None,
    ) -> Take:
        raise AssertionError(request.text)


def test_a_cancelled_text_is_not_begun() -> None:
    token = CancelToken()
    token.cancel()
    requests = requests_for(lines("a"), "af_heart", Direction(), 0)
    heard: list[Streamed] = []
    with pytest.raises(Cancelled):
        next(speak(Refuses(), lines("a"), requests, heard.append, token))
    assert not heard
