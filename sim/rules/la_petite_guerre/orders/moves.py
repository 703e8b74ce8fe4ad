"""Moves by the die, in single file, crawling, turning, and off the table (LPG-MOVE-1 to LPG-MOVE-4, LPG-LEAVE)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Self

from sim.engine.domains import UnitId
from sim.engine.insight import Fact, Scope
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.happening import PointsWon
from sim.play.order import Choice, Facing, Refused, direction
from sim.rules.la_petite_guerre import ground
from sim.rules.la_petite_guerre.events import (
    Acted,
    Left,
    MoveGivenUp,
    MoveRolled,
    PostureChanged,
    Turned,
)
from sim.rules.la_petite_guerre.moving import bring_crew, follow, go, inches_rolled, most_dice, trail_of
from sim.rules.la_petite_guerre.orders.order import ACTION, COMMAND, MOVING, LpgOrder, Paced, nobody
from sim.rules.la_petite_guerre.scene import Play, Scene, men
from sim.rules.la_petite_guerre.units import Done, Man
from sim.tabletop.inches import Way

Dice = Annotated[int, Choice(values=lambda position, ask, man: dict.fromkeys((1, most_dice(position, man))))]
"""LPG-MOVE-1: how many average dice are thrown: one, or as many as a horse that is spurred on goes with."""


def dice_refusal(position: Scene, man: Man, dice: int) -> Refusal | None:
    """LPG-MOVE-1: say why nobody goes with so many dice; None if he does: a horse goes with one or two."""
    if dice in (1, most_dice(position, man)):
        return None
    return Refusal("two dice are for a horse", "LPG-MOVE-1")


def _file_refusal(position: Scene, man: Man) -> Refusal | None:
    """LPG-MOVE-3: say that a man in single file moves when his lead does."""
    lead = position.state.unit(man.follows) if man.follows in position.state.units else None
    if lead is None or lead.out:
        return None
    return Refusal(f"{man.id} moves with {man.follows}, whom he follows", "LPG-MOVE-3")


class RollMove(Paced, LpgOrder):
    """LPG-MOVE-1: roll the dice for a move. A leader may do so with a command point."""

    rule, verb, on, by = "LPG-MOVE-1", "move", (COMMAND, ACTION), ("man", "gun")
    command, doing = "move", ("move",)
    typed, says = "{unit} move{pace}", "{unit} moves{pace}"
    dice: Dice = 1

    def scope(self, position: Scene) -> Scope | None:
        """LPG-MOVE-3: tell who goes along in single file."""
        if self.unit not in position.state.units or position.state.phase != "actions":
            return None
        man = position.state.unit(self.unit)
        behind = () if man.out else tuple(_behind(position, man))
        return Scope(behind, (Fact("with him", ", ".join(behind), "LPG-MOVE-3"),)) if behind else None

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-1: on his feet, or limbered, and not behind another."""
        if man.profile.kind == "gun" and not man.limbered:
            yield Refusal(f"{man.id} is not limbered", "LPG-ACT-1")
        if man.prone:
            yield f"{man.id} is prone: he can crawl, or stand up first"
        yield dice_refusal(position, man, self.dice)
        yield _file_refusal(position, man)

    def carry_out(self, game: Play, man: Man) -> None:
        self._move(game, None)

    @classmethod
    def repeating(cls, position: Scene, man: Man, done: Done) -> Self:
        """LPG-REPEAT: with as many dice, if he still has his horse."""
        return cls(man.id, done.dice if man.mounted else 1)

    def repeat(self, game: Play, ask: Ask, done: Done) -> None:
        """LPG-REPEAT: go on the same way, and nobody is asked."""
        self.paid(game, ask)
        self._move(game, done.facing)

    def _move(self, game: Play, heading: int | None) -> None:
        game.happen(MoveRolled(self.unit, inches_rolled(game, self.unit, self.dice)))
        man, inches = game.state.unit(self.unit), game.state.rolled
        going = _way_chosen(game, man, heading)
        if going is None:
            game.note(Said("there is nowhere to go", rule="LPG-MOVE-3"))
            game.happen(MoveGivenUp(self.unit))
            return
        way, facing = going
        go(game, self.unit, way, "ride" if man.mounted else "walk", facing)
        if man.profile.kind == "gun":
            bring_crew(game, self.unit, inches)
        elif game.state.phase != "command":
            follow(game, self.unit, trail_of(game, man, way))


