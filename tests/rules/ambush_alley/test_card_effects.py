"""What the cards of both decks do when they are drawn or played."""

from typing import Any

import pytest

from sim.engine.chance import ChanceRefused
from sim.engine.events import Passed
from sim.engine.orders import Ask
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley.combat.fire import shelter
from sim.rules.ambush_alley.events import (
    AssetPlayed,
    CameOn,
    CardLaid,
    CardLifted,
    Damaged,
    LevelChanged,
    SmokeLaid,
    Struck,
)
from sim.rules.ambush_alley.figures import Card, TeamProfile, cards
from sim.rules.ambush_alley.orders.fighting import Fire
from sim.rules.ambush_alley.orders.moving import Move
from sim.rules.ambush_alley.orders.tasks import PlayAsset
from sim.rules.ambush_alley.solo.conditions import nearest_combat
from sim.rules.ambush_alley.state import ACTIVATE, END_OF_TURN, OVERWATCH, AasPosition, HotSpot, in_force
from sim.tabletop.inches import sees
from tests.rules.ambush_alley.alley import FIRE_AT_R1, PASS, alley, go_north, misses, says
from tests.rules.ambush_alley.table import (
    REGULARS,
    Placed,
    Played,
    order,
    play_step,
    position,
    refusal,
    squares,
    team,
    unit,
    vehicle,
)
from tests.rules.positions import changed, way, with_state

MAP = squares()
ACT = Ask(REGULARS, ACTIVATE)


def card(effect: Any, amount: int = 0, whom: Any = "", lasts: Any = "at once") -> Card:
    """Return a card of one's own."""
    return Card("card", "The card", "It does what it does.", effect, amount, whom, lasts)


def drawn(what: Card, *more: Placed, dice: tuple[int, ...] = (), **words: Any) -> Played:
    """Draw a fog-of-war card before the first turn."""
    there = more or (team("r1", "C10"), team("i1", "H10"))
    scene = position(*there, fog=[what], mission={"fog_cards": 1}, phase="cards", turn=0, **words)
    return play_step(scene, dice=dice, cards=("card",))


def played(what: Card, intent: PlayAsset, *more: Placed, dice: tuple[int, ...] = (), **words: Any) -> Played:
    """Play an asset."""
    scene = move_refusal(what, *more, **words)
    assert refusal(scene, ACT, intent) is None
    return play_step(scene, {ACTIVATE: [intent]}, dice=dice)


def move_refusal(what: Card, *more: Placed, **words: Any) -> AasPosition:
    """Return the Regulars with an asset in hand."""
    there = more or (team("r1", "C10"), team("i1", "H10", checked=True))
    return position(*there, assets=[what], hand=("card",), **words)


# -- fog of war --------------------------------------------------------------------------------------------------


@pytest.mark.rule("AAS-R-dice")
@pytest.mark.parametrize(("bare", "card_comes"), [(1, True), (2, False)])
def test_a_bare_one_of_the_regular_draws_a_card(bare: int, card_comes: bool) -> None:
    """In a reaction test, whatever is added to it."""
    scene = alley(fog=[card("nothing")])
    replies = says(interrupt=[FIRE_AT_R1], return_fire=[])
    drawn_cards = ("card",) if card_comes else ()
    result = order(scene, go_north(scene), dice=(PASS, 8, bare, *misses(6)), cards=drawn_cards, replies=replies)
    assert ("CardTaken" in result.names()) == card_comes


