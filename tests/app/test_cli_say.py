"""``espressivo say`` through the real program, on the double."""

from __future__ import annotations

import io
import json
import re
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.captions import LINE_WIDTH
from tests.app.run import environment, espressivo, files_in
from tests.hygiene.sound_card import SoundCard

FAKE = ("--backend", "fake")

STORY = """The porter walked through the empty rooms, counting chairs as he went.

"Nobody told me," he said—quietly -- "that you would come." It was 5 p.m., and $3.50 lay
on the table; he wondered who had paid, who had left, and why the kettle was still warm
although nobody had been in that kitchen since the day before.

…

He sat down.
"""


def cues(text: str) -> list[tuple[int, float, float, str]]:
    found = []
    for block in text.strip().split("\n\n"):
        number, span, *lines = block.split("\n")
        start, end = (
            int(h) * 3600 + int(m) * 60 + int(s) + int(ms) / 1000
            for h, m, s, ms in re.findall(r"(\d+):(\d+):(\d+),(\d+)", span)
        )
        assert all(len(line) <= LINE_WIDTH for line in lines)
        assert len(lines) <= 2
        found.append((int(number), start, end, " ".join(lines)))
    return found


def test_a_line_goes_to_a_free_name_and_never_over_a_file(tmp_path: Path) -> None:
    for number in (1, 2):
        done = espressivo("say", "Hello there.", *FAKE, folder=tmp_path)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.decode() == f"espressivo-{number}.wav\n"
    first, second = (tmp_path / f"espressivo-{number}.wav" for number in (1, 2))
    assert first.read_bytes() == second.read_bytes()
    audio, rate = soundfile.read(first)
    assert rate == 24_000
    assert 0.5 < len(audio) / rate < 5
    assert np.abs(audio).max() > 0.01


def test_the_text_of_an_argument_a_file_and_a_pipe_make_the_same_sound(tmp_path: Path) -> None:
    text = "Où est-il? Nobody knows."
    (tmp_path / "latin.txt").write_bytes(text.encode("cp1252"))
    espressivo("say", text, *FAKE, "-o", "a.wav", folder=tmp_path)
    from_file = ("say", "--file", "latin.txt", "--encoding", "cp1252", *FAKE, "-o", "b.wav")
    espressivo(*from_file, folder=tmp_path)
    espressivo("say", "-", *FAKE, "-o", "c.wav", folder=tmp_path, typed=text.encode())
    espressivo("say", *FAKE, "-o", "d.wav", folder=tmp_path, typed=text.encode())
    sounds = [(tmp_path / f"{name}.wav").read_bytes() for name in "abcd"]
    assert len(set(sounds)) == 1


