"""Failures as values."""

from __future__ import annotations

import pytest

from engine.errors import CODES, InputError, StudioError


def test_an_error_carries_its_parts() -> None:
    error = InputError("voice-unknown", subject="voice", detail="af_hart", hint="af_heart")
    assert (error.code, error.subject) == ("voice-unknown", "voice")
    assert (error.detail, error.hint) == ("af_hart", "af_heart")
    assert str(error) == "voice-unknown: af_hart"


def test_without_detail_it_is_its_code() -> None:
    assert str(StudioError("text-empty", subject="text")) == "text-empty"


def test_a_code_nobody_declared_is_a_fault_of_ours() -> None:
    with pytest.raises(ValueError, match="undeclared"):
        StudioError("no-such-code", subject="text")


def test_codes_are_words() -> None:
    assert all(code == code.lower() and " " not in code for code in CODES)
