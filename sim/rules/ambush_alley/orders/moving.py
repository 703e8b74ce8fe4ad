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
from sim.play.happening import PointsWon
from sim.play.odds import Told
from sim.play.order import Choice, Refused, direction
from sim.rules.ambush_alley import activations, interruptions
from sim.rules.ambush_alley.activations import AasOrder, UnitOrder, is_acting, may_move
from sim.rules.ambush_alley.checks import drop_cards
from sim.rules.ambush_alley.events import Disembarked, Embarked, Left, Turned
from sim.rules.ambush_alley.ground import held, mover, reach, way_refusal
from sim.rules.ambush_alley.interruptions import Late, Watchers, advance, carry_out_late, do_in_sight, go, meet
from sim.rules.ambush_alley.scene import Play, Scene, is_pinned
from sim.rules.ambush_alley.units import Pace, Team

PACES: tuple[Pace, ...] = ("cautious", "rapid")
VERBS = {
    (False, "cautious"): "move",
    (False, "rapid"): "rapid move",
    (True, "cautious"): "patrol",
    (True, "rapid"): "cruise",
}
"""What an order to move is called, of men and of vehicles, at either pace."""


def used(position: Scene, unit: Team, *what: str) -> Refusal | None:
    """AAS-R-activation: say why a unit that has moved, or fired, cannot do what takes that with this activation."""
    if not any(getattr(position.state, each) for each in what):
        return None
    return Refusal(unit.name.does(f"has {' or '.join(what)} already"), "AAS-R-activation")


def spent(unit: Team) -> Refusal | None:
    """AAS-SEQ: say why a unit that has moved or fired this turn does neither at its end."""
    return Refusal(unit.name.does("has moved or fired already"), "AAS-SEQ") if unit.pace or unit.shots else None


class OnTheSpot(UnitOrder):
    """AAS-R-active: something that a unit does where it is, in sight of those who may check on it."""

    def resolve(self, game: Play, ask: Ask) -> None:
        """Let Insurgents who see it check before, and do it if it can still be done."""
        do_in_sight(game, ask, self, lambda: self.act(game), self.joined)

    @property
    def joined(self) -> str:
        """AAS-R-join: whom the unit may be one with afterwards."""
        return ""

    def act(self, game: Play) -> None:
        """Do it: each kind of move says how."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it is done")

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell who may interrupt it, if that is read so."""
        called = position.battle.data.readings.action_checks == "activations" and ask.occasion == activations.ACTIVATE
        return interruptions.interrupted(position, self.unit) if called else iter(())


