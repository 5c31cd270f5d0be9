"""Labels without their access keys: ``&Save`` and ``保存(&S)`` are ``Save`` and ``保存``."""

from __future__ import annotations

import re

ACCESS_KEY = re.compile(r"\s*\(&\w\)|&(?=\w)")


def plain(label: str) -> str:
    """Return a label as it is read aloud."""
    return ACCESS_KEY.sub("", label)
