"""What the viewer is told: numbers worked by hand from the rule sheet, and compared with what play makes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from sim.engine.battle import Position
from sim.engine.chance import Draw, Seeded, Typed, outcomes
from sim.engine.dice import probability
from sim.engine.insight import Odds, Sketch
from sim.engine.orders import Ask, Done, Intent
from sim.engine.session import Session
from sim.grid import Cell
from sim.resources import shipped_scenarios
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.actions import (
    AI_TURN,
    ENEMY_ACTED,
    ENEMY_MOVED,
    REROLL,
    TURN,
    DigIn,
    Fire,
    Hide,
    LaySmoke,
    Move,
    Pass,
    Pivot,
    PlayCard,
    Rally,
    ReconByFire,
    Stall,
)
from sim.rules.conflict_of_heroes.costs import actors
from sim.rules.conflict_of_heroes.events import RallyTried, SpentChecked
from sim.rules.conflict_of_heroes.hexes import enterable
from sim.rules.conflict_of_heroes.insight import CohInsight
from sim.rules.conflict_of_heroes.insight_words import VERBS
from sim.rules.conflict_of_heroes.moving import ways
from sim.rules.conflict_of_heroes.units import Counter, opponents
from sim.rules.conflict_of_heroes.zones import short_zone_of, zone_of
from sim.scenario.scenario import load_scenario
from tests.rules.conflict_of_heroes.stage import (
    ALWAYS_SPENT,
    BLUE,
    BY_HAND,
    GREYS,
    HMG34,
    MG34,
    NEVER_SPENT,
    REDS,
    SYMBOL,
    TANK,
    Stage,
    ai,
    stage,
    unit,
    with_heights,
    with_terrain,
)
from tests.rules.conflict_of_heroes.test_offers import ALL_CARDS, crowded

INSIGHT = CONFLICT_OF_HEROES.insight
ASK = Ask(REDS, TURN)
MORTAR = "soviet_82mm_mortar"
PANZER = "german_pz3h"
SCENARIOS = [path for path in shipped_scenarios() if path.parent.name in ("conflict_of_heroes", "behaviour")]


def of36(ways_: int) -> Fraction:
    """Return the chance of so many of the 36 rolls of two dice."""
    return Fraction(ways_, 36)


def odds(field: Stage, intent: Intent, ask: Ask = ASK) -> tuple[Odds, ...]:
    """Return the odds of an order."""
    return INSIGHT.odds(field.position, ask, intent)


def spent_odds(field: Stage, intent: Intent, ask: Ask = ASK) -> Odds | None:
    """Return the odds of the spent check after an order."""
    return next((each for each in odds(field, intent, ask) if each.what.endswith("spent")), None)


def adds_up(told: Odds) -> bool:
    """Say whether all parts of the odds agree."""
    throw = told.throw
    if throw is not None:
        assert throw.need is not None
        assert told.chance == probability(throw.die, throw.count, throw.need)
    return not told.results or sum(chance for _, chance in told.results) == 1


# -- playing every roll -----------------------------------------------------------------------------------------


def fixed(request: Draw) -> str:
    """Return one card of a deck whose draws do not matter: a blue one, for those that are drawn until one comes."""
    return BLUE if BLUE in request.deck.left else request.deck.left[0]


def endings(
    field: Stage, *answers: Any, chance: Fraction = Fraction(1)
) -> Iterator[tuple[Session[Any, Any], Fraction]]:
    """Play a turn with every throw and every hit marker that can come, each ending with its probability."""
    session: Session[Any, Any] = Session(field.battle, field.state, BY_HAND, Typed())
    session.advance()
    for answer in answers:
        session.answer(answer)
    match session.wanted:
        case None:
            yield session, chance
        case Ask():
            yield from endings(field, *answers, Pass(), chance=chance)
        case Draw(deck=deck) as request if not deck.name.endswith("hits"):
            yield from endings(field, *answers, fixed(request), chance=chance)
        case request:
            for result, part in outcomes(request):
                yield from endings(field, *answers, result, chance=chance * part)


def fate(session: Session[Any, Any], target: str) -> str:
    """Say what has become of a counter that was not hit before."""
    if target not in session.state.units:
        return "destroyed"
    return "hit" if session.state.unit(target).hit else "miss"


def fates(field: Stage, intent: Intent, target: str) -> dict[str, Fraction]:
    """Return what becomes of a target, over all rolls and markers."""
    found: dict[str, Fraction] = {}
    for session, chance in endings(field, intent):
        word = fate(session, target)
        found[word] = found.get(word, Fraction(0)) + chance
    return found


FIRE = {
    "normal range": (stage(unit("u1", "C7"), ai("a1", "C4"), ai("a9", "G1")), Fire("u1", "a1")),
    "short range": (stage(unit("u1", "C5"), ai("a1", "C4"), ai("a9", "G1")), Fire("u1", "a1")),
    "close combat": (stage(unit("u1", "C4"), ai("a1", "C4", HMG34), ai("a9", "G1")), Fire("u1", "a1")),
    "a group": (stage(unit("u1", "C7"), unit("u2", "B7"), ai("a1", "C4"), ai("a9", "G1")), Fire("u1", "a1", ("u2",))),
    "CAPs on the dice": (stage(unit("u1", "C7"), ai("a1", "C4"), ai("a9", "G1")), Fire("u1", "a1", dice_caps=2)),
    "a card": (
        stage(unit("u1", "C7"), ai("a1", "C4"), ai("a9", "G1"), hand=("careful_aiming",)),
        Fire("u1", "a1", card="careful_aiming"),
    ),
    "armour": (
        stage(unit("u1", "C7", TANK), ai("a1", "C5", PANZER), ai("a9", "G1")).left(
            "armoured hits", "armoured_destroyed", "armoured_panicked", "armoured_stunned"
        ),
        Fire("u1", "a1"),
    ),
    "out of markers": (
        stage(unit("u1", "C5"), ai("a1", "C4"), ai("a9", "G1")).left("soft hits"),
        Fire("u1", "a1"),
    ),
    "few markers": (
        stage(unit("u1", "C5"), ai("a1", "C4"), ai("a9", "G1")).left("soft hits", "soft_destroyed", "soft_pinned"),
        Fire("u1", "a1"),
    ),
}


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("name", list(FIRE))
def test_the_results_of_fire_are_those_of_all_rolls_and_markers(name: str) -> None:
    """Every roll of the dice and every marker is played by the rules; the frequencies are the same."""
    field, intent = FIRE[name]
    told = odds(field, intent)[0]
    assert dict(told.results) == fates(field, intent, "a1")
    assert adds_up(told)


@pytest.mark.rule("COH-3.1")
def test_a_second_hit_destroys_in_the_odds_as_in_play() -> None:
    """Whatever hits somebody who is hit already destroys it; 9 or more is 10 of 36."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hit="soft_unnerved"), ai("a9", "G1"))
    played = [chance for session, chance in endings(field, Fire("u1", "a1")) if "a1" not in session.state.units]
    told = odds(field, Fire("u1", "a1"))[0]
    assert dict(told.results) == {"miss": of36(26), "destroyed": of36(10)}
    assert sum(played) == of36(10)


