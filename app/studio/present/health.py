"""Health of the cache as its dialog shows it."""

from __future__ import annotations

import re
import time

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.studio.present.truth import KEY_CHARACTERS
from engine.cache.checkup import Checkup
from engine.cache.explain import Why
from engine.cache.metrics import HITS, rate
from widgets.health_grid import CellView, HealthView

translate = QCoreApplication.translate

MOST_WINDOWS = 24
"""Windows shown: the last two hours of work, however long ago."""

UNSAVED = re.compile(r"[0-9a-f]{12}")
"""The id that a project has until it is saved (``app.project.values.new_project``)."""

MOST_PROJECTS = 12
"""Projects shown: those with the most wishes."""


INPUTS: dict[str, object] = {
    "plan_version": QT_TRANSLATE_NOOP("Health", "version of the planning"),
    "sound_version": QT_TRANSLATE_NOOP("Health", "version of the sounding"),
    "model": QT_TRANSLATE_NOOP("Health", "voice model"),
    "precision": QT_TRANSLATE_NOOP("Health", "precision"),
    "runtime": QT_TRANSLATE_NOOP("Health", "runtime"),
    "threads": QT_TRANSLATE_NOOP("Health", "threads"),
    "tokens": QT_TRANSLATE_NOOP("Health", "sounds"),
    "phrases": QT_TRANSLATE_NOOP("Health", "phrases"),
    "breaks": QT_TRANSLATE_NOOP("Health", "breaks"),
    "words": QT_TRANSLATE_NOOP("Health", "words"),
    "rest_s": QT_TRANSLATE_NOOP("Health", "rest"),
    "style": QT_TRANSLATE_NOOP("Health", "voice"),
    "loudness": QT_TRANSLATE_NOOP("Health", "loudness of the voice"),
    "deltas": QT_TRANSLATE_NOOP("Health", "emotion and knobs"),
    "ramp": QT_TRANSLATE_NOOP("Health", "ramp"),
    "keyframes": QT_TRANSLATE_NOOP("Health", "points of the ramp"),
    "jitter_seed": QT_TRANSLATE_NOOP("Health", "seed"),
    "correct": QT_TRANSLATE_NOOP("Health", "correction"),
    "drift": QT_TRANSLATE_NOOP("Health", "what earlier lines leave"),
    "steering": QT_TRANSLATE_NOOP("Health", "how style steers prosody"),
    "timbre": QT_TRANSLATE_NOOP("Health", "how voice quality is made"),
    "places": QT_TRANSLATE_NOOP("Health", "pitch at places in the line"),
}
"""What a person calls the inputs of a take's key (``engine.cache.inputs``)."""


def health_view(found: Checkup | None, line: Why | None = None, unsaved: str = "") -> HealthView:
    """Return what is shown.

    Args:
        found: None is a program that keeps nothing.
        line: why the current line is or is not answered; None without one.
        unsaved: the id of the project that is open, if it has no file to name it.
    """
    if found is None:
        return HealthView((translate("Health", "Takes are not stored."),), (), ())
    own = () if line is None else (why_sentence(line),)
    asked: dict[tuple[int, str], CellView] = {}
    for (start, project), counts in found.windows.items():
        wishes = sum(
            n for (part, way), n in counts.items() if part == "take" and way in {*HITS, "miss"}
        )
        if wishes:
            asked[start, project] = CellView(rate(counts, "take"), wishes)
    starts = sorted({start for start, _ in asked})[-MOST_WINDOWS:]
    totals: dict[str, int] = {}
    for (start, project), cell in asked.items():
        if start in starts:
            totals[project] = totals.get(project, 0) + cell.wishes
    projects = sorted(totals, key=lambda name: (-totals[name], name))[:MOST_PROJECTS]
    nothing = CellView(None, 0)
    rows = tuple(
        (
            _named(project, unsaved),
            tuple(asked.get((start, project), nothing) for start in starts),
        )
        for project in projects
    )
    times = tuple(time.strftime("%d %b %H:%M", time.localtime(start)) for start in starts)
    return HealthView((*_sentences(found), *own), times, rows)


def _named(project: str, unsaved: str) -> str:
    """What a person calls a project: its file's name, if it ever had one."""
    if not project:
        return translate("Health", "no project")
    if project == unsaved:
        return translate("Health", "this project, not saved yet")
    if UNSAVED.fullmatch(project):
        return translate("Health", "an unsaved project ({id})").format(id=project[:4])
    return project


def why_sentence(found: Why) -> str:
    """Say which stored take answers a line, or what is not the same in the nearest one."""
    if found.answers:
        made = time.strftime("%d %b %H:%M", time.localtime(found.made))
        text = translate("Health", "This line: the stored take {key} answers, made {time}.")
        return text.format(key=found.key[:KEY_CHARACTERS], time=made)
    if not found.record:
        return translate("Health", "This line: no stored take is like it; it is made.")
    differs = ", ".join(
        translate("Health", str(INPUTS.get(name, name))) for name, _there, _asked in found.differs
    )
    text = translate("Health", "This line is made: the nearest stored take differs in {inputs}.")
    return text.format(inputs=differs)


def _sentences(found: Checkup) -> tuple[str, ...]:
    takes, emotions = found.hit_rates["take"], found.hit_rates["emotion"]
    said = [translate("Health", "Health: {score} of 1.").format(score=f"{found.score:.2f}")]
    if takes is None:
        said.append(translate("Health", "No take was asked for yet."))
    else:
        text = translate("Health", "{share} % of the takes asked for were there already.")
        said.append(text.format(share=round(100 * takes)))
    if emotions is not None:
        text = translate("Health", "{share} % of the prompts were understood before.")
        said.append(text.format(share=round(100 * emotions)))
    if found.drift is not None:
        text = translate("Health", "The emotions asked for have moved by {far}, by chance {null}.")
        said.append(text.format(far=f"{found.drift.distance:.2f}", null=f"{found.drift.null:.2f}"))
    return tuple(said)
