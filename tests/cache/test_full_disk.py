"""A volume that is really full, a small one in memory: the render goes on, the cache says so."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

SIZE = "3m"
"""Of the volume: a table of emotions (1 MB) and a few short takes."""


@pytest.fixture
def volume(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "volume"
    place.mkdir()
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting a small volume needs root on Linux")
    words = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(place)]
    if subprocess.run(words, capture_output=True, check=False).returncode:
        pytest.skip("mounting a small volume is not allowed here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


RENDERS = """
import json, sys
from pathlib import Path
from engine.build import build_engine
from engine.cache.eviction import Limits
from engine.values import Direction, RenderRequest
data = Path(sys.argv[1])
lines = [RenderRequest(f"This is line number {n}.", direction=Direction("sad")) for n in range(6)]
with build_engine(data, "fake", limits=Limits(clarity=0.0, strength=0.0)) as engine:
    def spoken(line):
        take = engine.renderer.render(line)
        return [take.provenance.cache.split(":")[0], [r.code for r in take.remarks]]
    said = {"room": [spoken(lines[0]), spoken(lines[0])]}
    ballast = data / "ballast"
    with ballast.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(bytes(4096))
        except OSError:
            pass
    said["full"] = [spoken(line) for line in lines]
    prompts = [f"sad{'ly' * (n % 2)} and {'very ' * n}calm" for n in range(40)]
    said["understood"] = sum(len(engine.understander.understand(p).emovec) > 0 for p in prompts)
    ballast.unlink()
    said["room again"] = [spoken(lines[1]), spoken(lines[1])]
    said["flaws"] = engine.store.verify()
print(json.dumps(said))
"""


def test_a_full_volume_ends_no_render_and_is_told(volume: Path) -> None:
    """CACHE-04: no signal, no error; what was kept answers, what is new is made."""
    ran = subprocess.run(
        [sys.executable, "-c", RENDERS, volume],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    said = json.loads(ran.stdout)
    assert said["room"] == [["miss", []], ["hit", []]]
    assert said["full"][0] == ["hit", []]
    assert said["full"][1:] == [["miss", ["store-full"]]] * 5
    assert said["understood"] == 40
    assert said["room again"] == [["miss", []], ["hit", []]]
    assert said["flaws"] == []
    assert not list(volume.rglob(".part-*"))
