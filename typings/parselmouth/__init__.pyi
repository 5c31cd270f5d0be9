from typing import Any

import numpy as np
from numpy.typing import NDArray

class Pitch:
    selected_array: NDArray[np.void]
    def xs(self) -> NDArray[np.float64]: ...

class Intensity:
    values: NDArray[np.float64]
    def xs(self) -> NDArray[np.float64]: ...

class Sound:
    duration: float
    def __init__(self, values: NDArray[Any], sampling_frequency: float = ...) -> None: ...
    def to_pitch_ac(
        self,
        time_step: float | None = ...,
        pitch_floor: float = ...,
        max_number_of_candidates: int = ...,
        very_accurate: bool = ...,
        silence_threshold: float = ...,
        voicing_threshold: float = ...,
        octave_cost: float = ...,
        octave_jump_cost: float = ...,
        voiced_unvoiced_cost: float = ...,
        pitch_ceiling: float = ...,
    ) -> Pitch: ...
    def to_intensity(
        self,
        minimum_pitch: float = ...,
        time_step: float | None = ...,
        subtract_mean: bool = ...,
    ) -> Intensity: ...
