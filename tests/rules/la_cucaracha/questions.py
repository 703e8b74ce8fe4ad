"""What only the cases of La Cucaracha ask. Where nobody is named, p1 does it, to a1; of the tables, a1 to p1.

Orders are written `UNIT VERB …`: `p1 advance L7-L9`, `p1 rapid C4 C5`, `p1 charge a1 L11 again back_foot`,
`p1 shoot a1 hasty`, `a1 evade p1 untested`, `p1 pack_up`. A charge without cells goes the shortest way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
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
from sim.rules.la_cucaracha.state import ACTION, CHARGED, HOLD, NOMINATE, REROLL, CucPosition, Troop
from sim.solo.plans import Automated, Plan
from sim.tabletop.inches import inches, nearest
from tests.cases import Answer, Asked, Question, answer_of, field_of, in_words

INSIGHT = LA_CUCARACHA.insight
CELLS = re.compile(r"([A-Z]+)(\d+)(?:-([A-Z]+)(\d+))?")
PACES = ("half", "advance", "rapid")
RESPONSES = {"shoot": "shoot", "evade": "evade", "fight_back": "fight back", "counter-attack": "counter-attack"}
PLAIN = {kind.verb.replace(" ", "_"): kind for kind in BOOK.kinds}


# -- words -----------------------------------------------------------------------------------------------------------


def way_of(position: CucPosition, words: Sequence[str]) -> tuple[Cell, ...]:
    """Return the cells that words name; `C4-C9` is every one of them."""
    return tuple(cell for word in words if (found := CELLS.fullmatch(word)) for cell in _cells(position, found))


def _cells(position: CucPosition, found: re.Match[str]) -> Iterator[Cell]:
    here = position.map.cell(found[1] + found[2])
    yield here
    grid, there = position.map.grid, position.map.cell(found[3] + found[4]) if found[3] else here
    while here != there:
        here = grid.neighbour(here, grid.directions[grid.towards(here, there)[0]])
        yield here


def order_of(position: CucPosition, words: Sequence[str], occasion: str = ACTION) -> Any:
    """Return the order that words give."""
    (unit, verb, *rest), cells = words, way_of(position, words[2:])
    hasty, again, back_foot = ("hasty" in rest), ("again" in rest), ("back_foot" in rest)
    if verb in RESPONSES and (occasion != ACTION or verb != "shoot"):
        how: Any = RESPONSES[verb]
        return Respond(unit, rest[0], how, "untested" not in rest, hasty, back_foot)
    if verb in PACES:
        pace: Any = verb
        return Advance(unit, cells, pace)
    if verb == "shoot":
        return Shoot(unit, rest[0], hasty, again)
    if verb == "charge":
        if not cells and rest[0] in position.state.units and "here" not in rest:
            ways = charges.charge_ways(position, position.state.unit(unit), position.state.unit(rest[0]))
            cells = next(iter(ways.values()), ())
        return Charge(unit, rest[0], cells, again, back_foot)
    plain: Any = PLAIN[verb]
    return plain(unit)


def short(position: CucPosition, intent: Intent) -> str:
    """Put an order in short words: what, where to, at whom, how."""
    match intent:
        case Advance(way=way, pace=pace):
            return f"{pace} {position.name(way[-1])}"
        case Charge(target=target, reroll=reroll, back_foot=back_foot):
            return f"charge {target}{', again' if reroll else ''}{', back foot' if back_foot else ''}"
        case Shoot(target=target, hasty=hasty, reroll=reroll):
            return f"shoot {target}{', hasty' if hasty else ''}{', again' if reroll else ''}"
        case Respond(how=how, test=test, hasty=hasty, back_foot=back_foot):
            told = [how, *["tested"] * test, *["hasty"] * hasty, *["back foot"] * back_foot]
            return ", ".join(told)
        case Nominate(unit=unit):
            return f"nominate {unit}"
    return str(getattr(type(intent), "verb", ""))


def check_text(check: Check, total: int | None = None) -> str:
    """Write a number with its parts."""
    return str(replace(check, name="")).strip() if total is None else f"{total}: {', '.join(map(str, check.parts))}"


def yes(said: object) -> str:
    """Write what is so or not, and a refusal with its rule."""
    return "yes" if said in (None, True) else "no" if said is False else getattr(said, "cited", str(said))


def named(position: CucPosition, cells: Any) -> str:
    """Write cells in one line."""
    return " ".join(position.name(cell) for cell in cells) or "none"


def pair(asked: Asked) -> tuple[Troop, Troop]:
    """Return p1 and a1, or the two whom words name."""
    known = asked.position.state.units
    named = [word for word in asked.words if word in known]
    one, other, *_ = [*named, *("p1", "a1")[len(named) :]]
    return known[one], known[other if other in known else one]


def first_unit(asked: Asked) -> tuple[Any, list[str]]:
    """Return the unit that the first word names, or p1, and the other words."""
    words = list(asked.words)
    id_ = words.pop(0) if words and words[0] in asked.position.state.units else "p1"
    return asked.position.state.unit(id_), words


def pace_of(words: list[str]) -> Any:
    """Take the pace off some words; an Advance if none is named."""
    return words.pop(0) if words and words[0] in PACES else "advance"


# -- moving ----------------------------------------------------------------------------------------------------------


def walk_to(asked: Asked) -> list[str]:
    """`walk [UNIT] [PACE] CELL …`: the inches that it takes to get there, or no."""
    unit, words = first_unit(asked)
    run = moves.reach(asked.position, unit, pace_of(words))
    costs = [run.cost(cell) for cell in way_of(asked.position, words)]
    return ["no" if cost is None else f"{cost / 2:g}" for cost in costs]


def reached(asked: Asked) -> str:
    """`reach [UNIT] [PACE]`: every cell that the unit gets to."""
    unit, words = first_unit(asked)
    return named(asked.position, moves.reach(asked.position, unit, pace_of(words)).area)


def paces(asked: Asked) -> list[str]:
    """`paces`: half an Advance, an Advance and a Rapid Advance in inches."""
    unit, _ = first_unit(asked)
    return [f"{moves.allowance(asked.position, unit, pace) / 2:g}" for pace in PACES]  # type: ignore[arg-type]


def way_there(asked: Asked) -> str:
    """`way [UNIT] [PACE] CELL …`: whether the unit can go this way."""
    unit, words = first_unit(asked)
    pace = pace_of(words)
    return yes(charges.way_refusal(asked.position, unit, way_of(asked.position, words), pace))


def price(asked: Asked) -> str:
    """`price CELL …`: what a way costs, in half inches, part by part."""
    unit, words = first_unit(asked)
    found = way_price(asked.position, moves.mover(asked.position, unit), unit.place, way_of(asked.position, words), ())
    return check_text(found) if isinstance(found, Check) else found


def charge_ends(asked: Asked) -> str:
    """`charges`: the cells from which p1 can charge a1, the nearest first."""
    return named(asked.position, charges.charge_ways(asked.position, *pair(asked)))


def charge_by(asked: Asked) -> str:
    """`charge CELL …`: whether p1 can charge a1 this way."""
    return yes(charges.charge_refusal(asked.position, *pair(asked), way_of(asked.position, asked.words)))


def nearer(asked: Asked) -> str:
    """`nearer [UNIT] [PACE] CELL`, `… at:UNIT`: where a move that leads nearer to a cell, or a unit, can end."""
    unit, words = first_unit(asked)
    pace, there = pace_of(words), words[0].removeprefix("at:")
    known = asked.position.state.units
    goal = known[there].place if there in known else asked.position.map.cell(there)
    return named(asked.position, moves.nearer_ways(asked.position, unit, goal, pace))


def way_left(asked: Asked) -> list[str]:
    """`left GOAL CELL …`: the inches of way that are left to a goal from some cells."""
    goal, *cells = way_of(asked.position, asked.words)
    costs = moves.way_left(asked.position, pair(asked)[0], goal)
    return [f"{costs[asked.position.map.ordinal(cell)] / 2:g}" for cell in cells]


def running(find: Callable[..., Any]) -> Question:
    """Ask where p1 gets to from a1, or from nobody."""

    def found(asked: Asked) -> str:
        one, other = pair(asked)
        return named(asked.position, find(asked.position, one, None if "nobody" in asked.words else other))

    return found


def away(asked: Asked) -> str:
    """`away [PACE]`: where p1 is furthest from a1."""
    return named(asked.position, moves.away_cells(asked.position, *pair(asked), pace_of(list(asked.words))))


def runs_off(asked: Asked) -> str:
    """`runs_off CELL`: whether p1 has a step left there to run off the table; `away`: keeping away from a1."""
    one, other = pair(asked)
    return yes(moves.runs_off(asked.position, one, asked.cell(0), other if "away" in asked.words else None))


# -- shooting, fighting, courage -------------------------------------------------------------------------------------


def needed(asked: Asked) -> str:
    """`needs [hasty]`: what a die of p1 must show to hit a1."""
    return check_text(fire.needed(asked.position, *pair(asked), hasty="hasty" in asked.words))


def mean_losses(asked: Asked) -> str:
    """`losses [hasty]`: the figures that a volley costs on average."""
    return str(values.mean_losses(asked.position, *pair(asked), hasty="hasty" in asked.words))


def blow(asked: Asked) -> str:
    """`blow [charging] [first] [defending]`: what a die of p1 must show in close combat."""
    (one, other), how = pair(asked), dict.fromkeys(asked.words, True)
    return check_text(melee.blow_needed(asked.position, one, other, **how))


def courage_needed(asked: Asked) -> str:
    """`courage [N]`: what the courage test of p1 needs, a round lost by N, and what is added to the die."""
    unit, words = pair(asked)[0], asked.words
    minus = int(words[0]) if words else 0
    check = courage.courage_check(asked.position, unit, minus)
    return check_text(check, courage.courage_needed(asked.position, unit, minus)).rstrip(": ")


def respond_needed(asked: Asked) -> str:
    """`respond`: what the test to respond of p1 needs, and what is added to the die."""
    unit = pair(asked)[0]
    check = responses.respond_check(asked.position, unit)
    return check_text(check, responses.respond_needed(asked.position, unit)).rstrip(": ")


def nearest_to(asked: Asked) -> str:
    """`nearest`: the enemies that are nearest to p1."""
    one = pair(asked)[0]
    return " ".join(u.id for u in nearest(asked.position, one.place, state.enemies(asked.position, one.side))) or "none"


def sees(asked: Asked) -> str:
    """`sees UNIT UNIT`: whether the one sees the other."""
    return yes(sight.sees(asked.position, asked.unit(0), asked.unit(1)))


def cover(asked: Asked) -> str:
    """`cover CELL CELL [above]`: what shelters the second from the first, the best first."""
    found = sight.covers_of(asked.position, asked.cell(0), asked.cell(1), above="above" in asked.words)
    return " ".join(each.cover for each in found) or "none"


def has_target(asked: Asked) -> str:
    """`targets UNIT`: whether it has anybody to shoot at, ready and loaded or not."""
    return yes(sight.has_target_from(asked.position, asked.unit(), asked.unit().place))


def can_charge(asked: Asked) -> str:
    """`can_charge UNIT`: whether any enemy is within reach of its charge."""
    unit, position = asked.unit(), asked.position
    return yes(any(charges.charge_ways(position, unit, enemy) for enemy in state.enemies(position, unit.side)))


def having(asked: Asked) -> str:
    """`having FIELD:VALUE`: the units of which that is so."""
    name, _, said = asked.words[0].partition(":")
    units = asked.position.state.units
    return " ".join(unit.id for unit in units if field_of(asked.position, f"{unit.id}.{name}") == said) or "nobody"


def of_pair(find: Callable[..., Any]) -> Question:
    """Ask something of p1 and a1 that is a number, a text, or so or not."""

    def found(asked: Asked) -> str:
        said = find(asked.position, *pair(asked))
        return yes(said) if isinstance(said, bool) or hasattr(said, "cited") else str(said if said != "" else "nothing")

    return found


# -- orders ----------------------------------------------------------------------------------------------------------


def ask_of(position: CucPosition, unit: str, occasion: str) -> Ask:
    """Return what a unit is asked; who charges it, or comes before it, is the first enemy."""
    if occasion == NOMINATE:
        return Ask("rebels", NOMINATE, about="federales")
    known = position.state.units
    side = known[unit].side if unit in known else "rebels"
    about = next((each.id for each in state.enemies(position, side)), None)
    if occasion == ACTION:
        return Ask(
            "rebels" if position.state.card != "federales" else "federales", ACTION, position.state.actor or None
        )
    return Ask(side, occasion, unit, about if occasion != REROLL else None, number=1 if occasion == REROLL else None)


def may(occasion: str, asks: str = "") -> Question:
    """Say whether an order is allowed on an occasion, and why not."""

    def allowed(asked: Asked) -> str:
        words = list(asked.words)
        ask = ask_of(asked.position, asks or words[0], occasion)
        return yes(BOOK.refusal(asked.position, ask, order_of(asked.position, words, occasion)))

    return allowed


ASKED: list[str] = []
"""Who was asked in the last example, and on what occasion."""


@dataclass
class Voice:
    """Whoever says what the case says; the tables, where an automated side is asked and nothing is said."""

    replies: list[str]
    asked: list[str]
    is_solo: bool

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Give the orders that the case has; of a person one at a time."""
        if self.is_solo and not (self.replies and self.replies[0].split()[0] == ask.unit):
            yield from Automated(AUTO).orders(game, ask)
            return
        self.asked.append(f"{ask.unit or f'any unit of {ask.side}'}: {ask.occasion}")
        while self.replies and self._is_for(game, ask):
            yield order_of(game.position, self.replies.pop(0).split(), ask.occasion)

    def _is_for(self, game: Game[Any, Any], ask: Ask) -> bool:
        unit = game.state.unit(self.replies[0].split()[0])
        return ask.unit == unit.id or (ask.unit is None and unit.side == (ask.about or ask.side))


