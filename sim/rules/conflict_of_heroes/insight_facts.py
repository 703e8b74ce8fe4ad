"""What there is to know of a battle, a counter and a card, each figure with where it comes from."""

from __future__ import annotations

from collections.abc import Iterator

from sim.engine.chances import short
from sim.engine.check import Check
from sim.engine.dice import D6, at_least
from sim.engine.insight import CardFace, Fact, Marker
from sim.engine.orders import Ask, Intent
from sim.engine.units import Unit
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.play.odds import odds_of
from sim.play.system import Show
from sim.rules.conflict_of_heroes.answers import REACTIONS, REROLL
from sim.rules.conflict_of_heroes.combat.attacks import Shelter, cost_to_fire, hex_shelter, somebody
from sim.rules.conflict_of_heroes.figures import HitMarker
from sim.rules.conflict_of_heroes.ground.moving import cannot_move
from sim.rules.conflict_of_heroes.ground.zones import can_attack_at_all, range_of
from sim.rules.conflict_of_heroes.orders.base import TURN, cards_to_draw
from sim.rules.conflict_of_heroes.orders.odds import what_it_is
from sim.rules.conflict_of_heroes.orders.rest import rally_needs, rally_refusal
from sim.rules.conflict_of_heroes.scenario import Space
from sim.rules.conflict_of_heroes.solo.cards import OrderCard
from sim.rules.conflict_of_heroes.units import (
    ACTION_CARDS,
    ORDERS,
    POOLS,
    RUMOURS,
    Arrival,
    Counter,
    Scene,
    called,
    marker_of,
)

COUNTER, RULE, GROUND, MISSION = "counter", "rule", "ground", "mission"
"""Where facts come from, besides hit markers."""


class Facts(Show):
    """What there is to know, besides what can be done."""

    def question(self, position: Scene, ask: Ask) -> str:
        """Return what the player is asked, and what comes of it."""
        if ask.occasion == TURN:
            return "One action, a card, a stall or a pass; then it is the AI's turn. Two passes in a row end the round."
        if ask.occasion == REROLL and ask.number and ask.number > 0:
            return f"The roll falls short by {ask.number}. A card may change it before it counts."
        if ask.occasion == REROLL:
            return "The roll is good enough. A card may still change it before it counts."
        if ask.occasion not in REACTIONS or not ask.about:
            return ""
        name = called(ask.about)
        return f"{name} {name:has|have} acted. A card may answer that now, or the cards are kept."

    def status(self, position: Scene) -> tuple[Fact, ...]:
        """Return how the battle stands."""
        return tuple(
            fact for part in (_rounds, _points, _means, _track, _decks, _next_round) for fact in part(position)
        )

    def standing(self, position: Scene) -> dict[str, int]:
        """Return the victory points by side: the leader's; there is no tie, and the other side has none."""
        state = position.state
        return {side.id: state.points if side.id == state.leader else 0 for side in position.battle.sides}

    def markers(self, position: Scene) -> tuple[Marker, ...]:
        """Return the objectives with who holds them, and where reinforcements come on."""
        return (*_objectives(position), *_arrivals(position))

    def defence(self, position: Scene, cell: Cell) -> Check:
        """COH-DM: the defence modifiers of a hex from all sides, for somebody on foot.

        A wall is not among them: it counts only against fire that crosses it.
        """
        return _added_up(hex_shelter(position, somebody(position, cell), cell))

    def shelter(self, position: Scene, source: Cell, cell: Cell) -> Check:
        """COH-DM: what shelters somebody on foot in a hex from fire out of another."""
        return _added_up(hex_shelter(position, somebody(position, cell), cell, somebody(position, source, "enemy")))

    def facts(self, position: Scene, unit: Unit) -> tuple[Fact, ...]:
        """Return all there is to know of a counter."""
        assert isinstance(unit, Counter)
        of_kind = _of_rumour if unit.is_rumour else _fighting
        parts = (_state, _hit, of_kind, _moving, _shelter, _qualities)
        told = (fact for part in parts for fact in part(position, unit))
        return (Fact("kind", unit.profile.name, COUNTER), *told)

    def hand(self, position: Scene, side: str) -> tuple[CardFace, ...]:
        """COH-3.3: the player's action cards; the AI has none."""
        cards = position.state.hand if side == position.battle.data.player else ()
        return tuple(self.card(position, ACTION_CARDS, card) for card in cards)

    def card(self, position: Scene, deck: str, card: str) -> CardFace:
        """Return what a card, a hit marker or a counter out of the cup says."""
        data, name = position.battle.data, card.rpartition("-")[0] or card
        if deck == ORDERS and card in data.orders:
            return order_face(data.orders[card])
        if deck == ACTION_CARDS and (found := data.action_cards.get(card) or data.action_cards.get(name)):
            price = f"{found.ap} AP" if found.ap is not None else counted(found.caps or 0, "CAP")
            return CardFace(card, found.name, f"{price}. {found.text}")
        if deck in POOLS.values() and card in data.hits:
            return CardFace(card, data.hits[card].name, ", ".join(effects(data.hits[card])))
        if deck == RUMOURS:
            profile = position.battle.profiles.get(name)
            return CardFace(card, profile.name if profile else name, "" if profile else "there is nobody")
        return CardFace(card, card, "")


