"""Preparing the voice model: once, whole, by one process, and found again."""

from __future__ import annotations

import json
import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from engine.build import build_voices
from engine.cancel import CancelToken
from engine.errors import Cancelled, MissingModel
from engine.models.prepare import RETIRED_KEEP_S, adopt, prepare
from engine.models.prepared import (
    PREPARATION_VERSION,
    STAGE_NAMES,
    Flaw,
    load_prepared,
    model_hash_of,
    verify,
)
from engine.models.resolver import Sources
from engine.voices import VoiceBank
from tests.engine.preparing import start
from tests.engine.tiny_export import write_folder


def steps_of(source: Path | None, data: Path) -> list[str]:
    steps: list[str] = []
    prepare(Sources(source), data, progress=lambda step, _: steps.append(step))
    return steps


def was_built(steps: list[str]) -> bool:
    return any(step.startswith("rewrite") for step in steps)


def test_preparing_makes_four_stages_and_the_voices_and_loading_finds_them(
    source: Path, data: Path
) -> None:
    shares: list[float] = []
    made = prepare(Sources(source), data, progress=lambda _, share: shares.append(share))
    assert load_prepared(data) == made
    for name in STAGE_NAMES:
        assert made.stage(name).stat().st_size > 0
    assert {path.name for path in made.voices.iterdir()} == {"af_tiny.bin", "bm_tiny.bin"}
    assert made.preparation == PREPARATION_VERSION
    assert [origin.file for origin in made.origins] == ["tiny.onnx", "af_tiny.bin", "bm_tiny.bin"]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert verify(data, deep=True) == ()
    assert not list((data / "models").glob("work-*"))


def test_a_second_preparation_builds_nothing(source: Path, data: Path) -> None:
    assert was_built(steps_of(source, data))
    assert not was_built(steps_of(source, data))
    assert not was_built(steps_of(None, data))  # and needs no source either


def test_nothing_prepared_is_a_missing_model(data: Path) -> None:
    for ask in (load_prepared, lambda folder: verify(folder, deep=False)):
        with pytest.raises(MissingModel) as caught:
            ask(data)
        assert (caught.value.code, caught.value.hint) == ("model-missing", "models prepare")
    assert not data.exists()


def test_another_source_replaces_the_first_and_has_another_hash(
    source: Path, data: Path, tmp_path: Path
) -> None:
    first = prepare(Sources(source), data)
    second = prepare(Sources(write_folder(tmp_path / "other", seed=1)), data)
    assert second.model_hash != first.model_hash
    assert second.voices_hash == first.voices_hash
    assert load_prepared(data) == second


def test_a_replaced_preparation_stays_a_day_for_those_who_have_it_open(
    source: Path, data: Path, tmp_path: Path
) -> None:
    first = prepare(Sources(source), data)
    opened = VoiceBank(first.voices)
    other = write_folder(tmp_path / "other", seed=1)
    second = prepare(Sources(other), data)
    assert opened.table("bm_tiny").shape == (510, 256)
    assert all(first.stage(name).exists() for name in STAGE_NAMES)
    opened.close()
    assert prepare(Sources(source), data) == first
    assert not (first.folder / "retired").exists()
    prepare(Sources(other), data)
    marker = first.folder / "retired"
    long_ago = time.time() - RETIRED_KEEP_S - 60
    os.utime(marker, (long_ago, long_ago))
    assert not was_built(steps_of(None, data))
    assert not first.folder.exists()
    assert load_prepared(data) == second


def test_the_model_hash_follows_the_preparation_version() -> None:
    assert model_hash_of("00", PREPARATION_VERSION) == model_hash_of("00")
    assert model_hash_of("00", PREPARATION_VERSION + 1) != model_hash_of("00")


def test_a_preparation_by_another_version_is_made_again(source: Path, data: Path) -> None:
    made = prepare(Sources(source), data)
    manifest = made.folder / "manifest.json"
    listing = json.loads(manifest.read_bytes())
    listing["preparation"] += 1
    manifest.write_text(json.dumps(listing))
    with pytest.raises(MissingModel) as caught:
        load_prepared(data)
    assert caught.value.code == "model-missing"
    assert was_built(steps_of(source, data))
    assert load_prepared(data) == made


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def empty(path: Path) -> None:
    path.write_bytes(b"")


