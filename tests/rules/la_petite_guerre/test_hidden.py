"""What nobody knows of must not show in what men do: hidden enemies change no cover, no rout and no test."""

from typing import Any

import pytest

from sim.rules.la_petite_guerre.combat.charge import charge_check
from sim.rules.la_petite_guerre.combat.morale import control_check
from sim.rules.la_petite_guerre.events import Moved
from sim.rules.la_petite_guerre.ground.moving import is_chased
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.orders.commands import uncontrolled
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import MILITIA, E, N, W, man, position, run, squares, unit
from tests.rules.positions import changed


def flanked(*, hidden: bool) -> LpgPosition:
    """A man behind a hedge, an enemy before it, and another, perhaps hidden, on its open side."""
    return position(
        man("p1", "M10", E),
        man("a1", "T10", W),
        man("a2", "M17", N, hidden=hidden),
        on=squares(hedge="M10/e"),
    )


@pytest.mark.rule("LPG-HIDDEN")
@pytest.mark.rule("LPG-CTRL")
def test_cover_is_not_spoiled_by_whom_nobody_knows_of() -> None:
    """One more for defending in cover; as soon as the other is known, it is no cover from him."""
    secret, known = flanked(hidden=True), flanked(hidden=False)
    assert control_check(secret, unit(secret, "p1")).total == 1
    assert control_check(known, unit(known, "p1")).total == 0


@pytest.mark.rule("LPG-CHARGE")
def test_nor_is_it_when_riders_charge() -> None:
    """Two off for men in the open only."""
    secret, known = (changed(flanked(hidden=hidden), "a1", mounted=True) for hidden in (True, False))
    one, two = (
        charge_check(scene, unit(scene, "p1"), unit(scene, "a1"), charging=False).total for scene in (secret, known)
    )
    assert (one, two) == (1, -1)


@pytest.mark.rule("LPG-ROUT")
@pytest.mark.parametrize(("words", "chased"), [({}, True), ({"hidden": True}, False), ({"broken": True}, False)])
def test_from_whom_men_run(words: dict[str, Any], chased: bool) -> None:
    """From an enemy whom they know of and who does not run himself; else a leader may take them in hand."""
    leader = man("captain", "M9", E, command=2, side=MILITIA)
    scene = position(man("p1", "M10", E, broken=True), leader, man("a1", "P10", W, **words))
    assert is_chased(scene, unit(scene, "p1")) is chased
    assert (unit(scene, "p1") in uncontrolled(scene, unit(scene, "captain"))) is not chased
    played = run(scene, lambda game: run_away(game, "p1"), [2, 2] if chased else [])
    assert bool(played.of(Moved)) is chased
