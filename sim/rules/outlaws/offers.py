"""Everything that may be ordered, in words that can be typed; what is impossible comes with the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from sim.board.paths import TurningReach
from sim.engine.orders import Ask, Intent, Offer
from sim.grid import Edge
from sim.rules.outlaws.actions import (
    BRAWL,
    SNAPSHOT,
    BodyBlow,
    Draw,
    Drop,
    GetUp,
    HitTheDirt,
    Leave,
    PickUp,
    Reload,
    Ride,
    SaddleUp,
    Shoot,
    Snap,
    Stab,
    Stow,
    Strike,
    TakeCover,
    Throw,
    Turnaround,
    Wait,
    WorkDoor,
)
from sim.rules.outlaws.bookkeeping import LOOT
from sim.rules.outlaws.brawling import brawlers, in_brawl, is_knife, is_to_strike_with
from sim.rules.outlaws.costs import REACHES, Going, actions_of, actions_text, cost, hands_for, kind_of, shot_name
from sim.rules.outlaws.legality import at_the_edge, gait_refusal, refusal, rewarded, to_pick_up
from sim.rules.outlaws.scene import Scene, others
from sim.rules.outlaws.units import HANDS, Character


def offers(position: Scene, ask: Ask) -> Iterator[Offer]:
    """Yield what may be answered; of every kind of order that is impossible one offer at least says why."""
    if ask.unit is None or ask.unit not in position.state.units:
        return
    unit = position.state.unit(ask.unit)
    if ask.occasion == SNAPSHOT:
        yield _offer(position, ask, Snap(unit.id, ask.about or ""), f"{unit.id} snap {ask.about}")
        yield Offer(Wait(unit.id), f"{unit.id} wait")
        return
    seen: set[type[Intent]] = set()
    for offer in _all(position, ask, unit):
        seen.add(type(offer.intent))
        yield offer
    for intent, text in _bare(position, unit):
        if type(intent) not in seen:
            yield Offer(intent, f"{unit.id} {text}", refusal(position, ask, intent) or "")


def _all(position: Scene, ask: Ask, unit: Character) -> Iterator[Offer]:
    """Yield everything that there is something to order of: a square in reach, a thing in the hand, an enemy."""
    if ask.occasion == BRAWL or in_brawl(position, unit):
        intents = (*_blows(position, unit), *_shots(position, unit), *_hands(position, unit), *_posture(position, unit))
    else:
        yield from _ways(position, ask, unit)
        intents = (*_shots(position, unit), *_posture(position, unit), *_doors(position, unit), *_hands(position, unit))
    for intent, text in intents:
        yield _offer(position, ask, intent, f"{unit.id} {text}")
    yield Offer(Wait(unit.id), f"{unit.id} wait")


def _bare(position: Scene, unit: Character) -> Iterator[Wish]:
    """Yield one order of each kind without what it needs, to be refused with the reason why there is no better one."""
    for kind in REACHES:
        if kind is not Ride or _has_horses(position):
            yield kind(unit.id, ()), kind.__name__.lower()
    yield Turnaround(unit.id, unit.facing), "turnaround"
    yield WorkDoor(unit.id, unit.place), "open door"
    yield from ((kind(unit.id), text) for kind, text in ALONE.items() if kind is not SaddleUp or _has_horses(position))
    yield from ((Stow(unit.id, HANDS[0]), "stow"), (Drop(unit.id, HANDS[0]), "drop"))
    yield from ((Draw(unit.id, ""), "draw"), (Reload(unit.id, ""), "reload"))
    yield from ((Shoot(unit.id, "", ""), "shoot"), (Throw(unit.id, "", ""), "throw"))
    opponent = next((other.id for other in brawlers(position, unit)), "")
    yield BodyBlow(unit.id, opponent), "body blow"
    yield from ((Strike(unit.id, opponent, ""), "strike"), (Stab(unit.id, opponent, ""), "stab"))


ALONE: dict[Callable[[str], Intent], str] = {
    TakeCover: "take cover",
    HitTheDirt: "hit the dirt",
    GetUp: "get up",
    SaddleUp: "mount",
    PickUp: "pick up",
    Leave: "leave the board",
}
"""Orders that need nothing but somebody to carry them out."""


def _has_horses(position: Scene) -> bool:
    """Say whether anybody rides in this shootout: where nobody can, nobody misses the orders for it."""
    return bool(position.state.horses) or any(unit.mounted for unit in position.state.units)


def _offer(position: Scene, ask: Ask, intent: Intent, text: str) -> Offer:
    price = actions_text(cost(position, intent).total)
    return Offer(intent, text, refusal(position, ask, intent) or "", "" if isinstance(intent, Snap) else price)


Wish = tuple[Intent, str]
"""An order and its words, without who it is for."""


# -- getting about --------------------------------------------------------------------------------------------


def _ways(position: Scene, ask: Ask, unit: Character) -> Iterator[Offer]:
    """Offer every square and facing in reach, in every gait that is possible, and every turn on the spot."""
    for kind, search in REACHES.items():
        if position.state.actions and gait_refusal(position, unit, kind) is None:
            yield from _reached(position, unit, kind, search(position, unit, position.state.actions))
    for facing, direction in enumerate(position.map.grid.directions):
        if facing != unit.facing:
            yield _offer(position, ask, Turnaround(unit.id, facing), f"{unit.id} turnaround {direction}")


def _reached(position: Scene, unit: Character, kind: Going, found: TurningReach) -> Iterator[Offer]:
    directions, word = position.map.grid.directions, kind.__name__.lower()
    for cell in found.area:
        if cell == unit.cell:
            continue
        for facing in found.facings(cell):
            spent = found.cost(cell, facing) or 0
            text = f"{unit.id} {word} {position.name(cell)} facing {directions[facing]}"
            price = actions_text(actions_of(position, kind, spent))
            yield Offer(kind(unit.id, found.way(cell, facing)[1:]), text, "", price)


def _doors(position: Scene, unit: Character) -> Iterator[Wish]:
    for step in position.map.grid.side_steps:
        beyond = unit.place.plus(step)
        edge = position.ground.edge_at(Edge.between(unit.place, beyond)) if beyond in position.map else None
        if edge is not None and edge.becomes:
            verb = "open" if edge.blocks_sight or "open" not in edge.id else "close"
            yield WorkDoor(unit.id, beyond), f"{verb} door {position.name(beyond)}"


def _posture(position: Scene, unit: Character) -> Iterator[Wish]:
    if unit.prone:
        yield GetUp(unit.id), "get up"
    else:
        yield HitTheDirt(unit.id), "hit the dirt"
    if in_brawl(position, unit):
        return
    yield TakeCover(unit.id), "take cover"
    if unit.mounted or any(horse.cell == unit.cell for horse in position.state.horses):
        yield SaddleUp(unit.id), "dismount" if unit.mounted else "mount"
    if at_the_edge(position, unit.place):
        reward = "" if rewarded(position, unit) else " without reward"
        yield Leave(unit.id), f"leave the board{reward}"


# -- hands ----------------------------------------------------------------------------------------------------


def _hands(position: Scene, unit: Character) -> Iterator[Wish]:
    for item in unit.carried:
        if item.kind == LOOT:
            continue
        if hands_for(position, item) > 1:
            yield Draw(unit.id, item.id), f"draw {item.id}"
            continue
        for hand in HANDS:
            yield Draw(unit.id, item.id, hand), f"draw {item.id} {hand}"
    for hand in HANDS:
        held = getattr(unit, hand)
        if held is None:
            continue
        kind = kind_of(position, held)
        if kind is not None and kind.reload:
            yield Reload(unit.id, held.id), f"reload {held.id}"
        yield Stow(unit.id, hand), f"stow {held.id}"
        yield Drop(unit.id, hand), f"drop {held.id}"
    found = to_pick_up(position, unit)
    if found is not None:
        yield PickUp(unit.id), f"pick up {found.id}"


# -- fighting -------------------------------------------------------------------------------------------------


def _shots(position: Scene, unit: Character) -> Iterator[Wish]:
    """Yield every shot and throw at every enemy with what is in the hands, groups only if they are targets."""
    allowed = position.battle.data.shootout.targets_allowed
    groups = [other for other in position.state.units if other.id in allowed and other.profile.group]
    targets = [*others(position, unit.side), *(group for group in groups if group.side != unit.side and group.cell)]
    for item in unit.held:
        kind = kind_of(position, item)
        if kind is None:
            continue
        for target in targets:
            for aim in kind.shots:
                words = f"{shot_name(aim).lower()} {target.id} with {item.id}"
                yield Shoot(unit.id, target.id, item.id, aim), words
                if kind.barrels > 1:
                    yield Shoot(unit.id, target.id, item.id, aim, True), f"{words} both barrels"
            if kind.thrown:
                yield Throw(unit.id, target.id, item.id), f"throw {item.id} at {target.id}"


def _blows(position: Scene, unit: Character) -> Iterator[Wish]:
    for target in brawlers(position, unit):
        yield BodyBlow(unit.id, target.id), f"body blow {target.id}"
        for item in unit.held:
            if is_to_strike_with(position, item):
                yield Strike(unit.id, target.id, item.id), f"strike {target.id} with {item.id}"
            if is_knife(position, item):
                yield Stab(unit.id, target.id, item.id), f"stab {target.id} with {item.id}"
