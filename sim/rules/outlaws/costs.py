"""What an order costs in actions, part by part, and who carries it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sim.board.paths import Stand, TurningReach
from sim.engine.check import Check
from sim.engine.orders import Intent
from sim.rules.outlaws.actions import (
    BodyBlow,
    Crawl,
    Draw,
    GetUp,
    Leave,
    PickUp,
    Reload,
    Ride,
    Run,
    SaddleUp,
    Shoot,
    Stab,
    Stow,
    Strike,
    TakeCover,
    Throw,
    Turnaround,
    Walk,
    WorkDoor,
)
from sim.rules.outlaws.events import Gait
from sim.rules.outlaws.figures import Numbers, WeaponKind
from sim.rules.outlaws.scene import Scene
from sim.rules.outlaws.units import HANDS, Character, Hand, Item
from sim.rules.outlaws.walking import (
    actions_for,
    crawl_price,
    crawl_reach,
    ride_price,
    ride_reach,
    riding,
    run_price,
    run_reach,
    walk_price,
    walk_reach,
)

NOTHING = Check("cost")
Price = Callable[[Scene, Character, tuple[Stand, ...]], Check | str]
GAITS: dict[type[Intent], Gait] = {Walk: "walk", Run: "run", Crawl: "crawl", Ride: "ride"}
PRICES: dict[Gait, Price] = {"walk": walk_price, "run": run_price, "crawl": crawl_price, "ride": ride_price}
Going = type[Walk] | type[Run] | type[Crawl] | type[Ride]
REACHES: dict[Going, Callable[[Scene, Character, int | None], TurningReach]] = {
    Walk: walk_reach, Run: run_reach, Crawl: crawl_reach, Ride: ride_reach
}  # fmt: skip


def actions_text(number: int) -> str:
    """Count actions.

    >>> actions_text(1), actions_text(2), actions_text(0)
    ('1 action', '2 actions', 'free')
    """
    return f"{number} {'action' if number == 1 else 'actions'}" if number else "free"


def cost(position: Scene, intent: Intent) -> Check:
    """Return what an order costs; one that is not possible at all costs what it would if it were."""
    numbers = position.battle.data.numbers
    match intent:
        case Run():
            return NOTHING.plus(position.state.actions, "run: all actions")
        case Walk(unit=unit, way=way) | Crawl(unit=unit, way=way) | Ride(unit=unit, way=way):
            price = PRICES[GAITS[type(intent)]](position, position.state.unit(unit), way)
            return NOTHING if isinstance(price, str) else price
        case Turnaround():
            return NOTHING.plus(numbers.turnaround, "turnaround")
        case WorkDoor():
            return NOTHING.plus(numbers.door, "door")
        case TakeCover():
            return NOTHING.plus(numbers.take_cover, "take cover")
        case GetUp():
            return NOTHING.plus(numbers.get_up, "get up")
        case SaddleUp():
            return NOTHING.plus(numbers.saddle_up, "saddle up")
        case Draw():
            return NOTHING.plus(numbers.draw, "draw")
        case Stow():
            return NOTHING.plus(numbers.stow, "stow")
        case PickUp():
            return NOTHING.plus(numbers.pick_up, "pick up")
        case Shoot(unit=unit, item=item, aim=aim):
            return _of_shot(position, position.state.unit(unit), item, aim)
        case Leave(unit=unit):
            return NOTHING.plus(_off_the_board(numbers, position.state.unit(unit)), "leave the board")
        case Reload():
            return NOTHING.plus(1, "reload")
        case Throw():
            return NOTHING.plus(numbers.throw, "throw")
        case BodyBlow() | Strike() | Stab():
            return NOTHING.plus(numbers.brawl, "a blow")
        case _:  # Hit the Dirt, Drop, a snapshot, Wait
            return NOTHING


def _off_the_board(numbers: Numbers, unit: Character) -> int:
    """Return what the step over the edge costs: crawling, limping, or any other."""
    if unit.prone:
        return numbers.crawl
    return numbers.leg_walk if unit.leg and not unit.mounted else numbers.walk


def _of_shot(position: Scene, unit: Character, item: str, aim: Any) -> Check:
    held = item_of(unit, item)
    kind = kind_of(position, held) if held else None
    shot = kind.shots.get(aim) if kind else None
    return NOTHING.plus(shot.actions, shot_name(aim)) if shot else NOTHING


def actions_of(position: Scene, kind: Going, spent: int) -> int:
    """Return how many actions a cost of a search stands for: running takes all of them, riding counts squares."""
    if kind is Run:
        return position.state.actions
    return actions_for(riding(position.battle.data.numbers), spent) if kind is Ride else spent


def shot_name(aim: str) -> str:
    """Return what the game calls a way to shoot."""
    return {"poor": "Poor Shot", "standard": "Shoot", "best": "Best Shot", "steady": "Steady Aim"}.get(aim, aim)


# -- hands and items ------------------------------------------------------------------------------------------


def item_of(unit: Character, id_: str) -> Item | None:
    """Return one of a character's items; None if it has no such thing."""
    return next((item for item in unit.items if item.id == id_), None)


def kind_of(position: Scene, item: Item) -> WeaponKind | None:
    """Return what kind of weapon an item is; None for the loot, which is none."""
    return position.battle.data.weapons.get(item.kind)


def hand_of(unit: Character, item: str) -> Hand | None:
    """Return the hand that holds an item."""
    return next((hand for hand in HANDS if (held := getattr(unit, hand)) is not None and held.id == item), None)


def hands_for(position: Scene, item: Item) -> int:
    """Return how many hands an item takes."""
    kind = kind_of(position, item)
    return kind.hands if kind else 1


def favoured(position: Scene, unit: Character) -> tuple[Hand, Hand]:
    """Return a character's hands, the better one first."""
    return HANDS if position.battle.data.shootout.right_handed.get(unit.id, True) else ("left", "right")


def hand_refusal(position: Scene, unit: Character, item: Item, hand: Hand) -> str | None:
    """Say why a hand cannot take an item: a long gun or a bow takes both, whichever hand it is counted to."""
    held: Item | None = getattr(unit, hand)
    if held is not None:
        return f"{unit.id} has {named(position, held)} in the {hand} hand"
    for other in unit.held:
        if hands_for(position, other) > 1:
            return f"{named(position, other)} takes both hands"
        if hands_for(position, item) > 1:
            return f"{named(position, item)} takes both hands, and one holds {named(position, other)}"
    return None


def free_hand(position: Scene, unit: Character, item: Item) -> Hand | None:
    """Return the hand that can take an item, the better one if both can."""
    return next((hand for hand in favoured(position, unit) if not hand_refusal(position, unit, item, hand)), None)


def can_reload(position: Scene, item: Item) -> bool:
    """Say whether there is room in a weapon and anything to put into it."""
    kind = kind_of(position, item)
    return kind is not None and bool(kind.reload) and item.loaded < kind.capacity and bool(item.loose or item.reloads)


def named(position: Scene, item: Item) -> str:
    """Return what an item is called, with its article."""
    kind = kind_of(position, item)
    name = kind.name if kind else item.kind
    return name if name.startswith("the ") else f"the {name}"
