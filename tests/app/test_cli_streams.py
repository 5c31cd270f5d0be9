"""Standard streams that are closed, full or without a reader: the status still says it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.app.run import LONGEST_S, PROGRAM, environment, espressivo, files_in

FAKE = ("--backend", "fake")
EMPTY = b"espressivo: there is nothing to speak in the text; give it at least one word.\n"
CLOSED = (
    b"espressivo: the output cannot be written: standard output: it is closed; "
    b"choose another place with -o.\n"
)
FULL = (
    b"espressivo: the disk is full: while writing standard output; free some space or "
    b"choose another place with -o.\n"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="shells there close no streams")


def redirected(
    how: str, *arguments: str, folder: Path, data: Path | None = None
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a shell does with ``how`` behind its command."""
    return subprocess.run(
        ["sh", "-c", f'"$@" {how}', "sh", *PROGRAM, *arguments],
        cwd=folder,
        env=environment(data or folder / "data"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=LONGEST_S,
        check=False,
    )


def outcome(done: subprocess.CompletedProcess[bytes]) -> tuple[int, bytes, bytes]:
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("arguments", [("say", "-", *FAKE), ("say", *FAKE), ("read", "-")])
def test_a_closed_input_is_an_empty_text(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    assert outcome(redirected("<&-", *arguments, folder=tmp_path)) == (2, b"", EMPTY)
    assert files_in(tmp_path) == set()


def test_an_input_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "input").touch()
    done = redirected("0>input", "say", "-", *FAKE, folder=tmp_path)  # open for writing only
    said = b"espressivo: the text cannot be read: standard input: Bad file descriptor; "
    assert (done.returncode, done.stderr[: len(said)]) == (2, said)


@pytest.mark.parametrize(
    "arguments",
    [
        ("backends",),
        ("backends", "--json"),
        ("--help",),
        ("--version",),
        ("completion", "bash"),
        ("say", "Hi.", *FAKE, "-o", "-"),
    ],
)
@pytest.mark.parametrize(("how", "said"), [(">&-", CLOSED), (">/dev/full", FULL)])
def test_a_result_that_cannot_be_printed_is_an_error(
    tmp_path: Path, arguments: tuple[str, ...], how: str, said: bytes
) -> None:
    assert outcome(redirected(how, *arguments, folder=tmp_path)) == (5, b"", said)
    assert files_in(tmp_path) == set()


@pytest.mark.parametrize("how", [">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_quiet_work_needs_no_streams(tmp_path: Path, how: str) -> None:
    arguments = ("say", "Hi.", *FAKE, "-q", "-o", "a.wav")
    assert outcome(redirected(how, *arguments, folder=tmp_path)) == (0, b"", b"")
    whole = (tmp_path / "a.wav").read_bytes()
    assert espressivo(*arguments[:-1], "b.wav", folder=tmp_path).returncode == 0
    assert whole == (tmp_path / "b.wav").read_bytes()


@pytest.mark.parametrize("how", ["2>&-", "2>/dev/full", ">&- 2>&-"])
@pytest.mark.parametrize(
    ("arguments", "status"),
    [(("say", ""), 2), (("sya",), 2), (("say", "Hi.", "-o", "a.txt"), 5), (("models",), 3)],
)
def test_an_error_nobody_can_read_keeps_its_status(
    tmp_path: Path, how: str, arguments: tuple[str, ...], status: int
) -> None:
    assert outcome(redirected(how, *arguments, folder=tmp_path)) == (status, b"", b"")


@pytest.mark.parametrize("arguments", ["backends", "backends --json", "--help", "completion zsh"])
def test_a_reader_that_has_enough_is_no_error(tmp_path: Path, arguments: str) -> None:
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", f'"$@" {arguments} | head -c 0', "bash", *PROGRAM],
        cwd=tmp_path,
        env=environment(tmp_path / "data"),
        capture_output=True,
        timeout=LONGEST_S,
        check=False,
    )
    assert outcome(done) == (0, b"", b"")


def test_a_picture_that_finds_no_room_leaves_no_sound_either(tmp_path: Path) -> None:
    """Files may grow to 16 KiB here: the sound and the captions fit, the picture does not."""
    arguments = ("say", "Hi.", *FAKE, "-o", "a.ogg", "--captions", "a.srt", "--plot", "a.png")
    shell = ("bash", "-c", 'trap "" XFSZ; ulimit -f 16; exec "$@"', "bash")
    done = subprocess.run(
        [*shell, *PROGRAM, *arguments],
        cwd=tmp_path,
        env=environment(tmp_path / "data"),
        capture_output=True,
        timeout=LONGEST_S,
        check=False,
    )
    assert (done.returncode, done.stdout) == (5, b"")
    assert b"the output cannot be written: a.png: File too large; " in done.stderr
    assert files_in(tmp_path) == set()
    assert espressivo(*arguments, folder=tmp_path).returncode == 0
    assert files_in(tmp_path) == {"a.ogg", "a.srt", "a.png"}
