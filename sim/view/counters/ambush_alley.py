"""The counters of Ambush Alley: a card for a team, a pawn for a lone leader, a crowd for a mob, a vehicle from above.

name                        the dice of its fire at the upper left, the leader's die at the upper right, the Quality
fire           leader       die at the lower left, and how many are wounded at the lower right; how many can fight on
    symbol or picture       the bar. Where several share the Regulars, the name begins with whose unit it is
quality        wounded
"""

from __future__ import annotations

from sim.engine.insight import Scene
from sim.engine.units import Unit
from sim.rules.ambush_alley.combat.fire import anti_tank, firepower, weapons
from sim.rules.ambush_alley.state import Team, is_pinned, is_shaken, only_reacts, quality
from sim.view.counters.portrait import Figure, Form, Mark, Portrait, Strength, Symbol
from sim.view.counters.portray import PLAIN, PlainPortrayal, side_livery

HEAVY = 2
"""Support dice that make a team a machine-gun team."""


class _Portrayal(PlainPortrayal):
    """How the units of Ambush Alley look."""

    def portrait(self, position: Scene, unit: Unit) -> Portrait:
        """Return what a unit looks like at a moment of a mission."""
        if not isinstance(unit, Team):
            return PLAIN.portrait(position, unit)
        form, symbol = look(position, unit)
        crowd = unit.profile.kind == "mob"
        return Portrait(
            form=form,
            symbol=symbol,
            size="team" if form == "unit" else "",
            weapon="rifle" if form == "pawn" and unit.figures > 0 else "none",
            colours=side_livery(position, unit.side),
            label=label(position, unit),
            # Men turn freely; only a vehicle has a front on which something hangs.
            facing=unit.facing if form in ("vehicle", "pawn") else None,
            figures=() if crowd else figures(position, unit),
            strength=None if form in ("pawn", "mob") else Strength(unit.figures, unit.strength or unit.profile.figures),
            marks=marks(position, unit),
            count=max(1, unit.figures) if crowd else 1,
        )


PORTRAYAL = _Portrayal()


def label(position: Scene, unit: Team) -> str:
    """AAS-COOP: name a unit, and where several share the Regulars begin with the player whose unit it is.

    A counter has room for few letters: as many of the player's name as tell the players apart, and not twice where the
    unit is called after its player.
    """
    players: tuple[str, ...] = position.battle.data.mission.players
    if not unit.player or not players:
        return unit.id
    own = unit.id.removeprefix(f"{unit.player} ")
    return f"{initials(unit.player, players)}: {own}"


def initials(player: str, players: tuple[str, ...]) -> str:
    """Return the first letters of a player's name, as many as tell the players apart.

    >>> initials("Anna", ("Anna", "Ben")), initials("Ben", ("Ben", "Bea"))
    ('A', 'Ben')
    """
    others = [other for other in players if other != player]
    lengths = (n for n in range(1, len(player)) if not any(other.startswith(player[:n]) for other in others))
    return player[: next(lengths, len(player))]


def look(position: Scene, unit: Team) -> tuple[Form, Symbol]:
    """Say what kind of thing it is, and what it does."""
    match unit.profile.kind:
        case "leader":
            return "pawn", "leader"
        case "mob":
            return "mob", "civilian"
        case "vehicle":
            if unit.profile.soft_skinned:
                return "vehicle", "truck"
            return "vehicle", "halftrack" if unit.profile.movement == "tracked" else "armoured_car"
    if unit.profile.medic:
        return "unit", "medic"
    if anti_tank(position, unit):
        return "unit", "tank_hunters"
    if any(weapon.dice >= HEAVY for weapon in weapons(position, unit)):
        return "unit", "machine_gun"
    insurgent = unit.side == position.battle.data.mission.insurgents
    return "unit", "militia" if insurgent else "infantry"


def figures(position: Scene, unit: Team) -> tuple[Figure, ...]:
    """Return the dice of its fire, the dice of its quality and of its leader, and how many are wounded."""
    found = [Figure("sw", f"D{quality(position, unit)}")]
    if dice := firepower(unit, position.battle.data.supports):
        found.append(Figure("nw", str(dice), "red"))
    if unit.leader and unit.profile.kind == "team":
        found.append(Figure("ne", f"D{unit.leader}", "blue"))
    if wounded := unit.downed + unit.serious + unit.light:
        found.append(Figure("se", f"+{wounded}", "dark"))
    return tuple(found)


def marks(position: Scene, unit: Team) -> tuple[Mark, ...]:
    """Return what has befallen a unit, and what it waits for."""
    wounded = bool(unit.downed or unit.serious or unit.light)
    told: tuple[tuple[Mark, bool], ...] = (
        ("unconscious", unit.figures <= 0 and wounded),
        ("wounded", unit.figures > 0 and wounded),
        ("pinned", is_pinned(position, unit)),
        ("shaken", is_shaken(position, unit) or unit.barred),
        ("hit", unit.profile.kind == "vehicle" and (unit.immobilised or unit.weapon_out)),
        ("suppressed", only_reacts(position, unit)),
        ("overwatch", unit.overwatch),
        ("leader", bool(unit.leader)),
        ("spent", unit.acted or (unit.reacted and unit.side == position.battle.data.mission.insurgents)),
    )
    return tuple(mark for mark, so in told if so)
