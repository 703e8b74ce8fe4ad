"""OUTLAWS!: what two dice must show, who can be shot at, and who is in the way."""

from fractions import Fraction
from typing import Any

import pytest

from sim.engine.orders import Ask
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.combat.shots import blocked_by, could_wound, skill_of, snapshot_range, target_number
from sim.rules.outlaws.commander import shots
from sim.rules.outlaws.figures import Aim
from sim.rules.outlaws.orders.shooting import Ranged, Shoot, ThrowWeapon
from sim.rules.outlaws.state import BRAWL, Character, OutlawsPosition
from tests.rules.outlaws.stage import WEAPONS, character, item, position, read, town, with_squares
from tests.rules.positions import changed

LONG = "\n".join(["." * 6] * 30)


def duel(
    right: Any = "colt", away: int = 4, *, shooter: Any = None, target: Any = None, **more: Any
) -> OutlawsPosition:
    """Put a shooter in E24 facing north, and his target so many squares before him."""
    one = character("p1", "E24", "n", **{"right": right, **(shooter or {})})
    other = character("a1", f"E{24 - away}", "s", **(target or {}))
    more.setdefault("on", town("\n".join(["." * 9] * 28)))
    return position(one, other, *more.pop("others", ()), **more)


def two(scene: OutlawsPosition) -> tuple[Character, Character]:
    """Return shooter and target."""
    return scene.state.unit("p1"), scene.state.unit("a1")


def needed(scene: OutlawsPosition, aim: Aim = "standard", **more: Any) -> int:
    """Return what two dice must show with what is in the hand."""
    shooter, target = two(scene)
    return target_number(scene, shooter, target, shooter.held[0], aim, **more).total


def refused(scene: OutlawsPosition, aim: Aim = "standard", **more: Any) -> str | None:
    """Say why there is no shot with what is in the hand."""
    shooter, target = two(scene)
    return against(Shoot(shooter.id, target.id, shooter.held[0].id, aim, **more), scene)


def against(order: Ranged, scene: OutlawsPosition) -> str | None:
    """Say what stands against a shot or a throw besides payment."""
    return next(filter(None, order.hindrances(scene, scene.state.unit(order.unit))), None)


# -- the number ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("weapon", "away", "number"),
    [
        ("colt", 1, 7),
        ("colt", 2, 8),
        ("colt", 5, 9),
        ("winchester", 3, 7),
        ("winchester", 8, 9),
        ("shotgun", 1, 6),
        ("shotgun", 8, 10),
        ("bow", 6, 9),
    ],
)
def test_weapon_and_distance(weapon: str, away: int, number: int) -> None:
    """Base game 2.2: 7 (shotgun 6), and one more for each 2, 4, 2 or 3 squares."""
    assert needed(duel(weapon, away)) == number


@pytest.mark.parametrize(("aim", "number"), [("standard", 9), ("best", 7), ("steady", 5)])
def test_aim(aim: Aim, number: int) -> None:
    """A handgun at 4 squares: 7 + 2, less the aim."""
    assert needed(duel(), aim) == number


def test_skill_comes_off_and_a_poor_shot_goes_on() -> None:
    """A rifle at 8 squares with Gun 3: 7 + 2 - 3, and 2 more for a Poor Shot."""
    scene = duel("winchester", 8, shooter={"gun": 3})
    assert (needed(scene), needed(scene, "poor")) == (6, 8)


@pytest.mark.rule("OUT-SKILL")
def test_a_bow_goes_by_bow_skill_and_a_throw_by_brawling() -> None:
    """A Tuwa with Gun 0, Bow 2, Brawl 1."""
    scene = duel("bow", 6, shooter={"bow": 2, "brawl": 1})
    assert needed(scene) == 7
    unit = scene.state.unit("p1")
    assert [skill_of(unit, WEAPONS[kind]) for kind in ("bow", "colt", "lance")] == [2, 0, 1]


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({"prone": True}, 1),
        ({"running": True}, 1),
        ({"mounted": True}, -1),
        ({"covering": True}, 0),  # in the open it is worth nothing
    ],
)
def test_what_the_target_does(words: dict[str, Any], more: int) -> None:
    """Each against the same shot at a man who stands."""
    assert needed(duel(target=words)) == needed(duel()) + more


