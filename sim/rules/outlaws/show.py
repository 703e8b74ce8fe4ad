"""What only this game can say to viewers: views, zones, reach, threats, and every figure with its source."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from sim.board.area import Area
from sim.board.cover import own_cover
from sim.engine.battle import Position
from sim.engine.chance import Seeded
from sim.engine.check import Check
from sim.engine.game import Game, Start
from sim.engine.insight import COVER, FIRE_ZONE, NEAREST, SAFE, VIEW, Band, CardFace, Fact, Marker, Odds, UnitAnswer
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import counted
from sim.grid import Cell
from sim.play.consequences import chance_of, happens
from sim.play.odds import worst_first
from sim.play.show import Show, Stride, bands, lines, no_way, states, traits
from sim.rules.outlaws.combat.brawls import brawlers, has_objects
from sim.rules.outlaws.combat.shots import could_wound_at, covered, guns, skill_of, snapshot_range
from sim.rules.outlaws.events import BlowStruck, CounterDrawn, Shot, Thrown
from sim.rules.outlaws.figures import HANDS, LOOT
from sim.rules.outlaws.ground.cover import cover_from
from sim.rules.outlaws.ground.moves import FASTEST, WALK, Gait, barred
from sim.rules.outlaws.ground.sight import could_turn_to_see, fov, ruler, sees
from sim.rules.outlaws.orders import brawling, shooting
from sim.rules.outlaws.orders.base import DEAD, UNCONSCIOUS, OutlawsOrder, occasion_of, succeeds
from sim.rules.outlaws.orders.moving import BY_GAIT
from sim.rules.outlaws.solo.acting import DICE, OutlawsSituation, within_reach
from sim.rules.outlaws.solo.move import INTO_COVER, RIDING
from sim.rules.outlaws.solo.opponents import BRAWL_PLAN, CLOSEST, SUSPECTED
from sim.rules.outlaws.solo.shoot import OUT_OF_AMMO, shoot
from sim.rules.outlaws.state import (
    ACTION,
    BRAWL,
    CUP,
    SNAPSHOT,
    WOUNDS,
    Character,
    OutlawsPosition,
    actions_text,
    enemies,
    favoured,
    fewer,
    kind_of,
    named,
    others,
)
from sim.rules.outlaws.turn import standing
from sim.solo.answers import by_list, under
from sim.solo.plans import FirstOf, Plan
from sim.solo.situation import Situation

DIE = "die"
"""What can be asked of a character here alone: which die it would throw."""
WOUND, GROUND = "wounds", "ground"
"""Where facts come from, besides the card of a character and rules."""
CHITS = {
    "prone": "prone",
    "arm": "an arm: what it holds is dropped, and shots with it are harder",
    "leg": "a leg: no running, and walking costs more",
    "unconscious": "unconscious",
    "dead": "dead",
}
"""What a wound chit does, besides taking actions away."""


class OutlawsShow(Show):
    """What can be told of OUTLAWS!."""

    source, grave = "card", (UNCONSCIOUS, DEAD)
    count, enemies, sees = staticmethod(standing), staticmethod(others), staticmethod(could_turn_to_see)
    topics = (NEAREST, DIE, SAFE, VIEW, FIRE_ZONE, COVER)
    view_rule, fire_rule, cover_rule = "OUT-FOV", "OUT-WEAPON", "OUT-COVER"
    is_lost = staticmethod(lambda position, unit: unit.out)
    is_there = staticmethod(lambda unit: unit.cell is not None and not unit.out)
    questions = {
        ACTION: "{ask.unit} has {left}. Waiting gives up what is left of the counter.",
        SNAPSHOT: "{ask.unit} may try a snapshot at {ask.about} before anybody else acts, or let it be.",
        BRAWL: "{ask.unit} is in a brawl, and has {left}.",
    }

    def slots(self, position: OutlawsPosition, ask: Ask) -> dict[str, Any]:
        return {**super().slots(position, ask), "left": _left_text(position)}

    def no_order_to(self, position: OutlawsPosition, ask: Ask, unit: Any, cell: Cell) -> Refusal | None:
        """Say what the rules say to the whole way there, in the fastest gait that is possible at all."""
        gait = next(gait for gait in FASTEST if gait.refusal(position, unit) is None)
        reach = gait.reach(position, unit, None)
        if reach.cost(cell) is not None:
            return self.book.refusal(position, ask, BY_GAIT[gait](unit.id, reach.way(cell)[1:]))
        walker = WALK.mover(position.battle.data.numbers, unit)
        return barred(position, unit, cell) or Refusal(no_way(position, walker, cell), TABLE_SENSE)

    def idle(self, position: OutlawsPosition, ask: Ask, unit: Any) -> str:
        """OUT-CUP: say whose counter it is; nobody else can be given orders."""
        return f"The counter of {ask.unit} is out of the cup: nobody else acts now (OUT-CUP)." if ask.unit else ""

    def threat(self, position: OutlawsPosition, enemy: Character, target: Character) -> tuple[Odds, ...]:
        """Return the worst that an enemy could do with a whole counter, without a step or a turn."""
        ask = Ask(enemy.side, BRAWL if target in brawlers(position, enemy) else ACTION, enemy.id)
        if target.profile.group:
            return ()
        if enemy.side in position.battle.data.autos:
            foreseen = would_do(position, enemy, target)
            return foreseen[1].odds(foreseen[0], ask)[:1] if foreseen else ()
        state = position.state.changed(actor=enemy.id, actions=enemy.allowance, ran=False, fired=False)
        moment = Position(position.battle, state)
        # What a hit does takes long to find out: it is asked of those alone that are likeliest to hit.
        hits = [
            (chance_of(moment, ask, attack, succeeds, happens(Shot, Thrown, BlowStruck)), attack)
            for kind in (*shooting.ORDERS, *brawling.ORDERS)
            for attack in kind.choices(moment, ask, enemy)
            if attack.target == target.id and attack.plainly() == attack and not self.book.refusal(moment, ask, attack)
        ]
        best = max((chance for chance, _ in hits), default=None)
        able = [told for chance, attack in hits if chance == best for told in attack.odds(moment, ask)]
        return worst_first(able, *self.grave)[:1]

    def answered(self, here: OutlawsSituation, unit: Any, about: str | None) -> Iterator[UnitAnswer]:
        """OUT-T-closest, OUT-T-suspected, OUT-DIE-dark: whom an auto goes for, by which die, and into what cover."""
        if unit.profile.group:
            return
        foes, actions = enemies(here.position, unit.side), _actions_of(here.position, unit)
        near = by_list("closest enemy in sight", here, CLOSEST, foes, none="it can see, or turn to see, nobody")
        far = by_list("suspected enemy", here, SUSPECTED, foes)
        rule, text = next(each[:2] for each in DICE if each[2](here.page()[0]))
        yield from (*under(NEAREST, near, far), UnitAnswer("die", rule, text, topic=DIE))
        chosen, seek = near.best or far.best, RIDING if unit.mounted else INTO_COVER
        for foe in [] if unit.prone else [each for each in foes if each.id == about] or foes:
            if foe.id == about or foe.id in chosen:
                squares = within_reach(against := here.against(foe), seek.gait, actions=actions)
                found = by_list(f"squares with cover from {foe.id}", against, seek.choice, squares)
                yield replace(found, topic=SAFE, is_against=True)
        yield from super().answered(here, unit, about)

    def cover_against(self, position: OutlawsPosition, unit: Any, enemy: Any) -> Check:
        """OUT-COVER: return the cover of a character from an enemy, as it has taken it."""
        found = cover_from(position, unit.place, enemy.place, covering=unit.covering)
        return covered(position, Check("shelter"), found)

    def view(self, position: OutlawsPosition, unit: Any, facing: int | None = None) -> Area:
        """OUT-FOV: what a character sees, or would see after turning."""
        return fov(position, unit, facing) if self.is_there(unit) else Area(position.map, 0)

    def fire_zone(self, position: OutlawsPosition, unit: Any) -> tuple[Band, ...]:
        """Return what a character covers with what it holds: where it would snap, and where it could wound at all."""
        arms = [item for item in unit.held if (kind := kind_of(position, item)).shots or kind.thrown]
        if not self.is_there(unit) or not arms:
            return ()
        here, seen = unit.cell, fov(position, unit)
        snap = max((snapshot_range(position, unit, kind) for _, kind in guns(position, unit)), default=-1)
        near = Area.of(position.map, (cell for cell in seen if ruler(here, cell) <= snap))
        far = (cell for cell in seen if any(could_wound_at(position, unit, here, cell, arm) for arm in arms))
        return bands(seen, ("snapshot range", near), ("in range", Area.of(position.map, far)))

    def strides(self, position: OutlawsPosition, unit: Any) -> Iterator[Stride]:
        """Yield how a character gets about with what is left of its counter, or with a whole one: a run comes last."""
        actions = _actions_of(position, unit)
        for gait in FASTEST[::-1] if not unit.profile.group else ():
            if gait.refusal(position, unit) is None:
                yield Stride(gait.reach(position, unit, actions), *_priced(position, gait, actions))

    def defence(self, position: OutlawsPosition, cell: Cell) -> Check:
        """Return the cover that a square has from all sides."""
        return covered(position, Check("defence"), own_cover(position.ground, cell))

    def shelter(self, position: OutlawsPosition, source: Cell, cell: Cell) -> Check:
        """OUT-COVER: return the cover from one side, once, as whoever is there has taken it."""
        covering = any(unit.covering for unit in position.state.units.at(cell))
        return covered(position, Check("shelter"), cover_from(position, cell, source, covering=covering))

    def marked(self, position: OutlawsPosition) -> Iterator[Marker]:
        yield from super().marked(position)
        yield from (Marker(horse.cell, "horse", "without a rider") for horse in position.state.horses)
        lying: dict[Cell, list[Any]] = {}
        for cell, item in position.state.lying:
            lying.setdefault(cell, []).append(item)
        for cell, items in lying.items():
            text = ", ".join(named(position, item) for item in items)
            yield Marker(cell, "objective" if any(item.kind == LOOT for item in items) else "spot", text)

    def exit_text(self, leave: Any) -> str:
        loot = f", {leave.points + leave.loot_points} with the loot" if leave.loot_points else ""
        return f" may leave here: {leave.points}{loot}"

    def moment(self, position: OutlawsPosition) -> Iterator[Fact]:
        state = position.state
        cup = ", ".join(state.deck(CUP).left) or "no counter: a new turn begins"
        out = state.actor and f"{state.actor}, {_left_text(position)}"
        return lines(("counter", out, "OUT-CUP"), ("in the cup", cup, "OUT-CUP"))

    def besides(self, position: OutlawsPosition) -> Iterator[Fact]:
        yield Fact("wound chits", f"{len(position.state.deck(WOUNDS).left)} in the pool", "each goes back")

    def card(self, position: OutlawsPosition, deck: str, card: str) -> CardFace:
        if deck == WOUNDS and card in position.battle.data.chits:
            chit = position.battle.data.chits[card]
            return CardFace(card, chit.name, "; ".join([*fewer(chit.owed, chit.lost), *traits(chit, CHITS)]))
        if deck == CUP and card in position.state.units:
            unit = position.state.unit(card)
            side = position.battle.side(unit.side).mention
            return CardFace(card, card, f"{unit.profile.name}, {side}: {unit.allowance} actions")
        return CardFace(card, card, "")

    def told(self, position: OutlawsPosition, unit: Any) -> Iterator[Fact]:
        profile, full, card = unit.profile, unit.profile.actions, self.source
        yield Fact("kind", profile.name, card)
        if profile.group:
            yield Fact("group", "moves away from shots, and is not a target", "OUT-T-groups")
            return
        yield from _condition(position, unit)
        less = f" of {full}" if unit.allowance < full else ""
        yield from lines(
            ("actions", f"{unit.allowance}{less}", f"card {full}, wounds -{unit.lost}" if unit.lost else card),
            ("gun", str(profile.gun), card),
            ("brawl", str(profile.brawl), card),
            ("bow", profile.bow, card),
            ("people", profile.tuwa and "Tuwa", card),
        )
        yield from _things(position, unit)
        yield from _surroundings(position, unit) if self.is_there(unit) else ()


def _left_text(position: OutlawsPosition) -> str:
    return f"{actions_text(position.state.actions) if position.state.actions else 'no actions'} left"


def _priced(position: OutlawsPosition, gait: Gait, actions: int) -> tuple[Callable[[int], str], Callable[[int], int]]:
    """Return what the cost of a search is in words and in actions, of which a run takes all."""

    def price(cost: int) -> int:
        return actions if gait.takes_all else gait.actions(position, cost)

    return lambda cost: f"{actions_text(price(cost))}, {gait.word}", price


def _actions_of(position: OutlawsPosition, unit: Character) -> int:
    """Return what is left of a character's counter, or a whole one."""
    return position.state.actions if position.state.actor == unit.id else unit.allowance - unit.owed