# -- the battle -----------------------------------------------------------------------------------------------


def _rounds(position: Scene) -> Iterator[Fact]:
    state, battle = position.state, position.battle
    if state.outcome:
        yield Fact("result", verdict_text(battle, state.outcome))
    yield Fact("round", f"{state.turn} of {battle.turns}", MISSION)
    if state.stage == "turn" and state.mover:
        again = f", and {state.swift} more in a row" if state.swift else ""
        yield Fact("turn", battle.side(state.mover).name + again)
    if state.passed:
        yield Fact("passed", "the turn before was a pass; another one ends the round", "COH-3.5")


def _next_round(position: Scene) -> Iterator[Fact]:
    """COH-3.6: say who will have the first turn, or roll for it."""
    state, battle = position.state, position.battle
    if state.turn == 0:
        yield Fact("initiative", f"first turn: {battle.side(battle.data.mission.initiative).mention}", MISSION)
    elif state.turn < (battle.turns or 1):
        yield Fact("initiative", _initiative(position), "COH-3.6")


def _initiative(position: Scene) -> str:
    """Say who rolls for the first turn of the next round: the side behind in points."""
    needed, sides = position.battle.data.numbers.initiative_needs, position.battle.sides
    behind = next(side for side in sides if side.id != position.state.leader)
    return f"next round: {behind.mention} with {needed} or more on 2D6 ({short(at_least(needed).chance(D6, 2))})"


def _points(position: Scene) -> Iterator[Fact]:
    """Say who leads and by how much: the points of one side are taken off those of the other."""
    state, per_loss = position.state, position.battle.data.victory.per_loss
    lost = f"{per_loss.get(state.leader, 1)} for each counter that the enemy loses"
    yield Fact("victory", f"{position.battle.side(state.leader).name}: ahead by {state.points}", lost)


def _means(position: Scene) -> Iterator[Fact]:
    """COH-7.3-unit: CAPs, and the cards in the player's hand."""
    state, mission = position.state, position.battle.data.mission
    lost = mission.caps - state.cap_level
    fewer = f"{counted(lost, 'CAP')} fewer for Units lost" if lost else MISSION
    yield Fact("CAPs", f"{state.caps} of {state.cap_level}", fewer)
    left = len(state.deck(ACTION_CARDS).left)
    yield Fact("action cards", f"{len(state.hand)} of {mission.hand} in hand, {left} to draw", MISSION)


def _track(position: Scene) -> Iterator[Fact]:
    """COH-4.3: how far the mission track has come, and what is next on it."""
    track, at = position.battle.data.mission.track, position.state.track
    if track:
        following = _space_text(track[at]) if at < len(track) else "nothing more"
        yield Fact("mission track", f"space {at} of {len(track)}; next: {following}", MISSION)


def _space_text(space: Space) -> str:
    match space.event:
        case "swift action":
            return f"swift action, {space.number} turns in a row"
        case "rumours":
            return f"rumours, {space.number} in {space.at}"
        case "reinforcements":
            return f"reinforcements, {space.group}"
        case event:
            return event


def _decks(position: Scene) -> Iterator[Fact]:
    """COH-3.1.1, COH-DECK-1: what is left of the order deck, and what that means for spent checks."""
    deck, orders = position.state.deck(ORDERS), position.battle.data.orders
    blue = sum(orders[card].colour == "blue" for card in deck.left)
    gone = f", {len(deck.removed)} out of the game" if deck.removed else ""
    yield Fact(
        "order deck", f"{len(deck.left)} left ({blue} blue), {len(deck.discarded)} discarded{gone}", "COH-DECK-1"
    )
    if cards := [orders[card] for card in cards_to_draw(position)]:
        parts = ((ap, sum(card.spends(ap) for card in cards)) for ap in range(1, surely_spent(position) + 1))
        told = (f"{ap} AP {short(spending / len(cards))}" for ap, spending in parts)
        yield Fact("spent check", ", ".join(told), "COH-3.1.1")


def surely_spent(position: Scene) -> int:
    """COH-3.1.1: the AP that no card of the mission leaves anybody fresh at, but for the symbol."""
    return max((card.spent_number for card in position.battle.data.orders.values()), default=0)


# -- the map --------------------------------------------------------------------------------------------------


