"""``espressivo bench``: what it measures is what happens, what it writes can be read again."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.bench.measure import LINES, PARTS, Arrival, begins_s, slack_s
from app.bench.peers import Peer
from app.bench.result import SCHEMA
from app.cli import main
from engine.errors import ExportError
from tests.app.run import environment

STAND_IN = '''
class PiperVoice:
    """Speaks a chunk of a tenth of a second for each word."""

    @classmethod
    def load(cls, model):
        assert model == "voice.onnx"
        return cls()

    def synthesize(self, text):
        class Chunk:
            audio_int16_array = [0] * 2400
            sample_rate = 24000

        yield from [Chunk()] * len(text.split())
'''
METADATA = "Metadata-Version: 2.1\nName: piper-tts\nVersion: 9.9\n"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name, value in environment(tmp_path / "data").items():
        monkeypatch.setenv(name, value)
    return tmp_path / "data"


def test_a_benchmark_is_printed_kept_and_drawn_and_the_next_one_shows_both(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    speed = tmp_path / "speed.html"
    common = ("bench", "--backend", "fake", "--rounds", "1")
    assert main([*common, "-q"]) == 0
    assert "espressivo" in capsys.readouterr().out
    (kept,) = (data / "bench").glob("*/*.json")
    older = json.loads(kept.read_text())
    kept.write_text(json.dumps(older | {"version": "0.0.1"}))
    kept.rename(kept.with_name("2020.json"))
    (kept.with_name("torn.json")).write_text("{")

    assert main([*common, "--json", "--page", str(speed)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["schema"] == SCHEMA
    assert found["backend"]["name"] == "fake"
    assert found["lines"].keys() == LINES.keys()
    for figures in found["lines"].values():
        assert figures["parts"].keys() == set(PARTS)
        assert 0 < figures["contour_s"] < 60
        assert 0 < figures["plan_s"] <= figures["first_s"] <= figures["whole_s"]
        told = sum(value for name, value in figures["parts"].items() if name not in _AFTER)
        assert told == pytest.approx(figures["whole_s"], rel=0.5, abs=0.05)
    assert found["lines"]["short"]["sound_s"] < found["lines"]["long"]["sound_s"]

    text = speed.read_text(encoding="utf-8")
    drawings = [part.partition("</svg>")[0] for part in text.split("<svg")[1:]]
    assert len(drawings) == 2  # where the time goes, and earlier results; the double has no graph
    for drawing in drawings:
        ElementTree.fromstring(f"<svg{drawing}</svg>")
    assert "0.0.1" in drawings[1]
    assert len(list((data / "takes").glob("**/*"))) == 0  # nothing of the person's is touched


_AFTER = ("measure", "store")
"""Parts that come when the sound is already out."""


@pytest.mark.parametrize("rounds", ["0", "10"])
def test_as_many_rounds_as_there_are_new_words(
    data: Path, rounds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "--backend", "fake", "--rounds", rounds]) == 2
    assert "1 to 9" in capsys.readouterr().err
    assert not data.exists()


def test_the_least_slack_is_that_of_the_piece_that_comes_closest_to_being_late() -> None:
    first, second = Arrival(0.5, 1.0, 0.0), Arrival(1.0, 2.0, 0.0)
    assert slack_s([Arrival(0.5, 2.0, 0.0)]) == 2.0
    assert slack_s([first, second, Arrival(3.6, 1.0, 0.0)]) == pytest.approx(-0.1)
    assert slack_s([first, second, Arrival(2.0, 1.0, 0.0)]) == pytest.approx(0.5)


def test_sound_begins_as_soon_as_what_is_there_allows_it() -> None:
    late = Arrival(3.6, 1.0, 0.0)
    held = [Arrival(0.5, 1.0, 0.7), Arrival(1.0, 2.0, 0.0), late]
    assert (begins_s(held), slack_s(held)) == (0.7, pytest.approx(0.1))
    sooner = [Arrival(0.5, 1.0, 4.0), Arrival(1.0, 2.0, 0.9), late]
    assert (begins_s(sooner), slack_s(sooner)) == (1.0, pytest.approx(0.4))
    assert begins_s([Arrival(0.5, 1.0, 4.0), late]) == 3.6


def test_a_peer_is_asked_in_its_own_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "piper.py").write_text(STAND_IN)
    (tmp_path / "piper_tts-9.9.dist-info").mkdir()
    (tmp_path / "piper_tts-9.9.dist-info" / "METADATA").write_text(METADATA)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    peer = Peer("piper", Path(sys.executable), "piper", "voice.onnx")
    try:
        assert (peer.opened["peer"], peer.opened["version"]) == ("piper-tts", "9.9")
        answer = peer.speak("One two three.", "any")
    finally:
        peer.close()
    assert answer.sound_s == pytest.approx(0.3)
    assert 0 < answer.first_s <= answer.whole_s
    assert answer.peak_mib > 1 or os.name != "posix"


def test_a_peer_that_ends_is_told_by_its_name(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ExportError) as caught:
        Peer("nobody", Path(sys.executable), "nobody")
    assert (caught.value.code, caught.value.subject) == ("tool-failed", "nobody")
    assert "KeyError" in capfd.readouterr().err
