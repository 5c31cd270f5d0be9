"""What the person should know, kept until it is dealt with."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.studio.present.notices import notice_view, remark_views
from app.studio.worker import Unexpected
from engine.errors import StudioError
from engine.values import Remark
from widgets.views import NoticeView

UNEXPECTED = "unexpected"

MOST = 6
"""Notices kept: more at once would cover the window."""


class NoticeBoard:
    """Keeps notices until somebody shows them, and then until they are closed."""

    def __init__(self) -> None:
        self._views: list[NoticeView] = []
        self._show: Callable[[tuple[NoticeView, ...]], None] | None = None

    @property
    def views(self) -> tuple[NoticeView, ...]:
        """What is said now, oldest first."""
        return tuple(self._views)

    def listen(self, show: Callable[[tuple[NoticeView, ...]], None]) -> None:
        """Show all notices by ``show``, from now on and at once."""
        self._show = show
        show(self.views)

    def says(self, notice_id: str) -> str:
        """The sentence of a notice that is shown; its id itself if it is not."""
        return next((each.says for each in self._views if each.id == notice_id), notice_id)

    def sentence(self, error: StudioError) -> str:
        """What is wrong, without the next step."""
        return notice_view(error, error.code).says

    def say(self, view: NoticeView) -> None:
        """Add a notice; one of the same id gives way."""
        kept = [each for each in self._views if each.id != view.id]
        self._views = [*kept, view][-MOST:]
        self._tell()

    def error(self, error: StudioError | Unexpected) -> None:
        """Say a failure; its code is the notice's id, ``unexpected`` for one of ours."""
        named = error.code if isinstance(error, StudioError) else UNEXPECTED
        self.say(notice_view(error, named))

    def remarks(self, remarks: Iterable[Remark]) -> None:
        """Say what is worth knowing."""
        for view in remark_views(remarks):
            self.say(view)

    def drop(self, *ids: str) -> None:
        """Take notices away."""
        kept = [each for each in self._views if each.id not in ids]
        if len(kept) != len(self._views):
            self._views = kept
            self._tell()

    def drop_subjects(self, *subjects: str) -> None:
        """Take away what was said under these controls."""
        self.drop(*(each.id for each in self._views if each.subject in subjects))

    def _tell(self) -> None:
        if self._show is not None:
            self._show(self.views)
