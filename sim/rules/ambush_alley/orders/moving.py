"""To move, to turn a vehicle, to get in and out, and to leave the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Self

from sim.board.movement import step_cost
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.insight import Sketch
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.happening import PointsWon, given
from sim.play.odds import Told
from sim.play.order import Choice, Refused, direction
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.losses import drop_cards
from sim.rules.ambush_alley.events import Disembarked, Embarked, Left, Turned
from sim.rules.ambush_alley.ground.moves import move_refusal, mover, reach, way_refusal
from sim.rules.ambush_alley.orders import reactions
from sim.rules.ambush_alley.orders.base import AasOrder, UnitOrder, Watchers, is_acting, may_move, nobody
from sim.rules.ambush_alley.orders.reactions import OnTheSpot, in_sight
from sim.rules.ambush_alley.state import AasGame, AasPosition, Pace, Team, is_pinned

PACES: tuple[Pace, ...] = ("cautious", "rapid")


class Move(UnitOrder):
    """Move: every cell after the present one, in order."""

    rule, verb, ample = "AAS-R-pace", "move", True
    key = {words.order: {"cautious": "G", "rapid": "Q"}[pace] for (_, pace), words in state.PACES.items()}
    typed, says = "{unit} {named} to {way}", "{unit} {goes} to {way}"
    on = (state.ACTIVATE, state.END_OF_TURN, state.INTERRUPT, state.RETURN_FIRE)
    does, uses, ends, at_the_end = state.MOVES, ("moved",), False, True
    way: Annotated[tuple[Cell, ...], Choice("way")]
    pace: Pace = "cautious"

    @classmethod
    def candidates(cls, position: AasPosition, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Go to every cell in reach: Cautious where that is enough, because whoever moves Rapid fires worse.

        A pace at which nothing is in reach is shown by one step, with the reason.
        """
        if unit is None or (ask.occasion in state.REACTIONS and not may_move(position, ask)):
            return
        able = ask.occasion != state.ACTIVATE or (is_acting(position, ask, unit) and not position.state.moved)
        here = _whereabouts(position, unit)
        beside = next((cell for cell in position.map.grid.neighbours(here) if cell in position.map), here)
        seen: set[Cell | None] = {unit.cell}
        for pace in PACES:
            run = reach(position, unit, pace) if able else None
            ways = [run.way(cell)[1:] for cell in run.area if cell not in seen] if run else []
            seen.update(way[-1] for way in ways)
            yield from (cls(unit.id, way, pace) for way in ways or [(beside,)])

    def alike(self) -> object:
        """All ways at one pace come out of one search."""
        return self.pace

    def is_reaction(self, position: AasPosition, ask: Ask) -> bool:
        """AAS-R-answer: only of Insurgents."""
        return may_move(position, ask)

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-pace: once a turn, and as far as the pace goes."""
        yield way_refusal(position, position.state.unit(self.unit), self.way, self.pace)

    def cost(self, position: AasPosition, ask: Ask) -> str:
        unit = position.state.unit(self.unit)
        halves = None if unit.cell is None else reach(position, unit, self.pace).cost(self.way[-1])
        return "" if halves is None else f'{halves / 2:g}"'

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """AAS-R-step: Regulars may be interrupted, others be fired at on overwatch."""
        if ask.occasion == state.ACTIVATE:
            reactions.advance(game, self.unit, self.way, self.pace)
        else:
            self.do_watched(game, Watchers())

    def do_watched(self, game: AasGame, watchers: Watchers) -> None:
        """Go, up to where somebody on overwatch stops it."""
        reactions.go(game, self.unit, self.way, self.pace, watchers)

    def foretold(self, position: AasPosition, ask: Ask) -> Iterator[Told]:
        """AAS-CHECK-1: who may interrupt it; of an interruption itself, whether it comes first."""
        if ask.occasion == state.ACTIVATE:
            yield from reactions.interrupted(position, self.unit, self.way)
        elif ask.about and ask.occasion == state.INTERRUPT:
            yield reactions.quicker(position, self.unit, ask.about)

    def named(self, position: AasPosition) -> str:
        """Name the pace; that of a vehicle has a name of its own."""
        units = position.state.units
        return units[self.unit].at_pace(self.pace).order if self.unit in units else state.PACES[False, self.pace].order

    def goes(self, position: AasPosition) -> str:
        """Say what it does at this pace."""
        return position.state.unit(self.unit).goes(self.pace)


def _whereabouts(position: AasPosition, unit: Team) -> Cell:
    """Return where a unit is, or the vehicle that carries it."""
    carrier = position.state.unit(unit.aboard).cell if unit.aboard in position.state.units else None
    return unit.cell or carrier or position.map.cells[0]


# -- vehicles ----------------------------------------------------------------------------------------------------


def _directions(position: AasPosition, ask: Ask, unit: Team) -> tuple[int, ...]:
    """Return where a vehicle could turn to; men only face as they do."""
    if unit.profile.kind != "vehicle" or not is_acting(position, ask, unit):
        return (unit.facing,)
    return tuple(range(len(position.map.grid.directions)))


class Turn(OnTheSpot):
    """Turn a vehicle on the spot."""

    rule, verb, key, ends, says = "AAS-R-vehicle", "turn", "T", False, "{unit} {unit:turns|turn} {facing}"
    facing: Annotated[int, Choice("facing", _directions, shown=direction)]

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-vehicle: another way than it faces, if it can move at all."""
        unit = position.state.unit(self.unit)
        if unit.profile.kind != "vehicle":
            yield "only vehicles have a facing"
        if not 0 <= self.facing < len(position.map.grid.directions):
            yield Refusal("there is no such direction", TABLE_SENSE)
        if self.facing == unit.facing:
            yield unit.name.does("faces that way")
        yield move_refusal(position, unit)

    def act(self, game: AasGame) -> None:
        game.happen(Turned(self.unit, self.facing))


