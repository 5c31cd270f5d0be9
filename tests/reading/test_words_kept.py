"""Words in are words out over 100,000 words of mixed text: none lost, doubled or made up."""

from __future__ import annotations

import re
import time

import pytest

from engine.emotion.understand import Understander
from engine.reading.reader import Reader
from engine.reading.script import Script, ScriptLine, script_of
from engine.values import Reading
from tests.reading.conftest import show
from tests.reading.mixed import mixed
from tests.reading.test_reader import assert_sound

TAG = re.compile(r"\[(?:[a-z][^\[\]]*)\](?!\()")
GIVEN = re.compile(r"\[([^\[\]]+)\]\(/[^/]+/\)")
HTML = re.compile(r"</?[a-z]+>")
WRITTEN = re.compile(r"[^\s—…]+")
PLAIN = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
SHORT = {"Mr.": "mister", "Dr.": "doctor"}


def blanked(text: str) -> str:
    """``text`` with tags, element marks and given phonemes blanked, every offset kept."""
    text = TAG.sub(lambda m: " " * len(m[0]), text)
    text = GIVEN.sub(lambda m: f" {m[1]}".ljust(len(m[0])), text)
    return HTML.sub(lambda m: " " * len(m[0]), text)


def flaws(source: str, line: ScriptLine, reading: Reading) -> tuple[int, list[str]]:
    """How many written words a line has, and what went wrong with which."""
    text = blanked(line.text)
    assert text.split() == blanked(source[line.start : line.end]).split()
    found: list[str] = []
    count = 0
    for token in WRITTEN.finditer(text):
        if not any(char.isalnum() for char in token[0]):
            continue
        count += 1
        over = [w for w in reading.words if w.start < token.end() and token.start() < w.end]
        core = PLAIN.fullmatch(token[0].strip("“”‘’'\"*_(),.;:!?"))
        said = [w.spoken.casefold() for w in over]
        if token[0] in SHORT:
            wanted = [SHORT[token[0]]]
        elif core and token[0] not in {"p.m.", "(p.m.)"}:
            wanted = [core[0].replace("’", "'").casefold()]
        else:
            wanted = said
        if said != wanted or not said:
            found.append(f"{token[0]!r} read as {said} in {line.text!r}")
    inside = [w for w in reading.words if not text[w.start : w.end].strip()]
    found += [f"{w.spoken!r} comes from nothing in {line.text!r}" for w in inside]
    return count, found


def read_all(reader: Reader, source: str, script: Script) -> tuple[int, list[str]]:
    total, wrong = 0, []
    last = 0
    known: dict[str, Reading] = {}  # the same text is read the same, which is tested elsewhere
    for line in script.lines:
        assert line.start >= last
        assert not any(c.isalnum() for c in blanked(source[last : line.start]))
        last = line.end
        if line.text not in known:
            known[line.text] = reader.read(line.text)
            assert_sound(known[line.text])
        reading = known[line.text]
        count, found = flaws(source, line, reading)
        total += count
        wrong += found
    assert not any(c.isalnum() for c in blanked(source[last:]))
    return total, wrong


@pytest.mark.slow
def test_words_in_are_words_out_over_a_hundred_thousand_words(reader: Reader) -> None:
    source = mixed(106_000)  # tags and rests are counted there and are no words
    start = time.thread_time()
    script = script_of(source, Understander().is_direction)
    total, wrong = read_all(reader, source, script)
    spent = time.thread_time() - start
    show(f"\n{total} words, {len(script.lines)} lines, {len(wrong)} wrong, {spent:.0f} s of CPU")
    assert total >= 100_000
    assert not wrong, wrong[:10]
    assert not script.remarks


def test_a_lost_or_doubled_word_would_be_seen(reader: Reader) -> None:
    line = script_of("The boat came back twice.", lambda _: False).lines[0]
    reading = reader.read(line.text)
    assert flaws(line.text, line, reading) == (5, [])
    shorter = reader.read("The boat came back.")
    assert flaws(line.text, line, shorter)[1]
    other = reader.read("The boot came back twice.")
    assert flaws(line.text, line, other)[1]
