"""The sections in the report's order. A new one is put in here (see the package)."""

from __future__ import annotations

from typing import Final

from app.evaluate.sections.crosstalk import CROSSTALK
from app.evaluate.sections.curves import BOUNDARIES, MOVEMENT, PROSODIST
from app.evaluate.sections.dose import DOSE
from app.evaluate.sections.grid import GRID
from app.evaluate.sections.part import Part
from app.evaluate.sections.profile import PROFILE
from app.evaluate.sections.same import SAME
from app.evaluate.sections.tongues import LANGUAGES
from app.evaluate.sections.understanding import COST, GEOMETRY, PROMPTS, ROBUSTNESS

ALL: Final[tuple[Part, ...]] = (
    PROMPTS,
    GEOMETRY,
    ROBUSTNESS,
    COST,
    GRID,
    PROFILE,
    SAME,
    LANGUAGES,
    CROSSTALK,
    MOVEMENT,
    DOSE,
    PROSODIST,
    BOUNDARIES,
)
