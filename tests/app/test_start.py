"""The command's first moment: an interrupt while it loads."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import ModuleType

import pytest

from app.notices import Exit
from app.start import STOPPED, main


class Interrupted:
    """Finds no module; somebody presses Ctrl-C while the command line is looked for."""

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> None:
        if name == "app.cli":
            raise KeyboardInterrupt


def test_an_interrupt_while_it_loads_is_a_quiet_stop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, "app.cli", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Interrupted(), *sys.meta_path])
    assert main() == STOPPED == Exit.CANCELLED
    assert capsys.readouterr() == ("", "")


def test_it_is_the_command_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["espressivo", "--version"])
    assert main() == Exit.OK
    assert capsys.readouterr().out.startswith("espressivo ")