def _behind(position: Scene, lead: Man) -> Iterator[str]:
    """LPG-MOVE-3: yield who goes along in single file, the next first."""
    found = {lead.id}
    while (man := next((each for each in position.state.units if each.follows == lead.id), None)) and not man.out:
        if man.id in found:
            return
        found.add(man.id)
        yield man.id
        lead = man


def _way_chosen(game: Play, man: Man, heading: int | None) -> tuple[Way, int | None] | None:
    """Return where a man goes with the inches that he rolled, and how he turns there; None if he can go nowhere."""
    ways = ground.full_ways(game.position, man, game.state.rolled)
    if heading is not None:
        way = ground.straight_on(game.position, man, heading, ways)
        return (way, None) if way else None
    if not ways:
        return None
    move: Any = game.order(Ask(man.side, MOVING, man.id, number=game.state.rolled))
    return move.way, move.facing


class Move(LpgOrder):
    """LPG-MOVE-3: go the inches that were rolled, all of them: every cell after the present one, in order.

    At the end he may turn by up to 45 degrees from where he went; left out, he looks where he went. What comes of it
    is part of the move that was rolled for.
    """

    rule, verb, on, by, ample = "LPG-MOVE-3", "move", (MOVING,), ("man", "gun"), True
    typed, says = "{unit} move to {way}", "{unit} moves to {way}"
    way: Annotated[Way, Choice("way")]
    facing: Annotated[int | None, Choice("facing")] = None

    @classmethod
    def choices(cls, position: Scene, ask: Ask, man: Man) -> Iterator[Self]:
        """Yield every way for the inches that were rolled, with every turn at its end."""
        for way in ground.full_ways(position, man, position.state.rolled).values():
            yield from (cls(man.id, way, facing) for facing in free_turns(position, man, way))

    def text(self, position: Scene) -> str:
        return f"{super().text(position)}{self._turned(position, ' facing ')}"

    def sentence(self, position: Scene) -> str:
        return f"{super().sentence(position)}{self._turned(position, ', facing ')}"

    def _turned(self, position: Scene, before: str) -> str:
        return "" if self.facing is None else f"{before}{direction(position, self.facing)}"

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-3, LPG-FRONT: all the way, and a small turn at its end."""
        yield ground.way_refusal(position, man, self.way, position.state.rolled)
        if self.facing is not None and self.facing not in free_turns(position, man, self.way):
            degrees = position.battle.data.numbers.free_turn
            yield Refusal(f"at the end of a move he can turn by {degrees} degrees", "LPG-FRONT")


def free_turns(position: Scene, man: Man, way: Way) -> tuple[int, ...]:
    """LPG-FRONT: return how a man may look at the end of a way: where he went, and 45 degrees to either hand.

    On hexes, whose directions are 60 degrees apart, there is no such turn.
    """
    grid = position.map.grid
    count, degrees = len(grid.directions), position.battle.data.numbers.free_turn
    along = grid.towards((man.place, *way)[-2], way[-1])[0]
    return (along, (along - 1) % count, (along + 1) % count) if degrees * count >= ground.FULL_CIRCLE else (along,)


def _crawls(position: Scene, ask: Ask, man: Man) -> Iterator[Way]:
    yield from () if man.mounted else ground.crawl_ways(position, man).values()


class Crawl(LpgOrder):
    """LPG-MOVE-1: crawl up to two inches, prone, or shuffle as far, standing."""

    rule, verb, doing = "LPG-MOVE-1", "shuffle", ("crawl", "shuffle")
    typed, says = "{unit} {named}{there}", "{unit} {named}s{there}"
    way: Annotated[Way, Choice("way", _crawls, none=())]

    def named(self, position: Scene) -> str:
        units = position.state.units
        return "crawl" if self.unit in units and units[self.unit].prone else self.verb

    def there(self, position: Scene) -> str:
        return f" to {position.name(self.way[-1])}" if self.way else ""

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-1: on foot, not behind another, and no further than two inches."""
        if man.mounted:
            yield f"{man.id} is mounted: on a horse nobody crawls or shuffles"
        yield None if man.prone else _file_refusal(position, man)
        yield ground.crawl_refusal(position, man, self.way) if self.way else "there is nowhere to go"

    def acted(self, position: Scene, man: Man) -> Acted:
        return Acted(self.unit, "crawl" if man.prone else "shuffle")

    def carry_out(self, game: Play, man: Man) -> None:
        go(game, self.unit, self.way, "crawl" if man.prone else "shuffle")

    @classmethod
    def repeating(cls, position: Scene, man: Man, done: Done) -> Self | None:
        """LPG-REPEAT: the same way, as long as he lies, or stands, as he did."""
        if man.prone != (done.what == "crawl"):
            return None
        way = ground.straight_on(position, man, done.facing, ground.crawl_ways(position, man))
        return cls(man.id, way) if way else None


