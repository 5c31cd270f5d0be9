"""A studio without a window that edits until it is killed.

    python -m tests.studio.killed_studio DATA JOURNAL FILE PACE

At the ``usual`` pace it edits about 50 times a second and ticks as the window does; in a
``hurry`` it writes after each edit, so that it is killed while it writes. Every edit is
noted in the journal before it is made, so that whoever killed it knows what there was to
lose.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from app.project.autosave import TICK_S, Autosave
from app.project.file import save
from app.project.lines import insert
from app.project.takes import add_take
from app.project.values import NewLine, TakeRef, new_project, request_of, set_text
from engine.values import Direction

LINES = 50
EDIT_S = 0.02
SAVE_EVERY = {"usual": 400, "hurry": 7}


def main(data: Path, journal: Path, file: Path, pace: str) -> None:
    project = new_project("killed", "2026-01-02T03:04:05Z", "af_heart", Direction())
    project = insert(project, 0, [NewLine(f"Line {n}.") for n in range(LINES)])
    autosave = Autosave(data, f"s{time.time_ns()}")
    number, ticked = 0, time.monotonic()
    with journal.open("a", encoding="utf-8", buffering=1) as notes:
        while True:
            number += 1
            notes.write(f"{number} {time.time()}\n")
            project = set_text(project, project.lines[0].id, f"Edit {number}.")
            if number % 10 == 0:
                line = project.lines[1 + number % (LINES - 1)]
                asked = request_of(project, line)
                take = TakeRef(
                    "", f"{number:032x}", line.text, asked.voice, asked.direction, number, "", 1.0
                )
                project = add_take(project, line.id, take)
            autosave.edited(time.monotonic())
            if number % SAVE_EVERY[pace] == 0:
                autosave.belongs(file, save(project, file))
                autosave.saved()
            if pace == "hurry":
                autosave.write(project, time.time())
                continue
            if time.monotonic() - ticked >= TICK_S:
                ticked = time.monotonic()
                autosave.tick(project, ticked, time.time())
            time.sleep(EDIT_S)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])
