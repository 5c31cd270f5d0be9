"""Every command of the window, as a table: menus, shortcuts and icons are made from it.

What a command does is for whoever connects its ``triggered``; the window only
places it. Names are stable: shortcuts a person has set are kept under them.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from widgets.access_keys import plain
from widgets.icons import put_icon
from widgets.views import ShortcutView

CONTEXT = "Actions"


@dataclass(frozen=True, slots=True)
class ActionSpec:
    """One command; an empty name is a line between commands."""

    name: str = ""
    text: object = ""
    """English; typed as what ``QT_TRANSLATE_NOOP`` gives."""
    keys: str = ""
    icon: str = ""
    checkable: bool = False


@dataclass(frozen=True, slots=True)
class MenuSpec:
    """One menu of the menu bar."""

    title: object
    actions: tuple[ActionSpec, ...]


LINE = ActionSpec()

FILE = (
    ActionSpec("file.new", QT_TRANSLATE_NOOP("Actions", "&New project"), "Ctrl+N", "new"),
    ActionSpec("file.open", QT_TRANSLATE_NOOP("Actions", "&Open…"), "Ctrl+O", "open"),
    ActionSpec("file.open_book", QT_TRANSLATE_NOOP("Actions", "Open &book…"), "Ctrl+B"),
    ActionSpec("file.recent", QT_TRANSLATE_NOOP("Actions", "Open &recent")),
    ActionSpec("file.import", QT_TRANSLATE_NOOP("Actions", "&Insert a text file…"), "Ctrl+Shift+O"),
    LINE,
    ActionSpec("file.save", QT_TRANSLATE_NOOP("Actions", "&Save"), "Ctrl+S", "save"),
    ActionSpec("file.save_as", QT_TRANSLATE_NOOP("Actions", "Save &as…"), "Ctrl+Shift+S"),
    LINE,
    ActionSpec(
        "file.export_line", QT_TRANSLATE_NOOP("Actions", "Export this &line…"), "Ctrl+E", "export"
    ),
    ActionSpec("file.export_selection", QT_TRANSLATE_NOOP("Actions", "Export &selected lines…")),
    ActionSpec("file.export_stretch", QT_TRANSLATE_NOOP("Actions", "Export the selected soun&d…")),
    ActionSpec(
        "file.export_script",
        QT_TRANSLATE_NOOP("Actions", "Export the &whole script…"),
        "Ctrl+Shift+E",
    ),
    LINE,
    ActionSpec("file.quit", QT_TRANSLATE_NOOP("Actions", "&Quit"), "Ctrl+Q"),
)

EDIT = (
    ActionSpec("edit.undo", QT_TRANSLATE_NOOP("Actions", "&Undo"), "Ctrl+Z", "undo"),
    ActionSpec("edit.redo", QT_TRANSLATE_NOOP("Actions", "&Redo"), "Ctrl+Shift+Z", "redo"),
    LINE,
    ActionSpec("edit.insert", QT_TRANSLATE_NOOP("Actions", "&New line"), "Ctrl+L", "add"),
    ActionSpec(
        "edit.split", QT_TRANSLATE_NOOP("Actions", "&Split at the cursor"), "Ctrl+K", "split"
    ),
    ActionSpec(
        "edit.merge", QT_TRANSLATE_NOOP("Actions", "&Join with the next line"), "Ctrl+J", "merge"
    ),
    ActionSpec("edit.up", QT_TRANSLATE_NOOP("Actions", "Move line &up"), "Ctrl+Shift+Up", "up"),
    ActionSpec(
        "edit.down", QT_TRANSLATE_NOOP("Actions", "Move line &down"), "Ctrl+Shift+Down", "down"
    ),
    ActionSpec(
        "edit.delete",
        QT_TRANSLATE_NOOP("Actions", "De&lete selected lines"),
        "Ctrl+Shift+Del",
        "delete",
    ),
    LINE,
    ActionSpec("edit.paste", QT_TRANSLATE_NOOP("Actions", "&Paste as new lines"), "Ctrl+Shift+V"),
    ActionSpec(
        "edit.copy_curves",
        QT_TRANSLATE_NOOP("Actions", "&Copy the curves as a table"),
        "Ctrl+Shift+C",
        "copy",
    ),
    ActionSpec("edit.settings", QT_TRANSLATE_NOOP("Actions", "Se&ttings…"), "Ctrl+,", "settings"),
)

LINE_MENU = (
    ActionSpec("line.next", QT_TRANSLATE_NOOP("Actions", "&Next line"), "Ctrl+PgDown", "down"),
    ActionSpec("line.previous", QT_TRANSLATE_NOOP("Actions", "&Previous line"), "Ctrl+PgUp", "up"),
    LINE,
    ActionSpec("line.own_voice", QT_TRANSLATE_NOOP("Actions", "Voice only for this &line")),
    ActionSpec("line.own_direction", QT_TRANSLATE_NOOP("Actions", "&Direction only for this line")),
    ActionSpec(
        "line.as_default", QT_TRANSLATE_NOOP("Actions", "Use this direction for the whole &project")
    ),
    ActionSpec("line.reset", QT_TRANSLATE_NOOP("Actions", "&Reset the direction"), "Ctrl+Shift+R"),
)

PLAY = (
    ActionSpec("play.toggle", QT_TRANSLATE_NOOP("Actions", "&Speak or stop"), "Ctrl+Space", "play"),
    ActionSpec(
        "play.here", QT_TRANSLATE_NOOP("Actions", "Play from the &cursor"), "Ctrl+Shift+Space"
    ),
    ActionSpec("play.script", QT_TRANSLATE_NOOP("Actions", "Play the &whole script"), "Ctrl+P"),
    ActionSpec("play.tone", QT_TRANSLATE_NOOP("Actions", "&Hear the pitch as a tone"), "Ctrl+H"),
    ActionSpec("play.stop", QT_TRANSLATE_NOOP("Actions", "S&top"), "Ctrl+.", "stop"),
    ActionSpec(
        "play.loop", QT_TRANSLATE_NOOP("Actions", "Re&peat the selection"), "", "loop", True
    ),
    LINE,
    ActionSpec(
        "render.line", QT_TRANSLATE_NOOP("Actions", "&Render this line"), "Ctrl+Return", "render"
    ),
    ActionSpec(
        "render.stale",
        QT_TRANSLATE_NOOP("Actions", "Render all &changed lines"),
        "Ctrl+Shift+Return",
    ),
    ActionSpec("render.cancel", QT_TRANSLATE_NOOP("Actions", "Cance&l rendering"), "Ctrl+Shift+."),
)

TAKES = (
    ActionSpec("take.reroll", QT_TRANSLATE_NOOP("Actions", "&Speak again"), "Ctrl+R", "reroll"),
    ActionSpec("take.keep", QT_TRANSLATE_NOOP("Actions", "&Keep this take"), "Ctrl+D", "keep"),
    ActionSpec("take.choose", QT_TRANSLATE_NOOP("Actions", "&Use this take"), "Ctrl+U", "chosen"),
    LINE,
    ActionSpec("take.hear_a", QT_TRANSLATE_NOOP("Actions", "Hear take &A"), "Ctrl+1"),
    ActionSpec("take.hear_b", QT_TRANSLATE_NOOP("Actions", "Hear take &B"), "Ctrl+2"),
    ActionSpec("take.blind", QT_TRANSLATE_NOOP("Actions", "Compare b&lind"), "Ctrl+3"),
)

VIEW = (
    ActionSpec("view.next_pane", QT_TRANSLATE_NOOP("Actions", "&Next pane"), "F6"),
    ActionSpec("view.previous_pane", QT_TRANSLATE_NOOP("Actions", "&Previous pane"), "Shift+F6"),
    ActionSpec("view.book", QT_TRANSLATE_NOOP("Actions", "B&ook"), "Ctrl+Shift+B"),
    LINE,
    ActionSpec("view.details", QT_TRANSLATE_NOOP("Actions", "&Details"), "Alt+1", "", True),
    ActionSpec("view.ramp", QT_TRANSLATE_NOOP("Actions", "&Ramp"), "Alt+2", "", True),
    ActionSpec("view.takes", QT_TRANSLATE_NOOP("Actions", "&Takes"), "Alt+3", "", True),
    ActionSpec("view.truth", QT_TRANSLATE_NOOP("Actions", "&What really ran"), "Alt+4", "", True),
    ActionSpec("view.race", QT_TRANSLATE_NOOP("Actions", "Ra&ce on every backend"), "F8"),
    LINE,
    ActionSpec("view.side_by_side", QT_TRANSLATE_NOOP("Actions", "&Side by side"), "", "", True),
    ActionSpec("view.zoom_in", QT_TRANSLATE_NOOP("Actions", "Zoom &in"), "Ctrl++"),
    ActionSpec("view.zoom_out", QT_TRANSLATE_NOOP("Actions", "Zoom &out"), "Ctrl+-"),
    ActionSpec("view.zoom_all", QT_TRANSLATE_NOOP("Actions", "Show the whole &line"), "Ctrl+0"),
    LINE,
    ActionSpec("view.table", QT_TRANSLATE_NOOP("Actions", "Curves as a ta&ble…"), "Ctrl+T"),
    ActionSpec("view.health", QT_TRANSLATE_NOOP("Actions", "&Health of the cache…")),
)

HELP = (
    ActionSpec("help.shortcuts", QT_TRANSLATE_NOOP("Actions", "&Keyboard shortcuts…"), "F1"),
    ActionSpec("help.report", QT_TRANSLATE_NOOP("Actions", "Save a &report…")),
    ActionSpec("help.about", QT_TRANSLATE_NOOP("Actions", "&About Espressivo")),
)

MENUS = (
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&File"), FILE),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&Edit"), EDIT),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&Line"), LINE_MENU),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&Play"), PLAY),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&Takes"), TAKES),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&View"), VIEW),
    MenuSpec(QT_TRANSLATE_NOOP("Actions", "&Help"), HELP),
)

LIST_MENU = ("edit.insert", "edit.split", "edit.merge", "edit.up", "edit.down", "edit.delete")
"""What the script list offers on a right click."""


def specs() -> tuple[ActionSpec, ...]:
    """Return all commands in the order of the menus."""
    return tuple(spec for menu in MENUS for spec in menu.actions if spec.name)


def make_actions(owner: QWidget) -> dict[str, QAction]:
    """Make every command, owned by ``owner``, by name."""
    made = {}
    for spec in specs():
        action = QAction(QCoreApplication.translate(CONTEXT, str(spec.text)), owner)
        action.setObjectName(spec.name)
        action.setCheckable(spec.checkable)
        action.setShortcut(QKeySequence.fromString(spec.keys))
        if spec.icon:
            put_icon(action, spec.icon, owner.palette())
        owner.addAction(action)
        made[spec.name] = action
    return made


def fill_menu_bar(bar: QMenuBar, actions: dict[str, QAction]) -> dict[str, QMenu]:
    """Place the commands; return the menus by their untranslated title without the ``&``."""
    menus = {}
    for spec in MENUS:
        menu = bar.addMenu(QCoreApplication.translate(CONTEXT, str(spec.title)))
        for item in spec.actions:
            if item.name:
                menu.addAction(actions[item.name])
            else:
                menu.addSeparator()
        menus[str(spec.title).replace("&", "")] = menu
    return menus


def apply_shortcuts(actions: dict[str, QAction], own: dict[str, str]) -> None:
    """Give the commands the keys a person has set, the rest their own.

    Args:
        actions: from ``make_actions``.
        own: name and portable key text; unknown names are passed over.
    """
    for spec in specs():
        keys = own.get(spec.name, spec.keys)
        actions[spec.name].setShortcut(QKeySequence.fromString(keys))


def shortcut_views(actions: dict[str, QAction]) -> tuple[ShortcutView, ...]:
    """Return every command with its keys, for the dialog."""
    return tuple(
        ShortcutView(
            action=spec.name,
            label=plain(actions[spec.name].text()).rstrip("…"),
            keys=actions[spec.name].shortcut().toString(),
            default=spec.keys,
        )
        for spec in specs()
    )
