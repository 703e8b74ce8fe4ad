"""What the cases of Ambush Alley ask.

Orders are written as they are typed ("r1 move to E4"), or, where nobody could type them, by the name of their class
with its fields in order ("Move r1 E5,D6,E7", "Fire r1 nobody"); "-" says nothing to a question.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, cast

from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.notes import Tried
from sim.engine.orders import Ask, Intent, Offer
from sim.engine.ruleset import COMMANDER
from sim.play.ways import way_price
from sim.rules.ambush_alley import AMBUSH_ALLEY
from sim.rules.ambush_alley import state as act
from sim.rules.ambush_alley.combat import assault, fire, losses
from sim.rules.ambush_alley.ground import moves
from sim.rules.ambush_alley.ground.cover import own_cover_area, walled_area
from sim.rules.ambush_alley.orders.base import activation_ask
from sim.rules.ambush_alley.solo import searches
from sim.rules.ambush_alley.solo.conditions import nearest_combat
from sim.rules.ambush_alley.solo.tables import AUTO, TABLES, table_of
from sim.rules.ambush_alley.state import AasPosition, Team, complaints, quality
from sim.rules.ambush_alley.turn import BOOK
from sim.scenario.statements import CELL, NUMBER
from sim.solo.moves import Going
from sim.solo.plans import Automated, Cannot, FirstOf, Option, Plan
from sim.solo.situation import Situation
from sim.tabletop.inches import covers, nearest, sees, within
from tests.cases import Answer, Asked, Question, answer_of, order_typed
from tests.rules.questions import made, shown

SHOW = AMBUSH_ALLEY.insight
DOES = {"moves": act.MOVES, "fired_at": act.FIRED_AT, "fires": act.FIRES, "acts": act.ACTS}
"""What the other does, of which an Insurgent is asked whether it interrupts."""


# -- orders ----------------------------------------------------------------------------------------------------------


def read_order(position: AasPosition, ask: Ask, text: str) -> Intent:
    """Read an order, by the name of its class or as it is typed."""
    name, *words = text.split(" ")
    kind = next((kind for kind in BOOK.kinds if kind.__name__ == name), None)
    return cast(Intent, order_typed(position, ask, text) if kind is None else made(position, kind, words))


class Spoken:
    """Somebody who answers every question with the next of some texts, and with nothing when there are none left."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        self.left, self.asked = list(texts), list[str]()

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield what is said to a question; at the end of a turn several orders may be given."""
        number = "" if ask.number is None else f" {ask.number}"
        self.asked.append(f"{ask}{f' for {ask.player}' if ask.player else ''}{number}")
        while self.left and (text := self.left.pop(0)) != "-":
            yield read_order(game.position, ask, text)


def _stepped(asked: Asked) -> tuple[Game[Any, Any], Spoken]:
    position, spoken = asked.position, Spoken(asked.words)
    solo = AMBUSH_ALLEY.decider("solo")
    by = {side.id: asked.players.get(side.id, "human") for side in position.battle.sides}
    deciders: Any = {side: (player, solo if player == "solo" else spoken) for side, player in by.items()}
    game: Game[Any, Any] = Game(position.battle, Start(position.state), deciders, asked.source)
    AMBUSH_ALLEY.sequence(game)
    assert not spoken.left, f"nobody asked for {spoken.left}"
    asked.source.finish()
    return game, spoken


def step(asked: Asked) -> Answer:
    """`step "ORDER" …`: what happens in the next step of the sequence, in which people say this."""
    return answer_of(_stepped(asked)[0].log, asked.position)


def asks(asked: Asked) -> Answer:
    """`asks "ORDER" …`: what they are asked in it."""
    game, spoken = _stepped(asked)
    return answer_of(game.log, asked.position, spoken.asked)


def _offers(asked: Asked, *words: str) -> list[Offer]:
    ask = ask_of(asked, *words) if words else activation_ask(asked.position)
    return list(BOOK.offers(asked.position, ask))


def offered(asked: Asked) -> list[str]:
    """`offered OCCASION [UNIT ABOUT]`: the kinds of orders that can be given."""
    return sorted({type(offer.intent).__name__ for offer in _offers(asked, *asked.words) if not offer.refusal})


def why_not(asked: Asked) -> list[str]:
    """`why_not "ORDER"`: why those that begin so and stand in the list cannot be given."""
    found = [offer for offer in _offers(asked) if offer.text.startswith(asked.words[0])]
    return list(dict.fromkeys(offer.why_not or "yes" for offer in found))


# -- decisions -------------------------------------------------------------------------------------------------------


def ask_of(asked: Asked, occasion: str, unit: str = "", about: str = "", does: str = "") -> Ask:
    """Return the question that a unit is asked; without a unit it goes to the Regulars."""
    side = asked.position.state.unit(unit).side if unit else "regulars"
    number = None if not does else DOES[does] if does in DOES else int(does)
    return Ask(side, occasion, unit or None, about or None, number=number)


def _decided(asked: Asked, ask: Ask, plans: Mapping[str, Plan]) -> Answer:
    """Return the first order, with the row that gave it where it is one of the book."""
    position = asked.position
    silent: Any = {side.id: ("solo", Automated(plans)) for side in position.battle.sides}
    game: Game[Any, Any] = Game(position.battle, Start(position.state), silent, asked.source)
    first = next(iter(game.orders(ask)), None)
    asked.source.finish()
    notes = game.notebook.seal()
    text = "nothing" if first is None else AMBUSH_ALLEY.order_text(position, first)
    rule = next((note.rule for note in notes if isinstance(note, Tried) and note.taken), "")
    return Answer([f"{rule}: {text}" if rule.startswith("AAS") else text], position, notes=notes)


def thinking(asked: Asked, ask: Ask) -> tuple[Game[Any, Any], Situation[Any, Any]]:
    """Return the situation of who is asked something, and the game that keeps the notes."""
    position = asked.position
    spoken: Any = {side.id: ("human", Spoken(())) for side in position.battle.sides}
    game: Game[Any, Any] = Game(position.battle, Start(position.state), spoken, asked.source)
    return game, Situation(game, ask)


def interrupts(asked: Asked) -> Answer:
    """`interrupt UNIT REGULAR [moves|fired_at|fires|acts]`: the row of its table, and what it does."""
    unit, about, *does = asked.words
    return _decided(asked, ask_of(asked, act.INTERRUPT, unit, about, *(does or ["moves"])), AUTO)


def answers(asked: Asked) -> Answer:
    """`answer UNIT ENEMY`: what an automated unit does that was fired at."""
    return _decided(asked, ask_of(asked, act.RETURN_FIRE, *asked.words), AUTO)


def ends(asked: Asked) -> Answer:
    """`end UNIT`: what it does at the end of the turn."""
    return _decided(asked, ask_of(asked, act.END_OF_TURN, *asked.words), AUTO)


def hot_spot(asked: Asked) -> Answer:
    """`hot_spot NUMBER`: where the Insurgents place it."""
    return _decided(asked, Ask("insurgents", act.HOT_SPOT, number=int(asked.words[0])), AUTO)


def commands(asked: Asked) -> Answer:
    """`command [UNIT] [OCCASION ABOUT]`: what the player's stand-in orders."""
    unit, occasion, about = (*asked.words, "", "", "")[:3]
    plans = AMBUSH_ALLEY.plans[COMMANDER]
    return _decided(asked, ask_of(asked, occasion or act.ACTIVATE, unit, about), plans)


