"""What viewers are told: sketches, odds, zones, reach, facts, markers, cards."""

from fractions import Fraction
from typing import Any

import pytest

from sim.engine.orders import Ask
from sim.play.tally import Exit
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.combat.fire import defence_dice
from sim.rules.ambush_alley.events import Moved
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.orders.fighting import Assault, Fire
from sim.rules.ambush_alley.orders.moving import Move, Turn
from sim.rules.ambush_alley.orders.tasks import Disperse, PlaceHotSpot, PlayAsset, Stay
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import ACTIVATE, HOT_SPOT, INTERRUPT, OVERWATCH, REACTION, RETURN_FIRE, HotSpot
from tests.rules.ambush_alley.alley import alley, go_north
from tests.rules.ambush_alley.table import (
    INSURGENTS,
    REGULARS,
    WIDE,
    chief,
    position,
    squares,
    team,
    unit,
    vehicle,
    with_cells,
)
from tests.rules.positions import names, way

INSIGHT = AMBUSH_ALLEY.insight
ACT = Ask(REGULARS, ACTIVATE, "r1")
MAP = squares()
SMOKE = Card("smoke", "Smoke grenades", "Smoke where you want it.", "smoke")


def labels(facts: Any) -> dict[str, str]:
    """Return facts by their labels."""
    return {fact.label: fact.text for fact in facts}


# -- sketches ----------------------------------------------------------------------------------------------------


def test_a_move_is_a_way_on_the_map() -> None:
    """With its pace in the verb."""
    scene = alley()
    sketch = INSIGHT.sketch(scene, go_north(scene, "E9", "E8"))
    assert (sketch.verb, sketch.units, names(scene, sketch.way)) == ("move", ("r1",), ["E9", "E8"])
    assert INSIGHT.sketch(scene, Move("r1", way(scene, "E9"), "rapid")).verb == "rapid move"


@pytest.mark.parametrize(("pace", "verb", "text"), [("cautious", "patrol", "patrols"), ("rapid", "cruise", "cruises")])
def test_a_vehicle_patrols_and_cruises(pace: Any, verb: str, text: str) -> None:
    """As its paces are called."""
    scene = position(vehicle("r1", "C10"))
    assert INSIGHT.sketch(scene, Move("r1", way(scene, "C9"), pace)).verb == verb
    assert AMBUSH_ALLEY.told(scene, Moved("r1", way(scene, "C9"), 0, pace)) == f"r1 {text} to C9"


def test_orders_at_somebody_name_him() -> None:
    """Fire, an assault, a mob to be dispersed."""
    scene = position(team("r1", "C10"), team("i1", "D10"), team("m1", "B10"))
    for intent, target in ((Fire("r1", "i1"), "i1"), (Assault("r1", "i1", ()), "i1"), (Disperse("r1", "m1"), "m1")):
        assert INSIGHT.sketch(scene, intent).target == target


def test_a_card_is_played_by_nobody_in_particular() -> None:
    """It stands among the orders of the side, with its name."""
    scene = position(team("r1", "C10"), assets=[SMOKE], hand=("smoke",))
    sketch = INSIGHT.sketch(scene, PlayAsset("smoke", cell=MAP.cell("F10")))
    assert (sketch.verb, sketch.units, sketch.cell) == ("play Smoke grenades", (), MAP.cell("F10"))
    assert sketch.card == "smoke"


def test_a_hot_spot_is_a_cell() -> None:
    """To be pointed at."""
    assert INSIGHT.sketch(position(), PlaceHotSpot(MAP.cell("F10"))).cell == MAP.cell("F10")


def test_a_turn_has_a_facing() -> None:
    """Of a vehicle."""
    assert INSIGHT.sketch(position(vehicle("r1", "C10")), Turn("r1", 4)).facing == 4


# -- odds --------------------------------------------------------------------------------------------------------


