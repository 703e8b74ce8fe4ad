"""Orders in a brawl: blows at whoever is in the same square (OUT-BRAWL-1 to OUT-BRAWL-4)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, ClassVar, Self

from sim.engine.check import Check
from sim.engine.dice import D6, Throw
from sim.engine.domains import UnitId
from sim.engine.notes import Checked, Opposed, Said
from sim.engine.orders import Ask, Refusal
from sim.play.odds import Telling, Told
from sim.play.order import Choice, Refused
from sim.rules.outlaws.combat.brawls import bare_hands, brawlers, is_knife, is_to_strike_with
from sim.rules.outlaws.combat.wounds import Hurt, blow, wound
from sim.rules.outlaws.events import BlowKind, BlowStruck, ObjectBroke
from sim.rules.outlaws.figures import OBJECT, Numbers
from sim.rules.outlaws.orders.base import NOT_LANDED, Armed, Attack
from sim.rules.outlaws.state import Character, Item, OutlawsGame, OutlawsPosition, named

# Both throw a die and add their skill; only who strikes can win by it.


def _opponents(position: OutlawsPosition, ask: Ask, unit: Character) -> list[str]:
    return [other.id for other in brawlers(position, unit)]


class Blow(Attack):
    """A blow at somebody in the same square."""

    takes, short_of = lambda numbers: numbers.brawl, NOT_LANDED
    verb: ClassVar[BlowKind]
    adds: ClassVar[Callable[[Numbers], int]] = lambda numbers: 0
    """What it adds to the die, besides the skill."""

    target: Annotated[UnitId, Choice("target", _opponents, none="")]

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-0: blows are struck at enemies in the same square."""
        if not self.target:
            yield Refusal("no enemy is in the square", "OUT-BRAWL-0")
        yield from super().hindrances(position, unit)
        if position.state.unit(self.target).cell != unit.cell:
            yield Refusal(f"{self.target} is not in the same square", "OUT-BRAWL-0")

    def attack(self, position: OutlawsPosition) -> Check:
        unit, more = position.state.unit(self.unit), type(self).adds(position.battle.data.numbers)
        check = Check("attack").plus(unit.profile.brawl, "brawl skill").plus(more, self.verb)
        return bare_hands(position, check, unit, position.state.unit(self.target))

    def defence(self, position: OutlawsPosition) -> Check:
        target = position.state.unit(self.target)
        lying = position.battle.data.numbers.brawl_prone if target.prone else 0
        check = Check("defence").plus(target.profile.brawl, "brawl skill").plus(lying, "prone")
        return bare_hands(position, check, target, position.state.unit(self.unit))

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """OUT-BRAWL-1, OUT-BRAWL-3, OUT-BRAWL-4: throw both dice, and let it land if it wins."""
        mine, theirs = self.attack(game.position), self.defence(game.position)
        game.note(Checked(mine, rule=self.rule))
        game.note(Checked(theirs, rule=self.rule))
        die = Throw(D6, f"{self.verb} at {self.target}", self.unit)
        against = Throw(D6, f"against the {self.verb} of {self.unit}", self.target)
        margin = self.thrown(game, die, against, mine.total - theirs.total)
        if margin > 0:
            self.lands(game, margin)

    def thrown(self, game: OutlawsGame, die: Throw, against: Throw, ahead: int) -> int:
        """Throw the dice; return by how much the blow wins."""
        return self.struck(game, game.margin(die, against, ahead, self.rule))

    def struck(self, game: OutlawsGame, margin: int) -> int:
        """Let it be known that it was struck; return by how much it wins."""
        game.happen(BlowStruck(self.unit, self.target, self.verb, margin, spent=self.price(game.position)))
        return margin

    def lands(self, game: OutlawsGame, margin: int) -> None:
        """Let the target suffer a blow that wins by so much, as each kind of blow says."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it does to whom it hits")

    def foretold(self, position: OutlawsPosition, ask: Ask) -> Iterator[Told]:
        def why(telling: Telling) -> str:
            ahead = telling.note.ahead if isinstance(telling.note, Opposed) else 0
            words = f"a die {ahead:+d} must beat a die" if ahead else "a die must beat a die"
            return words + self.breaking(position, telling)

        what = f"a {self.verb} that lands on {self.target}"
        yield self.told(position, what, f"{self.verb} at {self.target}", why)

    def breaking(self, position: OutlawsPosition, telling: Telling) -> str:
        """Say how likely what is struck with breaks; nothing if it cannot."""
        return ""


class BodyBlow(Blow):
    """Strike with the fist."""

    rule, verb, key = "OUT-BRAWL-1", "body blow", "C"
    typed, says = "{unit} body blow {target}", "{unit} {unit:hits|hit} out at {target}"

    def lands(self, game: OutlawsGame, margin: int) -> None:
        """OUT-BRAWL-1: it winds, knocks down or knocks out."""
        numbers = game.battle.data.numbers
        fells: Hurt = "knocked down" if margin >= numbers.blow_fells else "winded"
        blow(game, self.target, "knocked out" if margin >= numbers.blow_stuns else fells)


class ArmedBlow(Armed, Blow):
    """A blow with something in the hand."""

    typed, says = "{unit} {verb} {target} with {item}", "{unit} {verb}s at {target} with {what}"

    @staticmethod
    def serves(position: OutlawsPosition, item: Item) -> bool:
        """Say whether such a blow is struck with something: each kind knows its own."""
        raise NotImplementedError("a blow with an item says what serves for it")

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        """Yield a blow at everybody in the square with everything that serves; else one that says what is lacking."""
        opponents = _opponents(position, ask, unit)
        items = [item.id for item in unit.held if cls.serves(position, item)]
        found = [cls(unit.id, target, item) for target in opponents for item in items]
        yield from found or (cls(unit.id, next(iter(opponents), ""), ""),)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-3, OUT-BRAWL-4: an enemy in the square, and the right thing in the hand."""
        yield from super().hindrances(position, unit)
        yield self.empty_handed(unit)
        if not self.serves(position, self.held(position)):
            yield f"{named(position, self.held(position))} is nothing to {self.verb} with"


