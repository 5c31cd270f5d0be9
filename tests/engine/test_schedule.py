"""Who is next: live before batch, batch by length, nobody left behind."""

from __future__ import annotations

import random

from tests.bench import schedule
from tests.bench.lanes import Lanes


def drained(lanes: Lanes[str]) -> list[str]:
    found = []
    while (work := lanes.take()) is not None:
        found.append(work)
    return found


def test_live_goes_first_and_batch_stays_with_its_bucket() -> None:
    lanes: Lanes[str] = Lanes(fill=2)
    for name, bucket in (("a1", 1), ("b1", 2), ("a2", 1), ("a3", 1), ("b2", 2)):
        lanes.put_batch(name, bucket)
    assert lanes.take() == "a1"
    lanes.put_live("now")
    lanes.put_live("then")
    assert len(lanes) == 6
    assert drained(lanes) == ["now", "then", "a2", "b1", "b2", "a3"]
    assert lanes.take() is None


def test_the_oldest_is_never_left_behind() -> None:
    """However many of another length come after it, one waits at most ``fill`` of them."""
    chance = random.Random(4)
    for _ in range(300):
        lanes: Lanes[int] = Lanes(fill=chance.randint(1, 5))
        lanes.put_batch(-1, 9)
        for number in range(chance.randint(1, 30)):
            lanes.put_batch(number, chance.choice((1, 2)))
            if chance.random() < 0.2:
                lanes.take()
        for number in range(100, 130):
            lanes.put_batch(number, 1)
        left = [lanes.take() for _ in range(len(lanes))]
        assert -1 not in left or left.index(-1) <= lanes.fill


def test_live_waits_less_than_under_static_batching() -> None:
    """By a fixed cost a frame, so that the answer does not depend on the machine."""
    rows = {row.policy: row for row in schedule.measured(lambda frames: frames * 1e-4)}
    live, static = rows["live first"], rows["static batches of 8"]
    assert live.live_p99_ms < static.live_p50_ms
    assert live.live_p99_ms < 2 * 26 + 1e-6  # the unit under way, and one live before it
    assert live.changes < rows["as they come"].changes
    assert {row.done for row in rows.values()} == {live.done}


def test_the_table_is_made_of_real_runs_of_the_double() -> None:
    spend = schedule.on_the_double()
    assert spend(40) > 0
