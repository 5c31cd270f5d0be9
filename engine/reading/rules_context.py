"""Rules for what the words around decide: versions, keys, short codes, records, addresses."""

from __future__ import annotations

import re

from engine.reading import numbers
from engine.reading.rules_codes import named
from engine.reading.scan import Scanner
from engine.reading.symbols import COMPASS
from engine.reading.tables import word_set

_NEAR = 60
"""Characters before a number that tell what it is."""
_POINT = re.compile(r"([0-9]{1,3})\.([0-9]{2,3})(?![0-9%]|[.,][0-9]| ?(?:percent|million|billion))")
_SOFTWARE = word_set("software")
_CODE = re.compile(r"[0-9]{5,6}(?![0-9.,:/-]?[0-9%A-Za-z]| [A-Z])")
_TEXTED = re.compile(r"\b(?:text|texts|texted|texting|SMS)\b[^.!?\n]{0,40} (?:to|at) $", re.I)
_KEYS = {
    "Ctrl": "control", "Control": "control", "Cmd": "command", "Command": "command", "Alt": "alt",
    "Opt": "option", "Option": "option", "Shift": "shift", "Win": "windows", "Fn": "function",
    "Super": "super", "Meta": "meta", "CTRL": "control", "ALT": "alt", "SHIFT": "shift",
    "CMD": "command", "ctrl": "control", "cmd": "command", "alt": "alt", "shift": "shift",
}  # fmt: skip
"""Keys that are held down, as manuals write them."""
_KEY_ENDS = {
    **_KEYS, "Del": "delete", "Esc": "escape", "Ins": "insert", "Enter": "enter", "Tab": "tab",
    "PgUp": "page up", "PgDn": "page down", "Space": "space", "Backspace": "backspace",
    "Delete": "delete", "Return": "return", "Home": "home", "End": "end", "Up": "up",
    "Down": "down", "Left": "left", "Right": "right", "PrtSc": "print screen", "DEL": "delete",
    "Escape": "escape", "Insert": "insert", "Click": "click", "click": "click",
}  # fmt: skip
_KEY = r"(?:[A-Za-z]{2,9}|F[0-9]{1,2}|[A-Za-z0-9])"
_HELD = r"(?:[Cc]trl|CTRL|[Cc]md|Control|Command|Alt)"
_CHORD = re.compile(
    rf"(?=(?:{'|'.join(_KEYS)}) ?\+|{_HELD}-)({'|'.join(_KEYS)})(?: ?\+ ?|-)({_KEY})"
    rf"(?:(?: ?\+ ?|-)({_KEY}))?(?![A-Za-z0-9])"
)
_ALONE = re.compile(r"(?:Ctrl|Cmd|Esc|PgUp|PgDn|PrtSc)(?![A-Za-z0-9'])")
_RECORD = re.compile(r"([0-9]{1,3})[-–]([0-9]{1,3})(?:[-–]([0-9]{1,2}))?(?![0-9%/-]|[.,:][0-9])")
_RECORD_AFTER = re.compile(
    r" (?:overall |regular-season |home |road |conference |league |winning |losing |career )?"
    r"(?:record|mark|overall|(season|start|finish))(?![a-z])"
)
_RECORD_BEFORE = re.compile(
    r"\b(?:records? (?:of|to|is|was|at|stands at|stood at|now)|(?:improv|dropp)(?:es|ed|ing|e) to"
    r"|(?:falls?|fell|falling) to|(?:went|going)|(?:sits?|sat) at"
    r"|(?<!game )(?<!match )(?<!tie )(?<!it )finish(?:es|ed)(?: the (?:season|year))?"
    r")(?: a)? $",
    re.IGNORECASE,
)
_WHOSE = frozenset({"a", "an", "the", "this", "that", "their", "his", "her", "its", "our"})
"""Before "12–4 season" one of these stands; "3-4 season tickets" has none."""
_AHEAD = re.compile(r" (?:up|down|ahead|behind|in front|to |with|against|on aggregate|win)")
"""After a score, not a record: "went 2-0 up"."""
_TIMED = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?:\.([0-9]{1,3}))?(?![0-9:])")
_RACED = re.compile(
    r"\b(?:[0-9]+[Kk]|miles?|race|ran|run|time|finish\w*|PB|laps?|marathon|clocked|minute)\b"
)
_DEAL = re.compile(r"([0-9]{1,2})/(?=[$£€][0-9])")
_RELAY = re.compile(r"4 ?[x×] ?(?=(?:50|100|200|400|800|1500)(?:m|[ -]met(?:er|re))?(?![0-9]))")
_WAYS = r"(?:North|South|East|West|N\.?[EW]\.?|S\.?[EW]\.?|[NSEW]\.?)"
_STREETS = (
    r"(?:St|Ave|Blvd|Rd|Dr|Ln|Pl|Ct|Hwy|Pkwy|Street|Avenue|Boulevard|Road|Drive|Lane|Place|Court"
    r"|Highway|Parkway|Broadway|Way|Terrace)(?![a-z])"
)
_ROAD = rf"(?=[0-9]{{1,3}}(?:st|nd|rd|th)(?![A-Za-z])|(?:[A-Z][a-z]+ ){{1,3}}{_STREETS}|Broadway)"
_HOUSE = re.compile(rf"([1-9][0-9]{{0,4}}) ({_WAYS}) {_ROAD}")
_TOWARDS = re.compile(rf"([NS]\.?[EW]\.?|[NSEW]\.?) {_ROAD}")
_QUARTER = re.compile(r"(NE|NW|SE|SW|N\.E\.|N\.W\.|S\.E\.|S\.W\.)(?![A-Za-z0-9])")
_ROADS = frozenset(
    {"street", "avenue", "road", "drive", "boulevard", "lane", "place", "court", "circle"}
)
_ZONE = re.compile(r"([ECMP]T)(?![A-Za-z0-9'])")
_HOUR = re.compile(r"(?<![0-9])1?[0-9] $")
_OFFSET = re.compile(r"(GMT|UTC)[-–−](?=[0-9])")
_NOONS = frozenset({"noon", "midnight"})

