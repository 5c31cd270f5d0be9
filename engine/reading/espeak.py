"""espeak-ng as a separate program: one process, one question at a time.

The program is GPL-3.0 and is neither linked nor shipped: if the user has it,
it is started as its own process and spoken to in lines of text. Its IPA is
brought to the voice model's alphabet here.
"""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

ANSWER_S = 2.0
"""Longest wait for one line; it takes a few ms, so more means it hangs."""

MARK = "quousque"
"""Sent after every line: espeak-ng may answer a line with none or with several
lines, and the answer to this word says where the answer to the line ends."""

_QUICK = ("-z", "-s", "340", "-p", "99")
"""Options that change no sound's name but its length: even when quiet, espeak-ng
computes the sound it does not play, and 340 words a minute, without a rest at the
end, is half of it. (From 350 on it computes all and then squeezes it.) A high pitch has
fewer harmonics to add up, which is a third off again."""

_PIPE_BYTES = 65536

_TIED = {
    "a^ɪ": "I", "a^ʊ": "W", "e^ɪ": "A", "ɔ^ɪ": "Y", "o^ʊ": "O", "ə^ʊ": "Q", "d^ʒ": "ʤ", "t^ʃ": "ʧ",
    "aɪ": "I", "aʊ": "W", "eɪ": "A", "ɔɪ": "Y", "oʊ": "O", "əʊ": "Q", "dʒ": "ʤ", "tʃ": "ʧ",
}  # fmt: skip
"""Two IPA signs that the model knows as one, with espeak's tie or without."""
_US = {
    "ɜːɹ": "ɜɹ", "ɜː": "ɜɹ", "ɚɹ": "əɹ", "ɚ": "əɹ", "oːɹ": "ɔɹ", "ɔːɹ": "ɔɹ", "ɪ^ɹ": "ɪɹ",
    "i^ə": "iə", "ː": "", "ɐ": "ə", "ʔ": "t", "ɬ": "l", "o": "ɔ",
}  # fmt: skip
_GB = {
    "e^ə": "ɛː", "eə": "ɛː", "i^ə": "ɪə", "ɪ^ə": "ɪə", "ʊ^ə": "ʊə", "ɐ": "ə", "ɾ": "t", "ʔ": "t",
    "æ": "a", "ɬ": "l", "ɚ": "ə", "oː": "ɔː", "o": "ɒ",
}  # fmt: skip
_SHARED = {"r": "ɹ", "x": "k", "ç": "k", "e": "ɛ", "g": "ɡ", "a": "æ"}
_SWITCH = re.compile(r"\([a-z-]{2,12}\)")
_SYLLABIC = re.compile(r"(\S)\u0329")
_SCHWA_L = re.compile(r"(?<=[bdfhjklmnpstvwzðŋɡɹɾʃʒʤʧθ])ə\^l")


def to_model_alphabet(ipa: str, *, british: bool) -> str:
    """Bring espeak-ng's IPA (``--tie=^``) to the signs the model was trained on.

    The correspondences are those of misaki's documentation of its alphabet
    (Apache-2.0): one sign per diphthong and affricate, no length marks in
    American English, ``ᵊ`` before a syllabic consonant.
    """
    sounds = _SWITCH.sub("", ipa).replace("\u0303", "").strip()
    for ipa_signs, sign in _TIED.items():
        sounds = sounds.replace(ipa_signs, sign)
    sounds = _SYLLABIC.sub(r"ᵊ\1", sounds)
    sounds = _SCHWA_L.sub("ᵊl", sounds)
    for ipa_signs, sign in (_GB if british else _US).items():
        sounds = sounds.replace(ipa_signs, sign)
    shared = dict(_SHARED, a="a") if british else _SHARED
    for ipa_signs, sign in shared.items():
        sounds = sounds.replace(ipa_signs, sign)
    return sounds.replace("^", "").replace(" ", "").replace("_", "")


def diphthongs(ipa: str) -> str:
    """Bring only the signs that are two in IPA and one in the model's alphabet to it."""
    sounds = ipa.replace("\u0361", "")
    for ipa_signs, sign in _TIED.items():
        sounds = sounds.replace(ipa_signs, sign)
    return sounds.replace("g", "ɡ")


