"""The command ``espressivo``: an interrupt while it loads ends it as a later one does."""

from __future__ import annotations

STOPPED = 130
"""``app.notices.Exit.CANCELLED``, which may not be loaded yet."""


def main() -> int:
    """Load the command line and run it; returns its exit status."""
    try:
        from app.cli import main as run

        return run()
    except KeyboardInterrupt:
        return STOPPED
