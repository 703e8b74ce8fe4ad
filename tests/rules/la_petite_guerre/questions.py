"""What the cases of La Petite Guerre ask: what the planner orders, what comes of an order, what is added to a die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.orders import Ask, Intent
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.combat.charge import (
    charge_check,
    charge_result,
    fight,
    melee_check,
    next_charge,
    pursuit_check,
    resolve_charge,
    rout,
)
from sim.rules.la_petite_guerre.combat.fire import acquire_check, load_actions, shot
from sim.rules.la_petite_guerre.combat.guns import swept
from sim.rules.la_petite_guerre.combat.morale import (
    control_check,
    control_result,
    morale_check,
    take_control_tests,
    take_morale_tests,
)
from sim.rules.la_petite_guerre.ground.moving import run
from sim.rules.la_petite_guerre.ground.ways import (
    charge_ways,
    closest_ways,
    crawl_ways,
    full_ways,
    rout_ways,
    way_refusal,
)
from sim.rules.la_petite_guerre.orders.book import BOOK
from sim.rules.la_petite_guerre.orders.moves import Move
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, MOVING
from sim.rules.la_petite_guerre.solo import moves, planner, shots
from sim.rules.la_petite_guerre.state import Company, LpgPosition, Stance
from sim.rules.la_petite_guerre.turn import declare_charges, repeat
from sim.solo.plans import Automated
from tests.cases import Answer, Asked, Question, answer_of

METIS = "metis"
OCCASIONS = {"first move": FIRST_MOVE, "command": COMMAND, "charges": CHARGES}

# -- orders as they are typed -----------------------------------------------------------------------------------------


def ask_in(position: LpgPosition, side: str, unit: str | None) -> Ask:
    """Return what somebody is asked in this step; once inches are rolled, for a way."""
    state = position.state
    if state.rolled:
        return Ask(side, MOVING, state.actor, number=state.rolled)
    occasion = OCCASIONS.get(state.phase, ACTION)
    return Ask(side, occasion, None if occasion in (FIRST_MOVE, CHARGES) else unit)


def typed(position: LpgPosition, ask: Ask, text: str) -> Any:
    """Return the order of a text, offered or not: whatever somebody could think of."""
    for order in _thinkable(position, ask, text.split()):
        if order.text(position) == text:
            return order
    raise AssertionError(f"{text} is no order: {', '.join(each.text for each in BOOK.offers(position, ask))}")


def _thinkable(position: LpgPosition, ask: Ask, words: list[str]) -> Iterator[Any]:
    units = position.state.units
    who = units[words[0]] if words[0] in units else None
    for kind in BOOK.kinds:
        yield from kind.choices(position, ask, who) if who else kind.candidates(position, ask, None)
        names = set(kind.__dataclass_fields__)  # type: ignore[attr-defined]
        if who and "target" in names and "man" not in names:
            more = [{"dice": dice} for dice in (1, 2)] if "dice" in names else [{}]
            yield from (kind(words[0], target=word, **each) for word, each in product(words[2:], more))  # type: ignore[call-arg]


class Answering:
    """Somebody who gives the orders that a case types, in their order, and none besides."""

    def __init__(self, orders: Iterable[str]) -> None:
        self.left = list(orders)

    def orders(self, game: Game[Any, Any], ask: Ask) -> Iterator[Intent]:
        """Yield what is typed next."""
        while self.left:
            yield typed(game.position, ask, self.left.pop(0))


def carried_out(asked: Asked, rule: Callable[[Game[Any, Any]], object], orders: Iterable[str] = ()) -> Answer:
    """Let a part of the rules run, with the orders that are typed for whatever is asked meanwhile."""
    scene, person = asked.position, Answering(orders)
    deciders: dict[str, Any] = {side.id: ("human", person) for side in scene.battle.sides}
    game: Game[Any, Any] = Game(scene.battle, Start(scene.state), deciders, asked.source)
    rule(game)
    asked.source.finish()
    assert not person.left, f"nobody asked for {person.left}"
    return answer_of(game.log, scene)


def done(asked: Asked) -> Answer:
    """`do "ORDER" …`: what comes of an order that must be allowed; further orders answer what is asked meanwhile."""
    text, *more = asked.words
    ask = _ask_of(asked.position, text)
    order = typed(asked.position, ask, text)
    refused = BOOK.refusal(asked.position, ask, order)
    assert refused is None, refused
    return carried_out(asked, lambda game: order.resolve(game, ask), more)


def _ask_of(position: LpgPosition, text: str) -> Ask:
    who = text.split()[0]
    units = position.state.units
    return ask_in(position, units[who].side if who in units else position.state.side, who if who in units else None)


def allowed(asked: Asked) -> str:
    """`can "ORDER"`: yes, or why the order is refused, with the rule."""
    ask = _ask_of(asked.position, asked.words[0])
    refused = BOOK.refusal(asked.position, ask, typed(asked.position, ask, asked.words[0]))
    return "yes" if refused is None else refused.cited


def offered(asked: Asked) -> list[str]:
    """`offers WORD`: the orders that can be given now and begin so."""
    ask = _ask_of(asked.position, asked.words[0])
    offers = BOOK.offers(asked.position, ask)
    return [offer.text for offer in offers if offer.refusal is None and offer.text.startswith(asked.words[0])]


# -- the planner ------------------------------------------------------------------------------------------------------


def planned(asked: Asked, stance: Stance) -> Answer:
    """`advance [UNIT] [GOAL …]`: what a man of a company with that stance is ordered first; `anyone`: whoever is named.

    `on` after it: everything that he does until he is done.
    """
    scene, words = asked.position, list(asked.words)
    first = "on" not in words
    unit: str | None = next((word for word in words if word in scene.state.units), "a1")
    goal = tuple(scene.map.cell(word) for word in words if word not in ("on", "anyone", unit))
    company = scene.state.unit(unit or "a1").company
    own = {company: Company(company, METIS, "The company", stance, " ".join(words) if goal else None, goal)}
    data = scene.battle.data
    engagement = replace(data.engagement, companies={**data.engagement.companies, **own})
    battle = replace(scene.battle, data=replace(data, engagement=engagement))
    deciders: dict[str, Any] = {METIS: ("solo", Automated(planner.PLANS)), "militia": ("human", Answering(()))}
    game: Game[Any, Any] = Game(battle, Start(scene.state), deciders, asked.source)
    ask = ask_in(scene, METIS, None if "anyone" in words else unit)
    orders = []
    for intent in game.orders(ask):
        orders.append(_short(game.position, intent))
        if first:
            break
        BOOK.resolve(game, ask, intent)
        if orders[-1].endswith("wait") or game.state.unit(unit or "a1").out:
            break
    asked.source.finish()
    found = answer_of(game.log, Position(battle, scene.state), orders or ["nothing"])
    return replace(found, notes=(*found.notes, *game.notebook.seal()))


def _short(position: LpgPosition, intent: Any) -> str:
    """Put an order in the words that are typed; how he looks at the end of a move is left out."""
    return str(replace(intent, facing=None).text(position) if isinstance(intent, Move) else intent.text(position))


LISTS = {
    "target": shots.TARGET,
    "blind": shots.BLIND_TARGET,
    "look": shots.TO_ACQUIRE,
    **moves.LISTS,
    "to his men": moves.TO_HIS_MEN,
    "with his men": moves.WITH_HIS_MEN,
    "charge": planner.TARGET,
    "indicate": planner.TO_INDICATE,
    "report": planner.TO_HEAR_OF,
    "gun": planner.LAID,
}


def _list(asked: Asked) -> list[str]:
    """`list NAME`: all lines of a list of the planner."""
    return [line.measure.what for line in LISTS[asked.words[0]].lines]


# -- steps of the rules -----------------------------------------------------------------------------------------------


def _charges(asked: Asked) -> Answer:
    """`charges "ORDER" …`: the militia declares these charges, and all are driven home."""

    def all_of_them(game: Any) -> None:
        declare_charges(game, "militia")
        while (charge := next_charge(game.state)) is not None:
            resolve_charge(game, charge)

    return carried_out(asked, all_of_them, asked.words)


STEPS: Mapping[str, Callable[..., object]] = {
    "fight": fight,
    "flee": run,
    "rout": rout,
    "repeat": repeat,
    "control": take_control_tests,
    "morale": take_morale_tests,
}
"""What is played with the names that follow."""


def _step(rule: Callable[..., object]) -> Question:
    return lambda asked: carried_out(asked, lambda game: rule(game, *asked.words))


# -- figures ----------------------------------------------------------------------------------------------------------


def summed(check: Check) -> str:
    """Write a sum with its parts: "1: +2 A grade, -1 wounded"."""
    return str(replace(check, name="")).strip()


CHECKS: Mapping[str, Callable[..., Check]] = {
    "charge": lambda here, man, enemy: charge_check(here, man, enemy, charging=True),
    "stand": lambda here, man, enemy: charge_check(here, man, enemy, charging=False),
    "blow": lambda here, man, enemy: melee_check(here, man, enemy, charging=False),
    "charging": lambda here, man, enemy: melee_check(here, man, enemy, charging=True),
    "pursuit": pursuit_check,
    "acquire": acquire_check,
    "shot": lambda here, man, enemy: shot(here, man, enemy, second=False).check,
    "control": control_check,
    "load": load_actions,
    "swept": lambda here, gun, target: swept(here, gun, target).check,
}
"""What is added to a die, for the units that are named."""


def added(asked: Asked) -> str:
    """`add NAME UNIT …`: what is added to a die, with its parts."""
    name, *who = asked.words
    if name == "morale":
        return summed(morale_check(asked.position, who[0]))
    return summed(CHECKS[name](asked.position, *map(asked.position.state.unit, who)))


def _faces(asked: Asked) -> list[str]:
    """`faces charge` or `faces control UNIT`: what each total from 1 to 6 comes to."""
    name, *who = asked.words
    if name == "charge":
        return [charge_result(asked.position, total) for total in range(1, 7)]
    return [control_result(asked.position, asked.position.state.unit(who[0]), die) for die in range(1, 7)]


# -- ways -------------------------------------------------------------------------------------------------------------


def _way(asked: Asked) -> str:
    """`way UNIT INCHES CELL …`: yes, or why he cannot go that way; `crawl` for inches."""
    unit, inches, *cells = asked.words
    crawling = inches == "crawl"
    way = tuple(map(asked.position.map.cell, cells))
    man = asked.position.state.unit(unit)
    refused = way_refusal(asked.position, man, way, 2 if crawling else int(inches), crawling=crawling)
    return "yes" if refused is None else refused.cited


WAYS: Mapping[str, Callable[..., Mapping[Any, Any]]] = {
    "move": lambda here, man, inches: full_ways(here, man, int(inches)),
    "crawl": crawl_ways,
    "charge": lambda here, man, target, inches: charge_ways(here, man, here.state.unit(target), int(inches)),
    "rout": lambda here, man, inches: rout_ways(here, man, int(inches)),
    "nearest": lambda here, man, cell, inches: closest_ways(here, man, here.map.cell(cell), int(inches)),
}


def _ends(asked: Asked) -> str:
    """`ends NAME UNIT …`: the cells in which the ways of a man end, the first first; `none`."""
    name, unit, *more = asked.words
    found = WAYS[name](asked.position, asked.position.state.unit(unit), *more)
    return " ".join(map(asked.position.name, found)) or "none"


def _to(asked: Asked) -> str:
    """`leads CELL NAME UNIT …`: whether one of the ways of a man ends there."""
    cell, *rest = asked.words
    return "yes" if cell in _ends(replace(asked, words=tuple(rest))).split() else "no"


QUESTIONS: Mapping[str, Question] = {
    **{
        stance: lambda asked, stance=stance: planned(asked, stance)
        for stance in ("defend", "advance", "skirmish", "delay")
    },
    **{name: _step(rule) for name, rule in STEPS.items()},
    "list": _list,
    "do": done,
    "can": allowed,
    "offers": offered,
    "charges": _charges,
    "add": added,
    "faces": _faces,
    "way": _way,
    "ends": _ends,
    "leads": _to,
}
