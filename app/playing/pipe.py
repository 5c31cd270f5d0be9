"""Sound to standard output as a WAV stream, for programs that read on."""

from __future__ import annotations

import os
import struct
import sys

from app.refusals import STANDARD_OUTPUT, from_os
from engine.values import SAMPLE_RATE, Floats
from kernels.waveform import to_pcm16

UNKNOWN_SIZE = 0xFFFFFFFF
"""What streaming writers put where the length is not known yet; readers such as
SoX, FFmpeg and aplay then read to the end."""


def wav_header() -> bytes:
    """The 44 bytes before 16-bit mono samples at 24 kHz, length unknown.

    Source: Microsoft and IBM, "Multimedia Programming Interface and Data
    Specifications 1.0", 1991 (RIFF, WAVE, fmt, data).
    """
    width = 2
    form = struct.pack(
        "<4sIHHIIHH", b"fmt ", 16, 1, 1, SAMPLE_RATE, SAMPLE_RATE * width, width, 8 * width
    )
    riff = struct.pack("<4sI4s", b"RIFF", UNKNOWN_SIZE, b"WAVE")
    return riff + form + struct.pack("<4sI", b"data", UNKNOWN_SIZE)


class WavPipe:
    """A sink that writes to standard output as sound comes.

    Raises:
        ExportError: ``disk-full``, or ``output-unwritable`` when the reader is gone.
    """

    def __init__(self) -> None:
        self._out = sys.stdout.fileno()
        self._write(wav_header())

    def write(self, piece: Floats) -> None:
        """Take the next samples: float32[n] within -1..1 at 24 kHz."""
        self._write(to_pcm16(piece).astype("<i2").tobytes())

    def commit(self) -> None:
        """Everything has been written already."""

    def abort(self) -> None:
        """What was written is gone: a pipe takes nothing back."""

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._out, view) :]
        except OSError as error:
            raise from_os(error, STANDARD_OUTPUT) from error
