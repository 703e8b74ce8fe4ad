"""Moves by the die, in single file, crawling, turning, off the table, and the declaration of charges.

LPG-MOVE-1 to LPG-MOVE-4, LPG-LEAVE, LPG-CHARGE; how a charge is driven home stands in combat/charge.py.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, Self

from sim.engine.dice import AVERAGE_DIE, at_least
from sim.engine.domains import UnitId
from sim.engine.insight import Fact, Scope
from sim.engine.notes import Rolled, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.consequences import Course, End, consequences, either, happens, throws
from sim.play.happening import PointsWon, given
from sim.play.odds import Told, otherwise
from sim.play.order import Choice, Facing, Refused, direction
from sim.rules.la_petite_guerre import events
from sim.rules.la_petite_guerre.combat.charge import (
    Resolve,
    charge_needs,
    charge_result,
    meets_charge,
    resolve_charge,
    run_in,
)
from sim.rules.la_petite_guerre.events import ChargeDeclared, Struck
from sim.rules.la_petite_guerre.ground.moving import bring_crew, follow, go, inches_rolled, leads, most_dice, trail_of
from sim.rules.la_petite_guerre.ground.sight import FULL_CIRCLE
from sim.rules.la_petite_guerre.ground.ways import crawl_ways, full_ways, mover, straight_on, way_refusal
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, MOVING, Aimed, LpgOrder, Paced
from sim.rules.la_petite_guerre.state import ActionTaken, LpgGame, LpgPosition, Man, men
from sim.tabletop.inches import CellPath, sees

Dice = Annotated[int, Choice(values=lambda position, ask, man: dict.fromkeys((1, most_dice(position, man))))]
"""LPG-MOVE-1: how many average dice are thrown: one, or as many as a horse that is spurred on goes with."""


def dice_refusal(position: LpgPosition, man: Man, dice: int) -> Refusal | None:
    """LPG-MOVE-1: say why nobody goes with so many dice; None if he does: a horse goes with one or two."""
    if dice in (1, most_dice(position, man)):
        return None
    return Refusal("only a horse moves with two dice", "LPG-MOVE-1")


def _file_refusal(position: LpgPosition, man: Man) -> Refusal | None:
    """LPG-MOVE-3: say that a man in single file moves when his lead does."""
    lead = next(iter(leads(position.state, man)), None)
    if lead is None or lead.out:
        return None
    return Refusal(f"{man.id} moves with {man.follows}, whom he follows", "LPG-MOVE-3")


class RollMove(Paced, LpgOrder):
    """LPG-MOVE-1: roll the dice for a move. A leader may do so with a command point."""

    rule, verb, key, on, by = "LPG-MOVE-1", "move", "G", (COMMAND, ACTION), ("man", "gun")
    command, doing = "move", ("move",)
    typed, says = "{unit} move{pace}", "{unit} moves{pace}"
    dice: Dice = 1

    def scope(self, position: LpgPosition) -> Scope | None:
        """LPG-MOVE-3: tell who goes along in single file."""
        if self.unit not in position.state.units or position.state.phase != "actions":
            return None
        man = position.state.unit(self.unit)
        behind = () if man.out else tuple(_behind(position, man))
        return Scope(behind, (Fact("with him", ", ".join(behind), "LPG-MOVE-3"),)) if behind else None

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-1: on his feet, or limbered, and not behind another."""
        if man.profile.kind == "gun" and not man.limbered:
            yield Refusal(f"{man.id} is not limbered", "LPG-ACT-1")
        if man.prone:
            yield f"{man.id} is prone: he can crawl, or stand up first"
        yield dice_refusal(position, man, self.dice)
        yield _file_refusal(position, man)

    def carry_out(self, game: LpgGame, man: Man) -> None:
        self._move(game, None)

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self:
        """LPG-REPEAT: with as many dice, if he still has his horse."""
        return cls(man.id, done.dice if man.mounted else 1)

    def repeat(self, game: LpgGame, ask: Ask, done: ActionTaken) -> None:
        """LPG-REPEAT: go on the same way, and nobody is asked."""
        self.paid(game, ask)
        self._move(game, done.facing)

    def _move(self, game: LpgGame, heading: int | None) -> None:
        """Roll, and go where the side chooses, or straight on; a man with nowhere to go gives it up."""
        game.happen(events.MoveRolled(self.unit, inches_rolled(game, self.unit, self.dice)))
        man, inches, way, facing = game.state.unit(self.unit), game.state.rolled, CellPath(), None
        ways = full_ways(game.position, man, inches)
        if heading is not None:
            way = straight_on(game.position, man, heading, ways)
        elif ways:
            move: Any = game.order(Ask(man.side, MOVING, man.id, number=inches))
            way, facing = move.way, move.facing
        if not way:
            game.note(Said("there is nowhere to go", rule="LPG-MOVE-3"))
            game.happen(events.MoveGivenUp(self.unit))
            return
        go(game, self.unit, way, "ride" if man.mounted else "walk", facing)
        if man.profile.kind == "gun":
            bring_crew(game, self.unit, inches)
        elif game.state.phase != "command":
            follow(game, self.unit, trail_of(game, man, way))


