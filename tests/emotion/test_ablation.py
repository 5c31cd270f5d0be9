"""The table of what the parts of the head's training are worth, and readers' ratings."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import numpy as np
import pytest

from app.ablation import HEADS, WORDS, tables_of
from app.cli import main
from engine.emotion.encoder import Encoder
from engine.emotion.head import shipped_head
from engine.emotion.training.ablation import SHIPPED, VARIANTS, Worth
from engine.emotion.training.fit import Recipe
from engine.errors import InputError
from engine.evaluation.ratings import load_ratings

WORTH = Worth(0.75, 0.5, 0.95, 0.7, 65.83, (0.125, 0.25, 0.5), (0.507, 0.229, 0.242))


def test_each_variant_differs_from_what_ships_in_one_part_and_has_a_name() -> None:
    assert set(WORDS) == {SHIPPED, *VARIANTS}
    for name, change in VARIANTS.items():
        assert all(getattr(Recipe(), part) is not value for part, value in change.items())
        assert len(change) == (name != "everything")


def test_the_table_has_a_row_for_each_and_the_json_every_figure() -> None:
    page, told = tables_of({"everything": WORTH, "pull": WORTH}, {"seed": 7, "epochs": 2})
    facts, _, heads, rule, *rows = page.splitlines()
    assert facts == "seed: 7, epochs: 2"
    assert len({line.count("|") for line in (heads, rule, *rows)}) == 1
    assert heads.count("|") == len(HEADS) + 1
    assert rows[1].startswith("| without the pull to the class | 75.0% | 50.0% | 95.0% | 0.700 ")
    data = json.loads(told)
    assert data["variants"]["pull"]["flips"] == [0.125, 0.25, 0.5]
    assert data["epochs"] == 2


def test_ratings_are_those_of_the_split_and_heard_as_the_head_hears(
    tmp_path: Path, encoder: Encoder
) -> None:
    with pytest.raises(InputError) as missing:
        load_ratings(tmp_path, "dev", encoder)
    assert missing.value.code == "data-missing"
    texts = ("The war went on.", "What a lovely morning!", "")
    with (tmp_path / "emobank.csv").open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(("id", "split", "V", "A", "D", "text"))
        rows.writerows((n, "dev", 2.0, 3.0, 3.5, text) for n, text in enumerate(texts))
        rows.writerow((9, "test", 1.0, 1.0, 1.0, "Not of this split."))
    found = load_ratings(tmp_path, "dev", encoder)
    assert found.rated.tolist() == [[2.0, 3.0, 3.5]] * 2
    head = shipped_head()
    heard = [head.hear(encoder.states(text)).vad for text in texts[:2]]
    assert np.allclose(found.heard(head), heard, atol=1e-4)
    assert heard[1][0] > heard[0][0]


def test_an_ablation_needs_its_folder_and_some_epochs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert main(["train", "ablation"]) == 2
    assert "--data" in capsys.readouterr().err
    assert main(["train", "ablation", "--data", str(tmp_path), "--epochs", "0"]) == 2
    assert "1 to 100" in capsys.readouterr().err
