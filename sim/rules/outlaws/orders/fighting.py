"""Orders to fight: shots, throws, snapshots, and blows with whoever is in the same square."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Self

from sim.engine.dice import D6, Need, at_least
from sim.engine.dice import Throw as Dice
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.happening import PointsWon
from sim.play.order import Choice, Refused
from sim.rules.outlaws.brawling import Kind, brawlers, is_knife, is_to_strike_with, strike
from sim.rules.outlaws.events import BystanderHit, Shot, SnapshotTried, Thrown, WentProne
from sim.rules.outlaws.figures import Aim, WeaponKind
from sim.rules.outlaws.geometry import sees, squares
from sim.rules.outlaws.hands import in_hands, kind_of, named, thing
from sim.rules.outlaws.orders.base import OutOrder
from sim.rules.outlaws.scene import Play, Scene, enemies
from sim.rules.outlaws.shooting import shot_refusal, target_number, target_refusal, throw_number, throw_refusal, to_hit
from sim.rules.outlaws.snapshots import SNAPSHOT, attempt, offer_snapshot, snap_item, snap_refusal
from sim.rules.outlaws.units import SHOTS, Character, Item
from sim.rules.outlaws.wounds import wound

STRAY = 2
"""Both dice of a shot show a 1: it goes astray."""


@dataclass(frozen=True)
class Attack(OutOrder):
    """Something that is done to an enemy."""

    in_brawl, attacks = True, True

    target: Annotated[UnitId, Choice("target", none="")]

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """Somebody must be there who may be fought with."""
        if self.target not in position.state.units:
            yield Refusal(f"there is no {self.target}", TABLE_SENSE)
        yield target_refusal(position, unit, position.state.unit(self.target))


@dataclass(frozen=True)
class Armed(Attack):
    """An attack with something in the hand."""

    lacks: ClassVar[str]
    """What somebody does not hold who cannot attack like this."""

    item: str

    def held(self, position: Scene) -> Item:
        """Return what it is done with, which is known to be in a hand."""
        found = in_hands(position.state.unit(self.unit), self.item)
        assert found is not None
        return found

    def empty_handed(self, unit: Character) -> str:
        """OUT-HANDS: say that what is used is not in a hand; nothing if it is."""
        return "" if in_hands(unit, self.item) else f"{unit.id} does not hold {self.item or self.lacks}"

    def cost(self, position: Scene, ask: Ask) -> str:
        """Count the actions, where there is anything to do it with."""
        return super().cost(position, ask) if self.item else ""

    def what(self, position: Scene) -> str:
        """Name the weapon."""
        return thing(position, self.unit, self.item)

    def manner(self, position: Scene) -> str:
        """Tell it from attacks with something else."""
        return self.what(position)


# -- shots and throws -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shoot(Armed):
    """Fire a held weapon at somebody."""

    rule, verb, lacks = "OUT-WEAPON", "shoot", "anything to shoot with"
    says = "{unit} {unit:shoots|shoot} at {target} with {what} ({how})"

    aim: Aim = "standard"
    both: bool = False
    """Both barrels of a shotgun."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Character | None) -> Iterator[Self]:
        """Yield every way to fire what is held at every enemy."""
        if unit is None:
            return
        guns = [(item, kind) for item in unit.held if (kind := kind_of(position, item)).shots]
        found = [cls(unit.id, *shot) for item, kind in guns for shot in _shots(position, unit, item, kind)]
        yield from found or (cls(unit.id, "", ""),)

    def text(self, position: Scene) -> str:
        """Return the words that can be typed: "Ames best shot Doc with colt-Ames"."""
        if not self.item:
            return f"{self.unit} shoot"
        barrels = " both barrels" if self.both else ""
        return f"{self.unit} {SHOTS[self.aim].lower()} {self.target} with {self.item}{barrels}"

    def how(self, position: Scene) -> str:
        """Say how it is aimed, and whether with both barrels."""
        return SHOTS[self.aim] + (", both barrels" if self.both else "")

    def manner(self, position: Scene) -> str:
        """Tell it from shots with something else, or aimed otherwise."""
        return f"{SHOTS[self.aim]} with {self.what(position)}{', both barrels' if self.both else ''}"

    def plainly(self) -> Self:
        """Return it with one barrel: both hit no more easily."""
        return replace(self, both=False)

    def price(self, position: Scene) -> int:
        """Return what the weapon says of this way to fire it."""
        held = in_hands(position.state.unit(self.unit), self.item)
        shot = kind_of(position, held).shots.get(self.aim) if held else None
        return shot.actions if shot else 0

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: with what is held, as it and the line of sight allow."""
        yield Refusal(self.empty_handed(unit), "OUT-HANDS")
        yield from super().hindrances(position, unit)
        target, held = position.state.unit(self.target), self.held(position)
        yield shot_refusal(position, unit, target, held, self.aim, both=self.both)

    def resolve(self, game: Play, ask: Ask) -> None:
        """Fire as ordered; whoever was shot at may try a snapshot."""
        self.fire(game, snap=False)
        offer_snapshot(game, self.target, self.unit, f"{self.target} was shot at")

    def fire(self, game: Play, snap: bool) -> None:
        """OUT-SHOOT-5: throw the dice, and let the target suffer a hit. A snapshot costs no action."""
        unit, target, item = game.state.unit(self.unit), game.state.unit(self.target), self.held(game.position)
        spent = 0 if snap else self.price(game.position)
        check = target_number(game.position, unit, target, item, self.aim, snap=snap)
        game.note(Checked(check, rule="OUT-SHOOT-5"))
        total = game.total(to_hit(self.unit, self.target, check.total), against=(STRAY + 1, check.total))
        hit = total >= check.total
        game.happen(Shot(unit.id, target.id, item.id, hit, self.aim, 2 if self.both else 1, snap, spent=spent))
        if hit:
            _hit(game, unit, target, two_chits=self.both)
        elif total == STRAY:
            _stray(game, unit.id, target)


def _shots(position: Scene, unit: Character, item: Item, kind: WeaponKind) -> Iterator[tuple[str, str, Aim, bool]]:
    for target in enemies(position, unit.side):
        for aim in kind.shots:
            yield target.id, item.id, aim, False
            if kind.barrels > 1:
                yield target.id, item.id, aim, True


def _hit(game: Play, unit: Character, target: Character, two_chits: bool = False) -> None:
    """Let somebody suffer a hit: of two chits the worse, where both barrels were fired or it was point blank."""
    close = squares(unit.place, target.place) <= game.battle.data.numbers.point_blank
    if target.profile.group:
        _bystander(game, unit.id, target.id)
    else:
        wound(game, target.id, 2 if two_chits or close else 1)


def _stray(game: Play, id_: str, target: Character) -> None:
    """OUT-FOLK: a shot that goes astray hits a group of townsfolk in the target's square or next to it."""
    distance = game.battle.map.distance
    groups = [
        unit.id
        for unit in game.state.units
        if unit.profile.group and not unit.profile.tuwa and unit.cell is not None
        and unit.id != target.id and distance(unit.cell, target.place) <= 1
    ]  # fmt: skip
    if groups:
        game.note(Said("both dice show a 1: the shot goes astray", rule="OUT-FOLK"))
        _bystander(game, id_, game.choose(groups, "whom the stray shot hits", id_))


