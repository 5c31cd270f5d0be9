"""The person's own lexicon: what is found, what is said, and its files."""

from __future__ import annotations

import random
from functools import partial

import pytest

from engine.errors import InputError
from engine.models.vocab import load_vocab
from engine.reading.alphabet import Script
from engine.reading.own_words import Entry, OwnWords, entry_of, merged
from engine.reading.own_words_text import entries_in, to_text
from engine.reading.reader import Reader
from engine.reading.source import clean
from tests.reading.conftest import show
from tests.reading.spent import spent
from tests.reading.test_reader import assert_sound

VOCAB = load_vocab()


def reader_of(*entries: Entry) -> Reader:
    return Reader(VOCAB, fallback="letters", own=OwnWords(entries))


def own(word: str, said: str, language: str = "") -> Entry:
    if said.startswith("/"):
        return entry_of(word, VOCAB, sounds=said.strip("/"), language=language)
    return entry_of(word, VOCAB, say=said, language=language)


@pytest.mark.parametrize(
    ("entries", "text", "spoken", "sounds"),
    [
        ([("Nguyen", "/wˈɪn/")], "Nguyen ran.", "Nguyen ran", "wˈɪn ɹˈæn."),
        ([("nguyen", "/wˈɪn/")], "NGUYEN Nguyen", "NGUYEN Nguyen", "wˈɪn wˈɪn"),
        ([("Nguyen", "/wˈɪn/")], "Nguyen's dog", "Nguyen's dog", "wˈɪnz dˈɔɡ"),
        ([("Nguyen", "/wˈɪn/")], "“Nguyen”—*Nguyen*!", "Nguyen Nguyen", None),
        ([("new york", "/nu/"), ("york", "/j/")], "New York, York", "New York York", "nu, j"),
        ([("Dr.", "drive"), ("$5", "a fiver")], "Elm Dr. for $5", "Elm drive for a fiver", None),
        ([("3", "trio")], "3 of 33 and 3rd", "trio of thirty-three and third", None),
        ([("C++", "see plus plus")], "C++ code", "see plus plus code", None),
        ([("can't", "cannot")], "I can’t go", "I cannot go", None),
        ([("e.g.", "to wit")], "Dogs, e.g. pugs", "Dogs to wit pugs", None),
    ],
)
def test_entries_are_found_and_said(
    entries: list[tuple[str, str]], text: str, spoken: str, sounds: str | None
) -> None:
    reader = reader_of(*(own(*entry) for entry in entries))
    reading = reader.read(text)
    assert_sound(reading)
    assert reading.spoken == spoken
    assert reading.own_words
    for word, start, end in reading.own_words:
        assert text[start:end].replace("’", "'").lower() == word.lower()
    if sounds is not None:
        assert reading.phonemes == sounds


def test_case_and_borders() -> None:
    reading = reader_of(own("Nguyen", "/wˈɪn/")).read("NGUYEN nguyen Nguyens xNguyen Nguyen")
    assert [(start, end) for _, start, end in reading.own_words] == [(30, 36)]
    cats = reader_of(own("cat", "dog")).read("A cat, the CAT's; concatenate cats can't cat-like")
    assert cats.spoken.split()[:4] == ["A", "dog", "the", "dog's"]
    assert len(cats.own_words) == 3


def test_the_languages_of_an_entry() -> None:
    reader = reader_of(
        own("route", "/ɹut/", "en-us"), own("route", "/ɹWt/", "en"), own("vase", "/vɑz/", "fr")
    )
    assert reader.read("route").phonemes == "ɹut"
    assert reader.read("route", "en-gb").phonemes == "ɹWt"
    assert reader.read("vase").own_words == ()


def test_unspaced_words_need_no_borders() -> None:
    found = OwnWords([own("東京", "とうきょう", "ja"), own("京", "きょう", "ja")])
    kanji = Script(letters=((0x3040, 0x30FF), (0x4E00, 0x9FFF)))
    plain, hits = found.apply(clean("今日は東京へ行きます", script=kanji), "ja", str)
    assert plain.text == "今日はとうきょうへ行きます"
    assert [(hit.start, hit.end) for hit in hits] == [(3, 5)]
    assert [plain.starts[at] for at in (2, 3, 7, 8)] == [2, 3, 3, 5]


def test_rests_and_given_phonemes_keep_their_places() -> None:
    reader = reader_of(own("SQL", "sequel database"))
    reading = reader.read("SQL [pause 1s] SQL [Zadie](/zˈAdi/) SQL [was](+1) here.")
    assert reading.spoken == "sequel database sequel database Zadie sequel database was here"
    assert [b.seconds for b in reading.breaks if b.kind == "asked"] == [1.0]
    assert reading.phonemes.count("zˈAdi") == 1
    assert reading.phonemes.count("wˈʌz") == 1