@pytest.mark.rule("COH-3.1")
def test_a_rally_succeeds_as_often_as_it_is_told() -> None:
    """Pinned is 7, in light woods 6: 26 of 36 rolls."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1"), rows=with_terrain(C7="w"))
    told = odds(field, Rally(("u1",)))[0]
    rallied = [
        chance
        for session, chance in endings(field, Rally(("u1",)))
        if any(isinstance(frame.event, RallyTried) and frame.event.rallied for frame in session.frames)
    ]
    assert told.chance == sum(rallied) == of36(26)
    assert adds_up(told)


@pytest.mark.rule("COH-3.1.1")
@pytest.mark.parametrize("intent", [Fire("u1", "a1"), Stall("u1"), DigIn("u1"), Fire("u1", "a1", caps=2)])
def test_a_unit_is_spent_as_often_as_it_is_told(intent: Intent) -> None:
    """Every card that is left is drawn for the check."""
    left = (ALWAYS_SPENT, BLUE, NEVER_SPENT, SYMBOL, "05", "07", "10", "15")
    field = stage(unit("u1", "C7"), ai("a1", "C4")).left("orders", *left)
    spent = 0
    for card in left:
        dice = (1, 1) if isinstance(intent, Fire) else ()
        (checked,) = field.play(intent, dice=dice, cards=(card,)).of(SpentChecked)
        spent += checked.spent
    told = spent_odds(field, intent)
    assert told is not None
    assert (told.chance, adds_up(told)) == (Fraction(spent, len(left)), True)


# -- odds by hand -----------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.1")
def test_every_part_of_a_shot_is_told() -> None:
    """Soviet rifles (3) at German rifles in front (12): 9, which is 10 of 36; one soft marker of 20 destroys."""
    told = odds(stage(unit("u1", "C7"), ai("a1", "C4")), Fire("u1", "a1"))[0]
    assert (told.unit, told.target, told.chance) == ("u1", "a1", of36(10))
    assert told.throw is not None and told.throw.need is not None
    assert (told.throw.dice, told.throw.need.low) == ("2D6", 9)
    assert [(check.name, check.total) for check in told.checks] == [("attack", 3), ("defence", 12)]
    assert told.reckoning == "defence 12 less attack 3: 9 or more on 2D6; 1 of 20 hit markers destroy"
    assert dict(told.results) == {"miss": of36(26), "hit": Fraction(19, 72), "destroyed": Fraction(1, 72)}


@pytest.mark.rule("COH-3.1")
def test_a_roll_that_is_four_better_destroys() -> None:
    """At short range 6 hits (26 of 36) and 10 destroys (6 of 36), besides one of the twenty markers."""
    told = odds(stage(unit("u1", "C5"), ai("a1", "C4")), Fire("u1", "a1"))[0]
    assert dict(told.results) == {"miss": of36(10), "hit": of36(19), "destroyed": of36(7)}
    assert "10 or more destroys" in told.reckoning


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize(
    ("intent", "needed", "ways_"),
    [
        (Fire("u1", "a1"), 9, 10),
        (Fire("u1", "a1", ("u2",)), 8, 15),
        (Fire("u1", "a1", dice_caps=1), 8, 15),
        (Fire("u1", "a1", dice_caps=2), 7, 21),
        (Fire("u1", "a1", ("u2",), dice_caps=2), 6, 26),
        (Fire("u1", "a1", card="careful_aiming"), 7, 21),
        (Fire("u1", "a1", card="command_action"), 9, 10),
        (Fire("u1", "a1", card="scout_teams"), 9, 10),
    ],
)
def test_what_goes_into_a_shot_counts(intent: Fire, needed: int, ways_: int) -> None:
    """A supporter is worth 1, each CAP on the dice 1, careful aiming 2; a card that only pays is worth nothing."""
    field = stage(unit("u1", "C7"), unit("u2", "B7"), ai("a1", "C4"), hand=ALL_CARDS)
    told = odds(field, intent)[0]
    assert told.throw is not None and told.throw.need is not None
    assert (told.throw.need.low, told.chance) == (needed, of36(ways_))


@pytest.mark.rule("COH-3.1")
def test_close_combat_counts_the_flank() -> None:
    """Rifles (3+4) against the flank of an HMG (10) in light woods: 4, which is 33 of 36."""
    field = stage(unit("u1", "C4"), ai("a1", "C4", HMG34), rows=with_terrain(C4="w"))
    told = odds(field, Fire("u1", "a1"))[0]
    assert (told.chance, [check.total for check in told.checks]) == (of36(33), [7, 11])


@pytest.mark.rule("COH-3.1")
def test_everybody_in_the_hex_is_rolled_for() -> None:
    """From afar one roll each, friends too, but nobody who is hidden; in close combat one alone."""
    field = stage(unit("u1", "C7"), unit("u2", "C4"), ai("a1", "C4"), ai("a2", "C4", MG34), ai("a3", "C4", hidden=True))
    fired = [each.target for each in odds(field, Fire("u1", "a2")) if each.target]
    assert fired == ["a2", "u2", "a1"]
    assert [each.target for each in odds(field, Fire("u2", "a1")) if each.target] == ["a1"]


@pytest.mark.rule("COH-3.1")
def test_what_cannot_be_done_has_no_odds() -> None:
    """Out of the arc, nobody to rally, nobody of that name, and an order that nobody knows."""
    field = stage(unit("u1", "C7", facing="s"), ai("a1", "C4"))
    for intent in (Fire("u1", "a1"), Rally(("u1",)), Fire("u7", "a1"), Fire("u1", "a7"), Move(()), Done(), Pass()):
        assert odds(field, intent) == ()


@pytest.mark.rule("COH-3.1")
def test_a_group_rally_has_odds_for_each() -> None:
    """Pinned 7 and cowering 8, in hexes of their own; one check for both."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), unit("u2", "C8", hit="soft_cowering"), ai("a1", "A1"))
    told = odds(field, Rally(("u1", "u2")))
    assert [(each.unit, each.chance) for each in told[:2]] == [("u1", of36(21)), ("u2", of36(15))]
    assert told[2].what == "u1, u2 are spent"


