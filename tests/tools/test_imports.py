"""Imports: what a change can reach is found from the source, and nothing that it can reach is left out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.tools.loading import load

imports = load("imports")

FILES = {
    "sim/grid.py": "SIX = 6",
    "sim/board.py": "from sim.grid import SIX",
    "sim/typed.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from sim.grid import SIX",
    "sim/shown.py": '"""\n>>> 1\n1\n"""\nimport sim.board',
    "sim/rules/duel/figures/rulebook.toml": "",
    "sim/rules/duel/turn.py": "",
    "sim/rules/siege/rulebook.toml": "",
    "sim/rules/siege/turn.py": "",
    "scenarios/duel/behaviour/at_dawn.toml": "",
    "scenarios/duel/hold.toml": "",
    "scenarios/siege/long_winter.toml": "",
    "maps/hill.toml": "",
    "tests/conftest.py": "",
    "tests/test_grid.py": "from sim.grid import SIX",
    "tests/test_board.py": "def test() -> None:\n    from sim import board",
    "tests/test_typed.py": "import sim.typed",
    "tests/view/test_window.py": 'BATTLE = "at_dawn-3"',
    "tests/view/test_words.py": 'TEXT = "hold on, and on"',
    "tests/view/test_hold.py": 'BATTLE = "hold.toml"',
    "tests/rules/duel/test_turn.py": "import sim.rules.duel.turn",
    "tests/rules/siege/test_turn.py": 'import sim.rules.siege.turn\nOTHER = "duel"',
    "tests/rules/test_books.py": "",
    "tests/contract/test_contract.py": "",
    "tests/golden/duel/at_dawn.txt": "",
    "README.md": "",
}
DUEL = {
    "tests/rules/test_books.py",
    "tests/contract/test_contract.py",
    "tests/view/test_window.py",
    "tests/view/test_hold.py",
}


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """A small checkout."""
    top = tmp_path_factory.mktemp("checkout")
    for name, text in FILES.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return imports.Graph(top)


def chosen(graph: Any, *changed: str) -> Any:
    """Return what is selected for some changed files."""
    return imports.Selection(graph, [Path(graph.top / each) for each in changed])


@pytest.mark.parametrize(
    ("changed", "reached"),
    [
        ("sim/grid.py", {"tests/test_grid.py", "tests/test_board.py", "sim/shown.py"}),
        ("sim/board.py", {"tests/test_board.py", "sim/shown.py"}),
        ("sim/typed.py", {"tests/test_typed.py"}),
        ("tests/test_grid.py", {"tests/test_grid.py"}),
        ("sim/rules/duel/turn.py", {"tests/rules/duel/test_turn.py", *DUEL}),
        ("sim/rules/duel/figures/rulebook.toml", {"tests/rules/duel/test_turn.py", *DUEL}),
        ("scenarios/duel/behaviour/at_dawn.toml", DUEL),
        ("tests/golden/duel/at_dawn.txt", DUEL),
        ("README.md", set()),
    ],
)
def test_what_a_change_reaches(graph: Any, changed: str, reached: set[str]) -> None:
    """Those that import it, also within functions and through others; of a system those that name it besides."""
    found = chosen(graph, changed)
    assert set(found.files) - set(imports.ALWAYS) == reached and not found.everything


def test_of_a_system_general_tests_are_asked_of_it_alone(graph: Any) -> None:
    """A change to one system does not have every scenario of the others played."""
    assert chosen(graph, "sim/rules/duel/turn.py", "scenarios/siege/long_winter.toml").systems == {"duel", "siege"}
    assert chosen(graph, "sim/grid.py").systems == set()


@pytest.mark.parametrize("changed", ["tests/conftest.py", "maps/hill.toml"])
def test_what_nobody_is_known_to_read_reaches_everything(graph: Any, changed: str) -> None:
    """Better too many tests than one too few."""
    assert Path(changed).name in chosen(graph, changed).everything
