"""What a person has set once: a settings file and the environment.

Order, later wins: the defaults below, ``settings.toml`` in the user's
configuration folder, variables of the environment, options of a command.

==================== =========================================================
variable             meaning
==================== =========================================================
ESPRESSIVO_DATA      one folder for models, takes and reports
ESPRESSIVO_SETTINGS  another settings file
ESPRESSIVO_BACKEND   backend: auto, cpu, cuda, trt or fake
ESPRESSIVO_PRECISION  on a processor: exact (float32), fast (int8), or auto
ESPRESSIVO_VOICE     voice or mix, as for ``--voice``
ESPRESSIVO_BRACKETS  words in brackets that are no direction: skip or speak
ESPRESSIVO_PARENTHESES  round brackets: text, or tags as square ones are
ESPRESSIVO_CARRY     emotion carried from line to line of a text: off or on
ESPRESSIVO_CORRECT   make a line once more that missed what was asked: off or on
ESPRESSIVO_STEER     ask the voice model's own prosody first, by its style: off or on
ESPRESSIVO_LEXICON   a project's lexicon, besides the user's own
ESPRESSIVO_CACHE_GB  most that takes may fill on the disk, in GB
ESPRESSIVO_PROJECT_GB  most of that for any one project; 0 = no such limit
ESPRESSIVO_COLD_DAYS  how long an archived take nobody asked for is kept
ESPRESSIVO_CACHE_ACCESS  switches of how kept files are mapped: populate, huge, warm, ...
ESPRESSIVO_CLARITY ESPRESSIVO_STRENGTH  least a kept take must reach to answer, 0 to 1
ESPRESSIVO_LISTEN    clarity judged by the recogniser too, where installed: off or on
ESPRESSIVO_INTENSITY ESPRESSIVO_STABILITY ESPRESSIVO_RAMP ESPRESSIVO_FORMAT
==================== =========================================================
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from engine.cache.access import SWITCHES, access_of
from engine.errors import InputError

APP = "espressivo"

STUDIO_FILE = "studio.ini"
"""In the data folder: how the window was left, and what is set in it."""

BACKENDS = ("auto", "cpu", "openvino", "cuda", "trt", "fake")
"""Names a person may choose from; which of them run is for the engine to find."""

PRECISIONS = ("exact", "fast", "auto")
"""What the voice may be computed in: see ``engine.precision``, which takes longer to load."""

FORMATS = ("wav", "flac", "mp3", "ogg", "opus")
"""Extensions sound is written under; ``wav`` first: it is the default."""

BRACKETS = ("skip", "speak")
"""What becomes of words in square brackets that are no direction: a script's remarks
are left out, an imported book's belong to its text."""

PARENTHESES = ("text", "tags")
"""What round brackets are."""

CARRY = ("off", "on")
"""Whether emotion is carried from line to line (``engine.emotion.context``)."""

CORRECT = ("off", "on")
"""Whether a sound that misses what was asked is made once more (``engine.correcting``)."""

LISTEN = ("off", "on")
"""Whether a recogniser, where it is installed, judges the words of a new take: some seconds."""

STEER = ("off", "on")
"""Whether style steers the model's own prosody (``engine.steering``, docs/steering.md)."""

KNOBS = {"intensity": (0.0, 2.0), "stability": (0.0, 1.0), "ramp": (0.0, 1.0)}
"""Least and greatest value of each knob (see ``engine.values.Direction``)."""

KEEPING = {
    "cache_gb": (0.01, 10_000.0),
    "project_gb": (0.0, 10_000.0),
    "cold_days": (0.0, 36_500.0),
    "clarity": (0.0, 1.0),
    "strength": (0.0, 1.0),
}
"""Least and greatest value of what decides about keeping (see ``engine.cache.eviction``)."""

CHOICES = {
    "backend": BACKENDS,
    "precision": PRECISIONS,
    "format": FORMATS,
    "brackets": BRACKETS,
    "parentheses": PARENTHESES,
    "carry": CARRY,
    "listen": LISTEN,
    "correct": CORRECT,
    "steer": STEER,
}
"""What each setting of a few words allows."""

