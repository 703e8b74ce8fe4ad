"""What may be ordered: with a card, in answer to a charge, on Hold, and of the die for orders."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Literal, Self

from sim.board.area import Area
from sim.engine.domains import UnitId
from sim.engine.events import Passed
from sim.engine.insight import Odds
from sim.engine.notes import Said
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.engine.words import Name
from sim.grid import Cell
from sim.play.book import OrderBook
from sim.play.consequences import happens, of_order
from sim.play.happening import Left, PointsWon
from sim.play.order import Choice, Refused
from sim.rules.la_cucaracha import chances, scene
from sim.rules.la_cucaracha.charging import charge
from sim.rules.la_cucaracha.courage_tests import move, passes_response, rally
from sim.rules.la_cucaracha.events import (
    Deployed,
    ExtraOrderWon,
    Held,
    PackedUp,
    Rallied,
    Reloaded,
    Responded,
    Shot,
)
from sim.rules.la_cucaracha.fighting import fight_on
from sim.rules.la_cucaracha.geometry import flies, nearest
from sim.rules.la_cucaracha.responses import answer_hold, answered, watch
from sim.rules.la_cucaracha.scenario import CucData
from sim.rules.la_cucaracha.scene import (
    ACTION,
    CHARGED,
    HOLD,
    NOMINATE,
    REROLL,
    CucOrder,
    Play,
    Reaction,
    Scene,
    enemies,
    friends,
)
from sim.rules.la_cucaracha.shooting import arms_refusal, has_target_from, shot_refusal, weapon_of
from sim.rules.la_cucaracha.units import BEST, CucState, Pace, Troop
from sim.rules.la_cucaracha.volleys import shoot
from sim.rules.la_cucaracha.walking import (
    DEPLOYED,
    anchored,
    away_cells,
    charge_refusal,
    charge_ways,
    is_further,
    never_charged,
    reach,
    way_refusal,
)

OPEN_FIRE = 5
"""CUC-C5: the least die with which a crew deploys and shoots."""
CAUTIOUS = range(2, 5)
"""CUC-S2: the band in which skirmishers evade without a test."""
How = Literal["shoot", "evade", "fight back", "counter-attack"]


# -- what all orders have in common --------------------------------------------------------------------------------


def on_table(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """Say that a unit is not there."""
    if order.unit not in position.state.units:
        return Refusal(f"there is no {order.unit}", TABLE_SENSE)
    unit = position.state.unit(order.unit)
    return Refusal(f"{unit.name} {unit.name:is|are} not on the table", TABLE_SENSE) if not unit.on_table else None


def timely(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """Say what is to be ordered now, where this is not."""
    return None if ask.occasion in order.on else _untimely(ask)


def _untimely(ask: Ask) -> Refusal:
    told = {
        NOMINATE: ("a unit of the automated side is to be named", "CUC-NOMINATE"),
        REROLL: ("the die for orders stands, or is rolled again", "CUC-REROLL"),
        CHARGED: (f"only a response to {ask.about} can be ordered now, or to stand", "CUC-REACT"),
        HOLD: (f"only shots at {ask.about} can be ordered now, or to hold on", "CUC-HOLD"),
    }
    return Refusal(*told.get(ask.occasion, ("that is no order for a card", "CUC-CARD")))


def asked(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """CUC-CARD, CUC-REROLL, CUC-REACT, CUC-HOLD: say that another unit is meant, or that this one has had its card."""
    unit, actor = position.state.unit(order.unit), position.state.actor
    match ask.occasion:
        case scene.NOMINATE:
            return None
        case scene.REROLL if unit.id != ask.unit:
            return Refusal(f"the die was rolled for {ask.unit}, not for {unit.id}", "CUC-REROLL")
        case scene.CHARGED if unit.id != ask.unit:
            return Refusal(f"{ask.unit} is charged, not {unit.id}", "CUC-REACT")
        case scene.HOLD if unit.id != ask.unit:
            return Refusal(f"{ask.unit} may respond now, not {unit.id}", "CUC-HOLD")
        case scene.ACTION if unit.side != ask.side:
            return Refusal(f"{unit.name} {unit.name:is|are} not a unit of {ask.side}", "CUC-CARD")
        case scene.ACTION if actor and unit.id != actor:
            return Refusal(f"{actor} acts with this card, not {unit.id}", "CUC-CARD")
        case scene.ACTION if not actor:
            return _has_acted(unit)
    return None


def _has_acted(unit: Troop) -> Refusal | None:
    return Refusal(f"{unit.name} {unit.name:has|have} acted already this turn", "CUC-CARD") if unit.acted else None


def plight(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """CUC-OVERRIDE: say what a unit's plight keeps it from, and what it has done already with its card."""
    unit = position.state.unit(order.unit)
    name = unit.name
    if ask.occasion != ACTION or order.passes:
        return None
    if unit.fighting and "fighting" not in order.plights:
        return Refusal(f"{name} {name:is|are} in close combat with {unit.fighting[0]}", "CUC-OVERRIDE")
    if unit.shaken and not unit.fighting and "shaken" not in order.plights:
        can = "it can rally, stand, or go half an Advance away from the enemy"
        return Refusal(f"{name} {name:is|are} shaken: {can}", "CUC-COURAGE")
    if position.state.shot and not unit.fighting:
        return Refusal(f"{name} {name:has|have} shot already with this card", "CUC-CARD")
    return None


