"""Who comes before whom in sight of an enemy: action checks, reaction tests, overwatch and answers to fire.

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

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Literal

from sim.engine.chances import short
from sim.engine.dice import Throw, at_least
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask
from sim.memo import memo
from sim.play.consequences import Course, Outcomes, consequences, happens
from sim.play.odds import Telling, Told, otherwise
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.cards import draw_fog
from sim.rules.ambush_alley.combat.fire import fire_refusal
from sim.rules.ambush_alley.combat.losses import noted, passes_quality, reaction_check, shoot, take_steps
from sim.rules.ambush_alley.events import ActionChecked, Reacted, ReactionTested
from sim.rules.ambush_alley.ground.moves import way_refusal
from sim.rules.ambush_alley.orders.base import AasOrder, UnitOrder, Watchers, answered, ask_unit
from sim.rules.ambush_alley.state import AasGame, AasPosition, Pace, Team, check_die
from sim.tabletop.inches import CellPath, nearest, sees

# -- reaction tests ----------------------------------------------------------------------------------------------

TEST, TESTED = "reaction test", happens(ReactionTested)
"""What its dice are thrown for, and where it is decided."""


def comes_first(game: AasGame, id_: str, other: str, how: Literal["interruption", "overwatch"]) -> bool:
    """Throw whether a unit that reacts comes before what it reacts to; the Regular of the two may draw a card.

    Who reacts needs a success, and more than the other; who then needs as much to be quicker, and else throws for the
    card alone.
    """
    numbers, unit = game.battle.data.numbers, game.state.unit(id_)
    mine, bare = _thrown(game, id_, numbers.success)
    theirs, bare_of_other = _thrown(game, other, mine if mine >= numbers.success else None, alone=True)
    first = mine >= numbers.success and mine > theirs
    game.note(Said(unit.name.does(f"has {mine}, {other} {theirs}"), rule="AAS-CHECK-1"))
    game.happen(ReactionTested(id_, other, first, how))
    if (bare if unit.side == game.battle.data.mission.regulars else bare_of_other) == numbers.fog_on:
        game.note(Said("a 1 for the Regulars: a fog-of-war card", rule="AAS-SEQ"))
        draw_fog(game)
    return first


def _thrown(game: AasGame, id_: str, total: int | None, alone: bool = False) -> tuple[int, int]:
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


def quicker(position: AasPosition, unit: str, other: str) -> Told:
    """Tell how likely a unit is to come first in a reaction test."""

    def tested(game: AasGame) -> None:
        comes_first(game, unit, other, "interruption")

    def why(telling: Telling) -> str:
        theirs, success = telling.thrown(TEST, other), position.battle.data.numbers.success
        return f"{success} or more, and more than the {theirs.throw.die.name if theirs else 'die'} of {other}"

    what = f"{unit} quicker than {other}"
    return Told(what, unit, other, TEST, against=TEST, so=_first, because=why, resolve=tested, until=TESTED)


def _first(run: Course) -> bool:
    return run.has(ReactionTested, first=True)


# -- overwatch --------------------------------------------------------------------------------------------------


def challenge(game: AasGame, id_: str, watchers: Watchers) -> bool:
    """Let those on overwatch who see an Insurgent fire first; say whether he can still go on."""
    if game.state.unit(id_).side != game.battle.data.mission.insurgents:
        return True
    for each in watchers.left(game.position):
        watcher, target = game.state.unit(each.id), game.state.unit(id_)
        if fire_refusal(game.position, watcher, target) is not None:
            continue
        watchers.asked.add(watcher.id)
        ask = ask_unit(game.position, state.OVERWATCH, watcher.id, id_, watchers.does)
        order = answered(game, ask)
        if order is None or order.passes:
            game.happen(Passed(ask.side, watcher.id, "goes on watching"))
        elif comes_first(game, watcher.id, id_, "overwatch"):
            order.resolve(game, ask)
        else:
            watchers.late.append(watcher.id)
        if not game.state.unit(id_).can_still_act:
            return False
    return True


def fire_late(game: AasGame, id_: str, watchers: Watchers) -> None:
    """Let those who were too slow fire now, if they still can."""
    for watcher in watchers.late:
        unit, target = game.state.unit(watcher), game.state.unit(id_)
        if target.cell is None or unit.cell is None or fire_refusal(game.position, unit, target) is not None:
            game.happen(Passed(unit.side, watcher, "is too late to fire"))
        else:
            shoot(game, watcher, id_, reacting=True)
    watchers.late.clear()


# -- answers -----------------------------------------------------------------------------------------------------


def exchange_fire(game: AasGame, id_: str, target: str) -> None:
    """AAS-R-answer: fire at somebody, who may answer once a turn: Insurgents if they see him, Regulars by fire."""
    shoot(game, id_, target)
    unit, enemy, position = game.state.unit(target), game.state.unit(id_), game.position
    if not unit.can_still_act or unit.reacted:
        return
    if unit.side == game.battle.data.mission.insurgents:
        able = sees(position, unit, enemy) and enemy.figures > 0
    else:
        able = fire_refusal(position, unit, enemy) is None
    if not able:
        return
    ask = ask_unit(game.position, state.RETURN_FIRE, target, id_)
    order = answered(game, ask)
    if order is None or order.passes:
        game.happen(Passed(ask.side, target, "does not answer"))
    else:
        game.happen(Reacted(target, id_))
        order.resolve(game, ask)


# -- steps -------------------------------------------------------------------------------------------------------


def _steps_to_be_seen(position: AasPosition, way: CellPath, by: Iterable[Team]) -> int:
    """Return how many steps of a way lead to the first cell that any of some units see; all of them, if none do."""
    views = [position.lines.field_of_view(each.place) for each in by]
    return next((steps for steps, cell in enumerate(way, 1) if any(cell in view for view in views)), len(way))


def go(game: AasGame, id_: str, way: CellPath, pace: Pace, watchers: Watchers) -> None:
    """Move an Insurgent unit or a mob; Regulars on overwatch may fire at the first step that they see."""
    while way:
        count = _steps_to_be_seen(game.position, way, watchers.left(game.position))
        take_steps(game, id_, way[:count], pace)
        way, here = way[count:], game.state.unit(id_).cell
        if not challenge(game, id_, watchers) or not game.state.unit(id_).can_still_act:
            break
        if game.state.unit(id_).cell != here:
            break
    fire_late(game, id_, watchers)


def advance(game: AasGame, id_: str, way: CellPath, pace: Pace) -> None:
    """AAS-R-step: move a Regular; Insurgents may interrupt where he stands and at the first step that they see."""
    with in_sight(game, id_) as late:
        while way and (unit := game.state.unit(id_)).on_table:
            if reason := way_refusal(game.position, unit, way, pace):
                game.note(Said(unit.name.does(f"goes no further: {reason}")))
                game.happen(Passed(unit.side, id_, "is stopped"))
                break
            count = _steps_to_be_seen(game.position, way, unchecked(game.position))
            take_steps(game, id_, way[:count], pace)
            way = way[count:]
            meet(game, id_, late)


# -- action checks -----------------------------------------------------------------------------------------------

Late = list[tuple[Ask, AasOrder]]
"""Interruptions that the Regular was quicker than, each with its question, in the order in which they come."""


def calls_for_checks(position: AasPosition) -> bool:
    """AAS-R-active: say whether Insurgents check on a Regular who neither moves nor fires: unless read otherwise."""
    return position.battle.data.readings.action_checks == "activations"


def unchecked(position: AasPosition) -> list[Team]:
    """AAS-CHECK-4: return the Insurgents who may still have an action check this turn, in roster order."""
    return [unit for unit in state.insurgents(position) if not unit.checked and not unit.barred and not unit.reacted]


@contextmanager
def in_sight(
    game: AasGame, id_: str, fired_at: str = "", does: int = state.MOVES, becomes: tuple[str, ...] = ()
) -> Iterator[Late]:
    """AAS-CHECK-1: let Insurgents in sight of a Regular check before he does something, and those too late come after.

    AAS-R-join: where he has joined others, the interruptions are about the one unit that they are now: `becomes`.
    """
    late: Late = []
    regular = game.state.unit(id_).side == game.battle.data.mission.regulars
    if regular and (does != state.ACTS or calls_for_checks(game.position)):
        meet(game, id_, late, fired_at, does)
    yield late
    about = next((each for each in (id_, *becomes) if each in game.state.units), id_)
    for ask, order in late:
        _carry_out(game, ask.unit or "", _as_things_are(game, replace(ask, about=about), order), about, Watchers())


def meet(game: AasGame, id_: str, late: Late, fired_at: str = "", does: int = state.MOVES) -> None:
    """AAS-CHECK-1: let every Insurgent in sight of a Regular unit make its action check, nearest first.

    Those whom the Regular is quicker than are added to `late`. `fired_at` is whom the Regular is about to fire at, and
    `does` what he is about otherwise.
    """
    while (unit := game.state.unit(id_)).on_table:
        position = game.position
        found = nearest(position, unit.place, [each for each in unchecked(position) if sees(position, each, unit)])
        if not found:
            return
        who = game.choose([each.id for each in found], "the nearest Insurgent", id_)
        passed = passes_action_check(game, who)
        spared = not passed and game.battle.data.readings.failed_check == "interruptions"
        if spared:
            game.note(Said("it acts at the end of the turn all the same", rule="AAS-R-fail"))
        game.happen(ActionChecked(who, passed, spared))
        if not passed:
            continue
        number = does if not fired_at else state.FIRED_AT if who == fired_at else state.FIRES
        ask = ask_unit(game.position, state.INTERRUPT, who, id_, number)
        order = answered(game, ask)
        if order is None or order.passes:
            game.note(Said("nothing that fits can be done", rule="AAS-R-nothing"))
            game.happen(Passed(ask.side, who, "does not interrupt"))
        else:
            _contest(game, ask, order, late)


def passes_action_check(game: AasGame, who: str) -> bool:
    """AAS-CHECK-2, AAS-CHECK-3: a unit with a leader simply acts; any other needs a Quality check."""
    unit = game.state.unit(who)
    if not unit.leader:
        return passes_quality(game, who, "action check", "AAS-CHECK-3")
    has = "is" if unit.profile.kind == "leader" else "has"
    game.note(Said(unit.name.does(f"{has} a leader: no check is needed"), rule="AAS-CHECK-2"))
    return True


def interrupted(position: AasPosition, unit: str, way: CellPath = ()) -> Iterator[Told]:
    """AAS-CHECK-1: tell who would see what a unit does, and how likely he is to act and to come first."""
    about = position.state.unit(unit)
    there = [about.changed(cell=cell) for cell in (about.cell, *way)]
    for enemy in unchecked(position):
        if any(sees(position, enemy, each) for each in there):
            yield _interruption(position, enemy, unit)


@memo
def _interruptions(position: AasPosition, enemy: str, unit: str) -> Outcomes:
    """Return all that may come of an interruption: kept, for it is the same of every way that is seen."""

    def interrupts(game: AasGame) -> None:
        if passes_action_check(game, enemy):
            comes_first(game, enemy, unit, "interruption")

    return consequences(position, interrupts, until=TESTED)


def _interruption(position: AasPosition, enemy: Team, unit: str) -> Told:
    def is_tested(run: Course) -> bool:
        return run.has(ReactionTested)

    def why(telling: Telling) -> str:
        acts, first = telling.chance(is_tested), telling.chance(_first, given=is_tested)
        leader = "with a leader" if enemy.leader else f"action check {short(acts)}"
        return f"{leader}; reaction test {short(first)}, if its table has something for it to do"

    what, found = f"interruption by {enemy.id}, which comes first", _interruptions(position, enemy.id, unit)
    return Told(
        what, enemy.id, unit, TEST, alone=False, against=TEST, so=_first, given=otherwise, because=why, found=found
    )


def _contest(game: AasGame, ask: Ask, order: AasOrder, late: Late) -> None:
    """Let an interruption, the Regular's reaction to it and overwatch find their order."""
    who, id_, watchers = ask.unit or "", ask.about or "", Watchers(order.does)
    if not challenge(game, who, watchers):
        return
    if comes_first(game, who, id_, "interruption"):
        _carry_out(game, who, order, id_, watchers)
        return
    if ask.number != state.FIRED_AT and _fires_first(game, id_, who, order):
        if game.state.unit(who).can_still_act:
            anew = _as_things_are(game, replace(ask, number=state.FIRED_AT), order)
            _carry_out(game, who, anew, id_, watchers)
        return
    game.note(Said(game.state.unit(id_).name.does("goes on first"), rule="AAS-R-step"))
    late.append((ask, order))
    fire_late(game, who, watchers)


