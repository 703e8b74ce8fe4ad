"""What only this game can say to viewers: what a player is asked, zones, reach, and every figure with its source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from sim.board.area import Area
from sim.engine.chance import Seeded
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.insight import COVER, FIRE_ZONE, NEAREST, VIEW, Band, CardFace, Fact, Odds, UnitAnswer
from sim.engine.orders import Ask, Refusal
from sim.engine.ruleset import SOLO
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.odds import odds_of
from sim.play.show import SCENARIO, Stride, lines, states, traits, way_to
from sim.rules.la_cucaracha import state
from sim.rules.la_cucaracha.combat.courage import courage_number
from sim.rules.la_cucaracha.combat.fire import dice_of, sheltered
from sim.rules.la_cucaracha.combat.melee import fights_on
from sim.rules.la_cucaracha.ground import moves
from sim.rules.la_cucaracha.ground.charges import CONTACT, charge_ways, never_charged
from sim.rules.la_cucaracha.ground.sight import arms_refusal, covers_of, leader_near, sees, shot_refusal
from sim.rules.la_cucaracha.orders.base import CucOrder
from sim.rules.la_cucaracha.orders.fight import FightOn, Shoot
from sim.rules.la_cucaracha.orders.move import Advance, Charge
from sim.rules.la_cucaracha.solo import choosing
from sim.rules.la_cucaracha.solo.choosing import Outlook, within_grasp
from sim.rules.la_cucaracha.solo.tables import STYLE_TABLES
from sim.rules.la_cucaracha.state import (
    BANDS,
    DECK,
    JOKER,
    CucGame,
    CucPosition,
    CucSituation,
    Pace,
    Troop,
    enemies,
    flies,
    movement_of,
    weapon_of,
)
from sim.solo.answers import by_list, under
from sim.solo.plans import row_name
from sim.solo.priority import Measure, Measured, Priority, least, require
from sim.solo.situation import Situation
from sim.tabletop.inches import area_nearer_than, nearest
from sim.tabletop.measures import half_inches, inches_away
from sim.tabletop.show import TableShow, by_range, stride

CHARGES, NUMBERS = "charges", "rules"
"""What can be asked of troops here alone, and where facts come from that no list, rule or scenario tells."""
KNOWN_AS = {
    "drilled": "drilled",
    "aggressive": "aggressive",
    "skirmisher": "skirmishers",
    "marksmen": "marksmen",
    "armoured": "armoured",
}


class CucShow(TableShow):
    """What can be told of La Cucaracha."""

    source = "troop list"
    count, is_lost = staticmethod(state.standing), staticmethod(state.gone)
    enemies, sees, covered = staticmethod(enemies), staticmethod(sees), staticmethod(sheltered)
    is_there = staticmethod(lambda unit: unit.on_table)
    topics = (NEAREST, CHARGES, VIEW, FIRE_ZONE, COVER)
    view_rule, fire_rule, cover_rule = "CUC-SIGHT", "CUC-SHOOT", "CUC-SIGHT"
    holder = staticmethod(lambda position, place: dict(position.state.holders).get(place.id))
    ends, gives_up = "a side has nobody left", "{units} lost"
    losses_count = "unit that is destroyed or has fled, by what it is worth"
    questions = {
        state.NOMINATE: "A card for {whose}. You name the unit that acts; a die and its table say what it does.",
        state.REROLL: "The die for the orders of {ask.unit} shows {ask.number}. "
        "It may be rolled once more, and the second roll stands.",
        state.CHARGED: "{about} {about:charges|charge} {unit}, {unit:which|who} may respond if "
        "{unit:it passes a test, or stands and fights|they pass a test, or stand and fight}.",
        state.HOLD: "{about} {about:has shown itself|have shown themselves} to {unit}, {unit:which is|who are} on Hold "
        "and may respond if {unit:it passes|they pass} a test.",
        state.ACTION: (
            "{unit} {unit:acts|act} with this card.",
            "Your card: one unit that has not acted this turn acts with it.",
        ),
    }

    def view(self, position: CucPosition, unit: Any, facing: int | None = None) -> Area:
        """CUC-AIR: aircraft see everything."""
        return position.map.whole if unit.on_table and flies(position, unit) else super().view(position, unit, facing)

    def answered(self, here: CucSituation, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """CUC-NEAREST, CUC-CHARGE: the nearest enemy, the nearest in range, whom it could charge and who it."""
        position, outlook = here.position, here.against(Outlook("CUC-NEAREST"))
        others, fear = tuple(enemies(position, unit.side)), choosing.chargers(position, unit, unit.place)
        able = require(Measure[CucSituation, Troop]("able to charge it", lambda _, enemy: enemy.id in fear))
        near = by_list("nearest enemy", outlook, choosing.NEAREST, within_grasp(position, unit))
        unarmed = arms_refusal(position, unit) or choosing.NO_TARGET
        shot = by_list("nearest enemy in range", outlook, choosing.NEAREST_IN_RANGE, others, unarmed)
        reached = by_list("whom it could charge", here, IN_CHARGE, others, "no charge reaches anybody")
        charging = Priority("CUC-CHARGE", "who could charge it", able, least(inches_away))
        feared = by_list(charging.what, here, charging, others, "nobody")
        yield from (*under(NEAREST, near, shot), *under(CHARGES, reached, feared))
        yield from super().answered(here, unit, about)

    def cover_against(self, position: CucPosition, unit: Any, enemy: Any) -> Check:
        """CUC-SIGHT: return what shelters a unit from shots of an enemy; from the air what it stands in."""
        found = covers_of(position, enemy.place, unit.place, above=flies(position, enemy))
        return sheltered(position, Check("shelter"), () if flies(position, unit) else found)

    def fire_zone(self, position: CucPosition, unit: Any) -> tuple[Band, ...]:
        """Divide what a unit sees by the ranges of its weapon."""
        weapon, seen = weapon_of(position, unit), self.view(position, unit)
        if weapon is None or not seen:
            return ()
        if weapon.least:
            seen = seen - area_nearer_than(position, unit.place, weapon.least)
        return by_range(position, unit.place, seen, ("short range", weapon.short), ("long range", weapon.long))

    def strides(self, position: CucPosition, unit: Any) -> Iterator[Stride]:
        """Yield an Advance, and beyond that a Rapid Advance; bare figures are whole inches, rounded up."""
        paces: tuple[Pace, ...] = () if unit.fighting else ("half",) if unit.shaken else ("advance", "rapid")
        for pace in paces:
            manner = ", Rapid Advance" if pace == "rapid" else ""
            run = stride(moves.reach(position, unit, pace), manner)
            yield run._replace(price=lambda halves: -(-halves // 2))

    def no_order_to(self, position: CucPosition, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """Say what the rules have against the whole way there."""
        moving, others = moves.mover(position, unit), moves.occupied(position, unit)
        # A way that keeps clear of the enemy, if there is one: then it is only too long.
        clear = others | moves.contact_area(position, unit)
        way = way_to(position, moving, unit, cell, moves.PACE, clear, others)
        if isinstance(way, Refusal):
            return way
        # Of ground that no Rapid Advance crosses it is said how far an Advance goes.
        paces: tuple[Pace, ...] = ("half",) if unit.shaken else ("rapid", "advance")
        refused = [self.book.refusal(position, ask, Advance(unit.id, way, pace)) for pace in paces]
        plain = (each for each in refused if each and (each.startswith("too far") or each.rule == CONTACT))
        return next(plain, refused[-1])

    def moment(self, position: CucPosition) -> Iterator[Fact]:
        now, sides = position.state, position.battle.sides
        if now.card:
            actor = f", {now.actor}" if now.actor else ""
            yield Fact("card", f"{position.battle.side(now.card).name}{actor}", "CUC-CARD")
        if not now.outcome:
            left = now.deck(DECK).left
            cards = ", ".join(f"{left.count(side.id)} of {side.mention}" for side in sides)
            joker = ", and the joker" if JOKER in left else ""
            yield Fact("cards left", f"{cards}{joker}" if left else "none: a new turn begins", "CUC-CARD")

    def losses(self, position: CucPosition, side: str) -> str:
        return counted(state.losses(position, side), "unit")

    def worth(self, position: CucPosition, place: Any) -> str:
        apart = ", and not for a victory at once" if position.battle.data.engagement.needs else ""
        return f"whoever was there last when the battle ends{apart}"

    def card(self, position: CucPosition, deck: str, card: str) -> CardFace:
        if card == JOKER:
            return CardFace(card, "Joker", "ends the turn when few cards are left, and does nothing before")
        side = position.battle.side(card)
        return CardFace(card, side.name, f"a unit of {side.mention} acts")

    def told(self, position: CucPosition, unit: Any) -> Iterator[Fact]:
        profile, numbers, source = unit.profile, position.battle.data.numbers, self.source
        move, weapon = movement_of(position, unit), weapon_of(position, unit)
        fallen = f", {unit.fallen} of them this turn" if unit.fallen else ""
        figures = f"{unit.figures} of {profile.figures}{fallen}" if unit.figures < profile.figures else unit.figures
        near = not unit.leader and leader_near(position, unit)
        yield Fact("kind", f"{profile.name}, {profile.style}", source)
        yield Fact("figures", str(figures), source)
        yield from lines(
            ("courage", f"{profile.quality}, {courage_number(position, unit)} or more on a die", NUMBERS),
            ("traits", ", ".join(traits(profile, KNOWN_AS)), source),
            ("leader", unit.leader and "is with it", SCENARIO),
            ("leader", near and f"within {numbers.leader_distance} inches: +{numbers.leader}", NUMBERS),
            ("moves", f"Advance {move.advance}, Rapid Advance {move.rapid} inches", NUMBERS),
            ("weapon", weapon is None and "none, only close combat", source),
        )
        if weapon is not None:
            least = f", not nearer than {weapon.least}" if weapon.least else ""
            yield Fact("weapon", f"{weapon.name}, {weapon.short} and {weapon.long} inches{least}", NUMBERS)
            thrown = dice_of(position, unit)
            dice = "a die a figure" if not weapon.dice else NUMBERS
            yield Fact("shoots with", f"{thrown} {'die' if thrown == 1 else 'dice'}", dice)
        yield from states(
            (unit.lost, "out of the battle"),
            (unit.shaken, "shaken: it can rally, stand, or go half an Advance away", "CUC-OVERRIDE"),
            (unit.fighting, f"in close combat with {', '.join(unit.fighting)}", "CUC-OVERRIDE"),
            (unit.back_foot, "on the Back Foot"),
            (not unit.loaded, "not loaded", "CUC-OVERRIDE"),
            (profile.style == "crew", "deployed" if unit.deployed else "packed up", "CUC-C2"),
            (unit.holding, "on Hold", "CUC-HOLD"),
            (unit.broken, "has broken once: the next time it is lost"),
            (unit.acted, "has acted this turn", "CUC-CARD"),
        )
        if unit.score is not None:
            band = row_name(next(band for band in BANDS if unit.score in band))
            yield Fact("die for orders", f"{unit.score}, in the band {band}", "CUC-BAND")
        yield from self.seen_by(position, unit) if unit.on_table else ()

    def threat(self, position: CucPosition, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
        """Return the worst that an enemy could do to a unit from where it stands: shoot, fight on, or charge."""
        if target.id in enemy.fighting:
            ask = Ask(enemy.side, state.ACTION, enemy.id)
            return odds_of(position, ask, FightOn(enemy.id), [fights_on(enemy.id, target.id)])
        if enemy.shaken or enemy.fighting:
            return ()
        ways = list(charge_ways(position, enemy, target).values())[:1]
        able: list[CucOrder] = [Charge(enemy.id, target.id, way) for way in ways]
        if shot_refusal(position, enemy, target) is None:
            able.insert(0, Shoot(enemy.id, target.id))
        if able and position.battle.side(enemy.side).player == SOLO:
            found = _likeliest(position, enemy, target)
        else:
            found = tuple(odds for order in able for odds in order.threat(position, target))
        return (max(found, key=lambda odds: odds.chance),) if found else ()


def _charge_of(here: CucSituation, enemy: Troop) -> Measured:
    """CUC-CHARGE: how long a charge at an enemy is, or why there is none."""
    if ways := charge_ways(here.position, here.unit, enemy):
        return Measured(True, f"a charge of {half_inches(ways.cost(ways.cells[0])).text}")
    return Measured(False, never_charged(here.position, here.unit, enemy) or "too far, or no way there")


IN_CHARGE: Priority[Troop] = Priority(
    "CUC-CHARGE", "whom a charge reaches", require(Measure("within a charge", _charge_of)), least(inches_away)
)


def _likeliest(position: CucPosition, enemy: Troop, target: Troop) -> tuple[Odds, ...]:
    """Return the attack on a target that an automated unit would most likely begin with, by its die for orders.

    The table itself is asked, band by band, as if a card were turned over for the unit. Where the nearest are several
    the die is taken to name the target.
    """
    near = nearest(position, enemy.place, within_grasp(position, enemy))
    outlook = Outlook("CUC-BAND", next((each for each in near if each.id == target.id), near[0]))
    fresh = replace(position.state, card=enemy.side, actor=enemy.id, moved="", shot=False, extra=0)
    for band in sorted(BANDS, key=lambda band: -len(band)):
        game: CucGame = Game(position.battle, Start(fresh.with_unit(enemy.changed(score=band[0]))), {}, Seeded(0))
        here = Situation(game, Ask(enemy.side, state.ACTION, enemy.id)).against(outlook)
        order: Any = next(STYLE_TABLES[enemy.profile.style].orders(here), None)
        threat: tuple[Odds, ...] = order.threat(position, target) if order is not None else ()
        if threat:
            return threat
    return ()
