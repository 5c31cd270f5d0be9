"""The project file: exact, strict, comparable line by line, never half written."""

from __future__ import annotations

import contextlib
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.notices import sentence
from app.project.file import ProjectLock, load, named, save
from app.project.lines import delete, insert, move
from app.project.takes import add_take
from app.project.text import ProjectWriter, from_text, to_text
from app.project.values import (
    NewLine,
    Project,
    TakeRef,
    new_project,
    request_of,
    set_direction,
    set_text,
)
from engine.errors import ExportError, InputError, StudioError
from engine.values import Direction
from tests.studio.strategies import projects

ROOT = Path(__file__).resolve().parents[2]

HANG_S = 5.0
"""Five times what a project of 1,000 lines may take here at most."""


@settings(max_examples=50)
@given(projects())
def test_what_is_written_is_read(project: Project) -> None:
    back = from_text(to_text(project))
    assert back == project
    assert back.next_id == project.next_id
    assert to_text(back) == to_text(project)


def test_a_change_of_one_line_changes_one_line(project: Project) -> None:
    before = to_text(project).splitlines()
    after = to_text(set_text(project, "l2", "Not one.")).splitlines()
    assert len(before) == len(after)
    assert [a for a, b in zip(before, after, strict=True) if a != b] == [before[-4]]


def test_ordinary_numbers_are_short(project: Project) -> None:
    text = to_text(set_direction(project, "l1", Direction("sadly", 0.1 + 0.2, 0.75)))
    assert '"direction": {"prompt": "sadly", "intensity": 0.3, "stability": 0.75}' in text


def test_line_ends_of_every_kind_stay_inside_a_line(project: Project) -> None:
    hostile = "a\nb\r\nc\u2028d\u2029e\u0085f\x0bg\x0c\x1ch\ud800i"
    text = to_text(set_text(project, "l1", hostile))
    assert text.count("\n") == to_text(project).count("\n")
    line = from_text(text).line("l1")
    assert line is not None
    assert line.text == hostile.replace("\ud800", "\ufffd")


@settings(max_examples=100)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=12))
def test_a_writer_that_remembers_writes_the_same(steps: list[tuple[int, int]]) -> None:
    writer = ProjectWriter()
    project = new_project("p", "2026", "af_heart", Direction())
    for kind, place in steps:
        line = project.lines[place % len(project.lines)].id if project.lines else ""
        if kind <= 1:
            project = insert(project, place, [NewLine("One."), NewLine("Two.")])
        elif kind == 2:
            project = set_text(project, line, f"Text {place}.")
        elif kind == 3:
            project = move(project, {line}, place)
        else:
            project = delete(project, {line})
        assert writer.data(project).decode() == to_text(project)
        assert writer.data(project).decode() == to_text(project)


def root_of(project: Project) -> dict[str, object]:
    root: dict[str, object] = json.loads(to_text(project))
    return root


def refusal(text: str) -> InputError:
    with pytest.raises(InputError) as caught:
        from_text(text, "a.espressivo")
    return caught.value


