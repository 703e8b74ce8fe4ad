"""What may be ordered, why not, and how it is all put in words."""

from typing import Any, cast

import pytest

from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.happening import PointsWon
from sim.play.tally import Exit
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.events import Left
from sim.rules.la_petite_guerre.ground.ways import full_ways
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.commands import Assess, Control, Encourage, GoFirst, HearReport, Indicate, Wait
from sim.rules.la_petite_guerre.orders.fire import Acquire, Fire, FireGun
from sim.rules.la_petite_guerre.orders.moves import Charge, Crawl, Face, Follow, Leave, Move, RollMove
from sim.rules.la_petite_guerre.orders.order import (
    ACTION,
    CHARGES,
    COMMAND,
    FIRST_MOVE,
    MOVING,
    ChangeWeapon,
    FixBayonet,
    LieDown,
    Limber,
    Mount,
    Reload,
    StandUp,
)
from sim.rules.la_petite_guerre.scenario import complaints
from sim.rules.la_petite_guerre.state import LpgPosition
from tests.rules.la_petite_guerre.table import (
    METIS,
    MILITIA,
    E,
    W,
    ask_of,
    gun,
    man,
    order,
    position,
    refusal_of,
    squares,
    unit,
)
from tests.rules.positions import changed


def field(**words: Any) -> LpgPosition:
    """A few of each side, with a leader and a gun."""
    return position(
        man("p1", "C10", E, **words),
        man("captain", "C12", E, command=2, side=MILITIA),
        gun("gun", "C6", E, "field_gun", side=MILITIA),
        man("p2", "B5", E, serves="gun"),
        man("p3", "B7", E, serves="gun"),
        man("a1", "K10", W),
        man("a2", "K6", W, hidden=True),
        engagement={"exits": (Exit(MILITIA, (squares().cell("C10"),), 3),)},
    )


ASKS = (
    Ask(MILITIA, FIRST_MOVE),
    Ask(MILITIA, COMMAND, "captain"),
    Ask(MILITIA, ACTION),
    Ask(MILITIA, ACTION, "p1"),
    Ask(MILITIA, CHARGES),
)


@pytest.mark.parametrize("ask", ASKS, ids=str)
def test_something_is_always_possible(ask: Ask) -> None:
    """Offers say themselves why the others are not, in the words of the rules."""
    scene = field()
    found = list(LA_PETITE_GUERRE.offers(scene, ask))
    assert any(not offer.refusal for offer in found)
    for offer in found:
        assert offer.refusal == LA_PETITE_GUERRE.refusal(scene, ask, offer.intent)


# -- no kind of order vanishes ---------------------------------------------------------------------------------------

OF_A_MAN = {
    RollMove, Crawl, Fire, Acquire, Reload, LieDown, StandUp, Mount, ChangeWeapon, FixBayonet, Leave, Face, Follow, Wait
}  # fmt: skip
OF_A_GUN = {FireGun, Acquire, Reload, Limber, RollMove, Face, Wait}
OF_A_LEADER = {Control, Encourage, Assess, Indicate, HearReport, RollMove, Wait}
STATES: tuple[dict[str, Any], ...] = (
    {}, {"prone": True}, {"mounted": True}, {"stunned": 4, "left": 1}, {"stunned": 4, "left": 2, "mounted": True},
    {"wounded": True, "left": 1}, {"loaded": False, "weapon": "musket"}, {"fired": 2}, {"weapon": "sabre"},
    {"bayonet": True, "weapon": "snider_enfield"}, {"follows": "captain"}, {"left": 1}, {"limbered": True},
    {"unhorsed": True, "rides": True}, {"prone": True, "stunned": 4}, {"broken": True},
)  # fmt: skip
"""What men, guns and leaders can be in."""


def kinds(scene: LpgPosition, ask: Ask, unit: str) -> set[type]:
    """Return the kinds of order that are offered for somebody; each that cannot be given must name a rule for it."""
    own = [offer for offer in LA_PETITE_GUERRE.offers(scene, ask) if getattr(offer.intent, "unit", "") == unit]
    for offer in own:
        if offer.refusal:
            assert isinstance(offer.refusal, Refusal)
            assert offer.refusal.rule == TABLE_SENSE or offer.refusal.rule in LA_PETITE_GUERRE.rulebook, offer
    return {type(offer.intent) for offer in own}


def alone(id_: str, card: dict[str, Any], words: dict[str, Any], *others: Any) -> LpgPosition:
    """One man, leader or gun, in some state, and whoever else is there."""
    there = {**card, **words}
    made = gun(id_, "C10", E, side=MILITIA, **there) if "crew" in card else man(id_, "C10", E, side=MILITIA, **there)
    return position(made, *others, side=MILITIA)


