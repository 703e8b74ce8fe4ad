"""What viewers are told: sketches, odds, threats, views, zones, reach, facts, and how figures look."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from shapely import Point, Polygon

from sim.board.area import Area
from sim.engine.orders import Ask
from sim.engine.setup import Objective
from sim.grid import Cell
from sim.play.tally import Exit
from sim.resources import shipped_scenarios
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.combat.guns import beaten_zone, blast
from sim.rules.la_petite_guerre.orders.commands import Control, Encourage, GoFirst, HearReport, Indicate, Wait
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge, Face, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.state import LpgPosition
from sim.scenario.scenario import load_scenario
from sim.tabletop.inches import area_within
from sim.view.counters.la_petite_guerre import PORTRAYAL, label
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    WIDE,
    E,
    W,
    ask_of,
    gun,
    man,
    position,
    squares,
    unit,
    with_cells,
)
from tests.rules.positions import changed, names, way

INSIGHT = LA_PETITE_GUERRE.insight


def pair(**words: Any) -> LpgPosition:
    """Two men eight inches apart; the first has acquired the second."""
    return position(man("p1", "C10", E, acquired=("a1",), **words), man("a1", "K10", W))


def battery(weapon: str = "gatling", **words: Any) -> LpgPosition:
    """A gun with its crew, an enemy, and a friend behind him."""
    return position(
        gun("gun", "C3", E, weapon, side=MILITIA, **words),
        man("p1", "B2", E, serves="gun"),
        man("p2", "B4", E, serves="gun"),
        man("a1", "I3", W),
        man("p3", "J3", E),
        on=squares(WIDE),
    )


# -- orders -------------------------------------------------------------------------------------------------------


def test_a_move_is_sketched_by_its_way() -> None:
    """And ends in its last cell."""
    scene = pair()
    sketch = INSIGHT.sketch(scene, Move("p1", way(scene, "D10", "E10")))
    assert (sketch.verb, sketch.units, sketch.way) == ("move", ("p1",), way(scene, "D10", "E10"))
    assert sketch.cell == scene.map.cell("E10")


def test_what_tells_orders_apart() -> None:
    """The manner of each."""
    scene = battery("field_gun")
    cell = scene.map.cell("I3")
    found = [
        INSIGHT.sketch(scene, intent).manner
        for intent in (
            RollMove("p1", 2), FireGun("gun", cell, again=True), GoFirst(MILITIA, False),
        )
    ]  # fmt: skip
    assert found == ["two dice", "thrown again if it misses", "the enemy first"]


def test_canister_is_an_order_of_its_own() -> None:
    """It stands in the menu beside the shell: below the odds of one, nobody would look for the other."""
    scene = battery("field_gun")
    cell = scene.map.cell("I3")
    found = [INSIGHT.sketch(scene, FireGun("gun", cell, canister=canister)).verb for canister in (False, True)]
    assert found == ["fire", "fire canister"]


@pytest.mark.rule("LPG-GATLING")
def test_a_gatling_endangers_its_beaten_zone() -> None:
    """Exactly the cells in which play looks for men."""
    scene = battery()
    cell = scene.map.cell("I3")
    assert INSIGHT.sketch(scene, FireGun("gun", cell)).target == "a1"
    danger = INSIGHT.danger(scene, FireGun("gun", cell))
    assert danger is not None and danger.area == beaten_zone(scene, unit(scene, "gun"), cell, canister=False)


@pytest.mark.rule("LPG-GATLING")
def test_the_template_of_a_gatling_is_laid_over_its_beaten_zone() -> None:
    """In the open the cells whose centres lie under its outline are those in danger."""
    scene = battery()
    danger = INSIGHT.danger(scene, FireGun("gun", scene.map.cell("I3")))
    assert danger is not None
    template = Polygon(danger.outlines[0]).buffer(1e-9)
    assert danger.area == Area.of(scene.map, _under(scene, template) - {unit(scene, "gun").place})


def _under(scene: LpgPosition, template: Polygon) -> set[Cell]:
    return {cell for cell in scene.map.whole if template.covers(Point(scene.map.grid.point(cell)))}


@pytest.mark.rule("LPG-SHELL")
def test_a_shell_endangers_two_inches() -> None:
    """Around where it is aimed."""
    scene = battery("field_gun")
    cell = scene.map.cell("T3")
    danger = INSIGHT.danger(scene, FireGun("gun", cell))
    assert danger is not None and danger.area == blast(scene, cell)
    inner, outer = (Polygon(outline).buffer(0.05) for outline in danger.outlines)
    assert _under(scene, outer) == set(blast(scene, cell))
    assert _under(scene, inner) == set(area_within(scene, cell, 1))


def test_other_orders_endanger_no_area() -> None:
    """A shot has a target."""
    assert INSIGHT.danger(pair(), Fire("p1", "a1")) is None


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        (Ask(MILITIA, COMMAND, "p1"), Wait("p1")),
        (Ask(MILITIA, ACTION, "p1"), Wait("p1")),
        (Ask(MILITIA, ACTION), Wait("")),
        (Ask(MILITIA, CHARGES), Wait("")),
        (Ask(MILITIA, MOVING, "p1"), None),
        (Ask(MILITIA, FIRST_MOVE), None),
    ],
    ids=str,
)
def test_how_to_do_nothing(ask: Ask, answer: object) -> None:
    """What was rolled must be moved, and somebody goes first."""
    assert INSIGHT.passing(pair(), ask) == answer


def test_who_may_be_ordered() -> None:
    """Everybody with actions left; whoever is in the middle of them alone."""
    scene = position(man("p1", "C10"), man("p2", "D10", left=0), man("p3", "E10"), man("a1", "Z10"))
    assert INSIGHT.actors(scene, Ask(MILITIA, ACTION)) == ("p1", "p3")
    assert INSIGHT.actors(scene, Ask(MILITIA, ACTION, "p3")) == ("p3",)
    assert INSIGHT.actors(changed(scene, "p1", stunned=4), Ask(MILITIA, CHARGES)) == ("p2", "p3")


@pytest.mark.rule("LPG-CMD")
def test_a_command_tells_who_hears_it() -> None:
    """Those within four inches, and what each of them makes of it; a report is the leader's own affair."""
    scene = position(
        man("captain", "C10", E, command=2, acquired=("a1",), side=MILITIA), man("p1", "D10", E, control=""),
        man("p2", "L10", E, control=""), man("a1", "K10", W), phase="command",
    )  # fmt: skip
    told = {
        type(order).__name__: (scope.units, scope.facts[0].text)
        for order in (Control("captain"), Encourage("captain"), Indicate("captain", "a1"))
        if (scope := INSIGHT.scope(scene, order)) is not None and scope.outlines
    }
    assert told == {
        "Control": (("p1",), "captain, p1"), "Encourage": (("p1",), "p1"), "Indicate": (("p1",), "p1")
    }  # fmt: skip
    assert INSIGHT.scope(scene, HearReport("captain", "p1", "a1")) is None
    assert INSIGHT.scope(scene, Indicate("captain", "")) is None


