"""The words of an order: who acts, how far from what, and what is done.

Each table gives the wordings of a meaning, the one that is printed first. Articles count for nothing, so that "in open"
is "in the open" as well.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, get_args

_Either = Literal["highest_fp", "fresh", "spent", "unhit", "hit", "foot", "vehicle", "in_open"]
"""What is said of AIs and of targets."""
_WhichAi = Literal["lowest_fp", "mg", "mortar", "gun"]
_WhereAi = Literal["in_cover", "in_fire_zone", "in_close_combat", "on_objective"]
AiFilter = _Either | _WhichAi | _WhereAi
TargetFilter = _Either | Literal["lowest_dv", "adjacent", "player_controlled"]
Distance = Literal["closest", "farthest"]
TargetKind = Literal["Unit", "Objective"]
_Fires = Literal["fire", "long_range_fire", "group_fire", "close_combat"]
_Moves = Literal["move", "low_risk_move", "move_to_cover"]
Action = _Fires | _Moves | Literal["rally", "disengage", "pivot", "counteraction", "mission_order"]


@dataclass(frozen=True)
class Target:
    """COH-5.0-obj: What an order is aimed at."""

    kind: TargetKind
    filters: tuple[TargetFilter, ...] = ()


@dataclass(frozen=True)
class Order:
    """COH-5.0: One line of an order card.

    Orders that mean the same are equal, however they are worded. So filters stand in the order of the tables below:
    "hit MG AI" and "MG AI, hit" call for the same counters.
    """

    text: str = field(compare=False)
    """As the card has it, for the trace."""
    who: tuple[AiFilter, ...]
    """Empty: any AI."""
    distance: Distance | None
    target: Target | None
    action: Action
    number: int = 0
    """Which of the mission's counteractions or mission orders; 0 leaves it to the mission."""

    @cached_property
    def _hash(self) -> int:
        return hash((self.who, self.distance, self.target, self.action, self.number))

    def __hash__(self) -> int:
        """Return the hash, worked out once: orders are keys to all that is kept of what they mean in a position."""
        return self._hash


class OrderMistake(ValueError):
    """What is wrong in the text of an order, or in the numbers of a deck's part, and where.

    >>> print(OrderMistake('"Rall" at character 8', "one of Rally, Pivot", 'did you mean "Rally"?', 8))
    found "Rall" at character 8, expected one of Rally, Pivot; did you mean "Rally"?
    """

    def __init__(self, found: str, expected: str, hint: str = "", place: int = 1) -> None:
        super().__init__(found, expected, hint, place)
        self.found = found
        self.expected = expected
        self.hint = hint
        self.place = place
        """The character, counted from 1, at which the wrong word begins."""

    def __str__(self) -> str:
        return f"found {self.found}, expected {self.expected}" + (f"; {self.hint}" if self.hint else "")


