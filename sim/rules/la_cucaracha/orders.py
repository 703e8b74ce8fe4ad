"""What may be ordered: with a card, in answer to a charge, on Hold, and of the die for orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, ClassVar, Literal, Self

from sim.board.area import Area
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.insight import Odds
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.play.book import OrderBook, unknown
from sim.play.happening import Left, PointsWon, UnitChanged, does_by
from sim.play.odds import Told, odds_of, otherwise
from sim.play.order import Choice, Enemy, Refused
from sim.rules.la_cucaracha import chances, combat, events, gates, ground, state
from sim.rules.la_cucaracha.combat import Stance, drive_home, move, passes_response, shoot, shot_refusal, watch
from sim.rules.la_cucaracha.gates import CucOrder
from sim.rules.la_cucaracha.ground import flies
from sim.rules.la_cucaracha.state import ACTION, BEST, CHARGED, HOLD, Pace, Play, Scene, Troop, enemies, friends
from sim.tabletop.inches import nearest

How = Literal["shoot", "evade", "fight back", "counter-attack"]

NO_AGAIN = "a missed die is rolled again only with a 10 for orders"


def _nobody(position: Scene, target: str) -> Refusal | None:
    if not target:
        return Refusal("there is no enemy on the table", TABLE_SENSE)
    return None if target in position.state.units else unknown(target)


# -- the die for orders --------------------------------------------------------------------------------------------


class Nominate(CucOrder):
    """CUC-NOMINATE: name the unit that acts with the card: one of the automated side that has not acted."""

    rule, verb, on, says = "CUC-NOMINATE", "nominate", (state.NOMINATE,), "{unit} {unit:is|are} to act"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield everybody of that side; who has acted is listed with the reason."""
        acted = (each.id for each in friends(position, ask.about or "") if each.acted)
        return (cls(each) for each in (acted if unit is None else (unit.id,)))


