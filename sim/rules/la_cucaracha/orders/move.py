"""Orders to move: charges, and moves at a pace.

A charge (CUC-REACT):

    declared -> the target's courage -> its response -> contact -> a round of close combat

It comes to nothing if the target breaks or gets away, or if the charger is shaken, broken or shot down.

Rulings (CUC-CHARGE, CUC-RESPOND, CUC-FAILED):
- Who is charged while it fights somebody else already is not frightened by that.
- A charge at somebody who did not wait runs on along its way as far as that is free; enemies on Hold may shoot at it.
- A charged unit shoots at the range at which the charge begins.
- One that fails its test does not respond: who was to fight back strikes no blow in the first round. In the other
  reading it is caught on the Back Foot, and only a fighter whom a 1 made hesitate strikes no blow.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Annotated, Self

from sim.board.area import Area
from sim.engine.insight import Odds
from sim.engine.notes import Said
from sim.engine.orders import Ask, Refusal
from sim.play.happening import does_by
from sim.play.odds import Told, odds_of
from sim.play.order import Choice, Enemy, Refused
from sim.rules.la_cucaracha import events
from sim.rules.la_cucaracha.combat import courage, melee
from sim.rules.la_cucaracha.combat.courage import move, take_courage_test
from sim.rules.la_cucaracha.combat.melee import fight
from sim.rules.la_cucaracha.combat.responses import Stance, react, watch
from sim.rules.la_cucaracha.ground import moves
from sim.rules.la_cucaracha.ground.charges import charge_refusal, charge_ways, never_charged, way_refusal
from sim.rules.la_cucaracha.orders import base
from sim.rules.la_cucaracha.orders.base import NO_AGAIN, CucOrder, no_such_enemy
from sim.rules.la_cucaracha.state import ACTION, BEST, CucGame, CucPosition, Pace, Troop, enemies
from sim.tabletop.inches import CellPath, nearest

# -- charges ---------------------------------------------------------------------------------------------------------


class Charge(CucOrder):
    """CUC-CHARGE: charge an enemy: the way ends in a cell beside it, an empty one where the unit stands."""

    rule, verb, key, ample, manners = "CUC-CHARGE", "charge", "C", True, "{origin}{reroll}{back_foot}"
    typed = "{unit} charge {target}{by}"
    says = "{unit} {unit:charges|charge} {target}{coming}{reroll}{back_foot}"
    by, coming, origin = base.ends(" by"), base.ends(", coming from"), base.ends("from")
    target: Enemy
    way: base.ByWay = ()
    reroll: base.Again = False
    back_foot: base.OnBackFoot = False
    """CUC-S5: it fights on the Back Foot."""

    @classmethod
    def candidates(cls, position: CucPosition, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield every cell from which a charge strikes each enemy; of one that no charge reaches the bare order."""
        for bare in super().candidates(position, ask, unit):
            open_ = bare.target and not base.gate(position, ask, bare)
            ways = charge_ways(position, unit, position.state.unit(bare.target)) if unit and open_ else {}
            yield from (replace(bare, way=way) for way in ways.values() or ((),))

    def alike(self) -> object:
        """Ways that the search has found are all open."""
        return (self.target, bool(self.way))

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """What the die grants, then whether the unit can charge at all and gets there."""
        yield no_such_enemy(position, self.target)
        unit, target = self.troop(position), position.state.unit(self.target)
        if self.reroll and unit.score not in BEST:
            yield Refusal(NO_AGAIN, "CUC-BAND")
        yield never_charged(position, unit, target)
        if not self.way and not charge_ways(position, unit, target):
            yield "no charge reaches it"
        yield charge_refusal(position, unit, target, self.way)

    def resolve(self, game: CucGame, ask: Ask) -> None:
        charge(game, self)

    def foretold(self, position: CucPosition, ask: Ask) -> list[Told]:
        """Tell how the first round goes against a target that stands, and whether it does."""
        stands = () if position.state.unit(self.target).fighting else (courage.courage_kept(position, self.target),)
        return [self._first_round(), *stands]

    def threat(self, position: CucPosition, target: Troop) -> tuple[Odds, ...]:
        told = [self._first_round()] if self.target == target.id else []
        return odds_of(position, Ask(self.troop(position).side, ACTION, self.unit), self, told)

    def _first_round(self) -> Told:
        """Tell how the first round goes if the target neither loses courage nor responds."""
        met = Stance(self.target, defending=True)
        return melee.round_fought(self.unit, self.target, lambda game: drive_home(game, self, self.way, met))


