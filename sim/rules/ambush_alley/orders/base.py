"""Whose unit it is, who is asked what, and what all orders have in common (AAS-SEQ, AAS-COOP, AAS-R-activation)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import ClassVar, cast

from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.book import unknown
from sim.play.order import Actor, Order
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.state import AasData, AasGame, AasPosition, AasState, Team, only_reacts

# -- who may act -------------------------------------------------------------------------------------------------


def ready(position: AasPosition) -> list[Team]:
    """AAS-SEQ: return the Regular units that are still to act this turn, in roster order."""
    own = position.state.units.of(position.battle.data.mission.regulars)
    able = (unit for unit in own if unit.is_able and not unit.acted and unit.id not in position.state.left)
    return [unit for unit in able if not only_reacts(position, unit)]


def ready_for(position: AasPosition, player: str) -> list[Team]:
    """AAS-COOP: return who is still to act, the units of a player before those of the others."""
    return sorted(ready(position), key=lambda unit: bool(player) and unit.player != player)


def actors(position: AasPosition, ask: Ask) -> Iterable[Team]:
    """Return who may be given orders: whoever is asked; else those who are still to act, and then the others."""
    if ask.unit:
        return (position.state.unit(ask.unit),)
    if ask.occasion != state.ACTIVATE:
        return ()
    able = ready_for(position, ask.player)
    return (*able, *(unit for unit in position.state.units.of(ask.side) if unit not in able and unit.is_able))


# -- who is asked ------------------------------------------------------------------------------------------------


def owner(position: AasPosition, id_: str) -> str:
    """AAS-COOP: return who commands a unit; empty where nobody shares."""
    return position.state.unit(id_).player if position.battle.data.mission.players else ""


def next_player(position: AasPosition) -> str:
    """AAS-COOP: return whose turn with the mouse it is: round the table, past those who have nobody left to act."""
    mission, waiting = position.battle.data.mission, ready(position)
    if not mission.players or not waiting:
        return ""
    first = sum(unit.acted for unit in position.state.units.of(mission.regulars)) % len(mission.players)
    order = (*mission.players[first:], *mission.players[:first])
    have = {unit.player for unit in waiting}
    return next((player for player in order if player in have), order[0])


def activation_ask(position: AasPosition) -> Ask:
    """Return what the Regulars are asked now: a unit and its order, or the next order of the unit that acts."""
    side, actor = position.battle.data.mission.regulars, position.state.actor
    if actor:
        return Ask(side, state.ACTIVATE, actor, player=owner(position, actor))
    return Ask(side, state.ACTIVATE, player=next_player(position))


def ask_unit(position: AasPosition, occasion: str, unit: str, about: str, number: int | None = None) -> Ask:
    """Return a question to a unit about another; in co-op it goes to whoever commands the unit."""
    return Ask(position.state.unit(unit).side, occasion, unit, about, owner(position, unit), number)


def answered(game: AasGame, ask: Ask) -> AasOrder | None:
    """Return what is answered to a question; None where nobody has anything to say."""
    return cast("AasOrder | None", next(game.orders(ask), None))


# -- what all orders have in common -----------------------------------------------------------------------------


@dataclass
class Watchers:
    """Who watches one thing that an Insurgent does, a move or fire: who has been asked, and who was too slow."""

    does: int = state.MOVES
    asked: set[str] = field(default_factory=set)
    late: list[str] = field(default_factory=list)

    def left(self, position: AasPosition) -> list[Team]:
        """Return the Regulars on overwatch who have not been asked yet."""
        return [unit for unit in state.regulars(position) if unit.overwatch and unit.id not in self.asked]


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
    """AAS-R-aboard: whether whoever is aboard a vehicle may be ordered it."""

    def is_reaction(self, position: AasPosition, ask: Ask) -> bool:
        """AAS-R-answer: say whether it is an answer to what another does."""
        return False

    def do_watched(self, game: AasGame, watchers: Watchers) -> None:
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


# -- who may be ordered what ------------------------------------------------------------------------------------


def nobody(id_: str, kind: str) -> Refusal:
    """Say that there is nobody of a name, or of a kind if none was named."""
    return unknown(id_) if id_ else Refusal(f"there is no {kind} on the table", TABLE_SENSE)


def may_move(position: AasPosition, ask: Ask) -> bool:
    """AAS-R-answer: Insurgents who interrupt, or were fired at, may move; Regulars only fire."""
    interrupts = ask.occasion in (state.INTERRUPT, state.RETURN_FIRE)
    return interrupts and ask.side == position.battle.data.mission.insurgents


def is_acting(position: AasPosition, ask: Ask, unit: Team) -> bool:
    """Say whether a unit is the one to act in its activation, and not aboard: what it could do is worth listing."""
    return ask.occasion == state.ACTIVATE and not unit.aboard and _not_acting(position, unit) is None


def to_act(position: AasPosition, ask: Ask, order: AasOrder) -> Refusal | None:
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
        return Refusal(unit.name.does(f"is not a unit of {position.battle.side(ask.side).mention}"), TABLE_SENSE)
    if not unit.is_able:
        return Refusal(unit.name.does("is not on the table"), TABLE_SENSE)
    if ask.occasion == state.ACTIVATE:
        return _not_acting(position, unit) or _not_now(position, unit, order)
    if id_ != ask.unit:
        return Refusal(units[ask.unit or ""].name.does(f"is asked, not {id_}"), TABLE_SENSE)
    if ask.occasion == state.END_OF_TURN:
        if not order.at_the_end:
            return Refusal("that cannot be ordered at the end of a turn", "AAS-SEQ")
        spent = order.does in (state.MOVES, state.FIRES) and (unit.pace or unit.shots)
        return Refusal(unit.name.does("has moved or fired already"), "AAS-SEQ") if spent else None
    if unit.barred and not order.passes:
        return Refusal(f"{unit.name} can do nothing more this turn", "AAS-R-fail")
    if order.passes or order.is_reaction(position, ask):
        return None
    moves = ", move" if may_move(position, ask) else ""
    return Refusal(f"now it can only fire at {ask.about}{moves} or do nothing", "AAS-R-answer")


def _not_acting(position: AasPosition, unit: Team) -> Refusal | None:
    """Say why a unit is not the one that acts now."""
    actor, name = position.state.actor, unit.name
    if actor and unit.id != actor:
        return Refusal(position.state.unit(actor).name.does(f"acts now, not {name}"), "AAS-SEQ")
    if unit.acted and not actor:
        return Refusal(name.does("has acted already this turn"), "AAS-SEQ")
    if only_reacts(position, unit):
        return Refusal(name.does("looks after its casualties, and can only react this turn"), "AAS-R-aid")
    return None


def _not_now(position: AasPosition, unit: Team, order: AasOrder) -> Refusal | None:
    """AAS-R-aboard, AAS-R-activation: say why the acting unit cannot: it is aboard, or has moved or fired."""
    if unit.aboard and not order.of_passengers:
        return Refusal(unit.name.does(f"is aboard {unit.aboard}"), "AAS-R-aboard")
    if not any(getattr(position.state, each) for each in order.uses):
        return None
    return Refusal(unit.name.does(f"has {' or '.join(order.uses)} already"), "AAS-R-activation")
