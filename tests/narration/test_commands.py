"""check, narrate and report as a person runs them."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.cli import main

BOOK = (
    "A word before.\n\nCHAPTER 1\n\nMARA: Who is it?[1]\n\nTOM: Only me.\n\nMARA: Come in.\n\n"
    "[1] Said at the door.\n\nBibliography\n\nSmith, 1990.\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ESPRESSIVO_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("ESPRESSIVO_SETTINGS", str(tmp_path / "settings.toml"))
    (tmp_path / "a.txt").write_text(BOOK)
    return tmp_path


def test_check_shows_chapters_what_is_skipped_and_a_cast(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "a.txt", "--skipped", "--write-plan", "plan.json"]) == 0
    said = capsys.readouterr().out
    assert "CHAPTER 1" in said
    assert "skipped (note, CHAPTER 1): [1] Said at the door." in said
    assert "bibliography 3 words" in said
    assert "MARA (2)" in said
    plan = json.loads((folder / "plan.json").read_text())
    assert [each["title"] for each in plan["chapters"]] == ["a", "CHAPTER 1", "Bibliography"]
    assert main(["check", "a.txt", "--json", "--speak", "bibliography"]) == 0
    data = json.loads(capsys.readouterr().out)
    silent = sum(each["words"] for each in data["skipped"])
    # The mark stands in a word of its paragraph: seen it is one word with it, skipped another.
    assert data["words_visible"] == data["words_spoken"] + silent - 1


def test_check_names_what_a_reader_stumbles_over(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "Zrqvex came [whispering]. Zrqvex sang [door slams]. It was late.\n"
    (folder / "b.txt").write_text(text)
    (folder / "own.tsv").write_text("Zrqvex\tjerk vex\n")
    assert main(["check", "b.txt", "--lint", "--json"]) == 0
    flaws = json.loads(capsys.readouterr().out)["flaws"]
    assert (flaws[0]["code"], flaws[0]["what"], flaws[0]["times"]) == ("word-guessed", "Zrqvex", 2)
    assert flaws[0]["text"] == "Zrqvex came [whispering]."
    assert {each["what"] for each in flaws[1:]} == {"door slams", "whispering"}
    assert main(["check", "b.txt", "--lint", "--tags", "--lexicon", "own.tsv"]) == 0
    said = capsys.readouterr().out
    assert "guessed" not in said
    assert "whispering" not in said
    assert "door slams (1, b)" in said


def test_a_book_is_narrated_judged_and_a_planted_fault_is_found(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = ["--backend", "fake", "--formats", "mp3,srt", "--credit"]
    assert main(["narrate", "a.txt", "--out", "out", *named]) == 0
    told = capsys.readouterr()
    assert told.out.splitlines() == [
        "out/mp3", "out/captions", "out/a.srt", "out/manifest.json", "out/report.html",
    ]  # fmt: skip
    assert "ACX asks for human narration" in told.err
    assert "chapter 1 of 3 spoken" in told.err
    assert "All 3 chapters pass" in told.err
    captions = (folder / "out" / "a.srt").read_text()
    assert "with a synthetic voice." in captions
    assert "Smith" not in captions
    assert main(["report", "out"]) == 0
    capsys.readouterr()
    assert main(["narrate", "a.txt", "--out", "out", *named]) == 0
    assert "an earlier run spoke 6 lines here" in capsys.readouterr().err
    target = folder / "out" / "mp3" / "02 - CHAPTER 1.mp3"
    loud = folder / "loud.mp3"
    command = ["ffmpeg", "-v", "error", "-i", target, "-af", "volume=15dB", "-b:a", "192k", loud]
    subprocess.run(command, check=True)
    loud.replace(target)
    assert main(["report", "out"]) == 2
    said = capsys.readouterr().out
    assert "True peak" in said
    assert "1 of 3 chapters do not pass" in said
    page = (folder / "out" / "report.html").read_text()
    assert page.count('<td class="fail">fails: ') == 1


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["check", "none.epub"], 2, "no such file"),
        (["check", "a.txt", "--speak", "jokes"], 2, "choose among"),
        (["narrate", "a.txt", "--out", "o", "--formats", "mp4"], 2, "no format called mp4"),
        (["narrate", "a.txt", "--out", "o", "--profile", "x"], 2, "no profile called x"),
        (["narrate", "a.txt", "--out", "a.txt/o", "--backend", "fake"], 5, "a.txt/o"),
        (["report", "."], 2, "no narration in this folder"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(
    arguments: list[str], status: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    said = capsys.readouterr().err
    assert words in said
    assert said.count("espressivo: ") == 1
    assert "Traceback" not in said


def test_a_date_that_is_none_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    assert main(["narrate", "a.txt", "--out", "o", "--backend", "fake"]) == 2
    assert "SOURCE_DATE_EPOCH" in capsys.readouterr().err