_FIRST = re.compile(r"I('s)?(?![A-Za-z0-9'])(?!\.[A-Za-z])")
_FIRSTS = word_set("firsts")
_RULERS = word_set("rulers")
_OF_LAND = re.compile(r" of [A-Z]")
_AFTER_REIGN = re.compile(
    r" (?:the|an?|his|her|its|their|this|these|those|who|whom|whose|which|is|has|and|or|of|to|from"
    r"|in|on|at|for|by|with|against|during|until|till|when|while|where|after|before|under|over"
    r"|into|between|as|onwards?|himself|herself"
    r"|was (?:beheaded|executed|crowned|proclaimed|deposed|restored|succeeded|assassinated|buried"
    r"|born|king|queen|emperor|tsar))(?![a-z'])"
)
"""After "Elizabeth I" these show a ruler: they do not go on from the pronoun."""
_ASIDE = re.compile(
    r" (?:of course|in (?:fact|turn|truth|particular|general|the end|part)|at (?:first|last|least"
    r"|once|times)|for (?:one|example|instance|my part)|on (?:the other|occasion)|to (?:this|my)"
    r"|by (?:then|now|contrast)|as (?:well|usual|ever|always)|with (?:pleasure|all)|after all"
    r"|and [A-Z]?[a-z]+ (?:are|were|have))(?![a-z])"
)
"""These may stand between the pronoun and its verb: "with Mary I of course agreed"."""


def software(scan: Scanner, pos: int) -> int:
    """``Python 3.11`` -> three point eleven: the second part counts releases, no hundredths."""
    match = _POINT.match(scan.text, pos)
    if not match or not _is_program(scan):
        return -1
    second = match[2]
    tail = ["oh", *numbers.whole(second[1:])] if second[0] == "0" else numbers.whole(second)
    scan.say([*numbers.whole(match[1]), "point", *tail], pos, match.end())
    return match.end()


def _is_program(scan: Scanner) -> bool:
    last = scan.last_word()
    if last in {"O S", "I O S"}:  # "macOS 10.15"
        return True
    return last in _SOFTWARE or last.lower() in {"version", "versions", "v"}


def texted(scan: Scanner, pos: int) -> int:
    """``text HOME to 741741``: a short code, digit by digit."""
    match = _CODE.match(scan.text, pos)
    if not match or not _TEXTED.search(scan.text, max(0, pos - _NEAR), pos):
        return -1
    scan.say(numbers.digits(match[0]), pos, match.end())
    return match.end()


def chord(scan: Scanner, pos: int) -> int:
    """``Ctrl+C``, ``Cmd+Shift+P``, ``Alt+F4``: keys pressed together, without "plus"."""
    if scan.text[pos - 1 : pos].isalnum():
        return -1
    alone = _ALONE.match(scan.text, pos)
    match = _CHORD.match(scan.text, pos)
    if match and all(_is_key(key) for key in match.groups()[1:] if key):
        for index in range(1, 4):
            if match[index]:
                _key(scan, match[index], match.start(index), match.end(index))
        return match.end()
    if not alone:
        return -1
    scan.say(_KEY_ENDS[alone[0]], pos, alone.end())
    return alone.end()


def _is_key(key: str) -> bool:
    return key in _KEY_ENDS or len(key) == 1 or key[1:].isdigit()


def _key(scan: Scanner, key: str, pos: int, end: int) -> None:
    if key in _KEY_ENDS:
        scan.say(_KEY_ENDS[key], pos, end)
        return
    if key[0].isalpha():
        scan.spell(key[0].upper(), pos, pos + 1)
        pos += 1
    if pos < end:
        scan.say(numbers.whole(scan.text[pos:end]), pos, end)