def unmoved(position: Scene, ask: Ask, order: CucOrder) -> Refused:
    """CUC-CARD: say why a unit that has moved or deployed with this order cannot begin anything else."""
    return _has_moved(position, order.unit) if order.begins and ask.occasion == ACTION else None


def _has_moved(position: Scene, unit: str) -> Refusal | None:
    name = position.state.unit(unit).name
    moved = Refusal(f"{name} {name:has|have} moved already with this order", "CUC-CARD")
    return moved if position.state.moved else None


GATES = (on_table, timely, asked, plight, unmoved)


def cannot_begin(position: Scene, ask: Ask, order: CucOrder) -> bool:
    """Say whether something stands against an order that is all one to where it leads."""
    return any(gate(position, ask, order) for gate in GATES)


def actors(position: Scene, ask: Ask) -> Iterator[Troop]:
    """CUC-NOMINATE: yield whoever was named; else everybody who has not acted."""
    settled = ask.unit or position.state.actor
    if settled:
        yield position.state.unit(settled)
    else:
        side = (ask.about or "") if ask.occasion == NOMINATE else ask.side
        yield from (unit for unit in friends(position, side) if not unit.acted)


# -- the die for orders --------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Nominate(CucOrder):
    """CUC-NOMINATE: name the unit that acts with the card: one of the automated side that has not acted."""

    rule, verb, on = "CUC-NOMINATE", "nominate", (NOMINATE,)
    typed, says = "{unit} nominate", "{unit} {unit:is|are} to act"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield everybody of that side; who has acted is listed with the reason."""
        acted = (each.id for each in friends(position, ask.about or "") if each.acted)
        yield from (cls(each) for each in (acted if unit is None else (unit.id,)))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Name one of the side whose card it is."""
        unit = position.state.unit(self.unit)
        if unit.side != ask.about:
            yield Refusal(f"{unit.name} {unit.name:is|are} not a unit of {ask.about}", "CUC-CARD")
        yield _has_acted(unit)


