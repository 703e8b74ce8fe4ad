"""The five tables of La Cucaracha: none of their options is left out, and the reasons of a decision agree."""

from __future__ import annotations

import random
from typing import Any

import pytest

from sim.engine.chance import Seeded
from sim.engine.game import Game, Start
from sim.engine.notes import Tried, walk
from sim.engine.orders import Ask
from sim.rules.la_cucaracha.figures import STYLES
from sim.rules.la_cucaracha.ground.sight import has_target_from
from sim.rules.la_cucaracha.solo.choosing import IN_RANGE, NO_TARGET
from sim.rules.la_cucaracha.solo.tables import AUTO, TABLE
from sim.rules.la_cucaracha.state import ACTION, BANDS, HOLD, CucPosition
from sim.solo.plans import Automated, options, row_name
from tests.cases import read_cases
from tests.rules.la_cucaracha.stage import CASES, stood


@pytest.mark.rule("CUC-DEAD")
def test_no_option_is_left_out() -> None:
    """Every option of every cell of every table has an example in which it is taken, under its rule."""
    lines = {(rule, text) for case in read_cases(CASES / "tables.txt") for rule in case.rules for _, text in case.lines}
    for option in (option for cells in TABLE.values() for cell in cells for option in options(cell)):
        taken = f": {option.rule} {option.text}: "
        assert any(taken in text for rule, text in lines if rule == option.rule), taken


@pytest.mark.rule("CUC-BAND", "CUC-CAT")
def test_there_is_a_table_for_each_style() -> None:
    """Five, each with a cell for every band, under the rule that is named after both."""
    assert [row_name(band) for band in BANDS] == ["1", "2-4", "5-9", "10"]
    assert tuple(TABLE) == STYLES
    for letter, cells in zip("SFCVA", TABLE.values(), strict=True):
        rules = [{option.rule for option in options(cell)} for cell in cells]
        assert rules == [{f"CUC-{letter}{number}"} for number in (1, 2, 5, 10)]
    assert list(options(AUTO[HOLD])) == []


def decided(position: CucPosition, score: int, seed: int = 0) -> tuple[Any, list[Tried]]:
    """Return the first order of a1 with a die, and the options that were tried for it."""
    start = position.state.with_unit(position.state.unit("a1").changed(score=score))
    game: Game[Any, Any] = Game(position.battle, Start(start), {"federales": ("solo", Automated(AUTO))}, Seeded(seed))
    order = next(iter(game.orders(Ask("federales", ACTION, "a1"))))
    return order, [note for note in walk(game.notebook.seal()) if isinstance(note, Tried)]


@pytest.mark.rule("CUC-DEAD")
@pytest.mark.parametrize("at", ["BA3", "AW3", "U3", "L3"])
@pytest.mark.parametrize(
    "kind",
    ["villista_infantry", "zapatista_macheteros", "sailors", "revolutionary_machine_gun", "armoured_car", "biplane"],
)
def test_the_reasons_of_a_decision_agree(kind: str, at: str) -> None:
    """No option is refused because somebody is in range, and another because nobody is."""
    units = f"rebels: p1 villista_infantry {at} | federales: a1 {kind} C3 | set actor:a1 card:federales"
    position = stood(units, stage="far")
    for score in range(1, 11):
        reasons = [note.reason for note in decided(position, score)[1] if not note.taken]
        assert not (IN_RANGE in reasons and any(NO_TARGET in reason for reason in reasons))


@pytest.mark.rule("CUC-DEAD", "CUC-V5", "CUC-V-range")
@pytest.mark.parametrize("seed", [1, 77, 134, 247, 572, 599])
def test_a_car_that_drives_to_shoot_has_somebody_to_shoot_at(seed: int) -> None:
    """Between houses it sees nobody from where it is: it takes the option with shots only where it will shoot."""
    chance = random.Random(seed)
    houses = " ".join(f"{chance.choice('GHIJKLMNOPQR')}{chance.randint(4, 20)}:b" for _ in range(40))
    units = "rebels: p1 villista_infantry M23 | federales: a1 armoured_car M2 | set actor:a1 card:federales"
    position = stood(f"ground {houses}", units)
    order, tried = decided(position, 7, seed)
    if tried[-1].option == "Advance, hasty shots at the nearest enemy in range":
        assert has_target_from(position, position.state.unit("a1"), order.way[-1])
