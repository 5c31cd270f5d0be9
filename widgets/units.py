"""Values of the plots with their units, as they are written and spoken."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

SEMITONES = 12
"""In an octave."""

MINUS = "\N{MINUS SIGN}"


def hz_text(hz: float) -> str:
    """Return a frequency with its unit."""
    return QCoreApplication.translate("Plot", "{hz:.0f} Hz").format(hz=hz)


def semitone_text(semitones: float, digits: int = 0) -> str:
    """Return an interval with sign and unit."""
    number = f"{abs(semitones):.{digits}f}"
    sign = "" if float(number) == 0.0 else "+" if semitones > 0 else MINUS
    return QCoreApplication.translate("Plot", "{sign}{number} st").format(sign=sign, number=number)


def level_text(decibels: float) -> str:
    """Return a level with its unit."""
    number = f"{abs(decibels):.0f}"
    sign = MINUS if decibels < 0 and number != "0" else ""
    return QCoreApplication.translate("Plot", "{sign}{number} dB").format(sign=sign, number=number)


def seconds_text(seconds: float, digits: int = 2) -> str:
    """Return a time with its unit."""
    return QCoreApplication.translate("Plot", "{seconds:.{digits}f} s").format(
        seconds=seconds, digits=digits
    )
