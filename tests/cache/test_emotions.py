"""Emotions are understood once; the emotion ID keeps what is heard apart."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine.build import build_engine, build_understander
from engine.cache import emotions, table_file
from engine.cache.emotion_id import emotion_id, emotion_ids, entropy_bits
from engine.cache.emotions import KnownEmotions, head_of
from engine.cache.metrics import Metrics, open_metrics
from engine.cache.table import EmotionTable, Entry
from engine.cache.table_file import files_of
from engine.emotion.axes import AXES, LISTENER_STEP, SHARES
from engine.emotion.law import HARD_LIMITS
from engine.emotion.understand import Understander
from engine.keys import key_of
from engine.values import IDENTITY, Deltas, Direction, Emotion, RenderRequest

PROMPTS = ("with gentle concern", "angry \ud800", "", "banana bicycle", "slowly, but not sad")
INNER = Understander()


class Counting:
    """The real understander, counted."""

    version = INNER.version

    def __init__(self) -> None:
        self.asked: list[str] = []

    def understand(self, prompt: str) -> Emotion:
        self.asked.append(prompt)
        return INNER.understand(prompt)


def known(folder: Path) -> tuple[KnownEmotions, Counting, Metrics]:
    inner, metrics = Counting(), Metrics()
    return (
        KnownEmotions(inner, EmotionTable(folder, head_of(inner.version)), metrics),
        inner,
        metrics,
    )


def same(one: Emotion, two: Emotion) -> bool:
    fields = [name for name in Emotion.__slots__ if name != "emovec"]
    return one.emovec.tobytes() == two.emovec.tobytes() and all(
        getattr(one, name) == getattr(two, name) for name in fields
    )


def test_each_prompt_is_understood_once_and_exactly_so(tmp_path: Path) -> None:
    first, inner, metrics = known(tmp_path)
    for _ in range(2):
        for prompt in PROMPTS:
            assert same(first.understand(prompt), INNER.understand(prompt))
    assert inner.asked == list(PROMPTS)
    assert metrics.counts() == {("emotion", "miss"): 5, ("emotion", "memory"): 5}
    again, inner, metrics = known(tmp_path)
    for prompt in PROMPTS:
        assert same(again.understand(prompt), INNER.understand(prompt))
    assert inner.asked == []
    assert metrics.hit_rate("emotion") == 1.0
    assert metrics.hit_rate("take") is None


def test_the_least_recently_used_leaves_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(emotions, "IN_MEMORY", 2)
    known_ones, _, metrics = known(tmp_path)
    for prompt in ("sad", "calm", "sad", "angry", "sad", "calm"):
        known_ones.understand(prompt)
    assert metrics.counts() == {
        ("emotion", "miss"): 3,
        ("emotion", "memory"): 2,  # sad, twice: calm had left for angry
        ("emotion", "disk"): 1,
    }


def test_words_of_another_version_are_a_miss(tmp_path: Path) -> None:
    kept, inner, _ = known(tmp_path)
    entry = Entry(np.ones(128, np.float32), 1, (0, 0, 0), 1.0, np.zeros(11), b'{"vad": [1, 2]}')
    EmotionTable(tmp_path, head_of(inner.version)).put(key_of("prompt", "sad"), entry)
    assert same(kept.understand("sad"), INNER.understand("sad"))
    assert inner.asked == ["sad"]


def test_a_table_that_was_mended_is_told_once(tmp_path: Path) -> None:
    with build_engine(tmp_path, "fake") as engine:
        engine.renderer.render(RenderRequest("Well.", direction=Direction("sad")))
    (file,) = (tmp_path / "emotion").glob("*.emo")
    with file.open("rb+") as raw:
        raw.write(b"rubbish")
    with build_engine(tmp_path, "fake", looks=True) as engine:
        engine.renderer.inputs(RenderRequest("Well.", direction=Direction("angry")))
    with build_engine(tmp_path, "fake") as engine:
        line = RenderRequest("Well.", direction=Direction("angry"))
        takes = [engine.renderer.render(line) for _ in range(2)]
    told = [[r for r in take.remarks if r.code == "emotions-mended"] for take in takes]
    assert [[remark.detail for remark in each] for each in told] == [["magic: 1 kept, 0 lost"], []]


def test_a_disk_that_is_full_costs_no_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table_file, "reserve", full)
    kept, _, metrics = known(tmp_path)
    assert same(kept.understand("sad"), INNER.understand("sad"))
    assert metrics.counts()["emotion", "not kept"] == 1


def test_the_program_keeps_what_it_understood(tmp_path: Path) -> None:
    with build_engine(tmp_path, "fake") as engine:
        first = engine.renderer.render(RenderRequest("Hello.", direction=Direction("sad")))
    name = f"emotions-{head_of(build_understander().version)}"
    assert len(files_of(tmp_path / "emotion", name)) == 1
    with build_engine(tmp_path, "fake") as engine:
        again = engine.renderer.render(RenderRequest("Hello.", direction=Direction("sad")))
    assert again.key == first.key
    assert same(again.emotion, first.emotion)


def test_neighbours_share_an_id_and_what_is_heard_does_not() -> None:
    assert emotion_id(IDENTITY) == emotion_id(Deltas(f0_level_st=0.7, energy_db=-0.4))
    for axis, step in zip(AXES, LISTENER_STEP, strict=True):
        moved = np.zeros((1, len(AXES)))
        moved[0, AXES.index(axis)] = 1.01 * step
        assert emotion_ids(moved)[0] != emotion_id(IDENTITY), axis
    far = np.array([[1e9] * len(AXES), [-1e9] * len(AXES)])
    assert len(set(emotion_ids(far).tolist())) == 2


def test_a_million_pairs_that_share_an_id_sound_alike() -> None:
    random = np.random.default_rng(6)
    one = random.normal(0, 1.5, (1_000_000, len(AXES))) * LISTENER_STEP
    two = one + random.normal(0, 0.35, one.shape) * LISTENER_STEP
    # pauses and jitter begin at 0 or just below: what lies beyond counts as the limit
    for axis in ("pause_s", "pauses_per_s", "jitter_st"):
        for vectors in (one, two):
            np.abs(vectors[:, AXES.index(axis)], out=vectors[:, AXES.index(axis)])
    for axis in (*SHARES, "tremor_db"):  # they end within three steps
        for vectors in (one, two):
            np.clip(
                vectors[:, AXES.index(axis)], *HARD_LIMITS[axis], out=vectors[:, AXES.index(axis)]
            )
    inside = (np.abs(one) < 3 * LISTENER_STEP).all(axis=1)
    shared = (emotion_ids(one) == emotion_ids(two)) & inside
    apart = (np.abs(one - two) > 2 * LISTENER_STEP).any(axis=1)
    assert shared.sum() > 1_000  # else the test would say nothing
    assert (shared & apart).sum() / 1e6 < 1e-5
    strangers = emotion_ids(one) == emotion_ids(two[::-1])
    assert (strangers & (np.abs(one - two[::-1]) > 2 * LISTENER_STEP).any(axis=1)).sum() < 10


def test_entropy_says_how_evenly_ids_are_used() -> None:
    assert entropy_bits(np.zeros(0, np.uint64)) == 0.0
    assert entropy_bits(np.array([7, 7, 7], np.uint64)) == 0.0
    assert entropy_bits(np.arange(8, dtype=np.uint64)) == pytest.approx(3.0)


def test_metrics_as_open_metrics_text() -> None:
    metrics = Metrics()
    metrics.count("take", "disk", 3)
    metrics.count("take", "miss")
    assert metrics.hit_rate("take") == 0.75
    assert open_metrics(metrics.counts(), {"size": ("bytes", 12.0), "drift": ("", 0.1)}) == (
        "# TYPE espressivo_cache_answers counter\n"
        'espressivo_cache_answers_total{part="take",way="disk"} 3\n'
        'espressivo_cache_answers_total{part="take",way="miss"} 1\n'
        "# TYPE espressivo_cache_drift gauge\n"
        "espressivo_cache_drift 0.1\n"
        "# TYPE espressivo_cache_size_bytes gauge\n"
        "# UNIT espressivo_cache_size_bytes bytes\n"
        "espressivo_cache_size_bytes 12\n"
        "# EOF\n"
    )
