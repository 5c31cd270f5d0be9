"""The engine put together, as a Python user does it."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

import engine.build
from engine.build import backend_rows, build_engine, build_voices
from engine.errors import BackendUnavailable, MissingModel
from engine.values import RenderRequest, Want


def test_the_documented_face() -> None:
    result = doctest.testmod(engine.build)
    assert result.attempted >= 5
    assert result.failed == 0


def test_the_real_voice_needs_a_folder() -> None:
    with pytest.raises(MissingModel):
        build_engine()
    with pytest.raises(MissingModel):
        build_voices(None)


def test_an_empty_folder_says_the_model_is_missing(tmp_path: Path) -> None:
    with pytest.raises(MissingModel) as caught:
        build_engine(tmp_path)
    assert caught.value.code == "model-missing"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", ["cuda", "trt"])
def test_a_named_row_that_cannot_run_is_refused_before_the_model_is_looked_for(name: str) -> None:
    found = backend_rows(None)[name].probe()
    if found.available:  # a machine with a card and all that it needs
        return
    with pytest.raises(BackendUnavailable) as caught:
        build_engine(None, name)
    assert (caught.value.subject, caught.value.detail) == (name, found.reason)
    assert found.reason
    assert found.hint


def test_the_cpu_row_needs_prepared_graphs() -> None:
    with pytest.raises(MissingModel):
        backend_rows(None)["cpu"].build()


def test_a_request_may_want_only_the_plan() -> None:
    with build_engine(backend="fake") as made:
        take = made.renderer.render(RenderRequest("Hello there.", want=Want.PLAN))
    assert take.audio is None
    assert take.plan.samples > 0