VARIABLE = "ESPRESSIVO_"


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that can be set outside a command; paths are absolute."""

    data: Path
    """Folder for models, takes and reports."""
    file: Path
    """The settings file that is read; it need not exist."""
    voice: str = "af_heart"
    backend: str = "auto"
    precision: str = "exact"
    """What the voice is computed in (``engine.precision``)."""
    format: str = "wav"
    brackets: str = "skip"
    parentheses: str = "text"
    carry: str = "off"
    listen: str = "off"
    correct: str = "off"
    steer: str = "off"
    lexicon: str = ""
    """A project's lexicon, besides the user's own; "" for none."""
    intensity: float = 1.0
    stability: float = 1.0
    ramp: float = 0.0
    cache_gb: float = 4.0
    project_gb: float = 0.0
    cold_days: float = 30.0
    clarity: float = 0.82
    strength: float = 0.65
    cache_access: str = "warm,huge,keep"
    """Switches of how kept files are mapped (``engine.cache.access``), with commas: those
    that were measured to help."""


def knob(name: str, value: object) -> float:
    """``value`` as a number in the knob's range.

    Raises:
        InputError: ``knob-out-of-range``, also for what is not a number.
    """
    low, high = KNOBS[name] if name in KNOBS else KEEPING[name]
    try:
        number = float(str(value))
    except ValueError:
        number = math.nan
    if not low <= number <= high:
        raise InputError(
            "knob-out-of-range", subject=name, detail=str(value), hint=f"{low:g} to {high:g}"
        )
    return number


def backend_name(name: str) -> str:
    """``name`` itself if it is one of ``BACKENDS``.

    Raises:
        InputError: ``backend-unknown``.
    """
    if name not in BACKENDS:
        known = ", ".join(BACKENDS)
        raise InputError("backend-unknown", subject="backend", detail=name, hint=known)
    return name


def with_precision(settings: Settings, asked: str | None) -> Settings:
    """The settings with another precision, if one is asked for."""
    return settings if asked is None else replace(settings, precision=asked)


def load(environment: Mapping[str, str]) -> Settings:
    """Read the settings file and the environment.

    Raises:
        InputError: ``setting-invalid`` names the setting and where it was set.
    """
    import platformdirs

    data = data_folder(environment)
    file = Path(
        environment.get("ESPRESSIVO_SETTINGS")
        or Path(platformdirs.user_config_dir(APP, False)) / "settings.toml"
    )
    settings = Settings(data=data, file=file.expanduser().absolute())
    settings = _with(settings, _read(settings.file), where=str(settings.file))
    named = {
        name: environment[VARIABLE + name.upper()]
        for name in _CHECKS
        if environment.get(VARIABLE + name.upper())
    }
    return _with(settings, named, where="the environment")


def data_folder(environment: Mapping[str, str]) -> Path:
    """The folder for models, takes and reports, absolute; it need not exist."""
    import platformdirs  # not at the top: the parser needs this module's names, not its work

    set_to = environment.get("ESPRESSIVO_DATA")
    return Path(set_to or platformdirs.user_data_dir(APP, False)).expanduser().absolute()


def _read(file: Path) -> Mapping[str, object]:
    import tomllib

    try:
        with file.open("rb") as opened:
            return tomllib.load(opened)
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise InputError("setting-invalid", subject="file", detail=f"{file}: {error}") from error


def _with(settings: Settings, named: Mapping[str, object], *, where: str) -> Settings:
    for name, value in named.items():
        check = _CHECKS.get(name)
        if check is None:
            known = ", ".join(_CHECKS)
            raise InputError(
                "setting-invalid",
                subject=name,
                detail=f"unknown in {where}",
                hint=f"known: {known}",
            )
        try:
            settings = replace(settings, **{name: check(name, value)})  # type: ignore[arg-type]
        except InputError as error:
            raise InputError(
                "setting-invalid",
                subject=name,
                detail=f"{value!r} in {where}",
                hint=f"allowed: {error.hint}",
            ) from error
    return settings


def _number(name: str, value: object) -> float:
    if isinstance(value, bool):
        value = str(value)
    return knob(name, value)


def _choice(name: str, value: object) -> str:
    allowed = CHOICES[name]
    if value not in allowed:
        raise InputError("setting-invalid", subject=name, hint=", ".join(allowed))
    return str(value)


def _words(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise InputError("setting-invalid", subject=name, hint="a voice or a mix of voices")
    return value.strip()


def _file(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError("setting-invalid", subject=name, hint="the path of a lexicon")
    return value.strip()


def _switches(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InputError("setting-invalid", subject=name, hint=", ".join(SWITCHES))
    access_of(value)
    return value.strip()


_CHECKS = {
    "voice": _words,
    "backend": _choice,
    "precision": _choice,
    "format": _choice,
    "brackets": _choice,
    "parentheses": _choice,
    "carry": _choice,
    "listen": _choice,
    "correct": _choice,
    "steer": _choice,
    "lexicon": _file,
    "intensity": _number,
    "stability": _number,
    "ramp": _number,
    "cache_gb": _number,
    "project_gb": _number,
    "cold_days": _number,
    "clarity": _number,
    "strength": _number,
    "cache_access": _switches,
}
