"""Text from outside: what is text, what is not, and which encoding it seems to be."""

from __future__ import annotations

import io
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.intake import MOST_BYTES, decode, from_argument, from_file
from engine.errors import InputError

FRENCH = "Où étiez-vous, mon ami ? À l'été dernier, j'ai été déçu par la fenêtre fermée. " * 4


def refused(data: bytes, encoding: str | None = None) -> InputError:
    with pytest.raises(InputError) as caught:
        decode(data, "notes.txt", encoding)
    return caught.value


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
def test_utf8_and_marked_encodings_are_read_as_they_are(encoding: str) -> None:
    assert decode(FRENCH.encode(encoding), "x") == FRENCH


@pytest.mark.parametrize("encoding", ["cp1252", "latin-1", "shift_jis", "utf-16-le"])
def test_another_encoding_is_read_when_it_is_named(encoding: str) -> None:
    text = "日本語" if encoding == "shift_jis" else FRENCH
    assert decode(text.encode(encoding), "x", encoding) == text


@pytest.mark.parametrize("wide", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_named(wide: str) -> None:
    error = refused(FRENCH.encode(wide))
    assert error.code == "text-unreadable"
    assert error.hint == f"it looks like {wide}: use --encoding {wide}"


def test_a_wrong_encoding_says_where_and_what_it_seems_to_be() -> None:
    data = FRENCH.encode("cp1252")
    error = refused(data)
    assert error.code == "text-unreadable"
    assert "byte 0xF9 at position 1" in error.detail
    named = error.hint.rpartition(" ")[2]
    assert decode(data, "x", named) == FRENCH


def test_unknown_encodings_and_codecs_that_are_none_are_refused() -> None:
    for name in ("utf-9", "rot13", "hex"):
        error = refused(b"00", name)
        assert (error.code, error.detail) == (
            "text-unreadable",
            f"there is no encoding called {name}",
        )


def pictures_and_others() -> dict[str, bytes]:
    wave, archive = io.BytesIO(), io.BytesIO()
    soundfile.write(wave, np.zeros(100, np.float32), 24_000, format="WAV")
    with zipfile.ZipFile(archive, "w") as opened:
        opened.writestr("chapter.txt", "text")
    return {
        "a sound or video file": wave.getvalue(),
        "a ZIP archive": archive.getvalue(),
        "a PDF document": b"%PDF-1.7\n1 0 obj\n",
        "a program": Path(sys.executable).resolve().read_bytes()[:5000],
        "holds binary data": bytes(range(1, 127)) + b"\x00\x00\x01\x80\x00",
    }


def test_files_that_are_not_text_are_named_for_what_they_are() -> None:
    for kind, data in pictures_and_others().items():
        error = refused(data)
        assert error.code == "text-not-text"
        assert kind in error.detail


def test_prose_that_begins_like_a_known_kind_is_prose() -> None:
    for text in ("MZ is a pair of letters.", "RIFF is a word.", "ID3 tags, he said, é."):
        assert decode(text.encode(), "x") == text


def test_too_much_text_is_refused_before_it_is_all_read(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    with path.open("wb") as opened:
        opened.truncate(MOST_BYTES + 1)
    with pytest.raises(InputError) as caught:
        from_file(path)
    assert caught.value.code == "text-too-long"


def test_a_file_that_cannot_be_opened_says_why(tmp_path: Path) -> None:
    for path, reason in ((tmp_path / "no.txt", "No such file"), (tmp_path, "Is a directory")):
        with pytest.raises(InputError) as caught:
            from_file(path)
        assert caught.value.code == "text-unreadable"
        assert reason in caught.value.detail


def test_an_argument_with_stray_bytes_is_refused() -> None:
    assert from_argument("déjà") == "déjà"
    with pytest.raises(InputError) as caught:
        from_argument(b"caf\xe9".decode("utf-8", "surrogateescape"))
    assert "character 4" in caught.value.detail
