"""Rows of the script, takes, and notices of failures."""

from __future__ import annotations

import pytest

from app.notices import NOTICES
from app.project.lines import delete
from app.project.takes import add_take, keep, name_take, next_take
from app.project.values import Project, TakeRef, request_of, set_defaults, set_direction, set_text
from app.remarks import REMARKS
from app.studio.present.notices import SUBJECTS, place_of
from app.studio.present.records import (
    Activity,
    line_views,
    notice_view,
    overview_rows,
    remark_views,
    take_views,
)
from app.studio.script_rows import ScriptRows
from app.studio.worker import Unexpected
from engine.build import build_engine
from engine.errors import (
    BackendFailed,
    BackendUnavailable,
    CacheDamage,
    ExportError,
    InputError,
    MissingModel,
)
from engine.values import Direction, Emotion, Remark
from widgets.views import LineState


@pytest.fixture(scope="module")
def warm() -> Emotion:
    with build_engine(backend="fake") as engine:
        return engine.understander.understand("warmly")


def with_take(project: Project, line_id: str) -> Project:
    line = project.line(line_id)
    assert line is not None
    asked = request_of(project, line)
    take = TakeRef(
        next_take(project),
        f"key of {asked.text}",
        asked.text,
        asked.voice,
        asked.direction,
        asked.seed,
        "2026-01-02T03:04:05Z",
        1.5,
        "fake, float32",
    )
    return add_take(project, line_id, take)


def test_the_state_of_a_line_follows_what_was_done_to_it(project: Project) -> None:
    first = project.lines[0].id

    def state(project: Project, activity: Activity | None = None) -> LineState:
        return line_views(project, activity or Activity())[0].state

    assert state(project) is LineState.FRESH
    assert state(project, Activity(planned_s={first: 2.0})) is LineState.PLANNED
    spoken = with_take(project, first)
    assert state(spoken) is LineState.RENDERED
    assert state(set_text(spoken, first, "Another text.")) is LineState.STALE
    assert state(set_direction(spoken, first, Direction("sad"))) is LineState.STALE
    assert state(spoken, Activity(rendering=frozenset({first}))) is LineState.RENDERING
    failed = Activity(failed={first: "The disk is full."})
    assert state(spoken, failed) is LineState.FAILED
    assert line_views(spoken, failed)[0].error == "The disk is full."


def test_a_row_tells_what_is_the_lines_own(project: Project) -> None:
    rows = line_views(project)
    assert [row.number for row in rows] == [1, 2, 3]
    assert (rows[0].voice, rows[0].prompt) == ("", "")
    assert (rows[1].voice, rows[1].prompt) == ("bf_emma", "with anger")
    assert all(row.seconds == 0.0 for row in rows)


def test_the_length_is_the_takes_and_of_a_stale_one_the_plans(project: Project) -> None:
    first = project.lines[0].id
    spoken = with_take(project, first)
    assert line_views(spoken, Activity(planned_s={first: 9.0}))[0].seconds == 1.5
    stale = set_text(spoken, first, "Another text.")
    assert line_views(stale)[0].seconds == 1.5
    assert line_views(stale, Activity(planned_s={first: 9.0}))[0].seconds == 9.0


def test_the_overview_knows_emotions_by_prompt(project: Project, warm: Emotion) -> None:
    rows = overview_rows(project, {"warmly": warm})
    assert [row.valence for row in rows] == [warm.valence, 0.0, warm.valence]
    assert rows[0].arousal == warm.arousal
    long = set_text(project, project.lines[0].id, "word " * 400)
    assert len(overview_rows(long, {})[0].label) == 60


def test_takes_are_newest_first_with_names_and_origin(project: Project) -> None:
    first = project.lines[0].id
    other = set_text(with_take(project, first), first, "Other words.")
    both = with_take(other, first)
    line = both.lines[0]
    assert len(line.takes) == 2
    views = take_views(both, line)
    assert [view.name for view in views] == ["Take 2", "Take 1"]
    assert [view.chosen for view in views] == [True, False]
    assert [view.current for view in views] == [True, False]
    assert "1.5 s" in views[0].detail
    assert "fake, float32" in views[0].detail
    assert "2026" in views[0].detail or "26" in views[0].detail
    named = name_take(keep(both, first, line.takes[0].id, True), first, line.takes[0].id, "Best")
    assert take_views(named, named.lines[0])[1].name == "Best"
    assert take_views(named, named.lines[0])[1].kept
    stale = set_text(both, first, "Another text.")
    assert not any(view.current for view in take_views(stale, stale.lines[0]))


