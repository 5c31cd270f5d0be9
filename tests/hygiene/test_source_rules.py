"""Rules of the source tree that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("app", "widgets", "engine", "kernels", "assets")
MODULES = sorted(path for name in PACKAGES for path in (ROOT / name).rglob("*.py"))

MOST_MODULE_LINES = 400
MOST_FUNCTION_LINES = 40
"""Without the docstring: a long contract is not a long function."""

VAGUE = {"util", "utils", "common", "helper", "helpers", "manager", "managers", "misc"}

MUTATORS = {"append", "add", "update", "extend", "insert", "setdefault", "pop", "popitem", "clear"}
MUTATORS |= {"remove", "discard", "appendleft", "sort", "reverse"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def code_lines(node: Function) -> int:
    """Return the lines of a function, without decorators and docstring."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is not None and first.end_lineno is not None:
        lines -= first.end_lineno - first.lineno + 1
    return lines


def test_the_tree_is_found() -> None:
    assert len(MODULES) > 15


def test_modules_are_short() -> None:
    sizes = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert not {str(p.relative_to(ROOT)): n for p, n in sizes.items() if n > MOST_MODULE_LINES}


def test_functions_are_short() -> None:
    long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name} {code_lines(node)}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, Function) and code_lines(node) > MOST_FUNCTION_LINES
    ]
    assert not long


def test_no_module_is_named_vaguely() -> None:
    parts = {path: path.relative_to(ROOT).with_suffix("").parts for path in MODULES}
    vague = {
        str(path.relative_to(ROOT))
        for path, names in parts.items()
        if VAGUE & {word for name in names for word in name.lower().split("_")}
    }
    assert not vague


TRANSLATE = "translate = QCoreApplication.translate"
"""A function under the short name by which ``lupdate`` finds what is to be translated."""


def module_state(tree: ast.Module) -> Iterator[str]:
    """Yield what a module keeps that can change: rebound names and mutated constants."""
    constants = set()
    for statement in tree.body:
        if ast.unparse(statement) == TRANSLATE:
            continue
        for name in _bound_names(statement):
            if name.isupper() or name.startswith("__"):
                constants.add(name)
            elif not name.lstrip("_")[:1].isupper():  # a type alias or type variable
                yield f"{statement.lineno}: {name} is bound in the module but is no constant"
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield f"{node.lineno}: global {', '.join(node.names)}"
        name = _mutated_name(node)
        if name in constants:
            yield f"{getattr(node, 'lineno', 0)}: {name} is changed"


def _bound_names(statement: ast.stmt) -> list[str]:
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AnnAssign | ast.AugAssign):
        targets = [statement.target]
    else:
        return []
    return [
        node.id for target in targets for node in ast.walk(target) if isinstance(node, ast.Name)
    ]


def _mutated_name(node: ast.AST) -> str | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        inner = node.func.value if node.func.attr in MUTATORS else None
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
        inner = node.value
    else:
        inner = None
    return inner.id if isinstance(inner, ast.Name) else None


def test_modules_keep_no_state() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in MODULES
        for line in module_state(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert not found


@pytest.mark.parametrize(
    "source",
    [
        "cache = {}",
        "SEEN = []\ndef f(x):\n    SEEN.append(x)",
        "TABLE = {}\ndef f(x):\n    TABLE[x] = 1",
        "COUNT = 0\ndef f():\n    global COUNT\n    COUNT += 1",
    ],
)
def test_module_state_is_seen(source: str) -> None:
    assert list(module_state(ast.parse(source)))


@pytest.mark.parametrize("source", ["LIMIT = 3", "Floats = list[float]", "__all__ = ['a']"])
def test_constants_are_no_state(source: str) -> None:
    assert not list(module_state(ast.parse(source)))


# Written in pieces, so that this file is not what it looks for. Package indexes are
# reached through whatever the user's pip and npm are set up with, never by name.
UNWANTED = re.compile(
    r"(?:files\.)?python"
    + r"hosted\.org|pypi\.(?:org|io|python)|registry\.npm"
    + r"js|npmjs\.(?:com|org)"
    r"|(?:deb|security|ftp[.\w]*)\.debian\." + r"org|(?:archive|ports)\.ubuntu\." + r"com"
    r"|(?<![\w.~-])/(?:work|root)/(?!<)[a-z]"
)


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Yield path and text of every text file git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
    ).stdout
    for name in filter(None, listed.split("\0")):
        path = ROOT / name
        if path.is_file() and b"\0" not in (content := path.read_bytes()):
            yield name, content.decode("utf-8")


def test_no_index_host_and_no_machine_path_in_the_tree() -> None:
    found = [
        f"{name}:{number}: {line.strip()}"
        for name, text in tracked_texts()
        for number, line in enumerate(text.splitlines(), 1)
        if UNWANTED.search(line)
    ]
    assert not found
    assert UNWANTED.search("see https://" + "pypi" + ".org/simple")
    assert UNWANTED.search("open('/" + "work/main/x')")
    assert not UNWANTED.search("engine/" + "work/place and ~/" + "work/x")
