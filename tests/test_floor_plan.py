"""The floor plan of the sources: layers, no import cycles, small folders, games named only in
their packages."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from game.data.cache import parse
from rules.catalog import GAMES

ROOT = Path(__file__).resolve().parents[1]
LAYERS = (
    ("rules",),
    ("game.version", "game.about", "game.data", "game.folders", "game.honours"),
    ("game.draw", "game.ui"),
    ("game.app", "game.routes", "game.screen", "game.thinking", "game.crash", "game.memory",
     "game.last_shelf", "game.net", "game.window"),
    ("game.boards", "game.table"),
    ("game.screens",),
    ("game.bench", "game.start", "game.commands", "game.endurance", "game.handout", "game.run_checks",
     "game.run_tests", "game.shots"),
)
"""Packages and modules from bottom to top: each may import its own layer and lower ones."""
MOST_MODULES = 15
REASON = re.compile(r"# noqa: PLC0415 - \S+ \S+")


@cache
def sources() -> dict[str, Path]:
    """Return all modules of the program by their dotted names."""
    return {_name(path): path for folder in ("rules", "game")
            for path in sorted((ROOT / folder).rglob("*.py"))}


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def tree(module: str) -> ast.Module:
    """Not cached: the collector would walk through all trees again and again."""
    return ast.parse(sources()[module].read_text("utf-8"), str(sources()[module]))


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield every statement in a tree, also in functions; expressions have most of the nodes."""
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            if isinstance(inner, ast.stmt):
                yield inner
            yield from statements(inner)


@cache
def imports(module: str) -> frozenset[str]:
    """Return the project's modules that a module imports: at its top, in functions, under TYPE_CHECKING."""
    found: set[str] = set()
    for node in statements(tree(module)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module} has a relative import"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                found.add(inner if inner in sources() else str(node.module))
    return frozenset(found & sources().keys() - {module})


def layer(module: str) -> int:
    return next(number for number, names in enumerate(LAYERS)
                if any(module == name or module.startswith(f"{name}.") for name in names))


def rings() -> list[list[str]]:
    """Return groups of modules in import cycles (strongly connected components, after Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for other in sorted(imports(module)):
            if other not in index:
                visit(other)
            if other in stack:
                low[module] = min(low[module], low[other])
        if low[module] == index[module]:
            ring = stack[stack.index(module):]
            del stack[stack.index(module):]
            if len(ring) > 1:
                found.append(sorted(ring))

    for module in sorted(sources()):
        if module not in index:
            visit(module)
    return found


# --- layers and folders ---


def test_every_module_has_its_layer():
    outside = [module for module in sources() if module != "game" and not any(
        module == name or module.startswith(f"{name}.") for names in LAYERS for name in names)]
    assert not outside


def test_a_module_imports_only_its_own_layer_and_those_below():
    wrong = {module: above for module in sources() if module != "game"
             and (above := [other for other in imports(module) if other != "game"
                            and layer(other) > layer(module)])}
    assert not wrong


def test_no_modules_import_each_other_in_a_ring():
    assert not rings()


def test_no_folder_has_more_modules_than_one_can_survey():
    folders = {path.parent for path in sources().values()}
    crowded = {str(folder.relative_to(ROOT)): count for folder in folders
               if (count := sum(path.name != "__init__.py" for path in folder.glob("*.py"))) > MOST_MODULES}
    assert not crowded


def test_every_folder_says_in_one_sentence_what_is_in_it():
    for path in sorted({path.parent / "__init__.py" for path in sources().values()}):
        assert path.is_file(), f"{path} is missing"
        text = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
        first = text.partition("\n\n")[0].replace("\n", " ")
        assert re.fullmatch(r"[A-Z`].*[.?]", first) and ". " not in first, f"{path}: {text!r}"


def test_an_import_inside_a_function_gives_its_reason():
    silent = {}
    for module, path in sources().items():
        text = path.read_text("utf-8")
        if not re.search(r"^[ \t]+(from|import) ", text, re.MULTILINE):
            continue
        lines = text.splitlines()
        late = {node.lineno for function in ast.walk(tree(module))
                if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
                for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom)}
        without = [number for number in sorted(late) if not REASON.search(lines[number - 1])]
        if without:
            silent[module] = without
    assert not silent


# --- law 4: games ---


FAMILIES = {parts[2] for path in (ROOT / "rules" / "games").glob("*/*.py")
            if (parts := path.relative_to(ROOT).parts)} | {"letters"}
"""Folders of a game or a family of games."""


def is_own_room(path: Path) -> bool:
    """Return whether a file belongs to a game or a family of games, or is the catalog."""
    parts = path.relative_to(ROOT).parts
    return parts == ("rules", "catalog.py") or (parts[:2] in (("rules", "games"), ("game", "boards"))
                                                and parts[2] in FAMILIES)


def named_games(path: Path) -> Iterator[str]:
    """Yield the places in a file where a game is named: `line: name`."""
    pattern = re.compile(rf"(?<![a-z])({'|'.join(sorted(GAMES, key=len, reverse=True))})(?![a-z])")
    source = path.read_text("utf-8")
    if not pattern.search(source):
        return
    for node in ast.walk(ast.parse(source)):
        for text in _texts(node):
            if found := pattern.search(text):
                yield f"{getattr(node, 'lineno', 0)}: {found[1]}"


def _texts(node: ast.AST) -> list[str]:
    """Return the strings and names in one node."""
    match node:
        case ast.Constant(value=str(text)) | ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text):
            return [text]
        case ast.FunctionDef(name=text) | ast.ClassDef(name=text):
            return [text]
        case ast.ImportFrom(module=text, names=names):
            return [text or "", *(alias.name for alias in names)]
        case ast.Import(names=names):
            return [alias.name for alias in names]
    return []


def test_nothing_outside_its_own_rooms_names_a_single_game():
    helpers = [*(ROOT / "tests" / "kit").rglob("*.py"), *(ROOT / "tests").rglob("conftest.py")]
    paths = [path for path in [*sources().values(), *helpers, ROOT / "main.py"] if not is_own_room(path)]
    assert not {str(path.relative_to(ROOT)): found for path in paths
                if (found := sorted(set(named_games(path))))}


def own_texts() -> dict[str, str]:
    """Return the namespaces of texts that only the file of one game or family has, with its room."""
    files = {path.stem: set(parse(path))
             for path in (ROOT / "game" / "locale" / "en").glob("*.yaml")}
    count = Counter(name for names in files.values() for name in names)
    return {name: room for room, names in files.items() if room in FAMILIES
            for name in names if count[name] == 1}


def test_a_board_uses_the_texts_of_another_game_only_if_it_uses_its_board():
    owner, borrowed = own_texts(), []
    for path in sorted((ROOT / "game" / "boards").glob("*/*.py")):
        room, module = path.parent.name, tree(_name(path))
        imported = {name.split(".")[2] for other in (ROOT / "game" / "boards" / room).glob("*.py")
                    for name in imports(_name(other)) if name.startswith("game.boards.")}
        keys = [node.value for node in ast.walk(module) if isinstance(node, ast.Constant)
                and isinstance(node.value, str) and re.match(r"[a-z_]+\.[a-z_.]*$", node.value)]
        borrowed += [(str(path.relative_to(ROOT)), key) for key in keys
                     if owner.get(key.partition(".")[0], room) not in {room, *imported}]
    assert not borrowed
