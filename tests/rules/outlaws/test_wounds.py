"""Shots that hit, and what wound chits do (base_games 2.2)."""

from typing import Any

import pytest

from sim.engine.events import CardTaken, DeckShuffled
from sim.play.happening import PointsWon
from sim.rules.outlaws.events import BystanderHit, ItemDropped, Shot, Thrown, Wounded
from sim.rules.outlaws.orders.shooting import Shoot, ThrowWeapon
from sim.rules.outlaws.state import WOUNDS, OutlawsPosition
from tests.rules.outlaws.stage import LAW, cell, character, item, position
from tests.rules.outlaws.table import Played, order, why_not

SHOT = Shoot("p1", "a1", "colt-p1")
HIT = (6, 6)


def facing_each_other(at: str = "C4", **words: Any) -> OutlawsPosition:
    """Return p1 with a Colt in C10, and a1 north of him with its back turned."""
    shooter = words.pop("shooter", character("p1", "C10", "n", right="colt"))
    more = {key: words.pop(key) for key in ("shootout",) if key in words}
    words.setdefault("actions", 4)
    return position(shooter, character("a1", at, "n", **words), actor="p1", actions=4, **more)


def hit(chit: str, dice: tuple[int, ...] = (), **words: Any) -> Played:
    """Hit a1 from six squares away with a chit."""
    return order(facing_each_other(**words), SHOT, dice=(*HIT, *dice), chits=[chit])


def test_a_miss_is_an_event() -> None:
    """A shot that misses uses up its round and its action all the same."""
    played = order(facing_each_other(), SHOT, dice=(1, 2))
    assert played.of(Shot) == [Shot("p1", "a1", "colt-p1", False, spent=1)]
    held = played.unit("p1").right
    assert held is not None and held.loaded == 5
    assert played.state.actions == 3
    assert played.state.gunfire == cell("C10")


def test_the_number_needed_hits() -> None:
    """Six squares with a Colt need 7 + 3: ten hits, nine does not."""
    assert order(facing_each_other(), SHOT, dice=(5, 5), chits=["graze"]).of(Shot)[0].hit
    assert not order(facing_each_other(), SHOT, dice=(4, 5)).of(Shot)[0].hit


def test_better_aim_costs_more_and_needs_less() -> None:
    """Best Shot costs two actions and needs two less."""
    played = order(facing_each_other(), Shoot("p1", "a1", "colt-p1", "best"), dice=(4, 4), chits=["graze"])
    assert played.state.actions == 2
    rifle = facing_each_other(shooter=character("p1", "C10", right="winchester"))
    for aim, spent in (("poor", 1), ("standard", 2), ("best", 3), ("steady", 4)):
        shot = Shoot("p1", "a1", "winchester-p1", aim)  # type: ignore[arg-type]
        assert order(rifle, shot, dice=(1, 2)).state.actions == 4 - spent


@pytest.mark.parametrize(
    ("chit", "expected"),
    [
        ("graze", {"owed": 1}),
        ("knocked_down", {"prone": True}),
        ("light", {"lost": 1}),
        ("leg", {"leg": True}),
        ("serious", {"lost": 2, "prone": True}),
        ("unconscious", {"conscious": False}),
        ("dead", {"dead": True, "conscious": False}),
    ],
)
def test_a_chit_does_what_it_says(chit: str, expected: dict[str, Any]) -> None:
    """Each chit changes what it names, and nothing else."""
    unit = hit(chit).unit("a1")
    plain = facing_each_other().state.unit("a1")
    assert unit == plain.changed(**expected)


def test_chits_go_back_into_the_pool() -> None:
    """The pool is the same before and after a draw."""
    scene = facing_each_other()
    assert hit("dead").state.deck(WOUNDS) == scene.state.deck(WOUNDS)


def test_knocked_down_does_nothing_to_somebody_prone() -> None:
    """The chit is discarded, and no other is drawn."""
    played = hit("knocked_down", prone=True)
    assert played.of(Wounded) == [Wounded("a1", "Knocked Down")]


def test_an_arm_drops_what_it_holds() -> None:
    """A die says which arm; the weapon in that hand falls, and lies in the square."""
    played = hit("arm", dice=(1,), right="colt", left="knife")
    assert played.of(ItemDropped) == [ItemDropped("a1", "right")]
    assert played.unit("a1").arms == ("right",)
    assert played.unit("a1").left is not None
    assert played.state.lying == ((cell("C4"), item("colt", "a1")),)


def test_either_arm_lets_go_of_a_long_gun() -> None:
    """A weapon for both hands falls with either arm."""
    assert hit("arm", dice=(2,), right="winchester").of(ItemDropped) == [ItemDropped("a1", "right")]


def test_the_last_action_lost_is_unconsciousness() -> None:
    """Actions of nothing or less: unconscious. A wound that leaves one does not do it."""
    assert not hit("light", actions=1).unit("a1").conscious
    assert not hit("serious", actions=2).unit("a1").conscious
    assert hit("light", actions=2).unit("a1").conscious
    assert not hit("light", actions=3, lost=2).unit("a1").conscious


def test_at_point_blank_two_chits_are_drawn() -> None:
    """Within one square the more severe of two counts, and both go back."""
    scene = facing_each_other(at="C9")
    for chits in (["graze", "leg"], ["leg", "graze"]):
        played = order(scene, SHOT, dice=HIT, chits=chits)
        assert played.unit("a1").leg and not played.unit("a1").owed
        assert played.state.deck(WOUNDS) == scene.state.deck(WOUNDS)
        assert played.of(CardTaken, DeckShuffled) == [CardTaken(WOUNDS, chits[0]), DeckShuffled(WOUNDS)]
    assert len(order(facing_each_other(at="C8"), SHOT, dice=HIT, chits=["graze"]).of(Wounded)) == 1


