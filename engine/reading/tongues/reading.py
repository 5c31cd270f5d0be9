"""One language with a table: from clean text to items and their phonemes."""

from __future__ import annotations

from engine.errors import InputError
from engine.reading import rules_foreign
from engine.reading.cleaned import Clean
from engine.reading.items import Item
from engine.reading.scan import walk
from engine.reading.tongues import rules_amount, rules_text, rules_when
from engine.reading.tongues.scanner import TongueScanner
from engine.reading.tongues.sounds import Sounds
from engine.reading.tongues.tongue import load
from engine.values import Remark

DIGIT_RULES = (
    rules_amount.phone,
    rules_when.angle,
    rules_when.date,
    rules_when.first_day,
    rules_when.clock,
    rules_amount.ratio,
    rules_amount.version,
    rules_amount.fraction,
    rules_amount.ordinal,
    rules_amount.money,
    rules_amount.glued,
    rules_amount.number,
    rules_amount.symbol,
)
LETTER_RULES = (
    rules_foreign.word,
    rules_text.address,
    rules_when.days,
    rules_text.short_form,
    rules_text.money_letters,
    rules_text.roman,
    rules_text.dotted,
    rules_text.word,
    rules_amount.symbol,
)

WHERE_ESPEAK = "espeak-ng"
"""What these languages need besides this program."""
HOW_ESPEAK = (
    "Debian, Ubuntu: apt install espeak-ng; macOS: brew install espeak-ng; "
    "Windows: winget install eSpeak-NG.eSpeak-NG"
)


class TongueReader:
    """Reads one language. Thread-safe.

    Args:
        code: one of ``tongue.CODES``.
    """

    def __init__(self, code: str) -> None:
        self.tongue = load(code)
        self.script = self.tongue.script
        self._sounds = Sounds(self.tongue)

    def read(self, text: Clean) -> tuple[list[Item], list[str], list[Remark]]:
        """Items in order, their phonemes, and remarks.

        Raises:
            InputError: ``language-unsupported`` if espeak-ng is not installed
                or does not answer.
        """
        scan = TongueScanner(text, self.tongue)
        items, sounds, remarks = self._sounds.of(walk(scan, DIGIT_RULES, LETTER_RULES))
        if not self._sounds.espeak.installed:
            raise InputError(
                "language-unsupported",
                subject="voice",
                detail=f"{self.tongue.code} needs {WHERE_ESPEAK}",
                hint=HOW_ESPEAK,
            )
        return items, sounds, [*scan.remarks, *remarks]

    def close(self) -> None:
        """End the process; the reader stays usable."""
        self._sounds.espeak.close()
