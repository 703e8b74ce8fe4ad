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
from sim.play.commander import allowed, does, ordered
from sim.play.setup import article
from sim.rules.la_cucaracha import orders
from sim.rules.la_cucaracha.figures import STYLES, Style
from sim.rules.la_cucaracha.ground import charge_ways, reach
from sim.rules.la_cucaracha.printed_orders import (
    Outlook,
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
    stand,
    unprepared,
    with_missiles,
)
from sim.rules.la_cucaracha.state import ACTION, BANDS, CHARGED, HOLD, REROLL, Scene, Troop, enemies
from sim.solo.plans import Act, ByScore, Cannot, FirstOf, Here, Option, Plan, When, options
from sim.solo.priority import Measure, Priority, most, require
from sim.tabletop.measures import inches_from

WHEN = {ACTION: "with its own card", CHARGED: "if it is charged"}


def _cell(rule: str, *options: tuple[str, str, Act]) -> Plan:
    return FirstOf(*(Option(rule, text, act, occasion, WHEN[occasion]) for occasion, text, act in options))


def card(text: str, act: Act) -> tuple[str, str, Act]:
    """Return an option for the unit's own card."""
    return ACTION, text, act


def charged(text: str, act: Act) -> tuple[str, str, Act]:
    """Return an option worded "if charged"."""
    return CHARGED, text, act


def stand_ready(here: Here) -> Intent | Cannot:
    """CUC-REACT: hold, if the cell has an answer to a charge for the unit; else stand."""
    unit: Troop = here.unit
    cells = zip(BANDS, TABLE[unit.profile.style], strict=True)
    cell = next(cell for band, cell in cells if unit.score in band)
    replies = [option.act for option in options(cell) if isinstance(option.act, Reply)]
    has_answer = any(orders.means_refusal(here.position, unit, reply.how) is None for reply in replies)
    return ordered(here, orders.Hold(unit.id)) if has_answer else stand(here)


