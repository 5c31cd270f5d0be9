"""No string is left in English, and the translations are those of today's source."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from string import Formatter
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QTranslator
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.notices import NOTICES
from app.remarks import REMARKS
from widgets.language import install_language, language_for
from widgets.transport import Transport

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "assets" / "i18n" / "espressivo_zh_CN.ts"
COMPILED = SOURCE.with_suffix(".qm")
TOOLS = Path(sys.executable).parent


def messages(path: Path) -> dict[tuple[str, str], tuple[str, str]]:
    """Return context and source text, each with its translation and its state."""
    found = {}
    for context in ElementTree.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            assert translation is not None
            key = (context.findtext("name") or "", message.findtext("source") or "")
            found[key] = (translation.text or "", translation.get("type", ""))
    return found


def test_nothing_is_untranslated() -> None:
    found = messages(SOURCE)
    assert len(found) > 250
    assert {key: value for key, value in found.items() if not value[0] or value[1]} == {}


def test_the_translations_are_of_todays_source(tmp_path: Path) -> None:
    fresh = tmp_path / SOURCE.name
    shutil.copy(SOURCE, fresh)
    texts = sorted(str(p) for part in ("widgets", "app") for p in (ROOT / part).rglob("*.py"))
    command = [str(TOOLS / "pyside6-lupdate"), *texts, "-ts", str(fresh), "-source-language", "en"]
    command += ["-target-language", "zh_CN", "-locations", "none", "-no-obsolete", "-silent"]
    command += ["-tr-function-alias", "QT_TRANSLATE_NOOP+=said"]
    subprocess.run(command, check=True, capture_output=True, timeout=120)
    now, kept = set(messages(fresh)), set(messages(SOURCE))
    assert now - kept == set(), "run packaging/translate.sh and translate what is new"
    assert kept - now == set(), "run packaging/translate.sh"


def test_every_sentence_of_the_tables_is_found_for_translation() -> None:
    marked = {text for context, text in messages(SOURCE) if context == "Notices"}
    tabled = {text for notice in NOTICES.values() for text in (notice.says, notice.step)}
    assert tabled | set(REMARKS.values()) <= marked


def test_the_compiled_file_says_the_same(qapp: QApplication) -> None:
    translator = QTranslator()
    assert translator.load(str(COMPILED))
    for (context, source), (text, _) in messages(SOURCE).items():
        if context:  # lupdate takes the name of a context outside a class for a text, too
            assert translator.translate(context, source) == text


def test_places_for_values_and_access_keys_are_kept() -> None:
    wrong = []
    for (_, source), (text, _) in messages(SOURCE).items():
        fields = [
            {(name, form) for _, name, form, _ in Formatter().parse(one) if name is not None}
            for one in (source, text)
        ]
        keys = [len(re.findall(r"&\w", one)) for one in (source, text)]
        if fields[0] != fields[1] or keys[0] != keys[1]:
            wrong.append((source, text))
    assert wrong == []


@pytest.mark.parametrize(
    ("wanted", "system", "right"),
    [
        ("zh_CN", ("en-GB",), "zh_CN"),
        ("en", ("zh-Hans-CN",), "en"),
        ("", ("zh-Hans-CN", "en"), "zh_CN"),
        ("", ("zh-Hant-TW",), "en"),
        ("", ("de-DE", "zh-CN"), "zh_CN"),
        ("", ("de-DE",), "en"),
        ("xx", (), "en"),
    ],
)
def test_the_language_follows_the_choice_then_the_system(
    wanted: str, system: tuple[str, ...], right: str
) -> None:
    assert language_for(wanted, system) == right


def test_a_widget_speaks_chinese(qtbot: QtBot, qapp: QApplication) -> None:
    before = set(qapp.findChildren(QTranslator))
    assert install_language(qapp, "zh_CN") == "zh_CN"
    try:
        transport = Transport()
        qtbot.addWidget(transport)
        assert transport.speak.text() == "朗读"
    finally:
        for translator in set(qapp.findChildren(QTranslator)) - before:
            qapp.removeTranslator(translator)
