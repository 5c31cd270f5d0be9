"""Reading Japanese and Mandarin through their extras."""

from __future__ import annotations

import importlib.util
import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.errors import InputError
from engine.models.vocab import load_vocab
from engine.reading.lines import split_lines
from engine.reading.reader import Reader
from engine.reading.tongues import chinese, east
from engine.reading.tongues.rewritten import Rewritten
from tests.reading.test_reader import assert_sound


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("今日は東京へ行きます。", "kʲoː βa toːkʲoː e ikʲimasɨ."),
        ("明日は京都を歩きます。", "aɕita βa kʲoːto o aɾɯkʲimasɨ."),
        ("母へ手紙を書いた。", "haha e teɡamʲi o kaita."),
    ],
)
def test_g2p_06_japanese(reader: Reader, text: str, wanted: str) -> None:
    reading = reader.read(text, "ja")
    assert reading.phonemes == wanted
    assert_sound(reading)
    assert not reading.remarks


@pytest.mark.parametrize(
    ("text", "sounds", "source"),
    [
        ("新聞は1,000円です。", "seɴ", "1,000"),
        ("会議は14:30に始まる。", "ʥɨː", "14:30"),
        ("3月1日に会う。", "ʦɨitaʨi", "1"),
        ("犬が3匹いる。", "bʲikʲi", "匹"),
        ("学校へABCを持つ。", "eibʲiːɕiː", "ABC"),
        ("きっと来る！", "kʲiʔto", "きっと"),
    ],
)
def test_japanese_words_and_numbers(reader: Reader, text: str, sounds: str, source: str) -> None:
    reading = reader.read(text, "ja")
    assert_sound(reading)
    word = next(word for word in reading.words if word.phonemes == sounds)
    assert text[word.start : word.end] == source


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("你好。", "ni↓xau↓."),
        ("我今天去北京大学。", "wo↓ ʨi→ntʰjɛ→n ʨʰy↘ pei↓ʨi→ŋta↘ɕɥe↗."),
        ("银行行长很忙。", "i↗nxa↗ŋxa↗ŋꭧa↓ŋ xə↓n ma↗ŋ."),
        ("他吃了四十个柿子。", "tʰa→ ꭧʰɨ→ lɤ sɨ↘ʂɨ↗kɤ↘ ʂɨ↘ʦɨ."),
    ],
)
def test_mandarin(reader: Reader, text: str, wanted: str) -> None:
    reading = reader.read(text, "zh")
    assert reading.phonemes == wanted
    assert_sound(reading)
    assert not reading.remarks


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("花了¥1,234.50。", "花了一千二百三十四点五零元"),
        ("涨了63%。", "涨了百分之六十三"),
        ("2024年5月7日14:30开会。", "二零二四年五月七日十四点三十分开会"),
        ("气温-3℃，风速85km/h。", "气温负三摄氏度风速八十五公里每小时"),
        ("有2个人和10500元。", "有两个人和一万零五百元"),
        ("共3/4，5-10人。", "共四分之三五到十人"),
        ("人口14亿，电话13912345678。", "人口十四亿电话一三九一二三四五六七八"),
    ],
)
def test_mandarin_numbers(reader: Reader, text: str, wanted: str) -> None:
    reading = reader.read(text, "zh")
    assert reading.spoken.replace(" ", "") == wanted
    assert_sound(reading)


