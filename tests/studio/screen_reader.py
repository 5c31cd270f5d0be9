"""A screen reader's side of the accessibility bus: reads a program as AT-SPI tells it.

Runs a program in a D-Bus session of its own, with a screen and an accessibility bus,
then asks it over the bus alone, as Orca would: names, descriptions, roles, states,
values and text, and what is announced. Interfaces and state numbers are those of
at-spi2-core (``xml/*.xml`` and ``atspi-constants.h``).
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jeepney import (
    DBusAddress,
    HeaderFields,
    MatchRule,
    Message,
    MessageType,
    Properties,
    message_bus,
    new_method_call,
)
from jeepney.io.blocking import DBusConnection, open_dbus_connection

START_S = 30.0
"""Longest wait for the program on the bus; it takes about 1 s on a quiet machine."""
ANSWER_S = 60.0
"""Longest wait for one answer: hang limit, not a measure."""

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
REGISTRY = "org.a11y.atspi.Registry"
LABELLED_BY = 2
STATES = {
    4: "checked",
    8: "enabled",
    9: "expandable",
    10: "expanded",
    11: "focusable",
    12: "focused",
    23: "selected",
    25: "showing",
    30: "visible",
}
WITH_VALUE = {"slider", "spin box"}
WITH_TEXT = {"text", "spin box"}
WITH_LABELS = {"slider", "combo box"}
"""Roles asked for more than every element is: each question costs a millisecond."""


@dataclass(frozen=True)
class Heard:
    """What a screen reader knows of one element.

    ``value`` is (now, least, most) where it has one, ``text`` its characters where it
    holds text, ``labels`` the names of what labels it. ``path`` names it on the bus.
    """

    path: str
    role: str
    name: str
    description: str
    states: frozenset[str]
    value: tuple[float, float, float] | None
    text: str
    labels: tuple[str, ...]
    children: tuple[Heard, ...]

    def walk(self) -> Iterator[Heard]:
        """Give this and all under it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()

    def lines(self, depth: int = 0) -> Iterator[str]:
        """Give the tree as it is read, a line per element."""
        parts = [self.role, repr(self.name)]
        if self.value is not None:
            parts.append(f"value {self.value[0]:g} of {self.value[1]:g} to {self.value[2]:g}")
        if self.text:
            parts.append(f"text {self.text!r}")
        if self.description:
            parts.append(f"({self.description})")
        parts += [f"labelled {label!r}" for label in self.labels]
        parts += sorted(self.states - {"enabled", "visible", "showing", "focusable"})
        yield "  " * depth + " ".join(parts)
        for child in self.children:
            yield from child.lines(depth + 1)


