"""What all orders of La Petite Guerre have in common: to whom they are given, what they take, how they are repeated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields
from typing import Annotated, Any, ClassVar, Literal, Self

from sim.engine.domains import UnitId
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.play.order import Actor, Choice, Order, Refused
from sim.rules.la_petite_guerre.events import Acted, Command, Commanded, PostureChanged
from sim.rules.la_petite_guerre.gunnery import serve_refusal
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.scene import Play, Scene, men, targets
from sim.rules.la_petite_guerre.units import Doing, Done, LpgState, Man

FIRST_MOVE, COMMAND, ACTION, MOVING, CHARGES = "first move", "command", "action", "moving", "charges"
"""The occasions: who has won the dice chooses who goes first; a leader's command points; a man's actions; a way for the
inches that were rolled; charges are declared."""

INSTEAD = {
    COMMAND: Refusal("that is nothing for a command point", "LPG-CMD"),
    ACTION: Refusal("that is nothing that is done with an action", "LPG-ACT-1"),
    MOVING: Refusal("the inches that were rolled must be gone", "LPG-MOVE-3"),
    CHARGES: Refusal("this is the time for charges", "LPG-SEQ"),
}
"""What is said to an order of another occasion."""
Target = Annotated[
    UnitId, Choice("target", lambda position, ask, man: (enemy.id for enemy in targets(position, man.side)), none="")
]
"""An enemy of whom the side knows; nobody where there is none, so that no kind of order is missing."""


class LpgOrder(Order[LpgState, LpgData]):
    """An order to a man or to a gun."""

    on: ClassVar[tuple[str, ...]] = (ACTION,)
    by: ClassVar[tuple[Literal["man", "gun"], ...]] = ("man",)
    """Who does such things."""
    command: ClassVar[Command | None] = None
    """LPG-CMD: what a leader does by it with a command point."""
    doing: ClassVar[tuple[Doing, ...]] = ()
    """LPG-ACT-1: what is done by it with an action."""
    changes: ClassVar[Mapping[str, Any]] = {}
    """What it changes of a man, where that is all that comes of it."""

    unit: Actor

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Any) -> Iterator[Self]:
        """Yield what is worth offering to a man, or to a gun, if it does such things."""
        return iter(()) if unit is None or unit.profile.kind not in cls.by else cls.choices(position, ask, unit)

    @classmethod
    def choices(cls, position: Scene, ask: Ask, man: Man) -> Iterator[Self]:
        """Yield what is worth offering to one who does such things."""
        return super().candidates(position, ask, man)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Yield why it may not be given, besides what keeps him from all orders."""
        if not self.unit:
            return iter((Refusal("nobody is named who is to do it", TABLE_SENSE),))
        return self.reasons(position, position.state.unit(self.unit))

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """Yield why he cannot do it, in the order of the book."""
        return iter(())

    def is_for_stunned(self, man: Man) -> bool:
        """LPG-STUN: say whether a man may do it though he is stunned."""
        return False

    @property
    def begins(self) -> bool:
        """Whether he who is named by it begins with his actions."""
        return True

    # -- what it takes, and what comes of it

    def acted(self, position: Scene, man: Man) -> Acted | None:
        """LPG-ACT-1: return the action that it takes, with what it holds; None where it takes none."""
        if not self.doing:
            return None
        return Acted(self.unit, self.doing[0], getattr(self, "target", ""), dice=getattr(self, "dice", 1))

    def cost(self, position: Scene, ask: Ask) -> str:
        """LPG-ACT-1, LPG-CMD: actions, or a command point."""
        if ask.occasion == COMMAND:
            return "1 command point"
        acted = self.acted(position, position.state.unit(self.unit)) if ask.occasion == ACTION else None
        return counted(acted.actions, "action") if acted else ""

    def resolve(self, game: Play, ask: Ask) -> None:
        """Pay for it, and carry it out."""
        self.carry_out(game, self.paid(game, ask))

    def paid(self, game: Play, ask: Ask) -> Man:
        """LPG-ACT-1, LPG-CMD: spend what it takes; return who did, as he was before."""
        man = game.state.unit(self.unit)
        if self.command and ask.occasion == COMMAND:
            game.happen(Commanded(self.unit, self.command))
        if acted := self.acted(game.position, man):
            game.happen(acted)
        return man

    def carry_out(self, game: Play, man: Man) -> None:
        """Do what is ordered, with a man as he was before he spent the action."""
        if self.changes:
            game.happen(PostureChanged(self.unit, **self.changes))

    # -- doing it again

    @classmethod
    def repeating(cls, position: Scene, man: Man, done: Done) -> Self | None:
        """LPG-REPEAT: return the order by which a man does again what he did; None where it is done already."""
        same = {field.name: getattr(done, field.name) for field in fields(cls) if field.name in ("target", "facing")}
        return cls(man.id, **same)

    def repeat(self, game: Play, ask: Ask, done: Done) -> None:
        """LPG-REPEAT: do it again as it was done."""
        self.resolve(game, ask)