class Espeak:
    """Pronounces single English words. Thread-safe; the process starts on first need.

    Args:
        british: accent of the answers.
    """

    def __init__(self, *, british: bool) -> None:
        self._british = british
        self._espeak = EspeakProcess("en-gb" if british else "en-us")

    @property
    def installed(self) -> bool:
        """True until the program is found missing or failing."""
        return self._espeak.installed

    def word(self, word: str) -> str:
        """Phonemes in the model's alphabet, or "" if there is no answer."""
        answer = self._espeak.ask(word)
        return to_model_alphabet(answer or "", british=self._british)

    def close(self) -> None:
        """End the process; the next question starts a new one."""
        self._espeak.close()


class EspeakProcess:
    """One espeak-ng process of one voice: a line of text in, a line of IPA out.

    Thread-safe: one question at a time. The process starts on first need.

    Args:
        voice: espeak-ng's name of the voice (``en-us``, ``fr-fr``).
    """

    def __init__(self, voice: str) -> None:
        self._voice = voice
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._mark = b""
        self._program = shutil.which("espeak-ng")
        self._heard = b""
        self._end: weakref.finalize[[subprocess.Popen[bytes]], EspeakProcess] | None = None

    @property
    def installed(self) -> bool:
        """True until the program is found missing or failing."""
        return self._program is not None

    def ask(self, line: str) -> str | None:
        """IPA of one line with espeak's tie ``^``; None if there is no answer."""
        with self._lock:
            for _ in range(2):  # a process that died is started once more
                if self._program is None:
                    return None
                answer = self._ask(line)
                if answer is not None:
                    return answer
                self._stop()
            self._program = None
            return None

    def close(self) -> None:
        """End the process; the next question starts a new one."""
        with self._lock:
            self._stop()

    def _stop(self) -> None:
        if self._end is not None:
            self._end()
        self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [self._program or "", "-q", *_QUICK, "--ipa", "--tie=^", "-v", self._voice],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._end = weakref.finalize(self, _stop, process)
        self._mark = self._heard = b""
        return process

    def _ask(self, line: str) -> str | None:
        try:
            if self._process is None:
                self._process = self._start()
            process, until = self._process, monotonic() + ANSWER_S
            with _watched(process):
                if not self._mark:
                    self._tell(process, MARK)
                    self._mark = self._line(process, until)
                self._tell(process, f"{line}\n{MARK}")
                answer = self._until_mark(process, line, until)
        except OSError:
            return None
        return None if answer is None else answer.decode("utf-8", "replace")

    @staticmethod
    def _tell(process: subprocess.Popen[bytes], line: str) -> None:
        if process.stdin is None:
            raise BrokenPipeError
        process.stdin.write(f"{line}\n".encode())
        process.stdin.flush()

    def _line(self, process: subprocess.Popen[bytes], until: float) -> bytes:
        """One line of the answer; b"" if the process ended or is late."""
        if process.stdout is None:
            return b""
        output = process.stdout.fileno()
        while b"\n" not in self._heard:
            more = os.read(output, _PIPE_BYTES) if _speaks(output, until) else b""
            if not more:
                return b""
            self._heard += more
        line, _, self._heard = self._heard.partition(b"\n")
        return line + b"\n"

    def _until_mark(
        self, process: subprocess.Popen[bytes], line: str, until: float
    ) -> bytes | None:
        """The lines before the mark's; None if the process ended."""
        found: list[bytes] = []
        while True:
            answer = self._line(process, until)
            if not answer:
                return None
            if answer == self._mark and (found or line.strip().lower() != MARK):
                return b" ".join(found)
            found.append(answer.strip())


@contextmanager
def _watched(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """On Windows, where no pipe can be waited for, a timer ends a process that hangs."""
    if sys.platform == "win32":
        watch = threading.Timer(ANSWER_S, process.kill)
        watch.start()
        try:
            yield
        finally:
            watch.cancel()
            watch.join()
    else:
        yield


def _speaks(output: int, until: float) -> bool:
    """Wait until there is something to read (or the end); False if it is too late."""
    if sys.platform == "win32":
        ready = True
    else:
        waiting = select.poll()
        waiting.register(output, select.POLLIN)
        ready = bool(waiting.poll(1000.0 * max(0.0, until - monotonic())))
    return ready


def _stop(process: subprocess.Popen[bytes]) -> None:
    """End and reap the process, and close its pipes."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            try:
                pipe.close()
            except OSError:
                continue  # unsent bytes to a process that is gone
