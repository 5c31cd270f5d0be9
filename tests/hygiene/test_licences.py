"""No part of the program without a known licence, no copyleft without a decision."""

from __future__ import annotations

import json
import re
import tomllib
from importlib.metadata import Distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from app.licences import COPYLEFT, RUN_TIME_EXTRAS, licence_list, run_time_packages

ROOT = Path(__file__).resolve().parents[2]
FACTS = json.loads((ROOT / "assets" / "licences.json").read_text(encoding="utf-8"))
LISTED: dict[str, str] = FACTS["distributions"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]

FAMILIES = {
    "Apache": r"apache",
    "BSD": r"bsd|0bsd",
    "GPL": r"gpl|gnu .*general public",
    "ISC": r"\bisc\b",
    "MIT": r"\bmit\b|mit-0|mit-cmu",
    "MPL": r"mpl|mozilla public",
    "PSF": r"psf|python software foundation",
}


def families(words: str) -> set[str]:
    return {name for name, pattern in FAMILIES.items() if re.search(pattern, words.lower())}


def stated(package: Distribution) -> str:
    """What a package says of itself: its expression, its short licence field, its classifiers."""
    metadata = package.metadata
    lines = [*(metadata.get_all("License-Expression") or ())]
    lines += [line.strip().splitlines()[0] for line in metadata.get_all("License") or () if line]
    lines += [c for c in metadata.get_all("Classifier") or () if c.startswith("License ::")]
    return " | ".join(lines)


def test_every_package_the_program_may_load_is_listed() -> None:
    assert len(run_time_packages()) > 40
    assert not sorted(run_time_packages().keys() - LISTED.keys())


def test_every_requirement_of_every_run_time_extra_is_listed() -> None:
    lines = list(PROJECT["dependencies"])
    for extra in RUN_TIME_EXTRAS:
        lines += PROJECT["optional-dependencies"][extra]
    names = {canonicalize_name(Requirement(line).name) for line in lines}
    assert not sorted(names - LISTED.keys())


def test_run_time_and_developer_extras_are_all_known() -> None:
    never_at_run_time = {"bench", "evaluate", "train", "dev"}
    assert set(PROJECT["optional-dependencies"]) == {*RUN_TIME_EXTRAS} | never_at_run_time


def test_the_list_holds_nothing_that_is_pinned_nowhere() -> None:
    pins = (ROOT / "packaging" / "constraints.txt").read_text(encoding="utf-8")
    pinned = {canonicalize_name(line.split("==")[0]) for line in pins.splitlines()}
    assert not sorted(LISTED.keys() - pinned)


def test_listed_licences_agree_with_what_packages_say() -> None:
    wrong = {
        name: (LISTED[name], stated(package))
        for name, package in run_time_packages().items()
        if families(stated(package)) and not families(stated(package)) & families(LISTED[name])
    }
    assert not wrong


def test_a_copyleft_part_needs_a_decision() -> None:
    missing = [e.name for e in licence_list() if e.needs_decision and not e.decision]
    missing += [
        name for name in LISTED.keys() - FACTS["decisions"].keys() if COPYLEFT.search(LISTED[name])
    ]
    assert not missing


def test_packages_that_call_themselves_copyleft_have_a_decision() -> None:
    packages = run_time_packages().items()
    copyleft = {name for name, package in packages if COPYLEFT.search(stated(package))}
    assert "soxr" in copyleft
    assert not copyleft - FACTS["decisions"].keys()


def test_decisions_belong_to_parts() -> None:
    parts = LISTED.keys() | {other["name"] for other in FACTS["others"]}
    assert not FACTS["decisions"].keys() - parts


@pytest.mark.parametrize(
    "words", ["GPL-3.0-or-later", "LGPL v2.1+", "AGPLv3", "GNU General Public License v3 (GPLv3)"]
)
def test_copyleft_is_recognised(words: str) -> None:
    assert COPYLEFT.search(words)


@pytest.mark.parametrize("words", ["MIT", "Apache-2.0", "MPL-2.0", "BSD-3-Clause", "PSF-2.0"])
def test_permissive_is_no_copyleft(words: str) -> None:
    assert not COPYLEFT.search(words)


def test_what_is_shown_names_each_part_once_with_a_licence() -> None:
    entries = licence_list()
    names = [(entry.kind, entry.name) for entry in entries]
    assert len(names) == len(set(names))
    assert all(entry.licence and entry.licence != "unknown" for entry in entries)
    assert {"package", "library", "program", "model", "voices", "data"} <= {k for k, _ in names}
    credited = [entry for entry in entries if entry.kind in ("model", "voices", "data")]
    assert all(entry.attribution for entry in credited)


def test_the_licence_of_the_program_is_the_full_apache_text() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert PROJECT["license"] == "Apache-2.0"