def remove(path: Path) -> None:
    path.unlink()


def flip_a_byte(path: Path) -> None:
    """Change the content, and the time with it, as any ordinary write does."""
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 0x40
    path.write_bytes(content)
    os.utime(path, ns=(1, 1))


@pytest.mark.parametrize("damage", [cut, empty, remove, flip_a_byte])
@pytest.mark.parametrize("file", ["encode.onnx", "waveform.onnx"])
def test_a_damaged_file_is_found_at_loading_and_built_again(
    source: Path, data: Path, file: str, damage
) -> None:  # type: ignore[no-untyped-def]
    made = prepare(Sources(source), data)
    sound = (made.folder / file).read_bytes()
    damage(made.folder / file)
    with pytest.raises(MissingModel) as caught:
        load_prepared(data)
    assert caught.value.code == "model-damaged"
    assert file in caught.value.detail
    assert [flaw.file for flaw in verify(data, deep=False)] == [file]
    assert was_built(steps_of(source, data))
    assert load_prepared(data) == made
    assert (made.folder / file).read_bytes() == sound


@pytest.mark.parametrize("damage", [cut, empty, remove, flip_a_byte])
def test_a_damaged_voice_is_told_and_keeps_no_other_from_speaking(
    source: Path, data: Path, damage
) -> None:  # type: ignore[no-untyped-def]
    made = prepare(Sources(source), data)
    damage(made.voices / "af_tiny.bin")
    assert [flaw.file for flaw in load_prepared(data).flawed_voices] == ["voices/af_tiny.bin"]
    voices = build_voices(data)
    assert voices.names() == ("bm_tiny",)
    assert voices.row(voices.parse_mix("bm_tiny"), 9).shape == (256,)
    with pytest.raises(MissingModel, match="af_tiny") as caught:
        voices.parse_mix("af_tiny+bm_tiny")
    assert caught.value.code == "model-damaged"
    voices.close()
    damage(made.voices / "bm_tiny.bin")
    with pytest.raises(MissingModel, match="bm_tiny"):
        load_prepared(data)
    assert was_built(steps_of(source, data))
    assert load_prepared(data) == made


