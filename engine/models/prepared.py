"""The prepared voice model on disk: where it lies, loading it, checking it.

Layout under the data folder the caller names::

    models/current                the name of the folder in use
    models/<hash>/manifest.json   written last: what is here, where it came from
    models/<hash>/encode.onnx     and duration, prosody, waveform
    models/<hash>/waveform-cpu.*  the same waveform stage, rewritten for processors
    models/<hash>/voices/*.bin

A folder without a manifest was never finished; one whose files differ from its
manifest is damaged. Neither is loaded, and preparing again replaces it.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path

import xxhash

from engine.errors import MissingModel
from engine.models.resolver import Origin

PREPARATION_VERSION = 2
"""Raised whenever the stage graphs made from the same source change; part of the model hash."""

STAGE_NAMES = ("encode", "duration", "prosody", "waveform")
"""The four graphs, in the order they run."""

CPU_WAVEFORM = "waveform-cpu.onnx"
"""The waveform stage as ``engine.models.quicken`` rewrites it, its weights beside it."""

MANIFEST = "manifest.json"
CURRENT = "current"

VOICES_PREFIX = "voices/"
"""How the names of voice files begin in a manifest."""

_HASH_LENGTH = 16
"""Hex digits kept of a SHA-256: 64 bits, far beyond chance for a handful of models."""

_BLOCK = 1 << 20


@dataclass(frozen=True, slots=True)
class PreparedModel:
    """The four stage graphs and the voices, ready to be opened.

    ``model_hash`` names the graphs (source and preparation version),
    ``voices_hash`` the set of voice files. ``origins`` says where each source
    file came from and its licence, the model first.
    """

    folder: Path
    model_hash: str
    voices_hash: str
    preparation: int
    origins: tuple[Origin, ...]
    flawed_voices: tuple[Flaw, ...] = ()
    """Voices whose files are not as they were written: each is refused by name."""

    def stage(self, name: str) -> Path:
        """Return the path of one of ``STAGE_NAMES``."""
        return self.folder / f"{name}.onnx"

    @property
    def encode(self) -> Path:
        """Path of the encode stage."""
        return self.stage("encode")

    @property
    def duration(self) -> Path:
        """Path of the duration stage."""
        return self.stage("duration")

    @property
    def prosody(self) -> Path:
        """Path of the prosody stage."""
        return self.stage("prosody")

    @property
    def waveform(self) -> Path:
        """Path of the waveform stage."""
        return self.stage("waveform")

    @property
    def voices(self) -> Path:
        """Folder of the voice files."""
        return self.folder / "voices"


@dataclass(frozen=True, slots=True)
class FileFacts:
    """What a file of a preparation was like when it was written."""

    bytes: int
    mtime_ns: int
    xxh3: str


@dataclass(frozen=True, slots=True)
class Listing:
    """A preparation's manifest: its hashes, where it came from, its files."""

    preparation: int
    model_hash: str
    voices_hash: str
    origins: tuple[Origin, ...]
    files: dict[str, FileFacts]


@dataclass(frozen=True, slots=True)
class Flaw:
    """One file of a prepared model that is not as it was written, and how."""

    file: str
    reason: str


def load_prepared(data_dir: Path) -> PreparedModel:
    """Return the prepared model after a cheap check of its files.

    Size and time of change are compared with the manifest; a file whose time
    differs (a copied cache) is hashed. No network, no ONNX library. A damaged
    voice is told in ``flawed_voices`` and keeps no other from speaking.

    Raises:
        MissingModel: ``model-missing``, nothing is prepared here by this
            version; ``model-damaged``, a graph or all voices differ from the manifest.
    """
    folder = current_folder(data_dir)
    listing = read_manifest(folder)
    flaws = find_flaws(folder, listing, deep=False)
    voices = tuple(flaw for flaw in flaws if flaw.file.startswith(VOICES_PREFIX))
    listed = sum(name.startswith(VOICES_PREFIX) for name in listing.files)
    if len(voices) < len(flaws) or len(voices) == listed > 0:
        detail = "; ".join(f"{folder / flaw.file}: {flaw.reason}" for flaw in flaws)
        raise MissingModel("model-damaged", subject="model", detail=detail, hint="models prepare")
    return PreparedModel(
        folder=folder,
        model_hash=listing.model_hash,
        voices_hash=listing.voices_hash,
        preparation=listing.preparation,
        origins=listing.origins,
        flawed_voices=voices,
    )


def form_for_cpu(graph: Path) -> Path:
    """Return the form of a stage's graph that processors are quickest with, if it has one."""
    quick = graph.with_name(CPU_WAVEFORM)
    return quick if graph.name == "waveform.onnx" and quick.exists() else graph