def test_fire_has_its_dice_part_by_part() -> None:
    """Attack and defence, and what may come of them adds up to one."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    odds, interruption = INSIGHT.odds(scene, ACT, Fire("r1", "i1"))
    assert [check.total for check in odds.checks] == [6, 4]
    assert sum(chance for _, chance in odds.results) == 1
    assert odds.chance == 1 - dict(odds.results)["none lost"]
    assert (interruption.unit, interruption.what) == ("i1", "interruption by i1, which comes first")


def test_fire_at_a_vehicle_tells_the_damage() -> None:
    """And adds up to one as well."""
    scene = position(team("r1", "C10", support=("rpg",)), vehicle("i1", "H10"), actor="r1")
    odds, *_ = INSIGHT.odds(scene, ACT, Fire("r1", "i1"))
    assert sum(chance for _, chance in odds.results) == 1
    assert odds.what == "a hit on i1"


def test_a_move_tells_who_may_interrupt_it() -> None:
    """Those who will see it: the check, and the reaction test."""
    scene = alley()
    assert INSIGHT.odds(scene, ACT, go_north(scene, "E9")) == ()
    (odds,) = INSIGHT.odds(scene, ACT, go_north(scene))
    first = Fraction(sum(i >= 4 and i > r for i in range(1, 9) for r in range(1, 9)), 64)
    assert odds.chance == Fraction(5, 8) * first


@pytest.mark.parametrize("occasion", [INTERRUPT, OVERWATCH])
def test_a_reaction_tells_its_test_before_its_fire(occasion: str) -> None:
    """Two numbers, the test first."""
    who, whom = ("i1", "r1") if occasion == INTERRUPT else ("r1", "i1")
    scene = position(team("r1", "C10"), team("i1", "H10"))
    ask = Ask(unit(scene, who).side, occasion, who, whom)
    assert [odds.what for odds in INSIGHT.odds(scene, ask, Fire(who, whom))] == [
        f"{who} quicker than {whom}",
        f"casualties of {whom}",
    ]


def test_an_assault_and_a_mob_have_odds() -> None:
    """Everything that a die decides."""
    scene = position(team("r1", "C10"), team("i1", "D10"), team("m1", "B10"), actor="r1")
    assault, interruption = INSIGHT.odds(scene, ACT, Assault("r1", "i1", ()))
    assert [check.name for check in assault.checks] == ["close assault, r1", "close assault, i1"]
    assert interruption.unit == "i1"
    assert sum(chance for _, chance in assault.results) == 1
    mob, interruption = INSIGHT.odds(scene, ACT, Disperse("r1", "m1"))
    assert (mob.chance, interruption.unit) == (Fraction(5, 8), "i1")


def test_what_cannot_be_ordered_has_no_odds() -> None:
    """Nor what needs no die."""
    scene = position(team("r1", "C10"), team("i1", "H10"), actor="r1", fired=True)
    assert INSIGHT.odds(scene, ACT, Fire("r1", "i1")) == ()
    assert INSIGHT.odds(scene, ACT, Stay("r1")) == ()


def test_threats_come_worst_first() -> None:
    """From where the enemies stand."""
    scene = position(team("r1", "C10"), team("i1", "H10", figures=2), team("i2", "H12", figures=6, full=6))
    assert [odds.unit for odds in INSIGHT.threats(scene, "r1")] == ["i2", "i1"]


@pytest.mark.rule("AAS-L-2")
def test_a_leader_without_a_unit_threatens_nobody() -> None:
    """His table has him flee, or join somebody; a person's would fire."""
    assert INSIGHT.threats(position(team("r1", "C10"), chief("i1", "H10")), "r1") == ()
    theirs = position(chief("r1", "C10"), team("i1", "H10"))
    assert [odds.unit for odds in INSIGHT.threats(theirs, "i1")] == ["r1"]


# -- overlays ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-optimum")
def test_the_fire_zone_is_parted_by_the_optimum_range() -> None:
    """Eight inches, sixteen, and as far as one sees; no cell is in two bands."""
    scene = position(team("r1", "A3"), on=squares(WIDE))
    bands = INSIGHT.fire_zone(scene, unit(scene, "r1"))
    assert [band.name for band in bands] == ["optimum range", "double optimum", "beyond"]
    assert scene.map.cell("I3") in bands[0].area and scene.map.cell("J3") in bands[1].area
    assert sum(len(band.area) for band in bands) == len(INSIGHT.view(scene, unit(scene, "r1")))


def test_a_mob_has_no_fire_zone() -> None:
    """Nor one who is not there."""
    scene = position(team("m1", "C10"), team("r1", None))
    assert INSIGHT.fire_zone(scene, unit(scene, "m1")) == ()
    assert INSIGHT.fire_zone(scene, unit(scene, "r1")) == ()


def test_reach_is_cautious_and_beyond_that_rapid() -> None:
    """Six inches and twelve."""
    scene = position(team("r1", "A13"))
    reach = INSIGHT.reach(scene, unit(scene, "r1"))
    assert reach[scene.map.cell("G13")].text == '6"'
    assert reach[scene.map.cell("M13")].text == '12", Rapid'
    assert scene.map.cell("N13") not in reach


# -- facts -------------------------------------------------------------------------------------------------------


