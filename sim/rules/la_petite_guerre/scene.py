"""A moment of a battle of 1885, who is in it, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from sim.engine.battle import Position
from sim.engine.game import Game
from sim.engine.setup import Objective
from sim.play.tally import Reckoning
from sim.rules.la_petite_guerre.scenario import LpgData
from sim.rules.la_petite_guerre.units import LpgState, Man
from sim.tabletop.inches import Moment, misplaced

Scene = Position[LpgState, LpgData]
Play = Game[LpgState, LpgData]


def men(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of a side on the table, guns left out, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "man")


def enemies(position: Scene, side: str) -> Iterator[Man]:
    """Yield the living men of the other side on the table, guns left out, in roster order."""
    units = position.state.units
    there = (unit for unit in units if unit.side != side and not unit.out and unit.profile.kind == "man")
    return iter(_ENEMIES.of(position, side, lambda: tuple(there)))


_ENEMIES: Moment[tuple[Man, ...]] = Moment()


def known_enemies(position: Scene, side: str) -> Iterator[Man]:
    """Yield those of whom a side knows: men who do not lie hidden."""
    return (man for man in enemies(position, side) if not man.hidden)


def guns(position: Scene, side: str) -> Iterator[Man]:
    """Yield the guns of a side on the table, in roster order."""
    return (unit for unit in position.state.units if unit.side == side and not unit.out and unit.profile.kind == "gun")


def targets(position: Scene, side: str) -> Iterator[Man]:
    """Yield whom a side can aim at, as far as it knows: men of the other side who do not lie hidden, and its guns."""
    yield from known_enemies(position, side)
    yield from (unit for other in position.battle.sides if other.id != side for unit in guns(position, other.id))


def crew(position: Scene, gun: Man) -> Iterator[Man]:
    """Yield the living men who serve a gun, in roster order."""
    return (unit for unit in position.state.units if unit.serves == gun.id and not unit.out)


# -- positions that were edited by hand --------------------------------------------------------------------------


def complaints(position: Scene) -> Iterator[str]:
    """Yield what is impossible about a position that somebody has edited."""
    yield from misplaced(position)
    for man in position.state.units:
        if man.cell is not None and man.dead:
            yield f"{man.id} is dead and on the table"
        if man.cell is not None and man.weapon and man.weapon not in position.battle.data.weapons:
            yield f"{man.id} holds a {man.weapon}, which nobody has described"
    state, sides = position.state, [side.id for side in position.battle.sides]
    if state.order and sorted(state.order) != sorted(sides):
        yield f"the order of the sides is {', '.join(state.order)}: expected each of {', '.join(sides)} once"
    if state.phase not in ("first move", "end") and (not state.order or not state.side):
        yield f"it is the step of {state.phase}: expected an order of the sides, and the side whose step it is"
    for arrival in position.battle.data.engagement.arrivals:
        if arrival.unit not in state.units:
            yield f"there is no {arrival.unit}, who comes on turn {arrival.turn}"
    charges = state.charges
    if charges.to_come and position.state.phase != "charges":
        yield "charges are to come, and it is not their step"


# -- who has won -----------------------------------------------------------------------------------------------------


class LpgReckoning(Reckoning):
    """Points for objectives, for those lost and for deeds; a side gives up when enough men are dead or run.

    The end is asked for before every activation, but for charges that were declared and are still to be driven home.
    """

    stakes, fallen, left = attrgetter("battle.data.engagement"), attrgetter("dead"), attrgetter("gone")

    def holder(self, position: Scene, objective: Objective) -> str:
        """Return who has an objective: the side with more able men there.

        Where neither has more, because nobody is there or because they fight for it, it stays with the side that had it
        before the battle; empty for nobody.
        """
        able = (unit for unit in position.state.units if unit.able and self.fights(unit))
        there = [unit.side for unit in able if unit.cell in objective.ground]
        numbers = {side.id: there.count(side.id) for side in position.battle.sides}
        most = max(numbers.values())
        best = [side for side, number in numbers.items() if number == most]
        return best[0] if len(best) == 1 else objective.holder or ""

    def fights(self, unit: Man) -> bool:
        """Leave out guns, which are nothing without men."""
        return unit.profile.kind == "man"

    def lost(self, position: Scene, unit: Man) -> bool:
        """Say whether a man or a gun is lost to his side: a gun if it was put out of action or taken, or with the last
        of its crew.
        """
        own = [man for man in position.state.units if man.serves == unit.id] if unit.profile.kind == "gun" else []
        if own and unit.id not in position.state.gone and all(self.lost(position, man) for man in own):
            return True
        return super().lost(position, unit)

    def losses(self, position: Scene, side: str) -> int:
        """Return how many men of a side are dead, fled, or run at this moment."""
        own = (unit for unit in position.state.units if unit.side == side and self.fights(unit))
        return sum(self.lost(position, unit) or (unit.broken and not unit.out) for unit in own)

    def gave_up(self, position: Scene, side: str, lost: int) -> str:
        """Say that a side gave up."""
        return f"{position.battle.side(side).mention} gave up with {lost} dead or on the run"


_COUNT = LpgReckoning()
outcome, standing, gained, holder = _COUNT.outcome, _COUNT.standing, _COUNT.gained, _COUNT.holder
lost, losses, bring_on = _COUNT.lost, _COUNT.losses, _COUNT.bring_on