def test_an_empty_lexicon_changes_nothing(reader: Reader, prose: str) -> None:
    assert reader_of().read(prose[:3000]) == reader.read(prose[:3000])
    other = reader_of(own("zzyzx", "/zˈIzɪks/")).read(prose[:3000])
    assert other == reader.read(prose[:3000])


@pytest.mark.parametrize(
    ("word", "sounds", "say", "language", "part"),
    [
        ("", "a", "", "", "no word"),
        ("…", "a", "", "", "no word"),
        ("x" * 200, "a", "", "", "no word"),
        ("a*b", "a", "", "", "markup"),
        ("cafe", "k€%", "", "", "phonemes % €"),
        ("cafe", "", "", "", "not both"),
        ("cafe", "a", "b", "", "not both"),
        ("cafe", "", "!?", "", "no letters"),
        ("cafe", "a", "", "english", "language"),
        ("cafe", "", "b" * 200, "", "too long"),
    ],
)
def test_what_cannot_be_an_entry_is_said_plainly(
    word: str, sounds: str, say: str, language: str, part: str
) -> None:
    with pytest.raises(InputError) as caught:
        entry_of(word, VOCAB, sounds=sounds, say=say, language=language)
    assert caught.value.code == "lexicon-invalid"
    assert part in caught.value.detail


def test_ipa_is_brought_to_the_models_symbols() -> None:
    assert own("Zadie", "/ˈzeɪdi/").sounds == "zˈAdi"
    assert own("judge", "/ˈd\u0361ʒʌd\u0361ʒ/").sounds == "ʤˈʌʤ"
    assert own("peine", "/ˈpeɪne/", "es").sounds == "ˈpeɪne"


ENTRIES = (
    own("Zadie", "/zˈAdi/"), own("new york", "/nˈu jˈɔɹk/", "en-us"), own("R&D", "research, dev"),
    own('5"', "five inches", "en"),
)  # fmt: skip


@pytest.mark.parametrize("name", ["a.tsv", "a.txt", "a.csv", "a.pls", "A.PLS"])
def test_files_come_back_as_they_went(name: str) -> None:
    entries = ENTRIES
    assert entries_in(to_text(entries, name), name, VOCAB) == entries
    assert entries_in("\ufeff" + to_text(entries, name), name, VOCAB) == entries


def test_a_pls_of_others_is_read() -> None:
    text = (
        '<lexicon version="1.0" xmlns="http://www.w3.org/2005/01/pronunciation-lexicon" '
        'alphabet="ipa" xml:lang="en-US"><lexeme><grapheme>Zadie</grapheme><grapheme>Zady'
        "</grapheme><phoneme>ˈzeɪdi</phoneme><example>x</example></lexeme></lexicon>"
    )
    assert entries_in(text, "a.pls", VOCAB) == (
        own("Zadie", "/zˈAdi/", "en-us"), own("Zady", "/zˈAdi/", "en-us"),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("a.tsv", "word\tsaid as\nZadie\t/zˈAdi/\nbad\n", "a.tsv, row 3: 1 columns"),
        ("a.tsv", "# x\nZ\t/%/\n", "a.tsv, row 2: the voice does not know the phonemes %"),
        ("a.csv", "a,b,c,d\n", "a.csv, row 1: 4 columns"),
        ("a.pls", "<lexicon>", "a.pls: no element found"),
        ("a.pls", "<!DOCTYPE a [<!ENTITY b 'c'>]><lexicon/>", "a document type"),
        ("a.pls", "<l><lexeme><grapheme>a</grapheme></lexeme></l>", "row 1: 'a' needs"),
    ],
)
def test_a_damaged_file_names_its_row(name: str, text: str, part: str) -> None:
    with pytest.raises(InputError) as caught:
        entries_in(text, name, VOCAB)
    assert caught.value.code == "lexicon-invalid"
    assert part in caught.value.detail


def test_the_later_of_two_lexicons_counts() -> None:
    user, project = own("SQL", "sequel"), own("SQL", "skwul")
    both = merged([[user, own("cat", "dog")], [project]])
    assert reader_of(*both).read("SQL cat").spoken == "skwul dog"


def test_ten_thousand_entries_cost_linear_time() -> None:
    draw = random.Random(3)
    words = ["".join(draw.choices("abcdefghijk", k=6)) for _ in range(10_000)]
    found = OwnWords([Entry(word, "", "x") for word in words])
    costs = []
    for count in (2_500, 10_000):
        text = clean(" ".join(draw.choices(words, k=count)))
        assert len(found.apply(text, "en-us", str)[1]) == count
        costs.append(spent(partial(found.apply, text, "en-us", str)))
    show(f"\n{costs[0]:.3f} s, four times as much {costs[1]:.3f} s")
    assert costs[1] < 8 * costs[0] + 0.2