def voices(asked: Asked, replies: list[str]) -> dict[str, Any]:
    """Return who speaks for each side."""
    heard: list[str] = []
    players = {side.id: asked.players.get(side.id, "human") for side in asked.position.battle.sides}
    return {side: (player, Voice(replies, heard, player == "solo")) for side, player in players.items()}


def ran(asked: Asked, run: Callable[[Game[Any, Any]], object], replies: Sequence[str] = ()) -> Answer:
    """Run a part of a game; all dice and replies must be used."""
    left = list(replies)
    deciders = voices(asked, left)
    game: Game[Any, Any] = Game(asked.position.battle, Start(asked.position.state), deciders, asked.source)
    run(game)
    asked.source.finish()
    assert not left, f"nobody asked for {left}"
    ASKED[:] = deciders["rebels"][1].asked
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
    orders = [each for each in " ".join(asked.words).split(" / ") if each]
    return ran(asked, turn.play, orders)


def deck(asked: Asked) -> str:
    """`cards`: what is left of the deck."""
    left = asked.position.state.deck(state.DECK).left
    return ", ".join(f"{card} {left.count(card)}" for card in dict.fromkeys(left)) or "none"


def tested(asked: Asked) -> Answer:
    """`tested [N]`: the log of a courage test of a1, who has lost a round by N."""
    minus = int(asked.words[0]) if asked.words else 0
    return ran(asked, lambda game: courage.take_courage_test(game, "a1", minus))


