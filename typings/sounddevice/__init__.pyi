from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

class PortAudioError(Exception): ...
class CallbackStop(Exception): ...

class default:
    device: tuple[int, int]

class OutputStream:
    def __init__(
        self,
        samplerate: float | None = ...,
        blocksize: int | None = ...,
        device: int | str | None = ...,
        channels: int | None = ...,
        dtype: Literal["float32"] | None = ...,
        latency: float | str | None = ...,
        callback: Callable[[NDArray[np.float32], int, Any, Any], None] | None = ...,
        finished_callback: Callable[[], None] | None = ...,
    ) -> None: ...
    @property
    def latency(self) -> float: ...
    @property
    def active(self) -> bool: ...
    def start(self) -> None: ...
    def stop(self, ignore_errors: bool = ...) -> None: ...
    def close(self, ignore_errors: bool = ...) -> None: ...

def query_devices(device: int | str | None = ..., kind: str | None = ...) -> Any: ...
def check_output_settings(
    device: int | str | None = ...,
    channels: int | None = ...,
    dtype: str | None = ...,
    extra_settings: Any = ...,
    samplerate: float | None = ...,
) -> None: ...
