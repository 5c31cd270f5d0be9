"""Small projects the studio's tests begin with."""

from __future__ import annotations

import pytest

from app.project import NewLine, Project, new_project
from app.project_lines import insert
from engine.values import Direction

CREATED = "2026-01-02T03:04:05Z"


@pytest.fixture
def project() -> Project:
    """Three lines: one plain, one with a manner of its own, one with keyframes to come."""
    empty = new_project("p1", CREATED, "af_heart", Direction("warmly"))
    return insert(
        empty,
        0,
        [
            NewLine("I kept your letters."),
            NewLine("All of them, every one.", "bf_emma", Direction("with anger", 1.5)),
            NewLine("And now?"),
        ],
    )
