"""The reading as a whole: tokens, spans, phrases, rests, remarks, threads, no network."""

from __future__ import annotations

import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest

from engine.errors import InputError
from engine.models.vocab import load_vocab
from engine.reading.lines import split_lines
from engine.reading.phrases import PHRASE_TOKENS, cut
from engine.reading.reader import REST_S, Reader
from engine.values import MAX_TOKENS, Reading
from tests.reading.conftest import show

PORTER = (
    "the porter walked from one empty room into another empty room and counted the chairs that "
    "stood along the walls under the tall dark windows where nobody had looked out since the "
    "last guests went home in the first cold week of an autumn that no one in the whole town "
    "would ever speak of again without a long glance at the road that led down to the old quiet "
    "harbor"
)


def assert_sound(reading: Reading) -> None:
    """What every reading promises."""
    vocab = load_vocab()
    assert [vocab[c] for c in reading.phonemes] == list(reading.tokens)
    assert all(1 <= t <= 177 for t in reading.tokens)
    for word in reading.words:
        assert 0 <= word.start < word.end <= len(reading.text)
        assert 0 <= word.first < word.last <= len(reading.tokens)
        assert reading.phonemes[word.first : word.last] == word.phonemes
    for word, after in pairwise(reading.words):
        assert word.last <= after.first
        assert word.start <= after.start
    if reading.tokens:
        flat = [edge for phrase in reading.phrases for edge in phrase]
        assert flat[0] == 0
        assert flat[-1] == len(reading.tokens)
        assert flat[1:-1:2] == flat[2::2]
    assert all(0 < last - first <= MAX_TOKENS for first, last in reading.phrases)
    inner = {first for first, _ in reading.phrases[1:]}
    for word in reading.words:
        assert not any(word.first < edge < word.last for edge in inner)
    assert all(-1 <= b.token < max(1, len(reading.tokens)) for b in reading.breaks)


def test_a_plain_sentence(reader: Reader) -> None:
    reading = reader.read("Hello, world.")
    assert reading.phonemes == "həlˈO, wˈɜɹld."
    assert [(w.spoken, w.start, w.end) for w in reading.words] == [
        ("Hello", 0, 5),
        ("world", 7, 12),
    ]
    assert [(b.kind, reading.phonemes[b.token]) for b in reading.breaks] == [
        ("comma", ","),
        ("sentence", "."),
    ]
    assert_sound(reading)


def test_words_point_at_their_source(reader: Reader) -> None:
    text = "Pay $4 to *Dr.* Ito &amp; co."
    spans = {w.spoken: text[w.start : w.end] for w in reader.read(text).words}
    assert spans == {
        "Pay": "Pay", "four": "$4", "dollars": "$4", "to": "to", "doctor": "Dr.", "Ito": "Ito",
        "and": "&amp;", "company": "co.",
    } or spans["co"] == "co"  # fmt: skip


@pytest.mark.parametrize(
    "text", ["", " ", "…", ".", "—", '"."', "* * *", "\n\n", "---", "😀", "()"]
)
def test_synth_11_nothing_to_speak(reader: Reader, text: str) -> None:
    reading = reader.read(text)
    assert (reading.tokens, reading.phrases, reading.words) == ((), (), ())
    assert reading.rest_s == REST_S


def test_other_languages_are_refused_by_name(reader: Reader) -> None:
    with pytest.raises(InputError) as caught:
        reader.read("nuqneH", "tlh")
    assert caught.value.code == "language-unsupported"
    assert caught.value.detail == "tlh"


def test_initials_give_no_rest(reader: Reader) -> None:
    assert "." not in reader.read("We read J. R. R. Tolkien and T. S. Eliot, always").phonemes
    assert reader.read("That was plan B. Then came C.").phonemes.count(".") == 2


# --- inline phonemes and pauses


def test_g2p_03_inline_phonemes(reader: Reader) -> None:
    reading = reader.read("[Zadie](/zˈAdi/) smiled.")
    assert reading.words[0].phonemes == "zˈAdi"
    assert reading.words[0].spoken == "Zadie"
    assert_sound(reading)
    listed = "1. [Zadie](/zˈAdi/) ran.\n2. Tom sat.\n3. [Zadie](/zˈAdi/) slept."
    assert reader.read(listed).phonemes.count("zˈAdi") == 2
    assert "slash" not in reader.read(listed).spoken


