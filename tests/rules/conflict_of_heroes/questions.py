"""What only Conflict of Heroes can be asked: the tables of its cases (tests/README.md).

| question | answer |
| --- | --- |
| `draw [blue] [priority] "ORDER" … [tactical "ORDER" …]` | what the AIs do with a card that has these orders; an action alone is `AI closest to Unit -> ACTION` |
| `play "ORDER" …` | the log of one turn after another, in which these orders answer whatever is asked |
| `can "ORDER"` | `yes`, or why not; of the AIs if they are to move, on the card of the example |
| `reply OCCASION "ORDER"` | the same of a card that answers a roll or a deed; a number before the order is what the roll lacks |
| `offer "TEXT"` | what the order that reads so costs, why it is refused, or that nobody offers it |
| `needs UNIT TARGET` | what two dice must reach, or why there is no attack; `support:N`, `aim:N`, `normal` (no long range) |
| `attack UNIT TARGET` | rating, defence and cost with their parts, and who spots |
| `price "ORDER"` | its cost in AP |
| `reach UNIT` | the hexes that it can move to by one action |
| `rallies UNIT`, `finds UNIT CELL` | what two dice must reach to rally, or to find anybody by fire |
| `shelter UNIT [AGAINST]`, `modifier CELL CELL` | the defence modifier of its hex, and of a line |
| `facts UNIT LABEL` | what the panel says of it |
| `front UNIT CELL …`, `zone UNIT CELL …` | those of the cells that lie before it, or in its fire zone |
| `flank UNIT TARGET CELL` | how many steps it is from there to a hex on the flank that offers a shot |
| `features CELL`, `deck NAME PILE`, `holder OBJECTIVE`, `known SIDE`, `hand SIDE`, `outcome` | what lies there, which cards, whose it is, whom and which cards a side knows of, who has won |

Orders: `u1 fire a1 with u2`, `u1 move C6 C5 facing s and u2 move C7`, `u1 pivot ne`, `u1 rally with u2`, `u1 dig`,
`u1 hide`, `u1 search C4`, `u1 smoke C5`, `u1 stall`, `play CARD u1 C6`, `pass`; `caps:2` pays, `aim:2` goes on the dice,
`card:luck` is played along.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sim.engine.battle import Position
from sim.engine.decide import decide
from sim.engine.decks import Deck
from sim.engine.events import CardTaken
from sim.engine.orders import Ask, Intent
from sim.engine.session import Session
from sim.rules.conflict_of_heroes import CONFLICT_OF_HEROES
from sim.rules.conflict_of_heroes.combat import attacks
from sim.rules.conflict_of_heroes.events import TurnStarted, TurnTaken
from sim.rules.conflict_of_heroes.ground import zones
from sim.rules.conflict_of_heroes.ground.moves import move_paths
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, TURN, CohOrder
from sim.rules.conflict_of_heroes.orders.cards import Pass, PlayCard, Stall
from sim.rules.conflict_of_heroes.orders.fire import Fire, LaySmoke, ReconByFire, recon_needs
from sim.rules.conflict_of_heroes.orders.move import CounterMove, Move, Pivot
from sim.rules.conflict_of_heroes.orders.rally import DigIn, Hide, Rally, rally_needs
from sim.rules.conflict_of_heroes.solo.cards import Colour, OrderCard
from sim.rules.conflict_of_heroes.solo.grammar import ACTION_WORDS, MISSION_ACTIONS
from sim.rules.conflict_of_heroes.state import ORDERS, CohPosition
from sim.scenario.statements import CELL
from tests.cases import Answer, Asked, Question, answer_of, in_words

CARD, GREEN = "01", "03"
ROUTINE = (CardTaken, TurnStarted, TurnTaken)
"""Events that every turn has, which answers leave to the log."""
ACTIONS = {words[0] for action, words in ACTION_WORDS.items() if action not in MISSION_ACTIONS}
AGAINST_DECK = {"reds": "human", "greys": "solo"}


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
            return PlayCard(card, *[word for word in rest if not CELL.fullmatch(word)] or [""], *cells)
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
            return CONFLICT_OF_HEROES.worded(position, intent)


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
    texts = {"priority_texts": tuple(orders["priority"]), "tactical_texts": tuple(orders["tactical"])}
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


def replied(asked: Asked) -> str:
    """Say whether a card can answer what has happened."""
    occasion, *number, _ = asked.words
    return allowed(asked, Ask("reds", occasion, "u1", number=int(number[0]) if number else 0))


def offered(asked: Asked) -> str:
    """Find an offer by its text."""
    offers = CONFLICT_OF_HEROES.offers(asked.position, ask_of(asked))
    for offer in (offer for offer in offers if offer.text == asked.words[0]):
        return offer.why_not or offer.cost or "free"
    return "not offered"


# -- looking ---------------------------------------------------------------------------------------------------


def needed(asked: Asked) -> int | str:
    """Say what an attack needs, or why there is none."""
    unit, target = asked.unit(0), asked.unit(1)
    more = dict(word.split(":") for word in asked.words[2:] if ":" in word)
    refused = attacks.refusal(asked.position, unit, target, "normal" not in asked.words)
    support = attacks.Support(int(more.get("support", 0)), int(more.get("aim", 0)))
    return refused or attacks.attack(asked.position, unit, target, support).needed


def attacked(asked: Asked) -> list[str]:
    """Write an attack out."""
    made = attacks.attack(asked.position, asked.unit(0), asked.unit(1))
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
    told = CONFLICT_OF_HEROES.insight.shelter(asked.position, *ends).total
    assert asked.position.sight(*ends).defence_modifier == told
    return told


def facts_of(asked: Asked) -> list[str]:
    """Return the facts of a label."""
    facts = CONFLICT_OF_HEROES.insight.facts(asked.position, asked.unit())
    return [fact.text for fact in facts if fact.label == asked.words[1]] or ["nothing"]


def in_arc(asked: Asked) -> list[str]:
    """Return which of some cells lie before a counter."""
    return [word for word in asked.words[1:] if zones.in_front(asked.position, asked.unit(), asked.position.map.cell(word))]


def in_zone(asked: Asked) -> list[str]:
    """Return which of some cells lie in the fire zone of a counter."""
    zone = zones.zone_of(asked.position, asked.unit())
    return [word for word in asked.words[1:] if asked.position.map.cell(word) in zone]


def ended(asked: Asked) -> str:
    """Say who has won, and why."""
    outcome = asked.position.state.outcome
    return "open" if outcome is None else f"{outcome.winner or 'nobody'}: {outcome.reason}"


def cards_of(asked: Asked) -> list[str]:
    """Return the cards of a pile."""
    return list(getattr(asked.position.state.deck(asked.words[0]), asked.words[1])) or ["none"]


QUESTIONS: dict[str, Question] = {
    "draw": drawn,
    "play": played,
    "can": allowed,
    "reply": replied,
    "offer": offered,
    "needs": needed,
    "attack": attacked,
    "price": priced,
    "reach": lambda asked: sorted(asked.position.name(way.end) for way in move_paths(asked.position, asked.unit())),
    "rallies": lambda asked: rally_needs(asked.position, asked.unit()).total,
    "finds": lambda asked: recon_needs(asked.position, asked.unit(), asked.cell(1)).total,
    "shelter": sheltered,
    "modifier": modified,
    "facts": facts_of,
    "front": in_arc,
    "zone": in_zone,
    "flank": lambda asked: zones.steps_to_flank(asked.position, asked.cell(2), asked.unit(0), asked.unit(1)),
    "features": lambda asked: [each.id for each in asked.position.ground.features_at(asked.cell(0))] or ["none"],
    "deck": cards_of,
    "holder": lambda asked: asked.position.state.holder(asked.words[0]) or "nobody",
    "outcome": ended,
    "hand": lambda asked: in_words(asked.position, CONFLICT_OF_HEROES.known(asked.position, asked.words[0]).hand),
    "known": lambda asked: [unit.id for unit in CONFLICT_OF_HEROES.known(asked.position, asked.words[0]).units],
}