@pytest.mark.rule("LPG-MOVE-3")
def test_a_move_tells_who_goes_along() -> None:
    """In single file, the next first; alone there is nothing to tell."""
    scene = position(man("p1", "D10"), man("p2", "C10", follows="p1"), man("p3", "B10", follows="p2"))
    told = INSIGHT.scope(scene, RollMove("p1"))
    assert told is not None and told.units == ("p2", "p3")
    assert INSIGHT.scope(scene, RollMove("p3")) is None


# -- odds ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-FIRE", "LPG-HIT", "LPG-BLIND")
def test_odds_of_a_shot_and_what_it_does() -> None:
    """Aimed, five and six hit, and each face of a second die is as likely; blind, a six does, and half of all hits."""
    aimed, blind = (
        INSIGHT.odds(scene, ask_of(scene, "p1"), Fire("p1", "a1"))[0]
        for scene in (pair(), changed(pair(), "p1", acquired=()))
    )
    assert (aimed.chance, blind.chance) == (Fraction(1, 3), Fraction(1, 6))
    assert dict(aimed.results) == {
        "killed": Fraction(1, 18),
        "wounded": Fraction(1, 9),
        "stunned": Fraction(1, 6),
        "nothing": Fraction(2, 3),
    }
    assert dict(blind.results) == {"stunned": Fraction(1, 12), "nothing": Fraction(11, 12)}