def test_every_code_has_a_notice_with_a_place(project: Project) -> None:
    for code in NOTICES:
        view = notice_view(InputError(code, subject="text", detail="why", hint="what"), "n")
        assert view.subject in SUBJECTS
        assert view.says[0].isupper() or view.says[0] == "`"
        assert view.says.endswith(".")
        assert "{" not in view.says + view.step
        assert "[" not in view.says + view.step
        assert "--backend" not in view.step
        assert " -o" not in view.step


@pytest.mark.parametrize(
    ("error", "subject", "words"),
    [
        (MissingModel("model-missing", subject="model"), "backend", ["locate"]),
        (BackendUnavailable("backend-unavailable", subject="backend"), "backend", ["automatic"]),
        (BackendFailed("backend-failed", subject="backend"), "backend", ["cpu", "retry"]),
        (ExportError("player-unavailable", subject="player"), "player", ["rescan"]),
        (ExportError("disk-full", subject="file"), "file", ["elsewhere", "again"]),
        (InputError("text-empty", subject="text"), "text", []),
        (InputError("project-damaged", subject="file"), "project", []),
    ],
)
def test_a_failure_offers_what_helps(error: InputError, subject: str, words: list[str]) -> None:
    view = notice_view(error, "n1")
    assert (view.id, view.subject, view.severity) == ("n1", subject, "error")
    assert [word for word, _ in view.actions] == words
    assert all(label for _, label in view.actions)


def test_a_notice_may_be_put_elsewhere_and_damage_is_quiet() -> None:
    error = CacheDamage("record-damaged", subject="store")
    view = notice_view(error, "n1", "text")
    assert (view.subject, view.severity) == ("text", "warning")


def test_an_unexpected_failure_tells_no_text_of_the_person() -> None:
    view = notice_view(Unexpected("speaking", ValueError("my secret line")), "n1")
    assert "secret" not in view.says + view.step
    assert "ValueError" in view.says
    assert [word for word, _ in view.actions] == ["report"]


def test_remarks_are_told_once_and_quietly() -> None:
    remark = Remark("prompt-not-understood", "prompt", "flurb")
    views = remark_views((remark, remark, Remark("emoji-skipped", "text")), "take-1")
    assert [(v.subject, v.severity) for v in views] == [("prompt", "info"), ("text", "info")]
    assert "flurb" in views[0].says
    assert len({view.id for view in views}) == 2
    for code in REMARKS:
        (view,) = remark_views((Remark(code, "text", "what"),))
        assert "{" not in view.says
        assert "[" not in view.says
    assert place_of("unheard-of", "unheard-of") == "project"


def test_rows_are_made_anew_exactly_where_a_line_has_changed(
    project: Project, warm: Emotion
) -> None:
    rows = ScriptRows()
    emotions = {"warmly": warm}
    first, second = project.lines[0].id, project.lines[1].id
    calm = Direction("calmly")
    stages: list[tuple[Project, dict[str, Emotion], Activity]] = [
        (project, {}, Activity()),
        (project, emotions, Activity()),
        (set_text(project, first, "Another."), emotions, Activity()),
        (project, emotions, Activity(planned_s={second: 1.5})),
        (project, emotions, Activity(rendering=frozenset({second}))),
        (project, emotions, Activity(failed={first: "It failed."})),
        (set_direction(project, second, calm), emotions, Activity()),
        (set_defaults(project, "bf_emma", calm), emotions, Activity()),
        (delete(project, (first,)), emotions, Activity()),
    ]
    before = rows.of(project, {}, Activity())
    for now, known, activity in stages:
        views, strips = rows.of(now, known, activity)
        assert views == line_views(now, activity)
        assert strips == overview_rows(now, known, activity)
        again = rows.of(now, known, activity)
        assert all(one is other for one, other in zip(views, again[0], strict=True))
        assert rows.of(project, {}, Activity()) == before
