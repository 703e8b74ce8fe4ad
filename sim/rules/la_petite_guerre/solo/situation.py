"""What an automated man goes by: his company and its orders, the enemies near him, and what his weapon reaches."""

from __future__ import annotations

from collections.abc import Iterable

from sim.grid import Cell
from sim.memo import memo
from sim.rules.la_petite_guerre import state
from sim.rules.la_petite_guerre.combat.fire import is_served, weapon_of
from sim.rules.la_petite_guerre.figures import Planner
from sim.rules.la_petite_guerre.ground import sight
from sim.rules.la_petite_guerre.state import Company, LpgData, LpgPosition, LpgState, Man, Stance, crew, men
from sim.solo.priority import Measure
from sim.solo.situation import Situation
from sim.tabletop.inches import squared_from, squared_limit

LpgSituation = Situation[LpgState, LpgData]
OfMan = Measure[LpgSituation, Man]
OfCell = Measure[LpgSituation, Cell]


def planner(here: LpgSituation) -> Planner:
    """LPG-SOLO: return the figures that the planner goes by."""
    return here.battle.data.planner


def _company(here: LpgSituation, man: Man | None) -> Company | None:
    return here.battle.data.engagement.companies.get((here.unit if man is None else man).company)


def stance_of(here: LpgSituation, man: Man | None = None) -> Stance:
    """LPG-SOLO: return the stance of a man's company, by default of the man who acts; without one he defends."""
    return company.stance if (company := _company(here, man)) else "defend"


def goal_cells(here: LpgSituation, man: Man | None = None) -> tuple[Cell, ...]:
    """Return the cells that his company goes for; none where it goes for the enemy himself."""
    return company.cells if (company := _company(here, man)) else ()


def known_enemies(here: LpgSituation) -> tuple[Man, ...]:
    """Return the enemies whom his side knows of."""
    return state.known_enemies(here.position, here.side)


def near(here: LpgSituation, length: int, man: Man | None = None) -> list[Man]:
    """Return the known enemies within so many inches of a man; of the man who acts by default."""
    position, place = here.position, (here.unit if man is None else man).place
    limit, away = squared_limit(position.map.scale.per_cell, length), _away(position, here.side, place)
    return [enemy for enemy, squared in zip(known_enemies(here), away, strict=True) if squared <= limit]


@memo
def _away(position: LpgPosition, side: str, cell: Cell) -> list[int]:
    """Return the squared distances of the enemies a side knows of from a cell: many lengths are asked about there."""
    return squared_from(position.map, cell, state.known_places(position, side))


def able_near(here: LpgSituation, length: int, man: Man | None = None) -> list[Man]:
    """Return those of them who are neither stunned nor on the run."""
    return [enemy for enemy in near(here, length, man) if enemy.able]


def seen_of(here: LpgSituation, there: Iterable[Man], man: Man | None = None) -> list[Man]:
    """Return those of some enemies whom a man sees, as they see him; the man who acts by default."""
    seen = here.position.lines.field_of_view((here.unit if man is None else man).place)
    return [enemy for enemy in there if enemy.cell in seen]


def carries(here: LpgSituation, man: Man) -> int:
    """Return how many inches what a man has in his hands carries."""
    weapon = weapon_of(here.position, man)
    return weapon.longest if weapon else 0


def lies_in_wait(here: LpgSituation) -> bool:
    """Say whether a man is hidden, and all of his company with him: one shot tells the enemy where they are.

    With an enemy so near that a move would bring him upon one of them there is nothing left to wait for.
    """
    man = here.unit
    own = [each for each in men(here.position, man.side) if each.company == man.company]
    if not man.hidden or not all(each.hidden for each in own):
        return False
    found = here.battle.data.numbers.come_upon + planner(here).move
    return not any(able_near(here, found, each) for each in own)


def company_men(here: LpgSituation, leader: Man) -> list[Man]:
    """Return the able men of a leader's company, himself left out."""
    own = men(here.position, leader.side)
    return [man for man in own if man.company == leader.company and man.able and man.id != leader.id]


def is_there(here: LpgSituation) -> bool:
    """Say whether the man who acts is where his company is to go."""
    return here.unit.cell in goal_cells(here)


def has_gun(position: LpgPosition, man: Man) -> bool:
    """Say whether a man is with a gun that can be served, today or when those of its crew come round who are left."""
    gun = position.state.unit(man.serves) if man.serves in position.state.units else None
    if gun is None or gun.out or not is_served(position, tuple(crew(position, gun))):
        return False
    return sight.near(position, man, gun, position.battle.data.numbers.beside)
