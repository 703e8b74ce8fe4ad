"""What else may be ordered: to disperse a crowd, search, join, play an asset, place a hot spot, or do nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.grid import Cell
from sim.play.odds import Told
from sim.play.order import Choice, Refused
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.cards import needs_cell, needs_unit, play_asset
from sim.rules.ambush_alley.combat.losses import passes_quality
from sim.rules.ambush_alley.events import Dispersed, HotSpotPlaced, Joined, Searched
from sim.rules.ambush_alley.figures import Card
from sim.rules.ambush_alley.ground.moves import move_refusal
from sim.rules.ambush_alley.orders.base import AasOrder, UnitOrder, is_acting, nobody, owner
from sim.rules.ambush_alley.orders.reactions import OnTheSpot
from sim.rules.ambush_alley.state import AasGame, AasPosition, Team, mobs
from sim.tabletop.inches import within

DISPERSE = "to disperse the mob"


class Stay(UnitOrder):
    """Do nothing, or nothing more; the answer to a question that one lets pass."""

    rule, verb, passes = "AAS-SEQ", "do nothing", True
    typed, says = "{unit} stay", "{unit} {unit:does|do} nothing"
    on = (state.ACTIVATE, state.END_OF_TURN, *state.REACTIONS)
    at_the_end = of_passengers = True

    def resolve(self, game: AasGame, ask: Ask) -> None:
        begun = ask.occasion == state.ACTIVATE and (game.state.moved or game.state.fired)
        game.happen(Passed(ask.side, self.unit, "does nothing more" if begun else "stays"))


# -- people and places -------------------------------------------------------------------------------------------


def _mobs(position: AasPosition, ask: Ask, unit: Team) -> list[str]:
    return [mob.id for mob in mobs(position)] if is_acting(position, ask, unit) else []


class Disperse(OnTheSpot):
    """Disperse a mob within reach, by a Quality check."""

    rule, verb, key, uses, aimed_to = "AAS-R-crowd", "disperse", "R", ("fired",), "other"
    says = "{unit} {unit:tries|try} to disperse {mob}"
    mob: Annotated[UnitId, Choice("target", _mobs, none="")]

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-crowd: a crowd that is near enough."""
        unit, near = position.state.unit(self.unit), position.battle.data.numbers.disperse_distance
        if self.mob not in position.state.units:
            yield nobody(self.mob, "crowd")
        mob = position.state.unit(self.mob)
        if mob.profile.kind != "mob":
            yield mob.name.does("is not a crowd")
        if mob.cell is None:
            yield Refusal(mob.name.does("is not on the table"), TABLE_SENSE)
        elif not within(position, unit.place, mob.cell, near):
            yield mob.name.does(f"is more than {near} inches away")

    def act(self, game: AasGame) -> None:
        game.happen(Dispersed(self.unit, self.mob, passes_quality(game, self.unit, DISPERSE)))

    def foretold(self, position: AasPosition, ask: Ask) -> Iterator[Told]:
        """Tell whether the crowd goes home, and who may interrupt it."""
        because = lambda telling: f"{telling.low} or more on a {telling.throw.dice}"  # noqa: E731
        yield Told(f"{self.mob}: sent home", self.unit, throw=DISPERSE, because=because, resolve=self.act)
        yield from super().foretold(position, ask)


class Search(OnTheSpot):
    """Search the place where the unit stands."""

    rule, verb, key, uses, aimed_to = "AAS-R-search", "search", "K", ("fired",), "search"
    says = "{unit} {unit:searches|search} the place"

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-search: once, by men on foot, where there is something to be found."""
        unit = position.state.unit(self.unit)
        if unit.profile.kind == "vehicle":
            yield "vehicles cannot search"
        for objective in position.battle.data.mission.objectives:
            if objective.kind in ("search", "rescue") and unit.cell in objective.cells:
                if objective.is_searched(position.state):
                    yield f"{objective.title} has been searched"
                return
        yield f"there is nothing to search for in {position.name(unit.cell)}"

    def act(self, game: AasGame) -> None:
        game.happen(Searched(self.unit, game.state.unit(self.unit).place))


# -- joining -----------------------------------------------------------------------------------------------------


def _others(position: AasPosition, ask: Ask, unit: Team) -> Iterable[str]:
    """Return whom a unit could be told to join: in its activation anybody, with the reason why not."""
    if ask.occasion == state.END_OF_TURN:
        return [other.id for other in joins(position, unit)]
    own = position.state.units.of(unit.side) if is_acting(position, ask, unit) else ()
    return [other.id for other in own if other.id != unit.id and other.cell is not None]


class Join(OnTheSpot):
    """Join a unit of the own side in cohesion: a leader his men, a unit another."""

    rule, verb, aimed_to, says = "AAS-R-join", "join", "join", "{unit} {unit:joins|join} {other}"
    uses, at_the_end = ("fired",), True
    other: Annotated[UnitId, Choice("target", _others, none="")]

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-join: in place of its fire."""
        yield join_refusal(position, position.state.unit(self.unit), self.other)

    def act(self, game: AasGame) -> None:
        """Become one: of a leader and his men it is the men who are left on the table."""
        whom = game.state.unit(self.other)
        leader_last = whom.profile.kind == "leader" and game.state.unit(self.unit).profile.kind != "leader"
        one, rest = (self.other, self.unit) if leader_last else (self.unit, self.other)
        game.happen(Joined(one, rest, owner(game.position, self.unit)))