@pytest.mark.parametrize(("watcher", "other", "card_comes"), [(1, 2, True), (2, 1, False)])
def test_a_bare_one_of_who_watches_draws_a_card_as_well(watcher: int, other: int, card_comes: bool) -> None:
    """He is the Regular of the two; that of the Insurgent is none of the fog's."""
    scene = alley(
        team("i1", "J8", checked=True), regular={"overwatch": True}, phase="insurgents", fog=[card("nothing")]
    )
    scene = with_state(changed(scene, "r1", cell="C4"), actor="")
    given = {END_OF_TURN: [Move("i1", way(scene, "J7", "J6", "J5", "J4"))], OVERWATCH: [Fire("r1", "i1")]}
    drawn_cards = ("card",) if card_comes else ()
    result = play_step(scene, given, dice=(watcher, other, *misses(6)), cards=drawn_cards)
    assert ("CardTaken" in result.names()) == card_comes


def test_a_one_of_the_insurgent_draws_nothing() -> None:
    """The fog is the Regulars'."""
    scene = alley(fog=[card("nothing")])
    replies = says(interrupt=[FIRE_AT_R1, FIRE_AT_R1])
    result = order(scene, go_north(scene), dice=(PASS, 1, 2, *misses(6)), replies=replies)
    assert "CardTaken" not in result.names()


@pytest.mark.parametrize("effect", ["defence dice", "firepower dice", "quality", "reaction", "morale", "cover lost"])
def test_a_card_that_lasts_lies_with_its_unit(effect: str) -> None:
    """And counts there."""
    result = drawn(card(effect, -1, "one regular", "for good"))
    assert result.of(CardLaid) == [CardLaid("card", "r1")]
    assert [each.amount for each in in_force(result.scene, result.unit("r1"), effect)] == [-1]
    assert not in_force(result.scene, result.unit("i1"), effect)


@pytest.mark.parametrize(("whom", "on"), [("regulars", {"r1"}), ("insurgents", {"i1"}), ("", {"r1", "i1"})])
def test_a_card_for_a_side_is_in_force_on_all_of_it(whom: str, on: set[str]) -> None:
    """It lies beside the table."""
    result = drawn(card("reaction", 1, whom, "for good"))
    assert result.scene.state.in_force == ("card",)
    assert {id_ for id_ in ("r1", "i1") if in_force(result.scene, result.unit(id_), "reaction")} == on


@pytest.mark.rule("AAS-R-cards")
def test_a_die_says_whom_it_concerns() -> None:
    """Among all of the side."""
    result = drawn(card("no rapid", 0, "one regular"), team("r1", "C10"), team("r2", "C14"), dice=(2,))
    assert result.of(CardLaid) == [CardLaid("card", "r2")]


def test_the_nearest_insurgent_is_found_by_inches() -> None:
    """Nearest to any Regular."""
    units = (team("r1", "C10"), team("i1", "T10"), team("i2", "J10"))
    assert drawn(card("quality", 1, "nearest", "for good"), *units).of(CardLaid) == [CardLaid("card", "i2")]


@pytest.mark.rule("AAS-R-cards")
def test_a_card_that_concerns_nobody_does_nothing() -> None:
    """And says so."""
    result = drawn(card("quality", 1, "one insurgent", "for good"), team("r1", "C10"))
    assert result.of(Passed)


def test_a_card_may_last_until_the_unit_moves() -> None:
    """The first step lifts it."""
    what = card("defence dice", 1, "one regular", "until it moves")
    scene = alley(fog=[what], regular={"marks": ("card",)})
    result = order(scene, go_north(scene, "E9"))
    assert result.of(CardLifted) == [CardLifted("card", "r1")]
    assert result.unit("r1").marks == ()


@pytest.mark.parametrize(("by", "level"), [(1, 4), (-1, 2)])
def test_a_card_may_change_the_level(by: int, level: int) -> None:
    """Once a turn is for civilians only."""
    result = drawn(card("level", by))
    assert result.of(LevelChanged) == [LevelChanged(by)]
    assert result.scene.state.level == level
    assert not result.scene.state.raised and not result.scene.state.lowered


def test_a_card_may_pin_a_unit() -> None:
    """Until the end of so many turns after this one."""
    assert drawn(card("pinned", 1, "random")).unit("r1").pinned == 2


