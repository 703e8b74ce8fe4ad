"""Orders to shoot, to throw and to try a snapshot."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Annotated, Any, Self

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Refusal
from sim.engine.words import filled
from sim.play.consequences import Course
from sim.play.happening import PointsWon, given, word_by
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.outlaws import events
from sim.rules.outlaws.combat.shots import (
    guns,
    has_run,
    line_refusal,
    offer_snapshot,
    shot_refusal,
    skill_of,
    snap_item,
    snapshot_refusals,
    target_number,
)
from sim.rules.outlaws.combat.wounds import SECOND, wound
from sim.rules.outlaws.events import BystanderHit, Shot, SnapshotTried, Thrown
from sim.rules.outlaws.figures import SHOTS, Aim, WeaponKind
from sim.rules.outlaws.ground.sight import ruler, sees
from sim.rules.outlaws.orders.base import NO_SHOT, Armed, Attack, _matters, succeeds
from sim.rules.outlaws.state import SNAPSHOT, Character, OutlawsGame, OutlawsPosition, enemies, kind_of

STRAY = 2 * min(D6.faces)
"""Both dice of a shot show a 1: it goes astray."""


# -- shots and throws -----------------------------------------------------------------------------------------


class Ranged(Armed):
    """A shot or a throw."""

    rule = "OUT-WEAPON"

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        """Yield every way to use what is held against every enemy; else one that says what is lacking."""
        found = [
            cls(unit.id, target.id, item.id, *way)
            for item in unit.held
            for target in enemies(position, unit.side)
            for way in cls.ways(kind_of(position, item))
        ]
        yield from found or (cls(unit.id, "", ""),)

    @classmethod
    def ways(cls, kind: WeaponKind) -> Iterable[tuple[Any, ...]]:
        """Return the further fields of each way in which a weapon can be used; none where it cannot."""
        return ((),) if kind.thrown else ()

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        yield Refusal(self.empty_handed(unit), "OUT-HANDS")
        yield from super().hindrances(position, unit)

    @property
    def purpose(self) -> str:
        """What the dice are thrown for."""
        return f"{self.unit} {self.verb}s at {self.target}"

    def dice(self, needed: int) -> Throw:
        """Return the dice that must show so much."""
        return Throw(D6, self.purpose, self.unit, at_least(needed), count=2)

    def foretold(self, position: OutlawsPosition, ask: Ask) -> Iterator[Told]:
        both = self.plainly() != self
        yield self.told(position, f"a hit on {self.target}", self.purpose, lambda telling: _needed(telling, both))


def _needed(telling: Telling, both: bool = False) -> str:
    two = f"; two chits, {'both barrels' if both else 'at point blank'}" if telling.is_drawn(SECOND) else ""
    return telling.or_more + two


class Shoot(Ranged):
    """Fire a held weapon at somebody."""

    verb, key, lacks = "shoot", "F", "anything to shoot with"
    typed = "{unit} {shot} {target} with {item} {barrels}"
    says = "{unit} {unit:shoots|shoot} at {target} with {what} ({how}{with_both})"

    aim: Aim = "standard"
    both: bool = False
    """Both barrels of a shotgun."""

    @classmethod
    def ways(cls, kind: WeaponKind) -> Iterable[tuple[Any, ...]]:
        """Return each shot with one barrel or both; a plain shot comes first, and so stands ready."""
        return product(sorted(kind.shots, key=lambda aim: aim != cls.aim), (False, True)[: kind.barrels])

    shot, barrels = word_by("aim", {aim: words.lower() for aim, words in SHOTS.items()}), given("both", "both barrels")
    how, with_both = word_by("aim", SHOTS), given("both", ", both barrels")

    def manner(self, position: OutlawsPosition) -> str:
        return filled("{how} with {what}{with_both}", position, self)

    def plainly(self) -> Self:
        """Return it with one barrel: both hit no more easily."""
        return replace(self, both=False)

    def price(self, position: OutlawsPosition) -> int:
        held = position.state.unit(self.unit).holding(self.item)
        shot = kind_of(position, held).shots.get(self.aim) if held else None
        return shot.actions if shot else 0

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: with what is held, as it and the line of sight allow."""
        yield from super().hindrances(position, unit)
        target, held = position.state.unit(self.target), self.held(position)
        yield shot_refusal(position, unit, target, held, self.aim, both=self.both)

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """Fire as ordered; whoever was shot at may try a snapshot."""
        self.fire(game, snap=False)
        offer_snapshot(game, self.target, self.unit, f"{self.target} was shot at")

    def fire(self, game: OutlawsGame, snap: bool) -> None:
        """OUT-SHOOT-5: throw the dice, and let the target suffer a hit. A snapshot costs no action."""
        unit, target, item = game.state.unit(self.unit), game.state.unit(self.target), self.held(game.position)
        spent = 0 if snap else self.price(game.position)
        check = target_number(game.position, unit, target, item, self.aim, snap=snap)
        game.note(Checked(check, rule="OUT-SHOOT-5"))
        total = game.total(self.dice(check.total), against=(STRAY + 1, check.total))
        hit = total >= check.total
        game.happen(Shot(unit.id, target.id, item.id, hit, self.aim, 2 if self.both else 1, snap, spent=spent))
        if hit:
            _hit(game, unit, target, two_chits=self.both)
        elif total == STRAY:
            _stray(game, unit.id, target)


