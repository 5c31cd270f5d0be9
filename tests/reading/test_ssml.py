"""SSML: what each element asks, the way back to the source, and what is refused."""

from __future__ import annotations

import time
from functools import partial

import pytest

from engine.errors import InputError
from engine.models.vocab import load_vocab
from engine.reading.lines import PARAGRAPH_REST_S, SENTENCE_REST_S
from engine.reading.reader import Reader
from engine.reading.say_as import written
from engine.reading.script import Script, ScriptLine, script_of
from engine.reading.ssml import is_ssml
from engine.reading.ssml_values import degree, nudges_of, pause_seconds
from engine.values import IDENTITY
from tests.reading.conftest import show
from tests.reading.spent import spent

WHOLE = """<?xml version="1.0"?>
<speak version="1.1" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:x="urn:x" xml:lang="en-US">
  <!-- a comment -->
  <p><s>Hello <break time="500ms"/> there &amp; you.</s><s>I <emphasis>was</emphasis> there.</s></p>
  <voice name="bf_emma">Mine<break strength="strong"/> now.</voice>
  <x:express-as style="cheerful" styledegree="1.5">Hi all, good morning!</x:express-as>
  She said <prosody rate="slow" pitch="+2st" volume="loud">really</prosody>? Then she left.
  <phoneme alphabet="ipa" ph="t\u0259\u02c8me\u026ato\u028a">tomato</phoneme> and
  <sub alias="World Wide Web">WWW</sub>, <lang xml:lang="fr-FR">oui</lang>, <audio src="a">ping</audio>.
</speak>"""  # noqa: E501 - one line as such documents have them


def script(text: str) -> Script:
    return script_of(text, lambda _: False, lambda name: name == "bf_emma")


def said(reader: Reader, text: str) -> str:
    return " ".join(reader.read(line.text).spoken for line in script(text).lines).lower()


def line_with(made: Script, words: str) -> ScriptLine:
    return next(line for line in made.lines if words in line.text)


def test_a_document_is_spoken_as_it_asks(reader: Reader) -> None:
    made = script(WHOLE)
    assert said(reader, WHOLE) == (
        "hello there and you i was there mine now hi all good morning she said really "
        "then she left tomato and world wide web oui ping"
    )
    assert line_with(made, "Hello").rest_s == SENTENCE_REST_S
    assert line_with(made, "there.").rest_s == PARAGRAPH_REST_S
    hello = reader.read(line_with(made, "Hello").text)
    assert [b.seconds for b in hello.breaks if b.kind == "asked"] == [0.5]
    assert "wˈʌz" in reader.read(line_with(made, "there.").text).phonemes
    assert line_with(made, "Mine").manner.voice == "bf_emma"
    cheerful = line_with(made, "Hi all").manner
    assert (cheerful.prompt, cheerful.degree) == ("cheerful", 1.5)
    slow = line_with(made, "really?").manner.nudges
    assert (slow.vowel_duration, slow.f0_level_st, slow.energy_db) == (1.25, 2.0, 4.0)
    assert line_with(made, "She said").rest_s == 0.0
    assert line_with(made, "Then").manner.nudges == IDENTITY
    assert "təmˈAtO" in reader.read(line_with(made, "tomato").text).phonemes
    assert [(r.code, r.detail) for r in made.remarks] == [
        ("markup-unknown", "audio (1)"),
    ]


def test_every_word_knows_its_element(reader: Reader) -> None:
    seen = {}
    for line in script(WHOLE).lines:
        for word in reader.read(line.text).words:
            start, end = line.source_of(word.start, word.end)
            seen[word.spoken] = WHOLE[start:end]
    assert seen["and"] == "and"
    assert seen["World"] == seen["Web"] == '<sub alias="World Wide Web">WWW</sub>'
    assert seen["tomato"].startswith("<phoneme")
    assert seen["tomato"].endswith("</phoneme>")
    assert seen["was"] == "was"
    assert all(seen[w] == w for w in ("Hello", "cheerful", "morning", "left", "ping") if w in seen)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("<speak>a<b></speak>", "line 1, column 14: mismatched tag"),
        ("\n\n<speak>\n<p>x</speak>", "line 4, column 7: mismatched tag"),
        ("<speak>a & b</speak>", "line 1, column 11: not well-formed (invalid token)"),
        ("<speak>x", "line 1, column 9: no element found"),
        ("<speak>\x00</speak>", "line 1, column 8: not well-formed (invalid token)"),
        ("<speak>&nbsp;</speak>", "line 1, column 8: undefined entity"),
    ],
)
def test_what_is_not_well_formed_is_named_with_its_place(text: str, where: str) -> None:
    with pytest.raises(InputError) as caught:
        script(text)
    assert (caught.value.code, caught.value.detail) == ("markup-malformed", where)