@pytest.mark.rule("AAS-R-strike")
def test_a_sniper_throws_dice_of_eight() -> None:
    """The target defends itself as against any fire; casualties test its morale."""
    result = drawn(card("sniper", 2, "random"), dice=(8, 5, 2, 6, 4))
    assert result.of(Struck) == [Struck("r1", 1, downed=True, why="The card", at=MAP.cell("C10"))]


@pytest.mark.rule("AAS-R-strike")
def test_the_sentence_about_a_strike_agrees_with_whom_it_hits() -> None:
    """Medics have somebody down, and a team has."""
    scene = position(team("Medics", "C10", side=REGULARS), team("r1", "D10"))
    struck = [Struck(id_, 2, downed=True, why="Mortar", at=MAP.cell("C10")) for id_ in ("Medics", "r1")]
    assert [AMBUSH_ALLEY.told(scene, each) for each in struck] == [
        "Mortar: Medics have 2 figures down",
        "Mortar: r1 has 2 figures down",
    ]


@pytest.mark.rule("AAS-R-strike")
@pytest.mark.parametrize(("amount", "dice"), [(1, 4 + 1), (0, 4)], ids=["a die of it", "all of it"])
def test_a_card_that_takes_cover_takes_it_from_who_is_struck_too(amount: int, dice: int) -> None:
    """Four figures in hard cover of their own, which is worth two dice."""
    taken = card("cover lost", amount, "regulars", "this turn")
    scene = position(team("r1", "C10"), on=squares(rifle_pit="C10"), fog=[taken], in_force=("card",))
    assert shelter(scene, unit(scene, "r1"), 4).total == dice


@pytest.mark.rule("AAS-CIV-4", "AAS-N-8", "AAS-R-strike")
@pytest.mark.parametrize("effect", ["sniper", "strike"])
def test_shots_from_off_the_table_are_combat(effect: str) -> None:
    """Where they fall, hit or miss: who is near has heard them."""
    result = drawn(card(effect, 1, "random"), dice=(2,))
    assert [(combat.by, combat.at) for combat in result.scene.state.combats] == [(MAP.cell("C10"), MAP.cell("C10"))]
    assert nearest_combat(result.scene, MAP.cell("I10"), 6) and not nearest_combat(result.scene, MAP.cell("J10"), 6)


def test_a_card_may_bring_reinforcements() -> None:
    """A roll of the table, at once."""
    spots = (HotSpot("1", MAP.cell("V13")),)
    result = drawn(card("arrival", 1), dice=(1, 4), hot_spots=spots)
    assert result.of(CameOn)[0].unit.figures == 4


def test_a_card_may_bring_a_crowd() -> None:
    """At a hot spot, of the civilians' side."""
    spots = (HotSpot("1", MAP.cell("V13")),)
    crowd = team("m1", "A1")
    assert isinstance(crowd.unit.profile, TeamProfile)
    result = drawn(card("mob", 5), team("r1", "C10"), crowd, hot_spots=spots)
    assert (result.of(CameOn)[0].unit.side, result.of(CameOn)[0].unit.figures) == ("civilians", 5)


@pytest.mark.rule("AAS-SEQ", "AAS-HOT", "AAS-R-cards")
@pytest.mark.parametrize(("what", "dice"), [(card("arrival", 1), (1, 4)), (card("mob", 4), ())])
def test_who_comes_from_a_hot_spot_waits_until_there_is_one(what: Card, dice: tuple[int, ...]) -> None:
    """Cards are drawn before hot spots are placed; the card counts in the first turn, and then it is over."""
    crowd = team("m1", "A1")
    early = drawn(what, team("r1", "C10"), crowd)
    assert early.of(CardLaid) == [CardLaid("card")] and not early.of(CameOn)
    spots = (HotSpot("1", MAP.cell("V13")),)
    later = play_step(with_state(early.scene, hot_spots=spots, turn=1, phase="arrivals"), dice=dice)
    assert later.unit(later.of(CameOn)[0].unit.id).figures == 4
    assert later.scene.state.in_force == ()


