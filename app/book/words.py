"""What formats, profiles, rules and faults of books are called in the window."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.book.values import FORMATS
from app.narration.book import ROLES
from app.narration.profiles import profile_names, profile_of
from app.narration.report import COLUMNS
from widgets.book.views import ChoiceView

translate = QCoreApplication.translate

FIGURES: dict[str, object] = {
    "rms_db": QT_TRANSLATE_NOOP("Book", "RMS"),
    "lufs": QT_TRANSLATE_NOOP("Book", "Loudness"),
    "true_peak_db": QT_TRANSLATE_NOOP("Book", "True peak"),
    "floor_db": QT_TRANSLATE_NOOP("Book", "Noise floor"),
    "head_s": QT_TRANSLATE_NOOP("Book", "Head"),
    "tail_s": QT_TRANSLATE_NOOP("Book", "Tail"),
    "seconds": QT_TRANSLATE_NOOP("Book", "Length"),
    "kbps": QT_TRANSLATE_NOOP("Book", "Bit rate"),
}
"""``app.narration.report.COLUMNS`` in the person's language; a test holds them together."""

ROLE_NAMES: dict[str, object] = {
    "note": QT_TRANSLATE_NOOP("Book", "footnotes and endnotes"),
    "note-mark": QT_TRANSLATE_NOOP("Book", "marks of notes, such as [1]"),
    "page-number": QT_TRANSLATE_NOOP("Book", "page numbers"),
    "running-head": QT_TRANSLATE_NOOP("Book", "lines repeated at the top or foot of pages"),
    "contents": QT_TRANSLATE_NOOP("Book", "tables of contents and site navigation"),
    "bibliography": QT_TRANSLATE_NOOP("Book", "bibliographies and references"),
    "index": QT_TRANSLATE_NOOP("Book", "indexes"),
    "reading-aid": QT_TRANSLATE_NOOP("Book", "reading aids over characters (ruby)"),
    "aside-file": QT_TRANSLATE_NOOP("Book", "files outside the reading order"),
    "speaker": QT_TRANSLATE_NOOP("Book", "names of speakers that are cast"),
}
"""``app.narration.book.ROLES`` in the person's language; a test holds them together."""

FORMAT_NAMES: dict[str, object] = {
    "mp3": QT_TRANSLATE_NOOP("Book", "MP3, a file a chapter"),
    "m4b": QT_TRANSLATE_NOOP("Book", "M4B, the whole book with chapters"),
    "captions": QT_TRANSLATE_NOOP("Book", "Captions (SRT, VTT, LRC)"),
    "epub": QT_TRANSLATE_NOOP("Book", "EPUB 3 that reads itself aloud"),
    "daisy": QT_TRANSLATE_NOOP("Book", "DAISY 2.02 and 3"),
    "labels": QT_TRANSLATE_NOOP("Book", "Labels (Audacity, Praat)"),
    "flac": QT_TRANSLATE_NOOP("Book", "FLAC, a file a chapter"),
    "wav": QT_TRANSLATE_NOOP("Book", "WAV, a file a chapter"),
    "opus": QT_TRANSLATE_NOOP("Book", "Opus, the whole book with chapters"),
    "ogg": QT_TRANSLATE_NOOP("Book", "Ogg Vorbis, the whole book with chapters"),
}

PROFILE_NAMES: dict[str, tuple[object, object]] = {
    "acx": (
        QT_TRANSLATE_NOOP("Book", "ACX-spec audio"),
        QT_TRANSLATE_NOOP(
            "Book",
            "The published levels of an audiobook store, 44.1 kHz mono. ACX asks for human "
            "narration unless it has agreed otherwise: this profile meets the figures of its "
            "audio only.",
        ),
    ),
    "podcast": (
        QT_TRANSLATE_NOOP("Book", "Podcast"),
        QT_TRANSLATE_NOOP("Book", "-16 LUFS in two channels, as podcast players expect."),
    ),
    "broadcast": (
        QT_TRANSLATE_NOOP("Book", "Broadcast"),
        QT_TRANSLATE_NOOP("Book", "EBU R 128: -23 LUFS, 48 kHz mono."),
    ),
    "accessible": (
        QT_TRANSLATE_NOOP("Book", "Accessible"),
        QT_TRANSLATE_NOOP("Book", "-18 LUFS, small files, for EPUB and DAISY readers."),
    ),
    "raw": (
        QT_TRANSLATE_NOOP("Book", "Raw"),
        QT_TRANSLATE_NOOP("Book", "The sound as it is spoken: nothing is done to its level."),
    ),
}

FAULTS: dict[str, object] = {
    "broken": QT_TRANSLATE_NOOP("Book", "its samples are no numbers"),
    "silent": QT_TRANSLATE_NOOP("Book", "nothing in it can be heard"),
    "clipped": QT_TRANSLATE_NOOP("Book", "its peaks are clipped"),
    "level": QT_TRANSLATE_NOOP("Book", "it is far too quiet or too loud"),
    "cut-off": QT_TRANSLATE_NOOP("Book", "its end is cut off"),
    "too-short": QT_TRANSLATE_NOOP("Book", "it is so short that words may be missing"),
    "wrong-rate": QT_TRANSLATE_NOOP("Book", "its sample rate is not the profile’s"),
    "wrong-channels": QT_TRANSLATE_NOOP("Book", "its number of channels is not the profile’s"),
    "vbr": QT_TRANSLATE_NOOP("Book", "its bit rate changes"),
    "too-long": QT_TRANSLATE_NOOP("Book", "it is so long that words may be repeated"),
}


def format_choices() -> tuple[ChoiceView, ...]:
    """The files that can be made."""
    return tuple(ChoiceView(name, translate("Book", str(FORMAT_NAMES[name]))) for name in FORMATS)


def profile_choices() -> tuple[ChoiceView, ...]:
    """The profiles; one a release has no words for is shown as it names itself."""
    found = []
    for name in profile_names():
        words = PROFILE_NAMES.get(name)
        if words is None:
            profile = profile_of(name)
            found.append(ChoiceView(name, profile.name, profile.about))
            continue
        label, about = (translate("Book", str(each)) for each in words)
        found.append(ChoiceView(name, label, about))
    return tuple(found)


def figure_name(name: str) -> str:
    """What a measured property is called."""
    return translate("Book", str(FIGURES.get(name, COLUMNS[name][0])))


def role_name(role: str) -> str:
    """What a rule skips."""
    return translate("Book", str(ROLE_NAMES.get(role, ROLES.get(role, role))))


def fault_name(fault: str) -> str:
    """What is wrong with a line."""
    return translate("Book", str(FAULTS.get(fault, fault)))