def _fires_first(game: AasGame, id_: str, who: str, order: AasOrder) -> bool:
    """Ask a Regular who was quicker whether he fires at whoever wanted to interrupt, and how; say whether he did."""
    if reason := fire_refusal(game.position, game.state.unit(id_), game.state.unit(who)):
        game.note(Said(f"{id_} cannot fire at {who}: {reason}", about=(id_, who)))
        return False
    number = state.FIRED_AT if order.does == state.FIRES else state.MOVES
    ask = ask_unit(game.position, state.REACTION, id_, who, number)
    first = answered(game, ask)
    if first is None or first.passes:
        game.happen(Passed(ask.side, id_, "goes on"))
        return False
    first.resolve(game, ask)
    return True


def _as_things_are(game: AasGame, ask: Ask, order: AasOrder) -> AasOrder | None:
    """AAS-R-late: let a unit that was too late decide anew, now that its time has come, unless that is read otherwise.

    Where the Regular is gone it has nobody to decide about.
    """
    unit, about = game.state.unit(ask.unit or ""), game.state.unit(ask.about or "")
    kept = game.battle.data.readings.late_interruption == "kept"
    if kept or not unit.can_still_act or not about.on_table:
        return order
    game.note(Said(unit.name.does(f"decides anew, after {ask.about}"), rule="AAS-R-late"))
    return answered(game, ask)


