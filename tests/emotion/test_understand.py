"""What prompts are understood as."""

import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.emotion.axes import AXES
from engine.emotion.encoder import Encoder
from engine.emotion.understand import Understander
from engine.emotion.vocabulary import load_vocabulary
from engine.errors import InputError
from engine.values import IDENTITY, Deltas, Emotion
from tests.emotion import scoring

VOCABULARY = load_vocabulary()

DEGREES = {
    "en": ("slightly {}", "{}", "very {}", "extremely {}"),
    "zh": ("有点{}", "{}", "非常{}", "极其{}"),
    "es": ("un poco {}", "{}", "muy {}", "extremadamente {}"),
    "fr": ("un peu {}", "{}", "très {}", "extrêmement {}"),
    "de": ("ein wenig {}", "{}", "sehr {}", "extrem {}"),
    "it": ("un po' {}", "{}", "molto {}", "estremamente {}"),
    "pt": ("um pouco {}", "{}", "muito {}", "extremamente {}"),
    "ja": ("少し{}", "{}", "とても{}", "極めて{}"),
}


@pytest.mark.parametrize(
    ("prompt", "entry"),
    [
        ("angry", "hot anger"),
        ("happy", "joy"),
        ("surprised", "surprise"),
        ("fearful", "fear"),
        ("sad", "sadness"),
        ("calm", "calm"),
        ("disgusted", "disgust"),
    ],
)
def test_the_seven_named_emotions(understander: Understander, prompt: str, entry: str) -> None:
    for written in (prompt, prompt.upper(), f"  {prompt}! "):
        got = understander.understand(written)
        assert got.mixture == ((entry, 1.0),)
        for axis in Deltas.__dataclass_fields__:
            wanted = getattr(VOCABULARY[entry].deltas, axis)
            assert getattr(got.deltas, axis) == pytest.approx(wanted, abs=2e-4)
        assert got.confidence == 1.0
        assert got.remarks == ()


def test_an_empty_prompt_is_neutral_without_remark(understander: Understander) -> None:
    for prompt in ("", "   ", "\n\t"):
        got = understander.understand(prompt)
        assert got.deltas is IDENTITY
        assert not got.emovec.any()
        assert (got.mixture, got.matched, got.ignored, got.remarks) == ((), (), (), ())


@pytest.mark.parametrize("prompt", ["banana bicycle", "write me a python script", "!!!", "42 %"])
def test_what_is_not_understood_changes_nothing_and_says_so(
    understander: Understander, prompt: str
) -> None:
    got = understander.understand(prompt)
    assert got.deltas is IDENTITY
    assert got.mixture == ()
    assert got.confidence == 0.0
    assert [(r.code, r.subject) for r in got.remarks] == [("prompt-not-understood", "prompt")]


def test_ignored_words_are_named(understander: Understander) -> None:
    assert understander.understand("banana bicycle").ignored == ("banana", "bicycle")
    assert understander.understand("sad banana").ignored == ("banana",)


def test_matches_point_into_the_prompt(understander: Understander) -> None:
    prompt = "Not angry, but VERY  sad and slowly, 悲しい"
    got = understander.understand(prompt)
    kinds = [(match.text, match.kind, match.meaning) for match in got.matched]
    assert kinds == [
        ("Not", "negation", "not"),
        ("angry", "emotion", "hot anger"),
        ("but", "blend", "yet"),
        ("VERY", "degree", "x1.3"),
        ("sad", "emotion", "sadness"),
        ("slowly", "delivery", "slow"),
        ("悲しい", "emotion", "sadness"),
    ]
    for match in got.matched:
        assert prompt[match.start : match.end] == match.text


def test_too_long(understander: Understander) -> None:
    with pytest.raises(InputError) as caught:
        understander.understand("sad " * 1251)
    assert caught.value.code == "prompt-too-long"


def test_a_prompt_at_the_limit_is_read(understander: Understander) -> None:
    got = understander.understand(("a sad tale of wood and stone " * 200)[:5000])
    assert got.mixture[0][0] == "sadness"


def test_the_same_prompt_gives_the_same_bytes(encoder: Encoder, understander: Understander) -> None:
    other = Understander(encoder)
    for prompt in ("as if the train had left without her", "a widow by the sea", "very angry"):
        assert (
            other.understand(prompt).emovec.tobytes()
            == understander.understand(prompt).emovec.tobytes()
        )
    assert other.version == understander.version


