"""Orders to get about: ways in every gait, turns, doors, cover, posture, the saddle, and the way off the board."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import Annotated, ClassVar, Self

from sim.board.movement import step_cost
from sim.board.paths import Stand
from sim.engine.events import Passed
from sim.engine.insight import Sketch
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.grid import Cell, Edge
from sim.play.happening import PointsWon
from sim.play.order import Choice, Refused, direction
from sim.rules.outlaws import events
from sim.rules.outlaws.combat.brawls import in_brawl
from sim.rules.outlaws.combat.shots import offer_snapshot
from sim.rules.outlaws.events import Dismounted, EnteredSquare, TurnedAround
from sim.rules.outlaws.ground.cover import can_take_cover
from sim.rules.outlaws.ground.moves import CRAWL, RIDE, RUN, WALK, Gait, on_foot
from sim.rules.outlaws.ground.sight import watchers
from sim.rules.outlaws.orders.base import OutlawsOrder, unpaid
from sim.rules.outlaws.state import ACTION, BRAWL, SNAPSHOT, Character, OutlawsGame, OutlawsPosition

GAIT = "OUT-GAIT"

# -- ways -----------------------------------------------------------------------------------------------------


class GaitOrder(OutlawsOrder):
    """Go a way in some gait: every stand after the present one, in order, turns on the spot among them."""

    rule, ample = GAIT, True
    gait: ClassVar[Gait]
    typed = "{unit} {verb} {end}"

    way: tuple[Stand, ...]

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        """Yield every square and facing in reach; where there is none, one way to nowhere says why."""
        if cls.gait is RIDE and not has_horses(position):
            return
        left, found = position.state.actions, False
        if left and not cls.gait.refusal(position, unit) and not in_brawl(position, unit):
            reach = cls.gait.reach(position, unit, left)
            for cell in reach.area:
                for facing in reach.facings(cell) if cell != unit.cell else ():
                    found = True
                    yield cls(unit.id, reach.way(cell, facing)[1:])
        if not found:
            yield cls(unit.id, ())

    def price(self, position: OutlawsPosition) -> int:
        """Return what the whole way takes; a run takes all actions, however short it is."""
        if self.gait.takes_all:
            return position.state.actions
        spent = self.gait.spends(position, position.state.unit(self.unit), self.way)
        return 0 if isinstance(spent, Refusal) else spent[-1]

    def refusals(self, position: OutlawsPosition, ask: Ask) -> Iterator[Refused]:
        """OUT-GAIT, OUT-CUP: step by step, and there must be actions for all of it."""
        unit = position.state.unit(self.unit)
        yield self.gait.refusal(position, unit)
        yield self._way_refusal(position, unit) if self.way else self._nowhere(position, unit)

    def _way_refusal(self, position: OutlawsPosition, unit: Character) -> Refusal | None:
        spent = self.gait.spends(position, unit, self.way)
        return spent if isinstance(spent, Refusal) else unpaid("the way takes", spent[-1], position)

    def _nowhere(self, position: OutlawsPosition, unit: Character) -> Refusal:
        """Say why there is no square to go to: what the rules say to the shortest way to any."""
        if not position.state.actions:
            return Refusal("no actions are left", "OUT-CUP")
        reach = self.gait.reach(position, unit, None)
        costs = {cell: cost for cell in reach.area if cell != unit.cell and (cost := reach.cost(cell)) is not None}
        if not costs:
            ahead = "ahead of" if self.gait is RUN else "beside"
            return Refusal(f"no square {ahead} {unit.id} can be entered", GAIT)
        nearest = type(self)(unit.id, reach.way(min(costs, key=costs.__getitem__))[1:])
        if refused := nearest._way_refusal(position, unit):
            return Refusal(f"even one square is too much: {refused}", refused.rule)
        return Refusal("a way has at least one step", TABLE_SENSE)

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """OUT-HURT: go stand by stand; whoever is hit on the way, or enters an enemy's square, goes no further.

        Each step is paid when it is taken, so that a way cut short costs what was walked of it; a run costs everything.
        """
        spends, before = self.gait.spends(game.position, game.state.unit(self.unit), self.way), 0
        assert not isinstance(spends, Refusal)
        for stand, spent in zip(self.way, spends, strict=True):
            if not self._goes_on(game, stand, spent - before):
                return
            before = spent

    def _goes_on(self, game: OutlawsGame, stand: Stand, spent: int) -> bool:
        """Take one step of the way; say whether another can follow."""
        id_, unit = self.unit, game.state.unit(self.unit)
        watched = {enemy.id for enemy in watchers(game.position, unit)}
        # OUT-RIDE-2: a walker leads his horse along where the shootout says so, and where it can go.
        leads = self.gait is WALK and game.battle.data.shootout.lead_horses and stand.cell != unit.cell
        led = [horse for horse in game.state.horses if leads and (horse.rider, horse.cell) == (id_, unit.cell)]
        riding = RIDE.mover(game.battle.data.numbers, unit)
        if led and not step_cost(game.position.ground, riding, unit.place, stand.cell):
            led = []
        if stand.cell == unit.cell:
            game.happen(TurnedAround(id_, stand.facing, spent=spent))
        else:
            game.happen(EnteredSquare(id_, stand.cell, stand.facing, self.gait.word, spent=spent))
        for horse in led[:1]:
            game.happen(events.HorseLed(id_, horse.id, stand.cell, stand.facing))
        before = game.state.unit(id_)
        for enemy in watchers(game.position, before):
            if enemy.id not in watched:
                offer_snapshot(game, enemy.id, id_, f"{id_} moves into the view of {enemy.id}")
        after = game.state.unit(id_)
        return _harm(before) == _harm(after) and not in_brawl(game.position, after)

    def once_done(self, unit: Character) -> Character:
        """Return who has given up the cover that he took, and maybe runs."""
        return unit.changed(covering=False, running=unit.running or self.gait is RUN)

    def alike(self) -> object:
        return type(self), bool(self.way)

    def end(self, position: OutlawsPosition) -> str:
        """Say where it leads."""
        return f"{position.name(self.way[-1].cell)} facing {direction(position, self.way[-1].facing)}"

    def sentence(self, position: OutlawsPosition) -> str:
        """Say where it leads; a way that ends where it began is a turn."""
        if not self.way:
            return f"{self.unit} {self.verb}s"
        last = self.way[-1]
        stays = last.cell == position.state.unit(self.unit).cell
        goes = "turns" if stays else f"{self.verb}s to {position.name(last.cell)}"
        return f"{self.unit} {goes}, facing {direction(position, last.facing)}"

    def sketch(self, position: OutlawsPosition) -> Sketch:
        if not self.way:
            return Sketch(self.verb, self.units)
        last, entered = self.way[-1], tuple(cell for cell, _ in groupby(stand.cell for stand in self.way))
        turns_first = entered[0] == position.state.unit(self.unit).cell
        return Sketch(self.verb, self.units, cell=last.cell, way=entered[turns_first:], facing=last.facing)


class Walk(GaitOrder):
    """Walk, with the turns on the spot that belong to it."""

    verb, key, gait = "walk", "G", WALK


class Run(GaitOrder):
    """Run with all actions: two squares for each, straight or turning by 45 degrees."""

    verb, key, gait = "run", "Q", RUN


class Crawl(GaitOrder):
    """Crawl while prone."""

    verb, key, gait = "crawl", "K", CRAWL


class Ride(GaitOrder):
    """Ride two squares for each action."""

    verb, key, gait = "ride", "I", RIDE


BY_GAIT: dict[Gait, type[GaitOrder]] = {kind.gait: kind for kind in (Walk, Run, Crawl, Ride)}


_harm = attrgetter("owed", "lost", "prone", "arms", "leg", "conscious", "dead")
"""What a snapshot may do to a mover, who then goes no further with this order."""


def has_horses(position: OutlawsPosition) -> bool:
    """Say whether anybody rides in this shootout: where nobody can, nobody misses the orders for it."""
    return bool(position.state.horses) or any(unit.mounted for unit in position.state.units)


# -- on the spot ----------------------------------------------------------------------------------------------


def _facings(position: OutlawsPosition, ask: Ask, unit: Character) -> list[int]:
    """Return the directions to turn to; in a brawl the present one, which is refused like all others."""
    others = [facing for facing in range(len(position.map.grid.directions)) if facing != unit.facing]
    return [unit.facing] if in_brawl(position, unit) else others


class Turnaround(OutlawsOrder):
    """Turn on the spot to any facing."""

    rule, verb, key, becomes, takes = GAIT, "turn around", "T", TurnedAround, lambda numbers: numbers.turnaround
    typed, says = "{unit} turnaround {turned}", "{unit} {unit:turns|turn} around to face {facing}"

    facing: Annotated[int, Choice("facing", _facings, shown=direction)]

    def turned(self, position: OutlawsPosition) -> str:
        """Name the new direction; nothing where it is the old one."""
        return "" if self.facing == position.state.unit(self.unit).facing else direction(position, self.facing)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        if not 0 <= self.facing < len(position.map.grid.directions):
            yield Refusal(f"there is no direction {self.facing}", TABLE_SENSE)
        if self.facing == unit.facing:
            yield Refusal(f"{unit.id} faces {direction(position, self.facing)} already", TABLE_SENSE)


def _doors(position: OutlawsPosition, ask: Ask, unit: Character) -> list[Cell]:
    """Return the squares beyond doors; where there is no door, the own square stands for none."""
    beside = [unit.place.plus(step) for step in position.map.grid.side_steps]
    edges = {cell: position.ground.edge_at(Edge.between(unit.place, cell)) for cell in beside if cell in position.map}
    doors = [cell for cell, edge in edges.items() if edge is not None and edge.becomes]
    return [unit.place] if in_brawl(position, unit) or not doors else doors


class WorkDoor(OutlawsOrder):
    """Open or close the door on the side towards a neighbouring square."""

    rule, verb, takes = GAIT, "door", lambda numbers: numbers.door
    typed, says = "{unit} {works} door {to}", "{unit} {works}s the door to {beyond}"

    beyond: Annotated[Cell, Choice("cell", _doors)]

    def works(self, position: OutlawsPosition) -> str:
        """Say what becomes of the door."""
        place = position.state.unit(self.unit).place
        edge = position.ground.edge_at(Edge.between(place, self.beyond)) if self.beyond != place else None
        return "close" if edge is not None and not edge.blocks_sight and "open" in edge.id else "open"

    def to(self, position: OutlawsPosition) -> str:
        """Name the square beyond; nothing where there is no door."""
        return "" if self.beyond == position.state.unit(self.unit).cell else position.name(self.beyond)

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-GAIT: it stands on a side of the square, and who works it stands on his feet."""
        yield on_foot(unit)
        beyond, grid = self.beyond, position.map.grid
        if beyond == unit.place:
            yield f"no door is beside {unit.id}"
        if not grid.adjacent(unit.place, beyond) or not grid.share_side(unit.place, beyond):
            yield f"{position.name(beyond)} is not beside {unit.id}"
        edge = position.ground.edge_at(Edge.between(unit.place, beyond))
        if edge is None:
            yield f"there is no door towards {position.name(beyond)}"
        elif not edge.becomes:
            yield f"the {edge.name} cannot be opened"

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        edge = Edge.between(game.state.unit(self.unit).place, self.beyond)
        kind = game.position.ground.edge_at(edge)
        assert kind is not None and kind.becomes
        game.happen(events.DoorWorked(self.unit, edge, kind.becomes, spent=self.price(game.position)))


