"""Orders to fight: shots, throws and snapshots, blows in a brawl; and what all attacks have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import product
from typing import Annotated, Any, ClassVar, Self

from sim.engine.chance import Request
from sim.engine.check import Check
from sim.engine.dice import D6, at_least
from sim.engine.dice import Throw as Dice
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Checked, Opposed, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import filled
from sim.play.book import first_of, of_this_book
from sim.play.consequences import Course, throws
from sim.play.happening import PointsWon, given, word_by
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.outlaws import combat, events
from sim.rules.outlaws.combat import bare_hands, blow, guns, in_brawl, shot_refusal, snap_item, target_number, wound
from sim.rules.outlaws.events import BlowKind, BlowStruck, BystanderHit, ObjectBroke, Shot, SnapshotTried, Thrown
from sim.rules.outlaws.figures import OBJECT, SHOTS, Aim, Numbers, WeaponKind
from sim.rules.outlaws.ground import ruler, sees
from sim.rules.outlaws.orders.base import SNAPSHOT, OutOrder
from sim.rules.outlaws.state import Character, Item, Play, Scene, enemies, is_spared, kind_of, named

STRAY = 2 * min(D6.faces)
"""Both dice of a shot show a 1: it goes astray."""
MISS, NO_SHOT, NOT_LANDED, NO_EFFECT, FOLK = "miss", "no shot", "does not land", "no effect", "townsfolk hit"
UNCONSCIOUS, DEAD = "unconscious", "dead"


# -- attacks, and what is told of their chances ---------------------------------------------------------------


class Attack(OutOrder):
    """Something that is done to an enemy, and what is told of its chances: each is read off all that may come of it."""

    in_brawl, attacks = True, True
    short_of: ClassVar[str] = MISS
    """What is told of an attack that does not come to anything."""

    target: Annotated[UnitId, Choice("target", none="")]

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        if self.target not in position.state.units:
            yield Refusal(f"there is no {self.target}", TABLE_SENSE)
        target = position.state.unit(self.target)
        if target.side == unit.side:
            yield Refusal(f"{target.id} is on the same side", TABLE_SENSE)
        if target.cell is None or target.out:
            yield Refusal(f"{target.id} is {'out of the fight' if target.cell else 'not on the board'}", TABLE_SENSE)
        if is_spared(position, target):
            yield Refusal(f"{target.id} is a group, and no target", "OUT-T-groups")

    def told(self, position: Scene, what: str, throw: str, because: Callable[[Telling], str], **more: Any) -> Told:
        """Return what is told of the throw that decides, with all that may become of the target."""
        wounds = [chit.name.lower() for chit in position.battle.data.chits.values()]
        by_severity = (NO_SHOT, MISS, NOT_LANDED, FOLK, NO_EFFECT, "winded", *wounds, UNCONSCIOUS, DEAD)
        more |= {"order": by_severity, "matters": _matters}
        return Told(what, self.unit, self.target, throw, ends=self.end, because=because, **more)

    def end(self, run: Course) -> str:
        """Return what has become of the target: the name of its wound, or that it is out.

        Who lies on the ground cannot be knocked down.
        """
        if run.has(BystanderHit, group=self.target):
            return FOLK
        for hit in run.all_of(events.Wounded, unit=self.target):
            if hit.dead or hit.unconscious:
                return DEAD if hit.dead else UNCONSCIOUS
            is_felt = hit.arm is not None or hit.owed or hit.lost or hit.prone or hit.leg
            return str(hit.chit).lower() if is_felt else NO_EFFECT
        return self.short_of


def _matters(request: Request) -> bool:
    """Say that it does not matter which arm is hit, and whom a stray shot hits."""
    return not throws("which arm", "whom the stray")(request)


def succeeds(run: Course) -> bool:
    """Say whether an attack has hit, whatever comes of that."""
    blows = run.all_of(BlowStruck)
    return run.has(Shot, hit=True) or run.has(Thrown, hit=True) or any(blow.won_by > 0 for blow in blows)


class Armed(Attack):
    """An attack with something in the hand."""

    lacks: ClassVar[str]
    """What somebody does not hold who cannot attack like this."""

    item: str

    def held(self, position: Scene) -> Item:
        """Return what it is done with, which is known to be in a hand."""
        found = position.state.unit(self.unit).holding(self.item)
        assert found is not None
        return found

    def empty_handed(self, unit: Character) -> str:
        """OUT-HANDS: say that what is used is not in a hand; nothing if it is."""
        return "" if unit.holding(self.item) else f"{unit.id} does not hold {self.item or self.lacks}"

    manner = OutOrder.what


# -- shots and throws -----------------------------------------------------------------------------------------


class Ranged(Armed):
    """A shot or a throw."""

    rule = "OUT-WEAPON"

    @classmethod
    def choices(cls, position: Scene, ask: Ask, unit: Character) -> Iterator[Self]:
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

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        yield Refusal(self.empty_handed(unit), "OUT-HANDS")
        yield from super().hindrances(position, unit)

    @property
    def purpose(self) -> str:
        """What the dice are thrown for."""
        return f"{self.unit} {self.verb}s at {self.target}"

    def dice(self, needed: int) -> Dice:
        """Return the dice that must show so much."""
        return Dice(D6, self.purpose, self.unit, at_least(needed), count=2)

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        both = self.plainly() != self
        yield self.told(position, f"a hit on {self.target}", self.purpose, lambda telling: _needed(telling, both))


def _needed(telling: Telling, both: bool = False) -> str:
    two = f"; two chits, {'both barrels' if both else 'at point blank'}" if telling.is_drawn(combat.SECOND) else ""
    return telling.or_more + two


class Shoot(Ranged):
    """Fire a held weapon at somebody."""

    verb, lacks = "shoot", "anything to shoot with"
    typed = "{unit} {shot} {target} with {item} {barrels}"
    says = "{unit} {unit:shoots|shoot} at {target} with {what} ({how}{with_both})"

    aim: Aim = "standard"
    both: bool = False
    """Both barrels of a shotgun."""

    @classmethod
    def ways(cls, kind: WeaponKind) -> Iterable[tuple[Any, ...]]:
        return product(kind.shots, (False, True)[: kind.barrels])

    shot, barrels = word_by("aim", {aim: words.lower() for aim, words in SHOTS.items()}), given("both", "both barrels")
    how, with_both = word_by("aim", SHOTS), given("both", ", both barrels")

    def manner(self, position: Scene) -> str:
        return filled("{how} with {what}{with_both}", position, self)

    def plainly(self) -> Self:
        """Return it with one barrel: both hit no more easily."""
        return replace(self, both=False)

    def price(self, position: Scene) -> int:
        held = position.state.unit(self.unit).holding(self.item)
        shot = kind_of(position, held).shots.get(self.aim) if held else None
        return shot.actions if shot else 0

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: with what is held, as it and the line of sight allow."""
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
        total = game.total(self.dice(check.total), against=(STRAY + 1, check.total))
        hit = total >= check.total
        game.happen(Shot(unit.id, target.id, item.id, hit, self.aim, 2 if self.both else 1, snap, spent=spent))
        if hit:
            _hit(game, unit, target, two_chits=self.both)
        elif total == STRAY:
            _stray(game, unit.id, target)