def _objectives(position: Scene) -> Iterator[Marker]:
    battle = position.battle
    when = battle.data.victory.holding
    for objective in battle.data.objectives.values():
        holder = position.state.holder(objective.id) or None
        worth = (
            f", {objective.points} {'point' if objective.points == 1 else 'points'} {when}" if objective.points else ""
        )
        held = f", held by {battle.side(holder).mention}" if holder else ""
        for cell in objective.cells:
            yield Marker(cell, "control" if holder else "objective", f"{objective.title}{worth}{held}", holder)


def _arrivals(position: Scene) -> Iterator[Marker]:
    """Yield the hexes where counters wait to come on, one marker for all of a side."""
    waiting: dict[tuple[Cell, str], list[str]] = {}
    for arrival in position.state.arrivals:
        if arrival.unit not in position.state.units or position.state.unit(arrival.unit).cell is not None:
            continue
        for cell in arrival.cells:
            waiting.setdefault((cell, position.state.unit(arrival.unit).side), []).append(
                f"{arrival.unit} ({_due(arrival)})"
            )
    for (cell, side), told in waiting.items():
        yield Marker(cell, "spot", f"comes on here: {', '.join(told)}", side)


def _due(arrival: Arrival) -> str:
    return f"round {arrival.round}" if arrival.group is None else f"mission track: {arrival.group}"


def _added_up(parts: tuple[Shelter, ...]) -> Check:
    check = Check("defence")
    for part in parts:
        check = check.plus(part.defence, part.reason)
    return check


# -- a counter ------------------------------------------------------------------------------------------------


def _state(position: Scene, unit: Counter) -> Iterator[Fact]:
    player = unit.side == position.battle.data.player
    if unit.cell is None:
        due = [_due(arrival) for arrival in position.state.arrivals if arrival.unit == unit.id]
        yield Fact("off the map", ", ".join(due) or "not in play", MISSION)
        return
    if unit.spent:
        yield Fact(
            "spent", "acts for CAPs only" if player else "acts on blue cards only", "COH-3.2.2" if player else "COH-4.1"
        )
    else:
        yield Fact("fresh", "acts for AP, then a spent check", "COH-3.1")
    if not unit.is_rumour:
        yield Fact("facing", position.map.grid.directions[unit.facing])
    if unit.hidden:
        yield Fact("hidden", "no target; comes to light by acting, or when the enemy is near", "COH-HIDE")


def _hit(position: Scene, unit: Counter) -> Iterator[Fact]:
    """Tell the hit marker, what it does, and what a rally takes here and now."""
    marker = marker_of(position, unit)
    if marker is None:
        return
    source = f"hit: {marker.name}"
    yield Fact("hit", f"{marker.name}: {', '.join(effects(marker))}; another hit destroys", source)
    if unit.cell is None:
        return
    if reason := rally_refusal(position, unit):
        yield Fact("rally", reason, source)
        return
    check = rally_needs(position, unit)
    parts = ", ".join(map(str, check.parts))
    yield Fact("rally", f"{check.total} or more on 2D6 ({short(at_least(check.total).chance(D6, 2))})", parts)


def _of_rumour(position: Scene, unit: Counter) -> Iterator[Fact]:
    """COH-6.0: tell what a rumour may be."""
    (may,) = odds_of(position, Ask(unit.side, TURN), Intent(), [what_it_is(position, unit)])
    yield Fact("may be", ", ".join(f"{name} {short(part)}" for name, part in may.results), "COH-6.0")


def _figure(label: str, printed: int, change: int, hit: str, unit: str = "") -> Fact:
    """Tell a figure as it counts now; what a hit makes of it is shown in its source."""
    if not change:
        return Fact(label, f"{printed}{unit}", COUNTER)
    return Fact(label, f"{printed + change}{unit}", f"{COUNTER} {printed}, {hit} {change:+d}")


def _fighting(position: Scene, unit: Counter) -> Iterator[Fact]:
    """Tell what it costs to fire, firepower, range and defence, each with what a hit makes of it."""
    profile, marker = unit.profile, marker_of(position, unit)
    hit = f"hit: {marker.name}" if marker else ""
    if not can_attack_at_all(position, unit):
        yield Fact("attack", "cannot attack", COUNTER if profile.attack_ap is None else hit)
    else:
        check = cost_to_fire(position, unit)
        yield _figure("attack", profile.attack_ap or 0, check.total - (profile.attack_ap or 0), hit, " AP")
        for colour, printed, change, lost in (
            ("red", profile.red, marker.red if marker else 0, marker is not None and marker.no_red),
            ("blue", profile.blue, marker.blue if marker else 0, marker is not None and marker.no_blue),
        ):
            name = f"{colour} firepower"
            yield Fact(name, "out of order", hit) if lost else _figure(name, printed, change, hit)
        yield _range(position, unit, hit)
    for side, printed, change, armoured in (
        ("front", profile.front, marker.front if marker else 0, profile.front_armoured),
        ("flank", profile.flank, marker.flank if marker else 0, profile.flank_armoured),
    ):
        yield _figure(f"{side} defence", printed, change, hit, " armoured" if armoured else " soft")