class ScreenReader:
    """Connected to the accessibility bus of one session."""

    def __init__(self, session: DBusConnection) -> None:
        where = DBusAddress("/org/a11y/bus", "org.a11y.Bus", "org.a11y.Bus")
        address = _ask(session, new_method_call(where, "GetAddress"))[0]
        self._bus = open_dbus_connection(address)
        self._signals: deque[Message] = deque()
        event = MatchRule(type="signal", interface="org.a11y.atspi.Event.Object")
        _ask(self._bus, message_bus.AddMatch(event))
        self._filter = self._bus.filter(event, queue=self._signals)
        self._filter.__enter__()
        registry = DBusAddress("/org/a11y/atspi/registry", REGISTRY, REGISTRY)
        for name in ("object:announcement", "object:property-change"):
            _ask(self._bus, new_method_call(registry, "RegisterEvent", "sass", (name, [], "")))

    def close(self) -> None:
        """Leave the bus."""
        self._bus.close()

    def wait_for(self, title: str) -> str:
        """Return the bus name of the program that shows a window called ``title``."""
        deadline = time.monotonic() + START_S
        while time.monotonic() < deadline:
            for owner, path in self._call(REGISTRY, ROOT, ACCESSIBLE, "GetChildren")[0]:
                for _, window in self._call(owner, path, ACCESSIBLE, "GetChildren")[0]:
                    if title in self._property(owner, window, ACCESSIBLE, "Name"):
                        return str(owner)
            time.sleep(0.05)
        raise TimeoutError(f"no window called {title!r} on the accessibility bus")

    def read(self, owner: str, path: str = ROOT) -> Heard:
        """Read an element with all in it that is on the screen."""
        return self._read(owner, path, self._states(owner, path))

    def _read(self, owner: str, path: str, states: frozenset[str]) -> Heard:
        role = str(self._call(owner, path, ACCESSIBLE, "GetRoleName")[0])
        inside = [child for _, child in self._call(owner, path, ACCESSIBLE, "GetChildren")[0]]
        known = [(child, self._states(owner, child)) for child in inside]
        return Heard(
            path,
            role,
            self._property(owner, path, ACCESSIBLE, "Name"),
            self._property(owner, path, ACCESSIBLE, "Description"),
            states,
            self._value(owner, path) if role in WITH_VALUE else None,
            self._text(owner, path) if role in WITH_TEXT else "",
            self._labels(owner, path) if role in WITH_LABELS else (),
            tuple(
                self._read(owner, child, its)
                for child, its in known
                if path == ROOT or "showing" in its
            ),
        )

    def announced(self, wait_s: float = ANSWER_S) -> tuple[str, str]:
        """Return the next announcement and its politeness, "polite" or "assertive"."""
        deadline = time.monotonic() + wait_s
        while True:
            left = max(deadline - time.monotonic(), 0.0)
            message = self._bus.recv_until_filtered(self._signals, timeout=left)
            if message.header.fields[HeaderFields.member] == "Announcement":
                urgency, said = message.body[1], message.body[3][1]
                return said, {1: "polite", 2: "assertive"}[urgency]

    def press(self, owner: str, path: str) -> None:
        """Do what an element does first: a button is pressed."""
        self._call(owner, path, "org.a11y.atspi.Action", "DoAction", "i", (0,))

    def set_value(self, owner: str, path: str, value: float) -> None:
        """Set the value of a slider or a number."""
        at = DBusAddress(path, owner, "org.a11y.atspi.Value")
        _ask(self._bus, Properties(at).set("CurrentValue", "d", value))

    def value(self, owner: str, path: str) -> float:
        """Return what a slider or a number stands at."""
        return self._value(owner, path)[0]

    def _states(self, owner: str, path: str) -> frozenset[str]:
        low, high = self._call(owner, path, ACCESSIBLE, "GetState")[0]
        bits = low | high << 32
        return frozenset(name for number, name in STATES.items() if bits >> number & 1)

    def _value(self, owner: str, path: str) -> tuple[float, float, float]:
        names = ("CurrentValue", "MinimumValue", "MaximumValue")
        now, least, most = (
            float(self._property(owner, path, "org.a11y.atspi.Value", name)) for name in names
        )
        return now, least, most

    def _labels(self, owner: str, path: str) -> tuple[str, ...]:
        relations = self._call(owner, path, ACCESSIBLE, "GetRelationSet")[0]
        return tuple(
            self._property(other, label, ACCESSIBLE, "Name")
            for kind, targets in relations
            for other, label in targets
            if kind == LABELLED_BY
        )

    def _text(self, owner: str, path: str) -> str:
        return str(self._call(owner, path, "org.a11y.atspi.Text", "GetText", "ii", (0, -1))[0])

    def _property(self, owner: str, path: str, interface: str, name: str) -> Any:
        at = DBusAddress(path, owner, interface)
        return _ask(self._bus, Properties(at).get(name))[0][1]

    def _call(
        self, owner: str, path: str, interface: str, method: str, sign: str = "", body: Any = ()
    ) -> Any:
        at = DBusAddress(path, owner, interface)
        return _ask(self._bus, new_method_call(at, method, sign or None, body))


def _ask(bus: DBusConnection, message: Message) -> Any:
    """Return the body of the answer; an error answer fails the test."""
    answer = bus.send_and_get_reply(message, timeout=ANSWER_S)
    assert answer.header.message_type is MessageType.method_return, (message.header, answer.body)
    return answer.body


@contextmanager
def reading(
    command: list[str], folder: Path, environment: Mapping[str, str]
) -> Iterator[ScreenReader]:
    """Run a program from the repository in a session of its own, and give what reads it.

    ``folder`` is where the session keeps its sockets: short, as their paths may have no
    more than 107 characters.
    """
    env = {k: v for k, v in os.environ.items() if not k.startswith(("DBUS_", "AT_SPI_"))}
    env.pop("QT_QPA_PLATFORM", None)  # only a real window is on the bus
    env |= {"XDG_RUNTIME_DIR": str(folder), "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1", **environment}
    script = 'echo "$DBUS_SESSION_BUS_ADDRESS"; exec "$@"'
    program = subprocess.Popen(
        ["dbus-run-session", "--", "sh", "-c", script, "sh", *command],
        cwd=Path(__file__).resolve().parents[2],
        env=env,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        assert program.stdout is not None
        with open_dbus_connection(program.stdout.readline().strip()) as session:
            reader = ScreenReader(session)
            try:
                yield reader
            finally:
                reader.close()
    finally:
        os.killpg(program.pid, signal.SIGTERM)
        program.communicate(timeout=ANSWER_S)