@pytest.mark.parametrize("version", [2, 17])
def test_a_newer_file_is_said_to_be_newer(project: Project, version: int) -> None:
    root = root_of(project) | {"espressivo-project": version, "of the future": {}}
    error = refusal(json.dumps(root))
    assert error.code == "project-newer"
    assert f"its format is {version}, this program knows 1" in sentence(error)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"espressivo-project": "1"}, "is not a version"),
        ({"espressivo-project": True}, "is not a version"),
        ({"espressivo-project": 0}, "is not a version"),
        ({"voice": 3}, "'voice' of the file is not a text"),
        ({"lines": {}}, "'lines' of the file is not a list"),
        ({"lines": [7]}, "line 1 of the script is not an object"),
        ({"lines": [{"id": "l1"}]}, "line 1 of the script has no 'text'"),
        ({"lines": [{"id": "a b", "text": "", "seed": 1}]}, "'id' of line 1 of the script"),
        ({"lines": [{"id": "l1", "text": "", "seed": -1}]}, "'seed' of line 1"),
        ({"lines": [{"id": "l1", "text": "", "seed": 1.5}]}, "'seed' of line 1"),
        ({"lines": [{"id": "l1", "text": "", "seed": 1, "chosen": "t1"}]}, "has no take 't1'"),
        ({"lines": [{"id": "l1", "text": "", "seed": 1, "rest": -1}]}, "'rest' of line 1"),
        ({"lines": [{"id": "l1", "text": "\ud800", "seed": 1}]}, "is not whole characters"),
        ({"lines": [{"id": "l9", "text": "", "seed": 1}]}, "'l9' is not below next, 4"),
        ({"lines": [{"id": "x", "text": "", "seed": 1}] * 2}, "the id 'x' is there twice"),
        ({"presets": [{"name": "a", "direction": {}}] * 2}, "two presets have the same name"),
        ({"direction": {"promt": "sad"}}, "has an unknown field 'promt'"),
        ({"direction": {"intensity": 2.5}}, "'intensity' of direction of the file is not a number"),
        ({"direction": {"intensity": True}}, "'intensity'"),
        ({"direction": {"keyframes": [[1]]}}, "a keyframe in direction of the file"),
        ({"direction": {"keyframes": [[1, 9]]}}, "'strength' of a keyframe"),
        ({"direction": {"nudges": {"f0": 1}}}, "unknown field 'f0'"),
        ({"direction": {"nudges": {"pause_s": 10**400}}}, "'pause_s'"),
        ({"comparisons": [{}]}, "a comparison has no 'line'"),
        ({"more": 1}, "the file has an unknown field 'more'"),
    ],
)
def test_damage_is_named_with_its_place(
    project: Project, change: dict[str, object], says: str
) -> None:
    error = refusal(json.dumps(root_of(project) | change))
    assert error.code == "project-damaged"
    assert says in error.detail
    assert error.detail.startswith("a.espressivo: ")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{",
        '{"a": 1, "a": 2}',
        '{"espressivo-project": NaN}',
        "[" * 100_000,
        '{"espressivo-project": ' + "9" * 5000 + "}",
        "<<<<<<< ours",
    ],
)
def test_what_is_no_project_is_refused(text: str) -> None:
    assert refusal(text).code == "project-damaged"


def test_a_file_cut_or_changed_anywhere_never_breaks_the_reader(project: Project) -> None:
    text = to_text(project).rstrip()
    chance = random.Random(1)
    for _ in range(1500):
        at = chance.randrange(len(text))
        broken = text[:at] + chance.choice(["", "}", '"', "0", "\x00", "é"]) + text[at + 1 :]
        with contextlib.suppress(InputError):
            from_text(broken)
        with pytest.raises(InputError):
            from_text(text[:at])


@pytest.mark.parametrize("data", [b"\x80abc", b"\x00\x01\x02", b"RIFF\xff"])
def test_a_file_that_is_no_text_is_damaged(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "a.espressivo"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path)
    assert caught.value.code == "project-damaged"


def test_what_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.espressivo"):
        with pytest.raises(InputError) as caught:
            load(path)
        assert caught.value.code == "project-unreadable"


def test_a_file_is_saved_and_opened(tmp_path: Path, project: Project) -> None:
    path = named(tmp_path / "letters")
    assert path.name == "letters.espressivo"
    assert named(tmp_path / "a.json").name == "a.json"
    stamp = save(project, path)
    opened = load(path)
    assert opened.project == project
    assert opened.stamp == stamp
    assert os.listdir(tmp_path) == [path.name]


def test_a_mark_of_the_encoding_and_other_line_ends_do_no_harm(
    tmp_path: Path, project: Project
) -> None:
    path = tmp_path / "a.espressivo"
    path.write_bytes(b"\xef\xbb\xbf" + to_text(project).replace("\n", "\r\n").encode())
    assert load(path).project == project


def test_the_files_mode_and_link_stay(tmp_path: Path, project: Project) -> None:
    real = tmp_path / "real.espressivo"
    save(project, real)
    real.chmod(0o640)
    link = tmp_path / "link.espressivo"
    link.symlink_to(real)
    save(set_text(project, "l1", "Changed."), link)
    assert link.is_symlink()
    assert real.stat().st_mode & 0o777 == 0o640
    assert load(real).project.lines[0].text == "Changed."


def save_error(project: Project, path: Path, stamp: str | None = None) -> StudioError:
    with pytest.raises(ExportError) as caught:
        save(project, path, stamp)
    return caught.value


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path, project: Project) -> None:
    assert save_error(project, tmp_path / "gone" / "a.espressivo").code == "project-unwritable"
    assert save_error(project, tmp_path).code == "project-unwritable"
    path = tmp_path / "a.espressivo"
    save(project, path)
    path.chmod(0o444)
    error = save_error(set_text(project, "l1", "Changed."), path)
    assert error.code == "project-unwritable"
    assert load(path).project == project