def test_deltas_and_vad_are_read_from_the_vector(understander: Understander) -> None:
    for prompt in ("sad but hopeful", "slowly, almost whispering", "furious", "like a yoga class"):
        got = understander.understand(prompt)
        assert understander.space.vad(got.emovec) == (got.valence, got.arousal, got.dominance)
        assert got.deltas.energy_db == pytest.approx(
            understander.space.deltas(got.emovec)[8], abs=1e-3
        )
        assert np.abs(got.emovec).max() <= 1.0


def test_the_second_of_a_contradictory_pair_is_a_local_pattern(understander: Understander) -> None:
    got = understander.understand("confident yet hesitant").deltas
    hesitant = VOCABULARY["hesitant"].deltas
    confident = VOCABULARY["confident"].deltas
    assert got.pause_s == pytest.approx(hesitant.pause_s, abs=1e-3)
    assert got.pauses_per_s == pytest.approx(hesitant.pauses_per_s, abs=1e-3)
    assert got.final_st == pytest.approx(hesitant.final_st, abs=1e-3)
    assert got.energy_db > 0.5 * confident.energy_db
    swapped = understander.understand("hesitant yet confident").deltas
    assert swapped.final_st == pytest.approx(confident.final_st, abs=1e-3)
    assert understander.understand("confident and hesitant").deltas == got


def test_blends_are_no_stronger_than_their_parts(understander: Understander) -> None:
    got = understander.understand("angry, scared and excited")
    assert sum(weight for _, weight in got.mixture) == pytest.approx(1.0, abs=1e-3)
    assert {name for name, _ in got.mixture} == {"hot anger", "fear", "excitement"}


@pytest.mark.parametrize(
    ("denied", "weak"),
    [("not angry", "not very angry"), ("nicht wütend", "nicht sehr wütend")],
)
def test_denying_a_degree_weakens(understander: Understander, denied: str, weak: str) -> None:
    assert "hot anger" not in dict(understander.understand(denied).mixture)
    assert dict(understander.understand(weak).mixture)["hot anger"] == 0.5


def test_negation_reaches_to_the_next_border(understander: Understander) -> None:
    assert dict(understander.understand("without anger or fear, sad").mixture) == {"sadness": 1.0}
    assert dict(understander.understand("not sad, angry").mixture) == {"hot anger": 1.0}


def test_denied_delivery_turns_round(understander: Understander) -> None:
    assert understander.understand("not too loud").deltas.energy_db < 0
    assert understander.understand("not so fast").deltas.vowel_duration > 1


def test_pictures_and_restraint(understander: Understander) -> None:
    assert dict(understander.understand("😡").mixture) == {"hot anger": 1.0}
    assert understander.understand("🍌").remarks[0].code == "prompt-not-understood"
    held = understander.understand("angry but controlled").deltas
    assert held.energy_db < VOCABULARY["hot anger"].deltas.energy_db


def test_delivery_wins_over_the_emotion_it_contradicts(understander: Understander) -> None:
    assert understander.understand("furious, whispering").deltas.energy_db < 0
    assert understander.understand("excited but very slowly").deltas.vowel_duration > 1.05
    quiet = understander.understand("furious, whispering").deltas
    assert quiet.f0_level_st > 0


def test_a_guess_is_as_strong_as_it_is_sure(understander: Understander) -> None:
    got = understander.understand("like a kid who was given a puppy")
    assert 0.55 <= sum(weight for _, weight in got.mixture) <= 1.0
    assert got.confidence < 1.0


@settings(max_examples=60)
@given(prompt=st.text(max_size=60) | st.text("notverysad, 不生气怒ない'-but", max_size=40))
def test_any_text_is_read_within_bounds(understander: Understander, prompt: str) -> None:
    got = understander.understand(prompt)
    assert np.abs(got.emovec).max() <= 1.0
    assert 0.0 <= got.confidence <= 1.0
    for match in got.matched:
        assert prompt[match.start : match.end] == match.text
    assert all(word in prompt for word in got.ignored)


def _strengths(understander: Understander, prompts: list[str], axis: int) -> list[float]:
    vectors = [understander.space.deltas(understander.understand(p).emovec) for p in prompts]
    return [abs(float(vector[axis])) for vector in vectors]


