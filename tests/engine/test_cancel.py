"""Cancelling: either order of hook and flag stops the work."""

from __future__ import annotations

import pytest

from engine.cancel import CancelToken
from engine.errors import Cancelled


def test_a_fresh_token_lets_work_go_on() -> None:
    token = CancelToken()
    token.check()
    assert not token.cancelled


def test_cancel_calls_the_published_hook() -> None:
    token, calls = CancelToken(), []
    token.publish(lambda: calls.append("stop"))
    token.cancel()
    token.cancel()
    assert calls == ["stop", "stop"]
    with pytest.raises(Cancelled):
        token.check()


def test_a_hook_published_too_late_raises_at_once() -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        token.publish(lambda: None)


def test_a_cleared_hook_is_not_called() -> None:
    token, calls = CancelToken(), []
    token.publish(lambda: calls.append("stop"))
    token.publish(None)
    token.cancel()
    assert calls == []
    token.publish(None)