def test_the_status_says_where_the_turn_stands() -> None:
    """Turn, step, level, hot spots, points."""
    spots = (HotSpot("1", MAP.cell("V3")), HotSpot("2", MAP.cell("V8"), active=False))
    scene = position(team("r1", "C10"), turn=3, turns=9, hot_spots=spots, level=5)
    status = labels(INSIGHT.status(scene))
    assert (status["turn"], status["step"], status["insurgency level"]) == ("3 of 9", "Regulars", "5 of 6")
    assert status["hot spots"] == "1 of 2 in use"


def test_the_facts_of_a_unit() -> None:
    """What it is, how strong, and what has befallen it."""
    scene = position(team("r1", "C10", quality=10, leader=12, support=("lmg",), downed=1, pinned=2), team("i1", "H10"))
    facts = labels(INSIGHT.facts(scene, unit(scene, "r1")))
    assert facts["quality"] == "D10, veteran"
    assert facts["firepower"] == "6 dice, 5 in the lists of Insurgents"
    assert facts["optimum range"] == "10 inches, 20 for the light machine gun"
    assert facts["wounded"].startswith("1 down")
    assert facts["state"].startswith("pinned until the end of turn 2")
    assert facts["seen by"] == "i1: no cover"


def test_the_facts_of_a_vehicle_and_of_a_mob() -> None:
    """Armour and passengers; how far people go."""
    scene = position(vehicle("r1", "C10", seats=6), team("r2", None, aboard="r1"), team("m1", "H10"))
    facts = labels(INSIGHT.facts(scene, unit(scene, "r1")))
    assert (facts["armour"], facts["aboard"]) == ("front 3, sides 2, rear 1 of D6", "r2; 6 seats")
    carrier = position(vehicle("r1", "C10", armour=(3, 2, 2), armour_die=8, rear_die=6))
    told = labels(INSIGHT.facts(carrier, unit(carrier, "r1")))["armour"]
    assert told == "front 3, sides 2 of D8, rear 2 of D6"
    assert labels(INSIGHT.facts(scene, unit(scene, "r2")))["state"] == "aboard r1"
    assert labels(INSIGHT.facts(scene, unit(scene, "m1")))["moves"] == "4 inches"


def test_markers_are_hot_spots_objectives_and_exits() -> None:
    """With who has them, and what they are worth."""
    spots = (HotSpot("1", MAP.cell("V3")), HotSpot("2", MAP.cell("V8"), active=False))
    mission = {
        "objectives": (Task("well", "The well", (MAP.cell("C10"),), 3),),
        "exits": (Exit(REGULARS, (MAP.cell("A1"),), 5),),
    }
    markers = INSIGHT.markers(position(team("r1", "C10"), hot_spots=spots, mission=mission))
    told = [(marker.kind, marker.text, marker.side) for marker in markers]
    assert told == [
        ("spot", "hot spot 1", INSURGENTS),
        ("spot", "hot spot 2, out of use", None),
        ("objective", "The well, to hold: 3 points", REGULARS),
        ("exit", "The Regulars may leave here: 5 points", REGULARS),
    ]


def test_the_hand_is_the_regulars() -> None:
    """Name and text of each card."""
    scene = position(team("r1", "C10"), assets=[SMOKE], hand=("smoke",))
    assert [card.name for card in INSIGHT.hand(scene, REGULARS)] == ["Smoke grenades"]
    assert INSIGHT.hand(scene, INSURGENTS) == ()
    assert INSIGHT.card(scene, "assets", "smoke").text == "Smoke where you want it."


def test_a_vehicle_with_a_gun_is_always_near_enough() -> None:
    """Its fire is shown like that of others at their optimum range."""
    scene = position(team("r1", "A3"), vehicle("r2", "A5"), on=squares(WIDE))
    shown = {who: [band.range for band in INSIGHT.fire_zone(scene, unit(scene, who))] for who in ("r1", "r2")}
    assert shown["r1"] == ["short", "normal", "long"] and shown["r2"] in ([], ["short"])