@pytest.mark.parametrize(
    ("text", "spoken", "told"),
    [
        ("[Bob](/$$$/) left.", "Bob left", [("phonemes-unknown", "Bob ($$$)")]),
        ("Hail [New York](/###/)!", "Hail New York", [("phonemes-unknown", "New York (###)")]),
        ("A [dog](/ˈ ˌ/) ran.", "A dog ran", [("phonemes-unknown", "dog (ˈ ˌ)")]),
        ("Hail [Bob](/bˈ$ɑb/)!", "Hail Bob", [("symbol-unknown", "$ (1)")]),
    ],
)
def test_g2p_03_phonemes_the_voice_lacks_lose_no_word(
    reader: Reader, text: str, spoken: str, told: list[tuple[str, str]]
) -> None:
    reading = reader.read(text)
    assert reading.spoken == spoken
    assert [(r.code, r.detail) for r in reading.remarks] == told
    own = reader.read(spoken).words
    if told[0][0] == "phonemes-unknown":
        assert [w.phonemes for w in reading.words] == [w.phonemes for w in own]
    else:
        assert reading.words[-1].phonemes == "bˈɑb"


def test_g2p_03_in_a_long_text(reader: Reader) -> None:
    text = ("The quiet road went on. " * 850) + "[Zadie](/zˈAdi/) smiled. " + ("It rained. " * 1750)
    assert len(text) > 39_000
    lines = split_lines(text)
    assert sum("zˈAdi" in line.text for line in lines) == 1
    marked = next(line for line in lines if "zˈAdi" in line.text)
    reading = reader.read(marked.text)
    assert reading.phonemes.count("zˈAdi") == 1
    assert reader.read(text).phonemes.count("zˈAdi") == 1


def test_unknown_inline_symbols_are_counted(reader: Reader) -> None:
    reading = reader.read("[Zed](/zˈ%d€/) ran.")
    assert {r.detail for r in reading.remarks if r.code == "symbol-unknown"} == {"% (1)", "€ (1)"}
    assert_sound(reading)


@pytest.mark.parametrize(
    ("text", "token_at", "seconds"),
    [
        ("Go. [pause 0.8s] Now.", ".", 0.8),
        ("Go [pause 300ms] now.", "O", 0.3),
        ("Go [pause] now.", "O", 0.5),
        ("Go [pause 2] now.", "O", 2.0),
    ],
)
def test_asked_pauses(reader: Reader, text: str, token_at: str, seconds: float) -> None:
    reading = reader.read(text)
    asked = [b for b in reading.breaks if b.kind == "asked"]
    assert [(reading.phonemes[b.token], b.seconds) for b in asked] == [(token_at, seconds)]
    assert "pause" not in reading.spoken


def test_pauses_at_the_edges(reader: Reader) -> None:
    first = reader.read("[pause 1s] Go.").breaks[0]
    assert (first.token, first.seconds) == (-1, 1.0)
    assert reader.read("[pause 1.5s]").rest_s == 1.5
    long = reader.read("Go. [pause 900s]")
    assert [r.code for r in long.remarks] == ["pause-shortened"]


def test_commands_are_never_spoken(reader: Reader) -> None:
    reading = reader.read("[voice bf_emma] Hello. [normal] Bye.")
    assert reading.spoken == "Hello Bye"
    assert {r.code for r in reading.remarks} == {"command-not-applied"}


# --- length


