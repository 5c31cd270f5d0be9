"""The table of sentences: complete, plain, one line, and never at the mercy of its values."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from app import notices
from app.notices import NOTICES, Exit, fill, plain, sentence, status
from app.remarks import REMARKS, remark_sentence
from engine import errors
from engine.errors import CODES, InputError, MissingModel, StudioError
from engine.values import Remark

ENGINE = Path(errors.__file__).parent


SAID_BY = {"Remark", "_skip"}
"""Calls whose first argument is a remark's code; ``_skip`` counts what was left out."""


def remark_codes() -> set[str]:
    """Codes given as the first argument of every such call in the engine."""
    found: set[str] = set()
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node.func) in SAID_BY and node.args:
                found |= _chosen(node.args[0])
    return found


def _chosen(node: ast.expr) -> set[str]:
    if isinstance(node, ast.IfExp):
        return _chosen(node.body) | _chosen(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def _name(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def test_every_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert set(NOTICES) == CODES


def test_every_remark_the_program_makes_has_a_sentence_and_no_other() -> None:
    assert remark_codes() == set(REMARKS)


@pytest.mark.parametrize("code", sorted(CODES))
@pytest.mark.parametrize("filled", [True, False])
def test_a_sentence_is_one_line_with_a_next_step(code: str, filled: bool) -> None:
    detail, hint = ("the detail", "the hint") if filled else ("", "")
    error = StudioError(code, subject="the subject", detail=detail, hint=hint)
    said = sentence(error)
    assert said.count("; ") >= 1
    assert said.endswith(".")
    assert "\n" not in said
    assert not set(said) & set("[]{}")


@pytest.mark.parametrize("code", [*sorted(REMARKS), "from-a-newer-engine"])
@pytest.mark.parametrize("detail", ["", "the detail"])
def test_a_remark_is_one_line(code: str, detail: str) -> None:
    said = remark_sentence(Remark(code, "the subject", detail))
    assert said.endswith(".")
    assert "\n" not in said
    assert not set(said) & set("[]{}")


def test_values_with_braces_brackets_or_newlines_are_said_as_they_are() -> None:
    error = InputError("voice-unknown", subject="voice", detail="a[{hint}]\n\x1b[31mb", hint="x")
    said = sentence(error)
    assert said.startswith("there is no voice called a[{hint}] �[31mb; did you mean x? ")


def test_a_long_value_is_cut_and_its_reason_kept() -> None:
    cut = plain("x" * 5000 + ": File name too long")
    assert len(cut) == notices.MOST_CHARACTERS
    assert cut.startswith("xxx")
    assert "…" in cut
    assert cut.endswith("x: File name too long")
    whole = "y" * notices.MOST_CHARACTERS
    assert plain(whole) == whole


def test_an_error_of_the_system_is_said_without_its_number(tmp_path: Path) -> None:
    path = tmp_path / "current"
    with pytest.raises(FileNotFoundError) as caught:
        path.read_text(encoding="utf-8")
    assert plain(f"{path}: {caught.value}") == f"{path}: No such file or directory"


def test_optional_parts_go_with_their_values() -> None:
    assert fill("a[ ({detail})] b[: {hint}]", {"detail": "", "hint": "h"}) == "a b: h"


def test_a_missing_model_names_the_command_or_what_supplies_it() -> None:
    ours = MissingModel("model-missing", subject="model", hint="models prepare")
    theirs = MissingModel("model-missing", subject="model", hint="pip install x")
    assert sentence(ours) == ("the voice model is missing; to get it: `espressivo models prepare`.")
    assert sentence(theirs) == "the voice model is missing; to get it: pip install x."


def test_statuses_follow_the_classes() -> None:
    wanted = {
        "text-empty": Exit.INPUT,
        "model-damaged": Exit.MODEL,
        "backend-failed": Exit.BACKEND,
        "disk-full": Exit.OUTPUT,
        "cluster-lost": Exit.CLUSTER,
        "data-full": Exit.OUTPUT,
        "data-unwritable": Exit.MODEL,
        "source-damaged": Exit.MODEL,
        "lexicon-unreadable": Exit.INPUT,
        "record-damaged": Exit.OK,
    }
    for code, exit_status in wanted.items():
        assert status(StudioError(code, subject="x")) is exit_status
    assert [int(each) for each in Exit] == [0, 2, 3, 4, 5, 6, 70, 130]