def responds(asked: Asked) -> Answer:
    """`responds`: whether a1 passes the test to respond."""
    passed: list[bool] = []
    answer = ran(asked, lambda game: passed.append(responses.passes_response(game, "a1")))
    return replace(answer, lines=[yes(passed[0])])


# -- what the tables and the commander order -------------------------------------------------------------------------


def plan(
    asked: Asked, score: str | None, occasion: str = ACTION, plans: dict[str, Plan] = AUTO, *, whole: bool = False
) -> Answer:
    """Let a side decide: its first order alone, or all orders of its card, which are carried out."""
    position, side = asked.position, "federales" if plans is AUTO else "rebels"
    id_ = position.state.actor or ("a1" if plans is AUTO else None)
    about = None
    if occasion in (CHARGED, HOLD):
        id_, about = ("a1", "p1") if plans is AUTO else ("p1", asked.words[0] if asked.words else "a1")
    elif occasion == NOMINATE:
        id_, about = None, "federales"
    elif plans is COMMANDER:
        id_ = None
    number = int(score) if score is not None and occasion == REROLL else None
    if score is not None and id_ is not None and occasion != REROLL:
        now = position.state.with_unit(position.state.unit(id_).changed(score=int(score)))
        position = Position(position.battle, now)
    other = "rebels" if side == "federales" else "federales"
    deciders: dict[str, Any] = {side: ("solo", Automated(plans)), other: ("human", Voice([], [], False))}
    game: Game[Any, Any] = Game(position.battle, Start(position.state), deciders, asked.source)
    ask, before = Ask(side, occasion, id_, about, number=number), position.state.extra
    orders = []
    for intent in game.orders(ask):
        whose = f"{getattr(intent, 'unit', '')} " if id_ is None and occasion != NOMINATE else ""
        orders.append(f"{whose}{short(game.position, intent)}")
        if not whole:
            break
        BOOK.resolve(game, ask, intent)
        if game.state.extra > before or game.state.unit(game.state.actor).cell is None or game.state.shot:
            break
    asked.source.finish()
    notes = tuple(note for entry in game.log if isinstance(entry, Frame) for note in entry.why)
    thrown = [entry.asked for entry in game.log if isinstance(entry, Answered)]
    return Answer(orders, game.position, [], [], (*notes, *game.notebook.seal()), thrown)


