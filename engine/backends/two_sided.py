"""Two preparations of the voice behind one backend: the stable one's sessions and a candidate's.

The candidate's are opened when its side is gone to and closed when it is left, so that no
more memory is held than one preparation takes, or two while both are in use.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.backends.facts import open_stage, run_for, stand_in, stood_in, stop_building
from engine.backends.protocol import Backend, BackendInfo, Stage, Tensor
from engine.cancel import CancelToken


class TwoSided:
    """Runs on the stable side's backend or on the candidate's.

    Args:
        stable: what runs at first.
        open_candidate: opens the other; may raise.
    """

    def __init__(self, stable: Backend, open_candidate: Callable[[], Backend]) -> None:
        self._stable = stable
        self._open = open_candidate
        self._candidate: Backend | None = None

    def use(self, *, candidate: bool) -> None:
        """Run on the candidate's sessions from now on, or on the stable side's.

        Raises:
            BackendFailed, MissingModel, OSError: the candidate's cannot be opened; the
                stable side's go on.
        """
        if candidate and self._candidate is None:
            self._candidate = self._open()
        elif not candidate and self._candidate is not None:
            self._candidate.close()
            self._candidate = None

    def describe(self) -> BackendInfo:
        """Say what runs now."""
        return self._now.describe()

    @property
    def stand_in(self) -> BackendInfo | None:
        """See ``facts.stand_in``."""
        return stand_in(self._now)

    def stop_building(self) -> None:
        """See ``facts.stop_building``."""
        stop_building(self._now)

    @property
    def stood_in(self) -> int:
        """See ``facts.stood_in``."""
        return stood_in(self._now)

    def run(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken
    ) -> dict[str, Tensor]:
        """Run one stage; see ``Backend.run``."""
        return self._now.run(stage, inputs, token)

    def run_for(
        self, stage: Stage, inputs: Mapping[str, Tensor], token: CancelToken, output: str
    ) -> dict[str, Tensor]:
        """See ``facts.run_for``."""
        return run_for(self._now, stage, inputs, token, output)

    def open_stage(self, stage: Stage) -> None:
        """See ``facts.open_stage``."""
        open_stage(self._now, stage)

    def close(self) -> None:
        """Release the sessions of both."""
        self.use(candidate=False)
        self._stable.close()

    @property
    def _now(self) -> Backend:
        return self._candidate or self._stable