class RollAgain(CucOrder):
    """CUC-REROLL: roll the die for orders once more; the second roll stands."""

    rule, verb, on, rolls_again = "CUC-REROLL", "roll again", (state.REROLL,), True
    says = "{unit} {unit:rolls|roll} again for {unit:its|their} orders"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Only the drilled and the aggressive roll again, and only to close with the enemy.

        A fighter always tries to close, and others who have nobody in range and can move.
        """
        unit = self.troop(position)
        if not unit.profile.drilled and not unit.profile.aggressive:
            yield unit.name.does("is neither drilled nor aggressive")
        if unit.profile.drilled and position.battle.data.readings.reroll == "drilled":
            return
        stays = ground.anchored(unit) or combat.has_target_from(position, unit, unit.place)
        if unit.profile.style != "fighter" and stays:
            yield unit.name.does("does not try to close with the enemy")


class Accept(CucOrder):
    """CUC-REROLL: let the die for orders stand."""

    rule, verb, on, passes = "CUC-REROLL", "accept", (state.REROLL,), True
    says = "{unit} {unit:takes|take} the orders of the die"


# -- fighting and shooting -----------------------------------------------------------------------------------------


class FightOn(CucOrder):
    """CUC-OVERRIDE: fight another round of a close combat."""

    rule, verb, plights, begins = "CUC-OVERRIDE", "fight on", ("fighting",), False
    says = "{unit} {unit:fights|fight} on"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.fighting else unit.name.does("is in no close combat")

    def resolve(self, game: Play, ask: Ask) -> None:
        """Fight a round against everybody with whom it is locked, one after the other."""
        for enemy in game.state.unit(self.unit).fighting:
            if enemy in game.state.unit(self.unit).fighting:
                combat.fight(game, Stance(self.unit), Stance(enemy), first=False)

    def foretold(self, position: Scene, ask: Ask) -> list[Told]:
        return [chances.fights_on(self.unit, enemy) for enemy in self.troop(position).fighting]


class Rally(CucOrder):
    """CUC-COURAGE: try to get over being shaken; a unit that is shaken may also move half an Advance away."""

    rule, verb, plights, begins = "CUC-COURAGE", "rally", ("shaken",), False
    says = "{unit} {unit:tries|try} to rally"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.shaken else unit.name.does("is not shaken")
        yield gates.unmoved(position, self)

    def resolve(self, game: Play, ask: Ask) -> None:
        courage = combat.courage_thrown(game, game.state.unit(self.unit))
        game.happen(events.Rallied(self.unit, courage == "passed"))

    def foretold(self, position: Scene, ask: Ask) -> list[Told]:
        return [chances.rallied(position, self.unit)]


class Shoot(CucOrder):
    """CUC-SHOOT: shoot at an enemy."""

    rule, verb, begins, manners = "CUC-SHOOT", "shoot", False, "{hasty}{reroll}"
    says = "{unit} {unit:shoots|shoot} at {target}{hasty}{reroll}"
    target: Enemy
    hasty: gates.Hasty = False
    reroll: gates.Again = False

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """What the move before it leaves, what the die grants, then range, sight and weapon."""
        yield _nobody(position, self.target)
        unit, moved = self.troop(position), position.state.moved
        if moved in ("rapid", "charge"):
            yield "nobody shoots after a Rapid Advance or a charge"
        if moved == "deploy" and unit.score not in (*state.STEADY, *BEST):
            yield Refusal(unit.name.does("has only just deployed: no shots before the next card"), "CUC-DEPLOY")
        if moved and not self.hasty and unit.score not in BEST:
            yield "after a move shots are hasty"
        if self.reroll and (unit.score not in BEST or moved):
            yield Refusal(f"{NO_AGAIN}, and from a stand", "CUC-BAND")
        yield shot_refusal(position, unit, position.state.unit(self.target))

    def resolve(self, game: Play, ask: Ask) -> None:
        """Shoot; enemies on Hold may answer it."""
        shoot(game, self.unit, self.target, hasty=self.hasty, reroll=self.reroll)
        watch(game, self.unit)

    def foretold(self, position: Scene, ask: Ask) -> list[Told]:
        return [chances.volley(position, self.unit, self.target)]

    def threat(self, position: Scene, target: Troop) -> tuple[Odds, ...]:
        """Tell the volley, too, if the target is as near as who was named: a die could have named it instead."""
        unit = self.troop(position)
        able = [enemy for enemy in enemies(position, unit.side) if shot_refusal(position, unit, enemy) is None]
        if target.id not in (self.target, *(enemy.id for enemy in nearest(position, unit.place, able))):
            return ()
        return replace(self, target=target.id).odds(position, Ask(unit.side, ACTION, self.unit))


class Charge(CucOrder):
    """CUC-CHARGE: charge an enemy: the way ends in a cell beside it, an empty one where the unit stands."""

    rule, verb, ample, manners = "CUC-CHARGE", "charge", True, "{origin}{reroll}{back_foot}"
    typed = "{unit} charge {target}{by}"
    says = "{unit} {unit:charges|charge} {target}{coming}{reroll}{back_foot}"
    by, coming, origin = gates.ends(" by"), gates.ends(", coming from"), gates.ends("from")
    target: Enemy
    way: gates.ByWay = ()
    reroll: gates.Again = False
    back_foot: gates.OnBackFoot = False
    """CUC-S5: it fights on the Back Foot."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield every cell from which a charge strikes each enemy; of one that no charge reaches the bare order."""
        for bare in super().candidates(position, ask, unit):
            open_ = bare.target and not gates.gate(position, ask, bare)
            ways = ground.charge_ways(position, unit, position.state.unit(bare.target)) if unit and open_ else {}
            yield from (replace(bare, way=way) for way in ways.values() or ((),))

    def alike(self) -> object:
        """Ways that the search has found are all open."""
        return (self.target, bool(self.way))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """What the die grants, then whether a charge can be and gets there."""
        yield _nobody(position, self.target)
        unit, target = self.troop(position), position.state.unit(self.target)
        if self.reroll and unit.score not in BEST:
            yield Refusal(NO_AGAIN, "CUC-BAND")
        yield ground.never_charged(position, unit, target)
        if not self.way and not ground.charge_ways(position, unit, target):
            yield "no charge reaches it"
        yield ground.charge_refusal(position, unit, target, self.way)

    def resolve(self, game: Play, ask: Ask) -> None:
        combat.charge(game, self)

    def foretold(self, position: Scene, ask: Ask) -> list[Told]:
        """Tell how the first round goes against a target that stands, and whether it does."""
        stands = () if position.state.unit(self.target).fighting else (chances.courage_kept(position, self.target),)
        return [self._onset(), *stands]

    def threat(self, position: Scene, target: Troop) -> tuple[Odds, ...]:
        told = [self._onset()] if self.target == target.id else []
        return odds_of(position, Ask(self.troop(position).side, ACTION, self.unit), self, told)

    def _onset(self) -> Told:
        """Tell how the first round goes after a charge that was neither feared nor answered."""
        met = Stance(self.target, defending=True)
        return chances.round_fought(self.unit, self.target, lambda game: drive_home(game, self, self.way, met))


# -- moving --------------------------------------------------------------------------------------------------------

