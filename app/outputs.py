"""Where the results of one ``say`` go, checked before any work is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from app import captions, export, picture
from app.export import Sink, SoundFile
from app.playing.pipe import WavPipe
from app.playing.playback import CALM_S, Playback
from app.whole_files import SmallFile, Whole, commit_together, refuse_place
from engine.cancel import CancelToken
from engine.errors import ExportError
from engine.streaming import Streamed

STEM = "espressivo"
"""First part of a file name the program chooses: espressivo-1.wav."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be made. ``sound`` is None for standard output or no file at all."""

    sound: Path | None
    replace: bool
    """Whether ``sound`` was named by the person, and so may replace a file."""
    pipe: bool
    play: bool
    captions: Path | None
    plot: Path | None


def wanted(
    output: str | None,
    *,
    play: bool,
    captions_to: Path | None,
    plot_to: Path | None,
    extension: str,
    folder: Path,
    stem: str = STEM,
) -> Wanted:
    """Decide what is made where, and refuse at once what cannot be.

    Args:
        output: what ``-o`` says: a file, ``-`` or None.
        play: sound is played; with no ``output`` nothing is written.
        captions_to, plot_to: files beside the sound.
        extension: of a file the program names.
        folder: where such a file goes.
        stem: how its name begins.

    Raises:
        ExportError: ``output-format-unknown`` or ``output-unwritable``.
    """
    pipe = output == "-"
    sound = None if pipe or output is None else Path(output)
    if output is None and not play:
        sound = export.free_name(folder, stem, extension)
    if sound is not None:
        export.format_of(sound)
    if captions_to is not None:
        captions.format_of(captions_to)
    if plot_to is not None:
        picture.format_of(plot_to)
    places = [place for place in (sound, captions_to, plot_to) if place is not None]
    for place in places:
        refuse_place(place)
    _refuse_same(places)
    return Wanted(sound, output is not None, pipe, play, captions_to, plot_to)


def _refuse_same(places: Sequence[Path]) -> None:
    whole = [place.resolve() for place in places]
    for place in places:
        if whole.count(place.resolve()) > 1:
            raise ExportError(
                "output-unwritable", subject="file", detail=f"{place} is named for two results"
            )


class Outputs:
    """The open ends of one ``say``: sound goes to all of them, together or not at all.

    A player that cannot be opened does not stop a file from being written: it
    is kept in ``refused`` and told at the end.

    Raises:
        ExportError: nothing that was wanted can be made.
    """

    def __init__(self, want: Wanted, token: CancelToken) -> None:
        self._token = token
        self._sinks: list[Sink] = []
        self._files: list[Whole] = []
        self.refused: ExportError | None = None
        self.samples = 0
        self.first_sound_s: float | None = None
        self._began = time.perf_counter()
        player = self._open_player(want) if want.play else None
        self.file = self._open(want) if want.sound is not None else None
        if self.file is not None:
            self._sinks.append(self.file)
            self._files.append(self.file)
        if want.pipe:
            self._sinks.append(WavPipe())
        self._player = player

    def hear(self, piece: Streamed) -> None:
        """Take the next finished samples."""
        if self.first_sound_s is None:
            self.first_sound_s = time.perf_counter() - self._began
        for sink in self._sinks:
            sink.write(piece.audio)
        self._try_player(lambda player: player.write(piece, self._token))
        self.samples += int(piece.audio.size)

    def add(self, target: Path, data: bytes) -> None:
        """Write captions or a picture, to appear together with the sound."""
        self._files.append(SmallFile(target, data))

    def commit(self) -> Path | None:
        """Make every file visible, all or none; returns the sound file."""
        commit_together(self._files)
        self._files.clear()
        self._sinks.clear()
        return None if self.file is None else self.file.target

    def play_out(self) -> None:
        """Wait until everything has been played."""
        self._try_player(lambda player: player.finish(self._token))

    def abort(self) -> None:
        """Fall silent and leave nothing behind that was not committed."""
        if self._player is not None:
            self._player.close()
        for file in self._files:
            file.abort()

    def _open_player(self, want: Wanted) -> Playback | None:
        player = Playback(latency_s=CALM_S, keep=False)
        try:
            player.open()
        except ExportError as error:
            player.close()
            if want.sound is None and not want.pipe:
                raise
            self.refused = error
            return None
        return player

    def _try_player(self, step: Callable[[Playback], None]) -> None:
        """Do ``step`` if there is a player; one that fails is let go, the files go on."""
        if self._player is None:
            return
        try:
            step(self._player)
        except ExportError as error:
            self._player.close()
            self._player = None
            if not self._sinks and self.file is None:
                raise
            self.refused = error

    @staticmethod
    def _open(want: Wanted) -> SoundFile:
        assert want.sound is not None
        if want.replace:
            return SoundFile(want.sound)
        folder, extension = want.sound.parent, want.sound.suffix.removeprefix(".")
        stem = want.sound.stem.rpartition("-")[0]
        return SoundFile(want.sound, next_name=lambda: export.free_name(folder, stem, extension))
