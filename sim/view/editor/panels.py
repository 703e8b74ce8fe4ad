"""What the panels of the editor say: the palette on the left, the map and what is under the mouse on the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sim.board.ground import Ground
from sim.view.blocks.cell_report import UNITS, cell_report, place_name
from sim.view.blocks.ground import kind_rows
from sim.view.blocks.kinds import (
    Block,
    Button,
    Buttons,
    Divider,
    Do,
    Gap,
    Row,
    SmallPrint,
    Swatch,
    Swatches,
    TextLine,
    Title,
    in_line,
)
from sim.view.editor.palette import kind_named, known_picture
from sim.view.editor.tools import LAYERS, LOWER, RAISE, STROKES, SYMMETRIES, Hand, kinds_of, strokes_of

if TYPE_CHECKING:
    from sim.view.editor.screen import EditorScreen

_NUMBERS = {layer: str(n) for n, layer in enumerate(LAYERS, start=1)}
_STROKE_KEYS = {"brush": "B", "line": "I", "rectangle": "R", "polygon": "P", "fill": "F"}


def palette_blocks(screen: EditorScreen) -> tuple[Block, ...]:
    """Return the left panel: what is drawn, how, and with which kind."""
    hand = screen.drawing.hand
    layers = tuple(
        Button(word, Do("take", (layer,)), _NUMBERS[layer], chosen=layer == hand.layer)
        for layer, word in LAYERS.items()
    )
    strokes = tuple(
        Button(
            "cell to cell" if hand.layer == "ways" and stroke == "polygon" else STROKES[stroke],
            Do("draw_with", (stroke,)),
            _STROKE_KEYS[stroke],
            chosen=stroke == hand.stroke,
        )
        for stroke in strokes_of(hand.layer)
    )
    return (
        Buttons(layers, 2),
        Divider(),
        Buttons(strokes, 2),
        *_size(hand),
        Divider(),
        *(_names(screen) if hand.layer == "names" else _kinds(screen)),
    )


def _size(hand: Hand) -> tuple[Block, ...]:
    blocks: list[Block] = []
    has_size = hand.stroke in ("brush", "line") and hand.layer not in ("sides", "ways")
    if has_size:
        blocks.append(
            Buttons(
                (
                    Button("−", Do("change_size", (-1,)), "["),
                    Button(f"size {hand.size}", Do("change_size", (0,)), chosen=True),
                    Button("+", Do("change_size", (1,)), "]"),
                ),
                3,
            )
        )
    if hand.symmetry != "none":
        blocks.append(SmallPrint(f"Symmetry: {SYMMETRIES[hand.symmetry]}", "accent", Do("next_symmetry")))
    if hand.erases:
        blocks.append(SmallPrint("Erasing: what is drawn over goes", "bad", Do("toggle_erasing")))
    return tuple(blocks)


def _kinds(screen: EditorScreen) -> tuple[Block, ...]:
    hand, battle_map = screen.drawing.hand, screen.drawing.document.map
    kinds = kinds_of(battle_map, hand.layer)
    if not kinds:
        return (SmallPrint(f"The terrain set {battle_map.terrain_set.name} has no {LAYERS[hand.layer].lower()}."),)
    swatches = tuple(
        Swatch(
            known_picture(battle_map, hand.layer, kind),
            _called(screen, kind),
            Do("choose", (kind,)),
            chosen=kind == hand.kind and not hand.erases,
        )
        for kind in kinds
    )
    return Swatches(swatches, 4), Gap(2), *_effects(screen)


def _called(screen: EditorScreen, kind: str) -> str:
    named = kind_named(screen.drawing.document.map, screen.drawing.hand.layer, kind)
    if kind == "void":
        return "hole"
    if named is not None:
        return named.name
    return kind if kind in (RAISE, LOWER) else f"level {kind}"


def _effects(screen: EditorScreen) -> tuple[Block, ...]:
    """Say what the chosen kind does, with its source."""
    kinds = screen.drawing.document.map.terrain_set
    kind = kind_named(screen.drawing.document.map, screen.drawing.hand.layer, screen.drawing.hand.kind)
    if kind is None:
        return ()
    rows = in_line(kind_rows(kinds, kind))
    traits = getattr(kind, "traits", ())
    return (TextLine(kind.name, bold=True), *rows, *(SmallPrint(kinds.traits.get(trait, trait)) for trait in traits))


def _names(screen: EditorScreen) -> tuple[Block, ...]:
    hand, battle_map = screen.drawing.hand, screen.drawing.document.map
    tables = (("places", "Places"), ("areas", "Areas"))
    blocks: list[Block] = [
        Buttons(
            tuple(Button(word, Do("use_table", (table,)), chosen=table == hand.table) for table, word in tables), 2
        ),
        SmallPrint(
            "Places are lettered on the map."
            if hand.table == "places"
            else "Areas are for scenarios: entry edges, zones."
        ),
        Button("New name …", Do("show_name_page"), "F4"),
    ]
    for name, cells in getattr(battle_map, hand.table).items():
        chosen = name == hand.kind
        blocks.append(TextLine(f"{place_name(name)}  ({len(cells)})", do=Do("choose", (name,)), chosen=chosen))
        if chosen:
            blocks.append(
                Buttons((Button("Rename", Do("rename"), "F6"), Button("Delete", Do("forget_name"), "Del")), 2)
            )
    return tuple(blocks)


# -- the right panel ------------------------------------------------------------------------------------------


def map_blocks(screen: EditorScreen) -> tuple[Block, ...]:
    """Return the right panel: the map, what is under the mouse, what a designer should look at."""
    document, battle_map = screen.drawing.document, screen.drawing.document.map
    unit = UNITS[battle_map.scale.unit]
    shape = {"hex": "hexes", "square": "squares"}[battle_map.grid.kind]
    size = f"{battle_map.width} × {battle_map.height} {shape} of {battle_map.scale.per_cell:g} {unit}"
    file = document.path.name if document.path is not None else "not in a file yet"
    saved = "saved" if document.is_saved else "not saved; a draft is kept"
    blocks: list[Block] = [
        Title(battle_map.title or battle_map.name),
        SmallPrint(f"{size}  ·  {battle_map.terrain_set.name}"),
        SmallPrint(f"{file}  ·  {saved}", "faint" if document.is_saved else "accent"),
        Buttons(
            (
                Button("Save", Do("save"), "Ctrl S", chosen=not document.is_saved),
                Button("Map …", Do("show_map_page"), "F2"),
                Button("Kinds …", Do("show_own_kind"), "F3"),
                Button("Help", Do("toggle_help"), "F1"),
                Button("Battle …", Do("make_battle"), "F9"),
            ),
            2,
        ),
    ]
    if document.last:
        blocks.append(SmallPrint(f"Undo: {document.last}", do=Do("undo")))
    if (cell := screen.drawing.hovered) is not None:
        if cell in battle_map:
            blocks += [Divider(), *cell_report(Ground(battle_map), cell, None), *_insight(screen)]
        else:
            blocks += [Divider(), Title(battle_map.grid.name(cell)), Row("terrain", "a hole: no part of the map")]
    if screen.shows_lint:
        blocks += [Divider(), *_findings(screen)]
    return tuple(blocks)


def _insight(screen: EditorScreen) -> tuple[Block, ...]:
    """Say in figures what overlays show of the cell under the mouse."""
    newest = screen.advisor.newest
    cell, rows = screen.drawing.hovered, list[Block]()
    if newest.seen and newest.viewer == cell and screen.shows_view:
        seen = sum(newest.seen)
        rows.append(
            Row("sees", f"{seen} cells, {100 * seen // max(len(screen.drawing.document.map.whole), 1)} % of the map")
        )
    if (
        newest.is_linted
        and screen.shows_lint
        and cell is not None
        and len(newest.disputed) == len(screen.drawing.document.map.terrain)
    ):
        n = screen.drawing.document.map.ordinal(cell)
        rows.append(Row("disputed", f"{newest.disputed[n]} of 100 lines hang on a corner"))
        if newest.dominating[n]:
            rows.append(Row("dominates", f"sees {newest.dominating[n]} % of the map, twice the usual", "accent"))
        if newest.closed[n]:
            rows.append(Row("closed", "nobody gets here on foot", "bad"))
    return tuple(rows)


def _findings(screen: EditorScreen) -> tuple[Block, ...]:
    newest = screen.advisor.newest
    if not newest.is_linted:
        return (SmallPrint("Looking …"),)
    lines = [
        TextLine(
            f"{found.where}: {found.text}",
            "bad" if found.severity == "warning" else "ink",
            do=Do("look_at", (found.where,)),
        )
        for found in newest.findings
    ]
    legend = (
        SmallPrint("red: closed to walkers"),
        SmallPrint("yellow, the darker the more: lines of sight that hang on a corner"),
        SmallPrint("blue: sees twice as much as the usual cell"),
    )
    told: list[Block] = [*lines] or [SmallPrint("nothing in the way of places, doors and walls", "good")]
    return (Title("To look at"), *told, *legend)