def laughs(levels: int) -> str:
    lines = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, levels))
    return f'<!DOCTYPE speak [<!ENTITY l0 "ha">{lines}]><speak>&l{levels - 1};</speak>'


@pytest.mark.parametrize(
    "bomb",
    [
        laughs(10),
        '<?xml version="1.0"?><!DOCTYPE speak SYSTEM "file:///etc/passwd"><speak>x</speak>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><speak>&a;</speak>',
    ],
)
def test_document_types_are_refused_at_once(bomb: str) -> None:
    start = time.thread_time()
    with pytest.raises(InputError) as caught:
        script(bomb)
    assert caught.value.code == "markup-malformed"
    assert "document type" in caught.value.detail
    assert time.thread_time() - start < 0.5


@pytest.mark.parametrize(
    ("text", "ssml"),
    [("<speak>x</speak>", True), (" \n<speak/>", True), ("<speaker>x", False),
     ("He said <speak>", False), ("<?xml version='1.0'?>\n<speak a='b'>", True),
     ("<!DOCTYPE html><p>x", False)],
)  # fmt: skip
def test_only_a_document_is_taken_for_one(text: str, ssml: bool) -> None:
    assert is_ssml(text) is ssml


@pytest.mark.parametrize(
    ("kind", "text", "form", "wanted"),
    [
        ("characters", "AB7", "", "A-B 7"),
        ("spell-out", "a", "", "[A](/ˈA/)"),
        ("cardinal", "1234", "", "1,234"),
        ("ordinal", "22", "", "22nd"),
        ("ordinal", "112", "", "112th"),
        ("date", "2024-05-03", "ymd", "May 3, 2024"),
        ("date", "3/5/2024", "dmy", "May 3, 2024"),
        ("date", "5/2024", "my", "May 2024"),
        ("time", "2:30pm", "", "2:30 PM"),
        ("telephone", "555-0100", "", "5 5 5, 0 1 0 0"),
        ("date", "40/40/2024", "dmy", None),
        ("ordinal", "x", "", None),
        ("fruit", "3", "", None),
    ],
)
def test_say_as(kind: str, text: str, form: str, wanted: str | None) -> None:
    assert written(kind, text, form, "en-us") == wanted


@pytest.mark.parametrize(
    ("language", "kind", "text", "form", "wanted"),
    [
        ("es", "characters", "AB7", "", "a be siete"),
        ("fr", "cardinal", "1 234", "", "mille deux cent trente-quatre"),
        ("it", "ordinal", "3", "f", "terza"),
        ("pt-br", "date", "3/5/2024", "", "três de maio de dois mil e vinte e quatro"),
        ("fr", "date", "2024-05-01", "", "premier mai deux mille vingt-quatre"),
        ("hi", "time", "2:30", "", "दो बजकर तीस मिनट"),
        ("es", "time", "2:30pm", "", "catorce treinta"),
        ("it", "telephone", "06-55", "", "0 6, 5 5"),
        ("es", "ordinal", "x", "", None),
        ("es", "date", "40/40/2024", "dmy", None),
        ("en-us", "currency", "$4.50", "", "$4.50"),
    ],
)
def test_say_as_in_other_languages(
    language: str, kind: str, text: str, form: str, wanted: str | None
) -> None:
    assert written(kind, text, form, language) == wanted


FOREIGN = """<speak>She said <lang xml:lang="fr-FR">oui, bien sûr &amp; merci</lang>, and left.
<p xml:lang="es-MX">Hola. Tengo <say-as interpret-as="ordinal">3</say-as> perros.</p>
<lang xml:lang="de-DE">Eins</lang> then.</speak>"""


def test_words_of_another_language_are_read_in_it(reader: Reader) -> None:
    made = script(FOREIGN)
    first, second, third = (reader.read(line.text) for line in made.lines)
    assert first.phonemes == "ʃˌi sˈɛd wˈi, bjˈɛ̃ sˈyːʁ ˈe mɛʁsˈi, ænd lˈɛft."
    assert second.phonemes == "ˈola. tˈɛŋɡo teɾθˈeɾo pˈeros."
    assert "ðˈɛn" in third.phonemes
    assert [r.detail for r in made.remarks] == ["lang de-DE (1)"]
    for line, reading in zip(made.lines, (first, second, third), strict=True):
        for word in reading.words:
            start, end = line.source_of(word.start, word.end)
            if word.spoken.isalpha() and word.spoken not in {"et", "tercero"}:
                assert FOREIGN[start:end] == word.spoken


