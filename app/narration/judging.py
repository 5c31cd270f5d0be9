"""The files of sound of a delivery decoded again, measured and judged, and the report on them."""

from __future__ import annotations

from concurrent.futures import Future
from pathlib import Path

from app.narration import report
from app.narration.delivered import Delivered, SoundOf
from app.narration.making import Making, making
from app.narration.measured import FileReport, measure, measure_joined
from app.narration.outbox import Outbox
from app.narration.profiles import Profile
from app.screen import Progress
from engine.cancel import CancelToken
from engine.errors import InputError


class Judging:
    """Files on their way through the measure.

    Args:
        out: the folder they lie in.
        profile: what they are judged by.
        work: measures them.
    """

    def __init__(self, out: Path, profile: Profile, work: Making) -> None:
        self._out = out
        self._profile = profile
        self._work = work
        self._pieces: list[Future[tuple[FileReport, ...]]] = []
        self.sounds: list[SoundOf] = []

    def begin(self, sound: SoundOf) -> None:
        """Hand in a file that lies in its place."""
        self.sounds.append(sound)
        self._pieces.append(self._work.begin(_judged, self._out, sound, self._profile))

    def report(self, record: Delivered, token: CancelToken, bar: Progress) -> list[FileReport]:
        """Wait for the files that were handed in and write the report.

        Raises:
            ExportError, Cancelled: see ``app.narration.measured``; ``output-unwritable`` and
                ``disk-full`` from the report.
            InputError: ``report-missing``: a file is gone.
        """
        reports: list[FileReport] = []
        for number, piece in enumerate(self._pieces, 1):
            found = self._work.result(piece, token)
            reports += found
            bar.show(number, f"{number} of {len(self._pieces)} files", "measuring")
        outbox = Outbox(self._out, (report.PAGE, report.DATA))
        data = report.to_data(self._out, record, self._profile, reports)
        outbox.text(report.DATA, report.to_json(data))
        outbox.text(report.PAGE, report.to_html(self._out, record, self._profile, reports))
        return reports


def judge(
    out: Path, record: Delivered, profile: Profile, token: CancelToken, bar: Progress
) -> list[FileReport]:
    """Measure what an earlier run delivered and write the report.

    Raises:
        Cancelled, StudioError: see ``Judging.report``.
    """
    with making() as work:
        judging = Judging(out, profile, work)
        for each in record.sounds:
            judging.begin(each)
        return judging.report(record, token, bar)


def _judged(
    out: Path, sound: SoundOf, profile: Profile, token: CancelToken
) -> tuple[FileReport, ...]:
    path = out / sound.file
    if not path.exists():
        raise InputError("report-missing", subject="file", detail=str(path))
    if sound.marks:
        return measure_joined(path, sound.marks, profile, token)
    return (measure(path, sound.title, profile, token),)
