"""Tags, SSML and the lexicon through the real program, on the double."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.app.run import environment, espressivo, files_in, start

FAKE = ("--backend", "fake")


def lines_of(tmp_path: Path, text: str, *more: str) -> list[dict[str, object]]:
    done = espressivo("say", text, *FAKE, *more, "-o", "x.wav", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    lines: list[dict[str, object]] = json.loads(done.stdout)["lines"]
    return lines


def test_say_follows_tags(tmp_path: Path) -> None:
    text = "[angry] Get out! [normal] Please. [voice bf_emma] Hello [the cat] there."
    lines = lines_of(tmp_path, text, "-e", "calm")
    assert [line["voice"] for line in lines] == ["af_heart", "af_heart", "bf_emma"]
    assert [line["direction"]["prompt"] for line in lines] == ["angry", "calm", "calm"]  # type: ignore[index]
    words = [word["text"] for line in lines for word in line["words"]]  # type: ignore[attr-defined]
    assert words == ["Get", "out", "Please", "Hello", "there"]
    assert lines[0]["deltas"] != lines[1]["deltas"]
    spoken = lines_of(tmp_path, text, "--brackets", "speak")
    assert "cat" in [word["text"] for line in spoken for word in line["words"]]  # type: ignore[attr-defined]


def test_say_carries_emotion_only_when_told_and_says_what_landed(tmp_path: Path) -> None:
    text = "[furious] Get out of here! [normal] The menu is on the wall."
    plain = lines_of(tmp_path, text)
    carried = lines_of(tmp_path, text, "--carry", "on", "--correct", "on", "--steer", "on")
    assert carried[0]["heard"]["f0_level_st"]["verdict"] == "landed"  # type: ignore[index]
    assert carried[0]["end_s"] == plain[0]["end_s"]  # nothing before it, and the double obeys
    assert carried[1]["end_s"] != plain[1]["end_s"]


def test_say_follows_ssml(tmp_path: Path) -> None:
    text = (
        '<speak>One <prosody rate="80%" pitch="+2st">two</prosody>. '
        '<express-as style="sad" styledegree="0.5">Three <foo>four</foo>.</express-as></speak>'
    )
    (tmp_path / "a.ssml").write_text(text, encoding="utf-8")
    done = espressivo("say", "-f", "a.ssml", *FAKE, "-o", "x.wav", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    one, two, three = json.loads(done.stdout)["lines"]
    assert (two["deltas"]["vowel_duration"], two["deltas"]["f0_level_st"]) == (1.25, 2.0)
    assert one["deltas"]["f0_level_st"] == 0.0
    assert (three["direction"]["prompt"], three["direction"]["intensity"]) == ("sad", 0.5)
    assert "foo (1)" in done.stderr.decode()


@pytest.mark.parametrize("command", ["say", "read"])
def test_broken_ssml_is_one_plain_sentence(tmp_path: Path, command: str) -> None:
    more = FAKE if command == "say" else ()
    done = espressivo(command, "<speak>\n<p>x</speak>", *more, folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.decode() == (
        "espressivo: the SSML is not well-formed: line 2, column 7: mismatched tag; "
        "correct it there, or leave out <speak> to have it read as plain text.\n"
    )
    assert files_in(tmp_path) == set()


def test_read_shows_tags_sources_and_lexicon(tmp_path: Path) -> None:
    assert espressivo("lexicon", "add", "Zadie", "--ipa", "zˈAdi", folder=tmp_path).returncode == 0
    text = "“[angry] Zadie paid $4”"
    done = espressivo("read", text, "--json", folder=tmp_path)
    line = json.loads(done.stdout)["lines"][0]
    assert line["manner"]["prompt"] == "angry"
    assert [text[a:b] for a, b in (word["source"] for word in line["words"])] == [
        "Zadie", "paid", "$4", "$4",
    ]  # fmt: skip
    assert [(hit["entry"], text[slice(*hit["source"])]) for hit in line["lexicon"]] == [
        ("Zadie", "Zadie")
    ]
    assert len(line["tokens"]) == len(line["phonemes"])
    assert line["phrases"] == [[0, len(line["tokens"])]]


def test_the_lexicon_from_adding_to_taking_out(tmp_path: Path) -> None:
    def lexicon(*arguments: str) -> str:
        done = espressivo("lexicon", *arguments, folder=tmp_path)
        assert done.returncode == 0, done.stderr
        return done.stdout.decode()

    lexicon("add", "Vraxelby", "--ipa", "vɹˈæksəlbi")
    lexicon("add", "SQL", "--say", "squirrel", "-l", "en")
    table = tmp_path / "data" / "lexicon.tsv"
    table.write_text(table.read_text("utf-8") + "# mine\n", encoding="utf-8")
    without, with_it, found = lexicon("try", "Vraxelby wrote SQL.").splitlines()
    assert "vɹˈæksəlbi" in with_it
    assert with_it != without
    assert found.split(maxsplit=1)[1] == "Vraxelby, SQL"
    heard = lexicon("hear", "Vraxelby", "--backend", "fake", "-o", "heard.wav")
    assert "vɹˈæksəlbi" in heard
    assert (tmp_path / "heard.wav").stat().st_size > 10_000
    lexicon("export", "words.pls")
    lexicon("import", "words.pls", "--project", "project.tsv")
    assert "squirrel" in (tmp_path / "project.tsv").read_text(encoding="utf-8")
    lexicon("add", "SQL", "--say", "sequel", "-l", "en")
    lexicon("remove", "Vraxelby")
    rows = [each for each in table.read_text("utf-8").splitlines() if not each.startswith("# W")]
    assert rows[-2:] == ["SQL\tsequel\ten", "# mine"]
    spoken = [
        word["text"]
        for more in ((), ("--lexicon", "project.tsv"))
        for line in lines_of(tmp_path, "SQL", *more)
        for word in line["words"]  # type: ignore[attr-defined]
    ]
    assert spoken == ["sequel", "squirrel"]


def test_what_cannot_be_added_is_said_plainly(tmp_path: Path) -> None:
    done = espressivo("lexicon", "add", "cafe", "--ipa", "k€", folder=tmp_path)
    assert done.returncode == 2
    assert "the voice does not know the phonemes € of 'cafe'" in done.stderr.decode()
    gone = espressivo("lexicon", "remove", "cafe", folder=tmp_path)
    assert gone.returncode == 2
    assert "there is no 'cafe'" in gone.stderr.decode()
    unheard = espressivo("lexicon", "hear", "cafe", folder=tmp_path)
    assert unheard.returncode == 2
    assert "there is no 'cafe' in the lexicon" in unheard.stderr.decode()


def test_programs_at_once_lose_no_word(tmp_path: Path) -> None:
    env = environment(tmp_path / "data")
    names = [f"word{letter}" for letter in "abcdef"]
    running = [start(["lexicon", "add", name, "--say", "x"], tmp_path, env) for name in names]
    for program in running:
        assert program.communicate(timeout=120)[1] == b""
        assert program.returncode == 0
    rows = (tmp_path / "data" / "lexicon.tsv").read_text(encoding="utf-8").splitlines()
    added = [row.split("\t")[0] for row in rows if row.endswith("\tx")]
    assert sorted(added) == names


def test_captions_show_what_is_said_and_no_direction(tmp_path: Path) -> None:
    text = (
        "[calm] Hello, [Zadie](/zˈAdi/)'s dog! [pause 1s] I [was](+1) there [the door] on Monday."
    )
    done = espressivo("say", text, *FAKE, "-o", "x.wav", "--captions", "x.srt", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    cues = (tmp_path / "x.srt").read_text(encoding="utf-8").split("\n\n")
    shown = " ".join(" ".join(cue.split("\n")[2:]) for cue in cues).split()
    assert " ".join(shown) == "Hello, Zadie's dog! I was there on Monday."
