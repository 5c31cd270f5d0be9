"""Scripts: what is a tag, what it changes, where lines are cut, and the way back to the source."""

from __future__ import annotations

import pytest

from engine.emotion.understand import Understander
from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S, split_lines
from engine.reading.reader import Reader
from engine.reading.script import Script, part_of, script_of


@pytest.fixture(scope="module")
def understander() -> Understander:
    return Understander()


def known_voice(name: str) -> bool:
    return name.startswith(("bf_emma", "am_michael"))


def cut(understander: Understander, text: str, parentheses: str = "text") -> Script:
    tags = "tags" if parentheses == "tags" else "text"
    return script_of(text, understander.is_direction, known_voice, parentheses=tags)


def manners(script: Script) -> list[tuple[str, str | None, str | None]]:
    return [(line.text, line.manner.prompt, line.manner.voice) for line in script.lines]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (
            "[angry] Get out! [normal] Please.",
            [("Get out!", "angry", None), ("Please.", None, None)],
        ),
        (
            "Good evening to all. [voice bf_emma] Hello. [voice normal] Bye.",
            [
                ("Good evening to all.", None, None),
                ("Hello.", None, "bf_emma"),
                ("Bye.", None, None),
            ],
        ),
        (
            'He said: "[in a low voice] Get out!" and left.',
            [("He said:", None, None), ('"Get out!" and left.', "in a low voice", None)],
        ),
        ("[sad] [whispering] Why?", [("Why?", "sad, whispering", None)]),
        ("[sad]Why?[/sad] Oh.", [("Why?", "sad", None), ("Oh.", None, None)]),
        ("[sad] Why? [/sad] Oh.", [("Why?", "sad", None), ("Oh.", None, None)]),
        ("# [calm] Plans\nWe go.", [("#  Plans", "calm", None), ("We go.", "calm", None)]),
        ("[怒って] Raus. [triste] Qui?", [("Raus.", "怒って", None), ("Qui?", "triste", None)]),
        (
            "[voice am_michael:0.5+bf_emma] One. [very angry] Two.",
            [
                ("One.", None, "am_michael:0.5+bf_emma"),
                ("Two.", "very angry", "am_michael:0.5+bf_emma"),
            ],
        ),
    ],
)
def test_tags_change_the_manner_from_there(
    understander: Understander, text: str, wanted: list[tuple[str, str | None, str | None]]
) -> None:
    script = cut(understander, text)
    assert manners(script) == wanted
    assert not script.remarks


@pytest.mark.parametrize(
    "words",
    ["the butler", "sic", "door slams", "Chapter 3", "sad story of John", "pause 2s", "a" * 500],
)
def test_other_brackets_cut_nothing(understander: Understander, words: str) -> None:
    text = f"Then [{words}] it ended, slowly and without a word."
    assert manners(cut(understander, text)) == [(text, None, None)]


@pytest.mark.parametrize("text", ["[T]he president[s].", "sea[calm]b", "[calm](x.html) sea"])
def test_brackets_inside_words_or_of_links_are_no_tags(
    understander: Understander, text: str
) -> None:
    assert [line.text for line in cut(understander, text).lines] == [text]


@pytest.mark.parametrize(
    "text",
    [
        "[whispering [angry] nested] Hello there.",
        "Come. [sad [calm]] Go on.",
        "[the dog [angry] and [sad] cat] Go.",
    ],
)
def test_no_tag_inside_another_bracket_is_followed(understander: Understander, text: str) -> None:
    made = cut(understander, text)
    assert {line.manner.prompt for line in made.lines} == {None}
    assert "".join(line.text for line in made.lines).replace(" ", "") == text.replace(" ", "")
    after = cut(understander, f"{text} [angry] Out!")
    assert after.lines[-1].manner.prompt == "angry"


def test_round_brackets_are_tags_only_if_asked(understander: Understander) -> None:
    text = "(whispering) Come closer. (the dog barks) Now."
    assert len({line.manner for line in cut(understander, text).lines}) == 1
    tagged = cut(understander, text, "tags")
    assert {line.manner.prompt for line in tagged.lines} == {"whispering"}
    assert [line.text for line in tagged.lines] == ["Come closer.", "[the dog barks] Now."]