@pytest.mark.rule("LPG-WOUND")
def test_a_second_wound_is_told_as_a_death() -> None:
    """Two and three on the die for the hit, which would wound him, kill him: three of six."""
    scene = changed(pair(), "a1", wounded=True)
    (told,) = INSIGHT.odds(scene, ask_of(scene, "p1"), Fire("p1", "a1"))
    assert dict(told.results)["killed"] == Fraction(1, 6)
    assert "wounded" not in dict(told.results)


@pytest.mark.rule("LPG-ACQ")
def test_odds_of_looking() -> None:
    """Two or more."""
    scene = changed(pair(), "p1", acquired=())
    assert INSIGHT.odds(scene, ask_of(scene, "p1"), Acquire("p1", "a1"))[0].chance == Fraction(5, 6)


@pytest.mark.rule("LPG-GATLING")
def test_odds_for_everybody_in_the_wedge() -> None:
    """Friends are named as such, and the crew is not in it."""
    scene = battery()
    told = INSIGHT.odds(scene, ask_of(scene, "gun"), FireGun("gun", scene.map.cell("I3")))
    assert [each.what for each in told] == ["a hit on a1", "a hit on p3, a friend"]
    assert [each.chance for each in told] == [1 - Fraction(2, 3) ** 3, 1 - Fraction(2, 3) ** 2]
    assert [each.feared for each in told] == [False, True]


@pytest.mark.rule("LPG-SHELL")
@pytest.mark.parametrize(("laid", "chance"), [("", Fraction(1, 3)), ("I3", Fraction(5, 9))])
def test_odds_of_a_shell(laid: str, chance: Fraction) -> None:
    """That it falls where it is aimed, perhaps after a second throw; and for each man there."""
    scene = battery("field_gun", laid=laid)
    told = INSIGHT.odds(scene, ask_of(scene, "gun"), FireGun("gun", scene.map.cell("I3"), again=True))
    assert [each.chance for each in told] == [chance, Fraction(2, 3), Fraction(2, 3)]


@pytest.mark.rule("LPG-CHARGE", "LPG-MELEE")
def test_odds_of_a_charge() -> None:
    """That he charges, that the enemy stands, that he gets there, and that the blow hits."""
    scene = changed(pair(), "a1", cell="G10")
    told = INSIGHT.odds(scene, Ask(MILITIA, CHARGES), Charge("p1", "a1"))
    assert [each.chance for each in told] == [Fraction(1, 2), Fraction(5, 6), 1, Fraction(21, 36)]
    assert all(sum(chance for _, chance in each.results) == 1 for each in told if each.results)


@pytest.mark.rule("LPG-MOVE-1", "LPG-CHARGE")
@pytest.mark.parametrize(("place", "faces"), [("G10", 6), ("H10", 5), ("I10", 3), ("J10", 1)])
def test_how_likely_a_charge_gets_there(place: str, faces: int) -> None:
    """The average die and an inch, to a cell beside him: of 2, 3, 3, 4, 4, 5 so many are enough."""
    scene = changed(pair(), "a1", cell=place)
    got_there = INSIGHT.odds(scene, Ask(MILITIA, CHARGES), Charge("p1", "a1"))[2]
    assert got_there.what == "p1 gets to a1" and got_there.chance == Fraction(faces, 6)


@pytest.mark.rule("LPG-MOVE-1", "LPG-CHARGE")
def test_a_rider_charges_with_two_dice() -> None:
    """Nine inches to go: eight or more on both, as 13 of 36 pairs are: 3 and 5, 4 and 4, 4 and 5 four each, 5 and 5."""
    scene = changed(changed(pair(), "p1", mounted=True), "a1", cell="M10")
    assert INSIGHT.odds(scene, Ask(MILITIA, CHARGES), Charge("p1", "a1", 2))[2].chance == Fraction(13, 36)


