"""What is neither moving nor firing: rally, dig in, hide, cards, stall, pass; and all orders in one book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from functools import partial
from typing import Annotated

from sim.board.cover import own_cover
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least, die
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Checked, Rolled, Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import Name, counted
from sim.grid import Cell
from sim.play.book import OrderBook, present
from sim.play.consequences import Course, consequences, throws
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Actor, Actors, Choice, Refused
from sim.rules.conflict_of_heroes.combat import losses
from sim.rules.conflict_of_heroes.combat.losses import REACTIONS, REROLL
from sim.rules.conflict_of_heroes.events import CapsChanged, Concealed, DugIn, MinesLaid, ObstaclesCleared, RallyTried
from sim.rules.conflict_of_heroes.figures import ActionCard
from sim.rules.conflict_of_heroes.ground.moves import cannot_move, has_feature
from sim.rules.conflict_of_heroes.orders import base
from sim.rules.conflict_of_heroes.orders.base import AI_TURN, NO_COST, TURN, Action, Aimed, CohOrder
from sim.rules.conflict_of_heroes.orders.fire import AFTERWARDS, Fire, LaySmoke, ReconByFire
from sim.rules.conflict_of_heroes.orders.move import Move, Pivot, stick, sticking
from sim.rules.conflict_of_heroes.state import (
    HEAVY_SMOKE,
    CohData,
    CohState,
    Counter,
    Play,
    Scene,
    called,
    friends,
    in_close_combat,
    marker_of,
    named,
    opponents,
)

BARRIER = "wall or fortification"


def rally_refusal(position: Scene, unit: Counter) -> Refusal | None:
    """COH-RALLY: say why a counter cannot rally; None if it can."""
    marker = marker_of(position, unit)
    if marker is None:
        return Refusal(f"{unit.name} {unit.name:is|are} not hit", "COH-RALLY")
    if marker.rally is None:
        return Refusal(f"{marker.name} cannot be rallied", "COH-HIT")
    if in_close_combat(position, unit):
        return Refusal("an enemy is in the hex", "COH-RALLY")
    return None


def rally_needs(position: Scene, unit: Counter, dice_caps: int = 0) -> Check:
    """Return what two dice must reach: less in woods, in a building, behind a wall, in smoke, and beside friends.

    CAPs on the dice lower it as they do in an attack (base game 3). Ruling: in a group rally as many go on the dice of
    each counter, and all of them are paid for, because every CAP counts for a single roll.
    """
    marker, numbers = marker_of(position, unit), position.battle.data.numbers
    assert marker is not None and marker.rally is not None
    check = Check("rally").plus(marker.rally, marker.name)
    edges = (position.ground.edge_at(position.map.grid.edge(unit.place, side)) for side in position.map.grid.sides)
    # Each kind of shelter counts once, and a wall and works together no more than either.
    sheltered = {BARRIER} if any(edge is not None and edge.defence for edge in edges) else set[str]()
    for cover in own_cover(position.ground, unit.place):
        kinds = {"works": BARRIER, "woods": "woods", "building": "building"}
        sheltered |= {kinds[trait] for trait in cover.traits if trait in kinds}
        sheltered |= {"heavy smoke"} if cover.kind == HEAVY_SMOKE else set()
    for reason in sorted(sheltered):
        check = check.plus(numbers.rally_cover, reason)
    beside = [other for other in position.state.units.at(unit.place) if other.id != unit.id]
    steady = sum(other.side == unit.side and not other.hit for other in beside)
    check = check.plus(numbers.rally_friend * steady, f"{steady} unhit beside it")
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


class Rally(Aimed):
    """COH-RALLY: try to shake off hits, one counter or a group."""

    rule, verb, urged, fixed = "COH-RALLY", "rally", "urged on", (lambda numbers: numbers.rally_ap, "rally")
    says = "{who} {who:tries|try} to rally{paid}"
    cards = (*Action.cards, "rally_try")
    units: Actors = ()

    @classmethod
    def aims(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[Rally]:
        if unit is None:
            return
        yield cls((unit.id,))
        if ask.occasion == TURN:
            hit = [each for each in friends(position, unit.side) if each.hit and each.spent == unit.spent]
            able = [each for each in hit if rally_refusal(position, each) is None]
            yield from (cls(tuple(each.id for each in group)) for group in base.groups(position, unit, able))

    def hindrances(self, position: Scene) -> Iterator[Refused]:
        """COH-RALLY, COH-GROUP: all of them hit and out of close combat, and they stand together."""
        if not self.units:
            yield Refusal("nobody rallies", TABLE_SENSE)
        acting = [position.state.unit(id_) for id_ in self.units]
        yield from (rally_refusal(position, unit) for unit in acting)
        yield base.apart(position, acting)
        yield self.dice_refusal(position)

    @property
    def rolls(self) -> int:
        """COH-RALLY: CAPs on the dice are paid for each counter."""
        return len(self.units)

    def act(self, game: Play, ask: Ask) -> None:
        """COH-RALLY: let each roll."""
        for id_ in self.units:
            unit = game.state.unit(id_)
            check = rally_needs(game.position, unit, self.dice_caps)
            beside = tuple(other.id for other in game.state.units.at(unit.place) if other.id != id_)
            game.note(Checked(check, rule="COH-RALLY", about=beside))
            throw = Throw(D6, called(id_).does("rallies"), id_, at_least(check.total), count=2)
            if losses.player_roll(game, throw, unit.side, "COH-RALLY") >= check.total:
                losses.recover(game, id_)
            else:
                game.happen(RallyTried(id_, False, None))

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        for nth, id_ in enumerate(self.units):
            purpose, place = called(id_).does("rallies"), position.state.unit(id_).place
            beside = [other for other in self.units[:nth] if position.state.unit(other).place == place]
            less = f"; less for each of {', '.join(beside)} that rallies first" if beside else ""

            def why(telling: Telling, less: str = less) -> str:
                return telling.or_more + less

            yield Told(purpose, id_, None, purpose, because=why, until=AFTERWARDS, matters=throws(purpose))

    def who(self, position: Scene) -> Name:
        return Name(", ".join(self.units), True) if len(self.units) > 1 else called(*self.units)


class DigIn(Action):
    """COH-DIG: take up a hasty defence."""

    rule, verb, leaves = "COH-DIG", "dig in", {"dug_in": True}
    fixed = (lambda numbers: numbers.hasty_ap, "hasty defence")
    says = "{unit} {unit:takes|take} up a hasty defence{paid}"
    cards = (*Action.cards, "hasty_defence")
    unit: Actor

    def hindrances(self, position: Scene) -> Iterator[Refused]:
        """COH-DIG: foot and guns, out of close combat; vehicles need a card."""
        unit = position.state.unit(self.unit)
        name, marker = unit.name, marker_of(position, unit)
        if unit.dug_in:
            yield f"{name} {name:is|are} in hasty defence already"
        if in_close_combat(position, unit):
            yield f"{name} {name:is|are} in close combat"
        if unit.profile.kind == "vehicle" and not self.card:
            yield "vehicles do not dig in"
        if marker and marker.only_rally:
            yield Refusal(f"{name} {name:is|are} {marker.name.lower()} and can only rally", "COH-HIT")

    def act(self, game: Play, ask: Ask) -> None:
        losses.come_into_the_open(game, self.unit)
        game.happen(DugIn(self.unit))


class Hide(Action):
    """COH-HIDE: go into hiding where nobody sees it."""

    rule, verb, fixed = "COH-HIDE", "hide", (lambda numbers: numbers.hide_ap, "hide")
    says = "{unit} {unit:hides|hide}{paid}"
    unit: Actor

    def hindrances(self, position: Scene) -> Iterator[Refused]:
        """COH-HIDE: able to move, and seen by no enemy."""
        unit = position.state.unit(self.unit)
        if unit.hidden:
            yield f"{unit.name} {unit.name:is|are} hidden already"
        yield cannot_move(position, unit)
        seen_from = position.lines.field_of_view(unit.place)
        seers = [enemy for enemy in opponents(position, unit.side) if enemy.place in seen_from]
        if seers:
            yield f"{named(seers)} would see it"

    def act(self, game: Play, ask: Ask) -> None:
        game.happen(Concealed(self.unit, True))


ACTIONS: tuple[type[Action], ...] = (Fire, ReconByFire, Move, Pivot, Rally, DigIn, Hide, LaySmoke)
OBSTACLES = ("wire", "mines")
ALONE = ("rally_at_once", "caps_die", "clear_obstacle", "lay_mines", "scout")
"""COH-3.3: what cards do that are actions by themselves."""
ALWAYS = (TURN, AI_TURN, *REACTIONS)
Somebody = Annotated[UnitId, Choice("unit")]
WHEN: dict[str, str] = {
    "reroll": "after a roll of one's own that has missed",
    "luck": "after a roll of one's own that has missed",
    "enemy_cost": "before the spent check of an AI",
    "bog_down": "after an AI vehicle has moved",
    "free_action": "any that a Unit can carry out",
    "free_action_spent": "any that a spent Unit can carry out",
    "rally_try": "to rally",
    "extra_hex": "to move on into one hex more",
    "firepower": "to fire",
    "smoke": "smoke in a hex that a Unit sees",
    "hasty_defence": "to dig in",
    "second_turn": "any for which another turn is wanted",
}
"""When cards are played that are no actions by themselves."""


class PlayCard(CohOrder):
    """COH-3.3: play a card that is an action by itself, or an answer to what has just happened."""

    rule, verb, on = "COH-3.3", "card", ALWAYS
    says = "{card_name} is played{by}"
    card: Annotated[str, Choice("card")] = field()
    unit: Somebody = ""
    cell: Annotated[Cell | None, Choice("cell")] = None

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[PlayCard]:
        """Yield the cards that a counter plays; then those that need none, and those that go along with nothing now."""
        for name in dict.fromkeys(position.state.hand) if ask.occasion != AI_TURN else ():
            card = position.battle.data.action_cards[name]
            if unit is None:
                if ask.occasion in REACTIONS or (not _of_unit(card) and not _goes_along(position, ask, card)):
                    yield cls(name)
            elif card.effect == "lay_mines":
                around = (cell for cell in position.map.whole if cell != unit.place)
                near = (cell for cell in around if position.map.distance(unit.place, cell) <= card.value)
                yield from (cls(name, unit.id, cell) for cell in near)
            elif _of_unit(card):
                yield cls(name, unit.id)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """COH-3.3: on an occasion for answers it must be one that counts, and else an action by itself."""
        if ask.occasion == AI_TURN:
            yield from super().refusals(position, ask)
            return
        yield self.card_refusal(position)
        card = position.battle.data.action_cards[self.card]
        if ask.occasion == TURN:
            if any(card.effect in effects for effects in REACTIONS.values()):
                yield f"{card.name} is an answer: {WHEN[card.effect]}"
            if card.effect not in ALONE:
                yield f"{card.name} is played along with an order: {WHEN[card.effect]}"
            if _of_unit(card) is not bool(self.unit):
                yield f"{card.name} needs {'a Unit' if _of_unit(card) else 'no Unit'}"
            if self.unit:
                yield from self._by_unit(position, position.state.unit(self.unit), card)
            yield self.payment_refusal(position)
            return
        if card.effect not in REACTIONS[ask.occasion]:
            yield f"{card.name} is no answer to that"
        if (card.caps or 0) > position.state.caps:
            yield f"{card.name} takes {card.caps} CAPs"
        missing = ask.number or 0
        if ask.occasion == REROLL and missing > losses.most_added(position, (1,) * 2):
            yield f"{card.name} cannot change the result: the roll falls short by {missing}"

    def _by_unit(self, position: Scene, unit: Counter, card: ActionCard) -> Iterator[Refused]:
        """COH-3.3: say why a counter cannot play it: whoever is hit, or has an enemy beside it, does not dig."""
        if card.ap and unit.spent:
            yield Refusal(f"{unit.name} {unit.name:is|are} spent", "COH-3.1")
        if card.effect == "rally_at_once" and not unit.hit:
            yield f"{unit.name} {unit.name:is|are} not hit"
        if card.effect not in ("clear_obstacle", "lay_mines"):
            return
        if unit.hit or in_close_combat(position, unit):
            yield f"{unit.name} {unit.name:is|are} hit or in close combat"
        if card.effect == "clear_obstacle":
            yield None if has_feature(position, unit.place, *OBSTACLES) else "there is nothing to clear"
        elif self.cell is None or self.cell not in position.map:
            yield Refusal("mines need a hex of the map", TABLE_SENSE)
        elif position.map.distance(unit.place, self.cell) > card.value:
            yield f"{position.name(self.cell)} is too far away"
        elif position.state.units.at(self.cell):
            yield f"{position.name(self.cell)} is not empty"
        elif has_feature(position, self.cell, *OBSTACLES):
            yield f"{position.name(self.cell)} has an obstacle already"

    def act(self, game: Play, ask: Ask) -> None:
        """COH-3.3: do what it says. An answer is acted upon by whoever has asked for it; scouts go afterwards."""
        card = game.battle.data.action_cards[self.card]
        match card.effect if ask.occasion not in REACTIONS else None:
            case "rally_at_once":
                losses.recover(game, self.unit)
            case "caps_die":
                whom = self.unit or game.battle.data.player
                game.happen(CapsChanged(game.throw(Throw(die(card.value), card.name, whom), "COH-3.3").total))
            case "clear_obstacle":
                game.happen(ObstaclesCleared(game.state.unit(self.unit).place))
            case "lay_mines" if self.cell is not None:
                game.happen(MinesLaid(self.cell))

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell the chances of a card that has a die of its own.

        None for a roll that is thrown again: what lay there before is not in the position.
        """
        card, player = position.battle.data.action_cards[self.card], position.battle.data.player

        def caps(run: Course) -> str:
            rolled = run.thrown(card.name)
            return counted(rolled.total if isinstance(rolled, Rolled) else 0, "CAP")

        if card.effect == "caps_die":
            who, why = self.unit or player, "as many as the die shows"
            yield Told("more CAPs", who, throw=card.name, so=otherwise, ends=caps, need=at_least(1), because=why)
        elif card.effect == "bog_down" and (vehicle := ask.about) is not None and sticking(position):
            stuck = partial(stick, card=card, vehicle=vehicle)
            yield Told(f"{vehicle} is stuck", player, vehicle, card.name, whom=vehicle, resolve=stuck)
        elif card.effect == "luck" and ask.number is not None:
            yield _lucky(position, ask, ask.number, card)

    def text(self, position: Scene) -> str:
        where = f" in {position.name(self.cell)}" if self.cell is not None else ""
        return f"play {self.card_name(position)}{self.by(position)}{where}"

    def by(self, position: Scene) -> str:
        """Name the counter that plays it."""
        return f" with {self.unit}" if self.unit else ""

    def manner(self, position: Scene) -> str:
        return self.card_name(position)


