"""From the engine's records and the project to what widgets draw.

Pure functions, each in the module of its concern; here they are gathered for those
who need them all. None keeps anything, none waits, and none changes what it is given.
"""

from __future__ import annotations

from app.studio.pad_prompt import direction_from_pad
from app.studio.present.deltas import delta_views, with_nudge
from app.studio.present.direction import (
    knobs_view,
    mix_view,
    pad_view,
    preset_of,
    preset_views,
    prompt_view,
    shipped_presets,
    voice_views,
)
from app.studio.present.line import heatmap_view, line_summary, ramp_view, with_asked, word_views
from app.studio.present.notices import notice_view, remark_views
from app.studio.present.script import Activity, line_views, overview_rows, take_views
from app.studio.present.truth import truth_view

__all__ = [
    "Activity",
    "delta_views",
    "direction_from_pad",
    "heatmap_view",
    "knobs_view",
    "line_summary",
    "line_views",
    "mix_view",
    "notice_view",
    "overview_rows",
    "pad_view",
    "preset_of",
    "preset_views",
    "prompt_view",
    "ramp_view",
    "remark_views",
    "shipped_presets",
    "take_views",
    "truth_view",
    "voice_views",
    "with_asked",
    "with_nudge",
    "word_views",
]
