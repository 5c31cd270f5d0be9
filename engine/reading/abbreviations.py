"""Written short forms, what they stand for, and whether they can end a sentence.

``TITLES`` stand before a name and never end a sentence. ``LEADERS`` point at
what follows them and never do either. ``ENDERS`` end one if what follows
starts like a new sentence. ``COUNTED`` are read so only before a number.
"""

from __future__ import annotations

from engine.reading.tables import table, word_list, word_set


def _kind(kind: str) -> dict[str, str]:
    return {row[1]: row[2] for row in table("short_forms.tsv") if row[0] == kind}


TITLES = _kind("titles")

LEADERS = _kind("leaders")

ENDERS = _kind("enders")

COUNTED = _kind("counted")

NEEDS_POINT = word_set("needs_point")
"""Short forms that are also words or names of their own: read as short only
with their point (``Mr`` and ``Dr`` need none)."""

STREET = _kind("street")
"""The other reading of two titles: after a name, not before one."""

MONTHS = word_list("months")

STARTERS = word_set("starters")
"""Words that often open a sentence and hardly ever follow a short form as part
of a name; lower case."""