def test_what_cannot_be_done_has_no_odds() -> None:
    """Nor has what needs no die."""
    scene = pair()
    assert INSIGHT.odds(scene, ask_of(scene, "p1"), Face("p1", W)) == ()
    assert INSIGHT.odds(changed(scene, "a1", cell="Z10"), ask_of(scene, "p1"), Fire("p1", "a1")) == ()


def test_threats_are_shots_the_worst_first() -> None:
    """Of those who could fire from where they stand; hidden ones are not told."""
    scene = position(
        man("p1", "C10", E),
        man("a1", "K10", W, acquired=("p1",)),
        man("a2", "G10", W),
        man("a3", "K9", E),
        man("a4", "K11", W, hidden=True),
    )
    assert [each.unit for each in INSIGHT.threats(scene, "p1")] == ["a2", "a1"]


# -- zones and reach ----------------------------------------------------------------------------------------------


@pytest.mark.rule("LPG-WPN")
def test_fire_zones_end_with_the_ranges() -> None:
    """Short and long, to the front only."""
    scene = pair()
    short, long = INSIGHT.fire_zone(scene, unit(scene, "p1"))
    assert scene.map.cell("I10") in short.area and scene.map.cell("J10") not in short.area
    assert scene.map.cell("M10") in long.area and scene.map.cell("N10") not in long.area
    assert scene.map.cell("A10") not in short.area
    assert not short.area & long.area


def test_a_limbered_gun_covers_nothing() -> None:
    """It cannot fire."""
    scene = battery(limbered=True)
    assert INSIGHT.fire_zone(scene, unit(scene, "gun")) == ()


@pytest.mark.rule("LPG-COVER")
@pytest.mark.rule("LPG-FIRE")
def test_of_all_that_shelters_on_a_line_hard_cover_counts_once() -> None:
    """A wall before woods is worth the one that the die of the shot loses, as the shot itself says."""
    board = squares(with_cells(H10="w"), low_wall="H10/w")
    scene = position(man("p1", "C10", E, acquired=("a1",)), man("a1", "H10", 6), on=board)
    (part,) = INSIGHT.shelter(scene, board.cell("C10"), board.cell("H10")).parts
    assert (part.value, part.rule) == (1, "LPG-FIRE") and part.reason.startswith("hard cover")
    (odds,) = INSIGHT.odds(scene, ask_of(scene, "p1"), Fire("p1", "a1"))
    assert [each.value for check in odds.checks for each in check.parts if each.reason == "hard cover"] == [-part.value]


@pytest.mark.rule("LPG-ACQ")
def test_soft_cover_hides_and_protects_nobody() -> None:
    """Woods: nothing off the shot, two off being seen; the open has neither."""
    board = squares(with_cells(H10="w"))
    scene = position(man("p1", "C10", E), on=board)
    for check in (
        INSIGHT.shelter(scene, board.cell("C10"), board.cell("H10")),
        INSIGHT.defence(scene, board.cell("H10")),
    ):
        (part,) = check.parts
        assert part.value == 0 and "-2 to be seen" in part.reason
    assert INSIGHT.defence(scene, board.cell("C10")).parts == ()


@pytest.mark.rule("LPG-MOVE-1")
def test_reach_before_the_dice_and_after() -> None:
    """At most five inches; once rolled exactly what may be gone."""
    scene = position(man("p1", "M10", E))
    before = INSIGHT.reach(scene, unit(scene, "p1"))
    assert scene.map.cell("R10") in before and scene.map.cell("S10") not in before
    rolled = position(man("p1", "M10", E), rolled=3, actor="p1")
    after = INSIGHT.reach(rolled, unit(rolled, "p1"))
    assert scene.map.cell("P10") in after and scene.map.cell("N10") not in after