def row_of(asked: Asked) -> Answer:
    """`row OCCASION UNIT [ABOUT DOES]`: row and order; then others that would give one if each were the only row."""
    ask = ask_of(asked, *asked.words)
    table = TABLES[table_of(asked.position.state.unit(ask.unit or ""))][ask.occasion]
    rows = [part for part in table.parts() if isinstance(part, Option)] if isinstance(table, FirstOf) else [table]
    _, here = thinking(asked, ask)
    fit = [row.rule for row in cast("list[Option]", rows) if next(row.orders(here), None) is not None]
    answer = _decided(replace(asked), ask, AUTO)
    fit.remove(answer.lines[0].partition(":")[0])
    return replace(answer, lines=[*answer.lines, *fit])


# -- where to --------------------------------------------------------------------------------------------------------


def _search(find: Callable[..., Going | Cannot]) -> Question:
    """Ask a search: `UNIT [toward=CELL] [pace=rapid] [seen=true] …`."""

    def found(asked: Asked) -> Answer:
        position, (unit, *words) = asked.position, asked.words
        game, here = thinking(asked, ask_of(asked, act.INTERRUPT, unit))
        given, more = list[Any](), dict[str, Any]()
        for word in words:
            key, _, text = word.rpartition("=")
            value: Any = {"true": True, "false": False}[text] if text in ("true", "false") else _thing(position, text)
            more |= {key: value} if key else {}
            given += [] if key else [value]
        going = find(here, *given, **more)
        asked.source.finish()
        lines = [position.name(going.end)] if isinstance(going, Going) else [going.reason]
        return Answer(lines, position, notes=game.notebook.seal())

    return found