# -- assets ------------------------------------------------------------------------------------------------------


def test_an_asset_does_not_use_up_the_activation() -> None:
    """It is played, and the unit acts as before."""
    result = played(card("reaction", 1, "one regular", "this turn"), PlayAsset("card", "r1"))
    assert result.of(AssetPlayed) == [AssetPlayed("card", "r1")]
    assert result.scene.state.hand == ()
    assert not result.unit("r1").acted


def test_an_asset_in_the_middle_of_an_activation_does_not_end_it() -> None:
    """The unit that acts goes on."""
    result = played(card("level", -1), PlayAsset("card"), actor="r1")
    assert result.scene.state.actor == "r1"
    assert not result.unit("r1").acted


def test_a_unit_that_falls_to_its_own_asset_has_acted() -> None:
    """A strike too near: nobody is left to go on."""
    units = (team("r1", "C10", figures=1), team("r2", "T20"))
    strike = PlayAsset("card", cell=MAP.cell("C10"))
    result = played(card("strike", 1), strike, *units, dice=(8, 2), actor="r1")
    assert result.unit("r1").figures == 0
    assert (result.scene.state.actor, result.unit("r1").acted) == ("", True)


@pytest.mark.rule("AAS-R-strike")
def test_smoke_lies_in_a_cell_and_those_beside_it() -> None:
    """Nobody sees through it."""
    what = card("smoke")
    result = played(what, PlayAsset("card", cell=MAP.cell("F10")))
    assert len(result.of(SmokeLaid)[0].cells) == 9
    assert not sees(result.scene, result.unit("r1"), result.unit("i1"))


@pytest.mark.rule("AAS-R-strike")
def test_a_strike_hits_everybody_near_its_cell() -> None:
    """Dice of ten at each, friends too."""
    what = card("strike", 3)
    units = (team("r1", "C10"), team("i1", "H10", checked=True), team("i2", "H12", checked=True), team("i3", "N10"))
    result = played(what, PlayAsset("card", cell=MAP.cell("H10")), *units, dice=misses(6))
    assert [event.unit for event in result.of(Struck)] == ["i1", "i2"]


@pytest.mark.rule("AAS-CIV-5")
def test_a_strike_on_people_raises_the_level() -> None:
    """They were in the way of Regular fire."""
    what = card("strike", 1)
    units = (team("r1", "C10"), team("m1", "H10"))
    result = played(what, PlayAsset("card", cell=MAP.cell("H10")), *units, dice=(8, 2))
    assert result.scene.state.level == 4
    assert result.of(Struck) == [Struck("m1", 1, downed=False, why="The card", at=MAP.cell("H10"))]


@pytest.mark.rule("AAS-CIV-5")
def test_a_mortar_of_the_insurgents_that_hits_people_lowers_the_level() -> None:
    """A card of the fog of war is their doing, whoever was meant."""
    units = (team("r1", "C10"), team("m1", "D11"))
    result = drawn(card("strike", 1, "random"), *units, dice=(2, 8, 2))
    assert [(event.unit, event.casualties) for event in result.of(Struck)] == [("r1", 0), ("m1", 1)]
    assert result.of(LevelChanged) == [LevelChanged(-1, civilians=True)]
    assert result.scene.state.level == 2


def test_a_strike_damages_a_vehicle() -> None:
    """Against the armour of its sides."""
    what = card("strike", 1)
    units = (team("r1", "C10"), vehicle("i1", "H10"))
    result = played(what, PlayAsset("card", cell=MAP.cell("H10")), *units, dice=(8, 2, 2, 1))
    assert result.of(Damaged)[0].result == "shaken"
    assert result.unit("i1").figures == 2


