"""What panels say of a battle: a cell and who is in it, the odds of an order, threats, how things stand.

All of it is asked of the board and of the system's own `Insight`; every figure comes with its parts or its source.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from sim.board.ground import Ground
from sim.engine.chances import long
from sim.engine.check import Check
from sim.engine.insight import Fact, Insight, Odds, Scene
from sim.engine.ruleset import HUMAN
from sim.engine.units import Unit
from sim.engine.words import counted, verdict_text
from sim.grid import Cell
from sim.view.blocks.cell_report import part_notes, place_blocks, relation_blocks
from sim.view.blocks.kinds import (
    Block,
    Divider,
    Do,
    Gauge,
    Row,
    SmallPrint,
    TextLine,
    Title,
    Tone,
    in_line,
)

Naming = Callable[[str], str]
"""Gives what players call a unit, by its id."""
RULE_DO = "show_rule"
"""What a screen does with the id of a rule that is clicked."""


# -- the hover panel --------------------------------------------------------------------------------------


def hover_blocks(
    position: Scene,
    insight: Insight,
    cell: Cell,
    *,
    selected: str | Cell | None = None,
    ruler: bool = False,
    ours: str | None = None,
) -> tuple[Block, ...]:
    """Return the panel of a cell: who stands in it, the place, its cover, what lies there, and how it lies to another.

    `selected` is the id of a unit or a cell. `ours` is the side of whoever reads it: threats are listed for its units;
    without it, for those of all sides that people play. How far it is from what is selected, and whether it is seen
    from there, stands above all the rest: whoever measures must not scroll for it with the hand that points. With the
    ruler the line of sight is also shown from the side.
    """
    ground: Ground = position.ground
    relation = _from_selected(position, insight, cell, selected, ruler=ruler)
    units = [
        _unit_blocks(position, insight, unit, threatened=_is_ours(position, unit, ours))
        for unit in position.state.units.at(cell)
    ]
    title, *place = place_blocks(ground, cell)
    blocks = [*units[0][:2], *relation[1:], *units[0][2:]] if units else [title, *relation[1:]]
    for unit in units[1:]:
        blocks += [Divider(), *unit]
    blocks += [Divider(), title] if units else [Divider()] if relation else []
    blocks += [*place, *cover_blocks(position, insight.defence(position, cell))]
    for marker in insight.markers(position):
        if marker.cell == cell:
            holder = marker.side if marker.kind in ("objective", "control") else None
            held = _held(position, holder)
            blocks.append(asked_row(position, marker.kind, marker.text, "" if held in marker.text else held))
    return tuple(blocks)


def _held(position: Scene, side: str | None) -> str:
    return "" if side is None else f"held by {position.battle.side(side).mention}"


def _is_ours(position: Scene, unit: Unit, ours: str | None) -> bool:
    return unit.side == ours if ours is not None else position.battle.side(unit.side).player == HUMAN


def _from_selected(
    position: Scene, insight: Insight, cell: Cell, selected: str | Cell | None, *, ruler: bool
) -> list[Block]:
    """Say how a cell lies to what is selected, if that is somewhere else on the map."""
    if isinstance(selected, str):
        known = selected in position.state.units
        place, name = (position.state.unit(selected).cell if known else None), selected
    else:
        place, name = selected, position.name(selected)
    if place is None or place == cell:
        return []
    shelter = partial(insight.shelter, position)
    return relation_blocks(position.lines, place, cell, name, ruler=ruler, shelter=shelter)


def cover_blocks(position: Scene, check: Check) -> list[Block]:
    """Say what a cell adds to the defence of a unit in it, part by part."""
    parts = part_notes((part.value, part.reason) for part in check.parts)
    return [asked_row(position, check.name, f"{check.total:+d}" if parts else "0, no cover"), *parts]


# -- units ------------------------------------------------------------------------------------------------


def unit_blocks(position: Scene, insight: Insight, unit: Unit) -> tuple[Block, ...]:
    """Return all there is to know of a unit, each figure with its source."""
    side = position.battle.side(unit.side).name
    return (Title(unit.id), SmallPrint(side), *_fact_blocks(position, insight.facts(position, unit)))


def _unit_blocks(position: Scene, insight: Insight, unit: Unit, *, threatened: bool) -> list[Block]:
    blocks = list(unit_blocks(position, insight, unit))
    threats = insight.threats(position, unit.id) if threatened else ()
    return [*blocks, *threat_blocks(threats)] if threats else blocks


def _fact_blocks(position: Scene, facts: Sequence[Fact]) -> list[Row]:
    return [asked_row(position, fact.label, fact.text, fact.source) for fact in facts]


def asked_row(position: Scene, label: str, text: str, source: str = "") -> Row:
    """Return a row that opens the rule which it cites, or which explains its label; one without a rule opens none."""
    rulebook = position.battle.ruleset.rulebook
    rule = source if source in rulebook else rulebook.explaining(label)
    return Row(label, text, source=source, do=Do(RULE_DO, (rule,)) if rule else None)


def threat_blocks(threats: Sequence[Odds], naming: Naming = str, heading: str = "threats") -> tuple[Block, ...]:
    """Return who threatens a unit and how much, in the order given; nothing where nobody does."""
    if not threats:
        return (SmallPrint("not under threat as things stand", "good"),)
    gauges = [gauge(naming(odds.unit), odds.chance, "bad") for odds in threats]
    return (TextLine(heading, bold=True), *in_line(gauges))


def gauge(label: str, chance: Fraction, tone: Tone = "accent") -> Gauge:
    """Return a chance as a bar."""
    return Gauge(label, float(chance), long(chance), tone)


# -- odds -------------------------------------------------------------------------------------------------


def odds_blocks(odds: Odds, *, feared: bool = False) -> tuple[Block, ...]:
    """Return how likely something is: the chance, what is thrown, how the numbers lead there, what may come of it.

    What is feared is good news if it is unlikely: the odds of an enemy.
    """
    tone = _tone(1 - odds.chance if feared else odds.chance)
    blocks: list[Block] = [TextLine(odds.what, bold=True), gauge("chance", odds.chance, tone)]
    if odds.throw is not None:
        need = f", {odds.throw.need} needed" if odds.throw.need else ""
        blocks.append(Row("throw", f"{odds.throw.dice}{need}", source=odds.throw.purpose))
    if odds.reckoning:
        blocks.append(Row("because", odds.reckoning))
    for check in odds.checks:
        blocks += check_blocks(check)
    if odds.results:
        blocks.append(TextLine("results", bold=True))
        blocks += in_line(gauge(name, share) for name, share in odds.results)
    return tuple(blocks)


def _tone(chance: Fraction) -> Tone:
    """Return a tone that says at a glance whether something is a good bet; the figure beside it says it exactly."""
    return "good" if chance >= Fraction(1, 2) else "accent" if chance >= Fraction(1, 4) else "bad"


def check_blocks(check: Check) -> tuple[Block, ...]:
    """Return a number as a sum: its parts one below the other with their rules, and the total under them.

    Where no modifiers there is no sum: "= 0" under "to hit" would read as what is needed.
    """
    if not check.parts:
        return (TextLine(f"{check.name}: no modifiers", "faint"),)
    parts = [
        TextLine(
            f"{part.value:+d}  {part.reason}",
            depth=1,
            tag=part.rule,
            tag_do=Do(RULE_DO, (part.rule,)) if part.rule else None,
        )
        for part in check.parts
    ]
    return (TextLine(check.name, "faint"), *parts, TextLine(f"= {check.total}", depth=1, bold=True))


# -- how things stand -------------------------------------------------------------------------------------


def status_blocks(position: Scene, insight: Insight) -> tuple[Block, ...]:
    """Return how the battle stands, in the words of the system; of one that says nothing, turn, points and end."""
    return tuple(in_line(_fact_blocks(position, insight.status(position) or _plain_status(position, insight))))


def _plain_status(position: Scene, insight: Insight) -> tuple[Fact, ...]:
    state, battle = position.state, position.battle
    turn = f"{state.turn} of {battle.turns}" if battle.turns else str(state.turn)
    points = (
        Fact(battle.side(side).name, counted(count, "point")) for side, count in insight.standing(position).items()
    )
    end = (Fact("result", verdict_text(battle, state.outcome)),) if state.outcome is not None else ()
    return (Fact("turn", turn), *points, *end)
