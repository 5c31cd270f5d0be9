"""How a line is asked to sound: prompt, pad, knobs, figures, presets and voices."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from importlib.resources import files

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from app.emotion_words import emotion_word
from app.project.values import Preset, Project, ScriptLine, voice_of
from app.studio.pad_prompt import denied
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from engine.models.manifest import load_manifest
from engine.values import Direction, Emotion, Match
from engine.voices import LANGUAGES, SEXES, parse_mix
from widgets.views import KnobsView, MatchView, MixView, PadView, PresetView, PromptView, VoiceView

TONGUES: dict[str, object] = {
    "en-us": QT_TRANSLATE_NOOP("Voice", "American English"),
    "en-gb": QT_TRANSLATE_NOOP("Voice", "British English"),
    "es": QT_TRANSLATE_NOOP("Voice", "Spanish"),
    "fr": QT_TRANSLATE_NOOP("Voice", "French"),
    "hi": QT_TRANSLATE_NOOP("Voice", "Hindi"),
    "it": QT_TRANSLATE_NOOP("Voice", "Italian"),
    "ja": QT_TRANSLATE_NOOP("Voice", "Japanese"),
    "pt-br": QT_TRANSLATE_NOOP("Voice", "Brazilian Portuguese"),
    "zh": QT_TRANSLATE_NOOP("Voice", "Mandarin Chinese"),
}
KINDS: dict[str, object] = {
    "female": QT_TRANSLATE_NOOP("Voice", "female"),
    "male": QT_TRANSLATE_NOOP("Voice", "male"),
}

PRESET_NAMES: tuple[object, ...] = (
    QT_TRANSLATE_NOOP("Preset", "Warm"),
    QT_TRANSLATE_NOOP("Preset", "Cheerful"),
    QT_TRANSLATE_NOOP("Preset", "Excited"),
    QT_TRANSLATE_NOOP("Preset", "Confident"),
    QT_TRANSLATE_NOOP("Preset", "Curious"),
    QT_TRANSLATE_NOOP("Preset", "Calm"),
    QT_TRANSLATE_NOOP("Preset", "Wistful"),
    QT_TRANSLATE_NOOP("Preset", "Sad"),
    QT_TRANSLATE_NOOP("Preset", "Tired"),
    QT_TRANSLATE_NOOP("Preset", "Worried"),
    QT_TRANSLATE_NOOP("Preset", "Afraid"),
    QT_TRANSLATE_NOOP("Preset", "Angry"),
    QT_TRANSLATE_NOOP("Preset", "Icy"),
)
"""Names of the shipped presets."""

MOST_NAMED = 5
"""Words without effect that are named, so that the sentence stays one or two lines."""

_LETTERS = re.compile(r"\w")


def prompt_view(prompt: str, emotion: Emotion | None) -> PromptView:
    """Return a prompt and what became of it.

    Args:
        prompt: as it is written.
        emotion: what it was understood as; None = not asked yet, or of another prompt.
    """
    if emotion is None or any(prompt[m.start : m.end] != m.text for m in emotion.matched):
        return PromptView(prompt, (), (), "")
    ignored = _places(prompt, emotion)
    return PromptView(
        prompt=prompt,
        matched=tuple(
            MatchView(m.start, m.end, m.kind, emotion_word(m.meaning), m.weight)
            for m in emotion.matched
        ),
        ignored=ignored,
        says=_says(prompt, emotion, ignored),
        guessed=any(remark.code == "prompt-guessed" for remark in emotion.remarks),
    )


def _says(prompt: str, emotion: Emotion, ignored: tuple[tuple[int, int], ...]) -> str:
    if not prompt.strip():
        return QCoreApplication.translate(
            "Present", "No direction: the voice speaks as it does by itself."
        )
    if not emotion.matched:
        return QCoreApplication.translate("Present", "Not understood: it changes nothing.")
    if any(remark.code == "prompt-guessed" for remark in emotion.remarks):
        text = QCoreApplication.translate("Present", "Guessed as {what}")
    else:
        text = QCoreApplication.translate("Present", "Understood as {what}")
    says = text.format(
        what=QCoreApplication.translate("Present", ", ").join(_parts(prompt, emotion))
    )
    if ignored:
        says += _unused(tuple(dict.fromkeys(prompt[start:end] for start, end in ignored)))
    return says + QCoreApplication.translate("Present", ".")


def _unused(words: tuple[str, ...]) -> str:
    """Name the words that change nothing, each once; the prompt itself marks every one."""
    named = ", ".join(f"“{word}”" for word in words[:MOST_NAMED])
    if len(words) > MOST_NAMED:
        text = QCoreApplication.translate("Present", "; {words} and {count} more change nothing")
        return text.format(words=named, count=len(words) - MOST_NAMED)
    return QCoreApplication.translate("Present", "; {words} changes nothing").format(words=named)


def _parts(prompt: str, emotion: Emotion) -> list[str]:
    """Emotions with their shares, then ways of speaking; one whole emotion needs no figure."""
    parts = []
    for name, weight in emotion.mixture:
        word = emotion_word(name)
        parts.append(word if round(weight, 2) == 1.0 else f"{word} {weight:.0%}")
    seen: dict[str, None] = {}
    for match in emotion.matched:
        if match.kind == "delivery":
            seen[_manner(prompt, emotion.matched, match)] = None
    parts += seen
    return parts or [emotion_word("neutral")]


def _manner(prompt: str, matched: tuple[Match, ...], match: Match) -> str:
    word = emotion_word(match.meaning)
    if denied(prompt, matched, match):
        return QCoreApplication.translate("Present", "not {manner}").format(manner=word)
    return word


def _places(prompt: str, emotion: Emotion) -> tuple[tuple[int, int], ...]:
    """Where the words that changed nothing stand, found in order beside what was matched."""
    found = []
    at = 0
    for words in emotion.ignored:
        place = _find(prompt, words, at, emotion.matched)
        if place is not None:
            found.append(place)
            at = place[1]
    return tuple(found)


def _find(prompt: str, words: str, at: int, matched: tuple[Match, ...]) -> tuple[int, int] | None:
    start = prompt.find(words, at)
    while start >= 0:
        end = start + len(words)
        whole = not (_joined(prompt, start) or _joined(prompt, end))
        if whole and not any(m.start < end and start < m.end for m in matched):
            return start, end
        start = prompt.find(words, start + 1)
    return None


def _joined(prompt: str, at: int) -> bool:
    """Whether a place lies inside a word of a script that parts words with spaces."""
    if not 0 < at < len(prompt):
        return False
    return all(_LETTERS.match(c) and ord(c) < 0x2E80 for c in prompt[at - 1 : at + 1])


def pad_view(emotion: Emotion | None) -> PadView:
    """Return where a prompt landed, with all emotions of the vocabulary to steer by."""
    marks = landmarks()
    if emotion is None:
        return PadView(0.0, 0.0, 0.0, marks)
    return PadView(emotion.valence, emotion.arousal, emotion.dominance, marks)


def landmarks() -> tuple[tuple[str, float, float], ...]:
    """Return name, valence and arousal of each emotion of the vocabulary."""
    return tuple(
        (emotion_word(entry.name), entry.valence, entry.arousal)
        for entry in load_vocabulary().entries
    )


def knobs_view(direction: Direction, safe_intensity: float | None = None) -> KnobsView:
    """Return the three knobs.

    Args:
        direction: how the line is spoken.
        safe_intensity: largest intensity at which the speaker stays himself; None = unknown.
    """
    return KnobsView(direction.intensity, direction.stability, direction.ramp, safe_intensity)


# presets


@cache
def _preset_rows() -> tuple[Preset, ...]:
    rows = json.loads(files("assets").joinpath("presets.json").read_text(encoding="utf-8"))
    return tuple(
        Preset(
            row["name"],
            Direction(row["prompt"], intensity=row["intensity"], stability=row["stability"]),
        )
        for row in rows["presets"]
    )


def shipped_presets() -> tuple[Preset, ...]:
    """Return the directions that ship with the program (``assets/presets.json``).

    Their names are in the person's language; the prompts are English, as they are asked.
    """
    return tuple(
        replace(p, name=QCoreApplication.translate("Preset", p.name)) for p in _preset_rows()
    )


def preset_views(project: Project) -> tuple[PresetView, ...]:
    """Return the shipped presets and then the person's own.

    A shipped one makes way for the person's own of its name.
    """
    own = {preset.name for preset in project.presets}
    shipped = [preset for preset in shipped_presets() if preset.name not in own]
    return tuple(
        [PresetView(each.name, each.direction.prompt, own=False) for each in shipped]
        + [PresetView(each.name, each.direction.prompt, own=True) for each in project.presets]
    )


def preset_of(project: Project, name: str) -> Preset | None:
    """Return the preset of that name: the person's own, else a shipped one."""
    return next((p for p in (*project.presets, *shipped_presets()) if p.name == name), None)