def _hit(game: Play, unit: Character, target: Character, two_chits: bool = False) -> None:
    """Let somebody suffer a hit: of two chits the worse, where both barrels were fired or it was point blank."""
    close = ruler(unit.place, target.place) <= game.battle.data.numbers.point_blank
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


class Throw(Ranged):
    """Throw a lance, a knife or a tomahawk."""

    verb, in_brawl, takes = "throw", False, lambda numbers: numbers.throw
    typed, lacks = "{unit} throw {item} at {target}", "anything to throw"
    says = "{unit} {unit:throws|throw} {what} at {target}"

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-HANDS, OUT-WEAPON, OUT-FOV, OUT-LINE: what is held, as far as it can be thrown."""
        yield from super().hindrances(position, unit)
        yield combat.has_run(position, unit)
        kind = kind_of(position, self.held(position))
        if not kind.thrown:
            yield f"nobody throws a {kind.name}"
        yield combat.line_refusal(position, unit, position.state.unit(self.target), kind.thrown)

    def resolve(self, game: Play, ask: Ask) -> None:
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

    rule, verb, on, takes, attacks = "OUT-SNAP-1", "snapshot", (SNAPSHOT,), None, False
    typed, says = "{unit} snap {target}", "{unit} {unit:tries|try} a snapshot at {target}"

    target: Annotated[UnitId, Choice("target", lambda position, ask, unit: (ask.about or "",))]

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """OUT-SNAP-1: only at who gave the occasion.

        An auto tries if the enemy is in range for what it holds, and finds out afterwards whether it can shoot at all
        (OUT-SNAP-2). Anybody else tries only what would be a shot.
        """
        unit, target = position.state.unit(self.unit), position.state.unit(self.target)
        autos = position.battle.data.autos
        if self.target != ask.about:
            yield f"only {ask.about} can be snapped at"
        if target.side == unit.side or target.cell is None or target.out:
            yield f"{target.id} is no target"
        if unit.profile.group or target.profile.group:
            yield Refusal("groups neither snap nor are snapped at", "OUT-T-groups")
        if unit.done:
            yield Refusal(f"{unit.id} takes no further part", "OUT-AMMO-2")
        if unit.side in autos and target.side in autos:
            yield f"{target.id} is an auto, and autos try none at their like"
        if position.state.actor != target.id:
            yield f"it is not the counter of {target.id}"
        if target.id in unit.snapped:
            yield Refusal(f"{unit.id} has tried a snapshot at {target.id}", "OUT-SNAP-once")
        if unit.running:
            yield Refusal(f"{unit.id} is running", "OUT-SNAP-once")
        if in_brawl(position, unit):
            yield Refusal(f"{unit.id} is in a brawl", "OUT-SNAP-once")
        gun = next((item for item in unit.held if kind_of(position, item).shots), None)
        if gun is None:
            yield f"{unit.id} holds nothing to shoot with"
        elif unit.side in autos:
            away = ruler(unit.place, target.place)
            longest = max((combat.snapshot_range(position, unit, kind) for _, kind in guns(position, unit)), default=-1)
            if away > longest:
                yield f"{target.id} is {away} squares away, and {longest} is the most"
            may_shoot = sees(position, unit, target) and snap_item(position, unit, target)
            if (unit.prone or unit.mounted) and not may_shoot:
                yield Refusal(f"{unit.id} could neither shoot nor drop", "OUT-SNAP-2")
        elif snap_item(position, unit, target) is None:
            yield shot_refusal(position, unit, target, gun, "standard")

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-SNAP-1: throw for the attempt; one that succeeds is a shot at once, and no action is spent on it.

        The skill is that with the best of what is held.
        """
        unit = game.state.unit(self.unit)
        skills = [combat.skill_of(unit, kind) for _, kind in guns(game.position, unit)]
        check = Check("snapshot").plus(max(skills, default=0), "skill", "OUT-SNAP-1")
        game.note(Checked(check, rule="OUT-SNAP-1"))
        need = at_least(game.battle.data.numbers.snapshot_needs - check.total)
        succeeded = game.met(Dice(D6, f"snapshot at {self.target}", self.unit, need), "OUT-SNAP-1")
        game.happen(SnapshotTried(self.unit, self.target, succeeded))
        if not succeeded:
            return
        if unit.side in game.battle.data.autos:
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
        """OUT-SNAP-2: it shoots at whom it sees; else a die says whether it lies down, on 4-6, or does nothing.

        The die is thrown only where its number matters.
        """
        unit = game.state.unit(self.unit)
        seen = sees(game.position, unit, game.state.unit(self.target))
        if seen and self._shot(game):
            return
        why = "cannot shoot: it hits the dirt instead" if seen else f"does not see {self.target}"
        game.note(Said(f"{unit.id} {why}", rule="OUT-SNAP-2"))
        if seen or game.met(Dice(D6, "response to the snapshot", unit.id, at_least(4)), "OUT-SNAP-2"):
            game.happen(events.WentProne(unit.id))
        else:
            game.happen(Passed(unit.side, unit.id, "does not see who it was"))

    def end(self, run: Course) -> str:
        return super().end(run) if run.has(Shot) else NO_SHOT

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
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