def test_a_prone_target_is_harder_to_hit_only_from_three_squares_on() -> None:
    """At two squares it is as good as standing."""
    assert needed(duel(away=2, target={"prone": True})) == 8
    assert needed(duel(away=3, target={"prone": True})) == 9


@pytest.mark.rule("OUT-COVER")
def test_cover_makes_a_shot_harder_by_two_however_much_there_is() -> None:
    """A trough before the target, and a fence besides, which is no more."""
    rows = "\n".join(["." * 9] * 28)
    plain, trough = town(rows), town(with_squares(rows, E21="u"))
    both = town(with_squares(rows, E21="u"), fence="E20/s")
    assert [needed(duel(on=street)) for street in (plain, trough, both)] == [9, 11, 11]


@pytest.mark.rule("OUT-COVER")
def test_a_corner_counts_after_take_cover() -> None:
    """The wall beside the target's square, before and after."""
    street = town("\n".join(["." * 9] * 28), wall="D20/s")
    assert (needed(duel(on=street)), needed(duel(on=street, target={"covering": True}))) == (9, 11)


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ({"prone": True}, 0),
        ({"mounted": True}, 1),
        ({"arms": ("right",)}, 2),
        ({"arms": ("left",)}, 0),
        ({"right": None, "left": "colt"}, 1),
        ({"right": None, "left": "colt", "arms": ("left",)}, 3),
    ],
)
def test_what_the_shooter_does(words: dict[str, Any], more: int) -> None:
    """Each against the same shot of a right-handed man who stands."""
    assert needed(duel(shooter=words)) == needed(duel()) + more


def test_the_left_hand_of_a_left_handed_man_is_not_his_off_hand() -> None:
    """His right one is."""
    left: dict[str, Any] = {"shootout": {"right_handed": {"p1": False}}}
    assert needed(duel(shooter={"right": None, "left": "colt"}, **left)) == 9
    assert needed(duel(**left)) == 10


@pytest.mark.rule("OUT-SKILL")
def test_a_weapon_for_two_hands_has_no_off_hand_and_minds_either_arm() -> None:
    """A rifle at 4 squares needs 8."""
    assert needed(duel("winchester", shooter={"arms": ("left",)})) == 10
    assert needed(duel(None, shooter={"right": None, "left": "winchester"})) == 8


@pytest.mark.rule("OUT-SNAP-1")
def test_a_snapshot_is_harder_by_two() -> None:
    """Base game: one Shoot at aim -2."""
    assert needed(duel(), snap=True) == needed(duel()) + 2


def test_every_part_has_its_reason() -> None:
    """What a player is shown."""
    scene = duel(shooter={"gun": 2}, target={"running": True})
    shooter, target = two(scene)
    assert str(target_number(scene, shooter, target, shooter.held[0], "best")) == (
        "needed on two dice 6: +7 Colt, +2 at 4 squares, +1 target running, -2 gun skill, -2 best aim"
    )


def test_how_likely_a_hit_is() -> None:
    """9 and more on two dice: 10 of 36; 2 and less always; 13 never."""
    for scene, share in ((duel(), Fraction(10, 36)), (duel(away=1, shooter={"gun": 5}), 1), (duel(away=12), 0)):
        shooter, target = two(scene)
        assert next(shot.hit for shot in shots(scene, shooter, target, 1) if shot.aim == "standard") == share


# -- whether there is a shot ---------------------------------------------------------------------------------------


def test_a_plain_shot_can_be_made() -> None:
    """Everything below differs from this in one thing."""
    assert refused(duel()) is None


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"right": item("colt", "p1", loaded=0)}, "the Colt is empty"),
        ({"right": "knife"}, "a knife cannot be fired"),
        ({"right": "winchester", "left": "knife"}, "the Winchester takes both hands"),
        ({"right": "bow", "prone": True}, "a bow cannot be fired lying down"),
        ({"running": True}, "p1 has run, and cannot shoot in the same turn"),
        ({"facing": 4}, "a1 is not in the field of view: turn around first"),
    ],
)
def test_what_the_shooter_cannot(words: dict[str, Any], why: str) -> None:
    """Each thing alone keeps him from it."""
    turned = words.pop("facing", None)
    scene = duel(shooter=words)
    words.update({"facing": turned} if turned is not None else {})
    assert refused(scene if turned is None else changed(scene, "p1", facing=turned)) == why


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"dead": True}, "a1 is out of the fight"),
        ({"side": "law"}, "a1 is on the same side"),
        ({"group": True}, "a1 is a group, and groups are not targets"),
    ],
)
def test_who_is_no_target(words: dict[str, Any], why: str) -> None:
    """The dead, friends, and groups."""
    assert refused(duel(target=words)) == why


