"""Two heads side by side: who is on which side, records apart, and the way back."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app import cli
from engine.backends.fake import FakeBackend
from engine.build import ROLLOUT, build_engine
from engine.cache.eviction import Limits
from engine.cache.rollout import CANDIDATE, STABLE, WINDOW_S, Rollout, Watch, read, write
from engine.emotion.by_head import HeadUnderstander
from engine.emotion.head import NOTHING
from engine.emotion.training import make
from engine.emotion.training.sources import classes
from engine.errors import BackendFailed, InputError
from engine.values import Direction, RenderRequest
from tests.emotion.test_head import SHAPES

LIMITS = Limits(clarity=0.0, strength=0.0)
LINE = RenderRequest("Who left this open?", direction=Direction("a widow alone at the table"))


@pytest.fixture(scope="module")
def head(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A head with drawn weights, which understands nothing well and everything otherwise."""
    rng = np.random.default_rng(4)
    arrays = {
        name: (rng.standard_normal(shape) / np.sqrt(shape[0])).astype(np.float16)
        for name, shape in SHAPES.items()
    }
    file = tmp_path_factory.mktemp("head") / "head.onnx"
    make.write(arrays | {"names": np.array(classes())}, file)
    return file


def test_a_projects_side_is_its_own_and_stays() -> None:
    rollout = Rollout("h", share=0.2, salt="s")
    names = [f"project {n}" for n in range(2000)]
    on = [name for name in names if rollout.side(name) == CANDIDATE]
    assert 0.17 < len(on) / len(names) < 0.23
    assert on == [name for name in names if replace(rollout).side(name) == CANDIDATE]
    assert on != [n for n in names if replace(rollout, salt="t").side(n) == CANDIDATE]
    more = replace(rollout, share=0.5)
    assert all(more.side(name) == CANDIDATE for name in on)  # who was on it stays on it
    assert rollout.side("") == STABLE
    chosen = rollout.choosing("p", CANDIDATE).choosing("q", STABLE).choosing("p", STABLE)
    assert chosen.chosen == (("q", STABLE), ("p", STABLE))
    assert rollout.choosing(on[0], STABLE).side(on[0]) == STABLE
    assert rollout.choosing(on[0], STABLE).choosing(on[0], "").side(on[0]) == CANDIDATE
    assert replace(chosen.choosing("p", CANDIDATE), ended="why").side("p") == STABLE
    for project, side in (("p", "left"), ("", STABLE)):
        with pytest.raises(InputError):
            rollout.choosing(project, side)


def test_the_file_is_read_as_written_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / ROLLOUT
    assert read(path) is None
    rollout = Rollout("h", 0.25, "s", (("p", CANDIDATE),), "")
    write(path, rollout)
    assert read(path) == rollout
    good = json.loads(path.read_text())
    for harm in (
        {"share": 2},
        {"share": "much"},
        {"chosen": [["p", "left"]]},
        {"chosen": [["p"]]},
        {"chosen": 4},
    ):
        path.write_text(json.dumps(good | harm))
        assert read(path) is None, harm
    for text in ("", "[]", "{}", "{"):
        path.write_text(text)
        assert read(path) is None


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("hits", "misses", "errors", "over"),
    [(70, 24, 6, True), (90, 4, 6, False), (80, 20, 4, False), (10, 5, 4, False)],
)
def test_it_is_over_when_hits_and_errors_are_both_bad(
    hits: int, misses: int, errors: int, over: bool
) -> None:
    clock = Clock()
    watch = Watch(clock)
    seen = ["hit"] * hits + ["miss"] * misses + ["error"] * errors
    assert not any(watch.note(what) for what in seen)  # not yet three minutes
    clock.now += WINDOW_S - 1
    assert not watch.note("hit")
    clock.now += 1
    assert bool(watch.note("hit")) == over
    clock.now += WINDOW_S + 1
    assert not watch.note("miss")  # all that was bad is past


def project_of(rollout: Rollout, side: str) -> str:
    return next(f"p{n}" for n in range(999) if rollout.side(f"p{n}") == side)


def test_each_side_has_its_own_emotions_and_takes(tmp_path: Path, head: Path) -> None:
    rollout = Rollout(str(head), 0.5)
    write(tmp_path / ROLLOUT, rollout)
    stable, candidate = (project_of(rollout, side) for side in (STABLE, CANDIDATE))
    with build_engine(tmp_path, "fake", limits=LIMITS, project=candidate) as engine:
        theirs = engine.renderer.render(LINE)
        assert engine.renderer.render(LINE).provenance.cache == "hit"
        engine.work_for(stable)
        ours = engine.renderer.render(LINE)
        assert ours.provenance.cache == "miss: no record"
        engine.work_for(candidate)
        assert engine.renderer.render(LINE).provenance.cache == "hit"
    assert theirs.provenance.head != ours.provenance.head
    assert theirs.emotion.deltas != ours.emotion.deltas
    assert list((tmp_path / "takes-of-candidate").rglob(f"{theirs.key}.take"))
    assert list((tmp_path / "takes").rglob(f"{ours.key}.take"))
    assert len(list((tmp_path / "emotion").glob("*.emo"))) == 2
    (tmp_path / ROLLOUT).unlink()
    with build_engine(tmp_path, "fake", limits=LIMITS, project=candidate) as engine:
        assert engine.renderer.render(LINE).provenance.cache == "hit"
        assert engine.sides is None