def test_a_language_that_cannot_be_read_is_named(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert reader.read("Say [eins](lang:de).").spoken == "Say eins"
    monkeypatch.setenv("PATH", "")
    bare = Reader(load_vocab(), fallback="letters")
    reading = bare.read("Say [bonjour](lang:fr) now.")
    assert reading.spoken == "Say bonjour now"
    assert ("language-not-followed", "fr") in [(r.code, r.detail) for r in reading.remarks]


@pytest.mark.parametrize(
    ("inner", "wanted"),
    [
        ('<say-as interpret-as="characters">GPU</say-as>', "g-p-u"),
        ('<say-as interpret-as="telephone">5550100</say-as>', "five five five zero one zero zero"),
        ('<say-as interpret-as="ordinal">3</say-as> day', "third day"),
        ('<say-as interpret-as="cardinal">1987</say-as>', "one thousand nine hundred eighty-seven"),
        ("<desc>not this</desc>but this", "but this"),
        ("a &lt;b&gt;bold&lt;/b&gt; move", "a bold move"),
        ("<![CDATA[five > four]]>", "five greater than four"),
    ],
)
def test_what_elements_say(reader: Reader, inner: str, wanted: str) -> None:
    assert said(reader, f"<speak>{inner}</speak>") == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"rate": "80%"}, {"vowel_duration": 1.25, "consonant_duration": 1.25}),
        ({"rate": "+25%"}, {"vowel_duration": 0.8, "consonant_duration": 0.8}),
        ({"rate": "x-fast"}, {"vowel_duration": 1 / 1.6, "consonant_duration": 1 / 1.6}),
        ({"pitch": "-50%"}, {"f0_level_st": -12.0}),
        ({"pitch": "high"}, {"f0_level_st": 2.0}),
        ({"volume": "-6dB"}, {"energy_db": -6.0}),
        ({"range": "x-low"}, {"f0_excursion": 0.4}),
    ],
)
def test_prosody_in_our_units(given: dict[str, str], wanted: dict[str, float]) -> None:
    nudges, missed = nudges_of(given, IDENTITY)
    assert not missed
    for name in ("f0_level_st", "f0_excursion", "vowel_duration", "consonant_duration"):
        assert getattr(nudges, name) == pytest.approx(wanted.get(name, getattr(IDENTITY, name)))
    assert nudges.energy_db == wanted.get("energy_db", 0.0)


@pytest.mark.parametrize(
    "given", [{"rate": "0%"}, {"pitch": "200Hz"}, {"volume": "silent"}, {"contour": "(0%,+1st)"}]
)
def test_what_prosody_cannot_follow_is_named(given: dict[str, str]) -> None:
    nudges, missed = nudges_of(given, IDENTITY)
    assert nudges == IDENTITY
    assert len(missed) == 1


def test_times_and_degrees() -> None:
    assert [pause_seconds(t, None) for t in ("1.5s", "300ms", "0s", "-1s", "soon")] == [
        1.5, 0.3, 0.0, None, None,
    ]  # fmt: skip
    assert pause_seconds(None, None) == pause_seconds(None, "medium") == 0.75
    assert pause_seconds(None, "huge") is None
    assert [degree(t) for t in (None, "0.5", "2", "3", "-1", "x")] == [
        1.0,
        0.5,
        2.0,
        2.0,
        0.0,
        None,
    ]


@pytest.mark.parametrize(
    ("given", "wanted", "missed"),
    [
        ('degree="1.5"', 1.5, []),
        ('degree="0.3"', 0.3, []),
        ('degree="9"', 2.0, []),
        ('styledegree="-2"', 0.0, []),
        ('degree="2" styledegree="0.5"', 0.5, []),
        ('degree="very"', 1.0, [("markup-not-followed", "styledegree (1)")]),
        ('styledegree="1,5x"', 1.0, [("markup-not-followed", "styledegree (1)")]),
    ],
)
def test_the_degree_of_a_style(given: str, wanted: float, missed: list[tuple[str, str]]) -> None:
    made = script(f'<speak><express-as style="sad" {given}>Oh no.</express-as></speak>')
    assert (made.lines[0].manner.prompt, made.lines[0].manner.degree) == ("sad", wanted)
    assert [(r.code, r.detail) for r in made.remarks] == missed


@pytest.mark.parametrize(
    "piece",
    [
        "<p>a",
        "<prosody rate='slow'>b ",
        "<sub alias='x'>",
        "<s>c</s>",
        "&lt;",
        "<b/>d ",
        "<w>é</w>",
    ],
)
def test_documents_cost_linear_time(piece: str) -> None:
    name = piece[1:].split(" ")[0].split(">")[0].split("/")[0]
    ending = f"</{name}>" if piece[0] == "<" and "/" not in piece else ""
    costs = []
    for count in (4_000, 16_000):
        text = f"<speak>{piece * count}{ending * count}</speak>"
        costs.append(spent(partial(script, text)))
    show(f"\n{piece!r}: {costs[0]:.2f} s, four times as much {costs[1]:.2f} s")
    assert costs[1] < 8.0 * costs[0] + 0.2