def _lucky(position: Scene, ask: Ask, missing: int, card: ActionCard) -> Told:
    whom, good = ask.unit or position.battle.data.player, "the roll is good"

    def tried(game: Play) -> None:
        if losses.luck(game, card, whom) >= missing:
            game.happen(Passed(ask.side, None, good))

    def is_good(run: Course) -> bool:
        return run.has(Passed)

    found = consequences(position, tried)
    rolls = [run.thrown(card.name) for run in found.runs if is_good(run)]
    lowest = min((roll.total for roll in rolls if isinstance(roll, Rolled)), default=max(D6.faces) + 1)
    spoilt = position.battle.data.numbers.luck_spoilt_at
    why = f"{missing} more are needed; above {spoilt} luck adds {card.value}"
    return Told(good, whom, throw=card.name, so=is_good, need=at_least(lowest), because=why, found=found)


def _of_unit(card: ActionCard) -> bool:
    """Say whether a counter plays a card: whoever pays for it, or whom it helps."""
    return bool(card.ap) or card.effect == "rally_at_once"


def _goes_along(position: Scene, ask: Ask, card: ActionCard) -> bool:
    """Say whether a card can be played with some order now; it is listed by itself where that is possible as well."""
    if card.effect in ALONE:
        return False
    along = (
        order
        for kind in ACTIONS
        if card.effect in kind.cards
        for unit in (*friends(position, ask.side), None)
        for order in kind.candidates(position, ask, unit)
        if order.card == card.id
    )
    return any(BOOK.refusal(position, ask, order) is None for order in along)


