"""Cancelling work from another thread without locks or queues."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.errors import Cancelled, StudioError


class CancelToken:
    """A one-way switch shared by who asks and who works.

    ``cancel`` may be called from any thread, any number of times. It first
    sets the flag and then calls the hook; the worker first publishes its hook
    and then reads the flag. Whichever comes first, the run is stopped.
    """

    __slots__ = ("_cancelled", "_hook")

    def __init__(self) -> None:
        self._cancelled = False
        self._hook: Callable[[], None] | None = None

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` has been called."""
        return self._cancelled

    def cancel(self) -> None:
        """Ask for the work to stop; returns at once."""
        self._cancelled = True
        hook = self._hook
        if hook is not None:
            hook()

    def publish(self, hook: Callable[[], None] | None) -> None:
        """Set the call that interrupts the running step, or None to clear it.

        Raises:
            Cancelled: the token was cancelled before the hook was published.
        """
        self._hook = hook
        if hook is not None:
            self.check()

    def check(self) -> None:
        """Raise ``Cancelled`` if the work is no longer wanted."""
        if self._cancelled:
            raise Cancelled


@contextmanager
def stoppable(
    token: CancelToken, stop: Callable[[], None], failure: Callable[[Exception], StudioError]
) -> Iterator[None]:
    """Enter a step of another library that ``stop`` interrupts.

    Raises:
        Cancelled: the token was cancelled before or during the step.
        StudioError: the step failed otherwise; ``failure`` says how.
    """
    try:
        token.publish(stop)
        yield
    except Exception as error:
        if token.cancelled:
            raise Cancelled from error
        raise failure(error) from error
    finally:
        token.publish(None)
