"""Japanese through Open JTalk's front end (the extra ``ja``).

Open JTalk gives each word its reading in katakana as it is pronounced (は as ワ,
long vowels as ー) and reads numbers with their counters; its dictionary comes
inside the package. Here katakana become the voice model's signs (``kana.tsv``).
"""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import cached_property
from typing import Any

import pyopenjtalk

from engine.reading.tables import table
from engine.reading.tongues.east import Piece
from engine.reading.tongues.rewritten import Change, Rewritten

_MONEY = {"¥": "円", "$": "ドル", "€": "ユーロ", "£": "ポンド"}
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")


def _time(match: re.Match[str]) -> str:
    minute = int(match[2])
    return f"{int(match[1])}時" + (f"{minute}分" if minute else "")


_SIGNS = {
    "@": "アット", ".": "ドット", "/": "スラッシュ", "_": "アンダーバー", "-": "ハイフン",
    ":": "コロン", "?": "クエスチョン", "=": "イコール", "&": "アンド", "+": "プラス",
}  # fmt: skip
_ADDRESS = re.compile(
    r"[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+[A-Za-z0-9]|(?:https?://|www\.)[!-~]+"
    r"|[A-Za-z0-9-]+(?:\.[A-Za-z][A-Za-z0-9-]*)+(?:/[!-~]*)?"
)


def _address(match: re.Match[str]) -> str:
    """E-mail and web addresses: their signs by name."""
    bare = re.sub(r"^https?://", "", match[0]).rstrip("/.")
    return "".join(_SIGNS.get(char, char) for char in bare)


_RULES: tuple[tuple[re.Pattern[str], Change], ...] = (
    (_ADDRESS, _address),
    (re.compile(r"(?<=[0-9])\.(?=[0-9]+\.)|(?<=[0-9]\.[0-9])\.(?=[0-9])"), lambda _: "点"),
    (re.compile(r"(?<=[0-9]),(?=[0-9]{3}(?![0-9]))"), lambda _: ""),
    (
        re.compile(r"([12][0-9]{3})-([01]?[0-9])-([0-3]?[0-9])(?![0-9-])"),
        lambda m: f"{m[1]}年{int(m[2])}月{int(m[3])}日",
    ),
    (re.compile(r"(?<![0-9:])([0-2]?[0-9]):([0-5][0-9])(?![0-9:])"), _time),
    (re.compile(r"([¥$€£])([0-9]+(?:\.[0-9]+)?)"), lambda m: m[2] + _MONEY[m[1]]),
    (re.compile(r"([0-9])€"), lambda m: m[1] + "ユーロ"),
    (re.compile(r"°C(?![A-Za-z])"), lambda _: "度"),
    (re.compile(r"(?<=[0-9])[–~-](?=[0-9])"), lambda _: "から"),
    (re.compile(r"[−-](?=[0-9])"), lambda _: "マイナス"),
)  # fmt: skip


class Japanese:
    """The front end for Japanese. Open JTalk is asked by one thread at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    @cached_property
    def _kana(self) -> dict[str, str]:
        return {
            kana: signs
            for kanas, sounds in table("kana.tsv")
            for kana, signs in zip(kanas.split(), sounds.split(), strict=True)
        }

    def pieces(self, run: str) -> list[Piece]:
        """The words of a run; verbs and their endings are one word."""
        text = Rewritten(run)
        text.change(_RULES)
        if not text.text:
            return []
        words = _placed(text.text, self._ask(text.text))
        found: list[Piece] = []
        for start, end, spoken, kana in words:
            first, last = text.span(start, end)
            found.append(Piece(first, last, spoken, self.signs(kana)))
        return found

    def _ask(self, text: str) -> list[dict[str, Any]]:
        with self._lock:
            return [dict(word) for word in pyopenjtalk.run_frontend(text)]

    def signs(self, kana: str) -> str:
        """The model's signs for a word in katakana; other characters are left out."""
        moras: list[str] = []
        at = 0
        while at < len(kana):
            pair = kana[at : at + 2]
            if pair in self._kana and len(pair) == 2:
                moras.append(self._kana[pair])
                at += 2
                continue
            moras.append("ン" if kana[at] == "ン" else self._kana.get(kana[at], ""))
            at += 1
        out = ""
        for mora, following in zip(moras, [*moras[1:], ""], strict=False):
            out += _nasal(following) if mora == "ン" else mora
        return out


def _nasal(following: str) -> str:
    """ン takes the place of what follows it."""
    if following[:1] in {"m", "p", "b"}:
        return "m"
    if following[:1] in {"k", "ɡ"}:
        return "ŋ"
    if following[:1] in {"ɲ", "ʨ", "ʥ"}:
        return "ɲ"
    if following[:1] in {"n", "t", "d", "ɾ", "z"}:
        return "n"
    return "ɴ"


_Placed = tuple[int, int, str, str]


def _placed(text: str, tokens: list[dict[str, Any]]) -> list[_Placed]:
    """Words with their place in ``text``.

    Open JTalk says digits in other tokens than they are written in: those of
    one number all stand for the whole number.
    """
    found: list[_Placed] = []
    at, until = 0, -1
    for token in tokens:
        surface = unicodedata.normalize("NFKC", str(token["string"]))
        kana = str(token["pron"]).replace("’", "")
        if until >= 0 and text[until : until + len(surface)] == surface:
            at, until = until, -1
        if until < 0 and not text.startswith(surface, at):
            number = _NUMBER.match(text, at)
            until = number.end() if number else -1
        start = min(at, len(text) - 1)
        end = until if until >= 0 else min(len(text), start + len(surface))
        if until < 0:
            at = end
        if not token["mora_size"]:
            if surface.isalnum() and end > start:
                found.append((start, end, surface, ""))
            continue
        if found and _clings(token, found[-1]):
            before = found[-1]
            found[-1] = (before[0], max(before[1], end), before[2] + surface, before[3] + kana)
        else:
            found.append((start, max(end, start + 1), surface, kana))
    return found


def _clings(token: dict[str, Any], before: _Placed) -> bool:
    """Endings of verbs are part of them, and a stopped consonant runs into the next word."""
    ending = token["pos"] == "助動詞" or (
        token["pos"] == "助詞" and token["string"] in {"て", "で"}
    )
    return (ending and token["chain_flag"] == 1) or before[3].endswith("ッ")