OTHERS: tuple[tuple[Any, ...], ...] = ((), (man("a1", "K10", W),), (man("a1", "K10", W, hidden=True),))
"""Nobody, an enemy, and one of whom nobody knows."""


@pytest.mark.rule("LPG-ACT-1", "LPG-STUN", "LPG-MOVE-1")
@pytest.mark.parametrize("words", STATES, ids=str)
@pytest.mark.parametrize("others", OTHERS, ids=len)
def test_every_kind_of_order_of_a_man_is_there(words: dict[str, Any], others: tuple[Any, ...]) -> None:
    """In whatever state he is and whoever else is there; what he cannot do says why, by its rule."""
    words = {key: value for key, value in words.items() if key != "limbered"}
    scene = alone("p1", {}, words, *others)
    assert kinds(scene, ask_of(scene, "p1"), "p1") == OF_A_MAN


@pytest.mark.rule("LPG-GUNS", "LPG-ACT-1")
@pytest.mark.parametrize("words", [{}, {"limbered": True}, {"loaded": False}, {"left": 1}, {"fired": 1}], ids=str)
@pytest.mark.parametrize("served", [True, False])
@pytest.mark.parametrize("others", OTHERS, ids=len)
def test_every_kind_of_order_of_a_gun_is_there(words: dict[str, Any], served: bool, others: tuple[Any, ...]) -> None:
    """Whether it is served or not."""
    crew = [man(f"p{n}", f"B{8 + n}", E, serves="gun") for n in (1, 2)] if served else []
    scene = alone("gun", {"crew": 2, "weapon": "field_gun"}, words, *crew, *others)
    assert kinds(scene, ask_of(scene, "gun"), "gun") == OF_A_GUN


@pytest.mark.rule("LPG-CMD")
@pytest.mark.parametrize("words", [{}, {"prone": True}, {"mounted": True}, {"spent": 2}, {"stunned": 4}], ids=str)
@pytest.mark.parametrize("others", OTHERS, ids=len)
def test_every_kind_of_command_is_there(words: dict[str, Any], others: tuple[Any, ...]) -> None:
    """Whether anybody hears it or not."""
    scene = alone("captain", {"command": 2}, words, *others)
    assert kinds(scene, Ask(MILITIA, COMMAND, "captain"), "captain") == OF_A_LEADER


@pytest.mark.rule("LPG-CHARGE")
@pytest.mark.parametrize("words", STATES, ids=str)
@pytest.mark.parametrize("others", OTHERS, ids=len)
def test_a_charge_is_always_there(words: dict[str, Any], others: tuple[Any, ...]) -> None:
    """And says why it cannot be made."""
    words = {key: value for key, value in words.items() if key != "limbered"}
    scene = alone("p1", {}, words, *others)
    assert kinds(scene, Ask(MILITIA, CHARGES), "p1") == {Charge}


@pytest.mark.parametrize("ask", ASKS, ids=str)
def test_no_two_offers_read_alike(ask: Ask) -> None:
    """Whoever types an order must be understood."""
    words = [offer.text for offer in LA_PETITE_GUERRE.offers(field(), ask)]
    assert len(words) == len(set(words))


@pytest.mark.rule("LPG-HIDDEN")
def test_hidden_men_are_not_offered_as_targets() -> None:
    """That would give them away."""
    offers = [offer.intent for ask in ASKS for offer in LA_PETITE_GUERRE.offers(field(), ask)]
    assert not [intent for intent in offers if getattr(intent, "target", "") == "a2"]


@pytest.mark.rule("LPG-SHELL")
def test_a_gun_may_be_laid_on_ground_where_nobody_is_known_to_be() -> None:
    """On a pit that may be manned: any cell in range, in sight and to its front, once; canister up to ten inches."""
    scene, ask = field(), Ask(MILITIA, ACTION)
    offers = [offer for offer in LA_PETITE_GUERRE.offers(scene, ask) if isinstance(offer.intent, FireGun)]
    laid = [(offer.intent.cell, offer.intent.canister) for offer in offers if not offer.refusal]
    cell = scene.map.cell
    assert len(laid) == len(set(laid))
    assert (cell("K6"), False) in laid  # somebody lies hidden there, which nobody knows
    assert {(cell("M6"), False), (cell("M6"), True), (cell("N6"), False)} <= set(laid)
    assert not {(cell("N6"), True), (cell("A6"), False)} & set(laid)  # eleven inches; behind the gun


