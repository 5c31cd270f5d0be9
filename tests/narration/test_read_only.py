"""An output folder that the person who narrates may not write: told at once, in one sentence."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.narration.ledger import Ledger
from app.narration.sources.opening import open_draft
from engine.errors import ExportError, InputError
from tests.narration.runs import CREATED, run, task

NOBODY = 65_534


@contextmanager
def ordinary() -> Iterator[None]:
    """As a user whom the system refuses things; root may write anywhere."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


@pytest.fixture
def shelf() -> Iterator[Path]:
    """A folder that everybody may look into."""
    if sys.platform == "win32":
        pytest.skip("folders have other rights on Windows")
    with tempfile.TemporaryDirectory(dir="/tmp") as made:  # pytest's own is for one user alone
        place = Path(made)
        place.chmod(0o755)
        (place / "book.txt").write_text("Chapter 1\n\nThe lamp was lit.\n")
        yield place
        for path in (place, *place.rglob("*")):
            path.chmod(0o755)


@pytest.mark.parametrize("begun", ["nothing", "the folder", "the job"])
def test_a_folder_that_is_read_only_is_told_before_anything_is_spoken(
    shelf: Path, begun: str
) -> None:
    out = shelf / "read-only" / "out"
    (out if begun != "nothing" else out.parent).mkdir(parents=True)
    asked = task(shelf / "book.txt", out, "srt")
    if begun == "the job":
        Ledger(out, "x", CREATED).close()
    for path in sorted(out.parent.rglob("*"), reverse=True):
        path.chmod(0o555 if path.is_dir() else 0o444)
    out.parent.chmod(0o555)
    with ordinary(), pytest.raises(ExportError) as caught:
        run(asked, data=shelf / "data")
    assert caught.value.code == "output-unwritable"
    assert str(out) in caught.value.detail


def test_a_book_in_a_folder_that_may_not_be_looked_into_is_told(shelf: Path) -> None:
    shelf.chmod(0)
    with ordinary(), pytest.raises(InputError) as caught:
        open_draft(shelf / "book.txt")
    shelf.chmod(0o755)
    assert (caught.value.code, caught.value.subject) == ("text-unreadable", "file")
    assert "Permission denied" in caught.value.detail
