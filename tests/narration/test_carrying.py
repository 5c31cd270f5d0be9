"""An edited line is spoken alone, or with the lines whose context it changed, each named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.narration.runs import rows, run, task

PLAN = {
    "espressivo-book-plan": 1,
    "cast": {"MARA": {"emotion": "sad"}},
}
SAD = "MARA: I miss him."
TEXTS = (
    "The lamp was lit and nobody came.", SAD, "The rain fell on the roof all night.",
    "He wrote a letter to the harbour.", "She did not sleep until the morning.",
)  # fmt: skip


def narrated(folder: Path, texts: tuple[str, ...], *, carry: bool = True) -> Any:
    (folder / "plan.json").write_text(json.dumps(PLAN))
    (folder / "a.txt").write_text("\n\n".join(texts))
    out = folder / ("carried" if carry else "plain")
    return run(task(folder / "a.txt", out, "srt", plan=folder / "plan.json", carry=carry))


def test_the_lines_an_edit_reaches_are_spoken_again_and_named(tmp_path: Path) -> None:
    first = narrated(tmp_path, TEXTS)
    assert len(first["spoken_now"]) == len(TEXTS)
    other = tuple(text.replace("wrote a letter", "sent a letter") for text in TEXTS)
    again = narrated(tmp_path, other)
    assert again["spoken_now"] == ["He sent a letter to the harbour."]
    merry = tuple(text.replace(SAD, "I miss him.") for text in other)
    third = narrated(tmp_path, merry)["spoken_now"]
    assert third == ["I miss him.", *merry[2:]]  # said by the narrator: all after it feel it


def test_a_line_that_grows_over_a_step_of_the_window_reaches_those_behind(tmp_path: Path) -> None:
    narrated(tmp_path, TEXTS)
    longer = (*TEXTS[:2], f"{TEXTS[2][:-1]}, {'and all of the next day ' * 8}too.", *TEXTS[3:])
    spoken = narrated(tmp_path, longer)["spoken_now"]
    assert spoken[0] == longer[2]
    assert set(spoken[1:]) <= set(longer[3:])
    assert spoken[1:]


def test_without_it_a_line_is_what_it_is_alone(tmp_path: Path) -> None:
    narrated(tmp_path, TEXTS, carry=False)
    spoken = narrated(tmp_path, (TEXTS[0], *TEXTS[2:]), carry=False)["spoken_now"]
    assert spoken == []
    assert len(rows(tmp_path / "plain")) == len(TEXTS) - 1
