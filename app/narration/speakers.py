"""Who speaks a narration: this process, several on this machine, or those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from app.narration.crew import Crew
from app.narration.hearing import HEARD, ear_of
from app.narration.ledger import Ledger
from app.narration.processes import Processes
from app.narration.speaking import Speaking, Speaks, stamp_of
from app.narration.voice import Spec, likeness
from engine.build import Engine
from engine.cancel import CancelToken
from engine.keys import key_of
from engine.precision import asked_of
from engine.reading.own_words import OwnWords

if TYPE_CHECKING:
    from app.narration.cluster import Cluster


def joined(address: str) -> AbstractContextManager[None]:
    """Membership of a cluster; of none where ``address`` is "".

    Raises:
        BackendUnavailable: see ``app.narration.cluster.connect``.
    """
    if not address:
        return nullcontext()
    from app.narration.cluster import member  # Ray is not installed everywhere

    return member(address)


@contextmanager
def speakers(
    engine: Engine,
    ledger: Ledger,
    token: CancelToken,
    *,
    own: OwnWords | None,
    workers: int,
    cluster: bool,
    data: Path,
    speak_brackets: bool,
    listen: bool,
    tell: Callable[[str], None],
) -> Iterator[Speaks]:
    """What speaks a book's lines; workers end with it.

    Args:
        engine: this machine's.
        ledger: where lines are kept.
        token: cancels.
        own: the lexicon ``engine`` was built with.
        workers: how many processes of this machine speak; 1 is this one.
        cluster: speak on the cluster that was joined instead.
        data, speak_brackets: what ``engine`` was built with.
        listen: let a recogniser listen to each line, wherever it is spoken.
        tell: hears of machines that come and go.

    Raises:
        StudioError: from the test line, or of a recogniser that is missing.
    """
    renderer, stamp = engine.renderer.for_delivery(), stamp_of(engine, own)
    ear = ear_of(data) if listen else None
    if listen:
        stamp = key_of(stamp, HEARD)
    if workers == 1 and not cluster:
        yield Speaking(renderer, ledger, stamp, token, ear)
        return
    info = engine.backend.describe()
    spec = Spec(data, info.name, speak_brackets, own, asked_of(info), listen)
    wanted = likeness(engine, own)
    found = _cluster(spec, wanted, tell) if cluster else Processes(workers, spec, wanted, tell)
    try:
        yield Crew(found, renderer, ledger, stamp, token, tell, ear)
    finally:
        found.close()


def _cluster(spec: Spec, wanted: str, tell: Callable[[str], None]) -> Cluster:
    from app.narration.cluster import Cluster  # Ray is not installed everywhere

    return Cluster(spec, wanted, tell)