@pytest.mark.parametrize(
    ("value", "wanted"),
    [
        (0, "零"), (10, "十"), (15, "十五"), (105, "一百零五"), (110, "一百一十"),
        (1005, "一千零五"), (1050, "一千零五十"), (10_000, "一万"), (10_005, "一万零五"),
        (120_000, "十二万"), (100_000_000, "一亿"), (100_500_000, "一亿零五十万"),
    ],
)  # fmt: skip
def test_mandarin_cardinals(value: int, wanted: str) -> None:
    assert chinese.cardinal(value) == wanted


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("他用Windows。", "他用 Windows"),
        ("他在IBM工作。", "他 在 I B M 工作"),
        ("这是A组。", "这是 A 组"),
        ("有MP3吗？", "有 M P 三 吗"),
        ("请发到info@example.com。", "请发 到 info at example dot com"),
        ("看 https://example.com/a 吧。", "看 example dot com slash A 吧"),
    ],
)
def test_latin_letters_in_mandarin_are_said(reader: Reader, text: str, spoken: str) -> None:
    reading = reader.read(text, "zh")
    assert reading.spoken.replace(" ", "") == spoken.replace(" ", "")
    assert not reading.remarks
    assert all(word.phonemes for word in reading.words)
    assert "Windows" not in text or "wˈɪndOz" in reading.phonemes


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("info@example.comまで。", "info アット example ドット com まで"),
        ("taro.sato@mail.example.jpへ。",
         "taro ドット sato アット mail ドット example ドット jp へ"),
        ("https://example.com を見る。", "example ドット com を 見る"),
    ],
)  # fmt: skip
def test_signs_of_addresses_are_said_in_japanese(reader: Reader, text: str, spoken: str) -> None:
    assert reader.read(text, "ja").spoken == spoken


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [("Москва很大。", "zh", "Москва (Moskva)"), ("Москваへ行く。", "ja", "Москва (Moskva)")],
)
def test_other_scripts_are_guessed_and_told(
    reader: Reader, text: str, language: str, told: str
) -> None:
    reading = reader.read(text, language)
    assert [(r.code, r.detail) for r in reading.remarks] == [("word-foreign", told)]
    assert reading.words[0].phonemes


def test_a_full_stop_between_characters_ends_a_sentence(reader: Reader) -> None:
    for text, language in (("我来。你走。", "zh"), ("行く。来る。", "ja")):
        assert reader.read(text, language).phonemes.count(".") == 2


@pytest.mark.parametrize("language", east.CODES)
def test_without_the_extra_the_error_names_it(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(InputError) as caught:
        Reader(load_vocab()).read("今日", language)
    assert caught.value.code == "language-unsupported"
    assert f"espressivo[{language}]" in caught.value.detail


@pytest.mark.parametrize("language", east.CODES)
def test_threads_equal_one_thread(language: str) -> None:
    texts = [f"今日は{number}日、東京へ行く人が{number}人。" for number in range(1, 51)]
    serial = [Reader(load_vocab()).read(text, language).phonemes for text in texts[:2]]
    shared = Reader(load_vocab())
    wanted = [shared.read(text, language).phonemes for text in texts]
    assert wanted[:2] == serial
    fresh = Reader(load_vocab())
    with ThreadPoolExecutor(4) as pool:
        asked = [pool.submit(fresh.read, text, language) for text in texts]
        assert [each.result().phonemes for each in asked] == wanted


@pytest.mark.parametrize("language", east.CODES)
def test_any_text_is_survived(reader: Reader, language: str) -> None:
    rng = random.Random(3)
    pieces = [
        "1,",
        "2.5",
        "。",
        "「",
        "ー",
        "ッ",
        "々",
        "ｶﾞ",
        "①",
        "㌔",
        "A",
        "¥",
        "-",
        "𠮷",
        "\u3099",
        "१",
    ]
    pieces += [chr(rng.randrange(0x3040, 0x9FFF)) for _ in range(40)]
    pieces += [chr(rng.randrange(0x20, 0xFFFF)) for _ in range(30)]
    for _ in range(15):
        text = "".join(rng.choice(pieces) for _ in range(60))
        text = text.encode("utf-8", "ignore").decode()
        assert_sound(reader.read(text, language))


def test_sentences_end_at_full_width_stops() -> None:
    text = (
        "今日は東京へ行きますから早く起きます。明日は家にいるでしょうと言いました！"
        "本当ですかと母は聞きました？"
    )
    assert len(split_lines(text, "ja")) == 3


def test_rewritten_text_knows_where_it_came_from() -> None:
    text = Rewritten("a㌔1,2")
    assert text.text == "aキロ1,2"
    assert text.span(1, 3) == (1, 2)
    assert text.span(3, 6) == (2, 5)
