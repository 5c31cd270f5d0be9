"""What a recogniser hears of a line, and what is made of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from engine import listening
from engine.errors import MissingModel
from engine.listening import BANDS, RATE, WINDOW, Recogniser, mel_bands, misheard, spelt, words_of
from engine.renderer import Renderer
from engine.values import RenderRequest


@pytest.mark.parametrize(
    ("said", "heard", "faults"),
    [
        ("nobody came to the door", "Nobody came to the door.", ()),
        ("the harbour wall was wet", "The harbor wall was wet.", ()),
        ("nobody came to the door tonight", "Nobody tonight.", ("words-missing",)),
        ("it was late", "It was late, it was late.", ("words-repeated",)),
        ("she did not sleep", "She didn't sleep", ()),
        ("it cost four dollars and fifty cents", "It cost $4.50.", ()),
        ("zadie wrote it", "Say D wrote it", ()),
    ],
)
def test_rows_of_lost_and_added_words_are_faults(
    said: str, heard: str, faults: tuple[str, ...]
) -> None:
    assert misheard(said, heard) == faults


def test_words_are_compared_bare() -> None:
    assert words_of("Don\u2019t go, Zoë!") == ["dont", "go", "zoe"]


def test_pieces_are_spelt() -> None:
    assert spelt(["<|en|>", "ĠNobody", "Ġcame", ".", "<|endoftext|>"]) == "Nobody came."
    assert spelt(["ĠZo", "Ã«"]) == "Zoë"


def test_bands_are_slaneys() -> None:
    """Each triangle has an area of one and its top where the scale says (librosa 0.10's)."""
    bands = mel_bands()
    assert bands.shape == (BANDS, WINDOW // 2 + 1)
    step = RATE / WINDOW
    assert (bands[40:].sum(axis=1) * step) == pytest.approx(1.0, abs=0.15)
    assert int(bands[0].argmax()) * step == pytest.approx(40.0)
    assert np.all(np.diff(bands.argmax(axis=1)) >= 0)


def test_without_the_extra_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "find_spec", lambda name: None)
    with pytest.raises(MissingModel) as caught:
        Recogniser(tmp_path)
    assert (caught.value.code, caught.value.hint) == ("recogniser-missing", listening.EXTRA)


@pytest.mark.soak
@pytest.mark.voice
def test_lost_and_repeated_words_of_the_real_voice_are_heard(
    voice_renderer: Renderer, tmp_path: Path
) -> None:
    """Needs the extra called recogniser, which make soak installs."""
    recogniser = Recogniser(tmp_path)
    texts = (
        "Nobody came to the door that night, and the lamp was still burning.",
        "He wrote a long letter about the map on the kitchen table.",
    )
    for text in texts:
        take = voice_renderer.render(RenderRequest(text))
        assert take.audio is not None
        audio, size = np.array(take.audio), take.audio.size
        said = " ".join(word.spoken for word in take.reading.words)
        cut = np.concatenate([audio[: size // 4], audio[size * 3 // 4 :]])
        twice = np.concatenate([audio[: size * 3 // 4], audio[size // 4 :]])
        heard = [recogniser.hear(each, take.reading.language) for each in (audio, cut, twice)]
        print(heard)
        found = [misheard(said, each or "") for each in heard]
        assert found == [(), ("words-missing",), ("words-repeated",)]
    assert recogniser.hear(np.zeros(31 * 24_000, np.float32), "en-us") is None
