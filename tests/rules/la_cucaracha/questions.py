"""What only the cases of La Cucaracha ask. Where nobody is named, p1 does it, to a1; of the tables, a1 to p1.

Orders are written `UNIT VERB …`: `p1 advance L7-L9`, `p1 rapid C4 C5`, `p1 charge a1 L11 again back_foot`,
`p1 shoot a1 hasty`, `a1 evade p1 untested`, `p1 pack_up`. A charge goes the shortest way if no cells are named, and
`here` from where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.game import Answered, Frame, Game, Start
from sim.engine.notes import Tried, walk
from sim.engine.orders import Ask, Intent
from sim.grid import Cell
from sim.play.ways import way_price
from sim.rules.la_cucaracha import BOOK, LA_CUCARACHA, state, turn
from sim.rules.la_cucaracha.combat import courage, fire, melee, responses
from sim.rules.la_cucaracha.commander import values
from sim.rules.la_cucaracha.commander.plans import COMMANDER
from sim.rules.la_cucaracha.ground import charges, moves, sight
from sim.rules.la_cucaracha.orders.card import Nominate
from sim.rules.la_cucaracha.orders.fight import Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond
from sim.rules.la_cucaracha.solo.tables import AUTO
from sim.rules.la_cucaracha.state import ACTION, CHARGED, HOLD, NOMINATE, REROLL, CucPosition, Troop, enemies
from sim.solo.plans import Automated
from sim.tabletop.inches import inches, nearest
from tests.cases import Answer, Asked, Question, answer_of, field_of, in_words
from tests.rules.questions import shown

SHOW = LA_CUCARACHA.insight
CELLS = re.compile(r"([A-Z]+\d+)(?:-([A-Z]+\d+))?")
PACES: tuple[Any, ...] = ("half", "advance", "rapid")
RESPONSES: dict[str, Any] = {
    "shoot": "shoot", "evade": "evade", "fight_back": "fight back", "counter-attack": "counter-attack"
}  # fmt: skip
PLAIN: dict[str, Any] = {kind.verb.replace(" ", "_"): kind for kind in BOOK.kinds}


# -- words in, and words out -----------------------------------------------------------------------------------------


def way_of(position: CucPosition, words: Iterable[str]) -> list[Cell]:
    """Return the cells that words name; `C4-C9` is every one of them."""
    way, grid = [], position.map.grid
    for found in filter(None, map(CELLS.fullmatch, words)):
        way.append(position.map.cell(found[1]))
        while found[2] and way[-1] != (end := position.map.cell(found[2])):
            way.append(grid.neighbour(way[-1], grid.directions[grid.towards(way[-1], end)[0]]))
    return way


def order_of(position: CucPosition, words: Sequence[str], occasion: str = ACTION) -> Any:
    """Return the order that words give."""
    (unit, verb, *rest), cells, known = words, tuple(way_of(position, words[2:])), position.state.units
    hasty, again, back_foot = ("hasty" in rest), ("again" in rest), ("back_foot" in rest)
    if verb in RESPONSES and (occasion != ACTION or verb != "shoot"):
        return Respond(unit, rest[0], RESPONSES[verb], "untested" not in rest, hasty, back_foot)
    if verb in PACES:
        return Advance(unit, cells, PACES[PACES.index(verb)])
    if verb == "shoot":
        return Shoot(unit, rest[0], hasty, again)
    if verb != "charge":
        return PLAIN[verb](unit)
    if not cells and rest[0] in known and "here" not in rest:
        cells = next(iter(charges.charge_ways(position, known[unit], known[rest[0]]).values()), ())
    return Charge(unit, rest[0], cells, again, back_foot)


def short(position: CucPosition, intent: Intent) -> str:
    """Put an order in short words: what, where to, at whom, how."""
    manners = {"test": "tested", "hasty": "hasty", "reroll": "again", "back_foot": "back foot"}
    how = "".join(f", {word}" for name, word in manners.items() if getattr(intent, name, False))
    match intent:
        case Advance(way=way, pace=pace):
            return f"{pace} {position.name(way[-1])}"
        case Charge(target=target) | Shoot(target=target):
            return f"{type(intent).__name__.lower()} {target}{how}"
        case Respond(how=what):
            return f"{what}{how}"
        case Nominate(unit=unit):
            return f"nominate {unit}"
    return str(getattr(type(intent), "verb", ""))


def check_text(check: Check, total: int | None = None) -> str:
    """Write a number, or another one, with the parts of a check."""
    return f"{check.total if total is None else total}: {', '.join(map(str, check.parts))}".removesuffix(": ")


def yes(said: object) -> str:
    """Write what is so or not, and a refusal with its rule."""
    return "yes" if said in (None, True) else "no" if said is False else getattr(said, "cited", str(said))


def named(position: CucPosition, cells: Any) -> str:
    """Write cells in one line."""
    return " ".join(position.name(cell) for cell in cells) or "none"


def halves(cost: float | None) -> str:
    """Write half inches as inches."""
    return "no" if cost is None else f"{cost / 2:g}"


def percent(chance: Any) -> str:
    """Write a chance."""
    return f"{float(chance) * 100:.2f}%"


@dataclass(frozen=True)
class Put:
    """A question with its words sorted: whom it names, at what pace, which cells, and the rest."""

    position: CucPosition
    units: tuple[str, ...]
    pace: Any
    way: tuple[Cell, ...]
    rest: tuple[str, ...]

    @property
    def one(self) -> Troop:
        """The first whom it names, or p1."""
        return self.position.state.unit((*self.units, "p1")[0])

    @property
    def other(self) -> Troop:
        """The second whom it names, or a1."""
        return self.position.state.unit((*self.units[1:], "a1")[0])


def sorted_out(asked: Asked) -> Put:
    """Sort the words of a question."""
    known, words = asked.position.state.units, asked.words
    units = tuple(word for word in words if word in known)
    pace = next((word for word in words if word in PACES), "advance")
    rest = tuple(word for word in words if word not in known and word not in PACES and not CELLS.fullmatch(word))
    way = tuple(way_of(asked.position, words))
    return Put(asked.position, units, pace, way, rest)


def of(find: Callable[[Put], Any]) -> Question:
    """Make a question of what is found for sorted words: so or not, a refusal, a number with its parts, a text."""

    def said(asked: Asked) -> Any:
        found = find(sorted_out(asked))
        if isinstance(found, Check):
            return check_text(found)
        if isinstance(found, list):
            return [*map(str, found)] or "none"
        if found is None or found == "":
            return "none"
        return yes(found) if isinstance(found, bool) or hasattr(found, "cited") else found

    return said


def cells_of(find: Callable[[Put], Any]) -> Question:
    """Make a question of a function that finds cells."""
    return of(lambda put: named(put.position, find(put)))


def each_of(find: Callable[[CucPosition, Any], bool]) -> Question:
    """Make a question of what is so of each unit that words name."""
    return lambda asked: [yes(find(asked.position, asked.position.state.unit(word))) for word in asked.words]


def number(put: Put) -> int:
    """Return the number among the words, or nothing."""
    return int(next((word for word in put.rest if word.isdigit()), "0"))


# -- orders ----------------------------------------------------------------------------------------------------------


def ask_of(position: CucPosition, unit: str, occasion: str = ACTION, number: int | None = None) -> Ask:
    """Return what a unit is asked; who charges it, or comes before it, is the first enemy."""
    now = position.state
    if occasion == NOMINATE:
        return Ask("rebels", NOMINATE, about="federales")
    if occasion == ACTION:
        return Ask(now.card or "rebels", ACTION, now.actor or None)
    side = now.units[unit].side if unit in now.units else "rebels"
    about = next((each.id for each in enemies(position, side)), None) if occasion != REROLL else None
    return Ask(side, occasion, unit, about, number=number or (1 if occasion == REROLL else None))


def can(occasion: str, whom: str = "") -> Question:
    """Say whether an order is allowed on an occasion, and why not; `whom`: who is asked, whoever is ordered."""

    def allowed(asked: Asked) -> str:
        order = order_of(asked.position, asked.words, occasion)
        return yes(BOOK.refusal(asked.position, ask_of(asked.position, whom or order.unit, occasion), order))

    return allowed


ASKED: list[str] = []
"""Who was asked in the last example, and on what occasion."""


@dataclass
class Voice:
    """Whoever says what the case says; the tables, where nothing is said for a unit of an automated side."""

    replies: list[str] = field(default_factory=list)
    is_solo: bool = False

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Give the orders that the case has."""
        if self.is_solo and not (self.replies and self.replies[0].split()[0] == ask.unit):
            yield from Automated(AUTO).orders(game, ask)
            return
        ASKED.append(f"{ask.unit or f'any unit of {ask.side}'}: {ask.occasion}")
        while self.replies and self._is_for(game, ask):
            yield order_of(game.position, self.replies.pop(0).split(), ask.occasion)

    def _is_for(self, game: Game[Any, Any], ask: Ask) -> bool:
        unit = game.state.unit(self.replies[0].split()[0])
        return ask.unit == unit.id or (ask.unit is None and unit.side == (ask.about or ask.side))


