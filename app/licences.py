"""What Espressivo is made of that others wrote, and under which licences.

Python packages are found by walking what the installed program really requires,
so the list cannot leave one out. What packages do not say clearly themselves,
what they carry inside, and why a copyleft part is acceptable is kept in
``assets/licences.json``; model and voices come from their own manifest. A test
fails on a package that is not in that file, and on a part under the GPL, AGPL or
LGPL without a decision there.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from importlib.resources import files
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from engine.models.manifest import load_manifest

PROGRAM = "espressivo"

RUN_TIME_EXTRAS = (
    "cpu",
    "gpu",
    "voice",
    "npm",
    "ja",
    "zh",
    "studio",
    "openvino",
    "cluster",
    "recogniser",
)
"""The extras a user may install; ``bench``, ``evaluate``, ``train`` and ``dev`` never
reach one."""

COPYLEFT = re.compile(r"\b(?:[AL]?GPL|GNU (?:Affero|Lesser|Library|General))", re.IGNORECASE)
"""Licences that need a decision before a part is taken into an Apache-2.0 program."""


@dataclass(frozen=True, slots=True)
class LicenceEntry:
    """One part and the terms it comes under.

    ``kind`` is ``package`` (a Python distribution), ``library`` (native code inside
    one), ``program`` (run as a process of its own), ``model``, ``voices`` or
    ``data``. ``version`` is empty where the part has none of its own, ``where``
    names the package that carries it, ``decision`` says why a copyleft part fits.
    """

    kind: str
    name: str
    version: str
    licence: str
    where: str = ""
    attribution: str = ""
    decision: str = ""

    @property
    def needs_decision(self) -> bool:
        """Whether the licence asks for more than a mention."""
        return COPYLEFT.search(self.licence) is not None


def licence_list() -> tuple[LicenceEntry, ...]:
    """Return every part: the packages by name, then what they carry, model and voices."""
    facts = _facts()
    return (*_packages(facts), *_others(facts), *_model_and_voices())


def run_time_packages() -> dict[str, Distribution]:
    """Return the installed distributions the program may load, by canonical name.

    Walks the requirements of the installed program with its run-time extras,
    markers and nested extras included.

    Raises:
        PackageNotFoundError: the program is not installed as a package.
    """
    found: dict[str, Distribution] = {}
    walked: set[tuple[str, str]] = set()
    waiting = [(PROGRAM, extra) for extra in ("", *RUN_TIME_EXTRAS)]
    while waiting:
        step = waiting.pop()
        if step in walked:
            continue
        walked.add(step)
        name, extra = step
        try:
            found[name] = distribution(name)
        except PackageNotFoundError:
            if name == PROGRAM:
                raise
            continue  # an extra that is not installed here
        waiting += _required(found[name], extra)
    del found[PROGRAM]
    return found


def _required(package: Distribution, extra: str) -> list[tuple[str, str]]:
    wanted: list[tuple[str, str]] = []
    for line in package.requires or ():
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            name = canonicalize_name(requirement.name)
            wanted += [(name, nested) for nested in ("", *sorted(requirement.extras))]
    return wanted


def _packages(facts: dict[str, Any]) -> list[LicenceEntry]:
    listed: dict[str, str] = facts["distributions"]
    return [
        LicenceEntry(
            kind="package",
            name=name,
            version=package.version,
            licence=listed.get(name) or _own_words(package),
            decision=facts["decisions"].get(name, ""),
        )
        for name, package in sorted(run_time_packages().items())
    ]


def _own_words(package: Distribution) -> str:
    """Return the licence as the package's own metadata has it, at worst ``unknown``."""
    metadata = package.metadata
    for field in ("License-Expression", "License"):
        for stated in metadata.get_all(field) or ():
            return str(stated).strip().splitlines()[0]
    return "unknown"


def _others(facts: dict[str, Any]) -> list[LicenceEntry]:
    decisions: dict[str, str] = facts["decisions"]
    return [
        LicenceEntry(version="", decision=decisions.get(other["name"], ""), **other)
        for other in facts["others"]
    ]


def _model_and_voices() -> list[LicenceEntry]:
    manifest = load_manifest()
    parts = [
        LicenceEntry(
            kind="model",
            name=manifest.model_file,
            version="",
            licence=manifest.model_licence,
            where=", ".join(manifest.model_packages),
            attribution=manifest.model_attribution,
        ),
        LicenceEntry(
            kind="voices",
            name=manifest.npm_package,
            version=manifest.npm_version,
            licence=manifest.voice_licence,
            where="npm package",
            attribution=manifest.voice_credit,
        ),
    ]
    for voice in manifest.voices.values():
        if voice.attribution:
            parts.append(
                LicenceEntry(
                    kind="voices",
                    name=voice.name,
                    version="",
                    licence=manifest.voice_licence,
                    where=manifest.npm_package,
                    attribution=voice.attribution,
                )
            )
    return parts


def _facts() -> dict[str, Any]:
    text = files("assets").joinpath("licences.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content