def _bystander(game: Play, id_: str, group: str) -> None:
    """OUT-FOLK: hitting townsfolk costs the shooter's side points."""
    game.happen(BystanderHit(id_, group))
    if not game.state.unit(group).profile.tuwa:
        points = game.battle.data.numbers.townsman_points
        game.happen(PointsWon(game.state.unit(id_).side, -points, f"{id_} has hit townsfolk"))


@dataclass(frozen=True)
class Throw(Armed):
    """Throw a lance, a knife or a tomahawk."""

    rule, verb, in_brawl, takes = "OUT-WEAPON", "throw", False, lambda numbers: numbers.throw
    lacks = "anything to throw"
    says = "{unit} {unit:throws|throw} {what} at {target}"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Character | None) -> Iterator[Self]:
        """Yield a throw of everything in the hands that can be thrown, at every enemy."""
        if unit is None:
            return
        items = [item.id for item in unit.held if kind_of(position, item).thrown]
        found = [cls(unit.id, target.id, item) for item in items for target in enemies(position, unit.side)]
        yield from found or (cls(unit.id, "", ""),)

    def text(self, position: Scene) -> str:
        """Return the words that can be typed."""
        return f"{self.unit} throw {self.item} at {self.target}" if self.item else f"{self.unit} throw"

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: what is held, as far as it can be thrown."""
        yield Refusal(self.empty_handed(unit), "OUT-HANDS")
        yield from super().hindrances(position, unit)
        yield throw_refusal(position, unit, position.state.unit(self.target), self.held(position))

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-THROW: throw the dice, and let the target suffer a hit, or try a snapshot."""
        unit, target, item = game.state.unit(self.unit), game.state.unit(self.target), self.held(game.position)
        check = throw_number(game.position, unit, target, item)
        game.note(Checked(check, rule="OUT-THROW"))
        hit = game.met(to_hit(unit.id, target.id, check.total, "throws"))
        game.happen(Thrown(unit.id, target.id, item.id, hit, spent=self.price(game.position)))
        if hit:
            _hit(game, unit, target)
        offer_snapshot(game, target.id, unit.id, f"{target.id} was thrown at")