def test_captions_of_a_story_hold_its_text_and_end_with_its_sound(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    done = espressivo(
        "say", "-f", "story.txt", "-e", "sad", *FAKE, "-o", "s.flac", "--captions", "s.srt",
        "--json", folder=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    made = json.loads(done.stdout)
    found = cues((tmp_path / "s.srt").read_text(encoding="utf-8"))
    assert [cue[0] for cue in found] == list(range(1, len(found) + 1))
    assert all(a[2] <= b[1] for a, b in pairwise(found))
    spoken = STORY.replace("…", "")
    assert " ".join(cue[3] for cue in found).split() == spoken.split()
    audio, rate = soundfile.read(tmp_path / "s.flac")
    assert len(audio) == round(made["seconds"] * rate)
    last_sound = np.flatnonzero(np.abs(audio) > 1e-3)[-1] / rate
    last_word = made["lines"][-1]["words"][-1]["end_s"]
    assert abs(last_word - last_sound) <= 0.020
    assert abs(found[-1][2] - max(last_word, found[-1][1] + 5 / 6)) <= 0.001


def test_lines_are_separated_by_their_rests_and_told_apart_in_json(tmp_path: Path) -> None:
    text = "He sat down.\n\nNobody spoke.\n\nHe sat down."
    over = ("-e", "furious", "--intensity", "2")  # more than any voice bears
    done = espressivo("say", text, *FAKE, *over, "-o", "a.wav", "--json", folder=tmp_path)
    made = json.loads(done.stdout)
    assert made["schema"] == "espressivo.say/1"
    lines = made["lines"]
    assert all("intensity-over-mark" in [r["code"] for r in each["remarks"]] for each in lines)
    assert done.stderr.decode().count("may sound like someone else") == 1
    assert [line["text"] for line in lines] == ["He sat down.", "Nobody spoke.", "He sat down."]
    assert len({line["seed"] for line in lines}) == 3
    rests = [b["start_s"] - a["end_s"] for a, b in pairwise(lines)]
    assert min(rests) > 0
    audio, rate = soundfile.read(tmp_path / "a.wav")
    end, start = (round(lines[0]["end_s"] * rate), round(lines[1]["start_s"] * rate))
    assert not audio[end:start].any()
    assert made["seconds"] == pytest.approx(len(audio) / rate)


def test_a_line_keeps_its_seed_when_others_change(tmp_path: Path) -> None:
    def seeds(text: str) -> dict[str, int]:
        done = espressivo("say", text, *FAKE, "-o", "x.wav", "--json", folder=tmp_path)
        return {line["text"]: line["seed"] for line in json.loads(done.stdout)["lines"]}

    before = seeds("First one.\n\nSecond one.")
    after = seeds("A new one.\n\nFirst one.\n\nSecond one.")
    assert before.items() <= after.items()


def test_the_sound_on_standard_output_is_the_file(tmp_path: Path) -> None:
    espressivo("say", "Hello there. And again.", *FAKE, "-o", "a.wav", folder=tmp_path)
    piped = espressivo("say", "Hello there. And again.", *FAKE, "-o", "-", folder=tmp_path)
    assert (piped.returncode, piped.stderr) == (0, b"")
    audio, rate = soundfile.read(tmp_path / "a.wav", dtype="int16")
    assert np.array_equal(np.frombuffer(piped.stdout[44:], "<i2"), audio)
    streamed, stream_rate = soundfile.read(io.BytesIO(piped.stdout), dtype="int16")
    assert stream_rate == rate
    assert np.array_equal(streamed, audio)


def test_a_picture_is_drawn_and_is_the_same_twice(tmp_path: Path) -> None:
    for name in ("a.png", "b.png", "c.svg"):
        done = espressivo(
            "say", "It cost $5 {or} x_1. 日本", *FAKE, "-e", "$angry_", "-o", "a.wav", "--plot",
            name, "-q", folder=tmp_path,
        )  # fmt: skip
        assert (done.returncode, done.stderr, done.stdout) == (0, b"", b"")
    first = (tmp_path / "a.png").read_bytes()
    assert first.startswith(b"\x89PNG")
    assert first == (tmp_path / "b.png").read_bytes()
    assert b"Pitch" not in first  # drawn, not written


def test_quiet_says_nothing_and_remarks_are_said_once(tmp_path: Path) -> None:
    text = "Hello 🙂. Hello again 🙂."
    loud = espressivo("say", text, "-e", "xyzzy", *FAKE, "-o", "a.wav", folder=tmp_path)
    said = loud.stderr.decode()
    assert said.count("was not understood") == 1
    assert all(line.startswith("note: ") for line in said.splitlines())
    quiet = espressivo("say", text, "-e", "xyzzy", *FAKE, "-o", "a.wav", "-q", folder=tmp_path)
    assert (quiet.returncode, quiet.stdout, quiet.stderr) == (0, b"", b"")


def test_it_plays_what_it_writes(tmp_path: Path, sound_card: SoundCard) -> None:
    env = environment(tmp_path / "data", ALSA_CONFIG_PATH=sound_card.env["ALSA_CONFIG_PATH"])
    done = espressivo(
        "say", "Hello there.", *FAKE, "-o", "a.wav", "--play", folder=tmp_path, env=env
    )
    assert (done.returncode, done.stderr) == (0, b"")
    written, rate = soundfile.read(tmp_path / "a.wav")
    heard, heard_rate = soundfile.read(sound_card.heard)
    assert heard_rate == rate
    assert np.abs(heard).max() == pytest.approx(np.abs(written).max(), rel=0.01)


def test_playing_alone_writes_nothing(tmp_path: Path, sound_card: SoundCard) -> None:
    env = environment(tmp_path / "data", ALSA_CONFIG_PATH=sound_card.env["ALSA_CONFIG_PATH"])
    folder = tmp_path / "here"
    folder.mkdir()
    done = espressivo("say", "Hello there.", *FAKE, "--play", folder=folder, env=env)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    assert files_in(folder) == set()


def test_without_a_device_the_file_is_still_written(
    tmp_path: Path, no_sound_card: dict[str, str]
) -> None:
    env = environment(tmp_path / "data", ALSA_CONFIG_PATH=no_sound_card["ALSA_CONFIG_PATH"])
    both = ("say", "Hello there.", *FAKE, "-o", "a.wav", "--play")
    done = espressivo(*both, folder=tmp_path, env=env)
    assert done.returncode == 5
    assert done.stdout == b"a.wav\n"
    assert re.fullmatch(rb"espressivo: sound cannot be played here: [^\n]+\n", done.stderr)
    assert soundfile.info(tmp_path / "a.wav").frames > 0
    alone = espressivo("say", "Hello there.", *FAKE, "--play", folder=tmp_path, env=env)
    assert alone.returncode == 5
    assert alone.stderr == done.stderr
