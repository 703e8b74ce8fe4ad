"""The menu of the right button as blocks: what can be ordered there, what cannot and why, and what can be asked."""

import pytest

from sim.board.terrain import MoveCost
from sim.grid import Cell
from sim.view.blocks.context import Pointed, context_blocks
from sim.view.blocks.ground import ground_blocks
from sim.view.blocks.kinds import Button, Do, Row, Title
from sim.view.model.menu import OrderMenu
from sim.view.model.model import Model
from tests.view.battle.bot import first_question

FARM = "conflict_of_heroes/farm_at_kamenka"
ASK = Button("Line of sight from here", Do("sight_from", ("x",)))


@pytest.fixture(scope="module")
def farm() -> tuple[Model, OrderMenu]:
    """The first question at the farm."""
    return first_question(FARM)


def buttons(model: Model, menu: OrderMenu | None, at: Pointed) -> list[Button]:
    """Return the buttons of a menu."""
    return [block for block in context_blocks(model, menu, at, (ASK,)) if isinstance(block, Button)]


def target(menu: OrderMenu, *, is_open: bool) -> tuple[str, str, Cell]:
    """Return somebody with an enemy whom he can fire at, or cannot."""
    for choice in menu.choices:
        unit, aim = choice.unit, choice.aim
        if unit is not None and isinstance(aim, str) and choice.is_open == is_open and unit != aim:
            cell = menu.position.state.unit(aim).cell
            assert cell is not None
            return unit, aim, cell
    raise AssertionError("nobody has a target")


def test_orders_are_aimed_there_by_the_chosen_unit_or_by_everybody_who_may_act(farm: tuple[Model, OrderMenu]) -> None:
    """What the chosen unit may do to an enemy comes first, ready to be aimed, with its cost; without one, each order
    names who would carry it out. A refused order is listed with its reason, and without a key."""
    model, menu = farm
    unit, aim, cell = target(menu, is_open=True)
    menu.choose_unit(unit)
    first = buttons(model, menu, Pointed(cell, aim))[0]
    assert first.do.name == "aim_order" and first.do.args[0] == unit and first.do.args[2] == aim
    assert first.key == "1" and first.note
    menu.choose_unit(None)
    found = [each for each in buttons(model, menu, Pointed(cell, aim)) if each.do.name == "aim_order"]
    assert any(each.text.startswith(f"{model.naming(unit)}: ") for each in found)
    unit, aim, cell = target(menu, is_open=False)
    menu.choose_unit(unit)
    refused = [each for each in buttons(model, menu, Pointed(cell, aim)) if each.refusal]
    assert refused and not refused[0].key


def test_where_nothing_can_be_ordered_one_may_ask_why_or_choose_somebody(farm: tuple[Model, OrderMenu]) -> None:
    """A corner out of reach has the question instead of an order, and the way back; whoever may act is offered first,
    by name. Where nobody is asked there are questions only, and the title names the cell."""
    model, menu = farm
    unit, *_ = menu.actors
    menu.choose_unit(unit)
    aims = {choice.aim for choice in menu.of_unit(unit)}
    cell = next(cell for cell in reversed(list(menu.position.map.whole)) if cell not in aims)
    names = [each.do.name for each in buttons(model, menu, Pointed(cell))]
    assert names == ["explain_refusal", "step_back", "sight_from"]
    menu.choose_unit(None)
    own = Pointed(menu.position.state.unit(unit).place, unit)
    assert buttons(model, menu, own)[0].do == Do("choose_unit", (unit,))
    blocks = context_blocks(model, None, Pointed(cell), (ASK,))
    assert isinstance(blocks[0], Title) and len(blocks) == 2


def test_the_rules_of_a_ground(farm: tuple[Model, OrderMenu]) -> None:
    """Every kind that is there tells what entering costs whom, as its terrain set says."""
    _, menu = farm
    position = menu.position
    terrains = position.map.terrain_set.terrain.values()
    costly = next(kind for kind in terrains for cost in kind.move.values() if cost not in (None, MoveCost()))
    cell = next((cell for cell in position.map.whole if position.ground.terrain_at(cell) is costly), None)
    cell = cell or next(iter(position.map.whole))
    blocks = ground_blocks(position.ground, cell, position.battle.ruleset.insight.defence(position, cell))
    told = {block.label: block.text for block in blocks if isinstance(block, Row)}
    kind = position.ground.terrain_at(cell)
    movers = position.map.terrain_set.movement
    assert {movers[mover].name for mover in kind.move} <= set(told) and told["source"]