@pytest.mark.rule("COH-3.1.1")
@pytest.mark.parametrize(
    ("ap", "cards"),
    # The numbers of the deck: 1 on 11 cards, 2 on 5, 3 on 11, 4 on 6, 5 on 11, 6 on 5, 7 on 6; the symbol is on one
    # with 1, two with 2, one with 6 and one with 7.
    [(1, 10), (2, 13), (3, 24), (4, 30), (5, 41)],
)
def test_the_spent_check_counts_the_cards_left(ap: int, cards: int) -> None:
    """Of 55 cards those that spend at a cost, without those that have the symbol."""
    field = stage(unit("u1", "C7", "soviet_t26"), ai("a1", "C4"), caps=4)
    told = spent_odds(field, Fire("u1", "a1", caps=5 - ap))
    assert told is not None
    assert told.chance == Fraction(cards, 55)
    assert told.reckoning.startswith(f"{ap} AP: {cards} of 55 order cards")


@pytest.mark.rule("COH-DECK-1")
def test_an_empty_deck_is_shuffled_before_the_check() -> None:
    """The discards are what is drawn from: one of two spends at 1 AP."""
    field = stage(unit("u1", "C7"), ai("a1", "C4")).left("orders", discarded=(ALWAYS_SPENT, NEVER_SPENT))
    told = spent_odds(field, Stall("u1"))
    assert told is not None and told.chance == Fraction(1, 2)


@pytest.mark.rule("COH-3.1.1-caps")
@pytest.mark.parametrize("intent", [Fire("u1", "a1", caps=4), Fire("u2", "a1", caps=4), Stall(), Pass()])
def test_what_is_paid_in_caps_is_not_checked(intent: Intent) -> None:
    """Wholly in CAPs, by a fresh Unit or a spent one."""
    field = stage(unit("u1", "C7"), unit("u2", "B7", spent=True), ai("a1", "C4"))
    assert spent_odds(field, intent) is None


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("card", "checked"), [(BLUE, False), (NEVER_SPENT, True)])
def test_an_ai_is_checked_after_a_green_card_only(card: str, checked: bool) -> None:
    """A blue card is a command order."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"))
    told = odds(field, Fire("a1", "u1"), Ask(GREYS, AI_TURN, about=card))
    assert told[0].chance == of36(6)
    assert (len(told) == 2) is checked


@pytest.mark.rule("COH-6.0")
def test_a_rumour_shows_first_what_it_is() -> None:
    """One machine gun and two dummies in the cup: somebody once in three times, and no die is told."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", "rumour"), mission={"rumours": {"german_mg34": 1, "nothing": 2}})
    told = odds(field, Fire("u1", "a1"))[0]
    assert (told.chance, told.throw) == (Fraction(1, 3), None)
    assert dict(told.results) == {"MG34": Fraction(1, 3), "nothing": Fraction(2, 3)}


@pytest.mark.rule("COH-3.1")
def test_mines_are_told_before_they_are_entered() -> None:
    """8 or more is 15 of 36, and 12 destroys: 1, and one in twenty of the other 14."""
    field = stage(unit("u1", "C7"), ai("a1", "A1"), more='[features]\nmines = ["C6"]')
    told = odds(field, field.move("u1", "C6"))[0]
    assert told.chance == of36(15)
    assert dict(told.results) == {"miss": of36(21), "hit": of36(14) * Fraction(19, 20), "destroyed": Fraction(17, 360)}
    assert dict(told.results) == fates(field, field.move("u1", "C6"), "u1")
    assert not [each for each in odds(field, field.move("u1", "B6")) if each.throw]


@pytest.mark.rule("COH-3.3")
def test_cards_with_a_die_of_their_own_are_told() -> None:
    """The officer brings 1 to 6 CAPs; a vehicle sticks at 4 (33 of 36); luck adds 2 but on a 1."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", PANZER), hand=ALL_CARDS)
    officer = odds(field, PlayCard("frontline_officer", "u1"))[0]
    assert (officer.chance, officer.results[0]) == (Fraction(1), ("1 CAP", Fraction(1, 6)))
    stuck = odds(field, PlayCard("bogged_down"), Ask(REDS, ENEMY_MOVED, None, "a1"))
    assert [each.chance for each in stuck] == [of36(33)]
    for missing, chance in ((1, Fraction(5, 6)), (2, Fraction(5, 6)), (3, Fraction(0))):
        (luck,) = odds(field, PlayCard("luck"), Ask(REDS, REROLL, "u1", number=missing))
        assert (luck.chance, adds_up(luck)) == (chance, True)
    assert odds(field, PlayCard("veteran_nco"), Ask(REDS, REROLL, "u1", number=1)) == ()


@pytest.mark.rule("COH-3.1")
def test_all_odds_of_a_crowd_add_up() -> None:
    """Whatever is offered: the chance is that of its throw, and what may come of it is certain."""
    field = crowded()
    told = [each for offer in field.offers() for each in odds(field, offer.intent)]
    assert len(told) > 100
    assert all(map(adds_up, told))


# -- threats ----------------------------------------------------------------------------------------------------


def threatening(field: Stage, target: str) -> list[tuple[str, Fraction]]:
    """Return who threatens a counter, and how much."""
    return [(each.unit, each.chance) for each in INSIGHT.threats(field.position, target)]


@pytest.mark.rule("COH-FZ")
def test_threats_are_told_worst_first() -> None:
    """An MG (4) needs 8 in front, rifles (2) need 10, and those that look away threaten nobody."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "D4", MG34), ai("a3", "B4", facing="n"))
    assert threatening(field, "u1") == [("a2", of36(15)), ("a1", of36(6))]


@pytest.mark.rule("COH-5.1-eleven")
def test_an_ai_that_needs_eleven_is_no_threat() -> None:
    """Rifles (2) against 12 in light woods need 11; the player's would fire all the same."""
    field = stage(unit("u1", "C7", profile="german_rifles_41"), ai("a1", "C4"), rows=with_terrain(C7="w", C4="w"))
    assert threatening(field, "u1") == []
    assert threatening(field, "a1") == [("u1", of36(3))]


