"""The printed tables: five fighting styles, four bands of a D10, options in order (CUC-BAND, CUC-ORDER).

`TABLE` is laid out like the printed one, style by style and band by band. What is worded "if charged" is tried when an
enemy charges, everything else with the unit's own card; the first option that can be done is done.
Where nothing of a cell can be done the unit stands, aircraft circle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sim.engine.battle import Position
from sim.engine.dice import D10
from sim.engine.orders import Intent
from sim.grid import Cell
from sim.play.commander import ordered
from sim.play.setup import article
from sim.rules.la_cucaracha.choices import Here, Outlook, actor
from sim.rules.la_cucaracha.figures import STYLES, Style
from sim.rules.la_cucaracha.ground import charge_ways, reach
from sim.rules.la_cucaracha.orders import Accept, Advance, Hold, RollAgain, means_refusal
from sim.rules.la_cucaracha.printed_orders import (
    Act,
    Reply,
    advance,
    advance_and_shoot,
    another_order,
    charge,
    deploy,
    deploy_and_shoot,
    fight_on,
    get_in_range,
    into_range_and_shoot,
    pack_up,
    rally,
    shoot,
    simply,
    stand,
    unprepared,
    with_missiles,
)
from sim.rules.la_cucaracha.scene import ACTION, CHARGED, HOLD, REROLL, Scene, enemies
from sim.rules.la_cucaracha.units import BANDS, Troop
from sim.solo.plans import ByScore, Cannot, FirstOf, Option, Plan, When, options
from sim.solo.priority import Priority, Shown, measure, most, require
from sim.tabletop.inches import inches_text

WHEN = {ACTION: "with its own card", CHARGED: "if it is charged"}


def _cell(rule: str, *options: tuple[str, str, Act]) -> Plan:
    return FirstOf(*(Option(rule, text, act, occasion, WHEN[occasion]) for occasion, text, act in options))


def does(text: str, act: Act) -> tuple[str, str, Act]:
    """Return an option for the unit's own card."""
    return ACTION, text, act


def charged(text: str, act: Act) -> tuple[str, str, Act]:
    """Return an option worded "if charged"."""
    return CHARGED, text, act


def stand_ready(here: Here) -> Intent | Cannot:
    """CUC-REACT: hold, if the cell has an answer to a charge for the unit; else stand."""
    unit = actor(here)
    return ordered(here, Hold(unit.id)) if _has_answer(here, unit) else stand(here)


def _has_answer(here: Here, unit: Troop) -> bool:
    cells = zip(BANDS, TABLE[unit.profile.style], strict=True)
    cell = next(cell for band, cell in cells if _score(here) in band)
    replies = [option.act for option in options(cell) if isinstance(option.act, Reply)]
    return any(means_refusal(here.position, unit, reply.how) is None for reply in replies)


