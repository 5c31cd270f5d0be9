"""Every sentence about what is worth knowing and ends nothing, in one table.

Templates are those of ``app.notices``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.notices import fill, plain, said

if TYPE_CHECKING:
    from engine.values import Remark

REMARKS: dict[str, str] = {
    "bracket-skipped": said(
        "Notices", "words in square brackets that are no known direction were left out[: {detail}]"
    ),
    "bracket-spoken": said(
        "Notices", "words in square brackets that are no known command were spoken[: {detail}]"
    ),
    "cache-drifted": said(
        "Notices",
        "the emotions asked for lately are others than before, so fewer are there[: {detail}]",
    ),
    "cache-unwell": said(
        "Notices", "hardly anything is answered from what is kept, its health is[ {detail}] of 1"
    ),
    "command-not-applied": said(
        "Notices", "this command cannot be followed yet and was left out[: {detail}]"
    ),
    "take-corrected": said(
        "Notices", "a line missed what was asked and was made once more, corrected[: {detail}]"
    ),
    "take-stood-in": said(
        "Notices",
        "an engine of the graphics card was not there yet, so the next backend stood in for it"
        "[: {detail}]",
    ),
    "emoji-skipped": said("Notices", "emoji were left out[: {detail}]"),
    "emotions-mended": said(
        "Notices",
        "the table of emotions was damaged and is mended, lost ones are made again[: {detail}]",
    ),
    "intensity-over-mark": said(
        "Notices", "at this intensity the speaker may sound like someone else[: {detail}]"
    ),
    "language-not-followed": said(
        "Notices",
        "words in a language that cannot be read here were read as the text's own[: {detail}]",
    ),
    "map-copied": said(
        "Notices",
        "a file's map cannot be read by the card in its place, so it was copied[: {detail}]",
    ),
    "map-not-read": said(
        "Notices", "a file's map cannot be read by the card, which goes on without[: {detail}]"
    ),
    "markup-not-followed": said(
        "Notices", "this markup cannot be followed and changes nothing[: {detail}]"
    ),
    "markup-unknown": said(
        "Notices", "elements that are not known were left out and their words kept[: {detail}]"
    ),
    "pause-shortened": said(
        "Notices", "a pause longer than can be asked for was shortened[: {detail}]"
    ),
    "phonemes-unknown": said(
        "Notices",
        "sounds given for a word are none the voice knows, it was read as written[: {detail}]",
    ),
    "prompt-guessed": said(
        "Notices", "words of the emotion prompt are in no list and were guessed[: {detail}]"
    ),
    "prompt-not-understood": said(
        "Notices", "the emotion prompt was not understood and changes nothing[: {detail}]"
    ),
    "prompt-share-negative": said(
        "Notices", "an emotion with a share below nothing was left out[: {detail}]"
    ),
    "rollout-ended": said(
        "Notices", "the candidate of the rollout was put back, all is as before it[: {detail}]"
    ),
    "script-skipped": said("Notices", "letters this voice cannot read were left out[: {detail}]"),
    "symbol-skipped": said("Notices", "marks that have no sound were left out[: {detail}]"),
    "symbol-unknown": said("Notices", "sounds the voice does not know were left out[: {detail}]"),
    "tag-not-applied": said(
        "Notices", "this stage direction cannot be followed yet and was left out[: {detail}]"
    ),
    "voice-not-known": said(
        "Notices", "a tag names a voice that is not there, the voice before it goes on[: {detail}]"
    ),
    "word-cut": said("Notices", "a word too long to be one was cut[: {detail}]"),
    "word-foreign": said(
        "Notices", "foreign words were read with the sounds of this language[: {detail}]"
    ),
    "word-unsaid": said("Notices", "words this voice has no sounds for were left out[: {detail}]"),
    "word-guessed": said("Notices", "the pronunciation of a word was guessed[: {detail}]"),
    "backend-skipped": said("Notices", "the backend {subject} was passed over[: {detail}]"),
    "precision-exact": said("Notices", "float32 is taken, int8 is no quicker here[: {detail}]"),
    "precision-exact-only": said(
        "Notices", "the backend {subject} has one precision only, which it goes on with"
    ),
    "precision-fast": said("Notices", "int8 is taken, it is quicker here[: {detail}]"),
    "precision-not-faster": said(
        "Notices", "int8 is not quicker than float32 on this processor[: {detail}]"
    ),
    "precision-unready": said(
        "Notices", "float32 is taken, the int8 form could not be made[: {detail}]"
    ),
    "record-damaged": said("Notices", "a stored take was damaged and is made again[: {detail}]"),
    "record-weak": said("Notices", "a stored take fell short and is made again[: {detail}]"),
    "store-full": said(
        "Notices", "this take could not be stored, the work goes on without[: {detail}]"
    ),
    "store-unreadable": said(
        "Notices", "stored takes cannot be read, the work goes on without[: {detail}]"
    ),
}
"""What is said for each code of a ``Remark``; none ends the work."""


def remark_sentence(remark: Remark) -> str:
    """The sentence for a remark: what is worth knowing, without alarm."""
    values = {
        "detail": plain(remark.detail),
        "subject": plain(remark.subject),
        "hint": "",
    }
    return fill(REMARKS.get(remark.code, f"{remark.code}[: {{detail}}]"), values) + "."
