from __future__ import annotations

import io
import tarfile
from dataclasses import replace
from pathlib import Path

import pytest

from engine.cancel import CancelToken
from engine.errors import Cancelled, MissingModel
from engine.models.fetch import take_voices
from engine.models.manifest import VOICE_BYTES, Manifest, load_manifest
from engine.models.resolver import Search, Sources, find_model, find_voices, sha256_of
from tests.engine.tiny_export import write_folder


@pytest.fixture
def manifest() -> Manifest:
    """The real manifest, but with packages that nobody has installed."""
    absent = ("espressivo-absent-model-1", "espressivo-absent-model-2")
    return replace(load_manifest(), model_packages=absent)


def search(work: Path, manifest: Manifest, folder: Path | None = None) -> Search:
    work.mkdir(exist_ok=True)
    return Search(Sources(folder), manifest, {}, work)


def test_a_missing_model_lists_the_places_and_what_would_supply_it(
    tmp_path: Path, manifest: Manifest
) -> None:
    folder = write_folder(tmp_path / "voices only")
    (folder / "tiny.onnx").unlink()
    with pytest.raises(MissingModel) as caught:
        find_model(search(tmp_path / "work", manifest, folder))
    error = caught.value
    assert (error.code, error.subject) == ("model-missing", "model")
    assert f"{folder}: no .onnx file" in error.detail
    assert "espressivo-absent-model-1: not installed" in error.detail
    assert "pip install espressivo-absent-model-1" in error.hint
    assert "kokoro-v1.0.int8.onnx" in error.hint


def test_missing_voices_name_the_package_that_holds_them(
    tmp_path: Path, manifest: Manifest
) -> None:
    with pytest.raises(MissingModel) as caught:
        find_voices(search(tmp_path / "work", manifest))
    assert (caught.value.code, caught.value.subject) == ("voices-missing", "voice")
    assert "npm pack kokoro-js@1.2.1" in caught.value.hint


def test_a_file_with_the_published_name_and_another_hash_is_refused_with_both_hashes(
    tmp_path: Path, manifest: Manifest
) -> None:
    path = tmp_path / manifest.model_file
    path.write_bytes(b"half a download")
    with pytest.raises(MissingModel) as caught:
        find_model(search(tmp_path / "work", manifest, tmp_path))
    assert caught.value.code == "source-damaged"
    assert manifest.model_sha256 in caught.value.detail
    assert sha256_of((path,)) in caught.value.detail
    assert str(path) in caught.value.detail


def test_an_unknown_export_is_taken_from_a_named_folder_and_marked(
    tmp_path: Path, manifest: Manifest
) -> None:
    folder = write_folder(tmp_path / "own")
    asked = search(tmp_path / "work", manifest, folder)
    model, voices = find_model(asked), find_voices(asked)
    assert not model.origin.verified
    assert model.origin.licence == "unknown"
    assert model.origin.sha256 == sha256_of((folder / "tiny.onnx",))
    assert (model.origin.place, model.origin.where) == ("folder", str(folder))
    assert model.read() == (folder / "tiny.onnx").read_bytes()
    assert set(voices.files) == {"af_tiny", "bm_tiny"}
    assert not any(origin.verified for origin in voices.origins)


def test_two_unknown_exports_in_a_folder_are_not_guessed_between(
    tmp_path: Path, manifest: Manifest
) -> None:
    folder = write_folder(tmp_path / "own")
    (folder / "second.onnx").write_bytes(b"")
    with pytest.raises(MissingModel, match=r"second\.onnx, tiny\.onnx"):
        find_model(search(tmp_path / "work", manifest, folder))


def test_parts_of_installed_packages_are_joined_in_order(tmp_path: Path) -> None:
    model = find_model(search(tmp_path / "work", load_manifest()))
    assert model.origin.place == "package"
    assert model.origin.verified
    assert len(model.parts) == 4
    assert sum(part.stat().st_size for part in model.parts) == load_manifest().model_bytes
    swapped = replace(load_manifest(), model_packages=load_manifest().model_packages[::-1])
    with pytest.raises(MissingModel, match="sha256") as caught:
        find_model(search(tmp_path / "work", swapped))
    assert caught.value.code == "source-damaged"


@pytest.mark.parametrize("size", [0, VOICE_BYTES - 1, VOICE_BYTES + 4])
def test_a_voice_of_another_size_is_refused(tmp_path: Path, manifest: Manifest, size: int) -> None:
    (tmp_path / "voices").mkdir()
    (tmp_path / "voices" / "af_own.bin").write_bytes(bytes(size))
    with pytest.raises(MissingModel, match=f"{size} bytes, expected {VOICE_BYTES}") as caught:
        find_voices(search(tmp_path / "work", manifest, tmp_path))
    assert (caught.value.code, caught.value.subject) == ("source-damaged", "voice")


def test_a_known_voice_with_other_content_is_refused(tmp_path: Path, manifest: Manifest) -> None:
    (tmp_path / "af_heart.bin").write_bytes(bytes(VOICE_BYTES))
    with pytest.raises(MissingModel, match="af_heart") as caught:
        find_voices(search(tmp_path / "work", manifest, tmp_path))
    assert manifest.voices["af_heart"].sha256 in caught.value.detail


def test_a_cancelled_search_stops(tmp_path: Path, manifest: Manifest) -> None:
    token = CancelToken()
    token.cancel()
    asked = search(tmp_path / "work", manifest, write_folder(tmp_path / "own"))
    asked.token = token
    with pytest.raises(Cancelled):
        find_model(asked)


def add(tar: tarfile.TarFile, name: str, content: bytes, kind: bytes = tarfile.REGTYPE) -> None:
    member = tarfile.TarInfo(name)
    member.type = kind
    member.size = len(content) if kind == tarfile.REGTYPE else 0
    member.linkname = "/etc/passwd" if kind == tarfile.SYMTYPE else ""
    tar.addfile(member, io.BytesIO(content))


def test_nothing_but_voices_leaves_an_archive(tmp_path: Path) -> None:
    archive, folder = tmp_path / "a.tgz", tmp_path / "deep" / "out"
    folder.mkdir(parents=True)
    voice = bytes(VOICE_BYTES)
    with tarfile.open(archive, "w:gz") as tar:
        add(tar, "package/voices/af_good.bin", voice)
        add(tar, "package/voices/../../../af_up.bin", voice)
        add(tar, "/af_root.bin", voice)
        add(tar, "package/voices/af_link.bin", b"", tarfile.SYMTYPE)
        add(tar, "package/voices/af_short.bin", voice[:-1])
        add(tar, "package/dist/kokoro.js", b"script")
    assert take_voices(archive, folder) == [folder / "af_good.bin"]
    files = {
        path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert files == {"a.tgz", "deep/out/af_good.bin"}


def test_a_cut_archive_is_an_error_not_a_part(tmp_path: Path) -> None:
    archive = tmp_path / "a.tgz"
    with tarfile.open(archive, "w:gz") as tar:
        add(tar, "package/voices/af_good.bin", bytes(range(256)) * (VOICE_BYTES // 256))
    archive.write_bytes(archive.read_bytes()[:-200])
    with pytest.raises((tarfile.TarError, EOFError, OSError)):
        take_voices(archive, tmp_path)
