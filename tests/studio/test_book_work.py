"""A book as it is worked on: what is decided ends in a plan the command line follows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from app.book import keeping as book_keeping
from app.book import values as book
from app.book.laid import LineFact, lay, tallies_of
from app.book.means import Means, filled, problems
from app.book.means_words import means_view
from app.book.present import asked_of, manner_view, skipped_views, speaker_views, speakers_of
from app.book.queue import BookQueue, JobState
from app.book.standing import Standing, standing_of
from app.book.values import BookWork
from app.book.words import FAULTS, FIGURES, FORMAT_NAMES, PROFILE_NAMES, ROLE_NAMES
from app.cli import parser
from app.commands import narrate
from app.narration import faults, report
from app.narration.book import ROLES, Asked
from app.narration.chapters import open_book
from app.narration.deliver import FORMATS, GROUPS, formats_of
from app.narration.narrate import planned_book, with_credit
from app.narration.plan import Pauses, follow, load
from app.narration.profiles import profile_names
from app.settings import Settings
from engine.errors import InputError
from tests.narration.runs import task
from tests.studio.opened_book import PLAY
from widgets.book.views import MapView, SpokenState


@pytest.fixture
def work(tmp_path: Path) -> BookWork:
    """A small play, as it was just opened."""
    path = tmp_path / "play.txt"
    path.write_text(PLAY)
    return book_keeping.opened(path, open_book(path), tmp_path / "data", "af_heart")


def titles(work: BookWork) -> list[str]:
    return [each.title for each in work.plan.chapters]


WAYS = Means(
    stability=0.5,
    nudges="breathy=0.4 f0_level_st=-1",
    seed=-3,
    carry="on",
    tags=True,
    encoding="utf-8",
    precision="fast",
    workers=2,
    listen=True,
    unmarked=True,
)


def picture(standing: Standing) -> MapView:
    for _ in standing.draw():
        pass
    return standing.picture()


def test_borders_are_moved_and_titles_changed(work: BookWork) -> None:
    assert titles(work) == ["play", "CHAPTER 1", "CHAPTER 2"]
    named = book.renamed(work, 1, "The Door")
    assert titles(book.renamed(named, 1, "")) == ["play", "The Door", "CHAPTER 2"]
    block = work.plan.chapters[1].first + 2
    split = book.begun_at(named, block, "Only me")
    assert titles(split) == ["play", "The Door", "Only me", "CHAPTER 2"]
    assert book.begun_at(split, block, "again") is split
    assert book.begun_at(split, 0, "again") is split
    assert titles(book.joined(split, 2)) == titles(named)
    assert book.joined(split, 0) is split
    assert book.restored(split).plan == work.plan
    assert book.retitled(work, "").title == work.title


def test_what_is_planned_is_what_the_command_line_follows(work: BookWork, tmp_path: Path) -> None:
    work = book.renamed(work, 1, "“The Door”")
    work = book.speaking(work, 0, False)
    work = book.directed(work, 2, Asked("bf_emma", "tired", 1.3))
    work = book.cast(work, "MARA", Asked("af_bella", None, None))
    work = book.cast(work, "TOM", Asked("am_adam", "calm", 0.5))
    work = book.cast(work, "tom", None)
    work = replace(book.spoken_role(work, "note", True), credit=True)
    plan = tmp_path / "plan.json"
    plan.write_text(book.plan_text(work))
    assert load(plan) == work.plan
    told = book.arguments(work, plan, "fake")
    assert told[:2] == ["narrate", str(work.path)]
    assert told[told.index("--speak") + 1] == "note"
    assert told[-3:] == ["--credit", "--backend", "fake"]
    asked = task(work.path, work.out, plan=plan, credit=True, skip=work.skip)
    laid = lay(work, Settings(data=tmp_path, file=tmp_path / "none"))
    assert laid.planned == planned_book(asked)
    assert laid.planned == with_credit(follow(work.book, work.plan))
    assert laid.lines[0] == ()
    voices = {line.request.voice for chapter in laid.lines for line in chapter}
    assert voices == {"af_heart", "af_bella", "bf_emma"}


def test_what_was_decided_is_there_when_the_book_is_opened_again(
    work: BookWork, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    changed = book.renamed(work, 2, "Late")
    changed = book.spoken_role(changed, "note", True)
    changed = replace(
        changed,
        out=tmp_path / "elsewhere",
        formats=("mp3", "daisy"),
        profile="podcast",
        credit=True,
        whole=Asked("bf_emma", "warmly", 0.8),
        means=WAYS,
    )
    changed = book.paused(changed, "heading", 2.5)
    book_keeping.keep(changed, data, running=True)
    assert book_keeping.was_running(work.path, data)
    assert book_keeping.opened(work.path, work.book, data, "af_heart") == changed
    assert book_keeping.encoding_of(work.path, data) == "utf-8"
    book_keeping.mark(work, data, running=False)  # and not what was decided before
    assert book_keeping.opened(work.path, work.book, data, "af_heart") == changed
    assert not book_keeping.was_running(work.path, data)
    book_keeping.keep(changed, data, running=False)
    assert not book_keeping.was_running(work.path, data)


def test_what_is_kept_and_damaged_gives_way_to_the_book_itself(
    work: BookWork, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    book_keeping.keep(book.renamed(work, 1, "The Door"), data, running=False)
    main, plan = sorted((data / "books").iterdir(), key=lambda path: len(path.name))
    content = json.loads(main.read_text())
    main.write_text(json.dumps(content | {"formats": 3, "intensity": "x", "profile": "none"}))
    plan.write_text(plan.read_text().replace('"from": 0', '"from": 3'))
    found = book_keeping.opened(work.path, work.book, data, "af_heart")
    assert (found.plan.chapters, found.profile) == (work.plan.chapters, "acx")
    assert found.whole.intensity == 1.0
    for damage in (b"\xff", b"[]", b'{"espressivo-book": 2}'):
        main.write_bytes(damage)
        assert book_keeping.opened(work.path, work.book, data, "af_heart") == work


def test_a_line_that_is_spoken_changes_its_own_row_and_its_chapters_sums(
    work: BookWork, tmp_path: Path
) -> None:
    standing = standing_of(work, Settings(data=tmp_path, file=tmp_path / "none"), {})
    states = [row.state for row in standing.rows[1]]
    assert states.count(SpokenState.SKIPPED) == 2
    before = picture(standing)
    standing.put(1, 0, LineFact(2.5, (), (), (1.0, 2.0, 0.5, 1.5)))
    standing.put(1, 1, LineFact(0.5, ("too-short",), ("it",), ()))
    tally = standing.tallies[1]
    assert (tally.done, tally.ear) == (2, 1)
    rests = sum(line.rest_s for line in standing.laid.lines[1])
    whole = tallies_of(standing.laid)[1].seconds
    assert rests < tally.seconds != whole
    spoken = [row for row in standing.rows[1] if row.line in (0, 1)]
    assert [row.state for row in spoken] == [SpokenState.SPOKEN, SpokenState.EAR]
    assert "not spoken: it" in spoken[1].note
    after = picture(standing)
    assert after.rows[0] is before.rows[0]
    assert after.rows[1].lines[0].heard == (0.5, 1.5)
    assert after.rows[1].lines[0].asked == (1.0, 2.0)
    assert after.rows[1].lines[1].heard is None
    standing.put(1, 1, LineFact(0.6, (), (), ()))
    assert (tally.done, tally.ear) == (2, 0)


def test_voices_are_proposed_of_the_narrators_language_and_each_once(work: BookWork) -> None:
    voices = ("af_heart", "am_adam", "bf_emma", "af_bella")
    speakers = speakers_of(work)
    assert speakers == {"MARA": 2, "TOM": 2}
    assert book.proposals(speakers, (), "af_heart", voices) == {
        "MARA": "am_adam",
        "TOM": "af_bella",
    }
    given = book.cast(work, "Tom", Asked("am_adam", None, None))
    views = speaker_views(given, speakers, voices)
    assert [(view.name, view.proposed) for view in views] == [("MARA", "af_bella"), ("TOM", "")]
    assert views[1].manner == manner_view(Asked("am_adam", None, None))
    assert asked_of(manner_view(Asked(None, None, 0.4))) == Asked(None, None, 0.4)


def test_what_is_skipped_is_shown_with_the_words_of_each_rule(work: BookWork) -> None:
    says, rules, found = skipped_views(work)
    assert {rule.role for rule in rules} == {"note", "note-mark"}
    assert says.split()[0] == str(sum(rule.words for rule in rules))
    assert any("Said at the door" in each.text for each in found)
    _, rules, found = skipped_views(book.spoken_role(work, "note", True))
    assert [rule.spoken for rule in rules] == [True, False]
    assert not any("Said at the door" in each.text for each in found)


def test_what_is_rarely_asked_for_is_what_the_command_line_takes(work: BookWork) -> None:
    work = book.paused(book.paused(work, "comma", 0.25), "section", 99.0)
    assert work.plan.pauses == Pauses(comma=0.25)
    work = replace(work, means=WAYS)
    given = book.arguments(work, work.out / "plan.json", "fake")
    options = parser().parse_args(given)
    asked = narrate._task(options, Settings(data=work.out, file=work.out / "none"))
    assert (asked.direction.stability, asked.direction.nudges.breathy) == (0.5, 0.4)
    assert (asked.seed, asked.carry, asked.tags, asked.encoding) == (-3, True, True, "utf-8")
    assert (asked.workers, asked.listen, asked.marked) == (2, True, False)
    assert options.precision == "fast"
    line = lay(work, Settings(data=work.out, file=work.out / "none")).lines[1][0]
    assert line.request.direction.nudges == replace(asked.direction.nudges, pause_s=0.25)


@pytest.mark.parametrize(
    ("ways", "where", "word"),
    [
        (Means(nudges="breathy=9"), "nudges", "nudge"),
        (Means(nudges="loud"), "nudges", "nudge"),
        (Means(encoding="rot13"), "encoding", "encoding"),
        (Means(lexicon="/no/such.tsv"), "lexicon", "no-file"),
        (Means(cluster="a head"), "cluster", "address"),
    ],
)
def test_what_cannot_be_is_said_of_its_field(ways: Means, where: str, word: str) -> None:
    assert {field: found for field, (found, _) in problems(ways).items()} == {where: word}
    assert means_view(ways).problems[where]


def test_what_a_field_cannot_say_is_passed_over() -> None:
    wrong = {"stability": 3, "workers": 0, "carry": "sometimes", "seed": "x", "tags": 1, "by": 2}
    assert filled(WAYS, wrong) == WAYS
    assert filled(WAYS, {"ramp": 1, "workers": 64}) == replace(WAYS, ramp=1.0, workers=64)


def test_a_plan_that_does_not_fit_the_book_is_refused_by_name(work: BookWork) -> None:
    wrong = replace(work.plan, chapters=work.plan.chapters[1:])
    with pytest.raises(InputError) as caught:
        lay(replace(work, plan=wrong), Settings(data=work.out, file=work.out))
    assert caught.value.code == "book-plan-invalid"


def test_one_book_is_rendered_at_a_time_and_those_that_wait_can_be_moved(
    work: BookWork, tmp_path: Path
) -> None:
    settings = Settings(data=tmp_path, file=tmp_path / "none")
    books = [lay(replace(work, path=tmp_path / f"{n}.txt"), settings) for n in range(3)]
    queue = BookQueue()
    jobs = [queue.add(each) for each in books]
    assert queue.next() is jobs[0]
    jobs[0].state = JobState.RUNS
    assert (queue.next(), queue.active) == (None, jobs[0])
    queue.sooner(1)
    queue.sooner(2)
    assert queue.jobs == [jobs[0], jobs[2], jobs[1]]
    queue.remove(0)
    assert queue.add(books[2]) is queue.of(books[2])
    assert [job.laid for job in queue.jobs] == [books[0], books[1], books[2]]
    jobs[0].state = JobState.DONE
    assert jobs[0].share == 1.0
    assert queue.next() is jobs[1]


def test_everything_that_has_a_name_for_files_has_one_for_people() -> None:
    assert ROLE_NAMES.keys() == ROLES.keys()
    assert FIGURES.keys() == report.COLUMNS.keys()
    assert PROFILE_NAMES.keys() == set(profile_names())
    assert FORMAT_NAMES.keys() == set(book.FORMATS)
    assert set(formats_of(",".join(book.FORMATS))) == set(FORMATS)
    assert GROUPS.keys() <= set(book.FORMATS)
    source = Path(faults.__file__).read_text()
    named = {word for word in FAULTS if f'"{word}"' in source}
    assert named >= {"broken", "silent", "clipped", "level", "cut-off", "too-short", "too-long"}
