"""What the engine's words for emotions and ways of speaking are called for people."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

EMOTIONS: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Emotion", "hot anger"),
    QT_TRANSLATE_NOOP("Emotion", "cold anger"),
    QT_TRANSLATE_NOOP("Emotion", "joy"),
    QT_TRANSLATE_NOOP("Emotion", "excitement"),
    QT_TRANSLATE_NOOP("Emotion", "amusement"),
    QT_TRANSLATE_NOOP("Emotion", "surprise"),
    QT_TRANSLATE_NOOP("Emotion", "fear"),
    QT_TRANSLATE_NOOP("Emotion", "anxiety"),
    QT_TRANSLATE_NOOP("Emotion", "sadness"),
    QT_TRANSLATE_NOOP("Emotion", "despair"),
    QT_TRANSLATE_NOOP("Emotion", "longing"),
    QT_TRANSLATE_NOOP("Emotion", "boredom"),
    QT_TRANSLATE_NOOP("Emotion", "weariness"),
    QT_TRANSLATE_NOOP("Emotion", "calm"),
    QT_TRANSLATE_NOOP("Emotion", "tenderness"),
    QT_TRANSLATE_NOOP("Emotion", "disgust"),
    QT_TRANSLATE_NOOP("Emotion", "contempt"),
    QT_TRANSLATE_NOOP("Emotion", "confident"),
    QT_TRANSLATE_NOOP("Emotion", "serious"),
    QT_TRANSLATE_NOOP("Emotion", "interest"),
    QT_TRANSLATE_NOOP("Emotion", "hesitant"),
    QT_TRANSLATE_NOOP("Emotion", "awe"),
    QT_TRANSLATE_NOOP("Emotion", "relief"),
    QT_TRANSLATE_NOOP("Emotion", "gratitude"),
    QT_TRANSLATE_NOOP("Emotion", "admiration"),
    QT_TRANSLATE_NOOP("Emotion", "neutral"),
)
"""Names of the vocabulary's entries."""

MANNERS: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Emotion", "slow"),
    QT_TRANSLATE_NOOP("Emotion", "fast"),
    QT_TRANSLATE_NOOP("Emotion", "low"),
    QT_TRANSLATE_NOOP("Emotion", "high"),
    QT_TRANSLATE_NOOP("Emotion", "low voice"),
    QT_TRANSLATE_NOOP("Emotion", "loud"),
    QT_TRANSLATE_NOOP("Emotion", "soft"),
    QT_TRANSLATE_NOOP("Emotion", "whisper"),
    QT_TRANSLATE_NOOP("Emotion", "shout"),
    QT_TRANSLATE_NOOP("Emotion", "monotone"),
    QT_TRANSLATE_NOOP("Emotion", "lively"),
    QT_TRANSLATE_NOOP("Emotion", "clear"),
    QT_TRANSLATE_NOOP("Emotion", "pauses"),
    QT_TRANSLATE_NOOP("Emotion", "fluent"),
    QT_TRANSLATE_NOOP("Emotion", "trembling"),
    QT_TRANSLATE_NOOP("Emotion", "dark"),
    QT_TRANSLATE_NOOP("Emotion", "sharp"),
    QT_TRANSLATE_NOOP("Emotion", "breathy"),
    QT_TRANSLATE_NOOP("Emotion", "bright"),
    QT_TRANSLATE_NOOP("Emotion", "tense"),
    QT_TRANSLATE_NOOP("Emotion", "lax"),
    QT_TRANSLATE_NOOP("Emotion", "rising"),
    QT_TRANSLATE_NOOP("Emotion", "falling"),
    QT_TRANSLATE_NOOP("Emotion", "drawn out"),
    QT_TRANSLATE_NOOP("Emotion", "clipped"),
    QT_TRANSLATE_NOOP("Emotion", "restrained"),
)
"""Names of the ways of speaking a prompt may ask for."""

OTHERS: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Emotion", "not"),
    QT_TRANSLATE_NOOP("Emotion", "yet"),
)


def emotion_word(name: str) -> str:
    """Return what the engine calls ``name`` in the person's language.

    A degree such as ``x0.6`` is a number and stays one.
    """
    if name.startswith("x"):
        return "× " + name[1:]
    return QCoreApplication.translate("Emotion", name)