# -- threats --------------------------------------------------------------------------------------------------

SHOOTS = FirstOf(OUT_OF_AMMO, shoot(plus=True, instead=None))
"""OUT-AMMO-1, OUT-AMMO-2: whoever hides to reload, or has given up, throws no knife."""


def would_do(
    position: OutlawsPosition, unit: Character, target: Character
) -> tuple[OutlawsPosition, OutlawsOrder] | None:
    """Return the blow, the shot or the throw to which an auto's rules lead, and the moment before it; None for none.

    Its own plan is asked, and nothing is written a second time. Whatever comes before the blow or the shot and needs
    no die (to draw, to get up, to pick up a chair) is carried out, so that the odds are those of the moment.
    """
    fighting = brawlers(position, unit)
    if target not in fighting if fighting else not sees(position, unit, target):
        return None
    plan: Plan = BRAWL_PLAN if fighting else SHOOTS
    ask = Ask(unit.side, occasion_of(position, unit), unit.id)
    state = CounterDrawn(unit.id, max(0, unit.allowance - unit.owed)).apply(position.state)
    for other in fighting:  # which of several it strikes at a die says: here it is this one
        if other.id != target.id:
            state = state.with_unit(other.changed(cell=None))
    game = Game(position.battle, Start(state), {}, Seeded(0))
    orders: Iterator[Any] = plan.orders(Situation(game, ask).against(target))
    for order in orders:
        if order.attacks:
            return game.position, order.plainly()
        if not order.prepares:
            return None
        order.resolve(game, ask)
    return None