def charge(game: CucGame, order: Charge) -> None:
    """Carry out a charge from its declaration to the end of the first round."""
    game.happen(events.ChargeDeclared(order.unit, order.target))
    target = game.state.unit(order.target)
    if target.fighting:
        game.note(Said(target.name.does("is fighting already"), rule="CUC-CHARGE"))
    elif take_courage_test(game, order.target) == "broken":
        _run_on(game, order, target.name.does("does not wait for it"))
        return
    stood, answer = target.cell, react(game, order.target, order.unit)
    charger, target = game.state.unit(order.unit), game.state.unit(order.target)
    if charger.cell is None or charger.shaken:
        # It stays where it began.
        they = charger.name
        why = f"{they:it is|they are} shot down" if charger.lost else f"{they:it|they} will not face the fire"
        game.happen(events.ChargeFailed(order.unit, why))
    elif target.cell == stood:
        drive_home(game, order, order.way, answer)
    elif target.cell is not None and (ways := charge_ways(game.position, charger, target)):
        game.note(Said("the charge reaches far enough to catch it", rule="CUC-CHARGE"))
        game.happen(events.PutOnBackFoot(order.target))
        drive_home(game, order, ways[ways.cells[0]], Stance(order.target, defending=True))
    else:
        _run_on(game, order, target.name.does("has evaded"))


def _run_on(game: CucGame, order: Charge, why: str) -> None:
    """Let a charge that meets nobody run on; who ran from it may stand in its way by now."""
    taken = moves.occupied(game.position, game.state.unit(order.unit))
    way = tuple(takewhile(lambda cell: cell not in taken, order.way))
    if way:
        move(game, order.unit, way, "charge")
    game.happen(events.ChargeFailed(order.unit, why))
    if way:
        watch(game, order.unit)


def drive_home(game: CucGame, order: Charge, way: CellPath, answer: Stance) -> None:
    """Come to blows, and fight the first round."""
    if way:
        move(game, order.unit, way, "charge")
    game.happen(events.Engaged(order.unit, order.target))
    if order.back_foot:
        game.happen(events.PutOnBackFoot(order.unit))
    fight(game, Stance(order.unit, charging=True, reroll=order.reroll), answer, first=True)


# -- moves -----------------------------------------------------------------------------------------------------------

PACED = {"half": "half advance", "advance": "advance", "rapid": "rapid advance"}
Paced = Annotated[Pace, Choice(shown=lambda position, pace: PACED[pace])]


class Advance(CucOrder):
    """CUC-PACE: move along a way: every cell after the present one, in order."""

    rule, verb, plights, ample = "CUC-PACE", "advance", ("shaken",), True
    key = {words: "Q" if pace == "rapid" else "G" for pace, words in PACED.items()}
    typed, says = "{unit} {pace}{to}", "{goes}{to}"
    goes, to = does_by("pace", events.GAITS), base.ends(" to")
    way: base.ByWay
    pace: Paced = "advance"

    @classmethod
    def candidates(cls, position: CucPosition, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield every cell in reach, at an Advance where that is enough, for one may shoot after it.

        Of a pace that leads nowhere the bare order says why.
        """
        if unit is None:
            return
        paces: tuple[Pace, ...] = ("half", "advance", "rapid") if unit.shaken else ("advance", "rapid")
        open_ = Area.of(position.map, [unit.place])
        for pace in paces:
            bare = cls(unit.id, (), pace)
            if base.gate(position, ask, bare) or bare._no_step(position):
                yield bare
                continue
            run = moves.reach(position, unit, pace)
            yield from (cls(unit.id, run.way(cell)[1:], pace) for cell in run.area - open_)
            open_ |= run.area

    def alike(self) -> object:
        """Ways that the search has found are all open; whoever is shaken goes only away, which it does not know."""
        return None if self.pace == "half" else (self.pace, bool(self.way))

    def refusals(self, position: CucPosition, ask: Ask) -> Iterator[Refused]:
        """Whether the pace leads anywhere, the way, and which way a shaken unit may go."""
        unit = self.troop(position)
        if not self.way:
            yield self._no_step(position)
        yield way_refusal(position, unit, self.way, self.pace)
        if unit.shaken:
            yield self._no_step(position)
            squared = position.map.grid.squared
            for enemy in nearest(position, unit.place, enemies(position, unit.side)):
                if squared(self.way[-1], enemy.place) <= squared(unit.place, enemy.place):
                    yield Refusal(unit.name.does("is shaken: only away from the enemy"), "CUC-COURAGE")

    def _no_step(self, position: CucPosition) -> Refused:
        """Say why a unit that may begin to move can go nowhere at the pace; None if it can go somewhere."""
        unit = self.troop(position)
        if moves.anchored(unit):
            return Refusal(moves.DEPLOYED, "CUC-DEPLOY")
        if unit.shaken and self.pace != "half":
            return Refusal(unit.name.does("is shaken: half an Advance and no more"), "CUC-COURAGE")
        if len(moves.reach(position, unit, self.pace).area) > 1:
            return None
        return "there is nowhere it could run to" if self.pace == "rapid" else "there is nowhere it could step"

    def cost(self, position: CucPosition, ask: Ask) -> str:
        run = moves.reach(position, self.troop(position), self.pace)
        return f'{(run.cost(self.way[-1]) or 0) / 2:g}"' if self.way else ""

    def resolve(self, game: CucGame, ask: Ask) -> None:
        """Go; enemies on Hold may answer it."""
        move(game, self.unit, self.way, self.pace)
        watch(game, self.unit)

    def named(self, position: CucPosition) -> str:
        return PACED[self.pace]


ORDERS = (Charge, Advance)