def _behind(position: LpgPosition, lead: Man) -> Iterator[str]:
    """LPG-MOVE-3: yield who goes along in single file, the next first."""
    found = {lead.id}
    while (man := next((each for each in position.state.units if each.follows == lead.id), None)) and not man.out:
        if man.id in found:
            return
        found.add(man.id)
        yield man.id
        lead = man


class Move(LpgOrder):
    """LPG-MOVE-3: go the inches that were rolled, all of them: every cell after the present one, in order.

    At the end he may turn by up to 45 degrees from where he went; left out, he looks where he went. What comes of it
    is part of the move that was rolled for.
    """

    rule, verb, key, on, by, ample = "LPG-MOVE-3", "move", "G", (MOVING,), ("man", "gun"), True
    typed, says = "{unit} move to {way}", "{unit} moves to {way}"
    way: Annotated[CellPath, Choice("way")]
    facing: Annotated[int | None, Choice("facing")] = None

    @classmethod
    def choices(cls, position: LpgPosition, ask: Ask, man: Man) -> Iterator[Self]:
        """Yield every way for the inches that were rolled, with every turn at its end."""
        for way in full_ways(position, man, position.state.rolled).values():
            yield from (cls(man.id, way, facing) for facing in free_turns(position, man, way))

    def text(self, position: LpgPosition) -> str:
        return f"{super().text(position)}{self._turned(position, ' facing ')}"

    def sentence(self, position: LpgPosition) -> str:
        return f"{super().sentence(position)}{self._turned(position, ', facing ')}"

    def _turned(self, position: LpgPosition, before: str) -> str:
        return "" if self.facing is None else f"{before}{direction(position, self.facing)}"

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-3, LPG-FRONT: all the way, and a small turn at its end."""
        yield way_refusal(position, man, self.way, position.state.rolled)
        if self.facing is not None and self.facing not in free_turns(position, man, self.way):
            degrees = position.battle.data.numbers.free_turn
            yield Refusal(f"at the end of a move he can turn by up to {degrees} degrees", "LPG-FRONT")


def free_turns(position: LpgPosition, man: Man, way: CellPath) -> tuple[int, ...]:
    """LPG-FRONT: return how a man may look at the end of a way: where he went, and 45 degrees to either hand.

    On hexes, whose directions are 60 degrees apart, there is no such turn.
    """
    grid = position.map.grid
    count, degrees = len(grid.directions), position.battle.data.numbers.free_turn
    along = grid.towards((man.place, *way)[-2], way[-1])[0]
    return (along, (along - 1) % count, (along + 1) % count) if degrees * count >= FULL_CIRCLE else (along,)


CrawlWay = Annotated[CellPath, Choice("way", lambda position, ask, man: crawl_ways(position, man).values(), none=())]


class Crawl(LpgOrder):
    """LPG-MOVE-1: crawl up to two inches, prone, or shuffle as far, standing."""

    rule, verb, doing = "LPG-MOVE-1", "shuffle", ("crawl", "shuffle")
    key = dict.fromkeys(doing, "K")
    typed, says = "{unit} {named}{there}", "{unit} {named}s{there}"
    way: CrawlWay

    def named(self, position: LpgPosition) -> str:
        units = position.state.units
        return "crawl" if self.unit in units and units[self.unit].prone else self.verb

    def there(self, position: LpgPosition) -> str:
        return f" to {position.name(self.way[-1])}" if self.way else ""

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-1: on foot, not behind another, and no further than two inches."""
        if man.mounted:
            yield f"{man.id} is mounted: nobody crawls or shuffles on a horse"
        yield None if man.prone else _file_refusal(position, man)
        inches = position.battle.data.numbers.crawl
        yield None if self.way else "there is nowhere to go"
        yield way_refusal(position, man, self.way, inches, crawling=True)

    def acted(self, position: LpgPosition, man: Man) -> events.Acted:
        return events.Acted(self.unit, "crawl" if man.prone else "shuffle")

    def carry_out(self, game: LpgGame, man: Man) -> None:
        go(game, self.unit, self.way, "crawl" if man.prone else "shuffle")

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self | None:
        """LPG-REPEAT: the same way, as long as he lies, or stands, as he did."""
        if man.prone != (done.what == "crawl"):
            return None
        way = straight_on(position, man, done.facing, crawl_ways(position, man))
        return cls(man.id, way) if way else None


