import numpy as np
from numpy.typing import NDArray

_Wide = NDArray[np.float64]

def dio(
    x: _Wide,
    fs: int,
    f0_floor: float = ...,
    f0_ceil: float = ...,
    channels_in_octave: float = ...,
    frame_period: float = ...,
    speed: int = ...,
    allowed_range: float = ...,
) -> tuple[_Wide, _Wide]: ...
def harvest(
    x: _Wide,
    fs: int,
    f0_floor: float = ...,
    f0_ceil: float = ...,
    frame_period: float = ...,
) -> tuple[_Wide, _Wide]: ...
def stonemask(x: _Wide, f0: _Wide, temporal_positions: _Wide, fs: int) -> _Wide: ...
def d4c(
    x: _Wide,
    f0: _Wide,
    temporal_positions: _Wide,
    fs: int,
    threshold: float = ...,
    fft_size: int | None = ...,
) -> _Wide: ...