def verify(data_dir: Path, *, deep: bool) -> tuple[Flaw, ...]:
    """Return what is wrong with the prepared model; empty means it is sound.

    Args:
        data_dir: the data folder.
        deep: hash every file (0.3 s) instead of comparing size and time.

    Raises:
        MissingModel: ``model-missing`` or ``model-damaged``, there is no
            finished preparation to check.
    """
    folder = current_folder(data_dir)
    return find_flaws(folder, read_manifest(folder), deep=deep)


def current_folder(data_dir: Path) -> Path:
    """Return the folder in use.

    Raises:
        MissingModel: ``model-missing``.
    """
    pointer = models_folder(data_dir) / CURRENT
    try:
        name = pointer.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise _missing(f"{pointer}: {error}") from error
    if len(name) != _HASH_LENGTH or not name.isalnum():
        raise _missing(f"{pointer}: not a folder's name")
    return models_folder(data_dir) / name


def models_folder(data_dir: Path) -> Path:
    """Return the folder all preparations lie in."""
    return data_dir / "models"


def read_manifest(folder: Path) -> Listing:
    """Return a preparation's manifest.

    Raises:
        MissingModel: ``model-missing``, there is none or it was written by
            another version; ``model-damaged``, it cannot be read.
    """
    path = folder / MANIFEST
    try:
        entries = json.loads(path.read_bytes())
        version = entries["preparation"]
        if version != PREPARATION_VERSION:
            wanted = f"this program wants {PREPARATION_VERSION}"
            raise _missing(f"{path}: preparation {str(version)[:20]}, {wanted}")
        return Listing(
            preparation=version,
            model_hash=str(entries["model_hash"]),
            voices_hash=str(entries["voices_hash"]),
            origins=tuple(Origin(**entry) for entry in entries["origins"]),
            files={name: FileFacts(**facts) for name, facts in entries["files"].items()},
        )
    except OSError as error:
        raise _missing(f"{path}: {error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        detail = f"{path}: {type(error).__name__}"
        raise MissingModel("model-damaged", subject="model", detail=detail) from error


def read_origins(folder: Path) -> dict[str, Origin]:
    """Return the origins of a preparation by file name, whatever version made it.

    Empty if its manifest is absent or cannot be read.
    """
    try:
        listed = json.loads((folder / MANIFEST).read_bytes())["origins"]
        return {entry["file"]: Origin(**entry) for entry in listed}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def write_manifest(
    folder: Path, model_hash: str, voices_hash: str, origins: tuple[Origin, ...]
) -> None:
    """List the files of ``folder`` with size, time and hash; written last, whole or not at all."""
    listing = Listing(
        preparation=PREPARATION_VERSION,
        model_hash=model_hash,
        voices_hash=voices_hash,
        origins=origins,
        files={
            path.relative_to(folder).as_posix(): FileFacts(
                path.stat().st_size, path.stat().st_mtime_ns, _xxh3(path)
            )
            for path in sorted(folder.rglob("*"))
            if path.is_file()
        },
    )
    (folder / MANIFEST).write_text(json.dumps(asdict(listing), indent=1), encoding="utf-8")


def find_flaws(folder: Path, listing: Listing, *, deep: bool) -> tuple[Flaw, ...]:
    """Compare the files of ``folder`` with its manifest."""
    flaws = []
    for name, facts in listing.files.items():
        path = folder / name
        try:
            stat = path.stat()
            if stat.st_size != facts.bytes:
                flaws.append(Flaw(name, f"{stat.st_size} bytes, expected {facts.bytes}"))
            elif (deep or stat.st_mtime_ns != facts.mtime_ns) and _xxh3(path) != facts.xxh3:
                flaws.append(Flaw(name, "its content has changed"))
        except OSError as error:
            flaws.append(Flaw(name, error.strerror or type(error).__name__))
    needed = {*(f"{name}.onnx" for name in STAGE_NAMES), CPU_WAVEFORM}
    flaws += [Flaw(name, "not listed") for name in sorted(needed - set(listing.files))]
    return tuple(flaws)


def model_hash_of(source_sha256: str, version: int = PREPARATION_VERSION) -> str:
    """Return the hash of the stage graphs that a version makes from a source file."""
    return _short(f"espressivo stages {version} {source_sha256}")


def voices_hash_of(sha256_by_name: dict[str, str]) -> str:
    """Return the hash of a set of voice files."""
    return _short("\n".join(f"{name} {sha}" for name, sha in sorted(sha256_by_name.items())))


def folder_name_of(model_hash: str, voices_hash: str) -> str:
    """Return the name of the folder of one preparation."""
    return _short(f"{model_hash} {voices_hash}")


def _short(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:_HASH_LENGTH]


def _xxh3(path: Path) -> str:
    digest = xxhash.xxh3_128()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()


def _missing(detail: str) -> MissingModel:
    return MissingModel("model-missing", subject="model", detail=detail, hint="models prepare")
