"""LPG-SOLO: whom the planner shoots at, whom it looks for, where it goes: every line of every list decides once."""

from typing import Any

import pytest

from sim.engine.notes import Sifted, walk
from sim.rules.la_petite_guerre.orders.order import MOVING
from sim.rules.la_petite_guerre.solo.moves import LISTS, TO_HIS_MEN, WITH_HIS_MEN
from sim.rules.la_petite_guerre.solo.shots import BLIND_TARGET, TARGET, TO_ACQUIRE
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.deciding import Decision, decide, goes_to, ordered, stage
from tests.rules.la_petite_guerre.table import METIS, E, Placed, W, gun, man, with_cells

pytestmark = pytest.mark.rule("LPG-SOLO")


def shoots(*enemies: Placed, **mine: Any) -> Decision:
    """Let a defender at A10 choose among enemies, all of them acquired."""
    seen = tuple(each.unit.id for each in enemies)
    return decide(stage(man("a1", "A10", E, acquired=seen, **mine), *enemies))


def decided(chosen: Decision, what: str = "whom to fire at") -> tuple[list[str], str]:
    """Return the orders, and the line that decided."""
    return chosen.orders, chosen.decided_by(what)


# -- whom to fire at -------------------------------------------------------------------------------------------------


def test_only_who_can_be_fired_at() -> None:
    """An enemy out of range is no target."""
    assert decided(shoots(man("p1", "H10", W), man("p2", "Z10", W))) == (["Fire p1"], "open to his fire")


def test_only_who_has_been_acquired() -> None:
    """An enemy whom he has not acquired is no target, though nearer."""
    scene = stage(man("a1", "A10", E, acquired=("p1",)), man("p1", "J10", W), man("p2", "I10", W))
    assert decided(decide(scene)) == (["Fire p1"], "acquired")


def test_rather_who_can_act() -> None:
    """A stunned enemy is left alone while another can act."""
    assert decided(shoots(man("p1", "H10", W), man("p2", "G10", W, stunned=4))) == (["Fire p1"], "still able to act")


def test_rather_who_is_easier_to_hit() -> None:
    """Of two the one who is likelier to be hit."""
    assert decided(shoots(man("p1", "I10", W), man("p2", "H10", W, prone=True))) == (["Fire p1"], "chance to hit")


def test_rather_a_rider() -> None:
    """Of two who are as likely to be hit the rider."""
    found = shoots(man("p1", "I10", W, mounted=True), man("p2", "G10", W))
    assert decided(found) == (["Fire p1"], "mounted")


def test_rather_who_is_nearer() -> None:
    """Of two who are alike the nearer."""
    assert decided(shoots(man("p1", "J10", W), man("p2", "I10", W))) == (["Fire p2"], "inches away")


def test_the_list_of_targets_has_six_lines() -> None:
    """These are all lines of the list of targets."""
    assert [line.measure.what for line in TARGET.lines] == [
        "open to his fire", "acquired", "still able to act", "chance to hit", "mounted", "inches away"
    ]  # fmt: skip


def test_blind_fire_is_for_the_nearest() -> None:
    """Of two who cannot be seen the nearer is fired at blind, among those who can be fired at."""
    assert [line.measure.what for line in BLIND_TARGET.lines] == ["open to his fire", "inches away"]


# -- whom to look for ------------------------------------------------------------------------------------------------


def looks(*enemies: Placed, rows: str | None = None, **mine: Any) -> tuple[list[str], str]:
    """Let a defender at A10 look for somebody."""
    return decided(decide(stage(man("a1", "A10", E, **mine), *enemies, rows=rows)), "whom to look for")


def test_only_who_is_in_sight() -> None:
    """Behind a wood nobody is looked for."""
    rows = with_cells(**{f"{column}{row}": "w" for column in "EFGH" for row in (8, 9, 10, 11)})
    assert looks(man("p1", "J16", W), man("p2", "K10", W), rows=rows) == (["Acquire p1"], "in sight")


def test_only_who_is_not_acquired_yet() -> None:
    """Who has already been acquired need not be looked for."""
    found = looks(man("p1", "L10", W), man("p2", "K12", W), acquired=("p2",))
    assert found == (["Acquire p1"], "still unseen")