def table(occasion: str = ACTION, *, whole: bool = False) -> Question:
    """Ask what a1 orders by its table: `order 7`, `act 7`, `answer 7`, `again 1`."""

    def ordered(asked: Asked) -> Answer:
        words = asked.words
        return plan(asked, words[0] if words and words[0].isdigit() else None, occasion, whole=whole)

    return ordered


def cell_of(asked: Asked) -> str:
    """`cell N`, `cell N charged`: rule and words of the option that a1 takes, and its order."""
    answer = plan(asked, asked.words[0], CHARGED if "charged" in asked.words else ACTION)
    taken = [note for note in walk(answer.notes) if isinstance(note, Tried) and note.taken][-1]
    return f"{taken.rule} {taken.option}: {answer.lines[0]}"


def faces(asked: Asked) -> list[str]:
    """`faces`, `faces charged`: what a1 orders by every face of its die."""
    occasion = CHARGED if "charged" in asked.words else ACTION
    found: list[tuple[int, str]] = []
    spans: list[list[int]] = []
    for score in range(1, 11):
        (order,) = plan(asked, str(score), occasion).lines
        if found and found[-1][1] == order:
            spans[-1][1] = score
        else:
            found.append((score, order))
            spans.append([score, score])
    return [f"{a}: {o}" if a == b else f"{a}-{b}: {o}" for (a, b), (_, o) in zip(spans, found, strict=True)]


