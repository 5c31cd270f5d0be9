"""The rows of the script's list and overview, made anew only where a line has changed.

A script of ten thousand lines is shown again after every key that is typed in one of
them. Lines are frozen and shared between projects, so that one look at each tells
whether its rows still stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from app.project.values import Project, ScriptLine, direction_of
from app.studio.present.script import Activity, line_view, overview_row
from engine.values import Direction, Emotion
from widgets.views import LineView, OverviewRow


@dataclass(frozen=True, slots=True)
class _Seen:
    """What the rows of a line were made from, and the rows."""

    line: ScriptLine
    number: int
    voice: str
    direction: Direction
    planned: float | None
    rendering: bool
    failed: str | None
    emotion: Emotion | None
    view: LineView
    row: OverviewRow


class ScriptRows:
    """Keeps the rows that were made last."""

    def __init__(self) -> None:
        self._seen: dict[str, _Seen] = {}

    def of(
        self, project: Project, emotions: Mapping[str, Emotion], activity: Activity
    ) -> tuple[tuple[LineView, ...], tuple[OverviewRow, ...]]:
        """Return what the list and the overview show.

        Args:
            project: the project.
            emotions: what each prompt was understood as when last asked.
            activity: what is going on.
        """
        seen = self._seen
        self._seen = {
            line.id: self._looked(seen.get(line.id), project, line, number, emotions, activity)
            for number, line in enumerate(project.lines, start=1)
        }
        views = tuple(each.view for each in self._seen.values())
        return views, tuple(each.row for each in self._seen.values())

    @staticmethod
    def _looked(
        seen: _Seen | None,
        project: Project,
        line: ScriptLine,
        number: int,
        emotions: Mapping[str, Emotion],
        activity: Activity,
    ) -> _Seen:
        emotion = emotions.get(direction_of(project, line).prompt)
        planned = activity.planned_s.get(line.id)
        rendering = line.id in activity.rendering
        failed = activity.failed.get(line.id)
        if (
            seen is not None
            and seen.line is line
            and seen.number == number
            and seen.planned == planned
            and seen.rendering == rendering
            and seen.failed == failed
            and seen.emotion is emotion
            and seen.direction is project.direction
            and seen.voice == project.voice
        ):
            return seen
        return _Seen(
            line,
            number,
            project.voice,
            project.direction,
            planned,
            rendering,
            failed,
            emotion,
            line_view(project, line, number, activity),
            overview_row(project, line, emotion, activity),
        )
