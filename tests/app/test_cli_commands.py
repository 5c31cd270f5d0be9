"""The smaller commands: what they print, and that they are there at once."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from app import checks, cli
from app.checks import Finding
from app.cli import main
from app.commands import emotions
from app.commands.models import taken_elsewhere
from app.settings import BACKENDS, Settings
from engine.models.manifest import load_manifest
from engine.models.resolver import Origin
from engine.values import Deltas
from tests.app.run import PROGRAM, environment, espressivo

FAKE = ("--backend", "fake")


@pytest.fixture(autouse=True)
def own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep what these tests call in this process away from the person's own data."""
    for name, value in environment(tmp_path / "data").items():
        monkeypatch.setenv(name, value)
    monkeypatch.chdir(tmp_path)


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    return capsys.readouterr().out


def data(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> Any:
    found = json.loads(printed(capsys, *arguments, "--json", status=status))
    assert found["schema"].startswith("espressivo.")
    return found


def test_help_is_there_at_once(tmp_path: Path) -> None:
    """Under 0.3 s on an idle machine; CPU time is what a busy one leaves comparable."""
    before = os.times()
    done = espressivo("--help", folder=tmp_path)
    after = os.times()
    assert done.returncode == 0
    spent = after.children_user + after.children_system
    assert spent - before.children_user - before.children_system < 0.6
    for command in cli.COMMANDS:
        assert command.SUMMARY.encode() in done.stdout


def test_every_command_has_help_with_examples_that_parse(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for command in cli.COMMANDS:
        text = printed(capsys, command.NAME, "--help")
        assert "examples:" in text
        assert command.EPILOG.count("espressivo ") >= 1
        for line in command.EPILOG.splitlines()[1:]:
            words = _arguments(line)
            cli.parser().read(words[words.index("espressivo") + 1 :])


def _arguments(line: str) -> list[str]:
    import shlex

    words = shlex.split(line)
    if "|" in words and words[words.index("|") + 1] == "espressivo":
        words = words[words.index("|") + 1 :]
    for mark in ("|", ">"):
        words = words[: words.index(mark)] if mark in words else words
    return words


def test_without_a_command_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys).startswith("usage: espressivo")


def test_the_version_is_the_package_s(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    assert printed(capsys, "--version") == f"espressivo {version('espressivo')}\n"


def test_voices_are_listed_and_filtered(capsys: pytest.CaptureFixture[str]) -> None:
    everything = data(capsys, "voices", *FAKE)["voices"]
    assert {voice["name"] for voice in everything} == set(load_manifest().voices)
    men = data(capsys, "voices", *FAKE, "-l", "en", "-s", "m")["voices"]
    assert {(v["language"][:3], v["sex"]) for v in men} == {("en-", "male")}
    assert any(v["language"] == "en-gb" for v in men)
    british = printed(capsys, "voices", *FAKE, "--language", "en_GB")
    assert "bf_emma" in british
    assert "af_heart" not in british
    assert main(["voices", *FAKE, "-l", "tlh"]) == 0
    assert "there are voices for en-gb, en-us" in capsys.readouterr().err


def test_a_sample_of_a_voice_is_spoken(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert printed(capsys, "voices", "--sample", "bm_george", *FAKE) == "bm_george-1.wav\n"
    assert printed(capsys, "voices", "--sample", "af_heart+af_bella", *FAKE) == "mix-1.wav\n"
    audio, rate = soundfile.read(tmp_path / "bm_george-1.wav")
    assert 1 < len(audio) / rate < 15
    assert np.abs(audio).max() > 0.01


def test_a_prompt_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "emotions", "sad, slowly")
    assert found["mixture"][0]["name"] == "sadness"
    assert len(found["emovec"]) == 128
    assert {match["text"] for match in found["matched"]} >= {"sad", "slowly"}
    assert set(found["deltas"]) == set(emotions.UNITS)
    text = printed(capsys, "emotions", "sad, slowly")
    assert "sadness 100%" in text
    assert "length of vowels: x 1." in text
    nothing = printed(capsys, "emotions", "xyzzy plugh")
    assert "nothing: the line stays neutral" in nothing
    assert "nothing changes" in nothing


def test_every_delta_has_a_name_and_a_unit() -> None:
    assert set(emotions.UNITS) == set(Deltas.__slots__)


def test_a_text_is_shown_as_it_is_read(capsys: pytest.CaptureFixture[str]) -> None:
    text = "It cost $4.50."
    found = data(capsys, "read", text)
    (line,) = found["lines"]
    assert line["text"] == text
    assert "four dollars and fifty cents" in line["spoken"]
    assert all(text[word["start"] : word["end"]] for word in line["words"])
    assert "four dollars and fifty cents" in printed(capsys, "read", text)


def test_backends_say_what_runs_and_why_not(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "backends")
    assert {row["name"] for row in found["backends"]} == set(BACKENDS) - {"auto"}
    assert found["automatic"] == "cpu"
    explained = printed(capsys, "backends", "--explain")
    whole = " ".join(explained.split())
    assert "TensorRT is not installed" in whole
    assert "no NVIDIA driver" in whole
    assert "helps: install NVIDIA's driver 580 or newer; pip" in whole
    assert "chosen automatically: trt and cuda cannot run here" in whole
    assert "chosen automatically" in printed(capsys, "backends")


def test_the_doctor_calls_nothing_ok_that_is_not_here(capsys: pytest.CaptureFixture[str]) -> None:
    main(("doctor", "--json"))  # whether there is a model here does not matter
    checks = json.loads(capsys.readouterr().out)["checks"]
    steps = {row["what"]: row["step"] for row in checks}
    assert steps["backend trt"].endswith("pip install 'tensorrt-cu13>=11,<12'")
    assert "driver 580" in steps["backend cuda"]
    states = {row["what"]: row["state"] for row in checks}
    assert states["backend cpu"] == states["backend fake"] == "ok"
    assert states["backend trt"] == states["backend cuda"] == "none"


def test_what_a_named_folder_lacks_is_told_with_its_place() -> None:
    def origin(file: str, place: str, where: str) -> Origin:
        return Origin(file, place, where, "", "Apache-2.0", "", True)

    folder = Path("/home/me/kokoro")
    here = origin("af_heart.bin", "folder", str(folder))
    voices = [origin(f"{name}.bin", "npm", "kokoro-js@1.2.1") for name in ("af_sky", "am_adam")]
    model = origin("kokoro.onnx", "package", "kokoro-part-1")
    assert taken_elsewhere([here], folder) == []
    assert taken_elsewhere([model, here, *voices], folder) == [
        "/home/me/kokoro does not hold kokoro.onnx: taken from package: kokoro-part-1.",
        "/home/me/kokoro does not hold 2 voices: taken from npm: kokoro-js@1.2.1.",
    ]


def test_licences_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    found = data(capsys, "licences")
    assert {"model", "voices", "package"} <= {part["kind"] for part in found["parts"]}
    assert "Apache-2.0" in printed(capsys, "licences")


def test_the_doctor_finds_a_missing_model_and_says_what_to_do(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = data(capsys, "doctor", status=3)
    assert not found["ok"]
    by_name = {check["what"]: check for check in found["checks"]}
    assert by_name["voice model"]["state"] == "fail"
    assert by_name["voice model"]["step"] == "espressivo models prepare"
    assert by_name["backend cpu"]["state"] == "ok"
    text = printed(capsys, "doctor", status=3)
    assert "fail  voice model: " in text


@pytest.mark.voice
def test_the_doctor_is_content_where_all_is_there(
    capsys: pytest.CaptureFixture[str], prepared_model: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ESPRESSIVO_DATA", str(prepared_model.folder.parent.parent))
    found = data(capsys, "doctor")
    assert found["ok"]
    assert not [check for check in found["checks"] if check["state"] == "fail"]


def test_two_runtimes_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second distribution of the same module, as pip would leave it."""
    extra = tmp_path / "site" / "onnxruntime_gpu-1.22.0.dist-info"
    extra.mkdir(parents=True)
    (extra / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: onnxruntime-gpu\nVersion: 1.22.0\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(extra.parent)
    finding = checks._runtime()
    assert finding == Finding(
        "onnx runtime",
        "fail",
        "onnxruntime and onnxruntime-gpu are both installed and overwrite each other",
        "pip uninstall onnxruntime onnxruntime-gpu, then install one of the two again",
    )


def test_missing_programs_and_space_are_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(data=tmp_path / "no" / "data", file=tmp_path / "settings.toml")
    assert checks._space(settings).state == "ok"
    monkeypatch.setattr(checks, "LEAST_FREE_BYTES", 2**62)
    assert checks._space(settings).state == "warn"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checks._espeak().state == "warn"


def test_bash_completes_commands_options_and_voices(tmp_path: Path) -> None:
    script = espressivo("completion", "bash", folder=tmp_path).stdout.decode()
    (tmp_path / "completion").write_text(script, encoding="utf-8")

    def complete(*words: str) -> list[str]:
        typed = " ".join(f"'{word}'" for word in ("espressivo", *words))
        ask = (
            f"source ./completion; COMP_WORDS=({typed}); COMP_CWORD={len(words)};"
            'f=$(complete -p espressivo | sed "s/.*-F \\([^ ]*\\).*/\\1/"); $f;'
            'printf "%s\\n" "${COMPREPLY[@]}"'
        )
        done = subprocess.run(
            ["bash", "-c", ask], cwd=tmp_path, capture_output=True, text=True, check=True
        )
        return done.stdout.split()

    assert complete("sa") == ["say"]
    assert "--voice" in complete("say", "--vo")
    assert "af_heart" in complete("say", "--voice", "af_h")
    assert complete("say", "--backend", "fa") == ["fake"]
    assert complete("models", "prep") == ["prepare"]


@pytest.mark.parametrize("shell", ["zsh", "fish", "tcsh"])
def test_other_shells_get_a_script(capsys: pytest.CaptureFixture[str], shell: str) -> None:
    text = printed(capsys, "completion", shell)
    assert "espressivo" in text
    assert "--emotion" in text or "emotion" in text


@pytest.mark.voice
def test_models_are_shown_verified_and_a_damaged_one_is_found(
    capsys: pytest.CaptureFixture[str],
    prepared_model: Any,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    import shutil

    models = prepared_model.folder.parent
    copy = tmp_path / "data" / "models"
    copy.mkdir(parents=True)
    shutil.copyfile(models / "current", copy / "current")
    shutil.copytree(prepared_model.folder, copy / prepared_model.folder.name)
    shown = data(capsys, "models")
    assert shown["files"][0]["sha256"].startswith("6e742170d309016e")
    assert "every prepared file" in printed(capsys, "models", "verify")
    with (copy / prepared_model.folder.name / "waveform.onnx").open("r+b") as graph:
        graph.seek(1000)
        graph.write(b"damage")
    found = data(capsys, "models", "verify", status=3)
    assert [flaw["file"] for flaw in found["flaws"]] == ["waveform.onnx"]
    assert "damaged: waveform.onnx" in printed(capsys, "models", "verify", status=3)
    done = espressivo("say", "Hi there.", folder=tmp_path)
    assert done.returncode == 3
    assert done.stderr.startswith(b"espressivo: a file of the voice model is damaged: ")
    assert done.stderr.count(b"\n") == 1


def test_progress_is_shown_on_a_terminal_and_only_there(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    text = "Chair one stood in the hall. " * 250  # several times as long as a bar waits
    env = environment(tmp_path / "data", TERM="xterm", COLUMNS="100")
    with subprocess.Popen(
        [*PROGRAM, "say", text, *FAKE, "-o", "a.wav"], cwd=tmp_path, env=env,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs,
    ) as running:  # fmt: skip
        os.close(theirs)
        seen = b""
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                seen += os.read(ours, 4096)
            except OSError:  # the other end is closed: the program has ended
                break
    os.close(ours)
    assert running.returncode == 0
    assert b"s of sound, line" in seen
    assert "espressivo-1.wav" not in os.listdir(tmp_path)


def test_a_race_needs_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("", "..."):
        assert printed(capsys, "race", text, *FAKE, status=2) == ""


def test_a_race_lists_who_ran_and_who_did_not(capsys: pytest.CaptureFixture[str]) -> None:
    laps = data(capsys, "race", "Hi.", *FAKE)["laps"]
    assert laps[0]["backend"] == "fake"
    assert laps[0]["ran"]
    assert laps[0]["sound_s"] > 0
    assert laps[0]["seconds"].keys() >= {"encode", "duration", "prosody", "waveform"}
    others = {lap["backend"]: lap["reason"] for lap in laps[1:]}
    assert set(others) == set(BACKENDS) - {"auto", "fake"}
    assert "no NVIDIA driver" in others["cuda"]
    assert "TensorRT is not installed" in others["trt"]
    assert others["cpu"].startswith("the voice model is missing")
