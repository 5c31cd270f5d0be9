"""Fixtures of the command line's tests."""

from tests.app.pulse import bare_server, sound_server

__all__ = ["bare_server", "sound_server"]
