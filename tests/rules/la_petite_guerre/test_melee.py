"""LPG-MELEE, LPG-CHARGE: several against one, men who cannot strike at all, and enemies of whom nobody knew."""

from typing import Any

import pytest

from sim.engine.notes import Checked, Opposed
from sim.rules.la_petite_guerre.combat.charge import cannot_reply, fight, melee_check, rout
from sim.rules.la_petite_guerre.events import ChargeFailed, Moved, Revealed, Struck
from sim.rules.la_petite_guerre.ground.moving import run as run_away
from sim.rules.la_petite_guerre.ground.sight import faces_away
from sim.rules.la_petite_guerre.orders.moves import Charge
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    E,
    N,
    Played,
    S,
    W,
    charged,
    hexes,
    man,
    play_on,
    position,
    run,
    squares,
    unit,
)
from tests.rules.positions import changed, names


def charging(scene: LpgPosition, *dice: int, orders: tuple[Charge, ...]) -> Played:
    """Let the militia charge."""
    return charged(scene, orders, dice)


def three(**words: Any) -> LpgPosition:
    """Two men beside an enemy who looks at the first of them."""
    return position(man("p1", "L10", E), man("p2", "M11", N), man("a1", "M10", W, **words), phase="charges")


BOTH = (Charge("p1", "a1"), Charge("p2", "a1"))


@pytest.mark.rule("LPG-MELEE")
def test_the_first_of_two_who_stand_beside_him_is_fought() -> None:
    """One exchange of blows, both dice equal with the charge counted, and one blow that is not returned, and lost."""
    played = charging(three(), 4, 4, 3, 3, 4, 4, 3, 3, 6, orders=BOTH)
    thrown = [(event.unit, event.hit) for event in played.of(Struck)]
    assert thrown == [("p1", ""), ("p2", "")]
    assert played.unit("a1").fought == ("p1", "p2")


@pytest.mark.rule("LPG-MELEE")
def test_a_friend_who_does_not_charge_keeps_nobody_busy() -> None:
    """The one who is stunned stands beside the enemy and strikes at nobody: the other is fought."""
    scene = changed(three(), "p1", stunned=4)
    played = charging(scene, 4, 4, 3, 1, 4, 2, orders=(Charge("p2", "a1"),))
    assert [(event.unit, event.hit) for event in played.of(Struck)] == [("p2", "p2")]


@pytest.mark.rule("LPG-MELEE-many")
@pytest.mark.rule("LPG-MELEE")
def test_a_friend_who_stands_there_strikes_too() -> None:
    """Every man in contact rolls: the one to his front is fought, and who charges from the side is not answered."""
    played = charging(three(), 4, 4, 3, 1, 6, 2, 5, 2, orders=(Charge("p2", "a1"),))
    assert [(event.unit, event.hit) for event in played.of(Struck)] == [("p2", ""), ("p1", "p1")]


