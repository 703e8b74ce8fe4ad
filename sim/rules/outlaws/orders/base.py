"""What orders have in common: whose counter it is, payment in actions, what a brawl leaves to do; and all attacks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Self

from sim.engine.chance import Request
from sim.engine.domains import UnitId
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.consequences import Course, throws
from sim.play.odds import Telling, Told
from sim.play.order import Actor, Choice, Order, Refused
from sim.rules.outlaws import events
from sim.rules.outlaws.combat.brawls import brawlers
from sim.rules.outlaws.events import BlowStruck, BystanderHit, Paid, Shot, Thrown
from sim.rules.outlaws.figures import Numbers
from sim.rules.outlaws.state import (
    ACTION,
    BRAWL,
    SNAPSHOT,
    Character,
    Item,
    OutlawsData,
    OutlawsGame,
    OutlawsPosition,
    OutlawsState,
    actions_text,
    is_spared,
    thing,
)


class OutlawsOrder(Order[OutlawsState, OutlawsData]):
    """An order to one character, which pays for it with actions of its counter."""

    on: ClassVar[tuple[str, ...]] = (ACTION, BRAWL)
    takes: ClassVar[Callable[[Numbers], int] | None] = lambda numbers: 0
    """How many actions it takes; None for what is no action, and no free one either."""
    in_brawl: ClassVar[bool] = False
    """Whether it can be given with an enemy in the square: a brawl holds both until one of them is out."""
    prepares: ClassVar[bool] = False
    """Whether it is done on the spot and without a die, as what comes before a blow or a shot is."""
    attacks: ClassVar[bool] = False
    """Whether it is a shot, a throw or a blow."""
    becomes: ClassVar[type[Paid]]
    """The event that it becomes, with fields of the same names, where nothing can go wrong."""

    unit: Actor

    @property
    def is_bare(self) -> bool:
        """Whether there was nothing to choose for one of its fields."""
        return any(value in ("", ()) for value in vars(self).values())

    def text(self, position: OutlawsPosition) -> str:
        return f"{self.unit} {self.verb}" if self.is_bare else super().text(position)

    def what(self, position: OutlawsPosition) -> str:
        """Name the item that it is done with, wherever that is now."""
        return thing(position, self.unit, vars(self)["item"])

    def price(self, position: OutlawsPosition) -> int:
        """Return how many actions it takes; one that is not possible at all takes what it would if it were."""
        takes = type(self).takes
        return takes(position.battle.data.numbers) if takes else 0

    def cost(self, position: OutlawsPosition, ask: Ask) -> str:
        return "" if self.is_bare or type(self).takes is None else actions_text(self.price(position))

    def refusals(self, position: OutlawsPosition, ask: Ask) -> Iterator[Refused]:
        """OUT-CUP: what stands against it, and at last whether there are actions for it."""
        yield from self.hindrances(position, position.state.unit(self.unit))
        yield unpaid("it takes", self.price(position), position)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """Yield what stands against it besides payment, in the order of the book."""
        return iter(())

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        game.happen(self.becomes(**vars(self), spent=self.price(game.position)))

    def once_done(self, unit: Character) -> Character:
        """Return who carries it out, as he is afterwards but for where he stands and faces."""
        return unit.changed(**self.becomes.sets) if hasattr(self, "becomes") else unit

    def plainly(self) -> Self:
        """Return it without what makes no difference to whether it succeeds."""
        return self


def unpaid(what: str, price: int, position: OutlawsPosition) -> Refusal | None:
    """OUT-CUP: say that something takes more actions than are left; None if there are enough."""
    left = position.state.actions
    few = f"{left or 'none'} {'is' if left <= 1 else 'are'} left"
    return Refusal(f"{what} {actions_text(price)}, and {few}", "OUT-CUP") if price > left else None


def able(position: OutlawsPosition, ask: Ask, order: OutlawsOrder) -> Refusal | None:
    """OUT-CUP, OUT-SNAP-1, OUT-BRAWL-0: say what keeps a character from all orders, or from all of a kind."""
    unit = position.state.unit(order.unit)
    if unit.out:
        return Refusal(f"{unit.id} is out of the fight", "OUT-CUP")
    if ask.occasion == SNAPSHOT and SNAPSHOT not in order.on:
        return Refusal("only a snapshot can be tried now, or nothing done", "OUT-SNAP-1")
    if not order.in_brawl and (others := brawlers(position, unit)):
        return Refusal(f"{unit.id} is in a brawl with {others[0].id}", "OUT-BRAWL-0")
    return None


def occasion_of(position: OutlawsPosition, unit: Character) -> str:
    """Return on what occasion somebody is given orders with his own counter."""
    return BRAWL if brawlers(position, unit) else ACTION


def whose_counter(position: OutlawsPosition, ask: Ask) -> Iterator[Character]:
    """OUT-CUP: the counter says who acts, and nobody else is given orders."""
    units = position.state.units
    if ask.unit is not None and ask.unit in units and units[ask.unit].cell is not None:
        yield units[ask.unit]


MISS, NO_SHOT, NOT_LANDED, NO_EFFECT, FOLK = "miss", "no shot", "does not land", "no effect", "townsfolk hit"
UNCONSCIOUS, DEAD = "unconscious", "dead"


# -- attacks, and what is told of their chances ---------------------------------------------------------------


class Attack(OutlawsOrder):
    """Something that is done to an enemy, and what is told of its chances: each is read off all that may come of it."""

    in_brawl, attacks = True, True
    short_of: ClassVar[str] = MISS
    """What is told of an attack that does not come to anything."""

    target: Annotated[UnitId, Choice("target", none="")]

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        if self.target not in position.state.units:
            yield Refusal(f"there is no {self.target}", TABLE_SENSE)
        target = position.state.unit(self.target)
        if target.side == unit.side:
            yield Refusal(f"{target.id} is on the same side", TABLE_SENSE)
        if target.cell is None or target.out:
            yield Refusal(f"{target.id} is {'out of the fight' if target.cell else 'not on the board'}", TABLE_SENSE)
        if is_spared(position, target):
            yield Refusal(f"{target.id} is a group, and groups are not targets", "OUT-T-groups")

    def told(
        self, position: OutlawsPosition, what: str, throw: str, because: Callable[[Telling], str], **more: Any
    ) -> Told:
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

    def held(self, position: OutlawsPosition) -> Item:
        """Return what it is done with, which is known to be in a hand."""
        found = position.state.unit(self.unit).holding(self.item)
        assert found is not None
        return found

    def empty_handed(self, unit: Character) -> str:
        """OUT-HANDS: say that what is used is not in a hand; nothing if it is."""
        return "" if unit.holding(self.item) else f"{unit.id} does not hold {self.item or self.lacks}"

    manner = OutlawsOrder.what
