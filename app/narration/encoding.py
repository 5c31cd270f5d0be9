"""Masters into the formats that are delivered, with their tags and chapters."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from app.narration.book import Picture
from app.narration.ffmpeg import SAME_BYTES, run
from app.narration.profiles import Profile
from app.refusals import from_os
from engine.cancel import CancelToken

CHAPTER_FORMATS = ("mp3", "wav", "flac")
"""One file a chapter."""
JOINED_FORMATS = ("m4b", "opus", "ogg")
"""The whole book in one file."""
OGG_QUALITY = "4"
"""Vorbis quality: about 90 kbit/s for speech, clear of artefacts."""
M4B_RATE = 24_000
"""The voice has nothing above 12 kHz: more samples would only make the file larger."""
MOST_TITLE = 250
"""Bytes of a chapter's title: its length is counted in one byte in one of the two forms."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A chapter in a joined file: milliseconds from the start, and its title."""

    start_ms: int
    end_ms: int
    title: str


@dataclass(frozen=True, slots=True)
class About:
    """What a joined file says of itself."""

    tags: Mapping[str, str]
    marks: tuple[Mark, ...]
    cover: Picture | None


def encode_chapter(
    master: Path,
    target: Path,
    profile: Profile,
    tags: Mapping[str, str],
    token: CancelToken,
) -> None:
    """Encode one chapter; the target's ending says how.

    Raises:
        Cancelled, ExportError: see ``app.narration.ffmpeg.run``.
    """
    kind = target.suffix.removeprefix(".")
    arguments: list[str | Path] = ["-i", master, "-map_metadata", "-1", *SAME_BYTES]
    if profile.channels == 2:
        arguments += ["-af", "pan=stereo|c0=c0|c1=c0"]
    arguments += _coder(kind, profile)
    for name, value in tags.items():
        arguments += ["-metadata", f"{name}={value}"]
    run(arguments, target, token)


def _coder(kind: str, profile: Profile) -> list[str]:
    if kind == "mp3":
        rate = f"{profile.mp3_kbps}k"
        return ["-c:a", "libmp3lame", "-b:a", rate, "-id3v2_version", "3", "-write_xing", "1"]
    if kind == "opus":
        rate = f"{profile.opus_kbps}k"
        return ["-c:a", "libopus", "-b:a", rate, "-application", "voip"]
    if kind == "ogg":
        return ["-c:a", "libvorbis", "-q:a", OGG_QUALITY]
    if kind == "flac":
        return ["-c:a", "flac", "-sample_fmt", "s32", "-bits_per_raw_sample", "24"]
    return ["-c:a", "pcm_s16le"]


def encode_joined(
    masters: Sequence[Path],
    target: Path,
    profile: Profile,
    about: About,
    token: CancelToken,
) -> None:
    """Encode the whole book as one file with its chapters; the target's ending says how.

    M4B gets chapters in both forms, as a QuickTime text track and as a Nero list; Ogg as
    ``CHAPTERnnn`` comments.

    Raises:
        Cancelled, ExportError: see ``app.narration.ffmpeg.run``.
    """
    kind = target.suffix.removeprefix(".")
    sheet = target.with_name(f"{target.stem}.ffmetadata")
    order = target.with_name(f"{target.stem}.ffconcat")
    arguments: list[str | Path] = ["-f", "concat", "-safe", "0", "-i", order]
    arguments += ["-f", "ffmetadata", "-i", sheet]
    pictured = about.cover if kind == "m4b" else None
    picture = target.with_name(f"{target.stem}.{pictured.kind if pictured else 'jpg'}")
    if pictured:
        arguments += ["-i", picture, "-map", "0:a", "-map", "2:v", "-c:v", "copy"]
        arguments += ["-disposition:v", "attached_pic"]
    chapters = "1" if kind == "m4b" else "-1"
    arguments += ["-map_metadata", "1", "-map_chapters", chapters, *SAME_BYTES]
    if profile.channels == 2:
        arguments += ["-af", "pan=stereo|c0=c0|c1=c0"]
    arguments += _joined_coder(kind, profile)
    more = {"media_type": "2"} if kind == "m4b" else dict(_chapter_comments(about.marks))
    try:
        sheet.write_text(_metadata({**about.tags, **more}, about.marks), encoding="utf-8")
        order.write_text(_order(masters, target.parent), encoding="utf-8")
        if pictured:
            picture.write_bytes(pictured.data)
        run(arguments, target, token)
    except OSError as error:
        raise from_os(error, target) from error
    finally:
        sheet.unlink(missing_ok=True)
        order.unlink(missing_ok=True)
        picture.unlink(missing_ok=True)


def _chapter_comments(marks: Sequence[Mark]) -> Iterator[tuple[str, str]]:
    """Chapters as Ogg's comments have them.

    Written here: ffmpeg (5.1) rounds the seconds up before it adds the thousandths.
    """
    for number, mark in enumerate(marks, 1):
        seconds, rest = divmod(mark.start_ms, 1000)
        clock = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}.{rest:03d}"
        yield f"CHAPTER{number:03d}", clock
        yield f"CHAPTER{number:03d}NAME", mark.title


def _joined_coder(kind: str, profile: Profile) -> list[str]:
    if kind != "m4b":
        return _coder(kind, profile)
    coder = ["-c:a", "aac", "-aac_coder", "fast", "-b:a", f"{profile.aac_kbps}k"]
    file = ["-ar", str(M4B_RATE), "-brand", "M4B ", "-movflags", "+faststart", "-f", "ipod"]
    return coder + file


def _order(masters: Sequence[Path], folder: Path) -> str:
    """ffmpeg's own form of a list of files; masters are named by keys, so nothing is quoted."""
    names = (Path(os.path.relpath(path, folder)).as_posix() for path in masters)
    return "\n".join(("ffconcat version 1.0", *(f"file '{name}'" for name in names), ""))


def _metadata(tags: Mapping[str, str], marks: Sequence[Mark]) -> str:
    """ffmpeg's own form of metadata: ``=``, ``;``, ``#``, ``\\`` and line ends are escaped."""
    rows = [";FFMETADATA1", *(f"{name}={_escaped(value)}" for name, value in tags.items())]
    for mark in marks:
        rows += ["[CHAPTER]", "TIMEBASE=1/1000", f"START={mark.start_ms}", f"END={mark.end_ms}"]
        rows.append(f"title={_escaped(_cut(mark.title))}")
    return "\n".join(rows) + "\n"


def _cut(title: str) -> str:
    while len(title.encode()) > MOST_TITLE:
        title = title[:-1]
    return title


def _escaped(value: str) -> str:
    plain = " ".join(value.split())
    return "".join(f"\\{char}" if char in "=;#\\" else char for char in plain)
