"""Views as the app would make them, for windows that stand alone."""

from __future__ import annotations

import numpy as np

from widgets.main_window import MainWindow
from widgets.views import (
    DeltaView,
    HeatmapView,
    KnobsView,
    LineState,
    LineView,
    MatchView,
    MixView,
    NoticeView,
    OverviewRow,
    PadView,
    PresetView,
    PromptView,
    RampView,
    TakeView,
    TransportView,
    TruthView,
    VoiceView,
    WordView,
)

TEXT = "You never told me. Not once, in all that time, did you say a word."
PROMPT = "very tired but not angry, purple, slowly"


def lines(count: int) -> tuple[LineView, ...]:
    """Return lines in every state."""
    states = tuple(LineState)
    return tuple(
        LineView(
            id=f"line-{n}",
            number=n + 1,
            text=TEXT if n % 3 else f"Line {n + 1} is short.",
            voice="af_heart" if n % 4 == 0 else "",
            prompt="with gentle sadness" if n % 2 else "",
            state=states[n % len(states)],
            seconds=4.1 if n % 2 else 0.0,
            takes=n % 3,
            error="The folder is gone." if states[n % len(states)] is LineState.FAILED else "",
        )
        for n in range(count)
    )


def prompt() -> PromptView:
    """Return a prompt with a word of every kind and one nobody understood."""
    return PromptView(
        PROMPT,
        (
            MatchView(0, 4, "degree", "much", 1.4),
            MatchView(5, 10, "emotion", "tired", 1.0),
            MatchView(15, 24, "negation", "no anger", -1.0),
            MatchView(34, 40, "delivery", "slow", 1.0),
        ),
        ((26, 32),),
        "Understood as strongly tired, without anger, slow; “purple” changes nothing.",
    )


def voices() -> tuple[VoiceView, ...]:
    """Return three voices."""
    return (
        VoiceView("af_heart", "Heart", "American English, female"),
        VoiceView("am_michael", "Michael", "American English, male"),
        VoiceView("bf_emma", "Emma", "British English, female"),
    )


def takes() -> tuple[TakeView, ...]:
    """Return a new take and a kept, older one."""
    return (
        TakeView("t2", "Take 2", "14:02, 4.1 s, CPU", 4.1, False, True, True),
        TakeView("t1", "The tender one", "13:58, 4.3 s, CPU", 4.3, True, False, False),
    )


def deltas() -> tuple[DeltaView, ...]:
    """Return three dimensions: added, multiplied, not measured yet."""
    return (
        DeltaView(
            "f0_level_st", "Pitch level", "st", 1.2, 0.5, -6, 6, 0.1, 0, 1.1, "landed", "style"
        ),
        DeltaView("f0_range", "Pitch range", "×", 0.8, 1.1, 0.3, 2, 0.01, 1, 0.9, "weak", "pitch"),
        DeltaView("energy_db", "Energy", "dB", -3, 0, -12, 12, 0.5, 0, None, "", "energy"),
    )


def words() -> tuple[WordView, ...]:
    """Return the words of ``TEXT``, 0.25 s each."""
    found, place = [], 0
    for number, word in enumerate(TEXT.split()):
        start = TEXT.index(word, place)
        place = start + len(word)
        found.append(WordView(word, "ˈa", start, place, 0.25 * number, 0.25 * number + 0.25))
    return tuple(found)


def heatmap() -> HeatmapView:
    """Return a line whose pitch falls."""
    count = 300
    time = np.arange(count, dtype=np.float32) * 0.0125
    f0 = (220 - 20 * time + 15 * np.sin(4 * time)).astype(np.float32)
    level = (-20 + 15 * np.abs(np.sin(6 * time))).astype(np.float32)
    rows = np.linspace(np.log2(55), np.log2(880), 48)[:, None]
    strength = np.exp(-((rows - np.log2(f0)[None, :]) ** 2) * 60).astype(np.float32)
    return HeatmapView(
        "line-1",
        0.0125,
        words(),
        f0,
        f0 * 0.9,
        level,
        f0 * 1.02,
        level - 1,
        strength,
        strength,
        tell=lambda: "Pitch falls 3.1 st over the line.",
    )


def notices() -> tuple[NoticeView, ...]:
    """Return one of every place."""
    return (
        NoticeView("n1", "prompt", "warning", "“purple” was not understood.", "Say it plainer."),
        NoticeView(
            "n2",
            "backend",
            "error",
            "The graphics card ran out of memory.",
            "",
            (("cpu", "Retry on CPU"),),
        ),
        NoticeView("n3", "player", "info", "The sound device was changed.", ""),
        NoticeView("n4", "voice", "info", "This voice was mixed from two.", ""),
        NoticeView("n5", "text", "warning", "The text is very long.", "Split the line."),
    )


def fill(window: MainWindow) -> None:
    """Show something everywhere."""
    window.script.show_lines(lines(14))
    window.script.show_current("line-1")
    window.line_text.show_text(TEXT)
    window.line_text.show_word(4, 9)
    window.prompt.show_prompt(prompt())
    presets = ("Neutral", "Warm", "Joyful", "Sad", "Angry", "Whispered secret", "My villain")
    window.presets.show_presets(
        tuple(PresetView(name, name.lower(), name.startswith("My")) for name in presets)
    )
    window.voice.show_voices(voices())
    window.voice.show_mix(MixView((("af_heart", 0.7), ("bf_emma", 0.3)), True))
    window.knobs.show_knobs(KnobsView(1.6, 0.8, 0.2, 1.4))
    window.pad.show_pad(PadView(-0.4, -0.3, 0.1, (("sad", -0.6, -0.4), ("joy", 0.8, 0.5))))
    window.deltas.show_deltas(deltas())
    curve = np.linspace(0, 1, 300, dtype=np.float32)
    window.ramp.show_ramp(RampView(words(), ((0, 0.2), (5, 1.0)), curve, 0.0125))
    window.takes.show_takes(takes())
    window.truth.show_truth(
        TruthView((("Backend", "CPU"), ("Waveform", "1.42 s"), ("Cache", "miss: new prompt")))
    )
    window.transport.show_transport(
        TransportView(False, 1.2, 4.1, 4.1, True, "", "Null", ("Null", "HDMI"), False, 0.8)
    )
    window.heatmap.show_heatmap(heatmap())
    window.overview.show_overview(
        tuple(OverviewRow(v.id, max(v.seconds, 1.0), 0.2, -0.3, v.state, v.text) for v in lines(14))
    )
    window.show_engine("Ready, CPU")