# -- facts ----------------------------------------------------------------------------------------------------


def _condition(position: OutlawsPosition, unit: Character) -> Iterator[Fact]:
    """Yield what has befallen a character."""
    yield from states(
        (unit.id in position.state.left, "has left the board"),
        (unit.dead, "dead"),
        (not unit.conscious and not unit.dead, "unconscious"),
        (unit.mounted, "in the saddle"),
        (unit.prone and not unit.out, "prone"),
        (unit.covering, "has taken cover"),
        (unit.running, "running: harder to hit until its next counter"),
    )
    arms = [f"the {arm} arm: shots with it are harder" for arm in unit.arms]
    yield from lines(
        *(("wounds", text, WOUND) for text in (*reversed(fewer(unit.owed, unit.lost)), *arms)),
        ("wounds", unit.leg and CHITS["leg"], WOUND),
        ("snapshots", unit.snapped and f"tried at {', '.join(unit.snapped)}", "OUT-SNAP-1"),
    )


def _things(position: OutlawsPosition, unit: Character) -> Iterator[Fact]:
    better = favoured(position, unit)[0]
    for hand in HANDS:
        held = getattr(unit, hand)
        label = f"{hand} hand" + (" (favoured)" if hand == better else "")
        yield Fact(label, thing_text(position, held) if held else "empty")
        kind = kind_of(position, held) if held else None
        if kind and kind.shots:
            snap = snapshot_range(position, unit, kind)
            yield Fact("skill", f"{skill_of(unit, kind)} with it; snapshots within {snap} squares", "OUT-SNAP-1")
    yield from (Fact("carries", thing_text(position, item)) for item in unit.carried)


def thing_text(position: OutlawsPosition, item: Any) -> str:
    """Say what an item is, and how it is loaded."""
    kind = kind_of(position, item)
    if not kind.capacity:
        return named(position, item)
    reloads = f", {counted(item.reloads, 'reload') if item.reloads else 'no reloads'}"
    loose = f" and {item.loose} loose" if item.loose else ""
    return f"{named(position, item)}, {item.loaded} of {kind.capacity} loaded{reloads}{loose}"


def _surroundings(position: OutlawsPosition, unit: Character) -> Iterator[Fact]:
    """Yield what a character has to fear and to hope for where it stands."""
    against = ", ".join(other.id for other in brawlers(position, unit))
    yield from lines(
        ("brawl", against and f"with {against}"),
        ("objects", has_objects(position, unit.place) and "there is something here to strike with", GROUND),
    )
    for enemy in others(position, unit.side):
        if sees(position, enemy, unit):
            shelter = cover_from(position, unit.place, enemy.place, covering=unit.covering)
            yield Fact("in the view of", f"{enemy.id}: {shelter[0].reason if shelter else 'no cover'}", "OUT-COVER")
