"""Words with two sounds, in sentences of our own."""

from __future__ import annotations

from engine.reading.reader import Reader
from tests.reading.conftest import rows, show

WANTED = 0.92


def test_heteronyms(reader: Reader) -> None:
    right = 0
    table = rows("heteronyms.tsv")
    show()
    for named, wanted, sentence in table:
        word, _, count = named.partition("#")
        found = [w for w in reader.read(sentence).words if w.spoken.lower() == word.lower()]
        got = found[int(count or 1) - 1].phonemes
        right += got == wanted
        show(f"{'ok ' if got == wanted else 'BAD'} {word:10} {got:12} {wanted:12} {sentence}")
    show(f"{right} of {len(table)} = {right / len(table):.1%}")
    assert len(table) >= 100
    assert right >= WANTED * len(table)


def test_g2p_01_in_order(reader: Reader) -> None:
    text = "The lead pipe will lead us to a live wire near where we live. Close the close door."
    found = [
        w.phonemes for w in reader.read(text).words if w.spoken.lower() in {"lead", "live", "close"}
    ]
    assert found == ["lˈɛd", "lˈid", "lˈIv", "lˈɪv", "klˈOz", "klˈOs"]


def test_british_forms(reader: Reader) -> None:
    words = reader.read("A lead pipe can lead to a close race.", "en-gb").words
    assert [w.phonemes for w in words if w.spoken in {"lead", "close"}] == [
        "lˈɛd",
        "lˈiːd",
        "klˈQs",
    ]


def test_the_last_letter_is_zed_in_britain(reader: Reader) -> None:
    for text, british, american in (
        ("From A to Z.", "zˈɛd", "zˈi"),
        ("They left NZ.", "ˌɛnzˈɛd", "ˌɛnzˈi"),
        ("Call it XYZ.", "ˌɛkswˌIzˈɛd", "ˌɛkswˌIzˈi"),
        ("Z.", "zˈɛd", "zˈi"),
    ):
        assert reader.read(text, "en-gb").words[-1].phonemes == british
        assert reader.read(text, "en-us").words[-1].phonemes == american


def test_initials_as_verbs_and_as_a_word(reader: Reader) -> None:
    words = reader.read("He OK'd the JSON before they IPO'd.").words
    assert [words[place].phonemes for place in (1, 3, 6)] == ["ˌOkˈAd", "ʤˈAsᵊn", "ˌIpˌiˈOd"]
