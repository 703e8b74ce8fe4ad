"""What the rulebooks of all systems have in common; what each of them says is in its own tests."""

import tomllib
from pathlib import Path

import pytest

import sim.rules
from sim.engine.rulebook import Rulebook, load_rulebook

RULES = Path(sim.rules.__file__).parent
BOOKS = sorted(RULES.rglob("rulebook.toml"))
FILES = sorted(RULES.rglob("*.toml"))
PREFIXES = {
    "ambush_alley": "AAS",
    "conflict_of_heroes": "COH",
    "la_cucaracha": "CUC",
    "la_petite_guerre": "LPG",
    "outlaws": "OUT",
}


@pytest.fixture(params=BOOKS, ids=lambda path: path.relative_to(RULES).parts[0])
def path(request: pytest.FixtureRequest) -> Path:
    """Where a rulebook is."""
    found: Path = request.param
    return found


@pytest.fixture
def book(path: Path) -> Rulebook:
    """Read it."""
    return load_rulebook(path)


def test_it_goes_by_the_name_of_its_package(path: Path, book: Rulebook) -> None:
    """Scenarios name the system as the rulebook does, and all ids begin alike."""
    package = path.relative_to(RULES).parts[0]
    assert (book.system, book.prefix) == (package, PREFIXES[package])


def test_titles_differ(book: Rulebook) -> None:
    """A list of titles tells the rules apart."""
    titles = [rule.title for rule in book]
    assert len(set(titles)) == len(titles)


@pytest.mark.parametrize("file", FILES, ids=[f"{file.relative_to(RULES).parts[0]}-{file.stem}" for file in FILES])
def test_lines_fit_a_page(file: Path) -> None:
    """The files of a system can be read without scrolling sideways."""
    text = file.read_text(encoding="utf-8")
    tomllib.loads(text)
    assert max(map(len, text.splitlines())) <= 120
