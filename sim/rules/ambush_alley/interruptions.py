"""Interruptions, overwatch and answers: who comes before whom when somebody acts in sight of an enemy.

In the order in which it is asked and thrown:

    a Regular activates, takes a step or fires in sight (AAS-CHECK-1, AAS-R-step, AAS-R-active)
      -> every Insurgent in sight that has not checked this turn, nearest first:
           leaderless: a Quality check, or nothing more this turn
           what the tables say: fire, move, or nothing fits and the check is used up
           overwatch (AAS-R-watch)
           reaction test: won, the interruption comes first (AAS-R-quick)
                          lost, the Regular fires at it first, or finishes what he does, and it comes then (AAS-R-late)
    somebody is fired at, and survives
      -> one answer a turn (AAS-R-answer)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Literal

from sim.engine.chances import short
from sim.engine.dice import Throw, at_least
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.grid import Cell
from sim.play.consequences import Outcomes, Run, consequences, happens
from sim.play.odds import Telling, Told, otherwise
from sim.rules.ambush_alley import activations
from sim.rules.ambush_alley.activations import AasOrder, UnitOrder
from sim.rules.ambush_alley.cards import draw_fog
from sim.rules.ambush_alley.checks import noted, passes_quality, reaction_check, reaction_won, take_steps
from sim.rules.ambush_alley.events import ActionChecked, Reacted, ReactionTested
from sim.rules.ambush_alley.fire import fire_refusal, shoot
from sim.rules.ambush_alley.ground import way_refusal
from sim.rules.ambush_alley.scene import Play, Scene, check_die, insurgents, regulars
from sim.rules.ambush_alley.units import Pace, Team
from sim.tabletop.inches import Way, nearest, sees

TEST, TESTED = "reaction test", happens(ReactionTested)
"""What its dice are thrown for, and where it is decided."""
Late = list[tuple[Ask, AasOrder]]
"""Interruptions that the Regular was quicker than, each with its question, in the order in which they come."""


# -- reaction tests ----------------------------------------------------------------------------------------------


def comes_first(game: Play, id_: str, other: str, how: Literal["interruption", "overwatch"]) -> bool:
    """Throw whether a unit that reacts comes before what it reacts to; the Regular of the two may draw a card.

    Who reacts needs a success; the other then needs as much to be quicker, and else throws for the card alone.
    """
    success = game.battle.data.numbers.success
    mine, bare = _thrown(game, id_, success)
    theirs, bare_of_other = _thrown(game, other, mine if mine >= success else None, alone=True)
    first = reaction_won(game.position, mine, theirs)
    game.note(Said(game.state.unit(id_).name.does(f"has {mine}, {other} {theirs}"), rule="AAS-CHECK-1"))
    game.happen(ReactionTested(id_, other, first, how))
    is_regular = game.state.unit(id_).side == game.battle.data.mission.regulars
    if (bare if is_regular else bare_of_other) == game.battle.data.numbers.fog_on:
        game.note(Said("a 1 for the Regulars: a fog-of-war card", rule="AAS-SEQ"))
        draw_fog(game)
    return first


def _thrown(game: Play, id_: str, total: int | None, alone: bool = False) -> tuple[int, int]:
    """Throw the die of a unit that needs a total in a reaction test; return it with all that is added, and bare.

    How much more than the total it is matters as well, but where it is thrown against that `alone`.
    """
    position, unit = game.position, game.state.unit(id_)
    added = noted(game, reaction_check(position, unit))
    need = None if total is None else at_least(total - added)
    die = check_die(position, unit)
    least = max(die.faces) + 1 if need is None or need.low is None else need.low
    against = (least,) if alone else tuple(range(least, max(die.faces) + 1))
    bare = game.total(Throw(die, TEST, id_, need), against=(game.battle.data.numbers.fog_on + 1, *against))
    return bare + added, bare


def quicker(position: Scene, unit: str, other: str) -> Told:
    """Tell how likely a unit is to come first in a reaction test."""

    def tested(game: Play) -> None:
        comes_first(game, unit, other, "interruption")

    def why(telling: Telling) -> str:
        theirs, success = telling.thrown(TEST, other), position.battle.data.numbers.success
        return f"{success} or more, and more than the {theirs.throw.die.name if theirs else 'die'} of {other}"

    what = f"{unit} quicker than {other}"
    return Told(what, unit, other, TEST, against=TEST, so=_first, because=why, resolve=tested, until=TESTED)


def _first(run: Run) -> bool:
    return run.has(ReactionTested, first=True)


# -- overwatch ---------------------------------------------------------------------------------------------------


@dataclass
class Watchers:
    """Who watches one thing that an Insurgent does, a move or fire: who has been asked, and who was too slow."""

    does: int = activations.MOVES
    asked: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)

    def left(self, position: Scene) -> list[Team]:
        """Return the Regulars on overwatch who have not been asked yet."""
        return [unit for unit in regulars(position) if unit.overwatch and unit.id not in self.asked]

    def would_see(self, position: Scene, unit: Team, cell: Cell) -> bool:
        """Say whether any of those would see a unit in a cell."""
        there = unit.changed(cell=cell)
        return any(sees(position, each, there) for each in self.left(position))


def challenge(game: Play, id_: str, watchers: Watchers) -> bool:
    """Let those on overwatch who see an Insurgent fire first; say whether he can still go on."""
    if game.state.unit(id_).side != game.battle.data.mission.insurgents:
        return True
    for each in watchers.left(game.position):
        watcher, target = game.state.unit(each.id), game.state.unit(id_)
        if fire_refusal(game.position, watcher, target) is not None:
            continue
        watchers.asked.add(watcher.id)
        ask = activations.ask_unit(game.position, activations.OVERWATCH, watcher.id, id_, watchers.does)
        order = activations.answered(game, ask)
        if order is None or order.passes:
            game.happen(Passed(ask.side, watcher.id, "goes on watching"))
        elif comes_first(game, watcher.id, id_, "overwatch"):
            order.resolve(game, ask)
        else:
            watchers.late.append(watcher.id)
        if not activations.can_still_act(game.state.unit(id_)):
            return False
    return True


def fire_late(game: Play, id_: str, watchers: Watchers) -> None:
    """Let those who were too slow fire now, if they still can."""
    for watcher in watchers.late:
        unit, target = game.state.unit(watcher), game.state.unit(id_)
        if target.cell is None or unit.cell is None or fire_refusal(game.position, unit, target) is not None:
            game.happen(Passed(unit.side, watcher, "is too late to fire"))
        else:
            shoot(game, watcher, id_, reacting=True)
    watchers.late.clear()


# -- answers -----------------------------------------------------------------------------------------------------


def exchange_fire(game: Play, id_: str, target: str) -> None:
    """Fire at somebody, who may answer."""
    shoot(game, id_, target)
    if target not in game.state.units or not may_answer(game.position, game.state.unit(target), game.state.unit(id_)):
        return
    ask = activations.ask_unit(game.position, activations.RETURN_FIRE, target, id_)
    order = activations.answered(game, ask)
    if order is None or order.passes:
        game.happen(Passed(ask.side, target, "does not answer"))
    else:
        game.happen(Reacted(target, id_))
        order.resolve(game, ask)


def may_answer(position: Scene, unit: Team, enemy: Team) -> bool:
    """AAS-R-answer: say whether a unit that was fired at may answer who fired."""
    if not activations.can_still_act(unit) or unit.reacted:
        return False
    if unit.side == position.battle.data.mission.insurgents:
        return sees(position, unit, enemy) and enemy.figures > 0
    return fire_refusal(position, unit, enemy) is None


# -- steps -------------------------------------------------------------------------------------------------------


def _steps_until(way: Way, met: Callable[[Cell], bool]) -> int:
    """Return how many steps lead to the first cell where something is met; all of them, if nothing is."""
    return next((place for place, cell in enumerate(way, 1) if met(cell)), len(way))


def go(game: Play, id_: str, way: Way, pace: Pace, watchers: Watchers) -> None:
    """Move an Insurgent unit or a mob; Regulars on overwatch may fire at the first step that they see."""
    while way:
        position, unit = game.position, game.state.unit(id_)
        count = _steps_until(way, lambda cell: watchers.would_see(position, unit, cell))  # noqa: B023
        take_steps(game, id_, way[:count], pace)
        way, here = way[count:], game.state.unit(id_).cell
        if not challenge(game, id_, watchers) or not activations.can_still_act(game.state.unit(id_)):
            break
        if game.state.unit(id_).cell != here:
            break
    fire_late(game, id_, watchers)


def advance(game: Play, id_: str, way: Way, pace: Pace) -> None:
    """AAS-R-step: move a Regular; Insurgents may interrupt where he stands and at the first step that they see."""
    late: Late = []
    meet(game, id_, late)
    while way:
        unit = game.state.unit(id_)
        if unit.cell is None or unit.figures <= 0:
            break
        if reason := way_refusal(game.position, unit, way, pace):
            game.note(Said(unit.name.does(f"goes no further: {reason}")))
            game.happen(Passed(unit.side, id_, "is stopped"))
            break
        position = game.position
        count = _steps_until(way, lambda cell: seen_at(position, unit, cell))  # noqa: B023
        take_steps(game, id_, way[:count], pace)
        way = way[count:]
        meet(game, id_, late)
    carry_out_late(game, id_, late)


# -- action checks -----------------------------------------------------------------------------------------------


def unchecked(position: Scene) -> list[Team]:
    """AAS-CHECK-4: return the Insurgents who may still have an action check this turn, in roster order."""
    return [unit for unit in insurgents(position) if not unit.checked and not unit.barred and not unit.reacted]


def seen_at(position: Scene, unit: Team, cell: Cell) -> bool:
    """AAS-R-step: say whether an Insurgent who may still check would see a unit in a cell."""
    there = unit.changed(cell=cell)
    return any(sees(position, each, there) for each in unchecked(position))


def meet(game: Play, id_: str, late: Late, fired_at: str = "", does: int = activations.MOVES) -> None:
    """AAS-CHECK-1: let every Insurgent in sight of a Regular unit make its action check, nearest first.

    Those whom the Regular is quicker than are added to `late`. `fired_at` is whom the Regular is about to fire at, and
    `does` what he is about otherwise.
    """
    while activations.is_able(game.state.unit(id_)) and game.state.unit(id_).cell is not None:
        position, unit = game.position, game.state.unit(id_)
        found = nearest(position, unit.place, [each for each in unchecked(position) if sees(position, each, unit)])
        if not found:
            return
        who = game.choose([each.id for each in found], "the nearest Insurgent", id_)
        _check(
            game,
            who,
            id_,
            late,
            does if not fired_at else activations.FIRED_AT if who == fired_at else activations.FIRES,
        )


def meet_actor(game: Play, id_: str, late: Late) -> None:
    """AAS-R-active: let Insurgents check on a Regular who neither moves nor fires, unless that is read otherwise."""
    if game.battle.data.readings.action_checks == "activations":
        meet(game, id_, late, does=activations.ACTS)


def do_in_sight(game: Play, ask: Ask, order: UnitOrder, act: Callable[[], object], becomes: str = "") -> None:
    """AAS-R-active: let Insurgents who see a Regular unit check before it does something, and do it if it still can.

    AAS-R-join: `becomes` is whom it may be one with afterwards.
    """
    id_, late = order.unit, Late()
    if ask.occasion == activations.ACTIVATE:
        meet_actor(game, id_, late)
    if reason := game.battle.ruleset.refusal(game.position, ask, order):
        game.note(Said(reason))
        game.happen(Passed(ask.side, id_, "can no longer do it"))
    else:
        act()
    carry_out_late(game, id_ if id_ in game.state.units else becomes, late)


def _check(game: Play, who: str, id_: str, late: Late, number: int) -> None:
    passed = passes_action_check(game, who)
    game.happen(ActionChecked(who, passed))
    if not passed:
        return
    ask = activations.ask_unit(game.position, activations.INTERRUPT, who, id_, number)
    order = activations.answered(game, ask)
    if order is None or order.passes:
        game.note(Said("nothing that fits can be done", rule="AAS-R-nothing"))
        game.happen(Passed(ask.side, who, "does not interrupt"))
        return
    _contest(game, ask, order, late)


def passes_action_check(game: Play, who: str) -> bool:
    """AAS-CHECK-2, AAS-CHECK-3: a unit with a leader simply acts; any other needs a Quality check."""
    unit = game.state.unit(who)
    if unit.leader:
        has = "is" if unit.profile.kind == "leader" else "has"
        game.note(Said(unit.name.does(f"{has} a leader: no check is needed"), rule="AAS-CHECK-2"))
        return True
    return passes_quality(game, who, "action check", "AAS-CHECK-3")


def interrupted(position: Scene, unit: str, way: Way = ()) -> Iterator[Told]:
    """AAS-CHECK-1: tell who would see what a unit does, and how likely he is to act and to come first."""
    about = position.state.unit(unit)
    there = [about.changed(cell=cell) for cell in (about.cell, *way)]
    for enemy in unchecked(position):
        if any(sees(position, enemy, each) for each in there):
            yield _interruption(position, enemy, unit)


@lru_cache(maxsize=64)
def _interruptions(position: Scene, enemy: str, unit: str) -> Outcomes:
    """Return all that may come of an interruption: kept, for it is the same of every way that is seen."""

    def interrupts(game: Play) -> None:
        if passes_action_check(game, enemy):
            comes_first(game, enemy, unit, "interruption")

    return consequences(position, interrupts, until=TESTED)


def _interruption(position: Scene, enemy: Team, unit: str) -> Told:
    def is_tested(run: Run) -> bool:
        return run.has(ReactionTested)

    def why(telling: Telling) -> str:
        acts, first = telling.chance(is_tested), telling.chance(_first, given=is_tested)
        leader = "with a leader" if enemy.leader else f"action check {short(acts)}"
        return f"{leader}; reaction test {short(first)}, if its table has something for it to do"

    return Told(
        f"interruption by {enemy.id}, which comes first",
        enemy.id,
        unit,
        TEST,
        alone=False,
        against=TEST,
        so=_first,
        given=otherwise,
        because=why,
        found=_interruptions(position, enemy.id, unit),
    )


def _contest(game: Play, ask: Ask, order: AasOrder, late: Late) -> None:
    """Let an interruption, the Regular's reaction to it and overwatch find their order."""
    assert ask.unit is not None and ask.about is not None
    who, id_, watchers = ask.unit, ask.about, Watchers(order.does)
    if not challenge(game, who, watchers):
        return
    if comes_first(game, who, id_, "interruption"):
        _carry_out(game, who, order, id_, watchers)
        return
    if ask.number != activations.FIRED_AT and _fires_first(game, id_, who, order):
        if activations.can_still_act(game.state.unit(who)):
            anew = _as_things_are(game, replace(ask, number=activations.FIRED_AT), order)
            _carry_out(game, who, anew, id_, watchers)
        return
    game.note(Said(game.state.unit(id_).name.does("goes on first"), rule="AAS-R-step"))
    late.append((ask, order))
    fire_late(game, who, watchers)


