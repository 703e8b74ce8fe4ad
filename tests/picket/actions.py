"""Intents, events and what comes of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from sim.board.area import Area
from sim.board.movement import step_cost
from sim.board.paths import Limits, Reach, reach
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.events import Event, Passed
from sim.engine.game import Game
from sim.engine.notes import Checked
from sim.engine.orders import Ask, Intent, Offer
from sim.grid import Cell
from tests.picket.units import WALK, Data, Man, PicketState, Scene, enemies, zone_of

ACTION, SNAP = "action", "snap shot"


@dataclass(frozen=True)
class Walk(Intent):
    """Go along a way, the start left out."""

    man: str
    way: tuple[Cell, ...]


@dataclass(frozen=True)
class Shoot(Intent):
    """Turn to a man and fire at him."""

    man: str
    target: str


@dataclass(frozen=True)
class Stay(Intent):
    """Do nothing."""

    man: str


INTENTS: tuple[type[Intent], ...] = (Walk, Shoot, Stay)


@dataclass(frozen=True)
class Stepped(Event[PicketState]):
    """A man took a step, and faces where he went."""

    man: str
    cell: Cell
    facing: int

    def apply(self, state: PicketState) -> PicketState:
        """Move him."""
        return state.with_unit(replace(state.unit(self.man), cell=self.cell, facing=self.facing))


@dataclass(frozen=True)
class Shot(Event[PicketState]):
    """A man fired; PKT-HIT: the second hit takes his target out of the battle."""

    man: str
    target: str
    hit: bool
    facing: int
    snap: bool = False

    def apply(self, state: PicketState) -> PicketState:
        """Turn the firer, who is hidden no longer, and count the hit."""
        firer = state.unit(self.man)
        state = state.with_unit(replace(firer, facing=self.facing, hidden=False, snapped=firer.snapped or self.snap))
        if not self.hit:
            return state
        target = state.unit(self.target)
        if target.hits:
            return state.without_unit(target.id)
        return state.with_unit(replace(target, hits=1))


@dataclass(frozen=True)
class Found(Event[PicketState]):
    """PKT-HIDE: a hidden man was found."""

    man: str

    def apply(self, state: PicketState) -> PicketState:
        """Let everybody see him."""
        return state.with_unit(replace(state.unit(self.man), hidden=False))


@dataclass(frozen=True)
class MoodSet(Event[PicketState]):
    """PKT-CARD: the raiders' card was turned over."""

    mood: str

    def apply(self, state: PicketState) -> PicketState:
        """Remember it."""
        return replace(state, mood=self.mood)


@dataclass(frozen=True)
class Rested(Event[PicketState]):
    """A new turn: everybody may snap again."""

    def apply(self, state: PicketState) -> PicketState:
        """Give the snap shots back."""
        for man in state.units:
            if man.snapped:
                state = state.with_unit(replace(man, snapped=False))
        return state


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


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer."""
    match intent:
        case Stay(man) | Walk(man, _) | Shoot(man, _) if man != ask.unit:
            return f"{ask.unit} is to act, not {man}"
        case Stay():
            return None
        case Walk() if ask.occasion == SNAP:
            return "a snap shot is a shot, or nothing"
        case Walk(man, way):
            return _walk_refusal(position, position.state.unit(man), way)
        case Shoot(_, target) if target not in position.state.units:
            return f"there is no {target}"
        case Shoot(_, target) if ask.occasion == SNAP and target != ask.about:
            return f"only {ask.about} can be snapped at"
        case Shoot(man, target):
            return can_shoot(position, position.state.unit(man), position.state.unit(target))
        case _:
            return "Picket knows no such order"


def _walk_refusal(position: Scene, man: Man, way: tuple[Cell, ...]) -> str | None:
    if not way:
        return "a walk has at least one step"
    spent = 0
    for here, there in pairwise((man.place, *way)):
        step = step_cost(position.ground, WALK, here, there) if position.map.grid.adjacent(here, there) else None
        if not step:
            return f"there is no step from {position.name(here)} to {position.name(there)}"
        if any(not other.hidden for other in position.state.units.at(there)):
            return f"somebody stands in {position.name(there)}"
        spent += step.cost
    if spent > man.profile.pace:
        return f"the way costs {spent}, and {man.id} has {man.profile.pace}"
    return None


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield everything that may be answered, shots that are impossible with the reason."""
    assert ask.unit is not None
    man = position.state.unit(ask.unit)
    yield Offer(Stay(man.id), f"{man.id} stay")
    for target in enemies(position, ask.side):
        if ask.occasion != SNAP or target.id == ask.about:
            refused = can_shoot(position, man, target) or ""
            yield Offer(Shoot(man.id, target.id), f"{man.id} shoot {target.id}", refused)
    if ask.occasion == ACTION:
        ways = reach_of(position, man)
        for cell in ways.area:
            if cell != man.cell:
                intent = Walk(man.id, ways.way(cell)[1:])
                yield Offer(intent, f"{man.id} walk {position.name(cell)}", cost=f"{ways.cost(cell)} steps")