def offer_snapshot(game: Play, who: str, about: str, why: str) -> None:
    """OUT-SNAP-1: ask whether somebody tries a snapshot, if the rules allow one."""
    unit = game.state.unit(who)
    ask = Ask(unit.side, SNAPSHOT, who, about)
    if unit.out or unit.cell is None or first_of(Snap(who, about), game.position, ask):
        return
    game.note(Said(why, rule="OUT-SNAP-1"))
    of_this_book(game.order(ask)).resolve(game, ask)


# -- blows at whoever is in the same square (OUT-BRAWL-1 to -4) -------------------------------------------------
# Both throw a die and add their skill; only who strikes can win by it.


def _opponents(position: Scene, ask: Ask, unit: Character) -> list[str]:
    return [other.id for other in combat.brawlers(position, unit)]


class Blow(Attack):
    """A blow at somebody in the same square."""

    takes, short_of = lambda numbers: numbers.brawl, NOT_LANDED
    verb: ClassVar[BlowKind]
    adds: ClassVar[Callable[[Numbers], int]] = lambda numbers: 0
    """What it adds to the die, besides the skill."""

    target: Annotated[UnitId, Choice("target", _opponents, none="")]

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-0: blows are struck at enemies in the same square."""
        if not self.target:
            yield Refusal("no enemy is in the square", "OUT-BRAWL-0")
        yield from super().hindrances(position, unit)
        if position.state.unit(self.target).cell != unit.cell:
            yield Refusal(f"{self.target} is not in the same square", "OUT-BRAWL-0")

    def attack(self, position: Scene) -> Check:
        unit, more = position.state.unit(self.unit), type(self).adds(position.battle.data.numbers)
        check = Check("attack").plus(unit.profile.brawl, "brawl skill").plus(more, self.verb)
        return bare_hands(position, check, unit, position.state.unit(self.target))

    def defence(self, position: Scene) -> Check:
        target = position.state.unit(self.target)
        lying = position.battle.data.numbers.brawl_prone if target.prone else 0
        check = Check("defence").plus(target.profile.brawl, "brawl skill").plus(lying, "prone")
        return bare_hands(position, check, target, position.state.unit(self.unit))

    def resolve(self, game: Play, ask: Ask) -> None:
        """OUT-BRAWL-1, OUT-BRAWL-3, OUT-BRAWL-4: throw both dice, and let it land if it wins."""
        mine, theirs = self.attack(game.position), self.defence(game.position)
        game.note(Checked(mine, rule=self.rule))
        game.note(Checked(theirs, rule=self.rule))
        die = Dice(D6, f"{self.verb} at {self.target}", self.unit)
        against = Dice(D6, f"against the {self.verb} of {self.unit}", self.target)
        margin = self.thrown(game, die, against, mine.total - theirs.total)
        if margin > 0:
            self.lands(game, margin)

    def thrown(self, game: Play, die: Dice, against: Dice, ahead: int) -> int:
        """Throw the dice; return by how much the blow wins."""
        return self.struck(game, game.margin(die, against, ahead, self.rule))

    def struck(self, game: Play, margin: int) -> int:
        """Let it be known that it was struck; return by how much it wins."""
        game.happen(BlowStruck(self.unit, self.target, self.verb, margin, spent=self.price(game.position)))
        return margin

    def lands(self, game: Play, margin: int) -> None:
        """Let the target suffer a blow that wins by so much, as each kind of blow says."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does to whom it hits")

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        def why(telling: Telling) -> str:
            ahead = telling.note.ahead if isinstance(telling.note, Opposed) else 0
            words = f"a die {ahead:+d} must beat a die" if ahead else "a die must beat a die"
            return words + self.breaking(position, telling)

        what = f"a {self.verb} that lands on {self.target}"
        yield self.told(position, what, f"{self.verb} at {self.target}", why)

    def breaking(self, position: Scene, telling: Telling) -> str:
        """Say how likely what is struck with breaks; nothing if it cannot."""
        return ""


