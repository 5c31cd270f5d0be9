from enum import Enum
from typing import Any

class MessageType(Enum):
    method_call = 1
    method_return = 2
    error = 3
    signal = 4

class HeaderFields(Enum):
    interface = 2
    member = 3

class Header:
    message_type: MessageType
    fields: dict[HeaderFields, Any]

class Message:
    header: Header
    body: tuple[Any, ...]

class DBusAddress:
    def __init__(
        self, object_path: str, bus_name: str | None = None, interface: str | None = None
    ) -> None: ...

class MatchRule:
    def __init__(self, *, type: str, interface: str) -> None: ...  # noqa: A002  # its name there

class DBus:
    def AddMatch(self, rule: MatchRule) -> Message: ...

class Properties:
    def __init__(self, obj: DBusAddress) -> None: ...
    def get(self, name: str) -> Message: ...
    def set(self, name: str, signature: str, value: Any) -> Message: ...

def new_method_call(
    remote_obj: DBusAddress, method: str, signature: str | None = None, body: tuple[Any, ...] = ()
) -> Message: ...

message_bus: DBus
