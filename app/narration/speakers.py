"""Who speaks a narration: this machine, or those of a cluster."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from app.narration.crew import Crew
from app.narration.ledger import Ledger
from app.narration.speaking import Speaking, Speaks, stamp_of
from engine.build import Engine
from engine.cancel import CancelToken
from engine.reading.own_words import OwnWords


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
    cluster: bool,
    data: Path,
    speak_brackets: bool,
    tell: Callable[[str], None],
) -> Iterator[Speaks]:
    """What speaks a book's lines; the workers of a cluster end with it.

    Args:
        engine: this machine's.
        ledger: where lines are kept.
        token: cancels.
        own: the lexicon ``engine`` was built with.
        cluster: speak on the cluster that was joined.
        data, speak_brackets: what ``engine`` was built with.
        tell: hears of machines that come and go.

    Raises:
        StudioError: from the test line.
    """
    renderer, stamp = engine.renderer.for_delivery(), stamp_of(engine, own)
    if not cluster:
        yield Speaking(renderer, ledger, stamp, token)
        return
    from app.narration.cluster import Cluster, Spec, likeness

    spec = Spec(data, engine.backend.describe().name, speak_brackets, own)
    workers = Cluster(spec, likeness(engine, own), tell)
    try:
        yield Crew(workers, renderer, ledger, stamp, token, tell)
    finally:
        workers.close()
