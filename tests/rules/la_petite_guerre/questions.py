"""What the cases of La Petite Guerre ask: what the planner orders, what comes of an order, what is added to a die."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, replace
from itertools import product
from typing import Any

from sim.engine.battle import Position
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.orders import TABLE_SENSE, Ask, Intent
from sim.grid import Cell
from sim.rules.la_petite_guerre import LA_PETITE_GUERRE
from sim.rules.la_petite_guerre.combat.charge import (
    charge_check,
    charge_result,
    fight,
    handiness,
    meets_charge,
    melee_check,
    next_charge,
    pursuit_check,
    resolve_charge,
    rout,
)
from sim.rules.la_petite_guerre.combat.fire import (
    Aim,
    acquire_check,
    acquire_needed,
    acquires,
    automatic,
    load_actions,
    shot,
)
from sim.rules.la_petite_guerre.combat.guns import beaten_zone, in_danger, shell_needed, swept, wedge_dice
from sim.rules.la_petite_guerre.combat.morale import (
    control_check,
    control_result,
    morale_check,
    take_control_tests,
    take_morale_tests,
)
from sim.rules.la_petite_guerre.ground.moving import run
from sim.rules.la_petite_guerre.ground.sight import in_hard_cover, in_pit, near
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
from sim.rules.la_petite_guerre.scenario import complaints, gained, losses, lost, outcome
from sim.rules.la_petite_guerre.solo import moves, planner, shots
from sim.rules.la_petite_guerre.state import Company, LpgPosition, Man, Stance
from sim.rules.la_petite_guerre.turn import STEPS, declare_charges, repeat
from sim.scenario.statements import CELL
from sim.solo.plans import Automated
from sim.tabletop.inches import sees
from tests.cases import Answer, Asked, Question, answer_of
from tests.rules.questions import shown

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
    for order in _thinkable(position, ask, text):
        if order.text(position) == text:
            return order
    offers = [each.text for each in BOOK.offers(position, ask)]
    raise AssertionError(f"{text} is no order: {', '.join(offers[:40])}")


def _named(position: LpgPosition, text: str) -> Man | None:
    """Return the unit whose name an order begins with."""
    return next((unit for unit in position.state.units if text.startswith(f"{unit.id} ")), None)


def _thinkable(position: LpgPosition, ask: Ask, text: str) -> Iterator[Any]:
    """Yield what can be made of the words of an order, offered or not, and then what is offered."""
    who = _named(position, text)
    name = who.id if who else text.split()[0]
    words = [name, *text.removeprefix(name).split()]
    cells = [position.map.cell(words[-1])] if CELL.fullmatch(words[-1]) else []
    values: dict[str, Iterable[Any]] = {
        **dict.fromkeys(("target", "lead", "man"), words[2:]),
        "unit": words[:1],
        "dice": (1, 2),
        "facing": range(len(position.map.grid.directions)),
        "cell": cells,
        "canister": (False, True),
        "again": (who is not None and who.weapon == "field_gun",),
        "side": [side.id for side in position.battle.sides],
        "first": (True, False),
    }
    for kind in BOOK.kinds:
        names = [each.name for each in fields(kind)]
        if set(names) <= set(values):
            yield from (kind(*each) for each in product(*(values[name] for name in names)))
    for kind in BOOK.kinds:
        yield from kind.choices(position, ask, who) if who else kind.candidates(position, ask, None)


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
    who = _named(position, text)
    return ask_in(position, who.side, who.id) if who else ask_in(position, position.state.side, None)


def offered(asked: Asked) -> list[str]:
    """`offers WORD`: the orders that can be given now and begin so."""
    ask = _ask_of(asked.position, asked.words[0])
    offers = BOOK.offers(asked.position, ask)
    return [offer.text for offer in offers if offer.refusal is None and offer.text.startswith(asked.words[0])]


def _kinds(asked: Asked) -> list[str]:
    """`kinds UNIT`: the kinds of order that are listed for somebody; each that cannot be given must name a rule."""
    ask = ask_in(asked.position, asked.unit().side, asked.words[0])
    own = [offer for offer in BOOK.offers(asked.position, ask) if getattr(offer.intent, "unit", "") == asked.words[0]]
    for offer in own:
        rule = TABLE_SENSE if offer.refusal is None else offer.refusal.rule
        assert rule == TABLE_SENSE or rule in LA_PETITE_GUERRE.rulebook, offer
    orders: list[Any] = [offer.intent for offer in own]
    return sorted({order.named(asked.position) for order in orders})


def _cost(asked: Asked) -> str:
    """`cost "ORDER"`: what an order costs."""
    ask = _ask_of(asked.position, asked.words[0])
    return str(typed(asked.position, ask, asked.words[0]).cost(asked.position, ask)) or "none"


# -- what viewers are told --------------------------------------------------------------------------------------------

SHOW = LA_PETITE_GUERRE.insight


def _of_order(asked: Asked) -> tuple[LpgPosition, Ask, Any]:
    ask = _ask_of(asked.position, asked.words[0])
    return asked.position, ask, typed(asked.position, ask, asked.words[0])


def _odds(asked: Asked) -> list[str]:
    """`odds "ORDER"`: what it may come to, with the chances of each result."""
    found = []
    for told in SHOW.odds(*_of_order(asked)):
        results = ", ".join(f"{name} {chance}" for name, chance in told.results)
        fear = " (feared)" if told.feared else ""
        found.append(f"{told.what}{fear} {told.chance}{f': {results}' if results else ''}")
    return found or ["none"]


def _danger(asked: Asked) -> str:
    """`danger "ORDER"`: the first and the last cell that it endangers, and how many there are."""
    position, _, order = _of_order(asked)
    danger = SHOW.danger(position, order)
    cells = [] if danger is None else [position.name(cell) for cell in danger.area]
    return f"{len(cells)}: {' '.join(cells)}" if cells else "none"


def _scope(asked: Asked) -> list[str]:
    """`scope "ORDER"`: whom it reaches, and what is told of it."""
    position, _, order = _of_order(asked)
    scope = SHOW.scope(position, order)
    return ["nobody"] if scope is None else [" ".join(scope.units), *(fact.text for fact in scope.facts)]


def ask_by(asked: Asked) -> Ask:
    """Read `[OCCASION [UNIT]]`: what the militia is asked, with four inches to go; or what it is in this step."""
    if not asked.words:
        return ask_in(asked.position, "militia", None)
    return Ask("militia", asked.words[0], (*asked.words[1:], None)[0], number=4)


VIEWS: Mapping[str, Question] = {
    **shown(LA_PETITE_GUERRE, lambda asked: _of_order(asked)[1:], ask_by),
    "odds": _odds,
    "danger": _danger,
    "scope": _scope,
    "casualties": lambda asked: " ".join(sorted(SHOW.lost(asked.position) or ())) or "nobody",
}

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


STANCES: tuple[Stance, ...] = ("defend", "advance", "skirmish", "delay")


def _by_stance(stance: Stance) -> Question:
    return lambda asked: planned(asked, stance)


LISTS: Mapping[Any, Any] = {
    "target": shots.TARGET,
    "blind": shots.BLIND_TARGET,
    "look": shots.TO_ACQUIRE,
    **moves.LISTS,
    "to his men": moves.TO_HIS_MEN,
    "with his men": moves.WITH_HIS_MEN,
    "charge": planner.TARGET,
    "indicate": planner.TO_INDICATE,
    "report": planner.TO_HEAR_OF,
    "gun": shots.LAID,
}


def _list(asked: Asked) -> list[str]:
    """`list NAME`: all lines of a list of the planner."""
    return [line.measure.what for line in LISTS[asked.words[0]].lines]


# -- steps of the rules -----------------------------------------------------------------------------------------------


def _charges(asked: Asked) -> Answer:
    """`charges "ORDER" …`: the militia declares these charges, p1 at a1 if none, and all are driven home."""

    def all_of_them(game: Any) -> None:
        declare_charges(game, "militia")
        while (charge := next_charge(game.state)) is not None:
            resolve_charge(game, charge)

    return carried_out(asked, all_of_them, asked.words or ("p1 charge a1",))


PARTS: Mapping[str, Callable[..., object]] = {
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
    "control": control_check,
    "load": load_actions,
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


def _aimed(aim: Aim) -> str:
    """Write what a die must show: "4+ 1: +1 short range", or why the shot is blind."""
    return f"{aim.need}+ blind: {aim.blind}" if aim.blind else f"{aim.need}+ {summed(aim.check)}"


def _aim(asked: Asked) -> str:
    """`aim MAN TARGET`: what the die of his shot must show; `second`: with his second action."""
    return _aimed(shot(asked.position, asked.unit(0), asked.unit(1), second="second" in asked.words))


def _sweep(asked: Asked) -> str:
    """`sweep GUN TARGET`: how many dice are thrown for a man in the beaten zone, and what each must show."""
    gun, target = asked.unit(0), asked.unit(1)
    return f"{wedge_dice(asked.position, gun, target)}D6 {_aimed(swept(asked.position, gun, target))}"


def _place(asked: Asked, number: int) -> Cell:
    """Return the cell that a word names, or in which the unit stands that it names."""
    word = asked.words[number]
    cell: Cell = asked.unit(number).place if word in asked.position.state.units else asked.cell(number)
    return cell


def _zone(asked: Asked) -> str:
    """`zone GUN CELL [canister]`: who is in danger where the gun is laid on a cell, or on somebody."""
    zone = beaten_zone(asked.position, asked.unit(0), _place(asked, 1), canister="canister" in asked.words)
    return " ".join(man.id for man in in_danger(asked.position, zone)) or "nobody"


def _burst(asked: Asked) -> str:
    """`burst CELL MAN`: what the die of a burst there, or on somebody, must show to hit him."""
    need = shell_needed(asked.position, _place(asked, 0), asked.unit(1))
    return "out of reach" if need is None else f"{need}+"


def _look(asked: Asked) -> str:
    """`look MAN TARGET`: what his die must show to see the target; `has seen` and `at once` need none."""
    here, man, target = asked.position, asked.unit(0), asked.unit(1)
    if automatic(here, man, target):
        return "at once"
    if acquires(here, man, target):
        return "has seen"
    return f"{acquire_needed(here, man, target)}+ {summed(acquire_check(here, man, target))}"


def _outcome(asked: Asked) -> str:
    """`outcome [ended]`: who has won and why, if the turn has ended or not."""
    over = outcome(asked.position, "ended" in asked.words)
    return "none" if over is None else f"{over.winner}: {over.reason}"


def _company(asked: Asked) -> str:
    """`company NAME`: its name, stance, goal and the cells of that."""
    company = asked.position.battle.data.engagement.companies[asked.words[0]]
    cells = map(asked.position.name, company.cells)
    return " ".join([company.name, company.stance, *([company.goal] if company.goal else []), *cells])


YES_OR_NO: Mapping[str, Callable[[Asked], object]] = {
    "near": lambda asked: near(asked.position, asked.unit(0), asked.unit(1), int(asked.words[2])),
    "sees": lambda asked: sees(asked.position, asked.unit(0), asked.unit(1)),
    "pit": lambda asked: in_pit(asked.position, asked.unit()),
    "sheltered": lambda asked: in_hard_cover(asked.position, asked.unit(0).place, asked.unit(1)),
    "lost": lambda asked: lost(asked.position, asked.unit()),
}
"""What is so or not: `near A B INCHES`, `sees A B`, `pit A`, `sheltered FROM A`, `lost A`."""


def _whether(answer: Callable[[Asked], object]) -> Question:
    return lambda asked: "yes" if answer(asked) else "no"


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
    **VIEWS,
    **{name: _whether(answer) for name, answer in YES_OR_NO.items()},
    **{stance: _by_stance(stance) for stance in STANCES},
    **{name: _step(rule) for name, rule in PARTS.items()},
    "steps": lambda asked: STEPS,
    "which": lambda asked: ", ".join(each.id for each in asked.position.state.units if getattr(each, asked.words[0])),
    "meets": lambda asked: meets_charge(asked.position, asked.unit(0), asked.unit(1)).id,
    "handiness": lambda asked: handiness(asked.position, asked.unit()),
    "list": _list,
    "do": done,
    "offers": offered,
    "kinds": _kinds,
    "cost": _cost,
    "complaints": lambda asked: list(complaints(asked.position)) or "none",
    "charges": _charges,
    "add": added,
    "faces": _faces,
    "aim": _aim,
    "sweep": _sweep,
    "zone": _zone,
    "burst": _burst,
    "look": _look,
    "gained": lambda asked: gained(asked.position, asked.words[0]),
    "losses": lambda asked: losses(asked.position, asked.words[0]),
    "outcome": _outcome,
    "company": _company,
    "way": _way,
    "ends": _ends,
    "leads": _to,
}