def commander(occasion: str = ACTION) -> Question:
    """Ask what the commander of the rebels orders first."""
    return lambda asked: plan(asked, None, occasion, COMMANDER)


def commander_card(asked: Asked) -> Answer:
    """`commander_card`: the log of a card of the rebels whom their commander leads."""
    deciders: dict[str, Any] = {
        "rebels": ("commander", Automated(COMMANDER)),
        "federales": ("human", Voice([], [], False)),
    }
    game: Game[Any, Any] = Game(asked.position.battle, Start(asked.position.state), deciders, asked.source)
    turn.play(game)
    asked.source.finish()
    return answer_of(game.log, asked.position)


# -- what viewers are told -------------------------------------------------------------------------------------------


def percent(chance: Fraction | float) -> str:
    """Write a chance."""
    return f"{float(chance) * 100:.2f}%"


def odds(occasion: str = ACTION) -> Question:
    """Ask the odds of an order: what, how likely, of what number, every result, and how it is reckoned."""

    def told(asked: Asked) -> list[str]:
        words = list(asked.words)
        intent = order_of(asked.position, words, occasion)
        ask = ask_of(asked.position, words[0], occasion)
        lines = []
        for each in INSIGHT.odds(asked.position, ask, intent):
            results = [f"{name} {percent(chance)}" for name, chance in each.results]
            lines += [f"{each.what} {percent(each.chance)}", *map(str, each.checks), *results, each.reckoning]
        return lines or ["none"]

    return told


def threats(asked: Asked) -> list[str]:
    """`threats UNIT`: who could do what to a unit, the worst first."""
    return [f"{each.unit}: {each.what}" for each in INSIGHT.threats(asked.position, asked.words[0])] or ["none"]