@pytest.mark.rule("OUT-SHOOT-7")
def test_both_barrels_draw_two_chits() -> None:
    """Both barrels use both rounds, and the more severe of two chits counts."""
    scene = facing_each_other(shooter=character("p1", "C10", right="double_shotgun"))
    shot = Shoot("p1", "a1", "double_shotgun-p1", both=True)
    played = order(scene, shot, dice=HIT, chits=["light", "serious"])
    assert played.unit("a1").lost == 2
    held = played.unit("p1").right
    assert held is not None and held.loaded == 0
    assert played.state.actions == 3


def test_a_rider_who_falls_leaves_the_horse() -> None:
    """Knocked down or out of the saddle, the horse stands where it was."""
    for chit in ("knocked_down", "unconscious", "dead"):
        played = hit(chit, mounted=True)
        assert not played.unit("a1").mounted
        assert played.state.horses[0].cell == cell("C4")
    assert hit("graze", mounted=True).unit("a1").mounted


def test_whoever_falls_drops_the_loot() -> None:
    """The loot lies in the square for others; weapons stay on the body."""
    played = hit("unconscious", carried=(item("loot"), item("knife", "a1")))
    assert played.state.lying == ((cell("C4"), item("loot")),)
    assert played.unit("a1").carried == (item("knife", "a1"),)


# -- throwing -------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-MOVE-ride-tuwa-1")
def test_a_thrown_lance_is_gone() -> None:
    """It lies where the target stood, whether it hit or not."""
    scene = facing_each_other(at="C8", shooter=character("p1", "C10", right="lance"))
    for dice, chits in ((HIT, ["light"]), ((1, 2), [])):
        played = order(scene, ThrowWeapon("p1", "a1", "lance-p1"), dice=dice, chits=chits)
        assert played.of(Thrown)[0].hit == bool(chits)
        assert played.unit("p1").right is None
        assert played.state.lying == ((cell("C8"), item("lance", "p1")),)
        assert played.state.actions == 3
    far = facing_each_other(shooter=character("p1", "C10", right="lance"))
    assert why_not(far, ThrowWeapon("p1", "a1", "lance-p1")) is not None


# -- whom nobody should hit -----------------------------------------------------------------------------------


@pytest.mark.rule("OUT-T-groups")
def test_groups_are_no_targets_unless_the_shootout_says_so() -> None:
    """Nobody shoots into a crowd."""
    crowd = character("folk", "C4", side="gang", group=True)
    scene = position(character("p1", "C10", right="colt"), crowd, actor="p1", actions=4)
    assert why_not(scene, Shoot("p1", "folk", "colt-p1")) == "folk is a group, and groups are not targets"


@pytest.mark.rule("OUT-FOLK")
def test_hitting_townsfolk_costs_points() -> None:
    """Where they are targets after all, a hit costs the shooter's side a point, and no chit is drawn."""
    crowd = character("folk", "C4", side="gang", group=True)
    scene = position(
        character("p1", "C10", right="colt"), crowd, actor="p1", actions=4, shootout={"targets_allowed": ("folk",)}
    )
    played = order(scene, Shoot("p1", "folk", "colt-p1"), dice=HIT)
    assert played.of(BystanderHit, PointsWon) == [
        BystanderHit("p1", "folk"),
        PointsWon(LAW, -1, "p1 has hit townsfolk"),
    ]
    assert played.state.score(LAW) == -1


def test_a_group_of_tuwa_costs_no_points() -> None:
    """Where the shootout makes one a target."""
    crowd = character("band", "C4", side="gang", group=True, tuwa=True)
    scene = position(
        character("p1", "C10", right="colt"), crowd, actor="p1", actions=4, shootout={"targets_allowed": ("band",)}
    )
    assert order(scene, Shoot("p1", "band", "colt-p1"), dice=HIT).state.score(LAW) == 0


@pytest.mark.rule("OUT-FOLK")
def test_a_stray_shot_hits_townsfolk_beside_the_target() -> None:
    """Two ones go into a group next to the target; other misses, and groups further off, do not matter."""
    crowd, scene = character("folk", "D4", side="gang", group=True), facing_each_other()
    near = position(*scene.state.units, crowd, actor="p1", actions=4)
    assert order(near, SHOT, dice=(1, 1)).state.score(LAW) == -1
    assert order(near, SHOT, dice=(1, 2)).state.score(LAW) == 0
    far = position(*scene.state.units, character("folk", "E4", group=True), actor="p1", actions=4)
    assert order(far, SHOT, dice=(1, 1)).state.score(LAW) == 0
    assert order(scene, SHOT, dice=(1, 1)).names() == ["Shot"]


def test_a_shot_needs_a_held_weapon_and_a_living_enemy() -> None:
    """Pockets do not shoot, and neither friends nor the fallen are targets."""
    pocket = facing_each_other(shooter=character("p1", "C10", carried=("colt",)))
    assert why_not(pocket, SHOT) == "p1 does not hold colt-p1"
    assert why_not(facing_each_other(conscious=False), SHOT) == "a1 is out of the fight"
    assert why_not(facing_each_other(), Shoot("p1", "p1", "colt-p1")) == "p1 is on the same side"
    assert why_not(facing_each_other(), Shoot("p1", "a9", "colt-p1")) == "there is no a9"
    assert why_not(facing_each_other(), Shoot("p1", "a1", "colt-p1", "poor")) == "a Colt cannot be fired with poor aim"
