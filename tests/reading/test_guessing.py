"""Unknown words: espeak-ng's alphabet brought to the model's, letters to sounds, lifetimes."""

from __future__ import annotations

import gc
import shutil

import pytest

from engine.models.vocab import load_vocab
from engine.reading.espeak import Espeak, to_model_alphabet
from engine.reading.letters import LetterModel, bare_letters, one_primary
from engine.reading.lexicon import Lexicon
from engine.reading.train_letters import align, learn_costs, learn_rows, sounds_of


@pytest.mark.parametrize(
    ("ipa", "us", "gb"),
    [
        ("pˈo^ʊl", "pˈOl", None),
        ("bˈɑːɾə^l", "bˈɑɾᵊl", None),
        ("fˈɜːðɚ", "fˈɜɹðəɹ", None),
        ("t^ʃˈe^ɪnd^ʒ", "ʧˈAnʤ", "ʧˈAnʤ"),
        ("mˈa^ʊntɪn", "mˈWntɪn", "mˈWntɪn"),
        ("skwˈe^ə", None, "skwˈɛː"),
        ("bˈɒtə^l", None, "bˈɒtᵊl"),
        ("(fr)bˈɔ^ɪ(en)", "bˈY", "bˈY"),
    ],
)
def test_espeak_alphabet(ipa: str, us: str | None, gb: str | None) -> None:
    for wanted, british in ((us, False), (gb, True)):
        if wanted is not None:
            assert to_model_alphabet(ipa, british=british) == wanted


def test_espeak_process_if_installed() -> None:
    """Without the program the answer is empty at once; with it, a word in the model's alphabet."""
    espeak = Espeak(british=False)
    vocab = load_vocab()
    if shutil.which("espeak-ng") is None:
        assert espeak.word("Vraxelby") == ""
        assert not espeak.installed
        return
    answers = [espeak.word(word) for word in ("vraxelby", "pohl", "vraxelby")]
    assert answers[0] == answers[2] != ""
    assert all(char in vocab for answer in answers for char in answer)
    process = espeak._espeak._process
    assert process is not None
    process.kill()
    process.wait()
    assert espeak.word("pohl") == answers[1]  # a dead process is started once more
    second = espeak._espeak._process
    assert second is not None
    del espeak
    gc.collect()
    assert second.poll() is not None  # no process outlives its owner


def test_a_missing_program_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert Espeak(british=True).word("anything") == ""


@pytest.mark.parametrize("british", [False, True])
def test_letters_give_sounds_the_model_knows(british: bool) -> None:
    model, vocab = LetterModel.load(british=british), load_vocab()
    for word in ("zork", "Vraxelby", "Kowalczyk", "thrumble", "Æthelwyn", "q", "xx", "naïvetzu"):
        sounds = model.guess(word)
        assert sounds
        assert set(sounds) <= set(vocab)
        assert sounds.count("ˈ") <= 1
    assert model.guess("日本") == ""


def test_letters_say_regular_words_as_the_lexicon_does() -> None:
    model, lexicon = LetterModel.load(british=False), Lexicon(british=False)
    words = ["cat", "ship", "thing", "make", "stone", "bright", "market", "winter", "planet"]
    words += ["rabbit", "silver", "basket"]
    right = sum(model.guess(word) == lexicon.find(word, "", last=False) for word in words)
    assert right >= 10


def test_training_learns_what_it_is_shown() -> None:
    words = {"bat": "bˈæt", "tab": "tˈæb", "chat": "ʧˈæt", "beat": "bˈit", "cheat": "ʧˈit"}
    pairs = [(word, sounds_of(sounds)) for word, sounds in words.items()] * 3
    cost = learn_costs(pairs)
    chunks = align("chat", sounds_of("ʧˈæt"), cost)
    assert chunks is not None
    assert "".join(chunks) == "ʧˈæt"
    model = LetterModel(learn_rows(pairs, cost))
    assert {word: model.guess(word) for word in words} == words


def test_stress_is_made_single() -> None:
    assert one_primary("kˈætˈæt") == "kˈætæt"
    assert one_primary("kætæt") == "kˈætæt"
    assert bare_letters("Škoda-Ærø") == "skodaaero"


@pytest.mark.parametrize("british", [False, True])
def test_every_entry_of_the_lexicon_is_in_the_alphabet(british: bool) -> None:
    vocab = set(load_vocab())
    odd = {w: s for w, s in Lexicon(british=british).plain_entries() if not set(s) <= vocab}
    assert not odd
