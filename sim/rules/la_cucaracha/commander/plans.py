"""The stand-in for a player: it names a unit for every card and gives it orders, explained by the same trace.

What it looks for, in this order: whoever can leave the table for a reward, charges and volleys that are worth it,
fights that go well, an objective in reach; then it rallies, reloads and deploys, goes where more is to be won if it is
behind on points, takes cover if it is not, and leaves everybody else on Hold. It looks no further than one card.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Literal, NamedTuple

from sim.board.area import Area
from sim.board.paths import UNREACHED
from sim.engine.chances import short
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import Acting, allowed, best, choosing, does, hundredths, ordered
from sim.rules.la_cucaracha.combat.fire import Aim, aim
from sim.rules.la_cucaracha.commander import values
from sim.rules.la_cucaracha.commander.values import Attack, Zones, at_ease, guards, ready, volley, volleys
from sim.rules.la_cucaracha.ground.charges import charge_ways
from sim.rules.la_cucaracha.ground.moves import anchored, area_near, away_cells, best_ways, distances_to, reach
from sim.rules.la_cucaracha.ground.sight import has_target_from
from sim.rules.la_cucaracha.orders.card import Hold, Leave, Nominate
from sim.rules.la_cucaracha.orders.fight import Deploy, FightOn, PackUp, Rally, Reload, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.orders.respond import Respond, ResponseKind, StandFast
from sim.rules.la_cucaracha.solo.choosing import followed_by
from sim.rules.la_cucaracha.state import (
    ACTION,
    CHARGED,
    HOLD,
    NOMINATE,
    CucPosition,
    CucSituation,
    Pace,
    Troop,
    enemies,
    flies,
    friends,
    weapon_of,
)
from sim.solo.plans import Cannot, FirstOf, Option, Plan
from sim.solo.priority import Line, Measure, Measured, Priority, least, measure, most, prefer, require
from sim.tabletop.inches import CellPath, nearest
from sim.tabletop.measures import half_inches, nearest_goal

GOOD, FAIR = Fraction(3, 10), Fraction(1, 20)
"""Points to be hoped for that make a volley worth a card at once, and one that is better than nothing."""
WORTH_A_HOLD, WORTH_MOVING = Fraction(1, 8), Fraction(3, 20)
"""Points that make a volley worth giving up a Hold, and hasty shots worth a move for them."""
Units = Callable[[CucSituation], Iterable[Troop]]
OrderMaker = Callable[[str], Intent]
"""Makes an order of who carries it out."""
POINTS: Measure[CucSituation, Troop] = Measure("points", lambda _, unit: unit.profile.points)


def _by(order: OrderMaker) -> Callable[[CucSituation, Troop], Intent]:
    return lambda here, unit: order(unit.id)


def _worthiest(idea: str, does: str, who: str, units: Units, pool: str, order: OrderMaker, none: str = "") -> Option:
    """Return the option that one of several units does something, whichever is worth the most."""
    return choosing(does, Priority(idea, who, most(POINTS)), units, pool, _by(order), none or f"there are no {pool}")


# -- charges, volleys, fights ----------------------------------------------------------------------------------------

UNTRIED: Line[CucSituation, Attack] = prefer(Measure("has not acted", lambda _, each: not each.target.acted))
HOPED: Line[CucSituation, Attack] = most(Measure("expected points", lambda _, each: hundredths(each.points)))
BEST_CHARGE: Priority[Attack] = Priority(
    "HOUSE-STORM",
    "the charge with the best prospects",
    require(Measure("more likely won than lost", lambda _, each: Measured(each.won > each.lost, short(each.won)))),
    require(Measure("worth it", lambda _, each: Measured(each.points > FAIR, f"{float(each.points):.2f} points"))),
    require(Measure("better than a volley", lambda here, each: each.points > _best_shot(here, each.unit))),
    HOPED,
    UNTRIED,
)


def _best_shot(here: CucSituation, unit: Troop) -> Fraction:
    return max((each.points for each in volleys(here.position, unit)), default=Fraction(0))


def _charges(here: CucSituation) -> list[Attack]:
    """Return every charge that could be made; units that guard an objective stay."""
    free = (unit for unit in at_ease(here) if not guards(here.position, unit))
    return [each for unit in free for each in values.charges(here.position, unit)]


def shoot(text: str, enough: Fraction, words: str) -> Option:
    """Return the option to shoot the best volley, if one is good enough."""
    choice: Priority[Attack] = Priority(
        "HOUSE-SHOOT",
        f"the volley with the {words} prospects",
        require(Measure("worth it", lambda _, each: Measured(each.points >= enough, f"{float(each.points):.2f}"))),
        UNTRIED,
        HOPED,
    )
    return choosing(
        text,
        choice,
        lambda here: [each for unit in at_ease(here) for each in volleys(here.position, unit)],
        "volleys that could be shot",
        lambda here, each: Shoot(each.unit.id, each.target.id),
        "no volley is worth it",
    )


def _edge(here: CucSituation, unit: Troop) -> Measured:
    position, enemy = here.position, here.state.unit(unit.fighting[0])
    odds = values.odds_of(values.melee_dice(position, unit, enemy), values.melee_dice(position, enemy, unit))
    return Measured(odds.won - odds.lost, f"{short(odds.won)} against {short(odds.lost)}")


def _holds_its_own(here: CucSituation, unit: Troop) -> Measured:
    edge = _edge(here, unit)
    return Measured(edge.key >= 0, edge.text)


FIGHT: Priority[Troop] = Priority(
    "HOUSE-FIGHT",
    "whose fight goes best",
    require(Measure("at least as likely won as lost", _holds_its_own)),
    most(Measure("won against lost", _edge)),
)
RALLY: Priority[Troop] = Priority(
    "HOUSE-RALLY",
    "who rallies",
    most(Measure("likely to", lambda here, unit: hundredths(values.nerve_odds(here.position, unit)["passed"]))),
    most(POINTS),
)


# -- weapons, leaving, waiting ---------------------------------------------------------------------------------------


def _those(test: Callable[[CucSituation, Troop], object], among: Units = at_ease) -> Units:
    return lambda here: [unit for unit in among(here) if test(here, unit)]


def _could_aim(here: CucSituation, unit: Troop) -> bool:
    return has_target_from(here.position, unit, unit.place)


def _could_hold(here: CucSituation, unit: Troop) -> bool:
    """CUC-HOLD: say whether a unit could shoot if the enemy came."""
    armed = weapon_of(here.position, unit) is not None and unit.loaded and unit.ready
    return armed and allowed(here, Hold(unit.id))


_useless = _those(lambda here, unit: anchored(unit) and not values.is_ahead(here) and not _could_aim(here, unit))
"""Deployed weapons that see nobody, while the side has to attack."""
_leaving = _those(lambda here, unit: unit.cell in _exits(here))
_fighting = _those(lambda _, unit: unit.fighting, ready)
_shaken = _those(lambda _, unit: unit.shaken and not unit.fighting, ready)
_empty = _those(lambda here, unit: not unit.loaded and _could_aim(here, unit))
_loading = _those(lambda here, unit: not unit.loaded and weapon_of(here.position, unit) is not None)
_packed = _those(lambda here, unit: unit.profile.style == "crew" and not unit.deployed and _could_aim(here, unit))


# -- where units are sent --------------------------------------------------------------------------------------------


class Errand(NamedTuple):
    """A unit and a place that it could be sent to."""

    unit: Troop
    goal: Cell
    way: int = 0
    """Half inches that are left to go."""


def _mobile(here: CucSituation) -> list[Troop]:
    """Return the units that could be sent somewhere."""
    return [unit for unit in at_ease(here) if not anchored(unit)]


def _errands(here: CucSituation, unit: Troop, goals: Iterable[Cell]) -> Iterator[Errand]:
    """Yield the nearest goal of several by the way that such troops have to go."""
    position, others = here.position, (goal for goal in goals if goal != unit.cell)
    if found := nearest_goal(position, others, lambda goal: distances_to(position, unit, goal).cost(unit.place)):
        yield Errand(unit, found[1], found[0])


def _exits(here: CucSituation) -> list[Cell]:
    exits = here.battle.data.engagement.exits
    return [cell for each in exits if each.side == here.side and each.points > 0 for cell in each.cells]


def _to_exits(here: CucSituation) -> Iterator[Errand]:
    cells = _exits(here)
    for unit in _mobile(here):
        if unit.cell not in cells:
            yield from _errands(here, unit, cells)


def _in_reach(here: CucSituation) -> Iterator[Errand]:
    """Yield who could take an objective with this card."""
    for unit in _mobile(here):
        if flies(here.position, unit) or guards(here.position, unit):
            continue
        near = area_near(here.position, unit)
        for objective in values.wanted(here):
            if unit.cell not in objective.ground and any(cell in near for cell in objective.cells):
                run = reach(here.position, unit, "rapid").area | reach(here.position, unit, "advance").area
                yield from _errands(here, unit, [cell for cell in objective.cells if cell in run])


def _attack(here: CucSituation) -> Iterator[Errand]:
    """Yield whom to send where, for a side that has to attack: to objectives, or if there are none at the enemy.

    Not who does better to stand and shoot than to go on and shoot hastily.
    """
    if values.is_ahead(here):
        return
    cells = [cell for each in values.wanted(here) for cell in each.cells[:3]]
    for unit in _mobile(here):
        if guards(here.position, unit) or _best_shot(here, unit) >= WORTH_MOVING:
            continue
        if cells and not flies(here.position, unit):
            yield from _errands(here, unit, cells)
        else:
            near = nearest(here.position, unit.place, enemies(here.position, here.side))[:1]
            yield from (Errand(unit, enemy.place) for enemy in near)


def _send(idea: str, text: str, what: str, errands: Callable[[CucSituation], Iterator[Errand]], none: str) -> Option:
    """Return the option to send a unit on an errand, with hasty shots after an Advance."""
    choice: Priority[Errand] = Priority(
        idea,
        what,
        least(Measure("inches to go", lambda _, each: half_inches(each.way))),
        most(Measure("figures", lambda _, each: each.unit.figures)),
    )

    def act(here: CucSituation) -> Cannot | Plan:
        candidates = list(errands(here))
        while candidates and (errand := choice.choose(here, candidates, "units that could be sent")):
            plan = _and_shots(errand.unit, _step(here, errand))
            if not isinstance(plan, Cannot):
                return plan
            here.say(f"{errand.unit.id}: {plan.reason}")
            candidates.remove(errand)
        return Cannot(none)

    return Option(idea, text, act)


def _step(here: CucSituation, errand: Errand) -> Intent | Cannot:
    """Return the move that brings a unit nearest to its goal: an Advance if that is as good, for the shots after it."""
    position, unit, ordinal = here.position, errand.unit, here.position.map.ordinal
    left, found = distances_to(position, unit, errand.goal).spent, list[tuple[int, CellPath, Pace]]()
    paces: tuple[Pace, ...] = ("advance", "rapid")
    for pace in paces:
        nearer = (left != UNREACHED) & (left < left[ordinal(unit.place)])
        if ways := best_ways(reach(position, unit, pace), nearer, left):
            end = min(ways, key=ways.cost)
            found.append((int(left[ordinal(end)]), ways[end], pace))
    if not found:
        return Cannot("no step leads nearer")
    least_left, way, pace = found[0]
    leads_on = found[-1][0] < least_left
    if leads_on and not (unit.loaded and unit.ready and has_target_from(position, unit, way[-1])):
        _, way, pace = found[-1]
    return ordered(here, Advance(unit.id, way, pace))


def _and_shots(unit: Troop, order: Intent | Cannot) -> Cannot | Plan:
    """Return a move that can be made as a plan, with the best hasty volley after it."""
    plan = followed_by(order, _parting_shot)
    return plan if isinstance(plan, Cannot) else Acting(unit.id, plan)


PARTING_SHOT: Priority[Attack] = Priority("HOUSE-SHOOT", "the volley with the best prospects", HOPED)


def _parting_shot(here: CucSituation) -> Intent | Cannot | None:
    found = volleys(here.position, here.unit, True) if here.state.moved != "rapid" else []
    shot = PARTING_SHOT.choose(here, found, "volleys that could be shot after the move") if found else None
    return None if shot is None else ordered(here, Shoot(shot.unit.id, shot.target.id, hasty=True))


# -- to where they can shoot, and into cover -------------------------------------------------------------------------


class Post(NamedTuple):
    """A cell to go to, and the points that hasty shots from there can be expected to win."""

    unit: Troop
    cell: Cell
    subject: str
    hoped: Fraction
    threatened: Zones


def _post(here: CucSituation, unit: Troop, cell: Cell, hoped: Fraction, threatened: Zones) -> Post:
    return Post(unit, cell, f"{unit.id} in {here.position.name(cell)}", hoped, threatened)


@measure("expected points won less lost")
def balance(here: CucSituation, post: Post) -> Measured:
    """Take off the points that a unit could lose there, worked out only for cells that are worth it."""
    feared = values.exposure(here.position, post.unit, post.cell, post.threatened) * values.worth(post.unit)
    return hundredths(post.hoped - feared)


def hopes(here: CucSituation, unit: Troop, cells: Area) -> Iterator[tuple[Cell, Fraction]]:
    """Yield those of some cells from which hasty volleys could be shot, with what the best of them would be worth."""
    if not unit.loaded or not unit.ready:
        return
    position, best = here.position, dict[Cell, Fraction]()
    for enemy, zone in values.targets(position, unit):
        alike = dict[Aim, Fraction]()
        for cell in cells & zone:
            there = unit.changed(cell=cell)
            if (how := aim(position, there, enemy)) not in alike:
                alike[how] = volley(position, there, enemy, hasty=True).points
            if cell not in best or alike[how] > best[cell]:
                best[cell] = alike[how]
    yield from ((cell, best[cell]) for cell in sorted(best, key=position.map.ordinal))


@cache
def _worth_moving(points: int, of: int) -> Measured:
    """Say it of a fraction of points: those of many cells are the same few."""
    hoped = Fraction(points, of)
    return Measured(hoped >= WORTH_MOVING, f"{float(hoped):.2f} points")


POST: Priority[Post] = Priority(
    "HOUSE-POST",
    "the best place to shoot from",
    require(Measure("worth it", lambda _, each: _worth_moving(each.hoped.numerator, each.hoped.denominator))),
    most(balance),
    least(
        Measure(
            "inches to go",
            lambda here, post: half_inches(reach(here.position, post.unit, "advance").cost(post.cell) or 0),
        )
    ),
)
SHELTER: Priority[Post] = Priority("HOUSE-COVER", "the best cover near by", most(balance))


def _posts(here: CucSituation) -> Iterator[Post]:
    """Yield where units could go and shoot that cannot shoot from where they are."""
    position = here.position
    for unit in _mobile(here):
        if guards(position, unit) or volleys(position, unit):
            continue
        others = reach(position, unit, "advance").area - Area.of(position.map, [unit.place])
        found = [(cell, hoped) for cell, hoped in hopes(here, unit, others) if hoped]
        threatened = values.threats(position, unit) if found else ()
        yield from (_post(here, unit, cell, hoped, threatened) for cell, hoped in found)


def _shelters(here: CucSituation) -> Iterator[Post]:
    """Yield the safest cell nearby for every unit that can be shot at where it stands, if that is better."""
    position = here.position
    for unit in _mobile(here):
        threatened = values.threats(position, unit)
        now = values.exposure(position, unit, unit.place, threatened)
        if not now or flies(position, unit) or guards(position, unit):
            continue
        run = reach(position, unit, "half")
        fears = {cell: values.exposure(position, unit, cell, threatened) for cell in run.area}
        feared, _, cell = min(((fears[cell], run.cost(cell) or 0, cell) for cell in fears), key=lambda each: each[:2])
        if feared < now:
            hoped = dict(hopes(here, unit, Area.of(position.map, [cell]))).get(cell, Fraction(0))
            yield _post(here, unit, cell, hoped, threatened)


def _taken_up(pace: Pace) -> Callable[[CucSituation, Post], Cannot | Plan]:
    def order(here: CucSituation, post: Post) -> Cannot | Plan:
        way = reach(here.position, post.unit, pace).way(post.cell)[1:]
        return _and_shots(post.unit, ordered(here, Advance(post.unit.id, way, pace)))

    return order


# -- answers to the enemy --------------------------------------------------------------------------------------------


class Answer(NamedTuple):
    """An answer to a charge, and the points to be won less those to be lost, in the first round and before it."""

    subject: ResponseKind | Literal["stand"]
    points: Fraction


ANSWER: Priority[Answer] = Priority(
    "CUC-REACT",
    "the best answer",
    most(Measure("expected points", lambda _, each: hundredths(each.points))),
    prefer(Measure("needs no test", lambda _, each: each.subject == "stand")),
)


def _answer(here: CucSituation, answer: Answer) -> Intent | Cannot:
    if answer.subject == "stand":
        return Cannot("nothing is better than standing")
    hasty = answer.subject == "shoot" and not here.unit.holding
    return Respond(here.unit.id, here.ask.about or "", answer.subject, hasty=hasty)


def _answers(here: CucSituation) -> Iterator[Answer]:
    """CUC-REACT: yield the answers to a charge, and how good a fight each leaves."""
    position, unit, enemy = here.position, here.unit, here.state.unit(here.ask.about or "")
    calm = _balance(position, unit, enemy)
    yield Answer("stand", calm)
    on_back_foot = position.battle.data.readings.failed_response == "back_foot"
    caught = _balance(position, unit.changed(back_foot=True), enemy) if on_back_foot else calm
    chance = values.respond_chance(position, unit)
    hows: tuple[ResponseKind, ...] = ("shoot", "evade", "counter-attack")
    for how in hows:
        if Respond(unit.id, enemy.id, how).manner_refusal(position) is None:
            yield Answer(how, chance * _success(position, unit, enemy, how) + (1 - chance) * caught)


def _success(position: CucPosition, unit: Troop, enemy: Troop, how: ResponseKind) -> Fraction:
    if how == "shoot":
        shot = values.mean_losses(position, unit, enemy, hasty=not unit.holding)
        left = enemy.changed(figures=max(1, enemy.figures - round(shot)))
        return shot * values.worth(enemy) + _balance(position, unit, left)
    if how == "counter-attack":
        return _balance(position, unit, enemy, charging=True)
    there = unit.changed(cell=away_cells(position, unit, enemy, "advance").cells[0])
    caught = bool(charge_ways(position, enemy, there))
    return _balance(position, there.changed(back_foot=True), enemy) if caught else Fraction(0)


def _balance(position: CucPosition, unit: Troop, enemy: Troop, *, charging: bool = False) -> Fraction:
    """Return what the first round of a fight that the enemy begins is worth, where its charge would end."""
    ways = charge_ways(position, enemy, unit)
    near = enemy.changed(cell=ways.cells[0]) if ways else enemy
    struck = values.melee_dice(position, unit, near, charging=charging, first=True, defending=not charging)
    taken = values.melee_dice(position, near, unit, charging=True, first=True)
    return values.mean_of(struck) * values.worth(enemy) - values.mean_of(taken) * values.worth(unit)


def answer_hold(here: CucSituation) -> Intent | Cannot:
    """CUC-HOLD: shoot at the enemy that moved or shot, if that is worth giving up the Hold."""
    unit, enemy = here.unit, here.state.unit(here.ask.about or "")
    hope = volley(here.position, unit, enemy, hasty=False).points
    if hope < WORTH_A_HOLD:
        return Cannot(f"{float(hope):.2f} points can be expected")
    return ordered(here, Respond(unit.id, enemy.id, "shoot"))


def _harm(here: CucSituation, unit: Troop) -> Measured:
    """Show what an enemy could do to us with its next card: by its best volley or charge."""
    attacks = [] if unit.shaken else [*volleys(here.position, unit), *values.charges(here.position, unit)]
    return hundredths(max([Fraction(0), *(each.points for each in attacks)]))


def _unspent(here: CucSituation) -> list[Troop]:
    return [unit for unit in friends(here.position, here.ask.about or "") if not unit.acted]


# -- the plans -------------------------------------------------------------------------------------------------------

# fmt: off
COMMANDER: dict[str, Plan] = {
    ACTION: FirstOf(
        _worthiest("HOUSE-LEAVE", "leave the table", "who leaves", _leaving, "units at an exit", Leave),
        _send("HOUSE-LEAVE", "go for an exit", "who goes for an exit", _to_exits, "there is no exit to go for"),
        choosing("charge", BEST_CHARGE, _charges, "charges that could be made",
                 lambda here, each: Charge(each.unit.id, each.target.id, each.way), "no charge is worth it"),
        shoot("a good volley", GOOD, "best"),
        choosing("fight on", FIGHT, _fighting, "units in close combat", _by(FightOn), "no fight goes well"),
        _send("HOUSE-TAKE", "take an objective", "who takes an objective", _in_reach, "no objective is in reach"),
        _worthiest("HOUSE-READY", "deploy", "who deploys", _packed, "packed weapons with a target", Deploy),
        _worthiest("HOUSE-READY", "reload", "who reloads", _empty, "empty weapons with a target", Reload),
        choosing("rally", RALLY, _shaken, "shaken units", _by(Rally), "nobody is shaken"),
        choosing("move to shoot", POST, _posts, "places to shoot from", _taken_up("advance"),
                 "no such place is in reach"),
        _send("HOUSE-CLOSER", "attack", "who attacks", _attack, "there is nobody to send, or no need to attack"),
        shoot("a fair volley", FAIR, "best"),
        choosing("take cover", SHELTER, _shelters, "places with better cover", _taken_up("half"),
                 "nobody needs cover, or finds any"),
        _worthiest("HOUSE-READY", "load", "who loads", _loading, "empty weapons", Reload),
        _worthiest("HOUSE-POST", "pack up", "who packs up", _useless,
                   "deployed weapons that had better move", PackUp),
        _worthiest("HOUSE-WATCH", "hold", "who holds", _those(_could_hold), "units that could hold", Hold,
                   "nobody has anything to hold with"),
        choosing("stand", Priority("HOUSE-WAIT", "who stands", least(POINTS)), ready, "units that have not acted",
                 _by(StandFast), "nobody is left to act"),
    ),
    CHARGED: FirstOf(
        Option("HOUSE-ANSWER", "the best answer", best(ANSWER, _answers, "answers", _answer, "there is none")),
        Option("HOUSE-ANSWER", "stand", does(StandFast)),
    ),
    HOLD: FirstOf(
        Option("HOUSE-ANSWER", "shoot", answer_hold), Option("HOUSE-ANSWER", "hold on", does(StandFast))
    ),
    NOMINATE: choosing("nominate the most harmless enemy",
                       Priority("HOUSE-NEXT", "who does the least harm", least(Measure("harm", _harm))), _unspent,
                       "enemies that have not acted", _by(Nominate), "nobody is left to act"),
}
# fmt: on
"""What the player's side does, by occasion."""