class Move(UnitOrder):
    """Move: every cell after the present one, in order."""

    rule, verb, ample = "AAS-R-pace", "move", True
    typed, says = "{unit} {named} to {way}", "{unit} {goes} to {way}"
    on = (activations.ACTIVATE, activations.END_OF_TURN, activations.INTERRUPT, activations.RETURN_FIRE)
    does, ends, at_the_end = activations.MOVES, False, True
    way: Annotated[tuple[Cell, ...], Choice("way")]
    pace: Pace = "cautious"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Go to every cell in reach: Cautious where that is enough, for who moves Rapid fires worse.

        A pace at which nothing is in reach is shown by one step, with the reason.
        """
        if unit is None or (ask.occasion in activations.REACTIONS and not may_move(position, ask)):
            return
        able = ask.occasion != activations.ACTIVATE or (is_acting(position, ask, unit) and not position.state.moved)
        seen: set[Cell] = {unit.cell} if unit.cell is not None else set()
        for pace in PACES:
            run = reach(position, unit, pace) if able else None
            ways = [run.way(cell)[1:] for cell in run.area if cell not in seen] if run else []
            seen.update(way[-1] for way in ways)
            for way in ways or [(_beside(position, unit),)]:
                yield cls(unit.id, way, pace)

    def alike(self) -> object:
        """All ways at one pace come out of one search."""
        return self.pace

    def is_reaction(self, position: Scene, ask: Ask) -> bool:
        """AAS-R-answer: only of Insurgents."""
        return may_move(position, ask)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """AAS-R-pace: once a turn, and as far as the pace goes."""
        unit = position.state.unit(self.unit)
        if ask.occasion == activations.ACTIVATE:
            yield used(position, unit, "moved")
        elif ask.occasion == activations.END_OF_TURN:
            yield spent(unit)
        yield way_refusal(position, unit, self.way, self.pace)

    def cost(self, position: Scene, ask: Ask) -> str:
        """Say how far it is, in inches."""
        unit = position.state.unit(self.unit)
        halves = None if unit.cell is None else reach(position, unit, self.pace).cost(self.way[-1])
        return "" if halves is None else f'{halves / 2:g}"'

    def resolve(self, game: Play, ask: Ask) -> None:
        """AAS-R-step: Regulars may be interrupted, others be fired at on overwatch."""
        if ask.occasion == activations.ACTIVATE:
            advance(game, self.unit, self.way, self.pace)
        else:
            self.do_watched(game, Watchers())

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """AAS-CHECK-1: who may interrupt it; of an interruption itself, whether it comes first."""
        if ask.occasion == activations.ACTIVATE:
            yield from interruptions.interrupted(position, self.unit, self.way)
        elif ask.about and ask.occasion == activations.INTERRUPT:
            yield interruptions.quicker(position, self.unit, ask.about)

    def do_watched(self, game: Play, watchers: Watchers) -> None:
        """Go, up to where somebody on overwatch stops it."""
        go(game, self.unit, self.way, self.pace, watchers)

    def named(self, position: Scene) -> str:
        """Name the pace; that of a vehicle has a name of its own."""
        units = position.state.units
        return VERBS[self.unit in units and units[self.unit].profile.kind == "vehicle", self.pace]

    def goes(self, position: Scene) -> str:
        """Say what it does at this pace."""
        return position.state.unit(self.unit).goes(self.pace)


def _beside(position: Scene, unit: Team) -> Cell:
    """Return a cell beside a unit, or beside the vehicle that carries it."""
    here = _whereabouts(position, unit)
    return next((cell for cell in position.map.grid.neighbours(here) if cell in position.map), here)


def _whereabouts(position: Scene, unit: Team) -> Cell:
    carrier = position.state.unit(unit.aboard).cell if unit.aboard in position.state.units else None
    return unit.cell or carrier or position.map.cells[0]


# -- vehicles ----------------------------------------------------------------------------------------------------


def _directions(position: Scene, ask: Ask, unit: Team) -> tuple[int, ...]:
    """Return where a vehicle could turn to; men only face as they do."""
    if unit.profile.kind != "vehicle" or not is_acting(position, ask, unit):
        return (unit.facing,)
    return tuple(range(len(position.map.grid.directions)))


class Turn(OnTheSpot):
    """Turn a vehicle on the spot."""

    rule, verb, ends = "AAS-R-vehicle", "turn", False
    typed, says = "{unit} turn {facing}", "{unit} {unit:turns|turn} {facing}"
    facing: Annotated[int, Choice("facing", _directions, shown=direction)]

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """AAS-R-vehicle: another way than it faces, if it can move at all."""
        unit = position.state.unit(self.unit)
        if unit.profile.kind != "vehicle":
            yield "only vehicles have a facing"
        if not 0 <= self.facing < len(position.map.grid.directions):
            yield Refusal("there is no such direction", TABLE_SENSE)
        if self.facing == unit.facing:
            yield unit.name.does("faces that way")
        yield held(position, unit)

    def act(self, game: Play) -> None:
        """Turn it."""
        game.happen(Turned(self.unit, self.facing))


def _vehicles(position: Scene, ask: Ask, unit: Team) -> Iterator[str]:
    for other in position.state.units.of(unit.side) if is_acting(position, ask, unit) else ():
        if other.profile.kind == "vehicle" and other.id != unit.id and other.cell is not None:
            yield other.id


def seats_for(unit: Team) -> int:
    """Return how many seats a unit takes, the wounded and the leader too."""
    leader = 1 if unit.leader and unit.profile.kind == "team" else 0
    return unit.figures + unit.downed + unit.serious + leader


class Embark(UnitOrder):
    """Get into a vehicle beside the unit, the wounded too."""

    rule, verb, instead_of_fire = "AAS-R-aboard", "get in", True
    typed, says = "{unit} get into {carrier}", "{unit} {unit:gets|get} into {vehicle}"
    vehicle: Annotated[UnitId, Choice("target", _vehicles, none="")]

    def carrier(self, position: Scene) -> str:
        """Name the vehicle, if there is one."""
        return self.vehicle or "a vehicle"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """AAS-R-aboard: men on foot who can move, beside a vehicle of theirs with a seat for each."""
        unit, units = position.state.unit(self.unit), position.state.units
        yield used(position, unit, "fired")
        yield held(position, unit)
        if unit.profile.kind not in ("team", "leader"):
            yield f"a {unit.profile.kind} does not get into vehicles"
        if self.vehicle not in units:
            yield nobody(self.vehicle, "other vehicle of theirs")
        other = units[self.vehicle]
        if other.profile.kind != "vehicle":
            yield other.name.does("is no vehicle")
        if other.side != unit.side or other.cell is None:
            yield Refusal(f"{other.name} is not there for {unit.name}", TABLE_SENSE)
        elif not position.map.grid.adjacent(unit.place, other.cell):
            yield f"{other.name} is not beside {unit.name}"
        left = other.profile.seats - sum(seats_for(each) for each in units if each.aboard == other.id)
        if seats_for(unit) > left:
            yield f"{other.name} has {counted(max(0, left), 'seat')} left"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Get in; whoever sees it may interrupt before."""
        late: Late = []
        meet(game, self.unit, late)
        unit, there = game.state.unit(self.unit), game.state.unit(self.vehicle)
        if unit.figures > 0 and held(game.position, unit) is None and there.cell is not None:
            game.happen(Embarked(self.unit, self.vehicle))
            drop_cards(game, self.unit)
        else:
            game.happen(Passed(unit.side, self.unit, f"does not get into {self.vehicle}"))
        carry_out_late(game, self.unit, late)


