"""Interruptions: Insurgents in sight of a Regular unit that moves or fires (AAS-CHECK, AAS-R-step).

    a Regular activates, takes a step or fires in sight
      -> every Insurgent in sight that has not checked this turn, nearest first:
           leaderless: a Quality check, or nothing more this turn
           what the tables say: fire, move, or nothing fits and the check is used up
           overwatch
           reaction test: won, the interruption comes first
                          lost, the Regular fires at it first, or finishes what he does, and it comes then

Rulings:
- The tie between Insurgents who are equally near is broken by a die.
- A Regular who is quicker than the very unit that he is about to fire at has nothing to choose: his fire comes first.
- To fire before an interruption is a reaction, and leaves him his fire of the activation.
- A Regular who loses to an interruption but is not stopped by it goes on afterwards; whoever is pinned on the way, or
  takes casualties while moving Rapid, goes no further.
- AAS-R-late: what a unit does that comes after the Regular is decided when its time comes: what was out of sight of
  him, in cover from him or in range need not be so any more. Its check was made before, and it has no other.
- An interruption that comes too late and cannot be carried out any more is lost; the unit has reacted all the same.
"""

from __future__ import annotations

from dataclasses import replace

from sim.engine.events import Passed
from sim.engine.notes import Said
from sim.engine.orders import Ask, Intent
from sim.engine.words import agreeing
from sim.grid import Cell
from sim.rules.ambush_alley.actions import ACTS, FIRED_AT, FIRES, INTERRUPT, MOVES, REACTION, Fire, Move, Stay
from sim.rules.ambush_alley.activations import ask_unit, can_still_act, is_able
from sim.rules.ambush_alley.events import ActionChecked
from sim.rules.ambush_alley.fire import fire_refusal
from sim.rules.ambush_alley.geometry import nearest, sees
from sim.rules.ambush_alley.legality import refusal
from sim.rules.ambush_alley.morale import passes_quality
from sim.rules.ambush_alley.moving import go
from sim.rules.ambush_alley.overwatch import Watchers, challenge, fire_late
from sim.rules.ambush_alley.return_fire import exchange_fire
from sim.rules.ambush_alley.scene import Scene, insurgents
from sim.rules.ambush_alley.shooting import shoot
from sim.rules.ambush_alley.tests_thrown import Play, comes_first
from sim.rules.ambush_alley.units import Team

Late = list[tuple[Ask, Intent]]
"""Interruptions that the Regular was quicker than, each with its question, in the order in which they come."""


def unchecked(position: Scene) -> list[Team]:
    """AAS-CHECK-4: return the Insurgents who may still have an action check this turn, in roster order."""
    return [unit for unit in insurgents(position) if not unit.checked and not unit.barred and not unit.reacted]


def seen_at(position: Scene, unit: Team, cell: Cell) -> bool:
    """AAS-R-step: say whether an Insurgent who may still check would see a unit in a cell."""
    there = unit.changed(cell=cell)
    return any(sees(position, each, there) for each in unchecked(position))


def meet(game: Play, id_: str, late: Late, fired_at: str = "", does: int = MOVES) -> None:
    """AAS-CHECK-1: let every Insurgent in sight of a Regular unit make its action check, nearest first.

    Those whom the Regular is quicker than are added to `late`. `fired_at` is whom the Regular is about to fire at, and
    `does` what he is about otherwise.
    """
    while is_able(game.state.unit(id_)) and game.state.unit(id_).cell is not None:
        position, unit = game.position, game.state.unit(id_)
        found = nearest(position, unit.place, [each for each in unchecked(position) if sees(position, each, unit)])
        if not found:
            return
        who = game.choose([each.id for each in found], "the nearest Insurgent", id_)
        _check(game, who, id_, late, does if not fired_at else FIRED_AT if who == fired_at else FIRES)


def meet_actor(game: Play, id_: str, late: Late, does: int = ACTS) -> None:
    """AAS-R-active: let Insurgents check on a Regular who neither moves nor fires, unless that is read otherwise."""
    if game.battle.data.readings.action_checks == "activations":
        meet(game, id_, late, does=does)


def _check(game: Play, who: str, id_: str, late: Late, number: int) -> None:
    passed = passes_action_check(game, who)
    game.happen(ActionChecked(who, passed))
    if not passed:
        return
    ask = ask_unit(game.position, INTERRUPT, who, id_, number)
    intent = next(game.orders(ask), None)
    if intent is None or isinstance(intent, Stay):
        game.note(Said("nothing that fits can be done", rule="AAS-R-nothing"))
        game.happen(Passed(ask.side, who, "does not interrupt"))
        return
    _contest(game, ask, intent, late)