# fmt: off
TABLE: Mapping[Style, tuple[Plan, Plan, Plan, Plan]] = {
    "shooter": (
        _cell("CUC-S1",
              does("half an Advance towards the nearest enemy, and nothing else", advance("CUC-S1", "half")),
              does("stand their ground", stand_ready),
              charged("skirmishers evade, by the test to respond", Reply("evade"))),
        _cell("CUC-S2",
              does("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot("CUC-S2", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              charged("skirmishers evade", Reply("evade", test=False))),
        _cell("CUC-S5",
              does("in range: stand and shoot at the nearest enemy", shoot()),
              does("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot("CUC-S5", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              does("charge the nearest enemy, on the Back Foot", charge("CUC-S5", back_foot=True))),
        _cell("CUC-S10",
              does("in range: stand and shoot at the nearest enemy, one missed die again", shoot(reroll=True)),
              does("Advance to the nearest enemy, and shoot if in range", advance_and_shoot("CUC-S10", hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              does("charge the nearest enemy", charge("CUC-S10"))),
    ),
    "fighter": (
        _cell("CUC-F1",
              does("half an Advance towards the nearest enemy", advance("CUC-F1", "half")),
              does("stand their ground", stand_ready),
              charged("fight back on the Back Foot, by the test to respond", Reply("fight back", back_foot=True))),
        _cell("CUC-F2",
              does("Advance towards the nearest enemy", advance("CUC-F2", "advance")),
              charged("stand and fight back, by the test to respond", Reply("fight back")),
              does("with missiles: half an Advance, hasty shots", with_missiles("CUC-F2", "half", hasty=True))),
        _cell("CUC-F5",
              does("close enough: charge the nearest enemy", charge("CUC-F5")),
              charged("counter-attack, by the test to respond", Reply("counter-attack")),
              does("Rapid Advance towards the nearest enemy", advance("CUC-F5", "rapid")),
              does("with missiles: Advance, hasty shots if in range", with_missiles("CUC-F5", "advance", hasty=True))),
        _cell("CUC-F10",
              does("close enough: charge the nearest enemy, one missed die again", charge("CUC-F10", reroll=True)),
              charged("counter-attack", Reply("counter-attack", test=False)),
              does("Rapid Advance, and another order", advance("CUC-F10", "rapid", another_order)),
              does("with missiles: Advance, and shoot if in range", with_missiles("CUC-F10", "advance", hasty=False))),
    ),
    "crew": (
        _cell("CUC-C1",
              does("half an Advance towards the enemy, and nothing else", advance("CUC-C1", "half")),
              does("deployed: not ready to fire", unprepared)),
        _cell("CUC-C2",
              does("Advance to get in range", get_in_range("CUC-C2", "advance")),
              does("deploy, to shoot next turn", deploy),
              does("deployed and in range: hasty shots at the nearest enemy", shoot(hasty=True, deployed=True)),
              charged("deployed: hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True)),
              does("deployed out of range: pack up", pack_up)),
        _cell("CUC-C5",
              does("deployed and in range: shoot at the nearest enemy", shoot(deployed=True)),
              does("deploy, and hasty shots at the nearest enemy", deploy_and_shoot(hasty=True)),
              charged("deployed: shoot at the attackers, by the test to respond", Reply("shoot")),
              does("Advance to get in range", get_in_range("CUC-C5", "advance")),
              does("deployed out of range: pack up", pack_up)),
        _cell("CUC-C10",
              does("deployed and in range: shoot, one missed die again", shoot(reroll=True, deployed=True)),
              does("deploy, and shoot at the nearest enemy", deploy_and_shoot(hasty=False)),
              charged("deployed: shoot at the attackers", Reply("shoot", test=False)),
              does("Advance to get in range, and test for another order",
                   get_in_range("CUC-C10", "advance", another=True)),
              does("deployed out of range: pack up", pack_up)),
    ),
    "vehicle": (
        _cell("CUC-V1",
              does("half an Advance towards the enemy, and nothing else", advance("CUC-V1", "half"))),
        _cell("CUC-V2",
              does("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot("CUC-V2", hasty=True)),
              does("Advance to get in range", get_in_range("CUC-V2", "advance")),
              charged("hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True))),
        _cell("CUC-V5",
              does("halt and shoot at the nearest enemy in range", shoot()),
              does("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot("CUC-V5", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              does("Rapid Advance to get in range", get_in_range("CUC-V5", "rapid"))),
        _cell("CUC-V10",
              does("halt and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              does("Advance, and shoot at the nearest enemy in range", into_range_and_shoot("CUC-V10", hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              does("Rapid Advance to get in range, and test for another order",
                   get_in_range("CUC-V10", "rapid", another=True))),
    ),
    "aircraft": (
        _cell("CUC-A1",
              does("fly half an Advance towards the enemy, and nothing else", advance("CUC-A1", "half"))),
        _cell("CUC-A2",
              does("fly an Advance, and hasty shots if in range", into_range_and_shoot("CUC-A2", hasty=True)),
              does("fly an Advance to get in range", get_in_range("CUC-A2", "advance"))),
        _cell("CUC-A5",
              does("circle and shoot at the nearest enemy in range", shoot()),
              does("fly an Advance, and hasty shots if in range", into_range_and_shoot("CUC-A5", hasty=True)),
              does("fly a Rapid Advance to get in range", get_in_range("CUC-A5", "rapid"))),
        _cell("CUC-A10",
              does("circle and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              does("fly an Advance, and shoot if in range", into_range_and_shoot("CUC-A10", hasty=False)),
              does("fly a Rapid Advance to get in range, and test for another order",
                   get_in_range("CUC-A10", "rapid", another=True))),
    ),
}
# fmt: on


def _score(here: Here) -> int:
    score = actor(here).score
    assert score is not None
    return score


def _style(style: Style) -> Plan:
    rows: dict[int | range, Plan] = dict(zip(BANDS, TABLE[style], strict=True))
    return ByScore("CUC-BAND", f"the table of {article(style)}", D10, rows, score=_score)


STYLE_TABLES: Mapping[Style, Plan] = {style: _style(style) for style in STYLES}


class ByStyle:
    """CUC-CAT: every unit has its fighting style, and so its table. What is listed elsewhere is not listed again.

    CUC-ONE-NEAREST: all options of a decision share what it has found out.
    """

    def __init__(self, *, listed: bool = True) -> None:
        self._listed = listed

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow the table of the unit's style."""
        return STYLE_TABLES[actor(here).profile.style].orders(here.against(Outlook()))

    def parts(self) -> Iterator[Plan]:
        """Yield the five tables."""
        return iter(STYLE_TABLES.values() if self._listed else ())


# -- what the die does not decide --------------------------------------------------------------------------------


def in_combat(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: who is in close combat fights on, whatever a die would say."""
    return fight_on(here) if actor(here).fighting else Cannot("it is in no close combat")


def roll_again(here: Here) -> Intent | Cannot:
    """CUC-REROLL: roll again what does not bring the unit closer: a 1, and for a fighter 2-4."""
    unit, score = actor(here), here.ask.number or 0
    worst = 4 if unit.profile.style == "fighter" else 1
    if score > worst:
        return Cannot(f"a {score} will do: a {'fighter' if worst > 1 else 'unit'} rolls again up to {worst}")
    return ordered(here, RollAgain(unit.id))


# -- drawing back -------------------------------------------------------------------------------------------------


@measure("out of reach of a charge")
def is_out_of_reach(here: Here, cell: Cell) -> bool:
    """Nobody who could charge where the unit stands could do so there."""
    return not chargers(here.position, actor(here), cell)


@measure("inches from the nearest enemy")
def inches_from_the_nearest(here: Here, cell: Cell) -> Shown:
    """By the ruler, from the cell."""
    map_ = here.position.map
    squared = min(map_.grid.squared(cell, enemy.place) for enemy in enemies(here.position, here.side))
    return Shown(squared, inches_text(squared, map_.scale.per_cell))


BACK: Priority[Cell] = Priority(
    "CUC-OVERRIDE", "where to draw back to", require(is_out_of_reach), most(inches_from_the_nearest)
)


def draw_back(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: a shaken unit that could be charged goes half an Advance away, if that is far enough."""
    position, unit = here.position, actor(here)
    if not chargers(position, unit, unit.place):
        return Cannot("nobody could charge it")
    run = reach(position, unit, "half")
    ways = {cell: Advance(unit.id, run.way(cell)[1:], "half") for cell in run.area if cell != unit.cell}
    open_ = [cell for cell, order in ways.items() if not isinstance(ordered(here, order), Cannot)]
    cell = BACK.choose(here, open_, "cells in reach that are further from the enemy")
    return Cannot("half an Advance is not far enough") if cell is None else ways[cell]


def chargers(position: Scene, unit: Troop, cell: Cell) -> list[str]:
    """Return the enemies who could charge a unit, were it in a cell."""
    there = Position(position.battle, position.state.with_unit(unit.changed(cell=cell)))
    free = [enemy for enemy in enemies(there, unit.side) if not enemy.fighting and not enemy.shaken]
    return [enemy.id for enemy in free if charge_ways(there, enemy, there.state.unit(unit.id))]


AUTO: dict[str, Plan] = {
    ACTION: FirstOf(
        Option("CUC-OVERRIDE", "in close combat: fight on", in_combat),
        When(
            "CUC-OVERRIDE",
            "shaken",
            lambda here: bool(actor(here).shaken),
            FirstOf(
                Option("CUC-OVERRIDE", "draw back out of reach of a charge", draw_back),
                Option("CUC-OVERRIDE", "try to rally", rally),
            ),
        ),
        ByStyle(),
        Option("CUC-ORDER", "nothing of it can be done: stand, or hold to answer a charge", stand_ready),
    ),
    CHARGED: FirstOf(ByStyle(listed=False), Option("CUC-REACT", "no option for it: stand and fight", stand)),
    REROLL: FirstOf(
        Option("CUC-REROLL", "roll again", roll_again), Option("CUC-REROLL", "let the die stand", simply(Accept))
    ),
    HOLD: FirstOf(),
}
"""What the automated side does, by occasion. On Hold it answers charges, of which the tables tell, and no more."""