def join_refusal(position: AasPosition, unit: Team, other: str) -> Refusal | None:
    """AAS-R-join: say why a unit cannot join another: men on foot of one side, in cohesion, and not two leaders.

    Who goes to the other must be able to: the leader to his men, whichever of them is told to join, else the unit.
    """
    if not other:
        return Refusal("there is nobody else to join", TABLE_SENSE)
    if other not in position.state.units or other == unit.id:
        return Refusal(f"there is no {other} to join", TABLE_SENSE)
    whom, near = position.state.unit(other), position.battle.data.numbers.cohesion
    name = whom.name
    if whom.side != unit.side or whom.cell is None or whom.figures <= 0 or unit.cell is None:
        return Refusal(f"{name} cannot be joined", TABLE_SENSE)
    kinds = (unit.profile.kind, whom.profile.kind)
    if any(kind not in ("team", "leader") for kind in kinds) or kinds == ("leader", "leader"):
        return Refusal(f"{unit.name} and {name} cannot be one unit", "AAS-R-join")
    if not within(position, unit.cell, whom.cell, near):
        return Refusal(name.does(f"is more than {near} inches away"), "AAS-R-join")
    return move_refusal(position, whom if kinds == ("team", "leader") else unit)


def joins(position: AasPosition, unit: Team) -> list[Team]:
    """Return whom a unit could join where it stands, in roster order."""
    return [other for other in position.state.units.of(unit.side) if join_refusal(position, unit, other.id) is None]


# -- of the side -------------------------------------------------------------------------------------------------


class PlayAsset(AasOrder):
    """Play an asset card; on a unit, or at a cell, where the card says so."""

    rule, verb, on, aimed_to = "AAS-R-cards", "play a card", (), "other"
    typed, says = "{named} {where}", "the Regulars {named}{where}"
    card: Annotated[str, Choice("card")]
    unit: Annotated[UnitId, Choice("target")] = ""
    cell: Annotated[Cell | None, Choice("cell")] = None

    @classmethod
    def candidates(cls, position: AasPosition, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Play each card of the hand on any unit or at any cell; without any, say that there is none."""
        if unit is not None or ask.occasion != state.ACTIVATE:
            return
        if not position.state.hand:
            yield cls("")
        for id_ in dict.fromkeys(position.state.hand):
            card = position.battle.data.assets[id_]
            if needs_unit(card):
                yield from (cls(id_, each.id) for each in position.state.units if each.cell is not None)
            elif needs_cell(card):
                yield from (cls(id_, cell=cell) for cell in position.map.whole)
            else:
                yield cls(id_)

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-cards: when Regulars act, with a unit or a cell where the card needs one."""
        if ask.occasion != state.ACTIVATE or ask.side != position.battle.data.mission.regulars:
            yield "assets are played when Regulars act"
        if not self.card:
            yield "there is no card in the hand"
        if self.card not in position.state.hand:
            yield f"there is no card {self.card} in the hand"
        card = position.battle.data.assets[self.card]
        if needs_cell(card) and (self.cell is None or self.cell not in position.map):
            yield f"the card {card.name} needs a cell"
        if self.cell is not None and not needs_cell(card):
            yield f"the card {card.name} concerns no cell"
        if not needs_unit(card):
            yield f"the card {card.name} concerns no single unit" if self.unit else None
        elif self.unit not in position.state.units:
            yield f"the card {card.name} needs a unit"
        else:
            yield _not_for(position, card, position.state.unit(self.unit))

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """AAS-COOP: one for a Regular unit is an order of who commands that unit, whoever was asked."""
        whose = (owner(game.position, self.unit) if self.unit else "") or ask.player
        play_asset(game, self.card, self.unit, self.cell, whose)

    def named(self, position: AasPosition) -> str:
        """Name the card."""
        return f"play {position.battle.data.card(self.card).name}" if self.card else self.verb

    def where(self, position: AasPosition) -> str:
        """Say on whom, or where."""
        return f" on {self.unit}" if self.unit else f" at {position.name(self.cell)}" if self.cell is not None else ""


def _not_for(position: AasPosition, card: Card, unit: Team) -> str | None:
    """Say why an asset cannot be played on a unit."""
    mission, name = position.battle.data.mission, unit.name
    side = mission.insurgents if card.whom in ("one insurgent", "nearest") else mission.regulars
    if unit.side != side:
        return f"the card {card.name} is not for {name}"
    if unit.cell is None:
        return name.does("is not on the table")
    if card.effect == "reactivate" and not unit.acted:
        return name.does("has not acted yet")
    if card.effect == "medevac" and not (unit.serious or unit.light):
        return name.does("has no wounded to be taken away")
    return None if unit.figures > 0 or card.effect == "medevac" else f"nobody of {name} can use it"


class PlaceHotSpot(AasOrder):
    """AAS-HOT: place the next hot spot."""

    rule, verb, says, on = "AAS-HOT", "hot spot", "a hot spot is placed in {cell}", (state.HOT_SPOT,)
    cell: Annotated[Cell, Choice("cell", lambda position, ask, unit: position.map.whole)]

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-HOT: anywhere that somebody on foot can stand, and not where there is one."""
        if self.cell not in position.map:
            yield Refusal("that is off the map", TABLE_SENSE)
        there = position.name(self.cell)
        if any(spot.cell == self.cell for spot in position.state.hot_spots):
            yield f"there is a hot spot in {there} already"
        foot = position.map.terrain_set.movement["foot"]
        for kind in (position.ground.terrain_at(self.cell), *position.ground.features_at(self.cell)):
            if kind.move.get(foot.id, foot.default) is None:
                yield f"nobody can stand in {there}: {kind.name}"

    def resolve(self, game: AasGame, ask: Ask) -> None:
        game.happen(HotSpotPlaced(self.cell))


ORDERS: tuple[type[AasOrder], ...] = (Disperse, Search, Join, Stay, PlaceHotSpot, PlayAsset)
