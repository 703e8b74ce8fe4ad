"""The stand-in for a player: good shots, cover, reloading, the loot and the way out, snapshots."""

from __future__ import annotations

from typing import Any

import pytest

from sim.engine.notes import Sifted, Tried, walk
from sim.rules.outlaws.state import LootExit, OutlawsPosition
from tests.rules.outlaws.deciding import MISS, by_commander, decide
from tests.rules.outlaws.stage import cell, character, item, position, town, with_squares


def duel(
    at: str, enemy: str = "C2 s", *, actions: int = 3, on: Any = None, shootout: Any = None, **mine: Any
) -> OutlawsPosition:
    """Return p1 whose counter it is, and a1."""
    there, facing = enemy.split()
    return position(
        character("p1", at, mine.pop("towards", "n"), **{"right": "colt", "gun": 2, **mine}),
        character("a1", there, facing, right="colt"),
        on=on,
        actor="p1",
        actions=actions,
        shootout=shootout,
    )


@pytest.mark.rule("HOUSE-SHOOT")
def test_it_shoots_when_the_odds_are_good() -> None:
    """Four squares: 7 with skill; then lies low, because there is no cover."""
    decision = by_commander(duel("C6"), *MISS * 3)
    assert decision.orders[0].startswith("Shoot a1 colt-p1")
    assert decision.state.actions == 0
    assert decision.orders[-1] in ("HitTheDirt", "Wait")


@pytest.mark.rule("HOUSE-TURN")
def test_it_turns_for_a_good_shot() -> None:
    """The enemy is behind it."""
    assert by_commander(duel("C6", towards="s"), *MISS * 2).orders[0] == "Turnaround n"


@pytest.mark.rule("HOUSE-COVER")
def test_it_takes_cover_before_it_shoots() -> None:
    """A wall that ends beside it."""
    decision = by_commander(duel("C6", on=town(wall="B5/s")), *MISS * 2)
    assert decision.orders[0] == "TakeCover"
    assert decision.orders[1].startswith("Shoot")


@pytest.mark.rule("HOUSE-READY")
def test_it_draws_before_it_shoots() -> None:
    """Nothing in hand."""
    assert by_commander(duel("C6", right=None, carried=("colt",)), *MISS * 2).orders[0] == "Draw colt-p1"


@pytest.mark.rule("OUT-CUP")
def test_it_reloads_out_of_sight_when_everything_is_empty() -> None:
    """As an auto would."""
    wall = town(wall=" ".join(f"{column}4/s" for column in "ABCDEFGHIJKL"))
    scene = duel("C6", on=wall, right=item("colt", "p1", loaded=0, reloads=1))
    assert by_commander(scene).orders[:3] == ["Reload colt-p1"] * 3


@pytest.mark.rule("HOUSE-TAKE", "HOUSE-LEAVE")
def test_it_fetches_the_loot_and_makes_off_with_it() -> None:
    """Two steps to the bag; whoever has it leaves over the edge that is rewarded."""
    exits = (LootExit("law", (cell("A12"),), 0, loot_points=10),)
    loot = item("loot", "bag")
    here = duel("C6", "L1 n", shootout={"exits": exits})
    lying = type(here)(here.battle, here.state.changed(lying=((cell("C4"), loot),)))
    decision = by_commander(lying)
    assert decision.orders[:2] == ["Walk C4 n", "PickUp"]
    with_it = duel("A11", "L1 n", shootout={"exits": exits}, towards="s", carried=(loot,))
    assert by_commander(with_it).orders == ["Walk A12 s", "Leave"]


@pytest.mark.rule("HOUSE-CLOSER")
def test_it_comes_nearer_while_nobody_is_in_sight() -> None:
    """By the shortest way, until somebody would see it."""
    wall = town(wall=" ".join(f"{column}4/s" for column in "ABCDEFGHIJK"))
    assert by_commander(duel("C6", on=wall)).orders[0].startswith("Walk")


