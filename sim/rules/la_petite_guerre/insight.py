"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sim.board.area import Area
from sim.board.cover import Cover, own_cover
from sim.board.movement import step_cost_steps
from sim.engine.battle import Position
from sim.engine.check import Check, Part
from sim.engine.dice import AVERAGE_DIE
from sim.engine.insight import Band, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Refusal
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.consequences import worst_first
from sim.play.far_ways import far_way, no_way
from sim.play.system import Show
from sim.rules.la_petite_guerre import insight_facts, insight_stakes
from sim.rules.la_petite_guerre.geometry import gunners, in_arc
from sim.rules.la_petite_guerre.gunnery import gun_weapon
from sim.rules.la_petite_guerre.orders import ACTION, BOOK, CHARGES, COMMAND, MOVING, Crawl, Fire, Move, RollMove
from sim.rules.la_petite_guerre.plan_ways import measure_goals
from sim.rules.la_petite_guerre.scene import Scene as LpgScene
from sim.rules.la_petite_guerre.scene import enemies, guns
from sim.rules.la_petite_guerre.shooting import fire_refusal, weapon_of
from sim.rules.la_petite_guerre.units import Man
from sim.rules.la_petite_guerre.victory import lost, standing
from sim.rules.la_petite_guerre.walking import crawl_ways, full_ways, look_over, move_reach, mover, occupied, way_cost
from sim.tabletop.inches import HARD, area_within, best_first, covers

FIRST_ROLLED = Refusal("how far he goes is rolled for first: order him to move, then choose where", "LPG-MOVE-1")


