"""Unsaved work: there in time, whole whatever happens, offered only when it is needed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

from app.project import recent
from app.project.autosave import LATEST_S, QUIET_S, TICK_S, Autosave, forget, lost_work
from app.project.file import load, save
from app.project.values import Project, set_text
from engine.errors import InputError

KILLS = 12
MOST_LOST_S = 5.0
ROOT = Path(__file__).resolve().parents[2]


def abandon(autosave: Autosave) -> None:
    """End as a killed process does: the lock is free, the files stay."""
    autosave._lock.release()


def texts(project: Project) -> list[str]:
    return [line.text for line in project.lines]


def test_nothing_is_written_before_an_edit(tmp_path: Path, project: Project) -> None:
    autosave = Autosave(tmp_path, "s1")
    assert not autosave.tick(project, 1000.0, 0.0)
    autosave.close()
    assert not list(tmp_path.joinpath("recovery").iterdir())


def test_a_pause_writes_and_endless_edits_are_written_in_time(
    tmp_path: Path, project: Project
) -> None:
    autosave = Autosave(tmp_path, "s1")
    autosave.edited(10.0)
    assert not autosave.tick(project, 10.0 + QUIET_S - 0.1, 0.0)
    assert autosave.tick(project, 10.0 + QUIET_S, 0.0)
    assert not autosave.tick(project, 20.0, 0.0)
    now, first = 30.0, 30.0
    while True:
        autosave.edited(now)
        if autosave.tick(project, now, 0.0):
            break
        now += TICK_S
    assert now - first <= LATEST_S
    autosave.close()


def test_what_a_killed_studio_had_is_found(tmp_path: Path, project: Project) -> None:
    autosave = Autosave(tmp_path, "s1")
    autosave.belongs(tmp_path / "a.espressivo", "stamp")
    autosave.write(project, 1.0)
    edited = set_text(project, "l1", "Later. 😀")
    autosave.write(edited, 2.0)
    assert lost_work(tmp_path) == ()
    abandon(autosave)
    (lost,) = lost_work(tmp_path)
    assert lost.project == edited
    assert (lost.path, lost.stamp, lost.written) == (tmp_path / "a.espressivo", "stamp", 2.0)
    forget(lost)
    assert lost_work(tmp_path) == ()
    assert not lost.folder.exists()


@pytest.mark.parametrize("keep", [0, 1, 50, -1, -20])
def test_a_torn_write_falls_back_to_the_one_before(
    tmp_path: Path, project: Project, keep: int
) -> None:
    autosave = Autosave(tmp_path, "s1")
    autosave.write(project, 1.0)
    autosave.write(set_text(project, "l1", "Torn."), 2.0)
    abandon(autosave)
    newest = autosave.folder / "b"
    newest.write_bytes(newest.read_bytes()[:keep])
    (lost,) = lost_work(tmp_path)
    assert lost.project == project


def test_only_ruins_are_no_work(tmp_path: Path, project: Project) -> None:
    autosave = Autosave(tmp_path, "s1")
    autosave.write(project, 1.0)
    abandon(autosave)
    for content in (b"", b"\xff\n", b"[]\n{}", b"{}\n{}", b"7", autosave.folder.name.encode()):
        autosave.folder.joinpath("a").write_bytes(content)
        assert lost_work(tmp_path) == ()
        autosave.folder.mkdir(exist_ok=True)
    assert lost_work(tmp_path / "none") == ()


def test_what_was_saved_is_not_offered(tmp_path: Path, project: Project) -> None:
    path = tmp_path / "a.espressivo"
    autosave = Autosave(tmp_path, "s1")
    autosave.edited(0.0)
    autosave.write(project, 1.0)
    autosave.belongs(path, save(project, path))
    autosave.saved()
    abandon(autosave)
    assert lost_work(tmp_path) == ()
    died_in_between = Autosave(tmp_path, "s2")
    died_in_between.belongs(path, "")
    died_in_between.write(project, 1.0)
    abandon(died_in_between)
    assert lost_work(tmp_path) == ()
    path.unlink()
    other = Autosave(tmp_path, "s3")
    other.belongs(path, "")
    other.write(project, 1.0)
    abandon(other)
    assert len(lost_work(tmp_path)) == 1


def test_the_newest_comes_first(tmp_path: Path, project: Project) -> None:
    for number in (1, 3, 2):
        autosave = Autosave(tmp_path, f"s{number}")
        autosave.write(project, float(number))
        abandon(autosave)
    assert [lost.written for lost in lost_work(tmp_path)] == [3.0, 2.0, 1.0]


def test_a_place_that_cannot_be_written_is_told_and_tried_again(
    tmp_path: Path, project: Project
) -> None:
    blocked = tmp_path / "recovery"
    blocked.write_text("a file where the folder should be", encoding="utf-8")
    autosave = Autosave(tmp_path, "s1")
    assert autosave.failure
    autosave.edited(0.0)
    assert not autosave.tick(project, 10.0, 0.0)
    assert "recovery" in autosave.failure
    blocked.unlink()
    assert autosave.tick(project, 11.0, 0.0)
    assert not autosave.failure
    abandon(autosave)
    assert len(lost_work(tmp_path)) == 1


def test_a_folder_that_was_taken_away_is_made_again(tmp_path: Path, project: Project) -> None:
    autosave = Autosave(tmp_path, "s1")
    for left in autosave.folder.iterdir():
        left.unlink()
    autosave.folder.rmdir()
    assert autosave.write(project, 1.0)
    assert lost_work(tmp_path) == ()
    abandon(autosave)
    assert len(lost_work(tmp_path)) == 1


def test_killed_at_any_moment_it_loses_little_and_damages_nothing(tmp_path: Path) -> None:
    """Studios are killed while they edit; the loss of each is printed.

    They start together and are killed one after another, which saves time.
    """
    chance = random.Random(7)
    file = tmp_path / "killed.espressivo"
    waits = sorted(chance.uniform(0.3, 5.0) for _ in range(KILLS))
    studios = []
    for number in range(KILLS):
        data, journal = tmp_path / f"data{number}", tmp_path / f"journal{number}"
        own = file.with_stem(f"killed{number}")
        pace = "hurry" if number % 2 else "usual"
        command = [sys.executable, "-m", "tests.studio.killed_studio", data, journal, own, pace]
        studios.append((subprocess.Popen(list(map(str, command)), cwd=ROOT), data, journal, own))
    while not all(journal.exists() for _, _, journal, _ in studios):
        time.sleep(0.02)
    began = time.monotonic()
    losses = []
    for wait, (process, data, journal, own) in zip(waits, studios, strict=True):
        time.sleep(max(0.0, began + wait - time.monotonic()))
        assert process.poll() is None, "it ended by itself"
        process.kill()
        process.wait()
        losses.append(loss_of(data, journal, own))
    print("seconds of work lost by kill -9:", ", ".join(f"{loss:.2f}" for loss in losses))
    assert max(losses) <= MOST_LOST_S


def loss_of(data: Path, journal: Path, file: Path) -> float:
    """How much older than the last edit the newest thing on the disk is, seconds."""
    made = dict(
        map(float, note.split()) for note in journal.read_text(encoding="utf-8").splitlines()
    )
    found = [lost.project for lost in lost_work(data)]
    if file.exists():
        found.append(load(file).project)
    edits = [int(project.lines[0].text.split()[1].strip(".")) for project in found]
    newest = max(edits, default=0)
    for project in found:
        takes = sum(len(line.takes) for line in project.lines)
        edit = int(project.lines[0].text.split()[1].strip("."))
        assert takes == edit // 10
    last = max(made)
    return made[last] - made.get(newest + 1, made[last])


def test_recent_projects_are_remembered_newest_first(tmp_path: Path) -> None:
    assert recent.recent(tmp_path) == ()
    paths = [tmp_path / f"{number}.espressivo" for number in range(recent.MOST + 2)]
    for path in paths:
        recent.remember(tmp_path, path)
    recent.remember(tmp_path, paths[5])
    assert recent.recent(tmp_path)[:2] == (paths[5], paths[-1])
    assert len(recent.recent(tmp_path)) == recent.MOST
    recent.forget(tmp_path, paths[5])
    assert recent.recent(tmp_path)[0] == paths[-1]


@pytest.mark.parametrize("content", ["", "{}", "[1, null]", "[" * 100_000])
def test_a_damaged_list_of_recent_projects_is_empty(tmp_path: Path, content: str) -> None:
    tmp_path.joinpath(recent.FILE).write_text(content, encoding="utf-8")
    assert recent.recent(tmp_path) == ()
    recent.remember(tmp_path, tmp_path / "a.espressivo")
    assert len(recent.recent(tmp_path)) == 1


def test_a_name_of_any_bytes_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"na\xffme.espressivo")
    recent.remember(tmp_path, path)
    assert recent.recent(tmp_path) == (path,)
    with pytest.raises(InputError):
        load(path)
