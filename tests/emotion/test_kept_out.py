"""What is kept out for the last look cannot get into training."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from engine.emotion.training import own, sources
from engine.emotion.training.kept_out import allowed, hash_of, kept_out_hashes
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from tests.emotion import benchmark, likeness
from tests.emotion.seal import sealed_prompts

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder in which some comments are kept-out prompts in another dress."""
    kept = [prompts[0] for _, prompts in benchmark.load("kept_out")["situation"][:5]]
    with (tmp_path / sources.GO_EMOTIONS).open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["split", "text", "labels"])
        rows.writerows(["train", f"{text.upper()}!", "joy"] for text in kept)
        rows.writerow(["train", "I love this so much", "love"])
        rows.writerow(["test", "not of the train split", "joy"])
    (tmp_path / sources.LIBRITTS).write_text("F_p-low|a woman speaks slowly;she is quick\n")
    return tmp_path


def test_the_seal_is_of_the_prompts_as_they_are() -> None:
    assert kept_out_hashes() == {hash_of(prompt) for prompt in sealed_prompts()}


def test_the_halves_are_as_large_and_share_nothing() -> None:
    halves = [
        {prompts for rows in benchmark.load(half).values() for _, prompts in rows}
        for half in ("development", "kept_out")
    ]
    assert len(halves[0] | halves[1]) >= 300
    assert not halves[0] & halves[1]
    assert abs(len(halves[0]) - len(halves[1])) <= 2


def test_training_gets_no_kept_prompt(data: Path) -> None:
    found = sources.examples(data, seed=3)
    texts = {example.text for example in found}
    kept = kept_out_hashes()
    assert not [text for text in texts if hash_of(text) in kept]
    assert "I love this so much" in texts
    assert "not of the train split" not in texts
    assert len(found) > 4000
    assert allowed(["as if the train had just left without her"]) == allowed(
        ["AS IF the train had just left, without her!"]
    )


def test_the_program_names_no_file_of_kept_prompts() -> None:
    for folder in ("engine", "app"):
        for file in (ROOT / folder).rglob("*.py"):
            text = file.read_text(encoding="utf-8")
            assert "kept_out.tsv" not in text
            assert "benchmark.json" not in text


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        sources.examples(tmp_path, seed=1)
    assert caught.value.code == "data-missing"
    assert sources.GO_EMOTIONS in caught.value.hint


def test_shares_sum_to_one_and_the_seed_decides(data: Path) -> None:
    first, again = sources.examples(data, seed=5), sources.examples(data, seed=5)
    assert first == again != sources.examples(data, seed=6)
    names = set(sources.classes())
    for example in first:
        assert sum(share for _, share in example.classes) == pytest.approx(1.0)
        assert {name for name, _ in example.classes} <= names


def test_a_slip_changes_one_word(data: Path) -> None:
    example = own.Example("a terrified sailor", (("fear", 1.0),), 1.0, "scenes")
    slipped = sources.with_slips(example, random.Random(1))
    assert slipped is not None
    assert slipped.text != example.text
    assert slipped.text.split()[0] == "a"
    assert slipped.text.split()[2] == "sailor"


def test_no_prompt_of_a_benchmark_is_among_the_own_texts() -> None:
    """Neither half, word for word or nearly: the texts at fault are shown, not the prompts."""
    assert likeness.too_like(likeness.texts()) == []


def test_a_near_copy_is_noticed() -> None:
    copies = ["as if snow were falling and there was tea in the hand outside", "a sleeping cat"]
    assert likeness.too_like(copies) == copies[:1]


@pytest.mark.parametrize(
    ("clause", "doing"),
    [
        ("waits for the post", "waiting for the post"),
        ("carries him home", "carrying him home"),
        ("lies awake", "lying awake"),
        ("sits alone", "sitting alone"),
        ("forgets the name", "forgetting the name"),
        ("watches the fire", "watching the fire"),
        ("sees the shore", "seeing the shore"),
        ("was robbed", "being robbed"),
        ("does not know", None),
        ("cannot sleep", None),
    ],
)
def test_a_doing_is_told_as_a_gerund(clause: str, doing: str | None) -> None:
    assert own.gerund(clause) == doing


def test_every_list_names_an_emotion_and_every_one_has_scenes_and_words() -> None:
    names = set(load_vocabulary().names)
    for lists in (own.SCENES, ("words.txt",)):
        assert {entry for name in lists for entry, _, _ in own.lists(name)} == names
