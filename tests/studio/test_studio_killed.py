"""A studio killed in the middle of its work: what it had is offered at the next start."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.project import autosave
from app.settings import Settings
from engine.build import Engine
from tests.studio.opened import HANG_S, opened
from widgets.themes import Theming

PROGRAM = """
import sys
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import build_engine
from tests.studio.opened import live
from widgets.themes import Theming

data = Path(sys.argv[1])
data.mkdir()
app = QApplication([])
own = Settings(data=data, file=data / "settings.toml")
studio = Studio(own, lambda: build_engine(data, "fake"), Theming(app, app))
studio.start()
while not studio.engine.pictures:
    live(5)
studio.lines.pasting.paste(" ".join(f"Sentence number {n} of them." for n in range(50)))
while len(studio.state.project.lines) < 51:
    live(5)
studio.engine.speak_stale()
edit = 0
while True:  # edits go on all the time, until the end comes
    live(100)
    edit += 1
    studio.window.line_text.edited.emit(f"Edit {edit}.")
    done = sum(bool(line.takes) for line in studio.state.project.lines)
    print(edit, done, flush=True)
"""


@pytest.mark.slow
def test_killed_while_fifty_lines_are_spoken(
    tmp_path: Path, theming: Theming, fake_engine: Engine
) -> None:
    data = tmp_path / "data"
    with subprocess.Popen(
        [sys.executable, "-c", PROGRAM, str(data)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        edits: list[tuple[float, int]] = []
        done = 0
        deadline = time.monotonic() + 3 * HANG_S
        while not (done >= 5 and edits and edits[-1][1] >= 70):
            assert time.monotonic() < deadline
            edit, done = map(int, process.stdout.readline().split())
            edits.append((time.monotonic(), edit))
        process.send_signal(signal.SIGKILL)
        killed = time.monotonic()
    own = Settings(data=data, file=data / "settings.toml")
    with opened(own, theming, lambda: fake_engine) as studio:
        studio.files.asking.recover = lambda _name, _when: "recover"  # type: ignore[method-assign]
        lost = autosave.lost_work(data)
        assert len(lost) == 1
        studio.files.offer_recovery()
        lines = studio.state.project.lines
        last = max(int(line.text.split()[1][:-1]) for line in lines if "Edit" in line.text)
        made = next(at for at, edit in edits if edit == last)
        takes = [take for line in lines for take in line.takes]
        records = {path.stem for path in (data / "takes").rglob("*") if path.is_file()}
        print(f"lost the edits of the last {killed - made:.1f} s; {len(takes)} of {done} takes")
        assert killed - made < 10.0  # 5 s on a machine that is not held up
        assert len(lines) == 51
        assert all(any(take.key in name for name in records) for take in takes)
        assert studio.window.isWindowModified()
    assert not os.listdir(data / "recovery")
