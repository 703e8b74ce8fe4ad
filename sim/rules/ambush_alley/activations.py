"""Who is asked what, who may act, and whose unit it is (AAS-SEQ, AAS-COOP), and what all orders have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, cast

from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.book import unknown
from sim.play.order import Actor, Order
from sim.rules.ambush_alley.scenario import AasData
from sim.rules.ambush_alley.scene import Play, Scene
from sim.rules.ambush_alley.units import AasState, Team

if TYPE_CHECKING:
    from sim.rules.ambush_alley.interruptions import Watchers

HOT_SPOT, ACTIVATE, INTERRUPT, REACTION, RETURN_FIRE, OVERWATCH, END_OF_TURN = (
    "hot spot", "activate", "interrupt", "reaction", "return fire", "overwatch", "end of turn",
)  # fmt: skip
"""The occasions: a hot spot is to be placed (AAS-HOT); a Regular unit acts; an Insurgent may interrupt (AAS-CHECK-1);
a Regular was quicker than the interruption; the survivors of a shot may answer it; a unit on overwatch may shoot first;
an Insurgent or a mob that has not reacted acts at the end of the turn."""
REACTIONS = (INTERRUPT, REACTION, RETURN_FIRE, OVERWATCH)
"""Those on which a unit answers what another does."""
MOVES, FIRED_AT, FIRES, ACTS = 0, 1, 2, 3
"""What the other one does, as the number of a question: he moves, he fires at the very unit that is asked, he fires at
another, he does something else where he is."""

# -- who may act -------------------------------------------------------------------------------------------------


def only_reacts(position: Scene, unit: Team) -> bool:
    """Say whether a unit looks after its casualties and can only react this turn."""
    return unit.only_reacts > 0 and position.state.turn <= unit.only_reacts


def is_able(unit: Team) -> bool:
    """Say whether a unit has somebody on the table, or in a vehicle, who can do something."""
    return unit.figures > 0 and (unit.cell is not None or bool(unit.aboard))


def can_still_act(unit: Team) -> bool:
    """Say whether an Insurgent unit is there and not barred from everything."""
    return unit.figures > 0 and unit.cell is not None and not unit.barred


def ready(position: Scene) -> list[Team]:
    """AAS-SEQ: return the Regular units that are still to act this turn, in roster order."""
    side = position.battle.data.mission.regulars
    return [
        unit
        for unit in position.state.units
        if unit.side == side
        and is_able(unit)
        and not unit.acted
        and not only_reacts(position, unit)
        and unit.id not in position.state.left
    ]


def ready_for(position: Scene, player: str) -> list[Team]:
    """AAS-COOP: return who is still to act, the units of a player before those of the others."""
    return sorted(ready(position), key=lambda unit: bool(player) and unit.player != player)


def actors(position: Scene, ask: Ask) -> Iterable[Team]:
    """Return who may be given orders: whoever is asked; else those who are still to act, and then the others."""
    if ask.unit:
        return (position.state.unit(ask.unit),)
    if ask.occasion != ACTIVATE:
        return ()
    able = ready_for(position, ask.player)
    return (*able, *(unit for unit in position.state.units.of(ask.side) if unit not in able and is_able(unit)))


# -- who is asked ------------------------------------------------------------------------------------------------


def owner(position: Scene, id_: str) -> str:
    """AAS-COOP: return who commands a unit; empty where nobody shares."""
    return position.state.unit(id_).player if position.battle.data.mission.players else ""


def next_player(position: Scene) -> str:
    """AAS-COOP: return whose turn with the mouse it is: round the table, past those who have nobody left to act."""
    players = position.battle.data.mission.players
    waiting = ready(position)
    if not players or not waiting:
        return ""
    side = position.battle.data.mission.regulars
    acted = sum(unit.acted for unit in position.state.units if unit.side == side)
    order = [players[(acted + place) % len(players)] for place in range(len(players))]
    have = {unit.player for unit in waiting}
    return next((player for player in order if player in have), order[0])


def activation_ask(position: Scene) -> Ask:
    """Return what the Regulars are asked now: a unit and its order, or the next order of the unit that acts."""
    side, actor = position.battle.data.mission.regulars, position.state.actor
    if actor:
        return Ask(side, ACTIVATE, actor, player=owner(position, actor))
    return Ask(side, ACTIVATE, player=next_player(position))


def ask_unit(position: Scene, occasion: str, unit: str, about: str, number: int | None = None) -> Ask:
    """Return a question to a unit about another; in co-op it goes to whoever commands the unit."""
    return Ask(position.state.unit(unit).side, occasion, unit, about, owner(position, unit), number)


# -- what all orders have in common ------------------------------------------------------------------------------


class AasOrder(Order[AasState, AasData]):
    """Something that may be ordered in a mission."""

    on: ClassVar[tuple[str, ...]] = (ACTIVATE, END_OF_TURN)
    does: ClassVar[int] = ACTS
    """What the other side sees of it, as the number of a question."""
    ends: ClassVar[bool] = True
    """Whether it ends an activation: a unit moves and fires, and anything else is the last thing that it does."""
    instead_of_fire: ClassVar[bool] = False
    """AAS-R-activation: whether it is one of the things that a unit may do in place of firing."""
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


def answered(game: Play, ask: Ask) -> AasOrder | None:
    """Return what is answered to a question; None where nobody has anything to say."""
    return cast("AasOrder | None", next(game.orders(ask), None))


def may_move(position: Scene, ask: Ask) -> bool:
    """AAS-R-answer: Insurgents who interrupt, or were fired at, may move; Regulars only fire."""
    insurgents = ask.side == position.battle.data.mission.insurgents
    return insurgents and ask.occasion in (INTERRUPT, RETURN_FIRE)


def is_acting(position: Scene, ask: Ask, unit: Team) -> bool:
    """Say whether a unit is the one to act in its activation, and not aboard: what it could do is worth listing."""
    return ask.occasion == ACTIVATE and not unit.aboard and _not_acting(position, unit) is None


def to_act(position: Scene, ask: Ask, order: AasOrder) -> Refusal | None:
    """AAS-SEQ, AAS-R-answer: say why the unit of an order is not the one to act, or such an order not called for."""
    if ask.occasion == HOT_SPOT:
        return None if HOT_SPOT in order.on else Refusal("a hot spot is to be placed", "AAS-HOT")
    if not order.units:
        return None
    (id_,), units = order.units, position.state.units
    if id_ not in units:
        return unknown(id_)
    unit = units[id_]
    if unit.side != ask.side:
        return Refusal(unit.name.does(f"is not a unit of {ask.side}"), TABLE_SENSE)
    if not is_able(unit):
        return Refusal(unit.name.does("is not on the table"), TABLE_SENSE)
    if ask.occasion == ACTIVATE:
        return _not_acting(position, unit) or _passenger(unit, order)
    if id_ != ask.unit:
        return Refusal(units[ask.unit or ""].name.does(f"is asked, not {id_}"), TABLE_SENSE)
    if ask.occasion == END_OF_TURN:
        return None if order.at_the_end else Refusal("that is no order for the end of a turn", "AAS-SEQ")
    return None if order.passes else _no_reaction(position, ask, unit, order)


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


def _passenger(unit: Team, order: AasOrder) -> Refusal | None:
    if not unit.aboard or order.of_passengers:
        return None
    return Refusal(unit.name.does(f"is aboard {unit.aboard}"), "AAS-R-aboard")


def _no_reaction(position: Scene, ask: Ask, unit: Team, order: AasOrder) -> Refusal | None:
    """Say why a unit cannot answer so to what another does."""
    if unit.barred:
        return Refusal(f"{unit.name} can do nothing more this turn", "AAS-R-fail")
    if order.is_reaction(position, ask):
        return None
    moves = " or a move" if may_move(position, ask) else ""
    return Refusal(f"only fire at {ask.about}{moves} can be ordered now, or nothing", "AAS-R-answer")