def ran(asked: Asked, run: Callable[[Game[Any, Any]], object], replies: Sequence[str] = (), **others: Any) -> Answer:
    """Run a part of a game; all dice and replies must be used."""
    left, players = list(replies), {side.id: asked.players[side.id] for side in asked.position.battle.sides}
    deciders: Any = {side: (player, Voice(left, player == "solo")) for side, player in players.items()}
    game: Game[Any, Any] = Game(asked.position.battle, Start(asked.position.state), deciders | others, asked.source)
    ASKED.clear()
    run(game)
    asked.source.finish()
    assert not left, f"nobody asked for {left}"
    return replace(answer_of(game.log, asked.position), position=game.position)


def done(asked: Asked) -> Answer:
    """`do ORDER [/ REPLY] …`: the log of one order, and of what others answer meanwhile."""
    first, *replies = " ".join(asked.words).split(" / ")
    intent = order_of(asked.position, first.split())
    ask = Ask(asked.position.state.unit(intent.unit).side, ACTION, intent.unit)
    refused = BOOK.refusal(asked.position, ask, intent)
    assert refused is None, refused
    return ran(asked, lambda game: BOOK.resolve(game, ask, intent), replies)


def card(asked: Asked) -> Answer:
    """`card [ORDER] [/ ORDER] …`: the log of a card, or of what comes in its place, with these orders."""
    return ran(asked, turn.play, [each for each in " ".join(asked.words).split(" / ") if each])