def test_every_question_says_what_it_is_about() -> None:
    """But to activate somebody speaks for itself."""
    scene = position(team("r1", "C10"), team("i1", "H10"))
    for occasion in (REACTION, RETURN_FIRE, OVERWATCH):
        told = INSIGHT.question(scene, Ask(REGULARS, occasion, "r1", "i1"))
        assert "r1" in told and "i1" in told
    quicker = [INSIGHT.question(scene, Ask(REGULARS, REACTION, "r1", "i1", number=number)) for number in (0, 1)]
    assert "interrupt to move," in quicker[0] and "interrupt to fire at r1," in quicker[1]
    watching = [INSIGHT.question(scene, Ask(REGULARS, OVERWATCH, "r1", "i1", number=number)) for number in (0, 2)]
    assert "i1 moves" in watching[0] and "i1 is about to fire" in watching[1]
    assert "Hot spot 3 of" in INSIGHT.question(scene, Ask(REGULARS, HOT_SPOT, number=3))
    assert INSIGHT.question(scene, Ask(REGULARS, ACTIVATE)) == ""
    acting = position(team("r1", "C10"), team("i1", "H10"), actor="r1")
    assert "r1 is acting" in INSIGHT.question(acting, ACT)


def test_of_all_that_shelters_the_best_counts() -> None:
    """As when it is fired at: woods behind a wall are worth what the wall is."""
    board = squares(with_cells(WIDE, H3="w"), low_wall="H3/w")
    scene = position(team("r1", "C3"), team("i1", "H3"), on=board)
    sheltered = INSIGHT.shelter(scene, board.cell("C3"), board.cell("H3"))
    (dice,) = (
        part for part in defence_dice(scene, unit(scene, "r1"), unit(scene, "i1"), 4).parts if "cover" in part.reason
    )
    assert [(part.value, part.reason) for part in sheltered.parts] == [(dice.value, dice.reason)]
    assert INSIGHT.defence(scene, board.cell("H3")).total == 1
    assert INSIGHT.shelter(scene, board.cell("C3"), board.cell("D3")).parts == ()


def test_questions_agree_with_bodies_of_men() -> None:
    """Uncles are several, though they are one unit; a truck is one thing, whatever it is called."""
    scene = position(team("Uncles", "C10", side=REGULARS), team("Cousins", "H10", side=INSURGENTS), actor="Uncles")
    quicker = INSIGHT.question(scene, Ask(REGULARS, REACTION, "Uncles", "Cousins", number=1))
    assert quicker.startswith("Cousins would interrupt to fire at Uncles, but Uncles are quicker: ")
    watching = INSIGHT.question(scene, Ask(REGULARS, OVERWATCH, "Uncles", "Cousins", number=0))
    assert watching.startswith("Cousins move in sight of Uncles")
    assert INSIGHT.question(scene, Ask(REGULARS, ACTIVATE, "Uncles")).startswith("Uncles are acting.")


def test_whoever_does_nothing_stays() -> None:
    """Whoever is asked, or the first who could act; nobody does so with a hot spot in his hand."""
    scene = position(team("r1", "C10"), team("r2", "C12"))
    assert INSIGHT.passing(scene, Ask(REGULARS, ACTIVATE)) == Stay("r1")
    assert INSIGHT.passing(scene, Ask(REGULARS, REACTION, "r2", "i1")) == Stay("r2")
    assert INSIGHT.passing(scene, Ask(REGULARS, HOT_SPOT, number=1)) is None


def test_the_stakes_say_what_brings_points() -> None:
    """Places, exits, casualties; who wins a tie; when it ends."""
    mission = {
        "objectives": (
            Task("well", "The well", (MAP.cell("C10"),), 3),
            Task("hut", "The hut", (MAP.cell("F10"),), 1, kind="search"),
        ),
        "exits": (Exit(REGULARS, (MAP.cell("A1"), MAP.cell("A3")), 5, ("r1", "r2")),),
        "casualties": 2,
        "tie": INSURGENTS,
        "needs": {REGULARS: 9},
    }
    told = labels(INSIGHT.stakes(position(team("r1", "C10"), turns=7, mission=mission)))
    assert told["The well"] == "3 points for whoever is there alone at the end"
    assert told["The hut"] == "1 point for the Regulars: search there, by an order of its own"
    assert told["leaving"] == "5 points each for the Regulars: r1, r2 by A1 to A3"
    assert told["casualties"].startswith("2 points for ") and told["equal points"].startswith("victory for ")
    assert told["at once"] == "victory for the Regulars with 9 points"
    assert told["end"].startswith("with turn 7")


def test_who_may_be_ordered() -> None:
    """Whoever is asked; else all who have not acted; for a hot spot nobody."""
    scene = position(team("r1", "C10", acted=True), team("r2", "C12"), chief("r3", "C14"))
    assert INSIGHT.actors(scene, Ask(REGULARS, ACTIVATE)) == ("r2", "r3")
    assert INSIGHT.actors(scene, Ask(REGULARS, REACTION, "r1", "i1")) == ("r1",)
    assert INSIGHT.actors(scene, Ask(REGULARS, HOT_SPOT, number=1)) == ()