# fmt: off
TABLE: Mapping[Style, tuple[Plan, Plan, Plan, Plan]] = {
    "shooter": (
        _cell("CUC-S1",
              card("half an Advance towards the nearest enemy, and nothing else", advance("CUC-S1", "half")),
              card("stand their ground", stand_ready),
              charged("skirmishers evade, by the test to respond", Reply("evade"))),
        _cell("CUC-S2",
              card("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot("CUC-S2", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              charged("skirmishers evade", Reply("evade", test=False))),
        _cell("CUC-S5",
              card("in range: stand and shoot at the nearest enemy", shoot()),
              card("Advance to the nearest enemy, hasty shots if in range", advance_and_shoot("CUC-S5", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              card("charge the nearest enemy, on the Back Foot", charge("CUC-S5", back_foot=True))),
        _cell("CUC-S10",
              card("in range: stand and shoot at the nearest enemy, one missed die again", shoot(reroll=True)),
              card("Advance to the nearest enemy, and shoot if in range", advance_and_shoot("CUC-S10", hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              card("charge the nearest enemy", charge("CUC-S10"))),
    ),
    "fighter": (
        _cell("CUC-F1",
              card("half an Advance towards the nearest enemy", advance("CUC-F1", "half")),
              card("stand their ground", stand_ready),
              charged("fight back on the Back Foot, by the test to respond", Reply("fight back", back_foot=True))),
        _cell("CUC-F2",
              card("Advance towards the nearest enemy", advance("CUC-F2", "advance")),
              charged("stand and fight back, by the test to respond", Reply("fight back")),
              card("with missiles: half an Advance, hasty shots", with_missiles("CUC-F2", "half", hasty=True))),
        _cell("CUC-F5",
              card("close enough: charge the nearest enemy", charge("CUC-F5")),
              charged("counter-attack, by the test to respond", Reply("counter-attack")),
              card("Rapid Advance towards the nearest enemy", advance("CUC-F5", "rapid")),
              card("with missiles: Advance, hasty shots if in range", with_missiles("CUC-F5", "advance", hasty=True))),
        _cell("CUC-F10",
              card("close enough: charge the nearest enemy, one missed die again", charge("CUC-F10", reroll=True)),
              charged("counter-attack", Reply("counter-attack", test=False)),
              card("Rapid Advance, and another order", advance("CUC-F10", "rapid", another_order)),
              card("with missiles: Advance, and shoot if in range", with_missiles("CUC-F10", "advance", hasty=False))),
    ),
    "crew": (
        _cell("CUC-C1",
              card("half an Advance towards the enemy, and nothing else", advance("CUC-C1", "half")),
              card("deployed: not ready to fire", unprepared)),
        _cell("CUC-C2",
              card("Advance to get in range", get_in_range("CUC-C2", "advance")),
              card("deploy, to shoot next turn", deploy),
              card("deployed and in range: hasty shots at the nearest enemy", shoot(hasty=True, deployed=True)),
              charged("deployed: hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True)),
              card("deployed out of range: pack up", pack_up)),
        _cell("CUC-C5",
              card("deployed and in range: shoot at the nearest enemy", shoot(deployed=True)),
              card("deploy, and hasty shots at the nearest enemy", deploy_and_shoot(hasty=True)),
              charged("deployed: shoot at the attackers, by the test to respond", Reply("shoot")),
              card("Advance to get in range", get_in_range("CUC-C5", "advance")),
              card("deployed out of range: pack up", pack_up)),
        _cell("CUC-C10",
              card("deployed and in range: shoot, one missed die again", shoot(reroll=True, deployed=True)),
              card("deploy, and shoot at the nearest enemy", deploy_and_shoot(hasty=False)),
              charged("deployed: shoot at the attackers", Reply("shoot", test=False)),
              card("Advance to get in range, and test for another order",
                   get_in_range("CUC-C10", "advance", another_order)),
              card("deployed out of range: pack up", pack_up)),
    ),
    "vehicle": (
        _cell("CUC-V1",
              card("half an Advance towards the enemy, and nothing else", advance("CUC-V1", "half"))),
        _cell("CUC-V2",
              card("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot("CUC-V2", hasty=True)),
              card("Advance to get in range", get_in_range("CUC-V2", "advance")),
              charged("hasty shots at the attackers, by the test to respond", Reply("shoot", hasty=True))),
        _cell("CUC-V5",
              card("halt and shoot at the nearest enemy in range", shoot()),
              card("Advance, hasty shots at the nearest enemy in range", into_range_and_shoot("CUC-V5", hasty=True)),
              charged("shoot at the attackers, by the test to respond", Reply("shoot")),
              card("Rapid Advance to get in range", get_in_range("CUC-V5", "rapid"))),
        _cell("CUC-V10",
              card("halt and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              card("Advance, and shoot at the nearest enemy in range", into_range_and_shoot("CUC-V10", hasty=False)),
              charged("shoot at the attackers", Reply("shoot", test=False)),
              card("Rapid Advance to get in range, and test for another order",
                   get_in_range("CUC-V10", "rapid", another_order))),
    ),
    "aircraft": (
        _cell("CUC-A1",
              card("fly half an Advance towards the enemy, and nothing else", advance("CUC-A1", "half"))),
        _cell("CUC-A2",
              card("fly an Advance, and hasty shots if in range", into_range_and_shoot("CUC-A2", hasty=True)),
              card("fly an Advance to get in range", get_in_range("CUC-A2", "advance"))),
        _cell("CUC-A5",
              card("circle and shoot at the nearest enemy in range", shoot()),
              card("fly an Advance, and hasty shots if in range", into_range_and_shoot("CUC-A5", hasty=True)),
              card("fly a Rapid Advance to get in range", get_in_range("CUC-A5", "rapid"))),
        _cell("CUC-A10",
              card("circle and shoot at the nearest enemy in range, one missed die again", shoot(reroll=True)),
              card("fly an Advance, and shoot if in range", into_range_and_shoot("CUC-A10", hasty=False)),
              card("fly a Rapid Advance to get in range, and test for another order",
                   get_in_range("CUC-A10", "rapid", another_order))),
    ),
}
# fmt: on


def _style(style: Style) -> Plan:
    rows: dict[int | range, Plan] = dict(zip(BANDS, TABLE[style], strict=True))
    return ByScore("CUC-BAND", f"the table of {article(style)}", D10, rows, score=lambda here: here.unit.score)


STYLE_TABLES: Mapping[Style, Plan] = {style: _style(style) for style in STYLES}


class ByStyle:
    """CUC-CAT: every unit has its fighting style, and so its table. What is listed elsewhere is not listed again.

    CUC-ONE-NEAREST: all options of a decision share what it has found out.
    """

    def __init__(self, *, listed: bool = True) -> None:
        self._listed = listed

    def orders(self, here: Here) -> Iterator[Intent]:
        """Follow the table of the unit's style."""
        return STYLE_TABLES[here.unit.profile.style].orders(here.against(Outlook()))

    def parts(self) -> Iterator[Plan]:
        """Yield the five tables."""
        return iter(STYLE_TABLES.values() if self._listed else ())


# -- what the die does not decide --------------------------------------------------------------------------------


def in_combat(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: who is in close combat fights on, whatever a die would say."""
    return fight_on(here) if here.unit.fighting else Cannot("it is in no close combat")


def roll_again(here: Here) -> Intent | Cannot:
    """CUC-REROLL: roll again what does not bring the unit closer: a 1, and for a fighter 2-4."""
    unit, score = here.unit, here.ask.number or 0
    worst = 4 if unit.profile.style == "fighter" else 1
    if score > worst:
        return Cannot(f"a {score} will do: a {'fighter' if worst > 1 else 'unit'} rolls again up to {worst}")
    return ordered(here, orders.RollAgain(unit.id))


BACK: Priority[Cell] = Priority(
    "CUC-OVERRIDE",
    "where to draw back to",
    require(Measure("out of reach of a charge", lambda here, cell: not chargers(here.position, here.unit, cell))),
    most(
        Measure(
            "inches from the nearest enemy",
            lambda here, cell: inches_from(here, cell, *(enemy.place for enemy in enemies(here.position, here.side))),
        )
    ),
)


def draw_back(here: Here) -> Intent | Cannot:
    """CUC-OVERRIDE: a shaken unit that could be charged goes half an Advance away, if that is far enough."""
    position, unit = here.position, here.unit
    if not chargers(position, unit, unit.place):
        return Cannot("nobody could charge it")
    run = reach(position, unit, "half")
    ways = {cell: orders.Advance(unit.id, run.way(cell)[1:], "half") for cell in run.area if cell != unit.cell}
    open_ = [cell for cell, order in ways.items() if allowed(here, order)]
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
            lambda here: bool(here.unit.shaken),
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
        Option("CUC-REROLL", "roll again", roll_again), Option("CUC-REROLL", "let the die stand", does(orders.Accept))
    ),
    HOLD: FirstOf(),
}
"""What the automated side does, by occasion. On Hold it answers charges, of which the tables tell, and no more."""