# voices


def voice_views(names: Iterable[str]) -> tuple[VoiceView, ...]:
    """Return the voices a person may pick, in the order given."""
    return tuple(VoiceView(name, voice_label(name), _voice_detail(name)) for name in names)


def voice_label(name: str) -> str:
    """Return a voice's name for people: ``af_heart`` is Heart."""
    return name.partition("_")[2].replace("_", " ").title() or name


def _voice_detail(name: str) -> str:
    tongue = TONGUES.get(LANGUAGES.get(name[:1], ""))
    kind = KINDS.get(SEXES.get(name[1:2], ""))
    return ", ".join(
        QCoreApplication.translate("Voice", str(part)) for part in (tongue, kind) if part
    )


@cache
def _known_voices() -> frozenset[str]:
    return frozenset(load_manifest().voices)


def mix_parts(mix: str, names: Iterable[str] = ()) -> tuple[tuple[str, float], ...]:
    """Return the voices of a mix with their shares, heaviest first; none if it cannot be read.

    Args:
        mix: as written, e.g. ``af_heart:0.7+bf_emma:0.3``.
        names: the voices there are, besides the published ones.
    """
    try:
        return tuple(parse_mix(mix, _known_voices() | set(names)).weights)
    except InputError:
        return ()


def mix_view(project: Project, line: ScriptLine | None, names: Iterable[str] = ()) -> MixView:
    """Return the voice of a line, or of the project where no line is given."""
    own = line is not None and line.voice is not None
    mix = project.voice if line is None else voice_of(project, line)
    return MixView(mix_parts(mix, names) or ((mix, 1.0),), own)  # unknown: as it is written
