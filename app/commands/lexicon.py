"""``espressivo lexicon``: words that are to be said your way."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.notices import Exit
from app.parser import Parser, UsageError, examples
from app.settings import Settings

if TYPE_CHECKING:
    from app.screen import Screen
    from engine.reading.own_words import Entry, OwnWords

NAME = "lexicon"
SUMMARY = "keep words that are to be said your way"

DESCRIPTION = """\
Keep words and phrases that are to be said your way, as phonemes or as another
spelling. `espressivo say` and `read` use them. The longest match counts; a word
with a capital is found only as it is written, others in any case.

Your own lexicon lies beside the settings; --project FILE means another one, which
`say --lexicon FILE` uses over yours. Both are plain tables that can be edited."""

EPILOG = examples(
    'espressivo lexicon add Zadie --ipa "zˈAdi"',
    'espressivo lexicon add SQL --say "sequel" --language en',
    "espressivo lexicon list",
    "espressivo lexicon hear Zadie",
    'espressivo lexicon try "Zadie wrote the SQL."',
    "espressivo lexicon export words.csv",
    "espressivo lexicon remove SQL",
)

SCHEMA = "espressivo.lexicon/1"


def add(parser: argparse.ArgumentParser) -> None:
    """Add the actions of ``lexicon``."""
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", required=True, parser_class=Parser, title="actions"
    )
    adding = _action(actions, "add", "add a word or phrase, or change it")
    adding.add_argument("word", metavar="WORD", help="a word or phrase")
    said = adding.add_mutually_exclusive_group(required=True)
    said.add_argument("--ipa", metavar="PHONEMES", help="as `espressivo read` prints them")
    said.add_argument("--say", metavar="SPELLING", help="as if this were written")
    _language(adding, "only in this language (en, en-gb …)")
    listing = _action(actions, "list", "list the words")
    listing.add_argument("--json", action="store_true", help="print them as JSON")
    removing = _action(actions, "remove", "take a word out")
    removing.add_argument("word", metavar="WORD")
    _language(removing, "only the entry of this language")
    hearing = _action(actions, "hear", "play a word of the lexicon as it is said")
    hearing.add_argument("word", metavar="WORD")
    _spoken(hearing, "write it to a sound file instead of playing it")
    trying = _action(actions, "try", "show how a text is read without the lexicon and with it")
    trying.add_argument("text", metavar="TEXT")
    _spoken(trying, "also write it to a sound file")
    trying.add_argument("--play", action="store_true", help="also play it")
    for name, text in (
        ("import", "add the words of a file (.tsv, .csv or W3C .pls)"),
        ("export", "write the words to a file (.tsv, .csv or W3C .pls)"),
    ):
        _action(actions, name, text).add_argument("file", type=Path, metavar="FILE")


def _action(actions: Any, name: str, text: str) -> argparse.ArgumentParser:
    made: argparse.ArgumentParser = actions.add_parser(name, help=text, description=text)
    made.add_argument("--project", type=Path, metavar="FILE", help="a project's lexicon, not yours")
    return made


def _spoken(parser: argparse.ArgumentParser, output: str) -> None:
    _language(parser, "language of the reading (default: the voice's)")
    parser.add_argument("-v", "--voice", metavar="MIX", help="voice that speaks it")
    parser.add_argument("--backend", metavar="NAME", help="as for `espressivo say`")
    parser.add_argument("-o", "--output", metavar="FILE", help=output)


def _language(parser: argparse.ArgumentParser, text: str) -> None:
    parser.add_argument("-l", "--language", metavar="CODE", default="", help=text)


def run(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    """Do one action; returns the exit status."""
    from app.lexicons import user_file

    file = options.project or user_file(settings)
    if options.action == "hear":
        return _hear(options, settings, screen)
    if options.action == "try":
        return _try(options, settings, screen, options.text)
    return {
        "add": _add,
        "list": _list,
        "remove": _remove,
        "import": _import,
        "export": _export,
    }[options.action](options, file, screen)


def _add(options: argparse.Namespace, file: Path, screen: Screen) -> int:
    from app.intake import from_argument
    from app.lexicons import change
    from engine.models.vocab import load_vocab
    from engine.reading.own_words import entry_of
    from engine.reading.own_words_text import said_as

    entry = entry_of(
        from_argument(options.word),
        load_vocab(),
        sounds=from_argument(options.ipa or ""),
        say=from_argument(options.say or ""),
        language=options.language,
    )
    change(file, [entry], lambda _: False)
    screen.out(f"{entry.word} is said {said_as(entry)} ({entry.language or 'all languages'})")
    return Exit.OK


def _list(options: argparse.Namespace, file: Path, screen: Screen) -> int:
    from dataclasses import asdict

    from app.lexicons import load
    from engine.reading.own_words_text import said_as

    entries = load(file)
    if options.json:
        rows = [asdict(entry) for entry in entries]
        screen.data({"schema": SCHEMA, "file": str(file), "entries": rows})
    elif entries:
        shown = [(entry.word, said_as(entry), entry.language or "all") for entry in entries]
        screen.table(("word", "said as", "language"), shown)
    else:
        screen.note(f"there are no words in {file} yet")
    return Exit.OK


def _remove(options: argparse.Namespace, file: Path, screen: Screen) -> int:
    from app.lexicons import change, load
    from app.parser import suggest

    word, language = " ".join(options.word.split()), options.language.lower()

    def meant(entry: Entry) -> bool:
        return entry.word == word and language in ("", entry.language)

    known = load(file)
    if not any(map(meant, known)):
        near = suggest(word, [entry.word for entry in known])
        raise UsageError(f"there is no {word!r} in {file}{near}")
    gone = change(file, (), meant)
    screen.out(f"{word} is taken out" + (f" ({gone} entries)" if gone > 1 else ""))
    return Exit.OK


def _import(options: argparse.Namespace, file: Path, screen: Screen) -> int:
    from app.intake import from_file
    from app.lexicons import change
    from engine.models.vocab import load_vocab
    from engine.reading.own_words_text import entries_in

    entries = entries_in(from_file(options.file), options.file.name, load_vocab())
    change(file, entries, lambda _: False)
    screen.out(f"{len(entries)} words from {options.file}")
    return Exit.OK


def _export(options: argparse.Namespace, file: Path, screen: Screen) -> int:
    from app.lexicons import load
    from app.whole_files import write_file
    from engine.reading.own_words_text import to_text

    entries = load(file)
    write_file(options.file, to_text(entries, options.file.name).encode("utf-8"))
    screen.out(f"{len(entries)} words to {options.file}")
    return Exit.OK


def _hear(options: argparse.Namespace, settings: Settings, screen: Screen) -> int:
    from app.lexicons import own_words
    from app.parser import suggest

    word = " ".join(options.word.split())
    known = [entry.word for entry in own_words(settings, options.project).entries]
    if word.casefold() not in (each.casefold() for each in known):
        raise UsageError(f"there is no {word!r} in the lexicon{suggest(word, known)}")
    options.play = not options.output
    return _try(options, settings, screen, word)


def _try(options: argparse.Namespace, settings: Settings, screen: Screen, given: str) -> int:
    from app.intake import from_argument
    from app.lexicons import own_words
    from app.settings import backend_name
    from engine.build import FAKE, build_reader, build_voices

    text = from_argument(given)
    own = own_words(settings, options.project)
    voice = settings.voice if options.voice is None else options.voice
    language = options.language or build_voices(None, FAKE).parse_mix(voice).language
    for name, words in (("without", None), ("with", own)):
        reader = build_reader(own=words)
        reading = reader.read(text, language)
        screen.out(f"{name:8} {reading.phonemes}")
        reader.close()
    found = list(dict.fromkeys(word for word, _, _ in reading.own_words))
    screen.out(f"found    {', '.join(found) or 'no word of the lexicon'}")
    if options.play or options.output:
        backend = backend_name(options.backend or settings.backend)
        return _speak(options, settings, screen, (text, voice, backend, own))
    return Exit.OK


def _speak(
    options: argparse.Namespace,
    settings: Settings,
    screen: Screen,
    what: tuple[str, str, str, OwnWords],
) -> int:
    from app import saying
    from app.outputs import wanted
    from engine.values import Direction

    text, voice, backend, own = what
    want = wanted(
        options.output,
        play=options.play,
        captions_to=None,
        plot_to=None,
        extension=settings.format,
        folder=Path(),
    )
    task = saying.Task(text, voice, Direction(), 0, backend, want, False, own=own)
    return saying.carry_out(task, settings, screen)
