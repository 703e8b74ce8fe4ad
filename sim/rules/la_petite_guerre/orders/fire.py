"""Looking out and firing, with small arms and with guns (LPG-ACQ, LPG-FIRE, LPG-BLIND, LPG-GATLING, LPG-SHELL).

The scatter die is a D6: 1-4 an arrow, 5-6 a hit; the arrow points in a direction of the grid that a second die picks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from typing import Annotated, Self

from sim.board.area import Area
from sim.engine.dice import D6, Throw, at_least, at_most, die
from sim.engine.insight import Danger, Sketch
from sim.engine.notes import Checked, Rolled, Said
from sim.engine.orders import Ask, Refusal
from sim.grid import Cell
from sim.play.consequences import Course, Outcomes, either, of_order, throws
from sim.play.odds import Telling, Told, otherwise
from sim.play.order import Choice, Refused
from sim.rules.la_petite_guerre.combat.fire import (
    BEST,
    acquires,
    fire_refusal,
    gun_weapon,
    is_second,
    shot,
    shot_down,
    weapon_of,
)
from sim.rules.la_petite_guerre.combat.guns import (
    beaten_zone,
    blast,
    blast_shapes,
    burst_cell,
    burst_needed,
    fire_gun_refusal,
    in_danger,
    outline,
    swept,
    wedge,
    wedge_dice,
)
from sim.rules.la_petite_guerre.events import Acted, Fired, GunFired, Hit, Revealed
from sim.rules.la_petite_guerre.orders.order import Aimed, Look, LpgOrder
from sim.rules.la_petite_guerre.state import ActionTaken, LpgGame, LpgPosition, Man, crew, targets
from sim.tabletop.inches import area_within

HARM, BURST, SCATTER, BLIND = "what the hit does", "the burst", "scatter die", "blind fire: "
"""What throws and notes are called by which chances are told."""


class Acquire(Look):
    """LPG-ACQ: try to acquire a target."""

    verb, key, says, by, doing = "acquire", "I", "{unit} tries to acquire {target}", ("man", "gun"), ("acquire",)


class Fire(Aimed):
    """Fire small arms at an enemy: aimed if he has been acquired and can be hit, blind if not (LPG-FIRE, LPG-BLIND)."""

    rule, verb, key, says, doing = "LPG-FIRE", "fire", "F", "{unit} fires at {target}", ("fire",)

    def hindered(self, position: LpgPosition, man: Man, target: Man) -> Iterator[Refused]:
        """LPG-FIRE, LPG-ACT-2: with a loaded weapon, in range, in sight and to the front."""
        yield fire_refusal(position, man, target)

    def foretold(self, position: LpgPosition, ask: Ask) -> Iterator[Told]:
        """Tell how likely it hits, and all that may come of it."""
        ends = {
            "killed": lambda run: run.unit(self.target).out,
            "wounded": lambda run: run.has(Hit, harm="wounded"),
            "thrown, the horse dead": lambda run: run.has(Hit, harm="thrown"),
            "stunned": lambda run: run.has(Hit, harm="stunned"),
            "nothing": otherwise,
        }
        dice = f"to hit {self.target}"
        yield Told(f"a hit on {self.target}", self.unit, self.target, dice, ends=ends, because=_aimed_or_blind)

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """LPG-FIRE: throw whether it hits, and what the hit does."""
        second = is_second(game.position, man)
        position, man, enemy = game.position, game.state.unit(self.unit), game.state.unit(self.target)
        check, blind, need = shot(position, man, enemy, second=second)
        game.note(Said(f"blind fire: {blind}", rule="LPG-BLIND") if blind else Checked(check))
        rule = "LPG-BLIND" if blind else "LPG-FIRE"
        hit = game.met(Throw(D6, f"to hit {self.target}", self.unit, at_least(need)), rule)
        weapon = weapon_of(position, man)
        game.happen(Fired(self.unit, self.target, hit, bool(blind), empties=weapon is not None and weapon.load > 0))
        if hit:
            shot_down(game, self.target, blind=bool(blind))


# -- guns ----------------------------------------------------------------------------------------------------------


class FireGun(LpgOrder):
    """Fire a gun: the Gatling's or the canister's wedge, or a shell, laid on an enemy or a cell."""

    rule, verb, key, by, ample, aimed_to = "LPG-GUNS", "fire", "F", ("gun",), True, "fire"
    doing = ("fire gun", "fire canister")
    typed, says = "{unit} {named} at {cell}", "{unit} fires{load} at {cell}"
    cell: Annotated[Cell, Choice("cell")]
    canister: bool = False
    again: bool = False
    """LPG-SHELL: throw the scatter die again if it misses, at the same target and range."""

    @classmethod
    def choices(cls, position: LpgPosition, ask: Ask, man: Man) -> Iterator[Self]:
        """Yield shots at enemies, then at cells in which nobody is known to be: at a pit that may be manned.

        With nobody known its own cell stands for a target: it says why nothing can be fired at.
        """
        is_field_gun = gun_weapon(position, man).kind == "field gun"
        known = [enemy.place for enemy in targets(position, man.side)]
        for cell in known or [man.place]:
            yield cls(man.id, cell, again=is_field_gun)
            if is_field_gun:
                yield cls(man.id, cell, canister=True)
        near = area_within(position, man.place, position.battle.data.numbers.canister)
        far = area_within(position, man.place, gun_weapon(position, man).longest)
        # Why it cannot be fired nobody reads a thousand times.
        for cell in () if man.fired else position.lines.field_of_view(man.place) & far:
            if cell not in known and not fire_gun_refusal(position, man, cell, canister=False):
                yield cls(man.id, cell, again=is_field_gun)
                if is_field_gun and cell in near:
                    yield cls(man.id, cell, canister=True)

    @property
    def load(self) -> str:
        return " canister" if self.canister else ""

    def named(self, position: LpgPosition) -> str:
        """Canister stands in the menu beside the shell: below the odds of one, nobody would look for the other."""
        return f"fire{self.load}"

    def manner(self, position: LpgPosition) -> str:
        return "thrown again if it misses" if self.again else ""

    def sketch(self, position: LpgPosition) -> Sketch:
        """Aim at the enemy in the cell; one's own men there are in danger, and no target."""
        units = position.state.units
        there = units.at(self.cell) if self.unit in units else ()
        target = next((man.id for man in there if man.side != units[self.unit].side), None)
        return replace(super().sketch(position), target=target)

    def danger(self, position: LpgPosition) -> Danger | None:
        """LPG-GATLING, LPG-SHELL: the beaten zone, or the two circles of a shell that falls where it is aimed."""
        gun = position.state.unit(self.unit) if self.unit in position.state.units else None
        if gun is None or gun.out or self.cell == gun.cell or self.cell not in position.map:
            return None
        if self.is_wedge(position, gun):
            zone = wedge(position, gun, self.cell, canister=self.canister).shape(position.map)
            return Danger(beaten_zone(position, gun, self.cell, canister=self.canister), (outline(zone),))
        return Danger(blast(position, self.cell), tuple(map(outline, blast_shapes(position, self.cell))))

    def is_wedge(self, position: LpgPosition, gun: Man) -> bool:
        """Say whether it beats a zone, as a Gatling does, and canister; else it is a shell."""
        return self.canister or gun_weapon(position, gun).kind == "gatling"

    def reasons(self, position: LpgPosition, man: Man) -> Iterator[Refused]:
        """LPG-GUNS, LPG-ACT-2: once a turn; loaded, in range, in sight and to the front."""
        if man.fired:
            yield Refusal(f"{man.id} has fired already this turn", "LPG-ACT-2")
        yield fire_gun_refusal(position, man, self.cell, canister=self.canister)

    def foretold(self, position: LpgPosition, ask: Ask) -> Iterator[Told]:
        """Tell the chances for everybody in danger: of a wedge who is aimed at, then other enemies, then friends."""
        fired = of_order(position, ask, self, matters=throws(SCATTER, BURST))
        aimed, side = fired.runs[0].all_of(GunFired)[0], position.state.unit(self.unit).side
        if aimed.what == "shell":
            yield from _shell_told(position, self, fired)
            return
        there = [position.state.unit(id_) for id_ in aimed.under_fire]
        for man in sorted(there, key=lambda man: (man.cell != self.cell, man.side == side)):
            dice, friend = f"to hit {man.id}", man.side == side
            others = [f"to hit {id_}" for id_ in aimed.under_fire[aimed.under_fire.index(man.id) + 1 :]]
            enough = either(throws(HARM, whom=man.id), throws(*others[:1]))
            what = f"a hit on {man.id}{', a friend' if friend else ''}"
            told = Told(what, self.unit, man.id, dice, feared=friend, until=enough, matters=throws(dice))
            yield replace(told, because=lambda telling: telling.on_each + _blindly(telling.said_after))

    def acted(self, position: LpgPosition, man: Man) -> Acted:
        return Acted(self.unit, "fire canister" if self.canister else "fire gun", position.name(self.cell))

    def carry_out(self, game: LpgGame, man: Man) -> None:
        """Fire it; whoever serves it gives himself away."""
        for each in crew(game.position, man):
            if each.hidden:
                game.happen(Revealed(each.id))
        if self.is_wedge(game.position, man):
            _beat(game, self)
        else:
            _shell(game, self)

    @classmethod
    def repeating(cls, position: LpgPosition, man: Man, done: ActionTaken) -> Self:
        """LPG-REPEAT: at the same cell, with the same load."""
        return cls(man.id, position.map.cell(done.target), done.what == "fire canister", again=True)


