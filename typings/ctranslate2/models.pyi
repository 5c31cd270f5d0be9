from collections.abc import Sequence

from ctranslate2 import StorageView

class WhisperGenerationResult:
    sequences_ids: list[list[int]]

class Whisper:
    def __init__(
        self,
        model_path: str,
        device: str = ...,
        *,
        compute_type: str = ...,
        intra_threads: int = ...,
    ) -> None: ...
    def generate(
        self,
        features: StorageView,
        prompts: Sequence[Sequence[str]],
        *,
        beam_size: int = ...,
        max_length: int = ...,
    ) -> list[WhisperGenerationResult]: ...
