"""Every sentence shown to people about what went wrong, in one table.

The engine names what happened with a code and data; here each code has one
sentence, a next step and the exit status of the command line. A test holds
this table and the engine's codes together.

Templates: ``{detail}``, ``{hint}`` and ``{subject}`` are filled from the error.
A part in square brackets is left out when a value inside it is empty.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING

from engine.errors import StudioError

if TYPE_CHECKING:
    from engine.values import Remark


class Exit(IntEnum):
    """Exit statuses of the command line."""

    OK = 0
    INPUT = 2
    MODEL = 3
    BACKEND = 4
    OUTPUT = 5
    OTHER = 70
    CANCELLED = 130


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said about one code: a sentence, what to do next, the exit status."""

    says: str
    step: str
    status: Exit


NOTICES: dict[str, Notice] = {
    # what was asked
    "text-empty": Notice(
        "there is nothing to speak in the text[ ({detail})]",
        "give it at least one word",
        Exit.INPUT,
    ),
    "text-too-long": Notice(
        "the text is too long[: {detail}]",
        "split it and speak the parts one after another[ ({hint})]",
        Exit.INPUT,
    ),
    "text-not-text": Notice(
        "this is not text: {detail}",
        "give it a plain text file[; {hint}]",
        Exit.INPUT,
    ),
    "text-unreadable": Notice(
        "the text cannot be read: {detail}",
        "check the file and its encoding[; {hint}]",
        Exit.INPUT,
    ),
    "markup-malformed": Notice(
        "the SSML is not well-formed[: {detail}]",
        "correct it there, or leave out <speak> to have it read as plain text",
        Exit.INPUT,
    ),
    "lexicon-invalid": Notice(
        "this cannot stand in a lexicon[: {detail}]",
        "correct it[: {hint}]",
        Exit.INPUT,
    ),
    "lexicon-unreadable": Notice(
        "the lexicon cannot be read: {detail}",
        "name a table of words that can be, in UTF-8[; {hint}]",
        Exit.INPUT,
    ),
    "prompt-too-long": Notice(
        "the emotion prompt is too long[: {detail}]",
        "describe the emotion in a sentence or two[ ({hint})]",
        Exit.INPUT,
    ),
    "voice-unknown": Notice(
        "there is no voice called {detail}",
        "[did you mean {hint}? ]`espressivo voices` lists them all",
        Exit.INPUT,
    ),
    "voice-mix-malformed": Notice(
        "the voice mix cannot be understood[: {detail}]",
        "write it like [{hint}, that is, ]a name or names with weights joined by +",
        Exit.INPUT,
    ),
    "language-unsupported": Notice(
        "this language cannot be spoken yet[: {detail}]",
        "choose a voice of a language that can be[: {hint}]",
        Exit.INPUT,
    ),
    "knob-out-of-range": Notice(
        "{subject} is outside its range[: {detail}]",
        "choose a value from {hint}",
        Exit.INPUT,
    ),
    "keyframe-off-text": Notice(
        "a keyframe is on a word that the text does not have[: {detail}]",
        "move it onto one of its words[ ({hint})]",
        Exit.INPUT,
    ),
    "setting-invalid": Notice(
        "the setting {subject} cannot be used[: {detail}]",
        "correct it or take it out[ ({hint})]",
        Exit.INPUT,
    ),
    "name-unusable": Notice(
        "this name cannot be used[: {detail}]",
        "give it another one[ ({hint})]",
        Exit.INPUT,
    ),
    # training
    "data-missing": Notice(
        "the data to learn from are not there[: {hint}]",
        "name the folder that has goemotions.csv and librittsp_style_prompts.csv with --data",
        Exit.INPUT,
    ),
    "training-unavailable": Notice(
        "training needs PyTorch, which is not installed here",
        "install the extra called train, or torch itself",
        Exit.INPUT,
    ),
    "pack-unusable": Notice(
        "this pack cannot be used[: {detail}]",
        "give a pack that `espressivo cache export` wrote here or elsewhere[ ({hint})]",
        Exit.INPUT,
    ),
    # projects
    "project-damaged": Notice(
        "this project file is damaged or is none[: {detail}]",
        "open a copy of it kept elsewhere, or correct it in a text editor[ ({hint})]",
        Exit.INPUT,
    ),
    "project-newer": Notice(
        "this project was made by a newer version of the program[: {detail}]",
        "open it there, or install that version[ ({hint})]",
        Exit.INPUT,
    ),
    "project-unreadable": Notice(
        "the project cannot be read[: {detail}]",
        "see that the file is there and may be read[ ({hint})]",
        Exit.INPUT,
    ),
    "project-unwritable": Notice(
        "the project cannot be saved[: {detail}]",
        "save it under another name or in another folder[ ({hint})]",
        Exit.OUTPUT,
    ),
    "project-changed": Notice(
        "the project file was changed by another program[: {detail}]",
        "save under another name, or save again to replace it[ ({hint})]",
        Exit.OUTPUT,
    ),
    "project-in-use": Notice(
        "this project is open in another window[: {detail}]",
        "look at it here without saving, or work on a copy[ ({hint})]",
        Exit.OUTPUT,
    ),
    # models
    "model-missing": Notice(
        "the voice model is missing[: {detail}]",
        "to get it: {hint}",
        Exit.MODEL,
    ),
    "model-damaged": Notice(
        "a file of the voice model is damaged[: {detail}]",
        "`espressivo models prepare` makes it again",
        Exit.MODEL,
    ),
    "model-unsupported": Notice(
        "this voice model cannot be used[: {detail}]",
        "take Kokoro v1.0 as int8 or float ONNX[ ({hint})]",
        Exit.MODEL,
    ),
    "voices-missing": Notice(
        "the voices are missing[: {detail}]",
        "to get them: {hint}",
        Exit.MODEL,
    ),
    "prepare-failed": Notice(
        "the voice model could not be prepared[: {detail}]",
        "give its files with `espressivo models prepare --from DIR`[ ({hint})]",
        Exit.MODEL,
    ),
    "source-damaged": Notice(
        "a file to prepare from is damaged[: {detail}]",
        "get this file again[ ({hint})]",
        Exit.MODEL,
    ),
    "data-unwritable": Notice(
        "the data folder cannot be written[: {detail}]",
        "name another folder with ESPRESSIVO_DATA[ (now {hint})]",
        Exit.MODEL,
    ),
    "data-full": Notice(
        "the disk of the data folder is full[: {detail}]",
        "free some space, or name a folder on another disk with ESPRESSIVO_DATA[ (now {hint})]",
        Exit.OUTPUT,
    ),
    # backends
    "backend-unknown": Notice(
        "there is no backend called {detail}",
        "choose one of {hint}",
        Exit.INPUT,
    ),
    "backend-unavailable": Notice(
        "this backend cannot run here[: {detail}]",
        "use --backend auto, or see `espressivo backends --explain`[ ({hint})]",
        Exit.BACKEND,
    ),
    "backend-failed": Notice(
        "the backend failed while it worked[: {detail}]",
        "try again with --backend cpu[ ({hint})]",
        Exit.BACKEND,
    ),
    # the store of takes: the work goes on without it
    "record-damaged": Notice(
        "a stored take was damaged[: {detail}]",
        "it is removed and made again[ ({hint})]",
        Exit.OK,
    ),
    "store-full": Notice(
        "takes cannot be stored[: {detail}]",
        "the work goes on without storing; free some disk space[ ({hint})]",
        Exit.OK,
    ),
    # what comes out
    "output-format-unknown": Notice(
        "this cannot be written as {detail}",
        "end the name with one of {hint}",
        Exit.OUTPUT,
    ),
    "output-unwritable": Notice(
        "the output cannot be written[: {detail}]",
        "choose another place with -o[ ({hint})]",
        Exit.OUTPUT,
    ),
    "output-too-long": Notice(
        "the sound is too long for its format[: {detail}]",
        "choose another format[, such as {hint}]",
        Exit.OUTPUT,
    ),
    "disk-full": Notice(
        "the disk is full[: {detail}]",
        "free some space or choose another place with -o[ ({hint})]",
        Exit.OUTPUT,
    ),
    "player-unavailable": Notice(
        "sound cannot be played here[: {detail}]",
        "leave --play out and write a file with -o[, or {hint}]",
        Exit.OUTPUT,
    ),
    "tool-missing": Notice(
        "a program that is needed is missing[: {detail}]",
        "install it[: {hint}]",
        Exit.OUTPUT,
    ),
}
"""What is said for each code of ``engine.errors.CODES``."""