def _beat(game: LpgGame, order: FireGun) -> None:
    """LPG-GATLING: everybody in the beaten zone has dice of his own."""
    gun = game.state.unit(order.unit)
    zone = beaten_zone(game.position, gun, order.cell, canister=order.canister)
    men = (man for man in in_danger(game.position, zone) if man.serves != gun.id)
    there = tuple(man.id for man in men if man.id != gun.id)
    game.happen(GunFired(order.unit, order.cell, "canister" if order.canister else "gatling", None, there))
    for id_ in there:
        man = game.state.unit(id_)
        check, blind, need = swept(game.position, gun, man)
        game.note(Checked(check))
        count = wedge_dice(game.position, gun, man)
        dice = Throw(D6, f"to hit {id_}", order.unit, at_least(need, each=True), count)
        hits = game.successes(dice, "LPG-GATLING")
        if blind:
            game.note(Said(f"blind fire: {blind}", rule="LPG-BLIND"))
        for _ in range(hits):
            if not game.state.unit(id_).out:
                shot_down(game, id_, blind=bool(blind))
    if game.battle.data.engagement.hidden:
        six = at_least(game.battle.data.numbers.blind_hit)
        if game.met(Throw(D6, "to hit whoever may hide there", order.unit, six), "LPG-BLIND"):
            _flush(game, zone)