def tested(asked: Asked) -> Answer:
    """`tested [N]`: the log of a courage test of a1, who has lost a round by N."""
    return ran(asked, lambda game: courage.take_courage_test(game, "a1", number(sorted_out(asked))))


def responds(asked: Asked) -> Answer:
    """`responds`: whether a1 passes the test to respond."""
    passed: list[bool] = []
    answer = ran(asked, lambda game: passed.append(responses.passes_response(game, "a1")))
    return replace(answer, lines=[yes(passed[0])])


# -- what the tables and the commander order -------------------------------------------------------------------------


def plan(asked: Asked, ask: Ask, plans: Any, score: int = 0, *, whole: bool = False) -> Answer:
    """Let a side decide: its first order alone, or all orders of its card, which are carried out."""
    position = asked.position
    if score and ask.unit:
        unit = position.state.unit(ask.unit).changed(score=score)
        position = Position(position.battle, position.state.with_unit(unit))
    others = {side.id: ("human", Voice()) for side in position.battle.sides}
    deciders: Any = {**others, ask.side: ("solo", Automated(plans))}
    game: Game[Any, Any] = Game(position.battle, Start(position.state), deciders, asked.source)
    orders = []
    for intent in game.orders(ask):
        whose = f"{getattr(intent, 'unit', '')} " if ask.unit is None and ask.occasion == ACTION else ""
        orders.append(f"{whose}{short(game.position, intent)}")
        if not whole:
            break
        BOOK.resolve(game, ask, intent)
        granted = game.state.extra > position.state.extra
        if getattr(intent, "wants_more", False):
            orders[-1] += ", granted" if granted else ", not granted"
        if granted or game.state.shot:
            break
    asked.source.finish()
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    thrown = [entry.asked for entry in game.log if isinstance(entry, Answered)]
    return Answer(orders, game.position, [], [], (*notes, *game.notebook.seal()), thrown)


def table(asked: Asked, score: int, occasion: str = ACTION, *, whole: bool = False) -> Answer:
    """Let a1 decide by its table, with a die; who charges it is p1."""
    if occasion == REROLL:
        return plan(asked, Ask("federales", REROLL, "a1", number=score), AUTO)
    return plan(asked, Ask("federales", occasion, "a1", None if occasion == ACTION else "p1"), AUTO, score, whole=whole)