COMMANDS = {"models prepare": "`espressivo models prepare`", "": "`espressivo models prepare`"}
"""Hints of a missing model that name one of our commands (none: the same one)."""

REMARKS: dict[str, str] = {
    "bracket-skipped": "words in square brackets that are no known direction were left out"
    "[: {detail}]",
    "bracket-spoken": "words in square brackets that are no known command were spoken[: {detail}]",
    "command-not-applied": "this command cannot be followed yet and was left out[: {detail}]",
    "emoji-skipped": "emoji were left out[: {detail}]",
    "language-not-followed": "words in a language that cannot be read here were read as the "
    "text's own[: {detail}]",
    "markup-not-followed": "this markup cannot be followed and changes nothing[: {detail}]",
    "markup-unknown": "elements that are not known were left out and their words kept[: {detail}]",
    "pause-shortened": "a pause longer than can be asked for was shortened[: {detail}]",
    "prompt-guessed": "words of the emotion prompt are in no list and were guessed[: {detail}]",
    "prompt-not-understood": "the emotion prompt was not understood and changes nothing"
    "[: {detail}]",
    "prompt-share-negative": "an emotion with a share below nothing was left out[: {detail}]",
    "script-skipped": "letters this voice cannot read were left out[: {detail}]",
    "symbol-skipped": "marks that have no sound were left out[: {detail}]",
    "symbol-unknown": "sounds the voice does not know were left out[: {detail}]",
    "tag-not-applied": "this stage direction cannot be followed yet and was left out[: {detail}]",
    "voice-not-known": "a tag names a voice that is not there, the voice before it goes on"
    "[: {detail}]",
    "word-cut": "a word too long to be one was cut[: {detail}]",
    "word-foreign": "foreign words were read with the sounds of this language[: {detail}]",
    "word-unsaid": "words this voice has no sounds for were left out[: {detail}]",
    "word-guessed": "the pronunciation of a word was guessed[: {detail}]",
    "backend-skipped": "the backend {subject} was passed over[: {detail}]",
    "record-damaged": "a stored take was damaged and is made again[: {detail}]",
    "record-weak": "a stored take fell short and is made again[: {detail}]",
    "store-full": "this take could not be stored, the work goes on without[: {detail}]",
    "store-unreadable": "stored takes cannot be read, the work goes on without[: {detail}]",
}
"""What is said for each code of a ``Remark``; none ends the work."""

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
    notice = NOTICES[error.code]
    missing = error.code in {"model-missing", "voices-missing"}
    hint = COMMANDS.get(error.hint, error.hint) if missing else error.hint
    values = {
        "detail": plain(error.detail),
        "hint": plain(hint),
        "subject": plain(error.subject),
    }
    return f"{fill(notice.says, values)}; {fill(notice.step, values)}."


def status(error: StudioError) -> Exit:
    """The exit status for an error."""
    return NOTICES[error.code].status


def remark_sentence(remark: Remark) -> str:
    """The sentence for a remark: what is worth knowing, without alarm."""
    values = {
        "detail": plain(remark.detail),
        "subject": plain(remark.subject),
        "hint": "",
    }
    return fill(REMARKS.get(remark.code, f"{remark.code}[: {{detail}}]"), values) + "."
