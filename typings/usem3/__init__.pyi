from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class Tokenizer:
    def encode(
        self, texts: str, out_type: type[int] = ..., add_bos: bool = ..., add_eos: bool = ...
    ) -> list[int]: ...

class NumpyBackend:
    sp: Tokenizer
    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]: ...

class USE:
    def __init__(self, threads: int = ..., denoise: bool = ...) -> None: ...
    @property
    def _model(self) -> NumpyBackend: ...
