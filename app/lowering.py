"""What a person is told of precisions: the making of the int8 form, and what a trial found."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path

    from engine.backends.protocol import BackendInfo

STEPS = {
    "int8-plan": "making the fast form: planning lines",
    "int8-ranges": "making the fast form: listening to them",
    "int8-write": "making the fast form: writing it",
    "int8-trial": "trying it here",
}

ROW = "cpu"
"""The backend that has an int8 form."""


def int8_step(step: str) -> str:
    """The words for a step; what nobody knows is told as it is."""
    return STEPS.get(step, step)


def precision_data(data: Path, info: BackendInfo, asked: str) -> dict[str, Any]:
    """What is known of precisions here, for JSON.

    Args:
        data: the data folder.
        info: the processor's row in float32.
        asked: the precision in the settings.
    """
    from engine.precision import automatic, known_trial, this_machine

    machine = this_machine()
    trial = known_trial(data, machine, info)
    told: dict[str, Any] = {"asked": asked, "processor": machine.processor, "flags": machine.flags}
    if trial is None:
        return told | {"tried": False}
    share = {"share": trial.share, "exact_s": trial.exact_s, "fast_s": trial.fast_s}
    return told | {"tried": True, "automatic": automatic(trial)} | share


def precision_words(data: Path, info: BackendInfo, asked: str) -> str:
    """The same as one sentence."""
    told = precision_data(data, info, asked)
    if not told["tried"]:
        found = "int8 was not tried here yet, `espressivo say --precision auto` does it"
    else:
        found = (
            f"int8 takes {told['share']:.2f} of float32's time on {told['processor']}, "
            f"so auto is {told['automatic']}"
        )
    return f"precision of {ROW}: {asked} is set; {found}."