@pytest.mark.rule("LPG-SOLO-men")
def test_only_who_could_be_fired_at() -> None:
    """In range, or a move farther: whoever is beyond that is looked for when he has come nearer."""
    assert looks(man("p1", "O10", W), man("p2", "P10", W, mounted=True)) == (["Acquire p1"], "worth looking for")
    assert looks(man("p2", "P10", W, mounted=True), weapon="winchester")[0] != ["Acquire p2"]


def test_a_leader_looks_for_whom_his_men_could_fire_at() -> None:
    """And for what a gun could that they serve."""
    far = man("p1", "T10", W)
    captain = man("a1", "A10", E, command=1, side=METIS)
    rifleman, gunner = man("a2", "C10", E, left=0, control="free"), man("a3", "C11", E, serves="agun", left=0)
    served = gun("agun", "D11", E, side=METIS, left=0)
    assert ordered(stage(captain, rifleman, far)) != "Acquire p1"
    assert ordered(stage(captain, gunner, served, far)) == "Acquire p1"


def test_rather_who_is_in_range() -> None:
    """Of two the one whom his weapon reaches, though the other is easier to see."""
    assert looks(man("p1", "J10", W), man("p2", "M10", W, mounted=True)) == (["Acquire p1"], "within range")


def test_rather_who_is_easier_to_see() -> None:
    """Of two in range the one who is easier to see."""
    assert looks(man("p1", "K10", W), man("p2", "J10", W, prone=True)) == (["Acquire p1"], "chance to acquire")


def test_rather_who_is_nearer_to_look_for() -> None:
    """Of two alike the nearer."""
    assert looks(man("p1", "K10", W), man("p2", "J10", W)) == (["Acquire p2"], "inches away")


def test_the_list_of_whom_to_look_for_has_six_lines() -> None:
    """These are all lines of the list of whom to look for."""
    assert [line.measure.what for line in TO_ACQUIRE.lines] == [
        "in sight", "still unseen", "worth looking for", "within range", "chance to acquire", "inches away"
    ]  # fmt: skip


# -- where to go -----------------------------------------------------------------------------------------------------


def moves(scene: LpgPosition, inches: int, *dice: int) -> tuple[str, list[str]]:
    """Return where a man goes, and which lines left somebody out."""
    state = scene.state.changed(rolled=inches, actor="a1")
    found = decide(type(scene)(scene.battle, state), *dice, occasion=MOVING, number=inches)
    note = next(note for note in walk(found.notes) if isinstance(note, Sifted))
    return found.orders[0], found.counted(note.what)


COVER, AWAY = "in cover from everyone who can see it", "inches from the nearest enemy"
SAFE = "far enough from the enemy, or no nearer"


def test_an_advance_goes_towards_its_goal() -> None:
    """Of two ways that bring him about as near the shorter one, without cover."""
    scene = stage(man("a1", "C10", E), man("p1", "AD10", W), stance="advance", goal="O10")
    assert moves(scene, 4) == ("Move G10", ["distance left, in steps of two inches", "distance left"])


def test_an_advance_goes_from_cover_to_cover() -> None:
    """Of two ways that differ by less than two inches the one that ends in cover."""
    scene = stage(man("a1", "C10", E), man("p1", "AD10", W), stance="advance", goal="O10", rows=with_cells(F10="s"))
    assert moves(scene, 4) == ("Move F10", ["distance left, in steps of two inches", COVER])


def test_an_advance_leaves_cover_that_is_out_of_its_way() -> None:
    """Cover that would cost him more is left."""
    scene = stage(man("a1", "C10", E), man("p1", "AD10", W), stance="advance", goal="O10", rows=with_cells(C12="w"))
    assert goes_to(scene, 4) == "Move G10"


def test_an_advance_goes_round_what_bars_it() -> None:
    """The way counts, and not the distance: round a lake."""
    lake = with_cells(**{f"{column}{row}": "~" for column in "EFG" for row in range(3, 21)})
    scene = stage(man("a1", "C6", E), man("p1", "AD10", W), stance="advance", goal="K6", rows=lake)
    assert goes_to(scene, 3, 2) == "Move D4"


