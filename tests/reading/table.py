"""How well texts are read, as a page: ``python -m tests.reading.table``.

``RESULTS.md`` beside this file is what it printed. Lists are those under ``data/``;
what is wrong in them is named. At the end are the faults that must not come back,
each with the tests that hold it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from engine.models.vocab import load_vocab
from engine.reading.reader import Reader
from tests.reading.conftest import DATA, is_said, plain, rows

CASES = (
    "NORM-01", "NORM-03", "NORM-05", "NORM-07", "NORM-08", "NORM-10", "NORM-13", "NORM-16",
    "NORM-18", "NORM-19", "G2P-01", "G2P-03", "G2P-06", "G2P-08", "SYNTH-01", "SYNTH-02",
    "SYNTH-05", "SYNTH-08", "SYNTH-09", "SYNTH-11",
)  # fmt: skip
FIRST_LOOK = {
    "second": "102 of 129", "third": "72 of 77", "last": "49 of 50", "fourth": "142 of 150",
    "fifth": "142 of 154", "sixth": "157 of 162",
    "seventh": "158 of 164", "eighth": "155 of 155", "ninth": "152 of 160",
    "tenth": "188 of 200", "eleventh": "147 of 150", "hi": "15 of 20",
}  # fmt: skip
"""Right before any rule was changed for the list, by its keys as first written; the others
were not written down."""
FIRST_LOOKS = """
The fourth to eighth English lists were each stored before their first run and looked at once;
rules were then mended by kind before the next was written. All five together were right in 754
of 785 at the first look (96.1%). Three lists were planned; the third of them, the sixth, came to
96.9%, just under the 97% wanted, and two more were written after it, so the eighth alone is no
fair figure. Six of the misses were faults of the keys (two in the fourth list, three in the
fifth, one in the seventh), mended since; keys of five older rows were widened too. Whoever wrote
the lists had read the rules from the fifth list on, so the eighth may be easier than a
stranger's would be.

The ninth list was written by somebody who had not seen the rules, nor the other lists beyond
five rows for the format, and was stored before its first run: 152 of 160 (95.0%); 125 of 130
American rows and 27 of 30 British ones. Five of its sentences turned out to stand in older
lists, all five right; without them it is 147 of 155 (94.8%). All eight misses were judged the
program's, and no key was changed. Seven were mended by kind: an average far from its verb or at
the end of a sentence, two British times with a point, the possessive of an aircraft's number, a
heart as a verb, "~" before money, and "×" before lengths. The eighth, a Russian word in an
English sentence, was left out with a remark until such words were guessed; the key of such a
row in the fourth list was then widened to allow its Latin letters.

The tenth list was written by somebody who had seen neither the rules nor any of the lists, and
was stored before its first run: 188 of 200 (94.0%). All twelve misses were judged the program's
and mended by kind, and no key of the list was changed: time zones, a race's time, basis points,
short codes, versions, an inch mark before its noun, an emoji in a word's place, a power after a
Greek letter, places in Han letters, games won and lost, compass points in addresses, and keys
pressed together. The keys of two older rows, a 27" screen and "Esc", were widened. Most keys of
this list ask for the part of a sentence that was in question and not for the whole, so they are
easier to meet than the older ones. Rows named "mended" were written after a fault was found.