def test_an_unknown_voice_is_named_and_changes_nothing(understander: Understander) -> None:
    script = cut(understander, "[voice bf_emma] One. [voice nobody] Two.")
    assert {line.manner.voice for line in script.lines} == {"bf_emma"}
    assert [(r.code, r.detail) for r in script.remarks] == [("voice-not-known", "nobody")]


def test_rests_at_a_tag(understander: Understander) -> None:
    script = cut(
        understander,
        "It was a long evening. [sad] Then she said [whispering] come closer.\n\n[calm] Yes.",
    )
    assert [line.rest_s for line in script.lines] == [
        SENTENCE_REST_S, 0.0, PARAGRAPH_REST_S, PARAGRAPH_REST_S,
    ]  # fmt: skip


def test_a_text_without_tags_is_cut_as_ever(understander: Understander, prose: str) -> None:
    plain = split_lines(prose)
    script = cut(understander, prose)
    assert [(x.text, x.start, x.end, x.rest_s) for x in script.lines] == [
        (x.text, x.start, x.end, x.rest_s) for x in plain
    ]


def test_every_word_knows_its_place_in_the_script(
    understander: Understander, reader: Reader
) -> None:
    text = '1. [calm] First, "[angry] stop *that*!" [Zadie](/zˈAdi/) paid $4.\n'
    wanted = {"first": "First", "stop": "stop", "that": "that", "Zadie": "[Zadie](/zˈAdi/)"}
    seen = {}
    for line in cut(understander, text).lines:
        for word in reader.read(line.text).words:
            start, end = line.source_of(word.start, word.end)
            seen[word.spoken] = text[start:end]
    assert seen["four"] == seen["dollars"] == "$4"
    assert {w: seen.get(w, seen.get(w.capitalize())) for w in wanted} == wanted


def test_a_part_of_a_line_keeps_its_way_back(understander: Understander) -> None:
    text = 'And: "[angry] one two three four"'
    line = cut(understander, text).lines[-1]
    at = line.text.index("three")
    part = part_of(line, at, at + 5, 0.0)
    assert part.text == text[part.start : part.end] == "three"
    assert part.manner == line.manner
    assert part.source_of(1, 3) == (part.start + 1, part.start + 3)


# --- what reaches the voice: the open cases, with inputs of the same kind


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[whisper] Come closer. (sighs) <b>Now</b>.", "come closer now"),
        ("<p>Well. [laughs]</p> [very angry] <i>Out</i>!", "well out"),
        ("[softly] *Stay*. (coughs) [the lights go out] <br/>Stay.", "stay stay"),
    ],
)
def test_norm_19_no_tag_is_spoken(
    understander: Understander, reader: Reader, text: str, wanted: str
) -> None:
    readings = [reader.read(line.text) for line in cut(understander, text).lines]
    assert " ".join(r.spoken for r in readings).lower() == wanted


@pytest.mark.parametrize(
    ("text", "words", "rests"),
    [
        (
            "We *can't* leave **yet**; press `Esc`. # Plans",
            "we can't leave yet press escape plans",
            1,
        ),
        ("## It's *over*\n~~Don't~~ **ever** ask.", "it's over don't ever ask", 2),
        ("# Dogs'\n- *Rex* isn't\n- __Bo__ won't", "dogs' rex isn't bo won't", 2),
    ],
)
def test_norm_10_marks_are_not_spoken(reader: Reader, text: str, words: str, rests: int) -> None:
    reading = reader.read(text)
    assert reading.spoken.lower() == words
    stops = [b for b in reading.breaks if b.kind == "sentence"]
    assert len(stops) >= rests
    assert reader.read("2 * 3 * 4").spoken == "two times three times four"


@pytest.mark.parametrize(
    ("text", "sounds", "count"),
    [
        ("[Zadie](/zˈAdi/) smiled.", "zˈAdi", 1),
        ("1. [Nguyen](/nwˈɪn/) ran.\n2. Tom sat.\n3. [Nguyen](/nwˈɪn/)'s dog.", "nwˈɪn", 2),
        ("“[Caius](/kˈiz/),” [sad] she said, “[Caius](/kˈiz/)!”", "kˈiz", 2),
    ],
)
def test_g2p_03_inline_phonemes_are_said_once_each(
    understander: Understander, reader: Reader, text: str, sounds: str, count: int
) -> None:
    lines = cut(understander, text).lines
    readings = [reader.read(line.text) for line in lines]
    assert sum(r.phonemes.count(sounds) for r in readings) == count
    assert "slash" not in " ".join(r.spoken for r in readings)
    assert sum(line.text.count(f"(/{sounds}/)") for line in lines) == count


