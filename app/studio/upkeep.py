"""Upkeep of what is kept, done on the engine thread; each returns what came of it in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app import packs
from app.refusals import from_os

if TYPE_CHECKING:
    from engine.build import Engine

translate = QCoreApplication.translate


def mend(engine: Engine) -> str:
    """Read all that is kept through; remove and rebuild what is damaged."""
    if engine.store is None or engine.emotions is None:
        return _nothing()
    removed = len(engine.store.verify(mend=True))
    lost = engine.emotions.repair()[1] if engine.emotions.verify() else 0
    if not removed and not lost:
        return translate("Health", "All that is kept is as it was written.")
    text = translate("Health", "Damaged takes or plans: {takes}; emotions: {emotions}.")
    told = translate("Health", "They are removed and made again when they are next wanted.")
    return f"{text.format(takes=removed, emotions=lost)} {told}"


def compact(engine: Engine) -> str:
    """Bring takes within their limits, close up the table of emotions."""
    if engine.store is None or engine.emotions is None:
        return _nothing()
    before = engine.emotions.size()
    freed = engine.store.compact()
    engine.emotions.repair()
    freed += before - engine.emotions.size()
    return translate("Health", "{size} MB are free again.").format(size=f"{freed / 1e6:.1f}")


def clear(engine: Engine) -> str:
    """Remove all takes, plans and emotions that are kept."""
    if engine.store is None or engine.emotions is None:
        return _nothing()
    takes, emotions = engine.store.shelf.clear(), len(engine.emotions)
    plans = engine.store.plans.shelf.clear()
    engine.emotions.clear()
    text = translate("Health", "Removed takes: {takes}; plans: {plans}; emotions: {emotions}.")
    return text.format(takes=takes, plans=plans, emotions=emotions)


def export(engine: Engine, data: Path, file: Path, author: str, licence: str) -> str:
    """Write emotions and presets into a pack.

    Raises:
        StudioError: it cannot be made or written.
    """
    kept = packs.by_engine(data, engine)
    if kept is None:
        return _nothing()
    try:
        pack = packs.make(kept, file, author, licence)
    except OSError as error:
        raise from_os(error, str(file)) from error
    text = translate("Health", "Written emotions: {emotions}; presets: {presets}.")
    return text.format(emotions=len(pack.entries), presets=len(packs.presets_of(pack)))


def take(engine: Engine, data: Path, file: Path) -> str:
    """Check a pack and take what is in it.

    Raises:
        StudioError: it is no sound pack, or cannot be read; nothing was taken.
    """
    kept = packs.by_engine(data, engine)
    if kept is None:
        return _nothing()
    try:
        pack, presets = packs.take(kept, file)
    except OSError as error:
        raise from_os(error, str(file)) from error
    text = translate(
        "Health",
        "Taken emotions: {emotions}; presets: {presets}; plans: {plans}. "
        "By {author}, under {licence}.",
    )
    return text.format(
        emotions=len(pack.entries),
        presets=presets,
        plans=len(pack.plans),
        author=pack.author,
        licence=pack.licence,
    )


def _nothing() -> str:
    return translate("Health", "Takes are not stored.")
