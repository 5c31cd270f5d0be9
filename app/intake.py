"""Text from outside: an argument, a file or standard input, as one string.

Nothing is guessed silently: text is UTF-8 (or says otherwise with a byte order
mark) unless an encoding is given; a likely encoding is named in the error.
"""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import BinaryIO

from engine.errors import InputError

MOST_BYTES = 16 * 2**20
"""Longest text taken at once. 16 MiB are about 2.8 million English words, two
weeks of speech; more is a mistake (a film, a disk image) far sooner than a wish."""

SAMPLE_BYTES = 2**16
"""How much of an unreadable text is looked at to name its encoding."""

LIKELY = (
    "cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp932", "euc_jp", "gb18030", "big5",
)  # fmt: skip
"""Encodings that are looked for: those in wide use for the voices' languages and
their neighbours. With all of Python's to choose from, a short text is mistaken."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Byte order marks; UTF-32 before UTF-16, whose mark it begins with."""

_KINDS = (
    (b"%PDF-", "a PDF document"),
    (b"PK\x03\x04", "a ZIP archive, as office documents and EPUB books are"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"RIFF", "a sound or video file"),
    (b"ID3", "an MP3 file"),
    (b"OggS", "an Ogg file"),
    (b"fLaC", "a FLAC file"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"\x7fELF", "a program"),
    (b"MZ", "a program"),
    (b"\xd0\xcf\x11\xe0", "an old office document"),
)
"""First bytes of files people hand in by mistake (from each format's definition)."""


def from_argument(text: str) -> str:
    """Text typed on the command line.

    Raises:
        InputError: ``text-unreadable`` if it holds bytes outside the terminal's encoding.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError(
            "text-unreadable",
            subject="text",
            detail=f"character {error.start + 1} is not valid in the terminal's encoding",
            hint="put the text in a file and use --file with --encoding",
        ) from error
    return text


def from_file(path: Path, encoding: str | None = None) -> str:
    """Text of a file.

    Raises:
        InputError: ``text-unreadable``, ``text-not-text`` or ``text-too-long``.
    """
    try:
        with path.open("rb") as opened:
            return _take(opened, path.name, encoding)
    except OSError as error:
        raise _refused(str(path), error) from error


def from_stdin(encoding: str | None = None) -> str:
    """Text of standard input, read to its end; of one that is closed, none.

    Raises:
        InputError: as for a file.
    """
    name = "standard input"
    try:
        return _take(sys.stdin.buffer, name, encoding)
    except OSError as error:
        raise _refused(name, error) from error


def _refused(name: str, error: OSError) -> InputError:
    reason = error.strerror or type(error).__name__
    return InputError("text-unreadable", subject="text", detail=f"{name}: {reason}")


def _take(opened: BinaryIO, name: str, encoding: str | None) -> str:
    data = opened.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(
            "text-too-long",
            subject="text",
            detail=f"{name} is over {MOST_BYTES // 2**20} MiB",
        )
    return decode(data, name, encoding)


def decode(data: bytes, name: str, encoding: str | None = None) -> str:
    """Bytes as text.

    Args:
        data: the whole text.
        name: what it is called in an error.
        encoding: how it is encoded; None = by its mark, else UTF-8.

    Raises:
        InputError: ``text-not-text`` for pictures, archives, sound and other
            binary data; ``text-unreadable`` for an unknown or wrong encoding,
            the likely one in ``hint``.
    """
    chosen = encoding or next((name for mark, name in _MARKS if data.startswith(mark)), "utf-8")
    if encoding is None and chosen == "utf-8":
        _refuse_binary(data, name)
    try:
        return data.decode(chosen).removeprefix("\ufeff")
    except LookupError as error:  # also what is a codec but no encoding of text, such as rot13
        raise _unreadable(f"there is no encoding called {chosen}", "") from error
    except UnicodeDecodeError as error:
        byte = data[error.start]
        where = f"{name} is not {chosen}: byte 0x{byte:02X} at position {error.start}"
        raise _unreadable(where, _likely(data)) from error


def _refuse_binary(data: bytes, name: str) -> None:
    for start, kind in _KINDS:
        if data.startswith(start) and not _is_utf8_prose(data):
            raise InputError("text-not-text", subject="text", detail=f"{name} looks like {kind}")
    if b"\x00" not in data:
        return
    wide = _wide(data)
    if wide:
        raise _unreadable(f"{name} is not utf-8", f"it looks like {wide}: use --encoding {wide}")
    raise InputError("text-not-text", subject="text", detail=f"{name} holds binary data")


def _is_utf8_prose(data: bytes) -> bool:
    """Whether text merely begins like a known kind ("MZ", "RIFF", "ID3")."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return b"\x00" not in data and not data.startswith(b"%PDF-")


def _wide(data: bytes) -> str:
    """UTF-16 without a mark: every second byte of Latin text is zero."""
    half = max(len(data[:SAMPLE_BYTES]) // 2, 1)
    even = data[:SAMPLE_BYTES:2].count(0) / half
    odd = data[1:SAMPLE_BYTES:2].count(0) / half
    if odd > 0.4 and even < 0.05:
        return "utf-16-le"
    if even > 0.4 and odd < 0.05:
        return "utf-16-be"
    return ""


def _likely(data: bytes) -> str:
    from charset_normalizer import from_bytes

    best = from_bytes(data[:SAMPLE_BYTES], cp_isolation=list(LIKELY)).best()
    if best is None:
        return ""
    name = best.encoding.replace("_", "-")
    return f"it looks like {name}: use --encoding {name}"


def _unreadable(detail: str, hint: str) -> InputError:
    return InputError("text-unreadable", subject="text", detail=detail, hint=hint)