PACED = {"half": "half advance", "advance": "advance", "rapid": "rapid advance"}
Paced = Annotated[Pace, Choice(shown=lambda position, pace: PACED[pace])]


class Advance(CucOrder):
    """CUC-PACE: move: every cell after the present one, in order."""

    rule, verb, plights, ample = "CUC-PACE", "advance", ("shaken",), True
    typed, says = "{unit} {pace}{to}", "{goes}{to}"
    goes, to = does_by("pace", events.GAITS), gates.ends(" to")
    way: gates.ByWay
    pace: Paced = "advance"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield every cell in reach, at an Advance where that is enough, for one may shoot after it.

        Of a pace that leads nowhere the bare order says why.
        """
        if unit is None:
            return
        paces: tuple[Pace, ...] = ("half", "advance", "rapid") if unit.shaken else ("advance", "rapid")
        open_ = Area.of(position.map, [unit.place])
        for pace in paces:
            bare = cls(unit.id, (), pace)
            if gates.gate(position, ask, bare) or bare._no_step(position):
                yield bare
                continue
            run = ground.reach(position, unit, pace)
            yield from (cls(unit.id, run.way(cell)[1:], pace) for cell in run.area - open_)
            open_ |= run.area

    def alike(self) -> object:
        """Ways that the search has found are all open; whoever is shaken goes only away, which it does not know."""
        return None if self.pace == "half" else (self.pace, bool(self.way))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Whether the pace leads anywhere, the way, and which way a shaken unit may go."""
        unit = self.troop(position)
        if not self.way:
            yield self._no_step(position)
        yield ground.way_refusal(position, unit, self.way, self.pace)
        if unit.shaken:
            yield self._no_step(position)
            squared = position.map.grid.squared
            for enemy in nearest(position, unit.place, enemies(position, unit.side)):
                if squared(self.way[-1], enemy.place) <= squared(unit.place, enemy.place):
                    yield Refusal(unit.name.does("is shaken: only away from the enemy"), "CUC-COURAGE")

    def _no_step(self, position: Scene) -> Refused:
        """Say why a unit that may begin to move can go nowhere at the pace; None if it can go somewhere."""
        unit = self.troop(position)
        if ground.anchored(unit):
            return Refusal(ground.DEPLOYED, "CUC-DEPLOY")
        if unit.shaken and self.pace != "half":
            return Refusal(unit.name.does("is shaken: half an Advance and no more"), "CUC-COURAGE")
        if len(ground.reach(position, unit, self.pace).area) > 1:
            return None
        return "no ground that it could run over is open to it" if self.pace == "rapid" else "no step is open to it"

    def cost(self, position: Scene, ask: Ask) -> str:
        run = ground.reach(position, self.troop(position), self.pace)
        return f'{(run.cost(self.way[-1]) or 0) / 2:g}"' if self.way else ""

    def resolve(self, game: Play, ask: Ask) -> None:
        """Go; enemies on Hold may answer it."""
        move(game, self.unit, self.way, self.pace)
        watch(game, self.unit)

    def named(self, position: Scene) -> str:
        return PACED[self.pace]


# -- weapons, Hold, further orders ---------------------------------------------------------------------------------


class Handling(CucOrder):
    """What a unit does with itself and its weapon, and nobody can hinder."""

    done: ClassVar[type[UnitChanged[state.CucState]]]
    """What happens on it."""

    def resolve(self, game: Play, ask: Ask) -> None:
        game.happen(self.done(self.unit))


def _loads_slowly(position: Scene, unit: Troop) -> bool:
    weapon = combat.weapon_of(position, unit)
    return weapon is not None and weapon.reload == "slow"


class Reload(Handling):
    """CUC-RELOAD: reload; it takes the place of a shot. Only what is slow to load is ever empty."""

    rule, verb, says, done = "CUC-RELOAD", "reload", "{unit} {unit:reloads|reload}", events.Reloaded
    concerns = staticmethod(_loads_slowly)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield "it is loaded" if combat.weapon_of(position, unit) is None or unit.loaded else None


class OfCrews(Handling):
    """CUC-DEPLOY: what is done with a crewed weapon."""

    rule, concerns = "CUC-DEPLOY", staticmethod(lambda position, unit: unit.profile.style == "crew")
    deployed: ClassVar[bool]
    """Whether the weapon must be deployed for it."""
    amiss: ClassVar[str]
    """What is said of one that is not so."""

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        yield None if unit.profile.style == "crew" else f"there is no weapon to {self.verb}"
        yield None if unit.deployed is self.deployed else self.amiss


