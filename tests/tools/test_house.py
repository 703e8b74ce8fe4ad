"""House: what the code promises of itself is counted, kept where it is met, and no worse where it is not yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sim.rules import RULESETS
from tests.tools.loading import load

setup_env = load("setup_env")
load("imports")
pictures = load("house_pictures")
house = load("house")


@pytest.fixture(scope="module")
def counted() -> Any:
    """Everything that is counted of this checkout, once."""
    return house.counted()


def test_every_promise_is_kept_or_no_worse_than_it_was(counted: Any) -> None:
    """If this fails, mend the code; or, where it says that a ratchet stands too loose, the figure in `PROMISES`."""
    assert counted.complaints() == []


def test_the_pictures_are_of_the_house_as_it_stands(counted: Any) -> None:
    """If this fails, draw them anew: `python3 tools/house.py --draw`."""
    assert counted.stale() == []


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda ruleset: ruleset.id)
def test_every_intent_of_a_system_is_known(counted: Any, ruleset: Any) -> None:
    """What is found in the source is what the system itself says that it has."""
    declared = {f"{intent.__module__}.{intent.__name__}" for intent in ruleset.intents}
    assert {name for name in declared if name.startswith("sim.rules.")} <= counted.intents


def test_every_system_has_a_book(counted: Any) -> None:
    """Every line has a role, and some of it is rules."""
    assert {*counted.systems} == {ruleset.id for ruleset in RULESETS}
    for system, lines in counted.roles.items():
        assert lines.total() == sum(module.lines for module in counted.systems[system])
        assert lines["rules"]


# -- a promise ---------------------------------------------------------------------------------------------------------

MET, RATCHET = house.Promise("lines", limit=100), house.Promise("lines", limit=100, ratchet=200)
SHARE = house.Promise("percent", limit=55, ratchet=40, at_least=True)


@pytest.mark.parametrize(
    ("promise", "figure", "said"),
    [
        (MET, 100, None),
        (MET, 101, "lines: 101, not at most 100"),
        (RATCHET, 200, None),
        (RATCHET, 180, None),
        (RATCHET, 201, "lines: 201, worse than 200"),
        (RATCHET, 179, "lines: 179, much better than 200: lower the ratchet"),
        (RATCHET, 100, "lines: 100, which is what is promised: take the ratchet away"),
        (SHARE, 40, None),
        (SHARE, 39, "percent: 39, worse than 40"),
        (SHARE, 50, "percent: 50, much better than 40: lower the ratchet"),
        (SHARE, 55, "percent: 55, which is what is promised: take the ratchet away"),
    ],
)
def test_a_promise_complains_of_what_is_worse_and_of_a_loose_ratchet(
    promise: Any, figure: int, said: str | None
) -> None:
    """What is met stays met; what is not becomes no worse, and its ratchet follows what becomes better."""
    assert promise.complaint(figure) == said


# -- what is counted, in a small system --------------------------------------------------------------------------------

ACTIONS = """
from sim.engine.orders import Intent

class March(Intent): ...

class Fire(March): ...

class Halt(Intent): ...
"""
TURN = """
from fractions import Fraction
from sim.rules.tiny import actions
from sim.rules.tiny.actions import Fire, Halt
from sim.rules.tiny.units import numbers

MOST_UNITS = 40
REACH = 6

def play(order, thing):
    match order:
        case Fire():
            return Fraction(1, 6) * numbers.hit
        case actions.March() | Halt():
            return 0
        case None:
            return 1
    match thing:
        case str():
            return isinstance(thing, Halt)
    return isinstance(thing, (int, str)) or isinstance(thing, SHORT)

SHORT = (Halt, Fire)
WORDS = {Fire: "fires", "other": "waits"}
"""
SCREEN = """
class BattleScreen:
    next: object = None

    def __init__(self, stage):
        self.stage, self._said = stage, stage.name
        self.panel: object = None

    def say(self, text):
        self._said = stage.text = text
"""
FILES = {
    "rulebook.toml": 'prefix = "TNY"',
    "numbers.toml": "[number]\nhit = 5\nforgotten = 2\n",
    "actions.py": ACTIONS,
    "turn.py": TURN,
    "commander.py": "from fractions import Fraction\nfrom sim.rules.tiny.actions import Fire\nREACH = 3\n",
    "ground/zones.py": "from sim.rules.tiny.turn import Fire\n",
    "../../view/battle/screen.py": SCREEN,
}


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A system of a few lines, counted."""
    for name, text in FILES.items():
        path = tmp_path / "sim" / "rules" / "tiny" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.setattr(house.setup_env, "CHECKOUT", tmp_path)
    return house.counted()