@pytest.mark.rule("LPG-SHELL")
def test_a_gun_that_cannot_fire_is_not_laid_on_ground() -> None:
    """Nobody reads the same reason a thousand times."""
    scene = changed(field(), "gun", loaded=False)
    offers = LA_PETITE_GUERRE.offers(scene, Ask(MILITIA, ACTION))
    shots = [offer for offer in offers if isinstance(offer.intent, FireGun)]
    assert shots and all(offer.refusal for offer in shots)
    assert len({shot.intent.cell for shot in shots if isinstance(shot.intent, FireGun)}) == 1


@pytest.mark.rule("LPG-MOVE-3")
def test_all_full_ways_are_offered() -> None:
    """And nothing but them."""
    scene = position(man("p1", "C10", E), rolled=3, actor="p1")
    offers = list(LA_PETITE_GUERRE.offers(scene, Ask(MILITIA, MOVING, "p1")))
    ways = list(full_ways(scene, unit(scene, "p1"), 3).values())
    assert list(dict.fromkeys(cast(Move, offer.intent).way for offer in offers)) == ways
    assert len(offers) == 3 * len(ways)
    assert not any(offer.refusal for offer in offers)


@pytest.mark.rule("LPG-ACT-1")
def test_what_orders_cost() -> None:
    """Two actions to limber, one for most, a command point for leaders."""
    costs = {type(offer.intent): offer.cost for offer in LA_PETITE_GUERRE.offers(field(), Ask(MILITIA, ACTION))}
    assert (costs[Limber], costs[RollMove], costs[Wait]) == ("2 actions", "1 action", "")
    commands = {type(offer.intent): offer.cost for offer in LA_PETITE_GUERRE.offers(field(), ASKS[1])}
    assert commands[Control] == "1 command point"


@pytest.mark.rule("LPG-ACT-1")
@pytest.mark.parametrize(
    ("words", "intent", "why"),
    [
        ({"left": 0}, LieDown("p1"), "p1 has no actions left"),
        ({"broken": True}, LieDown("p1"), "p1 is running away"),
        ({"prone": True}, LieDown("p1"), "he is prone"),
        ({"mounted": True}, LieDown("p1"), "he is mounted"),
        ({}, StandUp("p1"), "he is not prone"),
        ({}, Reload("p1"), "there is nothing to load"),
        ({}, ChangeWeapon("p1"), "p1 has no other weapon"),
        ({}, FixBayonet("p1"), "no bayonet fits the weapon in his hands"),
        ({}, Face("p1", E), "p1 already faces that way"),
        ({}, Face("p1", 8), "there is no such direction"),
        ({}, Fire("p1", "nobody"), "there is no nobody"),
        ({}, Fire("p1", "p2"), "p2 is a friend"),
        ({}, Control("p1"), "that is not done with an action"),
        ({"prone": True}, Mount("p1"), "p1 is prone"),
        ({}, FireGun("p1", squares().cell("K10")), "a man cannot do that with an action"),
    ],
)
def test_why_not(words: dict[str, Any], intent: Any, why: str) -> None:
    """The reason is told."""
    assert refusal_of(field(**words), intent) == why


@pytest.mark.parametrize(
    ("ask", "intent", "why"),
    [
        (ask_of(field(), "p1"), LieDown("p2"), "p1 is to act, not p2"),
        (ask_of(field(), "p1"), LieDown("a1"), "a1 does not belong to the militia"),
        (ask_of(field(), "p1"), GoFirst(MILITIA), "that cannot be done now"),
        (Ask(MILITIA, CHARGES), LieDown("p1"), "only charges are declared now"),
        (Ask(MILITIA, COMMAND, "captain"), LieDown("captain"), "that is not done with a command point"),
        (Ask(MILITIA, ACTION, "gun"), Crawl("gun", ()), "a gun cannot do that"),
        (Ask(MILITIA, CHARGES), Charge("gun", "a1"), "a gun cannot charge"),
    ],
)
def test_not_now(ask: Ask, intent: Any, why: str) -> None:
    """Somebody else is asked, or something else."""
    assert LA_PETITE_GUERRE.refusal(field(), ask, intent) == why


@pytest.mark.rule("LPG-LEAVE")
def test_leaving_where_it_is_rewarded() -> None:
    """The points are won at once; elsewhere nobody leaves."""
    played = order(field(), Leave("p1"))
    assert played.of(Left) and played.of(PointsWon)[0].points == 3
    assert played.unit("p1").cell is None and played.scene.state.gone == ("p1",)
    assert refusal_of(changed(field(), "p1", cell="D10"), Leave("p1")) == "D10 is not an exit"


