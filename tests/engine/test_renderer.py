"""The route of a request on the double: same bytes, memo, cancel, remarks, provenance."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engine.backends.fake import FakeBackend
from engine.backends.fake_voices import FakeVoices
from engine.backends.protocol import BackendInfo, Stage, Tensor
from engine.cancel import CancelToken
from engine.emotion.understand import Understander
from engine.errors import BackendFailed, Cancelled, InputError
from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
from engine.renderer import Renderer
from engine.stages import Stages
from engine.store import TakeStore
from engine.values import Deltas, Direction, Keyframe, Reading, Remark, RenderRequest, Take

TEXT = "The train arrived at nine, and the station was empty. Nobody said a word."
READER = Reader(load_vocab())
UNDERSTANDER = Understander()


def renderer(backend: FakeBackend, folder: Path | None = None) -> Renderer:
    store = TakeStore(folder) if folder else None
    return Renderer(Stages(backend), READER, UNDERSTANDER, FakeVoices(), store)


@pytest.fixture
def backend() -> FakeBackend:
    return FakeBackend()


@pytest.fixture
def angry() -> RenderRequest:
    return RenderRequest(TEXT, direction=Direction("angry"))


def audio(take: Take) -> bytes:
    assert take.audio is not None
    return take.audio.tobytes()


def test_same_request_same_bytes(backend: FakeBackend, angry: RenderRequest) -> None:
    made = renderer(backend)
    assert audio(made.render(angry)) == audio(made.render(angry))
    assert audio(made.render(angry)) == audio(renderer(FakeBackend()).render(angry))


class Counted:
    """A reader that counts, and can find something in the way."""

    def __init__(self, remarks: tuple[Remark, ...] = ()) -> None:
        self.reads = 0
        self._remarks = remarks

    def read(self, text: str, language: str = "en-us") -> Reading:
        self.reads += 1
        return replace(READER.read(text, language), remarks=self._remarks)


def test_a_text_is_read_once_while_a_knob_moves(backend: FakeBackend, angry: RenderRequest) -> None:
    reader = Counted()
    made = Renderer(Stages(backend), reader, UNDERSTANDER, FakeVoices())
    for intensity in (0.5, 1.0, 1.5):
        made.plan(replace(angry, direction=Direction("angry", intensity)))
    assert reader.reads == 1
    made.plan(replace(angry, text="Another."))
    assert reader.reads == 2


def test_what_was_read_with_a_remark_is_read_anew(
    backend: FakeBackend, angry: RenderRequest
) -> None:
    reader = Counted((Remark("espeak-gone", "text"),))
    made = Renderer(Stages(backend), reader, UNDERSTANDER, FakeVoices())
    made.plan(angry)
    made.plan(angry)
    assert reader.reads == 2


def test_units_joined_are_the_take(backend: FakeBackend, angry: RenderRequest) -> None:
    pieces: list[np.ndarray] = []
    take = renderer(backend).render(angry, on_unit=lambda piece: pieces.append(piece.audio))
    assert len(pieces) == len(take.plan.units) > 1
    assert np.concatenate(pieces).tobytes() == audio(take)
    assert len(take.audio) == take.plan.samples  # type: ignore[arg-type]


def test_intensity_zero_is_no_prompt(backend: FakeBackend, angry: RenderRequest) -> None:
    made = renderer(backend)
    silent = replace(angry, direction=Direction("angry", intensity=0.0))
    assert audio(made.render(silent)) == audio(made.render(RenderRequest(TEXT)))
    assert audio(made.render(angry)) != audio(made.render(RenderRequest(TEXT)))


def test_an_unknown_prompt_changes_nothing_and_says_so(backend: FakeBackend) -> None:
    made = renderer(backend)
    odd = made.render(RenderRequest(TEXT, direction=Direction("banana bicycle spreadsheet")))
    assert audio(odd) == audio(made.render(RenderRequest(TEXT)))
    assert "prompt-not-understood" in {remark.code for remark in odd.remarks}


def test_a_kept_take_answers_with_the_same_bytes(
    backend: FakeBackend, angry: RenderRequest, tmp_path: Path
) -> None:
    made = renderer(backend, tmp_path)
    first = made.render(angry)
    runs = len(backend.runs)
    pieces: list[np.ndarray] = []
    again = renderer(backend, tmp_path).render(
        angry, on_unit=lambda piece: pieces.append(piece.audio)
    )
    assert len(backend.runs) == runs
    assert (first.provenance.cache, again.provenance.cache) == ("miss: no record", "hit")
    assert np.concatenate(pieces).tobytes() == audio(again) == audio(first)
    assert again.plan.word_times == first.plan.word_times
    assert again.plan.units == first.plan.units
    assert again.achieved is not None
    assert first.achieved is not None
    assert again.achieved.f0.tobytes() == first.achieved.f0.tobytes()


class Building(FakeBackend):
    """A backend some of whose engines are not there yet: another row does those stages."""

    def __init__(self, *absent: Stage) -> None:
        super().__init__()
        self.absent = set(absent)
        self.stood_in = 0

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        self.stood_in += stage in self.absent
        return super().run(stage, inputs, token)

    @property
    def stand_in(self) -> BackendInfo:
        return Next().describe()


class Next(FakeBackend):
    """That other row: the same sounds under another name."""

    def describe(self) -> BackendInfo:
        return replace(super().describe(), name="next", runtime="next 1.0")


def test_what_another_row_stood_in_for_is_not_kept_under_this_ones_key(
    angry: RenderRequest, tmp_path: Path
) -> None:
    backend = Building(Stage.ENCODE, Stage.WAVEFORM)
    made = renderer(backend, tmp_path)
    take = made.render(angry)
    assert [(r.code, r.detail) for r in take.remarks if r.code == "take-stood-in"] == [
        ("take-stood-in", "encode, waveform")
    ]
    assert take.key != made.inputs(angry).key()
    assert take.provenance.backend == "fake+next"
    assert made.render(angry).provenance.cache == "miss: no record"
    backend.absent.remove(Stage.WAVEFORM)
    backend.runs.clear()
    # The text features in the memo are the other row's still.
    assert made.render(angry).remarks[-1].detail == "encode"
    assert Stage.ENCODE not in backend.runs
    backend.absent.clear()
    # The engine's first run of a stage drops what was made in its place, everywhere.
    made.render(replace(angry, text="Good morning."))
    take = made.render(angry)
    assert "take-stood-in" not in {remark.code for remark in take.remarks}
    assert backend.runs.count(Stage.ENCODE) > 1
    assert made.render(angry).provenance.cache == "hit"


def test_what_another_row_made_alone_is_that_rows(angry: RenderRequest, tmp_path: Path) -> None:
    backend = Building(*Stage)
    made = renderer(backend, tmp_path)
    take = made.render(angry)
    assert (take.provenance.backend, take.provenance.cache) == ("next", "miss: no record")
    backend.absent.clear()
    assert made.render(angry).provenance.cache == "miss: no record"  # the engines' is another
    again = renderer(Next(), tmp_path).render(angry)
    assert (again.provenance.cache, again.key) == ("hit", take.key)
    assert audio(again) == audio(take)


def test_a_plan_another_row_stood_in_for_is_not_kept(angry: RenderRequest, tmp_path: Path) -> None:
    backend = Building(Stage.DURATION)
    assert renderer(backend, tmp_path).plan(angry).provenance.cache == "not asked"
    assert renderer(backend, tmp_path).plan(angry).provenance.cache == "not asked"
    backend.absent.clear()
    renderer(backend, tmp_path).plan(angry)
    assert renderer(backend, tmp_path).plan(angry).provenance.cache == "hit"


def test_a_damaged_record_is_made_again(
    backend: FakeBackend, angry: RenderRequest, tmp_path: Path
) -> None:
    made = renderer(backend, tmp_path)
    first = made.render(angry)
    path = TakeStore(tmp_path).path(first.key)
    path.write_bytes(path.read_bytes()[:-100])
    again = made.render(angry)
    assert "record-damaged" in {remark.code for remark in again.remarks}
    assert again.provenance.cache == "miss: damaged record"
    assert audio(again) == audio(first)
    assert made.render(angry).provenance.cache == "hit"


def test_a_plan_runs_no_waveform(backend: FakeBackend, angry: RenderRequest) -> None:
    take = renderer(backend).plan(angry)
    assert take.audio is None
    assert take.achieved is None
    # The curve is made twice: as it is spoken, and as it would be with nothing asked.
    assert backend.runs == [Stage.ENCODE, Stage.DURATION, Stage.PROSODY, Stage.PROSODY]


def test_mark_only_text_never_reaches_the_model(backend: FakeBackend) -> None:
    for text in ("", "   ", "…", ".", "—"):
        take = renderer(backend).render(RenderRequest(text))
        assert take.audio is not None
        assert not take.audio.any()
        assert len(take.audio) == take.plan.samples == round(take.reading.rest_s * 24_000)
    assert backend.runs == []


def test_seconds_are_told_by_stage(backend: FakeBackend, angry: RenderRequest) -> None:
    seconds = dict(renderer(backend).render(angry).provenance.seconds)
    stages = ["reading", "emotion", "encode", "duration", "prosody", "waveform", "measure"]
    assert set(stages) <= set(seconds)
    assert all(value >= 0 for value in seconds.values())


def test_progress_ends_at_one(backend: FakeBackend, angry: RenderRequest) -> None:
    told: list[tuple[str, float]] = []
    renderer(backend).render(angry, progress=lambda step, share: told.append((step, share)))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert told[-1] == ("done", 1.0)


def stalled(backend: FakeBackend, work: Callable[[], object], token: CancelToken) -> float:
    """Run ``work`` in a thread until it is held, cancel it, return once it has ended."""
    raised: list[BaseException] = []

    def run() -> None:
        try:
            work()
        except Cancelled as error:
            raised.append(error)

    backend.stall()
    thread = threading.Thread(target=run)
    thread.start()
    assert backend.wait_stalled(5.0)
    token.cancel()
    thread.join(5.0)
    assert not thread.is_alive()
    return len(raised)


def test_cancel_during_a_stage_keeps_nothing(
    backend: FakeBackend, angry: RenderRequest, tmp_path: Path
) -> None:
    made, token = renderer(backend, tmp_path), CancelToken()
    assert stalled(backend, lambda: made.render(angry, token), token) == 1
    assert list(tmp_path.rglob("*.take")) == []
    assert made.render(angry).audio is not None


def test_a_failing_stage_is_told(backend: FakeBackend, angry: RenderRequest) -> None:
    made = renderer(backend)
    backend.fail_next("out of memory")
    with pytest.raises(BackendFailed, match="out of memory"):
        made.render(angry)
    assert made.render(angry).audio is not None


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        (RenderRequest(TEXT, voice="af_hart"), "voice-unknown"),
        (RenderRequest(TEXT, voice="af_heart:x"), "voice-mix-malformed"),
        (RenderRequest(TEXT, direction=Direction("calm", intensity=3.0)), "knob-out-of-range"),
        (RenderRequest(TEXT, direction=Direction("calm", stability=-1.0)), "knob-out-of-range"),
        (RenderRequest(TEXT, direction=Direction("a" * 6000)), "prompt-too-long"),
    ],
)
def test_bad_requests_name_what_is_wrong(
    backend: FakeBackend, request_: RenderRequest, code: str
) -> None:
    with pytest.raises(InputError) as caught:
        renderer(backend).render(request_)
    assert caught.value.code == code


@pytest.mark.parametrize(
    "direction",
    [
        Direction(intensity=3.0),
        Direction(stability=float("nan")),
        Direction(ramp=1.5),
        Direction(nudges=Deltas(vowel_duration=0.0)),
        Direction(nudges=Deltas(energy_db=float("inf"))),
        Direction(keyframes=(Keyframe(0, 1.6),)),
        Direction(keyframes=(Keyframe(0, "1"),)),  # type: ignore[arg-type]
    ],
)
@pytest.mark.parametrize(("text", "voice"), [("…", "af_heart"), (TEXT, "no such voice")])
def test_knobs_are_judged_before_anything_else(
    backend: FakeBackend, direction: Direction, text: str, voice: str
) -> None:
    """Even where there is nothing to speak, and before a voice is looked for."""
    with pytest.raises(InputError) as caught:
        renderer(backend).plan(RenderRequest(text, voice=voice, direction=direction))
    assert caught.value.code == "knob-out-of-range"
    assert backend.runs == []


@pytest.mark.parametrize("word", [1.5, 1.0, "1", None, float("nan"), -1])
def test_a_keyframe_stands_on_a_word_by_its_number(backend: FakeBackend, word: object) -> None:
    frames = (Keyframe(0, 1.0), Keyframe(word, 1.0))  # type: ignore[arg-type]
    with pytest.raises(InputError) as caught:
        renderer(backend).plan(RenderRequest(TEXT, direction=Direction(keyframes=frames)))
    assert caught.value.code == "keyframe-off-text"


@pytest.mark.parametrize(("stability", "seed"), [(1.0, 0), (0.4, 0), (0.4, 7)])
def test_intensity_nought_is_no_prompt_at_the_same_stability_and_seed(
    backend: FakeBackend, stability: float, seed: int
) -> None:
    made = renderer(backend)

    def sound(direction: Direction) -> bytes:
        audio = made.render(RenderRequest(TEXT, direction=direction, seed=seed)).audio
        assert audio is not None
        return audio.tobytes()

    none = sound(Direction(stability=stability))
    assert sound(Direction("terrified", intensity=0.0, stability=stability)) == none
    assert sound(Direction("terrified", stability=stability)) != none


def test_at_stability_one_every_take_is_alike(backend: FakeBackend) -> None:
    """Fear has jitter, whose movement must not follow the seed here."""
    made = renderer(backend)

    def f0(stability: float, seed: int) -> bytes:
        direction = Direction("terrified", stability=stability)
        return made.plan(RenderRequest(TEXT, direction=direction, seed=seed)).plan.f0.tobytes()

    assert f0(1.0, 0) == f0(1.0, 1)
    assert f0(0.5, 0) != f0(0.5, 1)


def test_stability_spreads_repeats(backend: FakeBackend) -> None:
    made = renderer(backend)

    def level(stability: float, seed: int) -> float:
        direction = Direction("sad", stability=stability)
        return made.plan(
            RenderRequest(TEXT, direction=direction, seed=seed)
        ).plan.deltas.f0_level_st

    assert len({level(1.0, seed) for seed in range(8)}) == 1
    loose = [level(0.0, seed) for seed in range(200)]
    tight = [level(0.5, seed) for seed in range(200)]
    assert 0.7 < np.std(loose) < 2.0
    assert np.std(tight) == pytest.approx(np.std(loose) / 2, rel=0.05)
    assert level(0.3, 7) == level(0.3, 7)