def test_degree_words_order_strictly(understander: Understander) -> None:
    """Slightly < plain < very < extremely on the strongest axis of each emotion."""
    score = scoring.Score()
    for entry in VOCABULARY.entries:
        if entry.name == "neutral":
            continue
        axis = int(np.argmax(np.abs(understander.space.deltas(_pure(understander, entry.name)))))
        for language, patterns in DEGREES.items():
            word = next(p for lang, p in entry.descriptors if lang == language)
            got = _strengths(understander, [p.format(word) for p in patterns], axis)
            score.add(got == sorted(set(got)), f"{word} ({language}): {np.round(got, 2)}")
    print(f"degree order {score.right}/{score.total}", *score.misses, sep="\n  ")
    assert score.share >= 0.95


def _pure(understander: Understander, name: str) -> np.ndarray:
    return understander.space.emovec({name: 1.0}, {name: 1.0}, np.zeros(len(AXES)))


FLOORS = {
    "dev": {
        "family": 0.95, "blends": 0.8, "negation": 0.95, "delivery": 0.95,
        "out of scope": 0.88, "eight languages": 0.95, "typos": 0.93,
    },
    "held_out": {
        "family": 0.88, "blends": 0.8, "negation": 0.95, "delivery": 0.95,
        "out of scope": 0.87, "eight languages": 0.95, "typos": 0.92,
    },
}  # fmt: skip
"""Just under what was measured: see RESULTS.md. They guard against getting worse."""


@pytest.mark.parametrize("half", sorted(FLOORS))
def test_benchmark(understander: Understander, half: str) -> None:
    scores = scoring.report(half, understander)
    for name, floor in FLOORS[half].items():
        assert scores[name].share >= floor, name


def test_the_benchmark_can_fail() -> None:
    """The floors of the benchmark are out of reach for one that always hears joy."""

    class AlwaysJoy(Understander):
        def understand(self, prompt: str) -> Emotion:
            return super().understand("joy")

    scores = scoring.score(AlwaysJoy(), "dev")
    assert scores["family"].share < 0.3
    assert scores["negation"].share < 0.7  # denying joy is rare among them
    assert scores["out of scope"].share == 0.0


def test_a_prompt_takes_milliseconds(understander: Understander) -> None:
    """CPU time of this thread, because other work on the machine is not ours to judge."""
    prompts = [row["prompt"] for row in scoring.load("dev")["family"]]
    prompts.append("speaking as if the train had just left without her, slow and low")
    took = []
    for prompt in prompts:
        start = time.thread_time()
        understander.understand(prompt)
        took.append(1e3 * (time.thread_time() - start))
    p50, p95 = np.percentile(took, [50, 95])
    print(f"ms a prompt: p50 {p50:.1f}, p95 {p95:.1f}")
    assert p95 < 200  # measured 14 alone, 76 beside a second worker: a hang is what fails here


@pytest.mark.parametrize(
    ("prompt", "entry"),
    [
        ("boos", "hot anger"),
        ("verdrietig", "sadness"),
        ("грустный", "sadness"),
        ("злой", "hot anger"),
        ("üzgün", "sadness"),
        ("kızgın", "hot anger"),
        ("smutny", "sadness"),
        ("zły", "hot anger"),
        ("حزين", "sadness"),
        ("غاضب", "hot anger"),
        ("화난", "hot anger"),
        ("슬프게", "sadness"),
        ("เศร้า", "sadness"),
    ],
)
def test_plain_words_of_the_other_languages(
    understander: Understander, prompt: str, entry: str
) -> None:
    assert understander.understand(prompt).mixture[0][0] == entry


def test_a_guess_is_told(understander: Understander) -> None:
    codes = {r.code for r in understander.understand("as if the sun came out at last").remarks}
    assert codes <= {"prompt-guessed", "prompt-not-understood"}
    assert codes
    assert understander.understand("very angry").remarks == ()


@pytest.mark.parametrize(
    ("prompt", "parts"),
    [
        ("70% angry 30% sad", {"hot anger": 0.7, "sadness": 0.3}),
        ("30 % sad and 70 percent angry", {"hot anger": 0.7, "sadness": 0.3}),
        ("angry (70%), sad (30%)", {"hot anger": 0.7, "sadness": 0.3}),
        ("angry 70% sad 30%", {"hot anger": 0.7, "sadness": 0.3}),
        ("140% angry, 60% sad", {"hot anger": 0.98, "sadness": 0.42}),
        ("50% angry", {"hot anger": 0.5}),
        ("0% angry", {"hot anger": 0.0}),
    ],
)
def test_shares_in_figures_are_the_weights(prompt: str, parts: dict[str, float]) -> None:
    found = Understander().understand(prompt)
    assert dict(found.mixture) == pytest.approx(parts, abs=1e-3)


