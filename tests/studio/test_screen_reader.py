"""What a screen reader is told, over the accessibility bus and nothing else."""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.studio.screen_reader import ANSWER_S, Heard, ScreenReader, reading
from tests.studio.spoken_window import TITLE
from tests.widgets import made_up

CONTROLS = {
    "button menu",
    "check box",
    "combo box",
    "list",
    "list item",
    "menu item",
    "push button",
    "slider",
    "spin box",
    "table",
    "text",
}
"""Roles a person does something with: each needs a name."""


SILENT = "pcm.!default { type hw card 99 }\n"
"""A sound system without a device: the tests are not to be heard."""


@dataclass(frozen=True)
class Session:
    """A program that is being read."""

    reader: ScreenReader
    owner: str

    def tree(self) -> Heard:
        return self.reader.read(self.owner)

    def until(self, true: Callable[[Heard], bool]) -> Heard:
        deadline = time.monotonic() + ANSWER_S
        while not true(tree := self.tree()):
            assert time.monotonic() < deadline, "\n".join(tree.lines())
            time.sleep(0.1)
        return tree


def find(tree: Heard, role: str, name: str) -> Heard:
    found = [heard for heard in tree.walk() if (heard.role, heard.name) == (role, name)]
    assert len(found) == 1, (role, name, len(found))
    return found[0]


def controls(tree: Heard) -> list[Heard]:
    return [heard for heard in tree.walk() if heard.role in CONTROLS or "focusable" in heard.states]


def nameless(tree: Heard) -> list[str]:
    return [heard.role for heard in controls(tree) if not (heard.name or heard.text)]