class Deploy(OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to shoot."""

    verb, says, done = "deploy", "{unit} {unit:deploys|deploy}", events.Deployed
    deployed, amiss = False, "it is deployed already"


class PackUp(OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to move."""

    verb, says, done = "pack up", "{unit} {unit:packs|pack} up", events.PackedUp
    deployed, amiss = True, "it is packed up already"


class Hold(Handling):
    """CUC-HOLD: wait for the enemy, to respond to what he does."""

    rule, verb, says = "CUC-HOLD", "hold", "{unit} {unit:holds|hold}, to respond to the enemy"
    done = events.Held

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        yield "aircraft do not hold" if flies(position, self.troop(position)) else None


class Leave(CucOrder):
    """CUC-LEAVE: leave the table over the edge of the cell that the unit stands in.

    Only over one for which its side is rewarded; to run away is another matter.
    """

    rule, verb, says = "CUC-LEAVE", "leave", "{unit} {unit:leaves|leave} the table"
    concerns = staticmethod(lambda position, unit: position.battle.data.engagement.exits_of(unit))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        unit = self.troop(position)
        if not position.battle.data.engagement.exits_at(unit):
            at_edge, side = position.map.is_at_edge(unit.place), position.battle.side(unit.side)
            amiss = f"no exit for {side.mention}" if at_edge else "not at the edge of the table"
            yield f"{position.name(unit.cell)} is {amiss}"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Leave; where the scenario rewards it, that is worth points."""
        unit = game.state.unit(self.unit)
        points = game.battle.data.engagement.exits_at(unit)[0].points
        game.happen(Left(self.unit))
        if points:
            game.happen(PointsWon(unit.side, points, unit.name.does("has got away")))


class AnotherOrder(CucOrder):
    """CUC-EXTRA: take another order with the same card; crews, vehicles and aircraft must pass a test first."""

    rule, verb, begins, wants_more = "CUC-EXTRA", "another order", False, True
    says = "{unit} {unit:takes|take} another order"
    concerns = staticmethod(lambda position, unit: unit.score is not None)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """A 10, after the move that the table offers it with, and once."""
        unit = self.troop(position)
        if unit.score not in BEST or unit.profile.style == "shooter":
            yield "another order is to be had with a 10 for orders, and not by shooters"
        if position.state.extra:
            yield "one further order a card, and no more"
        after = "advance" if unit.profile.style == "crew" else "rapid"
        yield None if position.state.moved == after else "another order comes after the move, and not without it"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Fighters simply have another order; everybody else has to pass the test to respond for it."""
        unit = game.state.unit(self.unit)
        if unit.profile.style == "fighter" or passes_response(game, self.unit):
            game.note(Said("another order", rule="CUC-EXTRA"))
            game.happen(events.ExtraOrderWon(self.unit))
        else:
            game.happen(Passed(unit.side, self.unit, "gets no further order"))

    def foretold(self, position: Scene, ask: Ask) -> list[Told]:
        return [chances.response_test(position, self.unit, "another order")]


# -- responses -----------------------------------------------------------------------------------------------------

RESPONSES: dict[How, str] = {
    "shoot": "shoots at",
    "evade": "evades",
    "fight back": "fights back against",
    "counter-attack": "counter-attacks",
}


class Respond(CucOrder):
    """CUC-HOLD: respond to what an enemy does: shoot at him, evade, fight back or counter-attack.

    `test` says whether the unit must pass the test to respond first; only the best results of the tables do without.
    """

    rule, verb, on, manners = "CUC-RESPOND", "respond", (CHARGED, HOLD), "{hasty}{back_foot}"
    typed, says = "{unit} {how} {enemy}{hasty}", "{responds} {enemy}{hasty}{back_foot}{test}"
    responds = does_by("how", RESPONSES)
    enemy: Annotated[UnitId, Choice("target")]
    how: How
    test: gates.Tested = True
    hasty: gates.Hasty = False
    back_foot: gates.OnBackFoot = False
    """CUC-F1: it fights on the Back Foot even if it succeeds."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield what can be tried; to fight back is not among it, for whoever stands does."""
        if unit is None:
            return
        enemy = ask.about or ""
        yield cls(unit.id, enemy, "shoot", hasty=ask.occasion == CHARGED and not unit.holding)
        if ask.occasion == CHARGED:
            yield from (cls(unit.id, enemy, "evade"), cls(unit.id, enemy, "counter-attack"))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Whether it answers what has happened, needs the test, may be unhurried, and can be done at all."""
        unit = self.troop(position)
        if self.enemy != ask.about or (ask.occasion == HOLD and self.how != "shoot"):
            yield gates.untimely(ask)
        free = unit.score in BEST or (self.how == "evade" and unit.score in state.CAUTIOUS)
        if not self.test and (ask.occasion == HOLD or not free):
            yield Refusal("a response needs the test", "CUC-HOLD")
        if ask.occasion == HOLD:
            return
        if self.how == "shoot" and unit.score is None and not unit.holding and not self.hasty:
            yield unit.name.does("does not hold: it can only shoot in haste")
        yield self.manner_refusal(position)

    def manner_refusal(self, position: Scene) -> Refused:
        """CUC-RESPOND: say why a unit cannot respond in this manner, whoever orders it."""
        unit, enemy = self.troop(position), position.state.unit(self.enemy)
        if self.how == "shoot":
            return shot_refusal(position, unit, enemy)
        if self.how == "evade" and unit.profile.skirmisher:
            return None if ground.away_cells(position, unit, enemy, "advance") else "there is nowhere to evade to"
        return means_refusal(position, unit, self.how)

    def resolve(self, game: Play, ask: Ask) -> None:
        """CUC-HOLD, CUC-REACT: answer what an enemy has done before a unit on Hold, or a charge."""
        if ask.occasion != HOLD:
            self.reaction(game)
            return
        passed = passes_response(game, self.unit)
        game.happen(events.Responded(self.unit, self.enemy, self.how, passed))
        if passed:
            shoot(game, self.unit, self.enemy, hasty=self.hasty)

    def reaction(self, game: Play) -> Stance:
        """CUC-REACT, CUC-FAILED: answer a charge, if the unit passes the test."""
        passed = not self.test or passes_response(game, self.unit)
        caught = not passed and game.battle.data.readings.failed_response == "back_foot"
        if not passed:
            game.note(Said("it is caught on the Back Foot" if caught else "it does nothing of it", rule="CUC-FAILED"))
        game.happen(events.Responded(self.unit, self.enemy, self.how, passed))
        if caught or (passed and self.how == "fight back" and self.back_foot):
            game.happen(events.PutOnBackFoot(self.unit))
        if not passed:
            idle = self.how == "fight back" and (self.back_foot or not caught)
            return Stance(self.unit, defending=True, idle=idle)
        if self.how == "shoot":
            shoot(game, self.unit, self.enemy, hasty=self.hasty)
        if self.how == "evade":
            unit, enemy = game.state.unit(self.unit), game.state.unit(self.enemy)
            if ways := ground.away_cells(game.position, unit, enemy, "advance"):
                move(game, self.unit, ways[combat.picked(game, self.unit, ways, "where it evades to")], "evade")
        counters = self.how == "counter-attack"
        return Stance(self.unit, charging=counters, defending=not counters)

    def foretold(self, position: Scene, ask: Ask) -> Iterator[Told]:
        """Tell what comes of it, the test counted in, and the test."""
        if self.how == "shoot":
            yield replace(chances.volley(position, self.unit, self.enemy), given=otherwise)
        yield chances.response_test(position, self.unit, f"{self.unit} responds: {self.how}")

    def named(self, position: Scene) -> str:
        return self.how


def means_refusal(position: Scene, unit: Troop, how: How) -> Refused:
    """CUC-RESPOND: say why a unit can never respond in a manner, whoever charges it; None if it might."""
    if how == "shoot":
        return combat.arms_refusal(position, unit)
    if how == "evade" and not unit.profile.skirmisher:
        return "only skirmishers evade"
    if how == "counter-attack" and unit.profile.style != "fighter" and unit.profile.troop != "mounted":
        return "only fighters and mounted troops counter-attack"
    return None


class Stand(CucOrder):
    """CUC-ORDER: stand: do nothing, or nothing more; the answer to a question that one lets pass."""

    rule, verb, on, passes = "CUC-ORDER", "stand", (ACTION, CHARGED, HOLD), True
    says = "{unit} {unit:stands|stand}"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Do nothing, which for an aircraft is to circle; on Hold, to hold on."""
        flying = flies(game.position, game.state.unit(self.unit))
        does = "holds on" if ask.occasion == HOLD else "circles" if flying else "stands"
        game.happen(Passed(ask.side, self.unit, does))


BOOK: OrderBook[state.CucState, state.CucData] = OrderBook(
    Nominate, RollAgain, Accept, FightOn, Rally, Shoot, Reload, Deploy, PackUp, Hold, Leave, AnotherOrder, Respond,
    Stand, Charge, Advance,
    gates=(gates.gate,), actors=gates.actors,
)  # fmt: skip
