"""Slow tests run without counting coverage: quick ones reach the same lines.

Counting makes code written in Python take some two thirds longer, which the suite's twenty
minutes have no room for where a test runs the same lines thousands of times.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator
from contextlib import contextmanager

import coverage
import pytest

IN_CHILDREN = "COVERAGE_PROCESS_CONFIG"
"""What ``patch = ["subprocess"]`` of coverage.py has child processes read."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Rest from the first fixture of a slow test to the end of its last."""
    counting = coverage.Coverage.current()
    if counting is None or item.get_closest_marker("slow") is None:
        return (yield)
    with _resting(counting):
        return (yield)


@contextmanager
def _resting(counting: coverage.Coverage) -> Iterator[None]:
    children = os.environ.pop(IN_CHILDREN, None)
    counting.stop()
    try:
        yield
    finally:
        counting.start()
        if children is not None:
            os.environ[IN_CHILDREN] = children