class LpgInsight(Show):
    """What can be told of La Petite Guerre."""

    def idle(self, position: Scene, ask: Ask, unit: Unit) -> str:
        """Say why a man or a gun can be given no order now."""
        return _idle(position, ask, _man(unit))

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to a move there."""
        return _unreached(position, ask, _man(unit), cell)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a man as they stand, the worst first."""
        return _threats(position, position.state.unit(unit))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """Return what a man sees, whichever way he faces."""
        return Area(position.map, 0) if unit.cell is None else position.lines.field_of_view(unit.cell)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a man, or a gun, covers with fire, at short and at long range."""
        man = _man(unit)
        return () if man.out else tuple(_bands(position, man))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a man can get to with an action; once he has rolled, with the inches that he has."""
        man = _man(unit)
        return {} if not man.able else _reach(position, man)

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs."""
        return step_cost_steps(position.map, mover(position, _man(unit)), position.state.changes)

    def look_around(self, position: Scene) -> Iterator[None]:
        """Work out what hinders a move and where it stops, what a step costs, and how far it is to every goal."""
        yield from look_over(position)
        yield from super().look_around(position)
        yield from measure_goals(position)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell takes off an aimed shot at whoever is in it."""
        return _best(position, Check("defence"), best_first(position.map, own_cover(position.ground, cell)))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line takes off an aimed shot along it."""
        return _best(position, Check("shelter"), covers(position.lines, source, cell))

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(insight_facts.status(position))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked where the name of the step does not say it."""
        return insight_stakes.question(position, ask)

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points, and what ends the battle."""
        return tuple(insight_stakes.stakes(position))

    def lost(self, position: Scene) -> frozenset[str]:
        """Return who is dead or has fled, and the guns that have nobody left."""
        return frozenset(unit.id for unit in position.state.units if lost(position, unit))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a man."""
        return tuple(insight_facts.facts(position, _man(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives and exits."""
        return tuple(insight_facts.markers(position))

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)

    def actors(self, position: Scene, ask: Ask) -> tuple[str, ...]:
        """LPG-ACT-1, LPG-CHARGE: of all who may declare a charge those who are free to."""
        there = self.book.actors(position, ask)
        return tuple(man.id for man in there if ask.occasion != CHARGES or (man.able and not man.charged))


def _best(position: Scene, check: Check, found: Sequence[Cover]) -> Check:
    """LPG-FIRE, LPG-ACQ: add the best of some cover; no more counts, and soft cover only hides."""
    for cover in found[:1]:
        data = position.battle.data
        if cover.cover == HARD:
            return check.plus(-data.fire.cover, f"hard cover: {cover.reason}", "LPG-FIRE")
        hides = f"{cover.cover} cover: {cover.reason}, {data.acquire.cover} to be seen, no harder to hit"
        return Check(check.name, (Part(0, hides, "LPG-ACQ"),))
    return check


def _man(unit: Unit) -> Man:
    assert isinstance(unit, Man)
    return unit


# -- who cannot be ordered, and where to -------------------------------------------------------------------------


def _idle(position: LpgScene, ask: Ask, man: Man) -> str:
    """Say why a man of one's own can be given no order now."""
    serving = any(man in gunners(position, gun) for gun in guns(position, man.side) if gun.id == man.serves)
    is_gun = man.profile.kind == "gun"
    told = (
        (man.dead and not is_gun, "is dead", "LPG-HIT"),
        (man.dead, "is out of action, or taken", "LPG-GUNS"),
        (man.broken, "runs, and hears nobody", "LPG-ROUT"),
        (man.out, "is not on the table", "LPG-LEAVE"),
        (ask.occasion != ACTION, "", ""),
        (bool(man.stunned) and not man.left, "is stunned", "LPG-STUN"),
        (is_gun and man.control == "repeats", "is worked by men out of control, as it was last turn", "LPG-REPEAT"),
        (is_gun and not man.left and not man.did, "has too few of its crew with it", "LPG-GUNS"),
        (serving and not man.left, f"serves the {man.serves}: order the gun", "LPG-ACT-1"),
        (man.control == "repeats", "is out of control, and repeats what he did last turn", "LPG-REPEAT"),
        (man.control == "nothing", "is out of control, and does nothing this turn", "LPG-CTRL"),
        (man.left <= 0, "has no actions left this turn", "LPG-ACT-1"),
    )
    reason, rule = next(((text, rule) for so, text, rule in told if so), ("", ""))
    return f"{man.id} {Refusal(reason, rule).cited}." if reason else ""


def _unreached(position: LpgScene, ask: Ask, man: Man, cell: Cell) -> str:
    """Say why he cannot be sent there: how far a move goes is rolled for before anybody chooses where to."""
    if ask.occasion not in (ACTION, COMMAND, MOVING):
        return ""
    if ask.occasion != MOVING and not man.prone:
        return (BOOK.refusal(position, ask, RollMove(man.id)) or FIRST_ROLLED).cited
    moving = mover(position, man)
    way = far_way(position, moving, man.place, cell, occupied(position, man))
    if not way:
        return no_way(position, moving, cell)
    refused = BOOK.refusal(position, ask, Crawl(man.id, way) if man.prone else Move(man.id, way))
    return refused.cited if refused else ""


def _threats(position: LpgScene, target: Man) -> tuple[Odds, ...]:
    """Return the shots that enemies could fire at a man from where they stand with a first action, the worst first."""
    found, numbers = list[Odds](), position.battle.data.numbers
    for enemy in enemies(position, target.side) if not target.out else ():
        ready = enemy.changed(fired=0, left=numbers.wounded_actions if enemy.wounded else numbers.actions)
        if enemy.able and not enemy.hidden and fire_refusal(position, ready, target) is None:
            there = Position(position.battle, position.state.with_unit(ready))
            found += Fire(enemy.id, target.id).odds(there, Ask(enemy.side, ACTION, enemy.id))
    return worst_first(found)


# -- what a man covers, and where he gets to ---------------------------------------------------------------------


def _bands(position: LpgScene, man: Man) -> Iterator[Band]:
    """Part what lies to the front of a man by the ranges of his weapon; bands that are empty are left out."""
    weapon = gun_weapon(position, man) if man.profile.kind == "gun" else weapon_of(position, man)
    if weapon is None or weapon.kind == "melee" or man.limbered:
        return
    far = position.lines.field_of_view(man.place) & area_within(position, man.place, weapon.longest)
    front = Area.of(position.map, (cell for cell in far if cell != man.cell and in_arc(position, man, cell)))
    short = front & area_within(position, man.place, weapon.short)
    for name, area in (("short range", short), ("long range", front - short)):
        if area:
            yield Band(name, area)


def _reach(position: LpgScene, man: Man) -> dict[Cell, Reached]:
    """Return the ways for what was rolled; else what the best die of one action allows, or two inches for a crawl."""
    state = position.state
    if state.rolled and state.actor == man.id:
        return {cell: Reached(2 * state.rolled, f'{state.rolled}"', way) for cell, way in _ways(position, man)}
    if man.profile.kind == "gun" and not man.limbered:
        return {}
    if man.prone:
        return {cell: _crawled(position, man, way) for cell, way in crawl_ways(position, man).items()}
    run = move_reach(position, man, (2 if man.mounted else 1) * max(AVERAGE_DIE.faces))
    costs = {cell: run.cost(cell) or 0 for cell in run.area if cell != man.cell}
    return {cell: Reached(cost, f'{cost / 2:g}" at most', run.way(cell)[1:]) for cell, cost in costs.items()}


def _crawled(position: LpgScene, man: Man, way: tuple[Cell, ...]) -> Reached:
    cost = way_cost(position, man, way)
    assert not isinstance(cost, str)
    return Reached(cost.total, f'{cost.total / 2:g}", crawling', way)


def _ways(position: LpgScene, man: Man) -> Iterator[tuple[Cell, tuple[Cell, ...]]]:
    yield from full_ways(position, man, position.state.rolled).items()