class Face(LpgOrder):
    """LPG-ACT-1: turn to face another way."""

    rule, verb, key, by, doing = "LPG-ACT-1", "face", "T", ("man", "gun"), ("turn",)
    typed, says = "{unit} face {facing}", "{unit} turns {facing}"
    facing: Facing

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        if not 0 <= self.facing < len(position.map.grid.directions):
            yield Refusal("there is no such direction", TABLE_SENSE)
        if self.facing == man.facing:
            yield Refusal(f"{man.id} already faces that way", TABLE_SENSE)

    def carry_out(self, game: LpgGame, man: Man) -> None:
        game.happen(events.Turned(self.unit, self.facing))


def _leads(position: LpgPosition, ask: Ask, man: Man) -> Iterator[str]:
    """LPG-MOVE-3: yield whom a man could fall in behind: those beside him, or else the nearest; and nobody."""
    squared, adjacent = position.map.grid.squared, position.map.grid.adjacent
    friends = [friend for friend in men(position, man.side) if friend.id != man.id]
    beside = [friend for friend in friends if adjacent(friend.place, man.place)]
    nearest = min(friends, key=lambda friend: squared(man.place, friend.place), default=man)
    yield from (friend.id for friend in beside or [nearest])
    yield ""


class Follow(LpgOrder):
    """LPG-MOVE-3: fall in behind a man in single file: move when he moves, on his dice, and act as he does."""

    rule, verb, typed, says, aimed_to = "LPG-MOVE-3", "follow", "{unit} {named} {lead}", "{unit} {falls}", "join"
    named, falls = given("lead", "follow", "fall out"), given("lead", "falls in behind {lead}", "falls out")
    lead: Annotated[UnitId, Choice("target", _leads)]

    @property
    def begins(self) -> bool:
        """Whether he begins to act: a man who falls in goes with his lead, and keeps his actions until then."""
        return not self.lead

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-3: beside a friend whom nobody follows yet; both on foot, or both on horses."""
        if not self.lead:
            yield None if man.follows else f"{man.id} follows nobody"
            return
        other = position.state.unit(self.lead)
        if self.lead == man.id:
            yield Refusal("there is no friend to follow", TABLE_SENSE)
        if other.side != man.side or other.out or other.profile.kind == "gun":
            yield f"{man.id} cannot follow {self.lead}"
        if other.mounted != man.mounted:
            yield "men on foot and riders cannot form a file"
        if any(each.follows == self.lead and each.id != man.id for each in position.state.units):
            yield f"somebody else already follows {self.lead}"
        if not position.map.grid.adjacent(man.place, other.place):
            yield f"{man.id} is not beside {self.lead}"
        if man in leads(position.state, other):
            yield Refusal("that would be a circle", TABLE_SENSE)

    def carry_out(self, game: LpgGame, man: Man) -> None:
        game.happen(events.PostureChanged(self.unit, follows=self.lead))


class Leave(LpgOrder):
    """LPG-LEAVE: leave the table over the edge of the cell in which he stands; to run away is another matter."""

    rule, verb, key, typed, says = "LPG-LEAVE", "leave", "X", "{unit} leave", "{unit} leaves the table"

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        if not position.battle.data.engagement.exits_at(man):
            yield f"{position.name(man.place)} is not an exit"

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """Leave; where the scenario rewards it, that is worth points."""
        points = game.battle.data.engagement.exits_at(man)[0].points
        game.happen(events.Left(self.unit))
        if points:
            game.happen(PointsWon(man.side, points, f"{self.unit} has got away"))


CHARGE, STAND, INCHES, BLOW = "to charge", "to stand", "inches of the charge", "hand to hand"
"""What the throws of a charge are for."""


def too_far_to_charge(position: LpgPosition, man: Man, target: Man, dice: int) -> bool:
    """LPG-MOVE-1: say whether not even the best dice would bring a man to an enemy over the best of ground."""
    steps = position.map.grid.distance(man.place, target.place) - 1
    longest = max(AVERAGE_DIE.faces) * dice + position.battle.data.numbers.charge
    return steps * mover(position, man).step > 2 * longest


class Charge(Paced, Aimed):
    """LPG-CHARGE: charge an enemy."""

    rule, verb, key, on = "LPG-CHARGE", "charge", "C", (CHARGES,)
    typed, says = "{unit} charge {target}{pace}", "{unit} charges {target}{pace}"
    dice: Dice = 1

    def hindered(self, position: LpgPosition, man: Man, target: Man) -> Iterator[Refused]:
        """LPG-CHARGE: a man able to, once a turn, at an enemy he sees and might reach."""
        if man.profile.kind == "gun":
            yield "a gun cannot charge"
        states = (
            (man.broken, "is running away", "LPG-ROUT"),
            (man.stunned, "is stunned", "LPG-STUN"),
            (man.prone, "is prone", self.rule),
        )
        yield from (Refusal(f"{man.id} {state} and cannot charge", rule) for so, state, rule in states if so)
        if man.control not in ("free", "") and not man.profile.command:
            yield Refusal(f"{man.id} is out of control", "LPG-CTRL")
        if man.charged:
            yield f"{man.id} has already declared a charge"
        if man.was_charged and position.battle.data.readings.charged_men == "do not charge":
            yield Refusal(f"{man.id} has been charged himself this turn", "LPG-CHARGE-charged")
        if target.out or target.side == man.side or target.hidden:
            yield Refusal(f"{self.target} cannot be charged", TABLE_SENSE)
        if not sees(position, man, target):
            yield f"no line of sight to {self.target}"
        yield dice_refusal(position, man, self.dice)
        if too_far_to_charge(position, man, target, self.dice):
            yield Refusal(f"{self.target} is too far away for any charge", "LPG-MOVE-1")

    def foretold(self, position: LpgPosition, ask: Ask) -> Iterator[Told]:
        """Tell whether he charges, whether the enemy stands, whether he gets there, and how the blows go then."""
        man, numbers = position.state.unit(self.unit), position.battle.data.numbers
        met = meets_charge(position, man, position.state.unit(self.target))
        needs, id_ = charge_needs(position, man, met), met.id
        hesitant = "charges, since it is easy" if needs < numbers.charge_stand else "does not go"
        goes = _by_resolve(position, CHARGE, man, ("charges", hesitant, "is stunned"))
        stands = _by_resolve(position, STAND, met, ("stands", "just stands", "breaks and runs"))
        test = Told(f"{man.id} charges", man.id, throw=CHARGE, ends=goes, because=f"{needs} or more in all")
        driven = partial(_declared, self, resolve_charge)
        test = replace(test, resolve=driven, until=either(happens(events.Broke), throws("inches")))
        yield test
        because = f"{numbers.charge_weak} or more in all"
        yield replace(test, what=f"{id_} stands", unit=id_, throw=STAND, ends=stands, because=because)

        enough = either(happens(Struck, events.GunTaken, events.ChargeFailed), throws("where he charges"))
        found = consequences(position, partial(_declared, self, run_in, target=id_), until=enough)
        rolls = [note.total for run in found.runs if _has_come(run) and isinstance(note := run.thrown(INCHES), Rolled)]
        need = at_least(min(rolls)) if rolls else None
        why = f'{min(rolls)} or more, plus {numbers.charge}"' if rolls else "too far, whatever is rolled"
        what = f"{man.id} gets to {id_}"
        yield Told(what, man.id, id_, INCHES, so=_has_come, need=need, because=why, found=found)
        blows = {
            "hits": lambda run: run.has(Struck, hit=id_),
            "nobody is hit": lambda run: run.has(Struck, hit=""),
            "is hit": otherwise,
        }
        blow = Told(f"a blow that hits {id_}", man.id, id_, BLOW, ends=blows, found=found)
        yield replace(blow, because=lambda telling: "; ".join(["a die each", *telling.said_before]))

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """Declare it: it is driven home after those that were declared before it."""
        game.happen(ChargeDeclared(self.unit, self.target, self.dice))


def _declared(order: Charge, then: Callable[[LpgGame, ChargeDeclared], None], game: LpgGame, target: str = "") -> None:
    """Declare a charge, and drive it home at once, or what comes of it against who meets it and stands."""
    declared = ChargeDeclared(order.unit, order.target, order.dice)
    game.happen(declared)
    then(game, replace(declared, target=target or order.target))


def _by_resolve(position: LpgPosition, purpose: str, man: Man, names: tuple[str, str, str]) -> dict[str, End]:
    """LPG-CHARGE: name what comes of a test by how resolute it shows a man to be."""

    def shows(kind: Resolve) -> End:
        def is_it(run: Course) -> bool:
            note = run.thrown(purpose, man.id)
            assert isinstance(note, Rolled)
            added = sum(check.total for check in run.checks_before(note))
            return charge_result(position, note.total + added) == kind

        return is_it

    kinds: tuple[Resolve, ...] = ("steady", "hesitant", "fails")
    return dict(zip(names, map(shows, kinds), strict=True))


def _has_come(run: Course) -> bool:
    return run.has(Struck) or run.has(events.GunTaken)


ORDERS: tuple[type[LpgOrder], ...] = (RollMove, Leave, Face, Follow, Crawl, Move)
