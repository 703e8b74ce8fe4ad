"""For every row of every table of motivations, a position that this row alone decides.

A strip of sixty columns and six rows; the Regular r1 stands at its west end, in A3, unless said otherwise. "Far" is
BD3, fifty-five inches away. A wall across the strip, between AD and AE, hides the halves from each other.
"""

from __future__ import annotations

from typing import Any

from sim.board.battlemap import BattleMap
from sim.rules.ambush_alley.scenario import Task
from sim.rules.ambush_alley.state import END_OF_TURN, RETURN_FIRE, AasPosition, Combat, HotSpot
from tests.rules.ambush_alley.deciding import Question
from tests.rules.ambush_alley.table import WIDE, Placed, chief, position, squares, team, vehicle

FAR, OPTIMUM, DOUBLE = "BD3", "I3", "Q3"
"""Fifty-five inches from A3; the eight of a D8; and twice that."""
ACROSS = " ".join(f"AD{row}/e" for row in range(1, 7))
BEHIND = "BF2/w BF3/w BF4/w BF5/w"
"""A wall that hides what is right behind it from the west; the shortest way around it is in the north."""

MAN = "r1"


def strip(**laid: str) -> BattleMap:
    """Draw the strip with something on it."""
    return squares(WIDE, **laid)


def table(*placed: Placed, at: str | None = "A3", **more: Any) -> AasPosition:
    """Put the Regular r1 and others on the strip; places are named by "combat", "hot_spot" and "objective"."""
    map_ = more.pop("on", None) or strip()
    combat, hot_spot, objective = (more.pop(word, None) for word in ("combat", "hot_spot", "objective"))
    if combat:
        more["combats"] = (Combat(map_.cell(combat), map_.cell(combat)),)
    if hot_spot:
        more["hot_spots"] = (HotSpot("1", map_.cell(hot_spot)),)
    if objective:
        place = Task("well", "The well", (map_.cell(objective),), 2, kind=more.pop("kind", "hold"))
        more["mission"] = {"objectives": (place,)}
    regular = [] if at is None else [team(MAN, at)]
    return position(*regular, *placed, on=map_, **more)


def armed(at: str, power: int, *, led: bool = False, **more: Any) -> Placed:
    """Return the Insurgents i1 with a Firepower in the lists, where no leader counts."""
    return team("i1", at, figures=power, leader=8 if led else 0, **more)


def in_the_open(power: int, *, led: bool = False, armoured: bool = False) -> AasPosition:
    """Far away, out of cover; a pit near by, and no way out of sight."""
    regular = vehicle(MAN, "A3") if armoured else team(MAN, "A3")
    return table(regular, armed(FAR, power, led=led), at=None, on=strip(rifle_pit="BD5"))


def watched(power: int, *, led: bool = False) -> AasPosition:
    """Far away, out of cover; a wall to get behind, and friends beyond it."""
    return table(armed(FAR, power, led=led), team("i2", "BH2"), on=strip(wall=BEHIND))


def dug_in(at: str, power: int, *, led: bool = False, **more: Any) -> AasPosition:
    """In a pit; a wall to get behind."""
    return table(armed(at, power, led=led, **more), on=strip(rifle_pit=at, wall=BEHIND))


def at_vehicle(power: int, *, led: bool = False) -> AasPosition:
    """In a pit, far from a vehicle, with a rocket of two dice."""
    armour = vehicle(MAN, "A3")
    return table(armour, armed(FAR, power - 2, led=led, support=("rpg",)), at=None, on=strip(rifle_pit=FAR))


def hidden(*placed: Placed, **more: Any) -> AasPosition:
    """Behind the wall across the strip, where r1 sees nobody."""
    return table(*placed, on=strip(wall=ACROSS, **more.pop("laid", {})), **more)


def asked_at_end(scene: AasPosition, unit: str = "i1", **more: Any) -> Question:
    """Ask at the end of the turn."""
    return Question(scene, unit, END_OF_TURN, **more)