def test_the_wounded_are_taken_away() -> None:
    """And the penalty with them."""
    units = (team("r1", "C10", serious=1, light=1),)
    result = played(card("medevac", 0, "one regular"), PlayAsset("card", "r1"), *units)
    assert not result.unit("r1").penalty


def test_those_of_whom_nobody_can_stand_are_taken_away_as_well() -> None:
    """They are who needs it most; and then nobody of them is left."""
    units = (team("r1", "C10", figures=0, serious=2), team("r2", "C14"))
    assert played(card("medevac", 0, "one regular"), PlayAsset("card", "r1"), *units).unit("r1").gone


def test_a_unit_that_has_acted_acts_again() -> None:
    """Once more, this turn."""
    units = (team("r1", "C10", acted=True, only_reacts=1), team("r2", "C14"))
    result = played(card("reactivate", 0, "one regular"), PlayAsset("card", "r1"), *units)
    assert not result.unit("r1").acted and not result.unit("r1").only_reacts


@pytest.mark.parametrize(
    ("what", "intent", "told"),
    [
        (card("smoke"), PlayAsset("card"), "the card The card needs a cell"),
        (card("medevac", 0, "one regular"), PlayAsset("card"), "the card The card needs a unit"),
        (card("medevac", 0, "one regular"), PlayAsset("card", "r1"), "r1 has no wounded to be taken away"),
        (card("reactivate", 0, "one regular"), PlayAsset("card", "r1"), "r1 has not acted yet"),
        (card("sniper", 2, "one insurgent"), PlayAsset("card", "r1"), "the card The card is not for r1"),
        (card("level", -1), PlayAsset("card", "r1"), "the card The card concerns no single unit"),
        (card("level", -1), PlayAsset("card", cell=MAP.cell("C10")), "the card The card concerns no cell"),
        (
            card("strike", 3, "one insurgent"),
            PlayAsset("card", "i1", MAP.cell("A1")),
            "the card The card concerns no cell",
        ),
        (card("level", -1), PlayAsset("other"), "there is no card other in the hand"),
    ],
)
def test_how_an_asset_cannot_be_played(what: Card, intent: PlayAsset, told: str) -> None:
    """On nobody, on the wrong one, or for nothing."""
    assert refusal(move_refusal(what), ACT, intent) == told


@pytest.mark.parametrize("id_", sorted({**cards().fog, **cards().assets}))
def test_every_card_that_is_shipped_does_something(id_: str) -> None:
    """Drawn, or played on whoever it is for; no effect is left without its words and its deed."""
    decks = cards()
    units = (
        team("r1", "C10", acted=True, light=1), team("r2", "E14"), team("i1", "H10", checked=True), team("m1", "T20"),
    )  # fmt: skip
    spots = (HotSpot("1", MAP.cell("V13")),)
    dice = (2,) * 40
    if id_ in decks.fog:
        scene = position(*units, fog=[decks.fog[id_]], mission={"fog_cards": 1}, phase="cards", turn=0, hot_spots=spots)
        _surely(scene, {}, dice, (id_,))
        return
    what = decks.assets[id_]
    scene = position(*units, assets=[what], hand=(id_,), hot_spots=spots)
    tries = [
        PlayAsset(id_),
        *(PlayAsset(id_, each.id) for each in scene.state.units),
        PlayAsset(id_, cell=unit(scene, "i1").place),
    ]
    intent = next(each for each in tries if refusal(scene, ACT, each) is None)
    _surely(scene, {ACTIVATE: [intent]}, dice, ())


def _surely(scene: AasPosition, given: Any, dice: tuple[int, ...], drawn_cards: tuple[str, ...]) -> None:
    """Play with as many dice as it takes."""
    for count in range(len(dice)):
        try:
            result = play_step(scene, {key: list(value) for key, value in given.items()}, dice[:count], drawn_cards)
        except ChanceRefused:
            continue
        assert len(result.events) > 1
        return
    raise AssertionError("no number of dice was right")
