"""Firing: at a counter, into a hex where somebody may be hidden, and smoke."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Literal

from sim.board.terrain import VOID
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.insight import Odds
from sim.engine.notes import Checked
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.grid import Cell, Edge
from sim.play.book import unknown
from sim.play.consequences import happens, of_order, throws
from sim.play.odds import Told, odds_of
from sim.play.order import Actor, Choice, Enemy, Refused
from sim.rules.conflict_of_heroes import events
from sim.rules.conflict_of_heroes.combat import attacks, hiding, losses, reactions
from sim.rules.conflict_of_heroes.combat.hiding import conceals
from sim.rules.conflict_of_heroes.combat.odds import AFTERWARDS, WHAT_IT_IS, attack_on, what_it_is
from sim.rules.conflict_of_heroes.ground.moves import has_feature
from sim.rules.conflict_of_heroes.ground.zones import (
    arc_of_fire,
    can_attack_at_all,
    field_of_fire,
    in_front,
    range_of,
    sees,
    spotter_hex,
)
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, NO_COST, TURN, Action, Aimed
from sim.rules.conflict_of_heroes.state import (
    HEAVY_SMOKE,
    CohGame,
    CohPosition,
    Counter,
    called,
    friends,
    in_close_combat,
    named,
    opponents,
)


class Fire(Aimed):
    """COH-RANGE, COH-ATTACK: attack a counter, from afar or in close combat, perhaps with others in support."""

    rule, verb, key = "COH-RANGE", "fire", "F"
    says = "{unit} {unit:fires|fire} at {target}{group}{paid}"
    cards = (*Action.cards, "firepower")
    unit: Actor
    target: Enemy
    supporters: Annotated[tuple[UnitId, ...], Choice("unit")] = ()

    @classmethod
    def aims(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Fire]:
        """Yield every known enemy, and the attack with everybody who could support it for AP: fresh, near, in range."""
        if unit is None:
            return
        enemies = opponents(position, unit.side)
        others = [other for other in friends(position, unit.side) if other.id != unit.id and other.fresh]
        for enemy in enemies:
            yield cls(unit.id, enemy.id)
            if attacks.refusal(position, unit, enemy) is None:
                able = tuple(each.id for each in others if not attacks.support_refusal(position, unit, each, enemy))
                yield from [cls(unit.id, enemy.id, able)] if able else []
        if not enemies:
            yield cls(unit.id, "")

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """COH-RANGE, COH-GROUP: the target must be one, and supporters able to help; nobody wastes a card."""
        roster = position.state.units
        if not self.target:
            yield "no enemy is known to be on the map"
        if self.target not in roster:
            yield unknown(self.target)
        leader, target = roster[self.unit], roster[self.target]
        yield attacks.refusal(position, leader, target)
        if (card := self.played(position)) is not None and (worth := self.by_card(position, "firepower")):
            # COH-3.3: a card with firepower has to make a hit likelier, or a kill.
            needed = attacks.attack(
                position, leader, target, attacks.Support(len(self.supporters), self.dice_caps)
            ).needed
            crushing = needed if target.hit else needed + position.battle.data.numbers.destroyed_by
            if all(attacks.chance_of(number) == attacks.chance_of(number - worth) for number in (needed, crushing)):
                yield Refusal(f"{card.name} cannot change the result: the attack needs {needed}", "COH-3.3")
        yield self.dice_refusal(position)
        for id_ in self.supporters:
            yield attacks.support_refusal(position, leader, roster[id_], target)

    def full_cost(self, position: CohPosition) -> Check:
        """Return what the attack of the leader costs; nothing where there is no such target."""
        roster = position.state.units
        place = roster[self.target].cell if self.target in roster else None
        return NO_COST if place is None else attacks.cost_to_fire(position, roster[self.unit], place)

    def act(self, game: CohGame, ask: Ask) -> None:
        """Attack; rumours on either side show first what they are, and may be unable to go on (COH-6.0)."""
        place = game.state.unit(self.target).place
        for id_ in (*self.units, *(other.id for other in game.state.units.at(place))):
            if id_ in game.state.units and game.state.unit(id_).is_rumour:
                hiding.reveal(game, id_)
        if self.unit not in game.state.units or self.target not in game.state.units:
            return
        attacker, target = game.state.unit(self.unit), game.state.unit(self.target)
        if reason := attacks.refusal(game.position, attacker, target):
            game.happen(Passed(attacker.side, attacker.id, str(reason)))
            return
        # Supporters may be other than what they were taken for.
        there = [game.state.unit(id_) for id_ in self.supporters if id_ in game.state.units]
        able = tuple(unit.id for unit in there if not attacks.support_refusal(game.position, attacker, unit, target))
        support = attacks.Support(len(able), self.dice_caps, self.by_card(game.position, "firepower"))
        losses.attack_hex(game, attacker.id, target.id, able, support)

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        """Tell the chances against everybody who is rolled for; a rumour shows first what it is (COH-6.0)."""
        unit, target = position.state.unit(self.unit), position.state.unit(self.target)
        if unit.is_rumour:
            yield what_it_is(position, unit)
            return
        found = of_order(position, ask, self, until=AFTERWARDS, matters=throws(WHAT_IT_IS))
        fired_at = {event.target for run in found.runs for event in run.all_of(events.Attacked)}
        there = [other for other in position.state.units.at(target.place) if other.id != target.id]
        for other in (target, *(there if unit.place != target.place else ())):
            if other.is_rumour:
                yield what_it_is(position, other)
            elif other.id in fired_at:
                yield attack_on(position, self.unit, other)

    def before_the_check(self, position: CohPosition) -> str:
        is_ai = position.state.unit(self.target).side == position.battle.data.ai
        return "; an AI destroyed shuffles the deck first" if is_ai else ""

    def line(self, position: CohPosition) -> str:
        """Return at whom, with whom, and what that needs where it is allowed."""
        words = f"{self.unit} fire {self.target}".rstrip() + self.together()
        roster = position.state.units
        if self.target not in roster or attacks.refusal(position, roster[self.unit], roster[self.target]):
            return words
        made = attacks.attack(position, roster[self.unit], roster[self.target], attacks.Support(len(self.supporters)))
        return f"{words} ({'indirect, ' if made.spotter else ''}needs {made.needed})"

    def group(self, position: CohPosition) -> str:
        return f" with {', '.join(self.supporters)} in support" if self.supporters else ""

    def manners(self, position: CohPosition) -> Iterator[str]:
        roster = position.state.units
        if self.unit in roster and self.target in roster and roster[self.unit].cell == roster[self.target].cell:
            yield "in close combat"
        yield from super().manners(position)


def odds_alone(position: CohPosition, unit: Counter, target: Counter) -> tuple[Odds, ...]:
    """Return the odds of the attack that a counter could make by itself; none if its side cannot pay for that.

    COH-3.1, COH-3.2.2: a Unit pays in AP while it is fresh, else wholly in CAPs; an AI pays nothing.
    """
    alone, told = Fire(unit.id, target.id), [attack_on(position, unit.id, target)]
    if unit.side == position.battle.data.ai:
        return odds_of(position, Ask(unit.side, AI_TURN), alone, told)
    orders = (alone, replace(alone, caps=alone.full_cost(position).total))
    payable = (order for order in orders if order.payment_refusal(position) is None)
    return next((odds_of(position, Ask(unit.side, TURN), order, told) for order in payable), ())


def recon_refusal(position: CohPosition, unit: Counter, cell: Cell) -> Refusal | None:
    """COH-RECON: say why a counter cannot search a hex by fire; None if it can.

    The hex lies in its fire zone, and nobody is known to be there: at whom one sees, rumour or not, one fires.
    """
    if cell not in position.map:
        return Refusal("recon by fire needs a hex of the map", TABLE_SENSE)
    if not can_attack_at_all(position, unit) or unit.is_rumour:
        return attacks.cannot_attack(position, unit)
    if in_close_combat(position, unit):
        return attacks.cannot_fire_out(unit)
    if attacks.in_the_water(position, unit):
        return Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
    name = position.name(cell)
    if cell == unit.place:
        if not _may_hide(position, unit):
            return Refusal("no enemy is hidden in this mission", "COH-RECON")
        hides = suspected(position, unit)
        return Refusal("nobody hides in its own hex" if hides else "no hex in reach could hide anybody", "COH-RECON")
    known = [other for other in position.state.units.at(cell) if not other.hidden or other.side == unit.side]
    if known:
        return Refusal(f"{name} is known to hold {named(known)}", "COH-RECON")
    if position.map.distance(unit.place, cell) < unit.profile.min_range:
        return Refusal(f"{name} is nearer than {unit.profile.min_range} hexes", "COH-RECON")
    if cell not in field_of_fire(position, unit):
        return Refusal(f"{name} is not in the fire zone of {unit.name}", "COH-RECON")
    return None


def recon_needs(position: CohPosition, unit: Counter, cell: Cell, dice_caps: int = 0) -> Check:
    """Return what two dice must reach to bring to light whoever hides in a hex: 6 and the defence of its terrain.

    The terrain is the ground of the hex and a wall that the fire crosses into it; works and smoke are none. Shells
    come over walls. Ruling: CAPs on the dice go on this roll, and none on the attack that may follow at once.
    """
    numbers = position.battle.data.numbers
    check = Check("recon").plus(numbers.recon_needs, "recon by fire")
    ground = position.ground.terrain_at(cell).id
    for cover in position.sight(unit.place, cell).cover:
        if cover.kind == ground or (isinstance(cover.place, Edge) and not unit.profile.explosive):
            check = check.plus(cover.defence, cover.reason)
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def _may_hide(position: CohPosition, unit: Counter) -> bool:
    """Say whether anybody can be hidden from a counter in this mission; Units may hide at any time."""
    data = position.battle.data
    return data.ai_hides or unit.side == data.ai


def suspected(position: CohPosition, unit: Counter) -> list[Cell]:
    """Return the hexes that are worth searching: at normal range, with room to hide, and nobody known to be there.

    Others may be searched too; but most of a map is empty, and nobody wants to read through all of it.
    """
    if not _may_hide(position, unit):
        return []
    reach = range_of(position, unit)
    return [
        cell
        for cell in field_of_fire(position, unit)
        if conceals(position.ground, cell)
        and position.map.distance(unit.place, cell) <= reach
        and recon_refusal(position, unit, cell) is None
    ]


Suspected = Annotated[Cell, Choice("cell", lambda position, ask, unit: suspected(position, unit) or (unit.place,))]
"""The hexes that are worth searching; its own, where nobody hides, if there are none."""


class ReconByFire(Aimed):
    """COH-RECON: fire into a hex where somebody may be hidden."""

    rule, verb, key, aimed_to = "COH-RECON", "search by fire", "I", "search"
    says = "{unit} {unit:searches|search} {cell} by fire{paid}"
    unit: Actor
    cell: Suspected

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """COH-RECON: into a hex of its fire zone where nobody is known to be."""
        yield recon_refusal(position, position.state.unit(self.unit), self.cell)
        yield self.dice_refusal(position)

    def full_cost(self, position: CohPosition) -> Check:
        """Return what an attack on the hex costs; nothing where there is no hex to search."""
        unit = position.state.unit(self.unit)
        return NO_COST if self.cell == unit.cell else attacks.cost_to_fire(position, unit, self.cell)

    def act(self, game: CohGame, ask: Ask) -> None:
        """COH-RECON: search; whoever is found there is attacked at once, by the same action, and keeps its facing."""
        unit = game.state.unit(self.unit)
        check = recon_needs(game.position, unit, self.cell, self.dice_caps)
        game.note(Checked(check, rule="COH-RECON"))
        throw = Throw(D6, self.purpose(game.position), unit.id, at_least(check.total), count=2)
        struck = reactions.player_roll(game, throw, unit.side, "COH-RECON") >= check.total
        there = [other.id for other in game.state.units.at(self.cell) if other.side != unit.side and other.hidden]
        found = there if struck else []
        result: Literal["missed", "nobody", "found"] = "missed" if not struck else "found" if found else "nobody"
        game.happen(events.Searched(unit.id, self.cell, check.total, result, unit.side == game.battle.data.player))
        for other in found:
            game.happen(events.Concealed(other, False))
        for target in found[:1]:
            if reason := attacks.refusal(game.position, game.state.unit(unit.id), game.state.unit(target)):
                game.happen(Passed(unit.side, unit.id, str(reason)))
            else:
                losses.attack_hex(game, unit.id, target, (), attacks.ALONE)

    def purpose(self, position: CohPosition) -> str:
        """Say what its dice are thrown for."""
        return called(self.unit).does(f"searches {position.name(self.cell)} by fire")

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        what, dice = f"finding whoever hides in {position.name(self.cell)}", self.purpose(position)
        because = lambda telling: f"{telling.or_more}, if anybody is there"  # noqa: E731
        yield Told(what, self.unit, throw=dice, because=because, until=happens(events.Searched))

    def line(self, position: CohPosition) -> str:
        unit = position.state.unit(self.unit)
        if self.cell == unit.cell:
            return f"{self.unit} search"
        needs = recon_needs(position, unit, self.cell).total
        return f"{self.unit} search {position.name(self.cell)} (needs {needs} to find anybody)"


class LaySmoke(Action):
    """COH-SMOKE: put smoke into a hex, by a mortar or by a card."""

    rule, verb, key, aimed_to = "COH-SMOKE", "smoke", "K", "fire"
    says = "{layer} smoke into {cell}{paid}"
    cards = (*Action.cards, "smoke")
    cell: Annotated[Cell, Choice("cell")]
    unit: Actor = ""

    @classmethod
    def aims(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[LaySmoke]:
        """Yield the hexes that a mortar can reach, or its own if there are none; by a card those that a Unit sees."""
        if unit is not None:
            others = [cell for cell in position.map.whole if cell != unit.place] if unit.profile.smoke else []
            reached = [cell for cell in others if not _beyond(position, unit, cell)]
            yield from (cls(cell, unit.id) for cell in reached or [unit.place])
        elif ask.occasion == TURN:
            cards = dict.fromkeys(card.id for card in reactions.held(position, "smoke"))
            places = tuple(own.place for own in friends(position, ask.side))
            seen = position.lines.seen_by_any(places) if cards else ()
            yield from (cls(cell, card=card) for card in cards for cell in seen)

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """COH-SMOKE: in sight, arc and range of whoever has smoke; by a card where some Unit sees."""
        if self.cell not in position.map:
            yield Refusal("smoke needs a hex of the map", TABLE_SENSE)
        unit, name = position.state.units[self.unit] if self.unit else None, position.name(self.cell)
        if unit is not None and not unit.profile.smoke:
            yield f"{unit.name} {unit.name:has|have} no smoke"
        if attacks.is_wet(position.ground, self.cell):
            yield Refusal("no smoke on water", "COH-WATER")
        if has_feature(position, self.cell, HEAVY_SMOKE):
            yield f"{name} is full of smoke already"
        card = self.played(position)
        if unit is None:
            if card is None:
                yield "smoke needs somebody to lay it"
            own = friends(position, position.battle.data.player)
            if not any(self.cell in position.lines.field_of_view(each.place) for each in own):
                yield "none of your Units sees that hex"
            return
        if card is not None and card.effect == "smoke":
            yield Refusal(f"{card.name} needs no Unit", "COH-3.3")
        if not can_attack_at_all(position, unit) or in_close_combat(position, unit):
            yield f"{unit.name} cannot fire smoke now"
        if attacks.in_the_water(position, unit):
            yield Refusal(f"{unit.name} {unit.name:is|are} in the water", "COH-WATER")
        if arc_of_fire(position, unit).spread is not None and not in_front(position, unit, self.cell):
            yield f"{name} is outside the arc of fire"
        yield _beyond(position, unit, self.cell)

    def full_cost(self, position: CohPosition) -> Check:
        """Return what an attack on the hex costs, and the smoke; nothing by a card, or where no hex is in reach."""
        unit = position.state.unit(self.unit) if self.unit else None
        if unit is None or unit.cell == self.cell:
            return NO_COST
        return attacks.cost_to_fire(position, unit, self.cell).plus(position.battle.data.numbers.smoke_ap, "smoke")

    def act(self, game: CohGame, ask: Ask) -> None:
        """COH-SMOKE: fill the hex, and by a card those around it; water gets none."""
        if self.unit:
            hiding.come_into_the_open(game, self.unit)
        map_, ground, around = game.battle.map, game.position.ground, self.by_card(game.position, "smoke")
        near = [each for each in map_.cells if each != self.cell and map_.distance(self.cell, each) <= around]
        dry = [each for each in near if ground.terrain_at(each).id != VOID and not attacks.is_wet(ground, each)]
        game.happen(events.SmokeLaid((self.cell, *dry)))

    def line(self, position: CohPosition) -> str:
        here = self.cell == position.state.unit(self.unit).cell
        return f"{self.unit} smoke" + ("" if here else f" {position.name(self.cell)}")

    def text(self, position: CohPosition) -> str:
        """Return the words that can be typed; those of a card say already that it is played."""
        by_card = f"play {self.card_name(position)} in {position.name(self.cell)}"
        return super().text(position) if self.unit else by_card

    def layer(self, position: CohPosition) -> str:
        name = position.battle.ruleset.name(position, self.unit)
        return f"{name} {name:puts|put}" if self.unit else "the artillery puts"


def _beyond(position: CohPosition, unit: Counter, cell: Cell) -> Refused:
    """Say that a hex is out of range for smoke, or that neither the counter nor its spotters see it."""
    hexes, name = position.map.distance(unit.place, cell), position.name(cell)
    if not unit.profile.min_range <= hexes <= unit.profile.range:
        return f"{name} is {hexes} hexes away"
    seen = sees(position, unit, cell) or spotter_hex(position, unit, cell) is not None
    return None if seen else f"{unit.name} {unit.name:does|do} not see {name}"
