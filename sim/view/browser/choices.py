"""What is chosen before a battle: who plays which side, where the dice come from; and what can be typed into."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, get_args

from sim.view.blocks.kinds import Do
from sim.view.ui.text_field import TextField

if TYPE_CHECKING:
    from sim.engine.ruleset import Ruleset
    from sim.scenario.scenario import Scenario

Dice = Literal["seeded", "typed"]

LARGEST_SEED = 2**63 - 1
"""What a record can hold, and any program that reads one."""

PLAYERS = {"human": "Human", "solo": "Solo AI", "commander": "Commander"}
"""Who may play a side, as the buttons say it."""


@dataclass(frozen=True)
class Choices:
    """What has been chosen for one scenario."""

    players: tuple[tuple[str, str], ...]
    """By side, in the order of the scenario."""
    dice: Dice = "seeded"
    seed: str = ""
    """As it was typed; empty for a seed that nobody knows."""

    def with_player(self, side: str, player: str) -> Choices:
        """Return the choices with another player for a side."""
        return replace(self, players=tuple((each, player if each == side else who) for each, who in self.players))

    @property
    def refusal(self) -> str:
        """Say why a battle cannot be started so; empty if it can."""
        if self.dice == "seeded" and self.seed and int(self.seed) > LARGEST_SEED:
            return f"the seed is too large: at most {LARGEST_SEED}"
        return ""

    @property
    def number(self) -> int | None:
        """The seed as a number; a new one if none was typed, None if the dice are typed in."""
        if self.dice == "typed":
            return None
        if self.seed:
            return int(self.seed)
        from secrets import randbelow

        return randbelow(1_000_000_000)


def usual(scenario: Scenario) -> Choices:
    """Return what a scenario proposes."""
    return Choices(tuple((side.id, scenario.players[side.id]) for side in scenario.battle.sides))


def demo(scenario: Scenario) -> Choices:
    """Return the choices of a battle that the program plays by itself: the commander for every person."""
    players = usual(scenario).players
    return Choices(tuple((side, "commander" if who == "human" else who) for side, who in players))


def possible(scenario: Scenario) -> tuple[str, ...]:
    """Return who can play a side of a scenario."""
    return _possible(scenario.ruleset)


@lru_cache(maxsize=16)
def _possible(ruleset: Ruleset[Any, Any]) -> tuple[str, ...]:
    return tuple(sorted(("human", *ruleset.players), key=lambda player: [*PLAYERS, player].index(player)))


def player_words(player: str) -> str:
    """Return what a button says of a player; a system may have some of its own.

    >>> player_words("solo"), player_words("random")
    ('Solo AI', 'Random')
    """
    return PLAYERS.get(player, player.replace("_", " ").capitalize())


# -- the filter, the path of a file, and the seed --------------------------------------------------------------------

FieldName = Literal["filter", "path", "seed"]
FIELDS: tuple[FieldName, ...] = get_args(FieldName)


def text_fields() -> dict[FieldName, TextField]:
    """Return the fields, empty: a seed has digits only."""
    return {"filter": TextField(60), "path": TextField(1000), "seed": TextField(19, "0123456789".__contains__)}


def editing(name: FieldName) -> Do:
    """Return what a click on a field does."""
    return Do("edit", (name,))


def field_of(do: Do | None) -> FieldName | None:
    """Return the field that the keyboard is on, if it is on one."""
    return next((name for name in FIELDS if do == editing(name)), None)