@pytest.mark.rule("COH-4.1")
@pytest.mark.parametrize(("cards", "threatens"), [((NEVER_SPENT, BLUE), True), ((NEVER_SPENT,), False)])
def test_a_spent_ai_threatens_while_there_are_blue_cards(cards: tuple[str, ...], threatens: bool) -> None:
    """On a blue card it may fire."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", spent=True)).left("orders", *cards)
    assert bool(threatening(field, "u1")) is threatens


@pytest.mark.rule("COH-3.2.2")
@pytest.mark.parametrize(("caps", "threatens"), [(3, False), (4, True)])
def test_a_spent_unit_threatens_with_caps_enough(caps: int, threatens: bool) -> None:
    """A shot of rifles is 4."""
    field = stage(unit("u1", "C7", spent=True), ai("a1", "C4"), caps=caps)
    assert bool(threatening(field, "a1")) is threatens


@pytest.mark.rule("COH-6.0")
def test_neither_hidden_enemies_nor_rumours_are_told_as_threats() -> None:
    """Nobody knows of the one, nor what the other is; nobody fires at who is hidden."""
    field = stage(unit("u1", "C7"), ai("a1", "C4", hidden=True), ai("a2", "C6", "rumour"))
    assert threatening(field, "u1") == []
    assert threatening(stage(unit("u1", "C7", hidden=True), ai("a1", "C6")), "u1") == []


# -- zones and reach --------------------------------------------------------------------------------------------


def zone(field: Stage, id_: str) -> dict[str, set[str]]:
    """Return what a counter covers, by range."""
    bands = INSIGHT.fire_zone(field.position, field.counter(id_))
    return {band.name: {field.position.name(cell) for cell in band.area} for band in bands}


@pytest.mark.rule("COH-FZ")
def test_a_fire_zone_has_three_bands() -> None:
    """Rifles with range 5 in C11: next to them is short, C6 normal, C5 long, and behind them is nothing."""
    bands = zone(stage(unit("u1", "C11"), ai("a1", "A1")), "u1")
    assert list(bands) == ["short range", "normal range", "long range"]
    assert bands["short range"] == {"B10", "C10", "D10"}
    assert {"C9", "C6"} <= bands["normal range"] and not {"C10", "C5"} & bands["normal range"]
    assert {"C5", "C1"} <= bands["long range"] and not {"C6", "C12"} & bands["long range"]


@pytest.mark.rule("COH-FZ")
def test_a_fire_zone_is_that_of_the_rules_in_parts() -> None:
    """All bands together are the zone, none has a cell of another, and the nearest is the zone at short range."""
    for field in (crowded(), stage(unit("u1", "C7", TANK), ai("a1", "C4", hit="soft_cowering"))):
        for counter in field.state.units:
            bands = INSIGHT.fire_zone(field.position, counter)
            cells = [cell for band in bands for cell in band.area]
            assert len(cells) == len(set(cells))
            assert set(cells) == set(zone_of(field.position, counter))
            short = next((set(band.area) for band in bands if band.name == "short range"), set())
            assert short == set(short_zone_of(field.position, counter))


@pytest.mark.rule("COH-FZ")
def test_narrow_zones_have_no_long_range_and_mortars_no_short_one() -> None:
    """By a setting zones end at the range; a mortar's minimum is 3."""
    narrow = stage(unit("u1", "C11"), unit("u2", "D11", MORTAR), ai("a1", "A1"), settings={"fire_zone": "normal"})
    assert list(zone(narrow, "u1")) == ["short range", "normal range"]
    assert list(zone(narrow, "u2")) == ["normal range"]


@pytest.mark.rule("COH-FZ")
def test_one_sees_all_round() -> None:
    """Facing is for fire, not for sight; who is off the map sees and covers nothing."""
    field = stage(unit("u1", "C7"), unit("u2", "A1", turn=2), ai("a1", "C4"))
    for facing in (None, 3):
        seen = INSIGHT.view(field.position, field.counter("u1"), facing)
        assert {field.cell("C6"), field.cell("C8")} <= set(seen)
    waiting = field.counter("u2")
    assert not INSIGHT.view(field.position, waiting) and not INSIGHT.fire_zone(field.position, waiting)
    assert not INSIGHT.reach(field.position, waiting) and not INSIGHT.threats(field.position, "u2")


def reach(field: Stage, id_: str = "u1") -> dict[str, tuple[str, str]]:
    """Return where a counter gets to: the cost in words, and the way."""
    position = field.position
    found = INSIGHT.reach(position, field.counter(id_))
    return {position.name(cell): (each.text, " ".join(map(position.name, each.way))) for cell, each in found.items()}


@pytest.mark.rule("COH-3.1")
def test_several_moves_in_a_row_are_reached() -> None:
    """1 AP a hex ahead; backwards the first costs one more, and after it one may face anywhere."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "A1")))
    assert found["C6"] == ("1 AP", "C6")
    assert found["C5"] == ("2 AP", "C6 C5")
    assert found["C1"] == ("6 AP", "C6 C5 C4 C3 C2 C1")
    assert found["C8"] == ("2 AP", "C8")
    assert found["C12"] == ("6 AP", "C8 C9 C10 C11 C12")
    assert "C7" not in found


@pytest.mark.rule("COH-3.1")
def test_no_more_than_seven_ap_are_reached() -> None:
    """A Maxim moves for 2: three hexes ahead, not four."""
    found = reach(stage(unit("u1", "C7", "soviet_maxim"), ai("a1", "A1")))
    assert found["C4"] == ("6 AP", "C6 C5 C4")
    assert "C3" not in found


@pytest.mark.rule("COH-3.1")
def test_ground_is_paid_for_and_gone_round() -> None:
    """Heavy woods cost one more, uphill one more; beyond them the way round is as cheap as the way through."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "A1"), rows=with_terrain(C6="W", C8="W")))
    assert found["C6"][0] == "2 AP"
    assert found["C8"][0] == "3 AP"
    assert found["C5"][0] == "3 AP"
    assert reach(stage(unit("u1", "C7"), ai("a1", "A1"), more=with_heights(C6=1)))["C6"][0] == "2 AP"


