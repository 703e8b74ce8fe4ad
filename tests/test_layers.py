"""Imports point down only; pygame stays in the viewer, numba in the kernels, and one place starts processes."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "sim"

LAYERS = (
    {"files", "grid", "memo"},
    {"board"},
    {"engine"},
    {"solo"},
    {"play"},
    {"tabletop"},
    {"kit"},
    {"rules.<system>"},
    {"rules"},  # the list of all systems: above them, since it imports each
    {"resources", "startup", ""},  # "" is `sim` itself
    {"crash", "process"},
    {"scenario"},
    {"workshop"},  # it begins scenarios, and scenarios know nothing of how they were begun
    {"surface", "share", "testing"},  # what programs import, and commands ask as they do; pages; proof of a system
    {"study", "research"},  # many battles, and what they say; battles for programs that learn
    {"view", "view.<part>"},  # the window has studies played, and shows what they say
    {"cli"},  # the commands open windows and start studies; neither of those runs a command
    {"__main__"},
)
"""From the bottom up; within a set the members are equals."""

WINDOW = ({"model"}, {"blocks"}, {"ui"}, {"board"}, {"counters"}, {"worker"}, {""}, {"battle", "editor"}, {"browser"})
"""The parts of the viewer, likewise; "" are the modules beside them. The browser opens battles, and never the other
way round: what a battle needs to know it is told."""

PURE = {"model", "blocks"}
"""Parts that need no window: the engine plays with them in a process of its own. They may name pygame for types."""

ABOUT_BATTLES = {"blocks", "worker", "battle"}
"""Who knows the model of a battle; the others show whatever they are given."""

PAINTING = {"sim.view.worker.painter", "sim.view.worker.beside"}
"""The workers that know how things look; the engine and all that it answers with knows no picture."""

FOR_ALL = {"lettering", "palette"}
"""What counters use of `ui` as well: they know no panel."""

KEEPS_TO_ITSELF = {"files", "grid", "memo", "resources", "startup", ""}
"""Layers that know nothing else of the package, not even what lies below them."""

CONFINED = {
    "pygame": ("sim.view",),
    "numba": ("sim.board.kernels",),
    # Whoever starts a process must see to it that it runs nothing of the folder somebody works in.
    # The contract plays its battles again under another hash seed, with whatever the test itself can import.
    "subprocess": ("sim.testing.promises",),
    # The painter shares memory with the window, and starts nothing.
    "multiprocessing": ("sim.process", "sim.view.worker.painter"),
}
"""Libraries and the places that may import them."""


def modules(package: Path) -> dict[str, Path]:
    """Return every module of a package under its dotted name; a folder goes by its own name."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def layer(module: str, known: dict[str, Path]) -> str:
    """Return the layer of a module of `sim`."""
    match module.split(".")[1:]:
        case ["rules", system, *_] if _is_folder(f"sim.rules.{system}", known):
            return "rules.<system>"
        case ["view", part, *_] if _is_folder(f"sim.view.{part}", known):
            return "view.<part>"
        case [first, *_]:
            return first
    return ""


def _is_folder(module: str, known: dict[str, Path]) -> bool:
    return module in known and known[module].name == "__init__.py"


