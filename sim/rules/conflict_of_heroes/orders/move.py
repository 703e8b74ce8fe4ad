"""Moving and turning: hex by hex, with wire, mines, and whoever comes to light on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.domains import UnitId
from sim.engine.frozen import fast_frozen
from sim.engine.insight import Sketch
from sim.engine.notes import Rolled
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import Name
from sim.grid import Cell
from sim.play.consequences import nothing, of_order, throws
from sim.play.odds import Telling, Told
from sim.play.order import Actor, Facing, Refused, direction
from sim.rules.conflict_of_heroes.combat import hiding, losses, reactions
from sim.rules.conflict_of_heroes.combat.odds import AFTERWARDS, MARKER, deadly, ends_of
from sim.rules.conflict_of_heroes.combat.reactions import ENEMY_MOVED
from sim.rules.conflict_of_heroes.events import CounterMoved, HitTaken
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.ground import moves
from sim.rules.conflict_of_heroes.orders.base import NO_COST, TURN, Action, apart, groups
from sim.rules.conflict_of_heroes.state import ARMOURED_HITS, SOFT_HITS, CohGame, CohPosition, Counter, friends

MINES = "mines"


@fast_frozen
@dataclass(frozen=True)
class CounterMove:
    """How one counter moves: the hexes it enters, and where it faces in the end."""

    unit: UnitId
    way: tuple[Cell, ...]
    facing: int


class Move(Action):
    """COH-MOVE: move one counter, or a group of them, by one action."""

    rule, verb, key, leaves = "COH-MOVE", "move", "G", {"dug_in": False}
    cards = (*Action.cards, "extra_hex")
    steps: tuple[CounterMove, ...]

    @classmethod
    def aims(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Move]:
        """Yield every hex and facing, the hexes next to it that it cannot enter, and what a card or a group adds."""
        if unit is None:
            return
        within = moves.move_paths(position, unit)
        for way in within:
            yield from _facing_anywhere(position, unit, way.cells)
        entered = {way.end for way in within}
        for cell in position.map.grid.neighbours(unit.place):
            if cell in position.map and cell not in entered:
                yield step_to(unit, cell)
        if ask.occasion == TURN:
            yield from _further(position, unit)
            yield from _together(position, unit)

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(step.unit for step in self.steps)

    def alike(self) -> object:
        """Return all but the facings, any of which a move may end with."""
        return tuple((step.unit, step.way) for step in self.steps), self.caps, self.card

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """A move is one action; a group stands together, and each of its members makes a move of its own."""
        if not self.steps:
            yield Refusal("nobody moves", TABLE_SENSE)
            return
        card, further = self.played(position), self.by_card(position, "extra_hex")
        for step in self.steps:
            unit = position.state.unit(step.unit)
            yield moves.cannot_move(position, unit)
            yield no_such_facing(position, step.facing)
            if card is not None and further and moves.is_move_path(position, unit, step.way):
                yield Refusal(f"{card.name} changes nothing: the move goes no further than without it", "COH-3.3")
            yield _way_refusal(position, unit, step.way, further)
        yield apart(position, [position.state.unit(id_) for id_ in self.units])

    def full_cost(self, position: CohPosition) -> Check:
        """COH-GROUP: what the dearest of a group pays."""
        costs = (moves.cost_of_move(position, position.state.unit(step.unit), step.way) for step in self.steps)
        return max(costs, key=lambda cost: cost.total, default=NO_COST)

    def act(self, game: CohGame, ask: Ask) -> int:
        """Move everybody; of a group the dearest member counts. An AI vehicle may get stuck."""
        costs = [moves.cost_of_move(game.position, game.state.unit(step.unit), step.way).total for step in self.steps]
        dearer = [cost + _moved(game, step) for cost, step in zip(costs, self.steps, strict=True)]
        moved = [game.state.unit(id_) for id_ in self.units if id_ in game.state.units]
        vehicles = [unit.id for unit in moved if unit.profile.kind == "vehicle" and not unit.hit]
        for vehicle in vehicles[:1] if ask.side == game.battle.data.ai and sticking(game.position) else ():
            # COH-3.3: it takes the first marker that forbids moving.
            if card := reactions.answered(game, Ask(game.battle.data.player, ENEMY_MOVED, None, vehicle)):
                stick(game, card, vehicle)
        return max(dearer) - max(costs)

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        return minefields(position, ask, self)

    def before_the_check(self, position: CohPosition) -> str:
        foot = [step for step in self.steps if position.state.unit(step.unit).profile.kind == "foot"]
        wired = any(moves.has_feature(position, cell, "wire") for step in foot for cell in step.way)
        return "; wire asks for a die in place of what is counted for it" if wired else ""

    def line(self, position: CohPosition) -> str:
        """Return where a counter goes, or in which direction all of a group go."""
        leader, *others = self.steps
        unit, grid = position.state.unit(leader.unit), position.map.grid
        if others:
            towards = grid.directions[grid.towards(unit.place, leader.way[-1])[0]]
            kept = all(step.facing == position.state.unit(step.unit).facing for step in self.steps)
            ahead = all(grid.directions[step.facing] == towards for step in self.steps)
            facing = "as before" if kept and not ahead else direction(position, leader.facing)
            return f"{leader.unit} move {towards}{self.together()} facing {facing}"
        where = f"{leader.unit} move {position.name(leader.way[-1])}"
        # Whoever cannot go there has no choice of facings.
        impossible = len(leader.way) == 1 and not moves.is_move_path(position, unit, leader.way)
        return where if impossible else f"{where} facing {grid.directions[leader.facing]}"

    def sentence(self, position: CohPosition) -> str:
        parts = []
        for step in self.steps:
            name: Name = position.battle.ruleset.name(position, step.unit)
            end, facing = position.name(step.way[-1]), direction(position, step.facing)
            parts.append(f"{name} {name:moves|move} to {end}, facing {facing}")
        return "; ".join(parts) + self.paid(position)

    def manners(self, position: CohPosition) -> Iterator[str]:
        for step in self.steps[1:]:
            hexes = " ".join(map(position.name, step.way))
            yield f"{step.unit} to {hexes} facing {direction(position, step.facing)}"
        yield from self.means(position)

    def sketch(self, position: CohPosition) -> Sketch:
        leader = self.steps[0] if self.steps else None
        way, facing = (leader.way, leader.facing) if leader else ((), None)
        cell = way[-1] if way else None
        return Sketch(self.verb, self.units, None, cell, way, facing, card=self.card)


class Pivot(Action):
    """COH-MOVE: turn in place."""

    rule, verb, key, leaves = "COH-MOVE", "pivot", "T", {"dug_in": False}
    says = "{unit} {unit:pivots|pivot} to face {facing}{paid}"
    unit: Actor
    facing: Facing

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """COH-HIT: whoever cannot move cannot turn."""
        yield moves.cannot_move(position, position.state.unit(self.unit))
        yield no_such_facing(position, self.facing)

    def full_cost(self, position: CohPosition) -> Check:
        return moves.cost_of_pivot(position, position.state.unit(self.unit))

    def act(self, game: CohGame, ask: Ask) -> None:
        game.happen(CounterMoved(self.unit, game.state.unit(self.unit).place, self.facing, "pivot"))
        _mines(game, self.unit)

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        return minefields(position, ask, self)

    def line(self, position: CohPosition) -> str:
        return f"{super().line(position)} {direction(position, self.facing)}"


def minefields(position: CohPosition, ask: Ask, order: Action) -> Iterator[Told]:
    """Tell the chances of every minefield that is entered, or turned in."""
    (run,) = of_order(position, ask, order, until=AFTERWARDS, matters=nothing).runs
    thrown = [note.throw.whom for note in run.notes if isinstance(note, Rolled) and note.throw.purpose == MINES]
    for id_ in dict.fromkeys(thrown):
        unit, matters = position.state.unit(id_), throws(MINES, MARKER, whom=id_)

        def why(telling: Telling, unit: Counter = unit) -> str:
            return telling.or_more + deadly(position, telling, unit)

        cells = [event.cell for event in run.all_of(CounterMoved, unit=id_)]
        for nth, cell in enumerate(cell for cell in cells if moves.has_feature(position, cell, MINES)):
            what, ends = f"mines in {position.name(cell)} hit {id_}", None if unit.is_rumour else ends_of(id_)
            yield Told(
                what, id_, id_, MINES, nth=nth, ends=ends, because=why, feared=True, until=AFTERWARDS, matters=matters
            )


# -- what is offered ------------------------------------------------------------------------------------------


def _facing_anywhere(position: CohPosition, unit: Counter, cells: tuple[Cell, ...], card: str = "") -> Iterator[Move]:
    for facing in range(len(position.map.grid.directions)):
        yield Move((CounterMove(unit.id, cells, facing),), card=card)


def _further(position: CohPosition, unit: Counter) -> Iterator[Move]:
    """COH-3.3: the moves that a card takes beyond what the action gives: one to each hex, the cheapest."""
    cards = dict.fromkeys(card.id for card in reactions.held(position, "extra_hex"))
    within = sorted(moves.move_paths(position, unit), key=lambda way: (way.cost.total, len(way.cells))) if cards else []
    near = {unit.place, *(way.end for way in within)}
    beyond: dict[Cell, tuple[Cell, ...]] = {}
    for way in within:
        for there in position.map.grid.neighbours(way.end):
            if there in position.map and there not in near:
                beyond.setdefault(there, (*way.cells, there))
    for card in cards:
        for cells in beyond.values():
            yield from _facing_anywhere(position, unit, cells, card)


def _together(position: CohPosition, leader: Counter) -> Iterator[Move]:
    """COH-GROUP: a group goes one hex in the same direction, and keeps its facings or turns the way it goes."""
    if moves.cannot_move(position, leader):
        return
    able = [unit for unit in friends(position, leader.side) if unit.spent == leader.spent]
    for facing, there in enumerate(position.map.grid.steps):
        moving = [unit for unit in able if moves.is_move_path(position, unit, (unit.place.plus(there),))]
        for group in groups(position, leader, moving):
            if any(unit.facing != facing for unit in group):
                yield Move(tuple(CounterMove(unit.id, (unit.place.plus(there),), unit.facing) for unit in group))
            yield Move(tuple(CounterMove(unit.id, (unit.place.plus(there),), facing) for unit in group))


def step_to(unit: Counter, cell: Cell) -> Move:
    """Return the order to enter a hex, and look the same way as before."""
    return Move((CounterMove(unit.id, (cell,), unit.facing),))


# -- what is allowed ------------------------------------------------------------------------------------------


def no_such_facing(position: CohPosition, facing: int) -> Refusal | None:
    """Say that the grid has no such direction."""
    directions = len(position.map.grid.directions)
    return None if 0 <= facing < directions else Refusal(f"there are {directions} directions", TABLE_SENSE)


def _way_refusal(position: CohPosition, unit: Counter, cells: tuple[Cell, ...], further: int) -> Refused:
    """Say why one action, and a card that adds hexes to it, does not take a counter along a way."""
    name, adjacent = unit.name, position.map.grid.adjacent
    if barred := moves.barred_hexes(position, unit).intersection(cells):
        words = f"{name} cannot withdraw to {position.name(min(barred))}: an enemy has just come from there"
        return Refusal(words, "COH-CC-out")
    for length in range(max(1, len(cells) - further), len(cells) + 1):
        first, rest = cells[:length], cells[length - 1 :]
        # Nobody walks through an enemy.
        through = (other.side for cell in rest[:-1] for other in position.state.units.at(cell))
        steps = (adjacent(*pair) and moves.step_of(position, unit, *pair) for pair in pairwise(rest))
        if moves.is_move_path(position, unit, first) and all(side == unit.side for side in through) and all(steps):
            return None
    names = " ".join(map(position.name, cells)) or "nowhere"
    if len(cells) == 1 and adjacent(unit.place, cells[0]) and cells[0] in position.map:
        return f"no step leads to {names}: {moves.step_of(position, unit, unit.place, cells[0]).barred}"
    return f"{name} cannot move to {names} in one action"


# -- on the way -----------------------------------------------------------------------------------------------


def _moved(game: CohGame, step: CounterMove) -> int:
    """Enter hex by hex: control changes hands, mines go off, hidden and rumoured enemies come to light.

    Whoever is stopped by what it meets, a hit or an enemy in the hex, goes no further. Return the AP of wire.
    """
    # A card gives the hexes beyond those that the action gives by itself, bonus hexes included.
    lengths, unit = range(1, len(step.way) + 1), game.state.unit(step.unit)
    won = max((length for length in lengths if moves.is_move_path(game.position, unit, step.way[:length])), default=1)
    extra = 0
    for place, cell in enumerate(step.way):
        last = place == len(step.way) - 1
        before = game.state.unit(step.unit)
        facing = step.facing if last else game.battle.map.grid.towards(before.place, cell)[0]
        game.happen(
            CounterMoved(step.unit, cell, facing, "action" if not place else "bonus" if place < won else "card")
        )
        losses.take_control(game, step.unit)
        # COH-WIRE: foot rolls for wire, and pays what is beyond that which the map has counted for it.
        if before.profile.kind == "foot" and moves.has_feature(game.position, cell, "wire"):
            figure = game.battle.map.terrain_set.features["wire"].move["foot"]
            counted = 0 if figure is None or before.hidden else figure.extra
            extra += game.throw(Throw(die(game.battle.data.numbers.wire_die), "wire", step.unit), "COH-WIRE").total
            extra -= counted
        _mines(game, step.unit)
        hiding.look_around(game, step.unit)
        if step.unit not in game.state.units:
            break
        now = game.state.unit(step.unit)
        if moves.cannot_move(game.position, now) or any(
            other.side != now.side for other in game.state.units.at(now.place)
        ):
            break
    return extra


def _mines(game: CohGame, unit: str) -> None:
    """COH-WIRE: roll for mines, under whoever enters their hex or turns in it; a rumour that they hit shows itself."""
    counter, numbers = game.state.unit(unit), game.battle.data.numbers
    if not moves.has_feature(game.position, counter.place, MINES):
        return
    crushing = numbers.mines_need + numbers.destroyed_by
    throw = Throw(D6, MINES, unit, at_least(numbers.mines_need), count=2)
    total = game.total(throw, "COH-WIRE", (numbers.mines_need, crushing))
    if total < numbers.mines_need or (counter.is_rumour and not hiding.reveal(game, unit)):
        return
    if total >= crushing:
        losses.destroy(game, unit)
    else:
        losses.hit(game, unit, ARMOURED_HITS if game.state.unit(unit).profile.flank_armoured else SOFT_HITS)


def sticking(position: CohPosition) -> list[str]:
    """Return the markers left that forbid moving."""
    left = position.state.deck(ARMOURED_HITS).left
    return [name for name, marker in position.battle.data.hits.items() if marker.no_move and name in left]


def stick(game: CohGame, card: ActionCard, vehicle: str) -> None:
    """COH-3.3: roll whether a vehicle gets stuck."""
    if game.met(Throw(D6, card.name, vehicle, at_least(card.value), count=2), "COH-3.3"):
        game.happen(HitTaken(vehicle, sticking(game.position)[0], ARMOURED_HITS))