# -- facts about a unit ----------------------------------------------------------------------------------------------


def _of(find: Callable[..., Any]) -> Question:
    """Ask a function of a position: ids are units, names of cells are cells, lists of them are ways."""

    def found(asked: Asked) -> Any:
        position = asked.position
        return _told(position, find(position, *(_thing(position, word) for word in asked.words)))

    return found


def _thing(position: AasPosition, word: str) -> Any:
    units = position.state.units
    if word in units:
        return units[word]
    if word == "-" or all(map(CELL.fullmatch, word.split(","))):
        cells = tuple(map(position.map.cell, word.split(","))) if word != "-" else ()
        return cells[0] if len(cells) == 1 and not word.endswith(",") else cells
    return int(word) if NUMBER.fullmatch(word) else word


def _told(position: AasPosition, found: Any) -> Any:
    match found:
        case None | True:
            return "yes"
        case False:
            return "no"
        case str() | int():
            return found
        case _ if hasattr(found, "parts") or isinstance(found, Cannot):
            return str(found)
    listed = [
        each if isinstance(each, str | int) else each.id if hasattr(each, "id") else position.name(each)
        for each in found
    ]
    return listed or ["none"]


def _price(position: AasPosition, unit: Team, way: Any) -> Check | str:
    """Tell what a way costs part by part, which comes to what the rules reckon with; or why it cannot be gone."""
    cost, taken = moves.price(position, unit, _way(way)), moves.occupied(position, unit)
    parts = way_price(position, moves.mover(position, unit), unit.place, _way(way), taken)
    assert isinstance(cost, str) or (isinstance(parts, Check) and parts.total == cost)
    return cost if isinstance(cost, str) else parts


def _way(found: Any) -> tuple[Any, ...]:
    return found if type(found) is tuple else (found,)  # a cell is a tuple by its class


def _far(position: AasPosition, unit: Any, pace: Any, *cells: Any) -> list[Any]:
    """Return what each cell costs in half inches; no where it cannot be reached."""
    reach = moves.reach(position, unit, pace)
    return [cost if (cost := reach.cost(cell)) is not None else "no" for cell in cells]


def _firepower(position: AasPosition, unit: Any) -> int:
    return fire.firepower(unit, position.battle.data.supports)


def _allowances(position: AasPosition, unit: Any) -> list[int]:
    return [moves.allowance(position, unit, pace) for pace in ("cautious", "rapid")]


def _seen(position: AasPosition, unit: Any, cell: Any) -> str:
    watching = moves.watch(position, unit)
    return f"{watching.unseen(cell).text}; {watching.sheltered(cell).text}"


def _optimum(position: AasPosition, unit: Any) -> list[Any]:
    always = ["any range"] if fire.always_optimum(position, unit) else []
    return [fire.optimum(position, unit), fire.support_optimum(position, unit), *always]


# -- points ----------------------------------------------------------------------------------------------------------


def _holds(position: AasPosition, id_: str) -> str:
    place = next(each for each in position.battle.data.mission.objectives if each.id == id_)
    return act.holder(position, place) or "nobody"


def _over(position: AasPosition, ended: str = "") -> str:
    over = act.outcome(position, bool(ended))
    return "no" if over is None else f"{over.winner}: {over.reason}"


# -- what is shown ---------------------------------------------------------------------------------------------------


def _odds(asked: Asked) -> list[str]:
    """`odds "ORDER" [OCCASION UNIT ABOUT]`: what may come of it, and how likely that is."""
    odds = SHOW.odds(asked.position, *ordered_by(asked))
    return [f"{each.what}: {each.chance}" for each in odds] or ["none"]


def ordered_by(asked: Asked) -> tuple[Ask, Intent]:
    """Read `"ORDER" [OCCASION UNIT ABOUT]`."""
    ask = ask_in(replace(asked, words=asked.words[1:]))
    return ask, read_order(asked.position, ask, asked.words[0])


def ask_in(asked: Asked) -> Ask:
    """Read `[OCCASION [UNIT ABOUT NUMBER]]`; nobody in particular is asked whom to activate."""
    ask = ask_of(asked, *asked.words) if asked.words else activation_ask(asked.position)
    return activation_ask(asked.position) if ask.occasion == act.ACTIVATE and ask.unit is None else ask