def by_table(occasion: str = ACTION, *, whole: bool = False) -> Question:
    """Ask what a1 orders by its table: `order 7`, `act 7`, `answer 7`, `again 1`."""
    return lambda asked: table(asked, number(sorted_out(asked)), occasion, whole=whole)


def by_face(told: Callable[[int], str]) -> list[str]:
    """Write what is told of every face of a die, those together of which it is the same."""
    bands = [[*band] for _, band in groupby(range(1, 11), told)]
    return [f"{'-'.join(map(str, dict.fromkeys((band[0], band[-1]))))}: {told(band[0])}" for band in bands]


def faces(asked: Asked) -> list[str]:
    """`faces [charged | again]`: what a1 orders by every face of its die, with a card or charged, or of the die."""
    occasion = {"charged": CHARGED, "again": REROLL}.get((*asked.words, "")[0], ACTION)
    return by_face(lambda score: table(asked, score, occasion).lines[0])


def options(asked: Asked) -> list[str]:
    """`table [charged]`: rule and words of the option that a1 takes by every face of its die, and its order."""

    def told(score: int) -> str:
        answer = table(asked, score, CHARGED if asked.words else ACTION)
        taken = [note for note in walk(answer.notes) if isinstance(note, Tried) and note.taken][-1:]
        return "".join(f"{note.rule} {note.option}: " for note in taken) + answer.lines[0]

    return by_face(told)


def commander(occasion: str = ACTION) -> Question:
    """Ask what the commander of the rebels orders first."""

    def ordered(asked: Asked) -> Answer:
        unit = "p1" if occasion in (CHARGED, HOLD) else None
        about = (asked.words or ("a1",))[0] if unit else "federales" if occasion == NOMINATE else None
        return plan(asked, Ask("rebels", occasion, unit, about), COMMANDER)

    return ordered


# -- what viewers are told -------------------------------------------------------------------------------------------


def odds(occasion: str = ACTION) -> Question:
    """Ask the odds of an order: what, how likely, of what number, every result, and how it is reckoned."""

    def told(asked: Asked) -> list[str]:
        order, lines = order_of(asked.position, asked.words, occasion), list[str]()
        for each in SHOW.odds(asked.position, ask_of(asked.position, order.unit, occasion), order):
            results = [f"{name} {percent(chance)}" for name, chance in each.results]
            lines += [f"{each.what} {percent(each.chance)}", *map(str, each.checks), *results, each.reckoning]
        return lines or ["none"]

    return told


def offered(asked: Asked) -> list[tuple[str, Any]]:
    """Return the offers to p1, or on another occasion, each with its verb."""
    occasion, unit = asked.words if len(asked.words) == 2 else (ACTION, "p1")
    found = BOOK.offers(asked.position, ask_of(asked.position, unit, occasion))
    return [(str(getattr(type(offer.intent), "verb", "")), offer) for offer in found]


def menu(asked: Asked) -> list[str]:
    """`menu [OCCASION UNIT]`: the verbs that can be ordered, and behind `not` those that are listed with a reason."""
    found = offered(asked)
    can = dict.fromkeys(verb for verb, offer in found if not offer.refusal)
    return [", ".join(can), "not " + ", ".join(dict.fromkeys(verb for verb, _ in found if verb not in can))]


def listed(asked: Asked) -> list[str]:
    """`listed VERB`: the offers of that verb, each with what is against it or what it costs."""
    mine = [offer for verb, offer in offered(asked) if verb == asked.words[0].replace("_", " ")]
    more = [f": {each.refusal}" if each.refusal else f", {each.cost}" if each.cost else "" for each in mine]
    lines = [f"{offer.text}{told}" for offer, told in zip(mine, more, strict=True)]
    return [line.replace('"', " inches") for line in lines] or ["none"]


def having(asked: Asked) -> str:
    """`having FIELD:VALUE`: the units of which that is so."""
    (name, _, said), position = asked.words[0].partition(":"), asked.position
    return " ".join(unit.id for unit in position.state.units if field_of(position, f"{unit.id}.{name}") == said)


