"""``espressivo cache``: what is kept, why it answered or did not, and mending it."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.commands import cache_rollout
from app.notices import Exit
from app.parser import Parser, examples
from app.settings import PRECISIONS, Settings

if TYPE_CHECKING:
    from app.keeping import Figures
    from app.screen import Screen
    from engine.cache.explain import Why
    from engine.cache.packs import Pack

NAME = "cache"
SUMMARY = "show, explain, check or clear what is kept between runs"

DESCRIPTION = """\
Takes and emotions that were computed once are kept in the data folder, so that they
are there at once the next time. This shows how much is kept and how often it
answered, says why a line was or was not answered, and checks, mends and clears it.
Nothing here can be lost that cannot be made again."""

EPILOG = examples(
    "espressivo cache stats",
    'espressivo cache why "Good morning." --emotion cheerful',
    "espressivo cache verify",
    "espressivo cache compact",
    'espressivo cache export my.emotions --author "Me" --licence CC0-1.0',
    "espressivo cache clear",
)

SCHEMA = "espressivo.cache/1"

PLAIN = {"precision", "runtime", "threads", "words", "rest_s", "ramp", "jitter_seed"}
"""Inputs whose value a person can read; of the others it is said that they differ."""

NAMES = {
    "tokens": "sounds",
    "rest_s": "rest after it, in seconds",
    "keyframes": "points of the ramp",
    "correct": "whether it is corrected",
    "model": "voice model",
    "style": "voice",
    "loudness": "loudness of the voice",
    "deltas": "emotion and knobs",
    "jitter_seed": "seed",
    "drift": "what earlier lines leave",
    "steering": "how style steers prosody",
    "plan_version": "version of the planning code",
    "sound_version": "version of the sounding code",
}
"""How a person calls inputs whose names are not plain."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the actions of ``cache``."""
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=Parser, title="actions"
    )
    shown = _action(actions, "stats", "show how much is kept and how often it answered")
    form = shown.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print the figures as JSON")
    form.add_argument("--openmetrics", action="store_true", help="print them as OpenMetrics text")
    why = _action(actions, "why", "say which record answers, or what differs in the nearest one")
    why.add_argument("what", metavar="KEY-OR-TEXT", help="a take's key, or a text to be spoken")
    why.add_argument("-v", "--voice", metavar="MIX", help="as for `espressivo say`")
    why.add_argument("-e", "--emotion", metavar="PROMPT", default="", help="emotion prompt")
    for knob in ("intensity", "stability", "ramp"):
        why.add_argument(f"--{knob}", metavar="NUMBER", help="as for `espressivo say`")
    why.add_argument("--seed", type=int, default=0, metavar="N", help="as for `espressivo say`")
    why.add_argument("--backend", metavar="NAME", help="as for `espressivo say`")
    why.add_argument("--precision", choices=PRECISIONS, help="as for `espressivo say`")
    why.add_argument("--json", action="store_true", help="print it as JSON")
    _action(actions, "verify", "read all that is kept; exit status 3 if something is damaged")
    _action(actions, "repair", "remove what is damaged and rebuild the table of emotions")
    _action(actions, "compact", "bring takes under their cap now and close up the table")
    export = _action(actions, "export", "write emotions and presets into a pack")
    export.add_argument("file", type=Path, metavar="FILE")
    export.add_argument("--author", required=True, metavar="NAME", help="who hands it on")
    export.add_argument("--licence", required=True, metavar="TERMS", help="such as CC0-1.0")
    export.add_argument(
        "--what",
        metavar="PARTS",
        default="emotions,presets",
        help="some of emotions, presets and plans, with commas (emotions,presets)",
    )
    _action(actions, "import", "check a pack and add what is in it").add_argument(
        "file", type=Path, metavar="FILE"
    )
    rollout = _action(actions, "rollout", "try a head or a voice model on some projects")
    cache_rollout.add(rollout)
    clear = _action(actions, "clear", "remove all takes and emotions that are kept")
    clear.add_argument("--project", metavar="NAME", help="only the takes of this project")


