"""Choosing a backend: automatic may fall back and says so, a name works or raises."""

from __future__ import annotations

import pytest

from engine.backends.choose import Row, choose
from engine.backends.fake import FakeBackend
from engine.backends.protocol import Probe
from engine.errors import BackendUnavailable, InputError


def row(name: str, reason: str = "", *, automatic: bool = True) -> Row:
    return Row(name, lambda: Probe(name, not reason, reason, "a hint"), FakeBackend, automatic)


def rows(*all_rows: Row) -> dict[str, Row]:
    return {each.name: each for each in all_rows}


def test_automatic_takes_the_first_that_can_run() -> None:
    backend, remarks = choose("auto", rows(row("a"), row("b")))
    assert backend.describe().name == "fake"
    assert remarks == ()


def test_automatic_says_what_it_skipped_and_why() -> None:
    _, remarks = choose("auto", rows(row("a", "no driver"), row("b")))
    assert [(r.code, r.subject, r.detail) for r in remarks] == [
        ("backend-skipped", "a", "no driver")
    ]


def test_automatic_is_silent_where_there_is_nothing_to_miss() -> None:
    nothing = Row("a", lambda: Probe("a", False, "no card", silent=True), FakeBackend)
    assert choose("auto", rows(nothing, row("b")))[1] == ()
    with pytest.raises(BackendUnavailable) as caught:
        choose("auto", rows(nothing))
    assert caught.value.detail == "a: no card"


def test_automatic_never_takes_a_double() -> None:
    with pytest.raises(BackendUnavailable) as caught:
        choose("auto", rows(row("a", "no driver"), row("fake", automatic=False)))
    assert caught.value.detail == "a: no driver"


def test_a_name_works() -> None:
    backend, remarks = choose("fake", rows(row("a"), row("fake", automatic=False)))
    assert isinstance(backend, FakeBackend)
    assert remarks == ()


def test_a_name_that_cannot_run_raises_with_reason_and_hint() -> None:
    with pytest.raises(BackendUnavailable) as caught:
        choose("a", rows(row("a", "no driver"), row("b")))
    assert (caught.value.code, caught.value.subject) == ("backend-unavailable", "a")
    assert (caught.value.detail, caught.value.hint) == ("no driver", "a hint")


def test_an_unknown_name_lists_the_known() -> None:
    with pytest.raises(InputError) as caught:
        choose("gpu", rows(row("a"), row("b")))
    assert caught.value.code == "backend-unknown"
    assert caught.value.hint == "auto, a, b"
