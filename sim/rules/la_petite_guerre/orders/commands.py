"""Who goes first (LPG-SEQ), and what a leader does with his command points (LPG-CMD)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from sim.board.templates import Circle
from sim.engine.domains import SideId, UnitId
from sim.engine.insight import Fact, Scope
from sim.engine.orders import TABLE_SENSE, Ask, Refusal
from sim.memo import memo
from sim.play.happening import given
from sim.play.order import PASSING, Actor, Choice, Order, Refused
from sim.rules.la_petite_guerre.combat.fire import acquires
from sim.rules.la_petite_guerre.combat.guns import outline
from sim.rules.la_petite_guerre.events import Acquired, Controlled, OrderSettled, Refrained, TargetIndicated
from sim.rules.la_petite_guerre.ground.moving import is_chased
from sim.rules.la_petite_guerre.ground.sight import near
from sim.rules.la_petite_guerre.orders.order import ACTION, CHARGES, COMMAND, FIRST_MOVE, Aimed, Look, LpgOrder, Target
from sim.rules.la_petite_guerre.state import LpgData, LpgGame, LpgPosition, LpgState, Man, men, targets
from sim.tabletop.inches import sees

NO_FURTHER_CHARGE = "will declare no further charge"


class GoFirst(Order[LpgState, LpgData]):
    """LPG-SEQ: take every step first, or let the enemy do so."""

    rule, verb, on = "LPG-SEQ", "first move", (FIRST_MOVE,)
    typed = says = "{whose} {goes} first"
    side: Annotated[SideId, Choice(values=lambda position, ask, unit: (ask.side,))]
    first: Annotated[bool, Choice(values=lambda position, ask, unit: (True, False))] = True

    def whose(self, position: LpgPosition) -> str:
        return position.battle.side(self.side).name

    def goes(self, position: LpgPosition) -> str:
        who = position.battle.side(self.side).mention
        return f"{who:goes|go}" if self.first else f"{who:lets the enemy go|let the enemy go}"

    def manner(self, position: LpgPosition) -> str:
        return "first" if self.first else "the enemy first"

    def refusals(self, position: LpgPosition, ask: Ask) -> Iterator[Refused]:
        if self.side != ask.side:
            yield Refusal(f"{(who := position.battle.side(ask.side).mention)} {who:chooses|choose}", TABLE_SENSE)

    def resolve(self, game: LpgGame, ask: Ask) -> None:
        sides = [side.id for side in game.battle.sides]
        first = self.side if self.first else next(side for side in sides if side != self.side)
        game.happen(OrderSettled((first, *(side for side in sides if side != first))))


class Wait(LpgOrder):
    """Do nothing with what is left; for nobody by name, the side does nothing more."""

    rule, verb, on, by, passes = "LPG-ACT-1", "wait", (COMMAND, ACTION, CHARGES), ("man", "gun"), True
    typed, says, does = "{unit} {named}", "{does}", given("unit", "{unit} does nothing more", "nothing more is done")
    named, key = given("unit", "wait", "nothing more"), dict.fromkeys(("wait", "nothing more"), PASSING)
    unit: Actor = ""

    @classmethod
    def candidates(cls, position: LpgPosition, ask: Ask, unit: Man | None) -> Iterator[Self]:
        """Yield it for whoever acts; for the side where nobody is settled."""
        if unit is not None and ask.occasion != CHARGES:
            yield cls(unit.id)
        elif unit is None and ask.unit is None:
            yield cls("")

    def refusals(self, position: LpgPosition, ask: Ask) -> Iterator[Refused]:
        if not self.unit and ask.unit is not None:
            yield Refusal(f"{ask.unit} is to act", TABLE_SENSE)

    def cost(self, position: LpgPosition, ask: Ask) -> str:
        return ""

    def resolve(self, game: LpgGame, ask: Ask) -> None:
        why = NO_FURTHER_CHARGE if ask.occasion == CHARGES else "does nothing more"
        game.happen(Refrained(ask.side, self.unit or ask.unit, why))


# -- whom a leader reaches -----------------------------------------------------------------------------------------


@memo(by=lambda position, leader: (leader.id, leader.side, leader.cell))
def in_earshot(position: LpgPosition, leader: Man) -> tuple[Man, ...]:
    """LPG-CMD: return the men of his side within four inches of a leader, himself left out."""
    length = position.battle.data.numbers.command
    return tuple(
        man for man in men(position, leader.side) if man.id != leader.id and near(position, leader, man, length)
    )


def uncontrolled(position: LpgPosition, leader: Man) -> tuple[Man, ...]:
    """LPG-CMD, LPG-ROUT: return the men near a leader whom he could bring under control: not those who still run."""
    loose = (man for man in in_earshot(position, leader) if not man.control)
    return tuple(man for man in loose if not (man.broken and is_chased(position, man)))


# -- commands ------------------------------------------------------------------------------------------------------


class CommandOrder(LpgOrder):
    """LPG-CMD: something that a leader does with a command point."""

    rule, on = "LPG-CMD", (COMMAND,)

    def scope(self, position: LpgPosition) -> Scope | None:
        """Tell what those within earshot of a leader make of his command; nothing where it is his own affair."""
        units = position.state.units
        if self.unit not in units or units[self.unit].out:
            return None
        leader = units[self.unit]
        heard, facts = self.heard(position, leader)
        if not facts:
            return None
        shape = Circle(leader.place, position.battle.data.numbers.command).shape(position.map)
        return Scope(heard, facts, (outline(shape),))

    def heard(self, position: LpgPosition, leader: Man) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
        """Return who is reached by it, and what that means for them."""
        return (), ()


def _named(label: str, names: Iterable[str], rule: str) -> Fact:
    return Fact(label, ", ".join(names) or "nobody new", rule)


class Control(CommandOrder):
    """Control the troops near the leader: they need no test."""

    verb, key, command, says = "control", "C", "control", "{unit} controls the troops near him"

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """A point is not thrown away on men who are under control already; himself a leader controls anyway."""
        if not uncontrolled(position, man):
            length = position.battle.data.numbers.command
            yield f"nobody within {length} inches of {man.id} can be brought under control"

    def carry_out(self, game: LpgGame, man: Man) -> None:
        reached = uncontrolled(game.position, game.state.unit(self.unit))
        game.happen(Controlled((self.unit, *(man.id for man in reached))))

    def heard(self, position: LpgPosition, leader: Man) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
        names = tuple(man.id for man in uncontrolled(position, leader))
        own = () if leader.control else (leader.id,)
        return names, (_named("controls", own + names, "LPG-CTRL"),)


class Assess(Look):
    """LPG-CMD: assess the situation: try to acquire a target."""

    verb, key, on, command = "assess", "I", (COMMAND,), "assess"
    says = "{unit} assesses the situation and looks for {target}"


class Indicate(Aimed, CommandOrder):
    """Indicate a target that the leader has acquired to the men near him."""

    verb, key, command, says, aimed_to = "indicate", "T", "indicate", "{unit} points out {target}", "search"

    def hindered(self, position: LpgPosition, man: Man, target: Man) -> Iterator[Refused]:
        if not _has(position, man, target):
            yield f"{man.id} has not acquired {self.target} himself"
        if not in_earshot(position, man):
            yield f"nobody is near {man.id}"

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """LPG-ACQ: those who can see him have acquired him; the others will look for him."""
        seen, others = self._told(game.position, game.state.unit(self.unit))
        if seen:
            game.happen(Acquired(seen, self.target))
        if others:
            game.happen(TargetIndicated(others, self.target))

    def _told(self, position: LpgPosition, leader: Man) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return who near a leader sees the target, and who does not."""
        there, enemy = in_earshot(position, leader), position.state.unit(self.target)
        seen = tuple(man.id for man in there if sees(position, man, enemy))
        return seen, tuple(man.id for man in there if man.id not in seen)

    def heard(self, position: LpgPosition, leader: Man) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
        if self.target not in position.state.units:
            return (), ()
        seen, others = self._told(position, leader)
        told = (_named("are told of him", others, "LPG-ACQ"),) if others else ()
        return seen, (_named("have acquired him", seen, "LPG-ACQ"), *told)


