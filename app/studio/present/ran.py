"""Where the stages ran and what a race found, as rows of "What really ran"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.studio.present.notices import notice_view
from app.studio.present.truth import MEGABYTE, STAGES

if TYPE_CHECKING:
    # Only for their types: loading them is the engine thread's, behind the open window.
    from engine.backends.facts import RunFacts, StageFacts
    from engine.race import Lap

Row = tuple[str, str]
"""Label and value."""

HOUR_S = 3600.0

translate = QCoreApplication.translate


def fact_rows(facts: RunFacts | None) -> tuple[Row, ...]:
    """Return where the stages ran last, on which engine, and how full the card is."""
    if facts is None or not facts.stages:
        return ()
    rows: list[Row] = []
    providers = list(dict.fromkeys(each.provider for each in facts.stages))
    plain = not any(each.bucket or each.nodes or each.state for each in facts.stages)
    if plain and len(providers) == 1:
        rows.append((translate("Truth", "All stages ran on"), providers[0]))
    else:
        rows += [_stage_row(each) for each in facts.stages]
    if facts.driver:
        runs = translate("Truth", "CUDA {release}").format(release=facts.driver)
        rows.append((translate("Truth", "Graphics driver for"), runs))
    if facts.memory_total:
        used = translate("Truth", "{used} of {total} MB").format(
            used=f"{facts.memory_used / MEGABYTE:,.0f}",
            total=f"{facts.memory_total / MEGABYTE:,.0f}",
        )
        rows.append((translate("Truth", "Memory of the graphics card"), used))
    rows += [(translate("Truth", "Done without"), remark) for remark in facts.remarks]
    return tuple(rows)


def _stage_row(each: StageFacts) -> Row:
    name = translate("Truth", str(STAGES.get(each.stage, each.stage)))
    label = translate("Truth", "{stage}: ran on").format(stage=name)
    words = [each.provider]
    if each.nodes:
        words.append(translate("Truth", "{count} nodes").format(count=each.nodes))
    if each.bucket:
        words.append(translate("Truth", "length {bucket}").format(bucket=each.bucket))
        words.append(translate("Truth", "hit") if each.hit else translate("Truth", "miss"))
    if each.age_s is not None:
        hours = f"{each.age_s / HOUR_S:.1f}"
        words.append(translate("Truth", "engine of {hours} h ago").format(hours=hours))
    if each.state and each.state != "ready":
        words.append(each.state)
    return label, ", ".join(words)


def race_rows(laps: tuple[Lap, ...]) -> tuple[Row, ...]:
    """Return a row for each backend of a race, those that did not run with the reason."""
    return tuple(_lap_row(lap, laps[0].name) for lap in laps)


def _lap_row(lap: Lap, first: str) -> Row:
    label = translate("Truth", "Race: {backend}").format(backend=lap.name)
    if not lap.ran:
        reason = lap.reason
        if lap.error is not None and lap.error.code != "backend-unavailable":
            reason = notice_view(lap.error, "race").says
        return label, translate("Truth", "did not run: {reason}").format(reason=reason)
    took = translate("Truth", "{seconds} s, with loading {first} s")
    words = [took.format(seconds=f"{lap.total_s:.2f}", first=f"{lap.first_s:.2f}")]
    if lap.info is not None:
        words.append(f"{lap.info.device} {lap.info.precision}")
    if lap.difference_db is not None:
        far = translate("Truth", "{difference} dB from {first}")
        words.append(far.format(difference=f"{lap.difference_db:.1f}", first=first))
    return label, ", ".join((*words, *_nodes(lap)))


def _nodes(lap: Lap) -> Iterator[str]:
    """How many nodes ran where; of what ran beside the most, by operator."""
    found: dict[str, Counter[str]] = {}
    for providers in lap.placement.values():
        for provider, counts in providers.items():
            found.setdefault(provider, Counter()).update(counts)
    for place, provider in enumerate(sorted(found, key=lambda name: -sum(found[name].values()))):
        count = translate("Truth", "{count} nodes on {provider}")
        words = count.format(count=sum(found[provider].values()), provider=provider)
        kinds = ", ".join(f"{number} {kind}" for kind, number in found[provider].most_common())
        yield f"{words} ({kinds})" if place else words
