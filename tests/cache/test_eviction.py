"""Who leaves first, and who never does."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.cache.eviction import DAY_S, HOT_SHARE, Kept, Limits, leaving

NOW = 100 * DAY_S


def kept(name: str, used: float, **more: object) -> Kept:
    return Kept(name, 10, NOW - used, **more)  # type: ignore[arg-type]


def names(kept: tuple[Kept, ...]) -> str:
    return "".join(each.key for each in kept)


def test_with_room_nothing_leaves() -> None:
    found = leaving([kept("a", 5), kept("b", 3)], Limits(cap_bytes=100), 10, NOW)
    assert found.fits
    assert (found.removed, found.archived) == ((), ())


def test_old_archives_leave_even_with_room() -> None:
    old, young = kept("a", 31 * DAY_S, cold=True), kept("b", 29 * DAY_S, cold=True)
    found = leaving([old, young, kept("c", 90 * DAY_S)], Limits(cap_bytes=1000), 0, NOW)
    assert names(found.removed) == "a"


def test_least_recently_used_leave_first_archives_before_records() -> None:
    there = [kept("a", 9), kept("b", 8), kept("c", 1, cold=True), kept("d", 2, cold=True)]
    assert names(leaving(there, Limits(cap_bytes=45), 10, NOW).removed) == "d"
    assert names(leaving(there, Limits(cap_bytes=30), 10, NOW).removed) == "dc"
    assert names(leaving(there, Limits(cap_bytes=20), 10, NOW).removed) == "dca"


def test_a_record_from_the_future_does_not_outlast_all_others() -> None:
    skewed, wrong = kept("a", -0.5 * DAY_S), kept("b", -4000 * DAY_S)
    there = [skewed, kept("c", 8), wrong, kept("d", 1)]
    assert names(leaving(there, Limits(cap_bytes=40), 10, NOW).removed) == "b"
    assert names(leaving(there, Limits(cap_bytes=20), 10, NOW).removed) == "bcd"


def test_records_beyond_their_share_become_archives() -> None:
    there = [kept("a", 9), kept("b", 8), kept("c", 7)]
    found = leaving(there, Limits(cap_bytes=40), 10, NOW)
    assert HOT_SHARE == 0.75
    assert (names(found.removed), names(found.archived)) == ("", "a")


def test_a_project_over_its_quota_loses_its_own() -> None:
    there = [kept("a", 9), kept("b", 8, project="p"), kept("c", 7, project="p")]
    limits = Limits(cap_bytes=1000, project_bytes=25)
    assert names(leaving(there, limits, 10, NOW, "p").removed) == "b"
    assert leaving(there, limits, 10, NOW, "q").removed == ()
    assert not leaving(there, limits, 30, NOW, "p").fits


def test_pinned_ones_stay_and_what_does_not_fit_is_told() -> None:
    there = [kept("a", 9, pinned=True), kept("b", 8), kept("c", 40 * DAY_S, cold=True, pinned=True)]
    found = leaving(there, Limits(cap_bytes=30), 10, NOW)
    assert found.fits
    assert names(found.removed) == "b"
    assert not leaving(there, Limits(cap_bytes=25), 10, NOW).fits


# A busy machine draws slowly; how fast is not the point here.
@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(
        st.builds(
            Kept,
            st.uuids().map(str),
            st.integers(1, 50),
            st.floats(0, NOW),
            st.booleans(),
            st.sampled_from(["", "p", "q"]),
            st.booleans(),
        ),
        max_size=30,
    ),
    st.integers(0, 400),
    st.integers(0, 60),
)
def test_what_fits_fits_and_nobody_leaves_in_vain(there: list[Kept], cap: int, room: int) -> None:
    limits = Limits(cap_bytes=cap, project_bytes=100)
    found = leaving(there, limits, room, NOW, "p")
    removed = set(found.removed)
    left = [each for each in there if each not in removed]
    assert not any(each.pinned for each in (*found.removed, *found.archived))
    if found.fits:
        assert sum(each.size for each in left) + room <= cap
        assert sum(e.size for e in left if e.project == "p") + room <= 100
    assert not removed & set(found.archived)
    assert not any(each.cold for each in found.archived)