@pytest.mark.rule("COH-3.1")
def test_a_tank_wins_hexes_on_the_way() -> None:
    """A T-34 has two tracks: three hexes of open ground for 1 AP, and no more than that for the next."""
    found = reach(stage(unit("u1", "C12", TANK), ai("a1", "A1")))
    assert found["C9"] == ("1 AP", "C11 C10 C9")
    assert found["C8"][0] == found["C6"][0] == "2 AP"
    assert found["C3"] == ("3 AP", "C11 C10 C9 C8 C7 C6 C5 C4 C3")


@pytest.mark.rule("COH-3.1")
def test_no_bonus_hex_lies_beyond_a_wall() -> None:
    """From C9 the second AP leads to C7, before the wall; it is crossed by another move. Without it that were C6."""
    sides = [f"{column}6/s" for column in "ABCDEFG"] + [
        f"{column}6/{side}" for column in "BDF" for side in ("sw", "se")
    ]
    wall = "[edges]\nwall = [{}]".format(", ".join(f'"{side}"' for side in sides))
    found = reach(stage(unit("u1", "C12", TANK), ai("a1", "A1"), more=wall))
    assert (found["C7"][0], found["C6"][0], found["C4"][0]) == ("2 AP", "3 AP", "3 AP")


@pytest.mark.rule("COH-3.1")
def test_a_hit_counts_in_the_reach() -> None:
    """Cowering moves for one more; whoever is pinned goes nowhere."""
    assert reach(stage(unit("u1", "C7", hit="soft_cowering"), ai("a1", "A1")))["C5"][0] == "4 AP"
    assert reach(stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1"))) == {}


@pytest.mark.rule("COH-3.1")
def test_a_hidden_counter_takes_its_time() -> None:
    """5 AP a hex, whatever the ground: one hex."""
    found = reach(stage(unit("u1", "C7", hidden=True), ai("a1", "A1"), rows=with_terrain(C6="W")))
    assert len(found) == 6
    assert {text for text, _ in found.values()} == {"5 AP"}


@pytest.mark.rule("COH-3.2.2")
def test_a_spent_unit_reaches_what_caps_pay() -> None:
    """2 CAPs are two hexes ahead or one behind; a spent AI has none."""
    found = reach(stage(unit("u1", "C7", spent=True), ai("a1", "A1"), caps=2))
    assert (found["C6"][0], found["C5"][0], found["C8"][0]) == ("1 CAP", "2 CAPs", "2 CAPs")
    assert "C4" not in found
    assert reach(stage(unit("u1", "C7"), ai("a1", "A1", spent=True)), "a1") == {}


@pytest.mark.rule("COH-3.1")
def test_nobody_gets_past_an_enemy() -> None:
    """His hex can be entered, and that is that: the hexes behind are reached by going round."""
    found = reach(stage(unit("u1", "C7"), ai("a1", "C6")))
    assert found["C6"] == ("1 AP", "C6")
    assert found["C5"][0] == "3 AP"
    assert "C6" not in found["C5"][1]


@pytest.mark.rule("COH-5.3-stack")
def test_an_ai_does_not_reach_the_hex_of_another() -> None:
    """It walks through and past it, and does not stay."""
    field = stage(unit("u1", "G12"), ai("a1", "C4"), ai("a2", "C5"))
    found = reach(field, "a1")
    assert "C5" not in found
    assert "C6" in found
    assert "C5" in reach(stage(unit("u1", "C6"), unit("u2", "C5"), ai("a1", "A1")))


def searched(position: Any, counter: Counter, limit: int) -> dict[Cell, int]:
    """Return the cost of every hex by a search over the moves of the rules, with all facings after each."""
    allowed = ways if counter.side == position.battle.data.player else enterable
    enemies = {enemy.place for enemy in opponents(position, counter.side)}
    best, waiting = {counter.place: 0}, [(0, counter.place)]
    while waiting:
        paid, here = heappop(waiting)
        if paid > best[here] or (here in enemies and here != counter.place):
            continue
        for facing in range(6) if here != counter.place else (counter.facing,):
            for way in allowed(position, counter.changed(cell=here, facing=facing)):
                price = paid + way.cost.total
                if price <= limit and price < best.get(way.end, limit + 1):
                    best[way.end] = price
                    heappush(waiting, (price, way.end))
    return {cell: paid for cell, paid in best.items() if cell != counter.place}


BROKEN = """
    .w.p...
    ...pp..
    .W....b
    ..w.w..
    www.www
    .......
    p.....,
    .w~~...
    .......
    W.w.W..
    .......
    .......
"""
"""Ground with something of everything in it."""
IN_THE_WAY = """
    heights = '''
    .......
    ..1....
    ..12...
    .......
    .......
    .....1.
    .......
    .......
    .1.....
    .......
    .......
    .......
    '''
    [ways]
    road = [["A12", "A9"], ["D12", "D1"]]
    [edges]
    wall = ["C7/s", "E7/s", "D3/n", "A10/n"]
    [features]
    wire = ["F9", "B11"]
    mines = ["E9", "C6"]
    trench = ["G9", "B9"]
    heavy_smoke = ["E6"]
    """


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("side", [REDS, GREYS])
@pytest.mark.parametrize("profile", [TANK, "soviet_truck", "soviet_ba10", "soviet_maxim", "german_sdkfz_251", MG34])
@pytest.mark.parametrize("hit", ["", "soft_cowering"])
def test_reach_over_broken_ground_is_that_of_the_rules(profile: str, side: str, hit: str) -> None:
    """Woods, slopes, roads, walls, wire, mines, works and smoke: what hampers one hampers the other."""
    mover, other = (
        (unit("u1", "D11", profile), ai("a1", "D6")) if side == REDS else (ai("a1", "D11", profile), unit("u1", "D6"))
    )
    friend = unit("u2", "D8") if side == REDS else ai("a2", "D8")
    field = stage(mover, other, friend, rows=BROKEN, more=IN_THE_WAY)
    counter = field.counter(mover.id).changed(hit=hit, facing=0)
    found = INSIGHT.reach(field.position, counter)
    assert {cell: each.cost for cell, each in found.items()} == searched(field.position, counter, 7)


@pytest.mark.rule("COH-3.1")
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: path.stem)
def test_reach_is_a_search_over_the_moves_of_the_rules(file: Path) -> None:
    """Hex by hex, for one counter of every way to move; all ways are made of steps, and end where they should."""
    position = positions(file)[-1]
    kinds = {}
    for each in position.state.units:
        if each.cell is not None and not each.hidden:
            kind = each.profile
            kinds[each.side, kind.movement, kind.move_ap, kind.wheels, kind.tracks, kind.crewed] = each
    for counter in kinds.values():
        fresh = counter.changed(spent=False)
        found = INSIGHT.reach(position, fresh)
        assert {cell: each.cost for cell, each in found.items()} == searched(position, fresh, 7), counter.id
        for cell, each in found.items():
            steps = zip((counter.place, *each.way), each.way, strict=False)
            assert each.way[-1] == cell and all(position.map.grid.adjacent(*step) for step in steps)