@pytest.mark.parametrize(("language", "sounds"), [("en-us", "mˈæksᵻz"), ("en-gb", "mˈæksɪz")])
def test_given_phonemes_take_a_possessive(reader: Reader, language: str, sounds: str) -> None:
    reading = reader.read("“[Zadie](/zˈAdi/)'s dog, [Max](/mˈæks/)’s cat”", language)
    assert [w.spoken for w in reading.words] == ["Zadie's", "dog", "Max's", "cat"]
    assert [w.phonemes for w in reading.words][::2] == ["zˈAdiz", sounds]
    assert reading.text[reading.words[0].start : reading.words[0].end] == "[Zadie](/zˈAdi/)'s"


@pytest.mark.parametrize(
    ("text", "plain", "stressed"),
    [("I [was](+1) there.", "wʌz", "wˈʌz"), ("She [can](+2) swim.", "kæn", "kˈæn")],
)
def test_words_can_be_stressed(reader: Reader, text: str, plain: str, stressed: str) -> None:
    assert stressed in reader.read(text).phonemes.split()
    without = reader.read(text.replace("[", "").replace("](+1)", "").replace("](+2)", ""))
    assert plain in without.phonemes.split()
    assert reader.read(text.replace("+1", "-1").replace("+2", "-1")).phonemes == without.phonemes


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Stop now[angry] please", [("Stop now", None, None), ("please", "angry", None)]),
        ("Stop now[angry], please", [("Stop now,", None, None), ("please", "angry", None)]),
        ("Stop now [angry]please", [("Stop now", None, None), ("please", "angry", None)]),
        ("[[angry]] Out!", [("Out!", "angry", None)]),
        ("[[Angry Sea]] Out!", [("[[Angry Sea]] Out!", None, None)]),
        ("\\[angry\\] Out!", [("\\[angry\\] Out!", None, None)]),
    ],
)
def test_a_tag_beside_a_word_is_one_and_an_escaped_one_is_not(
    understander: Understander, text: str, wanted: list[tuple[str, str | None, str | None]]
) -> None:
    assert manners(cut(understander, text)) == wanted


@pytest.mark.parametrize(
    "words",
    ["He was very tired", "you are angry", "It’s calm", "and she was sad", "I am sad"],
)
def test_a_sentence_with_a_subject_is_no_direction(understander: Understander, words: str) -> None:
    assert {line.manner.prompt for line in cut(understander, f"[{words}] Hi.").lines} == {None}


@pytest.mark.parametrize("words", ["as if he were tired", "very tired", "not angry"])
def test_words_without_a_subject_stay_directions(understander: Understander, words: str) -> None:
    assert {line.manner.prompt for line in cut(understander, f"[{words}] Hi.").lines} == {words}


@pytest.mark.parametrize(
    ("text", "said", "rests", "skipped"),
    [
        ("(angry) Hi (pause 1s) there.", "Hi there", [1.0], []),
        ("Hi (pause) there (the dog) now.", "Hi there now", [0.5], ["the dog"]),
        ("Two president(s) [sat](+1), [Zadie](/zˈAdi/).", "Two presidents sat Zadie", [], []),
        ("\\(pause 1s\\) now", "pause ones now", [], []),
    ],
)
def test_round_brackets_that_are_tags_are_read_as_square_ones(
    understander: Understander,
    reader: Reader,
    text: str,
    said: str,
    rests: list[float],
    skipped: list[str],
) -> None:
    (line,) = cut(understander, text, "tags").lines
    reading = reader.read(line.text)
    assert reading.spoken == said
    assert [b.seconds for b in reading.breaks if b.kind == "asked"] == rests
    assert [r.detail for r in reading.remarks if r.code == "bracket-skipped"] == skipped
    for word in reading.words:
        start, end = line.source_of(word.start, word.end)
        assert word.spoken[:2] in text[start:end] or word.spoken == "ones"
