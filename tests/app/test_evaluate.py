"""``espressivo evaluate``: cells are records, reports are data, answers are read."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from app.cli import main
from app.evaluate.cells import SUBSET, Choice, nudged, spoken, unique
from app.evaluate.findings import Figure, Plot, Section, Table, row_of, section_of
from app.evaluate.judge import OwnJudge
from app.evaluate.lab import Lab
from app.evaluate.listening import COLUMNS, FIT, PAIR, analysed, page_of, questions
from app.evaluate.report import SCHEMA, Report
from app.evaluate.sections.crosstalk import CROSSTALK
from app.evaluate.sections.listing import ALL
from app.evaluate.sections.part import Order
from engine.build import build_engine
from engine.cancel import CancelToken
from engine.errors import InputError
from engine.values import Deltas

VOICE, LINE = "af_heart", "We drove along the river."
TINY = Choice(replace(SUBSET, voices=1, seven_lines=1, other_lines=0), 7)


def silent(_words: str, _share: float) -> None:
    """Nobody is told."""


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    with build_engine(backend="fake") as engine:
        yield Lab(engine, OwnJudge(), tmp_path_factory.mktemp("cells"), CancelToken())


def test_a_cell_is_spoken_once_and_again_only_if_its_record_is_torn(lab: Lab) -> None:
    wanted = [spoken("", VOICE, LINE), nudged(Deltas(f0_level_st=3.0), VOICE, LINE)]
    assert lab.speak(wanted, 0.0, silent) == 2  # the time is over: nothing is begun
    assert lab.find(wanted[0]) is None
    assert lab.speak(wanted, None, silent) == 0
    neutral, higher = (lab.find(each) for each in wanted)
    assert neutral is not None
    assert higher is not None
    assert higher.figures["f0_median_st"] - neutral.figures["f0_median_st"] == pytest.approx(
        3, abs=0.1
    )
    assert higher.asked(neutral)["f0 level"] == 3.0
    assert abs(higher.audio).max() > 0.01

    def never(words: str, _share: float) -> None:
        raise AssertionError(words)

    again = Lab(lab.engine, OwnJudge(), lab._folder.parent, CancelToken())
    assert again.speak(wanted, None, never) == 0
    for record in lab._folder.rglob("*.rec"):
        record.write_bytes(record.read_bytes()[:-100])
    told: list[str] = []
    fresh = Lab(lab.engine, OwnJudge(), lab._folder.parent, CancelToken())
    assert fresh.speak(wanted, None, lambda words, _share: told.append(words)) == 0
    assert len(told) == 2


def test_a_section_says_how_many_of_its_cells_were_there(lab: Lab) -> None:
    wanted = unique(CROSSTALK.wants(TINY))
    lab.speak(wanted[:6], None, silent)
    section = CROSSTALK.find(lab, Order(TINY))
    assert section.cells[0] < section.cells[1]
    assert any("cells were spoken so far" in note for note in section.notes)
    drift = next(f for f in section.figures if f.what.startswith("unrequested change"))
    assert drift.value < 1.0  # the double obeys exactly


def test_the_page_is_blind_and_whole(lab: Lab) -> None:
    asked = list(questions(TINY))
    assert page_of(lab, TINY) is None
    lab.speak([spoken(e, q.voice, q.line) for q in asked for e in q.played], None, silent)
    made = page_of(lab, TINY)
    assert made is not None
    page, key = made
    told = json.loads(page.partition("const DATA = ")[2].partition(";\n")[0].replace("<\\/", "</"))
    assert len(told["questions"]) == len(asked)
    for question in told["questions"]:
        assert set(question) == {"number", "kind", "emotion", "sounds"}  # no voice, no answer
    behind = json.loads(key)["questions"]
    assert {q["right"] for q in behind if q["kind"] == PAIR} == {"A", "B"}
    assert any(q["played"] == [""] for q in behind if q["kind"] == FIT)


def test_answers_are_counted_with_their_nulls(tmp_path: Path) -> None:
    pair = {"kind": PAIR, "emotion": "joy", "right": "A", "played": ["joy", ""]}
    fit, null = ({"kind": FIT, "emotion": "joy", "right": "", "played": [e]} for e in ("joy", ""))
    asked = [{"number": i + 1, **q} for i, q in enumerate((fit, null, pair, pair))]
    key = tmp_path / "key.json"
    key.write_text(json.dumps({"session": "s", "questions": asked}))
    paths = []
    for listener, marks in (("a", (4, 2, "A", "A")), ("b", (5, 1, "A", "B"))):
        paths.append(tmp_path / f"{listener}.csv")
        with paths[-1].open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(COLUMNS)
            for question, mark in zip(asked, marks, strict=True):
                rows.writerow(["s", listener, question["number"], question["kind"], mark])
    section = analysed(key, paths, 1)
    mos, chosen = section.figures
    assert (mos.value, mos.null, mos.count) == (4.5, 1.5, 2)
    assert mos.interval == (4.0, 5.0)
    assert (chosen.value, chosen.null) == (0.75, 0.5)
    key.write_text(json.dumps({"session": "other", "questions": asked}))
    with pytest.raises(InputError):
        analysed(key, paths, 1)
    paths[0].write_text("a,b\n1,2\n")
    with pytest.raises(InputError):
        analysed(key, paths, 1)


def test_a_report_is_data_a_page_and_words() -> None:
    figure = Figure("right | sign", 0.5, 0.25, "chance", (">=", 0.9), 10, ".0%")
    missing = Figure("nothing measured", float("nan"), aim=("<=", 1.0))
    plot = Plot("lines", "lines", {"a": ([0, 1], [0, 1]), "a, law": ([0, 1], [0, 1])})
    table = Table("rows", ("x",), [("<b>",)])
    other = replace(plot, title="bars", kind="bars", series={"a": (["x"], [1])})
    section = Section("one", "One", [figure, missing], [table], [plot, other], ["A note."], (1, 2))
    report = Report("2026-01-02T03:04:05+00:00", {"extent": "subset"}, [section])
    told = json.loads(report.as_json())
    assert told["schema"] == SCHEMA
    first, second = told["sections"][0]["figures"]
    assert (first["value"], first["null"], first["met"]) == (0.5, 0.25, False)
    assert (second["value"], second["met"]) == (None, None)
    page = report.as_html()
    drawings = [ElementTree.fromstring(each) for each in re.findall("<svg.*?</svg>", page, re.S)]
    assert [each.get("aria-label") for each in drawings] == ["lines", "bars"]
    parts = [part.get("id") for each in drawings for part in each.iter() if part.get("id")]
    assert len(set(parts)) == len(parts) > 20
    used = re.findall(r'(?:href="#|url\(#)([^")]+)', page)
    assert used
    assert set(used) <= set(parts)
    assert report.as_html() == page
    assert "&lt;b&gt;" in page
    again = section_of(json.loads(json.dumps(section.as_data())))
    assert again.as_data() == section.as_data()
    assert "| right \\| sign | 50% | 25% (chance) | >= 90% | no | 10 |" in report.as_markdown()
    assert row_of(missing)[1] == "–"


def test_sections_have_names_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["evaluate", "--list"]) == 0
    listed = capsys.readouterr().out
    assert len({part.name for part in ALL}) == len(ALL)
    assert all(part.name in listed for part in ALL)
    assert main(["evaluate", "--only", "nothing"]) == 2
    assert "there is no section 'nothing'" in capsys.readouterr().err