@dataclass(frozen=True)
class RollAgain(CucOrder):
    """CUC-REROLL: roll the die for orders once more; the second roll stands."""

    rule, verb, on, rolls_again = "CUC-REROLL", "roll again", (REROLL,), True
    typed, says = "{unit} roll again", "{unit} {unit:rolls|roll} again for {unit:its|their} orders"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Only the drilled and the aggressive roll again, and only to close with the enemy."""
        unit = position.state.unit(self.unit)
        if not unit.profile.drilled and not unit.profile.aggressive:
            yield f"{unit.name} {unit.name:is|are} neither drilled nor aggressive"
        drilled = unit.profile.drilled and position.battle.data.readings.reroll == "drilled"
        if not drilled and not is_closing(position, unit):
            yield f"{unit.name} {unit.name:does|do} not try to close with the enemy"


def is_closing(position: Scene, unit: Troop) -> bool:
    """CUC-REROLL: say whether a unit tries to close: a fighter always, others who have nobody in range and can move."""
    if unit.profile.style == "fighter":
        return True
    return not anchored(unit) and not has_target_from(position, unit, unit.place)


@dataclass(frozen=True)
class Accept(CucOrder):
    """CUC-REROLL: let the die for orders stand."""

    rule, verb, on, passes = "CUC-REROLL", "accept", (REROLL,), True
    typed, says = "{unit} accept", "{unit} {unit:takes|take} the orders of the die"


# -- fighting and shooting -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FightOn(CucOrder):
    """CUC-OVERRIDE: fight another round of a close combat."""

    rule, verb, plights, begins = "CUC-OVERRIDE", "fight on", ("fighting",), False
    typed, says = "{unit} fight on", "{unit} {unit:fights|fight} on"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """There must be a fight."""
        unit = position.state.unit(self.unit)
        yield None if unit.fighting else f"{unit.name} {unit.name:is|are} in no close combat"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Fight a round against everybody with whom it is locked."""
        fight_on(game, self.unit)

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell how the round goes with each of them."""
        locked = position.state.unit(self.unit).fighting
        return tuple(odds for enemy in locked for odds in chances.fights_on(position, self.unit, enemy))


@dataclass(frozen=True)
class Rally(CucOrder):
    """CUC-COURAGE: try to get over being shaken; a unit that is shaken may also move half an Advance away."""

    rule, verb, plights, begins = "CUC-COURAGE", "rally", ("shaken",), False
    typed, says = "{unit} rally", "{unit} {unit:tries|try} to rally"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Only who is shaken rallies."""
        unit = position.state.unit(self.unit)
        yield None if unit.shaken else f"{unit.name} {unit.name:is|are} not shaken"
        yield _has_moved(position, self.unit)

    def resolve(self, game: Play, ask: Ask) -> None:
        """Test its courage."""
        rally(game, self.unit)

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell whether it gets over it."""
        return chances.rallied(position, of_order(position, ask, self, until=happens(Rallied)), self.unit)


def _foes(position: Scene, ask: Ask, unit: Troop) -> Iterator[str]:
    return (enemy.id for enemy in enemies(position, unit.side))


def _hasty(position: Scene, ask: Ask, unit: Troop) -> tuple[bool]:
    return (bool(position.state.moved),)


Foe = Annotated[UnitId, Choice("target", _foes, none="")]
AGAIN = "a missed die is rolled again only with a 10 for orders"


def _nobody(position: Scene, target: str) -> Refusal | None:
    if target in position.state.units:
        return None
    return Refusal(f"there is no {target}" if target else "there is no enemy on the table", TABLE_SENSE)


@dataclass(frozen=True)
class Shoot(CucOrder):
    """CUC-SHOOT: shoot at an enemy."""

    rule, verb, begins = "CUC-SHOOT", "shoot", False
    typed, says = "{unit} shoot {target}{haste}", "{unit} {unit:shoots|shoot} at {target}{haste}{again}"
    target: Foe
    hasty: Annotated[bool, Choice(values=_hasty)] = False
    reroll: bool = False
    """CUC-S10 and the like: one die that misses may be rolled again."""

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """What the move before it leaves, what the die grants, then range, sight and weapon."""
        yield _nobody(position, self.target)
        unit, moved = position.state.unit(self.unit), position.state.moved
        if moved in ("rapid", "charge"):
            yield "nobody shoots after a Rapid Advance or a charge"
        if moved == "deploy" and (unit.score is None or unit.score < OPEN_FIRE):
            just = f"{unit.name} {unit.name:has|have} only just deployed: it can shoot with its next card"
            yield Refusal(just, "CUC-DEPLOY")
        if moved and not self.hasty and unit.score != BEST:
            yield "after a move shots are hasty"
        if self.reroll and (unit.score != BEST or moved):
            yield Refusal(f"{AGAIN}, and from a stand", "CUC-BAND")
        yield shot_refusal(position, unit, position.state.unit(self.target))

    def resolve(self, game: Play, ask: Ask) -> None:
        """Shoot; enemies on Hold may answer it."""
        shoot(game, self.unit, self.target, hasty=self.hasty, reroll=self.reroll)
        watch(game, self.unit)

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell how many fall."""
        return chances.volley(position, of_order(position, ask, self, until=happens(Shot)), self.unit, self.target)

    def threat(self, position: Scene, target: Troop) -> tuple[Odds, ...]:
        """Tell the volley, too, if the target is as near as who was named: a die could have named it instead."""
        unit = position.state.unit(self.unit)
        able = [enemy for enemy in enemies(position, unit.side) if shot_refusal(position, unit, enemy) is None]
        if target.id not in (self.target, *(enemy.id for enemy in nearest(position, unit, able))):
            return ()
        return replace(self, target=target.id).odds(position, Ask(unit.side, ACTION, self.unit))

    @property
    def haste(self) -> str:
        """Say that it is hasty."""
        return " in haste" if self.hasty else ""

    @property
    def again(self) -> str:
        """Say what the die for orders grants."""
        return ", one missed die again" if self.reroll else ""

    def manner(self, position: Scene) -> str:
        """Say how."""
        return ", ".join(filter(None, (self.haste.strip(), self.again.removeprefix(", "))))


