from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import InputError, MissingModel
from engine.models.manifest import load_manifest
from engine.voices import WEIGHT_PARTS, VoiceBank, VoiceMix, parse_mix

NAMES = tuple(load_manifest().voices)


@pytest.fixture
def bank(tmp_path: Path) -> Iterator[VoiceBank]:
    for i, name in enumerate(("af_heart", "bf_emma", "jf_nezumi", "af_own")):
        rows = np.random.default_rng(i).standard_normal((510, 256)).astype("<f4")
        (tmp_path / f"{name}.bin").write_bytes(rows.tobytes())
    bank = VoiceBank(tmp_path)
    yield bank
    bank.close()


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("af_heart", "af_heart"),
        ("af_heart:1", "af_heart"),
        (" AF_Heart : 2 ", "af_heart"),
        ("af_heart:0.7+bf_emma:0.3", "af_heart:0.7+bf_emma:0.3"),
        ("bf_emma:3+af_heart:7", "af_heart:0.7+bf_emma:0.3"),
        ("af_heart+bf_emma", "af_heart:0.5+bf_emma:0.5"),
        ("bf_emma+af_heart", "af_heart:0.5+bf_emma:0.5"),
        ("af_heart:1+bf_emma:1+af_heart:2", "af_heart:0.75+bf_emma:0.25"),
        ("af_heart+bf_emma+am_adam", "af_heart:0.3334+am_adam:0.3333+bf_emma:0.3333"),
        ("af_heart:1+bf_emma:0", "af_heart"),
        ("af_heart:1+bf_emma:0.00001", "af_heart"),
    ],
)
def test_a_mix_is_read_and_written_in_one_form(written: str, canonical: str) -> None:
    assert parse_mix(written, NAMES).text == canonical