ROWS: dict[str, tuple[Question, str]] = {
    # civilians
    "AAS-CIV-1": (asked_at_end(table(team("m1", "M3")), "m1"), "cautious to I3"),
    "AAS-CIV-2": (asked_at_end(hidden(team("m1", "AM3"), team("i2", "AU3")), "m1"), "cautious to AQ3"),
    "AAS-CIV-3": (asked_at_end(hidden(team("m1", "AM3"), objective="AZ3"), "m1"), "cautious to AQ3"),
    "AAS-CIV-4": (asked_at_end(hidden(team("m1", "AM3"), combat="AS3"), "m1"), "cautious to AQ3"),
    # leaders without a unit
    "AAS-L-1": (Question(table(chief("i1", FAR), team("i2", "BH2"), on=strip(wall=BEHIND))), "cautious to BG2"),
    "AAS-L-2": (Question(table(chief("i1", FAR), on=strip(rifle_pit="BD5")), number=1), "cautious to BD5"),
    "AAS-L-3": (asked_at_end(hidden(chief("i1", "AM3"), team("i2", "BC3"))), "rapid to AY3"),
    "AAS-L-4": (asked_at_end(hidden(chief("i1", "AM3"), hot_spot="BC3")), "rapid to AY3"),
    "AAS-L-5": (asked_at_end(hidden(chief("i1", "AM3"), hot_spot="AM3", laid={"rifle_pit": "AM5"})), "cautious to AM5"),
    # units without a leader
    "AAS-N-1": (Question(at_vehicle(6)), "i1 fires at r1"),
    "AAS-N-2": (Question(in_the_open(7)), "cautious to BD5"),
    "AAS-N-3": (Question(watched(5)), "cautious to BG2"),
    "AAS-N-4": (Question(dug_in(DOUBLE, 7), dice=(3,)), "i1 fires at r1"),
    "AAS-N-5": (Question(dug_in(OPTIMUM, 7)), "i1 fires at r1"),
    "AAS-N-6": (Question(dug_in(FAR, 5), number=1), "cautious to BF2"),
    "AAS-N-7": (Question(dug_in(FAR, 7), number=1), "i1 fires at r1"),
    "AAS-N-8": (
        asked_at_end(hidden(armed("AM3", 5), combat="AS3", laid={"rifle_pit": "AM5"})),
        "cautious to AM5",
    ),
    "AAS-N-9": (asked_at_end(hidden(armed("AM3", 5), combat="AS3", laid={"rifle_pit": "AM3"})), "stays"),
    "AAS-N-10": (asked_at_end(hidden(armed("AM3", 5), chief("i2", "BC3"))), "rapid to AY3"),
    "AAS-N-11": (asked_at_end(hidden(armed("AM3", 5), team("i2", "BC3"))), "rapid to AY3"),
    # units with a leader
    "AAS-W-1": (Question(at_vehicle(5, led=True)), "i1 fires at r1"),
    # Whoever is brave would fire at anybody in sight, but has nothing that harms armour.
    "AAS-W-2": (Question(in_the_open(7, led=True, armoured=True)), "cautious to BD5"),
    "AAS-W-3": (Question(watched(5, led=True)), "cautious to BG2"),
    "AAS-W-4": (Question(dug_in(DOUBLE, 5, led=True), dice=(4,)), "i1 fires at r1"),
    "AAS-W-5": (Question(dug_in(OPTIMUM, 5, led=True)), "i1 fires at r1"),
    "AAS-W-6": (Question(dug_in(FAR, 7, led=True)), "i1 fires at r1"),
    "AAS-W-7": (Question(dug_in(FAR, 5, led=True), number=1), "cautious to BF2"),
    "AAS-W-8": (Question(dug_in(FAR, 7, led=True), occasion=RETURN_FIRE), "i1 fires at r1"),
    "AAS-W-9": (
        asked_at_end(table(armed("AM3", 5, led=True), combat="AS3", on=strip(rifle_pit="AM5"))),
        "cautious to AM5",
    ),
    "AAS-W-10": (asked_at_end(table(armed("AM3", 5, led=True), combat="AS3", on=strip(rifle_pit="AM3"))), "stays"),
    "AAS-W-11": (asked_at_end(hidden(armed("AM3", 5, led=True), objective="BC3")), "cautious to AS3"),
    "AAS-W-12": (asked_at_end(hidden(armed("AM3", 5, led=True), combat="AV3")), "cautious to AG3"),
    "AAS-MOT": (asked_at_end(hidden(armed("AM3", 5, led=True), team("i2", "BC3"))), "rapid to AY3"),
    "AAS-R-gap": (asked_at_end(table(armed("AM3", 5, led=True), on=strip(rifle_pit="AM3"))), "i1 fires at r1"),
}
"""By rule: the question, and the order that the row gives."""