The eleventh list was written by somebody who had seen neither the rules nor any of the lists,
and was stored before its first run: 147 of 150 (98.0%), over the 97% wanted, with keys for parts
of sentences as in the tenth and no British rows. All three misses, a train's time with a point,
a ruler's "I" within a sentence and "×" in the size of a card, were judged the program's and
mended by kind, and no key of the list was changed.
"""
OTHERS = {"es": "es", "fr": "fr", "it": "it", "pt": "pt-br", "hi": "hi"}
ENGLISH = {"": "en-us", "-gb": "en-gb"}


def english(reader: Reader) -> list[tuple[str, int, list[str]]]:
    """Part of the list, its length, and what is wrong in it."""
    found: dict[str, tuple[int, list[str]]] = {}
    for name, written, wanted in rows("normalisation.tsv"):
        part = name.removesuffix("-gb")
        count, wrong = found.setdefault(part, (0, []))
        got = plain(reader.read(written, ENGLISH[name.removeprefix(part)]).spoken)
        if not is_said(got, wanted):
            wrong.append(f"{written!r}: {got}")
        found[part] = count + 1, wrong
    return [(part, count, wrong) for part, (count, wrong) in found.items()]


def others(reader: Reader) -> list[tuple[str, int, list[str]]]:
    """The same for each other language."""
    found = []
    for name, language in OTHERS.items():
        table = rows(f"normalise_{name}.tsv")
        pairs = [(w, plain(reader.read(w, language).spoken), e) for _, w, e in table]
        found.append(
            (name, len(table), [f"{w!r}: {got}" for w, got, e in pairs if not is_said(got, e)])
        )
    return found


def heteronyms(reader: Reader) -> tuple[int, list[str]]:
    """How many sentences, and those in which the word sounds otherwise."""
    wrong = []
    table = rows("heteronyms.tsv")
    for named, wanted, sentence in table:
        word, _, count = named.partition("#")
        said = [w for w in reader.read(sentence).words if w.spoken.lower() == word.lower()]
        if said[int(count or 1) - 1].phonemes != wanted:
            wrong.append(f"{sentence!r}: {word} as {said[int(count or 1) - 1].phonemes}")
    return len(table), wrong


def guessed(reader: Reader) -> tuple[int, int]:
    """Names and rare words: how many, and how many are guessed with a remark."""
    lines = (DATA / "names.txt").read_text(encoding="utf-8").splitlines()
    names = [name for line in lines if not line.startswith("//") for name in line.split()]
    told = [reader.read(f"We met {name} on Monday.").remarks for name in names]
    return len(names), sum(any(r.code == "word-guessed" for r in each) for each in told)


def held_by(case: str) -> list[str]:
    """Where the tests of one case are."""
    name = case.lower().replace("-", "_")
    pattern = re.compile(rf"^def (test_{name}_\w+|test_heteronyms)\(", re.MULTILINE)
    found = []
    for path in sorted(Path("tests").rglob("test_*.py")):
        for match in pattern.finditer(path.read_text(encoding="utf-8")):
            if match[1] != "test_heteronyms" or case == "G2P-01":
                found.append(f"`{path}::{match[1]}`")
    return found


def main() -> int:
    """Print the tables; returns 0, or 1 if a case has no test."""
    reader = Reader(load_vocab(), fallback="letters")
    out = sys.stdout.write
    out("# How well texts are read\n\nPrinted by `python -m tests.reading.table`.\n\n")
    out("| list | items | right | at the first look |\n|---|---:|---:|---|\n")
    faults: list[str] = []
    english_lists = [(f"English, {part}", size, bad) for part, size, bad in english(reader)]
    for label, count, wrong in [*english_lists, *others(reader)]:
        first = FIRST_LOOK.get(label.removeprefix("English, "), "")
        share = (count - len(wrong)) / count
        out(f"| {label} | {count} | {count - len(wrong)} ({share:.1%}) | {first} |\n")
        faults += wrong
    count, wrong = heteronyms(reader)
    out(f"| heteronyms | {count} | {count - len(wrong)} ({1 - len(wrong) / count:.1%}) | |\n")
    names, guesses = guessed(reader)
    out(FIRST_LOOKS)
    out(f"\nOf {names} names and rare words {guesses} are guessed, each with a remark.\n")
    out("\nNot as written in the lists:\n\n")
    for fault in [*faults, *wrong]:
        out(f"- {fault}\n")
    out("\n## Faults that rivals were reported for, and the tests\n\n")
    missing = 0
    for case in CASES:
        found = held_by(case)
        missing += not found
        out(f"- {case}: {', '.join(found) or 'NO TEST'}\n")
    reader.close()
    return int(missing > 0)


if __name__ == "__main__":
    sys.exit(main())
