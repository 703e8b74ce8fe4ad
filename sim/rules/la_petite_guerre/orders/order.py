"""What all orders of La Petite Guerre have in common: to whom they are given, what they take, how they are repeated.

And what a man does with himself, his horse and his weapon, and the crew with its gun (LPG-ACT-1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, replace
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Literal, Self

from sim.engine.domains import UnitId
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.play.odds import Told
from sim.play.order import Actor, Choice, Order, Refused
from sim.rules.la_petite_guerre.combat.fire import BEST, acquire_needed, acquires, load_actions, look, weapon_of
from sim.rules.la_petite_guerre.events import Acted, Command, Commanded, PostureChanged, Reloaded
from sim.rules.la_petite_guerre.state import ActionTaken, Doing, LpgData, LpgGame, LpgPosition, LpgState, Man, targets
from sim.tabletop.inches import sees

FIRST_MOVE, COMMAND, ACTION, MOVING, CHARGES = "first move", "command", "action", "moving", "charges"
"""The occasions: who has won the dice chooses who goes first; a leader's command points; a man's actions; a way for the
inches that were rolled; charges are declared."""

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
    bars: ClassVar[Mapping[str, Callable[[Man], object]]] = {}
    """Why a man cannot do it, by what is so of him."""
    changes: ClassVar[Mapping[str, Any]] = {}
    """What it changes of a man, where that is all that comes of it."""

    unit: Actor

    @classmethod
    def candidates(cls, position: LpgPosition, ask: Ask, unit: Any) -> Iterator[Self]:
        """Yield what is worth offering to a man, or to a gun, if it does such things."""
        return iter(()) if unit and unit.profile.kind not in cls.by else super().candidates(position, ask, unit)

    def refusals(self, position: LpgPosition, ask: Ask) -> Iterator[Refused]:
        """Yield why it may not be given, besides what keeps him from all orders."""
        return self.reasons(position, position.state.unit(self.unit))

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """Yield why he cannot do it, in the order of the book."""
        return (text.format(man=man) for text, is_so in self.bars.items() if is_so(man))

    @property
    def begins(self) -> bool:
        """Whether he who is named by it begins with his actions."""
        return True

    # -- what it takes, and what comes of it

    def acted(self, position: LpgPosition, man: Man) -> Acted | None:
        """LPG-ACT-1: return the action that it takes, with what it holds; None where it takes none."""
        if not self.doing:
            return None
        return Acted(self.unit, self.doing[0], getattr(self, "target", ""), dice=getattr(self, "dice", 1))

    def cost(self, position: LpgPosition, ask: Ask) -> str:
        """LPG-ACT-1, LPG-CMD: actions, or a command point."""
        if ask.occasion == COMMAND:
            return "1 command point"
        acted = self.acted(position, position.state.unit(self.unit)) if ask.occasion == ACTION else None
        return counted(acted.actions, "action") if acted else ""

    def resolve(self, game: LpgGame, ask: Ask) -> None:
        self.carry_out(game, self.paid(game, ask))

    def paid(self, game: LpgGame, ask: Ask) -> Man:
        """LPG-ACT-1, LPG-CMD: spend what it takes; return who did, as he was before."""
        man = game.state.unit(self.unit)
        if self.command and ask.occasion == COMMAND:
            game.happen(Commanded(self.unit, self.command))
        if acted := self.acted(game.position, man):
            game.happen(acted)
        return man

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """Do what is ordered, with a man as he was before he spent the action."""
        if self.changes:
            game.happen(PostureChanged(self.unit, **self.changes))

    # -- doing it again

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self | None:
        """LPG-REPEAT: return the order that repeats what a man did; None if it is done already."""
        same = {field.name: getattr(done, field.name) for field in fields(cls) if field.name in ("target", "facing")}
        return cls(man.id, **same)

    def repeat(self, game: LpgGame, ask: Ask, done: ActionTaken) -> None:
        """LPG-REPEAT: do it again as it was done."""
        self.resolve(game, ask)


class Aimed(LpgOrder):
    """An order that is aimed at an enemy."""

    target: Target

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        if not self.target:
            yield Refusal("nobody is known to be there", TABLE_SENSE)
        yield from self.hindered(position, man, position.state.unit(self.target))

    def hindered(self, position: LpgPosition, man: Man, target: Man) -> Iterator[Refused]:
        """Yield why a man cannot do it to an enemy, in the order of the book."""
        return iter(())


class Look(Aimed):
    """LPG-ACQ: try to acquire a target."""

    rule, aimed_to = "LPG-ACQ", "search"

    def hindered(self, position: LpgPosition, man: Man, target: Man) -> Iterator[Refused]:
        if target.side == man.side:
            yield Refusal(f"{target.id} is a friend", TABLE_SENSE)
        if target.out:
            yield Refusal(f"{target.id} is not on the table", TABLE_SENSE)
        if not sees(position, man, target):
            yield f"no line of sight to {target.id}"
        if acquires(position, man, target):
            yield f"{target.id} has already been acquired"
        needed = acquire_needed(position, man, target)
        if needed > BEST:
            yield f"not even a six would do: {needed} is needed to spot {target.id}"

    def foretold(self, position: LpgPosition, ask: Ask) -> Iterator[Told]:
        yield Told(f"{self.target} is acquired", self.unit, self.target, f"to acquire {self.target}")

    def carry_out(self, game: LpgGame, man: Man) -> None:
        look(game, self.unit, self.target)


class Paced:
    """LPG-MOVE-1: what goes with one average die or two: 2 for a horse that is spurred on."""

    dice: int

    @property
    def pace(self) -> str:
        """How it goes, in words."""
        return " at a gallop" if self.dice > 1 else ""

    def manner(self, position: LpgPosition) -> str:
        return "two dice" if self.dice > 1 else ""


# -- a man and his horse and weapon, a crew and its gun ------------------------------------------------------------


class LieDown(LpgOrder):
    """LPG-ACT-1: fall prone."""

    rule, verb, key, says, doing = "LPG-ACT-1", "lie down", "D", "{unit} lies down", ("prone",)
    bars, changes = {"he is prone": attrgetter("prone"), "he is mounted": attrgetter("mounted")}, {"prone": True}


class StandUp(LpgOrder):
    """LPG-ACT-1: stand up."""

    rule, verb, says, doing = "LPG-ACT-1", "stand up", "{unit} stands up", ("stand",)
    bars, changes = {"he is not prone": lambda man: not man.prone}, {"prone": False}


class Switch(LpgOrder):
    """LPG-ACT-1: something that is done, or undone: what is done with the action, and said of it, in either case.

    It is called so, too: nobody types "mount" to get off a horse.
    """

    rule, typed, says = "LPG-ACT-1", "{unit} {named}", "{unit} {does}"
    state: ClassVar[str]
    """The field of a man that says whether it is done."""
    said: ClassVar[tuple[str, str]]

    def _is_done(self, position: LpgPosition) -> bool:
        units = position.state.units
        return self.unit in units and getattr(units[self.unit], self.state)

    def named(self, position: LpgPosition) -> str:
        return self.doing[self._is_done(position)]

    def does(self, position: LpgPosition) -> str:
        return self.said[self._is_done(position)]

    def acted(self, position: LpgPosition, man: Man) -> Acted:
        return Acted(self.unit, self.doing[getattr(man, self.state)])

    def carry_out(self, game: LpgGame, man: Man) -> None:
        changed: dict[str, Any] = {self.state: not getattr(man, self.state), **self.changes}
        game.happen(PostureChanged(self.unit, **changed))

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self | None:
        """LPG-REPEAT: to the same effect: a man who mounted last turn and is on his horse does not get down."""
        return cls(man.id) if done.what == cls.doing[getattr(man, cls.state)] else None


class Mount(Switch):
    """LPG-ACT-1: mount the horse, or dismount; nobody lies then."""

    state, doing, said = "mounted", ("mount", "dismount"), ("mounts", "dismounts")
    key = dict.fromkeys(doing, "H")
    bars, changes = (
        {
            "{man.id} is prone": attrgetter("prone"),
            "{man.id} has no horse": lambda man: not man.mounted and (not man.profile.rides or man.unhorsed),
        },
        {"prone": False},
    )


class FixBayonet(Switch):
    """LPG-ACT-1: fix the bayonet, or unfix it."""

    state, doing = "bayonet", ("fix bayonet", "unfix bayonet")
    said = ("fixes his bayonet", "unfixes his bayonet")

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        weapon = weapon_of(position, man)
        if weapon is None or not weapon.bayonet:
            yield "no bayonet fits the weapon in his hands"


class Limber(Switch):
    """LPG-ACT-1: limber a gun, or unlimber it: both actions."""

    state, doing, said, by = "limbered", ("limber", "unlimber"), ("limbers", "unlimbers"), ("gun",)

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        needed = position.battle.data.numbers.limber
        if man.left < needed:
            yield f"it takes {needed} actions"

    def acted(self, position: LpgPosition, man: Man) -> Acted:
        return replace(super().acted(position, man), actions=position.battle.data.numbers.limber)


class ChangeWeapon(LpgOrder):
    """LPG-ACT-1: change the weapon in hand for the other one."""

    rule, verb, says, doing = "LPG-ACT-1", "change weapon", "{unit} changes his weapon", ("weapon",)
    bars = {"{man.id} has no other weapon": lambda man: not man.profile.second}

    def acted(self, position: LpgPosition, man: Man) -> Acted:
        return Acted(self.unit, "weapon", man.other_weapon)

    def carry_out(self, game: LpgGame, man: Man) -> None:
        game.happen(PostureChanged(self.unit, weapon=man.other_weapon))

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self | None:
        """LPG-REPEAT: unless he has it in his hands."""
        return cls(man.id) if man.weapon != done.target else None


class Reload(LpgOrder):
    """LPG-WPN: reload, one action of it."""

    rule, verb, key, says, by, doing = "LPG-WPN", "reload", "R", "{unit} reloads", ("man", "gun"), ("reload",)

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """What is empty and can be loaded; no gun that is limbered."""
        if man.profile.kind == "gun":
            yield f"{man.id} is loaded" if man.loaded else f"{man.id} is limbered" if man.limbered else None
        elif man.loaded or not load_actions(position, man).total:
            yield "there is nothing to load"

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """LPG-WPN: with the last action the weapon is loaded."""
        game.happen(Reloaded(self.unit, man.loading + 1 >= load_actions(game.position, man).total))


ORDERS: tuple[type[LpgOrder], ...] = (Reload, LieDown, StandUp, Mount, ChangeWeapon, FixBayonet, Limber)
