"""The forward pass over the encoder's weights gives what its library gives."""

import numpy as np
import pytest

from engine.emotion.encoder import Encoder
from engine.emotion.states import STATE_SIZE


@pytest.mark.parametrize(
    "text", ["angry", "as if the train had just left without her", "今日の天気", "où est la gare ?"]
)
def test_the_sentence_is_the_librarys(encoder: Encoder, text: str) -> None:
    states = encoder.states(text)
    assert np.allclose(states.sentence, encoder.encode([text])[0], atol=1e-5)
    assert states.tokens.shape == (len(states.pieces) + 2, STATE_SIZE)
    assert "".join(states.pieces).replace("\u2581", "") == text.replace(" ", "")


def test_a_state_depends_on_its_neighbours_only(encoder: Encoder) -> None:
    """Two convolutions over at most five pieces reach four pieces to each side."""
    first = encoder.states("happy about the long and winding road to the sea").tokens
    second = encoder.states("sad about the long and winding road to the sea").tokens
    assert not np.allclose(first[1], second[1], atol=1e-3)
    assert np.allclose(first[-4:], second[-4:], atol=1e-4)


def test_many_at_once_are_as_each_alone(encoder: Encoder) -> None:
    texts = ["angry", "the night train had left", "今日の天気", "x", "a long way to the sea"]
    for text, (tokens, sentence) in zip(texts, encoder.many_states(texts), strict=True):
        alone = encoder.states(text)
        assert np.allclose(tokens, alone.tokens, atol=1e-4)
        assert np.allclose(sentence, alone.sentence, atol=1e-5)