@pytest.mark.rule("HOUSE-STORM")
def test_unarmed_it_goes_for_the_enemy() -> None:
    """Into the square: a brawl."""
    decision = by_commander(duel("C4", "C2 n", right=None, actions=4))
    assert decision.state.unit("p1").cell == cell("C2")


@pytest.mark.rule("HOUSE-FIGHT")
def test_in_a_brawl_it_shoots_or_strikes() -> None:
    """A handgun at arm's length, else its fists."""
    with_gun = duel("C2", actions=1)
    assert by_commander(with_gun, *MISS, occasion="brawl").orders[0].startswith("Shoot a1 colt-p1")
    bare = duel("C2", actions=1, right=None)
    assert by_commander(bare, 3, 3, occasion="brawl").orders[0] == "BodyBlow a1"


@pytest.mark.rule("HOUSE-TARGET")
def test_it_thinks_of_the_enemy_in_sight_before_a_nearer_one() -> None:
    """One stands behind a wall, two squares away; the other is four squares away in the open."""
    scene = position(
        character("p1", "C6", "n", right="colt", gun=2),
        character("a1", "E6", "s", right="colt"),
        character("a2", "C2", "s", right="colt"),
        on=town(wall="C6/e"),
        actor="p1",
        actions=3,
    )
    notes = walk(by_commander(scene, *MISS * 3).notes)
    about = next(note for note in notes if isinstance(note, Sifted) and note.rule == "HOUSE-TARGET")
    assert about.chosen is not None and about.candidates[about.chosen] == "a2"


def test_every_decision_leaves_its_notes() -> None:
    """What was tried, and why not."""
    decision = by_commander(duel("C6", on=town(with_squares(C5="u"))), *MISS * 3)
    tried = [note.option for note in walk(decision.notes) if isinstance(note, Tried)]
    assert {"leave the board", "pick up the loot", "take cover", "a good shot"} <= set(tried)


@pytest.mark.rule("HOUSE-ANSWER")
@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.parametrize("side", ["auto", "commander"])
def test_a_snapshot_is_tried_at_whoever_comes_into_view(side: str) -> None:
    """By an auto in range, and always by the commander's characters."""
    from sim.engine.chance import Scripted
    from sim.engine.orders import Ask
    from sim.rules.outlaws.commander import COMMANDER
    from sim.rules.outlaws.solo.tables import AUTO
    from sim.solo.situation import Situation
    from tests.rules.outlaws.deciding import game_of, short

    mover, watcher = ("p1", "a1") if side == "auto" else ("a1", "p1")
    scene = position(
        character(mover, "C6", right="colt"), character(watcher, "C3", "s", right="colt"), actor=mover, actions=2
    )
    plans = AUTO if side == "auto" else COMMANDER
    game = game_of(scene, plans, Scripted(()))
    ask = Ask(scene.state.unit(watcher).side, "snapshot", watcher, mover)
    here: Situation[Any, Any] = Situation(game, ask)
    assert [short(scene, intent) for intent in plans["snapshot"].orders(here)] == [f"Snap {mover}"]


@pytest.mark.rule("OUT-SNAP-1")
def test_an_auto_lets_whoever_is_out_of_range_be() -> None:
    """Four squares and skill for a handgun."""
    from sim.engine.chance import Scripted
    from sim.engine.orders import Ask
    from sim.rules.outlaws.solo.tables import AUTO
    from sim.solo.situation import Situation
    from tests.rules.outlaws.deciding import game_of, short

    scene = position(
        character("p1", "C9", right="colt"), character("a1", "C3", "s", right="colt", gun=1), actor="p1", actions=2
    )
    here: Situation[Any, Any] = Situation(game_of(scene, AUTO, Scripted(())), Ask("gang", "snapshot", "a1", "p1"))
    assert [short(scene, intent) for intent in AUTO["snapshot"].orders(here)] == []


@pytest.mark.rule("OUT-SEQ")
def test_without_actions_an_auto_throws_no_die() -> None:
    """After a brawl that took them all."""
    scene = position(character("a1", "C6", right="colt"), character("p1", "C2", "s"), actor="a1", actions=0)
    assert decide(scene).orders == ["Wait"]