def record(scan: Scanner, pos: int) -> int:
    """``a 12–4 record``, ``improved to 8-2``: games won and lost, with "and" between."""
    match = _RECORD.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    led = _RECORD_BEFORE.search(scan.text, max(0, pos - _NEAR), pos)
    after = _RECORD_AFTER.match(scan.text, match.end())
    whose = after is None or after[1] is None or scan.last_word().lower() in _WHOSE
    if not (led or (after and whose)) or match[1] == match[2] == "50":
        return -1
    if _AHEAD.match(scan.text, match.end()):
        return -1
    games = [["oh"] if part == "0" else numbers.whole(part) for part in match.groups() if part]
    if len(games) == 3:
        games = [[*games[0], *games[1]], games[2]]
    scan.say([*games[0], "and", *games[1]], pos, match.end())
    return match.end()


def house(scan: Scanner, pos: int) -> int:
    """``214 W. 42nd St.`` -> two fourteen West: a building's number before a compass point."""
    match = _HOUSE.match(scan.text, pos)
    if not match:
        return -1
    number = match[1]
    words = named(number) if len(number) < 5 else numbers.digits(number)
    scan.say(words, pos, match.end(1))
    scan.say(COMPASS.get(match[2].replace(".", ""), match[2]), match.start(2), match.end(2))
    return match.end(2)


def towards(scan: Scanner, pos: int) -> int:
    """``W. 42nd St.``, ``Constitution Ave. NW``: compass points in addresses."""
    match = _TOWARDS.match(scan.text, pos)
    if not match and scan.last_word().lower() in _ROADS:
        match = _QUARTER.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    end = match.end(1)
    scan.say(COMPASS[match[1].replace(".", "")], pos, end)
    return end


def zone(scan: Scanner, pos: int) -> int:
    """``noon ET``, ``at 7 PT``, ``(ET)``, ``UTC-5``: a time zone after a named hour."""
    offset = _OFFSET.match(scan.text, pos)
    if offset:
        scan.spell(offset[1], pos, offset.end(1))
        scan.say("minus", offset.end(1), offset.end())
        return offset.end()
    match = _ZONE.match(scan.text, pos)
    if not match:
        return -1
    hour = scan.last_word().lower() in _NOONS or _HOUR.search(scan.text, max(0, pos - 4), pos)
    if not hour and not (scan.text[pos - 1 : pos] == "(" and scan.text[match.end() :][:1] == ")"):
        return -1
    scan.spell(match[1], pos, match.end())
    return match.end()


def split_time(scan: Scanner, pos: int) -> int:
    """``41:07``, ``1:43.02``: minutes and seconds, which no clock shows."""
    match = _TIMED.match(scan.text, pos)
    if not match or not (match[3] or (int(match[1]) > 24 and _is_length(scan, match))):
        return -1
    seconds = int(match[2])
    if not seconds and not match[3]:
        scan.say([*numbers.whole(match[1]), "minutes"], pos, match.end())
        return match.end()
    words = [*numbers.whole(match[1]), *(["oh"] if seconds < 10 else [])]
    words += numbers.whole(str(seconds)) if seconds else ["oh"]
    if match[3]:
        words += ["point", *numbers.digits(match[3])]
    scan.say(words, pos, match.end())
    return match.end()


def _is_length(scan: Scanner, match: re.Match[str]) -> bool:
    """A ratio has no zero before its second part; races have times, ratios have not."""
    raced = _RACED.search(scan.text, max(0, match.start() - _NEAR), match.start())
    return match[2][0] == "0" or raced is not None


def deal(scan: Scanner, pos: int) -> int:
    """``2/$5`` -> two for five dollars."""
    match = _DEAL.match(scan.text, pos)
    if not match:
        return -1
    scan.say([*numbers.whole(match[1]), "for"], pos, match.end())
    return match.end()


def relay(scan: Scanner, pos: int) -> int:
    """``4×400`` -> four by four hundred: a race of four runners."""
    match = _RELAY.match(scan.text, pos)
    if not match or scan.text[pos - 1 : pos].isalnum():
        return -1
    scan.say("four by", pos, match.end())
    return match.end()


def first_of_name(scan: Scanner, pos: int) -> int:
    """``of Elizabeth I the``, ``Charles I's``: a ruler's rank where no pronoun can stand."""
    match = _FIRST.match(scan.text, pos)
    name = scan.last_word()
    if not match or not name[:1].isupper() or scan.text[pos - 1 : pos] != " ":
        return -1
    owned = match[1] and name.lower() in _RULERS
    land = name.lower() in _RULERS and _OF_LAND.match(scan.text, match.end())
    if not (owned or land or _goes_on(scan, name, match.end())):
        return -1
    scan.say(["the", "first" + (match[1] or "")], pos, match.end())
    return match.end()


def _goes_on(scan: Scanner, name: str, end: int) -> bool:
    """Does what follows "Elizabeth I" leave no verb for a pronoun?"""
    known = name.lower() in _FIRSTS and not _ASIDE.match(scan.text, end)
    return known and _AFTER_REIGN.match(scan.text, end) is not None
