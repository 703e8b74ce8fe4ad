"""The pages of the repository are true: their examples run, their links lead somewhere, and no module is left out."""

import doctest
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from sim.engine.orders import Ask
from tests.picket import rules
from tests.picket_positions import AMES, Stand, field

CHECKOUT = Path(__file__).parent.parent
FOLDERS = sorted(page.parent for page in (CHECKOUT / "sim").rglob("README.md"))
SHOWN = CHECKOUT / "tests" / "picket" / "README.md"
"""The page for authors of systems."""
PAGES = [*CHECKOUT.glob("*.md"), SHOWN, *sorted((CHECKOUT / "sim").rglob("*.md"))]
WRITTEN = [folder for folder in FOLDERS if folder.parent.name != "rules"]
"""Those of the systems are written by a tool, which has tests of its own."""


def named(path: Path) -> str:
    """Name a page or a folder by its place in the checkout."""
    return path.relative_to(CHECKOUT).as_posix()


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to a file of the repository names one that is there."""
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_modules_that_are_named_are_there(page: str) -> None:
    """A path in backticks is one of the checkout, of the package, or of the system that the page walks through."""
    text = (CHECKOUT / page).read_text(encoding="utf-8")
    tops = [CHECKOUT, CHECKOUT / "sim", CHECKOUT / "sim" / "rules" / "conflict_of_heroes"]
    paths = re.findall(r"`([a-z_]+/[a-z_/]+\.(?:py|toml))[`:]", text)
    assert paths
    assert [path for path in paths if not any((top / path).exists() for top in tops)] == []


@pytest.mark.parametrize("folder", WRITTEN, ids=named)
def test_a_page_names_every_module_of_its_folder(folder: Path) -> None:
    """Whoever adds one says what it is for, and none is named that is gone."""
    text = (folder / "README.md").read_text(encoding="utf-8")
    blocks = " ".join(re.findall(r"```\n(.*?)```", text, re.DOTALL))
    there = {file.name for file in folder.glob("*.py")} - {"__init__.py"}
    assert set(re.findall(r"(?<![\w/*.])[a-z_]+\.py\b", blocks)) == there


def test_the_page_of_the_package_names_every_layer() -> None:
    """Each folder that has a page of its own leads there from the first one."""
    text = (CHECKOUT / "sim" / "README.md").read_text(encoding="utf-8")
    pages = [page.parent.name for page in (CHECKOUT / "sim").glob("*/README.md")]
    assert pages and [name for name in pages if f"]({name}/README.md)" not in text] == []


@pytest.mark.parametrize("folder", WRITTEN, ids=named)
def test_the_example_of_a_page_runs(folder: Path) -> None:
    """As it stands there, and with the answer that stands there."""
    failed, _ = doctest.testfile(str(folder / "README.md"), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_order_and_the_event_that_newcomers_are_shown_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put into Picket as they stand on the page, they do what the test on the page says."""
    text = "".join(page.read_text(encoding="utf-8") for page in (SHOWN, CHECKOUT / "CONTRIBUTING.md"))
    blocks = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    event, order, proof = (
        next(block for block in blocks if block.startswith(start)) for start in ("class Hid", "class Lurk", "game, ask")
    )
    shown = ModuleType("shown")  # of its own: what is defined here is nothing that Picket has
    vars(shown).update(vars(rules) | {"__name__": "shown", "field": field, "AMES": AMES, "Stand": Stand, "Ask": Ask})
    monkeypatch.setitem(sys.modules, "shown", shown)
    for block in (event, order, proof):
        exec(compile(f"from __future__ import annotations\n{block}", "CONTRIBUTING.md", "exec"), vars(shown))
