"""``espressivo cache``, run as a person runs it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from app.cli import main
from engine.build import build_engine
from engine.cache.health import ALARM, drift, score, wasserstein
from engine.cache.metrics import History, Metrics, rate, total
from engine.values import Direction, RenderRequest

LINE = "The parcel came today."


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "data"
    monkeypatch.setenv("ESPRESSIVO_DATA", str(folder))
    monkeypatch.setenv("ESPRESSIVO_SETTINGS", str(tmp_path / "none.toml"))
    monkeypatch.chdir(tmp_path)
    for name in ("BACKEND", "VOICE", "CLARITY", "STRENGTH", "CACHE_GB"):
        monkeypatch.delenv(f"ESPRESSIVO_{name}", raising=False)
    return folder


def speak(data: Path, *prompts: str) -> list[str]:
    with build_engine(data, "fake") as engine:
        return [
            engine.renderer.render(RenderRequest(LINE, direction=Direction(prompt))).key
            for prompt in prompts
        ]


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["cache", *arguments])
    return status, capsys.readouterr().out


def test_stats_say_what_is_kept(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "0 kept" in ran(capsys, "stats")[1]
    speak(data, "sad", "angry")
    speak(data, "sad")
    status, text = ran(capsys, "stats", "--json")
    found = json.loads(text)
    assert status == 0
    assert (found["takes"], found["emotions"]) == (2, 2)
    assert found["hit_rates"]["take"] == pytest.approx(1 / 3)
    assert found["takes_bytes"] > 10_000
    assert {window["way"] for window in found["windows"]} == {"miss", "disk"}
    status, text = ran(capsys, "stats", "--openmetrics")
    assert 'espressivo_cache_answers_total{part="take",way="miss"} 2' in text
    assert text.endswith("# EOF\n")
    assert "33.3% answered" in ran(capsys, "stats")[1]


def test_why_names_the_record_or_what_differs(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = speak(data, "sad", "very sad")
    line = ("why", LINE, "--backend", "fake", "--emotion")
    status, text = ran(capsys, *line, "sad")
    assert status == 0
    assert keys[0] in text
    assert "answers" in text
    _, text = ran(capsys, *line, "sad", "--intensity", "0.3", "--json")
    (found,) = json.loads(text)["lines"]
    assert not found["answers"]
    assert found["record"] in keys
    assert [each["input"] for each in found["differs"]] == ["deltas"]
    _, text = ran(capsys, *line, "sad", "--intensity", "0.3")
    assert "differs    emotion and knobs\n" in text  # what is behind it reads to nobody
    _, text = ran(capsys, "why", "Another line, it is.", "--backend", "fake", "--emotion", "bored")
    assert "words: The parcel came today there, Another line it is asked\n" in text
    assert "=" not in text
    assert "(" not in text
    kept = json.loads(ran(capsys, "stats", "--json")[1])
    assert kept["emotions"] == 2  # neither was kept: it was only asked about
    assert "answers" in ran(capsys, "why", keys[1])[1]
    assert "would be made" in ran(capsys, "why", "0" * 32)[1]


def test_verify_repair_compact_clear(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    keys = speak(data, "sad", "angry")
    assert ran(capsys, "verify")[0] == 0
    path = data / "takes" / "takes-2" / keys[0][:2] / f"{keys[0]}.take"
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    status, text = ran(capsys, "verify")
    assert status == 3
    assert "damaged: checksum" in text
    assert "damaged and removed: 1" in ran(capsys, "repair")[1]
    assert ran(capsys, "verify")[0] == 0
    assert ran(capsys, "compact")[0] == 0
    assert "0 removed" in ran(capsys, "clear", "--project", "p")[1]
    text = ran(capsys, "clear")[1]
    assert "takes      1 removed" in text
    assert "emotions   2 removed" in text
    assert '"takes_bytes": 0' in ran(capsys, "stats", "--json")[1]


def test_drift_is_seen_and_chance_is_not() -> None:
    random = np.random.default_rng(1)
    calm = np.clip(random.normal(0, 0.3, (1000, 3)), -1, 1)
    steady = drift(calm)
    assert steady is not None
    assert not steady.alarm
    moved = drift(np.concatenate([calm[:700], calm[700:] * 0.5 + 0.4]))
    assert moved is not None
    assert moved.alarm
    assert moved.distance > ALARM
    assert drift(calm[:50]) is None
    assert wasserstein(np.zeros(5), np.ones(9)) == 1.0
    assert score(1.0, 0.0, steady) > score(0.2, 0.0, steady) > score(0.2, 0.5, moved)
    assert score(None, 0.0, None) == 1.0


def test_the_history_is_read_whatever_is_in_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history, metrics = History(tmp_path / "h", "p"), Metrics()
    history.add(metrics)
    assert history.windows() == {}
    metrics.count("take", "miss", 3)
    history.add(metrics)
    history.add(metrics)
    metrics.count("take", "disk")
    history.add(metrics)
    with (tmp_path / "h").open("a") as file:
        file.write('[1, "p", [["take"\nnonsense\n')
    counts = total(history.windows().values())
    assert counts == {("take", "miss"): 3, ("take", "disk"): 1}
    assert rate(counts, "take") == 0.25
    monkeypatch.setattr("engine.cache.metrics.MOST_HISTORY_BYTES", 100)
    metrics.count("take", "disk")
    history.add(metrics)
    assert len((tmp_path / "h").read_text().splitlines()) == 3