@given(
    st.lists(
        st.tuples(st.sampled_from(NAMES), st.integers(1, 1000)),
        min_size=1,
        max_size=8,
        unique_by=lambda part: part[0],
    )
)
def test_a_mix_written_out_reads_back_as_itself(parts: list[tuple[str, int]]) -> None:
    mix = parse_mix("+".join(f"{name}:{weight}" for name, weight in parts), NAMES)
    assert parse_mix(mix.text, NAMES) == mix
    assert sum(share for _, share in mix.parts) == WEIGHT_PARTS
    total = sum(weight for _, weight in parts)
    for name, weight in mix.weights:
        assert abs(weight - dict(parts)[name] / total) <= 1 / WEIGHT_PARTS


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "+",
        "af_heart+",
        "af_heart:",
        "af_heart:x",
        "af_heart:-1",
        "af_heart:nan",
        "af_heart:inf",
        "af_heart:1e3",
        "af_heart:0",
        "af_heart:0+bf_emma:0",
        "af_heart 0.5",
        "af_heart:1:2",
        "\x00",
        "+" * 100_000,
        "af_heart:" + "9" * 100_000,
    ],
)
def test_a_mix_that_cannot_be_read_says_so_with_an_example(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_mix(text, NAMES)
    assert caught.value.code == "voice-mix-malformed"
    assert caught.value.subject == "voice"
    assert parse_mix(caught.value.hint, NAMES)
    assert len(caught.value.detail) < 200


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("af_hart", "af_heart"),
        ("heart", "af_heart"),
        ("af_heart:0.5+bf_ema:0.5", "bf_emma"),
        ("bm_gorge", "bm_george"),
        ("lewis", "bm_lewis"),
    ],
)
def test_an_unknown_voice_comes_with_the_nearest_names(text: str, near: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_mix(text, NAMES)
    assert caught.value.code == "voice-unknown"
    assert near in caught.value.hint.split(", ")


def test_a_very_long_unknown_name_is_answered_at_once_and_briefly() -> None:
    with pytest.raises(InputError) as caught:
        parse_mix("a" * 1_000_000, NAMES)
    assert caught.value.code == "voice-unknown"
    assert len(caught.value.detail) <= 64


@pytest.mark.parametrize(
    ("mix", "language"),
    [
        ("af_heart", "en-us"),
        ("bf_emma", "en-gb"),
        ("af_heart:0.4+bf_emma:0.6", "en-gb"),
        ("af_heart+bf_emma", "en-us"),
        ("jf_nezumi:0.6+af_heart:0.4", "ja"),
        ("ff_siwis", "fr"),
        ("pm_alex", "pt-br"),
    ],
)
def test_the_heaviest_voice_decides_the_language(mix: str, language: str) -> None:
    assert parse_mix(mix, NAMES).language == language


def test_a_row_is_chosen_by_the_number_of_tokens_and_stops_at_the_last(bank: VoiceBank) -> None:
    mix, table = bank.parse_mix("af_heart"), bank.table("af_heart")
    for n_tokens, index in ((1, 0), (2, 1), (509, 508), (510, 509), (511, 509), (10_000, 509)):
        assert np.array_equal(bank.row(mix, n_tokens), table[index])
    with pytest.raises(ValueError, match="0 tokens"):
        bank.row(mix, 0)


def test_a_mixed_row_is_the_weighted_mean_and_cannot_be_written(bank: VoiceBank) -> None:
    row = bank.row(bank.parse_mix("bf_emma:0.3+af_heart:0.7"), 40)
    expected = 0.7 * bank.table("af_heart")[39].astype(float)
    expected += 0.3 * bank.table("bf_emma")[39].astype(float)
    assert row.dtype == np.float32
    np.testing.assert_allclose(row, expected, rtol=1e-6, atol=1e-7)
    with pytest.raises(ValueError, match="read-only"):
        row[0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        bank.table("af_heart")[0, 0] = 1.0


def test_a_mix_of_a_voice_this_bank_lacks_is_refused(bank: VoiceBank) -> None:
    with pytest.raises(InputError) as caught:
        bank.row(VoiceMix((("am_adam", WEIGHT_PARTS),)), 5)
    assert caught.value.code == "voice-unknown"


def test_facts_about_a_voice_come_from_its_name_and_the_manifest(bank: VoiceBank) -> None:
    assert bank.names() == ("af_heart", "af_own", "bf_emma", "jf_nezumi")
    emma = bank.voice("bf_emma")
    assert (emma.language, emma.sex, emma.attribution) == ("en-gb", "female", "")
    nezumi = bank.voice("jf_nezumi")
    assert nezumi.language == "ja"
    assert "CC BY 3.0" in nezumi.attribution
    assert bank.voice("af_own").attribution == ""
    with pytest.raises(InputError, match="am_adam"):
        bank.voice("am_adam")


def test_names_and_manifest_agree_on_language_and_sex() -> None:
    voices = load_manifest().voices
    assert len(voices) == 54
    assert sum(facts.language.startswith("en-") for facts in voices.values()) == 28
    for name, facts in voices.items():
        assert facts.language == parse_mix(name, NAMES).language
        assert facts.sex == {"f": "female", "m": "male"}[name[1]]
        assert len(facts.sha256) == 64


def test_an_empty_folder_and_a_cut_file_are_told_apart(tmp_path: Path) -> None:
    with pytest.raises(MissingModel) as caught:
        VoiceBank(tmp_path)
    assert caught.value.code == "voices-missing"
    (tmp_path / "af_cut.bin").write_bytes(bytes(1000))
    with pytest.raises(MissingModel, match="1000 bytes") as caught:
        VoiceBank(tmp_path)
    assert caught.value.code == "model-damaged"


@pytest.mark.parametrize("mix", ["bf_emma", "af_heart+bf_emma", "jf_nezumi"])
def test_a_damaged_voice_is_refused_by_name_and_the_others_speak(
    bank: VoiceBank, tmp_path: Path, mix: str
) -> None:
    bank.close()
    (tmp_path / "bf_emma.bin").write_bytes(bytes(1000))
    (tmp_path / "jf_nezumi.bin").unlink()
    hurt = VoiceBank(tmp_path, damaged={"jf_nezumi": "voices/jf_nezumi.bin: no such file"})
    assert hurt.names() == ("af_heart", "af_own")
    assert hurt.row(hurt.parse_mix("af_heart+af_own"), 40).shape == (256,)
    name = mix.rpartition("+")[2]
    for ask in (lambda: hurt.parse_mix(mix), lambda: hurt.voice(name), lambda: hurt.table(name)):
        with pytest.raises(MissingModel, match=name) as caught:
            ask()
        assert (caught.value.code, caught.value.subject) == ("model-damaged", "voice")
    hurt.close()
