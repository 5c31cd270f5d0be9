"""Units and currencies: how they are written and said."""

from __future__ import annotations

from engine.reading.tables import table

UNITS = {row[0]: (row[1], row[2]) for row in table("units.tsv")}
"""Written unit -> (said after one, said after other numbers)."""

SPACED_ONLY = frozenset({"s", "m", "V", "W", "J", "L", "l", "g", "h", "MP", "cal", "mi"})
"""Single letters and short words that are units only after a space ("5 m")
or, for m, g and h, directly after the digits; never "1990s", "5L"."""

ATTACHED = frozenset({"m", "g", "h", "L", "V", "W", "mi"})

_MONEY = {row[0]: row[1:] for row in table("currencies.tsv")}

CURRENCIES = {
    sign: (one, many, small.strip("-"), smalls.strip("-"))
    for sign, (one, many, small, smalls) in _MONEY.items()
    if len(sign) == 1
}
"""Sign -> (one, many, one hundredth, hundredths)."""

CURRENCY_CODES = {sign: (row[0], row[1]) for sign, row in _MONEY.items() if len(sign) > 1}

DOLLARS = {"US": "U S", "A": "Australian", "AU": "Australian", "C": "Canadian", "CA": "Canadian",
           "NZ": "New Zealand", "HK": "Hong Kong", "R": "", "S": "Singapore"}  # fmt: skip
"""Letters before ``$`` and the adjective they stand for."""

SCALES = {
    "k": "thousand", "K": "thousand", "m": "million", "M": "million", "mn": "million",
    "bn": "billion", "B": "billion", "b": "billion", "tn": "trillion", "T": "trillion",
    "thousand": "thousand", "million": "million", "billion": "billion", "trillion": "trillion",
    "hundred": "hundred", "lakh": "lakh", "lakhs": "lakh", "crore": "crore", "crores": "crore",
    "cr": "crore",
}  # fmt: skip
