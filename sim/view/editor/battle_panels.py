"""What the panels of the battle editor say: who can be placed on the left; units, forms and mistakes on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.board.ground import Ground
from sim.engine.words import counted
from sim.view.blocks.cell_report import cell_report
from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Divider,
    Do,
    Field,
    Gap,
    Row,
    Sign,
    SmallPrint,
    Swatch,
    Swatches,
    TextLine,
    Title,
    in_line,
)
from sim.view.counters.bodies import emblem_points
from sim.view.counters.livery import livery
from sim.view.editor.battle_form import FILTER, check_blocks
from sim.view.editor.placing import TOOLS

if TYPE_CHECKING:
    from sim.view.editor.battle_editor import BattleEditor
    from sim.workshop.battle_draft import PlacedUnit

PAGES = {"units": "Units", "battle": "Battle", "check": "Check"}
"""The pages of the right panel."""
_MOST_LINES = 12
_SHAPED = ("id", "profile", "at", "facing", "count")
"""What a unit has buttons of its own for."""


def side_sign(place: int) -> Sign:
    """Return the sign of the side that comes so many places after the first."""
    colours = livery(place)
    return Sign(colours.field, colours.trim, tuple(emblem_points(colours.emblem, 1.0)))


# -- the left panel ------------------------------------------------------------------------------------------------


def palette_blocks(screen: BattleEditor) -> tuple[Block, ...]:
    """Return who can be placed, for whom, and when they come."""
    placing, draft = screen.placing, screen.draft
    tools = tuple(Button(word, Do("take_tool", (tool,)), chosen=tool == placing.tool) for tool, word in TOOLS.items())
    blocks: list[Block] = [Buttons(tools, 2), Divider()]
    for n, side in enumerate(draft.sides):
        blocks.append(
            TextLine(draft.side_name(side), do=Do("take_side", (side,)), chosen=side == placing.side, sign=side_sign(n))
        )
    blocks.append(Button("Another side …", Do("ask_item", (("sides",),)), "F3"))
    if placing.tool == "objectives":
        return (*blocks, Divider(), SmallPrint("Click a cell or a named place that matters. Drag one to move it."))
    if placing.tool == "exits":
        told = "Click an edge of the map over which the side above is rewarded for leaving."
        return (*blocks, Divider(), SmallPrint(told))
    comes = f"turn {placing.turn}" if placing.turn else "start"
    is_typed = screen.form.focus == FILTER
    shown = screen.form.field.text if is_typed else screen.form.filter
    blocks += [
        _stepper("change_turn", ("earlier", "["), comes, ("later", "]")),
        Divider(),
        Field("find", shown, Do("edit_field", (FILTER,)), is_typed, is_typed and screen.form.field.is_marked),
    ]
    if screen.pieces is None:
        return (*blocks, SmallPrint("No system is chosen yet: see Battle at the right.", "bad"))
    kinds = screen.kinds
    if placing.kind:
        blocks += [
            SmallPrint("Click the map to place it, drag to face. Esc puts it back.", "accent"),
        ]
    if not kinds:
        return (*blocks, SmallPrint("No kind of unit is called so."))
    swatches = tuple(
        Swatch(
            screen.pieces.picture(kind, placing.side_number),
            screen.pieces.kind_name(kind),
            Do("take_kind", (kind,)),
            chosen=kind == placing.kind,
        )
        for kind in kinds
    )
    return (*blocks, Swatches(swatches, 3))


# -- the right panel -----------------------------------------------------------------------------------------------


def battle_blocks(screen: BattleEditor) -> tuple[Block, ...]:
    """Return the battle: its file, and the page that is open."""
    document, draft = screen.document, screen.draft
    file = document.path.name if document.path is not None else "not in a file yet"
    saved = "saved" if document.is_saved else "not saved; a draft is kept"
    system = draft.ruleset.title if draft.ruleset is not None else "no system"
    wrong = len(draft.mistakes)
    tabs = tuple(
        Button(
            f"{word} ({wrong})" if page == "check" and wrong else word,
            Do("show_page", (page,)),
            chosen=page == screen.page,
        )
        for page, word in PAGES.items()
    )
    blocks: list[Block] = [
        Title(screen.title),
        SmallPrint(f"{system}  ·  {counted(sum(unit.count for unit in draft.units), 'unit')}"),
        SmallPrint(f"{file}  ·  {saved}", "faint" if document.is_saved else "accent"),
        Buttons(
            (
                Button("Save", Do("save"), "Ctrl S", chosen=not document.is_saved),
                Button("Play", Do("play"), "F9", refusal=screen.play_refusal),
            ),
            2,
        ),
        Buttons(tabs, 3),
        Divider(),
    ]
    match screen.page:
        case "units":
            return (*blocks, *_unit_blocks(screen))
        case "check":
            return (*blocks, *check_blocks(screen))
    return (*blocks, *screen.form.blocks())


def _unit_blocks(screen: BattleEditor) -> tuple[Block, ...]:
    draft, placing = screen.draft, screen.placing
    unit = placing.unit
    if unit is not None:
        return _chosen_blocks(screen, unit)
    blocks: list[Block] = []
    if placing.kind and screen.pieces is not None:
        facts = screen.pieces.facts(placing.kind)[:_MOST_LINES]
        blocks += [
            Title(screen.pieces.kind_name(placing.kind)),
            *in_line(Row(label, text) for label, text in facts),
            Divider(),
        ]
    elif (cell := placing.hovered) is not None:
        blocks += [*cell_report(Ground(screen.battle_map), cell, None), Divider()]
    for n, side in enumerate(draft.sides):
        own = [each for each in draft.units if each.side == side]
        blocks.append(TextLine(f"{draft.side_name(side)}  ({sum(each.count for each in own)})", bold=True))
        for each in own:
            blocks.append(
                TextLine(_line(screen, each), do=Do("select", (each.path,)), sign=side_sign(n), tag=_when(each))
            )
    if not draft.units:
        blocks.append(SmallPrint("Nobody is here yet: choose a kind at the left, and click the map."))
    return tuple(blocks)


def _line(screen: BattleEditor, unit: PlacedUnit) -> str:
    kind = screen.pieces.kind_name(unit.profile) if screen.pieces is not None else unit.profile
    count = f"{unit.count} × " if unit.count > 1 else ""
    return f"{count}{unit.name or kind}  {unit.at}"


def _when(unit: PlacedUnit) -> str:
    return f"turn {unit.turn}" if unit.turn else ""


def _chosen_blocks(screen: BattleEditor, unit: PlacedUnit) -> tuple[Block, ...]:
    draft, pieces = screen.draft, screen.pieces
    kind = pieces.kind_name(unit.profile) if pieces is not None else unit.profile
    directions = screen.battle_map.grid.directions
    sides = tuple(
        Button(draft.side_name(side), Do("change_side", (side,)), chosen=side == unit.side) for side in draft.sides
    )
    wrong = [mistake for mistake in draft.mistakes if mistake.path[: len(unit.path)] == unit.path]
    return (
        TextLine("Back to all units", do=Do("deselect")),
        Title(unit.name or kind),
        Row("kind", kind),
        Row("where", unit.at or "off the map"),
        *(
            SmallPrint(f"{each.found}: expected {each.expected}" if each.found else each.expected, "bad")
            for each in wrong
        ),
        _stepper("turn_unit", ("left", ","), directions[unit.facing], ("right", ".")),
        _stepper("change_count", ("fewer", ""), f"{unit.count} of it", ("more", "")),
        _stepper("change_turn", ("earlier", "["), _when(unit) or "start", ("later", "]")),
        Buttons(sides, 2),
        Button("Remove", Do("remove_chosen"), "Del"),
        Divider(),
        Gap(2),
        *screen.form.fields(unit.path, without=("facing", "count")),
    )


def _stepper(does: str, less: tuple[str, str], now: str, more: tuple[str, str]) -> Buttons:
    """Return two buttons with what there is now between them."""
    return Buttons(
        (
            Button(less[0], Do(does, (-1,)), less[1]),
            Button(now, Do(does, (0,)), chosen=True),
            Button(more[0], Do(does, (1,)), more[1]),
        ),
        3,
    )
