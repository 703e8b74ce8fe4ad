"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from sim.board.area import Area
from sim.board.cover import Cover
from sim.board.movement import step_cost_steps
from sim.board.paths import Reach
from sim.engine.chance import Seeded
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached, Scene
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.ruleset import SOLO
from sim.engine.units import Unit
from sim.grid import Cell
from sim.play.consequences import worst_first
from sim.play.far_ways import far_way, no_way
from sim.play.system import Show
from sim.rules.la_cucaracha import insight_facts
from sim.rules.la_cucaracha.chances import fights_on
from sim.rules.la_cucaracha.choices import Outlook, within_grasp
from sim.rules.la_cucaracha.geometry import covers_of, flies, nearest
from sim.rules.la_cucaracha.orders import Advance, attacks
from sim.rules.la_cucaracha.scene import ACTION, Play, enemies, given
from sim.rules.la_cucaracha.scene import Scene as CucScene
from sim.rules.la_cucaracha.shooting import weapon_of
from sim.rules.la_cucaracha.solo import STYLE_TABLES
from sim.rules.la_cucaracha.units import BANDS, JOKER, Pace, Troop
from sim.rules.la_cucaracha.victory import gone, standing
from sim.rules.la_cucaracha.walking import CONTACT, PACE, contact_area, mover, mover_at, occupied, reach
from sim.solo.situation import Situation
from sim.tabletop.inches import HARD, area_nearer_than, area_within