@dataclass(frozen=True)
class Charge(CucOrder):
    """CUC-CHARGE: charge an enemy: the way ends in a cell beside it, an empty one where the unit stands."""

    rule, verb, ample = "CUC-CHARGE", "charge", True
    typed = "{unit} charge {target}{by}"
    says = "{unit} {unit:charges|charge} {target}{coming}{allowed}"
    target: Foe
    way: Annotated[tuple[Cell, ...], Choice("way")] = ()
    reroll: bool = False
    """CUC-F10: one die that misses may be rolled again."""
    back_foot: bool = False
    """CUC-S5: it fights on the Back Foot."""

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Yield every cell from which a charge strikes each enemy; of one that no charge reaches the bare order."""
        if unit is None:
            return
        barred = cannot_begin(position, ask, cls(unit.id, ""))
        for target in tuple(_foes(position, ask, unit)) or ("",):
            ways = {} if barred or not target else charge_ways(position, unit, position.state.unit(target))
            yield from (cls(unit.id, target, way) for way in ways.values())
            if not ways:
                yield cls(unit.id, target)

    def alike(self) -> object:
        """Ways that the search has found are all open."""
        return (self.target, bool(self.way))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """What the die grants, then whether a charge can be and gets there."""
        yield _nobody(position, self.target)
        unit, target = position.state.unit(self.unit), position.state.unit(self.target)
        if self.reroll and unit.score != BEST:
            yield Refusal(AGAIN, "CUC-BAND")
        yield never_charged(position, unit, target)
        if not self.way and not charge_ways(position, unit, target):
            yield "no charge reaches it"
        yield charge_refusal(position, unit, target, self.way)

    def resolve(self, game: Play, ask: Ask) -> None:
        """Carry it out from its declaration to the end of the first round."""
        charge(game, self)

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell how the first round goes against a target that stands, and whether it does."""
        stands = () if position.state.unit(self.target).fighting else chances.courage_kept(position, self.target)
        return (*chances.onset(position, self), *stands)

    def threat(self, position: Scene, target: Troop) -> tuple[Odds, ...]:
        """Tell how the first round goes."""
        return chances.onset(position, self) if self.target == target.id else ()

    def by(self, position: Scene) -> str:
        """Name the cell from which it strikes, as it can be typed."""
        return f" by {position.name(self.way[-1])}" if self.way else ""

    def coming(self, position: Scene) -> str:
        """Name the cell from which it strikes."""
        return f", coming from {position.name(self.way[-1])}" if self.way else ""

    @property
    def allowed(self) -> str:
        """Say what the table grants or imposes."""
        return ("" if not self.reroll else ", one missed die again") + (", on the Back Foot" if self.back_foot else "")

    def manner(self, position: Scene) -> str:
        """Say from where, and how."""
        place = f"from {position.name(self.way[-1])}" if self.way else ""
        return ", ".join(filter(None, (place, self.allowed.removeprefix(", "))))


