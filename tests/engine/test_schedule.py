"""Who is next: live before batch, batch by length, nobody left behind."""

from __future__ import annotations

import random

from tests.bench import schedule
from tests.bench.by_length import ByLength


def drained(waiting: ByLength[str]) -> list[str]:
    found = []
    while (work := waiting.take()) is not None:
        found.append(work)
    return found


def test_live_goes_first_and_batch_stays_with_its_bucket() -> None:
    waiting: ByLength[str] = ByLength(fill=2)
    for name, bucket in (("a1", 1), ("b1", 2), ("a2", 1), ("a3", 1), ("b2", 2)):
        waiting.put_batch(name, bucket)
    assert waiting.take() == "a1"
    waiting.put_live("now")
    waiting.put_live("then")
    assert len(waiting) == 6
    assert drained(waiting) == ["now", "then", "a2", "b1", "b2", "a3"]
    assert waiting.take() is None


def test_the_oldest_is_never_left_behind() -> None:
    """However many of another length come after it, one waits at most ``fill`` of them."""
    chance = random.Random(4)
    for _ in range(300):
        waiting: ByLength[int] = ByLength(fill=chance.randint(1, 5))
        waiting.put_batch(-1, 9)
        for number in range(chance.randint(1, 30)):
            waiting.put_batch(number, chance.choice((1, 2)))
            if chance.random() < 0.2:
                waiting.take()
        for number in range(100, 130):
            waiting.put_batch(number, 1)
        left = [waiting.take() for _ in range(len(waiting))]
        assert -1 not in left or left.index(-1) <= waiting.fill


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
