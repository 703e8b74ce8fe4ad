"""Staying put: rally, dig in, hide."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.cover import own_cover
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import Name
from sim.play.consequences import throws
from sim.play.odds import Telling, Told
from sim.play.order import Actor, Actors, Refused
from sim.rules.conflict_of_heroes.combat import hiding, losses, reactions
from sim.rules.conflict_of_heroes.combat.odds import AFTERWARDS
from sim.rules.conflict_of_heroes.events import Concealed, DugIn, RallyTried
from sim.rules.conflict_of_heroes.ground.moves import cannot_move
from sim.rules.conflict_of_heroes.orders import base
from sim.rules.conflict_of_heroes.orders.base import TURN, Action, Aimed
from sim.rules.conflict_of_heroes.state import (
    HEAVY_SMOKE,
    CohGame,
    CohPosition,
    Counter,
    called,
    friends,
    in_close_combat,
    marker_of,
    named,
    opponents,
)

BARRIER = "wall or fortification"


def rally_refusal(position: CohPosition, unit: Counter) -> Refusal | None:
    """COH-RALLY: say why a counter cannot rally; None if it can."""
    marker = marker_of(position, unit)
    if marker is None:
        return Refusal(f"{unit.name} {unit.name:is|are} not hit", "COH-RALLY")
    if marker.rally is None:
        return Refusal(f"{marker.name} cannot be rallied", "COH-HIT")
    if in_close_combat(position, unit):
        return Refusal("an enemy is in the hex", "COH-RALLY")
    return None


def rally_needs(position: CohPosition, unit: Counter, dice_caps: int = 0) -> Check:
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
    check = check.plus(
        numbers.rally_friend * steady, "unhit friend beside it" if steady == 1 else "unhit friends beside it"
    )
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


class Rally(Aimed):
    """COH-RALLY: try to shake off hits, one counter or a group."""

    rule, verb, key, urged, fixed = "COH-RALLY", "rally", "R", "urged on", (lambda numbers: numbers.rally_ap, "rally")
    says = "{who} {who:tries|try} to rally{paid}"
    cards = (*Action.cards, "rally_try")
    units: Actors = ()

    @classmethod
    def aims(cls, position: CohPosition, ask: Ask, unit: Counter | None) -> Iterator[Rally]:
        if unit is None:
            return
        yield cls((unit.id,))
        if ask.occasion == TURN:
            hit = [each for each in friends(position, unit.side) if each.hit and each.spent == unit.spent]
            able = [each for each in hit if rally_refusal(position, each) is None]
            yield from (cls(tuple(each.id for each in group)) for group in base.groups(position, unit, able))

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
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

    def act(self, game: CohGame, ask: Ask) -> None:
        """COH-RALLY: let each roll."""
        for id_ in self.units:
            unit = game.state.unit(id_)
            check = rally_needs(game.position, unit, self.dice_caps)
            beside = tuple(other.id for other in game.state.units.at(unit.place) if other.id != id_)
            game.note(Checked(check, rule="COH-RALLY", about=beside))
            throw = Throw(D6, called(id_).does("rallies"), id_, at_least(check.total), count=2)
            if reactions.player_roll(game, throw, unit.side, "COH-RALLY") >= check.total:
                losses.recover(game, id_)
            else:
                game.happen(RallyTried(id_, False, None))

    def foretold(self, position: CohPosition, ask: Ask) -> Iterator[Told]:
        for nth, id_ in enumerate(self.units):
            purpose, place = called(id_).does("rallies"), position.state.unit(id_).place
            beside = [other for other in self.units[:nth] if position.state.unit(other).place == place]
            less = f"; less for each of {', '.join(beside)} that rallies first" if beside else ""

            def why(telling: Telling, less: str = less) -> str:
                return telling.or_more + less

            yield Told(purpose, id_, None, purpose, because=why, until=AFTERWARDS, matters=throws(purpose))

    def who(self, position: CohPosition) -> Name:
        return Name(", ".join(self.units), True) if len(self.units) > 1 else called(*self.units)


class DigIn(Action):
    """COH-DIG: take up a hasty defence."""

    rule, verb, key, leaves = "COH-DIG", "dig in", "D", {"dug_in": True}
    fixed = (lambda numbers: numbers.hasty_ap, "hasty defence")
    says = "{unit} {unit:takes|take} up a hasty defence{paid}"
    cards = (*Action.cards, "hasty_defence")
    unit: Actor

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
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

    def act(self, game: CohGame, ask: Ask) -> None:
        hiding.come_into_the_open(game, self.unit)
        game.happen(DugIn(self.unit))


class Hide(Action):
    """COH-HIDE: go into hiding where nobody sees it."""

    rule, verb, key, fixed = "COH-HIDE", "hide", "H", (lambda numbers: numbers.hide_ap, "hide")
    says = "{unit} {unit:hides|hide}{paid}"
    unit: Actor

    def hindrances(self, position: CohPosition) -> Iterator[Refused]:
        """COH-HIDE: able to move, and seen by no enemy."""
        unit = position.state.unit(self.unit)
        if unit.hidden:
            yield f"{unit.name} {unit.name:is|are} hidden already"
        yield cannot_move(position, unit)
        seen_from = position.lines.field_of_view(unit.place)
        seers = [enemy for enemy in opponents(position, unit.side) if enemy.place in seen_from]
        if seers:
            yield f"{named(seers)} would see it"

    def act(self, game: CohGame, ask: Ask) -> None:
        game.happen(Concealed(self.unit, True))
