"""What tests of widgets share."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from widgets.themes import Theming


@pytest.fixture(scope="session")
def theming(qapp: QApplication) -> Theming:
    """The theming of the one application; a program has one, made before its window."""
    return Theming(qapp, qapp)