@pytest.mark.parametrize("size", [1, 2, 249, 250, 251, 509, 510, 511, 512, 1019, 1020, 1021, 2000])
def test_synth_01_every_length_is_covered(reader: Reader, size: int) -> None:
    """Readings of exactly ``size`` tokens: one-token words with spaces between, odd at the end."""
    text = " ".join(["[x](/a/)"] * ((size + 1) // 2 - 1) + [f"[x](/{'a' * (2 - size % 2)}/)"])
    reading = reader.read(text)
    assert len(reading.tokens) == size
    assert_sound(reading)
    assert len(reading.phrases) == -(-size // PHRASE_TOKENS)


def test_synth_01_growing_texts(reader: Reader) -> None:
    words = (PORTER + " ") * 8
    sizes = set()
    for count in range(1, 420, 7):
        reading = reader.read(" ".join(words.split()[:count]))
        assert_sound(reading)
        sizes.add(len(reading.tokens))
    assert max(sizes) > 2000


FERRY = (
    "a young woman in a yellow coat stood at the rail of the evening ferry and watched the lights "
    "of the small white town grow slowly out of the dusk while the engine hummed beneath the deck "
    "and an old sailor beside her spoke without haste about every storm and every harbor and "
    "every lost friend that the long years had brought him and then taken from him again like "
    "the tide"
)
LEDGER = (
    "if the clerk had only known how many pages of that heavy ledger would have to be copied by "
    "hand before the first snow closed the mountain road he would have asked for a second lamp "
    "and a warmer room and perhaps even for the help of the quiet boy who swept the stairs and "
    "who could read and write far better than anybody in the busy office had ever thought to ask"
)


@pytest.mark.parametrize("sentence", [PORTER, FERRY, LEDGER])
@pytest.mark.parametrize("copies", [1, 2])
def test_synth_02_a_long_sentence_without_stops(reader: Reader, sentence: str, copies: int) -> None:
    text = " and then ".join([sentence] * copies) + "."
    assert len(text.split()) >= 70 * copies
    reading = reader.read(text)
    assert [w.spoken for w in reading.words] == text.rstrip(".").split()
    assert_sound(reading)
    assert all(last - first <= PHRASE_TOKENS for first, last in reading.phrases)
    assert min(last - first for first, last in reading.phrases) > 60


def test_cuts_prefer_the_better_mark() -> None:
    symbols = ("aaaa " * 30 + "aaaa. ") + "aaaa " * 25
    starts = [at for at in range(len(symbols)) if at == 0 or symbols[at - 1] == " "]
    starts = [at for at in starts if symbols[at] == "a"]
    ranges = cut(symbols, starts, ["x"] * len(starts))
    assert symbols[: ranges[0][1]].endswith(". ")


def test_a_word_without_end_is_cut_with_a_remark(reader: Reader) -> None:
    reading = reader.read("a" * 3000 + " end")
    assert "word-cut" in {r.code for r in reading.remarks}
    assert_sound(reading)


# --- words in, words out


def letters(text: str) -> bool:
    return any(c.isalpha() for c in text)


@pytest.mark.parametrize("language", ["en-us", "en-gb"])
def test_words_in_are_words_out(reader: Reader, prose: str, language: str) -> None:
    lost, total = [], 0
    for line in split_lines(prose):
        reading = reader.read(line.text, language)
        assert_sound(reading)
        covered = {w.start for w in reading.words}
        for token in line.text.replace("—", " ").split():
            total += letters(token)
        said = [w.spoken for w in reading.words if letters(line.text[w.start : w.end])]
        written = [t for t in line.text.replace("—", " ").split() if letters(t)]
        if len(said) != len(written):
            lost.append((line.text, said))
        assert len(covered) >= len(written)
    assert total >= 1000
    assert not lost


def test_guessed_words_are_named(reader: Reader) -> None:
    reading = reader.read("Old Vraxelby met the glimmercat.")
    assert [r.detail for r in reading.remarks if r.code == "word-guessed"] == [
        "Vraxelby",
        "glimmercat",
    ]
    assert all(w.phonemes for w in reading.words)


# --- same text, same reading


def test_g2p_08_threads_read_as_one(reader: Reader, prose: str) -> None:
    lines = [line.text for line in split_lines(prose)]
    lines = (lines * 3)[:200]
    serial = [reader.read(line) for line in lines]
    for _ in range(2):
        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(reader.read, lines)) == serial


def test_threads_may_be_first(prose: str) -> None:
    fresh = Reader(load_vocab())
    lines = [line.text + " Vraxelby." for line in split_lines(prose)][:24]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(fresh.read, lines))
    assert together == [fresh.read(line) for line in lines]
    fresh.close()


GUARDED = """
import socket, sys
def refuse(*args, **kwargs):
    raise AssertionError("a network connection was attempted")
socket.socket.connect = refuse
socket.socket.connect_ex = refuse
socket.create_connection = refuse
socket.getaddrinfo = refuse
from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
reader = Reader(load_vocab())
print(reader.read("Did she read that to Vraxelby?").phonemes)
print(reader.read("Did she read that?", "en-gb").phonemes)
assert "torch" not in sys.modules and "kokorog2p" not in sys.modules
reader.close()
"""


def test_loading_opens_no_connection() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", GUARDED], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 2


def test_cost_of_a_sentence(reader: Reader, prose: str) -> None:
    """CPU time, so that a busy machine does not fail it; the target is 5 ms."""
    lines = [line.text for line in split_lines(prose)]
    reader.read("Did she read that?")
    costs = []
    for line in lines:
        start = time.thread_time()
        reader.read(line)
        costs.append(1000 * (time.thread_time() - start))
    middle, high = np.percentile(costs, (50, 95))
    show(f"\n{len(lines)} sentences: median {middle:.2f} ms, 95 % within {high:.2f} ms")
    assert middle < 15.0