def _flush(game: LpgGame, area: Area) -> None:
    """LPG-BLIND: hit those who lie hidden in an area; they are discovered by it."""
    for man in tuple(in_danger(game.position, area, hidden=True)):
        game.happen(Revealed(man.id))
        shot_down(game, man.id, blind=True)


def _shell(game: LpgGame, order: FireGun) -> None:
    """LPG-SHELL: where it falls, and whom it hits there."""
    gun, aim = game.state.unit(order.unit), game.position.name(order.cell)
    aimed_at = in_danger(game.position, game.battle.map.area(order.cell))
    blind = not any(man.side != gun.side and acquires(game.position, gun, man) for man in aimed_at)
    if blind:
        game.note(Said("blind fire: nobody of the crew has acquired anybody there", rule="LPG-BLIND"))
    burst = _fall(game, order, first=gun.laid != aim)
    near = blast(game.position, burst) if burst else Area(game.battle.map, 0)
    there = tuple(man.id for man in in_danger(game.position, near))
    game.happen(GunFired(order.unit, order.cell, "shell", burst, there, aim))
    if burst is None:
        game.note(Said("it bursts off the table", rule="LPG-SHELL"))
        return
    if not there and not game.battle.data.engagement.hidden:
        return
    blind_hit = game.battle.data.numbers.blind_hit
    rolled = game.throw(Throw(D6, BURST, order.unit), "LPG-SHELL").total
    for id_ in there:
        man = game.state.unit(id_)
        needed = burst_needed(game.position, burst, man)
        # Where not even a six would hit a man near a burst, a six does, but less.
        unaimed = blind or (needed is not None and needed > BEST)
        if needed is not None and rolled >= (blind_hit if unaimed else needed):
            shot_down(game, id_, blind=unaimed)
    if rolled >= blind_hit:
        _flush(game, near)