class CucInsight(Show):
    """What can be told of La Cucaracha."""

    def unreached(self, position: Scene, ask: Ask, unit: Unit, cell: Cell) -> str:
        """Say what the rules say to the whole way there; nothing if they have nothing against it."""
        troop = _troop(unit)
        moving, others = mover(position, troop), occupied(position, troop)
        # A way that keeps clear of the enemy, if there is one: then it is only too long.
        clear = others | contact_area(position, troop)
        ways = (far_way(position, moving, troop.place, cell, closed) for closed in (clear, others))
        way = next(filter(None, ways), ())
        if not way:
            return Refusal(no_way(position, moving, cell), PACE).cited
        # Of ground that no Rapid Advance crosses it is said how far an Advance goes.
        paces: tuple[Pace, ...] = ("half",) if troop.shaken else ("rapid", "advance")
        refused = [self.book.refusal(position, ask, Advance(unit.id, way, pace)) for pace in paces]
        plain = (each for each in refused if each and (each.startswith("too far") or each.rule == CONTACT))
        reason = next(plain, refused[-1])
        return reason.cited if reason else ""

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done: where no unit is named yet, the first one stands."""
        return super().passing(position, replace(ask, unit=next(iter(self.actors(position, ask)), None)))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it."""
        return insight_facts.question(position, ask)

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a unit as they stand, the worst first."""
        target = position.state.unit(unit)
        if not target.on_table:
            return ()
        others = enemies(position, target.side)
        return worst_first(worst for enemy in others for worst in _threat(position, enemy, target))

    def view(self, position: Scene, unit: Unit, facing: int | None = None) -> Area:
        """CUC-AIR: what a unit sees, whichever way it faces; aircraft see everything."""
        troop = _troop(unit)
        if troop.cell is None or troop.lost:
            return Area(position.map, 0)
        return position.map.whole if flies(position, troop) else position.lines.field_of_view(troop.cell)

    def fire_zone(self, position: Scene, unit: Unit) -> tuple[Band, ...]:
        """Return what a unit covers with fire, at short and at long range."""
        troop = _troop(unit)
        return () if troop.cell is None or troop.lost else tuple(_bands(position, troop))

    def reach(self, position: Scene, unit: Unit) -> Mapping[Cell, Reached]:
        """Return where a unit can get to: by an Advance, and beyond that by a Rapid Advance."""
        troop = _troop(unit)
        return {} if troop.cell is None or troop.lost or troop.fighting else _reach(position, troop)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell takes off the dice of whoever shoots into it."""
        return _best(position, Check("defence"), covers_of(position, cell, cell, above=True))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line takes off the dice of whoever shoots along it."""
        return _best(position, Check("shelter"), covers_of(position, source, cell))

    def reach_steps(self, position: Scene, unit: Unit) -> Iterator[None]:
        """Work out what a step costs, in an Advance and in a Rapid Advance."""
        paces: tuple[Pace, ...] = ("advance", "rapid")
        for pace in paces:
            moving = mover_at(position, _troop(unit), pace)
            yield from step_cost_steps(position.map, moving, position.state.changes)

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(insight_facts.status(position))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a unit."""
        return tuple(insight_facts.facts(position, _troop(unit)))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives and exits."""
        return tuple(insight_facts.markers(position))

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points, and what ends the battle."""
        return tuple(insight_facts.stakes(position))

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card of the activation deck says."""
        if card == JOKER:
            return CardFace(card, "Joker", "ends the turn when few cards are left, and is nothing before")
        side = position.battle.side(card)
        return CardFace(card, side.name, f"a unit of {side.mention} acts")

    def lost(self, position: Scene) -> frozenset[str]:
        """Return the units that are destroyed or have fled."""
        return frozenset(unit.id for unit in position.state.units if gone(position, unit))

    def standing(self, position: Scene) -> Mapping[str, int]:
        """Return the points by side."""
        return standing(position)


def _troop(unit: Unit) -> Troop:
    assert isinstance(unit, Troop)
    return unit


def _bands(position: CucScene, unit: Troop) -> Iterator[Band]:
    """Part what a unit sees by the ranges of its weapon; bands that are empty are left out."""
    weapon = weapon_of(position, unit)
    if weapon is None:
        return
    here = unit.place
    seen = position.map.whole if flies(position, unit) else position.lines.field_of_view(here)
    if weapon.least:
        seen = seen - area_nearer_than(position, here, weapon.least)
    short = seen & area_within(position, here, weapon.short)
    long = (seen & area_within(position, here, weapon.long)) - short
    for name, area in (("short range", short), ("long range", long)):
        if area:
            yield Band(name, area)


def _reach(position: CucScene, unit: Troop) -> dict[Cell, Reached]:
    near = reach(position, unit, "half" if unit.shaken else "advance")
    found = {cell: _reached(near, cell) for cell in near.area if cell != unit.cell}
    if not unit.shaken:
        far = reach(position, unit, "rapid")
        for cell in far.area:
            if cell != unit.cell and cell not in found:
                found[cell] = _reached(far, cell, ", Rapid Advance")
    return found


def _reached(run: Reach, cell: Cell, pace: str = "") -> Reached:
    """Tell the inches of a way, which the search counts by halves; as a bare figure they are rounded up."""
    halves = run.cost(cell)
    assert halves is not None
    return Reached(-(-halves // 2), f'{halves / 2:g}"{pace}', run.way(cell)[1:])


def _best(position: Scene, check: Check, covers: Sequence[Cover]) -> Check:
    """Add the best of some cover: no more counts."""
    numbers = position.battle.data.numbers
    for cover in covers[:1]:
        worth = numbers.hard_cover if cover.cover == HARD else numbers.soft_cover
        check = check.plus(-worth, f"{cover.cover} cover: {cover.reason}")
    return check


# -- threats -----------------------------------------------------------------------------------------------------


def _threat(position: CucScene, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
    """Return the worst that an enemy could do to a unit from where it stands: shoot, fight on, or charge."""
    if target.id in enemy.fighting:
        return fights_on(position, enemy.id, target.id)
    if enemy.shaken or enemy.fighting:
        return ()
    able = attacks(position, enemy, target)
    if able and position.battle.side(enemy.side).player == SOLO:
        found = _likeliest(position, enemy, target)
    else:
        found = tuple(odds for order in able for odds in order.threat(position, target))
    return (max(found, key=lambda odds: odds.chance),) if found else ()


def _likeliest(position: CucScene, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
    """Return the attack on a target that the most dice for orders would have an automated unit begin with.

    The table itself is asked, band by band. Where the nearest are several the die is taken to name the target.
    """
    near = nearest(position, enemy, within_grasp(position, enemy))
    outlook = Outlook(next((each for each in near if each.id == target.id), near[0]))
    bands = sorted(BANDS, key=lambda band: -len(band))
    begun = (_begun(position, enemy.changed(score=band[0]), outlook) for band in bands)
    threats = (given(order).threat(position, target) for order in begun if order is not None)
    return next(filter(None, threats), ())


def _begun(position: CucScene, unit: Troop, outlook: Outlook) -> Intent | None:
    """Return the first order that its table would give a unit now, were a card turned over for it."""
    fresh = replace(position.state, card=unit.side, actor=unit.id, moved="", shot=False, extra=0)
    game: Play = Game(position.battle, Start(fresh.with_unit(unit)), {}, Seeded(0))
    here = Situation(game, Ask(unit.side, ACTION, unit.id))
    return next(STYLE_TABLES[unit.profile.style].orders(here.against(outlook)), None)
