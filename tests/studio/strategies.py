"""Projects at random, for hypothesis."""

from __future__ import annotations

from hypothesis import strategies as st

from app.project.values import Comparison, Preset, Project, ScriptLine, TakeRef
from engine.values import Deltas, Direction, Keyframe

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
WORDS = st.sampled_from(["never", "again,", "好的", "now?", "c'est", "😀", "שלום", "a"])
PROSE = st.lists(WORDS, min_size=1, max_size=8).map(" ".join)


def knobs(low: float, high: float) -> st.SearchStrategy[float]:
    steps = round((high - low) * 10_000)
    return st.integers(0, steps).map(lambda step: round(low + step / 10_000, 4))


DELTAS = st.builds(
    Deltas, f0_level_st=knobs(-6, 6), vowel_duration=knobs(0.5, 2), pause_s=knobs(-0.2, 1)
)
DIRECTIONS = st.builds(
    Direction,
    TEXTS,
    knobs(0, 2),
    knobs(0, 1),
    knobs(0, 1),
    st.lists(st.integers(0, 40), unique=True, max_size=3).map(
        lambda words: tuple(Keyframe(word, 0.5) for word in sorted(words))
    ),
    DELTAS,
)


@st.composite
def takes(draw: st.DrawFn, number: int) -> TakeRef:
    return TakeRef(
        f"t{number}",
        draw(st.text("0123456789abcdef", min_size=32, max_size=32)),
        draw(TEXTS),
        draw(st.sampled_from(["af_heart", "af_heart:0.7+bf_emma:0.3"])),
        draw(DIRECTIONS),
        draw(st.integers(0, 2**32 - 1)),
        "2026-01-02T03:04:05Z",
        draw(st.floats(0, 1000)),
        draw(TEXTS),
        draw(TEXTS),
        draw(st.booleans()),
    )


@st.composite
def projects(draw: st.DrawFn) -> Project:
    lines, number = [], 1
    for _ in range(draw(st.integers(0, 4))):
        line_id, number = f"l{number}", number + 1
        made = []
        for _ in range(draw(st.integers(0, 2))):
            made.append(draw(takes(number)))
            number += 1
        lines.append(
            ScriptLine(
                line_id,
                draw(TEXTS),
                draw(st.none() | st.just("bf_emma")),
                draw(st.none() | DIRECTIONS),
                draw(st.integers(0, 2**32 - 1)),
                draw(knobs(0, 3)),
                tuple(made),
                made[0].id if made and draw(st.booleans()) else None,
            )
        )
    names = draw(st.lists(TEXTS, unique=True, max_size=2))
    presets = tuple(Preset(name, draw(DIRECTIONS)) for name in names)
    comparison = Comparison("l1", "t2", "t3", "abx", "t2", "2026-01-02T03:04:05Z", 10, 9)
    return Project(
        draw(TEXTS),
        "2026-01-02T03:04:05Z",
        "af_heart",
        draw(DIRECTIONS),
        tuple(lines),
        presets,
        draw(st.sampled_from([(), (comparison,)])),
        number,
    )
