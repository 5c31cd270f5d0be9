"""Every sentence shown to people about what went wrong, in one table.

The engine names what happened with a code and data; here each code has one
sentence, a next step and the exit status of the command line. A test holds
this table and the engine's codes together.

Remarks, which end nothing, are in ``app.remarks``.

Templates: ``{detail}``, ``{hint}`` and ``{subject}`` are filled from the error.
A part in square brackets is left out when a value inside it is empty.
"""

from __future__ import annotations

import re

from app.book.notices import BOOK_NOTICES
from app.notice import Exit as Exit
from app.notice import Notice as Notice
from app.notice import said as said
from engine.errors import StudioError

NOTICES: dict[str, Notice] = {
    **BOOK_NOTICES,
    # what was asked
    "text-empty": Notice(
        said("Notices", "there is nothing to speak in the text[ ({detail})]"),
        said("Notices", "give it at least one word"),
        Exit.INPUT,
    ),
    "text-too-long": Notice(
        said("Notices", "the text is too long[: {detail}]"),
        said("Notices", "split it and speak the parts one after another[ ({hint})]"),
        Exit.INPUT,
    ),
    "text-not-text": Notice(
        said("Notices", "this is not text: {detail}"),
        said("Notices", "give it a plain text file[; {hint}]"),
        Exit.INPUT,
    ),
    "text-unreadable": Notice(
        said("Notices", "the text cannot be read: {detail}"),
        said("Notices", "check the file and its encoding[; {hint}]"),
        Exit.INPUT,
    ),
    "markup-malformed": Notice(
        said("Notices", "the SSML is not well-formed[: {detail}]"),
        said("Notices", "correct it there, or leave out <speak> to have it read as plain text"),
        Exit.INPUT,
    ),
    "lexicon-invalid": Notice(
        said("Notices", "this cannot stand in a lexicon[: {detail}]"),
        said("Notices", "correct it[: {hint}]"),
        Exit.INPUT,
    ),
    "lexicon-unreadable": Notice(
        said("Notices", "the lexicon cannot be read: {detail}"),
        said("Notices", "name a table of words that can be, in UTF-8[; {hint}]"),
        Exit.INPUT,
    ),
    "prompt-too-long": Notice(
        said("Notices", "the emotion prompt is too long[: {detail}]"),
        said("Notices", "describe the emotion in a sentence or two[ ({hint})]"),
        Exit.INPUT,
    ),
    "voice-unknown": Notice(
        said("Notices", "there is no voice called {detail}"),
        said("Notices", "[did you mean {hint}? ]`espressivo voices` lists them all"),
        Exit.INPUT,
    ),
    "voice-mix-malformed": Notice(
        said("Notices", "the voice mix cannot be understood[: {detail}]"),
        said(
            "Notices", "write it like [{hint}, that is, ]a name or names with weights joined by +"
        ),
        Exit.INPUT,
    ),
    "language-unsupported": Notice(
        said("Notices", "this language cannot be spoken yet[: {detail}]"),
        said("Notices", "choose a voice of a language that can be[: {hint}]"),
        Exit.INPUT,
    ),
    "knob-out-of-range": Notice(
        said("Notices", "{subject} is outside its range[: {detail}]"),
        said("Notices", "choose a value from {hint}"),
        Exit.INPUT,
    ),
    "keyframe-off-text": Notice(
        said("Notices", "a keyframe is on a word that the text does not have[: {detail}]"),
        said("Notices", "move it onto one of its words[ ({hint})]"),
        Exit.INPUT,
    ),
    "setting-invalid": Notice(
        said("Notices", "the setting {subject} cannot be used[: {detail}]"),
        said("Notices", "correct it or take it out[ ({hint})]"),
        Exit.INPUT,
    ),
    "name-unusable": Notice(
        said("Notices", "this name cannot be used[: {detail}]"),
        said("Notices", "give it another one[ ({hint})]"),
        Exit.INPUT,
    ),
    # training
    "data-missing": Notice(
        said("Notices", "the data to learn from are not there[: {hint}]"),
        said(
            "Notices",
            "name the folder that has goemotions.csv and librittsp_style_prompts.csv with --data",
        ),
        Exit.INPUT,
    ),
    "training-unavailable": Notice(
        said("Notices", "training needs PyTorch, which is not installed here"),
        said("Notices", "install the extra called train, or torch itself"),
        Exit.INPUT,
    ),
    "judge-missing": Notice(
        said("Notices", "what judges the sound is not installed here[: {detail}]"),
        said("Notices", "install the judges[ with {hint}], in an environment of their own"),
        Exit.INPUT,
    ),
    "pack-unusable": Notice(
        said("Notices", "this pack cannot be used[: {detail}]"),
        said(
            "Notices",
            "give a pack that `espressivo cache export` wrote here or elsewhere[ ({hint})]",
        ),
        Exit.INPUT,
    ),
    # projects
    "project-damaged": Notice(
        said("Notices", "this project file is damaged or is none[: {detail}]"),
        said(
            "Notices", "open a copy of it kept elsewhere, or correct it in a text editor[ ({hint})]"
        ),
        Exit.INPUT,
    ),
    "project-newer": Notice(
        said("Notices", "this project was made by a newer version of the program[: {detail}]"),
        said("Notices", "open it there, or install that version[ ({hint})]"),
        Exit.INPUT,
    ),
    "project-unreadable": Notice(
        said("Notices", "the project cannot be read[: {detail}]"),
        said("Notices", "see that the file is there and may be read[ ({hint})]"),
        Exit.INPUT,
    ),
    "project-unwritable": Notice(
        said("Notices", "the project cannot be saved[: {detail}]"),
        said("Notices", "save it under another name or in another folder[ ({hint})]"),
        Exit.OUTPUT,
    ),
    "project-changed": Notice(
        said("Notices", "the project file was changed by another program[: {detail}]"),
        said("Notices", "save under another name, or save again to replace it[ ({hint})]"),
        Exit.OUTPUT,
    ),
    "project-in-use": Notice(
        said("Notices", "this project is open in another window[: {detail}]"),
        said("Notices", "look at it here without saving, or work on a copy[ ({hint})]"),
        Exit.OUTPUT,
    ),
    # models
    "model-missing": Notice(
        said("Notices", "the voice model is missing[: {detail}]"),
        said("Notices", "to get it: {hint}"),
        Exit.MODEL,
    ),
    "model-damaged": Notice(
        said("Notices", "a file of the voice model is damaged[: {detail}]"),
        said("Notices", "`espressivo models prepare` makes it again"),
        Exit.MODEL,
    ),
    "model-unsupported": Notice(
        said("Notices", "this voice model cannot be used[: {detail}]"),
        said("Notices", "take Kokoro v1.0 as int8 or float ONNX[ ({hint})]"),
        Exit.MODEL,
    ),
    "voices-missing": Notice(
        said("Notices", "the voices are missing[: {detail}]"),
        said("Notices", "to get them: {hint}"),
        Exit.MODEL,
    ),
    "prepare-failed": Notice(
        said("Notices", "the voice model could not be prepared[: {detail}]"),
        said("Notices", "give its files with `espressivo models prepare --from DIR`[ ({hint})]"),
        Exit.MODEL,
    ),
    "source-damaged": Notice(
        said("Notices", "a file to prepare from is damaged[: {detail}]"),
        said("Notices", "get this file again[ ({hint})]"),
        Exit.MODEL,
    ),
    "data-unwritable": Notice(
        said("Notices", "the data folder cannot be written[: {detail}]"),
        said("Notices", "name another folder with ESPRESSIVO_DATA[ (now {hint})]"),
        Exit.MODEL,
    ),
    "data-full": Notice(
        said("Notices", "the disk of the data folder is full[: {detail}]"),
        said(
            "Notices",
            "free some space, or name a folder on another disk with ESPRESSIVO_DATA[ (now {hint})]",
        ),
        Exit.OUTPUT,
    ),
    # backends
    "backend-unknown": Notice(
        said("Notices", "there is no backend called {detail}"),
        said("Notices", "choose one of {hint}"),
        Exit.INPUT,
    ),
    "backend-unavailable": Notice(
        said("Notices", "this backend cannot run here[: {detail}]"),
        said("Notices", "use --backend auto, or see `espressivo backends --explain`[ ({hint})]"),
        Exit.BACKEND,
    ),
    "backend-failed": Notice(
        said("Notices", "the backend failed while it worked[: {detail}]"),
        said("Notices", "try again with --backend cpu[ ({hint})]"),
        Exit.BACKEND,
    ),
    # the store of takes: the work goes on without it
    "record-damaged": Notice(
        said("Notices", "a stored take was damaged[: {detail}]"),
        said("Notices", "it is removed and made again[ ({hint})]"),
        Exit.OK,
    ),
    "store-full": Notice(
        said("Notices", "takes cannot be stored[: {detail}]"),
        said("Notices", "the work goes on without storing; free some disk space[ ({hint})]"),
        Exit.OK,
    ),
    # what comes out
    "output-format-unknown": Notice(
        said("Notices", "this cannot be written as {detail}"),
        said("Notices", "end the name with one of {hint}"),
        Exit.OUTPUT,
    ),
    "output-unwritable": Notice(
        said("Notices", "the output cannot be written[: {detail}]"),
        said("Notices", "choose another place with -o[ ({hint})]"),
        Exit.OUTPUT,
    ),
    "output-too-long": Notice(
        said("Notices", "the sound is too long for its format[: {detail}]"),
        said("Notices", "choose another format[, such as {hint}]"),
        Exit.OUTPUT,
    ),
    "disk-full": Notice(
        said("Notices", "the disk is full[: {detail}]"),
        said("Notices", "free some space or choose another place with -o[ ({hint})]"),
        Exit.OUTPUT,
    ),
    "player-unavailable": Notice(
        said("Notices", "sound cannot be played here[: {detail}]"),
        said("Notices", "leave --play out and write a file with -o[, or {hint}]"),
        Exit.OUTPUT,
    ),
    "tool-missing": Notice(
        said("Notices", "a program that is needed is missing[: {detail}]"),
        said("Notices", "install it[: {hint}]"),
        Exit.OUTPUT,
    ),
}
"""What is said for each code of ``engine.errors.CODES``."""