QUESTIONS: Mapping[str, Question] = {
    **shown(AMBUSH_ALLEY, ordered_by, ask_in),
    "step": step,
    "asks": asks,
    "offered": offered,
    "why_not": why_not,
    "cost": lambda asked: [each.cost for each in _offers(asked) if each.text == asked.words[0] and each.cost],
    "interrupt": interrupts,
    "answer": answers,
    "end": ends,
    "hot_spot": hot_spot,
    "command": commands,
    "row": row_of,
    # Where to: the cell in which the move ends, or why there is none.
    "hide": _search(lambda here, **more: moves.out_of_sight(here, "AAS-N-3", **more)),
    "cover": _search(lambda here, **more: moves.into_cover(here, "AAS-N-2", **more)),
    "close": _search(lambda here, target, **more: searches.into_optimum(here, target, "AAS-N-4", **more)),
    "retreat": _search(lambda here: moves.pull_back(here, "AAS-R-morale")),
    "toward": _search(lambda here, cell, *pace: searches.toward(here, cell, "AAS-W-11", *pace)),
    "safest": _search(lambda here, cell, pace="rapid": searches.safest_way(here, cell, pace, "AAS-L-3")),
    # Numbers with their parts.
    "fire": _of(lambda *who: fire.attack_dice(*who[:3], reacting=bool(who[3:]))),
    "defend": _of(fire.defence_dice),
    "fire_shelter": _of(fire.shelter),
    "bout": _of(assault.assault_dice),
    "reaction": _of(losses.reaction_check),
    "morale": _of(losses.morale_check),
    "damage": _of(losses.damage_check),
    "damage_of": _of(losses.damage),
    # Plain facts.
    "firepower": _of(_firepower),
    "fighters": _of(lambda _, unit: fire.fighters(unit)),
    "optimum": _of(_optimum),
    "range": _of(fire.range_band),
    "aim": _of(fire.fire_refusal),
    "needs": _of(fire.hit_need),
    "faces": _of(fire.defence_faces),
    "harms": _of(fire.would_harm),
    "facing": _of(fire.facing_hit),
    "crowds": _of(fire.mobs_in_line),
    "quality": _of(quality),
    "check_die": _of(lambda position, unit: act.check_die(position, unit).name),
    "takes_morale": _of(lambda _, unit: losses.takes_morale(unit)),
    "half": _of(lambda _, unit: losses.at_half_strength(unit)),
    "within": _of(within),
    "enemies": _of(act.enemies),
    "nearest": _of(lambda position, cell: nearest(position, cell, act.insurgents(position))),
    "watchers": _of(moves.seen_by_enemies),
    "sees": _of(sees),
    "seen": _of(_seen),
    "covers": _of(lambda position, by, at: [cover.cover for cover in covers(position.lines, by, at)]),
    "in_cover": _of(moves.in_cover),
    "own_cover": _of(lambda position: own_cover_area(position.map, position.state.changes)),
    "walled": _of(lambda position: walled_area(position.map, position.state.changes)),
    "combat": _of(nearest_combat),
    "allowance": _of(_allowances),
    "far": _of(_far),
    "area": _of(lambda position, unit, pace: moves.reach(position, unit, pace).area),
    "held": _of(moves.move_refusal),
    "hurry": _of(moves.rapid_refusal),
    "pace": _of(moves.pace_for),
    "way": _of(lambda position, unit, way, pace: moves.way_refusal(position, unit, _way(way), pace)),
    "price": _of(_price),
    "danger": _of(moves.danger),
    "in_the_way": _of(moves.occupied),
    "way_left": _of(lambda position, unit, goal, cell: moves.leads(position, unit, goal).cost(cell)),
    "beside": _of(assault.assault_ways),
    "assault": _of(lambda position, unit, enemy, way: assault.assault_refusal(position, unit, enemy, _way(way))),
    "spots": _of(lambda position: [spot.id for spot in position.state.hot_spots if spot.active]),
    "features": _of(lambda position, cell: [kind.id for kind in position.ground.features_at(cell)]),
    # Points.
    "gained": _of(act.gained),
    "casualties": _of(act.casualties),
    "holds": _of(_holds),
    "over": _of(_over),
    "strength": _of(lambda at: [f"{unit} {number}" for unit, number in at.battle.data.mission.strength.items()]),
    "placing": _of(lambda position: position.battle.data.mission.placing),
    "entry": _of(lambda position: position.battle.data.mission.entry),
    # What is shown.
    "odds": _odds,
    "hand": lambda asked: [card.name for card in SHOW.hand(asked.position, asked.words[0])] or ["none"],
    "complaints": _of(complaints),
}
