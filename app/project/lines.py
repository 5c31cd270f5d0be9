"""Lines added, taken out, cut, joined and moved: a new project from an old one.

No word is lost or made up by any of these: white space aside, the script's text
afterwards is its text before, with what was added and without what was taken out.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import replace

from app.project.values import (
    NewLine,
    Project,
    ScriptLine,
    clean_text,
    direction_of,
    seed_of,
    splice,
    tidy,
    voice_of,
)
from engine.values import Direction, Keyframe


def insert(project: Project, at: int, lines: Sequence[NewLine]) -> Project:
    """Put new lines before the line at place ``at`` (0 = first; past the end = last)."""
    if not lines:
        return project
    at = min(max(at, 0), len(project.lines))
    made = [
        _made(project, f"l{number}", line) for number, line in enumerate(lines, project.next_id)
    ]
    return replace(splice(project, at, at, made), next_id=project.next_id + len(made))


def delete(project: Project, line_ids: Collection[str]) -> Project:
    """Take lines out."""
    gone = set(line_ids)
    kept = tuple(line for line in project.lines if line.id not in gone)
    return project if len(kept) == len(project.lines) else replace(project, lines=kept)


def move(project: Project, line_ids: Collection[str], before: int) -> Project:
    """Move lines, in their order, before the line that is now at place ``before``."""
    moving = set(line_ids)
    before = min(max(before, 0), len(project.lines))
    order = (
        *(line for line in project.lines[:before] if line.id not in moving),
        *(line for line in project.lines if line.id in moving),
        *(line for line in project.lines[before:] if line.id not in moving),
    )
    return project if order == project.lines else replace(project, lines=order)


def split(project: Project, line_id: str, offset: int, words: int | None = None) -> Project:
    """Cut a line in two at a code point offset.

    The first part keeps the id and the takes, the second is a new line spoken alike;
    keyframes go with their words, and where the strength was on its way across the cut
    each part has one more on its side, so that nothing is spoken otherwise than before.

    Args:
        project: whose line it is.
        line_id: the line.
        offset: where to cut, held within the text.
        words: words of the reading before the cut; None = counted by spaces.
    """
    at = project.index(line_id)
    if at < 0:
        return project
    line = project.lines[at]
    offset = min(max(offset, 0), len(line.text))
    before, after = line.text[:offset].rstrip(), line.text[offset:].lstrip()
    border = len(before.split()) if words is None else words
    number = project.next_id
    first = replace(line, text=before, direction=_up_to(line.direction, border))
    second = ScriptLine(
        f"l{number}",
        after,
        line.voice,
        _from(line.direction, border),
        seed_of(project.id, f"l{number}"),
        line.rest_s,
    )
    return replace(splice(project, at, at + 1, (first, second)), next_id=number + 1)


def merge(project: Project, line_id: str, words: int | None = None) -> Project:
    """Join a line and the one after it: id, voice and direction of the first, all takes.

    Args:
        project: whose lines they are.
        line_id: the first of the two.
        words: words in the reading of the first; None = counted by spaces.
    """
    at = project.index(line_id)
    if at < 0 or at + 1 >= len(project.lines):
        return project
    first, second = project.lines[at : at + 2]
    border = len(first.text.split()) if words is None else words
    joined = replace(
        first,
        text=join_texts(first.text, second.text),
        direction=_joined(first.direction, second.direction, border),
        rest_s=second.rest_s,
        takes=first.takes + second.takes,
        chosen=first.chosen or second.chosen,
    )
    return splice(project, at, at + 2, (joined,))


def paste(project: Project, line_id: str, offset: int, lines: Sequence[NewLine]) -> Project:
    """Put pasted lines into a line at a code point offset.

    One line goes into the text as it is. Of several, the first continues what stands
    before the offset and the last is continued by what stands after it.
    """
    line = project.line(line_id)
    if line is None or not lines:
        return project
    offset = min(max(offset, 0), len(line.text))
    if len(lines) == 1:
        whole = line.text[:offset] + clean_text(lines[0].text) + line.text[offset:]
        return _with_text(project, line_id, whole)
    before, after = line.text[:offset].rstrip(), line.text[offset:].lstrip()
    new = list(lines)
    if before:
        project = _with_text(project, line_id, join_texts(before, new.pop(0).text))
    if after:
        new[-1] = replace(new[-1], text=join_texts(new[-1].text, after), rest_s=line.rest_s)
    place = project.index(line_id)
    project = insert(project, place + 1, new)
    return project if before else delete(project, {line_id})


def join_texts(first: str, second: str) -> str:
    """Two texts as one, a space between unless one is empty or writes without spaces."""
    first, second = clean_text(first).rstrip(), clean_text(second).lstrip()
    if not first or not second or (_unspaced(first[-1]) and _unspaced(second[0])):
        return first + second
    return f"{first} {second}"


def script_text(project: Project) -> str:
    """The whole script, a line of it a line."""
    return "\n".join(line.text for line in project.lines)


def spoken_alike(project: Project, line: ScriptLine) -> NewLine:
    """An empty line to follow ``line``, spoken as it is."""
    own = line.direction
    return NewLine("", line.voice, None if own is None else replace(own, keyframes=()))


def used_voices(project: Project) -> tuple[str, ...]:
    """Every voice or mix the script is spoken by, in order of first use."""
    return tuple(dict.fromkeys(voice_of(project, line) for line in project.lines))


def used_prompts(project: Project) -> tuple[str, ...]:
    """Every prompt of the script, in order of first use."""
    return tuple(dict.fromkeys(direction_of(project, line).prompt for line in project.lines))


def _made(project: Project, line_id: str, line: NewLine) -> ScriptLine:
    own = None if line.direction is None else tidy(line.direction)
    seed = seed_of(project.id, line_id)
    return ScriptLine(line_id, clean_text(line.text), line.voice, own, seed, line.rest_s)


def _with_text(project: Project, line_id: str, text: str) -> Project:
    at = project.index(line_id)
    return splice(project, at, at + 1, (replace(project.lines[at], text=text),))


def _unspaced(character: str) -> bool:
    """Whether it is a letter or mark of Chinese or Japanese; Korean has spaces."""
    return (
        unicodedata.east_asian_width(character) in "WF"
        and unicodedata.category(character)[0] in "LP"
        and not unicodedata.name(character, "").startswith("HANGUL")
    )


def _up_to(direction: Direction | None, word: int) -> Direction | None:
    """What a line's first words keep of its direction: the strength ends where it was."""
    if direction is None or not direction.keyframes:
        return direction
    kept = tuple(each for each in direction.keyframes if each.word < word)
    last = word - 1
    if last >= 0 and len(kept) < len(direction.keyframes) and not _is_on(kept, last):
        kept += (_between(direction.keyframes, last),)
    return replace(direction, keyframes=kept)