# -- sketches ---------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.0")
def test_every_kind_of_order_has_a_sketch() -> None:
    """The words that a player says."""
    field = crowded()
    cell, north = field.cell("C6"), 0

    def sketched(intent: Intent) -> Sketch:
        return INSIGHT.sketch(field.position, intent)

    assert sketched(Fire("u1", "a1", ("u2",), dice_caps=1)) == Sketch(
        "fire", ("u1", "u2"), "a1", manner="with u2, aiming with 1 CAP"
    )
    assert sketched(Fire("u1", "a1", caps=4)).manner == "by CAPs"
    assert sketched(Fire("u1", "a1", caps=3)).manner == "paying 3 CAPs"
    assert sketched(Fire("u3", "a2", card="careful_aiming")).manner == "in close combat, playing Careful Aiming"
    assert sketched(field.move("u1", "C6", facing=2)) == Sketch("move", ("u1",), None, cell, (cell,), 2)
    assert sketched(Pivot("u1", 3, card="swift_action")) == Sketch(
        "pivot", ("u1",), facing=3, manner="playing Swift Action"
    )
    assert sketched(Rally(("u2", "u4"))) == Sketch("rally", ("u2", "u4"), manner="with u4")
    assert sketched(DigIn("u1")) == Sketch("dig in", ("u1",))
    assert sketched(Hide("u1", caps=5)) == Sketch("hide", ("u1",), manner="by CAPs")
    assert sketched(LaySmoke(cell, "u2")) == Sketch("smoke", ("u2",), cell=cell)
    assert sketched(LaySmoke(cell, card="artillery_smoke")).manner == "playing Artillery Smoke"
    assert sketched(PlayCard("mine_laying", "u1", cell)) == Sketch("card", ("u1",), cell=cell, manner="Mine-Laying")
    assert sketched(Stall("u1")) == Sketch("stall", ("u1",))
    assert sketched(Stall()) == Sketch("stall", manner="by CAPs")
    assert sketched(Pass()) == Sketch("pass")
    assert sketched(Done()) == Sketch("done")
    together = Move((field.step("u1", "C6", facing=north), field.step("u2", "C9", facing=north)))
    assert sketched(together).units == ("u1", "u2")
    assert sketched(together).manner == "u2 to C9 facing n"


def test_every_intent_of_the_system_has_a_verb() -> None:
    """None is told by its class alone; `Done` is there besides."""
    assert {*CONFLICT_OF_HEROES.intents, Done} <= set(VERBS)


@dataclass(frozen=True)
class CallArtillery(Intent):
    """An order that nobody has told the viewer about."""

    unit: str
    cell: Cell
    indirect: bool = False
    spotter: str = ""


def test_an_unknown_order_is_told_by_its_name_and_fields() -> None:
    """Nothing of it is lost, so that two of them are never taken for one."""
    field = crowded()
    cell = field.cell("C6")
    told = INSIGHT.sketch(field.position, CallArtillery("u1", cell, True, "u2"))
    assert told == Sketch("call artillery", ("u1",), cell=cell, manner="indirect, spotter u2")
    assert odds(field, CallArtillery("u1", cell)) == ()


def test_searching_a_hex_tells_the_terrain_that_makes_it_harder() -> None:
    """Base game 11: 6 on two dice, and the defence of the terrain; 6 is thrown in 26 of 36 ways."""
    field = stage(unit("u1", "C7"), ai("a1", "C1"))
    (found, *_) = odds(field, ReconByFire("u1", field.cell("C5")))
    assert found.chance == Fraction(26, 36)
    assert [check.total for check in found.checks] == [6]
    (with_caps, *_) = odds(field, ReconByFire("u1", field.cell("C5"), dice_caps=1))
    assert with_caps.chance == Fraction(30, 36)


def test_caps_on_the_dice_of_a_rally_count() -> None:
    """Base game 3: each CAP lowers what a rally needs by one."""
    field = stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "C1"))
    marker = next(iter(odds(field, Rally(("u1",)))))
    helped = next(iter(odds(field, Rally(("u1",), dice_caps=2))))
    assert helped.checks[0].total == marker.checks[0].total - 2
    assert helped.chance > marker.chance


def test_an_order_of_somebody_who_is_gone_can_be_sketched() -> None:
    """The log shows orders after what they did."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"))
    for intent in (Fire("u7", "a7", caps=4), Pivot("u7", 1, caps=1), Rally(("u7",), caps=5), Move((), caps=1)):
        assert INSIGHT.sketch(field.position, intent).manner.startswith("paying") or isinstance(intent, Rally)


@cache
def positions(file: Path) -> tuple[Any, ...]:
    """Return two moments of a scenario: its first turn, and the last turn of the player in a short while of play."""
    loaded = load_scenario(file)
    players = {side.id: "solo" if side.id == loaded.battle.data.ai else "commander" for side in loaded.battle.sides}
    session: Session[Any, Any] = Session(loaded.battle, loaded.state, players, Seeded(7))
    found = []
    for _ in range(40):
        if session.state.outcome is not None:
            break
        session.advance()
        if session.state.stage == "turn" and session.state.mover == loaded.battle.data.player:
            found.append(session.state)
    found = [found[0], found[-1]] if found else [loaded.state]
    return tuple(Position(loaded.battle, state) for state in found)


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("file", SCENARIOS, ids=lambda path: path.stem)
def test_no_two_offers_look_the_same(file: Path) -> None:
    """In any scenario, with a card to pay with and one to play along: what differs as an order differs as a sketch."""
    for position in positions(file):
        data = position.battle.data
        state = replace(position.state, hand=("command_action", "careful_aiming", "rapid_deployment"), caps=2)
        scene = Position(position.battle, state)
        for ask in (Ask(data.player, TURN), Ask(data.ai, AI_TURN, about=next(iter(data.orders)))):
            _all_different(scene, ask)


def _all_different(scene: Any, ask: Ask) -> None:
    seen: dict[Sketch, Intent] = {}
    for offer in CONFLICT_OF_HEROES.offers(scene, ask):
        told = INSIGHT.sketch(scene, offer.intent)
        assert seen.setdefault(told, offer.intent) == offer.intent, told
    assert seen


@pytest.mark.rule("COH-3.3")
@pytest.mark.parametrize("ask", [ASK, Ask(REDS, REROLL, "u1", number=1), Ask(REDS, ENEMY_ACTED, None, "a1")])
def test_no_two_offers_look_the_same_whatever_cards_are_held(ask: Ask) -> None:
    """A hand of all cards, in one's own turn and in that of the enemy."""
    _all_different(crowded().position, ask)


