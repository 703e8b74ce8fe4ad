"""Carry out one order. Movement is carried out square by square, and enemies may react in the middle of it."""

from __future__ import annotations

from dataclasses import replace

from sim.board.movement import step_cost
from sim.board.paths import Stand
from sim.engine.dice import D6, at_least
from sim.engine.dice import Throw as DiceThrow
from sim.engine.events import Passed
from sim.engine.game import Game
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Intent
from sim.grid import Cell, Edge
from sim.rules.outlaws.actions import (
    SNAPSHOT,
    BodyBlow,
    Crawl,
    Draw,
    Drop,
    GetUp,
    HitTheDirt,
    Leave,
    PickUp,
    Reload,
    Ride,
    Run,
    SaddleUp,
    Shoot,
    Snap,
    Stab,
    Stow,
    Strike,
    TakeCover,
    Throw,
    Turnaround,
    Walk,
    WorkDoor,
)
from sim.rules.outlaws.bookkeeping import LOOT
from sim.rules.outlaws.brawling import in_brawl, strike
from sim.rules.outlaws.costs import GAITS, PRICES, cost, free_hand, item_of
from sim.rules.outlaws.events import (
    BystanderHit,
    CoverTaken,
    Dismounted,
    DoorWorked,
    Gait,
    GotUp,
    HorseLed,
    ItemDrawn,
    ItemDropped,
    ItemPickedUp,
    ItemStowed,
    LeftBoard,
    Mounted,
    Moved,
    PointsWon,
    Reloaded,
    Shot,
    SnapshotTried,
    Thrown,
    TurnedAround,
    WentProne,
)
from sim.rules.outlaws.geometry import sees, squares
from sim.rules.outlaws.legality import to_pick_up
from sim.rules.outlaws.scenario import OutData
from sim.rules.outlaws.scene import others
from sim.rules.outlaws.shooting import target_number, throw_number, to_hit
from sim.rules.outlaws.snapshots import attempt, snap_item, snap_refusal
from sim.rules.outlaws.units import Character, Horse, Item, OutState
from sim.rules.outlaws.walking import riding
from sim.rules.outlaws.wounds import wound

Play = Game[OutState, OutData]
DIRT = at_least(4)
"""OUT-SNAP-2: an auto that does not see the firer hits the dirt."""
STRAY = 2
"""Both dice of a shot show a 1: it goes astray."""


def resolve(game: Play, ask: Ask, intent: Intent) -> None:
    """Carry out an order that is allowed."""
    match intent:
        case Walk() | Run() | Crawl() | Ride():
            _move(game, intent.unit, intent.way, GAITS[type(intent)])
        case Shoot():
            _shoot(game, intent)
        case Throw():
            _throw(game, intent)
        case Snap(unit=unit, target=target):
            _snap(game, unit, target)
        case BodyBlow() | Strike() | Stab():
            _blow(game, intent)
        case Draw() | Stow() | Drop() | Reload() | PickUp():
            _handle(game, intent)
        case Turnaround() | WorkDoor() | TakeCover() | HitTheDirt() | GetUp() | SaddleUp() | Leave():
            _stir(game, intent)
        case _:
            why = "lets it be" if ask.occasion == SNAPSHOT else "waits"
            game.happen(Passed(ask.side, ask.unit, why))


# -- moving ---------------------------------------------------------------------------------------------------


def _move(game: Play, id_: str, way: tuple[Stand, ...], gait: Gait) -> None:
    """OUT-HURT: go stand by stand; whoever is hit on the way, or enters an enemy's square, goes no further.

    Each step is paid when it is taken, so that a way cut short costs what was walked of it; a run costs everything.
    """
    start, unit, spent = game.position, game.state.unit(id_), 0
    for place, stand in enumerate(way, 1):
        price = PRICES[gait](start, unit, way[:place])
        total = spent if isinstance(price, str) else price.total
        step = total - spent
        if gait == "run":
            step = game.state.actions
        watched = _watchers(game, id_)
        led = _led(game, id_, stand) if gait == "walk" else None
        on_the_spot = stand.cell == game.state.unit(id_).cell
        turned, moved = TurnedAround(id_, stand.facing, step), Moved(id_, stand.cell, stand.facing, gait, step)
        game.happen(turned if on_the_spot else moved)
        if led is not None:
            game.happen(HorseLed(id_, led.id, stand.cell, stand.facing))
        spent = max(spent, total)
        before = game.state.unit(id_)
        for watcher in _watchers(game, id_):
            if watcher not in watched:
                _offer_snapshot(game, watcher, id_, f"{id_} moves into the view of {watcher}")
        if _was_hurt(before, game.state.unit(id_)) or in_brawl(game.position, game.state.unit(id_)):
            return


