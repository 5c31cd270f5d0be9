"""The script's lines and takes as the lists and the overview show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from app.project import Project, ScriptLine, TakeRef, chosen_take, direction_of, is_current
from engine.values import Emotion
from widgets.views import LineState, LineView, OverviewRow, TakeView

translate = QCoreApplication.translate

LABEL_CHARACTERS = 60
"""Of a line's text in the overview: about what its row has room for."""


@dataclass(frozen=True, slots=True)
class Activity:
    """What is going on with lines right now, by line id: not part of the project."""

    planned_s: Mapping[str, float] = field(default_factory=dict)
    """Length of the newest plan of a line that still stands as it was planned."""
    rendering: frozenset[str] = frozenset()
    failed: Mapping[str, str] = field(default_factory=dict)
    """Why a line failed, one sentence."""


NOTHING = Activity()


def line_views(project: Project, activity: Activity = NOTHING) -> tuple[LineView, ...]:
    """Return a row for each line of the script."""
    return tuple(
        LineView(
            id=line.id,
            number=number,
            text=line.text,
            voice=line.voice or "",
            prompt=line.direction.prompt if line.direction is not None else "",
            state=line_state(project, line, activity),
            seconds=line_seconds(project, line, activity),
            takes=len(line.takes),
            error=activity.failed.get(line.id, ""),
        )
        for number, line in enumerate(project.lines, start=1)
    )


def line_state(project: Project, line: ScriptLine, activity: Activity = NOTHING) -> LineState:
    """Return how far a line is; what happens now goes before what was."""
    if line.id in activity.rendering:
        return LineState.RENDERING
    if line.id in activity.failed:
        return LineState.FAILED
    take = chosen_take(line)
    if take is not None:
        return LineState.RENDERED if is_current(project, line, take) else LineState.STALE
    return LineState.PLANNED if line.id in activity.planned_s else LineState.FRESH


def line_seconds(project: Project, line: ScriptLine, activity: Activity = NOTHING) -> float:
    """Return the length of a line: of its take, else of its plan; 0 = not known."""
    take = chosen_take(line)
    if take is not None and is_current(project, line, take):
        return take.seconds
    return activity.planned_s.get(line.id, take.seconds if take is not None else 0.0)


def overview_rows(
    project: Project,
    emotions: Mapping[str, Emotion],
    activity: Activity = NOTHING,
) -> tuple[OverviewRow, ...]:
    """Return a row for each line of the picture of the script.

    Args:
        project: the project.
        emotions: what each *prompt* was understood as when last asked; a line whose
            prompt was not asked yet stands at the middle, neutral.
        activity: what is going on.
    """
    rows = []
    for line in project.lines:
        emotion = emotions.get(direction_of(project, line).prompt)
        rows.append(
            OverviewRow(
                line=line.id,
                seconds=line_seconds(project, line, activity),
                arousal=emotion.arousal if emotion is not None else 0.0,
                valence=emotion.valence if emotion is not None else 0.0,
                state=line_state(project, line, activity),
                label=_label(line.text),
            )
        )
    return tuple(rows)


def _label(text: str) -> str:
    line = " ".join(text[: 4 * LABEL_CHARACTERS].split())
    return line if len(line) <= LABEL_CHARACTERS else line[: LABEL_CHARACTERS - 1] + "…"


def take_views(project: Project, line: ScriptLine) -> tuple[TakeView, ...]:
    """Return the takes of a line, newest first."""
    return tuple(
        TakeView(
            id=take.id,
            name=take.name or translate("Present", "Take {number}").format(number=number),
            detail=_take_detail(take),
            seconds=take.seconds,
            kept=take.kept,
            chosen=take.id == line.chosen,
            current=is_current(project, line, take),
        )
        for number, take in reversed(list(enumerate(line.takes, start=1)))
    )


def _take_detail(take: TakeRef) -> str:
    length = translate("Present", "{seconds:.1f} s").format(seconds=take.seconds)
    return " · ".join(part for part in (_when(take.created), length, take.made) if part)


def _when(created: str) -> str:
    """A moment in UTC as the clock on the wall shows it; as written where it is none."""
    moment = QDateTime.fromString(created, Qt.DateFormat.ISODate)
    if not moment.isValid():
        return created
    return QLocale().toString(moment.toLocalTime(), QLocale.FormatType.ShortFormat)