# -- moving --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Advance(CucOrder):
    """CUC-PACE: move: every cell after the present one, in order."""

    rule, verb, plights, ample = "CUC-PACE", "advance", ("shaken",), True
    typed, says = "{unit} {paced}{end}", "{unit} {goes}{end}"
    way: Annotated[tuple[Cell, ...], Choice("way")]
    pace: Pace = "advance"

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
            if cannot_begin(position, ask, bare) or _pace_refusal(position, unit, pace):
                yield bare
                continue
            run = reach(position, unit, pace)
            yield from (cls(unit.id, run.way(cell)[1:], pace) for cell in run.area - open_)
            open_ |= run.area

    def alike(self) -> object:
        """Ways that the search has found are all open; whoever is shaken goes only away, which it does not know."""
        return None if self.pace == "half" else (self.pace, bool(self.way))

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Whether the pace leads anywhere, the way, and which way a shaken unit may go."""
        unit = position.state.unit(self.unit)
        if not self.way:
            yield _pace_refusal(position, unit, self.pace)
        yield way_refusal(position, unit, self.way, self.pace)
        if unit.shaken:
            yield _pace_refusal(position, unit, self.pace)
            for enemy in nearest(position, unit, enemies(position, unit.side)):
                if not is_further(position, unit, self.way[-1], enemy):
                    only = f"{unit.name} {unit.name:is|are} shaken: only away from the enemy"
                    yield Refusal(only, "CUC-COURAGE")

    def cost(self, position: Scene, ask: Ask) -> str:
        """Return the inches of the way."""
        if not self.way:
            return ""
        halves = reach(position, position.state.unit(self.unit), self.pace).cost(self.way[-1]) or 0
        return f'{halves / 2:g}"'

    def resolve(self, game: Play, ask: Ask) -> None:
        """Go; enemies on Hold may answer it."""
        move(game, self.unit, self.way, self.pace)
        watch(game, self.unit)

    @property
    def paced(self) -> str:
        """Name the pace."""
        return {"half": "half advance", "advance": "advance", "rapid": "rapid advance"}[self.pace]

    def goes(self, position: Scene) -> str:
        """Say how it goes."""
        name = position.battle.ruleset.name(position, self.unit)
        if self.pace == "advance":
            return f"{name:advances|advance}"
        return f"{name:makes|make} {'half an' if self.pace == 'half' else 'a Rapid'} Advance"

    def end(self, position: Scene) -> str:
        """Say where to."""
        return f" to {position.name(self.way[-1])}" if self.way else ""

    def named(self, position: Scene) -> str:
        """Tell the paces apart in the menu."""
        return self.paced


def _pace_refusal(position: Scene, unit: Troop, pace: Pace) -> Refused:
    """Say why a unit that may begin to move can go nowhere at a pace; None if it can go somewhere."""
    if anchored(unit):
        return Refusal(DEPLOYED, "CUC-DEPLOY")
    if unit.shaken and pace != "half":
        return Refusal(f"{unit.name} {unit.name:is|are} shaken: half an Advance and no more", "CUC-COURAGE")
    if len(reach(position, unit, pace).area) > 1:
        return None
    return "no ground that it could run over is open to it" if pace == "rapid" else "no step is open to it"


# -- weapons, Hold, further orders ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Reload(CucOrder):
    """CUC-RELOAD: reload; it takes the place of a shot."""

    rule, verb = "CUC-RELOAD", "reload"
    typed, says = "{unit} reload", "{unit} {unit:reloads|reload}"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Only what is slow to load is ever empty."""
        weapon = weapon_of(position, unit) if unit is not None else None
        if unit is not None and weapon is not None and weapon.reload == "slow":
            yield cls(unit.id)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """It must be empty."""
        unit = position.state.unit(self.unit)
        yield "it is loaded" if weapon_of(position, unit) is None or unit.loaded else None

    def resolve(self, game: Play, ask: Ask) -> None:
        """Load."""
        game.happen(Reloaded(self.unit))


@dataclass(frozen=True)
class _OfCrews(CucOrder):
    """CUC-DEPLOY: what is done with a crewed weapon."""

    rule = "CUC-DEPLOY"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Only crews have such a weapon."""
        if unit is not None and unit.profile.style == "crew":
            yield cls(unit.id)


@dataclass(frozen=True)
class Deploy(_OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to shoot."""

    verb, typed, says = "deploy", "{unit} deploy", "{unit} {unit:deploys|deploy}"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """It must be packed up."""
        unit = position.state.unit(self.unit)
        yield None if unit.profile.style == "crew" else "there is no weapon to deploy"
        yield "it is deployed already" if unit.deployed else None

    def resolve(self, game: Play, ask: Ask) -> None:
        """Deploy."""
        game.happen(Deployed(self.unit))


