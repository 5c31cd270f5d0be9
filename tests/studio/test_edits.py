"""Edits of a script: no word lost, none made up, ids stable, takes kept."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.project import values as edits
from app.project.lines import (
    delete,
    insert,
    join_texts,
    merge,
    move,
    paste,
    script_text,
    split,
    spoken_alike,
    used_prompts,
    used_voices,
)
from app.project.takes import (
    MOST_LOOSE_TAKES,
    add_take,
    choose,
    delete_preset,
    discard,
    keep,
    name_take,
    rename_preset,
    restore,
    save_preset,
)
from app.project.text import from_text, to_text
from app.project.values import (
    NewLine,
    Project,
    TakeRef,
    chosen_take,
    is_current,
    new_project,
    request_of,
    stale_lines,
    take_request,
)
from app.studio.pasting import cut_text
from engine.errors import InputError
from engine.values import Deltas, Direction, Keyframe
from tests.studio.strategies import PROSE

HANG_S = 120.0
"""Five times what pasting 10 MB may take here at most."""


def letters(text: str) -> str:
    return "".join(text.split())


def ids(project: Project) -> list[str]:
    return [line.id for line in project.lines]


def made(project: Project, line_id: str, key: str) -> TakeRef:
    line = project.line(line_id)
    assert line is not None
    asked = request_of(project, line)
    return TakeRef("", key, asked.text, asked.voice, asked.direction, asked.seed, "2026", 1.5)


def start(texts: list[str]) -> Project:
    empty = new_project("p", "2026", "af_heart", Direction())
    return insert(empty, 0, [NewLine(text) for text in texts])


EDITS = st.lists(
    st.tuples(st.sampled_from(["split", "merge", "move"]), st.integers(0, 9), st.integers(0, 60)),
    max_size=12,
)


@settings(max_examples=200)
@given(st.lists(PROSE, min_size=1, max_size=5), EDITS)
def test_split_merge_and_move_keep_every_word(
    texts: list[str], steps: list[tuple[str, int, int]]
) -> None:
    project = start(texts)
    for kind, place, number in steps:
        before = project
        line = project.lines[place % len(project.lines)]
        if kind == "split":
            project = split(project, line.id, number)
        elif kind == "merge":
            project = merge(project, line.id)
        else:
            project = move(project, {line.id}, number % (len(project.lines) + 1))
        if kind == "move":
            assert sorted(project.lines, key=lambda each: each.id) == sorted(
                before.lines, key=lambda each: each.id
            )
        else:
            assert letters(script_text(project)) == letters(script_text(before))
        assert len(set(ids(project))) == len(project.lines)
        assert project.next_id >= before.next_id
    assert from_text(to_text(project)) == project


@given(PROSE, st.integers(0, 60))
def test_joining_what_was_cut_at_a_space_gives_the_text_back(text: str, number: int) -> None:
    spaces = [0, *(at for at, letter in enumerate(text) if letter == " "), len(text)]
    project = merge(split(start([text]), "l1", spaces[number % len(spaces)]), "l1")
    assert letters(project.lines[0].text) == letters(text)
    if "好" not in text:
        assert project.lines[0].text == text


@given(PROSE, st.lists(PROSE, min_size=1, max_size=4), st.integers(0, 60))
def test_pasting_adds_what_is_pasted_and_nothing_else(
    text: str, pasted: list[str], offset: int
) -> None:
    project = paste(start(["Before.", text, "After."]), "l2", offset, [*map(NewLine, pasted)])
    cut = min(offset, len(text))
    wanted = ["Before.", text[:cut], *pasted, text[cut:], "After."]
    assert letters(script_text(project)) == letters("".join(wanted))
    assert len(set(ids(project))) == len(project.lines)


def test_text_without_spaces_is_joined_without_one() -> None:
    assert join_texts("你好。", "再见。") == "你好。再见。"
    assert join_texts("안녕", "하세요") == "안녕 하세요"
    assert join_texts("好😀", "😀好") == "好😀 😀好"
    assert join_texts("One. ", " Two.") == "One. Two."
    assert join_texts("", "Two.") == "Two."


def test_a_split_line_is_spoken_alike_and_keyframes_go_with_their_words(
    project: Project,
) -> None:
    marked = Direction("sadly", 1.2, keyframes=(Keyframe(1, 0.2), Keyframe(3, 1.0)))
    project = edits.set_direction(project, "l1", marked)
    project = add_take(project, "l1", made(project, "l1", "k1"))
    parted = split(project, "l1", 7)
    first, second = parted.lines[:2]
    assert (first.text, second.text) == ("I kept", "your letters.")
    assert (first.id, first.takes) == ("l1", project.lines[0].takes)
    assert not second.takes
    assert first.direction == replace(marked, keyframes=(Keyframe(1, 0.2),))
    assert second.direction == replace(marked, keyframes=(Keyframe(0, 0.6), Keyframe(1, 1.0)))
    assert second.seed != first.seed
    again = merge(parted, "l1").lines[0]
    assert again == project.lines[0]


@pytest.mark.parametrize(
    ("frames", "border", "before", "after"),
    [
        ([(0, 0.0), (4, 1.0)], 2, [(0, 0.0), (1, 0.25)], [(0, 0.5), (2, 1.0)]),
        ([(0, 0.4), (1, 0.8)], 3, [(0, 0.4), (1, 0.8)], [(0, 0.8)]),
        ([(3, 0.4), (4, 0.8)], 2, [(1, 0.4)], [(1, 0.4), (2, 0.8)]),
        ([(0, 0.2), (2, 0.9)], 2, [(0, 0.2), (1, 0.55)], [(0, 0.9)]),
        ([(1, 0.3)], 0, [], [(1, 0.3)]),
    ],
)
def test_a_ramp_survives_being_cut(
    project: Project,
    frames: list[tuple[int, float]],
    border: int,
    before: list[tuple[int, float]],
    after: list[tuple[int, float]],
) -> None:
    """The strength goes on across the cut as if the line were whole, and whole it is again."""
    marked = Direction("sadly", keyframes=tuple(Keyframe(*each) for each in frames))
    project = edits.set_text(project, "l1", "one two three four five")
    project = edits.set_direction(project, "l1", marked)
    offset = len(" ".join(["one", "two", "three", "four", "five"][:border]))
    parted = split(project, "l1", offset)
    found = [line.direction.keyframes for line in parted.lines[:2] if line.direction]
    assert found == [tuple(Keyframe(*each) for each in part) for part in (before, after)]
    if border and len(frames) > 1 and frames[0][0] < border <= frames[-1][0]:
        assert merge(parted, "l1").lines[0].direction == marked


def test_a_joined_line_keeps_all_takes(project: Project) -> None:
    for line_id, key in (("l1", "k1"), ("l2", "k2")):
        project = add_take(project, line_id, made(project, line_id, key))
    joined = merge(project, "l1").lines[0]
    assert [take.key for take in joined.takes] == ["k1", "k2"]
    assert joined.voice is None


def test_lines_move_together_in_their_order(project: Project) -> None:
    assert ids(move(project, {"l3", "l1"}, 3)) == ["l2", "l1", "l3"]
    assert ids(move(project, {"l3"}, 0)) == ["l3", "l1", "l2"]
    assert ids(move(project, {"l1"}, 99)) == ["l2", "l3", "l1"]
    assert move(project, {"l1"}, 1) is project


def test_what_comes_too_late_changes_nothing(project: Project) -> None:
    late = [
        edits.set_text(project, "gone", "x"),
        edits.set_voice(project, "gone", "x"),
        edits.set_direction(project, "gone", Direction("x")),
        edits.set_rest(project, "gone", 1.0),
        edits.reroll(project, "gone"),
        edits.fit_keyframes(project, "gone", 1),
        edits.fit_keyframes(project, "l2", 1),
        split(project, "gone", 1),
        merge(project, "gone"),
        merge(project, "l3"),
        paste(project, "gone", 0, [NewLine("x")]),
        paste(project, "l1", 0, []),
        insert(project, 0, []),
        delete(project, {"gone"}),
        add_take(project, "gone", made(project, "l1", "k")),
        choose(project, "l1", "gone"),
        keep(project, "l1", "gone"),
        discard(project, "l1", "gone"),
        restore(project, "l1", "gone"),
        rename_preset(project, "gone", "x"),
        delete_preset(project, "gone"),
    ]
    assert all(each is project for each in late)


def test_seeds_come_from_ids_and_rolls(project: Project) -> None:
    assert len({line.seed for line in project.lines}) == 3
    assert move(project, {"l1"}, 3).lines[2].seed == project.lines[0].seed
    once = edits.reroll(project, "l1")
    twice = edits.reroll(once, "l1")
    assert len({each.lines[0].seed for each in (project, once, twice)}) == 3


def test_a_line_is_stale_when_what_it_is_spoken_as_changed(project: Project) -> None:
    assert len(stale_lines(project)) == 3
    for line_id in ids(project):
        project = add_take(project, line_id, made(project, line_id, f"k{line_id}"))
    assert not stale_lines(project)
    other = edits.set_defaults(project, "am_michael", project.direction)
    assert [line.id for line in stale_lines(other)] == ["l1", "l3"]
    rolled = edits.reroll(project, "l2")
    assert not stale_lines(rolled)
    loose = edits.set_direction(project, "l2", Direction("with anger", 1.5, 0.5))
    loose = add_take(loose, "l2", made(loose, "l2", "loose"))
    assert not stale_lines(loose)
    assert [line.id for line in stale_lines(edits.reroll(loose, "l2"))] == ["l2"]
    assert not stale_lines(edits.set_text(start([""]), "l1", "  "))


def test_the_newest_take_is_chosen_unless_it_comes_too_late(project: Project) -> None:
    project = add_take(project, "l1", made(project, "l1", "k1"))
    old = made(project, "l1", "k2")
    project = edits.set_text(project, "l1", "New.")
    late = add_take(project, "l1", replace(old, key="k3"))
    assert chosen_key(late) == "k3"
    project = add_take(project, "l1", made(project, "l1", "k4"))
    assert chosen_key(add_take(project, "l1", old)) == "k4"
    assert [take.key for take in add_take(project, "l1", old).lines[0].takes] == ["k1", "k4", "k2"]


def chosen_key(project: Project) -> str:
    take = chosen_take(project.lines[0])
    assert take is not None
    return take.key


def test_the_same_record_is_listed_once(project: Project) -> None:
    project = add_take(project, "l1", made(project, "l1", "k1"))
    again = add_take(project, "l1", made(project, "l1", "k1"))
    assert again == project


def test_loose_takes_are_bounded_and_kept_ones_are_not(project: Project) -> None:
    for number in range(MOST_LOOSE_TAKES + 20):
        project = add_take(project, "l1", made(project, "l1", f"k{number}"))
        newest = project.lines[0].takes[-1].id
        if number in (0, 3):
            project = keep(project, "l1", newest)
        if number == 1:
            project = name_take(project, "l1", newest, "  the\nfirst ")
    keys = [take.key for take in project.lines[0].takes]
    assert keys[:3] == ["k0", "k1", "k3"]
    assert len(keys) == MOST_LOOSE_TAKES + 3 + 1
    assert project.lines[0].takes[1].name == "the first"


def test_discarding_the_chosen_take_chooses_the_newest_left(project: Project) -> None:
    for key in ("k1", "k2"):
        project = add_take(project, "l1", made(project, "l1", key))
    first, second = (take.id for take in project.lines[0].takes)
    assert discard(project, "l1", first).lines[0].chosen == second
    project = discard(project, "l1", second)
    assert project.lines[0].chosen == first
    assert discard(project, "l1", first).lines[0].chosen is None


def test_a_take_brings_its_line_back(project: Project) -> None:
    take = made(project, "l2", "k1")
    before = add_take(project, "l2", take)
    changed = edits.set_text(before, "l2", "Other.")
    changed = edits.set_voice(edits.set_direction(changed, "l2", None), "l2", None)
    line = restore(changed, "l2", before.lines[1].takes[0].id).lines[1]
    assert (line.text, line.voice) == (project.lines[1].text, "bf_emma")
    assert is_current(changed, line, line.takes[0])
    assert take_request(line.takes[0]) == request_of(changed, line)
    plain = add_take(project, "l1", made(project, "l1", "k2"))
    back = restore(edits.set_text(plain, "l1", "x"), "l1", plain.lines[0].takes[0].id)
    assert back.lines[0].direction is None
    assert back.lines[0].voice is None


def test_presets_are_saved_renamed_and_deleted(project: Project) -> None:
    marked = Direction("sadly", 1.2, keyframes=(Keyframe(1, 0.2),))
    project = save_preset(project, " Sad  one ", marked)
    assert project.presets[0].name == "Sad one"
    assert project.presets[0].direction.keyframes == ()
    assert save_preset(project, "Sad one", marked) is project
    project = save_preset(project, "Sad one", Direction("sadly"))
    project = save_preset(project, "Glad", Direction("gladly"))
    assert [each.name for each in project.presets] == ["Sad one", "Glad"]
    for name in ("Glad", "", " \n"):
        with pytest.raises(InputError) as caught:
            rename_preset(project, "Sad one", name)
        assert caught.value.code == "name-unusable"
    assert rename_preset(project, "Sad one", "Blue").presets[0].name == "Blue"
    assert [each.name for each in delete_preset(project, "Glad").presets] == ["Sad one"]


@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_what_is_no_number_is_refused(project: Project, value: float) -> None:
    for direction in (Direction(intensity=value), Direction(nudges=Deltas(pause_s=value))):
        with pytest.raises(InputError) as caught:
            edits.set_direction(project, "l1", direction)
        assert caught.value.code == "knob-out-of-range"


def test_numbers_of_knobs_are_kept_short(project: Project) -> None:
    loose = Direction("x", 0.1 + 0.2, keyframes=(Keyframe(5, 0.5), Keyframe(2, 1 / 3)))
    line = edits.set_direction(project, "l1", loose).lines[0]
    assert line.direction == Direction("x", 0.3, keyframes=(Keyframe(2, 0.3333), Keyframe(5, 0.5)))


def test_keyframes_off_the_text_are_taken_away_when_asked(project: Project) -> None:
    marked = Direction(keyframes=(Keyframe(1, 0.2), Keyframe(9, 1.0)))
    project = edits.set_direction(project, "l1", marked)
    assert edits.fit_keyframes(project, "l1", 10) is project
    line = edits.fit_keyframes(project, "l1", 4).lines[0]
    assert line.direction is not None
    assert line.direction.keyframes == (Keyframe(1, 0.2),)


def test_what_a_script_uses_is_listed(project: Project) -> None:
    assert used_voices(project) == ("af_heart", "bf_emma")
    assert used_prompts(project) == ("warmly", "with anger")
    follower = spoken_alike(project, project.lines[1])
    assert (follower.text, follower.voice) == ("", "bf_emma")
    assert edits.set_rest(project, "l1", -1.0).lines[0].rest_s == 0.0


def is_emotion(words: str) -> bool:
    return words in {"angry", "sad"}


def cut(project: Project, text: str) -> list[NewLine]:
    return list(cut_text(project, text, is_emotion, lambda name: name == "bf_emma").lines)


def test_tags_of_pasted_text_become_voices_and_directions(project: Project) -> None:
    lines = cut(
        project, "Plain. [angry] Go away!\n\n[normal] [voice bf_emma] [sad] Stay. [normal] So."
    )
    assert [line.text for line in lines] == ["Plain.", "Go away!", "Stay.", "So."]
    own = [line.direction and line.direction.prompt for line in lines]
    assert own[:3] == [None, "angry", "sad"]
    assert lines[2].voice == "bf_emma"
    assert lines[1].rest_s > lines[0].rest_s > 0


@pytest.mark.slow
def test_a_paste_of_ten_megabytes_keeps_every_word() -> None:
    sentence = "I kept your letters all these years, and I still know every word by heart. "
    text = sentence * (10_000_000 // len(sentence))
    project = start(["First."])
    began = time.perf_counter()
    lines = cut(project, text)
    parted = time.perf_counter()
    project = paste(project, "l1", 6, lines)
    pasted = time.perf_counter()
    project = edits.set_text(project, project.lines[50_000].id, "Changed.")
    edited = time.perf_counter()
    print(
        f"10 MB: {len(lines)} lines cut in {parted - began:.2f} s, pasted in "
        f"{pasted - parted:.2f} s, a line edited in {edited - pasted:.4f} s"
    )
    assert len(project.lines) == len(lines)
    assert len(letters(script_text(project))) > 0.79 * len(text)
    assert max(parted - began, pasted - parted, edited - pasted) < HANG_S