def _vehicles(position: AasPosition, ask: Ask, unit: Team) -> Iterator[str]:
    for other in position.state.units.of(unit.side) if is_acting(position, ask, unit) else ():
        if other.profile.kind == "vehicle" and other.id != unit.id and other.cell is not None:
            yield other.id


def seats_for(unit: Team) -> int:
    """Return how many seats a unit takes, the wounded and the leader too."""
    leader = 1 if unit.leader and unit.profile.kind == "team" else 0
    return unit.figures + unit.downed + unit.serious + leader


class Embark(UnitOrder):
    """Get into a vehicle beside the unit, the wounded too."""

    rule, verb, key, uses, aimed_to = "AAS-R-aboard", "get in", "I", ("fired",), "join"
    typed, says = "{unit} get into {carrier}", "{unit} {unit:gets|get} into {vehicle}"
    carrier = given("vehicle", "{vehicle}", "a vehicle")
    vehicle: Annotated[UnitId, Choice("target", _vehicles, none="")]

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-aboard: men on foot who can move, beside a vehicle of theirs with a seat for each."""
        unit, units = position.state.unit(self.unit), position.state.units
        yield move_refusal(position, unit)
        if unit.profile.kind not in ("team", "leader"):
            yield f"a {unit.profile.kind} does not get into vehicles"
        if self.vehicle not in units:
            yield nobody(self.vehicle, "vehicle of its own side")
        other = units[self.vehicle]
        if other.profile.kind != "vehicle":
            yield other.name.does("is not a vehicle")
        if other.side != unit.side or other.cell is None:
            yield Refusal(f"{unit.name} cannot get into {other.name}", TABLE_SENSE)
        elif not position.map.grid.adjacent(unit.place, other.cell):
            yield f"{other.name} is not beside {unit.name}"
        left = other.profile.seats - sum(seats_for(each) for each in units if each.aboard == other.id)
        if seats_for(unit) > left:
            yield f"{other.name} has {counted(max(0, left), 'seat')} left"

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """Get in; whoever sees it may interrupt before."""
        with in_sight(game, self.unit):
            unit, there = game.state.unit(self.unit), game.state.unit(self.vehicle)
            if unit.figures > 0 and move_refusal(game.position, unit) is None and there.cell is not None:
                game.happen(Embarked(self.unit, self.vehicle))
                drop_cards(game, self.unit)
            else:
                game.happen(Passed(unit.side, self.unit, f"does not get into {self.vehicle}"))


class Disembark(UnitOrder):
    """Get out of the vehicle into a cell beside it."""

    rule, verb, key, uses, ends, of_passengers = "AAS-R-aboard", "get out", "D", ("moved",), False, True
    aimed_to = "move"
    typed, says = "{unit} get out {whereto}", "{unit} {unit:gets|get} out in {cell}"
    cell: Annotated[Cell, Choice("cell")]

    @classmethod
    def candidates(cls, position: AasPosition, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Get out on every side of the vehicle; whoever is in none is shown where he stands."""
        if unit is None:
            return
        # Passengers never act from where they are, so that it is asked as if they were out already.
        out = is_acting(position, ask, unit.changed(aboard=""))
        vehicle = position.state.unit(unit.aboard).cell if out and unit.aboard in position.state.units else None
        near = [cell for cell in position.map.grid.neighbours(vehicle) if cell in position.map] if vehicle else []
        for cell in sorted(near, key=position.map.ordinal) or [_whereabouts(position, unit)]:
            yield cls(unit.id, cell)

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-aboard: into a free cell beside the vehicle to which a step leads, by a unit that is not pinned."""
        unit, units = position.state.unit(self.unit), position.state.units
        if unit.aboard not in units or (vehicle := units[unit.aboard]).cell is None:
            yield unit.name.does("is in no vehicle")
            return
        there = position.name(self.cell)
        if self.cell not in position.map or not position.map.grid.adjacent(vehicle.place, self.cell):
            yield f"{there} is not beside {vehicle.id}"
        if units.at(self.cell):
            yield f"somebody stands in {there}"
        if is_pinned(position, unit):
            yield "pinned"
        step = step_cost(position.ground, mover(position, unit), vehicle.place, self.cell)
        if not step:
            yield f"no way out to {there}: {step.barred}"

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """Get out, into the sight of whoever may interrupt."""
        game.happen(Disembarked(self.unit, self.cell))
        drop_cards(game, self.unit)
        with in_sight(game, self.unit):
            pass

    def whereto(self, position: AasPosition) -> str:
        """Name the cell; one who is in no vehicle only stands for the order."""
        out = self.unit in position.state.units and position.state.unit(self.unit).cell == self.cell
        return "" if out else f"to {position.name(self.cell)}"

    def sketch(self, position: AasPosition) -> Sketch:
        """Show the cell for a passenger; for anybody else there is none."""
        sketch = super().sketch(position)
        return sketch if position.state.unit(self.unit).aboard else replace(sketch, cell=None)


# -- away --------------------------------------------------------------------------------------------------------


class Leave(UnitOrder):
    """Leave the table over the edge of the cell that the unit stands in."""

    rule, verb, key, says = "AAS-R-exit", "leave", "X", "{unit} {unit:leaves|leave} the table"
    uses, at_the_end = ("fired",), True

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-exit: over an edge that the mission names for it."""
        unit, mission = position.state.unit(self.unit), position.battle.data.mission
        yield move_refusal(position, unit)
        if mission.exits_at(unit):
            return
        if not any(each.side == unit.side for each in mission.exits):
            yield "the mission rewards nobody for leaving"
        here = position.name(unit.cell)
        if unit.cell is not None and position.map.is_at_edge(unit.cell):
            yield f"{here} is no exit for {unit.name}"
        yield f"{here} is not at the edge of the table"

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """AAS-R-exit: it is a move, which Insurgents who see it may interrupt before.

        All aboard go with it; where the mission rewards it, that is worth points for each.
        """
        with in_sight(game, self.unit):
            unit, mission = game.state.unit(self.unit), game.battle.data.mission
            if unit.figures <= 0 or move_refusal(game.position, unit) is not None:
                game.happen(Passed(unit.side, self.unit, "does not get away"))
                return
            going = [unit, *(each for each in game.state.units if each.aboard == unit.id)]
            game.happen(Left(unit.id))
            for each in going:
                if (exits := mission.exits_at(each.changed(cell=unit.cell))) and exits[0].points:
                    game.happen(PointsWon(each.side, exits[0].points, each.name.does("has got away")))


ORDERS: tuple[type[AasOrder], ...] = (Embark, Disembark, Leave, Turn, Move)
