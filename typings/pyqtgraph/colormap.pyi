import numpy as np
from numpy.typing import NDArray

class ColorMap:
    def getLookupTable(
        self, start: float = 0.0, stop: float = 1.0, nPts: int = 512, alpha: bool | None = None
    ) -> NDArray[np.uint8]: ...

def get(name: str, source: str | None = None, skipCache: bool = False) -> ColorMap: ...
