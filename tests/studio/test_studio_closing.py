"""The program closed in the middle of a render: exit status 0, and nothing is left."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine.models.prepare import PreparedModel

MANY = """
import json, sys, threading, time
from pathlib import Path
from PySide6.QtWidgets import QApplication
from app.settings import Settings
from app.studio.wiring import Studio
from engine.build import build_engine
from tests.hygiene.guards import _alive
from tests.studio.opened import live
from widgets.themes import Theming

data, times = Path(sys.argv[1]), int(sys.argv[2])
data.mkdir()
app = QApplication([])
theming = Theming(app, app)
own = Settings(data=data, file=data / "settings.toml")
took = []
for number in range(times):
    studio = Studio(own, lambda: build_engine(data, "fake"), theming)
    studio.start()
    while not studio.engine.pictures:
        live(5)
    backend = studio.engine.engine.backend
    studio.window.line_text.edited.emit(f"The line of round {number}.")
    live(1)
    backend.stall()
    studio.engine.speak(studio.state.current, play=True)
    assert backend.wait_stalled(60.0)
    studio.state.history.saved(studio.state.project)
    studio.state.history.stack.setClean()
    start = time.monotonic()
    assert studio.window.close()
    assert studio.stop()
    took.append(time.monotonic() - start)
    studio.window.deleteLater()
    live(0)
    assert not _alive({threading.main_thread()})
print(json.dumps(took))
"""

PROGRAM = """
import sys, time
from pathlib import Path
from PySide6.QtCore import QTimer
import app.studio.wiring
from app.studio import program as studio
from app.settings import Settings

class Closed(app.studio.wiring.Studio):
    def start(self, project=None):
        super().start(project)
        self.engine.ready.connect(lambda: QTimer.singleShot(0, self.speak))

    def speak(self):
        self.engine.piece.connect(lambda _asked, _piece: self.shut())  # the rest is to come
        self.engine.speak(self.state.current, play=True)

    def shut(self):
        if self.engine.rendering:
            self.window.close()

app.studio.wiring.Studio = Closed
data = Path(sys.argv[1])
sys.exit(studio.run(Settings(data=data, file=data / "settings.toml"), None, sys.argv[2]))
"""


def ran(tmp_path: Path, program: str, *given: object) -> str:
    """Run a program that is to leave nothing; return what it printed."""
    temporary = tmp_path / "temporary"
    temporary.mkdir(exist_ok=True)
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, given)],
        env={**os.environ, "TMPDIR": str(temporary)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    # The system's sound library keeps a folder of its own for any program that loads it.
    assert [each.name for each in temporary.iterdir() if not each.name.startswith("pulse-")] == []
    return done.stdout


def nothing_is_left(data: Path) -> None:
    """Neither work to recover nor half a file."""
    assert not list((data / "recovery").glob("*"))
    assert not [path for path in data.rglob("*") if "part" in path.suffix]


@pytest.mark.parametrize("times", [3, pytest.param(50, marks=pytest.mark.soak)])
def test_closing_during_a_render_leaves_nothing(tmp_path: Path, times: int) -> None:
    took = json.loads(ran(tmp_path, MANY, tmp_path / "data", times))
    print(f"{len(took)} studios closed during a render in at most {max(took):.2f} s each")
    assert len(took) == times
    assert max(took) < 5.0
    nothing_is_left(tmp_path / "data")


@pytest.mark.soak
@pytest.mark.voice
@pytest.mark.parametrize("round_", range(5))
def test_the_program_with_the_real_voice_is_closed_during_a_render(
    tmp_path: Path, prepared_model: PreparedModel, data_dir: Path, round_: int
) -> None:
    del prepared_model, round_
    data = tmp_path / "data"
    data.mkdir()
    (data / "models").symlink_to(data_dir / "models")
    ran(tmp_path, PROGRAM, data, "cpu")
    assert not list((data / "recovery").glob("*"))
    kept = [path.relative_to(data / "takes") for path in (data / "takes").rglob("*.take")]
    assert all(path.parts[0].startswith("plans-") for path in kept)  # the sound was not finished