class HearReport(CommandOrder):
    """Listen to a report: acquire what one of the men near the leader has acquired."""

    verb, command, aimed_to = "hear of", "report", "search"
    typed, says, manner = "{unit} hear {whom}", "{unit} hears {what}", given("man", "from {man}")
    whom, what = given("man", "{man} of {target}", "a report"), given("man", "of {target} from {man}", "a report")
    man: Annotated[UnitId, Choice("target")]
    target: Target

    @classmethod
    def choices(cls, position: LpgPosition, ask: Ask, man: Man) -> Iterator[Self]:
        """Yield every report that there is; one of nothing, if there is none."""
        there = list(targets(position, man.side))
        near_by = in_earshot(position, man)
        found = [
            cls(man.id, each.id, enemy.id) for each in near_by for enemy in there if acquires(position, each, enemy)
        ]
        yield from found or (cls(man.id, "", ""),)

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        if not self.man:
            yield f"nobody near {man.id} has seen anybody"
        other, enemy = position.state.unit(self.man), position.state.unit(self.target)
        if other not in in_earshot(position, man):
            yield f"{self.man} is not near {man.id}"
        if not _has(position, other, enemy):
            yield f"{self.man} has nothing to report about {self.target}"
        if acquires(position, man, enemy):
            yield f"{man.id} has acquired {self.target} already"

    def carry_out(self, game: LpgGame, man: Man) -> None:
        game.happen(Acquired((self.unit,), self.target))


def _has(position: LpgPosition, man: Man, enemy: Man) -> bool:
    """LPG-ACQ: say whether a man has acquired somebody who is an enemy, and there."""
    return not enemy.out and enemy.side != man.side and acquires(position, man, enemy)


class Encourage(CommandOrder):
    """Encourage the troops: for the charge tests and the morale of this turn."""

    verb, key, command, says = "encourage", "R", "encourage", "{unit} encourages the troops"

    def heard(self, position: LpgPosition, leader: Man) -> tuple[tuple[str, ...], tuple[Fact, ...]]:
        names = tuple(man.id for man in in_earshot(position, leader))
        return names, (_named("encourages", names, "LPG-CMD"),)


ORDERS: tuple[type[LpgOrder], ...] = (Control, Encourage, Assess, Indicate, HearReport)
