"""Packs: what goes out comes in elsewhere, and nothing is taken of one that is not sound."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from app.cli import main
from app.packs import by_settings, make, presets_of, take
from app.project.own_presets import change, own_presets
from app.project.values import Preset
from app.settings import load
from engine.build import build_engine, build_understander, emotion_table
from engine.cache.emotions import entry_of, head_of
from engine.cache.packs import Pack, read_pack
from engine.errors import InputError
from engine.keys import key_of
from engine.plan_store import plan_arrays, plan_meta
from engine.record_file import read_record, write_record
from engine.values import Direction, Plan, RenderRequest

TENDER = Preset("Tender", Direction("with gentle concern", 0.7))
STERN = Preset("Stern", Direction("cold anger", 1.2))


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two emotions, two plans and two presets."""
    folder = tmp_path / "data"
    at_home(folder, monkeypatch)
    with build_engine(folder, "fake") as engine:
        for prompt in ("sad", "angry"):
            line = RenderRequest("The parcel came today.", direction=Direction(prompt))
            engine.renderer.render(line)
    change(folder, (), (TENDER, STERN))
    return folder


def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESPRESSIVO_DATA", str(folder))
    monkeypatch.setenv("ESPRESSIVO_SETTINGS", str(folder / "none.toml"))


def ran(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    status = main(["cache", *arguments])
    return status, capsys.readouterr().out


def test_packs_go_out_and_in(
    data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pack = tmp_path / "my.pack"
    named = ("export", str(pack), "--licence", "CC0-1.0", "--author")
    everything = ("--what", "emotions, presets,plans")
    status, said = ran(capsys, *named, "A", *everything)
    assert (status, said) == (0, f"2 emotions, 2 presets, 2 plans written to {pack}\n")
    assert ran(capsys, *named, " ")[0] == 2
    assert ran(capsys, *named, "A\x1b[2J")[0] == 2
    assert ran(capsys, *named, "A", "--what", "sounds")[0] == 2
    other = tmp_path / "other"
    at_home(other, monkeypatch)
    other.mkdir()
    own = Preset("Stern", Direction("stern"))
    change(other, (), (own,))
    status, said = ran(capsys, "import", str(pack))
    assert (status, said) == (0, "2 emotions, 1 preset, 2 plans by A, under CC0-1.0\n")
    understander = build_understander()
    found = emotion_table(other, understander).get(key_of("prompt", "sad"))
    assert found is not None
    assert found.emovec.tobytes() == understander.understand("sad").emovec.tobytes()
    assert own_presets(other) == (own, TENDER)  # what is there stays as it is
    with build_engine(other, "fake") as engine:
        line = RenderRequest("The parcel came today.", direction=Direction("sad"))
        drawn = engine.renderer.plan(line)
        assert drawn.provenance.cache == "hit"
        spoken = engine.renderer.render(line)
        assert spoken.provenance.cache == "miss: no record"
        assert spoken.plan.f0.tobytes() == drawn.plan.f0.tobytes()
    assert ran(capsys, "import", str(tmp_path / "none"))[0] == 2
    assert ran(capsys, *named[:1], str(tmp_path), *named[2:], "A")[0] == 5  # a folder


def test_a_pack_may_have_presets_alone(data: Path, tmp_path: Path) -> None:
    pack = make(by_settings(load(os.environ)), tmp_path / "p", "A", "L", "presets")
    assert (len(pack.entries), len(pack.plans)) == (0, 0)
    assert presets_of(read_pack("another head", tmp_path / "p")) == (TENDER, STERN)
    assert presets_of(Pack("A", "L")) == ()


def good_emotions() -> tuple[dict[str, Any], np.ndarray]:
    understander = build_understander()
    entry = entry_of(understander.understand("sad"))
    meta = {
        "pack": 1, "author": "A", "licence": "L", "head": head_of(understander.version),
        "keys": ["ab" * 16], "words": [entry.words.decode()],
    }  # fmt: skip
    return meta, entry.emovec[None]


def test_emotions_are_checked_before_anything_is_taken(tmp_path: Path) -> None:
    good, vectors = good_emotions()
    loud = json.loads(good["words"][0])
    loud["deltas"]["energy_db"] = 90.0
    wrong = json.loads(good["words"][0])
    wrong["deltas"]["energy_db"] = "loud"
    sure = json.loads(good["words"][0])
    sure["confidence"] = "very"
    file = tmp_path / "pack"
    for harm, emovecs in (
        ({"pack": 2}, vectors),
        ({"author": ""}, vectors),
        ({"author": "A" * 300}, vectors),
        ({"licence": "L\n"}, vectors),
        ({"licence": 4}, vectors),
        ({"head": "other"}, vectors),
        ({"keys": 3}, vectors),
        ({"presets": 3}, vectors),
        ({}, vectors[:, :64]),
        ({}, vectors + 9),
        ({}, vectors * np.nan),
        ({"keys": [4]}, vectors),
        ({"keys": ["../../../../../../../../../../.x"]}, vectors),
        ({"words": ["{}"]}, vectors),
        ({"words": [json.dumps(loud)]}, vectors),
        ({"words": [json.dumps(wrong)]}, vectors),
        ({"words": [json.dumps(sure)]}, vectors),
    ):
        write_record(file, good | harm, {"emovecs": emovecs.astype(np.float32)})
        with pytest.raises(InputError, match="pack-unusable"):
            read_pack(good["head"], file)
    file.write_bytes(b"import os")
    with pytest.raises(InputError, match="pack-unusable"):
        read_pack(good["head"], file)
    write_record(file, good, {"emovecs": vectors})
    assert len(read_pack(good["head"], file).entries) == 1
    assert read_record(file)[0]["author"] == "A"


@pytest.fixture(scope="module")
def plan() -> Plan:
    with build_engine(None, "fake") as engine:
        return engine.renderer.plan(RenderRequest("Who left this open?")).plan


def packed(file: Path, plan: Plan, told: object, arrays: dict[str, Any]) -> None:
    meta = {"pack": 1, "author": "A", "licence": "L", "head": "", "keys": [], "words": []}
    own = {f"0.{name}": array for name, array in (plan_arrays(plan) | arrays).items()}
    empty = np.zeros((0, 128), np.float32)
    write_record(file, meta | {"plans": told}, {"emovecs": empty} | own)


def test_plans_are_checked_before_anything_is_taken(tmp_path: Path, plan: Plan) -> None:
    file, good = tmp_path / "pack", {"key": "ab" * 16, **plan_meta(plan)}
    packed(file, plan, [good], {})
    ((key, found),) = read_pack("", file).plans
    assert key == good["key"]
    assert found.f0.tobytes() == plan.f0.tobytes()
    deltas = dict(good["deltas"])  # type: ignore[call-overload]
    for harm in (
        {"key": "../../x"},
        {"key": 4},
        {"samples": -1},
        {"samples": "many"},
        {"deltas": deltas | {"energy_db": 90.0}},
        {"deltas": deltas | {"energy_db": "loud"}},
        {"deltas": 4},
        {"units": [[3, 1]]},
        {"units": [["a", "b"]]},
        {"word_times": [[0.0, float("nan")]]},
        {"pauses": 4},
        {"remarks": [{"code": 4, "subject": "a", "detail": "b"}]},
    ):
        packed(file, plan, [good | harm], {})
        with pytest.raises(InputError, match="a plan cannot be read"):
            read_pack("", file)
    for arrays in (
        {"f0": plan.f0[:-1]},
        {"f0": plan.f0 * np.nan},
        {"f0": plan.f0.astype(np.float64)},
        {"gain_db": plan.gain_db + np.float32(1e6)},
        {"style": plan.style[:9]},
        {"tokens": plan.tokens[:-1]},
        {"durations": -plan.durations},
        {"durations": plan.durations + 2**40},
        {"durations": plan.durations.astype(np.int32)},
        {"tokens": plan.tokens[None], "durations": plan.durations[None]},
    ):
        packed(file, plan, [good], arrays)
        with pytest.raises(InputError, match="a plan cannot be read"):
            read_pack("", file)
    for told in (4, [4], [{}], [good, good]):
        packed(file, plan, told, {})
        with pytest.raises(InputError, match="a plan cannot be read"):
            read_pack("", file)


def test_presets_are_checked_before_anything_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at_home(tmp_path / "data", monkeypatch)
    good, vectors = good_emotions()
    for text in ("{", "[]", '{"espressivo-project": 99}', "import os"):
        write_record(tmp_path / "p", good | {"presets": text}, {"emovecs": vectors})
        with pytest.raises(InputError, match="pack-unusable"):
            take(by_settings(load(os.environ)), tmp_path / "p")
    assert len(emotion_table(tmp_path / "data", build_understander())) == 0
