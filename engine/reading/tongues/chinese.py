"""Mandarin through jieba's words (its Rust edition) and pypinyin's readings (the extra ``zh``).

Numbers are written out in characters first; jieba cuts the words, so that
pypinyin reads characters with several readings in their word; a syllable is
then its initial and final in the voice model's signs (``pinyin.tsv``), with the
tone as the arrow the model knows. Like the model's own front end this writes
the tones of the dictionary: the voices carry the changes between them.
"""

from __future__ import annotations

import re
from functools import cached_property

import rjieba
from pypinyin import Style, lazy_pinyin

from engine.reading.tables import table
from engine.reading.tongues.east import English, Piece
from engine.reading.tongues.rewritten import Change, Rewritten

_DIGITS = "零一二三四五六七八九"
_TONES = {"1": "→", "2": "↗", "3": "↓", "4": "↘", "5": ""}
_MONEY = {"¥": "元", "$": "美元", "€": "欧元", "£": "英镑"}
_UNITS = {
    "km/h": "公里每小时", "km": "公里", "kg": "公斤", "cm": "厘米", "mm": "毫米", "°C": "摄氏度",
    "m": "米", "g": "克", "GB": "吉字节", "MB": "兆字节", "ml": "毫升", "kWh": "千瓦时",
}  # fmt: skip
_HAN = re.compile(r"[\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af]")
_NUM = r"[0-9]{1,16}(?:\.[0-9]{1,20})?"


def digits(text: str) -> str:
    """Each digit by itself: ``2024`` -> 二零二四."""
    return "".join(_DIGITS[int(char)] for char in text if char.isdigit())


def cardinal(value: int) -> str:
    """A whole number below 10 ** 16 in characters: ``10500`` -> 一万零五百."""
    if value < 10_000:
        return _below_myriad(value)
    for power, name in ((10**12, "兆"), (10**8, "亿"), (10**4, "万")):
        count, rest = divmod(value, power)
        if count:
            gap = "零" if 0 < rest < power // 10 else ""
            return cardinal(count) + name + (gap + cardinal(rest) if rest else "")
    return ""


def _below_myriad(value: int) -> str:
    if value == 0:
        return "零"
    out, gap = "", False
    for power, name in ((1000, "千"), (100, "百"), (10, "十"), (1, "")):
        count, value = divmod(value, power)
        if not count:
            gap = bool(out)
            continue
        one = power == 10 and count == 1 and not out  # 十五, not 一十五
        out += ("零" if gap else "") + ("" if one else _DIGITS[count]) + name
        gap = False
    return out


def number(text: str) -> str:
    """A written number: 点 before decimals; a leading zero or great length is digits."""
    whole, point, part = text.partition(".")
    if (len(whole) > 1 and whole[0] == "0") or len(whole) > 16 or (len(whole) > 7 and not point):
        return digits(whole)
    return cardinal(int(whole)) + ("点" + digits(part) if part else "")


def _time(match: re.Match[str]) -> str:
    minute = int(match[2])
    gap = "零" if 0 < minute < 10 else ""
    return cardinal(int(match[1])) + "点" + (f"{gap}{cardinal(minute)}分" if minute else "")


def _money(match: re.Match[str]) -> str:
    return number(match[2]) + (match[3] or "") + _MONEY[match[1]]


def _measure(match: re.Match[str]) -> str:
    return number(match[1]) + _UNITS[match[2]]


def _date(match: re.Match[str]) -> str:
    return f"{digits(match[1])}年{cardinal(int(match[2]))}月{cardinal(int(match[3]))}日"


