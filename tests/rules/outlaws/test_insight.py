"""What viewers are told: sketches, odds, threats, views, zones, reach, facts."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest

from sim.engine.orders import Ask
from sim.rules.outlaws import OUTLAWS
from sim.rules.outlaws.ground.sight import fov
from sim.rules.outlaws.orders.brawling import BodyBlow, Strike
from sim.rules.outlaws.orders.handling import Draw
from sim.rules.outlaws.orders.moving import HitTheDirt, Run, TakeCover, Turnaround, Wait, Walk, WorkDoor
from sim.rules.outlaws.orders.shooting import Shoot, Snap, ThrowWeapon
from sim.rules.outlaws.state import ACTION, BRAWL, CUP, SNAPSHOT, WOUNDS, Horse, LootExit, OutlawsPosition
from tests.rules.outlaws.stage import LAW, NUMBERS, cell, character, facing, item, position, town, way, with_squares
from tests.rules.outlaws.table import ask_of

INSIGHT = OUTLAWS.insight


def duel(at: str = "C4", **words: Any) -> OutlawsPosition:
    """Return p1 with a Colt in C10 whose counter is out, and a1 north of him."""
    mine = words.pop("mine", {"right": "colt"})
    words.setdefault("actions", 3)
    return position(character("p1", "C10", "n", **mine), character("a1", at, "s", **words), actor="p1", actions=4)


# -- sketches -------------------------------------------------------------------------------------------------


def test_a_walk_is_sketched_by_its_squares() -> None:
    """Turns on the spot enter no square; the last facing is shown."""
    sketch = INSIGHT.sketch(duel(), Walk("p1", way("C10 ne", "D9 ne", "D9 s")))
    assert (sketch.verb, sketch.units, sketch.cell) == ("walk", ("p1",), cell("D9"))
    assert sketch.way == (cell("D9"),)
    assert sketch.facing == facing("s")


def test_shots_are_told_apart_by_aim_and_weapon() -> None:
    """One menu entry, one manner for each way to fire."""
    scene = duel(mine={"right": "double_shotgun"})
    one = INSIGHT.sketch(scene, Shoot("p1", "a1", "double_shotgun-p1", "best"))
    two = INSIGHT.sketch(scene, Shoot("p1", "a1", "double_shotgun-p1", "best", True))
    assert one.target == "a1"
    assert one.manner == "Best Shot with the double shotgun"
    assert two.manner == "Best Shot with the double shotgun, both barrels"


def test_other_orders_are_sketched() -> None:
    """A door by what is beyond it, a turn by its facing, a draw by the item."""
    scene = duel(mine={"carried": ("knife",)})
    assert INSIGHT.sketch(scene, WorkDoor("p1", cell("C9"))).cell == cell("C9")
    assert INSIGHT.sketch(scene, Turnaround("p1", 3)).facing == 3
    assert INSIGHT.sketch(scene, Draw("p1", "knife-p1")).manner == "the knife, right hand"
    assert INSIGHT.sketch(scene, Wait("p1")).verb == "wait"


# -- odds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("at", "dead"), [("C4", Fraction(1, 20)), ("C9", Fraction(1, 10))])
def test_a_hit_kills_with_one_chit_of_twenty(at: str, dead: Fraction) -> None:
    """At point blank two are drawn, and the more severe counts: one of ten times."""
    odds = INSIGHT.odds(duel(at), Ask(LAW, ACTION, "p1"), Shoot("p1", "a1", "colt-p1"))[0]
    results = dict(odds.results)
    assert results["dead"] == odds.chance * dead
    assert results["miss"] == 1 - odds.chance
    assert sum(results.values()) == 1


def test_who_lies_on_the_ground_is_not_knocked_down() -> None:
    """That chit has no effect, and is told so; all the others are as they were."""
    shot, ask = Shoot("p1", "a1", "colt-p1"), Ask(LAW, ACTION, "p1")
    up, down = (INSIGHT.odds(duel(prone=prone), ask, shot)[0] for prone in (False, True))
    assert "knocked down" in dict(up.results) and "no effect" not in dict(up.results)
    assert "knocked down" not in dict(down.results)
    assert dict(down.results)["no effect"] == down.chance * Fraction(3, 20)


@pytest.mark.parametrize(
    ("intent", "told"),
    [
        (Run("p1", ()), {"running": True, "covering": False}),
        (Walk("p1", ()), {"covering": False}),
        (TakeCover("p1"), {"covering": True}),
        (HitTheDirt("p1"), {"prone": True}),
        (Wait("p1"), {"covering": True}),
    ],
)
def test_the_enemys_odds_are_against_a_character_as_an_order_leaves_it(intent: Any, told: dict[str, bool]) -> None:
    """Who runs is harder to hit, and cover that was taken stays behind."""
    man = duel().state.unit("p1").changed(covering=not isinstance(intent, TakeCover))
    done = INSIGHT.once_done(intent, man)
    assert {name: getattr(done, name) for name in told} == told


def test_the_parts_of_the_number_are_told() -> None:
    """Six squares with a Colt: 7 and 3 for the distance."""
    odds = INSIGHT.odds(duel(), Ask(LAW, ACTION, "p1"), Shoot("p1", "a1", "colt-p1"))[0]
    assert odds.checks[0].total == 10
    assert odds.reckoning == "10 or more on 2D6"
    assert odds.throw is not None and str(odds.throw.need) == "10+"


@pytest.mark.rule("OUT-COVER")
def test_shelter_is_the_cover_that_a_shot_counts() -> None:
    """A trough before one from the north: once what cover is worth; from the east nothing."""
    scene = position(character("p1", "E1", "s"), character("a1", "E5", "n"), on=town(with_squares(E4="u")))
    (part,) = INSIGHT.shelter(scene, cell("E1"), cell("E5")).parts
    assert (part.value, part.rule) == (NUMBERS.cover, "OUT-COVER")
    assert INSIGHT.shelter(scene, cell("J5"), cell("E5")).parts == ()
    assert INSIGHT.defence(scene, cell("E5")).parts == ()


@pytest.mark.rule("OUT-COVER")
def test_shelter_is_told_as_whoever_is_there_has_taken_it() -> None:
    """A window is cover for whoever has spent the action."""
    street = town(wall="D5/n F5/n", window="E5/n")
    standing = position(character("p1", "E1", "s"), character("a1", "E5", "n"), on=street)
    ducked = position(character("p1", "E1", "s"), character("a1", "E5", "n", covering=True), on=street)
    assert INSIGHT.shelter(standing, cell("E1"), cell("E5")).total == 0
    assert INSIGHT.shelter(ducked, cell("E1"), cell("E5")).total == NUMBERS.cover


@pytest.mark.rule("OUT-COVER")
def test_what_one_stands_in_is_cover_from_all_sides() -> None:
    """Rocks are; a table is not."""
    scene = position(character("p1", "A1", "s"), on=town(with_squares(E5="r", H8="t")))
    assert INSIGHT.defence(scene, cell("E5")).total == NUMBERS.cover
    assert INSIGHT.defence(scene, cell("H8")).parts == ()


def test_what_cannot_be_done_has_no_odds() -> None:
    """Neither what is refused, nor what needs no die."""
    ask = Ask(LAW, ACTION, "p1")
    assert INSIGHT.odds(duel(mine={}), ask, Shoot("p1", "a1", "colt-p1")) == ()
    assert INSIGHT.odds(duel(), ask, Wait("p1")) == ()


@pytest.mark.rule("OUT-BRAWL-1")
def test_the_odds_of_a_body_blow() -> None:
    """A die +1 beats a die in 21 of 36; by three or more it knocks down, by five or more out, and else it winds.

    Who lies on the ground has two less, and is not knocked down: that changes nothing, and is told so.
    """
    for prone, parts in (
        (False, {"does not land": 15, "winded": 11, "knocked down": 7, "unconscious": 3}),
        (True, {"does not land": 6, "winded": 9, "no effect": 11, "unconscious": 10}),
    ):
        scene = position(character("p1", "C10", brawl=1), character("a1", "C10", prone=prone), actor="p1", actions=4)
        odds = INSIGHT.odds(scene, ask_of(scene, "p1"), BodyBlow("p1", "a1"))[0]
        assert {name: 36 * part for name, part in odds.results} == parts


@pytest.mark.rule("OUT-BRAWL-3")
def test_the_odds_of_a_strike_say_how_easily_the_object_breaks() -> None:
    """A chair leg breaks on one face of six, a rifle on none."""
    for held, words in (("object", "; the chair leg breaks on 1 in 6"), ("winchester", "")):
        scene = position(character("p1", "C10", right=held), character("a1", "C10"), actor="p1", actions=4)
        told = INSIGHT.odds(scene, ask_of(scene, "p1"), Strike("p1", "a1", f"{held}-p1"))[0]
        assert told.reckoning == f"a die +2 must beat a die{words}"


def test_a_snapshot_hits_as_often_as_both_come_off() -> None:
    """The shot comes first, with the attempt counted in, and the attempt below it: 4 in 6, then 10 or more."""
    scene = position(character("p1", "C10", right="colt", gun=2), character("a1", "C4", "s"), actor="a1", actions=2)
    shot, attempt = INSIGHT.odds(scene, Ask(LAW, SNAPSHOT, "p1", "a1"), Snap("p1", "a1"))
    assert (attempt.chance, attempt.reckoning) == (Fraction(4, 6), "5 with the skill: 3 or more on a die")
    assert shot.checks[0].total == 7 + 3 - 2 + 2
    assert shot.chance == Fraction(4, 6) * Fraction(6, 36)
    results = dict(shot.results)
    assert results["no shot"] == Fraction(2, 6) and results["miss"] == Fraction(4, 6) * Fraction(30, 36)
    assert sum(results.values()) == 1


def test_a_throw_has_odds() -> None:
    """A lance two squares away needs nine."""
    odds = INSIGHT.odds(
        duel("C8", mine={"right": "lance"}), Ask(LAW, ACTION, "p1"), ThrowWeapon("p1", "a1", "lance-p1")
    )[0]
    assert odds.checks[0].total == 9


def test_threats_are_told_worst_first() -> None:
    """Each enemy with the best that it can do where it stands; who looks away is no threat."""
    scene = position(
        character("p1", "C10"),
        character("a1", "C4", "s", right="colt", actions=1),
        character("a2", "F7", "sw", right="winchester"),
        character("a3", "A9", "n", right="colt"),
    )
    threats = INSIGHT.threats(scene, "p1")
    assert [odds.unit for odds in threats] == ["a2", "a1"]
    assert INSIGHT.threats(position(character("p1", "C10", conscious=False), scene.state.unit("a1")), "p1") == ()


# -- the map --------------------------------------------------------------------------------------------------


@pytest.mark.rule("OUT-FOV")
def test_the_view_is_the_field_of_view() -> None:
    """As the rules have it, and as it would be after turning."""
    scene = duel()
    unit = scene.state.unit("p1")
    assert INSIGHT.view(scene, unit) == fov(scene, unit)
    assert cell("C12") in INSIGHT.view(scene, unit, facing("s"))
    assert cell("C12") not in INSIGHT.view(scene, unit)
    assert not INSIGHT.view(scene, unit.changed(conscious=False))


def test_the_fire_zone_has_two_bands() -> None:
    """Where a snapshot would be tried, and where a shot could wound; no square is in both."""
    scene = duel(mine={"right": "colt", "gun": 1})
    near, far = INSIGHT.fire_zone(scene, scene.state.unit("p1"))
    assert (near.name, far.name) == ("snapshot range", "in range")
    assert cell("C5") in near.area and cell("C4") in far.area
    assert not near.area & far.area
    assert INSIGHT.fire_zone(duel(mine={}), duel(mine={}).state.unit("p1")) == ()


def test_reach_is_told_in_actions() -> None:
    """What is left of the counter for the actor, a whole counter for others."""
    scene = position(character("p1", "C10", "n"), character("a1", "C4", "s", actions=2), actor="p1", actions=1)
    assert set(INSIGHT.reach(scene, scene.state.unit("p1"))) == {cell(n) for n in ("B9", "C9", "D9", "C11")}
    theirs = INSIGHT.reach(scene, scene.state.unit("a1"))
    assert theirs[cell("C6")].text == "2 actions"
    assert len(theirs[cell("C6")].way) == 2 and theirs[cell("C6")].way[-1] == cell("C6")
    prone = position(character("p1", "C10", "n", prone=True), actor="p1", actions=2)
    assert INSIGHT.reach(prone, prone.state.unit("p1"))[cell("C9")].cost == 2


def test_markers_show_exits_horses_and_what_lies_about() -> None:
    """The loot is an objective."""
    scene = position(
        character("p1", "C10"),
        horses=(Horse("grey", cell("D4"), 0),),
        lying=((cell("E5"), item("loot")), (cell("F6"), item("colt"))),
        shootout={"exits": (LootExit(LAW, (cell("A1"),), 1, loot_points=2),)},
    )
    found = {(marker.cell, marker.kind): marker.text for marker in INSIGHT.markers(scene)}
    assert found[cell("A1"), "exit"] == "The law may leave here: 1, 3 with the loot"
    assert found[cell("D4"), "horse"] == "without a rider"
    assert (cell("E5"), "objective") in found and (cell("F6"), "spot") in found


# -- facts ----------------------------------------------------------------------------------------------------


def test_facts_tell_what_has_befallen_a_character() -> None:
    """Wounds, posture, hands and rounds."""
    unit = character("p1", "C10", right=item("colt", "p1", 2, 1), lost=1, owed=1, arms=("left",), leg=True, prone=True)
    told = " / ".join(f"{fact.label}: {fact.text}" for fact in INSIGHT.facts(position(unit), unit))
    for words in (
        "actions: 2 of 3",
        "state: prone",
        "wounds: 1 action fewer with the next counter",
        "wounds: the left arm",
        "right hand (favoured): the Colt, 2 of 6 loaded, 1 reload",
        "left hand: empty",
    ):
        assert words in told


def test_status_tells_turn_counter_and_points() -> None:
    """Whose counter is out, and what is left of it."""
    told = {fact.label: fact.text for fact in INSIGHT.status(duel())}
    assert told["counter"] == "p1, 4 actions left"
    assert told["in the cup"] == "a1"
    assert told["The law"] == "0 points"


def test_chits_and_counters_have_faces() -> None:
    """What a chit does, and whose a counter is."""
    assert INSIGHT.card(duel(), WOUNDS, "serious").text == "2 actions fewer for good; prone"
    assert INSIGHT.card(duel(), CUP, "a1").text == "A1, the gang: 3 actions"


def test_the_counter_says_who_acts() -> None:
    """One character alone."""
    assert INSIGHT.actors(duel(), Ask(LAW, ACTION, "p1")) == ("p1",)
    assert dict(INSIGHT.standing(duel(conscious=False))) == {"law": 1, "gang": 0}


def test_every_event_has_words_of_its_own() -> None:
    """No event is told by the names of its fields."""
    scene = duel()
    samples: dict[str, Any] = {
        "unit": "p1", "target": "a1", "side": LAW, "group": "a1", "cell": cell("C9"), "facing": 0, "gait": "walk",
        "edge": (cell("C9"), cell("C10")), "kind": "door", "hand": "right", "horse": "grey", "actions": 2,
        "points": 1, "hit": True, "succeeded": True, "chit": "light", "won_by": 2, "printed": False,
    }  # fmt: skip
    for event in OUTLAWS.own_events:
        values = {field.name: samples.get(field.name) for field in fields(event) if field.name in samples}  # type: ignore[arg-type]
        if "item" in {field.name for field in fields(event)}:  # type: ignore[arg-type]
            values["item"] = item("colt", "p1") if event.__name__ in ("ItemPickedUp", "Reloaded") else "colt-p1"
        if event.__name__ == "BlowStruck":
            values["kind"] = "stab"
        told = OUTLAWS.told(scene, event(**values))
        assert not told.startswith(event.__name__), told


@pytest.mark.parametrize("ask", [Ask(LAW, ACTION, "p1"), Ask(LAW, SNAPSHOT, "p1", "a1")], ids=["action", "snapshot"])
def test_to_wait_is_to_pass(ask: Ask) -> None:
    """Of whoever is asked; where nobody is, there is no pass."""
    scene = duel()
    passing = INSIGHT.passing(scene, ask)
    assert passing == Wait("p1") and OUTLAWS.refusal(scene, ask, passing) is None
    assert INSIGHT.passing(scene, Ask(LAW, ACTION)) is None


def test_every_question_says_what_it_is_about() -> None:
    """With the actions that are left; none are called none, for to hit the dirt is free all the same."""
    scene = duel()
    name = next(unit.id for unit in scene.state.units)
    for occasion in (ACTION, SNAPSHOT, BRAWL):
        assert name in INSIGHT.question(scene, Ask(LAW, occasion, name, "x")), occasion
    assert "4 actions left" in INSIGHT.question(scene, Ask(LAW, ACTION, name))
    done = replace(scene, state=replace(scene.state, actions=0))
    assert "no actions left" in INSIGHT.question(done, Ask(LAW, ACTION, name))
    assert "p1, no actions left" in [fact.text for fact in INSIGHT.status(done)]