@pytest.mark.parametrize(
    ("words", "cell", "there"), [({"prone": True}, "P10", False), ({"mounted": True}, "W10", True)]
)
def test_reach_of_others(words: dict[str, Any], cell: str, there: bool) -> None:
    """Two inches crawling; ten on a horse."""
    scene = position(man("p1", "M10", E, **words))
    assert (scene.map.cell(cell) in INSIGHT.reach(scene, unit(scene, "p1"))) is there


# -- facts --------------------------------------------------------------------------------------------------------


def told(scene: LpgPosition, id_: str) -> dict[str, list[str]]:
    """Return the facts of a man by their labels."""
    found: dict[str, list[str]] = {}
    for fact in INSIGHT.facts(scene, unit(scene, id_)):
        found.setdefault(fact.label, []).append(fact.text)
    return found


def test_facts_of_a_man() -> None:
    """Grade, weapon, state, whom he has acquired and who sees him."""
    facts = told(pair(wounded=True, stunned=4, prone=True), "p1")
    assert facts["grade"] == ["B"]
    assert facts["weapon"] == ['Winchester, 6" and 10", a repeater']
    assert {"stunned until the end of turn 4", "wounded: one action a turn", "prone"} <= set(facts["state"])
    assert facts["has acquired"] == ["a1"]
    assert facts["seen by"] == ["a1, who could see him: no cover"]


def test_facts_of_a_gun() -> None:
    """Its crew, and what it takes to load."""
    facts = told(battery(), "gun")
    assert (facts["crew"], facts["to load"]) == (["2 of 2 with it"], ["1 action"])


@pytest.mark.rule("LPG-SEQ")
def test_status_names_the_step() -> None:
    """And whose it is."""
    found = {fact.label: fact.text for fact in INSIGHT.status(pair())}
    assert (found["turn"], found["step"], found["first move"]) == ("3", "actions, the militia", "The militia")


def test_status_counts_who_is_lost_where_that_ends_the_battle() -> None:
    """Beside how many are too many."""
    scene = position(man("p1", "C10", E), man("a1", "K10", W), engagement={"breaks_at": {METIS: 4}})
    told = {fact.label: fact.text for fact in INSIGHT.status(scene)}
    assert told["The Metis"] == "0 points, 0 lost: 4 are too many"
    told = {fact.label: fact.text for fact in INSIGHT.status(changed(scene, "a1", dead=True))}
    assert told["The Metis"] == "0 points, 1 lost: 4 are too many"


def test_a_place_is_marked_in_its_middle() -> None:
    """One marker each for objectives and exits."""
    map_ = squares()
    cells = tuple(map_.cell(name) for name in ("C3", "D3", "E3"))
    engagement = {"objectives": (Objective("hill", "The hill", cells, 5),), "exits": (Exit(METIS, cells[:1], 2),)}
    scene = position(man("p1", "C10"), man("a1", "K10"), on=map_, engagement=engagement)
    found = [(marker.kind, names(scene, [marker.cell])[0], marker.text) for marker in INSIGHT.markers(scene)]
    assert found == [("objective", "D3", "The hill: 5 points"), ("exit", "C3", "The Metis may leave here: 2 points")]


def test_hidden_men_are_known_to_their_own_side_only() -> None:
    """The enemy's position has them not."""
    scene = changed(pair(), "a1", hidden=True)
    assert [each.id for each in LA_PETITE_GUERRE.known(scene, MILITIA).units] == ["p1"]
    assert [each.id for each in LA_PETITE_GUERRE.known(scene, METIS).units] == ["p1", "a1"]


# -- how they look ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "mark"),
    [
        ({"stunned": 4}, "stunned"),
        ({"wounded": True}, "wounded"),
        ({"prone": True}, "prone"),
        ({"broken": True}, "routed"),
        ({"control": "repeats"}, "shaken"),
        ({"command": 1}, "leader"),
        ({"hidden": True}, "hidden"),
        ({"loaded": False}, "reloading"),
    ],
)
def test_marks(words: dict[str, Any], mark: str) -> None:
    """What has befallen a man is on his figure."""
    plain, marked = pair(), pair(**words)
    assert mark not in PORTRAYAL.portrait(plain, unit(plain, "p1")).marks
    assert mark in PORTRAYAL.portrait(marked, unit(marked, "p1")).marks


