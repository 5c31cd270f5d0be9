"""The cold tier: a record packed with zstd, its bytes sorted by place first.

Samples are float32, whose upper bytes are alike from one to the next: with all first
bytes together, then all second ones, takes become 15 % smaller instead of 5 %.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import zstandard

from engine.errors import CacheDamage

LEVEL: Final = 3
"""zstd's own default: higher ones gain under 1 % on takes and cost several times as much."""

MOST_BYTES: Final = 1 << 30
"""No record is larger (6 hours of sound); an archive that says so is damaged."""

WIDTH: Final = 4
"""Bytes of a sample."""


def pack(record: bytes) -> bytes:
    """Return the archive of a record, whose length is a multiple of 4."""
    sorted_bytes = np.frombuffer(record, np.uint8).reshape(-1, WIDTH).T.tobytes()
    packer = zstandard.ZstdCompressor(level=LEVEL, write_checksum=True, write_content_size=True)
    return packer.compress(sorted_bytes)


def unpack(archive: bytes, where: str) -> bytes:
    """Return the record of an archive.

    Raises:
        CacheDamage: ``record-damaged``; ``detail`` begins with ``archive``.
    """
    detail = f"archive: {where}"
    try:
        size = zstandard.frame_content_size(archive)
        sound = 0 < size <= MOST_BYTES and size % WIDTH == 0
        sorted_bytes = zstandard.ZstdDecompressor().decompress(archive) if sound else b""
    except (zstandard.ZstdError, MemoryError) as error:
        raise CacheDamage("record-damaged", subject="file", detail=detail) from error
    if not sound:
        raise CacheDamage("record-damaged", subject="file", detail=detail)
    return np.frombuffer(sorted_bytes, np.uint8).reshape(WIDTH, -1).T.tobytes()
