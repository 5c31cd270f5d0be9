"""``espressivo cache rollout``: a head or a voice model tried on some projects."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.notices import Exit
from app.settings import Settings
from engine.errors import InputError

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.cache.rollout import Rollout

BY_HASH = "hash"
"""The side that is no choice: what a project's name says."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    doing = parser.add_mutually_exclusive_group()
    doing.add_argument("--start", type=Path, metavar="HEAD", help="try this head (train head)")
    doing.add_argument(
        "--start-model",
        type=Path,
        metavar="DIR",
        help="try the voice model prepared in this data folder",
    )
    doing.add_argument("--stop", action="store_true", help="end it; all projects are as before")
    doing.add_argument("--project", metavar="NAME", help="choose the side of a project")
    parser.add_argument(
        "--share", type=float, metavar="NUMBER", help="of the projects, 0 to 1, with a start"
    )
    parser.add_argument(
        "--side", choices=("stable", "candidate", BY_HASH), help="its side, with --project"
    )
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Start, stop, choose, or show what there is; returns the exit status.

    Raises:
        InputError: ``setting-invalid``: the head, the share, the project or the side.
        MissingModel: the voice model that is to be tried.
        OSError: the file cannot be written.
    """
    from engine.build import ROLLOUT
    from engine.cache.rollout import Rollout, read, write

    path = settings.data / ROLLOUT
    rollout = read(path)
    if options.start is not None:
        rollout = Rollout(_head(options.start), _share(options.share), salt=options.start.name)
        write(path, rollout)
    elif options.start_model is not None:
        model, folder = _model(options.start_model)
        rollout = Rollout("", _share(options.share), salt=model, model=folder)
        write(path, rollout)
    elif options.stop:
        path.unlink(missing_ok=True)
        rollout = None
    elif options.project is not None:
        if rollout is None:
            raise InputError("setting-invalid", subject="project", detail="no rollout runs")
        side = "" if options.side == BY_HASH else options.side or ""
        rollout = rollout.choosing(options.project, side)
        write(path, rollout)
    _show(rollout, settings, screen, as_json=options.json)
    return Exit.OK


def _head(file: Path) -> str:
    """The path of a file that is a head, absolute.

    Raises:
        InputError: ``setting-invalid``.
    """
    from engine.emotion.head import Head

    head = Head(file)
    try:
        size = head.size
    except (OSError, ValueError, KeyError) as error:
        raise InputError("setting-invalid", subject="head", detail=f"{file}: {error}") from error
    assert size
    return str(file.absolute())


def _model(folder: Path) -> tuple[str, str]:
    """The hash of the voice model prepared in a data folder, and its path, absolute.

    Raises:
        MissingModel: nothing is prepared there, or it is damaged.
    """
    from engine.models.prepared import load_prepared

    return load_prepared(folder).model_hash, str(folder.absolute())


def _share(share: float | None) -> float:
    if share is None:
        return 0.0
    if not 0.0 <= share <= 1.0:
        raise InputError("setting-invalid", subject="share", detail=f"{share:g}", hint="0 to 1")
    return share


def _show(rollout: Rollout | None, settings: Settings, screen: Screen, *, as_json: bool) -> None:
    from engine.build import HISTORY
    from engine.cache.metrics import History, rate, total

    if rollout is None:
        if as_json:
            screen.data({"schema": "espressivo.cache/1", "rollout": None})
        else:
            screen.out("no rollout runs")
        return
    windows = History(settings.data / HISTORY).windows()
    names = {project for _, project in windows if project} | {p for p, _ in rollout.chosen}
    projects: list[dict[str, Any]] = []
    for name in sorted(names):
        counts = total(each for (_, project), each in windows.items() if project == name)
        found = rate(counts, "take")
        projects.append({"project": name, "side": rollout.side(name), "hit_rate": found})
    if as_json:
        told = {
            "head": rollout.head,
            "model": rollout.model,
            "share": rollout.share,
            "ended": rollout.ended,
            "projects": projects,
        }
        screen.data({"schema": "espressivo.cache/1", "rollout": told})
        return
    if rollout.head:
        screen.out(f"head       {rollout.head}")
    if rollout.model:
        screen.out(f"model      {rollout.model}")
    screen.out(f"share      {rollout.share:.0%} of the projects by their hash")
    if rollout.ended:
        screen.out(f"ended      {rollout.ended}")
    for each in projects:
        answered = (
            "not asked yet" if each["hit_rate"] is None else f"{each['hit_rate']:.1%} answered"
        )
        screen.out(f"project    {each['project']}: {each['side']}, {answered}")
