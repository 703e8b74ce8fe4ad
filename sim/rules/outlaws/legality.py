"""What may be ordered: the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.orders import Ask, Intent
from sim.grid import Cell, Edge
from sim.rules.outlaws.actions import (
    INTENTS,
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
    Wait,
    Walk,
    WorkDoor,
)
from sim.rules.outlaws.bookkeeping import LOOT
from sim.rules.outlaws.brawling import OBJECT, brawlers, in_brawl, is_knife, is_to_strike_with, within_grasp
from sim.rules.outlaws.costs import (
    GAITS,
    PRICES,
    REACHES,
    Going,
    actions_text,
    can_reload,
    cost,
    free_hand,
    hand_of,
    hand_refusal,
    hands_for,
    item_of,
    kind_of,
    named,
)
from sim.rules.outlaws.geometry import can_take_cover
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.shooting import shot_refusal, throw_refusal
from sim.rules.outlaws.snapshots import snap_refusal
from sim.rules.outlaws.units import CUP, WOUNDS, Character, Item

IN_A_BRAWL = (BodyBlow, Strike, Stab, PickUp, GetUp, Draw, Stow, Drop, Shoot, Wait)
"""What one can do with an enemy in the square: a brawl holds both until one of them is out."""


def refusal(position: Scene, ask: Ask, intent: Intent) -> str | None:
    """Say why an intent is not allowed as an answer; None if it is."""
    if not isinstance(intent, INTENTS):
        return "OUTLAWS! knows no such order"
    who = getattr(intent, "unit", "")
    if who not in position.state.units:
        return f"there is no {who}"
    if ask.unit is not None and who != ask.unit:
        return f"{ask.unit} is to act, not {who}"
    unit = position.state.unit(who)
    if unit.cell is None or unit.out:
        return f"{who} is not on the board" if unit.cell is None else f"{who} is out of the fight"
    if isinstance(intent, Wait):
        return None
    if ask.occasion == SNAPSHOT:
        return _reaction_refusal(position, ask, unit, intent)
    return _brawl_bars(position, unit, intent) or _of(position, unit, intent) or payment_refusal(position, intent)


def payment_refusal(position: Scene, intent: Intent) -> str | None:
    """Say why an order cannot be paid."""
    price, left = cost(position, intent).total, position.state.actions
    return f"it takes {actions_text(price)}, and {left or 'none'} {_are(left)} left" if price > left else None


def _are(number: int) -> str:
    return "is" if number <= 1 else "are"


def _reaction_refusal(position: Scene, ask: Ask, unit: Character, intent: Intent) -> str | None:
    """OUT-SNAP-1: the answer to an enemy that comes into view or fires is an attempt, or nothing."""
    if not isinstance(intent, Snap):
        return "only a snapshot can be tried now, or nothing done"
    if intent.target != ask.about:
        return f"only {ask.about} can be snapped at"
    return snap_refusal(position, unit, position.state.unit(intent.target))


def _brawl_bars(position: Scene, unit: Character, intent: Intent) -> str | None:
    others = brawlers(position, unit)
    if others and not isinstance(intent, IN_A_BRAWL):
        return f"{unit.id} is in a brawl with {others[0].id}"
    return None


def _of(position: Scene, unit: Character, intent: Intent) -> str | None:
    match intent:
        case Walk() | Run() | Crawl() | Ride():
            return _way_refusal(position, unit, intent)
        case Turnaround(facing=facing):
            return _turn_refusal(position, unit, facing)
        case WorkDoor(beyond=beyond):
            return _on_foot(unit) or door_refusal(position, unit, beyond)
        case TakeCover() | HitTheDirt() | GetUp() | SaddleUp() | Leave():
            return _posture_refusal(position, unit, intent)
        case Draw() | Stow() | Drop() | Reload() | PickUp():
            return _hands_refusal(position, unit, intent)
        case Shoot() | Throw():
            return _fire_refusal(position, unit, intent)
        case BodyBlow() | Strike() | Stab():
            return _blow_refusal(position, unit, intent)
        case _:
            return "there is nothing to snap at"


# -- moving ---------------------------------------------------------------------------------------------------


def _on_foot(unit: Character) -> str | None:
    if unit.mounted:
        return f"{unit.id} is mounted"
    return f"{unit.id} is prone" if unit.prone else None


def gait_refusal(position: Scene, unit: Character, kind: type[Intent]) -> str | None:
    """Say why a character cannot get about in a certain way at all."""
    match kind.__name__:
        case "Ride":
            return None if unit.mounted else f"{unit.id} is not mounted"
        case "Crawl":
            return None if unit.prone else f"{unit.id} is not prone"
        case "Run" if unit.leg:
            return f"{unit.id} is wounded in the leg"
        case "Run" if position.state.fired:
            return f"{unit.id} has fired, and does not run in the same turn"
        case _:
            return _on_foot(unit)


def _way_refusal(position: Scene, unit: Character, intent: Walk | Run | Crawl | Ride) -> str | None:
    if reason := gait_refusal(position, unit, type(intent)):
        return reason
    if not intent.way:
        return _nowhere(position, unit, type(intent))
    price = PRICES[GAITS[type(intent)]](position, unit, intent.way)
    if isinstance(price, str):
        return price
    left = position.state.actions
    if price.total > left:
        return f"the way takes {actions_text(price.total)}, and {left or 'none'} {_are(left)} left"
    return None


def _nowhere(position: Scene, unit: Character, kind: Going) -> str:
    """Say why there is no square to go to: what the rules say to the shortest way to any."""
    if not position.state.actions:
        return "no actions are left"
    found = REACHES[kind](position, unit, None)
    costs = {cell: cost for cell in found.area if cell != unit.cell and (cost := found.cost(cell)) is not None}
    if not costs:
        return f"no square {'ahead of' if kind is Run else 'beside'} {unit.id} can be entered"
    nearest = min(costs, key=costs.__getitem__)
    reason = _way_refusal(position, unit, kind(unit.id, found.way(nearest)[1:]))
    return f"even one square is too much: {reason}" if reason else "a way has at least one step"


def _turn_refusal(position: Scene, unit: Character, facing: int) -> str | None:
    if not 0 <= facing < len(position.map.grid.directions):
        return f"there is no direction {facing}"
    return f"{unit.id} faces {position.map.grid.directions[facing]}" if facing == unit.facing else None


def door_refusal(position: Scene, unit: Character, beyond: Cell) -> str | None:
    """Say why a door cannot be opened or closed: it stands on a side of the square, and nobody stands on the sill."""
    if beyond == unit.place:
        return f"no door is beside {unit.id}"
    if not position.map.grid.adjacent(unit.place, beyond) or not position.map.grid.share_side(unit.place, beyond):
        return f"{position.name(beyond)} is not beside {unit.id}"
    edge = position.ground.edge_at(Edge.between(unit.place, beyond))
    if edge is None:
        return f"there is no door towards {position.name(beyond)}"
    return None if edge.becomes else f"the {edge.name} cannot be opened"


def _posture_refusal(position: Scene, unit: Character, intent: Intent) -> str | None:
    match intent:
        case TakeCover():
            taken = f"{unit.id} has taken cover" if unit.covering else None
            return taken or can_take_cover(position, unit)
        case HitTheDirt():
            # OUT-P-1: the solitaire rules let an auto off its horse at no cost instead.
            if unit.mounted and unit.side not in position.battle.data.autos:
                return f"{unit.id} is mounted: Saddle Up dismounts"
            return f"{unit.id} is prone" if unit.prone else None
        case GetUp():
            return None if unit.prone else f"{unit.id} is not prone"
        case Leave():
            return _leave_refusal(position, unit)
        case _:
            return _saddle_refusal(position, unit)


def _saddle_refusal(position: Scene, unit: Character) -> str | None:
    if unit.mounted:
        return None
    if not any(horse.cell == unit.cell for horse in position.state.horses):
        return "there is no horse in the square"
    if unit.dismounted and unit.side in position.battle.data.autos:
        return f"{unit.id} has dismounted, and does not mount again"  # OUT-RIDE-1
    return _on_foot(unit)


def at_the_edge(position: Scene, cell: Cell) -> bool:
    """Say whether one can leave the board from a square."""
    return any(cell.plus(step) not in position.map for step in position.map.grid.side_steps)


def rewarded(position: Scene, unit: Character) -> bool:
    """OUT-MOVE-away: say whether the shootout rewards a character for leaving where it stands."""
    return any(each.side == unit.side and unit.cell in each.cells for each in position.battle.data.shootout.exits)


def _leave_refusal(position: Scene, unit: Character) -> str | None:
    if not at_the_edge(position, unit.place):
        return f"{unit.id} is not at the edge of the board"
    if unit.side in position.battle.data.autos and not rewarded(position, unit):
        return "nobody is rewarded for leaving the board here"
    return None


# -- hands ----------------------------------------------------------------------------------------------------


def _hands_refusal(position: Scene, unit: Character, intent: Intent) -> str | None:
    match intent:
        case Draw(item=item, hand=hand):
            found = next((each for each in unit.carried if each.id == item), None)
            if found is None:
                return f"{unit.id} does not carry {item or 'anything to draw'}"
            return "nobody holds the loot" if found.kind == LOOT else hand_refusal(position, unit, found, hand)
        case Stow(hand=hand) | Drop(hand=hand):
            held: Item | None = getattr(unit, hand)
            if not unit.held:
                return f"{unit.id} has nothing in either hand"
            if held is None:
                return f"{unit.id} has nothing in the {hand} hand"
            bulky = isinstance(intent, Stow) and held.kind == OBJECT
            return f"{named(position, held)} cannot be put away" if bulky else None
        case Reload(item=item):
            return reload_refusal(position, unit, item)
        case _:
            return _pick_up_refusal(position, unit)


def reload_refusal(position: Scene, unit: Character, item: str) -> str | None:
    """Say why rounds cannot be put into a weapon."""
    held = item_of(unit, item)
    if held is None or hand_of(unit, item) is None:
        return f"{unit.id} does not hold {item or 'anything to reload'}"
    kind = kind_of(position, held)
    if kind is None or not kind.reload:
        return f"{named(position, held)} is not loaded"
    if held.loaded >= kind.capacity:
        return f"{named(position, held)} is full"
    return None if can_reload(position, held) else f"nothing is left to reload {named(position, held)} with"


def to_pick_up(position: Scene, unit: Character) -> Item | None:
    """OUT-BRAWL-2: what a character would pick up: what lies in the square, the loot first, else a printed object.

    In a brawl it is something to strike with, lying or printed, before anything else: nobody bends down for a purse
    while he is being hit with a chair. What there is a hand for comes before what takes both.
    """
    fighting = in_brawl(position, unit)

    def worse(item: Item) -> tuple[bool, bool, bool]:
        loot = item.kind == LOOT
        return (
            fighting and not is_to_strike_with(position, item),
            not loot and free_hand(position, unit, item) is None,
            not loot,
        )

    return min(within_grasp(position, unit), key=worse, default=None)


def _pick_up_refusal(position: Scene, unit: Character) -> str | None:
    item = to_pick_up(position, unit)
    if unit.mounted:
        return f"{unit.id} is mounted"
    if item is None:
        return "there is nothing to pick up in the square"
    if item.kind != LOOT and free_hand(position, unit, item) is None:
        return f"{unit.id} has no hand free for {named(position, item)}"
    return None


# -- fighting -------------------------------------------------------------------------------------------------


def _target_refusal(position: Scene, unit: Character, target: str) -> str | None:
    if target not in position.state.units:
        return f"there is no {target}"
    other = position.state.unit(target)
    if other.side == unit.side:
        return f"{target} is on the same side"
    if other.cell is None:
        return f"{target} is not on the board"
    if other.out:
        return f"{target} is out of the fight"
    if other.profile.group and target not in position.battle.data.shootout.targets_allowed:
        return f"{target} is a group, and no target"  # OUT-T-groups
    return None


def _fire_refusal(position: Scene, unit: Character, intent: Shoot | Throw) -> str | None:
    if not intent.item:
        what = "anything to throw" if isinstance(intent, Throw) else "anything to shoot with"
        return f"{unit.id} does not hold {what}"
    if reason := _target_refusal(position, unit, intent.target):
        return reason
    held = item_of(unit, intent.item)
    if held is None or hand_of(unit, intent.item) is None:
        return f"{unit.id} does not hold {intent.item}"
    if position.state.ran and position.state.actor == unit.id:
        return f"{unit.id} has run, and does not shoot in the same turn"
    target = position.state.unit(intent.target)
    if isinstance(intent, Throw):
        return throw_refusal(position, unit, target, held)
    kind = kind_of(position, held)
    if kind is None or intent.aim not in kind.shots:
        return f"{named(position, held)} has no such shot"
    return shot_refusal(position, unit, target, held, intent.aim, both=intent.both)


def _blow_refusal(position: Scene, unit: Character, intent: BodyBlow | Strike | Stab) -> str | None:
    if not intent.target:
        return "no enemy is in the square"
    if reason := _target_refusal(position, unit, intent.target):
        return reason
    if position.state.unit(intent.target).cell != unit.cell:
        return f"{intent.target} is not in the same square"
    if isinstance(intent, BodyBlow):
        return None
    held = item_of(unit, intent.item)
    if held is None or hand_of(unit, intent.item) is None:
        blade = "a knife to stab with" if isinstance(intent, Stab) else "anything to strike with"
        return f"{unit.id} does not hold {intent.item or blade}"
    if isinstance(intent, Strike):
        return None if is_to_strike_with(position, held) else f"nobody strikes with {named(position, held)}"
    if not is_knife(position, held):
        return f"nobody stabs with {named(position, held)}"
    return f"{unit.id} is prone: Get Up first" if unit.prone else None  # OUT-BRAWL-4


# -- positions that somebody has edited -----------------------------------------------------------------------


_CHITS = 2
"""So many wounds may have to be drawn before the first goes back."""


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position: too much in two hands, more rounds than fit, actions nobody has."""
    state = position.state
    for card in dict.fromkeys((*state.deck(CUP).left, *state.deck(CUP).discarded)):
        if card not in state.units:
            yield f'the cup has a counter "{card}", and there is nobody of that name'
    if len(state.deck(WOUNDS).left) < _CHITS:
        yield f"the pool of wounds has {len(state.deck(WOUNDS).left)} chits left: expected {_CHITS} or more"
    for unit in state.units:
        if len(unit.held) > 1 and any(hands_for(position, item) > 1 for item in unit.held):
            yield f"{unit.id} holds two things, and one of them takes both hands"
        if unit.cell is not None and unit.cell not in position.map:
            yield f"{unit.id} is off the map"
        for item in unit.items:
            kind = kind_of(position, item)
            if kind is None:
                yield f'{unit.id} has a "{item.kind}", a weapon nobody defined'
            elif item.loaded > kind.capacity:
                yield f"{unit.id} has {item.loaded} rounds in {named(position, item)}, and {kind.capacity} is the most"
        if unit.prone and unit.mounted:
            yield f"{unit.id} is prone in the saddle"