class TakeCover(OutlawsOrder):
    """Take cover behind a corner, a door or a window beside the square."""

    rule, verb, becomes, takes = "OUT-COVER", "take cover", events.CoverTaken, lambda numbers: numbers.take_cover
    key = "H"
    typed, says = "{unit} take cover", "{unit} {unit:takes|take} cover"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        yield can_take_cover(position, unit)


class HitTheDirt(OutlawsOrder):
    """Go prone; it costs nothing."""

    rule, verb, key, becomes = GAIT, "hit the dirt", "D", events.WentProne
    typed, says = "{unit} hit the dirt", "{unit} {unit:hits|hit} the dirt"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-P-1: the solitaire rules let an auto off its horse at no cost instead."""
        if unit.mounted and unit.side not in position.battle.data.autos:
            yield f"{unit.id} is mounted: Saddle Up dismounts"
        if unit.prone:
            yield f"{unit.id} is prone already"

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        if game.state.unit(self.unit).mounted:
            game.note(Said("a rider dismounts instead, at no cost", rule="OUT-P-1"))
            game.happen(Dismounted(self.unit))
        else:
            super().resolve(game, ask)


class GetUp(OutlawsOrder):
    """Stand up."""

    rule, verb, becomes, takes = GAIT, "get up", events.GotUp, lambda numbers: numbers.get_up
    in_brawl, prepares = True, True
    typed, says = "{unit} get up", "{unit} {unit:gets|get} up"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        if not unit.prone:
            yield f"{unit.id} is not prone"


class SaddleUp(OutlawsOrder):
    """Mount a horse in the square, or dismount."""

    rule, verb, takes = GAIT, "saddle up", lambda numbers: numbers.saddle_up
    typed, says = "{unit} {does}", "{unit} {unit:saddles|saddle} up"

    @classmethod
    def choices(cls, position: OutlawsPosition, ask: Ask, unit: Character) -> Iterator[Self]:
        return super().choices(position, ask, unit) if has_horses(position) else iter(())

    def does(self, position: OutlawsPosition) -> str:
        """Say whether it is up or down."""
        return "dismount" if position.state.unit(self.unit).mounted else "mount"

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-GAIT, OUT-RIDE-1: a rider gets off anywhere; to get on takes a horse, and no auto does twice."""
        if unit.mounted:
            return
        if not any(horse.cell == unit.cell for horse in position.state.horses):
            yield "there is no horse in the square"
        if unit.dismounted and unit.side in position.battle.data.autos:
            yield Refusal(f"{unit.id} has dismounted, and does not mount again", "OUT-RIDE-1")
        yield on_foot(unit)

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """OUT-RIDE-2: get on the horse, or off it; it stays behind."""
        unit, spent = game.state.unit(self.unit), self.price(game.position)
        horse = next((horse.id for horse in game.state.horses if horse.cell == unit.cell), "")
        game.happen(Dismounted(unit.id, spent=spent) if unit.mounted else events.Mounted(unit.id, horse, spent=spent))


