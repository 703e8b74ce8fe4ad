"""Who is asked what and whose unit it is (AAS-SEQ, AAS-COOP), and who comes before whom in sight of an enemy.

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
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import ClassVar, Literal, cast

from sim.engine.chances import short
from sim.engine.dice import Throw, at_least
from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.book import unknown
from sim.play.consequences import Course, Outcomes, consequences, happens
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Actor, Order
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.cards import draw_fog
from sim.rules.ambush_alley.combat import fire_refusal, noted, passes_quality, reaction_check, shoot, take_steps
from sim.rules.ambush_alley.events import ActionChecked, Reacted, ReactionTested
from sim.rules.ambush_alley.ground import way_refusal
from sim.rules.ambush_alley.state import AasData, AasState, Pace, Play, Scene, Team, check_die, only_reacts
from sim.tabletop.inches import Way, nearest, sees

# -- who may act -------------------------------------------------------------------------------------------------


def ready(position: Scene) -> list[Team]:
    """AAS-SEQ: return the Regular units that are still to act this turn, in roster order."""
    own = position.state.units.of(position.battle.data.mission.regulars)
    able = (unit for unit in own if unit.is_able and not unit.acted and unit.id not in position.state.left)
    return [unit for unit in able if not only_reacts(position, unit)]


def ready_for(position: Scene, player: str) -> list[Team]:
    """AAS-COOP: return who is still to act, the units of a player before those of the others."""
    return sorted(ready(position), key=lambda unit: bool(player) and unit.player != player)


def actors(position: Scene, ask: Ask) -> Iterable[Team]:
    """Return who may be given orders: whoever is asked; else those who are still to act, and then the others."""
    if ask.unit:
        return (position.state.unit(ask.unit),)
    if ask.occasion != state.ACTIVATE:
        return ()
    able = ready_for(position, ask.player)
    return (*able, *(unit for unit in position.state.units.of(ask.side) if unit not in able and unit.is_able))


# -- who is asked ------------------------------------------------------------------------------------------------


def owner(position: Scene, id_: str) -> str:
    """AAS-COOP: return who commands a unit; empty where nobody shares."""
    return position.state.unit(id_).player if position.battle.data.mission.players else ""


def next_player(position: Scene) -> str:
    """AAS-COOP: return whose turn with the mouse it is: round the table, past those who have nobody left to act."""
    mission, waiting = position.battle.data.mission, ready(position)
    if not mission.players or not waiting:
        return ""
    first = sum(unit.acted for unit in position.state.units.of(mission.regulars)) % len(mission.players)
    order = (*mission.players[first:], *mission.players[:first])
    have = {unit.player for unit in waiting}
    return next((player for player in order if player in have), order[0])


def activation_ask(position: Scene) -> Ask:
    """Return what the Regulars are asked now: a unit and its order, or the next order of the unit that acts."""
    side, actor = position.battle.data.mission.regulars, position.state.actor
    if actor:
        return Ask(side, state.ACTIVATE, actor, player=owner(position, actor))
    return Ask(side, state.ACTIVATE, player=next_player(position))


def ask_unit(position: Scene, occasion: str, unit: str, about: str, number: int | None = None) -> Ask:
    """Return a question to a unit about another; in co-op it goes to whoever commands the unit."""
    return Ask(position.state.unit(unit).side, occasion, unit, about, owner(position, unit), number)


def answered(game: Play, ask: Ask) -> AasOrder | None:
    """Return what is answered to a question; None where nobody has anything to say."""
    return cast("AasOrder | None", next(game.orders(ask), None))


# -- what all orders have in common ------------------------------------------------------------------------------


class AasOrder(Order[AasState, AasData]):
    """Something that may be ordered in a mission."""

    on: ClassVar[tuple[str, ...]] = (state.ACTIVATE, state.END_OF_TURN)
    does: ClassVar[int] = state.ACTS
    """What the other side sees of it, as the number of a question."""
    ends: ClassVar[bool] = True
    """Whether it ends an activation: a unit moves and fires, and anything else is the last thing that it does."""
    uses: ClassVar[tuple[str, ...]] = ()
    """AAS-R-activation: what of an activation it takes, to have "moved" or "fired": who has cannot be ordered it. What
    takes the fire, and is none, a unit may do in place of firing."""
    at_the_end: ClassVar[bool] = False
    """AAS-SEQ: whether it is an order for the end of a turn as well."""
    of_passengers: ClassVar[bool] = False
    """AAS-R-aboard: whether who is aboard a vehicle may be ordered it."""

    def is_reaction(self, position: Scene, ask: Ask) -> bool:
        """AAS-R-answer: say whether it is an answer to what another does."""
        return False

    def do_watched(self, game: Play, watchers: Watchers) -> None:
        """Carry it out in sight of Regulars on overwatch, some of whom may have been asked already.

        Only what Insurgents do is watched so: an order of the Regulars never comes here.
        """
        raise NotImplementedError(f"{type(self).__name__} is nothing that Insurgents do")


class UnitOrder(AasOrder):
    """An order of one unit: all but two are."""

    unit: Actor

    @property
    def units(self) -> tuple[str, ...]:
        """The unit that carries it out."""
        return (self.unit,)


class OnTheSpot(UnitOrder):
    """AAS-R-active: something that a unit does where it is, in sight of those who may check on it."""

    def resolve(self, game: Play, ask: Ask) -> None:
        """Let Insurgents who see it check before, and do it if it can still be done.

        AAS-R-join: whom it is done to may be the one unit that they are afterwards.
        """
        with in_sight(game, self.unit, does=state.ACTS, becomes=self.targets):
            if reason := game.battle.ruleset.refusal(game.position, ask, self):
                game.note(Said(reason))
                game.happen(Passed(ask.side, self.unit, "can no longer do it"))
            else:
                self.act(game)

    def act(self, game: Play) -> None:
        """Do it: each kind says how."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is done")

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell who may interrupt it, if that is read so."""
        called = calls_for_checks(position) and ask.occasion == state.ACTIVATE
        return interrupted(position, self.unit) if called else iter(())


def nobody(id_: str, kind: str) -> Refusal:
    """Say that there is nobody of a name, or of a kind if none was named."""
    return unknown(id_) if id_ else Refusal(f"there is no {kind} on the table", TABLE_SENSE)


def may_move(position: Scene, ask: Ask) -> bool:
    """AAS-R-answer: Insurgents who interrupt, or were fired at, may move; Regulars only fire."""
    interrupts = ask.occasion in (state.INTERRUPT, state.RETURN_FIRE)
    return interrupts and ask.side == position.battle.data.mission.insurgents


def is_acting(position: Scene, ask: Ask, unit: Team) -> bool:
    """Say whether a unit is the one to act in its activation, and not aboard: what it could do is worth listing."""
    return ask.occasion == state.ACTIVATE and not unit.aboard and _not_acting(position, unit) is None


def to_act(position: Scene, ask: Ask, order: AasOrder) -> Refusal | None:
    """AAS-SEQ, AAS-R-answer: say why the unit of an order is not the one to act, or such an order not called for."""
    if ask.occasion == state.HOT_SPOT:
        return None if state.HOT_SPOT in order.on else Refusal("a hot spot is to be placed", "AAS-HOT")
    if not order.units:
        return None
    (id_,), units = order.units, position.state.units
    if id_ not in units:
        return unknown(id_)
    unit = units[id_]
    if unit.side != ask.side:
        return Refusal(unit.name.does(f"is not a unit of {ask.side}"), TABLE_SENSE)
    if not unit.is_able:
        return Refusal(unit.name.does("is not on the table"), TABLE_SENSE)
    if ask.occasion == state.ACTIVATE:
        return _not_acting(position, unit) or _not_now(position, unit, order)
    if id_ != ask.unit:
        return Refusal(units[ask.unit or ""].name.does(f"is asked, not {id_}"), TABLE_SENSE)
    if ask.occasion == state.END_OF_TURN:
        if not order.at_the_end:
            return Refusal("that is no order for the end of a turn", "AAS-SEQ")
        spent = order.does in (state.MOVES, state.FIRES) and (unit.pace or unit.shots)
        return Refusal(unit.name.does("has moved or fired already"), "AAS-SEQ") if spent else None
    if unit.barred and not order.passes:
        return Refusal(f"{unit.name} can do nothing more this turn", "AAS-R-fail")
    if order.passes or order.is_reaction(position, ask):
        return None
    moves = " or a move" if may_move(position, ask) else ""
    return Refusal(f"only fire at {ask.about}{moves} can be ordered now, or nothing", "AAS-R-answer")


def _not_acting(position: Scene, unit: Team) -> Refusal | None:
    """Say why a unit is not the one that acts now."""
    actor, name = position.state.actor, unit.name
    if actor and unit.id != actor:
        return Refusal(position.state.unit(actor).name.does(f"acts now, not {name}"), "AAS-SEQ")
    if unit.acted and not actor:
        return Refusal(name.does("has acted already this turn"), "AAS-SEQ")
    if only_reacts(position, unit):
        return Refusal(name.does("looks after its casualties, and can only react this turn"), "AAS-R-aid")
    return None


def _not_now(position: Scene, unit: Team, order: AasOrder) -> Refusal | None:
    """AAS-R-aboard, AAS-R-activation: say why who acts cannot do that: as a passenger, or having moved, or fired."""
    if unit.aboard and not order.of_passengers:
        return Refusal(unit.name.does(f"is aboard {unit.aboard}"), "AAS-R-aboard")
    if not any(getattr(position.state, each) for each in order.uses):
        return None
    return Refusal(unit.name.does(f"has {' or '.join(order.uses)} already"), "AAS-R-activation")


# -- reaction tests ----------------------------------------------------------------------------------------------

TEST, TESTED = "reaction test", happens(ReactionTested)
"""What its dice are thrown for, and where it is decided."""


def comes_first(game: Play, id_: str, other: str, how: Literal["interruption", "overwatch"]) -> bool:
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


def _first(run: Course) -> bool:
    return run.has(ReactionTested, first=True)


# -- overwatch ---------------------------------------------------------------------------------------------------


@dataclass
class Watchers:
    """Who watches one thing that an Insurgent does, a move or fire: who has been asked, and who was too slow."""

    does: int = state.MOVES
    asked: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)

    def left(self, position: Scene) -> list[Team]:
        """Return the Regulars on overwatch who have not been asked yet."""
        return [unit for unit in state.regulars(position) if unit.overwatch and unit.id not in self.asked]


def challenge(game: Play, id_: str, watchers: Watchers) -> bool:
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


def _steps_to_be_seen(position: Scene, way: Way, by: Iterable[Team]) -> int:
    """Return how many steps of a way lead to the first cell that any of some units see; all of them, if none do."""
    views = [position.lines.field_of_view(each.place) for each in by]
    return next((steps for steps, cell in enumerate(way, 1) if any(cell in view for view in views)), len(way))


def go(game: Play, id_: str, way: Way, pace: Pace, watchers: Watchers) -> None:
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


def advance(game: Play, id_: str, way: Way, pace: Pace) -> None:
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


def calls_for_checks(position: Scene) -> bool:
    """AAS-R-active: say whether Insurgents check on a Regular who neither moves nor fires: unless read otherwise."""
    return position.battle.data.readings.action_checks == "activations"


def unchecked(position: Scene) -> list[Team]:
    """AAS-CHECK-4: return the Insurgents who may still have an action check this turn, in roster order."""
    return [unit for unit in state.insurgents(position) if not unit.checked and not unit.barred and not unit.reacted]


@contextmanager
def in_sight(
    game: Play, id_: str, fired_at: str = "", does: int = state.MOVES, becomes: tuple[str, ...] = ()
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


def meet(game: Play, id_: str, late: Late, fired_at: str = "", does: int = state.MOVES) -> None:
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
        game.happen(ActionChecked(who, passed))
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


def passes_action_check(game: Play, who: str) -> bool:
    """AAS-CHECK-2, AAS-CHECK-3: a unit with a leader simply acts; any other needs a Quality check."""
    unit = game.state.unit(who)
    if not unit.leader:
        return passes_quality(game, who, "action check", "AAS-CHECK-3")
    has = "is" if unit.profile.kind == "leader" else "has"
    game.note(Said(unit.name.does(f"{has} a leader: no check is needed"), rule="AAS-CHECK-2"))
    return True


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


def _contest(game: Play, ask: Ask, order: AasOrder, late: Late) -> None:
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


def _fires_first(game: Play, id_: str, who: str, order: AasOrder) -> bool:
    """Ask a Regular who was quicker whether he fires at who wanted to interrupt, and how; say whether he did."""
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


def _as_things_are(game: Play, ask: Ask, order: AasOrder) -> AasOrder | None:
    """AAS-R-late: let a unit that was too late decide anew, now that its time has come, unless that is read otherwise.

    Where the Regular is gone it has nobody to decide about.
    """
    unit, about = game.state.unit(ask.unit or ""), game.state.unit(ask.about or "")
    kept = game.battle.data.readings.late_interruption == "kept"
    if kept or not unit.can_still_act or not about.on_table:
        return order
    game.note(Said(unit.name.does(f"decides anew, after {ask.about}"), rule="AAS-R-late"))
    return answered(game, ask)


def _carry_out(game: Play, who: str, order: AasOrder | None, id_: str, watchers: Watchers) -> None:
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