@pytest.fixture(scope="module")
def sockets() -> Iterator[Path]:
    """A folder with a short path, as that of a socket may have 107 characters."""
    with tempfile.TemporaryDirectory(prefix="a11y-", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture(scope="module")
def small(sockets: Path) -> Iterator[Session]:
    yield from run(sockets, "small")


@pytest.fixture(scope="module")
def whole(sockets: Path) -> Iterator[Session]:
    yield from run(sockets, "whole")


@pytest.fixture(scope="module")
def shown(whole: Session) -> Heard:
    """The window as it stands before anything is done to it."""
    return whole.tree()


@pytest.fixture(scope="module")
def studio(sockets: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    """The studio itself, as a person starts it, on the double."""
    home = tmp_path_factory.mktemp("home")
    silent = home / "asound.conf"
    silent.write_text(SILENT, encoding="utf-8")
    own = {
        "ALSA_CONFIG_PATH": str(silent),
        "ESPRESSIVO_DATA": str(home / "data"),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "XDG_CONFIG_HOME": str(home / "config"),
    }
    with reading(
        [sys.executable, "-m", "app.studio.program", "--backend", "fake"], sockets, own
    ) as reader:
        session = Session(reader, reader.wait_for("Espressivo"))
        session.until(lambda tree: any(heard.name.startswith("Ready") for heard in tree.walk()))
        yield session


def run(folder: Path, which: str) -> Iterator[Session]:
    command = [sys.executable, "-m", "tests.studio.spoken_window", which]
    with reading(command, folder, {}) as reader:
        yield Session(reader, reader.wait_for(TITLE))


def test_a_slider_is_read_set_and_announced(small: Session) -> None:
    slider = find(small.tree(), "slider", "Intensity, percent")
    assert slider.value == (160.0, 0.0, 200.0)
    small.reader.set_value(small.owner, slider.path, 120)
    assert small.reader.value(small.owner, slider.path) == 120
    small.reader.press(small.owner, find(small.tree(), "push button", "Say").path)
    assert small.reader.announced() == ("Set to 120 %.", "polite")


@pytest.mark.parametrize(
    ("name", "percent", "most"),
    [("Intensity", 160, 200), ("Stability", 80, 100), ("Ramp", 20, 100)],
)
def test_the_knobs_are_read_with_value_and_unit(
    shown: Heard, name: str, percent: int, most: int
) -> None:
    slider = find(shown, "slider", f"{name}, percent")
    assert slider.value == (float(percent), 0.0, float(most))
    assert slider.labels == (name,)
    assert slider.description
    number = find(shown, "spin box", f"{name}, number")
    assert number.value == (float(percent), 0.0, float(most))
    assert number.text == f"{percent} %"


def test_a_knob_set_by_a_screen_reader_moves_its_number(whole: Session, shown: Heard) -> None:
    slider = find(shown, "slider", "Stability, percent").path
    number = find(shown, "spin box", "Stability, number").path
    whole.reader.set_value(whole.owner, slider, 40)
    assert whole.reader.value(whole.owner, number) == 40
    whole.reader.set_value(whole.owner, number, 80)
    assert whole.reader.value(whole.owner, slider) == 80


def test_every_control_has_a_name(shown: Heard) -> None:
    assert len(controls(shown)) > 70
    assert nameless(shown) == []


def test_a_box_says_what_it_chooses_not_only_what_is_chosen(shown: Heard) -> None:
    boxes = [h for h in shown.walk() if h.role == "combo box"]
    assert len(boxes) == 5
    assert [h.name for h in boxes if not (h.labels or h.description)] == []


def test_the_window_is_read_in_the_order_it_is_laid_out(shown: Heard) -> None:
    names = [h.name for h in shown.walk() if h.role != "menu item"]
    wanted = ["Script", "Script overview", "Line", "Text of the line"]
    wanted += ["How it should sound", "Preset Neutral", "Save this direction as a preset"]
    wanted += ["Legend", "Pitch and energy over time", "Waveform", "Voice", "Intensity"]
    wanted += ["Intensity, percent", "Stability", "Ramp, percent"]
    wanted += ["Emotion pad: valence and arousal", "Details", "Pitch level", "Energy"]
    wanted += ["Take all nudges away", "Takes of this line", "Compare two takes"]
    wanted += ["What really ran", "Speak", "Volume", "Volume, percent", "Ready, CPU"]
    places = [names.index(name) for name in wanted]
    assert places == sorted(places)


def test_pictures_are_told_in_words(shown: Heard) -> None:
    said = {h.name: h.description for h in shown.walk()}
    assert said["Pitch and energy over time"] == made_up.heatmap().summary
    assert "asked 184 Hz" in said["Legend"]
    assert said["Emotion pad: valence and arousal"].startswith("valence −0.40, arousal −0.30")
    assert "keyframe 0.20" in said["Ramp: strength of the emotion over the words"]
    assert said["Script overview"].startswith("1 of 14: Line 1 is short.")


def test_pictures_have_a_table_twin(whole: Session, shown: Heard) -> None:
    buttons = [h for h in controls(shown) if h.name == "Table"]
    assert len(buttons) == 2
    for button in buttons:
        assert "focusable" in button.states
        whole.reader.press(whole.owner, button.path)
    try:
        tree = whole.tree()
    finally:
        for button in buttons:
            whole.reader.press(whole.owner, button.path)
    curves = find(tree, "table", "Pitch and level of each word")
    cells = [h.name for h in curves.walk() if h.role == "cell"]
    assert cells[:3] == ["You", "ˈa", "0.00 s"]
    assert cells[4] == "224 Hz (+5.3 st)"
    ramp = find(tree, "table", "Strength of the emotion on each word")
    assert "0.20 keyframe" in [h.name for h in ramp.walk()]


def test_labels_tell_their_text(shown: Heard) -> None:
    said = {h.description: h.name for h in shown.walk() if h.role == "label"}
    assert said["Place in the sound"] == "0:01.2 / 0:04.1"


def test_notices_are_announced_and_found(whole: Session, shown: Heard) -> None:
    whole.reader.press(whole.owner, find(shown, "push button", "Speak").path)
    said = dict(whole.reader.announced() for _ in made_up.notices())
    assert said == {
        "Error: The graphics card ran out of memory.": "assertive",
        "Warning: The text is very long. Split the line.": "polite",
        "Warning: “purple” was not understood. Say it plainer.": "polite",
        "Note: This voice was mixed from two.": "polite",
        "Note: The sound device was changed.": "polite",
    }
    labels = {h.name for h in whole.tree().walk() if h.role == "label"}
    assert said.keys() <= labels


def summary(tree: Heard) -> str:
    return next(h.description for h in tree.walk() if h.name == "Pitch and energy over time")


def test_the_studio_tells_its_knobs_and_what_they_do(studio: Session) -> None:
    tree = studio.tree()
    texts = [
        find(tree, "spin box", f"{name}, number").text
        for name in ("Intensity", "Stability", "Ramp")
    ]
    assert texts == ["100 %", "100 %", "0 %"]
    before = summary(studio.until(lambda now: " dB" in summary(now)))  # once there are curves
    studio.reader.set_value(studio.owner, find(tree, "slider", "Intensity, percent").path, 170)
    studio.until(lambda now: summary(now) != before)
    # The tree is read node by node while the number and the sentence each follow in time.
    after = studio.until(lambda now: find(now, "spin box", "Intensity, number").text == "170 %")
    assert summary(after) != before


def test_every_control_of_the_studio_has_a_name(studio: Session) -> None:
    assert nameless(studio.tree()) == []


def test_the_end_of_a_rendering_is_announced(studio: Session) -> None:
    # It has no sound device, so it renders; what it says of the end is the same.
    studio.reader.press(studio.owner, find(studio.tree(), "push button", "Render").path)
    said: list[tuple[str, str]] = []
    while not any(text.startswith("Line rendered, ") for text, _ in said):
        said.append(studio.reader.announced())
    assert said[-1][0].endswith(" seconds.")
    assert said[-1][1] == "polite"
    studio.until(lambda tree: any(h.description.startswith("Sound of ") for h in tree.walk()))