# -- off the board, and nothing -------------------------------------------------------------------------------


class Leave(OutlawsOrder):
    """Leave the board over the edge of the square that one stands on."""

    rule, verb, key = GAIT, "leave", "X"
    typed, says = "{unit} leave the board {reward}", "{unit} {unit:leaves|leave} the board"

    def reward(self, position: OutlawsPosition) -> str:
        """Warn who could leave but is not rewarded for it."""
        unit = position.state.unit(self.unit)
        return "without reward" if position.map.is_at_edge(unit.place) and not rewarded(position, unit) else ""

    def price(self, position: OutlawsPosition) -> int:
        """Return what the step over the edge costs: crawling, limping, or any other."""
        unit, numbers = position.state.unit(self.unit), position.battle.data.numbers
        upright = numbers.leg_walk if unit.leg and not unit.mounted else numbers.walk
        return numbers.crawl if unit.prone else upright

    def hindrances(self, position: OutlawsPosition, unit: Character) -> Iterator[Refused]:
        """OUT-GAIT, OUT-MOVE-away: over the edge, and an auto only where the shootout rewards it."""
        if not position.map.is_at_edge(unit.place):
            yield f"{unit.id} is not at the edge of the board"
        if unit.side in position.battle.data.autos and not rewarded(position, unit):
            yield Refusal("nobody is rewarded for leaving the board here", "OUT-MOVE-away")

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        """Leave; where the shootout rewards it, that is worth points, with the loot more."""
        unit = game.state.unit(self.unit)
        exits = game.battle.data.shootout.exits_at(unit)
        game.happen(events.Left(unit.id, spent=self.price(game.position)))
        for each in exits[:1]:
            if points := each.points + (each.loot_points if unit.has_loot else 0):
                why = f"{unit.id} has left the board{' with the loot' if unit.has_loot else ''}"
                game.happen(PointsWon(unit.side, points, why))


def rewarded(position: OutlawsPosition, unit: Character) -> bool:
    """OUT-MOVE-away: say whether the shootout rewards a character for leaving where it stands."""
    return bool(position.battle.data.shootout.exits_at(unit))


class Wait(OutlawsOrder):
    """Do nothing with what is left of the counter, or let a snapshot be."""

    rule, verb, on = "OUT-WAIT", "wait", (ACTION, SNAPSHOT, BRAWL)
    in_brawl, passes, takes = True, True, None
    typed, says = "{unit} wait", "{unit} {unit:waits|wait}"

    def resolve(self, game: OutlawsGame, ask: Ask) -> None:
        game.happen(Passed(ask.side, ask.unit, "lets it be" if ask.occasion == SNAPSHOT else "waits"))


ORDERS = (Walk, Run, Crawl, Ride, Turnaround, TakeCover, HitTheDirt, GetUp, SaddleUp, WorkDoor, Leave, Wait)
