"""The window where fonts are missing: it says so where that can be read, and goes on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from app.studio.fonts import NO_FONT

FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}</dir><cachedir>{cache}</cachedir></fontconfig>
"""

PROGRAM = """
import json, sys
from pathlib import Path
from PySide6.QtCore import QSettings, QTimer
from PySide6.QtWidgets import QApplication
import app.studio.wiring
from app.studio import program as studio
from app.settings import Settings

class Seen(app.studio.wiring.Studio):
    def start(self, project=None):
        super().start(project)
        QTimer.singleShot(0, self.tell)

    def tell(self):
        if not self.engine.pictures:
            QTimer.singleShot(20, self.tell)
            return
        self.window.grab()  # all of it is drawn
        views = [[view.id, view.says, view.step] for view in self.state.board.views]
        print(json.dumps([self.window.transport.speak.text(), views]))
        QApplication.quit()

app.studio.wiring.Studio = Seen
data = Path(sys.argv[1])
data.mkdir()
kept = QSettings(str(data / app.studio.wiring.SETTINGS_FILE), QSettings.Format.IniFormat)
kept.setValue("language", sys.argv[2])
kept.sync()
sys.exit(studio.run(Settings(data=data, file=data / "settings.toml"), None, "fake"))
"""


ENGLISH = {"Speak", "Render"}
"""What the button says; the second where nothing can be heard."""


def opened(tmp_path: Path, fonts: Path, language: str) -> tuple[str, list[list[str]], str]:
    """Open the studio with the fonts of a folder; return a button, the notices, what it said."""
    config = tmp_path / "fonts.conf"
    config.write_text(FONTS.format(folder=fonts, cache=tmp_path / "cache"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, str(tmp_path / "data"), language],
        env={**os.environ, "FONTCONFIG_FILE": str(config)},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    button, notices = json.loads(done.stdout)
    return button, notices, done.stderr


def test_without_a_font_for_chinese_the_window_is_in_english_and_says_why(tmp_path: Path) -> None:
    button, notices, said = opened(tmp_path, Path("/usr/share/fonts/truetype/dejavu"), "zh_CN")
    assert button in ENGLISH
    (notice,) = (each for each in notices if each[0] == "font-missing")
    assert "in English" in notice[1]
    assert "fonts-noto-cjk" in notice[2]
    assert said == ""


def test_without_any_font_it_opens_and_says_so_where_it_was_started(tmp_path: Path) -> None:
    (tmp_path / "none").mkdir()
    button, _, said = opened(tmp_path, tmp_path / "none", "en")
    assert button in ENGLISH
    assert said == NO_FONT + "\n"