AI_WORDS: Mapping[AiFilter, tuple[str, ...]] = {
    "highest_fp": ("Highest FP", "Highest Firepower"),
    "lowest_fp": ("Lowest FP", "Lowest Firepower"),
    "fresh": ("Fresh",),
    "spent": ("Spent",),
    "unhit": ("Unhit", "Un-hit"),
    "hit": ("Hit",),
    "foot": ("Foot",),
    "vehicle": ("Vehicle",),
    "mg": ("MG",),
    "mortar": ("Mortar",),
    "gun": ("Gun",),
    "in_open": ("in the open", "in open ground"),
    "in_cover": ("in cover",),
    "in_fire_zone": ("in a Fire Zone", "in an FZ"),
    "in_close_combat": ("in Close Combat", "in CC"),
    "on_objective": ("on an Objective", "at an Objective"),
}
TARGET_WORDS: Mapping[TargetFilter, tuple[str, ...]] = {
    "lowest_dv": ("Lowest DV", "Lowest Defence Value", "Lowest Defense Value"),
    "highest_fp": ("Highest FP", "Highest Firepower"),
    "fresh": ("Fresh",),
    "spent": ("Spent",),
    "unhit": ("Unhit", "Un-hit"),
    "hit": ("Hit",),
    "adjacent": ("Adjacent",),
    "foot": ("Foot",),
    "vehicle": ("Vehicle",),
    "player_controlled": ("Player-controlled", "Player"),
    "in_open": ("in the open", "in open ground"),
}
DISTANCE_WORDS: Mapping[Distance, tuple[str, ...]] = {
    "closest": ("closest to", "closest", "nearest to", "nearest"),
    "farthest": ("farthest from", "farthest", "furthest from", "furthest"),
}
KIND_WORDS: Mapping[TargetKind, tuple[str, ...]] = {
    "Unit": ("Unit", "Units"),
    "Objective": ("Objective", "Objectives", "Control Marker", "Control Markers"),
}
ACTION_WORDS: Mapping[Action, tuple[str, ...]] = {
    "fire": ("Fire",),
    "long_range_fire": ("Long Range Fire", "Fire Long Range"),
    "group_fire": ("Group Fire",),
    "move": ("Move",),
    "low_risk_move": ("Low Risk Move", "Move Low Risk"),
    "move_to_cover": ("Move to Cover",),
    "close_combat": ("Close Combat", "CC"),
    "rally": ("Rally",),
    "disengage": ("Disengage",),
    "pivot": ("Pivot",),
    "counteraction": ("Counteraction",),
    "mission_order": ("Mission Order",),
}
"""Long range fire may also be fire at a shorter range, since an AI never does the one unless told; close combat is the
attack on a Unit in the same hex, or the step into the hex of one next to it; a pivot turns towards the target."""
AI_NOUNS = ("AI", "AIs")
ARROWS = ("->", "→", "=>")
IGNORED = frozenset({"a", "an", "the", "any", "and", "with"})

MISSION_ACTIONS: frozenset[Action] = frozenset({"counteraction", "mission_order"})
"""COH-4.4: What the mission defines; the card only calls for it."""
FIRES: frozenset[Action] = frozenset(get_args(_Fires))
MOVES: frozenset[Action] = frozenset(get_args(_Moves))
AIMED: frozenset[Action] = FIRES | MOVES | {"pivot"}
"""What cannot be done without a target to do it to or towards."""

OPPOSITES: tuple[frozenset[str], ...] = (
    frozenset({"fresh", "spent"}),
    frozenset({"hit", "unhit"}),
    frozenset({"foot", "vehicle"}),
    frozenset({"highest_fp", "lowest_fp"}),
    frozenset({"mg", "mortar", "gun"}),
    frozenset({"in_open", "in_cover"}),
)
"""Of each of these a counter is at most one."""
FILTERS_OF: Mapping[TargetKind, tuple[TargetFilter, ...]] = {
    "Unit": tuple(each for each in TARGET_WORDS if each != "player_controlled"),
    "Objective": ("player_controlled", "adjacent"),
}
"""What can be said of each kind of target: every Unit is the player's, and an objective is neither hit nor fresh."""

MOST_NUMBERED = 9
"""A mission that had more counteractions could not print them on its page."""


def order_text(order: Order) -> str:
    """Word an order as the shipped cards do, whatever its own text.

    >>> order_text(Order("", ("hit", "in_open"), "closest", Target("Unit", ("lowest_dv",)), "move_to_cover"))
    'Hit AI in the open closest to Lowest DV Unit -> Move to Cover'
    >>> order_text(Order("", (), None, None, "counteraction", 2))
    'Counteraction 2'
    """
    action = ACTION_WORDS[order.action][0]
    if order.action in MISSION_ACTIONS:
        return f"{action} {order.number}" if order.number else action
    parts = [_described(AI_NOUNS[0], [AI_WORDS[each][0] for each in order.who])]
    if order.distance and order.target:
        parts.append(DISTANCE_WORDS[order.distance][0])
        parts.append(_described(order.target.kind, [TARGET_WORDS[each][0] for each in order.target.filters]))
    return " ".join([*parts, ARROWS[0], action])


def _described(noun: str, words: Sequence[str]) -> str:
    """Put a noun behind its adjectives and before what begins with "in" or "on"."""
    phrases = [word for word in words if word.startswith(("in ", "on "))]
    return " ".join([*(word for word in words if word not in phrases), noun, *phrases])