@pytest.mark.rule("LPG-MELEE-many")
@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(
    ("words", "strikes"),
    [({}, True), ({"stunned": 4}, False), ({"prone": True}, False), ({"facing": E}, False), ({"broken": True}, False)],
)
def test_a_charger_is_struck_by_a_second_enemy(words: dict[str, Any], strikes: bool) -> None:
    """By one who can strike: both throw, the charge counts, and the charger's win only parries."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W), man("a2", "M11", W), phase="charges")
    scene = changed(scene, "a2", **words)
    played = run(scene, lambda game: fight(game, "p1", "a1"), [3, 4, *([1, 6] if strikes else [])])
    assert [(event.unit, event.hit) for event in played.of(Struck)] == [("p1", ""), *[("a2", "")] * strikes]
    if strikes:
        hurt = run(scene, lambda game: fight(game, "p1", "a1"), [3, 4, 5, 3, 1])
        assert hurt.unit("p1").dead


@pytest.mark.rule("LPG-MELEE")
def test_a_second_enemy_with_another_before_him_lets_the_charger_be() -> None:
    """He has his own, to his front, and so has that one: nobody strikes but the two of the charge."""
    scene = position(
        man("p1", "L10", E), man("p2", "L11", E), man("a1", "M10", W), man("a2", "M11", W), phase="charges"
    )  # fmt: skip
    played = run(scene, lambda game: fight(game, "p1", "a1"), [3, 4])
    assert [(event.unit, event.enemy) for event in played.of(Struck)] == [("p1", "a1")]


@pytest.mark.rule("LPG-MELEE-many")
@pytest.mark.rule("LPG-MELEE")
def test_who_has_struck_this_turn_strikes_nobody_else_who_comes() -> None:
    """One die for each man in contact: the next charger is met by the man whom he charges alone."""
    scene = position(
        man("p1", "L10", E), man("a1", "M10", W), man("a2", "M11", W, fought=("p9",)), phase="charges"
    )  # fmt: skip
    assert len(run(scene, lambda game: fight(game, "p1", "a1"), [3, 4]).of(Struck)) == 1


@pytest.mark.rule("LPG-MELEE")
def test_nobody_strikes_a_charger_who_has_broken() -> None:
    """He runs, and who is near may pursue him."""
    scene = position(
        man("p1", "L10", E), man("a1", "M10", W), man("a2", "M11", W), phase="charges"
    )  # fmt: skip
    played = run(scene, lambda game: fight(game, "p1", "a1"), [1, 6, 4, 3, 3, 1, 1])
    assert [event.unit for event in played.of(Struck)] == ["p1"]
    assert played.unit("p1").broken


@pytest.mark.rule("LPG-MELEE")
def test_nobody_strikes_through_a_wall() -> None:
    """Side by side, and yet not in contact: no man steps there."""
    scene = position(
        man("p1", "L10", E), man("a1", "M10", W), man("a2", "L11", N), on=squares(wall="L11/n"), phase="charges"
    )
    assert len(run(scene, lambda game: fight(game, "p1", "a1"), [3, 4]).of(Struck)) == 1


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize("words", [{"stunned": 4}, {"prone": True}])
@pytest.mark.parametrize(("dice", "hit"), [([4, 6], ""), ([3, 2, 1], "a1")])
def test_who_can_strike_at_nobody_wards_off_each_with_a_die(words: dict[str, Any], dice: list[int], hit: str) -> None:
    """Ruling 5.3.14: a die against each of them, and his win only parries; four alone would not do."""
    scene = changed(three(fought=("p1",), **words), "p1", fought=("a1",))
    played = run(scene, lambda game: fight(game, "p2", "a1"), dice)
    assert played.of(Struck)[0].hit == hit


@pytest.mark.rule("LPG-MELEE")
def test_blows_of_this_turn_are_forgotten_with_it() -> None:
    """Next turn the one before him is fought again."""
    scene = position(man("p1", "L10", E, fought=("a1",)), man("a1", "M10", W), phase="end", side="")
    assert play_on(scene).unit("p1").fought == ()


@pytest.mark.rule("LPG-MELEE")
def test_who_strikes_from_behind_does_not_keep_his_front_busy() -> None:
    """The second comes from the front, and is fought."""
    scene = position(
        man("p1", "N10", W), man("p2", "L10", E), man("a1", "M10", W, fought=("p1",)), phase="charges"
    )  # fmt: skip
    assert run(scene, lambda game: fight(game, "p2", "a1"), [1, 6, 2]).of(Struck)[0].hit == "p2"


@pytest.mark.rule("LPG-MELEE")
def test_who_has_left_does_not_keep_him_busy() -> None:
    """Blows were exchanged, but the other is an inch too far away now."""
    scene = position(
        man("p1", "K10", E), man("p2", "M11", N), man("a1", "M10", W, fought=("p1",)), phase="charges"
    )  # fmt: skip
    assert run(scene, lambda game: fight(game, "p2", "a1"), [1, 6, 2]).of(Struck)[0].hit == "p2"


@pytest.mark.rule("LPG-MELEE")
@pytest.mark.parametrize(("dice", "margin", "hit"), [((4, 3), 2, "a1"), ((3, 4), 0, ""), ((1, 5), -3, "p1")])
def test_blows_are_one_contest_of_two_dice(dice: tuple[int, int], margin: int, hit: str) -> None:
    """Noted with both dice and what is added, as every throw that can fail: so luck counts it for who strikes."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W), phase="charges")
    played = run(scene, lambda game: fight(game, "p1", "a1"), [*dice, *([1] if hit else [])])
    blow = next(frame for frame in played.frames if isinstance(frame.event, Struck))
    (contest,) = [note for note in blow.why if isinstance(note, Opposed)]
    assert (contest.one.faces, contest.other.faces, contest.margin) == ((dice[0],), (dice[1],), margin)
    assert (contest.one.throw.whom, contest.other.throw.whom, contest.rule) == ("p1", "a1", "LPG-MELEE")
    assert isinstance(blow.event, Struck) and blow.event.hit == hit


@pytest.mark.rule("LPG-MELEE")
def test_what_is_added_says_to_whose_die() -> None:
    """Two sums stand in the log of a blow."""
    scene = position(man("p1", "L10", E), man("a1", "M10", W, weapon="sabre"), phase="charges")
    played = run(scene, lambda game: fight(game, "p1", "a1"), [3, 3])
    told = [str(note.check) for frame in played.frames for note in frame.why if isinstance(note, Checked)]
    assert told == ["p1 hand to hand 1: +1 charging", "a1 hand to hand 1: +1 better weapon"]


