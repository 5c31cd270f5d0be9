"""What is judged of a finished sound, and the one correction of what missed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.heard import NAMES, Heard
from engine.backends.fake import FakeBackend
from engine.backends.fake_voices import FakeVoices
from engine.backends.protocol import Stage, Tensor
from engine.cancel import CancelToken
from engine.correcting import CORRECTED, MOST, corrected, missed
from engine.emotion.understand import Understander
from engine.landing import Landing, landings, miss
from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
from engine.renderer import Renderer
from engine.stages import Stages
from engine.store import TakeStore
from engine.values import Deltas, Direction, Floats, RenderRequest

LINE = "We will drive along the river, and the others are waiting there."
RAISED = Direction(nudges=Deltas(f0_level_st=3.0, energy_db=4.0, vowel_duration=1.2))
READER, UNDERSTANDER = Reader(load_vocab()), Understander()


class Stubborn(FakeBackend):
    """A voice that speaks some semitones lower than it is asked to."""

    def __init__(self, lost_st: float) -> None:
        super().__init__()
        self._share = np.float32(2.0 ** (-lost_st / 12.0))

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        if stage is Stage.WAVEFORM:
            inputs = {**inputs, "f0": np.asarray(inputs["f0"], np.float32) * self._share}
        return super().run(stage, inputs, token)


def renderer(lost_st: float = 0.0, store: TakeStore | None = None) -> Renderer:
    parts = (Stages(Stubborn(lost_st)), READER, UNDERSTANDER, FakeVoices(), store)
    return Renderer(*parts)


def test_what_the_double_is_asked_lands_in_every_dimension() -> None:
    found = landings(renderer().render(RenderRequest(LINE, direction=RAISED)))
    verdicts = {name: landing.verdict for name, landing in found.items()}
    for name in ("f0_level_st", "energy_db", "vowel_duration"):
        assert verdicts.pop(name) == "landed"
    assert set(verdicts.values()) == {""}
    assert set(found) == set(NAMES)
    assert abs(found["energy_db"].error) < 0.7


def test_level_is_judged_against_the_voice_unasked() -> None:
    take = renderer().render(RenderRequest(LINE, direction=RAISED))
    assert take.audio is not None
    quiet = take.audio * np.float32(10 ** (-2.5 / 20))
    found = landings(replace(take, audio=quiet))["energy_db"]
    assert found.verdict == "weak"
    assert found.error == pytest.approx(-2.5, abs=0.7)


def test_lengths_are_left_out_where_the_strength_changes() -> None:
    ramped = replace(RAISED, ramp=0.5)
    found = landings(renderer().render(RenderRequest(LINE, direction=ramped)))
    assert "vowel_duration" not in found
    assert "f0_level_st" in found
    plan = renderer().plan(RenderRequest(LINE, direction=RAISED))
    assert landings(plan) == {}


def test_a_miss_is_corrected_once_and_told() -> None:
    request = RenderRequest(LINE, direction=RAISED)
    plain = renderer(2.0).render(request)
    heard: list[Floats] = []
    corrected = replace(request, correct=True)
    again = renderer(2.0).render(corrected, on_unit=lambda piece: heard.append(piece.audio))
    assert landings(plain)["f0_level_st"].verdict == "weak"
    errors = [abs(landings(take)["f0_level_st"].error) for take in (plain, again)]
    assert errors[1] < 0.3 * errors[0]
    assert miss(landings(again)) < miss(landings(plain))
    assert again.plan.f0.tobytes() == plain.plan.f0.tobytes()  # what was asked stays
    assert [remark.code for remark in again.remarks] == ["take-corrected"]
    assert again.audio is not None
    assert np.concatenate(heard).tobytes() == again.audio.tobytes()


def test_what_landed_is_made_once_and_its_key_says_that_it_may_be_corrected(tmp_path: Path) -> None:
    request = RenderRequest(LINE, direction=RAISED)
    made = renderer(store=TakeStore(tmp_path))
    one, two = made.render(request), made.render(replace(request, correct=True))
    assert one.key != two.key
    assert one.audio is not None
    assert two.audio is not None
    assert one.audio.tobytes() == two.audio.tobytes()
    assert not two.remarks
    assert made.render(replace(request, correct=True)).provenance.cache == "hit"


def test_a_correction_has_limits() -> None:
    plan = renderer().plan(RenderRequest(LINE, direction=RAISED)).plan
    wild = {name: Landing(40.0, "over") for name in CORRECTED}
    assert missed(wild) == CORRECTED
    moved = corrected(plan, wild)
    assert (plan.gain_db - moved.gain_db).max() == pytest.approx(MOST.energy_db)
    voiced = plan.f0 > 10
    steps = 12 * np.log2(moved.f0[voiced] / plan.f0[voiced])
    assert abs(np.median(steps)) < 2 * MOST.f0_level_st
    landed = {"f0_level_st": Landing(0.4, "landed"), "energy_db": Landing(9.0, "")}
    assert corrected(plan, landed).f0.tobytes() == plan.f0.tobytes()


def test_the_sentence_names_only_what_did_not_land() -> None:
    heard = Heard()
    heard.add({"f0_level_st": Landing(0.0, "landed"), "final_st": Landing(0.0, "")})
    assert heard.sentence == ""
    heard.add({"f0_level_st": Landing(-2.0, "weak"), "energy_db": Landing(3.0, "over")})
    told = "of what was asked, heard: 1 landed, 1 weak (pitch level 1), 1 over (level 1)"
    assert heard.sentence == told
