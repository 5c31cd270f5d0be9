"""Sound files: whole or absent, in every format, and swept after a killed program."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from io import FileIO
from pathlib import Path

import numpy as np
import pytest
import soundfile

from app.export import FORMATS, MOST_WAV_SAMPLES, SoundFile, format_of, free_name
from app.outputs import Outputs, Wanted
from app.whole_files import SmallFile, refuse_place, sweep, write_file
from engine.cancel import CancelToken
from engine.errors import ExportError
from engine.streaming import Streamed
from engine.values import SAMPLE_RATE, Floats


def tone(seconds: float = 2.0) -> Floats:
    t = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    return (0.5 * np.sin(2 * np.pi * 220 * t)).astype(np.float32)


def in_pieces(audio: Floats) -> list[Floats]:
    cuts = np.cumsum([777, 1, 9_000, 12_345])
    return np.split(audio, cuts[cuts < audio.size])


def parts(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir() if path.name.endswith("part")]


@pytest.mark.parametrize("extension", sorted(FORMATS))
def test_every_format_holds_the_sound_that_was_written(tmp_path: Path, extension: str) -> None:
    target = tmp_path / f"out.{extension.upper()}"
    audio = tone()
    sound = SoundFile(target)
    for piece in in_pieces(audio):
        sound.write(piece)
        assert not target.exists()
    sound.commit()
    back, rate = soundfile.read(target)
    assert rate == SAMPLE_RATE or extension == "opus"
    assert abs(len(back) - audio.size) <= (3 * 1152 if extension == "mp3" else 0)
    assert os.listdir(tmp_path) == [target.name]
    spectrum = np.abs(np.fft.rfft(back[:SAMPLE_RATE]))
    assert abs(int(spectrum.argmax()) - 220) <= 1
    assert abs(np.sqrt(np.mean(back**2)) - 0.5 / np.sqrt(2)) < 0.01


@pytest.mark.parametrize("extension", ["wav", "flac"])
def test_pieces_and_the_whole_are_the_same_bytes(tmp_path: Path, extension: str) -> None:
    audio = tone()
    whole, streamed = (SoundFile(tmp_path / f"{name}.{extension}") for name in ("a", "b"))
    whole.write(audio)
    for piece in in_pieces(audio):
        streamed.write(piece)
    whole.commit()
    streamed.commit()
    assert whole.target.read_bytes() == streamed.target.read_bytes()


@pytest.mark.parametrize("extension", sorted(FORMATS))
def test_an_abort_leaves_the_folder_as_it_was(tmp_path: Path, extension: str) -> None:
    target = tmp_path / f"out.{extension}"
    target.write_bytes(b"the file before")
    sound = SoundFile(target)
    sound.write(tone())
    sound.abort()
    sound.abort()
    assert os.listdir(tmp_path) == [target.name]
    assert target.read_bytes() == b"the file before"


def test_a_named_file_is_replaced_and_an_own_name_never(tmp_path: Path) -> None:
    target = tmp_path / "espressivo-1.wav"
    target.write_bytes(b"the file before")

    def next_name() -> Path:
        return free_name(tmp_path, "espressivo", "wav")

    own = SoundFile(target, next_name=next_name)
    own.write(tone())
    own.commit()
    assert own.target.name == "espressivo-2.wav"
    assert target.read_bytes() == b"the file before"
    named = SoundFile(target)
    named.write(tone())
    named.commit()
    assert target.read_bytes() == own.target.read_bytes()
    assert not parts(tmp_path)


def test_own_names_work_where_the_file_system_has_no_links(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise OSError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(os, "link", no_links)
    (tmp_path / "x-1.wav").touch()
    sound = SoundFile(tmp_path / "x-1.wav", next_name=lambda: free_name(tmp_path, "x", "wav"))
    sound.write(tone())
    sound.commit()
    assert sound.target.name == "x-2.wav"
    assert sorted(os.listdir(tmp_path)) == ["x-1.wav", "x-2.wav"]


def write_and_commit(sound: SoundFile, times: int) -> None:
    for _ in range(times):
        sound.write(tone())
    sound.commit()


@pytest.mark.parametrize("extension", sorted(FORMATS))
def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path, extension: str) -> None:
    sound = SoundFile(tmp_path / f"out.{extension}")
    sound._part.file.close()
    sound._part.file = FileIO("/dev/full", "r+")  # the system's own full disk
    with pytest.raises(ExportError) as caught:
        write_and_commit(sound, 20)
    assert caught.value.code == "disk-full"
    sound.abort()
    assert os.listdir(tmp_path) == []


def test_a_small_file_is_whole_or_absent(tmp_path: Path) -> None:
    target = tmp_path / "cues.srt"
    write_file(target, b"first")
    write_file(target, b"second")
    assert target.read_bytes() == b"second"
    with pytest.raises(ExportError):
        write_file(tmp_path / "no" / "cues.srt", b"x")
    assert os.listdir(tmp_path) == ["cues.srt"]


def test_places_that_cannot_be_written_say_why(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cases = {
        tmp_path / "no" / "out.wav": "does not exist",
        tmp_path / "file" / "out.wav": "is not a folder",
        tmp_path: "it is a folder",
        Path("/dev/null"): "a device",
    }
    for place, reason in cases.items():
        with pytest.raises(ExportError) as caught:
            refuse_place(place)
        assert caught.value.code == "output-unwritable"
        assert reason in caught.value.detail


def test_unknown_endings_name_those_known() -> None:
    assert format_of(Path("A.FLAC")) == "flac"
    for name in ("out.aiff", "out"):
        with pytest.raises(ExportError) as caught:
            format_of(Path(name))
        assert caught.value.code == "output-format-unknown"
        assert caught.value.hint == ".wav, .flac, .mp3, .ogg, .opus"


def test_a_wav_longer_than_its_sizes_can_say_is_refused(tmp_path: Path) -> None:
    sound = SoundFile(tmp_path / "long.wav")
    sound.samples = MOST_WAV_SAMPLES - 10
    with pytest.raises(ExportError) as caught:
        sound.write(tone())
    assert caught.value.code == "output-too-long"
    sound.abort()


HOLDS = """
import sys, time
from pathlib import Path
import numpy as np
from app.export import SoundFile
sound = SoundFile(Path(sys.argv[1]))
sound.write(np.zeros(240000, np.float32))
print("ready", flush=True)
time.sleep(60)
"""


def test_what_a_killed_program_left_is_swept_and_work_in_progress_is_not(tmp_path: Path) -> None:
    target = tmp_path / "out.wav"
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(target)], stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "ready\n"
        sweep(tmp_path)
        assert len(parts(tmp_path)) == 1
        holder.kill()
        holder.wait()
        time.sleep(0.01)
        assert len(parts(tmp_path)) == 1
        write_file(tmp_path / "other.srt", b"x")
        assert os.listdir(tmp_path) == ["other.srt"]
    finally:
        holder.kill()
        holder.wait()
        if holder.stdout is not None:
            holder.stdout.close()


SWEEPS = """
import sys
from pathlib import Path
from app.whole_files import SmallFile, sweep
sweep(Path(sys.argv[1]))
"""


def test_what_is_kept_for_going_back_outlives_another_programs_sweep(tmp_path: Path) -> None:
    target = tmp_path / "s.srt"
    target.write_bytes(b"an earlier take")
    file = SmallFile(target, b"new")
    file.finish()
    file.commit(undoable=True)
    subprocess.run([sys.executable, "-c", SWEEPS, str(tmp_path)], check=True)
    assert target.read_bytes() == b"new"
    file.undo()
    assert target.read_bytes() == b"an earlier take"
    assert os.listdir(tmp_path) == ["s.srt"]


@pytest.mark.parametrize("named", [True, False])
@pytest.mark.parametrize("earlier", [b"", b"an earlier take"])
def test_results_that_cannot_all_be_named_leave_everything_as_it_was(
    tmp_path: Path, named: bool, earlier: bytes
) -> None:
    """A picture's place becomes a folder while the work goes on: after every check."""
    sound, cues, plot = (tmp_path / name for name in ("s-1.wav", "s.srt", "s.png"))
    if earlier:
        cues.write_bytes(earlier)
        if named:
            sound.write_bytes(earlier)
    outputs = Outputs(Wanted(sound, named, False, False, cues, plot), CancelToken())
    outputs.hear(Streamed(tone()))
    outputs.add(cues, b"1")
    outputs.add(plot, b"2")
    plot.mkdir()
    with pytest.raises(ExportError) as caught:
        outputs.commit()
    outputs.abort()
    assert (caught.value.code, str(plot) in caught.value.detail) == ("output-unwritable", True)
    assert cues.exists() == bool(earlier)
    assert sound.exists() == bool(earlier and named)
    assert all(path.read_bytes() == earlier for path in (sound, cues) if path.exists())
    assert parts(tmp_path) == []