def _led(game: Play, id_: str, stand: Stand) -> Horse | None:
    """OUT-RIDE-2: return the horse that a walker leads along; None if it cannot go there, or nobody leads his."""
    unit = game.state.unit(id_)
    if not game.battle.data.shootout.lead_horses or stand.cell == unit.cell:
        return None
    mover = riding(game.battle.data.numbers).mover
    if not step_cost(game.position.ground, mover, unit.place, stand.cell):
        return None
    return next((horse for horse in game.state.horses if horse.rider == id_ and horse.cell == unit.cell), None)


def _watchers(game: Play, id_: str) -> tuple[str, ...]:
    """Return the enemies in whose field of view a character is."""
    unit = game.state.unit(id_)
    if unit.cell is None or unit.profile.group:
        return ()
    return tuple(enemy.id for enemy in others(game.position, unit.side) if sees(game.position, enemy, unit))


def _was_hurt(before: Character, after: Character) -> bool:
    """Say whether a snapshot has done anything to a mover: then it goes no further with this order."""
    return (before.owed, before.lost, before.prone, before.arms, before.leg, before.conscious, before.dead) != (
        after.owed, after.lost, after.prone, after.arms, after.leg, after.conscious, after.dead
    )  # fmt: skip


def _stir(game: Play, intent: Intent) -> None:
    """Turn, open a door, take cover, lie down, get up, mount, dismount, leave."""
    spent = cost(game.position, intent).total
    match intent:
        case Turnaround(unit=id_, facing=facing):
            game.happen(TurnedAround(id_, facing, spent))
        case WorkDoor(unit=id_, beyond=beyond):
            _work_door(game, id_, beyond, spent)
        case TakeCover(unit=id_):
            game.happen(CoverTaken(id_, spent))
        case HitTheDirt(unit=id_) if game.state.unit(id_).mounted:
            game.note(Said("a rider dismounts instead, at no cost", rule="OUT-P-1"))
            game.happen(Dismounted(id_))
        case HitTheDirt(unit=id_):
            game.happen(WentProne(id_))
        case GetUp(unit=id_):
            game.happen(GotUp(id_, spent))
        case SaddleUp(unit=id_) if game.state.unit(id_).mounted:
            game.happen(Dismounted(id_, spent))
        case SaddleUp(unit=id_):
            cell = game.state.unit(id_).cell
            game.happen(Mounted(id_, next(horse.id for horse in game.state.horses if horse.cell == cell), spent))
        case Leave(unit=id_):
            _leave(game, id_, spent)


def _work_door(game: Play, id_: str, beyond: Cell, spent: int) -> None:
    edge = Edge.between(game.state.unit(id_).place, beyond)
    kind = game.position.ground.edge_at(edge)
    assert kind is not None and kind.becomes
    game.happen(DoorWorked(id_, edge, kind.becomes, spent))


def _leave(game: Play, id_: str, spent: int) -> None:
    """Leave the board; where the shootout rewards it, that is worth points, with the loot more."""
    unit = game.state.unit(id_)
    exits = [each for each in game.battle.data.shootout.exits if each.side == unit.side and unit.cell in each.cells]
    has_loot = any(item.kind == LOOT for item in unit.items)
    game.happen(LeftBoard(id_, spent))
    for each in exits[:1]:
        points = each.points + (each.loot_points if has_loot else 0)
        if points:
            why = f"{id_} has left the board{' with the loot' if has_loot else ''}"
            game.happen(PointsWon(unit.side, points, why))