def test_an_intent_is_whatever_derives_from_intent(tiny: Any) -> None:
    """One that others derive from is no order. Fire is named in all four modules, if by way of another, Halt in two."""
    kinds = {f"sim.rules.tiny.actions.{name}" for name in ("March", "Fire", "Halt")}
    assert tiny.intents == kinds
    assert tiny.orders == kinds - {"sim.rules.tiny.actions.March"}
    assert tiny.figure(house.MEAN) == 3
    assert tiny.figure(house.MOST) == 4
    assert tiny.places[house.MOST] == ["tiny: Fire, of 2 intents"]


def test_choices_by_kind_of_intent_and_chances_are_found(tiny: Any) -> None:
    """By name, by that of the module or of a group, not other matches; every line of chances but a commander's."""
    assert tiny.places[house.MATCHES] == ["sim/rules/tiny/turn.py:11, 2 cases"]
    assert tiny.figure(house.CASES) == 2
    assert sorted(tiny.places[house.TESTS]) == ["sim/rules/tiny/turn.py:20", "sim/rules/tiny/turn.py:21"]
    assert tiny.places[house.TABLES] == ["sim/rules/tiny/turn.py:24"]
    assert tiny.places[house.CHANCES] == ["sim/rules/tiny/turn.py:2", "sim/rules/tiny/turn.py:13"]


def test_a_figure_that_nobody_reads_or_that_stands_in_a_module_is_found(tiny: Any) -> None:
    """Unless it only bounds something, or is a commander's."""
    assert tiny.places[house.UNREAD] == ["tiny: forgotten"]
    assert tiny.places[house.LITERAL] == ["sim/rules/tiny/turn.py:8 REACH"]


def test_the_members_of_the_battle_screen_are_counted(tiny: Any) -> None:
    """Methods, fields, and what is set of it anywhere: each once, and nothing of another."""
    assert tiny.places[house.MEMBERS] == ["__init__", "_said", "next", "panel", "say", "stage"]


def test_lines_are_counted_by_role(tiny: Any) -> None:
    """Rules and ground are the book; what serves it is not."""
    lines = {"services of orders": 8, "rules": 24, "commander": 3, "ground": 1}
    assert tiny.roles["tiny"] == lines
    assert tiny.figure(house.SHARE) == round(100 * 25 / 36)


def test_lines_of_tests_are_counted_for_a_hundred_of_sim(tiny: Any) -> None:
    """Tests in Python and cases as text, beside all of the package; pages do not count."""
    tests = house.setup_env.CHECKOUT / "tests"
    for name, lines in {"test_a.py": 10, "rules/tiny/cases/fire.txt": 3, "rules/tiny/README.md": 40}.items():
        (tests / name).parent.mkdir(parents=True, exist_ok=True)
        (tests / name).write_text("one\n" * lines, encoding="utf-8")
    sim = 36 + len(SCREEN.splitlines())
    assert house.counted().figure(house.TESTS_LINES) == round(100 * 13 / sim, 1)


@pytest.mark.parametrize(
    ("module", "role"),
    [
        ("commander_fire", "commander"),
        ("commander", "commander"),
        ("plan_guns", "planner"),
        ("figures", "figures"),
        ("state", "state"),
        ("scenario", "setting up"),
        ("show", "insight"),
        ("turn", "rules"),
        ("orders/fire", "rules"),
        ("combat/hits", "rules"),
        ("ground/zones", "ground"),
        ("solo/lists", "printed AI"),
    ],
)
def test_a_module_has_its_role_by_its_name_or_its_folder(module: str, role: str) -> None:
    """Names of today, and those that systems shall have."""
    assert house.role(module) == role


# -- as text -----------------------------------------------------------------------------------------------------------


def test_the_table_has_a_line_for_every_promise(tiny: Any) -> None:
    """With the figure of each system, of all, what is promised, and the ratchet where it is not met."""
    lines = list(house.table(tiny, house.PROMISES))
    assert lines[0].split() == ["TNY", "all"]
    names = [promise.name for promise in house.PROMISES]
    assert [line.split("  ")[0] for line in lines[1 : len(names) + 1]] == names
    assert "at most 27,000" in lines[11]


def test_refusals_are_counted_in_play() -> None:
    """In a small battle, by the part of them that says its rule or that it is table sense."""
    system, percent = house.cited("leader_1_moves")
    assert system == "ambush_alley"
    assert 0 <= percent <= 100


@pytest.mark.parametrize(
    ("lines", "told"), [(38, "under 100 lines"), (451, "about 500 lines"), (23_639, "about 24,000 lines")]
)
def test_sizes_in_pictures_are_told_roughly(lines: int, told: str) -> None:
    """A picture does not go stale with every line that is written."""
    assert pictures.about(lines) == told


def test_storeys_stand_above_what_they_import() -> None:
    """One above the highest; an arrow that another way leads along is left out."""
    edges = {"cli": frozenset({"view", "grid"}), "view": frozenset({"grid"}), "grid": frozenset()}
    assert pictures.levels(edges) == {"cli": 2, "view": 1, "grid": 0}
    assert [*pictures._needed(edges)] == [("cli", "view"), ("view", "grid")]