@pytest.mark.parametrize(
    ("words", "form", "weapon"),
    [
        ({}, "pawn", "carbine"),
        ({"mounted": True, "weapon": "sabre"}, "rider", "sabre"),
        ({"weapon": "revolver"}, "pawn", "pistol"),
    ],
)
def test_figures(words: dict[str, Any], form: str, weapon: str) -> None:
    """Men on foot and in the saddle, with what is in their hands, facing somewhere."""
    scene = pair(**words)
    portrait = PORTRAYAL.portrait(scene, unit(scene, "p1"))
    assert (portrait.form, portrait.weapon, portrait.facing) == (form, weapon, E)


@pytest.mark.parametrize(("weapon", "symbol"), [("gatling", "gatling"), ("field_gun", "artillery")])
def test_guns(weapon: str, symbol: str) -> None:
    """Each has its picture, and its crew on the bar."""
    scene = battery(weapon)
    portrait = PORTRAYAL.portrait(scene, unit(scene, "gun"))
    assert (portrait.form, portrait.symbol, portrait.strength) == ("gun", symbol, (2, 2))


@pytest.mark.parametrize("file", [file for file in shipped_scenarios() if file.parent.name == "la_petite_guerre"])
def test_no_two_figures_of_a_battle_have_the_same_name_on_them(file: Path) -> None:
    """Long names are shortened, and none is cut off: each is told from the others by what is left."""
    names_ = [label(unit.id) for unit in load_scenario(file).state.units]
    assert len(set(names_)) == len(names_)
    assert max(map(len, names_)) <= 13


# -- what it is about ---------------------------------------------------------------------------------------------


def test_the_stakes_say_what_brings_points() -> None:
    """And what ends the battle: everything that the scenario lays down, once each."""
    map_ = squares()
    cells = tuple(map_.cell(name) for name in ("A3", "A4"))
    engagement = {
        "objectives": (Objective("hill", "The hill", cells, 5, METIS),), "exits": (Exit(METIS, cells, 2),),
        "needs": {MILITIA: 9}, "breaks_at": {METIS: 4}, "tie": METIS,
    }  # fmt: skip
    scene = position(man("p1", "C10"), man("a1", "K10"), on=map_, engagement=engagement)
    found = {fact.label: fact.text for fact in INSIGHT.stakes(scene)}
    assert found["The hill"] == "5 points for whoever has more able men there at the end; else for the Metis"
    assert found["leaving"] == "2 points for the Metis: each man by A3 to A4"
    assert found["at once"] == "victory for the militia with 9 points"
    assert found["giving up"] == "the Metis, with 4 men dead, fled or running"
    assert found["equal points"] == "victory for the Metis"


def test_every_question_says_what_it_is_about() -> None:
    """With what there is to spend; a side that may order anybody needs no sentence."""
    scene = pair(command=2)
    for occasion in (FIRST_MOVE, COMMAND, MOVING, CHARGES):
        assert INSIGHT.question(scene, Ask(MILITIA, occasion, "p1", number=4)), occasion
    assert '4"' in INSIGHT.question(scene, Ask(MILITIA, MOVING, "p1", number=4))
    assert "2 command points" in INSIGHT.question(scene, Ask(MILITIA, COMMAND, "p1"))
    assert "1 command point." in INSIGHT.question(changed(scene, "p1", spent=1), Ask(MILITIA, COMMAND, "p1"))
    assert INSIGHT.question(scene, Ask(MILITIA, ACTION)) == ""


def test_who_is_lost_is_dead_or_fled() -> None:
    """Not whoever runs over the table, nor whoever is hurt."""
    scene = pair()
    assert INSIGHT.lost(changed(scene, "a1", broken=True)) == frozenset()
    assert INSIGHT.lost(changed(scene, "a1", wounded=True)) == frozenset()
    assert INSIGHT.lost(changed(scene, "a1", dead=True, cell=None)) == {"a1"}
    assert INSIGHT.lost(changed(scene, "a1", broken=True, cell=None)) == {"a1"}
