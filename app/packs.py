"""Packs as a person makes and takes them: emotions, presets and plans in one file."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.project import own_presets
from app.project import text as project_text
from app.project.values import Preset, new_project
from engine.errors import InputError, StudioError
from engine.values import Direction

if TYPE_CHECKING:
    from app.settings import Settings
    from engine.build import Engine
    from engine.cache.packs import Pack
    from engine.cache.table import EmotionTable
    from engine.store import TakeStore
    from engine.values import Plan

PARTS: Final = ("emotions", "presets", "plans")

USUAL: Final = "emotions,presets"
"""What is packed unless something else is asked for: plans belong to single lines."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What packs are made of: ``head`` is the hash of what understands here."""

    data: Path
    table: EmotionTable
    head: str
    store: TakeStore


def by_settings(settings: Settings) -> Kept:
    """What is kept where the settings say."""
    from app.keeping import emotions, takes

    return Kept(settings.data, *emotions(settings), takes(settings))


def by_engine(data: Path, engine: Engine) -> Kept | None:
    """What an engine keeps; None if it keeps nothing."""
    from engine.cache.emotions import head_of

    if engine.emotions is None or engine.store is None:
        return None
    return Kept(data, engine.emotions, head_of(engine.understander.version), engine.store)


def make(kept: Kept, file: Path, author: str, licence: str, wanted: str = USUAL) -> Pack:
    """Write what is kept into a pack.

    Args:
        kept: what it is made of.
        file: the pack.
        author: who hands it on.
        licence: under which terms.
        wanted: some of ``PARTS``, with commas.

    Raises:
        InputError: ``pack-unusable``, ``setting-invalid``, or the presets cannot be read.
        OSError: it cannot be written.
    """
    from engine.cache.packs import Pack, entries_of, write_pack

    parts = {word.strip() for word in wanted.split(",")}
    if unknown := sorted(parts - {*PARTS}):
        raise InputError(
            "setting-invalid", subject="what", detail=unknown[0] or "nothing", hint=", ".join(PARTS)
        )
    pack = Pack(
        author.strip(),
        licence.strip(),
        entries_of(kept.table) if "emotions" in parts else (),
        _text(own_presets.own_presets(kept.data)) if "presets" in parts else "",
        _plans(kept.store) if "plans" in parts else (),
    )
    write_pack(pack, kept.head, file)
    return pack


def take(kept: Kept, file: Path) -> tuple[Pack, int]:
    """Check a pack and take what is in it; what is there already stays as it is.

    Returns:
        the pack and how many presets were new.

    Raises:
        InputError: ``pack-unusable``; nothing was taken.
        OSError: the disk is full or not writable.
    """
    from engine.cache.packs import read_pack

    pack = read_pack(kept.head, file)
    presets = presets_of(pack)
    known = {each.name for each in own_presets.own_presets(kept.data)}
    new = tuple(each for each in presets if each.name not in known)
    kept.table.put_many(pack.entries)
    for key, plan in pack.plans:
        if not kept.store.has(key):
            kept.store.plans.put(key, plan)
    if new:
        kept.data.mkdir(parents=True, exist_ok=True)
        own_presets.change(kept.data, (), new)
    return pack, len(new)


def presets_of(pack: Pack) -> tuple[Preset, ...]:
    """The presets of a pack.

    Raises:
        InputError: ``pack-unusable``: they are not as a project's are.
    """
    if not pack.presets:
        return ()
    try:
        return project_text.from_text(pack.presets).presets
    except StudioError as error:
        raise InputError("pack-unusable", subject="file", detail=error.detail) from error


def _text(presets: tuple[Preset, ...]) -> str:
    holder = new_project("presets", "", "", Direction())
    return project_text.to_text(replace(holder, presets=presets)) if presets else ""


def _plans(store: TakeStore) -> tuple[tuple[str, Plan], ...]:
    """The plans kept by themselves and those of takes in the open."""
    keys = [each.key for shelf in (store.plans.shelf, store.shelf) for each in shelf.kept()]
    found = ((key, store.plan(key)) for key in dict.fromkeys(keys))
    return tuple((key, plan) for key, plan in found if plan is not None)
