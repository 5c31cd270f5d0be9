"""Fixtures of the command line's tests."""

from tests.app.pulse import sound_server

__all__ = ["sound_server"]
