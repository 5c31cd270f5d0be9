from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any

from ray import exceptions as exceptions

class ObjectRef:
    def future(self) -> Future[Any]: ...

def init(
    address: str | None = ...,
    *,
    log_to_driver: bool = ...,
    logging_level: int | str = ...,
    namespace: str | None = ...,
) -> Any: ...
def shutdown() -> None: ...
def nodes() -> list[Mapping[str, Any]]: ...
def kill(actor: Any, *, no_restart: bool = ...) -> None: ...
def remote(**options: Any) -> Callable[[type], Any]: ...