def test_a_full_disk_is_said_and_harms_nothing(project: Project) -> None:
    assert save_error(project, Path("/dev/full")).code == "project-unwritable"


def test_a_file_changed_by_another_is_not_replaced_unasked(
    tmp_path: Path, project: Project
) -> None:
    path = tmp_path / "a.espressivo"
    stamp = save(project, path)
    theirs = set_text(project, "l1", "Theirs.")
    save(theirs, path)
    ours = set_text(project, "l1", "Ours.")
    assert save_error(ours, path, stamp).code == "project-changed"
    assert load(path).project == theirs
    save(ours, path)
    path.unlink()
    save(ours, path, stamp)
    assert load(path).project == ours


def test_two_studios_cannot_change_one_project(tmp_path: Path, project: Project) -> None:
    path = tmp_path / "a.espressivo"
    save(project, path)
    link = tmp_path / "link.espressivo"
    link.symlink_to(path)
    first = ProjectLock(path)
    for name in (path, link):
        with pytest.raises(ExportError) as caught:
            ProjectLock(name)
        assert caught.value.code == "project-in-use"
    assert load(link).project == project
    first.release()
    first.release()
    second = ProjectLock(path)
    assert second.writable
    second.release()
    assert not [name for name in os.listdir(tmp_path) if name.endswith(".lock")]


def test_where_no_lock_can_be_made_the_project_is_not_writable(tmp_path: Path) -> None:
    lock = ProjectLock(tmp_path / "gone" / "a.espressivo")
    assert not lock.writable
    lock.release()
    assert not os.listdir(tmp_path)


def long_project(project: Project, lines: int, takes: int) -> Project:
    text = "I kept your letters all these years, and I still know every word by heart."
    new = [NewLine(f"{n}. {text}", None, Direction("sadly", 1.2)) for n in range(lines)]
    project = insert(replace(project, lines=(), next_id=1), 0, new)
    filled = []
    for line in project.lines:
        asked = request_of(project, line)
        alone = replace(project, lines=(line,))
        for n in range(takes):
            take = TakeRef(
                "", f"{n:032x}", asked.text, asked.voice, asked.direction, n, "2026", 4.2, "cpu"
            )
            alone = add_take(alone, line.id, take)
        filled.append(alone.lines[0])
        project = replace(project, next_id=alone.next_id)
    return replace(project, lines=tuple(filled))


@pytest.mark.parametrize("lines", [1000])
def test_a_thousand_lines_open_and_save_quickly(
    tmp_path: Path, project: Project, lines: int
) -> None:
    path = tmp_path / "long.espressivo"
    book = long_project(project, lines, 3)
    began = time.perf_counter()
    save(book, path)
    saved = time.perf_counter()
    assert load(path).project == book
    opened = time.perf_counter()
    writer = ProjectWriter()
    writer.data(book)
    edited = set_text(book, book.lines[500].id, "Changed.")
    again = time.perf_counter()
    writer.data(edited)
    written = time.perf_counter()
    size = path.stat().st_size / 2**20
    print(
        f"{lines} lines with 3 takes each, {size:.1f} MiB: saved in {saved - began:.3f} s, "
        f"opened in {opened - saved:.3f} s, written again after an edit in {written - again:.4f} s"
    )
    assert max(saved - began, opened - saved, written - again) < HANG_S


def test_the_documented_example_is_a_project() -> None:
    text = ROOT.joinpath("ARCHITECTURE.md").read_text(encoding="utf-8")
    example = text.split("```json\n")[1].split("```")[0]
    project = from_text(example)
    assert [take.name for take in project.lines[0].takes] == ["the quiet one", ""]
    assert json.loads(to_text(project)) == json.loads(example)


HOLDER = """
import sys, time
from pathlib import Path
from app.project.file import ProjectLock
lock = ProjectLock(Path(sys.argv[1]))
print("held", flush=True)
time.sleep(60)
"""


def test_a_project_held_by_another_process_is_free_when_that_is_killed(
    tmp_path: Path, project: Project
) -> None:
    path = tmp_path / "a.espressivo"
    save(project, path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(ExportError) as caught:
            ProjectLock(path)
        assert caught.value.code == "project-in-use"
        holder.kill()
    ProjectLock(path).release()
