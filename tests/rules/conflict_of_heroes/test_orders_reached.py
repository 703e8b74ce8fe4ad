"""Every order that stands on a shipped card is carried out in some position."""

from __future__ import annotations

from dataclasses import replace
from json import dumps
from random import Random

import pytest

from sim.engine.chance import Request, Result, Seeded
from sim.engine.decide import decide
from sim.engine.decks import Deck
from sim.engine.notes import Tried, walk
from sim.rules.conflict_of_heroes.solo.cards import OrderCard, load_orders
from sim.rules.conflict_of_heroes.state import ORDERS, CohPosition
from tests.rules.conflict_of_heroes.questions import AGAINST_DECK, staged

GROUND = """
    ....ww............ww....
    ..w....bb.....w....bb...
    .....w...........w......
    ..b.....w.....b.....w...
    ....ww..........ww......
    .w......b....w......b...
    ...w...w.......w...w....
    ......w...........w.....
    ..........w...........w.
"""
WIDE = "\n".join(["." * 24] * 9)
DIRECTIONS = ("n", "ne", "se", "s", "sw", "nw")
COLUMNS = "ABCDEFGHIJKLMNOPQRSTUVWX"
AIS = ("german_rifles_41", "german_mg34", "german_5cm_mortar", "german_pak36", "german_pz2f", "german_pioneers")
UNITS = ("soviet_rifles_41", "soviet_maxim", "soviet_t26", "soviet_smg_rifles", "soviet_truck")
HITS = ("soft_pinned", "soft_unnerved", "soft_suppressed", "soft_cowering")
DAMAGE = ("armoured_light_damage", "armoured_suppressed", "armoured_stunned")
RESPONSES = ("AI closest to Unit -> Move", "AI closest to Unit -> Low Risk Move", "AI closest to Unit -> Fire")


SEEDS = (
    *(0, 1, 2, 3, 4, 5, 6, 9, 12, 14, 15, 16, 18, 19, 21, 22, 25, 27, 33, 37, 39, 40, 42, 43, 44, 49, 50, 51, 55),
    *(56, 71, 86, 87, 92, 97, 105, 116, 119, 120, 138, 153, 252, 349, 425, 434, 442, 447, 463, 486, 503, 896),
)
"""Of the first thousand positions those that carried out an order that no earlier one had. After a change of the deck
or the rules others may be needed: try `range(1000)` here once, and keep those that help."""


class OneCard:
    """Draw this order card first; everything else falls as a seed has it."""

    def __init__(self, card: str) -> None:
        self._card = card
        self._rest = Seeded(1)

    def result(self, request: Request, number: int) -> Result:
        """Answer a request."""
        return self._card if number == 0 else self._rest.result(request, number)


def somewhere(random: Random) -> CohPosition:
    """Return a position in which anything may be the case: few or many, hit, spent, far apart or in one hex."""
    spots = random.sample([f"{column}{row}" for column in COLUMNS for row in range(1, 10)], 9)
    if random.random() < 0.4:  # a group: one column, one below the other
        column, row = random.choice(COLUMNS), random.randint(1, 5)
        spots[:5] = [f"{column}{row + n}" for n in range(5)]
    if random.random() < 0.25:  # so far apart that only long range will do
        spots[0] = f"A{random.randint(1, 9)}"
        spots[5:] = [f"{random.choice('JKLMNOPQR')}{random.randint(1, 9)}" for _ in range(4)]
    hit, spent, close = (random.choice((0.0, 0.0, 0.5, 1.0)) for _ in range(3))
    kinds = random.choice((AIS, AIS, *((kind,) for kind in AIS)))

    def stand(id_: str, at: str, kind: str) -> str:
        tank = kind in ("german_pz2f", "soviet_t26")
        marker = random.choice(DAMAGE if tank else HITS) if random.random() < hit else ""
        facing = DIRECTIONS[random.randrange(6)]
        tired = "spent" if random.random() < spent else "-spent"
        return f'{"greys" if id_.startswith("a") else "reds"}: {id_} {kind} {at} {facing} hit:"{marker}" {tired}'

    count = random.randint(1, 5)
    ais = [stand(f"a{n}", spots[n], random.choice(kinds)) for n in range(count)]
    units = []
    for n, spot in enumerate(spots[5 : 5 + random.randint(1, 4)]):
        at = spots[n % count] if random.random() < close / 2 else spot
        if random.random() < 0.3:  # near somebody, so that there is something to fire at
            at = f"{random.choice(COLUMNS)}{spots[0][1:]}"
        units.append(stand(f"u{n}", at, random.choice(UNITS)))
    ids = " ".join(line.split()[1] for line in (*ais, *units))
    drawing, holders = random.choice((GROUND, WIDE)), [random.choice(("greys", "reds")) for _ in "ab"]
    mission = [[{"order": random.choice(RESPONSES)} for _ in range(random.choice((0, 2)))] for _ in "ab"]
    said = [
        f"map\n{drawing.strip()}\n",
        *(*ais, *units, f"order {ids}"),
        *(
            f"objective {id_} {at} holder:{side}"
            for id_, at, side in zip("fb", spots[:: len(spots) - 1], holders, strict=True)
        ),
        f"rules counteractions:{dumps(mission[0])} mission_orders:{dumps(mission[1])}",
        f"set mover:greys {'fired' if random.random() < 0.5 else '-fired'}",
    ]
    return staged("\n".join(said))


def taken(at: CohPosition, cards: dict[str, OrderCard], card: str) -> set[str]:
    """Return the orders that are carried out if this card is drawn."""
    battle = replace(at.battle, data=replace(at.battle.data, orders=cards))
    decision = decide(battle, at.state.with_deck(Deck(ORDERS, tuple(cards))), AGAINST_DECK, OneCard(card))
    return {note.option for note in walk(decision.notes) if isinstance(note, Tried) and note.taken}


def printed(card: OrderCard) -> set[str]:
    """Return the orders of a card as the trace calls them."""
    return {f"{order.text} ({'command' if card.colour == 'blue' else 'action'})" for order in card.orders}


@pytest.mark.rule("COH-4.0")
@pytest.mark.rule("COH-5.0")
def test_every_order_on_a_card_can_be_carried_out() -> None:
    """No order of the deck is there for nothing: each is the one that a card leads to, in one position or another."""
    cards = load_orders()
    left = set().union(*map(printed, cards.values()))
    for seed in SEEDS:
        at = somewhere(Random(seed))
        for card in cards.values():
            if printed(card) & left:
                left -= taken(at, cards, card.id)
        if not left:
            return
    assert sorted(left) == []
