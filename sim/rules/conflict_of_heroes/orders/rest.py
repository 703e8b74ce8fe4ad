"""What is done without moving or firing: rallying, digging in, hiding."""

from __future__ import annotations

from collections.abc import Iterator

from sim.board.cover import own_cover
from sim.engine.check import Check
from sim.engine.dice import D6, Throw, at_least
from sim.engine.notes import Checked
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import Name
from sim.grid import Cell
from sim.play.consequences import throws
from sim.play.odds import Telling, Told
from sim.play.order import Actor, Actors, Refused
from sim.rules.conflict_of_heroes.answers import player_roll
from sim.rules.conflict_of_heroes.combat.hidden import come_into_the_open
from sim.rules.conflict_of_heroes.combat.losses import recover
from sim.rules.conflict_of_heroes.events import Concealed, DugIn, RallyTried
from sim.rules.conflict_of_heroes.ground.moving import cannot_move
from sim.rules.conflict_of_heroes.orders.base import TURN, Action, Aimed, apart, groups
from sim.rules.conflict_of_heroes.orders.odds import AFTERWARDS
from sim.rules.conflict_of_heroes.units import (
    HEAVY_SMOKE,
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

# -- rallying --------------------------------------------------------------------------------------------------


BARRIER = "wall or fortification"
"""Either of them counts, and both together no more than one."""


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
    for reason in sorted(_shelters(position, unit.place)):
        check = check.plus(numbers.rally_cover, reason)
    beside = [other for other in position.state.units.at(unit.place) if other.id != unit.id]
    steady = sum(other.side == unit.side and not other.hit for other in beside)
    check = check.plus(numbers.rally_friend * steady, f"{steady} unhit beside it")
    return check.plus(-dice_caps * numbers.cap_on_dice, "CAPs on the dice")


def _shelters(position: Scene, cell: Cell) -> set[str]:
    """Return the kinds of shelter in a hex, each of which counts once."""
    found: set[str] = set()
    for cover in own_cover(position.ground, cell):
        found |= {"woods", "building"}.intersection(cover.traits)
        if "works" in cover.traits:
            found.add(BARRIER)
        if cover.kind == HEAVY_SMOKE:
            found.add("heavy smoke")
    edges = (position.ground.edge_at(position.map.grid.edge(cell, side)) for side in position.map.grid.sides)
    if any(edge is not None and edge.defence for edge in edges):
        found.add(BARRIER)
    return found


class Rally(Aimed):
    """COH-RALLY: try to shake off hits, one counter or a group."""

    rule, verb, urged = "COH-RALLY", "rally", "urged on"
    says = "{who} {who:tries|try} to rally{paid}"
    cards = (*Action.cards, "rally_try")
    units: Actors = ()

    @classmethod
    def aims(cls, position: Scene, ask: Ask, unit: Counter | None) -> Iterator[Rally]:
        """Yield the rally of a counter, and those of the groups that it leads."""
        if unit is None:
            return
        yield cls((unit.id,))
        if ask.occasion == TURN:
            hit = [each for each in friends(position, unit.side) if each.hit and each.spent == unit.spent]
            able = [each for each in hit if rally_refusal(position, each) is None]
            yield from (cls(tuple(each.id for each in group)) for group in groups(position, unit, able))

    def hindrances(self, position: Scene) -> Iterator[Refused]:
        """COH-RALLY, COH-GROUP: all of them hit and out of close combat, and they stand together."""
        if not self.units:
            yield Refusal("nobody rallies", TABLE_SENSE)
        units = [position.state.unit(id_) for id_ in self.units]
        yield from (rally_refusal(position, unit) for unit in units)
        yield apart(position, units)
        yield self.dice_refusal(position)

    def full_cost(self, position: Scene) -> Check:
        return Check("cost").plus(position.battle.data.numbers.rally_ap, "rally")

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
            throw = Throw(D6, _purpose(id_), id_, at_least(check.total), count=2)
            rallied = player_roll(game, throw, unit.side, "COH-RALLY") >= check.total
            if rallied:
                recover(game, id_)
            else:
                game.happen(RallyTried(id_, False, None))

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        for nth, id_ in enumerate(self.units):
            purpose, place = _purpose(id_), position.state.unit(id_).place
            beside = [other for other in self.units[:nth] if position.state.unit(other).place == place]
            less = f"; less for each of {', '.join(beside)} that rallies first" if beside else ""

            def why(telling: Telling, less: str = less) -> str:
                return telling.or_more + less

            yield Told(purpose, id_, None, purpose, because=why, until=AFTERWARDS, matters=throws(purpose))

    def who(self, position: Scene) -> Name:
        return Name(", ".join(self.units), True) if len(self.units) > 1 else called(*self.units)


def _purpose(unit: str) -> str:
    return f"{called(unit)} {called(unit):rallies|rally}"


class DigIn(Action):
    """COH-DIG: take up a hasty defence."""

    rule, verb, leaves = "COH-DIG", "dig in", {"dug_in": True}
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

    def full_cost(self, position: Scene) -> Check:
        return Check("cost").plus(position.battle.data.numbers.hasty_ap, "hasty defence")

    def act(self, game: Play, ask: Ask) -> None:
        come_into_the_open(game, self.unit)
        game.happen(DugIn(self.unit))


class Hide(Action):
    """COH-HIDE: go into hiding where nobody sees it."""

    rule, verb, says = "COH-HIDE", "hide", "{unit} {unit:hides|hide}{paid}"
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

    def full_cost(self, position: Scene) -> Check:
        return Check("cost").plus(position.battle.data.numbers.hide_ap, "hide")

    def act(self, game: Play, ask: Ask) -> None:
        game.happen(Concealed(self.unit, True))