def nobody(id_: str, kind: str) -> Refusal:
    """Say that there is nobody of a name, or of a kind if none was named."""
    return Refusal(f"there is no {id_}" if id_ else f"there is no {kind} on the table", TABLE_SENSE)


class Disembark(UnitOrder):
    """Get out of the vehicle into a cell beside it."""

    rule, verb, ends, of_passengers = "AAS-R-aboard", "get out", False, True
    typed, says = "{unit} get out {whereto}", "{unit} {unit:gets|get} out in {cell}"
    cell: Annotated[Cell, Choice("cell")]

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Get out on every side of the vehicle; who is in none is shown where he stands."""
        if unit is None:
            return
        # Passengers never act from where they are, so that it is asked as if they were out already.
        out = is_acting(position, ask, unit.changed(aboard=""))
        vehicle = position.state.unit(unit.aboard).cell if out and unit.aboard in position.state.units else None
        near = [cell for cell in position.map.grid.neighbours(vehicle) if cell in position.map] if vehicle else []
        for cell in sorted(near, key=position.map.ordinal) or [_whereabouts(position, unit)]:
            yield cls(unit.id, cell)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """AAS-R-aboard: into a free cell beside the vehicle to which a step leads, by who is not pinned."""
        unit, units = position.state.unit(self.unit), position.state.units
        yield used(position, unit, "moved")
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

    def resolve(self, game: Play, ask: Ask) -> None:
        """Get out, into the sight of whoever may interrupt."""
        game.happen(Disembarked(self.unit, self.cell))
        drop_cards(game, self.unit)
        late: Late = []
        meet(game, self.unit, late)
        carry_out_late(game, self.unit, late)

    def whereto(self, position: Scene) -> str:
        """Name the cell; one who is in no vehicle only stands for the order."""
        out = self.unit in position.state.units and position.state.unit(self.unit).cell == self.cell
        return "" if out else f"to {position.name(self.cell)}"

    def sketch(self, position: Scene) -> Sketch:
        """Show the cell of who is aboard; for anybody else there is none."""
        sketch = super().sketch(position)
        return sketch if position.state.unit(self.unit).aboard else replace(sketch, cell=None)


# -- away --------------------------------------------------------------------------------------------------------


class Leave(UnitOrder):
    """Leave the table over the edge of the cell that the unit stands in."""

    rule, verb, instead_of_fire, at_the_end = "AAS-R-exit", "leave", True, True
    typed, says = "{unit} leave", "{unit} {unit:leaves|leave} the table"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """AAS-R-exit: over an edge that the mission names for it."""
        unit, mission = position.state.unit(self.unit), position.battle.data.mission
        if ask.occasion == activations.ACTIVATE:
            yield used(position, unit, "fired")
        yield held(position, unit)
        if mission.exits_at(unit):
            return
        if not any(each.side == unit.side for each in mission.exits):
            yield "the mission rewards nobody for leaving"
        here = position.name(unit.cell)
        if unit.cell is not None and position.map.is_at_edge(unit.cell):
            yield f"{here} is no exit for {unit.name}"
        yield f"{here} is not at the edge of the table"

    def resolve(self, game: Play, ask: Ask) -> None:
        """AAS-R-exit: it is a move, which Insurgents who see it may interrupt before."""
        late: Late = []
        if game.state.unit(self.unit).side == game.battle.data.mission.regulars:
            meet(game, self.unit, late)
        unit = game.state.unit(self.unit)
        if unit.figures <= 0 or held(game.position, unit) is not None:
            game.happen(Passed(unit.side, self.unit, "does not get away"))
        else:
            _get_away(game, unit)
        carry_out_late(game, self.unit, late)


def _get_away(game: Play, unit: Team) -> None:
    """Take a unit off the table, and all aboard; where the mission rewards it, that is worth points for each."""
    aboard = [each for each in game.state.units if each.aboard == unit.id]
    gone = [(each, game.battle.data.mission.exits_at(each.changed(cell=unit.cell))) for each in (unit, *aboard)]
    game.happen(Left(unit.id))
    for each, exits in gone:
        if exits and exits[0].points:
            game.happen(PointsWon(each.side, exits[0].points, each.name.does("has got away")))


ORDERS: tuple[type[AasOrder], ...] = (Embark, Disembark, Leave, Turn, Move)
