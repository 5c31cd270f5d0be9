"""A language as a table: its number words, units, short forms, letters and sounds.

One file ``tongue_<code>.tsv`` in ``assets/reading`` holds a language. The first
cell of a row is its kind; underscores inside a word list stand for spaces and
a lone ``-`` for nothing. Kinds:

- ``numbers N w w ...``: names of N, N+1, ...; ``hundreds exact|before``: of 100 to
  900 alone and before a rest; ``power VALUE one many``: of powers of ten.
- ``before_power``, ``before_million``, ``before_thousand``, ``feminine``,
  ``masculine``, ``feminine_one``, ``masculine_one``, ``short_ordinal``,
  ``feminine_ordinal``, ``ordinal_ending``: an ending and what takes its place.
- ``ordinals N ...``, ``ordinal N word``, ``fraction N one many``.
- ``unit``, ``money``, ``scale``, ``symbol``, ``url``, ``form`` (written, kind, said),
  ``say``, ``clock``, ``date``, ``months``, ``roman``, ``letters``, ``greek``.
- ``set NAME words``; ``native``: what a sound of an English word becomes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property

from engine.reading.alphabet import Script
from engine.reading.tables import table

CODES = ("es", "fr", "it", "pt-br", "hi")
"""Languages with a table."""

_SCRIPTS = {"hi": Script(((0x0900, 0x0963), (0x0970, 0x097F)))}
_LATIN_SIGNS = Script(signs=frozenset("ºª"))
_GREEK = "αβγδεζηθικλμνξοπρστυφχψω"

Endings = tuple[tuple[str, str], ...]
Rows = Mapping[str, Mapping[str, tuple[str, ...]]]


def _blank(cell: str) -> str:
    return "" if cell == "-" else cell.replace("_", " ")


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit or currency: after one, after other numbers, and whether feminine."""

    one: str
    many: str
    feminine: bool = False
    small: str = ""
    smalls: str = ""


class Tongue:
    """One language; read from its table once.

    Args:
        code: one of ``CODES``.
    """

    def __init__(self, code: str) -> None:
        self.code = code
        found: dict[str, dict[str, tuple[str, ...]]] = {}
        for kind, key, *cells in table(f"tongue_{code}.tsv"):
            found.setdefault(kind, {})[key] = tuple(cells)
        self._rows: Rows = found
        self.script = _SCRIPTS.get(code, _LATIN_SIGNS)
        self.voice = self._rows["set"]["espeak"][0]
        self.numbers = tuple(
            word.replace("_", " ")
            for cells in self._rows["numbers"].values()
            for word in cells[0].split()
        )
        self.exact = self._list("hundreds", "exact")
        self.before = self._list("hundreds", "before")
        self.joiner = self._one("hundreds", "joiner")
        self.glue = "glue" in self._rows["set"]
        self.powers = tuple(
            (int(key), _blank(cells[0]), cells[1]) for key, cells in self._rows["power"].items()
        )
        self.roman_ordinal = self._one("roman", "order") == "ordinal"
        self.roman_limit = int(self._one("roman", "limit"))

    def _list(self, kind: str, key: str) -> tuple[str, ...]:
        cells = self._rows.get(kind, {}).get(key, ("",))
        return tuple(word.replace("_", " ") for word in cells[0].split())

    def _one(self, kind: str, key: str) -> str:
        cells = self._rows.get(kind, {}).get(key)
        return _blank(cells[0]) if cells else ""

    def say(self, key: str) -> str:
        """The word for a small thing: ``point``, ``minus``, ``to``, ``and`` ..."""
        return self._one("say", key)

    def clock(self, key: str) -> str:
        """A pattern for times of day."""
        return self._one("clock", key)

    def date(self, key: str) -> str:
        """A pattern or word for dates."""
        return self._one("date", key)

    @property
    def money_form(self) -> str:
        """The pattern for units and hundredths."""
        return self._one("money_form", "join")

    def endings(self, kind: str) -> Endings:
        """Endings and what takes their place, in the order tried."""
        rows = self._rows.get(kind, {})
        return tuple((_blank(key), cells[0].replace("_", " ")) for key, cells in rows.items())

    def set(self, name: str) -> frozenset[str]:
        """A set of words."""
        return frozenset(self._list("set", name)) - {"-"}

    def _words(self, kind: str) -> dict[str, str]:
        return {key: cells[0] for key, cells in self._rows.get(kind, {}).items()}

    @cached_property
    def ordinals(self) -> dict[int, str]:
        """Ranks that have a word of their own."""
        found = {int(key): cells[0] for key, cells in self._rows.get("ordinal", {}).items()}
        for key, cells in self._rows["ordinals"].items():
            found.update(enumerate(cells[0].split(), int(key)))
        return found

    @cached_property
    def fractions(self) -> dict[int, tuple[str, str]]:
        """Denominator -> one, many."""
        return {int(key): (one, many) for key, (one, many) in self._rows["fraction"].items()}

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Units as written."""
        return {
            key: Unit(cells[0], cells[1], "f" in cells[2:])
            for key, cells in self._rows["unit"].items()
        }

    @cached_property
    def moneys(self) -> dict[str, Unit]:
        """Currencies as written."""
        return {
            key: Unit(one, many, gender == "f", _blank(small), _blank(smalls))
            for key, (one, many, gender, small, smalls) in self._rows["money"].items()
        }

    @cached_property
    def scales(self) -> dict[str, tuple[str, str]]:
        """Words and letters for large numbers -> said, and the word before a noun."""
        return {key: (cells[0], _blank(cells[1])) for key, cells in self._rows["scale"].items()}

    @cached_property
    def greek(self) -> dict[str, str]:
        """The names of the Greek letters."""
        letters = dict(zip(_GREEK, self._rows["greek"]["-"][0].split(), strict=True))
        return {**letters, "ς": letters["σ"]}

    @cached_property
    def symbols(self) -> dict[str, str]:
        """Signs read as words."""
        return self._words("symbol")

    @cached_property
    def url(self) -> dict[str, str]:
        """Signs inside addresses."""
        return self._words("url")

    @cached_property
    def forms(self) -> dict[str, tuple[str, str]]:
        """Short form as written -> kind and what is said."""
        return {key: (cells[0], cells[1]) for key, cells in self._rows["form"].items()}

    @cached_property
    def months(self) -> tuple[str, ...]:
        """Names of the twelve months."""
        return self._list("months", "1")

    @cached_property
    def letters(self) -> dict[str, str]:
        """Letter -> its name."""
        return dict(pair.split(":") for pair in self._list_raw("letters"))

    @cached_property
    def native(self) -> dict[str, str]:
        """Sound of an English word -> the nearest of this language."""
        pairs = (pair.split(":") for pair in self._list_raw("native"))
        return {sound: _blank(own) for sound, own in pairs}

    def _list_raw(self, kind: str) -> list[str]:
        return [cell.replace("_", " ") for cell in self._rows[kind]["-"][0].split()]


@cache
def load(code: str) -> Tongue:
    """The language with this code, read once."""
    return Tongue(code)
