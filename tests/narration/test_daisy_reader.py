"""Both DAISY books opened by Readium's reader, which Thorium is built on; it comes by npm."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.narration.book_maker import make, write_epub
from tests.narration.runs import run, task

READER = "r2-shared-js@1.0.85"
SCRIPT = Path(__file__).with_name("read_daisy.js")
INSTALL_S, READ_S = 900.0, 120.0
"""Hang limits: a hundred small packages come over the network."""


@pytest.mark.soak
def test_an_independent_reader_finds_every_chapter_and_every_line(tmp_path: Path) -> None:
    npm, node = shutil.which("npm"), shutil.which("node")
    if not npm or not node:
        pytest.skip("npm and node are not installed")
    reader, out = tmp_path / "reader", tmp_path / "out"
    asked = ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", str(reader)]
    reader.mkdir()
    subprocess.run([npm, *asked, READER], check=True, capture_output=True, timeout=INSTALL_S)
    made = make(1000, chapters=3)
    result = run(task(write_epub(made, tmp_path / "book.epub"), out, "daisy"))
    books = [out / "daisy3", out / "daisy202"]
    said = subprocess.run(
        [node, str(SCRIPT), str(reader), *map(str, books)],
        check=True, capture_output=True, timeout=READ_S,
    ).stdout  # fmt: skip
    for found in json.loads(said.splitlines()[-1]):
        assert found["title"] == result["title"]
        assert found["titles"] == [each["title"] for each in result["chapters"]]
        assert found["duration"] == pytest.approx(result["seconds"], abs=0.5)
        assert len(found["clips"]) == result["lines"]
        seconds = sum(end - begin for _, begin, end, _ in found["clips"])
        assert seconds == pytest.approx(result["seconds"], abs=0.1)
        assert all(end > begin and text for _, begin, end, text in found["clips"])
        assert len({file for file, *_ in found["clips"]}) == len(result["chapters"])
