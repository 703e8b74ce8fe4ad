"""What a man does with himself, his horse and his weapon, and the crew with its gun (LPG-ACT-1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Self

from sim.play.order import Refused
from sim.rules.la_petite_guerre.events import Acted, PostureChanged, Reloaded
from sim.rules.la_petite_guerre.gunnery import load_actions
from sim.rules.la_petite_guerre.orders.order import LpgOrder
from sim.rules.la_petite_guerre.scene import Play, Scene
from sim.rules.la_petite_guerre.shooting import weapon_of
from sim.rules.la_petite_guerre.units import Done, Man


class LieDown(LpgOrder):
    """LPG-ACT-1: fall prone."""

    rule, verb, doing, changes = "LPG-ACT-1", "lie down", ("prone",), {"prone": True}
    typed, says = "{unit} lie down", "{unit} lies down"

    def is_for_stunned(self, man: Man) -> bool:
        """LPG-STUN: he may."""
        return True

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        yield "he is prone" if man.prone else "he is mounted" if man.mounted else None


class StandUp(LpgOrder):
    """LPG-ACT-1: stand up."""

    rule, verb, doing, changes = "LPG-ACT-1", "stand up", ("stand",), {"prone": False}
    typed, says = "{unit} stand up", "{unit} stands up"

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        yield None if man.prone else "he is not prone"


class Switch(LpgOrder):
    """LPG-ACT-1: something that is done, or undone: what is done with the action, and said of it, in either case.

    It is called so, too: nobody types "mount" to get off a horse.
    """

    rule, typed, says = "LPG-ACT-1", "{unit} {named}", "{unit} {does}"
    state: ClassVar[str]
    """The field of a man that says whether it is done."""
    said: ClassVar[tuple[str, str]]

    def _is_done(self, position: Scene) -> bool:
        units = position.state.units
        return self.unit in units and getattr(units[self.unit], self.state)

    def named(self, position: Scene) -> str:
        return self.doing[self._is_done(position)]

    def does(self, position: Scene) -> str:
        return self.said[self._is_done(position)]

    def acted(self, position: Scene, man: Man) -> Acted:
        return Acted(self.unit, self.doing[getattr(man, self.state)])

    def carry_out(self, game: Play, man: Man) -> None:
        changed: dict[str, Any] = {self.state: not getattr(man, self.state)}
        game.happen(PostureChanged(self.unit, **changed))

    @classmethod
    def repeating(cls, position: Scene, man: Man, done: Done) -> Self | None:
        """LPG-REPEAT: to the same effect: who mounted last turn and sits on his horse does not get down."""
        return cls(man.id) if done.what == cls.doing[getattr(man, cls.state)] else None


class Mount(Switch):
    """LPG-ACT-1: mount the horse, or dismount."""

    state, doing, said = "mounted", ("mount", "dismount"), ("mounts", "dismounts")

    def is_for_stunned(self, man: Man) -> bool:
        """LPG-STUN: he may get off."""
        return man.mounted

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        if man.prone:
            yield f"{man.id} is prone"
        if not man.mounted and (not man.profile.rides or man.unhorsed):
            yield f"{man.id} has no horse"

    def carry_out(self, game: Play, man: Man) -> None:
        """Get on, or off; nobody lies then."""
        game.happen(PostureChanged(self.unit, mounted=not man.mounted, prone=False))


class FixBayonet(Switch):
    """LPG-ACT-1: fix the bayonet, or unfix it."""

    state, doing = "bayonet", ("fix bayonet", "unfix bayonet")
    said = ("fixes his bayonet", "unfixes his bayonet")

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        weapon = weapon_of(position, man)
        if weapon is None or not weapon.bayonet:
            yield "no bayonet fits what he has in his hands"


class Limber(Switch):
    """LPG-ACT-1: limber a gun, or unlimber it: both actions."""

    state, doing, said, by = "limbered", ("limber", "unlimber"), ("limbers", "unlimbers"), ("gun",)

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        needed = position.battle.data.numbers.limber
        if man.left < needed:
            yield f"it takes {needed} actions"

    def acted(self, position: Scene, man: Man) -> Acted:
        return Acted(self.unit, self.doing[man.limbered], actions=position.battle.data.numbers.limber)


class ChangeWeapon(LpgOrder):
    """LPG-ACT-1: change the weapon in hand for the other one."""

    rule, verb, doing = "LPG-ACT-1", "change weapon", ("weapon",)
    typed, says = "{unit} change weapon", "{unit} changes his weapon"

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        yield None if man.profile.second else f"{man.id} has no other weapon"

    def acted(self, position: Scene, man: Man) -> Acted:
        return Acted(self.unit, "weapon", _other(man))

    def carry_out(self, game: Play, man: Man) -> None:
        game.happen(PostureChanged(self.unit, weapon=_other(man)))

    @classmethod
    def repeating(cls, position: Scene, man: Man, done: Done) -> Self | None:
        """LPG-REPEAT: unless he has it in his hands."""
        return cls(man.id) if man.weapon != done.target else None


def _other(man: Man) -> str:
    """Return the weapon that a man has besides the one in his hands."""
    return man.profile.second if man.weapon == man.profile.weapon else man.profile.weapon


class Reload(LpgOrder):
    """LPG-WPN: reload, one action of it."""

    rule, verb, by, doing = "LPG-WPN", "reload", ("man", "gun"), ("reload",)
    typed, says = "{unit} reload", "{unit} reloads"

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """What is empty and can be loaded; no gun that is limbered."""
        if man.profile.kind == "gun":
            yield f"{man.id} is loaded" if man.loaded else f"{man.id} is limbered" if man.limbered else None
        elif man.loaded or not _needed(position, man):
            yield "there is nothing to load"

    def carry_out(self, game: Play, man: Man) -> None:
        """LPG-WPN: with the last action the weapon is loaded."""
        game.happen(Reloaded(self.unit, man.loading + 1 >= _needed(game.position, man)))


def _needed(position: Scene, man: Man) -> int:
    """LPG-WPN: return how many actions it takes to load what a man has in his hands, or a gun."""
    if man.profile.kind == "gun":
        return load_actions(position, man).total
    weapon = weapon_of(position, man)
    return weapon.load if weapon else 0


ORDERS: tuple[type[LpgOrder], ...] = (Reload, LieDown, StandUp, Mount, ChangeWeapon, FixBayonet, Limber)