# -- enemies of whom nobody knew ------------------------------------------------------------------------------------

GORGE = "\n".join(["~" * 30] * 9 + ["." * 30] + ["~" * 30] * 10)
"""One row of ground between waters: there is one way along it."""


@pytest.mark.rule("LPG-CHARGE")
def test_a_charge_that_a_hidden_enemy_stops_reaches_nobody() -> None:
    """He lies in the way: no blow is struck over him."""
    scene = position(
        man("p1", "I10", E), man("a1", "M10", W), man("a2", "K10", W, hidden=True), on=squares(GORGE), phase="charges"
    )
    played = charging(scene, 4, 4, 4, orders=(Charge("p1", "a1"),))
    assert names(scene, [played.unit("p1").place]) == ["J10"]
    assert not played.of(Struck)
    assert played.of(ChargeFailed)[0].why == "he runs into an enemy he did not know about"
    assert not played.unit("a2").hidden


@pytest.mark.rule("LPG-CHARGE")
def test_a_charge_does_not_stop_for_an_enemy_beside_its_way() -> None:
    """It goes home, and he is noticed in passing."""
    scene = position(man("p1", "I10", E), man("a1", "M10", W), man("a2", "L15", W, hidden=True), phase="charges")
    played = charging(scene, 4, 4, 4, 3, 4, orders=(Charge("p1", "a1"),))
    assert played.of(Struck)
    assert [event.unit for event in played.of(Revealed)] == ["a2"]


@pytest.mark.rule("LPG-PURSUE")
def test_a_pursuit_that_a_hidden_enemy_stops_strikes_nobody() -> None:
    """The runner is at the end of his way, and he who rides after him finds another between them."""
    rows = "\n".join(["~" * 30] * 9 + ["." * 12 + "~" * 18] + ["~" * 30] * 10)
    scene = position(
        man("p1", "I10", E, mounted=True),
        man("a1", "L10", E, broken=True),
        man("a2", "K10", W, hidden=True),
        on=squares(rows),
        phase="charges",
    )
    played = run(scene, lambda game: rout(game, "a1"), [2, 3, 4, 5, 5])
    assert names(scene, [played.unit("p1").place]) == ["J10"]
    assert not played.of(Struck) and not played.unit("a2").hidden


@pytest.mark.rule("LPG-ROUT")
def test_who_runs_does_not_stop_for_an_enemy_whom_he_passes() -> None:
    """He goes all the inches, and the other is noticed."""
    scene = position(man("p1", "M10", S, broken=True), man("a1", "P10", W), man("a2", "I15", N, hidden=True))
    played = run(scene, lambda game: run_away(game, "p1"), [3, 4])
    assert len(played.of(Moved)[0].way) == 7
    assert [event.unit for event in played.of(Revealed)] == ["a2"]


# -- advantages, and those who have none --------------------------------------------------------------------------


@pytest.mark.rule("LPG-MELEE")
def test_a_horse_is_no_advantage_over_a_rider() -> None:
    """Over a man on foot it is."""
    scene = position(man("p1", "L10", E, mounted=True), man("a1", "M10", W, mounted=True))
    foot = changed(scene, "a1", mounted=False)
    both = (melee_check(each, unit(each, "p1"), unit(each, "a1"), charging=False).total for each in (scene, foot))
    assert tuple(both) == (0, 1)


@pytest.mark.rule("LPG-MELEE", "LPG-ROUT")
def test_who_runs_does_not_strike_back() -> None:
    """Whichever way he looks, and however many there are."""
    scene = three(broken=True, fought=("p1",))
    assert cannot_reply(scene, unit(scene, "a1"), unit(scene, "p1")) == "running"
    # He runs on, to one of several places, and nobody pursues him.
    played = run(scene, lambda game: fight(game, "p2", "a1"), [1, 6, 2, 2, 1, 1, 1])
    assert played.of(Struck)[0].hit == ""


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
@pytest.mark.parametrize("on", [squares(), hexes()], ids=["squares", "hexes"])
def test_a_back_is_a_back_on_either_hand(on: Any) -> None:
    """Who looks north has at his back exactly those who are south of him, east of the line as west of it."""
    scene = position(man("p1", "M10", N), man("a1", "M1", S), on=on)
    here = unit(scene, "p1")
    for cell in on.cells:
        _, y = on.grid.point(cell)
        if cell != here.cell:
            behind = y > on.grid.point(here.place)[1] + 1e-6
            assert faces_away(scene, here, unit(scene, "a1").changed(cell=cell)) is behind, on.grid.name(cell)
