"""What viewers ask of this system: orders on the map, odds, fire zones, reach, and every figure with its source.

No rule is written here a second time: the answers are those of the functions that play the battle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sim.board.area import Area
from sim.board.movement import step_cost_steps
from sim.board.paths import Reach
from sim.engine.chance import Seeded
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.insight import Band, CardFace, Fact, Marker, Odds, Reached
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.ruleset import SOLO
from sim.engine.words import counted
from sim.grid import Cell
from sim.play import facts
from sim.play.facts import SCENARIO
from sim.play.far_ways import far_way, no_way
from sim.play.odds import odds_of, worst_first
from sim.play.system import Show
from sim.rules.la_cucaracha import ground, scene
from sim.rules.la_cucaracha.chances import fights_on
from sim.rules.la_cucaracha.choices import Outlook, within_grasp
from sim.rules.la_cucaracha.courage import courage_number
from sim.rules.la_cucaracha.ground import covers_of, flies, leader_near, movement_of, nearest, sees
from sim.rules.la_cucaracha.orders import Advance, FightOn, attacks
from sim.rules.la_cucaracha.scene import Play, Scene, enemies, given
from sim.rules.la_cucaracha.shooting import dice_of, sheltered, weapon_of
from sim.rules.la_cucaracha.solo import STYLE_TABLES
from sim.rules.la_cucaracha.units import BANDS, DECK, JOKER, Pace, Troop
from sim.rules.la_cucaracha.victory import gone, losses, standing
from sim.solo.plans import row_name
from sim.solo.situation import Situation
from sim.tabletop.inches import area_nearer_than, area_within

COUNTER, NUMBERS = "troop list", "rules"
"""Where facts come from, besides rules and the scenario."""
PACES: tuple[Pace, ...] = ("advance", "rapid")


class CucInsight(Show):
    """What can be told of La Cucaracha."""

    def unreached(self, position: Scene, ask: Ask, unit: Any, cell: Cell) -> str:
        """Say what the rules say to the whole way there; nothing if they have nothing against it."""
        moving, others = ground.mover(position, unit), ground.occupied(position, unit)
        # A way that keeps clear of the enemy, if there is one: then it is only too long.
        clear = others | ground.contact_area(position, unit)
        ways = (far_way(position, moving, unit.place, cell, closed) for closed in (clear, others))
        way = next(filter(None, ways), ())
        if not way:
            return Refusal(no_way(position, moving, cell), ground.PACE).cited
        # Of ground that no Rapid Advance crosses it is said how far an Advance goes.
        paces: tuple[Pace, ...] = ("half",) if unit.shaken else ("rapid", "advance")
        refused = [self.book.refusal(position, ask, Advance(unit.id, way, pace)) for pace in paces]
        plain = (each for each in refused if each and (each.startswith("too far") or each.rule == ground.CONTACT))
        reason = next(plain, refused[-1])
        return reason.cited if reason else ""

    def passing(self, position: Scene, ask: Ask) -> Intent | None:
        """Return the answer by which nothing is done: where no unit is named yet, the first one stands."""
        return super().passing(position, replace(ask, unit=next(iter(self.actors(position, ask)), None)))

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what a player is asked, and what comes of it."""
        name, other = (position.battle.ruleset.name(position, id_ or "") for id_ in (ask.unit, ask.about))
        match ask.occasion:
            case scene.NOMINATE if ask.about:
                whose = position.battle.side(ask.about).mention
                return f"A card of {whose}. You name who acts; a die and the table say what."
            case scene.REROLL:
                shows = f"The die for the orders of {ask.unit} shows {ask.number}."
                return f"{shows} It may be rolled once more; that stands."
            case scene.CHARGED:
                stands = f"if {name:it passes a test, or stands and fights|they pass a test, or stand and fight}"
                return f"{other.does('charges')} {name}, {name:which|who} may respond {stands}."
            case scene.HOLD:
                shown = f"{other} {other:has shown itself|have shown themselves} to {name}"
                return f"{shown}, {name:which is|who are} on Hold and may respond if {name:it passes|they pass} a test."
            case scene.ACTION if ask.unit:
                return f"{name.does('acts')} with this card."
            case scene.ACTION:
                return "Your card: one unit that has not acted this turn acts with it."
        return ""

    # -- the map -----------------------------------------------------------------------------------------

    def view(self, position: Scene, unit: Any, facing: int | None = None) -> Area:
        """CUC-AIR: what a unit sees, whichever way it faces; aircraft see everything."""
        if not unit.on_table:
            return Area(position.map, 0)
        return position.map.whole if flies(position, unit) else position.lines.field_of_view(unit.place)

    def fire_zone(self, position: Scene, unit: Any) -> tuple[Band, ...]:
        """Part what a unit sees by the ranges of its weapon; bands that are empty are left out."""
        weapon, seen = weapon_of(position, unit), self.view(position, unit)
        if weapon is None or not seen:
            return ()
        if weapon.least:
            seen = seen - area_nearer_than(position, unit.place, weapon.least)
        short = seen & area_within(position, unit.place, weapon.short)
        long = (seen & area_within(position, unit.place, weapon.long)) - short
        return tuple(Band(name, area) for name, area in (("short range", short), ("long range", long)) if area)

    def reach(self, position: Scene, unit: Any) -> Mapping[Cell, Reached]:
        """Return where a unit can get to: by an Advance, and beyond that by a Rapid Advance."""
        found: dict[Cell, Reached] = {}
        if not unit.on_table or unit.fighting:
            return found
        paces: tuple[Pace, ...] = ("half",) if unit.shaken else PACES
        for pace in paces:
            run = ground.reach(position, unit, pace)
            for cell in run.area:
                if cell != unit.cell and cell not in found:
                    found[cell] = _reached(run, cell, ", Rapid Advance" if pace == "rapid" else "")
        return found

    def reach_steps(self, position: Scene, unit: Any) -> Iterator[None]:
        """Work out what a step costs, in an Advance and in a Rapid Advance."""
        for pace in PACES:
            yield from step_cost_steps(position.map, ground.mover_at(position, unit, pace), position.state.changes)

    def defence(self, position: Scene, cell: Cell) -> Check:
        """Return what the best cover of a cell takes off the dice of whoever shoots into it."""
        return sheltered(position, Check("defence"), covers_of(position, cell, cell, above=True))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """Return what the best cover on a line takes off the dice of whoever shoots along it."""
        return sheltered(position, Check("shelter"), covers_of(position, source, cell))

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return objectives with who holds them, and where leaving is rewarded."""
        engagement, holders = position.battle.data.engagement, dict(position.state.holders)
        held = facts.objective_markers(position, engagement.objectives, lambda place: holders.get(place.id))
        return (*held, *facts.exit_markers(position, engagement.exits))

    # -- the battle --------------------------------------------------------------------------------------

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(_status(position))

    def stakes(self, position: Scene) -> tuple[Fact, ...]:
        """Return what brings points to whom, and what ends the battle."""
        return tuple(_stakes(position))

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

    # -- a unit ------------------------------------------------------------------------------------------

    def facts(self, position: Scene, unit: Any) -> tuple[Fact, ...]:
        """Return all there is to know of a unit."""
        kind = Fact("kind", f"{unit.profile.name}, {unit.profile.style}", COUNTER)
        return (kind, *_strength(position, unit), *_arms(position, unit), *_condition(position, unit))

    def threats(self, position: Scene, unit: str) -> tuple[Odds, ...]:
        """Return what every enemy could do to a unit as they stand, the worst first."""
        target = position.state.unit(unit)
        others = enemies(position, target.side) if target.on_table else ()
        return worst_first(worst for enemy in others for worst in _threat(position, enemy, target))


def _reached(run: Reach, cell: Cell, pace: str) -> Reached:
    """Tell the inches of a way, which the search counts by halves; as a bare figure they are rounded up."""
    halves = run.cost(cell) or 0
    return Reached(-(-halves // 2), f'{halves / 2:g}"{pace}', run.way(cell)[1:])


# -- how the battle stands -----------------------------------------------------------------------------------------


def _status(position: Scene) -> Iterator[Fact]:
    state, battle = position.state, position.battle
    yield from facts.course(position)
    if state.card:
        actor = f", {state.actor}" if state.actor else ""
        yield Fact("card", f"{battle.side(state.card).name}{actor}", "CUC-CARD")
    if not state.outcome:
        yield Fact("cards left", _cards_left(position), "CUC-CARD")
    points, engagement = standing(position), battle.data.engagement
    yield from facts.points(position, points, engagement, lambda side: counted(losses(position, side), "unit"))


def _cards_left(position: Scene) -> str:
    left = position.state.deck(DECK).left
    cards = [f"{left.count(side.id)} of {side.mention}" for side in position.battle.sides]
    joker = ", and the joker" if JOKER in left else ""
    return f"{', '.join(cards)}{joker}" if left else "none: a new turn begins"


def _stakes(position: Scene) -> Iterator[Fact]:
    battle, engagement = position.battle, position.battle.data.engagement
    apart = ", and not for a victory at once" if engagement.needs else ""
    last = f"whoever was there last when the battle ends{apart}"
    yield from facts.stakes_of(
        position, engagement, objective=lambda place: last, each="unit", ends="a side has nobody left"
    )
    yield Fact("losses", "points for each enemy unit that is destroyed or has fled, by what it is worth", SCENARIO)
    for side, most in engagement.breaks_at.items():
        yield Fact("giving up", f"{battle.side(side).mention}, with {counted(most, 'unit')} lost", SCENARIO)


# -- what there is to know of a unit -------------------------------------------------------------------------------


def _strength(position: Scene, unit: Troop) -> Iterator[Fact]:
    profile, numbers = unit.profile, position.battle.data.numbers
    fallen = f", {unit.fallen} of them this turn" if unit.fallen else ""
    lost = unit.figures < profile.figures
    yield Fact("figures", f"{unit.figures} of {profile.figures}{fallen}" if lost else str(unit.figures), COUNTER)
    yield Fact("courage", f"{profile.quality}, {courage_number(position, unit)} or more on a die", NUMBERS)
    words = ["skirmishers" if word == "skirmisher" else word for word in KNOWN_AS if getattr(profile, word)]
    if words:
        yield Fact("known as", ", ".join(words), COUNTER)
    if unit.leader:
        yield Fact("leader", "is with it", SCENARIO)
    elif leader_near(position, unit):
        yield Fact("leader", f"within {numbers.leader_distance} inches: +{numbers.leader}", NUMBERS)


KNOWN_AS = ("drilled", "aggressive", "skirmisher", "marksmen", "armoured")


def _arms(position: Scene, unit: Troop) -> Iterator[Fact]:
    move, weapon = movement_of(position, unit), weapon_of(position, unit)
    yield Fact("moves", f"Advance {move.advance}, Rapid Advance {move.rapid} inches", NUMBERS)
    if weapon is None:
        yield Fact("weapon", "only for close combat", COUNTER)
        return
    least = f", not nearer than {weapon.least}" if weapon.least else ""
    yield Fact("weapon", f"{weapon.name}, {weapon.short} and {weapon.long} inches{least}", NUMBERS)
    yield Fact("shoots with", f"{dice_of(position, unit)} dice", "a die a figure" if not weapon.dice else NUMBERS)


def _condition(position: Scene, unit: Troop) -> Iterator[Fact]:
    """Yield what has befallen a unit, who sees it, and what shelters it from them."""
    yield from facts.states(
        (unit.lost, "out of the battle"),
        (unit.shaken, "shaken: it can rally, stand, or go half an Advance away", "CUC-OVERRIDE"),
        (unit.fighting, f"in close combat with {', '.join(unit.fighting)}", "CUC-OVERRIDE"),
        (unit.back_foot, "on the Back Foot"),
        (not unit.loaded, "not loaded", "CUC-OVERRIDE"),
        (unit.profile.style == "crew", "deployed" if unit.deployed else "packed up", "CUC-C2"),
        (unit.holding, "on Hold", "CUC-HOLD"),
        (unit.broken, "has broken once: the next time it is lost"),
        (unit.acted, "has acted this turn", "CUC-CARD"),
    )
    if unit.score is not None:
        band = row_name(next(band for band in BANDS if unit.score in band))
        yield Fact("die for orders", f"{unit.score}, in the band {band}", "CUC-BAND")
    for enemy in enemies(position, unit.side) if unit.on_table else ():
        if sees(position, enemy, unit):
            shelter = covers_of(position, enemy.place, unit.place)
            yield Fact("seen by", f"{enemy.id}: {shelter[0].reason if shelter else 'no cover'}")


# -- threats -----------------------------------------------------------------------------------------------------


def _threat(position: Scene, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
    """Return the worst that an enemy could do to a unit from where it stands: shoot, fight on, or charge."""
    if target.id in enemy.fighting:
        ask = Ask(enemy.side, scene.ACTION, enemy.id)
        return odds_of(position, ask, FightOn(enemy.id), [fights_on(enemy.id, target.id)])
    if enemy.shaken or enemy.fighting:
        return ()
    able = attacks(position, enemy, target)
    if able and position.battle.side(enemy.side).player == SOLO:
        found = _likeliest(position, enemy, target)
    else:
        found = tuple(odds for order in able for odds in order.threat(position, target))
    return (max(found, key=lambda odds: odds.chance),) if found else ()


def _likeliest(position: Scene, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
    """Return the attack on a target that the most dice for orders would have an automated unit begin with.

    The table itself is asked, band by band. Where the nearest are several the die is taken to name the target.
    """
    near = nearest(position, enemy, within_grasp(position, enemy))
    outlook = Outlook(next((each for each in near if each.id == target.id), near[0]))
    bands = sorted(BANDS, key=lambda band: -len(band))
    begun = (_begun(position, enemy.changed(score=band[0]), outlook) for band in bands)
    threats = (given(order).threat(position, target) for order in begun if order is not None)
    return next(filter(None, threats), ())


def _begun(position: Scene, unit: Troop, outlook: Outlook) -> Intent | None:
    """Return the first order that its table would give a unit now, were a card turned over for it."""
    fresh = replace(position.state, card=unit.side, actor=unit.id, moved="", shot=False, extra=0)
    game: Play = Game(position.battle, Start(fresh.with_unit(unit)), {}, Seeded(0))
    here = Situation(game, Ask(unit.side, scene.ACTION, unit.id))
    return next(STYLE_TABLES[unit.profile.style].orders(here.against(outlook)), None)
