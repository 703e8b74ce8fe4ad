"""The five tables: every option of every cell is reached, and the ten faces of a die lead where they should."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import pytest

from sim.engine.notes import Tried, walk
from sim.rules.la_cucaracha.figures import STYLES
from sim.rules.la_cucaracha.solo.choosing import IN_RANGE, NO_TARGET
from sim.rules.la_cucaracha.solo.tables import AUTO, TABLE
from sim.rules.la_cucaracha.state import ACTION, BANDS, CHARGED, HOLD, REROLL, CucPosition
from sim.solo.explain import why_not
from sim.solo.plans import options, row_name
from tests.rules.la_cucaracha.deciding import Decision, decide
from tests.rules.la_cucaracha.table import OPEN, WIDE, hexes, position, squares, troop, with_cells

# -- the positions -------------------------------------------------------------------------------------------------
#
#     a1 is the automated unit, p1 the enemy. On the open table they are 17 inches apart: in range of rifles, out of
#     reach of a charge on foot. On the wide one they are 60 apart or more: out of everybody's range. NEAR is six.

FAR_AWAY = "CA3"
"""Seventy-six inches from C3: out of range, Rapid Advance of an aircraft and all."""


def facing(at: str = "C20", on: Any = None, **words: Any) -> CucPosition:
    """Return a1 in C3 and p1 somewhere."""
    return position(troop("a1", "C3", **words), troop("p1", at), on=on, actor="a1")


def wide(at: str = FAR_AWAY, **words: Any) -> CucPosition:
    """Return a1 in C3 of the long strip."""
    return facing(at, squares(WIDE), **words)


def shut_in(**words: Any) -> CucPosition:
    """Return a1 with friends on all sides, and p1 seventeen inches away."""
    friends = [troop(f"a{n}", at) for n, at in enumerate(("B3", "D3", "B4", "C4", "D4", "B2", "C2", "D2"), 2)]
    return position(troop("a1", "C3", **words), *friends, troop("p1", "C20"), actor="a1")


def in_the_wood(**words: Any) -> CucPosition:
    """Return a1 in a wood through which nobody runs, and p1 seventeen inches away."""
    return facing(
        on=squares(with_cells(OPEN, **{f"{column}{row}": "w" for column in "ABCDEFGHI" for row in range(1, 12)})),
        **words,
    )


def charged(**words: Any) -> CucPosition:
    """Return a1 in C3 with riders six inches away."""
    return position(troop("a1", "C3", **words), troop("p1", "C9", troop="mounted"), actor="a1")


def melee(**words: Any) -> CucPosition:
    """Return a1 beside p1, who fights a2: nobody shoots into that, and no step leads nearer."""
    return position(
        troop("a1", "C3", **words),
        troop("a2", "C5", fighting=("p1",)),
        troop("p1", "C4", fighting=("a2",)),
        actor="a1",
    )


SWORDS: dict[str, Any] = {"style": "fighter", "weapon": ""}
CARBINES: dict[str, Any] = {"style": "fighter", "weapon": "carbine"}
GUN: dict[str, Any] = {"troop": "crew"}
DEPLOYED: dict[str, Any] = {"troop": "crew", "deployed": True}
CAR: dict[str, Any] = {"troop": "armoured_car"}
PLANE: dict[str, Any] = {"troop": "aircraft"}


@dataclass(frozen=True)
class Case:
    """A position, a die, and which option it leads to with which order."""

    rule: str
    text: str
    score: int
    scene: CucPosition
    order: str
    occasion: str = ACTION

    def decided(self) -> Decision:
        """Let a1 decide."""
        about = "p1" if self.occasion == CHARGED else None
        return decide(self.scene, score=self.score, occasion=self.occasion, about=about, first=True)


HALF, STAND = "half an Advance towards the nearest enemy, and nothing else", "stand their ground"
COME_HASTY = "Advance to the nearest enemy, hasty shots if in range"
TESTED, GO = "shoot at the attackers, by the test to respond", "Advance to get in range"
DEAD_GUN, CARS_HASTY = "deployed out of range: pack up", "Advance, hasty shots at the nearest enemy in range"
FLY_HASTY = "fly an Advance, and hasty shots if in range"

CASES = (
    Case("CUC-S1", HALF, 1, facing(), "half C6"),
    Case("CUC-S1", STAND, 1, melee(), "stand"),
    Case("CUC-S1", "skirmishers evade, by the test to respond", 1, charged(skirmisher=True), "evade, tested", CHARGED),
    Case("CUC-S2", COME_HASTY, 3, facing(), "advance C9"),
    Case("CUC-S2", TESTED, 3, charged(), "shoot, tested", CHARGED),
    Case("CUC-S2", "skirmishers evade", 3, charged(skirmisher=True, loaded=False), "evade", CHARGED),
    Case("CUC-S5", "in range: stand and shoot at the nearest enemy", 7, facing(), "shoot p1"),
    Case("CUC-S5", COME_HASTY, 7, wide(), "advance I3"),
    Case("CUC-S5", TESTED, 7, charged(), "shoot, tested", CHARGED),
    Case("CUC-S5", "charge the nearest enemy, on the Back Foot", 7, melee(), "charge p1, back foot"),
    Case("CUC-S10", "in range: stand and shoot at the nearest enemy, one missed die again", 10, facing(),
         "shoot p1, again"),
    Case("CUC-S10", "Advance to the nearest enemy, and shoot if in range", 10, wide(), "advance I3"),
    Case("CUC-S10", "shoot at the attackers", 10, charged(), "shoot", CHARGED),
    Case("CUC-S10", "charge the nearest enemy", 10, melee(), "charge p1"),
    Case("CUC-F1", "half an Advance towards the nearest enemy", 1, facing(**SWORDS), "half C6"),
    Case("CUC-F1", STAND, 1, melee(**SWORDS), "hold"),
    Case("CUC-F1", "fight back on the Back Foot, by the test to respond", 1, charged(**SWORDS),
         "fight back, tested, back foot", CHARGED),
    Case("CUC-F2", "Advance towards the nearest enemy", 3, facing(**SWORDS), "advance C9"),
    Case("CUC-F2", "stand and fight back, by the test to respond", 3, charged(**SWORDS), "fight back, tested",
         CHARGED),
    Case("CUC-F2", "with missiles: half an Advance, hasty shots", 3, shut_in(**CARBINES), "shoot p1, hasty"),
    Case("CUC-F5", "close enough: charge the nearest enemy", 7, facing("C12", **SWORDS), "charge p1"),
    Case("CUC-F5", "counter-attack, by the test to respond", 7, charged(**SWORDS), "counter-attack, tested", CHARGED),
    Case("CUC-F5", "Rapid Advance towards the nearest enemy", 7, facing(**SWORDS), "rapid C13"),
    Case("CUC-F5", "with missiles: Advance, hasty shots if in range", 7, in_the_wood(**CARBINES), "advance C6"),
    Case("CUC-F10", "close enough: charge the nearest enemy, one missed die again", 10, facing("C12", **SWORDS),
         "charge p1, again"),
    Case("CUC-F10", "counter-attack", 10, charged(**SWORDS), "counter-attack", CHARGED),
    Case("CUC-F10", "Rapid Advance, and another order", 10, facing(**SWORDS), "rapid C13"),
    Case("CUC-F10", "with missiles: Advance, and shoot if in range", 10, in_the_wood(**CARBINES), "advance C6"),
    Case("CUC-C1", "half an Advance towards the enemy, and nothing else", 1, facing(**GUN), "half C5"),
    Case("CUC-C1", "deployed: not ready to fire", 1, facing(**DEPLOYED), "stand"),
    Case("CUC-C2", GO, 3, wide(**GUN), "advance G3"),
    Case("CUC-C2", "deploy, to shoot next turn", 3, facing(**GUN), "deploy"),
    Case("CUC-C2", "deployed and in range: hasty shots at the nearest enemy", 3, facing(**DEPLOYED),
         "shoot p1, hasty"),
    Case("CUC-C2", "deployed: hasty shots at the attackers, by the test to respond", 3, charged(**DEPLOYED),
         "shoot, tested, hasty", CHARGED),
    Case("CUC-C2", DEAD_GUN, 3, wide(**DEPLOYED), "packup"),
    Case("CUC-C5", "deployed and in range: shoot at the nearest enemy", 7, facing(**DEPLOYED), "shoot p1"),
    Case("CUC-C5", "deploy, and hasty shots at the nearest enemy", 7, facing(**GUN), "deploy"),
    Case("CUC-C5", "deployed: shoot at the attackers, by the test to respond", 7, charged(**DEPLOYED),
         "shoot, tested", CHARGED),
    Case("CUC-C5", GO, 7, wide(**GUN), "advance G3"),
    Case("CUC-C5", DEAD_GUN, 7, wide(**DEPLOYED), "packup"),
    Case("CUC-C10", "deployed and in range: shoot, one missed die again", 10, facing(**DEPLOYED), "shoot p1, again"),
    Case("CUC-C10", "deploy, and shoot at the nearest enemy", 10, facing(**GUN), "deploy"),
    Case("CUC-C10", "deployed: shoot at the attackers", 10, charged(**DEPLOYED), "shoot", CHARGED),
    Case("CUC-C10", "Advance to get in range, and test for another order", 10, wide(**GUN), "advance G3"),
    Case("CUC-C10", DEAD_GUN, 10, wide(**DEPLOYED), "packup"),
    Case("CUC-V1", "half an Advance towards the enemy, and nothing else", 1, facing(**CAR), "half C7"),
    Case("CUC-V2", CARS_HASTY, 3, facing(**CAR), "advance C11"),
    Case("CUC-V2", GO, 3, wide(**CAR), "advance K3"),
    Case("CUC-V2", "hasty shots at the attackers, by the test to respond", 3, charged(**CAR), "shoot, tested, hasty",
         CHARGED),
    Case("CUC-V5", "halt and shoot at the nearest enemy in range", 7, facing(**CAR), "shoot p1"),
    Case("CUC-V5", CARS_HASTY, 7, wide("AW3", **CAR), "advance K3"),
    Case("CUC-V5", TESTED, 7, charged(**CAR), "shoot, tested", CHARGED),
    Case("CUC-V5", "Rapid Advance to get in range", 7, wide(**CAR), "rapid Q3"),
    Case("CUC-V10", "halt and shoot at the nearest enemy in range, one missed die again", 10, facing(**CAR),
         "shoot p1, again"),
    Case("CUC-V10", "Advance, and shoot at the nearest enemy in range", 10, wide("AW3", **CAR), "advance K3"),
    Case("CUC-V10", "shoot at the attackers", 10, charged(**CAR), "shoot", CHARGED),
    Case("CUC-V10", "Rapid Advance to get in range, and test for another order", 10, wide(**CAR), "rapid Q3"),
    Case("CUC-A1", "fly half an Advance towards the enemy, and nothing else", 1, facing(**PLANE), "half C13"),
    Case("CUC-A2", FLY_HASTY, 3, facing(**PLANE), "advance C20"),
    Case("CUC-A2", "fly an Advance to get in range", 3, wide(**PLANE), "advance W3"),
    Case("CUC-A5", "circle and shoot at the nearest enemy in range", 7, facing("C15", **PLANE), "shoot p1"),
    Case("CUC-A5", FLY_HASTY, 7, facing("C22", **PLANE), "advance C22"),
    Case("CUC-A5", "fly a Rapid Advance to get in range", 7, wide(**PLANE), "rapid AI3"),
    Case("CUC-A10", "circle and shoot at the nearest enemy in range, one missed die again", 10,
         facing("C15", **PLANE), "shoot p1, again"),
    Case("CUC-A10", "fly an Advance, and shoot if in range", 10, facing("C22", **PLANE), "advance C22"),
    Case("CUC-A10", "fly a Rapid Advance to get in range, and test for another order", 10, wide(**PLANE),
         "rapid AI3"),
)  # fmt: skip


@pytest.mark.rule("CUC-ORDER", "CUC-DEAD")
@pytest.mark.rule("CUC-S1", "CUC-S2", "CUC-S5", "CUC-S10")
@pytest.mark.rule("CUC-F1", "CUC-F2", "CUC-F5", "CUC-F10")
@pytest.mark.rule("CUC-C1", "CUC-C2", "CUC-C5", "CUC-C10")
@pytest.mark.rule("CUC-V1", "CUC-V2", "CUC-V5", "CUC-V10")
@pytest.mark.rule("CUC-A1", "CUC-A2", "CUC-A5", "CUC-A10")
@pytest.mark.parametrize("case", [pytest.param(case, id=f"{case.rule}-{case.text}") for case in CASES])
def test_an_option_of_the_tables_is_reached(case: Case) -> None:
    """It is the one that is taken, with the order that it words."""
    decision = case.decided()
    assert (decision.options[-1], decision.orders) == ((case.rule, case.text), [case.order])


@pytest.mark.rule("CUC-DEAD")
def test_no_option_is_left_out() -> None:
    """Every option of every cell of every table has a position above in which it is taken."""
    printed = [(option.rule, option.text) for cells in TABLE.values() for cell in cells for option in options(cell)]
    assert sorted((case.rule, case.text) for case in CASES) == sorted(printed)


# -- the layout ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("CUC-BAND")
def test_the_bands_are_the_printed_ones() -> None:
    """One, two to four, five to nine, ten."""
    assert [row_name(band) for band in BANDS] == ["1", "2-4", "5-9", "10"]


@pytest.mark.rule("CUC-CAT")
def test_there_is_a_table_for_each_style() -> None:
    """Five, each with a cell for every band, under the rule that is named after both."""
    assert tuple(TABLE) == STYLES
    letters = {"shooter": "S", "fighter": "F", "crew": "C", "vehicle": "V", "aircraft": "A"}
    for style, cells in TABLE.items():
        rules = [{option.rule for option in options(cell)} for cell in cells]
        assert rules == [{f"CUC-{letters[style]}{number}"} for number in (1, 2, 5, 10)]


# -- ten faces -----------------------------------------------------------------------------------------------------

HISTOGRAMS: dict[str, tuple[CucPosition, str, dict[str, int]]] = {
    "shooters in range": (facing(), ACTION, {"half C6": 1, "advance C9": 3, "shoot p1": 5, "shoot p1, again": 1}),
    "shooters out of range": (wide(), ACTION, {"half F3": 1, "advance I3": 9}),
    "shooters beside a fight": (melee(), ACTION, {"stand": 1, "hold": 3, "charge p1, back foot": 5, "charge p1": 1}),
    "shooters charged": (charged(), CHARGED, {"stand": 1, "shoot, tested": 8, "shoot": 1}),
    "skirmishers charged, with nothing loaded": (
        charged(skirmisher=True, loaded=False), CHARGED, {"evade, tested": 1, "evade": 3, "stand": 6},
    ),
    "fighters in reach": (
        facing("C12", **SWORDS), ACTION, {"half C6": 1, "advance C9": 3, "charge p1": 5, "charge p1, again": 1},
    ),
    "fighters out of reach": (facing(**SWORDS), ACTION, {"half C6": 1, "advance C9": 3, "rapid C13": 6}),
    "fighters with missiles": (facing("C24", **CARBINES), ACTION, {"half C6": 1, "advance C9": 3, "rapid C13": 6}),
    "fighters with missiles in a wood": (in_the_wood(**CARBINES), ACTION, {"half C4": 1, "advance C6": 9}),
    "fighters with missiles who are shut in": (
        shut_in(**CARBINES), ACTION, {"hold": 1, "shoot p1, hasty": 8, "shoot p1": 1},
    ),
    "fighters charged": (
        charged(**SWORDS), CHARGED,
        {"fight back, tested, back foot": 1, "fight back, tested": 3, "counter-attack, tested": 5, "counter-attack": 1},
    ),
    "a packed gun in range": (facing(**GUN), ACTION, {"half C5": 1, "deploy": 9}),
    "a packed gun out of range": (wide(**GUN), ACTION, {"half E3": 1, "advance G3": 9}),
    "a deployed gun in range": (
        facing(**DEPLOYED), ACTION, {"stand": 1, "shoot p1, hasty": 3, "shoot p1": 5, "shoot p1, again": 1},
    ),
    "a deployed gun out of range": (wide(**DEPLOYED), ACTION, {"stand": 1, "packup": 9}),
    "a deployed gun charged": (
        charged(**DEPLOYED), CHARGED, {"stand": 1, "shoot, tested, hasty": 3, "shoot, tested": 5, "shoot": 1},
    ),
    "a packed gun charged": (charged(**GUN), CHARGED, {"stand": 10}),
    "a car in range": (facing(**CAR), ACTION, {"half C7": 1, "advance C11": 3, "shoot p1": 5, "shoot p1, again": 1}),
    "a car nearly in range": (wide("AW3", **CAR), ACTION, {"half G3": 1, "advance K3": 9}),
    "a car far away": (wide(**CAR), ACTION, {"half G3": 1, "advance K3": 3, "rapid Q3": 6}),
    "a car charged": (
        charged(**CAR), CHARGED, {"stand": 1, "shoot, tested, hasty": 3, "shoot, tested": 5, "shoot": 1},
    ),
    "an aeroplane in range": (
        facing("C15", **PLANE), ACTION, {"half C13": 1, "advance C15": 3, "shoot p1": 5, "shoot p1, again": 1},
    ),
    "an aeroplane nearly in range": (facing("C22", **PLANE), ACTION, {"half C13": 1, "advance C22": 9}),
    "an aeroplane far away": (wide(**PLANE), ACTION, {"half M3": 1, "advance W3": 3, "rapid AI3": 6}),
}  # fmt: skip


@pytest.mark.rule("CUC-BAND")
@pytest.mark.parametrize("name", HISTOGRAMS)
def test_ten_faces_of_the_die(name: str) -> None:
    """Each face leads to the order of its band: so often each of them comes."""
    scene, occasion, expected = HISTOGRAMS[name]
    about = "p1" if occasion == CHARGED else None
    found = Counter(
        decide(scene, score=score, occasion=occasion, about=about, first=True).orders[0] for score in range(1, 11)
    )
    assert found == expected


@pytest.mark.rule("CUC-DEAD")
@pytest.mark.parametrize("name", [name for name in HISTOGRAMS if HISTOGRAMS[name][1] == ACTION])
def test_the_reasons_of_a_decision_agree(name: str) -> None:
    """No option is refused because somebody is in range, and another because nobody is."""
    scene, _, _ = HISTOGRAMS[name]
    for score in range(1, 11):
        notes = [note for note in walk(decide(scene, score=score, first=True).notes) if isinstance(note, Tried)]
        reasons = [note.reason for note in notes if not note.taken]
        assert not (IN_RANGE in reasons and any(NO_TARGET in reason for reason in reasons))


@pytest.mark.rule("CUC-C1", "CUC-DEPLOY")
def test_a_deployed_weapon_is_not_said_to_find_no_step() -> None:
    """It does not move because it is deployed."""
    tried = decide(facing(**DEPLOYED), score=1, first=True).tried("half an Advance towards the enemy, and nothing else")
    assert tried.reason == "deployed: it has to be packed up first"


# -- what the die does not decide ----------------------------------------------------------------------------------


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.parametrize("score", [None, 1, 7, 10])
def test_who_fights_fights_on(score: int | None) -> None:
    """Whatever a die said, or none was rolled."""
    scene = position(
        troop("a1", "C3", fighting=("p1",)), troop("p1", "C4", fighting=("a1",)), troop("p2", "C9"), actor="a1"
    )
    assert decide(scene, score=score, first=True).orders == ["fighton"]


@pytest.mark.rule("CUC-OVERRIDE")
def test_who_is_shaken_rallies() -> None:
    """That is what courage has come to."""
    assert decide(facing(shaken=True), first=True).orders == ["rally"]


@pytest.mark.rule("CUC-OVERRIDE")
def test_who_is_shaken_and_could_be_charged_draws_back() -> None:
    """Twelve inches from swordsmen, who charge ten and so into contact: from fifteen they do not."""
    swords = troop("p1", "C14", **SWORDS)
    scene = position(troop("a1", "C4", shaken=True), swords, actor="a1")
    assert decide(scene, score=None, first=True).orders == ["half C1"]


@pytest.mark.rule("CUC-OVERRIDE")
def test_who_is_shaken_and_cannot_get_away_rallies() -> None:
    """Riders sixteen inches away reach him wherever he goes."""
    scene = position(troop("a1", "C4", shaken=True), troop("p1", "C14", troop="mounted"), actor="a1")
    decision = decide(scene, first=True)
    assert decision.orders == ["rally"]
    tried = decision.tried("draw back out of reach of a charge")
    assert tried.reason == "half an Advance is not far enough"


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.parametrize("score", [2, 4, 5, 9, 10])
def test_an_empty_weapon_is_reloaded_in_place_of_shots(score: int) -> None:
    """In every band that would shoot, with the same target in range."""
    assert decide(facing(weapon="musket", loaded=False), score=score, first=True).orders == ["reload"]


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.parametrize("score", [2, 4, 5, 9, 10])
def test_an_empty_weapon_is_reloaded_out_of_range(score: int) -> None:
    """There is nothing to shoot at, and time to make ready for it."""
    assert decide(wide(weapon="musket", loaded=False), score=score, first=True).orders == ["reload"]


@pytest.mark.rule("CUC-OVERRIDE")
def test_who_hesitates_does_not_reload() -> None:
    """No option of that cell shoots."""
    assert decide(wide(weapon="musket", loaded=False), score=1, first=True).orders == ["half F3"]


@pytest.mark.rule("CUC-OVERRIDE")
@pytest.mark.parametrize("score", [3, 7, 10])
def test_an_empty_gun_with_nobody_in_range_is_reloaded_before_it_is_packed_up(score: int) -> None:
    """Deployed, and everybody out of range."""
    scene = wide(troop="crew", weapon="field_gun", deployed=True, loaded=False)
    assert decide(scene, score=score, first=True).orders == ["reload"]


@pytest.mark.rule("CUC-OVERRIDE")
def test_an_empty_field_gun_is_reloaded() -> None:
    """Deployed and with a target in range."""
    scene = facing(troop="crew", weapon="field_gun", deployed=True, loaded=False)
    assert [decide(scene, score=score, first=True).orders for score in (3, 7, 10)] == [["reload"]] * 3


@pytest.mark.rule("CUC-REROLL")
@pytest.mark.parametrize(
    ("style", "again"),
    [("shooter", {1}), ("crew", {1}), ("vehicle", {1}), ("aircraft", {1}), ("fighter", {1, 2, 3, 4})],
)
def test_what_is_rolled_again(style: str, again: set[int]) -> None:
    """A 1 by anybody, up to a 4 by fighters; everything else stands."""
    scene = wide(style=style, drilled=True, weapon="rifle")
    found = {score: decide(scene, occasion=REROLL, number=score).orders for score in range(1, 11)}
    assert {score for score, orders in found.items() if orders == ["rollagain"]} == again
    assert all(orders == ["accept"] for score, orders in found.items() if score not in again)
    only = "a fighter rolls again only on 4 or less" if style == "fighter" else "only a 1 is rolled again"
    assert f"roll again: no, a 5 is good enough: {only}" in decide(scene, occasion=REROLL, number=5).text


@pytest.mark.rule("CUC-REROLL")
@pytest.mark.parametrize(("reading", "order"), [("closing", "accept"), ("drilled", "rollagain")])
def test_who_has_somebody_in_range_does_not_try_to_close(reading: str, order: str) -> None:
    """Drilled shooters with a 1 let it stand; in the other reading whoever is drilled rolls again."""
    words = {"actor": "a1", "readings": {"reroll": reading}}
    scene = position(troop("a1", "C3", drilled=True), troop("p1", "C20"), **words)
    assert decide(scene, occasion=REROLL, number=1).orders == [order]


@pytest.mark.rule("CUC-REROLL")
@pytest.mark.parametrize(("style", "order"), [("shooter", "accept"), ("fighter", "rollagain")])
def test_the_aggressive_roll_again_only_to_close(style: str, order: str) -> None:
    """In either reading: with somebody in range that is a fighter and not a shooter."""
    words = {"actor": "a1", "readings": {"reroll": "drilled"}}
    scene = position(troop("a1", "C3", style=style, aggressive=True), troop("p1", "C20"), **words)
    assert decide(scene, occasion=REROLL, number=1).orders == [order]


@pytest.mark.rule("CUC-REROLL")
def test_a_deployed_weapon_does_not_try_to_close() -> None:
    """Nobody is in range, but it stands where it stands."""
    assert decide(wide(drilled=True, **DEPLOYED), occasion=REROLL, number=1).orders == ["accept"]


@pytest.mark.rule("CUC-REACT")
def test_what_is_worded_if_charged_is_nothing_for_a_card() -> None:
    """The trace says so."""
    decision = decide(wide(), score=7, first=True)
    tried = {note.option: note.reason for note in [decision.tried(COME_HASTY)]}
    assert tried == {COME_HASTY: ""}
    assert decide(charged(), score=1, occasion=CHARGED, about="p1").tried(HALF).reason == "only with its own card"
    shot = decide(facing(style="fighter", weapon=""), score=7, first=True)
    assert shot.tried("counter-attack, by the test to respond").reason == "only if it is charged"


@pytest.mark.rule("CUC-REACT", "CUC-HOLD")
@pytest.mark.parametrize(
    ("words", "score", "order"),
    [
        ({}, 1, "stand"),
        ({"skirmisher": True}, 1, "hold"),
        ({}, 2, "hold"),
        (SWORDS, 1, "hold"),
        (SWORDS, 3, "hold"),
        (GUN, 3, "stand"),
        (DEPLOYED, 1, "stand"),
        (CAR, 1, "stand"),
        (CAR, 3, "hold"),
    ],
)
def test_who_can_only_stand_holds_if_he_has_an_answer_to_a_charge(
    words: dict[str, Any], score: int, order: str
) -> None:
    """Beside a fight nobody can be shot at or come nearer to: who would respond if charged holds for that."""
    assert decide(melee(**words), score=score, first=True).orders == [order]


@pytest.mark.rule("CUC-HOLD")
def test_the_tables_never_answer_on_hold() -> None:
    """Nothing in them orders a Hold; whom a person left on one lets things pass."""
    assert list(options(AUTO[HOLD])) == []
    assert decide(facing(holding=True), occasion=HOLD, about="p1").orders == []


def test_hexes_are_as_good_as_squares() -> None:
    """Two inches a hex: half an Advance of six inches is two of them, an Advance three."""
    scene = position(troop("a1", "C3"), troop("p1", "C14"), on=hexes(), actor="a1")
    assert decide(scene, score=1, first=True).orders == ["half C5"]
    assert decide(scene, score=3, first=True).orders == ["advance C6"]


def test_every_cell_that_a_move_could_have_ended_in_has_an_answer() -> None:
    """Not only the nearest ones are candidates: "why not here?" gives the inches that a cell in reach was worse by."""
    made = decide(facing("C20", style="fighter"), score=1)
    assert made.orders == ["half C6"]
    (verdict,) = why_not(made.notes, made.scene.map.cell("C4"))
    assert (verdict.what, verdict.fate, verdict.criterion) == ("where to go towards p1", "removed", "way left to p1")
    assert (verdict.value, verdict.wanted) == ('16"', '14"')