def test_a_bad_candidate_is_put_back_and_that_is_told(tmp_path: Path, head: Path) -> None:
    """Every fourth line fails, none was made before: over three minutes that is enough."""
    clock = Clock()
    rollout = Rollout(str(head)).choosing("p", CANDIDATE)
    write(tmp_path / ROLLOUT, rollout)
    with build_engine(tmp_path, "fake", limits=LIMITS, project="p") as engine:
        assert isinstance(engine.backend, FakeBackend)
        assert engine.sides is not None
        engine.sides._watch = Watch(clock)  # three minutes pass at once
        version = engine.renderer.render(LINE).provenance.head
        told: list[str] = []
        for number in range(32):
            clock.now += 8.0
            line = replace(LINE, text=f"This is line {number}.")
            if number % 4 == 3:
                engine.backend.fail_next("out of memory")
                with pytest.raises(BackendFailed):
                    engine.renderer.render(line)
            else:
                told += [remark.code for remark in engine.renderer.render(line).remarks]
            if engine.sides.side == STABLE:
                break
        for _ in range(2):
            again = engine.renderer.render(LINE)
            told += [remark.code for remark in again.remarks]
        assert told.count("rollout-ended") == 1
        assert again.provenance.head != version
        ended = read(tmp_path / ROLLOUT)
        assert ended is not None
        assert ended.ended.startswith("hits 0%")
        engine.work_for("p")
        assert engine.renderer.render(LINE).provenance.head == again.provenance.head
    with build_engine(tmp_path, "fake", limits=LIMITS, project="p") as engine:
        assert engine.sides is None


def test_a_head_that_is_not_there_is_told(tmp_path: Path) -> None:
    write(tmp_path / ROLLOUT, Rollout(str(tmp_path / "none.npz"), 1.0))
    with build_engine(tmp_path, "fake", limits=LIMITS, project="p") as engine:
        assert [remark.code for remark in engine.remarks] == ["rollout-ended"]
        assert engine.renderer.render(LINE).audio is not None


def test_a_rollout_stopped_by_another_program_is_over(tmp_path: Path, head: Path) -> None:
    path = tmp_path / ROLLOUT
    write(path, Rollout(str(head)).choosing("p", CANDIDATE))
    with build_engine(tmp_path, "fake", limits=LIMITS, project="p") as engine:
        assert engine.sides is not None
        assert engine.sides.side == CANDIDATE
        path.unlink()
        engine.work_for("p")
        assert engine.sides.side == STABLE


def test_a_head_understands_whole_prompts(head: Path) -> None:
    understander = HeadUnderstander(head)
    assert understander.understand(" ").deltas.is_identity
    heard = [understander.understand(f"prompt number {n}, sadly") for n in range(12)]
    known = [emotion for emotion in heard if not emotion.remarks]
    assert known
    for emotion in known:
        assert len(emotion.mixture) == 3
        assert NOTHING not in dict(emotion.mixture)
        assert -1 <= emotion.valence <= 1
        assert not emotion.emovec.flags.writeable
    with pytest.raises(InputError):
        understander.understand("x" * 6000)


def test_the_command_starts_chooses_shows_and_stops(
    tmp_path: Path, head: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ESPRESSIVO_DATA", str(tmp_path))

    def ran(*words: str) -> tuple[int, str]:
        status = cli.main(["cache", "rollout", *words])
        said = capsys.readouterr()
        return status, said.out + said.err

    assert ran() == (0, "no rollout runs\n")
    assert ran("--project", "p", "--side", "candidate")[0] == 2
    assert ran("--start", str(tmp_path / "none"))[0] == 2
    assert ran("--start", str(head), "--share", "1.5")[0] == 2
    status, said = ran("--start", str(head), "--share", "0.25")
    assert status == 0
    assert "25% of the projects" in said
    status, said = ran("--project", "p", "--side", "candidate")
    assert "project    p: candidate, not asked yet" in said
    with build_engine(tmp_path, "fake", limits=LIMITS, project="p") as engine:
        engine.renderer.render(LINE)
    status, said = ran("--json")
    told = json.loads(said)["rollout"]
    assert (told["share"], told["ended"]) == (0.25, "")
    assert told["projects"] == [{"project": "p", "side": "candidate", "hit_rate": 0.0}]
    status, said = ran("--project", "p", "--side", "hash")
    assert "p: candidate" not in said or Rollout("", 0.25, head.name).side("p") == CANDIDATE
    write(tmp_path / ROLLOUT, Rollout("h", ended="hits 1%"))
    assert "ended      hits 1%" in ran()[1]
    assert cli.main(["cache", "verify"]) == 0
    assert cli.main(["cache", "clear"]) == 0
    assert "takes      1 removed" in capsys.readouterr().out
    assert ran("--stop") == (0, "no rollout runs\n")
    assert json.loads(ran("--json")[1])["rollout"] is None