def _carry_out(game: AasGame, who: str, order: AasOrder | None, id_: str, watchers: Watchers) -> None:
    """Carry out an interruption, if it can still be."""
    unit, position, reason = game.state.unit(who), game.position, "nothing that fits can be done"
    if order is not None and not order.passes:
        ask = ask_unit(position, state.INTERRUPT, who, id_)
        reason = position.battle.ruleset.refusal(position, ask, order) or ""
    if order is None or reason or not unit.can_still_act:
        if unit.can_still_act:
            game.note(Said(reason))
        game.happen(Passed(unit.side, unit.id, "can no longer interrupt"))
        return
    order.do_watched(game, watchers)


# -- what is done where one is ----------------------------------------------------------------------------------


class OnTheSpot(UnitOrder):
    """AAS-R-active: something that a unit does where it is, in sight of those who may check on it."""

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """Let Insurgents who see it check before, and do it if it can still be done.

        AAS-R-join: whom it is done to may be the one unit that they are afterwards.
        """
        with in_sight(game, self.unit, does=state.ACTS, becomes=self.targets):
            if reason := game.battle.ruleset.refusal(game.position, ask, self):
                game.note(Said(reason))
                game.happen(Passed(ask.side, self.unit, "can no longer do it"))
            else:
                self.act(game)

    def act(self, game: AasGame) -> None:
        """Do it: each kind says how."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is done")

    def foretold(self, position: AasPosition, ask: Ask) -> Iterator[Told]:
        """Tell who may interrupt it, if that is read so."""
        called = calls_for_checks(position) and ask.occasion == state.ACTIVATE
        return interrupted(position, self.unit) if called else iter(())