class Strike(ArmedBlow):
    """Strike with an object, a rifle or a shotgun."""

    rule, verb, adds = "OUT-BRAWL-3", "strike", lambda numbers: numbers.brawl_strike
    lacks, serves = "anything to strike with", staticmethod(is_to_strike_with)

    def thrown(self, game: OutlawsGame, die: Throw, against: Throw, ahead: int) -> int:
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

    def lands(self, game: OutlawsGame, margin: int) -> None:
        """OUT-BRAWL-3: it wounds, or winds if it wins by little."""
        if margin >= game.battle.data.numbers.strike_wounds:
            wound(game, self.target, by="strike")
        else:
            blow(game, self.target, "winded")

    def breaking(self, position: OutlawsPosition, telling: Telling) -> str:
        """OUT-BRAWL-3: a chair leg may break."""
        broken = telling.chance(lambda run: run.has(ObjectBroke))
        return f"; {named(position, self.held(position))} breaks on {6 * broken} in 6" if broken else ""


class Stab(ArmedBlow):
    """Stab with a knife."""

    rule, verb, adds = "OUT-BRAWL-4", "stab", lambda numbers: numbers.brawl_stab
    lacks, serves = "a knife to stab with", staticmethod(is_knife)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-BRAWL-4: on one's feet."""
        yield from super().hindrances(position, unit)
        if unit.prone:
            yield f"{unit.id} is prone: Get Up first"

    def lands(self, game: OutlawsGame, margin: int) -> None:
        """OUT-BRAWL-4: it wounds, however little it wins by."""
        wound(game, self.target, by="stab")


ORDERS: tuple[type[Attack], ...] = (BodyBlow, Strike, Stab)
