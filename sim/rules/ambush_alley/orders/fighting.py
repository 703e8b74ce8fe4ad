"""To fire, to assault, and to go on overwatch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from sim.engine.battle import Position
from sim.engine.dice import Throw, at_least
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.notes import Checked, Said
from sim.engine.orders import Ask, Refusal
from sim.grid import Cell
from sim.play.consequences import Course, happens
from sim.play.happening import given
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.ambush_alley import state
from sim.rules.ambush_alley.combat.assault import assault_dice, assault_refusal, assault_ways
from sim.rules.ambush_alley.combat.fire import fire_refusal, unable_to_fire
from sim.rules.ambush_alley.combat.losses import after_casualties, give_way, passes_quality, shoot
from sim.rules.ambush_alley.events import AssaultTested, Damaged, Fired, Fought, WentOnWatch
from sim.rules.ambush_alley.ground.moves import fastest
from sim.rules.ambush_alley.orders import reactions
from sim.rules.ambush_alley.orders.base import AasOrder, UnitOrder, Watchers, is_acting, nobody
from sim.rules.ambush_alley.orders.reactions import in_sight
from sim.rules.ambush_alley.state import AasGame, AasPosition, Team, enemies, quality_die
from sim.tabletop.inches import NO_WAYS


def _targets(position: AasPosition, ask: Ask, unit: Team) -> Iterable[str]:
    """Return at whom a unit could fire: the enemies on the table, and in answer whoever gives the occasion."""
    if ask.occasion in state.REACTIONS:
        return (ask.about or "",)
    able = ask.occasion == state.END_OF_TURN or is_acting(position, ask, unit)
    return [enemy.id for enemy in enemies(position, unit.side)] if able else ()


class Fire(UnitOrder):
    """Fire at an enemy, with a unit's activation, as an interruption or in answer."""

    rule, verb, key = "AAS-R-fire", "fire", "F"
    typed, says = "{unit} fire {at}", "{unit} {unit:fires|fire} at {target}"
    on = (state.ACTIVATE, state.END_OF_TURN, *state.REACTIONS)
    does, uses, ends, at_the_end = state.FIRES, ("fired",), False, True
    at = given("target", "at {target}")
    target: Annotated[UnitId, Choice("target", _targets, none="")]

    def is_reaction(self, position: AasPosition, ask: Ask) -> bool:
        """AAS-R-answer: everybody answers by fire."""
        return True

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-fire: at an enemy in sight, twice a turn at most; in answer at whoever gives the occasion."""
        unit = position.state.unit(self.unit)
        if ask.occasion in state.REACTIONS and self.target != ask.about:
            yield Refusal(f"only {ask.about} can be fired at now", "AAS-R-answer")
        if self.target not in position.state.units:
            yield nobody(self.target, "enemy")
        yield fire_refusal(position, unit, position.state.unit(self.target))

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """Fire: with the activation, at the end of the turn in sight of those on overwatch, or in answer.

        AAS-CHECK-1: Insurgents who see a Regular fire may interrupt, and the target may answer.
        """
        if ask.occasion == state.END_OF_TURN:
            watchers = Watchers(state.FIRES)
            if reactions.challenge(game, self.unit, watchers):
                self.do_watched(game, watchers)
        elif ask.occasion != state.ACTIVATE:
            shoot(game, self.unit, self.target, reacting=True)
        else:
            with in_sight(game, self.unit, fired_at=self.target):
                unit = game.state.unit(self.unit)
                if reason := fire_refusal(game.position, unit, game.state.unit(self.target)):
                    game.note(Said(unit.name.does(f"does not fire: {reason}")))
                    game.happen(Passed(unit.side, unit.id, "cannot fire any more"))
                else:
                    reactions.exchange_fire(game, self.unit, self.target)

    def do_watched(self, game: AasGame, watchers: Watchers) -> None:
        """Fire, be answered, and be fired at by those on overwatch who were too slow."""
        reactions.exchange_fire(game, self.unit, self.target)
        reactions.fire_late(game, self.unit, watchers)

    def foretold(self, position: AasPosition, ask: Ask) -> Iterator[Told]:
        """AAS-R-fire, AAS-CHECK-1: who is quicker in a reaction, what the fire costs, and who may interrupt it."""
        if ask.occasion in (state.INTERRUPT, state.OVERWATCH):
            yield reactions.quicker(position, self.unit, self.target)
        yield self.harm(position, reacting=ask.occasion != state.ACTIVATE)
        if ask.occasion == state.ACTIVATE:
            yield from reactions.interrupted(position, self.unit)

    def harm(self, position: AasPosition, *, reacting: bool = False) -> Told:
        """Tell how likely it costs the target anybody, or hits a vehicle, at all."""
        is_vehicle = position.state.unit(self.target).profile.kind == "vehicle"
        guard = "armour" if is_vehicle else "defence"

        def end(run: Course) -> str:
            if is_vehicle:
                return next((f"{hit.result}, by one hit" for hit in run.all_of(Damaged)), "no hit")
            return f"{run.all_of(Fired)[0].casualties or 'none'} lost"

        def why(telling: Telling) -> str:
            thrown = telling.thrown(guard, self.target)
            dice = f"{thrown.throw.count}D{len(thrown.throw.die.faces)}" if thrown else "no dice"
            return f"{telling.on_each}; {dice} in defence, each stops one as high"

        return Told(
            f"a hit on {self.target}" if is_vehicle else f"casualties of {self.target}",
            self.unit,
            self.target,
            f"fire at {self.target}",
            against=guard,
            so=lambda run: end(run) not in ("no hit", "none lost"),
            ends=end,
            because=why,
            resolve=lambda game: shoot(game, self.unit, self.target, reacting=reacting),
            until=happens(Damaged) if is_vehicle else happens(Fired),
        )


class Watch(UnitOrder):
    """Give up the activation and go on overwatch."""

    rule, verb, key, uses = "AAS-R-watch", "overwatch", "H", ("moved", "fired")
    says = "{unit} {unit:goes|go} on overwatch"

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-watch: a unit that could fire, and has done nothing yet."""
        yield unable_to_fire(position, position.state.unit(self.unit))

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """Watch: nobody checks on a unit that gives up its activation."""
        game.happen(WentOnWatch(self.unit))