def _from(direction: Direction | None, word: int) -> Direction | None:
    """What the rest of a line keeps: the strength begins where it was."""
    if direction is None or not direction.keyframes:
        return direction
    begins = direction.keyframes
    if not _is_on(begins, word) and any(each.word < word for each in begins):
        begins = (_between(begins, word), *begins)
    return replace(direction, keyframes=_shifted(begins, -word))


def _is_on(keyframes: Sequence[Keyframe], word: int) -> bool:
    return any(each.word == word for each in keyframes)


def _between(keyframes: Sequence[Keyframe], word: int) -> Keyframe:
    """A keyframe on a word where the line between its neighbours passes."""
    knots = sorted(keyframes, key=lambda each: each.word)
    before = [each for each in knots if each.word <= word]
    after = [each for each in knots if each.word > word]
    left, right = (before or after)[-1 if before else 0], (after or before)[0 if after else -1]
    share = (word - left.word) / (right.word - left.word) if right.word != left.word else 0.0
    return Keyframe(word, round(left.strength + share * (right.strength - left.strength), 4))


def _shifted(keyframes: Sequence[Keyframe], by: int) -> tuple[Keyframe, ...]:
    return tuple(
        Keyframe(each.word + by, each.strength) for each in keyframes if each.word + by >= 0
    )


def _joined(first: Direction | None, second: Direction | None, border: int) -> Direction | None:
    """The first direction, with the keyframes of a second that is otherwise the same."""
    if first is None or second is None:
        return first
    if replace(first, keyframes=()) != replace(second, keyframes=()):
        return first
    kept = tuple(each for each in first.keyframes if each.word < border)
    return replace(first, keyframes=_eased(kept + _shifted(second.keyframes, border), border))


def _eased(keyframes: tuple[Keyframe, ...], border: int) -> tuple[Keyframe, ...]:
    """Take away the keyframes at a join that change nothing: a split put them there."""
    for word in (border - 1, border):
        rest = tuple(each for each in keyframes if each.word != word)
        inner = any(each.word < word for each in rest) and any(each.word > word for each in rest)
        if inner and _is_on(keyframes, word) and _between(rest, word) in keyframes:
            keyframes = rest
    return keyframes