# -- snapshots ------------------------------------------------------------------------------------------------

DIRT: Need = at_least(4)
"""OUT-SNAP-2: an auto that does not see the firer hits the dirt."""


def _about(position: Scene, ask: Ask, unit: Character) -> tuple[str]:
    return (ask.about or "",)


@dataclass(frozen=True)
class Snap(OutOrder):
    """Attempt a snapshot: the answer to a snapshot question; `Wait` lets it be."""

    rule, verb, on, in_brawl = "OUT-SNAP-1", "snapshot", (SNAPSHOT,), True
    typed, says = "{unit} snap {target}", "{unit} {unit:tries|try} a snapshot at {target}"

    target: Annotated[UnitId, Choice("target", _about)]

    def cost(self, position: Scene, ask: Ask) -> str:
        """It is no action, and no free one either."""
        return ""

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """OUT-SNAP-1: only at who gave the occasion."""
        if self.target != ask.about:
            yield f"only {ask.about} can be snapped at"
        yield snap_refusal(position, position.state.unit(self.unit), position.state.unit(self.target))

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-SNAP-1: throw for the attempt; one that succeeds is a shot at once, and no action is spent on it."""
        check = attempt(game.position, game.state.unit(self.unit))
        game.note(Checked(check, rule="OUT-SNAP-1"))
        need = at_least(game.battle.data.numbers.snapshot_needs - check.total)
        succeeded = game.met(Dice(D6, f"snapshot at {self.target}", self.unit, need), "OUT-SNAP-1")
        game.happen(SnapshotTried(self.unit, self.target, succeeded))
        if not succeeded:
            return
        if game.state.unit(self.unit).side in game.battle.data.autos:
            self._auto_response(game)
        else:
            self._shot(game)

    def _shot(self, game: Play) -> bool:
        """Fire the snapshot with the best of what is held; say whether anything could be fired."""
        item = snap_item(game.position, game.state.unit(self.unit), game.state.unit(self.target))
        if item is not None:
            Shoot(self.unit, self.target, item.id).fire(game, snap=True)
        return item is not None

    def _auto_response(self, game: Play) -> None:
        """OUT-SNAP-2: it shoots at whom it sees; else a die says whether it lies down or does nothing.

        The die is thrown only where its number matters.
        """
        unit = game.state.unit(self.unit)
        seen = sees(game.position, unit, game.state.unit(self.target))
        if seen and self._shot(game):
            return
        why = "cannot shoot: it hits the dirt instead" if seen else f"does not see {self.target}"
        game.note(Said(f"{unit.id} {why}", rule="OUT-SNAP-2"))
        if seen or game.met(Dice(D6, "response to the snapshot", unit.id, DIRT), "OUT-SNAP-2"):
            game.happen(WentProne(unit.id))
        else:
            game.happen(Passed(unit.side, unit.id, "does not see who it was"))


# -- blows ----------------------------------------------------------------------------------------------------


def _opponents(position: Scene, ask: Ask, unit: Character) -> list[str]:
    return [other.id for other in brawlers(position, unit)]


@dataclass(frozen=True)
class Blow(Attack):
    """A blow at somebody in the same square."""

    rule, takes = "OUT-BRAWL-0", lambda numbers: numbers.brawl
    kind: ClassVar[Kind]

    target: Annotated[UnitId, Choice("target", _opponents, none="")]

    def cost(self, position: Scene, ask: Ask) -> str:
        """Count the actions, where there is anybody to strike at."""
        return super().cost(position, ask) if self.target else ""

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-0: blows are struck at enemies in the same square."""
        if not self.target:
            yield Refusal("no enemy is in the square", "OUT-BRAWL-0")
        yield from super().hindrances(position, unit)
        if position.state.unit(self.target).cell != unit.cell:
            yield Refusal(f"{self.target} is not in the same square", "OUT-BRAWL-0")