# -- close assault -----------------------------------------------------------------------------------------------

BLOWS = "close assault"


class Assault(UnitOrder):
    """Assault an enemy: the way ends beside it."""

    rule, verb, key, uses = "AAS-R-assault", "assault", "C", ("moved", "fired")
    typed, says = "{unit} assault {target} {by}", "{unit} {unit:assaults|assault} {target}{coming}"
    by, coming = given("way", "by {way}"), given("way", ", coming from {way}")
    target: Annotated[UnitId, Choice("target")]
    way: Annotated[tuple[Cell, ...], Choice("way")]

    @classmethod
    def candidates(cls, position: AasPosition, ask: Ask, unit: Team | None) -> Iterator[Self]:
        """Come at every enemy from every side; one who is out of reach is shown without a way, with the reason."""
        if unit is None:
            return
        begun, found = position.state.moved or position.state.fired, False
        for enemy in enemies(position, unit.side) if is_acting(position, ask, unit) else ():
            ways, found = NO_WAYS if begun else assault_ways(position, unit, enemy), True
            yield from (cls(unit.id, enemy.id, way) for way in (*ways.values(),) or ((),))
        if not found:
            yield cls(unit.id, "", ())

    def refusals(self, position: AasPosition, ask: Ask) -> Iterator[Refused]:
        """AAS-R-assault: a team that has done nothing yet, at an enemy on foot that it can get at."""
        if self.target not in position.state.units:
            yield nobody(self.target, "enemy")
        unit, enemy = position.state.unit(self.unit), position.state.unit(self.target)
        yield assault_refusal(position, unit, enemy, self.way)

    def resolve(self, game: AasGame, ask: Ask) -> None:
        """AAS-R-assault, AAS-R-bout: from the decision to close to the morale of the loser."""
        if self._closes(game):
            reactions.advance(game, self.unit, self.way, fastest(game.position, game.state.unit(self.unit)))
            self._come_to_blows(game)

    def _closes(self, game: AasGame) -> bool:
        """Throw whether the attacker dares to close; who does not is in sight where he is."""
        closes = passes_quality(game, self.unit, "to close")
        game.happen(AssaultTested(self.unit, self.target, "close", closes))
        if not closes:
            with in_sight(game, self.unit, does=state.ACTS):
                pass
        return closes

    def _come_to_blows(self, game: AasGame) -> None:
        """Throw whether the defender stands, and fight if he is still there."""
        unit, enemy = game.state.unit(self.unit), game.state.unit(self.target)
        if reason := assault_refusal(game.position, unit, enemy, ()):
            game.happen(Passed(unit.side, self.unit, f"does not come to close quarters: {reason}"))
            return
        stands = passes_quality(game, self.target, "to stand")
        game.happen(AssaultTested(self.target, self.unit, "stand", stands))
        if not stands:
            give_way(game, self.target)
            if game.state.unit(self.target).cell != enemy.cell:
                return
        self._fight(game)

    def _fight(self, game: AasGame) -> None:
        sides = unit, enemy = game.state.unit(self.unit), game.state.unit(self.target)
        data, checks = game.battle.data, [assault_dice(game.position, each) for each in sides]
        need = at_least(data.numbers.success, each=True)
        blows, others = (
            Throw(quality_die(game.position, each), BLOWS, each.id, need, check.total)
            for each, check in zip(sides, checks, strict=True)
        )
        game.note(Checked(checks[0]))
        losses = game.exchanged(blows, others, Checked(checks[1]))
        mine, theirs = min(losses[0], unit.figures), min(losses[1], enemy.figures)
        own, other = (each.side == data.mission.regulars for each in sides)
        game.happen(Fought(self.unit, self.target, mine, theirs, own, other, unit.place, enemy.place))
        if mine != theirs:
            loser = self.unit if mine > theirs else self.target
            after_casualties(game, loser, -data.numbers.assault_morale)

    def foretold(self, position: AasPosition, ask: Ask) -> Iterator[Told]:
        """AAS-R-assault, AAS-CHECK-1: how it goes, and who may interrupt it."""
        yield self.end(position)
        yield from reactions.interrupted(position, self.unit, self.way)

    def end(self, position: AasPosition) -> Told:
        """Tell how it goes from the beginning, if nobody stops it on the way."""
        unit = position.state.unit(self.unit)
        near = unit.changed(cell=self.way[-1]) if self.way else unit

        def assaults(game: AasGame) -> None:
            if self._closes(game):
                self._come_to_blows(game)

        def end(run: Course) -> str:
            for fought in run.all_of(Fought):
                losses = fought.enemy_losses - fought.unit_losses
                return "won" if losses > 0 else "lost" if losses else "equal"
            return "hangs back" if run.has(AssaultTested, what="close", passed=False) else "they do not stand"

        def why(telling: Telling) -> str:
            blows = [telling.thrown(BLOWS, id_) for id_ in (self.unit, self.target)]
            mine, theirs = (each.throw.count if each is not None else 0 for each in blows)
            return f"a Quality check to close, one to stand; then {mine} dice against {theirs}"

        return Told(
            f"{self.target}: driven off or beaten",
            self.unit,
            self.target,
            BLOWS,
            alone=False,
            against=BLOWS,
            so=lambda run: end(run) in ("they do not stand", "won"),
            given=otherwise,
            ends=end,
            order=("hangs back", "they do not stand", "won", "equal", "lost"),
            because=why,
            resolve=assaults,
            at=Position(position.battle, position.state.with_unit(near)),
            until=happens(Fought),
        )


ORDERS: tuple[type[AasOrder], ...] = (Fire, Assault, Watch)