def _fires_first(game: Play, id_: str, who: str, order: AasOrder) -> bool:
    """Ask a Regular who was quicker whether he fires at who wanted to interrupt, and how; say whether he did."""
    unit, enemy = game.state.unit(id_), game.state.unit(who)
    if reason := fire_refusal(game.position, unit, enemy):
        game.note(Said(f"{id_} cannot fire at {who}: {reason}", about=(id_, who)))
        return False
    ask = activations.ask_unit(
        game.position,
        activations.REACTION,
        id_,
        who,
        activations.FIRED_AT if order.does == activations.FIRES else activations.MOVES,
    )
    first = activations.answered(game, ask)
    if first is None or first.passes:
        game.happen(Passed(ask.side, id_, "goes on"))
        return False
    first.resolve(game, ask)
    return True


def carry_out_late(game: Play, id_: str, late: Late) -> None:
    """Carry out the interruptions that the Regular was quicker than, now that he has done what he was about.

    AAS-R-join: where he has joined others, `id_` is the one unit that they are now, and the interruptions are about it.
    """
    for ask, order in late:
        _carry_out(game, ask.unit or "", _as_things_are(game, replace(ask, about=id_), order), id_, Watchers())
    late.clear()


def _as_things_are(game: Play, ask: Ask, order: AasOrder) -> AasOrder | None:
    """AAS-R-late: let a unit that was too late decide anew, now that its time has come, unless that is read otherwise.

    Where the Regular is gone it has nobody to decide about.
    """
    assert ask.unit is not None and ask.about is not None
    unit, about = game.state.unit(ask.unit), game.state.unit(ask.about)
    kept = game.battle.data.readings.late_interruption == "kept"
    if kept or not activations.can_still_act(unit) or about.cell is None or about.figures <= 0:
        return order
    game.note(Said(unit.name.does(f"decides anew, after {ask.about}"), rule="AAS-R-late"))
    return activations.answered(game, ask)


def _carry_out(game: Play, who: str, order: AasOrder | None, id_: str, watchers: Watchers) -> None:
    """Carry out an interruption, if it can still be."""
    unit, position, reason = game.state.unit(who), game.position, "nothing that fits can be done"
    if order is not None and not order.passes:
        reason = (
            position.battle.ruleset.refusal(
                position, activations.ask_unit(position, activations.INTERRUPT, who, id_), order
            )
            or ""
        )
    if order is None or reason or not activations.can_still_act(unit):
        if activations.can_still_act(unit):
            game.note(Said(reason))
        game.happen(Passed(unit.side, unit.id, "can no longer interrupt"))
        return
    order.do_watched(game, watchers)
