"""Orders, events and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Annotated

from sim.board.area import Area
from sim.board.movement import step_cost
from sim.board.paths import Limits, Reach, reach
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.domains import UnitId
from sim.engine.events import Event, Passed
from sim.engine.game import Game
from sim.engine.notes import Checked
from sim.engine.orders import Ask, Refusal
from sim.grid import Cell
from sim.play.book import OrderBook
from sim.play.happening import EverybodyChanged, StateChanged, UnitChanged, unit_changed
from sim.play.odds import Told, otherwise
from sim.play.order import Actor, Choice, Order, Refused
from tests.picket.units import WALK, Data, Man, PicketState, Scene, enemies, zone_of

ACTION, SNAP = "action", "snap shot"
Play = Game[PicketState, Data]
PicketOrder = Order[PicketState, Data]


def _ways(position: Scene, ask: Ask, man: Man) -> Iterator[tuple[Cell, ...]]:
    ways = reach_of(position, man)
    return (ways.way(cell)[1:] for cell in ways.area if cell != man.cell)


def _targets(position: Scene, ask: Ask, man: Man) -> Iterator[str]:
    """PKT-SNAP: a snap shot is fired at whoever has come into view."""
    return (other.id for other in enemies(position, man.side) if ask.occasion != SNAP or other.id == ask.about)


class Stay(PicketOrder):
    """Do nothing."""

    rule, verb, passes = "PKT-STAY", "stay", True
    typed, says = "{unit} stay", "{unit} stays"
    unit: Actor

    def resolve(self, game: Play, ask: Ask) -> None:
        """Do nothing."""
        game.happen(Passed(ask.side, self.unit))


class Shoot(PicketOrder):
    """PKT-FIRE: turn to a man and fire at him."""

    rule, verb = "PKT-FIRE", "shoot"
    typed, says = "{unit} shoot {target}", "{unit} fires at {target}"
    unit: Actor
    target: Annotated[UnitId, Choice("target", _targets)]

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """PKT-FIRE, PKT-SNAP: he must be there, in range and in sight; a snap shot has its target."""
        if self.target not in position.state.units:
            yield f"there is no {self.target}"
        if ask.occasion == SNAP and self.target != ask.about:
            yield Refusal(f"only {ask.about} can be snapped at", "PKT-SNAP")
        yield can_shoot(position, position.state.unit(self.unit), position.state.unit(self.target))

    def resolve(self, game: Play, ask: Ask) -> None:
        """PKT-FIRE: 2D6 and the check against what is needed to hit."""
        man, target = game.state.unit(self.unit), game.state.unit(self.target)
        check = attack(game.position, man, target, snap=ask.occasion == SNAP)
        game.note(Checked(check, rule="PKT-FIRE"))
        need = at_least(game.battle.data.to_hit - check.total)
        hit = game.met(Throw(D6, f"{man.id} fires at {target.id}", man.id, need, count=2), "PKT-FIRE")
        grid = game.battle.map.grid
        facing = grid.towards(man.place, target.place)
        turned = game.choose(facing, "which way to turn", man.id, [grid.directions[each] for each in facing])
        game.happen(Shot(man.id, target.id, hit, turned, ask.occasion == SNAP))

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """PKT-FIRE: tell how likely it hits."""
        ends = {"hit": lambda run: run.has(Shot, hit=True), "miss": otherwise}
        dice = f"{self.unit} fires at {self.target}"
        yield Told(f"a hit on {self.target}", self.unit, self.target, dice, ends=ends)


class Walk(PicketOrder):
    """PKT-WALK: go along a way, the start left out."""

    rule, verb, on, ample = "PKT-WALK", "walk", (ACTION,), True
    typed, says = "{unit} walk {way}", "{unit} walks to {way}"
    unit: Actor
    way: Annotated[tuple[Cell, ...], Choice("way", _ways)]

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """PKT-WALK: step by step, past nobody he knows of, as far as his pace goes."""
        man, spent = position.state.unit(self.unit), 0
        if not self.way:
            yield "a walk has at least one step"
        for here, there in pairwise((man.place, *self.way)):
            step = step_cost(position.ground, WALK, here, there) if position.map.grid.adjacent(here, there) else None
            if not step:
                yield f"there is no step from {position.name(here)} to {position.name(there)}"
                return
            if any(not other.hidden for other in position.state.units.at(there)):
                yield f"somebody stands in {position.name(there)}"
            spent += step.cost
        if spent > man.profile.pace:
            yield f"the way costs {spent}, and {man.id} has {man.profile.pace}"

    def cost(self, position: Scene, ask: Ask) -> str:
        """Count the steps."""
        return f"{reach_of(position, position.state.unit(self.unit)).cost(self.way[-1])} steps"

    def resolve(self, game: Play, ask: Ask) -> None:
        """PKT-WALK, PKT-SNAP: step by step; who comes into a zone may be snapped at, and walks no further if hit."""
        for cell in self.way:
            man = game.state.unit(self.unit)
            if game.state.units.at(cell):  # PKT-HIDE: a man nobody knew of stands in the way
                game.happen(Found(game.state.units.at(cell)[0].id))
                return
            game.happen(Stepped(man.id, cell, game.battle.map.grid.towards(man.place, cell)[0]))
            _find_hidden(game, man.id)
            if _snapped_at(game, man.id):
                return


BOOK: OrderBook[PicketState, Data] = OrderBook(Stay, Shoot, Walk)


# -- what happens ---------------------------------------------------------------------------------------------


class Stepped(UnitChanged[PicketState]):
    """A man took a step, and faces where he went."""

    says, takes = "{unit} goes to {cell}", ("cell", "facing")
    cell: Cell
    facing: int


class Shot(UnitChanged[PicketState]):
    """A man fired, and is hidden no longer; PKT-HIT: the second hit takes his target out of the battle."""

    says = "{unit} {snap:snaps|fires} at {target}: {hit:hit|missed}"
    sets, takes = {"hidden": False, "snapped": lambda event, man: man.snapped or event.snap}, ("facing",)
    target: UnitId
    hit: bool
    facing: int
    snap: bool = False

    def then(self, state: PicketState) -> PicketState:
        """Count the hit."""
        hits = state.unit(self.target).hits + self.hit
        return state.without_unit(self.target) if hits > 1 else unit_changed(state, self.target, hits=hits)


class Found(UnitChanged[PicketState]):
    """PKT-HIDE: a hidden man was found."""

    says, sets = "{unit} is found", {"hidden": False}


class MoodSet(StateChanged[PicketState]):
    """PKT-CARD: the raiders' card was turned over."""

    takes = ("mood",)
    mood: str


