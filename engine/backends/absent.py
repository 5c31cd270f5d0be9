"""A row whose engine this version does not have: what building it says."""

from __future__ import annotations

from engine.backends.protocol import Backend
from engine.errors import BackendUnavailable


def build(name: str) -> Backend:
    """Raise ``BackendUnavailable``: there is nothing to build."""
    detail = f"this version has no {name} engine"
    raise BackendUnavailable("backend-unavailable", subject=name, detail=detail)
