"""What only this game can say to viewers: threats, zones, who can be ordered, and every figure with its source."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sim.board.movement import Mover
from sim.board.zones import disc
from sim.engine.chances import short
from sim.engine.check import Check
from sim.engine.dice import D6, at_least
from sim.engine.insight import (
    COVER,
    FIRE_ZONE,
    NEAREST,
    TARGETS,
    VIEW,
    Band,
    CardFace,
    Fact,
    Marker,
    Odds,
    Reached,
    UnitAnswer,
)
from sim.engine.orders import Ask, Intent, Refusal
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.memo import memo
from sim.play.odds import odds_of
from sim.play.show import Show, bands, lines, no_way, not_entered, traits
from sim.rules.conflict_of_heroes.combat.attacks import Attack, Shelter, cost_to_fire, hex_shelter, refusal, somebody
from sim.rules.conflict_of_heroes.combat.odds import what_it_is
from sim.rules.conflict_of_heroes.combat.reactions import REACTIONS, REROLL
from sim.rules.conflict_of_heroes.figures import HitMarker
from sim.rules.conflict_of_heroes.ground import moves, zones
from sim.rules.conflict_of_heroes.ground.reach import reached
from sim.rules.conflict_of_heroes.orders.base import TURN, cards_to_draw, without_cards
from sim.rules.conflict_of_heroes.orders.fire import odds_alone
from sim.rules.conflict_of_heroes.orders.move import step_to
from sim.rules.conflict_of_heroes.orders.rally import rally_needs, rally_refusal
from sim.rules.conflict_of_heroes.solo import choosing
from sim.rules.conflict_of_heroes.solo.cards import OrderCard
from sim.rules.conflict_of_heroes.solo.choosing import CohSituation, Manner, shot
from sim.rules.conflict_of_heroes.solo.grammar import CardOrder, Target
from sim.rules.conflict_of_heroes.solo.hexes import LowRisk
from sim.rules.conflict_of_heroes.state import (
    ACTION_CARDS,
    ORDERS,
    POOLS,
    RUMOURS,
    CohData,
    CohPosition,
    Counter,
    CounterDue,
    called,
    marker_of,
    opponents,
)
from sim.solo.answers import by_list, taken_text, under
from sim.solo.priority import Measure, Priority, least

LOW_RISK, FLANK = "Low Risk", "flank"
"""What can be asked of a counter that only this game answers."""
COUNTER, MISSION = Show.source, "mission"
"""Where facts come from, besides hit markers, the ground and rules."""
UNHIT = HitMarker("", "", "soft", 0, None)
"""What changes nothing."""
QUALITIES = {
    "turret": "turret: fires all round",
    "crewed": "crewed: bad in close combat",
    "flame": "flamethrower",
    "explosive": "high explosive: hits the flank",
    "indirect_ap": "indirect fire for {} AP",
    "smoke": "smoke",
    "non_combat": "not counted, takes no control markers",
}
EFFECTS = {
    "destroys": "destroyed",
    "only_rally": "can only rally",
    "no_attack": "cannot attack",
    "no_move": "cannot move or pivot",
    "no_red": "no red firepower",
    "no_blue": "no blue firepower",
    "range": "range {}",
    "attack_ap": "{:+d} AP to attack",
    "move_ap": "{:+d} AP to move and pivot",
    "red": "{:+d} red firepower",
    "blue": "{:+d} blue firepower",
    "front": "{:+d} front defence",
    "flank": "{:+d} flank defence",
}
SPACES = {
    "swift action": "swift action, {space.number} turns in a row",
    "rumours": "rumours, {space.number} in {space.at}",
    "reinforcements": "reinforcements, {space.group}",
}


class CohShow(Show):
    """What can be told of Conflict of Heroes."""

    grave, enemies = ("destroyed",), staticmethod(opponents)
    topics = (NEAREST, TARGETS, LOW_RISK, FLANK, VIEW, FIRE_ZONE, COVER)
    view_rule, fire_rule, cover_rule = "COH-RANGE", "COH-FZ", "COH-DM"
    questions = {
        TURN: "One action, a card, a stall or a pass; then the other side's turn. Two passes in a row end the round.",
        **dict.fromkeys(REACTIONS, "{who} {who:has|have} acted. A card may answer that now, or the cards are kept."),
        REROLL: (
            "The roll falls short by {short}. A card may change it before it counts.",
            "The roll is good enough. A card may still change it before it counts.",
        ),
    }

    def slots(self, position: CohPosition, ask: Ask) -> dict[str, Any]:
        return {"short": max(0, ask.number or 0), "who": called(ask.about or "")}

    def actors(self, position: CohPosition, ask: Ask) -> tuple[str, ...]:
        """Return the counters for which there is any legal order, in roster order.

        Of a counter's orders the likeliest, which stand last, are tried first.
        """
        kinds = [kind for kind in reversed(self.book.kinds) if ask.occasion in kind.on]

        def can_be_ordered(unit: Counter) -> bool:
            orders = (order for kind in kinds for order in kind.candidates(position, ask, unit))
            return any(self.book.refusal(position, ask, order) is None for order in orders)

        return tuple(unit.id for unit in self.book.actors(position, ask) if can_be_ordered(unit))

    def threats(self, position: CohPosition, unit: str) -> tuple[Odds, ...]:
        """Return what every known enemy could do to a counter by itself as things stand, the worst first.

        Nobody knows what a rumour can do, so that it has no fire zone (COH-FZ) and is no threat either; nor what it
        stands.
        """
        target = position.state.unit(unit)
        return () if target.hidden or target.is_rumour else super().threats(without_cards(position), unit)

    def threat(self, position: CohPosition, enemy: Counter, target: Counter) -> tuple[Odds, ...]:
        """Return the odds of the attack that an enemy could make: an AI only one that it would (COH-5.1-eleven)."""
        if enemy.is_rumour:
            return ()
        if enemy.side == position.battle.data.ai:
            # COH-4.1, COH-4.2: a spent AI acts on a blue card, of which one at least stays in any deck that has them.
            deck, orders = position.state.deck(ORDERS), position.battle.data.orders
            blue = any(orders[card].colour == "blue" for card in (*deck.left, *deck.discarded))
            manner = Manner(long_range=_orders_long_range(position.battle.data))
            if not (enemy.fresh or blue) or not isinstance(shot(position, enemy.id, target.id, manner), Attack):
                return ()
        elif refusal(position, enemy, target):
            return ()
        return odds_alone(position, enemy, target)

    def answered(self, here: CohSituation, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """COH-5.0-closest, COH-5.2, COH-5.3.1, COH-FLANK: what an AI goes by, and a Unit by the same measures."""
        position, found = here.position, choosing.unit_aims(here.position, unit.side)
        away = Measure("hexes away", choosing.hexes_from(unit).of)
        near = by_list("nearest enemy", here, Priority("COH-5.0-closest", "", least(away)), found)
        whom = choosing.victims(position, unit, FIRE, Manner())
        fire = by_list("whom to fire at", here, choosing.target_list(FIRE), whom, "nobody whom an AI would fire at")
        yield from (*under(NEAREST, near), *under(TARGETS, fire))
        chosen = [aim.subject for aim in found if aim.subject == about] or near.best
        for aim in (aim for aim in found if aim.subject in chosen):
            ranked = tuple(LowRisk(unit, aim).ranked(here))
            cells = taken_text(here, ranked, "there is no Low Risk move")
            yield UnitAnswer(
                f"Low Risk cells towards {aim.subject}", "COH-5.3.1-closer", cells, ranked, (), LOW_RISK, True
            )
            hexes = zones.flank_of(position, unit, position.state.unit(aim.subject))
            flank = by_list(f"flank of {aim.subject}", here, _flank_list(unit), hexes)
            text = f"the nearest of {len(hexes)} is {flank.ranked[0].text}" if hexes else flank.text
            yield replace(flank, text=text, topic=FLANK, is_against=True)
        yield from super().answered(here, unit, about)

    def cover_against(self, position: CohPosition, unit: Any, enemy: Any) -> Check:
        """COH-DM: what the ground adds to a counter's defence against an enemy; all of it if he sees nothing."""
        return _added_up(hex_shelter(position, unit, unit.place, enemy))

    def fire_zone(self, position: CohPosition, unit: Any) -> tuple[Band, ...]:
        """COH-FZ: what a counter covers at short, normal and long range."""
        if unit.cell is None:
            return ()
        zone, able = zones.zone_of(position, unit), zones.field_of_fire(position, unit)
        near = disc(position.map, unit.place, zones.range_of(position, unit))
        return bands(
            zone,
            ("short range", zones.short_zone_of(position, unit) & able),
            ("normal range", near & able),
            ("long range", able),
            ("fire zone, but it cannot fire there now", zone),
        )

    def reach(self, position: CohPosition, unit: Any) -> Mapping[Cell, Reached]:
        """Return where a counter can get to by moves in a row.

        The solo rules know no store of AP: each move is an action of its own with a spent check after it (COH-3.1.1),
        and luck alone says when it ends. What is shown is the activation of the base game. A spent Unit has the CAPs
        that are left (COH-3.2.2), and a spent AI nothing.
        """
        data = position.battle.data
        spent = position.state.caps if unit.side == data.player else 0
        means = data.numbers.activation if unit.fresh else spent
        return reached(position, unit, means) if unit.cell is not None else {}

    def no_order_to(self, position: CohPosition, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """COH-MOVE: say why one action does not take it there: what bars the hex, or what it costs to go on."""
        moving = Mover(unit.profile.movement, unit.profile.move_ap)
        if reason := moves.cannot_move(position, unit):
            return reason
        if not_entered(position, moving, cell):
            return Refusal(no_way(position, moving, cell), "COH-MOVE")
        if position.map.grid.adjacent(unit.place, cell):
            return self.book.refusal(position, ask, step_to(unit, cell))
        far = f"{position.name(cell)} is {position.map.distance(unit.place, cell)} hexes away"
        there = self.reach(position, unit).get(cell)
        in_a_row = there and f", and one action does not go so far: {there.text} by moves in a row"
        return Refusal(far + (in_a_row or ": out of reach, even by moves in a row"), "COH-MOVE")

    def defence(self, position: CohPosition, cell: Cell) -> Check:
        """COH-DM: the defence modifiers of a hex from all sides, for somebody on foot.

        A wall is not among them: it counts only against fire that crosses it.
        """
        return _added_up(hex_shelter(position, somebody(position, cell), cell))

    def shelter(self, position: CohPosition, source: Cell, cell: Cell) -> Check:
        """COH-DM: what shelters somebody on foot in a hex from fire out of another."""
        return _added_up(hex_shelter(position, somebody(position, cell), cell, somebody(position, source, "enemy")))

    def status(self, position: CohPosition) -> tuple[Fact, ...]:
        return (*_course(position), *_outlook(position))

    def standing(self, position: CohPosition) -> dict[str, int]:
        """Return the victory points by side: the leader's; there is no tie, and the other side has none."""
        state = position.state
        return {side.id: state.points if side.id == state.leader else 0 for side in position.battle.sides}

    def marked(self, position: CohPosition) -> Iterator[Marker]:
        """Yield the objectives, and the hexes where counters wait to come on: one marker for all of a side."""
        state, battle = position.state, position.battle
        for place in battle.data.objectives.values():
            holder = state.holder(place.id) or None
            worth = f", {counted(place.points, 'point')} {battle.data.victory.holding}" if place.points else ""
            held = f", held by {battle.side(holder).mention}" if holder else ""
            text = f"{place.title}{worth}{held}"
            for cell in place.cells:
                yield Marker(cell, "control" if holder else "objective", text, holder, place.id)
        waiting = dict[tuple[Cell, str], list[str]]()
        for arrival in state.arrivals:
            if arrival.unit in state.units and (unit := state.unit(arrival.unit)).cell is None:
                for cell in arrival.cells:
                    waiting.setdefault((cell, unit.side), []).append(f"{arrival.unit} ({_due(arrival)})")
        for (cell, side), told in waiting.items():
            yield Marker(cell, "spot", f"comes on here: {', '.join(told)}", side)

    def told(self, position: CohPosition, unit: Any) -> Iterator[Fact]:
        marker = marker_of(position, unit) or UNHIT
        hit = f"hit: {marker.name}" if unit.hit else ""
        yield Fact("kind", unit.profile.name, COUNTER)
        yield from _state(position, unit)
        yield from _hit(position, unit, marker, hit) if unit.hit else ()
        if unit.is_rumour:
            (may,) = odds_of(position, Ask(unit.side, TURN), Intent(), [what_it_is(position, unit)])
            yield Fact("may be", ", ".join(f"{name} {short(part)}" for name, part in may.results), "COH-6.0")
        else:
            yield from _fighting(position, unit, marker, hit)
        yield from _moving(position, unit, marker, hit)
        yield from (Fact("quality", words, COUNTER) for words in traits(unit.profile, QUALITIES))

    def hand(self, position: CohPosition, side: str) -> tuple[CardFace, ...]:
        """COH-3.3: the player's action cards; the AI has none."""
        cards = position.state.hand if side == position.battle.data.player else ()
        return tuple(self.card(position, ACTION_CARDS, card) for card in cards)

    def card(self, position: CohPosition, deck: str, card: str) -> CardFace:
        data, name = position.battle.data, card.rpartition("-")[0] or card
        if deck == ORDERS and card in data.orders:
            return order_face(data.orders[card])
        if deck == ACTION_CARDS and (found := data.action_cards.get(card) or data.action_cards.get(name)):
            price = f"{found.ap} AP" if found.ap is not None else counted(found.caps or 0, "CAP")
            return CardFace(card, found.name, f"{price}. {found.text}")
        if deck in POOLS.values() and card in data.hits:
            return CardFace(card, data.hits[card].name, _effects(data.hits[card]))
        if deck == RUMOURS:
            profile = position.battle.profiles.get(name)
            return CardFace(card, profile.name if profile else name, "" if profile else "there is nobody")
        return CardFace(card, card, "")


# -- answers ---------------------------------------------------------------------------------------------------

FIRE = CardOrder("", (), "closest", Target("Unit"), "fire")
"""COH-5.2: the order to fire in its plainest form."""


def _flank_list(unit: Counter) -> Priority[Cell]:
    """COH-FLANK: return the list that finds the nearest of the hexes on a flank."""
    return Priority(
        "COH-FLANK", "", least(Measure("hexes away", lambda here, cell: here.position.map.distance(unit.place, cell)))
    )


# -- threats ---------------------------------------------------------------------------------------------------


@memo
def _orders_long_range(data: CohData) -> bool:
    """COH-5.1-long: say whether anything lets AIs fire at long range: an order of a card, or one of the mission."""
    orders = [order for card in data.orders.values() for order in card.orders]
    orders += [each.parsed for each in (*data.mission.counteractions, *data.mission.mission_orders)]
    return any(order.action == "long_range_fire" for order in orders)


# -- the battle -----------------------------------------------------------------------------------------------


def _course(position: CohPosition) -> Iterator[Fact]:
    """Yield the round, whose turn it is, who leads by how much, CAPs, cards, and how far the mission track has come.

    Points of one side are taken off the other's.
    """
    state, battle, mission = position.state, position.battle, position.battle.data.mission
    mover = state.stage == "turn" and state.mover
    again = f", and {state.swift} more in a row" if state.swift else ""
    per_loss = f"{battle.data.victory.per_loss.get(state.leader, 1)} for each counter that the enemy loses"
    lost, at, track = mission.caps - state.cap_level, state.track, mission.track
    fewer = f"{counted(lost, 'CAP')} fewer for Units lost" if lost else MISSION
    left = len(state.deck(ACTION_CARDS).left)
    space = track[at] if at < len(track) else None
    following = SPACES.get(space.event, space.event).format(space=space) if space else "nothing more"
    return lines(
        ("result", state.outcome and verdict_text(battle, state.outcome)),
        ("round", f"{state.turn} of {battle.turns}", MISSION),
        ("turn", mover and battle.side(mover).name + again),
        ("passed", state.passed and "the turn before was a pass; another one ends the round", "COH-3.5"),
        ("victory", f"{battle.side(state.leader).name}: ahead by {state.points}", per_loss),
        ("CAPs", f"{state.caps} of {state.cap_level}", fewer),
        ("action cards", f"{len(state.hand)} of {mission.hand} in hand, {left} to draw", MISSION),
        ("mission track", track and f"space {at} of {len(track)}; next: {following}", MISSION),
    )


def _outlook(position: CohPosition) -> Iterator[Fact]:
    """COH-3.1.1, COH-DECK-1, COH-3.6: what is left of the order deck, what that means for spent checks, and who begins.

    In the first round the mission says who does; then the side behind in points rolls for it.
    """
    state, battle, orders = position.state, position.battle, position.battle.data.orders
    deck = state.deck(ORDERS)
    blue = sum(orders[card].colour == "blue" for card in deck.left)
    gone = f", {len(deck.removed)} out of the game" if deck.removed else ""
    told = f"{len(deck.left)} left ({blue} blue), {len(deck.discarded)} discarded{gone}"
    yield Fact("order deck", told, "COH-DECK-1")
    if cards := [orders[card] for card in cards_to_draw(position)]:
        # At the highest number of the mission no card leaves anybody fresh, but for the symbol.
        surely_spent = max(card.spent_number for card in orders.values())
        parts = ((ap, sum(card.spends(ap) for card in cards)) for ap in range(1, surely_spent + 1))
        yield Fact("spent check", ", ".join(f"{ap} AP {short(some / len(cards))}" for ap, some in parts), "COH-3.1.1")
    if state.turn == 0:
        yield Fact("initiative", f"first turn: {battle.side(battle.data.mission.initiative).mention}", MISSION)
    elif state.turn < (battle.turns or 1):
        needed = battle.data.numbers.initiative_needs
        behind = next(side for side in battle.sides if side.id != state.leader).mention
        chance = short(at_least(needed).chance(D6, 2))
        yield Fact("initiative", f"next round: {behind} with {needed} or more on 2D6 ({chance})", "COH-3.6")


def _due(arrival: CounterDue) -> str:
    return f"round {arrival.round}" if arrival.group is None else f"mission track: {arrival.group}"


def _added_up(parts: tuple[Shelter, ...]) -> Check:
    return Check("defence").where("", *((True, part.defence, part.reason) for part in parts))


# -- a counter ------------------------------------------------------------------------------------------------


def _state(position: CohPosition, unit: Counter) -> Iterator[Fact]:
    player = unit.side == position.battle.data.player
    if unit.cell is None:
        due = [_due(arrival) for arrival in position.state.arrivals if arrival.unit == unit.id]
        return lines(("off the map", ", ".join(due) or "not in play", MISSION))
    spent = ("acts for CAPs only", "COH-3.2.2") if player else ("acts on blue cards only", "COH-4.1")
    return lines(
        ("spent", unit.spent and spent[0], spent[1]),
        ("fresh", not unit.spent and "acts for AP, then a spent check", "COH-3.1"),
        ("facing", not unit.is_rumour and position.map.grid.directions[unit.facing]),
        ("hidden", unit.hidden and "no target; comes to light by acting, or when the enemy is near", "COH-HIDE"),
    )


def _hit(position: CohPosition, unit: Counter, marker: HitMarker, hit: str) -> Iterator[Fact]:
    """Tell the hit marker, what it does, and what a rally takes here and now."""
    yield Fact("hit", f"{marker.name}: {_effects(marker)}; another hit destroys", hit)
    if unit.cell is not None and (reason := rally_refusal(position, unit)):
        yield Fact("rally", reason, hit)
    elif unit.cell is not None:
        check = rally_needs(position, unit)
        chance = short(at_least(check.total).chance(D6, 2))
        yield Fact("rally", f"{check.total} or more on 2D6 ({chance})", ", ".join(map(str, check.parts)))


def _figure(label: str, printed: int, change: int, hit: str, unit: str = "") -> Fact:
    """Tell a figure as it counts now; what a hit makes of it is shown in its source."""
    return Fact(label, f"{printed + change}{unit}", f"{COUNTER} {printed}, {hit} {change:+d}" if change else COUNTER)


def _fighting(position: CohPosition, unit: Counter, marker: HitMarker, hit: str) -> Iterator[Fact]:
    """Tell what it costs to fire, firepower, range and defence, each with what a hit makes of it."""
    profile = unit.profile
    if not zones.can_attack_at_all(position, unit):
        yield Fact("attack", "cannot attack", COUNTER if profile.attack_ap is None else hit)
    else:
        printed = profile.attack_ap or 0
        yield _figure("attack", printed, cost_to_fire(position, unit).total - printed, hit, " AP")
        for colour, out_of_order in (("red", marker.no_red), ("blue", marker.no_blue)):
            told = _figure(f"{colour} firepower", getattr(profile, colour), getattr(marker, colour), hit)
            yield replace(told, text="out of order", source=hit) if out_of_order else told
        least, reach = f"{profile.min_range}-" if profile.min_range else "", zones.range_of(position, unit)
        far = reach * position.battle.data.numbers.long_range_factor
        source = COUNTER if reach == profile.range else f"{COUNTER} {profile.range}, {hit}"
        ranged = ("range", f"{least}{reach}, long range to {far}", source)
        yield Fact(*ranged if profile.range else ("range", "close combat only", COUNTER))
    for side, armoured in (("front", profile.front_armoured), ("flank", profile.flank_armoured)):
        armour = " armoured" if armoured else " soft"
        yield _figure(f"{side} defence", getattr(profile, side), getattr(marker, side), hit, armour)


def _moving(position: CohPosition, unit: Counter, marker: HitMarker, hit: str) -> Iterator[Fact]:
    """Tell what it costs to move, and what the ground and a hasty defence add to the defence."""
    if reason := moves.cannot_move(position, unit):
        yield Fact("move", reason, hit)
    else:
        yield _figure("move", unit.profile.move_ap, marker.move_ap, hit, f" AP, {unit.profile.movement}")
        gains = traits(unit.profile, {"wheels": "{} along roads", "tracks": "{} along roads or in the open"})
        yield from lines(("bonus hexes", ", ".join(gains), COUNTER))
    if unit.cell is not None:
        parts = _added_up(hex_shelter(position, unit, unit.cell)).parts
        yield from (Fact("shelter", f"{part.value:+d} {part.reason}", "ground") for part in parts)
        hasty = f"{position.battle.data.numbers.hasty_defence:+d}, until it moves or pivots"
        yield from lines(("hasty defence", unit.dug_in and hasty, "rule"))


# -- what cards and hit markers say ----------------------------------------------------------------------------


def order_face(card: OrderCard) -> CardFace:
    """COH-4.5: return an order card from top to bottom, a line each."""
    command, action = "command order: fresh and spent AIs, no spent check", "action order: fresh AIs, spent check after"
    lines = [command if card.colour == "blue" else action]
    if card.track is not None:
        spaces = counted(card.advance, "space")
        lines.append(f"mission track: {spaces} if {card.track} counters or fewer are in play")
    lines += [f"priority: {order.text}" for order in card.priority]
    lines += [f"tactical: {order.text}" for order in card.tactical]
    fresh = ", remain fresh" if card.remain_fresh else ""
    lines.append(f"spent number {card.spent_number}{fresh}; hex number {card.hex_number} (not used: COH-HEX)")
    return CardFace(card.id, f"Order {card.number} ({card.colour})", "\n".join(lines))


def _effects(marker: HitMarker) -> str:
    """Say what a hit marker does, and what it takes to be rid of it."""
    rally = "cannot be rallied" if marker.rally is None else f"rallies at {marker.rally}"
    return ", ".join([*traits(marker, EFFECTS), *([] if marker.destroys else [rally])])
