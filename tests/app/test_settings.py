"""Settings: defaults, file, environment, and what is refused with its place named."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.settings import CHOICES, KNOBS, backend_name, data_folder, knob, load
from engine.errors import InputError


def environment(tmp_path: Path, text: str | None = None, **more: str) -> dict[str, str]:
    file = tmp_path / "settings.toml"
    if text is not None:
        file.write_text(text, encoding="utf-8")
    return {"ESPRESSIVO_DATA": str(tmp_path / "data"), "ESPRESSIVO_SETTINGS": str(file)} | more


def refused(environ: dict[str, str]) -> InputError:
    with pytest.raises(InputError) as caught:
        load(environ)
    return caught.value


def test_defaults_without_a_file(tmp_path: Path) -> None:
    settings = load(environment(tmp_path))
    assert settings.data == tmp_path / "data"
    assert (settings.voice, settings.backend, settings.format) == ("af_heart", "auto", "wav")
    assert (settings.intensity, settings.stability, settings.ramp) == (1.0, 1.0, 0.0)


def test_without_variables_the_folders_are_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/somebody")
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    assert data_folder({}).name == "espressivo"
    assert load({}).file.name == "settings.toml"


def test_the_environment_wins_over_the_file(tmp_path: Path) -> None:
    text = 'voice = " am_adam "\nintensity = 2\nformat = "flac"\n'
    settings = load(environment(tmp_path, text, ESPRESSIVO_VOICE="bf_emma", ESPRESSIVO_RAMP="0.5"))
    assert (settings.voice, settings.format) == ("bf_emma", "flac")
    assert (settings.intensity, settings.ramp) == (2.0, 0.5)


@pytest.mark.parametrize(("name", "value"), [(n, v) for n in CHOICES for v in CHOICES[n]])
def test_every_choice_that_is_named_is_taken(tmp_path: Path, name: str, value: str) -> None:
    written = load(environment(tmp_path, f'{name} = "{value}"\n'))
    (tmp_path / "settings.toml").unlink()
    named = load(environment(tmp_path, **{f"ESPRESSIVO_{name.upper()}": value}))
    assert getattr(written, name) == getattr(named, name) == value


def test_a_lexicon_is_a_path_without_the_space_around_it(tmp_path: Path) -> None:
    assert load(environment(tmp_path)).lexicon == ""
    assert load(environment(tmp_path, 'lexicon = " names.tsv "\n')).lexicon == "names.tsv"


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ('voise = "af_heart"', "voise"),
        ("voice = 3", "voice"),
        ('voice = "  "', "voice"),
        ('backend = "gpu"', "backend"),
        ('format = "aiff"', "format"),
        ("intensity = 3", "intensity"),
        ("stability = true", "stability"),
        ('ramp = "much"', "ramp"),
        ("ramp = nan", "ramp"),
        ('brackets = "keep"', "brackets"),
        ('parentheses = "text "', "parentheses"),
        ("format = 1", "format"),
        ("lexicon = 3", "lexicon"),
        ("voice = ", "file"),
    ],
)
def test_a_bad_setting_is_refused_by_name_and_place(
    tmp_path: Path, text: str, subject: str
) -> None:
    environ = environment(tmp_path, text)
    error = refused(environ)
    assert (error.code, error.subject) == ("setting-invalid", subject)
    assert environ["ESPRESSIVO_SETTINGS"] in error.detail


def test_a_settings_file_that_is_a_folder_or_not_text_is_refused(tmp_path: Path) -> None:
    folder = {**environment(tmp_path), "ESPRESSIVO_SETTINGS": str(tmp_path)}
    assert refused(folder).code == "setting-invalid"
    (tmp_path / "settings.toml").write_bytes(b"\xff\xfe\x00")
    assert refused(environment(tmp_path)).code == "setting-invalid"


def test_a_bad_variable_is_refused_with_what_is_allowed(tmp_path: Path) -> None:
    error = refused(environment(tmp_path, ESPRESSIVO_INTENSITY="-1"))
    assert error.detail == "'-1' in the environment"
    assert error.hint == "allowed: 0 to 2"


@pytest.mark.parametrize("name", sorted(KNOBS))
def test_knobs_take_their_whole_range_and_no_more(name: str) -> None:
    low, high = KNOBS[name]
    assert (knob(name, str(low)), knob(name, high)) == (low, high)
    for bad in (low - 0.01, high + 0.01, "nan", "inf", "", "loud", None):
        with pytest.raises(InputError) as caught:
            knob(name, bad)
        assert (caught.value.code, caught.value.subject) == ("knob-out-of-range", name)


def test_an_unknown_backend_names_those_known() -> None:
    assert backend_name("cpu") == "cpu"
    with pytest.raises(InputError) as caught:
        backend_name("gpu")
    assert (caught.value.code, caught.value.hint) == (
        "backend-unknown",
        "auto, cpu, openvino, cuda, trt, fake",
    )
