"""Numbers as words of a language, from its table.

One engine for all tables: names below a hundred are listed, hundreds are
listed alone and before a rest, and powers of ten are split off from the top.
"""

from __future__ import annotations

from engine.reading.tongues.tongue import Endings, Tongue

MOST_DIGITS = 15
"""Longer runs of digits are read one by one."""

_MILLION = 1_000_000


def cardinal(tongue: Tongue, value: int, gender: str = "") -> list[str]:
    """Say a whole number.

    Args:
        tongue: the language.
        value: 0 or more, below ``10 ** MOST_DIGITS``.
        gender: ``"m"`` or ``"f"`` of the noun counted, ``""`` if none follows.
    """
    words = _whole(tongue, value)
    if gender:
        words = _agreed(tongue, words, value, gender)
    return words


def _whole(tongue: Tongue, value: int) -> list[str]:
    for power, one, many in tongue.powers:
        count, rest = divmod(value, power)
        if count:
            words = _power(tongue, power, count, (one, many))
            if rest and tongue.joiner and (rest < 100 or (rest < 1000 and rest % 100 == 0)):
                words.append(tongue.joiner)
            words += _whole(tongue, rest) if rest else []
            if tongue.glue and power < _MILLION:
                words = [_accented("".join(words))]
            return words
    return _below_thousand(tongue, value)


def _power(tongue: Tongue, power: int, count: int, names: tuple[str, str]) -> list[str]:
    one, many = names
    if count == 1:
        if power < _MILLION:
            return (one or many).split()
        lead = _changed(_whole(tongue, 1), tongue.endings("before_power"))
        return [*_changed(lead, tongue.endings("before_million")), one]
    words = _changed(_whole(tongue, count), tongue.endings("before_power"))
    if power < _MILLION:
        words = _changed(words, tongue.endings("before_thousand"))
    if tongue.glue and power < _MILLION:
        return [words[0].replace("tré", "tre") + many]
    return [*words, many]


def _below_thousand(tongue: Tongue, value: int) -> list[str]:
    hundreds, rest = divmod(value, 100)
    if not hundreds:
        return tongue.numbers[rest].split()
    if not rest:
        return tongue.exact[hundreds - 1].split()
    words = tongue.before[hundreds - 1].split()
    if tongue.joiner:
        words.append(tongue.joiner)
    if not tongue.glue:
        return words + tongue.numbers[rest].split()
    head, tail = words[0], tongue.numbers[rest]
    if tail.startswith("ott"):
        head = head[:-1]  # centottanta
    return [_accented(head + tail)]


def _accented(word: str) -> str:
    """Italian: a compound that ends in "tre" carries an accent."""
    return word[:-1] + "é" if word.endswith("tre") and len(word) > 3 else word


def _changed(words: list[str], endings: Endings) -> list[str]:
    """The last word with the first ending that fits replaced."""
    for old, new in endings:
        if words and words[-1].endswith(old):
            return [*words[:-1], words[-1][: len(words[-1]) - len(old)] + new]
    return words


def _agreed(tongue: Tongue, words: list[str], value: int, gender: str) -> list[str]:
    name = "feminine" if gender == "f" else "masculine"
    if value == 1:
        words = _changed(words, tongue.endings(f"{name}_one"))
    if gender == "m" or tongue.code == "fr":
        return _changed(words, tongue.endings(name))
    large = {many for power, _, many in tongue.powers if power >= _MILLION}
    large |= {one for power, one, _ in tongue.powers if power >= _MILLION}
    out: list[str] = []
    for index, word in enumerate(words):
        counts_more = any(later in large for later in words[index:])
        out.append(word if counts_more else _changed([word], tongue.endings(name))[0])
    return out


def digits(tongue: Tongue, text: str) -> list[str]:
    """Say each ASCII digit by itself; other characters are skipped."""
    return [word for char in text if "0" <= char <= "9" for word in _whole(tongue, int(char))]