class Paced:
    """LPG-MOVE-1: what goes with one average die or two: 2 for a horse that is spurred on."""

    dice: int

    @property
    def pace(self) -> str:
        """How it goes, in words."""
        return " at a gallop" if self.dice > 1 else ""

    def manner(self, position: Scene) -> str:
        """Tell a gallop from a walk."""
        return "two dice" if self.dice > 1 else ""


def nobody(position: Scene, id_: str) -> Refusal | None:
    """Say that somebody whom an order names is not there; None if he is."""
    if not id_:
        return Refusal("nobody is known to be there", TABLE_SENSE)
    return None if id_ in position.state.units else Refusal(f"there is no {id_}", TABLE_SENSE)


# -- whom all orders of an occasion can be given to ----------------------------------------------------------------


def actors(position: Scene, ask: Ask) -> Iterator[Man]:
    """LPG-ACT-1: yield whoever is in the middle of his actions; else everybody who has some left, or may charge."""
    if actor := ask.unit or position.state.actor:
        yield position.state.unit(actor)
    elif ask.occasion == CHARGES:
        yield from men(position, ask.side)
    else:
        yield from (man for man in position.state.units.of(ask.side) if not man.out and man.left > 0)


def is_fit(position: Scene, ask: Ask, order: LpgOrder) -> Refused:
    """Say why somebody can be given no order on this occasion, or none of this kind; None if he can."""
    if not order.units:
        return None
    if ask.occasion not in order.on:
        return INSTEAD.get(ask.occasion)
    man = position.state.unit(order.units[0])
    if ask.occasion == COMMAND:
        return None if order.passes else _unfit_to_command(man)
    if ask.occasion != ACTION:
        return None
    actor = position.state.actor
    if actor and actor != man.id:
        return Refusal(f"{actor} is to act, not {man.id}", TABLE_SENSE)
    return None if order.passes else _unfit_to_act(position, man, order)


def _unfit_to_command(leader: Man) -> Refusal | None:
    if not leader.able:
        return Refusal(f"{leader.id} is in no state to command", "LPG-CMD")
    if leader.spent >= leader.profile.command:
        return Refusal(f"{leader.id} has no command points left", "LPG-CMD")
    return None


def _unfit_to_act(position: Scene, man: Man, order: LpgOrder) -> Refusal | None:
    if man.left <= 0:
        return Refusal(f"{man.id} has no actions left", "LPG-ACT-1")
    if man.broken:
        return Refusal(f"{man.id} runs", "LPG-ROUT")
    if man.stunned and not order.is_for_stunned(man):
        return Refusal(f"{man.id} is stunned: he can fall prone or dismount, and nothing else", "LPG-STUN")
    is_gun = man.profile.kind == "gun"
    if man.profile.kind not in order.by:
        who = "a gun does" if is_gun else "a man does with an action"
        return Refusal(f"that is nothing that {who}", "LPG-ACT-1")
    return serve_refusal(position, man) if is_gun else None