def test_the_lists_of_moves() -> None:
    """These are all lines of the lists of where to go."""
    lines = {stance: [line.measure.what for line in chosen.lines] for stance, chosen in LISTS.items()}
    assert lines == {
        "defend": ["no nearer to the enemy", "in cover from everyone who can see it", "inches from the nearest enemy"],
        "advance": ["distance left, in steps of two inches", "in cover from everyone who can see it", "distance left"],
        "skirmish": [
            "far enough from the enemy", "distance left, in steps of two inches",
            "in cover from everyone who can see it",
            "inches from the nearest enemy",
        ],
        "delay": [
            SAFE, "distance left to fall back", "in cover from everyone who can see it",
            "inches from the nearest enemy",
        ],
    }  # fmt: skip
    assert [line.measure.what for line in TO_HIS_MEN.lines] == [
        "men of his who would hear him", "inches from the nearest of his men", "in cover from everyone who can see it",
        "distance left, in steps of two inches",
    ]  # fmt: skip
    assert [line.measure.what for line in WITH_HIS_MEN.lines] == [
        "heard by most of his men", "distance left, in steps of two inches", COVER, "distance left"
    ]  # fmt: skip


def test_a_defender_steps_back_from_the_enemy() -> None:
    """In the open the furthest cell from the enemy."""
    scene = stage(man("a1", "K10", E), man("p1", "N10", W))
    assert moves(scene, 3) == ("Move H10", ["no nearer to the enemy", AWAY])


def test_a_defender_steps_back_into_cover() -> None:
    """Cover is better than distance: behind a wood."""
    scene = stage(man("a1", "K10", E), man("p1", "N10", W), rows=with_cells(J12="w"))
    assert moves(scene, 3) == ("Move I12", ["no nearer to the enemy", COVER])


def test_who_delays_the_enemy_falls_back_to_his_goal() -> None:
    """Who has somewhere to fall back to goes that way, and not simply away."""
    scene = stage(man("a1", "K10", E), man("p1", "P10", W), stance="delay", goal="K1")
    assert moves(scene, 4) == ("Move K6", [SAFE, "distance left to fall back"])


def test_who_falls_back_keeps_away_where_the_way_is_the_same() -> None:
    """Of cells that are about as near to where he goes the furthest from the enemy."""
    scene = stage(man("a1", "K10", E), man("p1", "P10", W), stance="delay", goal="K1")
    assert moves(scene, 3) == ("Move J8", [SAFE, "distance left to fall back", AWAY])


def test_who_falls_back_uses_cover() -> None:
    """Of cells that are about as near to where he goes one in cover, though nearer to the enemy than another."""
    scene = stage(man("a1", "K10", E), man("p1", "P10", W), stance="delay", goal="K1", laid={"rifle_pit": "K7"})
    assert moves(scene, 3) == ("Move K7", [SAFE, "distance left to fall back", COVER])


def test_who_falls_back_may_pass_the_enemy_at_a_distance() -> None:
    """Nearer to the enemy than before, but more than eight inches from him, he goes on to where he is to go."""
    scene = stage(man("a1", "C10", E), man("p1", "P3", W), stance="delay", goal="Z10")
    assert moves(scene, 4) == ("Move G10", ["distance left to fall back"])


def test_who_delays_the_enemy_without_a_goal_goes_away() -> None:
    """Without anywhere to fall back to the furthest cell from the enemy is best."""
    scene = stage(man("a1", "K10", E), man("p1", "P10", W), stance="delay")
    assert goes_to(scene, 3) == "Move H10"


def test_nobody_falls_back_through_the_enemy() -> None:
    """With the enemy between him and where he is to go he goes no nearer to him; a die settles the rest."""
    scene = stage(man("a1", "K10", E), man("p1", "P10", W), stance="delay", goal="Z10")
    assert goes_to(scene, 3, 1) == "Move I9"


def test_a_skirmisher_keeps_his_distance() -> None:
    """A skirmisher goes nearer, but not within six inches."""
    scene = stage(man("a1", "C10", E), man("p1", "M10", W), stance="skirmish")
    assert moves(scene, 5, 1) == (
        "Move G8",
        ["far enough from the enemy", "distance left, in steps of two inches", AWAY],
    )


def test_a_skirmisher_uses_cover() -> None:
    """Of cells that are about as near the one in cover."""
    scene = stage(man("a1", "C10", E), man("p1", "O10", W), stance="skirmish", rows=with_cells(F10="s"))
    assert moves(scene, 4) == ("Move F10", ["distance left, in steps of two inches", COVER])


# -- a leader who moves with a command point -------------------------------------------------------------------------


def leading(*others: Placed, rows: str | None = None, goal: str = "A1") -> LpgPosition:
    """A leader at A10 who moves with a command point."""
    own = (man("a1", "A10", E, command=2), *others, man("p1", "AD10", W))
    return stage(*own, stance="advance", goal=goal, phase="command", rows=rows)


