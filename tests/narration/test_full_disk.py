"""A disk that is really full while a book is narrated: told in one sentence, nothing lost."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.narration.profiles import profile_of
from engine.errors import ExportError
from tests.narration.runs import files, rows, run, task

TEXT = "Chapter 1\n\nThe lamp was lit. Nobody came to the door. The rain fell all night.\n"


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    """A volume of a third of a megabyte: two lines fit, their chapter does not."""
    place = tmp_path / "volume"
    place.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small volume needs root on Linux")
    words = ["mount", "-t", "tmpfs", "-o", "size=320k", "tmpfs", str(place)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small volume is not allowed here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_full_disk_ends_the_run_and_room_lets_it_go_on(volume: Path, tmp_path: Path) -> None:
    book = tmp_path / "a.txt"
    book.write_text(TEXT)
    asked = task(book, volume / "out", "wav,srt", profile=profile_of("raw"))
    data = tmp_path / "data"
    with pytest.raises(ExportError) as caught:
        run(asked, data=data)
    assert caught.value.code == "disk-full"
    done = len(rows(volume / "out"))
    assert done < 4
    assert files(volume / "out") == {}
    subprocess.run(["mount", "-o", "remount,size=8m", str(volume)], check=True)
    result = run(asked, data=data)
    assert len(result["spoken_now"]) == 4 - done
    whole = tmp_path / "whole"
    run(task(book, whole / "out", "wav,srt", profile=profile_of("raw")), data=data)
    assert files(volume / "out") == files(whole / "out")
