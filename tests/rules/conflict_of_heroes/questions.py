"""What only Conflict of Heroes can be asked in its cases (tests/README.md).

| question | answer |
| --- | --- |
| `draw [blue] [priority] "ORDER" … [tactical "ORDER" …]` | what the AIs do with a card of these orders; \
an action alone is `AI closest to Unit -> ACTION` |
| `reads "ORDER"`, `part "NUMBERS"` | what a card means by it, or its mistake; the cards of a part of the deck |
| `play "ORDER" …` | the log of one turn after another, in which these orders answer whatever is asked |
| `can "ORDER"` | `yes`, or why not; of the AIs if they are to move, on the card of the example |
| `reply OCCASION [LACKING] "ORDER"`, `answers OCCASION` | the same of a card that answers a roll or a deed, and all |
| `offer "TEXT"` | what the order that reads so costs, why it is refused, or that nobody offers it |
| `needs UNIT TARGET [support:N] [aim:N] [normal]` | what two dice must reach, or why there is no attack |
| `attack UNIT TARGET …` | rating, defence and cost with their parts, and who spots |
| `price "ORDER"`, `reach UNIT` | its cost in AP, the hexes to which one action leads |
| `rallies UNIT`, `finds UNIT CELL` | what two dice must reach to rally, or to find anybody by fire |
| `hex_shelter UNIT [AGAINST]`, `modifier CELL CELL` | the defence modifier of its hex, and of a line |
| `front UNIT CELL …`, `zone UNIT CELL …` | those of the cells that lie before it, or in its fire zone |
| `flank UNIT TARGET CELL` | how many steps it is from there to a hex on the flank that offers a shot |
| `features CELL`, `deck NAME PILE`, `holder OBJECTIVE` | what lies there, which cards, whose it is |
| `hand SIDE`, `outcome` | which cards a side sees, who has won |
| `odds [OCCASION] "ORDER"`, `reckoning …` | what may come of it and how likely, and the sum in words |
| `travel UNIT CELL …` | what it costs to get there, and by which way |
| `see UNIT.FIELD …` | several fields at once |

Orders: `u1 fire a1 with u2`, `u1 move C6 C5 facing s and u2 move C7`, `u1 pivot ne`, `u1 rally with u2`, `u1 dig`,
`u1 hide`, `u1 search C4`, `u1 smoke C5`, `u1 stall`, `play CARD u1 C6`, `pass`; `caps:2` pays, `aim:2` goes on the
dice, `card:luck` is played along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

from sim.engine.battle import Position
from sim.engine.decide import decide
from sim.engine.decks import Deck
from sim.engine.events import CardTaken
from sim.engine.insight import Odds
from sim.engine.orders import Ask, Intent
from sim.engine.session import Session
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat import attacks
from sim.rules.conflict_of_heroes.combat.reactions import REACTIONS, REROLL
from sim.rules.conflict_of_heroes.events import TurnStarted, TurnTaken
from sim.rules.conflict_of_heroes.ground import zones
from sim.rules.conflict_of_heroes.ground.moves import move_paths
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN, CohOrder
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire, recon_needs
from sim.rules.conflict_of_heroes.orders.move import CounterMove, Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally, rally_needs
from sim.rules.conflict_of_heroes.scenario import order_cards
from sim.rules.conflict_of_heroes.solo.cards import Colour, OrderCard, deck_part
from sim.rules.conflict_of_heroes.solo.grammar import (
    ACTION_WORDS,
    AI_WORDS,
    DISTANCE_WORDS,
    MISSION_ACTIONS,
    TARGET_WORDS,
    CardOrder,
    OrderMistake,
    parse_order,
)
from sim.rules.conflict_of_heroes.state import ORDERS, CohPosition, CohState
from sim.scenario.position_text import parse_position
from sim.scenario.statements import CELL
from tests.cases import Answer, Asked, Question, answer_of, field_of
from tests.rules.questions import shown

CASES = Path(__file__).parent / "cases"
INSIGHT = CONFLICT_OF_HEROES.insight
CARD, GREEN = "01", "03"
ROUTINE = (CardTaken, TurnStarted, TurnTaken)
"""Events that every turn has, which answers leave to the log."""
ACTIONS = {words[0] for action, words in ACTION_WORDS.items() if action not in MISSION_ACTIONS}
AGAINST_DECK = {"reds": "human", "greys": "solo"}


def staged(text: str) -> CohPosition:
    """Set up a position on the stage of the cases, for tests that take more than a question."""
    said = f"scenario stage.toml\nset turn:1 stage:turn mover:reds caps:5\n{text}"
    opened = parse_position("\n".join(line.strip() for line in said.splitlines()), "stage", CASES)
    assert isinstance(opened.state, CohState)
    return Position(opened.battle, opened.state)


# -- orders as text --------------------------------------------------------------------------------------------


def order_of(position: CohPosition, text: str) -> CohOrder:
    """Read an order; it need not be one that could be given."""
    words = [word for word in text.split() if ":" not in word]
    options = dict(word.split(":") for word in text.split() if ":" in word)
    names = {"caps": "caps", "aim": "dice_caps"}
    more: dict[str, Any] = {names[key]: int(value) for key, value in options.items() if key in names}
    if "card" in options:
        more["card"] = options["card"]
    cell = position.map.grid.cell
    match words:
        case ["pass"]:
            return Pass()
        case ["stall"]:
            return Stall()
        case [unit, "stall"]:
            return Stall(unit)
        case ["play", card, *rest]:
            cells = [cell(word) for word in rest if CELL.fullmatch(word)]
            unit = next((word for word in rest if not CELL.fullmatch(word)), "")
            return PlayCard(card, unit, cells[0] if cells else None)
        case ["smoke", at]:
            return LaySmoke(cell(at), **more)
        case [unit, "smoke", at]:
            return LaySmoke(cell(at), unit, **more)
        case [unit, "search", at]:
            return ReconByFire(unit, cell(at), **more)
        case [unit, "fire", target, *others]:
            return Fire(unit, target, tuple(others[1:]), **more)
        case [unit, "rally", *others]:
            return Rally((unit, *others[1:]), **more)
        case [unit, "dig"]:
            return DigIn(unit, **more)
        case [unit, "hide"]:
            return Hide(unit, **more)
        case [unit, "pivot", direction]:
            return Pivot(unit, position.map.grid.directions.index(direction), **more)
        case [_, "move", *_]:
            return Move(tuple(_step(position, part.split()) for part in " ".join(words).split(" and ")), **more)
    raise AssertionError(f"{text} is no order")


def _step(position: CohPosition, words: list[str]) -> CounterMove:
    unit, _, *cells = words
    facing = position.state.unit(unit).facing
    if "facing" in cells:
        *cells, _, direction = cells
        facing = position.map.grid.directions.index(direction)
    return CounterMove(unit, tuple(map(position.map.grid.cell, cells)), facing)


def in_short(position: CohPosition, intent: Intent) -> str:
    """Say what an AI does, but for where it faces after a move."""
    match intent:
        case Fire(unit=unit, target=target, supporters=others):
            return f"{unit} fires at {target}" + (f" with {' and '.join(others)}" if others else "")
        case Move(steps=(step,)):
            return f"{step.unit} moves to {position.name(step.way[-1])}"
        case Pivot(unit=unit, facing=facing):
            return f"{unit} turns {position.map.grid.directions[facing]}"
        case Rally(units=(unit,)):
            return f"{unit} rallies"
        case _:
            return CONFLICT_OF_HEROES.order_text(position, intent)


# -- cards -----------------------------------------------------------------------------------------------------


def order_text(order: CardOrder) -> str:
    """Word an order as the shipped cards do, whatever its own text."""
    action = ACTION_WORDS[order.action][0]
    if order.action in MISSION_ACTIONS:
        return f"{action} {order.number}" if order.number else action
    parts = [_described("AI", [AI_WORDS[each][0] for each in order.who])]
    if order.distance and order.target:
        parts.append(DISTANCE_WORDS[order.distance][0])
        parts.append(_described(order.target.kind, [TARGET_WORDS[each][0] for each in order.target.filters]))
    return " ".join([*parts, "->", action])


def _described(noun: str, words: Sequence[str]) -> str:
    """Put a noun behind its adjectives and before what begins with "in" or "on"."""
    phrases = [word for word in words if word.startswith(("in ", "on "))]
    return " ".join([*(word for word in words if word not in phrases), noun, *phrases])


def reads(asked: Asked) -> str:
    """Read an order, and say what it means in the words of the cards, or what is wrong at which character."""
    try:
        return order_text(parse_order(asked.words[0]))
    except OrderMistake as mistake:
        return f"{mistake.place}: {mistake}"


def part_of_deck(asked: Asked) -> str:
    """Return the cards of a part of the deck, or why it is none."""
    try:
        return " ".join(deck_part(order_cards(), asked.words[0]))
    except OrderMistake as mistake:
        return str(mistake)


# -- the AIs ---------------------------------------------------------------------------------------------------


def drawn(asked: Asked) -> Answer:
    """Let the AIs draw a card that has these orders and no others."""
    orders: dict[str, list[str]] = {"priority": [], "tactical": []}
    part = "tactical"
    colour: Colour = "blue" if "blue" in asked.words else "green"
    for word in asked.words:
        if word in orders:
            part = word
        elif word != "blue":
            orders[part].append(f"AI closest to Unit -> {word}" if word in ACTIONS else word)
    texts: dict[str, Any] = {f"{part}_texts": tuple(each) for part, each in orders.items()}
    card = OrderCard(number=1, colour=colour, spent_number=7, hex_number=1, **texts)
    battle = asked.position.battle
    battle = replace(battle, data=replace(battle.data, orders={CARD: card}))
    state = asked.position.state.with_deck(Deck(ORDERS, (CARD,))).changed(mover="greys")
    source = replace(asked, cards=(CARD,)).source
    decision = decide(battle, state, AGAINST_DECK, source)
    source.finish()
    answer = answer_of(decision.frames, Position(battle, state))
    assert decision.order is not None
    return replace(answer, lines=[in_short(answer.position, decision.order.intent)], notes=decision.notes)


# -- playing ---------------------------------------------------------------------------------------------------


def played(asked: Asked) -> Answer:
    """Play one turn after another until the orders are given; every question must be answered."""
    session: Session[Any, Any] = Session(asked.position.battle, asked.position.state, asked.players, asked.source)
    first = len(session.entries)
    session.advance()
    for text in asked.words:
        while session.wanted is None and not session.over:
            session.advance()
        assert isinstance(session.wanted, Ask), f"nobody is asked, {text} is left"
        session.answer(order_of(Position(session.battle, session.state), text))
    assert session.wanted is None, f"{session.wanted} is still open"
    asked.source.finish()
    answer = answer_of(session.entries[first:], asked.position)
    told = zip(answer.events, answer.log, strict=True)
    return replace(answer, lines=[line for event, line in told if not isinstance(event, ROUTINE)] or ["nothing"])


def ask_of(asked: Asked) -> Ask:
    """Return what is asked of the side that is to move; the AIs are asked with a card."""
    side = asked.position.state.mover
    return Ask(side, TURN) if side == "reds" else Ask(side, AI_TURN, about=(*asked.cards, GREEN)[0])


def allowed(asked: Asked, ask: Ask | None = None) -> str:
    """Say whether an order can be given, as far as its side knows."""
    ask = ask or ask_of(asked)
    known = Position(asked.position.battle, CONFLICT_OF_HEROES.known(asked.position, ask.side))
    refused = CONFLICT_OF_HEROES.refusal(known, ask, order_of(asked.position, asked.words[-1]))
    return "yes" if refused is None else refused.cited


def answering(asked: Asked) -> Ask:
    """Return what a card is asked for: after a roll that lacks a number, or after something that a1 has done."""
    occasion, *number = [word for word in asked.words if word in REACTIONS or word.isdigit()]
    if occasion == REROLL:
        return Ask("reds", occasion, "u1", number=int(number[0]) if number else 0)
    return Ask("reds", occasion, None, "a1")


def offered(asked: Asked) -> str:
    """Find an offer by its text."""
    offers = CONFLICT_OF_HEROES.offers(asked.position, ask_of(asked))
    for offer in (offer for offer in offers if offer.text == asked.words[0]):
        return offer.why_not or offer.cost or "free"
    return "not offered"


def answers(asked: Asked) -> list[str]:
    """Return all that is offered to whoever is asked for a card."""
    offers = CONFLICT_OF_HEROES.offers(asked.position, answering(asked))
    return [f"{offer.text}: {offer.why_not}" if offer.refusal else offer.text for offer in offers]


# -- looking ---------------------------------------------------------------------------------------------------


def needed(asked: Asked) -> int | str:
    """Say what an attack needs, or why there is none."""
    refused = attacks.refusal(asked.position, asked.unit(0), asked.unit(1), "normal" not in asked.words)
    return refused or attack_of(asked).needed


def attack_of(asked: Asked) -> attacks.Attack:
    """Return an attack, with supporters and CAPs on the dice if they are said."""
    more = dict(word.split(":") for word in asked.words[2:] if ":" in word)
    support = attacks.Support(int(more.get("support", 0)), int(more.get("aim", 0)))
    return attacks.attack(asked.position, asked.unit(0), asked.unit(1), support)


def attacked(asked: Asked) -> list[str]:
    """Write an attack out."""
    made = attack_of(asked)
    spotted = [f"spotted from {asked.position.name(made.spotter)}"] if made.spotter else []
    return [str(made.rating), str(made.defence), str(made.cost), *spotted]


def priced(asked: Asked) -> int:
    """Return what an order costs; it must be one that can be given."""
    assert allowed(asked) == "yes", allowed(asked)
    return order_of(asked.position, asked.words[0]).price(asked.position).total


def sheltered(asked: Asked) -> int:
    """Return the defence modifier of a hex, against somebody if one is named."""
    unit, against = asked.unit(), asked.unit(1) if asked.words[1:] else None
    return sum(part.defence for part in attacks.hex_shelter(asked.position, unit, unit.place, against))


def modified(asked: Asked) -> int:
    """Return the defence modifier of a line; the panel says the same."""
    ends = asked.cell(0), asked.cell(1)
    told = INSIGHT.shelter(asked.position, *ends).total
    assert asked.position.sight(*ends).defence_modifier == told
    return told


# -- what the window is told -----------------------------------------------------------------------------------


def likely(chance: Fraction) -> str:
    """Write a chance by the rolls of two dice or the cards of the deck, if it is one of those."""
    whole = next((each for each in (36, 55) if each % chance.denominator == 0), chance.denominator)
    return f"{chance * whole} of {whole}"


def ordered_by(asked: Asked) -> tuple[Ask, CohOrder]:
    """Read `[OCCASION [LACKING]] "ORDER"`."""
    return ask_in(replace(asked, words=asked.words[:-1])), order_of(asked.position, asked.words[-1])


def ask_in(asked: Asked) -> Ask:
    """Read `[OCCASION [LACKING]]`; whoever is to move is asked for a turn."""
    return answering(asked) if asked.words else ask_of(asked)


def odds_of(asked: Asked) -> tuple[Odds, ...]:
    """Return the odds of an order."""
    return INSIGHT.odds(asked.position, *ordered_by(asked))


def odds_in_words(asked: Asked) -> list[str]:
    """Write each roll of an order: its chance, and what may come of it."""
    told = odds_of(asked)
    ends = [", ".join(f"{end} {likely(chance)}" for end, chance in each.results) for each in told]
    return [f"{each.what}: {likely(each.chance)}; {end}" for each, end in zip(told, ends, strict=True)] or ["none"]


def travelled(asked: Asked) -> list[str]:
    """Return what it costs to get to some hexes, and by which way."""
    position, found = asked.position, INSIGHT.reach(asked.position, asked.unit())
    ways = {
        position.name(cell): f"{each.text} by {' '.join(map(position.name, each.way))}" for cell, each in found.items()
    }
    return [ways.get(word, f"{word} is not reached") for word in asked.words[1:]] or [str(len(ways))]


def in_arc(asked: Asked) -> list[str]:
    """Return which of some cells lie before a counter."""
    return [
        word for word in asked.words[1:] if zones.in_front(asked.position, asked.unit(), asked.position.map.cell(word))
    ]


def in_zone(asked: Asked) -> list[str]:
    """Return which of some cells lie in the fire zone of a counter."""
    zone = zones.zone_of(asked.position, asked.unit())
    return [word for word in asked.words[1:] if asked.position.map.cell(word) in zone]


def held_by(asked: Asked) -> list[str]:
    """Return the cards that a side sees, which are those that it knows of."""
    shown = [card.id for card in INSIGHT.hand(asked.position, asked.words[0])]
    assert shown == list(CONFLICT_OF_HEROES.known(asked.position, asked.words[0]).hand)
    return shown or ["none"]


def ended(asked: Asked) -> str:
    """Say who has won, and why."""
    outcome = asked.position.state.outcome
    return "open" if outcome is None else f"{outcome.winner or 'nobody'}: {outcome.reason}"


def cards_of(asked: Asked) -> list[str]:
    """Return the cards of a pile."""
    return list(getattr(asked.position.state.deck(asked.words[0]), asked.words[1])) or ["none"]


QUESTIONS: dict[str, Question] = {
    **shown(CONFLICT_OF_HEROES, ordered_by, ask_in),
    "reads": reads,
    "part": part_of_deck,
    "draw": drawn,
    "play": played,
    "can": allowed,
    "reply": lambda asked: allowed(asked, answering(asked)),
    "answers": answers,
    "offer": offered,
    "needs": needed,
    "attack": attacked,
    "price": priced,
    "reach": lambda asked: sorted(asked.position.name(way.end) for way in move_paths(asked.position, asked.unit())),
    "rallies": lambda asked: rally_needs(asked.position, asked.unit()).total,
    "finds": lambda asked: recon_needs(asked.position, asked.unit(), asked.cell(1)).total,
    "hex_shelter": sheltered,
    "modifier": modified,
    "odds": odds_in_words,
    "reckoning": lambda asked: [each.reckoning for each in odds_of(asked)] or ["none"],
    "see": lambda asked: [field_of(asked.position, word) for word in asked.words],
    "travel": travelled,
    "front": in_arc,
    "zone": in_zone,
    "flank": lambda asked: zones.steps_to_flank(asked.position, asked.cell(2), asked.unit(0), asked.unit(1)),
    "features": lambda asked: [each.id for each in asked.position.ground.features_at(asked.cell(0))] or ["none"],
    "deck": cards_of,
    "holder": lambda asked: asked.position.state.holder(asked.words[0]) or "nobody",
    "outcome": ended,
    "hand": held_by,
}