@pytest.mark.rule("OUT-T-groups")
def test_a_shootout_may_make_a_group_a_target() -> None:
    """It says so by name."""
    assert refused(duel(target={"group": True}, shootout={"targets_allowed": ("a1",)})) is None


def test_the_shotgun_carries_eight_squares() -> None:
    """And no further."""
    assert refused(duel("shotgun", 8)) is None
    assert refused(duel("shotgun", 9)) == "too far: 9 squares, and its range is 8"


def test_both_barrels_need_two_of_them_loaded() -> None:
    """One barrel, one round, two rounds."""
    assert refused(duel("shotgun"), both=True) == "the shotgun has one barrel"
    half = item("double_shotgun", "p1", loaded=1)
    assert refused(duel(half), both=True) == "only one barrel of the double shotgun is loaded"
    assert refused(duel("double_shotgun"), both=True) is None


def test_only_what_a_weapon_knows_can_be_aimed() -> None:
    """There is no Poor Shot with a handgun, no Steady Aim with a bow."""
    assert refused(duel(), "poor") == "a Colt cannot be fired with poor aim"
    assert refused(duel("bow"), "steady") == "a bow cannot be fired with steady aim"


def test_a_wall_between_them() -> None:
    """No line, no shot."""
    assert refused(duel(on=town("\n".join(["." * 9] * 28), wall="E22/s"))) == "no line of sight to a1"


@pytest.mark.rule("OUT-SHOOT-9")
@pytest.mark.rule("OUT-LINE")
def test_a_standing_friend_on_the_line_blocks_and_one_beside_it_does_not() -> None:
    """E22 lies on the line from E24 to E20."""
    assert refused(duel(others=(character("p2", "E22"),))) == "the shot is blocked by p2"
    assert refused(duel(others=(character("p2", "F22"),))) is None
    assert refused(duel(others=(character("p2", "E19"),))) is None


@pytest.mark.rule("OUT-SHOOT-9")
@pytest.mark.parametrize("words", [{"prone": True}, {"conscious": False}, {"side": "gang"}])
def test_who_lies_or_is_an_enemy_blocks_no_shot(words: dict[str, Any]) -> None:
    """Base game: friendly, conscious, standing figures."""
    assert refused(duel(others=(character("p2", "E22", **words),))) is None


@pytest.mark.rule("OUT-SHOOT-9")
def test_a_friend_who_brawls_with_the_target_blocks() -> None:
    """They are in one square."""
    assert refused(duel(others=(character("p2", "E20"),))) == "the shot is blocked by p2"


@pytest.mark.rule("OUT-SHOOT-9")
def test_a_line_through_a_corner_passes_nobody_beside_it() -> None:
    """From B5 to D3 through C4: B4 and C5 only touch it."""
    scene = position(
        character("p1", "B5", "ne", right="colt"), character("a1", "D3"), character("p2", "B4"), character("p3", "C5")
    )
    assert blocked_by(scene, *two(scene)) == ()
    assert blocked_by(changed(scene, "p2", cell=scene.map.cell("C4")), *two(scene)) == ("p2",)


@pytest.mark.rule("OUT-LINE")
def test_townsfolk_block_shots_and_tuwa_groups_of_the_enemy_do_not() -> None:
    """Whoever's side they are on."""
    assert refused(duel(others=(character("a2", "E22", group=True),))) == "the shot is blocked by a2"
    assert refused(duel(others=(character("a2", "E22", group=True, tuwa=True),))) is None


