"""The fields of a JSON object, read one by one, each checked for kind and range."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

LARGEST = 2**63 - 1
"""Largest whole number a file may hold."""

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


class Damage(Exception):
    """What is wrong with a file, and where, in few words."""


class Fields:
    """An object's fields.

    Args:
        values: the object as the JSON parser gave it.
        where: what it is called in an error.
    """

    def __init__(self, values: Mapping[str, object], where: str) -> None:
        self._values = values
        self._read: set[str] = set()
        self.where = where

    def has(self, name: str) -> bool:
        """Whether the field is there."""
        return name in self._values

    def need(self, name: str) -> object:
        """The field's value, whatever it is.

        Raises:
            Damage: it is missing.
        """
        self._read.add(name)
        if name not in self._values:
            raise Damage(f"{self.where} has no {name!r}")
        return self._values[name]

    def text(self, name: str, default: str | None = None) -> str:
        """A string that a file can hold; ``default`` None = it must be there."""
        value = self._value(name, default)
        if not isinstance(value, str):
            raise self._wrong(name, "a text")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise self._wrong(name, "whole characters") from None
        return value

    def id(self, name: str) -> str:
        """A short word of letters, digits, ``_`` and ``-``."""
        value = self.text(name)
        if not _ID.fullmatch(value):
            raise self._wrong(name, "a short word")
        return value

    def flag(self, name: str) -> bool:
        """True or false; false if it is not there."""
        value = self._value(name, False)
        if not isinstance(value, bool):
            raise self._wrong(name, "true or false")
        return value

    def whole(self, name: str, low: int = 0, high: int = LARGEST) -> int:
        """A whole number of ``low`` to ``high``."""
        value = self.need(name)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self._wrong(name, f"a whole number from {low} to {high}")
        return value

    def number(self, name: str, low: float, high: float, default: float | None = None) -> float:
        """A number of ``low`` to ``high``; ``default`` None = it must be there."""
        value = self._value(name, default)
        number = math.nan
        if isinstance(value, int | float) and not isinstance(value, bool):
            number = float(value) if abs(value) <= LARGEST else math.inf
        if not low <= number <= high:
            raise self._wrong(name, f"a number from {low:g} to {high:g}")
        return number

    def items(self, name: str, default: Sequence[object] | None = None) -> Sequence[object]:
        """A list; ``default`` None = it must be there."""
        value = self._value(name, default)
        if not isinstance(value, list):
            raise self._wrong(name, "a list")
        return value

    def inside(self, name: str, default: Mapping[str, object] | None = None) -> Fields:
        """An object; ``default`` None = it must be there."""
        return fields_of(self._value(name, default), f"{name} of {self.where}")

    def finish(self) -> None:
        """See that no field was left unread.

        Raises:
            Damage: there is one nobody knows.
        """
        unknown = next((name for name in self._values if name not in self._read), None)
        if unknown is not None:
            raise Damage(f"{self.where} has an unknown field {unknown!r}")

    def _value(self, name: str, default: object) -> object:
        self._read.add(name)
        return self.need(name) if default is None else self._values.get(name, default)

    def _wrong(self, name: str, wanted: str) -> Damage:
        return Damage(f"{name!r} of {self.where} is not {wanted}")


def fields_of(value: object, where: str) -> Fields:
    """An object's fields.

    Raises:
        Damage: it is no object.
    """
    if not isinstance(value, dict):
        raise Damage(f"{where} is not an object")
    return Fields(value, where)