def whole(tongue: Tongue, text: str, gender: str = "") -> list[str]:
    """Say a run of digits: a leading zero or great length makes it digits."""
    if len(text) > MOST_DIGITS or (len(text) > 1 and text[0] == "0"):
        return digits(tongue, text)
    return cardinal(tongue, int(text or "0"), gender)


def decimal(tongue: Tongue, before: str, mark: str, after: str, gender: str = "") -> list[str]:
    """Say a number with an optional part after a comma or point.

    Two decimals are said as a number ("tres coma catorce"), three and more
    and those that begin with a zero digit by digit.
    """
    if not after:
        return whole(tongue, before, gender)
    words = whole(tongue, before or "0")
    words.append(tongue.say("comma" if mark == "," else "point"))
    if len(after) > 2 or after[0] == "0" or tongue.code == "hi":
        return words + digits(tongue, after)
    return words + cardinal(tongue, int(after))


def ordinal(tongue: Tongue, value: int, gender: str = "m") -> list[str]:
    """Say a rank: "vigésimo primero", "dix-neuvième", "diciannovesimo"."""
    words = _ranked(tongue, value)
    if gender == "f":
        special = tongue.endings("feminine_ordinal")
        if special:
            return _changed(words, special)
        return [word[:-1] + "a" if word.endswith("o") else word for word in words]
    return words


def _ranked(tongue: Tongue, value: int) -> list[str]:
    if value in tongue.ordinals:
        return tongue.ordinals[value].split()
    endings = tongue.endings("ordinal_ending")
    if endings:
        words = _whole(tongue, value)
        return _changed(words, endings)
    tens, ones = divmod(value, 10)
    if value < 100 and tens * 10 in tongue.ordinals:
        return [tongue.ordinals[tens * 10], tongue.ordinals[ones]]
    return _whole(tongue, value)


def fraction(tongue: Tongue, top: int, bottom: int) -> list[str]:
    """Say a fraction: "tres cuartos", "trois quarts"; else top over bottom."""
    names = tongue.fractions.get(bottom)
    if names and top < bottom:
        return [*cardinal(tongue, top, "m"), *names[top > 1].split()]
    return [*cardinal(tongue, top), *tongue.say("over").split(), *cardinal(tongue, bottom)]


def clock(tongue: Tongue, hour: int, minute: int | None, second: int | None) -> list[str]:
    """Say a time of day on the 24-hour clock."""
    gender = tongue.clock("gender")
    h = " ".join(cardinal(tongue, hour, "f" if gender == "f" else ""))
    if not minute:
        text = tongue.clock("one" if hour <= 1 else "whole").format(h=h)
    else:
        zero = tongue.clock("zero") + " " if minute < 10 and tongue.clock("zero") else ""
        m = zero + " ".join(cardinal(tongue, minute, "f" if tongue.code == "fr" else ""))
        pattern = (tongue.clock("full_one") if hour <= 1 else "") or tongue.clock("full")
        text = pattern.format(h=h, m=m)
    if second:
        s = " ".join(cardinal(tongue, second, "m"))
        text = tongue.clock("seconds").format(t=text, s=s)
    return text.split()


def year_words(tongue: Tongue, text: str) -> list[str]:
    """Say a year: in Hindi those of 1100 to 1999 in hundreds, in others as a number."""
    high, low = divmod(int(text), 100)
    if tongue.code != "hi" or not 11 <= high <= 19:
        return whole(tongue, text)
    hundred = tongue.exact[0].split()[-1]
    return [*cardinal(tongue, high), hundred, *(cardinal(tongue, low) if low else [])]


def date(tongue: Tongue, day: int, month: int, year: str) -> list[str]:
    """Say a date."""
    d = tongue.date("first") if day == 1 else " ".join(cardinal(tongue, day))
    y = " ".join(year_words(tongue, year))
    name = tongue.months[month - 1]
    return tongue.date("year").format(d=d, month=name, y=y).split()