# -- what comes of it -----------------------------------------------------------------------------------------


def resolve(game: Game[PicketState, Data], ask: Ask, intent: Intent) -> None:
    """Carry out one intent."""
    match intent:
        case Walk(man, way):
            _walk(game, man, way)
        case Shoot(man, target):
            _shoot(game, man, target, snap=ask.occasion == SNAP)
        case Stay(man):
            game.happen(Passed(ask.side, man))


def _walk(game: Game[PicketState, Data], id_: str, way: tuple[Cell, ...]) -> None:
    """PKT-WALK, PKT-SNAP: step by step; who comes into a zone may be snapped at, and walks no further if hit."""
    for cell in way:
        man = game.state.unit(id_)
        if game.state.units.at(cell):  # PKT-HIDE: a man nobody knew of stands in the way
            game.happen(Found(game.state.units.at(cell)[0].id))
            return
        direction = game.battle.map.grid.towards(man.place, cell)[0]
        game.happen(Stepped(id_, cell, direction))
        _find_hidden(game, id_)
        if _snapped_at(game, id_):
            return


def _find_hidden(game: Game[PicketState, Data], id_: str) -> None:
    """PKT-HIDE: whoever comes next to a hidden man finds him."""
    man = game.state.unit(id_)
    for other in enemies(game.position, man.side):
        if other.hidden and game.battle.map.distance(man.place, other.place) == 1:
            game.happen(Found(other.id))


def _snapped_at(game: Game[PicketState, Data], id_: str) -> bool:
    """PKT-SNAP: offer a snap shot to everybody whose zone was entered; say whether the walker was hit."""
    walker = game.state.unit(id_)
    for watcher in enemies(game.position, walker.side):
        watcher = game.state.unit(watcher.id)
        if watcher.snapped or walker.place not in zone_of(game.position, watcher):
            continue
        before = walker.hits
        ask = Ask(watcher.side, SNAP, watcher.id, id_)
        resolve(game, ask, game.order(ask))
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


def _shoot(game: Game[PicketState, Data], id_: str, target_id: str, snap: bool) -> None:
    man, target = game.state.unit(id_), game.state.unit(target_id)
    check = attack(game.position, man, target, snap)
    game.note(Checked(check, rule="PKT-FIRE"))
    need = at_least(game.battle.data.to_hit - check.total)
    rolled = game.throw(Throw(D6, f"{id_} fires at {target_id}", id_, need, count=2), "PKT-FIRE")
    facing = game.battle.map.grid.towards(man.place, target.place)
    direction = game.choose(facing, "which way to turn", id_, [game.battle.map.grid.directions[d] for d in facing])
    game.happen(Shot(id_, target_id, need.met_by(rolled.total), direction, snap))