@pytest.mark.parametrize(
    ("prompt", "plain", "share"),
    [
        ("angry but not very", "angry", 0.5),
        ("angry, though not too much", "angry", 0.5),
        ("sad, but only slightly", "sad", 0.5),
        ("happy, extremely", "happy", 1.6),
        ("angry but not", "angry", 1.0),
    ],
)
def test_a_degree_behind_an_emotion_counts(prompt: str, plain: str, share: float) -> None:
    understander = Understander()
    (name, weight), *others = understander.understand(prompt).mixture
    (same, whole), *_ = understander.understand(plain).mixture
    assert (name, others) == (same, [])
    assert weight == pytest.approx(share * whole)


@pytest.mark.parametrize(
    ("prompt", "most"),
    [
        ("a tiny bit {}", 0.5),
        ("a wee bit {}", 0.5),
        ("a teeny bit {}", 0.5),
        ("a small bit {}", 0.5),
        ("a measly bit {}", 0.5),
        ("a tiny little bit {}", 0.5),
        ("teeny {}", 0.5),
        ("a touch {}", 0.5),
        ("a smidgen {}", 0.5),
        ("quite a bit {}", 0.9),
    ],
)
@pytest.mark.parametrize("word", ["angry", "sadder", "happier"])
def test_small_degrees_are_small(
    understander: Understander, prompt: str, most: float, word: str
) -> None:
    found = understander.understand(prompt.format(word))
    assert [name for name, _ in found.mixture] == [understander.understand(word).mixture[0][0]]
    assert 0.0 < found.mixture[0][1] <= most
    assert found.remarks == ()
    assert found.ignored == ()


def test_a_tiny_bit_slower_is_less_slow_and_a_small_amount_of_joy_less_joy(
    understander: Understander,
) -> None:
    slower, tiny = (understander.understand(p).deltas for p in ("slower", "a tiny bit slower"))
    assert 1.0 < tiny.vowel_duration < slower.vowel_duration**0.5
    assert dict(understander.understand("a small amount of joy").mixture)["joy"] <= 0.5


def test_a_bit_that_bites_is_no_degree(understander: Understander) -> None:
    found = understander.understand("as if a dog bit him")
    assert not any(match.kind == "degree" for match in found.matched)


@pytest.mark.parametrize(
    ("prompt", "name", "weight"),
    [
        ("angrier", "hot anger", 1.2),
        ("sadder", "sadness", 1.2),
        ("happier", "joy", 1.2),
        ("the happiest", "joy", 1.4),
        ("a lot angrier", "hot anger", 1.2),
        ("much angrier", "hot anger", 1.2),
        ("very sadder", "sadness", 1.3),
        ("shyer", "hesitant", 1.2),
        ("shier", "hesitant", 1.2),
        ("friendlier", "tenderness", 1.2),
        ("graver", "serious", 1.2),
        ("angrier, but only slightly", "hot anger", 0.6),
        ("not angrier", "calm", 0.4),
    ],
)
def test_comparatives_mean_their_adjective(
    understander: Understander, prompt: str, name: str, weight: float
) -> None:
    found = understander.understand(prompt)
    assert dict(found.mixture) == pytest.approx({name: weight}, abs=1e-3)
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("prompt", "left", "told"),
    [
        ("-50% angry", {}, ["angry"]),
        ("angry (−50 %)", {}, ["angry"]),
        ("80% angry, -20% sad", {"hot anger": 0.8}, ["sad"]),
        ("20-50% angry", {"hot anger": 0.5}, []),
        ("- 50% angry", {"hot anger": 0.5}, []),
    ],
)
def test_a_share_below_nothing_is_left_out_and_told(
    understander: Understander, prompt: str, left: dict[str, float], told: list[str]
) -> None:
    found = understander.understand(prompt)
    assert dict(found.mixture) == pytest.approx(left, abs=1e-3)
    codes = [(remark.code, remark.detail) for remark in found.remarks]
    assert codes == [("prompt-share-negative", word) for word in told]
    assert set(told) <= set(found.ignored)
    assert all(match.weight > 0.0 for match in found.matched)