COMMANDS = {"models prepare": "`espressivo models prepare`", "": "`espressivo models prepare`"}
"""Hints of a missing model that name one of our commands (none: the same one)."""

MOST_CHARACTERS = 300
"""A value longer than this is cut in a sentence: one line must stay readable."""

END_KEPT = 80
"""Characters kept of a cut value's end, where the reason stands: "PATH: File name too long"."""

_PART = re.compile(r"\[([^\[\]]*)\]")
_OS_WORDS = re.compile(r"((?:[^ ]+: )?)\[Errno \d+\] ([^:]+)(?:: '[^']*')*")
"""An operating system's error as Python writes it; its number and path say nothing new."""

_FIELD = re.compile(r"\{(\w+)\}")


def plain(value: str) -> str:
    """``value`` as one printable line of at most ``MOST_CHARACTERS``, cut in the middle."""
    line = _OS_WORDS.sub(r"\1\2", " ".join(value.split()))
    line = "".join(ch if ch.isprintable() else "�" for ch in line)
    if len(line) <= MOST_CHARACTERS:
        return line
    return f"{line[: MOST_CHARACTERS - 1 - END_KEPT]}…{line[-END_KEPT:]}"


def fill(template: str, values: dict[str, str]) -> str:
    """Fill a template; parts in square brackets go when a value in them is empty."""

    def keep(part: re.Match[str]) -> str:
        inside = part.group(1)
        return inside if all(values[name] for name in _FIELD.findall(inside)) else ""

    return _FIELD.sub(lambda found: values[found.group(1)], _PART.sub(keep, template))


def sentence(error: StudioError) -> str:
    """The one sentence for an error: what, why, and what to do next."""
    says, step = halves(error)
    return f"{says}; {step}."


def halves(error: StudioError) -> tuple[str, str]:
    """The two halves of that sentence: what and why, and what to do next."""
    notice = NOTICES[error.code]
    missing = error.code in {"model-missing", "voices-missing"}
    hint = COMMANDS.get(error.hint, error.hint) if missing else error.hint
    values = {
        "detail": plain(error.detail),
        "hint": plain(hint),
        "subject": plain(error.subject),
    }
    return fill(notice.says, values), fill(notice.step, values)


def status(error: StudioError) -> Exit:
    """The exit status for an error."""
    return NOTICES[error.code].status