def over(put: Put) -> str:
    """`over [ended]`: who has won and why, if the battle is over now, or with the end of the turn."""
    found = state.outcome(put.position, "ended" in put.rest)
    return "no" if found is None else f"{found.winner}: {found.reason} ({points(dict(found.scores))})"


def points(of_sides: dict[str, int]) -> str:
    """Write points by side, or cards."""
    return ", ".join(f"{side} {number}" for side, number in of_sides.items())


def cards(put: Put) -> str:
    """`cards`: what is left of the deck."""
    left = put.position.state.deck(state.DECK).left
    return points({card: left.count(card) for card in left})


def can_charge(position: CucPosition, unit: Troop) -> bool:
    """Say whether any enemy is within reach of its charge."""
    return any(charges.charge_ways(position, unit, enemy) for enemy in enemies(position, unit.side))


def kinds(asked: Asked) -> list[str]:
    """`kinds SIDE`: the style of each unit of a side, whether it skirmishes, and how its weapon is loaded."""
    lines = []
    for unit in asked.position.state.units.of(asked.words[0]):
        weapon = state.weapon_of(asked.position, unit)
        loads = weapon.reload if weapon and weapon.reload != "none" else ""
        skirmisher = "skirmisher" if unit.profile.skirmisher else ""
        lines.append(" ".join(filter(None, (unit.id, unit.profile.style, skirmisher, loads))))
    return lines


def left(put: Put) -> list[str]:
    """`left GOAL CELL …`: the inches of way that are left to a goal from some cells."""
    costs = moves.way_left(put.position, put.one, put.way[0])
    return [halves(costs[put.position.map.ordinal(cell)]) for cell in put.way[1:]]


def needs_at(put: Put) -> list[str]:
    """`needs_at CELL …`: what a die of p1 must show to hit a1 there, or why there is no shot."""
    there = [put.other.changed(cell=cell) for cell in put.way]
    refused = [sight.shot_refusal(put.position, put.one, other) for other in there]
    numbers = [fire.needed(put.position, put.one, other, hasty=False).total for other in there]
    return [str(number) if why is None else why.cited for number, why in zip(numbers, refused, strict=True)]


def courage_needed(put: Put) -> str:
    """`courage [N]`: what the courage test of p1 needs, a round lost by N, and what is added to the die."""
    check = courage.courage_check(put.position, put.one, number(put))
    return check_text(check, courage.courage_needed(put.position, put.one, number(put)))


def respond_needed(put: Put) -> str:
    """`respond`: what the test to respond of p1 needs, and what is added to the die."""
    return check_text(responses.respond_check(put.position, put.one), responses.respond_needed(put.position, put.one))


def goal(put: Put) -> Cell:
    """Return the cell that is named, or where the unit is that stands behind `at:`."""
    at = [word.removeprefix("at:") for word in put.rest if word.startswith("at:")]
    return put.position.state.unit(at[0]).place if at else put.way[0]


def ordered_by(asked: Asked) -> tuple[Ask, Any]:
    """Read an order, and what its unit is asked with a card."""
    order = order_of(asked.position, asked.words)
    return ask_of(asked.position, order.unit), order


def ask_in(asked: Asked) -> Ask:
    """Read `[OCCASION UNIT [N]]`, or of anybody; the rebels are asked what to do with their card."""
    if not asked.words:
        return Ask("rebels", ACTION)
    occasion, unit, *more = asked.words
    ask = ask_of(asked.position, unit, occasion, int(more[0]) if more else None)
    return replace(ask, unit=None if unit == "anybody" else unit)