# -- what there is to know --------------------------------------------------------------------------------------


def facts(field: Stage, id_: str) -> dict[str, tuple[str, str]]:
    """Return the facts of a counter by their labels."""
    return {fact.label: (fact.text, fact.source) for fact in INSIGHT.facts(field.position, field.counter(id_))}


@pytest.mark.rule("COH-3.1")
def test_the_figures_of_a_counter_are_told() -> None:
    """Soviet rifles: attack 4, move 1, 3 red and 0 blue, range 5, 12 in front and 11 in flank."""
    found = facts(stage(unit("u1", "C7"), ai("a1", "C4"), rows=with_terrain(C7="W")), "u1")
    assert found["attack"] == ("4 AP", "counter")
    assert (found["red firepower"], found["blue firepower"]) == (("3", "counter"), ("0", "counter"))
    assert found["range"] == ("5, long range to 10", "counter")
    assert (found["front defence"][0], found["flank defence"][0]) == ("12 soft", "11 soft")
    assert found["move"] == ("1 AP, foot", "counter")
    assert found["shelter"] == ("+2 heavy woods in C7", "ground")
    assert "fresh" in found and found["facing"][0] == "n"
    assert not {"hit", "rally", "hidden", "hasty defence", "spent"} & found.keys()


@pytest.mark.rule("COH-3.1")
def test_a_hit_is_told_with_all_that_it_does() -> None:
    """Cowering: attack +2 AP, move +1 AP, range 1, defence +1; rallies at 8, in a building at 7 (21 of 36)."""
    found = facts(stage(unit("u1", "C7", hit="soft_cowering"), ai("a1", "A1"), rows=with_terrain(C7="b")), "u1")
    assert found["attack"] == ("6 AP", "counter 4, hit: Cowering +2")
    assert found["move"] == ("2 AP, foot", "counter 1, hit: Cowering +1")
    assert found["range"] == ("1, long range to 2", "counter 5, hit: Cowering")
    assert found["front defence"] == ("13 soft", "counter 12, hit: Cowering +1")
    assert found["hit"][0].startswith("Cowering: range 1, +2 AP to attack, +1 AP to move and pivot")
    assert found["rally"] == ("7 or more on 2D6 (58%)", "+8 Cowering, -1 building")


@pytest.mark.rule("COH-3.1")
def test_what_a_hit_forbids_is_told() -> None:
    """Panicked cannot attack, pinned cannot move, a damaged gun is out of order, and immobilised cannot be rallied."""
    assert facts(stage(unit("u1", "C7", hit="soft_panicked"), ai("a1", "A1")), "u1")["attack"][0] == "cannot attack"
    assert facts(stage(unit("u1", "C7", hit="soft_pinned"), ai("a1", "A1")), "u1")["move"][0] == "u1 is pinned"
    tank = facts(stage(unit("u1", "C7", TANK, hit="armoured_gun_damaged_blue"), ai("a1", "A1")), "u1")
    assert (tank["blue firepower"][0], tank["red firepower"][0]) == ("out of order", "5")
    assert tank["rally"][0] == "Gun damaged (blue) cannot be rallied"
    assert tank["front defence"][0] == "19 armoured"


@pytest.mark.rule("COH-3.1")
def test_the_state_of_a_counter_is_told() -> None:
    """Spent, in hasty defence, hidden, a rumour, not yet there."""
    field = stage(
        unit("u1", "C7", spent=True, dug_in=True),
        unit("u2", "D7", hidden=True),
        unit("u3", "A1", turn=3),
        ai("a1", "C4", "rumour", spent=True),
        mission={"rumours": {"german_mg34": 1, "nothing": 3}},
    )
    assert facts(field, "u1")["spent"][0] == "acts for CAPs only"
    assert facts(field, "u1")["hasty defence"][0].startswith("+1")
    assert "hidden" in facts(field, "u2")
    assert facts(field, "u3")["off the map"][0] == "round 3"
    assert facts(field, "a1")["spent"][0] == "acts on blue cards only"
    assert facts(field, "a1")["may be"][0] == "MG34 25%, nothing 75%"
    assert "red firepower" not in facts(field, "a1")


@pytest.mark.rule("COH-3.1")
def test_the_defence_of_a_hex_is_told_part_by_part() -> None:
    """Woods 1, smoke 3 of which 2 count; water takes one off; open ground gives nothing."""
    more = '[features]\nheavy_smoke = ["C5"]\nlight_smoke = ["C5"]\nbunker = ["D5"]'
    field = stage(unit("u1", "C7"), ai("a1", "C4"), rows=with_terrain(C5="w", C6="~"), more=more)
    totals = {name: INSIGHT.defence(field.position, field.cell(name)).total for name in ("C5", "C6", "C7", "D5")}
    assert totals == {"C5": 3, "C6": -1, "C7": 0, "D5": 3}
    assert INSIGHT.defence(field.position, field.cell("C5")).parts[0].reason == "light woods in C5"


@pytest.mark.rule("COH-3.6")
def test_the_status_tells_how_the_battle_stands() -> None:
    """Round, turn, points, CAPs, cards, mission track, deck."""
    track = [{"event": "sniper fire"}, {"event": "swift action", "number": 2}]
    field = stage(unit("u1", "C7"), ai("a1", "C4"), mission={"track": track, "hand": 4}, hand=("luck",))
    field = field.changed(turn=2, caps=3, cap_level=4, track=1, points=3, passed=True)
    told = {fact.label: fact.text for fact in INSIGHT.status(field.left("orders", BLUE, "03").position)}
    assert told["round"] == "2 of 5"
    assert told["turn"] == "The reds"
    assert told["victory"] == "The reds leads by 3"
    assert told["CAPs"] == "3 of 4"
    assert told["action cards"].startswith("1 of 4 in hand")
    assert told["mission track"] == "space 1 of 2; next: swift action, 2 turns in a row"
    assert told["order deck"] == "2 left (1 blue), 0 discarded"
    assert told["spent check"].startswith("1 AP 0%") and told["spent check"].endswith("5 AP 50%, 6 AP 50%, 7 AP 100%")
    assert told["initiative"] == "next round: The greys with 7 or more on 2D6 (58%)"
    assert "passed" in told