def passes_action_check(game: Play, who: str) -> bool:
    """AAS-CHECK-2, AAS-CHECK-3: a unit with a leader simply acts; any other needs a Quality check."""
    unit = game.state.unit(who)
    if unit.leader:
        has = "is" if unit.profile.kind == "leader" else "has"
        game.note(Said(agreeing(who, f"{who} {has} a leader: no check is needed"), rule="AAS-CHECK-2"))
        return True
    return passes_quality(game, who, "action check", "AAS-CHECK-3")


def _contest(game: Play, ask: Ask, intent: Intent, late: Late) -> None:
    """Let an interruption, the Regular's reaction to it and overwatch find their order."""
    assert ask.unit is not None and ask.about is not None
    who, id_, watchers = ask.unit, ask.about, Watchers(FIRES if isinstance(intent, Fire) else MOVES)
    if not challenge(game, who, watchers):
        return
    if comes_first(game, who, id_, "interruption"):
        _carry_out(game, intent, id_, watchers)
        return
    if ask.number != FIRED_AT and _fires_first(game, id_, who, intent):
        if can_still_act(game.state.unit(who)):
            _carry_out(game, _as_things_are(game, replace(ask, number=FIRED_AT), intent), id_, watchers)
        return
    game.note(Said(agreeing(id_, f"{id_} goes on first"), rule="AAS-R-step"))
    late.append((ask, intent))
    fire_late(game, who, watchers)


def _fires_first(game: Play, id_: str, who: str, intent: Intent) -> bool:
    """Ask a Regular who was quicker whether he fires at who wanted to interrupt, and how; say whether he did."""
    unit, enemy = game.state.unit(id_), game.state.unit(who)
    if reason := fire_refusal(game.position, unit, enemy):
        game.note(Said(f"{id_} cannot fire at {who}: {reason}", about=(id_, who)))
        return False
    ask = ask_unit(game.position, REACTION, id_, who, FIRED_AT if isinstance(intent, Fire) else MOVES)
    if isinstance(next(game.orders(ask), None), Fire):
        shoot(game, id_, who, reacting=True)
        return True
    game.happen(Passed(ask.side, id_, "goes on"))
    return False


def carry_out_late(game: Play, id_: str, late: Late) -> None:
    """Carry out the interruptions that the Regular was quicker than, now that he has done what he was about.

    AAS-R-join: where he has joined others, `id_` is the one unit that they are now, and the interruptions are about it.
    """
    for ask, intent in late:
        _carry_out(game, _as_things_are(game, replace(ask, about=id_), intent), id_, Watchers())
    late.clear()


def _as_things_are(game: Play, ask: Ask, intent: Intent) -> Intent:
    """AAS-R-late: let a unit that was too late decide anew, now that its time has come, unless that is read otherwise.

    Where the Regular is gone it has nobody to decide about.
    """
    assert ask.unit is not None and ask.about is not None
    unit, about = game.state.unit(ask.unit), game.state.unit(ask.about)
    kept = game.battle.data.readings.late_interruption == "kept"
    if kept or not can_still_act(unit) or about.cell is None or about.figures <= 0:
        return intent
    game.note(Said(agreeing(ask.unit, f"{ask.unit} decides anew, after {ask.about}"), rule="AAS-R-late"))
    return next(game.orders(ask), None) or Stay(ask.unit)


def _carry_out(game: Play, intent: Intent, id_: str, watchers: Watchers) -> None:
    """Carry out an interruption, if it can still be."""
    assert isinstance(intent, Fire | Move | Stay)
    unit, position = game.state.unit(intent.unit), game.position
    ask = ask_unit(position, INTERRUPT, intent.unit, id_)
    reason = "nothing that fits can be done" if isinstance(intent, Stay) else refusal(position, ask, intent)
    if not can_still_act(unit) or reason is not None:
        if can_still_act(unit):
            game.note(Said(str(reason)))
        game.happen(Passed(unit.side, unit.id, "can no longer interrupt"))
        return
    match intent:
        case Fire(target=target):
            exchange_fire(game, intent.unit, target)
            fire_late(game, intent.unit, watchers)
        case Move(way=way, pace=pace):
            go(game, intent.unit, way, pace, watchers)