QUESTIONS: dict[str, Question] = {
    **shown(LA_CUCARACHA, ordered_by, ask_in),
    # Moving: `walk [UNIT] [PACE] CELL …` the inches that it takes, `way` whether the unit can go so, `left GOAL CELL …`
    # the way that is left, `charges` from where a unit can charge another, `runs_off CELL [away]` whether it has a step
    # left there to run off the table, keeping away from a1.
    "walk": of(lambda q: [*map(halves, map(moves.reach(q.position, q.one, q.pace).cost, q.way))]),
    "reach": cells_of(lambda q: moves.reach(q.position, q.one, q.pace).area),
    "paces": of(lambda q: [halves(moves.allowance(q.position, q.one, pace)) for pace in PACES]),
    "way": of(lambda q: charges.way_refusal(q.position, q.one, q.way, q.pace) or True),
    "price": of(lambda q: way_price(q.position, moves.mover(q.position, q.one), q.one.place, q.way, ())),
    "charges": cells_of(lambda q: charges.charge_ways(q.position, q.one, q.other)),
    "charge": of(lambda q: charges.charge_refusal(q.position, q.one, q.other, q.way) or True),
    "can_charge": each_of(can_charge),
    "nearer": cells_of(lambda q: moves.nearer_ways(q.position, q.one, goal(q), q.pace)),
    "left": of(left),
    "away": cells_of(lambda q: moves.away_cells(q.position, q.one, q.other, q.pace)),
    "edge": cells_of(lambda q: moves.nearest_edge(q.position, q.one, None if q.rest else q.other)),
    "retire": cells_of(lambda q: moves.retire_ways(q.position, q.one, q.other)),
    "runs_off": of(lambda q: moves.runs_off(q.position, q.one, q.way[0], q.other if q.rest else None)),
    # Ground.
    "inches": of(lambda q: f"{inches(q.position, *q.way):g}"),
    "nearest": of(lambda q: " ".join(u.id for u in nearest(q.position, q.one.place, enemies(q.position, q.one.side)))),
    "sees": of(lambda q: sight.sees(q.position, q.one, q.other)),
    "cover": of(lambda q: " ".join(c.cover for c in sight.covers_of(q.position, *q.way, above="above" in q.rest))),
    # Shooting, fighting and courage: `needs [hasty]`, `blow [charging] [first] [defending]`, `courage [LOST_BY]`.
    "shot": of(lambda q: sight.shot_refusal(q.position, q.one, q.other) or True),
    "targets": each_of(lambda position, unit: sight.has_target_from(position, unit, unit.place)),
    "needs": of(lambda q: fire.needed(q.position, q.one, q.other, hasty="hasty" in q.rest)), "needs_at": of(needs_at),
    "losses": of(lambda q: str(values.mean_losses(q.position, q.one, q.other, hasty="hasty" in q.rest))),
    "second_die": of(lambda q: fire.pierce(q.position, q.one, q.other)),
    "volley": of(lambda q: fire.dice_of(q.position, q.one)),
    "hasty": of(lambda q: fire.always_hasty(q.position, q.one)),
    "blow": of(lambda q: melee.blow_needed(q.position, q.one, q.other, **dict.fromkeys(q.rest, True))),
    "second_blow": of(lambda q: melee.melee_pierce(q.position, q.other)),
    "obstacle": of(lambda q: melee.obstacle(q.position, q.one, q.other)),
    "leader": of(lambda q: sight.leader_near(q.position, q.one)),
    "courage": of(courage_needed), "respond": of(respond_needed),
    "nerve": of(lambda q: courage.nerve(q.position, q.one, number(q))),
    # Orders: `can_reply` to a charge, `can_answer` on Hold, `can_name` for a card of the automated side, `can_roll` of
    # the die for a1; `asked` who was asked in the example before.
    "can_reply": can(CHARGED, "p1"), "can_answer": can(HOLD, "p1"), "can_name": can(NOMINATE),
    "can_roll": can(REROLL, "a1"),
    "do": done, "card": card, "tested": tested, "responds": responds, "cards": of(cards),
    "asked": lambda asked: [*ASKED] or "nobody",
    "order": by_table(), "act": by_table(whole=True), "answer": by_table(CHARGED), "again": by_table(REROLL),
    "on_hold": by_table(HOLD), "faces": faces, "table": options, "command": commander(),
    "command_charged": commander(CHARGED), "command_hold": commander(HOLD), "command_name": commander(NOMINATE),
    "commander_card": lambda asked: ran(asked, turn.play, rebels=("commander", Automated(COMMANDER))),
    # What viewers are told.
    "odds": odds(), "odds_charged": odds(CHARGED), "odds_hold": odds(HOLD),
    "views": of(lambda q: [yes(cell in SHOW.view(q.position, q.one)) for cell in q.way]),
    "kinds": kinds, "menu": menu, "listed": listed, "having": having,
    "readings": of(lambda q: [f"{name} {in_words(q.position, v)}" for name, v in q.position.battle.data.readings]),
    "over": of(over),
    "lost": of(lambda q: state.gone(q.position, q.one)),
}  # fmt: skip
