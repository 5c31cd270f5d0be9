"""What a person is told while the voice's int8 form is made."""

from __future__ import annotations

STEPS = {
    "int8-plan": "making the fast form: planning lines",
    "int8-ranges": "making the fast form: listening to them",
    "int8-write": "making the fast form: writing it",
    "int8-trial": "trying it here",
    "ready": "starting",
}


def int8_step(step: str) -> str:
    """The words for a step; what nobody knows is told as it is."""
    return STEPS.get(step, step)
