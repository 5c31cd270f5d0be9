"""The script's lines and takes as the lists and the overview show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, Qt

from app.project.values import Project, ScriptLine, TakeRef, chosen_take, direction_of, is_current
from engine.values import Emotion
from widgets.views import LineState, LineView, OverviewRow, TakeView

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
        line_view(project, line, number, activity)
        for number, line in enumerate(project.lines, start=1)
    )


def line_view(project: Project, line: ScriptLine, number: int, activity: Activity) -> LineView:
    """Return the row of a line, which is the ``number``-th."""
    state, seconds = _standing(project, line, activity)
    return LineView(
        id=line.id,
        number=number,
        text=line.text,
        voice=line.voice or "",
        prompt=line.direction.prompt if line.direction is not None else "",
        state=state,
        seconds=seconds,
        takes=len(line.takes),
        error=activity.failed.get(line.id, ""),
    )


def line_state(project: Project, line: ScriptLine, activity: Activity = NOTHING) -> LineState:
    """Return how far a line is; what happens now goes before what was."""
    return _standing(project, line, activity)[0]


def _standing(project: Project, line: ScriptLine, activity: Activity) -> tuple[LineState, float]:
    """How far a line is and how long: its take, else its plan; 0 s = not known."""
    take = chosen_take(line)
    current = take is not None and is_current(project, line, take)
    planned = activity.planned_s.get(line.id)
    if line.id in activity.rendering:
        state = LineState.RENDERING
    elif line.id in activity.failed:
        state = LineState.FAILED
    elif take is not None:
        state = LineState.RENDERED if current else LineState.STALE
    else:
        state = LineState.FRESH if planned is None else LineState.PLANNED
    if take is not None and (current or planned is None):
        return state, take.seconds
    return state, planned or 0.0


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
    return tuple(
        overview_row(project, line, emotions.get(direction_of(project, line).prompt), activity)
        for line in project.lines
    )


def overview_row(
    project: Project, line: ScriptLine, emotion: Emotion | None, activity: Activity
) -> OverviewRow:
    """Return the row of a line in the picture of the script; ``emotion`` is of its prompt."""
    state, seconds = _standing(project, line, activity)
    return OverviewRow(
        line=line.id,
        seconds=seconds,
        arousal=emotion.arousal if emotion is not None else 0.0,
        valence=emotion.valence if emotion is not None else 0.0,
        state=state,
        label=_label(line.text),
    )


def _label(text: str) -> str:
    line = " ".join(text[: 4 * LABEL_CHARACTERS].split())
    return line if len(line) <= LABEL_CHARACTERS else line[: LABEL_CHARACTERS - 1] + "…"


def take_views(project: Project, line: ScriptLine) -> tuple[TakeView, ...]:
    """Return the takes of a line, newest first."""
    return tuple(
        TakeView(
            id=take.id,
            name=take.name
            or QCoreApplication.translate("Present", "Take {number}").format(number=number),
            detail=_take_detail(take),
            seconds=take.seconds,
            kept=take.kept,
            chosen=take.id == line.chosen,
            current=is_current(project, line, take),
        )
        for number, take in reversed(list(enumerate(line.takes, start=1)))
    )


def _take_detail(take: TakeRef) -> str:
    length = QCoreApplication.translate("Present", "{seconds:.1f} s").format(seconds=take.seconds)
    return " · ".join(part for part in (_when(take.created), length, take.made) if part)


def _when(created: str) -> str:
    """A moment in UTC as the clock on the wall shows it; as written where it is none."""
    moment = QDateTime.fromString(created, Qt.DateFormat.ISODate)
    if not moment.isValid():
        return created
    return QLocale().toString(moment.toLocalTime(), QLocale.FormatType.ShortFormat)