def _action(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = actions.add_parser(name, help=text, description=text)
    return made


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Do one action; returns the exit status."""
    from app.refusals import data_refused, from_os

    try:
        return {
            "stats": _stats,
            "why": _why,
            "verify": _verify,
            "repair": _repair,
            "compact": _compact,
            "export": _export,
            "import": _import,
            "rollout": cache_rollout.run,
            "clear": _clear,
        }[options.action](options, settings, screen)
    except OSError as error:
        ours = isinstance(error.filename, str) and Path(error.filename).is_relative_to(
            settings.data
        )
        if options.action == "export" and not ours:
            raise from_os(error, str(options.file)) from error
        raise data_refused(error, settings.data) from error


def _stats(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import figures

    found = figures(settings)
    if options.json:
        screen.data(_data(found))
    elif options.openmetrics:
        screen.out(_open_metrics(found).rstrip("\n"))
    else:
        _show(found, screen)
    return Exit.OK


def _show(found: Figures, screen: Screen) -> None:
    share = found.takes_bytes / found.cap_bytes
    screen.out(
        f"takes      {found.takes} kept, {found.archived} archived, {found.pinned} pinned; "
        f"{_mb(found.takes_bytes)} of {_mb(found.cap_bytes)} ({share:.0%})"
    )
    screen.out(f"plans      {found.plans} kept, {_mb(found.plans_bytes)}")
    screen.out(
        f"emotions   {found.emotions} kept, {_mb(found.emotions_bytes)}; "
        f"their IDs hold {found.id_bits:.1f} bits"
    )
    for part, rate in found.hit_rates.items():
        told = "not asked yet" if rate is None else f"{rate:.1%} answered from here"
        screen.out(f"{part + ' hits':10} {told}")
    if found.drift is None:
        screen.out("drift      too few emotions to say")
    else:
        alarm = ", which is a change" if found.drift.alarm else ""
        screen.out(
            f"drift      {found.drift.distance:.3f} (by chance {found.drift.null:.3f}){alarm}"
        )
    screen.out(f"health     {found.score:.2f} of 1")
    for project, size in sorted(found.projects.items()):
        if project:
            screen.out(f"project    {project}: {_mb(size)}")


def _data(found: Figures) -> dict[str, Any]:
    windows = [
        {"start": start, "project": project, "part": part, "way": way, "count": count}
        for (start, project), counts in found.windows.items()
        for (part, way), count in sorted(counts.items())
    ]
    drift = None
    if found.drift is not None:
        drift = {
            "distance": found.drift.distance,
            "null": found.drift.null,
            "alarm": found.drift.alarm,
        }
    return {
        "schema": SCHEMA,
        "takes": found.takes,
        "archived": found.archived,
        "pinned": found.pinned,
        "takes_bytes": found.takes_bytes,
        "cap_bytes": found.cap_bytes,
        "plans": found.plans,
        "plans_bytes": found.plans_bytes,
        "projects": dict(found.projects),
        "emotions": found.emotions,
        "emotions_bytes": found.emotions_bytes,
        "id_bits": found.id_bits,
        "hit_rates": dict(found.hit_rates),
        "drift": drift,
        "health": found.score,
        "windows": windows,
    }


def _open_metrics(found: Figures) -> str:
    from engine.cache.metrics import open_metrics

    gauges = {
        "takes": ("", float(found.takes)),
        "archived": ("", float(found.archived)),
        "plans": ("", float(found.plans)),
        "emotions": ("", float(found.emotions)),
        "takes_size": ("bytes", float(found.takes_bytes)),
        "takes_cap": ("bytes", float(found.cap_bytes)),
        "plans_size": ("bytes", float(found.plans_bytes)),
        "emotions_size": ("bytes", float(found.emotions_bytes)),
        "health": ("", found.score),
    }
    if found.drift is not None:
        gauges["drift"] = ("", found.drift.distance)
    return open_metrics(found.counts, gauges)


def _why(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import takes
    from engine.cache.explain import why

    word = options.what.strip().lower()
    if len(word) == 32 and not word.strip("0123456789abcdef"):
        answers = [("", why(takes(settings), word, None))]
    else:
        answers = _why_lines(options, settings)
    if options.json:
        lines = [{"line": line, **_why_data(found)} for line, found in answers]
        screen.data({"schema": SCHEMA, "lines": lines})
        return Exit.OK
    for line, found in answers:
        if line:
            screen.out(line)
        _show_why(found, screen)
    return Exit.OK


def _why_lines(options: argparse.Namespace, settings: Settings) -> list[tuple[str, Why]]:
    from app import intake
    from app.keeping import limits
    from app.settings import backend_name, knob, with_precision
    from app.speak import bounded, requests_for
    from engine.build import build_engine
    from engine.cache.explain import why
    from engine.values import Direction

    knobs = {
        name: knob(name, getattr(settings, name) if set_to is None else set_to)
        for name in ("intensity", "stability", "ramp")
        for set_to in (getattr(options, name),)
    }
    prompt = intake.from_argument(options.emotion) if options.emotion else ""
    direction = Direction(prompt, knobs["intensity"], knobs["stability"], knobs["ramp"])
    voice = options.voice or settings.voice
    backend = backend_name(options.backend or settings.backend)
    precision = with_precision(settings, options.precision).precision
    kept = limits(settings)
    with build_engine(
        settings.data, backend, limits=kept, precision=precision, looks=True
    ) as engine:
        lines = bounded(engine.script(intake.from_argument(options.what), voice).lines)
        found = []
        for request in requests_for(lines, voice, direction, options.seed):
            inputs = engine.renderer.inputs(request)
            assert engine.store is not None
            found.append((request.text, why(engine.store, inputs.key(), inputs.told())))
    return found


def _show_why(found: Why, screen: Screen) -> None:
    screen.out(f"key        {found.key}")
    if not found.record:
        screen.out("record     none that could be compared: it would be made")
        return
    made = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(found.made))
    quality = ", ".join(f"{name} {value:.2f}" for name, value in found.quality.items())
    state = "answers" if found.answers else f"nearest is {found.record}"
    screen.out(f"record     {state}, made {made}" + (f"; {quality}" if quality else ""))
    for name, there, asked in found.differs:
        shown = f": {there or 'nothing'} there, {asked or 'nothing'} asked" if name in PLAIN else ""
        screen.out(f"differs    {NAMES.get(name, name.replace('_', ' '))}{shown}")


def _why_data(found: Why) -> dict[str, Any]:
    differs = [{"input": n, "there": there, "asked": asked} for n, there, asked in found.differs]
    return {
        "key": found.key,
        "answers": found.answers,
        "record": found.record,
        "made": found.made,
        "quality": dict(found.quality),
        "differs": differs,
    }


def _verify(_: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import all_takes, emotions

    flaws = [flaw for store in all_takes(settings) for flaw in store.verify()]
    flaws += [f"emotions: {flaw}" for flaw in emotions(settings)[0].verify()]
    for flaw in flaws:
        screen.out(f"damaged: {flaw}")
    if flaws:
        screen.error("some of what is kept is damaged; `espressivo cache repair` mends it.")
        return Exit.MODEL
    screen.out("all that is kept is as it was written")
    return Exit.OK


def _repair(_: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import all_takes, emotions

    removed = [flaw for store in all_takes(settings) for flaw in store.verify(mend=True)]
    kept, lost = emotions(settings)[0].repair()
    screen.out(f"takes      damaged and removed: {len(removed)}")
    screen.out(f"emotions   {kept} kept, {lost} lost")
    return Exit.OK


def _compact(_: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import all_takes, emotions

    freed = sum(store.compact() for store in all_takes(settings))
    table, _head = emotions(settings)
    before = table.size()
    table.repair()
    screen.out(f"freed      {_mb(freed + before - table.size())}")
    return Exit.OK


def _export(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app import packs

    kept = packs.by_settings(settings)
    pack = packs.make(kept, options.file, options.author, options.licence, options.what)
    screen.out(f"{_content(pack, len(packs.presets_of(pack)))} written to {options.file}")
    return Exit.OK


def _import(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app import packs

    pack, presets = packs.take(packs.by_settings(settings), options.file)
    screen.out(f"{_content(pack, presets)} by {pack.author}, under {pack.licence}")
    return Exit.OK


def _content(pack: Pack, presets: int) -> str:
    """What a pack holds, in words."""
    parts = ((len(pack.entries), "emotion"), (presets, "preset"), (len(pack.plans), "plan"))
    return ", ".join(_counted(*part) for part in parts)


def _counted(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _clear(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.keeping import all_takes, emotions

    removed = sum(store.shelf.clear(options.project) for store in all_takes(settings))
    screen.out(f"takes      {removed} removed")
    if options.project is None:
        plans = sum(store.plans.shelf.clear() for store in all_takes(settings))
        screen.out(f"plans      {plans} removed")
        table, _ = emotions(settings)
        count = len(table)
        table.clear()
        screen.out(f"emotions   {count} removed")
    return Exit.OK


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
