"""Bad input through the real program: one plain sentence, the status, nothing left."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.run import PROGRAM, environment, espressivo, files_in

FAKE = ("--backend", "fake")


LONG = "a" * 300
"""Longer than any file system takes as a name."""


def told(done: subprocess.CompletedProcess[bytes], status: int) -> str:
    """The one sentence of a failed run."""
    said = done.stderr.decode()
    assert done.returncode == status, said
    assert done.stdout == b""
    assert re.fullmatch(r"espressivo: [^\n]+\.\n", said), said
    return said.removeprefix("espressivo: ").rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        (("say", ""), 2, "there is nothing to speak in the text; give it at least one word."),
        (("say", "… — !"), 2, "there is nothing to speak in the text (only marks); "),
        (("say", "Hi.", "--intensity", "3"), 2, "intensity is outside its range: 3; choose"),
        (("say", "Hi.", "--ramp", "nan"), 2, "ramp is outside its range: nan; choose a value"),
        (("say", "Hi.", "--backend", "gpu"), 2, "there is no backend called gpu; choose one of"),
        (("say", "Hi.", "-o", "a.aiff"), 5, "this cannot be written as .aiff; end the name"),
        (("say", "Hi.", "-o", "no/a.wav"), 5, "the output cannot be written: no/a.wav: the fol"),
        (("say", "Hi.", "-o", "data"), 5, "this cannot be written as data (no extension); "),
        (("say", "Hi.", "-o", "/dev/full"), 5, "this cannot be written as full (no extension)"),
        (("say", "Hi.", "--captions", "a.txt"), 5, "this cannot be written as captions in .txt"),
        (("say", "Hi.", "--plot", "a.gif"), 5, "this cannot be written as a picture in .gif; "),
        (("say", "-f", "no.txt"), 2, "the text cannot be read: no.txt: No such file or directo"),
        (("say", "Hi.", "-f", "x.txt"), 2, "TEXT and --file are both given: choose one; see `"),
        (("say", "Hi.", "-o", "-", "--json"), 2, "--json and -o - both write to standard outpu"),
        (("voices", "-o", "x.wav"), 2, "-o and --play need --sample VOICE; see `espressivo --h"),
        (("models", "--from", "."), 2, "--from and --again belong to `espressivo models prepar"),
        (("say", "Hi.", "--emtion", "x"), 2, "there is no option --emtion, did you mean --emot"),
        (("say", "Hi", "there"), 2, "nobody takes 'there': put a text of several words in quot"),
        (("sya", "Hi"), 2, "there is no command 'sya', did you mean say; see `espressivo --help`."),
        (("say", "Hi.", "--seed", "1.5"), 2, "argument --seed: '1.5' is not a whole number; see"),
        (("say", "Hi.", "--backend", "fake", "-v", ""), 2, "the voice mix cannot be understood: "),
        (("say", "Hi.", "-o", LONG + ".wav"), 5, "the output cannot be written: aaaaaaaaaa"),
        (("say", "Hi.", "--captions", LONG + ".srt"), 5, "the output cannot be written: aaaa"),
        (("say", "Hi.", "--lexicon", LONG), 2, "the lexicon cannot be read: aaaaaaaaaaaaaaaa"),
        (("say", "Hi.", "--lexicon", ""), 2, "the lexicon cannot be read: .: Is a directory; "),
        (("read", "Hi.", "--lexicon", "no.tsv"), 2, "the lexicon cannot be read: no.tsv: no s"),
        (("models", "prepare", "--from", LONG), 3, "the voice model is missing: /"),
        (("say", "--", "-5 degrees", "--backend", "fake"), 2, "--backend stands behind --, where"),
        (("say", "--", "-5 degrees", "--bakend"), 2, "there is no option --bakend, did you mean"),
        (("say", "Hi."), 3, "the voice model is missing: "),
        (("voices",), 3, "the voice model is missing: "),
        (("models",), 3, "the voice model is missing: "),
        (("models", "verify"), 3, "the voice model is missing: "),
        (("say", "Hi.", "--backend", "cuda"), 4, "this backend cannot run here: no NVIDIA driver"),
        (("say", "Hi.", "--backend", "trt"), 4, "this backend cannot run here: no NVIDIA driver"),
    ],
)
def test_a_request_that_cannot_be_done_is_refused_in_one_sentence(
    tmp_path: Path, arguments: tuple[str, ...], status: int, sentence: str
) -> None:
    (tmp_path / "data").mkdir()
    said = told(espressivo(*arguments, folder=tmp_path), status)
    assert said.startswith(sentence)
    assert any(LONG in each for each in arguments) == ("File name too long" in said)
    assert files_in(tmp_path) == set()


def test_links_in_a_circle_are_no_place_to_write(tmp_path: Path) -> None:
    (tmp_path / "one.wav").symlink_to("two.wav")
    (tmp_path / "two.wav").symlink_to("one.wav")
    said = told(espressivo("say", "Hi.", *FAKE, "-o", "one.wav", folder=tmp_path), 5)
    assert said.startswith("the output cannot be written: one.wav: Too many levels of symbolic")
    said = told(espressivo("say", "Hi.", *FAKE, "--lexicon", "two.wav", folder=tmp_path), 2)
    assert said.startswith("the lexicon cannot be read: two.wav: Too many levels of symbolic")
    assert files_in(tmp_path) == set()


def test_a_data_folder_that_cannot_be_made_is_named_with_its_variable(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    place = tmp_path / "file" / "data"
    env = environment(place, ESPRESSIVO_SETTINGS=str(tmp_path / "settings.toml"))
    said = told(espressivo("models", "prepare", "--from", ".", folder=tmp_path, env=env), 3)
    assert said.startswith("the data folder cannot be written: ")
    assert said.endswith(f"name another folder with ESPRESSIVO_DATA (now {place}).")


def test_a_file_given_that_is_damaged_is_to_be_got_again(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    given = tmp_path / "given" / "voices"
    given.mkdir(parents=True)
    (given / "af_heart.bin").write_bytes(b"half")
    said = told(espressivo("models", "prepare", "--from", "given", folder=tmp_path), 3)
    assert said.startswith(f"a file to prepare from is damaged: {given / 'af_heart.bin'}: 4 bytes")
    assert said.endswith("; get this file again.")


def test_the_module_runs_as_the_program_does(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", "--version"],
        cwd=tmp_path,
        env=environment(tmp_path / "data"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"espressivo ")


def test_files_that_are_not_text_are_refused(tmp_path: Path) -> None:
    (tmp_path / "photo.txt").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    (tmp_path / "wide.txt").write_bytes("Hello there".encode("utf-16-le"))
    (tmp_path / "old.txt").write_bytes("Où étiez-vous hier, mon ami ?".encode("cp1252"))
    cases = {
        "photo.txt": "this is not text: photo.txt looks like a PNG picture; ",
        "wide.txt": "the text cannot be read: wide.txt is not utf-8; check the file and its "
        "encoding; it looks like utf-16-le: use --encoding utf-16-le.",
        "old.txt": "the text cannot be read: old.txt is not utf-8: byte 0xF9 at position 1; ",
    }
    for name, sentence in cases.items():
        assert told(espressivo("say", "-f", name, *FAKE, folder=tmp_path), 2).startswith(sentence)


def test_an_unknown_voice_names_the_nearest(tmp_path: Path) -> None:
    done = espressivo("say", "Hi.", *FAKE, "-v", "af_hart", "-o", "a.wav", folder=tmp_path)
    said = told(done, 2)
    assert said.startswith("there is no voice called af_hart; did you mean af_heart")
    assert said.endswith("`espressivo voices` lists them all.")
    assert files_in(tmp_path) == set()


def test_a_bad_setting_names_itself_and_its_place(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "settings.toml").write_text("intensity = 9\n", encoding="utf-8")
    said = told(espressivo("say", "Hi.", *FAKE, folder=tmp_path), 2)
    place = data / "settings.toml"
    assert said.startswith(f"the setting intensity cannot be used: 9 in {place}; ")


def test_a_full_disk_behind_standard_output_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "say", "Hi there.", *FAKE, "-o", "-"],
            cwd=tmp_path,
            env=environment(tmp_path / "data"),
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 5
    assert done.stderr.startswith(b"espressivo: the disk is full: while writing standard output; ")


def test_a_full_disk_behind_a_list_is_told(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, "voices", *FAKE], cwd=tmp_path, env=environment(tmp_path / "data"),
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip
    assert done.returncode == 5
    assert done.stderr == (
        b"espressivo: the disk is full: while writing standard output; "
        b"free some space or choose another place with -o.\n"
    )


def test_a_reader_that_has_enough_is_no_failure(tmp_path: Path) -> None:
    command = [*PROGRAM, "voices", *FAKE, "--json"]
    env = environment(tmp_path / "data")
    with subprocess.Popen(
        command, env=env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        assert running.stderr.read() == b""
    assert running.returncode == 0


def test_a_fault_of_ours_saves_a_report_without_the_text(tmp_path: Path) -> None:
    secret = "Nobody must ever read this sentence."
    broken = (
        "import sys, app.cli\n"
        "class Broken:\n"
        "    NAME, SUMMARY, DESCRIPTION, EPILOG = 'say', '', '', ''\n"
        "    def add(parser): parser.add_argument('text')\n"
        "    def run(options, settings, screen): raise KeyError(options.text)\n"
        "app.cli.COMMANDS = (Broken,)\n"
        "sys.exit(app.cli.main())\n"
    )
    done = subprocess.run(
        [PROGRAM[0], "-c", broken, "say", secret], cwd=tmp_path,
        env=environment(tmp_path / "data"), capture_output=True, check=False,
    )  # fmt: skip
    said = told(done, 70)
    assert said.startswith("something broke in say (KeyError), a fault of this program; ")
    (report,) = (tmp_path / "data" / "reports").iterdir()
    assert str(report) in said
    text = report.read_text(encoding="utf-8")
    assert "builtins.KeyError" in text
    assert "in run" in text
    assert "Python 3." in text
    assert secret not in text


def test_a_folder_nobody_may_write_in_is_told(tmp_path: Path) -> None:
    said = told(espressivo("say", "Hi.", *FAKE, "-o", "/proc/a.wav", folder=tmp_path), 5)
    assert said.startswith("the output cannot be written: /proc/a.wav: ")