class Rested(EverybodyChanged[PicketState]):
    """PKT-SNAP: a new turn: everybody may snap again."""

    sets = {"snapped": False}


EVENTS: tuple[type[Event[PicketState]], ...] = (Stepped, Shot, Found, MoodSet, Rested)


# -- what may be done -----------------------------------------------------------------------------------------


def reach_of(position: Scene, man: Man) -> Reach:
    """PKT-WALK: where a man can walk to; nobody enters a cell with a man that he knows of."""
    closed = Area.of(position.map, (other.cell for other in position.state.units if other.cell and other != man))
    return reach(position.ground, WALK, man.place, Limits(man.profile.pace, closed=closed))


def can_shoot(position: Scene, man: Man, target: Man) -> str | None:
    """PKT-FIRE: say why a man cannot fire at another; None if he can."""
    if target.cell is None or target.side == man.side:
        return f"{target.id} is no target"
    if position.map.distance(man.place, target.cell) > man.profile.range:
        return f"{target.id} is out of range"
    if not (sight := position.sight(man.place, target.cell)):
        return f"{target.id} is out of sight: {sight.reason}"
    return None


def _find_hidden(game: Play, id_: str) -> None:
    """PKT-HIDE: whoever comes next to a hidden man finds him."""
    man = game.state.unit(id_)
    for other in enemies(game.position, man.side):
        if other.hidden and game.battle.map.distance(man.place, other.place) == 1:
            game.happen(Found(other.id))


def _snapped_at(game: Play, id_: str) -> bool:
    """PKT-SNAP: offer a snap shot to everybody whose zone was entered; say whether the walker was hit."""
    walker = game.state.unit(id_)
    for watcher in enemies(game.position, walker.side):
        watcher = game.state.unit(watcher.id)
        if watcher.snapped or walker.place not in zone_of(game.position, watcher):
            continue
        before = walker.hits
        ask = Ask(watcher.side, SNAP, watcher.id, id_)
        BOOK.resolve(game, ask, game.order(ask))
        if id_ not in game.state.units or game.state.unit(id_).hits > before:
            return True
    return False


def attack(position: Scene, man: Man, target: Man, snap: bool) -> Check:
    """PKT-FIRE: what is added to 2D6."""
    check = Check("attack").plus(man.profile.aim, "aim", "PKT-FIRE")
    if position.map.distance(man.place, target.place) == 1:
        check = check.plus(2, "next to the target", "PKT-FIRE")
    for cover in position.sight(man.place, target.place).cover:
        check = check.plus(-cover.defence, cover.reason, "PKT-FIRE")
    return check.plus(-1 if snap else 0, "snap shot", "PKT-SNAP")