class BodyBlow(Blow):
    """Strike with the fist."""

    rule, verb, kind = "OUT-BRAWL-1", "body blow", "body blow"
    typed, says = "{unit} body blow {target}", "{unit} {unit:hits|hit} out at {target}"

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-BRAWL-1: one blow."""
        strike(game, self.unit, self.target, self.kind, spent=self.price(game.position))


@dataclass(frozen=True)
class ArmedBlow(Armed, Blow):
    """A blow with something in the hand."""

    says = "{unit} {verb}s at {target} with {what}"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Character | None) -> Iterator[Self]:
        """Yield a blow at everybody in the square with everything that serves; else one that says what is lacking."""
        if unit is None:
            return
        opponents = _opponents(position, ask, unit)
        items = [item.id for item in unit.held if cls.serves(position, item)]
        found = [cls(unit.id, target, item) for target in opponents for item in items]
        yield from found or (cls(unit.id, next(iter(opponents), ""), ""),)

    @staticmethod
    def serves(position: Scene, item: Item) -> bool:
        """Say whether such a blow is struck with something."""
        raise NotImplementedError

    def text(self, position: Scene) -> str:
        """Return the words that can be typed."""
        return f"{self.unit} {self.verb} {self.target} with {self.item}" if self.item else f"{self.unit} {self.verb}"

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-3, OUT-BRAWL-4: an enemy in the square, and the right thing in the hand."""
        yield from super().hindrances(position, unit)
        yield self.empty_handed(unit)
        if not self.serves(position, self.held(position)):
            yield f"nobody {self.verb}s with {named(position, self.held(position))}"

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-BRAWL-3, OUT-BRAWL-4: one blow."""
        strike(game, self.unit, self.target, self.kind, self.item, self.price(game.position))


class Strike(ArmedBlow):
    """Strike with an object, a rifle or a shotgun."""

    rule, verb, kind, lacks = "OUT-BRAWL-3", "strike", "strike", "anything to strike with"
    serves = staticmethod(is_to_strike_with)


class Stab(ArmedBlow):
    """Stab with a knife."""

    rule, verb, kind, lacks = "OUT-BRAWL-4", "stab", "stab", "a knife to stab with"
    serves = staticmethod(is_knife)

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-4: on one's feet."""
        yield from super().hindrances(position, unit)
        if unit.prone:
            yield f"{unit.id} is prone: Get Up first"


ORDERS = (Shoot, Throw, Snap, BodyBlow, Strike, Stab)