class Stall(CohOrder):
    """COH-3.4: spend 1 AP with a fresh Unit, or 1 CAP, and do nothing."""

    rule, verb, fixed = "COH-3.4", "stall", (lambda numbers: numbers.stall, "stall")
    unit: Somebody = ""
    """Empty: a CAP is spent."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[Stall]:
        if ask.occasion == TURN:
            yield cls(unit.id if unit else "")

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """COH-3.4: it is the player's."""
        if ask.occasion == AI_TURN:
            yield "AIs do not stall"
        yield from super().refusals(position, ask)

    def full_cost(self, position: Scene) -> Check:
        return super().full_cost(position) if self.unit else NO_COST

    def caps_needed(self, position: Scene) -> int:
        return 0 if self.unit else position.battle.data.numbers.stall

    def act(self, game: Play, ask: Ask) -> None:
        game.note(Said("stalls", rule="COH-3.4"))
        game.happen(Passed(ask.side, self.unit or None, "stalls"))

    def line(self, position: Scene) -> str:
        return super().line(position) if self.unit else "stall with a CAP"

    def sentence(self, position: Scene) -> str:
        name = position.battle.ruleset.name(position, self.unit)
        return f"{name} {name:stalls|stall}" if self.unit else "a CAP is spent to stall"

    def manners(self, position: Scene) -> Iterator[str]:
        if not self.unit:
            yield "by CAPs"


class Pass(CohOrder):
    """COH-3.5: spend nothing and do nothing."""

    rule, verb, says, passes, on = "COH-3.5", "pass", "pass", True, ALWAYS

    def act(self, game: Play, ask: Ask) -> None:
        kept = "lets the roll stand" if ask.occasion == REROLL else "keeps the cards"
        game.happen(Passed(ask.side, None, kept if ask.occasion in REACTIONS else "passes"))

    def text_for(self, position: Scene, ask: Ask) -> str:
        return "let it be" if ask.occasion in REACTIONS else self.verb


# -- the book -------------------------------------------------------------------------------------------------


def actors(position: Scene, ask: Ask) -> tuple[Counter, ...]:
    """Return who can be given orders: nobody, while a card may answer what has just happened."""
    return () if ask.occasion in REACTIONS else friends(position, ask.side)


BOOK: OrderBook[CohState, CohData] = OrderBook(
    *ACTIONS, PlayCard, Stall, Pass, gates=(base.answering, present), actors=actors
)
