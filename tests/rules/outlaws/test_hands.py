"""Hands and items: draw, stow, drop, reload, pick up."""

from dataclasses import replace
from typing import Any

import pytest

from sim.rules.outlaws.events import ItemPickedUp
from sim.rules.outlaws.orders.handling import Draw, Drop, PickUp, Reload, Stow
from sim.rules.outlaws.state import Item, OutlawsPosition
from tests.rules.outlaws.stage import cell, character, item, position
from tests.rules.outlaws.table import order, why_not

FAR = character("a1", "L12", "s")


def alone(actions: int = 4, **words: Any) -> OutlawsPosition:
    """Return p1 with its counter out of the cup."""
    more = {key: words.pop(key) for key in ("lying", "shootout") if key in words}
    return position(character("p1", "C10", **words), FAR, actor="p1", actions=actions, **more)


def test_drawing_costs_an_action() -> None:
    """What is carried comes into the hand that is named."""
    played = order(alone(carried=("colt",)), Draw("p1", "colt-p1", "left"))
    assert (played.state.actions, played.unit("p1").carried) == (3, ())
    assert played.unit("p1").left == item("colt", "p1")


def test_a_full_hand_draws_nothing() -> None:
    """One hand holds one thing, and a long gun takes both."""
    assert (
        why_not(alone(right="colt", carried=("knife",)), Draw("p1", "knife-p1")) == "p1 has the Colt in the right hand"
    )
    both = alone(right="winchester", carried=("knife",))
    assert why_not(both, Draw("p1", "knife-p1", "left")) == "the Winchester takes both hands"
    one = alone(left="colt", carried=("winchester",))
    assert why_not(one, Draw("p1", "winchester-p1")) == "the Winchester takes both hands, and one holds the Colt"
    assert why_not(alone(), Draw("p1", "colt-p1")) == "p1 does not carry colt-p1"


def test_stowing_costs_an_action_and_dropping_none() -> None:
    """What is stowed is carried; what is dropped lies in the square."""
    stowed = order(alone(right="colt"), Stow("p1", "right"))
    assert (stowed.state.actions, stowed.unit("p1").carried) == (3, (item("colt", "p1"),))
    dropped = order(alone(actions=0, right="colt"), Drop("p1", "right"))
    assert dropped.unit("p1").right is None
    assert dropped.state.lying == ((cell("C10"), item("colt", "p1")),)
    assert why_not(alone(), Drop("p1", "left")) == "p1 has nothing in either hand"
    assert why_not(alone(right="colt"), Drop("p1", "left")) == "p1 has nothing in the left hand"


def test_nobody_puts_a_chair_leg_away() -> None:
    """Objects are held or dropped."""
    assert why_not(alone(right="object"), Stow("p1", "right")) == "the chair leg cannot be put away"
    assert why_not(alone(right="object"), Drop("p1", "right")) is None


# -- reloading ------------------------------------------------------------------------------------------------


def test_an_action_puts_two_rounds_in() -> None:
    """A reload is a full magazine: opened once, and used up to the last round."""
    played = order(alone(right=item("colt", "p1", loaded=1, reloads=1)), Reload("p1", "colt-p1"))
    assert played.unit("p1").right == Item("colt-p1", "colt", 3, 0, 4)
    played = order(played.game.position, Reload("p1", "colt-p1"))
    played = order(played.game.position, Reload("p1", "colt-p1"))
    assert played.unit("p1").right == Item("colt-p1", "colt", 6, 0, 1)
    assert played.state.actions == 1


def test_a_weapon_is_loaded_no_further_than_it_holds() -> None:
    """A full weapon is refused, and one action puts in no more than there is room for."""
    played = order(alone(right=item("colt", "p1", loaded=5, reloads=1)), Reload("p1", "colt-p1"))
    assert played.unit("p1").right == Item("colt-p1", "colt", 6, 0, 5)
    assert why_not(alone(right="colt"), Reload("p1", "colt-p1")) == "the Colt is full"


def test_barrels_and_arrows_go_one_by_one() -> None:
    """A shotgun takes an action a barrel, a bow one for the arrow on the string."""
    gun = order(alone(right=item("double_shotgun", "p1", loaded=0)), Reload("p1", "double_shotgun-p1"))
    assert gun.unit("p1").right == Item("double_shotgun-p1", "double_shotgun", 1, 0, 1)
    bow = order(alone(right=item("bow", "p1", loaded=0, reloads=5)), Reload("p1", "bow-p1"))
    assert bow.unit("p1").right == Item("bow-p1", "bow", 1, 4, 0)


def test_nothing_is_loaded_with_nothing() -> None:
    """Without reloads, without the weapon in the hand, or with what has no rounds there is no reloading."""
    empty = alone(right=item("colt", "p1", loaded=0, reloads=0))
    assert why_not(empty, Reload("p1", "colt-p1")) == "nothing is left to reload the Colt with"
    assert why_not(alone(carried=("colt",)), Reload("p1", "colt-p1")) == "p1 does not hold colt-p1"
    assert why_not(alone(right="knife"), Reload("p1", "knife-p1")) == "the knife takes no rounds"


# -- picking up -----------------------------------------------------------------------------------------------

CHAIRS = {"objects": (cell("C10"),)}


@pytest.mark.rule("OUT-BRAWL-2")
def test_a_printed_object_is_picked_up_once() -> None:
    """An object comes into the favoured hand; then the square has none."""
    played = order(alone(shootout=CHAIRS), PickUp("p1"))
    assert played.state.actions == 3
    held = played.unit("p1").right
    assert held is not None and held.kind == "object"
    assert played.state.spent_objects == (cell("C10"),)
    assert why_not(played.game.position, PickUp("p1")) == "there is nothing to pick up in the square"


def test_the_favoured_hand_picks_up_first() -> None:
    """A left-handed character takes it into the left."""
    scene = alone(shootout={**CHAIRS, "right_handed": {"p1": False}})
    assert order(scene, PickUp("p1")).of(ItemPickedUp)[0].hand == "left"


def test_what_lies_there_is_picked_up_before_what_is_printed() -> None:
    """The loot first, which is carried and needs no hand; then a weapon, which needs one."""
    lying = ((cell("C10"), item("colt")), (cell("C10"), item("loot")), (cell("D10"), item("knife")))
    scene = alone(shootout=CHAIRS, lying=lying, right="winchester")
    played = order(scene, PickUp("p1"))
    assert played.unit("p1").carried == (item("loot"),)
    assert why_not(played.game.position, PickUp("p1")) == "p1 has no hand free for the Colt"
    free = order(alone(lying=lying[:1]), PickUp("p1"))
    assert free.unit("p1").right == item("colt")
    assert free.state.lying == ()


def test_nobody_picks_up_from_the_saddle() -> None:
    """A rider has to dismount first."""
    assert why_not(alone(shootout=CHAIRS, mounted=True), PickUp("p1")) == "p1 is mounted"


def test_no_more_rounds_go_in_than_there_are() -> None:
    """One loose round, and an action that would put in two."""
    colt = replace(item("colt", "p1", loaded=0, reloads=0), loose=1)
    scene = position(character("p1", "C10", right=colt), character("a1", "L12"), actor="p1", actions=4)
    held = order(scene, Reload("p1", "colt-p1")).unit("p1").right
    assert held is not None and (held.loaded, held.loose) == (1, 0)