# -- hands ----------------------------------------------------------------------------------------------------


def _handle(game: Play, intent: Intent) -> None:
    """Draw, stow, drop, reload, pick up."""
    spent = cost(game.position, intent).total
    match intent:
        case Draw(unit=id_, item=item, hand=hand):
            game.happen(ItemDrawn(id_, item, hand, spent))
        case Stow(unit=id_, hand=hand):
            game.happen(ItemStowed(id_, hand, spent))
        case Drop(unit=id_, hand=hand):
            game.happen(ItemDropped(id_, hand))
        case Reload(unit=id_, item=item):
            game.happen(Reloaded(id_, reloaded(game, id_, item), spent))
        case PickUp(unit=id_):
            _pick_up(game, id_, spent)


def reloaded(game: Play, id_: str, item: str) -> Item:
    """Return a weapon with the rounds of one action put in; a magazine is opened when there are no loose rounds."""
    held = item_of(game.state.unit(id_), item)
    kind = game.battle.data.weapons[held.kind] if held else None
    assert held is not None and kind is not None
    if not held.loose:
        held = replace(held, reloads=held.reloads - 1, loose=kind.capacity)
    rounds = min(kind.reload, kind.capacity - held.loaded, held.loose)
    return replace(held, loaded=held.loaded + rounds, loose=held.loose - rounds)


def _pick_up(game: Play, id_: str, spent: int) -> None:
    unit = game.state.unit(id_)
    item = to_pick_up(game.position, unit)
    assert item is not None
    hand = None if item.kind == LOOT else free_hand(game.position, unit, item)
    printed = all(item.id != lying.id for _, lying in game.state.lying)
    game.happen(ItemPickedUp(id_, item, hand, printed, spent))


# -- shooting -------------------------------------------------------------------------------------------------


def _shoot(game: Play, intent: Shoot) -> None:
    """Fire as ordered; whoever was shot at may try a snapshot."""
    _fire(game, intent, snap=False)
    _offer_snapshot(game, intent.target, intent.unit, f"{intent.target} was shot at")


def _fire(game: Play, intent: Shoot, snap: bool) -> None:
    """Throw the dice, and let the target suffer a hit."""
    unit, target = game.state.unit(intent.unit), game.state.unit(intent.target)
    item = item_of(unit, intent.item)
    assert item is not None
    spent = 0 if snap else cost(game.position, intent).total
    check = target_number(game.position, unit, target, item, intent.aim, both=intent.both, snap=snap)
    game.note(Checked(check, rule="OUT-SHOOT-5"))
    total = game.total(to_hit(intent.unit, intent.target, check.total), against=(STRAY + 1, check.total))
    hit = total >= check.total
    rounds = 2 if intent.both else 1
    game.happen(Shot(unit.id, target.id, item.id, hit, intent.aim, rounds, snap, spent))
    if hit:
        close = squares(unit.place, target.place) <= game.battle.data.numbers.point_blank
        _hit(game, unit.id, target.id, 2 if intent.both or close else 1)
    elif total == STRAY:
        _stray(game, unit.id, target)


def _hit(game: Play, id_: str, target: str, chits: int) -> None:
    if game.state.unit(target).profile.group:
        _bystander(game, id_, target)
    else:
        wound(game, target, chits)


def _stray(game: Play, id_: str, target: Character) -> None:
    """Let a shot that goes astray hit a group of townsfolk in the target's square or next to it, if there is one."""
    distance = game.battle.map.distance
    groups = [
        unit.id
        for unit in game.state.units
        if unit.profile.group and not unit.profile.tuwa and unit.cell is not None
        and unit.id != target.id and distance(unit.cell, target.place) <= 1
    ]  # fmt: skip
    if groups:
        game.note(Said("both dice show a 1: the shot goes astray", rule="OUT-FOLK"))
        _bystander(game, id_, game.choose(groups, "whom the stray shot hits", id_))


