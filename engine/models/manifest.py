"""What is known of the published model and voice files: names, hashes, licences."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

VOICE_ROWS = 510
"""Style rows in a voice file: one per number of tokens."""

VOICE_WIDTH = 256
"""Numbers in a style row: 128 acoustic, then 128 prosody."""

VOICE_BYTES = VOICE_ROWS * VOICE_WIDTH * 4
"""Size of a voice file: little-endian float32, nothing else."""


@dataclass(frozen=True, slots=True)
class HubFile:
    """A file on a model hub, with the hash it must have."""

    repository: str
    file: str
    sha256: str


@dataclass(frozen=True, slots=True)
class VoiceFacts:
    """What is known of one voice.

    ``attribution`` is empty where no source is named by the publisher.
    """

    name: str
    sha256: str
    language: str
    sex: str
    attribution: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """The published files this program knows, as ``assets/*.json`` list them."""

    model_file: str
    model_bytes: int
    model_sha256: str
    model_packages: tuple[str, ...]
    """Python distributions that hold the model's parts, in order."""
    model_part: str
    model_hub: tuple[HubFile, ...]
    model_licence: str
    model_attribution: str
    voices: Mapping[str, VoiceFacts]
    voice_licence: str
    voice_credit: str
    npm_package: str
    npm_version: str
    voice_hub: str
    """Repository on a model hub that holds the voices, in ``voice_hub_folder``."""
    voice_hub_folder: str


def load_manifest() -> Manifest:
    """Read the manifest that ships with the program."""
    model = _read("models.json")
    voices = _read("voices.json")
    return Manifest(
        model_file=model["file"],
        model_bytes=model["bytes"],
        model_sha256=model["sha256"],
        model_packages=tuple(model["packages"]),
        model_part=model["part"],
        model_hub=tuple(HubFile(**entry) for entry in model["hub"]),
        model_licence=model["licence"],
        model_attribution=f"{model['credit']}. {model['attribution']}",
        voices={name: VoiceFacts(name, **facts) for name, facts in voices["voices"].items()},
        voice_licence=voices["licence"],
        voice_credit=voices["credit"],
        npm_package=voices["npm"]["package"],
        npm_version=voices["npm"]["version"],
        voice_hub=voices["hub"]["repository"],
        voice_hub_folder=voices["hub"]["folder"],
    )


def _read(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(files("assets").joinpath(name).read_text(encoding="utf-8"))
    return content
