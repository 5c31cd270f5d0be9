"""The language of the window: English in the source, others from ``assets/i18n``."""

from __future__ import annotations

from importlib.resources import as_file, files

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator

LANGUAGES = ("en", "zh_CN")
"""What the program speaks; the first is in the source."""


def language_for(wanted: str, system: tuple[str, ...]) -> str:
    """Return one of ``LANGUAGES``: the one wanted, else the system's first that there is.

    Args:
        wanted: one of ``LANGUAGES``, or empty for the system's.
        system: the system's languages as ``zh-Hans-CN``, best first.
    """
    if wanted in LANGUAGES:
        return wanted
    for name in system:
        base, *rest = name.replace("_", "-").split("-")
        if base == "zh" and not {"Hant", "TW", "HK", "MO"} & set(rest):
            return "zh_CN"
        if base == "en":
            return "en"
    return LANGUAGES[0]


def install_language(app: QCoreApplication, wanted: str = "") -> str:
    """Translate the program and Qt's own dialogs; call before any widget is made.

    Returns:
        The language that rules.
    """
    language = language_for(wanted, tuple(QLocale.system().uiLanguages()))
    if language == LANGUAGES[0]:
        return language
    own = QTranslator(app)
    compiled = files("assets").joinpath("i18n", f"espressivo_{language}.qm")
    with as_file(compiled) as path:
        loaded = own.load(str(path))
    if not loaded:
        return LANGUAGES[0]
    qt = QTranslator(app)
    if qt.load(f"qtbase_{language}", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
        app.installTranslator(qt)
    app.installTranslator(own)
    return language