_RULES: tuple[tuple[re.Pattern[str], Change], ...] = (
    (re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))"), lambda _: ""),
    (re.compile(r"([12][0-9]{3})-([01]?[0-9])-([0-3]?[0-9])(?![0-9-])"), _date),
    (re.compile(r"([12][0-9]{3})(?=年)"), lambda m: digits(m[1])),
    (re.compile(r"(?<![0-9:])([0-2]?[0-9]):([0-5][0-9])(?![0-9:])"), _time),
    (re.compile(rf"([¥$€£])({_NUM})(万|亿)?"), _money),
    (re.compile(rf"[−-](?={_NUM})(?<![0-9]-)"), lambda _: "负"),
    (re.compile(rf"({_NUM})%"), lambda m: "百分之" + number(m[1])),
    (re.compile(r"([0-9]{1,4})/([0-9]{1,4})"), lambda m: f"{number(m[2])}分之{number(m[1])}"),
    (re.compile(rf"({_NUM})({'|'.join(_UNITS)})(?![A-Za-z])"), _measure),
    (re.compile(r"(?<=[0-9])[–~-](?=[0-9])"), lambda _: "到"),
    (re.compile(r"(?<![0-9.])2(?=[个只本张条位次天件辆名家种块杯])"), lambda _: "两"),
    (re.compile(_NUM), lambda m: number(m[0])),
)  # fmt: skip


_LATIN = re.compile(
    r"[A-Za-zÀ-ɏ0-9][A-Za-zÀ-ɏ0-9._%+-]*@[A-Za-z0-9.-]+|(?:https?://|www\.)[!-~]+"
    r"|[A-Za-z0-9-]+(?:\.[A-Za-z][A-Za-z0-9-]*)+(?:/[!-~]*)?"
    rf"|(?<![°/A-Za-zÀ-ɏ])(?!(?<=[0-9])(?:{'|'.join(_UNITS)})(?![A-Za-z]))[A-Za-zÀ-ɏ]+(?:['&-][A-Za-zÀ-ɏ]+)*"
)
"""An address, which is English as a whole, or a word; digits and units stay Chinese."""


class Chinese:
    """The front end for Mandarin; loads its dictionaries on first need.

    Args:
        english: says words in Latin letters, as who speaks Mandarin does.
    """

    def __init__(self, english: English) -> None:
        self._english = english

    @cached_property
    def _parts(self) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {"initial": {"": ""}, "final": {}}
        for kind, parts, sounds in table("pinyin.tsv"):
            found[kind].update(zip(parts.split(), sounds.split(), strict=True))
        return found

    def pieces(self, run: str) -> list[Piece]:
        """The words of a run; what is written in neither characters nor letters has no sounds."""
        found: list[Piece] = []
        at = 0
        for latin in _LATIN.finditer(run):
            found += self._characters(run[at : latin.start()], at)
            for word, sounds, first, last in self._english(latin[0]):
                if sounds:
                    found.append(Piece(latin.start() + first, latin.start() + last, word, sounds))
            at = latin.end()
        return found + self._characters(run[at:], at)

    def _characters(self, run: str, shift: int) -> list[Piece]:
        text = Rewritten(run)
        text.change(_RULES)
        words = rjieba.cut(text.text, True)  # True: words it does not know are guessed
        found: list[Piece] = []
        at = 0
        for word in words:
            first, last = text.span(at, at + len(word))
            at += len(word)
            if _HAN.search(word) or word.isalnum():
                found.append(Piece(shift + first, shift + last, word, self.signs(word)))
        return found

    def signs(self, word: str) -> str:
        """The model's signs for a word in characters; "" for other writing."""
        if not all(_HAN.match(char) for char in word):
            return ""
        initials = lazy_pinyin(word, style=Style.INITIALS, strict=True)
        finals = lazy_pinyin(
            word, style=Style.FINALS_TONE3, strict=True, neutral_tone_with_five=True, v_to_u=True
        )
        return "".join(
            self._syllable(first, rest) for first, rest in zip(initials, finals, strict=True)
        )

    def _syllable(self, initial: str, final: str) -> str:
        tone = _TONES.get(final[-1:], "")
        body = final.rstrip("12345")
        if body == "i" and initial in {"z", "c", "s", "zh", "ch", "sh", "r"}:
            sound = "ɨ0"
        else:
            sound = self._parts["final"].get(body, "")
        return self._parts["initial"].get(initial, "") + sound.replace("0", tone)
