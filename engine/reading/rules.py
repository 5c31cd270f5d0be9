"""All rules of the walk, in the order tried: the more particular first."""

from __future__ import annotations

from engine.reading import rules_number, rules_parts, rules_time, rules_word
from engine.reading.scan import Rule

DIGIT_RULES: tuple[Rule, ...] = (
    rules_parts.phone,
    rules_time.date,
    rules_time.clock,
    rules_parts.ratio,
    rules_parts.version,
    rules_parts.fraction,
    rules_parts.ordinal,
    rules_time.decade,
    rules_time.day_month,
    rules_number.money,
    rules_number.height,
    rules_number.span,
    rules_number.glued,
    rules_number.plain,
    rules_number.symbol,
)

LETTER_RULES: tuple[Rule, ...] = (
    rules_word.address,
    rules_word.month_day,
    rules_word.dotted,
    rules_word.short_form,
    rules_word.roman,
    rules_word.dollars,
    rules_word.signed_letter,
    rules_word.word,
    rules_number.symbol,
)
