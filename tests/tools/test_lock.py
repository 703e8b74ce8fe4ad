"""The lock has one version of everything, for every Python and system that is supported, and within what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.tools.loading import CHECKOUT, load

SETUP_ENV = load("setup_env")
LOCK = load("lock")
TEXT = (CHECKOUT / SETUP_ENV.LOCK).read_text(encoding="utf-8")
LINES = [Requirement(line) for line in TEXT.splitlines() if not line.startswith("#")]
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EVERYWHERE = pytest.mark.parametrize("place", LOCK.PLACES, ids=" ".join)


def at(place: tuple[str, str]) -> dict[str, str]:
    """Return what markers ask for of a Python on a system."""
    platform, machine = LOCK.SYSTEMS[place[1]]
    named = {"sys_platform": platform, "platform_machine": machine, "os_name": "nt" if platform == "win32" else "posix"}
    return {**named, "python_version": place[0], "python_full_version": f"{place[0]}.0", "extra": "test"}


def holding(requirements: list[Requirement], place: tuple[str, str]) -> Iterator[Requirement]:
    """Yield those that hold at a place."""
    for each in requirements:
        if each.marker is None or each.marker.evaluate(at(place)):
            yield each


def locked(place: tuple[str, str]) -> dict[str, str]:
    """Return the version of everything that is installed at a place; each is named once."""
    found = [(canonicalize_name(each.name), str(each.specifier).removeprefix("==")) for each in holding(LINES, place)]
    assert len(dict(found)) == len(found)
    return dict(found)


@EVERYWHERE
def test_what_the_project_asks_for_is_locked_within_its_ranges(place: tuple[str, str]) -> None:
    """The game, and the tools for its tests."""
    wanted = [*PROJECT["dependencies"], *PROJECT["optional-dependencies"]["test"]]
    versions = locked(place)
    for each in holding([Requirement(text) for text in wanted], place):
        assert versions[canonicalize_name(each.name)] in each.specifier, each


def test_every_python_of_the_project_has_its_lines() -> None:
    """And no other: the set-up refuses those."""
    allowed = SpecifierSet(PROJECT["requires-python"])
    numbers = [f"3.{number}" for number in range(30)]
    assert tuple(number for number in numbers if number in allowed) == LOCK.PYTHONS
    assert not SETUP_ENV.python_complaint(tuple(map(int, LOCK.PYTHONS[0].split("."))))
    assert not SETUP_ENV.python_complaint(tuple(map(int, LOCK.PYTHONS[-1].split("."))))


def test_an_intel_mac_gets_the_last_numba_that_was_made_for_it() -> None:
    """And none where there is none."""
    assert locked(("3.13", "x86_64-apple-darwin"))["numba"].startswith("0.62.")
    assert "numba" not in locked(("3.14", "x86_64-apple-darwin"))


def test_every_line_names_one_version_and_no_place_to_get_it_from() -> None:
    """What is later is not known to work; a mirror or a folder of wheels is for pip's own settings."""
    assert "//" not in TEXT
    assert all(each.url is None for each in LINES)
    assert not [line for line in TEXT.splitlines() if line.startswith("-")]
    assert all(str(each.specifier).startswith("==") and "*" not in str(each.specifier) for each in LINES)


# -- how it is made -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "chosen",
    [
        lambda python, system: python == "3.12",
        lambda python, system: "darwin" in system,
        lambda python, system: system == "x86_64-apple-darwin" and python != "3.14",
        lambda python, system: system != "x86_64-apple-darwin" or python == "3.11",
        lambda python, system: (int(python[2:]) + len(system)) % 3 == 0,
    ],
)
def test_a_condition_holds_where_the_line_was_found_and_nowhere_else(chosen: object) -> None:
    """Asked at each place by the rules that pip goes by."""
    places = [place for place in LOCK.PLACES if chosen(*place)]  # type: ignore[operator]
    line = Requirement(f"x==1 ; {LOCK.marker_of(places)}")
    assert [place for place in LOCK.PLACES if list(holding([line], place))] == places


def test_answers_become_lines() -> None:
    """One for each version of each thing, with where it holds; what is the same everywhere has no condition."""
    found = [(place, f"a==1\nb=={2 if place[0] == '3.11' else 3}\n") for place in LOCK.PLACES]
    later = "python_version == '3.12' or python_version == '3.13' or python_version == '3.14'"
    lines = ["a==1", "b==2 ; python_version == '3.11'", f"b==3 ; {later}"]
    assert LOCK.lock_text(found) == LOCK.HEAD + "\n".join(lines) + "\n"
    assert LOCK.marker_of(LOCK.PLACES) == ""


@pytest.mark.parametrize("asked", ["-h", "--help"])
def test_who_asks_for_help_gets_it_and_no_other_lock(
    asked: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is fetched, written or run."""
    monkeypatch.setattr(LOCK, "renewed", lambda *_: pytest.fail("the lock was renewed"))
    assert LOCK.main([asked]) == 0
    assert capsys.readouterr().out.startswith("Lock: `python3 tools/lock.py [PYTEST ARGUMENTS]` renews")
