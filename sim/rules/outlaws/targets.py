"""Whom an instruction is about: the first word on the die (OUT-T-closest to OUT-T-groups)."""

from __future__ import annotations

from collections.abc import Callable

from sim.rules.outlaws.acting import Here, actor
from sim.rules.outlaws.geometry import could_turn_to_see, in_cover, sees, squares
from sim.rules.outlaws.scene import Scene, enemies
from sim.rules.outlaws.units import Character
from sim.rules.outlaws.walking import actions_to_reach
from sim.solo.plans import Against, InTurn, Plan
from sim.solo.priority import Measure, Priority, Shown, least, measure, prefer, require

Selector = Callable[..., Plan]
"""Makes the plan of a die: its first word, then the instructions that follow it."""

FAR = 1 << 20
"""More actions than any way takes: of whom nobody can get to."""

# -- measures ------------------------------------------------------------------------------------------------------


@measure("seen, or seen by turning")
def in_sight(here: Here, enemy: Character) -> Shown:
    """OUT-T-closest: walls count, facing does not."""
    unit = actor(here)
    if sees(here.position, unit, enemy):
        return Shown(True, "seen")
    turned = could_turn_to_see(here.position, unit, enemy)
    return Shown(turned, "seen by turning" if turned else "out of sight")


@measure("squares away")
def squares_away(here: Here, enemy: Character) -> int:
    """OUT-T-closest."""
    return squares(actor(here).place, enemy.place)


@measure("in no cover, or prone")
def exposed(here: Here, enemy: Character) -> Shown:
    """OUT-T-cover: from where the auto is."""
    if enemy.prone:
        return Shown(True, "prone")
    sheltered = in_cover(here.position, enemy, actor(here))
    return Shown(not sheltered, "in cover" if sheltered else "in no cover")


@measure("Walk and Turnaround actions away")
def actions_away(here: Here, enemy: Character) -> Shown:
    """OUT-T-suspected: along a real way, whoever stands in it."""
    actions = actions_to_reach(here.position, actor(here), enemy)
    return Shown(FAR, "no way") if actions is None else Shown(actions, str(actions))


def armed_with(position: Scene, unit: Character, *, long: bool) -> tuple[str, ...]:
    """OUT-T-armed, OUT-ARMED: return the handguns, or the long guns, in somebody's hands."""
    weapons = position.battle.data.weapons
    kinds = [weapons[item.kind] for item in unit.held if item.kind in weapons]
    return tuple(kind.name for kind in kinds if (kind.is_long if long else kind.cls == "handgun"))


def _armed(long: bool) -> Measure[Here, Character]:
    def held(here: Here, enemy: Character) -> Shown:
        names = armed_with(here.position, enemy, long=long)
        return Shown(bool(names), ", ".join(names) or "no")

    return Measure(f"holds a {'long gun' if long else 'handgun'}", held)


HANDGUN, LONG_GUN = _armed(long=False), _armed(long=True)

# -- the selectors: a tie that is left at the end of a list is rolled for (OUT-T-tie) ------------------------------

CLOSEST: Priority[Character] = Priority("OUT-T-closest", "the target", require(in_sight), least(squares_away))
LEAST_COVER: Priority[Character] = Priority(
    "OUT-T-cover", "the target", require(in_sight), prefer(exposed), least(squares_away, "OUT-T-closest")
)
CLOSEST_HANDGUN: Priority[Character] = Priority(
    "OUT-T-armed", "the target", require(in_sight), prefer(HANDGUN), least(squares_away, "OUT-T-closest")
)
CLOSEST_LONG_GUN: Priority[Character] = Priority(
    "OUT-T-armed", "the target", require(in_sight), prefer(LONG_GUN), least(squares_away, "OUT-T-closest")
)
SUSPECTED: Priority[Character] = Priority("OUT-T-suspected", "the target", least(actions_away))
SUSPECTED_HANDGUN: Priority[Character] = Priority(
    "OUT-T-suspected-armed", "the target", prefer(HANDGUN), least(actions_away, "OUT-T-suspected")
)
SUSPECTED_LONG_GUN: Priority[Character] = Priority(
    "OUT-T-suspected-armed", "the target", prefer(LONG_GUN), least(actions_away, "OUT-T-suspected")
)


def selector(text: str, choice: Priority[Character]) -> Selector:
    """Return what makes the plan of a die out of its first word: find the target, then follow the instructions."""

    def find(here: Here) -> Character | None:
        return choice.choose(here, enemies(here.position, here.side), "conscious enemies")

    return lambda *instructions: Against(choice.rule, text, find, InTurn(*instructions))