@dataclass(frozen=True)
class PackUp(_OfCrews):
    """CUC-DEPLOY: make a crewed weapon ready to move."""

    verb, typed, says = "pack up", "{unit} pack up", "{unit} {unit:packs|pack} up"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """It must be deployed."""
        unit = position.state.unit(self.unit)
        yield None if unit.profile.style == "crew" else "there is no weapon to pack up"
        yield None if unit.deployed else "it is packed up already"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Pack up."""
        game.happen(PackedUp(self.unit))


@dataclass(frozen=True)
class Hold(CucOrder):
    """CUC-HOLD: wait for the enemy, to respond to what he does."""

    rule, verb = "CUC-HOLD", "hold"
    typed, says = "{unit} hold", "{unit} {unit:holds|hold}, to respond to the enemy"

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """Aircraft do not."""
        yield "aircraft do not hold" if flies(position, position.state.unit(self.unit)) else None

    def resolve(self, game: Play, ask: Ask) -> None:
        """Hold."""
        game.happen(Held(self.unit))


@dataclass(frozen=True)
class Leave(CucOrder):
    """CUC-LEAVE: leave the table over the edge of the cell that the unit stands in."""

    rule, verb = "CUC-LEAVE", "leave"
    typed, says = "{unit} leave", "{unit} {unit:leaves|leave} the table"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Only a side that is rewarded for it leaves."""
        if unit is not None and any(each.side == unit.side for each in position.battle.data.engagement.exits):
            yield cls(unit.id)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """A unit leaves over an edge for which its side is rewarded; to run away is another matter."""
        unit = position.state.unit(self.unit)
        exits = [each for each in position.battle.data.engagement.exits if each.side == unit.side]
        if not any(unit.cell in each.cells for each in exits):
            here, at_edge = position.name(unit.cell), position.map.is_at_edge(unit.place)
            yield f"{here} is no exit for {unit.side}" if at_edge else f"{here} is not at the edge of the table"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Leave; where the scenario rewards it, that is worth points."""
        unit = game.state.unit(self.unit)
        exits = [each for each in game.battle.data.engagement.exits if each.side == unit.side]
        game.happen(Left(self.unit))
        for each in [each for each in exits if unit.cell in each.cells][:1]:
            if each.points:
                game.happen(PointsWon(unit.side, each.points, f"{self.unit} has got away"))


@dataclass(frozen=True)
class AnotherOrder(CucOrder):
    """CUC-EXTRA: take another order with the same card; crews, vehicles and aircraft must pass a test first."""

    rule, verb, begins, wants_more = "CUC-EXTRA", "another order", False, True
    typed, says = "{unit} another order", "{unit} {unit:takes|take} another order"

    @classmethod
    def candidates(cls, position: Scene, ask: Ask, unit: Troop | None) -> Iterator[Self]:
        """Only a die for orders gives one."""
        if unit is not None and unit.score is not None:
            yield cls(unit.id)

    def refusals(self, position: Scene, ask: Ask) -> Iterator[Refused]:
        """A 10, after the move that the table offers it with, and once."""
        unit = position.state.unit(self.unit)
        after = "advance" if unit.profile.style == "crew" else "rapid"
        if unit.score != BEST or unit.profile.style == "shooter":
            yield "another order is to be had with a 10 for orders, and not by shooters"
        if position.state.extra:
            yield "one further order a card, and no more"
        yield None if position.state.moved == after else "another order comes after the move, and not without it"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Fighters simply have another order; everybody else has to pass the test to respond for it."""
        unit = game.state.unit(self.unit)
        if unit.profile.style == "fighter" or passes_response(game, self.unit):
            game.note(Said("another order", rule="CUC-EXTRA"))
            game.happen(ExtraOrderWon(self.unit))
        else:
            game.happen(Passed(unit.side, self.unit, "gets no further order"))

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell the test, where there is one."""
        found = of_order(position, ask, self)
        return chances.response_test(position, found, self.unit, "another order", lambda run: run.has(ExtraOrderWon))


# -- responses -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Respond(CucOrder):
    """CUC-HOLD: respond to what an enemy does: shoot at him, evade, fight back or counter-attack.

    `test` says whether the unit must pass the test to respond first; only the best results of the tables do without.
    """

    rule, verb, on = "CUC-RESPOND", "respond", (CHARGED, HOLD)
    typed, says = "{unit} {how} {enemy}{haste}", "{unit} {does} {enemy}{haste}{allowed}"
    enemy: Annotated[UnitId, Choice("target")]
    how: How
    test: bool = True
    hasty: bool = False
    back_foot: bool = False
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
        unit = position.state.unit(self.unit)
        if self.enemy != ask.about or (ask.occasion == HOLD and self.how != "shoot"):
            yield _untimely(ask)
        free = unit.score == BEST or (self.how == "evade" and unit.score in CAUTIOUS)
        if not self.test and (ask.occasion == HOLD or not free):
            yield Refusal("a response needs the test", "CUC-HOLD")
        if ask.occasion == HOLD:
            return
        if self.how == "shoot" and unit.score is None and not unit.holding and not self.hasty:
            yield f"{unit.name} {unit.name:does|do} not hold: it can only shoot in haste"
        yield manner_refusal(position, unit, self)

    def resolve(self, game: Play, ask: Ask) -> None:
        """CUC-HOLD, CUC-REACT: answer what an enemy has done before a unit on Hold, or a charge."""
        if ask.occasion == HOLD:
            answer_hold(game, self)
        else:
            self.reaction(game)

    def reaction(self, game: Play) -> Reaction:
        """CUC-REACT: answer a charge."""
        return answered(game, self)

    def odds(self, position: Scene, ask: Ask) -> tuple[Odds, ...]:
        """Tell what comes of it, the test counted in, and the test."""
        found, what = of_order(position, ask, self, until=happens(Shot)), f"{self.unit} responds: {self.how}"
        tests = chances.response_test(position, found, self.unit, what, lambda run: run.has(Responded, succeeded=True))
        if self.how != "shoot":
            return tests
        tested = tests[0].chance if tests else None
        return (*chances.volley(position, found, self.unit, self.enemy, tested), *tests)

    @property
    def haste(self) -> str:
        """Say that it is hasty."""
        return " in haste" if self.hasty else ""

    @property
    def allowed(self) -> str:
        """Say what the table grants or imposes."""
        return (", on the Back Foot" if self.back_foot else "") + ("" if self.test else ", without a test")

    def does(self, position: Scene) -> str:
        """Say what it does."""
        name: Name = position.battle.ruleset.name(position, self.unit)
        words = {
            "shoot": f"{name:shoots|shoot} at",
            "evade": f"{name:evades|evade}",
            "fight back": f"{name:fights|fight} back against",
            "counter-attack": f"{name:counter-attacks|counter-attack}",
        }
        return words[self.how]

    def named(self, position: Scene) -> str:
        """Tell the responses apart in the menu."""
        return self.how

    def manner(self, position: Scene) -> str:
        """Say how."""
        return ", ".join(filter(None, (self.haste.strip(), "on the Back Foot" if self.back_foot else "")))


def manner_refusal(position: Scene, unit: Troop, order: Respond) -> Refused:
    """CUC-RESPOND: say why a unit cannot respond in this manner, whoever orders it."""
    enemy = position.state.unit(order.enemy)
    if order.how == "shoot":
        return shot_refusal(position, unit, enemy)
    if order.how == "evade" and unit.profile.skirmisher:
        return None if away_cells(position, unit, enemy, "advance") else "there is nowhere to evade to"
    return means_refusal(position, unit, order.how)


def means_refusal(position: Scene, unit: Troop, how: How) -> Refused:
    """CUC-RESPOND: say why a unit can never respond in a manner, whoever charges it; None if it might."""
    match how:
        case "shoot":
            return arms_refusal(position, unit)
        case "evade":
            return None if unit.profile.skirmisher else "only skirmishers evade"
        case "counter-attack":
            can = unit.profile.style == "fighter" or unit.profile.troop == "mounted"
            return None if can else "only fighters and mounted troops counter-attack"
        case "fight back":
            return None


@dataclass(frozen=True)
class Stand(CucOrder):
    """CUC-ORDER: stand: do nothing, or nothing more; the answer to a question that one lets pass."""

    rule, verb, on, begins, passes = "CUC-ORDER", "stand", (ACTION, CHARGED, HOLD), False, True
    typed, says = "{unit} stand", "{unit} {unit:stands|stand}"

    def resolve(self, game: Play, ask: Ask) -> None:
        """Do nothing, which for an aircraft is to circle; on Hold, to hold on."""
        flying = flies(game.position, game.state.unit(self.unit))
        does = "holds on" if ask.occasion == HOLD else "circles" if flying else "stands"
        game.happen(Passed(ask.side, self.unit, does))


BOOK: OrderBook[CucState, CucData] = OrderBook(
    Nominate, RollAgain, Accept, FightOn, Rally, Shoot, Reload, Deploy, PackUp, Hold, Leave, AnotherOrder, Respond,
    Stand, Charge, Advance,
    gates=GATES, actors=actors,
)  # fmt: skip
