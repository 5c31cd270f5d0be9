"""The desk: one job runs, one waits, plans finish, sounds yield, a batch is pulled."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from app.studio.desk import BatchItem, Desk, Job
from engine.values import RenderRequest, Want

RANDOM_ORDERS = 20_000


def ask(text: str, want: Want = Want.PLAN) -> RenderRequest:
    return RenderRequest(text, want=want)


@dataclass
class Thread:
    """Stands where the engine thread is: it has the jobs handed over and has not ended them."""

    jobs: list[Job] = field(default_factory=list)

    @property
    def last(self) -> Job:
        return self.jobs[-1]


@pytest.fixture
def thread() -> Thread:
    return Thread()


@pytest.fixture
def desk(thread: Thread) -> Desk:
    return Desk(thread.jobs.append)


def texts(thread: Thread) -> list[str]:
    return [job.request.text for job in thread.jobs]


def test_an_idle_desk_runs_at_once(desk: Desk, thread: Thread) -> None:
    assert desk.submit("l1", ask("a")) == 1
    assert thread.jobs == [Job(1, "l1", ask("a"))]
    assert desk.running is thread.last
    desk.settled(1)
    assert desk.running is None
    assert desk.waiting is None


def test_a_running_plan_is_let_finish_and_the_latest_waits(desk: Desk, thread: Thread) -> None:
    for text in "abcd":
        desk.submit("l1", ask(text))
    assert not thread.last.token.cancelled
    assert desk.waiting is not None
    desk.settled(1)
    assert texts(thread) == ["a", "d"]
    assert desk.waiting is None


@pytest.mark.parametrize("want", list(Want))
def test_a_live_sound_yields(desk: Desk, thread: Thread, want: Want) -> None:
    desk.submit("l1", ask("a", Want.SOUND))
    desk.submit("l1", ask("b", want))
    assert thread.last.token.cancelled
    assert texts(thread) == ["a"]
    desk.settled(1)
    assert texts(thread) == ["a", "b"]
    assert not thread.last.token.cancelled


def test_what_is_made_already_is_not_asked_twice(desk: Desk, thread: Thread) -> None:
    sound = desk.submit("l1", ask("a", Want.SOUND))
    assert desk.submit("l1", ask("a", Want.SOUND)) == sound
    assert desk.submit("l1", ask("a", Want.PLAN)) == sound
    assert not thread.last.token.cancelled
    assert desk.waiting is None


def test_going_back_to_what_runs_drops_what_waits(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("a"))
    desk.submit("l1", ask("b"))
    assert desk.submit("l1", ask("a")) == 1
    desk.settled(1)
    assert texts(thread) == ["a"]


def test_what_waits_is_not_asked_twice(desk: Desk) -> None:
    desk.submit("l1", ask("a"))
    waiting = desk.submit("l1", ask("b", Want.SOUND))
    assert desk.submit("l1", ask("b", Want.PLAN)) == waiting
    assert desk.submit("l1", ask("c", Want.PLAN)) != waiting


def test_a_plan_does_not_stand_for_a_sound(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("a", Want.PLAN))
    desk.submit("l1", ask("a", Want.SOUND))
    desk.settled(1)
    assert thread.last.request.want is Want.SOUND


def test_the_same_words_on_another_line_are_another_job(desk: Desk) -> None:
    desk.submit("l1", ask("a"))
    assert desk.submit("l2", ask("a")) == 2
    assert desk.waiting is not None


def test_a_cancelled_job_stands_for_nothing(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("a", Want.SOUND))
    desk.cancel()
    desk.submit("l1", ask("a", Want.SOUND))
    desk.settled(1)
    assert texts(thread) == ["a", "a"]


def test_a_batch_is_pulled_line_by_line(desk: Desk, thread: Thread) -> None:
    pulled = []

    def lines() -> Iterator[BatchItem]:
        for text in "abc":
            pulled.append(text)
            yield f"line {text}", ask(text, Want.SOUND)

    desk.batch(lines())
    for number in (1, 2, 3):
        assert pulled == list("abc")[:number]
        assert thread.last.batch
        assert desk.batching
        desk.settled(number)
    assert not desk.batching
    assert desk.running is None
    assert texts(thread) == ["a", "b", "c"]


def test_a_batch_sound_is_not_cut_and_what_waits_goes_first(desk: Desk, thread: Thread) -> None:
    desk.batch([("l1", ask("a", Want.SOUND)), ("l2", ask("b", Want.SOUND))])
    desk.submit("l3", ask("live"))
    assert not thread.last.token.cancelled
    desk.settled(1)
    desk.settled(2)
    assert texts(thread) == ["a", "live", "b"]


def test_a_batch_starts_when_the_running_job_ends(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("live"))
    desk.batch([("l1", ask("a", Want.SOUND))])
    assert texts(thread) == ["live"]
    desk.settled(1)
    assert texts(thread) == ["live", "a"]


def test_a_second_batch_follows_the_first(desk: Desk, thread: Thread) -> None:
    desk.batch([("l1", ask("a", Want.SOUND))])
    desk.batch([("l2", ask("b", Want.SOUND))])
    desk.settled(1)
    assert texts(thread) == ["a", "b"]


def test_an_empty_batch_is_none(desk: Desk, thread: Thread) -> None:
    desk.batch([])
    assert not desk.batching
    assert not thread.jobs


def test_cancel_stops_everything(desk: Desk, thread: Thread) -> None:
    desk.batch([("l1", ask("a", Want.SOUND)), ("l2", ask("b", Want.SOUND))])
    desk.submit("l3", ask("live"))
    desk.cancel()
    assert thread.last.token.cancelled
    desk.settled(1)
    assert texts(thread) == ["a"]
    desk.cancel()
    desk.submit("l3", ask("again"))
    assert texts(thread) == ["a", "again"]


def test_stop_ends_what_is_to_be_heard_and_no_more(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("plan"))
    desk.submit("l1", ask("live", Want.SOUND))
    assert desk.speaking
    desk.stop()
    assert not desk.speaking
    assert not thread.last.token.cancelled
    desk.settled(1)
    assert texts(thread) == ["plan"]
    desk.stop()  # nothing runs, nothing waits
    desk.batch([("l2", ask("a", Want.SOUND)), ("l3", ask("b", Want.SOUND))])
    desk.submit("l1", ask("plan"))
    assert not desk.speaking
    desk.stop()
    for ticket in (3, 4):
        desk.settled(ticket)
    assert texts(thread) == ["plan", "a", "plan", "b"]
    desk.settled(5)
    desk.submit("l1", ask("live", Want.SOUND))
    assert desk.speaking
    desk.stop()
    assert thread.last.token.cancelled
    assert not desk.speaking


def test_a_closed_desk_takes_nothing(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("a"))
    desk.close()
    assert thread.last.token.cancelled
    assert desk.submit("l1", ask("b")) is None
    desk.batch([("l1", ask("c", Want.SOUND))])
    desk.settled(1)
    assert texts(thread) == ["a"]
    assert not desk.batching


def test_the_engine_thread_goes_on_with_the_plan_that_waits(desk: Desk, thread: Thread) -> None:
    assert desk.ahead(1) is None  # nothing runs
    for text in "abc":
        desk.submit("l1", ask(text))
    assert desk.ahead(2) is None  # that one is not what runs
    job = desk.ahead(1)
    assert job is not None
    assert job.request.text == "c"
    assert desk.running is job
    desk.submit("l1", ask("d"))
    desk.settled(1)  # the window hears of it only now
    assert desk.running is job
    assert desk.waiting is not None
    desk.settled(job.ticket)  # and this time nobody was ahead of it
    assert texts(thread) == ["a", "d"]
    assert desk.ahead(thread.last.ticket) is None


def test_the_engine_thread_begins_no_sound_by_itself(desk: Desk, thread: Thread) -> None:
    desk.submit("l1", ask("a"))
    desk.submit("l1", ask("a", Want.SOUND))
    assert desk.ahead(1) is None
    desk.settled(1)
    assert thread.last.request.want is Want.SOUND


@pytest.mark.parametrize("ticket", [0, 2])
def test_settling_what_does_not_run_is_a_fault(desk: Desk, ticket: int) -> None:
    desk.submit("l1", ask("a"))
    with pytest.raises(ValueError, match="not running"):
        desk.settled(ticket)
    desk.settled(1)
    with pytest.raises(ValueError, match="not running"):
        desk.settled(1)


def test_a_batch_that_fails_is_over(desk: Desk) -> None:
    def lines() -> Iterator[BatchItem]:
        yield "l1", ask("a", Want.SOUND)
        raise LookupError

    desk.batch(lines())
    with pytest.raises(LookupError):
        desk.settled(1)
    assert not desk.batching
    assert desk.submit("l1", ask("b")) == 2


def test_any_order_of_events_keeps_the_rules() -> None:
    chance = random.Random(4)
    for _ in range(RANDOM_ORDERS):
        one_order(chance)


def one_order(chance: random.Random) -> None:
    thread = Thread()
    desk = Desk(thread.jobs.append)
    asked: tuple[str, RenderRequest] | None = None
    batched = 0
    for _ in range(chance.randrange(2, 12)):
        event = chance.choice(
            ("plan", "plan", "sound", "settle", "settle", "batch", "stop", "cancel")
        )
        if event in ("plan", "sound"):
            asked = ("l1", ask(chance.choice("abc"), Want(event)))
            before = desk.running
            ticket = desk.submit(*asked)
            answering = [job for job in (desk.running, desk.waiting) if job is not None]
            assert ticket in [job.ticket for job in answering]
            if before is not None and before.request.want is Want.PLAN:
                assert desk.running is before
        elif event == "settle" and desk.running is not None:
            done = desk.running.ticket
            ahead = desk.ahead(done) if chance.random() < 0.5 else None
            if ahead is not None:
                thread.jobs.append(ahead)
            desk.settled(done)
        elif event == "batch":
            items = [(f"b{batched + n}", ask("x", Want.SOUND)) for n in range(chance.randrange(3))]
            batched += len(items)
            desk.batch(items)
        elif event in ("stop", "cancel"):
            (desk.stop if event == "stop" else desk.cancel)()
            asked = None
        assert desk.running is not None or (desk.waiting is None and not desk.batching)
        assert [job.ticket for job in thread.jobs] == sorted({job.ticket for job in thread.jobs})
    settled_in_order(desk, thread, asked)


def settled_in_order(desk: Desk, thread: Thread, asked: tuple[str, RenderRequest] | None) -> None:
    """Run dry: what was asked last and not cancelled has been made, and nothing is left."""
    while desk.running is not None:
        desk.settled(desk.running.ticket)
    assert desk.waiting is None
    assert not desk.batching
    if asked is not None:
        made = [job for job in thread.jobs if job.answers(*asked)]
        assert made
    batch = [int(job.line[1:]) for job in thread.jobs if job.batch]
    assert batch == sorted(batch)


def test_a_draft_is_a_sound_that_also_answers_who_wants_the_exact_one(
    desk: Desk, thread: Thread
) -> None:
    draft = ask("a", Want.DRAFT)
    ticket = desk.submit("l1", draft)
    for want in (Want.PLAN, Want.SOUND, Want.DRAFT):
        assert desk.submit("l1", ask("a", want)) == ticket
    desk.submit("l1", ask("b"))
    assert thread.last.token.cancelled
    assert desk.waiting is not None


def test_a_sound_under_way_is_begun_anew_for_a_draft(desk: Desk, thread: Thread) -> None:
    """Else nothing would be heard before it is done."""
    first = desk.submit("l1", ask("a", Want.SOUND))
    assert desk.submit("l1", ask("a", Want.DRAFT)) != first
    assert thread.last.token.cancelled