def test_in_a_brawl_only_a_handgun_is_fired_and_only_into_the_square() -> None:
    """At -1 on the dice."""
    brawl = duel(away=0)
    assert refused(brawl) is None
    assert needed(brawl) == 8
    assert refused(duel("winchester", 0)) == "in a brawl only a handgun can be fired"
    busy = duel(others=(character("a2", "E24"),))
    assert refused(busy) == "in a brawl only somebody in the same square can be shot at"


# -- range ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-SHOOT-2")
@pytest.mark.parametrize(
    ("weapon", "gun", "furthest"), [("colt", 0, 11), ("colt", 2, 15), ("winchester", 0, 23), ("shotgun", 3, 8)]
)
def test_how_far_a_weapon_could_wound(weapon: str, gun: int, furthest: int) -> None:
    """12 + skill must reach 7 + a half (a quarter) of the distance: 5 squares of 2 and one over."""
    for away in (furthest, furthest + 1):
        scene = position(character("p1", "A30", right=weapon, gun=gun), character("a1", f"A{30 - away}"), on=town(LONG))
        shooter, target = two(scene)
        assert could_wound(scene, shooter, target, shooter.held[0]) == (away == furthest)


@pytest.mark.rule("OUT-READ-wound")
@pytest.mark.parametrize(
    ("more", "roll"), [({}, True), ({"target": {"prone": True}}, False), ({"shooter": {"mounted": True}}, False)]
)
def test_could_wound_asks_for_a_roll_that_can_be_made(more: dict[str, Any], roll: bool) -> None:
    """A Colt at 11 squares needs 12; one more for a target that lies, or from the saddle, and no dice reach it."""
    scene = duel("colt", 11, **more)
    assert could_wound(scene, *two(scene), two(scene)[0].held[0]) is roll


@pytest.mark.rule("OUT-READ-wound")
def test_could_wound_by_distance_alone_is_the_other_reading() -> None:
    """Neither an empty magazine nor the saddle nor lying down counts then."""
    scene = duel(item("colt", "p1", loaded=0), 11, shooter={"mounted": True}, target={"prone": True})
    assert could_wound(read(scene, could_wound="by distance"), *two(scene), two(scene)[0].held[0])


@pytest.mark.rule("OUT-SNAP-1")
@pytest.mark.parametrize(
    ("weapon", "squares"), [("colt", 6), ("winchester", 10), ("shotgun", 5), ("bow", 9), ("lance", -1)]
)
def test_how_near_a_snapshot_is_tried(weapon: str, squares: int) -> None:
    """Handgun 4, rifle and bow 8, shotgun 3, with Gun 2 and Bow 1."""
    assert snapshot_range(position(), character("a1", "A1", gun=2, bow=1), WEAPONS[weapon]) == squares


# -- throws --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("away", "number"), [(1, 8), (2, 9), (3, 10)])
def test_a_throw_is_harder_by_one_for_each_square(away: int, number: int) -> None:
    """7 and the distance, less Brawl."""
    scene = duel("lance", away)
    shooter, target = two(scene)
    assert target_number(scene, shooter, target, shooter.held[0], aim=None).total == number
    skilled = changed(scene, "p1", profile=character("p1", "A1", brawl=2).profile)
    assert target_number(skilled, skilled.state.unit("p1"), target, shooter.held[0], aim=None).total == number - 2


def test_what_can_be_thrown_and_how_far() -> None:
    """A lance three squares; a gun not at all."""
    for right, away, why in (
        ("lance", 3, None),
        ("lance", 4, "too far: 4 squares, and its range is 3"),
        ("colt", 2, "nobody throws a Colt"),
    ):
        scene = duel(right, away)
        shooter, target = two(scene)
        assert against(ThrowWeapon(shooter.id, target.id, shooter.held[0].id), scene) == why


@pytest.mark.rule("OUT-BRAWL-0")
def test_nobody_throws_anything_in_a_brawl() -> None:
    """A knife is stabbed with there."""
    scene = duel("knife", 0)
    thrown = ThrowWeapon("p1", "a1", two(scene)[0].held[0].id)
    assert OUTLAWS.refusal(scene, Ask("law", BRAWL, "p1"), thrown) == "p1 is in a brawl with a1"