class Face(LpgOrder):
    """LPG-ACT-1: turn to face another way."""

    rule, verb, by, doing = "LPG-ACT-1", "face", ("man", "gun"), ("turn",)
    typed, says = "{unit} face {facing}", "{unit} turns {facing}"
    facing: Facing

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        if not 0 <= self.facing < len(position.map.grid.directions):
            yield Refusal("there is no such direction", TABLE_SENSE)
        if self.facing == man.facing:
            yield Refusal(f"{man.id} faces that way", TABLE_SENSE)

    def carry_out(self, game: Play, man: Man) -> None:
        game.happen(Turned(self.unit, self.facing))


def _leads(position: Scene, ask: Ask, man: Man) -> Iterator[str]:
    """LPG-MOVE-3: yield whom a man could fall in behind: those beside him, or else the nearest; and nobody."""
    squared, adjacent = position.map.grid.squared, position.map.grid.adjacent
    friends = [friend for friend in men(position, man.side) if friend.id != man.id]
    beside = [friend for friend in friends if adjacent(friend.place, man.place)]
    nearest = min(friends, key=lambda friend: squared(man.place, friend.place), default=man)
    yield from (friend.id for friend in beside or [nearest])
    yield ""


class Follow(LpgOrder):
    """LPG-MOVE-3: fall in behind a man in single file: move when he moves, on his dice, and act as he does."""

    rule, verb = "LPG-MOVE-3", "follow"
    lead: Annotated[UnitId, Choice("target", _leads)]

    def named(self, position: Scene) -> str:
        return self.verb if self.lead else "fall out"

    def text(self, position: Scene) -> str:
        return f"{self.unit} follow {self.lead}" if self.lead else f"{self.unit} fall out"

    def sentence(self, position: Scene) -> str:
        return f"{self.unit} falls in behind {self.lead}" if self.lead else f"{self.unit} falls out"

    @property
    def begins(self) -> bool:
        """Who falls in goes with his lead, and keeps his actions until then."""
        return not self.lead

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        """LPG-MOVE-3: beside a friend whom nobody follows yet; both on foot, or both on horses."""
        if not self.lead:
            yield None if man.follows else f"{man.id} follows nobody"
            return
        yield nobody(position, self.lead)
        other = position.state.unit(self.lead)
        if self.lead == man.id:
            yield Refusal("there is no friend to follow", TABLE_SENSE)
        if other.side != man.side or other.out or other.profile.kind == "gun":
            yield f"{man.id} cannot follow {self.lead}"
        if other.mounted != man.mounted:
            yield "men on foot and riders do not make a file"
        if any(each.follows == self.lead and each.id != man.id for each in position.state.units):
            yield f"somebody else follows {self.lead}"
        if not position.map.grid.adjacent(man.place, other.place):
            yield f"{man.id} is not beside {self.lead}"
        if _leads_to(position, self.lead, man.id):
            yield Refusal("that would be a circle", TABLE_SENSE)

    def carry_out(self, game: Play, man: Man) -> None:
        game.happen(PostureChanged(self.unit, follows=self.lead))


def _leads_to(position: Scene, lead: str, id_: str) -> bool:
    seen: set[str] = set()
    while lead and lead in position.state.units and lead not in seen:
        if lead == id_:
            return True
        seen.add(lead)
        lead = position.state.unit(lead).follows
    return False


class Leave(LpgOrder):
    """LPG-LEAVE: leave the table over the edge of the cell in which he stands; to run away is another matter."""

    rule, verb, typed, says = "LPG-LEAVE", "leave", "{unit} leave", "{unit} leaves the table"

    def reasons(self, position: Scene, man: Man) -> Iterator[Refused]:
        if not position.battle.data.engagement.exits_at(man):
            yield f"{position.name(man.place)} is no exit"

    def carry_out(self, game: Play, man: Man) -> None:
        """Leave; where the scenario rewards it, that is worth points."""
        points = game.battle.data.engagement.exits_at(man)[0].points
        game.happen(Left(self.unit))
        if points:
            game.happen(PointsWon(man.side, points, f"{self.unit} has got away"))


ORDERS: tuple[type[LpgOrder], ...] = (RollMove, Leave, Face, Follow, Crawl, Move)
