from collections.abc import Mapping, Sequence
from typing import Any

from numpy.typing import NDArray

__version__: str

def disable_telemetry_events() -> None: ...
def get_available_providers() -> list[str]: ...

class SessionOptions:
    intra_op_num_threads: int
    inter_op_num_threads: int
    log_severity_level: int
    enable_cpu_mem_arena: bool
    enable_mem_pattern: bool
    enable_profiling: bool
    profile_file_prefix: str
    graph_optimization_level: Any
    optimized_model_filepath: str
    def add_session_config_entry(self, key: str, value: str) -> None: ...

class RunOptions:
    terminate: bool
    def add_run_config_entry(self, key: str, value: str) -> None: ...

class OrtValue:
    @staticmethod
    def ortvalue_from_numpy(numpy_obj: NDArray[Any]) -> OrtValue: ...
    def numpy(self) -> NDArray[Any]: ...

class NodeArg:
    name: str
    shape: list[int | str | None]
    type: str

class InferenceSession:
    _model_bytes: bytes | None
    def __init__(
        self,
        path_or_bytes: str | bytes,
        sess_options: SessionOptions | None = None,
        providers: Sequence[str] | None = None,
    ) -> None: ...
    def run(
        self,
        output_names: Sequence[str] | None,
        input_feed: Mapping[str, NDArray[Any]],
        run_options: RunOptions | None = None,
    ) -> list[NDArray[Any]]: ...
    def run_with_ort_values(
        self,
        output_names: Sequence[str],
        input_dict_ort_values: Mapping[str, OrtValue],
        run_options: RunOptions | None = None,
    ) -> list[OrtValue]: ...
    def get_inputs(self) -> list[NodeArg]: ...
    def get_outputs(self) -> list[NodeArg]: ...
    def get_providers(self) -> list[str]: ...
    def end_profiling(self) -> str: ...
