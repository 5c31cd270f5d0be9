"""All rules of the walk, in the order tried: the more particular first."""

from __future__ import annotations

from engine.reading import (
    rules_between,
    rules_foreign,
    rules_money,
    rules_number,
    rules_parts,
    rules_sign,
    rules_time,
    rules_word,
)
from engine.reading.scan import Rule

DIGIT_RULES: tuple[Rule, ...] = (
    rules_parts.phone,
    rules_between.secret,
    rules_parts.verse,
    rules_time.date,
    rules_time.clock,
    rules_time.pointed_clock,
    rules_parts.ratio,
    rules_parts.version,
    rules_parts.bare,
    rules_parts.craft,
    rules_between.season,
    rules_parts.fraction,
    rules_parts.ordinal,
    rules_time.decade,
    rules_time.day_month,
    rules_money.money,
    rules_money.comma_money,
    rules_number.scientific,
    rules_number.spaced,
    rules_number.height,
    rules_number.span,
    rules_between.size,
    rules_number.glued,
    rules_number.plain,
    rules_between.by,
    rules_sign.symbol,
)

LETTER_RULES: tuple[Rule, ...] = (
    rules_foreign.word,
    rules_between.by,
    rules_word.address,
    rules_between.pair,
    rules_between.dated_name,
    rules_money.code,
    rules_word.month_day,
    rules_word.dotted,
    rules_word.short_form,
    rules_word.roman,
    rules_money.dollars,
    rules_word.joined,
    rules_word.signed_letter,
    rules_word.word,
    rules_sign.symbol,
)