def facts(find: Callable[[Asked], Any]) -> Question:
    """Ask for lines with labels; `facts p1 weapon` only for those with that label."""

    def told(asked: Asked) -> list[str]:
        only = [word for word in asked.words if word not in asked.position.state.units]
        lines = [f"{fact.label}: {fact.text}" for fact in find(asked)]
        return [line for line in lines if not only or line.startswith(f"{' '.join(only)}:")] or ["none"]

    return told


def sketch(asked: Asked) -> str:
    """`sketch ORDER`: what the menu and the map are told of an order."""
    drawn = INSIGHT.sketch(asked.position, order_of(asked.position, list(asked.words)))
    where = "" if drawn.cell is None else f" to {asked.position.name(drawn.cell)}"
    return (
        f"{drawn.verb}{' ' + drawn.target if drawn.target else ''}{where}{', ' + drawn.manner if drawn.manner else ''}"
    )


def about_ask(find: Callable[[CucPosition, Ask], Any]) -> Question:
    """Ask something of a question that a player is asked: `asks OCCASION UNIT [N]`, or of anybody."""

    def told(asked: Asked) -> str:
        occasion, unit, *more = asked.words
        ask = ask_of(asked.position, unit, occasion)
        ask = replace(ask, unit=None if unit == "anybody" else unit, number=int(more[0]) if more else None)
        found = find(asked.position, ask)
        return "none" if found is None else found if isinstance(found, str) else " ".join(found)

    return told


def passing(position: CucPosition, ask: Ask) -> str | None:
    """Return the order by which nothing is done."""
    order: Any = INSIGHT.passing(position, ask)
    return None if order is None else f"{order.unit} {short(position, order)}"


def views(asked: Asked) -> list[str]:
    """`views CELL …`: whether p1 sees cells."""
    seen = INSIGHT.view(asked.position, pair(asked)[0])
    return [yes(cell in seen) for cell in way_of(asked.position, asked.words)]


def zone(asked: Asked) -> list[str]:
    """`zone CELL …`: in which band of the fire of p1 cells lie."""
    bands = INSIGHT.fire_zone(asked.position, pair(asked)[0])
    cells = way_of(asked.position, asked.words)
    return [" and ".join(band.name for band in bands if cell in band.area) or "out" for cell in cells]


def shown_reach(asked: Asked) -> list[str]:
    """`shown CELL …`: what the map says of a cell that p1 can get to."""
    found = INSIGHT.reach(asked.position, pair(asked)[0])
    cells = way_of(asked.position, asked.words)
    return [found[cell].text.replace('"', " inches") if cell in found else "no" for cell in cells]


def unreached(asked: Asked) -> str:
    """`why_not CELL`: why p1 cannot be ordered there."""
    return INSIGHT.unreached(asked.position, Ask("rebels", ACTION), pair(asked)[0], asked.cell(0))


def kinds_offered(asked: Asked) -> list[str]:
    """`menu [OCCASION UNIT]`: the verbs that can be ordered, and behind `not` those that are listed with a reason."""
    occasion, unit = asked.words if asked.words else (ACTION, "p1")
    found = list(BOOK.offers(asked.position, ask_of(asked.position, unit, occasion)))
    open_ = dict.fromkeys(f"{offer.intent.verb}" for offer in found if not offer.refusal)  # type: ignore[attr-defined]
    shut = dict.fromkeys(f"{offer.intent.verb}" for offer in found)  # type: ignore[attr-defined]
    return [", ".join(open_), "not " + ", ".join(verb for verb in shut if verb not in open_)]


def listed(asked: Asked) -> list[str]:
    """`listed VERB`: the offers of that verb, each with what is against it or what it costs."""
    found = BOOK.offers(asked.position, ask_of(asked.position, "p1", ACTION))
    mine = [offer for offer in found if offer.intent.verb == asked.words[0].replace("_", " ")]  # type: ignore[attr-defined]
    costs = [f", {offer.cost}".replace('"', " inches") if offer.cost else "" for offer in mine]
    told = [f": {offer.refusal}" if offer.refusal else cost for offer, cost in zip(mine, costs, strict=True)]
    return [f"{offer.text}{more}" for offer, more in zip(mine, told, strict=True)] or ["none"]