def _fall(game: LpgGame, order: FireGun, *, first: bool) -> Cell | None:
    """LPG-SHELL: throw the scatter die, once more at the same target and range if that is wanted."""
    numbers, directions = game.battle.data.numbers, game.battle.map.grid.directions
    for once_more in (False, True) if order.again and not first else (False,):
        if once_more:
            game.note(Said("the same target at the same range: thrown again", rule="LPG-SHELL"))
        scatter = Throw(D6, f"{SCATTER}: 1-{numbers.arrows} an arrow", order.unit)
        if not at_most(numbers.arrows).met_by(game.throw(scatter, "LPG-SHELL").total):
            return order.cell
    arrow = Throw(die(len(directions)), "which way it goes astray", order.unit, options=tuple(directions))
    way = game.throw(arrow, "LPG-SHELL").total - 1
    is_near = game.met(Throw(D6, "how far", order.unit, at_least(numbers.scatter_near)), "LPG-SHELL")
    inches = numbers.scatter_short if is_near else numbers.scatter_long
    if first:
        game.note(Said("the first shot at this target falls further off", rule="LPG-SHELL"))
        inches += numbers.scatter_first
    return burst_cell(game.position, order.cell, way, inches)


# -- how likely it is -----------------------------------------------------------------------------------------------


def _aimed_or_blind(telling: Telling) -> str:
    blind = _blind(telling.said_before)
    return f"blind: {blind}; it takes a six, and 1-3 for the hit does nothing" if blind else telling.or_more


def _blind(said: Iterable[str]) -> str:
    """LPG-BLIND: return why fire is blind; nothing of fire that is aimed."""
    return next((text.removeprefix(BLIND) for text in said if text.startswith(BLIND)), "")


def _blindly(said: Iterable[str]) -> str:
    return f"; blind: {why}, and 1-3 for the hit does nothing" if (why := _blind(said)) else ""


def _shell_told(position: LpgPosition, order: FireGun, fired: Outcomes) -> Iterator[Told]:
    """Tell the chance that a shell falls where it is aimed, and those of each man near there."""

    def falls(run: Course) -> bool:
        return run.has(GunFired, burst=order.cell)

    gun, arrows = position.state.unit(order.unit), position.battle.data.numbers.arrows
    again = ", and may be thrown again" if order.again and gun.laid == position.name(order.cell) else ""
    why, there = f"the scatter die has no arrow on {arrows + 1}-6{again}", [run for run in fired.runs if falls(run)]
    yield Told(f"the shell falls on {position.name(order.cell)}", gun.id, so=falls, because=why, found=fired)
    laid = _blindly(note.text for note in there[0].notes if isinstance(note, Said))
    for man in there[0].all_of(GunFired)[0].under_fire:
        rolls = [run.thrown(BURST) for run in there if _is_hit(run, man)]
        need = at_least(min(roll.total for roll in rolls if isinstance(roll, Rolled)))
        friend = position.state.unit(man).side == gun.side
        what = f"a hit on {man}{', a friend' if friend else ''}, if it falls there"
        why = f"{need.low} or more on the die for the burst{laid}"
        told = Told(what, gun.id, man, BURST, so=partial(_is_hit, man=man), given=falls)
        yield replace(told, need=need, because=why, feared=friend, found=fired)


def _is_hit(run: Course, man: str) -> bool:
    return run.thrown(HARM, man) is not None


ORDERS: tuple[type[LpgOrder], ...] = (Fire, FireGun, Acquire)
