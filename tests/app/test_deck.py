"""The audio thread's part, without a device: exact samples."""

from __future__ import annotations

import time

import numpy as np
import pytest
from numpy.typing import NDArray

from app.playing.deck import FADE_S, Deck, Wish
from app.playing.playback import word_at

RATE = 24_000
FADE = round(FADE_S * RATE)


def ramp(samples: int) -> NDArray[np.float32]:
    return np.arange(1, samples + 1, dtype=np.float32) / samples


def deck_with(*sizes: int, keep: bool = True) -> tuple[Deck, NDArray[np.float32]]:
    deck = Deck(RATE, keep=keep)
    whole = ramp(sum(sizes))
    for piece in np.split(whole, np.cumsum(sizes)[:-1]):
        deck.add(piece)
    return deck, whole


def take(deck: Deck, samples: int, block: int = 100) -> NDArray[np.float32]:
    """Ask as a device does, in blocks of a size that fits nothing."""
    out = np.full(samples, np.nan, np.float32)
    for at in range(0, samples, block):
        deck.fill(out[at : at + block], 0.0)
    return out


@pytest.mark.parametrize("block", [1, 7, 256, 5000])
@pytest.mark.parametrize("keep", [True, False])
def test_what_goes_in_comes_out(block: int, keep: bool) -> None:
    deck, whole = deck_with(1, 10, 600, 3, 1386, keep=keep)
    deck.complete, deck.tail = True, 50
    deck.wish = Wish(True, 0, 0)
    out = take(deck, 2_200, block)
    assert np.array_equal(out[:2_000], whole)
    assert not out[2_000:].any()
    assert deck.ended is deck.wish
    assert not deck.running


def test_stop_fades_within_its_time_and_play_goes_on_from_there() -> None:
    deck, whole = deck_with(10_000)
    deck.wish = Wish(True, 0, 0)
    take(deck, 1_000)
    deck.wish = Wish(False, 0, 0)
    out = take(deck, 1_000)
    assert (np.diff(out[:FADE]) < 0).all()
    assert not out[FADE:].any()
    assert deck.cursor == 1_000 + FADE
    deck.wish = Wish(True, 0, 0)
    out = take(deck, 1_000)
    assert np.array_equal(out[FADE:], whole[1_000 + 2 * FADE : 2_000 + FADE])


def test_a_jump_while_playing_fades_out_and_in() -> None:
    deck, whole = deck_with(10_000)
    deck.wish = Wish(True, 0, 0)
    take(deck, 1_000)
    deck.wish = Wish(True, 1, 6_000)
    out = take(deck, 1_000)
    assert np.array_equal(out[2 * FADE :], whole[6_000 + FADE : 7_000 - FADE])
    assert np.abs(np.diff(out)).max() < 2 / FADE


def test_jumps_while_silent_or_overtaken_end_at_the_last_place() -> None:
    deck, whole = deck_with(10_000)
    deck.wish = Wish(False, 1, 5_000)
    assert deck.position(time.monotonic()) == 5_000
    take(deck, 100)
    deck.wish = Wish(True, 2, 3_000)
    take(deck, 300)
    deck.wish = Wish(True, 3, 8_000)
    deck.wish = Wish(True, 4, 2_000)
    out = take(deck, 1_000)
    assert np.array_equal(out[2 * FADE :], whole[2_000 + FADE : 3_000 - FADE])


def test_it_is_silent_until_it_may_begin_and_loses_nothing() -> None:
    deck, whole = deck_with(2_000)
    deck.begins_from = time.monotonic() + 3_600
    deck.wish = Wish(True, 0, 0)
    assert not take(deck, 500).any()
    deck.begins_from = time.monotonic()
    assert np.array_equal(take(deck, 500), whole[:500])
    deck.begins_from += 3_600  # it has begun
    assert np.array_equal(take(deck, 500), whole[500:1_000])


def test_what_is_complete_waits_for_nothing() -> None:
    deck, whole = deck_with(2_000)
    deck.begins_from, deck.complete = time.monotonic() + 3_600, True
    deck.wish = Wish(True, 0, 0)
    assert np.array_equal(take(deck, 500), whole[:500])


def test_a_loop_turns_at_its_end() -> None:
    deck, _ = deck_with(10_000)
    deck.loop = (2_000, 3_000)
    deck.wish = Wish(True, 1, 2_000)
    out = take(deck, 5_000)
    for turn in range(4):
        one = out[turn * 1_000 : (turn + 1) * 1_000]
        assert np.array_equal(one, out[:1_000])
    assert out[999] == out[0] == 0.0
    deck.loop = None
    take(deck, 5_000)
    assert deck.cursor > 3_000


def test_running_dry_is_counted_once_and_only_after_sound() -> None:
    deck = Deck(RATE)
    deck.wish = Wish(True, 0, 0)
    assert not take(deck, 1_000).any()
    assert deck.starved == 0
    deck.add(ramp(500))
    take(deck, 2_000)
    assert deck.starved == 1
    deck.add(ramp(500))
    assert np.array_equal(take(deck, 500), ramp(500))


def test_stop_while_dry_stops() -> None:
    deck, _ = deck_with(100)
    deck.wish = Wish(True, 0, 0)
    take(deck, 500)
    deck.wish = Wish(False, 0, 0)
    take(deck, 100)
    deck.add(ramp(500))
    assert not take(deck, 500).any()
    assert not deck.running


def test_pieces_that_were_played_are_let_go() -> None:
    deck, _ = deck_with(1_000, 1_000, keep=False)
    deck.wish = Wish(True, 0, 0)
    take(deck, 1_500)
    assert [piece.size for piece in deck._pieces] == [0, 1_000]


def test_volume_turns_without_a_step_and_one_changes_nothing() -> None:
    deck = Deck(RATE)
    deck.add(np.ones(4_000, np.float32))
    deck.wish = Wish(True, 0, 0)
    assert (take(deck, 100) == 1.0).all()
    deck.volume = 0.25
    turned = take(deck, 200, 200)
    assert np.abs(np.diff(turned)).max() < 0.01
    assert (take(deck, 100) == 0.25).all()


def test_the_place_that_is_heard_lags_by_the_delay_and_follows_a_jump() -> None:
    deck, _ = deck_with(24_000)
    deck.wish = Wish(True, 0, 0)
    before = time.monotonic()
    deck.fill(np.zeros(2_400, np.float32), 1.0)
    after = time.monotonic()
    assert deck.position(before + 0.5) == 0
    assert 0 <= deck.position(after + 1.05) - 1_200 <= (after - before) * RATE + 1
    assert deck.position(after + 2.0) == 2_400


WORDS = [(0.1, 0.3), (0.3, 0.5), (0.8, 1.0)]


@pytest.mark.parametrize(
    ("at", "word"),
    [(0.0, None), (0.1, 0), (0.29, 0), (0.3, 1), (0.6, None), (0.8, 2), (1.0, None), (9, None)],
)
def test_the_word_that_sounds(at: float, word: int | None) -> None:
    assert word_at(WORDS, at) == word
