"""Everything that can be done on the battle screen, as one table: keys, help, tooltips and buttons come from it.

An entry names the method that does it. What blocks, keys and tests carry is a `Do`: the name of an entry, and what the
method is given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

import pygame

from sim.view.battle.context import ContextMenu
from sim.view.battle.film import Films
from sim.view.battle.inspecting import Inspecting
from sim.view.battle.looking import Looking
from sim.view.battle.ordering import Ordering
from sim.view.battle.pages import CLOSE, Pages
from sim.view.battle.panes import Panes
from sim.view.battle.sharing import Sharing
from sim.view.battle.timing import Timing
from sim.view.blocks.kinds import Block, Columns, Do, Row, SmallPrint, Title
from sim.view.map_keys import OF_WINDOWS, ON_MAPS, TEXT_SIZE
from sim.view.ui.icons import Icon
from sim.view.ui.keys import CTRL, SHIFT, Key, entry_for

if TYPE_CHECKING:
    from sim.view.battle.screen import BattleScreen

Part = Literal["Orders", "Time", "Panels", "Looking", "Window"]
COLUMNS: tuple[tuple[Part, ...], ...] = (("Orders",), ("Time", "Panels"), ("Looking",), ("Window",))
"""The columns of the help, each with its parts."""
PARTS: tuple[Part, ...] = tuple(part for column in COLUMNS for part in column)
Asked = Literal["cell", "unit"]
"""What the menu of the right button is about."""

_OWNERS: dict[str, Callable[[BattleScreen], object]] = {
    Ordering.__name__: lambda screen: screen.ordering,
    Timing.__name__: lambda screen: screen.timing,
    Looking.__name__: lambda screen: screen.looking,
    Inspecting.__name__: lambda screen: screen.inspecting,
    Pages.__name__: lambda screen: screen.pages,
    Films.__name__: lambda screen: screen.films,
    Sharing.__name__: lambda screen: screen.sharing,
    ContextMenu.__name__: lambda screen: screen.context,
    Panes.__name__: lambda screen: screen.panes,
}
"""Who of the screen has the methods of a class."""


@dataclass(frozen=True)
class Bound:
    """A key that gives a command: which, what the help calls it and says of it, and what the command is given."""

    codes: tuple[int, ...]
    name: str
    text: str = ""
    args: tuple[Any, ...] = ()
    with_: int = 0


@dataclass(frozen=True)
class ScreenCommand:
    """Something that can be done: by which method, and by which keys."""

    method: Callable[..., None]
    text: str = ""
    """What it does, as the help and a tooltip say it; empty of what only buttons do that say so themselves."""
    part: Part = "Window"
    keys: tuple[Bound, ...] = ()
    in_windows: bool = False
    """Whether its keys work while a page lies over the map."""
    toolbar: Icon | None = None
    """What is drawn on its button in the toolbar; None of what has no button there."""
    is_on: Callable[[BattleScreen], bool] | None = None
    """Says whether what it switches is on; None of what is no switch."""
    context: tuple[Asked, ...] = ()
    """In whose menu of the right button it stands: its method is given the cell, or the id of the unit."""

    @property
    def name(self) -> str:
        """What a `Do` calls it."""
        return self.method.__name__

    @property
    def label(self) -> str:
        """What it does, as a button or a tooltip says it."""
        return self.text[:1].upper() + self.text[1:]

    def run(self, screen: BattleScreen, *args: Any) -> None:
        """Do it."""
        self.method(_OWNERS[self.method.__qualname__.split(".")[0]](screen), *args)

    def entries(self) -> Iterator[Key]:
        """Yield its lines in the table of keys."""
        for key in self.keys:
            yield Key(key.codes, key.name, key.text or self.text, Do(self.name, key.args), key.with_)


_MENU_KEY = 0x40000065
"""The key beside the right Ctrl; pygame has no name for it."""


def _key(code: int, name: str, **more: Any) -> tuple[Bound, ...]:
    return (Bound((code,), name, **more),)


def _shift(code: int, letter: str) -> tuple[Bound, ...]:
    """Return the key of what is looked at: plain letters are orders."""
    return _key(code, f"Shift {letter}", with_=SHIFT)


def _on_maps(method: Callable[..., None], part: Part = "Window", **more: Any) -> ScreenCommand:
    """Return a command that the map viewer has as well, by the same key."""
    key = ON_MAPS[method.__name__]
    return ScreenCommand(method, key.text, part, (Bound(key.codes, key.name, with_=key.with_),), **more)


def _commands() -> Iterator[ScreenCommand]:
    c = ScreenCommand
    yield c(Ordering.next_unit, "next unit that can act", "Orders", (
        Bound((pygame.K_TAB,), "Tab", args=(1,)),
        Bound((pygame.K_TAB,), "Shift Tab", "previous unit that can act", (-1,), SHIFT),
    ))  # fmt: skip
    yield c(Ordering.next_aim, "next target", "Orders", (
        Bound((pygame.K_n,), "N", args=(1,)),
        Bound((pygame.K_n,), "Shift N", "previous target", (-1,), SHIFT),
    ))  # fmt: skip
    yield c(Ordering.turn_facing, "turn the unit", "Orders", (
        Bound((pygame.K_LEFTBRACKET,), "[", "turn the unit to the left", (-1,)),
        Bound((pygame.K_RIGHTBRACKET,), "]", "turn the unit to the right", (1,)),
    ))  # fmt: skip
    yield c(Ordering.next_manner, "next way to do it, or to pay for it", "Orders", (
        Bound((pygame.K_m,), "M", args=(1,)),
        Bound((pygame.K_m,), "Shift M", "previous way to do it", (-1,), SHIFT),
    ))  # fmt: skip
    yield c(Ordering.enter, "give the order, or choose what is under the cell cursor", "Orders", (
        Bound((pygame.K_RETURN, pygame.K_KP_ENTER), "Enter"),
    ))  # fmt: skip
    yield c(Ordering.escape, "back one step; then the menu", "Orders", _key(pygame.K_ESCAPE, "Esc"), True)
    yield c(Ordering.step_back, "back one step", "Orders", _key(pygame.K_BACKSPACE, "Backspace"))
    yield c(Ordering.pass_on, "pass, wait: do nothing more", "Orders", _key(pygame.K_e, "E"))
    yield c(Ordering.take_advice, "ask my commander for advice", "Orders", _key(pygame.K_o, "O"))
    yield c(Ordering.delegate, "let my commander give the orders for this step", "Orders", _key(pygame.K_p, "P"))
    yield c(Timing.undo, "take back my last order", "Orders", _key(pygame.K_u, "U"), toolbar="undo")
    yield c(Timing.redo, "give again what was taken back", "Orders", _key(pygame.K_u, "Shift U", with_=SHIFT),
            toolbar="redo")  # fmt: skip

    yield c(Timing.toggle_play, "play or pause", "Time", _key(pygame.K_SPACE, "Space"), True)
    yield c(Timing.forward, "one event forward", "Time", _key(pygame.K_PERIOD, "."))
    yield c(Timing.back, "one event back", "Time", _key(pygame.K_COMMA, ","))
    yield c(Timing.next_decision, "forward to the AI's next decision", "Time",
            _key(pygame.K_PERIOD, "Shift .", with_=SHIFT))  # fmt: skip
    yield c(Timing.previous_decision, "back to the AI's previous decision", "Time",
            _key(pygame.K_COMMA, "Shift ,", with_=SHIFT))  # fmt: skip
    yield c(Timing.next_turn, "forward to the next turn", "Time", _key(pygame.K_PAGEDOWN, "PgDn"))
    yield c(Timing.previous_turn, "back to the previous turn", "Time", _key(pygame.K_PAGEUP, "PgUp"))
    yield c(Timing.skip, "skip to my next order", "Time", _key(pygame.K_s, "S"))
    yield c(Timing.next_meanwhile, "what happened while I skipped, one thing after the other", "Time",
            _key(pygame.K_s, "Shift S", with_=SHIFT))  # fmt: skip
    yield c(Timing.first_frame, "the first frame", "Time", _key(pygame.K_HOME, "Home"))
    yield c(Timing.live, "the latest frame", "Time", _key(pygame.K_END, "End"))
    yield c(Timing.cycle_speed, "change the speed (1, 2, 3)", "Time", _key(pygame.K_SLASH, "/"))
    yield c(Timing.branch, "play on from here; the line you leave is kept", "Time", _key(pygame.K_b, "B"),
            toolbar="branch")  # fmt: skip
    yield c(Timing.branch_with_new_luck, "play on from here with new dice", "Time",
            _key(pygame.K_b, "Shift B", with_=SHIFT))  # fmt: skip
    yield c(Pages.show_lines, "all lines of this battle", "Time", _key(pygame.K_F8, "F8"), toolbar="lines")

    yield c(Looking.show_tab, "log, reasons, forecast, unit", "Looking", (
        Bound((pygame.K_j,), "J", "log", ("log",)),
        Bound((pygame.K_w,), "W", "why it happened: the reasons", ("reasons",)),
        Bound((pygame.K_a,), "A", "what the AI might do next", ("forecast",)),
        Bound((pygame.K_i,), "Shift I", "what the rules see of a unit", ("unit",), SHIFT),
    ))  # fmt: skip
    yield c(Looking.toggle_why_not, "why not here?", "Looking", _key(pygame.K_y, "Y"))
    yield c(Looking.copy_reasons, "copy the reasons", "Looking", _key(pygame.K_c, "Ctrl C", with_=CTRL))
    yield c(Pages.toggle_trail, "what the AI did since my last order, on the map", "Looking",
            _key(pygame.K_j, "Shift J", with_=SHIFT), True,
            toolbar="trail", is_on=lambda screen: screen.settings.trail)  # fmt: skip
    yield _on_maps(Looking.toggle_ruler, "Looking",
                   toolbar="ruler", is_on=lambda screen: screen.looking.shown.ruler)  # fmt: skip
    yield _on_maps(Looking.toggle_view, "Looking",
                   toolbar="eye", is_on=lambda screen: screen.looking.shown.view)  # fmt: skip
    yield c(Looking.turn_view, "field of view after turning", "Looking", _key(pygame.K_v, "Shift V", with_=SHIFT))
    yield c(Looking.cycle_fire, "fire zones: the enemy's, mine, none", "Looking", _shift(pygame.K_f, "F"),
            toolbar="fire", is_on=lambda screen: screen.looking.shown.fire is not None)  # fmt: skip
    yield c(Looking.toggle_threat, "how many enemies can fire at each cell", "Looking", _shift(pygame.K_t, "T"),
            toolbar="threat", is_on=lambda screen: screen.looking.shown.threat)  # fmt: skip
    yield c(Looking.toggle_reach, "where the selected unit can go", "Looking", _shift(pygame.K_r, "R"),
            toolbar="reach", is_on=lambda screen: screen.looking.shown.reach)  # fmt: skip
    yield c(Looking.toggle_cover, "cover in each cell", "Looking", _shift(pygame.K_c, "C"),
            toolbar="cover", is_on=lambda screen: screen.looking.shown.cover)  # fmt: skip
    yield c(Looking.cycle_heat, "where it happens in the study of this battle", "Looking", _shift(pygame.K_x, "X"))
    yield _on_maps(Looking.toggle_heights, "Looking",
                   toolbar="heights", is_on=lambda screen: screen.looking.options.heights)  # fmt: skip
    yield _on_maps(Looking.toggle_coordinates, "Looking",
                   toolbar="coordinates", is_on=lambda screen: screen.looking.options.coordinates)  # fmt: skip
    yield c(Looking.toggle_names, "names and strengths of all units; hold Alt to see them for a moment", "Looking",
            _shift(pygame.K_l, "L"),
            toolbar="names", is_on=lambda screen: screen.looking.shows_names)  # fmt: skip
    yield _on_maps(Looking.toggle_grid, "Looking",
                   toolbar="grid", is_on=lambda screen: screen.looking.options.grid)  # fmt: skip

    yield c(ContextMenu.open_here, "orders and questions at the cell cursor", "Looking", (
        Bound((pygame.K_MENU, _MENU_KEY), "Menu"),
        Bound((pygame.K_F10,), "Shift F10", with_=SHIFT),
    ))  # fmt: skip
    yield c(Looking.sight_from, "line of sight from here", "Looking", context=("cell", "unit"))
    yield c(Looking.view_from, "field of view from here", "Looking", context=("cell", "unit"))
    yield c(Inspecting.look_into, "what the rules see of it", "Looking", context=("unit",))
    yield c(Pages.show_verdict, "why did the AI not choose this?", "Looking", context=("cell", "unit"))
    yield c(Pages.show_ground, "rules of this ground", "Looking", context=("cell",))
    yield c(Looking.centre_on, "centre the map here", "Looking", context=("cell", "unit"))

    yield c(Panes.fold, "fold or unfold a panel", "Panels", (
        Bound((pygame.K_F6,), "F6", "fold or unfold the left column", ("left",)),
        Bound((pygame.K_F7,), "F7", "fold or unfold the right column", ("right",)),
        Bound((pygame.K_F6,), "Shift F6", "fold or unfold the upper left", ("status",), SHIFT),
        Bound((pygame.K_F7,), "Shift F7", "fold or unfold the lower right", ("hover",), SHIFT),
    ))  # fmt: skip
    yield c(Panes.widen, "widen a column", "Panels", (
        Bound((pygame.K_F6,), "Ctrl F6", "widen the left column", ("left",), CTRL),
        Bound((pygame.K_F7,), "Ctrl F7", "widen the right column", ("right",), CTRL),
    ))  # fmt: skip
    yield c(Looking.read_left, "scroll the panels on the left", "Panels", (
        Bound((pygame.K_PAGEDOWN,), "Ctrl PgDn", "scroll the left panels down", (1,), CTRL),
        Bound((pygame.K_PAGEUP,), "Ctrl PgUp", "scroll them up", (-1,), CTRL),
    ))  # fmt: skip
    yield c(Looking.read_hover, "scroll the panel at the lower right", "Panels", (
        Bound((pygame.K_PAGEDOWN,), "Shift PgDn", "scroll the lower right panel down", (1,), SHIFT),
        Bound((pygame.K_PAGEUP,), "Shift PgUp", "scroll it up", (-1,), SHIFT),
    ))  # fmt: skip
    yield _on_maps(Looking.zoom_in, toolbar="zoom_in")
    yield _on_maps(Looking.zoom_out, toolbar="zoom_out")
    yield _on_maps(Looking.fit, toolbar="fit")
    yield c(Looking.toggle_small_map, "small map, when the window does not show everything", "Window",
            _key(pygame.K_z, "Shift Z", with_=SHIFT),
            toolbar="small_map", is_on=lambda screen: screen.settings.small_map)  # fmt: skip
    yield c(Pages.toggle_follow, "move the map to show who acts, or not", "Window",
            _key(pygame.K_f, "Ctrl F", with_=CTRL), True,
            toolbar="follow", is_on=lambda screen: screen.settings.follow)  # fmt: skip
    yield c(Pages.toggle_sound, "sound on or off", "Window", _key(pygame.K_m, "Ctrl M", with_=CTRL), True,
            toolbar="sound", is_on=lambda screen: screen.settings.sound)  # fmt: skip
    sizes = (Bound(key.codes, key.name, key.text, key.do.args, key.with_) for key in TEXT_SIZE if key.do is not None)
    yield c(Pages.change_scale, "size of text", "Window", tuple(sizes), True)
    yield _on_maps(Pages.toggle_help, in_windows=True, toolbar="help")
    yield c(Pages.show_briefing, "briefing", "Window", _key(pygame.K_F2, "F2"), toolbar="page")
    yield c(Pages.show_summary, "losses, luck, turning points", "Window", _key(pygame.K_F3, "F3"), toolbar="summary")
    yield c(Pages.show_rules, "rules: browse and search", "Window", _key(pygame.K_F4, "F4"))
    yield c(Pages.save_now, "save", "Window", _key(pygame.K_F5, "F5"))
    yield c(Films.film_turn, "save a film of this turn (GIF) in the current folder", "Window", _key(pygame.K_F9, "F9"))
    yield c(Sharing.share, "save this battle as a web page in the current folder", "Window",
            _key(pygame.K_F9, "Shift F9", with_=SHIFT))  # fmt: skip
    yield c(Pages.show_menu, "menu", "Window", _key(pygame.K_F10, "F10"), toolbar="menu")
    yield c(Pages.ask_to_leave, "leave the battle", "Window", _key(pygame.K_q, "Ctrl Q", with_=CTRL), toolbar="leave")

    for method in (
        Ordering.choose_unit, Ordering.choose_verb, Ordering.choose_card, Ordering.choose_aim, Ordering.choose_facing,
        Ordering.choose_manner, Ordering.choose_side_order, Ordering.aim_order, Ordering.explain_refusal,
        Ordering.show_advice, Ordering.confirm,
        Ordering.type_face, Ordering.untype_face,
        Ordering.give_dice, Ordering.give_card, Ordering.roll_for_me, Ordering.nothing,
        Timing.jump, Timing.jump_and_close, Timing.switch_line,
        Looking.look_at_unit, Looking.show_candidates, Looking.show_prospect,
        Inspecting.show_answer, Inspecting.choose_against, Inspecting.find,
        Pages.close_window, Pages.take_over, Pages.show_rule, Pages.play_again, Pages.play_next, Pages.leave_battle,
        Pages.skip_lesson, Pages.close_tutorial,
        Pages.next_scale, Pages.next_theme, Pages.toggle_safe, Pages.toggle_animations,
        Pages.next_volume,
    ):  # fmt: skip
        yield c(method)


_TOLD: dict[Part, tuple[Key, ...]] = {
    "Orders": (
        Key((), "click", "choose a unit or a target; click again to give the order"),
        Key((), "drag target", "face that way afterwards: letting go gives the order, back in the cell nothing"),
        Key((), "right click", "what can be ordered and asked there"),
        Key((), "letters", "the orders: each button shows its own, the same in every battle"),
        Key((), "1 … 9", "press the button with that number"),
    ),
    "Time": (),
    "Panels": (Key((), "drag edge", "widen a column"),),
    "Looking": (),
    "Window": (
        Key((), "wheel, drag", "zoom at the cursor, move the map; scroll a panel"),
        Key((), "arrows", "move the cell cursor"),
        Key((), "Shift arrows", "move the map"),
        Key((), "Ctrl arrows", "move through the buttons of the right panel or a window; Ctrl Enter presses one"),
    ),
}
"""What the help tells besides: the mouse, and keys that are more than commands."""
_TOLD_LAST = tuple(replace(key, codes=(), do=None) for key in OF_WINDOWS)

COMMANDS: dict[str, ScreenCommand] = {command.name: command for command in _commands()}
"""Every command by its name."""


def _keys(part: Part) -> tuple[Key, ...]:
    own = (key for command in COMMANDS.values() if command.part == part for key in command.entries())
    return (*_TOLD[part], *own, *(_TOLD_LAST if part == "Window" else ()))


KEYS: dict[Part, tuple[Key, ...]] = {part: _keys(part) for part in PARTS}
"""The table of keys, in the order of the help."""
ALL_KEYS: tuple[Key, ...] = tuple(key for keys in KEYS.values() for key in keys)


def key_for(code: int, modifiers: int, typed: str = "") -> Key | None:
    """Return the entry of a key that was pressed with these modifiers and types something."""
    return entry_for(ALL_KEYS, code, modifiers, typed)


def help_for(do: Do) -> str:
    """Say what something does and which key does it, in one line; empty for what needs no explaining."""
    key = next((key for key in ALL_KEYS if key.do == do), None)
    if key is not None:
        return f"{key.text}  ({key.name})"
    return COMMANDS[do.name].text if do.name in COMMANDS else ""


def help_blocks(letters: Mapping[str, str]) -> tuple[Block, ...]:
    """Return the table of keys, part by part, and the letters of the orders of this battle."""
    columns: list[tuple[Block, ...]] = []
    for column in COLUMNS:
        told: list[Block] = []
        for part in column:
            told += [Title(part), *(Row(key.name, key.text) for key in KEYS[part])]
        columns.append(tuple(told))
    orders = " · ".join(f"{letter} {names}" for letter, names in letters.items())
    return Columns(tuple(columns)), SmallPrint(f"Orders in this battle: {orders}", "accent"), CLOSE
