import numpy as np
from numpy.typing import NDArray

class ResampleStream:
    def __init__(
        self,
        in_rate: float,
        out_rate: float,
        num_channels: int,
        dtype: str = ...,
        quality: str = ...,
    ) -> None: ...
    def resample_chunk(self, x: NDArray[np.float32], last: bool = ...) -> NDArray[np.float32]: ...

def resample(
    x: NDArray[np.float32], in_rate: float, out_rate: float, quality: str = ...
) -> NDArray[np.float32]: ...
