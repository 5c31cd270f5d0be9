"""The EmoScore: what it gives for known changes, and its report."""

from __future__ import annotations

import json

import pytest

from tests.quality.grid import STEPS, Cell, Measured, report, score_of

ASKED = {"f0 level": 3.0, "excursion": 0.3, "duration": -0.1, "level": 4.0, "tilt": 2.0}
NOTHING = dict.fromkeys(STEPS, 0.0)


def test_what_was_asked_scores_one_and_its_opposite_minus_one() -> None:
    half = {name: value / 2 for name, value in ASKED.items()}
    found = score_of(ASKED, half, [])
    assert found is not None
    assert found.cosine == pytest.approx(1.0)
    assert found.length == pytest.approx(0.5)
    away = score_of(ASKED, {name: -value for name, value in ASKED.items()}, [ASKED])
    assert away is not None
    assert away.cosine == pytest.approx(-1.0)
    assert away.null == pytest.approx(-1.0)


def test_balance_counts_in_listener_steps() -> None:
    only = score_of({**NOTHING, "f0 level": 3.0}, {**NOTHING, "f0 level": 1.5, "level": 1.0}, [])
    assert only is not None
    assert only.cosine == pytest.approx(0.5**0.5)


def test_less_than_a_step_has_no_score() -> None:
    assert score_of({**NOTHING, "level": 0.9}, ASKED, []) is None


def test_the_report_is_data_with_its_nulls() -> None:
    cell = Cell("angry", "af_heart", 0, "f0 level", 3.0, 2.8)
    off = Cell("angry", "af_heart", 0, "f0 level", 3.0, 0.0)
    told = json.loads(json.dumps(report([Measured(cell, off, 0.2, score_of(ASKED, ASKED, []))])))
    assert told["right_sign"] == {"value": 1.0, "null": 0.0, "cells": 1}
    assert told["emo_score"]["takes"] == 1
    assert told["cells"][0]["heard"] == 2.8
