"""Rows named in the design whose engines this version does not have: why, and what then.

They are listed so that asking for one by name gives a reason instead of "unknown".
"""

from __future__ import annotations

from engine.backends.protocol import Backend, Probe
from engine.errors import BackendUnavailable


def probe(name: str) -> Probe:
    """Say that this version has no such engine."""
    return Probe(name, False, f"this version has no {name} engine", "cpu")


def build(name: str) -> Backend:
    """Raise ``BackendUnavailable``: there is nothing to build."""
    raise BackendUnavailable("backend-unavailable", subject=name, detail=probe(name).reason)