def _bystander(game: Play, id_: str, group: str) -> None:
    """Hitting townsfolk costs the shooter's side points."""
    game.happen(BystanderHit(id_, group))
    if not game.state.unit(group).profile.tuwa:
        points = game.battle.data.numbers.townsman_points
        game.happen(PointsWon(game.state.unit(id_).side, -points, f"{id_} has hit townsfolk"))


def _throw(game: Play, intent: Throw) -> None:
    unit, target = game.state.unit(intent.unit), game.state.unit(intent.target)
    item = item_of(unit, intent.item)
    assert item is not None
    check = throw_number(game.position, unit, target, item)
    game.note(Checked(check, rule="OUT-THROW"))
    hit = game.met(to_hit(unit.id, target.id, check.total, "throws"))
    close = squares(unit.place, target.place) <= game.battle.data.numbers.point_blank
    game.happen(Thrown(unit.id, target.id, item.id, hit, cost(game.position, intent).total))
    if hit:
        _hit(game, unit.id, target.id, 2 if close else 1)
    _offer_snapshot(game, target.id, unit.id, f"{target.id} was thrown at")


# -- snapshots ------------------------------------------------------------------------------------------------


def _offer_snapshot(game: Play, who: str, about: str, why: str) -> None:
    """OUT-SNAP-1: ask whether somebody tries a snapshot, if the rules allow one."""
    unit, enemy = game.state.unit(who), game.state.unit(about)
    if unit.out or unit.cell is None or snap_refusal(game.position, unit, enemy):
        return
    game.note(Said(why, rule="OUT-SNAP-1"))
    ask = Ask(unit.side, SNAPSHOT, who, about)
    resolve(game, ask, game.order(ask))


def _snap(game: Play, id_: str, target: str) -> None:
    """OUT-SNAP-1: throw for the attempt; one that succeeds is a shot at once, and no action is spent on it."""
    numbers, check = game.battle.data.numbers, attempt(game.position, game.state.unit(id_))
    game.note(Checked(check, rule="OUT-SNAP-1"))
    need = at_least(numbers.snapshot_needs - check.total)
    succeeded = game.met(DiceThrow(D6, f"snapshot at {target}", id_, need), "OUT-SNAP-1")
    game.happen(SnapshotTried(id_, target, succeeded))
    if not succeeded:
        return
    if game.state.unit(id_).side in game.battle.data.autos:
        _auto_response(game, id_, target)
    else:
        _snap_shot(game, id_, target)


def _snap_shot(game: Play, id_: str, target: str) -> bool:
    """Fire the snapshot with the best of what is held; say whether anything could be fired."""
    item = snap_item(game.position, game.state.unit(id_), game.state.unit(target))
    if item is None:
        return False
    _fire(game, Shoot(id_, target, item.id), snap=True)
    return True


def _auto_response(game: Play, id_: str, target: str) -> None:
    """OUT-SNAP-2: it shoots at whom it sees; else a die says whether it lies down or does nothing.

    The die is thrown only where its number matters.
    """
    unit = game.state.unit(id_)
    seen = sees(game.position, unit, game.state.unit(target))
    if seen and _snap_shot(game, id_, target):
        return
    if seen:
        game.note(Said(f"{id_} cannot shoot: it hits the dirt instead", rule="OUT-SNAP-2"))
    else:
        game.note(Said(f"{id_} does not see {target}", rule="OUT-SNAP-2"))
    if seen or game.met(DiceThrow(D6, "response to the snapshot", id_, DIRT), "OUT-SNAP-2"):
        game.happen(WentProne(id_))
    else:
        game.happen(Passed(unit.side, id_, "does not see who it was"))


# -- blows ----------------------------------------------------------------------------------------------------


def _blow(game: Play, intent: BodyBlow | Strike | Stab) -> None:
    spent = cost(game.position, intent).total
    match intent:
        case BodyBlow():
            strike(game, intent.unit, intent.target, "body blow", spent=spent)
        case Strike(item=item):
            strike(game, intent.unit, intent.target, "strike", item, spent)
        case Stab(item=item):
            strike(game, intent.unit, intent.target, "stab", item, spent)