@pytest.mark.rule("COH-3.6")
def test_who_leads_has_all_the_points() -> None:
    """There is one marker on the track."""
    field = stage(unit("u1", "C7"), ai("a1", "C4")).changed(points=4, leader=GREYS)
    assert INSIGHT.standing(field.position) == {REDS: 0, GREYS: 4}


@pytest.mark.rule("COH-5.0-obj")
def test_objectives_and_places_of_arrival_lie_on_the_map() -> None:
    """Held or not, with their points; and where who comes on, until he is there."""
    field = stage(
        unit("u1", "C7"),
        unit("u2", "A1 B1", turn=3),
        ai("a1", "C4"),
        objectives={"mill": ("D3", GREYS), "ford": ("E5", None)},
        points=2,
    )
    found = [(field.position.name(m.cell), m.kind, m.side, m.text) for m in INSIGHT.markers(field.position)]
    assert found == [
        ("D3", "control", GREYS, "mill, 2 points each round, held by The greys"),
        ("E5", "objective", None, "ford, 2 points each round"),
        ("A1", "spot", REDS, "comes on here: u2 (round 3)"),
        ("B1", "spot", REDS, "comes on here: u2 (round 3)"),
    ]
    arrived = field.state.with_unit(field.counter("u2").changed(cell=field.cell("A1")))
    assert len(INSIGHT.markers(replace(field, state=arrived).position)) == 2


# -- cards ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("COH-3.3")
def test_the_hand_is_the_players() -> None:
    """With the cost of each card before its text."""
    position = stage(unit("u1", "C7"), ai("a1", "C4"), hand=("swift_action", "follow_me")).position
    first, second = INSIGHT.hand(position, REDS)
    assert (first.id, first.name) == ("swift_action", "Swift Action")
    assert first.text.startswith("1 CAP. ") and second.text.startswith("2 AP. ")
    assert INSIGHT.hand(position, GREYS) == ()


@pytest.mark.rule("COH-4.5")
def test_cards_of_every_deck_are_told() -> None:
    """Order cards line by line, action cards, hit markers, what comes out of the cup, and what nobody knows."""
    position = stage(unit("u1", "C7"), ai("a1", "C4"), mission={"rumours": {"german_mg34": 1, "nothing": 1}}).position
    order = INSIGHT.card(position, "orders", "04")
    assert order.name == "Order 4 (green)"
    assert order.text.splitlines()[1] == "priority: Unhit AI in Close Combat closest to Hit Unit -> Close Combat"
    assert order.text.splitlines()[-1] == "spent number 6, remain fresh; hex number 5"
    track = INSIGHT.card(position, "orders", "03").text
    assert "mission track: 1 space if 10 counters or fewer are in play" in track
    assert INSIGHT.card(position, "action cards", "luck-2").name == "Luck!"
    assert INSIGHT.card(position, "soft hits", "soft_pinned").text == "cannot move or pivot, rallies at 7"
    assert INSIGHT.card(position, "rumours", "german_mg34-1").name == "MG34"
    assert INSIGHT.card(position, "rumours", "nothing-1").text == "there is nobody"
    assert INSIGHT.card(position, "tarot", "the fool").name == "the fool"


# -- who can be ordered -----------------------------------------------------------------------------------------


def orderable(field: Stage, ask: Ask = ASK) -> tuple[str, ...]:
    """Return who may be given orders."""
    return INSIGHT.actors(field.position, ask)


@pytest.mark.rule("COH-3.2.2")
@pytest.mark.parametrize(
    ("caps", "hand", "who"),
    [
        (0, (), ("u1",)),
        (0, ("luck",), ("u1",)),
        (0, ("adrenaline",), ("u1", "u2", "u3")),
        (1, (), ("u1", "u2")),
        (4, (), ("u1", "u2", "u3")),
    ],
)
def test_spent_units_can_be_ordered_by_caps_and_cards(caps: int, hand: tuple[str, ...], who: tuple[str, ...]) -> None:
    """A pivot is 1; whoever is pinned can only fire, for 4, and one who is off the map nothing at all."""
    pinned = unit("u3", "B7", spent=True, hit="soft_pinned")
    pieces = (unit("u1", "C7"), unit("u2", "D7", spent=True), pinned, unit("u4", "A1", turn=4), ai("a1", "B4"))
    assert orderable(stage(*pieces, caps=caps, hand=hand)) == who


@pytest.mark.rule("COH-4.2")
@pytest.mark.parametrize(("card", "who"), [(NEVER_SPENT, ("a1",)), (BLUE, ("a1", "a2"))])
def test_spent_ais_can_be_ordered_on_blue_cards(card: str, who: tuple[str, ...]) -> None:
    """On green ones only those who are fresh."""
    field = stage(unit("u1", "C7"), ai("a1", "C4"), ai("a2", "D4", spent=True))
    assert orderable(field, Ask(GREYS, AI_TURN, about=card)) == who


@pytest.mark.rule("COH-3.3")
def test_nobody_is_ordered_while_a_card_is_asked_for() -> None:
    """It is the hand that answers."""
    assert orderable(crowded(), Ask(REDS, REROLL, "u1", number=1)) == ()


@pytest.mark.rule("COH-3.0")
@pytest.mark.parametrize("caps", [0, 1, 5])
def test_who_can_be_ordered_is_who_has_an_offer(caps: int) -> None:
    """The same as going through all offers, only faster."""
    field = crowded(caps)
    offered = {who for offer in field.offers() if not offer.refusal for who in actors(offer.intent)}
    assert set(orderable(field)) == offered


# -- speed ------------------------------------------------------------------------------------------------------


def test_the_viewer_can_ask_in_every_frame() -> None:
    """On the large map, once the sight lines are there: a generous limit, for machines have other things to do."""
    position = positions(next(path for path in SCENARIOS if path.stem == "zimovets_ridge"))[0]
    units = [each for each in position.state.units if each.cell is not None]
    insight = CohInsight()

    def asked() -> float:
        start = process_time()
        for each in units:
            insight.threats(position, each.id)
            insight.fire_zone(position, each)
        return (process_time() - start) / len(units)

    asked()
    assert min(asked() for _ in range(3)) < 0.01
