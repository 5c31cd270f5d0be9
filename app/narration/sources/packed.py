"""Documents that are ZIP archives: EPUB, DOCX and ODT open their parts through here."""

from __future__ import annotations

import zipfile
import zlib
from pathlib import Path
from types import TracebackType

from lxml import etree

from engine.errors import InputError

MOST_PART_BYTES = 64 << 20
"""Most of one part once unpacked: a text of ten million words. More is a bomb or a film."""

Element = etree._Element


def unreadable(path: Path, reason: str) -> InputError:
    """The error for a document that cannot be read as what its name says."""
    return InputError("book-damaged", subject="file", detail=f"{path.name}: {reason}")


class Packed:
    """The parts of a packed document.

    Raises:
        InputError: ``book-damaged`` on opening or reading.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(path)
        except (OSError, zipfile.BadZipFile, NotImplementedError) as error:
            raise unreadable(path, f"it cannot be unpacked ({error})") from error
        self.names = frozenset(self._zip.namelist())

    def __enter__(self) -> Packed:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._zip.close()

    def read(self, name: str) -> bytes:
        """One part's bytes."""
        try:
            if self._zip.getinfo(name).file_size > MOST_PART_BYTES:
                raise unreadable(self.path, f"its part {name} is too large")
            return self._zip.read(name)
        except KeyError as error:
            raise unreadable(self.path, f"its part {name} is missing") from error
        except (zipfile.BadZipFile, zlib.error, RuntimeError, OSError, EOFError) as error:
            raise unreadable(self.path, f"its part {name} cannot be unpacked") from error

    def xml(self, name: str) -> Element:
        """One part as a tree; nothing outside it is looked for."""
        parser = etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True)
        try:
            return etree.fromstring(self.read(name), parser)
        except etree.XMLSyntaxError as error:
            raise unreadable(self.path, f"its part {name} is not well-formed") from error