def types_only(module: str, known: dict[str, Path]) -> set[int]:
    """Return the lines of a module that only type checkers read."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(known[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            found |= {line for each in node.body for line in range(each.lineno, (each.end_lineno or each.lineno) + 1)}
    return found


def imports(module: str, known: dict[str, Path]) -> Iterator[tuple[int, str]]:
    """Yield line and dotted name of all a module imports, at the top, inside functions, or for types only."""
    for node in ast.walk(ast.parse(known[module].read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from ((node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(names=names):
                base = _absolute(node, module, known)
                for alias in names:
                    inner = f"{base}.{alias.name}"
                    yield node.lineno, inner if inner in known else base
            case ast.Call(func=func, args=[ast.Constant(value=str(name)), *_]) if _imports_by_name(func):
                yield node.lineno, name


def _imports_by_name(func: ast.expr) -> bool:
    match func:
        case ast.Name(id="import_module" | "__import__"):
            return True
        case ast.Attribute(value=ast.Name(id="importlib"), attr="import_module"):
            return True
    return False


def _absolute(node: ast.ImportFrom, module: str, known: dict[str, Path]) -> str:
    if not node.level:
        return node.module or ""
    package = module if _is_folder(module, known) else module.rpartition(".")[0]
    for _ in range(node.level - 1):
        package = package.rpartition(".")[0]
    return f"{package}.{node.module}" if node.module else package


def complaint(importer: str, imported: str, known: dict[str, Path]) -> str | None:
    """Say which law an import breaks, if any."""
    top = imported.partition(".")[0]
    if top in CONFINED:
        if top == "pygame" and _part(importer, known) in PURE:
            return "it needs no window"
        inside = any(importer == home or importer.startswith(f"{home}.") for home in CONFINED[top])
        return None if inside else f"only {' and '.join(CONFINED[top]) or 'nothing'} imports {top}"
    if top != "sim":
        return None
    low, high = layer(imported, known), layer(importer, known)
    if low == high == "rules.<system>" and imported.split(".")[2] != importer.split(".")[2]:
        return "a rule system imports no other"
    if low.startswith("view") and high.startswith("view"):
        return _complaint_of_window(importer, imported, known)
    if low == high or (importer, imported) == ("sim", "sim.surface"):  # brought when it is first used
        return None
    if high in KEEPS_TO_ITSELF:
        return f"{high or 'sim'} knows nothing else of the package"
    return None if _height(low) < _height(high) else "imports point down only"


def _height(name: str) -> int:
    for height, members in enumerate(LAYERS):
        if name in members:
            return height
    raise AssertionError(f"sim/{name} belongs to no layer; give it a place in LAYERS")


def _part(module: str, known: dict[str, Path]) -> str:
    """Return the part of the viewer that a module belongs to; "" for those beside the parts."""
    return module.split(".")[2] if layer(module, known) == "view.<part>" else ""


def _complaint_of_window(importer: str, imported: str, known: dict[str, Path]) -> str | None:
    high, low = _part(importer, known), _part(imported, known)
    if high == low:
        return None
    if _floor(low) >= _floor(high):
        return "imports point down only"
    if low == "model" and high not in ABOUT_BATTLES:
        return "only what is about battles knows their model"
    if high == "counters" and low in ("blocks", "ui") and not (low == "ui" and imported.rpartition(".")[2] in FOR_ALL):
        return "counters know no panel"
    if (high, low) == ("", "counters"):
        return "the app knows no counters"
    if high == "worker" and low in ("ui", "board", "counters") and importer not in PAINTING:
        return "only painters know how things look"
    return None


def _floor(part: str) -> int:
    for floor, members in enumerate(WINDOW):
        if part in members:
            return floor
    raise AssertionError(f"sim/view/{part} belongs to no floor; give it a place in WINDOW")


def complaints(package: Path) -> list[str]:
    """Return every broken law of a package, as file, line and reason."""
    known = modules(package)
    found = []
    for importer in known:
        _height(layer(importer, known))
        unread = types_only(importer, known) if _part(importer, known) in PURE else set()
        for line, imported in imports(importer, known):
            law = None if line in unread else complaint(importer, imported, known)
            if law:
                where = known[importer].relative_to(package.parent).as_posix()
                found.append(f"{where}:{line}: imports {imported}, but {law}")
    return found


def test_imports_point_down_only() -> None:
    """No module of the package breaks a law of the layers."""
    assert complaints(PACKAGE) == []


def planted(tmp_path: Path, file: str, line: str) -> list[str]:
    """Write a small package with one line in one file, and return what the check says of it."""
    package = tmp_path / "sim"
    rules = ("play", "rules", "rules/coh", "rules/zone")
    view = ("view", *(f"view/{part}" for floor in WINDOW for part in floor if part))
    for folder in ("", "grid", "files", "board", "engine", *rules, "scenario", "cli", *view):
        (package / folder).mkdir(parents=True, exist_ok=True)
        (package / folder / "__init__.py").touch()
    lower = ("grid/hexes", "board/sight", "play/checks", "resources", "startup", "crash")
    for module in (*lower, "view/app", "view/ui/palette", "view/ui/panel"):
        (package / f"{module}.py").touch()
    (package / file).write_text(line, encoding="utf-8")
    return complaints(package)


FORBIDDEN = [
    ("grid/hexes.py", "import sim.board.sight"),
    ("grid/hexes.py", "from sim import files"),
    ("board/sight.py", "from sim.engine import State"),
    ("board/sight.py", "from sim import engine"),
    ("board/sight.py", "from ..engine import State"),
    ("board/sight.py", "def f():\n    from sim.view import window"),
    ("board/sight.py", "import importlib\nimportlib.import_module('sim.engine')"),
    ("board/sight.py", "from sim.resources import maps_folder"),
    ("board/sight.py", "from sim import __version__"),
    ("engine/__init__.py", "import sim.startup"),
    ("play/checks.py", "from sim.rules.coh import units"),
    ("play/checks.py", "from ..rules import RULESETS"),
    ("rules/coh/units.py", "from sim.rules.zone import units"),
    ("rules/coh/units.py", "from ..zone import units"),
    ("rules/coh/units.py", "from sim.rules import RULESETS"),
    ("scenario/__init__.py", "import sim.cli"),
    ("resources.py", "from sim.board import sight"),
    ("cli/main.py", "import pygame.locals"),
    ("board/sight.py", "from numba import njit"),
    ("view/window.py", "import numba"),
    ("view/app.py", "from sim.cli import bundles"),
    ("view/battle/screen.py", "import sim.cli"),
    ("crash.py", "import sim.scenario"),
    ("engine/insight.py", "from sim.view.blocks import kinds"),
    ("rules/coh/insight.py", "from sim.view import palette"),
    ("view/model/menu.py", "from sim.view.blocks import kinds"),
    ("view/model/menu.py", "from sim.view.worker import engine"),
    ("view/model/menu.py", "import pygame"),
    ("view/blocks/orders.py", "import pygame"),
    ("view/blocks/orders.py", "from sim.view.ui import palette"),
    ("view/blocks/orders.py", "from sim.view.board import camera"),
    ("view/blocks/orders.py", "from ..battle import screen"),
    ("view/blocks/orders.py", "if TYPE_CHECKING:\n    pass\nimport pygame"),
    ("view/ui/panel.py", "from sim.view.battle import screen"),
    ("view/ui/panel.py", "from sim.view.counters import portray"),
    ("view/ui/panel.py", "from sim.view.model import menu"),
    ("view/ui/panel.py", "from sim.view.board import camera"),
    ("view/counters/stacks.py", "from sim.view.ui import panel"),
    ("view/counters/stacks.py", "from sim.view import ui"),
    ("view/counters/stacks.py", "from sim.view.blocks import kinds"),
    ("view/counters/stacks.py", "from ..battle import screen"),
    ("view/board/board_picture.py", "from sim.view.counters import portray"),
    ("view/board/board_picture.py", "from sim.view.worker import painter"),
    ("view/board/board_picture.py", "from sim.view.model import menu"),
    ("view/board/board_picture.py", "from sim.view import app"),
    ("view/worker/engine.py", "from sim.view.board import camera"),
    ("view/worker/engine.py", "from sim.view.battle import screen"),
    ("view/worker/engine.py", "from sim.view import app"),
    ("view/worker/questions.py", "from sim.view.ui import palette"),
    ("view/battle/film.py", "from multiprocessing import Process"),
    ("view/map_viewer.py", "from sim.view.counters import portray"),
    ("view/map_viewer.py", "from sim.view.model import menu"),
    ("view/app.py", "from sim.view.browser import screen"),
    ("view/battle/screen.py", "from sim.view.browser import desk"),
    ("view/browser/desk.py", "from sim.view.model import menu"),
]

ALLOWED = [
    ("board/sight.py", "from sim.grid import hexes"),
    ("board/sight.py", "from . import kernels"),
    ("board/sight.py", "from sim.files import FileMistakes"),
    ("board/kernels.py", "import numba"),
    ("rules/coh/units.py", "from sim.play import checks"),
    ("rules/coh/units.py", "from sim.rules.coh import actions"),
    ("rules/__init__.py", "from sim.rules.coh import RULESET"),
    ("scenario/__init__.py", "from sim.resources import maps_folder"),
    ("cli/main.py", "from sim import __version__\nfrom sim.view import window"),
    ("view/window.py", "import pygame"),
    ("view/blocks/kinds.py", "from sim.view.model import menu\nif TYPE_CHECKING:\n    import pygame"),
    ("view/ui/panel.py", "from sim.view.blocks import kinds"),
    ("view/board/paint_names.py", "from sim.view.blocks import kinds\nfrom sim.view.ui import panel"),
    ("view/counters/stacks.py", "from sim.view.board import camera\nfrom sim.view.ui import palette"),
    ("view/worker/questions.py", "from sim.view.blocks import kinds\nfrom sim.view.model import menu"),
    ("view/worker/painter.py", "from sim.view.board import camera\nfrom sim.view.counters import portray"),
    ("process.py", "import multiprocessing"),
    ("view/map_viewer.py", "from sim.view.worker import painter\nfrom sim.view.blocks import kinds"),
    ("view/battle/screen.py", "from sim.view.counters import portray\nfrom sim.view.worker import engine"),
    ("view/browser/opening.py", "from sim.view.battle import screen"),
    ("view/app.py", "from sim.view.ui import panel\nfrom sim.crash import crash_report"),
    ("scenario/__init__.py", "import sim.crash"),
]


@pytest.mark.parametrize(("file", "line"), FORBIDDEN)
def test_a_planted_violation_is_found(tmp_path: Path, file: str, line: str) -> None:
    """The check sees an upward import in whatever way it is written."""
    found = planted(tmp_path, file, line)
    assert len(found) == 1
    assert found[0].startswith(f"sim/{file}:{line.count(chr(10)) + 1}: ")


@pytest.mark.parametrize(("file", "line"), ALLOWED)
def test_a_downward_import_is_allowed(tmp_path: Path, file: str, line: str) -> None:
    """The check does not complain of what the layers permit."""
    assert planted(tmp_path, file, line) == []


def test_a_folder_without_a_place_in_the_layers_is_refused(tmp_path: Path) -> None:
    """A new folder must be given its layer before it can be used."""
    with pytest.raises(AssertionError, match="sim/misc belongs to no layer"):
        planted(tmp_path, "misc.py", "")