def test_results_appear_together_and_nothing_else_stays(tmp_path: Path) -> None:
    sound, cues = tmp_path / "s.wav", tmp_path / "s.srt"
    for earlier in (sound, cues):
        earlier.write_bytes(b"an earlier take")
    outputs = Outputs(Wanted(sound, True, False, False, cues, None), CancelToken())
    outputs.hear(Streamed(tone()))
    outputs.add(cues, b"new")
    assert sound.read_bytes() == cues.read_bytes() == b"an earlier take"
    assert outputs.commit() == sound
    outputs.abort()
    assert soundfile.info(sound).frames == tone().size
    assert cues.read_bytes() == b"new"
    assert sorted(os.listdir(tmp_path)) == ["s.srt", "s.wav"]


SAVER = """
import sys, time
from pathlib import Path
from app.whole_files import write_file
target, until = Path(sys.argv[1]), time.monotonic() + float(sys.argv[2])
while time.monotonic() < until:
    write_file(target, b"whole")
"""


def test_programs_that_save_into_one_folder_do_not_sweep_each_other_away(tmp_path: Path) -> None:
    savers = [
        subprocess.Popen(
            [sys.executable, "-c", SAVER, str(tmp_path / f"file{number}"), "2"],
            stderr=subprocess.PIPE,
        )
        for number in range(6)
    ]
    said = [saver.communicate(timeout=60)[1] for saver in savers]
    assert [saver.returncode for saver in savers] == [0] * 6, said
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"file{n}" for n in range(6)]