def test_positions_edited_by_hand() -> None:
    """What is impossible is said."""
    scene = changed(changed(field(), "p1", cell="C12", weapon="spoon"), "a1", dead=True)
    assert list(complaints(scene)) == [
        "captain and p1 are both in C12",
        "p1 holds a spoon, which nobody has described",
        "a1 is dead and on the table",
    ]


def test_the_words_of_orders() -> None:
    """As they are typed."""
    scene = field()
    cell = scene.map.cell("K10")
    found = [
        intent.text(scene)
        for intent in (
            RollMove("p1"), RollMove("p1", 2), Fire("p1", "a1"), FireGun("gun", cell), FireGun("gun", cell, True),
            Wait(""), GoFirst(METIS),
        )
    ]  # fmt: skip
    assert found == [
        "p1 move",
        "p1 move at a gallop",
        "p1 fire a1",
        "gun fire at K10",
        "gun fire canister at K10",
        "nothing more",
        "The Metis go first",
    ]


def test_an_order_that_stands_ready_is_a_sentence() -> None:
    """Every kind of order; what works both ways says which way it goes."""
    scene = changed(changed(field(), "p1", bayonet=True, mounted=True), "gun", limbered=True)
    cell = scene.map.cell("K10")
    sentences = {
        GoFirst(METIS): "The Metis go first", Control("captain"): "captain controls the troops near him",
        Assess("captain", "a1"): "captain assesses the situation and looks for a1",
        Indicate("captain", "a1"): "captain points out a1",
        HearReport("captain", "p1", "a1"): "captain hears of a1 from p1",
        Encourage("captain"): "captain encourages the troops",
        RollMove("p1"): "p1 moves", RollMove("p1", 2): "p1 moves at a gallop", Move("p1", (cell,)): "p1 moves to K10",
        Move("p1", (cell,), 2): "p1 moves to K10, facing e", Follow("p1", "p2"): "p1 falls in behind p2",
        Follow("p1", ""): "p1 falls out", Crawl("p1", (cell,)): "p1 shuffles to K10", Face("p1", 2): "p1 turns e",
        LieDown("p1"): "p1 lies down", StandUp("p1"): "p1 stands up", Mount("p1"): "p1 dismounts",
        Mount("captain"): "captain mounts", Fire("p1", "a1"): "p1 fires at a1",
        FireGun("gun", cell): "gun fires at K10",
        FireGun("gun", cell, True): "gun fires canister at K10", Reload("p1"): "p1 reloads",
        Limber("gun"): "gun unlimbers", Acquire("p1", "a1"): "p1 tries to acquire a1",
        ChangeWeapon("p1"): "p1 changes his weapon", FixBayonet("p1"): "p1 unfixes his bayonet",
        Charge("p1", "a1"): "p1 charges a1", Charge("p1", "a1", 2): "p1 charges a1 at a gallop",
        Leave("p1"): "p1 leaves the table", Wait("p1"): "p1 does nothing more",
        Wait(""): "nothing more is done",
    }  # fmt: skip
    assert {type(intent) for intent in sentences} == set(BOOK.kinds)
    assert {intent: LA_PETITE_GUERRE.worded(scene, intent) for intent in sentences} == sentences


def test_an_order_that_undoes_something_is_called_so() -> None:
    """Nobody types "mount" to get off a horse."""
    scene = position(man("p1", "C5", E, rides=True, weapon="snider_enfield"), gun("gun", "F5", E))
    orders = (Mount("p1"), FixBayonet("p1"), Limber("gun"))
    assert [each.text(scene) for each in orders] == ["p1 mount", "p1 fix bayonet", "gun limber"]
    done = changed(changed(scene, "p1", mounted=True, bayonet=True), "gun", limbered=True)
    told = [each.text(done) for each in orders]
    assert told == ["p1 dismount", "p1 unfix bayonet", "gun unlimber"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ({"dead": True}, "p1 is dead (LPG-HIT)."),
        ({"broken": True}, "p1 is running away and listens to nobody (LPG-ROUT)."),
        ({"stunned": 4, "left": 0}, "p1 is stunned (LPG-STUN)."),
        ({"control": "repeats"}, "p1 is out of control and repeats what he did last turn (LPG-REPEAT)."),
        ({"control": "nothing"}, "p1 is out of control and does nothing this turn (LPG-CTRL)."),
        ({"left": 0}, "p1 has no actions left this turn (LPG-ACT-1)."),
    ],
)
def test_who_can_be_given_no_order_says_why_by_its_rule(words: dict[str, Any], why: str) -> None:
    """Who is not among those who can act has a reason too."""
    scene = field(**words)
    assert LA_PETITE_GUERRE.insight.idle(scene, Ask(MILITIA, ACTION), unit(scene, "p1")) == why
