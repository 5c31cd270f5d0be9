from __future__ import annotations

import json
from importlib.resources import files

from engine.models.vocab import PAD_ID, VOCAB_SIZE, load_vocab


def test_vocab_matches_the_reading_librarys_copy_of_the_model_configuration() -> None:
    content = files("kokorog2p").joinpath("data/kokoro_config.json").read_text(encoding="utf-8")
    config = json.loads(content)
    assert load_vocab() == config["vocab"]
    assert config["n_token"] == VOCAB_SIZE


def test_every_symbol_is_one_code_point_with_its_own_id_and_none_is_the_pad() -> None:
    vocab = load_vocab()
    assert all(len(symbol) == 1 for symbol in vocab)
    assert len(set(vocab.values())) == len(vocab)
    assert PAD_ID not in vocab.values()
    assert all(0 < i < VOCAB_SIZE for i in vocab.values())
