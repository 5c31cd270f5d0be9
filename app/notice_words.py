"""The sentences of ``app.notices`` that a window shows, marked for translation.

``lupdate`` finds only literals it is shown, and ``app.notices`` belongs to the command
line too, which works without Qt. So they stand here once more; a test holds the two
together.
"""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP

COMMAND_LINE_ONLY = frozenset(
    {
        "data-missing",
        "pack-unusable",
        "training-unavailable",
    }
)
"""Codes of commands that the window does not have: it prepares a voice, but trains none."""

SENTENCES: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Notices", "a file to prepare from is damaged[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "get this file again[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the data folder cannot be written[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "name another folder with ESPRESSIVO_DATA[ (now {hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the disk of the data folder is full[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "free some space, or name a folder on another disk with ESPRESSIVO_DATA[ (now {hint})]",
    ),
    QT_TRANSLATE_NOOP("Notices", "there is nothing to speak in the text[ ({detail})]"),
    QT_TRANSLATE_NOOP("Notices", "give it at least one word"),
    QT_TRANSLATE_NOOP("Notices", "the text is too long[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "split it and speak the parts one after another[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "this is not text: {detail}"),
    QT_TRANSLATE_NOOP("Notices", "give it a plain text file[; {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "the text cannot be read: {detail}"),
    QT_TRANSLATE_NOOP("Notices", "check the file and its encoding[; {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "the SSML is not well-formed[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "this cannot stand in a lexicon[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "correct it[: {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "the lexicon cannot be read: {detail}"),
    QT_TRANSLATE_NOOP("Notices", "name a table of words that can be, in UTF-8[; {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "the emotion prompt is too long[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "describe the emotion in a sentence or two[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "there is no voice called {detail}"),
    QT_TRANSLATE_NOOP("Notices", "the voice mix cannot be understood[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "write it like [{hint}, that is, ]a name or names with weights joined by +",
    ),
    QT_TRANSLATE_NOOP("Notices", "this language cannot be spoken yet[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "choose a voice of a language that can be[: {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "{subject} is outside its range[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "choose a value from {hint}"),
    QT_TRANSLATE_NOOP("Notices", "a keyframe is on a word that the text does not have[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "move it onto one of its words[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the setting {subject} cannot be used[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "correct it or take it out[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "this name cannot be used[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "give it another one[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "this project file is damaged or is none[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "open a copy of it kept elsewhere, or correct it in a text editor[ ({hint})]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "this project was made by a newer version of the program[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "open it there, or install that version[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the project cannot be read[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "see that the file is there and may be read[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the project cannot be saved[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "save it under another name or in another folder[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the project file was changed by another program[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "save under another name, or save again to replace it[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "this project is open in another window[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "look at it here without saving, or work on a copy[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the voice model is missing[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "a file of the voice model is damaged[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "this voice model cannot be used[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "take Kokoro v1.0 as int8 or float ONNX[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "the voices are missing[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "the voice model could not be prepared[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "there is no backend called {detail}"),
    QT_TRANSLATE_NOOP("Notices", "choose one of {hint}"),
    QT_TRANSLATE_NOOP("Notices", "this backend cannot run here[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "the backend failed while it worked[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "a stored take was damaged[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "it is removed and made again[ ({hint})]"),
    QT_TRANSLATE_NOOP("Notices", "takes cannot be stored[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "the work goes on without storing; free some disk space[ ({hint})]",
    ),
    QT_TRANSLATE_NOOP("Notices", "this cannot be written as {detail}"),
    QT_TRANSLATE_NOOP("Notices", "end the name with one of {hint}"),
    QT_TRANSLATE_NOOP("Notices", "the output cannot be written[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "the sound is too long for its format[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "choose another format[, such as {hint}]"),
    QT_TRANSLATE_NOOP("Notices", "the disk is full[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "sound cannot be played here[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "a program that is needed is missing[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "install it[: {hint}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "words in square brackets that are no known direction were left out[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "words in square brackets that are no known command were spoken[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "this command cannot be followed yet and was left out[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "emoji were left out[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "words in a language that cannot be read here were read as the text's own[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "this markup cannot be followed and changes nothing[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "elements that are not known were left out and their words kept[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "a pause longer than can be asked for was shortened[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "words of the emotion prompt are in no list and were guessed[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "the emotion prompt was not understood and changes nothing[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "an emotion with a share below nothing was left out[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "letters this voice cannot read were left out[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "marks that have no sound were left out[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "sounds the voice does not know were left out[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "this stage direction cannot be followed yet and was left out[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "a tag names a voice that is not there, the voice before it goes on[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "a word too long to be one was cut[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "foreign words were read with the sounds of this language[: {detail}]",
    ),
    QT_TRANSLATE_NOOP("Notices", "words this voice has no sounds for were left out[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "the pronunciation of a word was guessed[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "the backend {subject} was passed over[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "a stored take was damaged and is made again[: {detail}]"),
    QT_TRANSLATE_NOOP("Notices", "a stored take fell short and is made again[: {detail}]"),
    QT_TRANSLATE_NOOP(
        "Notices",
        "this take could not be stored, the work goes on without[: {detail}]",
    ),
    QT_TRANSLATE_NOOP(
        "Notices",
        "stored takes cannot be read, the work goes on without[: {detail}]",
    ),
)