def test_damage_that_keeps_size_and_time_is_found_by_the_deep_check_and_repaired(
    source: Path, data: Path
) -> None:
    made = prepare(Sources(source), data)
    before = made.waveform.stat()
    content = bytearray(made.waveform.read_bytes())
    content[-100] ^= 1
    made.waveform.write_bytes(content)
    os.utime(made.waveform, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert verify(data, deep=False) == ()
    assert verify(data, deep=True) == (Flaw("waveform.onnx", "its content has changed"),)
    assert was_built(steps_of(source, data))
    assert verify(data, deep=True) == ()


BROKEN = [
    b"",
    b"\xff\xfe\x00",
    b"{}",
    b"[1]",
    b"null",
    b"../../etc",
    b'{"preparation": 2, "model_hash": "", "voices_hash": "", "origins": [], "files": {}}',
    b'{"preparation": 2, "model_hash": "", "voices_hash": "", "origins": [1], "files": {}}',
    b'{"preparation": 2, "model_hash": "", "voices_hash": "", "origins": [], "files": {"a": 1}}',
]


@pytest.mark.parametrize("file", ["models/current", "manifest.json"])
@pytest.mark.parametrize("content", BROKEN)
def test_broken_bookkeeping_is_reported_and_repaired(
    source: Path, data: Path, file: str, content: bytes
) -> None:
    made = prepare(Sources(source), data)
    (data / file if "/" in file else made.folder / file).write_bytes(content)
    with pytest.raises(MissingModel):
        load_prepared(data)
    steps_of(source, data)
    assert load_prepared(data) == made


def test_a_copied_cache_is_accepted_though_its_times_differ(
    source: Path, data: Path, tmp_path: Path
) -> None:
    made = prepare(Sources(source), data)
    copy = tmp_path / "copy"
    shutil.copytree(data, copy, copy_function=shutil.copyfile)
    assert load_prepared(copy).model_hash == made.model_hash


@pytest.mark.parametrize(
    "step",
    [
        "find-model",
        "find-voices",
        "read",
        "rewrite-encode",
        "rewrite-waveform",
        "quicken-waveform",
        "check",
        "ready",
    ],
)
def test_after_a_kill_at_any_step_the_next_run_works(source: Path, data: Path, step: str) -> None:
    with start(source, data, step, "kill") as run:
        assert run.wait() == -signal.SIGKILL
    if step != "ready":
        with pytest.raises(MissingModel):
            load_prepared(data)
    made = prepare(Sources(source), data)
    assert verify(data, deep=True) == ()
    kept = {made.folder.name, "current", "prepare.lock"}
    assert {path.name for path in (data / "models").iterdir()} == kept


def test_two_processes_prepare_once_and_the_second_waits(
    source: Path, data: Path, tmp_path: Path
) -> None:
    gate = tmp_path / "gate"
    first = start(source, data, "rewrite-duration", str(gate))
    assert first.stdout is not None
    while first.stdout.readline().strip() != "rewrite-duration":
        assert first.poll() is None
    second = start(source, data, "none", "")
    assert second.stdout is not None
    assert second.stdout.readline().strip() == "wait"
    gate.touch()
    seconds, firsts = second.communicate()[0].split(), first.communicate()[0].split()
    assert (first.returncode, second.returncode) == (0, 0)
    assert "rewrite-waveform" in firsts
    assert not was_built(seconds)
    assert firsts[-1] == seconds[-1] == str(load_prepared(data).folder)


def test_a_cancelled_preparation_leaves_nothing_and_the_next_works(
    source: Path, data: Path
) -> None:
    for wanted in ("find-voices", "rewrite-prosody", "check"):
        token = CancelToken()

        def cancel_at(step: str, _: float, token: CancelToken = token, at: str = wanted) -> None:
            if step == at:
                token.cancel()

        with pytest.raises(Cancelled):
            prepare(Sources(source), data, progress=cancel_at, token=token)
        assert {path.name for path in (data / "models").iterdir()} <= {"prepare.lock"}
    assert prepare(Sources(source), data) == load_prepared(data)


def test_waiting_for_another_process_can_be_cancelled(source: Path, data: Path) -> None:
    holder = start(source, data, "read", str(data / "never"))
    try:
        assert holder.stdout is not None
        while holder.stdout.readline().strip() != "read":
            assert holder.poll() is None
        token = CancelToken()
        begun = time.monotonic()
        with pytest.raises(Cancelled):
            prepare(Sources(source), data, token=token, progress=lambda *_: token.cancel())
        assert time.monotonic() - begun < 5
    finally:
        holder.kill()
        holder.communicate()


def test_a_prepared_folder_is_taken_over_whole(source: Path, data: Path, tmp_path: Path) -> None:
    theirs = prepare(Sources(source), tmp_path / "theirs")
    said: list[tuple[str, float]] = []
    mine = adopt(tmp_path / "theirs", data, progress=lambda *step: said.append(step))
    assert [share for step, share in said if step == "copy"] == sorted(share for _, share in said)
    assert said[-1] == ("copy", 1.0)
    assert mine.folder == data / "models" / theirs.folder.name
    assert verify(data, deep=True) == ()
    assert not list((data / "models").glob("work-*/"))


def test_a_copy_that_is_not_wanted_any_more_leaves_nothing(
    source: Path, data: Path, tmp_path: Path
) -> None:
    prepare(Sources(source), tmp_path / "theirs")
    token = CancelToken()
    with pytest.raises(Cancelled):
        adopt(tmp_path / "theirs", data, progress=lambda *_step: token.cancel(), token=token)
    assert [path.name for path in (data / "models").iterdir()] == ["prepare.lock"]


def test_a_damaged_prepared_folder_is_not_taken_over(
    source: Path, data: Path, tmp_path: Path
) -> None:
    theirs = prepare(Sources(source), tmp_path / "theirs")
    voice = next((theirs.folder / "voices").iterdir())
    voice.write_bytes(b"no voice")
    with pytest.raises(MissingModel) as caught:
        adopt(tmp_path / "theirs", data)
    assert caught.value.code == "model-damaged"
    assert not data.exists()