def _hit(game: OutlawsGame, unit: Character, target: Character, two_chits: bool = False) -> None:
    """Let somebody suffer a hit: of two chits the worse, where both barrels were fired or it was point blank."""
    close = ruler(unit.place, target.place) <= game.battle.data.numbers.point_blank
    if target.profile.group:
        _bystander(game, unit.id, target.id)
    else:
        wound(game, target.id, 2 if two_chits or close else 1)


def _stray(game: OutlawsGame, id_: str, target: Character) -> None:
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


def _bystander(game: OutlawsGame, id_: str, group: str) -> None:
    """OUT-FOLK: hitting townsfolk costs the shooter's side points."""
    game.happen(BystanderHit(id_, group))
    if not game.state.unit(group).profile.tuwa:
        points = game.battle.data.numbers.townsman_points
        game.happen(PointsWon(game.state.unit(id_).side, -points, f"{id_} has hit townsfolk"))


class ThrowWeapon(Ranged):
    """Throw a lance, a knife or a tomahawk."""

    formerly = {"Throw": "ThrowWeapon"}
    verb, in_brawl, takes = "throw", False, lambda numbers: numbers.throw
    typed, lacks = "{unit} throw {item} at {target}", "anything to throw"
    says = "{unit} {unit:throws|throw} {what} at {target}"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: what is held, as far as it can be thrown."""
        yield from super().hindrances(position, unit)
        yield has_run(position, unit)
        kind = kind_of(position, self.held(position))
        if not kind.thrown:
            yield f"nobody throws a {kind.name}"
        yield line_refusal(position, unit, position.state.unit(self.target), kind.thrown)

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """OUT-THROW: throw the dice, and let the target suffer a hit, or try a snapshot."""
        unit, target, item = game.state.unit(self.unit), game.state.unit(self.target), self.held(game.position)
        check = target_number(game.position, unit, target, item, aim=None)
        game.note(Checked(check, rule="OUT-THROW"))
        hit = game.met(self.dice(check.total))
        game.happen(Thrown(unit.id, target.id, item.id, hit, spent=self.price(game.position)))
        if hit:
            _hit(game, unit, target)
        offer_snapshot(game, target.id, unit.id, f"{target.id} was thrown at")


# -- snapshots ------------------------------------------------------------------------------------------------


class Snap(Attack):
    """Attempt a snapshot: the answer to a snapshot question; `Wait` lets it be."""

    rule, verb, key, on, takes, attacks = "OUT-SNAP-1", "snapshot", "F", (SNAPSHOT,), None, False
    typed, says = "{unit} snap {target}", "{unit} {unit:tries|try} a snapshot at {target}"

    target: Annotated[UnitId, Choice("target", lambda position, ask, unit: (ask.about or "",))]

    def refusals(self, position: OutlawsPosition, ask: Ask) -> Iterator[Refused]:
        """OUT-SNAP-1: only at who gave the occasion, and as the rules allow."""
        if self.target != ask.about:
            yield f"only {ask.about} can be shot at now"
        yield from snapshot_refusals(position, position.state.unit(self.unit), position.state.unit(self.target))

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """OUT-SNAP-1: throw for the attempt; one that succeeds is a shot at once, and no action is spent on it.

        The skill is that with the best of what is held.
        """
        unit = game.state.unit(self.unit)
        skills = [skill_of(unit, kind) for _, kind in guns(game.position, unit)]
        check = Check("snapshot").plus(max(skills, default=0), "skill", "OUT-SNAP-1")
        game.note(Checked(check, rule="OUT-SNAP-1"))
        need = at_least(game.battle.data.numbers.snapshot_needs - check.total)
        succeeded = game.met(Throw(D6, f"snapshot at {self.target}", self.unit, need), "OUT-SNAP-1")
        game.happen(SnapshotTried(self.unit, self.target, succeeded))
        if not succeeded:
            return
        if unit.side in game.battle.data.autos:
            self._auto_response(game)
        else:
            self._shot(game)

    def _shot(self, game: OutlawsGame) -> bool:
        """Fire the snapshot with the best of what is held; say whether anything could be fired."""
        item = snap_item(game.position, game.state.unit(self.unit), game.state.unit(self.target))
        if item is not None:
            Shoot(self.unit, self.target, item.id).fire(game, snap=True)
        return item is not None

    def _auto_response(self, game: OutlawsGame) -> None:
        """OUT-SNAP-2: it shoots at whom it sees; else a die says whether it lies down, on 4-6, or does nothing.

        The die is thrown only where its number matters.
        """
        unit = game.state.unit(self.unit)
        seen = sees(game.position, unit, game.state.unit(self.target))
        if seen and self._shot(game):
            return
        why = "cannot shoot: it hits the dirt instead" if seen else f"does not see {self.target}"
        game.note(Said(f"{unit.id} {why}", rule="OUT-SNAP-2"))
        if seen or game.met(Throw(D6, "response to the snapshot", unit.id, at_least(4)), "OUT-SNAP-2"):
            game.happen(events.WentProne(unit.id))
        else:
            game.happen(Passed(unit.side, unit.id, "does not see who it was"))

    def end(self, run: Course) -> str:
        return super().end(run) if run.has(Shot) else NO_SHOT

    def foretold(self, position: OutlawsPosition, ask: Ask) -> Iterator[Told]:
        """OUT-SNAP-1: the shot that a snapshot leads to, if one can be fired, and the attempt that it hangs on."""
        needs = f"{position.battle.data.numbers.snapshot_needs} with the skill"

        def comes_off(run: Course) -> bool:
            return run.has(SnapshotTried, succeeded=True)

        def why_hit(telling: Telling) -> str:
            tried, hit = telling.chance(comes_off), telling.chance(succeeds, given=comes_off)
            return f"{_needed(telling)} ({hit}), if the attempt comes off ({tried})"

        shot, what = Shoot(self.unit, self.target, "").purpose, f"the attempt at {self.target}"
        yield self.told(position, f"a hit on {self.target}", shot, why_hit, so=succeeds, given=otherwise)
        why_tried, throw = lambda telling: f"{needs}: {telling.or_more}", f"snapshot at {self.target}"
        yield Told(what, self.unit, self.target, throw, because=why_tried, matters=_matters)


ORDERS: tuple[type[Attack], ...] = (Shoot, ThrowWeapon, Snap)