def over(asked: Asked) -> str:
    """`over [ended]`: who has won and why, if the battle is over now, or with the end of the turn."""
    found = state.outcome(asked.position, "ended" in asked.words)
    if found is None:
        return "no"
    scores = ", ".join(f"{side} {points}" for side, points in found.scores)
    return f"{found.winner}: {found.reason}{f' ({scores})' if scores else ''}"


def standing(asked: Asked) -> str:
    """`standing`: the points of everybody, as if it were over now."""
    return ", ".join(f"{side} {points}" for side, points in state.standing(asked.position).items())


QUESTIONS: dict[str, Question] = {
    "walk": walk_to, "reach": reached, "paces": paces, "way": way_there, "price": price, "charges": charge_ends,
    "charge": charge_by, "nearer": nearer, "left": way_left, "away": away, "runs_off": runs_off,
    "edge": running(moves.nearest_edge), "retire": running(moves.retire_ways),
    "needs": needed, "losses": mean_losses, "blow": blow, "courage": courage_needed, "respond": respond_needed,
    "shot": of_pair(lambda position, one, other: sight.shot_refusal(position, one, other) or True),
    "second_die": of_pair(fire.pierce),
    "second_blow": of_pair(lambda position, _, other: melee.melee_pierce(position, other)),
    "volley": of_pair(lambda position, one, _: fire.dice_of(position, one)),
    "hasty": of_pair(lambda position, one, _: fire.always_hasty(position, one)),
    "obstacle": of_pair(melee.obstacle), "leader": of_pair(lambda position, one, _: sight.leader_near(position, one)),
    "nerve": lambda asked: courage.nerve(asked.position, pair(asked)[0], int(asked.words[0])),
    "inches": lambda asked: f"{inches(asked.position, asked.cell(0), asked.cell(1)):g}",
    "nearest": nearest_to, "sees": sees, "cover": cover,
    "may": may(ACTION), "may_reply": may(CHARGED), "may_answer": may(HOLD), "may_name": may(NOMINATE),
    "may_roll": may(REROLL, "a1"), "may_reply_as_p1": may(CHARGED, "p1"), "may_answer_as_p1": may(HOLD, "p1"),
    "asked": lambda asked: [*ASKED] or "nobody", "cards": deck,
    "do": done, "card": card, "tested": tested, "responds": responds,
    "order": table(), "act": table(whole=True), "answer": table(CHARGED), "again": table(REROLL),
    "on_hold": table(HOLD),
    "cell": cell_of, "faces": faces,
    "command": commander(), "command_charged": commander(CHARGED), "command_hold": commander(HOLD),
    "command_name": commander(NOMINATE), "commander_card": commander_card,
    "odds": odds(), "odds_charged": odds(CHARGED), "odds_hold": odds(HOLD), "threats": threats, "sketch": sketch,
    "facts": facts(lambda asked: INSIGHT.facts(asked.position, asked.position.state.unit(asked.words[0]))),
    "status": facts(lambda asked: INSIGHT.status(asked.position)),
    "stakes": facts(lambda asked: INSIGHT.stakes(asked.position)),
    "markers": lambda asked: [f"{each.kind} {each.side or 'nobody'}: {each.text}" for each in INSIGHT.markers(asked.position)],
    "asks": about_ask(INSIGHT.question), "actors": about_ask(INSIGHT.actors), "passing": about_ask(passing),
    "idle": lambda asked: INSIGHT.idle(asked.position, Ask("rebels", ACTION), asked.unit()), "views": views,
    "defence": lambda asked: check_text(INSIGHT.defence(asked.position, asked.cell(0))),
    "shelter": lambda asked: check_text(INSIGHT.shelter(asked.position, asked.cell(0), asked.cell(1))),
    "face": lambda asked: INSIGHT.card(asked.position, state.DECK, asked.words[0]).name, "zone": zone,
    "shown": shown_reach, "why_not": unreached, "menu": kinds_offered, "listed": listed,
    "readings": lambda asked: [f"{name} {in_words(asked.position, said)}" for name, said in asked.position.battle.data.readings],
    "targets": has_target, "can_charge": can_charge, "having": having,
    "over": over, "standing": standing, "lost": lambda asked: yes(state.gone(asked.position, asked.unit(0))),
}  # fmt: skip