def _range(position: Scene, unit: Counter, hit: str) -> Fact:
    profile, reach = unit.profile, range_of(position, unit)
    if profile.range == 0:
        return Fact("range", "close combat only", COUNTER)
    least = f"{profile.min_range}-" if profile.min_range else ""
    far = reach * position.battle.data.numbers.long_range_factor
    source = COUNTER if reach == profile.range else f"{COUNTER} {profile.range}, {hit}"
    return Fact("range", f"{least}{reach}, long range to {far}", source)


def _moving(position: Scene, unit: Counter) -> Iterator[Fact]:
    profile, marker = unit.profile, marker_of(position, unit)
    if reason := cannot_move(position, unit):
        yield Fact("move", reason, f"hit: {marker.name}" if marker else "")
        return
    hit = f"hit: {marker.name}" if marker else ""
    yield _figure("move", profile.move_ap, marker.move_ap if marker else 0, hit, f" AP, {profile.movement}")
    if profile.wheels or profile.tracks:
        gains = ((profile.wheels, "along roads"), (profile.tracks, "along roads or in the open"))
        told = ", ".join(f"{hexes} {where}" for hexes, where in gains if hexes)
        yield Fact("bonus hexes", told, COUNTER)


def _shelter(position: Scene, unit: Counter) -> Iterator[Fact]:
    """Tell what the ground and a hasty defence add to the defence."""
    if unit.cell is None:
        return
    for part in _added_up(hex_shelter(position, unit, unit.cell)).parts:
        yield Fact("shelter", f"{part.value:+d} {part.reason}", GROUND)
    if unit.dug_in:
        yield Fact("hasty defence", f"{position.battle.data.numbers.hasty_defence:+d}, until it moves or pivots", RULE)


def _qualities(position: Scene, unit: Counter) -> Iterator[Fact]:
    """Tell what else the counter shows."""
    profile = unit.profile
    told = (
        (profile.turret, "turret: fires all round"),
        (profile.crewed, "crewed: bad in close combat"),
        (profile.flame, "flamethrower"),
        (profile.explosive, "high explosive: hits the flank"),
        (profile.indirect_ap is not None, f"indirect fire for {profile.indirect_ap} AP"),
        (profile.smoke, "smoke"),
        (profile.non_combat, "not counted, takes no control markers"),
    )
    for has, words in told:
        if has:
            yield Fact("quality", words, COUNTER)


# -- what cards and hit markers say, and what the player is asked ----------------------------------------------


def order_face(card: OrderCard) -> CardFace:
    """COH-4.5: return an order card from top to bottom, a line each."""
    blue = card.colour == "blue"
    kind = (
        "command order: fresh and spent AIs, no spent check" if blue else "action order: fresh AIs, spent check after"
    )
    lines = [kind]
    if card.track is not None:
        spaces = "1 space" if card.advance == 1 else f"{card.advance} spaces"
        lines.append(f"mission track: {spaces} if {card.track} counters or fewer are in play")
    lines += [f"priority: {order.text}" for order in card.priority]
    lines += [f"tactical: {order.text}" for order in card.tactical]
    fresh = ", remain fresh" if card.remain_fresh else ""
    lines.append(f"spent number {card.spent_number}{fresh}; hex number {card.hex_number} (not used: COH-HEX)")
    return CardFace(card.id, f"Order {card.number} ({card.colour})", "\n".join(lines))


def effects(marker: HitMarker) -> tuple[str, ...]:
    """Return what a hit marker does, and what it takes to be rid of it."""
    barred = (
        (marker.destroys, "destroyed"),
        (marker.only_rally, "can only rally"),
        (marker.no_attack, "cannot attack"),
        (marker.no_move, "cannot move or pivot"),
        (marker.no_red, "no red firepower"),
        (marker.no_blue, "no blue firepower"),
        (marker.range is not None, f"range {marker.range}"),
    )
    figures = (
        (marker.attack_ap, "AP to attack"),
        (marker.move_ap, "AP to move and pivot"),
        (marker.red, "red firepower"),
        (marker.blue, "blue firepower"),
        (marker.front, "front defence"),
        (marker.flank, "flank defence"),
    )
    rally = "cannot be rallied" if marker.rally is None else f"rallies at {marker.rally}"
    told = [words for so, words in barred if so]
    told += [f"{figure:+d} {words}" for figure, words in figures if figure]
    return tuple(told) if marker.destroys else (*told, rally)