class BodyBlow(Blow):
    """Strike with the fist."""

    rule, verb = "OUT-BRAWL-1", "body blow"
    typed, says = "{unit} body blow {target}", "{unit} {unit:hits|hit} out at {target}"

    def lands(self, game: Play, margin: int) -> None:
        """OUT-BRAWL-1: it winds, knocks down or knocks out."""
        numbers = game.battle.data.numbers
        fells: combat.Hurt = "knocked down" if margin >= numbers.blow_fells else "winded"
        blow(game, self.target, "knocked out" if margin >= numbers.blow_stuns else fells)


class ArmedBlow(Armed, Blow):
    """A blow with something in the hand."""

    typed, says = "{unit} {verb} {target} with {item}", "{unit} {verb}s at {target} with {what}"

    @staticmethod
    def serves(position: Scene, item: Item) -> bool:
        """Say whether such a blow is struck with something: each kind knows its own."""
        raise NotImplementedError("a blow with an item says what serves for it")

    @classmethod
    def choices(cls, position: Scene, ask: Ask, unit: Character) -> Iterator[Self]:
        """Yield a blow at everybody in the square with everything that serves; else one that says what is lacking."""
        opponents = _opponents(position, ask, unit)
        items = [item.id for item in unit.held if cls.serves(position, item)]
        found = [cls(unit.id, target, item) for target in opponents for item in items]
        yield from found or (cls(unit.id, next(iter(opponents), ""), ""),)

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-3, OUT-BRAWL-4: an enemy in the square, and the right thing in the hand."""
        yield from super().hindrances(position, unit)
        yield self.empty_handed(unit)
        if not self.serves(position, self.held(position)):
            yield f"nobody {self.verb}s with {named(position, self.held(position))}"


class Strike(ArmedBlow):
    """Strike with an object, a rifle or a shotgun."""

    rule, verb, adds = "OUT-BRAWL-3", "strike", lambda numbers: numbers.brawl_strike
    lacks, serves = "anything to strike with", staticmethod(combat.is_to_strike_with)

    def thrown(self, game: Play, die: Dice, against: Dice, ahead: int) -> int:
        """OUT-BRAWL-3: a chair leg breaks on a natural 1, a rifle never."""
        item = self.held(game.position)
        if item.kind != OBJECT:
            return super().thrown(game, die, against, ahead)
        thrown, hand = game.oppose(die, against, ahead, self.rule), game.state.unit(self.unit).hand_of(item.id)
        self.struck(game, thrown.margin)
        if thrown.one.total <= game.battle.data.numbers.object_breaks and hand is not None:
            game.note(Said(f"a natural {thrown.one.total}", rule=self.rule))
            game.happen(ObjectBroke(self.unit, hand))
        return thrown.margin

    def lands(self, game: Play, margin: int) -> None:
        """OUT-BRAWL-3: it wounds, or winds if it wins by little."""
        if margin >= game.battle.data.numbers.strike_wounds:
            wound(game, self.target, by="strike")
        else:
            blow(game, self.target, "winded")

    def breaking(self, position: Scene, telling: Telling) -> str:
        """OUT-BRAWL-3: a chair leg may break."""
        broken = telling.chance(lambda run: run.has(ObjectBroke))
        return f"; {named(position, self.held(position))} breaks with {6 * broken} of 6" if broken else ""


class Stab(ArmedBlow):
    """Stab with a knife."""

    rule, verb, adds = "OUT-BRAWL-4", "stab", lambda numbers: numbers.brawl_stab
    lacks, serves = "a knife to stab with", staticmethod(combat.is_knife)

    def hindrances(self, position: Scene, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-4: on one's feet."""
        yield from super().hindrances(position, unit)
        if unit.prone:
            yield f"{unit.id} is prone: Get Up first"

    def lands(self, game: Play, margin: int) -> None:
        """OUT-BRAWL-4: it wounds, however little it wins by."""
        wound(game, self.target, by="stab")


ORDERS: tuple[type[Attack], ...] = (Shoot, Throw, Snap, BodyBlow, Strike, Stab)