def test_a_leader_goes_to_where_most_hear_him() -> None:
    """With a command point a leader goes where most of his men are within four inches."""
    scene = leading(man("a2", "H8", E), man("a3", "H12", E), man("a4", "B16", E))
    assert moves(scene, 5) == ("Move F10", ["men of his who would hear him"])


def test_a_leader_goes_to_the_nearest_of_his_men() -> None:
    """Where none would hear him yet he goes towards the nearest."""
    assert moves(leading(man("a2", "J10", E)), 2) == ("Move C10", ["inches from the nearest of his men"])


def test_a_leader_goes_to_them_under_cover() -> None:
    """Of cells as near to his men the one in cover; and of those the one nearer to where the company goes."""
    rows = with_cells(B9="s", B11="s")
    found = moves(leading(man("a2", "C10", E), rows=rows, goal="A1"), 1)
    assert found[0] in ("Move B9", "Move B10")


# -- a leader in the advance -----------------------------------------------------------------------------------------


def advancing(*others: Placed, rows: str | None = None, **mine: Any) -> LpgPosition:
    """A leader at C10 whose company goes for O10."""
    leader = man("a1", "C10", E, command=2, **mine)
    return stage(leader, *others, man("p1", "AD10", W), stance="advance", goal="O10", rows=rows)


def test_a_leader_waits_for_his_men() -> None:
    """He goes no further than most of his men hear him, though that is not the nearest to the goal."""
    scene = advancing(man("a2", "B8", E), man("a3", "B12", E))
    assert moves(scene, 4, 1) == (
        "Move F8",
        ["heard by most of his men", "distance left, in steps of two inches", "distance left"],
    )


def test_a_leader_goes_on_with_his_men() -> None:
    """With his men before him he goes for the goal, as near as they do."""
    assert moves(advancing(man("a2", "H10", E), man("a3", "H12", E)), 4)[0] == "Move G10"


def test_a_leader_of_whom_few_are_left_behind_goes_on() -> None:
    """Half of his men are enough."""
    assert moves(advancing(man("a2", "H10", E), man("a3", "A20", E)), 4)[0] == "Move G10"


def test_a_leader_goes_from_cover_to_cover_too() -> None:
    """Of cells from which he is heard, and about as near, the one in cover."""
    scene = advancing(man("a2", "H10", E), rows=with_cells(F10="s"))
    assert moves(scene, 4)[0] == "Move F10"
    assert moves(scene, 4)[1][-1] == COVER


def test_a_defender_who_drives_the_enemy_out_goes_for_the_goal() -> None:
    """He does not go back from the enemy then."""
    scene = stage(man("a1", "C10", E), man("p1", "Z10", W), stance="defend", goal="Z10")
    assert moves(scene, 4) == ("Move G10", ["distance left, in steps of two inches"])


# -- which way to look at the end of a move ------------------------------------------------------------------------


def arrives(*enemies: Placed, **words: Any) -> Decision:
    """Let a man go three inches east, from C10 to F10, and then look which way he likes."""
    scene = stage(man("a1", "C10", E, **words), *enemies, stance="advance", goal="W10", rolled=3, actor="a1")
    return decide(scene, occasion=MOVING, number=3)


@pytest.mark.parametrize(
    ("at", "way", "line"),
    [
        ("G4", "ne", "enemies in range in front of him"),
        ("G16", "se", "enemies in range in front of him"),
        ("N10", "e", "without turning"),
    ],
)
def test_who_has_moved_looks_at_those_in_range(at: str, way: str, line: str) -> None:
    """An enemy north of him is before him when he turns by 45 degrees; one straight ahead is so without a turn."""
    found = arrives(man("p1", at, W))
    chosen = found.sifted("which way to look there")
    assert found.orders == ["Move F10"]
    assert (chosen.candidates[chosen.chosen or 0], found.decided_by("which way to look there")) == (way, line)


@pytest.mark.parametrize("enemy", [man("p1", "F20", W), man("p1", "A10", E), man("p1", "G4", W, stunned=4)])
def test_with_nobody_to_look_at_he_looks_where_he_went(enemy: Placed) -> None:
    """Too far for a revolver, behind his back, or harmless: there is nothing to choose."""
    weapon = "revolver" if enemy.at == "F20" else "winchester"
    assert "which way to look there" not in arrives(enemy, weapon=weapon).text
